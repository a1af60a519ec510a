import numpy as np
import pytest
from toys import STAY, Cards, Duel, Rebellion, Streak, always

import combat.stages.montecarlo
from combat.errors import EndlessError
from combat.stages.best import best
from combat.stages.exact import distribution
from combat.stages.graph import Graph
from combat.stages.montecarlo import simulate
from combat.stages.rules import Side, Starts

A, D = Side.ATTACKER, Side.DEFENDER
TRIALS = 20_000
GAMES = {
    "duel": (Duel(5), [Duel.row(3, 4), Duel.row(5, 2), Duel.row(2, 0)]),
    "rebellion": (Rebellion(4), [Rebellion.row(3, 4), Rebellion.row(4, 2)]),
    "cards": (Cards(), [[0, 5, 4, 1, 1, 0, 0], [0, 2, 6, 1, 0, 0, 0]]),
    "streak": (Streak(3), [[0, 0, 0, 0], [0, 2, 0, 0]]),
}


def assert_agree(found, exact):
    """Within 4 standard errors in every row that either has, and in the tallies' means."""
    rows = {}
    for at, final in enumerate((found, exact)):
        for state, case, mass in zip(
            final.states.tolist(), final.case.tolist(), final.mass, strict=True
        ):
            rows.setdefault((case, *state), [0.0, 0.0])[at] = mass
    for seen, chance in rows.values():
        assert abs(seen - chance) <= 4 * np.sqrt(chance * (1 - chance) / TRIALS)
    assert found.tallies == exact.tallies
    for tally in exact.tallies:
        mean, square = exact.moments(tally)
        error = np.sqrt(np.maximum(square - mean**2, 0) / TRIALS)
        assert (np.abs(found.moments(tally)[0] - mean) <= 4 * error + 1e-12).all()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("option", [0, 1])
def test_simulation_agrees_with_exact(game, option):
    rules, states = GAMES[game]
    policies = {A: always(0), D: always(option)}
    found = simulate(rules, Starts(states), policies, trials=TRIALS, rng=11)
    assert_agree(found, distribution(rules, Starts(states), policies))
    assert found.trials == TRIALS


def test_weighted_starts_and_scattered_cases():
    rows = [Duel.row(3, 2), Duel.row(2, 4), Duel.row(1, 1), Duel.row(4, 2)]
    starts = Starts(rows, np.array([0.2, 1.0, 0.5, 0.0]), np.array([6, 1, 6, 6]))
    found = simulate(Duel(5), starts, {}, trials=TRIALS, rng=4)
    exact = distribution(Duel(5), starts, {})
    assert np.abs(found.totals() - [0, 1, 0, 0, 0, 0, 0.7]).max() < 1e-12
    assert_agree(found, exact)


def test_tracked_tallies():
    rules, states = GAMES["rebellion"]
    track = {"fled": 2}
    found = simulate(rules, Starts(states), STAY, trials=TRIALS, rng=5, track=track)
    assert_agree(found, distribution(rules, Starts(states), STAY, track=track))


def test_a_solution_plays():
    rules, states = GAMES["rebellion"]
    solution = best(Graph.of(rules, Starts(states)), lambda view: view["a"] - 0.7 * view["d"])
    policies = {A: solution, D: solution}
    found = simulate(rules, Starts(states), policies, trials=TRIALS, rng=6)
    assert_agree(found, distribution(rules, Starts(states), policies))


def test_the_seed_is_the_sample():
    rules, states = GAMES["rebellion"]
    one, two, other = (
        simulate(rules, Starts(states), STAY, trials=3000, rng=seed, chunk=1000)
        for seed in (1, np.random.default_rng(1), 2)
    )
    assert (one.states == two.states).all()
    assert (one.mass == two.mass).all()
    assert (one.second == two.second).all()
    assert len(one) != len(other) or (one.mass != other.mass).any()
    assert np.abs(one.totals() - 1).max() < 1e-12


def test_endless_runs_are_stopped(monkeypatch):
    monkeypatch.setattr(combat.stages.montecarlo, "STEPS", 50)
    with pytest.raises(
        EndlessError, match="no end after 50 steps, in state stage=Volley, a=2, d=1"
    ):
        simulate(Duel(4, hit_a=0, hit_d=0), Starts([Duel.row(2, 1)]), {}, trials=3, rng=1)


def test_no_cases_give_no_rows():
    assert len(simulate(Duel(4), Starts(np.zeros((0, 4))), {}, trials=3)) == 0


def test_trials_and_weights_are_checked():
    with pytest.raises(ValueError, match="at least 1"):
        simulate(Duel(4), Starts([Duel.row(2, 1)]), {}, trials=0)
    with pytest.raises(ValueError, match="no weight"):
        simulate(Duel(4), Starts([Duel.row(2, 1)], np.array([0.0])), {}, trials=5)
