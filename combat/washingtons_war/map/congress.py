"""The Congress, a captured Washington, landing parties and Steuben (WW-20 to WW-22, WW-27)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from combat.errors import OptionError
from combat.findings import Finding
from combat.washingtons_war.generals import AMERICAN, BRITISH, WASHINGTON
from combat.washingtons_war.map.board import FORTIFIED
from combat.washingtons_war.map.position import NONE, Position, Units

MOST_REMOVED = 5  # PC markers, when Washington is captured
PLACE, FLIP, REMOVE = "place", "flip", "remove"
OPS, DISCARD, EVENT = "ops", "discard", "event"


@dataclass(frozen=True)
class Consequence:
    """The position after something, and how far the alliance track moves."""

    after: Position
    track: int = 0


def disperses_congress(position: Position, space: str, *, won: bool = False) -> Finding:
    """Tell whether a British army disperses the Congress by coming to a space (WW-21).

    Parameters
    ----------
    position : Position
        Before it comes.
    won : bool
        Whether it has won a battle there, has overrun, or the Americans have retreated before
        battle with all their CUs.
    """
    if position.congress != position.board.space(space).name:
        return Finding(False, f"the Congress is not in {space}", "WW-21")
    if position.cus(space, AMERICAN) and not won:
        return Finding(False, f"American CUs in {space} guard the Congress", "WW-21")
    return Finding(True, f"the Congress in {space} is dispersed", "WW-21")


def disperse(position: Position) -> Position:
    """Return the position with the Congress dispersed (WW-21)."""
    return replace(position, congress="")


def american_may(position: Position, action: str, means: str, *, mutinies: bool = False) -> Finding:
    """Tell whether a dispersed Congress or the Line Mutinies forbid an American action (WW-21).

    Parameters
    ----------
    action : {'place', 'flip', 'remove'}
        With a PC marker.
    means : {'ops', 'discard', 'event'}
        An OPS card, an event discarded, or an event played.
    mutinies : bool
        Whether the Pennsylvania and New Jersey Line Mutinies were played this turn.
    """
    for what, given, allowed in (
        ("action", action, (PLACE, FLIP, REMOVE)),
        ("means", means, (OPS, DISCARD, EVENT)),
    ):
        if given not in allowed:
            raise OptionError(
                f"{what} is {', '.join(allowed[:2])} or {allowed[2]}, not {given!r}",
                given=given,
                allowed=allowed,
            )
    hindered = mutinies or not position.congress
    if hindered and action == PLACE and means != EVENT:
        why = "the Line Mutinies were played this turn" if mutinies else "the Congress is dispersed"
        return Finding(False, f"{why}: no PC is placed by OPS cards or discarded events", "WW-21")
    why = "stays legal while PCs may not be placed" if hindered else "nothing forbids it"
    return Finding(True, why, "WW-21")


def removable_markers(position: Position) -> dict[str, tuple[str, ...]]:
    """Return, by colony, the American PCs that may go when Washington is captured (WW-20).

    They lie in spaces without American CU, general or Congress.
    """
    found = {}
    for colony in position.board.colonies:
        open_to_it = tuple(
            space
            for space in position.board.spaces_of(colony)
            if position.pc(space) == AMERICAN and not _american_unit(position, space)
        )
        if open_to_it:
            found[colony] = open_to_it
    return found


def capture_washington(position: Position, removed: Sequence[str]) -> Consequence:
    """Take Washington out of the game and remove the PCs that the British choose (WW-20).

    Five are removed, no two of a colony, or one of each colony that has any if those are fewer.

    Parameters
    ----------
    position : Position
        With or without Washington on the map: he leaves it first.
    removed : sequence of str
        Spaces of the markers.

    Raises
    ------
    OptionError
        A choice that is not legal, or not as large as it must be.
    """
    without = _without_general(position, WASHINGTON)
    open_to_it = removable_markers(without)
    colonies: list[str] = []
    for space in removed:
        colony = position.board.space(space).colony
        choices = open_to_it.get(colony, ())
        if space not in choices:
            raise OptionError(
                f"the PC in {space} cannot be removed (WW-20): an American one without American"
                f" CU, general or Congress is needed; in {colony}: {', '.join(choices) or 'none'}",
                given=space,
                allowed=choices,
            )
        if colony in colonies:
            raise OptionError(
                f"{space} is the second PC of {colony}; at most one of a colony (WW-20)",
                given=space,
            )
        colonies.append(colony)
    due = min(MOST_REMOVED, len(open_to_it))
    if len(removed) != due:
        raise OptionError(
            f"{len(removed)} PCs are removed where {due} must be (WW-20); colonies to choose from:"
            f" {', '.join(open_to_it) or 'none'}",
            given=", ".join(removed),
        )
    after = without.with_pcs(dict.fromkeys(removed, NONE))
    return Consequence(after, 0 if position.france else -3)


def landing_party(position: Position, space: str) -> Finding:
    """Tell whether a British landing party may place or flip a PC in a space (WW-22, WW-54)."""
    port = position.board.space(space)
    checks: Collection[tuple[bool, str]] = (
        (not port.is_port, "is no port"),
        (port.port == FORTIFIED, "is a fortified port"),
        (position.is_blockaded(space), f"lies in the blockaded zone {port.zone!r}"),
        (position.pc(space) == BRITISH, "has a British PC already"),
        (_american_unit(position, space), "has an American CU or general, or the Congress"),
    )
    for bars, why in checks:
        if bars:
            return Finding(False, f"{space} {why}", "WW-22")
    done = "flips the American PC" if position.pc(space) == AMERICAN else "places a British PC"
    return Finding(True, f"it {done} in {space}", "WW-22")


def land_party(position: Position, space: str) -> Position:
    """Return the position after a landing party (WW-22).

    Raises
    ------
    OptionError
        If it may not land there.
    """
    legal = landing_party(position, space)
    if not legal:
        raise OptionError(f"no landing party: {legal}", given=space)
    return position.with_pcs({space: BRITISH})


def steuben(position: Position) -> Consequence:
    """Play Baron von Steuben: the regulars' advantage ends (WW-27).

    Examples
    --------
    >>> from combat.washingtons_war.map.board import Board
    >>> from combat.washingtons_war.map.position import Position
    >>> done = steuben(Position(Board(())))
    >>> done.after.regulars, done.track
    (False, 2)
    """
    track = 2 if position.regulars and not position.france else 0
    return Consequence(replace(position, regulars=False), track)


def _american_unit(position: Position, space: str) -> bool:
    return AMERICAN in position.at(space).sides or position.congress == space


def _without_general(position: Position, name: str) -> Position:
    units: dict[str, Units] = {}
    for space, there in position.units.items():
        left = replace(there, general="") if there.general == name else there
        if left.sides:
            units[space] = left
    return replace(position, units=units)
