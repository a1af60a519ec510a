"""A turn as a value: who may attack whom, from where, and what for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from combat.battle import Battle
from combat.game import Game
from combat.napoleonics.terrain import Terrain
from combat.napoleonics.unit import Unit

NET_VALUE, BANNER_SWING, LAST_BANNER, RACE = "net_value", "banner_swing", "last_banner", "race"
AIMS = (NET_VALUE, BANNER_SWING, LAST_BANNER, RACE)


@dataclass(frozen=True)
class Target:
    """An enemy unit.

    Parameters
    ----------
    name : str
    unit : Unit
        As it stands at the beginning of the turn; reactions that it may choose are its owner's.
    behind : Terrain
        Of the hex that it retreats to.
    """

    name: str
    unit: Unit
    behind: Terrain


@dataclass(frozen=True)
class Then:
    """A bonus melee that may follow a victory: at which target, and from where (CC-23)."""

    target: int
    hex: Terrain


@dataclass(frozen=True)
class Reach:
    """How a unit may attack a target.

    Parameters
    ----------
    target : int
    distances : tuple of int
        Hexes to it where it stands, and when it has retreated a hex; 0 where it is out of reach.
    then : tuple of Then
        Bonus melees that may follow.
    """

    target: int
    distances: tuple[int, int]
    then: tuple[Then, ...] = ()


@dataclass(frozen=True)
class Attacker:
    """An ordered unit, and whom it may attack."""

    name: str
    unit: Unit
    reaches: tuple[Reach, ...]

    def reach(self, target: int) -> Reach | None:
        """Return how it may attack a target, or None."""
        return next((reach for reach in self.reaches if reach.target == target), None)


@dataclass(frozen=True)
class TurnPlan:
    """All that may be attacked in a turn, and what for.

    Parameters
    ----------
    game : Game
    targets : tuple of Target
    attackers : tuple of Attacker
    settings : mapping
        Of the game, for all combats.
    aim : str
        Of `AIMS`.
    needs : tuple of two int
        Banners that either side still needs, the one whose turn it is first; 0 if nobody says.
    """

    game: Game
    targets: tuple[Target, ...]
    attackers: tuple[Attacker, ...]
    settings: Mapping[str, Any] = field(hash=False)
    aim: str = NET_VALUE
    needs: tuple[int, int] = (0, 0)

    def battle(self, attacker: Unit, defender: Unit, distance: int) -> Battle:
        """Return a combat of the turn.

        Raises
        ------
        IllegalBattleError
        """
        how: dict[str, Any] = {"combat": "melee"}
        if distance > 1:
            how = {"combat": "ranged", "range": distance}
        return Battle(self.game, attacker, defender, {**self.settings, **how})
