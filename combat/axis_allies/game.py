"""Axis & Allies 1942 as the rest of the product sees it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combat.arrays import Bools, Floats
from combat.axis_allies import raid_battle
from combat.axis_allies.assault import Assault
from combat.axis_allies.ends import ENDS
from combat.axis_allies.losses import at_sea, loss_order
from combat.axis_allies.model import LandModel
from combat.axis_allies.phased_model import PhasedModel
from combat.axis_allies.raid import RaidModel
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.sea import SeaBattle
from combat.axis_allies.settings import SETTINGS, table_of, values_of
from combat.axis_allies.value import lost, net_value, worth_lines
from combat.battle import Battle
from combat.errors import IllegalBattleError, NotationError, OptionError, UnknownUnitError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER, NEITHER, Change, Event, Game, Model, Quantity
from combat.loss_order import LossOrder
from combat.notation import MOST_UNITS, shown
from combat.outcomes import Outcomes

END_TEXTS = (
    ("territory taken", ATTACKER),
    ("cleared, not taken", NEITHER),
    ("both sides gone", DEFENDER),
    ("defender holds", DEFENDER),
    ("attacker retreated", DEFENDER),
    ("stand-off", NEITHER),
    ("stopped at the round limit", NEITHER),
)


def parse_side(text: str, side: str, settings: Mapping[str, Any]) -> Force:
    """Read a side's force."""
    if side == DEFENDER and text.strip().lower() == "none":
        return Force()
    force = Force.parse(text, table_of(settings).vocabulary)
    if not force:
        raise NotationError(
            f"the {side} has no units: {shown(text)}; name at least one, such as '3 inf'",
            given=text,
        )
    return force


def check(battle: Battle) -> None:
    """Refuse what is no battle."""
    table = table_of(battle.settings)
    for side, force in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        if force.total > MOST_UNITS:
            raise IllegalBattleError(
                f"{force.total:,} units of the {side} are more than the limit of"
                f" {MOST_UNITS:,} a side",
                given=str(force),
                allowed=(f"1 to {MOST_UNITS}",),
            )
    if not battle.attacker:
        raise IllegalBattleError("the attacker has no units; name at least one", given="")
    names = [name for force in (battle.attacker, battle.defender) for name, _ in force]
    for name in names:
        if name not in table.units:
            raise UnknownUnitError(
                f"unknown unit {name!r}; units are {' '.join(table.names)}",
                given=name,
                allowed=table.names,
            )
    if is_raid(battle):
        raid_battle.check(battle)
        return
    raid_battle.check_no_raid(battle)
    sea = [name for name in names if table[name].domain == "sea"]
    if sea and any(table[name].domain in ("land", "gun", "casualty gun") for name in names):
        raise IllegalBattleError(
            f"land units and ships ({sea[0]}) are mixed in one battle; ask for the battle at sea"
            " and the battle on land apart",
            rule="AA-20",
            given=sea[0],
        )
    _check_landing(battle)
    guns = [name for name, _ in battle.attacker if table[name].is_gun]
    if guns:
        raise IllegalBattleError(
            f"AA guns never attack (AA-03): take {guns[0]} out of the attacker",
            rule="AA-03",
            given=guns[0],
            allowed=table.of_domain("land", "air"),
        )


def _check_landing(battle: Battle) -> None:
    """Refuse a landing or a bombardment that cannot be (AA-20 to AA-22)."""
    table = table_of(battle.settings)
    landing, bombard = battle["landing"], battle["bombard"]
    for name, n in landing:
        if table[name].domain != "land":
            raise IllegalBattleError(
                f"{name} cannot be landed; infantry, artillery and tanks can",
                rule="AA-20",
                given=name,
                allowed=table.of_domain("land"),
            )
        if battle.attacker[name] < n:
            raise IllegalBattleError(
                f"the landing has {n} {name}, but the attacker only {battle.attacker[name]};"
                " the landed units are among the attackers",
                rule="AA-20",
                given=f"{n} {name}",
            )
    for name, _ in bombard:
        if table[name].role != "bombards":
            raise IllegalBattleError(
                f"{name} cannot bombard; {' and '.join(table.of_role('bombards'))} can",
                rule="AA-21",
                given=name,
                allowed=table.of_role("bombards"),
            )
    if bombard and not landing:
        raise IllegalBattleError(
            "nobody lands, so no ship may bombard; name the landed units with --set landing=…",
            rule="AA-21",
            given=str(bombard),
        )
    if landing and landing == battle.attacker and not battle["retreat"].never:
        raise OptionError(
            "landed units cannot retreat (AA-22), and all attackers are landed: leave retreat out",
            given=str(battle["retreat"]),
            allowed=("never",),
        )


