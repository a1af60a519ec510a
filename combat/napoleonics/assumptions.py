"""What an answer about a combat takes for granted, and which numbers of it are not sure."""

from collections.abc import Iterator, Mapping
from typing import Any

from combat.battle import Battle
from combat.napoleonics.legality import has_choice
from combat.napoleonics.settings import WORTHS, goal_of, worths_of
from combat.napoleonics.setups import Fight
from combat.napoleonics.strength import FOREST, MELEE, POINT_BLANK, terrain_lines
from combat.napoleonics.terrain import shipped_terrains
from combat.napoleonics.unit import FIRST_STRIKE, RETIRE, SQUARE, Gun, Unit
from combat.napoleonics.units import ARTILLERY, CLASSES, UnitType
from combat.notation import plain_number

SINGLE = "single source"
MARKS = {  # what a unit does that others do not, in words
    "rerolls_flags": "flags thrown again once, but not against cuirassiers",
    "ignores_fire_hit": "a hit of infantry's fire spared",
    "no_banner": "no banner for its loss",
    "no_forest_loss": "no die less for forest",
    "no_sabres": "sabres that do not hit",
    "battalion_mass": "a battalion mass: a square that takes no command card",
}


def assumes(battle: Battle) -> tuple[str, ...]:
    """Return what an answer takes for granted, numbers that are not sure among it."""
    return tuple(dict.fromkeys(_lines(battle)))


def combat_lines(battle: Battle) -> Iterator[str]:
    """Yield what a combat takes for granted, whatever it is asked for."""
    yield from _numbers(battle)
    yield from _terrain(battle)
    yield from _reactions(battle)
    yield from _flags(battle)
    yield from _follow(battle)
    if battle.attacker.guns:
        yield f"{SINGLE}: artillery that joins adds its own dice, less its own terrain's (CC-24)"
    if battle.attacker.cards:
        cards = " and ".join(battle.attacker.cards)
        yield f"{SINGLE}: the dice that {cards} gives (CC-13)"


def _lines(battle: Battle) -> Iterator[str]:
    yield "rules: Commands & Colors: Napoleonics, 2010 edition"
    yield from combat_lines(battle)
    if has_choice(battle):
        yield f"best play of both sides, hands open, for the goal {goal_of(battle.settings)}"
    yield worth_line(battle.settings)


def worth_line(settings: Mapping[str, Any]) -> str:
    """Say what counts how much in the net value."""
    worths = worths_of(settings).items()
    told = (f"{WORTHS[key][0]} {plain_number(value)}" for key, value in worths if value)
    return f"worth in blocks: {', '.join(told)}"


def _numbers(battle: Battle) -> Iterator[str]:
    """Name the numbers of the units that rest on a single source, as far as they matter."""
    attacker: Unit = battle.attacker
    fights = [Fight.main(battle)]
    if battle["bonus"] is not None:
        fights.append(Fight.bonus_of(battle))
    used: dict[UnitType, set[str]] = {attacker.kind: set()}
    for fight in fights:
        used[attacker.kind].update(_of_attacker(fight))
        used.setdefault(fight.defender.kind, set()).update(_of_defender(fight))
    for kind, keys in used.items():
        doubtful = [_shown(kind, key) for key in kind.doubtful if key in keys]
        if doubtful:
            yield f"{SINGLE}: {kind.title} with {', '.join(doubtful)}; {_replaced(attacker)}"
    for gun in attacker.guns:
        key = "melee" if gun.distance == POINT_BLANK else "fire"
        if gun.dice is None and key in gun.kind.doubtful:
            yield f"{SINGLE}: {gun.kind.title} with {_shown(gun.kind, key)}; {_replaced(gun)}"


