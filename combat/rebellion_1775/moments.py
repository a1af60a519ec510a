"""Mean and spread of sums along the path of a battle, and of what it is worth."""

import math

from combat.arrays import Floats
from combat.outcomes import Tally
from combat.rebellion_1775.exchange import TALLIES, Exchange
from combat.rebellion_1775.side_table import SideTable
from combat.stages.final import Final


def worth_spread(mass: Floats, first: Floats, second: Floats, area: Floats) -> Tally:
    """Return mean and spread of what a battle is worth: sums along the path, and the area.

    Arrays over final states: mass, first and second moment of the sums, what the area is worth.
    """
    mean = float((first + area * mass).sum())
    return spread(mean, float((second + 2 * area * first + area**2 * mass).sum()))


class Moments:
    """Means and spreads of the sums along the path, computed when the first is asked for.

    Parameters
    ----------
    first, second : SideTable
        The attacker's and the defender's.
    starts : float array, shape (attacker's nodes, defender's nodes)
    met : int
        Natives of each side who met before the battle.
    """

    def __init__(self, first: SideTable, second: SideTable, starts: Floats, met: int) -> None:
        self._made, self._met = (first, second, starts), met
        self._found: dict[str, Tally] | None = None

    def tally(self, name: str) -> Tally:
        """Return one of `TALLIES`."""
        if self._found is None:
            first, second, starts = self._made
            sums = Exchange(first, second, tallied=True).run(starts).sum(axis=(1, 2))
            count = len(TALLIES)
            self._found = {
                tally: with_met(
                    tally, spread(float(sums[1 + at]), float(sums[1 + count + at])), self._met
                )
                for at, tally in enumerate(TALLIES)
            }
        return self._found[name]


def with_met(name: str, tally: Tally, met: int) -> Tally:
    """Return a sum with the natives who met before the battle, and are in the fled box (RB-07)."""
    return Tally(tally.mean + met, tally.sd) if name.endswith("fled") else tally


def spread(mean: float, second: float) -> Tally:
    """Return a sum by its mean and mean square."""
    return Tally(mean, math.sqrt(max(0.0, second - mean**2)))


def staged_moment(final: Final, name: str, met: int) -> Tally:
    """Return mean and spread of a sum along the path, by the stages."""
    mean, second = (float(part.sum()) for part in final.moments(name))
    return with_met(name, spread(mean, second), met)


def same(tally: Tally) -> Tally:
    """Return a sum that is known already."""
    return tally
