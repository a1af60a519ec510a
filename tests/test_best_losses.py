"""What answers about best losses say: words, limits, the best of all orders, errors."""

import re
from itertools import permutations, product

import pytest
from commandline import ask, is_plain_refusal

from analysis.advice import should_attack
from analysis.answers import odds
from combat.axis_allies.best_losses import BestLossesModel
from combat.axis_allies.best_orders import BestOrdersModel, best_orders, usual_orders
from combat.axis_allies.best_size import game_work, solved_as_game
from combat.engine import EXACT_WORK, solve
from combat.errors import OptionError
from combat.games import parse_battle

BOTH = {"losses": "best", "defender_losses": "best"}
FIELD = "3 inf, 1 art, 2 arm, 1 ftr v 4 inf, 2 arm"
LARGE = "12 inf, 4 art, 6 arm, 3 ftr, 2 bmr v 14 inf, 3 art, 4 arm, 2 ftr"


def lines_of(battle):
    return solve(battle).model.policy_map().lines


def said(battle):
    return battle.game.assumes(battle)


@pytest.mark.rule("AA-04", "AA-30")
@pytest.mark.parametrize("goal", ["territory_taken", "net_value", "defender_holds", "swing"])
def test_what_the_best_losses_are_worth_is_said_and_true(goal):
    battle = parse_battle("aa", FIELD, **BOTH, goal=goal)
    first, *lines = lines_of(battle)
    high, low = ("defender", "attacker") if goal == "defender_holds" else ("attacker", "defender")
    assert first == f"best losses: the {high} wants {goal} high, the {low} wants it low"
    pattern = re.compile(
        r"(\w+): with the best losses (\w+) is ([-+]?[\d.]+)(?: %)?;"
        r" with cheapest-first, '(?:inf art arm ftr|inf arm)', it is ([-+]?[\d.]+)(?: %)?"
    )
    found = [match for line in lines if (match := pattern.fullmatch(line))]
    assert [match[1] for match in found] == ["attacker", "defender"]
    factor = 100.0 if goal in ("territory_taken", "defender_holds") else 1.0

    def number(asked):
        outcomes = solve(asked)
        events = {event.name for event in asked.events}
        estimate = outcomes.event(goal) if goal in events else outcomes.quantity(goal)
        return factor * estimate.value

    for match in found:
        key = "losses" if match[1] == "attacker" else "defender_losses"
        assert match[2] == goal
        assert float(match[3]) == pytest.approx(number(battle), abs=0.0051)
        assert float(match[4]) == pytest.approx(
            number(battle.with_options(**{key: "cheapest"})), abs=0.0051
        )
        gain = number(battle) - number(battle.with_options(**{key: "cheapest"}))
        assert (gain if match[1] == high else -gain) >= -1e-9


BOMBERS = "12 inf, 4 art, 6 arm, 3 ftr, 2 bmr v 14 inf, 3 art, 4 arm, 2 ftr, 2 bmr, 1 aa"


@pytest.mark.rule("AA-04", "AA-30")
@pytest.mark.parametrize(
    ("field", "cheapest", "usual"),
    [
        ("1 arm, 3 ftr v 2 inf, 1 ftr, 1 bmr", "inf ftr bmr", "inf bmr ftr"),
        (BOMBERS, "inf art arm ftr bmr", "inf art arm bmr ftr"),  # the best of all orders
    ],
)
def test_cheapest_first_and_the_usual_order_are_named_where_they_differ(field, cheapest, usual):
    """A fighter is cheaper than a bomber, but a defender gives the bomber up first."""
    best = parse_battle("aa", field, defender_losses="best", goal="territory_taken")
    line = next(line for line in lines_of(best) if line.startswith("defender: with "))

    def number(order):
        return (
            solve(parse_battle("aa", field, defender_losses=order)).event("territory_taken").value
        )

    worths = [f"{100 * number(order):.2f} %" for order in (cheapest, usual)]
    assert worths[0] != worths[1]
    assert line.endswith(
        f"; with cheapest-first, '{cheapest}', it is {worths[0]},"
        f" with the usual '{usual}' {worths[1]}"
    )
    assert number("cheapest") == number(cheapest)


