"""Who attacks, and who moves in afterwards, as texts name them (AA-44, AA-46)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from combat.axis_allies.attack.attack import TAKEN, Attack, Chance, attack
from combat.axis_allies.attack.operation import TRANSPORT
from combat.axis_allies.economy.capture import captured
from combat.axis_allies.hold.after_attack import departed, fewer
from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.reach.lifts import Lifts
from combat.axis_allies.reach.loading import loads_fit, ships_used
from combat.axis_allies.reach.noncombat import reinforcements
from combat.axis_allies.reach.paths import Lanes
from combat.axis_allies.reach.reach import AIR, LAND, LANDING, Arrival, Party, Reach, reach
from combat.errors import IllegalBattleError, NotationError, OptionError, TooLargeError
from combat.force import Force
from combat.notation import shown

EVERYTHING = ("everything", "everything that can", "all")
NOBODY = ("", "none", "nothing", "nobody")
_FROM = re.compile(
    r"(?P<units>.*?)(?:^|\s|(?<=,))from\s+(?P<place>[^,]+?)\s*(?:,|\band\b|$)", re.IGNORECASE
)
FIRST = (LAND, AIR, LANDING)  # ways in which named units go, while there are any


def best_attack(
    position: Position,
    power: str,
    target: str,
    *,
    force: str = "",
    settings: Mapping[str, str] | None = None,
    rng: Chance = None,
) -> Attack:
    """Fight the attack through of all that can go at once, or of what a text names.

    Where a landing needs a battle at sea first (AA-20), it is part of the attack if the chance to
    take the territory is the better for it.

    Raises
    ------
    IllegalBattleError
        If nothing gets there, or not so much.
    OptionError, NotationError, UnknownUnitError
    """
    power, target = position.board.power(power), position.board.place(target)
    parties = _parties(position, power, target, force)
    try:
        fought = [attack(position, power, one, settings=settings, rng=rng) for one in parties]
    except (IllegalBattleError, TooLargeError) as error:
        sent = shown(force.strip()) if force.strip() else f"all that {power} can send"
        error.args = (f"{sent} to {target}: {error}; name a smaller force (--with)",)
        raise
    return max(fought, key=lambda one: one.chance(TAKEN))


def _parties(position: Position, power: str, target: str, force: str) -> list[Party]:
    """Return the parties that may attack, without a battle at sea first and with one."""
    options = [found.most for found in _reaches(position, power, target) if found.most.arrivals]
    if not options:
        raise IllegalBattleError(
            f"nothing that {power} has can get to {target} this turn; name another target",
            given=target,
        )
    if force.strip().casefold() in ("", *EVERYTHING):
        return list(dict.fromkeys(options))
    wanted = _named(position, force)
    chosen = [party for party in (_some(one, wanted) for one in options) if party is not None]
    if chosen:
        return list(dict.fromkeys(chosen))
    most = options[-1].force(position, *{one.way for one in options[-1].arrivals})
    raise IllegalBattleError(
        f"{force.strip()} cannot get to {target} at once; of {power}'s units {most} can",
        given=force,
        allowed=(str(most),),
    )


def _reaches(position: Position, power: str, target: str) -> list[Reach]:
    found = reach(position, power, target)
    if not found.contested:
        return [found]
    return [found, reach(position, power, target, cleared=found.contested)]


def _named(position: Position, text: str) -> dict[tuple[str, str], int]:
    """Read '2 inf from Germany; 1 arm' as numbers by origin, '' for anywhere, and unit."""
    found: dict[tuple[str, str], int] = {}
    for units, origin in _parted(text):
        if not units:
            raise NotationError(
                f"no units stand before 'from' in {shown(text)}; write '2 inf from Germany'",
                given=text,
            )
        place = position.board.place(origin) if origin else ""
        for name, number in Force.parse(units, position.table.vocabulary):
            found[place, name] = found.get((place, name), 0) + number
    return found


def _parted(text: str) -> Iterator[tuple[str, str]]:
    """Yield units and where they are from, '' if that is not said.

    Examples
    --------
    >>> list(_parted("2 inf, 1 arm from Germany, 1 aa from Balkans; 3 inf"))
    [('2 inf, 1 arm', 'Germany'), ('1 aa', 'Balkans'), ('3 inf', '')]
    """
    for part in text.split(";"):
        end = 0
        for one in _FROM.finditer(part):
            yield one["units"].strip(), one["place"].strip()
            end = one.end()
        if part[end:].strip():
            yield part[end:].strip(), ""


def _some(party: Party, wanted: Mapping[tuple[str, str], int]) -> Party | None:
    """Return so many of a party's units, those that come overland first; None if it has fewer."""
    still, chosen = dict(wanted), []
    rank = {way: at for at, way in enumerate(FIRST)}
    for one in sorted(party.arrivals, key=lambda one: rank.get(one.way, len(FIRST))):
        here = (one.place, one.unit), ("", one.unit)
        numbers = [min(one.number, still.get(here[0], 0)), 0]
        numbers[1] = min(one.number - numbers[0], still.get(here[1], 0))
        for key, number in zip(here, numbers, strict=True):
            still[key] = still.get(key, 0) - number
        if sum(numbers):
            chosen.append(replace(one, number=sum(numbers)))
    return None if any(n > 0 for n in still.values()) else Party(party.target, tuple(chosen))


