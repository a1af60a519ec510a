"""The parts that an answer says of itself, lines and tables, as parts of a report."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from analysis.parts import BOLD, DIM, TITLE, Line, Part, TextTable
from combat.errors import OptionError
from combat.outcomes import EXACT, Outcomes
from combat.sheets import Column, Sheet
from reports.showing.wording import escaped

ALREADY = (EXACT, "simulated")  # how lines on how it was computed begin: the report's end says that


def parts_of(answer: Any) -> Sequence[Part]:  # noqa: ANN401
    """Return what an answer says: of a battle, a plan, a turn, a size, ….

    Raises
    ------
    OptionError
        For what is no answer that has parts.
    """
    for kind in type(answer).__mro__:
        if kind.__name__ in PARTS:
            return PARTS[kind.__name__](answer)
    raise OptionError(f"{answer!r} is no answer with lines and tables of its own")


def tables_of(answer: Any) -> dict[str, Sheet]:  # noqa: ANN401
    """Return the tables of an answer's parts, by their first heads."""
    tables = [part for part in parts_of(answer) if isinstance(part, TextTable)]
    return {table.heads[0].lstrip(">"): sheet_of_texts(table) for table in tables}


def sheet_of_texts(table: TextTable) -> Sheet:
    """Return a table of texts as a sheet."""
    columns = tuple(Column(f"column {n}", head.strip()) for n, head in enumerate(table.heads, 1))
    rows = tuple(tuple(cell.strip() for cell in row) for row in table.rows)
    return Sheet("parts", table.title, columns, rows)


def written(
    parts: Iterable[Part], put: Callable[[Sheet], str], *, level: int, without: Sequence[str] = ()
) -> str:
    """Return parts as Markdown; bold lines are heads of that level.

    The title and how it was computed are left out: the report says them; and so is ``without``:
    lines, and tables by their first heads.
    Lines that are set in keep their place beneath one another.
    """
    found: list[str] = []
    block: list[str] = []

    def settle() -> None:
        if block:
            inset = any(line.startswith(" ") for line in block)
            found.append(
                "\n".join(map(_item, block)) if inset else "\n\n".join(map(escaped, block))
            )
            block.clear()

    for part in parts:
        if isinstance(part, Line) and part.kind not in (TITLE, BOLD) and part.text.strip():
            if part.text not in without and not (
                part.kind == DIM and part.text.startswith(ALREADY)
            ):
                block += part.text.split("\n")
            continue
        settle()
        if isinstance(part, TextTable):
            if part.rows and part.heads[0] not in without:
                found.append(put(sheet_of_texts(part)))
        elif part.kind == BOLD:
            found.append(f"{'#' * level} {escaped(part.text[:1].upper() + part.text[1:])}")
    settle()
    return "\n\n".join(found)


def _item(line: str) -> str:
    """Return a line of a tree as an item of a list, as deep as it is set in."""
    text = line.lstrip(" ")
    return f"{' ' * (len(line) - len(text))}- {escaped(text)}"


def _of_outcomes(answer: Outcomes) -> list[Part]:
    from analysis.tables import detail_tables, end_table, event_table, quantity_table, sum_table

    sums = sum_table(answer)
    return [
        *(event_table(answer), quantity_table(answer), end_table(answer)),
        *([] if sums is None else [sums]),
        *detail_tables(answer),
    ]


def _of_advice(answer: Any) -> list[Part]:  # noqa: ANN401
    from analysis.tables import flip_table

    return [Line(answer.reason), flip_table(answer), *_of_outcomes(answer.outcomes)]


def _of_campaign(answer: Any) -> Sequence[Part]:  # noqa: ANN401
    from analysis.campaign.parts import campaign_parts

    return campaign_parts(answer)


def _of_turn(answer: Any) -> Sequence[Part]:  # noqa: ANN401
    from analysis.turn_parts import turn_parts

    return turn_parts(answer)


def _of_size(answer: Any) -> Sequence[Part]:  # noqa: ANN401
    from analysis.size.parts import size_parts

    return size_parts(answer)


def _of_sensitivity(answer: Any) -> Sequence[Part]:  # noqa: ANN401
    from analysis.sensitivity.parts import sensitivity_parts

    return sensitivity_parts(answer)


def _of_comparison(answer: Any) -> Sequence[Part]:  # noqa: ANN401
    from analysis.compare.parts import comparison_parts

    return comparison_parts(answer)


PARTS: dict[str, Callable[[Any], Sequence[Part]]] = {  # by the name of the answer's class
    "Outcomes": _of_outcomes,
    "Advice": _of_advice,
    "Campaign": _of_campaign,
    "Turn": _of_turn,
    "Size": _of_size,
    "Sensitivity": _of_sensitivity,
    "Comparison": _of_comparison,
}
