"""The changes that 'what flips it' may try, the sum of dice, and other sources' numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from combat.battle import Battle
from combat.changes import Change, Modifier
from combat.errors import OptionError, WargameError
from combat.game import ATTACKER, DEFENDER
from combat.napoleonics.setups import Fight
from combat.napoleonics.strength import MELEE, card_dice
from combat.napoleonics.switches import (
    FLAG,
    HEX,
    MOST_IGNORED,
    REACTION,
    SAID,
    joining,
    said,
    switched,
)
from combat.napoleonics.terrain import CLEAR
from combat.napoleonics.unit import (
    CARDS,
    MOST_GUNS,
    REACTIONS,
    SQUARE,
    STAND,
    Unit,
    falling,
)
from combat.napoleonics.units import MOST_BLOCKS, MOST_DICE, UnitType

BLOCK, CARD, LEADER, SUPPORT, GUNS = "block", "card die", "leader", "support", "artillery"
PLURALS = {BLOCK: "blocks", CARD: "card dice"}
COSTS = {  # what one more is worth, in blocks, for the order in which changes are shown
    BLOCK: 1.0,
    CARD: 0.8,
    LEADER: 0.6,
    SUPPORT: 0.4,
    HEX: 0.9,
    GUNS: 1.5,
}
REPLY_COST = 0.5


def neighbours(battle: Battle) -> Iterator[Change]:
    """Yield the changes by one that either side could make or hope for."""
    for side, unit in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        if not unit.alone:
            yield from _of_unit(side, unit)
        if unit.hex.name != CLEAR:
            yield Change(side, HEX, 0, COSTS[HEX], CLEAR)
    yield _one(ATTACKER, CARD, 1)
    if battle.attacker.card:
        yield _one(ATTACKER, CARD, -1)
    if battle["combat"] == MELEE and not battle.attacker.is_artillery:
        yield _one(ATTACKER, GUNS, 1)
    if battle.attacker.guns:
        yield _one(ATTACKER, GUNS, -1)
    for word in _replies(battle):
        yield Change(DEFENDER, REACTION, 0, REPLY_COST, word, reply=True)


def _one(side: str, what: str, step: int) -> Change:
    """Return one more of what is counted, or one fewer."""
    return Change(side, what, step, COSTS[what], plural=PLURALS.get(what, ""))


def _replies(battle: Battle) -> Iterator[str]:
    """Yield what the defender might do in place of what is said of him, if he has the choice."""
    said = battle.defender.reaction
    if battle["combat"] != MELEE or battle.defender.may or said == SQUARE:
        return
    for word in REACTIONS:
        charged = word != SQUARE or Fight.main(battle).charged_square
        if word not in (said, STAND) and charged:
            yield word


def _of_unit(side: str, unit: Unit) -> Iterator[Change]:
    if unit.blocks < unit.kind.blocks:
        yield _one(side, BLOCK, 1)
    if unit.blocks > 1:
        yield _one(side, BLOCK, -1)
    for what, there in ((LEADER, unit.leader), (SUPPORT, unit.support)):
        yield _one(side, what, -1 if there else 1)


def changed(battle: Battle, change: Change, times: int) -> Battle | None:
    """Return the battle after a change made so many times, or None if that cannot be."""
    sides = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
    try:
        if change.step == 0 and change.what not in SAID:
            return battle.with_options(**{change.what: change.value})
        if change.what == CARD and change.step > 0 and times > card_dice_left(battle):
            return None
        unit = _changed(sides[change.side], change, times, battle.settings)
        if unit is None:
            return None
        sides[change.side] = unit
        return battle.with_sides(sides[ATTACKER], sides[DEFENDER])
    except WargameError:
        return None


def card_dice_left(battle: Battle, *, leader: bool = False) -> int:
    """Return the dice more that the best card for the attacker would give, one card a turn.

    ``leader``: if he is given a leader besides, with whom some cards give more.
    """
    unit: Unit = battle.attacker
    hexes = unit.hex, battle.defender.hex

    def gives(card: str) -> int:
        return card_dice(
            *(card, unit.kind, battle["combat"]),
            moved=unit.moved,
            hexes=hexes,
            leader=unit.leader or leader,
        )

    return max(map(gives, CARDS)) - sum(map(gives, unit.cards)) - unit.card


def _changed(unit: Unit, change: Change, times: int, settings: Mapping[str, Any]) -> Unit | None:
    more = change.step * times
    if change.what == BLOCK:
        return with_blocks(unit, unit.blocks + more)
    if change.what == CARD:
        return replace(unit, card=unit.card + more) if unit.card + more >= 0 else None
    if change.what == FLAG:
        ignored = unit.ignore + more
        return replace(unit, ignore=ignored) if 0 <= ignored <= MOST_IGNORED else None
    if change.what == GUNS:
        return _with_guns(unit, more, settings)
    if times > 1:
        return None
    if change.what in SAID:
        return said(unit, change, settings)
    return switched(unit, change)


def _with_guns(unit: Unit, more: int, settings: Mapping[str, Any]) -> Unit | None:
    """Return a unit that so many more artillery units join, or without its last ones (CC-24)."""
    there = len(unit.guns)
    if not 0 <= there + more <= MOST_GUNS:
        return None
    new = (joining(unit, settings),) * more
    return replace(unit, guns=unit.guns[: there + min(more, 0)] + new)


def with_blocks(unit: Unit, blocks: int) -> Unit | None:
    """Return a unit with so many blocks, or None if it cannot have them."""
    if not 1 <= blocks <= unit.kind.blocks or unit.alone:
        return None
    if not unit.dice:
        return replace(unit, blocks=blocks)
    if unit.dice != falling(unit.dice[0], unit.blocks):
        return None  # dice by blocks lost are those of this number of blocks
    return replace(unit, blocks=blocks, dice=falling(unit.dice[0], blocks))


NUMBERS = {
    "blocks": (1, MOST_BLOCKS),
    "dice": (0, MOST_DICE),
    "card": (0, 9),
    "ignore": (0, 9),
    "room": (0, 12),
}


def varied(battle: Battle, side: str, what: str, number: int) -> Battle | None:
    """Return the battle in which a number of a side's is so, or None if that cannot be.

    ``dice``: at the blocks it has, and one fewer for each block lost.

    Raises
    ------
    OptionError
        If `what` is none of `NUMBERS`.
    """
    name = what.strip().lower()
    name = f"{name}s" if name == "block" else name
    if name not in NUMBERS:
        raise OptionError(
            f"no number of a side is called {what!r}; they are {', '.join(NUMBERS)}",
            given=what,
            allowed=tuple(NUMBERS),
        )
    low, high = NUMBERS[name]
    if not low <= number <= high:
        return None
    sides = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
    unit: Unit | None = sides[side]
    assert unit is not None
    if name == "blocks":
        unit = with_blocks(unit, number)
    elif name == "dice":
        unit = None if unit.alone else replace(unit, dice=falling(number, unit.blocks))
    else:
        numbered: dict[str, Any] = {name: number}
        unit = replace(unit, **numbered)
    if unit is None:
        return None
    sides[side] = unit
    try:
        return battle.with_sides(sides[ATTACKER], sides[DEFENDER])
    except WargameError:
        return None


def modifiers(battle: Battle) -> tuple[Modifier, ...]:
    """Return the dice of the attack and of the battle back, line by line (CC-11 to CC-20).

    A die of a card, which could be had, comes with what it would add.
    """
    fight = Fight.main(battle)
    found = list(_dice_of(battle, fight, ATTACKER))
    if battle["combat"] == MELEE and not battle.defender.alone:
        found += _dice_of(battle, fight, DEFENDER)
    if not battle.attacker.card and not battle.attacker.cards:
        change = _one(ATTACKER, CARD, 1)
        found.append(Modifier(ATTACKER, CARD, "CC-13", 1, 1, change, there=False))
    return tuple(found)


def _dice_of(battle: Battle, fight: Fight, side: str) -> Iterator[Modifier]:
    attacks = side == ATTACKER
    unit: Unit = battle.attacker if attacks else battle.defender
    strike = fight.strike(by_attacker=attacks, square=battle.defender.reaction == SQUARE)
    for line in strike.lines():
        yield Modifier(side, line.name, line.rule, line.dice, line.dice, _undone(side, line.name))
    if SQUARE in battle.defender.may and fight.charged_square:
        least = min(0, 1 - sum(line.dice for line in strike.lines() if line.dice > 0))
        yield Modifier(side, "if the target forms square", "CC-25", least, 0)
    for gun in unit.guns:
        dice = strike.gun_dice(gun)
        change = _one(side, GUNS, -1) if len(unit.guns) == 1 else None
        yield Modifier(side, str(gun).removeprefix("with "), "CC-24", dice, dice, change)


def _undone(side: str, line: str) -> Change | None:
    """Return the change that takes a line away."""
    if line.endswith((" block", " blocks")):
        return _one(side, BLOCK, -1)
    if line == "card":
        return _one(side, CARD, -1)
    where = {"into": DEFENDER if side == ATTACKER else ATTACKER, "out": side}
    whose = where.get(line.split()[0])
    if whose is not None:
        return Change(whose, HEX, 0, COSTS[HEX], CLEAR)
    if line == "square":
        return Change(DEFENDER, REACTION, 0, REPLY_COST, STAND)
    return None


def variants(battle: Battle) -> tuple[tuple[str, Battle], ...]:
    """Return the battle by the numbers of other sources, the usual one among them.

    Nothing if no other source has other numbers of the units there.
    """
    found = [("as shipped", battle)]
    for side in (ATTACKER, DEFENDER):
        sides = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
        unit = sides[side]
        if unit.kind.other and not unit.dice:
            sides[side] = replace(unit, kind=by_other(unit.kind))
            try:
                other = battle.with_sides(sides[ATTACKER], sides[DEFENDER])
            except WargameError:
                continue
            if _other_dice(battle, other):
                found.append((f"{unit.kind.title}: {unit.kind.other_source}", other))
    return tuple(found) if len(found) > 1 else ()


def by_other(kind: UnitType) -> UnitType:
    """Return a unit with the numbers that another source has."""
    numbers: dict[str, Any] = dict(kind.other)
    return replace(kind, **numbers)


def _other_dice(battle: Battle, other: Battle) -> bool:
    """Whether two battles differ in dice."""
    mine, theirs = (_all_dice(Fight.main(one)) for one in (battle, other))
    return mine != theirs


def _all_dice(fight: Fight) -> list[int]:
    """Return the dice of all strikes that there may be; nobody answers fire, no leader strikes."""
    strikers = {True: fight.attacker}
    if fight.combat == MELEE and not fight.defender.alone:
        strikers[False] = fight.defender
    return [
        fight.strike(by_attacker=by_attacker, square=False).dice(lost)
        for by_attacker, unit in strikers.items()
        for lost in range(unit.blocks)
    ]
