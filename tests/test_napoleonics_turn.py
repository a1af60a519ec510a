"""A turn of Commands & Colors: Napoleonics against the oracle that tries everything (CC-40)."""

import random
import tomllib
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from napoleonics_oracle import plain
from napoleonics_turn_cases import HAND_MADE, attackers, plan_text, table, targets
from napoleonics_turn_combats import AWAY, GONE, THERE, Plan
from napoleonics_turn_drawn import drawn
from napoleonics_turn_oracle import AIMS, NEXT
from napoleonics_turn_oracle import Turn as OracleTurn

from analysis.turn import parse_turn
from combat.engine import solve
from combat.games import GAMES, parse_battle
from combat.napoleonics.turn.best import Turn
from combat.napoleonics.turn.reading import read_turn
from combat.race import Race

GAME = GAMES["napoleonics"]
SEEDS = range(30)
EXACT = 1e-12


def near(value):
    return pytest.approx(float(value), abs=EXACT)


def solved(plan, aim="net_value"):
    """The library's turn."""
    later = (plan.enemy, plan.own)
    enemy, own = (None if of is None else np.array(table(of), float) for of in later)
    return Turn(read_turn(tomllib.loads(plan_text(plan, aim)), GAME), enemy, own)


@cache
def oracles(name):
    """The oracle's turn, by a name or a seed; its combats serve all aims."""
    return OracleTurn(drawn(random.Random(name)) if isinstance(name, int) else HAND_MADE[name])


def assert_is_the_oracles(turn, theirs):
    """The value, and under the best play banners and ends; of equals, the value alone."""
    assert turn.value == near(theirs.value)
    assert turn.table.sum() == near(1)
    assert turn.forward.final.mass.sum() == near(1)
    if not theirs.unique:
        return
    joint = turn.forward.joint
    for key in {*joint, *theirs.banners}:
        assert joint.get(key, 0.0) == near(theirs.banners.get(key, 0)), key
    final = turn.forward.final
    for at, states in enumerate(turn.states):
        column = final.states[:, at]
        places = {GONE: column == states.gone, AWAY: column == states.away}
        places[THERE] = column < states.away
        for end, rows in places.items():
            assert final.mass[rows].sum() == near(theirs.ends(at).get(end, 0)), (at, end)


@pytest.mark.rule("CC-23", "CC-24", "CC-40")
@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("name", HAND_MADE)
def test_plans_made_by_hand_equal_the_oracle(name, aim):
    theirs = oracles(name)
    assert_is_the_oracles(solved(theirs.plan, aim), theirs.solve(aim))


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("seed", SEEDS)
def test_random_plans_equal_the_oracle(seed):
    theirs = oracles(seed)
    for aim in AIMS:
        assert_is_the_oracles(solved(theirs.plan, aim), theirs.solve(aim))


def test_the_random_plans_reach_everything():
    """Thirty plans in which nobody ever joined would prove little of joining."""
    seen, unique = set(), 0
    for seed in SEEDS:
        turn = oracles(seed)
        answers = [turn.solve(aim) for aim in AIMS]
        unique += sum(answer.unique for answer in answers)
        seen |= {end for answer in answers for _, _, ends in answer.law for end in ends}
        seen |= {("banners", key) for answer in answers for key in answer.banners}
        for key, replies in turn.known.items():  # see `Combats.attack` and `Combats.bonus`
            what = "bonus" if len(key) == 5 else f"{len(key[1])} guns"
            seen |= {(what, how) for how in replies}
            branches = [branch for of in replies.values() for branch in of]
            seen |= {f"back {one.stand.place}" for one in branches if one.stand not in (GONE, AWAY)}
    assert {GONE, AWAY, THERE, "back 0", "back 1"} <= seen
    assert {(kind, "stand") for kind in ("0 guns", "1 guns", "bonus")} <= seen
    assert {("0 guns", "square"), ("0 guns", "retire"), ("bonus", "square")} <= seen
    assert {("1 guns", "square"), ("1 guns", "retire")} & seen
    assert {("banners", key) for key in ((0, 0), (2, 0), (1, 1), (0, 2))} <= seen
    assert unique > 2 * len(SEEDS)


