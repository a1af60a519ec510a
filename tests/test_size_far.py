"""How much is enough: far beyond what can be tried in full, and what limits the additions."""

import pytest
from commandline import ask, is_plain_refusal

from analysis.answers import odds
from analysis.compare.answer import compare
from analysis.size import size
from analysis.size.base import base_of, read_base
from analysis.size.candidates import Candidate, Growing, candidates
from analysis.size.climb import made
from analysis.size.document import chance_text, sentence
from combat.changes import Change
from combat.errors import OptionError, UnknownUnitError
from combat.estimate import Estimate
from combat.games import GAMES, parse_battle

EXACT = 1e-11
HILL = "ccn French line 4 v British light 4 leader on hill"


def offered(battle, side="attacker"):
    return {one.what: one.most for one in base_of(battle, side).additions}


# --- what limits the additions --------------------------------------------------------------------


@pytest.mark.rule("CC-13")
@pytest.mark.parametrize(
    ("battle", "most"),
    [
        (HILL, 1),  # élan and the like: +1 whoever it is
        ("ccn French line 3 card +1 v British light 3", None),
        ("ccn French foot artillery 2 v British light 4 | combat=ranged | range=3", 2),
        ("ccn French foot artillery 2 card +1 v British light 4 | combat=ranged | range=3", 1),
    ],
)
def test_as_many_card_dice_as_one_card_gives(battle, most):
    """CC-13: foot artillery that bombards has two dice more, infantry in melee one."""
    assert offered(battle).get("card die") == most


@pytest.mark.rule("CC-24")
@pytest.mark.parametrize(
    ("battle", "most"),
    [
        (HILL, 4),
        ("ccn French line 3, with foot artillery 2 at 3 v British light 4", 3),
        ("ccn French line 3 v British light 4 | combat=ranged | range=2", None),
        ("ccn French foot artillery 2 v British light 4", None),
        ("ccn French line 3, square v British light 4", None),
    ],
)
def test_artillery_joins_the_melee_of_infantry_and_cavalry(battle, most):
    """CC-24: what is there already stays; four units are as many as a battle can name."""
    assert offered(battle).get("artillery") == most
    if most is not None:
        now, game = base_of(battle, "attacker").battle, GAMES["napoleonics"]
        one, fewer = (Change("attacker", "artillery", step, 1.5) for step in (1, -1))
        larger = [game.changed(now, one, times) for times in range(1, most + 1)]
        there = battle.count("artillery")
        assert [str(each).count("artillery") for each in larger] == list(range(there + 1, 5))
        assert game.changed(now, one, most + 1) is None
        assert game.changed(larger[-1], fewer, most) == now


def test_a_limit_that_is_given_is_one_that_can_be():
    found = size(HILL, chance=0.25, units="card die")
    assert (found.answer, found.proven, len(found.tried)) == (None, True, 2)
    assert "card die 0.8 (at most 1)" in found.assumes[-1]
    with pytest.raises(OptionError, match="there can be 1 card die more at most, not 3") as caught:
        size(HILL, chance=0.25, units="card die max 3")
    assert caught.value.allowed == ("1 to 1",)
    with pytest.raises(OptionError, match="there can be 1 aa more at most, not 2"):
        size("aa 1 ftr, 1 inf v 1 inf", side="defender", chance=0.9, units="2 aa")
    with pytest.raises(OptionError, match="1 block more at most, not 2"):
        size("ccn French line 3 v British light 3", budget=1, units="2 blocks")
    with pytest.raises(OptionError, match="there can be 1 french more at most, not 2"):
        size("rb 9 french, 1 militia v 1 loyalist", budget=1, units="2 french")
    with pytest.raises(UnknownUnitError):
        size("ccn French line 3 card +1 v British light 3", budget=1, units="card die")


@pytest.mark.parametrize("name", GAMES)
def test_limits_that_are_said_can_be_reached(name):
    """Over all games: as many as are said can be had, if need be with the other switches."""
    for pair in GAMES[name].examples:
        battle = parse_battle(name, *pair)
        for side in ("attacker", "defender"):
            for one in GAMES[name].additions(battle, side):
                change = Change(side, one.what, 1, one.cost)
                if one.most:
                    assert GAMES[name].changed(battle, change, one.most) is not None


@pytest.mark.rule("AA-53")
def test_what_the_rules_refuse_is_told():
    """AA-53: a defending fleet's fighters need decks, which is no number that could be given."""
    found = size("aa 1 ss, 2 dd v 1 dd", side="defender", budget=20, units="ftr")
    assert [one.additions for one in found.tried] == [""]
    assert found.notes == (
        "left out where the rules do not allow it: 1 ftr added, or more of that",
    )
    assert size("aa 1 inf v 1 inf", budget=9).notes == ()


# --- a faction in every army that attacks ---------------------------------------------------------


@pytest.mark.rule("RB-28")
def test_allies_and_natives_come_after_a_faction():
    """RB-28: an army that attacks has a unit of the faction whose turn it is."""
    base = base_of("rb none v 1 loyalist", "attacker")
    some = []
    for one in candidates(base):
        if one.cost > 3:
            break
        some.append(one.battle.attacker)
    assert all(force["continental"] or force["militia"] for force in some)
    assert any(force["french"] == 2 for force in some)
    assert any(force["natives"] and force["french"] for force in some)
    found = size("rb none v 1 loyalist", chance=0.2)
    assert {one.force for one in found.ties} == {"1 continental", "1 militia"}
    assert "french 1 (at most 10, with continental or militia)" in found.assumes[-1]
    far = Growing(base, kept=99)
    first = list(candidates_up_to(base, 1))
    far.add(first, [0.0] * len(first))
    for one in far.next_batch(None):
        assert one.battle.attacker["continental"] or one.battle.attacker["militia"]
    assert made(base, (0, 0, 2, 0)) is None
    assert made(base, (1, 0, 2, 0)).attacker["french"] == 2


