"""The combat move: each power sends what its aims say, before any die is thrown (AA-24)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Ints
from combat.axis_allies.rounds.choice import Choices
from combat.axis_allies.rounds.geometry import anything
from combat.axis_allies.rounds.layout import TRANSPORT
from combat.axis_allies.rounds.offers import (
    BY_LANDING,
    NOWHERE,
    Muster,
    Offer,
    ships_for,
)
from combat.axis_allies.rounds.policies import Aim, Policy

CITY = 10  # IPC that a victory city counts for when targets are ranked


class Part(NamedTuple):
    """Units on their way to a target; ``rows``: the trials, the rest as of an `Offer`."""

    rows: Ints
    way: str
    start: int
    unit: int
    number: Ints
    by: Ints
    ship: int = NOWHERE


@dataclass(eq=False)
class Sent:
    """All that a power has sent out in its turn.

    Attributes
    ----------
    parts : dict of int to list of Part
        By target.
    """

    parts: dict[int, list[Part]] = field(default_factory=dict)

    def force(self, target: int, trials: int, units: int, *ways: str) -> Ints:
        """Return what goes to a target in some ways, shape (trials, units)."""
        found = np.zeros((trials, units), dtype=np.int64)
        for part in self.parts[target]:
            if part.way in ways:
                found[part.rows, part.unit] += part.number
        return found


def send_out(muster: Muster, policy: Policy, choices: Choices) -> Sent:
    """Send units to the targets of a policy, in its order.

    Parameters
    ----------
    muster : Muster
        Its free units are those that are left afterwards.
    policy : Policy
    choices : Choices
    """
    sent, layout = Sent(), muster.state.layout
    _hold_back(muster, policy)
    named = {layout.at[aim.place] for aim in policy.attack if aim.place}
    for aim in policy.attack:
        if aim.place:
            rows = np.arange(len(muster.free))
            _attempt(muster, layout.at[aim.place], rows, (aim, policy), choices, sent)
            continue
        for target, rows in _ranked(muster, named):
            _attempt(muster, target, rows, (aim, policy), choices, sent)
    return sent


def _hold_back(muster: Muster, policy: Policy) -> None:
    """Keep garrisons out of what is free, infantry first."""
    layout = muster.state.layout
    for garrison in policy.garrison:
        at = layout.at[garrison.place]
        left = np.full(len(muster.free), garrison.units)
        for unit in layout.land:
            stay = np.minimum(muster.free[:, at, unit], left)
            muster.free[:, at, unit] -= stay.astype(muster.free.dtype)
            left = left - stay


def _ranked(muster: Muster, named: set[int]) -> Iterator[tuple[int, Ints]]:
    """Yield targets and the trials that look at them next, the highest worth first."""
    targets = [t for t in range(len(muster.state.layout.areas)) if t not in named]
    worth = np.stack([target_worth(muster, t) for t in targets], axis=1)
    some = anything(worth, (0,))
    targets, worth = [t for t, is_one in zip(targets, some, strict=True) if is_one], worth[:, some]
    order = np.argsort(-worth, axis=1, kind="stable")
    for rank in range(len(targets)):
        at = order[:, rank]
        there = worth[np.arange(len(worth)), at] > 0
        for target in np.unique(at[there]):
            yield targets[target], np.flatnonzero(there & (at == target))


def target_worth(muster: Muster, target: int) -> Ints:
    """Return what a target is worth in IPC, shape (trials,); 0 where there is nothing to attack.

    Of a territory: its income, a victory city, the cash of a capital, and what stands there; 1 at
    least, so that empty islands are targets too. Of a zone: what is in it.
    """
    state, layout = muster.state, muster.state.layout
    there = muster.enemy[:, target] @ layout.costs
    if target >= len(layout.territories):
        return there
    owner = state.owners[:, target]
    prize = layout.income[target] + CITY * (target in layout.cities) + np.zeros_like(there)
    for power, capital in layout.capitals.items():
        if capital == target:
            prize = prize + np.where(owner == power, state.cash[:, power], 0)
    worth: Ints = np.where(muster.friendly[:, target], 0, np.maximum(1, prize + there))
    return worth


def _attempt(
    muster: Muster,
    target: int,
    rows: Ints,
    how: tuple[Aim, Policy],
    choices: Choices,
    sent: Sent,
) -> None:
    """Send what an aim asks for to a target, in the trials where it is free."""
    aim, policy = how
    layout = muster.state.layout
    sea = target >= len(layout.territories)
    rows = rows[_open(muster, target, rows)]
    if not len(rows):
        return
    offers = muster.offers(target, rows)
    able = np.zeros((len(rows), len(layout.units)), dtype=np.int64)
    for offer in offers:
        able[:, offer.unit] += offer.number
    if not able.any():
        return
    against = muster.enemy[rows, target].astype(np.int64)
    against[:, (layout.land + layout.guns) if sea else layout.ships] = 0  # cargo (AA-14)
    chosen = choices.choose(
        able,
        against,
        aim,
        sea=sea,
        retreat=str(policy.retreat),
        income=0 if sea else int(layout.income[target]),
    )
    going = anything(chosen, (1,))
    if going.any():
        _commit(muster, target, rows[going], _some(offers, going), chosen[going], sent)
        if not sea:
            _bombard(muster, target, rows[going], sent)


def _open(muster: Muster, target: int, rows: Ints) -> Bools:
    """Whether a target is an enemy's and not attacked yet, in some trials, shape (rows,)."""
    layout = muster.state.layout
    free = ~muster.fought[rows, target] & ~muster.landing[rows, target]
    if target >= len(layout.territories):
        return free & anything(muster.enemy[rows, target][:, layout.ships], (1,))
    return free & ~muster.friendly[rows, target]


