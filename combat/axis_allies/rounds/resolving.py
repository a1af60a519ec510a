"""The combat phase: all battles of a turn are drawn, survivors placed, territories taken."""

from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.axis_allies.cargo import DECK
from combat.axis_allies.rounds.contested import bring_ashore, planned
from combat.axis_allies.rounds.fights import (
    CLEARED,
    NEVER,
    RETREATED,
    TAKEN,
    Drawn,
    Fights,
    Sides,
)
from combat.axis_allies.rounds.geometry import anything
from combat.axis_allies.rounds.layout import CARRIER, TRANSPORT
from combat.axis_allies.rounds.offers import (
    BOMBARDING,
    BY_AIR,
    BY_LAND,
    BY_LANDING,
    BY_SEA,
    NOWHERE,
)
from combat.axis_allies.rounds.policies import Policy
from combat.axis_allies.rounds.sent import Part, Sent
from combat.axis_allies.rounds.state import State
from combat.axis_allies.rounds.taking import take
from combat.errors import within

FIGHTING = (BY_LAND, BY_LANDING, BY_AIR, BY_SEA)


class Fought(NamedTuple):
    """An attack on a target: by trial that made it, whether it won, and its chance to.

    ``rows``: int array, shape (rows,); ``won``: bool array; ``chance``: float array.
    """

    target: int
    rows: Ints
    won: Bools
    chance: Floats


def resolve(
    state: State, power: int, sent: Sent, policy: Policy, fights: Fights, uniform: Floats
) -> list[Fought]:
    """Fight all battles of a turn: blitzes first, then at sea, then on land.

    Fighters whose carriers have sunk land after all of them: they defend no shore in this turn.

    Parameters
    ----------
    state : State
        Changed in place.
    power : int
    sent : Sent
    policy : Policy
    fights : Fights
    uniform : float array, shape (trials, areas)
        A random number from 0 to 1 for each battle that there can be.
    """
    _blitz(state, power, sent)
    both = planned(state, power, sent, fights, str(policy.retreat))
    first = len(state.layout.territories)
    order = sorted(sent.parts, key=lambda target: (target < first, target))
    found = [_battle(state, power, t, sent, policy, fights, uniform[:, t]) for t in order]
    for one in found:
        if one.target >= first:
            _homeless(state, one.target, one.rows, state.layout.enemies(power))
    return [_with_sea(one, both[one.target]) if one.target in both else one for one in found]


def _with_sea(fought: Fought, both: Floats) -> Fought:
    """Count an attack as made where its battle at sea was lost, with the chance of both battles."""
    rows = np.union1d(fought.rows, np.flatnonzero(both))
    won = np.isin(rows, fought.rows[fought.won])
    chance = both[rows]
    alone = chance == 0.0  # an attack without a battle at sea
    chance[alone] = fought.chance[np.searchsorted(fought.rows, rows[alone])]
    return Fought(fought.target, rows, won, chance)


def _blitz(state: State, power: int, sent: Sent) -> None:
    """Take the empty territories that tanks go through (AA-47)."""
    for parts in sent.parts.values():
        for part in parts:
            if part.way == BY_LAND:
                for territory in np.unique(part.by[part.by != NOWHERE]):
                    rows = part.rows[part.by == territory]
                    enemy = ~state.friendly(power)[rows, territory]
                    take(state, power, int(territory), rows[enemy])


def _battle(
    state: State,
    power: int,
    target: int,
    sent: Sent,
    policy: Policy,
    fights: Fights,
    uniform: Floats,
) -> Fought:
    layout = state.layout
    shape = len(state), len(layout.units)
    force = sent.force(target, *shape, *FIGHTING)
    rows = np.flatnonzero(force.any(axis=1))
    sea = target >= len(layout.territories)
    enemies = layout.enemies(power)
    against = state.units[:, enemies, target][rows].astype(np.int64)
    whole = against.sum(axis=1)
    whole[:, (layout.land + layout.guns) if sea else layout.ships] = 0
    home = _way_back(state, power, target, sent.parts[target], sea=sea)[rows]
    able = home != NOWHERE
    if sea:  # aircraft alone may always break off (AA-08)
        able |= ~force[rows][:, layout.ships].any(axis=1)
    sides = Sides(
        force[rows],
        whole,
        sent.force(target, *shape, BY_LANDING)[rows],
        sent.force(target, *shape, BOMBARDING)[rows],
    )
    income = 0 if sea else int(layout.income[target])
    there = whole.any(axis=1)
    drawn = Drawn(
        sides.attackers.copy(), whole.copy(), np.full(len(rows), TAKEN), np.ones(len(rows))
    )
    if there.any():
        some = Sides(*(part[there] for part in sides))
        way = np.where(able, 1, 0)
        for failed in sent.failed.get(target, ()):  # nobody landed: a round, and away (AA-23)
            way[np.isin(rows, failed) & (able | ~_on_land(state, force[rows]))] = 2
        retreats = (NEVER, str(policy.retreat), "after 1"), way[there]
        with within(f"{layout.powers[power]} attacks {layout.areas[target]}"):
            found = fights.draw(some, uniform[rows[there]], retreats, income)
        for whole_one, one in zip(drawn, found, strict=True):
            whole_one[there] = one
    state.ledger.lost[rows, power] += sides.attackers - drawn.attackers
    _defenders(state, target, (rows, against), whole - drawn.defenders, enemies)
    _return(state, power, target, sent.parts[target], (rows, drawn), home)
    won = drawn.codes == (CLEARED if sea else TAKEN)
    if sea:
        place = np.where((drawn.codes == RETREATED) & (home != NOWHERE), home, target)
        bring_ashore(state, power, sent, target, (rows, won, drawn.attackers, place))
        _sink_cargo(state, target, rows, enemies)
    else:
        enemy = ~state.friendly(power)[rows, target]
        take(state, power, target, rows[won & enemy])
    return Fought(target, rows, won, drawn.chance)


