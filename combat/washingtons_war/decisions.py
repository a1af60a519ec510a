"""Best play in words: who tries to intercept, who leads, retreats, cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combat.stages.decisions import Decision, Goal, Wording, decision_lines
from combat.stages.decisions import decisions as all_decisions
from combat.washingtons_war.settings import BEST, goal_of
from combat.washingtons_war.situation import Situation
from combat.washingtons_war.transitions import (
    ATTACKER_CARD,
    DEFENDER_CARD,
    LEADING,
    RETREATING,
    TRYING,
)
from combat.washingtons_war.troops import CARDS

if TYPE_CHECKING:
    from combat.stages.rules import States
    from combat.washingtons_war.model import WarModel

QUESTIONS = {
    TRYING: "who tries to intercept",
    LEADING: "who leads",
    RETREATING: "retreat before battle",
    ATTACKER_CARD: "the attacker's card",
    DEFENDER_CARD: "the defender's card",
}


def decisions(model: WarModel) -> tuple[Decision, ...]:
    """Return every choice that can come, in the order of the stages."""
    if model.solution is None:
        return ()
    return all_decisions(model.solution, _wording(model), _goal(model))


def lines(model: WarModel) -> tuple[str, ...]:
    """Return the choices in words, in the order of play."""
    assert model.solution is not None
    return decision_lines(model.solution, _wording(model), _goal(model))


def _goal(model: WarModel) -> Goal:
    name = goal_of(model.battle.settings)
    return Goal(name, model.battle.game.event(name) is not None, model.against_attacker)


def _wording(model: WarModel) -> Wording:
    def option(_: States, stage: int, option: int) -> str:
        return _option(model, stage, option)

    def when(row: States, stage: int) -> str:
        return _when(model, Situation(model.rules.setups, row), stage)

    return Wording(QUESTIONS, option, when)


def _option(model: WarModel, stage: int, option: int) -> str:
    if stage == TRYING:
        return _army(model, option) if option else "nobody"
    if stage == LEADING:
        return "who intercepted" if option else str(model.battle.defender.general)
    if stage == RETREATING:
        return "try" if option else "stay"
    return CARDS[option].replace("none", "no card")


def _army(model: WarModel, number: int) -> str:
    """Return who leads an army, and which one it is where two are led alike."""
    names = [str(army.general).removeprefix("gen ") for army in model.battle["intercept"]]
    name = names[number - 1]
    return f"{name} (army {number})" if names.count(name) > 1 else name


def _when(model: WarModel, here: Situation, stage: int) -> str:
    """Return what has happened before, as far as there is more than one way to the choice."""
    parts = []
    tried = int(here["tried"][0])
    if stage == TRYING and tried:
        failed = [_army(model, n + 1) for n in range(here.setups.most_armies) if tried >> n & 1]
        parts.append(f"{' and '.join(failed)} failed")
    elif here["army"][0]:
        parts.append(f"{_army(model, int(here['army'][0]))} intercepted")
    elif model.battle["intercept"] and stage != TRYING:
        parts.append("nobody intercepted")
    if stage != LEADING and model.battle["leader"] == BEST and here.two_generals[0]:
        parts.append(
            "he leads" if here.led_by_army[0] else f"{model.battle.defender.general} leads"
        )
    if here.gone[0]:
        parts.append("the army retreated before battle")
    if stage == DEFENDER_CARD and model.battle.attacker.held:
        card = CARDS[int(here["attacker_card"][0])].replace("none", "no card")
        parts.append(f"the attacker used {card}")
    return ", ".join(parts)
