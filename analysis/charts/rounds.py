"""When the battle ends, and how."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from analysis.charts import text
from analysis.charts.canvas import LINE, WIDTH, canvas, key, percent_axis, size, whole_ticks
from analysis.charts.frames import SIDES, require, require_chances, require_sides, table
from analysis.charts.palette import cycled, paper, shades

FIGHTING = "still fighting"
APART = 15  # more rounds than this, and bars touch


def rounds_chart(
    frame: pd.DataFrame, *, ax: Axes | None = None, open_event: str = FIGHTING, title: str = ""
) -> Axes:
    """Draw the chance that the battle has ended so, by each round, as stacked bars.

    Parameters
    ----------
    frame
        One row a round and event: ``round``, ``event``, ``chance`` (of having ended so by the end
        of this round; for ``open_event``, of not having ended). With a column ``side`` the events
        take the colours and places of their sides: attacker below, defender on top.
    ax
        Axes to draw on; a new figure by default.
    open_event
        The name of the event that the battle goes on.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the round, y the chance; one container of bars an event.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column or a row, or a round sums to more than 1.
    """
    require(frame, "round", "event", "chance")
    require_chances(frame, "chance")
    wide = table(frame, rows="round", columns="event", values="chance")
    if wide.isna().any(axis=None):
        raise ValueError("every round needs a row for every event")
    if (wide.sum(axis=1) > 1.005).any():
        raise ValueError("the events of a round sum to more than 1")
    colours = _colours(frame, open_event)
    room = (WIDTH * 72 - 58 if ax is None else size(ax)[0]) - 18
    labels = text.rows(
        list(colours),
        numbers=[text.percent(min(float(wide[event].iloc[-1]), 1.0)) for event in colours],
        room=room,
    )
    lines = 1 + sum(label.count("\n") + 1 for label in labels)
    with canvas(ax, height=2.7 + lines * LINE / 72, title=title) as drawn:
        _stack(drawn, wide, colours)
        percent_axis(drawn, "Chance by end of round", top=1)
        whole_ticks(drawn, "x")
        drawn.set_xlabel("Round")
        swatches = [Patch(facecolor=colour) for colour in colours.values()]
        # read from the top, as the bars are stacked
        key(drawn, swatches[::-1], labels[::-1], title=f"After round {wide.index[-1]}")
    return drawn


def _colours(frame: pd.DataFrame, open_event: str) -> dict[str, str]:
    """The events from the bottom of the stack to its top, each with its colour."""
    events = [str(event) for event in frame["event"].unique()]
    ended = [event for event in events if event != open_event]
    fighting = {open_event: "#D0D0D0"} if open_event in events else {}
    if "side" not in frame.columns:
        return dict(zip(ended, cycled(len(ended)), strict=True)) | fighting
    require_sides(frame["side"])
    sides = frame.drop_duplicates("event").set_index("event")["side"]
    by_side = {side: [event for event in ended if sides[event] == side] for side in SIDES}
    painted = {
        side: dict(zip(names, shades(side, len(names)), strict=True)) if names else {}
        for side, names in by_side.items()
    }
    # the defender's shades run the other way, as in the bar of outcomes
    ours = painted["defender"]
    on_top = dict(reversed(list(zip(ours, reversed(list(ours.values())), strict=True))))
    return painted["attacker"] | painted["neither"] | fighting | on_top


def _stack(ax: Axes, wide: pd.DataFrame, colours: dict[str, str]) -> None:
    apart = len(wide) <= APART
    floor = wide.iloc[:, 0] * 0.0
    for event, colour in colours.items():
        ax.bar(
            wide.index,
            wide[event],
            0.88 if apart else 1.0,
            bottom=floor,
            color=colour,
            edgecolor=paper(ax),
            linewidth=0.6 if apart else 0,
            label=event,
        )
        floor = floor + wide[event]
    ax.set_xlim(wide.index.min() - 0.6, wide.index.max() + 0.6)
