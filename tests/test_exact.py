from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from chains import absorbed, faces, hits
from toys import STAY, Cards, Duel, Rebellion, Streak, Walk, always

from combat.errors import EndlessError, TooLargeError
from combat.stages.best import best, evaluate
from combat.stages.exact import distribution
from combat.stages.graph import Graph
from combat.stages.rules import Side, Starts

A, D = Side.ATTACKER, Side.DEFENDER


def table(final, *columns, case=0):
    rows = final.case == case
    keys = zip(*(final[name][rows].tolist() for name in columns), strict=True)
    return dict(zip(keys, final.mass[rows].tolist(), strict=True))


def assert_same(found, expected, tolerance=1e-12):
    assert set(found) == set(expected)
    assert max(abs(found[key] - float(expected[key])) for key in expected) < tolerance


# Scalar rules of the toys, written once more.


def duel_step(state):
    a, d = state
    if not (a and d):
        return []
    by_a, by_d = hits(a, Fraction(2, 6)), hits(d, Fraction(3, 6))
    return [
        (p * q, (max(a - j, 0), max(d - i, 0))) for i, p in by_a.items() for j, q in by_d.items()
    ]


def rebellion_step(options):
    """`options(side, (a, d, blanks))` is how many withdraw."""

    def step(state):
        stage, a, d, blanks, *saved = state
        if stage is None:
            return []
        own, enemy = (d, a) if stage in (0, 1) else (a, d)
        if stage in (1, 3):
            left = options(D if stage == 1 else A, (a, d, blanks))
            own -= left
            saved[stage == 1] += left
            after = None if own == 0 else (stage + 1) % 4
            pair = (enemy, own) if stage == 1 else (own, enemy)
            return [(1, (after, *pair, 0, *saved))]
        steps = []
        for (hit, flee, blank), chance in faces(
            min(own, 2), (2, 1, 3) if stage == 0 else (3, 1, 2)
        ).items():
            mine, theirs = own - flee, max(enemy - hit, 0)
            over = mine == 0 or theirs == 0
            left = (theirs, mine) if stage == 0 else (mine, theirs)
            after = None if over else stage + 1
            steps.append((chance, (after, *left, 0 if over else blank, *saved)))
        return steps

    return step


def rebellion_oracle(a, d, options):
    """Return {(a, d, withdrawn a, withdrawn d): chance}."""
    ends = absorbed((0, a, d, 0, 0, 0), rebellion_step(options))
    return {(left_a, left_d, *saved): p for (_, left_a, left_d, _, *saved), p in ends.items()}


def cards_win(a, d):
    """Chance that die + a ≥ die + d."""
    return Fraction(sum(i + a >= j + d for i in range(1, 7) for j in range(1, 7)), 36)


# Forwards.


@pytest.mark.parametrize(("a", "d"), [(1, 1), (3, 2), (2, 4)])
def test_duel_equals_the_recursion(a, d):
    final = distribution(Duel(5), Starts([Duel.row(a, d)]), {})
    assert_same(table(final, "a", "d"), absorbed((a, d), duel_step))


@pytest.mark.parametrize("option", [0, 1, 2])
def test_rebellion_with_its_two_cycle_equals_the_recursion(option):
    policies = {A: always(0), D: always(option)}
    track = {"saved_a": 3, "saved_d": 2}
    final = distribution(Rebellion(4), Starts([Rebellion.row(3, 2)]), policies, track=track)

    def options(side, state):
        return min(option, state[2]) if side is D else 0

    expected = rebellion_oracle(3, 2, options)
    assert_same(table(final, "a", "d", "saved_a", "saved_d"), expected)


def test_many_cases_with_weighted_starts():
    rows = [Duel.row(3, 2), Duel.row(1, 1), Duel.row(2, 4), Duel.row(2, 0)]
    starts = Starts(rows, weights=np.array([0.25, 0.75, 1.0, 1.0]), case=np.array([5, 5, 2, 9]))
    final = distribution(Duel(5), starts, {})
    mixed = {}
    for share, pair in ((Fraction(1, 4), (3, 2)), (Fraction(3, 4), (1, 1))):
        for key, chance in absorbed(pair, duel_step).items():
            mixed[key] = mixed.get(key, 0) + share * chance
    assert_same(table(final, "a", "d", case=5), mixed)
    assert_same(table(final, "a", "d", case=2), absorbed((2, 4), duel_step))
    assert_same(table(final, "a", "d", case=9), {(2, 0): 1})
    assert np.abs(final.totals()[[2, 5, 9]] - 1).max() < 1e-12


