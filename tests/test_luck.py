"""How lucky somebody was, against every way in which the same battles could have gone."""

import math
import random
from fractions import Fraction

import luck_oracle as oracle
import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from luck_cases import CASES, HAND, IDS

from analysis.answers import odds
from analysis.charts import luck_chart, percentile_chart
from analysis.luck import luck, luck_frame
from analysis.luck import run as luck_run
from analysis.luck.document import luck_document
from analysis.luck.fought import Solved
from analysis.luck.log import Logged, parse_log
from analysis.luck.picture import luck_picture
from analysis.luck.words import assumed, assumed_by_all, meaning, sentences
from combat import convolution
from combat.convolution import Spread, spread_of, standing, step_of, total_of
from combat.errors import OptionError, WargameError
from combat.games import GAMES, parse_battle

over_cases = pytest.mark.parametrize("case", CASES, ids=IDS)
F = Fraction
SWING = {"ccn": "banner_swing"}
SIGN = {"attacker": 1, "defender": -1}


def logged(case, swing, side="attacker"):
    """A battle of a log of which the swing is written down."""
    name = SWING.get(case.game, "swing")
    return Logged(parse_battle(case.game, case.text), ((name, str(swing)),), side)


def seen(case, side):
    """The distribution of the swing from a side's view."""
    return {SIGN[side] * swing: chance for swing, chance in case.swings.items()}


def about(number):
    return pytest.approx(float(number), abs=1e-12)


def drawn_log(rng, battles=4):
    """A log of battles of one game, sides and results drawn: (case, swing, side)."""
    game = rng.choice(["aa", "ww", "rb", "ccn"])
    cases = [case for case in CASES if case.game == game]
    chosen = [rng.choice(cases) for _ in range(battles)]
    return [(c, rng.choice(list(c.swings)), rng.choice(list(SIGN))) for c in chosen]


# --- one battle -----------------------------------------------------------------------------------


def test_a_tank_against_an_infantry_by_hand():
    """Swings of −5, −2 and +3 with 1/4, 1/4 and 1/2."""
    case = HAND[0]
    numbers = {-5: (F(1, 8), F(1, 4), 1), -2: (F(3, 8), F(1, 2), F(3, 4)), 3: (F(3, 4), 1, F(1, 2))}
    for swing, (percentile, worse, better) in numbers.items():
        one = luck([logged(case, swing)]).fought[0]
        assert one.percentile.value == about(percentile)
        assert (one.worse.value, one.better.value) == (about(worse), about(better))
        assert (one.swing, one.pinned) == (swing, True)
        assert one.solved.mean == about(F(-1, 4))
        assert one.solved.sd == about(math.sqrt(F(25 + 4 + 2 * 9, 4) - F(1, 16)))
        mirrored = luck([logged(case, swing, "defender")]).fought[0]
        assert mirrored.swing == -swing
        assert mirrored.percentile.value == about(1 - percentile)


@over_cases
@pytest.mark.parametrize("side", SIGN)
def test_each_result_of_a_battle_stands_as_the_oracle_says(case, side):
    distribution = seen(case, side)
    for swing in case.swings:
        found = luck([logged(case, swing, side)])
        one, mine = found.fought[0], SIGN[side] * swing
        less, equal, more = oracle.three(mine, distribution)
        assert one.swing == mine
        assert one.percentile.value == about(less + equal / 2)
        assert one.worse.value == about(less + equal)
        assert one.better.value == about(equal + more)
        assert one.solved.mean == about(oracle.mean(distribution))
        assert one.solved.sd == about(math.sqrt(oracle.variance(distribution)))
        whole = (found.standing.less, found.standing.equal, found.standing.more)
        assert whole == (about(less), about(equal), about(more))


@over_cases
def test_the_mean_percentile_of_fair_dice_is_one_half(case):
    mean = sum(
        float(chance) * luck([logged(case, swing)]).percentile.value
        for swing, chance in case.swings.items()
    )
    assert mean == about(F(1, 2))


