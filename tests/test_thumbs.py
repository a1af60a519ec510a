"""Rules of thumb are judged as a count by hand judges them, and fitted on other battles."""

import math

import numpy as np
import pytest

from analysis.parts import Line, TextTable
from analysis.thumbs import drawn_frame, measured, misses_frame, points_frame, thumbs_frame
from analysis.thumbs.answer import Measured, MeasuredContest, _judged, _measured
from analysis.thumbs.fit import CHANCE, fitted
from analysis.thumbs.parts import thumbs_parts
from analysis.thumbs.sample import FITTED, MEASURED, Sample
from analysis.thumbs.verdict import verdict
from combat.errors import OptionError
from combat.games import GAMES, find_game, parse_battle
from combat.thumb_forms import Grid, Measure, by_lead, by_shortfall
from combat.thumbs import EVEN, SURE_ENOUGH, Contest, Thumb

FEW = 150
WITH_THUMBS = sorted(name for name, game in GAMES.items() if game.thumbs is not None)


def battles_of(*pairs):
    return [parse_battle("aa", f"{mine} inf v {theirs} inf") for mine, theirs in pairs]


def counts(battle):
    return float(battle.attacker.total), float(battle.defender.total)


COUNT = Thumb("count", "Count.", counts)


def toy(battles, chances, candidates=(COUNT,), known=(COUNT,)):
    """A contest of given battles with given chances, whatever the dice say."""
    at = {str(battle): chance for battle, chance in zip(battles, chances, strict=True)}
    return Contest(
        name="toy",
        title="toys",
        event="it works",
        events=(),
        drawn="one after another",
        draw=lambda _, count: list(battles)[:count],
        known=known,
        forms="what there is",
        candidates=lambda: candidates,
        exact=lambda some: np.array([at[str(battle)] for battle in some]),
    )


def sample_of(chances, pairs, **options):
    battles = battles_of(*pairs)
    return Sample(toy(battles, chances, **options), battles, np.array(chances))


def test_a_rule_that_compares():
    mine, theirs = np.array([1.0, 2.0, 3.0]), np.array([2.0, 2.0, 2.0])
    assert COUNT.above(mine, theirs).tolist() == [False, False, True]
    enough = Thumb("count", "Count.", counts, enough=True)
    assert enough.above(mine, theirs).tolist() == [False, True, True]
    demanding = Thumb("count", "Count.", counts, about=0.75, times=0.86, more=1.28, enough=True)
    assert demanding.above(mine, theirs, wanted=0.75).tolist() == [False, False, True]
    assert demanding.wanted == (0.75,)
    with pytest.raises(AssertionError):
        demanding.above(mine, theirs, wanted=0.5)


def test_a_rule_that_gives_a_chance_is_asked_about_both():
    rule = Thumb("count", "Count.", counts, chance=by_lead(0.1, even=0.6))
    mine, theirs = np.array([1.0, 2.0, 4.0]), np.array([3.0, 2.0, 2.0])
    assert rule.chance(mine, theirs) == pytest.approx([0.4, 0.6, 0.8])
    assert rule.above(mine, theirs, wanted=EVEN).tolist() == [False, True, True]
    assert rule.above(mine, theirs, wanted=SURE_ENOUGH).tolist() == [False, False, True]
    assert rule.wanted == (EVEN, SURE_ENOUGH)


@pytest.mark.parametrize("points", [0.5, 1.0, 1.5])
def test_shortfall_is_of_the_stronger_and_the_same_from_both_sides(points):
    mine, theirs = np.array([0.0, 0.0, 30.0, 40.0, 7.0]), np.array([0.0, 5.0, 40.0, 30.0, 7.0])
    chance = by_shortfall(points)
    there = chance(mine, theirs)
    assert there + chance(theirs, mine) == pytest.approx(np.ones(5))
    assert there[3] == pytest.approx(min(1.0, 0.5 + points * 0.25))  # 30 is a quarter short of 40
    assert there[1] == 0.0
    assert there[0] == there[4] == 0.5


