"""Who plays the last card of a turn, and which war-ends card is the last of it (WW-33, WW-39)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from combat.washingtons_war.deck.cards import HAND
from combat.washingtons_war.generals import AMERICAN, BRITISH

RANDOM, EARLIEST, LATEST, HOLDER = "random", "earliest", "latest", "holder"
POLICIES = (RANDOM, EARLIEST, LATEST, HOLDER)
EARLY, LATE = "early", "late"
CLAIM = "claim"
ORDERS = (CLAIM, BRITISH, AMERICAN, RANDOM)
NOTHING = -1
Years = Sequence[int]
"""War-ends cards by their place in the order of their years."""
Held = tuple[tuple[int, ...], int]
"""The war-ends cards of a hand, and how many other cards it has."""


@dataclass(frozen=True)
class LastWord:
    """How the last war-ends card of a turn is chosen.

    Parameters
    ----------
    policy : {'random', 'earliest', 'latest', 'holder'}
        ``holder``: each side plays its own as is best for its wish.
    british, american : {'early', 'late'}
        When each side wishes the war to end.
    order : {'claim', 'british', 'american', 'random'}
        Who begins (WW-39).
    hand : int
        Cards that each side plays in a turn.
    """

    policy: str = RANDOM
    british: str = EARLY
    american: str = LATE
    order: str = CLAIM
    hand: int = HAND

    @property
    def by_holder(self) -> bool:
        """Whether it matters who holds a card."""
        return self.policy == HOLDER

    def beginners(self, claimed: float) -> dict[str, float]:
        """Return the chance of each side to begin.

        Parameters
        ----------
        claimed : float
            Chance that the British hold a campaign card.
        """
        british = {BRITISH: 1.0, AMERICAN: 0.0, RANDOM: 0.5, CLAIM: claimed}[self.order]
        return {BRITISH: british, AMERICAN: 1.0 - british}

    def last_of(self, american: Years, british: Years, beginner: str) -> dict[int, float]:
        """Return the chance of each war-ends card dealt in a turn to be the last of it.

        Parameters
        ----------
        american, british : sequence of int
            What each side holds, by the order of the years; at least one in all.
        beginner : {'american', 'british'}

        Examples
        --------
        >>> LastWord("earliest").last_of([2], [0, 4], "british")
        {0: 1.0}
        """
        held = (*american, *british)
        if self.policy == RANDOM:
            return dict.fromkeys(held, 1.0 / len(held))
        if self.policy == HOLDER:
            return {self._held_last(american, british, beginner): 1.0}
        return {(min if self.policy == EARLIEST else max)(held): 1.0}

    def _held_last(self, american: Years, british: Years, beginner: str) -> int:
        """Return the last card if both sides play theirs as is best for their wishes."""
        hands = tuple((tuple(sorted(h)), max(0, self.hand - len(h))) for h in (american, british))
        wishes = self.american, self.british
        return _best_last(hands, int(beginner == BRITISH), NOTHING, wishes)


@lru_cache(maxsize=1 << 20)
def _best_last(hands: tuple[Held, ...], turn: int, active: int, wishes: tuple[str, ...]) -> int:
    """Return the war-ends card that is active in the end if both sides play on as is best.

    Each side, in turn, plays a war-ends card or another; with open hands, back from the end.

    Parameters
    ----------
    hands : tuple of Held
        The American's and the British.
    turn : int
        Whose turn it is: 0 the American's, 1 the British.
    active : int
        The war-ends card played last in this turn so far.
    wishes : tuple of str
        The American's and the British.
    """
    ends, others = hands[turn]
    if not ends and not others:
        if hands[1 - turn] == ((), 0):
            return active
        return _best_last(hands, 1 - turn, active, wishes)
    found = []
    if others:
        found.append(_best_last(_after(hands, turn, (ends, others - 1)), 1 - turn, active, wishes))
    for at, played in enumerate(ends):
        left = ends[:at] + ends[at + 1 :], others
        found.append(_best_last(_after(hands, turn, left), 1 - turn, played, wishes))
    return (min if wishes[turn] == EARLY else max)(found)


def _after(hands: tuple[Held, ...], turn: int, left: Held) -> tuple[Held, ...]:
    return (left, hands[1]) if turn == 0 else (hands[0], left)


def plays_last(american: int, british: int, beginner: str) -> str:
    """Return who plays the last card of the strategy phase (WW-39).

    In turns, and who has cards left plays on alone.

    Parameters
    ----------
    american, british : int
        Cards that each side plays; one that is taken from a hand or discarded in a battle is none.

    Examples
    --------
    Whoever begins, a British hand that has lost a card ends before the American one:

    >>> plays_last(7, 7, "american"), plays_last(7, 6, "american"), plays_last(7, 6, "british")
    ('british', 'american', 'american')
    """
    if american == british:
        return AMERICAN if beginner == BRITISH else BRITISH
    return AMERICAN if american > british else BRITISH
