"""The board: territories, sea zones, their links, canals and powers (AA-40 to AA-42)."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import resources
from typing import Any

from combat.axis_allies.map.names import PLACE_NAMES, POWER_NAMES, folded, meant
from combat.errors import OptionError
from combat.notation import shown

STANDARD_VICTORY, TOTAL_VICTORY = 9, 12  # victory cities (AA-41)
MOST_LISTED = 8  # places that an error names
_NEGATIVE = re.compile(r"(?:^|[\s-])-\s*\d")  # 'sz -1', but not 'sz-1'


@dataclass(frozen=True)
class Area:
    """A territory, a sea zone, or a neutral territory that nobody may enter.

    Parameters
    ----------
    name : str
    owner : str
        The power that holds it at the start; '' for sea zones.
    income : int
        IPC.
    capital : bool
    city : str
        Its victory city, '' if it has none (AA-41).
    sea : bool
    """

    name: str
    owner: str = ""
    income: int = 0
    capital: bool = False
    city: str = ""
    sea: bool = False


@dataclass(frozen=True)
class Canal:
    """A link of two zones that is open to the side that holds all `holders` (at turn's start)."""

    name: str
    zones: frozenset[str]
    holders: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """Areas and their links.

    Parameters
    ----------
    title : str
    order : tuple of str
        Powers in turn order (AA-40).
    sides : mapping of str to tuple of str
        Side to its powers.
    areas : mapping of str to Area
    links : frozenset of frozenset of str
        Pairs of areas; neutral ones are left out, as nobody enters or flies over them.
    canals : tuple of Canal
    strait : str
        The zone that an optional rule shuts to ships.
    notes : tuple of str
        What of it is not sure.
    neutral : tuple of str
    """

    title: str
    order: tuple[str, ...]
    sides: Mapping[str, tuple[str, ...]]
    areas: Mapping[str, Area]
    links: frozenset[frozenset[str]]
    canals: tuple[Canal, ...] = ()
    strait: str = ""
    notes: tuple[str, ...] = ()
    neutral: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.title, self.links))

    @cached_property
    def ways(self) -> Mapping[str, tuple[str, ...]]:
        """Areas next to each area, land and sea."""
        found: dict[str, set[str]] = {name: set() for name in self.areas}
        for pair in self.links:
            a, b = sorted(pair)
            found[a].add(b)
            found[b].add(a)
        rank = {name: at for at, name in enumerate(self.areas)}
        return {name: tuple(sorted(near, key=rank.__getitem__)) for name, near in found.items()}

    @cached_property
    def land_ways(self) -> Mapping[str, tuple[str, ...]]:
        """Territories next to each area; canals do not hinder land units."""
        return {
            name: tuple(n for n in near if not self.areas[n].sea)
            for name, near in self.ways.items()
        }

    @cached_property
    def sea_ways(self) -> Mapping[str, tuple[str, ...]]:
        """Sea zones next to each area, across shut canals as well."""
        sea = {name for name, area in self.areas.items() if area.sea}
        return {name: tuple(n for n in near if n in sea) for name, near in self.ways.items()}

    @cached_property
    def territories(self) -> tuple[str, ...]:
        """Territories that somebody holds."""
        return tuple(name for name, area in self.areas.items() if not area.sea)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """Sea zones."""
        return tuple(name for name, area in self.areas.items() if area.sea)

    @cached_property
    def capitals(self) -> Mapping[str, str]:
        """Power to its capital's territory (AA-42)."""
        return {area.owner: name for name, area in self.areas.items() if area.capital}

    @cached_property
    def cities(self) -> Mapping[str, str]:
        """Territory to its victory city (AA-41)."""
        return {name: area.city for name, area in self.areas.items() if area.city}

    def side(self, power: str) -> str:
        """Return the side of a power."""
        return next(side for side, powers in self.sides.items() if power in powers)

    def allied(self, one: str, other: str) -> bool:
        """Whether two powers are on one side; a power is on its own."""
        return self.side(one) == self.side(other)

    def enemies(self, power: str) -> tuple[str, ...]:
        """Return the powers of the other side, in turn order."""
        return tuple(other for other in self.order if not self.allied(power, other))

    def following(self, power: str) -> tuple[str, ...]:
        """Return the other powers in the order in which they move after one (AA-40)."""
        at = self.order.index(power)
        return self.order[at + 1 :] + self.order[:at]

    def canal(self, a: str, b: str) -> Canal | None:
        """Return the canal between two zones, or None."""
        return next((c for c in self.canals if c.zones == {a, b}), None)

    def power(self, text: str) -> str:
        """Return the power that a text names.

        Raises
        ------
        OptionError

        Examples
        --------
        >>> shipped_board().power("Germans"), shipped_board().power("uk")
        ('Germany', 'United Kingdom')
        """
        wanted = folded(text)
        for power in self.order:
            if wanted in (folded(power), *POWER_NAMES.get(power, ())):
                return power
        from combat.entries import unknown

        for side, powers in self.sides.items():
            if wanted == folded(side):
                raise OptionError(
                    f"{shown(text)} is a side; name one of its powers: {', '.join(powers)}",
                    given=text,
                    allowed=powers,
                )
        raise unknown("power", text, self.order)

    def place(self, text: str) -> str:
        """Return the area that a text names: its name, its city, a short name, or how it begins.

        Raises
        ------
        OptionError
            None, several, or a neutral territory.

        Examples
        --------
        >>> board = shipped_board()
        >>> board.place("karelia"), board.place("sea zone 5"), board.place("Moscow")
        ('Karelia S.S.R.', 'sz 5', 'Russia')
        """
        if text in self.areas:
            return text
        wanted = folded(text)
        zone = re.fullmatch(r"(?:sz|sea zone|zone|seazone|z)? ?([0-9]{1,3})(?: sea zone)?", wanted)
        if zone is not None:
            wanted = f"sz {int(zone[1])}"
            if _NEGATIVE.search(text) or wanted not in self.areas:
                raise OptionError(
                    f"place {shown(text)} is not known; sea zones are {self.zones[0]} to"
                    f" {self.zones[-1]}",
                    given=text,
                    allowed=self.zones,
                )
        known = self._known
        if wanted in known:
            return known[wanted]
        near = self._beginning(wanted)
        if len(near) == 1:
            return near[0]
        if near:
            rest = ", …" if len(near) > MOST_LISTED else ""
            raise OptionError(
                f"{shown(text)} can be {', '.join(near[:MOST_LISTED])}{rest}; name one of them",
                given=text,
                allowed=near,
            )
        if wanted in (folded(name) for name in self.neutral):
            raise OptionError(
                f"{shown(text)} is neutral: nobody enters it or flies over it; name another place",
                given=text,
            )
        raise self._unknown_place(text)

    def _unknown_place(self, text: str) -> OptionError:
        """Return the error for a text that names no place: what is meant, or what there is."""
        near = meant(text, self._known)
        names = ", ".join(tuple(self.areas)[:MOST_LISTED])
        hint = f"; did you mean {near!r}?" if near else f" (known: {names}, …)"
        return OptionError(
            f"place {shown(text)} is not known{hint}", given=text, allowed=tuple(self.areas)
        )

    def _beginning(self, wanted: str) -> tuple[str, ...]:
        """Return the areas that have a name which begins so; zones only if 'sz' is written."""
        near = {name for key, name in self._known.items() if wanted and key.startswith(wanted)}
        zones = self.zones if wanted.startswith("sz") else ()
        return (*sorted(near - set(self.zones)), *(zone for zone in zones if zone in near))

    @cached_property
    def _known(self) -> dict[str, str]:
        known = {folded(name): name for name in self.areas}
        for name, others in PLACE_NAMES.items():
            if name in self.areas:
                known |= {other: name for other in others if other not in known}
        known |= {folded(c): name for name, c in self.cities.items() if folded(c) not in known}
        return known

    def relinked(
        self, add: Iterable[frozenset[str]] = (), remove: Iterable[frozenset[str]] = ()
    ) -> "Board":
        """Return the board with links added and taken away."""
        return replace(self, links=(self.links | set(add)) - set(remove))


@cache
def shipped_board() -> Board:
    """Return the board of the 2009 edition."""
    text = resources.files(__package__).joinpath("board_2009.toml").read_text("utf-8")
    return _board(tomllib.loads(text))


def _board(data: Mapping[str, Any]) -> Board:
    areas = {
        name: Area(
            name,
            row["owner"],
            row["income"],
            row.get("capital", False),
            row.get("city", ""),
        )
        for name, row in data["area"].items()
    }
    areas |= {name: Area(name, sea=True) for name in data["zones"]}
    links = set()
    for name, row in data["area"].items():
        links |= {frozenset((name, other)) for other in row["links"] if other in areas}
    for name, near in data["zones"].items():
        links |= {frozenset((name, other)) for other in near}
    canals = tuple(
        Canal(name, frozenset(row["zones"]), tuple(row["holders"]))
        for name, row in data["canals"].items()
    )
    return Board(
        data["title"],
        tuple(data["order"]),
        {side: tuple(powers) for side, powers in data["sides"].items()},
        areas,
        frozenset(links),
        canals,
        data["strait"]["zone"],
        (data["note"],),
        tuple(data["neutral"]["areas"]),
    )
