"""How a battle can end: the weighted table of final states, whichever engine made it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.display import Displayed
from combat.errors import OptionError
from combat.estimate import Estimate

if TYPE_CHECKING:
    from combat.battle import Battle

EXACT, SIMULATED = "exact", "simulated"


class Tally(NamedTuple):
    """Mean and standard deviation of a sum along the path, such as rounds."""

    mean: float
    sd: float


@dataclass(frozen=True, eq=False)
class Outcomes(Displayed):
    """Final states and their chances.

    Parameters
    ----------
    battle : Battle
    columns : tuple of str
        Names of the columns of `states`.
    states : int array, shape (states, columns)
    chance : float array, shape (states,)
    method : str
        ``exact`` or ``simulated``.
    trials, seed : int, optional
        Of a simulation.
    dropped : float
        Mass that an exact engine left out.
    tallies : mapping of str to callable
        Sums along the path, computed when asked for.
    model : object
        What the outcomes were made from, for those who want to know more of it.
    """

    battle: "Battle"
    columns: tuple[str, ...]
    states: Ints
    chance: Floats
    method: str = EXACT
    trials: int | None = None
    seed: int | None = None
    dropped: float = 0.0
    tallies: Mapping[str, Callable[[], Tally]] = field(default_factory=dict)
    model: Any = None

    def __len__(self) -> int:
        return len(self.chance)

    def column(self, name: str) -> Ints:
        """Return one column of the final states, shape (states,)."""
        return self.states[:, self.columns.index(name)]

    @property
    def exact(self) -> bool:
        """Whether the chances are computed rather than sampled."""
        return self.method == EXACT

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as values: sums along the path computed, the model left to be made anew."""
        tallies = {name: tally() for name, tally in self.tallies.items()}
        values = (self.battle, self.columns, self.states, self.chance, self.method)
        return _unpickled, (*values, self.trials, self.seed, self.dropped, tallies)

    def __repr__(self) -> str:
        how = "exact" if self.exact else f"{self.trials:,} trials"
        return f"<Outcomes of {self.battle}: {len(self)} final states, {how}>"

    def event(self, name: str) -> Estimate:
        """Chance of a named event.

        Raises
        ------
        OptionError
            If the battle has no such event.
        """
        return self.chance_of(self.rows(name))

    def rows(self, name: str) -> Bools:
        """Which final states a named event happens in, shape (states,).

        Raises
        ------
        OptionError
            If the battle has no such event.
        """
        return self.battle.event(name).of(self)

    def chance_of(self, rows: Bools) -> Estimate:
        """Chance that the battle ends in one of the rows marked, shape (states,)."""
        chance = min(1.0, float(self.chance[rows].sum()))  # a sum may round above 1
        if self.trials is None:
            return Estimate.of_exact(chance, dropped=self.dropped)
        return Estimate.of_proportion(round(chance * self.trials), self.trials)

    def quantity(self, name: str) -> Estimate:
        """Mean of a named quantity; its `sd` is that from battle to battle.

        Raises
        ------
        OptionError
            If the battle has no such quantity.
        """
        quantity = self.battle.quantity(name)
        if quantity.of is None:
            tally = self.tallies[name]()
            return Estimate.of_mean(tally.mean, tally.sd, self.trials)
        return self.mean(quantity.of(self))

    def values(self, name: str) -> Floats:
        """Return a named quantity of each final state, shape (states,).

        Raises
        ------
        OptionError
            If the battle has no such quantity, or the final state does not show it.
        """
        quantity = self.battle.quantity(name)
        if quantity.of is None:
            names = tuple(q.name for q in self.battle.quantities if q.of is not None)
            raise OptionError(
                f"the final state does not show {name!r}; it shows {', '.join(names)}",
                given=name,
                allowed=names,
            )
        return quantity.of(self)

    def mean(self, values: Floats) -> Estimate:
        """Mean of a value of each final state, shape (states,)."""
        mean = float(self.chance @ values)
        variance = float(self.chance @ (values - mean) ** 2)
        return Estimate.of_mean(mean, math.sqrt(variance), self.trials)

    def distribution(self, values: Floats) -> tuple[Floats, Floats]:
        """Return the distinct values, rising, and their chances."""
        distinct, place = np.unique(values, return_inverse=True)
        chances: Floats = np.bincount(place, self.chance, minlength=len(distinct))  # type: ignore[assignment]
        return distinct, chances


def _unpickled(
    battle: "Battle",
    columns: tuple[str, ...],
    states: Ints,
    chance: Floats,
    method: str,
    trials: int | None,
    seed: int | None,
    dropped: float,
    tallies: Mapping[str, Tally],
) -> Outcomes:
    known = {name: partial(_same, tally) for name, tally in tallies.items()}
    model = battle.game.model(battle)
    return Outcomes(
        battle, columns, states, chance, method, trials, seed, dropped, known, model=model
    )


def _same(tally: Tally) -> Tally:
    return tally
