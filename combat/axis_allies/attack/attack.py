"""From a party that goes to a target to a battle, and how it can end (AA-09, AA-20 to AA-24)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from combat.attrition.retreat import Retreat
from combat.axis_allies.attack.operation import Operation, added, operation
from combat.axis_allies.attack.solving import solved
from combat.axis_allies.ends import ENDS
from combat.axis_allies.followers import guns_left, units_left
from combat.axis_allies.game import AXIS_ALLIES
from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.raid_settings import RAID_SETTINGS
from combat.axis_allies.reach.parties import Party
from combat.axis_allies.settings import table_of
from combat.battle import Battle, parse_settings
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.force import Force
from combat.game import ATTACKER, DEFENDER
from combat.outcomes import EXACT, SIMULATED, Outcomes

if TYPE_CHECKING:
    from combat.axis_allies.attack.sea_first import Memo

TAKEN, CLEARED, HELD = "territory_taken", "cleared_not_taken", "defender_holds"
SEA_ONLY = ("attacker_submerge", "defender_submerge", "landing_places")
ON_MAP = ("landing", "bombard", "cargo", "defender_cargo", "edition", "fight")
NOT_ASKED = (*ON_MAP, *(setting.key for setting in RAID_SETTINGS))

Chance = np.random.Generator | int | None


class Afloat(NamedTuple):
    """What a battle at sea before a landing leaves in its zone, cargo that did not land included.

    ``zone``; ``attackers``, ``defenders``: units left.
    """

    zone: str
    attackers: Force
    defenders: Force


class End(NamedTuple):
    """One way in which an attack can end.

    ``event``: as in battles; ``attackers``, ``defenders``: units left at the target, AA guns among
    the defenders unless the territory is taken; ``chance``; ``swing``: IPC that the defender has
    lost more than the attacker; ``fleets``: what battles at sea before the landing have left.
    """

    event: str
    attackers: Force
    defenders: Force
    chance: float
    swing: float = 0.0
    fleets: tuple[Afloat, ...] = ()


@dataclass(frozen=True, eq=False)
class Attack:
    """An attack on one target and how it can end.

    Parameters
    ----------
    position : Position
    power : str
    party : Party
    battle : Battle or None
        The battle for the territory, or at sea in a zone; after a battle at sea that comes first,
        the one with all that is to land. None if there is nobody to fight.
    ends : tuple of End
        Their chances sum to 1.
    method : str
        ``exact`` or ``simulated``.
    trials : int, optional
        Of a simulation.
    sea_battles : tuple of (str, Battle)
        Zone and battle, of those before the landing (AA-20).
    notes : tuple of str
        What was decided on the way.
    """

    position: Position
    power: str
    party: Party
    battle: Battle | None
    ends: tuple[End, ...]
    method: str = EXACT
    trials: int | None = None
    sea_battles: tuple[tuple[str, Battle], ...] = ()
    notes: tuple[str, ...] = ()

    @cached_property
    def main_event(self) -> str:
        """The event that the attack is for: the territory taken, or the zone cleared."""
        return CLEARED if self.position.board.areas[self.party.target].sea else TAKEN

    def chance(self, event: str) -> float:
        """Return the chance of an event.

        Raises
        ------
        OptionError
        """
        return self.estimate(event).value

    def estimate(self, event: str) -> Estimate:
        """Return the chance of an event with its precision.

        Raises
        ------
        OptionError
        """
        if event not in ENDS:
            raise OptionError(
                f"an attack has no event {event!r}; events are {', '.join(ENDS)}",
                given=event,
                allowed=ENDS,
            )
        chances = np.array([end.chance for end in self.ends if end.event == event])
        return Estimate.of_chance(float(chances.sum()), self.trials)

    @property
    def taken(self) -> Estimate:
        """Chance that the territory is taken, or the zone cleared."""
        return self.estimate(self.main_event)

    @property
    def swing(self) -> Estimate:
        """Mean of what the defender loses more than the attacker, in IPC."""
        mean = sum(end.chance * end.swing for end in self.ends)
        square = sum(end.chance * (end.swing - mean) ** 2 for end in self.ends)
        return Estimate.of_mean(mean, float(np.sqrt(square)), self.trials)


def attack(
    position: Position,
    power: str,
    party: Party,
    *,
    settings: Mapping[str, str] | None = None,
    rng: Chance = None,
    memo: "Memo | None" = None,
) -> Attack:
    """Fight an attack through.

    All enemies in the target defend together; allies of the attacker take no part (AA-28). Where
    nobody fights, a land unit takes the territory without a round (AA-09). Battles at sea for the
    zones of a landing come first, see `sea_first`.

    Parameters
    ----------
    position : Position
    power : str
        Whose turn it is.
    party : Party
    settings : mapping of str to str, optional
        Settings of the battles as text; those of battles at sea are left out on land. By default
        nobody retreats.
    rng : Generator, int or None
        For battles that are too large for an exact answer.
    memo : Memo, optional
        What is known of other attacks on the target under the same settings.

    Raises
    ------
    OptionError, NotationError
        For a setting that there is not, or that the position decides.
    IllegalBattleError
        If the party is empty.

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> from combat.axis_allies.reach.reach import Arrival
    >>> tanks = Arrival("Russia", "arm", 2, "land", ("Russia", "West Russia"))
    >>> found = attack(starting_position(), "Soviet Union", Party("West Russia", (tanks,)))
    >>> str(found.battle), found.taken.as_percent()
    ('2 arm v 3 inf, 1 art, 1 arm', '0.70 %')
    """
    plan = operation(position, power, party)
    if plan.contested:
        from combat.axis_allies.attack.sea_first import fought_for

        return fought_for(position, power, party, plan, settings or {}, rng, memo)
    battle = first_battle(position, plan, settings or {})
    if battle is None:
        return Attack(position, power, party, None, (unopposed(position, plan),))
    outcomes = solved(battle, rng)
    ends = ends_of(outcomes)
    return Attack(position, power, party, battle, ends, outcomes.method, outcomes.trials)


def battle_of(
    position: Position,
    power: str,
    party: Party,
    settings: Mapping[str, str] | None = None,
) -> Battle | None:
    """Return the battle that a party fights at its target, None if there is nobody to fight.

    After a battle at sea for the zone of a landing, that is the one with all that is to land.

    Raises
    ------
    OptionError, NotationError, IllegalBattleError
        As `attack`.
    """
    return first_battle(position, operation(position, power, party), settings or {})


def first_battle(position: Position, plan: Operation, settings: Mapping[str, str]) -> Battle | None:
    """Return the battle of a party that has been laid out, every landing as planned."""
    if plan.at_sea:
        return sea_battle(position, plan, settings)
    table = position.table
    landed = added(table, *(one.safe for one in plan.landings), *(one.own for one in plan.landings))
    bombard = added(table, *(one.bombard for one in plan.landings))
    attackers = added(table, plan.overland, landed, plan.aircraft)
    return land_battle(position, plan, settings, attackers, landed=landed, bombard=bombard)


def land_battle(
    position: Position,
    plan: Operation,
    settings: Mapping[str, str],
    attackers: Force,
    *,
    landed: Force = NOTHING,
    bombard: Force = NOTHING,
) -> Battle | None:
    """Return the battle for a territory, None if there is nobody to fight (AA-09).

    Who landed is named only where that matters: ships bombard, or somebody may retreat (AA-22).
    """
    if nobody_fights(position, plan.defenders, attackers):
        return None
    values = values_of_texts(position, settings, at_sea=False)
    if landed == attackers:
        values["retreat"] = Retreat()  # landed units cannot (AA-22)
    if landed and (bombard or not values["retreat"].never):
        values |= {"landing": landed, "bombard": bombard}
    return Battle(AXIS_ALLIES, attackers, plan.defenders, values)


def sea_battle(position: Position, plan: Operation, settings: Mapping[str, str]) -> Battle | None:
    """Return the battle in a zone, None if nobody defends."""
    attackers = added(position.table, plan.ships, plan.aircraft)
    if not plan.defenders and attackers:
        return None
    values = values_of_texts(position, settings, at_sea=True)
    values |= {"cargo": plan.loads, "defender_cargo": plan.defenders_loads}
    return Battle(AXIS_ALLIES, attackers, plan.defenders, values)


def nobody_fights(position: Position, defenders: Force, attackers: Force) -> bool:
    """Whether no round is fought and no gun fires: guns shoot at aircraft all the same (AA-09)."""
    table = position.table
    aircraft = any(table[name].domain == "air" for name, _ in attackers)
    guns_only = all(table[name].domain == "gun" for name, _ in defenders)
    return bool(attackers) and (not defenders or (guns_only and not aircraft))


def values_of_texts(
    position: Position, settings: Mapping[str, str], *, at_sea: bool
) -> dict[str, Any]:
    """Return the settings of a battle on the map.

    Raises
    ------
    OptionError
        For those that the position and the party decide.
    NotationError
    """
    texts = {key.replace("-", "_"): text for key, text in settings.items()}
    for key in NOT_ASKED:
        if key in texts:
            raise OptionError(
                f"{key} is not set for attacks on the map: position and units decide it; leave it"
                " out",
                given=key,
            )
    if not at_sea:
        texts = {key: text for key, text in texts.items() if key not in SEA_ONLY}
    return parse_settings(AXIS_ALLIES, {"edition": position.edition, **texts})


def unopposed(position: Position, plan: Operation) -> End:
    """Return the end of an attack on a place where nobody fights (AA-09)."""
    table = position.table
    land = added(table, plan.overland, *(one.safe for one in plan.landings))
    land = added(table, land, *(one.own for one in plan.landings))
    attackers = added(table, plan.ships, land, plan.aircraft)
    if land:
        return End(TAKEN, attackers, NOTHING, 1.0)
    return End(CLEARED, attackers, plan.defenders, 1.0)


def ends_of(outcomes: Outcomes) -> tuple[End, ...]:
    """Return the final states of a battle as ends of an attack."""
    names = table_of(outcomes.battle.settings).names
    swings = outcomes.values("swing")
    found = []
    for row, code in enumerate(outcomes.column("end")):
        units = units_left(outcomes, row)
        taken = ENDS[int(code)] == TAKEN
        defenders = {} if taken else units[DEFENDER] | guns_left(outcomes, row)
        left, still = (
            Force.of({name: counts.get(name, 0) for name in names})
            for counts in (units[ATTACKER], defenders)
        )
        chance = float(outcomes.chance[row])
        found.append(End(ENDS[int(code)], left, still, chance, float(swings[row])))
    return tuple(found)


def method_of(trials: int | None) -> str:
    """Return how something that rests on so many trials was computed."""
    return EXACT if trials is None else SIMULATED
