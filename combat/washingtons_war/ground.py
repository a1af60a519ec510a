"""A battle on a map: what the map says of it goes into its sides and settings (WW-01 to WW-11)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from combat.errors import IllegalBattleError, OptionError
from combat.game import ATTACKER
from combat.notation import shown
from combat.setting_values import check_file
from combat.washingtons_war.generals import AMERICAN, ANONYMOUS, BRITISH, Roster
from combat.washingtons_war.map.battle_facts import BattleFacts, battle_at
from combat.washingtons_war.map.board_file import read_map
from combat.washingtons_war.map.position import Position
from combat.washingtons_war.troops import MODIFIERS, MOST_MOVED, Troops


@dataclass(frozen=True)
class Map:
    """A map file and what it holds; equal if the file is.

    Parameters
    ----------
    file : str
    position : Position
    """

    file: str
    position: Position


def read_ground(text: str, _: Mapping[str, Any]) -> Map | None:
    """Read the map that a battle is fought on.

    Raises
    ------
    NotationError, OptionError
    """
    if not text.strip():
        return None
    check_file(text)
    return Map(text, read_map(text))


def read_space(text: str, settings: Mapping[str, Any]) -> str:
    """Read the name of a space of the map.

    Raises
    ------
    OptionError
        Without a map, or for a space that it does not have.
    """
    name = text.strip()
    if not name:
        return ""
    if settings["map"] is None:
        raise OptionError(
            f"the space {shown(name)} is on no map: name one with map=FILE", given=name
        )
    position: Position = settings["map"].position
    by_case = {space.name.casefold(): space.name for space in position.board.spaces}
    return position.board.space(by_case.get(name.casefold(), name)).name


def facts_of(settings: Mapping[str, Any], *, british_attack: bool) -> BattleFacts | None:
    """Return what the map says of the battle, None without a map.

    Raises
    ------
    OptionError
        For a map without the space of the battle, or where the attacker comes from.
    IllegalBattleError
        For an attack from a space that is not adjacent.
    """
    found: Map | None = settings["map"]
    if found is None or settings["move"] == "naval":
        return None
    for key, meaning in (("space", "the space of the battle"), ("origin", "whence they come")):
        if not settings[key]:
            raise OptionError(
                f"on a map a battle has a place: name {meaning} with {key}=NAME", given=key
            )
    side = BRITISH if british_attack else AMERICAN
    return battle_at(found.position, settings["space"], settings["origin"], side)


def on_ground(troops: Troops, side: str, settings: Mapping[str, Any], roster: Roster) -> Troops:
    """Return a side with what the map says of it: who is there, and what helps or hinders them.

    CUs and a general that the text does not name are those on the map.
    """
    british_attack = troops.is_british == (side == ATTACKER)
    facts = facts_of(settings, british_attack=british_attack)
    if facts is None:
        return troops
    troops = _filled(troops, side, settings, roster)
    words = list(troops.modifiers)
    if facts.militia == (BRITISH if troops.is_british else AMERICAN):
        words.append("militia")
    if facts.navy and troops.is_british:
        words.append("navy")
    if settings["map"].position.regulars and troops.is_british:
        words.append("regulars")
    cut_off = facts.attacker_cut_off if side == ATTACKER else facts.defender_cut_off
    return replace(
        troops,
        modifiers=tuple(word for word in MODIFIERS if word in words),
        cut_off=troops.cut_off or cut_off,
    )


def _filled(troops: Troops, side: str, settings: Mapping[str, Any], roster: Roster) -> Troops:
    """Return a side with the CUs and the general of the map where its text names none."""
    position: Position = settings["map"].position
    space = settings["origin" if side == ATTACKER else "space"]
    player = BRITISH if troops.is_british else AMERICAN
    name = position.general(space, player)
    if troops.general is None and not troops.cu and name:
        listed = roster.find(name)
        troops = replace(troops, general=listed.general() if listed else None)
    if not troops.cu:
        there = position.cus(space, player)
        if side == ATTACKER and not there:
            raise OptionError(
                f"no {player} CU is in {space} on the map: write how many attack, as in '5 cu', or"
                " name another origin",
                given=space,
                allowed=("5 cu",),
            )
        cu = min(there, MOST_MOVED) if side == ATTACKER else there
        french = min(position.at(space).french if player == AMERICAN else 0, cu)
        troops = replace(troops, cu=cu, french=french)
    return troops


def check_ground(settings: Mapping[str, Any], *, british_attack: bool) -> None:
    """Refuse interceptions and a retreat before battle that the map does not allow.

    Raises
    ------
    IllegalBattleError
    """
    facts = facts_of(settings, british_attack=british_attack)
    if facts is None:
        return
    for army in settings["intercept"]:
        name = army.general.name
        if name not in (ANONYMOUS, *facts.interceptors):
            why = facts.not_intercepting.get(name, f"{name} is not next to the space (WW-01)")
            raise IllegalBattleError(
                f"{name} may not intercept: {why}",
                rule="WW-01",
                given=name,
                allowed=facts.interceptors,
            )
    if settings["evade"] and not facts.defender_may_retreat_before_battle:
        finding = facts.reasons["defender_may_retreat_before_battle"]
        raise IllegalBattleError(
            f"no retreat before battle here: {finding}", rule=finding.rule, given="evade"
        )


def map_lines(settings: Mapping[str, Any], *, british_attack: bool) -> tuple[str, ...]:
    """Return what an answer takes from the map, with its reasons."""
    facts = facts_of(settings, british_attack=british_attack)
    if facts is None:
        return ()
    named = {army.general.name for army in settings["intercept"]}
    others = [name for name in facts.interceptors if name not in named]
    lines = [f"the map {settings['map'].file} is as it stands: a link it lacks may cut an army off"]
    lines += [
        f"by the map the {side} {'has nowhere to retreat' if cut_off else 'has a way out'}:"
        f" {facts.reasons[f'{side}_cut_off']}"
        for side, cut_off in (
            ("attacker", facts.attacker_cut_off),
            ("defender", facts.defender_cut_off),
        )
    ]
    if others:
        lines.append(
            f"by the map {' and '.join(others)} may try to intercept too: name them with"
            " intercept=… (WW-01)"
        )
    return tuple(lines)


def barred(troops: Troops, settings: Mapping[str, Any], *, attacks: bool) -> Troops:
    """Return a side as the map bars its way by now, after what has moved on it."""
    british_attack = troops.is_british == attacks
    facts = facts_of(settings, british_attack=british_attack)
    if facts is None or not troops:
        return troops
    cut_off = facts.attacker_cut_off if attacks else facts.defender_cut_off
    return replace(troops, cut_off=troops.cut_off or cut_off)
