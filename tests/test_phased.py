"""The grid for sides that fire volleys in phases, against the other engines and step by step."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from combat.attrition.duel_odds import Attrition
from combat.attrition.duel_sample import AliasTable, CumulativeTable, hit_table
from combat.attrition.phased import CANNOT, ENDS
from combat.attrition.phased_duel import ENDED, HALTED, LIMITED, UNBEGUN, PhasedDuel
from combat.attrition.phased_sample import sample_phased
from combat.attrition.volleys import Volley, VolleyGraph, closure
from combat.dice import Table
from combat.errors import TooLargeError
from combat.games import parse_battle
from combat.hits import dice_pmf
from combat.stages.exact import distribution
from combat.stages.montecarlo import simulate
from combat.stages.rules import Starts

LAND = [
    "4 inf, 1 art, 1 arm v 5 inf, 1 ftr",
    "2 inf, 1 arm, 2 ftr, 1 bmr v 3 inf, 1 ftr, 1 aa",
    "3 inf, 2 ftr v 2 inf, 1 arm, 1 aa | retreat=at 2 or air-only",
    "2 inf v 9 inf, 2 ftr",
]
FLEETS = [
    "2 ss, 1 dd, 1 ftr v 1 ss, 1 dd, 1 ca",
    "1 ss, 1 ca, 1 ftr v 2 ss, 1 ftr, 1 tr",
    "1 dd, 2 ftr v 2 ss, 1 bb",
    "1 bb, 1 ss v 1 bb, 1 dd, 1 tr | retreat=at 1",
    "2 ss, 1 dd, 1 ca v 2 ss, 1 ca | attacker_submerge=always | defender_submerge=always",
    "1 dd, 1 cv, 2 ftr v 2 ss, 1 dd | losses=dd ftr cv; keep 1 dd while ss",
]
TRIALS = 60_000


def land_duel(text):
    battle = parse_battle("aa", text)
    return battle.game.model(battle).duel


def sea_duel(text) -> PhasedDuel:
    battle = parse_battle("aa", text)
    return battle.game.model(battle).duel


def one_kind(side, phase) -> VolleyGraph:
    """A side of a land battle as one that fires one volley in one of the phases."""
    return VolleyGraph(
        side.nodes,
        side.rank,
        side.able,
        {"any": side.one_hit},
        np.zeros(len(side), dtype=np.int64),
        {(phase, 0): (Volley("any", side.fire),)},
        phases=2,
    )


def laid_out(duel, phase) -> PhasedDuel:
    attacker, defender = one_kind(duel.attacker, phase), one_kind(duel.defender, phase)
    fight = duel.attacker.able[:, None] & duel.defender.able
    pairs = np.arange(fight.size).reshape(fight.shape)
    starts = duel.starts[:, 0] * len(defender) + duel.starts[:, 1]
    begins = fight.ravel()[starts]
    return PhasedDuel(
        *(attacker, defender, starts[begins], duel.weights[begins]),
        *(starts[~begins], duel.weights[~begins]),
        fight,
        np.where(fight, pairs, ENDS),
        halt=duel.halt,
    )


# --- one kind, one phase -----------------------------------------------------------------------


@pytest.mark.parametrize("phase", [0, 1])
@pytest.mark.parametrize("text", LAND)
def test_one_volley_in_one_phase_is_the_grid(text, phase):
    duel = land_duel(text)
    expected, odds = Attrition.of(duel).odds(duel), laid_out(duel, phase).odds()
    assert np.abs(odds.sums[ENDED] - expected.ended).max() < 1e-14
    assert np.abs(odds.sums[HALTED] - expected.halted).max() < 1e-14
    assert not odds.sums[LIMITED].any()
    assert not odds.sums[UNBEGUN].any()
    assert odds.mean_rounds == pytest.approx(expected.mean_rounds, abs=1e-12)
    assert odds.square() == pytest.approx(expected.square(), abs=1e-11)


@pytest.mark.parametrize("text", [LAND[0], LAND[3]])
def test_one_volley_has_the_best_stop_of_the_grid(text):
    duel = land_duel(text)
    worth = np.random.default_rng(3).uniform(-10, 10, duel.shape)
    expected, _, value = Attrition.of(duel).best_stop(duel, worth)
    phased = laid_out(duel, 1)
    over = phased.onward == ENDS
    leave = np.where(over, CANNOT, ENDS)
    options = np.stack([phased.onward, leave])[:, None]
    played, found, _ = phased.best_play(worth, options, phased.starts[None, None])
    assert found == pytest.approx(value, abs=1e-11)
    reached = played.odds().visits > 0
    assert (played.halt == expected.halt)[reached & ~over].all()


# --- several kinds in two phases ---------------------------------------------------------------


@pytest.mark.parametrize("text", FLEETS)
def test_elimination_equals_step_by_step(text):
    duel = sea_duel(text)
    odds, stepped = duel.odds(), replace(duel, round_limit=300).odds()
    for kind in (ENDED, HALTED, UNBEGUN):
        assert np.abs(odds.sums[kind] - stepped.sums[kind]).max() < 1e-13
    assert stepped.sums[LIMITED].sum() < 1e-13
    assert sum(s.sum() for s in odds.sums) == pytest.approx(1.0, abs=1e-13)
    assert odds.mean_rounds == pytest.approx(stepped.mean_rounds, abs=1e-11)
    assert odds.square() == pytest.approx(stepped.square(), abs=1e-9)
    assert np.abs(odds.visits - stepped.visits).max() < 1e-12


@pytest.mark.parametrize("text", FLEETS)
def test_backwards_is_forwards(text):
    """The mean worth of the end, from the start backwards and over all ends."""
    duel = sea_duel(text)
    rng = np.random.default_rng(8)
    at_end, before = rng.uniform(-5, 5, (2, *duel.shape))
    odds, leads = duel.odds(), duel.leads(0)
    values = duel.grid.evaluate(at_end, before, duel.fight, leads, reward=0.25)
    forwards = sum(float((odds.sums[k] * at_end).sum()) for k in (ENDED, HALTED))
    forwards += float((odds.sums[UNBEGUN] * before).sum())
    fought = odds.visits * duel.fight
    forwards += 0.25 * float(fought.sum())
    backwards = float(values.ravel()[duel.starts] @ duel.weights)
    assert backwards == pytest.approx(forwards, abs=1e-12)


@pytest.mark.parametrize("text", FLEETS)
def test_the_grid_equals_the_general_engine(text):
    """The same fleets as staged rules: strike, fire, and where the next round begins."""
    duel = sea_duel(text)
    rules = FleetRules(duel)
    final = distribution(rules, rules.start(), {})
    odds = duel.odds()
    assert np.abs(ended(duel, final) - sum(odds.sums)).max() < 1e-13
    mean, square = (float(moment[0]) for moment in final.moments("rounds"))
    assert odds.mean_rounds == pytest.approx(mean, abs=1e-12)
    assert odds.square() == pytest.approx(square, abs=1e-10)


@pytest.mark.fault("B19")
@pytest.mark.parametrize("text", FLEETS)
def test_both_simulations_agree_with_the_grid(text):
    duel = sea_duel(text)
    odds = duel.odds()
    exact = sum(odds.sums)
    sample = sample_phased(duel, TRIALS, np.random.default_rng(11))
    found = np.zeros(exact.size)
    for kind, (pairs, counts) in enumerate(sample.found):
        found[pairs] += counts
        share, ways = counts.sum() / TRIALS, float(odds.sums[kind].sum())
        assert abs(share - ways) <= 4.5 * max(0.0, ways * (1 - ways) / TRIALS) ** 0.5 + 1e-9
    assert found.sum() == TRIALS
    allowed = 4.5 * np.sqrt(np.maximum(exact * (1 - exact), 0) / TRIALS) + 3 / TRIALS
    assert (np.abs(found.reshape(exact.shape) / TRIALS - exact) <= allowed).all()
    error = odds.sd_rounds / TRIALS**0.5
    assert abs(sample.rounds / TRIALS - odds.mean_rounds) <= 4 * error + 1e-9


def test_the_general_simulation_agrees_too():
    duel = sea_duel(FLEETS[0])
    rules = FleetRules(duel)
    exact = sum(duel.odds().sums)
    general = ended(duel, simulate(rules, rules.start(), {}, trials=10_000, rng=12))
    allowed = 4.5 * np.sqrt(exact * (1 - exact) / 10_000) + 3 / 10_000
    assert (np.abs(general - exact) <= allowed).all()


@pytest.mark.parametrize("text", FLEETS[:3])
def test_rounds_stop_where_they_are_told(text):
    """One round step by step from the volleys' chances, hit by hit, without any matrix."""
    duel = replace(sea_duel(text), round_limit=1, halt=None)
    exact = duel.odds()
    by_hand = np.zeros(duel.shape)
    for a, d, chance in one_round(duel):
        by_hand[a, d] += chance
    over = duel.onward == ENDS
    assert np.abs(exact.sums[ENDED] - np.where(over, by_hand, 0.0)).max() < 1e-15
    assert not exact.sums[HALTED].any()
    assert not exact.sums[UNBEGUN].any()
    assert np.abs(exact.sums[LIMITED] - np.where(over, 0.0, by_hand)).max() < 1e-15


