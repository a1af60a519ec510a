"""Best retreat as a policy that a player can follow."""

from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.game import PolicyMap

ROUGH = " (a rough guide: which units are left matters, too)"
MOST_FLOORS = 10  # thresholds that a sentence can hold; the map has them all


class Stopping(NamedTuple):
    """A best retreat; arrays by pair of nodes unless said otherwise.

    ``left``, ``against``: units by attacker node and by defender node; ``reached``: how likely;
    ``possible``: where there is a choice; ``going``: where to go on; ``gain``: by how much that
    is better; ``value``, ``unaided``: net value with the option and fighting to the end.
    """

    left: Ints
    against: Ints
    reached: Floats
    possible: Bools
    going: Bools
    gain: Floats
    value: float
    unaided: float
    limited: bool = False  # whether the rounds are limited, so that the policy changes with them


def stopping_map(best: Stopping) -> PolicyMap:
    """Where to go on and where to retreat, by units left on both sides.

    Only what can happen under the policy is listed. The same number of units can be left in
    several ways; the likeliest speaks for them.
    """
    a, d = np.nonzero((best.reached > 0) & best.possible)
    left, against = best.left[a], best.against[d]
    order = np.lexsort((-best.reached[a, d], against, left))
    a, d, left, against = a[order], d[order], left[order], against[order]
    goes = best.going[a, d]
    first = np.ones(len(a), dtype=bool)
    first[1:] = (np.diff(left) != 0) | (np.diff(against) != 0)
    alike = bool((goes == goes[first][np.cumsum(first) - 1]).all())
    a, d, left, against, going = a[first], d[first], left[first], against[first], goes[first]
    lines = (
        f"best retreat{' after round 1 (it changes as rounds run out)' if best.limited else ''}: "
        + policy_text(left, against, going, alike=alike),
        f"the option to retreat is worth {best.value - best.unaided:+.2f} IPC"
        f" (net value {best.value:+.2f} with it, {best.unaided:+.2f} without)",
    )
    return PolicyMap(left, against, going, best.gain[a, d], lines)


def policy_text(left: Ints, against: Ints, going: Bools, *, alike: bool = True) -> str:
    """Put a stopping policy in words: the fewest units with which to go on, by defenders left.

    Parameters
    ----------
    left, against : int array, shape (states,)
        Units left of attacker and defender.
    going : bool array, shape (states,)
    alike : bool
        Whether the number of units alone decides, whatever units they are.

    Examples
    --------
    >>> policy_text(np.array([1, 2, 3, 1, 2, 3]), np.array([1, 1, 1, 2, 2, 2]),
    ...             np.array([True, True, True, False, False, True]))
    'go on while you have at least 1 unit against 1, 3 against 2; else retreat'
    """
    rough = "" if alike else ROUGH
    if going.all():
        return f"always go on{rough}"
    if not going.any():
        return f"retreat after the first round{rough}"
    numbers = np.unique(against)
    floors = [(int(n), *_floor(left[against == n], going[against == n])) for n in numbers]
    parts: list[str] = []
    for number, fewest, _ in floors:
        if fewest is not None:
            parts.append(f"{fewest} against {number}")
    if parts:
        head, _, tail = parts[0].partition(" ")
        parts[0] = f"{head} unit{'s' if head != '1' else ''} {tail}"
    merged = _merged(parts)
    if len(merged) > MOST_FLOORS:
        merged = [*merged[: MOST_FLOORS - 2], "…", *merged[-1:]]
    text = f"go on while you have at least {', '.join(merged)}; else retreat"
    return text + (rough if all(plain for _, _, plain in floors) else ROUGH)


def _floor(left: Ints, going: Bools) -> tuple[int | None, bool]:
    """Fewest units from which on going on is right, and whether it never is below."""
    stops = left[~going]
    floor = left[going & (left > (stops.max() if len(stops) else -1))]
    if not len(floor):
        return None, not going.any()
    fewest = int(floor.min())
    return fewest, not going[left < fewest].any()


def _merged(parts: list[str]) -> list[str]:
    """Join neighbours with the same floor: '5 against 2, 5 against 3' to '5 against 2-3'."""
    merged: list[str] = []
    for part in parts:
        floor, _, number = part.rpartition(" against ")
        before, _, numbers = merged[-1].rpartition(" against ") if merged else ("", "", "0")
        alike = before.split(" ")[0] == floor.split(" ")[0]
        if alike and int(numbers.split("-")[-1]) == int(number) - 1:
            merged[-1] = f"{before} against {numbers.split('-')[0]}-{number}"
        else:
            merged.append(part)
    return merged
