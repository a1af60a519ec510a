"""What matters: effects against the oracles, their order, the smallest flip, and what is left."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import napoleonics_oracle
import oracle
import pytest
import rebellion_oracle
import washingtons_war_oracle as ww_oracle
from hypothesis import given
from hypothesis import strategies as st
from rebellion_cases import Case
from test_flips import TAKE, brute_force
from washingtons_war_cases import battle_of

from analysis.advice import should_attack
from analysis.answers import odds
from analysis.parts import TextTable
from analysis.sensitivity import effects, sensitivity
from analysis.sensitivity.document import flip_text
from analysis.sensitivity.effects import Difference, candidates
from analysis.sensitivity.frames import COLUMNS, sensitivity_frame
from analysis.sensitivity.measure import measured
from analysis.sensitivity.parts import sensitivity_parts
from combat.changes import Change
from combat.errors import IllegalBattleError, NotationError, OptionError
from combat.estimate import Estimate
from combat.games import GAMES, parse_battle

SIDES = ("attacker", "defender", "neither")
EXAMPLES = [(name, " v ".join(sides)) for name, game in GAMES.items() for sides in game.examples]


@cache
def answer(game, text):
    """What matters in an example, asked once."""
    return sensitivity(parse_battle(game, text))


def close(value, wanted):
    return value == pytest.approx(float(wanted), abs=1e-12)


# --- effects against the oracles ---------------------------------------------------------------

ATTACK, DEFENCE = {"inf": 2, "arm": 1, "ftr": 1}, {"inf": 3, "art": 1}
ROWS = [  # side, change, what the oracle is asked
    ("attacker", "+1 inf", {"attacker": ATTACK | {"inf": 3}}),
    ("attacker", "-1 inf", {"attacker": ATTACK | {"inf": 1}}),
    ("attacker", "-1 ftr", {"attacker": {"inf": 2, "arm": 1}}),
    ("attacker", "+1 art", {"attacker": ATTACK | {"art": 1}}),
    ("attacker", "+1 bmr", {"attacker": ATTACK | {"bmr": 1}}),
    ("defender", "+1 aa", {"defender": DEFENCE | {"aa": 1}}),
    ("defender", "+1 ftr", {"defender": DEFENCE | {"ftr": 1}}),
    ("defender", "-1 art", {"defender": {"inf": 3}}),
    ("attacker", "retreat = after 2", {"retreat": "after 2"}),
    ("attacker", "retreat = at 2", {"retreat": "at 2"}),
    ("attacker", "retreat = air-only", {"retreat": "air-only"}),
    ("attacker", "retreat = best", {"retreat": "best"}),
    ("attacker", "losses = inf arm ftr; keep 1 land", {"keep": "1 land"}),
    ("neither", "dice = low-luck", {"dice": "low-luck"}),
    ("neither", "edition = second", {"table": oracle.SECOND_EDITION}),
]


@pytest.mark.parametrize("measure", ["territory_taken", "net_value"])
def test_axis_and_allies_equals_the_oracle(measure):
    found = sensitivity("aa 2 inf, 1 arm, 1 ftr v 3 inf, 1 art", measure)

    def number(**options):
        asked = {"attacker": ATTACK, "defender": DEFENCE} | options
        result = oracle.land(asked.pop("attacker"), asked.pop("defender"), **asked)
        return result.mean_swing() if measure == "net_value" else result.event(measure)

    now = number()
    assert close(found.now.value, now)
    for side, change, options in ROWS:
        one, then = found.of(side, change), number(**options)
        assert close(one.value.value, then), change
        assert close(one.effect.value, then - now), change
        assert one.effect.low == one.effect.value == one.effect.high
        gain = {1: "attacker", -1: "defender", 0: "neither"}[(then > now) - (then < now)]
        assert one.helps == gain


def test_1775_equals_the_oracle():
    case = Case("american", {"continental": 2, "militia": 2}, {"regulars": 2, "loyalist": 1})
    found = sensitivity(case.battle())

    def chance(one):
        ends = rebellion_oracle.outcomes(one.asked())
        return sum(p for (_, _, end), p in ends.items() if end == "attacker_holds")

    now = chance(case)
    rows = {
        ("attacker", "+1 continental"): {"attacker": case.attacker | {"continental": 3}},
        ("attacker", "+1 french"): {"attacker": case.attacker | {"french": 1}},
        ("attacker", "-1 militia"): {"attacker": case.attacker | {"militia": 1}},
        ("defender", "+1 hessian"): {"defender": case.defender | {"hessian": 1}},
        ("defender", "-1 loyalist"): {"defender": {"regulars": 2}},
        ("attacker", "losses = keep-own militia"): {"losses": ("keep-own militia", "keep-dice")},
        ("defender", "defender_withdraw = save-last"): {"withdraw": ("never", "save-last")},
        ("attacker", "withdraw = outnumbered"): {"withdraw": ("outnumbered", "never")},
        ("neither", "volley = attacker"): {"volley": "attacker"},
        ("neither", "faces.militia = 1/2/3"): {"faces": {"militia": (1, 2, 3)}},
        ("neither", "faces.continental = 3/2/1"): {"faces": {"continental": (3, 2, 1)}},
    }
    for key, options in rows.items():
        then = chance(replace(case, **options))
        assert close(found.of(*key).effect.value, then - now), key
        assert found.of(*key).helps == ("attacker" if then > now else "defender")


def test_washingtons_war_equals_the_oracle():
    british = ww_oracle.Side(
        "british", 4, ww_oracle.General(4, 2), regulars=True, card="discard", cut_off=True
    )
    american = ww_oracle.Side("american", 3, ww_oracle.General(3, 2), militia=True)
    asked = ww_oracle.Battle(british, american)
    found = sensitivity(battle_of(asked), "attacker_wins")

    def chance(battle):
        ends = ww_oracle.outcomes(battle)
        return sum(p for outcome, p in ends.items() if outcome.end == "attacker_wins")

    def changed(role, **fields):
        return replace(asked, **{role: replace(getattr(asked, role), **fields)})

    general = ww_oracle.General
    rows = {
        ("attacker", "+1 cu"): changed("attacker", cu=5),
        ("attacker", "-1 regulars"): changed("attacker", regulars=False),
        ("attacker", "+1 navy"): changed("attacker", navy=True),
        ("attacker", "-1 discard"): changed("attacker", card="none"),
        ("attacker", "card played = battle-card"): changed("attacker", card="battle-card"),
        ("attacker", "+1 battle rating"): changed("attacker", general=general(5, 2)),
        ("defender", "-1 battle rating"): changed("defender", general=general(2, 2)),
        ("defender", "-1 militia"): changed("defender", militia=False),
        ("defender", "+1 battle-card"): changed("defender", card="battle-card"),
        ("defender", "general = none"): changed("defender", general=None),
        ("defender", "+1 drm"): changed("defender", drm=1),
        ("defender", "evade = yes"): replace(asked, evade=2),
        ("attacker", "+1 agility rating"): changed("attacker", general=general(4, 3)),
    }
    now = chance(asked)
    assert close(found.now.value, now)
    for key, battle in rows.items():
        assert close(found.of(*key).effect.value, chance(battle) - now), key
    lost = sensitivity(battle_of(asked), "attacker_surrenders").of("attacker", "-1 cut-off")
    wanted = sum(p for o, p in ww_oracle.outcomes(asked).items() if o.attacker_surrendered)
    assert close(-lost.effect.value, wanted)
    assert wanted > 0
    assert lost.helps == "attacker"  # the event is the defender's


def test_napoleonics_equals_the_oracle():
    line = napoleonics_oracle.unit("French", "line", 4)
    light = napoleonics_oracle.unit("British", "light", 4, leader=True, hex="hill")
    found = sensitivity("ccn French line 4 v British light 4 leader on hill", "target_retreats")

    def chance(attacker, defender, **rules):
        ends = napoleonics_oracle.combat(attacker, defender, **rules)
        return sum(p for result, p in ends.items() if result.defender_hexes > 0)

    now = chance(line, light)
    rows = {
        ("attacker", "-1 block"): (replace(line, blocks=3), light),
        ("attacker", "hex = hill"): (replace(line, hex="hill"), light),
        ("attacker", "hex = town"): (replace(line, hex="town"), light),
        ("attacker", "+1 elan"): (replace(line, cards=("elan",)), light),
        ("attacker", "moved = 1"): (replace(line, moved=1), light),
        ("attacker", "unit = French old guard"): (
            napoleonics_oracle.unit("French", "old guard", 4),
            light,
        ),
        ("defender", "-1 leader"): (line, replace(light, leader=False)),
        ("defender", "+1 support"): (line, replace(light, support=True)),
        ("defender", "hex = castle"): (line, replace(light, hex="castle")),
        ("defender", "room = 0"): (line, replace(light, room=0)),
        ("defender", "reaction = first-strike"): (line, replace(light, reaction="first-strike")),
        ("defender", "+1 flag ignored"): (line, replace(light, ignore=1)),
    }
    for key, sides in rows.items():
        assert close(found.of(*key).effect.value, chance(*sides) - now), key
    fired = found.of("attacker", "combat = ranged").effect.value
    assert close(fired, chance(line, light, combat="ranged") - now)


# --- every effect is that of its battle --------------------------------------------------------


@pytest.mark.parametrize(("game", "text"), EXAMPLES)
def test_each_effect_and_verdict_is_that_of_the_changed_battle(game, text):
    found = answer(game, text)
    assert len(found) > 20
    assert not found.left_out
    for one in found.effects:
        advice = should_attack(one.battle, with_flips=False)
        assert str(advice.aim) == str(found.aim)
        chance = advice.outcomes.event(found.measure.name).value
        assert one.value.value == pytest.approx(chance, abs=1e-12)
        assert one.effect.value == pytest.approx(chance - found.now.value, abs=1e-12)
        assert one.verdict == advice.verdict
    assert found.verdict == should_attack(found.battle, with_flips=False).verdict


@pytest.mark.parametrize(("game", "text"), EXAMPLES)
def test_the_greatest_come_first_and_ties_in_the_order_told(game, text):
    found = answer(game, text)
    sizes = [round(abs(one.effect.value), 12) for one in found.effects]
    assert sizes == sorted(sizes, reverse=True)
    for first, second in zip(found.effects, found.effects[1:], strict=False):
        if round(abs(first.effect.value), 12) == round(abs(second.effect.value), 12):
            keys = [(one.cost, SIDES.index(one.side), one.text) for one in (first, second)]
            assert keys[0] < keys[1]


def test_a_tie_of_many():
    """One on the die is one on the die, whatever it is made of."""
    found = sensitivity(
        "ww british, 5 cu, Burgoyne, regulars, discard, cut-off"
        " v american, 5 cu, gen 2/2, militia, battle-card"
    )
    wanted = found.of("attacker", "+1 drm").effect.value
    tied = [
        f"{one.side} {one.text}"
        for one in found.effects
        if one.effect.value == pytest.approx(wanted, abs=1e-12)
    ]
    assert tied == [
        "attacker card played = battle-card",
        "attacker card played = treason",
        "defender card played = discard",
        "defender -1 militia",
        "attacker +1 drm",
        "defender -1 cu",
        "defender -1 drm",
        "defender -1 battle rating",
        "attacker +1 navy",
    ]


# --- the smallest change that turns the verdict over --------------------------------------------


@pytest.mark.parametrize(
    ("battle", "aim"),
    [
        ("3 inf, 2 arm v 4 inf, 1 art", TAKE),
        ("2 art, 1 ftr v 4 inf", "defender_holds <= 0.2"),
        ("4 inf, 4 arm, 2 ftr v 2 inf", "territory_taken >= 0.6"),
    ],
)
def test_the_flip_is_the_smallest_of_all(battle, aim):
    found = sensitivity(f"aa {battle}", aim=aim)
    every = brute_force(battle, aim)
    flip = found.flip
    assert flip.cost == min(cost for cost, _ in every.values())
    assert every[flip.side, flip.change] == (flip.cost, flip.after)
    assert flip.before == found.verdict != flip.after


def test_the_flip_of_1775_is_the_smallest_of_all():
    """By hand: so many of each colour that is there more or fewer, until it is turned."""
    aim, text = "attacker_holds >= 0.75", "2 continental, 2 militia v 2 regulars, 1 loyalist"
    found = sensitivity(f"rb {text}", aim=aim)
    assert found.verdict == "hold"
    sides = {"attacker": {"continental": 2, "militia": 2}, "defender": {"regulars": 2}}
    sides["defender"]["loyalist"] = 1
    costs = {}
    for side, sign in (("attacker", 1), ("defender", -1)):
        for colour, times in product(sides[side], range(1, 6)):
            counts = {one: dict(units) for one, units in sides.items()}
            counts[side][colour] += sign * times
            if counts[side][colour] < 0 or not any(counts[side].values()):
                continue
            words = [
                ", ".join(f"{n} {name}" for name, n in units.items() if n)
                for units in counts.values()
            ]
            chance = odds(parse_battle("rb", *words)).event("attacker_holds").value
            if chance >= 0.76:
                costs.setdefault(f"{side} {'+' if sign > 0 else '-'}{times} {colour}", times)
    assert found.flip.cost == min(costs.values())
    assert f"{found.flip.side} {found.flip.change}" in costs


def test_a_single_change_that_turns_it_is_no_smaller_than_the_flip():
    for game, text in EXAMPLES:
        found = answer(game, text)
        tried = [(one.side, one.text()) for one in GAMES[game].neighbours(found.battle)]
        definite = {"attack": "hold", "hold": "attack"}
        for one in found.effects:
            turned = one.step and definite.get(found.verdict) == one.verdict
            if turned and (one.side, one.text) in tried:
                assert found.flip is not None
                assert found.flip.cost <= one.cost


def test_the_aim_decides_the_verdicts():
    battle = "aa 3 inf, 2 arm v 4 inf, 1 art"
    easy, hard = (sensitivity(battle, aim=f"territory_taken >= {p}") for p in (0.2, 0.9))
    assert (easy.verdict, hard.verdict) == ("attack", "hold")
    assert (easy.threshold, hard.threshold) == (0.2, 0.9)
    for one in easy.effects:
        chance = one.value.value
        wanted = "too_close" if abs(chance - 0.2) < 0.01 else "attack" if chance > 0.2 else "hold"
        assert one.verdict == wanted
        assert hard.of(one.side, one.text).value == one.value
    assert sensitivity(battle, "defender_holds", aim="territory_taken >= 0.2").threshold is None


def test_best_play_that_a_change_brings_is_for_the_aim():
    """Without an aim it is for the game's own goal."""
    text = "rb 1 continental, 2 militia v 1 regulars, 1 loyalist"
    row = ("attacker", "withdraw = best")
    by_value = sensitivity(text, "net_value", aim="net_value >= 0").of(*row)
    by_area = sensitivity(text, "net_value").of(*row)
    wanted = odds(f"{text} | withdraw=best | goal=net_value").quantity("net_value").value
    assert close(by_value.value.value, wanted)
    assert close(by_area.value.value, odds(f"{text} | withdraw=best").quantity("net_value").value)
    assert by_value.value.value > by_area.value.value + 0.1
    told = "with a change to what is best: best play of both sides for the goal attacker_holds"
    assert told in sensitivity(text, "net_value").assumes


