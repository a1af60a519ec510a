"""Frames of 'how much is enough': what was tried, and what money buys at best."""

from collections.abc import Sequence

import pandas as pd

from analysis.size.answer import Purchase, Size

COLUMNS = ("force", "additions", "cost", "chance", "low", "high")


def tried_frame(size: Size) -> pd.DataFrame:
    """All forces that were tried, by rising cost: `COLUMNS`, and whether on the frontier."""
    frame = _frame(size, size.tried)
    best = {id(one) for one in size.frontier}
    frame["frontier"] = [id(one) in best for one in size.tried]
    return frame


def frontier_frame(size: Size) -> pd.DataFrame:
    """By rising cost the best chance that it buys, as far as that rises: `COLUMNS`.

    ``frame.attrs``: ``event`` in words, ``unit`` of the cost, ``wanted`` chance or None.

    Examples
    --------
    >>> from analysis.size.answer import size
    >>> frontier_frame(size("aa none v 1 inf", budget=8))[["force", "cost", "chance"]].round(3)
              force  cost  chance
    0         1 inf   3.0   0.250
    1         1 art   4.0   0.400
    2         1 arm   5.0   0.500
    3         2 inf   6.0   0.677
    4  1 inf, 1 art   7.0   0.874
    5  1 inf, 1 arm   8.0   0.904
    """
    return _frame(size, size.frontier)


def _frame(size: Size, purchases: Sequence[Purchase]) -> pd.DataFrame:
    rows = [
        (one.force, one.additions, one.cost, one.chance.value, one.chance.low, one.chance.high)
        for one in purchases
    ]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    frame.attrs["event"] = size.wanted.text
    frame.attrs["unit"] = size.base.game.cost_unit
    frame.attrs["wanted"] = size.at_least
    return frame