def model(battle: Battle) -> Model:
    """Make a battle ready for the engines."""
    if is_raid(battle):
        return RaidModel(battle)
    if battle["landing"]:
        return PhasedModel(battle, Assault)
    return PhasedModel(battle, SeaBattle) if at_sea(battle) else LandModel(battle)


def default_aim(battle: Battle) -> str:
    """Return the aim of an attack if the player names none."""
    if is_raid(battle):
        return "net_value > 0"
    if at_sea(battle):
        return "cleared_not_taken >= 0.75 and net_value > 0"
    return "territory_taken >= 0.75 and net_value > 0"


def end_text(outcomes: Outcomes, row: int) -> tuple[str, str, str]:
    """Return what is left of both sides in a final state, and its event."""
    table = table_of(outcomes.battle.settings)
    raid = is_raid(outcomes.battle)
    end = raid_battle.end(outcomes, row) if raid else ENDS[int(outcomes.column("end")[row])]
    left: dict[str, dict[str, int]] = {ATTACKER: {}, DEFENDER: {}}
    for column, count in zip(outcomes.columns[:-1], outcomes.states[row], strict=False):
        side, name = column.split(".", 1)
        left[side][name] = int(count)
    left[DEFENDER] = {} if end == "territory_taken" else left[DEFENDER] | guns_left(outcomes, row)
    texts = [
        str(Force.of({name: counts.get(name, 0) for name in table.names}))
        for counts in left.values()
    ]
    return texts[0], texts[1], end


def guns_left(outcomes: Outcomes, row: int) -> dict[str, int]:
    """Return the AA guns that are left in the territory, whoever owns them then (AA-03)."""
    table = table_of(outcomes.battle.settings)
    return {
        name: n if table[name].domain == "gun" else int(outcomes.column(f"defender.{name}")[row])
        for name, n in outcomes.battle.defender
        if table[name].is_gun
    }


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


def _retreat_text(battle: Battle) -> str:
    retreat = battle["retreat"]
    if retreat.never:
        return "the attacker never retreats"
    if retreat.best:
        return "the attacker, who has where to go, retreats where that has the higher net_value"
    return f"the attacker, who has where to go, retreats {retreat}"


def neighbours(battle: Battle) -> Iterator[Change]:
    """Yield the changes by one unit that either side could make."""
    table = table_of(battle.settings)
    values = values_of(battle.settings)
    kept = _keeping_land(battle)
    if kept:
        yield Change(ATTACKER, "losses", 0, 0.0, kept)
    yield from raid_battle.interceptor_changes(battle)
    for side, force in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        domains = ("land", "air") if side == ATTACKER else ("land", "air", "gun", "casualty gun")
        raiding = raid_battle.units_of(battle, side) if is_raid(battle) else None
        for name in raiding or table.of_domain(*domains):
            # a second gun adds nothing where each aircraft is shot at once (AA-03)
            idle = table[name].is_gun and force[name] and table.aa_dice == "each aircraft"
            if not idle:
                yield Change(side, name, 1, values[name])
            if force[name]:
                yield Change(side, name, -1, values[name])


def _keeping_land(battle: Battle) -> str | None:
    """Return the attacker's order of losses with a land unit kept, if that is not so already."""
    table = table_of(battle.settings)
    order = loss_order(battle, ATTACKER)
    domains = {table[name].domain for name, _ in battle.attacker}
    if order.keep or not {"land", "air"} <= domains:
        return None
    return str(LossOrder(tuple(n for n in order.order if battle.attacker[n]), ((1, "land"),)))


def counter_attack(outcomes: Outcomes, row: int, text: str) -> Battle | None:
    """Return the enemy's attack on the garrison: land units and captured guns (AA-44)."""
    battle = outcomes.battle
    raid_battle.refuse_sequel(battle)
    left, _, end = end_text(outcomes, row)
    if end != "territory_taken":
        return None
    table = table_of(battle.settings)
    units = {n: c for n, c in Force.parse(left) if table[n].domain == "land"}
    garrison = Force.of(units | guns_left(outcomes, row))
    force = parse_side(text, ATTACKER, battle.settings)
    return _next(battle, force, garrison)


