"""What an answer about a combat of Commands & Colors: Napoleonics says that it rests on."""

import random
from dataclasses import replace

import pytest
from napoleonics_cases import difference, drawn, joint

from combat.engine import solve
from combat.errors import WargameError
from combat.games import GAMES, parse_battle

GAME = GAMES["napoleonics"]
RANGED = {"combat": "ranged"}
SINGLE = "single source: "
WORDS = {  # numbers of a unit's table, and how an answer names them
    "melee": "melee dice",
    "ranged": "ranged dice",
    "ranged_moved": "ranged moved dice",
    "fire": "dice by range",
    "flags_ignored": "flags ignored",
    "retreat": "retreat of",
    "moves": "moves",
}


def doubts(one):
    """What of an answer rests on a single source, as it is said."""
    return [line.removeprefix(SINGLE) for line in GAME.assumes(one) if line.startswith(SINGLE)]


def named(one, title, key):
    """Whether a number of a unit is said to rest on a single source."""
    return any(line.startswith(f"{title} with") and WORDS[key] in line for line in doubts(one))


NAMED = [  # (attacker, defender, settings, whose number, which)
    ("Russian line 3, moved", "INF 4", RANGED, "Russian line", "ranged_moved"),
    ("Prussian light 4, moved", "INF 4", RANGED, "Prussian light", "ranged_moved"),
    ("Austrian line 5", "INF 4", {}, "Austrian line", "melee"),
    ("Austrian light 4", "INF 4", RANGED, "Austrian light", "ranged"),
    ("French foot artillery 3", "INF 4", RANGED, "French foot artillery", "fire"),
    ("French line 4, with foot artillery 3 at 2", "INF 4", {}, "French foot artillery", "fire"),
    ("INF 4", "French militia 4", {}, "French militia", "retreat"),
    ("INF 4", "Portuguese line 4", RANGED, "Portuguese line", "flags_ignored"),
    ("Spanish light cavalry 3", "INF 4", {}, "Spanish light cavalry", "flags_ignored"),
    ("Russian light cavalry 3, moved", "INF 4", {}, "Russian light cavalry", "moves"),
    ("CAV 4", "INF 1", {"bonus": "Austrian line 5"}, "Austrian line", "melee"),
]


@pytest.mark.parametrize(("attacker", "defender", "options", "title", "key"), NAMED)
def test_a_number_of_a_single_source_is_named_where_it_counts(
    attacker, defender, options, title, key
):
    one = parse_battle("ccn", attacker, defender, **options)
    assert named(one, title, key)
    assert all("nations=FILE replaces it" in line for line in doubts(one) if " with " in line)


NOT_NAMED = [
    ("Russian line 3", "INF 4", RANGED, "Russian line", "ranged_moved"),
    ("Russian line 3, moved", "INF 4", {}, "Russian line", "ranged_moved"),
    ("Russian line 3, moved, dice 3", "INF 4", RANGED, "Russian line", "ranged_moved"),
    ("Austrian line 5, dice 4", "INF 4", {}, "Austrian line", "melee"),
    ("INF 4", "Austrian line 5", RANGED, "Austrian line", "melee"),
    ("Austrian line 5", "INF 4", RANGED, "Austrian line", "flags_ignored"),
    ("Austrian line 5", "INF 4", RANGED, "Austrian line", "melee"),
    ("Russian light cavalry 3", "INF 4", {}, "Russian light cavalry", "moves"),
    ("French foot artillery 3", "INF 4", {}, "French foot artillery", "fire"),
    ("French line 4, with foot artillery 3 at 1", "INF 4", {}, "French foot artillery", "fire"),
    ("INF 4", "Spanish light cavalry 3, retire", {}, "Spanish light cavalry", "flags_ignored"),
    ("Russian light cavalry 3", "LEADER", {}, "Russian light cavalry", "flags_ignored"),
    ("Russian light cavalry 3", "INF 4, square", {}, "Russian light cavalry", "melee"),
    ("British light 5", "British line 4", {}, "British light", "melee"),
    ("British light 5, moved", "British line 4", RANGED, "British light", "ranged_moved"),
]


@pytest.mark.parametrize(("attacker", "defender", "options", "title", "key"), NOT_NAMED)
def test_a_number_that_does_not_count_is_not_named(attacker, defender, options, title, key):
    assert not named(parse_battle("ccn", attacker, defender, **options), title, key)


