"""The activation deck from the rules alone: all orders of a small deck, gone through card by card.

Nothing here is of the program under test. Chances are fractions.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, permutations
from typing import Any, NamedTuple

Label = tuple[Any, ...]
EVENT, OFFICERS = ("event",), ("officers",)
Turn = tuple[Label, ...]
HOLDING, EMPTY, LOADED, FIRED = "holding", "empty", "loaded", "fired"


class Kind(NamedTuple):
    """Activation cards of one kind."""

    side: str
    type: str
    count: int
    actions: int
    elite: bool = False

    @property
    def name(self) -> str:
        return f"{self.side} {self.type}"


class Pack(NamedTuple):
    """A deck; ``stop``: the event that ends the turn, None if none does."""

    kinds: tuple[Kind, ...]
    events: int = 0
    officers: int = 0
    morale: tuple[str, ...] = ()
    stop: int | None = None

    @property
    def names(self) -> list[str]:
        return sorted({kind.name for kind in self.kinds})

    def file(self, **more: Any) -> dict[str, Any]:
        """Return it as the contents of a deck file."""
        found = {
            "variant": [] if self.stop is None else ["end-of-turn"],
            "events": self.events,
            "officers": self.officers,
            "morale": list(self.morale),
            "cards": [kind._asdict() for kind in self.kinds],
        }
        return found | ({} if self.stop is None else {"stop": self.stop}) | more

    def labels(self) -> Counter[Label]:
        found = Counter({("card", at): kind.count for at, kind in enumerate(self.kinds)})
        found.update({EVENT: self.events, OFFICERS: self.officers})
        found.update(("morale", side) for side in self.morale)
        return +found

    def own(self, name: str) -> set[Label]:
        return {("card", at) for at, kind in enumerate(self.kinds) if kind.name == name}

    def side(self, name: str) -> str:
        return next(kind.side for kind in self.kinds if kind.name == name)

    def enemies(self, name: str) -> set[Label]:
        side = self.side(name)
        return {("card", at) for at, kind in enumerate(self.kinds) if kind.side != side}

    def gives(self, name: str) -> dict[Label, int]:
        """Return the actions that cards give to a type, by card; others give none."""
        own = [(("card", at), kind) for at, kind in enumerate(self.kinds) if kind.name == name]
        found = {label: kind.actions for label, kind in own}
        return found | ({OFFICERS: 1} if any(kind.elite for _, kind in own) else {})


def orders(left: Counter[Label]) -> Iterator[Turn]:
    """Yield every distinct order of the cards once; all are equally likely."""
    if not left:
        yield ()
    for label in list(left):
        for rest in orders(left - Counter([label])):
            yield (label, *rest)


def ended(order: Turn, stop: int | None) -> Turn:
    """Return the cards that are revealed: up to the event card that ends the turn."""
    seen = 0
    for place, label in enumerate(order, start=1):
        seen += label == EVENT
        if seen == stop:
            return order[:place]
    return order


@lru_cache(maxsize=32)
def turns(pack: Pack) -> list[Turn]:
    """Return all equally likely turns."""
    return [ended(order, pack.stop) for order in orders(pack.labels())]


def chance(pack: Pack, happens: Callable[[Turn], bool]) -> Fraction:
    """Return how likely something happens in a turn."""
    return Fraction(sum(map(happens, turns(pack))), len(turns(pack)))


def spread(pack: Pack, value: Callable[[Turn], Any]) -> dict[Any, Fraction]:
    """Return how likely each value is; None is left out."""
    found = Counter(map(value, turns(pack)))
    return {key: Fraction(n, len(turns(pack))) for key, n in found.items() if key is not None}


def place(turn: Turn, wanted: Collection[Label], number: int = 1) -> int | None:
    """Return the place, from 1, of the so many-th card of these."""
    at = [i for i, label in enumerate(turn, start=1) if label in wanted]
    return at[number - 1] if len(at) >= number else None


def actions(pack: Pack, name: str) -> dict[int, Fraction]:
    gives = pack.gives(name)
    return spread(pack, lambda turn: sum(gives.get(label, 0) for label in turn))


def never_reached(pack: Pack, name: str) -> Fraction:
    return chance(pack, lambda turn: not pack.own(name) & set(turn))


def first_place(pack: Pack, name: str) -> dict[int, Fraction]:
    gives = pack.gives(name)
    return spread(pack, lambda turn: place(turn, gives.keys()))


def before(pack: Pack, name: str, other: str) -> Fraction:
    """Return how likely a type acts and the other has not acted on a card before that one."""
    own, enemy = pack.gives(name), pack.gives(other)

    def sooner(turn: Turn) -> bool:
        mine, theirs = place(turn, own.keys()), place(turn, enemy.keys())
        return mine is not None and (theirs is None or mine <= theirs)

    return chance(pack, sooner)


def first_to_act(pack: Pack, name: str) -> Fraction:
    own = pack.own(name)
    any_card = {label for label in pack.labels() if label[0] == "card"}

    def first(turn: Turn) -> bool:
        at = place(turn, any_card)
        return at is not None and turn[at - 1] in own

    return chance(pack, first)


def twice_in_a_row(pack: Pack, name: str) -> Fraction:
    own, enemies = pack.own(name), pack.enemies(name)

    def twice(turn: Turn) -> bool:
        seen = [label in own for label in turn if label in own | enemies]
        return any(a and b for a, b in pairwise(seen))

    return chance(pack, twice)


def cards_before(pack: Pack, mine: tuple[str, int], theirs: tuple[str, int]) -> Fraction:
    """Return how likely a type's n-th card comes, and before the other's k-th."""

    own, enemy = pack.own(mine[0]), pack.own(theirs[0])

    def sooner(turn: Turn) -> bool:
        at, against = place(turn, own, mine[1]), place(turn, enemy, theirs[1])
        return at is not None and (against is None or at < against)

    return chance(pack, sooner)


# --- fire, reload, fire: over turns (MT-03)


def fires(state: str, given: int) -> str:
    """Spend a card's actions: shoot when loaded, at most once a card, and reload when not."""
    shot = False
    for _ in range(given):
        if state in (HOLDING, LOADED) and not shot:
            if state == LOADED:
                return FIRED  # the volley that was waited for
            state, shot = EMPTY, True
        elif state == EMPTY:
            state = LOADED
    return state