def next_wave(outcomes: Outcomes, row: int, text: str, *, plus: str = "") -> Battle | None:
    """Return the attack of the next power on what still defends, guns firing anew (AA-28).

    Parameters
    ----------
    text : str
        The force of the next power.
    plus : str
        What an enemy power that moves in between adds to the defence.
    """
    battle = outcomes.battle
    raid_battle.refuse_sequel(battle)
    _, left, end = end_text(outcomes, row)
    if end == "territory_taken":
        return None
    defender = Force.parse(f"{left}, {plus}", table_of(battle.settings).vocabulary)
    return _next(battle, parse_side(text, ATTACKER, battle.settings), defender)


def _next(battle: Battle, attacker: Force, defender: Force) -> Battle:
    """Return a battle that follows, under the same edition, values, worths and dice."""
    kept = ("edition", "units", "values", "worth", "dice")
    return Battle(battle.game, attacker, defender, {key: battle[key] for key in kept})


def changed(battle: Battle, change: Change, times: int) -> Battle | None:
    """Return the battle after a change made so many times, or None if that cannot be."""
    table = table_of(battle.settings)
    try:
        if change.step == 0:
            return battle.with_options(**{change.what: change.value})
        sides = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
        force = sides[change.side].changed(change.what, change.step * times, order=table.names)
        sides[change.side] = force
        return battle.with_sides(sides[ATTACKER], sides[DEFENDER])
    except IllegalBattleError:
        return None


def _ended(code: int) -> Callable[[Outcomes], Bools]:
    def ended(outcomes: Outcomes) -> Bools:
        return outcomes.column("end") == code

    return ended


def _lost(side: str) -> Callable[[Outcomes], Floats]:
    def value(outcomes: Outcomes) -> Floats:
        return lost(outcomes, side, values_of(outcomes.battle.settings))

    return value


def _swing(outcomes: Outcomes) -> Floats:
    values = values_of(outcomes.battle.settings)
    return lost(outcomes, DEFENDER, values) - lost(outcomes, ATTACKER, values)


def _net_value(outcomes: Outcomes) -> Floats:
    return raid_battle.net_value(outcomes) if is_raid(outcomes.battle) else net_value(outcomes)


def _no_raid(battle: Battle) -> bool:
    return not is_raid(battle)


AXIS_ALLIES = Game(
    name="axis-allies",
    aliases=("aa", "a&a", "axisallies"),
    title="Axis & Allies 1942",
    edition="2009",
    covers="land battles, bombing raids; not yet: sea battles, landings, the economy",
    parse_side=parse_side,
    check=check,
    model=model,
    settings=SETTINGS,
    events=tuple(
        Event(name, text, side, _ended(code), applies=_no_raid)
        for code, (name, (text, side)) in enumerate(zip(ENDS, END_TEXTS, strict=True))
    )
    + raid_battle.EVENTS,
    quantities=(
        Quantity("attacker_ipc_lost", "attacker's loss", "IPC", _lost(ATTACKER)),
        Quantity("defender_ipc_lost", "defender's loss", "IPC", _lost(DEFENDER)),
        Quantity(
            "damage", "damage to the complex", "IPC", raid_battle.damage_done, applies=is_raid
        ),
        Quantity("swing", "swing (defender's loss − attacker's)", "IPC", _swing),
        Quantity(
            "net_value",
            "net value",
            "IPC",
            _net_value,
            shown=lambda battle: bool(battle["worth"]) or is_raid(battle),
        ),
        Quantity("rounds", "rounds", "", None, applies=_no_raid),
    ),
    default_aim=default_aim,
    end_text=end_text,
    assumes=assumes,
    neighbours=neighbours,
    changed=changed,
    swing="swing",
    value="net_value",
    followers={"counter": counter_attack, "wave": next_wave},
    examples=(
        ("3 inf, 2 arm", "4 inf, 1 art"),
        ("5 inf, 2 art, 2 arm, 1 ftr", "6 inf, 1 art, 1 aa"),
        ("2 inf, 1 arm, 2 ftr, 1 bmr", "3 inf, 1 ftr, 1 aa"),
    ),
)
