"""Answers show themselves in notebooks, and say there what they say on the terminal."""

import re
import subprocess
import sys
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from commandline import ask
from markup import parsed

import analysis
import combat
from analysis import html, odds, should_attack
from analysis.campaign.asked import ask_plan
from analysis.compare import compare
from analysis.deck import ask_deck
from analysis.frames import outcome_frame, survivors_frame
from analysis.html.notebook import ANSWERS
from analysis.luck import luck
from analysis.luck.log import read_log
from analysis.sensitivity import sensitivity
from analysis.size import size
from analysis.thumbs import measured
from combat.display import Displayed
from combat.games import GAMES, find_game
from combat.outcomes import Outcomes
from combat.sheets import Column, Sheet, Sheets

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
BATTLE = "3 inf, 2 arm v 4 inf, 1 art"
PLANS = ("6 inf, 2 art v 4 inf, 1 art", "3 inf, 3 arm v 4 inf, 1 art")
BRITISH = "british, 5 cu, Burgoyne, regulars v american, 5 cu, gen 2/2, militia"


def plan(name):
    return ask_plan((EXAMPLES / name).read_text("utf-8"))


def karelia():
    theatre = find_game("aa").theatre()
    return theatre.report(theatre.read("", []), ["Karelia"])


def example(name):
    return partial(plan, name), ["campaign", str(EXAMPLES / name)]


LOG = EXAMPLES / "luck_log.csv"
KINDS = {  # how to ask in Python, and on the command line
    "odds": (lambda: odds(f"aa {BATTLE}"), ["odds", "aa", BATTLE]),
    "stages": (lambda: odds(f"ww {BRITISH}"), ["odds", "ww", BRITISH]),
    "advice": (lambda: should_attack(f"aa {BATTLE}"), ["should-attack", "aa", BATTLE]),
    "size": (
        lambda: size("aa none v 2 inf", chance=0.9),
        ["size", "aa", "none v 2 inf", "--chance", "0.9"],
    ),
    "compare": (lambda: compare([f"aa {one}" for one in PLANS]), ["compare", "aa", *PLANS]),
    "sensitivity": (lambda: sensitivity(f"aa {BATTLE}"), ["sensitivity", "aa", BATTLE]),
    "luck": (lambda: luck(read_log(LOG, game=find_game("aa"))), ["luck", "aa", str(LOG)]),
    "campaign": example("three_waves.toml"),
    "decisions": example("strike_back_or_not.toml"),
    "turn": example("napoleonics_turn.toml"),
    "race": example("napoleonics_race.toml"),
    "deck": (lambda: ask_deck("mt"), ["deck", "mt"]),
    "simulated deck": (
        lambda: ask_deck("ccn", trials=200, rng=1),
        ["deck", "ccn", "--trials", "200", "--seed", "1"],
    ),
    "map": (karelia, ["map", "aa", "--place", "Karelia"]),
}
over_kinds = pytest.mark.parametrize("kind", KINDS)


@cache
def answer_of(kind):
    return KINDS[kind][0]()


@cache
def terminal_of(kind):
    answer = ask(*KINDS[kind][1])
    assert answer.code == 0
    return answer.out


def squeezed(text):
    return "".join(text.split())


@over_kinds
def test_every_cell_of_a_notebook_is_on_the_terminal(kind):
    cells = list(parsed(answer_of(kind)._repr_html_()).all("td"))
    assert len(cells) > 5
    terminal = squeezed(terminal_of(kind))
    short = [cell.text for cell in cells if len(cell.text) <= 12]  # longer ones are broken there
    assert len(short) > len(cells) / 3
    assert not [text for text in short if squeezed(text) not in terminal]


@over_kinds
def test_every_number_of_the_terminal_is_in_the_notebook(kind):
    numbers = re.findall(r"[-+]?\d(?:[\d,.]*\d)?(?: ±[\d.]+)?(?: %)?", terminal_of(kind))
    assert numbers
    there = squeezed(parsed(answer_of(kind)._repr_html_()).text)
    assert not [number for number in numbers if squeezed(number) not in there]


