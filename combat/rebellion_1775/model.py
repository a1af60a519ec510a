"""A battle made ready for the engines: two tables where policies are fixed, stages for the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from math import prod

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.battle import Battle
from combat.game import ROLES, PolicyMap
from combat.outcomes import EXACT, SIMULATED, Outcomes, Tally
from combat.rebellion_1775.camp import Camp
from combat.rebellion_1775.camps import names_of, rules_of
from combat.rebellion_1775.colours import OF_SIDE
from combat.rebellion_1775.columns import COLOURS, NET, SCALE, UNTALLIED
from combat.rebellion_1775.exchange import TALLIES, Exchange
from combat.rebellion_1775.goals import area, final_value, rewards_of, signs_of, weights_of
from combat.rebellion_1775.legality import has_best, needs_stages
from combat.rebellion_1775.moments import Moments, same, staged_moment, with_met, worth_spread
from combat.rebellion_1775.rules import SkirmishRules
from combat.rebellion_1775.sample import Sample, sampled
from combat.rebellion_1775.settings import worths_of
from combat.rebellion_1775.side_table import SideTable
from combat.stages.best import Solution, best
from combat.stages.exact import distribution
from combat.stages.final import Final
from combat.stages.graph import Graph
from combat.stages.montecarlo import simulate
from combat.stages.rules import Policies, Side, View

STATE_WORK = 4e5  # multiplications that a pair of nodes counts for in stages
PAIR_WORK = 3e4  # and in two tables
MOST_STATES = 400_000
MOST_NODES = 2_000  # of a side, that tables hold
WITHDRAWN = "withdrawn"


@dataclass(frozen=True, eq=False)
class RebellionModel:
    """A battle of 1775: Rebellion for the engines.

    Parameters
    ----------
    battle : Battle
    """

    battle: Battle

    @cached_property
    def rules(self) -> SkirmishRules:
        """The stages of this battle."""
        return rules_of(self.battle)

    @property
    def pairs(self) -> float:
        """Pairs of nodes that the two sides can come to."""
        starts = (camp.start for camp in self.rules.camps)
        return float(prod(n + 1 for start in starts for n in start))

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly."""
        if not self._in_stages:
            return self.pairs * PAIR_WORK
        each = STATE_WORK * (12.0 if has_best(self.battle) else 4.0)
        return self.pairs * each * (1 + self.battle["turned"])

    @property
    def best_work(self) -> float:
        """Multiplications that it takes to know best play."""
        return self.work if has_best(self.battle) else 0.0

    @cached_property
    def solution(self) -> Solution | None:
        """Best play of both sides for the battle's goal, if somebody has a choice."""
        if not has_best(self.battle):
            return None
        graph = Graph.of(self.rules, self.rules.starts(), limit=MOST_STATES)
        sign = signs_of(self.battle)
        rewards = {name: sign * worth for name, worth in rewards_of(self.battle).items()}
        return best(graph, self._aim, rewards=rewards)

    def _aim(self, view: View) -> Floats:
        """Return what of the goal final rows show; the attacker wants more of it."""
        return signs_of(self.battle) * final_value(self.battle, view.states)

    @property
    def policies(self) -> Policies:
        """Best play, or nothing where all is fixed."""
        return {} if self.solution is None else dict.fromkeys(Side, self._best_option)

    def _best_option(self, view: View, legal: Bools) -> Ints:
        """Return what best play does; sums that rows show besides do not matter for it."""
        assert self.solution is not None
        known = np.zeros((len(view.states), len(self.rules.columns)), view.states.dtype)
        known[:, :UNTALLIED] = view.states[:, :UNTALLIED]
        return self.solution(View(view.names, known, view.stage), legal)

    @property
    def _fates(self) -> tuple[str, ...]:
        """Names of what final states on a map show of each colour."""
        sides = dict(zip(ROLES, names_of(self.battle), strict=True))
        names = []
        for name in self._tracked:
            role, rest = name.split(".")
            at, fate = rest.split("_")
            names.append(f"{fate}.{role}.{OF_SIDE[sides[role]][int(at)]}")
        return tuple(names)

    def timeline(self) -> None:
        """Nothing: throws are not rounds."""

    def policy_map(self) -> PolicyMap | None:
        """Return what best play gains in words, if somebody has a choice."""
        if self.solution is None:
            return None
        from combat.rebellion_1775.decisions import decision_lines

        nowhere = np.zeros(0, dtype=np.int64)
        return PolicyMap(nowhere, nowhere, nowhere > 0, nowhere.astype(float), decision_lines(self))

    def tables(self) -> tuple[SideTable, SideTable]:
        """Return the two sides as tables, with room for natives who join."""
        return table_of(self.rules.camps[0]), table_of(self.rules.camps[1])

    def exact(self) -> Outcomes:
        """Compute the outcomes."""
        if self._in_stages:
            rules = rules_of(self.battle, by_colour=self._on_map)
            final = distribution(rules, rules.starts(), self.policies, track=self._tracked)
            return self._staged(final, EXACT)
        first, second = self.tables()
        starts = self._starts(first, second)
        mass = Exchange(first, second).run(starts)[0]
        rows, columns = np.nonzero(mass)
        moments = Moments(first, second, starts, self.met)
        tallies = {name: partial(moments.tally, name) for name in TALLIES}
        tallies["net_value"] = partial(self._net_value, first, second, starts)
        states = self._ends(first, second, rows, columns)
        return self._outcomes(states, mass[rows, columns], tallies, EXACT)

    @property
    def _in_stages(self) -> bool:
        """Whether the battle is more than two tables."""
        return needs_stages(self.battle) or self._volleyed or self._on_map

    @property
    def _nodes(self) -> tuple[int, ...]:
        """All that each side can be reduced to: how many."""
        return tuple(prod(n + 1 for n in camp.start) for camp in self.rules.camps)

    @property
    def _on_map(self) -> bool:
        """Whether what has become of each colour matters for a map."""
        return self.battle["map"] is not None

    @property
    def _tracked(self) -> dict[str, int]:
        """Sums that final states on a map show, each with its most: who has gone elsewhere."""
        if not self._on_map:
            return {}
        return {
            f"{role}.{at}_{WITHDRAWN}": n
            for who, (role, camp) in enumerate(zip(ROLES, self.rules.camps, strict=True))
            for at, n in enumerate(camp.start)
            if n and self.rules.decides(who)
        }

    @property
    def _volleyed(self) -> bool:
        return self.battle["volley"] != "none"

    @property
    def met(self) -> int:
        """Natives of each side who cancel one another before the battle (RB-07)."""
        return min(camp.start[-1] for camp in self.rules.camps)

    def _net_value(self, first: SideTable, second: SideTable, starts: Floats) -> Tally:
        """Return mean and spread of what the battle is worth, by the tables."""
        mass, one, two = Exchange(first, second, weights=weights_of(self.battle)).run(starts)
        held = np.where(first.fights[:, None], 1.0, np.where(second.fights, -1.0, 0.0))
        return worth_spread(mass, one, two, worths_of(self.battle.settings)["area"] * held)

    def _staged_net_value(self, final: Final) -> Tally:
        """Return mean and spread of what the battle is worth, by the stages."""
        at = final.tallies.index(NET)
        first, second = final.first[:, at] / SCALE, final.second[:, at] / SCALE**2
        held = area(final.states[:, self.rules.columns.index("end")])
        worth = worths_of(self.battle.settings)["area"]
        return worth_spread(final.mass, first, second, worth * held)

    def _starts(self, first: SideTable, second: SideTable) -> Floats:
        """Return the mass at the beginning: natives who meet cancel one another (RB-07)."""
        starts = np.zeros((len(first.nodes), len(second.nodes)))
        a, d = (list(camp.start) for camp in self.rules.camps)
        a[-1], d[-1] = a[-1] - self.met, d[-1] - self.met
        starts[first.index[tuple(a)], second.index[tuple(d)]] = 1.0
        return starts

    def _ends(self, first: SideTable, second: SideTable, rows: Ints, columns: Ints) -> Ints:
        """Return final states: natives left alone have joined the other side (RB-07)."""
        units = np.concatenate(
            [np.array(first.nodes)[rows], np.array(second.nodes)[columns]], axis=1
        )
        blank = np.zeros((len(rows), len(self.rules.columns)), np.int64)
        blank[:, 1 : 1 + 2 * COLOURS] = units
        ended = self.rules.ended(blank)
        end = ended[:, [self.rules.columns.index("end")]]
        return np.concatenate([ended[:, 1 : 1 + 2 * COLOURS], end], axis=1)

    def simulate(self, trials: int, rng: np.random.Generator, seed: int | None) -> Outcomes:
        """Sample the outcomes."""
        if self._in_stages or max(self._nodes) > MOST_NODES:
            rules = rules_of(self.battle, by_colour=self._on_map)
            final = simulate(
                rules,
                rules.starts(),
                self.policies,
                trials=trials,
                rng=rng,
                track=self._tracked,
            )
            return self._staged(final, SIMULATED, trials, seed)
        first, second = self.tables()
        worth = weights_of(self.battle), worths_of(self.battle.settings)["area"]
        start = self._starts(first, second)
        found: Sample = sampled(first, second, start, worth=worth, trials=trials, rng=rng)
        rows, columns = np.divmod(found.pairs, len(second.nodes))
        states = self._ends(first, second, rows, columns)
        tallies = {
            name: partial(same, with_met(name, tally, self.met))
            for name, tally in found.tallies.items()
        }
        chance = found.counts / trials
        return self._outcomes(states, chance, tallies, SIMULATED, trials, seed)

    def _staged(
        self, final: Final, method: str, trials: int | None = None, seed: int | None = None
    ) -> Outcomes:
        end = self.rules.columns.index("end")
        more = [final.names[name] for name in self._tracked]
        states = final.states[:, [*range(1, 1 + 2 * COLOURS), end, *more]]
        met = self.met
        tallies = {name: partial(staged_moment, final, name, met) for name in TALLIES}
        tallies["net_value"] = partial(self._staged_net_value, final)
        return self._outcomes(states, final.mass, tallies, method, trials, seed)

    def _outcomes(
        self,
        states: Ints,
        chance: Floats,
        tallies: Mapping[str, Callable[[], Tally]],
        method: str,
        trials: int | None = None,
        seed: int | None = None,
    ) -> Outcomes:
        distinct, place = np.unique(states, axis=0, return_inverse=True)
        mass = np.bincount(place.ravel(), chance, minlength=len(distinct))
        columns = tuple(
            f"{role}.{name}"
            for role, side in zip(ROLES, names_of(self.battle), strict=True)
            for name in OF_SIDE[side]
        )
        return Outcomes(
            self.battle,
            (*columns, "end", *self._fates),
            distinct,
            np.asarray(mass),
            method,
            trials,
            seed,
            tallies=tallies,
            model=self,
        )


def table_of(camp: Camp) -> SideTable:
    """Return a camp as a table."""
    return SideTable(camp.start, camp.colours, camp.losses, camp.withdrawal)
