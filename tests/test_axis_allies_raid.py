"""Strategic bombing raids: every number from the oracle, a closed form, or by hand."""

from collections import defaultdict
from fractions import Fraction
from math import comb

import numpy as np
import oracle
import pytest
from commandline import ask

from analysis.advice import should_attack
from analysis.answers import odds
from analysis.frames import outcome_frame, quantity_frame, retreat_frame, rounds_frame
from analysis.picture import picture
from analysis.sequels import waves
from combat.axis_allies.interception import best_interception
from combat.battle import Battle
from combat.engine import solve
from combat.errors import IllegalBattleError, OptionError, WargameError
from combat.games import parse_battle
from combat.outcomes import Outcomes

SIXTH = Fraction(1, 6)
BOMBER, FIGHTER = 12, 10  # IPC


def raid(text: str, income: int, **options: str) -> Battle:
    return parse_battle("aa", text, raid=str(income), **options)


def joint(outcomes: Outcomes) -> dict[tuple[int, int, int, int], float]:
    """Chance of (bombers, escorts, defending fighters left, damage)."""
    found: dict[tuple[int, int, int, int], float] = defaultdict(float)
    zeros = np.zeros(len(outcomes), dtype=np.int64)
    columns = [
        outcomes.column(name) if name in outcomes.columns else zeros
        for name in ("attacker.bmr", "attacker.ftr", "defender.ftr", "damage")
    ]
    for *state, chance in zip(*columns, outcomes.chance, strict=True):
        found[tuple(map(int, state))] += float(chance)
    return dict(found)


# bombers, escorts, defending fighters, risen, guns, income, damage before, losses
RAIDS = [
    (1, 0, 0, 0, 1, 4, 0, ""),
    (3, 0, 0, 0, 1, 8, 0, ""),
    (5, 0, 0, 0, 3, 10, 4, ""),
    (2, 0, 0, 0, 0, 1, 1, ""),
    (2, 0, 0, 0, 0, 3, 6, ""),
    (1, 0, 2, 2, 1, 5, 0, ""),
    (3, 0, 4, 1, 1, 7, 2, ""),
    (2, 1, 2, 2, 1, 10, 0, ""),
    (2, 3, 2, 2, 1, 6, 5, ""),
    (3, 2, 4, 3, 0, 4, 1, ""),
    (3, 2, 3, 3, 1, 5, 0, "bmr ftr"),
    (2, 2, 3, 0, 1, 5, 0, ""),
    (2, 2, 0, 0, 1, 0, 0, ""),
]


def product_and_oracle(case) -> tuple[Battle, oracle.Raid]:
    bombers, escorts, fighters, risen, guns, income, damage, losses = case
    battle = raid(
        f"{bombers} bmr, {escorts} ftr v "
        + (f"{fighters} ftr, {guns} aa" if fighters + guns else "none"),
        income,
        damage=str(damage),
        interceptors=str(risen),
        escorts="yes" if escorts else "no",
        **({"losses": losses} if losses else {}),
    )
    asked = oracle.raid(
        bombers,
        income,
        damage=damage,
        gun=guns > 0,
        escorts=escorts,
        interceptors=risen,
        escorts_first=losses != "bmr ftr",
    )
    return battle, asked


@pytest.mark.rule("AA-25", "AA-26", "AA-03")
@pytest.mark.parametrize("case", RAIDS)
def test_a_raid_is_the_oracles_state_by_state(case):
    battle, asked = product_and_oracle(case)
    outcomes = solve(battle)
    down = case[2] - case[3]  # fighters that did not rise are left too
    expected = {(b, e, i + down, d): float(p) for (b, e, i, d), p in asked.final.items()}
    got = joint(outcomes)
    assert max(abs(got.get(k, 0.0) - expected.get(k, 0.0)) for k in got | expected) < 1e-14
    assert outcomes.exact
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-13)
    assert outcomes.event("all_bombers_lost").value == pytest.approx(float(asked.all_bombers_lost))
    out = float(asked.complex_out)
    assert outcomes.event("complex_out").value == pytest.approx(out, abs=1e-14)
    lost = BOMBER * (case[0] - asked.mean("bombers")) + FIGHTER * (case[1] - asked.mean("escorts"))
    shot = FIGHTER * (case[3] - asked.mean("interceptors"))
    means = {
        "attacker_ipc_lost": lost,
        "defender_ipc_lost": shot,
        "damage": asked.mean("damage"),
        "swing": shot - lost,
        "net_value": shot + asked.mean("damage") - lost,
    }
    for name, mean in means.items():
        assert outcomes.quantity(name).value == pytest.approx(float(mean), abs=1e-11), name


