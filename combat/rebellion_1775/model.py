"""A battle made ready for the engines: two tables where policies are fixed, stages for the rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from math import prod

import numpy as np

from combat.arrays import Floats, Ints
from combat.battle import Battle
from combat.game import PolicyMap
from combat.outcomes import EXACT, SIMULATED, Outcomes, Tally
from combat.rebellion_1775.camp import Camp
from combat.rebellion_1775.camps import names_of, rules_of
from combat.rebellion_1775.colours import OF_SIDE
from combat.rebellion_1775.columns import COLOURS
from combat.rebellion_1775.ends import area_value
from combat.rebellion_1775.exchange import FATES, TALLIES, Exchange
from combat.rebellion_1775.goals import final_value, rewards_of, signs_of
from combat.rebellion_1775.legality import has_best, needs_stages
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
ROLES = ("attacker", "defender")
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
        if not needs_stages(self.battle) and not self._on_map:
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
        return {} if self.solution is None else dict.fromkeys(Side, self.solution)

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
        if needs_stages(self.battle) or self._volleyed or self._on_map:
            rules = rules_of(self.battle, by_colour=self._on_map)
            final = distribution(rules, rules.starts(), self.policies, track=self._tracked)
            return self._staged(final, EXACT)
        first, second = self.tables()
        starts = self._starts(first, second)
        mass = Exchange(first, second).run(starts)[0]
        rows, columns = np.nonzero(mass)
        moments = _Moments(first, second, starts)
        tallies = {name: partial(moments.tally, name) for name in TALLIES}
        states = self._ends(first, second, rows, columns)
        return self._outcomes(states, mass[rows, columns], tallies, EXACT)

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

    def _starts(self, first: SideTable, second: SideTable) -> Floats:
        """Return the mass at the beginning: natives who meet cancel one another (RB-07)."""
        starts = np.zeros((len(first.nodes), len(second.nodes)))
        a, d = (list(camp.start) for camp in self.rules.camps)
        met = min(a[-1], d[-1])
        a[-1], d[-1] = a[-1] - met, d[-1] - met
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
        if needs_stages(self.battle) or self._volleyed or self._on_map:
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
        found: Sample = sampled(first, second, self._starts(first, second), trials, rng)
        rows, columns = np.divmod(found.pairs, len(second.nodes))
        states = self._ends(first, second, rows, columns)
        tallies = {name: partial(_same, tally) for name, tally in found.tallies.items()}
        chance = found.counts / trials
        return self._outcomes(states, chance, tallies, SIMULATED, trials, seed)

    def _staged(
        self, final: Final, method: str, trials: int | None = None, seed: int | None = None
    ) -> Outcomes:
        end = self.rules.columns.index("end")
        more = [final.names[name] for name in self._tracked]
        states = final.states[:, [*range(1, 1 + 2 * COLOURS), end, *more]]
        tallies = {name: partial(_moment, final, name) for name in TALLIES}
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
        found = dict(tallies)
        outcomes = Outcomes(
            self.battle,
            (*columns, "end", *self._fates),
            distinct,
            np.asarray(mass),
            method,
            trials,
            seed,
            tallies=found,
            model=self,
        )
        found["net_value"] = partial(_net_value, outcomes)
        return outcomes


def _net_value(outcomes: Outcomes) -> Tally:
    """Return what the battle is worth to the attacker; its spread is not known."""
    worth = worths_of(outcomes.battle.settings)
    mean = float(outcomes.chance @ area_value(outcomes))
    for role, sign in (("attacker", -1.0), ("defender", 1.0)):
        for fate in FATES:
            mean += sign * worth[fate] * outcomes.tallies[f"{role}_{fate}"]().mean
    return Tally(mean, math.nan)


def table_of(camp: Camp) -> SideTable:
    """Return a camp as a table."""
    return SideTable(camp.start, camp.colours, camp.losses, camp.withdrawal)


class _Moments:
    """Means and spreads of the sums along the path, computed when the first is asked for."""

    def __init__(self, first: SideTable, second: SideTable, starts: Floats) -> None:
        self._made = first, second, starts
        self._found: dict[str, Tally] | None = None

    def tally(self, name: str) -> Tally:
        """Return one of `TALLIES`."""
        if self._found is None:
            first, second, starts = self._made
            sums = Exchange(first, second, tallied=True).run(starts).sum(axis=(1, 2))
            count = len(TALLIES)
            self._found = {
                tally: _spread(float(sums[1 + at]), float(sums[1 + count + at]))
                for at, tally in enumerate(TALLIES)
            }
        return self._found[name]


def _spread(mean: float, second: float) -> Tally:
    return Tally(mean, math.sqrt(max(0.0, second - mean**2)))


def _moment(final: Final, name: str) -> Tally:
    mean, second = (float(part.sum()) for part in final.moments(name))
    return _spread(mean, second)


def _same(tally: Tally) -> Tally:
    return tally
