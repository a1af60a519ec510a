"""Turns of simulated rounds by the rules: captures, capitals, limits, moves, victory."""

import numpy as np
import pytest
from axis_rounds_played import QUIET, only, played

from combat.axis_allies.economy.capture import captured, guns_handed_over
from combat.axis_allies.economy.room import room, usable_complexes
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import parse_position, starting_position
from combat.axis_allies.rounds.economy import buy, mobilise, repair, rooms
from combat.axis_allies.rounds.plan import read_plan, usual_plan
from combat.axis_allies.rounds.state import State
from combat.axis_allies.rounds.taking import hand_back_guns, take
from combat.force import Force


@pytest.mark.rule("AA-42", "AA-44", "AA-45")
def test_taking_is_what_the_map_says_of_it():
    start = starting_position()
    rng = np.random.default_rng(4)
    board = start.board
    for _ in range(300):
        position = start
        for _ in range(12):  # anybody may have anything
            place = str(rng.choice(board.territories))
            position = position.with_owner(place, str(rng.choice(board.order)))
        power = str(rng.choice(board.order))
        enemy = [t for t in board.territories if not position.friendly(t, power)]
        capitals = [t for t in board.capitals.values() if t in enemy]
        place = str(rng.choice(capitals if capitals and rng.random() < 0.5 else enemy))
        for other in board.order:
            guns = {"aa": int(rng.integers(3))} if not board.allied(other, power) else {}
            position = position.with_force(place, other, Force.of(guns))
        garrison = Force.of({"inf": 1})
        expected = captured(position, power, place, garrison)
        state = State.of(position, 1)
        layout = state.layout
        take(state, layout.power(power), layout.at[place], np.array([0]))
        state.units[0, layout.power(power), layout.at[place], layout.unit("inf")] += 1
        found = state.position(0, position)
        assert found.owners == expected.owners
        assert found.cash == expected.cash
        for other in board.order:
            assert found.force(place, other) == expected.force(place, other), (power, place)


@pytest.mark.rule("AA-42")
def test_a_power_without_its_capital_collects_buys_and_repairs_nothing():
    start = edited(starting_position(), "Russia: none", "Russia: Germany 40 inf", "turn: Germany")
    start = edited(start, "Caucasus: damage 2", "Soviet Union: 50 IPC", "turn: Soviet Union")
    plan = only("Soviet Union", 'buy = "then inf"\nrepair = "all"', start)
    found, state = played(start, plan, trials=3)
    soviet = found.layout.power("Soviet Union")
    assert (found.income[:, 0, soviet] == 0).all()
    assert (state.cash[:, soviet] == 50).all()
    assert (state.damage[:, found.layout.at["Caucasus"]] == 2).all()
    assert (found.ledger.mobilised == 0).all()


@pytest.mark.rule("AA-42")
def test_the_captor_of_a_capital_takes_the_cash_in_hand():
    start = edited(starting_position(), "Russia: none", "Karelia: none", "West Russia: 9 arm")
    start = edited(start, "Soviet Union: 17 IPC", "turn: Germany")
    lines = 'attack = ["Russia"]\nbuy = "nothing"'
    found, state = played(start, only("Germany", lines, start), trials=3)
    germany, soviet = found.layout.power("Germany"), found.layout.power("Soviet Union")
    assert (state.cash[:, soviet] == 0).all()
    # 40 in hand, 17 taken, 40 of income and 8 for Russia
    assert (state.cash[:, germany] == 40 + 17 + 40 + 8).all()
    assert (found.ledger.plunder[:, germany] == 17).all()


