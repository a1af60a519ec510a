"""Each game's rules of thumb reckon what a player reckons, over the battles that they state."""

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from analysis.answers import odds
from analysis.thumbs import measured
from analysis.thumbs.sample import exact_chances
from combat.games import GAMES, find_game, parse_battle
from combat.thumbs import EVEN, SURE_ENOUGH

CLOSE = 1e-11
WITH_THUMBS = sorted(name for name, game in GAMES.items() if game.thumbs is not None)
PIPS = {"inf": (1, 2), "art": (2, 2), "arm": (3, 3), "ftr": (3, 4), "bmr": (4, 1)}
NERVE = "dice for blocks and flags ignored"
FACES = {  # hit and flee of six, and how many dice there are
    "regulars": (3, 0, 2),
    "loyalist": (2, 2, 3),
    "hessian": (3, 1, 2),
    "continental": (3, 1, 2),
    "militia": (2, 2, 3),
    "french": (3, 1, 2),
}


def contest_of(game, name):
    found = find_game(game)
    return next(one for one in found.thumbs(found) if one.name == name)


def rule_of(game, contest, name):
    one = contest_of(game, contest)
    return next(rule for rule in (*one.known, *one.candidates()) if rule.name == name)


def numbers(game, contest, name, text, **options):
    return rule_of(game, contest, name).numbers(parse_battle(game, text, **options))


def names_attacker(game, contest, name, text):
    rule = rule_of(game, contest, name)
    mine, theirs = (np.array([n]) for n in rule.numbers(parse_battle(game, text)))
    return bool(rule.above(mine, theirs)[0])


def test_every_game_with_battles_has_some():
    assert set(WITH_THUMBS) == set(GAMES)