def test_more_cases_than_fit_one_pass():
    rng = np.random.default_rng(2)
    states = np.zeros((5000, 7), dtype=np.int64)
    states[:, 1:3] = rng.integers(0, 10, (5000, 2))
    final = distribution(Cards(), Starts(states), STAY)
    won = final.expected(final["won"].astype(float))
    expected = [float(cards_win(a, d)) for a, d in states[:, 1:3].tolist()]
    assert np.abs(won - expected).max() < 1e-12
    assert np.abs(final.totals() - 1).max() < 1e-12


@dataclass(frozen=True)
class Vast(Duel):
    """Bounds whose product passes 2⁶³."""

    @property
    def bounds(self):
        return np.array([0, 10**10, 10**10, 0])


def test_keys_of_two_words_change_nothing():
    starts = Starts([Duel.row(3, 2), Duel.row(2, 4)])
    vast, plain = (distribution(rules, starts, {}) for rules in (Vast(5), Duel(5)))
    for case in (0, 1):
        assert_same(table(vast, "a", "d", case=case), table(plain, "a", "d", case=case), 1e-15)


def test_moments_of_a_self_loop_in_closed_form():
    # Goal 1: each throw ends with 3 of 6 faces, 1 of them lost: geometric with p = 1/2.
    final = distribution(Streak(1), Starts([[0, 0, 0, 0]]), STAY)
    assert final["lost"].tolist() == [1, 0]
    assert np.allclose(final.mass, [1 / 3, 2 / 3], atol=1e-15)
    assert np.allclose(final.first[:, 0], [2 / 3, 4 / 3], atol=1e-14)
    assert np.allclose(final.second[:, 0], [2, 4], atol=1e-14)


@pytest.mark.parametrize(
    ("rules", "start", "caps"),
    [
        (Duel(5), Duel.row(3, 4), {"rounds": 80}),
        (Rebellion(4), Rebellion.row(3, 4), {"fled": 7, "rolls": 90}),
        (Streak(3), [0, 0, 0, 0], {"throws": 300}),
    ],
)
def test_moments_equal_tracked_distributions(rules, start, caps):
    plain = distribution(rules, Starts([start]), STAY)
    for tally, cap in caps.items():
        tracked = distribution(rules, Starts([start]), STAY, track={tally: cap})
        keys = [name for name in rules.columns[1:] if name not in rules.tallies]
        at = plain.tallies.index(tally)
        for row in range(len(plain)):
            here = np.ones(len(tracked), bool)
            for name in keys:
                here &= tracked[name] == plain[name][row]
            mass, count = tracked.mass[here], tracked[tally][here]
            assert abs(mass.sum() - plain.mass[row]) < 1e-12
            assert abs((mass * count).sum() - plain.first[row, at]) < 1e-11
            assert abs((mass * count**2).sum() - plain.second[row, at]) < 1e-10
        others = [name for name in rules.tallies if name != tally]
        assert tracked.tallies == tuple(others)
        for name in others:
            assert np.allclose(tracked.moments(name), plain.moments(name), rtol=1e-12)


def test_a_cap_gathers_the_rest():
    free = distribution(Duel(5), Starts([Duel.row(3, 4)]), {}, track={"rounds": 80})
    capped = distribution(Duel(5), Starts([Duel.row(3, 4)]), {}, track={"rounds": 3})
    assert capped["rounds"].max() == 3
    late = free.mass[free["rounds"] >= 3].sum()
    assert abs(capped.mass[capped["rounds"] == 3].sum() - late) < 1e-12


@pytest.mark.parametrize("top", [12, 150])
def test_long_loops_few_and_many_rows(top):
    # Gambler's ruin, up with 2/5: chance of the top from i is (r^i − 1) / (r^top − 1), r = 3/2.
    start = top - 3
    ratio = Fraction(3, 2)
    up = (ratio**start - 1) / (ratio**top - 1)
    mean = (start - top * up) / Fraction(1, 5)
    final = distribution(Walk(top), Starts([[0, start, 0]]), {})
    assert_same(table(final, "at"), {(0,): 1 - up, (top,): up})
    assert abs(final.moments("steps")[0][0] / float(mean) - 1) < 1e-12
    graph = Graph.of(Walk(top), Starts([[0, start, 0]]))
    worth = evaluate(graph, lambda view: view["at"] == top, {}, rewards={"steps": 0.5})
    assert abs(worth.values[graph.find(np.array([[0, start, 0]]))[0]] - float(up + mean / 2)) < 1e-9


def test_no_cases_give_no_rows():
    final = distribution(Duel(5), Starts(np.zeros((0, 4))), {})
    assert (len(final), final.first.shape) == (0, (0, 1))


