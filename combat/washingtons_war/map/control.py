"""Who controls colonies and Canada, and whom militia and navy help there (WW-07, WW-24)."""

from combat.findings import Finding
from combat.washingtons_war.generals import AMERICAN, BRITISH
from combat.washingtons_war.map.board import CANADA, COLONIES, FORTIFIED
from combat.washingtons_war.map.position import NONE, Position

KEYS_OF_CANADA = ("Montreal", "Quebec")


def count_pcs(position: Position, colony: str) -> dict[str, int]:
    """Return how many PC markers each side has in a colony or in Canada (WW-24)."""
    lying = [position.pc(space) for space in position.board.spaces_of(colony)]
    return {side: lying.count(side) for side in (AMERICAN, BRITISH)}


def control_of(position: Position, colony: str) -> str:
    """Return who controls a colony or Canada: 'american', 'british' or 'none' (WW-24).

    A colony is controlled by the side with more PC markers, Canada by the side with both Montreal
    and Quebec; Fort Detroit never matters.
    """
    if colony == CANADA:
        known = position.board.spaces_of(CANADA)
        holders = {position.pc(key) if key in known else NONE for key in KEYS_OF_CANADA}
        return holders.pop() if len(holders) == 1 else NONE
    counts = count_pcs(position, colony)
    if counts[AMERICAN] == counts[BRITISH]:
        return NONE
    return AMERICAN if counts[AMERICAN] > counts[BRITISH] else BRITISH


def controlled(position: Position, side: str) -> tuple[str, ...]:
    """Return what a side controls: colonies from north to south, then Canada (WW-24)."""
    places = [place for place in (*COLONIES, CANADA) if place in position.board.colonies]
    return tuple(place for place in places if control_of(position, place) == side)


def militia(position: Position, space: str) -> str:
    """Return whom the militia help in a space: 'american', 'british' or 'none' (WW-07)."""
    return control_of(position, position.board.space(space).colony)


def navy(position: Position, space: str) -> Finding:
    """Tell whether the Royal Navy helps the British in a space (WW-07, WW-54)."""
    port = position.board.space(space)
    if not port.is_port:
        return Finding(False, f"{space} is no port", "WW-07")
    if position.is_blockaded(space):
        return Finding(False, f"{space} lies in the blockaded zone {port.zone!r}", "WW-54")
    if port.port == FORTIFIED and position.pc(space) != BRITISH:
        return Finding(False, f"{space} is a fortified port without a British PC", "WW-07")
    kind = "a fortified port under a British PC" if port.port == FORTIFIED else "a port"
    return Finding(True, f"{space} is {kind}, not blockaded", "WW-07")
