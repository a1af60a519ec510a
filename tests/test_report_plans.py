"""Reports of plans, of turns, of a race and of decks: all those of the examples."""

from pathlib import Path

import pytest
from test_report import Page, is_self_contained, table_under

from analysis.campaign import campaign
from analysis.campaign.holding import holding
from analysis.campaign.plan import parse_plan
from analysis.campaign.sums import joint_ends
from analysis.campaign.totals import final_events, final_quantities
from analysis.deck import ask_deck
from analysis.files import is_turn
from analysis.turn import read_turn
from combat.errors import NotationError, OptionError
from reports.build import report_of_file, report_of_plan

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
PLANS = sorted(EXAMPLES.glob("*.toml"))
TURNS = [path for path in PLANS if is_turn(path.read_text("utf-8"))]
ROWS = [path for path in PLANS if path not in TURNS]
DECKS = {
    "musket-skirmish": "musket_skirmish",
    "napoleonics": "napoleonics",
    "rebellion-1775": "rebellion",
}


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    """Plans name their maps from the project's root."""
    monkeypatch.chdir(EXAMPLES.parents[1])


def test_there_are_plans_of_each_kind():
    assert len(ROWS) >= 8
    assert len(TURNS) >= 2


@pytest.mark.parametrize("path", ROWS, ids=lambda path: path.stem)
def test_battles_in_a_row(path):
    found = report_of_plan(path)
    plan = campaign(parse_plan(path.read_text("utf-8")))
    assert is_self_contained(Page(found.html))
    stages = [stage.name for stage in plan.plan.stages]
    assert found.title == f"{plan.plan.game.title}: {', then '.join(stages)}"
    if plan.plan.game.sequels.one_place:
        most = max(final_events(plan).values(), key=lambda one: one.value)
        assert f"in {most.as_percent()} of all runs." in found.markdown
    else:
        _, chance = joint_ends(plan)[0]
        assert f"; {chance.as_percent()} of all runs." in found.markdown
    swing = final_quantities(plan)[plan.plan.game.swing]
    assert f" {swing.as_number()} ".replace("-", "−") in found.markdown
    held = holding(plan)
    for line in held.lines if held else ():
        assert line[1:] in found.markdown
    for number, name in enumerate(stages, start=1):
        assert f"### {number}\\. {name}" in found.markdown


def test_what_is_decided_is_told_with_what_it_is_worth():
    path = EXAMPLES / "strike_back_or_not.toml"
    text = report_of_plan(path).markdown
    plan = campaign(parse_plan(path.read_text("utf-8")))
    best = next(one.best for one in plan.choices if one.step.stage.name == "counter-attack")
    assert "At counter-attack: fight where at most 4 units are left" in text
    assert f"net_value of the whole plan: {best:.2f} by the enemy's choice" in text
    positions = table_under(text, "left of 'landing', attacker (net_value of the rest)")
    assert {row[-1] for row in positions} == {"fight", "pass"}


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_turns_and_races(path):
    found, turn = report_of_plan(path), read_turn(path)
    assert is_self_contained(Page(found.html))
    assert found.title == turn.answer.title
    for event in turn.answer.events:
        assert event.estimate.as_percent() in found.markdown
    if turn.aim:
        assert f"**{turn.verdict.upper()}:** {turn.reason.partition(': ')[2]}" in found.markdown
    assert "<figure" in found.html


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_the_answer_of_a_turn_or_a_race_stands_first_and_its_scores_once(path):
    text, turn = report_of_plan(path).markdown, read_turn(path)
    title, headline = text.split("\n\n")[:2]
    assert headline.startswith("> ")
    assert title.removeprefix("# ") not in headline
    event = turn.answer.events[0]
    if turn.aim is None:
        assert headline == f"> The chance that {event.text} is {event.estimate.as_percent()}."
        assert "you" in event.text.split()
    for table in turn.answer.tables.values():
        assert text.count("| " + " | ".join(table.names) + " |") == 1
        if table.by_score:
            rows = [f"| {' | '.join(row)} |" for row in table.texts]
            assert [text.count(row) for row in rows] == [1] * len(rows)


@pytest.mark.parametrize("game", DECKS)
def test_decks(game):
    path = EXAMPLES / "decks" / f"{DECKS[game]}.toml"
    found, answer = report_of_file(game, path), ask_deck(game, path)
    assert found.title == answer.title
    assert is_self_contained(Page(found.html))
    assert report_of_plan(path) == found  # of no other game's deck
    for line in answer.lines:
        assert line.partition(" (")[0] in found.markdown.replace("\\", "")


def test_a_deck_of_no_game_says_how_to_name_it(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("stones = 3\n", "utf-8")
    with pytest.raises(OptionError, match=r"no plan, and no game's deck.*report GAME"):
        report_of_plan(path)


def test_a_plan_that_cannot_be_read_is_refused(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('game = "aa"\n[[stage]]\nname = "a"\nattacker = "3 zeppelins"\n', "utf-8")
    with pytest.raises(ValueError, match=r"zeppelin|defender"):
        report_of_plan(path)
    path.write_text("game = [", "utf-8")
    with pytest.raises(NotationError, match="not TOML"):
        report_of_plan(path)


def test_names_of_stages_stay_texts(tmp_path):
    path = tmp_path / "plan.toml"
    text = (EXAMPLES / "three_waves.toml").read_text("utf-8")
    first = parse_plan(text).stages[0].name
    path.write_text(text.replace(first, "<img src=x> **a** | [b](http://c.example)"), "utf-8")
    page = Page(report_of_plan(path).html)
    assert is_self_contained(page)
    assert not {"img", "a"} & {tag for tag, attrs in page.tags if "#" not in attrs.get("href", "")}


def test_a_plan_of_the_powers_turns():
    from analysis.rounds_of_war import income_frame
    from reports.asking.ledger import Ledger
    from reports.asking.questions import Asking
    from reports.build import TRIALS

    path = EXAMPLES / "rounds" / "axis_allies.toml"
    found = report_of_file("aa", path, seed=3)
    assert is_self_contained(Page(found.html))
    assert found.html.count("<figure") == 3
    asking = Asking(Ledger(), seed=3)
    answer = asking.ask("aa", "rounds", plan=str(path), trials=TRIALS)
    assert answer.lines[0][1:] in found.markdown
    best = income_frame(answer).nlargest(1, "income").iloc[0]
    assert f"{best['power']} collects most, {best['income']:.1f}" in found.markdown
    assert f"| simulated | {TRIALS:,} | 3 |" in found.markdown
