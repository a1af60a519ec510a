"""What stands in a plan file, key by key, and what is wrong with it in one line."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

from combat.errors import OptionError
from combat.notation import shown
from combat.toml_text import plain_text, toml_text


class LeftEntry(BaseModel):
    """``{ left = STAGE, side = ..., only = GROUP, plus = TEXT }``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    left: str
    side: Literal["attacker", "defender"]
    only: str = ""
    plus: str = ""


def _form(value: Any) -> str:  # noqa: ANN401
    return "left" if isinstance(value, dict | LeftEntry) else "text"


Side = Annotated[
    Annotated[str, Tag("text")] | Annotated[LeftEntry, Tag("left")], Discriminator(_form)
]


class OptionEntry(BaseModel):
    """``[[stage.option]]``; keys that are not named here are settings of the game."""

    model_config = ConfigDict(extra="allow", strict=True)
    name: str = Field(min_length=1)
    attacker: Side | None = None
    defender: Side | None = None


class StageEntry(BaseModel):
    """``[[stage]]``; keys that are not named here are settings of the game."""

    model_config = ConfigDict(extra="allow", strict=True)
    name: str = Field(min_length=1)
    attacker: Side
    defender: Side
    when: str = ""
    enemy: bool | None = None
    decide: bool = False
    option: list[OptionEntry] = Field(default_factory=list)


class PlanEntry(BaseModel):
    """A plan file; keys that are not named here are settings of all its stages."""

    model_config = ConfigDict(extra="allow", strict=True)
    game: str
    stage: list[StageEntry] = Field(min_length=1)
    aim: str = ""


def entry_of(contents: Mapping[str, Any]) -> PlanEntry:
    """Check the contents of a plan file.

    Raises
    ------
    OptionError
        In one line that names the key at fault.
    """
    try:
        return PlanEntry.model_validate(contents)
    except ValidationError as error:
        raise _refusal(error) from None


def side_text(side: str | LeftEntry) -> str:
    """Return a side as an answer shows it."""
    if isinstance(side, str):
        return side
    parts = [f"left of {side.left!r}, {side.side}"]
    parts += [f"only {side.only}"] if side.only else []
    return ", ".join(parts) + (f", and {side.plus}" if side.plus else "")


def _refusal(error: ValidationError) -> OptionError:
    """Put the first fault that pydantic has found into one line that names the key."""
    fault = error.errors(include_url=False)[0]
    loc, kind, given = fault["loc"], fault["type"], fault["input"]
    places, inner = _places(loc)
    quoted = toml_text(given)
    sections = "write each stage as a [[stage]] of its own"
    if "option" in loc:
        sections = "write each option as a [[stage.option]] of its own"
    why = {
        "missing": f"{inner} is missing{_meant_by(loc, given)}",
        "literal_error": f"{inner} is {quoted}; it is attacker or defender",
        "extra_forbidden": f"no such key {inner}; keys are {', '.join(LeftEntry.model_fields)}",
        "string_type": f"{inner} is {quoted}; write a text, in quotes",
        "string_too_short": f"{inner} is empty",
        "bool_type": f"{inner} is {quoted}; write true or false",
        "list_type": sections,
        "too_short": sections,
        "model_type": sections,
    }.get(kind, fault["msg"])
    return OptionError(
        f"{', '.join(places)}: {why}",
        given=plain_text(given) if isinstance(given, str | int) else None,
    )


def near(name: str, known: Iterable[str]) -> str | None:
    """Return the key that a misspelt one is likely to mean, or None."""
    found = get_close_matches(name.lower().replace("-", "_"), known, n=1, cutoff=0.75)
    return found[0] if found else None


def _meant_by(loc: tuple[int | str, ...], given: Any) -> str:  # noqa: ANN401
    """Name the key that stands where another one is missing, if it looks like it."""
    others = [key for key in given if near(key, [str(loc[-1])])] if isinstance(given, dict) else []
    return f"; is {shown(others[0])} meant for it?" if others else ""


def _places(loc: tuple[int | str, ...]) -> tuple[list[str], str]:
    """Return a place in a plan file in words, and what is at fault there: it, or a key within."""
    places = []
    while len(loc) > 1 and isinstance(loc[1], int):
        places.append(f"{loc[0]} {loc[1] + 1}")
        loc = loc[2:]
    places += [f"'{key}'" for key in loc[:1]]
    return places, f"'{loc[2]}'" if len(loc) > 2 else "it"  # key, form of a side, key within
