"""Conservation over rounds, exactly in every trial; who decides nothing of the result."""

import numpy as np
import pytest

from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.rounds.plan import read_plan, usual_plan
from combat.axis_allies.rounds.simulate import simulate
from combat.axis_allies.rounds.state import State

TRIALS = 50
BOLD = """
[power.Germany]
attack = ["best >= 0.4 send all"]
retreat = "best"
garrison = []
buy = "1 ss, 1 cv, 1 ftr, 1 aa, then art"
[power.Japan]
attack = ["best >= 0.5"]
retreat = "after 2"
buy = "1 bb, then inf"
[power."Soviet Union"]
attack = ["best >= 0.3 send all"]
retreat = "at 2"
"""


def played(plan, *, rounds=2, trials=TRIALS, seed=3, chunk=1000, position=None):
    ends = []
    position = position or starting_position()
    found = simulate(
        position, plan, rounds=rounds, trials=trials, rng=seed, chunk=chunk, watch=ends.append
    )
    return found, ends


@pytest.fixture(scope="module", params=["usual", "bold"])
def ended(request):
    start = starting_position()
    plan = usual_plan(start) if request.param == "usual" else read_plan(BOLD, start)
    found, (state,) = played(plan)
    return State.of(start, TRIALS), state, found


@pytest.mark.rule("AA-40", "AA-43", "AA-44")
def test_units_at_first_and_mobilised_are_those_lost_and_left_in_every_trial(ended):
    before, after, found = ended
    ledger, layout = found.ledger, found.layout
    at_first = before.units.sum(axis=2)
    left = after.units.sum(axis=2)
    moved = np.zeros_like(ledger.lost)
    moved[:, :, layout.unit("aa")] = ledger.guns
    assert (at_first + ledger.mobilised + moved == left + ledger.lost).all()
    assert (ledger.guns.sum(axis=1) == 0).all()
    assert (after.units >= 0).all()
    assert (ledger.lost >= 0).all()
    assert (ledger.mobilised >= 0).all()
    assert ledger.lost.sum() > 0
    assert ledger.mobilised.sum() > 0


@pytest.mark.rule("AA-40", "AA-42", "AA-43")
def test_money_that_comes_in_is_money_spent_or_in_hand_in_every_trial(ended):
    before, after, found = ended
    ledger = found.ledger
    came = before.cash + ledger.collected + ledger.plunder + ledger.refunded
    assert (came == after.cash + ledger.spent).all()
    assert (ledger.plunder.sum(axis=1) == 0).all()
    assert (after.cash >= 0).all()
    assert (ledger.collected == found.income.sum(axis=1)).all()


@pytest.mark.rule("AA-40")
def test_what_is_spent_is_the_price_of_what_is_mobilised(ended):
    _, _, found = ended  # no complex is damaged, so that nothing is repaired
    price = found.ledger.mobilised @ found.layout.costs
    assert (price == found.ledger.spent - found.ledger.refunded).all()


@pytest.mark.rule("AA-40", "AA-15", "AA-28")
def test_every_area_is_one_sides_but_for_zones_without_a_battle(ended):
    _, after, found = ended
    layout = found.layout
    land = after.units[:, :, : len(layout.territories)].any(axis=3)
    sides = np.stack([land[:, layout.sides == side].any(axis=1) for side in (0, 1)])
    assert not sides.all(axis=0).any(), "both sides have units in one territory"
    owner = layout.sides[after.owners]
    for side in (0, 1):
        assert not (sides[side] & (owner != side)).any(), "units stand in an enemy's territory"


@pytest.mark.rule("AA-46", "AA-53")
def test_fighters_at_sea_are_on_decks_and_bombers_nowhere_there(ended):
    _, after, found = ended
    layout = found.layout
    afloat = after.units[:, :, len(layout.territories) :]
    assert not afloat[..., layout.unit("bmr")].any()
    for side in (0, 1):
        fleet = afloat[:, layout.sides == side].sum(axis=1)
        assert (fleet[..., layout.unit("ftr")] <= 2 * fleet[..., layout.unit("cv")]).all()


def test_a_result_depends_on_seed_and_trials_only():
    plan = read_plan(BOLD, starting_position())
    one, _ = played(plan, rounds=1, trials=16, seed=11)
    other, _ = played(plan, rounds=1, trials=16, seed=11, chunk=7)
    another, _ = played(plan, rounds=1, trials=16, seed=12)
    for name in ("income", "cash", "worth", "owners", "cities", "winner"):
        assert (getattr(one, name) == getattr(other, name)).all(), name
    assert (one.ledger.lost == other.ledger.lost).all()
    assert {k: (a.made, a.won) for k, a in one.attacks.items()} == {
        k: (a.made, a.won) for k, a in other.attacks.items()
    }
    assert (one.income != another.income).any()


def test_progress_counts_up_to_its_end():
    seen = []
    simulate(
        starting_position(),
        usual_plan(starting_position()),
        trials=6,
        chunk=4,
        rng=1,
        progress=lambda done, of: seen.append((done, of)),
    )
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (30, 30)
    assert {of for _, of in seen} == {30}
