"""Many games of dealing and playing cards, year by year (WW-29 to WW-34, WW-38)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from combat.arrays import Bools, Ints
from combat.washingtons_war.deck.alliance import moving_cards
from combat.washingtons_war.deck.battle_cards import fight
from combat.washingtons_war.deck.cards import BATTLE, BOTH, CAMPAIGN, PLAYERS, Card, each
from combat.washingtons_war.deck.last_sample import last_cards
from combat.washingtons_war.deck.last_word import RANDOM
from combat.washingtons_war.deck.problem import Problem
from combat.washingtons_war.deck.table import ACTIVE, DISCARDS, GONE, HANDS, Table
from combat.washingtons_war.deck.track_sample import Tracks
from combat.washingtons_war.generals import AMERICAN, BRITISH


@dataclass(frozen=True)
class Year:
    """What was seen in a year of many games.

    Parameters
    ----------
    ended, made : (games,) bool
        Where the war ended, and where the alliance was made.
    dealt : (asked cards, 2, games) bool
        Whether a card, or one of several of a name, has been dealt by now to the American, and to
        the British, as if the war went on.
    """

    ended: Bools
    made: Bools
    dealt: Bools


def marked_cards(problem: Problem) -> tuple[Card, ...]:
    """Return the cards that have to be followed, one by one."""
    moving = moving_cards(problem.deck)

    def matters(card: Card) -> bool:
        if card.kind == BATTLE:
            return problem.redraws > 0 or card in problem.asked
        claims = card.kind == CAMPAIGN and problem.claims
        does = card.removed_after_play or card.reshuffle or card.year > 0
        return claims or does or card in moving or card in problem.asked

    return each(card for card in problem.deck.cards if matters(card))


class Games:
    """Games in play; a game goes on after the war's end, as other questions need.

    Parameters
    ----------
    problem : Problem
    games : int
    rng : Generator
    """

    def __init__(self, problem: Problem, games: int, rng: np.random.Generator) -> None:
        self.problem, self.rng = problem, rng
        self.marked = marked_cards(problem)
        self.table = Table(problem.deck, problem.course, self.marked, games=games, rng=rng)
        self.tracks = Tracks(problem.rates, games, rng)
        self.years_of_ends = np.array([card.year for card in problem.deck.war_ends], np.int64)
        self.ends = self._rows_of(problem.deck.war_ends)
        self.active: Ints = np.full(games, -1, np.int64)
        self.ordered: Bools = np.zeros(games, bool)
        self.ongoing: Bools = np.ones(games, bool)
        self.dealt: Bools = np.zeros((len(problem.asked), 2, games), bool)

    def years(self) -> Iterator[Year]:
        """Play year by year: cards join, a new deck, the deal, the plays, the end phase (WW-29)."""
        course, table = self.problem.course, self.table
        for turn, year in enumerate(course.years):
            if year == course.joins:
                table.join()
            due = np.zeros_like(self.ordered) | course.renewed_before(year)
            if course.renewed_before(year, ordered=True):
                due |= self.ordered
            table.renew(due)
            hand = np.full(table.games, course.hand, np.int64)
            table.deal(hand, hand)
            begins = self._british_begin()
            made = self._play(turn, fight(table, self.problem.redraws, self.rng), begins)
            ended = self.ongoing & (self.active >= 0)
            if len(self.years_of_ends):
                ended &= self.years_of_ends[self.active] <= year
            self.ongoing &= ~ended
            yield Year(ended, made, self.dealt.copy())

    def _rows_of(self, cards: Sequence[Card]) -> Ints:
        """Return the rows of cards that are marked, in their order."""
        rows = [at for one in cards for at, card in enumerate(self.marked) if card == one]
        return np.array(rows, np.int64)

    def _flags(self, flags: Iterator[bool]) -> Bools:
        """Return a flag of each marked card, (marked cards, 1) bool."""
        return np.fromiter(flags, bool, len(self.marked))[:, None]

    def _held(self) -> dict[str, Bools]:
        """Return what each side holds, (marked cards, games) bool."""
        return {side: self.table.where == hand for side, hand in HANDS.items()}

    def _british_begin(self) -> Bools:
        """Return where the British begin; by a claim, where they hold a campaign card (WW-39)."""
        order = self.problem.word.order
        if self.problem.claims:
            campaigns = self._flags(card.kind == CAMPAIGN for card in self.marked)
            return np.any(self._held()[BRITISH] & campaigns, axis=0)
        games = self.table.games
        if order == RANDOM:
            return self.rng.random(games) < 0.5
        return np.full(games, order == BRITISH)

    def _play(self, turn: int, used: Bools, begins: Bools) -> Bools:
        """Play all cards of both hands; return where the alliance is made."""
        held = self._held()
        for at, card in enumerate(self.problem.asked):
            rows = self._rows_of([card])
            for side, number in ((AMERICAN, 0), (BRITISH, 1)):
                self.dealt[at, number] |= held[side][rows].any(axis=0)
        played = used.copy()
        for side in PLAYERS:
            played |= held[side] & self._flags(c.player in (side, BOTH) for c in self.marked)
        made = self._move_track(turn, played)
        orders = self._flags(card.reshuffle for card in self.marked)
        self.ordered = np.any(played & orders, axis=0)
        if self.problem.alliance_renews:
            self.ordered |= made
        self._put_away(held, played, begins)
        return made

    def _move_track(self, turn: int, played: Bools) -> Bools:
        back, on = np.zeros((2, self.table.games), np.int64)
        regulars = np.zeros(self.table.games, bool)
        for card, where in zip(self.marked, played, strict=True):
            if card.track:
                back += max(0, -card.track) * where
                on += max(0, card.track) * where
            if card.ends_regulars:
                regulars |= where
        return self.tracks.move(turn, back, on, regulars)

    def _put_away(self, held: dict[str, Bools], played: Bools, begins: Bools) -> None:
        """Put each card where it belongs: the discards, the war-ends box, or out of the game."""
        where = self.table.where
        gone = played & self._flags(card.removed_after_play for card in self.marked)
        in_hands = held[AMERICAN] | held[BRITISH]
        where *= ~in_hands  # sums and products take far less time than masks
        where += in_hands * np.int8(DISCARDS)
        where += gone * np.int8(GONE - DISCARDS)
        out = gone.sum(axis=0)
        if len(self.ends):
            hands = [held[side][self.ends] for side in PLAYERS]
            last = last_cards(self.problem.word, hands[0], hands[1], begins, self.rng)
            some = np.flatnonzero(last >= 0)
            pushed = some[self.active[some] >= 0]
            where[self.ends[self.active[pushed]], pushed] = DISCARDS
            where[self.ends[last[some]], some] = ACTIVE
            out[some] += 1
            out[pushed] -= 1
            self.active[some] = last[some]
        self.table.discard(out)
