"""Enemy powers one after the other against a weighted garrison: against fractions, and by hand."""

from fractions import Fraction

import axis_map_hold_oracle as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.axis_allies.hold.garrison import Strike
from combat.axis_allies.hold.hold_chain import ALWAYS, IF_IT_PAYS, Threat, stand
from combat.errors import OptionError, TooLargeError
from combat.force import Force
from combat.games import parse_battle

TEMPLATE = parse_battle("aa", "1 inf v 1 inf")
NAMES = ("inf", "art", "arm", "ftr", "bmr", "aa")


def force(counts):
    return Force.of({name: counts[name] for name in (*NAMES, "bb", "ca") if counts.get(name)})


def threat(**parts):
    """A threat for the oracle, from keywords; attackers are (counts, chance) pairs."""
    return {"worth": 0, **parts}


def ours(power, parts):
    ships = {name: parts.get("bombard", ()).count(name) for name in ("bb", "ca")}
    return Threat(
        power,
        TEMPLATE,
        {force(counts): float(chance) for counts, chance in parts["attackers"]},
        bombard=force(ships),
        landed=parts.get("landed", 0),
        worth=parts["worth"],
    )


def both(threats, garrisons, *, pays):
    found = stand(
        [ours(str(at), one) for at, one in enumerate(threats)],
        {force(counts): float(p) for counts, p in garrisons},
        policy=IF_IT_PAYS if pays else ALWAYS,
    )
    return found, oracle.stands(threats, garrisons, pays=pays)


def check(found, wanted):
    assert len(found.blows) == len(wanted)
    for blow, numbers in zip(found.blows, wanted, strict=True):
        row = (blow.attacked, blow.taken, blow.held, blow.attacker_lost, blow.defender_lost)
        assert row == pytest.approx([float(n) for n in numbers], abs=1e-11)


@pytest.mark.rule("AA-28")
def test_what_survives_one_power_faces_the_next_by_hand():
    """One infantry each: a round decides in 4 of 9 of the cases that decide it.

    The attacker hits with 1/6, the defender with 1/3; no hits: 5/6 · 2/3 = 10/18, again. Of the
    other 8 eighteenths, only the attacker hits in 2, only the defender in 5, both in 1. So it is
    taken in 2 of 8; both gone, an empty territory that is still held, in 1 of 8. The second enemy
    walks into the empty one, and takes the other one in 2 of 8 again: 5/8 · 2/8.
    """
    one = threat(attackers=[({"inf": 1}, 1)], worth=0)
    found, wanted = both([one, one], [({"inf": 1}, 1)], pays=False)
    assert [blow.taken for blow in found.blows] == pytest.approx([1 / 4, 1 / 8 + 5 / 8 * 1 / 4])
    assert found.chance == pytest.approx(15 / 32)
    check(found, wanted)


@pytest.mark.rule("AA-28")
def test_guns_fire_anew_at_each_power():
    """A gun and an infantry against a bomber and an infantry, twice; the bomber may be shot."""
    wave = threat(attackers=[({"inf": 1, "bmr": 1}, 1)], worth=2)
    for pays in (False, True):
        found, wanted = both([wave, wave], [({"inf": 2, "aa": 1}, 1)], pays=pays)
        check(found, wanted)
    left, _ = both([wave], [({"inf": 2, "aa": 1}, 1)], pays=False)
    assert all(one["aa"] == 1 for one in left.left)


@pytest.mark.rule("AA-21", "AA-28")
def test_bombardment_and_weighted_landings():
    first = threat(
        attackers=[({"inf": 2, "art": 1, "ftr": 1}, Fraction(2, 3)), ({}, Fraction(1, 3))],
        bombard=("bb", "ca"),
        landed=3,
        worth=5,
    )
    second = threat(attackers=[({"arm": 2}, 1)], worth=5)
    garrisons = [
        ({"inf": 2, "aa": 1}, Fraction(1, 2)),
        ({"inf": 1, "arm": 1, "aa": 1}, Fraction(1, 2)),
    ]
    for pays in (False, True):
        check(*both([first, second], garrisons, pays=pays))


@pytest.mark.rule("AA-21")
def test_no_more_ships_fire_than_land_units_land():
    one = threat(attackers=[({"inf": 1}, 1)], bombard=("ca", "bb"), landed=1, worth=1)
    found, wanted = both([one], [({"inf": 1}, 1)], pays=False)
    check(found, wanted)
    # the battleship alone fires, at 4: the infantry fires back in round 1, dead or not
    # taken: (4/6) · (2/3) at once, and (2/6) · the duel's 1/4
    assert found.blows[0].taken == pytest.approx(4 / 6 * 2 / 3 + 2 / 6 * 1 / 4)


@pytest.mark.rule("AA-51")
def test_bombardment_spares_aircraft():
    one = threat(attackers=[({"inf": 2}, 1)], bombard=("bb", "bb"), landed=2, worth=1)
    check(*both([one], [({"inf": 1, "ftr": 1}, 1)], pays=False))