# --- plausible data ----------------------------------------------------------------------------


def test_plausible_dice_are_bounded_by_two_rows():
    text = "3 continental, 2 militia v 2 regulars, 1 loyalist"
    found = sensitivity(f"rb {text}")
    faces = {
        "loyalist": ("2/2/2", "1/2/3"),
        "continental": ("3/1/2", "2/1/3", "3/2/1"),
        "militia": ("2/2/2", "1/2/3"),
    }
    chances = {}
    for combination in product(*faces.values()):
        dice = " | ".join(f"faces.{c}={f}" for c, f in zip(faces, combination, strict=True))
        chances[combination] = odds(f"rb {text} | {dice}").event("attacker_holds").value
    usual = tuple(one[0] for one in faces.values())
    many = {
        combination: chance
        for combination, chance in chances.items()
        if sum(a != b for a, b in zip(combination, usual, strict=True)) > 1
    }
    rows = [one for one in found.effects if one.text.startswith("plausible dice: ")]
    assert sorted(one.value.value for one in rows) == pytest.approx(
        [min(many.values()), max(many.values())], abs=1e-12
    )
    worst = min(many, key=many.get)
    words = ", ".join(f"{c} {f}" for c, f in zip(faces, worst, strict=True))
    assert close(found.of("neither", f"plausible dice: {words}").value.value, many[worst])
    single = found.of("neither", "faces.militia = 1/2/3").value.value
    assert close(single, chances["2/2/2", "3/1/2", "1/2/3"])


