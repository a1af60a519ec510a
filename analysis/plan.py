"""Plan files: TOML, checked key by key, to a `Plan`."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

from analysis.plan_file import contents_of, text_of
from analysis.stages import Ended, Left, LeftOvers, Plan, Planned, is_enemy
from combat.battle import Battle, parse_settings
from combat.errors import NotationError, OptionError, within
from combat.game import ATTACKER, DEFENDER, Game
from combat.games import find_game
from combat.notation import plain_number, shown
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


class StageEntry(BaseModel):
    """``[[stage]]``; keys that are not named here are settings of the game."""

    model_config = ConfigDict(extra="allow", strict=True)
    name: str = Field(min_length=1)
    attacker: Side
    defender: Side
    when: str = ""
    enemy: bool | None = None


class PlanEntry(BaseModel):
    """A plan file; keys that are not named here are settings of all its stages."""

    model_config = ConfigDict(extra="allow", strict=True)
    game: str
    stage: list[StageEntry] = Field(min_length=1)


def read_plan(file: Path) -> Plan:
    """Read a plan file.

    Raises
    ------
    WargameError
        In one line that names the key at fault.
    """
    return parse_plan(text_of(file))


def parse_plan(text: str) -> Plan:
    """Read a plan from the text of its file.

    Raises
    ------
    WargameError

    Examples
    --------
    >>> plan = parse_plan('''
    ... game = "aa"
    ... [[stage]]
    ... name = "attack"
    ... attacker = "3 inf"
    ... defender = "2 inf"
    ... ''')
    >>> [stage.name for stage in plan.stages]
    ['attack']
    """
    try:
        entry = PlanEntry.model_validate(contents_of(text))
    except ValidationError as error:
        raise _refusal(error) from None
    with within("'game'"):
        game = find_game(entry.game)
    if game.sequels is None:
        raise OptionError(f"'game': battles of {game.name} have no plans", given=game.name)
    usual = _texts(entry.model_extra or {}, game, "", ("game", "stage"))
    stages: list[Planned] = []
    for number, stage in enumerate(entry.stage, start=1):
        stages.append(_stage(game, stage, usual, stages, f"stage {number}", entry.stage))
    return Plan(game, tuple(stages))


def _stage(
    game: Game,
    entry: StageEntry,
    usual: Mapping[str, str],
    earlier: Sequence[Planned],
    place: str,
    entries: Sequence[StageEntry],
) -> Planned:
    names = [stage.name for stage in earlier]
    if entry.name in names:
        raise OptionError(
            f"{place}, 'name': stage {names.index(entry.name) + 1} is called {entry.name!r} too;"
            " give each stage a name of its own",
            given=entry.name,
        )
    keys = tuple(StageEntry.model_fields)
    texts = dict(usual) | _texts(entry.model_extra or {}, game, place, keys)
    settings = _settings(game, texts, place)
    with within(f"{place}, 'when'"):
        when = _conditions(entry.when, game, names)
    sides: dict[str, Any] = {}
    for role, given in ((ATTACKER, entry.attacker), (DEFENDER, entry.defender)):
        with within(f"{place}, '{role}'"):
            if isinstance(given, str):
                sides[role] = game.parse_side(given, role, settings)
            else:
                later = [e.name for e in entries if e.name not in names]
                sides[role] = _left(game, given, role, settings, (names, later))
    if not any(isinstance(side, LeftOvers) for side in sides.values()):
        with within(place):
            Battle(game, sides[ATTACKER], sides[DEFENDER], settings)
    shown_as = {
        "when": entry.when,
        ATTACKER: _text(entry.attacker),
        DEFENDER: _text(entry.defender),
    }
    turned = _turned(entry, sides, earlier, place)
    return Planned(
        entry.name, sides[ATTACKER], sides[DEFENDER], settings, when, turned, texts=shown_as
    )


def _texts(
    given: Mapping[str, Any], game: Game, place: str, keys: tuple[str, ...]
) -> dict[str, str]:
    """Return a game's settings of a section as texts."""
    known = tuple(setting.key for setting in game.settings)
    comma = f"{place}, " if place else ""
    found: dict[str, str] = {}
    for name, value in given.items():
        key = name.replace("-", "_")
        if key not in known:
            allowed = (*keys, *known)
            raise OptionError(
                f"{comma}{shown(name)}: no such key; keys are {', '.join(allowed)}",
                given=name,
                allowed=allowed,
            )
        if key in found:
            raise OptionError(f"{comma}'{name}': {key} is set twice; set it once", given=name)
        if isinstance(value, bool):
            found[key] = "yes" if value else "no"
        elif isinstance(value, int | float):
            found[key] = plain_number(value)
        elif isinstance(value, str):
            found[key] = value
        else:
            raise OptionError(
                f"{comma}'{name}': it is a text or a number, as behind --set {key}=", given=name
            )
    return found


def _settings(game: Game, texts: Mapping[str, str], place: str) -> dict[str, Any]:
    """Read settings in the game's order, each with its place in an error."""
    values = parse_settings(game, {})
    for setting in game.settings:
        if setting.key in texts:
            with within(f"{place}, '{setting.key}'"):
                values = parse_settings(game, {setting.key: texts[setting.key]}, values)
    return values


