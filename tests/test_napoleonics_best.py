"""Best play in Commands & Colors: Napoleonics: by brute force over all choices."""

import random
from dataclasses import replace
from fractions import Fraction

import napoleonics_oracle as oracle
import pytest
from commandline import ask, ask_json
from napoleonics_cases import GAME, asked, drawn, unit_of, values_of

from combat.battle import Battle
from combat.engine import solve
from combat.errors import IllegalBattleError, OptionError
from combat.games import parse_battle
from combat.napoleonics.settings import worths_of

DEFENDERS = (
    *("attacker_blocks_lost", "attacker_eliminated", "attacker_retreats", "battle_back"),
    *("attacker_leader_lost", "banners_against", "target_stands"),
)
GOALS = (
    *("net_value", "net_value", "banner_swing", "target_eliminated", "target_blocks_lost"),
    *("ground_taken", "target_leader_lost", "banners_for", "target_retreats", *DEFENDERS),
)
BONUS_GOALS = ("bonus_melee", "bonus_target_eliminated", "bonus_blocks_lost")


def goal(battle, outcomes=None):
    """The mean of the battle's goal, or its chance."""
    found, name = outcomes or solve(battle, engine="exact"), battle["goal"] or "net_value"
    return (found.event if GAME.event(name) else found.quantity)(name).value


class Tree:
    """The game tree of a combat: the oracle's chances between the choices of both sides."""

    def __init__(self, battle):
        self.battle, self.question = battle, asked(battle, follow="take")
        keys = ("combat", "distance", "square_strikes", "first_strike_back", "terrain_dice")
        self.rules = oracle.Rules(*(self.question[key] for key in keys))
        self.attacker, self.bonus = self.question["attacker"], self.question["bonus"]
        self.name = battle["goal"] or "net_value"
        self.sign = -1 if self.name in DEFENDERS else 1

    def goal(self, result):
        """How good a result is for the attacker."""
        values = values_of(self.question, result)
        if self.name != "net_value":
            return self.sign * Fraction(int(values[self.name]))
        worth = {key: Fraction(value) for key, value in worths_of(self.battle.settings).items()}
        lost = values["target_blocks_lost"] + values.get("bonus_blocks_lost", 0)
        leaders = values["target_leader_lost"] - values["attacker_leader_lost"]
        leaders += result.bonus_leader == 1 or self.third_alone_lost(result)
        total = worth["block"] * (lost - values["attacker_blocks_lost"])
        total += worth["banner"] * values["banner_swing"] + worth["leader"] * leaders
        return total + worth["ground"] * result.ground

    def third_alone_lost(self, result):
        return bool(self.bonus) and self.bonus.kind == "leader" and result.bonus_lost == 1

    def value(self):
        """The defender's reaction, the combat, then what follows."""
        defender, start = (
            self.battle.defender,
            oracle.Now(self.attacker.blocks, self.attacker.leader),
        )
        values = []
        for reaction in defender.reactions:
            target, total = unit_of(defender, reaction), Fraction(0)
            ends = oracle.fight(self.attacker, start, target, "attack", self.rules)
            for (own, enemy, back), chance in ends.items():
                total += chance * self.after(own, enemy, target, back)
            values.append(total)
        return min(values)

    def after(self, own, enemy, target, back):
        """Whether the winner stays, takes the ground, or goes on."""
        retires = target.reaction == "retire"
        numbers = (self.attacker.blocks - own.blocks, target.blocks - enemy.blocks)
        numbers += (own.away, enemy.away, own.fate, enemy.fate)
        stays = oracle.Result(*numbers, retired=retires and enemy.blocks > 0, back=back)
        advances = self.battle["combat"] == "melee" and self.attacker.kind != "artillery"
        advances = advances and not self.attacker.in_square and not oracle.left_hex(own)
        if not advances or not (oracle.left_hex(enemy) or retires):
            return self.goal(stays)
        takes = stays._replace(ground=True)
        follow = self.battle["follow"]
        if follow == "stay":
            return self.goal(stays)
        goes_on = [self.goes_on(own, takes)] if self.fights_on(own) else []
        if follow == "take":
            return goes_on[0] if goes_on else self.goal(takes)
        return max(self.goal(stays), self.goal(takes), *goes_on)

    def forward(self):
        hex_ = self.question["bonus_hex"] or self.question["defender"].hex
        return replace(self.attacker, hex=hex_)

    def fights_on(self, own):
        """Whether the cavalry has a die in the bonus melee, whatever its target does."""
        if self.bonus is None:
            return False
        targets = [unit_of(self.battle["bonus"], one) for one in self.battle["bonus"].reactions]
        dice = (self.rules.number(self.forward(), own, target, "bonus") for target in targets)
        return any(sum(number) for number in dice)

    def goes_on(self, own, takes):
        """The reaction of the bonus melee's target, then that melee."""
        values, again = [], own._replace(checked=False)
        for reaction in self.battle["bonus"].reactions:
            target, total = unit_of(self.battle["bonus"], reaction), Fraction(0)
            ends = oracle.fight(self.forward(), again, target, "bonus", self.rules)
            for (end, other, _), chance in ends.items():
                result = takes._replace(
                    attacker_lost=self.attacker.blocks - end.blocks,
                    attacker_hexes=end.away,
                    attacker_leader=end.fate,
                    bonus_fought=True,
                    bonus_lost=target.blocks - other.blocks,
                    bonus_hexes=other.away,
                    bonus_leader=other.fate,
                )
                total += chance * self.goal(result)
            values.append(total)
        return min(values)