@pytest.mark.rule("AA-25", "AA-26")
@pytest.mark.fault("B19")
@pytest.mark.parametrize("case", RAIDS)
def test_a_simulated_raid_is_within_four_standard_errors(case):
    battle, _ = product_and_oracle(case)
    exact, sampled = solve(battle), solve(battle, trials=70_000, rng=20_262)
    assert sampled.trials == 70_000
    assert sampled.chance.sum() == pytest.approx(1.0, abs=1e-12)
    for event in battle.events:
        p, found = exact.event(event.name).value, sampled.event(event.name).value
        assert abs(found - p) <= 4.0 * (p * (1.0 - p) / 70_000) ** 0.5 + 1e-12
    for quantity in battle.quantities:
        mean, found = exact.quantity(quantity.name), sampled.quantity(quantity.name)
        assert abs(found.value - mean.value) <= 4.0 * mean.sd / 70_000**0.5 + 1e-9
    chances, counts = joint(exact), joint(sampled)
    assert set(counts) <= set(chances)
    for state, p in chances.items():
        allowed = 4.5 * (p * (1.0 - p) / 70_000) ** 0.5 + 4.5 / 70_000
        assert abs(counts.get(state, 0.0) - p) <= allowed


@pytest.mark.fault("B36", "B43")
def test_a_seed_is_a_raid():
    battle = raid("3 bmr, 1 ftr v 2 ftr, 1 aa", 6, escorts="yes")
    first, same, other = (solve(battle, trials=200_000, rng=seed) for seed in (5, 5, 6))
    assert joint(first) == joint(same) != joint(other)


@pytest.mark.rule("AA-25", "AA-03")
def test_the_published_means():
    """One bomber, cap 8: 5/6 of a die's mean, 1/6 of 12 IPC; three bombers, cap 16."""
    one = solve(raid("1 bmr v 1 aa", 4))
    assert one.quantity("damage").value == pytest.approx(35 / 12, abs=1e-14)
    assert one.quantity("attacker_ipc_lost").value == pytest.approx(2.0, abs=1e-14)
    three = solve(raid("3 bmr v 1 aa", 8))
    assert three.quantity("damage").value == pytest.approx(8.736604080932786, abs=1e-13)
    assert three.quantity("attacker_ipc_lost").value == pytest.approx(6.0, abs=1e-13)


@pytest.mark.rule("AA-25", "AA-03")
@pytest.mark.parametrize("guns", [1, 2, 5])
def test_each_bomber_is_shot_at_once_however_many_guns(guns):
    outcomes = solve(raid(f"5 bmr v {guns} aa", 10))
    left = outcomes.column("attacker.bmr")
    for lost in range(6):
        expected = comb(5, lost) * SIXTH**lost * (5 * SIXTH) ** (5 - lost)
        assert outcomes.chance[left == 5 - lost].sum() == pytest.approx(float(expected), abs=1e-15)
    assert outcomes.event("all_bombers_lost").value == pytest.approx(6.0**-5, abs=1e-17)


@pytest.mark.rule("AA-03")
def test_bombers_and_escorts_are_shot_at_apart():
    outcomes = solve(raid("2 bmr, 1 ftr v 1 aa", 9, escorts="yes"))
    bombers, escorts = outcomes.column("attacker.bmr"), outcomes.column("attacker.ftr")
    for b in range(3):
        for e in range(2):
            expected = comb(2, b) * (5 * SIXTH) ** b * SIXTH ** (2 - b) * (SIXTH, 5 * SIXTH)[e]
            found = outcomes.chance[(bombers == b) & (escorts == e)].sum()
            assert found == pytest.approx(float(expected), abs=1e-15)