def _some(offers: list[Offer], chosen: Bools) -> list[Offer]:
    return [o._replace(number=o.number[chosen], by=o.by[chosen]) for o in offers]


def _commit(
    muster: Muster, target: int, rows: Ints, offers: list[Offer], chosen: Ints, sent: Sent
) -> None:
    """Take what was chosen out of what is free, from the first offers on."""
    left = chosen.copy()
    loads: dict[tuple[int, int], dict[int, tuple[Ints, Ints]]] = {}
    for offer in offers:
        number = np.minimum(left[:, offer.unit], offer.number)
        left[:, offer.unit] -= number
        if number.any():
            _take(muster, target, rows, offer._replace(number=number), sent)
            if offer.way == BY_LANDING:
                loads.setdefault((offer.start, offer.ship), {})[offer.unit] = number, offer.by
    muster.fought[rows, target] = True
    for (_, ship), load in loads.items():
        zone = next(iter(load.values()))[1]
        _sail(muster, rows, ship, zone, {unit: number for unit, (number, _) in load.items()})


def _take(muster: Muster, target: int, rows: Ints, offer: Offer, sent: Sent) -> None:
    some = offer.number > 0
    there, number = rows[some], offer.number[some]
    muster.free[there, offer.start, offer.unit] -= number.astype(muster.free.dtype)
    units = muster.state.units
    units[there, muster.power, offer.start, offer.unit] -= number.astype(units.dtype)
    part = Part(there, offer.way, offer.start, offer.unit, number, offer.by[some], offer.ship)
    sent.parts.setdefault(target, []).append(part)


def _sail(muster: Muster, rows: Ints, ship: int, zone: Ints, load: dict[int, Ints]) -> None:
    """Move the transports of a load to the zone that it lands from; they are not free any more."""
    layout = muster.state.layout
    transport = layout.of_role(TRANSPORT)[0]
    ships = ships_for(load, layout.unit("inf"))
    some = ships > 0
    there, number, end = rows[some], ships[some].astype(muster.free.dtype), zone[some]
    muster.free[there, ship, transport] -= number
    muster.state.units[there, muster.power, ship, transport] -= number
    muster.state.units[there, muster.power, end, transport] += number
    muster.landing[there, end] = True


def _bombard(muster: Muster, target: int, rows: Ints, sent: Sent) -> None:
    """Add the ships that can fire to a landing; they come on top of what the aim asked for."""
    zones = np.full(len(muster.free), -1)
    landed = np.zeros(len(muster.free), dtype=np.int64)
    for part in sent.parts[target]:
        if part.way == BY_LANDING:
            zones[part.rows] = part.by
            landed[part.rows] += part.number
    if landed[rows].any():
        for offer in muster.bombarding(zones[rows], landed[rows], rows):
            _take(muster, target, rows, offer, sent)
