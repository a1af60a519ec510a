"""Which colour takes a hit, and who withdraws by his own decision: policies with a text form.

A policy is a function of the counts of its own side and of the dice that the enemy has left, so
that exact answers need no more of a battle than both sides' counts (RB-03, RB-05).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from combat.errors import NotationError, OptionError
from combat.notation import shown
from combat.rebellion_1775.colours import NAMES, NATIVES, VOCABULARY, Colour

KEEP_DICE, KEEP_BEST, KEEP_OWN, ORDER, BEST = "keep-dice", "keep-best", "keep-own", "order", "best"
NEVER, ALWAYS, OUTNUMBERED, SAVE_LAST, AT = "never", "always", "outnumbered", "save-last", "at"
LOSSES = (
    KEEP_DICE,
    KEEP_BEST,
    f"{KEEP_OWN} COLOUR",
    "an order such as 'militia continental'",
    BEST,
)
WITHDRAWALS = (NEVER, ALWAYS, OUTNUMBERED, SAVE_LAST, f"{AT} N", BEST)
OFFERED_WITHDRAWALS = (NEVER, ALWAYS, OUTNUMBERED, SAVE_LAST, f"{AT} 1", f"{AT} 2", BEST)
OFFERED_LOSSES = (KEEP_DICE, KEEP_BEST, BEST)
Counts = Sequence[int]


def dice_rolled(counts: Counts, colours: Sequence[Colour]) -> int:
    """Dice that a side rolls: of each colour at most as many as there are (RB-02)."""
    return sum(min(n, colour.dice) for n, colour in zip(counts, colours, strict=True))


@dataclass(frozen=True)
class Losses:
    """Which colour takes a hit.

    Parameters
    ----------
    kind : str
        ``keep-dice``: units beyond their dice first, the largest surplus first, else the colour
        with the fewest hit faces, then the most units, then the order of the table;
        ``keep-best``: the colour with the fewest hit faces first; ``keep-own``: the others as in
        keep-dice, the colours named last; ``order``: the colours named, first lost first, the
        others behind as in keep-dice; ``best``: solved for.
    colours : tuple of str
        Those named.
    """

    kind: str = KEEP_DICE
    colours: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Losses":
        """Read ``keep-dice``, ``keep-own continental``, ``militia continental`` or ``best``.

        Raises
        ------
        NotationError, UnknownUnitError
        """
        words = text.strip().lower().replace("keep ", "keep-").split(maxsplit=1)
        if not words:
            raise NotationError(
                f"the losses are empty; they are {', '.join(LOSSES)}", given=text, allowed=LOSSES
            )
        kind, rest = words[0], words[1] if len(words) > 1 else ""
        if kind in (KEEP_DICE, KEEP_BEST, BEST):
            if rest:
                raise NotationError(
                    f"losses={kind} stands alone, not with {shown(rest)}", given=rest
                )
            return cls(kind)
        named = _colours(rest if kind == KEEP_OWN else text)
        if not named:
            raise NotationError(
                f"{shown(text)} names no colour; write 'keep-own continental'",
                given=text,
                allowed=NAMES,
            )
        return cls(KEEP_OWN if kind == KEEP_OWN else ORDER, named)

    def __str__(self) -> str:
        head = [] if self.kind == ORDER else [self.kind]
        return " ".join([*head, *self.colours])

    def takes(self, counts: Counts, colours: Sequence[Colour]) -> int:
        """Return which of the side's colours takes the next hit.

        Parameters
        ----------
        counts : sequence of int
            Units by colour, at least one.
        colours : sequence of Colour
            In the order of the table.
        """
        there = [at for at, n in enumerate(counts) if n]
        return min(there, key=lambda at: self._place(at, counts, colours))

    def _place(self, at: int, counts: Counts, colours: Sequence[Colour]) -> tuple[float, ...]:
        colour, n = colours[at], counts[at]
        surplus = max(0, n - colour.dice)
        usual = (-surplus, colour.faces[0], -n, at)
        named = colour.name in self.colours
        if self.kind == KEEP_BEST:
            return colour.faces[0], -n, at
        if self.kind == KEEP_OWN:
            return float(named), *usual
        if self.kind == ORDER:
            place = self.colours.index(colour.name) if named else len(self.colours)
            return float(place), *usual
        return usual


def _colours(text: str) -> tuple[str, ...]:
    from combat.notation import read_units

    found: list[str] = []
    for word in re.findall(r"[^\s,;]+", text):
        name = VOCABULARY.find(word)
        if name is None:
            tuple(read_units(word, VOCABULARY))  # raises with the nearest name, if it is a name
            raise NotationError(
                f"{shown(word)} is no colour in {shown(text)}; name colours without counts, as in"
                " 'militia continental'",
                given=text,
            )
        if name in found:
            raise NotationError(f"{name} is twice in {shown(text)}; name it once", given=text)
        found.append(name)
    return tuple(found)


@dataclass(frozen=True)
class Withdrawal:
    """When a unit leaves the battle by its own decision, for each blank of its colour.

    Parameters
    ----------
    kind : str
        ``never``; ``always``; ``outnumbered``: while the enemy has more dice left; ``save-last``:
        the last unit of the side, if an enemy is left; ``at``: while at most `number` units of the
        side are left; ``best``: solved for.
    number : int
    """

    kind: str = NEVER
    number: int = 0

    @classmethod
    def parse(cls, text: str) -> "Withdrawal":
        """Read ``never``, ``outnumbered``, ``at 2`` and so on.

        Raises
        ------
        OptionError
        """
        word = "-".join(text.strip().lower().split())
        if word in (NEVER, ALWAYS, OUTNUMBERED, SAVE_LAST, BEST):
            return cls(word)
        found = re.fullmatch(r"at-([0-9]{1,3})", word)
        if found:
            return cls(AT, int(found[1]))
        raise OptionError(
            f"withdraw={text!r} is not possible; it is {', '.join(WITHDRAWALS)}",
            given=text,
            allowed=WITHDRAWALS,
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.number}" if self.kind == AT else self.kind

    def goes(self, counts: Counts, colours: Sequence[Colour], enemy_dice: int) -> bool:
        """Return whether a unit leaves, with so many units of each colour left on its side."""
        units = sum(counts)
        if self.kind == OUTNUMBERED:
            return enemy_dice > dice_rolled(counts, colours)
        if self.kind == SAVE_LAST:
            return units == 1
        if self.kind == AT:
            return units <= self.number
        return self.kind == ALWAYS


def natives_only(counts: Counts, colours: Sequence[Colour]) -> bool:
    """Whether a side has nobody but natives left, or nobody at all (RB-07)."""
    return not any(n for n, c in zip(counts, colours, strict=True) if c.name != NATIVES)


def by_name(counts: Counts, colours: Sequence[Colour]) -> Mapping[str, int]:
    """Return counts by colour name, without those of whom there is none."""
    return {c.name: n for n, c in zip(counts, colours, strict=True) if n}