@pytest.mark.rule("AA-25")
def test_total_damage_is_at_most_twice_the_income():
    """One die against 3 points of room: 1, 2, and 3 for all of 3 to 6."""
    outcomes = solve(raid("1 bmr v none", 5, damage="7"))
    damage, chance = outcomes.distribution(outcomes.values("damage"))
    assert damage.tolist() == [1, 2, 3]
    assert chance.tolist() == pytest.approx([1 / 6, 1 / 6, 4 / 6])
    full = solve(raid("2 bmr v none", 5, damage="10"))
    assert full.quantity("damage").value == 0.0
    assert full.event("complex_out").value == 1.0
    half = solve(raid("1 bmr v none", 5, damage="2"))  # 3 more and nothing can be mobilised
    assert half.event("complex_out").value == pytest.approx(4 / 6)
    two = solve(raid("2 bmr v none", 100))
    assert two.chance[two.column("damage") == 7].sum() == pytest.approx(1 / 6)
    assert two.event("complex_out").value == 0.0


@pytest.mark.rule("AA-26")
def test_one_round_by_hand():
    """1 bmr, 1 ftr v 1 ftr: the interceptor hits on 2 and takes the escort, the escort on 1."""
    outcomes = solve(raid("1 bmr, 1 ftr v 1 ftr", 9, escorts="yes"))
    ends = defaultdict(float)
    for (b, e, i, _), chance in joint(outcomes).items():
        ends[b, e, i] += chance
    assert dict(ends) == pytest.approx(
        {
            (1, 1, 1): 4 / 6 * 5 / 6,
            (1, 0, 1): 2 / 6 * 5 / 6,
            (1, 1, 0): 4 / 6 * 1 / 6,
            (1, 0, 0): 2 / 6 * 1 / 6,
        }
    )
    assert outcomes.quantity("damage").value == pytest.approx(3.5)


@pytest.mark.rule("AA-26")
def test_bombers_hit_nobody_and_escorts_nothing_but_interceptors():
    alone = solve(raid("4 bmr v 3 ftr", 9, escorts="yes"))
    assert alone.quantity("defender_ipc_lost").value == 0.0
    lost = 4 - alone.column("attacker.bmr")
    for hits in range(4):
        expected = comb(3, hits) * 2**hits * 4 ** (3 - hits) / 6**3
        assert alone.chance[lost == hits].sum() == pytest.approx(expected)
    down = solve(raid("4 bmr, 4 ftr v 3 ftr", 9, escorts="yes", interceptors="0"))
    assert down.quantity("defender_ipc_lost").value == 0.0
    assert down.quantity("attacker_ipc_lost").value == 0.0
    assert (down.column("defender.ftr") == 3).all()


@pytest.mark.rule("AA-26", "AA-04")
def test_the_attacker_names_his_losses():
    """Two hits (1/9) of 2 interceptors on 2 bmr, 1 ftr."""
    expected = {
        "": (1, 0),
        "bmr ftr": (0, 1),
        "bmr ftr; keep 1 bmr": (1, 0),
        "bmr; keep 2 bmr": (1, 0),
    }
    for losses, left in expected.items():
        options = {"losses": losses} if losses else {}
        outcomes = solve(raid("2 bmr, 1 ftr v 2 ftr", 9, escorts="yes", **options))
        bombers, escorts = outcomes.column("attacker.bmr"), outcomes.column("attacker.ftr")
        two = bombers + escorts == 1
        assert outcomes.chance[two].sum() == pytest.approx(1 / 9)
        assert {*zip(bombers[two].tolist(), escorts[two].tolist(), strict=True)} == {left}


@pytest.mark.rule("AA-56")
def test_low_luck_does_not_touch_raids():
    text = "3 bmr, 2 ftr v 2 ftr, 1 aa"
    plain, lucky = (solve(raid(text, 5, escorts="yes", dice=d)) for d in ("standard", "low-luck"))
    assert joint(plain) == joint(lucky)
    assert any("low luck" in line for line in lucky.battle.game.assumes(lucky.battle))