def test_other_sources_of_napoleonics_are_rows():
    found = sensitivity("ccn French grenadier 4 v British line 4 | combat=ranged")
    (row,) = [one for one in found.effects if one.text.startswith("sources: ")]
    assert row.text.startswith("sources: French grenadier: ")
    assert (row.side, row.step, row.cost) == ("neither", 0, 0.0)
    more_dice = odds("ccn French grenadier 4, dice 5 v British line 4 | combat=ranged")
    assert close(row.value.value, more_dice.event("target_eliminated").value)
    assert row.effect.value > 0


# --- simulated ---------------------------------------------------------------------------------


def test_the_interval_of_a_difference_is_the_published_one():
    """Newcombe 1998, Statistics in Medicine 17, 873: 56/70 less 48/80, method 10."""
    now, then = Estimate.of_proportion(48, 80), Estimate.of_proportion(56, 70)
    found = Difference.of(now, then)
    assert found.value == pytest.approx(0.2)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)
    assert found.clear
    back = Difference.of(then, now)
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low))


def test_differences_of_means_and_of_one_exact_number():
    now, then = Estimate.of_mean(2.0, 3.0, 900), Estimate.of_mean(2.5, 4.0, 1600)
    half = 1.959963984540054 * math.sqrt(9 / 900 + 16 / 1600)
    found = Difference.of(now, then)
    assert (found.low, found.high) == pytest.approx((0.5 - half, 0.5 + half))
    exact = Estimate.of_exact(2.0)
    one_sided = Difference.of(exact, then)
    assert (one_sided.low, one_sided.high) == pytest.approx((then.low - 2, then.high - 2))
    dropped = Difference.of(Estimate.of_exact(0.5, dropped=0.1), Estimate.of_exact(0.7))
    assert (dropped.low, dropped.high) == pytest.approx((0.1, 0.2))
    assert Difference.of(exact, Estimate.of_exact(2.0 + 1e-15)) == (0.0, 0.0, 0.0)


