"""What is said of landings that a battle at sea comes first of, and which of them are left out."""

from collections.abc import Iterator

from combat.axis_allies.fronts.plan import Plan
from combat.axis_allies.fronts.zones import MOST_CHOICES, choices


def left_out(plan: Plan) -> Iterator[str]:
    """Go through what is said, a sentence each."""
    turn = plan.turn
    for one, zone, behind in zip(turn.wanted, turn.fought_for, turn.behind, strict=True):
        where = f"{one.target}: landings through"
        if zone:
            yield f"{where} {zone} come after a battle at sea there, counted in all of this (AA-20)"
        for other in behind.fronts:
            yield (
                f"{where} {other} are left out: {other} is a front itself, and one battle there"
                " would decide both; leave that front out, and the landing fights for it"
            )
        others = [other for other in behind.open if other != zone]
        if others:
            yield (
                f"{where} {', '.join(others)} are not part of this split: a front's landings fight"
                " for one zone, and a zone is fought for by one front; the best choice of them is"
                " taken"
            )
    if plan.zones > 1 and not choices(turn.behind)[1]:
        yield f"of the zones that landings can fight for, {MOST_CHOICES} choices were tried"
