"""Every chart draws the numbers it is given, on the axes it is given, and touches nothing else."""

import itertools
import subprocess
import sys

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.text import Text

from analysis.charts import (
    flow_chart,
    heat_chart,
    order_chart,
    outcome_chart,
    retreat_chart,
    rounds_chart,
    survivors_chart,
    swing_chart,
    text,
    timeline_chart,
    worth_chart,
)
from analysis.charts.palette import ATTACKER, DEFENDER, GO_ON, NEITHER, RAMPS, RETREAT
from analysis.charts.timeline import NEVER, NEVER_COLOUR

mpl.use("Agg")

SEVEN = pd.DataFrame(
    [
        ("Attacker takes the territory", "attacker", 0.7413),
        ("Field cleared by aircraft only", "attacker", 0.0917),
        ("Attacker withdraws with bombers", "attacker", 0.012),
        ("Both sides destroyed", "neither", 0.004),
        ("Submarines slip away under the fleet and the transports go down", "neither", 0.009),
        ("Attacker withdraws with a loss", "defender", 0.018),
        ("Defender holds", "defender", 0.124),
    ],
    columns=["event", "side", "value"],
).assign(low=lambda frame: frame["value"], high=lambda frame: frame["value"])
SWING = pd.DataFrame({"swing": [-9, -3, 0, 3, 6, 3], "chance": [0.1, 0.2, 0.1, 0.3, 0.2, 0.1]})
SURVIVORS = pd.DataFrame(
    {
        "side": ["attacker", "attacker", "attacker", "defender", "defender"],
        "k": [1, 2, 3, 1, 2],
        "chance": [0.8, 0.5, 0.1, 0.15, 0.05],
    }
)
ROUNDS = pd.DataFrame(
    [
        (1, "cleared", "attacker", 0.2),
        (1, "still fighting", "neither", 0.7),
        (1, "held", "defender", 0.1),
        (2, "cleared", "attacker", 0.6),
        (2, "still fighting", "neither", 0.15),
        (2, "held", "defender", 0.25),
    ],
    columns=["round", "event", "side", "chance"],
)
RETREATS = pd.DataFrame(
    [(1, 1, "go on", 1.24), (1, 2, "retreat", -2.5), (3, 1, "go on", 7.0), (3, 2, np.nan, np.nan)],
    columns=["attackers", "defenders", "decision", "gain"],
)
HEAT = pd.DataFrame(
    [(a, d, a**2 / (a**2 + 1.3 * d**2)) for a in range(2, 8) for d in range(1, 10, 2)],
    columns=["attackers", "defenders", "chance"],
)
FLOW = pd.DataFrame(
    [
        (1, 0, "not intercepted", 0.6, 0.35, 0.1, 0.15),
        (2, 0, "gen 4/3 intercepts", 0.4, 0.1, 0.0, 0.3),
        (3, 1, "army stays", 0.5, 0.35, 0.0, 0.15),
        (4, 1, "army retreats", 0.1, 0.0, 0.1, 0.0),
        (5, 3, "attacker wins", 0.35, 0.35, 0.0, 0.0),
        (6, 3, "defender wins", 0.15, 0.0, 0.0, 0.15),
        (7, 2, "attacker wins", 0.1, 0.1, 0.0, 0.0),
        (8, 2, "defender wins", 0.3, 0.0, 0.0, 0.3),
        (9, 8, "attacker surrenders", 0.004, 0.0, 0.0, 0.004),
        (10, 8, "attacker is gone", 0.003, 0.0, 0.0, 0.003),
        (11, 8, "attacker retreats", 0.293, 0.0, 0.0, 0.293),
    ],
    columns=["node", "parent", "target", "chance", "attacker", "neither", "defender"],
)
WORTH = pd.DataFrame(
    [
        ("attacker", "rating of Burgoyne", "point", True, 0.03),
        ("attacker", "battle-card", "", False, 0.25),
        ("defender", "militia", "", True, 0.14),
        ("defender", "CUs", "CU", True, -0.02),
        ("defender", "none or battle-card", "", True, np.nan),
    ],
    columns=["side", "modifier", "per", "there", "worth"],
).assign(event="attacker wins")[["side", "modifier", "per", "there", "event", "worth"]]
TIMELINE = pd.DataFrame(
    [
        *(("British regulars", str(n), 0.25) for n in (1, 2, 3)),
        *(("French Indians of the upper country", str(n), 0.5) for n in (1, 3)),
        *(("French militia", str(n), 0.02) for n in (2,)),
    ],
    columns=["group", "value", "chance"],
)
TIMELINE.attrs |= {"axis": "turn"}
ORDER = pd.DataFrame(
    [
        ("British regulars", "British regulars", np.nan),
        ("British regulars", "French Indians", 0.35),
        ("British regulars", "French militia", 0.5),
        ("French Indians", "British regulars", 0.6),
        ("French Indians", "French militia", 0.625),
        ("French militia", "British regulars", 0.0),
        ("French militia", "French Indians", 1.0),
    ],
    columns=["row", "column", "chance"],
)
ORDER.attrs |= {"column": "Before", "row": "Who"}
CHARTS = [
    pytest.param(outcome_chart, SEVEN, id="outcome"),
    pytest.param(swing_chart, SWING, id="swing"),
    pytest.param(survivors_chart, SURVIVORS, id="survivors"),
    pytest.param(rounds_chart, ROUNDS, id="rounds"),
    pytest.param(retreat_chart, RETREATS, id="retreat"),
    pytest.param(heat_chart, HEAT, id="heat"),
    pytest.param(flow_chart, FLOW, id="flow"),
    pytest.param(worth_chart, WORTH, id="worth"),
    pytest.param(timeline_chart, TIMELINE, id="timeline"),
    pytest.param(order_chart, ORDER, id="order"),
]


