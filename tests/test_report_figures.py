"""What a battle's report names: what is counted, each way, each bar, what numbers are of."""

import re
from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest

from analysis import flips
from analysis.advice import should_attack
from analysis.answers import odds
from analysis.charts import survivors_chart, swing_chart, tornado_chart
from analysis.flow import flow_frame
from analysis.frames import survivors_frame, swing_frame, units_left
from analysis.sensitivity import sensitivity
from analysis.sensitivity.frames import sensitivity_frame
from analysis.size.base import base_of
from combat.errors import OptionError
from combat.games import GAMES, parse_battle
from combat.rebellion_1775.fates import fate_chances
from reports.bodies.worked import (
    aim_text,
    counter_text,
    how_much,
    lever,
    survivors_text,
    unturned_text,
)
from reports.build import report_of_battle
from reports.environment import Desk
from reports.showing.figure_sheets import figures_of

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


def test_the_figures_of_what_matters_are_all_its_bars(ax):
    """A line may show two changes; each bar has its row, with the verdict that it leads to."""
    found = sensitivity("aa 3 inf, 2 arm v 4 inf, 1 art")
    frame = sensitivity_frame(found)
    sheet = figures_of("tornado", frame, most=12)
    tornado_chart(frame, most=12, ax=ax)
    assert len(sheet.rows) == len(ax.containers) > 12
    names = [label.get_text().replace("\n", " ") for label in ax.get_yticklabels()]
    assert len(names) == 12
    known = {(one.side, one.text): one for one in found.effects}
    rows = zip(*(cells(sheet, head) for head in ("side", "change", "then", "verdict")), strict=True)
    for side, change, then, verdict in rows:
        one = known[side, change]
        assert then.estimate.value == pytest.approx(one.value.value)
        assert verdict == one.verdict.replace("_", " ")
    shown = set(cells(sheet, "change"))
    assert {"-1 inf", "+1 inf", "retreat = after 3", "retreat = at 2"} <= shown


def test_after_a_counter_attack_the_report_says_which_numbers_are_of_the_attack_alone():
    battle, counter = "aa 5 inf, 2 arm, 1 ftr v 4 inf", "3 inf, 1 arm"
    found = should_attack(battle, counter=counter)
    alone, after = odds(battle).event("territory_taken").value, found.results[0].estimate.value
    lost = f"it ends with ‘territory taken’, for him, in {100 * (alone - after):.1f} % of battles"
    assert found.results[0].clause.name == "territory_taken"
    assert alone - after > 0.01
    assert lost in counter_text(found)
    said = report_of_battle(parse_battle("aa", battle[3:]), counter=counter).markdown
    assert said.count(counter_text(found)) == 1
    assert said.index(counter_text(found)) < said.index("How it ends")
    assert counter_text(should_attack(battle)) == ""


@pytest.mark.parametrize(
    ("battle", "aim", "name", "wanted"),
    [
        ("ww british, 5 cu, gen 3/2, regulars v american, 1 cu", None, "defender_wins", False),
        ("aa 3 inf, 2 arm v 4 inf", "defender_holds <= 0.2", "defender_holds", False),
        ("aa 3 inf, 2 arm v 4 inf", "territory_taken >= 0.6", "territory_taken", True),
    ],
)
def test_what_is_ranked_and_sized_is_what_the_aim_is_about(battle, aim, name, wanted):
    found = should_attack(battle, aim=aim)
    assert lever(found) == name
    asking = Desk(seed=1775).asking
    chance = odds(battle).event(name).value
    for one in how_much(asking, found):
        assert (one.size.wanted.event.name, one.size.wanted.happens) == (name, wanted)
        if not one.size.base.from_nothing:
            bare = next(each for each in one.size.tried if not each.added)
            assert bare.chance.value == pytest.approx(chance if wanted else 1 - chance)


def test_flips_for_which_there_was_no_time_are_owned_up_to(monkeypatch):
    note = "There was no time to try every change"
    battle = parse_battle("aa", "5 inf, 2 arm v 6 inf")
    assert note not in report_of_battle(battle).markdown
    monkeypatch.setattr(flips, "FLIP_WORK", 1e5)
    found = should_attack(battle)
    assert (found.all_tried, bool(found.flips)) == (False, True)
    assert note in report_of_battle(battle).markdown


