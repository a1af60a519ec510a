"""What a unit can be given or loses by a tap."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.game import ATTACKER
from combat.napoleonics.terrain import IMPASSABLE, terrains_of
from combat.napoleonics.unit import CARDS, REACTIONS, STAND, Unit, lone_leader
from combat.napoleonics.unit_text import MOST_CARD, MOST_MOVED, parse_side
from combat.napoleonics.units import ALONE, PLAIN, UnitType, nations_of
from combat.taps import NOBODY, Tap, chosen, counted, found_tap

BLOCKS, NATION, UNIT, TERRAIN = "blocks", "nation", "unit", "terrain"
LEADER, SUPPORT, MOVED, CARD_DICE = "leader", "support", "moved", "card dice"
CARD, REACTION, MAY = "card played", "reaction", "may "
ANY_NATION, FIRST = "any nation", ("French", "British")  # who stands there if nobody does yet
START = "line"
COUNTS = {BLOCKS: "blocks", MOVED: "moved", CARD_DICE: "card"}


class UnitTaps:
    """A unit's blocks, its type, its leader, its hex, what it does."""

    def offered(self, text: str, side: str, settings: Mapping[str, Any]) -> tuple[Tap, ...]:
        """Return what can be tapped, most used first."""
        unit = _unit(text, side, settings)
        nations = nations_of(settings)
        terrains = terrains_of(settings)
        hexes = [name for name in terrains.terrains if name not in IMPASSABLE]
        kinds = _kinds(unit, settings)
        there = 0 if _is_empty(text) else unit.blocks
        return (
            Tap(BLOCKS, "blocks", there, max(1, unit.kind.blocks), least=min(1, there)),
            Tap(
                NATION,
                "nation",
                unit.kind.nation or ANY_NATION,
                choices=(*nations.names, ANY_NATION),
            ),
            Tap(UNIT, "unit", unit.kind.name, choices=tuple(kinds)),
            Tap(TERRAIN, "terrain of its hex", unit.hex.name, choices=tuple(hexes)),
            *([] if unit.alone else [Tap(LEADER, "leader", int(unit.leader), 1)]),
            Tap(SUPPORT, "support beside it", int(unit.support), 1),
            *(_attacking(unit) if side == ATTACKER else _attacked(unit)),
        )

    def tapped(
        self, text: str, side: str, *, what: str, value: int | str, settings: Mapping[str, Any]
    ) -> str:
        """Return the side with that put in, taken out or chosen."""
        unit = _unit(text, side, settings)
        tap = found_tap(self.offered(text, side, settings), what)
        if tap.kind == "choice":
            return str(_choose(unit, what, chosen(tap, value), settings))
        there = counted(tap, value)
        if what == BLOCKS and _is_empty(text):  # it comes at full strength
            return str(unit)
        if what in COUNTS:
            number: dict[str, Any] = {COUNTS[what]: there}
            return str(replace(unit, **number))
        if what.startswith(MAY):
            word = what.removeprefix(MAY)
            kept = {*unit.may, word} if there else {*unit.may} - {word}
            return str(replace(unit, may=tuple(one for one in REACTIONS if one in kept)))
        switch: dict[str, Any] = {what: bool(there)}
        return str(replace(unit, **switch))


def _is_empty(text: str) -> bool:
    return text.strip().lower() in NOBODY


def _unit(text: str, side: str, settings: Mapping[str, Any]) -> Unit:
    """Read a side; nobody yet is a line unit."""
    if _is_empty(text):
        nation = FIRST[0 if side == ATTACKER else 1]
        return parse_side(f"{nation} {START}", side, settings)
    return parse_side(text, side, settings)


def _kinds(unit: Unit, settings: Mapping[str, Any]) -> dict[str, UnitType]:
    """Return the units of the nation, or the plain ones, by name."""
    own = nations_of(settings).of(unit.kind.nation) if unit.kind.nation else PLAIN
    alone = {} if unit.kind.nation else {ALONE.name: ALONE}
    return {kind.name: kind for kind in own.values()} | alone


def _attacking(unit: Unit) -> tuple[Tap, ...]:
    card = unit.cards[0] if unit.cards else ""
    return (
        Tap(MOVED, "hexes moved", unit.moved, MOST_MOVED),
        Tap(CARD_DICE, "dice of a card", unit.card, MOST_CARD),
        Tap(CARD, "card played", card, choices=("", *CARDS)),
    )


def _attacked(unit: Unit) -> tuple[Tap, ...]:
    may = tuple(word for word in REACTIONS if word not in (STAND, unit.reaction))
    return (
        Tap(REACTION, "what it does", unit.reaction, choices=REACTIONS),
        *(Tap(MAY + word, MAY + word, int(word in unit.may), 1) for word in may),
    )


def _choose(unit: Unit, what: str, value: str, settings: Mapping[str, Any]) -> Unit:
    """Return the unit of another nation, type or hex, or that does something else."""
    if what == TERRAIN:
        terrain = terrains_of(settings).find(value)
        return unit if terrain is None else replace(unit, hex=terrain)
    if what == CARD:
        return replace(unit, cards=(value,) if value else ())
    if what == REACTION:
        may = tuple(word for word in unit.may if word != value)
        return replace(unit, reaction=value, may=may)
    if what == NATION:
        known = PLAIN if value == ANY_NATION else nations_of(settings).of(value)
        kind = known.get(unit.kind.name) or next(iter(known.values()))
    else:
        kind = _kinds(unit, settings)[value]
    if kind.arm == ALONE.arm:
        return replace(lone_leader(), hex=unit.hex)
    return replace(unit, kind=kind, blocks=min(unit.blocks, kind.blocks), dice=())


TAPS = UnitTaps()
