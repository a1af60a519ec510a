"""The verb `report`."""

import json
import os
from pathlib import Path

import pytest
from commandline import ask, is_plain_refusal
from full_disk import room_for
from test_report import Page, is_self_contained

from combat.games import decks, entries, parse_battle
from reports import environment
from reports.build import Report, report_of_battle

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
SOME = entries()[2:]  # two games are enough; the others' decks and rules of thumb take longer
BATTLE = "3 inf, 2 arm v 4 inf, 1 art"


def files_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("words", [(BATTLE,), tuple(BATTLE.split(" v "))])
def test_a_battle_is_reported_in_two_files(tmp_path, words):
    answer = ask("report", "aa", *words, "--out", str(tmp_path))
    names = [str(tmp_path / f"axis-allies-battle.{ending}") for ending in ("html", "md")]
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines() == [f"Axis & Allies 1942: {BATTLE}", *(f"  {n}" for n in names)]
    built = report_of_battle(parse_battle("aa", BATTLE))
    assert Path(names[0]).read_text("utf-8") == built.html
    assert Path(names[1]).read_text("utf-8") == built.markdown
    assert files_in(tmp_path) == ["axis-allies-battle.html", "axis-allies-battle.md"]


def test_the_present_folder_is_written_to_if_none_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = ask("report", "aa", "1 arm v 1 inf")
    assert answer.code == 0
    assert files_in(tmp_path) == ["axis-allies-battle.html", "axis-allies-battle.md"]
    assert "  axis-allies-battle.html" in answer.out.splitlines()


def test_settings_aim_and_counter_attack_are_taken(tmp_path):
    options = ("--set", "rounds=2", "--retreat", "after 1", "--aim", "territory_taken >= 0.2")
    answer = ask("report", "aa", BATTLE, *options, "--counter", "2 inf", "--out", str(tmp_path))
    assert answer.code == 0
    text = (tmp_path / "axis-allies-battle.md").read_text("utf-8")
    assert "Settings: retreat after 1; rounds 2." in text
    assert "Wanted: ‘territory taken’ of at least 20 %." in text
    assert "Then the enemy strikes back with 2 inf." in text


def test_trials_and_seed_are_taken(tmp_path):
    options = ("--trials", "900", "--seed", "11", "--out", str(tmp_path))
    assert ask("report", "aa", BATTLE, *options).code == 0
    text = (tmp_path / "axis-allies-battle.md").read_text("utf-8")
    assert f"| should-attack | {BATTLE} | simulated | 900 | 11 |" in text


def test_json_says_which_files(tmp_path):
    answer = ask("report", "aa", "1 arm v 1 inf", "--out", str(tmp_path), "--format", "json")
    assert answer.code == 0
    assert set(answer.json) == {"schema", "version", "title", "files"}
    assert [Path(name).name for name in answer.json["files"]] == files_in(tmp_path)


def test_csv_says_which_files(tmp_path):
    answer = ask("report", "aa", "1 arm v 1 inf", "--out", str(tmp_path), "--format", "csv")
    head, *rows = answer.out.splitlines()
    assert head == "title,file"
    assert [Path(row.rpartition(",")[2]).name for row in rows] == files_in(tmp_path)


def test_a_plan(tmp_path):
    plan = str(EXAMPLES / "three_waves.toml")
    assert ask("report", plan, "--out", str(tmp_path)).code == 0
    assert files_in(tmp_path) == ["three_waves.html", "three_waves.md"]


def test_a_deck_of_a_game(tmp_path):
    file = str(EXAMPLES / "decks" / "musket_skirmish.toml")
    assert ask("report", "mt", file, "--out", str(tmp_path)).code == 0
    text = (tmp_path / "musket_skirmish.md").read_text("utf-8")
    assert text.startswith("# Musket skirmish: a deck of 18 cards")


@pytest.mark.parametrize("entry", SOME, ids=lambda entry: entry.name)
def test_a_game_without_an_article_has_a_report_all_the_same(tmp_path, entry, monkeypatch):
    """What can be said of any game: its first example, its deck."""
    monkeypatch.setattr("reports.build.environment", lambda: NoArticles())
    assert ask("report", entry.aliases[0], "--out", str(tmp_path)).code == 0
    page = (tmp_path / f"{entry.name}.html").read_text("utf-8")
    text = (tmp_path / f"{entry.name}.md").read_text("utf-8")
    assert is_self_contained(Page(page))
    assert ("## The deck" in text) == (entry.name in decks())
    assert ("## A battle worked through" in text) == (entry.game is not None)
    assert text.startswith(f"# {entry.title}\n")


