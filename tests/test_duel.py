"""The grid for battles of attrition against the general engines, from the same side graphs."""

import numpy as np
import pytest

from combat.attrition.duel import Duel
from combat.attrition.duel_odds import Attrition
from combat.attrition.duel_rules import DuelRules
from combat.attrition.duel_sample import AliasTable, CumulativeTable, sample_duel
from combat.attrition.sides import SideGraph, nodes_array, reachable
from combat.games import parse_battle
from combat.hits import dice_pmf
from combat.stages.best import best
from combat.stages.exact import distribution
from combat.stages.graph import Graph
from combat.stages.montecarlo import simulate
from combat.stages.rules import Side

BATTLES = [
    "4 inf, 1 art, 1 arm v 5 inf, 1 ftr",
    "2 inf, 1 arm, 2 ftr, 1 bmr v 3 inf, 1 ftr, 1 aa",
    "3 inf, 2 ftr v 2 inf, 1 arm, 1 aa | retreat=at 2 or air-only",
    "2 inf v 9 inf, 2 ftr",
]


def duel_of(text: str) -> Duel:
    return parse_battle("aa", text).game.model(parse_battle("aa", text)).duel


def ended(duel: Duel, final) -> np.ndarray:
    mass = np.zeros(duel.shape)
    np.add.at(mass, (final["attacker"], final["defender"]), final.mass)
    return mass


@pytest.mark.parametrize("text", BATTLES)
def test_grid_equals_general_engine(text):
    duel = duel_of(text)
    rules = DuelRules(duel)
    final = distribution(rules, rules.start(), {})
    odds = Attrition.of(duel).odds(duel)
    assert np.abs(ended(duel, final) - (odds.ended + odds.halted)).max() < 1e-13
    mean, square = (float(moment[0]) for moment in final.moments("rounds"))
    assert odds.mean_rounds == pytest.approx(mean, abs=1e-12)
    assert odds.square() == pytest.approx(square, abs=1e-11)


@pytest.mark.parametrize("text", BATTLES[:2])
def test_timeline_is_the_tracked_distribution_of_rounds(text):
    duel = duel_of(text)
    rules = DuelRules(duel)
    final = distribution(rules, rules.start(), {}, track={"rounds": 60})
    by_round = np.bincount(final["rounds"], final.mass, minlength=61)
    timeline = Attrition.of(duel).timeline(duel, np.zeros((3, *duel.shape), dtype=np.int64), 1)
    known = min(len(timeline), 60)
    assert np.abs(np.cumsum(by_round)[:known] - timeline[:known, 0]).max() < 1e-12


@pytest.mark.parametrize("text", BATTLES[:2])
def test_best_stop_equals_general_backward_induction(text):
    """Optimal stopping by the grid, and by a graph in which stopping is a choice."""
    duel = duel_of(text)
    rng = np.random.default_rng(3)
    worth = rng.uniform(-10, 10, duel.shape)
    found, gain, value = Attrition.of(duel).best_stop(duel, worth)
    rules = StoppingRules(duel)
    start = rules.start()
    graph = Graph.of(rules, start)
    solution = best(
        graph,
        lambda view: worth[view["attacker"], view["defender"]],
        maximiser=Side.ATTACKER,
        policies={},
    )
    assert value == pytest.approx(float(solution.at(start)[0]), abs=1e-11)
    # no pair gains by doing the other thing
    assert found.halt is not None
    assert (gain[found.halt & duel.fightable] < 1e-9).all()
    assert (gain[duel.fightable & ~found.halt] > -1e-9).all()


class StoppingRules(DuelRules):
    """A duel in which the attacker chooses at each round's end whether to stop."""

    @property
    def stages(self):
        return (FreeRound(self.duel), Stop())

    @property
    def bounds(self):
        bounds = super().bounds
        bounds[0] = 1
        return bounds


class FreeRound:
    def __init__(self, duel):
        self.round = DuelRules(duel).stages[0]

    def rolls(self, states):
        return self.round.rolls(states)

    def resolve(self, states, results):
        after = self.round.resolve(states, results).copy()
        after[:, 0] = np.where(after[:, 0] == 0, 1, after[:, 0])  # what goes on may be stopped
        return after


