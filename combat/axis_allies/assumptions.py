"""What an answer about a battle of Axis & Allies takes for granted."""

from combat.axis_allies import raid_battle
from combat.axis_allies.goals import goal_of
from combat.axis_allies.losses import at_sea, free_sides, loss_order
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
    sides = ((ATTACKER, battle.attacker), (DEFENDER, battle.defender))
    for (side, force), best in zip(sides, free_sides(battle), strict=True):
        order = loss_order(battle, side)
        present = [name for name in order.order if force[name]]
        keep = [f"keep {n} {what}" for n, what in order.keep]
        if best:
            lines.append(f"{side}'s losses are the best for {goal_of(battle)}")
        elif present:
            lines.append(f"{side} loses {'; '.join([' '.join(present), *keep])}")
    lines += _best_lines(battle)
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


def _best_lines(battle: Battle) -> tuple[str, ...]:
    """Say how best losses are found, if a side has them."""
    free = free_sides(battle)
    if not any(free):
        return ()
    from combat.axis_allies.best_size import nodes, solved_as_game

    picks = _picked_line(battle) if free[0] else ()
    attackers, defenders = nodes(battle)
    size = f"{attackers:,.0f} × {defenders:,.0f} mixes of units"
    if solved_as_game(battle):
        return (
            f"best losses are solved as a game, exactly ({size}): the defender knows the attacker's"
            " hits, the attacker both (AA-04)",
            *picks,
        )
    replies = ", each the best reply to the other" if all(free) else ""
    return (
        f"best losses are the best of all fixed orders{replies}: {size} are too many to solve as"
        " a game",
    )


def _picked_line(battle: Battle) -> tuple[str, ...]:
    """Say that the attacker picks whom AA fire takes, where no rule says whom (AA-55)."""
    table = table_of(battle.settings)
    aircraft = any(battle.attacker[name] for name in table.of_domain("air"))
    guns = any(table[name].is_gun for name, _ in battle.defender)
    together = aircraft and guns and not table.aa_by_type
    return ("the attacker picks the aircraft that AA fire takes",) if together else ()


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
        wanted = "has the higher net_value"
        if any(free_sides(battle)) and goal_of(battle) != "net_value":
            wanted = f"is better for {goal_of(battle)}"
        return f"the attacker, who has where to go, retreats where that {wanted}"
    return f"the attacker, who has where to go, retreats {retreat}"
