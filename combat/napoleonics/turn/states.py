"""Where a target can stand in a turn, with how many blocks, with its leader, in square or not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from combat.napoleonics.turn.plan import Target
from combat.napoleonics.unit import SQUARE, Unit

IN_HEX, BEHIND = 0, 1  # where it stands, a hex back; further off nobody reaches it


class State(NamedTuple):
    """A target as it stands in the turn."""

    place: int
    blocks: int
    led: bool
    square: bool


@dataclass(frozen=True)
class TargetStates:
    """All states of a target; the last two are 'out of reach' and 'gone'.

    Parameters
    ----------
    target : Target
    """

    target: Target

    @cached_property
    def states(self) -> tuple[State, ...]:
        """States in which it can be attacked, the one at the beginning first."""
        unit = self.target.unit
        leads = (True, False) if unit.leader else (False,)
        formed = unit.reaction == SQUARE
        squares = (formed,) if formed or SQUARE not in unit.may else (False, True)
        found = [
            State(place, blocks, led, square)
            for place in (IN_HEX, BEHIND)
            for blocks in range(unit.blocks, 0, -1)
            for led in leads
            for square in squares
            if not (place == BEHIND and (formed or unit.room == 0))
        ]
        return tuple(found)

    @cached_property
    def index(self) -> dict[State, int]:
        """The number of each state."""
        return {state: at for at, state in enumerate(self.states)}

    @property
    def away(self) -> int:
        """The number of 'out of reach'."""
        return len(self.states)

    @property
    def gone(self) -> int:
        """The number of 'gone'."""
        return len(self.states) + 1

    def __len__(self) -> int:
        """Return the number of states, the last two among them."""
        return len(self.states) + 2

    def unit(self, state: State, reaction: str) -> Unit:
        """Return the target as it stands in a state and reacts."""
        unit = self.target.unit
        room = unit.room
        if room is not None:
            room = max(0, room - state.place)
        lost = unit.blocks - state.blocks
        return replace(
            unit,
            blocks=state.blocks,
            leader=state.led,
            hex=unit.hex if state.place == IN_HEX else self.target.behind,
            room=room,
            dice=unit.dice[lost:] if unit.dice else (),
            reaction=SQUARE if state.square else reaction,
            may=(),
        )
