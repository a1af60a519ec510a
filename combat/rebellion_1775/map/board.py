"""The map: areas, the land links between them, and the waters that ships sail (RB-24, RB-29)."""

from dataclasses import dataclass
from functools import cached_property

from combat.entries import unknown
from combat.errors import OptionError
from combat.notation import shown

COLONIES = {
    "ME": "Maine",
    "NH": "New Hampshire",
    "MA": "Massachusetts",
    "RI": "Rhode Island",
    "CT": "Connecticut",
    "NY": "New York",
    "NJ": "New Jersey",
    "PA": "Pennsylvania",
    "DE": "Delaware",
    "MD": "Maryland",
    "VA": "Virginia",
    "NC": "North Carolina",
    "SC": "South Carolina",
    "GA": "Georgia",
    "QC": "Quebec",
    "NS": "Nova Scotia",
}
NAMES_OF_COLONIES = tuple(COLONIES.values())
# areas of a colony, where the rules text itself gives their number
AREAS_OF = {"Connecticut": 2, "Rhode Island": 1, "Massachusetts": 3, "New Jersey": 2}


@dataclass(frozen=True)
class Area:
    """An area of the map; ``colony`` is '' if it is not known, and it counts for none then."""

    name: str
    colony: str = ""
    city: bool = False


@dataclass(frozen=True)
class Link:
    """Two areas between which armies march: a border, or a river where it is grey (RB-29)."""

    a: str
    b: str


@dataclass(frozen=True)
class Water:
    """A water and the areas that lie on it; it ends where the rivers are grey (RB-29)."""

    name: str
    areas: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """Areas, links and waters, checked when made: an `OptionError` names the entry at fault."""

    areas: tuple[Area, ...]
    links: tuple[Link, ...] = ()
    waters: tuple[Water, ...] = ()

    def __post_init__(self) -> None:
        names: set[str] = set()
        for number, area in enumerate(self.areas, start=1):
            _check_area(area, names, f"area {number} ({shown(area.name)})")
            names.add(area.name)
        pairs: set[frozenset[str]] = set()
        for number, link in enumerate(self.links, start=1):
            pair = frozenset((link.a, link.b))
            place = f"link {number} ({link.a} - {link.b})"
            for name in (link.a, link.b):
                if name not in names:
                    raise unknown("area", name, self._by_name, f"{place}: ")
            if len(pair) == 1 or pair in pairs:
                fault = "is there twice" if pair in pairs else "joins an area with itself"
                raise OptionError(f"{place} {fault}; leave it out", given=link.a)
            pairs.add(pair)
        waters: set[str] = set()
        for number, water in enumerate(self.waters, start=1):
            place = f"water {number} ({shown(water.name)})"
            _check_name(water.name, waters, place)
            waters.add(water.name)
            self._check_shores(water, place)

    def area(self, name: str) -> Area:
        """Return the area of that name.

        Raises
        ------
        OptionError
            There is none; the message says what is spelt like it.
        """
        found = self._by_name.get(name)
        if found is None:
            raise unknown("area", name, self._by_name)
        return found

    def neighbours(self, name: str) -> tuple[str, ...]:
        """Return the areas to which units march from one (RB-28, RB-29)."""
        return self._ways[self.area(name).name]

    def adjacent(self, a: str, b: str) -> bool:
        """Whether a land link joins two areas (RB-29)."""
        return self.area(b).name in self.neighbours(a)

    def waters_of(self, name: str) -> tuple[str, ...]:
        """Return the waters on which an area lies (RB-29)."""
        self.area(name)
        return tuple(water.name for water in self.waters if name in water.areas)

    def overseas(self, name: str) -> tuple[str, ...]:
        """Return the other areas of an area's waters, to which ships sail from it (RB-29)."""
        self.area(name)
        shores = [area for water in self.waters if name in water.areas for area in water.areas]
        return tuple(area for area in dict.fromkeys(shores) if area != name)

    @property
    def unlinked(self) -> tuple[str, ...]:
        """Areas without any link: a sign that the map is not complete."""
        return tuple(name for name, ways in self._ways.items() if not ways)

    @property
    def colonies(self) -> tuple[str, ...]:
        """Colonies that have an area on this map, from north to south as they are listed."""
        here = {area.colony for area in self.areas}
        return tuple(colony for colony in NAMES_OF_COLONIES if colony in here)

    def areas_of(self, colony: str) -> tuple[str, ...]:
        """Return the areas of a colony (RB-24)."""
        check_colony(colony)
        return tuple(area.name for area in self.areas if area.colony == colony)

    def cities_of(self, colony: str) -> tuple[str, ...]:
        """Return the city areas of a colony (RB-25)."""
        return tuple(name for name in self.areas_of(colony) if self.area(name).city)

    def _check_shores(self, water: Water, place: str) -> None:
        for name in water.areas:
            if name not in self._by_name:
                raise unknown("area", name, self._by_name, f"{place}: ")
            if water.areas.count(name) > 1:
                raise OptionError(f"{place}: {name} is there twice; leave one out", given=name)
        if len(water.areas) < 2:
            raise OptionError(
                f"{place}: ships sail from one area to another; name two or more",
                given=str(water.areas),
            )

    @cached_property
    def _by_name(self) -> dict[str, Area]:
        return {area.name: area for area in self.areas}

    @cached_property
    def _ways(self) -> dict[str, tuple[str, ...]]:
        ways: dict[str, list[str]] = {area.name: [] for area in self.areas}
        for link in self.links:
            ways[link.a].append(link.b)
            ways[link.b].append(link.a)
        return {name: tuple(found) for name, found in ways.items()}


def check_colony(colony: str, place: str = "") -> None:
    """Refuse what is none of the sixteen colonies (RB-24)."""
    if colony not in NAMES_OF_COLONIES:
        raise unknown("colony", colony, NAMES_OF_COLONIES, place)


def _check_area(area: Area, names: set[str], place: str) -> None:
    _check_name(area.name, names, place)
    if area.colony:
        check_colony(area.colony, f"{place}: ")


def _check_name(name: str, names: set[str], place: str) -> None:
    if not name or name != name.strip() or not name.isprintable():
        raise OptionError(
            f"{place}: a name is a text on one line without blanks around it", given=name
        )
    if name in names:
        raise OptionError(f"{place}: {name} is there twice; name each once", given=name)
