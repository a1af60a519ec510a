"""Best play in Washington's War: the value of the game by brute force over all choices."""

import itertools
import random
from dataclasses import replace

import pytest
from commandline import ask, ask_json

from combat.battle import Battle
from combat.engine import solve
from combat.errors import OptionError
from combat.games import GAMES, parse_battle
from combat.washingtons_war.decisions import decisions
from combat.washingtons_war.decisions import lines as decision_lines
from combat.washingtons_war.generals import General
from combat.washingtons_war.settings import Interceptor
from combat.washingtons_war.troops import Troops

GAME = GAMES["washingtons-war"]
AMERICAN_GOALS = ("alliance_steps", "regulars_lost")  # more of these is for the Americans
DEFENDERS = (
    *("defender_wins", "attacker_cu_lost", "attacker_surrenders", "attacker_general_captured"),
)
GOALS = (
    *("net_value", "swing", "attacker_wins", "attacker_stands", "defender_cu_lost", "overrun"),
    *("defender_surrenders", "defender_general_captured"),
    *AMERICAN_GOALS,
    *DEFENDERS,
)


def sign_of(battle):
    """+1 if it is the attacker who wants more of the goal."""
    goal = battle["goal"] or "net_value"
    if goal in AMERICAN_GOALS:
        return -1 if battle.attacker.nation == "british" else 1
    if goal == "washington_captured":
        return 1 if battle.attacker.nation == "british" else -1
    return -1 if goal in DEFENDERS else 1


def goal_of(battle, found=None):
    """The mean of the battle's goal, or its chance."""
    outcomes = found or solve(battle, engine="exact")
    goal = battle["goal"] or "net_value"
    if GAME.event(goal):
        return outcomes.event(goal).value
    return outcomes.quantity(goal).value


class Tree:
    """The game tree of a battle, leaf by leaf: each leaf is a battle without a choice.

    All values are the attacker's: he takes the highest, the defender the lowest.
    """

    def __init__(self, battle):
        self.battle, self.sign = battle, sign_of(battle)
        self.leaves = {}

    def leaf(self, defender, cards, settings):
        """Fight with these cards for certain."""
        sides = [
            replace(troops, card=card, held=())
            for troops, card in zip((self.battle.attacker, defender), cards, strict=True)
        ]
        known = {"pc": self.battle["pc"] or ("american" if self.battle["intercept"] else None)}
        known |= {key: self.battle[key] for key in ("alliance", "goal", "worth", "congress")}
        key = (*sides, *sorted(settings.items()))
        if key not in self.leaves:
            self.leaves[key] = self.sign * goal_of(Battle(GAME, *sides, known | settings))
        return self.leaves[key]

    def cards(self, defender, **settings):
        """Step 1: the attacker's card, then, that known, the defender's."""
        mine, yours = (
            ("none", *troops.held) if troops.card == "none" else (troops.card,)
            for troops in (self.battle.attacker, defender)
        )
        return max(min(self.leaf(defender, (a, d), settings) for d in yours) for a in mine)

    def joined(self, army):
        """Who leads where both have a general (never leaving Washington out), then the cards."""
        here, defender = self.battle.defender.general, self.battle.defender
        leaders = [army.general]
        if here is not None:
            leaders = [here, army.general]
            if self.battle["leader"] == "present":
                leaders = [here]
            elif self.battle["leader"] == "interceptor":
                leaders = [army.general]
            elif self.battle["leader"] == "rating":
                leaders = [max(leaders, key=lambda one: (one.battle, one.agility))]
            washington = [one for one in (here, army.general) if one.name == "Washington"]
            leaders = washington or leaders
        modifiers = [w for w in ("militia",) if w in defender.modifiers] + ["intercepted"]
        stronger = replace(defender, cu=defender.cu + min(army.cu, 5), modifiers=tuple(modifiers))
        return min(self.cards(replace(stronger, general=one)) for one in leaders)

    def entered(self):
        """Nobody has intercepted: retreat before battle, if it is tried, then the cards."""
        defender, evade = self.battle.defender, self.battle["evade"]
        stays = self.cards(defender)
        if not evade or self.battle["retreat"] == "never":
            return stays
        roll = defender.general.agility + defender.general.evades if evade == "agility" else evade
        goes = self.cards(defender, evade=6)  # for certain
        tries = roll / 6 * goes + (1 - roll / 6) * stays
        return tries if self.battle["retreat"] == "always" else min(tries, stays)

    def value(self, armies=None):
        """The tries to intercept, then the rest."""
        armies = self.battle["intercept"] if armies is None else armies
        kind, choices = self.battle["tries"], []
        if kind != "always" or not armies:
            choices.append(self.entered())
        for number, army in enumerate(armies if kind == "best" else armies[:1]):
            if kind != "never":
                rest = armies[:number] + armies[number + 1 :]
                chance = army.general.agility / 6
                choices.append(chance * self.joined(army) + (1 - chance) * self.value(rest))
        return min(choices)


