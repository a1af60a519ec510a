"""What the attacks of a turn lead to, as the rest of the product shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from combat.estimate import Estimate
from combat.game import Report


class Chance(NamedTuple):
    """An event of a turn: its name, in words, and its chance."""

    name: str
    text: str
    estimate: Estimate


class Mean(NamedTuple):
    """A quantity of a turn: its name, in words, its unit, and its mean."""

    name: str
    text: str
    unit: str
    estimate: Estimate


class TurnStage(NamedTuple):
    """One unit of a turn: its name, the chance that it fights, and what comes of it then."""

    name: str
    unit: str
    reached: float
    events: tuple[Chance, ...]
    quantities: tuple[Mean, ...]


@dataclass(frozen=True)
class TurnAnswer:
    """What a turn leads to if both sides play their best.

    Parameters
    ----------
    game : str
        Name of the game.
    title : str
    aim : str
        What the turn is best for.
    stages : tuple of TurnStage
    events, quantities : tuple of Chance, tuple of Mean
        Of the whole turn.
    report : Report
        Tables and lines: what to do first, and then.
    assumes : tuple of str
    more : mapping
        Plain data that JSON has besides.
    """

    game: str
    title: str
    aim: str
    stages: tuple[TurnStage, ...]
    events: tuple[Chance, ...]
    quantities: tuple[Mean, ...]
    report: Report
    assumes: tuple[str, ...]
    more: Mapping[str, Any] = field(default_factory=dict)
