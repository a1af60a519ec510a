"""What an answer about a battle of Axis & Allies takes for granted."""

from combat.axis_allies import raid_battle
from combat.axis_allies.losses import at_sea, loss_order
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.settings import table_of
from combat.axis_allies.value import worth_lines
from combat.battle import Battle
from combat.game import ATTACKER, DEFENDER


def assumes(battle: Battle) -> tuple[str, ...]:
    """Return what an answer takes for granted."""
    if is_raid(battle):
        return raid_battle.assumes(battle)
    table = table_of(battle.settings)
    lines = [f"rules: {table.title}"]
    for side, force in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        order = loss_order(battle, side)
        present = [name for name in order.order if force[name]]
        keep = [f"keep {n} {what}" for n, what in order.keep]
        if present:
            lines.append(f"{side} loses {'; '.join([' '.join(present), *keep])}")
    lines.append(_retreat_text(battle))
    lines += _sea_lines(battle) if at_sea(battle) else ()
    if battle["landing"]:
        lines.append(f"landed from ships: {battle['landing']}, lost before others of their type")
    if battle["bombard"]:
        lines.append(
            f"bombarding before round 1, at most a ship a landed unit: {battle['bombard']}"
        )
    if battle["rounds"] is not None:
        lines.append(f"the battle stops after {battle['rounds']} rounds")
    aircraft = any(battle.attacker[name] for name in table.of_domain("air"))
    if aircraft and any(table[name].is_gun for name, _ in battle.defender):
        lines.append("AA guns fire once, before round 1")
    lines += worth_lines(battle)
    if battle["dice"] == "low-luck":
        lines.append("low luck in rounds of combat, dice for AA fire")
    if battle["choose_losses"] == "attacker":
        lines.append("the attacker chooses the defender's losses (AA-04)")
    lines += [f"unverified: {what}" for what in table.unverified]
    return tuple(lines)


def _sea_lines(battle: Battle) -> tuple[str, ...]:
    """Return what an answer about a sea battle takes for granted."""
    table = table_of(battle.settings)
    if battle["fight"] == "ignore":
        return ("enemy submarines and transports are passed by, without a battle (AA-15)",)
    lines = [
        f"the {side}'s submarines submerge: {battle[f'{side}_submerge']}"
        for side, force in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender))
        if any(force[name] for name in table.of_role("submarine"))
    ]
    forces = (battle.attacker, battle.defender)
    if any(force[name] for force in forces for name in table.of_role("carrier")):
        places = battle["landing_places"]
        where = "all fighters" if places is None else f"{places} fighters beyond the decks left"
        lines.append(f"{where} find a place to land (AA-53)")
    lines.append("each side is one power (AA-12)")
    return tuple(lines)


def _retreat_text(battle: Battle) -> str:
    retreat = battle["retreat"]
    if retreat.never:
        return "the attacker never retreats"
    if retreat.best:
        return "the attacker, who has where to go, retreats where that has the higher net_value"
    return f"the attacker, who has where to go, retreats {retreat}"
