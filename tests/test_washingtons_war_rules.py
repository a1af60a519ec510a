"""The battle rules of Washington's War one by one, each worked out by hand."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from commandline import ask

from combat.engine import solve
from combat.errors import IllegalBattleError, OptionError, WargameError
from combat.games import parse_battle

FACES = range(1, 7)
HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
LOSES = {1: HALF, 2: THIRD, 3: SIXTH}  # chance that the loser's die takes so many CUs (WW-09)
ONE = "1 cu, gen 2/1"  # a rating of 1 on any die, half of 2 or at most 1 CU: a DRM of 2 always


def won(lead):
    """Chance that d6 + lead is at least d6: the attacker wins ties (WW-08)."""
    pairs = [a + lead >= d for a, d in product(FACES, repeat=2)]
    return Fraction(sum(pairs), 36)


def rated(battle, cu):
    """The actual ratings on 1-3 and on 4-6 (WW-06)."""
    return [min(battle // 2, cu), min(battle, cu)]


def wins(lead, attacker=(0, 0), defender=(0, 0)):
    """Chance of the attacker, by the lead without ratings, and (rating, CUs) of the generals."""
    pairs = list(product(rated(*attacker), rated(*defender)))
    return sum(won(lead + a - d) for a, d in pairs) / len(pairs)


def fought(attacker, defender, **options):
    return solve(parse_battle("ww", attacker, defender, **options), engine="exact")


def event(name, attacker, defender, **options):
    return fought(attacker, defender, **options).event(name).value


def chances(outcomes):
    """Chance of each final state as it prints."""
    found = {}
    for row in range(len(outcomes)):
        text = outcomes.battle.game.end_text(outcomes, row)
        found[text] = found.get(text, 0.0) + float(outcomes.chance[row])
    return found


def is_about(chance):
    return pytest.approx(float(chance), abs=1e-13)


# --- interception -----------------------------------------------------------------------------


@pytest.mark.rule("WW-01")
@pytest.mark.parametrize(
    ("agilities", "chance"),
    [
        ((1,), SIXTH),
        ((2,), THIRD),
        ((3,), HALF),
        ((2, 2), 1 - (2 * THIRD) ** 2),  # 5/9
        ((3, 3), 1 - HALF**2),  # 3/4
        ((1, 2, 3), 1 - (1 - SIXTH) * (1 - THIRD) * HALF),  # 13/18
    ],
)
def test_an_army_intercepts_on_its_agility_and_the_first_success_ends_the_tries(agilities, chance):
    armies = ", ".join(f"4/{agility}:{n + 2} cu" for n, agility in enumerate(agilities))
    outcomes = fought("british, 3 cu, gen 2/1", "american, 1 cu", intercept=armies)
    assert outcomes.event("intercepted").value == is_about(chance)
    free = Fraction(1)
    for number, agility in enumerate(agilities, start=1):
        share = outcomes.chance[outcomes.column("army") == number].sum()
        assert share == is_about(free * Fraction(agility, 6))
        free *= 1 - Fraction(agility, 6)


@pytest.mark.rule("WW-01", "WW-07")
def test_at_most_five_join_and_the_defender_has_one_more():
    """Seven CUs next to an empty space: five come with a rating of 0 or 1, and +1."""
    outcomes = fought("british, 5 cu, gen 3/2", "none", intercept="1/3:7 cu")
    fight = wins(5 - 5 - 1, (3, 5), (1, 5))
    assert outcomes.event("defender_wins").value == is_about(HALF * (1 - fight))
    assert outcomes.event("unopposed").value == is_about(HALF)
    joined = outcomes.column("army") == 1
    assert (outcomes.column("defender.cu") + outcomes.values("defender_cu_lost"))[joined].max() == 5


@pytest.mark.rule("WW-01", "WW-16")
def test_after_an_interception_nobody_retreats_before_battle():
    outcomes = fought(
        "british, 3 cu, gen 2/1", "american, 2 cu, gen 3/2", intercept="4/2:3 cu", evade="yes"
    )
    gone = outcomes.event("retreated_before_battle").value
    assert gone == is_about((1 - THIRD) * THIRD)
    assert not (outcomes.column("evaded") & (outcomes.column("army") > 0)).any()


@pytest.mark.rule("WW-01")
def test_who_does_not_try_does_not_intercept():
    sides = ("british, 3 cu, gen 2/1", "american, 1 cu, gen 5/3")
    quiet = fought(*sides, intercept="4/2:3 cu", tries="never")
    alone = fought(*sides, pc="american")
    assert quiet.event("intercepted").value == 0.0
    assert chances(quiet) == pytest.approx(chances(alone), abs=1e-15)


# --- retreat before battle and overrun --------------------------------------------------------


@pytest.mark.rule("WW-02")
@pytest.mark.parametrize(
    ("general", "evade", "chance"),
    [
        ("gen 4/1", "yes", SIXTH),
        ("gen 4/3", "yes", HALF),
        ("Gates 4/2", "yes", THIRD),
        ("Washington", "yes", Fraction(5, 6)),
        ("Washington 6/2", "yes", Fraction(4, 6)),
        ("Greene 4/3", "yes", Fraction(5, 6)),
        ("Greene 4/1", "yes", HALF),
        ("gen 4/1", "4", Fraction(4, 6)),
        ("Washington", "1", SIXTH),
        ("Washington", "no", Fraction(0)),
    ],
)
def test_an_army_retreats_before_battle_on_its_agility(general, evade, chance):
    sides = ("british, 3 cu, gen 2/1", f"american, 4 cu, {general}")
    outcomes = fought(*sides) if evade == "no" else fought(*sides, evade=evade)
    assert outcomes.event("retreated_before_battle").value == is_about(chance)
    left = [a for _, a, end in chances(outcomes) if end == "retreated_before_battle"]
    assert {text.split(",")[0] for text in left} <= {"4 cu"}  # all of them, unhurt


@pytest.mark.rule("WW-02")
def test_of_seven_five_leave_and_two_fight_without_the_general():
    outcomes = fought("british, 3 cu, gen 4/1", "american, 7 cu, gen 5/3", evade="yes")
    assert outcomes.event("retreated_before_battle").value == 0.0
    stays, goes = wins(3 - 7, (4, 3), (5, 7)), wins(3 - 2, (4, 3))
    assert outcomes.event("attacker_wins").value == is_about(HALF * stays + HALF * goes)
    gone = outcomes.column("evaded") == 1
    assert outcomes.chance[gone].sum() == is_about(HALF)
    assert outcomes.values("defender_cu_lost")[gone].max() == 2
    assert outcomes.column("defender.cu")[gone].min() == 5
    # the winner's loss is that against no general: 1 in 6
    beaten = gone & (outcomes.column("won") == 1) & (outcomes.values("attacker_cu_lost") == 1)
    assert outcomes.chance[beaten].sum() == is_about(HALF * goes * SIXTH)


@pytest.mark.rule("WW-02", "WW-03", "WW-16")
@pytest.mark.parametrize(("cu", "overrun"), [(3, 0), (4, HALF), (5, HALF)])
def test_one_left_behind_is_overrun_by_four_or_five(cu, overrun):
    outcomes = fought(f"british, {cu} cu, gen 2/1", "american, 6 cu, gen 4/3", evade="yes")
    assert outcomes.event("overrun").value == is_about(overrun)
    if overrun:
        assert chances(outcomes)[f"{cu} cu, gen 2/1", "5 cu, gen 4/3", "overrun"] == is_about(HALF)


@pytest.mark.rule("WW-03")
@pytest.mark.parametrize(
    ("attacker", "defender", "overrun"),
    [
        ("british, 4 cu, gen 2/1", "american, 1 cu", True),
        ("british, 5 cu, gen 2/1", "american, 1 cu, militia, drm +9, battle-card", True),
        ("american, 4 cu, gen 2/1", "british, 1 cu, regulars, navy", True),
        ("french, 5 cu, gen 2/1", "british, 1 cu", True),
        ("british, 3 cu, gen 6/3", "american, 1 cu", False),
        ("british, 5 cu, gen 6/3", "american, 2 cu", False),
        ("british, 5 cu, gen 6/3", "american, 1 cu, gen 1/1", False),
        ("british, 5 cu, gen 6/3", "american, 0 cu, gen 1/1", False),
    ],
)
def test_an_overrun_is_four_or_five_against_exactly_one_without_a_general(
    attacker, defender, overrun
):
    outcomes = fought(attacker, defender)
    assert outcomes.event("overrun").value == float(overrun)
    if overrun:
        assert outcomes.quantity("attacker_cu_lost").value == 0.0
        assert outcomes.quantity("defender_cu_lost").value == is_about(1)


@pytest.mark.rule("WW-03", "WW-12")
def test_an_overrun_is_no_victory_in_battle():
    """No step 7: an American overrun moves no track, and its battle would."""
    overrun = fought("american, 4 cu, gen 4/1", "british, 1 cu, regulars")
    assert overrun.quantity("alliance_steps").value == 0.0
    battle = fought("american, 3 cu, gen 4/1", "british, 1 cu, regulars")
    chance = battle.event("attacker_wins").value
    assert battle.quantity("alliance_steps").value == is_about(wins(3 - 1 - 1, (4, 3)))
    assert chance == is_about(wins(3 - 1 - 1, (4, 3)))


# --- cards, ratings, modifiers ----------------------------------------------------------------


@pytest.mark.rule("WW-05", "WW-07", "WW-08")
@pytest.mark.parametrize(
    ("mine", "yours", "lead"),
    [
        ("", "", 0),
        (", discard", "", 1),
        (", battle-card", "", 2),
        (", treason", "", 2),
        ("", ", discard", -1),
        ("", ", battle-card", -2),
        (", discard", ", battle-card", -1),
        (", treason", ", discard", 1),
        (", battle-card", ", battle-card", 0),
    ],
)
def test_a_battle_card_is_two_and_a_discard_one(mine, yours, lead):
    outcomes = fought(f"british, {ONE}, drm +1{mine}", f"american, 3 cu{yours}")
    assert outcomes.event("attacker_wins").value == is_about(won(lead))


@pytest.mark.rule("WW-05", "WW-51")
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_one_card_a_side(side):
    for text in ("discard, battle-card", "discard, discard"):
        with pytest.raises(WargameError, match="twice"):
            parse_battle("ww", f"british, {ONE}, {text}", "american, 2 cu")
    sides = {"attacker": f"british, {ONE}", "defender": "american, 2 cu"}
    sides[side] += ", discard, may battle-card"
    with pytest.raises(IllegalBattleError) as caught:
        parse_battle("ww", sides["attacker"], sides["defender"])
    assert caught.value.rule == "WW-05"
    discarding = parse_battle("ww", f"british, {ONE}", "american, 2 cu, may discard")
    said = [line for line in discarding.game.assumes(discarding) if "WW-51" in line]
    assert said
    assert "own or enemy" in said[0]


# rating: half rounded down and whole, by CUs 1, 2, … 6 (facts, section 8)
RATINGS = {
    1: ["0/1", "0/1", "0/1", "0/1", "0/1", "0/1"],
    2: ["1/1", "1/2", "1/2", "1/2", "1/2", "1/2"],
    3: ["1/1", "1/2", "1/3", "1/3", "1/3", "1/3"],
    4: ["1/1", "2/2", "2/3", "2/4", "2/4", "2/4"],
    5: ["1/1", "2/2", "2/3", "2/4", "2/5", "2/5"],
    6: ["1/1", "2/2", "3/3", "3/4", "3/5", "3/6"],
}


@pytest.mark.rule("WW-06")
@pytest.mark.fault("B48")
@pytest.mark.parametrize(("rating", "cu"), list(product(range(1, 7), repeat=2)))
def test_the_actual_rating_is_half_or_whole_and_never_above_the_cus(rating, cu):
    low, high = map(int, RATINGS[rating][cu - 1].split("/"))
    attacker = f"british, {ONE}, drm {cu:+d}"  # a lead of 2 less the rating
    chance = event("attacker_wins", attacker, f"american, {cu} cu, gen {rating}/2")
    assert chance == is_about((won(2 + 0 - low) + won(2 + 0 - high)) / 2)
    if cu <= 5:
        defender = f"american, 3 cu, drm {cu:+d}"
        chance = event("attacker_wins", f"british, {cu} cu, gen {rating}/3", defender)
        assert chance == is_about((won(low - 3) + won(high - 3)) / 2)


@pytest.mark.rule("WW-06", "WW-13")
@pytest.mark.fault("B48")
def test_the_cap_counts_the_french_and_those_who_joined():
    """1 American, 2 French under a 6: 3 on any die. 1 there, 2 join under a 6: 3 on any die."""
    chance = event("attacker_wins", f"british, {ONE}", "american, 1 cu, 2 french cu, gen 6/1")
    assert chance == is_about(won(2 - 3 - 3))
    outcomes = fought(f"british, {ONE}, drm +4", "american, 1 cu", intercept="6/3:2 cu")
    joined = outcomes.column("army") == 1
    victory = outcomes.chance[joined & (outcomes.column("won") == 1)].sum()
    assert victory == is_about(HALF * won(2 + 4 - 3 - 3 - 1))


@pytest.mark.rule("WW-06")
@pytest.mark.fault("B48")
def test_without_a_general_there_is_no_rating():
    assert event("attacker_wins", f"british, {ONE}", "american, 5 cu") == is_about(won(2 - 5))


@pytest.mark.rule("WW-07")
@pytest.mark.fault("B37")
@pytest.mark.parametrize(
    ("attacker", "defender", "lead"),
    [  # an attacker with a DRM of 2 and what is named, against 3 and what is named
        (f"british, {ONE}", "american, 3 cu", -1),
        (f"british, {ONE}, regulars", "american, 3 cu", 0),
        (f"british, {ONE}, navy", "american, 3 cu", 0),
        (f"british, {ONE}, militia", "american, 3 cu", 0),
        (f"british, {ONE}, regulars, navy, militia", "american, 3 cu", 2),
        (f"british, {ONE}", "american, 3 cu, militia", -2),
        (f"british, {ONE}, drm +4", "american, 3 cu, drm -1", 4),
        (f"british, {ONE}, drm -2", "american, 3 cu, drm +1", -4),
        (f"american, {ONE}", "british, 3 cu, regulars", -2),
        (f"american, {ONE}", "british, 3 cu, regulars, navy, militia", -4),
        (f"american, {ONE}, winter", "british, 3 cu", 1),
        ("american, 1 cu, Washington 2/3, winter, militia", "british, 3 cu", 2),
        (f"british, {ONE}, drm +1", "american, 1 cu, gen 2/2, intercepted", 0),
    ],
)
def test_each_modifier_counts_what_the_table_says(attacker, defender, lead):
    assert event("attacker_wins", attacker, defender) == is_about(won(lead))


WINS_OF_36 = {
    **{-7: 0, -6: 0, -5: 1, -4: 3, -3: 6, -2: 10, -1: 15},
    **{0: 21, 1: 26, 2: 30, 3: 33, 4: 35, 5: 36, 6: 36, 7: 36},
}


@pytest.mark.rule("WW-08")
@pytest.mark.fault("B49", "B22", "B01")
@pytest.mark.parametrize("lead", WINS_OF_36)
def test_the_attacker_wins_ties_at_every_difference(lead):
    assert won(lead) == Fraction(WINS_OF_36[lead], 36)
    sides = (f"british, {ONE}, drm {lead + 2:+d}", "american, 4 cu")
    assert event("attacker_wins", *sides) == is_about(won(lead))
    assert event("defender_wins", *sides) == is_about(1 - won(lead))
    american = (f"american, {ONE}", f"british, 4 cu, drm {-lead - 2:+d}")
    assert event("attacker_wins", *american) == is_about(won(lead))


# --- losses -----------------------------------------------------------------------------------


@pytest.mark.rule("WW-09")
@pytest.mark.fault("B02")
@pytest.mark.parametrize(
    ("general", "loses"),
    [
        ("", SIXTH),
        (", gen 2/1", THIRD),
        (", gen 2/2", HALF),
        (", gen 2/3", Fraction(2, 3)),
    ],
)
def test_losses_of_loser_and_winner_are_two_dice(general, loses):
    """All that can be lost at once, when the attacker wins for certain."""
    outcomes = fought("british, 5 cu, gen 2/1, drm +20", f"american, 4 cu{general}")
    got = {}
    for mine, yours, chance in zip(
        outcomes.values("attacker_cu_lost"),
        outcomes.values("defender_cu_lost"),
        outcomes.chance,
        strict=True,
    ):
        got[mine, yours] = chance
    expected = {
        (mine, yours): float(chance * (loses if mine else 1 - loses))
        for mine in (0, 1)
        for yours, chance in LOSES.items()
    }
    assert got == pytest.approx(expected, abs=1e-13)
    mean = outcomes.quantity("defender_cu_lost").value
    assert mean == is_about(sum(n * p for n, p in LOSES.items()))  # 5/3


@pytest.mark.rule("WW-09")
@pytest.mark.parametrize("agility", [1, 2, 3])
def test_a_winning_defender_loses_by_the_attackers_agility(agility):
    outcomes = fought(f"british, 2 cu, gen 3/{agility}, drm -20", "american, 7 cu, gen 5/3")
    loses = Fraction(1 + agility, 6)
    assert outcomes.quantity("defender_cu_lost").value == is_about(loses)


@pytest.mark.rule("WW-09")
@pytest.mark.parametrize("cu", [1, 2, 3, 4])
def test_no_side_loses_more_than_it_has(cu):
    outcomes = fought(f"british, {cu} cu, gen 1/2, drm -20", "american, 6 cu")
    mean = sum(min(n, cu) * p for n, p in LOSES.items())
    assert outcomes.quantity("attacker_cu_lost").value == is_about(mean)
    assert outcomes.column("attacker.cu").min() == max(cu - 3, 0)


@pytest.mark.rule("WW-10")
@pytest.mark.parametrize(
    ("attacker", "defender", "pc", "captured"),
    [
        ("british", "american", "american", True),
        ("british", "american", "british", False),
        ("british", "american", "none", False),
        ("american", "british", "british", True),
        ("american", "british", "american", False),
    ],
)
def test_a_winning_general_without_cus_is_captured_under_an_enemy_pc(
    attacker, defender, pc, captured
):
    """1 CU that wins for certain and is lost on 1-3 against an agility of 2."""
    sides = (f"{attacker}, 1 cu, gen 3/1, drm +20", f"{defender}, 2 cu, gen 2/2")
    outcomes = fought(*sides, pc=pc)
    assert outcomes.event("attacker_general_captured").value == is_about(HALF * captured)
    assert outcomes.event("attacker_surrenders").value == 0.0
    assert outcomes.event("attacker_stands").value == is_about(HALF)
    left = {text for text, _, _ in chances(outcomes)}
    assert left == {"1 cu, gen 3/1", "" if captured else "gen 3/1"}


@pytest.mark.rule("WW-10")
def test_a_winning_defender_without_cus_too():
    """Lost on 1-2 against an agility of 1; the attacker never captures by losing."""
    sides = ("american, 2 cu, gen 2/1, drm -20", "british, 1 cu, gen 3/3")
    assert event("defender_general_captured", *sides, pc="american") == is_about(THIRD)
    assert event("defender_general_captured", *sides, pc="british") == 0.0


# --- retreat, surrender, step 7 ---------------------------------------------------------------


@pytest.mark.rule("WW-11")
def test_who_cannot_retreat_surrenders_and_who_can_does_not():
    """The same battle with and without a way back: 3 v 4, ratings 1 or 3 against 1 or 2."""
    chance = 1 - wins(3 - 4, (3, 3), (2, 4))
    plain = fought("british, 3 cu, gen 3/2", "american, 4 cu, gen 2/1")
    lost = fought("british, 3 cu, gen 3/2, cut-off", "american, 4 cu, gen 2/1")
    for name in ("attacker_surrenders", "attacker_general_captured"):
        assert plain.event(name).value == 0.0
        assert lost.event(name).value == is_about(chance)
    ends = chances(lost)
    assert {text for text, _, end in ends if end == "defender_wins"} == {""}
    loses = THIRD * (1 - chance)  # as the winner, against an agility of 1
    assert plain.quantity("attacker_cu_lost").value == is_about(loses + chance * Fraction(5, 3))
    assert lost.quantity("attacker_cu_lost").value == is_about(loses + chance * 3)


@pytest.mark.rule("WW-11", "WW-52")
def test_beaten_cus_without_a_general_retreat_and_surrender_only_if_cut_off():
    sides = ("british, 4 cu, gen 3/1, drm +20", "american, 6 cu")
    plain, lost = fought(*sides), fought(sides[0], f"{sides[1]}, cut-off")
    assert plain.event("defender_surrenders").value == 0.0
    assert plain.quantity("defender_cu_lost").value == is_about(Fraction(5, 3))
    assert lost.event("defender_surrenders").value == is_about(1)
    assert lost.quantity("defender_cu_lost").value == 6.0
    assert lost.event("defender_general_captured").value == 0.0
    said = [line for line in plain.battle.game.assumes(plain.battle) if "WW-52" in line]
    assert len(said) == 1
    led = parse_battle("ww", sides[0], f"{sides[1]}, gen 2/2")
    assert not [line for line in led.game.assumes(led) if "WW-52" in line]


@pytest.mark.rule("WW-11", "WW-09")
def test_nobody_left_is_no_surrender():
    """2 CUs without a general: gone by the die on 4-6, else one surrenders."""
    outcomes = fought("british, 4 cu, gen 3/1, drm +20", "american, 2 cu, cut-off")
    assert outcomes.event("defender_surrenders").value == is_about(HALF)
    assert outcomes.quantity("defender_cu_lost").value == 2.0


@pytest.mark.rule("WW-12")
@pytest.mark.parametrize(("alliance", "steps"), [("before", 2), ("after", 0)])
def test_three_british_cus_lost_in_a_battle_end_the_regulars(alliance, steps):
    """By the die on a 6; with 2 CUs never; with 3 cut off whenever they are beaten."""
    beaten = "gen 4/1, regulars, drm -20"
    for sides, chance in (
        ((f"british, 5 cu, {beaten}", "american, 3 cu"), SIXTH),
        ((f"british, 2 cu, {beaten}, cut-off", "american, 3 cu"), 0),
        ((f"british, 3 cu, {beaten}, cut-off", "american, 3 cu"), 1),
        (("british, 3 cu, gen 4/1, drm -20, cut-off", "american, 3 cu"), 0),  # had none
        (("american, 5 cu, gen 4/1, drm +20", "british, 9 cu, regulars"), SIXTH),
        (("american, 5 cu, gen 4/1, drm +20", "british, 3 cu, regulars, cut-off"), 1),
    ):
        outcomes = fought(*sides, alliance=alliance)
        assert outcomes.event("regulars_lost").value == is_about(chance)
        assert outcomes.quantity("alliance_steps").value == is_about(1 + steps * chance)


@pytest.mark.rule("WW-12")
def test_a_british_victory_moves_no_track_and_costs_no_regulars():
    outcomes = fought("british, 1 cu, gen 4/1, regulars, drm +20", "american, 5 cu, gen 2/3")
    assert outcomes.quantity("alliance_steps").value == 0.0
    assert outcomes.event("regulars_lost").value == 0.0


@pytest.mark.rule("WW-12", "WW-34")
@pytest.mark.parametrize(("track", "chance"), [("8", 1), ("7", SIXTH), ("6", SIXTH), ("5", 0)])
def test_the_alliance_is_made_at_nine(track, chance):
    """A sure American victory: one step, three on a 6."""
    sides = ("british, 5 cu, gen 4/1, regulars, drm -20", "american, 3 cu")
    assert event("alliance_made", *sides, track=track) == is_about(chance)


@pytest.mark.rule("WW-13", "WW-18")
def test_french_cus_and_generals_fight_as_americans_do():
    british = "british, 4 cu, gen 3/2, regulars"
    one = fought(british, "american, 3 cu, gen 4/1, militia", evade="yes")
    for text in ("american, 1 cu, 2 french cu, gen 4/1", "french, 3 cu, gen 4/1"):
        other = fought(british, f"{text}, militia", evade="yes")
        assert chances(other) == pytest.approx(chances(one), abs=1e-15)
        assert other.quantity("alliance_steps").value == one.quantity("alliance_steps").value
    led = fought(british, "none", intercept="Rochambeau 3/2:4 cu")
    assert led.event("intercepted").value == is_about(THIRD)


# --- Saratoga ---------------------------------------------------------------------------------

SARATOGA = (
    "british, 5 cu, Burgoyne, regulars, discard, cut-off",
    "american, 5 cu, gen {}/2, militia, battle-card",
)


class Scripted(np.random.Generator):
    """Hands out these dice, whatever is asked for."""

    def __init__(self, *dice):
        super().__init__(np.random.PCG64(0))
        self.dice = list(dice)

    def spawn(self, n_children):
        return [self] * n_children

    def integers(self, low, high, size, **_):
        assert (low, high) == (1, 7)
        count = int(np.prod(size))
        drawn, self.dice = self.dice[:count], self.dice[count:]
        return np.array(drawn).reshape(size)


@pytest.mark.rule("WW-14", "WW-06", "WW-07", "WW-08", "WW-09", "WW-11", "WW-12")
def test_saratoga_roll_by_roll():
    """Ratings 4 and 1, rolls 3 and 4, losses 5 and 2."""
    battle = parse_battle("ww", SARATOGA[0], SARATOGA[1].format(2))
    sums = {"attacker": 0, "defender": 0}
    for line in battle.game.modifiers(battle):
        if line.there:
            sums[line.side] += line.high if line.side == "attacker" else line.low
    assert sums == {"attacker": 9, "defender": 9}  # Burgoyne's whole 2, half of Gates' 2
    rng = Scripted(4, 1, 3, 4, 5, 2)
    outcomes = battle.game.model(battle).simulate(1, rng, None)
    assert rng.dice == []
    assert chances(outcomes) == {("", "4 cu, gen 2/2", "defender_wins"): 1.0}
    assert outcomes.column("attacker_lost").tolist() == [2]  # before the surrender
    assert outcomes.column("defender_lost").tolist() == [1]
    for name, mean in (("attacker_cu_lost", 5), ("defender_cu_lost", 1), ("alliance_steps", 3)):
        assert outcomes.quantity(name).value == mean
    for name in ("attacker_surrenders", "attacker_general_captured", "regulars_lost"):
        assert outcomes.event(name).value == is_about(1)


@pytest.mark.rule("WW-14", "WW-08")
@pytest.mark.parametrize(
    ("dice", "end"),
    [
        ((4, 1, 3, 3, 1, 6), "attacker_wins"),  # 12 to 12
        ((3, 1, 3, 3, 1, 6), "defender_wins"),  # half of 2: 11 to 12
        ((4, 4, 4, 4, 1, 6), "defender_wins"),  # Gates' whole 2: 13 to 14
        ((4, 3, 1, 2, 1, 6), "defender_wins"),  # 10 to 11
        ((6, 6, 6, 5, 1, 6), "attacker_wins"),  # 15 to 15
    ],
)
def test_saratoga_with_other_dice(dice, end):
    battle = parse_battle("ww", SARATOGA[0], SARATOGA[1].format(2))
    outcomes = battle.game.model(battle).simulate(1, Scripted(*dice), None)
    assert outcomes.event(end).value == is_about(1)


@pytest.mark.rule("WW-14", "WW-06")
@pytest.mark.fault("B48", "B49")
@pytest.mark.parametrize(("gates", "of_144"), [(2, 61), (3, 52)])
def test_saratoga_before_any_die(gates, of_144):
    """5 + 1 + 1 + (1 or 2) against 5 + 1 + 2 + (1 or Gates' rating)."""
    chance = wins(7 - 8, (2, 5), (gates, 5))
    assert chance == Fraction(of_144, 144)
    outcomes = fought(SARATOGA[0], SARATOGA[1].format(gates))
    assert outcomes.event("attacker_wins").value == is_about(chance)
    assert outcomes.event("attacker_surrenders").value == is_about(1 - chance)
    steps = outcomes.quantity("alliance_steps").value
    assert steps == is_about(3 * (1 - chance))


# --- treason, order, generals -----------------------------------------------------------------

TRAITOR = "british, 4 cu, gen 3/1, treason"


@pytest.mark.rule("WW-15", "WW-03")
@pytest.mark.parametrize(
    ("attacker", "defender", "overrun"),
    [
        (TRAITOR, "american, 1 cu, Arnold 5/2", True),
        (TRAITOR.replace("4 cu", "3 cu"), "american, 1 cu, Arnold 5/2", False),
        (TRAITOR, "american, 2 cu, Arnold 5/2", False),
        (TRAITOR, "american, 1 cu, Gates 5/2", False),
        (TRAITOR.replace("treason", "battle-card"), "american, 1 cu, Arnold 5/2", False),
    ],
)
def test_treason_on_arnold_with_one_cu_is_an_overrun(attacker, defender, overrun):
    outcomes = fought(attacker, defender)
    assert outcomes.event("overrun").value == float(overrun)
    if overrun:
        assert chances(outcomes) == {("4 cu, gen 3/1", "", "overrun"): pytest.approx(1.0)}


@pytest.mark.rule("WW-15")
def test_without_arnold_his_cus_fight_on():
    """His rating and his agility are gone, and he is not captured even if they surrender."""
    outcomes = fought(TRAITOR, "american, 3 cu, Arnold 5/3, cut-off")
    chance = wins(4 + 2 - 3, (3, 4))
    assert outcomes.event("attacker_wins").value == is_about(chance)
    assert outcomes.event("defender_general_captured").value == 0.0
    assert outcomes.quantity("attacker_cu_lost").value == is_about(
        chance * SIXTH + (1 - chance) * Fraction(5, 3)
    )
    assert all("Arnold" not in text for _, text, _ in chances(outcomes))


@pytest.mark.rule("WW-15", "WW-02")
def test_arnold_leaves_the_game_even_if_he_had_slipped_away():
    """Two of seven stay to fight, which is when the card is played; if all go, it is not."""
    outcomes = fought(TRAITOR, "american, 7 cu, Arnold 5/2", evade="yes")
    assert all("Arnold" not in text for _, text, _ in chances(outcomes))
    assert outcomes.column("defender.cu")[outcomes.column("evaded") == 1].min() == 5
    away = fought(TRAITOR, "american, 5 cu, Arnold 5/2", evade="yes")
    ends = chances(away)
    assert ends["4 cu, gen 3/1", "5 cu, Arnold 5/2", "retreated_before_battle"] == is_about(THIRD)


@pytest.mark.rule("WW-15")
def test_americans_betrayed_in_attack_go_on_without_a_general():
    outcomes = fought("american, 5 cu, Arnold 5/2", "british, 2 cu, gen 2/3, treason")
    chance = wins(5 - 2 - 2, (0, 0), (2, 2))
    assert outcomes.event("attacker_wins").value == is_about(chance)
    assert outcomes.event("overrun").value == 0.0
    beaten = outcomes.column("won") == 2  # the winner's loss is that against no general
    share = outcomes.chance[beaten & (outcomes.values("defender_cu_lost") == 1)].sum()
    assert share == is_about((1 - chance) * SIXTH)


@pytest.mark.rule("WW-15")
def test_treason_is_british_and_the_american_may_discard_it():
    for text in ("treason", "may treason"):
        with pytest.raises(IllegalBattleError) as caught:
            parse_battle("ww", "british, 4 cu, gen 3/1", f"american, 2 cu, {text}")
        assert (caught.value.rule, caught.value.given) == ("WW-15", "treason")
    discarded = event("attacker_wins", f"british, {ONE}", "american, 2 cu, discard")
    assert discarded == is_about(won(2 - 2 - 1))


@pytest.mark.rule("WW-16")
def test_the_order_on_entering_a_space():
    """Interception 1/3; else the army slips away 1/2, one of six overrun; else battle."""
    outcomes = fought(
        "british, 4 cu, gen 3/1",
        "american, 6 cu, gen 2/3",
        intercept="4/2:2 cu",
        evade="yes",
        leader="interceptor",
    )
    assert outcomes.event("intercepted").value == is_about(THIRD)
    assert outcomes.event("overrun").value == is_about(2 * THIRD * HALF)
    joined = wins(4 - 8 - 1, (3, 4), (4, 8))
    stayed = wins(4 - 6, (3, 4), (2, 6))
    chance = THIRD * joined + 2 * THIRD * HALF * stayed
    assert outcomes.event("attacker_wins").value == is_about(chance)
    paths = {outcomes.battle.game.path(outcomes, row)[:3] for row in range(len(outcomes))}
    assert ("not intercepted", "army retreats", "overrun") in paths
    assert ("not intercepted", "army stays", "attacker wins") in paths
    assert any(path[0] == "gen 4/2 intercepts" and path[1].endswith("wins") for path in paths)


@pytest.mark.rule("WW-16", "WW-03")
def test_an_interception_comes_before_an_overrun():
    outcomes = fought("british, 5 cu, gen 3/1", "american, 1 cu", intercept="2/2:1 cu")
    assert outcomes.event("overrun").value == is_about(1 - THIRD)
    chance = wins(5 - 2 - 1, (3, 5), (2, 2))
    assert outcomes.event("attacker_wins").value == is_about(THIRD * chance)


@pytest.mark.rule("WW-17")
@pytest.mark.parametrize(
    ("present", "joining", "leader", "leads"),
    [
        ("gen 3/2", "4/1", "rating", (4, 1)),
        ("gen 5/2", "4/1", "rating", (5, 2)),
        ("gen 4/1", "4/2", "rating", (4, 2)),
        ("gen 4/2", "4/1", "rating", (4, 2)),
        ("gen 2/1", "6/3", "present", (2, 1)),
        ("gen 6/3", "2/1", "interceptor", (2, 1)),
        ("Washington 2/1", "6/3", "interceptor", (2, 1)),
        ("gen 6/3", "Washington 2/1", "present", (2, 1)),
        ("gen 6/3", "Washington 2/1", "rating", (2, 1)),
    ],
)
def test_one_of_two_generals_leads_those_there_and_those_who_join(present, joining, leader, leads):
    battle, agility = leads
    outcomes = fought(
        "british, 4 cu, gen 3/1",
        f"american, 2 cu, {present}, cut-off",
        intercept=f"{joining}:3 cu",
        leader=leader,
    )
    joins = Fraction(int(joining[-1]), 6)
    won_then = (outcomes.column("army") == 1) & (outcomes.column("won") == 1)
    chance = joins * wins(4 - 5 - 1, (3, 4), (battle, 5))
    assert outcomes.chance[won_then].sum() == is_about(chance)
    loses = won_then & (outcomes.values("attacker_cu_lost") == 1)
    assert outcomes.chance[loses].sum() == is_about(chance * Fraction(1 + agility, 6))
    assert (outcomes.values("defender_cu_lost")[won_then] == 5).all()  # cut off


@pytest.mark.rule("WW-18", "WW-04")
def test_an_attacker_is_one_general_and_one_to_five_cus():
    for cu in range(1, 6):
        chance = event("attacker_wins", f"british, {cu} cu, gen 1/1", "american, 20 cu, drm -15")
        assert chance == is_about(wins(cu - 5, (1, cu)))
    for text, given in (
        ("british, 6 cu, gen 4/2", "6 cu"),
        ("british, 0 cu, gen 4/2", "0 cu"),
        ("british, 3 cu", "british, 3 cu"),
        ("american, 4 cu, 2 french cu, gen 4/2", "6 cu"),
    ):
        other = "american" if text.startswith("british") else "british"
        with pytest.raises(IllegalBattleError) as caught:
            parse_battle("ww", text, f"{other}, 2 cu")
        assert (caught.value.rule, caught.value.given) == ("WW-18", given)


@pytest.mark.rule("WW-19")
def test_a_beaten_general_left_without_cus_retreats_unless_he_cannot():
    sides = ("british, 5 cu, gen 3/1, drm +20", "american, 1 cu, gen 6/2")
    plain, lost = fought(*sides), fought(sides[0], f"{sides[1]}, cut-off")
    assert plain.event("defender_general_captured").value == 0.0
    assert {text for _, text, _ in chances(plain)} == {"gen 6/2"}
    assert lost.event("defender_general_captured").value == is_about(1)
    assert lost.event("defender_surrenders").value == is_about(1)
    assert {text for _, text, _ in chances(lost)} == {""}


@pytest.mark.rule("WW-20", "WW-25")
@pytest.mark.parametrize(("alliance", "steps"), [("before", -3), ("after", 0)])
def test_a_general_alone_is_captured_by_an_army(alliance, steps):
    gates = fought("british, 1 cu, gen 3/1", "american, 0 cu, Gates 2/2", alliance=alliance)
    washington = fought("british, 1 cu, gen 3/1", "american, 0 cu, Washington", alliance=alliance)
    for outcomes, moved in ((gates, 0), (washington, steps)):
        for name in ("unopposed", "attacker_wins", "defender_general_captured"):
            assert outcomes.event(name).value == is_about(1)
        assert outcomes.quantity("alliance_steps").value == moved
        assert outcomes.quantity("attacker_cu_lost").value == 0.0
    assert washington.event("washington_captured").value == is_about(1)
    assert "washington_captured" not in [e.name for e in gates.battle.events]
    briton = fought("american, 2 cu, gen 3/1", "british, 0 cu, gen 6/3")
    assert briton.event("defender_general_captured").value == is_about(1)
    assert briton.quantity("alliance_steps").value == 0.0  # no battle was won


@pytest.mark.rule("WW-20", "WW-12")
def test_washington_captured_in_battle_by_either_way():
    """Cut off in defence; and as a winner left without CUs under a British PC."""
    defence = fought("british, 5 cu, gen 3/1", "american, 2 cu, Washington 4/3, cut-off")
    chance = wins(5 - 2, (3, 5), (4, 2))
    assert defence.event("washington_captured").value == is_about(chance)
    assert defence.quantity("alliance_steps").value == is_about(-3 * chance + (1 - chance))
    winner = fought(
        "american, 1 cu, Washington 4/3, drm +20", "british, 3 cu, gen 2/1", pc="british"
    )
    assert winner.event("washington_captured").value == is_about(THIRD)
    assert winner.event("attacker_general_captured").value == is_about(THIRD)
    assert winner.quantity("alliance_steps").value == is_about(1 - 3 * THIRD)


@pytest.mark.rule("WW-20", "WW-17")
def test_washington_may_join_and_be_captured():
    """He comes with 2 CUs to 1, leads, and surrenders with all three if beaten."""
    sides = ("british, 5 cu, gen 2/1", "american, 1 cu, gen 6/3, cut-off")
    outcomes = fought(*sides, intercept="Washington 2/2:2 cu")
    chance = THIRD * wins(5 - 3 - 1, (2, 5), (2, 3))
    assert outcomes.event("washington_captured").value == is_about(chance)


@pytest.mark.rule("WW-21")
@pytest.mark.parametrize(
    ("defender", "options", "chance"),
    [
        ("none", {}, 1),
        ("american, 1 cu", {}, 1),  # overrun
        ("american, 0 cu, gen 2/2", {}, 1),
        ("american, 4 cu, gen 2/3", {"evade": "6"}, 1),  # gone before battle
        ("american, 4 cu", {}, wins(4 - 4, (3, 4))),
        ("none", {"intercept": "2/2:4 cu"}, 1 - THIRD * (1 - wins(4 - 4 - 1, (3, 4), (2, 4)))),
    ],
)
def test_congress_is_dispersed_by_a_british_army_that_stays(defender, options, chance):
    sides = ("british, 4 cu, gen 3/1", defender)
    found = event("congress_dispersed", *sides, congress="yes", **options)
    assert found == is_about(chance)
    with pytest.raises(OptionError, match="no event"):
        fought(*sides, **options).event("congress_dispersed")


@pytest.mark.rule("WW-26")
def test_a_naval_move_starts_no_battle():
    outcomes = fought("british, 5 cu, gen 3/1", "none", move="naval")
    assert outcomes.event("unopposed").value == is_about(1)
    assert outcomes.quantity("attacker_cu_lost").value == 0.0


# --- what a battle is worth -------------------------------------------------------------------

WORTH = {"cu": 1.25, "general": 3.0, "washington": 17.0, "regulars": 5.0, "alliance": 0.7}
WORTH |= {"congress": 2.3, "colony": 0.9, "discard": 0.2, "battle_card": 0.45}
VALUED = [  # battle, settings
    ("british, 5 cu, gen 4/1, regulars, discard, cut-off v american, 4 cu, gen 3/2", {}),
    (
        "british, 3 cu, gen 5/1, regulars, battle-card v american, 2 cu, Washington 4/3, discard,"
        " cut-off",
        {"congress": "yes"},
    ),
    ("american, 1 cu, Washington 5/3, discard v british, 4 cu, gen 2/1", {"pc": "british"}),
    ("american, 4 cu, gen 3/2, cut-off v british, 5 cu, gen 2/3, regulars, battle-card", {}),
    ("british, 5 cu, gen 2/1, treason v american, 7 cu, Arnold 3/2, discard", {"evade": "3"}),
    ("british, 4 cu, gen 2/2, discard v american, 1 cu", {"congress": "yes"}),
    ("british, 5 cu, gen 2/1, treason v american, 1 cu, Arnold 3/2, discard", {}),
    ("british, 4 cu, gen 2/2, battle-card v none", {"intercept": "Washington 3/2:4 cu"}),
]


def worth_by_hand(outcomes):
    """To the attacker: what happens to either side, and by who the attacker is."""

    def happens(name):
        if name not in [event.name for event in outcomes.battle.events]:
            return 0.0
        return outcomes.event(name).value

    def used(side, card):
        troops = getattr(outcomes.battle, side)
        return (troops.card == card) * float(
            outcomes.chance[outcomes.column("end") == 0].sum()  # a battle was fought
        )

    lost = [outcomes.quantity(f"{side}_cu_lost").value for side in ("attacker", "defender")]
    total = WORTH["cu"] * (lost[1] - lost[0]) + WORTH["colony"] * happens("attacker_stands")
    captured = [happens(f"{side}_general_captured") for side in ("attacker", "defender")]
    total += WORTH["general"] * (captured[1] - captured[0])
    for card, key in (("discard", "discard"), ("battle-card", "battle_card")):
        total += WORTH[key] * (used("defender", card) - used("attacker", card))
    british = WORTH["congress"] * happens("congress_dispersed")
    british += WORTH["washington"] * happens("washington_captured")
    british -= WORTH["regulars"] * happens("regulars_lost")
    british -= WORTH["alliance"] * outcomes.quantity("alliance_steps").value
    return total + (british if outcomes.battle.attacker.nation == "british" else -british)


@pytest.mark.rule("WW-12", "WW-20", "WW-21")
@pytest.mark.fault("B35")
@pytest.mark.parametrize(("text", "options"), VALUED)
@pytest.mark.parametrize("alliance", ["before", "after"])
def test_net_value_is_what_both_sides_lose_seen_from_the_attacker(text, options, alliance):
    worth = ", ".join(f"{key}={value}" for key, value in WORTH.items())
    battle = parse_battle("ww", text, worth=worth, alliance=alliance, **options)
    outcomes = solve(battle)
    assert outcomes.quantity("net_value").value == pytest.approx(worth_by_hand(outcomes), abs=1e-12)
    swing = (
        outcomes.quantity("defender_cu_lost").value - outcomes.quantity("attacker_cu_lost").value
    )
    assert outcomes.quantity("swing").value == pytest.approx(swing, abs=1e-12)


# --- rulings ----------------------------------------------------------------------------------


@pytest.mark.rule("WW-50", "WW-01")
def test_a_british_army_beaten_after_an_interception_retreats_by_the_same_rule():
    """Cut off means its last space, whoever beat it: it surrenders to those who joined too."""
    outcomes = fought("british, 4 cu, gen 3/1, cut-off", "none", intercept="2/2:4 cu")
    chance = THIRD * (1 - wins(4 - 4 - 1, (3, 4), (2, 4)))
    assert outcomes.event("attacker_surrenders").value == is_about(chance)


@pytest.mark.rule("WW-53", "WW-05")
@pytest.mark.parametrize("holder", ["attacker", "defender"])
def test_a_card_kept_in_a_hand_ends_the_winter_offensive(holder):
    """Judged after step 1: who holds a card keeps it from being the last one, or discards it."""
    sides = {"attacker": "american, 5 cu, Washington 6/3", "defender": "british, 5 cu, gen 3/2"}
    winter = {**sides, "attacker": sides["attacker"] + ", winter"}

    def won(texts, **held):
        both = [texts[side] + held.get(side, "") for side in ("attacker", "defender")]
        battle = parse_battle("ww", *both, goal="attacker_wins")
        return solve(battle).event("attacker_wins").value

    kept, used = won(sides), won(winter, **{holder: ", discard"})
    best = max if holder == "attacker" else min
    assert won(winter, **{holder: ", may discard"}) == pytest.approx(best(kept, used), abs=1e-12)
    assert kept != pytest.approx(used, abs=1e-3)
    both_kept = won(winter, **{holder: ", may discard, may battle-card"})
    drawn = won(sides, **{holder: ", battle-card"})  # a replacement is due: no winter offensive
    alone = won(sides, **{holder: ", discard"})  # the other card stays in the hand
    assert both_kept == pytest.approx(best(kept, drawn, alone), abs=1e-12)


@pytest.mark.rule("WW-53")
@pytest.mark.parametrize(
    ("mine", "yours", "warned"),
    [
        ("", "", False),
        (", discard", ", discard", False),
        (", battle-card", "", True),
        ("", ", battle-card", True),
        (", may battle-card", "", True),
        ("", ", treason", True),
    ],
)
def test_a_winter_offensive_and_a_battle_card_are_answered_with_a_warning(mine, yours, warned):
    battle = parse_battle(
        "ww", f"american, 4 cu, Washington, winter{mine}", f"british, 3 cu{yours}"
    )
    lines = [line for line in battle.game.assumes(battle) if "WW-53" in line]
    assert len(lines) == warned
    assert all(line.startswith("warning: ") for line in lines)
    assert solve(battle).chance.sum() == pytest.approx(1.0)


# --- illegal battles --------------------------------------------------------------------------

BRITISH, AMERICAN = "british, 3 cu, gen 3/1", "american, 2 cu, gen 2/2"
US_ATTACK, UK_DEFENCE = "american, 3 cu, gen 3/1", "british, 2 cu, gen 2/2"
ILLEGAL = [  # attacker, defender, settings, rule, given
    (BRITISH.replace("3 cu", "6 cu"), AMERICAN, {}, "WW-18", "6 cu"),
    ("british, 0 cu, gen 3/1", AMERICAN, {}, "WW-18", "0 cu"),
    ("british, 3 cu", AMERICAN, {}, "WW-18", "british, 3 cu"),
    (BRITISH, "british, 2 cu", {}, "WW-18", "british, 2 cu"),
    (US_ATTACK, "american, 2 cu", {}, "WW-18", "american, 2 cu"),
    (US_ATTACK, "french, 2 cu", {}, "WW-18", "french, 2 cu"),
    (f"{BRITISH}, militia", f"{AMERICAN}, militia", {}, "WW-07", "militia"),
    (f"{US_ATTACK}, intercepted", UK_DEFENCE, {}, "WW-07", "intercepted"),
    (BRITISH, f"{AMERICAN}, winter", {}, "WW-07", "winter"),
    (f"{BRITISH}, winter", AMERICAN, {}, "WW-07", "winter"),
    ("american, 3 cu, Gates 2/2, winter", UK_DEFENCE, {}, "WW-07", "Gates 2/2"),
    (f"{US_ATTACK}, regulars", UK_DEFENCE, {}, "WW-07", "regulars"),
    (BRITISH, f"{AMERICAN}, navy", {}, "WW-07", "navy"),
    (US_ATTACK, f"{UK_DEFENCE}, intercepted", {}, "WW-07", "intercepted"),
    ("british, 1 cu, 2 french cu, gen 3/1", AMERICAN, {}, "WW-13", "2 french cu"),
    (f"{US_ATTACK}, treason", UK_DEFENCE, {}, "WW-15", "treason"),
    (BRITISH, f"{AMERICAN}, may treason", {}, "WW-15", "treason"),
    (f"{BRITISH}, battle-card, may discard", AMERICAN, {}, "WW-05", "may discard"),
    (US_ATTACK, UK_DEFENCE, {"intercept": "4/3:4 cu"}, "WW-01", US_ATTACK),
    (BRITISH, "none", {"intercept": "4/3:4 cu", "move": "naval"}, "WW-01", "naval"),
    (BRITISH, AMERICAN, {"intercept": "4/3:4 cu", "pc": "none"}, "WW-01", "none"),
    (BRITISH, AMERICAN, {"intercept": "4/3:4 cu", "pc": "british"}, "WW-01", "british"),
    (BRITISH, f"{AMERICAN}, intercepted", {"intercept": "4/3:4 cu"}, "WW-01", "intercepted"),
    (BRITISH, "american, 2 cu, Gates 2/2", {"intercept": "Gates 2/2:4 cu"}, "WW-01", "Gates"),
    (BRITISH, f"{AMERICAN}, intercepted", {"evade": "2"}, "WW-01", "intercepted"),
    (US_ATTACK, UK_DEFENCE, {"evade": "2"}, "WW-02", "evade=2"),
    (BRITISH, "american, 2 cu", {"evade": "2"}, "WW-02", "american, 2 cu"),
    (BRITISH, "american, 0 cu, gen 2/2", {"evade": "yes"}, "WW-02", "american, gen 2/2"),
    (BRITISH, f"{AMERICAN}, cut-off", {"evade": "yes"}, "WW-02", "cut-off"),
    (BRITISH, AMERICAN, {"move": "naval"}, "WW-26", "naval"),
    (BRITISH, "none", {"move": "naval", "pc": "american"}, "WW-26", "naval"),
    (US_ATTACK, "none", {"move": "naval"}, "WW-26", "naval"),
    (BRITISH, AMERICAN, {"congress": "yes", "pc": "british"}, "WW-28", "congress"),
]
IMPOSSIBLE = [  # settings that are about something that is not there
    (BRITISH, AMERICAN, {"tries": "never"}, "never"),
    (BRITISH, AMERICAN, {"retreat": "best"}, "best"),
    (BRITISH, AMERICAN, {"leader": "present"}, "present"),
    (BRITISH, AMERICAN, {"track": "3", "alliance": "after"}, "3"),
    (BRITISH, AMERICAN, {"goal": "glory"}, "glory"),
]


@pytest.mark.rule("WW-01", "WW-02", "WW-05", "WW-07", "WW-13", "WW-15", "WW-18", "WW-26", "WW-28")
@pytest.mark.fault("B32")
@pytest.mark.parametrize(("attacker", "defender", "options", "rule", "given"), ILLEGAL)
def test_what_is_no_battle_is_refused_with_its_rule(attacker, defender, options, rule, given):
    with pytest.raises(IllegalBattleError) as caught:
        parse_battle("ww", attacker, defender, **options)
    assert (caught.value.rule, caught.value.given) == (rule, given)
    assert f"({rule})" in str(caught.value)
    words = [word for key, value in options.items() for word in ("--set", f"{key}={value}")]
    answer = ask("odds", "ww", attacker, defender, *words, "--format", "json")
    assert answer.code == 2
    assert (answer.json["kind"], answer.json["given"]) == ("illegal-battle", given)
    assert answer.err == f"error: {caught.value}\n"


@pytest.mark.fault("B32")
@pytest.mark.parametrize(("attacker", "defender", "options", "given"), IMPOSSIBLE)
def test_settings_about_what_is_not_there_are_refused(attacker, defender, options, given):
    with pytest.raises(OptionError) as caught:
        parse_battle("ww", attacker, defender, **options)
    assert caught.value.given == given
    assert caught.value.allowed
    words = [word for key, value in options.items() for word in ("--set", f"{key}={value}")]
    answer = ask("odds", "ww", attacker, defender, *words, "--format", "json")
    assert (answer.code, answer.json["kind"], answer.json["given"]) == (2, "option", given)


def test_the_legal_neighbours_of_what_is_refused_are_battles():
    """Each refusal above is for what it names: without that the battle is fought."""
    for attacker, defender in (
        (BRITISH, AMERICAN),
        (US_ATTACK, UK_DEFENCE),
        (f"{BRITISH}, militia, regulars, navy", AMERICAN),
        (BRITISH, f"{AMERICAN}, militia"),
        ("american, 3 cu, Washington, winter", UK_DEFENCE),
        (US_ATTACK, f"{UK_DEFENCE}, treason, navy"),
        (BRITISH, f"{AMERICAN}, intercepted"),
    ):
        assert fought(attacker, defender).chance.sum() == pytest.approx(1.0)