@over_kinds
def test_what_a_notebook_shows_is_whole_and_looks_after_itself(kind):
    shown = parsed(answer_of(kind)._repr_html_())
    (outer,) = shown.parts
    assert outer.attributes == {"class": "wo-answer"}
    (style,) = shown.all("style")
    assert style.text == html.STYLE.read_text("utf-8")
    classes = set()
    for element in shown.all():
        assert element.name != "script"
        assert not element.attributes.keys() & {"id", "style"}
        classes |= set(element.attributes.get("class", "").split())
    assert not [name for name in classes if not name.startswith("wo-")]


def test_rules_of_thumb_show_themselves():
    found = measured("ww", battles=50)
    shown = parsed(found._repr_html_())
    rows = [row for row in shown.all("tr") if list(row.all("td"))]
    assert len(rows) == sum(
        len(rule.verdicts) for contest in found.contests for rule in contest.rules
    )
    first = found.contests[0].rules[0]
    cells = [cell.text for cell in rows[0].all("td")]
    assert cells[0] == first.rule.name
    assert first.verdicts[0].wrong.as_percent() in cells


def subclasses(kind):
    return {one for direct in kind.__subclasses__() for one in (direct, *subclasses(direct))}


def test_every_answer_that_can_show_itself_is_known():
    for package in (combat, analysis):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if "dashboard" not in module.name:
                import_module(module.name)
    ours = {one for one in subclasses(Displayed) if one.__module__ != __name__}
    assert {one.__name__ for one in ours} == set(ANSWERS)
    assert {type(answer_of(kind)).__name__ for kind in KINDS} | {"Measured"} == set(ANSWERS)


class Unknown(Displayed):
    pass


def test_an_answer_that_is_not_known_shows_its_repr():
    assert Unknown()._repr_html_() is None


def test_combat_alone_knows_no_html():
    program = (
        "from combat.games import parse_battle\nfrom combat.engine import solve\n"
        "print(solve(parse_battle('aa', '1 arm v 1 inf'))._repr_html_())\n"
        "import sys; print([name for name in sys.modules if name.startswith('analysis')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout.split("\n")[:2], done.stderr) == (["None", "[]"], "")


def test_showing_is_loaded_when_something_is_shown():
    program = (
        "from analysis import odds\nimport sys\nfound = odds('aa 1 arm v 1 inf')\n"
        "print('analysis.html' in sys.modules)\nfound._repr_html_()\n"
        "print('analysis.html' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout.split(), done.stderr) == (["False", "True"], "")


def test_a_table_shows_its_first_rows_and_says_how_many_more_there_are():
    rows = tuple((f"row {number}", number) for number in range(5))
    sheet = Sheet("some", "Some", (Column("what", "what"), Column("n", ">n")), rows, most=2)
    shown = parsed(html.sheet_table(sheet))
    assert [row.first("td").text for row in shown.all("tr") if list(row.all("td"))] == [
        "row 0",
        "row 1",
    ]
    assert shown.first("p", "wo-method").text == "3 more"
    assert "more" not in html.sheet_table(sheet, most=0)
    answer = Sheets("aa", "some", "<Title>", ("a & b",), (sheet,), ("taken for granted",))
    assert "&lt;Title&gt;" in answer._repr_html_()
    assert "a &amp; b" in answer._repr_html_()


@pytest.mark.parametrize("how", [{}, {"trials": 500, "rng": 3}], ids=["exact", "simulated"])
def test_frames_show_per_cent_with_their_precision(how):
    outcomes = odds(f"aa {BATTLE}", **how)
    shown = parsed(html.frame(outcome_frame(outcomes), columns=["event", "value"]))
    cells = [[cell.text for cell in row.all("td")] for row in shown.all("tr")][1:]
    for (text, chance), frame in zip(cells, outcome_frame(outcomes).itertuples(), strict=True):
        assert (text, chance) == (frame.event, outcomes.event(frame.name).as_percent())
    left = parsed(html.frame(survivors_frame(outcomes)))
    assert [cell.text for cell in left.first("thead").all("th")] == ["side", "k", "chance"]


def test_a_piece_shows_itself():
    piece = html.verdict(should_attack(f"aa {BATTLE}"))
    assert str(piece) in piece._repr_html_()
    assert "<style>" in piece._repr_html_()


def test_games_with_battles_are_all_shown():
    for game in GAMES.values():
        outcomes = odds(f"{game.aliases[0]} {' v '.join(game.examples[0])}")
        assert isinstance(outcomes, Outcomes)
        assert str(outcomes.battle) in parsed(outcomes._repr_html_()).text
