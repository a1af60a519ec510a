"""Best play in 1775: Rebellion: the value of the game, every fixed policy, and the words for it."""

import re
from itertools import product

import pytest
import rebellion_oracle as oracle
from rebellion_cases import Case

from combat.engine import solve
from combat.errors import OptionError
from combat.rebellion_1775.decisions import decision_lines, value_of

BOTH = {
    **{"losses": "best", "withdraw": "best"},
    **{"defender_losses": "best", "defender_withdraw": "best"},
}
THREES = {
    "British attack": Case(
        "british", {"regulars": 1, "loyalist": 2}, {"continental": 2, "militia": 1}
    ),
    "Americans attack": Case(
        "american",
        {"militia": 2, "french": 1},
        {"hessian": 2, "loyalist": 1},
        faces={"french": (3, 0, 3), "hessian": (1, 3, 2)},
    ),
    "natives help": Case(
        "british", {"regulars": 2, "natives": 1}, {"militia": 2, "natives": 1, "french": 1}
    ),
}
LATE = Case("british", {"regulars": 1, "natives": 1}, {"continental": 1}, late="yes")
AREA = "lost=0, fled=0, withdrawn=0, area=2"
ALIKE = "lost=1, fled=1, withdrawn=1, area=1.5"  # so that those left say what was lost


def wanted(goal, case):
    """What final states are worth, and who wants more of it."""
    start = sum(case.defender.values()) - sum(case.attacker.values())

    def fewer(a, d):
        return start + sum(a.values()) - sum(d.values())

    def held(end):
        return {"attacker_holds": 1, "defender_holds": -1}.get(end, 0)

    return {
        "attacker_holds": lambda end, _a, _d: int(end == "attacker_holds"),
        "defender_holds": lambda end, _a, _d: -int(end == "defender_holds"),
        "area_empty": lambda end, _a, _d: int(end == "area_empty"),
        "swing": lambda _end, a, d: fewer(a, d),
        AREA: lambda end, _a, _d: 2 * held(end),
        ALIKE: lambda end, a, d: fewer(a, d) + 1.5 * held(end),
    }[goal]


def played(case, goal, **more):
    if "=" in goal:
        more |= {"goal": "net_value", "worth": goal}
    else:
        more |= {"goal": goal}
    return case.battle(**BOTH | more)


def sign(goal):
    return -1.0 if goal == "defender_holds" else 1.0


# --- the value of the game --------------------------------------------------------------------


@pytest.mark.rule("RB-03", "RB-05", "RB-08")
@pytest.mark.parametrize("goal", ["attacker_holds", "defender_holds", "swing", AREA, ALIKE])
@pytest.mark.parametrize("name", THREES)
def test_best_play_is_the_oracles(name, goal):
    case = THREES[name]
    if goal == ALIKE and "natives" in case.attacker:
        pytest.skip("natives who join are neither lost nor fled")
    value = oracle.best(case.asked(), wanted(goal, case))
    assert sign(goal) * value_of(played(case, goal)) == pytest.approx(float(value), abs=1e-12)


@pytest.mark.rule("RB-05", "RB-08", "RB-50")
@pytest.mark.parametrize("goal", ["attacker_holds", "area_empty", "swing"])
def test_best_play_with_late_decisions_is_the_oracles(goal):
    value = oracle.best(LATE.asked(), wanted(goal, LATE))
    assert value_of(played(LATE, goal)) == pytest.approx(float(value), abs=1e-12)


@pytest.mark.rule("RB-03", "RB-08", "RB-10")
@pytest.mark.parametrize("volley", oracle.ROLES)
def test_best_play_with_events_is_the_oracles(volley):
    case = Case(
        "american", {"militia": 2, "continental": 1}, {"loyalist": 2}, volley=volley, turned=1
    )
    for goal in ("attacker_holds", "swing"):
        value = oracle.best(case.asked(), wanted(goal, case))
        assert value_of(played(case, goal)) == pytest.approx(float(value), abs=1e-12)


