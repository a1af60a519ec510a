"""The chart of a rule of thumb marks each battle where the frame has it."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from analysis.charts import thumbs_chart
from analysis.charts.palette import ATTACKER, DEFENDER, NEITHER
from analysis.thumbs import measured, points_frame

ROWS = [  # share, given, chance, above, right
    (0.60, 0.65, 0.80, True, True),
    (0.40, 0.35, 0.10, False, True),
    (0.55, 0.55, 0.30, True, False),
    (0.48, 0.45, 0.70, False, False),
    (0.52, 0.52, 0.45, True, False),
]


def frame_of(rows=ROWS, *, gives=False, **attrs):
    frame = pd.DataFrame(rows, columns=["share", "given", "chance", "above", "right"])
    if not gives:
        frame["given"] = np.nan
    frame.attrs |= attrs
    return frame


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def marks_of(ax):
    """Places of the marks by colour."""
    return {
        to_hex(marks.get_facecolor()[0]).upper(): sorted(map(tuple, marks.get_offsets().tolist()))
        for marks in ax.collections
    }


def test_marks_stand_where_the_frame_has_them():
    marks = marks_of(thumbs_chart(frame_of()))
    assert marks == {
        NEITHER: [(0.40, 0.10), (0.60, 0.80)],
        DEFENDER: [(0.52, 0.45), (0.55, 0.30)],
        ATTACKER: [(0.48, 0.70)],
    }


def test_a_rule_that_gives_a_chance_is_drawn_by_it():
    ax = thumbs_chart(frame_of(gives=True))
    assert marks_of(ax)[DEFENDER] == [(0.52, 0.45), (0.55, 0.30)]
    assert marks_of(ax)[NEITHER] == [(0.35, 0.10), (0.65, 0.80)]
    assert [[0, 1], [0, 1]] in [[list(d) for d in line.get_data()] for line in ax.lines]
    assert ax.get_xlabel() == "Chance by the rule"


@pytest.mark.parametrize(("gives", "limit"), [(False, 0.5), (True, 0.75)])
def test_the_corners_are_where_the_rule_is_wrong(gives, limit):
    ax = thumbs_chart(frame_of(gives=gives, wanted=0.75))
    corners = {
        to_hex(patch.get_facecolor()).upper(): patch.get_bbox().extents.tolist()
        for patch in ax.patches
        if isinstance(patch, Rectangle)
    }
    assert corners[DEFENDER] == pytest.approx([limit, 0, 1, 0.75])
    assert corners[ATTACKER] == pytest.approx([0, 0.75, limit, 1])


def test_the_key_counts():
    ax = thumbs_chart(frame_of(rule="count units"))
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert texts == [
        "right (2 of 5)",
        "promises too much (2 of 5)",
        "promises too little (1 of 5)",
    ]
    assert ax.get_legend().get_title().get_text() == "The rule ‘count units’ is"


def test_what_does_not_happen_is_not_in_the_key():
    ax = thumbs_chart(frame_of(ROWS[:2]))
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["right (2 of 2)"]


def test_it_draws_where_it_is_told_and_nowhere_else():
    figure, axes = plt.subplots(1, 2)
    before = dict(plt.rcParams)
    assert thumbs_chart(frame_of(), ax=axes[1], label="Pips", title="By pips") is axes[1]
    assert not axes[0].collections
    assert axes[1].get_xlabel() == "Pips"
    assert axes[1].get_title(loc="left") == "By pips"
    assert dict(plt.rcParams) == before
    figure.canvas.draw()


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        (frame_of(ROWS[:0]), "no rows"),
        (frame_of().drop(columns="right"), "right"),
        (frame_of([(0.5, 0.5, 1.5, True, True)]), "chance"),
    ],
)
def test_what_cannot_be_drawn_is_refused(frame, says):
    with pytest.raises(ValueError, match=says):
        thumbs_chart(frame)


def test_a_measured_rule_is_drawn_whole():
    points = points_frame(measured("ww", battles=80), "count CUs")
    marks = marks_of(thumbs_chart(points))
    assert sum(map(len, marks.values())) == 80
    wrong = len(marks.get(DEFENDER, [])) + len(marks.get(ATTACKER, []))
    assert wrong == int((~points["right"]).sum()) > 0