def _of_attacker(fight: Fight) -> Iterator[str]:
    """Yield the numbers and marks of the attacker's table that a fight rests on."""
    attacker, defender = fight.attacker, fight.defender
    if attacker.blocks == attacker.kind.blocks:
        yield "blocks"
    if fight.combat == MELEE:
        yield from _of_striker(fight, attacker, sabres=defender.reactions != (RETIRE,))
        yield "rerolls_flags"
    if attacker.moved:
        yield "moves"
    squares = {word == SQUARE for word in defender.reactions}
    strikes = [fight.strike(by_attacker=True, square=square) for square in squares]
    if not attacker.dice and not all(strike.held_to_one for strike in strikes):
        yield _dice_key(fight)
    struck = fight.combat == MELEE and not defender.alone and defender.reactions != (RETIRE,)
    if struck:
        yield from ("retreat", "no_banner")
        if not (fight.charged_square and squares == {True}):  # cavalry ignores no flag of a square
            yield "flags_ignored"


def _of_striker(fight: Fight, unit: Unit, *, sabres: bool) -> Iterator[str]:
    """Yield the marks that a strike in melee rests on."""
    struck = fight.defender if unit is fight.attacker else fight.attacker
    if sabres and not struck.alone:
        yield "no_sabres"
    if FOREST in (fight.from_hex.name, fight.defender.hex.name):
        yield "no_forest_loss"


def _of_defender(fight: Fight) -> Iterator[str]:
    """Yield the numbers and marks of the target's table that a fight rests on."""
    defender = fight.defender
    yield "no_banner"
    if defender.blocks == defender.kind.blocks:
        yield "blocks"
    if fight.combat != MELEE and fight.attacker.is_infantry:
        yield "ignores_fire_hit"
    if fight.charged_square and SQUARE in defender.reactions:
        yield "battalion_mass"
    if FIRST_STRIKE in defender.reactions:
        yield "rerolls_flags"
    if fight.combat == MELEE and defender.reactions != (RETIRE,):
        yield from _of_striker(fight, defender, sabres=True)
    if defender.reactions != (RETIRE,):  # then flags count for nothing
        yield from ("flags_ignored", "retreat")
    strikes_back = fight.combat == MELEE and set(defender.reactions) - {RETIRE, SQUARE}
    if strikes_back and not defender.dice:
        yield "melee"


def _dice_key(fight: Fight) -> str:
    """Return the key of the dice that the attacker rolls."""
    attacker = fight.attacker
    if fight.combat == MELEE:
        return "melee"
    if attacker.kind.arm == ARTILLERY:
        return "fire"
    return "ranged_moved" if attacker.moved else "ranged"


def _shown(kind: UnitType, key: str) -> str:
    if key in MARKS:
        return MARKS[key]
    value = getattr(kind, key)
    if key == "blocks":
        return f"{value} blocks at full strength"
    if key == "fire":
        return "its dice by range"
    if key == "retreat":
        first, further = value
        hexes = f"{first} hex{'es' * (first > 1)} a flag"
        return f"retreat of {hexes}" if first == further else f"retreat of {first}, then {further}"
    if isinstance(value, tuple):
        return f"{key.replace('_', ' ')} dice {' '.join(map(str, value))}"
    return f"{key.replace('_', ' ')} {value}"


def _replaced(unit: Unit | Gun) -> str:
    how = "'dice N', 'ignore N' or " if isinstance(unit, Unit) else ""
    return f"{how}nations=FILE replaces it"


def _terrain(battle: Battle) -> Iterator[str]:
    units = [battle.attacker, battle.defender, *([battle["bonus"]] if battle["bonus"] else [])]
    hexes = [unit.hex for unit in (*units, *battle.attacker.guns)]
    hexes += [battle["bonus_hex"]] if battle["bonus_hex"] else []
    for hex_ in hexes:
        if hex_.doubtful:
            yield f"{SINGLE}: what {hex_.name} does; terrain=FILE replaces it"
        if hex_.name.endswith("fieldworks"):
            yield "the fight is across the side with the fieldworks"
    yield from _fire_out_of_water(battle)
    attacker, defender = battle.attacker, battle.defender
    pairs = [(attacker, attacker.hex, defender.hex), (defender, defender.hex, attacker.hex)]
    for unit, from_hex, into_hex in pairs:
        if unit.alone:
            continue
        into, out = terrain_lines(unit.kind, from_hex, into_hex, melee=battle["combat"] == MELEE)
        if into and out:
            both = (
                "add up" if battle["terrain_dice"] == "sum" else "do not add up: the worst counts"
            )
            yield f"the dice that the hexes of both units take {both} (a ruling; terrain_dice)"
            return


