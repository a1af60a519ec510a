"""Pictures of sweeps: they draw the numbers they are given, where they are told."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from analysis.charts.intervals import bands_chart, choices_chart
from analysis.sweep import sweep
from analysis.sweep.picture import MOST_ROWS, shape_of, sweep_picture
from combat.errors import OptionError

mpl.use("Agg")

CHOICES = pd.DataFrame(
    {
        "choice": ["never", "at 3", "best"],
        "chance": [0.2, 0.55, 0.9],
        "low": [0.15, 0.55, 0.88],
        "high": [0.26, 0.55, 0.93],
    }
)
CHOICES.attrs["event"] = "territory taken"


def axes():
    return Figure(figsize=(5, 4)).subplots()


def test_each_choice_is_a_mark_at_its_chance_with_its_interval():
    ax = choices_chart(CHOICES, ax=axes(), title="Retreats")
    (marks,) = ax.get_lines()
    assert marks.get_xdata().tolist() == [0.2, 0.55, 0.9]
    (bars,) = ax.collections
    spans = [segment[:, 0].tolist() for segment in bars.get_segments()]
    assert spans == [[0.15, 0.26], [0.55, 0.55], [0.88, 0.93]]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["never", "at 3", "best"]
    assert ax.get_ylim() == (2.5, -0.5)  # the first at the top
    assert ax.get_xlabel() == "Chance of: territory taken"
    assert [note.get_text() for note in ax.texts] == ["20\xa0%", "55.0\xa0%", "90\xa0%"]


def test_a_frame_that_is_no_choices_is_refused():
    with pytest.raises(ValueError, match="lacks the columns high"):
        choices_chart(CHOICES.drop(columns="high"), ax=axes())
    with pytest.raises(ValueError, match="chances from 0 to 1"):
        choices_chart(CHOICES.assign(chance=20.0), ax=axes())


def lines(width):
    """Two lines, one of them exact."""
    number = [1, 2, 3]
    sampled = pd.DataFrame({"battle": "sampled", "number": number, "chance": [0.2, 0.5, 0.7]})
    exact = sampled.assign(battle="exact", chance=[0.1, 0.4, 0.6])
    both = pd.concat([sampled, exact], ignore_index=True)
    margin = np.where(both["battle"] == "sampled", width, 0.0)
    return both.assign(low=both["chance"] - margin, high=both["chance"] + margin)


@pytest.mark.parametrize(("width", "bands"), [(0.05, 1), (0.0005, 0)])
def test_a_line_has_a_band_where_its_interval_can_be_seen(width, bands):
    ax = bands_chart(lines(width), ax=axes())
    assert len(ax.get_lines()) == 2
    assert len(ax.collections) == bands
    for band in ax.collections:
        corners = band.get_paths()[0].vertices
        assert {round(y, 6) for x, y in corners if x == 2} == {0.45, 0.55}


@pytest.fixture(scope="module")
def grid():
    return sweep(
        "aa 3 inf v 2 inf", ["attacker.inf=0..3", "defender.inf=1..2", "retreat=never,after 1"]
    )


def test_two_numbers_are_a_heat_map_for_each_of_the_rest(grid):
    figure = sweep_picture(grid, "territory_taken")
    maps = [ax for ax in figure.axes if ax.get_title(loc="left")]
    assert [ax.get_title(loc="left") for ax in maps] == ["retreat=never", "retreat=after 1"]
    for ax, retreat in zip(maps, ("never", "after 1"), strict=True):
        (mesh, *_) = (c for c in ax.collections if hasattr(c, "get_coordinates"))
        part = grid[grid["retreat"] == retreat]
        table = part.pivot(index="attacker.inf", columns="defender.inf", values="territory_taken")
        drawn = np.ma.filled(mesh.get_array(), np.nan)
        np.testing.assert_array_equal(drawn, table.to_numpy())
        assert (ax.get_ylabel(), ax.get_xlabel()) == ("Attacker’s inf", "Defender’s inf")


def test_the_attackers_number_goes_upwards_whichever_is_named_first():
    frame = sweep("aa 3 inf v 2 inf", ["defender.inf=1..2", "attacker.inf=1..3"])
    ax = sweep_picture(frame, "territory_taken").axes[0]
    assert ax.get_ylabel() == "Attacker’s inf"


def test_one_number_is_lines_one_for_each_of_the_rest(grid):
    part = grid[grid["defender.inf"] == 2]
    part.attrs["vary"] = ["attacker.inf=0..3", "defender.inf=2", "retreat=never;after 1"]
    ax = sweep_picture(part, "territory_taken").axes[0]
    assert [line.get_label() for line in ax.get_lines()] == ["retreat=never", "retreat=after 1"]
    for line, retreat in zip(ax.get_lines(), ("never", "after 1"), strict=True):
        expected = part.loc[part["retreat"] == retreat, "territory_taken"]
        np.testing.assert_array_equal(line.get_ydata(), expected)
    assert ax.get_xlabel() == "Attacker’s inf"


def test_choices_alone_are_rows():
    frame = sweep("aa 3 inf v 2 inf", {"retreat": ["never", "after 1"], "losses": ["inf arm"]})
    ax = sweep_picture(frame, "territory_taken").axes[0]
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["retreat=never", "retreat=after 1"]


def test_too_much_for_a_picture_is_refused():
    battle = "aa 3 inf v 2 inf"
    frame = sweep(battle, {"attacker": [f"{n} inf" for n in range(1, MOST_ROWS + 2)]}, trials=1)
    with pytest.raises(OptionError, match="41 rows, more than the 40"):
        sweep_picture(frame, "territory_taken")
    with pytest.raises(OptionError, match="no battle of the sweep has the event 'victory'"):
        sweep_picture(frame, "victory")
    assert shape_of([]).combinations == 1
