"""Simulated games with best play: sides look at the table as a round begins (RB-30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.rebellion_1775.deck.best_play import OTHER, BestPlay
from combat.rebellion_1775.deck.dealt import Dealt
from combat.rebellion_1775.deck.factions import AMERICAN, BRITISH, SIDES
from combat.rebellion_1775.deck.hands import EVENT, MOVEMENT, TRUCE
from combat.rebellion_1775.deck.partners import ORDERS, Partners, Plays, history
from combat.rebellion_1775.deck.seat import Seat


class Player:
    """A faction in many games at once.

    Parameters
    ----------
    seat : Seat
    states : (games,) int array
        Its states before the first turn to be played, those of `Seat`.
    turn : int
        That turn, from 0.
    rng : Generator

    Attributes
    ----------
    state : (games,) int array
        The states now, by the number that they have before the next turn of each game.
    out : (games,) bool array
        Whether the truce is out.
    """

    def __init__(self, seat: Seat, states: Ints, turn: int, rng: np.random.Generator) -> None:
        self.seat, self.rng = seat, rng
        known = seat.states[turn]
        self.state = states
        self.out = states == len(known)
        self.cards = Dealt.from_states(known, np.where(self.out, 0, states), rng) if known else None
        left = [held.hand[EVENT] + held.deck[EVENT] for held in known] or [0]
        self.left = np.array(left)[np.where(self.out, 0, states)]  # events in hand or deck

    def play(self, turn: int, chance: Floats, who: Bools) -> None:
        """Take a turn in some of the games."""
        if self.cards is not None and turn < self.seat.deck.turns:
            going = who & ~self.out  # whose truce is out has nothing more to decide
            truce = going & (self.cards.hand[TRUCE] > 0)
            truce &= self.rng.random(len(who)) < chance
            if self.seat.events:
                self.left = self.left - np.where(going, self.cards.events, 0)
            self.cards.play(truce, going, events=self.seat.events)
            self.out = self.out | truce
            if turn + 1 < self.seat.deck.turns:
                self.cards.fill(going & ~truce)
        self.state = np.where(who, self._numbers(turn + 1), self.state)

    def _numbers(self, turn: int) -> Ints:
        """Return the states by number before a turn, of games that are so far."""
        out = len(self.seat.states[turn])
        if self.cards is None or not out:
            return np.full(len(self.out), out)
        hand, table = self.cards.hand, self.seat.numbers(turn)
        cards = (hand[MOVEMENT], hand[TRUCE], self.cards.events, self.left)
        found = table.ravel()[np.ravel_multi_index(cards, table.shape)]
        return np.where(self.out, out, found)


def played_best(
    solution: BestPlay, games: int, rng: np.random.Generator
) -> tuple[dict[str, Ints], Ints, Ints]:
    """Play games from the round to come on until their end is settled.

    Returns
    -------
    truces : dict of str to (games,) int array
        By faction, the round of its truce; 0 where it does not come before the end is settled.
    british, american : (games,) int array
        The round of the last truce of each side; one more than there can be if it does not come.
    """
    asked = solution.asked
    never = asked.scenario.last_round + 1
    known = dict(zip(SIDES, solution.known, strict=True))
    of = {side: np.full(games, known[side]) for side in SIDES}
    done = {side: np.full(games, never) for side in SIDES}
    truces = {name: np.full(games, asked.out.get(name, 0)) for s in SIDES for name in SIDES[s]}
    players = {side: _players(solution, side, known, games, rng) for side in SIDES}
    for turn in range(asked.rounds, never - 1):
        going = (done[BRITISH] == never) & (done[AMERICAN] == never)
        before = {side: [player.out.copy() for player in players[side]] for side in SIDES}
        for side in SIDES:
            plays = solution.plays[side][turn]
            _round(solution.partners[side], players[side], turn, plays, (of[side], of[OTHER[side]]))
        for side in SIDES:
            all_out = players[side][0].out & players[side][1].out
            if solution.partners[side].can_end:
                done[side] = np.where(going & all_out, turn + 1, done[side])
            for at, name in enumerate(SIDES[side]):
                new = going & players[side][at].out & ~before[side][at]
                truces[name] = np.where(new, turn + 1, truces[name])
                of[side] = np.where(new & ~all_out, history(at, turn + 1), of[side])
    return truces, done[BRITISH], done[AMERICAN]


def _players(
    solution: BestPlay, side: str, known: Mapping[str, int], games: int, rng: np.random.Generator
) -> list[Player]:
    """Draw the cards of both factions, as likely as the table makes them."""
    seats = solution.partners[side].seats
    likely = solution.beliefs[side][known[side], known[OTHER[side]]]
    drawn = rng.choice(likely.size, size=games, p=likely.ravel() / likely.sum())
    turn = solution.asked.rounds
    states = np.unravel_index(drawn, likely.shape)
    return [Player(seat, one, turn, rng) for seat, one in zip(seats, states, strict=True)]


def _round(
    partners: Partners, players: Sequence[Player], turn: int, plays: Plays, of: tuple[Ints, Ints]
) -> None:
    """Let both factions of a side take their turn, in either order."""
    order = players[0].rng.integers(0, len(ORDERS), size=len(of[0]))
    for step in range(len(ORDERS)):
        for which, seats in enumerate(ORDERS):
            chances = plays[which][step]
            shape = (*partners.size(turn)[:2], *chances.shape[-2:])
            # in games of the other order, or where one state of a seat stands for all, states may
            # be beyond what the table has: any will do
            states = (np.minimum(p.state, n - 1) for p, n in zip(players, shape[2:], strict=True))
            place = np.ravel_multi_index((*of, *states), shape)
            chance = np.broadcast_to(chances, shape).ravel()[place]
            players[seats[step]].play(turn, chance, order == which)
