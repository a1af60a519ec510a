"""What stands in one area, by side, and how natives there change hands (RB-07, RB-12, RB-24)."""

from collections.abc import Iterator
from dataclasses import dataclass

from combat.entries import one_of
from combat.errors import OptionError
from combat.force import Force
from combat.rebellion_1775.colours import AMERICAN, BRITISH, NAMES, NATIVES, OF_SIDE

NONE = "none"
SIDES = (BRITISH, AMERICAN)
FACTIONS = {BRITISH: OF_SIDE[BRITISH][:2], AMERICAN: OF_SIDE[AMERICAN][:2]}
ALLIES = {BRITISH: OF_SIDE[BRITISH][2], AMERICAN: OF_SIDE[AMERICAN][2]}
ALL_FACTIONS = FACTIONS[BRITISH] + FACTIONS[AMERICAN]
NOBODY = Force()


def side_of(colour: str) -> str:
    """Return whose a colour is.

    Examples
    --------
    >>> side_of("hessian"), side_of("militia"), side_of("natives")
    ('british', 'american', 'none')
    """
    one_of("colour", colour, NAMES)
    owners = [side for side in SIDES if colour in OF_SIDE[side]]
    return owners[0] if len(owners) == 1 else NONE


def enemy(side: str) -> str:
    """Return the other side.

    Examples
    --------
    >>> enemy("british")
    'american'
    """
    one_of("side", side, SIDES)
    return AMERICAN if side == BRITISH else BRITISH


def fighters(force: Force) -> int:
    """Return how many units of a force are no natives (RB-07)."""
    return force.total - force[NATIVES]


def in_order(force: Force) -> Force:
    """Return a force with its colours in the order of the game's list."""
    return joined(force)


def joined(*forces: Force) -> Force:
    """Return several forces as one.

    Examples
    --------
    >>> str(joined(Force.parse("1 militia"), Force.parse("2 regulars, 1 militia")))
    '2 regulars, 2 militia'
    """
    found = dict.fromkeys(NAMES, 0)
    for name, n in _all(forces):
        one_of("colour", name, NAMES)
        found[name] += n
    return Force.of(found)


def without(force: Force, part: Force) -> Force:
    """Return what is left of a force of which a part is taken; `lacks` says if it cannot be."""
    return Force.of({name: force[name] - part[name] for name in NAMES})


def lacks(force: Force, part: Force) -> Force:
    """Return the units of a part that are not in the force.

    Examples
    --------
    >>> str(lacks(Force.parse("2 regulars"), Force.parse("3 regulars, 1 loyalist")))
    '1 regulars, 1 loyalist'
    """
    return Force.of({name: max(0, part[name] - force[name]) for name in NAMES})


def _all(forces: tuple[Force, ...]) -> Iterator[tuple[str, int]]:
    for force in forces:
        yield from force


@dataclass(frozen=True)
class Stack:
    """The units in an area, checked when made; `gathered` makes one of whatever meets there.

    Parameters
    ----------
    british, american : Force
        With the natives that are friends of that side.
    natives : int
        Independent natives, who are alone in their area.
    """

    british: Force = NOBODY
    american: Force = NOBODY
    natives: int = 0

    def __post_init__(self) -> None:
        for side in SIDES:
            force = in_order(self.of(side))
            object.__setattr__(self, side, force)
            for name, _ in force:
                if name not in OF_SIDE[side]:
                    raise OptionError(
                        f"{name} are no {side} units; {side} units are {', '.join(OF_SIDE[side])}",
                        given=name,
                        allowed=OF_SIDE[side],
                    )
            if force and not fighters(force):
                raise OptionError(
                    f"{force} of the {side} side stand without its other units; natives alone are"
                    " independent",
                    given=str(force),
                )
        if self.natives < 0 or (self.natives and self.sides):
            raise OptionError(
                f"{self.natives} natives are independent: they are one or more, and alone",
                given=str(self.natives),
            )

    def of(self, side: str) -> Force:
        """Return a side's units, its natives among them."""
        one_of("side", side, SIDES)
        return self.british if side == BRITISH else self.american

    @property
    def everybody(self) -> Force:
        """All units, whoever's they are."""
        return joined(self.british, self.american, Force.of({NATIVES: self.natives}))

    @property
    def sides(self) -> tuple[str, ...]:
        """Which sides have a unit here."""
        return tuple(side for side in SIDES if self.of(side))

    @property
    def contested(self) -> bool:
        """Whether both sides are here, so that a battle is due."""
        return len(self.sides) == 2

    def __bool__(self) -> bool:
        return bool(self.sides or self.natives)

    def __str__(self) -> str:
        return " v ".join(str(self.of(side)) for side in self.sides) or str(self.everybody)


EMPTY = Stack()


def gathered(british: Force = NOBODY, american: Force = NOBODY, natives: int = 0) -> Stack:
    """Return what becomes of units that meet in an area.

    Natives who are there without units of their side join the side that is there (RB-07, RB-12),
    or are independent if there is none. Independent natives whom both sides meet at once join
    nobody by the rules; here they are refused.

    Examples
    --------
    >>> str(gathered(Force.parse("2 regulars"), natives=1))
    '2 regulars, 1 natives'
    >>> gathered(Force.parse("2 natives"), Force.parse("1 militia")).sides
    ('american',)
    """
    forces = {BRITISH: british, AMERICAN: american}
    there = [side for side in SIDES if fighters(forces[side])]
    loose = natives + sum(forces[side][NATIVES] for side in SIDES if side not in there)
    if len(there) == 2 and loose:
        raise OptionError(f"{loose} natives are of neither side among units of both")
    if not there:
        return Stack(natives=loose)
    joining = {there[0]: joined(forces[there[0]], Force.of({NATIVES: loose}))}
    kept = {side: forces[side] for side in there} | joining
    return Stack(kept.get(BRITISH, NOBODY), kept.get(AMERICAN, NOBODY))


def added(stack: Stack, side: str, force: Force) -> Stack:
    """Return a stack after units of a side have come (RB-12)."""
    return _changed(stack, side, joined(stack.of(side), force))


def taken(stack: Stack, side: str, force: Force) -> Stack:
    """Return a stack after units of a side have left; natives they leave alone change (RB-07)."""
    return _changed(stack, side, without(stack.of(side), force))


def _changed(stack: Stack, side: str, force: Force) -> Stack:
    british, american = stack.british, stack.american
    british, american = (force, american) if side == BRITISH else (british, force)
    return gathered(british, american, stack.natives)
