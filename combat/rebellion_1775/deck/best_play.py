"""Best play of truces: replies to one another until nothing changes (RB-30)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

import numpy as np

from combat.arrays import Floats
from combat.errors import TooLargeError
from combat.rebellion_1775.deck.course import Course, Part, course, part
from combat.rebellion_1775.deck.factions import AMERICAN, BRITISH, SIDES
from combat.rebellion_1775.deck.partners import Partners, Plays, history
from combat.rebellion_1775.deck.policies import NAMED, Truce
from combat.rebellion_1775.deck.reply import Reply, best_reply, first_plays
from combat.rebellion_1775.deck.seat import Seat
from combat.rebellion_1775.deck.situation import Situation
from combat.rebellion_1775.deck.timing import Timing, exact_hands
from combat.rebellion_1775.deck.turn_order import exact_shares

OTHER = {BRITISH: AMERICAN, AMERICAN: BRITISH}
MOST_NUMBERS = 5_000_000
"""Most numbers in the tables of best play."""
MOST_REPLIES = 60
Sides = Mapping[str, Partners]
AllPlays = dict[str, tuple[Plays, ...]]


@dataclass(frozen=True, eq=False)
class BestPlay:
    """A situation in which somebody plays best, solved.

    Parameters
    ----------
    asked : Situation
    partners : mapping of str to Partners
        By side.
    plays : dict of str to tuple of Plays
        By side, then round.
    round_trip : int
        After how many pairs of replies the same ones come again: 0 where the last replies are best
        replies to one another.
    unsettled : bool
        Whether the replies were still changing at the most that are tried.
    """

    asked: Situation
    partners: Sides
    plays: AllPlays
    round_trip: int = 0
    unsettled: bool = False

    @property
    def known(self) -> tuple[int, int]:
        """The histories of both sides, British first."""
        british, american = (_history(self.asked, side) for side in SIDES)
        return british, american

    @cached_property
    def beliefs(self) -> dict[str, Floats]:
        """How likely the cards of a side are before the round to come, by histories."""
        found = {}
        for side, partners in self.partners.items():
            whole = part(partners, self.plays[side], partners.start())
            found[side] = whole.beliefs[self.asked.rounds]
        return found

    def parts(self, plays: AllPlays) -> dict[str, Part]:
        """Follow both sides from the round to come."""
        first = self.asked.rounds
        return {
            side: part(partners, plays[side], self.beliefs[side], first)
            for side, partners in self.partners.items()
        }

    def course(self, plays: AllPlays) -> Course:
        """Follow the game from the round to come."""
        parts = self.parts(plays)
        return course(self.asked.scenario, self.partners, parts, self.asked.rounds, self.known)

    @cached_property
    def timing(self) -> Timing:
        """When truces come and the game ends."""
        found = self.course(self.plays)
        for name, number in self.asked.out.items():
            found.truces[name][number - 1] = 1.0
        truces = {name: tuple(chances) for name, chances in found.truces.items()}
        return Timing(truces, found.enders, exact_hands(self.asked), exact_shares())

    def ahead(self, side: str, kind: str = "") -> float:
        """Return a side's chance to be ahead at the end.

        Parameters
        ----------
        side : str
        kind : str
            A policy that the side's factions that play best have from now on instead.
        """
        timing = self.timing
        if kind:
            plays = {**self.plays, side: self._named(side, kind)}
            timing = replace(timing, enders=self.course(plays).enders)
        british = timing.ahead(self.asked.lead)
        return british if side == BRITISH else 1.0 - british

    def _named(self, side: str, kind: str) -> tuple[Plays, ...]:
        seats = [
            seat.playing(replace(seat.truce, kind=kind)) if name in self.asked.best else seat
            for name, seat in zip(SIDES[side], self.partners[side].seats, strict=True)
        ]
        return first_plays(Partners(seats), self.asked.scenario.last_round)

    def gain(self, side: str) -> float:
        """Return what a best reply would still add to a side's chance, from the first round on."""
        partners = self.partners[side]
        start = partners.start()[0, 0]
        parts = {s: part(p, self.plays[s], p.start()) for s, p in self.partners.items()}
        whole = course(self.asked.scenario, self.partners, parts, 0, (0, 0))
        lead = self.asked.lead
        now = sum(
            lead.of(side, number) * chance
            for number, chance in enumerate(whole.enders.sum(axis=0), start=1)
        )
        best = reply(self.asked, self.partners, self.plays, side).worth[0][0, 0]
        return float((start * best).sum() - now)

    @cached_property
    def alternatives(self) -> dict[str, dict[str, float]]:
        """By side that plays best: its chance to be ahead by each named policy instead."""
        return {
            side: {kind: self.ahead(side, kind) for kind in NAMED} for side in self.asked.best_sides
        }


def solved(asked: Situation) -> BestPlay:
    """Return how the factions that play best do so.

    One side replies to the other's policies. Two sides reply to one another in turn, until neither
    changes anything or the same replies come again.

    Raises
    ------
    TooLargeError
        For decks of so many cards that the tables would be too large.
    """
    partners = {side: _partners(asked, side) for side in SIDES}
    _check_size(asked, partners)
    rounds = asked.scenario.last_round
    plays: AllPlays = {side: first_plays(partners[side], rounds) for side in SIDES}
    seen: list[bytes] = []
    for _ in range(MOST_REPLIES):
        for side in asked.best_sides:
            plays[side] = reply(asked, partners, plays, side).plays
        mark = _mark(plays)
        if len(asked.best_sides) == 1 or seen[-1:] == [mark]:
            return BestPlay(asked, partners, plays)
        if mark in seen:
            return BestPlay(asked, partners, plays, round_trip=len(seen) - seen.index(mark))
        seen.append(mark)
    return BestPlay(asked, partners, plays, unsettled=True)


def reply(asked: Situation, partners: Sides, plays: AllPlays, side: str) -> Reply:
    """Return the best reply of a side to the other's plays."""
    other = OTHER[side]
    enemy = part(partners[other], plays[other], partners[other].start()).shown
    rounds = range(1, asked.scenario.last_round + 1)
    ends = [asked.lead.of(side, asked.scenario.ends(number)) for number in rounds]
    return best_reply(partners[side], enemy, ends, plays[side])


def _partners(asked: Situation, side: str) -> Partners:
    return Partners([_seat(asked, name) for name in SIDES[side]])


def _seat(asked: Situation, name: str) -> Seat:
    truce: Truce = asked.truces[name]
    return Seat(asked.decks[name], truce, asked.scenario.last_round, events=asked.events)


def _check_size(asked: Situation, partners: Sides) -> None:
    """Refuse decks whose tables would be too large."""
    rounds = range(asked.scenario.last_round)
    numbers = sum(int(np.prod(p.size(turn))) for p in partners.values() for turn in rounds)
    if numbers > MOST_NUMBERS:
        raise TooLargeError(
            f"truce=best: the decks have too many cards, with {numbers:,} numbers of at most"
            f" {MOST_NUMBERS:,}; take smaller decks or a truce of {', '.join(NAMED)}",
            given="best",
            allowed=NAMED,
        )


def _history(asked: Situation, side: str) -> int:
    """Return the history of a side whose truces are not all out."""
    for at, name in enumerate(SIDES[side]):
        if name in asked.out:
            return history(at, asked.out[name])
    return 0


def _mark(plays: AllPlays) -> bytes:
    """Return what two equal sets of plays have in common."""
    found = sha256()
    for side in SIDES:
        for of_round in plays[side]:
            for chances in (chance for order in of_round for chance in order):
                found.update(np.ascontiguousarray(chances).tobytes())
    return found.digest()