def choosing(rng):
    """A combat at random in which both sides may have something to choose."""
    while True:
        one = drawn(rng)
        bonus, words = one["bonus"], ("first-strike", "square", "retire")
        may = tuple(word for word in words if rng.random() < 0.6)
        settings = {"follow": rng.choice(["best", "best", "take"])}
        settings["goal"] = rng.choice(GOALS if bonus is None else GOALS + BONUS_GOALS)
        settings["worth"] = (("leader", 0.75), ("ground", rng.choice([-0.5, 1.0])))
        if bonus is not None:
            other = tuple(word for word in words[:2] if rng.random() < 0.6)
            settings["bonus"] = replace(bonus, reaction="stand", may=other)
        defender = replace(one.defender, reaction="stand", may=may)
        try:
            return Battle(GAME, one.attacker, defender, dict(one.settings) | settings)
        except IllegalBattleError:
            continue


@pytest.mark.rule("CC-21", "CC-23", "CC-25", "CC-26")
@pytest.mark.parametrize("seed", range(40))
def test_best_play_is_the_value_of_the_game(seed):
    rng = random.Random(seed)
    for _ in range(4):
        battle = choosing(rng)
        tree, outcomes = Tree(battle), solve(battle, engine="exact")
        value = float(tree.value())
        assert tree.sign * goal(battle, outcomes) == pytest.approx(value, abs=1e-11), battle
        if outcomes.model.solution is not None:
            found = outcomes.model.solution.at(outcomes.model.rules.starts())
            assert found.tolist() == pytest.approx([value], abs=1e-11)


def test_the_choices_drawn_are_real_ones():
    """Without reactions and bonus melees to choose, best play would be proved of nothing."""
    defending, bonus = set(), set()
    for seed in range(40):
        rng = random.Random(seed)
        for _ in range(4):
            battle = choosing(rng)
            defending.add(battle.defender.reactions)
            bonus |= {battle["bonus"].reactions} if battle["bonus"] else set()
    stand = ("stand",)
    assert {(*stand, "first-strike"), (*stand, "retire"), (*stand, "square")} <= defending
    assert {(*stand, "first-strike", "square"), (*stand, "first-strike", "retire")} <= defending
    assert {stand, (*stand, "first-strike")} <= bonus
    assert any("square" in reactions for reactions in bonus)


@pytest.mark.rule("CC-21", "CC-23")
@pytest.mark.parametrize("seed", range(12))
def test_no_habit_is_better_than_best_play(seed):
    """One choice fixed: the side that has made it is no better off, in the game's own numbers."""
    rng = random.Random(5_000 + seed)
    for _ in range(3):
        battle = choosing(rng)
        sign = -1 if battle["goal"] in DEFENDERS else 1
        best = sign * goal(battle)
        for reaction in battle.defender.reactions:
            fixed = replace(battle.defender, reaction=reaction, may=())
            try:
                other = battle.with_sides(battle.attacker, fixed)
            except IllegalBattleError:  # cavalry has no die against a square there
                continue
            assert sign * goal(other) >= best - 1e-11, other
        if battle["follow"] == "best":
            for word in ("stay", "take"):
                assert sign * goal(battle.with_settings(follow=word)) <= best + 1e-11


# --- advice -------------------------------------------------------------------------------------


@pytest.mark.rule("CC-26", "CC-25")
def test_lines_print_the_best_option_with_its_numbers():
    sides = ("British heavy cavalry 3, moved", "French line 4, {}")
    battle = parse_battle("ccn", sides[0], sides[1].format("may square"))
    square, stand = (
        goal(parse_battle("ccn", sides[0], sides[1].format(word))) for word in ("square", "room 9")
    )
    assert square < stand
    line = f"the defender: square, net_value {square:+.2f} (stand {stand:+.2f})"
    head = "best play: the attacker wants net_value high, the defender wants it low"
    assert ask_json("odds", "ccn", str(battle))["policy"] == [head, line]
    assert line in " ".join(ask("odds", "ccn", str(battle)).out.split())
    assert "best play of both sides, hands open, for the goal net_value" in GAME.assumes(battle)
    chance = battle.with_settings(goal="attacker_retreats")
    (_, line) = ask_json("odds", "ccn", str(chance))["policy"]
    assert f"attacker_retreats {100 * goal(chance):.1f} %" in line


@pytest.mark.rule("CC-21")
def test_who_wants_what():
    """First Strike is wanted by the defender for every goal that is his; so with the attacker's."""
    sides = ("INF 3", "INF 4, {}")
    for name in ("attacker_blocks_lost", "net_value", "target_blocks_lost", "banners_against"):
        one, plain, first = (
            goal(parse_battle("ccn", sides[0], sides[1].format(word), goal=name))
            for word in ("may first-strike", "room 9", "first-strike")
        )
        assert one == pytest.approx(first, abs=1e-12)
        assert abs(first - plain) > 0.1
        assert (first > plain) == (name in DEFENDERS)


@pytest.mark.rule("CC-23")
def test_ground_is_taken_if_it_is_worth_something():
    for worth, taken in (("ground=1", True), ("ground=-1", False)):
        battle = parse_battle("ccn", "INF 3", "INF 2", follow="best", worth=worth)
        found = solve(battle)
        won = found.event("target_eliminated").value + found.event("target_retreats").value
        assert found.event("ground_taken").value == pytest.approx(won if taken else 0, abs=1e-12)


@pytest.mark.parametrize("name", ["", "rounds", "territory_taken", "net-worth"])
def test_a_goal_that_is_none_is_refused(name):
    with pytest.raises(OptionError):
        solve(parse_battle("ccn", "CAV 4", "INF 4, may square", goal=name))


def test_nobody_has_a_choice_without_one():
    model = GAME.model(parse_battle("ccn", "CAV 4", "INF 4, square", bonus="INF 3, first-strike"))
    assert model.solution is None
    assert model.policy_map() is None
    assert not any("best play" in line for line in GAME.assumes(model.battle))
