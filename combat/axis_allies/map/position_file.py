"""Position files: TOML, read key by key and written back; the set-up is one of them (AA-40)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from combat.axis_allies.map.board import shipped_board
from combat.axis_allies.map.position import Position
from combat.axis_allies.units import unit_table
from combat.force import Force
from combat.notation import Vocabulary, read_units

COMPLEX = "ic"


@cache
def starting_position() -> Position:
    """Return the set-up of the 2009 edition.

    Examples
    --------
    >>> start = starting_position()
    >>> str(start.force("Karelia S.S.R.", "Soviet Union")), start.income("Germany")
    ('3 inf, 1 ftr', 40)
    """
    text = resources.files(__package__).joinpath("setup_2009.toml").read_text("utf-8")
    return _whole(tomllib.loads(text))


def _whole(data: Mapping[str, Any]) -> Position:
    board = shipped_board()
    table = unit_table("2009")
    vocabulary = Vocabulary(
        (*table.names, COMPLEX), dict(table.vocabulary.aliases) | {"industrial-complex": COMPLEX}
    )
    units: dict[str, dict[str, Force]] = {}
    complexes: dict[str, int] = {}
    for power, places in data["units"].items():
        for place, text in places.items():
            counts = dict(read_units(text, vocabulary))
            if counts.pop(COMPLEX, 0):
                complexes[place] = 0
            units.setdefault(place, {})[power] = Force.of(counts)
    return Position(
        board,
        {name: board.areas[name].owner for name in board.territories},
        units,
        complexes,
        dict(data["cash"]),
        data["turn"],
        data["round"],
        notes=(data["note"], *board.notes),
    )
