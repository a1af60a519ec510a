"""Units by section of the battlefield, those on a dotted line in both (CC-41)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from combat.errors import OptionError
from combat.napoleonics.deck.card import CENTRE, LEFT

MOST_UNITS = 99  # in a section, or on a line
FORM = "LEFT/CENTRE/RIGHT, as in '4/5/3' or '4/5/3, 1 left-centre, 2 centre-right'"
_SECTIONS = re.compile(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*/\s*(\d{1,6})\s*")
_LINE = re.compile(r"\s*(\d{1,6})\s+(left-cent(?:re|er)|cent(?:re|er)-right)\s*")


@dataclass(frozen=True)
class Placed:
    """Units and leaders that can have an order of their own, by where they are.

    Parameters
    ----------
    left, centre, right : int
        In that section alone.
    left_centre, centre_right : int
        On the dotted line between two sections.

    Examples
    --------
    >>> placed = Placed(4, 5, 3, left_centre=1)
    >>> placed.within("left"), placed.within("centre"), placed.units
    (5, 6, 13)
    """

    left: int
    centre: int
    right: int
    left_centre: int = 0
    centre_right: int = 0

    @property
    def units(self) -> int:
        """How many there are."""
        return self.left + self.centre + self.right + self.left_centre + self.centre_right

    def within(self, section: str) -> int:
        """Return how many are in a section, those on its lines included (CC-41)."""
        if section == LEFT:
            return self.left + self.left_centre
        if section == CENTRE:
            return self.left_centre + self.centre + self.centre_right
        return self.centre_right + self.right

    def ordered(self, orders: Sequence[int]) -> int:
        """Return how many units a card with these orders by section orders at most (CC-41).

        A unit has one order; those on a line are ordered for the flank where it has too few of its
        own, as nobody else can use what it has left; surplus orders lapse.

        Examples
        --------
        >>> Placed(1, 0, 3, left_centre=2).ordered((2, 2, 2)), Placed(0, 0, 0, 1).ordered((1, 1, 0))
        (5, 1)
        """
        left, centre, right = orders
        on_left = min(max(0, left - self.left), self.left_centre)
        on_right = min(max(0, right - self.right), self.centre_right)
        rest = self.left_centre - on_left + self.centre_right - on_right
        own = min(left, self.left) + min(right, self.right) + min(centre, self.centre + rest)
        return own + on_left + on_right

    def __str__(self) -> str:
        parts = [f"{self.left}/{self.centre}/{self.right}"]
        if self.left_centre:
            parts.append(f"{self.left_centre} left-centre")
        if self.centre_right:
            parts.append(f"{self.centre_right} centre-right")
        return ", ".join(parts)


def parse_placed(text: str) -> Placed:
    """Read where units are.

    Raises
    ------
    OptionError

    Examples
    --------
    >>> str(parse_placed("4/5/3, 1 left-center"))
    '4/5/3, 1 left-centre'
    """
    first, *rest = text.split(",")
    sections = _SECTIONS.fullmatch(first)
    lines = [_LINE.fullmatch(part) for part in rest]
    if sections is None or not all(lines):
        raise OptionError(
            f"units={text!r} cannot be read; it is {FORM}", given=text, allowed=("4/5/3",)
        )
    on_line = {"left": 0, "right": 0}
    for line in filter(None, lines):
        on_line["left" if line[2].startswith("left") else "right"] += int(line[1])
    numbers = (*map(int, sections.groups()), on_line["left"], on_line["right"])
    if max(numbers) > MOST_UNITS:
        raise OptionError(
            f"units={text!r} is not possible; in each section are 0 to {MOST_UNITS} units",
            given=text,
            allowed=(f"0 to {MOST_UNITS}",),
        )
    return Placed(*numbers)
