"""What two fronts' chances can be together: the best of the one for each chance of the other."""

import numpy as np

from combat.arrays import Floats
from combat.axis_allies.fronts.best import worths
from combat.axis_allies.fronts.plan import Plan
from combat.axis_allies.fronts.problem import LEAST

APART = 0.005  # points closer to one another than this are shown once


def frontier(plan: Plan) -> tuple[tuple[float, float], ...]:
    """Return pairs of chances of two fronts of which neither can rise without the other falling.

    Room for all parties at once is not looked at here; the limits of the fronts are left out.

    Parameters
    ----------
    plan : Plan
        Of two fronts, with tables.

    Returns
    -------
    tuple of (float, float)
        The first front's chance rising.
    """
    one, other = (worths(table, 0.0, LEAST).max(axis=-1) for table in plan.tables)
    problem = plan.turn.problem
    for axis in range(other.ndim):  # the best with so many or fewer
        other = np.maximum.accumulate(other, axis=axis)
    left = [
        np.minimum(problem.groups[at].number - np.arange(size), length - 1)
        for at, size, length in zip(problem.shared, one.shape, other.shape, strict=True)
    ]
    against: Floats = other[np.ix_(*left)].ravel()
    return _undominated(one.ravel(), against)


def _undominated(one: Floats, other: Floats) -> tuple[tuple[float, float], ...]:
    found: list[tuple[float, float]] = []
    for at in np.lexsort((-one, -other)).tolist():
        point = float(one[at]), float(other[at])
        if point[0] == -np.inf or point[1] == -np.inf:
            continue
        if not found or point[0] > found[-1][0] + APART:
            found.append(point)
    return tuple(found)
