"""How many hits a pool of mixed dice makes: exactly, for many pools at once."""

from functools import lru_cache

import numpy as np

from combat.arrays import Floats, Ints

WHOLE_DICE = 64  # of which chances are counted in whole numbers


def dice_pmf(pools: Ints, *, sides: int = 6) -> Floats:
    """Distribution of the hits of independent dice.

    Parameters
    ----------
    pools : int array, shape (cases, values), at least one case
        ``pools[c, v]`` dice that hit on `v` or less (column 0: dice that never hit).
    sides : int
        Sides of each die.

    Returns
    -------
    float array, shape (cases, most hits + 1)
        Chance of 0, 1, … hits. Only products and sums of chances are formed, so nothing cancels
        and every chance, however small, is right to a few ulp.

    Examples
    --------
    >>> dice_pmf(np.array([[0, 0, 0, 2]]))     # two dice at 3 or less
    array([[0.25, 0.5 , 0.25]])
    """
    pmf = np.ones((len(pools), 1))
    for value, most in enumerate(pools.max(axis=0).tolist()):
        if value and most:
            hits = binomial_table(most, value, sides)[pools[:, value], : most + 1]
            pmf = hits if pmf.shape[1] == 1 else convolved(pmf, hits)
    useful = int(pools[:, 1:].sum(axis=1).max()) + 1
    return pmf[:, :useful]


def binomial_table(dice: int, value: int, sides: int = 6) -> Floats:
    """Distributions of the hits of 0, 1, … equal dice that hit on `value` or less.

    Up to `WHOLE_DICE` dice each chance is the true fraction, rounded once; beyond, it follows from
    there die by die.

    Returns
    -------
    float array, shape (at least dice + 1,) twice
        Row n, column k: chance of k hits of n dice.

    Examples
    --------
    >>> binomial_table(2, 1, 2)[:3, :3]
    array([[1.  , 0.  , 0.  ],
           [0.5 , 0.5 , 0.  ],
           [0.25, 0.5 , 0.25]])
    """
    return _binomial_table(max(16, 1 << dice.bit_length()), value, sides)


@lru_cache(maxsize=64)
def _binomial_table(size: int, value: int, sides: int) -> Floats:
    table = np.zeros((size, size))
    ways = [1]
    for dice in range(min(size, WHOLE_DICE + 1)):
        table[dice, : dice + 1] = [way / sides**dice for way in ways]
        pairs = zip([*ways, 0], [0, *ways], strict=True)
        ways = [miss * (sides - value) + hit * value for miss, hit in pairs]
    for dice in range(WHOLE_DICE + 1, size):
        table[dice] = table[dice - 1] * (1.0 - value / sides)
        table[dice, 1:] += table[dice - 1, :-1] * (value / sides)
    table.flags.writeable = False
    return table


def convolved(first: Floats, second: Floats) -> Floats:
    """Distribution of the sum of two independent numbers, case by case.

    Parameters
    ----------
    first, second : float array, shape (cases, m) and (cases, n)

    Returns
    -------
    float array, shape (cases, m + n − 1)
    """
    few, many = sorted((first, second), key=lambda pmf: pmf.shape[1])
    cases, width = few.shape
    if width == 1:
        return few * many
    padded = np.zeros((cases, many.shape[1] + 2 * (width - 1)))
    padded[:, width - 1 : width - 1 + many.shape[1]] = many
    row, step = padded.strides
    shape = (cases, many.shape[1] + width - 1, width)
    windows = np.lib.stride_tricks.as_strided(padded, shape, (row, step, step), writeable=False)
    return (windows @ few[:, ::-1, None])[..., 0]


def low_luck_pmf(pools: Ints, *, sides: int = 6) -> Floats:
    """Distribution of the hits when values are added up: whole sixes hit, the rest is one die.

    Parameters and result as in `dice_pmf` (AA-56).

    Examples
    --------
    >>> low_luck_pmf(np.array([[0, 0, 0, 3]]))     # 9 pips: one hit, and one die at 3
    array([[0. , 0.5, 0.5]])
    """
    pips = pools @ np.arange(pools.shape[1])
    whole, rest = np.divmod(pips, sides)
    most = int((whole + (rest > 0)).max(initial=0))
    pmf = np.zeros((len(pools), most + 1))
    rows = np.arange(len(pools))
    pmf[rows, whole] = 1.0 - rest / sides
    some = rows[rest > 0]
    pmf[some, whole[some] + 1] = rest[some] / sides
    return pmf