def _left(
    game: Game,
    entry: LeftEntry,
    role: str,
    settings: Mapping[str, Any],
    names: tuple[list[str], list[str]],
) -> LeftOvers:
    stage = _earlier(entry.left, *names)
    assert game.sequels is not None
    groups = game.sequels.groups
    if entry.only and entry.only not in groups:
        raise OptionError(
            f"only = {shown(entry.only)} is no group of units; groups are {', '.join(groups)}",
            given=entry.only,
            allowed=groups,
        )
    if entry.plus:
        game.sequels.joined(game.sequels.nobody, entry.plus, settings)
    return LeftOvers(Left(stage, entry.side, entry.only, role), entry.plus)


def _earlier(name: str, earlier: list[str], later: Sequence[str] = ()) -> int:
    """Return the number of an earlier stage."""
    if name in earlier:
        return earlier.index(name)
    fault = "comes no earlier than this one" if name in later else "is no stage"
    known = (
        f"earlier stages are {', '.join(map(repr, earlier))}" if earlier else "this is the first"
    )
    raise OptionError(f"{shown(name)} {fault}; {known}", given=name, allowed=earlier)


def _conditions(text: str, game: Game, earlier: list[str]) -> tuple[tuple[Ended, bool], ...]:
    """Read ``territory_taken and not NAME: EVENT``; a name is that of any earlier stage."""
    rest, found = text.strip(), []
    if rest and not earlier:
        raise OptionError("the first stage has none before it; leave 'when' out", given=text)
    events = tuple(event.name for event in game.events)
    while rest:
        wanted, rest = _not(rest)
        stage, rest = _named(rest, earlier)
        denied, rest = _not(rest)
        word = re.match(r"([A-Za-z_][A-Za-z_0-9]*)\s*(?:$|and\s+(?=\S))", rest)
        if word is None:
            before, colon, _ = rest.partition(":")
            if colon:
                _earlier(before.strip(), earlier)
            raise NotationError(
                f"cannot read {shown(rest)} in {shown(text)}; write it as 'EVENT', 'not EVENT' or"
                " 'STAGE: EVENT', joined with 'and'",
                given=rest,
                allowed=events,
            )
        if word[1] not in events:
            raise OptionError(
                f"{game.name} has no event {word[1]!r}; events are {', '.join(events)}",
                given=word[1],
                allowed=events,
            )
        found.append((Ended(stage, word[1]), wanted == denied))
        rest = rest[word.end() :]
    return tuple(found)


def _not(text: str) -> tuple[bool, str]:
    """Return False and the rest if a text begins with 'not', True and the text if it does not."""
    found = re.match(r"not\s+", text)
    return (False, text[found.end() :]) if found else (True, text)


def _named(text: str, earlier: list[str]) -> tuple[int, str]:
    """Return the stage that a text begins with, the one before if none, and the rest."""
    for name in sorted(earlier, key=len, reverse=True):
        found = re.match(rf"{re.escape(name)}\s*:\s*", text)
        if found:
            return earlier.index(name), text[found.end() :]
    return len(earlier) - 1, text


def _turned(
    entry: StageEntry, sides: Mapping[str, Any], earlier: Sequence[Planned], place: str
) -> bool:
    """Find out whether the attacker is of the side that the plan's first attacker fights."""
    said = set()
    for role, side in sides.items():
        if isinstance(side, LeftOvers):
            enemies = is_enemy(side.left.side, turned=earlier[side.left.stage].turned)
            said.add(enemies == (role == ATTACKER))
    if len(said) > 1:
        raise OptionError(f"{place}: what is left attacks what is left of its own side")
    turned = said.pop() if said else bool(entry.enemy)
    if entry.enemy not in (None, turned) or (turned and not earlier):
        raise OptionError(
            f"{place}, 'enemy': its attacker is {'' if turned and earlier else 'not '}of the side"
            " that the first stage's attacker fights; leave 'enemy' out",
            given=str(entry.enemy).lower(),
        )
    return turned


def _text(side: str | LeftEntry) -> str:
    if isinstance(side, str):
        return side
    parts = [f"left of {side.left!r}, {side.side}"]
    parts += [f"only {side.only}"] if side.only else []
    return ", ".join(parts) + (f", and {side.plus}" if side.plus else "")


def _refusal(error: ValidationError) -> OptionError:
    """Put the first fault that pydantic has found into one line that names the key."""
    fault = error.errors(include_url=False)[0]
    loc, kind, given = fault["loc"], fault["type"], fault["input"]
    places = [f"stage {part + 1}" for part in loc[1:2] if isinstance(part, int)]
    key = loc[2:3] if places else loc[:1]
    places += [f"'{part}'" for part in key]
    inner = f"'{loc[4]}'" if len(loc) > 4 else "it"  # stage, number, key, form, key within
    quoted = toml_text(given)
    sections = "write each stage as a [[stage]] of its own"
    why = {
        "missing": f"{inner} is missing",
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