@pytest.mark.rule("AA-42", "AA-45")
def test_a_freed_power_gets_its_land_and_guns_back_as_the_map_says():
    start = starting_position()
    board, rng = start.board, np.random.default_rng(9)
    handed = 0
    for _ in range(60):
        power = str(rng.choice(board.order))
        allies = board.sides[board.side(power)]
        capital = board.capitals[power]
        position = start.with_owner(capital, str(rng.choice(board.enemies(power))))
        for place in board.territories:
            if board.areas[place].owner == power and place != capital and rng.random() < 0.7:
                holder = str(rng.choice(allies))
                position = position.with_owner(place, holder)
                for one in allies:
                    guns = {"aa": int(rng.integers(3))} if one == holder else {}
                    position = position.with_force(place, one, Force.of(guns))
        position = position.with_force(capital, power, Force())
        mover = str(rng.choice(list(allies)))
        # a territory that an enemy holds is taken first, guns and all, and its capital after it
        ours = [t for t in board.territories if board.areas[t].owner == power and t != capital]
        first = str(rng.choice(ours))
        position = position.with_owner(first, str(rng.choice(board.enemies(power))))
        for one in allies:
            position = position.with_force(first, one, Force())
        enemy = position.owners[first]
        position = position.with_force(first, enemy, Force.of({"aa": int(rng.integers(1, 3))}))
        after = captured(position, mover, first, Force.of({"inf": 1}))
        after = captured(after, mover, capital, Force.of({"inf": 2}))
        expected = guns_handed_over(position, after)
        state = State.of(position, 1)
        layout = state.layout
        owners = state.owners.copy()
        for place, number in ((first, 1), (capital, 2)):
            take(state, layout.power(mover), layout.at[place], np.array([0]))
            state.units[0, layout.power(mover), layout.at[place], layout.unit("inf")] += number
        hand_back_guns(state, layout.power(mover), owners)
        found = state.position(0, position)
        assert found.owners == expected.owners
        for place in board.territories:
            assert dict(found.friends(place, power)) == dict(expected.friends(place, power)), place
        handed += int(np.abs(state.ledger.guns).sum())
    assert handed > 0


@pytest.mark.rule("AA-25", "AA-43")
def test_room_is_what_the_map_says_of_it():
    start = edited(starting_position(), "Germany: damage 4", "Caucasus: Germany 3 inf")
    state = State.of(start, 2)
    layout = state.layout
    for power in start.board.order:
        found = rooms(state, layout.power(power))[0]
        usable = usable_complexes(start, power)
        for at, place in enumerate(layout.territories):
            assert found[at] == (room(start, place) if place in usable else 0), (power, place)


@pytest.mark.rule("AA-43")
def test_purchases_stop_at_cash_and_room_and_ships_need_a_coast():
    start = edited(starting_position(), "Soviet Union: 200 IPC", "Russia: damage 5")
    plan = read_plan('[power.soviet]\nbuy = "2 tr, 3 arm, then inf"\nplace = ["Russia"]', start)
    state = State.of(start, 2)
    layout = state.layout
    soviet = layout.power("Soviet Union")
    room_there = rooms(state, soviet)
    assert room_there[0, layout.at["Russia"]] == 3
    assert room_there[0, layout.at["Caucasus"]] == 4
    purchase = buy(state, soviet, plan["Soviet Union"], room_there)
    counts = dict(zip(layout.units, purchase[0].tolist(), strict=True))
    # 7 units in all, ships at the Caucasus only: 2 transports, 3 tanks, 2 infantry
    assert {unit: n for unit, n in counts.items() if n} == {"tr": 2, "arm": 3, "inf": 2}
    assert state.cash[0, soviet] == 200 - 2 * 7 - 3 * 5 - 2 * 3
    before = state.units.copy()
    mobilise(state, soviet, plan["Soviet Union"], room_there, purchase)
    new = (state.units - before)[0, soviet]
    assert new[layout.at["sz 16"], layout.unit("tr")] == 2
    assert new[layout.at["Russia"]].sum() == 3
    assert new[layout.at["Caucasus"]].sum() == 2
    assert (state.ledger.refunded == 0).all()


@pytest.mark.rule("AA-43")
def test_what_is_taken_in_a_turn_mobilises_nothing_in_it():
    start = edited(starting_position(), "Caucasus: none", "Ukraine: 5 inf", "turn: Germany")
    lines = 'attack = ["Caucasus"]\nbuy = "then inf"\nplace = ["Caucasus"]'
    found, state = played(start, only("Germany", lines, start), trials=2)
    layout = found.layout
    germany, there = layout.power("Germany"), layout.at["Caucasus"]
    assert (state.owners[:, there] == germany).all()
    assert (state.units[:, germany, there, layout.unit("inf")] == 1).all()


@pytest.mark.rule("AA-43")
def test_what_finds_no_place_is_refunded():
    start = starting_position()
    state = State.of(start, 1)
    layout = state.layout
    soviet = layout.power("Soviet Union")
    purchase = np.zeros((1, len(layout.units)), dtype=np.int64)
    purchase[0, layout.unit("arm")] = 13  # there is room for 8 + 4
    plan = usual_plan(start)["Soviet Union"]
    mobilise(state, soviet, plan, rooms(state, soviet), purchase)
    assert state.cash[0, soviet] == 24 + 5
    assert state.ledger.refunded[0, soviet] == 5
    assert state.ledger.mobilised[0, soviet, layout.unit("arm")] == 12


