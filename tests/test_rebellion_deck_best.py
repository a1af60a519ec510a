"""Best play of truces: against brute force, other ways to play, and itself."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import rebellion_deck_oracle as oracle
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combat.battle import parse_settings
from combat.errors import TooLargeError
from combat.rebellion_1775.deck.best_play import BestPlay, solved
from combat.rebellion_1775.deck.entry import DECK
from combat.rebellion_1775.deck.factions import FACTIONS, SIDES
from combat.rebellion_1775.deck.reply import first_plays
from combat.rebellion_1775.deck.situation import situation_of
from combat.rebellion_1775.deck.timing import named_timing

CLOSE = 1e-12
NAMED = ("asap", "ahead", "forced", "random")
UP_AND_DOWN = "0.3, 0.4, 0.6, 0.55, 0.5, 0.7, 0.4, 0.45"
SETTLING = "0.5, 0.5, 0.4, 0.6, 0.3, 0.7, 0.45, 0.55"
BRITISH_BEST = {"truce.british": "best", "truce.loyalist": "best"}
AMERICAN_BEST = {"truce.continental": "best", "truce.patriot": "best"}
leads = st.lists(st.integers(0, 20), min_size=3, max_size=6).map(
    lambda twentieths: ", ".join(str(n / 20) for n in twentieths)
)
kinds_of_a_deck = st.tuples(st.integers(1, 3), st.integers(0, 1), st.integers(0, 2))


def file_of(kinds, **keys):
    found = {
        name: {"movement": m, "truce": t, "event": e}
        for name, (m, t, e) in zip(FACTIONS, kinds, strict=True)
    }
    return {"campaign": {**found, **keys}}


def asked(data=None, **options):
    return situation_of(data, parse_settings(DECK, {k: str(v) for k, v in options.items()}))


def ahead(answer, side="british"):
    return answer.table("ahead_at_end").data[side]["as set"]


def random_plays(solution, side, rng):
    """Some legal way to play, in which everything that best play may look at may matter."""
    found = []
    partners = solution.partners[side]
    for turn, of_round in enumerate(solution.plays[side]):
        orders = []
        for order, (first, second) in enumerate(of_round):
            chances = []
            for at, like in zip((order, 1 - order), (first, second), strict=True):
                seat = partners.seats[at]
                free, held = (
                    marks[turn][:, None] if at == 0 else marks[turn][None, :]
                    for marks in (seat.free, seat.held)
                )
                chances.append(np.where(free, rng.integers(0, 2, like.shape), held * 1.0))
            orders.append(tuple(chances))
        found.append(tuple(orders))
    return tuple(found)


def value(solution, side, plays):
    """The side's chance to be ahead, if it plays so and the other as it is solved for."""
    enders = solution.course({**solution.plays, side: plays}).enders
    return sum(
        solution.asked.lead.of(side, number) * chance
        for number, chance in enumerate(enders.sum(axis=0), start=1)
    )


@pytest.mark.rule("RB-30")
@pytest.mark.parametrize("options", [BRITISH_BEST, AMERICAN_BEST])
@pytest.mark.parametrize("kinds", [((1, 1, 1), (2, 1, 0)), ((2, 1, 1), (2, 1, 2))])
@pytest.mark.parametrize(("enemy", "events"), [("asap", "all"), ("random", "none")])
def test_the_best_reply_is_that_of_brute_force(options, kinds, enemy, events):
    """On tiny decks, all that the enemy's truces may do being kept in mind one by one."""
    chances = [Fraction(n, 20) for n in (9, 4, 12, 7)]
    for check_from in (1, 2):
        british = options is BRITISH_BEST
        theirs = [(2, 1, 1), (1, 1, 2)]
        decks = [*kinds, *theirs] if british else [*theirs, *kinds]
        pmfs = [
            oracle.truce_turns(
                oracle.Faction(*of, oracle.NAMED[enemy], play_events=events == "all").story()
            )
            for of in theirs
        ]
        pairs = {(a, b): p * q for (a, p), (b, q) in product(*(pmf.items() for pmf in pmfs))}
        expected = oracle.Reply(
            kinds,
            pairs,
            lambda n, b=british: chances[n - 1] if b else 1 - chances[n - 1],
            check_from=check_from,
            play_events=events == "all",
        ).value()
        answer = DECK.answer(
            file_of(decks, check_from=check_from),
            truce=enemy,
            events=events,
            lead=", ".join(str(float(p)) for p in chances),
            **options,
        )
        side = "british" if british else "american"
        assert ahead(answer, side) == pytest.approx(float(expected), abs=CLOSE)