@given(
    st.tuples(*[st.integers(0, 3)] * 3).filter(any),
    st.tuples(*[st.integers(0, 3)] * 3).filter(any),
    st.sampled_from(["attacker", "defender"]),
    st.sampled_from(["end", "left", "attacker_ipc_lost", "swing"]),
)
def test_the_mean_percentile_is_one_half_whatever_a_log_tells(own, enemy, side, told):
    """Also if it tells less than the swing: what fits counts with its chance."""
    texts = [
        ", ".join(f"{n} {u}" for n, u in zip(units, ("inf", "art", "ftr"), strict=True) if n)
        for units in (own, enemy)
    ]
    outcomes = odds(parse_battle("aa", *texts))
    results = {}
    for row, chance in enumerate(outcomes.chance.tolist()):
        attacker, defender, end = outcomes.battle.game.end_text(outcomes, row)
        result = {
            "end": (("end", end),),
            "left": (("attacker_left", attacker), ("defender_left", defender)),
        }.get(told) or ((told, str(outcomes.values(told)[row])),)
        results[result] = results.get(result, 0.0) + chance
    found = {r: luck([Logged(outcomes.battle, r, side)]) for r in results}
    mean = sum(chance * found[result].percentile.value for result, chance in results.items())
    assert mean == pytest.approx(0.5, abs=1e-12)
    swings = sum(chance * found[result].swing for result, chance in results.items())
    assert swings == pytest.approx(found[next(iter(results))].expected, abs=1e-9)


def test_a_result_that_leaves_the_swing_open_counts_what_fits_by_its_chance():
    """The defender holds: −5 or −2, as likely; from his own view +2 or +5."""
    case = HAND[0]
    one = luck([Logged(parse_battle("aa", case.text), (("attacker_left", ""),))]).fought[0]
    assert (one.pinned, one.span) == (False, (-5.0, -2.0))
    assert one.swing == about(F(-7, 2))
    assert one.percentile.value == about((F(1, 8) + F(3, 8)) / 2)
    assert one.worse.value == about((F(1, 4) + F(1, 2)) / 2)
    assert one.better.value == about((1 + F(3, 4)) / 2)


# --- all battles ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_the_sum_is_that_of_all_ways_in_which_the_battles_could_have_gone(seed):
    log = drawn_log(random.Random(seed))
    found = luck([logged(*one) for one in log])
    parts = [seen(case, side) for case, _, side in log]
    whole = oracle.sums(parts)
    assert sum(whole.values()) == 1
    swing = sum(SIGN[side] * swing for _, swing, side in log)
    less, equal, more = oracle.three(swing, whole)
    assert found.swing == swing
    assert (found.standing.less, found.standing.equal) == (about(less), about(equal))
    assert found.standing.more == about(more)
    assert found.percentile.value == about(less + equal / 2)
    assert found.expected == about(oracle.mean(whole))
    assert found.sd == about(math.sqrt(oracle.variance(whole)))
    assert found.z == about((swing - oracle.mean(whole)) / F(found.sd))
    assert (found.method, found.seed, found.runs) == ("exact", None, None)


@pytest.mark.parametrize("seed", range(6))
def test_the_sum_battle_by_battle(seed):
    log = drawn_log(random.Random(100 + seed))
    frame = luck_frame(luck([logged(*one) for one in log]))
    for upto in range(1, len(log) + 1):
        whole = oracle.sums([seen(case, side) for case, _, side in log[:upto]])
        swing = sum(SIGN[side] * swing for _, swing, side in log[:upto])
        row = frame.iloc[upto - 1]
        assert (row["number"], row["cumulative"]) == (upto, swing)
        assert row["cumulative_expected"] == about(oracle.mean(whole))
        assert row["low"] == oracle.quantile(F(1, 20), whole)
        assert row["high"] == oracle.quantile(F(19, 20), whole)
        assert row["cumulative_percentile"] == about(oracle.middle(swing, whole))
        inside = sum(c for value, c in whole.items() if row["low"] <= value <= row["high"])
        assert inside >= F(9, 10)


def test_a_sum_of_which_some_parts_are_open():
    """Each way that fits the log counts with its chance: here 2 × 1 × 2 of them."""
    case = HAND[0]
    battle = parse_battle("aa", case.text)
    lost = Logged(battle, (("attacker_left", ""),))
    log = [lost, logged(case, 3), Logged(battle, (("attacker_left", ""),), "defender")]
    found = luck(log)
    held = {-5: F(1, 2), -2: F(1, 2)}
    given_log = oracle.sums([held, {3: F(1)}, {-v: c for v, c in held.items()}])
    whole = oracle.sums([case.swings, case.swings, seen(case, "defender")])
    for at, name in enumerate(("less", "equal", "more")):
        mean = oracle.averaged(lambda v, at=at: oracle.three(v, whole)[at], given_log)
        assert getattr(found.standing, name) == about(mean)
    assert found.swing == about(oracle.mean(given_log))


