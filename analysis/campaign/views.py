"""A stage of a plan as the side of the plan's first attacker sees it."""

import numpy as np

from combat.arrays import Floats, Ints
from combat.game import Event, Quantity
from combat.outcomes import Outcomes

ENEMY = "enemy_"


def view(quantity: Quantity, *, turned: bool) -> tuple[str, float]:
    """Return the name and the sign under which a stage has a quantity of the plan.

    ``turned``: whether the stage's attacker is of the side that the plan's first attacker fights.
    """
    if not turned or not quantity.turned:
        return quantity.name, 1.0
    return quantity.turned.lstrip("-"), -1.0 if quantity.turned.startswith("-") else 1.0


def has(outcomes: Outcomes, name: str) -> bool:
    """Whether a battle has a quantity of that name."""
    return any(name == quantity.name for quantity in outcomes.battle.quantities)


def shows(outcomes: Outcomes, quantity: Quantity) -> bool:
    """Whether a plain answer about a battle lists a quantity."""
    return has(outcomes, quantity.name) and quantity.shown(outcomes.battle)


def values(outcomes: Outcomes, quantity: Quantity, *, turned: bool) -> Floats:
    """Return what each final state adds to a quantity of the plan, shape (states,).

    Raises
    ------
    OptionError
        If the final state does not show it.
    """
    name, sign = view(quantity, turned=turned)
    return sign * outcomes.values(name) if has(outcomes, name) else np.zeros(len(outcomes))


def words(outcomes: Outcomes, known: list[Event]) -> Ints:
    """Which of the events that share out how battles end each final state is; −1 if none is."""
    word = np.full(len(outcomes), -1)
    for number, event in enumerate(known):
        if event.applies(outcomes.battle):
            word[event.of(outcomes)] = number
    return word


def shares(events: tuple[Event, ...]) -> list[Event]:
    """Return the events that share out how battles end, the one that moves the place first."""
    return [event for event in events if event.partition]
