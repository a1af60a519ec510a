"""The strategy deck as asked for: published numbers, exact against simulated, settings, words."""

from dataclasses import replace
from functools import cache
from math import sqrt

import pytest

from combat.decks.how import How
from combat.errors import OptionError
from combat.washingtons_war.deck.chain import years
from combat.washingtons_war.deck.course import Course
from combat.washingtons_war.deck.deck_file import example_deck
from combat.washingtons_war.deck.entry import DECK
from combat.washingtons_war.deck.last_word import LastWord
from combat.washingtons_war.deck.tally import Tally
from combat.washingtons_war.deck.timing import Problem
from combat.washingtons_war.deck.track import Rates
from combat.washingtons_war.deck.war_ends import WarEnds, last_year_takes_all

TRIALS = 60_000
FRANKLIN = "Benjamin Franklin: Minister to France"
STEUBEN = "Baron von Steuben Trains the Continental Army"

ONE_CARD = {  # by the deal of a year, no new deck: there from 1775 on, or joining in 1776
    "1775": (0.1296, 0.0),
    "1776": (0.2566, 0.1458),
    "1777": (0.3835, 0.2917),
    "1778": (0.5104, 0.4375),
    "1779": (0.6373, 0.5833),
    "1780": (0.7643, 0.7292),
    "1781": (0.8912, 0.8750),
}
GAMES = 400_000
WAR_ENDS = {  # of so many games that were simulated apart from this code, no card removed
    ("runs-out", "random"): (0.1993, 0.2748, 0.2685, 0.18, 0.0773),
    ("runs-out", "earliest"): (0.2622, 0.317, 0.249, 0.1296, 0.0422),
    ("runs-out", "latest"): (0.1442, 0.2307, 0.2714, 0.2308, 0.1229),
    ("every-turn", "random"): (0.1932, 0.2628, 0.2558, 0.1881, 0.1001),
    ("every-turn", "earliest"): (0.2271, 0.2836, 0.2462, 0.163, 0.0801),
    ("every-turn", "latest"): (0.1611, 0.2401, 0.2616, 0.2145, 0.1227),
}


def without_removal():
    cards = tuple(replace(card, removed_after_play=False) for card in example_deck().cards)
    return replace(example_deck(), cards=cards)


@cache
def usual():
    return DECK.answer()


def close(found, chance, trials, both=0):
    """Within four standard errors, of both numbers if both are counts of games."""
    errors = chance * (1 - chance) * (1 / trials + (1 / both if both else 0.0))
    return abs(found - chance) <= 4 * sqrt(errors) + 1e-9


@pytest.mark.rule("WW-31")
def test_a_named_card_comes_as_published():
    table = usual().table("card_by_year").plain()
    american = usual().table("card_by_year_american").plain()
    for year, (early, later) in ONE_CARD.items():
        for name, published in ((FRANKLIN, early), (STEUBEN, later)):
            assert table[name][year] == pytest.approx(published, abs=5.1e-5)
            assert american[name][year] == pytest.approx(table[name][year] / 2, abs=1e-12)
    assert table["Declaration of Independence"] == table[STEUBEN] | {
        year: pytest.approx(chance) for year, chance in table[STEUBEN].items()
    }


@pytest.mark.rule("WW-32", "WW-33")
@pytest.mark.parametrize(("reshuffle", "last"), WAR_ENDS)
def test_the_war_ends_as_published(reshuffle, last):
    deck, course, word = without_removal(), Course(reshuffle), LastWord(last)
    found = years(WarEnds(deck, course, word), deck, course)
    exact = last_year_takes_all({year: end.ended for year, end in found.items()})
    tally = Tally.of(Problem(deck, course, word), How(trials=TRIALS, rng=5).chunks()[0])
    sampled = dict(zip(course.years, (tally.ended / tally.games).tolist(), strict=True))
    for year, published in zip(range(1779, 1784), WAR_ENDS[reshuffle, last], strict=True):
        assert close(published, exact[year], GAMES)
        assert close(sampled[year], exact[year], TRIALS)
    assert sum(exact[year] for year in range(1775, 1779)) == 0.0


CASES = [
    {},
    {"reshuffle": "every-turn", "last": "latest", "washington": "0.2", "cards": "Major"},
    {"new_decks": "1776, 1780", "last": "earliest", "wins": "0.4, 1.5, …", "hand": "1775"},
    {"last": "holder", "order": "random", "reshuffle": "none", "hand": "new-deck"},
    {"reshuffle": "every-turn", "last": "holder", "order": "american", "american_wants": "early"},
]