def test_the_words_of_a_demand_say_what_it_demands():
    measure = Measure("count", "Count the units.", counts)
    favourite = "Count the units. The attacker is the favourite if he has more than the defender's."
    assert measure.rule().words == favourite
    rule = measure.demanding(SURE_ENOUGH, times=1.5)
    assert rule.name == "count, 1.5 times for 75 %"
    assert rule.words.endswith("is above 75 % if he has more than 1.5 times the defender's.")
    assert measure.demanding(EVEN, more=-1.0).words.endswith("if he is less than 1 behind.")
    least = Measure("dice", "Count.", counts, enough=True, theirs="the blocks", likely="It falls")
    assert least.demanding(EVEN, more=-0.5).words == "Count. It falls if he is at most 0.5 behind."
    assert least.demanding(EVEN, more=2.0).words.endswith("if he is at least 2 ahead.")
    assert least.demanding(SURE_ENOUGH).name == "dice, as much for 75 %"
    assert "a quarter less 68.75 %" in least.by_shortfall(0.75).words


def test_a_verdict_counts():
    pairs = [(3, 1), (3, 2), (2, 2), (1, 2), (1, 3), (4, 3)]
    chances = [0.9, 0.4, 0.55, 0.1, 0.65, 0.5]
    sample = sample_of(chances, pairs)
    found = verdict(sample, COUNT, EVEN, best=np.zeros(6, dtype=bool))
    # wrong: 3 v 2 promises too much; 2 v 2 and 1 v 3 too little; at just one half nobody is
    assert (found.bold, found.timid) == (pytest.approx(1 / 6), pytest.approx(2 / 6))
    assert found.wrong.value == pytest.approx(3 / 6)
    assert found.close_battles == 4  # 0.4, 0.55, 0.65 and 0.5 are within 0.2 of one half
    assert found.close.value == pytest.approx(3 / 4)
    assert str(found.worst.battle) == "1 inf v 3 inf"
    assert (found.worst.attacks, found.worst.chance) == (False, 0.65)
    assert found.behind.value == pytest.approx(3 / 6)
    assert not found.best


def test_the_interval_is_wilsons():
    sample = sample_of([0.9, 0.1, 0.2, 0.8], [(2, 1), (2, 1), (1, 2), (2, 1)])
    wrong = verdict(sample, COUNT, EVEN, best=np.zeros(4, dtype=bool)).wrong
    share, n, z = 1 / 4, 4, 1.959963984540054
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    assert (wrong.value, wrong.low, wrong.high) == pytest.approx(
        (share, centre - half, centre + half)
    )


def test_who_is_never_wrong_has_no_worst_miss():
    sample = sample_of([0.9, 0.1], [(2, 1), (1, 2)])
    found = verdict(sample, COUNT, EVEN, best=np.zeros(2, dtype=bool))
    assert (found.worst, found.wrong.value) == (None, 0.0)
    assert found.wrong.high > 0.3  # two battles do not say much
    assert (found.close_battles, found.close.value) == (0, 0.0)


def test_behind_the_best_is_paired():
    """Two rules that are wrong equally often, but not in the same battles, are not behind."""
    other = Thumb("less", "Count.", lambda battle: counts(battle)[::-1])
    sample = sample_of([0.9, 0.9, 0.1, 0.1], [(2, 1), (1, 2), (2, 1), (1, 2)])
    best = sample.wrong(COUNT, EVEN)
    found = verdict(sample, other, EVEN, best=best)
    assert found.wrong.value == found.behind.value + best.mean() == 0.5
    assert found.behind.low < 0 < found.behind.high


def test_the_error_is_the_mean_distance():
    rule = Thumb("c", "C.", counts, chance=by_lead(0.1))
    sample = sample_of([0.9, 0.5, 0.1], [(3, 1), (2, 2), (1, 2)], known=(rule,))
    judged = _judged(sample, rule, (rule,), fitted=(), known=True)
    assert judged.error.value == pytest.approx((0.2 + 0.0 + 0.3) / 3)
    assert [one.wanted for one in judged.verdicts] == [EVEN, SURE_ENOUGH]


def test_fitting_takes_the_least_wrong_and_of_equals_the_first():
    measure = Measure("count", "Count.", counts)
    grid = Grid(more=(1.0, 2.0), sure_more=(0.0, 2.0, 3.0), leads=(0.1, 0.2), evens=(0.5, 0.3))
    pairs = [(3, 1), (3, 2), (2, 2), (4, 2), (5, 2), (6, 2)]
    chances = [0.6, 0.4, 0.3, 0.7, 0.8, 0.9]  # one ahead is too few, two are enough
    sample = sample_of(chances, pairs, candidates=tuple(grid.rules(measure)))
    found = {
        purpose: rule.name for rule, purposes in fitted(sample).items() for purpose in purposes
    }
    assert found == {
        "the favourite": "count, 1 ahead",
        "a chance of 75 %": "count, 2 ahead for 75 %",
        CHANCE: "count, 30 % and 20 points for each ahead",
    }


