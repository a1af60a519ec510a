"""What exact odds, the oracle and a simulation of one battle must agree in."""

import oracle
import pytest
from joint import difference, joint, oracle_joint

from combat.outcomes import Outcomes

TRIALS = 40_000


def assert_equals_oracle(outcomes: Outcomes, asked: oracle.Result) -> None:
    """The same chance of every final state, and the same spread of the rounds."""
    assert difference(joint(outcomes), oracle_joint(asked)) < 1e-12
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-12)
    rounds = outcomes.quantity("rounds")
    assert rounds.value == pytest.approx(float(asked.mean_rounds), abs=1e-11)
    second = rounds.sd**2 + rounds.value**2
    assert second == pytest.approx(float(asked.rounds_second_moment), abs=1e-10)


def assert_within_four_standard_errors(exact: Outcomes, sampled: Outcomes) -> None:
    """Each event and each mean of a simulation is no further off than chance explains."""
    trials = sampled.trials
    assert exact.exact
    assert trials
    for event in exact.battle.events:
        chance, found = exact.event(event.name).value, sampled.event(event.name).value
        allowed = 4.0 * (chance * (1.0 - chance) / trials) ** 0.5
        assert abs(found - chance) <= allowed + 1e-12, event.name
    for quantity in exact.battle.quantities:
        mean, found = exact.quantity(quantity.name), sampled.quantity(quantity.name)
        assert abs(found.value - mean.value) <= 4.0 * mean.sd / trials**0.5 + 1e-9, quantity.name
