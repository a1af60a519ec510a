"""The final states of a combat in words, and the way that led to each."""

from collections.abc import Iterator
from dataclasses import replace

from combat.napoleonics.fates import Fates
from combat.napoleonics.model import CombatModel
from combat.napoleonics.setups import IN_SQUARE, LEFT_MAP, LOST, RETIRES, STANDS, STRIKES_FIRST
from combat.napoleonics.situation import ATTACKER, DEFENDER, THIRD
from combat.napoleonics.unit import STAND, Unit
from combat.outcomes import Outcomes

REACTED = {
    STANDS: "stands",
    STRIKES_FIRST: "strikes first",
    IN_SQUARE: "in square",
    RETIRES: "retires",
}


def row_fates(outcomes: Outcomes, row: int) -> Fates:
    """Return what one final state means."""
    model: CombatModel = outcomes.model
    return model.fates(outcomes.states[row : row + 1])


def end_text(outcomes: Outcomes, row: int) -> tuple[str, str, str]:
    """Return what is left of both sides in a final state, and its event."""
    fates = row_fates(outcomes, row)
    units = (ATTACKER, outcomes.battle.attacker), (DEFENDER, outcomes.battle.defender)
    texts = [left_text(fates, who, unit) for who, unit in units]
    return texts[0], texts[1], event_of(fates)


def event_of(fates: Fates) -> str:
    """Return the event of the partition that a final state is."""
    if fates.eliminated(DEFENDER)[0]:
        return "target_eliminated"
    if fates.retreats(DEFENDER)[0]:
        return "target_retreats"
    return "target_retires" if fates.retires[0] else "target_stands"


def left_of(fates: Fates, who: str, unit: Unit) -> Unit | None:
    """Return a unit as a final state leaves it, where it stands; None if it is gone."""
    left = int(fates.here.left(who)[0])
    if not left or fates.here[f"{who}_leader"][0] == LEFT_MAP:
        return None
    led = unit.leader and fates.here[f"{who}_leader"][0] == 0
    lost = unit.blocks - left
    dice = unit.dice[lost:] if unit.dice else ()
    return replace(unit, blocks=left, leader=led, dice=dice)


def left_text(fates: Fates, who: str, unit: Unit) -> str:
    """Return what is left of a side: blocks, and the leader if he is still there."""
    left = left_of(fates, who, unit)
    if left is not None:
        return str(Unit(left.kind, left.blocks, left.leader))
    alone = unit.leader and fates.here[f"{who}_leader"][0] not in (LOST, LEFT_MAP)
    return "LEADER" if alone else ""


def path(outcomes: Outcomes, row: int) -> tuple[str, ...]:
    """Return the stages that led to a final state, in words, in their order."""
    return tuple(_path(outcomes, row_fates(outcomes, row)))


def _path(outcomes: Outcomes, fates: Fates) -> Iterator[str]:
    here, battle = fates.here, outcomes.battle
    if battle.defender.reactions != (STAND,):
        yield f"target {REACTED[int(here['reaction'][0])]}"
    if fates.here["reaction"][0] in (STRIKES_FIRST, IN_SQUARE) and _stopped(fates):
        yield _fate(fates, ATTACKER, "attacker")
        return
    yield _lost("target", int(here["defender_lost"][0]))
    yield _fate(fates, DEFENDER, "target")
    if fates.battle_back[0]:
        yield "battles back"
        yield _lost("attacker", int(here["attacker_lost"][0]))
        yield _fate(fates, ATTACKER, "attacker")
    elif fates.bonus[0]:
        yield "bonus melee"
        yield _lost("second target", int(here["bonus_lost"][0]))
        yield _fate(fates, THIRD, "second target")
    elif fates.ground_taken[0]:
        yield "takes the ground"


def _stopped(fates: Fates) -> bool:
    """Whether a first strike has stopped the attack."""
    here = fates.here
    beaten = bool(here.gone(ATTACKER)[0] or here.away(ATTACKER)[0])
    return beaten and not (fates.battle_back[0] or fates.bonus[0])


def _lost(who: str, blocks: int) -> str:
    return f"{who} loses {blocks}" if blocks else f"{who} loses none"


def _fate(fates: Fates, who: str, name: str) -> str:
    """Return what has become of a unit, and of its leader if he is lost."""
    fallen = bool(fates.here[f"{who}_leader"][0] == LOST)
    leader = ", leader lost" if fallen else ""
    if fates.eliminated(who)[0]:
        return f"{name} gone{leader}"
    if fates.retreats(who)[0]:
        return f"{name} retreats{leader}"
    if who == DEFENDER and fates.retires[0]:
        return f"{name} has retired{leader}"
    return f"{name} stands{leader}"
