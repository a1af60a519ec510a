"""The tables that an answer itself has, with all their precision."""

from functools import singledispatch
from typing import Any

from combat.decks.answer import ALL, MATRIX, NUMBERS, PMF, DeckAnswer, DeckTable
from combat.errors import OptionError
from combat.game import Report
from combat.notation import plain_number
from combat.outcomes import Outcomes
from combat.sheets import Amount, Cell, Column, Share, Sheet, Sheets
from combat.turns import TurnAnswer, TurnTable
from reports.showing.wording import capitalised

MOST_COLUMNS = 6  # of a deck's table; a wider one of few groups is turned


def sheet(answer: Any, name: str) -> Sheet:  # noqa: ANN401
    """Return a table of an answer about a map, of a deck, of a turn, or of a battle's details.

    Raises
    ------
    OptionError
        For a table that the answer does not have; it lists them.
    """
    known = sheets(answer)
    if name not in known:
        names = tuple(known)
        raise OptionError(
            f"no table {name!r} belongs to this answer; there are {', '.join(names) or 'none'}",
            given=name,
            allowed=names,
        )
    return known[name]


@singledispatch
def sheets(answer: Any) -> dict[str, Sheet]:  # noqa: ANN401
    """Return all tables of an answer, by name."""
    inner = getattr(answer, "answer", getattr(answer, "outcomes", None))
    return {} if inner is None or inner is answer else sheets(inner)


@sheets.register
def _of_sheets(answer: Sheets) -> dict[str, Sheet]:
    return {one.name: one for one in answer.sheets}


@sheets.register
def _of_outcomes(answer: Outcomes) -> dict[str, Sheet]:
    details = answer.battle.game.details
    more = None if details is None else details(answer)
    return {} if more is None else _of_report(more)


def _of_report(found: Report) -> dict[str, Sheet]:
    return {
        name: Sheet(name, "", tuple(Column(head.lstrip(">"), head) for head in heads), rows)
        for name, (heads, rows) in found.tables.items()
        if rows
    }


@sheets.register
def _of_turn(answer: TurnAnswer) -> dict[str, Sheet]:
    return {name: _turn_sheet(name, table) for name, table in answer.tables.items() if table.rows}


def _turn_sheet(name: str, table: TurnTable) -> Sheet:
    columns = tuple(Column(head.lstrip(">"), head) for head in table.heads)
    return Sheet(name, "", columns, table.texts)


@sheets.register
def _of_deck(answer: DeckAnswer) -> dict[str, Sheet]:
    return {table.name: _deck_sheet(answer, table) for table in answer.tables}


def _deck_sheet(answer: DeckAnswer, table: DeckTable) -> Sheet:
    """Return a deck's table, a row a group; a wide one of fewer groups is turned."""
    groups, names = tuple(table.data), table.columns
    title = capitalised(table.title) + (
        f" ({table.unit})" if table.unit and table.kind == NUMBERS else ""
    )
    if len(names) > max(MOST_COLUMNS, len(groups)) and table.kind != MATRIX:
        heads = [Column("value", table.axis), *(Column(one, f">{_group(one)}") for one in groups)]
        rows = [(name, *(_cell(answer, table, group, name) for group in groups)) for name in names]
        if _has_means(table):
            rows.append(("mean", *(_mean(answer, table, group) for group in groups)))
        return Sheet(table.name, title, tuple(heads), tuple(rows))
    heads = [
        Column("group", table.axis if names != ("",) else ""),
        *(Column(name or "chance", f">{name or 'chance'}") for name in names),
        *([Column("mean", ">mean")] if _has_means(table) else []),
    ]
    rows = [
        (
            _group(group, ""),
            *(_cell(answer, table, group, name) for name in names),
            *([_mean(answer, table, group)] if _has_means(table) else []),
        )
        for group in groups
    ]
    return Sheet(table.name, title, tuple(heads), tuple(rows))


def _group(name: str, alone: str = "chance") -> str:
    return alone if name == ALL else name


def _has_means(table: DeckTable) -> bool:
    return table.kind == PMF and all(name.isdecimal() for name in table.columns)


def _mean(answer: DeckAnswer, table: DeckTable, group: str) -> Cell:
    mean = answer.mean(table, group)
    return None if mean is None else Amount(mean)


def _cell(answer: DeckAnswer, table: DeckTable, group: str, name: str) -> Cell:
    if table.data[group].get(name) is None:
        return None
    found = answer.estimate(table, group, name)
    if table.kind != NUMBERS:
        return Share(found)
    return plain_number(found.value) if found.exact and found.value % 1 == 0 else Amount(found)
