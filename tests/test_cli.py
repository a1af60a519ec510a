"""The command line from outside, as its contract has it."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from statistics import NormalDist

import pytest
from commandline import ask, ask_json, is_plain_refusal

from analysis.cli.commands import app
from combat import __version__
from combat.games import GAMES, decks

BATTLE = "3 inf, 2 arm v 4 inf, 1 art"
LARGE = "5 inf, 2 art, 2 arm, 1 ftr v 6 inf, 1 art, 1 aa"
VERBS = {
    *("odds", "should-attack", "size", "sensitivity", "sweep", "campaign", "targets", "deck"),
    *("luck", "report", "serve", "games"),
    "map",  # ours: what a map file says
    "compare",  # ours: plans side by side
    *("fronts", "hold", "dead-zones", "buy", "raids", "rounds"),  # ours: on a map, as `targets`
}
AT_ONCE = 2.0  # seconds


def events(document):
    return {name: number["value"] for name, number in document["events"].items()}


# --- verbs and arguments -----------------------------------------------------------------------


def test_verbs_are_those_of_the_contract_and_ours():
    assert set(app.commands) <= VERBS
    assert {"odds", "should-attack", "games"} <= set(app.commands)


@pytest.mark.parametrize("verb", [[], *([verb] for verb in app.commands)])
def test_every_verb_has_help(verb):
    answer = ask(*verb, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert "wargame-odds" in answer.out
    assert answer.out.count("\n") > 5


@pytest.mark.parametrize("verb", ["odds", "should-attack"])
def test_the_examples_in_the_help_stand_on_lines_of_their_own_and_work(verb):
    """An example is there to be copied."""
    text = ask(verb, "--help").out
    assert "\\b" not in text
    examples = [
        line.split() for line in text.splitlines() if re.match(rf" +wargame-odds {verb}", line)
    ]
    assert examples
    for line in text.splitlines():
        if re.match(rf" +wargame-odds {verb} aa", line):
            assert ask(*shlex.split(line)[1:]).code == 0


def test_no_arguments_at_all():
    answer = ask()
    assert answer.code in (0, 2)
    assert "odds" in answer.out + answer.err
    assert "Traceback" not in answer.err


def test_the_version():
    assert __version__ in ask("--version").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("aa", BATTLE),
        ("axis-allies", BATTLE),
        ("AA", "3 inf, 2 arm", "4 inf, 1 art"),
        ("aa", "arm inf inf arm inf", "1 art 4 inf"),
        ("aa", "3 Infantry + 2 tanks vs. 4inf artillery"),
        ("aa", "3inf 2arm versus 4 inf, art"),
        ("aa", BATTLE.upper()),
        ("aa", "3 inf, 2 arm\nv\n4 inf, 1 art\n"),
    ],
)
def test_one_text_or_two(arguments):
    document = ask_json("odds", *arguments)
    assert (document["game"], document["battle"]) == ("axis-allies", BATTLE)
    assert events(document) == events(ask_json("odds", "aa", BATTLE))


# --- JSON --------------------------------------------------------------------------------------


def check_number(number, *keys, exact):
    assert set(number) == {"value", "low", "high", *keys}
    assert all(type(v) is float for v in number.values())
    assert number["low"] <= number["value"] <= number["high"]
    if exact:
        assert number["low"] == number["value"] == number["high"]


def check_document(document, *, exact):
    """Types and keys of cli.md."""
    assert document["schema"] == 1
    assert document["version"] == __version__
    assert document["game"] == "axis-allies"
    assert " v " in document["battle"]
    assert (document["method"] == "exact") == exact
    if exact:
        assert (document["trials"], document["seed"]) == (None, None)
    else:
        assert type(document["trials"]) is int
        assert type(document["seed"]) is int
    assert document["dropped"] == 0.0
    assert type(document["dropped"]) is float
    for number in document["events"].values():
        check_number(number, exact=exact)
        assert 0.0 <= number["low"] <= number["high"] <= 1.0
    assert sum(events(document).values()) == pytest.approx(1.0, abs=1e-12)
    for number in document["quantities"].values():
        check_number(number, "sd", exact=exact)
    check_outcomes(document["outcomes"])
    assert document["assumes"]
    assert all(type(line) is str for line in document["assumes"])


def check_outcomes(rows):
    for row in rows:
        assert set(row) == {"attacker", "defender", "end", "chance"}
        assert type(row["chance"]) is float
    assert sum(row["chance"] for row in rows) == pytest.approx(1.0, abs=1e-12)
    states = [row for row in rows if row["end"] != "rest"]
    chances = [row["chance"] for row in states]
    assert chances == sorted(chances, reverse=True)
    assert len({(r["attacker"], r["defender"], r["end"]) for r in states}) == len(states) <= 1000


EVENTS = (
    *("territory_taken", "cleared_not_taken", "both_gone", "defender_holds"),
    *("attacker_retreated", "stand_off", "round_limit"),
)


@pytest.mark.fault("B47", "B20")
@pytest.mark.parametrize("battle", [BATTLE, LARGE, "1 arm, 3 ftr v 3 inf", "1 ftr, 1 bmr v 1 aa"])
@pytest.mark.parametrize("how", [(), ("--trials", "2000", "--seed", "5")])
def test_the_json_of_odds(battle, how):
    document = ask_json("odds", "aa", battle, *how)
    check_document(document, exact=not how)
    assert document["battle"] == battle
    assert tuple(document["events"]) == EVENTS
    quantities = ("attacker_ipc_lost", "defender_ipc_lost", "swing", "rounds")
    assert tuple(document["quantities"]) == quantities
    if how:
        assert (document["trials"], document["seed"]) == (2000, 5)
    for end in EVENTS:
        total = sum(r["chance"] for r in document["outcomes"] if r["end"] == end)
        assert document["events"][end]["value"] == pytest.approx(total, abs=1e-12)


@pytest.mark.fault("B27")
def test_no_chance_is_above_one():
    """Rounding of a sum is no excuse: a reader may refuse 1.0000000000000002."""
    document = ask_json("odds", "aa", "3 arm, 1 bmr v 2 bmr, 1 aa", "--set", "dice=low-luck")
    assert all(number["high"] <= 1.0 for number in document["events"].values())


def test_net_value_is_listed_with_worth():
    plain = ask_json("odds", "aa", BATTLE)
    worth = ask_json("odds", "aa", BATTLE, "--worth", "territory=8")
    assert "net_value" not in plain["quantities"]
    value = worth["quantities"]["net_value"]["value"]
    gained = 8.0 * worth["events"]["territory_taken"]["value"]
    assert value == pytest.approx(plain["quantities"]["swing"]["value"] + gained, abs=1e-10)


def test_of_many_final_states_the_likeliest_and_the_rest():
    """All of 36 × 36 states within a round limit are too many to list."""
    document = ask_json("odds", "aa", "35 inf, 9 arm v 41 inf, 4 ftr", "--set", "rounds=4")
    rows = document["outcomes"]
    assert len(rows) == 1001
    assert [r["end"] for r in rows].index("rest") == 1000
    check_outcomes(rows)
    assert 0.0 < rows[-1]["chance"] < 0.2


@pytest.mark.fault("B42")
def test_json_says_which_settings_were_taken():
    options = {
        "losses": "arm inf; keep 1 inf",
        "defender_losses": "art inf",
        "retreat": "after 3 or at 2",
        "dice": "low-luck",
        "worth": "territory=3",
    }
    words = [word for key, value in options.items() for word in ("--set", f"{key}={value}")]
    document = ask_json("odds", "aa", BATTLE, *words)
    assert document["settings"] == options
    again = ask_json("odds", "aa", " | ".join((BATTLE, *(f"{k}={v}" for k, v in options.items()))))
    assert again == document


# --- options -----------------------------------------------------------------------------------


@pytest.mark.fault("B42", "B18")
@pytest.mark.parametrize(
    ("option", "key", "value"),
    [
        ("--losses", "losses", "arm inf"),
        ("--losses", "losses", "inf arm; keep 1 inf"),
        ("--losses", "losses", "cheapest"),
        ("--defender-losses", "defender_losses", "art inf"),
        ("--retreat", "retreat", "after 2"),
        ("--retreat", "retreat", "best"),
        ("--worth", "worth", "territory=4, inf=2"),
    ],
)
def test_an_option_is_its_setting(option, key, value):
    by_option = ask_json("odds", "aa", BATTLE, option, value)
    assert by_option == ask_json("odds", "aa", BATTLE, "--set", f"{key}={value}")
    assert by_option == ask_json("odds", "aa", BATTLE, "--set", f"{key.replace('_', '-')}={value}")
    assert by_option["settings"] == {key: value}


@pytest.mark.fault("B18")
def test_default_orders_of_loss_are_those_of_the_contract():
    attack, defend = "2 inf, 1 art, 1 arm, 2 ftr, 1 bmr", "2 inf, 1 art, 1 arm, 1 ftr, 1 bmr"
    default = ask_json("odds", "aa", attack, defend)
    literal = ask_json(
        *("odds", "aa", attack, defend, "--losses", "inf art arm ftr bmr"),
        *("--defender-losses", "inf art arm bmr ftr"),
    )
    assert default["outcomes"] == literal["outcomes"]
    assert "attacker loses inf art arm ftr bmr" in default["assumes"]
    other = ask_json("odds", "aa", attack, defend, "--defender-losses", "inf art arm ftr bmr")
    assert events(other) != events(default)
    partial = ask_json("odds", "aa", attack, defend, "--losses", "arm")
    completed = ask_json("odds", "aa", attack, defend, "--losses", "arm inf art ftr bmr")
    assert partial["outcomes"] == completed["outcomes"]


def test_best_losses_are_solved_for_or_refused_as_an_option():
    """cli.md: `best` solves for it where it can; where it cannot, it is no unknown unit."""
    answer = ask("odds", "aa", BATTLE, "--losses", "best", "--format", "json")
    if answer.code == 0:
        custom = ask_json("odds", "aa", BATTLE, "--losses", "arm inf")
        best = answer.json["quantities"]["swing"]["value"]
        assert best >= custom["quantities"]["swing"]["value"] - 1e-12
    else:
        assert is_plain_refusal(answer)
        assert answer.json["kind"] == "option"


def test_engines():
    exact = ask_json("odds", "aa", BATTLE, "--engine", "exact", "--trials", "1000")
    assert exact == ask_json("odds", "aa", BATTLE)
    for words in (
        ("--engine", "simulate"),
        ("--trials", "700"),
        ("--engine", "auto", "--trials", "9"),
    ):
        document = ask_json("odds", "aa", BATTLE, *words)
        check_document(document, exact=False)
        if "--trials" in words:
            assert document["trials"] == int(words[-1])


@pytest.mark.fault("B45", "B36")
@pytest.mark.parametrize("verb", ["odds", "should-attack"])
def test_a_reported_seed_gives_the_answer_again(verb):
    asked = (verb, "aa", BATTLE, "--trials", "600")
    first, second = ask_json(*asked), ask_json(*asked)
    assert first["seed"] != second["seed"]
    assert first["outcomes"] != second["outcomes"]
    assert ask_json(*asked, "--seed", str(first["seed"])) == first


def half_width(number):
    return (number["high"] - number["low"]) / 2.0


@pytest.mark.fault("B19")
@pytest.mark.parametrize(
    ("battle", "precision"),
    [
        (BATTLE, 0.02),
        (BATTLE, 0.004),
        ("6 inf, 3 arm v 4 inf", 0.005),
        ("1 inf v 5 inf", 0.002),
        ("1 inf v 20 inf", 0.001),
        ("20 inf v 1 inf", 0.0005),
        ("2 ftr v 3 inf", 0.001),
        ("1 arm, 1 inf v 3 inf, 1 art", 0.003),
    ],
)
def test_precision_is_the_half_width_of_the_first_events_interval(battle, precision):
    document = ask_json("odds", "aa", battle, "--precision", str(precision), "--seed", "8")
    check_document(document, exact=False)
    assert half_width(document["events"]["territory_taken"]) <= precision


@pytest.mark.fault("B19")
def test_precision_is_not_overdone():
    for precision in (0.02, 0.004):
        document = ask_json("odds", "aa", BATTLE, "--precision", str(precision), "--seed", "3")
        assert half_width(document["events"]["territory_taken"]) >= 0.9 * precision
        again = ("--trials", str(document["trials"]), "--seed", "3")
        assert ask_json("odds", "aa", BATTLE, *again)["events"] == document["events"]


def test_trials_and_precision_together_keep_both_or_are_refused():
    """Of two wishes that contradict each other none may be dropped in silence."""
    answer = ask(
        *("odds", "aa", BATTLE, "--trials", "50", "--precision", "0.01", "--format", "json")
    )
    if answer.code == 0:
        assert answer.json["trials"] == 50
        assert half_width(answer.json["events"]["territory_taken"]) <= 0.01
    else:
        assert is_plain_refusal(answer)


# --- CSV, tables, games, batches ---------------------------------------------------------------


def read_csv(text):
    rows = list(csv.DictReader(io.StringIO(text), strict=True))
    assert rows
    assert all(None not in row and None not in row.values() for row in rows)
    return rows


@pytest.mark.parametrize("how", [(), ("--trials", "500", "--seed", "2")])
@pytest.mark.parametrize("verb", ["odds", "should-attack"])
def test_csv_has_the_numbers_of_the_json(verb, how):
    asked = (verb, "aa", BATTLE, "--worth", "territory=3", *how)
    rows = read_csv(ask(*asked, "--format", "csv").out)
    document = ask_json(*asked)
    for kind, numbers in (("event", document["events"]), ("quantity", document["quantities"])):
        found = {row["name"]: row for row in rows if row["kind"] == kind}
        assert set(found) == set(numbers)
        for name, number in numbers.items():
            for key, value in number.items():
                assert float(found[name][key]) == value


def test_csv_of_games():
    rows = read_csv(ask("games", "--format", "csv").out)
    assert [row["game"] for row in rows] == [*GAMES, "musket-skirmish"]
    assert {row["game"] for row in rows if row["deck"]} == set(decks())
    assert {row["game"] for row in rows if row["covers"]} == set(GAMES)
    one = read_csv(ask("games", "aa", "--format", "csv").out)
    assert len(one[0]) > 1
    kinds = {row["kind"] for row in read_csv(ask("games", "ww", "--format", "csv").out)}
    assert kinds == {"setting", "event", "quantity", "deck setting"}
    kinds = {row["kind"] for row in read_csv(ask("games", "mt", "--format", "csv").out)}
    assert kinds == {"deck setting"}


def test_games():
    document = ask_json("games")
    assert [g["name"] for g in document["games"]] == [*GAMES, "musket-skirmish"]
    for game in document["games"]:
        for example in game["examples"]:
            assert ask("odds", game["aliases"][0], example).code == 0
        shown = ask("games", game["name"]).out
        for key in game["settings"]:
            assert key in shown
        assert bool(game["examples"]) == (game["name"] in GAMES)
        assert bool(game["deck"]) == (game["name"] in decks())
        if game["deck"]:
            assert all(key in shown for key in game["deck"]["settings"])
            example = shlex.split(game["deck"]["example"])
            assert ask("deck", game["aliases"][0], *example).code == 0
    assert ask_json("games", "aa")["name"] == "axis-allies"


@pytest.mark.parametrize(
    "battle", [BATTLE, LARGE, "10 inf v 1 inf", "6 arm v 1 inf", "9 bmr v 2 inf"]
)
@pytest.mark.fault("B41")
def test_a_table_shows_no_rare_chance_as_none(battle):
    for how in ((), ("--trials", "2500", "--seed", "1")):
        text = ask("odds", "aa", battle, *how).out
        assert not re.search(r"(?<![0-9.])0\.0+ (%|±)", text)
        assert not re.search(r"(?<![0-9.])100\.0+ (%|±)", text)
        assert "assumes: " in text


def test_a_table_names_method_and_seed():
    assert "exact" in ask("odds", "aa", BATTLE).out
    simulated = ask("odds", "aa", BATTLE, "--trials", "1500", "--seed", "77").out
    assert "1,500" in simulated
    assert "77" in simulated
    assert "±" in simulated


@pytest.fixture
def batch(tmp_path):
    def write(text, encoding="utf-8"):
        file = tmp_path / "battles.txt"
        file.write_bytes(text.encode(encoding))
        return str(file)

    return write


MANY = f"# first\n{BATTLE}\n\n  2 inf vs 1 inf | retreat=after 1 \n5 arm v 4 arm\n"


@pytest.mark.parametrize("text", [MANY, MANY.replace("\n", "\r\n"), MANY.rstrip()])
def test_a_batch_is_its_battles_in_their_order(batch, text):
    document = ask_json("odds", "aa", "--batch", batch(text), "--losses", "arm inf")
    single = [
        ask_json("odds", "aa", battle, "--losses", "arm inf")
        for battle in (BATTLE, "2 inf vs 1 inf | retreat=after 1", "5 arm v 4 arm")
    ]
    assert document["battles"] == single
    rows = read_csv(ask("odds", "aa", "--batch", batch(text), "--format", "csv").out)
    assert [row["battle"].split(" | ")[0] for row in rows] == [d["battle"] for d in single]
    plain = ask("odds", "aa", "--batch", batch(text))
    assert (plain.code, plain.err) == (0, "")
    assert plain.out.count("%") >= len(single)


def test_a_batch_saved_with_a_byte_order_mark(batch):
    """As Windows' Notepad saves it: the mark is not seen, and no fault of the first battle."""
    document = ask_json("odds", "aa", "--batch", batch(MANY, "utf-8-sig"))
    assert len(document["battles"]) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MANY + "3 foo v 1 inf\n", ("line 6", "foo")),
        ("2 inf\n", ("line 1",)),
        ("2 inf v 1 inf\n1.5 inf v 2 inf\n", ("line 2", "1.5")),
        ("", ()),
        ("# nothing\n\n", ()),
    ],
)
def test_a_batch_with_a_fault_names_the_line(batch, text, words):
    for form in ("table", "csv", "json"):
        answer = ask("odds", "aa", "--batch", batch(text), "--format", form)
        assert is_plain_refusal(answer)
        assert all(word in answer.err for word in words)
        assert (answer.out == "") == (form != "json")