def _on_land(state: State, force: Ints) -> Bools:
    """Whether land units are in a force, shape (rows,): aircraft may always break off (AA-08)."""
    return anything(force[:, state.layout.land], (1,))


def _way_back(state: State, power: int, target: int, parts: list[Part], *, sea: bool) -> Ints:
    """Return where attackers retreat to, the first place they came from, shape (trials,) (AA-08).

    `NOWHERE` where there is none: ships that came from the zone itself, or from a hostile one.
    """
    found = np.full(len(state), NOWHERE)
    enemies, layout = state.layout.enemies(power), state.layout
    beside = layout.coast[target] if sea else layout.near[target]
    for part in reversed(parts):
        if part.way != (BY_SEA if sea else BY_LAND) or part.start not in beside:
            continue
        rows = part.rows
        if sea:
            ships = state.units[:, enemies, part.start][rows][..., layout.warships]
            rows = rows[~ships.any(axis=(1, 2))]
        found[rows] = part.start
    return found


def _defenders(
    state: State, target: int, there: tuple[Ints, Ints], lost: Ints, enemies: list[int]
) -> None:
    """Take losses from the defending powers in turn order (AA-28)."""
    rows, against = there
    left = lost.copy()
    for at, enemy in enumerate(enemies):
        mine = np.minimum(left, against[:, at])
        left -= mine
        state.units[rows, enemy, target] -= mine.astype(state.units.dtype)
        state.ledger.lost[rows, enemy] += mine


def _return(
    state: State,
    power: int,
    target: int,
    parts: list[Part],
    fought: tuple[Ints, Drawn],
    home: Ints,
) -> None:
    """Place the attackers that are left: aircraft land, the others stay or retreat."""
    rows, drawn = fought
    layout = state.layout
    kind = state.units.dtype
    left = np.zeros((len(state), len(layout.units)), dtype=kind)
    left[rows] = drawn.attackers
    for part in parts:  # the first that took off come home first
        if part.way == BY_AIR:
            number = np.minimum(left[part.rows, part.unit], part.number).astype(kind)
            left[part.rows, part.unit] -= number
            state.units[part.rows, power, part.by, part.unit] += number
        elif part.way == BOMBARDING:
            state.units[part.rows, power, part.by, part.unit] += part.number.astype(kind)
    where = np.where((drawn.codes == RETREATED) & (home != NOWHERE), home, target)
    state.units[rows, power, where] += left[rows]


def _sink_cargo(state: State, zone: int, rows: Ints, enemies: list[int]) -> None:
    """Take the cargo that no transport is left for (AA-14): a unit each, one infantry more."""
    layout = state.layout
    infantry = layout.unit("inf")
    for enemy in enemies:
        here = state.units[rows, enemy, zone]
        ships = here[:, layout.of_role(TRANSPORT)].sum(axis=1)
        room = ships.copy()
        lost = np.zeros_like(here)
        for unit in [n for n in layout.land + layout.guns if n != infantry]:
            kept = np.minimum(here[:, unit], room)
            lost[:, unit] = here[:, unit] - kept
            room = room - kept
        kept = np.minimum(here[:, infantry], ships + room)
        lost[:, infantry] = here[:, infantry] - kept
        state.units[rows, enemy, zone] -= lost
        state.ledger.lost[rows, enemy] += lost


def _homeless(state: State, zone: int, rows: Ints, enemies: list[int]) -> None:
    """Land fighters whose carriers have sunk one space away, or lose them (AA-53).

    On land first, then on carriers of their side with room.
    """
    layout = state.layout
    fighters = layout.of_role("fighter")
    decks = _decks(state, zone, rows, enemies)
    for enemy in enemies:
        friendly = state.friendly(enemy)[rows]
        for unit in fighters:
            here = state.units[rows, enemy, zone, unit]
            stay = np.minimum(here, decks)
            decks = decks - stay
            away = here - stay
            state.units[rows, enemy, zone, unit] = stay
            for shore in layout.near[zone]:
                landing = np.where(friendly[:, shore], away, 0)
                state.units[rows, enemy, shore, unit] += landing
                away = away - landing
            for other in layout.coast[zone]:
                landing = np.minimum(away, _free_decks(state, other, rows, enemies))
                state.units[rows, enemy, other, unit] += landing
                away = away - landing
            state.ledger.lost[rows, enemy, unit] += away


def _decks(state: State, zone: int, rows: Ints, powers: list[int]) -> Ints:
    """Return the fighters that a side's carriers in a zone can hold."""
    here = state.units[:, powers, zone][rows]
    decks: Ints = here[..., state.layout.of_role(CARRIER)].sum(axis=(1, 2)) * DECK
    return decks


def _free_decks(state: State, zone: int, rows: Ints, powers: list[int]) -> Ints:
    """Return the fighters more that a side's carriers in a zone can hold."""
    here = state.units[:, powers, zone][rows]
    aboard = here[..., state.layout.of_role("fighter")].sum(axis=(1, 2))
    return np.maximum(0, _decks(state, zone, rows, powers) - aboard)
