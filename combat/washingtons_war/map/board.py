"""The map: spaces, links and who is next to whom (WW-04, WW-24, WW-25)."""

from dataclasses import dataclass
from functools import cached_property

from combat.entries import one_of, unknown
from combat.errors import OptionError
from combat.notation import shown
from combat.washingtons_war.generals import shipped_roster

CANADA = "Canada"
COLONIES = {
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
}
NO_PORT, PORT, FORTIFIED = "no", "port", "fortified"
PORTS = (NO_PORT, PORT, FORTIFIED)
SOLID, WILDERNESS = "solid", "wilderness"
KINDS = (SOLID, WILDERNESS)
DISPERSED = "dispersed"  # where the Congress is when it is not on the map
RESERVED = ("", DISPERSED)


@dataclass(frozen=True)
class Space:
    """A space of the map; ``port`` is 'no', 'port' or 'fortified', ``zone`` its blockade zone."""

    name: str
    colony: str
    port: str = NO_PORT
    zone: str = ""

    @property
    def is_port(self) -> bool:
        """Whether ships call here at all (WW-07, WW-26)."""
        return self.port != NO_PORT


@dataclass(frozen=True)
class Link:
    """A line between two spaces; with ``only`` it is there for that general alone (WW-25)."""

    a: str
    b: str
    kind: str = SOLID
    only: str = ""

    @property
    def cost(self) -> int:
        """Spaces that moving along it counts (WW-04)."""
        return 3 if self.kind == WILDERNESS else 1

    def carries(self, general: str) -> bool:
        """Whether a general of that name, or '' for nobody in particular, may use it (WW-25)."""
        return self.only in ("", general)


@dataclass(frozen=True)
class Board:
    """Spaces and links, checked when made: an `OptionError` names the entry at fault."""

    spaces: tuple[Space, ...]
    links: tuple[Link, ...] = ()

    def __post_init__(self) -> None:
        names: set[str] = set()
        for number, space in enumerate(self.spaces, start=1):
            _check_space(space, f"space {number} ({shown(space.name)})")
            if space.name in names:
                raise OptionError(
                    f"space {number}: {shown(space.name)} is there twice; tell them apart as in"
                    " 'Wilmington NC' and 'Wilmington DE'",
                    given=space.name,
                )
            names.add(space.name)
        pairs: set[frozenset[str]] = set()
        for number, link in enumerate(self.links, start=1):
            place = f"link {number} ({link.a} - {link.b})"
            _check_link(link, names, place)
            pair = frozenset((link.a, link.b))
            if len(pair) == 1 or pair in pairs:
                fault = "is there twice" if pair in pairs else "joins a space with itself"
                raise OptionError(f"{place} {fault}; leave it out", given=link.a)
            pairs.add(pair)

    def space(self, name: str) -> Space:
        """Return the space of that name.

        Raises
        ------
        OptionError
            There is none; the message says what is spelt like it.
        """
        found = self._by_name.get(name)
        if found is None:
            raise unknown("space", name, self._by_name)
        return found

    def link(self, a: str, b: str) -> Link | None:
        """Return the line between two spaces, or None (WW-04)."""
        self.space(b)
        return self._ways[self.space(a).name].get(b)

    def adjacent(self, a: str, b: str, general: str = "") -> bool:
        """Whether two spaces are adjacent, for a general of that name (WW-25)."""
        link = self.link(a, b)
        return link is not None and link.carries(general)

    def neighbours(self, name: str, general: str = "") -> tuple[str, ...]:
        """Return the spaces adjacent to one, for a general of that name (WW-25).

        Wilderness links count as adjacent.
        """
        ways = self._ways[self.space(name).name]
        return tuple(other for other, link in ways.items() if link.carries(general))

    def linked(self, name: str) -> tuple[str, ...]:
        """Return the spaces with a link to one, whoever may use it."""
        return tuple(self._ways[self.space(name).name])

    @property
    def unlinked(self) -> tuple[str, ...]:
        """Spaces without any link: a sign that the map is not complete."""
        return tuple(name for name, ways in self._ways.items() if not ways)

    @property
    def ports(self) -> tuple[str, ...]:
        """All ports, fortified ones among them."""
        return tuple(space.name for space in self.spaces if space.is_port)

    @property
    def colonies(self) -> tuple[str, ...]:
        """Colonies, and Canada, that have a space on this map."""
        return tuple(dict.fromkeys(space.colony for space in self.spaces))

    def spaces_of(self, colony: str) -> tuple[str, ...]:
        """Return the spaces of a colony or of Canada (WW-24)."""
        if colony not in (CANADA, *COLONIES):
            raise unknown("colony", colony, (CANADA, *COLONIES))
        return tuple(space.name for space in self.spaces if space.colony == colony)

    @cached_property
    def _by_name(self) -> dict[str, Space]:
        return {space.name: space for space in self.spaces}

    @cached_property
    def _ways(self) -> dict[str, dict[str, Link]]:
        ways: dict[str, dict[str, Link]] = {space.name: {} for space in self.spaces}
        for link in self.links:
            ways[link.a][link.b] = link
            ways[link.b][link.a] = link
        return ways


def _check_space(space: Space, place: str) -> None:
    for name in (space.name, space.zone):
        if name != name.strip() or not name.isprintable():
            raise OptionError(
                f"{place}: a name is a text on one line without blanks around it", given=name
            )
    if space.name in RESERVED:
        raise OptionError(
            f"{place}: no space is called {shown(space.name)}; give it the name on the board",
            given=space.name,
        )
    if space.colony not in (CANADA, *COLONIES):
        raise unknown("colony", space.colony, (CANADA, *COLONIES), f"{place}: ")
    one_of(f"{place}: port", space.port, PORTS)
    if space.zone and not space.is_port:
        raise OptionError(
            f"{place}: zone = {shown(space.zone)} without a port; blockade zones are groups of"
            ' ports: add port = "port" or leave the zone out',
            given=space.zone,
        )


def _check_link(link: Link, names: set[str], place: str) -> None:
    for name in (link.a, link.b):
        if name not in names:
            raise unknown("space", name, names, f"{place}: ")
    one_of(f"{place}: kind", link.kind, KINDS)
    roster = shipped_roster().generals
    if link.only and link.only not in roster:
        raise unknown("general", link.only, roster, f"{place}: only: ")