def test_a_batch_that_is_no_text(batch, tmp_path):
    for file in (batch("3 inf ± v 2 inf", "latin-1"), str(tmp_path), str(tmp_path / "none.txt")):
        assert is_plain_refusal(ask("odds", "aa", "--batch", file))


# --- pictures ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """A PNG and an SVG, drawn once."""
    folder = tmp_path_factory.mktemp("pictures")
    (folder / "a.png").write_text("an old file")
    answers = [
        ask("odds", "aa", BATTLE, "--plot", str(folder / "a.png"), "--format", "json"),
        ask("should-attack", "aa", BATTLE, "--retreat", "best", "--plot", str(folder / "b.svg")),
    ]
    return folder, answers


def test_pictures_are_whole(pictures):
    folder, answers = pictures
    assert [(a.code, a.err) for a in answers] == [(0, "")] * 2
    assert answers[0].json == ask_json("odds", "aa", BATTLE)
    assert sorted(p.name for p in folder.iterdir()) == ["a.png", "b.svg"]
    data = (folder / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data.rstrip().endswith(b"IEND\xaeB`\x82")
    assert len(data) > 5_000
    root = ET.parse(folder / "b.svg").getroot()
    assert root.tag.endswith("svg")
    assert len(list(root.iter())) > 50


@pytest.mark.parametrize(
    ("game", "given", "hint"),
    [
        ("ccn", "combat", "combat=melee"),
        ("ccn", "x", "combat=melee"),
        ("ccn", "hand", "hand=VALUE"),
        ("aa", "dice", "dice=standard"),
        ("ww", "=3", "move=land"),
    ],
)
def test_a_setting_without_a_value_hints_at_one_that_the_game_has(game, given, hint):
    battle = {
        "ccn": "INF 4 v INF 4",
        "aa": BATTLE,
        "ww": "british, 3 cu, gen 1/1 v american, 3 cu",
    }[game]
    answer = ask("odds", game, battle, "--set", given)
    assert is_plain_refusal(answer)
    assert answer.err.endswith(f"write it as --set {hint}\n")
    if not hint.endswith("=VALUE"):
        assert ask("odds", game, battle, "--set", hint).code == 0


REFUSED_PLOTS = [
    ("x.pdf", (BATTLE,)),
    ("x", (BATTLE,)),
    ("none/x.png", (BATTLE,)),
    ("x.png", ("3 foo v 2 inf",)),
    ("x.png", (BATTLE, "--trials", "0")),
    ("x.svg", (BATTLE, "--retreat", "maybe")),
    ("x.svg", (BATTLE, "--format", "pdf")),
    ("folder.png", (BATTLE,)),
    ("", (BATTLE,)),
]


@pytest.mark.parametrize(("name", "words"), REFUSED_PLOTS)
@pytest.mark.parametrize("verb", ["odds", "should-attack"])
def test_a_refused_picture_leaves_nothing_behind(tmp_path, verb, name, words):
    (tmp_path / "folder.png").mkdir()
    answer = ask(verb, "aa", *words, "--plot", str(tmp_path / name))
    assert is_plain_refusal(answer)
    assert answer.out == ""
    assert [p.name for p in tmp_path.iterdir()] == ["folder.png"]
    assert list((tmp_path / "folder.png").iterdir()) == []


def test_a_refused_question_leaves_an_old_picture_alone(tmp_path):
    file = tmp_path / "old.svg"
    file.write_text("old")
    assert ask("odds", "aa", "3 foo v 2 inf", "--plot", str(file)).code == 2
    assert file.read_text() == "old"


# --- should I attack? --------------------------------------------------------------------------


@pytest.mark.parametrize("battle", [BATTLE, LARGE, "6 inf, 3 arm v 4 inf", "2 arm, 3 ftr v 3 inf"])
def test_the_json_of_should_attack(battle):
    odds, document = ask_json("odds", "aa", battle), ask_json("should-attack", "aa", battle)
    check_document(document, exact=True)
    assert {k: document[k] for k in ("events", "outcomes", "battle", "method")} == {
        k: odds[k] for k in ("events", "outcomes", "battle", "method")
    }
    assert document["verdict"] in ("attack", "hold", "too_close")
    assert document["aim"] == "territory_taken >= 0.75 and net_value >= 0"
    assert type(document["reason"]) is str
    assert document["reason"].count(". ") == 0
    assert document["reason"].endswith(".")
    printed = re.search(r"'territory taken' is ([0-9.]+) %", document["reason"])
    taken = 100.0 * document["events"]["territory_taken"]["value"]
    assert float(printed[1]) == pytest.approx(taken, abs=0.0501)
    costs = []
    for flip in document["flips"]:
        assert set(flip) >= {"side", "change", "before", "after"}
        assert flip["before"] == document["verdict"] != flip["after"]
        costs.append(flip["cost"])
    assert costs == sorted(costs)
    assert document["flips"]


def apply_flip(battle, flip):
    """The arguments that ask about the battle after a flip."""
    sides = dict(zip(("attacker", "defender"), battle.split(" v "), strict=True))
    setting = re.fullmatch(r"(\w+) = (.+)", flip["change"])
    if setting:
        return (*sides.values(), "--set", f"{setting[1]}={setting[2]}")
    sign, number, unit = re.fullmatch(r"([+-])(\d+) (.+)", flip["change"]).groups()
    counts = {u: int(n) for n, u in (part.split(" ") for part in sides[flip["side"]].split(", "))}
    counts[unit] = counts.get(unit, 0) + int(sign + number)
    assert counts[unit] >= 0
    left = ", ".join(f"{n} {u}" for u, n in counts.items() if n)
    sides[flip["side"]] = left or "none"
    return tuple(sides.values())


@pytest.mark.parametrize(
    ("battle", "words"),
    [
        (BATTLE, ()),
        (LARGE, ()),
        ("6 inf, 3 arm v 4 inf", ()),
        ("2 arm, 3 ftr v 3 inf", ()),
        ("2 arm, 3 ftr v 3 inf, 1 aa", ("--retreat", "best", "--worth", "territory=5")),
        ("4 inf, 1 art, 2 arm v 5 inf", ("--aim", "net_value > 1.5")),
        ("3 arm v 1 inf", ("--aim", "attacker_ipc_lost <= 2 and territory_taken > 90%")),
        (BATTLE, ("--trials", "4000", "--seed", "6")),
        (BATTLE, ("--aim", "territory_taken >= 0.4", "--counter", "2 inf, 1 ftr")),
    ],
)
def test_each_flip_does_what_it_says(battle, words):
    document = ask_json("should-attack", "aa", battle, *words)
    assert document["flips"]
    assert len({(f["side"], f["change"]) for f in document["flips"]}) == len(document["flips"])
    for flip in document["flips"]:
        again = ask_json("should-attack", "aa", *apply_flip(battle, flip), *words)
        assert flip["before"] == document["verdict"]
        assert again["verdict"] == flip["after"]
        smaller = re.fullmatch(r"([+-])(\d+) (.+)", flip["change"])
        if smaller and int(smaller[2]) > 1:  # one less of it does not do
            less = f"{smaller[1]}{int(smaller[2]) - 1} {smaller[3]}"
            asked = apply_flip(battle, flip | {"change": less})
            assert ask_json("should-attack", "aa", *asked, *words)["verdict"] != flip["after"]


def verdict(battle, aim, *words):
    return ask_json("should-attack", "aa", battle, "--aim", aim, *words)["verdict"]


@pytest.mark.parametrize(
    ("name", "close"),
    [("territory_taken", 0.01), ("defender_holds", 0.01), ("swing", 0.25), ("rounds", 0.25)],
)
def test_too_close_is_within_a_point_or_a_quarter(name, close):
    battle = "2 inf, 1 arm v 3 inf"
    document = ask_json("odds", "aa", battle)
    value = (document["events"] | document["quantities"])[name]["value"]
    for share, too_close in ((0.9, True), (1.1, False)):
        for sign, otherwise in ((">=", "hold"), (">", "hold"), ("<=", "attack"), ("<", "attack")):
            above = verdict(battle, f"{name} {sign} {value + share * close:.12f}")
            below = verdict(battle, f"{name} {sign} {value - share * close:.12f}")
            if too_close:
                assert (above, below) == ("too_close", "too_close")
            else:
                assert {above, below} == {"attack", "hold"}
                assert above == otherwise


@pytest.mark.fault("B19")
def test_a_simulated_verdict_is_too_close_within_its_interval():
    how = ("--trials", "1500", "--seed", "31")
    for name in ("territory_taken", "swing"):
        document = ask_json("odds", "aa", BATTLE, *how)
        number = (document["events"] | document["quantities"])[name]
        step = half_width(number) / 20
        asked = {
            number["low"] - step: "attack",
            number["low"] + step: "too_close",
            number["high"] - step: "too_close",
            number["high"] + step: "hold",
        }
        for wanted, expected in asked.items():
            assert verdict(BATTLE, f"{name} >= {wanted:.9f}", *how) == expected


@pytest.mark.parametrize(
    ("battle", "hits"), [("12 inf v 1 inf", 400), ("1 inf v 9 inf, 4 arm", 0)], ids=["all", "none"]
)
def test_a_chance_that_every_trial_agrees_on_is_judged_by_its_interval(battle, hits):
    """Wilson's interval of none in n ends at z²/(n + z²), and that of all mirrors it."""
    how = ("--trials", "400", "--seed", "3")
    chance = ask_json("odds", "aa", battle, *how)["events"]["territory_taken"]
    square = NormalDist().inv_cdf(0.975) ** 2
    edge = abs((hits == 400) - square / (400 + square))
    bounds = {chance["low"], chance["high"]}
    assert chance["value"] * 400 == hits
    assert min(abs(edge - bound) for bound in bounds) < 1e-12
    outside, inside = (edge - 1e-6, edge + 1e-6) if hits else (edge + 1e-6, edge - 1e-6)
    judged = verdict(battle, f"territory_taken >= {outside:.9f}", *how)
    assert judged == ("attack" if hits else "hold")
    assert verdict(battle, f"territory_taken >= {inside:.9f}", *how) == "too_close"


def test_all_of_an_aim_must_be_met():
    assert verdict(BATTLE, "territory_taken >= 0.3 and both_gone <= 0.2") == "attack"
    assert verdict(BATTLE, "territory_taken >= 0.3 and both_gone >= 0.2") == "hold"
    assert verdict(BATTLE, "territory_taken >= 0.9 and both_gone <= 0.2") == "hold"


@pytest.mark.parametrize(
    ("aim", "shown"),
    [
        ("territory_taken >= 0.75", "territory_taken >= 0.75"),
        ("TERRITORY_TAKEN>=75% AND net_value>0", "territory_taken >= 0.75 and net_value > 0"),
        ("swing ≥ -2.5", "swing >= -2.5"),
        ("net_value > 1234567", "net_value > 1234567"),
        ("territory_taken >= 0.123456789", "territory_taken >= 0.123456789"),
    ],
)
@pytest.mark.fault("B42")
def test_an_aim_is_said_in_full(aim, shown):
    assert ask_json("should-attack", "aa", "2 inf v 1 inf", "--aim", aim)["aim"] == shown


@pytest.mark.parametrize(
    "aim",
    [
        *("", " ", "and", "territory_taken", "territory_taken >= ", ">= 0.5", "taken >= 0.5"),
        *("territory_taken >= 2", "territory_taken >= -0.1", "territory_taken >= 101%"),
        *("territory_taken = 0.5", "territory_taken >= 0.5 or swing > 0", "swing > 5%"),
        *("territory_taken >= 0.5 and", "swing > nan", "swing > inf", "swing > 1e3", "swing > ½"),
        *("swing > 0; swing < 3", "territory_taken >= 0,5", "swing > --1", "swing > 1\x00"),
    ],
)
def test_an_aim_that_cannot_be_is_refused(aim):
    answer = ask("should-attack", "aa", BATTLE, "--aim", aim, "--format", "json")
    assert is_plain_refusal(answer)
    assert answer.json["kind"] in ("notation", "option")


@pytest.mark.parametrize("how", [(), ("--trials", "200", "--seed", "4")])
@pytest.mark.parametrize("battle", ["9 inf v 1 inf", "1 inf v 9 inf", BATTLE])
def test_a_counter_attack_counts_against_the_attack(battle, how):
    aim = ("--aim", "territory_taken >= 0.5 and net_value > -50", "--worth", "territory=5")
    plain = ask_json("should-attack", "aa", battle, *aim, *how)
    countered = ask_json("should-attack", "aa", battle, *aim, "--counter", "1 inf, 2 arm", *how)
    assert countered["events"] == plain["events"]
    after = countered["counter"]["after"]["territory_taken"]
    assert 0.0 <= after["low"] <= after["value"] <= after["high"] <= 1.0
    assert after["value"] <= plain["events"]["territory_taken"]["value"] + 1e-12
    order = {"hold": 0, "too_close": 1, "attack": 2}
    assert order[countered["verdict"]] <= order[plain["verdict"]]


# --- refusals ----------------------------------------------------------------------------------

MISSING = "/nowhere/at/all.toml"
REFUSALS = [  # arguments, kind, what was given
    (("odds", "aa", "3 foo v 2 inf"), "unknown-unit", "foo"),
    (("odds", "aa", "3 inf", "2 infanty"), "unknown-unit", "infanty"),
    (("odds", "aa", "1.5 inf v 2 inf"), "notation", "1.5"),
    (("odds", "aa", "-3 inf", "2 inf"), "notation", "-3"),
    (("odds", "aa", "three inf v 2 inf"), "unknown-unit", "three"),
    (("odds", "aa", "3 inf v"), "notation", None),
    (("odds", "aa", "3 inf", ""), "notation", None),
    (("odds", "aa", "", "3 inf"), "notation", None),
    (("odds", "aa", "3 inf", " , "), "notation", None),
    (("odds", "aa", "0 inf", "3 inf"), "notation", None),
    (("odds", "aa", "3 inf"), "notation", None),
    (("odds", "aa"), "notation", None),
    (("odds", "aa", "3 inf, 1 ss v 2 inf"), "illegal-battle", "ss"),
    (("odds", "aa", "3 inf v 2 inf, 1 bb"), "illegal-battle", "bb"),
    (("odds", "aa", "3 inf, 1 aa v 2 inf"), "illegal-battle", "aa"),
    (("odds", "aa", BATTLE, "--retreat", "after 0"), "option", "after 0"),
    (("odds", "aa", BATTLE, "--retreat", "when sad"), "option", "when sad"),
    (("odds", "aa", BATTLE, "--retreat", "at -1"), "option", "at -1"),
    (("odds", "aa", BATTLE, "--trials", "0"), "option", "0"),
    (("odds", "aa", BATTLE, "--trials", "-5"), "option", "-5"),
    (("odds", "aa", BATTLE, "--trials", "1.5"), "option", None),
    (("odds", "aa", BATTLE, "--trials", "1" + "0" * 30), "option", "1" + "0" * 30),
    (("odds", "aa", BATTLE, "--precision", "0"), "option", "0"),
    (("odds", "aa", BATTLE, "--precision", "nan"), "option", "nan"),
    (("odds", "aa", BATTLE, "--precision", "1e-12", "--seed", "1"), "option", "1e-12"),
    (("odds", "aa", BATTLE, "--seed", "-1"), "option", "-1"),
    (("odds", "aa", BATTLE, "--engine", "magic"), "option", "magic"),
    (("odds", "aa", "1000000 inf v 1 inf"), "notation", "1000000"),
    (("odds", "aa", "1" + "0" * 4000 + " inf v 1 inf"), "notation", None),
    (("odds", "aa", "1000 inf, 1 arm v 1 inf"), "illegal-battle", None),
    (("odds", "aa", BATTLE, "--bogus"), "option", "--bogus"),
    (("odds", "aa", "3 inf", "2 inf", "--bogus", "5"), "option", None),
    (("odds", "aa", BATTLE, "--bogus=5"), "option", "--bogus"),
    (("conquer", "aa", BATTLE), "option", "conquer"),
    (("odds", "chess", BATTLE), "option", "chess"),
    (("odds",), "option", None),
    (("odds", "aa", "3 inf", "v", "2 inf"), "option", None),
    (("odds", "aa", BATTLE, "--set", "weather=rain"), "option", "weather"),
    (("odds", "aa", BATTLE, "--set", "rounds"), "option", "rounds"),
    (("odds", "aa", BATTLE, "--set", "=3"), "option", "=3"),
    (("odds", "aa", BATTLE, "--set", "rounds=0"), "option", "0"),
    (("odds", "aa", BATTLE, "--set", "rounds=2", "--set", "rounds=3"), "option", "rounds"),
    (("odds", "aa", BATTLE, "--set", "retreat=never", "--retreat", "best"), "option", "retreat"),
    (("odds", "aa", BATTLE, "--set", "dice=loaded"), "option", "loaded"),
    (("odds", "aa", BATTLE, "--set", "edition=1984"), "option", "1984"),
    (("odds", "aa", BATTLE, "--set", "values=inf=cheap"), "notation", "inf=cheap"),
    (("odds", "aa", BATTLE, "--worth", "honour=3"), "option", "honour"),
    (("odds", "aa", BATTLE, "--losses", "inf inf"), "option", "inf inf"),
    (("odds", "aa", BATTLE, "--losses", "foo"), "unknown-unit", "foo"),
    (("odds", "aa", BATTLE, "--set", f"units={MISSING}"), "option", MISSING),
    (("odds", "aa", "--batch", MISSING), "option", MISSING),
    (("odds", "aa", BATTLE, "--batch", MISSING), "option", None),
    (("odds", "aa", BATTLE, "--plot", "/nowhere/x.png"), "option", "/nowhere/x.png"),
    (("odds", "aa", BATTLE, "--plot", "x.gif"), "option", "x.gif"),
    (("odds", "aa", "--losses"), "option", "--losses"),
    (("should-attack", "aa", BATTLE, "--counter", "3 foo"), "unknown-unit", "foo"),
    (("should-attack", "aa", BATTLE, "--counter", ""), "notation", None),
    (("games", "chess"), "option", "chess"),
]


@pytest.mark.fault("B32", "B44", "B21")
@pytest.mark.parametrize(
    ("arguments", "kind", "given"), REFUSALS, ids=[" ".join(r[0])[:60] for r in REFUSALS]
)
def test_what_cannot_be_asked_is_refused_in_one_line(arguments, kind, given):
    began = time.perf_counter()
    plain = ask(*arguments)
    assert is_plain_refusal(plain)
    assert plain.out == ""
    as_json = ask(arguments[0], "--format", "json", *arguments[1:])
    assert time.perf_counter() - began < AT_ONCE
    assert is_plain_refusal(as_json)
    document = as_json.json
    assert set(document) >= {"error", "kind", "given", "allowed"}
    assert document["kind"] == kind
    assert type(document["error"]) is str
    assert document["error"] in as_json.err
    assert as_json.err == plain.err
    assert type(document["allowed"]) is list
    assert all(type(word) is str for word in document["allowed"])
    if given is not None:
        assert document["given"] == given
    elif document["given"] is not None:
        assert document["given"][:20] in " ".join(arguments)


def test_what_is_allowed_is_listed():
    expected = {
        ("odds", "aa", "3 foo v 2 inf"): {"inf", "bmr"},
        ("odds", "aa", BATTLE, "--set", "dice=loaded"): {"standard", "low-luck"},
        ("odds", "aa", BATTLE, "--set", "weather=rain"): {"dice", "losses", "rounds"},
        ("odds", "aa", BATTLE, "--engine", "magic"): {"auto", "exact", "simulate"},
        ("odds", "chess", BATTLE): set(GAMES),
        ("odds", "aa", BATTLE, "--retreat", "x"): {"never", "after N", "at N", "air-only", "best"},
        ("conquer", "aa", BATTLE): set(app.commands),
        ("should-attack", "aa", BATTLE, "--aim", "glory > 1"): {"territory_taken", "net_value"},
    }
    for arguments, words in expected.items():
        document = ask(*arguments, "--format", "json").json
        assert words <= set(document["allowed"]), arguments
        assert all(word in document["error"] for word in words), arguments


def test_an_unknown_format_names_the_known_ones():
    for form in ("xml", "", "tables"):
        answer = ask("odds", "aa", BATTLE, "--format", form)
        assert is_plain_refusal(answer)
        assert answer.out == ""
        assert all(word in answer.err for word in ("table", "json", "csv"))


@pytest.mark.parametrize("form", [("--format", "json"), ("--format=json",), ("--format", "JSON")])
def test_every_way_to_ask_for_json_gets_its_errors_in_json(form):
    assert json.loads(ask("odds", "aa", BATTLE, *form).out)["schema"] == 1
    answer = ask("odds", "aa", "3 foo v 2 inf", *form)
    assert is_plain_refusal(answer)
    assert answer.json["kind"] == "unknown-unit"


TABLES = [
    "units = 3",
    "[units]\ninf = 3",
    "switches = 3\n[units.inf]\nattack = 2",
    "[switches]\nunverified = 3\n[units.inf]\nattack = 2",
    "[switches]\naa_dice = 'many'\n[units.inf]\nattack = 2",
    "[units.inf]\nattack = 7",
    "[units.inf]\nattack = 2.0",
    "[units.inf]\nattack = true",
    "[units.inf]\naliases = 'x'",
    "[units.inf]\nspeed = 2",
    "[units.elite]\nattack = 2",
    "only = true\n[units.elite]\ndomain = 'moon'\ncost = 1\nattack = 1\ndefence = 1",
    "this is no TOML",
    "",
    "[units.inf]\nattack = 2\x00",
]


@pytest.mark.rule("AA-57")
@pytest.mark.parametrize("table", TABLES)
def test_a_wrong_table_of_units_is_refused(tmp_path, table):
    file = tmp_path / "house.toml"
    file.write_text(table)
    answer = ask("odds", "aa", "2 inf v 1 inf", "--set", f"units={file}")
    assert is_plain_refusal(answer), answer


@pytest.mark.rule("AA-57")
@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    ("name", "alias"),
    [("guard", "gd"), ("xguard", "xg"), ("Guard", "GD"), ("Old Guard", "og"), ("v", "vv")],
)
def test_every_unit_of_a_users_table_can_be_named_or_the_table_is_refused(tmp_path, name, alias):
    file = tmp_path / "house.toml"
    file.write_text(
        f'[units."{name}"]\ndomain = "land"\ncost = 4\nattack = 6\ndefence = 5\n'
        f'aliases = ["{alias}"]\n'
    )
    words = ("--set", f"units={file}")
    if ask("odds", "aa", "2 inf v 1 inf", *words).code:
        return
    for spelling in (name, alias):
        document = ask_json("odds", "aa", f"2 {spelling}", "1 inf", *words)
        assert document["battle"] == f"2 {name} v 1 inf"
        assert events(document)["territory_taken"] == pytest.approx(1.0, abs=1e-12)


