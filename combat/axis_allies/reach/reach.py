"""What a power can bring to a target this turn (AA-20, AA-29, AA-46, AA-47)."""

from collections.abc import Mapping, Sequence

from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.fits import fits
from combat.axis_allies.reach.muster import Muster
from combat.axis_allies.reach.parties import (
    AIR,
    BOMBARD,
    LAND,
    LANDING,
    SEA,
    WAYS,
    Arrival,
    Party,
    Reach,
)

__all__ = [
    "AIR",
    "BOMBARD",
    "LAND",
    "LANDING",
    "SEA",
    "WAYS",
    "Arrival",
    "Party",
    "Reach",
    "fits",
    "reach",
    "reaches",
]


def reaches(
    position: Position, power: str, *, new_carriers: Sequence[str] = (), cleared: Sequence[str] = ()
) -> Mapping[str, Reach]:
    """Return what a power can bring to each target this turn, targets in the board's order.

    Targets are enemy territories, and zones with enemy ships; those that nothing gets to are left
    out.

    Parameters
    ----------
    position : Position
        At the start of the power's turn.
    power : str
        Names of powers and places as players write them (`Board.power`, `Board.place`).
    new_carriers : sequence of str
        Zones of carriers that the power mobilises this turn, once for each: next to a territory
        with a complex of its own. Fighters land on them.
    cleared : sequence of str
        Zones that attacks of this turn clear of enemy warships: carriers that take fighters back
        pass through them; `Reach.most` lands from them as well, the ships that can get there
        fighting for them first (AA-20).

    Raises
    ------
    OptionError
        For a name that means nothing, or a zone where no carrier can be mobilised.

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> found = reaches(starting_position(), "Soviet Union")
    >>> found["Ukraine S.S.R."].most.force(starting_position(), "land", "air")
    Force(units=(('inf', 3), ('art', 1), ('arm', 3), ('ftr', 2)))
    """
    muster = _muster(position, power, new_carriers, cleared)
    found = {target: muster.reach(target) for target in muster.targets}
    return {target: one for target, one in found.items() if one.arrivals}


def reach(
    position: Position,
    power: str,
    target: str,
    *,
    new_carriers: Sequence[str] = (),
    cleared: Sequence[str] = (),
) -> Reach:
    """Return what a power can bring to one target; no arrivals if nothing gets there.

    See `reaches` for the parameters and errors.
    """
    muster = _muster(position, power, new_carriers, cleared)
    return muster.reach(position.board.place(target))


def _muster(
    position: Position, power: str, new_carriers: Sequence[str], cleared: Sequence[str]
) -> Muster:
    board = position.board
    zones = [tuple(map(board.place, some)) for some in (new_carriers, cleared)]
    return Muster.of(position, board.power(power), *zones)
