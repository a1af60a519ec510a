"""The frame of a sweep: one row a cell, what was varied first; and the long form of it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.sweep.cells import How, Row
from analysis.sweep.grid import Grid
from combat.arrays import Bools, Floats
from combat.errors import OptionError

if TYPE_CHECKING:
    import pandas as pd

EVENT, QUANTITY = "event", "quantity"
BOUNDS = {EVENT: ("", "_low", "_high"), QUANTITY: ("_mean", "_sd", "_low", "_high")}
FIRST = ("cell", "battle", "method", "trials", "seed", "dropped")
LAST = "reason"


class Table:
    """Rows as they come, in columns.

    Parameters
    ----------
    grid : Grid

    Attributes
    ----------
    there : bool array, shape (cells,)
        Which cells there are; each is counted once.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.there: Bools = np.zeros(len(grid), dtype=bool)
        self._texts: dict[str, list[str | None]] = {
            name: [None] * len(grid) for name in ("battle", "method", LAST)
        }
        self._numbers: dict[tuple[str, str], Floats] = {}  # by kind and name: (cells, bounds)
        self._trials, self._dropped = self._blank(), self._blank()

    def _blank(self, *more: int) -> Floats:
        return np.full((len(self.grid), *more), np.nan)

    def put(self, rows: Sequence[Row]) -> None:
        """Take rows; a cell that is there already is passed over, as its row is the same."""
        for row in rows:
            if not self.there[row.cell]:
                self.there[row.cell] = True
                self._put(row)

    def _put(self, row: Row) -> None:
        for name in self._texts:
            self._texts[name][row.cell] = getattr(row, name)
        self._trials[row.cell] = math.nan if row.trials is None else row.trials
        self._dropped[row.cell] = math.nan if row.dropped is None else row.dropped
        for kind, numbers in ((EVENT, row.events), (QUANTITY, row.quantities)):
            for name, values in numbers.items():
                if (kind, name) not in self._numbers:
                    self._numbers[kind, name] = self._blank(len(BOUNDS[kind]))
                self._numbers[kind, name][row.cell] = values

    def missing(self) -> Iterator[int]:
        """Yield the cells that are not there."""
        yield from map(int, np.flatnonzero(~self.there))

    def check(self) -> None:
        """Refuse a sweep in which no cell could be answered.

        Raises
        ------
        OptionError
        """
        reasons = self._texts[LAST]
        if all(reasons):
            raise OptionError(
                f"no battle of the sweep can be fought or computed; the first of {len(reasons):,}:"
                f" {reasons[0]}",
                given=str(self.grid.axes[0]),
            )

    def frame(self, how: How, asked: Mapping[str, Any]) -> "pd.DataFrame":
        """Return the frame, with what was asked in its ``attrs``."""
        import pandas as pd

        grid, game = self.grid, self.grid.battle.game
        sampled = ~np.isnan(self._trials)
        trials = pd.array(np.where(sampled, self._trials, 0.0).astype(np.int64), dtype="Int64")
        seeds = pd.array(np.full(len(grid), how.seed), dtype="Int64")
        trials[~sampled] = seeds[~sampled] = pd.NA
        columns: dict[str, Any] = {"cell": np.arange(len(grid)), **self._varied()}
        columns |= {name: _texts(self._texts[name]) for name in ("battle", "method")}
        columns |= {"trials": trials, "seed": seeds}
        columns["dropped"] = self._dropped
        names = {
            EVENT: {e.name: e.text for e in game.events if (EVENT, e.name) in self._numbers},
            QUANTITY: {
                q.name: q.text for q in game.quantities if (QUANTITY, q.name) in self._numbers
            },
        }
        for kind, texts in names.items():
            for name in texts:
                for place, bound in enumerate(BOUNDS[kind]):
                    columns[name + bound] = self._numbers[kind, name][:, place]
        columns[LAST] = _texts(self._texts[LAST])
        frame = pd.DataFrame(columns)
        seed = how.seed if sampled.any() else None  # of a simulation
        frame.attrs.update(asked, seed=seed, events=names[EVENT], quantities=names[QUANTITY])
        return frame

    def _varied(self) -> dict[str, Any]:
        """Return the column of each axis."""
        import pandas as pd

        found: dict[str, Any] = {}
        repeats = len(self.grid)
        for axis in self.grid.axes:
            repeats //= len(axis.values)
            tiles = len(self.grid) // (repeats * len(axis.values))
            values = np.tile(np.repeat(np.array(axis.values), repeats), tiles)
            found[axis.key] = values if axis.numeric else pd.array(values.tolist(), dtype="str")
        return found


def _texts(texts: Sequence[str | None]) -> Any:  # noqa: ANN401
    import pandas as pd

    return pd.array(list(texts), dtype="str")


def long_frame(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a sweep's frame with one row a number: for charts, and for grouping by name.

    Parameters
    ----------
    frame : DataFrame
        As `sweep` returns it, or a part of its rows.

    Returns
    -------
    DataFrame
        ``cell``, what was varied, ``kind`` (event or quantity), ``name``, ``value``, ``low``,
        ``high``, ``sd`` (NaN for an event). Cells without an answer are left out.

    Examples
    --------
    >>> from analysis.sweep import sweep
    >>> long = long_frame(sweep("aa 1 inf v 1 inf", {"attacker.inf": [1, 2]}))
    >>> taken = long[long["name"] == "territory_taken"]
    >>> taken[["attacker.inf", "value"]].round(3).values.tolist()
    [[1.0, 0.25], [2.0, 0.677]]
    """
    import pandas as pd

    keys = ["cell", *varied_keys(frame)]
    parts = []
    for kind, names in ((EVENT, frame.attrs["events"]), (QUANTITY, frame.attrs["quantities"])):
        for name in names:
            value = name + BOUNDS[kind][0]
            there = frame[frame[value].notna()]
            part = there[keys].assign(kind=kind, name=name, value=there[value])
            part["low"], part["high"] = there[f"{name}_low"], there[f"{name}_high"]
            part["sd"] = there[f"{name}_sd"] if kind == QUANTITY else np.nan
            parts.append(part)
    found = pd.concat(parts, ignore_index=True).sort_values("cell", kind="stable")
    return found.reset_index(drop=True)


def varied_keys(frame: "pd.DataFrame") -> list[str]:
    """Return the columns of what was varied, in the order given."""
    return [text.partition("=")[0] for text in frame.attrs["vary"]]