def held(rng, *, british):
    cards = ["discard", "battle-card", *(["treason"] if british else [])]
    chosen = {card for card in cards if rng.random() < 0.45}
    return tuple(card for card in cards if card in chosen)


def drawn(rng):
    """A battle at random in which both sides may have something to choose."""
    names = rng.sample(["Arnold", "Washington", "Gates", "Greene", "Arnold"], 3)
    names = [*dict.fromkeys(names), "Lee", "Lincoln"]
    british = rng.random() < 0.75

    def general(name="gen"):
        evades = 2 if name in ("Washington", "Greene") else 0
        return General(rng.randint(1, 6), rng.randint(1, 3), name, evades)

    attacker = Troops(
        "british" if british else "american",
        rng.randint(1, 5),
        general=general() if british else general(names.pop(0)),
        modifiers=("regulars",) if british and rng.random() < 0.6 else (),
        held=held(rng, british=british),
        cut_off=rng.random() < 0.4,
    )
    cu = rng.choice([0, 1, 1, 2, 4, 6, 7])
    led = rng.random() < 0.7
    defender = Troops(
        "american" if british else "british",
        cu,
        general=(general(names.pop(0)) if british else general()) if led else None,
        modifiers=() if british else ("regulars",),
        held=held(rng, british=not british),
        cut_off=rng.random() < 0.3,
    )
    settings = {
        "pc": rng.choice(["none", "american", "british"]),
        "alliance": rng.choice(["before", "after"]),
        "goal": rng.choice(GOALS),
        "worth": (("discard", 0.4), ("battle_card", 0.7)),
    }
    if british and rng.random() < 0.6:
        armies = [
            Interceptor(general(names.pop(0)), rng.randint(1, 7)) for _ in range(rng.randint(1, 2))
        ]
        settings |= {
            "intercept": tuple(armies),
            "pc": "american",
            "tries": rng.choice(["always", "best", "best"]),
            "leader": rng.choice(["best", "best", "rating", "present"]),
        }
    if british and cu and led and not defender.cut_off and rng.random() < 0.7:
        settings |= {
            "evade": rng.choice([2, 4, "agility"]),
            "retreat": rng.choice(["best", "always"]),
        }
    return Battle(GAME, attacker, defender, settings)


def has_choice(battle):
    best = "best" in (battle["tries"], battle["leader"], battle["retreat"])
    return bool(battle.attacker.held or battle.defender.held or best)


@pytest.mark.rule("WW-01", "WW-02", "WW-05", "WW-15", "WW-16", "WW-17")
@pytest.mark.parametrize("seed", range(40))
def test_best_play_is_the_value_of_the_game(seed):
    rng = random.Random(seed)
    for _ in range(3):
        battle = drawn(rng)
        value = Tree(battle).value()
        outcomes = solve(battle, engine="exact")
        assert sign_of(battle) * goal_of(battle, outcomes) == pytest.approx(value, abs=1e-11)
        if has_choice(battle):
            model = outcomes.model
            found = model.solution.at(model.rules.starts())
            assert found.tolist() == pytest.approx([value], abs=1e-11)