# --- the parts ---------------------------------------------------------------------------------


@pytest.mark.fault("B19")
@pytest.mark.parametrize("text", FLEETS)
def test_each_volleys_alias_table_is_its_distribution(text):
    """Every phase and class of target has the table of its own volley."""
    duel = sea_duel(text)
    seen = 0
    for side in (duel.attacker, duel.defender):
        for volleys in side.volleys.values():
            for volley in volleys:
                table, width = AliasTable(volley.pmf), volley.pmf.shape[1]
                for row, pmf in enumerate(volley.pmf):
                    chance = np.zeros(width)
                    for column in range(width):
                        cell = row * width + column
                        chance[column] += table._threshold[cell] / width
                        chance[table._alias[cell]] += (1 - table._threshold[cell]) / width
                    assert np.abs(chance - pmf).max() < 1e-15
                seen += 1
    assert seen >= 12


@pytest.mark.fault("B19")
def test_targets_of_each_class_are_drawn_from_their_own_volleys():
    """Half of the targets have a destroyer: what fires at them is not what fires at the others."""
    nodes = np.array([[1, 1], [0, 1], [1, 0], [0, 0]])
    after = {"any": np.array([1, 3, 3, 3])}
    classes = np.array([2, 0, 2, 0])
    sure = np.array([[0.0, 1.0]] * 4)
    third = np.array([[2 / 3, 1 / 3]] * 4)
    firing = {
        (0, 0): (Volley("any", sure),),  # a strike, at who has no destroyer
        (1, 0): (),
        (1, 2): (Volley("any", third),),
    }
    rank = nodes.sum(axis=1)
    side = VolleyGraph(nodes, rank, rank > 0, after, classes, firing, phases=2)
    quiet = replace(side, volleys={}, _next={})
    pairs = np.arange(16).reshape(4, 4)
    duel = PhasedDuel(
        *(side, quiet, np.array([0, 1]), np.array([0.5, 0.5])),
        *(np.zeros(0, dtype=np.int64), np.zeros(0)),
        np.ones((4, 4), dtype=bool),
        pairs,
        round_limit=1,
    )
    limited = duel.odds().sums[LIMITED][0]
    assert limited == pytest.approx([0.5 * 2 / 3, 0.5 * 1 / 3, 0.0, 0.5])
    sample = sample_phased(duel, TRIALS, np.random.default_rng(5))
    found = np.zeros(4)
    where, counts = sample.found[LIMITED]
    found[where] = counts / TRIALS
    assert np.abs(found - limited).max() < 4 * 0.5 / TRIALS**0.5


