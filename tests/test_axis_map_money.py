"""Buying, mobilising and collecting on the map, by hand and by an own count of every IPC."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.axis_allies.economy.capture import captured
from combat.axis_allies.economy.money import (
    Purchase,
    bought,
    collect,
    mobilised,
    next_turn,
    placed,
    read_purchase,
    spendable,
)
from combat.axis_allies.economy.room import decks_free, fit, room, usable_complexes
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.position_report import position_report
from combat.errors import IllegalBattleError, NotationError, OptionError, UnknownUnitError
from combat.force import Force

SU, GE, UK, JP, US = (
    "Soviet Union",
    "Germany",
    "United Kingdom",
    "Japan",
    "United States",
)
# the rulebook's price list, p. 24 to 30
PRICE = {
    "inf": 3,
    "art": 4,
    "arm": 5,
    "ftr": 10,
    "bmr": 12,
    "aa": 6,
    "ss": 6,
    "dd": 8,
    "ca": 12,
    "cv": 14,
    "bb": 20,
    "tr": 7,
}


def force(text: str) -> Force:
    return Force.parse(text)


def start() -> Position:
    return starting_position()


def purchase(text: str, position: Position | None = None) -> Purchase:
    return read_purchase(text, start() if position is None else position)


@pytest.mark.rule("AA-40")
def test_turns_pass_in_order_and_rounds_count_up() -> None:
    position, seen = start(), []
    for _ in range(6):
        seen.append((position.turn, position.round))
        position = next_turn(position)
    assert seen == [(SU, 1), (GE, 1), (UK, 1), (JP, 1), (US, 1), (SU, 2)]


@pytest.mark.rule("AA-40", "AA-42")
def test_income_is_collected_unless_the_capital_is_lost() -> None:
    assert collect(start(), US).cash == {SU: 24, GE: 40, UK: 30, JP: 30, US: 84}
    lost = captured(start(), GE, "Russia", force("1 inf"))
    assert collect(lost, SU).cash[SU] == 0
    assert collect(lost, GE).cash[GE] == 40 + 24 + 48
    assert spendable(lost.with_cash(SU, 5), SU) == 0
    assert spendable(lost, GE) == 64


@pytest.mark.rule("AA-42")
@pytest.mark.parametrize("text", ["1 inf", "repair Caucasus 1", "1 ic Kazakh"])
def test_without_a_capital_nothing_is_bought(text: str) -> None:
    lost = captured(start(), GE, "Russia", force("1 inf")).with_cash(SU, 50)
    lost = lost.with_complex("Caucasus", 2)
    with pytest.raises(IllegalBattleError, match="lost its capital") as error:
        bought(lost, SU, purchase(text))
    assert error.value.rule == "AA-42"
    assert bought(lost, SU, Purchase()) == lost
    with pytest.raises(IllegalBattleError, match="mobilises nothing"):
        mobilised(lost, SU, {"Caucasus": force("1 inf")})
    # a capital that an ally would hold counts as free: nobody of the enemy is in it
    assert bought(start().with_owner("Russia", UK), SU, purchase("1 inf")).cash[SU] == 21


@pytest.mark.rule("AA-40")
def test_there_are_no_loans() -> None:
    assert bought(start(), SU, purchase("8 inf")).cash[SU] == 0
    with pytest.raises(IllegalBattleError, match=r"would cost 25 IPC; Soviet Union has 24"):
        bought(start(), SU, purchase("7 inf, 1 art"))


@pytest.mark.rule("AA-25", "AA-43")
def test_repairs_cost_one_a_point_and_give_the_room_back() -> None:
    hit = start().with_complex("Germany", 7)
    assert room(hit, "Germany") == 3
    after = bought(hit, GE, purchase("repair Germany 5; 2 inf"))
    assert (after.cash[GE], after.complexes["Germany"], room(after, "Germany")) == (29, 2, 8)
    for text, words in (
        ("repair Germany 8", "has 7 points of damage"),
        ("repair Japan 1", "the complex is Japan's"),
        ("repair Norway 1", "there is no complex"),
    ):
        with pytest.raises(IllegalBattleError, match=words):
            bought(hit, GE, purchase(text))
    assert room(start().with_complex("Germany", 20), "Germany") == 0  # no less than nothing


@pytest.mark.rule("AA-43")
@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("Germany", "one complex a territory"),
        ("Russia", "it is Soviet Union's"),
        ("Anglo Egypt", "it is United Kingdom's"),
        ("Italian East Africa", None),
        ("Libya", None),
    ],
)
def test_new_complexes_need_an_own_territory_with_income(place: str, words: str | None) -> None:
    position = start().with_owner("Italian East Africa", GE)
    assert position.board.areas[place].income >= 1
    buy = Purchase(complexes=(place,))
    if words is None:
        assert bought(position, GE, buy).cash[GE] == 25
        with pytest.raises(IllegalBattleError, match="one complex a territory"):
            bought(position, GE, Purchase(complexes=(place, place)))
    else:
        with pytest.raises(IllegalBattleError, match=words):
            bought(position, GE, buy)


@pytest.mark.rule("AA-43")
def test_a_territory_without_income_has_no_complex() -> None:
    poor = [n for n in start().board.territories if not start().board.areas[n].income]
    assert poor
    for place in poor:
        with pytest.raises(IllegalBattleError, match="its income is 0"):
            bought(start().with_owner(place, GE), GE, Purchase(complexes=(place,)))


@pytest.mark.rule("AA-43")
def test_a_new_complex_is_built_but_not_used_this_turn() -> None:
    buy = purchase("1 inf; 1 ic Western Europe")
    paid = bought(start(), GE, buy)
    with pytest.raises(IllegalBattleError, match="Western Europe is no complex"):
        mobilised(paid, GE, {"Western Europe": force("1 inf")}, purchase=buy, start=start())
    after = mobilised(paid, GE, {"Germany": force("1 inf")}, purchase=buy, start=start())
    assert after.complexes["Western Europe"] == 0
    assert after.cash[GE] == 40 - 3 - 15
    assert usable_complexes(after, GE, start()) == ("Germany", "Southern Europe")
    assert "Western Europe" in usable_complexes(after, GE)  # next turn


@pytest.mark.rule("AA-43", "AA-44", "AA-45")
def test_complexes_taken_this_turn_or_an_allys_are_of_no_use() -> None:
    before = start()
    taken = captured(before, GE, "Caucasus", force("1 inf"))
    assert "Caucasus" not in usable_complexes(taken, GE, before)
    with pytest.raises(IllegalBattleError, match="Caucasus is no complex"):
        mobilised(taken, GE, {"Caucasus": force("1 inf")}, start=before)
    assert room(taken, "Caucasus") == 4
    assert mobilised(taken, GE, {"Caucasus": force("4 inf")}).force("Caucasus", GE)["inf"] == 5
    with pytest.raises(IllegalBattleError, match="Japan is no complex"):
        mobilised(before, GE, {"Japan": force("1 inf")})
    # UK's own since the turn's start, but handed back when Moscow was freed this turn
    held = captured(captured(before, GE, "Russia", force("1 inf")), GE, "Caucasus", Force())
    held = captured(held, UK, "Caucasus", force("1 inf"))
    assert "Caucasus" in usable_complexes(held, UK)
    freed = captured(held, UK, "Russia", force("1 inf"))
    assert "Caucasus" not in usable_complexes(freed, UK, held)


@pytest.mark.rule("AA-43")
def test_the_rulebooks_six_of_eastern_europe_and_less_with_damage() -> None:
    # the rulebook: a territory with an income of 6 mobilises 6 units; ours is Southern Europe
    position = start()
    assert room(position, "Southern Europe") == position.board.areas["Southern Europe"].income == 6
    full = mobilised(
        position, GE, {"Southern Europe": force("4 inf, 1 bmr"), "sz 14": force("1 ss")}
    )
    assert full.force("Southern Europe", GE) == force("6 inf, 1 art, 1 arm, 1 bmr, 1 aa")
    assert full.force("sz 14", GE) == force("1 ss, 1 bb, 1 tr")
    with pytest.raises(IllegalBattleError, match=r"6 in Southern Europe; damage and ships count"):
        mobilised(position, GE, {"Southern Europe": force("5 inf, 1 bmr"), "sz 14": force("1 ss")})
    hit = position.with_complex("Southern Europe", 1)
    with pytest.raises(IllegalBattleError, match=r"5 in Southern Europe"):
        mobilised(hit, GE, {"Southern Europe": force("4 inf, 1 bmr"), "sz 14": force("1 ss")})


@pytest.mark.rule("AA-43")
@pytest.mark.parametrize(
    ("place", "units", "words"),
    [
        ("sz 5", "1 inf", "a territory with a complex"),
        ("sz 5", "1 bmr", "a territory with a complex"),
        ("Germany", "1 ss", "a sea zone next to a complex"),
        ("Norway", "1 inf", "Norway is no complex"),
        ("sz 12", "1 ss", "has no complex next to it"),
        ("sz 5", "1 ftr", "own carriers there have room for 0"),
        ("sz 5", "3 ftr, 1 cv", "own carriers there have room for 2"),
    ],
)
def test_each_unit_has_its_place(place: str, units: str, words: str) -> None:
    with pytest.raises(IllegalBattleError, match=words):
        mobilised(start(), GE, {place: force(units)})


@pytest.mark.rule("AA-43")
def test_fighters_land_on_own_carriers_old_and_new_even_among_enemies() -> None:
    hostile = start().with_force("sz 5", UK, force("1 bb"))
    assert hostile.hostile("sz 5", GE)
    after = mobilised(hostile, GE, {"sz 5": force("1 cv, 2 ftr")})
    assert after.force("sz 5", GE) == force("2 ftr, 2 ss, 1 dd, 1 cv, 1 tr")
    old = start().with_force("sz 8", US, force("1 cv, 1 ftr")).with_force("sz 8", UK, force("1 cv"))
    # the British carrier is free, as the American fighter stands on its own
    assert decks_free(old, UK, "sz 8") == 2
    assert decks_free(old, US, "sz 8") == 2
    crowded = old.with_force("sz 8", US, force("3 ftr, 1 cv"))  # one on the ally's carrier
    assert decks_free(crowded, UK, "sz 8") == 1
    assert decks_free(old, JP, "sz 8") == 0


@pytest.mark.rule("AA-43")
def test_what_finds_no_place_is_refunded_and_only_that() -> None:
    hit = start().with_complex("Germany", 9).with_complex("Southern Europe", 6)
    buy = purchase("3 inf, 1 arm, 1 ss")
    paid = bought(hit, GE, buy)
    assert paid.cash[GE] == 40 - 20
    after = mobilised(paid, GE, {"Germany": force("1 arm")}, purchase=buy)
    assert after.cash[GE] == 20 + 9 + 6
    with pytest.raises(IllegalBattleError, match="1 inf more can be placed in Germany"):
        mobilised(paid, GE, {}, purchase=buy)
    with pytest.raises(IllegalBattleError, match="2 arm are placed, but 1 were bought"):
        mobilised(paid.with_complex("Germany"), GE, {"Germany": force("2 arm")}, purchase=buy)
    # nowhere to land: the price of the fighter comes back with its carrier's placed
    ruined = start().with_complex("Germany", 10).with_complex("Southern Europe", 5)
    buy = purchase("1 inf, 1 ftr")
    paid = bought(ruined, GE, buy)
    assert mobilised(paid, GE, {"Southern Europe": force("1 ftr")}, purchase=buy).cash[GE] == 30


@pytest.mark.rule("AA-43")
def test_placed_puts_down_all_that_there_is_room_for() -> None:
    buy = purchase("9 inf, 3 arm, 2 tr")
    where = placed(start(), GE, buy, at=("Southern Europe",))
    assert sum(one.total for one in where.values()) == 14
    assert where["Southern Europe"].total == 6
    mobilised(bought(start().with_cash(GE, 100), GE, buy), GE, where, purchase=buy)
    with pytest.raises(IllegalBattleError, match="Norway"):
        placed(start(), GE, buy, at=("Norway",))
    assert placed(captured(start(), GE, "Russia", force("1 inf")), SU, purchase("1 inf")) == {}


@pytest.mark.rule("AA-43")
@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), min_size=1),
    st.lists(st.tuples(st.integers(0, 6), st.sets(st.sampled_from("abc"), min_size=1)), max_size=3),
)
def test_units_fit_as_a_trial_of_all_ways_says(
    rooms: dict[str, int], zones: list[tuple[int, set[str]]]
) -> None:
    """Ships of a zone may count at any complex next to it: `fit` against trying all of them."""
    from dataclasses import replace

    from combat.axis_allies.map.board import Area, Board

    areas = {name: Area(name, GE, rooms.get(name, 0)) for name in "abc"}
    areas |= {f"z{at}": Area(f"z{at}", sea=True) for at in range(len(zones))}
    links = frozenset(
        frozenset((f"z{at}", near)) for at, (_, nears) in enumerate(zones) for near in nears
    )
    board = Board("toy", (GE,), {"axis": (GE,)}, areas, links)
    position = Position(board, dict.fromkeys("abc", GE), {}, dict.fromkeys("abc", 0), {GE: 0}, GE)
    placements = {f"z{at}": Force.of({"ss": n}) for at, (n, _) in enumerate(zones) if n}
    position = replace(position, complexes=dict.fromkeys("abc", 0))
    units = [sorted(nears) for n, nears in zones for _ in range(n)]
    if len(units) > 9:
        return
    want = any(
        all(Counter(way)[name] <= rooms.get(name, 0) for name in "abc") for way in product(*units)
    )
    assert fit(position, placements, tuple("abc")) == want


@pytest.mark.rule("AA-40", "AA-42", "AA-43", "AA-45")
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_whole_turn_keeps_every_ipc_and_every_unit(data: st.DataObject) -> None:
    """Cash before + income + refunds + captured = cash after + spent; units likewise."""
    position = start()
    for place in ("Germany", "Southern Europe", "Caucasus", "Russia", "India", "United Kingdom"):
        most = 2 * position.board.areas[place].income
        if place in position.complexes:
            position = position.with_complex(place, data.draw(st.integers(0, most)))
    power = data.draw(st.sampled_from(position.board.order))
    for one in position.board.order:
        position = position.with_cash(one, data.draw(st.integers(0, 90)))
    names = list(PRICE)
    units = Force.of({name: data.draw(st.integers(0, 3)) for name in names})
    repairs = tuple(
        (place, data.draw(st.integers(1, damage)))
        for place, damage in position.complexes.items()
        if damage and position.owners[place] == power
    )
    buy = Purchase(units, (), repairs)
    spent = sum(PRICE[name] * n for name, n in units) + sum(n for _, n in repairs)
    cash = position.cash[power]
    if spent > cash:
        with pytest.raises(IllegalBattleError, match="no loans"):
            bought(position, power, buy)
        return
    now = bought(position, power, buy)
    assert sum(position.complexes.values()) - sum(now.complexes.values()) == sum(
        n for _, n in repairs
    )
    enemies = [place for place in now.board.territories if not now.friendly(place, power)]
    target = data.draw(st.sampled_from(enemies))
    loser = now.owners[target]
    dead = Counter({n: k for f in now.units.get(target, {}).values() for n, k in f if n != "aa"})
    ransom = now.cash[loser] if now.board.areas[target].capital else 0
    now = captured(now, power, target, Force())
    order = data.draw(st.permutations(usable_complexes(now, power, position)))
    where = placed(now, power, buy, start=position, at=tuple(order))
    down = Counter({name: sum(f[name] for f in where.values()) for name in names})
    refunds = sum(PRICE[name] * (units[name] - down[name]) for name in names)
    now = mobilised(now, power, where, purchase=buy, start=position)
    income = sum(
        area.income for name, area in now.board.areas.items() if now.owners.get(name) == power
    )
    after = next_turn(collect(now, power), start=position)
    assert cash + income + refunds + ransom == after.cash[power] + spent
    for other in after.board.order:
        if other != power:
            assert after.cash[other] == (0 if ransom and other == loser else position.cash[other])
    total = _units(position) + down
    total.subtract(dead)
    assert _units(after) == +total
    free = sum(room(now, place) for place in usable_complexes(now, power, position))
    assert sum(down.values()) <= free
    assert (after.turn, after.round) == (GE, 1)  # the set-up begins with the Soviet Union


def _units(position: Position) -> Counter[str]:
    found: Counter[str] = Counter()
    for row in position.units.values():
        for one in row.values():
            found.update(dict(one))
    return found


@pytest.mark.rule("AA-43")
@pytest.mark.parametrize(
    "text",
    ["3 inf, 1 arm; repair Germany 2; 1 ic India", "nothing", "2 ss; 1 ic Balkans; 1 ic Norway"],
)
def test_purchases_read_back(text: str) -> None:
    assert str(purchase(text)) == text
    assert purchase(str(purchase(text))) == purchase(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 tanks; inf", "1 inf, 3 arm"),
        ("complex in india", "1 ic India"),
        ("IC at egypt; repair berlin by 3", "repair Germany 3; 1 ic Anglo Egypt"),
        ("repair germany", "repair Germany 4"),
        ("", "nothing"),
    ],
)
def test_purchases_as_people_write_them(text: str, said: str) -> None:
    assert str(purchase(text, start().with_complex("Germany", 4))) == said


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("3 inf, 1 ic", NotationError, "needs its territory"),
        ("1 ic", NotationError, "needs a territory behind it"),
        ("repair", NotationError, "needs a territory behind it"),
        ("repair Germany 0", OptionError, "cannot be repaired"),
        ("1 ic sz 5", OptionError, "sea zone"),
        ("1 ic Nowhereland", OptionError, "not known"),
        ("1 zeppelin", UnknownUnitError, "zeppelin"),
        ("1 damaged-bb", UnknownUnitError, "damaged-bb"),
        ("-1 inf", NotationError, "whole number"),
    ],
)
def test_purchases_that_cannot_be_read(text: str, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        purchase(text)


def test_prices_are_the_rulebooks() -> None:
    table = start().table
    for name, price in PRICE.items():
        assert Purchase(Force.of({name: 2})).cost(table) == 2 * price
    assert Purchase(complexes=("India", "Norway")).cost(table) == 30


@pytest.mark.rule("AA-40", "AA-42", "AA-43")
def test_the_money_of_all_powers_in_a_table() -> None:
    lost = captured(start(), GE, "Russia", force("1 inf")).with_complex("Germany", 4)
    sheet = position_report(lost).sheet("powers")
    columns = (sheet.column(key) for key in ("power", "income", "cash", "room", "capital"))
    rows = {row[0]: row[1:] for row in zip(*columns, strict=True)}
    # units it can place: 10 less 4 of damage, 6 in Southern Europe, 8 in Russia
    assert rows[GE] == (48, 64, 6 + 6 + 8, "held")
    assert rows[SU] == (0, 0, 0, "held by Germany")
    assert rows[JP] == (30, 30, 8, "held")