# --- forward and backward -------------------------------------------------------------------------


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("name", [*HAND_MADE, *range(100, 106)])
def test_what_the_turn_comes_to_is_what_it_is_worth(name):
    plan = oracles(name).plan
    needs, low = plan.needs, float(NEXT)
    assert solved(plan).net_value == near(solved(plan).value)
    for aim in AIMS[1:]:
        turn = solved(plan, aim)
        worth = 0.0
        for (gained, lost), chance in np.ndenumerate(turn.table):
            if aim == "banner_swing":
                worth += chance * (gained - lost)
            elif gained >= needs[0]:
                worth += chance
            elif aim == "race" and lost < needs[1]:
                score = plan.score[0] + gained, plan.score[1] + lost
                later = turn.usual.table if plan.own is None else np.array(table(plan.own), float)
                race = Race(plan.to_win, later, np.array(table(plan.enemy), float))
                worth += chance * race.win(*score, own_turn=False)
        assert worth + low * turn.net_value == near(turn.value), aim


@pytest.mark.rule("CC-23", "CC-24", "CC-40")
@pytest.mark.parametrize("name", [*HAND_MADE, *range(100, 110)])
def test_what_each_attacker_does_adds_up(name):
    """Banners and blocks of all stages are those of the turn; nobody fights more than once."""
    answer = parse_turn(plan_text(oracles(name).plan)).answer
    whole = {one.name: one.estimate.value for one in answer.quantities}
    means = {
        key: sum(
            stage.reached * one.estimate.value
            for stage in answer.stages
            for one in stage.quantities
            if one.name == key
        )
        for key in ("banners_for", "banners_against", "target_blocks_lost", "attacker_blocks_lost")
    }
    for key, mean in means.items():
        assert mean == near(whole[key]), key
    for stage in answer.stages:
        assert 0 <= stage.reached <= 1 + EXACT
        events = {one.name: one.estimate.value for one in stage.events}
        how = [value for key, value in events.items() if key == "joins" or key.startswith("at: ")]
        assert not stage.reached or sum(how) == near(1)


# --- one attacker and one target ------------------------------------------------------------------

ONE = {
    "infantry": ("British line 4 leader, moved", "French light 3 leader on hill, support"),
    "cavalry and a square": ("British heavy cavalry 3 leader", "French line 4 leader, may square"),
    "a square that leaves no die": ("CAV 4", "INF 4 on hill, may square"),
    "a square that has no die either": ("CAV 4 on town", "INF 2, may square"),
    "infantry and cavalry that retires": ("INF 4", "French light cavalry 2 leader, may retire"),
    "a standing square": ("British line 3", "French line 3 leader, square"),
    "little room": ("French old guard 4, room 0", "Portuguese militia 4 leader, room 1, edge"),
    "a leader alone": ("CAV 3 leader, elan", "LEADER on church, room 0"),
    "dice by hand": ("INF 3, dice 5/1/1", "INF 4, dice 3"),
}
NAMES = ("banners_for", "banners_against", "banner_swing", "target_blocks_lost", "net_value")


def one_on_one(attacker, target, distance=1, worth="banner=4, leader=1, ground=0.5"):
    """A turn of one attack, as text."""
    return (
        f'game = "ccn"\nworth = "{worth}"\n[[target]]\nname = "it"\nunit = "{target}"\n'
        f'[[attacker]]\nname = "one"\nunit = "{attacker}"\n'
        f'at = [{{ target = "it", range = {distance} }}]\n'
    )


def assert_turn_is_odds(answer, found):
    """The attack's numbers, or nothing at all if it is not worth it."""
    numbers = {one.name: one.estimate for one in answer.quantities}
    fights = found.quantity("net_value").value > 0
    assert answer.stages[0].reached == near(fights)
    for name in (*NAMES, "attacker_blocks_lost"):
        assert numbers[name].value == near(found.quantity(name).value * fights), name
    if fights:
        events = {one.name: one.estimate.value for one in answer.stages[0].events}
        assert numbers["banner_swing"].sd == near(found.quantity("banner_swing").sd)
        for name in ("target_eliminated", "battle_back"):
            assert events[name] == near(found.event(name).value), name
        assert events["at: it"] == near(1)