@pytest.mark.fault("B19", "B21")
def test_wide_tables_draw_their_distribution_too():
    pools = np.zeros((2, 7), dtype=np.int64)
    pools[0, 3], pools[1, 1] = 400, 30
    pmf = dice_pmf(pools)
    table = hit_table(pmf)
    assert isinstance(table, CumulativeTable)
    rng = np.random.default_rng(3)
    for node, (mean, variance) in enumerate(((200.0, 100.0), (5.0, 25 / 6))):
        drawn = table.draw(np.full(40_000, node), rng)
        assert drawn.mean() == pytest.approx(mean, abs=4.5 * (variance / 40_000) ** 0.5)
        assert drawn.var() == pytest.approx(variance, rel=0.04)
        assert 0 <= drawn.min() <= drawn.max() < pmf.shape[1]


@pytest.mark.rule("AA-12", "AA-52")
@pytest.mark.parametrize("text", FLEETS)
def test_touches_is_a_chance_to_change_the_target(text):
    duel = sea_duel(text)
    found = duel.attacker.touches(duel.defender)
    for row in range(len(duel.attacker)):
        moves = np.zeros(len(duel.defender), dtype=bool)
        for phase in duel.grid.phases(row):
            moves |= np.diag(phase.kernel) < 1.0 - 1e-9
        assert (found[row] == moves).all()


