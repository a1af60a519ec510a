"""Plans side by side, against the oracles."""

from fractions import Fraction

import oracle
import pytest
import washingtons_war_cases
import washingtons_war_oracle
from matplotlib import pyplot as plt

from analysis.compare.answer import compare, force_cost, more_often
from analysis.compare.frames import better_frame, plan_frame
from analysis.compare.picture import MOST, comparison_picture
from combat.errors import IllegalBattleError, OptionError, UnknownUnitError
from combat.games import parse_battle

EXACT = 1e-11
TARGET = {"inf": 2, "art": 1}
PLANS = ({"inf": 4, "art": 1}, {"inf": 1, "arm": 2}, {"inf": 1, "ftr": 1})
COSTS = (4 * 3 + 4, 3 + 2 * 5, 3 + 10)
TEXTS = tuple(
    f"aa {', '.join(f'{n} {name}' for name, n in plan.items())} v 2 inf, 1 art" for plan in PLANS
)


def fought(plan, **options):
    return oracle.land(plan, TARGET, **options)


def swings(result):
    """Distribution of the defender's loss less the attacker's."""
    found = {}
    for (attacker, defender), chance in result.lost.items():
        found[defender - attacker] = found.get(defender - attacker, Fraction(0)) + chance
    return found


def duel(mine, theirs):
    """Chance that the one's number is higher than the other's, and that they are equal."""
    pairs = [(a, b, p * q) for a, p in mine.items() for b, q in theirs.items()]
    return (
        sum((chance for a, b, chance in pairs if a > b), start=Fraction(0)),
        sum((chance for a, b, chance in pairs if a == b), start=Fraction(0)),
    )


def test_the_frame_is_the_oracles():
    found = compare(TEXTS)
    frame = plan_frame(found)
    assert frame["plan"].tolist() == [text.removeprefix("aa ") for text in TEXTS]
    assert frame["cost"].tolist() == list(COSTS)
    for row, plan in zip(frame.to_dict("records"), PLANS, strict=True):
        right = fought(plan)
        for event in ("territory_taken", "both_gone", "defender_holds", "cleared_not_taken"):
            assert row[event] == pytest.approx(float(right.event(event)), abs=EXACT)
        assert row["chance"] == row["low"] == row["high"] == row["territory_taken"]
        mean, square = (
            sum(p * swing**power for swing, p in swings(right).items()) for power in (1, 2)
        )
        assert row["swing"] == pytest.approx(float(mean), abs=EXACT)
        assert row["swing_sd"] == pytest.approx(float(square - mean**2) ** 0.5, abs=1e-9)
        for side in ("attacker", "defender"):
            loss = right.mean_loss(side)
            assert row[f"{side}_ipc_lost"] == pytest.approx(float(loss), abs=EXACT)
    chances = [fought(plan).event("territory_taken") for plan in PLANS]
    assert frame["best"].tolist() == [chance == max(chances) for chance in chances]


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_who_does_better_is_the_oracles(side):
    """Each fought by itself; for the defender a lower swing is better."""
    found = compare(TEXTS, side=side)
    assert found.measure == "swing"
    signs = {"attacker": 1, "defender": -1}
    wanted = [
        {signs[side] * swing: p for swing, p in swings(fought(plan)).items()} for plan in PLANS
    ]
    assert len(found.better) == 6
    for one in found.better:
        better, equal = duel(wanted[one.plan], wanted[one.other])
        assert one.better.value == pytest.approx(float(better), abs=EXACT)
        assert one.equal.value == pytest.approx(float(equal), abs=EXACT)
    frame = better_frame(found)
    assert frame["better"].tolist() == [one.better.value for one in found.better]
    assert list(frame) == ["plan", "other", "better", "low", "high", "equal"]


