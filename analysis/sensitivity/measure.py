"""What a question is measured by: the chance of an event, or the mean of a quantity."""

from typing import NamedTuple

from combat.battle import Battle
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.game import ATTACKER, DEFENDER, NEITHER, Quantity
from combat.outcomes import Outcomes

OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER, NEITHER: NEITHER}


class Measure(NamedTuple):
    """An event or a quantity of a battle.

    ``side``: whom more of it helps; ``unit``: empty for a chance.
    """

    name: str
    text: str
    side: str
    is_event: bool
    unit: str = ""

    def of(self, outcomes: Outcomes) -> Estimate | None:
        """Return its number; an event that the battle cannot have is impossible.

        None for a quantity that the battle does not have.
        """
        battle = outcomes.battle
        if self.is_event:
            there = any(event.name == self.name for event in battle.events)
            return outcomes.event(self.name) if there else Estimate.of_exact(0.0)
        there = any(quantity.name == self.name for quantity in battle.quantities)
        return outcomes.quantity(self.name) if there else None

    def ends(self, outcomes: Outcomes) -> dict[str, float]:
        """Return the ends of a battle that can come and are good for an event's side, with chances.

        Nothing for a quantity, and for an event that is not one of those that share out the ends.
        """
        ends = [event for event in outcomes.battle.game.events if event.partition]
        if not any(event.name == self.name for event in ends):
            return {}
        there = [event for event in outcomes.battle.events if event.partition]
        chances = {e.name: outcomes.event(e.name).value for e in there if e.side == self.side}
        return {name: chance for name, chance in chances.items() if chance > 0.0}

    def shown(self, estimate: Estimate) -> str:
        """Return a number of it as text."""
        if self.is_event:
            return estimate.as_percent()
        return estimate.as_number(f" {self.unit}" if self.unit else "")


def measured(battle: Battle, name: str | None = None) -> Measure:
    """Return the event or quantity of that name, the main event of the battle if nothing is said.

    Raises
    ------
    OptionError
        If the battle has neither.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battle = parse_battle("aa", "3 inf v 2 inf")
    >>> measured(battle).name, measured(battle, "net-value").side
    ('territory_taken', 'attacker')
    """
    word = (name or battle.main_event).strip().lower().replace("-", "_").replace(" ", "_")
    for event in battle.events:
        if event.name == word:
            return Measure(event.name, event.text, event.side, is_event=True)
    for quantity in battle.quantities:
        if quantity.name == word:
            side = ATTACKER if _gains(battle, quantity) else NEITHER
            return Measure(quantity.name, quantity.text, side, is_event=False, unit=quantity.unit)
    events = tuple(event.name for event in battle.events)
    quantities = tuple(quantity.name for quantity in battle.quantities)
    raise OptionError(
        f"this battle has no event or quantity {name!r}; events are {', '.join(events)}, quantities"
        f" {', '.join(quantities)}",
        given=name,
        allowed=(*events, *quantities),
    )


def _gains(battle: Battle, quantity: Quantity) -> bool:
    """Whether more of it is the attacker's gain: seen by the other side it counts the other way."""
    game = battle.game
    return quantity.turned.startswith("-") or quantity.name in (game.swing, game.value)
