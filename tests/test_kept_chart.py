"""The chart of what is taken and what of it is held: what it draws, and what it refuses."""

import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from analysis.charts.kept import kept_chart
from analysis.charts.palette import ATTACKER, DEFENDER


@pytest.fixture
def axes():
    return Figure(figsize=(5, 4)).subplots()


@pytest.fixture
def frame():
    rows = [("Borneo", 0.965, 0.0002, -25.0), ("New Guinea", 0.677, 0.677, 3.42)]
    return pd.DataFrame(rows, columns=["place", "taken", "kept", "net"])


def test_both_chances_are_bars_one_inside_the_other(axes, frame):
    ax = kept_chart(frame, ax=axes)
    taken, kept = ax.containers
    assert [bar.get_width() for bar in taken] == pytest.approx([0.965, 0.677])
    assert [bar.get_width() for bar in kept] == pytest.approx([0.0002, 0.677])
    assert {to_hex(bar.get_facecolor()) for bar in kept} == {ATTACKER.lower()}
    for outer, inner in zip(taken, kept, strict=True):
        assert outer.get_y() < inner.get_y()
        assert inner.get_y() + inner.get_height() < outer.get_y() + outer.get_height()
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["Borneo", "New Guinea"]


def test_losses_stand_in_the_defenders_colour(axes, frame):
    ax = kept_chart(frame, ax=axes, unit="gold")
    assert [text.get_text() for text in ax.texts] == ["gold", "−25.0", "+3.4"]
    assert [text.get_color() == DEFENDER for text in ax.texts] == [False, True, False]


def test_what_comes_of_it_may_be_left_out(axes, frame):
    ax = kept_chart(frame.drop(columns="net"), ax=axes)
    assert not ax.texts
    assert ax.get_xlim() == (0, 1)


def test_more_held_than_taken_is_refused(axes, frame):
    frame.loc[0, "kept"] = 0.99
    with pytest.raises(ValueError, match="cannot be above taken"):
        kept_chart(frame, ax=axes)


@pytest.mark.parametrize("gone", ["place", "taken", "kept"])
def test_a_column_that_lacks_is_named(axes, frame, gone):
    with pytest.raises(ValueError, match=gone):
        kept_chart(frame.drop(columns=gone), ax=axes)


def test_per_cent_are_no_chances(axes, frame):
    frame["taken"] *= 100
    with pytest.raises(ValueError, match="from 0 to 1"):
        kept_chart(frame, ax=axes)
