"""The best reply of a side to how the other plays its truces (RB-30).

A side knows both its hands, which of its two factions moves first in a round, and what lay on the
table when the round began. It takes the enemy's cards to be as likely as that table makes them
under his policy. Backwards from the last round:

1. What a round leads to is worth the chance to be ahead in the end, if it settles the end, and
   what the next round is worth if not.
2. The second faction plays its truce if that is worth more, then the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from combat.arrays import Floats
from combat.rebellion_1775.deck.partners import (
    ORDERS,
    Partners,
    Plays,
    Shown,
    histories,
    history,
    parents,
)
from combat.rebellion_1775.deck.policies import BEST
from combat.rebellion_1775.deck.seat import OUT

Scalar = TypeVar("Scalar", np.float64, np.bool_)
TIE = 1e-12
"""What is worth no more than that more is a tie, and a tie changes nothing."""


@dataclass(frozen=True)
class Reply:
    """How a side plays, and what that is worth.

    Parameters
    ----------
    plays : tuple of Plays
        By round.
    worth : tuple of float arrays
        By round, the chance to be ahead in the end, (own, other, states, states).
    """

    plays: tuple[Plays, ...]
    worth: tuple[Floats, ...]


def best_reply(
    partners: Partners, enemy: Sequence[Shown], ends: Sequence[float], now: Sequence[Plays]
) -> Reply:
    """Return the best reply; factions whose policy is not best go by their policy.

    Parameters
    ----------
    partners : Partners
    enemy : sequence of Shown
        By round, what the enemy's play leads to.
    ends : sequence of float
        By round, the side's chance to be ahead in the end if that round settles it.
    now : sequence of Plays
        How the side has played so far: kept where it is as good.
    """
    plays: list[Plays] = []
    worth: list[Floats] = []
    for turn in reversed(range(len(ends))):
        last = turn == len(ends) - 1
        after = (
            np.full((*partners.size(turn)[:2], *partners.size(turn + 1)[2:]), ends[turn])
            if last
            else _worth_after(partners, turn, enemy[turn], ends[turn], worth[-1])
        )
        value, chosen = _round(partners, turn, after, now[turn])
        worth.append(value)
        plays.append(chosen)
    return Reply(tuple(reversed(plays)), tuple(reversed(worth)))


def _worth_after(partners: Partners, turn: int, enemy: Shown, end: float, later: Floats) -> Floats:
    """Return what the states after a round are worth, (own, other before it, states, states)."""
    mine = parents(turn)
    weighted = enemy.next.T[mine][..., None, None] * later
    known = histories(turn)
    going = weighted[:, :known].copy()
    going[:, 0] += weighted[:, known:].sum(axis=1)  # his first truce came in this round
    going += end * enemy.complete.T[mine][..., None, None]
    found = going[:known].copy()
    for at, lacks in enumerate(partners.lacks):
        if not lacks:
            first = history(at, turn + 1)
            found[0] = np.where(partners.slots(turn + 1, first), going[first], found[0])
    if partners.can_end:
        found[..., OUT, OUT] = end
    return found


def _round(partners: Partners, turn: int, after: Floats, now: Plays) -> tuple[Floats, Plays]:
    """Return what the states before a round are worth, and how it is played."""
    found = []
    value: Floats = np.zeros(())
    for seats, (first_now, second_now) in zip(ORDERS, now, strict=True):
        middle, second = _choice(partners, turn, seats[1], after, second_now)
        worth, first = _choice(partners, turn, seats[0], middle, first_now)
        value = value + worth / len(ORDERS)
        found.append((first, second))
    return value, (found[0], found[1])


def _choice(
    partners: Partners, turn: int, at: int, after: Floats, now: Floats
) -> tuple[Floats, Floats]:
    """Return what the states before a turn are worth, and the chance to play the truce in it."""
    seat, axis = partners.seats[at], at - 2
    kept = np.moveaxis(np.moveaxis(after, axis, -1) @ seat.keep[turn].T, -1, axis)
    played = np.take(after, [OUT], axis=axis)
    chance = np.broadcast_to(now, kept.shape)
    if seat.truce.kind == BEST:
        better = played - kept
        free = along(seat.free[turn], at)
        wanted = np.where(np.abs(better) <= TIE, chance, (better > 0.0).astype(float))
        chance = np.where(free, wanted, along(seat.held[turn].astype(float), at))
    return chance * played + (1.0 - chance) * kept, chance


def along(states: npt.NDArray[Scalar], at: int) -> npt.NDArray[Scalar]:
    """Return what is known by the states of a seat as an array that fits the others."""
    return states[:, None] if at == 0 else states[None, :]


def first_plays(partners: Partners, rounds: int) -> tuple[Plays, ...]:
    """Return how a side plays by its policies; best play keeps the truce at first."""
    found = []
    for turn in range(rounds):
        one, other = (along(seat.named(turn), at) for at, seat in enumerate(partners.seats))
        found.append(((one, other), (other, one)))
    return tuple(found)
