"""What is wrong with one unit on its own, by the rules."""

from collections.abc import Iterator
from typing import NamedTuple

from combat.napoleonics.moves import most_moved
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
    Unit,
)


class Problem(NamedTuple):
    """What is wrong with a combat, by which rule, and what of it."""

    text: str
    rule: str
    given: str


def of_attacker(unit: Unit) -> Iterator[Problem]:
    """Yield what an attacker cannot be or do."""
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


def of_hex(unit: Unit) -> Iterator[Problem]:
    """Yield what is wrong with where a unit stands and what is said of its leader."""
    if unit.is_artillery and not unit.hex.artillery:
        yield Problem(f"artillery cannot be on {unit.hex.name}", "CC-13", str(unit))
    if unit.edge and unit.impassable:
        text = "a leader either leaves the map over its edge or has nowhere to go; leave one out"
        yield Problem(text, "CC-30", str(unit))
    if unit.alone and (unit.leader or unit.dice):
        yield Problem("a leader alone has no dice and no other leader", "CC-30", str(unit))


def of_move(unit: Unit) -> Iterator[Problem]:
    """Yield a problem if a unit has moved too far to battle (CC-42)."""
    if unit.moved > (most := most_moved(unit)):
        how = f"at most {most}" if most else "not at all"
        text = f"{unit.kind.title} that is to battle moves {how}, not {unit.moved} hexes"
        rule = "CC-12" if unit.is_artillery else "CC-42"
        yield Problem(text, rule, str(unit))


def of_entry(unit: Unit, hex_: Terrain, moved: int) -> Iterator[Problem]:
    """Yield a problem if a unit has entered terrain where it may not battle in the same turn."""
    light = hex_.entry == "light" and unit.has("light")
    if moved and hex_.entry != "all" and not light:
        text = (
            f"{unit.kind.title} that has moved onto {hex_.name} may not battle in the same turn;"
            " leave 'moved' out if it was there before"
        )
        yield Problem(text, "CC-13", str(unit))


def of_defender(unit: Unit, who: str) -> Iterator[Problem]:
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


def of_cards(unit: Unit, combat: str) -> Iterator[Problem]:
    """Yield what a unit's cards are not for (CC-13)."""
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
    yield from of_one_card(unit.cards, str(unit))


def of_one_card(cards: tuple[str, ...], given: str) -> Iterator[Problem]:
    """Yield a problem if there is more than one card (CC-40)."""
    if len(cards) > 1:
        text = f"one card is played a turn, not {' and '.join(cards)}; name one"
        yield Problem(text, "CC-40", given)
