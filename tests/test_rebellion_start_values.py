"""The chances of many battles, backwards from one solve, are those of each battle forwards."""

import numpy as np
import pytest

from analysis.answers import odds
from combat.games import parse_battle
from combat.rebellion_1775.start_values import holding_chances

CLOSE = 1e-12
BATTLES = (
    "1 continental v 1 regulars",
    "3 continental, 2 militia v 2 regulars, 1 loyalist",
    "2 militia, 1 french v 1 regulars, 3 loyalist",
    "4 continental v 5 loyalist",
    "2 regulars, 2 loyalist, 1 hessian v 3 militia, 1 french",
    "5 loyalist v 2 continental, 4 militia",
    "1 hessian v 1 militia",
)
SETTINGS = (
    {},
    {"withdraw": "always", "defender_withdraw": "never"},
    {"withdraw": "outnumbered", "defender_withdraw": "outnumbered"},
    {"withdraw": "at 2", "defender_withdraw": "save-last"},
    {"way_out": "no", "defender_withdraw": "always"},
    {"losses": "keep-best", "defender_losses": "keep-dice"},
    {"faces.militia": "0/3/3", "faces.loyalist": "6/0/0"},
)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_backwards_is_forwards(settings):
    battles = [parse_battle("rb", text, **settings) for text in BATTLES]
    forwards = [odds(battle, engine="exact").event("attacker_holds").value for battle in battles]
    assert holding_chances(battles) == pytest.approx(forwards, abs=CLOSE)


def test_one_shot_each_by_hand():
    """A regular who attacks a militiaman, whose die hits and flees on two faces each.

    The defender throws first: 1/3 each he hits, flees, misses; then the regular hits on half.
    """
    battle = parse_battle(
        "rb", "1 regulars v 1 militia", withdraw="never", defender_withdraw="never"
    )
    # x = 1/3 (fled) + 1/3 (missed) · y, y = 1/2 (hit) + 1/2 · x
    holds = (1 / 3 + 1 / 3 * 1 / 2) / (1 - 1 / 6)
    assert holding_chances([battle]) == pytest.approx([holds], abs=CLOSE)


def test_none_are_no_trouble():
    assert holding_chances([]).shape == (0,)
    battle = parse_battle("rb", BATTLES[0])
    assert np.ptp(holding_chances([battle, battle])) == 0.0