def test_worth_counts_where_all_plans_say_it():
    texts = [f"{text} | worth=territory=7" for text in TEXTS[:2]]
    found = compare(texts)
    assert found.measure == "net_value"
    values = []
    for plan in PLANS[:2]:
        right = {}
        for (attacker, defender, end), (p, _, _) in fought(plan).raw.items():
            costs = [sum(oracle.TABLE_2009[n].cost * c for n, c in f) for f in (attacker, defender)]
            lost = COSTS[PLANS.index(plan)] - costs[0], 2 * 3 + 4 - costs[1]
            value = lost[1] - lost[0] + 7 * (end == "territory_taken")
            right[value] = right.get(value, Fraction(0)) + p
        values.append(right)
    better, equal = duel(*values)
    assert found.better[0].better.value == pytest.approx(float(better), abs=EXACT)
    assert found.better[0].equal.value == pytest.approx(float(equal), abs=EXACT)
    assert compare([texts[0], TEXTS[1]]).measure == "swing"


def test_each_plan_has_its_own_settings():
    found = compare([TEXTS[0], f"{TEXTS[0]} | retreat=at 2"])
    right = [fought(PLANS[0]), fought(PLANS[0], retreat="at 2")]
    chances = [float(one.event("territory_taken")) for one in right]
    assert [one.value for one in found.chances] == pytest.approx(chances, abs=EXACT)
    assert found.best == (0,)
    assert chances[0] > chances[1]


def test_the_defenders_plans():
    texts = ["aa 3 inf v 2 inf", "aa 3 inf v 1 arm", "aa 3 inf v 1 ftr"]
    forces = ({"inf": 2}, {"arm": 1}, {"ftr": 1})
    found = compare(texts, side="defender", event="not territory_taken")
    right = [1 - oracle.land({"inf": 3}, force).event("territory_taken") for force in forces]
    assert [one.value for one in found.chances] == pytest.approx(list(map(float, right)), abs=EXACT)
    assert found.best == (right.index(max(right)),)
    assert found.costs == (6, 5, 10)


def test_ties_are_all_best():
    """Infantry and artillery defend alike, a tank better."""
    found = compare(["aa 2 arm v 1 inf", "aa 2 arm v 1 art", "aa 2 arm v 1 arm"])
    right = [oracle.land({"arm": 2}, {name: 1}).event("territory_taken") for name in PLAIN]
    assert right[0] == right[1] > right[2]
    assert found.best == (0, 1)


PLAIN = ("inf", "art", "arm")


def test_another_game():
    sides = [
        washingtons_war_oracle.Side(
            nation="british", cu=cu, general=washingtons_war_oracle.General(4, 2), card=card
        )
        for cu, card in ((5, "none"), (3, "battle-card"))
    ]
    enemy = washingtons_war_oracle.Side(
        nation="american", cu=4, general=washingtons_war_oracle.General(2, 1), militia=True
    )
    battles = [washingtons_war_oracle.Battle(side, enemy) for side in sides]
    found = compare([washingtons_war_cases.battle_of(battle) for battle in battles])
    for outcomes, chance, battle in zip(found.outcomes, found.chances, battles, strict=True):
        right = washingtons_war_oracle.outcomes(battle)
        wins = sum(p for key, p in right.items() if key.end == "attacker_wins")
        assert chance.value == pytest.approx(float(wins), abs=EXACT)
        lost = sum(p * key.defender_cu_lost for key, p in right.items())
        assert outcomes.quantity("defender_cu_lost").value == pytest.approx(float(lost), abs=EXACT)
    assert found.costs == (None, None)
    assert plan_frame(found)["cost"].isna().all()


