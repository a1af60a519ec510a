"""What is said of landings that a battle at sea comes first of, and which of them are left out."""

from collections.abc import Iterator

from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.plan import Plan
from combat.axis_allies.fronts.zones import MOST_CHOICES, choices
from combat.axis_allies.reach.guests import aboard_own


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
    for place in _together(turn):
        yield (
            f"ships that begin in {place} fight there all together or not at all; splits in which"
            " some of them leave for another front are left out"
        )
    for place in _with_guests(turn):
        yield (
            f"allies' fighters aboard carriers in {place} go down with them and are not counted"
            " here (AA-14); 'targets' counts them"
        )
    if plan.zones > 1 and not choices(turn.behind)[1]:
        yield f"of the zones that landings can fight for, {MOST_CHOICES} choices were tried"


def _together(turn: Turn) -> list[str]:
    """Return the zones of ships that must fight where they begin and could fight elsewhere."""
    places = dict.fromkeys(
        stack.place
        for (_, ways), rows in turn.stacks.items()
        if any(way.must for way in ways) and len({way.front for way in ways}) > 1
        for stack in rows
    )
    return list(places)


def _with_guests(turn: Turn) -> list[str]:
    """Return the zones of carriers that can go with fighters of allies aboard."""
    carriers = turn.position.table.of_role("carrier")
    places = dict.fromkeys(
        stack.place for (unit, _), rows in turn.stacks.items() for stack in rows if unit in carriers
    )
    return [place for place in places if aboard_own(turn.position, turn.power, place)]
