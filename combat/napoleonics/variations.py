"""Every single change of a combat: blocks, types, leaders, cards, terrain, reactions, rulings."""

from collections.abc import Iterator

from combat.battle import Battle
from combat.changes import Change, other_values
from combat.game import ATTACKER, DEFENDER, NEITHER
from combat.napoleonics.changes import (
    BLOCK,
    CARD,
    COSTS,
    GUNS,
    LEADER,
    PLURALS,
    REPLY_COST,
    SUPPORT,
    with_blocks,
)
from combat.napoleonics.moves import most_moved
from combat.napoleonics.strength import MELEE, RANGED
from combat.napoleonics.switches import (
    ANY,
    CARD_PLAYED,
    FLAG,
    HEX,
    MAY,
    MOST_IGNORED,
    MOVED,
    REACTION,
    ROOM,
    UNIT,
    other_kinds,
)
from combat.napoleonics.terrain import CLEAR, terrains_of
from combat.napoleonics.unit import (
    CARDS,
    FIRST_STRIKE,
    MOST_GUNS,
    REACTIONS,
    SQUARE,
    STAND,
    Unit,
)
from combat.napoleonics.units import MOST_RANGE

ROOMS = (ANY, "0", "1", "2")  # hexes to retreat
FEW_CARDS, ALL_SQUARES = "2", "4"  # with which no square is formed


def variations(battle: Battle) -> Iterator[Change]:
    """Yield every single change that makes sense of a combat."""
    for side, unit in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        if not unit.alone:
            yield from _numbers(side, unit)
            yield from _words(side, unit)
            for kind in other_kinds(unit, battle.settings):
                yield Change(side, UNIT, 0, COSTS[BLOCK], kind.title)
        yield from _place(battle, side, unit)
    yield from _attack(battle.attacker)
    yield from _reactions(battle)
    yield from _settings(battle)


def _both(side: str, what: str, there: int, most: int) -> Iterator[Change]:
    """Yield one more of what is counted, and one fewer."""
    cost, plural = COSTS.get(what, COSTS[SUPPORT]), PLURALS.get(what, "")
    if there < most:
        yield Change(side, what, 1, cost, plural=plural)
    if there:
        yield Change(side, what, -1, cost, plural=plural)


def _numbers(side: str, unit: Unit) -> Iterator[Change]:
    """Yield one block more and one fewer, and one flag that is ignored."""
    for change in _both(side, BLOCK, unit.blocks, unit.kind.blocks):
        if with_blocks(unit, unit.blocks + change.step) is not None:
            yield change
    yield from _both(side, FLAG, unit.ignore, MOST_IGNORED)


def _words(side: str, unit: Unit) -> Iterator[Change]:
    """Yield a leader and friends beside it come or gone, and his ways off the field."""
    words = {LEADER: unit.leader, SUPPORT: unit.support}
    if unit.leader:
        words |= {"edge": unit.edge, "impassable": unit.impassable}
    for word, there in words.items():
        yield from _both(side, word, int(there), 1)


def _place(battle: Battle, side: str, unit: Unit) -> Iterator[Change]:
    """Yield each other terrain of its hex, and another room to retreat."""
    known = terrains_of(battle.settings).terrains
    for terrain in known.values():
        if terrain.name != unit.hex.name:
            yield Change(side, HEX, 0, COSTS[HEX], terrain.name)
    now = ANY if unit.room is None else str(unit.room)
    for room in ROOMS:
        if room != now:
            yield Change(side, ROOM, 0, COSTS[HEX], room)


def _attack(unit: Unit) -> Iterator[Change]:
    """Yield what only the attacker has: dice of a card, cards by name, hexes moved, artillery."""
    yield from _both(ATTACKER, CARD, unit.card, 9)
    for card in CARDS:
        if card in unit.cards or not unit.cards:
            yield Change(ATTACKER, card, -1 if card in unit.cards else 1, COSTS[CARD])
        else:
            yield Change(ATTACKER, CARD_PLAYED, 0, COSTS[CARD], card)
    for hexes in range(most_moved(unit) + 1):
        if hexes != unit.moved:
            yield Change(ATTACKER, MOVED, 0, COSTS[HEX], str(hexes))
    yield from _both(ATTACKER, GUNS, len(unit.guns), MOST_GUNS)


def _reactions(battle: Battle) -> Iterator[Change]:
    """Yield other things that the target does, or may do as is best; and an attacker in square."""
    target = battle.defender
    sides = ((DEFENDER, target, REACTIONS), (ATTACKER, battle.attacker, (STAND, SQUARE)))
    for side, unit, words in sides:
        for word in words:
            if word != unit.reaction:
                reply = side == DEFENDER
                yield Change(side, REACTION, 0, REPLY_COST, word, reply=reply)
    for word in REACTIONS[1:]:
        if word != target.reaction:
            step = -1 if word in target.may else 1
            yield Change(DEFENDER, f"{MAY}{word}", step, REPLY_COST)


def _settings(battle: Battle) -> Iterator[Change]:
    """Yield another kind of combat or distance, and the other reading of rules that are in doubt.

    A ruling that has no bearing on the combat is left out.
    """
    yield from other_values(battle, ATTACKER, "combat", (MELEE, RANGED))
    reactions = battle.defender.reactions
    if battle["combat"] == RANGED:
        now = battle["range"] or 2
        nearby = (str(n) for n in (now + 1, now - 1) if 2 <= n <= MOST_RANGE)
        yield from other_values(battle, ATTACKER, "range", nearby)
    else:
        yield from other_values(battle, ATTACKER, "follow", ("take", "stay", "best"))
    if SQUARE in reactions:
        yield from other_values(battle, NEITHER, "square_strikes", ("first", "back"))
        yield from other_values(battle, DEFENDER, "hand", (FEW_CARDS,))
        yield from other_values(battle, DEFENDER, "squares", (ALL_SQUARES,))
    if FIRST_STRIKE in reactions:
        yield from other_values(battle, NEITHER, "first_strike_back", ("yes", "no"))
    if CLEAR not in (battle.attacker.hex.name, battle.defender.hex.name):
        yield from other_values(battle, NEITHER, "terrain_dice", ("sum", "worst"))
    bonus: Unit | None = battle["bonus"]
    if bonus is not None:
        units = (with_blocks(bonus, bonus.blocks + step) for step in (1, -1))
        texts = (str(unit) for unit in units if unit is not None)
        yield from other_values(battle, NEITHER, "bonus", (*texts, ""))