def test_one_order_is_named_once():
    battle = parse_battle("aa", FIELD, **BOTH, goal="territory_taken")
    assert "the usual" not in " ".join(lines_of(battle))
    guns = lines_of(parse_battle("aa", "1 inf v 1 aa", **BOTH, goal="territory_taken"))
    assert all("''" not in line for line in guns)


@pytest.mark.rule("AA-04", "AA-07")
def test_first_decisions_and_departures_are_in_words():
    """For the territory the last land unit is worth more than a fighter."""
    lines = lines_of(
        parse_battle("aa", "1 inf, 1 ftr v 1 inf", losses="best", goal="territory_taken")
    )
    assert "attacker, with everything there: 1 hit takes 1 ftr (not as in 'inf ftr')" in lines
    assert (
        "attacker: 0.0 % of the hits take whom 'inf ftr' says; the others take ftr (100.0 %) and"
        " spare inf (100.0 %)"
    ) not in lines  # the infantry is hit, too, when it is alone
    departed = next(line for line in lines if "of the hits take whom" in line)
    share = float(re.search(r"take ftr \(([\d.]+) %\) and spare inf", departed)[1])
    # hits with both there: 1/3 a round while the fight goes on; with the infantry alone the rest
    visits = 1 / (1 - (5 / 6 * 1 / 2) * 2 / 3)  # rounds that both fight
    first = visits / 3
    alone = visits * (5 / 12) / 3 / (1 - 5 / 6 * 2 / 3)  # rounds of infantry against infantry
    assert share == pytest.approx(100 * first / (first + alone / 3), abs=0.051)


@pytest.mark.rule("AA-04", "AA-07")
def test_the_usual_order_with_a_land_unit_kept_is_told_where_it_is_better():
    battle = parse_battle("aa", FIELD, losses="best", goal="territory_taken")
    kept = parse_battle("aa", FIELD, losses="inf art arm ftr; keep 1 land")
    value = 100 * solve(kept).event("territory_taken").value
    line = f"attacker: with 'inf art arm ftr; keep 1 land' it is {value:.2f} %"
    assert line in lines_of(battle)
    assert not any("keep 1 land" in one for one in lines_of(battle.with_options(goal="net_value")))


def test_without_a_choice_nothing_departs():
    lines = lines_of(parse_battle("aa", "4 arm v 3 inf", losses="best", goal="territory_taken"))
    assert "attacker, with everything there: losses as in 'arm', however many hits" in lines
    assert "attacker: hardly ever other losses than those of 'arm'" in lines


def test_a_best_retreat_goes_with_the_best_losses():
    battle = parse_battle("aa", "2 inf, 1 art, 1 ftr v 4 inf, 1 ftr", losses="best", retreat="best")
    found = solve(battle).model.policy_map()
    assert len(found.going) > 0
    assert not found.going.all()
    value = solve(battle).quantity("net_value").value
    without = solve(battle.with_options(retreat="never")).quantity("net_value").value
    assert found.lines[-1] == (
        f"with the option to retreat net_value is {value:+.2f}; without it {without:+.2f}"
    )
    assert value >= without
    assert "retreats where that has the higher net_value" in said(battle)[-1]
    for_land = battle.with_options(goal="territory_taken")
    assert "retreats where that is better for territory_taken" in said(for_land)[-1]


def test_the_answer_says_which_way_they_were_found():
    small, large = (parse_battle("aa", text, **BOTH) for text in (FIELD, LARGE))
    assert solved_as_game(small)
    assert not solved_as_game(large)
    assert isinstance(small.game.model(small), BestLossesModel)
    assert isinstance(large.game.model(large), BestOrdersModel)
    assert any("solved as a game, exactly (48 × 15 mixes of units)" in line for line in said(small))
    assert any(
        "the best of all fixed orders, each the best reply to the other" in line
        for line in said(large)
    )
    one = parse_battle("aa", LARGE, losses="best")
    assert solved_as_game(one)  # against an order there is far less to solve
    assert game_work(one) <= EXACT_WORK < game_work(large)


# --- the best of all orders -------------------------------------------------------------------


def number_of(battle, orders, goal):
    asked = parse_battle(
        "aa",
        str(battle.attacker),
        str(battle.defender),
        losses=str(orders[0]),
        defender_losses=str(orders[1]),
        retreat=str(battle["retreat"]),
    )
    outcomes = solve(asked)
    return (outcomes.quantity if goal == "net_value" else outcomes.event)(goal).value


