"""The best turn of a plan: solved for its aim, followed to its ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Floats
from combat.errors import OptionError, TooLargeError
from combat.napoleonics.turn.actions import Action
from combat.napoleonics.turn.forward import Forward
from combat.napoleonics.turn.kernels import MEASURES, Kernel, kernels
from combat.napoleonics.turn.plan import (
    BANNER_SWING,
    LAST_BANNER,
    NET_VALUE,
    RACE,
    TurnPlan,
)
from combat.napoleonics.turn.solver import Solver
from combat.napoleonics.turn.states import TargetStates
from combat.race import Race

MOST_WORK = 2e10  # multiplications that the tables take, roughly: some ten seconds
BRANCHES = 3  # ways that an attack can go, by what it brings
NEXT = 1e-7  # what net value counts for beside another aim: it decides between equals
WEIGHTS: Mapping[str, Mapping[str, float]] = {
    NET_VALUE: {"net_value": 1.0},
    BANNER_SWING: {"for": 1.0, "against": 1.0, "net_value": NEXT},
    LAST_BANNER: {"net_value": NEXT},
    RACE: {"net_value": NEXT},
}


@dataclass(frozen=True, eq=False)
class Turn:
    """A plan's best turn.

    Parameters
    ----------
    plan : TurnPlan
    enemy : float array, optional
        What the enemy's turns bring, banners for and against him: for the aim ``race``.
    own : float array, optional
        What own later turns bring; as this one if not given.
    known : mapping of Action to Kernel
        What some attacks may come to, if it is known already.
    """

    plan: TurnPlan
    enemy: Floats | None = None
    own: Floats | None = None
    known: Mapping[Action, Kernel] = field(default_factory=dict)

    @cached_property
    def states(self) -> tuple[TargetStates, ...]:
        """The states of each target."""
        return tuple(TargetStates(target) for target in self.plan.targets)

    @cached_property
    def kernels(self) -> tuple[dict[Action, Kernel], dict[Action, Kernel]]:
        """What every attack and every bonus melee may come to."""
        return kernels(self.plan, self.states, self.known)

    @cached_property
    def most(self) -> tuple[int, int]:
        """Banners for and against that the turn can bring at most."""
        targets = [target.unit for target in self.plan.targets]
        own = [attacker.unit for attacker in self.plan.attackers]
        return tuple(sum(1 + unit.leader for unit in units) for units in (targets, own))  # type: ignore[return-value]

    @cached_property
    def solver(self) -> Solver:
        """The tables of the best turn.

        Raises
        ------
        TooLargeError
        OptionError
            If the aim needs what the plan does not say.
        """
        final, over = self._ends()
        sizes = tuple(map(len, self.states))
        main, bonus = self.kernels
        acting = 2.0 ** (len(self.plan.attackers) - 1) * (len(main) + len(bonus))
        work = acting * float(np.prod(sizes)) * final.size * max(sizes) * BRANCHES
        if work > MOST_WORK:
            easier = "" if final.size == 1 else ", or choose the aim net_value"
            raise TooLargeError(
                f"the turn would take {work:.0e} multiplications, more than the limit of"
                f" {MOST_WORK:.0e}; leave out an attacker or a target{easier}",
                given=self.plan.aim,
            )
        weights = WEIGHTS[self.plan.aim]
        return Solver(sizes, len(self.plan.attackers), main, bonus, weights, final, over)

    def _ends(self) -> tuple[Floats, Bools]:
        """Return what the end of the turn is worth by banners, and where the game is over."""
        if self.plan.aim not in (LAST_BANNER, RACE):
            return np.zeros((1, 1)), np.zeros((1, 1), np.bool_)
        needs = self.plan.needs
        if not needs[0]:
            raise OptionError(
                f"the aim {self.plan.aim} needs the score: give to_win and score",
                given=self.plan.aim,
                allowed=("to_win = 5", "score = [3, 4]"),
            )
        shape = tuple(min(need, most) + 1 for need, most in zip(needs, self.most, strict=True))
        gained, lost = np.meshgrid(*map(np.arange, shape), indexing="ij")
        won, beaten = gained >= needs[0], lost >= needs[1]
        if self.plan.aim == LAST_BANNER:
            return won.astype(np.float64), won | beaten
        table = self.race.tables[1]  # it is then the enemy's turn
        score = self.race.to - needs[0], self.race.to - needs[1]
        worth = np.zeros(shape)
        for place in np.ndindex(*shape):
            if won[place]:
                worth[place] = 1.0
            elif not beaten[place]:
                worth[place] = table[score[0] + place[0], score[1] + place[1]]
        return worth, won | beaten

    @cached_property
    def race(self) -> Race:
        """The race for banners: own later turns are like the best turn for net value.

        Raises
        ------
        OptionError
        """
        if self.enemy is None or not self.plan.needs[0]:
            raise OptionError(
                "a race needs the score and what the enemy's turns bring: give to_win, score and"
                " [race] enemy = [[0.6, 0.1], [0.3, 0]]",
                given="race",
                allowed=("to_win", "score", "[race] enemy"),
            )
        own = self.own
        if own is None:
            own = self.usual.table
        return Race(max(self.plan.needs), own, self.enemy)

    @cached_property
    def usual(self) -> Turn:
        """The same turn, best for net value."""
        if self.plan.aim == NET_VALUE:
            return self
        both = {**self.kernels[0], **self.kernels[1]}
        return Turn(replace(self.plan, aim=NET_VALUE), known=both)

    @cached_property
    def forward(self) -> Forward:
        """Every way that the best turn can go."""
        return Forward(self.solver)

    @cached_property
    def table(self) -> Floats:
        """Chances by banners for and against, (for, against)."""
        joint = self.forward.joint
        shape = tuple(max(key[at] for key in joint) + 1 for at in (0, 1))
        found = np.zeros(shape)
        for key, chance in joint.items():
            found[key] = chance
        return found

    @property
    def net_value(self) -> float:
        """What the turn is worth in blocks, banners included."""
        at = MEASURES.index("net_value")
        return float(sum(one.total[at] for one in self.forward.fought))

    @property
    def value(self) -> float:
        """What the turn is worth for its aim, ties broken by net value."""
        start = (0,) * len(self.solver.shape)
        return float(self.solver.value((1 << self.solver.attackers) - 1)[start])

    def with_dice(self, *numbers: int) -> Turn:
        """Return the turn in which some of the attackers have one die more."""
        attackers = tuple(
            replace(one, unit=replace(one.unit, card=one.unit.card + 1)) if at in numbers else one
            for at, one in enumerate(self.plan.attackers)
        )
        same = {
            action: kernel
            for kernels in self.kernels
            for action, kernel in kernels.items()
            if not {action.attacker, *action.guns} & set(numbers)
        }
        return replace(self, plan=replace(self.plan, attackers=attackers), known=same)
