"""From a position and what is wanted to a problem: fronts, and groups of equal units."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from combat.axis_allies.fronts.problem import LIFT, Front, Group, Problem, Way
from combat.axis_allies.fronts.wanted import Wanted
from combat.axis_allies.game import AXIS_ALLIES
from combat.axis_allies.map.attack import nobody_fights, values_of_texts
from combat.axis_allies.map.lifts import LOAD, is_infantry
from combat.axis_allies.map.operation import loads_of, parted
from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.map.reach import AIR, LAND, LANDING, SEA, Arrival, Reach, reach
from combat.axis_allies.settings import WORTHS
from combat.battle import Battle
from combat.errors import OptionError
from combat.force import Force

RANK = (LAND, SEA, AIR, "bombard", LANDING)  # of several ways to a front the first is taken


class Stack(NamedTuple):
    """Units of one type in one place, and how they get to each front."""

    place: str
    unit: str
    number: int
    arrivals: tuple[tuple[int, tuple[Arrival, ...]], ...]


@dataclass(frozen=True, eq=False)
class Turn:
    """The fronts of a power's turn, made ready.

    Parameters
    ----------
    position : Position
    power : str
    wanted : tuple of Wanted
    kept : mapping of str to Force
        Place to who stays there.
    settings : mapping of str to str
        Settings of all battles, as text; ``worth`` among them.
    """

    position: Position
    power: str
    wanted: tuple[Wanted, ...]
    kept: Mapping[str, Force]
    settings: Mapping[str, str]

    @cached_property
    def reaches(self) -> tuple[Reach, ...]:
        """What gets to each front.

        Raises
        ------
        OptionError
            If nothing gets to one.
        """
        board = self.position.board
        zones = tuple(one.target for one in self.wanted if board.areas[one.target].sea)
        found = tuple(
            reach(self.position, self.power, one.target, cleared=zones) for one in self.wanted
        )
        for one in found:
            if not any(_fights(one, arrival) for arrival in one.arrivals):
                after = f" but through {', '.join(one.contested)}" if one.contested else ""
                raise OptionError(
                    f"nothing of {self.power} gets to {one.target} this turn{after}; leave it out",
                    given=one.target,
                )
        return found

    @cached_property
    def stacks(self) -> Mapping[tuple[str, tuple[Way, ...], bool], tuple[Stack, ...]]:
        """Stacks of equal units: unit type, ways and must, to where they stand."""
        ways: dict[tuple[str, str], dict[int, list[Arrival]]] = {}
        for front, one in enumerate(self.reaches):
            for arrival in one.arrivals:
                if _fights(one, arrival) or _bombards(one, arrival):
                    there = ways.setdefault((arrival.place, arrival.unit), {})
                    there.setdefault(front, []).append(arrival)
        found: dict[tuple[str, tuple[Way, ...], bool], list[Stack]] = {}
        ships = self.position.table.of_domain("sea")
        for (place, unit), by_front in ways.items():
            kept = self.kept.get(place, NOTHING)[unit]
            number = self.position.force(place, self.power)[unit] - kept
            if number > 0:
                best = {front: _best(arrivals) for front, arrivals in by_front.items()}
                must = unit in ships and any(one.target == place for one in self.wanted)
                key = (unit, tuple(_way(front, best[front]) for front in best), must)
                found.setdefault(key, []).append(Stack(place, unit, number, tuple(best.items())))
        return {key: tuple(rows) for key, rows in found.items()}

    @cached_property
    def transports(self) -> Mapping[str, int]:
        """Zones of transports that can land somebody at a front, to how many are there."""
        table, found = self.position.table, {}
        for _, ways, _ in self.stacks:
            for zone in (zone for way in ways if way.way == LANDING for zone in way.ships):
                friends = self.position.total(self.position.friends(zone, self.power))
                kept = self.kept.get(zone, NOTHING)
                names = table.of_role("transport")
                found[zone] = sum(friends[name] - kept[name] for name in names)
        return found

    @cached_property
    def problem(self) -> Problem:
        """The fronts and the groups, those of `stacks` first, then the transports by zone."""
        groups = [
            Group(unit, sum(s.number for s in rows), self._with_room(unit, ways), must)
            for (unit, ways, must), rows in self.stacks.items()
        ]
        ship = self.position.table.of_role("transport")[0]
        for zone, number in self.transports.items():
            lands = dict.fromkeys(
                way.front for _, ways, _ in self.stacks for way in ways if zone in way.ships
            )
            lifts = tuple(Way(front, LIFT, (zone,)) for front in lands)
            if number:
                groups.append(Group(ship, number, lifts))
        fronts = tuple(self._front(one, at) for at, one in enumerate(self.wanted))
        return Problem(fronts, tuple(groups), self.position.edition)

    def _with_room(self, unit: str, ways: tuple[Way, ...]) -> tuple[Way, ...]:
        """Return ways with how many find room on transports, if they had them for themselves."""
        each = LOAD if is_infantry(self.position.table, unit) else 1
        return tuple(
            replace(way, most=each * sum(self.transports[zone] for zone in way.ships))
            if way.way == LANDING
            else way
            for way in ways
        )

    def _front(self, one: Wanted, number: int) -> Front:
        position, table = self.position, self.position.table
        at_sea = position.board.areas[one.target].sea
        foes = position.total(position.enemies(one.target, self.power))
        fighting, aboard = parted(table, foes, "sea", "air") if at_sea else (foes, NOTHING)
        values = values_of_texts(position, self.settings, at_sea=at_sea)
        worth = self.worth(one, dict(values["worth"]))
        units = tuple(pair for pair in values["worth"] if pair[0] not in WORTHS)
        values["worth"] = (*units, *([("territory", worth)] if worth else []))
        if at_sea:
            values["defender_cargo"] = loads_of(table, aboard)
        somebody = Force(((self._somebody(number), 1),))
        if not at_sea and nobody_fights(position, fighting, NOTHING_BUT_LAND):
            return Front(one.target, None, one.event, one.least, worth)
        battle = Battle(AXIS_ALLIES, somebody, fighting, values)
        return Front(one.target, battle, one.event, one.least, worth)

    def _somebody(self, front: int) -> str:
        """Return a unit that can fight at a front."""
        one = self.reaches[front]
        return next(arrival.unit for arrival in one.arrivals if _fights(one, arrival))

    def worth(self, one: Wanted, said: Mapping[str, float]) -> float:
        """Return what taking a target is worth to the power, in IPC.

        What is said of the front itself; else its income once, which the power collects at the end
        of this turn, and with a capital the cash in hand of its power (AA-42); a victory city is
        worth nothing more unless ``victory_city`` says so. ``territory`` and ``capital`` take the
        place of the income and of the cash.
        """
        position, area = self.position, self.position.board.areas[one.target]
        if one.worth is not None or area.sea:
            return one.worth or 0.0
        total = said.get("territory", float(area.income))
        if area.capital and position.owners[one.target] == area.owner:
            total += said.get("capital", float(position.cash.get(area.owner, 0)))
        return total + (said.get("victory_city", 0.0) if area.city else 0.0)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Say which ways are not looked at."""
        return tuple(
            f"{one.target}: landings through {', '.join(one.contested)}, which a battle at sea must"
            " clear first, are left out"
            for one in self.reaches
            if one.contested
        )


NOTHING_BUT_LAND = Force((("inf", 1),))


def _fights(one: Reach, arrival: Arrival) -> bool:
    """Whether an arrival is in the battle at the target, without a battle at sea before."""
    if arrival.way == LANDING:
        return arrival.zone not in one.contested
    return arrival.way in (LAND, SEA, AIR) and arrival.path[-1] == one.target


def _bombards(one: Reach, arrival: Arrival) -> bool:
    return arrival.way == "bombard" and arrival.zone not in one.contested


def _best(arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
    """Return the arrivals of the way that is taken to a front."""
    way = min((one.way for one in arrivals), key=RANK.index)
    return tuple(one for one in arrivals if one.way == way)


def _way(front: int, arrivals: Sequence[Arrival]) -> Way:
    ships = {one.ship for one in arrivals} if arrivals[0].way == LANDING else set()
    return Way(front, arrivals[0].way, tuple(sorted(ships)))
