"""Chance of an event by a number of one side, for several battles side by side."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from analysis.answers import odds, read_battle
from combat.battle import Battle
from combat.errors import OptionError
from combat.game import ATTACKER

COLUMNS = ("battle", "number", "chance")


def curve_frame(
    battles: Mapping[str, Battle | str],
    what: str,
    *,
    numbers: Sequence[int],
    side: str = ATTACKER,
    event: str | None = None,
) -> pd.DataFrame:
    """Chance of an event for each number of something that a side has: battle, number, chance.

    Parameters
    ----------
    battles : mapping of str to Battle or str
        Battles by what to call them.
    what : str
        What is varied: a unit, or another number of a side that the game knows.
    numbers : sequence of int
        They replace that of the battle. Where the rules do not allow the battle, the chance is NaN.
    side : {'attacker', 'defender'}
        Whose number.
    event : str, optional
        The main event of the first battle if none; the chart takes its words from ``frame.attrs``.

    Raises
    ------
    OptionError
        For no battles, for something that is not varied in the game, or for an event that a battle
        does not have.

    Examples
    --------
    How many dice until a unit of two blocks is gone?

    >>> gone = curve_frame({"infantry": "ccn INF 4 v INF 2"}, "dice", numbers=[2, 3])
    >>> gone["chance"].tolist()
    [0.25, 0.5]
    """
    if not battles:
        raise OptionError("no battles to draw curves of; name at least one")
    found = {name: read_battle(battle) for name, battle in battles.items()}
    first = next(iter(found.values()))
    asked = event or first.main_event
    rows = []
    for name, battle in found.items():
        battle.event(asked)  # refused before anything is computed
        varied = battle.game.varied
        if varied is None:
            raise OptionError(f"{battle.game.title} has no numbers of a side to vary")
        for number in numbers:
            other = varied(battle, side, what, number)
            chance = np.nan if other is None else odds(other).event(asked).value
            rows.append((name, number, chance))
    frame = pd.DataFrame(rows, columns=COLUMNS)
    frame.attrs["event"] = first.event(asked).text
    frame.attrs["what"] = f"{side.capitalize()}’s {what}"
    return frame