def orders_of(force, kept):
    names = [name for name, _ in force]
    every = [" ".join(order) for order in permutations(names)]
    return every + [f"{order}; keep 1 land" for order in every if kept]


@pytest.mark.rule("AA-04", "AA-30")
@pytest.mark.parametrize("goal", ["territory_taken", "net_value", "defender_holds"])
@pytest.mark.parametrize("text", [FIELD, "2 inf, 2 arm, 1 bmr v 2 inf, 1 art, 1 ftr, 1 aa"])
def test_the_best_orders_are_best_replies_to_one_another(text, goal):
    battle = parse_battle("aa", text, **BOTH, goal=goal)
    found = best_orders(battle)
    assert found.settled
    sign = -1.0 if goal == "defender_holds" else 1.0
    value = number_of(battle, found.orders, goal)
    assert sign * found.worth == pytest.approx(value, abs=1e-9)
    for order in orders_of(battle.attacker, kept=True):
        assert sign * number_of(battle, (order, found.orders[1]), goal) <= sign * value + 1e-9
    guns = {name for name, _ in battle.defender if name == "aa"}
    force = [(name, n) for name, n in battle.defender if name not in guns]
    for order in orders_of(force, kept=False):
        assert sign * number_of(battle, (found.orders[0], order), goal) >= sign * value - 1e-9


@pytest.mark.rule("AA-04")
@pytest.mark.parametrize("goal", ["territory_taken", "defender_holds", "net_value"])
def test_the_game_is_worth_no_less_than_the_best_order(goal):
    """For the one side that chooses."""
    for key in BOTH:
        battle = parse_battle("aa", FIELD, goal=goal, **{key: "best"})
        game, order = BestLossesModel(battle).solution.worth, best_orders(battle).worth
        assert (game - order if key == "losses" else order - game) >= -1e-9


def test_orders_with_a_best_retreat_and_a_limit_of_rounds():
    for retreat, rounds in product(("best", "after 2", "never"), ("2", "5")):
        battle = parse_battle("aa", FIELD, losses="best", retreat=retreat, rounds=rounds)
        found = best_orders(battle)
        plain = parse_battle(
            "aa", FIELD, losses=str(found.orders[0]), retreat=retreat, rounds=rounds
        )
        value = solve(plain).quantity("net_value").value
        assert found.worth == pytest.approx(value, abs=1e-9)
        game = solve(battle).quantity("net_value").value
        assert game >= value - 1e-9


def test_a_large_battle_is_answered_by_orders_and_says_so():
    battle = parse_battle("aa", LARGE, **BOTH, goal="territory_taken")
    outcomes = solve(battle)
    first, second, *gains = outcomes.model.policy_map().lines
    assert (
        first == "best losses: the attacker wants territory_taken high, the defender wants it low"
    )
    assert second.startswith("too large to solve as a game: the best of all fixed orders")
    assert len(gains) == 2
    found = outcomes.model.found
    assert found.settled
    assert outcomes.battle == battle
    taken = outcomes.event("territory_taken").value
    assert taken == pytest.approx(found.worth, abs=1e-9)
    assert taken >= number_of(battle, usual_orders(battle), "territory_taken") - 0.02
    sampled = solve(battle, trials=40_000, rng=2).event("territory_taken").value
    assert abs(sampled - taken) <= 4 * (taken * (1 - taken) / 40_000) ** 0.5


def test_what_takes_too_long_even_by_orders_is_refused():
    text = "200 inf, 100 art, 100 arm, 100 ftr, 50 bmr v 300 inf, 100 art, 50 arm, 50 ftr"
    battle = parse_battle("aa", text, **BOTH)
    with pytest.raises(OptionError, match="best play takes too long"):
        solve(battle)