@pytest.mark.rule("AA-12")
def test_touches_by_hand():
    """2 ftr, 1 dd against submarines alone: only with the destroyer, or by it."""
    battle = parse_battle("aa", "1 dd, 2 ftr v 2 ss")
    scene = battle.game.model(battle).scene
    attacker, defender = scene.attacker, scene.defender
    touch = attacker.graph.touches(defender.graph)
    back = defender.graph.touches(attacker.graph)
    destroyers = attacker.units[:, attacker.names.index("dd")]
    submarines = defender.units[:, 0]
    assert (touch == (destroyers[:, None] > 0) & (submarines > 0)).all()
    assert (back == (submarines[:, None] > 0) & (destroyers > 0)).all()


def test_closure_follows_all_steps_from_all_starts():
    def first(row):
        return (max(0, row[0] - 1), row[1])

    def second(row):
        return (row[0], max(0, row[1] - 2))

    rows = closure([(2, 3), (0, 7)], first, second)
    expected = {(a, b) for a in range(3) for b in (3, 1, 0)} | {(0, b) for b in (7, 5, 3, 1, 0)}
    assert set(rows) == expected
    assert len(rows) == len(expected)
    assert closure([(4,)]) == [(4,)]
    with pytest.raises(TooLargeError):
        closure([(40, 40)], first, second, most=100)


@pytest.mark.parametrize("text", FLEETS)
def test_hits_lead_down_and_stay_where_nothing_can_be_taken(text):
    duel = sea_duel(text)
    for graph in (duel.attacker, duel.defender):
        for kind, after in graph.after.items():
            falls = graph.rank[after] < graph.rank
            assert (falls | (after == np.arange(len(graph)))).all(), kind
            assert (after >= np.arange(len(graph))).all()  # of falling rank, so rows come later
            far = graph.next(kind, int(graph.rank.max()) + 1)[:, -1]
            assert (after[far] == far).all()
        for (phase, _), volleys in graph.volleys.items():
            assert phase in (0, 1)
            for volley in volleys:
                assert volley.pmf.sum(axis=1) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.fault("B21")