@pytest.mark.parametrize("engine", ["exact", "simulate"])
def test_the_order_of_lines_does_not_change_the_end(engine):
    rng = random.Random(5)
    cases = [case for case in CASES if case.game == "aa"]
    log = [
        logged(case, rng.choice([s for s, c in case.swings.items() if c > F(1, 10)]), side)
        for case in cases
        for side in SIGN
    ]
    how = {"engine": engine, "trials": 2_000 if engine == "simulate" else None, "rng": 3}
    first = luck(log, **how)
    for _ in range(4):
        rng.shuffle(log)
        again = luck(log, **how)
        assert again.standing == first.standing
        assert (again.swing, again.expected, again.sd) == (first.swing, first.expected, first.sd)
        assert again.events == first.events
        assert (again.luckiest.tail, again.luckiest.among) == (
            first.luckiest.tail,
            pytest.approx(first.luckiest.among, abs=1e-12),
        )


# --- the best of many -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("lucky", [True, False])
def test_the_best_of_some_battles_is_held_against_all_of_them(seed, lucky):
    log = drawn_log(random.Random(200 + seed), battles=3)
    found = luck([logged(*one) for one in log])
    extreme = found.luckiest if lucky else found.unluckiest
    parts = [seen(case, side) for case, _, side in log]
    tails = [
        oracle.tail(SIGN[side] * swing, part, lucky=lucky)
        for (_, swing, side), part in zip(log, parts, strict=True)
    ]
    assert extreme.tail == about(min(tails))
    assert tails[extreme.place] == min(tails)
    assert extreme.among == about(oracle.one_as_rare(min(tails), parts, lucky=lucky))
    # what continuous chances would give, of which chances in steps stay short
    assert extreme.among <= 1 - (1 - float(min(tails))) ** len(log) + 1e-12


def test_the_best_of_many_equal_battles():
    """Of n battles of which each is won with 1/2, one at least is with 1 − 1/2ⁿ."""
    found = luck([logged(HAND[0], 3), *[logged(HAND[0], -2)] * 4])
    assert (found.luckiest.place, found.luckiest.tail) == (0, about(F(1, 2)))
    assert found.luckiest.among == about(1 - F(1, 2) ** 5)


# --- events ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_events_are_counted_against_every_way(seed):
    rng = random.Random(300 + seed)
    game = rng.choice(["aa", "ww", "rb", "ccn"])
    cases = [case for case in CASES if case.game == game]
    log = [(rng.choice(cases), "attacker") for _ in range(4)]
    ends = [rng.choice(list(case.ends)) for case, _ in log]
    lines = []
    for (case, side), (came, swing) in zip(log, ends, strict=True):
        one = logged(case, swing, side)
        told = (("end", case.name),) if came else ()
        lines.append(Logged(one.battle, (*told, *one.result), side))
    (count,) = luck(lines).events
    both = [{1: case.event, 0: 1 - case.event} for case, _ in log]
    given_log = []
    for (case, _), (came, swing) in zip(log, ends, strict=True):
        fit = {c: case.ends.get((c, swing), F(0)) for c in ([True] if came else [True, False])}
        given_log.append({int(c): chance / sum(fit.values()) for c, chance in fit.items()})
    number, whole = oracle.sums(given_log), oracle.sums(both)
    assert (count.name, count.side, count.battles) == (cases[0].name, "attacker", 4)
    assert count.came == about(oracle.mean(number))
    assert count.expected == about(oracle.mean(whole))
    assert count.sd == about(math.sqrt(oracle.variance(whole)))
    assert count.percentile == about(oracle.averaged(lambda n: oracle.middle(n, whole), number))
    at_least = oracle.averaged(lambda n: oracle.tail(n, whole, lucky=True), number)
    assert count.standing.at_least == about(at_least)


def test_an_event_that_favours_the_enemy_is_bad_luck():
    case = HAND[0]
    taken = Logged(parse_battle("aa", case.text), (("end", "territory_taken"),), "defender")
    (count,) = luck([taken]).events
    assert (count.came, count.expected) == (1.0, about(F(1, 2)))
    assert count.percentile == about(F(1, 4))
    (held,) = luck([taken], event="defender_holds").events
    assert (held.came, held.favours, held.percentile) == (0.0, "defender", about(F(3, 8)))