@pytest.mark.rule("AA-55")
def test_guns_of_the_second_edition_have_three_dice_each():
    outcomes = solve(raid("5 bmr v 1 aa", 10, edition="second"))
    lost = 5 - outcomes.column("attacker.bmr")
    for hits in range(4):
        expected = comb(3, hits) * 5 ** (3 - hits) / 6**3
        assert outcomes.chance[lost == hits].sum() == pytest.approx(expected)
    assert outcomes.quantity("defender_ipc_lost").value == 0.0


# --- how many rise ------------------------------------------------------------------------------

BEST = [
    ("2 bmr v 4 ftr", 10, {}),
    ("1 bmr, 4 ftr v 4 ftr, 1 aa", 3, {"escorts": "yes"}),
    ("2 bmr, 6 ftr v 3 ftr", 2, {"escorts": "yes"}),
    ("1 bmr, 2 ftr v 5 ftr", 1, {"escorts": "yes", "worth": "bmr=1, ftr=20"}),
    ("3 bmr, 5 ftr v 4 ftr, 1 aa", 8, {"escorts": "yes", "losses": "bmr ftr", "damage": "3"}),
    ("3 bmr, 9 ftr v 3 ftr, 2 aa", 8, {"escorts": "yes", "worth": "ftr=11.5"}),
]


@pytest.mark.rule("AA-26")
@pytest.mark.parametrize(("text", "income", "options"), BEST)
def test_the_best_interception_is_that_of_brute_force(text, income, options):
    best = raid(text, income, interceptors="best", **options)
    values = [
        solve(raid(text, income, interceptors=str(n), **options)).quantity("net_value").value
        for n in range(best.defender["ftr"] + 1)
    ]
    found = best_interception(best)
    assert found.values == pytest.approx(values, abs=1e-11)
    assert found.number == min(range(len(values)), key=lambda n: round(values[n], 11))
    outcomes = solve(best)
    assert outcomes.quantity("net_value").value == pytest.approx(min(values), abs=1e-11)
    assert any("the best for the defender" in line for line in best.game.assumes(best))
    assert "best interception: " in outcomes.model.policy_map().lines[0]


@pytest.mark.rule("AA-26")
def test_sometimes_none_and_sometimes_all_is_best():
    chosen = [best_interception(raid(t, n, interceptors="best", **o)) for t, n, o in BEST]
    assert any(c.number == 0 for c in chosen)
    assert any(c.number == len(c.values) - 1 for c in chosen)


@pytest.mark.rule("AA-26")
def test_of_numbers_as_good_the_fewest_rise():
    """No escort shoots, no bomb falls and no bomber is worth anything: all is the same."""
    battle = raid("2 bmr v 3 ftr", 0, interceptors="best", worth="bmr=0")
    assert best_interception(battle).number == 0
    assert best_interception(battle).values.tolist() == [0.0] * 4


def test_best_of_no_fighters_is_nobody():
    outcomes = solve(raid("2 bmr v 1 aa", 3, interceptors="best"))
    assert outcomes.model.policy_map() is None
    assert joint(outcomes) == joint(solve(raid("2 bmr v 1 aa", 3)))


# --- what is refused ----------------------------------------------------------------------------

