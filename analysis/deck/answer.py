"""Card-deck timing: answers of a game's deck, as plain data and as tidy frames."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.document import SCHEMA
from analysis.files import contents_of, text_of
from combat import __version__
from combat.decks.answer import ALL, CHANCES, MATRIX, PMF, DeckAnswer, DeckTable
from combat.decks.how import How
from combat.errors import OptionError
from combat.games import find_deck

if TYPE_CHECKING:
    import pandas as pd


def ask_deck(
    game: str,
    file: Path | str | None = None,
    *,
    engine: str = "auto",
    trials: int | None = None,
    rng: np.random.Generator | int | None = None,
    **options: object,
) -> DeckAnswer:
    """Ask when, in which order and how likely the cards of a game's deck come.

    Parameters
    ----------
    game : str
        Name or alias.
    file : Path or str, optional
        A deck file (TOML); the game's usual deck, or an example that says so, without one.
    engine : {'auto', 'exact', 'simulate'}
        ``auto`` is exact where that is possible, and simulates where it is not or `trials` ask
        for it.
    trials, rng
        Of a simulation; the same seed and trials give the same answer.
    **options
        The deck's settings by key.

    Raises
    ------
    WargameError

    Examples
    --------
    A card is not reached before the third of three events in a quarter of all turns:

    >>> answer = ask_deck("mt")
    >>> round(answer.table("never_reached").data["British regulars"][""], 3)
    0.1
    """
    data = None if file is None else contents_of(text_of(Path(file)), "deck")
    return find_deck(game).answer(data, how=How(engine, trials, rng), **options)


def deck_document(answer: DeckAnswer) -> dict[str, Any]:
    """Return an answer as plain data: the one JSON object that the command line prints."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "game": answer.game,
        "title": answer.title,
        "method": answer.method,
        "trials": answer.trials,
        "seed": answer.seed,
        "precision": answer.precision,
        "precisions": {table.name: _precision(answer, table) for table in answer.tables},
        "tables": {table.name: table.plain() for table in answer.tables},
        "titles": {table.name: table.title for table in answer.tables},
        "lines": list(answer.lines),
        "assumes": list(answer.assumes),
    }


def _precision(answer: DeckAnswer, table: DeckTable) -> Any:  # noqa: ANN401
    """Return half the width of the intervals: the widest of chances, each of other numbers."""
    if table.chances:
        return answer.precision_of(table)
    return {
        group: {name: answer.number(table, group, name).margin for name in row}
        for group, row in table.data.items()
    }


def deck_frame(answer: DeckAnswer, name: str) -> pd.DataFrame:
    """Return one table of an answer: group, value, number, low, high.

    ``low`` and ``high`` are the 95 % interval; the number itself where it is exact.

    Raises
    ------
    OptionError
        For a table that the answer does not have.

    Examples
    --------
    >>> deck_frame(ask_deck("mt"), "never_reached").round(3).head(2)
                  group value  number    low   high
    0  British regulars         0.100  0.100  0.100
    1   British rangers         0.029  0.029  0.029
    """
    import pandas as pd

    table = answer.table(name)
    rows = []
    for group, row in table.data.items():
        for value, number in row.items():
            shown = answer.estimate(table, group, value)
            rows.append((group, value, number, shown.low, shown.high))
    frame = pd.DataFrame(rows, columns=["group", "value", "number", "low", "high"])
    frame.attrs |= {"title": table.title, "axis": table.axis, "kind": table.kind}
    return frame


def cumulative_frame(answer: DeckAnswer, name: str) -> pd.DataFrame:
    """Return chances over a number: battle (the group), number, chance, for `curves_chart`.

    Of a distribution these are the chances to have come by each number; chances that are over a
    number already stay what they are. Only whole numbers count, not 'later'.

    Raises
    ------
    OptionError
        For a table without chances over numbers.

    Examples
    --------
    >>> cumulative_frame(ask_deck("rb"), "last_round").round(3).head(2)
                      battle  number  chance
    0  the game's last round       3   0.535
    1  the game's last round       4   0.730
    """
    import pandas as pd

    table = _of_kind(answer, name, PMF, CHANCES)
    numbers = sorted(int(value) for value in table.columns if value.isdecimal())
    if not numbers:
        raise OptionError(f"{name} has no numbers to draw chances over", given=name)
    rows = []
    for group, row in table.data.items():
        total = 0.0
        for number in numbers:
            here = row.get(str(number), 0.0 if table.kind == PMF else np.nan)
            total = min(1.0, total + here) if table.kind == PMF else here
            rows.append((table.title if group == ALL else group, number, total))
    frame = pd.DataFrame(rows, columns=["battle", "number", "chance"])
    label = "Chance of that or less" if table.kind == PMF else "Chance"
    frame.attrs |= {"label": label, "what": table.axis.capitalize()}
    return frame


def timeline_frame(answer: DeckAnswer, name: str) -> pd.DataFrame:
    """Return a distribution as rows for `timeline_chart`: group, value, chance.

    Raises
    ------
    OptionError
        For a table that is no distribution.
    """
    import pandas as pd

    table = _of_kind(answer, name, PMF)
    rows = [
        ("" if group == ALL else group, value, row.get(value, 0.0))
        for group, row in table.data.items()
        for value in table.columns
    ]
    frame = pd.DataFrame(rows, columns=["group", "value", "chance"])
    frame.attrs |= {"axis": table.axis}
    return frame


def order_frame(answer: DeckAnswer, name: str) -> pd.DataFrame:
    """Return chances as rows for `order_chart`: row, column, chance; NaN where there is none.

    Raises
    ------
    OptionError
        For a table that is no matrix and has no chances by group and number.
    """
    import pandas as pd

    table = _of_kind(answer, name, MATRIX, CHANCES)
    rows = [
        (group, column, row.get(column, np.nan))
        for group, row in table.data.items()
        for column in table.columns
    ]
    frame = pd.DataFrame(rows, columns=["row", "column", "chance"])
    frame.attrs |= {"column": table.axis.capitalize(), "row": ""}
    return frame


def _of_kind(answer: DeckAnswer, name: str, *kinds: str) -> DeckTable:
    table = answer.table(name)
    if table.kind not in kinds:
        names = tuple(one.name for one in answer.tables if one.kind in kinds)
        raise OptionError(
            f"{name} is no table of that kind; those are {', '.join(names) or 'none'}",
            given=name,
            allowed=names,
        )
    return table
