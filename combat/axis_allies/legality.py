"""What is no battle of Axis & Allies, and which rule says so."""

from combat.axis_allies import raid_battle
from combat.axis_allies.cargo import check_cargo
from combat.axis_allies.goals import check_best_losses
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.settings import table_of
from combat.battle import Battle
from combat.errors import IllegalBattleError, OptionError, UnknownUnitError
from combat.game import ATTACKER, DEFENDER
from combat.notation import MOST_UNITS


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
    check_best_losses(battle)
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
    _check_best(battle, at_sea=bool(sea))
    if not sea:
        _check_no_ships(battle)
    _check_ignored(battle)
    check_cargo(battle)
    guns = [name for name, _ in battle.attacker if table[name].is_gun]
    if guns:
        raise IllegalBattleError(
            f"AA guns never attack (AA-03): take {guns[0]} out of the attacker",
            rule="AA-03",
            given=guns[0],
            allowed=table.of_domain("land", "air"),
        )


def _check_ignored(battle: Battle) -> None:
    """Refuse to pass by what makes a zone hostile (AA-15)."""
    if battle["fight"] != "ignore":
        return
    harmless = table_of(battle.settings).harmless
    for name, _ in battle.defender:
        if name not in harmless:
            raise IllegalBattleError(
                f"only submarines and transports can be passed by (AA-15), and {name} is there:"
                " leave fight=ignore out",
                rule="AA-15",
                given=name,
                allowed=harmless,
            )


def _check_no_ships(battle: Battle) -> None:
    """Refuse settings of sea battles where there is no ship."""
    for key in ("attacker_submerge", "defender_submerge", "landing_places"):
        setting = battle.game.setting(key)
        if setting is not None and battle[key] != setting.default:
            raise OptionError(
                f"{key} is about battles at sea, and there is no ship in this one; leave it out",
                given=setting.shows(battle[key]),
            )


def _check_best(battle: Battle, *, at_sea: bool) -> None:
    """Refuse best play against the clock where it is not solved for."""
    retreat = battle["retreat"]
    diving = "best" in (battle["attacker_submerge"], battle["defender_submerge"])
    limited = battle["rounds"] is not None or retreat.after is not None
    if (retreat.best or diving) and limited and (at_sea or battle["landing"]):
        raise OptionError(
            "best play is not solved for with a limit of rounds at sea or in a landing; leave"
            " 'rounds' and 'after N' out",
            given=str(retreat),
            allowed=("best",),
        )
    if diving and not at_sea:
        raise OptionError("there are no submarines on land; leave the submerging out", given="best")
    if diving and not (retreat.best or retreat.never):
        raise OptionError(
            "best submerging goes with a retreat of 'never' or 'best'",
            given=str(retreat),
            allowed=("never", "best"),
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