@pytest.mark.rule("RB-08")
@pytest.mark.parametrize(
    ("role", "fixed"),
    [
        ("attacker", {"defender_losses": "keep-dice", "defender_withdraw": "save-last"}),
        ("defender", {"losses": "keep-dice", "withdraw": "save-last"}),
    ],
)
def test_best_against_a_policy_is_the_oracles(role, fixed):
    case = THREES["British attack"]
    policies = ("never", "save-last") if role == "attacker" else ("save-last", "never")
    asked = Case(case.attacks, case.attacker, case.defender, withdraw=policies).asked()
    other = oracle.OTHER[role]
    value = oracle.best(asked, wanted("swing", case), fixed_roles=(other,))
    found = value_of(played(case, "swing", **fixed))
    assert found == pytest.approx(float(value), abs=1e-12)


@pytest.mark.rule("RB-05", "RB-08")
def test_who_may_not_leave_chooses_losses_only():
    case = Case("british", {"regulars": 1, "loyalist": 2}, {"continental": 2, "militia": 1})
    shut = Case(case.attacks, case.attacker, case.defender, way_out=("no", "no"))
    options = {"losses": "best", "defender_losses": "best", "goal": "swing"}
    found = value_of(shut.battle(**options))
    assert found == pytest.approx(
        float(oracle.best(shut.asked(), wanted("swing", case))), abs=1e-12
    )
    assert found == pytest.approx(value_of(case.battle(**options)), abs=1e-12)  # nor who never does


# --- no fixed policy is better ----------------------------------------------------------------

LOSSES = ("keep-dice", "keep-own {}", "{}")
WITHDRAWALS = ("never", "always", "outnumbered", "at 2")


@pytest.mark.rule("RB-03", "RB-05", "RB-08")
@pytest.mark.parametrize("goal", ["attacker_holds", "net_value", "defender_lost"])
@pytest.mark.parametrize("role", oracle.ROLES)
def test_no_policy_is_better_than_the_best(role, goal):
    """Whatever one side does by a policy, against best play it gains nothing."""
    case = THREES["Americans attack"]
    worth = {"worth": "fled=0.4, withdrawn=0.1, area=1"} if goal == "net_value" else {}
    value = value_of(case.battle(**BOTH, goal=goal, **worth))
    prefix = "" if role == "attacker" else "defender_"
    colour = "french" if role == "attacker" else "loyalist"
    found = set()
    for losses, withdraw in product(LOSSES, WITHDRAWALS):
        fixed = {f"{prefix}losses": losses.format(colour), f"{prefix}withdraw": withdraw}
        other = value_of(case.battle(**BOTH | fixed, goal=goal, **worth))
        gain = (other - value) if role == "attacker" else (value - other)
        assert gain <= 1e-12, fixed
        found.add(round(gain, 9))
    assert len(found) > 3  # policies matter here


@pytest.mark.rule("RB-05", "RB-08")
def test_who_wants_the_area_never_gives_it_up():
    """The last unit stays: alone there is no choice, and one red unit never leaves its blank."""
    case = Case("british", {"regulars": 1}, {"continental": 1})
    found = solve(case.battle(withdraw="best"), engine="exact")
    assert found.event("attacker_holds").value == pytest.approx(2 / 5, abs=1e-14)
    assert found.quantity("attacker_withdrawn").value == 0.0
    # but who counts units only saves it: 1/6 a flight, 1/3 a blank; the red die blank is 1/2
    saved = solve(case.battle(withdraw="best", goal="attacker_lost"), engine="exact")
    assert saved.quantity("attacker_withdrawn").value == pytest.approx(1 / 6, abs=1e-14)


# --- in words -----------------------------------------------------------------------------------


def lines_of(battle):
    lines = decision_lines(solve(battle, engine="exact").model)
    assert all("\n" not in line for line in lines)
    return lines


