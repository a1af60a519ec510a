"""Numbers with their precision: Wilson's interval, and what is printed of it."""

import math
import re
from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy import stats

from combat.estimate import Z95, Estimate

hits_of = st.integers(1, 10**7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
rare_of = st.integers(3, 10**7).flatmap(lambda n: st.tuples(st.integers(1, 2), st.just(n)))
chance = st.one_of(
    st.floats(0.0, 1.0),
    st.floats(1e-12, 1e-2),
    st.floats(-30.0, -0.1).map(lambda x: 10.0**x),
    st.floats(-12.0, -0.1).map(lambda x: 1.0 - 10.0**x),
)


def percent_of(text):
    """The number that a printed chance stands for, as an exact fraction of a percent."""
    if text in ("impossible", "certain"):
        return Fraction(0 if text == "impossible" else 100)
    body = text.partition(" (1 in ")[0].removesuffix(" %")
    whole, _, rest = body.partition(" − ")
    return Fraction(whole) - Fraction(rest or 0)


def test_the_quantile():
    assert NormalDist().inv_cdf(0.975) == pytest.approx(Z95, abs=1e-14)


@pytest.mark.fault("B19")
@given(case=hits_of)
@example(case=(0, 1))
@example(case=(1, 1))
@example(case=(3, 7))
@example(case=(10**7 - 1, 10**7))
def test_wilsons_defining_equation(case):
    """Both ends p solve (share − p)² = z² p (1 − p) / n, and the share lies between them."""
    hits, trials = case
    estimate = Estimate.of_proportion(hits, trials)
    share = Fraction(hits, trials)
    assert estimate.value == float(share)
    assert 0.0 <= estimate.low <= estimate.value <= estimate.high <= 1.0
    assert estimate.low < estimate.high
    for end in (Fraction(estimate.low), Fraction(estimate.high)):
        left, right = (share - end) ** 2, Fraction(Z95) ** 2 * end * (1 - end) / trials
        # a rounding of the end by ε moves the left by 2 |share − p| ε and the right by z² ε / n
        slack = Fraction(4, 10**16) * (2 * abs(share - end) + 4 / Fraction(trials))
        assert abs(left - right) <= slack + Fraction(1, 10**30)


@given(case=hits_of)
def test_hits_and_misses_mirror(case):
    hits, trials = case
    one, other = Estimate.of_proportion(hits, trials), Estimate.of_proportion(trials - hits, trials)
    assert one.low == pytest.approx(1.0 - other.high, abs=1e-15)
    assert one.high == pytest.approx(1.0 - other.low, abs=1e-15)
    # 1 − share is rounded: to one part in 2⁵³, of a share of 1e-7 or more
    assert one.stderr == pytest.approx(other.stderr, rel=1e-8)


@pytest.mark.fault("B19")
@pytest.mark.parametrize("trials", [1, 3, 50, 999, 10**4, 10**8])
def test_none_of_n_is_not_impossible(trials):
    """0 of n: the interval is 0 to z² / (n + z²), and the text says 'under', rounded up."""
    none, every = Estimate.of_proportion(0, trials), Estimate.of_proportion(trials, trials)
    assert none.low == 0.0
    assert none.high == pytest.approx(Z95**2 / (trials + Z95**2), rel=1e-12)
    under = re.fullmatch(r"under ([0-9.e-]+) %", none.as_percent())
    over = re.fullmatch(r"over ([0-9.e-]+) %", every.as_percent())
    assert under
    assert over
    assert 100.0 * none.high <= float(under[1]) * (1 + 1e-12) <= 200.0 * none.high
    assert float(over[1]) <= 100.0 * every.low + 1e-12
    assert 100.0 - float(over[1]) <= 200.0 * none.high


@pytest.mark.fault("B41", "B19")
@given(case=st.one_of(hits_of, rare_of))
@example(case=(1, 2_500))
@example(case=(2_499, 2_500))
@example(case=(1, 3))
def test_a_simulated_chance_never_looks_impossible_or_certain(case):
    hits, trials = case
    assume(0 < hits < trials)
    text = Estimate.of_proportion(hits, trials).as_percent()
    value = Fraction(re.match(r"[0-9.]+", text)[0])
    assert 0 < value < 100, text


@pytest.mark.fault("B19")
@given(case=st.one_of(hits_of, rare_of))
@example(case=(1, 2_500))
def test_digits_of_a_simulated_chance_follow_its_interval(case):
    """The last digit is the margin's first, save for tenths and what would else print as none."""
    hits, trials = case
    assume(0 < hits < trials)
    estimate = Estimate.of_proportion(hits, trials)
    printed = re.fullmatch(r"([0-9.]+) ±([0-9.]+) %", estimate.as_percent())
    assert printed
    places = len(printed[1].partition(".")[2])
    assert len(printed[2].partition(".")[2]) == places
    margin = 100.0 * estimate.margin
    needed = round(100.0 * estimate.value, places - 1) in (0.0, 100.0)
    assert places == 1 or needed or 10.0**-places <= margin * (1 + 1e-9)
    assert places == 1 or needed or margin <= 10.0 ** (1 - places) * (1 + 1e-9)
    assert abs(float(printed[1]) - 100.0 * estimate.value) <= 0.5000001 * 10.0**-places
    assert abs(float(printed[2]) - margin) <= 0.5000001 * 10.0**-places


@pytest.mark.fault("B19")
@given(mean=st.floats(-1e6, 1e6), sd=st.floats(0.01, 1e5), trials=st.integers(1, 10**8))
def test_digits_of_a_mean_follow_its_interval(mean, sd, trials):
    estimate = Estimate.of_mean(mean, sd, trials)
    if 2 <= trials <= 31:  # few: Student's interval, with the sample's own spread
        half = stats.t.ppf(0.975, trials - 1) * sd / math.sqrt(trials - 1)
        assert estimate.margin == pytest.approx(half, rel=1e-3)
    else:
        assert estimate.margin == pytest.approx(Z95 * sd / math.sqrt(trials), abs=1e-9)
    assert estimate.sd == sd
    printed = re.fullmatch(r"(-?[0-9.]+) ±([0-9.]+)", estimate.as_number())
    assert printed
    places = len(printed[1].partition(".")[2])
    assert len(printed[2].partition(".")[2]) == places
    assert abs(float(printed[1]) - mean) <= 0.5000001 * 10.0**-places + 1e-9
    assert float(printed[2]) > 0
    assert estimate.margin < 10.0 ** (1 - places) or places == 0
    assert not printed[1].startswith("-0") or float(printed[1]) != 0.0


@pytest.mark.fault("B41")
def test_impossible_rare_likely_and_certain():
    assert Estimate.of_exact(0.0).as_percent() == "impossible"
    assert Estimate.of_exact(1.0).as_percent() == "certain"
    rare = Estimate.of_exact(1e-9).as_percent()
    assert percent_of(rare) == Fraction("1e-7")
    assert percent_of(Estimate.of_exact(1.0 - 1e-9).as_percent()) == 100 - Fraction("1e-7")
    assert percent_of(Estimate.of_exact(float(Fraction(1, 6**4))).as_percent()) == Fraction("0.08")


@pytest.mark.fault("B41", "B22")
@given(value=chance)
@example(value=0.0095)
@example(value=0.99995)
@example(value=0.9995)
@example(value=5e-324)
@example(value=1.0 - 2.0**-53)
@example(value=1.0 - 1e-12)
@example(value=6.1e-5)
@example(value=0.5)
def test_a_printed_chance_is_the_chance_rounded(value):
    """To its last digit, which is a tenth of a percent or finer; never to none or all."""
    text = Estimate.of_exact(value).as_percent()
    printed, exact = percent_of(text), 100 * Fraction(value)
    assert (text == "impossible") == (value == 0.0)
    if text in ("impossible", "certain"):
        assert abs(printed - exact) <= Fraction(1, 10**11)  # what rounding makes of certainty
        return
    assert 0 < printed < 100
    shown, _, often = text.partition(" (1 in ")
    digits, _, exponent = shown.removesuffix(" %").rpartition(" ")[2].partition("e")
    unit = Fraction(10) ** (int(exponent or 0) - len(digits.partition(".")[2]))
    assert unit <= Fraction(1, 10)
    assert abs(printed - exact) <= unit / 2 + Fraction(1, 10**13)
    assert bool(often) == (value >= 1e-9 and 100.0 * value < 0.1)
    if often:  # whole, and of large numbers three digits
        number = int(often.removesuffix(")").replace(",", ""))
        apart = abs(number - 1 / Fraction(value))
        assert apart <= (Fraction(1, 2) if number < 10_000 else Fraction(number, 200))


@pytest.mark.fault("B41")
@given(values=st.tuples(chance, chance))
@example(values=(0.00949, 0.0095))
@example(values=(0.999, 0.9995))
@example(values=(0.99994, 0.99995))
@example(values=(4.9e-5, 5.1e-5))
def test_a_larger_chance_never_prints_smaller(values):
    low, high = sorted(values)
    printed = [percent_of(Estimate.of_exact(value).as_percent()) for value in (low, high)]
    assert printed[0] <= printed[1]


@given(value=st.floats(-1e6, 1e6), sd=st.floats(0, 1e5))
def test_an_exact_number_has_no_width(value, sd):
    estimate = Estimate.of_exact(value, sd)
    assert (estimate.low, estimate.value, estimate.high) == (value, value, value)
    assert (estimate.margin, estimate.stderr, estimate.sd) == (0.0, 0.0, sd)
    assert abs(float(estimate.as_number()) - value) <= 0.00500001
    assert estimate.as_number() != "-0.00"


@pytest.mark.fault("B20")
def test_dropped_mass_widens_upwards():
    estimate = Estimate.of_exact(0.25, dropped=0.125)
    assert (estimate.low, estimate.value, estimate.high) == (0.25, 0.25, 0.375)