def test_endless_rows_are_named():
    never = Duel(4, hit_a=0, hit_d=0)
    with pytest.raises(EndlessError, match="stage=Volley, a=3, d=2"):
        distribution(never, Starts([Duel.row(3, 2)]), {})
    graph = Graph.of(never, Starts([Duel.row(3, 2)]))
    with pytest.raises(EndlessError, match="a=3, d=2"):
        best(graph, lambda view: view["a"])


def test_limits_are_stated_with_both_numbers():
    with pytest.raises(TooLargeError, match=r"[0-9]+ states or more; the limit is 10"):
        distribution(Duel(9), Starts([Duel.row(9, 9)]), {}, limit=10)
    with pytest.raises(TooLargeError, match="limit is 10"):
        Graph.of(Duel(9), Starts([Duel.row(9, 9)]), limit=10)


def test_rules_and_policies_are_checked():
    start = Starts([Rebellion.row(3, 2)])
    with pytest.raises(ValueError, match=r"option 2 is not legal in stage=Withdraw"):
        distribution(Rebellion(4), start, {A: always(0), D: lambda view, _: np.full(len(view), 2)})
    with pytest.raises(ValueError, match="the defender has no policy"):
        distribution(Rebellion(4), start, {A: always(0)})
    with pytest.raises(KeyError, match="tracked"):
        distribution(Rebellion(4), start, {A: always(0), D: lambda view, _: view["fled"]})
    with pytest.raises(ValueError, match="no tally 'lost'"):
        distribution(Rebellion(4), start, STAY, track={"lost": 3})


def test_policies_see_tracked_tallies():
    # Stop after two throws: lost 1 − (5/6)², else the pot counts the successes of two dice.
    def two(view, _):
        return np.where(view["throws"] >= 2, 1, 0)

    final = distribution(Streak(4), Starts([[0, 0, 0, 0]]), {A: two}, track={"throws": 2})
    expected = {
        (0, 1): Fraction(11, 36),
        (0, 0): Fraction(9, 36),
        (1, 0): Fraction(12, 36),
        (2, 0): Fraction(4, 36),
    }
    found = {}
    for (pot, lost, _), mass in table(final, "pot", "lost", "throws").items():
        found[pot, lost] = found.get((pot, lost), 0) + mass
    assert_same(found, expected)


# Backwards.


REWARDS = {"saved_a": 0.9, "saved_d": -0.65}


def survivors(view):
    return 1.0 * view["a"] - 0.7 * view["d"]


def worth(a, d, saved_a, saved_d):
    return a - 0.7 * d + 0.9 * saved_a - 0.65 * saved_d


def residual(solution, signs, rewards):
    """Largest breach of the optimality equation."""
    graph = solution.graph
    reward = np.array([rewards.get(name, 0.0) for name in graph.layout.sums])
    worths = graph.action_values(solution.values, reward)
    sign = np.ones(len(graph))
    for side, value in signs.items():
        sign[graph.deciders(side)] = value
    top = np.maximum.reduceat(worths * sign[graph.state], graph.first[: graph.finished])
    return np.abs(top * sign[: graph.finished] - solution.values[: graph.finished]).max()


def brute(a, d, open_sides):
    """Best value of a small rebellion over all policies, by trying each."""
    spots = {A: set(), D: set()}

    def stay(side, state):
        spots[side].add(state)
        return 0

    rebellion_oracle(a, d, stay)
    ranges = {
        side: [
            (state, range(min(state[2], state[0] if side is A else state[1]) + 1))
            for state in sorted(spots[side])
        ]
        for side in spots
    }

    def plans(side):
        if side not in open_sides:
            return [{}]
        names = [state for state, _ in ranges[side]]
        return [
            dict(zip(names, picks, strict=True))
            for picks in product(*(options for _, options in ranges[side]))
        ]

    def value(plan_a, plan_d):
        def options(side, state):
            return (plan_a if side is A else plan_d).get(state, 0)

        ends = rebellion_oracle(a, d, options)
        return sum(float(chance) * worth(*left) for left, chance in ends.items())

    values = [[value(pa, pd) for pd in plans(D)] for pa in plans(A)]
    return max(min(row) for row in values), min(max(column) for column in zip(*values, strict=True))


@pytest.mark.parametrize(("a", "d"), [(1, 2), (2, 1)])
def test_both_best_equals_brute_force_over_all_policies(a, d):
    start = Starts([Rebellion.row(a, d)])
    solution = best(Graph.of(Rebellion(3), start), survivors, rewards=REWARDS)
    maximin, minimax = brute(a, d, {A, D})
    assert abs(maximin - minimax) < 1e-12
    assert abs(solution.at(start)[0] - maximin) < 1e-12


