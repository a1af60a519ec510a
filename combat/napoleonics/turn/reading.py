"""Reading a turn from a plan file: [[target]]s and [[attacker]]s, each error with its place."""

from collections.abc import Mapping, Sequence
from typing import Any

from combat.battle import parse_settings
from combat.entries import Row, check_keys, one_of, rows, text, unknown
from combat.errors import OptionError, within
from combat.game import Game
from combat.napoleonics.legality import check_turn, check_unit
from combat.napoleonics.terrain import Terrain, terrains_of
from combat.napoleonics.terrain_text import terrain_named
from combat.napoleonics.turn.legality import check_reaches
from combat.napoleonics.turn.plan import AIMS, NET_VALUE, Attacker, Reach, Target, Then, TurnPlan
from combat.napoleonics.unit import FIRST_STRIKE, Unit
from combat.napoleonics.unit_text import parse_unit
from combat.toml_text import not_that, plain_text

MOST_ATTACKERS, MOST_TARGETS = 8, 4
MOST_DISTANCE, MOST_NEED = 9, 20
SETTINGS = ("nations", "terrain", "worth", "square_strikes", "terrain_dice", "hand", "squares")
KEYS = {
    "": ("game", "aim", "to_win", "score", "target", "attacker", "race"),
    "target": ("name", "unit", "behind"),
    "attacker": ("name", "unit", "at"),
    "at": ("target", "range", "retreated", "then"),
    "then": ("target", "hex"),
    "race": ("to", "score", "own", "enemy", "moves"),
}


def read_turn(data: Mapping[str, Any], game: Game) -> TurnPlan:
    """Read the turn of a plan file.

    Raises
    ------
    WargameError
        In one line that names the entry at fault.
    """
    for key in data:
        if key not in (*KEYS[""], *SETTINGS):
            raise unknown("key", key, (*KEYS[""], *SETTINGS), "the plan: ")
    texts = {key: plain_text(data[key]) for key in SETTINGS if key in data}
    settings = parse_settings(game, texts)
    targets = _targets(data, settings)
    attackers = _attackers(data, settings, targets)
    aim = data.get("aim", NET_VALUE)
    one_of("aim", aim, AIMS)
    plan = TurnPlan(game, targets, attackers, settings, aim, needs_of(data))
    check_reaches(plan)
    return plan


def needs_of(data: Mapping[str, Any]) -> tuple[int, int]:
    """Return the banners that either side still needs, by ``to_win`` and ``score``.

    Raises
    ------
    OptionError
    """
    if "to_win" not in data and "score" not in data:
        return 0, 0
    to_win, score = data.get("to_win"), data.get("score", [0, 0])
    if type(to_win) is not int or not 1 <= to_win <= MOST_NEED:
        what = f"a whole number of banners from 1 to {MOST_NEED}"
        raise not_that("to_win", to_win, what, allowed=(f"1 to {MOST_NEED}",))
    if (
        not isinstance(score, list)
        or len(score) != 2
        or not all(type(one) is int and 0 <= one < to_win for one in score)
    ):
        what = f"two whole numbers below to_win = {to_win}, yours first, as [3, 4]"
        raise not_that("score", score, what, allowed=("[3, 4]",))
    return to_win - score[0], to_win - score[1]


def _targets(data: Row, settings: Mapping[str, Any]) -> tuple[Target, ...]:
    found: list[Target] = []
    for place, row in rows(data, "target", KEYS, "name"):
        name = _name(row, place, [one.name for one in found])
        unit = _unit(row, place, settings, attacks=False)
        if FIRST_STRIKE in unit.reactions:
            raise OptionError(
                f"{place}: First Strike is one card for one melee; ask about that combat alone",
                given=str(unit),
            )
        found.append(Target(name, unit, _hex(row, "behind", place, settings)))
    _count(found, "target", MOST_TARGETS)
    return tuple(found)


