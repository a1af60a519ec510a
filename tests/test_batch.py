"""Many battles: files of them, other processes, seeds and precision, and what is simulated."""

import csv
import io
import json
import math
import multiprocessing
import pickle
import re
import weakref
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from commandline import ask, ask_json, is_plain_refusal

from analysis.advice import should_attack
from analysis.answers import odds
from analysis.cli import show
from analysis.cli.options import Format
from analysis.sequels import countered, waves
from combat.engine import PILOT_TRIALS, solve
from combat.errors import OptionError
from combat.games import find_game, parse_battle

TABLE = "[units.elite]\ndomain = 'land'\ncost = 7\nattack = 3\ndefence = 3\nhits = 2\n"
KINDS = [
    "3 inf, 2 arm, 1 ftr v 3 inf, 1 art, 1 aa",
    "2 dd, 1 ss v 2 ss, 1 tr",
    "2 inf, 1 arm v 2 inf | landing=2 inf | bombard=1 ca",
    "3 bmr v 1 aa | raid=8",
    "2 inf, 1 arm, 1 ftr v 3 inf | retreat=best",
]

# --- files of battles --------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "battles.txt"
    path.write_text("\n".join(KINDS))
    return str(path)


def read_csv(*asked):
    return list(csv.DictReader(io.StringIO(ask(*asked, "--format", "csv").out), strict=True))


def columns(battle):
    """The numbers of a battle that a row has, as texts."""
    outcomes = odds(f"aa {battle}")
    found = {e.name: repr(outcomes.event(e.name).value) for e in outcomes.battle.events}
    return found | {"swing": repr(outcomes.quantity("swing").value)}


def test_a_batch_of_all_kinds_of_battles(file):
    """A column for each event of any battle, and nothing where a battle has no such event."""
    rows = read_csv("odds", "aa", "--batch", file)
    assert len(rows) == len(KINDS)
    names = set(rows[0]) - {"battle", "method", "trials", "seed"}
    assert names >= {"territory_taken", "cleared_not_taken", "complex_out", "swing"}
    for battle, row in zip(KINDS, rows, strict=True):
        assert row["battle"] == str(parse_battle("aa", battle))
        assert (row["method"], row["trials"], row["seed"]) == ("exact", "", "")
        assert {name: row[name] for name in names} == dict.fromkeys(names, "") | columns(battle)
    document = ask_json("odds", "aa", "--batch", file)
    assert document["battles"] == [ask_json("odds", "aa", battle) for battle in KINDS]
    table = ask("odds", "aa", "--batch", file).out
    firsts = ("territory_taken", "cleared_not_taken", "territory_taken", "complex_out")
    for battle, name in zip(KINDS, firsts, strict=False):
        assert odds(f"aa {battle}").event(name).as_percent() in table


@pytest.mark.parametrize(
    ("game", "battle"),
    [
        ("ccn", "INF 4 v INF 3"),
        ("ww", "british, 3 cu, gen 1/1 v american, 2 cu"),
        ("rb", "3 continental v 2 regulars"),
    ],
)
def test_the_swing_has_the_games_own_name(tmp_path, game, battle):
    path = tmp_path / "battles.txt"
    path.write_text(battle)
    (row,) = read_csv("odds", game, "--batch", str(path))
    (found,) = ask_json("odds", game, "--batch", str(path))["battles"]
    name = parse_battle(game, battle).game.swing
    assert ("swing" in row) == (name == "swing")
    assert float(row[name]) == found["quantities"][name]["value"]
    assert name.replace("_", " ") in " ".join(ask("odds", game, "--batch", str(path)).out.split())


def test_a_simulated_batch_says_how_often_and_from_which_seed(file):
    asked = ("odds", "aa", "--batch", file, "--trials", "700", "--seed", "11")
    rows = read_csv(*asked)
    for battle, row in zip(KINDS, rows, strict=True):
        assert (row["method"], row["trials"], row["seed"]) == ("simulated", "700", "11")
        again = odds(f"aa {battle}", trials=700, rng=11)
        assert row["swing"] == repr(again.quantity("swing").value)
    assert re.search(r"\b700\b.*\b11\b", ask(*asked).out)


@pytest.mark.parametrize("form", Format)
def test_a_batch_keeps_no_answer_longer_than_its_row_takes(form, capsys):
    seen = []

    def answers():
        for battle in KINDS * 2:
            assert sum(ref() is not None for ref in seen) <= 1
            outcomes = odds(f"aa {battle}")
            seen.append(weakref.ref(outcomes))
            yield outcomes
            del outcomes

    show.batch(answers(), form)
    assert len(seen) == 2 * len(KINDS)
    assert capsys.readouterr().out.count("landing") >= 2


