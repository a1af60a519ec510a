"""What is known of a deck, as lines and tables."""

from analysis.parts import BLANK, DIM, TITLE, Line, Part, TextTable
from combat.decks.answer import ALL, MATRIX, NUMBERS, PMF, DeckAnswer, DeckTable
from combat.estimate import Estimate

MOST_COLUMNS = 8  # of a table; wider ones are turned
MOST_ROWS = 30
SHORT = {"impossible": "never", "certain": "always"}  # in a table of many columns
SEEN = 5e-4  # a share below it would be printed as none
TINY = 1e-4  # a chance below it is told as such: a table has no room for more


def deck_parts(answer: DeckAnswer) -> list[Part]:
    """Return the answers in words, then each table with how precise it is."""
    parts: list[Part] = [Line(answer.title, TITLE), Line(_method(answer), DIM), BLANK]
    parts += [*map(Line, answer.lines), *([BLANK] if answer.lines else [])]
    for table in answer.tables:
        parts += [_table(answer, table), BLANK]
    return parts


def _method(answer: DeckAnswer) -> str:
    if answer.trials is None:
        return "exact"
    seed = f", seed {answer.seed}" if answer.seed is not None else ""
    return f"simulated, {answer.trials:,} run{'s' * (answer.trials > 1)}{seed}"


def _precision(answer: DeckAnswer, table: DeckTable) -> str:
    """Say how precise a table of a simulation is."""
    runs = answer.runs(table)
    if answer.trials is None or (runs is not None and table.kind == NUMBERS):
        return ""
    if runs is None:
        return ": exact"
    fewer = f" ({runs:,} runs)" if runs != answer.trials else ""
    later = ", wider where fewer runs get there" if table.behind else ""
    return f": within ±{100 * answer.precision_of(table):.2g} points (95 %){fewer}{later}"


def _table(answer: DeckAnswer, table: DeckTable) -> TextTable:
    title = table.title + _precision(answer, table)
    columns = table.columns
    if len(columns) > MOST_COLUMNS and table.kind != MATRIX:
        return _turned(answer, table, title)
    means = _has_means(table)
    heads = [f">{column or 'chance'}" for column in columns] + [">mean"] * means
    rows = []
    for group in table.data:
        cells = [_cell(answer, table, group, column) for column in columns]
        rows.append((_named(group), *cells, *([_mean(answer, table, group)] if means else [])))
    return TextTable((table.axis if columns != ("",) else "", *heads), tuple(rows), title)


def _turned(answer: DeckAnswer, table: DeckTable, title: str) -> TextTable:
    """Return a wide table with its values down and its groups across."""
    rows: list[tuple[str, ...]] = [
        (column, *(_cell(answer, table, group, column) for group in table.data))
        for column in table.columns[:MOST_ROWS]
    ]
    if len(table.columns) > MOST_ROWS:
        rows.append(("…", *("" for _ in table.data)))
    if _has_means(table):
        rows.append(("mean", *(_mean(answer, table, group) for group in table.data)))
    heads = (table.axis, *(f">{_named(group) or 'chance'}" for group in table.data))
    return TextTable(heads, tuple(rows), title)


def _named(group: str) -> str:
    return "" if group == ALL else group


def _has_means(table: DeckTable) -> bool:
    return table.kind == PMF and all(column.isdecimal() for column in table.columns)


def _mean(answer: DeckAnswer, table: DeckTable, group: str) -> str:
    mean = answer.mean(table, group)
    return "" if mean is None else _number(mean)


def _number(estimate: Estimate) -> str:
    """Return a number with its margin; the same in every run is as good as it gets."""
    return estimate.as_number().removesuffix(" in every battle fought")


def _cell(answer: DeckAnswer, table: DeckTable, group: str, column: str) -> str:
    number = table.data[group].get(column)
    if number is None:
        return ""
    shown = answer.estimate(table, group, column)
    if table.kind == NUMBERS:
        return _number(shown)
    runs = answer.runs(table)
    if runs is not None:
        return _sampled(number, runs)
    if 0 < number < TINY:
        return "< 0.01 %"
    text = shown.as_percent().partition(" (")[0]
    return SHORT.get(text, text)


def _sampled(share: float, runs: int) -> str:
    if share == 0.0:
        return f"under {min(100.0, 300 / runs):g} %"
    return f"{100 * share:.1f} %" if share >= SEEN else "< 0.05 %"
