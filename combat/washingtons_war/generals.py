"""The generals: their ratings as data, and a user's own roster (WW-06, WW-09)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from combat.entries import table
from combat.errors import OptionError
from combat.toml_text import not_that, plain_text, toml_text

BRITISH, AMERICAN, FRENCH = "british", "american", "french"
NATIONS = (BRITISH, AMERICAN, FRENCH)
RATINGS = {"battle": (1, 6), "agility": (1, 3), "evades": (0, 2), "strategy": (1, 3)}
RULES, USER = "rules", "user"
ANONYMOUS = "gen"
WASHINGTON, ARNOLD = "Washington", "Arnold"


@dataclass(frozen=True)
class General:
    """A general in a battle.

    Parameters
    ----------
    battle : int
        Battle rating, 1–6 (WW-06).
    agility : int
        Agility rating, 1–3 (WW-01, WW-02, WW-09).
    name : str
        ``gen`` if he has none.
    evades : int
        What he adds to his agility to retreat before battle (WW-02).
    known : bool
        Whether the ratings come from the roster, so that the name alone says them.
    """

    battle: int
    agility: int
    name: str = ANONYMOUS
    evades: int = field(default=0, compare=False)
    known: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return self.name if self.known else f"{self.name} {self.battle}/{self.agility}"

    @property
    def never_boxed(self) -> bool:
        """Whether he may never go to the reinforcement box (WW-17)."""
        return self.name == WASHINGTON


@dataclass(frozen=True)
class Rating:
    """A number of the roster, and how sure it is."""

    value: int
    confidence: str
    source: str = ""


@dataclass(frozen=True)
class Listed:
    """A general as the roster has him: ratings that are known, by name."""

    name: str
    side: str
    ratings: Mapping[str, Rating] = field(hash=False)

    @property
    def unverified(self) -> tuple[str, ...]:
        """Ratings of a battle that rest on no rule text, as 'battle 6'."""
        found = [(key, self.ratings.get(key)) for key in ("battle", "agility")]
        return tuple(
            f"{key} {rating.value}"
            for key, rating in found
            if rating is not None and rating.confidence not in (RULES, USER)
        )

    @property
    def missing(self) -> tuple[str, ...]:
        """Ratings of a battle that the roster does not have."""
        return tuple(key for key in ("battle", "agility") if key not in self.ratings)

    def general(self) -> General:
        """Return him with the ratings of the roster.

        Raises
        ------
        OptionError
            If one of them is not known.
        """
        if self.missing:
            raise OptionError(
                f"the {' and '.join(self.missing)} rating of {self.name}"
                f" {'is' if len(self.missing) == 1 else 'are'} not known: write"
                f" '{self.name} BATTLE/AGILITY', such as '{self.name} 3/2', or give a roster"
                " with --set roster=FILE",
                given=self.name,
                allowed=(f"{self.name} BATTLE/AGILITY",),
            )
        battle, agility = (self.ratings[key].value for key in ("battle", "agility"))
        return General(battle, agility, self.name, self.evades, known=True)

    @property
    def evades(self) -> int:
        """What he adds to his agility to retreat before battle (WW-02)."""
        return self.ratings["evades"].value if "evades" in self.ratings else 0


@dataclass(frozen=True)
class Roster:
    """All generals by name."""

    generals: Mapping[str, Listed] = field(hash=False)
    file: str = ""

    def find(self, name: str) -> Listed | None:
        """Return the general of that name, in any case of letters."""
        return {key.casefold(): one for key, one in self.generals.items()}.get(name.casefold())

    @property
    def names(self) -> tuple[str, ...]:
        """Names in the roster's order."""
        return tuple(self.generals)


def roster_of(settings: Mapping[str, Any]) -> Roster:
    """Return the roster that the settings name."""
    roster: Roster | None = settings["roster"]
    return shipped_roster() if roster is None else roster


@lru_cache(maxsize=1)
def shipped_roster() -> Roster:
    """Return the generals with what is known of them."""
    text = resources.files(__package__).joinpath("generals.toml").read_text("utf-8")
    return Roster(_listed(tomllib.loads(text), "generals.toml"))


def user_roster(file: str) -> Roster:
    """Return the shipped generals with those of a user's file in their place.

    Parameters
    ----------
    file : str
        A TOML file: ``[[general]]`` with ``name``, ``side``, ``battle``, ``agility`` and, if need
        be, ``evades``; each a number, or a table of value, confidence and source.

    Raises
    ------
    OptionError
        A file that cannot be read or has a wrong field.
    """
    data = table(file, "roster")
    if not isinstance(data.get("general"), list) or not data["general"]:
        raise OptionError(
            f"the roster {file!r} has no [[general]] section; give at least one",
            given=file,
            allowed=("[[general]]",),
        )
    shipped = dict(shipped_roster().generals)
    for name, found in _listed(data, file).items():
        before = shipped.get(name)
        ratings = dict(before.ratings) | dict(found.ratings) if before else found.ratings
        shipped[name] = replace(found, ratings=ratings)
    return Roster(shipped, file)


def _listed(data: Mapping[str, Any], file: str) -> dict[str, Listed]:
    found: dict[str, Listed] = {}
    for number, row in enumerate(data["general"], start=1):
        place = f"{file}: general {number}"
        if not isinstance(row, dict):
            given = plain_text(row)
            raise OptionError(f"{place} is no [[general]] section", given=given)
        for key in row:
            if key not in ("name", "side", *RATINGS):
                allowed = ("name", "side", *RATINGS)
                raise OptionError(
                    f"{place}: unknown field {key!r}; fields are {', '.join(allowed)}",
                    given=key,
                    allowed=allowed,
                )
        name, side = row.get("name"), row.get("side")
        if not isinstance(name, str) or not name.isalpha():
            raise _must_be("name", name, "one word of letters", place)
        if side not in NATIONS:
            raise _must_be("side", side, " or ".join(NATIONS), place, NATIONS)
        name = name.capitalize()
        if name in found:
            raise OptionError(f"{place}: {name} is there twice", given=name)
        ratings = {key: _rating(row[key], key, place) for key in RATINGS if key in row}
        found[name] = Listed(name, side, ratings)
    return found


def _must_be(
    key: str, given: object, what: str, place: str, allowed: tuple[str, ...] = ()
) -> OptionError:
    if given is None:
        return OptionError(
            f"{place}: {key} is missing; {key} is {what}", given=key, allowed=allowed
        )
    return OptionError(
        f"{place}: {key} is {what}, not {toml_text(given)}",
        given=plain_text(given),
        allowed=allowed,
    )


def _rating(given: object, key: str, place: str) -> Rating:
    low, high = RATINGS[key]
    table = given if isinstance(given, dict) else {"value": given}
    value = table.get("value")
    if type(value) is not int or not low <= value <= high:
        what = f"a whole number from {low} to {high}"
        raise not_that(key, value, what, f"{place}: ", (f"{low} to {high}",))
    return Rating(
        value, plain_text(table.get("confidence", USER)), plain_text(table.get("source", ""))
    )
