"""Relations that hold for any battle, on small armies that hypothesis picks."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from combat.battle import Battle
from combat.engine import solve
from combat.force import Force
from combat.games import find_game

AA = find_game("aa")
LAND, AIR = ("inf", "art", "arm"), ("ftr", "bmr")
TYPES = LAND + AIR
COST = {"inf": 3, "art": 4, "arm": 5, "ftr": 10, "bmr": 12}
ATTACK = {"inf": 1, "art": 2, "arm": 3, "ftr": 3, "bmr": 4}
DEFENCE = {"inf": 2, "art": 2, "arm": 3, "ftr": 4, "bmr": 1}
TINY = 1e-12


def armies(names=TYPES, most=3, total=7):
    counts = st.tuples(*(st.integers(0, most) for _ in names))
    return counts.filter(lambda c: 1 <= sum(c) <= total).map(
        lambda c: {n: k for n, k in zip(names, c, strict=True) if k}
    )


attackers = armies()
defenders = armies((*TYPES, "aa"), total=6)
dice = st.sampled_from(("standard", "low-luck"))


def battle_of(attacker, defender, **options):
    return Battle.parse(AA, text(attacker), text(defender), **options)


def text(counts):
    return ", ".join(f"{n} {unit}" for unit, n in counts.items())


def chance(battle, *events):
    outcomes = solve(battle, engine="exact")
    return sum(outcomes.event(name).value for name in events)


CLEARED = ("territory_taken", "cleared_not_taken")


def more(counts, unit):
    return counts | {unit: counts.get(unit, 0) + 1}


# --- more is never worse -----------------------------------------------------------------------


@pytest.mark.rule("AA-01", "AA-02", "AA-03")
@settings(max_examples=40)
@given(
    attacker=attackers, defender=defenders, unit=st.sampled_from(TYPES), dice=dice,
    edition=st.sampled_from(("2009", "second")),
)  # fmt: skip
def test_one_more_attacker_never_clears_less(attacker, defender, unit, dice, edition):
    """His army after k hits contains the smaller one's, so he never rolls less."""
    options = {"dice": dice, "edition": edition}
    for events in (CLEARED, (*CLEARED, "both_gone")):
        less = chance(battle_of(attacker, defender, **options), *events)
        assert chance(battle_of(more(attacker, unit), defender, **options), *events) >= less - TINY


@pytest.mark.rule("AA-01", "AA-03")
@settings(max_examples=40)
@given(
    attacker=attackers, defender=defenders, unit=st.sampled_from((*TYPES, "aa")), dice=dice,
    edition=st.sampled_from(("2009", "second")),
)  # fmt: skip
def test_one_more_defender_never_lets_more_through(attacker, defender, unit, dice, edition):
    options = {"dice": dice, "edition": edition}
    for events in (CLEARED, (*CLEARED, "both_gone"), ("territory_taken",)):
        less = chance(battle_of(attacker, more(defender, unit), **options), *events)
        assert chance(battle_of(attacker, defender, **options), *events) >= less - TINY


@given(attacker=attackers, defender=defenders, rounds=st.integers(1, 4))
def test_a_longer_battle_never_clears_less(attacker, defender, rounds):
    short, long = (
        chance(battle_of(attacker, defender, rounds=str(n)), *CLEARED) for n in (rounds, rounds + 1)
    )
    assert long >= short - TINY
    assert chance(battle_of(attacker, defender), *CLEARED) >= long - TINY


@pytest.mark.rule("AA-07", "AA-04")
@pytest.mark.fault("B07")
@given(attacker=attackers, defender=defenders, order=st.permutations(LAND), dice=dice)
@example(attacker={"arm": 1, "ftr": 3}, defender={"inf": 3}, order=LAND, dice="standard")
def test_keeping_one_land_unit_never_takes_less(attacker, defender, order, dice):
    """If all land units go first, who takes the territory has lost none that would be kept.

    So on every course of dice on which the plain order takes it, the kept order does the same.
    """
    assume(set(attacker) & set(LAND))
    plain = " ".join((*order, *AIR))
    odds = [
        chance(battle_of(attacker, defender, losses=losses, dice=dice), "territory_taken")
        for losses in (plain, f"{plain}; keep 1 land")
    ]
    assert odds[1] >= odds[0] - TINY


# --- swapped sides -----------------------------------------------------------------------------

MIRROR = """
only = true
[units.pike]
domain = "land"
cost = 2
attack = 1
defence = 1
[units.bow]
domain = "land"
cost = 3
attack = 3
defence = 3
[units.knight]
domain = "land"
cost = 7
attack = 5
defence = 5
"""
pikes = armies(("pike", "bow", "knight"), most=4, total=8)


@pytest.fixture(scope="module")
def mirror(tmp_path_factory):
    file = tmp_path_factory.mktemp("tables") / "mirror.toml"
    file.write_text(MIRROR)
    return str(file)