def fixed(battle):
    """(side, battle) with one thing that is open decided once and for all."""
    for side, troops in (("attacker", battle.attacker), ("defender", battle.defender)):
        for card in ("none", *troops.held) if troops.held else ():
            sides = {"attacker": battle.attacker, "defender": battle.defender}
            sides[side] = replace(troops, card=card, held=())
            yield side, battle.with_sides(**sides)
    if battle["retreat"] == "best":
        for word in ("always", "never"):
            yield "defender", battle.with_settings(retreat=word)
    if battle["tries"] == "best":
        yield "defender", battle.with_settings(tries="never")
        for armies in itertools.permutations(battle["intercept"]):
            yield "defender", battle.with_settings(tries="always", intercept=armies)
    if battle["leader"] == "best":
        for word in ("rating", "present", "interceptor"):
            yield "defender", battle.with_settings(leader=word)


@pytest.mark.rule("WW-01", "WW-02", "WW-05", "WW-17")
@pytest.mark.parametrize("seed", range(12))
def test_no_habit_is_better_than_best_play(seed):
    rng = random.Random(5_000 + seed)
    for _ in range(3):
        battle = drawn(rng)
        best = sign_of(battle) * goal_of(battle)
        for side, other in fixed(battle):
            value = sign_of(battle) * goal_of(other)
            if side == "attacker":
                assert value <= best + 1e-11, other
            else:
                assert value >= best - 1e-11, other


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ("british, 4 cu, gen 3/1, regulars, {}", "american, 4 cu, gen 4/2"),
        ("american, 4 cu, gen 3/1, {}", "british, 4 cu, gen 4/2, regulars, cut-off"),
        ("british, 4 cu, gen 3/1, regulars", "american, 4 cu, gen 4/2, {}"),
        ("american, 4 cu, gen 3/1", "british, 4 cu, gen 4/2, regulars, cut-off, {}"),
    ],
)
@pytest.mark.parametrize(
    "goal", ["attacker_cu_lost", "defender_cu_lost", "defender_wins", "attacker_wins"]
)
@pytest.mark.parametrize("alliance", [False, True])
@pytest.mark.fault("B35")
def test_a_card_is_played_for_what_its_holder_wants(attacker, defender, goal, alliance):
    """It costs nothing here, and it helps to win: so both would, whatever the goal's sign."""
    goal = "alliance_steps" if alliance else goal
    open_, plain, played = (
        parse_battle("ww", attacker.format(word), defender.format(word), goal=goal)
        for word in ("may battle-card", "drm +0", "battle-card")
    )
    assert goal_of(open_) == pytest.approx(goal_of(played), abs=1e-12)
    assert abs(goal_of(open_) - goal_of(plain)) > 0.01
    side = "attacker" if "{}" in attacker else "defender"
    for_holder = sign_of(open_) * (1 if side == "attacker" else -1)
    assert for_holder * goal_of(open_) > for_holder * goal_of(plain)


@pytest.mark.rule("WW-34")
def test_the_alliance_is_wanted_by_the_americans():
    """Whether they attack or defend, the card that they hold is played for it."""
    sides = ("american, 3 cu, gen 3/1, may battle-card", "british, 3 cu, gen 2/1, regulars")
    for texts in (sides, sides[::-1]):
        with_card = parse_battle("ww", *texts, goal="alliance_made", track="8")
        without = parse_battle(
            "ww", *(t.replace(", may battle-card", "") for t in texts), track="8"
        )
        chances = [solve(one).event("alliance_made").value for one in (with_card, without)]
        assert chances[0] > chances[1] + 0.05


