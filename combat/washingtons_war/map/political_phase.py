"""The political phase: the Congress returns, armies place PCs, isolated PCs go (WW-28)."""

from dataclasses import dataclass, replace

from combat.errors import OptionError
from combat.washingtons_war.generals import AMERICAN
from combat.washingtons_war.map.board import CANADA
from combat.washingtons_war.map.isolation import Isolation, isolation
from combat.washingtons_war.map.position import NONE, SIDES, Position


@dataclass(frozen=True)
class Placed:
    """A PC marker that an army places or flips to its side."""

    space: str
    side: str
    flipped: bool


@dataclass(frozen=True)
class PoliticalPhase:
    """What a political phase does, segment by segment (WW-28).

    Parameters
    ----------
    congress : str
        Where the Congress has returned to; '' if it has not been away or stays dispersed.
    placed : tuple of Placed
        By armies.
    isolation : Isolation
        What goes and what stays.
    after : Position
        At the end of the phase.
    """

    congress: str
    placed: tuple[Placed, ...]
    isolation: Isolation
    after: Position


def spaces_for_congress(position: Position) -> tuple[str, ...]:
    """Return where a dispersed Congress may return to (WW-28).

    A space in the 13 colonies with an American PC and neither British CU nor general.
    """
    return tuple(
        space.name
        for space in position.board.spaces
        if space.colony != CANADA
        and position.pc(space.name) == AMERICAN
        and position.at(space.name).sides in ((), (AMERICAN,))
    )


def return_congress(position: Position, space: str = "") -> Position:
    """Bring a dispersed Congress back to the space that the American chooses (WW-28).

    Parameters
    ----------
    space : str
        His choice; '' if the Congress is on the map, or there is no space for it.

    Raises
    ------
    OptionError
        A choice where there is none to make, an illegal one, or none where one is due.
    """
    if position.congress:
        if space:
            raise OptionError(
                f"the Congress is in {position.congress} and does not move (WW-28); leave"
                f" {space} out",
                given=space,
            )
        return position
    choices = spaces_for_congress(position)
    if space not in choices and (space or choices):
        given = f"{space} is no space for the Congress" if space else "the Congress must return"
        shown = ", ".join(choices) if choices else "none: it stays dispersed"
        raise OptionError(
            f"{given} (WW-28): it goes to a space of a colony with an American PC and no British"
            f" unit; these are {shown}",
            given=space,
            allowed=choices,
        )
    return replace(position, congress=space)


def markers_of_armies(position: Position) -> tuple[Placed, ...]:
    """Return the markers that armies place or flip, not generals or CUs alone (WW-28)."""
    found = []
    for space in position.board.spaces:
        for side in SIDES:
            lying = position.pc(space.name)
            if position.army(space.name, side) and lying != side:
                found.append(Placed(space.name, side, lying != NONE))
    return tuple(found)


def political_phase(position: Position, congress: str = "") -> PoliticalPhase:
    """Carry out a political phase in its order (WW-28, WW-23).

    Parameters
    ----------
    position : Position
    congress : str
        Where the American has a dispersed Congress return to.

    Raises
    ------
    OptionError
        As `return_congress` does.
    """
    met = return_congress(position, congress)
    placed = markers_of_armies(met)
    marked = met.with_pcs({marker.space: marker.side for marker in placed})
    removed = isolation(marked)
    return PoliticalPhase(congress, placed, removed, removed.after)
