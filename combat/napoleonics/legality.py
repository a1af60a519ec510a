"""Which combats the rules allow: who may fire, charge, form square, retire, join."""

from collections.abc import Iterable, Iterator

from combat.battle import Battle
from combat.errors import IllegalBattleError, OptionError
from combat.napoleonics.moves import room_of
from combat.napoleonics.problems import (
    Problem,
    of_attacker,
    of_cards,
    of_defender,
    of_entry,
    of_hex,
    of_move,
    of_one_card,
)
from combat.napoleonics.setups import Fight
from combat.napoleonics.strength import MELEE, RANGED
from combat.napoleonics.terrain import Terrain
from combat.napoleonics.unit import (
    RETIRE,
    SQUARE,
    STAND,
    Gun,
    Unit,
)

HAND_FOR_SQUARE = 3  # command cards that the defender must hold to form square
SQUARES = 4  # that may stand at a time (CC-26)
ROOM_TO_RETIRE = 2  # hexes


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
        yield from of_attacker(unit)
        yield from of_move(unit)
        yield from of_entry(unit, unit.hex, unit.moved)
        yield from of_one_card(unit.cards, str(unit))
    else:
        yield from of_defender(unit, "the target")
        for word in unit.reactions:
            if word == SQUARE and not unit.is_infantry:
                text = f"only infantry forms square, not {unit.kind.title}"
                yield Problem(text, "CC-26", str(unit))
            if word == RETIRE and not unit.is_cavalry:
                text = f"{unit.kind.title} does not retire and reform"
                yield Problem(text, "CC-21", str(unit))
    yield from of_hex(unit)


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
    yield from of_attacker(attacker)
    yield from of_move(attacker)
    yield from of_entry(attacker, attacker.hex, attacker.moved)
    yield from of_defender(defender, "the defender")
    if battle["combat"] == RANGED:
        yield from _ranged(battle)
    else:
        yield from _melee(battle)
    yield from of_cards(attacker, battle["combat"])
    yield from _guns(battle)
    yield from _reactions(battle, defender, battle["combat"])
    yield from _bonus(battle)
    for unit in (attacker, defender, battle["bonus"]):
        if unit is not None:
            yield from of_hex(unit)
    yield from _without_dice(battle)


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


def check_turn(units: Iterable[Unit]) -> None:
    """Refuse units of one turn that were ordered by several cards (CC-40).

    Raises
    ------
    IllegalBattleError
    """
    cards = tuple(dict.fromkeys(card for unit in units for card in unit.cards))
    problem = next(of_one_card(cards, ", ".join(cards)), None)
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
    yield from of_hex(unit)
    yield from of_move(unit)
    yield from of_entry(unit, gun.hex, gun.moved)
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
    elif (room := room_of(unit)) < ROOM_TO_RETIRE:
        text = f"cavalry retires two hexes; with room {room} it cannot"
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
    yield from of_defender(bonus, "the bonus melee's target")
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