def _outcomes(pack: Pack, name: str, state: str, counted: frozenset[Label]) -> dict[Any, Fraction]:
    """Return how a turn goes: the state at its end, and what was counted since the volley."""
    gives = {label: n for label, n in pack.gives(name).items() if label != OFFICERS}

    def follow(turn: Turn) -> tuple[str, int]:
        now, number = state, 0
        for label in turn:
            number += now != HOLDING and label in counted
            if label in gives:
                now = fires(now, gives[label])
            if now == FIRED:
                break
        return now, number

    return spread(pack, follow)


def wait(pack: Pack, name: str, counted: frozenset[Label], longest: int) -> dict[int, Fraction]:
    """Return the chances of what is counted from the first volley to the next, to a longest.

    Turns in which nothing is counted and nothing changes may come any number of times.
    """
    begun = _outcomes(pack, name, HOLDING, counted)
    sure = 1 - sum(chance for (state, _), chance in begun.items() if state == HOLDING)
    mass: dict[tuple[str, int], Fraction] = {}
    for (state, number), chance_ in begun.items():
        if state != HOLDING:
            mass[state, number] = chance_ / sure
    for number in range(longest + 1):
        for state in (EMPTY, LOADED):
            here = mass.pop((state, number), Fraction(0))
            if not here:
                continue
            after = dict(_outcomes_of(pack, name, state, counted))
            here /= 1 - after.pop((state, 0), Fraction(0))
            for (then, more), share in after.items():
                key = then, number + more
                mass[key] = mass.get(key, Fraction(0)) + here * share
    return {n: c for (state, n), c in sorted(mass.items()) if state == FIRED and n <= longest}


