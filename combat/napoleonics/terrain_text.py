"""Reading the name of terrain, and the error for one that there is not."""

import difflib

from combat.errors import UnknownUnitError
from combat.napoleonics.terrain import IMPASSABLE, Terrain, Terrains
from combat.notation import shown
from combat.words import LONGEST, Words, folded

ARTICLES = ("a", "an", "the")
WHERE = tuple(  # 'in the', before the name of terrain
    f"{preposition} {article}".strip()
    for preposition in ("on", "in", "behind", "inside", "within", "upon", "on top of")
    for article in ("", *ARTICLES)
)


def read_terrain(words: Words, terrains: Terrains) -> Terrain:
    """Read the terrain that comes next, the longest name there is.

    Raises
    ------
    UnknownUnitError
    """
    for length in range(LONGEST, 0, -1):
        phrase = words.phrase(length)
        found = terrains.find(phrase) or terrains.find(phrase.removesuffix("s"))
        if found is not None:
            words.at += length
            return found
    given = words.phrase(2) or words.phrase(1)
    raise unknown_terrain(given or "on", terrains)


def terrain_named(name: str, terrains: Terrains) -> Terrain:
    """Return the terrain of a text that holds nothing else: 'hill' or 'on the hill'.

    Raises
    ------
    UnknownUnitError
    """
    words = folded(name).split(" ")
    for length in range(LONGEST, -1, -1):
        before, rest = " ".join(words[:length]), " ".join(words[length:])
        if before in ("", *WHERE, *ARTICLES):
            found = terrains.find(rest) or terrains.find(rest.removesuffix("s"))
            if found is not None:
                return found
    raise unknown_terrain(name.strip(), terrains)


def unknown_terrain(word: str, terrains: Terrains) -> UnknownUnitError:
    """Return the error for terrain that there is not, or in which no unit can be."""
    names = tuple(terrains.terrains)
    if any(folded(word).startswith(name) for name in IMPASSABLE):
        return UnknownUnitError(
            f"no unit can be on {shown(word)}: it is impassable; terrain is {', '.join(names)}",
            given=word,
            allowed=names,
        )
    near = difflib.get_close_matches(folded(word), [*names, *terrains.aliases], n=1, cutoff=0.6)
    hint = f"did you mean {near[0]}? " if near else ""
    return UnknownUnitError(
        f"unknown terrain {shown(word)}: {hint}terrain is {', '.join(names)}",
        given=word,
        allowed=names,
        meant=near[0] if near else None,
    )
