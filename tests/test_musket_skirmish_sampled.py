"""The activation deck simulated against exact, and what holds of every deck."""

from itertools import permutations
from math import sqrt

import musket_oracle as oracle
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from musket_oracle import PACKS, Kind, Pack

from combat.decks.answer import NUMBERS, PMF
from combat.decks.how import How
from combat.musket_skirmish.cards import read_deck
from combat.musket_skirmish.entry import DECK
from combat.musket_skirmish.sample import Turns
from combat.musket_skirmish.tables import LATER

TRIALS = 80_000
ERRORS = 4  # standard errors that a simulation may be off
NEAR = {"rel": 0, "abs": 1e-12}


def simulated(pack, **options):
    return DECK.answer(pack.file(), how=How(trials=TRIALS, rng=11), **options)


def agree(found, exact, trials=TRIALS):
    """Compare a simulated chance with the exact one; a single run more or less is nothing."""
    assert abs(found - exact) <= ERRORS * sqrt(exact * (1 - exact) / trials) + 1 / trials


@pytest.mark.rule("MT-01", "MT-03", "MT-07", "MT-08")
@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_simulated_tables_are_near_the_exact_ones(pack):
    exact, found = DECK.answer(pack.file()), simulated(pack)
    assert (exact.method, found.method) == ("exact", "simulated")
    assert (found.trials, found.seed) == (TRIALS, 11)
    assert [table.name for table in found.tables] == [table.name for table in exact.tables]
    for table in exact.tables:
        other = found.table(table.name).data
        assert (table.kind, list(table.data)) == (found.table(table.name).kind, list(other))
        if table.kind == NUMBERS or table.name == "dry_spell":  # compared by their parts below
            continue
        for group, row in table.data.items():
            for value in {*row, *other[group]}:
                agree(other[group].get(value, 0.0), min(1.0, row.get(value, 0.0)))


@pytest.mark.rule("MT-03", "MT-04")
@pytest.mark.parametrize("name", ["plain", "cards that differ"])
def test_simulated_means_are_near_the_exact_ones(name):
    exact, found = DECK.answer(PACKS[name].file()), simulated(PACKS[name])
    actions = exact.table("actions")
    for type_, pmf in actions.data.items():
        mean = actions.plain()[type_]["mean"]
        square = sum(float(number) ** 2 * chance for number, chance in pmf.items())
        error = sqrt(max(0.0, square - mean**2) / TRIALS)
        volleys = found.table("volleys").data[type_]["volleys"]
        assert abs(volleys - mean / 2) <= ERRORS * error / 2 + 1e-9
    came = exact.table("officers_card").data
    for type_, row in found.table("officers_card").data.items():
        agree(row["actions"], min(1.0, came[type_]["actions"]))


def test_same_seed_and_trials_same_answer():
    pack = PACKS["end of turn"]
    for variant in ([], ["end-of-turn"], ["planning", "end-of-turn"], ["vigilance"]):
        asked = [
            DECK.answer(pack.file(variant=variant), how=How(trials=500, rng=seed))
            for seed in (3, 3, 4)
        ]
        assert asked[0] == asked[1]
        assert asked[0].tables != asked[2].tables


def test_a_seed_is_told_and_gives_the_answer_again():
    pack = PACKS["end of turn"]
    for variant in (["end-of-turn"], ["planning", "vigilance"]):
        data = pack.file(variant=variant)
        first = DECK.answer(data, how=How(trials=200))
        assert first.seed is not None
        assert DECK.answer(data, how=How(trials=200, rng=first.seed)) == first


def test_a_generator_may_be_given():
    answer = DECK.answer(PACKS["plain"].file(), how=How(trials=99, rng=np.random.default_rng(1)))
    assert (answer.trials, answer.seed) == (99, None)


@pytest.mark.rule("MT-01")
def test_all_orders_are_equally_likely():
    """Each of the twelve orders of a small deck comes as often as each other."""
    pack = Pack((Kind("A", "foot", 2, 1), Kind("B", "foot", 1, 1)), events=1)
    runs = 12_000
    turns = Turns.shuffled(read_deck(pack.file()), runs, np.random.default_rng(5))
    kinds, counts = np.unique(turns.kinds, axis=0, return_counts=True)
    expected = len(oracle.turns(pack))
    assert len(kinds) == expected
    for count in counts:
        agree(count / runs, 1 / expected, runs)
    assert turns.comes.all()


# --- what holds of every deck