class NoArticles:
    """Templates, none of which is an article."""

    def list_templates(self):
        return []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("zz",), "no game is called 'zz'"),
        (("aa", "3 zeppelins v 2 inf"), "zeppelins"),
        (("aa", "3 inf v 2 inf", "1 inf"), "is a whole battle already"),
        (("mt", "3 inf v 2 inf"), "has no battles"),
        (("aa", "--set", "rounds=2"), "--set is for the report of a battle"),
        (("aa", "--trials", "9"), "--trials is for the report of a battle"),
        (("aa", "--aim", "swing > 0"), "--aim is for the report of a battle"),
        (("aa", BATTLE, "--set", "rounds"), "is not KEY=VALUE"),
        (("aa", BATTLE, "--aim", "glory > 3"), "glory"),
        (("aa", BATTLE, "--seed", "-1"), "the seed -1 is not possible"),
        (("aa", BATTLE, "--engine", "magic"), "magic"),
        (("aa", BATTLE, "--format", "xml"), "--format 'xml'"),
        (("nowhere.toml",), "nowhere.toml"),
        (("rb", "nowhere.toml"), "nowhere.toml"),
        (("aa", "nowhere.toml"), "nowhere.toml"),
        (("three.toml", "3 inf v 2 inf"), "has its battles in it"),
        (("three.toml", "--retreat", "best"), "--retreat is for the report of a battle"),
        (("zz", "deck.toml"), "no game is called 'zz'"),
        (("log.csv",), "'wargame-odds luck GAME log.csv'"),
        (("aa", "log.csv"), "'wargame-odds luck aa log.csv'"),
        (("notes.txt",), "no plan, whose name ends in .toml"),
        (("plans/three_waves",), "no plan, whose name ends in .toml"),
    ],
)
def test_what_cannot_be_reported_is_refused_in_a_line(tmp_path, words, said):
    answer = ask("report", *words, "--out", str(tmp_path))
    assert is_plain_refusal(answer)
    assert said in answer.err
    assert files_in(tmp_path) == []
    if "--format" not in words:
        answer = ask("report", *words, "--out", str(tmp_path), "--format", "json")
        assert said in json.loads(answer.out)["error"]


@pytest.mark.parametrize("game", ["aa", "ccn", "mt"])
@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_a_plan_behind_a_game_is_refused_with_what_will_do(tmp_path, game, file):
    answer = ask("report", game, str(file), "--out", str(tmp_path))
    assert is_plain_refusal(answer)
    assert f"is a plan, in which its game stands: leave '{game}' out" in answer.err
    assert f"'wargame-odds report {file}'" in answer.err


@pytest.mark.parametrize("game", [(), ("rb",), ("mt",)])
def test_a_plan_of_powers_wants_a_game_that_has_them(tmp_path, game):
    file = str(EXAMPLES / "rounds" / "axis_allies.toml")
    answer = ask("report", *game, file, "--out", str(tmp_path))
    assert is_plain_refusal(answer)
    assert f"(aa) before it: 'wargame-odds report aa {file}'" in answer.err


@pytest.mark.parametrize("out", ["nowhere", "file.txt", "./ ", "a\0b", "x" * 5000])
def test_a_folder_that_is_none_is_refused_before_anything_is_computed(tmp_path, out, monkeypatch):
    (tmp_path / "file.txt").write_text("mine", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("reports.cli.report._of_battle", None)
    answer = ask("report", "aa", BATTLE, "--out", out)
    assert is_plain_refusal(answer)
    assert files_in(tmp_path) == ["file.txt"]


@pytest.mark.skipif(os.name != "posix", reason="limits of a process's files are of POSIX")
def test_a_full_disk_leaves_the_old_report(tmp_path):
    old = tmp_path / "axis-allies-battle.html"
    old.write_text("old", "utf-8")
    with room_for(10_000):
        answer = ask("report", "aa", "1 arm v 1 inf", "--out", str(tmp_path))
    assert is_plain_refusal(answer)
    assert "cannot write" in answer.err
    assert files_in(tmp_path) == ["axis-allies-battle.html"]
    assert old.read_text("utf-8") == "old"


def test_a_claim_that_does_not_hold_is_told_in_a_line(tmp_path, monkeypatch):
    def build(game, **_) -> Report:
        environment.holds(1 > 2, f"one is more than two in {game}")
        raise AssertionError

    monkeypatch.setattr("reports.build.report", build)
    answer = ask("report", "aa", "--out", str(tmp_path))
    assert is_plain_refusal(answer)
    assert "does not hold any more: one is more than two in aa" in answer.err
    assert files_in(tmp_path) == []


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        (
            "report",
            (
                *("GAME|PLAN.toml", "three_waves.toml", "--out DIR", "has to be there"),
                *("[default: the one you are in]", "without it a fixed one"),
                "HTML and Markdown in any case",
            ),
        ),
        ("serve", ('pip install "wargame-odds[web]"', "0 takes any that is free", "0.0.0.0")),
    ],
)
def test_the_help_tells_what_is_written_where_and_what_is_needed(verb, words):
    answer = ask(verb, "--help")
    assert answer.code == 0
    for word in words:
        assert word in " ".join(answer.out.split())
    assert answer.out.count("--seed") == (verb == "report")
