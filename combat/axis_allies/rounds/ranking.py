"""Which targets a power looks at first: those of the highest worth, trial by trial."""

from collections.abc import Iterator

import numpy as np

from combat.arrays import Ints
from combat.axis_allies.rounds.geometry import anything
from combat.axis_allies.rounds.offers import Muster

CITY = 10  # IPC that a victory city counts for


def ranked(muster: Muster, named: set[int]) -> Iterator[tuple[int, Ints]]:
    """Yield targets and the trials that look at them next, the highest worth first.

    ``named``: targets that are not looked at.
    """
    targets = [t for t in range(len(muster.state.layout.areas)) if t not in named]
    worth = np.stack([target_worth(muster, t) for t in targets], axis=1)
    some = anything(worth, (0,))
    targets, worth = [t for t, is_one in zip(targets, some, strict=True) if is_one], worth[:, some]
    order = np.argsort(-worth, axis=1, kind="stable")
    for rank in range(len(targets)):
        at = order[:, rank]
        there = worth[np.arange(len(worth)), at] > 0
        for target in np.unique(at[there]):
            yield targets[target], np.flatnonzero(there & (at == target))


def target_worth(muster: Muster, target: int) -> Ints:
    """Return what a target is worth in IPC, shape (trials,); 0 where there is nothing to attack.

    Of a territory: its income, a victory city, the cash of a capital, and what stands there; 1 at
    least, so that empty islands are targets too. Of a zone: what is in it.
    """
    state, layout = muster.state, muster.state.layout
    there = muster.enemy[:, target] @ layout.costs
    if target >= len(layout.territories):
        return there
    owner = state.owners[:, target]
    prize = layout.income[target] + CITY * (target in layout.cities) + np.zeros_like(there)
    for power, capital in layout.capitals.items():
        if capital == target:
            prize = prize + np.where(owner == power, state.cash[:, power], 0)
    worth: Ints = np.where(muster.friendly[:, target], 0, np.maximum(1, prize + there))
    return worth
