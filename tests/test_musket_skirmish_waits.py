"""How long a type waits until it fires again, over turns, against the oracle."""

from itertools import permutations

import musket_oracle as oracle
import pytest
from musket_oracle import PACKS, Kind, Pack

from combat.musket_skirmish import waits
from combat.musket_skirmish.cards import read_deck
from combat.musket_skirmish.entry import DECK

NEAR = {"rel": 0, "abs": 1e-12}
FOLLOWED = 9  # cards that the oracle follows; from here on the chances are small
one_kind_of_card = pytest.mark.parametrize(
    "pack", [PACKS[n] for n in PACKS if n != "cards that differ"], ids=lambda pack: pack.names[0]
)


@pytest.mark.rule("MT-03", "MT-07")
@one_kind_of_card
def test_enemy_activations_between_volleys(pack):
    table = DECK.answer(pack.file()).table("enemy_wait").data
    for name in pack.names:
        expected = oracle.wait(pack, name, frozenset(pack.enemies(name)), FOLLOWED)
        found = {n: table[name].get(str(n), 0.0) for n in range(FOLLOWED + 1)}
        assert found == pytest.approx(
            {n: float(expected.get(n, 0)) for n in range(FOLLOWED + 1)}, **NEAR
        )
        assert sum(table[name].values()) == pytest.approx(1, **NEAR)


@pytest.mark.rule("MT-03", "MT-07", "MT-08")
@one_kind_of_card
def test_cards_between_volleys(pack):
    table = DECK.answer(pack.file()).table("card_wait").data
    for name in pack.names:
        expected = oracle.wait(pack, name, frozenset(pack.labels()), FOLLOWED)
        found = {n: table[name].get(str(n), 0.0) for n in range(FOLLOWED + 1)}
        assert found == pytest.approx(
            {n: float(expected.get(n, 0)) for n in range(FOLLOWED + 1)}, **NEAR
        )
        assert sum(table[name].values()) == pytest.approx(1, **NEAR)


@pytest.mark.rule("MT-03")
@one_kind_of_card
def test_fires_again_before_another_type_has_acted_so_often(pack):
    deck = read_deck(pack.file())
    for name, other in permutations(pack.names, 2):
        expected = oracle.wait(pack, name, frozenset(pack.own(other)), 4)
        cards = waits.cards_between_volleys(deck, name)
        found = waits.wait_for(deck, name, cards, other)
        for often in (1, 2, 4):
            chance = float(sum(c for n, c in expected.items() if n < often))
            assert sum(c for n, c in found.items() if n < often) == pytest.approx(chance, **NEAR)
        answer = DECK.answer(pack.file(), ask=f"{name} fires before {other} {often}")
        (line,) = answer.lines
        assert answer.table("ask").plain() == pytest.approx(chance, **NEAR)
        assert line.startswith(f"{name}, which has fired on its first card of a turn, fires again")
        assert f"again before {other} has acted 4 times: " in line


@pytest.mark.rule("MT-03")
def test_a_musket_is_reloaded_by_an_action():
    """One card of one action a turn: fire, reload in the next turn, fire in the third."""
    pack = Pack((Kind("A", "foot", 1, 1), Kind("B", "foot", 1, 1)))
    deck = read_deck(pack.file())
    assert waits.cards_between_volleys(deck, "A foot") == 2
    # two enemy cards, and one more for each of the first and last turns that has it between
    table = DECK.answer(pack.file()).table("enemy_wait").data["A foot"]
    assert table == pytest.approx({"1": 1 / 4, "2": 1 / 2, "3": 1 / 4}, **NEAR)
    # with two actions it reloads at once, and fires in the next turn
    pack = Pack((Kind("A", "foot", 1, 2), Kind("B", "foot", 1, 1)))
    assert waits.cards_between_volleys(read_deck(pack.file()), "A foot") == 1
    table = DECK.answer(pack.file()).table("enemy_wait").data["A foot"]
    assert table == pytest.approx({"0": 1 / 4, "1": 1 / 2, "2": 1 / 4}, **NEAR)


@pytest.mark.rule("MT-03")
def test_cards_that_give_different_actions_have_no_wait_in_cards():
    pack = PACKS["cards that differ"]
    answer = DECK.answer(pack.file())
    for name in ("enemy_wait", "card_wait"):
        assert list(answer.table(name).data) == ["British light-infantry"]


def test_long_waits_are_told_as_one():
    """One card among twenty, and three events of which the first ends the turn."""
    pack = Pack((Kind("A", "foot", 1, 1), Kind("B", "foot", 20, 1)), events=3, stop=1)
    row = DECK.answer(pack.file()).table("enemy_wait").data["A foot"]
    assert list(row)[-1] == "later"
    assert row["later"] > 0.1
    assert sum(row.values()) == pytest.approx(1, **NEAR)
    found = waits.enemy_wait(read_deck(pack.file()), "A foot", 2)
    assert max(found) == waits.FAR
    assert row["later"] == pytest.approx(sum(c for n, c in found.items() if n > 24), **NEAR)


def test_the_slowest_decks_are_answered():
    """Waits of hundreds of turns of a full deck take no longer than a moment."""
    pack = Pack((Kind("A", "foot", 1, 1), Kind("B", "foot", 20, 1)), events=20, stop=1)
    row = DECK.answer(pack.file()).table("card_wait").data["A foot"]
    assert sum(row.values()) == pytest.approx(1, **NEAR)


@pytest.mark.rule("MT-03")
def test_waits_of_the_same_cards_do_not_depend_on_who_else_is_there():
    """Enemy activations until the next volley depend on own, enemy and ending cards alone."""
    pack = PACKS["end of turn"]
    row = DECK.answer(pack.file()).table("enemy_wait").data["British regulars"]
    more = (*pack.kinds, Kind("British", "militia", 4, 1))
    longer = pack._replace(kinds=more, officers=2, morale=("British",))
    assert DECK.answer(longer.file()).table("enemy_wait").data["British regulars"] == (
        pytest.approx(row, **NEAR)
    )
