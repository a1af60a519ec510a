"""Taking territories in many trials: owner, guns, cash of a capital, liberation (AA-42 to AA-45).

The same as `combat.axis_allies.economy.capture` says for one position; the tests compare them.
"""

import numpy as np

from combat.arrays import Ints
from combat.axis_allies.rounds.state import State


def take(state: State, power: int, territory: int, rows: Ints) -> None:
    """Hand a territory to its captor in some trials; its defenders are gone already.

    Parameters
    ----------
    state : State
    power : int
        Who has taken it.
    territory : int
    rows : int array, shape (rows,)
        Trials.
    """
    layout = state.layout
    original = int(layout.original[territory])
    loser, holder = state.owners[rows, territory].copy(), np.full(len(rows), power)
    if original != power and layout.sides[original] == layout.sides[power]:
        back = state.free(original)[rows] | (layout.capitals.get(original) == territory)
        holder[back] = original  # an ally's territory is liberated (AA-45)
    _hand_over_guns(state, power, territory, rows, holder)
    state.owners[rows, territory] = holder
    for owner, capital in layout.capitals.items():
        if capital == territory:
            _ransack(state, owner, power, rows[loser == owner])
            _free(state, owner, rows[holder == owner])


def _hand_over_guns(state: State, power: int, territory: int, rows: Ints, holder: Ints) -> None:
    """Give enemy AA guns to the new holder (AA-44)."""
    for enemy in state.layout.enemies(power):
        for gun in state.layout.guns:
            number = state.units[rows, enemy, territory, gun]
            state.units[rows, enemy, territory, gun] = 0
            state.units[rows, holder, territory, gun] += number
            state.ledger.guns[rows, enemy] -= number
            state.ledger.guns[rows, holder] += number


def _ransack(state: State, loser: int, power: int, rows: Ints) -> None:
    """Hand all the cash of the power whose capital fell to the captor (AA-42)."""
    cash = state.cash[rows, loser]
    state.cash[rows, power] += cash
    state.cash[rows, loser] = 0
    state.ledger.plunder[rows, power] += cash
    state.ledger.plunder[rows, loser] -= cash


def _free(state: State, power: int, rows: Ints) -> None:
    """Give a power with its capital free again what its allies hold of it (AA-45)."""
    layout = state.layout
    own = np.flatnonzero(layout.original == power)
    held = state.owners[np.ix_(rows, own)]
    allied = layout.sides[held] == layout.sides[power]
    state.owners[np.ix_(rows, own)] = np.where(allied, power, held)


def hand_back_guns(state: State, power: int, owners: Ints) -> None:
    """At a turn's end hand over the guns of territories that went back to a freed power (AA-45).

    Those of the ally that held them since the turn's start, or of the power that has taken them in
    this turn, before the capital.

    Parameters
    ----------
    state : State
    power : int
        Whose turn it is.
    owners : int array, shape (trials, territories)
        At the turn's start.
    """
    layout = state.layout
    allied = layout.sides[owners] == layout.sides[state.owners]
    moved = (owners != state.owners) & (layout.sides[state.owners] == layout.sides[power])
    for territory in np.flatnonzero(moved.any(axis=0)):
        rows = np.flatnonzero(moved[:, territory])
        now = state.owners[rows, territory]
        keeper = np.where(allied[rows, territory], owners[rows, territory], power)
        for gun in layout.guns:
            number = np.where(keeper == now, 0, state.units[rows, keeper, territory, gun])
            number = number.astype(state.units.dtype)
            state.units[rows, keeper, territory, gun] -= number
            state.units[rows, now, territory, gun] += number
            state.ledger.guns[rows, keeper] -= number
            state.ledger.guns[rows, now] += number