def test_simulated_intervals_hold_the_exact_effects():
    text, how = "aa 3 inf, 2 arm, 1 ftr v 4 inf, 1 art, 1 aa", {"trials": 4_000, "rng": 11}
    exact, sampled = sensitivity(text), sensitivity(text, **how)
    assert len(sampled) == len(exact)
    inside = 0
    for one in sampled.effects:
        true = exact.of(one.side, one.text).effect.value
        inside += one.effect.low <= true <= one.effect.high
        assert not one.value.exact
        assert 0.01 < one.effect.high - one.effect.low < 0.1
        if one.effect.low <= 0.0 <= one.effect.high:
            assert one.helps == "neither"
    assert inside >= 0.9 * len(exact)
    again = sensitivity(text, **how)
    numbers = [(one.text, one.value.value) for one in sampled.effects]
    assert numbers == [(one.text, one.value.value) for one in again.effects]
    assert any("two independent samples" in line for line in sampled.assumes)


def test_all_that_is_simulated_has_one_seed():
    text = "aa 3 inf, 2 arm v 4 inf, 1 art"
    found = sensitivity(text, trials=3_000, rng=5)
    for change, battle in (("+1 inf", "aa 4 inf, 2 arm v 4 inf, 1 art"), ("-1 arm", None)):
        battle = battle or "aa 3 inf, 1 arm v 4 inf, 1 art"
        alone = odds(battle, trials=3_000, rng=5).event("territory_taken")
        assert found.of("attacker", change).value == alone
    assert found.now == odds(text, trials=3_000, rng=5).event("territory_taken")