@pytest.mark.rule("AA-57", "AA-01")
@pytest.mark.fault("B35", "B46")
@given(first=pikes, second=pikes, dice=dice)
def test_equal_rules_mirror(mirror, first, second, dice):
    """With attack = defence, who wins does not depend on who is called the attacker."""
    there, back = (
        solve(battle_of(*sides, units=mirror, dice=dice))
        for sides in ((first, second), (second, first))
    )
    taken, held = there.event("territory_taken").value, there.event("defender_holds").value
    assert back.event("defender_holds").value == pytest.approx(taken, abs=TINY)
    assert back.event("territory_taken").value == pytest.approx(held, abs=TINY)
    gone = there.event("both_gone").value
    assert back.event("both_gone").value == pytest.approx(gone, abs=TINY)
    for mine, yours in (("attacker", "defender"), ("defender", "attacker")):
        lost = there.quantity(f"{mine}_ipc_lost")
        mirrored = back.quantity(f"{yours}_ipc_lost")
        assert mirrored.value == pytest.approx(lost.value, abs=1e-10)
        assert mirrored.sd == pytest.approx(lost.sd, abs=1e-6)
    assert back.quantity("swing").value == pytest.approx(-there.quantity("swing").value, abs=1e-10)
    rounds = there.quantity("rounds").value
    assert back.quantity("rounds").value == pytest.approx(rounds, abs=1e-10)


# --- sums and means ----------------------------------------------------------------------------

policies = st.fixed_dictionaries(
    {"dice": dice},
    optional={
        "retreat": st.sampled_from(
            ("never", "after 2", "at 2", "air-only", "best", "at 3 or after 1")
        ),
        "losses": st.sampled_from(("cheapest", "arm inf; keep 1 land", "ftr inf; keep 2 arm")),
        "defender_losses": st.sampled_from(("cheapest", "ftr; keep 1 inf")),
        "edition": st.sampled_from(("2009", "second")),
        "choose_losses": st.just("attacker"),
    },
)


@pytest.mark.fault("B20", "B06")
@given(attacker=attackers, defender=defenders, options=policies)
def test_everything_adds_up(attacker, defender, options):
    outcomes = solve(battle_of(attacker, defender, **options), engine="exact")
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=TINY)
    assert outcomes.chance.min() > 0.0
    events = [e for e in AA.events if e.partition]
    values = [outcomes.event(e.name).value for e in events]
    assert sum(values) == pytest.approx(1.0, abs=TINY)
    assert all(0.0 <= v <= 1.0 for v in values)
    by_units = {}
    for side, start in (("attacker", attacker), ("defender", defender)):
        lost = 0.0
        for unit, count in start.items():
            if f"{side}.{unit}" in outcomes.columns:
                left = outcomes.column(f"{side}.{unit}")
                assert left.min() >= 0
                assert left.max() <= count
                price = COST.get(unit, 5) + (unit == "arm" and options.get("edition") == "second")
                lost = lost + price * (count - left)
        by_units[side] = outcomes.chance @ np.broadcast_to(lost, len(outcomes))
        quantity = outcomes.quantity(f"{side}_ipc_lost")
        assert quantity.value == pytest.approx(by_units[side], abs=1e-10)
        spread = outcomes.chance @ (np.broadcast_to(lost, len(outcomes)) - quantity.value) ** 2
        assert quantity.sd**2 == pytest.approx(spread, abs=1e-8)
    swing = by_units["defender"] - by_units["attacker"]
    assert outcomes.quantity("swing").value == pytest.approx(swing, abs=1e-10)


@given(attacker=attackers, defender=defenders, options=policies)
def test_rounds_are_those_of_the_timeline(attacker, defender, options):
    """The mean of rounds is the sum over r of the chance that round r + 1 is fought."""
    outcomes = solve(battle_of(attacker, defender, **options), engine="exact")
    timeline = outcomes.model.timeline()
    fighting = 1.0 - timeline.sum(axis=1)
    assert (np.diff(timeline, axis=0) >= -TINY).all()
    assert outcomes.quantity("rounds").value == pytest.approx(fighting.sum(), abs=1e-4)


# --- best retreat ------------------------------------------------------------------------------


@pytest.mark.rule("AA-08", "AA-30")
@settings(max_examples=30)
@given(
    attacker=attackers,
    defender=armies((*TYPES, "aa"), total=5),
    worth=st.sampled_from(("territory=0", "territory=6", "territory=2.5, inf=5", "territory=-4")),
)
def test_best_retreat_is_never_beaten(attacker, defender, worth):
    """Its net value is at least that of every fixed policy, and strictly better than some."""

    def net(retreat):
        outcomes = solve(battle_of(attacker, defender, worth=worth, retreat=retreat))
        return outcomes.quantity("net_value").value

    best = net("best")
    others = ["never", "air-only"]
    others += [f"after {n}" for n in range(1, 9)]
    others += [f"at {n}" for n in range(1, sum(attacker.values()) + 1)]
    for retreat in others:
        assert best >= net(retreat) - 1e-10, retreat


