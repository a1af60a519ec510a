"""The event that a side wants: one in its favour, or that one of the enemy's does not happen."""

from dataclasses import replace
from typing import NamedTuple

from combat.battle import Battle
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.game import NEITHER, Event
from combat.outcomes import Outcomes

NOT = "not "


class Wanted(NamedTuple):
    """An event, or that it does not happen."""

    event: Event
    happens: bool = True

    def __str__(self) -> str:
        return self.event.name if self.happens else NOT + self.event.name

    @property
    def text(self) -> str:
        """The event in words."""
        return self.event.text if self.happens else f"not: {self.event.text}"

    def estimate(self, outcomes: Outcomes) -> Estimate:
        """Return the chance of it."""
        found = outcomes.event(self.event.name)
        if self.happens:
            return found
        return replace(found, value=1.0 - found.value, low=1.0 - found.high, high=1.0 - found.low)


def wanted_event(battle: Battle, side: str, name: str | None = None) -> Wanted:
    """Return the event of that name, or the one that a side wants if nothing is said.

    Without a name it is the main event of the battle if that favours the side; else, of the events
    that share out how the battle ends and favour the side, the first that is named after it
    (`defender_holds`), or the first at all. 'not EVENT' wants that an event does not happen.

    Raises
    ------
    OptionError
        For an event that the battle does not have, or that favours the other side: what a side
        wants it wants to be likely.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battle = parse_battle("aa", "3 inf v 2 inf")
    >>> str(wanted_event(battle, "attacker")), str(wanted_event(battle, "defender"))
    ('territory_taken', 'defender_holds')
    >>> wanted_event(battle, "defender", "not territory_taken").text
    'not: territory taken'
    """
    if name is None:
        return Wanted(_usual(battle, side))
    word = " ".join(name.strip().lower().replace("-", "_").split())
    happens = not word.startswith(NOT)
    event = battle.event(word.removeprefix(NOT).replace(" ", "_"))
    if event.side not in (side, NEITHER) if happens else event.side == side:
        names = fitting(battle, side)
        raise OptionError(
            f"{word!r} is nothing that the {side} wants to be likely; events for the {side} are"
            f" {', '.join(names)}",
            given=name,
            allowed=names,
        )
    return Wanted(event, happens)


def _usual(battle: Battle, side: str) -> Event:
    main = battle.event(battle.main_event)
    if main.side == side:
        return main
    own = [event for event in battle.events if event.side == side]
    own.sort(key=lambda event: (not event.partition, not event.name.startswith(side)))
    if not own:
        raise OptionError(f"this battle has no event that favours the {side}; name one")
    return own[0]


def fitting(battle: Battle, side: str) -> tuple[str, ...]:
    """Return the names of the events that a side can want, 'not EVENT' among them."""
    events = battle.events
    return (
        *(event.name for event in events if event.side in (side, NEITHER)),
        *(NOT + event.name for event in events if event.side not in (side, NEITHER)),
    )
