"""What the answers of a sweep take for granted."""

from typing import TYPE_CHECKING

from analysis.doubts import shared_lines
from analysis.sweep.headline import sampled_battles

if TYPE_CHECKING:
    import pandas as pd


def assumed(frame: "pd.DataFrame") -> tuple[str, ...]:
    """Return what all cells take for granted; what differs with what is varied is left out.

    But for data that are not verified: those are told of some cells, too. One answered cell of each
    value is looked at, for so many values at most.

    Parameters
    ----------
    frame : DataFrame
        As `sweep` returns it.
    """
    battles = sampled_battles(frame)
    return shared_lines([battle.game.assumes(battle) for battle in battles], "cells")