def test_an_event_that_no_battle_has_is_refused():
    with pytest.raises(OptionError, match="no battle of the log has an event 'overrun'"):
        luck([logged(HAND[0], 3)], event="overrun")


# --- simulated battles ----------------------------------------------------------------------------


def test_a_simulated_log_is_near_to_the_exact_one():
    log = [logged(case, max(case.swings), side) for case in HAND for side in SIGN]
    exact, sampled = luck(log), luck(log, trials=40_000, rng=7)
    assert (sampled.method, sampled.seed) == ("simulated", 7)
    # equal battles of the two sides share their sample: 40,000 / (2² + 2²)
    assert sampled.runs == 5_000
    p = exact.percentile.value
    assert sampled.percentile.margin == pytest.approx(
        1.96 * math.sqrt(p * (1 - p) / 5_000), rel=0.05
    )
    assert sampled.percentile.low <= exact.percentile.value <= sampled.percentile.high
    for one, true in zip(sampled.fought, exact.fought, strict=True):
        assert one.percentile.low - 1e-9 <= true.percentile.value <= one.percentile.high + 1e-9
    again = luck(log, trials=40_000, rng=7)
    assert again.standing == sampled.standing


def test_the_precision_of_a_simulated_log_holds():
    """Of 200 seeds, the interval misses the exact number in no more than 5 % and a little."""
    log = [logged(case, max(case.swings), side) for case in HAND for side in SIGN]
    log += [logged(CASES[2], 0)] * 2
    exact, missed = luck(log).percentile.value, 0
    for seed in range(200):
        found = luck(log, trials=300, rng=seed).percentile
        missed += not found.low <= exact <= found.high
    assert missed <= 10 + 4 * math.sqrt(200 * 0.05 * 0.95)


def test_nothing_is_called_rare_by_the_chance_of_a_simulation():
    log = [logged(HAND[0], 3)] * 6
    assert meaning(luck(log)).startswith("That is rare: one in 64 ")
    words = meaning(luck(log, trials=1_000, rng=2))
    assert words.startswith("That is ordinary: about one in ")


def test_what_no_simulated_battle_came_to_is_said_so():
    rare = parse_battle("aa", "2 inf v 6 inf")
    log = [Logged(rare, (("end", "territory_taken"),), line=4)]
    assert luck(log).fought[0].better.value < 1e-4
    with pytest.raises(OptionError, match=r"line 4, column end: .*none of 50 simulated battles"):
        luck(log, trials=50, rng=1)


@pytest.mark.parametrize("game", ["aa", "ww", "rb", "ccn"])
def test_logs_of_fair_dice_give_percentiles_without_a_lean(game):
    """Games drawn by the simulation: the mean percentile is 1/2, and quarters hold a quarter."""
    cases = [case for case in CASES if case.game == game]
    rng, logs = np.random.default_rng(11), 300
    percentiles, steps = [], []
    came = []
    for case in cases:
        fought = odds(parse_battle(game, case.text), trials=logs * 2, rng=rng)
        times = np.rint(fought.chance * logs * 2).astype(int)
        swings = np.repeat(fought.values(SWING.get(game, "swing")), times)
        came.append(iter(rng.permutation(swings).tolist()))
    for _ in range(logs):
        log = [
            logged(case, int(next(swings)))
            for case, swings in zip(cases, came, strict=True)
            for _ in range(2)
        ]
        found = luck(log)
        percentiles.append(found.percentile.value)
        steps.append(found.standing.equal)
    error = math.sqrt(1 / 12 / logs)  # at most that of a uniform number
    assert abs(np.mean(percentiles) - 0.5) <= 4 * error
    # of a sum in steps that many battles blur, so that a quarter is met to about a step
    allowed = 4 * math.sqrt(0.25 * 0.75 / logs) + max(steps) / 2
    for quarter in (np.array(percentiles) < 0.25, np.array(percentiles) > 0.75):
        assert abs(np.mean(quarter) - 0.25) <= allowed


# --- sums of numbers ------------------------------------------------------------------------------

numbers = st.dictionaries(st.integers(-9, 9), st.integers(1, 9), min_size=1, max_size=4)


def as_fractions(weights):
    total = sum(weights.values())
    return {value: F(weight, total) for value, weight in weights.items()}