def test_simulated_plans_too_close_to_call_are_all_best():
    close = compare(["aa 2 inf v 1 inf", "aa 2 inf v 1 art"], trials=2_000, rng=1)
    assert close.best == (0, 1)
    assert {one.trials for one in close.outcomes} == {2_000}
    far = compare(["aa 3 arm v 1 inf", "aa 1 inf v 1 inf"], trials=2_000, rng=1)
    assert far.best == (0,)
    right = [swings(oracle.land({name: n}, {"inf": 1})) for name, n in (("arm", 3), ("inf", 1))]
    better, equal = duel(*right)
    one = far.better[0]
    assert one.better.low < one.better.value < one.better.high
    assert one.better.value == pytest.approx(float(better), abs=4 * (0.25 / 2_000) ** 0.5)
    assert one.equal.value == pytest.approx(float(equal), abs=4 * (0.25 / 2_000) ** 0.5)
    again = compare(["aa 3 arm v 1 inf", "aa 1 inf v 1 inf"], trials=2_000, rng=1)
    assert again.chances == far.chances


def test_more_often_adds_up():
    """Better, worse and equal are all there is."""
    found = compare(TEXTS[:2])
    mine, theirs = found.outcomes
    better, equal = more_often(mine, theirs, "swing")
    worse, again = more_often(theirs, mine, "swing")
    assert equal == pytest.approx(again, abs=EXACT)
    assert better + worse + equal == pytest.approx(1.0, abs=EXACT)


@pytest.mark.parametrize(
    ("text", "side", "cost"),
    [
        ("aa 2 inf, 1 arm v 3 inf, 1 aa", "attacker", 11),
        ("aa 2 inf, 1 arm v 3 inf, 1 aa", "defender", 15),
        ("aa 1 ss, 2 tr v 1 dd", "attacker", 20),
        ("aa 1 damaged-bb v 1 dd", "attacker", None),
        ("rb 3 militia v 2 regulars, 2 hessian", "defender", 4),
        ("ccn French line 4 v British light 4", "attacker", None),
    ],
)
def test_cost_of_a_force(text, side, cost):
    game, _, battle = text.partition(" ")
    assert force_cost(parse_battle(game, battle), side) == cost


@pytest.mark.parametrize(
    ("plans", "asked", "error", "words"),
    [
        ([], {}, OptionError, "two battles or more"),
        (TEXTS[:1], {}, OptionError, "two battles or more"),
        ((TEXTS[0], TEXTS[0]), {}, OptionError, "plans 1 and 2 are the same"),
        ((TEXTS[0], "rb 1 militia v 1 regulars"), {}, OptionError, "of rebellion-1775"),
        (TEXTS, {"event": "victory"}, OptionError, "no event 'victory'"),
        (TEXTS, {"event": "defender_holds"}, OptionError, "not defender_holds"),
        (TEXTS, {"side": "both"}, OptionError, "attacker or defender"),
        ((TEXTS[0], "aa 1 zeppelin v 1 inf"), {}, UnknownUnitError, "zeppelin"),
        ((TEXTS[0], "aa 1 aa v 1 inf"), {}, IllegalBattleError, "AA-03"),
        ((TEXTS[0], "aa 2 bmr v none | raid=10"), {}, OptionError, "no event"),
    ],
)
def test_wrong_comparisons_are_refused(plans, asked, error, words):
    with pytest.raises(error, match=words):
        compare(plans, **{"event": "territory_taken"} | asked)


def test_the_picture_has_a_bar_for_each_plan():
    found = compare([f"aa {n} inf v 2 inf" for n in range(1, MOST + 3)])
    figure = comparison_picture(found)
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert len(titles) == MOST
    assert titles[0] == "1. 1 inf v 2 inf"
    best = comparison_picture(compare(["aa 1 inf v 1 inf", "aa 2 inf v 1 inf"]))
    titles = [ax.get_title(loc="left") for ax in best.axes]
    assert titles[1].replace("\n", " ") == "2. 2 inf v 1 inf (the best: territory taken)"
    raids = comparison_picture(
        compare(["aa 1 bmr v none | raid=5", "aa 2 bmr v none | raid=5"], event="complex_out")
    )
    assert len(raids.axes) == 2
    plt.close("all")
