"""The order in which a side gives up its units."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from combat.errors import NotationError, OptionError, UnknownUnitError
from combat.notation import Vocabulary, read_units, shown

_KEEP = re.compile(r"keep\s+([0-9]{1,40})\s+(.+?)(?:\s+while\s+(.+))?", re.IGNORECASE)

Keep = tuple[int, str]


@dataclass(frozen=True)
class LossOrder:
    """Unit types, first lost first, and what is kept to the very last.

    Parameters
    ----------
    order : tuple of str
        Unit names, first lost first.
    keep : tuple of (int, str)
        The last so many of a unit, or of a group of units such as ``land``, go after all else.
    while_there : str
        What is kept is kept only in rounds that begin with an enemy unit of this type.

    Examples
    --------
    >>> str(LossOrder(("inf", "ftr"), ((1, "inf"),)))
    'inf ftr; keep 1 inf'
    """

    order: tuple[str, ...] = ()
    keep: tuple[Keep, ...] = ()
    while_there: str = ""

    @classmethod
    def parse(
        cls, text: str, vocabulary: Vocabulary, groups: Mapping[str, tuple[str, ...]]
    ) -> "LossOrder":
        """Read ``inf art arm ftr; keep 1 land`` or ``dd ftr ca; keep 1 dd while ss``.

        Raises
        ------
        NotationError, UnknownUnitError
        OptionError
            A unit named twice.
        """
        order: list[str] = []
        keep: list[Keep] = []
        conditions: set[str] = set()
        for part in filter(None, (p.strip() for p in text.split(";"))):
            kept = _KEEP.fullmatch(part)
            if kept:
                keep.append((int(kept[1]), _kept(kept[2], vocabulary, groups)))
                conditions.add(_kept(kept[3], vocabulary, {}) if kept[3] else "")
            else:
                order += _names(part, vocabulary)
        if not order and not keep:
            raise NotationError(
                f"the order of losses {shown(text)} names no unit; write 'inf art arm ftr'",
                given=text,
                allowed=vocabulary.names,
            )
        doubled = sorted({name for name in order if order.count(name) > 1})
        if doubled:
            raise OptionError(
                f"{doubled[0]} is twice in the order of losses {shown(text)}; name it once, and"
                " hold some back with '; keep N UNIT'",
                given=text,
            )
        if len(conditions) > 1:
            raise OptionError(
                f"{shown(text)} keeps units on different conditions; give every 'keep' the same"
                " 'while UNIT', or none",
                given=text,
            )
        return cls(tuple(order), tuple(keep), "".join(conditions))

    def __str__(self) -> str:
        parts = [" ".join(self.order)] if self.order else []
        condition = f" while {self.while_there}" if self.while_there else ""
        return "; ".join(parts + [f"keep {n} {what}{condition}" for n, what in self.keep])

    def completed(self, default: Iterable[str]) -> "LossOrder":
        """Return this order with the types it does not name behind, in the default's order."""
        rest = tuple(name for name in default if name not in self.order)
        return LossOrder(self.order + rest, self.keep, self.while_there)

    def columns(self, groups: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, bool], ...]:
        """Return the segments of the order, as (unit, whether kept to the last)."""
        kept = {name for _, what in self.keep for name in groups.get(what, (what,))}
        return tuple((name, False) for name in self.order) + tuple(
            (name, True) for name in self.order if name in kept
        )

    def split(
        self, counts: Mapping[str, int], groups: Mapping[str, tuple[str, ...]]
    ) -> tuple[int, ...]:
        """Part a side's units into the segments of `columns`.

        Parameters
        ----------
        counts : mapping of str to int
            Units of the side; all are in the order.
        """
        kept = dict.fromkeys(self.order, 0)
        for number, what in self.keep:
            members = groups.get(what, (what,))
            for name in reversed([n for n in self.order if n in members]):
                more = min(number, counts.get(name, 0) - kept[name])
                kept[name] += more
                number -= more
        return tuple(
            kept[name] if held else counts.get(name, 0) - kept[name]
            for name, held in self.columns(groups)
        )


def _kept(what: str, vocabulary: Vocabulary, groups: Mapping[str, tuple[str, ...]]) -> str:
    if what.strip().casefold() in groups:
        return what.strip().casefold()
    try:
        units = read_units(what, vocabulary)
    except UnknownUnitError as error:
        allowed = (*groups, *vocabulary.names)
        raise UnknownUnitError(
            f"cannot keep {shown(what)}; 'keep N' takes {' '.join(allowed)}",
            given=error.given,
            allowed=allowed,
        ) from None
    if list(units.values()) != [1] or re.search(r"\d", what):
        raise NotationError(
            f"'keep N' takes one unit or group at a time, not {shown(what)};"
            " write 'keep 1 inf; keep 1 arm'",
            given=what,
        )
    return next(iter(units))


def _names(text: str, vocabulary: Vocabulary) -> list[str]:
    """Read unit names in their order, without counts."""
    found: list[str] = []
    for word in re.split(r"[\s,>]+", text.strip(" ,>")):
        name = vocabulary.find(word)
        if name is None:
            near = vocabulary.nearest(word)
            hint = f"did you mean {near}? " if near else ""
            raise UnknownUnitError(
                f"unknown unit {shown(word)} in the order of losses: {hint}"
                f"units are {' '.join(vocabulary.names)}",
                given=word,
                allowed=vocabulary.names,
                meant=near,
            )
        found.append(name)
    return found
