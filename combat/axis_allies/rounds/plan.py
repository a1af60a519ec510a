"""Plans: what each power does, read from TOML and written back; the default is one of them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from combat import entries
from combat.attrition.retreat import Retreat
from combat.axis_allies.map.board import Board
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import KEYS as POSITION_KEYS
from combat.axis_allies.rounds.policies import Aim, Buying, Garrison, Move, Policy
from combat.axis_allies.units import UnitTable
from combat.errors import OptionError, WargameError, within
from combat.notation import shown

KEYS = {"power": ("attack", "retreat", "garrison", "moves", "buy", "place", "repair")}
REPAIRS = ("all", "none")
EXAMPLES = {  # of lists, for errors
    "attack": '["Karelia >= 0.75", "best"]',
    "garrison": '["Western Europe 2"]',
    "moves": '["Germany -> Eastern Europe keep 2"]',
    "place": '["Germany"]',
}
# What is bought and where idle units go if nothing is said: infantry to the nearest front.
USUAL: Mapping[str, Mapping[str, Any]] = {
    "Soviet Union": {
        "garrison": ["Russia 2", "Caucasus 1"],
        "moves": ["Novosibirsk -> Russia", "Evenki National Okrug -> Russia"],
        "buy": "2 art, then inf",
        "place": ["Caucasus", "Russia"],
    },
    "Germany": {
        "garrison": ["Germany 2", "Western Europe 2", "Southern Europe 1"],
        "moves": ["Germany -> Eastern Europe keep 3", "Southern Europe -> Balkans keep 2"],
        "buy": "2 arm, then inf",
    },
    "United Kingdom": {
        "garrison": ["United Kingdom 2", "India 1"],
        "buy": "1 ftr, then inf",
    },
    "Japan": {
        "garrison": ["Japan 1", "Kwantung 1"],
        "moves": ["Manchuria -> Kwantung keep 1"],
        "buy": "1 tr, 2 arm, then inf",
    },
    "United States": {
        "garrison": ["Eastern United States 1", "Western United States 1"],
        "moves": ["Central United States -> Eastern United States"],
        "buy": "2 tr, 1 ftr, then inf",
    },
}


@dataclass(frozen=True)
class Plan:
    """What each power does.

    Parameters
    ----------
    policies : mapping of str to Policy
        All powers in turn order.
    """

    policies: Mapping[str, Policy] = field(hash=False)

    def __getitem__(self, power: str) -> Policy:
        return self.policies[power]

    def __str__(self) -> str:
        """Return the text of a plan file that reads back as this plan."""
        sections = [f'[power."{power}"]\n{policy}' for power, policy in self.policies.items()]
        return "\n\n".join(sections) + "\n"


def usual_plan(position: Position) -> Plan:
    """Return what powers do if nothing is said: each attacks what it has a chance of 0.75 for.

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> plan = usual_plan(starting_position())
    >>> [str(aim) for aim in plan["Germany"].attack], str(plan["Germany"].buy)
    (['best >= 0.75'], '2 arm, then inf')
    """
    return Plan({power: _usual(power, position) for power in position.board.order})


def read_plan(text: str, position: Position) -> Plan:
    r"""Read a plan; what it leaves out is as in `usual_plan`.

    Parameters
    ----------
    text : str
        TOML: a section ``[power.NAME]`` for each power that does something else.
    position : Position

    Raises
    ------
    NotationError, UnknownUnitError, OptionError

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> start = starting_position()
    >>> plan = read_plan('[power.Germany]\nattack = ["karelia >= 0.6"]', start)
    >>> plan["Germany"].attack[0].place, read_plan(str(plan), start) == plan
    ('Karelia S.S.R.', True)
    """
    return _read(entries.parsed(text, KEYS, "the plan "), position)


def _read(data: entries.Row, position: Position) -> Plan:
    sections = data.get("power", {})
    if not isinstance(sections, dict):
        raise OptionError("power: write a section [power.NAME] for each power", given="power")
    given: dict[str, Policy] = {}
    for name, row in sections.items():
        power, place = position.board.power(name), f"[power.{name}]"
        if not isinstance(row, dict):
            raise OptionError(f"power.{name}: write it as a section {place}", given=name)
        if power in given:
            raise OptionError(f"{place}: {power} has a section already; join them", given=name)
        entries.check_keys(row, "power", KEYS, place)
        with _within_once(place):
            given[power] = _policy(row, place, _usual(power, position), position)
    usual = usual_plan(position).policies
    return Plan({power: given.get(power, usual[power]) for power in position.board.order})


def load_plan(file: str | Path, position: Position) -> Plan:
    """Read a plan file.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError
    """
    try:
        data = entries.load(str(file), KEYS, "plan")
    except OptionError as error:
        if error.allowed != tuple(KEYS) or error.given not in POSITION_KEYS:
            raise
        raise OptionError(
            f"{str(file)!r} is a position, not a plan: it has {shown(error.given)}; give it as"
            f" --position {file}",
            given=str(file),
        ) from None
    with within(f"the plan {str(file)!r}"):
        return _read(data, position)


@contextmanager
def _within_once(place: str) -> Iterator[None]:
    """Name a section in errors that do not name it yet."""
    try:
        yield
    except WargameError as error:
        if not str(error).startswith(place):
            error.args = (f"{place}: {error}",)
        raise


def _usual(power: str, position: Position) -> Policy:
    board, row = position.board, USUAL.get(power, {"buy": "then inf"})
    stay = tuple(Garrison.parse(text, board) for text in row.get("garrison", ()))
    moves = tuple(Move.parse(text, board) for text in row.get("moves", ()))
    buying = Buying.parse(row["buy"], position.table)
    places = tuple(name for name in row.get("place", ()) if name in position.complexes)
    return Policy((Aim(),), garrison=stay, moves=moves, buy=buying, place=places)


def _policy(row: entries.Row, place: str, usual: Policy, position: Position) -> Policy:
    """Read a section; what it leaves out is the usual."""
    board, table = position.board, position.table
    repair = entries.text(row, "repair", place, "all" if usual.repair else "none")
    entries.one_of("repair", repair, REPAIRS)
    return Policy(
        _aims(row, place, board) if "attack" in row else usual.attack,
        Retreat.parse(entries.text(row, "retreat", place, str(usual.retreat))),
        _garrison(row, place, board) if "garrison" in row else usual.garrison,
        _moves(row, place, board) if "moves" in row else usual.moves,
        _buying(row, place, table) if "buy" in row else usual.buy,
        _places(row, place, position) if "place" in row else usual.place,
        repair == "all",
    )


def _aims(row: entries.Row, place: str, board: Board) -> tuple[Aim, ...]:
    texts = [row["attack"]] if isinstance(row["attack"], str) else _texts(row, "attack", place)
    aims = tuple(Aim.parse(text, board) for text in texts if text.strip().lower() != "none")
    _once("attack", [aim.place or "best" for aim in aims])
    return aims


def _garrison(row: entries.Row, place: str, board: Board) -> tuple[Garrison, ...]:
    found = tuple(Garrison.parse(text, board) for text in _texts(row, "garrison", place))
    _once("garrison", [one.place for one in found])
    return found


def _once(key: str, places: list[str]) -> None:
    for place in places:
        if places.count(place) > 1:
            raise OptionError(f"{key} has {place} twice; name each place once", given=place)


def _moves(row: entries.Row, place: str, board: Board) -> tuple[Move, ...]:
    moves = tuple(Move.parse(text, board) for text in _texts(row, "moves", place))
    _once("moves", [move.start for move in moves])
    for move in moves:
        if move.end not in _by_land(board, move.start):
            raise OptionError(
                f"moves: no way by land leads from {move.start} to {move.end}; units go overseas"
                " only to attack",
                given=str(move),
            )
    return moves


def _by_land(board: Board, start: str) -> set[str]:
    """Return the territories that land units can walk to, whoever holds those between."""
    seen, edge = {start}, [start]
    while edge:
        edge = list({n for place in edge for n in board.land_ways[place]} - seen)
        seen.update(edge)
    return seen


def _buying(row: entries.Row, place: str, table: UnitTable) -> Buying:
    return Buying.parse(entries.text(row, "buy", place), table)


def _places(row: entries.Row, place: str, position: Position) -> tuple[str, ...]:
    board = position.board
    found = tuple(dict.fromkeys(board.place(text) for text in _texts(row, "place", place)))
    for name in found:
        area = board.areas[name]
        near = board.ways[name] if area.sea else (name,)
        if not any(one in position.complexes for one in near):
            where = "lies next to no" if area.sea else "has no"
            raise OptionError(
                f"place: {name} {where} industrial complex, and none is built in the simulation;"
                f" complexes stand in {', '.join(position.complexes)}",
                given=name,
                allowed=position.complexes,
            )
    return found


def _texts(row: entries.Row, key: str, place: str) -> list[str]:
    return entries.texts(row, key, place, example=EXAMPLES[key])