def as_spread(distribution, step=1.0):
    values = np.array(sorted(distribution), dtype=float)
    return spread_of(values, np.array([float(distribution[v]) for v in sorted(distribution)]), step)


@given(st.lists(st.tuples(numbers, st.integers(1, 3)), min_size=1, max_size=2))
@pytest.mark.parametrize("direct", [True, False])
def test_sums_term_by_term_and_transformed_are_those_of_every_way(direct, parts):
    dictionaries = [as_fractions(weights) for weights, _ in parts]
    whole = oracle.sums(
        [d for d, (_, n) in zip(dictionaries, parts, strict=True) for _ in range(n)]
    )
    spreads = [(as_spread(d), n) for d, (_, n) in zip(dictionaries, parts, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(convolution, "DIRECT_WORK", 2e9 if direct else -1.0)
        found = total_of(spreads)
    there = dict(zip(found.numbers.tolist(), found.chance.tolist(), strict=True))
    for value in set(there) | set(whole):
        assert there.get(value, 0.0) == pytest.approx(float(whole.get(value, 0)), abs=1e-12)
    assert found.mean == pytest.approx(float(oracle.mean(whole)), abs=1e-9)
    assert found.variance == pytest.approx(float(oracle.variance(whole)), abs=1e-8)


def test_a_sum_of_very_many_numbers_in_a_window():
    """Binomial: 60,000 coins, by the transform; chances near the middle and far from it."""
    coins = 60_000
    found = total_of([(Spread(0, np.array([0.5, 0.5])), coins)])
    assert len(found.chance) < coins / 2
    assert found.chance.sum() == pytest.approx(1.0, abs=1e-10)
    for heads in (30_000, 30_100, 29_700):
        log = math.lgamma(coins + 1) - math.lgamma(heads + 1) - math.lgamma(coins - heads + 1)
        exact = math.exp(log - coins * math.log(2))
        place = heads - found.start
        assert found.chance[place] == pytest.approx(exact, rel=1e-7)


def test_where_a_number_stands_beyond_all_that_can_be():
    die = as_spread(as_fractions(dict.fromkeys(range(1, 7), 1)))
    for value, expected in {0: (0, 0, 1), 7: (1, 0, 0), 1: (0, 1 / 6, 5 / 6)}.items():
        found = standing(Spread(value, np.ones(1)), die)
        assert (found.less, found.equal, found.more) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("values", "step"),
    [
        ((0.0,), 1.0),
        ((-6.0, 9.0), 3.0),
        ((2.5, 4.0), 0.5),
        ((0.3, 0.2), 0.1),
        ((7 / 3, 1.0), 1 / 3),
        ((math.pi, 1.0), 0.002),
    ],
)
def test_the_grid_of_some_values(values, step):
    found = step_of([np.array(values)])
    assert found == pytest.approx(step)
    kept = spread_of(np.array(values), np.full(len(values), 1 / len(values)), found)
    ends = kept.start, kept.start + len(kept.chance) - 1
    assert [end * found for end in ends] == pytest.approx([min(values), max(values)], abs=5e-4)


def test_swings_that_are_no_whole_numbers():
    battle = parse_battle("aa", "1 arm v 1 inf", values="inf=2.5, arm=5.25")
    found = luck([Logged(battle, (("swing", "-2.75"),)), Logged(battle, (("swing", "2.5"),))])
    swings = {2.5: F(1, 2), -2.75: F(1, 4), -5.25: F(1, 4)}
    whole = oracle.sums([swings, swings])
    assert found.percentile.value == about(oracle.middle(-0.25, whole))
    assert found.expected == about(2 * oracle.mean({F(k): v for k, v in swings.items()}))


def test_the_band_of_a_long_log_goes_over_to_a_normal_one(monkeypatch):
    log = [logged(case, swing) for case in CASES[2:4] for swing in case.swings] * 12
    exact = luck(log).running
    monkeypatch.setattr(luck_run, "MOST_WORK", 50_000.0)
    mixed = luck(log).running
    assert exact.exact == len(log)
    assert 5 < mixed.exact < len(log)
    assert mixed.low[: mixed.exact].tolist() == exact.low[: mixed.exact].tolist()
    assert (mixed.low[-1], mixed.high[-1]) == (exact.low[-1], exact.high[-1])
    spread = exact.high[-1] - exact.low[-1]
    assert np.abs(mixed.low - exact.low).max() < 0.03 * spread
    assert np.abs(mixed.high - exact.high).max() < 0.03 * spread
    assert np.abs(mixed.percentile - exact.percentile).max() < 0.02
    assert mixed.percentile[-1] == exact.percentile[-1]


# --- results as players write them ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("battle", "column", "texts"),
    [
        (
            "aa 3 inf, 1 arm v 2 inf",
            "attacker_left",
            ("2 inf, 1 arm", "1 arm, 2 inf", "tank; 2 Infantry", "2inf+1arm"),
        ),
        ("aa 3 inf v 2 inf, 1 aa", "defender_left", ("1 inf, 1 aa", "1 inf", "1 AA gun, 1 inf")),
        ("aa 2 dd v 1 damaged-bb", "defender_left", ("1 bb", "damaged-bb", "1 battleship")),
        (
            "ww british, 4 cu, Burgoyne v american, 3 cu, gen 2/2",
            "attacker_left",
            ("3 cu, Burgoyne", "Burgoyne, 3 CU", "british, 3 cu, Burgoyne"),
        ),
        (
            "ww british, 4 cu, Burgoyne v american, 3 cu, gen 2/2",
            "defender_left",
            ("2 cu, gen 2/2", "gen 2/2 2 cu", "american, 2 cu, general 2/2"),
        ),
        (
            "rb 3 continental, 2 militia v 2 regulars, 1 loyalist",
            "attacker_left",
            ("1 continental, 2 militia", "2 militia, 1 continental", "2 Militia + 1 Continental"),
        ),
        (
            "ccn French line 4 v British light 4 leader on hill",
            "defender_left",
            ("British light 2 leader", "2 leader", "2 blocks, leader", "british light 2 leader"),
        ),
        (
            "ccn French line 4 v British light 4",
            "attacker_left",
            ("French line 3", "3", "3 blocks"),
        ),
    ],
)
def test_what_is_left_in_other_words_is_the_same(battle, column, texts):
    game, _, sides = battle.partition(" ")
    battle = parse_battle(game, sides)
    found = [luck([Logged(battle, ((column, text),))]) for text in texts]
    assert {one.percentile.value for one in found} == {found[0].percentile.value}
    assert 0.0 < found[0].percentile.value < 1.0
    rows = odds(battle)
    ends = {
        rows.battle.game.end_text(rows, row)[column == "defender_left"] for row in range(len(rows))
    }
    assert texts[0] in ends


