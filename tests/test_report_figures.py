"""The tables beneath charts: what is counted is named, and no two rows are told alike."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from analysis.answers import odds
from analysis.charts import survivors_chart, swing_chart
from analysis.flow import flow_frame
from analysis.frames import survivors_frame, swing_frame, units_left
from combat.games import GAMES, parse_battle
from reports.figure_sheets import figures_of
from reports.worked import survivors_text

KEPT = {  # what the rules of each game count of a side
    "axis-allies": "units",
    "washingtons-war": "CUs",
    "rebellion-1775": "units",
    "napoleonics": "blocks",
}
WAYS = (
    "ccn French line 4 v British light 4 leader on hill",
    "ccn British heavy cavalry 3, moved v French line 4, may square, may first-strike",
    "ww british, 5 cu, gen 4/2, may battle-card v american, 4 cu, gen 3/2, may battle-card",
)


@pytest.fixture
def ax():
    figure, axes = plt.subplots()
    yield axes
    plt.close(figure)


def cells(sheet, head):
    at = [column.head.lstrip(">") for column in sheet.columns].index(head)
    return [row[at] for row in sheet.rows]


@pytest.mark.parametrize("name", KEPT)
def test_what_is_left_is_counted_in_the_games_own_word(name, ax):
    outcomes = odds(parse_battle(name, *GAMES[name].examples[0]))
    sheet = figures_of("survivors", survivors_frame(outcomes))
    survivors_chart(survivors_frame(outcomes), ax=ax)
    assert ax.get_xlabel() == f"At least so many {KEPT[name]} left"
    numbers = cells(sheet, f"at least so many {KEPT[name]} left")
    assert numbers[0] == "1"
    for side in ("attacker", "defender"):
        left = units_left(outcomes, side)
        shares = dict(zip(numbers, cells(sheet, side), strict=True))
        for k in range(1, left.max() + 1):
            right = outcomes.chance[left >= k].sum()
            assert shares[str(k)].estimate.value == pytest.approx(right, abs=1e-12)
        mean = float(outcomes.chance @ left)
        said = f"the {side} keeps {mean:.2f} {KEPT[name]} on average"
        assert said in survivors_text(outcomes).replace("The", "the")


@pytest.mark.parametrize("name", KEPT)
def test_a_distribution_is_headed_by_what_it_is(name, ax):
    outcomes = odds(parse_battle(name, *GAMES[name].examples[0]))
    for quantity in outcomes.battle.quantities:
        if quantity.of is None or not quantity.shown(outcomes.battle):
            continue
        frame = swing_frame(outcomes, quantity.name)
        head = figures_of("swing", frame).columns[0].head.lstrip(">")
        assert head.startswith(quantity.text)
        assert head.removeprefix(quantity.text) == (f", {quantity.unit}" if quantity.unit else "")
        ax.clear()
        swing_chart(frame, ax=ax)
        word, _, rest = quantity.text.partition(" (")
        assert ax.get_xlabel().lower().startswith(word.lower())
        assert rest.removesuffix(")") in ax.get_xlabel()
        assert (f"({quantity.unit})" in ax.get_xlabel()) == bool(quantity.unit)
        key = " ".join(text.get_text() for text in ax.figure.findobj(plt.Text))
        assert ("attacker loses more" in key) == (word == "swing")


@pytest.mark.parametrize("text", WAYS)
def test_the_figures_of_a_flow_tell_each_way_from_its_beginning(text):
    """No two rows read the same, and each has the chance of all ends that it leads to."""
    outcomes = odds(text)
    game = outcomes.battle.game
    paths = [game.path(outcomes, row) for row in range(len(outcomes))]
    frame = flow_frame(outcomes)
    twice = frame.duplicated(["depth", "source", "target"], keep=False)
    assert twice.any() or not text.startswith("ccn")  # there the last step alone is no name
    sheet = figures_of("flow", frame)
    ways = list(zip(*(cells(sheet, head) for head in ("after", "what happens")), strict=True))
    assert len(set(ways)) == len(ways) == len(frame)
    for (after, what), depth, chance in zip(
        ways, cells(sheet, "stage"), cells(sheet, "chance"), strict=True
    ):
        way = (*(after.split(" → ") if depth > 1 else ()), what)
        there = [path[:depth] == way for path in paths]
        assert len(way) == depth
        right = float(outcomes.chance[np.array(there)].sum())
        assert chance.estimate.value == pytest.approx(right, abs=1e-12)
