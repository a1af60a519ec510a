"""What a power can bring to a place by the end of its turn, and what that costs it (AA-43).

New units stand there at once where the place has a usable complex of its own. Elsewhere, or on top
of that, units that are on the board already move in, and are bought anew at a complex: a unit costs
its price either way.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from combat.axis_allies.economy.mobilise import mobilised
from combat.axis_allies.economy.money import bought
from combat.axis_allies.economy.purchase import Purchase
from combat.axis_allies.economy.room import room, usable_complexes
from combat.axis_allies.hold.after_attack import moved_in
from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.reach.reach import Arrival
from combat.axis_allies.spending.buy_moves import Moves, moves_in
from combat.axis_allies.units import UnitTable
from combat.force import Force


class Added(NamedTuple):
    """Units more in a place.

    Parameters
    ----------
    force : Force
        All of them.
    new : Force
        Those mobilised there; `repair` points of damage make room for them.
    moved : tuple of Arrival
        Those that move in.
    replaced : tuple of (str, Force)
        Complex and what is bought there for those that moved.
    repair, cost : int
        Points, and IPC in all.
    """

    force: Force
    new: Force
    moved: tuple[Arrival, ...]
    replaced: tuple[tuple[str, Force], ...]
    repair: int
    cost: int

    def purchase(self, place: str) -> Purchase:
        """Return what is bought."""
        repairs = ((place, self.repair),) if self.repair else ()
        return Purchase(self.force, repairs=repairs)


@dataclass(frozen=True)
class Supply:
    """What can be added to a place.

    Parameters
    ----------
    position : Position
        At the start of the turn of `power`.
    power, place : str
    moves : Moves
        Units that can move in; none where only new ones are asked for.
    """

    position: Position
    power: str
    place: str
    moves: Moves

    @property
    def table(self) -> UnitTable:
        """The unit table."""
        return self.position.table

    @cached_property
    def complexes(self) -> tuple[str, ...]:
        """The complexes that the power can mobilise at."""
        if not self.position.capital_held(self.power):
            return ()
        return usable_complexes(self.position, self.power)

    @cached_property
    def room(self) -> int:
        """New units that the place has room for as its complex is."""
        return room(self.position, self.place) if self.place in self.complexes else 0

    @cached_property
    def damage(self) -> int:
        """Points of damage whose repair would make room for one unit more each."""
        if self.place not in self.complexes:
            return 0
        return self.position.board.areas[self.place].income - self.room

    @property
    def first_repairs(self) -> int:
        """Points of damage above the income: they are repaired before any makes room."""
        if self.place not in self.complexes:
            return 0
        income = self.position.board.areas[self.place].income
        return max(0, self.position.complexes[self.place] - income)

    @cached_property
    def able(self) -> Mapping[str, int]:
        """How many of each kind can move in, each kind by itself."""
        return self.moves.able()

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that can be added: what can move in, and what is worth buying for the place."""
        new = self._worth_buying if self.room + self.damage else ()
        return tuple(name for name in self.table.names if name in new or name in self.able)

    @cached_property
    def _worth_buying(self) -> tuple[str, ...]:
        """Kinds that no other outdoes as a defender; one gun fires as well as several (AA-03)."""
        table = self.table
        plain = [table[name] for name in table.of_domain("land", "air")]
        best = [
            one.name
            for one in plain
            if not any(
                (other.cost, -other.defence) < (one.cost, -one.defence)
                and other.cost <= one.cost
                and other.defence >= one.defence
                for other in plain
            )
        ]
        return (*best, *table.of_domain("gun", "casualty gun"))

    def cost(self, force: Force) -> int:
        """Return the price of adding units: of each what it costs, and of the repairs it needs."""
        price = sum(self.table[name].cost * number for name, number in force)
        return price + self.repair(force)

    def new(self, force: Force) -> int:
        """Return how many of the units at least are to be mobilised in the place."""
        return sum(max(0, number - self.able.get(name, 0)) for name, number in force)

    def repair(self, force: Force) -> int:
        """Return the points that have to be repaired for the new ones."""
        more = self.new(force) - self.room
        return more + self.first_repairs if more > 0 else 0

    def allows(self, force: Force) -> bool:
        """Whether the complexes have room for all of it: here, and for what is bought anew."""
        new = self.new(force)
        if new > self.room + self.damage:
            return False
        if any(n > self.able.get(name, 0) for name, n in force if name not in self._worth_buying):
            return False
        moving = self._moving(force, self._new(force))
        others = sum(room(self.position, c) for c in self.complexes if c != self.place)
        return moving.total <= others and self.moves.plan(moving) is not None

    def forces(self, most: int) -> Iterator[Force]:
        """Yield all that can be added for up to so many IPC, in no order."""
        yield from (force for force in self._down(0, {}, most) if self.allows(force))

    def _down(self, at: int, counts: dict[str, int], left: int) -> Iterator[Force]:
        if at == len(self.kinds):
            yield Force.of(counts)
            return
        name = self.kinds[at]
        price = self.table[name].cost
        for number in range(self._most(name) + 1):
            if number * price > left:
                break
            so_far = {**counts, name: number}
            if self.new(Force.of(so_far)) > self.room + self.damage:
                break
            yield from self._down(at + 1, so_far, left - number * price)

    def _most(self, name: str) -> int:
        """Return how many of a kind are worth adding."""
        if self.table[name].domain == "gun":  # one gun in a place fires, whoever's it is
            friends = self.position.friends(self.place, self.power).values()
            return 0 if any(force[name] for force in friends) else 1
        bought = self.room + self.damage if name in self._worth_buying else 0
        return self.able.get(name, 0) + bought

    def added(self, force: Force) -> Added:
        """Return how units are added: as few as can be are moved in, from the nearest place."""
        new = self._new(force)
        moved = self.moves.plan(self._moving(force, new))
        if moved is None:
            raise ValueError(f"{force} cannot be added to {self.place}")
        # not in the place itself: what is bought there would stand there besides
        free = {c: room(self.position, c) for c in self.complexes if c != self.place}
        replaced: dict[str, dict[str, int]] = {}
        for one in moved:
            for _ in range(one.number):
                to = self._nearest(one.place, free)
                free[to] -= 1
                row = replaced.setdefault(to, {})
                row[one.unit] = row.get(one.unit, 0) + 1
        order = [(c, self._force(replaced[c])) for c in self.complexes if c in replaced]
        return Added(force, new, moved, tuple(order), self.repair(force), self.cost(force))

    def after(self, one: Added) -> Position:
        """Return the position at the turn's end with an addition: paid, moved in, mobilised."""
        purchase = one.purchase(self.place)
        position = bought(self.position, self.power, purchase)
        position = moved_in(position, self.power, self.place, one.moved)
        where = {self.place: one.new, **dict(one.replaced)}
        return mobilised(position, self.power, where, purchase=purchase, start=self.position)

    def _new(self, force: Force) -> Force:
        """Return the new ones of some units: as many as there is room for."""
        new = {name: max(0, number - self.able.get(name, 0)) for name, number in force}
        space = max(0, self.room - sum(new.values()))
        for name, number in force:
            more = min(space, number - new[name]) if name in self._worth_buying else 0
            new[name] += more
            space -= more
        return self._force(new)

    def _moving(self, force: Force, new: Force) -> Force:
        return self._force({name: number - new[name] for name, number in force})

    def _force(self, counts: Mapping[str, int]) -> Force:
        return Force.of({name: counts.get(name, 0) for name in self.table.names})

    def _nearest(self, origin: str, free: Mapping[str, int]) -> str:
        """Return the nearest complex with room, by land if there is a way."""
        board = self.position.board
        seen, edge = {origin}, [origin]
        while edge:
            for place in edge:
                if free.get(place, 0) > 0:
                    return place
            edge = [n for place in edge for n in board.ways[place] if n not in seen]
            edge = list(dict.fromkeys(edge))
            seen.update(edge)
        raise ValueError(f"no complex has room: {free}")


def supply_of(position: Position, power: str, place: str, *, moving: bool) -> Supply:
    """Return what can be added to a place, by moves as well or by new units alone.

    Transports bring units only where no new ones can stand.
    """
    if not moving:
        return Supply(position, power, place, Moves(position, power, place))
    near = Supply(position, power, place, Moves(position, power, place))
    ships = near.room + near.damage == 0
    return Supply(position, power, place, moves_in(position, power, place, ships=ships))


def garrison_of(position: Position, power: str, place: str, more: Force = NOTHING) -> Force:
    """Return all that defends a place, allies included (AA-28), and some units more."""
    there = position.total(position.friends(place, power))
    names = position.table.names
    return Force.of({name: there[name] + more[name] for name in names})
