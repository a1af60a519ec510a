"""Events and quantities of final rows by name, and what best play is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from combat.arrays import Bools, Floats

Fates = TypeVar("Fates")
"""What a game makes of final rows."""
Worth = Mapping[str, float]
NET_VALUE = "net_value"


@dataclass(frozen=True)
class Measures(Generic[Fates]):
    """What can be asked of the final rows of a game's battles.

    Parameters
    ----------
    events : mapping of str to callable
        From fates to a bool for each row.
    quantities : mapping of str to callable
        From fates to a number for each row.
    net_value : callable
        From fates and what things are worth to what each row is worth to the attacker.
    """

    events: Mapping[str, Callable[[Fates], Bools]]
    quantities: Mapping[str, Callable[[Fates], Floats]]
    net_value: Callable[[Fates, Worth], Floats]

    @property
    def names(self) -> tuple[str, ...]:
        """All events and quantities."""
        return (*self.events, *self.quantities, NET_VALUE)

    def of(self, name: str, worth: Worth) -> Callable[[Fates], Floats]:
        """Return a quantity, or an event as 0 and 1, by name."""
        if name == NET_VALUE:
            return lambda fates: self.net_value(fates, worth)
        if name in self.quantities:
            return self.quantities[name]
        event = self.events[name]
        return lambda fates: event(fates).astype(float)
