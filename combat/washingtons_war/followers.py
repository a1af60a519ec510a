"""What a battle leaves for those that follow: the next activation, the enemy's reply."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.game import ATTACKER
from combat.outcomes import Outcomes
from combat.sequels import Remains
from combat.washingtons_war.ends import general_of, row_fates
from combat.washingtons_war.generals import AMERICAN, BRITISH, General
from combat.washingtons_war.settings import AFTER
from combat.washingtons_war.troops import CARDS, MODIFIERS, NONE, Troops
from combat.washingtons_war.troops_text import parse_side

GROUPS = ("army",)
KEPT = ("roster", "worth", "alliance", "goal")


def left(outcomes: Outcomes, row: int, side: str, group: str, next_side: str) -> Remains | None:
    """Return what a final state leaves of a side: CUs and the general, without any modifier.

    Beaten troops have gone to another space: a battle that follows finds them there.

    Parameters
    ----------
    group : str
        Empty for all, ``army`` for those who stay only if a general leads them.

    Raises
    ------
    IllegalBattleError
        If CUs that have attacked are to attack again (WW-22).
    """
    if (side, next_side) == (ATTACKER, ATTACKER):
        raise IllegalBattleError(
            "no general and no CU is activated twice on a campaign card (WW-22): let other troops"
            " attack",
            rule="WW-22",
            given=str(outcomes.battle.attacker),
        )
    troops = _left(outcomes, row, side)
    if group == "army" and not troops.is_army:
        return None
    return Remains(troops) if troops.cu or troops.general else None


def _left(outcomes: Outcomes, row: int, side: str) -> Troops:
    fates = row_fates(outcomes, row)
    fate = fates.side(side)
    battle = outcomes.battle
    general: General | None = general_of(outcomes, fates, side)
    there = bool(fate.led[0]) and not fate.captured[0] and not fate.removed[0]
    troops: Troops = battle.attacker if side == ATTACKER else battle.defender
    nation = troops.nation or (AMERICAN if battle.attacker.is_british else BRITISH)
    cu = int(fate.left[0])
    return Troops(nation, cu, min(troops.french, cu), general if there else None)


def joined(units: Troops, more: str, settings: Mapping[str, Any]) -> Troops:
    """Return troops with what a text adds: CUs, a general, modifiers, a card."""
    if not more.strip():
        return units
    added = parse_side(f"{units.nation}, {more}", ATTACKER, settings)
    return replace(
        units,
        cu=units.cu + added.cu,
        french=units.french + added.french,
        general=added.general or units.general,
        modifiers=tuple(w for w in MODIFIERS if w in (*units.modifiers, *added.modifiers)),
        card=added.card if added.card != NONE else units.card,
        held=tuple(card for card in CARDS if card in (*units.held, *added.held)),
        drm=units.drm + added.drm,
        cut_off=units.cut_off or added.cut_off,
    )


def counter_attack(outcomes: Outcomes, row: int, text: str) -> Battle | None:
    """Return the enemy's attack on the attacker's army where it stands in the space.

    The regulars' advantage goes with the British as far as they still have it; nobody's militia or
    navy is assumed.
    """
    battle, fates = outcomes.battle, row_fates(outcomes, row)
    force = parse_side(text, ATTACKER, battle.settings)
    if not fates.attacker_stands[0]:
        return None
    troops = _left(outcomes, row, ATTACKER)
    regulars = "regulars" in battle.attacker.modifiers and not fates.regulars_lost[0]
    if regulars:
        troops = replace(troops, modifiers=("regulars",))
    kept = {key: battle[key] for key in KEPT}
    if fates.alliance_made[0]:
        kept["alliance"] = AFTER
    return Battle(battle.game, force, troops, kept)
