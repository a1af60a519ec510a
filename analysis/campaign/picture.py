"""Pictures of a plan: how its battles go in a row, the attacks of a turn, a race."""

from typing import TYPE_CHECKING

import pandas as pd

from analysis.campaign.answer import Campaign
from analysis.campaign.frames import plan_swing_frame
from analysis.campaign.sums import distributions, joint_ends
from analysis.charts import flow_chart, heat_chart, outcome_chart, swing_chart
from analysis.charts.text import wrapped
from analysis.flow import ABOUT, SIDES, START, sorted_ways
from analysis.turn import Turn
from combat.errors import OptionError
from combat.game import ATTACKER, DEFENDER, NEITHER
from combat.turns import Number, TurnTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, FLOW, RACE, SWING, BAR = 7.2, 4.8, 4.4, 3.4, 1.7  # inches
TITLE = 11.0  # points
WHOSE = {ATTACKER: "Gone", DEFENDER: "There"}
ENEMY = {ATTACKER: DEFENDER, DEFENDER: ATTACKER, NEITHER: NEITHER}
NOT_FOUGHT = "not fought"


def campaign_picture(found: Campaign) -> "Figure":
    """Draw how a plan goes from stage to stage, as wide as its ways are likely, and its swing.

    Raises
    ------
    OptionError
        For a plan that can go in too many ways.
    """
    game, stages = found.plan.game, found.plan.stages
    swing = distributions(found).get(game.swing)
    figure, axes = _figure(FLOW, *[SWING] * (swing is not None))
    title = f"{game.title}: {', then '.join(stage.name for stage in stages)}"
    flow_chart(plan_flow(found), ax=axes[0], title=_title(title))
    if swing is not None:
        quantity = game.quantity(game.swing)
        assert quantity is not None
        label = f"Whole plan: {quantity.text}"
        swing_chart(plan_swing_frame(found), ax=axes[1], unit=quantity.unit, label=label)
    return figure


def plan_flow(found: Campaign) -> pd.DataFrame:
    """Return the ways through a plan as a tree, one row an edge, as `flow_frame` does of a battle.

    Each is of the side that the last stage fought ends well for, as the plan's first attacker
    fights.

    Raises
    ------
    OptionError
    """
    ways = joint_ends(found)
    if not ways:
        raise OptionError("--plot: the plan can end in too many ways to draw; ask about fewer")
    stages = found.plan.stages
    events = {event.name: event for event in found.plan.game.events}
    sums: dict[tuple[str, ...], list[float]] = {}
    spans: dict[tuple[str, ...], float] = {}
    for ends, chance in ways:
        side, words = NEITHER, []
        for stage, end in zip(stages, ends, strict=True):
            words.append(f"{stage.name}: {events[end].text if end else NOT_FOUGHT}")
            if end:
                side = ENEMY[events[end].side] if stage.turned else events[end].side
        for depth in range(1, len(words) + 1):
            parts = sums.setdefault(tuple(words[:depth]), [0.0] * len(SIDES))
            parts[SIDES.index(side)] += chance.value
            way = tuple(words[:depth])
            spans[way] = max(spans.get(way, 0.0), chance.high - chance.low)
    chances = {way: sum(parts) for way, parts in sums.items()}
    number = {(): 0} | {way: at for at, way in enumerate(sorted_ways(chances), start=1)}
    rows = []
    for way, node in list(number.items())[1:]:
        whole, before = min(1.0, chances[way]), chances.get(way[:-1], 1.0)
        low, high = max(0.0, whole - spans[way] / 2), min(1.0, whole + spans[way] / 2)
        there = [side for side, part in zip(SIDES, sums[way], strict=True) if part > 0]
        rows.append(
            (
                *(len(way), number[way[:-1]], node, (START, *way)[-2], way[-1]),
                *(whole, low, high, min(1.0, whole / before)),
                *(there[0] if len(there) == 1 else "", *(min(1.0, p) for p in sums[way])),
            )
        )
    return pd.DataFrame(rows, columns=[*ABOUT, *SIDES])


def turn_picture(turn: Turn) -> "Figure":
    """Draw what a turn brings, and how each target ends; of a race the chance to win by score."""
    answer = turn.answer
    by_score = [table for table in answer.tables.values() if table.by_score]
    if by_score:
        figure, axes = _figure(RACE)
        labels = {"xlabel": "Enemy points", "ylabel": "Own points", "label": "Chance to win"}
        heat_chart(score_frame(by_score[0]), ax=axes[0], title=_title(answer.title), **labels)
        return figure
    targets = target_frames(answer.tables["targets"])
    figure, axes = _figure(SWING, *[BAR] * len(targets))
    swing_chart(banner_frame(turn), ax=axes[0], title=_title(answer.title))
    for ax, (name, frame) in zip(axes[1:], targets.items(), strict=True):
        outcome_chart(frame, ax=ax, names=WHOSE, title=_title(name))
    return figure


def banner_frame(turn: Turn) -> pd.DataFrame:
    """Return the distribution of banners won less banners lost: swing, chance."""
    frame = pd.DataFrame(turn.answer.more["banners"])
    frame["swing"] = frame["for"] - frame["against"]
    sums = frame.groupby("swing")["chance"].sum()
    found = pd.DataFrame({"swing": sums.index, "chance": sums.to_numpy()})
    found.attrs |= {"what": "swing (banners won less banners lost)", "unit": "banners"}
    return found


def target_frames(table: TurnTable) -> dict[str, pd.DataFrame]:
    """Return how each target ends, one row a way that is possible, the best first."""
    found = {}
    for target, *cells in table.rows:
        ends = [
            (name, side, cell.value, cell.value, cell.value)
            for name, side, cell in zip(table.names[1:], SIDES, cells, strict=True)
            if isinstance(cell, Number) and cell.value
        ]
        found[str(target)] = pd.DataFrame(ends, columns=["event", "side", "value", "low", "high"])
    return found


def score_frame(table: TurnTable) -> pd.DataFrame:
    """Return the chance to win by score, one row a score."""
    points = [int(name.split()[-1]) for name in table.names[1:]]
    rows = [
        (int(str(own)), enemy, cell.value)
        for own, *cells in table.rows
        for enemy, cell in zip(points, cells, strict=True)
        if isinstance(cell, Number)
    ]
    return pd.DataFrame(rows, columns=["attackers", "defenders", "chance"])


def _figure(*heights: float) -> "tuple[Figure, list[Axes]]":
    """Return a figure with axes one above the other, and these."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.1)  # type: ignore[union-attr, call-arg]
    axes = figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    return figure, list(axes)


def _title(text: str) -> str:
    return "\n".join(wrapped(text, room=72 * WIDTH - 60, size=1.17 * TITLE))  # it is bold
