"""Isolated PC markers: which are removed, and what holds the others (WW-23).

A chain runs from marker to adjacent marker of its own side, under enemy units too, and holds if
it reaches an anchor. Americans are looked at first; the British on what is left.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from combat.washingtons_war.generals import AMERICAN, BRITISH
from combat.washingtons_war.map.position import NONE, Position, enemy


@dataclass(frozen=True)
class Anchor:
    """What keeps a marker.

    Parameters
    ----------
    why : str
        What the anchor is, in words.
    chain : tuple of str
        The spaces from the marker to the anchor, both included.
    """

    why: str
    chain: tuple[str, ...]

    @property
    def space(self) -> str:
        """Where the anchor is."""
        return self.chain[-1]


@dataclass(frozen=True)
class Isolation:
    """What the segment of isolated markers does (WW-23).

    Parameters
    ----------
    american, british : tuple of str
        Spaces whose marker is removed, in the map's order.
    kept : mapping of str to Anchor
        What keeps each marker that stays.
    saved : tuple of str
        British markers that would be isolated, had the Americans removed none.
    unlinked : tuple of str
        Removed markers in spaces without any link, where the map may be incomplete.
    after : Position
        The position without the removed markers.
    """

    american: tuple[str, ...]
    british: tuple[str, ...]
    kept: Mapping[str, Anchor] = field(hash=False)
    saved: tuple[str, ...]
    unlinked: tuple[str, ...]
    after: Position


def why_anchor(position: Position, side: str, space: str) -> str:
    """Return why chains of a side hold if they reach a space, or '' if they do not (WW-23)."""
    return (
        _for_british(position, space) if enemy(side) == AMERICAN else _for_american(position, space)
    )


def anchor_of(position: Position, side: str, space: str) -> Anchor | None:
    """Return the nearest anchor of a side's marker, or None if it is isolated (WW-23)."""
    came_from: dict[str, str] = {space: ""}
    queue = deque([space])
    while queue:
        here = queue.popleft()
        why = why_anchor(position, side, here)
        if why:
            return Anchor(why, _chain(came_from, here))
        if position.pc(here) == side:
            for other in position.board.neighbours(here):
                if other not in came_from:
                    came_from[other] = here
                    queue.append(other)
    return None


def isolated(position: Position, side: str) -> tuple[str, ...]:
    """Return the spaces whose marker of a side is isolated, all looked at together (WW-23)."""
    return tuple(
        name for name in _marked(position, side) if anchor_of(position, side, name) is None
    )


def isolation(position: Position) -> Isolation:
    """Remove isolated markers: American ones together, then British ones (WW-23)."""
    american = isolated(position, AMERICAN)
    before = isolated(position, BRITISH)
    between = position.with_pcs(dict.fromkeys(american, NONE))
    british = isolated(between, BRITISH)
    kept = _kept(position, AMERICAN) | _kept(between, BRITISH)
    saved = tuple(name for name in before if name not in british)
    unlinked = tuple(name for name in (*american, *british) if name in position.board.unlinked)
    after = between.with_pcs(dict.fromkeys(british, NONE))
    return Isolation(american, british, kept, saved, unlinked, after)


def _for_american(position: Position, space: str) -> str:
    pc = position.pc(space)
    if pc == NONE and not position.cus(space, BRITISH):
        return "an uncontrolled space without British CU"
    if position.congress == space:
        return "the Congress"
    if pc == AMERICAN and position.cus(space, AMERICAN):
        return "an American-controlled space with an American or French CU"
    if pc == AMERICAN and position.general(space, AMERICAN):
        return "an American-controlled space with an American or French general"
    return ""


def _for_british(position: Position, space: str) -> str:
    pc = position.pc(space)
    if pc == NONE and AMERICAN not in position.at(space).sides:
        return "a space of nobody's without American or French troops or generals"
    if pc == BRITISH and position.board.space(space).is_port:
        return "a British-controlled port"
    if pc == BRITISH and position.cus(space, BRITISH):
        return "a British-controlled space with a British CU"
    return ""


def _chain(came_from: Mapping[str, str], end: str) -> tuple[str, ...]:
    chain = [end]
    while came_from[chain[-1]]:
        chain.append(came_from[chain[-1]])
    return tuple(reversed(chain))


def _marked(position: Position, side: str) -> tuple[str, ...]:
    return tuple(s.name for s in position.board.spaces if position.pc(s.name) == side)


def _kept(position: Position, side: str) -> dict[str, Anchor]:
    found = {name: anchor_of(position, side, name) for name in _marked(position, side)}
    return {name: anchor for name, anchor in found.items() if anchor is not None}
