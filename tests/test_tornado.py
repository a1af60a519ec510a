"""The tornado draws the numbers that it is given, to the left and right of now."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analysis.charts import tornado_chart
from analysis.charts.palette import ATTACKER, DEFENDER, RAMPS
from analysis.sensitivity import sensitivity
from analysis.sensitivity.frames import sensitivity_frame

ROWS = [  # side, what, step, value, helps
    ("attacker", "arm", 1, 0.83, "attacker"),
    ("attacker", "arm", -1, 0.15, "defender"),
    ("defender", "inf", 1, 0.27, "defender"),
    ("defender", "inf", -1, 0.79, "attacker"),
    ("attacker", "retreat = best", 0, 0.43, "defender"),
    ("neither", "dice = low-luck", 0, 0.55, "attacker"),
    ("neither", "edition = second", 0, 0.52, "neither"),
]
NOW = 0.52


def frame_of(rows=ROWS, **attrs):
    frame = pd.DataFrame(rows, columns=["side", "what", "step", "value", "helps"])
    frame = frame.assign(low=frame["value"], high=frame["value"], effect=frame["value"] - NOW)
    frame.attrs |= {"now": NOW, "event": "territory taken", "is_event": True} | attrs
    return frame


@pytest.fixture
def ax():
    figure, axes = plt.subplots()
    yield axes
    plt.close(figure)


def bars_of(ax):
    """Left end, right end, line and colour of each bar."""
    return sorted(
        (
            round(min(bar.get_x(), bar.get_x() + bar.get_width()), 6),
            round(max(bar.get_x(), bar.get_x() + bar.get_width()), 6),
            round(bar.get_y() + bar.get_height() / 2, 6),
            to_hex(bar.get_facecolor()).upper(),
        )
        for bar in ax.patches
        if isinstance(bar, Rectangle)
    )


def names_of(ax):
    return [" ".join(label.get_text().split()) for label in ax.get_yticklabels()]


def numbers_of(ax):
    return [text.get_text().replace("\u00a0", " ") for text in ax.texts]


def test_bars_reach_from_now_to_the_number_and_both_steps_share_a_line(ax):
    tornado_chart(frame_of(), ax=ax)
    lighter = {side: RAMPS[side][1].upper() for side in RAMPS}
    assert bars_of(ax) == sorted(
        [
            (52, 83, 0, ATTACKER),
            (15, 52, 0, lighter["defender"]),
            (52, 79, 1, lighter["attacker"]),
            (27, 52, 1, DEFENDER),
            (43, 52, 2, DEFENDER),
            (52, 55, 3, ATTACKER),
        ]
    )
    assert names_of(ax) == [
        *("Attacker: arm", "Defender: inf", "Attacker: retreat = best", "dice = low-luck"),
    ]
    assert sorted(numbers_of(ax)) == sorted(
        ["+1: 83.0 %", "−1: 15.0 %", "+1: 27.0 %", "−1: 79.0 %", "43.0 %", "55.0 %"]
    )


def test_now_and_what_is_wanted_are_lines(ax):
    tornado_chart(frame_of(threshold=0.75), ax=ax)
    lines = {round(line.get_xdata()[0], 6): line.get_linestyle() for line in ax.lines}
    assert lines == {52: "-", 75: "--"}
    words = [text.get_text().replace("\u00a0", " ") for text in ax.get_legend().get_texts()]
    assert {"Now: 52.0 %", "Wanted: 75 %", "Lighter: one fewer"} <= set(words)
    low, high = ax.get_xlim()
    assert low < 15 < 83 < high
    ticks = ax.get_xticks()
    assert min(ticks) >= 0
    assert max(ticks) <= 100


def test_two_bars_on_the_same_side_of_now_stand_one_above_the_other(ax):
    rows = [
        ("defender", "unit", 1, 0.3, "defender"),
        ("defender", "unit", -1, 0.4, "defender"),
    ]
    tornado_chart(frame_of(rows), ax=ax)
    (first, second) = bars_of(ax)
    assert (first[:2], second[:2]) == ((30, 52), (40, 52))
    assert first[2] < second[2]
    assert len(names_of(ax)) == 1


def test_intervals_of_a_simulation_are_drawn_and_carry_their_digits(ax):
    frame = frame_of(ROWS[:2])
    frame = frame.assign(low=frame["value"] - 0.02, high=frame["value"] + 0.02)
    tornado_chart(frame, ax=ax)
    spans = sorted(
        tuple(map(float, line.get_xdata())) for line in ax.lines if line.get_zorder() == 3
    )
    assert spans == [pytest.approx((13, 17)), pytest.approx((81, 85))]
    assert sorted(numbers_of(ax)) == sorted(["+1: 83 %", "−1: 15 %"])


def test_quantities_are_in_their_unit(ax):
    rows = [("attacker", "inf", 1, 2.5, "attacker"), ("defender", "aa", 1, -1.25, "defender")]
    frame = frame_of(rows, now=1.0, is_event=False, event="net value", unit="IPC", threshold=0.0)
    frame["effect"] = frame["value"] - 1.0
    tornado_chart(frame, ax=ax)
    assert [bar[:2] for bar in bars_of(ax)] == [(-1.25, 1), (1, 2.5)]
    assert ax.get_xlabel() == "Net value (IPC)"
    assert numbers_of(ax) == ["+1: −1.2", "+1: 2.5"]


def test_the_greatest_lines_only(ax):
    tornado_chart(frame_of(), ax=ax, most=2)
    assert names_of(ax) == ["Attacker: arm", "Defender: inf"]


def test_it_draws_what_the_question_answers():
    found = sensitivity("aa 3 inf, 2 arm v 4 inf, 1 art")
    axes = tornado_chart(sensitivity_frame(found), title="Title")
    figure = axes.get_figure()
    ends = {end for bar in bars_of(axes) for end in bar[:2]}
    assert round(100 * found.now.value, 6) in ends
    assert round(100 * found.effects[0].value.value, 6) in ends
    assert axes.get_title(loc="left") == "Title"
    assert axes.get_xlabel() == "Chance of: territory taken (%)"
    figure.savefig("/dev/null", format="png")
    plt.close(figure)


def test_it_leaves_other_figures_and_settings_alone():
    before = dict(plt.rcParams)
    figure = Figure()
    tornado_chart(frame_of(), ax=figure.add_subplot())
    assert dict(plt.rcParams) == before
    assert not plt.get_fignums()


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (frame_of([]), "no rows"),
        (frame_of().drop(columns="helps"), "lacks the columns helps"),
        (frame_of([("umpire", "inf", 1, 0.4, "attacker")]), "unknown side umpire"),
        (frame_of([("attacker", "inf", 1, 40, "attacker")]), "chances from 0 to 1"),
        (frame_of([("attacker", "inf", 1, NOW, "neither")]), "nothing has any effect"),
    ],
)
def test_a_frame_that_cannot_be_drawn_is_refused(ax, frame, words):
    with pytest.raises(ValueError, match=words):
        tornado_chart(frame, ax=ax)


def test_a_frame_without_now_is_refused(ax):
    frame = frame_of()
    del frame.attrs["now"]
    with pytest.raises(ValueError, match="what the number is now"):
        tornado_chart(frame, ax=ax)
