"""What would flip a verdict, what best retreat is worth, and who is lost among equals."""

import itertools
import re

import numpy as np
import pytest

from analysis import advice as advice_module
from analysis import flips, variants
from analysis.advice import should_attack
from analysis.answers import odds
from analysis.effort import effort_of
from combat.axis_allies.stopping import policy_text

LAND, AIR = ("inf", "art", "arm"), ("ftr", "bmr")
MOST_STEPS, MOST_SHOWN = 8, 5  # of one unit, and of flips
COSTS = {"inf": 3, "art": 4, "arm": 5, "ftr": 10, "bmr": 12, "aa": 6}


def counts_of(text):
    return {u: int(n) for n, u in (p.split(" ") for p in text.split(", ")) if text != "none"}


def text_of(counts):
    return ", ".join(f"{n} {unit}" for unit, n in counts.items() if n)


def verdict(sides, aim, **how):
    battle = f"aa {sides['attacker']} v {sides['defender'] or 'none'}"
    return should_attack(battle, aim=aim, with_flips=False, **how).verdict


def free_changes(attacker):
    """The settings that a player can choose anew: (text, what follows the battle's text)."""
    yield "retreat = best", "retreat=best"
    if any(u in attacker for u in LAND) and any(u in attacker for u in AIR):
        order = " ".join(u for u in (*LAND, *AIR) if u in attacker)
        yield f"losses = {order}; keep 1 land", f"losses={order}; keep 1 land"


def brute_force(battle, aim):
    """Return {(side, change): (cost, verdict then)} of each change in its smallest number."""
    sides = dict(zip(("attacker", "defender"), battle.split(" v "), strict=True))
    now, found = verdict(sides, aim), {}
    for words, setting in free_changes(counts_of(sides["attacker"])):
        after = verdict(sides | {"defender": f"{sides['defender']} | {setting}"}, aim)
        if after not in (now, "hold"):
            found["attacker", words] = (0.0, after)
    for side, sign in itertools.product(sides, (1, -1)):
        wanted = "attack" if (side == "attacker") == (sign > 0) else "hold"
        units = (*LAND, *AIR) if side == "attacker" else (*LAND, *AIR, "aa")
        for unit, times in itertools.product(units, range(1, MOST_STEPS + 1)):
            counts = counts_of(sides[side])
            counts[unit] = counts.get(unit, 0) + sign * times
            change = f"{'+' if sign > 0 else '-'}{times} {unit}"
            one_is_as_good_as_many = unit == "aa" and sign > 0 and counts[unit] > 1
            known = any(s == side and c.split()[-1] == unit and c[0] == change[0] for s, c in found)
            nobody = side == "attacker" and not any(counts.values())
            if now == wanted or counts[unit] < 0 or known or nobody or one_is_as_good_as_many:
                continue
            if verdict(sides | {side: text_of(counts)}, aim) == wanted:
                found[side, change] = (float(times * COSTS[unit]), wanted)
    return found


# Battles in which no first step leads away from the aim, so that every number is tried.
TAKE = "territory_taken >= 0.75 and net_value >= 0"
BATTLES = [
    ("3 inf, 2 arm v 4 inf, 1 art", "net_value > 0"),
    ("3 inf, 2 arm v 4 inf, 1 art", TAKE),
    ("3 inf, 2 arm v 4 inf", TAKE),  # with the best retreat it would be 'hold': no advice
    ("1 inf, 4 arm v 4 bmr", "attacker_ipc_lost <= 9 and territory_taken > 0.5"),
    ("1 inf, 4 art, 4 arm v 4 bmr", TAKE),
    ("3 arm, 2 ftr v 4 arm", "attacker_ipc_lost <= 9 and territory_taken > 0.5"),
    ("1 inf, 4 art, 2 bmr v 3 inf, 4 art", "territory_taken >= 0.6"),
    ("4 arm, 4 bmr v 3 bmr, 3 aa", "attacker_ipc_lost <= 9 and territory_taken > 0.5"),
    ("2 inf v 4 inf, 4 bmr, 1 aa", TAKE),
    ("3 inf, 1 ftr v 3 arm, 1 bmr", "rounds <= 2.5 and territory_taken >= 0.3"),
    ("1 arm v 1 arm, 1 bmr, 4 aa", "rounds <= 2.5 and territory_taken >= 0.3"),
    ("2 art v 2 art", "net_value > 0"),
    ("2 art, 1 ftr v 4 inf", "defender_holds <= 0.2"),
    ("3 inf, 3 art, 4 arm v 4 inf, 2 arm, 4 ftr", "swing > 1"),
    ("4 arm, 4 bmr v 4 inf, 2 aa", "territory_taken >= 0.6"),
    ("4 inf, 4 arm, 2 ftr v 2 inf", "territory_taken >= 0.6"),
    ("2 inf, 3 ftr v 2 inf, 2 aa", TAKE),
    ("3 inf, 3 bmr v 4 inf, 2 aa", "net_value > 0"),
    ("1 arm, 1 ftr v 2 inf, 1 art, 4 arm", "rounds <= 2.5 and territory_taken >= 0.3"),
]


