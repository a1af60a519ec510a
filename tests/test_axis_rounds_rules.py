"""Turns of simulated rounds against the rules: captures, capitals, limits, victory, several powers.

Numbers are worked by hand from the position; battles are compared with the odds of that battle.
"""

import numpy as np
import pytest

from analysis.answers import odds
from combat.axis_allies.map.attack import attack
from combat.axis_allies.map.capture import captured
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.map.reach import Arrival, Party
from combat.axis_allies.map.room import room, usable_complexes
from combat.axis_allies.rounds.economy import buy, mobilise, repair, rooms
from combat.axis_allies.rounds.plan import read_plan, usual_plan
from combat.axis_allies.rounds.simulate import simulate
from combat.axis_allies.rounds.state import State
from combat.axis_allies.rounds.taking import take
from combat.force import Force
from combat.games import parse_battle

QUIET = "".join(
    f'[power."{power}"]\nattack = "none"\nmoves = []\nbuy = "nothing"\n'
    for power in ("Soviet Union", "Germany", "United Kingdom", "Japan", "United States")
)


def only(power, lines, position):
    """A plan in which one power does something, and all others nothing."""
    head = f'[power."{power}"]\n'
    start = QUIET.index(head)
    end = QUIET.find("[power", start + 1)
    section = QUIET[start : end if end > 0 else None]
    keys = {line.split(" = ")[0] for line in lines.splitlines()}
    kept = [line for line in section.splitlines() if line.split(" = ")[0] not in keys]
    text = QUIET.replace(section, "\n".join([*kept, lines]) + "\n")
    return read_plan(text, position)


def played(position, plan, *, trials=200, rounds=1, seed=2):
    ends = []
    found = simulate(position, plan, trials=trials, rounds=rounds, rng=seed, watch=ends.append)
    return found, ends[0]


def within_4_se(hits, trials, chance):
    return abs(hits / trials - chance) <= 4.0 * np.sqrt(chance * (1.0 - chance) / trials)


# --- battles


@pytest.mark.rule("AA-40")
@pytest.mark.parametrize(
    ("power", "target", "battle", "lines"),
    [
        (
            "Soviet Union",
            "West Russia",  # from Karelia, Archangel, Russia and the Caucasus, with both fighters
            "12 inf, 2 art, 4 arm, 2 ftr v 3 inf, 1 art, 1 arm",
            'attack = ["West Russia >= 0.5 send all"]\ngarrison = []',
        ),
        (
            "Germany",
            # from West Russia, and the Ukraine's tank over it; fighters two areas away in Norway,
            # Eastern Europe and the Ukraine; three away in the Balkans, Germany and (over
            # zone 5) Western Europe, which land in West Russia
            "Archangel",
            "3 inf, 1 art, 2 arm, 6 ftr, 1 bmr v 3 inf, 1 arm",
            'attack = ["Archangel >= 0.5 send all"]\ngarrison = []',
        ),
    ],
)
def test_a_targets_share_is_the_odds_of_the_battle(power, target, battle, lines):
    start = starting_position()
    trials = 4000
    found, _ = played(start, only(power, lines, start), trials=trials)
    ((key, attacks),) = found.attacks.items()
    assert found.layout.areas[key[2]] == target
    assert attacks.made == trials
    chance = attacks.chance / attacks.made
    exact = odds(parse_battle("aa", battle)).event("territory_taken").value
    assert chance == pytest.approx(exact, abs=1e-12)
    assert within_4_se(attacks.won, trials, chance)
    held = found.owners[:, 0, found.layout.at[target]] == found.layout.power(power)
    assert held.sum() == attacks.won


@pytest.mark.rule("AA-40", "AA-03")
def test_a_plan_with_one_attack_is_the_maps_own_attack():
    start = edited(starting_position(), "Ukraine: 2 inf, 1 ftr, 1 aa")
    lines = 'attack = ["Ukraine >= 0 send all"]\ngarrison = []'
    found, _ = played(start, only("Soviet Union", lines, start), trials=3000)
    ((_, attacks),) = found.attacks.items()
    arrivals = tuple(
        Arrival(place, unit, number, way, (place, "Ukraine S.S.R."))
        for place, unit, number, way in (
            ("Caucasus", "inf", 3, "land"),
            ("Caucasus", "art", 1, "land"),
            ("Caucasus", "arm", 1, "land"),
            ("Russia", "arm", 2, "land"),  # over the Caucasus
            ("Russia", "ftr", 1, "air"),
            ("Karelia S.S.R.", "ftr", 1, "air"),
        )
    )
    exact = attack(start, "Soviet Union", Party("Ukraine S.S.R.", arrivals)).taken.value
    assert attacks.chance / attacks.made == pytest.approx(exact, abs=1e-12)
    assert within_4_se(attacks.won, attacks.made, exact)


