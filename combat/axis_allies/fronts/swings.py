"""What every force that could be sent to one front would do there, from one solve.

A front's chance and the mean of its net value (AA-30) are two means of worths of the same ends, so
one graph of both sides gives them for all forces at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from combat.arrays import Floats
from combat.attrition.retreat import Retreat
from combat.axis_allies.family import Worths, chance_worths, land_means
from combat.axis_allies.fronts.bombarded import bombarded_means
from combat.axis_allies.fronts.sent import Sent
from combat.axis_allies.land import Army
from combat.axis_allies.losses import at_sea, free_sides
from combat.axis_allies.value import holding_worth, net_value, unit_worths, whole
from combat.battle import Battle
from combat.engine import solve
from combat.errors import IllegalBattleError, TooLargeError
from combat.force import Force

MOST_BATTLES = 300  # solved one by one where no solve has all of them


@dataclass(frozen=True, eq=False)
class Swings:
    """What each force does at a front.

    Attributes
    ----------
    chance : float array, shape (forces,)
        Of the front's event.
    swing : float array, shape (forces,)
        Mean net value in IPC: the enemy's loss less one's own, and the worth of what is taken.
    """

    chance: Floats
    swing: Floats


def swings(battle: Battle, event: str, forces: Sequence[Sent]) -> Swings:
    """Return what each force does at a front.

    Parameters
    ----------
    battle : Battle
        The front's defender and settings; its attacker is not read.
    event : str
        One of `combat.axis_allies.ends.ENDS`.
    forces : sequence of Sent
        Each with a unit at least that fights.

    Raises
    ------
    TooLargeError
        Where the battles have to be solved one by one and are more than `MOST_BATTLES`.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> one, two = Sent(Force.parse("1 arm")), Sent(Force.parse("2 arm"))
    >>> found = swings(parse_battle("aa", "1 arm v 1 inf"), "territory_taken", [one, two])
    >>> found.chance.round(4).tolist(), found.swing.round(4).tolist()
    ([0.5, 0.95], [-0.25, 0.675])
    """
    found = Swings(np.empty(len(forces)), np.empty(len(forces)))
    alone: list[int] = []
    for there in _kinds(battle, forces):
        some = [forces[at] for at in there]
        means = _from_one(_staying(battle, some[0]), event, some)
        if means is None:
            alone += there
        else:
            found.chance[there], found.swing[there] = means
    if len(alone) > MOST_BATTLES:
        raise TooLargeError(
            f"{len(alone):,} battles of one front have to be solved one by one, more than the"
            f" limit of {MOST_BATTLES}; let fewer units choose, or leave retreat and losses as"
            " they are by default",
            given=f"{len(alone)} battles",
        )
    for at in alone:
        outcomes = solve(forces[at].battle(battle), engine="exact")
        found.chance[at] = outcomes.event(event).value
        found.swing[at] = float(outcomes.chance @ net_value(outcomes))
    return found


def _kinds(battle: Battle, forces: Sequence[Sent]) -> list[list[int]]:
    """Part forces by whether ships bombard, and who may retreat: all, none, or some of them."""
    kinds: dict[tuple[bool, int], list[int]] = {}
    for at, sent in enumerate(forces):
        bound = 0 if battle["retreat"].never or not sent.landed else 2 - (sent.landed == sent.force)
        kinds.setdefault((bool(sent.bombard), bound), []).append(at)
    return list(kinds.values())


def _staying(battle: Battle, sent: Sent) -> Battle:
    """Return the battle of those who may not retreat, if all have landed (AA-22)."""
    return battle.with_settings(retreat=Retreat()) if sent.landed == sent.force else battle


def _from_one(battle: Battle, event: str, forces: Sequence[Sent]) -> tuple[Floats, Floats] | None:
    """Return chances and mean net values of forces of one kind from one solve, None if none has."""
    if any(free_sides(battle)):
        return None
    try:
        means = _means(battle, event, forces)
    except (IllegalBattleError, TooLargeError):  # too many nodes for one graph
        return None
    if means is None:
        return None
    chance, net = means
    worths, own = unit_worths(battle), battle.attacker  # from whose worth the means are counted
    ahead = np.array([worth_of(own, worths) - worth_of(one.force, worths) for one in forces])
    return np.clip(chance, 0.0, 1.0), net + ahead


def _means(battle: Battle, event: str, forces: Sequence[Sent]) -> tuple[Floats, Floats] | None:
    if at_sea(battle.with_sides(forces[0].force, battle.defender)):
        from combat.axis_allies.fronts.sea_means import sea_means

        return sea_means(battle, event, [sent.force for sent in forces])
    worths = chance_worths(battle, event), _net_worths(battle)
    if not battle["retreat"].never and any(sent.landed for sent in forces):
        return None  # some may leave, and some not
    if forces[0].bombard:
        after = bombarded_means(battle, forces, worths)
        return None if after is None else (after[0], after[1])
    found = land_means(battle, ([sent.force for sent in forces], [battle.defender]), *worths)
    return None if found is None else (found[0][:, 0], found[1][:, 0])


def worth_of(force: Force, worths: dict[str, float]) -> float:
    """Return what a force is worth; attackers have no guns."""
    return sum(worths[name] * n for name, n in whole(force))


def _net_worths(battle: Battle) -> Worths:
    """Return the net value of an end, which is the same however the battle came to one."""

    def worths(mine: Army, theirs: Army) -> tuple[Floats, Floats, Floats]:
        worth = holding_worth(battle, mine, theirs)
        return worth, worth, worth

    return worths
