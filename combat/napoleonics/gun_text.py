"""Reading artillery that joins an attack: 'with foot artillery 3 at 2 on hill' (CC-24)."""

from dataclasses import replace

from combat.napoleonics.terrain import Terrains
from combat.napoleonics.terrain_text import WHERE, read_terrain
from combat.napoleonics.unit import Gun
from combat.napoleonics.units import ARTILLERY, MOST_DICE, MOST_RANGE, PLAIN, Nations, UnitType
from combat.napoleonics.vocabulary import CLASSES, find_nation, find_unit
from combat.words import LONGEST, Words

BLOCKS, DISTANCE = 3, 2  # if nothing else is said
MOST_MOVED, MOST_CARD = 4, 9


def find_gun(
    words: Words, nations: Nations, nation: str, skip: int = 0
) -> tuple[UnitType, int] | None:
    """Return the artillery that comes next, and how many words name it; None if it is none."""
    other = find_nation(nations, words.phrase(1, skip))
    before = skip + (other is not None)
    whose = other or nation
    if not whose:
        name = CLASSES.get(words.phrase(1, before))
        return (PLAIN[name], before + 1 - skip) if name == "ART" else None
    found = find_unit(words, nations, whose, before, arm=ARTILLERY)
    return None if found is None else (found[0], before + found[1] - skip)


def read_gun(words: Words, nations: Nations, terrains: Terrains, nation: str) -> Gun:
    """Read an artillery unit with what is said of it, up to a comma.

    Raises
    ------
    NotationError, UnknownUnitError
    """
    found = find_gun(words, nations, nation)
    assert found is not None  # `find_gun` has been asked
    kind, length = found
    words.at += length
    gun = Gun(kind, min(BLOCKS, kind.blocks), DISTANCE, terrains.clear)
    if words.number_next:
        gun = replace(gun, blocks=words.number(kind.title, 1, kind.blocks, "blocks"))
    while not words.done:
        length = next((n for n in range(LONGEST, 0, -1) if words.phrase(n) in WHERE), 1)
        phrase = "on" if words.phrase(length) in WHERE else words.phrase(1)
        if phrase not in ("at", "on", "moved", "card", "dice"):
            break
        words.at += length
        if phrase == "at":
            gun = replace(gun, distance=words.number("at", 1, MOST_RANGE, "hexes"))
            words.at += words.phrase(1) in ("hex", "hexes")
        elif phrase == "on":
            gun = replace(gun, hex=read_terrain(words, terrains))
        elif phrase == "dice":
            gun = replace(gun, dice=words.number("dice", 0, MOST_DICE))
        elif phrase == "card":
            gun = replace(gun, card=words.number("card", 1, MOST_CARD))
        else:
            moved = words.number("moved", 1, MOST_MOVED) if words.number_next else 1
            gun = replace(gun, moved=moved)
    return gun
