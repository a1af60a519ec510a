"""What a map file says: who controls what, which markers are isolated, what the phase will do."""

from collections.abc import Iterator

from combat.game import Report
from combat.washingtons_war.generals import AMERICAN, BRITISH
from combat.washingtons_war.map.board_file import read_map
from combat.washingtons_war.map.control import control_of, count_pcs
from combat.washingtons_war.map.political_phase import (
    PoliticalPhase,
    political_phase,
    spaces_for_congress,
)
from combat.washingtons_war.map.position import NONE, Position


def map_report(file: str) -> Report:
    """Return the control of colonies (WW-24) and the political phase (WW-28) of a map file.

    A dispersed Congress returns to the first space that it may return to; the report says so.

    Raises
    ------
    NotationError, OptionError
    """
    position = read_map(file)
    phase = political_phase(position, _congress(position))
    tables = {
        "control": (
            ("colony", "American PCs", "British PCs", "controlled by", "after the phase"),
            tuple(_control(position, phase.after)),
        ),
        "placed": (
            ("space", "side", "how"),
            tuple((p.space, p.side, "flipped" if p.flipped else "placed") for p in phase.placed),
        ),
        "isolated": (
            ("space", "side", "what happens"),
            tuple(_isolated(phase)),
        ),
    }
    return Report(
        f"{file}: control, and the political phase", tables, tuple(_lines(position, phase))
    )


def _control(before: Position, after: Position) -> Iterator[tuple[str, ...]]:
    for place in before.board.colonies:
        counts = count_pcs(before, place)
        yield (
            place,
            str(counts[AMERICAN]),
            str(counts[BRITISH]),
            control_of(before, place),
            control_of(after, place),
        )


def _isolated(phase: PoliticalPhase) -> Iterator[tuple[str, ...]]:
    """Yield every marker: removed, or kept and by what (WW-23)."""
    found = phase.isolation
    for side, spaces in ((AMERICAN, found.american), (BRITISH, found.british)):
        for space in spaces:
            loose = " (no link on the map leads there)" if space in found.unlinked else ""
            yield space, side, f"isolated: removed{loose}"
    for space, anchor in found.kept.items():
        saved = ", as American markers go first" if space in found.saved else ""
        way = "" if len(anchor.chain) == 1 else f", by way of {' - '.join(anchor.chain)}"
        yield space, phase.after.pc(space), f"stays: {anchor.why}{way}{saved}"


def _congress(position: Position) -> str:
    """Return where a dispersed Congress goes, empty if it is not away or has nowhere to go."""
    return "" if position.congress else next(iter(spaces_for_congress(position)), "")


def _lines(position: Position, phase: PoliticalPhase) -> Iterator[str]:
    if phase.congress:
        spaces = spaces_for_congress(position)
        yield (
            f"Congress returns, here to {phase.congress}; the American player may choose out of"
            f" {', '.join(spaces)}"
        )
    held = [control_of(position, place) for place in position.board.colonies]
    counts = {side: held.count(side) for side in (AMERICAN, BRITISH, NONE)}
    yield (
        f"controlled now: American {counts[AMERICAN]}, British {counts[BRITISH]}, nobody's"
        f" {counts[NONE]} of {len(held)} on the map"
    )
    yield "the map is as the file has it: a link or a space that it lacks may change all this"
