"""The land rules of Axis & Allies one by one, each worked out by hand."""

from fractions import Fraction

import numpy as np
import pytest

from analysis.answers import odds
from combat.axis_allies.land import volley
from combat.battle import Battle
from combat.chain import chained
from combat.engine import solve
from combat.errors import IllegalBattleError, OptionError
from combat.games import find_game, parse_battle
from combat.outcomes import Outcomes

SIXTH = Fraction(1, 6)


def after(rounds: int, text: str, **options: str) -> Outcomes:
    return solve(parse_battle("aa", text, rounds=str(rounds), **options))


def chances(outcomes: Outcomes) -> dict[tuple[str, str, str], float]:
    end_text = outcomes.battle.game.end_text
    return {end_text(outcomes, row): float(outcomes.chance[row]) for row in range(len(outcomes))}


@pytest.mark.rule("AA-01")
def test_both_sides_fire_before_casualties_leave():
    """One round of 1 arm (3) v 1 ftr (4): four independent results."""
    got = chances(after(1, "1 arm v 1 ftr"))
    hit, hit_back = Fraction(3, 6), Fraction(4, 6)
    assert got["", "", "both_gone"] == pytest.approx(float(hit * hit_back))
    assert got["1 arm", "", "territory_taken"] == pytest.approx(float(hit * (1 - hit_back)))
    assert got["", "1 ftr", "defender_holds"] == pytest.approx(float((1 - hit) * hit_back))
    assert got["1 arm", "1 ftr", "round_limit"] == pytest.approx(float((1 - hit) * (1 - hit_back)))


@pytest.mark.rule("AA-01")
@pytest.mark.parametrize(
    ("unit", "attack", "defence"),
    [("inf", 1, 2), ("art", 2, 2), ("arm", 3, 3), ("ftr", 3, 4), ("bmr", 4, 1)],
)
def test_each_unit_hits_on_its_value(unit, attack, defence):
    attacking = after(1, f"1 {unit} v 3 inf")
    hit = attacking.chance[attacking.column("defender.inf") == 2].sum()
    assert hit == pytest.approx(attack / 6)
    defending = after(1, f"5 inf v 1 {unit}")
    hit = defending.chance[defending.column("attacker.inf") == 4].sum()
    assert hit == pytest.approx(defence / 6)


@pytest.mark.rule("AA-02")
def test_artillery_raises_as_many_infantry_as_there_are_artillery():
    """3 inf, 2 art: four dice at 2 and one at 1, whatever the defenders are."""
    outcomes = after(1, "3 inf, 2 art v 9 arm")
    hits = 9 - outcomes.column("defender.arm")
    none = float(Fraction(4, 6) ** 4 * Fraction(5, 6))
    five = float(Fraction(2, 6) ** 4 * Fraction(1, 6))
    assert outcomes.chance[hits == 0].sum() == pytest.approx(none)
    assert outcomes.chance[hits == 5].sum() == pytest.approx(five)


@pytest.mark.rule("AA-02")
def test_support_follows_what_is_left_and_is_never_in_defence():
    """When the artillery goes first, the infantry that stays hits on 1; a defender on 2 always."""
    outcomes = after(2, "1 inf, 1 art v 9 inf", losses="art inf")
    one_left = outcomes.column("attacker.inf") + outcomes.column("attacker.art") == 1
    assert (outcomes.column("attacker.art")[one_left] == 0).all()
    lone = after(1, "1 inf v 9 inf")
    assert lone.chance[lone.column("defender.inf") == 8].sum() == pytest.approx(float(SIXTH))
    defence = after(1, "9 inf v 1 inf, 1 art")
    two = defence.chance[defence.column("attacker.inf") == 7].sum()
    assert two == pytest.approx(float(Fraction(2, 6) ** 2))


