"""What the answers of a sweep take for granted."""

from typing import TYPE_CHECKING

from analysis.sweep.frame import varied_keys
from combat.battle import Battle
from combat.games import find_game

if TYPE_CHECKING:
    import pandas as pd

MOST_READ = 1_000  # battles


def assumed(frame: "pd.DataFrame") -> tuple[str, ...]:
    """Return what all cells take for granted; what differs with what is varied is left out.

    One answered cell of each value is looked at, for `MOST_READ` values at most.

    Parameters
    ----------
    frame : DataFrame
        As `sweep` returns it.
    """
    game = find_game(frame.attrs["game"])
    there = frame[frame["reason"].isna()]
    firsts = [there.drop_duplicates(key)["battle"] for key in varied_keys(frame)]
    texts = list(dict.fromkeys(text for column in firsts for text in column))[:MOST_READ]
    lines = [game.assumes(Battle.parse(game, text)) for text in texts]
    return tuple(line for line in lines[0] if all(line in others for others in lines))
