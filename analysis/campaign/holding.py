"""Who has what a plan's battles are fought for at its end, and how often it changes hands."""

from typing import NamedTuple

import numpy as np

from analysis.campaign.answer import Campaign
from analysis.campaign.views import shares
from analysis.campaign.weighed import NEVER, often, weighed
from combat.arrays import Floats
from combat.estimate import Estimate
from combat.outcomes import Outcomes

EVEN = 0.5


class Holding(NamedTuple):
    """Who holds the place at the end.

    ``attacker``, ``defender``: chance that it is the side of the plan's first attacker, or the
    other one; ``taken``: that the first attacker's side takes it at all; ``lost``: that it does and
    loses it again, at least once; ``changes``: chance by number of changes of hands, from 0;
    ``contested``: whether both sides attack;
    ``place``: what it is.
    """

    attacker: Estimate
    defender: Estimate
    taken: Estimate
    lost: Estimate
    changes: tuple[Estimate, ...]
    contested: bool
    place: str

    @property
    def is_dead_zone(self) -> bool:
        """Whether neither side can stay: it is more likely than not taken, and then taken back."""
        return self.taken.value >= EVEN and self.lost.value >= EVEN * self.taken.value

    @property
    def lines(self) -> tuple[str, ...]:
        """The same in plain sentences."""
        who = (
            f"at the end the side that attacks first holds {self.place}:"
            f" {often(self.attacker)}; the other side: {often(self.defender)}"
        )
        if not self.contested:
            return (who,)
        taken = often(self.taken)
        if taken == NEVER:
            return who, f"taken at all: {taken}"
        lost = f"taken at all: {taken}, and lost again: {often(self.lost)}"
        dead = "; a dead zone: who takes it is more likely than not to lose it again"
        return who, lost + dead * self.is_dead_zone


def holding(found: Campaign) -> Holding | None:
    """Find out who has what is fought for at the end; None where a plan has no one such thing.

    At first the defender of the first stage has it. It changes hands where the game's first event
    comes true for a side that does not have it.
    """
    game, stages = found.plan.game, found.plan.stages
    assert game.sequels is not None
    moves = shares(game.events)[0]
    known = [o for number in range(len(stages)) for _, o in weighed(found, number)]
    if not game.sequels.one_place or all(o.battle.main_event != moves.name for o in known):
        return None
    size = len(stages) + 1
    other = np.arange(size) % 2  # after so many changes: 1 the first attacker's side has it

    def changed(stage: int, outcomes: Outcomes, before: Floats) -> Floats:
        after = np.outer(outcomes.chance, before)
        if moves.applies(outcomes.battle):
            rows = np.flatnonzero(moves.of(outcomes))
            moving = before * (other == stages[stage].turned)
            stays = before - moving
            after[rows] = np.outer(outcomes.chance[rows], stays + np.append(0.0, moving[:-1]))
        return after

    chances = found.chain.carried(np.append(1.0, np.zeros(size - 1)), changed)

    def chance(which: Floats) -> Estimate:
        value = float(which.sum())
        return Estimate.of_chance(value, found.chain.trials, dropped=found.chain.dropped)

    return Holding(
        chance(chances[other == 1]),
        chance(chances[other == 0]),
        chance(chances[1:]),
        chance(chances[2:]),
        tuple(chance(chances[number : number + 1]) for number in range(size)),
        any(stage.turned for stage in stages),
        game.sequels.place,
    )