@pytest.mark.rule("AA-03")
def test_one_volley_however_many_guns_and_a_gun_is_never_lost():
    one = chances(solve(parse_battle("aa", "2 arm, 1 ftr v 2 inf, 1 aa")))
    three = chances(solve(parse_battle("aa", "2 arm, 1 ftr v 2 inf, 3 aa")))
    for (attacker, defender, end), chance in one.items():
        more = defender.replace("1 aa", "3 aa")
        assert three[attacker, more, end] == pytest.approx(chance, abs=1e-15)
    held = [defender for _, defender, end in one if end == "defender_holds"]
    assert held
    assert all("1 aa" in defender for defender in held)
    assert all(not defender for _, defender, end in one if end == "territory_taken")


@pytest.mark.rule("AA-03")
def test_the_volley_comes_before_round_one():
    """An aircraft shot down does not fire: 1 ftr v 1 ftr and a gun."""
    outcomes = after(1, "1 ftr v 1 ftr, 1 aa")
    no_shot = [c for (_, d, _), c in chances(outcomes).items() if "ftr" not in d]
    assert sum(no_shot) == pytest.approx(float(Fraction(5, 6) * Fraction(3, 6)))


@pytest.mark.rule("AA-03")
def test_the_volley_counts_each_way_once():
    battle = parse_battle("aa", "2 inf, 3 ftr, 2 bmr v 2 inf, 1 aa")
    left = volley(battle, dict(battle.attacker), dict(battle.defender))
    assert len(left) == 4 * 3
    assert sum(chance for _, chance in left) == pytest.approx(1.0, abs=1e-15)
    assert all(counts["inf"] == 2 for counts, _ in left)


@pytest.mark.rule("AA-03")
def test_guns_never_attack():
    with pytest.raises(IllegalBattleError) as caught:
        parse_battle("aa", "2 inf, 1 aa v 1 inf")
    assert caught.value.rule == "AA-03"


@pytest.mark.rule("AA-04")
def test_the_owner_loses_in_the_order_that_he_names():
    lost = chances(after(1, "2 inf, 1 arm v 9 inf", losses="arm inf"))
    assert all("arm" not in attacker for attacker, _, _ in lost if attacker != "2 inf, 1 arm")


@pytest.mark.rule("AA-04")
def test_an_attacker_who_chooses_takes_the_strongest():
    own = solve(parse_battle("aa", "4 inf, 2 arm v 3 inf, 1 ftr"))
    foe = solve(parse_battle("aa", "4 inf, 2 arm v 3 inf, 1 ftr", choose_losses="attacker"))
    named = solve(parse_battle("aa", "4 inf, 2 arm v 3 inf, 1 ftr", defender_losses="ftr inf"))
    assert foe.event("territory_taken").value > own.event("territory_taken").value + 0.05
    assert chances(foe) == pytest.approx(chances(named), abs=1e-15)


@pytest.mark.rule("AA-05", "AA-57")
def test_a_two_hit_unit_of_ones_own_absorbs_its_first_hit(tmp_path):
    """A fortress with two hits and no dice against 1 inf: geometric with two successes."""
    table = tmp_path / "mine.toml"
    table.write_text(
        "[units.fort]\ntitle='fort'\ndomain='land'\ncost=9\nattack=0\ndefence=3\nhits=2\n"
    )
    outcomes = solve(parse_battle("aa", "9 arm v 1 fort", units=str(table), rounds="1"))
    hits = [float(Fraction(1, 2) ** 9 * n) for n in (1, 9)]
    alive = outcomes.chance[outcomes.column("defender.fort") == 1].sum()
    assert alive == pytest.approx(sum(hits))
    again = solve(parse_battle("aa", "2 inf v 2 fort", units=str(table)))
    assert again.chance.sum() == pytest.approx(1.0, abs=1e-13)
    assert outcomes.quantity("defender_ipc_lost").value == pytest.approx(9 * (1 - sum(hits)))