@pytest.mark.rule("RB-30")
@settings(max_examples=25)
@given(leads, st.lists(kinds_of_a_deck, min_size=4, max_size=4), st.data())
def test_a_best_reply_is_never_worse_than_a_named_policy(lead, kinds, data):
    assume(any(truce for _, truce, _ in kinds))
    events = data.draw(st.sampled_from(["all", "none"]))
    enemy = data.draw(st.sampled_from(NAMED))
    check_from = data.draw(st.integers(1, 3))
    text = file_of(kinds, check_from=check_from)
    rest = {"truce": enemy, "events": events, "lead": lead}
    best = ahead(DECK.answer(text, **rest, **BRITISH_BEST))
    row = DECK.answer(text, **rest, **BRITISH_BEST).table("ahead_at_end").data["british"]
    for one, other in product(NAMED, NAMED):
        mine = {"truce.british": one, "truce.loyalist": other}
        worth = ahead(DECK.answer(text, **rest, **mine))
        assert best >= worth - CLOSE
        if one == other and any(truce for _, truce, _ in kinds[:2]):
            assert row[one] == pytest.approx(worth, abs=CLOSE)


@pytest.mark.rule("RB-30")
@pytest.mark.parametrize("lead", [UP_AND_DOWN, SETTLING])
@pytest.mark.parametrize("scenario", ["campaign", "quebec"])
def test_a_best_reply_to_best_play_is_not_worse_than_any_other_way_to_play(lead, scenario):
    """Against an enemy that looks at the table, so that what a side does changes his play."""
    solution = solved(asked(truce="best", lead=lead, scenario=scenario))
    rng = np.random.default_rng(7)
    for side in SIDES:
        best = value(solution, side, solution.plays[side]) + solution.gain(side)
        assert solution.gain(side) >= -CLOSE
        for _ in range(6):
            assert best >= value(solution, side, random_plays(solution, side, rng)) - CLOSE
        for kind in NAMED:
            assert best >= solution.ahead(side, kind) - CLOSE


@pytest.mark.rule("RB-30")
def test_best_replies_to_one_another_settle_or_come_round():
    settled = solved(asked(truce="best", lead=SETTLING))
    assert (settled.round_trip, settled.unsettled) == (0, False)
    for side in SIDES:
        assert settled.gain(side) == pytest.approx(0.0, abs=CLOSE)
    answer = DECK.answer(truce="best", lead=SETTLING)
    assert "neither gains by changing" in answer.lines[-1]
    circle = solved(asked(truce="best", lead=UP_AND_DOWN))
    assert circle.round_trip > 1
    assert max(map(circle.gain, SIDES)) > 0.001
    said = DECK.answer(truce="best", lead=UP_AND_DOWN).lines[-1]
    assert f"come round in a circle of {circle.round_trip}" in said


