"""What matters: what each change makes of a number, as bars to the left and right of now."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from analysis.charts import text
from analysis.charts.canvas import BELOW, LINE, WIDTH, canvas, key, size
from analysis.charts.frames import require, require_chances, require_sides
from analysis.charts.palette import RAMPS, ink, paper

ROW = 19.0  # points that a line takes, more if names have several lines
MOST = 12  # lines
BAR = 0.72  # of a line's height
NAMES = {"attacker": "Attacker: ", "defender": "Defender: ", "neither": ""}
HELPS = {"attacker": "Helps attacker", "defender": "Helps defender", "neither": "Unclear whom"}
STEPS = {1: "+1", -1: "\N{MINUS SIGN}1"}
NOTHING = 1e-12
COLUMNS = ("side", "what", "step", "value", "low", "high", "effect", "helps")


class _Bar(NamedTuple):
    """A change: its line, what it makes of the number, and where in the line it stands."""

    line: int
    step: int
    value: float
    low: float
    high: float
    helps: str
    place: float
    height: float


def tornado_chart(
    frame: pd.DataFrame,
    *,
    ax: Axes | None = None,
    most: int = MOST,
    label: str = "",
    title: str = "",
) -> Axes:
    """Draw what each change makes of a number, the greatest effects on top.

    Parameters
    ----------
    frame
        One row a change: ``side``, ``what`` (changes of a side with the same are one line),
        ``step`` (+1, −1, or 0 for a setting), ``value`` with its bounds ``low`` and ``high`` (the
        number after it), ``effect`` (how much that is more than now), ``helps``. In
        ``frame.attrs``: ``now``, and if known ``event`` (words), ``is_event`` (whether it is a
        chance), ``unit``, ``threshold`` (the number wanted, None for none).
    ax
        Axes to draw on; a new figure by default.
    most
        Lines at most; changes without any effect have none.
    label
        What x is; by default the event or the quantity in words.
    title
        Heading; none by default.

    Returns
    -------
    Axes
        Where it was drawn: x is the number, bars reach from now to what it is after the change.

    Raises
    ------
    ValueError
        When the frame is empty or lacks a column, a side is unknown, a chance is none, or nothing
        has any effect.
    """
    require(frame, *COLUMNS)
    require_sides([*frame["side"], *frame["helps"]])
    if "now" not in frame.attrs:
        raise ValueError("the frame does not say what the number is now: set frame.attrs['now']")
    is_event = bool(frame.attrs.get("is_event", True))
    if is_event:
        require_chances(frame, "value")
    now, scale = float(frame.attrs["now"]), 100.0 if is_event else 1.0
    names, bars = _lines(frame, most, now)
    page = WIDTH * 72 if ax is None else size(ax)[0] / 0.72  # names stand beside the axes
    wrapped = [text.wrapped(name, room=0.38 * page, size=9) for name in names]
    widest = max(text.width(line, 9) for name in wrapped for line in name)
    row = max(ROW, 11.5 * max(map(len, wrapped)) + 4)
    needed = row * len(names) + BELOW + 5 * LINE + (24 if title else 0)
    with canvas(ax, height=needed / 72, title=title) as drawn:
        room = min(size(drawn)[0], page - widest - 16)
        _limits(drawn, bars, frame.attrs, scale=scale, room=room)
        for bar in bars:
            _draw(drawn, bar, now=now, scale=scale, is_event=is_event)
        drawn.set_ylim(len(names) - 0.5, -0.5)
        drawn.set_yticks(range(len(names)), ["\n".join(name) for name in wrapped])
        drawn.axvline(scale * now, color=ink(drawn), linewidth=1.2, zorder=4)
        lines = _wanted(drawn, frame.attrs.get("threshold"), scale)
        drawn.set_xlabel(label or _label(frame.attrs, is_event=is_event))
        _ticks(drawn, is_event=is_event)
        _key(drawn, bars, lines, now_text=_number(now, is_event=is_event))
    drawn.tick_params(axis="y", length=0)
    drawn.spines["left"].set_visible(False)
    return drawn


def lines_of(frame: pd.DataFrame, most: int = MOST) -> list[pd.DataFrame]:
    """Return the changes that a line of the chart shows together, the greatest effect first.

    Raises
    ------
    ValueError
        If nothing has any effect.
    """
    there = frame[frame["effect"].abs() > NOTHING]
    if there.empty:
        raise ValueError("nothing has any effect: there is nothing to draw")
    greatest = there.assign(size=there["effect"].abs()).groupby(["side", "what"], sort=False)
    order = greatest["size"].max().sort_values(ascending=False, kind="stable").index[:most]
    return [there[(there["side"] == side) & (there["what"] == what)] for side, what in order]


def _lines(frame: pd.DataFrame, most: int, now: float) -> tuple[list[str], list[_Bar]]:
    """Return the names of the lines, the greatest effect first, and their bars."""
    names, bars = [], []
    for line, part in enumerate(lines_of(frame, most)):
        side, what = part[["side", "what"]].iloc[0]
        names.append(f"{NAMES[str(side)]}{what}")
        bars += _bars(line, part, now)
    return names, bars


def _bars(line: int, part: pd.DataFrame, now: float) -> list[_Bar]:
    """Return the bars of a line; those on the same side of now stand one above the other."""
    values = part["value"].tolist()
    above = [value > now for value in values]
    alone = [above.count(one) == 1 for one in above]
    found = []
    for place, (row, single) in enumerate(zip(part.to_dict("records"), alone, strict=True)):
        height = BAR if single else BAR / len(values)
        shift = 0.0 if single else (place - (len(values) - 1) / 2) * height
        numbers = (float(row["value"]), float(row["low"]), float(row["high"]))
        found.append(
            _Bar(line, int(row["step"]), *numbers, str(row["helps"]), line + shift, height)
        )
    return found


def _draw(ax: Axes, bar: _Bar, *, now: float, scale: float, is_event: bool) -> None:
    """Draw a bar from now to its value, its interval, and its number at its end."""
    colour = RAMPS[bar.helps][1 if bar.step < 0 else 0]
    width = scale * (bar.value - now)
    ax.barh(bar.place, width, bar.height, left=scale * now, color=colour, linewidth=0, zorder=2)
    if bar.low < bar.high:
        ends = [scale * bar.low, scale * bar.high]
        ax.plot(ends, [bar.place] * 2, color=ink(ax), linewidth=1.0, zorder=3)
    left = bar.value < now
    far = bar.low if left else bar.high
    step = f"{STEPS[bar.step]}: " if bar.step else ""
    ax.annotate(
        step + _number(bar.value, is_event=is_event, ends=(bar.low, bar.high)),
        (scale * far, bar.place),
        xytext=(-3 if left else 3, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="center",
        color=ink(ax),
        fontsize=9 if bar.height > BAR / 2 else 7,
        bbox={"facecolor": paper(ax), "edgecolor": "none", "pad": 0.5},
        zorder=5,
    )


def _limits(
    ax: Axes,
    bars: Sequence[_Bar],
    attrs: Mapping[Hashable | None, Any],
    *,
    scale: float,
    room: float,
) -> None:
    """Leave room in so many points for the numbers at the bars' ends."""
    now = float(attrs["now"])
    wanted = attrs.get("threshold")
    numbers = [now, *(bar.low for bar in bars), *(bar.high for bar in bars)]
    if wanted is not None:
        numbers.append(float(wanted))
    low, high = scale * min(numbers), scale * max(numbers)
    need = min(0.36, (text.width(f"+1: 100.0{text.THIN}%", 9) + 6) / room)
    span = (high - low) / (1 - 2 * need) or 1.0
    ax.set_xlim(low - need * span, high + need * span)


