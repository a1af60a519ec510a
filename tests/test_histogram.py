"""Bars of a distribution and their ticks; the colours of pictures."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.charts import palette
from analysis.colours import INKS, RAMPS, ink_on, shades
from analysis.histogram import SLOTS, TAIL, histogram, ticks
from analysis.html.markup import STYLE

values_and_chances = st.dictionaries(
    st.integers(-400, 400), st.floats(0.01, 1.0), min_size=1, max_size=200
)


@given(values_and_chances)
def test_bars_have_all_of_the_chance_and_never_mix_signs(found):
    values = np.array(sorted(found), dtype=float)
    chances = np.array([found[int(v)] for v in values])
    chances /= chances.sum()
    bars = histogram(values, chances)
    assert bars.chance.sum() == pytest.approx(1.0)
    for sign in (-1, 0, 1):
        drawn = bars.chance[np.sign(bars.centre) == sign].sum()
        assert drawn == pytest.approx(chances[np.sign(values) == sign].sum())
    left, right = bars.centre - bars.width / 2, bars.centre + bars.width / 2
    assert (right[:-1] <= left[1:] + 1e-9).all()  # none lies over another
    for value in values:  # each value lies in the bar that counts it
        assert ((left - 1e-9 <= value) & (value <= right + 1e-9)).any()
    assert bars.mean == pytest.approx(values @ chances)


@given(values_and_chances)
def test_bars_can_be_told_apart_and_little_is_out_of_view(found):
    values = np.array(sorted(found), dtype=float)
    chances = np.array([found[int(v)] for v in values])
    chances /= chances.sum()
    bars = histogram(values, chances)
    assert bars.low <= 0 <= bars.high
    inside = (bars.low <= values) & (values <= bars.high)
    assert chances[inside].sum() >= 1 - 2 * TAIL - 1e-9
    assert (bars.high - bars.low) / bars.size <= SLOTS + 1e-9


def test_few_values_have_a_bar_each_and_many_share_them():
    few = histogram(np.arange(-3.0, 4.0), np.full(7, 1 / 7))
    assert not few.merged
    assert few.size == 1
    many = histogram(np.arange(-300.0, 301.0), np.full(601, 1 / 601))
    assert many.merged
    assert many.size in (20, 50, 100)
    assert many.chance[many.centre == 0] == pytest.approx(1 / 601)


@given(st.floats(-1e4, 0), st.floats(0.001, 1e4), st.integers(2, 9))
def test_ticks_are_round_evenly_apart_and_hit_zero(low, high, most):
    found = ticks(low, high, most=most)
    assert 1 <= len(found) <= most
    assert 0.0 in found
    assert all(low - 1e-6 <= tick <= high + 1e-6 for tick in found)
    if len(found) > 2:
        steps = np.diff(found)
        assert steps == pytest.approx(steps[0])
        leading = float(f"{steps[0]:.6e}".partition("e")[0])
        assert leading == pytest.approx(round(leading))
        assert round(leading) in (1, 2, 5)


@pytest.mark.parametrize("side", RAMPS)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
def test_shades_are_those_of_matplotlib(side, count):
    from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb

    last = min(count, len(RAMPS[side])) - 1
    ramp = [to_rgb(colour) for colour in RAMPS[side][: last + 1]]
    if last == 0:
        assert shades(side, count) == [to_hex(ramp[0])]
        return
    between = LinearSegmentedColormap.from_list("", ramp, N=100_001)
    wanted = [between(place)[:3] for place in np.linspace(0, 1, count)]
    for mine, theirs in zip(map(to_rgb, shades(side, count)), wanted, strict=True):
        assert mine == pytest.approx(theirs, abs=1 / 255)


def contrast(one, other):
    """WCAG's ratio, by its own formula."""

    def luminance(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", [c for ramp in RAMPS.values() for c in ramp])
def test_text_on_every_colour_can_be_read(colour):
    ink = ink_on(colour)
    assert ink in INKS
    assert ink == max(INKS, key=lambda one: contrast(one, colour))
    assert contrast(ink, colour) >= 4.4
    assert palette.ink_on(colour) == ink


@pytest.mark.parametrize("side", RAMPS)
@pytest.mark.parametrize("paper", ["#ffffff", "#161616"], ids=["light", "dark"])
def test_a_sides_colour_stands_out_from_light_and_dark_pages(side, paper):
    assert contrast(RAMPS[side][0], paper) >= 3


def test_the_stylesheet_has_the_colours_of_the_sides():
    """A stylesheet cannot read them where they stand, so this holds it to them."""
    style = STYLE.read_text("utf-8")
    there = dict(re.findall(r"\.wo-([a-z-]+) \{ border-left-color: (#\w+)", style))
    sides = {"attack": "attacker", "hold": "defender", "too-close": "neither"}
    assert there == {kind: RAMPS[side][0].lower() for kind, side in sides.items()}
    assert len(re.findall("#[0-9a-f]{3,6}", style)) == 3