def test_fitting_without_such_rules_finds_none():
    assert list(fitted(sample_of([0.9], [(2, 1)])).values()) == [("the favourite",)]


@pytest.mark.parametrize("name", WITH_THUMBS)
def test_no_candidate_was_less_often_wrong_where_it_was_fitted(name):
    answer, game = measured(name, battles=FEW), find_game(name)
    for one, contest in zip(answer.contests, game.thumbs(game), strict=True):
        train = Sample.drawn(contest, FEW, seed=answer.seed, stream=FITTED)
        chosen = {purpose: judged.rule for judged in one.rules for purpose in judged.fitted}
        for wanted, purpose in ((EVEN, "the favourite"), (SURE_ENOUGH, "a chance of 75 %")):
            able = [r for r in contest.candidates() if r.chance is None and r.about == wanted]
            least = min(
                int((train.says(r, wanted) != (train.chances > wanted)).sum()) for r in able
            )
            rule = next(r for r in able if r.name == chosen[purpose].name)
            assert int(train.wrong(rule, wanted).sum()) <= least


@pytest.mark.parametrize("name", WITH_THUMBS)
def test_the_two_sets_of_battles_are_not_the_same(name):
    game = find_game(name)
    for contest in game.thumbs(game):
        first, second = (
            [str(b) for b in contest.draw(np.random.default_rng([7, stream]), 40)]
            for stream in (FITTED, MEASURED)
        )
        assert first != second
        assert first == [str(b) for b in contest.draw(np.random.default_rng([7, FITTED]), 40)]


@pytest.mark.parametrize("name", WITH_THUMBS)
def test_the_same_seed_gives_the_same(name):
    first, again, other = (
        thumbs_frame(_measured.__wrapped__(find_game(name), 40, seed)) for seed in (3, 3, 4)
    )
    assert first.equals(again)
    assert not first["wrong"].equals(other["wrong"])


@pytest.mark.parametrize("name", WITH_THUMBS)
def test_frames_say_what_the_answer_says(name):
    answer = measured(name, battles=FEW)
    frame = thumbs_frame(answer)
    assert len(frame) == sum(len(j.verdicts) for one in answer.contests for j in one.rules)
    assert (frame["bold"] + frame["timid"]).to_numpy() == pytest.approx(frame["wrong"].to_numpy())
    assert (frame["wrong_low"] <= frame["wrong"]).all()
    assert (frame["wrong"] <= frame["wrong_high"]).all()
    assert frame.groupby(["contest", "wanted"])["best"].any().all()
    misses = misses_frame(answer)
    assert len(misses) == int((frame["wrong"] > 0).sum())
    wrongly = (misses["says"] == "above") != (misses["chance"] > misses["wanted"])
    assert wrongly.all()
    drawn = drawn_frame(answer)
    assert drawn["contest"].tolist() == [one.contest.name for one in answer.contests]
    assert (drawn["battles"] == FEW).all()
    assert (drawn["seed"] == answer.seed).all()


def test_points_are_the_battles_of_a_rule():
    answer = measured("aa", battles=FEW)
    one = answer.contest("land")
    points = points_frame(answer, "add up pips", contest="land")
    verdict_ = one.rule("add up pips").verdict(EVEN)
    assert len(points) == FEW == one.battles
    assert (~points["right"]).mean() == pytest.approx(verdict_.wrong.value)
    assert (~points["right"] & points["above"]).mean() == pytest.approx(verdict_.bold)
    assert points["given"].isna().all()
    assert ((points["share"] > 0.5) == (points["mine"] > points["demanded"])).all()
    assert points.attrs == {"rule": "add up pips", "event": one.event, "wanted": 0.5}
    closest = one.closest().rule
    given = points_frame(answer, closest.name, contest="land", wanted=0.75)
    assert (given["given"] - given["chance"]).abs().mean() == pytest.approx(
        one.closest().error.value
    )
    assert given.attrs["wanted"] == 0.75


def measured_toy(chances, pairs, *rules, known):
    """A toy contest of these battles with these rules, of which the first so many are players'."""
    sample = sample_of(chances, pairs)
    judged = [
        _judged(sample, rule, rules, fitted=(), known=place < known)
        for place, rule in enumerate(rules)
    ]
    return MeasuredContest(sample.contest, sample, tuple(judged), 0, 1)