def test_a_large_inner_side_is_solved_in_blocks():
    """150 defender nodes in two columns, hit by two kinds that each may take the other's last."""
    few, many = two_kinds(2, 2), two_kinds(14, 9)
    assert len(many) == 150
    duel = duel_between(few, many)
    whole, stepped = duel.odds(), replace(duel, round_limit=120).odds()
    assert stepped.sums[LIMITED].sum() < 1e-12
    assert np.abs(whole.sums[ENDED] - stepped.sums[ENDED]).max() < 1e-11
    assert whole.mean_rounds == pytest.approx(stepped.mean_rounds, abs=1e-10)
    assert whole.sums[ENDED].sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.fault("B21")
def test_who_is_called_the_attacker_does_not_matter():
    """Sides of very different size, with a phase each of their own."""
    few, many = two_kinds(2, 1), two_kinds(9, 8)
    one, other = duel_between(few, many).odds(), duel_between(many, few).odds()
    assert np.abs(one.sums[ENDED] - other.sums[ENDED].T).max() < 1e-14
    assert one.mean_rounds == pytest.approx(other.mean_rounds, abs=1e-12)
    assert one.square() == pytest.approx(other.square(), abs=1e-10)


# --- helpers -----------------------------------------------------------------------------------


def two_kinds(deep: int, high: int) -> VolleyGraph:
    """Deep units strike deep ones first of all; high units fire at high ones, then at deep ones."""

    def by_deep(row):
        return (row[0] - 1, row[1]) if row[0] else row

    def by_high(row):
        return (row[0], row[1] - 1) if row[1] else by_deep(row)

    rows = sorted(closure([(deep, high)], by_deep, by_high), key=sum, reverse=True)
    nodes = np.array(rows)
    index = {row: at for at, row in enumerate(rows)}
    after = {
        "deep": np.array([index[by_deep(row)] for row in rows]),
        "high": np.array([index[by_high(row)] for row in rows]),
    }
    pools = np.zeros((2, len(rows), 7), dtype=np.int64)
    pools[0, :, 2], pools[1, :, 3] = nodes[:, 0], nodes[:, 1]
    strike, fire = Volley("deep", dice_pmf(pools[0])), Volley("high", dice_pmf(pools[1]))
    classes = (nodes[:, 1] > 0).astype(np.int64)  # seen from above: deep units do not strike
    volleys = {
        (0, 0): (strike,),
        (1, 0): (fire,),
        (0, 1): (),
        (1, 1): (strike, fire),
    }
    rank = nodes.sum(axis=1)
    return VolleyGraph(nodes, rank, rank > 0, after, classes, volleys, phases=2)


def duel_between(attacker: VolleyGraph, defender: VolleyGraph) -> PhasedDuel:
    touch = attacker.touches(defender) | defender.touches(attacker).T
    pairs = np.arange(touch.size).reshape(touch.shape)
    nothing = np.zeros(0, dtype=np.int64)
    return PhasedDuel(
        *(attacker, defender, np.array([0]), np.ones(1), nothing, np.zeros(0)),
        touch & attacker.able[:, None] & defender.able,
        np.where(touch & attacker.able[:, None] & defender.able, pairs, ENDS),
    )


def one_round(duel: PhasedDuel):
    """All results of one round from the start: (attacker node, defender node, chance)."""
    ((start, weight),) = zip(duel.starts.tolist(), duel.weights.tolist(), strict=True)
    found = [(*divmod(start, duel.shape[1]), weight)]
    for phase in (0, 1):
        found = [
            (a, d, p * q * r)
            for attacker, defender, p in found
            for d, q in fired(duel.attacker, attacker, duel.defender, defender, phase)
            for a, r in fired(duel.defender, defender, duel.attacker, attacker, phase)
        ]
    return found


def fired(side: VolleyGraph, shooter: int, other: VolleyGraph, target: int, phase: int):
    """Hit by hit: where the volleys of a node lead a node of the other side."""
    left = [(target, 1.0)]
    for kind, pmf in side.volleys.get((phase, int(other.classes[target])), ()):
        new = []
        for node, chance in left:
            for hits, p in enumerate(pmf[shooter].tolist()):
                after = node
                for _ in range(hits):
                    after = int(other.after[kind][after])
                if p:
                    new.append((after, chance * p))
        left = new
    return left