@pytest.mark.parametrize(("battle", "aim"), BATTLES)
def test_flips_are_the_cheapest_of_all_changes(battle, aim):
    advice = should_attack(f"aa {battle}", aim=aim)
    every = brute_force(battle, aim)
    assert advice.all_tried
    assert [f.cost for f in advice.flips] == sorted(c for c, _ in every.values())[:MOST_SHOWN]
    for flip in advice.flips:
        assert every[flip.side, flip.change] == (flip.cost, flip.after)
        assert flip.before == advice.verdict


@pytest.mark.parametrize(
    ("battle", "how"),
    [
        ("aa 3 inf, 2 arm v 4 inf, 1 art", {"trials": 20_000}),
        ("aa 3 inf, 2 arm v 4 inf, 1 art", {"precision": 0.01}),
        ("aa 3 inf, 2 arm v 4 inf, 1 art", {"engine": "simulate"}),
        ("rb 3 continental, 2 militia v 2 regulars, 1 loyalist", {"trials": 5_000}),
    ],
)
def test_dear_trials_count_as_the_work_that_they_are(battle, how, monkeypatch):
    """However much one simulated answer takes, that of all flips together is bounded."""
    answers = []

    def counted(asked, **keywords):
        answers.append(odds(asked, **keywords))
        return answers[-1]

    monkeypatch.setattr(advice_module, "odds", counted)
    monkeypatch.setattr(variants, "VARIANT_WORK", 0.0)
    should_attack(battle, rng=1, with_flips=False, **how)
    each = effort_of(answers[0])
    assert each >= answers[0].trials * 1_000
    for most in (0.0, 5.5 * each):
        answers.clear()
        monkeypatch.setattr(flips, "FLIP_WORK", most)
        advice = should_attack(battle, rng=1, **how)
        tried = sum(map(effort_of, answers[1:]))
        assert not advice.all_tried
        assert tried <= 1.1 * most  # one more unit may take a little more
        assert bool(answers[1:]) == (most > 0)


def changes(battle, aim, **settings):
    return {flip.change: flip for flip in should_attack(battle, aim=aim, **settings).flips}


def test_two_guns_must_go_where_one_less_changes_nothing():
    """Each aircraft is shot at once however many guns there are (AA-03)."""
    battle = "aa 2 inf, 3 ftr v 2 inf, {}"
    chance = {
        guns: odds(battle.format(guns)).event("territory_taken").value
        for guns in ("2 aa", "1 aa", "0 aa")
    }
    assert chance["2 aa"] == chance["1 aa"] < chance["0 aa"] - 0.04
    assert changes(battle.format("2 aa"), TAKE)["-2 aa"].after == "attack"


def test_best_retreat_is_offered_at_no_cost():
    plain = "aa 3 inf, 2 arm v 4 inf, 1 art"
    flip = changes(plain, "net_value > 0")["retreat = best"]
    best = odds(f"{plain} | retreat=best").quantity("net_value").value
    assert (flip.side, flip.cost, flip.before, flip.after) == ("attacker", 0.0, "hold", "attack")
    assert flip.after_value == pytest.approx(best, abs=1e-12)
    assert flip.before_value == pytest.approx(odds(plain).quantity("net_value").value, abs=1e-12)
    assert "retreat = best" not in changes(f"{plain} | retreat=best", "net_value > 2")


def test_flips_of_up_to_eight_units_are_found():
    battle, aim = "aa 4 inf, 4 arm, 2 ftr v 2 inf", "territory_taken >= 0.6"
    assert set(changes(battle, aim)) == {"+8 inf", "+8 art", "+7 arm", "+6 ftr"}


# --- best retreat ------------------------------------------------------------------------------

LAND_BATTLES = ("5 inf, 2 arm v 6 inf", "2 inf, 1 arm, 2 ftr v 4 inf, 1 aa", "2 arm, 1 ftr v 3 inf")
NUMBERS = re.compile(
    r"the option to retreat is worth ([+-]\d+\.\d\d) IPC"
    r" \(net value ([+-]\d+\.\d\d) with it, ([+-]\d+\.\d\d) without\)"
)


def printed(battle):
    """The numbers of the policy in words: the option, with it, without it."""
    found = NUMBERS.fullmatch(odds(battle).model.policy_map().lines[1])
    return tuple(map(float, found.groups()))


def net_value(battle):
    return odds(battle).quantity("net_value").value


