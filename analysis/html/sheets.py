"""Answers in tables, such as those to questions on the map, as HTML."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from analysis.frame_sheet import frame_sheet
from analysis.html.battle import assumes
from analysis.html.markup import Html, joined, paragraphs, table, tag
from analysis.parts import TextTable
from analysis.sheets import cell_text, method_text
from combat.sheets import Sheet, Sheets

if TYPE_CHECKING:
    import pandas as pd


def sheet_table(sheet: Sheet, *, most: int | None = None) -> Html:
    """Return one table with its title; of too many rows the first, and how many more there are.

    Parameters
    ----------
    sheet : Sheet
    most : int, optional
        Rows to show, 0 for all; as many as the table says if none.
    """
    shown = sheet.rows[: (sheet.most if most is None else most) or None]
    rows = tuple(tuple(cell_text(cell, columns=len(row)) for cell in row) for row in shown)
    found = table(TextTable(tuple(column.head for column in sheet.columns), rows, sheet.title))
    left = len(sheet.rows) - len(shown)
    return joined(found, tag("p", f"{left:,} more", class_="wo-method")) if left else found


def sheets(answer: Sheets) -> Html:
    """Return the whole answer: its title, the answer in words, its tables, what it assumes."""
    return joined(
        tag("p", tag("strong", answer.title), class_="wo-title"),
        tag("p", method_text(answer), class_="wo-method"),
        paragraphs(answer.lines, class_="wo-line"),
        *map(sheet_table, answer.sheets),
        assumes(answer.assumes),
    )


def frame(
    found: "pd.DataFrame",
    *,
    title: str = "",
    columns: Mapping[str, str] | Sequence[str] | None = None,
    formats: Mapping[str, str] | None = None,
    most: int = 0,
) -> Html:
    """Return a tidy frame as a table: chances in per cent, means with their unit and precision.

    Parameters
    ----------
    found : DataFrame
        Any of `analysis`; what its columns are it says itself, or `formats` do.
    title, columns, formats, most
        As for `analysis.frame_sheet.frame_sheet`.

    Examples
    --------
    >>> from analysis import odds
    >>> from analysis.frames import outcome_frame
    >>> table = frame(outcome_frame(odds("aa 1 arm v 1 inf")), columns=["event", "value"])
    >>> '<td>territory taken</td><td class="wo-number">50.0 %</td>' in table
    True
    """
    sheet = frame_sheet(found, title=title, columns=columns, formats=formats, most=most)
    return sheet_table(sheet)
