"""The verb `deck` from outside, as its contract has it."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from commandline import ask, ask_json, is_plain_refusal

from analysis.deck import ask_deck, deck_document
from combat import __version__
from combat.games import decks

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples" / "decks"
ALIASES = {
    "mt": "musket-skirmish",
    "rb": "rebellion-1775",
    "ww": "washingtons-war",
    "ccn": "napoleonics",
}
FILES = {
    "mt": "musket_skirmish.toml",
    "rb": "rebellion.toml",
    "ww": "washingtons_war.toml",
    "ccn": "napoleonics.toml",
}
# of the contract, and ours
KEYS = {"schema", "game", "method", "trials", "seed", "assumes", "tables"}
MORE_KEYS = {"version", "title", "precision", "precisions", "titles", "lines"}
WAYS = [(), ("--trials", "2000", "--seed", "5")]
over_games = pytest.mark.parametrize("game", ALIASES)
over_ways = pytest.mark.parametrize("how", WAYS, ids=["exact", "simulated"])


def read_csv(text):
    return list(csv.DictReader(io.StringIO(text)))


def leaves(data):
    if isinstance(data, dict):
        for value in data.values():
            yield from leaves(value)
    else:
        yield data


def check_pmf(chances):
    assert chances
    assert all(re.fullmatch(r"\d+|later", key) for key in chances)
    assert all(0.0 <= chance <= 1.0 for chance in chances.values())
    assert sum(chances.values()) <= 1.0 + 1e-9


# --- JSON --------------------------------------------------------------------------------------


@over_games
@over_ways
def test_the_json_of_deck(game, how):
    document = ask_json("deck", game, *how)
    assert set(document) == KEYS | MORE_KEYS
    assert (document["schema"], document["version"]) == (1, __version__)
    assert document["game"] == ALIASES[game]
    if how:
        assert (document["method"], document["trials"], document["seed"]) == ("simulated", 2000, 5)
        assert 0.0 < document["precision"] < 0.03
    else:
        assert (document["method"], document["trials"], document["seed"]) == ("exact", None, None)
        assert document["precision"] == 0.0
        assert set(leaves(document["precisions"])) == {0.0}
    assert set(document["tables"]) == set(document["titles"]) == set(document["precisions"])
    for name, table in document["tables"].items():
        assert name.isidentifier()
        assert all(type(number) is float for number in leaves(table)), name
    assert document["assumes"]
    for line in (*document["assumes"], *document["lines"], *document["titles"].values()):
        assert type(line) is str
        assert line.strip()


@over_ways
def test_tables_of_the_muskets(how):
    tables = ask_json("deck", "mt", *how)["tables"]
    types = set(tables["actions"])
    assert types == {"British regulars", "British rangers", "French indians", "French militia"}
    for row in tables["actions"].values():
        assert set(row) == {"mean", "pmf"}
        check_pmf(row["pmf"])
        mean = sum(int(number) * chance for number, chance in row["pmf"].items())
        assert row["mean"] == pytest.approx(mean)
    assert set(tables["never_reached"]) == set(tables["before"]) == types
    for one, row in tables["before"].items():
        assert set(row) == types - {one}
        assert all(0.0 <= chance <= 1.0 for chance in row.values())
        for other in row:
            assert row[other] + tables["before"][other][one] <= 1.0 + 1e-9


@over_ways
def test_tables_of_1775(how):
    tables = ask_json("deck", "rb", *how)["tables"]
    assert set(tables["truce_turn"]) == {"british", "loyalist", "continental", "patriot"}
    for row in tables["truce_turn"].values():
        check_pmf(row)
    check_pmf(tables["last_round"])
    assert sum(tables["last_round"].values()) == pytest.approx(1.0)
    assert min(map(int, tables["last_round"])) >= 3


@over_ways
def test_tables_of_washingtons_war(how):
    tables = ask_json("deck", "ww", *how)["tables"]
    check_pmf(tables["war_ends"])
    assert set(tables["war_ends"]) <= {"1779", "1780", "1781", "1782", "1783"}
    assert sum(tables["war_ends"].values()) == pytest.approx(1.0)


@over_ways
def test_tables_of_napoleonics(how):
    tables = ask_json("deck", "ccn", *how)["tables"]
    assert set(tables["orders"]) == {"left", "centre", "right"}
    for row in tables["orders"].values():
        chances = [row[key] for key in sorted(row, key=int)]
        assert chances == sorted(chances, reverse=True)
        assert all(0.0 <= chance <= 1.0 for chance in chances)


@over_games
@over_ways
def test_the_document_is_the_librarys(game, how):
    keywords = {"trials": 2000, "rng": 5} if how else {}
    answer = ask_deck(game, EXAMPLES / FILES[game], **keywords)
    document = ask_json("deck", game, str(EXAMPLES / FILES[game]), *how)
    assert document == json.loads(json.dumps(deck_document(answer)))


@over_games
def test_names_and_aliases_ask_the_same(game):
    deck = decks()[ALIASES[game]]
    document = ask_json("deck", game)
    for name in (deck.name, game.upper(), *deck.aliases):
        assert ask_json("deck", name) == document


# --- settings ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        *(("rb", f"truce={how}") for how in ("asap", "forced", "random")),
        *(("rb", f"events={how}") for how in ("all", "none")),
        *(("rb", f"scenario={how}") for how in ("campaign", "introductory", "quebec")),
        *(("ww", f"reshuffle={how}") for how in ("runs-out", "every-turn", "none")),
        *(("ww", f"last={how}") for how in ("random", "earliest", "latest", "holder")),
        ("ccn", "hand=5"),
        ("mt", "without=French militia"),
    ],
)
def test_settings_of_the_contract(game, settings):
    document = ask_json("deck", game, "--set", settings, "--seed", "1")
    assert set(document) == KEYS | MORE_KEYS


@over_games
def test_defaults_are_what_is_not_said(game):
    usual = ask_json("deck", game)
    words = []
    for setting in decks()[ALIASES[game]].settings:
        if setting.default is not None and setting.shows(setting.default):
            words += ["--set", f"{setting.key}={setting.shows(setting.default)}"]
    assert ask_json("deck", game, *words)["tables"] == usual["tables"]


def test_a_question_in_words_is_answered_in_words():
    ask_for = ("--set", "ask=British regulars fires before French indians 3")
    document = ask_json("deck", "mt", *ask_for)
    assert any("British regulars" in line and "%" in line for line in document["lines"])
    assert document["lines"][0] in " ".join(ask("deck", "mt", *ask_for).out.split())


# --- computing ---------------------------------------------------------------------------------


@over_games
def test_engines(game):
    exact = ask_json("deck", game)
    for words in (
        ("--engine", "exact"),
        ("--engine", "exact", "--trials", "100"),
        ("--engine", "exact", "--precision", "0.1"),
    ):
        assert ask_json("deck", game, *words) == exact, words
    for words in (
        ("--engine", "simulate"),
        ("--trials", "700"),
        ("--engine", "auto", "--trials", "9"),
    ):
        document = ask_json("deck", game, *words)
        assert document["method"] == "simulated"
        assert type(document["seed"]) is int
        if "--trials" in words:
            assert document["trials"] == int(words[-1])


@pytest.mark.fault("B45", "B36")
@over_games
def test_a_reported_seed_gives_the_answer_again(game):
    asked = ("deck", game, "--trials", "600")
    first, second = ask_json(*asked), ask_json(*asked)
    assert first["seed"] != second["seed"]
    assert first["tables"] != second["tables"]
    again = ("--seed", str(first["seed"]))
    assert ask_json(*asked, *again) == first
    for form in ("table", "csv"):
        one, other = (ask(*asked, *again, "--format", form) for _ in range(2))
        assert one == other


@pytest.mark.fault("B19")
@over_games
@pytest.mark.parametrize("precision", [0.05, 0.004])
def test_precision_is_the_widest_half_width_of_a_chance(game, precision):
    document = ask_json("deck", game, "--precision", str(precision), "--seed", "8")
    assert document["method"] == "simulated"
    assert 0.9 * precision <= document["precision"] <= precision


@pytest.mark.fault("B19")
def test_a_fine_precision_is_kept_by_every_table_of_chances():
    document = ask_json("deck", "mt", "--precision", "0.0015", "--seed", "8")
    assert document["precision"] <= 0.0015


@pytest.mark.fault("B27")
@over_games
@pytest.mark.parametrize("trials", ["1", "2", "3", "100", "1000"])
def test_no_chance_is_above_one(game, trials):
    """Rounding of a sum is no excuse: a reader may refuse 1.0000000000000002."""
    answer = ask_deck(game, trials=int(trials), rng=1)
    document = ask_json("deck", game, "--trials", trials, "--seed", "1")
    for table in answer.tables:
        if table.chances:
            chances = leaves(document["tables"][table.name])
            most = max(leaves({group: dict(row) for group, row in table.data.items()}))
            assert most <= 1.0, table.name
            assert min(chances) >= 0.0


# --- CSV and tables ----------------------------------------------------------------------------


@over_games
@over_ways
def test_csv_has_a_row_for_each_number(game, how):
    answer = ask("deck", game, *how, "--format", "csv")
    assert (answer.code, answer.err) == (0, "")
    rows = read_csv(answer.out)
    assert set(rows[0]) == {"table", "group", "value", "number"}
    run = {row["group"]: row["number"] for row in rows if row["table"] == "run"}
    assert run["method"] == ("simulated" if how else "exact")
    assert (run.get("trials"), run.get("seed")) == (("2000", "5") if how else (None, None))
    found = {
        (row["table"], row["group"], row["value"]): float(row["number"])
        for row in rows
        if row["table"] != "run"
    }
    asked = ask_deck(game, **({"trials": 2000, "rng": 5} if how else {}))
    expected = {
        (table.name, group, value): number
        for table in asked.tables
        for group, row in table.data.items()
        for value, number in row.items()
    }
    assert found == expected


@over_games
@over_ways
def test_a_table_names_method_and_what_is_taken_for_granted(game, how):
    answer = ask("deck", game, *how)
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[1] == ("simulated, 2,000 runs, seed 5" if how else "exact")
    assert "assumes: " in answer.out
    words = " ".join(answer.out.split())
    document = ask_json("deck", game, *how)
    assert document["title"] in lines[0]
    for title in document["titles"].values():
        assert title in words
    assert ("(95 %)" in answer.out) == bool(how)


@pytest.mark.fault("B41")
@over_games
@over_ways
def test_a_table_shows_no_rare_chance_as_none(game, how):
    text = ask("deck", game, *how).out
    assert not re.search(r"(?<![0-9.])0\.0+ (%|±)", text)
    assert not how or not re.search(r"(?<![0-9.])0 %", text)


def test_wide_tables_are_turned_and_long_ones_cut():
    lines = ask("deck", "mt").out.splitlines()
    start = lines.index("cards turned up in a turn")
    assert lines[start + 1].split() == ["cards", "chance"]


def test_help_says_how():
    answer = ask("deck", "--help")
    assert (answer.code, answer.err) == (0, "")
    for option in ("--set", "--engine", "--trials", "--precision", "--seed", "--format", "--plot"):
        assert option in answer.out


# --- pictures ----------------------------------------------------------------------------------


@over_games
@over_ways
def test_pictures_are_whole(tmp_path, game, how):
    png, svg = tmp_path / "a.png", tmp_path / "b.svg"
    png.write_text("an old file")
    first = ask("deck", game, *how, "--plot", str(png), "--format", "json")
    second = ask("deck", game, *how, "--plot", str(svg))
    assert [(a.code, a.err) for a in (first, second)] == [(0, "")] * 2
    assert first.json == ask_json("deck", game, *how)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.png", "b.svg"]
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data.rstrip().endswith(b"IEND\xaeB`\x82")
    assert len(data) > 10_000
    root = ET.parse(svg).getroot()
    assert root.tag.endswith("svg")
    assert len(list(root.iter())) > 50


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x.pdf", ()),
        ("x", ()),
        ("none/x.png", ()),
        ("x.png", ("--set", "glory=1")),
        ("x.png", ("--trials", "0")),
        ("x.svg", ("/nowhere/deck.toml",)),
        ("x.svg", ("--format", "pdf")),
        ("folder.png", ()),
        ("", ()),
    ],
)
def test_a_refused_picture_leaves_nothing_behind(tmp_path, name, words):
    (tmp_path / "folder.png").mkdir()
    answer = ask("deck", "mt", *words, "--plot", str(tmp_path / name))
    assert is_plain_refusal(answer)
    assert answer.out == ""
    assert [p.name for p in tmp_path.rglob("*")] == ["folder.png"]


def test_a_refused_question_keeps_an_old_picture(tmp_path):
    file = tmp_path / "old.png"
    file.write_text("old")
    assert ask("deck", "mt", "--set", "glory=1", "--plot", str(file)).code == 2
    assert file.read_text() == "old"


# --- refusals ----------------------------------------------------------------------------------


REFUSALS = [
    (("aa",), "option", "aa"),
    (("chess",), "option", "chess"),
    (("",), "option", ""),
    (("mt", "--set", "glory=1"), "option", "glory"),
    (("mt", "--set", "glory"), "option", "glory"),
    (("mt", "--set", "turns=1", "--set", "turns=2"), "option", "turns"),
    (("rb", "--set", "truce=soon"), None, None),
    (("rb", "--set", "scenario=moon"), None, None),
    (("rb", "--set", "events=some"), None, None),
    (("ww", "--set", "reshuffle=often"), None, None),
    (("ww", "--set", "last=mine"), None, None),
    (("ccn", "--set", "hand=0"), None, None),
    (("ccn", "--set", "hand=many"), None, None),
    (("ccn", "--set", "card=Glory"), None, None),
    (("mt", "--set", "without=Prussian guards"), None, None),
    (("mt", "--set", "ask=who wins"), None, None),
    (("mt", "--engine", "guess"), "option", "guess"),
    (("mt", "--trials", "0"), "option", "0"),
    (("mt", "--trials", "-5"), "option", "-5"),
    (("mt", "--trials", "many"), "option", None),
    (("mt", "--trials", "1000000000"), "option", "1000000000"),
    (("mt", "--precision", "0"), "option", "0"),
    (("mt", "--precision", "-0.1"), "option", "-0.1"),
    (("mt", "--precision", "nan"), "option", "nan"),
    (("mt", "--precision", "1"), "option", "1"),
    (("mt", "--precision", "1e-9"), "option", "1e-09"),
    (("mt", "--precision", "0.1", "--trials", "9"), "option", None),
    (("mt", "--seed", "-1"), "option", "-1"),
    (("mt", "--losses", "inf"), "option", None),
    (("mt", "/nowhere/deck.toml"), "option", "/nowhere/deck.toml"),
    (("mt", "/tmp"), "option", "/tmp"),
    (("mt", "a\x00b"), None, None),
    (("mt", "a.toml", "b.toml"), "option", None),
    (("ww", "--set", "last=holder", "--engine", "exact"), "option", "exact"),
    (("ww", "--set", "redraws=0.5", "--engine", "exact"), "option", "exact"),
]


@pytest.mark.fault("B32", "B44", "B21")
@pytest.mark.parametrize(
    ("arguments", "kind", "given"), REFUSALS, ids=[" ".join(r[0])[:60] for r in REFUSALS]
)
def test_what_cannot_be_asked_is_refused_in_one_line(arguments, kind, given):
    plain = ask("deck", *arguments)
    assert is_plain_refusal(plain), plain
    assert plain.out == ""
    as_json = ask("deck", "--format", "json", *arguments)
    assert is_plain_refusal(as_json)
    document = as_json.json
    assert set(document) == {"error", "kind", "given", "allowed"}
    assert document["kind"] in ("notation", "unknown-unit", "illegal-battle", "option")
    assert document["error"] in as_json.err
    if kind:
        assert document["kind"] == kind
    if given is not None:
        assert document["given"] == given
    as_csv = ask("deck", "--format", "csv", *arguments)
    assert is_plain_refusal(as_csv)
    assert as_csv.out == ""


def test_no_game_at_all():
    assert is_plain_refusal(ask("deck"))


WRONG = {
    "no TOML": b"this is no TOML",
    "half a TOML": b"events = 3\n[[cards]",
    "binary": b"\x89PNG\r\n\x1a\n\x00\xff\xfe",
    "latin-1": "side = 'Fran\xe7ais'".encode("latin-1"),
    "a zero": b"events = 3\x00",
    "an unknown key": b"glory = 3",
    "cards that are none": b"cards = 3",
    "a card without anything": b"[[cards]]",
    "nan": b"events = nan",
}


@over_games
@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_refused_in_one_line(tmp_path, game, what):
    file = tmp_path / "deck.toml"
    file.write_bytes(WRONG[what])
    for form in ("table", "csv", "json"):
        answer = ask("deck", game, str(file), "--format", form, "--plot", str(tmp_path / "x.png"))
        assert is_plain_refusal(answer), answer
        if form == "json":
            assert set(answer.json) == {"error", "kind", "given", "allowed"}
        else:
            assert answer.out == ""
    assert [p.name for p in tmp_path.iterdir()] == ["deck.toml"]


def test_a_file_of_another_game_is_refused():
    for game in ALIASES:
        for other, file in FILES.items():
            if other != game:
                answer = ask("deck", game, str(EXAMPLES / file))
                assert is_plain_refusal(answer), (game, file, answer)


BATTLE = "3 regulars v 2 regulars"


@pytest.mark.parametrize(
    "question",
    [
        ("odds", "mt", BATTLE),
        ("odds", "muskets", "3 regulars", "2 regulars"),
        ("odds", "musket-skirmish", BATTLE),
        ("should-attack", "mt", BATTLE),
        ("map", "mt", "map.toml"),
    ],
)
def test_a_game_without_battles_names_the_verb_deck(question):
    """cli.md: other verbs exit 2 and name `deck`."""
    plain = ask(*question)
    assert is_plain_refusal(plain)
    assert "deck" in plain.err
    document = ask(*question, "--format", "json").json
    assert (document["kind"], document["given"]) == ("option", question[1])
    assert document["allowed"] == ["deck"]


def test_a_plan_of_a_game_without_battles_names_the_verb_deck(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text('game = "mt"\n[[stage]]\nname = "a"\nattacker = "1 inf"\ndefender = "1 inf"\n')
    answer = ask("campaign", str(plan))
    assert is_plain_refusal(answer)
    assert "deck" in answer.err