# --- errors, and the rest of the product ------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "settings", "problem"),
    [
        (FIELD, {"goal": "net_value"}, "neither side has them"),
        (FIELD, {"goal": "net_value", "retreat": "best"}, "neither side has them"),
        (FIELD, {"losses": "best", "goal": "rounds"}, "'rounds' is not possible"),
        (FIELD, {"losses": "best", "goal": "cleared_not_taken"}, "neither side is the better"),
        (FIELD, {"losses": "best", "goal": "round_limit"}, "neither side is the better"),
        (FIELD, {**BOTH, "goal": "attacker_retreated", "retreat": "best"}, "name another"),
        (FIELD, {"losses": "best", "landing": "1 inf"}, "on land without a landing"),
        ("1 dd, 1 ftr v 1 ss, 1 dd", {"losses": "best"}, "on land without a landing"),
        ("2 bmr v 1 aa", {"losses": "best", "raid": "8"}, "on land without a landing"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(text, settings, problem):
    with pytest.raises(OptionError, match=re.escape(problem)) as caught:
        parse_battle("aa", text, **settings)
    assert "\n" not in str(caught.value)
    assert caught.value.allowed


def test_retreated_may_be_the_goal_where_a_policy_retreats():
    battle = parse_battle("aa", FIELD, **BOTH, goal="attacker_retreated", retreat="at 3")
    best = solve(battle).event("attacker_retreated").value
    fixed = battle.with_options(losses="best", defender_losses="cheapest")
    assert solve(fixed).event("attacker_retreated").value <= best + 1e-9


def test_a_verdict_is_for_its_aims_first_condition():
    battle = parse_battle("aa", FIELD, **BOTH)
    advice = should_attack(battle, aim="territory_taken >= 0.7", with_flips=False)
    assert advice.outcomes.battle["goal"] == "territory_taken"
    own = battle.with_options(goal="territory_taken")
    assert advice["territory_taken"].value == solve(own).event("territory_taken").value
    other = should_attack(battle, aim="rounds <= 3", with_flips=False)  # nobody plays for that
    assert other.outcomes.battle["goal"] is None
    plain = parse_battle("aa", FIELD, retreat="best")
    stays = should_attack(plain, aim="territory_taken >= 0.5", with_flips=False)
    assert stays.outcomes.battle["goal"] is None


def test_many_battles_with_best_losses_are_not_answered_as_if_by_one_order():
    battle = parse_battle("aa", FIELD, losses="best", goal="territory_taken")
    assert (
        battle.game.family(battle, [battle.attacker], [battle.defender], "territory_taken") is None
    )


def test_the_command_line_answers():
    found = ask("odds", "aa", FIELD, "--losses", "best", "--set", "goal=territory_taken")
    assert found.code == 0
    assert "best losses: the attacker wants territory_taken high" in found.out
    refused = ask("odds", "aa", FIELD, "--set", "goal=net_value", "--format", "json")
    assert refused.code == 2
    assert refused.json["kind"] == "option"
    assert is_plain_refusal(ask("odds", "aa", "1 dd v 1 ss", "--losses", "best"))


def test_units_that_take_two_hits_absorb_the_first(tmp_path):
    """A user's own table: a heavy tank of two hits is a casualty with the second."""
    file = tmp_path / "heavy.toml"
    file.write_text('[units.heavy]\ndomain = "land"\ncost = 8\nattack = 3\ndefence = 3\nhits = 2\n')
    text = "1 heavy, 2 inf, 1 ftr v 1 heavy, 2 inf"
    settings = {"units": str(file), "goal": "territory_taken"}
    battle = parse_battle("aa", text, losses="best", **settings)
    best = odds(battle).event("territory_taken").value
    found = set()
    for order in permutations(("heavy", "inf", "ftr")):
        fixed = parse_battle("aa", text, units=str(file), losses=" ".join(order))
        value = odds(fixed).event("territory_taken").value
        assert value <= best + 1e-9
        found.add(round(value, 6))
    assert len(found) > 2
    assert odds(battle).chance.sum() == pytest.approx(1.0, abs=1e-12)
    alone = parse_battle("aa", "2 heavy v 3 inf", losses="best", **settings)
    order = parse_battle("aa", "2 heavy v 3 inf", units=str(file))
    same = odds(order).event("territory_taken").value
    assert odds(alone).event("territory_taken").value == pytest.approx(same, abs=1e-12)


def test_an_empty_territory_and_unable_attackers_have_answers():
    taken = solve(parse_battle("aa", "4 arm, 1 ftr", "none", losses="best"))
    assert taken.event("territory_taken").value == 1.0
    assert len(taken.model.policy_map().lines) == 2
