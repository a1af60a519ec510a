"""What can be said of a unit otherwise: its type, cards, hexes moved and of retreat, artillery."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.changes import Change
from combat.napoleonics.terrain import terrains_of
from combat.napoleonics.unit import CARDS, REACTIONS, Gun, Unit
from combat.napoleonics.units import FOOT, PLAIN, UnitType, nations_of

HEX, REACTION, UNIT, CARD_PLAYED, MOVED, ROOM = (
    *("hex", "reaction", "unit", "card played", "moved", "room"),
)
SAID = (HEX, REACTION, UNIT, CARD_PLAYED, MOVED, ROOM)  # changes of these have a value
FLAG, MAY = "flag ignored", "may "
ANY = "any"  # of room to retreat
GUN_BLOCKS, GUN_DISTANCE = 3, 2  # of artillery that could join
MOST_IGNORED = 9


def said(unit: Unit, change: Change, settings: Mapping[str, Any]) -> Unit | None:
    """Return a unit of which one of `SAID` is said, or None if there is no such thing."""
    value = change.value
    if change.what == HEX:
        terrain = terrains_of(settings).find(value)
        return None if terrain is None else replace(unit, hex=terrain)
    if change.what == REACTION:
        may = tuple(word for word in unit.may if word != value)
        return replace(unit, reaction=value, may=may)
    if change.what == CARD_PLAYED:
        return replace(unit, cards=(value,))
    if change.what == MOVED:
        return replace(unit, moved=int(value))
    if change.what == ROOM:
        return replace(unit, room=None if value == ANY else int(value))
    kinds = {kind.title: kind for kind in other_kinds(unit, settings)}
    kind = kinds.get(value)
    if kind is None:
        return None
    return replace(unit, kind=kind, blocks=min(unit.blocks, kind.blocks))


def switched(unit: Unit, change: Change) -> Unit:
    """Return a unit with a named card, or what it may do, put in or taken out."""
    what, there = change.what, change.step > 0
    if what.startswith(MAY):
        word = what.removeprefix(MAY)
        may = set(unit.may) | {word} if there else set(unit.may) - {word}
        return replace(unit, may=tuple(one for one in REACTIONS if one in may))
    if what in CARDS:
        cards = set(unit.cards) | {what} if there else set(unit.cards) - {what}
        return replace(unit, cards=tuple(one for one in CARDS if one in cards))
    word_in: dict[str, Any] = {what: there}
    return replace(unit, **word_in)


def other_kinds(unit: Unit, settings: Mapping[str, Any]) -> tuple[UnitType, ...]:
    """Return the other units of the same nation, or the other plain classes."""
    if unit.alone or unit.dice:  # dice that are said are those of this unit
        return ()
    own = PLAIN if unit.kind.plain else nations_of(settings).of(unit.kind.nation)
    return tuple(kind for kind in own.values() if kind != unit.kind)


def joining(unit: Unit, settings: Mapping[str, Any]) -> Gun:
    """Return artillery that could join the unit's attack: its own nation's, or an ally's."""
    nations, nation = nations_of(settings), unit.kind.nation
    known = (*nations.of(nation).values(), *nations.units.values()) if nation else ()
    kind = next((one for one in known if one.is_gun and one.kind == FOOT), PLAIN["ART"])
    return Gun(kind, min(GUN_BLOCKS, kind.blocks), GUN_DISTANCE)
