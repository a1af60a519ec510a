"""The cheapest addition to a place that holds it, and the best one for a budget.

All additions are answered by rising cost, whatever their chances: that is what proves an answer.
One solve answers all that meet the same attacks. An enemy who may have to fight at sea first splits
his aircraft for the garrison that he sees (AA-20), so that what he throws is found for each by
itself, from the position in which what is added stands in the place.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from combat.axis_allies.hold.after_attack import for_turn
from combat.axis_allies.hold.hold_chain import ALWAYS, Threat, chances
from combat.axis_allies.hold.hold_threats import Thrown, enemies_before, thrown
from combat.axis_allies.hold.worth_of import worth_of
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.reach import reach
from combat.axis_allies.spending.buy_supply import Added, Supply, garrison_of
from combat.errors import TooLargeError
from combat.force import Force

MOST_AT_ONCE, MOST_APART = 6_000, 200  # additions answered, with attacks alike and by themselves
BATCHES = (60, 20)  # answered together at first in these cases; then a third of those so far
ALIKE = 1e-12


@dataclass(frozen=True)
class Option:
    """An addition, the chance to hold the place with it, and what enemies throw at it then."""

    added: Added
    chance: float
    enemies: tuple[Thrown, ...]


@dataclass(frozen=True)
class Bought:
    """What a search has found.

    Parameters
    ----------
    before : float
        Chance to hold the place with nothing added.
    answer : Option or None
        The cheapest with the wanted chance; of those of one cost the likeliest. Nothing that costs
        less has it.
    best : Option
        The likeliest of all that were tried; of equal ones the cheapest.
    frontier : tuple of Option
        What is likelier than all that costs less, by rising cost, up to the answer or the budget.
    complete : bool
        Whether all additions within the budget were tried.
    tried : int
    budget : int
        IPC.
    """

    before: float
    answer: Option | None
    best: Option
    frontier: tuple[Option, ...]
    complete: bool
    tried: int
    budget: int

    @property
    def proven(self) -> bool:
        """Whether nothing cheaper is enough, or, without an answer, nothing at all."""
        return self.answer is not None or self.complete


@dataclass
class Search:
    """The search for one place.

    Parameters
    ----------
    supply : Supply
    budget : int
        IPC that may be spent at most.
    wanted : float, optional
        Chance to hold.
    whole : bool
        Whether all within the budget is tried, whatever is enough.
    policy : str
        When enemies attack: see `stand`.
    """

    supply: Supply
    budget: int
    wanted: float | None = None
    whole: bool = False
    policy: str = ALWAYS
    _tried: list[Option] = field(default_factory=list, init=False)
    _complete: bool = field(default=True, init=False)

    def find(self) -> Bought:
        """Search."""
        self._tried, self._complete = [], True
        answer: Option | None = None
        for batch in self._batches():
            try:
                self._tried += self._answered(batch)
            except TooLargeError:
                if not self._tried:
                    raise
                self._complete = False  # what costs less has been answered, all of it
                break
            answer = self._enough()
            if answer is not None and not self.whole:
                self._complete = False
                break
        last = self.budget if self.whole or answer is None else answer.added.cost
        frontier = _frontier([one for one in self._tried if one.added.cost <= last])
        return Bought(
            self._tried[0].chance,
            answer,
            frontier[-1],
            frontier,
            self._complete,
            len(self._tried),
            self.budget,
        )

    @cached_property
    def _alike(self) -> bool:
        """Whether enemies throw the same at every garrison: none could fight at sea first."""
        position, place = self.supply.position, self.supply.place
        return not any(
            reach(for_turn(position, enemy), enemy, place).contested
            for enemy in enemies_before(position, self.supply.power)
        )

    @cached_property
    def _by_all(self) -> tuple[Thrown, ...]:
        """What enemies throw at the place as it is: at every garrison, if `_alike`."""
        supply = self.supply
        garrison = garrison_of(supply.position, supply.power, supply.place)
        return thrown(supply.position, supply.power, supply.place, garrison=garrison)

    def _enemies(self, added: Added) -> tuple[Thrown, ...]:
        """Return what enemies throw at the place with an addition there, and what it is worth."""
        if self._alike and self.policy == ALWAYS:
            return self._by_all
        power, place, after = self.supply.power, self.supply.place, self.supply.after(added)
        if not self._alike:
            garrison = garrison_of(after, power, place)
            return thrown(after, power, place, garrison=garrison)
        return tuple(
            replace(one, threat=replace(one.threat, worth=_worth(after, one.power, place)))
            for one in self._by_all
        )

    def _batches(self) -> Iterator[list[Force]]:
        """Yield all additions within the budget by rising cost, those of one cost together."""
        supply = self.supply
        most = MOST_AT_ONCE if self._alike else MOST_APART
        enough = BATCHES[0] if self._alike else BATCHES[1]
        priced = [(supply.cost(force), force) for force in supply.forces(self.budget)]
        priced = [pair for pair in priced if pair[0] <= self.budget]
        priced.sort(key=lambda pair: (pair[0], pair[1].total, str(pair[1])))
        batch: list[Force] = []
        last = 0
        for number, (cost, force) in enumerate(priced):
            if cost != last:
                if number >= most:
                    self._complete = False
                    break
                if not last or len(batch) >= max(enough, number // 3):  # at first: nothing added
                    yield batch
                    batch = []
            batch.append(force)
            last = cost
        if batch:
            yield batch

    def _answered(self, batch: Sequence[Force]) -> list[Option]:
        """Return the chance to hold with each of some additions.

        Raises
        ------
        TooLargeError
            If one of them is too much by itself.
        """
        supply = self.supply
        groups: list[tuple[tuple[Thrown, ...], dict[Force, Force]]] = []
        for force in batch:
            garrison = garrison_of(supply.position, supply.power, supply.place, force)
            enemies = self._enemies(supply.added(force))
            known = (rows for those, rows in groups if _same(those, enemies, self.policy))
            rows = next(known, None)
            if rows is None:
                groups.append((enemies, {force: garrison}))
            else:
                rows[force] = garrison
        found = []
        for enemies, rows in groups:
            threats = [one.threat for one in enemies]
            holds = _chances(threats, tuple(rows.values()), self.policy)
            found += [
                Option(supply.added(force), holds[garrison], enemies)
                for force, garrison in rows.items()
            ]
        return found

    def _enough(self) -> Option | None:
        """Return the cheapest that has the wanted chance."""
        if self.wanted is None:
            return None
        enough = [one for one in self._tried if one.chance >= self.wanted - ALIKE]
        return min(enough, key=lambda one: (one.added.cost, -one.chance), default=None)


def _chances(
    threats: Sequence[Threat], garrisons: tuple[Force, ...], policy: str
) -> Mapping[Force, float]:
    """Return the chance to hold with each garrison; in parts, if all at once are too large."""
    try:
        return chances(threats, garrisons, policy=policy)
    except TooLargeError:
        if len(garrisons) == 1:
            raise
    half = len(garrisons) // 2
    first = _chances(threats, garrisons[:half], policy)
    return {**first, **_chances(threats, garrisons[half:], policy)}


def _frontier(options: Sequence[Option]) -> tuple[Option, ...]:
    """Return what is likelier than all that costs less."""
    found: list[Option] = []
    for one in sorted(options, key=lambda one: (one.added.cost, -one.chance)):
        if not found or one.chance > found[-1].chance + ALIKE:
            found.append(one)
    return tuple(found)


def _same(one: Sequence[Thrown], other: Sequence[Thrown], policy: str) -> bool:
    """Whether enemies throw the same at a place, and for as much where they ask if it pays."""
    if one is other:
        return True
    return [_thrown_by(t, policy) for t in one] == [_thrown_by(t, policy) for t in other]


def _thrown_by(one: Thrown, policy: str) -> tuple[object, ...]:
    threat = one.threat
    pays = () if policy == ALWAYS else (threat.worth, threat.at_sea)
    return threat.power, dict(threat.attackers), threat.bombard, threat.landed, pays


def _worth(position: Position, enemy: str, place: str) -> float:
    return worth_of(for_turn(position, enemy), power=enemy, territory=place).total
