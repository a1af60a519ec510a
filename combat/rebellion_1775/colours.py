"""The colours: whose they are, how many dice they have and what the dice show (RB-02)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from combat.entries import table
from combat.errors import OptionError
from combat.notation import Vocabulary
from combat.toml_text import not_that, plain_text

BRITISH, AMERICAN = "british", "american"
NATIVES = "natives"
OF_SIDE = {
    BRITISH: ("regulars", "loyalist", "hessian", NATIVES),
    AMERICAN: ("continental", "militia", "french", NATIVES),
}
NAMES = ("regulars", "loyalist", "hessian", "continental", "militia", "french", NATIVES)
SIDES_OF_DIE = 6
VERIFIED, USER = "verified", "user"
MOST_UNITS = 45
ALIASES = {
    "regular": "regulars",
    "british regulars": "regulars",
    "red": "regulars",
    "redcoats": "regulars",
    "loyalists": "loyalist",
    "loyalist militia": "loyalist",
    "yellow": "loyalist",
    "hessians": "hessian",
    "orange": "hessian",
    "continentals": "continental",
    "continental army": "continental",
    "blue": "continental",
    "patriot": "militia",
    "patriots": "militia",
    "patriot militia": "militia",
    "militias": "militia",
    "white": "militia",
    "french regulars": "french",
    "purple": "french",
    "british militia": "loyalist",
    "tory": "loyalist",
    "tories": "loyalist",
    "american militia": "militia",
    "con": "continental",
    "native": NATIVES,
    "indian": NATIVES,
    "native americans": NATIVES,
    "indians": NATIVES,
    "green": NATIVES,
}
VOCABULARY = Vocabulary(NAMES, ALIASES)
Faces = tuple[int, int, int]  # hit, flee, blank


@dataclass(frozen=True)
class Colour:
    """A colour of units and its dice.

    Parameters
    ----------
    name, title, side : str
    units, dice : int
        How many there are.
    faces : tuple of int
        Hit, flee and blank, of six.
    confidence, source : str
        How sure the faces are.
    plausible : tuple of faces
        Faces that would be no surprise, these among them.
    """

    name: str
    title: str
    side: str
    units: int
    dice: int
    faces: Faces
    confidence: str
    source: str = ""
    plausible: tuple[Faces, ...] = ()

    @property
    def verified(self) -> bool:
        """Whether the faces are known for certain, or the user's own."""
        return self.confidence in (VERIFIED, USER)


@dataclass(frozen=True)
class Dice:
    """The dice of all colours, as they stand in a file."""

    colours: tuple[Colour, ...]
    file: str = ""

    def __getitem__(self, name: str) -> Colour:
        return next(colour for colour in self.colours if colour.name == name)


@lru_cache(maxsize=1)
def shipped_dice() -> Dice:
    """Return the dice as far as they are known."""
    text = resources.files(__package__).joinpath("dice.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return Dice(tuple(_colour(name, data[name]) for name in NAMES))


def _colour(name: str, row: Mapping[str, Any]) -> Colour:
    faces = tuple(row["faces"])
    plausible = tuple(tuple(one) for one in row.get("plausible", [row["faces"]]))
    return Colour(name, **{**row, "faces": faces, "plausible": plausible})


def user_dice(file: str) -> Dice:
    """Return the shipped dice with those of a user's file in their place.

    Parameters
    ----------
    file : str
        A TOML file: ``[NAME]`` with ``faces = [hit, flee, blank]`` and, if need be, ``dice``.

    Raises
    ------
    OptionError
        A file that cannot be read or has a wrong field.
    """
    data = table(file, "dice", "are")
    found = {colour.name: colour for colour in shipped_dice().colours}
    for name, row in data.items():
        if name not in found or not isinstance(row, dict):
            raise OptionError(
                f"{file}: [{name}] is no colour; colours are {', '.join(NAMES)}",
                given=name,
                allowed=NAMES,
            )
        found[name] = _changed(found[name], row, f"{file}: [{name}]")
    return Dice(tuple(found.values()), file)


def _changed(colour: Colour, row: Mapping[str, Any], place: str) -> Colour:
    for key in row:
        if key not in ("faces", "dice", "confidence", "source"):
            allowed = ("faces", "dice", "confidence", "source")
            raise OptionError(
                f"{place}: unknown field {key!r}; fields are {', '.join(allowed)}",
                given=key,
                allowed=allowed,
            )
    dice = row.get("dice", colour.dice)
    if type(dice) is not int or not 1 <= dice <= 6:
        raise not_that("dice", dice, "from 1 to 6", f"{place}: ")
    faces = colour.faces
    if "faces" in row:
        given = row["faces"]
        if not isinstance(given, list) or not all(type(n) is int for n in given):
            raise not_that("faces", given, "[hit, flee, blank]", f"{place}: ")
        faces = checked_faces(tuple(given), place)
    confidence = plain_text(row.get("confidence", USER))
    return replace(colour, dice=dice, faces=faces, confidence=confidence, plausible=(faces,))


def checked_faces(faces: tuple[int, ...], place: str) -> Faces:
    """Return hit, flee and blank if they are the six faces of a die.

    Raises
    ------
    OptionError
    """
    if len(faces) != 3 or min(faces) < 0 or sum(faces) != SIDES_OF_DIE:
        raise OptionError(
            f"{place}: {'/'.join(map(str, faces))} is no die; hit, flee and blank are three numbers"
            f" that add up to {SIDES_OF_DIE}",
            given="/".join(map(str, faces)),
            allowed=("3/1/2",),
        )
    return faces[0], faces[1], faces[2]


def dice_of(settings: Mapping[str, Any]) -> Mapping[str, Colour]:
    """Return the colours with the dice that the settings give them."""
    base: Dice = settings["dice"] or shipped_dice()
    found = {}
    for colour in base.colours:
        faces = settings[f"faces.{colour.name}"]
        if faces is not None:
            colour = replace(colour, faces=faces, confidence=USER, plausible=(faces,))
        found[colour.name] = colour
    return MappingProxyType(found)
