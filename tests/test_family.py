"""Many battles answered from one solve are the same battles answered one by one."""

from fractions import Fraction
from itertools import product

import numpy as np
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.answers import odds
from analysis.family import chances, crossed_chances, pair_chances
from analysis.frames import heat_frame
from combat.errors import OptionError, WargameError
from combat.games import GAMES, find_game, parse_battle

CLOSE = 1e-11
LAND = {
    "plain": ("aa 2 inf, 1 arm v 2 inf, 1 art", {}),
    "AA gun": ("aa 2 inf, 1 ftr, 1 bmr v 2 inf, 1 aa", {}),
    "after 2": ("aa 2 inf, 1 art v 3 inf", {"retreat": "after 2"}),
    "at 2": ("aa 3 inf, 1 arm v 2 inf, 1 ftr", {"retreat": "at 2"}),
    "air-only": ("aa 2 inf, 2 ftr v 3 inf", {"retreat": "air-only"}),
    "best": ("aa 2 inf, 2 arm v 3 inf", {"retreat": "best", "worth": "territory=4"}),
    "best after 3": ("aa 2 inf, 2 arm v 3 inf", {"retreat": "best or after 3"}),
    "rounds": ("aa 2 inf, 2 arm v 3 inf", {"rounds": "2"}),
    "rounds and at": ("aa 2 inf, 2 arm v 3 inf", {"rounds": "2", "retreat": "at 2"}),
    "keep": ("aa 2 inf, 2 ftr v 3 inf", {"losses": "inf ftr; keep 1 land"}),
    "cheapest": ("aa 2 inf, 2 ftr v 3 inf, 1 bmr", {"defender_losses": "cheapest"}),
    "low luck": ("aa 2 inf, 2 arm v 3 inf", {"dice": "low-luck"}),
    "second edition": ("aa 2 inf, 1 ftr v 2 inf, 2 aa", {"edition": "second"}),
    "chosen": ("aa 2 inf, 2 arm v 3 inf, 1 ftr", {"choose_losses": "attacker"}),
}
UNITS = ("inf", "art", "arm", "ftr", "bmr")
EVENTS = tuple(event.name for event in GAMES["axis-allies"].events if event.partition)


def read(text, options=None):
    game, _, rest = text.partition(" ")
    return parse_battle(game, rest, **(options or {}))


def forces(battle, side, texts):
    game = battle.game
    return [game.parse_side(text, side, battle.settings) for text in texts]


def one_by_one(battle, attackers, defenders, event):
    def chance(attacker, defender):
        try:
            return odds(battle.with_sides(attacker, defender)).event(event).value
        except WargameError:
            return np.nan

    return np.array([[chance(a, d) for d in defenders] for a in attackers])


@pytest.mark.parametrize("name", LAND)
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.rule("AA-01", "AA-02", "AA-03", "AA-04", "AA-06", "AA-08")
def test_land_battles_by_one_solve(name, event):
    battle = read(*LAND[name])
    attackers = forces(
        battle,
        "attacker",
        ["1 inf", "3 inf, 1 art", "1 inf, 2 ftr, 1 bmr", "2 arm, 1 ftr", "2 ftr"],
    )
    guns = "2 aa" if name == "second edition" else "1 aa"
    defenders = forces(
        battle,
        "defender",
        ["1 inf", f"2 inf, 1 arm, {guns}", "3 inf, 1 ftr", guns, "none", "2 bmr"],
    )
    assert battle.game.family(battle, attackers, defenders, event) is not None
    found = pair_chances(battle, attackers, defenders, event)
    wanted = one_by_one(battle, attackers, defenders, event)
    assert found.shape == (5, 6)
    assert np.allclose(found, wanted, rtol=0, atol=CLOSE, equal_nan=True)


@pytest.mark.rule("AA-01", "AA-02", "AA-07")
def test_land_battles_by_the_oracle():
    battle = read("aa 1 inf v 1 inf")
    mine = [{"inf": 2, "art": 1}, {"inf": 1, "art": 2, "arm": 1}, {"arm": 1, "ftr": 1}]
    theirs = [{"inf": 2}, {"inf": 1, "ftr": 1}, {"art": 1, "arm": 1, "aa": 1}]
    found = pair_chances(
        battle,
        forces(battle, "attacker", [words(one) for one in mine]),
        forces(battle, "defender", [words(one) for one in theirs]),
        "territory_taken",
    )
    for (row, a), (column, d) in product(enumerate(mine), enumerate(theirs)):
        wanted = oracle.land(a, d).event("territory_taken")
        assert isinstance(wanted, Fraction)
        assert found[row, column] == pytest.approx(float(wanted), abs=1e-12)


