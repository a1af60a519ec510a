"""How a battle can end, and the table of final states that an engine's result becomes."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from combat.arrays import Floats, Ints
from combat.battle import Battle
from combat.game import ATTACKER, DEFENDER
from combat.outcomes import EXACT, SIMULATED, Outcomes, Tally
from combat.stages.keys import merge

ENDS = (
    "territory_taken",
    "cleared_not_taken",
    "both_gone",
    "defender_holds",
    "attacker_retreated",
    "stand_off",
    "round_limit",
)
ENDS_OF = {name: code for code, name in enumerate(ENDS)}
TAKEN, RETREATED, STOPPED = (
    ENDS_OF[name] for name in ("territory_taken", "attacker_retreated", "round_limit")
)

Found = tuple[int, Ints, Floats]  # kind of the engine's end, pairs, chances
States = Callable[[Ints, int], tuple[tuple[str, ...], Ints]]


def exact_outcomes(
    battle: Battle,
    arrays: Sequence[Floats],
    states: States,
    rounds: Callable[[], Tally],
    model: Any,  # noqa: ANN401
    *,
    merged: bool = False,
) -> Outcomes:
    """Make outcomes of arrays of chances by pair, one a kind of end."""
    found = [(kind, array.ravel()) for kind, array in enumerate(arrays) if array.any()]
    tables = [(kind, np.flatnonzero(flat), flat) for kind, flat in found]
    parts = [(kind, pairs, flat[pairs]) for kind, pairs, flat in tables]
    columns, rows, chances = _stacked(parts, states, merged=merged)
    return Outcomes(battle, columns, rows, chances, EXACT, tallies={"rounds": rounds}, model=model)


def sampled_outcomes(
    battle: Battle,
    counted: Sequence[tuple[Ints, Ints]],
    states: States,
    rounds: tuple[int, int],
    how: tuple[int, int | None],
    model: Any,  # noqa: ANN401
    *,
    merged: bool = False,
) -> Outcomes:
    """Make outcomes of pairs and how often they came, one such a kind of end.

    Parameters
    ----------
    rounds : (int, int)
        Sum of the rounds of all battles, and of their squares.
    how : (int, int or None)
        Trials and seed.
    """
    trials, seed = how
    parts = [(kind, pairs, n / trials) for kind, (pairs, n) in enumerate(counted) if len(pairs)]
    columns, rows, chances = _stacked(parts, states, merged=merged)
    mean = rounds[0] / trials
    sd = float(np.sqrt(max(0.0, rounds[1] / trials - mean**2)))
    return Outcomes(
        battle,
        columns,
        rows,
        chances,
        SIMULATED,
        trials,
        seed,
        tallies={"rounds": lambda: Tally(mean, sd)},
        model=model,
    )


def end_table(
    names: tuple[Sequence[str], Sequence[str]], left: tuple[Ints, Ints], ends: Ints
) -> tuple[tuple[str, ...], Ints]:
    """Columns and rows of final states.

    Parameters
    ----------
    names : (sequence of str, sequence of str)
        Types of attacker and defender.
    left : (int array, int array), shapes (states, types)
        Units left of both.
    ends : int array, shape (states,)
        Indices into `ENDS`.
    """
    columns = [
        f"{side}.{name}"
        for side, some in zip((ATTACKER, DEFENDER), names, strict=True)
        for name in some
    ]
    return (*columns, "end"), np.hstack([*left, ends[:, None]])


def _stacked(
    parts: Sequence[Found], states: States, *, merged: bool
) -> tuple[tuple[str, ...], Ints, Floats]:
    """Stack the tables of the kinds of ends; equal states of different pairs become one."""
    tables = [states(pairs, kind) for kind, pairs, _ in parts]
    columns = tables[0][0]
    rows = np.vstack([table for _, table in tables])
    chances = np.concatenate([chance for _, _, chance in parts])
    if not merged:
        return columns, rows, chances
    case = np.zeros(len(rows), dtype=np.int64)
    rows, _, chances = merge(rows, case, chances, bounds=rows.max(axis=0))
    return columns, rows, chances
