"""What an attack is for: events with the chance wanted, quantities with the mean wanted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from combat.battle import Battle
from combat.errors import NotationError, OptionError
from combat.estimate import Estimate
from combat.notation import plain_number, shown
from combat.outcomes import Outcomes

CLOSE_CHANCE = 0.01  # exact chances within this of the threshold are too close to call
CLOSE_QUANTITY = 0.25  # likewise, exact means

MET, MISSED, CLOSE = "met", "missed", "close"
_CLAUSE = re.compile(
    r"\s*(?P<name>[a-z_][a-z_0-9]*)\s*(?P<sign>>=|<=|≥|≤|>|<)\s*"
    r"(?P<number>-?(?:[0-9]{1,9}(?:\.[0-9]{0,12})?|\.[0-9]{1,12}))\s*(?P<percent>%?)\s*",
    re.IGNORECASE,
)
_SIGNS = {"≥": ">=", "≤": "<="}


@dataclass(frozen=True)
class Clause:
    """One condition of an aim.

    Parameters
    ----------
    name : str
        An event or a quantity of the game.
    sign : {'>=', '>', '<=', '<'}
    number : float
        A chance from 0 to 1, or a mean.
    is_event : bool
    """

    name: str
    sign: str
    number: float
    is_event: bool

    def __str__(self) -> str:
        return f"{self.name} {self.sign} {plain_number(self.number)}"

    def estimate(self, outcomes: Outcomes) -> Estimate:
        """Return the chance or the mean that the clause is about."""
        return outcomes.event(self.name) if self.is_event else outcomes.quantity(self.name)

    def judge(self, estimate: Estimate) -> str:
        """Return whether it is met, missed or too close to call."""
        if self._close(estimate):
            return CLOSE
        value = estimate.value
        met = {
            ">=": value >= self.number,
            ">": value > self.number,
            "<=": value <= self.number,
            "<": value < self.number,
        }
        return MET if met[self.sign] else MISSED

    def _close(self, estimate: Estimate) -> bool:
        if not estimate.exact:
            # a mean of battles that were all alike says nothing of others; a chance has bounds
            alike = not self.is_event and estimate.stderr == 0.0
            return alike or estimate.low <= self.number <= estimate.high
        if self.is_event:
            return abs(estimate.value - self.number) < CLOSE_CHANCE
        return estimate.sd > 0.0 and abs(estimate.value - self.number) < CLOSE_QUANTITY


@dataclass(frozen=True)
class Aim:
    """Conditions that all must hold for an attack to be worth it.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battle = parse_battle("aa", "3 inf v 2 inf")
    >>> str(Aim.parse("territory_taken >= 75% and net_value > 0", battle))
    'territory_taken >= 0.75 and net_value > 0'
    """

    clauses: tuple[Clause, ...]

    @classmethod
    def parse(cls, text: str, battle: Battle) -> "Aim":
        """Read conditions joined with 'and'.

        Raises
        ------
        NotationError, OptionError
        """
        events = tuple(event.name for event in battle.events)
        quantities = tuple(quantity.name for quantity in battle.quantities)
        return cls.read(text, events, quantities, battle.game.default_aim(battle))

    @classmethod
    def read(
        cls, text: str, events: Sequence[str], quantities: Sequence[str], example: str
    ) -> "Aim":
        """Read conditions about events and quantities of these names.

        Raises
        ------
        NotationError, OptionError
        """
        known = Known(tuple(events), tuple(quantities), example)
        parts = re.split(r"\s+and\s+", text.strip(), flags=re.IGNORECASE)
        return cls(tuple(_clause(part, text, known) for part in parts))

    def __str__(self) -> str:
        return " and ".join(map(str, self.clauses))

    def judge(self, outcomes: Outcomes) -> "list[Result]":
        """Return each clause with its estimate and whether it is met, missed or close."""
        estimates = [(clause, clause.estimate(outcomes)) for clause in self.clauses]
        return [Result(clause, estimate, clause.judge(estimate)) for clause, estimate in estimates]


class Result(NamedTuple):
    """A clause, its number, and whether it is ``met``, ``missed`` or ``close``."""

    clause: Clause
    estimate: Estimate
    state: str


class Known(NamedTuple):
    """What an aim can be about: names of events and of quantities; and an aim as an example."""

    events: tuple[str, ...]
    quantities: tuple[str, ...]
    example: str


def _clause(part: str, text: str, known: Known) -> Clause:
    found = _CLAUSE.fullmatch(part)
    names = (*known.events, *known.quantities)
    if not found:
        raise NotationError(
            f"cannot read {shown(part)} in the aim {shown(text)}; write it as"
            f" {known.example!r}: conditions joined with 'and'",
            given=part,
            allowed=names,
        )
    name = found["name"].lower()
    number = float(found["number"]) / (100.0 if found["percent"] else 1.0)
    if name not in names:
        raise OptionError(
            f"this battle has no event or quantity {name!r}; an aim is about one of"
            f" {', '.join(names)}",
            given=name,
            allowed=names,
        )
    is_event = name in known.events
    if is_event and not 0.0 <= number <= 1.0:
        raise OptionError(
            f"the chance in {shown(part.strip())} is not from 0 to 1; write"
            f" {name} {found['sign']} 0.75, or 75%",
            given=found["number"],
            allowed=("0 to 1",),
        )
    if not is_event and found["percent"]:
        raise OptionError(
            f"{name} is no chance, so {shown(part.strip())} cannot be in percent",
            given=part.strip(),
        )
    return Clause(name, _SIGNS.get(found["sign"], found["sign"]), number, is_event)
