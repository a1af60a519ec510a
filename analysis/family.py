"""The chance of one event in many battles at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from analysis.answers import odds
from combat.arrays import Floats
from combat.battle import Battle
from combat.errors import WargameError

SPARSE = 4  # pairs of sides solved for each battle asked about, beyond which it does not pay


def chances(battles: Sequence[Battle], event: str) -> Floats:
    """Return the exact chance of an event in each of some battles of a game, shape (battles,).

    Battles that differ in one side only are answered from one solve where the game can do that.

    Parameters
    ----------
    battles : sequence of Battle
    event : str

    Raises
    ------
    OptionError
        For a battle that is too large for an exact answer.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battles = [parse_battle("aa", f"{n} inf v 1 inf") for n in (1, 2, 3)]
    >>> chances(battles, "territory_taken").round(3).tolist()
    [0.25, 0.677, 0.898]
    """
    found = np.full(len(battles), np.nan)
    for members in _alike(battles):
        some = [battles[at] for at in members]
        known = _at_once(some, event)
        found[members] = _one_by_one(some, event) if known is None else known
    return found


def pair_chances(
    battle: Battle, attackers: Sequence[Any], defenders: Sequence[Any], event: str
) -> Floats:
    """Return the exact chance of an event for each pair of sides, shape (attackers, defenders).

    Parameters
    ----------
    battle : Battle
        Its settings are those of all pairs.
    attackers, defenders : sequence of side values of the game
    event : str

    Returns
    -------
    float array
        NaN where the rules do not allow the battle.

    Raises
    ------
    OptionError
        If the battle has no such event, or one is too large for an exact answer.
    """
    battle.event(event)
    family = battle.game.family
    known = None if family is None else family(battle, attackers, defenders, event)
    if known is not None:
        return known
    return np.array([[_chance(battle, a, d, event) for d in defenders] for a in attackers]).reshape(
        len(attackers), len(defenders)
    )


def crossed_chances(
    mine: Sequence[Battle | None], theirs: Sequence[Battle | None], event: str
) -> Floats:
    """Return the exact chance of an event for each attacker of the one, each defender of the other.

    Parameters
    ----------
    mine : sequence of Battle or None
        Their attackers and settings.
    theirs : sequence of Battle or None
        Their defenders.
    event : str

    Returns
    -------
    float array, shape (mine, theirs)
        NaN where there is no battle, or the rules do not allow it.
    """
    found = np.full((len(mine), len(theirs)), np.nan)
    columns = [column for column, one in enumerate(theirs) if one is not None]
    defenders = [one.defender for one in theirs if one is not None]
    rows = [row for row, one in enumerate(mine) if one is not None]
    there = [one for one in mine if one is not None]
    for members in _alike(there):
        attackers = [there[at].attacker for at in members]
        table = pair_chances(there[members[0]], attackers, defenders, event)
        found[np.ix_([rows[at] for at in members], columns)] = table
    return found


def _chance(battle: Battle, attacker: Any, defender: Any, event: str) -> float:  # noqa: ANN401
    try:
        pair = battle.with_sides(attacker, defender)
    except WargameError:
        return float("nan")
    return odds(pair, engine="exact").event(event).value


def _alike(battles: Sequence[Battle]) -> list[list[int]]:
    """Group battles, by number, that differ in their sides only."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for number, battle in enumerate(battles):
        key = (battle.game.name, *(str(value) for value in battle.settings.values()))
        groups.setdefault(key, []).append(number)
    return list(groups.values())


def _at_once(battles: Sequence[Battle], event: str) -> Floats | None:
    """Answer battles whose sides are few from one solve; None where that does not pay."""
    attackers = dict.fromkeys(battle.attacker for battle in battles)
    defenders = dict.fromkeys(battle.defender for battle in battles)
    family = battles[0].game.family
    if family is None or len(attackers) * len(defenders) > SPARSE * len(battles):
        return None
    battles[0].event(event)
    rows = {side: row for row, side in enumerate(attackers)}
    columns = {side: column for column, side in enumerate(defenders)}
    table = family(battles[0], list(rows), list(columns), event)
    if table is None:
        return None
    places = [(rows[battle.attacker], columns[battle.defender]) for battle in battles]
    return np.array([table[place] for place in places])


def _one_by_one(battles: Sequence[Battle], event: str) -> Floats:
    return np.array([odds(battle, engine="exact").event(event).value for battle in battles])
