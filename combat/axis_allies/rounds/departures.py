"""Taking what was chosen for a target out of what is free, and putting it on its way."""

from dataclasses import dataclass

import numpy as np

from combat.arrays import Ints
from combat.axis_allies.rounds.layout import TRANSPORT
from combat.axis_allies.rounds.offers import BY_LANDING, BY_SEA, NOWHERE, Muster, Offer, ships_for
from combat.axis_allies.rounds.sent import Part, Sent


@dataclass(frozen=True, eq=False)
class Departures:
    """What leaves for a target in some trials.

    Parameters
    ----------
    muster : Muster
        What is free; it gets less.
    sent : Sent
        What is on its way; it gets more.
    target : int
    rows : int array, shape (rows,)
        The trials.
    """

    muster: Muster
    sent: Sent
    target: int
    rows: Ints

    def commit(self, offers: list[Offer], chosen: Ints) -> None:
        """Take what was chosen, shape (rows, units), from the first offers on."""
        left = chosen.copy()
        loads: dict[tuple[int, int], dict[int, tuple[Ints, Ints]]] = {}
        for offer in offers:
            number = np.minimum(left[:, offer.unit], offer.number)
            left[:, offer.unit] -= number
            if number.any():
                self._take(offer._replace(number=number))
                if offer.way == BY_LANDING:
                    loads.setdefault((offer.start, offer.ship), {})[offer.unit] = number, offer.by
        self.muster.fought[self.rows, self.target] = True
        for (_, ship), load in loads.items():
            zone = next(iter(load.values()))[1]
            self._sail(ship, zone, {unit: number for unit, (number, _) in load.items()})

    def join(self) -> None:
        """Add the ships that are in an attacked zone already: they cannot stand by (AA-20).

        They come on top of what the aim asked for.
        """
        for unit in self.muster.state.layout.raiders:
            number = self.muster.free[self.rows, self.target, unit].astype(np.int64)
            if number.any():
                nothing = np.full(len(self.rows), NOWHERE)
                self._take(Offer(BY_SEA, self.target, unit, number, nothing))

    def bombard(self) -> None:
        """Add the ships that can fire to a landing; they come on top of what the aim asked for."""
        zones = np.full(len(self.muster.free), NOWHERE)
        landed = np.zeros(len(self.muster.free), dtype=np.int64)
        for part in self.sent.parts[self.target]:
            if part.way == BY_LANDING:
                zones[part.rows] = part.by
                landed[part.rows] += part.number
        rows = self.rows
        if landed[rows].any():
            for offer in self.muster.bombarding(zones[rows], landed[rows], rows):
                self._take(offer)

    def _take(self, offer: Offer) -> None:
        some = offer.number > 0
        there, taken = self.rows[some], offer.of(some)
        free, units = self.muster.free, self.muster.state.units
        free[there, offer.start, offer.unit] -= taken.number.astype(free.dtype)
        units[there, self.muster.power, offer.start, offer.unit] -= taken.number.astype(units.dtype)
        self.sent.parts.setdefault(self.target, []).append(Part(there, *taken))

    def _sail(self, ship: int, zone: Ints, load: dict[int, Ints]) -> None:
        """Move the transports of a load to the zone that it lands from; they are not free any more.

        Where that zone is fought for first, they take part in the battle (AA-20).
        """
        muster, layout = self.muster, self.muster.state.layout
        transport = layout.of_role(TRANSPORT)[0]
        ships = ships_for(load, layout.unit("inf"))
        some = ships > 0
        there, number, end = self.rows[some], ships[some].astype(muster.free.dtype), zone[some]
        calm = ~muster.fought[there, end]
        muster.free[there, ship, transport] -= number
        muster.state.units[there, muster.power, ship, transport] -= number
        muster.state.units[there[calm], muster.power, end[calm], transport] += number[calm]
        muster.landing[there, end] = True
        for one in np.unique(end[~calm]):
            battle = ~calm & (end == one)
            nothing = np.full(int(battle.sum()), NOWHERE)
            part = Part(there[battle], BY_SEA, ship, transport, number[battle], nothing)
            self.sent.parts[int(one)].append(part)
