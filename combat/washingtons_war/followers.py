"""What a battle leaves for those that follow: the next activation, the enemy's reply."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.game import ATTACKER
from combat.outcomes import Outcomes
from combat.sequels import Remains
from combat.washingtons_war.carried import Carried
from combat.washingtons_war.ends import general_of, row_fates
from combat.washingtons_war.generals import AMERICAN, BRITISH, General
from combat.washingtons_war.troops import CARDS, MODIFIERS, NONE, Troops
from combat.washingtons_war.troops_text import parse_side

GROUPS = ("army", "rest")
KEPT = ("roster", "worth", "alliance", "track", "goal", "card", "landing_party")


def left(outcomes: Outcomes, row: int, side: str, group: str, next_side: str) -> Remains | None:
    """Return what a final state leaves of a side: CUs and the general, without any modifier.

    Beaten troops have gone to another space: a battle that follows finds them there.

    Parameters
    ----------
    group : str
        Empty for all of them, ``army`` for those who are with the general, ``rest`` for those who
        are not: after a retreat before battle the two stand in different spaces.

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
    troops = _left(outcomes, row, side, group)
    return Remains(troops) if troops.cu or troops.general else None


def _left(outcomes: Outcomes, row: int, side: str, group: str = "") -> Troops:
    fates = row_fates(outcomes, row)
    fate = fates.side(side)
    battle = outcomes.battle
    general: General | None = general_of(outcomes, fates, side)
    if not fate.led[0] or fate.captured[0] or fate.removed[0]:
        general = None
    troops: Troops = battle.attacker if side == ATTACKER else battle.defender
    nation = troops.nation or (AMERICAN if battle.attacker.is_british else BRITISH)
    cu = int(fate.left[0])
    with_him = int(fates.here.evaded[0]) if fate.away[0] else cu if general else 0
    if group == "army":
        cu, general = with_him, general if with_him else None
    elif group == "rest":
        cu, general = cu - with_him, None
    return Troops(nation, cu, min(troops.french, cu), general)


def joined(units: Troops, more: str, settings: Mapping[str, Any]) -> Troops:
    """Return troops with what a text adds: CUs, a general, modifiers, a card."""
    if not more.strip():
        return units
    added = parse_side(f"{units.nation or AMERICAN}, {more}", ATTACKER, settings)
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
    force = parse_side(text, ATTACKER, _off_map(battle.settings))
    if not fates.attacker_stands[0]:
        return None
    kept = {key: battle[key] for key in KEPT}
    kept["intercept"], kept["evade"], kept["map"], kept["congress"] = (), 0, None, False
    troops = replace(_left(outcomes, row, ATTACKER), modifiers=_regulars(battle.attacker))
    now = Carried().after(outcomes, row).applied(force, troops, kept, turned=True)
    if now is None:
        return None
    attacker, defender, settings = now
    return Battle(battle.game, attacker, defender, settings)


def _regulars(troops: Troops) -> tuple[str, ...]:
    return tuple(word for word in troops.modifiers if word == "regulars")


def _off_map(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings without a place: who strikes back comes from wherever he is."""
    return dict(settings) | {"map": None, "space": "", "origin": ""}