@pytest.fixture
def ax():
    figure = Figure(figsize=(5, 4), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


@pytest.fixture
def drawn_texts(monkeypatch):
    """Draw a figure and return every text that came on it (ticks out of view do not)."""

    def draw(figure):
        texts, original = set(), Text.draw

        def spy(self, *args, **kwargs):
            if self.get_visible() and self.get_text().strip():
                texts.add(self)
            original(self, *args, **kwargs)

        figure.canvas.draw()  # the layout settles
        with monkeypatch.context() as patch:
            patch.setattr(Text, "draw", spy)
            figure.canvas.draw()
        return sorted(texts, key=lambda each: each.get_window_extent().y0)

    return draw


def off_the_page(texts, figure):
    page, boxes = figure.bbox, [(each.get_text(), each.get_window_extent()) for each in texts]
    return [
        words
        for words, box in boxes
        if box.x0 < page.x0 or box.x1 > page.x1 or box.y0 < page.y0 or box.y1 > page.y1
    ]


def overlapping(texts):
    pairs = itertools.combinations(texts, 2)
    return [
        (one.get_text(), other.get_text())
        for one, other in pairs
        if one.get_window_extent().overlaps(other.get_window_extent())
    ]


def labels(ax):
    """The rows of the key, with plain spaces."""
    return [" ".join(t.get_text().split()) for t in ax.get_legend().get_texts()]


# what holds for every chart


@pytest.mark.parametrize(("chart", "frame"), CHARTS)
def test_draws_on_the_axes_given_and_nothing_else(ax, chart, frame):
    import matplotlib.pyplot as plt

    settings, figures, given = dict(mpl.rcParams), plt.get_fignums(), frame.copy()
    assert chart(frame, ax=ax) is ax
    assert dict(mpl.rcParams) == settings
    assert plt.get_fignums() == figures
    assert ax.figure.axes == [ax]
    pd.testing.assert_frame_equal(frame, given)


@pytest.mark.parametrize(("chart", "frame"), CHARTS)
def test_makes_one_figure_when_no_axes_are_given(chart, frame):
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    drawn = chart(frame, title="A battle")
    after = plt.get_fignums()
    plt.close(drawn.figure)
    assert len(after) == len(before) + 1
    assert drawn.get_title(loc="left") == "A battle"


@pytest.mark.parametrize(("chart", "frame"), CHARTS)
def test_an_empty_frame_is_refused_before_a_figure_is_made(chart, frame):
    import matplotlib.pyplot as plt

    with pytest.raises(ValueError, match="no rows"):
        chart(frame.iloc[:0])
    assert plt.get_fignums() == []


@pytest.mark.parametrize(("chart", "frame"), CHARTS)
def test_a_missing_column_is_named(ax, chart, frame):
    gone = frame.columns[-1]
    with pytest.raises(ValueError, match=f"lacks the columns {gone}"):
        chart(frame.drop(columns=gone), ax=ax)


@pytest.mark.parametrize(("chart", "frame"), CHARTS)
@pytest.mark.parametrize("width", [3.6, 4.8, 6.3])
def test_no_text_is_clipped_or_overlaps(drawn_texts, chart, frame, width):
    figure = Figure(figsize=(width, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    chart(frame, ax=figure.add_subplot(), title="A battle")
    texts = drawn_texts(figure)
    assert len(texts) > 5
    assert off_the_page(texts, figure) == []
    assert overlapping(texts) == []


@pytest.mark.parametrize(("chart", "frame"), CHARTS)
def test_its_own_figure_holds_all_its_text(drawn_texts, chart, frame):
    import matplotlib.pyplot as plt

    figure = chart(frame, title="A battle").figure
    texts = drawn_texts(figure)
    plt.close(figure)
    assert off_the_page(texts, figure) == []
    assert overlapping(texts) == []


@pytest.mark.parametrize(("chart", "frame"), CHARTS)
@pytest.mark.parametrize(("page", "shade"), [("black", "#f2f2f2"), ("white", "#1a1a1a")])
def test_ink_follows_the_paper(ax, drawn_texts, chart, frame, page, shade):
    ax.figure.set_facecolor(page)
    ax.set_facecolor("none")
    chart(frame, ax=ax, title="A battle")
    outside = [each for each in drawn_texts(ax.figure) if each not in ax.texts]
    assert {to_hex(each.get_color()) for each in outside} == {shade}


def test_chances_in_per_cent_are_refused(ax):
    with pytest.raises(ValueError, match="not percentages"):
        heat_chart(HEAT.assign(chance=HEAT["chance"] * 100), ax=ax)


def test_importing_the_charts_leaves_pyplot_alone():
    code = "import analysis.charts, sys; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# outcome


def test_outcome_bar_has_the_widths_of_the_values(ax):
    outcome_chart(SEVEN, ax=ax)
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(SEVEN["value"].to_list())
    assert ax.patches[0].get_x() == 0
    ends = [bar.get_x() + bar.get_width() for bar in ax.patches]
    assert [bar.get_x() for bar in ax.patches[1:]] == pytest.approx(ends[:-1])
    assert ends[-1] == pytest.approx(1)
    assert ax.get_xlim() == (0, 1)


def test_outcome_sorts_by_side_and_colours_by_hue(ax):
    outcome_chart(SEVEN.iloc[::-1], ax=ax)
    colours = [to_hex(bar.get_facecolor()).upper() for bar in ax.patches]
    assert labels(ax)[0].endswith("withdraws with bombers")  # the frame's order within a side
    assert labels(ax)[-1].endswith("withdraws with a loss")
    assert (colours[0], colours[3], colours[-1]) == (ATTACKER, NEITHER, DEFENDER)
    assert len(set(colours)) == 7


def test_outcome_writes_every_number_once_in_the_key_and_the_wide_ones_in_the_bar(ax):
    outcome_chart(SEVEN, ax=ax, names={"attacker": "Patriots", "defender": "British"})
    assert labels(ax)[0] == "74.1 % Attacker takes the territory"
    assert labels(ax)[3] == "0.4 % Both sides destroyed"
    on_bar = [t.get_text().replace("\xa0", " ") for t in ax.texts]
    assert on_bar[0] == "74.1 %"
    assert not any(small in on_bar for small in ("1.2 %", "0.4 %", "0.9 %", "1.8 %"))
    assert on_bar[-2:] == ["Patriots 84.5 %", "British 14.2 %"]
    assert "exact" in ax.get_legend().get_title().get_text()


def test_outcome_prints_the_interval_and_only_the_digits_it_carries(ax):
    frame = pd.DataFrame(
        {
            "event": ["cleared", "held", "both gone"],
            "side": ["attacker", "defender", "neither"],
            "value": [0.6512, 0.3488, 0.0],
            "low": [0.6212, 0.3444, 0.0],
            "high": [0.6802, 0.3532, 0.0004],
        }
    )
    outcome_chart(frame, ax=ax)
    assert labels(ax) == [
        "65 % (62–68) cleared",
        "< 0.1 % (0.0–0.1) both gone",
        "34.9 % (34.4–35.3) held",
    ]
    assert "95 % interval" in ax.get_legend().get_title().get_text()


def test_outcome_refuses_what_is_no_partition(ax):
    with pytest.raises(ValueError, match="share out every battle"):
        outcome_chart(SEVEN.iloc[1:], ax=ax)
    with pytest.raises(ValueError, match="unknown side both"):
        outcome_chart(SEVEN.assign(side="both"), ax=ax)


# swing


def test_swing_bars_have_the_heights_of_the_chances(ax):
    swing_chart(SWING, ax=ax)
    bars = {round(bar.get_x() + bar.get_width() / 2): bar for bar in ax.containers[0]}
    heights = {value: bar.get_height() for value, bar in bars.items()}
    assert heights == pytest.approx({-9: 0.1, -3: 0.2, 0: 0.1, 3: 0.4, 6: 0.2})
    colours = {value: to_hex(bar.get_facecolor()).upper() for value, bar in bars.items()}
    assert colours == {-9: DEFENDER, -3: DEFENDER, 0: NEITHER, 3: ATTACKER, 6: ATTACKER}
    assert ax.get_ylabel() == "Chance"
    assert ax.get_xlabel().endswith("(IPC)")


def test_swing_marks_zero_and_the_mean(ax):
    swing_chart(SWING, ax=ax, unit="points")
    assert [line.get_xdata()[0] for line in ax.lines] == pytest.approx([0, 0.9])
    assert ax.texts[0].get_text() == "mean +0.9 points"
    assert labels(ax) == [
        "30.0 % attacker loses more",
        "10.0 % equal losses",
        "60.0 % defender loses more",
    ]


def test_swing_merges_many_values_without_mixing_gain_and_loss(ax):
    values = np.arange(-40, 81)
    chance = np.exp(-(((values - 17) / 30.0) ** 2))
    frame = pd.DataFrame({"swing": values, "chance": chance / chance.sum()})
    swing_chart(frame, ax=ax)
    bars = sorted(ax.containers[0], key=lambda bar: bar.get_x())
    assert len(bars) == 8 + 1 + 16
    assert ax.get_ylabel() == "Chance per 5 IPC"
    assert sum(bar.get_height() for bar in bars) == pytest.approx(1)
    lefts = [bar.get_x() for bar in bars]
    ends = [bar.get_x() + bar.get_width() for bar in bars]
    assert lefts[1:] == pytest.approx(ends[:-1])
    assert (lefts[8], ends[8]) == pytest.approx((-0.5, 0.5))
    first_gain = frame.loc[frame["swing"].between(1, 5), "chance"].sum()
    assert bars[9].get_height() == pytest.approx(first_gain)
    assert (lefts[9], ends[9]) == pytest.approx((0.5, 5.5))


def test_swing_of_one_value_only(ax):
    swing_chart(pd.DataFrame({"swing": [0], "chance": [1.0]}), ax=ax)
    assert labels(ax) == ["100 % equal losses"]


@pytest.mark.parametrize("what", ["", "net value"])
@pytest.mark.parametrize("there", [(-3, 3), (-3, 0), (0, 3), (3,), (-3, 0, 3)])
def test_swing_names_no_colour_that_is_not_there(ax, what, there):
    """As the page, which leaves out of its pictures what cannot be."""
    chances = {value: 1 / len(there) if value in there else 0.0 for value in (-3, 0, 3)}
    for values in (there, tuple(chances)):  # whether or not the frame has rows of nothing
        frame = pd.DataFrame({"swing": values, "chance": [chances[value] for value in values]})
        frame.attrs["what"] = what
        swing_chart(frame, ax=ax)
        names = ["attacker loses more", "equal losses", "defender loses more"]
        if what:
            names = [f"{what} {where}" for where in ("below zero", "zero", "above zero")]
        signs = [names[(value > 0) - (value < 0) + 1] for value in sorted(there)]
        assert [label.split("%")[1].strip() for label in labels(ax)] == signs
        patches = ax.get_legend().get_patches()
        colours = {-3: DEFENDER, 0: NEITHER, 3: ATTACKER}
        assert [to_hex(patch.get_facecolor()).upper() for patch in patches] == [
            colours[value] for value in sorted(there)
        ]


# survivors


def test_survivors_draws_one_line_a_side(ax):
    survivors_chart(SURVIVORS.sample(frac=1, random_state=3), ax=ax, unit="ships")
    attacker, defender = ax.lines
    assert attacker.get_xdata().tolist() == [1, 2, 3]
    assert attacker.get_ydata().tolist() == [0.8, 0.5, 0.1]
    assert defender.get_ydata().tolist() == [0.15, 0.05]
    assert attacker.get_marker() != defender.get_marker()
    assert attacker.get_linestyle() != defender.get_linestyle()
    assert ax.get_xlabel() == "At least so many ships left"
    assert ax.get_ylim() == (0, 1)
    assert labels(ax) == ["Attacker", "Defender"]


def test_survivors_shades_an_interval_and_says_so(ax):
    frame = SURVIVORS.assign(low=SURVIVORS["chance"] - 0.02, high=SURVIVORS["chance"] + 0.02)
    survivors_chart(frame, ax=ax)
    assert len(ax.collections) == 2
    assert ax.get_ylabel() == "Chance (95 % interval shaded)"


# rounds


def test_rounds_stacks_attacker_fighting_defender(ax):
    rounds_chart(ROUNDS, ax=ax)
    cleared, fighting, held = ax.containers
    assert [bar.get_height() for bar in cleared] == pytest.approx([0.2, 0.6])
    assert [bar.get_height() for bar in fighting] == pytest.approx([0.7, 0.15])
    assert [bar.get_y() for bar in held] == pytest.approx([0.9, 0.75])
    assert to_hex(cleared[0].get_facecolor()).upper() == ATTACKER
    assert to_hex(held[0].get_facecolor()).upper() == DEFENDER
    assert labels(ax) == ["25.0 % held", "15.0 % still fighting", "60.0 % cleared"]
    assert ax.get_legend().get_title().get_text() == "After round 2"


def test_rounds_without_sides_takes_neither_side_s_colour(ax):
    rounds_chart(ROUNDS.drop(columns="side"), ax=ax)
    colours = {to_hex(bars[0].get_facecolor()).upper() for bars in ax.containers}
    assert len(colours) == 3
    assert not colours & {ATTACKER, DEFENDER}


def test_rounds_refuses_gaps_and_sums_above_one(ax):
    with pytest.raises(ValueError, match="a row for every event"):
        rounds_chart(ROUNDS.iloc[:-1], ax=ax)
    with pytest.raises(ValueError, match="more than 1"):
        rounds_chart(ROUNDS.assign(chance=0.5), ax=ax)


# maps


def test_retreat_map_colours_decisions_and_leaves_the_rest_blank(ax):
    retreat_chart(RETREATS, ax=ax)
    (mesh,) = ax.collections
    cells = mesh.get_array()
    assert cells.shape == (3, 2)  # the row of 2 attackers is not in the frame, and is blank
    assert cells.filled(9).tolist() == [[0, 1], [9, 9], [0, 9]]
    mesh.update_scalarmappable()
    ax.figure.canvas.draw()
    drawn = [to_hex(colour).upper() for colour in mesh.get_facecolor()]
    assert drawn[:2] == [GO_ON, RETREAT]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Defenders left", "Attackers left")
    assert labels(ax) == ["go on", "retreat", "not reached"]


def test_retreat_map_writes_the_gains_where_they_fit(ax):
    retreat_chart(RETREATS, ax=ax)
    numbers = {t.get_position(): t.get_text() for t in ax.texts}
    assert numbers == {(1, 1): "+1.2", (2, 1): "−2.5", (1, 3): "+7.0"}
    assert "IPC gained" in ax.get_legend().get_title().get_text()


def test_retreat_map_too_fine_for_numbers_has_none(ax):
    many = [(a, d, "go on", 1.5) for a in range(1, 41) for d in range(1, 36)]
    retreat_chart(pd.DataFrame(many, columns=RETREATS.columns), ax=ax)
    assert not ax.texts
    assert labels(ax) == ["go on", "retreat"]


@pytest.mark.parametrize(
    ("chart", "frame"), [(retreat_chart, RETREATS), (heat_chart, HEAT)], ids=["retreat", "heat"]
)
@pytest.mark.parametrize("side", ["attackers", "defenders"])
def test_maps_of_one_row_or_column_have_cells_that_can_be_seen(ax, chart, frame, side):
    chart(frame[frame[side] == 1 if chart is retreat_chart else frame[side] == 3], ax=ax)
    corners = ax.collections[0].get_coordinates()
    sizes = np.diff(corners[..., 0], axis=1).min(), np.diff(corners[..., 1], axis=0).min()
    assert min(sizes) == pytest.approx(1)


def test_retreat_map_refuses_other_words_and_doubles(ax):
    with pytest.raises(ValueError, match="unknown decision flee"):
        retreat_chart(RETREATS.assign(decision="flee"), ax=ax)
    with pytest.raises(ValueError, match="more than one row"):
        retreat_chart(pd.concat([RETREATS, RETREATS]), ax=ax)


def test_heat_map_shows_the_chances_and_the_even_line(ax):
    heat_chart(HEAT, ax=ax, xlabel="Infantry", ylabel="Tanks", label="Chance to clear")
    mesh, contours = ax.collections
    expected = HEAT.pivot(index="attackers", columns="defenders", values="chance").to_numpy()
    assert np.asarray(mesh.get_array()) == pytest.approx(expected)
    assert (mesh.norm.vmin, mesh.norm.vmax) == (0, 1)
    assert contours.levels.tolist() == [0.25, 0.5, 0.75]
    assert np.argmax(contours.get_linewidths()) == 1
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Infantry", "Tanks")
    (bar,) = ax.child_axes
    assert bar.get_ylabel() == "Chance to clear"


def test_heat_map_off_the_even_line_draws_without_warning(ax):
    heat_chart(HEAT.assign(chance=0.97), ax=ax)
    assert len(ax.collections) == 1


def test_heat_map_leaves_unknown_cells_blank(ax):
    frame = HEAT.copy()
    frame.loc[0, "chance"] = np.nan
    heat_chart(frame, ax=ax)
    assert ax.collections[0].get_array().mask.sum() == 1


def test_heat_map_takes_the_names_of_its_axes_from_the_frame(ax):
    frame = HEAT.copy()
    frame.attrs = {"attackers": "Attacker’s cu", "defenders": "Defender’s drm"}
    heat_chart(frame, ax=ax)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Defender’s drm", "Attacker’s cu")


# flow


def bars_of(ax):
    """Heights of the bars of a flow by their colour and their x."""
    found = {}
    for bar in (patch for patch in ax.patches if isinstance(patch, Rectangle)):
        colour = to_hex(bar.get_facecolor()).upper()
        found.setdefault(round(bar.get_x()), {}).setdefault(colour, []).append(bar.get_height())
    return [{c: sorted(hs) for c, hs in found[x].items()} for x in sorted(found)]


def test_flow_draws_chances_by_layer_and_side(ax):
    flow_chart(FLOW, ax=ax)
    first, second, third, fourth = bars_of(ax)
    assert first[ATTACKER] == pytest.approx([0.1, 0.35])
    assert first[NEITHER] == pytest.approx([0.1])
    assert first[DEFENDER] == pytest.approx([0.15, 0.3])
    assert {c: len(hs) for c, hs in second.items()} == {ATTACKER: 1, NEITHER: 1, DEFENDER: 1}
    assert third[ATTACKER] == pytest.approx([0.45])  # whatever came before: one node
    assert third[DEFENDER] == pytest.approx([0.45])
    assert fourth[DEFENDER] == pytest.approx([0.007, 0.293])  # the rare ones together


def test_flow_labels_each_node_once_with_its_chance(ax):
    flow_chart(FLOW, ax=ax)
    words = {" ".join(t.get_text().split()) for t in ax.texts}
    assert words == {
        "not intercepted 60.0 %",
        "gen 4/3 intercepts 40.0 %",
        "army stays 50.0 %",
        "army retreats 10.0 %",
        "attacker wins 45.0 %",
        "defender wins 45.0 %",
        "attacker retreats 29.3 %",
        "other 0.7 %",
    }
    assert labels(ax) == ["Attacker", "Neither", "Defender"]


def test_flow_bands_lie_between_the_bars_and_are_as_wide(ax):
    flow_chart(FLOW, ax=ax)
    bands = [patch for patch in ax.patches if isinstance(patch, PathPatch)]
    widths = [
        float(band.get_path().vertices[-2, 1] - band.get_path().vertices[0, 1]) for band in bands
    ]
    expected = [0.35, 0.15, 0.1, 0.35, 0.15, 0.1, 0.3, 0.007, 0.293]
    assert sorted(widths) == pytest.approx(sorted(expected))
    bars = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    tops = {
        (round(bar.get_x() + bar.get_width(), 6), to_hex(bar.get_facecolor())): [] for bar in bars
    }
    for bar in bars:
        place = round(bar.get_x() + bar.get_width(), 6), to_hex(bar.get_facecolor())
        tops[place].append((bar.get_y(), bar.get_y() + bar.get_height()))
    for band, width in zip(bands, widths, strict=True):
        x, y = band.get_path().vertices[0]
        spans = tops[round(float(x), 6), to_hex(band.get_facecolor())]
        assert any(a - 1e-9 <= y and y + width <= b + 1e-9 for a, b in spans)


def test_flow_prints_no_more_digits_than_a_simulation_carries(ax):
    frame = FLOW.assign(low=FLOW["chance"] - 0.02, high=FLOW["chance"] + 0.02)
    flow_chart(frame, ax=ax)
    assert "army stays 50 %" in {" ".join(t.get_text().split()) for t in ax.texts}


def test_flow_where_the_same_words_come_twice_on_a_way_keeps_them_apart(ax):
    rows = [(1, 0, "wait"), (2, 1, "go"), (3, 2, "wait")]
    frame = pd.DataFrame(rows, columns=["node", "parent", "target"])
    flow_chart(frame.assign(chance=1.0, attacker=1.0, neither=0.0, defender=0.0), ax=ax)
    assert len(bars_of(ax)) == 3


def test_flow_of_very_many_nodes_fits_by_merging_more_of_them(drawn_texts):
    rows = [(n, 0, f"general number {n} intercepts", 1 / 60) for n in range(1, 61)]
    frame = pd.DataFrame(rows, columns=["node", "parent", "target", "chance"])
    figure = Figure(figsize=(4.8, 4), layout="constrained")
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    flow_chart(frame.assign(attacker=frame["chance"], neither=0.0, defender=0.0), ax=ax)
    assert overlapping(drawn_texts(figure)) == []
    assert [" ".join(t.get_text().split()) for t in ax.texts] == ["other 100 %"]


def test_flow_refuses_a_beginning_that_leaves_battles_out(ax):
    with pytest.raises(ValueError, match="share out every battle"):
        flow_chart(FLOW[FLOW["node"].isin([1, 3, 4])], ax=ax)


# worth


def test_worth_bars_are_sorted_and_have_the_points_and_colours_of_their_sides(ax):
    worth_chart(WORTH, ax=ax)
    (bars,) = ax.containers
    assert [bar.get_width() for bar in bars] == pytest.approx([25, 14, 3, -2])
    colours = [to_hex(bar.get_facecolor()).upper() for bar in bars]
    assert colours[1:] == [DEFENDER, ATTACKER, DEFENDER]
    assert colours[0] == RAMPS["attacker"][1]  # it could be had only
    names = [" ".join(t.get_text().split()) for t in ax.get_yticklabels()]
    assert names == ["battle-card", "militia", "rating of Burgoyne, +1 point", "+1 CU"]
    assert [t.get_text() for t in ax.texts] == ["+25.0", "+14.0", "+3.0", "−2.0"]
    assert labels(ax) == ["Attacker’s", "Attacker’s, could be had", "Defender’s"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the greatest on top


def test_worth_keeps_its_numbers_within_the_axes(drawn_texts):
    figure = Figure(figsize=(4.8, 4), layout="constrained")
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    worth_chart(WORTH, ax=ax)
    drawn_texts(figure)
    for number in ax.texts:
        box, frame = number.get_window_extent(), ax.get_window_extent()
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1 + 1


def test_worth_refuses_a_frame_in_which_nothing_has_any(ax):
    with pytest.raises(ValueError, match="no rows with a worth"):
        worth_chart(WORTH.assign(worth=np.nan), ax=ax)
    with pytest.raises(ValueError, match="unknown side both"):
        worth_chart(WORTH.assign(side="both"), ax=ax)


# timeline


def bars_by_place(ax):
    """Widths of the parts that can be seen, from the left, by bar from the top."""
    bars = [bar for bar in ax.patches if bar.get_width() > 0]
    places = sorted({round(bar.get_y() + bar.get_height() / 2) for bar in bars})
    return {
        place: [
            bar.get_width()
            for bar in sorted(bars, key=lambda each: each.get_x())
            if round(bar.get_y() + bar.get_height() / 2) == place
        ]
        for place in places
    }


def test_timeline_stacks_the_chances_in_the_order_of_time_and_then_never(ax):
    timeline_chart(TIMELINE, ax=ax)
    parts = bars_by_place(ax)
    assert parts[0] == pytest.approx([0.25, 0.25, 0.25, 0.25])
    assert parts[1] == pytest.approx([0.5, 0.5])
    assert parts[2] == pytest.approx([0.02, 0.98])
    assert ax.get_xlim() == (0, 1)
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first on top
    names = [" ".join(t.get_text().split()) for t in ax.get_yticklabels()]
    assert names == list(TIMELINE["group"].unique())
    assert sorted(labels(ax)) == ["1", "2", "3", NEVER]
    assert ax.get_legend().get_title().get_text() == "Turn"


def test_timeline_parts_touch_and_the_sooner_is_the_darker(ax):
    timeline_chart(TIMELINE, ax=ax)
    first = sorted(
        (bar for bar in ax.patches if round(bar.get_y() + 0.36) == 0 and bar.get_width() > 0),
        key=lambda bar: bar.get_x(),
    )
    for one, other in itertools.pairwise(first):
        assert other.get_x() == pytest.approx(one.get_x() + one.get_width())
    light = [sum(bar.get_facecolor()[:3]) for bar in first[:3]]
    assert light == sorted(light)
    assert to_hex(first[3].get_facecolor()).upper() == NEVER_COLOUR


def test_timeline_writes_numbers_where_they_fit(ax):
    timeline_chart(TIMELINE, ax=ax)
    written = [" ".join(t.get_text().split()) for t in ax.texts]
    assert written == ["25 %"] * 4 + ["50 %"] * 2 + ["98 %"]
    for number in ax.texts:
        assert 0 < number.get_position()[0] < 1


def test_timeline_of_all_that_comes_has_no_grey_part(ax):
    whole = pd.DataFrame({"group": "", "value": ["3", "4"], "chance": [0.6, 0.4]})
    timeline_chart(whole, ax=ax, xlabel="round")
    assert labels(ax) == ["3", "4"]
    assert ax.get_legend().get_title().get_text() == "Round"
    assert all(t.get_text() == "" for t in ax.get_yticklabels())  # a single bar needs no name


def test_timeline_key_of_many_times_reads_by_rows(drawn_texts):
    figure = Figure(figsize=(9, 4), layout="constrained")
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    many = pd.DataFrame({"group": "", "value": [str(n) for n in range(1, 12)], "chance": 1 / 11})
    timeline_chart(many, ax=ax)
    drawn_texts(figure)
    entries = [(text, text.get_window_extent()) for text in ax.get_legend().get_texts()]
    entries.sort(key=lambda each: (-round(each[1].y0 / 4), each[1].x0))
    assert [text.get_text() for text, _ in entries] == [str(n) for n in range(1, 12)]
    assert len({round(box.y0 / 4) for _, box in entries}) == 2


@pytest.mark.parametrize("width", [3.6, 4.8, 6.4])
def test_timeline_key_of_years_stays_on_the_page(drawn_texts, width):
    figure = Figure(figsize=(width, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    rows = [("French Indians of the country", str(year), 0.1) for year in range(1775, 1784)]
    timeline_chart(pd.DataFrame(rows, columns=list(TIMELINE)), ax=figure.add_subplot())
    texts = drawn_texts(figure)
    assert off_the_page(texts, figure) == []
    assert overlapping(texts) == []


def test_timeline_adds_up_what_comes_twice_and_refuses_too_much(ax):
    twice = pd.DataFrame({"group": "a", "value": ["1", "1"], "chance": [0.25, 0.5]})
    timeline_chart(twice, ax=ax)
    assert bars_by_place(ax)[0] == pytest.approx([0.75, 0.25])
    with pytest.raises(ValueError, match="more than 1"):
        timeline_chart(twice.assign(chance=0.6), ax=ax)
    with pytest.raises(ValueError, match="not percentages"):
        timeline_chart(twice.assign(chance=60.0), ax=ax)


# order


def test_order_shows_each_pair_in_its_place_and_blanks_where_there_is_none(ax):
    order_chart(ORDER, ax=ax)
    (image,) = ax.images
    shown = image.get_array()
    names = list(ORDER["row"].unique())
    assert shown.shape == (3, 3)
    for row, column, chance in ORDER.itertuples(index=False):
        at = names.index(row), names.index(column)
        if np.isnan(chance):
            assert shown.mask[at]
        else:
            assert shown[at] == chance
    assert shown.mask.sum() == 3  # two pairs are not in the frame
    assert (image.norm.vmin, image.norm.vmax) == (0, 1)
    for ticks in (ax.get_yticklabels(), ax.get_xticklabels()):
        assert [" ".join(t.get_text().split()) for t in ticks] == names
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Before", "Who")


def test_order_writes_the_per_cent_into_the_cells(ax):
    order_chart(ORDER, ax=ax)
    written = {t.get_position(): t.get_text() for t in ax.texts}
    assert written == {
        **{(1, 0): "35", (2, 0): "50", (0, 1): "60", (2, 1): "62"},
        **{(0, 2): "0", (1, 2): "100"},
    }


def test_order_of_many_has_no_numbers_that_would_not_fit(ax):
    rows = [(f"row {n}", f"column {m}", 0.5) for n in range(17) for m in range(3)]
    order_chart(pd.DataFrame(rows, columns=["row", "column", "chance"]), ax=ax)
    assert not ax.texts


@pytest.mark.parametrize("columns", [5, 9])
def test_order_keeps_its_names_apart(drawn_texts, columns):
    rows = [(f"British type {n}", f"type {m}", 0.5) for n in range(4) for m in range(columns)]
    figure = Figure(figsize=(6.4, 4), layout="constrained")
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    order_chart(pd.DataFrame(rows, columns=["row", "column", "chance"]), ax=ax)
    texts = drawn_texts(figure)
    assert off_the_page(texts, figure) == []
    if columns <= 5:
        assert overlapping(texts) == []


def test_order_refuses_a_pair_that_comes_twice_and_what_is_no_chance(ax):
    with pytest.raises(ValueError, match="more than one chance"):
        order_chart(pd.concat([ORDER, ORDER]), ax=ax)
    with pytest.raises(ValueError, match="not percentages"):
        order_chart(ORDER.assign(chance=ORDER["chance"] * 100), ax=ax)


# text


@pytest.mark.parametrize(
    ("value", "low", "high", "printed"),
    [
        (0.0, 0.0, 0.0, "0 %"),
        (1.0, 1.0, 1.0, "100 %"),
        (1 - 1e-15, 1 - 1e-15, 1 - 1e-15, "100 %"),
        (0.0, 0.0, 0.0031, "< 0.4 %"),
        (0.0, 0.0, 0.04, "< 4 %"),
        (1.0, 0.9962, 1.0, "> 99.6 %"),
        (1e-5, 1e-5, 1e-5, "< 0.1 %"),
        (0.9999, 0.9999, 0.9999, "> 99.9 %"),
        (0.455, 0.455, 0.455, "45.5 %"),
        (0.455, 0.44, 0.47, "46 %"),
    ],
)
def test_percent_never_calls_certain_what_is_not(value, low, high, printed):
    assert text.percent(value, low=low, high=high).replace("\xa0", " ") == printed
