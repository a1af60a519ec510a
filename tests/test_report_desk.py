"""What stands in a report's templates: frames, tables, charts, claims, and what is escaped."""

import math
import re

import jinja2
import pandas as pd
import pytest
from jinja2 import ChoiceLoader, DictLoader
from test_report import Page, is_self_contained, table_under

from analysis.answers import odds
from analysis.frame_sheet import frame_sheet
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.games import GAMES, decks
from reports import environment
from reports.answers.frames import frame, makers
from reports.answers.sheets import sheet, sheets
from reports.build import Report, _built
from reports.environment import ClaimError, Desk
from reports.showing.figures import chart_named, charts
from reports.showing.markdown import block_html
from reports.showing.tables import Table
from reports.showing.wording import escaped, finalized


def built(source, /, *, seed=1775, **given) -> Report:
    """Build a template's text as a report."""
    env = environment.environment()
    loader, env.loader = env.loader, ChoiceLoader([env.loader, DictLoader({"it.md.j2": source})])
    try:
        return _built("it", "it.md.j2", Desk(seed=seed), **given)
    finally:
        env.loader = loader
        env.cache.clear()


HOSTILE = (
    "<script>alert(1)</script>",
    "![seen](https://example.org/seen.png)",
    "[here](javascript:alert(1))",
    "<https://example.org>",
    "a | b | c",
    "**bold** _thin_ `code` ~gone~",
    "&lt;b&gt; &amp; \\* \\",
    "# head",
    "1. first",
    "- item",
    "> told",
    "=====",
    "a\n\n# head\n\nb",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_of_the_user_stays_a_text(text):
    """Its characters are those that are read; nothing in it is a tag, a link or a mark."""
    for around in (
        "{{ text }}",
        "so {{ text }} so",
        "- {{ text }}",
        "**{{ text }}**",
        "# {{ text }}",
    ):
        html = built(f"# Title\n\n{around}\n", text=text).html
        page = Page(html)
        assert is_self_contained(page)
        body = html.partition("<main>")[2]
        read = re.sub(r"<[^>]+>", "", body)
        for mark, letter in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
            read = read.replace(mark, letter)
        assert " ".join(text.split()) in " ".join(read.split())
        tags = [tag for tag, _ in page.tags]
        assert not {"a", "img", "script", "code", "em"} & set(tags)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_of_the_user_stays_a_text_in_tables_and_captions(text):
    source = (
        "# T\n\n{{ table(rows([{'what': text, 'chance': 0.5}]), title=text, note=text) }}\n\n"
        "{{ chart('outcome', rows([{'event': text, 'side': 'attacker', 'value': 1.0, 'low': 1.0,"
        " 'high': 1.0}]), title='All ' ~ text, see='See ' ~ text) }}\n"
    )
    found = built(source, text=text.replace("$", ""))
    page = Page(found.html)
    assert is_self_contained(page)
    assert not {"a", "img", "script", "code", "em"} & {tag for tag, _ in page.tags}
    rows = [line for line in found.markdown.splitlines() if line.startswith("|")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 3 for row in rows[:3])
    assert Page(block_html(found.markdown)).tags.count(("table", {})) == 2


def test_marks_of_tables_cannot_be_forged():
    """The mark that stands for a table has a secret in it that no text of a user's can have."""
    first, second = Desk(), Desk()
    one = first.table(pd.DataFrame({"a": [1]}))
    other = second.table(pd.DataFrame({"a": [1]}))
    assert one != other
    assert second.blocks.in_markdown(str(one)) == str(one)


def test_a_table_within_a_line_is_refused():
    with pytest.raises(ValueError, match="a line of its own"):
        built("# T\n\n- so: **{{ table(rows({'a': [1]}))|trim }}** and\n")


def test_what_is_not_there_is_an_error():
    with pytest.raises(jinja2.UndefinedError, match="nobody"):
        built("# T\n\n{{ nobody }}")
    with pytest.raises(TypeError, match="None"):
        built("# T\n\n{{ nothing }}", nothing=None)
    with pytest.raises(ValueError, match="no number"):
        built("# T\n\n{{ number|percent }}", number=math.nan)


def test_templates_are_in_a_sandbox():
    with pytest.raises(jinja2.exceptions.SecurityError):
        built("# T\n\n{{ ''.__class__.__mro__[1].__subclasses__() }}")


def test_a_claim_that_does_not_hold_stops_the_build():
    claim = "fight.event('territory_taken').value > LIMIT, 'most attacks succeed'"
    text = f"# T\n\n{{{{ holds({claim}) }}}}Yes."
    fight = odds("aa 3 arm v 2 inf")
    chance = fight.event("territory_taken").value
    assert built(text.replace("LIMIT", str(chance - 0.01)), fight=fight).markdown == "# T\n\nYes.\n"
    with pytest.raises(ClaimError, match="most attacks succeed"):
        built(text.replace("LIMIT", str(chance + 0.01)), fight=fight)


def test_every_chart_of_analysis_can_be_drawn_by_its_name():
    import analysis.charts

    assert {name.removesuffix("_chart") for name in analysis.charts.__all__} <= set(charts())
    assert chart_named("swing") is analysis.charts.swing_chart
    with pytest.raises(OptionError, match="no chart is called 'pie'"):
        chart_named("pie")


def test_a_chart_says_what_to_see_in_it():
    fight = odds("aa 3 arm v 2 inf")
    text = "# T\n\n{{ chart('outcome', frame(fight, 'outcomes'), see=see) }}"
    assert "<figure" in built(text, fight=fight, see="Mostly blue.").html
    with pytest.raises(OptionError, match="what to see in it"):
        built(text, fight=fight, see=" ")


def test_a_wrong_frame_lists_those_there_are():
    fight = odds("aa 3 arm v 2 inf")
    with pytest.raises(OptionError, match=r"no frame 'swings'.*swing, .*outcomes"):
        frame(fight, "swings")
    with pytest.raises(OptionError, match="no answer"):
        frame(7, "swing")


@pytest.mark.parametrize("game", list(GAMES))
def test_all_frames_of_a_battle_can_be_had_or_are_refused_plainly(game):
    from reports.environment import possibly

    fight = odds(f"{game} {' v '.join(GAMES[game].examples[0])}")
    found = {name: possibly(frame, fight, name) for name in makers(fight)}
    assert {"outcomes", "quantities", "swing", "ends"} <= set(found)
    assert all(one is None or isinstance(one, pd.DataFrame) for one in found.values())
    assert sum(one is not None for one in found.values()) >= 7


@pytest.mark.parametrize("name", list(decks()))
def test_all_tables_of_a_deck_can_be_shown(name):
    answer = Desk().asking.deck(name)
    shown = sheets(answer)
    assert list(shown) == [table.name for table in answer.tables]
    for table in answer.tables:
        numbers = [number for row in table.data.values() for number in row.values()]
        cells = [cell for row in shown[table.name].rows for cell in row[1:]]
        assert len([cell for cell in cells if cell is not None]) >= len(numbers)
    with pytest.raises(OptionError, match="no table 'ghosts'"):
        sheet(answer, "ghosts")


def test_a_question_is_asked_once_and_noted():
    desk = Desk()
    first = desk.asking.odds("aa", "3 arm v 2 inf", retreat="best")
    assert desk.asking.odds("aa", "3 arm v 2 inf", retreat="best") is first
    assert desk.asking.odds("aa", "3 arm v 2 inf") is not first
    about = [one.about for one in desk.ledger.asked.values()]
    assert about == ["3 arm v 2 inf | retreat=best", "3 arm v 2 inf"]
    assert "rules: Axis & Allies 1942 (2009)" in desk.ledger.shared
    lines = [line for _, group in desk.ledger.special for line in group]
    assert "the attacker never retreats" in lines


def test_what_is_simulated_has_the_seed_of_the_report():
    desk = Desk(seed=5)
    found = desk.asking.odds("aa", "3 arm v 2 inf", trials=500)
    assert (found.trials, found.seed) == (500, 5)
    assert desk.asking.odds("aa", "3 arm v 2 inf", trials=500, seed=6).seed == 6
    assert [one.seed for one in desk.ledger.simulated] == [5, 6]


def test_frames_become_tables_with_their_precision():
    rows = pd.DataFrame(
        {
            "who": ["a", "b"],
            "chance": [0.25, 0.5],
            "chance_low": [0.25, 0.47],
            "chance_high": [0.25, 0.53],
            "gain": [-0.1, 0.0],
            "cost": [3.0, 2.5],
            "left": [2, 1],
        }
    )
    ways = {"gain": "points", "cost": "plain"}
    shown = frame_sheet(
        rows,
        formats=ways,
        columns={"who": "by", "chance": "taken", "gain": "", "cost": "", "left": ""},
    )
    assert [column.head for column in shown.columns] == ["by", ">taken", ">", ">", ">"]
    lines = Table(shown).markdown().splitlines()
    assert lines[2] == "| a | 25.0 % | −10.0 points | 3 | 2 |"
    sampled = Estimate(0.5, 0.47, 0.53, 0, 0, exact=False).as_percent()
    assert lines[3] == f"| b | {sampled} | 0.0 points | 2.5 | 1 |"
    with pytest.raises(ValueError, match="no column who2; it has who, chance"):
        frame_sheet(rows, columns=["who2"])


def test_a_long_table_says_how_much_is_left_out():
    rows = pd.DataFrame({"k": range(40)})
    text = "# T\n\n{{ table(it, most=30) }}"
    found = built(text, it=rows)
    assert len(table_under(found.markdown, "k")) == 30
    assert "*10 more.*" in found.markdown
    assert '<p class="note">10 more.</p>' in found.html


def test_numbers_are_written_as_they_are():
    assert finalized(0.5) == "0.5"
    assert finalized(7) == "7"
    assert finalized(escaped("*")) == "\\*"
    assert finalized("*") == "\\*"


def test_numbers_that_are_not_there_are_left_out():
    rows = pd.DataFrame({"k": pd.array([1, None], dtype="Int64"), "x": [math.nan, 0.5]})
    assert frame_sheet(rows, formats={"x": "number"}).rows[0] == (1, None)
    assert frame_sheet(rows, formats={"x": "number"}).rows[1][0] is None


def test_decks_with_other_settings_are_told_apart():
    desk = Desk()
    for morale in ("British", "French"):
        desk.asking.deck("mt", morale=morale)
    assert [one.about[-16:] for one in desk.ledger.asked.values()] == [
        "(morale British)",
        " (morale French)",
    ]


def test_what_is_simulated_has_its_margin_everywhere():
    """No chance of a simulation stands in a table or a figure as if it were exact."""
    desk = Desk()
    fight = desk.asking.odds("aa", "3 inf v 2 inf", trials=900)
    dealt = desk.asking.deck("mt", trials=900, engine="simulate")
    texts = [
        "{{ table(frame(fight, 'swing')) }}",
        "{{ table(frame(fight, 'finals'), columns=['end', 'chance']) }}",
        "{{ chart('swing', frame(fight, 'net_value'), see='See.') }}",
        "{{ chart('survivors', frame(fight, 'survivors'), see='See.') }}",
        "{{ chart('curves', frame(dealt, 'first_place', form='curves'), see='See.') }}",
        "{{ chart('timeline', frame(dealt, 'actions', form='timeline'), see='See.') }}",
        "{{ table(sheet(dealt, 'actions')) }}",
    ]
    for text in texts:
        found = built(f"# T\n\n{text}", fight=fight, dealt=dealt).markdown
        percents = re.findall(r"[^|]* %", found)
        assert percents
        assert all("±" in one or "under" in one or "over" in one for one in percents), text
