"""When the attacker breaks off: read, printed, and refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.attrition.retreat import Retreat
from combat.engine import solve
from combat.errors import OptionError
from combat.games import parse_battle

NUMBER = st.integers(1, 1000)
RETREATS = st.one_of(
    st.builds(Retreat, st.none() | NUMBER, st.none() | NUMBER, st.booleans()),
    st.builds(Retreat, after=st.none() | NUMBER, best=st.just(True)),
)


@pytest.mark.rule("AA-08")
@pytest.mark.fault("B42")
@given(retreat=RETREATS)
def test_a_retreat_reads_back(retreat):
    assert Retreat.parse(str(retreat)) == retreat
    assert Retreat.parse(str(retreat).upper().replace(" ", "  ")) == retreat
    assert retreat.never == (str(retreat) == "never")


@pytest.mark.rule("AA-08")
@pytest.mark.parametrize(
    ("text", "retreat"),
    [
        ("never", Retreat()),
        ("after 1", Retreat(after=1)),
        ("after 4 rounds", Retreat(after=4)),
        ("after 1 round", Retreat(after=1)),
        ("at 3", Retreat(at=3)),
        ("at 2 units", Retreat(at=2)),
        ("at 2 left", Retreat(at=2)),
        ("air-only", Retreat(air_only=True)),
        (" Air Only ", Retreat(air_only=True)),
        ("best", Retreat(best=True)),
        ("at 2 or after 5", Retreat(after=5, at=2)),
        ("best or after 3", Retreat(after=3, best=True)),
    ],
)
def test_forms_of_the_contract(text, retreat):
    assert Retreat.parse(text) == retreat


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "or", "never or", "or after 2", "after", "at", "after two", "after -1", "at -2"),
        *("after 0", "at 0", "after 1.5", "at 1/2", "after 1,000", "after 10001", "at 1001"),
        *("after 2 at 3", "after 2, at 3", "after 2 and at 3", "sometimes", "best 3", "never 2"),
        *("at 3 rounds", "after 2 units", "after 2 left", "best or at 2", "best or air-only"),
        *("after ２", "at ٣", "after 2\x00", "air", "only", "after " + "9" * 5000, "x" * 5000),
    ],
)
def test_what_cannot_be_is_refused(text):
    with pytest.raises(OptionError) as caught:
        Retreat.parse(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300
    assert caught.value.allowed


@pytest.mark.rule("AA-08")
@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    ("text", "earlier"),
    [
        ("after 2 or after 5", "after 2"),
        ("after 5 or after 2", "after 2"),
        ("at 3 or at 1", "at 3"),
        ("at 1 or at 3", "at 3"),
        ("never or at 2", "at 2"),
    ],
)
def test_any_of_two_conditions_breaks_off(text, earlier):
    """'A or B' stops as soon as either holds, also where both are of one kind."""
    assert Retreat.parse(text) == Retreat.parse(earlier)


@pytest.mark.rule("AA-06", "AA-08")
@pytest.mark.fault("B05")
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_stopping_after_n_rounds(rounds):
    """Nobody fights longer than N rounds, and those who stop earlier do so by an end."""
    outcomes = solve(parse_battle("aa", "6 inf, 2 arm v 7 inf", retreat=f"after {rounds}"))
    timeline = outcomes.model.timeline()
    assert timeline[rounds].sum() == pytest.approx(1.0, abs=1e-12)
    assert timeline[rounds - 1].sum() < 1.0 - 1e-3
    codes = [e.name for e in outcomes.battle.game.events]
    assert not timeline[rounds - 1, codes.index("attacker_retreated")]


@pytest.mark.rule("AA-08")
@pytest.mark.parametrize("left", [1, 2, 4])
def test_stopping_at_n_attackers(left):
    """Who retreats has at most N; who fights on to take it has more, or began the last round so."""
    outcomes = solve(parse_battle("aa", "5 inf, 1 art v 4 inf, 2 art", retreat=f"at {left}"))
    attackers = outcomes.column("attacker.inf") + outcomes.column("attacker.art")
    fled = outcomes.battle.game.event("attacker_retreated").of(outcomes)
    assert fled.any()
    assert (attackers[fled] <= left).all()
    assert (attackers[fled] >= 1).all()
    assert outcomes.event("defender_holds").value > 0  # from more than N to none in one round
