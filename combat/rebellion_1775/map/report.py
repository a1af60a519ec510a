"""What a map file says: who controls what and why, where battles are due, who may come where."""

from collections.abc import Iterator

from combat.game import Report
from combat.rebellion_1775.colours import AMERICAN, BRITISH
from combat.rebellion_1775.map.board import AREAS_OF, NAMES_OF_COLONIES
from combat.rebellion_1775.map.board_file import read_map
from combat.rebellion_1775.map.control import control_of, count, end_of_turn, leader
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.reinforcements import reinforcements
from combat.rebellion_1775.map.stack import ALL_FACTIONS, NONE, SIDES
from combat.rebellion_1775.map.withdrawals import withdrawals


def map_report(file: str) -> Report:
    """Return control (RB-24), battles (RB-05) and reinforcements (RB-25) of a map file.

    Reinforcements come at the start of a turn, so emptied colonies are neutral then.

    Raises
    ------
    NotationError, OptionError
    """
    position = read_map(file)
    tables = {
        "control": (
            ("colony", "flag", "at the end of the turn", "why"),
            tuple(_control(position)),
        ),
        "contested": (
            ("area", "British", "American", "British may withdraw to", "Americans may withdraw to"),
            tuple(_contested(position)),
        ),
        "reinforcements": (
            ("faction", "new units", "fled units", "where"),
            tuple(_coming(end_of_turn(position))),
        ),
    }
    title = f"{file}: control, battles that are due, and reinforcements"
    return Report(title, tables, tuple(_lines(position)))


def _control(position: Position) -> Iterator[tuple[str, ...]]:
    later = end_of_turn(position)
    for colony in NAMES_OF_COLONIES:
        if colony in position.board.colonies or position.flag(colony) != NONE:
            reason = control_of(position, colony).reason
            if colony not in position.board.colonies:
                reason += ": as the file has it"
            yield colony, position.flag(colony), later.flag(colony), reason


def _contested(position: Position) -> Iterator[tuple[str, ...]]:
    for area in position.contested:
        stack = position.at(area)
        ways = []
        for side in SIDES:
            found = withdrawals(position, area, side).to
            ways.append(", ".join(f"{goal} ({what})" for goal, what in found.items()) or NONE)
        yield area, str(stack.british), str(stack.american), *ways


def _coming(position: Position) -> Iterator[tuple[str, ...]]:
    for faction in ALL_FACTIONS:
        found = reinforcements(position, faction)
        where = ", ".join(found.places) or f"nowhere: {found.why.reason}"
        yield faction, str(found.fresh), str(found.fled) or NONE, where


def _lines(position: Position) -> Iterator[str]:
    now, then = count(position), count(end_of_turn(position))
    for when, counts, ahead in (
        ("flags now", now, leader(position)),
        ("at the end of the turn", then, leader(end_of_turn(position))),
    ):
        lead = "nobody leads" if ahead == NONE else f"{ahead} leads"
        yield (
            f"{when}: British {counts[BRITISH]}, American {counts[AMERICAN]}, neutral"
            f" {counts[NONE]} of {len(NAMES_OF_COLONIES)}; {lead}"
        )
    if position.contested:
        yield "battles are due: flags are as they are before them"
    board = position.board
    for colony, number in AREAS_OF.items():
        found = len(board.areas_of(colony))
        if found < number:
            yield f"{colony} has {number} areas, {found} of them on this map"
    strays = [area.name for area in board.areas if not area.colony]
    if strays:
        yield f"their colony is not known, so they count for none: {', '.join(strays)}"
    if board.unlinked:
        yield f"without a link on this map: {', '.join(board.unlinked)}"
    yield "the map is as the file has it: an area or a link that it lacks may change all this"