def _fire_out_of_water(battle: Battle) -> Iterator[str]:
    """Name terrain that takes dice from fire out of it, over which sources differ."""
    attacker: Unit = battle.attacker
    firers = [(gun.kind, gun.hex) for gun in attacker.guns if gun.distance > POINT_BLANK]
    if battle["combat"] != MELEE:
        firers.append((attacker.kind, attacker.hex))
    for kind, hex_ in firers:
        shipped = shipped_terrains().find(hex_.name) == hex_
        if shipped and hex_.melee_only and hex_.out[CLASSES.index(kind.arm)]:
            yield f"{SINGLE}: {hex_.name} takes dice from fire out of it; a chart has: from melee"


def _reactions(battle: Battle) -> Iterator[str]:
    words = {word for unit in (battle.defender, battle["bonus"]) if unit for word in unit.reactions}
    charged = Fight.main(battle).charged_square
    if SQUARE in words and (charged or battle["bonus"] is not None):
        first = battle["square_strikes"] == "first"
        when = (
            "strikes first, before the cavalry's die"
            if first
            else "has its die after the cavalry's"
        )
        yield f"{SINGLE}: a square {when} (square_strikes); each rolls one die (CC-25)"
        formed = [unit for unit in (battle.defender, battle["bonus"]) if unit]
        if any(SQUARE in one.reactions and not one.has("battalion_mass") for one in formed):
            if battle["hand"] is None:
                yield "the defender holds command cards enough to form square (hand=N)"
            yield "the command card that a square takes from the hand is not valued (CC-26)"
    elif SQUARE in words or battle.attacker.reaction == SQUARE:
        yield f"{SINGLE}: a unit in square has one die, the others their usual dice (CC-25)"
    if FIRST_STRIKE in words:
        back = (
            "may battle back too"
            if battle["first_strike_back"] == "yes"
            else "does not battle back"
        )
        yield f"who strikes first {back} (a ruling; first_strike_back)"
    if RETIRE in words and battle.defender.room is None:
        yield "two hexes are free to retire to (CC-21)"


def _flags(battle: Battle) -> Iterator[str]:
    melee = battle["combat"] == MELEE
    struck = [("the target", battle.defender), *([("the attacker", battle.attacker)] * melee)]
    if battle["bonus"] is not None:
        struck.append(("the bonus melee's target", battle["bonus"]))
    for name, unit in struck:
        squares, always = SQUARE in unit.reactions, unit.reactions == (SQUARE,)
        if squares:
            yield f"a square is not sent back: {name} in square loses a block for each hex (CC-25)"
        if unit.room is None and (unit.edge or unit.impassable):
            where = "on its own edge" if unit.edge else "with nowhere to go"
            yield f"{name}, {where}, has no room to retreat (CC-30; room N)"
        elif unit.room is None and not always:
            when = " unless it is in square" * squares
            yield f"{name} has all the room that it needs to retreat{when} (room N)"
        if unit.support and not always:
            yield f"{SINGLE}: two friends next to it let a unit ignore a flag (CC-04)"
    ways = sum(bool(one) for one in _ignoring(battle.defender))
    if ways > 1:
        yield f"{SINGLE}: flags ignored for several reasons add up (CC-04)"
    yield "flags that may be ignored are ignored"


def _ignoring(unit: Unit) -> tuple[int, ...]:
    return unit.kind.flags_ignored, int(unit.leader), max(unit.hex.flags), int(unit.support)


def _follow(battle: Battle) -> Iterator[str]:
    if battle["combat"] != MELEE:
        return
    attacker = battle.attacker
    if attacker.is_artillery:
        yield "artillery does not take ground (a ruling)"
    elif battle["follow"] == "take":
        yield "the winner takes the ground (follow)"
    if battle["bonus"] is not None:
        yield "from memory: cavalry breaks through to one bonus melee, however far (CC-23)"