def test_enough_is_the_cheapest_force_with_the_chance_and_all_is_all():
    # 2 infantry are taken by 4 of 8 infantry with a chance of 0.6
    start = edited(starting_position(), "Belorussia: 2 inf", "Karelia: 8 inf", "Archangel: none")
    lines = 'attack = ["Belorussia >= {}"]\ngarrison = ["Russia 9"]'
    forces = [f"{i} inf, {f} ftr" for i in range(1, 9) for f in range(3)]
    for wanted in (0.5, 0.75, 0.9):
        plan = only("Soviet Union", lines.format(wanted), start)
        found, _ = played(start, plan, trials=3)
        best = min(
            (3 * int(force[0]) + 10 * int(force[7]), force)
            for force in forces
            if odds(parse_battle("aa", f"{force} v 2 inf")).event("territory_taken").value >= wanted
        )
        ((_, attacks),) = found.attacks.items()
        exact = odds(parse_battle("aa", f"{best[1]} v 2 inf")).event("territory_taken").value
        assert attacks.chance / attacks.made == pytest.approx(exact, abs=1e-12)


def test_nobody_attacks_below_the_wanted_chance():
    start = starting_position()
    plan = only("Soviet Union", 'attack = ["Germany >= 0.1", "Ukraine >= 0.999"]', start)
    found, state = played(start, plan, trials=20)
    assert not found.attacks
    assert (state.units == State.of(start, 20).units).all()


@pytest.mark.rule("AA-28")
def test_several_powers_defend_together_and_lose_in_turn_order():
    start = edited(starting_position(), "Ukraine: 2 inf")
    start = start.with_force("Ukraine S.S.R.", "Japan", Force.of({"inf": 2, "ftr": 1}))
    lines = 'attack = ["Ukraine >= 0 send all"]\ngarrison = []'
    found, state = played(start, only("Soviet Union", lines, start), trials=4000)
    ((_, attacks),) = found.attacks.items()
    exact = odds(parse_battle("aa", "3 inf, 1 art, 3 arm, 2 ftr v 4 inf, 1 ftr"))
    chance = exact.event("territory_taken").value
    assert attacks.chance / attacks.made == pytest.approx(chance, abs=1e-12)
    layout = found.layout
    there = state.units[:, :, layout.at["Ukraine S.S.R."], layout.unit("inf")]
    german, japanese = there[:, layout.power("Germany")], there[:, layout.power("Japan")]
    assert ((german == 0) | (japanese == 2)).all(), "Germany moves first, and loses first"
    assert (japanese > 0).any()


@pytest.mark.rule("AA-09", "AA-44")
def test_an_empty_territory_is_taken_by_one_unit_and_guns_change_hands():
    start = edited(starting_position(), "Ukraine: 2 aa")
    plan = only("Soviet Union", 'attack = ["Ukraine"]', start)
    found, state = played(start, plan, trials=5)
    layout = found.layout
    there = state.units[:, layout.power("Soviet Union"), layout.at["Ukraine S.S.R."]]
    assert (there[:, layout.unit("inf")] == 1).all()
    assert (there[:, layout.unit("aa")] == 2).all()
    assert there.sum() == 15
    assert (found.ledger.guns[:, layout.power("Soviet Union")] == 2).all()
    assert (found.ledger.lost == 0).all()


@pytest.mark.rule("AA-47")
def test_a_tank_takes_an_empty_territory_on_its_way():
    start = edited(starting_position(), "West Russia: none", "Ukraine: none", "Archangel: 1 arm")
    lines = 'attack = ["Ukraine"]\ngarrison = ["Russia 9", "Caucasus 9"]'  # 2 away over one area
    found, state = played(start, only("Soviet Union", lines, start), trials=4)
    layout = found.layout
    soviet = layout.power("Soviet Union")
    assert (state.owners[:, layout.at["West Russia"]] == soviet).all()
    assert (state.owners[:, layout.at["Ukraine S.S.R."]] == soviet).all()
    assert (state.units[:, soviet, layout.at["Ukraine S.S.R."], layout.unit("arm")] == 1).all()
    assert (found.income[:, 0, soviet] == 24 + 2 + 3).all()


# --- taking


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


# --- money


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


# --- non-combat moves and victory


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