# --- other processes ---------------------------------------------------------------------------

HOW = [{}, {"trials": 900, "rng": 4}]


def numbers(outcomes):
    """All that can be asked of outcomes."""
    battle = outcomes.battle
    return (
        str(battle),
        outcomes.columns,
        outcomes.states.tolist(),
        outcomes.chance.tolist(),
        (outcomes.method, outcomes.exact, outcomes.trials, outcomes.seed, outcomes.dropped),
        {e.name: outcomes.event(e.name) for e in battle.events},
        {q.name: outcomes.quantity(q.name) for q in battle.quantities},
    )


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("battle", KINDS)
def test_outcomes_are_pickled_whole(battle, how):
    outcomes = replace(odds(f"aa {battle}", **how), dropped=1e-9)
    again = pickle.loads(pickle.dumps(outcomes))
    assert numbers(again) == numbers(outcomes)
    assert again.battle == outcomes.battle
    first, second = (found.model.policy_map() for found in (outcomes, again))
    assert (first is None) == (second is None)
    assert first is None or first.lines == second.lines
    assert numbers(pickle.loads(pickle.dumps(again))) == numbers(outcomes)
    if outcomes.battle.event(outcomes.battle.events[0].name).partition:
        assert np.array_equal(again.model.timeline(), outcomes.model.timeline())


def test_battles_are_answered_by_several_processes():
    battles = [parse_battle("aa", battle) for battle in KINDS]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        for how in HOW:
            for battle, found in zip(battles, pool.map(partial(odds, **how), battles), strict=True):
                assert numbers(found) == numbers(odds(battle, **how))


# --- seeds, precision and best play ------------------------------------------------------------


@pytest.mark.parametrize(
    ("battle", "precision"),
    [("3 inf, 2 arm v 4 inf", 0.02), ("2 inf v 4 inf", 0.004), ("2 dd v 1 ss, 1 dd", 0.01)],
)
def test_the_precision_asked_for_is_met_whatever_the_seed(battle, precision):
    battle = parse_battle("aa", battle)
    main = battle.main_event
    assert 0.001 < solve(battle).event(main).value < 0.999
    for seed in range(30):
        outcomes = solve(battle, precision=precision, rng=seed)
        assert outcomes.event(main).margin <= precision
        assert outcomes.seed == seed
    again = solve(battle, trials=outcomes.trials, rng=29)
    assert numbers(again) == numbers(outcomes)


class MisledModel:
    """A model whose first run tells of a rare event that is none."""

    work = best_work = 0.0

    def __init__(self, battle):
        self.battle = battle
        self.runs = []

    def simulate(self, trials, rng, seed):
        self.runs.append(trials)
        rare = parse_battle("aa", "1 inf v 9 inf") if trials == PILOT_TRIALS else self.battle
        return rare.game.model(rare).simulate(trials, rng, seed)


def test_a_first_run_that_misleads_costs_time_and_no_precision():
    battle = parse_battle("aa", "3 inf, 2 arm v 4 inf")
    model = MisledModel(battle)
    misled = replace(battle, game=replace(battle.game, model=lambda _: model))
    outcomes = solve(misled, precision=0.013, rng=3)
    assert outcomes.event("territory_taken").margin <= 0.013
    assert len(model.runs) > 2


@pytest.mark.parametrize("seed", [-1, 1.0, 2.5, "7", np.int64(-3), np.float64(2.0), [1], b"1"])
def test_a_seed_is_a_whole_number_from_0(seed):
    for ask_it in (solve, should_attack):
        with pytest.raises(OptionError, match="whole number from 0"):
            ask_it(parse_battle("aa", "2 inf v 1 inf"), trials=100, rng=seed)


def test_seeds_of_any_integer_type_and_generators():
    battle = parse_battle("aa", "3 inf v 2 inf")
    found = [solve(battle, trials=500, rng=seed) for seed in (3, np.int64(3), np.uint8(3))]
    assert {one.seed for one in found} == {3}
    assert len({str(numbers(one)) for one in found}) == 1
    assert solve(battle, trials=500, rng=np.random.default_rng(3)).seed is None
    unseeded = solve(battle, trials=500)
    assert numbers(solve(battle, trials=500, rng=unseeded.seed)) == numbers(unseeded)
    assert is_plain_refusal(ask("odds", "aa", "2 inf v 1 inf", "--trials", "9", "--seed", "-1"))


