"""How long the decks take: exact answers, and a million simulated runs (the goal: 10 s each).

Run as the others are (`tests/benchmarks/test_speed.py`), whose first row is the yardstick.
"""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from combat.decks.how import How
from combat.games import decks, find_deck

TRIALS = 1_000_000
MUSKETS = Path(__file__).parents[2] / "docs" / "examples" / "decks" / "musket_skirmish.toml"
MORE = {
    "1775, best truces": ("rb", {"truce": "best"}),
    "1775, Quebec": ("rb", {"scenario": "quebec"}),
    "Washington's War, a new deck each turn": ("ww", {"reshuffle": "every-turn"}),
    "Napoleonics, tactic cards": ("ccn", {"hand": "6", "tactics": "8/4/2/3"}),
    "Napoleonics, scouts": ("ccn", {"scout": "choose"}),
    "muskets, a question": ("mt", {"ask": "British regulars fires before French indians 3"}),
}
SIMULATED = {"Washington's War, who holds it": ("ww", {"last": "holder"})}


def test_yardstick_a_million_floats(benchmark):
    rng = np.random.default_rng(1)
    assert len(benchmark(lambda: rng.random(1_000_000))) == 1_000_000


@pytest.mark.parametrize("name", decks())
def test_exact(benchmark, name):
    answer = benchmark.pedantic(lambda: decks()[name].answer(how=How("exact")), rounds=3)
    assert answer.method == "exact"


@pytest.mark.parametrize("name", MORE)
def test_exact_with_settings(benchmark, name):
    game, settings = MORE[name]
    deck = find_deck(game)
    answer = benchmark.pedantic(lambda: deck.answer(how=How("exact"), **settings), rounds=1)
    assert answer.method == "exact"


def simulate(benchmark, ask):
    answer = benchmark.pedantic(ask, rounds=1)
    assert answer.trials == TRIALS


@pytest.mark.parametrize("name", decks())
def test_simulate_a_million(benchmark, name):
    simulate(benchmark, lambda: decks()[name].answer(how=How("simulate", TRIALS, 1)))


@pytest.mark.parametrize("name", [*MORE, *SIMULATED])
def test_simulate_a_million_with_settings(benchmark, name):
    game, settings = {**MORE, **SIMULATED}[name]
    deck = find_deck(game)
    simulate(benchmark, lambda: deck.answer(how=How("simulate", TRIALS, 1), **settings))


@pytest.mark.parametrize("variant", ["planning", "vigilance"])
def test_simulate_a_million_of_a_variant(benchmark, variant):
    data = tomllib.loads(MUSKETS.read_text("utf-8")) | {"variant": [variant]}
    deck = find_deck("mt")
    simulate(benchmark, lambda: deck.answer(data, how=How("simulate", TRIALS, 1)))