@pytest.mark.rule("RB-22", "RB-30")
@pytest.mark.parametrize(
    ("kinds", "options"),
    [
        (None, {"truce": "asap"}),
        (None, {"truce": "random", "events": "none"}),
        (None, {"truce": "asap", "truce.loyalist": "forced", "truce.patriot": "random"}),
        (None, {"truce": "forced", "scenario": "quebec"}),
        (None, {"truce": "random", "table": "british: 1, patriot: 4", "rounds": 5}),
        (None, {"truce": "asap", "table": "loyalist: 2"}),
        ([(2, 1, 5), (4, 0, 2), (6, 1, 0), (3, 1, 3)], {"truce": "random"}),
        ([(2, 0, 5), (4, 0, 2), (6, 1, 0), (3, 1, 3)], {"truce": "random", "events": "none"}),
    ],
)
def test_following_hands_together_agrees_with_following_them_apart(kinds, options):
    """Named policies by the joint cards of partners, and by independent factions."""
    data = kinds and file_of(kinds)
    question = asked(data, **options)
    partners = solved(asked(data, **{**options, "truce.continental": "best"})).partners
    for name, seat in zip(FACTIONS, (s for p in partners.values() for s in p.seats), strict=True):
        seat.truce = question.truces[name]
    rounds = question.scenario.last_round
    plays = {side: first_plays(partners[side], rounds) for side in SIDES}
    joint = BestPlay(question, partners, plays).timing
    apart = named_timing(question)
    assert joint.enders == pytest.approx(apart.enders, abs=CLOSE)


@pytest.mark.rule("RB-30")
def test_a_lead_that_only_falls_is_taken_as_soon_as_can_be():
    """Who falls behind hurries, who gets ahead waits; each gains nothing by anything else."""
    answer = DECK.answer(truce="best", lead="0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1")
    value = answer.table("ahead_at_end").data
    hurry = DECK.answer(
        lead="0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1",
        **{"truce": "asap", "truce.continental": "forced", "truce.patriot": "forced"},
    )
    for side in SIDES:
        assert value[side]["as set"] == pytest.approx(ahead(hurry, side), abs=CLOSE)
    rows = answer.table("best_choice").data
    last = rows["british, its side's last truce"]
    assert last == {str(n): float(n >= 3) for n in range(1, 8)}  # before round 3 it is a tie
    assert set(rows["patriot, its side's last truce"].values()) == {0.0}


@pytest.mark.rule("RB-30")
def test_without_a_lead_nothing_is_gained_and_the_answer_says_so():
    answer = DECK.answer(truce="best")
    for row in answer.table("ahead_at_end").data.values():
        assert tuple(row.values()) == pytest.approx([0.5] * len(row), abs=CLOSE)
    assert any("lead is not given" in line for line in answer.assumes)


@pytest.mark.rule("RB-22", "RB-30")
def test_best_play_from_a_table_on():
    """What is on the table stays there, and the next round may be the last."""
    options = {"truce": "best", "lead": SETTLING, "table": "british: 2, patriot: 4", "rounds": 4}
    answer = DECK.answer(**options)
    assert answer.table("truce_turn").data["british"]["2"] == 1.0
    assert sum(answer.table("last_round").data["game"].values()) == pytest.approx(1.0, abs=CLOSE)
    assert next(iter(answer.table("end_next_round").data["game"])) == "5"
    assert min(map(int, answer.table("last_round").data["game"])) == 5
    for side, row in answer.table("ahead_at_end").data.items():
        for kind in NAMED:
            assert row["as set"] >= row[kind] - CLOSE, side


@pytest.mark.rule("RB-22")
def test_a_table_that_settles_the_end_leaves_nothing_to_decide():
    answer = DECK.answer(truce="best", lead=SETTLING, table="british: 1, loyalist: 2")
    assert answer.table("last_round").data["game"] == {"3": pytest.approx(1.0)}
    assert "the table settles it" in answer.lines[0]


@pytest.mark.rule("RB-30")
def test_one_of_two_partners_may_play_best_and_see_the_others_hand():
    lead = UP_AND_DOWN
    one = ahead(DECK.answer(truce="random", lead=lead, **{"truce.british": "best"}))
    both = ahead(DECK.answer(truce="random", lead=lead, **BRITISH_BEST))
    none = ahead(DECK.answer(truce="random", lead=lead))
    assert none < one < both


def test_decks_too_large_for_best_play_are_refused():
    with pytest.raises(TooLargeError, match="too many cards"):
        DECK.answer(file_of([(30, 1, 20)] * 4), truce="best")