@pytest.mark.parametrize("side", [A, D])
def test_one_side_best_against_a_policy_equals_brute_force(side):
    start = Starts([Rebellion.row(2, 2)])
    sign = 1 if side is A else -1
    solution = best(
        Graph.of(Rebellion(3), start),
        lambda view: sign * survivors(view),
        maximiser=side,
        policies={side.other: always(0)},
        rewards={tally: sign * reward for tally, reward in REWARDS.items()},
    )
    assert abs(sign * solution.at(start)[0] - brute(2, 2, {side})[0]) < 1e-12


def test_both_best_meets_the_optimality_equation_and_uses_its_options():
    graph = Graph.of(Rebellion(5), Starts([Rebellion.row(4, 5)]))
    solution = best(graph, survivors, rewards=REWARDS)
    assert residual(solution, {A: 1, D: -1}, REWARDS) < 1e-12
    for side in Side:
        assert set(solution.options[graph.deciders(side)]) >= {0, 1}


def test_a_solution_is_a_policy():
    start = Starts([Rebellion.row(4, 5)])
    solution = best(Graph.of(Rebellion(5), start), survivors, rewards=REWARDS)

    def value(policies, **track):
        final = distribution(Rebellion(5), start, policies, track=track)
        saved = sum(rate * final.moments(name)[0][0] for name, rate in REWARDS.items())
        return final.expected(1.0 * final["a"] - 0.7 * final["d"])[0] + saved

    both = {A: solution, D: solution}
    assert abs(value(both) - solution.at(start)[0]) < 1e-12
    assert abs(value(both, rolls=30) - solution.at(start)[0]) < 1e-12
    for other in (0, 1, 2):
        assert value({A: solution, D: always(other)}) >= solution.at(start)[0] - 1e-12
        assert value({A: always(other), D: solution}) <= solution.at(start)[0] + 1e-12


def test_cards_are_a_zero_sum_game():
    states = [[0, a, d, 1, 1, 0, 0] for a in range(6) for d in range(6)]
    graph = Graph.of(Cards(), Starts(states))
    cost = 0.1

    def aim(view):
        return view["won"] + cost * view["card_a"] - cost * view["card_d"]

    solution = best(graph, aim)
    for row in states:
        a, d = row[1:3]
        expected = max(
            min(cards_win(a + 2 * i, d + 2 * j) + cost * (1 - i) - cost * (1 - j) for j in (0, 1))
            for i in (0, 1)
        )
        found = solution.values[graph.find(np.array([row]))[0]]
        assert abs(found - float(expected)) < 1e-12


def test_a_strategy_to_stop_and_its_ties():
    # Pot 1 loses with 1 of 6 and grows with 2 of 6: one more is tried while (pot + 1) · 2/3 beats
    # pot; at pot 2 both are worth the same and the lowest option, going on, is taken.
    graph = Graph.of(Streak(6), Starts([[0, 0, 0, 0]]))
    solution = best(graph, lambda view: view["pot"], maximiser=A)
    value = {6: Fraction(6)}
    for pot in range(5, -1, -1):
        value[pot] = max(Fraction(pot), value[pot + 1] * Fraction(2, 3))
    stops = graph.deciders(A)
    pots = graph.view(stops)["pot"].tolist()
    assert np.allclose(solution.values[stops], [float(value[pot]) for pot in pots], atol=1e-12)
    assert dict(zip(pots, solution.options[stops].tolist(), strict=True)) == {
        0: 0,
        1: 0,
        2: 0,
        3: 1,
        4: 1,
        5: 1,
    }


def test_ties_never_lead_into_an_endless_loop():
    # The die never decides anything, so going on ties with stopping but never ends.
    graph = Graph.of(Idle(3), Starts([[0, 1, 0, 0]]))
    solution = best(graph, lambda view: view["pot"], maximiser=A)
    assert solution.options[graph.deciders(A)].tolist() == [1]
    with pytest.raises(EndlessError, match="stage="):
        best(graph, lambda view: view["pot"], maximiser=A, rewards={"throws": 1.0})


@dataclass(frozen=True)
class Idle(Streak):
    """A streak whose die has no face that decides."""

    @property
    def stages(self):
        stop, throw = super().stages
        return stop, Blank(throw.goal)


@dataclass(frozen=True)
class Blank:
    goal: int

    def rolls(self, _states):
        return ()

    def resolve(self, states, _results):
        after = states.copy()
        after[:, 0] = 0
        after[:, 3] += 1
        return after


def test_rewards_count_tallies():
    start = Starts([Rebellion.row(3, 4)])
    graph = Graph.of(Rebellion(4), start)
    worth = evaluate(graph, lambda view: 0.0 * view["a"], STAY, rewards={"fled": 2.0, "rolls": -1})
    final = distribution(Rebellion(4), start, STAY)
    expected = 2 * final.moments("fled")[0][0] - final.moments("rolls")[0][0]
    assert abs(worth.at(start)[0] - expected) < 1e-11
