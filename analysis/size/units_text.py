"""Reading what a side can be given: 'inf, 4 art, arm=5, ftr max 2'."""

import contextlib
import re
from dataclasses import replace
from itertools import product

from analysis.size.base import Base
from analysis.size.climb import made
from combat.changes import Addition
from combat.errors import NotationError, OptionError, UnknownUnitError, WargameError
from combat.notation import shown

MOST = 1_000
_PART = re.compile(
    r"(?:(?P<count>[0-9]+)\s*(?:x\s+)?)?(?P<name>[^\W\d_][^=]*?)"
    r"(?:\s*=\s*(?P<cost>[0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6}))?"
    r"(?:\s+max\s+(?P<most>[0-9]+))?",
    re.IGNORECASE,
)


def with_units(base: Base, text: str | None) -> Base:
    """Return the base with only those additions that a text names.

    Parameters
    ----------
    base : Base
    text : str or None
        ``"inf, 4 art, arm=5, ftr max 2"``: names, each with how many there are at most in front or
        behind 'max', and what one costs behind '=', if not what the game says. All that the game
        has if None. They keep the game's order.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError
        Also for what costs nothing.
    """
    chosen = base.additions
    if text is not None:
        parts = [part.strip() for part in re.split(r"[,;]", text) if part.strip()]
        if not parts:
            raise NotationError(
                "no units are named; write them as 'inf, arm=5, ftr max 2'",
                given=text,
                allowed=tuple(one.what for one in base.additions),
            )
        found: dict[str, Addition] = {}
        for one in (_read(part, base) for part in parts):
            if one.what in found:
                raise OptionError(f"{one.what} is named twice in {shown(text)}", given=one.what)
            found[one.what] = one
        chosen = tuple(found[one.what] for one in base.additions if one.what in found)
    free = [one.what for one in chosen if one.cost <= 0]
    if free:
        raise OptionError(
            f"{free[0]} costs nothing, so there is no cheapest force; give it a cost above 0, as in"
            f" '{free[0]}=3'",
            given=f"{free[0]}=0",
            allowed=("above 0",),
        )
    return _as_there_are(base, chosen)


def _as_there_are(base: Base, chosen: tuple[Addition, ...]) -> Base:
    """Return the base with what is chosen, as many of each as there really can be with the rest.

    Raises
    ------
    OptionError
        For what cannot be added unless something else is, too.
    """
    names = {one.what for one in chosen}
    for one in chosen:
        if one.after and not names & set(one.after):
            raise OptionError(
                f"{one.what} can be added only with {' or '.join(one.after)}; name that, too",
                given=one.what,
                allowed=one.after,
            )
    chosen = tuple(
        replace(one, after=tuple(what for what in one.after if what in names)) for one in chosen
    )
    new = replace(base, additions=chosen)
    limits = {one.what: _most(new, one) for one in chosen if one.most}
    kept = tuple(replace(one, most=limits.get(one.what, 0)) for one in chosen)
    return replace(new, additions=tuple(one for one in kept if limits.get(one.what, 1)))


def _most(base: Base, addition: Addition) -> int:
    """Return how many of a limited addition there can be, with the switches that are there or not.

    What there can be one of, such as a leader, may let there be more of another.
    """
    at = base.additions.index(addition)
    others = [n for n, one in enumerate(base.additions) if one.most == 1 and n != at]
    for number in range(addition.most, 0, -1):
        for switched in product((0, 1), repeat=len(others)):
            counts = [0] * len(base.additions)
            counts[at] = number
            for other, there in zip(others, switched, strict=True):
                counts[other] = there
            first = next(
                (n for n, one in enumerate(base.additions) if one.what in addition.after), at
            )
            counts[first] = max(1, counts[first])
            if made(base, tuple(counts)) is not None:
                return number
    return 0


def _read(part: str, base: Base) -> Addition:
    read = _PART.fullmatch(part)
    if read is None:
        raise NotationError(
            f"cannot read {shown(part)}; write a name, if need be with its cost and the most that"
            " there can be: 'inf', 'arm=5', 'ftr max 2'",
            given=part,
        )
    known = _find(read["name"].strip(), base)
    limits = [int(number[:9]) for number in (read["count"], read["most"]) if number is not None]
    if len(limits) > 1:
        raise NotationError(f"{shown(part)} says twice how many there are; say it once", given=part)
    if limits and not 1 <= limits[0] <= MOST:
        raise OptionError(
            f"{limits[0]} {known.what} at most is not possible; it is 1 to {MOST:,}, or leave"
            f" {known.what} out",
            given=part,
            allowed=(f"1 to {MOST}",),
        )
    if limits and known.most and limits[0] > known.most:
        raise OptionError(
            f"there can be {known.most} {known.what} more at most, not {limits[0]}",
            given=part,
            allowed=(f"1 to {known.most}",),
        )
    most = limits[0] if limits else known.most
    cost = known.cost if read["cost"] is None else float(read["cost"])
    return replace(known, cost=cost, most=most)


def _find(name: str, base: Base) -> Addition:
    """Return the addition of that name, in any spelling that the game or its text has."""
    wanted = _folded(name)
    by_name = {_folded(one.what): one for one in base.additions}
    for word in (wanted, wanted.removesuffix("s")):
        if word in by_name:
            return by_name[word]
    with contextlib.suppress(WargameError):
        unit = str(base.game.parse_side(f"1 {name}", base.side, base.battle.settings))
        if (folded := _folded(unit.removeprefix("1 "))) in by_name:
            return by_name[folded]
    names = tuple(one.what for one in base.additions)
    raise UnknownUnitError(
        f"{shown(name)} is nothing that the {base.side} can be given here; that is"
        f" {', '.join(names)}",
        given=name,
        allowed=names,
    )


def _folded(word: str) -> str:
    return re.sub(r"[-_\s]+", "-", word.casefold().strip())