def test_too_large_to_be_exact_is_simulated(monkeypatch):
    """Only what is too large: here all but the smaller armies."""
    battle = parse_battle("aa", "3 inf, 2 arm v 4 inf, 1 art")
    monkeypatch.setattr(effects, "EXACT_WORK", battle.game.model(battle).work - 1)
    found = sensitivity(battle, rng=3)
    assert found.of("attacker", "-1 inf").value.exact
    assert not found.of("attacker", "+1 inf").value.exact
    more = odds("aa 4 inf, 2 arm v 4 inf, 1 art", trials=effects.TRIALS, rng=3)
    assert found.of("attacker", "+1 inf").value == more.event("territory_taken")
    assert found.outcomes.trials == effects.TRIALS


# --- limits ------------------------------------------------------------------------------------


def test_what_there_is_no_time_for_is_told(monkeypatch):
    text = "aa 3 inf, 2 arm v 4 inf, 1 art"
    whole = sensitivity(text)
    monkeypatch.setattr(effects, "WORK", 30_000.0)
    part = sensitivity(text)
    assert 0 < len(part) < len(whole)
    models = {id(one): one.battle.game.model(one.battle) for one in whole.effects}
    works = {
        f"{one.side} {one.text}": max(models[id(one)].work, models[id(one)].best_work)
        for one in whole.effects
    }
    spent = sum(works[f"{one.side} {one.text}"] for one in part.effects)
    assert spent <= 30_000
    dearest = max(works[f"{one.side} {one.text}"] for one in part.effects)
    assert dearest <= min(works[left] for left in part.left_out)
    assert min(works[left] for left in part.left_out) > 30_000 - spent
    assert len(part) + len(part.left_out) == len(whole)
    for one in part.effects:
        assert one.effect == whole.of(one.side, one.text).effect
    told = {f"{one.side} {one.text}" for one in part.effects}
    assert told | set(part.left_out) == {f"{one.side} {one.text}" for one in whole.effects}
    assert any(f"no time for {len(part.left_out)}: " in line for line in part.assumes)