def test_a_battle_does_not_wait_for_them():
    program = (
        "from reports.cli.run import run; run(['odds', 'aa', '3 arm v 2 inf'])\n"
        "import sys; print(*(name for name in sys.modules if 'thumb' in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "combat.thumbs"


@pytest.mark.parametrize("name", WITH_THUMBS)
def test_rules_can_be_told_apart_and_done(name):
    game = find_game(name)
    contests = game.thumbs(game)
    assert max(Counter(one.name for one in contests).values()) == 1
    for one in contests:
        assert all((one.title, one.drawn, one.event, one.forms))
        for rules in (one.known, one.candidates()):
            assert max(Counter(rule.name for rule in rules).values()) == 1
            assert all(rule.words.endswith(".") and len(rule.words) < 320 for rule in rules)
        assert {rule.about for rule in (*one.known, *one.candidates())} == {EVEN, SURE_ENOUGH}
        for event in one.events:
            assert game.event(event) is not None


@pytest.mark.parametrize("name", WITH_THUMBS)
def test_chances_are_those_of_battles_solved_alone(name):
    """Where a contest solves its battles at once, each has the odds that it has by itself."""
    game = find_game(name)
    for one in game.thumbs(game):
        battles = one.draw(np.random.default_rng(11), 25)
        found = exact_chances(one, battles)
        assert ((found >= 0) & (found <= 1)).all()
        for battle, chance in zip(battles, found, strict=True):
            outcomes = odds(battle, engine="exact")
            assert chance == pytest.approx(_alone(one, outcomes), abs=CLOSE)


def _alone(contest, outcomes):
    if contest.events:
        return sum(outcomes.event(event).value for event in contest.events)
    lost = {who: outcomes.values(f"{who}_blocks_lost") for who in ("target", "attacker")}
    ahead = outcomes.chance[lost["target"] > lost["attacker"]].sum()
    return ahead / outcomes.chance[lost["target"] != lost["attacker"]].sum()


# --- Axis & Allies


@pytest.mark.parametrize(
    ("rule", "text", "both"),
    [
        ("count units", "3 inf, 1 art v 3 inf, 1 art, 1 aa", (4, 4)),
        ("add up pips", "4 inf, 4 bmr v 4 inf, 4 bmr", (20, 12)),
        ("add up pips", "3 inf, 2 art v 1 ftr", (9, 4)),  # two of the infantry hit on 2
        ("add up pips", "1 inf, 2 art v 1 arm, 1 aa", (6, 3)),
        ("units times pips", "2 arm v 3 inf", (12, 18)),
        ("twice units plus pips", "3 arm v 4 inf", (15, 16)),
    ],
)
def test_sums_on_land(rule, text, both):
    assert numbers("aa", "land", rule, text) == both


@pytest.mark.parametrize(
    ("rule", "text", "both"),
    [
        ("count units", "1 bb, 1 ss v 2 dd", (2, 2)),
        ("count hits", "4 bb, 1 cv v 1 damaged-bb", (9, 1)),
        ("add up pips", "4 bb, 3 dd v 1 cv, 2 ftr", (22, 10)),
        ("hits times pips", "1 bb v 2 ss", (8, 4)),
        ("three times hits plus pips", "1 bb v 2 ss", (10, 8)),
    ],
)
def test_sums_at_sea(rule, text, both):
    assert numbers("aa", "sea", rule, text) == both


def test_pips_name_the_wrong_side_where_tanks_meet_infantry():
    """9 to 8 by pips, and yet the three tanks lose to four infantry; 12 to 6 the other way."""
    battle = "3 arm v 4 inf"
    assert odds(parse_battle("aa", battle)).event("territory_taken").value < 0.4
    assert names_attacker("aa", "land", "add up pips", battle)
    assert not names_attacker("aa", "land", "units times pips", battle)
    assert not names_attacker("aa", "land", "twice units plus pips", battle)
    even = "2 arm v 3 inf"  # 6 to 6 is not above 1
    assert not names_attacker("aa", "land", "add up pips", even)


def test_the_rule_of_another_game():
    rule = "two more than 86 % of the defenders"
    assert not names_attacker("aa", "land", rule, "10 inf v 10 inf")  # 10.6 are needed
    assert names_attacker("aa", "land", rule, "11 inf v 10 inf")
    assert names_attacker("aa", "land", rule, "45 inf v 50 inf")


def test_pips_and_their_product_counted_again():
    """By hand: another sum, another loop, and the odds of an independent oracle."""
    one = measured("aa", battles=60).contest("land")
    wrong = {"add up pips": 0, "units times pips": 0, "count units": 0}
    for battle in one.sample.battles:
        attack, defence = dict(battle.attacker), dict(battle.defender)
        guns = defence.pop("aa", 0)
        mine, theirs = sum(attack.values()), sum(defence.values())
        helped = min(attack.get("inf", 0), attack.get("art", 0))
        a = sum(PIPS[unit][0] * n for unit, n in attack.items()) + helped
        d = sum(PIPS[unit][1] * n for unit, n in defence.items())
        outcomes = odds(battle, engine="exact")
        wins = outcomes.event("territory_taken").value + outcomes.event("cleared_not_taken").value
        if abs(wins - 0.5) < 1e-9:
            continue
        for rule, says in (
            ("add up pips", a > d),
            ("units times pips", mine * a > theirs * d),
            ("count units", mine > theirs),
        ):
            wrong[rule] += says != (wins > 0.5)
        assert guns <= 1
    for rule, times in wrong.items():
        assert one.rule(rule).verdict(EVEN).wrong.value == pytest.approx(times / 60)


def test_on_land_the_product_beats_the_sum_and_the_count():
    """What the articles say of these rules rests on this; the intervals are apart."""
    one = measured("aa").contest("land")
    product_, pips, units = (
        one.rule(name).verdict(EVEN).wrong
        for name in ("units times pips", "add up pips", "count units")
    )
    assert product_.high < units.value < pips.value
    assert product_.high < pips.low
    assert one.closest().error.value < 0.06


def test_land_battles_are_drawn_as_stated():
    for battle in contest_of("aa", "land").draw(np.random.default_rng(2), 200):
        attack, defence = dict(battle.attacker), dict(battle.defender)
        guns = defence.pop("aa", 0)
        mine, theirs = sum(attack.values()), sum(defence.values())
        assert 1 <= theirs <= 12
        assert theirs / 2 <= mine <= 2 * theirs
        assert set(attack) & {"inf", "art", "arm"}
        assert set(attack) | set(defence) <= set(PIPS)
        assert guns in (0, 1)


def test_sea_battles_are_drawn_as_stated():
    for battle in contest_of("aa", "sea").draw(np.random.default_rng(2), 200):
        defence = dict(battle.defender)
        assert defence.get("ftr", 0) <= 2 * defence.get("cv", 0)
        assert set(defence) - {"ftr"}
        assert sum(defence.values()) <= 7
        assert battle.attacker.total <= 14


# --- Washington's War


@pytest.mark.parametrize(
    ("rule", "text", "both"),
    [
        ("count CUs", "british, 4 cu, gen 5/1, regulars v american, 3 cu", (4, 3)),
        ("sum without generals", "british, 4 cu, gen 5/1, regulars, navy v american, 3 cu", (6, 3)),
        ("whole sum", "british, 4 cu, gen 5/1 v american, 5 cu, gen 2/2, militia", (8, 8)),
        ("sum with half the rating", "british, 4 cu, gen 5/1 v american, 5 cu, gen 3/2", (6, 6)),
        ("sum with the middle rating", "british, 4 cu, gen 5/1 v american, 5 cu, gen 3/2", (7, 7)),
        ("whole sum", "british, 2 cu, gen 2/1, battle-card v american, 2 cu, discard", (6, 3)),
    ],
)
def test_sums_of_a_battle(rule, text, both):
    assert numbers("ww", "battles", rule, text) == both


def test_level_sums_favour_the_attacker():
    """A tie of the dice is his: 21 of 36."""
    battle = "british, 3 cu, gen 1/1 v american, 3 cu, gen 1/1"
    assert names_attacker("ww", "battles", "whole sum", battle)
    wins = odds(parse_battle("ww", battle)).event("attacker_wins").value
    assert wins == pytest.approx(_mean_of_dice(1, 1, 3, 3), abs=1e-12)
    assert wins > 0.5


def _mean_of_dice(mine, theirs, cu, enemy):
    """Both ratings by a die each, then a die each; the attacker wins a tie."""
    won = Fraction(0)
    for half, other in product((True, False), repeat=2):
        a = min(mine // 2 if half else mine, cu) + cu
        d = min(theirs // 2 if other else theirs, enemy) + enemy
        won += Fraction(sum(x + a >= y + d for x, y in product(range(1, 7), repeat=2)), 36 * 4)
    return float(won)


def test_the_middle_rating_is_never_wrong_about_the_favourite():
    """Over every pair of ratings and CUs: it is level or ahead just if the attacker is favoured."""
    for cu, enemy in product(range(1, 6), repeat=2):
        for mine, theirs in product(range(1, 7), repeat=2):
            lead = cu - enemy + (min(mine, cu) + min(mine // 2, cu)) / 2
            lead -= (min(theirs, enemy) + min(theirs // 2, enemy)) / 2
            wins = _mean_of_dice(mine, theirs, cu, enemy)
            assert abs(wins - 0.5) < 1e-12 or (lead >= 0) == (wins > 0.5)


# --- 1775: Rebellion


@pytest.mark.parametrize(
    ("rule", "text", "both"),
    [
        ("count units", "3 continental, 2 militia v 2 regulars, 1 loyalist", (5, 3)),
        ("count dice", "3 continental, 5 militia v 2 regulars, 1 loyalist", (5, 3)),
        ("add up hit faces", "3 continental, 5 militia v 2 regulars, 1 loyalist", (12, 8)),
        ("hit faces of all units", "3 continental, 5 militia v 2 regulars, 1 loyalist", (19, 8)),
        ("units times hit faces", "3 continental, 2 militia v 3 regulars", (50, 18)),
        ("three times units plus hit faces", "3 continental v 3 regulars", (15, 15)),
        (
            "units times hit and enemy flee faces",
            "2 continental, 1 militia v 2 regulars, 1 loyalist",
            (3 * (8 + 2), 3 * (8 + 4)),
        ),
    ],
)
def test_sums_of_dice(rule, text, both):
    assert numbers("rb", "battles", rule, text) == both


def test_hit_and_flee_faces_counted_again():
    name = "units times hit and enemy flee faces, 1.1 times"
    rule = rule_of("rb", "battles", name)
    for battle in contest_of("rb", "battles").draw(np.random.default_rng(5), 60):
        harm = []
        for own, enemy in (
            (battle.attacker, battle.defender),
            (battle.defender, battle.attacker),
        ):
            faces = sum(min(n, FACES[c][2]) * FACES[c][0] for c, n in own)
            faces += sum(min(n, FACES[c][2]) * FACES[c][1] for c, n in enemy)
            harm.append(own.total * faces)
        assert rule.numbers(battle) == tuple(harm)


def test_counting_units_is_beaten_clearly():
    one = measured("rb").contest("battles")
    fitted = next(rule for rule in one.rules if "the favourite" in rule.fitted)
    assert fitted.verdict(EVEN).wrong.high < one.rule("count units").verdict(EVEN).wrong.low


# --- Commands & Colors: Napoleonics


@pytest.mark.parametrize(
    ("contest", "rule", "text", "both"),
    [
        ("exchange", "count blocks", "French line 4 v British light 5", (4, 5)),
        # French line infantry has a die more against infantry
        ("exchange", "count dice", "French line 4 v British light 5", (5, 5)),
        ("exchange", "expected hits", "French line 4 v British light 5", (2.5, 2.5)),
        ("exchange", "count dice", "British line 4 v French light 4 on hill", (3, 4)),
        ("exchange", "expected hits", "British line 3 v French foot artillery 3", (1, 2)),
        ("elimination", "dice for blocks", "French grenadier 3 v British line 2", (4, 2)),
        ("elimination", "expected hits for blocks", "French militia 3 v British line 2", (1, 2)),
        ("ground", NERVE, "British line 4 v French light 2, support", (4, 3)),
        ("ground", NERVE, "British line 4 v French light 2 leader, support", (4, 4)),
    ],
)
def test_sums_of_a_combat(contest, rule, text, both):
    assert numbers("ccn", contest, rule, text) == pytest.approx(both)


def test_fire_hits_with_fewer_faces():
    text = "French line 4 v British line 2"
    fire = numbers("ccn", "elimination", "expected hits for blocks", text, combat="ranged")
    assert fire == pytest.approx((4 / 3, 2))


def test_two_dice_a_block_are_needed():
    """As many dice as blocks are not enough, twice as many are: over every drawn combat."""
    one = measured("ccn").contest("elimination")
    equal, twice = (
        one.rule(name).verdict(EVEN).wrong
        for name in ("dice for blocks", "dice for blocks, 2 times")
    )
    assert twice.high < 0.1 < equal.low


def test_combats_are_drawn_as_stated():
    for battle in contest_of("ccn", "elimination").draw(np.random.default_rng(2), 150):
        assert {battle.attacker.kind.nation, battle.defender.kind.nation} == {"French", "British"}
        assert battle.defender.hex.name in ("clear", "hill", "forest", "town")
        assert battle["combat"] == "melee" or battle.attacker.kind.arm in ("infantry", "artillery")
        assert not battle.attacker.cards
        assert battle.defender.reaction == "stand"
