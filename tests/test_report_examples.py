"""The built reports that lie in the project are those that its code builds."""

import re
from pathlib import Path

import pytest
from test_report import Page, is_self_contained

import reports
from combat.games import entries
from reports.build import report

FOLDERS = {name: Path(reports.__file__).parent / name for name in ("articles", "examples")}
BUILT = sorted(path.stem for path in FOLDERS["examples"].glob("*.md"))
PICTURE = re.compile(r"<svg.*?</svg>", re.DOTALL)
REBUILD = "build it again: wargame-odds report GAME --out reports/examples"


def text_of(name, ending):
    return (FOLDERS["examples"] / f"{name}.{ending}").read_text("utf-8")


def test_each_game_with_an_article_has_its_report():
    articles = {path.name.partition(".")[0] for path in FOLDERS["articles"].glob("*.md.j2")}
    assert articles <= {entry.name for entry in entries()}
    assert set(BUILT) == articles
    assert {path.stem for path in FOLDERS["examples"].glob("*.html")} == articles


@pytest.mark.parametrize("name", BUILT)
def test_an_example_is_what_is_built(name):
    """Text and tables are the same to the letter; pictures may differ with matplotlib's version."""
    found = report(name)
    assert found.markdown == text_of(name, "md"), REBUILD
    assert PICTURE.sub("", found.html) == PICTURE.sub("", text_of(name, "html")), REBUILD
    titles = re.compile(r"<svg[^>]*><title[^>]*>(.*?)</title>")
    assert titles.findall(found.html) == titles.findall(text_of(name, "html")), REBUILD


@pytest.mark.parametrize("name", BUILT)
def test_an_example_loads_nothing(name):
    assert is_self_contained(Page(text_of(name, "html")))


@pytest.mark.parametrize("name", BUILT)
def test_each_chart_of_an_example_has_a_text_a_sentence_and_its_figures(name):
    figures = re.findall(r"<figure.*?</figure>", text_of(name, "html"), re.DOTALL)
    assert len(figures) >= 3
    for figure in figures:
        named = re.search(
            r'<svg role="img" aria-labelledby="([^"]+)"[^>]*><title id="([^"]+)">([^<]+)<', figure
        )
        assert named[1] == named[2]
        assert len(named[3]) > 40
        caption = re.search(r"<figcaption>(?:<strong>.*?</strong>)?(.*?)</figcaption>", figure)
        assert len(caption[1].strip()) > 30
        assert caption[1].strip().endswith((".", "!", "?"))
        table = re.search(r"<details>.*?<table>(.*?)</table>", figure, re.DOTALL)[1]
        assert table.count("<tr>") >= 2


@pytest.mark.parametrize("name", BUILT)
def test_an_example_tells_what_it_rests_on_and_how_it_was_computed(name):
    heads = re.findall(r"^## (.+)$", text_of(name, "md"), re.MULTILINE)
    assert heads[-2:] == ["What it rests on", "How it was computed"]
    assert {"The claim", "The model", "The verdict"} <= set(heads)