@pytest.mark.rule("AA-09")
def test_an_empty_place_is_walked_into_at_no_cost():
    walk = threat(attackers=[({"inf": 1, "bmr": 2}, 1)], worth=3)
    found, wanted = both([walk], [({"aa": 1}, 1)], pays=True)
    assert found.blows[0].taken == 1.0
    assert found.blows[0].attacker_lost == 0.0
    check(found, wanted)


@pytest.mark.rule("AA-07")
def test_aircraft_alone_take_nothing():
    raid = threat(attackers=[({"bmr": 2}, 1)], worth=30)
    for pays, attacked in ((False, 0.0), (True, 1.0)):
        found, wanted = both([raid], [({"bmr": 1}, 1)], pays=pays)
        assert found.blows[0].attacked == attacked
        assert found.chance == pytest.approx(1.0)
        check(found, wanted)


def test_an_enemy_whom_it_does_not_pay_stays_away():
    """One infantry at one infantry: he wins 3 in 2 + 1 of 8, loses 3 in 5 + 1: −9/8 IPC.

    A worth of 4 is taken in 2 of 8: −9/8 + 1 < 0, he stays; a worth of 5 makes it 1/8 > 0.
    """
    for worth, attacked in ((4, 0.0), (5, 1.0)):
        one = threat(attackers=[({"inf": 1}, 1)], worth=worth)
        found, wanted = both([one], [({"inf": 1}, 1)], pays=True)
        assert found.blows[0].attacked == attacked
        check(found, wanted)
    strike = Strike(TEMPLATE, {force({"inf": 1}): 1.0}, garrisons=[force({"inf": 1})])
    assert strike.net(4.0)[force({"inf": 1})] == pytest.approx(-1 / 8)


def test_battles_at_sea_count_for_whether_it_pays():
    lone = threat(attackers=[({"inf": 3}, 1)], worth=1)
    base = ours("1", lone)
    dear = Threat("1", TEMPLATE, base.attackers, worth=1, at_sea=-20.0)
    garrison = {force({"inf": 1}): 1.0}
    assert stand([base], garrison).blows[0].attacked == 1.0
    assert stand([dear], garrison).blows[0].attacked == 0.0
    always = stand([dear], garrison, policy=ALWAYS).blows[0]
    assert always.at_sea == 20.0
    assert always.swing == pytest.approx(always.attacker_lost - always.defender_lost + 20.0)


def test_nobody_comes():
    found = stand([], {force({"inf": 1}): 1.0})
    assert found.chance == 1.0
    assert found.by_garrison == {force({"inf": 1}): 1.0}
    empty = Threat("x", TEMPLATE, {Force(): 1.0})
    assert stand([empty], {force({"inf": 1}): 1.0}, policy=ALWAYS).chance == pytest.approx(1.0)


def test_what_no_exact_chain_takes_on_is_refused():
    huge = {force({"inf": 600, "arm": 400}): 1.0}
    with pytest.raises(TooLargeError, match="garrison of up to 1001 units"):
        stand([Threat("x", TEMPLATE, huge)], {force({"inf": 600, "arm": 400, "aa": 1}): 1.0})


def test_an_unknown_policy_is_refused():
    with pytest.raises(OptionError, match="it is 'always' or 'if it pays'"):
        stand([], {Force(): 1.0}, policy="never")


def counted(most):
    return st.fixed_dictionaries({}, optional={n: st.integers(1, most) for n in NAMES[:5]})


@settings(max_examples=25)
@given(
    st.lists(st.tuples(counted(2), st.integers(0, 12)), min_size=1, max_size=2),
    st.lists(counted(2), min_size=1, max_size=3, unique_by=oracle.key),
    st.integers(0, 1),
    st.booleans(),
)
def test_waves_agree_with_fractions(waves, garrisons, guns, pays):
    def small(counts):
        return dict(list(counts.items())[:3])

    threats = [threat(attackers=[(small(w), 1)], worth=worth) for w, worth in waves if w]
    chances = [Fraction(at + 1, sum(range(1, len(garrisons) + 1))) for at in range(len(garrisons))]
    weighted = {}
    for counts, chance in zip(garrisons, chances, strict=True):
        there = oracle.key({**small(counts), "aa": guns})
        weighted[there] = weighted.get(there, 0) + chance
    there = [(dict(counts), chance) for counts, chance in weighted.items()]
    found, wanted = both(threats, there, pays=pays)
    check(found, wanted)
    by_hand = {force(g): float(oracle.chance_to_hold(threats, g, pays=pays)) for g, _ in there}
    for garrison, chance in by_hand.items():
        assert found.by_garrison[garrison] == pytest.approx(chance, abs=1e-11)
    assert sum(found.left.values()) == pytest.approx(found.chance, abs=1e-11)