def test_what_the_battles_cannot_tell_from_a_rule():
    """Wrong in as many battles as the other, or in hardly more: as good; in far more: not."""
    never = Thumb("never", "No.", lambda _: (0.0, 1.0))
    always = Thumb("always", "Yes.", lambda _: (1.0, 0.0))
    twice = Thumb("count twice", "Count.", counts)
    pairs = [(2, 1)] * 30 + [(1, 2)] * 3
    one = measured_toy([0.9] * 30 + [0.1] * 3, pairs, COUNT, never, always, twice, known=3)
    best = one.best()
    assert best.rule is COUNT
    # 3 of 33 more often wrong, 1.96 * sd / sqrt(33) = 0.098 > 0.091; 30 of 33 is far more
    assert [judged.rule.name for judged in one.as_good(best)] == ["always"]


def test_the_surest_in_close_battles_need_not_be_the_best():
    always = Thumb("always", "Yes.", lambda _: (1.0, 0.0))
    pairs = [(2, 1), (2, 2), (1, 2), (1, 2), (1, 2)]
    one = measured_toy([0.9, 0.6, 0.1, 0.1, 0.1], pairs, COUNT, always, known=2)
    assert (one.best().rule, one.surest().rule) == (COUNT, always)
    assert measured_toy([0.9], [(2, 1)], COUNT, known=1).surest() is None


def test_best_of_all_and_of_those_that_players_use():
    one: MeasuredContest = measured("aa", battles=FEW).contest("land")
    for wanted in (EVEN, SURE_ENOUGH):
        for known in (False, True):
            able = [j for j in one.rules if j.verdict(wanted) and (j.known or not known)]
            best = one.best(wanted, known=known)
            if not able:
                assert best is None
            else:
                least = min(j.verdict(wanted).wrong.value for j in able)
                assert best.verdict(wanted).wrong.value == least


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (lambda: measured("aa", battles=0), "1 to 20000 battles, not 0"),
        (lambda: measured("aa", battles=20_001), "not 20001"),
        (lambda: measured("aa", seed=-1), "a seed is 0 or more, not -1"),
        (lambda: measured("chess"), "no game is called 'chess'"),
        (lambda: measured("ww", battles=5).contest("sea"), "no rules of thumb for 'sea'"),
        (lambda: measured("ww", battles=5).contests[0].rule("luck"), "is called 'luck'"),
        (lambda: points_frame(measured("ww", battles=5), "luck"), "is called 'luck'"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(asked, says):
    with pytest.raises(OptionError, match=says) as error:
        asked()
    assert "\n" not in str(error.value)
    assert error.value.given or error.value.allowed


def test_a_game_without_rules_of_thumb_says_so():
    from dataclasses import replace

    game = replace(find_game("aa"), thumbs=None)
    with pytest.raises(OptionError, match="has no rules of thumb"):
        measured(game)


@pytest.mark.parametrize("name", WITH_THUMBS)
def test_the_parts_say_what_the_frame_says(name):
    answer = measured(name, battles=FEW)
    frame = thumbs_frame(answer)
    tables = [part for part in thumbs_parts(answer) if isinstance(part, TextTable)]
    rows = [row for table in tables for row in table.rows]
    assert len(tables) == len(answer.contests)
    assert [row[0].removesuffix(" (fitted)") for row in rows] == frame["rule"].tolist()
    for row, one in zip(rows, frame.itertuples(), strict=True):
        assert row[1] == f"{100 * one.wanted:g} %"
        if one.wrong:
            assert float(row[2].split()[0]) == pytest.approx(100 * one.wrong, abs=0.06)
        else:
            assert row[2].startswith("under ")
            assert float(row[2].split()[1]) >= 100 * one.wrong_high
    lines = [part.text for part in thumbs_parts(answer) if isinstance(part, Line)]
    stated = [text for text in lines if f"{FEW} battles drawn with seed {answer.seed}" in text]
    assert len(stated) == len(tables)


def test_one_battle_is_enough_to_measure():
    answer: Measured = measured("ww", battles=1)
    frame = thumbs_frame(answer)
    assert frame["wrong"].isin([0.0, 1.0]).all()
    assert (frame["wrong_close"].isna() == (frame["close_battles"] == 0)).all()
