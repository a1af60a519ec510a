"""Answering cells: what a worker does, wherever it runs."""

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from combat import __version__
from combat.battle import Battle
from combat.engine import solve
from combat.errors import WargameError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER
from combat.notation import MOST_UNITS
from combat.outcomes import Outcomes
from combat.threads import SMALL, single_thread

NO_MEMORY = "this battle needs more memory than there is"


@dataclass(frozen=True)
class How:
    """How all cells of a sweep are answered.

    Parameters
    ----------
    engine : str
    trials : int, optional
    precision : float, optional
        As in `combat.engine.solve`.
    seed : int
        Of the sweep.
    """

    engine: str
    trials: int | None
    precision: float | None
    seed: int


class Task(NamedTuple):
    """A cell to be answered: a battle, and the numbers (side, of what, how many) it is to have.

    ``battle`` is None where the rules do not allow it, for the reason given.
    """

    cell: int
    battle: Battle | None
    numbers: tuple[tuple[str, str, int], ...]
    reason: str


class Row(NamedTuple):
    """The answer of a cell.

    ``events``: value, low, high by name; ``quantities``: mean, standard deviation from battle to
    battle, low, high by name; ``reason``: why there is no answer, if there is none.
    """

    cell: int
    battle: str | None
    method: str | None
    trials: int | None
    dropped: float | None
    events: dict[str, tuple[float, ...]]
    quantities: dict[str, tuple[float, ...]]
    reason: str | None

    @classmethod
    def without(cls, cell: int, battle: Battle | None, reason: str) -> "Row":
        """Return the row of a cell that has no answer."""
        return cls(cell, None if battle is None else str(battle), None, None, None, {}, {}, reason)

    @classmethod
    def of(cls, cell: int, outcomes: Outcomes) -> "Row":
        """Return the row of a cell that is answered."""
        battle = outcomes.battle
        events = {event.name: outcomes.event(event.name) for event in battle.events}
        means = {q.name: outcomes.quantity(q.name) for q in battle.quantities if q.shown(battle)}
        return cls(
            cell,
            str(battle),
            outcomes.method,
            outcomes.trials,
            outcomes.dropped,
            {name: (e.value, e.low, e.high) for name, e in events.items()},
            {name: (e.value, e.sd, e.low, e.high) for name, e in means.items()},
            None,
        )


class Answered(NamedTuple):
    """What a worker sends back: its rows, the seconds they took, and what it runs."""

    rows: list[Row]
    seconds: float
    versions: dict[str, str]


def cell_generator(seed: int, cell: int) -> np.random.Generator:
    """Return the generator of a cell: the spawned child of that number of the sweep's seed.

    It is the same whoever runs the cell, when, and together with which others.

    Examples
    --------
    >>> child = np.random.SeedSequence(7).spawn(3)[2]
    >>> cell_generator(7, 2).random() == np.random.default_rng(child).random()
    True
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(cell,)))


def answer(tasks: Sequence[Task], how: How) -> Answered:
    """Answer some cells, in their order."""
    started = time.perf_counter()
    with single_thread(SMALL + 1):  # workers share the machine's cores as it is
        rows = [answer_one(task, how) for task in tasks]
    return Answered(rows, time.perf_counter() - started, versions())


def answer_one(task: Task, how: How) -> Row:
    """Answer a cell; one that cannot be fought or computed has the reason in its row."""
    battle = task.battle
    if battle is None:
        return Row.without(task.cell, None, task.reason)
    try:
        for side, what, number in task.numbers:
            changed = _varied(battle, side, what, number)
            if changed is None:
                return Row.without(task.cell, None, _why_not(battle, side, what, number))
            battle = changed
        battle = _as_written(battle) if task.numbers else battle
    except WargameError as error:
        return Row.without(task.cell, None, str(error))
    try:
        outcomes = solve(
            battle,
            engine=how.engine,
            trials=how.trials,
            precision=how.precision,
            rng=cell_generator(how.seed, task.cell),
        )
        return Row.of(task.cell, outcomes)
    except WargameError as error:
        return Row.without(task.cell, battle, str(error))
    except MemoryError:
        return Row.without(task.cell, battle, NO_MEMORY)


def versions() -> dict[str, str]:
    """Return what the numbers of an answer may rest on."""
    return {"wargame-odds": __version__, "numpy": np.__version__}


def _varied(battle: Battle, side: str, what: str, number: int) -> Battle | None:
    varied = battle.game.varied
    assert varied is not None
    return varied(battle, side, what, number)


def _why_not(battle: Battle, side: str, what: str, number: int) -> str:
    """Say why a side cannot have so many of something: our limit, or the rules."""
    force = battle.attacker if side == ATTACKER else battle.defender
    if isinstance(force, Force):
        with contextlib.suppress(WargameError):
            kinds = [name for name, _ in battle.game.parse_side(what, side, battle.settings)]
            units = force.total - sum(force[name] for name in kinds) + number
            if units > MOST_UNITS:
                return (
                    f"{side}.{what}={number} makes {units:,} units, more than the program's limit"
                    f" of {MOST_UNITS:,} a side"
                )
    return f"the rules allow no {side}.{what}={number} in {battle}"


def _as_written(battle: Battle) -> Battle:
    """Return the battle that the text names: units in the order in which a force is read."""
    read: dict[str, Any] = {
        side: battle.game.parse_side(str(value or "none"), side, battle.settings)
        for side, value in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender))
    }
    return battle.with_sides(read[ATTACKER], read[DEFENDER])
