"""The combat move: each power sends what its aims say, before any die is thrown (AA-24)."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from combat.arrays import Bools, Ints
from combat.axis_allies.rounds.choice import Choices
from combat.axis_allies.rounds.contested import cleared, contested_zones
from combat.axis_allies.rounds.geometry import anything
from combat.axis_allies.rounds.layout import TRANSPORT
from combat.axis_allies.rounds.offers import (
    BY_LANDING,
    BY_SEA,
    NOWHERE,
    Muster,
    Offer,
    ships_for,
)
from combat.axis_allies.rounds.policies import ALL, Aim, Policy
from combat.axis_allies.rounds.ranking import ranked
from combat.axis_allies.rounds.sent import Part, Sent
from combat.errors import within

# What a battle at sea gets of a chance that is wanted of it and the landing behind it together, as
# powers of that chance: in equal parts first.
SHARES = (0.5, 0.25, 0.1, 0.75)
LEAST = 0.05  # a chance to go by where none is asked for


def send_out(muster: Muster, policy: Policy, choices: Choices) -> Sent:
    """Send units to the targets of a policy, in its order.

    Parameters
    ----------
    muster : Muster
        Its free units are those that are left afterwards.
    policy : Policy
    choices : Choices
    """
    sent, layout = Sent(), muster.state.layout
    _hold_back(muster, policy)
    named = {layout.at[aim.place] for aim in policy.attack if aim.place}
    everywhere = np.arange(len(muster.free))
    for aim in policy.attack:
        how = aim, policy
        some = [(layout.at[aim.place], everywhere)] if aim.place else [*ranked(muster, named)]
        for target, rows in some:
            _attempt(muster, target, rows, how, choices, sent)
            if target < len(layout.territories):
                if aim.place:
                    _land_after_battle(muster, target, rows, how, choices, sent)
                _fight_to_land(muster, target, rows, how, choices, sent)
        for target, rows in some:  # now that it is known which zones are fought for
            if target < len(layout.territories):
                _land_after_battle(muster, target, rows, how, choices, sent)
    return sent


def _hold_back(muster: Muster, policy: Policy) -> None:
    """Keep garrisons out of what is free, infantry first."""
    layout = muster.state.layout
    for garrison in policy.garrison:
        at = layout.at[garrison.place]
        left = np.full(len(muster.free), garrison.units)
        for unit in layout.land:
            stay = np.minimum(muster.free[:, at, unit], left)
            muster.free[:, at, unit] -= stay.astype(muster.free.dtype)
            left = left - stay


def _attempt(
    muster: Muster,
    target: int,
    rows: Ints,
    how: tuple[Aim, Policy],
    choices: Choices,
    sent: Sent,
) -> None:
    """Send what an aim asks for to a target, in the trials where it is free."""
    rows = rows[_open(muster, target, rows)]
    if len(rows):
        _send(muster, target, rows, how, choices, sent, None)


def _land_after_battle(
    muster: Muster,
    target: int,
    rows: Ints,
    how: tuple[Aim, Policy],
    choices: Choices,
    sent: Sent,
    only: int = NOWHERE,
) -> None:
    """Send landings from a zone that is fought for in this turn, if both together are good enough.

    The wanted chance is that of the battle at sea times that of the battle on land (AA-20).
    ``only``: the zone, `NOWHERE` for any.
    """
    aim, policy = how
    rows = rows[_open(muster, target, rows)]
    zones = contested_zones(muster, target, rows, only)
    rows, zones = rows[zones != NOWHERE], zones[zones != NOWHERE]
    if not len(rows):
        return
    with within(_who(muster, target)):
        won = cleared(muster, sent, choices.fights, (rows, zones), str(policy.retreat))
    for chance in np.unique(won):
        if chance >= aim.chance and chance > 0.0:
            there = won == chance
            stricter = replace(aim, chance=aim.chance / float(chance))
            after = zones[there], float(chance)
            _send(muster, target, rows[there], (stricter, policy), choices, sent, after)


def _fight_to_land(
    muster: Muster,
    target: int,
    rows: Ints,
    how: tuple[Aim, Policy],
    choices: Choices,
    sent: Sent,
) -> None:
    """Attack a hostile zone in order to land from it, if both together are good enough (AA-20).

    Some ways to share the wanted chance between the two battles are tried, and then everything at
    sea; where none is good enough, all stay free.
    """
    aim, policy = how
    layout = muster.state.layout
    first = len(layout.territories)
    for zone in layout.coast[target]:
        some = rows[_open(muster, target, rows)]
        some = some[muster.waters.hostile[some, zone - first] & _open(muster, zone, some)]
        some = some[muster.lands_from(zone, target, some)] if len(some) else some
        for at_sea in _sea_aims(aim):
            if not len(some):
                break
            free, units = muster.free[some], muster.state.units[some, muster.power]
            before = len(sent.parts.get(zone, ()))
            _attempt(muster, zone, some, (at_sea, policy), choices, sent)
            _land_after_battle(muster, target, some, how, choices, sent, zone)
            failed = _open(muster, target, some)
            muster.free[some[failed]] = free[failed]
            muster.state.units[some[failed], muster.power] = units[failed]
            muster.fought[some[failed], zone] = False
            sent.call_back(zone, some[failed], before)
            some = some[failed]


def _sea_aims(aim: Aim) -> Iterator[Aim]:
    """Yield what the battle at sea before a landing can be asked for."""
    for share in SHARES:
        yield Aim(chance=max(aim.chance, LEAST) ** share)
    yield Aim(chance=aim.chance, send=ALL)


def _who(muster: Muster, target: int) -> str:
    layout = muster.state.layout
    return f"{layout.powers[muster.power]} attacks {layout.areas[target]}"


def _send(
    muster: Muster,
    target: int,
    rows: Ints,
    how: tuple[Aim, Policy],
    choices: Choices,
    sent: Sent,
    after: tuple[Ints, float] | None,
) -> None:
    """Choose and send in trials where the target is free.

    ``after``: contested zones that troops may land from, by row, and the chance to clear them.
    """
    aim, policy = how
    layout = muster.state.layout
    sea = target >= len(layout.territories)
    offers = muster.offers(target, rows, None if after is None else after[0])
    able = np.zeros((len(rows), len(layout.units)), dtype=np.int64)
    for offer in offers:
        able[:, offer.unit] += offer.number
    if not able.any():
        return
    against = muster.enemy[rows, target].astype(np.int64)
    against[:, (layout.land + layout.guns) if sea else layout.ships] = 0  # cargo (AA-14)
    income = 0 if sea else int(layout.income[target])
    retreat = str(policy.retreat)
    with within(_who(muster, target)):
        chosen = choices.choose(able, against, aim, sea=sea, retreat=retreat, income=income)
    going = anything(chosen, (1,))
    if going.any():
        _commit(muster, target, rows[going], _some(offers, going), chosen[going], sent)
        if after is not None:
            sent.after_battle(target, rows[going], after[1])
        if sea:
            _join(muster, target, rows[going], sent)
        else:
            _bombard(muster, target, rows[going], sent)


def _join(muster: Muster, zone: int, rows: Ints, sent: Sent) -> None:
    """Add the ships that are in an attacked zone already: they cannot stand by (AA-20).

    They come on top of what the aim asked for.
    """
    for unit in muster.state.layout.raiders:
        number = muster.free[rows, zone, unit].astype(np.int64)
        if number.any():
            nothing = np.full(len(rows), NOWHERE)
            _take(muster, zone, rows, Offer(BY_SEA, zone, unit, number, nothing), sent)


def _open(muster: Muster, target: int, rows: Ints) -> Bools:
    """Whether a target is an enemy's and not attacked yet, in some trials, shape (rows,)."""
    layout = muster.state.layout
    free = ~muster.fought[rows, target] & ~muster.landing[rows, target]
    if target >= len(layout.territories):
        return free & anything(muster.enemy[rows, target][:, layout.ships], (1,))
    return free & ~muster.friendly[rows, target]


