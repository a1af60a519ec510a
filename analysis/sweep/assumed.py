"""What the answers of a sweep take for granted."""

from typing import TYPE_CHECKING

from analysis.sweep.headline import sampled_battles

if TYPE_CHECKING:
    import pandas as pd


def assumed(frame: "pd.DataFrame") -> tuple[str, ...]:
    """Return what all cells take for granted; what differs with what is varied is left out.

    One answered cell of each value is looked at, for so many values at most.

    Parameters
    ----------
    frame : DataFrame
        As `sweep` returns it.
    """
    lines = [battle.game.assumes(battle) for battle in sampled_battles(frame)]
    return tuple(line for line in lines[0] if all(line in others for others in lines))