@st.composite
def packs(draw):
    sides = ("A", "B", "C")
    kinds = []
    for at in range(draw(st.integers(1, 4))):
        side = draw(st.sampled_from(sides[:2] if at < 3 else sides))
        elite = draw(st.booleans())
        count, actions = draw(st.integers(1, 4)), draw(st.integers(1, 4))
        kinds.append(Kind(side, f"type {at}", count, actions, elite))
    known = sorted({kind.side for kind in kinds})
    return Pack(
        tuple(kinds),
        draw(st.integers(0, 4)),
        draw(st.integers(0, 2)),
        tuple(draw(st.lists(st.sampled_from(known), unique=True))),
        draw(st.none() | st.integers(1, 4)),
    )


@given(packs())
def test_nothing_is_lost(pack):
    """Chances sum to 1; of two types one acts before the other, both at once, or neither acts."""
    answer = DECK.answer(pack.file())
    never_comes = {}
    for table in answer.tables:
        for group, row in table.data.items():
            assert all(-1e-12 <= chance <= 1 + 1e-12 for chance in row.values() if table.chances)
            if table.kind == PMF and table.name != "first_place":
                assert sum(row.values()) == pytest.approx(1, **NEAR)
            elif table.name == "first_place":
                never_comes[group] = 1 - sum(row.values())
    actions, before = answer.table("actions").data, answer.table("before").data
    for name in pack.names:
        assert never_comes[name] == pytest.approx(actions[name].get("0", 0.0), **NEAR)
    elite = {kind.name for kind in pack.kinds if kind.elite}
    ends = pack.stop is not None and pack.stop <= pack.events
    for name, other in permutations(pack.names, 2):
        if pack.officers and {name, other} <= elite:
            assert before[name][other] + before[other][name] >= 1 - never_comes[name] - 1e-12
            continue
        neither = 1 - before[name][other] - before[other][name]
        assert -1e-12 <= neither <= min(never_comes[name], never_comes[other]) + 1e-12
        if not ends:
            assert neither == pytest.approx(0, **NEAR)
        cards = sum(
            k.count + pack.officers * k.elite for k in pack.kinds if k.name in (name, other)
        )
        if pack.stop == 1 and ends:  # none of them before any of the events
            assert neither == pytest.approx(pack.events / (cards + pack.events), **NEAR)
    firsts = sum(row[""] for row in answer.table("first_to_act").data.values())
    assert firsts <= 1 + 1e-12
    assert ends or firsts == pytest.approx(1, **NEAR)


@pytest.mark.rule("MT-08")
@given(packs(), st.integers(1, 5))
def test_others_in_the_deck_do_not_change_what_is_never_reached(pack, count):
    longer = pack._replace(kinds=(*pack.kinds, Kind("D", "others", count, 1)))
    found, more = DECK.answer(pack.file()), DECK.answer(longer.file())
    for name in ("never_reached", "actions", "dry_spell"):
        for group, row in found.table(name).data.items():
            assert more.table(name).data[group] == pytest.approx(row, **NEAR)


@pytest.mark.rule("MT-08")
@given(packs())
def test_a_single_card_is_never_reached_with_a_quarter_in_any_deck(pack):
    pack = pack._replace(kinds=(*pack.kinds, Kind("D", "lone", 1, 1)), events=3, stop=3)
    never = DECK.answer(pack.file()).table("never_reached").data
    assert never["D lone"][""] == 0.25


@settings(max_examples=15)
@given(packs(), st.integers(0, 2**32))
def test_every_turn_is_the_deck_in_some_order(pack, seed):
    """The cards of a simulated turn are those of the deck, and come until it ends."""
    deck = read_deck(pack.file())
    turns = Turns.shuffled(deck, 50, np.random.default_rng(seed))
    counts = [*(kind.count for kind in pack.kinds), pack.events, pack.officers, len(pack.morale)]
    for kinds, comes in zip(turns.kinds, turns.comes, strict=True):
        assert np.bincount(kinds, minlength=len(counts)).tolist() == counts
        labels = tuple(oracle.EVENT if kind == len(pack.kinds) else (kind,) for kind in kinds)
        assert comes.sum() == len(oracle.ended(labels, pack.stop))
        assert not comes[comes.sum() :].any()


@settings(max_examples=15)
@given(packs(), st.integers(0, 2**32))
def test_what_is_impossible_is_never_simulated(pack, seed):
    exact = DECK.answer(pack.file())
    found = DECK.answer(pack.file(), how=How(trials=100, rng=seed))
    for name in ("actions", "first_place", "turn_length", "card_wait", "enemy_wait"):
        for group, row in found.table(name).data.items():
            assert set(row) - {LATER} <= set(exact.table(name).data[group])
            if name != "first_place":
                assert sum(row.values()) == pytest.approx(1, **NEAR)
