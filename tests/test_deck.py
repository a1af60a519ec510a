"""Asking a deck from Python: answers, documents, frames, and what they refuse."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis.deck import (
    ask_deck,
    cumulative_frame,
    deck_document,
    deck_frame,
    order_frame,
    timeline_frame,
)
from analysis.deck.picture import deck_picture
from combat import __version__
from combat.decks.answer import (
    CHANCES,
    COMPUTED,
    EXACT,
    MATRIX,
    NUMBERS,
    PMF,
    SIMULATED,
    DeckAnswer,
    DeckTable,
)
from combat.errors import NotationError, OptionError, WargameError
from combat.estimate import Z95
from combat.games import decks

MUSKETS = Path(__file__).parents[1] / "docs" / "examples" / "decks" / "musket_skirmish.toml"
TRIALS = 4_000
TYPES = ["British regulars", "British rangers", "French indians", "French militia"]
TABLES = (
    DeckTable(
        "comes",
        "when it comes",
        PMF,
        {"a": {"1": 0.5, "3": 0.25}, "b": {"2": 1.0}},
        "turn",
        mean=True,
    ),
    DeckTable("last", "the last", PMF, {"game": {"10": 0.5, "9": 0.5}}, "round"),
    DeckTable("late", "when it comes, or later", PMF, {"a": {"later": 0.5, "2": 0.5}}, "turn"),
    DeckTable("held", "held by then", CHANCES, {"a": {"1": 0.25, "2": 0.75}}, "turn"),
    DeckTable("none", "none comes", CHANCES, {"a": {"": 0.25}, "b": {"": 0.0}}),
    DeckTable("before", "before", MATRIX, {"a": {"b": 0.6}, "b": {"a": 0.4}}, "before"),
    DeckTable(
        "kills",
        "on average",
        NUMBERS,
        {"a": {"volleys": 1.5, "a volley kills": 2.0}},
        unit="a turn",
        sds={"a": {"volleys": 0.5}},
    ),
    DeckTable("known", "known all the same", CHANCES, {"a": {"": 0.25}}, runs=COMPUTED),
    DeckTable("fewer", "of fewer runs", CHANCES, {"a": {"": 0.25}}, runs=400),
)


def answer_of(*tables, trials=None):
    method = EXACT if trials is None else SIMULATED
    seed = None if trials is None else 5
    known = TABLES if trials else tuple(table for table in TABLES if not table.runs)
    found = tables or known
    return DeckAnswer("toy", "A toy", method, found, ("a line",), ("fair",), trials, seed)


@pytest.fixture
def exact():
    return answer_of()


@pytest.fixture
def sampled():
    return answer_of(trials=1_600)


# tables


def test_a_kind_that_is_none_is_refused():
    with pytest.raises(ValueError, match="kind 'map' is not one of"):
        DeckTable("a", "a", "map", {})


def test_columns_rise_by_number_and_names_come_last(exact):
    assert exact.table("comes").columns == ("1", "2", "3")
    assert exact.table("last").columns == ("9", "10")  # not as texts
    assert exact.table("late").columns == ("2", "later")


def test_columns_of_pairs_stand_as_the_rows_do():
    data = {"a": {"b": 0.5, "c": 0.1}, "b": {"a": 0.5, "c": 0.5}, "c": {"a": 0.5, "b": 0.5}}
    assert DeckTable("x", "x", MATRIX, data).columns == ("a", "b", "c")
    assert DeckTable("x", "x", MATRIX, {"a": {"late": 0.5, "7": 0.1}}).columns == ("7", "late")


def test_plain_data_leave_out_what_is_single(exact):
    assert exact.table("last").plain() == {"10": 0.5, "9": 0.5}
    assert exact.table("none").plain() == {"a": 0.25, "b": 0.0}
    assert exact.table("before").plain() == {"a": {"b": 0.6}, "b": {"a": 0.4}}
    assert exact.table("comes").plain() == {
        "a": {"mean": 1.25, "pmf": {"1": 0.5, "3": 0.25}},
        "b": {"mean": 2.0, "pmf": {"2": 1.0}},
    }


def test_an_unknown_table_names_the_known_ones(exact):
    with pytest.raises(OptionError, match="no table 'glory'; it has comes, last") as refused:
        exact.table("glory")
    assert refused.value.given == "glory"
    assert refused.value.allowed == tuple(table.name for table in exact.tables)


# precision


def test_an_exact_answer_is_exact(exact):
    assert exact.precision == 0.0
    for table in exact.tables:
        assert exact.runs(table) is None
        assert exact.precision_of(table) == 0.0
    shown = exact.chance(exact.table("none"), "a", "")
    assert (shown.low, shown.value, shown.high) == (0.25,) * 3
    assert exact.number(exact.table("kills"), "a", "volleys").margin == 0.0


def test_runs_are_those_of_the_answer_unless_a_table_has_its_own(sampled):
    runs = {table.name: sampled.runs(table) for table in sampled.tables}
    assert runs.pop("known") is None
    assert runs.pop("fewer") == 400
    assert set(runs.values()) == {1_600}


def test_precision_is_half_of_the_widest_interval_that_can_be(sampled):
    assert sampled.precision_of(sampled.table("none")) == pytest.approx(Z95 / 2 / 40)
    assert sampled.precision_of(sampled.table("fewer")) == pytest.approx(Z95 / 2 / 20)
    assert sampled.precision_of(sampled.table("known")) == 0.0
    assert sampled.precision == sampled.precision_of(sampled.table("fewer"))
    only = answer_of(sampled.table("kills"), trials=1_600)
    assert only.precision == 0.0  # no chances: nothing to be off


def test_a_chance_of_a_simulation_has_its_interval(sampled):
    shown = sampled.chance(sampled.table("none"), "a", "")
    assert shown.low < 0.25 < shown.high
    none = sampled.chance(sampled.table("none"), "b", "")
    assert none.low == 0.0 < none.high < 0.01
    assert sampled.chance(sampled.table("known"), "a", "").margin == 0.0


def test_a_number_of_a_simulation_has_its_interval_unless_it_is_of_the_rules(sampled):
    kills = sampled.table("kills")
    shown = sampled.number(kills, "a", "volleys")
    assert shown.margin == pytest.approx(Z95 * 0.5 / 40, rel=1e-3)
    assert sampled.number(kills, "a", "a volley kills").margin == 0.0


def test_means_are_of_what_comes(exact, sampled):
    comes = exact.table("comes")
    assert exact.mean(comes, "a").value == pytest.approx((0.5 * 1 + 0.25 * 3) / 0.75)
    assert exact.mean(comes, "b").value == 2.0
    assert exact.mean(exact.table("late"), "a") is None  # 'later' is no number
    nothing = DeckTable("x", "x", PMF, {"a": {}})
    assert exact.mean(nothing, "a") is None
    mean = sampled.mean(sampled.table("comes"), "a")
    sd = math.sqrt((1 * 2 + 9) / 3 - (5 / 3) ** 2)
    assert mean.margin == pytest.approx(Z95 * sd / math.sqrt(1_200), rel=1e-2)
    assert sampled.mean(sampled.table("comes"), "b").margin == pytest.approx(0.0)


# documents


@pytest.mark.parametrize("trials", [None, 1_600])
def test_a_document_is_plain_data(trials):
    answer = answer_of(trials=trials)
    document = deck_document(answer)
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert document["version"] == __version__
    assert (document["game"], document["title"]) == ("toy", "A toy")
    assert document["method"] == answer.method
    assert (document["trials"], document["seed"]) == (trials, trials and 5)
    assert document["precision"] == answer.precision
    assert (document["lines"], document["assumes"]) == (["a line"], ["fair"])
    names = [table.name for table in answer.tables]
    assert [*document["tables"]] == [*document["titles"]] == [*document["precisions"]] == names
    assert document["tables"]["last"] == {"10": 0.5, "9": 0.5}
    volleys = document["precisions"]["kills"]["a"]
    assert volleys["a volley kills"] == 0.0
    assert (volleys["volleys"] > 0.0) == (trials is not None)


# frames


def test_deck_frame_has_a_row_for_each_number(exact, sampled):
    for answer in (exact, sampled):
        for table in answer.tables:
            frame = deck_frame(answer, table.name)
            assert list(frame.columns) == ["group", "value", "number", "low", "high"]
            rows = [(g, v, n) for g, row in table.data.items() for v, n in row.items()]
            assert list(frame[["group", "value", "number"]].itertuples(index=False)) == rows
            assert (frame["low"] <= frame["number"]).all()
            assert (frame["number"] <= frame["high"]).all()
            assert frame.attrs == {"title": table.title, "axis": table.axis, "kind": table.kind}
    frame = deck_frame(exact, "comes")
    assert (frame["low"] == frame["high"]).all()
    assert (deck_frame(sampled, "known")["low"] == 0.25).all()
    with pytest.raises(OptionError, match="no table"):
        deck_frame(exact, "glory")


def test_cumulative_frame_adds_up_a_distribution(exact):
    frame = cumulative_frame(exact, "comes")
    expected = [
        *(("a", 1, 0.5), ("a", 2, 0.5), ("a", 3, 0.75)),
        *(("b", 1, 0.0), ("b", 2, 1.0), ("b", 3, 1.0)),
    ]
    assert list(frame.itertuples(index=False)) == expected
    assert frame.attrs == {"label": "Chance of that or less", "what": "Turn"}
    named = cumulative_frame(exact, "last")
    assert set(named["battle"]) == {"the last"}  # a single group has the table's name
    assert list(named["number"]) == [9, 10]
    assert list(cumulative_frame(exact, "late")["number"]) == [2]


def test_cumulative_frame_leaves_chances_over_a_number_as_they_are(exact):
    frame = cumulative_frame(exact, "held")
    assert list(frame["chance"]) == [0.25, 0.75]
    assert frame.attrs["label"] == "Chance"
    holes = answer_of(DeckTable("x", "x", CHANCES, {"a": {"1": 0.5}, "b": {"2": 0.5}}))
    assert cumulative_frame(holes, "x")["chance"].isna().sum() == 2


def test_timeline_frame_has_all_times_for_all_groups(exact):
    frame = timeline_frame(exact, "comes")
    assert list(frame.columns) == ["group", "value", "chance"]
    assert list(frame["value"]) == ["1", "2", "3"] * 2
    assert list(frame["chance"]) == [0.5, 0.0, 0.25, 0.0, 1.0, 0.0]
    assert frame.attrs == {"axis": "turn"}
    assert set(timeline_frame(exact, "last")["group"]) == {""}


def test_order_frame_leaves_blank_what_is_not_there(exact):
    frame = order_frame(exact, "before")
    assert list(frame["row"]) == ["a", "a", "b", "b"]
    assert list(frame["column"]) == ["a", "b", "a", "b"]
    assert np.isnan(frame["chance"].to_numpy()[[0, 3]]).all()
    assert frame.attrs == {"column": "Before", "row": ""}
    assert list(order_frame(exact, "held")["chance"]) == [0.25, 0.75]


@pytest.mark.parametrize(
    ("frame", "name", "allowed"),
    [
        (cumulative_frame, "before", {"comes", "last", "late", "held", "none", "known"}),
        (cumulative_frame, "kills", {"comes", "last", "late", "held", "none", "known"}),
        (timeline_frame, "held", {"comes", "last", "late"}),
        (order_frame, "comes", {"before", "held", "none", "known"}),
    ],
)
def test_frames_refuse_tables_of_another_kind_and_name_theirs(exact, frame, name, allowed):
    with pytest.raises(OptionError, match=f"{name} is no table of that kind") as refused:
        frame(exact, name)
    assert set(refused.value.allowed) == allowed
    assert refused.value.given == name


def test_curves_need_numbers(exact):
    with pytest.raises(OptionError, match="none has no numbers"):
        cumulative_frame(exact, "none")


# questions


@pytest.mark.parametrize("name", decks())
def test_every_table_of_every_game_becomes_frames(name):
    for answer in (ask_deck(name), ask_deck(name, trials=TRIALS, rng=3)):
        for table in answer.tables:
            frame = deck_frame(answer, table.name)
            assert len(frame)
            assert frame["number"].notna().all()
            numeric = any(column.isdecimal() for column in table.columns)
            if table.kind == PMF:
                timeline = timeline_frame(answer, table.name)
                assert (timeline.groupby("group")["chance"].sum() <= 1.0 + 1e-9).all()
            if table.kind in (PMF, CHANCES) and numeric:
                chances = cumulative_frame(answer, table.name)["chance"].dropna()
                assert chances.between(0.0, 1.0).all()
            if table.kind in (MATRIX, CHANCES):
                assert order_frame(answer, table.name)["chance"].dropna().between(0, 1).all()


@pytest.mark.parametrize("name", decks())
def test_a_picture_has_a_panel_for_each_table_that_is_drawn(name):
    deck, answer = decks()[name], ask_deck(name)
    drawn = [table for table in (deck.timeline, deck.curves, deck.pairs) if table]
    figure = deck_picture(answer)
    assert len(figure.axes) == len(drawn) >= 2
    assert figure.get_suptitle() == answer.title


@pytest.mark.rule("MT-08")
def test_a_card_comes_with_the_chances_counted_by_hand():
    """Two cards of two actions, and the third event of three ends the turn: none, one, both."""
    answer = ask_deck("mt", MUSKETS)
    row = answer.table("actions").data["British regulars"]
    assert row == pytest.approx({"0": 0.1, "2": 0.3, "4": 0.6})
    assert answer.table("never_reached").data["British regulars"][""] == pytest.approx(0.1)
    mean = deck_document(answer)["tables"]["actions"]["British regulars"]["mean"]
    assert mean == pytest.approx(3.0)  # 4 cards' actions with 3/4 each


def test_the_usual_deck_has_its_types_in_order():
    answer = ask_deck("muskets")
    assert answer.game == "musket-skirmish"
    assert list(answer.table("actions").data) == TYPES
    assert answer.table("before").columns == tuple(TYPES)


def test_a_file_may_be_a_text_or_a_path():
    assert ask_deck("mt", str(MUSKETS)) == ask_deck("mt", MUSKETS)


def test_engines():
    assert ask_deck("rb").method == "exact"
    assert ask_deck("rb", engine="exact").method == "exact"
    simulated = ask_deck("rb", engine="simulate", rng=1)
    assert (simulated.method, simulated.trials, simulated.seed) == ("simulated", 100_000, 1)
    asked = ask_deck("rb", trials=TRIALS, rng=1)
    assert (asked.method, asked.trials) == ("simulated", TRIALS)
    assert ask_deck("rb", trials=TRIALS, rng=1) == asked
    assert ask_deck("rb", trials=TRIALS, rng=2) != asked


def test_settings_are_given_by_key():
    usual, forced = ask_deck("rb"), ask_deck("rb", truce="forced")
    assert forced.table("last_round") != usual.table("last_round")
    assert ask_deck("ccn", hand=6) == ask_deck("ccn", hand="6") != ask_deck("ccn")


@pytest.mark.parametrize(
    ("arguments", "keywords", "words"),
    [
        (("aa",), {}, "no game with a deck is called 'aa'; they are washingtons-war"),
        (("",), {}, "no game with a deck"),
        (("mt",), {"glory": 3}, "no setting 'glory'"),
        (("rb",), {"truce": "soon"}, "soon"),
        (("ccn",), {"hand": "many"}, "many"),
        (("mt",), {"engine": "guess"}, "guess"),
        (("mt",), {"trials": 0}, "0 trials are not possible"),
        (("mt",), {"trials": 10**9}, "1000000000 trials are not possible"),
        (("mt",), {"moves": "2"}, "moves"),
        (("mt", "/nowhere/deck.toml"), {}, "cannot read '/nowhere/deck.toml'"),
    ],
)
def test_what_cannot_be_asked_is_refused(arguments, keywords, words):
    with pytest.raises(OptionError, match=words):
        ask_deck(*arguments, **keywords)


@pytest.mark.parametrize("name", decks())
@pytest.mark.parametrize(
    "text", ["no = = TOML", "cards = 3", "glory = 1", "[[cards]]\nside = 1", "[[cards]]"]
)
def test_a_wrong_deck_file_is_refused(tmp_path, name, text):
    file = tmp_path / "deck.toml"
    file.write_text(text)
    with pytest.raises(WargameError) as refused:
        ask_deck(name, file)
    assert "\n" not in str(refused.value)


def test_what_is_no_toml_is_called_so(tmp_path):
    file = tmp_path / "deck.toml"
    file.write_text("no = = TOML")
    with pytest.raises(NotationError, match="the deck is not TOML"):
        ask_deck("mt", file)
    file.write_bytes(b"\x00\xff\xfe")
    with pytest.raises(WargameError, match="not a text in UTF-8"):
        ask_deck("mt", file)
    with pytest.raises(WargameError, match="cannot read"):
        ask_deck("mt", tmp_path)


def test_frames_are_frames(exact):
    for frame in (deck_frame, cumulative_frame, timeline_frame):
        assert isinstance(frame(exact, "comes"), pd.DataFrame)