REFUSED = [
    ("2 bmr, 1 ftr v 2 ftr", {"raid": "10"}, "AA-26", "escorts=yes"),
    ("2 ftr v 2 ftr", {"raid": "10", "escorts": "yes"}, "AA-25", "needs a bomber"),
    ("2 bmr, 1 inf v 2 ftr", {"raid": "10"}, "AA-25", "only bombers raid"),
    ("2 bmr, 1 aa v none", {"raid": "10"}, "AA-25", "only bombers raid"),
    ("2 bmr v 1 bmr", {"raid": "10"}, "AA-26", "take bmr out"),
    ("2 bmr v 2 inf", {"raid": "10"}, "AA-26", "take inf out"),
    ("2 bmr v 1 dd", {"raid": "10"}, "AA-26", "take dd out"),
    ("2 bmr v 2 ftr", {"raid": "10", "interceptors": "3"}, "AA-26", "has 2 ftr"),
    ("2 bmr v 2 ftr", {"raid": "10", "damage": "21"}, None, "at most 20"),
    ("2 bmr v 2 ftr", {"raid": "10", "retreat": "best"}, None, "leave it out"),
    ("2 bmr v 2 ftr", {"raid": "10", "rounds": "1"}, None, "leave it out"),
    ("2 bmr v 2 ftr", {"raid": "10", "choose_losses": "attacker"}, None, "leave it out"),
    ("2 bmr v 2 ftr", {"raid": "10", "defender_losses": "ftr"}, None, "leave it out"),
    ("2 bmr v 2 ftr", {"raid": "10", "worth": "territory=8"}, None, "takes no territory"),
    ("2 bmr v 2 ftr", {"raid": "-1"}, None, "0 to 1,000"),
    ("2 bmr v 2 ftr", {"raid": "1001"}, None, "0 to 1,000"),
    ("2 bmr v 2 ftr", {"raid": "ten"}, None, "0 to 1,000"),
    ("2 bmr v 2 ftr", {"raid": "10", "damage": "1.5"}, None, "0 to 2,000"),
    ("2 bmr v 2 ftr", {"raid": "10", "escorts": "two"}, None, "no or yes"),
    ("2 bmr v 2 ftr", {"raid": "10", "interceptors": "some"}, None, "'all' or 'best'"),
    ("2 bmr v 2 ftr", {"damage": "3"}, None, "raid="),
    ("2 bmr, 1 ftr v 2 ftr", {"escorts": "yes"}, None, "raid="),
    ("2 bmr v 2 ftr", {"interceptors": "1"}, None, "raid="),
]


@pytest.mark.rule("AA-25", "AA-26")
@pytest.mark.fault("B33")
@pytest.mark.parametrize(("text", "options", "rule", "words"), REFUSED)
def test_what_is_no_raid_is_refused_in_one_line(text, options, rule, words):
    with pytest.raises(WargameError) as caught:
        parse_battle("aa", text, **options)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert getattr(caught.value, "rule", None) == rule
    assert isinstance(caught.value, IllegalBattleError if rule else OptionError)
    assert caught.value.allowed


def test_an_undefended_complex_can_be_raided():
    outcomes = solve(raid("1 bmr v none", 9))
    assert outcomes.quantity("damage").value == pytest.approx(3.5)
    assert outcomes.event("all_bombers_lost").value == 0.0


def test_nothing_follows_a_raid():
    with pytest.raises(OptionError, match="apart"):
        should_attack(raid("3 bmr v 1 aa", 8), counter="3 inf")
    with pytest.raises(OptionError, match="apart"):
        waves(solve(raid("3 bmr v 1 aa", 8)), "3 inf")


# --- answers ------------------------------------------------------------------------------------


def test_a_raid_has_events_and_quantities_of_its_own():
    battle = raid("2 bmr v 1 ftr, 1 aa", 10, escorts="yes")
    assert [e.name for e in battle.events] == ["all_bombers_lost", "complex_out"]
    names = ["attacker_ipc_lost", "defender_ipc_lost", "damage", "swing", "net_value"]
    assert [q.name for q in battle.quantities] == names
    assert list(quantity_frame(odds(battle))["name"]) == names  # all are listed
    land = parse_battle("aa", "3 inf v 2 inf")
    assert "damage" not in [q.name for q in land.quantities]
    assert not {e.name for e in land.events} & {e.name for e in battle.events}


def test_a_final_state_reads_as_what_is_left_and_the_damage():
    outcomes = solve(raid("1 bmr v 2 ftr, 1 aa", 2, interceptors="1"))
    texts = {outcomes.battle.game.end_text(outcomes, row) for row in range(len(outcomes))}
    ends = {("1 bmr", "2 ftr, 1 aa", f"damage {n}") for n in range(1, 5)}
    assert texts == {("", "2 ftr, 1 aa", "damage 0"), *ends}


def test_what_a_raid_takes_for_granted():
    battle = raid("2 bmr, 1 ftr v 3 ftr, 1 aa", 10, damage="4", escorts="yes", interceptors="2")
    lines = battle.game.assumes(battle)
    assert any("damage up to 20 in all, 4 there already" in line for line in lines)
    assert any("2 of 3 ftr rise" in line for line in lines)
    assert "attacker loses ftr bmr" in lines
    assert any("AA guns" in line for line in lines)


