"""The odds of a battle."""

import numpy as np

from combat.battle import Battle
from combat.engine import solve
from combat.games import parse_battle
from combat.outcomes import Outcomes


def odds(
    battle: Battle | str,
    *,
    engine: str = "auto",
    trials: int | None = None,
    precision: float | None = None,
    rng: np.random.Generator | int | None = None,
) -> Outcomes:
    """How a battle can end, and with which chances.

    Parameters
    ----------
    battle : Battle or str
        A battle, or a game and a battle as text: ``"aa 3 inf, 2 arm v 4 inf"``.
    engine, trials, precision, rng
        As in `combat.engine.solve`.

    Examples
    --------
    >>> result = odds("aa 1 arm v 1 inf")
    >>> result.event("territory_taken").as_percent(), result.event("both_gone").as_percent()
    ('50.0 %', '25.0 %')
    """
    return solve(read_battle(battle), engine=engine, trials=trials, precision=precision, rng=rng)


def read_battle(battle: Battle | str) -> Battle:
    """Return the battle itself, or read 'GAME ATTACKER v DEFENDER'."""
    if isinstance(battle, Battle):
        return battle
    game, _, text = battle.strip().partition(" ")
    return parse_battle(game, text)