def test_simulated_battles_are_limited_too(monkeypatch):
    monkeypatch.setattr(effects, "MOST_SIMULATED", 5_500)
    found = sensitivity("aa 3 inf, 2 arm v 4 inf, 1 art", trials=1_000, rng=1)
    assert len(found) == 5
    assert len(found.left_out) > 10


def test_progress_is_told_after_each_change():
    told = []
    found = sensitivity("aa 3 inf v 2 inf", progress=lambda done, of: told.append((done, of)))
    assert told == [(done, len(found)) for done in range(1, len(found) + 1)]


def test_an_event_that_a_change_makes_impossible():
    text = "ccn French line 4 v British light cavalry 3, may retire"
    found = sensitivity(text, "target_retires")
    gone = found.of("defender", "-1 may retire")
    assert gone.value.as_percent() == "impossible"
    assert gone.effect.value == -found.now.value < 0


# --- more attackers, more defenders ------------------------------------------------------------

LAND = ("inf", "art", "arm", "ftr", "bmr")
armies = st.dictionaries(st.sampled_from(LAND), st.integers(1, 3), min_size=1, max_size=3)


def clears(battle):
    outcomes = odds(battle)
    return sum(outcomes.event(e).value for e in ("territory_taken", "cleared_not_taken"))


@pytest.mark.rule("AA-06", "AA-07")
@given(armies, armies)
def test_more_attackers_never_lower_the_chance_to_clear_and_more_defenders_never_raise_it(
    attacker, defender
):
    texts = [", ".join(f"{n} {unit}" for unit, n in army.items()) for army in (attacker, defender)]
    battle = parse_battle("aa", *texts)
    now = clears(battle)
    for one in candidates(battle):
        if one.step:
            better = (one.side == "attacker") == (one.step > 0)
            assert (clears(one.battle) - now) * (1 if better else -1) > -1e-12, one.text


