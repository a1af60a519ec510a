"""Plan files: TOML, checked key by key, to a `Plan`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from analysis.campaign.aim import PlanAim
from analysis.campaign.conditions import conditions, earlier_stage
from analysis.campaign.entries import (
    LeftEntry,
    OptionEntry,
    PlanEntry,
    StageEntry,
    entry_of,
    near,
    side_text,
)
from analysis.campaign.stages import PASS, Left, LeftOvers, Option, Plan, Planned, is_enemy
from analysis.files import contents_of, text_of
from combat.battle import Battle, parse_settings
from combat.errors import OptionError, within
from combat.game import ATTACKER, DEFENDER, Game
from combat.games import find_game
from combat.notation import plain_number, shown


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
    entry = entry_of(contents_of(text))
    with within("'game'"):
        game = find_game(entry.game)
    if game.sequels is None:
        raise OptionError(f"'game': battles of {game.name} have no plans", given=game.name)
    usual = _texts(entry.model_extra or {}, game, "", tuple(PlanEntry.model_fields))
    stages: list[Planned] = []
    for number, stage in enumerate(entry.stage, start=1):
        stages.append(_stage(game, stage, usual, stages, f"stage {number}", entry.stage))
    plan = Plan(game, tuple(stages), entry.aim)
    with within("'aim'"):
        aim = PlanAim.read(plan)
        if plan.is_decided:
            aim.tracker(plan)
    return plan


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
    with within(f"{place}, 'when'"):
        when = conditions(entry.when, game, names)
    reader = _Reader(game, tuple(names), tuple(e.name for e in entries if e.name not in names))
    keys = tuple(StageEntry.model_fields)
    own = dict(usual) | _texts(entry.model_extra or {}, game, place, keys)
    first = reader.way(entry, entry, own, place)
    options = _options(entry, own, reader, place)
    shown_as = {
        "when": entry.when,
        ATTACKER: side_text(entry.attacker),
        DEFENDER: side_text(entry.defender),
    }
    turned = _turned(entry, first, earlier, place)
    for number, option in enumerate(options, start=1):
        if _turned(entry, option, earlier, f"{place}, option {number}") != turned:
            raise OptionError(
                f"{place}, option {number}: its attacker is of the other side than the stage's;"
                " each side decides in stages of its own"
            )
    return Planned(
        entry.name,
        first.attacker,
        first.defender,
        first.settings,
        when,
        turned,
        texts=shown_as,
        options=options,
        may_pass=entry.decide,
    )


def _options(
    entry: StageEntry, own: Mapping[str, str], reader: "_Reader", place: str
) -> tuple[Option, ...]:
    """Read the ways of which a stage's attacker chooses one."""
    found: list[Option] = []
    for number, option in enumerate(entry.option, start=1):
        at = f"{place}, option {number}"
        if option.name == PASS:
            raise OptionError(
                f"{at}, 'name': {PASS!r} is to leave the stage out: write decide = true for it",
                given=PASS,
            )
        if option.name in [one.name for one in found]:
            raise OptionError(
                f"{at}, 'name': two options are called {option.name!r}; give each a name of its"
                " own",
                given=option.name,
            )
        texts = _texts(option.model_extra or {}, reader.game, at, tuple(OptionEntry.model_fields))
        found.append(reader.way(entry, option, {**own, **texts}, at, texts))
    if len(found) == 1 and not entry.decide:
        raise OptionError(
            f"{place}, 'option': one option is no choice; give another one, or decide = true if"
            " the stage may be left out",
            given=found[0].name,
        )
    return tuple(found)


class _Reader(NamedTuple):
    """What a stage is read with: the game, and the names of earlier and of later stages."""

    game: Game
    earlier: tuple[str, ...]
    later: tuple[str, ...]

    def way(
        self,
        stage: StageEntry,
        entry: StageEntry | OptionEntry,
        texts: Mapping[str, str],
        place: str,
        own: Mapping[str, str] | None = None,
    ) -> Option:
        """Read a way to fight a stage: its own, or an option's; ``own`` are the option's texts."""
        settings = _settings(self.game, texts, place)
        sides: dict[str, Any] = {}
        written = {ATTACKER: entry.attacker, DEFENDER: entry.defender}
        for role, usual in ((ATTACKER, stage.attacker), (DEFENDER, stage.defender)):
            given = written[role]
            given = usual if given is None else given
            with within(f"{place}, '{role}'"):
                if isinstance(given, str):
                    sides[role] = self.game.parse_side(given, role, settings)
                else:
                    names = list(self.earlier), list(self.later)
                    sides[role] = _left(self.game, given, role, settings, names)
        if not any(isinstance(side, LeftOvers) for side in sides.values()):
            with within(place):
                Battle(self.game, sides[ATTACKER], sides[DEFENDER], settings)
        said = [f"{role} {side_text(side)}" for role, side in written.items() if side is not None]
        said += [f"{key} {text}" for key, text in (own or {}).items()]
        return Option(entry.name, sides[ATTACKER], sides[DEFENDER], settings, "; ".join(said))


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
            raise _unknown(f"{comma}{shown(name)}", name, (*keys, *known))
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


def _unknown(place: str, name: str, allowed: tuple[str, ...]) -> OptionError:
    """Return the error for a key that is none, with what is likely meant."""
    if "stage" in allowed and name in StageEntry.model_fields:
        return OptionError(f"{place} belongs into a stage: write it under [[stage]]", given=name)
    meant = near(name, allowed)
    hint = f"no such key, is {meant} meant?" if meant else "no such key;"
    return OptionError(
        f"{place}: {hint} keys are {', '.join(allowed)}", given=name, allowed=allowed
    )


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
    stage = earlier_stage(entry.left, *names)
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


def _turned(entry: StageEntry, way: Option, earlier: Sequence[Planned], place: str) -> bool:
    """Find out whether the attacker is of the side that the plan's first attacker fights."""
    said = set()
    for role, side in ((ATTACKER, way.attacker), (DEFENDER, way.defender)):
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
