"""The documentation: its commands print what stands below them, its tables name tests that exist.

A line '…' in an answer stands for any lines that are left out. A file that a command names and the
repository does not have is the last block above the command.
"""

import ast
import re
import shlex
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from commandline import ask

import combat

ROOT = Path(__file__).parents[1]
TOY = ROOT / "tests" / "toy_game" / "storm"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN = [page for page in PAGES if page.name != "gallery.md"]  # that is run by test_gallery.py
GAMES = ROOT / "docs" / "games"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ wargame-odds "
LEFT_OUT = "…"
ROW = re.compile(r"^\| ([A-Z]{2}-\d\d) \|(.*)\|$", re.MULTILINE)
RULES = [row for page in sorted(GAMES.glob("*.md")) for row in ROW.findall(page.read_text("utf-8"))]


class Shown(NamedTuple):
    """A command of a page, the answer below it, and the block of text above it."""

    page: str
    command: str
    answer: str
    above: str


def name_of(page):
    return page.relative_to(ROOT).as_posix().removeprefix("docs/")


def shown():
    found = []
    for page in PAGES:
        above = ""
        for kind, text in BLOCK.findall(page.read_text("utf-8")):
            if kind != "console":
                above = text
                continue
            for part in re.split(rf"^{re.escape(PROMPT)}", text, flags=re.MULTILINE)[1:]:
                command, _, answer = part.partition("\n")
                found.append(Shown(name_of(page), command, answer, above))
    return found


def named_files(arguments):
    """Files that the arguments name."""
    for argument in arguments:
        for word in re.split(r"[=|\s]", argument):
            if re.fullmatch(r"[\w/.-]+\.(toml|txt)", word):
                yield word


def is_shown(answer, printed):
    """Whether an answer is what was printed, but for lines that are left out."""
    parts = re.split(rf"^{LEFT_OUT}\n", answer, flags=re.MULTILINE)
    pattern = "(?:.*\n)*".join(map(re.escape, parts))
    return re.fullmatch(pattern, printed) is not None


