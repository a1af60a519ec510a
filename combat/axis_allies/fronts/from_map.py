"""From a position and what is wanted to a problem: fronts, and groups of equal units."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from combat.attrition.retreat import Retreat
from combat.axis_allies.attack.attack import nobody_fights, values_of_texts
from combat.axis_allies.attack.operation import loads_of, parted
from combat.axis_allies.fronts.problem import LIFT, Front, Group, Problem, Way
from combat.axis_allies.fronts.wanted import Wanted
from combat.axis_allies.fronts.zones import Behind, behind, choices
from combat.axis_allies.game import AXIS_ALLIES
from combat.axis_allies.hold.worth_of import gains
from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.reach.lifts import LOAD, is_infantry
from combat.axis_allies.reach.reach import AIR, LAND, LANDING, SEA, Arrival, Reach, reach
from combat.axis_allies.settings import WORTHS
from combat.battle import Battle
from combat.errors import OptionError
from combat.force import Force

RANK = (LAND, SEA, AIR, "bombard", LANDING)  # of several ways to a front the first is taken


class Stack(NamedTuple):
    """Units of one type in one place, and how they get to each front.

    ``arrivals``: by front; ``first``: the same to the zone of a battle at sea before it.
    """

    place: str
    unit: str
    number: int
    arrivals: tuple[tuple[int, tuple[Arrival, ...]], ...]
    first: tuple[tuple[int, tuple[Arrival, ...]], ...] = ()

    def to(self, front: int, *, zone: bool) -> tuple[Arrival, ...]:
        """Return how the units get to a front, or to its zone."""
        return dict(self.first if zone else self.arrivals).get(front, ())


Kind = tuple[str, tuple[Way, ...]]  # unit type and ways, those to a zone first among them


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
    zones : tuple of str, optional
        For each front the zone that landings fight for first, '' for none; the first of
        `variants` if not given.
    """

    position: Position
    power: str
    wanted: tuple[Wanted, ...]
    kept: Mapping[str, Force]
    settings: Mapping[str, str]
    zones: tuple[str, ...] = ()

    @cached_property
    def behind(self) -> tuple[Behind, ...]:
        """Zones that landings on each front could come from only after a battle at sea."""
        targets = [one.target for one in self.wanted]
        return tuple(behind(self.position, self.power, targets, target) for target in targets)

    @cached_property
    def variants(self) -> tuple["Turn", ...]:
        """The turn with each choice of zones; itself if there is only one, or they are given."""
        found = () if self.zones else choices(self.behind)[0]
        if len(found) < 2:
            return (self,)
        return tuple(replace(self, zones=zones) for zones in found)

    @cached_property
    def fought_for(self) -> tuple[str, ...]:
        """For each front the zone that landings fight for first, '' for none."""
        return self.zones or choices(self.behind)[0][0]

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
        zones += tuple(zone for zone in self.fought_for if zone)
        found = tuple(
            reach(self.position, self.power, one.target, cleared=zones) for one in self.wanted
        )
        for one, zone in zip(found, self.fought_for, strict=True):
            lands = zone and any(a.way == LANDING and a.zone == zone for a in one.arrivals)
            if not lands and not any(_fights(one, arrival) for arrival in one.arrivals):
                after = f" but through {', '.join(one.contested)}" if one.contested else ""
                raise OptionError(
                    f"nothing of {self.power} gets to {one.target} this turn{after}; leave it out",
                    given=one.target,
                )
        return found

    @cached_property
    def stacks(self) -> Mapping[Kind, tuple[Stack, ...]]:
        """Stacks of equal units: unit type and ways, to where they stand."""
        ways: dict[tuple[str, str], dict[int, list[Arrival]]] = {}
        first: dict[tuple[str, str], dict[int, list[Arrival]]] = {}
        for front, one in enumerate(self.reaches):
            for arrival in one.arrivals:
                if _fights(one, arrival) or _bombards(one, arrival):
                    there = ways.setdefault((arrival.place, arrival.unit), {})
                    there.setdefault(front, []).append(arrival)
            for arrival in self._first(front):
                there = first.setdefault((arrival.place, arrival.unit), {})
                there.setdefault(front, []).append(arrival)
        found: dict[Kind, list[Stack]] = {}
        for place, unit in dict.fromkeys((*ways, *first)):
            kept = self.kept.get(place, NOTHING)[unit]
            number = self.position.force(place, self.power)[unit] - kept
            best = {f: _best(rows) for f, rows in ways.get((place, unit), {}).items()}
            at_sea = {
                front: rows
                for front, arrivals in first.get((place, unit), {}).items()
                if (rows := _gaining(arrivals, best.get(front, ())))
            }
            if number > 0 and (best or at_sea):
                every = [self._way(front, rows, place) for front, rows in best.items()]
                every += [self._way(f, rows, place, zone=True) for f, rows in at_sea.items()]
                stack = Stack(place, unit, number, tuple(best.items()), tuple(at_sea.items()))
                found.setdefault((unit, tuple(every)), []).append(stack)
        return {key: tuple(rows) for key, rows in found.items()}

    def _first(self, front: int) -> Iterator[Arrival]:
        """Go through who fights for the zone of a front, and who lands from there then."""
        zone, one = self.fought_for[front], self.reaches[front]
        if not zone:
            return
        for arrival in one.arrivals:
            ends = arrival.zone if arrival.way == LANDING else arrival.path[-1]
            if arrival.way in (LANDING, SEA) and ends == zone:
                yield arrival
        cleared = tuple(z for z in (*self.fought_for, *(w.target for w in self.wanted)) if z)
        at_sea = tuple(z for z in cleared if self.position.board.areas[z].sea)
        for arrival in reach(self.position, self.power, zone, cleared=at_sea).arrivals:
            if arrival.way == AIR:
                yield arrival

    def _way(
        self, front: int, arrivals: Sequence[Arrival], place: str, *, zone: bool = False
    ) -> Way:
        way = arrivals[0].way
        ships = {one.ship for one in arrivals} if way == LANDING else set()
        fought = self.fought_for[front] if zone else ""
        must = way == SEA and place == (fought or self.wanted[front].target)
        return Way(front, way, tuple(sorted(ships)), zone=fought, must=must)

    @cached_property
    def transports(self) -> Mapping[str, int]:
        """Zones of transports that can land somebody at a front, to how many are there."""
        table, found = self.position.table, {}
        for _, ways in self.stacks:
            for zone in (zone for way in ways if way.way == LANDING for zone in way.ships):
                friends = self.position.total(self.position.friends(zone, self.power))
                kept = self.kept.get(zone, NOTHING)
                names = table.of_role("transport")
                found[zone] = sum(friends[name] - kept[name] for name in names)
        return found

    @cached_property
    def problem(self) -> Problem:
        """The fronts and the groups: those of `stacks`, the transports by zone, and parts."""
        kinds = [
            (unit, sum(s.number for s in rows), self._with_room(unit, ways))
            for (unit, ways), rows in self.stacks.items()
        ]
        ship = self.position.table.of_role("transport")[0]
        for zone, number in self.transports.items():
            lands = dict.fromkeys(
                (way.front, way.zone)
                for _, ways in self.stacks
                for way in ways
                if zone in way.ships
            )
            lifts = tuple(Way(front, LIFT, (zone,), zone=to) for front, to in lands)
            if number:
                kinds.append((ship, number, tuple(sorted(lifts, key=lambda way: bool(way.zone)))))
        groups, parts = [], []
        for at, (unit, number, ways) in enumerate(kinds):
            usual = {way.front: way for way in reversed(ways)}  # to the target, if there is one
            groups.append(Group(unit, number, tuple(usual[front] for front in sorted(usual))))
            parts += [Group(unit, number, (w,), at) for w in ways if w != usual[w.front]]
        fronts = tuple(self._front(one, at) for at, one in enumerate(self.wanted))
        return Problem(fronts, (*groups, *parts), self.position.edition)

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
            front = Front(one.target, None, one.event, one.least, worth)
        else:
            battle = Battle(AXIS_ALLIES, somebody, fighting, values)
            front = Front(one.target, battle, one.event, one.least, worth)
        return self._with_zone(front, self.fought_for[number], units)

    def _with_zone(self, front: Front, zone: str, worths: Sequence[tuple[str, float]]) -> Front:
        """Add the battle at sea that landings come after."""
        if not zone:
            return front
        position, table = self.position, self.position.table
        foes = position.total(position.enemies(zone, self.power))
        fighting, aboard = parted(table, foes, "sea", "air")
        values = values_of_texts(position, self.settings, at_sea=True)
        values |= {"worth": tuple(worths), "defender_cargo": loads_of(table, aboard)}
        sea = Battle(AXIS_ALLIES, Force(((table.of_role("destroyer")[0], 1),)), fighting, values)
        (ship,) = table.of_role("transport")
        own = tuple((at, position.force(at, self.power)[ship]) for at in self.transports)
        said = any(key.replace("-", "_") == "retreat" for key in self.settings)
        alone = None if said or front.battle is None else front.battle.with_settings(retreat=ONCE)
        return replace(front, zone=zone, sea=sea, alone=alone, own=own)

    def _somebody(self, front: int) -> str:
        """Return a unit that can fight at a front: if none but cargo of a landing, infantry."""
        one = self.reaches[front]
        return next((a.unit for a in one.arrivals if _fights(one, a)), NOTHING_BUT_LAND.units[0][0])

    @cached_property
    def gains(self) -> Mapping[str, Mapping[str, int]]:
        """What each power of the side collects a turn more, by territory."""
        areas = self.position.board.areas
        return {
            one.target: gains(self.position, power=self.power, territory=one.target)
            for one in self.wanted
            if not areas[one.target].sea
        }

    def gain(self, target: str) -> int:
        """What the side collects a turn more if a target is taken, in IPC."""
        return sum(self.gains.get(target, {}).values())

    def worth(self, one: Wanted, said: Mapping[str, float]) -> float:
        """Return what taking a target is worth to the power, in IPC.

        What is said of the front itself; else one income more of the power, at the end of this
        turn, or of the ally whose territory is freed (AA-45): none without a capital (AA-42). With
        a capital the cash in hand of its power as well; a victory city is worth nothing more unless
        ``victory_city`` says so. ``territory`` and ``capital`` take the place of the income and of
        the cash.
        """
        position, area = self.position, self.position.board.areas[one.target]
        if one.worth is not None or area.sea:
            return one.worth or 0.0
        total = said.get("territory", float(self.gain(one.target)))
        if area.capital and position.owners[one.target] == area.owner:
            total += said.get("capital", float(position.cash.get(area.owner, 0)))
        return total + (said.get("victory_city", 0.0) if area.city else 0.0)


ONCE = Retreat(after=1)  # who has nobody left to land with (AA-23)
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


def _gaining(first: Sequence[Arrival], usual: Sequence[Arrival]) -> tuple[Arrival, ...]:
    """Return those to a zone who could not come by the same ships without a battle, or overland."""
    if usual and first[0].way == LANDING and usual[0].way != LANDING:
        return ()
    calm = {one.ship for one in usual} if first[0].way == LANDING else set()
    return tuple(one for one in first if one.ship not in calm or one.way != LANDING)
