"""Charts of a turn on several fronts: what they draw, and what they refuse."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from analysis.charts.fronts import together_chart, two_chances_chart
from analysis.charts.palette import ATTACKER, DEFENDER

ROWS = [("A and B", 12.0, 0.3), ("A and B", 9.0, 0.2), ("A", 1.0, 0.25), ("none", -19.0, 0.25)]


@pytest.fixture
def axes():
    return Figure(figsize=(5, 4)).subplots()


@pytest.fixture
def frame():
    found = pd.DataFrame(ROWS, columns=["succeed", "swing", "chance"])
    found.attrs["all"] = "A and B"
    return found


def heights(ax):
    """Chance drawn in each colour."""
    found = {}
    for bar in ax.patches:
        colour = bar.get_facecolor()
        found[colour] = found.get(colour, 0.0) + bar.get_height()
    return sorted(value for value in found.values() if value)


def test_each_way_has_its_chance_in_its_colour(axes, frame):
    ax = together_chart(frame, ax=axes)
    assert heights(ax) == pytest.approx([0.25, 0.25, 0.5])
    labels = [label.get_text() for label in ax.get_legend().get_texts()]
    assert [label.split()[-1] for label in labels] == ["B", "A", "none"]
    assert ax.texts[0].get_text() == "mean +0.9 IPC"  # 3.6 + 1.8 + 0.25 − 4.75


def test_bars_stand_upon_one_another(axes):
    frame = pd.DataFrame({"succeed": ["A", "none"], "swing": [3.0, 3.0], "chance": [0.4, 0.6]})
    frame.attrs["all"] = "A"
    ax = together_chart(frame, ax=axes)
    drawn = [(bar.get_y(), bar.get_height()) for bar in ax.patches if bar.get_height()]
    assert drawn == [(0.0, pytest.approx(0.4)), (pytest.approx(0.4), pytest.approx(0.6))]
    colours = [to_hex(handle.get_facecolor()) for handle in ax.get_legend().legend_handles]
    assert colours == [ATTACKER.lower(), DEFENDER.lower()]


def test_many_ways_go_together_as_others(axes):
    names = [f"way {n}" for n in range(9)]
    frame = pd.DataFrame(
        {"succeed": names, "swing": np.arange(9.0), "chance": np.arange(1, 10) / 45}
    )
    ax = together_chart(frame, ax=axes)
    labels = [label.get_text() for label in ax.get_legend().get_texts()]
    assert len(labels) == 6
    assert labels[-1].split()[-1] == "others"


def test_what_hardly_happens_has_no_name_of_its_own(axes):
    rows = {
        "succeed": ["A", "B", "none"],
        "swing": [1.0, 2.0, 3.0],
        "chance": [0.9996, 0.0001, 0.0003],
    }
    ax = together_chart(pd.DataFrame(rows), ax=axes)
    assert [t.get_text().split()[-1] for t in ax.get_legend().get_texts()] == ["A", "others"]


def test_chances_that_are_no_whole_are_refused(axes, frame):
    with pytest.raises(ValueError, match="share out"):
        together_chart(frame.iloc[:2], ax=axes)
    with pytest.raises(ValueError, match="lacks"):
        together_chart(frame.drop(columns="swing"), ax=axes)


def test_two_chances_are_a_line_with_the_split_chosen(axes):
    frame = pd.DataFrame({"Karelia": [0.2, 0.5, 0.9], "Egypt": [0.8, 0.6, 0.1]})
    ax = two_chances_chart(frame, ax=axes, chosen=(0.5, 0.6))
    assert ax.get_lines()[1].get_xydata().tolist() == frame.to_numpy().tolist()
    assert ax.get_lines()[-1].get_xydata().tolist() == [[0.5, 0.6]]
    assert ax.get_xlabel() == "Karelia: chance"
    assert ax.get_ylabel() == "Egypt: chance at best"
    with pytest.raises(ValueError, match="two columns"):
        two_chances_chart(frame[["Karelia"]], ax=axes)
    with pytest.raises(ValueError, match="from 0 to 1"):
        two_chances_chart(100 * frame, ax=axes)
