"""What is a legal raid, what it is judged by, and what could be changed about it."""

from collections.abc import Iterator

from combat.arrays import Bools, Floats
from combat.axis_allies.interception import risen
from combat.axis_allies.losses import loss_order
from combat.axis_allies.raid_rules import BOMBER, FIGHTER, damage_limit, is_raid
from combat.axis_allies.raid_settings import ALL, BEST, RAID_SETTINGS
from combat.axis_allies.settings import WORTHS, table_of
from combat.axis_allies.value import lost, unit_worths, worth_lines
from combat.battle import Battle
from combat.changes import Change
from combat.errors import IllegalBattleError, OptionError
from combat.game import ATTACKER, DEFENDER, Event
from combat.outcomes import Outcomes

KEYS = tuple(setting.key for setting in RAID_SETTINGS)
ALSO = ("edition", "units", "values", "worth", "dice", "losses")  # settings that a raid reads


def check(battle: Battle) -> None:
    """Refuse what is no raid (AA-25, AA-26), and settings that it takes no notice of."""
    _check_settings(battle)
    _check_attacker(battle)
    _check_defender(battle)


def check_no_raid(battle: Battle) -> None:
    """Refuse settings of a raid where there is none."""
    for setting in RAID_SETTINGS:
        if battle[setting.key] != setting.default:
            raise OptionError(
                f"{setting.key} is about bombing raids only; say that this is one, with"
                " raid=INCOME OF THE TERRITORY, or leave it out",
                given=setting.key,
                allowed=("raid=10",),
            )


def _check_settings(battle: Battle) -> None:
    for key in battle.shown_settings:
        if key not in (*KEYS, *ALSO):
            raise OptionError(
                f"a bombing raid takes no notice of {key!r}: leave it out; settings of a raid are"
                f" {', '.join((*KEYS, *ALSO))}",
                given=key,
                allowed=(*KEYS, *ALSO),
            )
    for name, _ in battle["worth"]:
        if name in WORTHS:
            raise OptionError(
                f"a bombing raid takes no territory (AA-25): leave {name} out of the worth",
                given=name,
                allowed=table_of(battle.settings).names,
            )
    if battle["damage"] > damage_limit(battle):
        raise OptionError(
            f"damage={battle['damage']} is not possible: a complex in a territory with an income"
            f" of {battle['raid']} has at most {damage_limit(battle)} (AA-25)",
            given=str(battle["damage"]),
            allowed=(f"0 to {damage_limit(battle)}",),
        )


def _check_attacker(battle: Battle) -> None:
    for name, _ in battle.attacker:
        if name == FIGHTER and not battle["escorts"]:
            raise IllegalBattleError(
                "fighters fly with a raid only under the optional rule (AA-26): set escorts=yes, or"
                f" take {name} out of the attacker",
                rule="AA-26",
                given=name,
                allowed=(BOMBER,),
            )
        if name not in (BOMBER, FIGHTER):
            raise IllegalBattleError(
                f"only bombers raid (AA-25): take {name} out of the attacker",
                rule="AA-25",
                given=name,
                allowed=units_of(battle, ATTACKER),
            )
    if not battle.attacker[BOMBER]:
        raise IllegalBattleError(
            f"a bombing raid needs a bomber (AA-25): add {BOMBER} to the attacker",
            rule="AA-25",
            given=str(battle.attacker),
            allowed=(BOMBER,),
        )


def _check_defender(battle: Battle) -> None:
    if battle.defender[FIGHTER] and not battle["escorts"] and battle["interceptors"] == ALL:
        raise IllegalBattleError(
            "fighters take part in a raid only under the optional rule (AA-26): set escorts=yes, or"
            f" take {FIGHTER} out of the defender (or say how many rise: interceptors=1)",
            rule="AA-26",
            given=FIGHTER,
            allowed=("escorts=yes",),
        )
    allowed = units_of(battle, DEFENDER)
    for name, _ in battle.defender:
        if name not in allowed:
            raise IllegalBattleError(
                f"nothing but fighters and AA guns meets a bombing raid (AA-26): take {name} out of"
                " the defender; an undefended complex is 'none'",
                rule="AA-26",
                given=name,
                allowed=allowed,
            )
    fighters, number = battle.defender[FIGHTER], battle["interceptors"]
    if number not in (ALL, BEST) and number > fighters:
        raise IllegalBattleError(
            f"interceptors={number} is not possible: the defender has {fighters} {FIGHTER} (AA-26)",
            rule="AA-26",
            given=str(number),
            allowed=(f"0 to {fighters}", ALL, BEST),
        )


