"""A power's turn in many trials at once, phase by phase (AA-40)."""

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.axis_allies.rounds.choice import Choices
from combat.axis_allies.rounds.economy import buy, collect, mobilise, repair, rooms
from combat.axis_allies.rounds.layout import Layout
from combat.axis_allies.rounds.offers import Muster
from combat.axis_allies.rounds.policies import Policy
from combat.axis_allies.rounds.resolving import Fought, resolve
from combat.axis_allies.rounds.sending import send_out
from combat.axis_allies.rounds.state import State
from combat.axis_allies.rounds.taking import hand_back_guns


def play_turn(
    state: State, power: int, policy: Policy, choices: Choices, uniform: Floats
) -> tuple[list[Fought], Ints]:
    """Play one turn; the state is changed in place.

    1. Repair and purchase; 2. combat move; 3. combat; 4. non-combat move; 5. mobilisation;
    6. income.

    Parameters
    ----------
    state : State
    power : int
    policy : Policy
    choices : Choices
    uniform : float array, shape (trials, areas)

    Returns
    -------
    list of Fought
    int array, shape (trials,)
        Income collected.
    """
    owners = state.owners.copy()
    if policy.repair:
        repair(state, power)
    room = rooms(state, power)
    purchase = buy(state, power, policy, room)
    muster = Muster.of(state, power)
    sent = send_out(muster, policy, choices)
    fought = resolve(state, power, sent, policy, choices.fights, uniform)
    move_up(state, power, policy, muster.free)
    mobilise(state, power, policy, room, purchase)
    hand_back_guns(state, power, owners)
    return fought, collect(state, power)


def move_up(state: State, power: int, policy: Policy, free: Ints) -> None:
    """Move land units that did nothing one step towards where the policy wants them.

    The step is to the friendly territory next to them that is nearest to the place, if it is
    nearer than they are.

    Parameters
    ----------
    free : int array, shape (trials, areas, units)
        What has not moved; changed: nothing moves twice.
    """
    layout = state.layout
    going = free.copy()
    friendly = state.friendly(power)
    for move in policy.moves:
        start = layout.at[move.start]
        step = _step(layout, start, layout.at[move.end], friendly)
        some = step >= 0
        kept = np.full(len(state), move.keep)
        for unit in layout.land:  # infantry is kept first
            stay = np.minimum(kept, state.units[:, power, start, unit])
            kept = kept - stay
            number = np.minimum(going[:, start, unit], state.units[:, power, start, unit] - stay)
            number = np.where(some, number, 0).astype(state.units.dtype)
            state.units[:, power, start, unit] -= number
            state.units[np.flatnonzero(some), power, step[some], unit] += number[some]


def _step(layout: Layout, start: int, end: int, friendly: Bools) -> Ints:
    """Return the next territory on the way, -1 if there is none, shape (trials,)."""
    away = distances(layout, end)
    found = np.full(len(friendly), -1)
    nearer = [t for t in layout.near[start] if away.get(t, 999) < away.get(start, 999)]
    for territory in sorted(nearer, key=lambda t: (-away[t], -t)):
        found[friendly[:, territory]] = territory
    return found


def distances(layout: Layout, end: int) -> dict[int, int]:
    """Return how many steps over land each territory is from one, whoever holds them."""
    away, edge = {end: 0}, [end]
    for territory in edge:
        for near in layout.near[territory]:
            if near not in away:
                away[near] = away[territory] + 1
                edge.append(near)
    return away
