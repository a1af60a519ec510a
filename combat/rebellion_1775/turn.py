"""A turn: battles one after another on a map, and what each leaves to the next (RB-11, RB-24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.force import Force
from combat.game import ROLES
from combat.outcomes import Outcomes
from combat.rebellion_1775.camps import names_of
from combat.rebellion_1775.ends import left_of
from combat.rebellion_1775.ground import goal_area, place_of, ways_of
from combat.rebellion_1775.map.after_battle import Outcome, after_battle
from combat.rebellion_1775.map.control import count
from combat.rebellion_1775.map.position import Position
from combat.rebellion_1775.map.pursuit import pursue, pursuers
from combat.rebellion_1775.map.stack import enemy
from combat.rebellion_1775.policies import Withdrawal
from combat.rebellion_1775.sides import owner_of


@dataclass(frozen=True)
class Turn:
    """Who is where by now; None before the first battle.

    Parameters
    ----------
    position : Position or None
    """

    position: Position | None = None

    def applied(
        self,
        attacker: Force,
        defender: Force,
        settings: Mapping[str, Any],
        *,
        turned: bool = False,
    ) -> tuple[Force, Force, dict[str, Any]] | None:
        """Return the sides of a battle as they stand in its area now; None if none is due there.

        Raises
        ------
        IllegalBattleError
            If the other side attacks: a turn is one faction's (RB-11).
        """
        if settings["map"] is None:
            return attacker, defender, dict(settings)
        if turned:
            raise IllegalBattleError(
                "only the active player's side attacks in his turn (RB-11): leave enemy out",
                rule="RB-11",
                given=str(attacker),
            )
        side = owner_of(attacker)
        assert side is not None
        found = dict(settings)
        if self.position is not None:
            found["map"] = replace(settings["map"], position=self.position)
        position, area = place_of(found)
        stack = position.at(area)
        if not stack.contested:
            return None
        for role, own, prefix in (("attacker", side, ""), ("defender", enemy(side), "defender_")):
            if not ways_of(found, own, role):
                found[f"{prefix}way_out"] = "no"
                found[f"{prefix}withdraw"] = Withdrawal()
        return stack.of(side), stack.of(enemy(side)), found

    def after(self, outcomes: Outcomes, row: int) -> Turn:
        """Return who is where after a final state of a battle."""
        if outcomes.battle["map"] is None:
            return self
        return Turn(position_after(outcomes, row))


def position_after(outcomes: Outcomes, row: int) -> Position:
    """Return the position after a final state of a battle on a map (RB-24).

    Who has fled is off the map for the rest of the turn, as those who are lost: the position does
    not tell them apart.
    """
    battle = outcomes.battle
    position, area = place_of(battle.settings)
    sides = names_of(battle)
    left = {side: left_of(outcomes, row, role) for side, role in zip(sides, ROLES, strict=True)}
    withdrew: dict[str, dict[str, Force]] = {}
    for side, role in zip(sides, ROLES, strict=True):
        gone = {}
        for name in withdrawn_colours(outcomes, role):
            gone[name] = withdrawn(outcomes, row, role, name)
        force = Force.of(gone)
        withdrew[side] = {goal_area(battle.settings, side, role): force} if force else {}
    seaborne = battle["seaborne"]
    outcome = Outcome(
        left["british"],
        left["american"],
        british_withdrew=withdrew["british"],
        american_withdrew=withdrew["american"],
        seaborne=sides[ROLES.index(seaborne)] if seaborne in ROLES else "",
    )
    after = after_battle(position, area, outcome).after
    return _pursued(battle, after, area)


def _pursued(battle: Battle, after: Position, area: str) -> Position:
    """Return the position after winners have gone on, if the attacker has won (RB-10)."""
    pursuit, stack = battle["pursuit"], after.at(area)
    if pursuit is None or stack.sides != (names_of(battle)[0],):
        return after
    force = pursuers(stack.american, pursuit.most)
    return pursue(after, area, pursuit.area, force) if force else after


def withdrawn_colours(outcomes: Outcomes, role: str) -> tuple[str, ...]:
    """Return the colours of a role that may have gone elsewhere."""
    prefix = f"withdrawn.{role}."
    return tuple(name.removeprefix(prefix) for name in outcomes.columns if name.startswith(prefix))


def withdrawn(outcomes: Outcomes, row: int, role: str, colour: str) -> int:
    """Return how many units of a colour have gone elsewhere in a final state."""
    return int(outcomes.states[row, outcomes.columns.index(f"withdrawn.{role}.{colour}")])


def colonies_gained(outcomes: Outcomes, row: int) -> int:
    """Return by how many colonies the attacker's side is better off than before (RB-24)."""
    battle = outcomes.battle
    before, _ = place_of(battle.settings)
    mine, theirs = names_of(battle)
    counts = [count(position) for position in (position_after(outcomes, row), before)]
    return (counts[0][mine] - counts[0][theirs]) - (counts[1][mine] - counts[1][theirs])


def colony_held(outcomes: Outcomes, row: int) -> bool:
    """Whether the attacker's side has the colony of the battle afterwards (RB-24)."""
    position, area = place_of(outcomes.battle.settings)
    colony = position.board.area(area).colony
    return position_after(outcomes, row).flag(colony) == names_of(outcomes.battle)[0]