RULINGS = [  # (attacker, defender, settings, words): said with them, and not without
    ("INF 4", "INF 4 on orchard", {}, "what orchard does"),
    ("INF 4 on hill with fieldworks", "INF 4", {}, "what hill with fieldworks does"),
    ("INF 4, with ART 3 at 2 on orchard", "INF 4", {}, "what orchard does"),
    ("CAV 4", "INF 1", {"bonus": "INF 4", "bonus_hex": "orchard"}, "what orchard does"),
    ("INF 4, with ART 3 at 2", "INF 4", {}, "artillery that joins"),
    ("INF 4, elan", "INF 4", {}, "the dice that elan gives"),
    ("INF 4", "INF 4, support", {}, "two friends next to it"),
    ("CAV 4", "INF 1", {"bonus": "INF 4, support"}, "two friends next to it"),
    ("INF 4", "INF 4 leader, support", {}, "flags ignored for several reasons add up"),
    ("CAV 4", "INF 4, square", {}, "a square strikes first"),
    ("CAV 4", "INF 4, may square", {"square_strikes": "back"}, "after the cavalry's"),
    ("INF 4", "INF 4, square", {}, "a unit in square has one die"),
]


@pytest.mark.parametrize(("attacker", "defender", "options", "words"), RULINGS)
def test_what_else_rests_on_a_single_source_is_named(attacker, defender, options, words):
    assert any(words in line for line in doubts(parse_battle("ccn", attacker, defender, **options)))
    plain = {key: "INF 4" for key in options if key == "bonus"}
    without = parse_battle("ccn", attacker.split(",")[0].split(" on ")[0], "INF 4", **plain)
    assert not any(words in line for line in doubts(without))


def test_an_answer_of_sure_numbers_names_none():
    assert doubts(parse_battle("ccn", "French line 4", "British light 4 leader on hill")) == []
    assert doubts(parse_battle("ccn", "British heavy cavalry 3", "CAV 2")) == []


ASSUMED = [
    ("CAV 4", "INF 4, first-strike", {}, "may battle back too"),
    ("CAV 4", "INF 4, first-strike", {"first_strike_back": "no"}, "does not battle back"),
    ("CAV 4", "INF 1", {"bonus": "INF 1"}, "one bonus melee"),
    ("CAV 4 on hill", "INF 4 on forest", {}, "add up"),
    ("CAV 4 on hill", "INF 4 on forest", {"terrain_dice": "worst"}, "the worst counts"),
    ("ART 3", "INF 4", {}, "artillery does not take ground"),
    ("INF 4", "CAV 3, retire", {}, "two hexes are free"),
    ("INF 4", "INF 4", {}, "the winner takes the ground"),
    ("INF 4", "INF 4, may first-strike", {"goal": "banner_swing"}, "for the goal banner_swing"),
    ("INF 4", "INF 4", {"worth": "banner=3, leader=2"}, "a banner 3, a block 1, a leader"),
]


@pytest.mark.parametrize(("attacker", "defender", "options", "words"), ASSUMED)
def test_rulings_and_settings_are_said(attacker, defender, options, words):
    lines = GAME.assumes(parse_battle("ccn", attacker, defender, **options))
    assert any(words in line for line in lines)


# --- every number that counts -----------------------------------------------------------------


def changed(kind, key):
    """Tables of a unit in which a number, or a row, is another."""
    for more in (1, -1, 2):
        if key == "flags_ignored":
            yield replace(kind, flags_ignored=max(0, kind.flags_ignored + more))
        elif key == "retreat":
            yield replace(kind, retreat=(kind.retreat[0] + (more > 0), kind.retreat[1] + 1))
        elif key == "fire":
            yield replace(kind, fire=tuple(raised(row, more) for row in kind.fire))
        else:
            rows = ("melee", "melee_moved") if key == "melee" else (key,)
            yield replace(kind, **{row: raised(getattr(kind, row), more) for row in rows})


def raised(row, more):
    return tuple(max(0, number + more) for number in row)


def with_unit(one, who, unit):
    """The battle with another unit in that place."""
    if who == "bonus":
        return replace(one, settings=dict(one.settings) | {"bonus": unit})
    sides = {"attacker": one.attacker, "defender": one.defender} | {who: unit}
    return one.with_sides(**sides)


def counts(one, who, key):
    """Whether an answer changes with a number of a unit, or cannot be given without it."""
    unit = one["bonus"] if who == "bonus" else getattr(one, who)
    before = joint(solve(one, engine="exact"))
    for kind in changed(unit.kind, key):
        try:
            other = with_unit(one, who, replace(unit, kind=kind))
        except WargameError:
            return True
        if difference(joint(solve(other, engine="exact")), before) > 1e-12:
            return True
    return False


@pytest.mark.parametrize("seed", range(12))
def test_no_number_that_counts_is_kept_back(seed):
    """Whatever changes an answer, and rests on a single source, is named in it."""
    rng, tried = random.Random(4_000 + seed), 0
    for _ in range(12):
        one = drawn(rng)
        for who, unit in (
            ("attacker", one.attacker),
            ("defender", one.defender),
            ("bonus", one["bonus"]),
        ):
            for key in {*WORDS} & {*(unit.kind.doubtful if unit else ())} - {"moves"}:
                if counts(one, who, key):
                    assert named(one, unit.kind.title, key), (one, who, key)
                    tried += 1
    assert tried > 5