def ended(duel, final) -> np.ndarray:
    mass = np.zeros(duel.shape)
    np.add.at(mass, (final["attacker"], final["defender"]), final.mass)
    return mass


SLOTS = 3  # volleys of a side in a phase, of the fleets above without what they keep back


@dataclass(frozen=True, eq=False)
class FleetRules:
    """A duel with volleys as staged rules: a phase a stage, for the general engines."""

    duel: PhasedDuel
    columns: tuple[str, ...] = ("stage", "attacker", "defender", "rounds")
    tallies: tuple[str, ...] = ("rounds",)

    @property
    def stages(self):
        return FleetPhase(self, 0), FleetPhase(self, 1)

    @property
    def bounds(self):
        return np.array([1, self.duel.shape[0] - 1, self.duel.shape[1] - 1, 1])

    def rank(self, states):
        return self.duel.attacker.rank[states[:, 1]] + self.duel.defender.rank[states[:, 2]]

    def start(self):
        rows = [[0, *divmod(pair, self.duel.shape[1]), 0] for pair in self.duel.starts.tolist()]
        return Starts(rows, self.duel.weights, np.zeros(len(rows), dtype=np.int64))


@dataclass(frozen=True, eq=False)
class FleetPhase:
    """Both sides fire at once; after the second phase the round ends."""

    rules: FleetRules
    phase: int

    def plans(self, states):
        """Per side: where it is aimed, and for each row the volleys fired."""
        duel = self.rules.duel
        sides = ((duel.attacker, 1, duel.defender, 2), (duel.defender, 2, duel.attacker, 1))
        for side, own, other, target in sides:
            classes = other.classes[states[:, target]].tolist()
            yield (
                other,
                target,
                [
                    (node, side.volleys.get((self.phase, c), ()))
                    for node, c in zip(states[:, own].tolist(), classes, strict=True)
                ],
            )

    def fought(self, states):
        return self.rules.duel.fight[states[:, 1], states[:, 2]] | (self.phase == 1)

    def rolls(self, states):
        tables = []
        fought = self.fought(states)
        for _, _, plans in self.plans(states):
            slots = max(SLOTS, *(len(volleys) for _, volleys in plans))
            for slot in range(slots):
                width = max([v[slot].pmf.shape[1] for _, v in plans if len(v) > slot], default=1)
                chances = np.zeros((len(states), width))
                chances[:, 0] = 1.0
                for row, (node, volleys) in enumerate(plans):
                    if len(volleys) > slot and fought[row]:
                        pmf = volleys[slot].pmf[node]
                        chances[row] = 0.0
                        chances[row, : len(pmf)] = pmf
                tables.append(Table(chances))
        return tuple(tables)

    def resolve(self, states, results):
        after, left = states.copy(), iter(results)
        for other, target, plans in self.plans(states):
            slots = max(SLOTS, *(len(volleys) for _, volleys in plans))
            for slot in range(slots):
                hits = next(left)[:, 0].tolist()
                for row, (_, volleys) in enumerate(plans):
                    for _ in range(hits[row]):
                        after[row, target] = other.after[volleys[slot].kind][after[row, target]]
        duel = self.rules.duel
        fought = self.fought(states)
        if self.phase == 0:
            after[:, 0] = np.where(fought, 1, -1)
            after[:, 3] = 1
            return after
        leads = duel.leads(0)[after[:, 1], after[:, 2]]
        goes = leads != ENDS
        after[:, 0] = np.where(goes, 0, -1)
        after[goes, 1], after[goes, 2] = np.divmod(leads[goes], duel.shape[1])
        after[:, 3] = 0
        return after