def test_names_of_files_with_a_zero_byte_are_refused():
    for arguments in (
        ("odds", "aa", "2 inf v 1 inf | units=a\x00b"),
        ("odds", "aa", "--batch", "/tmp/\x00"),
        ("odds", "aa", BATTLE, "--plot", "/tmp/\x00.png"),
    ):
        answer = ask(*arguments)
        assert answer.code == 2, arguments
        assert is_plain_refusal(answer)


# --- as a program ------------------------------------------------------------------------------

ROOT = Path(__file__).parent.parent
PROGRAM = "from reports.cli import main; main()"


def shell(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | environment,
        timeout=30,
    )


@pytest.mark.parametrize(
    ("encoding", "arguments"),
    [
        ("ascii", ("should-attack", "aa", BATTLE, "--trials", "900", "--seed", "3")),
        ("latin-1", ("should-attack", "aa", BATTLE, "--trials", "900", "--seed", "3")),
        ("ascii", ("odds", "--help")),
        ("latin-1", ("odds", "--help")),
        ("ascii", ("odds", "aa", "3 infä v 2 inf")),
        ("utf-8", ("odds", "aa", "3 infä v 2 inf")),
    ],
)
def test_any_terminal_can_show_it(encoding, arguments):
    done = shell(*arguments, PYTHONIOENCODING=encoding, NO_COLOR="1", TERM="xterm")
    text, error = done.stdout.decode(encoding), done.stderr.decode(encoding)
    assert "Traceback" not in error
    assert "\x1b" not in text
    if "ä" in arguments[-1]:
        assert done.returncode == 2
        assert text == ""
        assert error.count("\n") == 1
    else:
        assert (done.returncode, error) == (0, "")
        assert len(text.splitlines()) > 10


