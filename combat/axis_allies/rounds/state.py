"""The position of many trials as arrays, and what has flowed in and out of it."""

from dataclasses import dataclass, field, fields, replace

import numpy as np

from combat.arrays import Bools, Ints
from combat.axis_allies.map.position import Position
from combat.axis_allies.rounds.layout import Layout
from combat.force import Force

NO_COMPLEX = -1


@dataclass(eq=False)
class Ledger:
    """What came into and went out of the game, added up since the start.

    Attributes
    ----------
    mobilised, lost : int array, shape (trials, powers, units)
    guns : int array, shape (trials, powers)
        AA guns that changed hands: won less given up.
    collected, spent, refunded, plunder : int array, shape (trials, powers)
        IPC; plunder is the cash of capitals, taken less given up (AA-42).
    """

    mobilised: Ints
    lost: Ints
    guns: Ints
    collected: Ints
    spent: Ints
    refunded: Ints
    plunder: Ints

    @classmethod
    def empty(cls, trials: int, powers: int, units: int) -> "Ledger":
        """Return a ledger with nothing in it."""
        kinds = [np.zeros((trials, powers, units), dtype=np.int64) for _ in range(2)]
        sums = [np.zeros((trials, powers), dtype=np.int64) for _ in range(5)]
        return cls(*kinds, *sums)

    def rows(self, chosen: Bools) -> "Ledger":
        """Return a copy of some trials."""
        return Ledger(*(getattr(self, f.name)[chosen] for f in fields(self)))

    def put(self, chosen: Bools, other: "Ledger") -> None:
        """Put some trials back."""
        for f in fields(self):
            getattr(self, f.name)[chosen] = getattr(other, f.name)


@dataclass(eq=False)
class State:
    """Positions of many trials, changed in place as turns are played.

    Attributes
    ----------
    layout : Layout
    units : int array, shape (trials, powers, areas, units)
    owners : int array, shape (trials, territories)
    cash : int array, shape (trials, powers)
    damage : int array, shape (trials, territories)
        Damage of the complex there (AA-25); `NO_COMPLEX` where there is none.
    winner : int array, shape (trials,)
        Side that has won, -1 while the war goes on (AA-41).
    ledger : Ledger
    """

    layout: Layout
    units: Ints
    owners: Ints
    cash: Ints
    damage: Ints
    winner: Ints
    ledger: Ledger = field(repr=False)

    @classmethod
    def of(cls, position: Position, trials: int) -> "State":
        """Return so many copies of a position."""
        layout = Layout(position.board, position.table, position.strait_open)
        shape = len(layout.powers), len(layout.areas), len(layout.units)
        units = np.zeros(shape, dtype=np.int16)
        for place, there in position.units.items():
            for power, force in there.items():
                for name, number in force:
                    units[layout.power(power), layout.at[place], layout.unit(name)] = number
        owners = [layout.power(position.owners[name]) for name in layout.territories]
        cash = [position.cash.get(power, 0) for power in layout.powers]
        damage = [position.complexes.get(name, NO_COMPLEX) for name in layout.territories]
        return cls(
            layout,
            np.repeat(units[None], trials, axis=0),
            np.repeat(np.array([owners], dtype=np.int8), trials, axis=0),
            np.repeat(np.array([cash], dtype=np.int64), trials, axis=0),
            np.repeat(np.array([damage], dtype=np.int16), trials, axis=0),
            np.full(trials, -1, dtype=np.int8),
            Ledger.empty(trials, shape[0], shape[2]),
        )

    def __len__(self) -> int:
        return len(self.units)

    def rows(self, chosen: Bools) -> "State":
        """Return a copy of some trials."""
        return State(
            self.layout,
            self.units[chosen],
            self.owners[chosen],
            self.cash[chosen],
            self.damage[chosen],
            self.winner[chosen],
            self.ledger.rows(chosen),
        )

    def put(self, chosen: Bools, other: "State") -> None:
        """Put some trials back."""
        for name in ("units", "owners", "cash", "damage", "winner"):
            getattr(self, name)[chosen] = getattr(other, name)
        self.ledger.put(chosen, other.ledger)

    def friendly(self, power: int) -> Bools:
        """Whether a side holds each territory, shape (trials, territories)."""
        side: Bools = self.layout.sides[self.owners] == self.layout.sides[power]
        return side

    def free(self, power: int) -> Bools:
        """Whether a power's capital is in its own or an ally's hands, shape (trials,) (AA-42)."""
        capital = self.layout.capitals.get(power)
        if capital is None:
            return np.ones(len(self), dtype=bool)
        held: Bools = self.layout.sides[self.owners[:, capital]] == self.layout.sides[power]
        return held

    def income(self, power: int) -> Ints:
        """IPC that a power would collect now, shape (trials,): none without a capital (AA-42)."""
        held = (self.owners == power) @ self.layout.income
        return np.where(self.free(power), held, 0)

    def worth(self) -> Ints:
        """IPC of the units of each power, shape (trials, powers)."""
        return self.units.sum(axis=2, dtype=np.int64) @ self.layout.costs

    def cities(self, side: int) -> Ints:
        """Victory cities that a side holds, shape (trials,) (AA-41)."""
        held = self.layout.sides[self.owners[:, self.layout.cities]] == side
        count: Ints = held.sum(axis=1)
        return count

    def position(self, trial: int, start: Position) -> Position:
        """Return one trial as a position; turn, round and notes are those of `start`."""
        layout = self.layout
        units: dict[str, dict[str, Force]] = {}
        for area, name in enumerate(layout.areas):
            for number, power in enumerate(layout.powers):
                counts = self.units[trial, number, area]
                force = Force.of(dict(zip(layout.units, map(int, counts), strict=True)))
                if force:
                    units.setdefault(name, {})[power] = force
        hands = zip(layout.territories, self.owners[trial], self.damage[trial], strict=True)
        held = [(name, layout.powers[owner], int(damage)) for name, owner, damage in hands]
        cash = zip(layout.powers, map(int, self.cash[trial]), strict=True)
        return replace(
            start,
            owners={name: owner for name, owner, _ in held},
            units=units,
            complexes={name: damage for name, _, damage in held if damage != NO_COMPLEX},
            cash=dict(cash),
        )
