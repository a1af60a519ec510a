"""Best play in words: what the defender does, whether the winner goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combat.napoleonics.rules import BONUS_REACT, FOLLOW, REACT
from combat.napoleonics.settings import goal_of
from combat.napoleonics.setups import BONUS, LOST, STAY
from combat.napoleonics.situation import ATTACKER, DEFENDER, Situation
from combat.napoleonics.strength import blocks_text
from combat.napoleonics.unit import REACTIONS, STAND
from combat.stages.decisions import Goal, Wording, decision_lines
from combat.stages.rules import States

if TYPE_CHECKING:
    from combat.napoleonics.model import CombatModel

QUESTIONS = {
    REACT: "the defender",
    FOLLOW: "after the victory",
    BONUS_REACT: "the bonus melee's target",
}


def lines(model: CombatModel) -> tuple[str, ...]:
    """Return best play in words."""
    goal = goal_of(model.battle.settings)
    chance = model.battle.game.event(goal) is not None
    wording = Wording(QUESTIONS, _option, lambda row, stage: _when(model, row, stage))
    assert model.solution is not None
    return decision_lines(model.solution, wording, Goal(goal, chance, model.against_attacker))


def _option(_: States, stage: int, option: int) -> str:
    if stage == FOLLOW:
        return "bonus melee" if option == BONUS else "stay" if option == STAY else "take the ground"
    return REACTIONS[option].replace(STAND, "stand")


def _when(model: CombatModel, row: States, stage: int) -> str:
    """Return what has happened before, as far as it matters."""
    if stage == REACT:
        return ""
    here = Situation(model.rules.setups, row)
    left = int(here.left(DEFENDER)[0])
    target = f"away with {blocks_text(left)}" if left else "gone"
    if here["defender_leader"][0] == LOST:
        target += ", its leader lost"
    own = (
        f", {blocks_text(int(here.left(ATTACKER)[0]))} left" if here[f"{ATTACKER}_lost"][0] else ""
    )
    return f"the target is {target}{own}"
