"""What bombardment can do at most to those who defend (AA-21, AA-51)."""

from collections.abc import Sequence

import numpy as np

from combat.arrays import Floats
from combat.axis_allies.units import UnitTable
from combat.force import Force

SHELLED = ("land", "casualty gun")  # whom bombardment can hit (AA-51)


def less_victims(
    table: UnitTable, defenders: Force, order: Sequence[str], most: int
) -> list[Force]:
    """Return the defenders less 0, 1, … `most` of those that bombardment would hit, in order."""
    found = [defenders]
    for _ in range(most):
        name = next((n for n in order if found[-1][n] and table[n].domain in SHELLED), None)
        found.append(found[-1] if name is None else found[-1].changed(name, -1))
    return found


def hits_of_ships(table: UnitTable, ships: Force) -> Floats:
    """Return the distribution of the hits of ships that bombard, each once."""
    chances = np.ones(1)
    for name, n in ships:
        hit = table[name].attack / 6.0
        for _ in range(n):
            chances = np.convolve(chances, [1.0 - hit, hit])
    return chances
