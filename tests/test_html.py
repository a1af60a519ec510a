"""Pieces of HTML that show a battle's answer: what they say, and that they are safe."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from markup import parsed, percent

from analysis import html, odds, should_attack
from analysis.advice import Advice
from analysis.colours import ATTACKER, DEFENDER, GO_ON, NEITHER, RETREAT
from analysis.document import odds_document
from analysis.histogram import histogram
from analysis.html.markup import Html
from analysis.html.swing import HEAD, TALL
from combat.battle import Battle
from combat.games import GAMES, parse_battle

EXAMPLES = [(name, *sides) for name, game in GAMES.items() for sides in game.examples]
BEST = "aa 5 inf, 2 art, 2 arm, 1 ftr v 6 inf, 1 art, 1 aa | retreat=best"
LARGE = "aa 30 inf, 10 arm v 30 inf, 6 art | retreat=best"
SAMPLED = {"trials": 2_000, "rng": 7}
NASTY = "<script>alert('x')</script>\" onload=\"x & y"
PIECES = (
    *(html.outcome_bar, html.swing_bars, html.retreat_map, html.odds_table, html.quantity_table),
    *(html.ends_table, html.modifier_table, html.detail_tables, html.policy_lines),
    *(html.variant_line, html.method, html.battle_line, html.odds),
)


def pieces(outcomes):
    return [str(make(outcomes) or "") for make in PIECES]


@pytest.fixture(scope="module")
def best():
    return odds(BEST)


@pytest.mark.parametrize(("game", "attacker", "defender"), EXAMPLES)
@pytest.mark.parametrize("how", [{}, SAMPLED], ids=["exact", "simulated"])
def test_pieces_are_whole_and_carry_no_style_script_or_name(game, attacker, defender, how):
    outcomes = odds(parse_battle(game, attacker, defender), **how)
    for piece in pieces(outcomes):
        for element in parsed(piece).all():
            assert element.name not in ("script", "style", "link", "img", "iframe", "a", "use")
            for name in element.attributes:
                assert name not in ("style", "id", "href", "src")
                assert not name.startswith("on")


@pytest.mark.parametrize(("game", "attacker", "defender"), EXAMPLES)
def test_each_picture_says_what_is_in_it(game, attacker, defender):
    outcomes = odds(parse_battle(game, attacker, defender))
    for make in (html.outcome_bar, html.swing_bars):
        pictures = [one for one in parsed(make(outcomes)).all("svg") if "role" in one.attributes]
        (picture,) = pictures
        assert picture.attributes["role"] == "img"
        assert picture.attributes["width"] == "100%"
        assert len(picture.attributes["aria-label"]) > 40
    bar = parsed(html.outcome_bar(outcomes)).first("svg", "wo-bar").attributes["aria-label"]
    for event in outcomes.battle.events:
        chance = outcomes.event(event.name)
        assert (f"{event.text} {chance.as_percent()}" in bar) == (
            event.partition and chance.value > 0
        )


@pytest.mark.parametrize(("game", "attacker", "defender"), EXAMPLES)
def test_the_bar_is_shared_out_as_the_battle_is(game, attacker, defender):
    outcomes = odds(parse_battle(game, attacker, defender))
    known = odds_document(outcomes)["events"]
    blocks = list(parsed(html.outcome_bar(outcomes)).first("svg", "wo-bar").all("rect"))
    events = [e for e in outcomes.battle.events if e.partition and known[e.name]["value"] > 0]
    assert len(blocks) == len(events)
    right = 0.0
    for block in blocks:
        text = block.first("title").text.partition(":")[0]
        event = next(event for event in events if event.text == text)
        assert percent(block.attributes["width"]) == pytest.approx(
            100 * known[event.name]["value"], abs=0.006
        )
        assert percent(block.attributes["x"]) == pytest.approx(right, abs=0.03)
        right += percent(block.attributes["width"])
    assert right == pytest.approx(100, abs=0.03)


def test_attackers_outcomes_are_blue_and_left_defenders_orange_and_right(best):
    bar = parsed(html.outcome_bar(best)).first("svg", "wo-bar")
    blocks = list(bar.all("rect"))
    assert (
        blocks[0].first("title").text
        == f"territory taken: {best.event('territory_taken').as_percent()}"
    )
    assert blocks[0].attributes["fill"].lower() == ATTACKER.lower()
    assert blocks[-1].attributes["fill"].lower() == DEFENDER.lower()
    heads = [text.text for text in bar.all("text") if text.attributes.get("font-weight")]
    lost = sum(best.event(e.name).value for e in best.battle.events if e.side == "defender")
    assert heads == ["Attacker 94.3 %", f"Defender {100 * lost:.1f} %"]


def test_a_battle_that_is_certain_has_no_odd_words_above_its_bar():
    bar = parsed(html.outcome_bar(odds("ww british, 4 cu, gen 4/1, regulars v american, 2 cu")))
    heads = [text.text for text in bar.all("text") if text.attributes.get("font-weight")]
    assert heads == ["Attacker 100 %", "Defender 0 %"]


def test_no_bar_where_no_events_share_out_the_end(best):
    events = tuple(replace(event, partition=False) for event in best.battle.game.events)
    battle = best.battle
    other = Battle(replace(battle.game, events=events), battle.attacker, battle.defender)
    outcomes = replace(best, battle=other)
    assert html.outcome_bar(outcomes) is None
    assert "territory taken" in html.odds(outcomes)  # then it is in a table


@pytest.mark.parametrize("battle", [BEST, LARGE, "rb 3 continental, 2 militia v 2 regulars"])
def test_bars_of_the_swing_are_as_high_as_their_chances(battle):
    outcomes = odds(battle)
    values, chances = outcomes.distribution(outcomes.values(outcomes.battle.game.swing))
    drawn = parsed(html.swing_bars(outcomes)).first("svg", "wo-histogram")
    heights = [float(bar.attributes["height"]) for bar in drawn.all("rect")]
    bars = histogram(values, chances)
    top = bars.chance.max()
    shown = top * np.array(heights) / TALL
    assert shown.sum() == pytest.approx(1.0, abs=0.002)  # tails may be left out
    colours = {ATTACKER: values > 0, DEFENDER: values < 0, NEITHER: values == 0}
    for colour, where in colours.items():
        mine = [bar.attributes["fill"] == colour for bar in drawn.all("rect")]
        assert shown[mine].sum() == pytest.approx(chances[where].sum(), abs=0.002)
    for bar in drawn.all("rect"):  # all stand on the floor
        floor = float(bar.attributes["y"]) + float(bar.attributes["height"])
        assert floor == pytest.approx(HEAD + TALL, abs=0.02)


def test_the_swing_says_who_comes_off_worse(best):
    swing = best.values("swing")
    key = [row.text.strip() for row in parsed(html.swing_bars(best)).all("div", "wo-key-row")]
    worse, even, better = (
        100 * best.chance[rows].sum() for rows in (swing < 0, swing == 0, swing > 0)
    )
    assert key == [
        f"{worse:.1f} %: the attacker comes off worse",
        f"{even:.1f} %: even",
        f"{better:.1f} %: the defender comes off worse",
    ]
    assert f"mean {best.chance @ swing:+.1f} IPC" in html.swing_bars(best)


def test_what_cannot_be_is_not_in_the_key_of_the_swing():
    outcomes = odds("aa 1 bmr v 1 inf")  # 12 or 3 IPC: never even
    key = [row.text.strip() for row in parsed(html.swing_bars(outcomes)).all("div", "wo-key-row")]
    assert not (outcomes.values("swing") == 0).any()
    assert len(key) == 2
    assert not any("impossible" in row or "even" in row for row in key)


def test_the_only_swing_that_there_can_be_has_all_of_the_chance():
    assert "0 IPC: 100 %" in html.swing_bars(odds("aa 2 inf v none"))


def test_another_quantity_can_be_drawn(best):
    assert "attacker&#x27;s loss above zero" in html.swing_bars(best, "attacker_ipc_lost")


def cells(drawn):
    """Each cell of a map by what it says: (attackers, defenders) to its colour."""
    found = {}
    for block in drawn.all("rect"):
        where, _, decision = block.first("title").text.partition(":")
        attackers, against = where.split(" against ")
        first, _, last = against.partition(" to ")
        colour = block.attributes["fill"]
        assert decision.strip().startswith({GO_ON: "go on", RETREAT: "retreat"}[colour])
        for defenders in range(int(first), int(last or first) + 1):
            assert (int(attackers), defenders) not in found
            found[int(attackers), defenders] = colour
    return found


@pytest.mark.parametrize("battle", [BEST, LARGE])
def test_the_map_has_every_cell_of_the_policy(battle):
    outcomes = odds(battle)
    policy = outcomes.model.policy_map()
    columns = (policy.attackers, policy.defenders, policy.going)
    wanted = {
        (a, d): GO_ON if g else RETREAT
        for a, d, g in zip(*map(np.ndarray.tolist, columns), strict=True)
    }
    assert set(wanted.values()) == {GO_ON, RETREAT}
    assert cells(parsed(html.retreat_map(outcomes)).first("svg", "wo-map")) == wanted


def test_the_map_of_a_small_battle_has_its_gains(best):
    policy = best.model.policy_map()
    written = [text.text for text in parsed(html.retreat_map(best)).all("text")]
    for gain in policy.gain:
        text = f"{gain:+.1f}".replace("-", "−")
        assert ("0.0" if text in ("+0.0", "−0.0") else text) in written


def test_no_map_without_a_choice():
    assert html.retreat_map(odds("aa 3 arm v 2 inf")) is None


def test_a_map_of_many_units_is_small():
    assert len(html.retreat_map(odds(LARGE))) < 60_000


@pytest.mark.parametrize("battle", [BEST, "ww british, 5 cu, Burgoyne, regulars v american, 5 cu"])
def test_the_verdict_comes_first_with_its_reason(battle):
    advice = should_attack(battle)
    found = parsed(html.verdict(advice)).first("div", "wo-verdict")
    assert f"wo-{advice.verdict.replace('_', '-')}" in found.attributes["class"].split()
    assert found.first("strong", "wo-word").text == advice.verdict.replace("_", " ").upper()
    assert found.first("p", "wo-reason").text == advice.reason
    rows = [row.text for row in parsed(html.flips_table(advice)).all("tr")][1:]
    assert len(rows) == len(advice.flips) > 0
    for row, flip in zip(rows, advice.flips, strict=True):
        assert row.startswith(f"{flip.side}{flip.change}")


def test_numbers_of_a_simulation_have_their_margin():
    outcomes = odds("aa 3 inf, 2 arm v 4 inf, 1 art", **SAMPLED)
    key = parsed(html.outcome_bar(outcomes)).first("figcaption")
    taken = outcomes.event("territory_taken")
    assert taken.as_percent() in key.text
    assert "±" in taken.as_percent()
    assert "95 % interval" in key.text


def test_what_users_write_is_escaped():
    advice = should_attack("aa 3 arm v 2 inf")
    nasty = Advice(
        **{name: getattr(advice, name) for name in advice.__dataclass_fields__}
        | {"reason": NASTY, "counter_force": NASTY}
    )
    for piece in (html.verdict(nasty), html.assumes([NASTY]), html.tag("p", NASTY, title=NASTY)):
        assert "<script" not in piece
        tree = parsed(piece)
        assert NASTY in tree.text
        assert not [e for e in tree.all() if "onload" in e.attributes]


def test_templates_leave_pieces_as_they_are():
    jinja2 = pytest.importorskip("jinja2")
    template = jinja2.Environment(autoescape=True).from_string("{{ piece }}{{ text }}")
    made = template.render(piece=html.tag("b", "<"), text="<")
    assert made == "<b>&lt;</b>&lt;"


def test_tags_close_and_leave_out_what_is_none():
    assert html.tag("p", "a", Html("<b>b</b>"), class_=None, aria_label="x") == (
        '<p aria-label="x">a<b>b</b></p>'
    )
    assert html.tag("rect", x=1.0, y=0.456) == '<rect x="1" y="0.46"></rect>'


def test_nothing_heavy_is_loaded():
    program = (
        "from analysis import html, should_attack\n"
        f"html.advice(should_attack({BEST!r}))\n"
        "import sys; print({'matplotlib', 'pandas', 'pydantic', 'jinja2'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("set()", "")
