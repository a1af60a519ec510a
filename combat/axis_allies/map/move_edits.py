"""Edits that move units: ``Germany -> Karelia: 3 inf``."""

import re

from combat.axis_allies.map.position import Position
from combat.axis_allies.map.stack_edits import entered, parted
from combat.axis_allies.map.stacks import COMPLEX, NONE, read_stack
from combat.errors import IllegalBattleError, NotationError, OptionError
from combat.force import Force
from combat.notation import shown

ARROW = re.compile(r"\s*(?:[-=−]*\s?>|→)\s*")
_ALL = re.compile(r"(?:(?P<power>.*?)\s+)?(?:all|everything)", re.IGNORECASE | re.DOTALL)
_EXAMPLE = "'Germany -> Karelia: 3 inf'"


def move_edit(position: Position, head: str, text: str) -> Position:
    """Return a position with units of one place in another; how far they can go is not asked.

    Parameters
    ----------
    position : Position
    head : str
        ``PLACE -> PLACE``.
    text : str
        ``3 inf`` of the only power there that has units, or ``Germany 3 inf``; ``all`` of them.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError, IllegalBattleError
        Fewer are there; several powers are, and none is named.

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> moved = move_edit(starting_position(), "Russia -> Karelia", "2 inf")
    >>> str(moved.force("Karelia S.S.R.", "Soviet Union"))
    '5 inf, 1 ftr'
    """
    places = ARROW.split(head)
    if len(places) != 2 or not all(places):
        raise NotationError(
            f"{shown(head)} is not a move from one place to another; write it as {_EXAMPLE}",
            given=head,
            allowed=("PLACE -> PLACE: UNITS",),
        )
    origin, to = map(position.board.place, places)
    if origin == to:
        raise OptionError(f"{origin} is where they are; name another place", given=head)
    every = _ALL.fullmatch(text)
    if every is not None:
        named = position.board.power(every["power"]) if every["power"] else ""
        power = named or _only_power(position, origin, to)
        force = position.force(origin, power)
        if not force:
            raise OptionError(f"{power} has nothing in {origin}", given=text)
    else:
        named, force = _movers(position, text)
        power = named or _only_power(position, origin, to)
    position = position.with_force(origin, power, _without(position, origin, power, force))
    position = entered(position, to, power, force)
    there = position.total({"there": position.force(to, power), "more": force})
    return position.with_force(to, power, there)


def _movers(position: Position, text: str) -> tuple[str, Force]:
    """Read whose units move, '' if that is not said, and which."""
    said = parted(position, text)
    if said.changes or not said.units or said.units.casefold() == NONE:
        raise NotationError(
            f"{shown(text)} are no units that move; write them as in {_EXAMPLE}",
            given=text,
            allowed=("UNITS", "POWER UNITS"),
        )
    stack = read_stack(said.units, position.edition)
    if stack.has_complex:
        raise IllegalBattleError(
            "an industrial complex does not move; leave it out", rule="AA-43", given=COMPLEX
        )
    return said.power, stack.force


def _only_power(position: Position, origin: str, to: str) -> str:
    powers = tuple(position.units.get(origin, {}))
    if len(powers) == 1:
        return powers[0]
    if not powers:
        raise OptionError(f"nobody is in {origin}, so nobody can leave it", given=origin)
    raise OptionError(
        f"{' and '.join(powers)} are in {origin}; name the power, as in"
        f" '{origin} -> {to}: {powers[0]} {position.force(origin, powers[0])}'",
        given=origin,
        allowed=powers,
    )


def _without(position: Position, origin: str, power: str, force: Force) -> Force:
    there = position.force(origin, power)
    for unit, number in force:
        if number > there[unit]:
            raise OptionError(
                f"{power} has {there or 'nothing'} in {origin}, so {number} {unit} cannot leave it",
                given=f"{number} {unit}",
                allowed=(f"0 to {there[unit]}",),
            )
    return Force.of({unit: number - force[unit] for unit, number in there})