@pytest.mark.rule("WW-30", "WW-31", "WW-32", "WW-33", "WW-34", "WW-39")
@pytest.mark.parametrize("options", CASES, ids=str)
def test_exact_and_simulated_agree(options):
    exact = DECK.answer(**options)
    sampled = DECK.answer(how=How("simulate", TRIALS, 11), **options)
    assert (exact.method, sampled.method) == ("exact", "simulated")
    assert [table.name for table in exact.tables] == [table.name for table in sampled.tables]
    numbers = 0
    for table in exact.tables:
        other = sampled.table(table.name)
        assert (other.title, other.kind, other.axis) == (table.title, table.kind, table.axis)
        for group, row in table.data.items():
            for value, chance in row.items():
                numbers += 1
                rare = 0.5 / TRIALS  # too rare for a normal error
                assert close(other.data[group].get(value, 0.0), max(chance, rare), TRIALS)
    assert numbers > 250


@pytest.mark.rule("WW-34", "WW-12")
def test_the_alliance_takes_all_that_moves_the_track():
    def chance(**options):
        return DECK.answer(reshuffle="none", **options).table("alliance_by_year").plain()

    none = chance(wins="0")
    assert not any(none.values())  # 4 of Franklin, 2 of Steuben, 1 of Hortelez: never 9
    one, more = chance(wins="1"), chance(wins="2")
    with_regulars, captured = chance(regulars="0.3"), chance(washington="0.3")
    for year in list(one)[2:]:
        assert captured[year] < one[year] < with_regulars[year]
        assert one[year] < more[year]
    sure = chance(wins="0, 20")
    assert sure["1775"] == 0.0
    assert sure["1776"] == pytest.approx(1.0, abs=0.01)


@pytest.mark.rule("WW-33")
def test_a_late_end_comes_later():
    def mean(**options):
        answer = DECK.answer(order="british", reshuffle="none", **options)
        table = answer.table("war_ends").plain()
        return sum(int(year) * chance for year, chance in table.items())

    early = mean(last="holder", british_wants="early", american_wants="early")
    late = mean(last="holder", british_wants="late", american_wants="late")
    mixed = mean(last="holder")
    assert early < mixed < late
    assert early == pytest.approx(mean(last="earliest"), abs=1e-9)  # one wish: the best of all
    assert late == pytest.approx(mean(last="latest"), abs=1e-9)


def test_the_same_seed_gives_the_same_answer():
    def asked(seed):
        return DECK.answer(how=How("simulate", 5_000, seed), redraws="0.5").tables

    assert asked(3) == asked(3)
    assert asked(3) != asked(4)
    one = DECK.answer(how=How("simulate", 5_000))
    assert one.lines[0].endswith("±0.03 on average")  # 1.19 years from war to war
    assert DECK.answer(how=How("simulate", 5_000, one.seed)).tables == one.tables


@pytest.mark.rule("WW-30")
def test_the_answer_says_what_is_not_verified():
    answer = usual()
    said = "\n".join(answer.assumes)
    assert "example" in said
    assert "83 of 110 cards are made up" in said
    assert "count of Minor Campaign (3), Major Campaign (2)" in said
    assert answer.title.endswith("110 strategy cards")
    assert sum(answer.table("war_ends").plain().values()) == pytest.approx(1.0)
    assert answer.lines[0] == "the war ends in 1780.66 on average"
    assert any("winter offensive" in line for line in answer.lines)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"redraws": "0.5"}, "battle cards"),
        ({"alliance_deck": "yes"}, "the alliance"),
        ({"last": "holder"}, "the last word"),
        ({"cards": "Operations 3"}, "too many cards"),
    ],
)
def test_what_has_no_exact_answer_is_simulated_and_says_so(options, why):
    answer = DECK.answer(how=How(rng=1), **options)
    assert answer.trials == 100_000
    assert answer.method == "simulated"
    said = next(line for line in answer.assumes if line.startswith("simulated:"))
    assert why in said
    assert answer.table("hand").data == usual().table("hand").data  # hands stay exact
    assert answer.precision_of(answer.table("hand")) == 0.0 < answer.precision
    with pytest.raises(OptionError, match="no exact answer"):
        DECK.answer(how=How("exact"), **options)


def test_rates_follow_the_years():
    assert Rates().wins == (1.0,)
    settings = {s.key: s for s in DECK.settings}
    wins = settings["wins"]
    assert wins.parse("0.5, 1, …", {}) == wins.parse("0.5,1,...", {}) == (0.5, 1.0)
    for setting in DECK.settings:  # what prints reads back
        assert setting.parse(setting.shows(setting.default), {}) == setting.default