@pytest.mark.rule("AA-08")
@settings(max_examples=12)
@given(attacker=attackers, defender=defenders)
def test_a_late_retreat_is_no_retreat(attacker, defender):
    """Policies that never come to bear change nothing."""
    never = solve(battle_of(attacker, defender))
    late = solve(battle_of(attacker, defender, retreat="after 200"))
    for event in never.battle.events:
        value = never.event(event.name).value
        assert late.event(event.name).value == pytest.approx(value, abs=TINY)


# --- low luck ----------------------------------------------------------------------------------


@pytest.mark.rule("AA-56", "AA-01", "AA-02")
@settings(max_examples=40)
@given(attacker=armies(total=6), defender=armies(total=6), dice=dice)
def test_either_dice_make_the_same_mean_hits(attacker, defender, dice):
    """After one round against more infantry than it can hit a side has made its pips / 6 hits."""
    supported = min(attacker.get("inf", 0), attacker.get("art", 0))
    pips = sum(ATTACK[u] * n for u, n in attacker.items()) + supported
    outcomes = solve(battle_of(attacker, {"inf": 9}, rounds="1", dice=dice))
    left = outcomes.chance @ outcomes.column("defender.inf")
    assert 9 - left == pytest.approx(pips / 6, abs=1e-12)

    pips = sum(DEFENCE[u] * n for u, n in defender.items())
    outcomes = solve(battle_of({"inf": 8}, defender, rounds="1", dice=dice))
    left = outcomes.chance @ outcomes.column("attacker.inf")
    assert 8 - left == pytest.approx(pips / 6, abs=1e-12)


@pytest.mark.rule("AA-56")
@given(attacker=armies(total=6))
def test_low_luck_has_at_most_one_die(attacker):
    supported = min(attacker.get("inf", 0), attacker.get("art", 0))
    whole, rest = divmod(sum(ATTACK[u] * n for u, n in attacker.items()) + supported, 6)
    outcomes = solve(battle_of(attacker, {"inf": 9}, rounds="1", dice="low-luck"))
    hits = 9 - outcomes.column("defender.inf")
    chances = np.bincount(hits, outcomes.chance, minlength=10)
    assert chances[whole] == pytest.approx(1 - rest / 6, abs=1e-12)
    assert chances[whole + 1] == pytest.approx(rest / 6, abs=1e-12)


# --- simulation --------------------------------------------------------------------------------


@pytest.mark.fault("B36", "B43", "B45")
@settings(max_examples=20)
@given(
    attacker=attackers, defender=defenders, options=policies,
    trials=st.integers(1, 3_000), seed=st.integers(0, 2**63 - 1),
)  # fmt: skip
def test_a_simulation_depends_on_seed_and_trials_only(attacker, defender, options, trials, seed):
    def run():
        outcomes = solve(battle_of(attacker, defender, **options), trials=trials, rng=seed)
        assert (outcomes.trials, outcomes.seed) == (trials, seed)
        return outcomes.states.tolist(), outcomes.chance.tolist(), outcomes.quantity("rounds")

    first = run()
    np.random.default_rng(seed).random(7)  # what others draw does not matter
    solve(battle_of({"arm": 2}, defender), trials=50)
    assert run() == first
    assert sum(first[1]) == pytest.approx(1.0, abs=TINY)
    counts = np.array(first[1]) * trials
    assert counts == pytest.approx(np.round(counts), abs=1e-6)


@pytest.mark.fault("B43", "B45")
def test_a_simulation_is_the_same_in_another_process():
    """Another process, another hash seed, another number of threads: the same numbers."""
    program = (
        "import sys; sys.path.insert(0, '.');"
        "from combat.engine import solve; from combat.games import parse_battle;"
        "o = solve(parse_battle('aa', '4 inf, 1 art, 2 ftr v 5 inf, 1 ftr, 1 aa'),"
        " trials=70_000, rng=11); print(o.chance.tolist(), o.states.tolist())"
    )
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    outputs = set()
    for hashes, threads in (("1", "1"), ("77", "2")):
        env = os.environ | {"PYTHONHASHSEED": hashes, "OPENBLAS_NUM_THREADS": threads}
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, env=env, cwd=root
        )
        assert (done.returncode, done.stderr) == (0, "")
        outputs.add(done.stdout)
    here = solve(
        Battle(
            AA,
            Force.of({"inf": 4, "art": 1, "ftr": 2}),
            Force.of({"inf": 5, "ftr": 1, "aa": 1}),
        ),
        trials=70_000,
        rng=11,
    )
    assert outputs == {f"{here.chance.tolist()} {here.states.tolist()}\n"}


@pytest.mark.fault("B19")
@settings(max_examples=15)
@given(attacker=attackers, defender=defenders, options=policies)
def test_intervals_hold_the_exact_chance(attacker, defender, options):
    """At 99.9999 %, wider than the printed 95 %: |share − p| ≤ 5 standard errors."""
    battle = battle_of(attacker, defender, **options)
    exact, sampled = solve(battle, engine="exact"), solve(battle, trials=20_000, rng=4_242)
    for event in battle.events:
        p = exact.event(event.name).value
        allowed = 5.0 * (max(0.0, p * (1 - p)) / 20_000) ** 0.5 + 1e-12
        assert abs(sampled.event(event.name).value - p) <= allowed