def reinforcing(
    start: Position,
    power: str,
    place: str,
    text: str,
    fought: Attack | None = None,
) -> tuple[Arrival, ...]:
    """Return the non-combat moves into a place that a text names.

    No aircraft land in a territory that was taken this turn (AA-44).

    Parameters
    ----------
    start : Position
        At the turn's start.
    power, place : str
    text : str
        ``2 inf from Germany; 1 aa from Balkans``; ``everything``; or nothing.
    fought : Attack, optional
        What took the place.

    Raises
    ------
    IllegalBattleError
        For units that cannot move in.
    NotationError, UnknownUnitError, OptionError
    """
    if text.strip().lower() in NOBODY:
        return ()
    able, left = _able(start, power, place, fought)
    if text.strip().lower() in EVERYTHING:
        return _at_once(able, left, power, place)
    wanted = _named(start, text)
    for origin, name in wanted:
        if not origin:
            raise NotationError(
                f"cannot read {shown(text)}; write '2 inf from Germany; 1 aa from Balkans', or"
                " 'everything'",
                given=text,
            )
        if fought is not None and start.table[name].domain == "air":
            raise IllegalBattleError(
                f"no aircraft land in {place} in the turn in which it is taken (AA-44): take"
                f" {name} out",
                rule="AA-44",
                given=name,
            )
    chosen = _at_once(able, left, power, place, wanted)
    for (origin, name), number in wanted.items():
        there = [one for one in chosen if (one.place, one.unit) == (origin, name)]
        if sum(one.number for one in there) < number:
            _refuse(f"{number} {name} from {origin}", _at_once(able, left, power, place), place)
    return chosen


def _able(
    start: Position, power: str, place: str, fought: Attack | None
) -> tuple[tuple[Arrival, ...], Position]:
    """Return what can move in, each by itself, and the position of those who have not moved."""
    if fought is None:
        return reinforcements(start, power, place), start
    now = captured(start, power, place, NOTHING)
    found = reinforcements(now, power, place, moved=(fought.party,))
    left = departed(now, power, fought.party)
    landings = [(place, one) for one in fought.party.arrivals if one.way == LANDING]
    for zone, number in ships_used(Lifts(Lanes(start, power)), landings).items():
        left = fewer(left, zone, power, {TRANSPORT: number})
    return tuple(one for one in found if start.table[one.unit].domain != "air"), left


def _at_once(
    able: Sequence[Arrival],
    left: Position,
    power: str,
    place: str,
    wanted: Mapping[tuple[str, str], int] | None = None,
) -> tuple[Arrival, ...]:
    """Return moves that can all be made: each unit once, no transport overloaded (AA-14, AA-29)."""
    lifts = Lifts(Lanes(left, power), guns=True)
    still: dict[tuple[str, str], int] = dict(wanted or {})
    chosen: list[Arrival] = []
    rank = {way: at for at, way in enumerate(FIRST)}
    for one in sorted(able, key=lambda one: rank.get(one.way, len(FIRST))):
        key = one.place, one.unit
        if wanted is None:
            still.setdefault(key, left.force(one.place, power)[one.unit])
        for number in range(min(one.number, still.get(key, 0)), 0, -1):
            more = replace(one, number=number)
            landings = [(place, move) for move in (*chosen, more) if move.way == LANDING]
            if one.way != LANDING or not loads_fit(lifts, landings):
                chosen.append(more)
                still[key] -= number
                break
    return tuple(chosen)


def _refuse(given: str, able: Sequence[Arrival], place: str) -> NoReturn:
    by_place: dict[str, dict[str, int]] = {}
    for one in able:
        row = by_place.setdefault(one.place, {})
        row[one.unit] = row.get(one.unit, 0) + one.number
    those = tuple(f"{Force.of(row)} from {origin}" for origin, row in by_place.items())
    raise OptionError(
        f"{given} cannot move into {place} after the battle; what can, all of it at once:"
        f" {'; '.join(those) or 'nothing'}",
        given=given,
        allowed=those,
    )