@over_cases
def test_every_final_state_can_be_written_down_as_it_is_shown(case):
    """What `odds` shows is left is found again, and only states with those texts fit."""
    battle = parse_battle(case.game, case.text)
    outcomes = odds(battle)
    texts = [battle.game.end_text(outcomes, row) for row in range(len(outcomes))]
    for attacker, defender, end in set(texts):
        fit = [texts[row] == (attacker, defender, end) for row in range(len(outcomes))]
        told = (("end", end), ("attacker_left", attacker), ("defender_left", defender))
        one = luck([Logged(battle, told)]).fought[0]
        swings = outcomes.values(battle.game.swing)[fit]
        chances = outcomes.chance[fit]
        assert one.swing == pytest.approx(float(swings @ chances / chances.sum()), abs=1e-12)


IMPOSSIBLE = [
    ("aa 1 arm v 1 inf", "attacker_left", "2 arm"),
    ("aa 3 inf v 2 inf", "defender_left", "5 inf"),
    ("aa 3 inf v 2 inf", "attacker_left", "1 arm"),
    ("aa 3 inf v 2 inf", "swing", "7"),
    ("aa 3 inf v 2 inf", "end", "attacker_retreated"),
    ("ww british, 4 cu, Burgoyne v american, 3 cu", "attacker_left", "6 cu, Burgoyne"),
    ("ww british, 4 cu, Burgoyne v american, 3 cu", "defender_cu_lost", "9"),
    ("rb 3 continental v 2 regulars, 1 loyalist", "defender_left", "3 regulars"),
    ("ccn French line 4 v British light 4", "attacker_left", "5"),
    ("ccn French line 4 v British light 4", "target_blocks_lost", "5"),
]


