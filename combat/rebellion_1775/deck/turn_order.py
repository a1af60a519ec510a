"""Who moves when: the turn dice of two rounds in a row (RB-21).

Each round the four dice, one a faction, are drawn one by one without replacement: all 24 orders are
equally likely, and rounds do not depend on one another.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations, product

import numpy as np

from combat.arrays import Bools, Ints
from combat.rebellion_1775.deck.factions import FACTIONS, SIDES

Shares = Mapping[str, Mapping[str, float]]
SIDE_OF = np.array([list(SIDES).index(s) for f in FACTIONS for s in SIDES if f in SIDES[s]])
"""Side of each faction, by number."""


def all_orders() -> Ints:
    """Return every order of two rounds, (576, 2, 4) int: the faction of each turn by number."""
    rounds = list(permutations(range(len(FACTIONS))))
    return np.array(list(product(rounds, rounds)), dtype=np.int64)


@lru_cache(maxsize=1)
def exact_shares() -> Shares:
    """Return the chances over all orders."""
    return shares(all_orders())


def drawn_orders(games: int, rounds: int, rng: np.random.Generator) -> Ints:
    """Return drawn orders, (games, rounds, 4) int."""
    keys = rng.random((games, rounds, len(FACTIONS)), dtype=np.float32)
    return np.asarray(np.argsort(keys, axis=2), dtype=np.int64)


def shares(orders: Ints) -> Shares:
    """Return in which share of the orders something happens.

    Parameters
    ----------
    orders : (orders, 2, 4) int array
        The faction of each turn of two rounds, by number.

    Returns
    -------
    mapping of str to mapping of str to float
        By whom it happens to, then what: who has the first or last turn of a round, the last and
        then the first of the next, its turns 1 and 2 or 3 and 4, 3 or 4 turns in a row within the
        two rounds; or that the sides alternate all round.

    Examples
    --------
    >>> found = exact_shares()["a given side"]
    >>> round(found["turns 1 and 2"] * 6, 9), round(found["4 in a row"] * 36, 9)
    (1.0, 1.0)
    """
    first, second = orders[:, 0], orders[:, 1]
    mine, theirs = (SIDE_OF[orders] == side for side in range(2))
    one_faction = first == 0
    return {
        "a given faction": _means(
            {
                "first": one_faction[:, 0],
                "last": one_faction[:, -1],
                "last, then first": one_faction[:, -1] & (second[:, 0] == 0),
            }
        ),
        "some faction": _means({"last, then first": first[:, -1] == second[:, 0]}),
        "a given side": _means(_of_side(mine)),
        "either side": _means(_either(mine, theirs)),
    }


def _of_side(mine: Bools) -> dict[str, Bools]:
    """Return what happens to a side, by order; ``mine``: whose turn it is, (orders, 2, 4) bool."""
    first, turns = mine[:, 0], mine.reshape(len(mine), -1)
    return {
        "first": first[:, 0],
        "last": first[:, -1],
        "turns 1 and 2": first[:, 0] & first[:, 1],
        "turns 3 and 4": first[:, 2] & first[:, 3],
        "last, then first": first[:, -1] & mine[:, 1, 0],
        "3 in a row": _run(turns, 3),
        "4 in a row": _run(turns, 4),
    }


def _either(mine: Bools, theirs: Bools) -> dict[str, Bools]:
    own, other = _of_side(mine), _of_side(theirs)
    certain = ("first", "last")
    found = {what: own[what] | other[what] for what in own if what not in certain}
    alternate = np.all(mine[:, 0, 1:] != mine[:, 0, :-1], axis=1)
    return {**found, "alternating": alternate}


def _run(turns: Bools, length: int) -> Bools:
    """Whether so many turns in a row are the side's, or more."""
    windows = np.lib.stride_tricks.sliding_window_view(turns, length, axis=1)
    whole = np.asarray(windows.all(axis=2), dtype=np.bool_)
    return np.asarray(whole.any(axis=1), dtype=np.bool_)


def _means(happens: Mapping[str, Bools]) -> dict[str, float]:
    return {what: float(np.mean(yes)) for what, yes in happens.items()}
