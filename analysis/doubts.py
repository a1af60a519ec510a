"""Data that may be wrong, among what answers take for granted."""

from collections.abc import Iterable, Sequence

WORDS = ("verified", "memory", "single source")
MOST = 3  # lines that are told


def is_doubt(line: str) -> bool:
    """Whether a line says that data are not verified.

    Examples
    --------
    >>> is_doubt("unverified: tank costs 6"), is_doubt("the attacker never retreats")
    (True, False)
    """
    return any(word in line for word in WORDS)


def shared_lines(several: Iterable[Sequence[str]], what: str) -> tuple[str, ...]:
    """Return the lines that all have, and those of only some that say that data are not verified.

    Parameters
    ----------
    several : iterable of sequence of str
        What each answer takes for granted.
    what : str
        What they are, in the plural.

    Examples
    --------
    >>> shared_lines([["a", "b"], ["a", "c, from memory"]], "cells")
    ('a', 'in some cells: c, from memory')
    """
    lists = list(several)
    every = [line for line in lists[0] if all(line in others for others in lists)] if lists else []
    known = dict.fromkeys(line for lines in lists for line in lines if is_doubt(line))
    some = [line for line in known if line not in every]
    told = [f"in some {what}: {line}" for line in some[:MOST]]
    if len(some) > MOST:
        told.append(f"in some {what}: {len(some) - MOST} more data that are not verified")
    return (*every, *told)