class Stop:
    side = Side.ATTACKER

    def options(self, states):
        return np.ones((len(states), 2), dtype=bool)

    def apply(self, states, option):
        after = states.copy()
        after[:, 0] = np.where(option == 0, 0, -1)  # go on, or finish
        return after


@pytest.mark.parametrize("text", BATTLES)
def test_both_simulations_agree_with_the_grid(text):
    duel = duel_of(text)
    odds = Attrition.of(duel).odds(duel)
    exact = odds.ended + odds.halted
    trials = 60_000
    sample = sample_duel(duel, trials, np.random.default_rng(11))
    found = np.zeros(exact.size)
    for pairs, counts in sample.found:
        found[pairs] += counts
    rules = DuelRules(duel)
    general = ended(duel, simulate(rules, rules.start(), {}, trials=trials, rng=12))
    allowed = 4.5 * np.sqrt(exact * (1 - exact) / trials) + 3 / trials
    assert (np.abs(found.reshape(exact.shape) / trials - exact) <= allowed).all()
    assert (np.abs(general - exact) <= allowed).all()


def test_sides_may_be_of_any_relative_size():
    """The larger graph is eliminated; which side that is does not matter."""
    few, many = graph_of((2, 1), (0, 0, 1, 1)), graph_of((7, 9), (0, 1, 0, 0))
    one = Attrition(few, many).odds(duel_between(few, many))
    other = Attrition(many, few).odds(duel_between(many, few))
    assert np.abs(one.ended - other.ended.T).max() < 1e-14
    assert one.mean_rounds == pytest.approx(other.mean_rounds, abs=1e-13)


def test_large_inner_side_is_solved_in_blocks():
    """A triangular system larger than a block gives the same as stepping round by round."""
    side, foe = graph_of((90, 10), (0, 1, 0, 1)), graph_of((70, 8), (0, 0, 1, 0))
    duel = duel_between(side, foe)
    whole = Attrition.of(duel).odds(duel)
    stepped = Attrition.of(duel).odds(Duel(side, foe, duel.starts, duel.weights, round_limit=400))
    assert np.abs(whole.ended - stepped.ended).max() < 1e-11


@pytest.mark.fault("B19")
def test_alias_table_is_the_distribution():
    """Integrating the alias table over its one uniform number gives the chances back."""
    pmf = dice_pmf(np.array([[0, 3, 0, 2, 1], [0, 0, 0, 0, 0], [0, 9, 1, 0, 0]]))
    table = AliasTable(pmf)
    width = pmf.shape[1]
    for row in range(len(pmf)):
        chance = np.zeros(width)
        for column in range(width):
            cell = row * width + column
            chance[column] += table._threshold[cell] / width
            chance[table._alias[cell]] += (1 - table._threshold[cell]) / width
        assert np.abs(chance - pmf[row]).max() < 1e-15


def test_wide_table_is_the_distribution_too():
    """Drawn often enough, each of its hits comes as often as it should."""
    pmf = dice_pmf(np.array([[0, 3, 0, 2, 1], [0, 0, 0, 0, 0], [0, 0, 4, 0, 0]]))
    nodes = np.repeat([0, 1, 2], 40_000)
    hits = CumulativeTable(pmf).draw(nodes, np.random.default_rng(8))
    for row, chances in enumerate(pmf):
        found = np.bincount(hits[nodes == row], minlength=pmf.shape[1]) / 40_000
        assert (np.abs(found - chances) <= 4.5 * np.sqrt(chances * (1 - chances) / 40_000)).all()


def graph_of(counts: tuple[int, ...], pools: tuple[int, ...]) -> SideGraph:
    """A side whose first segment hits on the first value with dice, the second on the last."""
    nodes = nodes_array(reachable([counts]) or [], len(counts))
    values = [v for v, dice in enumerate(pools) if dice]
    dice = np.zeros((len(nodes), 7), dtype=np.int64)
    dice[:, values[0]] += nodes[:, 0]
    dice[:, values[-1] + 1] += nodes[:, 1]
    return SideGraph(nodes, dice_pmf(dice), nodes.sum(axis=1) > 0)


def duel_between(attacker: SideGraph, defender: SideGraph) -> Duel:
    return Duel(attacker, defender, np.array([[0, 0]]), np.ones(1))
