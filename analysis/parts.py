"""What an answer says, part by part: lines and tables of texts, wherever they are laid out.

The terminal and HTML show the same parts, so that they cannot say different things.
"""

import math
from typing import NamedTuple

from combat.estimate import Estimate

TITLE, BOLD, DIM, PLAIN = "title", "bold", "dim", "plain"


class Line(NamedTuple):
    """A line of an answer: its title, a bold one, one said aside, or a plain one.

    An empty one keeps what stands above it apart from what stands below.
    """

    text: str
    kind: str = PLAIN


class TextTable(NamedTuple):
    """A table of texts; a head with '>' before it is that of a column of numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


Part = Line | TextTable
BLANK = Line("")


def run_text(runs: str, trials: int | None, seed: int | None) -> str:
    """Return how an answer was computed.

    Examples
    --------
    >>> run_text("battles", None, None)
    'exact'
    >>> run_text("battles", 10_000, 7)
    'simulated, 10,000 battles, seed 7, ± is the 95 % interval'
    """
    if trials is None:
        return "exact"
    with_seed = f", seed {seed}" if seed is not None else ""
    return f"simulated, {trials:,} {runs}{with_seed}, ± is the 95 % interval"


def spread(estimate: Estimate) -> str:
    """Return a standard deviation as text, empty where it is not known."""
    return "" if math.isnan(estimate.sd) else f"{estimate.sd:.1f}"
