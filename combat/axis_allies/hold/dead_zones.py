"""Dead zones: places that one side can take and the other can take back (AA-28, AA-40, AA-44)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from combat.axis_allies.attack.attack import TAKEN, Chance, method_of
from combat.axis_allies.hold.after_attack import (
    after_attack,
    for_turn,
    garrison_after,
    likeliest_end,
)
from combat.axis_allies.hold.hold_chain import ALWAYS, stand
from combat.axis_allies.hold.hold_party import best_attack
from combat.axis_allies.hold.hold_sheets import chance_cell, party_text, whose_turn
from combat.axis_allies.hold.hold_threats import enemies_before, fewest, thrown
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.reach import LAND, LANDING, Party, reach, reaches
from combat.chance import seeded
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.sheets import Cell, Column, Share, Sheet, Sheets

CHANCE = 0.5


@dataclass(frozen=True)
class Zone:
    """Whether a place can be taken, and taken back at once.

    Parameters
    ----------
    place : str
    attacker : str
        Who takes it, with all that it has.
    party : Party
    taken : Estimate
        The chance of it.
    enemy : str
        The next power of the other side that can come with a land unit; '' for none.
    answer : Party
        With what.
    back : float
        Chance that it takes the place back from what is left, once it is taken.
    lost : float
        Chance that any enemy takes it before the attacker's next turn, each that brings a land unit
        attacking in turn order.
    dead : bool
        Whether the chances to take it and to take it back are over the one asked for.
    trials : int, optional
        Fewest of a battle that was simulated.
    """

    place: str
    attacker: str
    party: Party
    taken: Estimate
    enemy: str
    answer: Party
    back: float
    lost: float
    dead: bool
    trials: int | None = None


def dead_zones(
    position: Position,
    *,
    power: str | None = None,
    places: Sequence[str] = (),
    chance: float = CHANCE,
    settings: Mapping[str, str] | None = None,
    rng: Chance = None,
) -> Sheets:
    """Answer in tables which places are dead zones: see `zones`.

    Without a name the power is the one whose turn it is.

    Raises
    ------
    OptionError, NotationError, IllegalBattleError
    """
    who = position.power(power)
    source = rng if isinstance(rng, np.random.Generator) else seeded(rng)[1]
    found = zones(position, power=who, places=places, chance=chance, settings=settings, rng=source)
    dead = tuple(zone for zone in found if zone.dead)
    alive = tuple(zone for zone in found if not zone.dead)
    names = [zone.place for zone in dead]
    over = f"over {100 * chance:g} %"
    lines = [f"dead zones, taken and taken back with {over} each: {', '.join(names) or 'none'}"]
    named = {position.board.place(place) for place in places}
    nobody = sorted(named - {zone.place for zone in found})
    lines += [f"no land unit gets to {', '.join(nobody)} to take it"] if nobody else []
    trials = fewest(*(zone.trials for zone in found))
    return Sheets(
        "axis-allies",
        "dead-zones",
        f"Dead zones between {who} and its enemies",
        tuple(lines),
        (_sheet(position, dead, "dead", "dead zones"), _sheet(position, alive, "others", "others")),
        (
            "who takes a place comes with all that can get there at once, and so does the next"
            " enemy power with a land unit for it; both fight on to the end",
            "'any enemy': all enemy powers with a land unit attack in turn order",
            "nothing is moved in after the battle, and nobody else moves in between",
            "the enemy's reach is that from the position after the likeliest success, and so is how"
            " it splits aircraft between sea and land",
            *whose_turn(position, who),
            *position.notes,
        ),
        method_of(trials),
        trials,
        source if trials is not None and isinstance(source, int) else None,
        more={"power": who, "chance": chance, "zones": names},
    )


def zones(
    position: Position,
    *,
    power: str,
    places: Sequence[str] = (),
    chance: float = CHANCE,
    settings: Mapping[str, str] | None = None,
    rng: Chance = None,
) -> tuple[Zone, ...]:
    """Return for each place whether it can be taken and taken back, dead zones first.

    1. A place of the enemy: the power takes it, and the next enemy power that can come with a land
       unit takes it back from the garrison that is left (AA-44).
    2. A place of the power's side: its next enemy takes it, and the next power of the power's own
       side takes it back.

    Parameters
    ----------
    position : Position
    power : str
    places : sequence of str
        In any spelling; by default all enemy places that a land unit of the power can get to, and
        its own next to an enemy's.
    chance : float
        A dead zone has both chances over this one.
    settings : mapping of str to str, optional
        Settings of the battles, as text.
    rng : Generator, int or None
        For battles that are too large for an exact answer.

    Raises
    ------
    OptionError
        For a chance that is none, or a place that is a sea zone.
    """
    if not 0.0 <= chance < 1.0:
        raise OptionError(
            f"the chance {chance:g} is not possible; give a number from 0 to less than 1",
            given=f"{chance:g}",
            allowed=("0 to less than 1",),
        )
    who = position.board.power(power)
    named = [position.board.place(place) for place in places] or list(_front(position, who))
    found, turns = [], {one: for_turn(position, one) for one in enemies_before(position, who)}
    turns[who] = position
    for place in dict.fromkeys(named):
        if position.board.areas[place].sea:
            raise OptionError(
                f"{place} is a sea zone, which nobody holds; name territories", given=place
            )
        one = _zone(turns, who, place, _Asked(chance, settings or {}, rng))
        found += [] if one is None else [one]
    return tuple(sorted(found, key=lambda zone: (not zone.dead, -zone.taken.value * zone.back)))


def _front(position: Position, power: str) -> Iterator[str]:
    """Yield the places that are fought over by default, in the board's order."""
    able = {
        target
        for target, found in reaches(position, power).items()
        if any(one.way in (LAND, LANDING) for one in found.arrivals)
    }
    for place in position.board.territories:
        near = position.board.land_ways[place]
        own = position.owners[place] == power
        if place in able or (own and any(not position.friendly(one, power) for one in near)):
            yield place


