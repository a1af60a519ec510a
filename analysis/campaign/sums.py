"""Whole distributions along a plan: of sums over its stages, and of how its stages end together.

Sums are carried along the chain beside the mass, one number for each value that a sum can have and
each branch; nothing is rounded into bins.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from analysis.campaign.answer import Campaign
from analysis.campaign.views import shares, values, words
from analysis.campaign.weighed import lists
from combat.arrays import Floats, Ints
from combat.chain import ENDS_HERE, Chain
from combat.estimate import Estimate
from combat.game import Quantity
from combat.outcomes import Outcomes

MOST_SUMS = 20_000  # different values of a sum
MOST_JOINT = 100_000  # ways in which the stages of a plan may end together
MOST_CELLS = 20_000_000  # values times branches
DECIMALS = 9  # sums nearer to one another are equal
QUANTILES = (0.05, 0.5, 0.95)


class Distribution(NamedTuple):
    """The values that a sum can have, rising, and their chances; arrays of one shape."""

    values: Floats
    chances: Floats

    def quantile(self, share: float) -> float:
        """Return the least value up to which at least this share of the chance comes.

        Examples
        --------
        >>> Distribution(np.array([-3.0, 0.0, 6.0]), np.array([0.25, 0.5, 0.25])).quantile(0.75)
        0.0
        """
        upto = np.cumsum(self.chances)
        enough = upto >= share * upto[-1] - 1e-12
        return float(self.values[np.argmax(enough)])


def swing_distribution(found: Campaign) -> Distribution | None:
    """Return the distribution of the whole plan's swing; see `distribution`."""
    quantity = found.plan.game.quantity(found.plan.game.swing)
    assert quantity is not None
    return distribution(found, quantity)


def distributions(found: Campaign) -> dict[str, Distribution]:
    """Return the distributions of the swing and of the value of the whole plan, by name.

    A sum has none if final states do not show it, or if it has too many values.
    """
    game = found.plan.game
    both = {}
    for name in dict.fromkeys((game.swing, game.value)):
        quantity = game.quantity(name)
        assert quantity is not None
        if lists(found, quantity):
            one = distribution(found, quantity)
            if one is not None:
                both[name] = one
    return both


def distribution(found: Campaign, quantity: Quantity) -> Distribution | None:
    """Return the distribution of a quantity summed up over all stages.

    It is seen from the side of the plan's first attacker. None if final states do not show the
    quantity, or if the sum has more than `MOST_SUMS` values.
    """
    if quantity.of is None:
        return None
    stages = found.plan.stages
    return summed(
        found.chain,
        lambda stage, outcomes: values(outcomes, quantity, turned=stages[stage].turned),
        most=MOST_SUMS,
    )


def joint_ends(found: Campaign) -> list[tuple[tuple[str | None, ...], Estimate]]:
    """How all stages end together, likeliest first: an event of each, None if not fought.

    Empty if there are more than `MOST_JOINT` ways.
    """
    known = shares(found.plan.game.events)
    names = [None, *(event.name for event in known)]
    digits = len(names)
    count = len(found.plan.stages)
    ends = summed(
        found.chain,
        lambda stage, outcomes: (words(outcomes, known) + 1.0) * digits**stage,
        most=MOST_JOINT,
    )
    if ends is None or digits**count > 2**53:  # beyond that a float does not tell them apart
        return []
    rows = []
    for place in np.lexsort((ends.values, -ends.chances)):
        code, chance = int(ends.values[place]), float(ends.chances[place])
        way = tuple(names[code // digits**stage % digits] for stage in range(count))
        estimate = Estimate.of_chance(chance, found.chain.trials, dropped=found.chain.dropped)
        rows.append((way, estimate))
    return rows


def summed(
    chain: Chain, added: Callable[[int, Outcomes], Floats], *, most: int
) -> Distribution | None:
    """Return the distribution of a sum over the stages of a chain.

    Parameters
    ----------
    chain : Chain
    added : callable
        ``(stage number, outcomes)`` to what each final state adds, shape (states,).
    most : int
        None is returned if the sum can have more values.
    """
    sums = np.zeros(1)
    coming: Floats = np.ones((1, 1))
    done: list[tuple[Floats, Floats]] = []
    for number, stage in enumerate(chain.stages):
        rows = [
            np.zeros(1) if b.outcomes is None else np.round(added(number, b.outcomes), DECIMALS)
            for b in stage.branches
        ]
        steps = np.unique(np.concatenate(rows))
        if len(sums) * len(steps) > MOST_CELLS:
            return None
        after, place = _outer(sums, steps)
        last = number + 1 == len(chain.stages)
        size = 0 if last else len(chain.stages[number + 1].branches)
        if len(after) > most or len(after) * (size + 1) > MOST_CELLS:
            return None
        following = np.zeros((size + 1, len(after)))  # the last row: the plan ends here
        for branch, before, own in zip(stage.branches, coming, rows, strict=True):
            chance = np.ones(1) if branch.outcomes is None else branch.outcomes.chance
            onward, step, share = _grouped(branch.onward, np.searchsorted(steps, own), chance)
            there = np.flatnonzero(before)
            at = place[there[:, None], step]
            np.add.at(following, (onward, at), before[there, None] * share)
        done.append((after, following[ENDS_HERE]))
        sums, coming = after, following[:size]
    return _merged(done)


def _outer(sums: Floats, steps: Floats) -> tuple[Floats, Ints]:
    """Return the different sums of a number of each, rising, and the place of each pair's."""
    pairs = np.round(sums[:, None] + steps, DECIMALS) + 0.0  # no −0
    after, place = np.unique(pairs, return_inverse=True)
    return after, place.reshape(pairs.shape)


def _grouped(onward: Ints, step: Ints, chance: Floats) -> tuple[Ints, Ints, Floats]:
    """Add up the chances of final states that lead to the same branch and add the same."""
    size = int(step.max(initial=0)) + 1
    keys, place = np.unique((onward + 1) * size + step, return_inverse=True)
    share: Floats = np.bincount(place, chance, minlength=len(keys))  # type: ignore[assignment]
    return keys // size - 1, keys % size, share


def _merged(parts: Sequence[tuple[Floats, Floats]]) -> Distribution:
    """Put distributions of ends at several stages together, without the values that never come."""
    known, place = np.unique(np.concatenate([one for one, _ in parts]), return_inverse=True)
    chances: Floats = np.bincount(  # type: ignore[assignment]
        place, np.concatenate([mass for _, mass in parts]), minlength=len(known)
    )
    there = chances > 0.0
    return Distribution(known[there], chances[there])
