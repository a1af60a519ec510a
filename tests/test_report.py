"""Reports of battles: what they ask, show and say, in HTML and in Markdown."""

import re
from html.parser import HTMLParser

import pytest

from analysis.advice import should_attack
from analysis.answers import odds
from analysis.sensitivity import sensitivity
from analysis.size.base import read_base
from combat.errors import IllegalBattleError
from combat.games import GAMES, find_game, parse_battle
from reports.build import report_of_battle
from reports.showing.html import style

BATTLE = "5 inf, 2 art, 2 arm, 1 ftr v 6 inf, 1 art, 1 aa"
VOID = {"meta", "path", "use", "rect", "line", "image", "br", "hr", "link", "input"}
KNOWN_TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "nav", "h1", "h2", "h3", "h4"),
    *("p", "ul", "ol", "li", "a", "strong", "em", "code", "pre", "blockquote", "hr", "br"),
    *("div", "table", "thead", "tbody", "tr", "th", "td", "figure", "figcaption"),
    *("details", "summary", "svg", "g", "defs", "path", "use", "clippath", "rect", "image"),
    *("lineargradient", "stop", "pattern"),
}


class Page(HTMLParser):
    """The tags of a page, each with its attributes, and whether they are nested well."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.heads, self.figures = [], [], [], 0
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.heads.append(int(tag[1]))

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


def is_self_contained(page):
    """Whether a page has no script, and loads nothing."""
    for tag, attrs in page.tags:
        assert tag in KNOWN_TAGS, tag
        assert not [name for name in attrs if name.startswith("on")]
        for name in ("src", "href", "xlink:href", "action", "data", "srcset"):
            assert attrs.get(name, "#").startswith(("#", "data:image/png"))
    return True


@pytest.fixture(scope="module")
def built():
    return report_of_battle(parse_battle("aa", BATTLE))


@pytest.fixture(scope="module")
def page(built):
    return Page(built.html)


def table_under(markdown, head):
    """The rows of the first table whose first column has that head."""
    lines = markdown.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"| {head} |"))
    found = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return found


def test_the_verdict_is_that_of_should_attack(built):
    advice = should_attack(f"aa {BATTLE}")
    assert advice.verdict == "attack"
    assert built.markdown.count(f"**ATTACK:** {advice.reason.removeprefix('Attack: ')}") == 2
    flips = table_under(built.markdown, "who")
    assert [(row[0], row[1]) for row in flips] == [
        (flip.side, flip.change) for flip in advice.flips[:6]
    ]


def test_a_reader_who_does_not_play_is_told_what_short_names_stand_for(built):
    asked = built.markdown.partition("## The question")[2].partition("##")[0]
    named = re.search(r"\(Short names: (.*)\.\)", asked)[1].split(", ")
    assert [one.partition(" is ")[0] for one in named] == ["inf", "art", "arm", "ftr", "aa"]
    assert named[2] == "arm is tank"


def test_the_odds_are_those_of_odds(built):
    outcomes = odds(f"aa {BATTLE}")
    shown = {row[0]: row[2] for row in table_under(built.markdown, "how it ends")}
    known = {e.text: outcomes.event(e.name) for e in outcomes.battle.events if e.partition}
    assert shown == {text: one.as_percent() for text, one in known.items() if one.value > 0}
    means = {row[0]: row[1] for row in table_under(built.markdown, "on average")}
    assert means["attacker's loss"] == outcomes.quantity("attacker_ipc_lost").as_number()


def test_what_matters_is_what_sensitivity_says(built):
    every = [one for one in sensitivity(f"aa {BATTLE}").effects if one.effect.value]
    lines = list(dict.fromkeys((one.side, one.what) for one in every))[:12]
    effects = [one for one in every if (one.side, one.what) in lines]  # a line may have two
    assert len(effects) > len(lines) == 12
    rows = table_under(built.markdown, "side")
    assert [(row[0], row[1]) for row in rows] == [(one.side, one.text) for one in effects]
    assert [row[2].rstrip(" %") for row in rows[:3]] == [
        one.value.as_percent().partition(" (")[0].rstrip(" %") for one in effects[:3]
    ]


def test_enough_already_is_sized_from_nothing(built):
    """95 % is more than 90 %: what is told is the cheapest army of all."""
    from analysis.size import size

    bare = read_base(find_game("aa"), "none v 6 inf, 1 art, 1 aa", side="attacker")
    for chance in (0.75, 0.9):
        assert f"The attacker needs {size(bare, chance=chance).force}, for" in built.markdown


def test_all_parts_of_a_battle_are_there(built):
    heads = re.findall(r"^## (.+)$", built.markdown, re.MULTILINE)
    assert heads == [
        *("The question", "The verdict", "The odds", "What it costs, and how it goes"),
        *("What matters", "How much is enough", "The best policy"),
        *("What it rests on", "How it was computed"),
    ]
    assert "| size | " in built.markdown


def test_the_page_is_whole_and_loads_nothing(built, page):
    assert is_self_contained(page)
    assert built.html.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert ("meta", {"charset": "utf-8"}) in page.tags
    assert style() in built.html
    assert "@import" not in style()
    assert "url(" not in style()


def test_heads_skip_no_level(page):
    assert page.heads[0] == 1
    assert page.heads.count(1) == 1
    assert all(now <= before + 1 for before, now in zip(page.heads, page.heads[1:], strict=False))


def test_names_in_a_page_are_its_own(page):
    names = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(names) == len(set(names)) > 20
    referred = {
        attrs[key].removeprefix("#")
        for _, attrs in page.tags
        for key in ("href", "xlink:href", "aria-labelledby")
        if key in attrs
    }
    assert referred <= set(names)


def test_each_chart_says_what_it_shows(built):
    figures = re.findall(r"<figure.*?</figure>", built.html, re.DOTALL)
    assert (
        len(figures) == 7
    )  # ends, swing, survivors, rounds; what matters, what is enough, when to stop
    for figure in figures:
        title = re.search(r'<svg role="img" [^>]*><title id="[^"]+">([^<]+)</title>', figure)
        assert len(title[1]) > 40
        caption = re.search(r"<figcaption><strong>.+?</strong> (.+?)</figcaption>", figure)
        assert len(caption[1]) > 30
        assert re.search(r"<details><summary>The figures</summary><div .*?<td", figure)


def test_building_again_gives_the_same(built):
    again = report_of_battle(parse_battle("aa", BATTLE))
    assert again == built


@pytest.mark.parametrize(
    ("game", "sides"), [(game.name, sides) for game in GAMES.values() for sides in game.examples]
)
def test_every_example_has_a_report(game, sides):
    battle = parse_battle(game, *sides)
    found = report_of_battle(battle)
    assert found.title == f"{battle.game.title}: {battle.sides}"
    assert is_self_contained(Page(found.html))
    advice = should_attack(battle)
    assert f"**{advice.verdict.replace('_', ' ').upper()}:**" in found.markdown
    for line in battle.game.assumes(battle):
        assert line.split(" ")[0] in found.markdown


def test_simulated_numbers_have_their_margin_seed_and_trials():
    battle = parse_battle("aa", "3 inf, 2 arm v 4 inf, 1 art")
    found = report_of_battle(battle, trials=4_000, seed=7, engine="simulate")
    chance = odds(battle, engine="simulate", trials=4_000, rng=7).event("territory_taken")
    assert f"territory taken | attacker | {chance.as_percent()} |" in found.markdown
    assert "±" in chance.as_percent()
    assert (
        "| should-attack | 3 inf, 2 arm v 4 inf, 1 art | simulated | 4,000 | 7 |" in found.markdown
    )
    assert "Everything is exact" not in found.markdown


def test_exact_numbers_say_so():
    found = report_of_battle(parse_battle("aa", "1 arm v 1 inf"))
    assert "Everything is exact" in found.markdown
    assert "±" not in found.markdown


def test_a_counter_attack_is_told_of():
    battle = parse_battle("aa", "3 inf, 2 arm v 2 inf")
    found = report_of_battle(battle, counter="4 inf, 1 arm", aim="territory_taken >= 0.5")
    reason = should_attack(battle, counter="4 inf, 1 arm", aim="territory_taken >= 0.5").reason
    assert "Then the enemy strikes back with 4 inf, 1 arm." in found.markdown
    assert reason.partition(": ")[2] in found.markdown


def test_a_bad_counter_attack_is_refused():
    with pytest.raises((IllegalBattleError, ValueError), match="zeppelin"):
        report_of_battle(parse_battle("aa", "1 arm v 1 inf"), counter="1 zeppelin")
