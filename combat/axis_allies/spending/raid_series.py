"""Bombing raids on one complex turn after turn, its owner repairing in between (AA-25, AA-43).

An exact Markov chain: its states are the bombers left and the damage that stands, its steps the
exact outcomes of one raid (`combat.axis_allies.raid`) and the owner's repairs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from combat.arrays import Floats, Ints
from combat.axis_allies.game import AXIS_ALLIES
from combat.axis_allies.raid_rules import BOMBER, MOST_DAMAGE
from combat.battle import Battle
from combat.errors import OptionError
from combat.force import Force

ALL, NEEDED, NONE = "all", "needed", "none"
REPAIRS = (ALL, NEEDED, NONE)
MOST_BOMBERS, MOST_TURNS = 20, 50
TIE = 1e-9  # values that differ by less are the same: then fewer bombers fly


class Site(NamedTuple):
    """The complex: ``income`` of its territory, ``guns`` there, ``damage`` at the start."""

    income: int
    guns: Force
    damage: int = 0
    edition: str = "2009"


class Owner(NamedTuple):
    """What the owner does each turn, and what harm it is to him.

    Parameters
    ----------
    repair : {'all', 'needed', 'none'}
        All damage, as much as leaves room for `need` units, or nothing.
    need : int
        Units that he wants to mobilise there each turn.
    funds : int
        IPC that he can spend on repairs in a turn.
    slot : float
        What it costs him, in IPC, that one of these units cannot be placed.
    """

    repair: str
    need: int
    funds: int
    slot: float

    def points(self, damage: int, income: int) -> int:
        """Return the points that he repairs, 1 IPC each.

        Examples
        --------
        >>> Owner("needed", 7, 24, 3.0).points(9, 10), Owner("all", 7, 4, 3.0).points(9, 10)
        (6, 4)
        >>> Owner("needed", 0, 24, 3.0).points(9, 4)  # nobody to place: any damage leaves room
        0
        """
        needed = max(0, damage - max(0, income - self.need)) if self.need else 0
        wanted = {ALL: damage, NEEDED: needed, NONE: 0}
        return min(wanted[self.repair], self.funds)

    def unplaced(self, damage: int, income: int) -> int:
        """Return the units that find no room after his repairs (AA-43)."""
        return max(0, min(self.need, income) - max(0, income - damage))


class RaidTurn(NamedTuple):
    """Means of a turn: bombers sent and lost, damage done and standing after repairs, and so on.

    ``balance``: IPC that the owner has lost by it more than the raider. ``anyway``: IPC of repairs
    and units not placed that damage from before the first raid would have cost him in this turn
    without any raid; the balance leaves them out.
    """

    number: int
    sent: float
    lost: float
    damage: float
    repaired: float
    unplaced: float
    standing: float
    balance: float
    anyway: float = 0.0


@dataclass(frozen=True, eq=False)
class RaidSeries:
    """How raids over some turns go.

    Parameters
    ----------
    turns : tuple of RaidTurn
    left : float array, shape (bombers + 1,)
        Chance of 0, 1, … bombers left at the end.
    sends : int array, shape (turns, bombers + 1, most damage + 1)
        Bombers that fly in each turn, by those left and the damage that stands.
    """

    turns: tuple[RaidTurn, ...]
    left: Floats
    sends: Ints

    @property
    def balance(self) -> float:
        """IPC that the owner loses more than the raider, over all turns."""
        return sum(turn.balance for turn in self.turns)

    @property
    def anyway(self) -> float:
        """IPC of harm that the owner would have had without raids, over all turns."""
        return sum(turn.anyway for turn in self.turns)

    @property
    def sent(self) -> float:
        """Mean of the raids flown, one for each bomber and turn."""
        return sum(turn.sent for turn in self.turns)


Kernels = Mapping[tuple[int, int], Floats]  # (sent, damage before): chance of [lost, damage after]


def kernels(site: Site, bombers: int) -> Kernels:
    """Return the outcomes of one raid by bombers sent and damage before.

    Returns
    -------
    mapping of (int, int) to float array, shape (bombers + 1, most damage + 1)
        Row: bombers lost; column: damage after.

    Raises
    ------
    OptionError
        More bombers than a limit.
    """
    if not 1 <= bombers <= MOST_BOMBERS:
        raise OptionError(
            f"raids of {bombers} bombers are not computed; name how many fly, 1 to {MOST_BOMBERS}"
            " (--bombers)",
            given=str(bombers),
            allowed=(f"1 to {MOST_BOMBERS}",),
        )
    most = MOST_DAMAGE * site.income
    found = {}
    for before in range(most + 1):
        stay = np.zeros((bombers + 1, most + 1))
        stay[0, before] = 1.0
        found[0, before] = stay
        for sent in range(1, bombers + 1):
            found[sent, before] = _raid(site, sent, before, stay.shape)
    return found


def _raid(site: Site, sent: int, before: int, shape: tuple[int, ...]) -> Floats:
    settings = {"raid": site.income, "damage": before, "edition": site.edition}
    battle = Battle(AXIS_ALLIES, Force.of({BOMBER: sent}), site.guns, settings)
    outcomes = AXIS_ALLIES.model(battle).exact()
    table = np.zeros(shape)
    lost = sent - outcomes.column(f"attacker.{BOMBER}")
    np.add.at(table, (lost, before + outcomes.column("damage")), outcomes.chance)
    return table


def raid_series(
    site: Site,
    owner: Owner,
    *,
    bombers: int,
    turns: int,
    price: float,
    elsewhere: float | None = None,
    known: Kernels | None = None,
) -> RaidSeries:
    """Raid some turns and return what it comes to.

    Parameters
    ----------
    site : Site
    owner : Owner
    bombers, turns : int
    price : float
        What a bomber is worth, in IPC.
    elsewhere : float, optional
        What a bomber that does not raid does for its side in a turn, in IPC. With it, as many fly
        in each state as are best for all the turns together (of equal numbers the fewest); without
        it all fly, always.
    known : mapping, optional
        `kernels` of as many bombers or more.
    """
    if not 1 <= turns <= MOST_TURNS:
        raise OptionError(
            f"{turns} turns are not computed; give 1 to {MOST_TURNS}",
            given=str(turns),
            allowed=(f"1 to {MOST_TURNS}",),
        )
    steps = kernels(site, bombers) if known is None else known
    most = MOST_DAMAGE * site.income
    if elsewhere is None:
        everything = np.arange(bombers + 1)[None, :, None]
        sends = np.broadcast_to(everything, (turns, bombers + 1, most + 1)).copy()
    else:
        sends = _best(site, owner, steps, (turns, bombers, most), price, elsewhere)
    mass = np.zeros((bombers + 1, most + 1))
    mass[bombers, site.damage] = 1.0
    told = []
    for number, anyway in enumerate(_quiet(site, owner, turns)):
        mass, turn = _turn(site, owner, mass, sends[number], steps, number + 1, price)
        told.append(turn._replace(balance=turn.balance - anyway, anyway=anyway))
    return RaidSeries(tuple(told), mass.sum(axis=1), sends)


def _quiet(site: Site, owner: Owner, turns: int) -> list[float]:
    """Return the owner's harm in each turn if nobody raids: old damage is not the raids' work."""
    damage, harm = site.damage, []
    for _ in range(turns):
        points = owner.points(damage, site.income)
        damage -= points
        harm.append(points + owner.slot * owner.unplaced(damage, site.income))
    return harm


def _turn(
    site: Site, owner: Owner, mass: Floats, sends: Ints, steps: Kernels, number: int, price: float
) -> tuple[Floats, RaidTurn]:
    """Raid once and repair; return the chances of the states then, and the turn's means."""
    raided = np.zeros_like(mass)
    sent = lost = done = 0.0
    for b, d in np.argwhere(mass > 0.0):
        chance, flying = mass[b, d], int(sends[b, d])
        outcome = steps[flying, int(d)][: b + 1]
        raided[b - np.arange(len(outcome))] += chance * outcome
        sent += chance * flying
        lost += chance * (outcome.sum(axis=1) @ np.arange(len(outcome)))
        done += chance * (outcome.sum(axis=0) @ (np.arange(mass.shape[1]) - d))
    after = np.zeros_like(mass)
    repaired = unplaced = standing = 0.0
    for d, chance in enumerate(raided.sum(axis=0)):
        points = owner.points(d, site.income)
        after[:, d - points] += raided[:, d]
        repaired += chance * points
        unplaced += chance * owner.unplaced(d - points, site.income)
        standing += chance * (d - points)
    balance = repaired + unplaced * owner.slot - lost * price
    means = (sent, lost, done, repaired, unplaced, standing, balance)
    return after, RaidTurn(number, *(float(mean) for mean in means))


