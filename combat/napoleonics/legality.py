"""Which combats the rules allow: who may fire, charge, form square, retire, join."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from combat.battle import Battle
from combat.errors import IllegalBattleError, OptionError
from combat.napoleonics.moves import most_moved
from combat.napoleonics.setups import Fight
from combat.napoleonics.strength import MELEE, RANGED
from combat.napoleonics.terrain import Terrain
from combat.napoleonics.unit import (
    BAYONET,
    BOMBARD,
    CAVALRY_CHARGE,
    COLD_STEEL,
    FIRE_AND_HOLD,
    FIRST_STRIKE,
    FORCE_MARCH,
    LEADERSHIP,
    RETIRE,
    SQUARE,
    STAND,
    Gun,
    Unit,
)

HAND_FOR_SQUARE = 3  # command cards that the defender must hold to form square
SQUARES = 4  # that may stand at a time (CC-26)
ROOM_TO_RETIRE = 2  # hexes


class Problem(NamedTuple):
    """What is wrong with a combat, by which rule, and what of it."""

    text: str
    rule: str
    given: str


def check(battle: Battle) -> None:
    """Refuse a combat that the rules do not allow.

    Raises
    ------
    IllegalBattleError
    """
    _check_goal(battle)
    problem = next(_problems(battle), None)
    if problem is not None:
        raise _refusal(problem)


def _check_goal(battle: Battle) -> None:
    """Refuse a goal that is no event and no quantity.

    Raises
    ------
    OptionError
    """
    names = (*(e.name for e in battle.game.events), *(q.name for q in battle.game.quantities))
    if battle["goal"] is not None and battle["goal"] not in names:
        raise OptionError(
            f"goal={battle['goal']!r} is no event and no quantity; they are {', '.join(names)}",
            given=battle["goal"],
            allowed=names,
        )


def check_unit(unit: Unit, *, attacks: bool) -> None:
    """Refuse a unit that the rules do not allow in any combat, on that side.

    Raises
    ------
    IllegalBattleError
    """
    problem = next(_unit_problems(unit, attacks=attacks), None)
    if problem is not None:
        raise _refusal(problem)


def _unit_problems(unit: Unit, *, attacks: bool) -> Iterator[Problem]:
    if attacks:
        yield from _attacker(unit)
        yield from _moved(unit)
        yield from _entered(unit, unit.hex, unit.moved)
        yield from _one_card(unit.cards, str(unit))
    else:
        yield from _defends(unit, "the target")
        for word in unit.reactions:
            if word == SQUARE and not unit.is_infantry:
                text = f"only infantry forms square, not {unit.kind.title}"
                yield Problem(text, "CC-26", str(unit))
            if word == RETIRE and not unit.is_cavalry:
                text = f"{unit.kind.title} does not retire and reform"
                yield Problem(text, "CC-21", str(unit))
    yield from _stands(unit)


def _refusal(problem: Problem) -> IllegalBattleError:
    return IllegalBattleError(
        f"{problem.text} ({problem.rule})", rule=problem.rule, given=problem.given
    )


def has_choice(battle: Battle) -> bool:
    """Whether somebody has a choice."""
    if battle["bonus"] is not None and len(battle["bonus"].reactions) > 1:
        return True
    return len(battle.defender.reactions) > 1 or battle["follow"] == "best"


def _problems(battle: Battle) -> Iterator[Problem]:
    attacker, defender = battle.attacker, battle.defender
    yield from _attacker(attacker)
    yield from _moved(attacker)
    yield from _entered(attacker, attacker.hex, attacker.moved)
    yield from _defends(defender, "the defender")
    if battle["combat"] == RANGED:
        yield from _ranged(battle)
    else:
        yield from _melee(battle)
    yield from _cards(attacker, battle["combat"])
    yield from _guns(battle)
    yield from _reactions(battle, defender, battle["combat"])
    yield from _bonus(battle)
    for unit in (attacker, defender, battle["bonus"]):
        if unit is not None:
            yield from _stands(unit)
    yield from _without_dice(battle)


def _attacker(unit: Unit) -> Iterator[Problem]:
    if unit.alone:
        text = "a leader alone cannot attack; name the unit that he is with, as 'INF 4 leader'"
        yield Problem(text, "CC-32", str(unit))
    for word in (unit.reaction, *unit.may):
        if word in (FIRST_STRIKE, RETIRE) or (word == SQUARE and word in unit.may):
            text = f"{word} is what a unit does that is attacked; say it of the defender"
            yield Problem(text, "CC-21", str(unit))
    if unit.reaction == SQUARE:
        if not unit.is_infantry:
            yield Problem(
                f"only infantry stands in square, not {unit.kind.title}", "CC-26", str(unit)
            )
        elif not unit.hex.square:
            yield Problem(f"no square stands on {unit.hex.name}", "CC-25", str(unit))
        if unit.moved:
            yield Problem("a unit in square cannot move: leave 'moved' out", "CC-25", str(unit))


def _stands(unit: Unit) -> Iterator[Problem]:
    """Yield what is wrong with where a unit stands and what is said of its leader."""
    if unit.is_artillery and not unit.hex.artillery:
        yield Problem(f"artillery cannot be on {unit.hex.name}", "CC-13", str(unit))
    if unit.edge and unit.impassable:
        text = "a leader either leaves the map over its edge or has nowhere to go; leave one out"
        yield Problem(text, "CC-30", str(unit))
    if unit.alone and (unit.leader or unit.dice):
        yield Problem("a leader alone has no dice and no other leader", "CC-30", str(unit))


def _moved(unit: Unit) -> Iterator[Problem]:
    if unit.moved > (most := most_moved(unit)):
        how = f"at most {most}" if most else "not at all"
        text = f"{unit.kind.title} that is to battle moves {how}, not {unit.moved} hexes"
        rule = "CC-12" if unit.is_artillery else "CC-42"
        yield Problem(text, rule, str(unit))


def _entered(unit: Unit, hex_: Terrain, moved: int) -> Iterator[Problem]:
    """Yield a problem if a unit has entered terrain where it may not battle in the same turn."""
    light = hex_.entry == "light" and unit.has("light")
    if moved and hex_.entry != "all" and not light:
        text = (
            f"{unit.kind.title} that has moved onto {hex_.name} may not battle in the same turn;"
            " leave 'moved' out if it was there before"
        )
        yield Problem(text, "CC-13", str(unit))


def _defends(unit: Unit, who: str) -> Iterator[Problem]:
    """Yield what only the player whose turn it is can have."""
    said = {
        "moved": unit.moved,
        "card": unit.card or unit.cards,
        "with artillery": unit.guns,
    }
    for word, there in said.items():
        if there:
            text = f"'{word}' is the attacker's: {who} has not moved and has no card in this turn"
            yield Problem(f"{text}; 'dice N' sets its dice", "CC-21", str(unit))


def _ranged(battle: Battle) -> Iterator[Problem]:
    attacker, defender = battle.attacker, battle.defender
    distance = battle["range"] or 2
    if not attacker.kind.reach:
        text = f"{attacker.kind.title} cannot fire: only infantry and artillery do"
        yield Problem(text, "CC-10", str(attacker))
    if defender.alone:
        text = "a leader alone cannot be fired at; a melee can hit him"
        yield Problem(text, "CC-30", str(defender))
    if distance > (reach := reach_of(attacker)):
        text = f"{attacker.kind.title}{' that moved' * bool(attacker.moved)} fires at"
        text += (
            f" {reach} hexes at most, not {distance}" if reach > 2 else f" 2 hexes, not {distance}"
        )
        yield Problem(text, "CC-10", str(distance))
    for key in ("bonus", "bonus_hex"):
        if battle[key] is not None:
            yield Problem("nothing follows ranged combat: leave bonus out", "CC-23", key)


def reach_of(unit: Unit) -> int:
    """Return at how many hexes a unit fires; horse artillery that moved at 3 (CC-12)."""
    reach = unit.kind.reach
    return min(reach, 3) if unit.is_horse_artillery and unit.moved else reach


def _melee(battle: Battle) -> Iterator[Problem]:
    if battle["range"] is not None:
        text = "a melee is fought at one hex: set combat=ranged, or leave range out"
        yield Problem(text, "CC-10", f"range={battle['range']}")


def _cards(unit: Unit, combat: str) -> Iterator[Problem]:
    wanted = {
        BOMBARD: (unit.is_artillery and not unit.moved, "artillery that has not moved"),
        CAVALRY_CHARGE: (unit.is_cavalry or unit.is_horse_artillery, "cavalry or horse artillery"),
        BAYONET: (unit.is_infantry and combat == MELEE, "infantry in melee"),
        FIRE_AND_HOLD: (
            combat == RANGED and not unit.moved,
            "infantry or artillery that fires and has not moved",
        ),
        LEADERSHIP: (unit.leader, "a unit with a leader"),
        COLD_STEEL: (combat == MELEE and not unit.moved, "a melee of a unit that has not moved"),
        FORCE_MARCH: (unit.is_infantry, "infantry"),
    }
    for card in unit.cards:
        fits, for_whom = wanted.get(card, (True, ""))
        if not fits:
            yield Problem(f"the card {card} is for {for_whom}", "CC-13", str(unit))
    yield from _one_card(unit.cards, str(unit))


def _one_card(cards: tuple[str, ...], given: str) -> Iterator[Problem]:
    if len(cards) > 1:
        text = f"one card is played a turn, not {' and '.join(cards)}; name one"
        yield Problem(text, "CC-40", given)


def check_turn(units: Iterable[Unit]) -> None:
    """Refuse units of one turn that were ordered by several cards (CC-40).

    Raises
    ------
    IllegalBattleError
    """
    cards = tuple(dict.fromkeys(card for unit in units for card in unit.cards))
    problem = next(_one_card(cards, ", ".join(cards)), None)
    if problem is not None:
        raise _refusal(problem)


def _guns(battle: Battle) -> Iterator[Problem]:
    attacker: Unit = battle.attacker
    if not attacker.guns:
        return
    if battle["combat"] != MELEE or attacker.is_artillery or attacker.reaction == SQUARE:
        text = "artillery joins the melee of an infantry or cavalry unit only"
        yield Problem(text, "CC-24", str(attacker))
    for gun in attacker.guns:
        yield from _gun(gun)


def _gun(gun: Gun) -> Iterator[Problem]:
    unit = Unit(gun.kind, gun.blocks, moved=gun.moved, hex=gun.hex)
    yield from _stands(unit)
    yield from _moved(unit)
    yield from _entered(unit, gun.hex, gun.moved)
    if gun.distance > (reach := reach_of(unit)):
        text = f"{gun.kind.title} joins from {reach} hexes at most, not {gun.distance}"
        yield Problem(text, "CC-24", str(gun))


def _reactions(battle: Battle, unit: Unit, combat: str) -> Iterator[Problem]:
    """Yield what a unit that is attacked cannot do."""
    for word in unit.reactions:
        if word == STAND:
            continue
        if unit.alone:
            yield Problem(f"a leader alone cannot {word}", "CC-30", str(unit))
        elif word == SQUARE:
            yield from _square(battle, unit, combat)
        elif combat == RANGED:
            text = f"nobody answers fire: {word} is for a melee"
            yield Problem(text, "CC-14", str(unit))
        elif word == RETIRE:
            yield from _retire(battle, unit)


def _square(battle: Battle, unit: Unit, combat: str) -> Iterator[Problem]:
    """Yield why a unit cannot be in square, or form one."""
    if not unit.is_infantry:
        yield Problem(f"only infantry forms square, not {unit.kind.title}", "CC-26", str(unit))
        return
    if not unit.hex.square:
        yield Problem(f"no square is formed on {unit.hex.name}", "CC-25", str(unit))
    charged = battle.attacker.is_cavalry and combat == MELEE
    if not charged:
        if SQUARE in unit.may:
            text = "a square is formed against cavalry in melee alone"
            yield Problem(text, "CC-26", str(unit))
        return
    if battle["squares"] == SQUARES:
        yield Problem(f"{SQUARES} squares stand already; there is no fifth", "CC-26", "squares")
    hand = battle["hand"]
    if hand is not None and hand < HAND_FOR_SQUARE and not unit.has("battalion_mass"):
        text = f"with {hand} command cards in hand no square is formed; it takes {HAND_FOR_SQUARE}"
        yield Problem(text, "CC-26", f"hand={hand}")


def _retire(battle: Battle, unit: Unit) -> Iterator[Problem]:
    if not unit.is_cavalry or unit.has("no_retire"):
        yield Problem(f"{unit.kind.title} does not retire and reform", "CC-21", str(unit))
    elif not battle.attacker.is_infantry:
        text = "cavalry retires from infantry alone, not from cavalry or artillery"
        yield Problem(text, "CC-21", str(unit))
    elif unit.room is not None and unit.room < ROOM_TO_RETIRE:
        text = f"cavalry retires two hexes; with room {unit.room} it cannot"
        yield Problem(text, "CC-21", str(unit))


def _bonus(battle: Battle) -> Iterator[Problem]:
    bonus: Unit | None = battle["bonus"]
    if bonus is None:
        if battle["bonus_hex"] is not None and battle["combat"] == MELEE:
            yield Problem("bonus_hex goes with bonus: name the unit", "CC-23", "bonus_hex")
        return
    if not battle.attacker.is_cavalry:
        text = f"only cavalry breaks through to a bonus melee, not {battle.attacker.kind.title}"
        yield Problem(text, "CC-23", str(bonus))
    yield from _defends(bonus, "the bonus melee's target")
    yield from _reactions(battle, bonus, MELEE)
    where: Terrain = battle["bonus_hex"] or battle.defender.hex
    if where.entry != "all":
        text = (
            f"cavalry that enters {where.name} may not battle there in the same turn; set bonus_hex"
            " to where it breaks through to, or leave bonus out"
        )
        yield Problem(text, "CC-23", where.name)


def _without_dice(battle: Battle) -> Iterator[Problem]:
    """Yield a problem if the attack has no die whatever the defender does."""
    fight = Fight.main(battle)
    squares = {word == SQUARE for word in battle.defender.reactions}
    strikes = [fight.strike(by_attacker=True, square=square) for square in squares]
    if not any(strike.dice() + strike.guns() for strike in strikes):
        parts = ", ".join(f"{line.name} {line.dice:+d}" for line in strikes[0].lines())
        text = f"no die is left ({parts}), so there is no combat"
        yield Problem(text, "CC-13", str(battle.attacker))