def _wanted(ax: Axes, threshold: float | None, scale: float) -> list[tuple[Artist, str]]:
    """Draw the number that is wanted, if there is one, and return it for the key."""
    if threshold is None:
        return []
    line = ax.axvline(
        scale * threshold, color=ink(ax), linewidth=1.2, linestyle=(0, (4, 2)), zorder=4
    )
    return [(line, f"Wanted: {_tick(scale * threshold)}{f'{text.THIN}%' if scale > 1 else ''}")]


def _ticks(ax: Axes, *, is_event: bool) -> None:
    """Put ticks at round numbers; of chances there are none beyond 0 and 100 %."""
    low, high = ax.get_xlim()
    locator = MaxNLocator(5, steps=[1, 2, 2.5, 5, 10])
    least, most = (0.0, 100.0) if is_event else (low, high)
    ticks = [
        at for at in locator.tick_values(low, high) if max(low, least) <= at <= min(high, most)
    ]
    ax.set_xticks(ticks, [_tick(at) for at in ticks])


def _label(attrs: Mapping[Hashable | None, Any], *, is_event: bool) -> str:
    words = str(attrs.get("event", "event"))
    if is_event:
        return f"Chance of: {words} (%)"
    unit = str(attrs.get("unit", ""))
    return f"{words[:1].upper()}{words[1:]}{f' ({unit})' if unit else ''}"


def _number(value: float, *, is_event: bool, ends: tuple[float, float] | None = None) -> str:
    """Return a number with the digits that its interval carries."""
    if not is_event:
        return f"{value:.1f}".replace("-", "\N{MINUS SIGN}")
    low, high = ends or (value, value)
    return text.percent(value, low=low, high=high)


def _tick(value: float) -> str:
    return f"{round(value, 9):g}".replace("-", "\N{MINUS SIGN}")


def _key(ax: Axes, bars: Sequence[_Bar], lines: list[tuple[Artist, str]], *, now_text: str) -> None:
    """Name whom a bar helps, the lighter shade of what is taken away, now and what is wanted."""
    found: list[tuple[Artist, str]] = []
    for helps, words in HELPS.items():
        if any(bar.helps == helps for bar in bars):
            found.append((Patch(facecolor=RAMPS[helps][0]), words))
    if any(bar.step < 0 for bar in bars):
        found.append((Patch(facecolor=RAMPS["neither"][1]), "Lighter: one fewer"))
    edge = Line2D([], [], color=ink(ax), linewidth=1.2)
    found += [(edge, f"Now: {now_text}"), *lines]
    if any(bar.low < bar.high for bar in bars):
        found.append((Line2D([], [], color=ink(ax), linewidth=1.0), "Across an end: 95 %"))
    key(ax, [handle for handle, _ in found], [words for _, words in found], columns=1)