@pytest.mark.rule("AA-06", "AA-08")
def test_the_attacker_may_retreat_only_from_a_battle_that_is_not_over():
    """After one round of 1 arm v 1 inf: what is decided is decided, the rest retreats."""
    got = chances(solve(parse_battle("aa", "1 arm v 1 inf", retreat="after 1")))
    assert got["1 arm", "1 inf", "attacker_retreated"] == pytest.approx(1 / 2 * 4 / 6)
    assert got["1 arm", "", "territory_taken"] == pytest.approx(1 / 2 * 4 / 6)
    assert got["", "", "both_gone"] == pytest.approx(1 / 2 * 2 / 6)


@pytest.mark.rule("AA-07")
def test_three_ways_to_clear_or_not():
    """1 inf, 1 ftr v 1 inf with the infantry lost first: aircraft alone take nothing."""
    outcomes = solve(parse_battle("aa", "1 inf, 1 ftr v 1 inf"))
    got = chances(outcomes)
    assert {end for a, _, end in got if a == "1 ftr"} == {"cleared_not_taken"}
    assert {end for a, _, end in got if a == "1 inf, 1 ftr"} == {"territory_taken"}
    # by first-step analysis: both alive, then the fighter alone
    p, q = 1 - Fraction(5, 6) * Fraction(3, 6), Fraction(2, 6)
    both = p * (1 - q) / (1 - (1 - p) * (1 - q))
    assert outcomes.event("territory_taken").value == pytest.approx(float(both))


@pytest.mark.rule("AA-08")
def test_retreats_apply_at_a_rounds_end_and_not_before_the_first():
    """With two attackers 'at 2' fights a round; 'air-only' breaks off as soon as it is so."""
    at_two = solve(parse_battle("aa", "2 arm v 3 inf", retreat="at 2"))
    assert at_two.quantity("rounds").value == 1.0
    air = solve(parse_battle("aa", "1 inf, 2 ftr v 3 inf", retreat="air-only"))
    retreated = air.column("end") == 4
    assert (air.column("attacker.inf")[retreated] == 0).all()
    fought_on = air.event("cleared_not_taken").value
    never = solve(parse_battle("aa", "1 inf, 2 ftr v 3 inf")).event("cleared_not_taken").value
    assert 0 < fought_on < never  # only if the last infantry fell with the last defender
    for text in ("after 0", "at 0", "after -1", "sometimes"):
        with pytest.raises(OptionError):
            parse_battle("aa", "2 arm v 3 inf", retreat=text)


@pytest.mark.rule("AA-09")
def test_a_gun_alone_is_taken_without_a_round():
    outcomes = solve(parse_battle("aa", "2 inf, 1 ftr v 1 aa"))
    assert outcomes.quantity("rounds").value == 0.0
    got = chances(outcomes)
    assert got["2 inf", "", "territory_taken"] == pytest.approx(1 / 6)
    assert got["2 inf, 1 ftr", "", "territory_taken"] == pytest.approx(5 / 6)
    only_air = chances(solve(parse_battle("aa", "1 ftr v 1 aa")))
    assert only_air["1 ftr", "1 aa", "cleared_not_taken"] == pytest.approx(5 / 6)
    assert only_air["", "1 aa", "both_gone"] == pytest.approx(1 / 6)


@pytest.mark.rule("AA-16")
def test_nobody_joins():
    outcomes = solve(parse_battle("aa", "3 inf, 1 art, 2 ftr v 2 inf, 1 arm, 1 aa"))
    for side in ("attacker", "defender"):
        for unit, n in getattr(outcomes.battle, side):
            if unit != "aa":
                assert outcomes.column(f"{side}.{unit}").max() == n
                assert outcomes.column(f"{side}.{unit}").min() >= 0


