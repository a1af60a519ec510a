"""What is wanted of a front, as people write it: ``Karelia: territory_taken >= 0.75, worth 9``."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from combat.axis_allies.attack.attack import CLEARED, TAKEN
from combat.axis_allies.ends import ENDS
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.stacks import read_stack
from combat.errors import NotationError, OptionError, within
from combat.force import Force
from combat.notation import shown

MOST_FRONTS = 6
EVENTS = tuple(name for name in ENDS if name != "round_limit")
FORM = "'Karelia', 'Karelia >= 0.75', 'Egypt worth 9', 'sz 5: both_gone >= 20 %'"
_WORTH = re.compile(
    r"^(?P<rest>.*?)[\s,]+worth\s+(?P<worth>-?[0-9]{1,6}(?:\.[0-9]{1,6})?)(?:\s*IPC)?$",
    re.I,
)
_LEAST = re.compile(r"^(?P<rest>.*?)\s*(?:>=|≥)\s*(?P<least>[^=<>]*)$")
_UNREAD = re.compile(r"[<>=≥≤%]|\bworth\b|,\s*\S", re.IGNORECASE)  # no place's name has these
_CHANCE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})\s*(%)?")


class Wanted(NamedTuple):
    """A target and what is wanted there.

    ``target``; ``event``: what counts as success; ``least``: chance that it must have, 0 for none;
    ``worth``: what taking it is worth in IPC, None for what the game says.
    """

    target: str
    event: str
    least: float = 0.0
    worth: float | None = None


def read_wanted(position: Position, text: str) -> Wanted:
    """Read a front.

    Raises
    ------
    NotationError, OptionError

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> read_wanted(starting_position(), "Karelia >= 75 %, worth 9")
    Wanted(target='Karelia S.S.R.', event='territory_taken', least=0.75, worth=9.0)
    """
    rest, worth, least = text.strip(), None, 0.0
    for _ in range(2):  # either may stand first
        found = _WORTH.match(rest)
        if found and worth is None:
            rest, worth = found["rest"], float(found["worth"])
        found = None if least else _LEAST.match(rest)
        if found:
            rest, least = found["rest"], _chance(found["least"], text)
    if _UNREAD.search(rest):
        raise NotationError(
            f"cannot read the front {shown(text)}; write {FORM}, and each front by itself",
            given=text,
            allowed=(FORM,),
        )
    place, colon, event = rest.partition(":")
    words = place.rstrip().rsplit(None, 1)
    if not colon and len(words) == 2 and words[1].casefold() in EVENTS:
        place, event = words
    target = position.board.place(place.strip(" ,"))
    usual = CLEARED if position.board.areas[target].sea else TAKEN
    event = _event(event, usual)
    if event == TAKEN != usual:
        raise OptionError(
            f"{target} is a sea zone, where nothing is taken; name {CLEARED}",
            given=event,
            allowed=tuple(name for name in EVENTS if name != TAKEN),
        )
    return Wanted(target, event, least, worth)


def _event(text: str, usual: str) -> str:
    name = re.sub(r"[\s-]+", "_", text.strip().casefold())
    if name and name not in EVENTS:
        raise OptionError(
            f"a front has no event {shown(text.strip())}; events are {', '.join(EVENTS)}",
            given=text,
            allowed=EVENTS,
        )
    return name or usual


def _chance(text: str, whole: str) -> float:
    found = _CHANCE.fullmatch(text.strip())
    value = float(found[1]) / (100.0 if found[2] else 1.0) if found else -1.0
    if not 0.0 < value < 1.0:
        raise NotationError(
            f"{shown(text.strip())} in {shown(whole)} is no chance; write one above 0 and below 1:"
            " '>= 0.75' or '>= 75 %'",
            given=text,
            allowed=("above 0 and below 1",),
        )
    return value


def read_fronts(position: Position, power: str, texts: Sequence[str]) -> tuple[Wanted, ...]:
    """Read all fronts of a turn.

    Raises
    ------
    NotationError, OptionError
        Nothing wanted, too much, a target twice, or a place where no enemy is.
    """
    if not texts:
        raise OptionError(
            f"no front is named; name each with a target: {FORM}", given="targets", allowed=(FORM,)
        )
    if len(texts) > MOST_FRONTS:
        raise OptionError(
            f"{len(texts)} fronts are more than the limit of {MOST_FRONTS}; leave some out",
            given=f"{len(texts)} fronts",
        )
    found = tuple(read_wanted(position, text) for text in texts)
    for at, one in enumerate(found):
        if one.target in (other.target for other in found[:at]):
            raise OptionError(f"{one.target} is twice among the fronts", given=texts[at])
        sea = position.board.areas[one.target].sea
        if not sea and position.friendly(one.target, power):
            owner = position.owners[one.target]
            raise OptionError(
                f"{one.target} is {owner}'s, on {power}'s own side; name an enemy's territory",
                given=texts[at],
            )
        if sea and not position.enemies(one.target, power):
            raise OptionError(
                f"no enemy of {power} is in {one.target}; name a zone with enemy ships",
                given=texts[at],
            )
    return found


def read_kept(position: Position, power: str, texts: Sequence[str]) -> dict[str, Force]:
    """Read who stays at home: ``Germany: 2 inf`` each; ``Germany: all`` is everybody there.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError
    """
    found: dict[str, Force] = {}
    for text in texts:
        place, colon, units = text.partition(":")
        if not colon:
            raise NotationError(
                f"cannot read {shown(text)}; write who stays where: 'Germany: 2 inf', or"
                " 'Germany: all'",
                given=text,
            )
        name = position.board.place(place.strip())
        if re.search("[;:]", units):
            raise NotationError(
                f"{shown(text)} names several places; say of each by itself who stays there",
                given=text,
            )
        if name in found:
            raise OptionError(f"{name} is named twice among who stays; join them", given=text)
        there = position.force(name, power)
        with within(f"keep {shown(text)}"):
            everybody = units.strip().casefold() == "all"
            stay = there if everybody else read_stack(units, position.edition).force
        for unit, n in stay:
            if n > there[unit]:
                raise OptionError(
                    f"keep {shown(text)}: {power} has {there[unit]} {unit} in {name}",
                    given=text,
                    allowed=(f"0 to {there[unit]} {unit}",),
                )
        found[name] = stay
    return found