def _best(
    site: Site,
    owner: Owner,
    steps: Kernels,
    size: tuple[int, int, int],
    price: float,
    elsewhere: float,
) -> Ints:
    """Return how many fly in each state so that all turns together are best, backwards."""
    turns, bombers, most = size
    states = range(most + 1)
    # by bombers that fly, damage before, bombers lost, damage after
    known = np.array([[steps[k, d][: bombers + 1] for d in states] for k in range(bombers + 1)])
    ahead = np.zeros((bombers + 1, most + 1))  # worth of the turns to come, by state
    sends = np.zeros((turns, bombers + 1, most + 1), dtype=np.int64)
    for number in reversed(range(turns)):
        settled = np.empty_like(ahead)  # after the raid, before the repairs
        for d in states:
            points = owner.points(d, site.income)
            harm = points + owner.slot * owner.unplaced(d - points, site.income)
            settled[:, d] = ahead[:, d - points] + harm
        values = np.full_like(ahead, -np.inf)
        for b in range(bombers + 1):
            left = settled[b - np.arange(b + 1)] - price * np.arange(b + 1)[:, None]
            worths = np.tensordot(known[: b + 1, :, : b + 1], left)  # by bombers that fly, damage
            for flying, worth in enumerate(worths + elsewhere * (b - np.arange(b + 1))[:, None]):
                better = worth > values[b] + TIE
                values[b, better], sends[number, b, better] = worth[better], flying
        ahead = values
    return sends