@pytest.mark.parametrize(("battle", "column", "text"), IMPOSSIBLE)
def test_a_result_that_cannot_be_is_refused_with_what_can(battle, column, text):
    game, _, sides = battle.partition(" ")
    line = Logged(parse_battle(game, sides), ((column, text),), line=7)
    with pytest.raises(WargameError) as caught:
        luck([line])
    error = caught.value
    assert str(error).startswith(f"line 7, column {column}: ")
    assert "cannot come of" in str(error)
    assert error.kind == "illegal-battle"
    possible = [one.strip("'") for one in error.allowed]
    assert possible
    for one in possible:
        luck([Logged(line.battle, ((column, "" if one == "none" else one),))])


def test_results_that_cannot_be_together_are_refused():
    battle = parse_battle("aa", "3 inf v 2 inf")
    told = (("end", "territory_taken"), ("defender_left", "1 inf"))
    with pytest.raises(WargameError, match="'1 inf' together with end territory_taken cannot"):
        luck([Logged(battle, told, line=2)])


def test_an_empty_log_is_refused():
    with pytest.raises(OptionError, match="no battle in the log"):
        luck([])


def test_battles_of_two_games_have_no_sum():
    log = [logged(CASES[0], 3), logged(CASES[4], 2)]
    with pytest.raises(OptionError, match="battles of axis-allies and washingtons-war; ask about"):
        luck(log)


# --- words, frames, charts ------------------------------------------------------------------------


def test_the_sentences_say_the_number_and_what_it_means():
    found = luck([logged(HAND[0], 3)])
    first, second = sentences(found)
    assert "50.0 % are worse for you, none better and 50.0 % equal" in first
    assert "percentile 75.0 %" in first
    assert second == "That is ordinary: one in 2 goes as well or better."


def test_the_band_of_sums_in_steps_is_of_at_least_nine_logs_of_ten():
    """A tank against an infantry, twice: the two ends of the band leave less than a tenth out."""
    log = [logged(HAND[0], 3), logged(HAND[0], -5)]
    found = luck(log)
    sums = oracle.sums([{3: F(1, 2), -2: F(1, 4), -5: F(1, 4)}] * 2)
    low, high = found.running.low[-1], found.running.high[-1]
    inside = sum(chance for value, chance in sums.items() if low <= value <= high)
    assert inside > F(9, 10)
    band = next(line for line in sentences(found) if line.startswith("Chance alone"))
    assert band == (
        f"Chance alone leaves the sum between {low:+.0f} and {high:+.0f} IPC in at least nine logs"
        " of ten."
    ).replace("-", "−")
    simulated = luck(log, trials=2_000, rng=1)
    assert "IPC in about nine logs of ten." in " ".join(sentences(simulated))


def test_in_short_only_what_all_battles_share_is_assumed():
    texts = ("1 arm v 1 inf", "1 arm, 1 inf v 1 inf", "1 arm v 1 inf | retreat=at 1")
    battles = [parse_battle("aa", text) for text in texts]
    known = [battle.game.assumes(battle) for battle in battles]
    found = luck([Logged(battle, (("defender_left", "1 inf"),)) for battle in battles[:2]])
    short = assumed_by_all(found)
    assert set(known[0]) & set(known[1]) <= set(short)
    assert not (set(known[0]) ^ set(known[1])) & set(short)
    assert "attacker loses arm" not in short
    assert "defender loses inf" in short
    assert "the attacker never retreats" in short
    assert short[-1].endswith("`odds` lists it for each of them")
    whole = assumed(found)
    assert set(known[0]) | set(known[1]) <= set(whole)
    assert list(whole) == luck_document(found)["assumes"]
    alike = luck([logged(HAND[0], 3), logged(HAND[0], -5)])
    assert assumed_by_all(alike) == assumed(alike)  # where none differs nothing is left out


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        (3, "That is ordinary: one in 8 goes as well or better."),
        (5, "That is lucky, but no wonder: one in 32 goes as well or better."),
        (6, "That is rare: one in 64 goes as well or better."),
        (10, "That is rare: one in 1,020 goes as well or better; see whether"),
    ],
)
def test_how_rare_it_is(wins, words):
    """So many tanks in a row that beat an infantry: 1/2 each."""
    assert meaning(luck([logged(HAND[0], 3)] * wins)).startswith(words)


def test_how_rare_bad_luck_is():
    found = luck([logged(HAND[0], -5)] * 3)
    assert found.standing.at_most == about(F(1, 64))
    assert meaning(found) == "That is rare: one in 64 goes as badly or worse."