@pytest.mark.rule("RB-08")
@pytest.mark.parametrize("goal", ["attacker_holds", "defender_holds", "net_value", "defender_lost"])
def test_what_best_play_gains_is_said_and_true(goal):
    case = THREES["British attack"]
    battle = case.battle(**BOTH, goal=goal)
    first, *lines = lines_of(battle)
    high = "defender" if goal == "defender_holds" else "attacker"
    low = oracle.OTHER[high]
    assert first == f"best play: the {high} wants {goal} high, the {low} wants it low"
    pattern = re.compile(
        r"(attacker|defender): with the best (losses|withdrawals) (\w+) is ([-+]?[\d.]+)(?: %)?;"
        r" with '([\w-]+)' it is ([-+]?[\d.]+)(?: %)?"
    )
    found = [match for line in lines if (match := pattern.fullmatch(line))]
    assert len(found) == 4
    factor = 100 if goal.endswith("holds") else 1
    value = factor * value_of(battle)
    for match in found:
        role, key, named, best, simple, other = match.groups()
        assert named == goal
        setting = "losses" if key == "losses" else "withdraw"
        key = f"{'' if role == 'attacker' else 'defender_'}{setting}"
        instead = factor * value_of(case.battle(**BOTH | {key: simple}, goal=goal))
        assert float(best) == pytest.approx(value, abs=0.051)
        assert float(other) == pytest.approx(instead, abs=0.051)
        better = value - instead if role == high else instead - value
        assert better >= -1e-9


@pytest.mark.rule("RB-03", "RB-08")
@pytest.mark.parametrize("goal", ["attacker_holds", "swing"])
def test_the_first_hit_takes_whom_the_lines_say(goal):
    """Each way of taking the first hit, its value from the oracle: the attacker throws next.

    The defender has no way out, so that its blanks do not matter.
    """
    case = Case(
        "american",
        {"continental": 2, "militia": 2},
        {"regulars": 1, "loyalist": 1},
        way_out=("no", "no"),
    )
    battle = case.battle(losses="best", defender_losses="best", goal=goal)
    line = next(one for one in lines_of(battle) if "the hit takes" in one)
    said = line.removeprefix("attacker, all units there: the hit takes ").split(" or ")
    values = {}
    for colour in case.attacker:
        left = {c: n - (c == colour) for c, n in case.attacker.items()}
        # as if the attacker were the defender, who throws first
        turned = Case("british", case.defender, left, way_out=("no", "no"))
        worth = wanted(goal, case)

        def mirrored(end, a, d, worth=worth):
            ends = {"attacker_holds": "defender_holds", "defender_holds": "attacker_holds"}
            return worth(ends.get(end, end), d, a)

        values[colour] = oracle.best(turned.asked(), mirrored, maximiser_roles=("defender",))
    # the defender may have lost one to a flight meanwhile: the choice may then be another one
    assert max(values, key=values.get) in said


@pytest.mark.rule("RB-05", "RB-08")
def test_who_leaves_on_a_blank_is_said():
    one = Case("british", {"regulars": 1}, {"continental": 1})
    stays = lines_of(one.battle(withdraw="best", goal="attacker_holds"))
    assert "attacker, both sides whole: on a blank regulars stay" in stays
    goes = lines_of(one.battle(withdraw="best", goal="attacker_lost"))
    assert "attacker, both sides whole: on a blank regulars may leave" in goes


@pytest.mark.rule("RB-08")
def test_ties_and_choices_that_are_none_keep_their_words_true():
    """With one colour on each side there is nothing to gain from who is lost."""
    case = Case("british", {"regulars": 2}, {"militia": 2})
    battle = case.battle(losses="best")
    lines = lines_of(battle)
    value = 100 * value_of(battle)
    said = f"attacker: with the best losses attacker_holds is {value:.1f} %;"
    said += f" with 'keep-dice' it is {value:.1f} %"
    assert said in lines
    assert value == pytest.approx(100 * value_of(case.battle()), abs=1e-10)


def test_best_play_of_too_many_is_refused_in_plain_words():
    case = Case("british", {"regulars": 20, "loyalist": 20}, {"continental": 20, "militia": 20})
    with pytest.raises(OptionError, match="best play takes too long"):
        solve(case.battle(**BOTH))
