"""What simulated powers send out, held to the map's own answers about reach, trial by trial."""

import numpy as np
import pytest

from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import Arrival, Party, fits, reach
from combat.axis_allies.rounds.choice import Choices
from combat.axis_allies.rounds.fights import Fights
from combat.axis_allies.rounds.offers import BOMBARDING, BY_AIR, BY_LAND, BY_LANDING, BY_SEA, Muster
from combat.axis_allies.rounds.plan import read_plan, usual_plan
from combat.axis_allies.rounds.sending import send_out
from combat.axis_allies.rounds.state import State
from combat.axis_allies.rounds.turn import play_turn

TRIALS, LOOKED_AT = 12, 3
ROUNDS = 2
BOLD = '[power."{}"]\nattack = ["best >= 0.3 send all"]\ngarrison = []\n'


def parties(sent, trial, layout):
    """What a trial sends out, as the parties that `fits` knows."""
    found = []
    for target, parts in sent.parts.items():
        arrivals = []
        for part in parts:
            if layout.units[part.unit] == "tr":
                continue  # ships of a landing: they follow from its arrivals
            for at in np.flatnonzero(part.rows == trial):
                start, end = layout.areas[part.start], layout.areas[target]
                by = layout.areas[part.by[at]] if part.by[at] >= 0 else ""
                path = (start, end)
                if part.way == BY_LANDING:
                    path = (start, by, end)
                elif part.way == BOMBARDING:
                    path = (start, by)
                elif by and part.way == BY_LAND:
                    path = (start, by, end)
                ship = layout.areas[part.ship] if part.ship >= 0 else ""
                unit, number = layout.units[part.unit], int(part.number[at])
                arrivals.append(Arrival(start, unit, number, part.way, path, ship))
        if arrivals:
            found.append(Party(layout.areas[target], tuple(arrivals)))
    return found


@pytest.mark.rule("AA-15", "AA-20", "AA-24", "AA-29", "AA-46", "AA-47")
@pytest.mark.parametrize("bold", [False, True])
def test_all_that_is_sent_out_in_a_turn_can_go_by_the_maps_own_account(bold):
    start = starting_position()
    plan = usual_plan(start)
    if bold:
        plan = read_plan("".join(BOLD.format(power) for power in start.board.order), start)
    state, rng = State.of(start, TRIALS), np.random.default_rng(5)
    layout, choices = state.layout, Choices(Fights(state.layout))
    ways = set()
    for turn in range(ROUNDS * len(layout.powers)):
        power = turn % len(layout.powers)
        name = layout.powers[power]
        before = [state.position(trial, start) for trial in range(LOOKED_AT)]
        copy = state.rows(np.ones(TRIALS, dtype=bool))
        sent = send_out(Muster.of(copy, power), plan[name], choices)
        for trial, position in enumerate(before):
            found = parties(sent, trial, layout)
            ways |= {one.way for party in found for one in party.arrivals}
            finding = fits(position, name, found)
            assert finding, f"turn {turn}: {finding} {found}"
        play_turn(state, power, plan[name], choices, rng.random((TRIALS, len(layout.areas))))
    assert ways >= {BY_LAND, BY_AIR, BY_SEA}


@pytest.mark.rule("AA-10", "AA-15", "AA-47")
def test_what_can_walk_and_sail_is_what_the_map_says():
    start = starting_position()
    plan = usual_plan(start)
    state, rng = State.of(start, TRIALS), np.random.default_rng(8)
    layout, choices = state.layout, Choices(Fights(state.layout))
    compared = 0
    for turn in range(ROUNDS * len(layout.powers)):
        power = turn % len(layout.powers)
        name = layout.powers[power]
        muster = Muster.of(state, power)
        for trial in range(2):
            position = state.position(trial, start)
            for target, area in enumerate(layout.areas):
                if not enemy_there(muster, trial, target):
                    continue
                known = reach(position, name, area)
                mine = offered(muster, trial, target, layout)
                theirs = {}
                for one in known.arrivals:
                    ends_here = one.path[-1] == area
                    if one.way == BY_LAND or (one.way == BY_SEA and ends_here):
                        theirs[one.way, one.place, one.unit] = one.number
                raiders = {layout.units[n] for n in layout.raiders + layout.land}
                theirs = {key: n for key, n in theirs.items() if key[2] in raiders}
                assert mine == theirs, (turn, trial, area)
                compared += len(mine)
        play_turn(state, power, plan[name], choices, rng.random((TRIALS, len(layout.areas))))
    assert compared > 200


def enemy_there(muster, trial, target):
    layout = muster.state.layout
    if target >= len(layout.territories):
        return muster.enemy[trial, target][layout.ships].any()
    return not muster.friendly[trial, target]


def offered(muster, trial, target, layout):
    found = {}
    for offer in muster.offers(target, np.array([trial])):
        if offer.way in (BY_LAND, BY_SEA) and offer.number[0]:
            key = offer.way, layout.areas[offer.start], layout.units[offer.unit]
            assert key not in found
            found[key] = int(offer.number[0])
    return found
