"""Searches over three fronts and more: two at a time exactly, limits first, honest refusals."""

from functools import cache

import numpy as np
import pytest
from commandline import ask

from combat.axis_allies.fronts.best import best_splits
from combat.axis_allies.fronts.blocks import block
from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.plan import planned
from combat.axis_allies.fronts.problem import Front, Group, Problem, Way
from combat.axis_allies.fronts.search import searched
from combat.axis_allies.fronts.tables import of_rows
from combat.axis_allies.fronts.wanted import read_fronts, read_kept
from combat.axis_allies.map.position_file import starting_position
from combat.errors import OptionError
from combat.games import parse_battle

START = starting_position()
THREE = ("Karelia", "Egypt", "Caucasus")
LIMITS = {"Karelia": 0.8, "Egypt": 0.8, "Caucasus": 0.8, "sz 2": 0.9, "sz 13": 0.8}


@cache
def germany(*targets, keep=(), aim="net"):
    fronts = read_fronts(START, "Germany", targets)
    kept = read_kept(START, "Germany", keep)
    return planned(Turn(START, "Germany", fronts, kept, {}), aim=aim)


def score(*targets, **options):
    return germany(*targets, **options).best.split.score


def limited(*targets):
    return tuple(f"{target} >= {LIMITS[target]}" for target in targets)


def left_by(plan):
    """Those whom a plan sends, by place, as units to keep."""
    sent = {}
    for party in plan.best.parties:
        for one in party.arrivals if party else ():
            ships = [(one.ship, "tr", 1)] if one.way == "landing" else []
            for place, unit, n in ((one.place, one.unit, one.number), *ships):
                row = sent.setdefault(place, {})
                row[unit] = 1 if unit == "tr" else row.get(unit, 0) + n
    return tuple(
        f"{place}: {', '.join(f'{n} {unit}' for unit, n in row.items())}"
        for place, row in sent.items()
    )


@pytest.mark.rule("AA-24")
@pytest.mark.parametrize("targets", [THREE, (*THREE, "sz 2")])
def test_a_limit_never_finds_a_better_split(targets):
    free, bound = germany(*targets), germany(*limited(*targets))
    assert free.method == bound.method == "search"
    assert bound.best.split.score <= free.best.split.score + 1e-9 <= free.bound + 2e-9
    for target, chance in zip(targets, bound.best.split.chances, strict=True):
        assert chance >= LIMITS[target]


@pytest.mark.rule("AA-24")
def test_three_fronts_are_no_worse_than_exact_parts_of_them():
    """One front, and of those who are left the best for the other two: a split of three."""
    egypt = germany("Egypt")
    others = germany("Karelia", "Caucasus", keep=left_by(egypt))
    assert egypt.method == others.method == "exact"
    parts = egypt.best.split.score + others.best.split.score
    assert parts > 50.5
    assert score(*THREE) >= parts - 1e-9


def test_unmet_limits_are_reached_before_net_value_counts():
    found = germany(*limited(*LIMITS)).best.split
    assert all(c >= least for c, least in zip(found.chances, LIMITS.values(), strict=True))
    assert found.score > 70.0


def test_each_front_alone_has_its_true_chance_where_no_split_is_found():
    """Egypt has 93.8 % with all of it; what no split is proven of is not said of it."""
    targets = "Karelia >= 0.9", "Egypt >= 0.93", "Caucasus >= 0.9", "sz 2 >= 0.94"
    with pytest.raises(OptionError, match="no such split was found by the search") as said:
        germany(*targets)
    text = str(said.value)
    assert "Anglo Egypt 93.8 %" in text
    assert "sz 2 94.5 %" in text
    assert "no split gives" not in text


def test_a_front_that_cannot_have_its_chance_alone_is_proof():
    targets = (*THREE[::2], "Egypt >= 0.95")
    with pytest.raises(OptionError, match=r"no split gives every front .* Anglo Egypt 93\.8 %"):
        germany(*targets)


def test_tiny_chances_are_said_in_words():
    options = [part for target in THREE[:2] for part in ("--target", target)]
    found = ask("fronts", "aa", "--power", "Germany", *options)
    line = next(row for row in found.out.splitlines() if row.startswith("All fronts succeed"))
    assert line.endswith("none: under 0.01 %.")


# --- two fronts of many --------------------------------------------------------------------------


def small_problem(seed):
    rng = np.random.default_rng(seed)
    texts = ("1 inf, 1 art", "1 arm, 1 inf", "2 inf", "1 ftr, 1 inf")
    fronts = tuple(
        Front(
            f"{at}",
            parse_battle("aa", f"1 inf v {text}", worth=f"territory={3 * at}"),
            worth=3.0 * at,
        )
        for at, text in enumerate(texts[: 3 + seed % 2])
    )
    groups = []
    for unit in ("inf", "inf", "arm", "arm", "ftr"):
        there = np.flatnonzero(rng.random(len(fronts)) < 0.8).tolist() or [0]
        ways = tuple(Way(at, "air" if unit == "ftr" else "land") for at in there)
        groups.append(Group(unit, int(rng.integers(1, 4)), ways))
    return Problem(fronts, tuple(groups))


@pytest.mark.parametrize("aim", ["net", "all", "least"])
@pytest.mark.parametrize("seed", range(6))
def test_small_problems_are_solved_by_pairs(seed, aim):
    problem = small_problem(seed)
    best = next(best_splits(problem, aim=aim)).score
    assert searched(problem, aim=aim)[0].score == pytest.approx(best, abs=1e-9)


def test_what_a_block_finds_is_what_the_whole_says():
    """The choices of two fronts, laid out by the groups of the whole, are worth the same there."""
    problem = germany(*THREE).turn.problem
    split = germany(*THREE).best.split
    part = block(problem, (0, 1), split.cells)
    one = next(best_splits(part.problem, aim="net"))
    for front, cell, chance, swing in zip(
        part.fronts, part.cells(one.cells), one.chances, one.swings, strict=True
    ):
        row = of_rows(problem, front, np.array([cell]))
        assert row.may[0]
        assert row.chance[0] == pytest.approx(chance, abs=1e-12)
        assert row.swing[0] == pytest.approx(swing, abs=1e-10)
    used = [split.cells[2], *part.cells(one.cells)]
    for at, group in enumerate(problem.groups):
        if group.part_of is None:
            assert sum(cell[at] for cell in used) <= group.number


def test_ships_that_all_have_to_fight_do_not_where_one_is_away():
    ways = Way(0, "sea", must=True), Way(1, "sea")
    sea = parse_battle("aa", "1 dd v 1 dd")
    fronts = tuple(Front(name, sea, "cleared_not_taken") for name in ("sz 1", "sz 2", "sz 3"))
    problem = Problem(fronts, (Group("dd", 2, (*ways, Way(2, "sea"))),))
    away = block(problem, (0, 1), ((0,), (0,), (1,)))
    assert away.problem.groups == (Group("dd", 1, (Way(1, "sea"),)),)
    assert block(problem, (0, 1)).problem.groups == (Group("dd", 2, ways),)