def candidates_up_to(base, cost):
    for one in candidates(base):
        if one.cost > cost:
            return
        yield one


@pytest.mark.rule("RB-28")
def test_where_a_faction_is_all_may_be_added():
    plain = base_of("rb 1 militia v 1 loyalist", "attacker").additions
    assert all(one.after == () for one in plain)
    with pytest.raises(OptionError, match="french can be added only with continental or militia"):
        size("rb none v 1 loyalist", budget=3, units="french")
    held = size("rb 1 militia v none", side="defender", budget=1)  # who is attacked need not move
    assert "1 hessian" in {one.force for one in held.tried}


# --- beyond what can be tried ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("defender", "price"), [("100 inf", 378), ("40 inf, 10 arm, 5 ftr", 245), ("30 inf", 125)]
)
def test_a_large_force_is_found_where_small_ones_have_no_chance(defender, price):
    found = size(f"aa none v {defender}", chance=0.9, most=200)
    assert (found.proven, found.method) == (False, "exact")
    assert found.cost <= price
    right = odds(found.answer.battle, engine="exact").event("territory_taken").value
    assert right >= 0.9
    assert found.chance.value == pytest.approx(right, abs=EXACT)
    costs = [one.cost for one in found.tried]
    assert costs == sorted(costs)
    assert "missed" in found.notes[1]


def test_a_large_budget_is_spent():
    """378 IPC buy more than 0.9 in infantry and artillery, as the search for that chance shows."""
    found = size("aa none v 100 inf", budget=378, most=200)
    assert found.chance.value > 0.9
    assert (found.proven, found.cost <= 378) == (False, True)


def test_none_found_is_not_that_there_is_none():
    found = size("aa 1 inf v 9 inf", event="stand_off", chance=0.5, most=50)
    said = sentence(found)
    assert said.startswith("No force with 50 % of 'stand-off' was found up to ")
    assert "not all could be tried" in said
    assert "cannot" not in said
    none = sentence(size("aa 1 inf v 4 inf", chance=0.9, budget=6))
    assert none.startswith("The attacker cannot have 90 % of 'territory taken' for 6 IPC")


def test_a_chance_that_is_0_to_the_computer_is_not_called_impossible():
    found = size("aa none v 100 inf", budget=3)
    assert found.chance.value == 0.0  # 1 infantry: positive, far below 1e-308
    assert "as good as none" in sentence(found)
    assert "impossible" not in ask("size", "aa", "none v 100 inf", "--budget", "3").out
    assert chance_text(Estimate.of_exact(1e-300)) != "as good as none"


def test_of_chances_that_cannot_be_told_apart_more_units_are_kept():
    base = read_base(GAMES["axis-allies"], "none", "100 inf", side="attacker")
    some = [
        Candidate(12.0, counts, made(base, counts))
        for counts in ((0, 0, 0, 0, 1), (0, 3, 0, 0, 0), (4, 0, 0, 0, 0))
    ]
    growing = Growing(base, kept=1)
    growing.add(some, [0.0, 0.0, 0.0])
    assert all(one.counts[0] >= 4 for one in growing.next_batch(None))


def test_progress_is_told():
    told = []
    size("aa 1 inf v 2 inf", budget=12, progress=lambda tried, cost: told.append((tried, cost)))
    assert told
    assert told[-1] == (len(size("aa 1 inf v 2 inf", budget=12).tried), 12.0)


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("battle", "words"),
    [
        ("ccn French line 3 v British light 4", ("1 block", "2 blocks", "0.6 blocks")),
        ("rb 1 militia v 1 loyalist", ("1 unit", "2 units", "0.6 units")),
        ("ww british, 3 cu, gen 4/2 v american, 2 cu", ("1 point", "2 points", "0.6 points")),
        ("aa 1 inf v 1 inf", ("1 IPC", "2 IPC", "0.6 IPC")),
    ],
)
def test_one_of_a_unit_of_cost_is_one(battle, words):
    base = base_of(battle, "attacker")
    assert tuple(map(base.price, (1.0, 2.0, 0.6))) == words


# --- plans about different events -----------------------------------------------------------------

SEA, LAND = "2 ss v 1 dd", "3 inf v 2 inf"


def test_plans_about_different_events_are_refused_unless_one_is_named():
    answer = ask("compare", "aa", SEA, LAND)
    assert is_plain_refusal(answer)
    for words in ("'cleared_not_taken'", "'territory_taken'", "--event"):
        assert words in answer.err
    with pytest.raises(OptionError, match="they have none in common") as caught:
        compare(["aa 2 bmr v none | raid=10", f"aa {LAND}"])
    assert caught.value.allowed == ()


def test_an_event_has_each_plans_own_words():
    answer = ask("compare", "aa", SEA, LAND, "--event", "cleared_not_taken")
    assert answer.code == 0
    lines = answer.out.splitlines()
    head = next(at for at, line in enumerate(lines) if " plan " in line)
    assert "chance" in lines[head]
    assert "sea zone cleared" in lines[head + 1]
    assert "cleared, not taken" in lines[head + 2]
    alike = ask("compare", "aa", LAND, "4 inf v 2 inf").out
    assert "IPC  territory taken" in alike
