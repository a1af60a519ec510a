"""The attacks of a turn, or a race, as lines and tables."""

from analysis.parts import BLANK, DIM, TITLE, Line, Part, TextTable, spread
from analysis.turn import Turn


def turn_parts(turn: Turn) -> list[Part]:
    """Return the verdict if there is an aim, the numbers of the whole, and who fights."""
    answer = turn.answer
    parts: list[Part] = [Line(answer.title, TITLE), Line("exact", DIM)]
    parts += [Line(turn.reason), BLANK] if turn.aim else [BLANK]
    parts += [*map(Line, answer.lines), *([BLANK] if answer.lines else [])]
    head = "the whole turn" if answer.stages else "the race"
    events = [(event.text, event.estimate.as_percent()) for event in answer.events]
    parts += [TextTable((head, ">chance"), tuple(events)), BLANK]
    means = [
        (one.text, one.estimate.as_number(), one.unit, spread(one.estimate))
        for one in answer.quantities
    ]
    parts += [TextTable(("on average", ">mean", "", ">sd"), tuple(means)), BLANK]
    if answer.stages:
        parts += [_stages(turn), BLANK]
    for table in answer.tables.values():
        parts += [TextTable(table.heads, table.texts), BLANK] if table.texts else []
    return parts


def _stages(turn: Turn) -> TextTable:
    rows: list[tuple[str, ...]] = []
    for stage in turn.answer.stages:
        events = {event.name: event for event in stage.events}
        means = {one.name: one.estimate for one in stage.quantities}
        if not stage.reached:
            rows.append((stage.name, "never", "", "", "", ""))
            continue
        mostly = next((e.text for e in stage.events if e.name.startswith("at: ")), "joins another")
        rows.append(
            (
                stage.name,
                f"{100 * stage.reached:.0f} %",
                events["target_eliminated"].estimate.as_percent(),
                means["banners_for"].as_number(),
                means["banners_against"].as_number(),
                mostly,
            )
        )
    heads = ("who fights", ">fights", ">target eliminated", ">won", ">lost", "mostly")
    return TextTable(heads, tuple(rows))