class _Asked(NamedTuple):
    """The chance that makes a dead zone, and how battles are fought."""

    chance: float
    settings: Mapping[str, str]
    rng: Chance


def _zone(turns: Mapping[str, Position], power: str, place: str, asked: _Asked) -> Zone | None:
    attackers: tuple[str, ...] = (power,)
    if turns[power].friendly(place, power):
        attackers = enemies_before(turns[power], power)
    for attacker in attackers:
        now = turns[attacker]
        if _on_foot(now, attacker, place):
            return _fought_over(now, attacker, place, asked)
    return None


def _on_foot(position: Position, power: str, place: str) -> bool:
    """Whether a land unit of a power can get to a place, a battle at sea before or not."""
    arrivals = reach(position, power, place).arrivals
    return any(one.way in (LAND, LANDING) for one in arrivals)


def _fought_over(position: Position, attacker: str, place: str, asked: _Asked) -> Zone:
    how: Mapping[str, Any] = {"settings": asked.settings, "rng": asked.rng}
    fought = best_attack(position, attacker, place, **how)
    nobody = Zone(
        place,
        attacker,
        fought.party,
        fought.taken,
        enemy="",
        answer=Party(place, ()),
        back=0.0,
        lost=0.0,
        dead=False,
        trials=fought.trials,
    )
    if not fought.chance(TAKEN):
        return nobody
    garrison = garrison_after(fought)
    after, _ = after_attack(fought, likeliest_end(fought))
    likeliest = max(garrison, key=lambda force: garrison[force])
    enemies = thrown(after, attacker, place, garrison=likeliest, **how)
    able = [one for one in enemies if one.threat.strike((likeliest,)).on_foot]
    if not able:
        return nobody
    fallen = stand([one.threat for one in able], garrison, policy=ALWAYS)
    first, back = able[0], fallen.blows[0].taken
    return replace(
        nobody,
        enemy=first.power,
        answer=first.party,
        back=back,
        lost=1.0 - fallen.chance,
        dead=min(fought.taken.value, back) > asked.chance,
        trials=fewest(fought.trials, *(one.trials for one in able)),
    )


def _sheet(position: Position, found: Sequence[Zone], name: str, title: str) -> Sheet:
    columns = (
        Column("place", "place"),
        Column("attacker", "taken by"),
        Column("force", "with"),
        Column("taken", ">chance"),
        Column("enemy", "back by"),
        Column("answer", "with"),
        Column("back", ">chance"),
        Column("lost", ">any enemy"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            zone.place,
            zone.attacker,
            party_text(position, zone.party),
            Share(zone.taken),
            zone.enemy or "nobody",
            party_text(position, zone.answer) if zone.enemy else "",
            chance_cell(zone.back, zone.trials),
            chance_cell(zone.lost, zone.trials),
        )
        for zone in found
    ]
    return Sheet(name, f"{title}: who takes it, who takes it back", columns, tuple(rows))
