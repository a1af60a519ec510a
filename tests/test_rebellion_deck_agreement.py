"""Simulated decks of 1775: Rebellion: as exact answers say, and the same for the same seed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.decks.answer import NUMBERS
from combat.decks.how import CHUNK, How
from combat.errors import OptionError
from combat.rebellion_1775.deck.dealt import Dealt
from combat.rebellion_1775.deck.entry import DECK
from combat.rebellion_1775.deck.hands import EVENT, HAND, MARKED, MOVEMENT, TRUCE, Held

TRIALS = 40_000
LEAD = "0.3, 0.4, 0.6, 0.55, 0.5, 0.7, 0.4, 0.45"
UNEVEN = {
    "campaign": {
        "british": {"movement": 3, "truce": 1, "event": 5},
        "loyalist": {"movement": 6, "truce": 1, "event": 0},
        "continental": {"movement": 4, "truce": 0, "event": 2},
        "patriot": {"movement": 8, "truce": 1, "event": 9},
        "check_from": 2,
    }
}
CASES = {
    "asap": {"truce": "asap"},
    "kept events": {"truce": "random", "events": "none"},
    "each his own": {
        **{"truce": "asap", "truce.loyalist": "forced"},
        **{"truce.patriot": "ahead", "lead": LEAD},
    },
    "introductory": {"scenario": "introductory"},
    "Quebec": {"scenario": "quebec", "truce": "forced"},
    "a table": {"truce": "random", "table": "british: 1, patriot: 4", "events": "none"},
    "best": {"truce": "best", "lead": LEAD},
    "best for one side": {
        **{"truce": "random", "truce.continental": "best", "truce.patriot": "best"},
        **{"scenario": "quebec", "events": "none", "lead": LEAD},
    },
    "best from a table on": {
        **{"truce": "best", "events": "none", "lead": LEAD, "table": "loyalist: 2", "rounds": 3}
    },
    "decks of one's own": {"data": UNEVEN, "truce": "random", "events": "none"},
    "best with decks of one's own": {"data": UNEVEN, "truce": "best", "lead": LEAD},
}


def given_the_round(exact, name, column):
    """Chance that a number of a table is asked about at all in a game."""
    if name != "end_next_round":
        return 1.0
    last = exact.table("last_round").data["game"]
    return sum(chance for number, chance in last.items() if int(number) >= int(column))


@pytest.mark.rule("RB-20", "RB-21", "RB-22", "RB-23", "RB-26", "RB-30")
@pytest.mark.parametrize("case", CASES)
def test_a_simulation_is_no_further_off_than_chance_explains(case):
    """Each number of each table, within four standard errors."""
    options = dict(CASES[case])
    data = options.pop("data", None)
    exact = DECK.answer(data, **options)
    sampled = DECK.answer(data, how=How("simulate", TRIALS, 5), **options)
    assert (exact.method, sampled.method) == ("exact", "simulated")
    names = [table.name for table in exact.tables if table.name != "best_choice"]
    assert [table.name for table in sampled.tables] == names
    for name in names:
        table, found = exact.table(name), sampled.table(name)
        assert table.kind != NUMBERS
        for group, row in table.data.items():
            for column, chance in row.items():
                if name == "ahead_at_end" and column != "as set":
                    continue
                share = given_the_round(exact, name, column)
                games = TRIALS * share
                if games < 100:
                    continue
                error = abs(found.data.get(group, {}).get(column, 0.0) - chance)
                spread = max(0.0, chance * (1.0 - chance)) / games
                assert error <= 4.0 * spread**0.5 + 1e-9, (name, group, column)


@pytest.mark.rule("RB-20")
def test_rare_hands_are_drawn_anew_again_and_again():
    """One movement card among many events: nearly every hand is drawn anew."""
    deck = {"movement": 1, "truce": 1, "event": 20}
    data = {"campaign": dict.fromkeys(("british", "loyalist", "continental", "patriot"), deck)}
    exact = DECK.answer(data, truce="asap", events="none")
    sampled = DECK.answer(data, how=How("simulate", TRIALS, 3), truce="asap", events="none")
    for name in ("truce_turn", "no_movement"):
        chance = exact.table(name).data["british"]["2"]
        found = sampled.table(name).data["british"]["2"]
        assert abs(found - chance) <= 4.0 * (chance * (1.0 - chance) / TRIALS) ** 0.5


@pytest.mark.parametrize("options", [{"truce": "random"}, {"truce": "best", "lead": LEAD}])
def test_the_same_seed_gives_the_same_answer(options):
    one, other = (DECK.answer(how=How("auto", 2_000, 11), **options) for _ in range(2))
    assert [table.data for table in one.tables] == [table.data for table in other.tables]
    assert (one.lines, one.assumes, one.trials, one.seed) == (
        *(other.lines, other.assumes),
        *(2_000, 11),
    )
    another = DECK.answer(how=How("auto", 2_000, 12), **options)
    assert another.table("last_round").data != one.table("last_round").data


def test_a_seed_that_is_not_given_is_told():
    one = DECK.answer(how=How("simulate", 1_000))
    assert DECK.answer(how=How("simulate", 1_000, one.seed)).lines == one.lines


def test_more_games_than_are_played_at_a_time():
    answer = DECK.answer(how=How("simulate", CHUNK + 5, 1))
    assert answer.trials == CHUNK + 5
    for row in answer.table("truce_turn").data.values():
        assert sum(row.values()) == pytest.approx(1.0, abs=1e-12)


def test_one_game():
    answer = DECK.answer(how=How("simulate", 1, 1), truce="best", lead=LEAD)
    assert sum(answer.table("last_round").data["game"].values()) == 1.0


def test_trials_are_not_for_exact_answers():
    with pytest.raises(OptionError, match="trials are for a simulation"):
        DECK.answer(how=How("exact", 10))


@pytest.mark.rule("RB-20")
@settings(max_examples=30)
@given(
    st.tuples(st.integers(0, 6), st.integers(0, 1), st.integers(0, 6), st.integers(0, 1)),
    st.booleans(),
    st.integers(0, 1_000),
)
def test_no_card_is_lost_or_comes_twice(cards, events, seed):
    """What is in hand, in the draw deck and played is the whole deck, turn by turn."""
    turns = cards[MOVEMENT] + cards[TRUCE]
    if not turns:
        return
    rng = np.random.default_rng(seed)
    games = 50
    dealt = Dealt.at_first(cards, games, rng)
    everyone = np.ones(games, dtype=bool)
    played = np.zeros((4, games), dtype=int)
    for turn in range(turns):
        left = np.arange(dealt.deck.shape[1]) >= dealt.top[:, None]
        for kind in (MOVEMENT, TRUCE, EVENT, MARKED):
            deck = ((dealt.deck == kind) & left).sum(axis=1)
            assert (dealt.hand[kind] + deck + played[kind] == cards[kind]).all()
        assert (dealt.hand >= 0).all()
        whole = left.sum(axis=1) + dealt.hand.sum(axis=0)
        assert (dealt.hand.sum(axis=0) == np.minimum(HAND, whole)).all()
        assert (dealt.moves > 0).all()
        before = dealt.hand.astype(int)
        truce = (dealt.hand[TRUCE] > 0) & ((dealt.hand[MOVEMENT] == 0) | (rng.random(games) < 0.5))
        dealt.play(truce, everyone, events=events)
        played += before - dealt.hand
        if turn + 1 < turns:
            dealt.fill(everyone)
    assert (played[MOVEMENT] == cards[MOVEMENT]).all()
    assert (played[TRUCE] == cards[TRUCE]).all()


@pytest.mark.rule("RB-20")
def test_games_may_begin_in_their_midst():
    states = [Held((1, 1, 1, 0), (2, 0, 3, 0)), Held((2, 0, 1, 0), (0, 1, 0, 0))]
    which = np.array([0, 1, 1, 0])
    dealt = Dealt.from_states(states, which, np.random.default_rng(1))
    left = np.arange(dealt.deck.shape[1]) >= dealt.top[:, None]
    for game, state in enumerate(which):
        assert tuple(dealt.hand[:, game]) == states[state].hand
        deck = dealt.deck[game][left[game]]
        assert tuple(np.bincount(deck, minlength=4)) == states[state].deck