@pytest.mark.rule("AA-28")
def test_the_next_wave_meets_what_is_left_and_the_guns_fire_anew():
    """Two waves against 2 inf and a gun, against the two battles multiplied out by hand."""
    first = solve(parse_battle("aa", "1 arm v 2 inf, 1 aa"))
    wave = find_game("aa").followers["wave"]
    chain = chained(first, lambda outcomes, row: wave(outcomes, row, "1 inf, 1 ftr"), solver=solve)
    by_hand = 0.0
    for left, reached in (("2 inf, 1 aa", None), ("1 inf, 1 aa", None), ("1 aa", None)):
        reached = sum(c for (_, d, _), c in chances(first).items() if d == left)
        second = solve(parse_battle("aa", f"1 inf, 1 ftr v {left}"))
        by_hand += reached * second.event("territory_taken").value
    assert chain.stages[1].event("territory_taken").value == pytest.approx(by_hand, abs=1e-14)
    second = chain.stages[1]
    assert second.reached == pytest.approx(1 - first.event("territory_taken").value, abs=1e-14)
    guns = [b for b in second.branches if "1 aa" in str(b.outcomes.battle.defender)]
    assert len(guns) == len(second.branches) == 3


@pytest.mark.rule("AA-28")
def test_losses_of_two_waves_add_up():
    """The mean of the sum is the sum of the means; the spread comes from the joint states."""
    first = solve(parse_battle("aa", "2 inf, 1 arm v 3 inf"))
    wave = find_game("aa").followers["wave"]
    chain = chained(first, lambda outcomes, row: wave(outcomes, row, "1 arm, 1 ftr"), solver=solve)
    swing = find_game("aa").quantity("swing").of
    total = chain.total(lambda _, outcomes: swing(outcomes))
    mean = first.quantity("swing").value
    mean += chain.stages[1].quantity("swing")
    assert total.value == pytest.approx(mean, abs=1e-12)
    sums = [
        (first_swing + second_swing, first_chance * second_chance)
        for first_swing, first_chance, link in zip(
            swing(first), first.chance, chain.stages[0].branches[0].onward, strict=True
        )
        for second_swing, second_chance in (
            zip(
                swing(chain.stages[1].branches[link].outcomes),
                chain.stages[1].branches[link].outcomes.chance,
                strict=True,
            )
            if link >= 0
            else [(0.0, 1.0)]
        )
    ]
    second = sum(value**2 * chance for value, chance in sums)
    assert total.sd**2 == pytest.approx(second - mean**2, abs=1e-10)


@pytest.mark.rule("AA-28")
@pytest.mark.parametrize(
    ("defender", "waves", "taken", "lost"),
    [
        (
            "8 inf, 1 art",
            [("5 inf, 2 art, 1 ftr", ""), ("4 inf, 2 art, 1 ftr", "")],
            [0.22484653903956425, 0.8864606726235524],
            [28.188098255881936, 6.700076819971872],
        ),
        (
            "9 inf, 1 art, 1 ftr",
            [
                ("6 inf, 2 art, 2 ftr", ""),
                ("4 inf, 2 art", "2 inf"),
                ("3 inf, 1 art, 1 bmr", "1 inf"),
            ],
            [0.11096555112351486, 0.41021210949511694, 0.5880175359881399],
            [41.547257043266825, 13.873105685820565, 10.771133656836632],
        ),
    ],
)
def test_waves_of_several_powers_as_published(defender, waves, taken, lost):
    """Defenders left and reinforced meet the next wave; an emptied territory is walked into."""
    wave = find_game("aa").followers["wave"]
    first = solve(parse_battle("aa", waves[0][0], defender))
    onwards = [
        lambda o, row, text=text, plus=plus: wave(o, row, text, plus=plus)
        for text, plus in waves[1:]
    ]
    chain = chained(first, *onwards, solver=solve)
    chances = np.cumsum([stage.event("territory_taken").value for stage in chain.stages])
    assert chances == pytest.approx(taken, abs=1e-9)
    means = [stage.quantity("attacker_ipc_lost") for stage in chain.stages]
    assert means == pytest.approx(lost, abs=1e-9)


