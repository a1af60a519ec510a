"""Exact answers about the decks of 1775: Rebellion against every order of small decks."""

from fractions import Fraction
from functools import cache

import pytest
import rebellion_deck_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.rebellion_1775.deck.entry import DECK
from combat.rebellion_1775.deck.factions import FACTIONS
from combat.rebellion_1775.deck.hands import HAND, Held, filled

CLOSE = 1e-12
SMALL = [(1, 1, 3), (2, 1, 3), (3, 1, 2), (3, 1, 3), (5, 1, 0), (2, 1, 1)]
decks = st.tuples(st.integers(0, 12), st.just(1), st.integers(0, 9))


def file_of(*kinds, **keys):
    """A deck file in which the factions have these decks, movement, truce and event."""
    found = {
        name: {"movement": m, "truce": t, "event": e}
        for name, (m, t, e) in zip(FACTIONS, kinds * (len(FACTIONS) // len(kinds)), strict=True)
    }
    return {"campaign": {**found, **keys}}


@cache
def story(kinds, truce, events):
    return oracle.Faction(*kinds, oracle.NAMED[truce], play_events=events == "all").story()


def answer(*kinds, data=None, **options):
    return DECK.answer(data or file_of(*kinds), **options)


def assert_row(found, expected):
    """Equal to fractions by turn; what is not among them is impossible."""
    assert found == pytest.approx(
        {str(n): float(expected.get(n, 0)) for n in range(1, len(found) + 1)}, abs=CLOSE
    )


@pytest.mark.rule("RB-20", "RB-23")
@pytest.mark.parametrize("events", ["all", "none"])
@pytest.mark.parametrize("truce", oracle.NAMED)
@pytest.mark.parametrize("kinds", SMALL)
def test_truces_come_as_in_all_orders(kinds, truce, events):
    expected = oracle.truce_turns(story(kinds, truce, events))
    assert sum(expected.values()) == 1
    found = answer(kinds, truce=truce, events=events).table("truce_turn").data
    for name in FACTIONS:
        assert_row(found[name], expected)


@pytest.mark.rule("RB-20")
@pytest.mark.parametrize("events", ["all", "none"])
@pytest.mark.parametrize("kinds", SMALL)
def test_hands_and_events_are_those_of_all_orders_whatever_the_truce(kinds, events):
    for truce in ("asap", "forced"):
        told = story(kinds, truce, events)
        found = answer(kinds, truce=truce, events=events)
        bare = {turn: p for (what, _, turn), p in told.items() if what == "bare"}
        assert_row(found.table("no_movement").data["patriot"], bare)
        if not kinds[2]:
            assert "event_by_round" not in [table.name for table in found.tables]
            continue
        held = found.table("event_by_round").data
        for row, card in (("patriot: a given event", "E1"), ("patriot: any event", "any")):
            first = {
                turn: p for (what, of, turn), p in told.items() if (what, of) == ("held", card)
            }
            by_then, total = {}, Fraction(0)
            for turn in range(1, kinds[0] + 2):
                total += first.get(turn, 0)
                by_then[turn] = total
            assert_row(held[row], by_then)


@pytest.mark.rule("RB-22")
@pytest.mark.parametrize("check_from", [1, 2, 3])
def test_the_last_round_is_that_of_all_combinations(check_from):
    kinds = ((3, 1, 2), (2, 1, 3), (1, 1, 3), (3, 1, 3))
    policies = dict(zip(FACTIONS, ("asap", "forced", "random", "asap"), strict=True))
    truces = {
        name: oracle.truce_turns(story(of, policies[name], "all"))
        for name, of in zip(FACTIONS, kinds, strict=True)
    }
    expected = oracle.last_rounds(truces, check_from)
    options = {f"truce.{name}": policy for name, policy in policies.items()}
    found = answer(*kinds, data=file_of(*kinds, check_from=check_from), **options)
    last = found.table("last_round").data["game"]
    possible = {str(number): float(p) for number, p in sorted(expected.items()) if p}
    assert last == pytest.approx(possible, abs=CLOSE)
    left = 1.0
    for number, chance in found.table("end_next_round").data["game"].items():
        assert chance * left == pytest.approx(last.get(number, 0.0), abs=CLOSE)
        left -= last.get(number, 0.0)


@pytest.mark.rule("RB-22")
@pytest.mark.parametrize("truce", oracle.NAMED)
def test_what_is_on_the_table_narrows_the_chances(truce):
    """Truces on the table are where they are; the others did not come in the rounds played."""
    kinds, rounds = (3, 1, 2), 2
    free = oracle.truce_turns(story(kinds, truce, "all"))
    later = {turn: p for turn, p in free.items() if turn > rounds}
    total = sum(later.values())
    narrowed = {turn: p / total for turn, p in later.items()}
    out = {"loyalist": {2: Fraction(1)}}
    truces = {name: out.get(name, narrowed) for name in FACTIONS}
    found = answer(kinds, truce=truce, table="loyalist: 2", rounds=rounds)
    for name in FACTIONS:
        assert_row(found.table("truce_turn").data[name], truces[name])
    expected = oracle.last_rounds(truces, 3)
    last = found.table("last_round").data["game"]
    assert last == pytest.approx({str(n): float(p) for n, p in expected.items() if p}, abs=CLOSE)
    assert next(iter(found.table("end_next_round").data["game"])) == "3"


@pytest.mark.rule("RB-23")
def test_a_side_with_one_truce_ends_the_game_with_it():
    data = file_of((3, 1, 2), (3, 0, 2), (3, 0, 2), (3, 0, 2), check_from=1)
    found = answer(data=data, truce="random")
    assert found.table("last_round").data["game"] == pytest.approx(
        dict.fromkeys("1234", 0.25), abs=CLOSE
    )
    assert list(found.table("ended_by").data) == ["British truces"]


@pytest.mark.rule("RB-20")
@given(
    hand=st.tuples(*[st.integers(0, 1)] * 2, st.integers(0, 1), st.just(0)),
    deck=st.tuples(*[st.integers(0, 6)] * 4),
)
def test_filling_a_hand_keeps_all_cards(hand, deck):
    held = Held(hand, deck)
    found = filled(held)
    whole = [x + y for x, y in zip(hand, deck, strict=True)]
    if not whole[0] + whole[1]:
        assert found == ((), pytest.approx(1.0))
        return
    assert sum(chance for _, chance in found.hands) == pytest.approx(1.0, abs=CLOSE)
    for new, chance in found.hands:
        assert chance > 0.0
        assert new.moves > 0
        assert [x + y for x, y in zip(new.hand, new.deck, strict=True)] == whole
        assert sum(new.hand) == min(HAND, sum(whole))
        assert min(*new.hand, *new.deck) >= 0


@pytest.mark.rule("RB-20", "RB-22", "RB-23")
@settings(max_examples=25)
@given(st.lists(decks, min_size=4, max_size=4), st.sampled_from(["all", "none"]), st.data())
def test_any_decks_give_chances(kinds, events, data):
    truce = data.draw(st.sampled_from(["asap", "ahead", "forced", "random"]))
    found = answer(*kinds, truce=truce, events=events, lead="0.6, 0.4, 0.5")
    for name, (movement, _, event) in zip(FACTIONS, kinds, strict=True):
        row = found.table("truce_turn").data[name]
        assert len(row) == movement + 1
        assert sum(row.values()) == pytest.approx(1.0, abs=1e-10)
        if event:
            for what in ("a given event", "any event"):
                held = list(found.table("event_by_round").data[f"{name}: {what}"].values())
                assert held == sorted(held)
            assert held[-1] <= 1.0 + CLOSE
    last = found.table("last_round").data["game"]
    assert sum(last.values()) == pytest.approx(1.0, abs=1e-10)
    sides = [max(kinds[0][0], kinds[1][0]), max(kinds[2][0], kinds[3][0])]
    assert max(map(int, last)) <= max(3, min(sides) + 1)
    for table in found.tables:
        for row in table.data.values():
            assert all(-CLOSE <= number <= 1.0 + 1e-10 for number in row.values())


@pytest.mark.rule("RB-20")
@given(decks, st.sampled_from(["all", "none"]))
def test_in_any_deck_movement_cards_played_alike_make_all_turns_alike(kinds, events):
    row = answer(kinds, truce="random", events=events).table("truce_turn").data["british"]
    assert tuple(row.values()) == pytest.approx([1 / len(row)] * len(row), abs=1e-10)


@pytest.mark.rule("RB-20")
@given(decks)
def test_no_policy_brings_the_truce_sooner_than_asap_or_later_than_forced(kinds):
    by_then = {}
    for truce in ("asap", "random", "forced"):
        total, sums = 0.0, []
        for chance in answer(kinds, truce=truce).table("truce_turn").data["british"].values():
            total += chance
            sums.append(total)
        by_then[truce] = sums
    for soon, some, late in zip(*by_then.values(), strict=True):
        assert soon >= some - 1e-10
        assert some >= late - 1e-10
