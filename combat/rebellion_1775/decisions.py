"""What best play gains over the simple policies, and what it does at first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from combat.battle import Battle
from combat.game import ROLES
from combat.rebellion_1775.columns import AT, BLANKS, COLOURS, DECIDE, GOES, HIT
from combat.rebellion_1775.goals import EVENTS, goal_of, signs_of
from combat.rebellion_1775.policies import BEST, Losses, Withdrawal

if TYPE_CHECKING:
    from combat.rebellion_1775.model import RebellionModel

NOUNS = {"losses": "losses", "withdraw": "withdrawals"}
SIMPLE = {"losses": Losses(), "withdraw": Withdrawal()}
KEYS = tuple(
    (role, f"{'' if role == 'attacker' else 'defender_'}{key}") for role in ROLES for key in SIMPLE
)


def decision_lines(model: RebellionModel) -> tuple[str, ...]:
    """Return best play in words."""
    return tuple(_lines(model))


def _lines(model: RebellionModel) -> Iterator[str]:
    battle = model.battle
    value = value_of(battle)
    yield aim_line(battle)
    for role, key in KEYS:
        if battle[key].kind == BEST:
            what = f"the best {NOUNS[key.removeprefix('defender_')]}"
            yield gain_line(battle, role, key, what, value)
    yield from _first_hits(model)
    yield from _first_blanks(model)


def aim_line(battle: Battle) -> str:
    """Return who wants what."""
    high, low = ROLES if signs_of(battle) > 0 else ROLES[::-1]
    goal = goal_of(battle)
    return f"best play: the {high} wants {goal} high, the {low} wants it low"


def gain_line(battle: Battle, role: str, key: str, what: str, value: float) -> str:
    """Return what a choice gains over the simple policy.

    Parameters
    ----------
    key : str
        The setting that is the choice; ``what``: in words.
    value : float
        The battle's goal with it.
    """
    simple = SIMPLE[key.removeprefix("defender_")]
    other = value_of(battle.with_settings(**{key: simple}))
    return (
        f"{role}: with {what} {goal_of(battle)} is {shown(battle, value)};"
        f" with '{simple}' it is {shown(battle, other)}"
    )


def value_of(battle: Battle) -> float:
    """Return the goal of a battle: a chance, or a mean."""
    from combat.rebellion_1775.model import RebellionModel

    outcomes = RebellionModel(battle).exact()
    goal = goal_of(battle)
    return outcomes.event(goal).value if goal in EVENTS else outcomes.quantity(goal).value


def shown(battle: Battle, value: float) -> str:
    """Return a value of the goal in words."""
    return f"{100 * value:.1f} %" if goal_of(battle) in EVENTS else f"{value:+.2f}"


def _first_hits(model: RebellionModel) -> Iterator[str]:
    """Yield who takes the first hit of a whole side."""
    for who, role in enumerate(ROLES):
        camp = model.rules.camps[who]
        if camp.losses.kind != BEST:
            continue
        rows, options = _decided(model, HIT + who)
        whole = (rows[:, 1 + COLOURS * who : 1 + COLOURS * (who + 1)] == camp.start).all(axis=1)
        picks = {
            int(hits): sorted({camp.colours[o].name for o in options[whole & (rows_hits == hits)]})
            for rows_hits in [rows[:, AT["hits"]]]
            for hits in np.unique(rows_hits[whole])
        }
        for hits, names in picks.items():
            first = "the hit" if hits == 1 else f"the first of {hits} hits"
            yield f"{role}, all units there: {first} takes {' or '.join(names)}"


def _first_blanks(model: RebellionModel) -> Iterator[str]:
    """Yield whose units leave by decision while both sides are whole, and whose stay."""
    for who, role in enumerate(ROLES):
        camp = model.rules.camps[who]
        if camp.withdrawal.kind != BEST:
            continue
        rows, options = _decided(model, DECIDE + who)
        units = rows[:, 1 : 1 + 2 * COLOURS]
        start = [n for one in model.rules.camps for n in one.start]
        whole = (units == start).all(axis=1)
        if not whole.any():
            continue
        blanks = rows[whole][:, [AT[name] for name in BLANKS]]
        goes = options[whole] == GOES
        names = [camp.colours[at].name for at in np.argmax(blanks > 0, axis=1)]
        leaving = sorted({name for name, go in zip(names, goes, strict=True) if go})
        staying = sorted({name for name, go in zip(names, goes, strict=True) if not go})
        parts = [f"{' and '.join(leaving)} may leave"] if leaving else []
        parts += [f"{' and '.join(staying)} stay" + (" in some rolls" if leaving else "")] * bool(
            staying
        )
        yield f"{role}, both sides whole: on a blank {', '.join(parts)}"


def _decided(model: RebellionModel, stage: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows of a stage and the options taken there."""
    solution = model.solution
    assert solution is not None
    graph = solution.graph
    states = np.arange(graph.finished)
    rows = graph.view(states).states
    here = rows[:, 0] == stage
    return rows[here], solution.options[: graph.finished][here]