@pytest.mark.rule("AA-30")
def test_values_of_ones_own_change_the_cheapest_order_and_the_losses():
    plain = solve(parse_battle("aa", "1 inf, 1 ftr v 2 inf", losses="cheapest"))
    dear = solve(parse_battle("aa", "1 inf, 1 ftr v 2 inf", losses="cheapest", values="inf=30"))
    assert plain.chance[plain.column("attacker.ftr") == 0].sum() < 1.0
    only_inf = (dear.column("attacker.inf") == 1) & (dear.column("attacker.ftr") == 0)
    assert dear.chance[only_inf].sum() > 0
    lost = float(dear.chance @ (1 - dear.column("attacker.inf"))) * 30
    lost += float(dear.chance @ (1 - dear.column("attacker.ftr"))) * 10
    assert dear.quantity("attacker_ipc_lost").value == pytest.approx(lost)


@pytest.mark.rule("AA-50")
def test_hits_that_nothing_can_take_are_lost():
    """Nine tanks v 1 inf: the defender loses one unit, never more."""
    outcomes = after(1, "9 arm v 1 inf")
    assert outcomes.quantity("defender_ipc_lost").value == pytest.approx(3 * (1 - 0.5**9))


@pytest.mark.rule("AA-56")
def test_low_luck_adds_values_up():
    """2 inf, 1 art, 1 arm attack with 1+2+2+3 = 8: one hit, and one die at 2."""
    outcomes = after(1, "2 inf, 1 art, 1 arm v 9 arm", dice="low-luck")
    hits = 9 - outcomes.column("defender.arm")
    assert set(hits.tolist()) == {1, 2}
    assert outcomes.chance[hits == 2].sum() == pytest.approx(2 / 6)


@pytest.mark.rule("AA-57")
def test_a_table_of_ones_own_replaces_values(tmp_path):
    table = tmp_path / "mine.toml"
    table.write_text("[units.inf]\nattack = 3\n[units.elite]\n"
                     "domain = 'land'\ncost = 4\nattack = 2\ndefence = 5\n")  # fmt: skip
    one = after(1, "1 inf v 1 elite", units=str(table))
    assert one.event("both_gone").value == pytest.approx(3 / 6 * 5 / 6)
    table.write_text("[units.inf]\nattack = 7\n")
    with pytest.raises(OptionError, match="attack"):
        parse_battle("aa", "1 inf v 1 inf", units=str(table))


@pytest.mark.rule("AA-55")
def test_an_edition_is_a_table_of_switches():
    new, old = find_game("aa"), parse_battle("aa", "1 arm v 1 inf", edition="second")
    assert solve(old).battle.shown_settings == {"edition": "second"}
    arm = solve(old).quantity("attacker_ipc_lost").value
    assert arm == pytest.approx(6 / 5 * odds(Battle.parse(new, "1 arm v 1 inf")).quantity(
        "attacker_ipc_lost").value)  # fmt: skip
    with pytest.raises(OptionError, match="edition"):
        parse_battle("aa", "1 arm v 1 inf", edition="third")


@pytest.mark.fault("B46")
def test_swapping_sides_swaps_the_values_too():
    forth = solve(parse_battle("aa", "3 inf, 1 arm v 2 inf, 1 ftr"))
    back = solve(parse_battle("aa", "2 inf, 1 ftr v 3 inf, 1 arm"))
    assert forth.event("territory_taken").value != pytest.approx(
        back.event("defender_holds").value, abs=0.02
    )


@pytest.mark.fault("B18")
def test_the_order_that_applied_is_stated():
    battle = parse_battle("aa", "2 inf, 1 arm, 1 ftr v 2 inf", losses="arm inf; keep 1 land")
    assert "attacker loses arm inf ftr; keep 1 land" in battle.game.assumes(battle)


@pytest.mark.fault("B21")
def test_a_million_infantry_is_refused_and_a_thousand_is_simulated():
    with pytest.raises(ValueError, match="1,000"):
        parse_battle("aa", "1000000 inf v 2 inf")
    outcomes = solve(parse_battle("aa", "1000 inf v 700 inf"), rng=1)
    assert outcomes.method == "simulated"
    assert np.isclose(outcomes.chance.sum(), 1.0)
