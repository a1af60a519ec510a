"""The way through a battle of stages: which way it goes at each, and how often."""

from __future__ import annotations

import numpy as np
import pandas as pd

from combat.arrays import Bools
from combat.errors import OptionError
from combat.game import ATTACKER, DEFENDER, NEITHER
from combat.outcomes import Outcomes

START = "battle"
SIDES = (ATTACKER, NEITHER, DEFENDER)
ABOUT = ("depth", "parent", "node", "source", "target", "chance", "low", "high", "share", "side")


def flow_frame(outcomes: Outcomes) -> pd.DataFrame:
    """Stages of a battle as a tree, one row an edge: source, target, chance, share, side, ….

    Parameters
    ----------
    outcomes : Outcomes

    Returns
    -------
    DataFrame
        ``depth``, from 1, and ``source`` and ``target`` in words; ``parent`` and ``node``, numbers
        that tell apart what reads the same (0 is the beginning); ``chance`` of the whole that goes
        this way, with ``low`` and ``high``, and ``share`` of it given the source; ``side`` that all
        of it ends well for, empty if it may still end otherwise; ``attacker``, ``neither`` and
        ``defender``, the chance by the side that it ends well for. Edges are sorted by depth, then
        those of a source by chance.

    Raises
    ------
    OptionError
        For a game whose battles do not go through stages.

    Examples
    --------
    >>> from analysis.answers import odds
    >>> frame = flow_frame(odds("ww british, 3 cu, gen 1/1 v american, 3 cu"))
    >>> frame.loc[frame["depth"] == 1, ["source", "target", "share", "side"]].round(3)
       source         target  share      side
    0  battle  attacker wins  0.653  attacker
    1  battle  defender wins  0.347  defender
    """
    path = outcomes.battle.game.path
    if path is None:
        raise OptionError(f"{outcomes.battle.game.title} has no battles that go through stages")
    found: dict[tuple[str, ...], list[int]] = {}
    for row in np.flatnonzero(outcomes.chance > 0).tolist():
        stages = path(outcomes, row)
        for depth in range(1, len(stages) + 1):
            found.setdefault(stages[:depth], []).append(row)
    ends = _ends(outcomes)
    chances = {way: float(outcomes.chance[rows].sum()) for way, rows in found.items()}
    ways = sorted_ways(chances)
    number = {(): 0} | {way: place for place, way in enumerate(ways, start=1)}
    rows = []
    for way in ways:
        there = np.zeros(len(outcomes), np.bool_)
        there[found[way]] = True
        estimate, before = outcomes.chance_of(there), chances.get(way[:-1], 1.0)
        parts = [float(outcomes.chance[there & ends[side]].sum()) for side in SIDES]
        sides = [side for side, part in zip(SIDES, parts, strict=True) if part > 0]
        rows.append(
            (
                *(len(way), number[way[:-1]], number[way], (START, *way)[-2], way[-1]),
                *(estimate.value, estimate.low, estimate.high, min(1.0, chances[way] / before)),
                *(sides[0] if len(sides) == 1 else "", *parts),
            )
        )
    return pd.DataFrame(rows, columns=[*ABOUT, *SIDES])


def _ends(outcomes: Outcomes) -> dict[str, Bools]:
    """Which final states are good for which side, by the events that share them out."""
    ends = {side: np.zeros(len(outcomes), np.bool_) for side in SIDES}
    for event in outcomes.battle.events:
        if event.partition:
            ends[event.side] |= event.of(outcomes)
    ends[NEITHER] |= ~(ends[ATTACKER] | ends[DEFENDER])
    return ends


def sorted_ways(chances: dict[tuple[str, ...], float]) -> list[tuple[str, ...]]:
    """Sort by depth, within it by the place of the source, then the likeliest first."""
    ways: list[tuple[str, ...]] = []
    place: dict[tuple[str, ...], int] = {(): 0}
    for depth in range(1, max(map(len, chances), default=0) + 1):
        level = [way for way in chances if len(way) == depth]
        level.sort(key=lambda way: (place[way[:-1]], round(-chances[way], 12), way))
        place |= {way: len(place) + n for n, way in enumerate(level)}
        ways += level
    return ways
