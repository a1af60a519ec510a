"""What lies and stands on the map, as frozen values: units, PC markers, the Congress (WW-24)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from combat.entries import one_of, unknown
from combat.errors import OptionError
from combat.washingtons_war.generals import AMERICAN, BRITISH, FRENCH, NATIONS, shipped_roster
from combat.washingtons_war.map.board import CANADA, Board

NONE = "none"
SIDES = (AMERICAN, BRITISH)


@dataclass(frozen=True)
class Units:
    """What stands in a space: combat units by nation, and a general by name."""

    british: int = 0
    american: int = 0
    french: int = 0
    general: str = ""

    def cus(self, side: str) -> int:
        """Return the combat units of a side; the French are on the American one (WW-18)."""
        return self.british if side == BRITISH else self.american + self.french

    @property
    def sides(self) -> tuple[str, ...]:
        """Which sides have a combat unit or a general here."""
        led = side_of(self.general) if self.general else NONE
        return tuple(side for side in SIDES if self.cus(side) or led == side)


EMPTY = Units()


@dataclass(frozen=True)
class Position:
    """What lies and stands on the map, checked when made.

    Parameters
    ----------
    board : Board
    pcs : mapping of str to str
        The side whose PC marker lies in a space, for each space with one.
    units : mapping of str to Units
    congress : str
        The space of the Congress; '' if it is dispersed (WW-21).
    blockaded : frozenset of str
        Blockade zones with the French navy (WW-54).
    regulars : bool
        Whether the British still have the regulars' advantage (WW-27).
    france : bool
        Whether France is in the war (WW-20, WW-27).
    """

    board: Board
    pcs: Mapping[str, str] = field(default_factory=dict, hash=False)
    units: Mapping[str, Units] = field(default_factory=dict, hash=False)
    congress: str = ""
    blockaded: frozenset[str] = frozenset()
    regulars: bool = True
    france: bool = False

    def __post_init__(self) -> None:
        for name, side in self.pcs.items():
            self.board.space(name)
            one_of(f"PC marker in {name}: side", side, SIDES)
        for name, units in self.units.items():
            self.board.space(name)
            _check_units(units, f"units in {name}")
        led = [units.general for units in self.units.values() if units.general]
        for name in led:
            if led.count(name) > 1:
                raise OptionError(f"{name} stands in two spaces; leave one out", given=name)
        _check_congress(self)
        zones = dict.fromkeys(space.zone for space in self.board.spaces if space.zone)
        for zone in sorted(self.blockaded):
            if zone not in zones:
                raise unknown("blockade zone", zone, zones)
        _check_france(self)

    def pc(self, space: str) -> str:
        """Return whose PC marker lies in a space: 'american', 'british' or 'none' (WW-24)."""
        return self.pcs.get(self.board.space(space).name, NONE)

    def at(self, space: str) -> Units:
        """Return what stands in a space."""
        return self.units.get(self.board.space(space).name, EMPTY)

    def cus(self, space: str, side: str) -> int:
        """Return a side's combat units in a space."""
        return self.at(space).cus(side)

    def general(self, space: str, side: str) -> str:
        """Return the name of a side's general in a space, or ''."""
        name = self.at(space).general
        return name if name and side_of(name) == side else ""

    def army(self, space: str, side: str) -> bool:
        """Whether a side has an army in a space: a general with at least one CU."""
        return bool(self.general(space, side)) and self.cus(space, side) > 0

    def is_blockaded(self, space: str) -> bool:
        """Whether a space lies in a zone with the French navy (WW-54)."""
        return self.board.space(space).zone in self.blockaded

    def with_pcs(self, changes: Mapping[str, str]) -> "Position":
        """Return the position with some PC markers changed; 'none' takes one away."""
        pcs = {**self.pcs, **changes}
        return replace(self, pcs={name: side for name, side in pcs.items() if side != NONE})


def enemy(side: str) -> str:
    """Return the other side.

    Examples
    --------
    >>> enemy("british")
    'american'
    """
    one_of("side", side, SIDES)
    return AMERICAN if side == BRITISH else BRITISH


def side_of(general: str) -> str:
    """Return the side that a general fights on; Rochambeau on the American one (WW-18).

    Examples
    --------
    >>> side_of("Howe"), side_of("Rochambeau")
    ('british', 'american')
    """
    nation = nation_of(general)
    if not nation:
        raise unknown("general", general, shipped_roster().generals)
    return BRITISH if nation == BRITISH else AMERICAN


def nation_of(general: str) -> str:
    """Return the nation of a general, '' if there is none of that name.

    Examples
    --------
    >>> nation_of("Rochambeau"), nation_of("Caesar")
    ('french', '')
    """
    found = shipped_roster().generals.get(general)
    return found.side if found is not None else ""


def _check_units(units: Units, place: str) -> None:
    roster = shipped_roster().generals
    if units.general and units.general not in roster:
        raise unknown("general", units.general, roster, f"{place}: ")
    for nation in NATIONS:
        if getattr(units, nation) < 0:
            raise OptionError(f"{place}: {nation} is 0 or more", given=str(getattr(units, nation)))
    if not units.sides:
        raise OptionError(f"{place}: no unit is named; leave the entry out")
    if len(units.sides) > 1:
        raise OptionError(
            f"{place}: units of both sides stand there, as they do in battles only (3.0); leave an"
            " attacker in the space it comes from",
            given=units.general,
        )


def _check_congress(position: Position) -> None:
    if position.congress and position.board.space(position.congress).colony == CANADA:
        raise OptionError(
            f"the Congress is in {position.congress}, in Canada; it meets in the 13 colonies"
            " (WW-28) or is dispersed",
            given=position.congress,
        )


def _check_france(position: Position) -> None:
    """Refuse French forces before the alliance, so that no effect of it is left out."""
    french = [
        name
        for name, units in position.units.items()
        if units.french or nation_of(units.general) == FRENCH
    ]
    if not position.france and (french or position.blockaded):
        what = f"French units are in {french[0]}" if french else "the French navy blockades a zone"
        raise OptionError(
            f"{what}, but France is not in the war; say france = true",
            given=french[0] if french else ", ".join(position.blockaded),
            allowed=("france = true",),
        )