def test_as_a_program_it_says_the_same():
    done = shell("should-attack", "aa", LARGE, "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == ask_json("should-attack", "aa", LARGE)
    done = shell("odds", "aa", "3 foo v 2 inf")
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize("form", ["table", "json"])
def test_a_reader_that_leaves_early_is_no_fault(form):
    command = (
        f'"{sys.executable}" -c "{PROGRAM}" odds aa "35 inf, 9 arm v 41 inf, 4 ftr"'
        f" --set rounds=4 --format {form} | head -c 5"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, cwd=ROOT, timeout=30)
    assert len(done.stdout) == 5
    assert done.stderr == b""


def test_without_arguments_the_program_does_not_fail():
    done = shell()
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2)


@pytest.mark.parametrize(
    ("arguments", "word", "near"),
    [
        (("size", "aa", "6 inf v 5 inf", "--chnace", "0.9"), "--chnace", "--chance"),
        (("odds", "aa", "6 inf v 5 inf", "--retreet=best"), "--retreet", "--retreat"),
        (("odds", "aa", "6 inf", "5 inf", "--retreet", "best"), "--retreet", "--retreat"),
        (("sweep", "aa", "6 inf v 5 inf", "--vari", "attacker.inf=1..3"), "--vari", "--vary"),
        (("sensitivity", "aa", "3 inf", "2 inf", "--counter", "3 inf"), "--counter", ""),
    ],
)
def test_a_misspelt_option_is_named_and_not_what_stands_behind_it(arguments, word, near):
    answer = ask(*arguments)
    assert is_plain_refusal(answer)
    assert f"no such option: {word}" in answer.err
    if "=" not in "".join(arguments):
        assert (f"did you mean {near}?" in answer.err) == bool(near)
