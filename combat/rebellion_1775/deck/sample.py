"""Simulated games: cards are shuffled and played, and what happens is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.decks.how import How
from combat.rebellion_1775.deck.best_play import BestPlay
from combat.rebellion_1775.deck.dealt import Dealt
from combat.rebellion_1775.deck.factions import AMERICAN, BRITISH, FACTIONS
from combat.rebellion_1775.deck.hands import MARKED, MOVEMENT, TRUCE, Held
from combat.rebellion_1775.deck.policies import Truce
from combat.rebellion_1775.deck.sample_best import played_best
from combat.rebellion_1775.deck.situation import Situation
from combat.rebellion_1775.deck.tally import Tally, complete
from combat.rebellion_1775.deck.timing import Timing, impossible_table
from combat.rebellion_1775.deck.turn_order import drawn_orders, shares
from combat.rebellion_1775.deck.turns import keeping, named_chance

Watch = Callable[[int, Dealt], None]
"""Told the turn, from 0, and the cards before it."""


def sampled_timing(
    asked: Situation, solution: BestPlay | None, how: How
) -> tuple[Timing, int, int | None]:
    """Simulate games.

    Parameters
    ----------
    asked : Situation
    solution : BestPlay or None
        How those play who play best.
    how : How

    Returns
    -------
    timing : Timing
        Shares of the games.
    trials : int
    seed : int or None
    """
    chunks, trials, seed = how.chunks()
    last = asked.scenario.last_round
    turns = {name: last if solution else asked.decks[name].turns for name in FACTIONS}
    tally = Tally(asked, turns)
    starts = {} if solution else _starts(asked)
    for games, rng in chunks:
        tally.add_order(shares(drawn_orders(games, 2, rng)), games)
        truces = {name: _whole_game(tally, asked, name, games, rng) for name in FACTIONS}
        if solution is not None:
            truces, british, american = played_best(solution, games, rng)
        else:
            for name, (states, chances) in starts.items():
                truces[name] = _rest(asked, name, states, chances, games, rng)
            for name, number in asked.out.items():
                truces[name] = np.full(games, number)
            british, american = (complete(asked, truces, side) for side in (BRITISH, AMERICAN))
        tally.add_truces(truces)
        tally.add_ends(british, american)
    return tally.timing(), trials, seed


def _whole_game(
    tally: Tally, asked: Situation, name: str, games: int, rng: np.random.Generator
) -> Ints:
    """Play a faction's cards from the first hand on, and count what comes to hand."""
    deck = asked.decks[name]
    marked = min(1, deck.event)
    cards = Dealt.at_first((deck.movement, deck.truce, deck.event - marked, marked), games, rng)
    given = np.zeros(games, dtype=np.bool_)
    some = np.zeros(games, dtype=np.bool_)

    def watch(turn: int, cards: Dealt) -> None:
        nonlocal given, some
        tally.bare[name][turn] += np.count_nonzero(cards.bare)
        if marked:
            given, some = given | (cards.hand[MARKED] > 0), some | (cards.events > 0)
            tally.given[name][turn] += np.count_nonzero(given)
            tally.some[name][turn] += np.count_nonzero(some)

    return _played(asked, name, cards, 0, watch)


def _rest(
    asked: Situation,
    name: str,
    states: Sequence[Held],
    chances: Floats,
    games: int,
    rng: np.random.Generator,
) -> Ints:
    """Play a faction's cards from the round to come on; they are as likely as the table says."""
    which = rng.choice(len(states), size=games, p=chances)
    cards = Dealt.from_states(states, which, rng)
    return _played(asked, name, cards, asked.rounds, lambda _turn, _cards: None)


def _played(asked: Situation, name: str, cards: Dealt, first: int, watch: Watch) -> Ints:
    """Play turn by turn, from 0, and return the round of the truce in each game; 0 without one."""
    deck, truce = asked.decks[name], asked.truces[name]
    everyone = np.ones(len(cards.games), dtype=np.bool_)
    rounds = np.zeros(len(cards.games), dtype=np.int64)
    for turn in range(first, deck.turns):
        watch(turn, cards)
        plays = _plays(truce, cards, turn + 1)
        rounds[plays] = turn + 1
        cards.play(plays, everyone, events=asked.events)
        if turn + 1 < deck.turns:
            cards.fill(everyone)
    return rounds


def _plays(truce: Truce, cards: Dealt, number: int) -> Bools:
    """Whether the truce is played in each game."""
    chance = truce.chance(cards.hand[MOVEMENT], number)
    return (cards.hand[TRUCE] > 0) & (cards.rng.random(len(cards.games)) < chance)


def _starts(asked: Situation) -> Mapping[str, tuple[list[Held], Floats]]:
    """Return the cards after the rounds played of factions whose truce is to come, and chances."""
    if not asked.rounds:
        return {}
    found = {}
    for name, deck in asked.decks.items():
        if deck.truce and name not in asked.out:
            chance = named_chance(asked.truces[name])
            mass = list(keeping(deck, chance, events=asked.events))[asked.rounds][0]
            total = sum(mass.values())
            if total <= 0.0:
                raise impossible_table(asked.rounds)
            found[name] = (list(mass), np.array(list(mass.values())) / total)
    return found
