"""What stands on the map, as frozen values: units, flags, the fled box, reserves (RB-24, RB-25)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from combat.entries import one_of
from combat.errors import OptionError
from combat.force import Force
from combat.rebellion_1775.colours import NAMES, shipped_dice
from combat.rebellion_1775.map.board import Board, check_colony
from combat.rebellion_1775.map.stack import (
    EMPTY,
    NOBODY,
    NONE,
    SIDES,
    Stack,
    in_order,
    joined,
    lacks,
    without,
)


@dataclass(frozen=True)
class Position:
    """What stands on the map and beside it, checked when made.

    Parameters
    ----------
    board : Board
    units : mapping of str to Stack
        The units of each area that has any.
    flags : mapping of str to str
        The side whose flag lies on a colony, for each with one. A flag may lie on an emptied
        colony until the end of the turn (RB-24); `combat.rebellion_1775.map.control.settled`
        brings the flags up to date.
    fled : Force
        The fled box, all colours (RB-04).
    out_of_play : Force
        Units that are neither on the map, nor fled, nor in a reserve: not in this game (yet).
    """

    board: Board
    units: Mapping[str, Stack] = field(default_factory=dict, hash=False)
    flags: Mapping[str, str] = field(default_factory=dict, hash=False)
    fled: Force = NOBODY
    out_of_play: Force = NOBODY

    def __post_init__(self) -> None:
        for name, stack in self.units.items():
            self.board.area(name)
            if not stack:
                raise OptionError(f"units in {name}: no unit is named; leave the entry out")
        for colony, side in self.flags.items():
            check_colony(colony, "flag: ")
            one_of(f"flag of {colony}: side", side, SIDES)
        for box in ("fled", "out_of_play"):
            object.__setattr__(self, box, in_order(getattr(self, box)))
        used = joined(self.on_map, self.fled, self.out_of_play)
        for name, n in lacks(totals(), used):
            raise OptionError(
                f"{used[name]} {name} are on the map, fled or out of play; there are"
                f" {used[name] - n} in the game",
                given=f"{used[name]} {name}",
                allowed=(f"0 to {used[name] - n}",),
            )

    @property
    def on_map(self) -> Force:
        """All units on the map."""
        return joined(*(stack.everybody for stack in self.units.values()))

    @property
    def reserves(self) -> Force:
        """The reserves of all colours: what is neither on the map, nor fled, nor out of play."""
        return without(totals(), joined(self.on_map, self.fled, self.out_of_play))

    @property
    def contested(self) -> tuple[str, ...]:
        """Areas with units of both sides, in the order of the map."""
        return tuple(area.name for area in self.board.areas if self.at(area.name).contested)

    def at(self, area: str) -> Stack:
        """Return what stands in an area."""
        return self.units.get(self.board.area(area).name, EMPTY)

    def flag(self, colony: str) -> str:
        """Return whose flag lies on a colony: 'british', 'american' or 'none' (RB-24)."""
        check_colony(colony)
        return self.flags.get(colony, NONE)

    def with_units(self, changes: Mapping[str, Stack]) -> "Position":
        """Return the position with other units in some areas; the flags lie as they lay."""
        units = {**self.units, **changes}
        return replace(self, units={name: stack for name, stack in units.items() if stack})

    def with_flags(self, changes: Mapping[str, str]) -> "Position":
        """Return the position with some flags changed; 'none' takes one away."""
        flags = {**self.flags, **changes}
        return replace(self, flags={name: side for name, side in flags.items() if side != NONE})


def totals() -> Force:
    """Return how many units of each colour the game has.

    Examples
    --------
    >>> totals()["regulars"], totals().total
    (35, 205)
    """
    return Force.of({name: shipped_dice()[name].units for name in NAMES})