@pytest.mark.rule("WW-20")
@pytest.mark.parametrize(
    ("attacker", "defender", "side"),
    [
        ("british, 3 cu, gen 2/1, {}", "american, 2 cu, Washington, cut-off", "attacker"),
        ("british, 3 cu, gen 2/1", "american, 2 cu, Washington, cut-off, {}", "defender"),
        ("american, 2 cu, Washington, cut-off, {}", "british, 3 cu, gen 2/1", "attacker"),
        ("american, 2 cu, Washington, cut-off", "british, 3 cu, gen 2/1, {}", "defender"),
    ],
)
def test_washington_is_wanted_by_the_british(attacker, defender, side):
    open_, plain, played = (
        goal_of(
            parse_battle(
                "ww", attacker.format(word), defender.format(word), goal="washington_captured"
            )
        )
        for word in ("may battle-card", "drm +0", "battle-card")
    )
    assert open_ == pytest.approx(played, abs=1e-12)
    british = (attacker if side == "attacker" else defender).startswith("british")
    assert (open_ > plain + 0.05) if british else (open_ < plain - 0.05)


# --- advice -----------------------------------------------------------------------------------


def advised(battle):
    return {(one.question, one.when): one.options for one in decisions(GAME.model(battle))}


@pytest.mark.parametrize(
    "goal", ["net_value", "attacker_cu_lost", "defender_wins", "alliance_steps"]
)
@pytest.mark.parametrize(
    ("side", "text"),
    [
        ("attacker", "british, 3 cu, gen 4/2, regulars, {} v american, 5 cu, gen 3/1"),
        ("defender", "british, 3 cu, gen 4/2, regulars v american, 5 cu, gen 3/1, {}"),
    ],
)
def test_what_is_said_of_cards_is_so(goal, side, text):
    """Each option is worth what the battle is worth in which it is taken for certain."""
    open_ = parse_battle("ww", text.format("may battle-card, may discard"), goal=goal)
    found = advised(open_)
    assert set(found) == {(f"the {side}'s card", "")}
    options = found[f"the {side}'s card", ""]
    words = {"no card": "drm +0", "discard": "discard", "battle-card": "battle-card"}
    assert {name for name, _ in options} == set(words)
    for name, said in options:
        one = parse_battle("ww", text.format(words[name]), goal=goal)
        assert said == pytest.approx(goal_of(one), abs=1e-8)
    assert options[0][1] == pytest.approx(goal_of(open_), abs=1e-8)


@pytest.mark.parametrize(
    "goal", ["net_value", "attacker_cu_lost", "defender_wins", "alliance_steps"]
)
def test_what_is_said_of_tries_leaders_and_retreats_is_so(goal):
    text = "british, 4 cu, gen 4/2, regulars v american, 2 cu, gen 3/1"
    how = {"intercept": "4/3:2 cu", "evade": "3", "goal": goal}
    best = parse_battle("ww", text, **how, tries="best", retreat="best", leader="best")
    found = advised(best)
    assert set(found) == {
        ("who tries to intercept", ""),
        ("who leads", "4/3 intercepted"),
        ("retreat before battle", "nobody intercepted"),
    }
    for name, word in {"4/3": "always", "nobody": "never"}.items():
        said = dict(found["who tries to intercept", ""])[name]
        assert said == pytest.approx(goal_of(best.with_settings(tries=word)), abs=1e-8)
    quiet = parse_battle("ww", text, evade="3", goal=goal, pc="american")
    for name, word in {"try": "always", "stay": "never"}.items():
        said = dict(found["retreat before battle", "nobody intercepted"])[name]
        assert said == pytest.approx(goal_of(quiet.with_settings(retreat=word)), abs=1e-8)
    for name, rated in {"gen 3/1": "gen 3/1", "who intercepted": "gen 4/3"}.items():
        joined = f"british, 4 cu, gen 4/2, regulars v american, 4 cu, {rated}, intercepted"
        said = dict(found["who leads", "4/3 intercepted"])[name]
        one = parse_battle("ww", joined, goal=goal, pc="american")
        assert said == pytest.approx(goal_of(one), abs=1e-8)


