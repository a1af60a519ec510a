"""The decks of 1775: Rebellion once more: slow, scalar, and written from the rules alone.

The library is tested against this file, so it imports nothing of the library. Every chance is a
``Fraction``, every card is one of its own, and draw decks are dealt in every order they can have.

    Faction(...).story()         what comes of one faction's deck, by all orders of it (RB-20)
    last_rounds(...)             the last round, from when each truce comes (RB-22)
    turn_orders()                who moves when, over all orders of two rounds (RB-21)
    best_value(...)              what a side can reach against truces that come by chance (RB-30)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

HAND = 3
TRUCE = "T"
BRITISH, AMERICAN = ("british", "loyalist"), ("continental", "patriot")
Story = Counter  # of (what, card, turn) to a Fraction
Chance = Callable[[int, int], Fraction]  # other movement cards in hand, turn -> play the truce


def asap(others: int, turn: int) -> Fraction:
    del others, turn
    return Fraction(1)


def forced(others: int, turn: int) -> Fraction:
    del turn
    return Fraction(others == 0)


def random(others: int, turn: int) -> Fraction:
    del turn
    return Fraction(1, others + 1)


NAMED = {"asap": asap, "forced": forced, "random": random}


def moves(card: str) -> bool:
    """Whether a card is a movement card; the truce is one."""
    return card[0] in "MT"


class Faction:
    """A deck of cards M1, M2, …, perhaps T, and E1, E2, …, and how it is played."""

    def __init__(
        self, movement: int, truce: int, event: int, chance: Chance, *, play_events: bool
    ) -> None:
        self.cards = (
            *(f"M{n}" for n in range(1, movement + 1)),
            *(TRUCE,) * truce,
            *(f"E{n}" for n in range(1, event + 1)),
        )
        self.chance, self.play_events = chance, play_events
        self.turn = cache(self._turn)
        self.anew = cache(self._anew)

    def story(self) -> Story:
        """Chances of ('truce', T, turn), ('bare', '', turn), ('held', card, turn it came first)."""
        orders = list(permutations(self.cards))
        found: Story = Counter()
        for order in orders:
            add(found, self.dealt((), order, 1, frozenset()), Fraction(1, len(orders)))
        return found

    def dealt(self, hand: Sequence[str], order: Sequence[str], turn: int, seen: frozenset) -> Story:
        """What comes of a hand that is filled from a draw deck in this order."""
        lacking = HAND - len(hand)
        hand, order = (*hand, *order[:lacking]), order[lacking:]
        if any(map(moves, hand)):
            return self.turn(frozenset(hand), tuple(order), turn, seen)
        if not any(map(moves, order)):
            return Counter()
        found: Story = Counter({("bare", "", turn): Fraction(1)})
        add(found, self.anew(frozenset((*hand, *order)), turn, seen), Fraction(1))
        return found

    def _anew(self, pile: frozenset, turn: int, seen: frozenset) -> Story:
        """Shuffle until there is a movement card among the first three."""
        good = [o for o in permutations(sorted(pile)) if any(map(moves, o[:HAND]))]
        found: Story = Counter()
        for order in good:
            hand = frozenset(order[:HAND])
            add(found, self.turn(hand, order[HAND:], turn, seen), Fraction(1, len(good)))
        return found

    def _turn(self, hand: frozenset, order: tuple, turn: int, seen: frozenset) -> Story:
        found: Story = Counter()
        events = {card for card in hand if not moves(card)}
        for card in events - seen:
            found["held", card, turn] += 1
        if events and not seen:
            found["held", "any", turn] += 1
        seen = seen | events
        others = [card for card in sorted(hand) if moves(card) and card != TRUCE]
        truce = self.chance(len(others), turn) if TRUCE in hand else Fraction(0)
        left = hand - events if self.play_events else hand
        if truce:
            found["truce", TRUCE, turn] += truce
            add(found, self.dealt(sorted(left - {TRUCE}), order, turn + 1, seen), truce)
        if truce < 1:
            later = self.dealt(sorted(left - {others[0]}), order, turn + 1, seen)
            add(found, later, 1 - truce)
        return found


def add(story: Story, more: Story, weight: Fraction) -> None:
    for key, chance in more.items():
        story[key] += weight * chance


def truce_turns(story: Story) -> dict[int, Fraction]:
    return {turn: p for (what, _, turn), p in sorted(story.items()) if what == "truce"}


def last_rounds(
    truces: Mapping[str, Mapping[int, Fraction]], check_from: int
) -> dict[int, Fraction]:
    """The last round, by playing every combination of truces round by round (RB-22)."""
    found: dict[int, Fraction] = Counter()
    names = list(truces)
    for when in product(*(truces[name].items() for name in names)):
        weight = Fraction(1)
        for _, chance in when:
            weight *= chance
        rounds = {name: number for name, (number, _) in zip(names, when, strict=True)}
        number = 0
        while True:
            number += 1
            table = {name for name in names if rounds[name] <= number}
            if number >= check_from and any(set(s) <= table for s in (BRITISH, AMERICAN)):
                break
        found[number] += weight
    return dict(found)


def turn_orders() -> list[tuple[str, ...]]:
    """Every order of the dice in two rounds, eight turns, all as likely."""
    rounds = list(permutations((*BRITISH, *AMERICAN)))
    return [(*one, *two) for one, two in product(rounds, rounds)]


def share(happens: Callable[[tuple[str, ...]], bool]) -> Fraction:
    orders = turn_orders()
    return Fraction(sum(happens(order) for order in orders), len(orders))


def run(order: Sequence[str], side: Sequence[str]) -> int:
    """The longest run of turns of a side."""
    best = now = 0
    for name in order:
        now = now + 1 if name in side else 0
        best = max(best, now)
    return best


def draws(hand: frozenset, deck: frozenset) -> list[tuple[frozenset, frozenset, Fraction]]:
    """Every way to fill a hand, cards one by one; redrawn without a movement card (RB-20)."""
    lacking = min(HAND - len(hand), len(deck))
    ways = [(hand | set(new), deck - set(new)) for new in combinations(sorted(deck), lacking)]
    good = [(h, d, Fraction(1, len(ways))) for h, d in ways if any(map(moves, h))]
    missing = 1 - sum((chance for _, _, chance in good), Fraction(0))
    if missing:
        pile = hand | deck
        size = min(HAND, len(pile))
        again = [
            (frozenset(new), pile - set(new))
            for new in combinations(sorted(pile), size)
            if any(map(moves, new))
        ]
        good += [(h, d, missing / len(again)) for h, d in again]
    return good


class Reply:
    """What a side can reach that sees its cards and the table as a round begins (RB-30).

    The enemy's truces come in rounds that are drawn beforehand, `enemy`: to pairs of rounds. All
    pairs that the table does not rule out are kept in mind one by one.
    """

    def __init__(
        self,
        decks: Sequence[tuple[int, int, int]],
        enemy: Mapping[tuple[int, int], Fraction],
        ahead: Callable[[int], Fraction],
        *,
        check_from: int,
        play_events: bool,
    ) -> None:
        self.decks, self.enemy, self.ahead = decks, enemy, ahead
        self.check_from, self.play_events = check_from, play_events
        self.round = cache(self._round)
        self.act = cache(self._act)

    def value(self) -> Fraction:
        starts = []
        for movement, truce, event in self.decks:
            cards = frozenset(Faction(movement, truce, event, asap, play_events=True).cards)
            starts.append(draws(frozenset(), cards))
        total = Fraction(0)
        for (h, d, p), (g, e, q) in product(*starts):
            total += p * q * self.round(1, ((h, d), (g, e)), tuple(sorted(self.enemy.items())))
        return total

    def _end(self, number: int) -> Fraction:
        return self.ahead(max(number, self.check_from))

    def _round(self, number: int, seats: tuple, minds: tuple) -> Fraction:
        """Worth of a round, times how likely the enemy's rounds in mind are."""
        if not minds:
            return Fraction(0)
        return (
            sum((self.act(number, seats, order, minds) for order in ((0, 1), (1, 0))), Fraction(0))
            / 2
        )

    def _act(self, number: int, seats: tuple, order: tuple, minds: tuple) -> Fraction:
        """Worth of what is left of a round: the factions of `order` are still to move."""
        if not order:
            return self._shown(number, seats, minds)
        at, rest = order[0], order[1:]
        if seats[at] is None:
            return self.act(number, seats, rest, minds)
        hand, deck = seats[at]
        left = frozenset(filter(moves, hand)) if self.play_events else hand
        worth = []
        if TRUCE in hand:
            worth.append(self.act(number, put(seats, at, None), rest, minds))
        others = sorted(card for card in hand if moves(card) and card != TRUCE)
        if others:
            worth.append(
                sum(
                    p * self.act(number, put(seats, at, (h, d)), rest, minds)
                    for h, d, p in draws(left - {others[0]}, deck)
                )
            )
        return max(worth)

    def _shown(self, number: int, seats: tuple, minds: tuple) -> Fraction:
        """The round is over: what the enemy has laid on the table is seen."""
        if all(seat is None for seat in seats):
            return self._end(number) * sum((p for _, p in minds), Fraction(0))
        by_sight: dict[tuple, list] = {}
        total = Fraction(0)
        for rounds, chance in minds:
            if max(rounds) <= number:
                total += chance * self._end(number)
            else:
                sight = tuple(n if n <= number else None for n in rounds)
                by_sight.setdefault(sight, []).append((rounds, chance))
        for same in by_sight.values():
            total += self.round(number + 1, seats, tuple(same))
        return total


def put(seats: tuple, at: int, seat: object) -> tuple:
    return tuple(seat if place == at else old for place, old in enumerate(seats))