COMMANDS = shown()
PYTHON = re.compile(r"^```python\n(.*?)^```$(?:\n+^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


def test_pages_have_commands():
    assert {"README.md", "command_line.md"} <= {one.page for one in COMMANDS}


@pytest.mark.parametrize("one", COMMANDS, ids=[f"{c.page}: {c.command[:60]}" for c in COMMANDS])
def test_a_command_prints_what_the_page_says(one, tmp_path, monkeypatch):
    arguments = shlex.split(one.command)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    for name in named_files(arguments):
        if not (ROOT / name).exists():
            (tmp_path / name).write_text(one.above, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    answer = ask(*arguments)
    assert is_shown(one.answer, answer.out + answer.err), answer.out + answer.err


@cache
def marked():
    """Rules that each test is marked with, by its name without 'test_'."""
    found = {}
    for file in (ROOT / "tests").glob("test_*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                rules = found.setdefault(node.name.removeprefix("test_"), set())
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        rules |= {ast.literal_eval(rule) for rule in mark.args}
    return found


@pytest.mark.parametrize(("rule", "cells"), RULES, ids=lambda text: text[:5])
def test_a_rule_is_proved_by_tests_that_are_marked_with_it(rule, cells):
    tests = marked()
    proofs = re.findall(r"`(\w+)`", cells.rpartition("|")[2])
    assert not [name for name in proofs if rule not in tests.get(name, ())]


def test_a_rule_stands_in_the_table_once():
    rules = [rule for rule, _ in RULES]
    assert len(rules) == len(set(rules)) > 140


@pytest.fixture
def toy_game(monkeypatch):
    """The package of the game that `adding_a_game.md` walks through, as if it stood in `combat`."""
    monkeypatch.setattr(combat, "__path__", [*combat.__path__, str(TOY.parent)])
    yield
    for name in [name for name in sys.modules if name.startswith(f"combat.{TOY.name}")]:
        del sys.modules[name]


@pytest.mark.usefixtures("toy_game")
@pytest.mark.parametrize("page", RUN, ids=name_of)
def test_python_on_a_page_prints_what_stands_below_it(page, capsys):
    names = {}
    for code, printed in PYTHON.findall(page.read_text("utf-8")):
        exec(code, names)  # the examples of a page build on one another
        assert capsys.readouterr().out == printed


def test_adding_a_game_shows_the_files_of_the_toy_game():
    text = (ROOT / "docs" / "adding_a_game.md").read_text("utf-8")
    files = sorted(file for file in TOY.glob("*.py") if file.name != "__init__.py")
    assert len(files) == 4
    for file in files:
        code = file.read_text("utf-8")
        assert f"`combat/{TOY.name}/{file.name}`:\n\n```python\n{code}```\n" in text, file.name
    line = (ROOT / "tests" / "test_sixth_game.py").read_text("utf-8")
    assert f"LINE = '            \"combat.{TOY.name}.game:STORM\",\\n'\n" in line
    assert f'```text\n            "combat.{TOY.name}.game:STORM",\n```\n' in text


def test_links_lead_somewhere():
    for page in PAGES:
        text = page.read_text("utf-8")
        for link in re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", text):
            target, _, anchor = (link[0] or link[1]).partition("#")
            if target.startswith("http"):
                continue
            file = page.parent / target if target else page
            assert file.exists(), (name_of(page), target)
            if anchor:
                assert anchor in anchors(file), (name_of(page), anchor)


def anchors(page):
    """Anchors of a page's headings, as they are made of them: words, joined with hyphens."""
    heads = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


METHOD = (ROOT / "docs" / "method.md").read_text("utf-8")


def test_the_method_page_names_every_package_once():
    listed = re.findall(r"^\| `([a-z_/0-9]+)/` \|", METHOD, re.MULTILINE)
    packages = [
        file.parent.relative_to(ROOT).as_posix()
        for package in ("combat", "analysis", "reports")
        for file in (ROOT / package).rglob("__init__.py")
    ]
    assert sorted(listed) == sorted(packages)


def test_the_method_page_names_tests_and_modules_that_exist():
    checked = METHOD[METHOD.index("## How it is checked") : METHOD.index("Tests name the rules")]
    files = re.findall(r"`([\w*]+\.py)`", checked)
    assert len(files) > 40
    assert [name for name in files if not any((ROOT / "tests").glob(name))] == []
    modules = re.findall(r"`((?:combat|analysis|reports)/[\w/]+\.py)`", METHOD)
    assert len(modules) > 40
    assert [name for name in modules if not (ROOT / name).exists()] == []


def test_the_page_on_the_page_names_its_limits():
    """Those that stand in its table are those that hold."""
    from reports.page.limits import LIMITS

    text = (ROOT / "docs" / "page.md").read_text("utf-8")
    table = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|", text, re.MULTILINE))
    most = LIMITS.document()
    assert table["time that one answer takes"] == f"{most['answer_seconds']:g} s"
    assert table["memory of one answer (on Linux)"] == f"{most['memory_bytes'] / 1e9:g} GB"
    assert table["questions that wait"] == f"{most['line']}, for {most['line_seconds']:g} s"
    assert table["trials of a simulation"] == f"{most['trials']:,}"
    assert table["a battle or another text"] == f"{most['text_characters']:,} characters"
    assert table["a plan or a deck file"] == f"{most['plan_characters']:,} characters"
    assert table["parts of a key in it"] == str(most["key_parts"])
    counts = f"{most['settings']}; {most['edits']}; {most['plans']}"
    assert table["settings; edits; battles compared"] == counts
    parts = "options of a question, entries of one; parts of an address"
    assert table[parts] == f"{most['options']}; {2 * most['options']}"
    ahead = "requests sent ahead of the answers before them"
    assert table[ahead] == f"{most['ahead_bytes']:,} bytes"
    sizes = (f"{most[key]:,}" for key in ("address_bytes", "head_bytes", "body_bytes"))
    assert table["address; head; body of a request"] == "; ".join(sizes) + " bytes"
    assert (
        table["connections; of one client"] == f"{most['connections']}; {most['connections_each']}"
    )


def test_the_article_on_the_page_can_be_built(monkeypatch):
    from jinja2 import DictLoader

    from combat.games import find_entry
    from reports import environment

    page = (ROOT / "docs" / "reports.md").read_text("utf-8")
    (source,) = re.findall(r"^```jinja\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    here = environment.environment.__wrapped__()  # one of its own: the usual one is kept
    here.loader.loaders.append(DictLoader({"shown.md.j2": source}))
    monkeypatch.setattr(environment, "environment", lambda: here)
    text = environment.Desk().rendered("shown.md.j2", entry=find_entry("aa"))
    assert text.startswith("# Five against five")
    assert "It fails too often." in text
    assert "52.6" in text  # the chance to take it: see README.md