@pytest.mark.parametrize("seed", range(20))
def test_what_is_named_first_is_the_best_for_who_chooses(seed):
    rng = random.Random(9_000 + seed)
    battle = drawn(rng)
    for one in decisions(GAME.model(battle)):
        chooser = 1 if one.question == "the attacker's card" else -1
        values = [chooser * sign_of(battle) * value for _, value in one.options]
        assert values[0] == pytest.approx(max(values), abs=1e-8), one
        assert len(values) > 1


def test_the_reply_to_each_card_is_advised():
    """The defender answers what he has seen."""
    text = "british, 3 cu, gen 4/2, may discard, may battle-card v american, 4 cu, gen 3/1, {}"
    battle = parse_battle("ww", text.format("may battle-card"))
    found = advised(battle)
    for card, word in {
        "no card": "",
        "discard": ", discard",
        "battle-card": ", battle-card",
    }.items():
        options = dict(found["the defender's card", f"the attacker used {card}"])
        for name, reply in {"no card": "drm +0", "battle-card": "battle-card"}.items():
            sides = text.format(reply).replace(", may discard, may battle-card", word)
            assert options[name] == pytest.approx(goal_of(parse_battle("ww", sides)), abs=1e-8)


def test_lines_print_the_best_option_with_its_numbers():
    battle = parse_battle(
        "ww", "british, 3 cu, gen 4/2, may battle-card", "american, 5 cu, gen 3/1"
    )
    with_card, without = (
        goal_of(parse_battle("ww", f"british, 3 cu, gen 4/2, {word}", "american, 5 cu, gen 3/1"))
        for word in ("battle-card", "drm +0")
    )
    line = f"the attacker's card: battle-card, net_value {with_card:+.2f} (no card {without:+.2f})"
    head = "best play: the attacker wants net_value high, the defender wants it low"
    assert decision_lines(GAME.model(battle)) == (head, line)
    assert ask_json("odds", "ww", str(battle))["policy"] == [head, line]
    assert line in " ".join(ask("odds", "ww", str(battle)).out.split())
    won = battle.with_settings(goal="attacker_wins")
    _, line = decision_lines(GAME.model(won))
    assert f"attacker_wins {100 * goal_of(won):.1f} %" in line
    assert "best play of both sides, hands open, for the goal net_value" in GAME.assumes(battle)


def test_of_many_situations_the_first_are_told_and_the_others_counted():
    battle = parse_battle(
        "ww",
        "british, 3 cu, gen 4/2, may discard, may battle-card",
        "american, 2 cu, gen 3/1, may battle-card, may discard",
        intercept="5/2:3 cu, 2/3:1 cu",
        tries="best",
    )
    model = GAME.model(battle)
    found, lines = decisions(model), decision_lines(model)
    assert len(found) > len(lines) - 2
    assert lines[-1] == f"and {len(found) - len(lines) + 2} more situations"
    assert lines[1].startswith("who tries to intercept: ")


@pytest.mark.parametrize("goal", ["", "rounds", "territory_taken", "net-worth"])
def test_a_goal_that_is_none_is_refused(goal):
    with pytest.raises(OptionError) as caught:
        parse_battle("ww", "british, 3 cu, gen 4/2, may discard", "american, 2 cu", goal=goal)
    assert "goal=" in str(caught.value)


def test_nobody_has_a_choice_without_one():
    battle = parse_battle(
        "ww", "british, 3 cu, gen 4/2, discard", "american, 2 cu, gen 1/1", evade="2"
    )
    model = GAME.model(battle)
    assert model.solution is None
    assert model.policy_map() is None
    assert decisions(model) == ()
    assert not any("best play" in line for line in GAME.assumes(battle))
