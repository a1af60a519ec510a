"""How the battle ends, as one bar."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from analysis.charts import text
from analysis.charts.canvas import LINE, WIDTH, canvas, key, size
from analysis.charts.frames import SIDES, require, require_chances, require_sides, require_whole
from analysis.charts.palette import ink, ink_on, paper, shades

BAR, HEAD, GAP = 34.0, 18.0, 8.0  # points: bar, line above it, space below
NAMES = {"attacker": "Attacker", "defender": "Defender"}
SLIVER = 0.015


def outcome_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    names: Mapping[str, str] = NAMES,
    title: str = "",
) -> Axes:
    """Draw the outcomes that share out the battle as one stacked bar with a key.

    Parameters
    ----------
    frame
        One row an outcome: ``event`` (text), ``side`` that it is good for ("attacker", "defender",
        "neither"), ``value`` (chance), ``low`` and ``high`` (95 % interval; equal when exact).
        Within a side the order of the rows is kept; the attacker is on the left.
    ax
        Axes to draw on; a new figure by default.
    names
        What to call the two sides.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the chance, from 0 to 1; y has no meaning.

    Raises
    ------
    ValueError
        When the frame is empty, lacks a column, or its values do not sum to 1 within 0.005.
    """
    require(frame, "event", "side", "value", "low", "high")
    require_chances(frame, "value", "low", "high")
    require_sides(frame["side"])
    require_whole(frame, "value")
    bars = _arrange(frame)
    room = (WIDTH * 72 if ax is None else size(ax)[0]) - 24
    labels = _labels(bars, room=room)
    lines = 1 + sum(label.count("\n") + 1 for label in labels)
    needed = HEAD + BAR + GAP + LINE * lines
    with canvas(
        ax, height=(needed + 6 + (24 if title else 0)) / 72, title=title, bare=True
    ) as drawn:
        tall = needed if ax is None else max(needed, size(ax)[1])
        drawn.set(xlim=(0, 1), ylim=(HEAD + BAR - tall, HEAD + BAR))
        drawn.set_axis_off()
        _segments(drawn, bars)
        _headlines(drawn, bars, names)
        swatches = [Patch(facecolor=colour) for colour in bars["colour"]]
        bottom = 1 - (HEAD + BAR) / tall
        key(drawn, swatches, labels, title=_caption(bars), bottom=bottom, gap=GAP)
    return drawn


def _arrange(frame: pd.DataFrame) -> pd.DataFrame:
    """Attacker's outcomes first, defender's last, each with its colour and its place."""
    parts = [frame[frame["side"] == side] for side in SIDES]
    coloured = [
        part.assign(colour=shades(side, len(part)))
        for side, part in zip(SIDES, parts, strict=True)
        if len(part)
    ]
    bars = pd.concat(coloured, ignore_index=True)
    # the defender's strongest shade belongs at the far right, as the attacker's at the far left
    ours = bars["side"] == "defender"
    bars.loc[ours, "colour"] = bars.loc[ours, "colour"].to_list()[::-1]
    return bars.assign(left=bars["value"].cumsum() - bars["value"])


def _number(row: pd.Series) -> str:
    return text.percent(row["value"], low=row["low"], high=row["high"])


def _labels(bars: pd.DataFrame, *, room: float) -> list[str]:
    """Number, interval where there is one, and name of each outcome, wrapped to the room."""
    numbers = [_number(row) for _, row in bars.iterrows()]
    spans = (
        [text.interval(row["low"], row["high"]) for _, row in bars.iterrows()]
        if _simulated(bars)
        else []
    )
    return text.rows(list(map(str, bars["event"])), numbers=numbers, spans=spans, room=room)


def _simulated(bars: pd.DataFrame) -> bool:
    return bool((bars["high"] > bars["low"]).any())


def _caption(bars: pd.DataFrame) -> str:
    if _simulated(bars):
        return "Chance of each outcome (95 % interval)"
    return "Chance of each outcome (exact)"


def _segments(ax: Axes, bars: pd.DataFrame) -> None:
    """Draw the bar; a percentage stands in every segment that is wide enough for it."""
    wide = size(ax)[0]
    for _, bar in bars.iterrows():
        sliver = bar["value"] < SLIVER
        ax.barh(
            0,
            bar["value"],
            BAR,
            left=bar["left"],
            align="edge",
            color=bar["colour"],
            edgecolor=paper(ax),
            linewidth=0 if sliver else 0.8,
            zorder=3 if sliver else 2,
        )
        number = _number(bar)
        if text.width(number, rcParams["font.size"]) + 6 < bar["value"] * wide:
            middle = bar["left"] + bar["value"] / 2
            ax.text(
                middle,
                BAR / 2,
                number,
                ha="center",
                va="center",
                color=ink_on(bar["colour"]),
                zorder=4,
            )


def _headlines(ax: Axes, bars: pd.DataFrame, names: Mapping[str, str]) -> None:
    """Write each side's share above its end of the bar, smaller where the two would meet."""
    spread = float((bars["high"] - bars["low"]).max())
    words = {}
    for side in ("attacker", "defender"):
        share = min(float(bars.loc[bars["side"] == side, "value"].sum()), 1.0)
        number = text.percent(share, low=share - spread / 2, high=share + spread / 2)
        words[side] = f"{names[side]} {number}"
    needed = 1.2 * sum(map(text.width, words.values())) + 12  # bold is wider
    points = 10 * min(1, size(ax)[0] / needed)
    for x, line in enumerate(words.values()):
        ax.text(
            x,
            BAR + 4,
            line,
            ha="right" if x else "left",
            va="bottom",
            color=ink(ax),
            fontsize=points,
            weight="bold",
        )