@pytest.mark.rule("AA-08")
@pytest.mark.parametrize("how", [{}, {"trials": 50, "rng": 1}, {"engine": "simulate"}])
def test_best_play_that_takes_too_long_is_refused_however_it_is_asked(how):
    for battle in ("2 inf v 1 inf | retreat=best or after 301", "9 inf v 9 inf | rounds=500"):
        best = battle if "best" in battle else f"{battle} | retreat=best"
        with pytest.raises(OptionError, match="best play takes too long"):
            odds(f"aa {best}", **how)
        assert odds(f"aa {best.replace('301', '300').replace('500', '20')}", **how).model.best_work
    assert odds("aa 2 inf v 1 inf | rounds=500", **how).model.best_work == 0.0


def test_a_game_without_counter_attacks_says_so():
    first = odds("aa 2 arm v 1 inf")
    game = replace(first.battle.game, followers={})
    first = replace(first, battle=replace(first.battle, game=game))
    with pytest.raises(OptionError, match="no counter-attacks"):
        countered(first, "1 inf")
    with pytest.raises(OptionError, match="no attacks in waves"):
        waves(first, "1 inf")


# --- what is simulated -------------------------------------------------------------------------


def spread(outcomes):
    """Mean, standard deviation and its standard error of the rounds, from how many still fight."""
    ended = outcomes.model.timeline().sum(axis=1)
    chance = np.diff(ended, prepend=0.0)
    rounds = np.arange(len(chance))
    mean = chance @ rounds
    variance, fourth = (chance @ (rounds - mean) ** power for power in (2, 4))
    error = math.sqrt((fourth - variance**2) / 20_000) / (2 * math.sqrt(variance))
    return mean, math.sqrt(variance), error


@pytest.mark.rule("AA-01", "AA-10")
@pytest.mark.parametrize(
    "battle",
    [
        "4 inf, 1 arm v 5 inf",
        "4 inf, 1 arm v 5 inf | rounds=3",
        "2 inf, 2 arm v 4 inf | retreat=at 2",
        "2 inf, 1 arm, 2 ftr v 3 inf, 1 aa | retreat=best",
        "3 dd, 1 ca v 2 dd, 2 ss",
        "3 dd, 1 ca v 2 dd, 2 ss | rounds=2",
        "2 inf, 1 arm v 3 inf | landing=2 inf | bombard=1 bb",
    ],
)
def test_rounds_spread_as_far_in_simulations(battle):
    exact, sampled = (odds(f"aa {battle}", **how) for how in ({}, {"trials": 20_000, "rng": 8}))
    mean, sd, error = spread(exact)
    found = exact.quantity("rounds")
    assert (found.value, found.sd) == pytest.approx((mean, sd), abs=1e-6)
    near = sampled.quantity("rounds")
    assert abs(near.value - mean) < 4 * sd / math.sqrt(20_000)
    assert abs(near.sd - sd) < 4 * error < 0.1 * sd
    assert near.stderr == pytest.approx(near.sd / math.sqrt(20_000))


@pytest.mark.rule("AA-57")
@pytest.mark.parametrize("how", HOW)
def test_units_of_several_hits_give_each_final_state_once(how, tmp_path):
    (tmp_path / "mine.toml").write_text(TABLE)
    units = f"units={tmp_path / 'mine.toml'}"
    outcomes = odds(f"aa 2 inf, 3 elite v 2 inf, 2 elite | {units}", **how)
    rows = [outcomes.battle.game.end_text(outcomes, row) for row in range(len(outcomes))]
    assert len(rows) == len(set(rows)) == len(np.unique(outcomes.states, axis=0))
    assert ("1 elite", "", "territory_taken") in rows
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-12)
    document = json.loads(ask("odds", "aa", str(outcomes.battle), "--format", "json").out)
    ends = [(row["attacker"], row["defender"], row["end"]) for row in document["outcomes"]]
    assert len(ends) == len(set(ends)) == len(document["outcomes"]) > 8


@pytest.mark.rule("AA-05", "AA-13")
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(
    "battle", ["1 bb, 1 dd, 1 ftr v 1 bb, 1 ss, 2 tr", "2 ss, 1 bb v 2 ss, 1 dd, 1 tr", *KINDS]
)
def test_no_final_state_is_told_twice(battle, how):
    outcomes = odds(f"aa {battle}", **how)
    assert len(outcomes) == len(np.unique(outcomes.states, axis=0))


def test_the_game_travels_by_name():
    game = find_game("aa")
    assert pickle.loads(pickle.dumps(game)) is game