@pytest.mark.rule("AA-08", "AA-30")
@pytest.mark.parametrize(
    ("battle", "best", "plain"),
    [
        *((f"{battle}", "best", "") for battle in LAND_BATTLES),
        *((f"{battle} | worth=territory=4", "best or after 2", "") for battle in LAND_BATTLES),
        ("2 inf, 1 arm, 1 ftr v 3 inf, 1 aa", "best | rounds=2", "never | rounds=2"),
        ("2 inf, 1 arm, 1 ftr v 3 inf, 1 aa", "best or after 4 | rounds=3", "never | rounds=3"),
        ("2 inf, 1 arm, 1 ftr v 3 inf | landing=2 inf | bombard=1 ca", "best", ""),
        ("2 dd, 1 ss v 1 ss, 2 dd | attacker_submerge=always", "best", ""),
    ],
)
def test_the_option_to_retreat_is_measured_against_never_retreating(battle, best, plain):
    """The numbers in the text are those of the two battles asked about one by one."""
    with_it = net_value(f"aa {battle} | retreat={best}")
    without = net_value(f"aa {battle} | retreat={plain or 'never'}")
    assert abs(with_it - without) > 0.1
    numbers = printed(f"aa {battle} | retreat={best}")
    assert numbers == pytest.approx((with_it - without, with_it, without), abs=0.00501)


def test_best_submerging_is_told_with_what_it_would_be_without():
    plain = "aa 2 ftr, 3 ss v 4 ss, 1 tr"
    best = f"{plain} | attacker_submerge=best | defender_submerge=best"
    (line,) = odds(best).model.policy_map().lines
    found = re.fullmatch(r"best submerging: net value (\S+), and (\S+) if .+", line)
    wanted = [net_value(best), net_value(plain)]
    assert abs(wanted[0] - wanted[1]) > 0.1
    assert [float(n) for n in found.groups()] == pytest.approx(wanted, abs=0.00501)


def policy(floors, most=60):
    """The text of a policy: the fewest units by defenders left, 0 for none."""
    pairs = [(left, foes) for foes in floors for left in range(1, most)]
    left, against = np.array(pairs).T
    going = np.array([bool(floors[foes]) and left >= floors[foes] for left, foes in pairs])
    return policy_text(left, against, going)


@pytest.mark.rule("AA-08")
@pytest.mark.parametrize(
    ("floors", "text"),
    [
        ({1: 2, 2: 3, 3: 3, 4: 4}, "2 units against 1, 3 against 2-3, 4 against 4"),
        ({1: 3, 2: 3, 3: 3, 4: 3, 5: 9}, "3 units against 1-4, 9 against 5"),
        ({1: 3, 2: 0, 3: 3}, "3 units against 1, 3 against 3"),
        ({2: 5, 4: 5, 5: 5, 7: 5}, "5 units against 2, 5 against 4-5, 5 against 7"),
        ({1: 1, 2: 11, 9: 11, 10: 11}, "1 unit against 1, 11 against 2, 11 against 9-10"),
    ],
)
def test_only_adjacent_numbers_of_defenders_are_told_together(floors, text):
    assert policy(floors) == f"go on while you have at least {text}; else retreat"


@pytest.mark.rule("AA-08")
def test_a_long_policy_is_cut_to_ten_thresholds():
    """Ten are told in full; of more the first eight and the last."""
    told = [f"{n + 1} against {n}" for n in range(1, 41)]
    told[0] = "2 units against 1"
    for number in (9, 10, 11, 40):
        parts = told[:number] if number <= 10 else [*told[:8], "…", told[number - 1]]
        text = policy({n: n + 1 for n in range(1, number + 1)})
        assert text == f"go on while you have at least {', '.join(parts)}; else retreat"
    merged = policy({n: 1 + (n + 1) // 2 for n in range(1, 21)})  # ten pairs of neighbours
    assert merged.count("-") == 10
    assert "…" not in merged


# --- who is lost among equals ------------------------------------------------------------------


@pytest.mark.rule("AA-04", "AA-30")
@pytest.mark.parametrize(
    ("battle", "left"),
    [  # one hit at most; of equal defence the dearer goes first
        ("1 arm v 3 inf, 2 art", "3 inf, 1 art"),
        ("1 arm v 3 inf, 2 art | values=inf=5", "2 inf, 2 art"),
        ("1 arm v 1 inf, 1 arm, 1 bmr", "1 inf, 1 bmr"),
        ("1 arm v 2 inf, 1 arm, 1 ftr | values=ftr=1", "2 inf, 1 arm"),
        ("1 ca v 1 dd, 1 cv", "1 dd"),
        ("1 ca v 1 dd, 1 cv | values=dd=15", "1 cv"),
        ("1 dd v 1 ca, 1 dd", "1 dd"),
    ],
)
def test_the_attacker_chooses_the_strongest_and_then_the_dearest(battle, left):
    outcomes = odds(f"aa {battle} | choose_losses=attacker | rounds=1")
    end_text = outcomes.battle.game.end_text
    found = {end_text(outcomes, row)[1] for row in range(len(outcomes)) if outcomes.chance[row] > 0}
    assert found == {left, str(outcomes.battle.defender)}
