"""The words of a side's text: units of the nations, and what else can be said."""

import difflib
from collections.abc import Iterator, Mapping

from combat.errors import UnknownUnitError
from combat.napoleonics.terrain_text import WHERE
from combat.napoleonics.unit import CARDS, FIRST_STRIKE, RETIRE, SQUARE
from combat.napoleonics.units import ALONE, PLAIN, Nations, UnitType
from combat.notation import shown
from combat.words import LONGEST, Words, folded

REACTING = (FIRST_STRIKE, SQUARE, RETIRE)
SAID = {  # phrases and what they say
    **dict.fromkeys(("leader", "with leader", "with a leader", "led", "ldr"), "leader"),
    **{word: word for word in ("moved", "dice", "card", "ignore", "room", "support", "edge")},
    **{word: word for word in ("impassable", "may", "with", "square", "retire")},
    **dict.fromkeys(WHERE, "on"),
    **{card.replace("-", " "): card for card in CARDS},
    "ignores": "ignore",
    "cannot retreat": "cannot-retreat",
    "no retreat": "cannot-retreat",
    "supported": "support",
    **dict.fromkeys(("in square", "in a square", "in the square"), SQUARE),
    "retires": RETIRE,
    "retire and reform": RETIRE,
    "first strike": FIRST_STRIKE,
    "give them the cold steel": "cold-steel",
    "forced march": "force-march",
}
NUMBERED = ("dice 5", "card +1", "ignore 1", "room 1", "moved 2")
ENDINGS = {
    "infantry": ("infantry", "inf"),
    "cavalry": ("cavalry", "cav"),
    "artillery": ("artillery", "art", "guns"),
}
CLASSES = {
    word: name for arm, name in zip(ENDINGS, PLAIN, strict=True) for word in (arm, name.casefold())
}


def names_of(unit: UnitType) -> Iterator[str]:
    """Yield all that a unit of a nation may be called, its own name first."""
    name, endings = unit.name, ENDINGS[unit.arm]
    yield name
    yield from (f"{name} {ending}" for ending in endings)
    if name.endswith(f" {endings[0]}"):
        yield from (f"{name.removesuffix(endings[0])}{other}" for other in endings[1:])
    if name.startswith("rifle"):
        yield from ("rifle", "rifle infantry", "riflemen", "rifle light infantry")
    if name == "foot artillery":
        yield from ("artillery", "art", "guns")
    if name == "guard grenadier":
        yield "guard"


def find_unit(
    words: Words, nations: Nations, nation: str, skip: int = 0, arm: str = ""
) -> tuple[UnitType, int] | None:
    """Return the unit of a nation that comes next, and how many words name it.

    ``arm``: of that class only. None if there is none.
    """
    units = [unit for unit in nations.of(nation).values() if arm in ("", unit.arm)]
    known = {name: unit for unit in units for name in names_of(unit)}
    known |= {unit.name: unit for unit in units}  # a name of its own before another's second one
    for length in range(LONGEST, 0, -1):
        phrase = words.phrase(length, skip)
        for name in (phrase, phrase.removesuffix("s")):
            if name in known:
                return known[name], length
    return None


def find_nation(nations: Nations, word: str) -> str | None:
    """Return the nation of that name, or None."""
    return {nation.casefold(): nation for nation in nations.names}.get(word.casefold())


def unknown_word(
    word: str, text: str, nations: Nations, nation: str = "", *, named: bool = False
) -> UnknownUnitError:
    """Return the error for a word that means nothing, with the nearest that does.

    ``nation``: the nation whose unit should stand there; ``named``: whether the unit is there.
    """
    units = tuple(nations.of(nation)) if nation else ()
    starts = (*nations.names, *PLAIN, ALONE.name)
    listed = () if named else units or starts
    known: Mapping[str, str] = {
        **{phrase: phrase for phrase in SAID if named},
        **{name.casefold(): name for name in listed},
    }
    near = difflib.get_close_matches(folded(word), list(known), n=1, cutoff=0.6)
    meant = known[near[0]] if near else None
    hint = f"did you mean {meant}? " if meant else ""
    if named:
        behind = (
            *("leader", "on TERRAIN", *NUMBERED, "support", "cannot-retreat", *REACTING),
            *("may square", *CARDS, "with artillery 3 at 2"),
        )
        return UnknownUnitError(
            f"unknown word {shown(word)} in {shown(text)}: {hint}behind the unit stand"
            f" {', '.join(behind)}",
            given=word,
            allowed=behind,
            meant=meant,
        )
    whose = [one for one in nations.names if folded(word) in nations.of(one)]
    if whose and not nation:
        hint = f"whose? write '{whose[0]} {folded(word)} 4'; "
    what = f"units of the {nation} are" if nation else "a side begins with"
    return UnknownUnitError(
        f"unknown word {shown(word)} in {shown(text)}: {hint}{what} {', '.join(listed)}",
        given=word,
        allowed=listed,
        meant=meant,
    )