# --- the answer, its frame, and what is wrong ---------------------------------------------------


def test_the_frame_has_all_numbers():
    found = sensitivity("aa 3 inf, 2 arm v 4 inf, 1 art", "net_value")
    frame = sensitivity_frame(found)
    assert tuple(frame.columns) == COLUMNS
    assert len(frame) == len(found)
    for row, one in zip(frame.to_dict("records"), found.effects, strict=True):
        assert (row["side"], row["change"], row["step"]) == (one.side, one.text, one.step)
        assert row["what"] == (one.text[3:] if one.step else one.text)
        assert row["effect"] == pytest.approx(row["value"] - found.now.value, abs=1e-12)
        assert (row["helps"], row["verdict"], row["cost"]) == (one.helps, one.verdict, one.cost)
    assert frame.attrs["now"] == found.now.value
    assert (frame.attrs["threshold"], frame.attrs["unit"]) == (0.0, "IPC")
    assert (frame.attrs["is_event"], frame.attrs["event"]) == (False, "net value")


def test_what_is_measured_and_whom_it_helps():
    battle = parse_battle("aa", "3 inf v 2 inf")
    sides = {
        "territory_taken": "attacker",
        "defender_holds": "defender",
        "stand_off": "neither",
        "swing": "attacker",
        "net_value": "attacker",
        "rounds": "neither",
        "attacker_ipc_lost": "neither",
    }
    for name, side in sides.items():
        assert measured(battle, name).side == side
        assert measured(battle, name.replace("_", "-").upper()).name == name
    assert measured(battle).name == "territory_taken"
    raid = parse_battle("aa", "2 bmr v 1 aa", raid=8)
    assert (measured(raid).name, measured(raid, "damage").side) == ("all_bombers_lost", "attacker")


def test_a_raid_has_its_own_events():
    found = sensitivity("aa 2 bmr v 1 aa | raid=8")
    assert found.measure.name == "all_bombers_lost"
    assert close(found.now.value, Fraction(1, 36))
    assert close(found.of("attacker", "+1 bmr").value.value, Fraction(1, 216))
    assert found.of("defender", "-1 aa").helps == "attacker"
    damage = sensitivity("aa 2 bmr v 1 aa | raid=8", "damage")
    assert close(damage.now.value, oracle.raid(2, 8).mean("damage"))
    assert close(damage.of("attacker", "+1 bmr").value.value, oracle.raid(3, 8).mean("damage"))


def test_an_unknown_change_is_a_key_error():
    found = sensitivity("aa 1 inf v 1 inf")
    with pytest.raises(KeyError, match="no change '\\+1 bb' of attacker"):
        found.of("attacker", "+1 bb")
    assert repr(found).startswith("<Sensitivity of territory_taken (")


@pytest.mark.parametrize(
    ("error", "battle", "options", "words"),
    [
        (OptionError, "aa 3 inf v 2 inf", {"event": "win"}, "no event or quantity 'win'"),
        (OptionError, "aa 3 inf v 2 inf", {"event": "complex_out"}, "territory_taken"),
        (OptionError, "aa 2 bmr v 1 aa | raid=8", {"event": "territory_taken"}, "complex_out"),
        (OptionError, "aa 2 bmr v 1 aa | raid=8", {"event": "rounds"}, "damage"),
        (OptionError, "aa 3 inf v 2 inf", {"aim": "win > 0.5"}, "no event or quantity 'win'"),
        (NotationError, "aa 3 inf v 2 inf", {"aim": "take it"}, "cannot read"),
        (OptionError, "aa 3 inf v 2 inf", {"engine": "magic"}, "engine 'magic'"),
        (OptionError, "aa 3 inf v 2 inf", {"trials": 0}, "0 trials"),
        (OptionError, "aa 3 inf v 2 inf", {"precision": 2.0}, "precision"),
        (OptionError, "aa 3 inf v 2 inf", {"rng": -1}, "seed"),
        (OptionError, "mt 3 inf v 2 inf", {}, "deck"),
        (OptionError, "chess e4 v e5", {}, "chess"),
        (IllegalBattleError, "aa 1 aa v 2 inf", {}, "AA-03"),
    ],
)
def test_what_is_wrong_is_told(error, battle, options, words):
    with pytest.raises(error, match=words):
        sensitivity(battle, **options)