def test_when_a_raid_pays():
    """By hand: a bomber under AA brings 35/12 − 2 > 0; an interceptor costs 1/3 of 12 IPC more."""
    advice = should_attack(raid("2 bmr v 1 aa", 10, escorts="yes"))
    assert str(advice.aim) == "net_value > 0"
    assert advice.verdict == "attack"
    assert advice["net_value"].value == pytest.approx(2 * (35 / 12 - 2))
    assert ("defender", "+1 ftr", "hold") in {(f.side, f.change, f.after) for f in advice.flips}
    met = should_attack(raid("2 bmr v 1 ftr, 1 aa", 10, escorts="yes"))
    assert met.verdict == "hold"
    assert ("defender", "-1 ftr", "attack") in {(f.side, f.change, f.after) for f in met.flips}
    assert not any("inf" in f.change for f in (*advice.flips, *met.flips))


@pytest.mark.rule("AA-26")
def test_one_interceptor_more_or_less_may_flip_it():
    for risen, verdict, other in (("1", "attack", "2"), ("2", "hold", "1")):
        advice = should_attack(raid("2 bmr v 3 ftr", 4, interceptors=risen))
        assert advice.verdict == verdict
        flip = advice.flips[0]
        assert (flip.side, flip.change, flip.cost) == ("defender", f"interceptors = {other}", 0.0)
        then = should_attack(raid("2 bmr v 3 ftr", 4, interceptors=other))
        assert (flip.after, flip.after_value) == (then.verdict, then["net_value"].value)


def test_escorts_are_a_change_where_the_rule_is_in_use():
    for escorts in ("no", "yes"):
        battle = raid("2 bmr v 1 ftr", 4, escorts=escorts, interceptors="1")
        tried = {(c.side, c.what) for c in battle.game.neighbours(battle)}
        assert (("attacker", "ftr") in tried) == (escorts == "yes")
        assert tried >= {("attacker", "bmr"), ("defender", "ftr"), ("defender", "aa")}


@pytest.mark.rule("AA-26")
def test_defending_fighters_need_the_optional_rule():
    with pytest.raises(IllegalBattleError) as caught:
        raid("2 bmr v 2 ftr, 1 aa", 10)
    assert caught.value.rule == "AA-26"
    alone = solve(raid("2 bmr v 1 aa", 10))
    grounded = solve(raid("2 bmr v 2 ftr, 1 aa", 10, interceptors="0"))
    assert grounded.quantity("damage").value == pytest.approx(alone.quantity("damage").value)


def test_charts_and_frames_do_without_ends_that_share_it_out():
    outcomes = odds(raid("2 bmr v 1 ftr, 1 aa", 10, interceptors="best"))
    assert outcome_frame(outcomes).empty
    assert retreat_frame(outcomes) is None
    with pytest.raises(OptionError, match="round by round"):
        rounds_frame(outcomes)
    (axes,) = picture(outcomes).axes
    assert axes.get_xlabel() == "Net value (IPC)"
    assert axes.get_title(loc="left") == str(outcomes.battle)


def test_the_command_of_the_contract(tmp_path):
    words = ("odds", "aa", "2 bmr, 1 ftr", "2 ftr, 1 aa", "--set", "raid=10", "--set", "damage=0")
    refused = ask(*words, "--format", "json")
    assert refused.code == 2
    assert refused.json["kind"] == "illegal-battle"
    answered = ask(
        *words, "--set", "escorts=yes", "--format", "json", "--plot", str(tmp_path / "a.svg")
    )
    document = answered.json
    asked = oracle.raid(2, 10, escorts=1, interceptors=2)
    assert set(document["events"]) == {"all_bombers_lost", "complex_out"}
    assert document["quantities"]["damage"]["value"] == pytest.approx(float(asked.mean("damage")))
    assert sum(row["chance"] for row in document["outcomes"]) == pytest.approx(1.0)
    assert (tmp_path / "a.svg").stat().st_size > 1_000


def test_a_large_raid_is_simulated_and_said_so():
    battle = raid("200 bmr v 100 ftr, 1 aa", 1_000, escorts="yes")
    assert not solve(battle, rng=1).exact
    with pytest.raises(OptionError, match="simulate"):
        solve(battle, engine="exact")
    assert solve(raid("40 bmr v 1 aa", 300)).exact