def words(counts):
    return ", ".join(f"{n} {name}" for name, n in counts.items())


army = st.dictionaries(st.sampled_from(UNITS), st.integers(1, 3), min_size=1, max_size=3)


@given(
    st.lists(army, min_size=1, max_size=4), st.lists(army, min_size=1, max_size=4), st.booleans()
)
def test_any_land_battles(mine, theirs, gun):
    battle = read("aa 1 inf v 1 inf")
    attackers = forces(battle, "attacker", map(words, mine))
    defenders = forces(battle, "defender", [words(one) + ", 1 aa" * gun for one in theirs])
    found = pair_chances(battle, attackers, defenders, "territory_taken")
    wanted = one_by_one(battle, attackers, defenders, "territory_taken")
    assert np.allclose(found, wanted, rtol=0, atol=CLOSE)


def test_what_the_rules_forbid_is_not_a_number():
    battle = read("aa 1 inf v 1 inf")
    none, gun, ship = forces(battle, "defender", ["none", "1 aa", "1 dd"])
    attackers = [none, gun, battle.attacker]
    found = pair_chances(battle, attackers, [battle.defender, none], "territory_taken")
    assert np.isnan(found[:2]).all()
    assert found[2, 0] == pytest.approx(0.25)
    assert found[2, 1] == 1.0
    assert np.isnan(pair_chances(battle, [battle.attacker], [ship], "territory_taken")).all()


SEA = {
    "plain": {},
    "at 2": {"retreat": "at 2"},
    "air-only": {"retreat": "air-only"},
    "attacker submerges": {"attacker_submerge": "always"},
    "both submerge": {"attacker_submerge": "always", "defender_submerge": "always"},
    "destroyer kept": {"losses": "dd ftr; keep 1 dd while ss"},
    "cheapest": {"losses": "cheapest", "defender_losses": "cheapest"},
    "low luck": {"dice": "low-luck"},
    "landing places": {"landing_places": "1"},
}


@pytest.mark.parametrize("name", SEA)
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.rule("AA-10", "AA-11", "AA-12", "AA-13", "AA-17")
def test_sea_battles_by_one_solve(name, event):
    battle = read("aa 2 ss, 1 dd v 1 dd, 1 ss, 1 tr", SEA[name])
    mine = [
        "1 ss",
        "2 ftr, 1 bmr",
        "1 ss, 2 dd, 1 ftr",
        "1 bb, 1 tr",
        "damaged-bb, 1 cv, 2 ftr",
        "tr",
    ]
    theirs = ["2 ss", "1 dd, 1 ss, 1 tr", "2 tr", "1 bb, 1 ss", "1 cv, 2 ftr, 1 ss"]
    attackers, defenders = forces(battle, "attacker", mine), forces(battle, "defender", theirs)
    assert battle.game.family(battle, attackers, defenders, event) is not None
    found = pair_chances(battle, attackers, defenders, event)
    wanted = one_by_one(battle, attackers, defenders, event)
    assert found.shape == (6, 5)
    assert np.allclose(found, wanted, rtol=0, atol=CLOSE, equal_nan=True)


@pytest.mark.rule("AA-10", "AA-12")
def test_sea_battles_by_the_oracle():
    battle = read("aa 1 dd v 1 dd")
    mine = [{"ss": 2, "ftr": 1}, {"dd": 1, "ca": 1}, {"ftr": 2}]
    theirs = [{"ss": 1, "dd": 1}, {"bb": 1}, {"ss": 1, "tr": 1}]
    found = pair_chances(
        battle,
        forces(battle, "attacker", map(words, mine)),
        forces(battle, "defender", map(words, theirs)),
        "cleared_not_taken",
    )
    for (row, a), (column, d) in product(enumerate(mine), enumerate(theirs)):
        wanted = oracle.sea(a, d).event("cleared_not_taken")
        assert found[row, column] == pytest.approx(float(wanted), abs=1e-12)


