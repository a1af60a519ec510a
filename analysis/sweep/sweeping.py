"""The odds of a grid of battles."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.answers import read_battle
from analysis.sweep import files
from analysis.sweep.cells import How, Row, versions
from analysis.sweep.crews import Crew, crew_of
from analysis.sweep.dispatch import Dispatch
from analysis.sweep.frame import Table
from analysis.sweep.grid import Grid
from analysis.sweep.journal import Journal
from analysis.writing import UnwritableError
from combat.battle import Battle
from combat.chance import seeded
from combat.engine import checked
from combat.errors import OptionError

if TYPE_CHECKING:
    import pandas as pd

Progress = Callable[[int, int], None]
MOST_SEED = 2**63


def sweep(
    battle: Battle | str,
    vary: Mapping[str, Iterable[object] | str] | Iterable[str],
    *,
    engine: str = "auto",
    trials: int | None = None,
    precision: float | None = None,
    rng: np.random.Generator | int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    out: Path | str | None = None,
    restart: bool = False,
    progress: Progress | None = None,
) -> "pd.DataFrame":
    """Return the odds of every combination of what is varied, one row a cell.

    Parameters
    ----------
    battle : Battle or str
        As for `odds`: what is not varied.
    vary : mapping, or sequence of str
        What is varied, with its values: ``{"attacker.inf": range(1, 11)}``, or as the command line
        has it: ``["attacker.inf=1..10", "retreat=never,best"]``. Keys are ``attacker.UNIT`` (or
        another number of a side that the game knows), ``attacker`` and ``defender`` (whole sides)
        and settings. Cells are the product, in the order given; the last key runs fastest.
    engine, trials, precision
        As in `combat.engine.solve`, for each cell.
    rng : Generator, int or None
        Source of chance. Cell number i has the i-th generator that ``SeedSequence(seed)`` spawns,
        so that the frame depends on the seed and the trials only, whoever answers it.
    workers : int, optional
        So many processes on this machine; this process alone if nothing is said.
    cluster : str, optional
        The address of a Dask cluster's scheduler.
    executor : Executor, or callable that makes one, optional
        Anyone else who is to answer. One that is made anew survives the death of its workers.
    out : path, optional
        ``.parquet`` or ``.csv``: where the frame is written when it is complete. What is answered
        before is kept beside it, and a sweep that was interrupted goes on from there. A sweep's
        result that is there is replaced then; any other file is refused.
    restart : bool
        Whether to begin anew instead, whatever is there.
    progress : callable, optional
        Is told how many cells are answered, of how many, now and then.

    Returns
    -------
    DataFrame
        ``cell``, what is varied, ``battle`` (a text that reads back), ``method``, ``trials``,
        ``seed``, ``dropped``; each event as ``NAME``, ``NAME_low``, ``NAME_high``; each quantity
        as ``NAME_mean``, ``NAME_sd``, ``NAME_low``, ``NAME_high``; ``reason``: why a cell has
        no numbers, if the rules do not allow it or it is too large. What was asked is in
        ``attrs``.

    Raises
    ------
    NotationError, UnknownUnitError, IllegalBattleError
    OptionError
        For what cannot be varied, or if no cell at all can be answered.

    Examples
    --------
    >>> frame = sweep("aa 1 inf v 1 inf", {"attacker.inf": [1, 2], "rounds": ["1", "2"]})
    >>> frame[["attacker.inf", "rounds", "territory_taken"]].round(3).values.tolist()
    [[1.0, 1.0, 0.111], [1.0, 2.0, 0.173], [2.0, 1.0, 0.306], [2.0, 2.0, 0.473]]
    """
    engine = checked(engine, trials, precision)
    target = None if out is None else files.checked_out(out)
    if restart and target is None:
        raise OptionError("there is nothing to restart without a file: give --out", given="restart")
    grid = Grid.of(read_battle(battle), vary)
    seed, fresh = _seeds(rng)
    table = Table(grid)
    asked: dict[str, Any] = {
        "versions": versions(),
        **grid.described(),
        "engine": engine,
        "trials": trials,
        "precision": precision,
    }
    journal = None
    if target is not None:
        if not restart:
            files.check_replaced(target)
        journal = Journal(target, asked, seed=seed, fresh=fresh, restart=restart, put=table.put)
        seed = journal.seed
    how = How(engine, trials, precision, fresh if seed is None else seed)
    try:
        _answer(table, how, lambda: crew_of(workers, cluster, executor), journal, progress)
        _check(table, journal)
        frame = table.frame(how, asked)
        if target is not None:
            files.write(frame, target)
    except UnwritableError as error:
        raise _unkept(error, journal, table) from None
    finally:
        if journal is not None:
            journal.close()
    if journal is not None:
        journal.remove()
    return frame


def _unkept(error: UnwritableError, journal: Journal | None, table: Table) -> OptionError:
    """Say what is kept of a sweep that cannot be written, and how to go on."""
    assert journal is not None
    done, cells = int(table.there.sum()), len(table.there)
    return UnwritableError(
        error.file,
        error.error,
        f"{done:,} of {cells:,} cells are kept in {str(journal.file)!r}: mend that, and the same"
        " command again goes on from there",
    )


def _check(table: Table, journal: Journal | None) -> None:
    """Refuse a sweep without any answer; there is nothing to go on with."""
    try:
        table.check()
    except OptionError:
        if journal is not None:
            journal.remove()
        raise


def _seeds(rng: np.random.Generator | int | None) -> tuple[int | None, int]:
    """Return the seed asked for, if any, and one to take otherwise.

    Raises
    ------
    OptionError
    """
    if isinstance(rng, np.random.Generator):
        return None, int(rng.integers(MOST_SEED))
    if rng is None:
        return None, int(np.random.SeedSequence().generate_state(1)[0])
    _, seed = seeded(rng)
    if seed is None or seed >= MOST_SEED:
        raise OptionError(
            f"the seed {rng} is not possible; it is a whole number from 0 to 2**63 - 1",
            given=str(rng),
            allowed=("whole numbers from 0",),
        )
    return seed, seed


def _answer(
    table: Table,
    how: How,
    crew: Callable[[], Crew],
    journal: Journal | None,
    progress: Progress | None,
) -> None:
    """Have the cells answered that are not there yet."""
    cells = len(table.there)
    left = cells - int(table.there.sum())
    done = cells - left

    def keep(rows: Sequence[Row]) -> None:
        nonlocal done
        if journal is not None:
            journal.keep(rows)
        table.put(rows)
        done += len(rows)
        if progress is not None:
            progress(done, cells)

    if progress is not None:
        progress(done, cells)
    if not left:
        return
    hired = crew()
    try:
        dispatch = Dispatch(table.grid.tasks, how, crew=hired, keep=keep)
        given_up = dispatch.run(table.missing(), left)
    except BaseException:
        hired.kill()
        raise
    hired.close()
    table.put(given_up)
