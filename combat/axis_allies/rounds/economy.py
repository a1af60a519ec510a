"""A turn's money in many trials: repairs, purchases, mobilisation, income (AA-40, AA-42, AA-43)."""

import numpy as np

from combat.arrays import Ints
from combat.axis_allies.rounds.policies import Policy
from combat.axis_allies.rounds.state import NO_COMPLEX, State


def repair(state: State, power: int) -> None:
    """Repair complexes as far as the cash goes, 1 IPC a point, the richest first (AA-25)."""
    free = state.free(power)
    for territory in np.argsort(-state.layout.income, kind="stable"):
        damage = np.maximum(0, state.damage[:, territory]).astype(np.int64)
        mine = free & (state.owners[:, territory] == power)
        points = np.where(mine, np.minimum(damage, state.cash[:, power]), 0)
        state.damage[:, territory] -= points.astype(state.damage.dtype)
        state.cash[:, power] -= points
        state.ledger.spent[:, power] += points


def rooms(state: State, power: int) -> Ints:
    """Return how many units a power can mobilise in each territory, shape (trials, territories).

    Its income less the damage of a complex that is the power's own (AA-43); none without its
    capital (AA-42).
    """
    there = (state.damage != NO_COMPLEX) & (state.owners == power) & state.free(power)[:, None]
    room: Ints = np.where(there, np.maximum(0, state.layout.income - state.damage), 0)
    return room


def buy(state: State, power: int, policy: Policy, room: Ints) -> Ints:
    """Buy what the policy lists as far as cash and room go, and pay; shape (trials, units).

    Parameters
    ----------
    room : int array, shape (trials, territories)
        Of `rooms`, now: what is taken later in the turn gives no room.
    """
    layout = state.layout
    coastal = [t for t in range(len(layout.territories)) if layout.coast[t]]
    left, docks = room.sum(axis=1), room[:, coastal].sum(axis=1)
    purchase = np.zeros((len(state), len(layout.units)), dtype=np.int64)
    for wanted, name in policy.buy.lines:
        unit = layout.unit(name)
        ship = unit in layout.ships
        number = np.minimum(state.cash[:, power] // layout.costs[unit], docks if ship else left)
        number = np.maximum(0, number if wanted is None else np.minimum(number, wanted))
        purchase[:, unit] += number
        left = left - number
        docks = np.minimum(docks - number if ship else docks, left)
        state.cash[:, power] -= number * layout.costs[unit]
        state.ledger.spent[:, power] += number * layout.costs[unit]
    return purchase


def mobilise(state: State, power: int, policy: Policy, room: Ints, purchase: Ints) -> None:
    """Place what was bought, ships first; what finds no place is refunded (AA-43).

    A territory that went back to an ally in this turn gives no room any more (AA-45).

    Parameters
    ----------
    room : int array, shape (trials, territories)
        As at the purchase.
    purchase : int array, shape (trials, units)
    """
    layout = state.layout
    room, left = np.where(state.owners == power, room, 0), purchase.copy()
    ships = layout.ships
    for unit in [*ships, *(n for n in range(len(layout.units)) if n not in ships)]:
        for territory in complexes(state, policy):
            place = territory if unit not in ships else _dock(state, policy, territory)
            if place is None or not room[:, territory].any() or not left[:, unit].any():
                continue
            number = np.minimum(left[:, unit], room[:, territory])
            room[:, territory] -= number
            left[:, unit] -= number
            state.units[:, power, place, unit] += number.astype(state.units.dtype)
            state.ledger.mobilised[:, power, unit] += number
    back = left @ layout.costs
    state.cash[:, power] += back
    state.ledger.refunded[:, power] += back


def complexes(state: State, policy: Policy) -> list[int]:
    """Return the territories with a complex: those that the policy names, then the richest."""
    layout = state.layout
    there = [int(t) for t in np.flatnonzero((state.damage != NO_COMPLEX).any(axis=0))]
    named = [layout.at[name] for name in policy.place]
    rest = sorted(there, key=lambda t: (-layout.income[t], t))
    return list(dict.fromkeys([*(n for n in named if n in there), *rest]))


def _dock(state: State, policy: Policy, territory: int) -> int | None:
    """Return the zone where a complex's ships are placed: one that the policy names, or any."""
    zones = state.layout.coast[territory]
    named = [state.layout.at[name] for name in policy.place]
    return next((z for z in [*named, *zones] if z in zones), None)


def collect(state: State, power: int) -> Ints:
    """Collect the income of a power at its turn's end, and return it, shape (trials,) (AA-40)."""
    income = state.income(power)
    state.cash[:, power] += income
    state.ledger.collected[:, power] += income
    return income
