"""Tens of thousands of battles in one call: a grid over what both sides have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from combat.arrays import Floats, Ints
from combat.battle import Battle
from combat.errors import OptionError
from combat.stages.exact import distribution
from combat.washingtons_war.fates import Fates
from combat.washingtons_war.legality import has_choice
from combat.washingtons_war.measures import MEASURES
from combat.washingtons_war.rules import WarRules
from combat.washingtons_war.settings import worths_of
from combat.washingtons_war.setups import Setups
from combat.washingtons_war.troops import CARDS

AXES = {  # what may be varied of a side: the least and the most
    "cu": (1, 99),
    "battle": (0, 6),
    "agility": (0, 3),
    "drm": (-40, 40),
    "card": (0, len(CARDS) - 2),
}


def grid(
    battle: Battle,
    axes: Mapping[str, Sequence[int]],
    *,
    measures: Sequence[str] = ("attacker_wins",),
) -> dict[str, Floats]:
    """Return numbers of a battle for every combination of what its sides have, exactly.

    Parameters
    ----------
    battle : Battle
        What is not varied; nobody may have a choice in it.
    axes : mapping of str to sequence of int
        ``'attacker.cu'``, ``'defender.battle'`` and so on, of `AXES`, to its values. ``drm`` is the
        sum of the modifiers but for CUs, rating and card; ``card`` a place in `CARDS`: none, a
        discard, a battle card.
    measures : sequence of str
        Events, for their chance, and quantities, for their mean.

    Returns
    -------
    dict of str to float array
        Each of shape (values of the first axis, values of the second, …).

    Raises
    ------
    OptionError

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battle = parse_battle("ww", "british, 5 cu, gen 1/1 v american, 5 cu")
    >>> won = grid(battle, {"attacker.cu": [4, 5], "defender.cu": [5]})["attacker_wins"]
    >>> (won * 72).round().astype(int).tolist()
    [[36], [47]]
    """
    _check(battle, axes, measures)
    shape = tuple(len(values) for values in axes.values())
    columns = np.meshgrid(
        *(np.asarray(values, np.int64) for values in axes.values()), indexing="ij"
    )
    setups = Setups.of([battle]).repeated(int(np.prod(shape)))
    for axis, column in zip(axes, columns, strict=True):
        side, _, what = axis.partition(".")
        setups = _varied(setups, side, what, column.ravel())
    rules = WarRules(setups)
    final = distribution(rules, rules.starts(), {})
    fates = Fates(setups, final.states)
    worth = worths_of(battle.settings)
    return {
        name: final.expected(MEASURES.of(name, worth)(fates)).reshape(shape) for name in measures
    }


def _varied(setups: Setups, side: str, what: str, values: Ints) -> Setups:
    columns: dict[str, Any] = {what: values}
    if what == "card":
        columns = {"cards": values[:, None] == np.arange(len(CARDS))}
    return replace(setups, **{side: replace(getattr(setups, side), **columns)})


def _check(battle: Battle, axes: Mapping[str, Sequence[int]], measures: Sequence[str]) -> None:
    if has_choice(battle):
        raise OptionError(
            "in a grid nobody has a choice: name the cards, tries and retreats instead of 'may' and"
            " 'best'",
            given=str(battle),
        )
    known = tuple(f"{side}.{what}" for side in ("attacker", "defender") for what in AXES)
    for axis, values in axes.items():
        if axis not in known:
            raise OptionError(
                f"no axis {axis!r}; axes are {', '.join(known)}", given=axis, allowed=known
            )
        low, high = AXES[axis.partition(".")[2]]
        high = 5 if axis == "attacker.cu" else high
        if not len(values) or min(values) < low or max(values) > high:
            raise OptionError(
                f"{axis} goes from {low} to {high}",
                given=str(list(values)),
                allowed=(f"{low} to {high}",),
            )
    names = MEASURES.names
    for name in measures:
        if name not in names:
            raise OptionError(
                f"no event or quantity {name!r}; they are {', '.join(names)}",
                given=name,
                allowed=names,
            )
