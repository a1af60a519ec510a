"""Taking territories on the map: owners, guns, complexes and cash, each case worked out by hand."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.axis_allies.economy.capture import captured, guns_handed_over, holder
from combat.axis_allies.economy.money import next_turn
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import starting_position
from combat.errors import IllegalBattleError
from combat.force import Force

SU, GE, UK, JP, US = (
    "Soviet Union",
    "Germany",
    "United Kingdom",
    "Japan",
    "United States",
)


def force(text: str) -> Force:
    return Force.parse(text)


def start() -> Position:
    return starting_position()


@pytest.mark.rule("AA-40", "AA-44")
def test_income_moves_at_once_and_guns_and_complex_go_to_the_captor() -> None:
    before = start().with_complex("Caucasus", 3).with_force("Caucasus", UK, force("1 aa, 1 ftr"))
    after = captured(before, GE, "Caucasus", force("2 inf, 1 arm"))
    assert after.owners["Caucasus"] == GE
    assert dict(after.units["Caucasus"]) == {GE: force("2 inf, 1 arm, 2 aa")}
    assert after.complexes["Caucasus"] == 3  # the damage stays
    assert (after.income(GE), after.income(SU)) == (44, 20)  # 4 IPC, as they begin with 40 and 24
    assert after.cash == before.cash  # no capital: no cash
    assert before.owners["Caucasus"] == SU  # the position asked about is left as it was


@pytest.mark.rule("AA-47", "AA-40")
def test_a_blitz_leaves_nobody_behind() -> None:
    before = start().with_force("Archangel", SU, Force())
    after = captured(before, GE, "Archangel", Force())
    assert after.owners["Archangel"] == GE
    assert "Archangel" not in after.units


@pytest.mark.rule("AA-42")
def test_a_capital_gives_all_the_cash_in_hand() -> None:
    # the example of the rulebook: 18 IPC in the Soviet hand when Moscow falls
    before = start().with_cash(SU, 18).with_cash(GE, 7)
    after = captured(before, GE, "Russia", force("1 arm"))
    assert (after.cash[GE], after.cash[SU]) == (25, 0)
    assert after.income(SU) == 0
    assert after.production(SU) == 24 - 8


@pytest.mark.rule("AA-42")
def test_the_captor_is_paid_even_without_a_capital_of_his_own() -> None:
    before = start().with_owner("Germany", SU).with_cash(GE, 0).with_cash(UK, 11)
    after = captured(before, GE, "United Kingdom", force("1 inf"))
    assert (after.cash[GE], after.cash[UK]) == (11, 0)
    assert after.income(GE) == 0  # until Berlin is free
    assert after.production(GE) == 30 + 8


@pytest.mark.rule("AA-42", "AA-45")
def test_freeing_a_capital_returns_no_cash() -> None:
    lost = captured(start(), GE, "Russia", force("1 arm"))
    again = lost.with_cash(GE, 64)
    freed = captured(again, UK, "Russia", force("1 inf"))
    assert freed.owners["Russia"] == SU
    assert freed.cash == again.cash
    assert freed.income(SU) == 24  # it has its income again
    assert dict(freed.units["Russia"]) == {SU: force("1 aa"), UK: force("1 inf")}


@pytest.mark.rule("AA-45")
def test_an_allys_territory_goes_back_to_it_with_guns_and_complex() -> None:
    lost = captured(start(), GE, "Caucasus", force("1 inf")).with_complex("Caucasus", 1)
    freed = captured(lost, UK, "Caucasus", force("1 inf, 1 arm"))
    assert freed.owners["Caucasus"] == SU
    assert dict(freed.units["Caucasus"]) == {SU: force("1 aa"), UK: force("1 inf, 1 arm")}
    assert freed.complexes["Caucasus"] == 1
    assert (freed.income(SU), freed.income(UK), freed.income(GE)) == (24, 30, 40)


@pytest.mark.rule("AA-45")
def test_while_the_allys_capital_is_lost_the_captor_holds_what_he_frees() -> None:
    lost = captured(start(), GE, "Caucasus", force("1 inf"))
    lost = captured(lost, GE, "Russia", force("1 inf"))
    held = captured(lost, UK, "Caucasus", force("2 inf"))
    assert held.owners["Caucasus"] == UK
    assert dict(held.units["Caucasus"]) == {UK: force("2 inf, 1 aa")}
    assert held.income(UK) == 30 + 4
    freed = captured(held, US, "Russia", force("1 inf"))
    assert freed.owners["Caucasus"] == freed.owners["Russia"] == SU
    assert (freed.income(UK), freed.income(SU)) == (30, 24)
    # the gun of the capital goes back with it, that of Caucasus when the turn ends
    assert freed.force("Russia", SU) == force("1 aa")
    assert freed.force("Caucasus", UK) == force("2 inf, 1 aa")
    ended = next_turn(freed, start=held)
    assert dict(ended.units["Caucasus"]) == {SU: force("1 aa"), UK: force("2 inf")}


@pytest.mark.rule("AA-45")
def test_only_guns_that_the_ally_held_there_are_handed_over() -> None:
    lost = captured(start(), GE, "Russia", force("1 inf"))
    held = lost.with_owner("Caucasus", UK).with_force("Caucasus", UK, force("1 inf, 1 aa"))
    freed = captured(held, UK, "Russia", force("1 inf"))
    moved_in = freed.with_force("Caucasus", UK, force("1 inf, 2 aa"))  # one more in this turn
    ended = guns_handed_over(held, moved_in)
    assert ended.force("Caucasus", UK) == force("1 inf, 1 aa")
    assert ended.force("Caucasus", SU)["aa"] == start().force("Caucasus", SU)["aa"] + 1
    # a liberation in the ordinary way changes no guns of the allies' own
    assert guns_handed_over(start(), start()) == start()


@pytest.mark.rule("AA-45")
@pytest.mark.parametrize("capital_first", [True, False])
@pytest.mark.parametrize("own_guns", [0, 1])
def test_in_either_order_a_gun_is_whose_its_territory_is_at_the_turns_end(
    capital_first: bool, own_guns: int
) -> None:
    # Germany holds Moscow, and in Caucasus 2 guns; the United Kingdom frees both in one turn
    lost = captured(start(), GE, "Caucasus", force("1 inf")).with_force(
        "Caucasus", GE, force("1 inf, 2 aa")
    )
    lost = captured(lost, GE, "Russia", force("1 inf"))
    order = ("Russia", "Caucasus") if capital_first else ("Caucasus", "Russia")
    freed = lost
    for place in order:
        freed = captured(freed, UK, place, force("1 inf"))
    kept = 0 if capital_first else 2  # till the turn's end, if Moscow was not free yet
    assert freed.force("Caucasus", UK)["aa"] == kept
    # a gun of its own that moves in afterwards stays its own
    moved = force(f"1 inf, {kept + own_guns} aa") if kept + own_guns else force("1 inf")
    ended = next_turn(freed.with_force("Caucasus", UK, moved), start=lost)
    mine = force("1 inf, 1 aa") if own_guns else force("1 inf")
    assert dict(ended.units["Caucasus"]) == {SU: force("2 aa"), UK: mine}
    assert ended.owners["Caucasus"] == SU


@pytest.mark.rule("AA-45")
def test_what_was_an_enemys_or_ones_own_is_ones_own() -> None:
    assert holder(start(), UK, "Western Europe") == UK
    assert holder(start().with_owner("Anglo Egypt", GE), UK, "Anglo Egypt") == UK
    lost = start().with_owner("Germany", UK)
    # Japan frees Berlin: it is German again, and so is what Japan held of Germany
    held = lost.with_owner("Norway", JP)
    freed = captured(held, JP, "Germany", force("1 inf"))
    assert freed.owners["Germany"] == freed.owners["Norway"] == GE
    # what the other side holds of it stays with that side
    also = captured(held.with_owner("Balkans", SU), JP, "Germany", force("1 inf"))
    assert also.owners["Balkans"] == SU


@pytest.mark.rule("AA-44")
@pytest.mark.parametrize(
    ("place", "garrison", "words"),
    [
        ("Russia", "1 inf, 1 ftr", "no aircraft land there"),
        ("Norway", "1 inf", "takes nothing there"),
        ("sz 5", "1 inf", "sea zone"),
    ],
)
def test_what_cannot_be_taken_is_refused(place: str, garrison: str, words: str) -> None:
    with pytest.raises(IllegalBattleError, match=words):
        captured(start(), GE, place, force(garrison))


@pytest.mark.rule("AA-40", "AA-42", "AA-44", "AA-45")
@given(
    st.lists(
        st.tuples(st.sampled_from(start().board.order), st.sampled_from(start().board.territories)),
        max_size=25,
    )
)
def test_any_captures_keep_guns_cash_and_production(turns: list[tuple[str, str]]) -> None:
    """Guns, cash and the board's income are only ever moved; no capital's freedom is half done."""
    position = start()
    board = position.board
    for power, place in turns:
        if position.friendly(place, power):
            continue
        before = position
        position = captured(position, power, place, force("1 inf"))
        assert _guns(position) == _guns(before)
        assert sum(position.cash.values()) == sum(before.cash.values())
        assert sum(map(position.production, board.order)) == 24 + 40 + 30 + 30 + 42
        lone = board.areas[place].owner == before.owners[place] and board.areas[place].capital
        assert (position.cash != before.cash) == bool(lone and before.cash[before.owners[place]])
        for territory in board.territories:
            original, owner = board.areas[territory].owner, position.owners[territory]
            if owner != original and board.allied(owner, original):
                # an ally holds another's land only while that one's capital is in enemy hands
                assert not position.friendly(board.capitals[original], original)


def _guns(position: Position) -> Counter[str]:
    """Guns by place."""
    return Counter(
        {
            place: sum(one["aa"] for one in row.values())
            for place, row in position.units.items()
            if any(one["aa"] for one in row.values())
        }
    )
