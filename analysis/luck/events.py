"""How often an event came in the battles of a log, against how often it was to be expected."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from combat.arrays import Bools
from combat.battle import Battle
from combat.convolution import Spread, Standing, standing, total_of
from combat.errors import OptionError
from combat.game import NEITHER
from combat.outcomes import Outcomes


@dataclass(frozen=True)
class Happened:
    """An event in one battle of a log.

    Attributes
    ----------
    name, text, favours : str
        The event, in words, and the side that it favours; an empty name if the battle has it not.
    side : str
        Whose luck it is.
    chance, given : float
        Chance of it before the battle, and after what the log says happened.
    trials : int or None
        Of a simulation; None where it is exact.
    """

    name: str
    text: str
    favours: str
    side: str
    chance: float
    given: float
    trials: int | None

    @classmethod
    def of(cls, outcomes: Outcomes, fit: Bools, side: str, name: str | None) -> "Happened":
        """Look an event up in a battle's outcomes, of which those marked fit what happened."""
        battle = outcomes.battle
        name = name or battle.main_event
        event = next((e for e in battle.events if e.name == name), None)
        if event is None:
            return cls("", "", NEITHER, side, 0.0, 0.0, None)
        rows = event.of(outcomes)
        given = float(outcomes.chance[fit & rows].sum() / outcomes.chance[fit].sum())
        chance = outcomes.event(name).value
        return cls(name, event.text, event.side, side, chance, given, outcomes.trials)


@dataclass(frozen=True)
class EventCount:
    """How often an event came in battles of a log that one side fought.

    Attributes
    ----------
    name, text, favours, side : str
        As in `Happened`.
    battles : int
    came, expected, sd : float
        How often it came (where the log leaves that open, on average), and was to be expected.
    standing : Standing
        How that number stands among all that could have come: the sum of so many independent
        events, each with its own chance (Poisson's binomial distribution).
    exact : bool
        Whether every battle's chance is computed.
    """

    name: str
    text: str
    favours: str
    side: str
    battles: int
    came: float
    expected: float
    sd: float
    standing: Standing
    exact: bool

    @property
    def percentile(self) -> float:
        """As that of a swing: near 1 is lucky for the side; an event that favours none, often."""
        lucky = self.favours in (self.side, NEITHER)
        return self.standing.middle if lucky else 1.0 - self.standing.middle


def check_event(battles: Iterable[Battle], name: str | None) -> None:
    """Refuse an event that none of the battles has.

    Raises
    ------
    OptionError
    """
    there = tuple(dict.fromkeys(event.name for battle in battles for event in battle.events))
    if name is not None and name not in there:
        raise OptionError(
            f"no battle of the log has an event {name!r}; events are {', '.join(there)}",
            given=name,
            allowed=there,
        )


def counted(happened: Sequence[Happened]) -> tuple[EventCount, ...]:
    """Count events, by event and by the side that the battles were fought on."""
    groups: dict[tuple[str, str], list[Happened]] = {}
    for one in happened:
        if one.name:
            groups.setdefault((one.name, one.side), []).append(one)
    return tuple(_count(some) for _, some in sorted(groups.items()))


def _count(some: Sequence[Happened]) -> EventCount:
    first = some[0]
    chances = sorted(one.chance for one in some)
    sd = float(np.sqrt(sum(chance * (1.0 - chance) for chance in chances)))
    came = sorted(one.given for one in some)
    place = standing(_number(came), _number(chances))
    exact = all(one.trials is None for one in some)
    return EventCount(
        *(first.name, first.text, first.favours, first.side, len(some)),
        float(sum(came)),
        float(sum(chances)),
        sd,
        place,
        exact,
    )


def _number(chances: Sequence[float]) -> Spread:
    """Return the distribution of how many of some independent events come."""
    distinct, times = np.unique(np.round(chances, 15), return_counts=True)
    parts = [Spread(0, np.array([1.0 - c, c])) for c in distinct.tolist()]
    return total_of(list(zip(parts, times.tolist(), strict=True)))
