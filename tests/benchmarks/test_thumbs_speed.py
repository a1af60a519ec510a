"""How long it takes to measure rules of thumb, and to solve many battles at once for it.

``pytest tests/benchmarks --override-ini addopts=`` prints a table; compare the row of 500 battles
of 1775 at once with that of 20 of them one by one.
"""

import numpy as np
import pytest

from analysis.answers import odds
from analysis.thumbs.answer import BATTLES, SEED, _measured
from combat.games import GAMES, find_game
from combat.rebellion_1775.start_values import holding_chances

WITH_THUMBS = sorted(name for name, game in GAMES.items() if game.thumbs is not None)


def rebellion_battles(count):
    game = find_game("rb")
    return game.thumbs(game)[0].draw(np.random.default_rng(1), count)


@pytest.mark.parametrize("name", WITH_THUMBS)
def test_a_game(benchmark, name):
    game = find_game(name)
    answer = benchmark.pedantic(
        lambda: _measured.__wrapped__(game, BATTLES, SEED), rounds=3, iterations=1
    )
    assert answer.battles == BATTLES


def test_rebellion_at_once(benchmark):
    battles = rebellion_battles(500)
    chances = benchmark.pedantic(lambda: holding_chances(battles), rounds=3, iterations=1)
    assert len(chances) == 500


def test_rebellion_one_by_one(benchmark):
    battles = rebellion_battles(20)
    chances = benchmark.pedantic(
        lambda: [odds(one, engine="exact").event("attacker_holds").value for one in battles],
        rounds=3,
        iterations=1,
    )
    assert holding_chances(battles) == pytest.approx(chances, abs=1e-12)
