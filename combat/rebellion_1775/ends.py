"""The final states of a battle in words."""

from combat.arrays import Bools, Floats, Ints
from combat.force import Force
from combat.game import ROLES
from combat.outcomes import Outcomes
from combat.rebellion_1775.goals import EVENTS, area
from combat.rebellion_1775.settings import worths_of


def end_text(outcomes: Outcomes, row: int) -> tuple[str, str, str]:
    """Return what is left of both sides in a final state, and its event."""
    texts = [str(left_of(outcomes, row, role)) for role in ROLES]
    code = int(outcomes.column("end")[row])
    return texts[0], texts[1], next(name for name, end in EVENTS.items() if end == code)


def left_of(outcomes: Outcomes, row: int, role: str) -> Force:
    """Return the units of a side that are left in the area in a final state."""
    counts = {}
    for name, n in zip(outcomes.columns, outcomes.states[row].tolist(), strict=True):
        side, _, colour = name.partition(".")
        if side == role and colour:
            counts[colour] = int(n)
    return Force.of(counts)


def ended(outcomes: Outcomes, code: int) -> Bools:
    """Return which final states end so."""
    return outcomes.column("end") == code


def left(outcomes: Outcomes, role: str) -> Ints:
    """Return the units of a side in each final state, (states,)."""
    columns = [name for name in outcomes.columns if name.startswith(f"{role}.")]
    found: Ints = sum(outcomes.column(name) for name in columns)  # type: ignore[assignment]
    return found


def swing(outcomes: Outcomes) -> Floats:
    """Units that the defender has fewer than before, less those that the attacker has fewer."""
    gone = [
        force.total - left(outcomes, role)
        for role, force in zip(
            ROLES, (outcomes.battle.attacker, outcomes.battle.defender), strict=True
        )
    ]
    return (gone[1] - gone[0]).astype(float)


def area_value(outcomes: Outcomes) -> Floats:
    """What holding the area is worth in each final state, (states,)."""
    return worths_of(outcomes.battle.settings)["area"] * area(outcomes.column("end"))