@pytest.mark.parametrize(
    "text", ["aa 2 ss v 1 dd | rounds=2", "aa 2 bmr v 1 ftr | raid=8 | escorts=yes"]
)
def test_other_battles_are_solved_one_by_one(text):
    battle = read(text)
    event = battle.main_event
    assert battle.game.family(battle, [battle.attacker], [battle.defender], event) is None
    found = pair_chances(battle, [battle.attacker], [battle.defender], event)
    assert found == pytest.approx(odds(battle).event(event).value, abs=CLOSE)


STAGED = {
    "ww": (
        "ww british, 3 cu, gen 2/1 v american, 3 cu, gen 1/2",
        ("british, 1 cu", "british, 5 cu, gen 4/2, regulars", "british, 3 cu, Burgoyne, discard"),
        (
            "american, 2 cu",
            "american, 1 cu, gen 2/3, militia",
            "american, 4 cu, Greene 2/3, battle-card",
        ),
    ),
    "ccn": (
        "ccn French line 4 v British line 4",
        ("French line 2", "French line 4 leader", "INF 3"),
        ("British light 4 leader on hill", "British line 1", "CAV 3"),
    ),
    "rb": (
        "rb 3 continental v 2 regulars",
        ("1 continental", "2 militia, 1 continental", "4 continental"),
        ("1 loyalist", "3 regulars, 1 hessian"),
    ),
}


@pytest.mark.parametrize("name", STAGED)
def test_other_games(name):
    text, mine, theirs = STAGED[name]
    battle = read(text)
    attackers, defenders = forces(battle, "attacker", mine), forces(battle, "defender", theirs)
    for event in battle.events:
        found = pair_chances(battle, attackers, defenders, event.name)
        wanted = one_by_one(battle, attackers, defenders, event.name)
        assert np.allclose(found, wanted, rtol=0, atol=CLOSE, equal_nan=True), event.name


@pytest.mark.parametrize("name", ["ww", "ccn"])
def test_staged_games_answer_at_once(name):
    battle = read(STAGED[name][0])
    known = battle.game.family(battle, [battle.attacker], [battle.defender], battle.main_event)
    assert known == pytest.approx(odds(battle).event(battle.main_event).value, abs=CLOSE)


def test_where_somebody_chooses_each_is_solved():
    battle = read("ww british, 3 cu, gen 2/1, may discard v american, 3 cu, gen 1/2")
    sides = [battle.attacker], [battle.defender]
    assert battle.game.family(battle, *sides, "attacker_wins") is None
    found = pair_chances(battle, *sides, "attacker_wins")
    assert found == pytest.approx(odds(battle).event("attacker_wins").value, abs=CLOSE)


def test_battles_of_several_settings_in_their_order():
    texts = [
        "aa 3 inf v 2 inf",
        "aa 2 arm v 1 inf | retreat=after 1",
        "aa 4 inf v 2 inf",
        "aa 1 arm v 1 inf | retreat=after 1",
        "aa 3 inf v 2 inf",
    ]
    battles = [read(text) for text in texts]
    wanted = [odds(battle).event("territory_taken").value for battle in battles]
    assert chances(battles, "territory_taken") == pytest.approx(wanted, abs=CLOSE)
    assert len(set(wanted)) == 4


def test_no_battles():
    assert chances([], "territory_taken").shape == (0,)
    assert crossed_chances([None], [None], "territory_taken").shape == (1, 1)
    battle = read("aa 1 inf v 1 inf")
    assert pair_chances(battle, [], [battle.defender], "territory_taken").shape == (0, 1)


@pytest.mark.parametrize("name", GAMES)
def test_an_event_that_is_not_there_is_refused(name):
    game = find_game(name)
    battle = parse_battle(name, *game.examples[0])
    with pytest.raises(OptionError, match="no event 'victory'"):
        chances([battle, battle], "victory")


@pytest.mark.fault("B42")
def test_a_heat_map_of_a_landing_lands_who_is_there():
    """What a change of a side sets besides goes into the cell."""
    battle = read("aa 2 inf, 1 arm v 2 inf | landing=2 inf, 1 arm | bombard=1 bb")
    frame = heat_frame(battle, "inf", "inf", attackers=[1, 3], defenders=[1, 2])
    wanted = [
        odds(f"aa {n} inf, 1 arm v {m} inf | landing={n} inf, 1 arm | bombard=1 bb")
        .event("territory_taken")
        .value
        for n in (1, 3)
        for m in (1, 2)
    ]
    assert frame["chance"].tolist() == pytest.approx(wanted, abs=CLOSE)