def _some(offers: list[Offer], chosen: Bools) -> list[Offer]:
    return [o._replace(number=o.number[chosen], by=o.by[chosen]) for o in offers]


def _commit(
    muster: Muster, target: int, rows: Ints, offers: list[Offer], chosen: Ints, sent: Sent
) -> None:
    """Take what was chosen out of what is free, from the first offers on."""
    left = chosen.copy()
    loads: dict[tuple[int, int], dict[int, tuple[Ints, Ints]]] = {}
    for offer in offers:
        number = np.minimum(left[:, offer.unit], offer.number)
        left[:, offer.unit] -= number
        if number.any():
            _take(muster, target, rows, offer._replace(number=number), sent)
            if offer.way == BY_LANDING:
                loads.setdefault((offer.start, offer.ship), {})[offer.unit] = number, offer.by
    muster.fought[rows, target] = True
    for (_, ship), load in loads.items():
        zone = next(iter(load.values()))[1]
        numbers = {unit: number for unit, (number, _) in load.items()}
        _sail(muster, rows, ship, zone, numbers, sent)


def _take(muster: Muster, target: int, rows: Ints, offer: Offer, sent: Sent) -> None:
    some = offer.number > 0
    there, number = rows[some], offer.number[some]
    muster.free[there, offer.start, offer.unit] -= number.astype(muster.free.dtype)
    units = muster.state.units
    units[there, muster.power, offer.start, offer.unit] -= number.astype(units.dtype)
    part = Part(there, offer.way, offer.start, offer.unit, number, offer.by[some], offer.ship)
    sent.parts.setdefault(target, []).append(part)


def _sail(
    muster: Muster, rows: Ints, ship: int, zone: Ints, load: dict[int, Ints], sent: Sent
) -> None:
    """Move the transports of a load to the zone that it lands from; they are not free any more.

    Where that zone is fought for first, they take part in the battle (AA-20).
    """
    layout = muster.state.layout
    transport = layout.of_role(TRANSPORT)[0]
    ships = ships_for(load, layout.unit("inf"))
    some = ships > 0
    there, number, end = rows[some], ships[some].astype(muster.free.dtype), zone[some]
    calm = ~muster.fought[there, end]
    muster.free[there, ship, transport] -= number
    muster.state.units[there, muster.power, ship, transport] -= number
    muster.state.units[there[calm], muster.power, end[calm], transport] += number[calm]
    muster.landing[there, end] = True
    for one in np.unique(end[~calm]):
        battle = ~calm & (end == one)
        nothing = np.full(int(battle.sum()), NOWHERE)
        part = Part(there[battle], BY_SEA, ship, transport, number[battle], nothing)
        sent.parts[int(one)].append(part)


def _bombard(muster: Muster, target: int, rows: Ints, sent: Sent) -> None:
    """Add the ships that can fire to a landing; they come on top of what the aim asked for."""
    zones = np.full(len(muster.free), -1)
    landed = np.zeros(len(muster.free), dtype=np.int64)
    for part in sent.parts[target]:
        if part.way == BY_LANDING:
            zones[part.rows] = part.by
            landed[part.rows] += part.number
    if landed[rows].any():
        for offer in muster.bombarding(zones[rows], landed[rows], rows):
            _take(muster, target, rows, offer, sent)