@pytest.mark.rule("AA-25")
def test_repairs_come_first_and_the_richest_complex_first():
    start = edited(starting_position(), "Germany: damage 20", "Southern Europe: damage 5")
    start = edited(start, "Germany: 23 IPC")
    state = State.of(start, 1)
    layout = state.layout
    germany = layout.power("Germany")
    repair(state, germany)
    assert state.damage[0, layout.at["Germany"]] == 0
    assert state.damage[0, layout.at["Southern Europe"]] == 2  # 3 IPC were left for it
    assert state.cash[0, germany] == 0
    assert state.ledger.spent[0, germany] == 23


@pytest.mark.rule("AA-40")
def test_idle_units_take_one_step_and_those_kept_stay():
    start = starting_position()
    lines = 'moves = ["Germany -> Ukraine keep 2", "Eastern Europe -> Ukraine"]'
    found, state = played(start, only("Germany", lines, start), trials=2)
    layout = found.layout
    germany = state.units[0, layout.power("Germany")]

    def there(place):
        counts = germany[layout.at[place], layout.land]
        return {layout.units[n]: int(k) for n, k in zip(layout.land, counts, strict=True) if k}

    assert there("Germany") == {"inf": 2}
    # of two territories on the way the first in the board's order: the Balkans
    assert there("Balkans") == {"inf": 2 + 1, "arm": 1 + 2}
    assert there("Eastern Europe") == {}
    assert there("Ukraine S.S.R.") == {"inf": 3 + 2, "art": 1, "arm": 1 + 1}


@pytest.mark.rule("AA-41")
def test_victory_is_looked_at_after_the_last_power_and_ends_the_war():
    start = edited(starting_position(), "Karelia: Germany 3 inf", "India: Japan 1 inf")
    assert len(start.cities("Axis")) == 8
    start = edited(start, "Western United States: none", "Mexico: Japan 6 inf", "turn: Japan")
    lines = 'attack = ["Western United States"]\nbuy = "nothing"'
    found, state = played(start, only("Japan", lines, start), trials=4, rounds=3)
    axis = tuple(start.board.sides).index("Axis")
    assert (found.cities[:, :, axis] == 9).all()
    assert (found.winner == axis).all()
    japan = found.layout.power("Japan")
    # the war is over after its first round: nobody collects again
    assert (found.income[:, 0, japan] > 0).all()
    assert (found.income[:, 1:] == 0).all()
    assert (state.winner == axis).all()
    total = edited(start, "victory: 12")
    found, _ = played(total, only("Japan", lines, total), trials=4, rounds=2)
    assert (found.winner == -1).all()
    assert (found.income[:, 1, japan] > 0).all()


@pytest.mark.rule("AA-40")
def test_the_first_round_begins_with_the_power_whose_turn_it_is():
    start = edited(starting_position(), "turn: Japan")
    found, _ = played(start, read_plan(QUIET, start), trials=2)
    incomes = dict(zip(start.board.order, found.income[0, 0].tolist(), strict=True))
    assert incomes == {
        "Soviet Union": 0,
        "Germany": 0,
        "United Kingdom": 0,
        "Japan": 30,
        "United States": 42,
    }


@pytest.mark.rule("AA-43", "AA-45")
@pytest.mark.parametrize("elsewhere", [False, True])
def test_nothing_is_placed_where_an_ally_has_its_territory_back(elsewhere):
    """The British buy for Caucasus (4 places) and free Moscow: Caucasus is Soviet again."""
    start = parse_position('start = "empty"\nturn = "United Kingdom"')
    texts = ("Russia: Germany 2 inf", "Caucasus: UK", "Caucasus: UK 2 arm", "Caucasus: + 1 ic")
    start = edited(start, *texts, "UK: 30 IPC", *(["United Kingdom: + 1 ic"] if elsewhere else []))
    lines = 'attack = ["Russia >= 0 send all"]\nbuy = "4 inf"\nplace = ["Caucasus"]'
    found, state = played(start, only("United Kingdom", lines, start), trials=100)
    layout = found.layout
    uk, inf = layout.power("United Kingdom"), layout.unit("inf")
    freed = state.owners[:, layout.at["Russia"]] == layout.power("Soviet Union")
    back = state.owners[:, layout.at["Caucasus"]] == layout.power("Soviet Union")
    assert freed.any()
    assert not freed.all()
    assert (freed == back).all()
    there = state.units[:, uk, layout.at["Caucasus"], inf]
    assert (there == np.where(freed, 0, 4)).all()
    # all four find room in Britain (8), or all 12 IPC come back
    home = state.units[:, uk, layout.at["United Kingdom"], inf]
    assert (home == np.where(freed & elsewhere, 4, 0)).all()
    lost = np.where(freed & (not elsewhere), 12, 0)
    assert (found.ledger.refunded[:, uk] == lost).all()
