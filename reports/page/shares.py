"""Shares: of what is scarce on the page, nobody has much more than another who wants some."""

from collections.abc import Mapping


def greedy(have: Mapping[str, int], asker: str) -> str | None:
    """Return who has most, if that is two more than the asker has: he can give one up.

    Parameters
    ----------
    have : mapping of str to int
        How many everybody has.
    asker : str
        Who wants one more.

    Examples
    --------
    >>> greedy({"a": 3, "b": 2}, "c"), greedy({"a": 3, "b": 2}, "b"), greedy({}, "c")
    ('a', None, None)
    """
    most = max(have, key=have.__getitem__, default=None)
    return most if most is not None and have[most] >= have.get(asker, 0) + 2 else None