def assumes(battle: Battle) -> tuple[str, ...]:
    """Return what an answer about a raid takes for granted."""
    table = table_of(battle.settings)
    before = f", {battle['damage']} there already" if battle["damage"] else ""
    fighters, number = battle.defender[FIGHTER], risen(battle)
    best = ", the best for the defender" if battle["interceptors"] == BEST else ""
    lines = [
        f"rules: {table.title}",
        f"bombing raid: damage up to {damage_limit(battle)} in all{before}; a point counts 1 IPC",
        f"{number} of {fighters} {FIGHTER} rise to intercept (optional rule){best}"
        if fighters
        else "no fighter intercepts",
    ]
    if any(table[name].is_gun for name, _ in battle.defender):
        lines.append("AA guns fire once, before all else")
    if number:
        order = loss_order(battle, ATTACKER)
        present = " ".join(name for name in order.order if battle.attacker[name])
        keep = [f"keep {n} {what}" for n, what in order.keep]
        lines.append(f"attacker loses {'; '.join([present, *keep])}")
    if battle["dice"] == "low-luck":
        lines.append("dice in all of the raid, low luck or not")
    return (*lines, *worth_lines(battle), *(f"unverified: {what}" for what in table.unverified))


def units_of(battle: Battle, side: str) -> tuple[str, ...]:
    """Return the units that a side may have in a raid."""
    table = table_of(battle.settings)
    if side == DEFENDER:
        return tuple(n for n in table.names if n == FIGHTER or table[n].is_gun)
    return tuple(n for n in table.names if n == BOMBER or (n == FIGHTER and battle["escorts"]))


def interceptor_changes(battle: Battle) -> Iterator[Change]:
    """Yield one interceptor more and one less, where their number is named."""
    number = battle["interceptors"]
    if number not in (ALL, BEST):
        for other in (number - 1, number + 1):
            if 0 <= other <= battle.defender[FIGHTER]:
                yield Change(DEFENDER, "interceptors", 0, 0.0, str(other))


def damage_done(outcomes: Outcomes) -> Floats:
    """Damage done in each final state, shape (states,)."""
    return outcomes.column("damage").astype(float)


def net_value(outcomes: Outcomes) -> Floats:
    """Defender's loss + damage − attacker's loss, shape (states,)."""
    worths = unit_worths(outcomes.battle)
    swing = lost(outcomes, DEFENDER, worths) - lost(outcomes, ATTACKER, worths)
    return swing + damage_done(outcomes)


def all_bombers_lost(outcomes: Outcomes) -> Bools:
    """Where no bomber is left, shape (states,)."""
    return outcomes.column(f"attacker.{BOMBER}") == 0


def complex_out(outcomes: Outcomes) -> Bools:
    """Where the damage leaves nothing that could be mobilised there (AA-43), shape (states,)."""
    battle = outcomes.battle
    return battle["damage"] + outcomes.column("damage") >= battle["raid"]


EVENTS = (
    Event(
        "all_bombers_lost",
        "all bombers lost",
        DEFENDER,
        all_bombers_lost,
        partition=False,
        applies=is_raid,
    ),
    Event(
        "complex_out",
        "complex out (nothing can be mobilised)",
        ATTACKER,
        complex_out,
        partition=False,
        applies=is_raid,
    ),
)


def end(outcomes: Outcomes, row: int) -> str:
    """Return the damage of a final state in words."""
    return f"damage {outcomes.column('damage')[row]}"


def refuse_sequel(battle: Battle) -> None:
    """Refuse to follow a raid with a counter-attack or a wave."""
    if is_raid(battle):
        raise OptionError(
            "nothing is taken in a bombing raid (AA-25): ask about a counter-attack or the next"
            " wave apart",
            given="raid",
        )