@pytest.mark.parametrize("name", KEPT)
def test_how_rules_of_thumb_read_a_tie_is_said(name):
    """Each rule that players use stands on the side on which a tie puts it."""
    told = [
        line
        for line in Desk(seed=1775).rendered("thumbs_body.md.j2", game=name).splitlines()
        if line.startswith("Drawn: ")
    ]
    contests = GAMES[name].thumbs(GAMES[name])
    assert len(told) == len(contests)
    for contest, line in zip(contests, told, strict=True):
        enough, _, less = line.partition("is read as ")[2].partition("too little")
        for rule in contest.known:
            theirs = np.array([7.0])
            ties = rule.chance is None and bool(rule.above(rule.demanded(theirs), theirs)[0])
            if enough and less.strip("."):
                assert rule.name in (enough if ties else less)
            else:
                assert ("enough" in enough) == ties


@pytest.mark.parametrize(
    ("aim", "words"),
    [
        ("territory_taken >= 0.75", "‘territory taken’ of at least 75 %"),
        ("defender_holds < 0.2", "‘defender holds’ below 20 %"),
        ("swing > -2.5", "a swing above −2.5 IPC on average"),
        (
            "territory_taken >= 0.6 and net_value >= 0",
            "‘territory taken’ of at least 60 %, and a net value of at least 0 IPC on average",
        ),
    ],
)
def test_what_is_wanted_is_said_in_words(aim, words):
    found = should_attack("aa 3 inf, 2 arm v 2 inf | worth=territory=3", aim=aim)
    assert aim_text(found) == words


def test_simulated_reports_keep_apart_what_is_sampled_and_what_is_exact():
    """The rebellion's fates by colour are computed whatever the trials; the ways are sampled."""
    rebels = parse_battle("rb", "3 continental, 2 militia v 2 regulars, 1 loyalist")
    report = report_of_battle(rebels, engine="simulate", trials=400, seed=3).markdown
    table = report.partition("## More of it")[2].partition("\n## ")[0]
    assert "*Computed exactly, whatever the trials.*" in table
    chances = fate_chances(rebels, "attacker", "continental", "lost")
    mean = float(np.arange(len(chances)) @ chances)
    assert f"| attacker | continental | 3 | {mean:.2f} |" in table
    war = parse_battle("ww", "british, 5 cu, gen 4/2 v american, 4 cu, gen 3/2")
    report = report_of_battle(war, engine="simulate", trials=400, seed=3).markdown
    assert re.search(r"Most often it begins with ‘.+’, in [\d.]+ ±[\d.]+ % of battles", report)


def test_what_came_out_alike_in_all_trials_is_no_mean():
    beaten = odds("aa 12 inf v 1 inf", engine="simulate", trials=200, rng=1)
    assert "the defender keeps 0.00 units in every trial, " in survivors_text(beaten)
    exact = odds("aa 12 inf v 1 inf")
    assert "in every trial" not in survivors_text(exact)


def test_events_that_overlap_are_said_to():
    battle = parse_battle("ww", *GAMES["washingtons-war"].examples[0])
    report = report_of_battle(battle).markdown
    said = "Several of these can come together, so their chances do not add up to one:"
    table = report.partition(said)[2].split("\n\n")[1]
    chances = [float(cell) for cell in re.findall(r"\| ([\d.]+) % \|", table)]
    assert sum(chances) > 101
    assert "There is nothing that the attacker could be given here" in report
    with pytest.raises(OptionError):
        base_of(battle, "attacker")


def test_without_changes_to_try_no_flip_is_denied():
    found = should_attack("aa 1 ftr v 6 inf")
    assert unturned_text(found).startswith("No small change of forces would flip it")
    battle = found.outcomes.battle
    game = replace(battle.game, neighbours=lambda _: iter(()))
    nothing = replace(found, outcomes=replace(found.outcomes, battle=replace(battle, game=game)))
    assert "would flip it is not told" in unturned_text(nothing)


@pytest.mark.rule("CC-24")
def test_artillery_is_among_what_flips_a_melee():
    """CC-24: guns that join are a change of forces as any other."""
    battle = parse_battle("ccn", "French line 4 v British light 4 on hill")
    tried = {one.text() for one in battle.game.neighbours(battle)}
    assert "+1 artillery" in tried
    fired = parse_battle("ccn", "French line 4 v British light 4 | combat=ranged | range=2")
    assert "+1 artillery" not in {one.text() for one in fired.game.neighbours(fired)}