def test_a_battle_that_can_go_one_way_only():
    battle = parse_battle("ww", "british, 5 cu, Burgoyne v american, 1 cu")
    outcomes = odds(battle)
    assert len(outcomes) == 1
    found = luck([Logged(battle, (("end", "overrun"),))])
    assert (found.sd, math.isnan(found.z)) == (0.0, True)
    assert Solved("", "attacker", np.array([7.0]), np.array([1 - 2**-52]), None, 0.0).sd == 0.0
    assert found.percentile.value == 0.5
    assert meaning(found).startswith("Nothing else could have come of it")
    assert luck_document(found)["total"]["z"] is None
    luck_picture(found)


def test_the_frame_is_tidy():
    text = (
        "date,who,battle,end,side\n"
        "1942,Ann,1 arm v 1 inf,territory_taken,\n"
        ",Bob,1 inf v 1 inf,defender_holds,defender\n"
    )
    frame = luck_frame(luck(parse_log(text, game="aa")))
    assert list(frame.columns) == [
        *("number", "date", "who", "battle", "side", "result", "swing", "swing_low", "swing_high"),
        *("expected", "sd", "percentile", "worse", "better", "method"),
        *("cumulative", "cumulative_expected", "low", "high", "cumulative_percentile"),
    ]
    assert frame["who"].tolist() == ["Ann", "Bob"]
    assert frame["side"].tolist() == ["attacker", "defender"]
    assert frame["swing"].tolist() == [3.0, 3.0]
    assert frame["method"].tolist() == ["exact", "exact"]
    assert frame.attrs["unit"] == "IPC"


@pytest.fixture
def figures():
    yield
    plt.close("all")


@pytest.mark.usefixtures("figures")
def test_the_charts_show_the_frame():
    frame = luck_frame(luck([logged(HAND[0], s) for s in (3, -5, 3, -2)]))
    drawn = luck_chart(frame)
    line = next(one for one in drawn.lines if len(one.get_xdata()) == 5)
    assert line.get_xdata().tolist() == [0, 1, 2, 3, 4]
    above = (frame["cumulative"] - frame["cumulative_expected"]).tolist()
    assert line.get_ydata().tolist() == pytest.approx([0.0, *above])
    corners = drawn.collections[0].get_paths()[0].vertices
    band = (frame["high"] - frame["cumulative_expected"]).iloc[-1]
    assert any(np.allclose(corner, (4, band)) for corner in corners)
    assert drawn.get_ylabel() == "Swing above expectation (IPC)"
    said = [text.get_text() for text in drawn.get_legend().get_texts()]
    assert said == ["what happened", "at least nine logs of ten are in here by then"]
    dots = percentile_chart(frame).collections
    places = np.vstack([one.get_offsets() for one in dots])
    shown = {int(x): y for x, y in places.tolist()}
    assert [shown[n] for n in range(1, 5)] == pytest.approx(frame["percentile"].tolist())


@pytest.mark.usefixtures("figures")
def test_charts_refuse_what_they_cannot_draw():
    frame = luck_frame(luck([logged(HAND[0], 3)]))
    with pytest.raises(ValueError, match="lacks the columns low"):
        luck_chart(frame.drop(columns="low"))
    with pytest.raises(ValueError, match="no rows"):
        percentile_chart(frame.iloc[:0])
    with pytest.raises(ValueError, match="must be numbers"):
        luck_chart(frame.assign(high=float("nan")))
    with pytest.raises(ValueError, match="chances from 0 to 1"):
        percentile_chart(frame.assign(percentile=50.0))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_can_be_asked(game):
    """Each example battle of each game, with its likeliest result and both sides' luck."""
    log = []
    for attacker, defender in game.examples:
        battle = parse_battle(game.name, attacker, defender)
        outcomes = odds(battle)
        end = game.end_text(outcomes, int(np.argmax(outcomes.chance)))
        told = (("attacker_left", end[0]), ("defender_left", end[1]), ("end", end[2]))
        log += [Logged(battle, told, side) for side in SIGN]
    found = luck(log)
    assert 0.0 < found.percentile.value < 1.0
    assert len(luck_document(found)["battles"]) == len(log)
    for first, second in zip(found.fought[::2], found.fought[1::2], strict=True):
        assert first.percentile.value + second.percentile.value == about(1)