def test_a_change_without_a_game_of_its_own_falls_back_on_what_flips():
    """A game that names no variations has those that flips try."""
    battle = parse_battle("aa", "3 inf v 2 inf")
    plain = replace(battle.game, variations=None)
    found = candidates(replace(battle, game=plain))
    tried = [one for one in battle.game.neighbours(battle) if isinstance(one, Change)]
    assert [(one.side, one.text) for one in found] == [(one.side, one.text()) for one in tried]


@pytest.mark.rule("WW-03")
def test_an_overrun_in_place_of_a_battle_won_helps_nobody_clearly_and_is_explained():
    found = sensitivity("ww british, 5 cu, gen 3/2, regulars, cut-off v american, 2 cu")
    less = found.of("defender", "-1 cu")
    overrun = odds("ww british, 5 cu, gen 3/2, regulars, cut-off v american, 1 cu")
    assert overrun.event("overrun").value == 1.0
    assert (less.value.value, less.helps) == (0.0, "neither")
    assert any("'attacker wins' is a battle won" in line for line in found.assumes)
    assert found.of("defender", "+1 battle-card").helps == "defender"


@pytest.mark.parametrize(
    "text",
    [
        "ccn British heavy cavalry 3 v French line 4, may square",
        "ww british, 5 cu, gen 3/2, regulars, cut-off v american, 2 cu",
        "aa 2 ss, 1 dd, 1 ftr v 1 bb, 1 ss",
        "rb 3 continental, 2 militia v 2 regulars, 1 loyalist",
    ],
)
def test_no_single_change_that_turns_it_is_cheaper_than_the_smallest(text):
    """What costs nothing is told apart, what costs something is no less than the smallest."""
    found = sensitivity(text)
    free = {(flip.side, flip.change) for flip in found.free_flips}
    costs = [flip.cost for flip in found.flips]
    assert costs == sorted(costs)
    for one in found.effects:
        wanted = "attack" if (one.step > 0) == (one.side == "attacker") else "hold"
        if one.verdict not in ({wanted} if one.step else {"attack", "hold"}):
            continue
        if one.verdict != found.verdict:
            again = should_attack(one.battle, aim=str(found.aim), with_flips=False)
            assert again.verdict == one.verdict
            if one.cost:
                assert found.flip.cost <= one.cost
            else:
                assert (one.side, one.text) in free
    for flip in (*found.flips, *found.free_flips):
        assert flip.before == found.verdict != flip.after


def test_changes_that_rest_on_data_not_verified_are_named():
    found = sensitivity("aa 6 inf, 2 arm, 1 ftr v 5 inf, 1 aa")
    assert any("not verified" in line and "edition = second" in line for line in found.assumes)
    units = sensitivity("ccn French line 4 v British light 4")
    (line,) = [line for line in units.assumes if "these changes rest on" in line]
    rests = odds("ccn French line 4, bayonet-charge v British light 4")
    assert any("single source" in one for one in rests.battle.game.assumes(rests.battle))
    assert "bayonet-charge" in line or " more" in line


def test_where_nothing_could_be_tried_nothing_is_claimed():
    """A game need know no changes: then it is not said that none turns the verdict over."""
    battle = parse_battle("aa", "3 inf v 3 inf")
    without = replace(battle.game, neighbours=lambda _: (), variations=None)
    found = sensitivity(replace(battle, game=without))
    assert (found.effects, found.flip) == ((), None)
    told = flip_text(found)
    assert "no small change" not in told
    assert told == "no change of it is known that could be tried"
    assert not any(isinstance(part, TextTable) for part in sensitivity_parts(found))
