"""How long it takes from a touched control to the new answer: 200 ms at most, for usual battles.

``pytest tests/benchmarks/test_dashboard.py --override-ini addopts=`` prints a table.
"""

from itertools import cycle

import pytest

from analysis import html, should_attack
from analysis.dashboard import dashboard
from combat.games import GAMES

USUAL = {
    "opening attack": ("aa 5 inf, 2 art, 2 arm, 1 ftr v 6 inf, 1 art, 1 aa", "inf"),
    "with the best retreat": (
        "aa 5 inf, 2 art, 2 arm, 1 ftr v 6 inf, 1 art, 1 aa | retreat=best",
        "inf",
    ),
    "thirty a side": ("aa 20 inf, 5 art, 5 arm v 24 inf, 6 art", "inf"),
    "at sea": ("aa 2 ss, 3 dd, 1 ca, 2 ftr, 1 bb v 2 ss, 2 dd, 1 cv, 2 ftr", "dd"),
    "cards and generals": ("ww british, 4 cu, gen 4/1, regulars v american, 4 cu, gen 3/3", "cu"),
    "faces and withdrawals": ("rb 6 continental, 4 militia v 5 regulars, 3 loyalist", "militia"),
    "line and square": ("ccn British heavy cavalry 3, moved v French line 4, may square", "blocks"),
}


@pytest.mark.parametrize("name", USUAL)
def test_a_slider(benchmark, name):
    battle, what = USUAL[name]
    panel = dashboard(battle)
    slider = panel.sides["attacker"].by_name[what]
    here = slider.value
    places = cycle([here - 1, here])
    seen = []
    panel.answer.observe(lambda event: seen.append(event["new"]), names="value")

    def move():
        slider.value = next(places)

    benchmark.pedantic(move, rounds=20, warmup_rounds=2)
    assert len(set(seen)) == 2  # each move has changed what is shown


@pytest.mark.parametrize("game", GAMES)
def test_another_game(benchmark, game):
    panel = dashboard()
    others = [name for name in GAMES if name != game]

    def choose():
        panel.game.value = others[0] if panel.game.value == game else game

    benchmark.pedantic(choose, rounds=6)
    assert panel.error.value == ""


@pytest.mark.parametrize(
    "piece",
    [html.outcome_bar, html.swing_bars, html.retreat_map, html.odds_table, html.ends_table],
    ids=lambda piece: piece.__name__,
)
def test_a_piece(benchmark, piece):
    outcomes = should_attack(USUAL["with the best retreat"][0]).outcomes
    assert benchmark(piece, outcomes)
