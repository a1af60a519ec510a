"""Hands and draws by the thousand: the same numbers as exactly known, simulated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from combat.arrays import Ints
from combat.decks.how import How
from combat.decks.shuffles import shuffled
from combat.napoleonics.deck.draws import first_turns
from combat.napoleonics.deck.known import Known, idle_kinds, ladder_for
from combat.napoleonics.deck.ladder import Ladder
from combat.napoleonics.deck.order_dice import thrown_orders
from combat.napoleonics.deck.orders import ASSAULT, ends
from combat.napoleonics.deck.question import Question

Tally = dict[int, int]
"""Runs by number of orders."""


@dataclass
class Runs:
    """What runs have come to so far.

    Attributes
    ----------
    best, by_chance : dict of str to Tally
        By end: runs by orders of the best card in hand, and of a card by chance.
    assault : dict of int to Tally
        By squares: runs by orders of the best Assault.
    idle : dict of str to int
        Runs in which no card in hand orders anyone.
    own, enemy : int array, shape (kinds, turns)
        Runs in which a kind of card first came to a hand before the play of each own turn.
    """

    own: Ints
    enemy: Ints
    best: dict[str, Tally] = field(default_factory=dict)
    by_chance: dict[str, Tally] = field(default_factory=dict)
    assault: dict[int, Tally] = field(default_factory=dict)
    idle: dict[str, int] = field(default_factory=dict)


def simulated(question: Question, how: How) -> tuple[Known, int, int | None]:
    """Return what is known of hands and draws from runs; how many, and the seed."""
    chunks, trials, seed = how.chunks()
    shape = (len(question.deck.cards), question.turns)
    runs = Runs(np.zeros(shape, np.int64), np.zeros(shape, np.int64))
    for size, rng in chunks:
        _run(question, size, rng, runs)
    return _known(question, runs, trials), trials, seed


def _run(question: Question, size: int, rng: np.random.Generator, runs: Runs) -> None:
    """Deal, form squares, look at the hand, and draw on."""
    decks = shuffled(question.deck.counts, size, rng)
    own, enemy = first_turns(question, decks)
    runs.own += own
    runs.enemy += enemy
    hands = decks[:, : question.hand].copy()
    for squares in question.all_squares:
        left = question.hand - squares
        if squares:
            take_card(hands, left + 1, rng)
        ladder = ladder_for(question, ASSAULT, left)
        _count(runs.assault.setdefault(squares, {}), _best(ladder, hands[:, :left]))
        if squares == question.squares:
            _look(question, hands[:, :left], rng, runs)


def take_card(hands: Ints, cards: int, rng: np.random.Generator) -> None:
    """Put a card by chance, of so many at the front of each hand, behind the others (CC-26)."""
    rows = np.arange(len(hands))
    taken = rng.integers(0, cards, size=len(hands))
    hands[rows, taken] = hands[:, cards - 1]


def _look(question: Question, hands: Ints, rng: np.random.Generator, runs: Runs) -> None:
    """Count what the cards of each hand order."""
    by_chance = rng.integers(0, hands.shape[1], size=len(hands))
    card = hands[np.arange(len(hands)), by_chance][:, None]
    for end in ends(question):
        ladder = ladder_for(question, end, question.held)

        def throw(throws: int) -> Ints:
            assert question.army is not None  # else no card has dice
            return thrown_orders(question.held, question.army, throws, rng)

        _count(runs.best.setdefault(end, {}), _best(ladder, hands), throw)
        _count(runs.by_chance.setdefault(end, {}), _best(ladder, card), throw)
    for name, kinds in idle_kinds(question).items():
        idle = np.array(kinds)[hands].all(axis=1).sum()
        runs.idle[name] = runs.idle.get(name, 0) + int(idle)


Best = tuple[Ladder, Ints]
"""A ladder, and hands by the rung of their best card, (rungs,) int."""


def _best(ladder: Ladder, hands: Ints) -> Best:
    rungs = ladder.of_kind[hands].max(axis=1)
    return ladder, np.bincount(rungs, minlength=len(ladder.rungs))


def _count(tally: Tally, best: Best, throw: Callable[[int], Ints] | None = None) -> None:
    """Add what the best cards order, dice being thrown."""
    ladder, hands = best
    for pmf, number in zip(ladder.rungs, hands.tolist(), strict=True):
        if len(pmf) == 1 or throw is None:
            orders, counts = list(pmf), [number]
        else:
            values, found = np.unique(throw(number), return_counts=True)
            orders, counts = values.tolist(), found.tolist()
        for value, count in zip(orders, counts, strict=True):
            tally[value] = tally.get(value, 0) + count


def _known(question: Question, runs: Runs, trials: int) -> Known:
    def shares(tally: Tally) -> dict[int, float]:
        return {orders: tally[orders] / trials for orders in sorted(tally)}

    def by_turn(found: Ints) -> dict[str, tuple[float, ...]]:
        upto = np.cumsum(found, axis=1) / trials
        return {
            card.name: tuple(row.tolist())
            for card, row in zip(question.deck.cards, upto, strict=True)
            if card.tactic
        }

    own = by_turn(runs.own)
    return Known(
        {end: shares(tally) for end, tally in runs.best.items()},
        {end: shares(tally) for end, tally in runs.by_chance.items()},
        tuple(shares(runs.assault[squares]) for squares in question.all_squares),
        {name: number / trials for name, number in runs.idle.items()},
        {name: chances[0] for name, chances in own.items()},
        own,
        by_turn(runs.enemy),
    )