def _attackers(
    data: Row, settings: Mapping[str, Any], targets: Sequence[Target]
) -> tuple[Attacker, ...]:
    found: list[Attacker] = []
    for place, row in rows(data, "attacker", KEYS, "name"):
        name = _name(row, place, [one.name for one in found])
        unit = _unit(row, place, settings, attacks=True)
        if unit.guns:
            raise OptionError(
                f"{place}: artillery is an attacker of its own; it joins where that is best",
                given=str(unit),
            )
        reaches = tuple(
            _reach(one, f"{place}: at", unit, settings, targets) for one in _list(row, "at", place)
        )
        if len({reach.target for reach in reaches}) < len(reaches):
            raise OptionError(f"{place}: a target is there twice in at", given=name)
        found.append(Attacker(name, unit, reaches))
    _count(found, "attacker", MOST_ATTACKERS)
    check_turn(attacker.unit for attacker in found)
    return tuple(found)


def _unit(row: Row, place: str, settings: Mapping[str, Any], *, attacks: bool) -> Unit:
    given = text(row, "unit", place)
    with within(place):
        unit = parse_unit(given, settings, "the unit")
        check_unit(unit, attacks=attacks)
    return unit


def _reach(
    row: Row, place: str, unit: Unit, settings: Mapping[str, Any], targets: Sequence[Target]
) -> Reach:
    check_keys(row, "at", KEYS, place)
    names = [one.name for one in targets]
    target = _target(row, place, names)
    near = _distance(row, "range", place)
    far = _distance(row, "retreated", place) if "retreated" in row else 0
    then = []
    for one in _list(row, "then", place, needed=False):
        check_keys(one, "then", KEYS, f"{place}: then")
        other = _target(one, f"{place}: then", names)
        hex_ = _hex(one, "hex", place, settings) if "hex" in one else targets[target].unit.hex
        if not unit.is_cavalry:
            raise OptionError(
                f"{place}: only cavalry goes on to a bonus melee (CC-23); leave then out",
                given=names[other],
            )
        if other == target or hex_.entry != "all":
            why = (
                "at another target than the one just beaten"
                if other == target
                else f"not from {hex_.name}, where who enters may not battle"
            )
            raise OptionError(f"{place}: a bonus melee is {why} (CC-23)", given=names[other])
        then.append(Then(other, hex_))
    return Reach(target, (near, far), tuple(then))


def _name(row: Row, place: str, known: list[str]) -> str:
    name = text(row, "name", place)
    if not name.strip() or name in known:
        what = "is empty" if not name.strip() else f"{name!r} is there twice"
        raise OptionError(f"{place}: the name {what}; give each its own", given=name)
    return name


def _target(row: Row, place: str, targets: list[str]) -> int:
    name = text(row, "target", place)
    if name not in targets:
        raise unknown("target", name, targets, f"{place}: ")
    return targets.index(name)


def _distance(row: Row, key: str, place: str) -> int:
    value = row.get(key)
    if type(value) is not int or not 0 <= value <= MOST_DISTANCE:
        what = f"the hexes to the target, 1 for melee (0 for out of reach, at most {MOST_DISTANCE})"
        raise not_that(key, value, what, f"{place}: ", (f"0 to {MOST_DISTANCE}",))
    return value


def _hex(row: Row, key: str, place: str, settings: Mapping[str, Any]) -> Terrain:
    name = text(row, key, place, "")
    if not name:
        return terrains_of(settings).clear
    with within(place):
        return terrain_named(name, terrains_of(settings))


def _list(row: Row, key: str, place: str, *, needed: bool = True) -> list[Row]:
    value = row.get(key, [])
    fits = isinstance(value, list) and all(isinstance(one, dict) for one in value)
    if not fits or (needed and not value):
        more = "range = 1" if key == "at" else 'hex = "clear"'
        raise OptionError(
            f'{place}: {key} is a list of tables, as {key} = [{{ target = "hill", {more} }}]',
            given=plain_text(value),
        )
    return value


def _count(found: list[Any], what: str, most: int) -> None:
    if not 1 <= len(found) <= most:
        raise OptionError(
            f"{len(found)} {what}s: a turn has 1 to {most}, each a [[{what}]]",
            given=str(len(found)),
            allowed=(f"1 to {most}",),
        )