@pytest.mark.rule("CC-21", "CC-22", "CC-40")
@pytest.mark.parametrize("name", ONE)
def test_a_turn_of_one_melee_is_odds(name):
    attacker, target = ONE[name]
    answer = parse_turn(one_on_one(attacker, target)).answer
    best = {"worth": "banner=4, leader=1, ground=0.5", "goal": "net_value"}
    found = solve(parse_battle("ccn", f"{attacker} v {target}", **best))
    assert_turn_is_odds(answer, found)
    assert answer.more["first"][-1 if answer.stages[0].reached < 1 else 0]["worth"] == near(
        found.quantity("net_value").value
    )


@pytest.mark.rule("CC-10", "CC-40")
@pytest.mark.parametrize("distance", [2, 3, 5])
def test_a_turn_of_one_fire_is_odds(distance):
    attacker, target = "French foot artillery 3, bombard", "British light 4 leader on hill"
    answer = parse_turn(one_on_one(attacker, target, distance)).answer
    how = {"combat": "ranged", "range": str(distance), "worth": "leader=1"}
    assert_turn_is_odds(answer, solve(parse_battle("ccn", f"{attacker} v {target}", **how)))


@pytest.mark.rule("CC-10", "CC-14")
def test_who_is_out_of_reach_does_not_fight():
    answer = parse_turn(one_on_one("ART 3", "INF 1", 0)).answer
    assert answer.stages[0].reached == 0
    assert [one["attack"] for one in answer.more["first"]] == ["stop"]


# --- more of everything ---------------------------------------------------------------------------


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("name", ["guns join or fire alone", "a square", *range(200, 206)])
def test_another_attacker_never_makes_it_worse(name):
    plan = oracles(name).plan
    for aim in AIMS[:3]:  # in a race own later turns would change too
        whole = solved(plan, aim).value
        for one in plan.attackers:
            fewer = tuple(other for other in plan.attackers if other is not one)
            if fewer:
                assert solved(replace(plan, attackers=fewer), aim).value <= whole + EXACT


@pytest.mark.rule("CC-13", "CC-40")
@pytest.mark.parametrize("name", ["guns join or fire alone", "a bonus melee", "a square", 301, 302])
def test_a_die_more_is_the_same_as_asking_again(name):
    """Also where a gun has it that joins, or cavalry in its bonus melee."""
    plan = oracles(name).plan
    for aim in ("net_value", "last_banner"):
        turn = solved(plan, aim)
        for which in (*[(at,) for at in range(len(plan.attackers))], range(len(plan.attackers))):
            more = tuple(
                replace(one, unit=replace(one.unit, card=one.unit.card + (at in which)))
                for at, one in enumerate(plan.attackers)
            )
            again = solved(replace(plan, attackers=more), aim)
            changed = turn.with_dice(*which)
            assert changed.value == near(again.value)
            assert changed.table == pytest.approx(again.table, abs=EXACT)


@pytest.mark.rule("CC-13")
def test_dice_by_hand_of_artillery_that_joins():
    """Six dice alone are six dice together, in the plan's terms and in the oracle's."""
    plan = Plan(
        targets((plain("INF", 3), "clear")),
        attackers((plain("INF", 2), (0, 1)), (plain("ART", 2, dice=(6, 5)), (0, 3))),
    )
    assert_is_the_oracles(solved(plan), OracleTurn(plan).solve())


@pytest.mark.rule("CC-13", "CC-23")
def test_leaderships_die_stays_in_the_bonus_melee():
    """The square strikes, the leader falls; his die was given when the attack was announced."""
    plan = Plan(
        targets((plain("INF", 1, square=True), "clear"), (plain("INF", 1), "clear")),
        attackers(
            (
                plain("CAV", 3, leader=True, cards=("leadership",)),
                (0, 1, 0, ((1, "clear"),)),
            )
        ),
    )
    assert_is_the_oracles(solved(plan), OracleTurn(plan).solve())


@pytest.mark.rule("CC-23")
def test_a_chance_to_eliminate_is_a_chance_also_with_a_bonus_melee():
    """One or both of two targets: not the sum of both chances."""
    plan = Plan(
        targets((plain("INF", 1), "clear"), (plain("INF", 1), "clear")),
        attackers((plain("CAV", 4), (0, 1, 0, ((1, "clear"),)))),
    )
    law = OracleTurn(plan).solve().law
    none = sum(chance for (_, _, ends), chance in law.items() if GONE not in ends)
    answer = parse_turn(plan_text(plan)).answer
    events = {one.name: one.estimate.value for one in answer.stages[0].events}
    assert events["target_eliminated"] == near(1 - none)
