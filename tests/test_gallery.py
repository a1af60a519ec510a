"""The gallery: every chart stands there once, drawn by the code above its image, in colours that
all can tell apart."""

import importlib
import inspect
import io
import pkgutil
import re
from itertools import combinations

import gallery
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.image import imread

from analysis import charts
from analysis.charts import palette
from analysis.charts.rounds_of_war import SIDES

CELL = 24  # pixels: charts are compared by means over squares of this size
PAPERS = ("#FFFFFF", "#121212")

# What a colour looks like to those who lack a kind of cone, on linear RGB: Machado, Oliveira and
# Fernandes, 'A physiologically-based model for simulation of color vision deficiency' (2009)
SEEN = {
    "by most": np.eye(3),
    "without red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "without green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "without blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
XYZ = np.array([[0.4124, 0.3576, 0.1805], LUMINANCE, [0.0193, 0.1192, 0.9505]])
WHITE = XYZ.sum(axis=1)
SETS = {
    "the two sides": (palette.ATTACKER, palette.DEFENDER),
    "going on and retreating": (palette.GO_ON, palette.RETREAT),
    "powers": palette.GROUPS[:5],
    "other events, beside the sides": (palette.ATTACKER, palette.DEFENDER, *palette.cycled(2)),
}


def chart_functions():
    """Every function of `analysis.charts` that draws a chart, by name."""
    modules = [
        importlib.import_module(one.name)
        for one in pkgutil.iter_modules(charts.__path__, "analysis.charts.")
    ]
    return {
        name: function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if name.endswith("_chart") and not name.startswith("_")
    }


def linear(colour):
    channels = np.array(to_rgb(colour))
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(colour, seen):
    """A colour in CIE Lab, as it is seen."""
    part = XYZ @ np.clip(np.asarray(seen) @ linear(colour), 0, 1) / WHITE
    x, y, z = np.where(part > 0.008856, np.cbrt(part), 7.787 * part + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def coarse(png):
    """A picture as means over squares."""
    shades = imread(io.BytesIO(png))[..., :3].mean(axis=2)
    rows, columns = (size // CELL for size in shades.shape)
    cut = shades[: rows * CELL, : columns * CELL]
    return cut.reshape(rows, CELL, columns, CELL).mean(axis=(1, 3))


def test_every_chart_has_its_place_its_sentence_and_its_image():
    page = gallery.PAGE.read_text("utf-8")
    shown = [(name, sentence) for name, sentence, _ in gallery.parts() if name]
    names = [name for name, _ in shown]
    assert len(names) == len(set(names))
    assert {name for name in names if name.endswith("_chart")} == set(chart_functions())
    assert set(names) == {file.stem for file in gallery.IMAGES.glob("*.png")}
    for name, sentence in shown:
        assert re.fullmatch(r"[A-Z][^.]+\.", sentence), name  # one sentence
        assert len(re.findall(rf"^!\[[^\]]+\]\(images/gallery/{name}\.png\)$", page, re.M)) == 1


def test_the_package_offers_all_charts():
    assert set(charts.__all__) == set(chart_functions())


@pytest.mark.filterwarnings("ignore:More than 20 figures")
def test_the_code_on_the_page_draws_the_images():
    drawn = []
    for name, ax in gallery.drawn():
        assert isinstance(ax, Axes)
        made, kept = (coarse(png) for png in (gallery.picture(ax), image(name)))
        assert made.shape == kept.shape, f"{name}: draw the gallery anew, see tests/gallery.py"
        assert np.abs(made - kept).mean() < 0.01, name
        assert np.abs(made - kept).max() < 0.25, name
        plt.close(ax.get_figure(root=True))
        drawn.append(name)
    assert set(drawn) > set(chart_functions())


def image(name):
    return (gallery.IMAGES / f"{name}.png").read_bytes()


def test_another_chart_would_be_noticed():
    one, other = (coarse(image(name)) for name in ("hold_chart", "garrison_chart"))
    rows = min(len(one), len(other))
    assert np.abs(one[:rows] - other[:rows]).max() > 0.25


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("colours", SETS.values(), ids=list(SETS))
def test_colours_are_told_apart(colours, seen):
    """15 and more of Lab's units between any two; 2 are just seen, 5 are seen at a glance."""
    for one, other in combinations(colours, 2):
        assert np.linalg.norm(lab(one, SEEN[seen]) - lab(other, SEEN[seen])) > 15


@pytest.mark.parametrize("colours", [palette.GROUPS[:5], SIDES], ids=["powers", "war"])
def test_groups_are_told_apart_in_grey(colours):
    light = [lab(colour, np.tile(LUMINANCE, (3, 1)))[0] for colour in colours]
    assert min(abs(a - b) for a, b in combinations(light, 2)) > 9


@pytest.mark.parametrize("side", palette.RAMPS)
def test_shades_of_a_side_grow_lighter(side):
    light = [lab(colour, SEEN["by most"])[0] for colour in palette.shades(side, 3)]
    assert np.diff(light).min() > 9


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("colour", [palette.ATTACKER, palette.DEFENDER, palette.NEITHER])
def test_the_sides_stand_out_from_light_and_dark_paper(colour, paper):
    """WCAG 2.1 asks for a contrast of 3 to 1 of graphics."""
    light, dark = sorted((LUMINANCE @ linear(one) for one in (colour, paper)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) > 3
