"""What turns a position into another, as edits."""

from collections.abc import Iterator

from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import CLOSED, OPEN
from combat.axis_allies.map.stacks import COMPLEX, NONE


def differences(before: Position, after: Position) -> tuple[str, ...]:
    """Return the edits that turn a position into another, which the rules allow.

    Parameters
    ----------
    before, after : Position
        On boards with the same areas.

    Returns
    -------
    tuple of str
        ``edited(before, *differences(before, after))`` is `after`; none if they are the same.

    Examples
    --------
    >>> from combat.axis_allies.map.edits import edited
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> start = starting_position()
    >>> differences(start, edited(start, "Karelia: ger 2 inf, 1 arm", "UK: 12 IPC"))
    ('United Kingdom: 12 IPC', 'Karelia S.S.R.: Germany', 'Karelia S.S.R.: Soviet Union none',
    'Karelia S.S.R.: Germany 2 inf, 1 arm')
    """
    return (*_settings(before, after), *_places(before, after))


def _settings(before: Position, after: Position) -> Iterator[str]:
    for what in ("edition", "round", "turn", "victory"):
        if getattr(before, what) != getattr(after, what):
            yield f"{what}: {getattr(after, what)}"
    if before.strait_open != after.strait_open:
        yield f"strait: {OPEN if after.strait_open else CLOSED}"
    old, new = before.board.links, after.board.links
    for word, pairs in (("unlink", old - new), ("link", new - old)):
        yield from (f"{word}: {', '.join(pair)}" for pair in sorted(map(sorted, pairs)))
    for power in after.board.order:
        cash = after.cash.get(power, 0)
        if before.cash.get(power, 0) != cash:
            yield f"{power}: {cash} IPC"


def _places(before: Position, after: Position) -> Iterator[str]:
    for place in after.board.areas:
        if before.owners.get(place) != after.owners.get(place):
            yield f"{place}: {after.owners[place]}"
        for power in after.board.order:
            force = after.force(place, power)
            if before.force(place, power) != force:
                yield f"{place}: {power} {force or NONE}"
        was, now = before.complexes.get(place), after.complexes.get(place)
        if was is None and now is not None:
            yield f"{place}: + 1 {COMPLEX}"
        if was is not None and now is None:
            yield f"{place}: - 1 {COMPLEX}"
        if now is not None and now != (was or 0):
            yield f"{place}: damage {now}"
