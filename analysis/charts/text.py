"""Words and numbers on charts: percentages with the digits they can carry, widths, wrapping."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from analysis.numbers import signed as signed  # one of the words and numbers on charts

DIGIT = "\N{FIGURE SPACE}"  # as wide as a digit: numbers line up in a proportional font
THIN = "\N{NO-BREAK SPACE}"  # half as wide, as a point or comma is


def decimals(spread: float) -> int:
    """Return the decimals of a percentage whose interval has this half-width (in chance)."""
    return 0 if spread >= 0.0095 else 1


def percent(value: float, *, low: float | None = None, high: float | None = None) -> str:
    r"""Return a chance as a percentage, with no more digits than its interval carries.

    Never 0 % for what can happen, nor 100 % for what can fail.

    Examples
    --------
    >>> percent(0.74123), percent(0.00012), percent(0.99999)
    ('74.1\xa0%', '<\xa00.1\xa0%', '>\xa099.9\xa0%')
    >>> percent(0.74123, low=0.71, high=0.77)
    '74\xa0%'
    """
    ends = (value, value if low is None else low, value if high is None else high)
    value, low, high = (round(float(end), 12) for end in ends)
    places = decimals((high - low) / 2)
    steps = 10 ** (places + 2)  # in the last digit printed, from 0 to 1
    if value * steps < 0.5 and high > 0:
        return f"<{THIN}{100 * math.ceil(high * steps) / steps:.{places}f}{THIN}%"
    if (1 - value) * steps < 0.5 and low < 1:
        return f">{THIN}{100 * math.floor(low * steps) / steps:.{places}f}{THIN}%"
    return f"{100 * value:.{0 if low == high == round(low) else places}f}{THIN}%"


def interval(low: float, high: float) -> str:
    """Return an interval as text, in per cent, in brackets.

    Examples
    --------
    >>> interval(0.738, 0.744), interval(0, 0.0004)
    ('(73.8–74.4)', '(0.0–0.1)')
    """
    places = decimals((high - low) / 2)
    ends = [f"{100 * end:.{places}f}" for end in (low, high)]
    if ends[0] == ends[1] and low < high:  # too narrow for the digits: round outwards
        scale = 10**places
        ends = [
            f"{whole / scale:.{places}f}"
            for whole in (math.floor(100 * low * scale), math.ceil(100 * high * scale))
        ]
    return f"({ends[0]}–{ends[1]})"


@lru_cache(maxsize=1024)
def width(text: str, size: float = 10) -> float:
    """Return how far a line of text advances, in points; spaces count, at the ends too."""
    return _extent(f"|{text}|", size) - _extent("||", size)


def _extent(text: str, size: float) -> float:
    return float(TextPath((0, 0), text, size, prop=FontProperties()).get_extents().width)


def blank(points: float, size: float = 10) -> str:
    """Return spaces that advance by about so many points, to half the width of a digit."""
    halves = round(2 * points / width(DIGIT, size))
    return DIGIT * (halves // 2) + THIN * (halves % 2)


def rows(
    names: Sequence[str],
    *,
    numbers: Sequence[str],
    spans: Sequence[str] = (),
    room: float,
    size: float = 10,
) -> list[str]:
    """Return the rows of a key in columns that line up: number, interval, name wrapped to fit.

    Parameters
    ----------
    names
        One a row, in the last column.
    numbers, spans
        The first column, flush right, and the second, flush left; no spans, no such column.
    room
        Width in points that a row may take.
    size
        Size of the font in points.
    """
    leads = _flush(numbers, size=size, right=True)
    if spans:
        second = _flush(spans, size=size, right=False)
        leads = [f"{lead} {span}" for lead, span in zip(leads, second, strict=True)]
    gap = DIGIT + THIN
    indent = max(width(lead + gap, size) for lead in leads)
    under = "\n" + blank(indent, size)
    return [
        lead + gap + under.join(wrapped(name, room=room - indent, size=size))
        for lead, name in zip(leads, names, strict=True)
    ]


def _flush(cells: Sequence[str], *, size: float, right: bool) -> list[str]:
    """Fill cells with space to the width of the widest."""
    widths = [width(cell, size) for cell in cells]
    spaces = [blank(max(widths) - wide, size) for wide in widths]
    pairs = zip(spaces, cells, strict=True)
    return [space + cell if right else cell + space for space, cell in pairs]


def wrapped(name: str, *, room: float, size: float = 10) -> list[str]:
    """Break a name between words into lines; a word wider than the room stands alone."""
    lines: list[str] = []
    for word in name.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]