_outcomes_of = lru_cache(maxsize=256)(_outcomes)


# --- variants


def planned(pack: Pack, rank: dict[str, Callable[[Label], int]]) -> dict[Turn, Fraction]:
    """Return the turns of two players with hands of three, and how likely each is (MT-10).

    ``rank``: by side how soon a card is played, the highest first.
    """
    found: Counter[Turn] = Counter()
    deck = list(orders(pack.labels()))
    for order in deck:
        for begins in permutations(rank):
            hands = {side: list(order[at:6:2]) for at, side in enumerate(rank)}
            rest, played, at = list(order[6:]), [], 0
            while any(hands.values()):
                side = begins[at % 2]
                at += 1
                if not hands[side]:
                    continue
                card = max(hands[side], key=rank[side])
                hands[side].remove(card)
                played.append(card)
                if rest:
                    hands[side].append(rest.pop(0))
            found[ended(tuple(played), pack.stop)] += 1
    return {turn: Fraction(n, 2 * len(deck)) for turn, n in found.items()}


def volleys_on_watch(pack: Pack, name: str, many: int, moves: Fraction) -> Fraction:
    """Return the mean volleys of a type on watch in so many turns, loaded at first (MT-09)."""
    own, enemies = pack.own(name), pack.enemies(name)
    ready, marked, empty = "ready", "marked", "empty"
    on_card = {ready: marked, marked: marked, empty: ready}
    states, volleys = {ready: Fraction(1)}, Fraction(0)
    for _ in range(many):
        after: dict[str, Fraction] = {}
        for turn in turns(pack):
            now = {state: chance_ / len(turns(pack)) for state, chance_ in states.items()}
            for label in turn:
                if label in own:
                    moved: dict[str, Fraction] = {}
                    for state, chance_ in now.items():
                        moved[on_card[state]] = moved.get(on_card[state], Fraction(0)) + chance_
                    now = moved
                if label in enemies and marked in now:
                    shoot = now[marked] * moves
                    volleys += shoot
                    now[marked] -= shoot
                    now[empty] = now.get(empty, Fraction(0)) + shoot
            for state, chance_ in now.items():
                after[state] = after.get(state, Fraction(0)) + chance_
        states = after
    return volleys


# --- small decks, none of them alike on both sides

PACKS = {
    "plain": Pack(
        (Kind("British", "regulars", 2, 2), Kind("French", "indians", 3, 1)),
        events=1,
        officers=1,
        morale=("French",),
    ),
    "end of turn": Pack(
        (
            Kind("British", "regulars", 2, 2),
            Kind("French", "indians", 2, 1),
            Kind("French", "militia", 1, 1),
        ),
        events=3,
        stop=3,
    ),
    "elite of both": Pack(
        (
            Kind("British", "rangers", 1, 1, elite=True),
            Kind("French", "indians", 2, 1, elite=True),
            Kind("French", "militia", 1, 1),
        ),
        events=2,
        officers=1,
        stop=2,
    ),
    "cards that differ": Pack(
        (
            Kind("American", "provincials", 1, 1, elite=True),
            Kind("American", "provincials", 1, 2, elite=True),
            Kind("British", "light-infantry", 2, 1),
        ),
        events=3,
        officers=1,
        stop=2,
    ),
    "three sides": Pack(
        (Kind("A", "foot", 1, 1), Kind("B", "foot", 2, 1), Kind("C", "foot", 1, 2)),
        events=3,
        stop=1,
    ),
    "no early end": Pack(
        (Kind("A", "foot", 2, 1, elite=True), Kind("B", "foot", 1, 2)),
        events=1,
        officers=2,
        morale=("A",),
        stop=3,
    ),
}
