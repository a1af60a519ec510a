"""Landings from a zone that has to be fought for first (AA-20, AA-23)."""

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.axis_allies.rounds.fights import CLEARED, NEVER, TAKEN, Fights, groups
from combat.axis_allies.rounds.layout import TRANSPORT
from combat.axis_allies.rounds.offers import (
    BY_AIR,
    BY_LAND,
    BY_LANDING,
    BY_SEA,
    NOWHERE,
    Muster,
)
from combat.axis_allies.rounds.sent import Part, Sent
from combat.axis_allies.rounds.state import State
from combat.errors import within


def contested_zones(muster: Muster, target: int, rows: Ints, only: int = NOWHERE) -> Ints:
    """Return the zone that is fought for next to a target, `NOWHERE` for none, shape (rows,).

    One that troops land from already is none: they all go to one territory. ``only``: a zone
    that is looked at alone.
    """
    layout = muster.state.layout
    first = len(layout.territories)
    found = np.full(len(rows), NOWHERE)
    for zone in reversed(layout.coast[target]) if only == NOWHERE else (only,):
        hostile = muster.waters.hostile[rows, zone - first]
        found[hostile & muster.fought[rows, zone] & ~muster.landing[rows, zone]] = zone
    return found


def cleared(
    muster: Muster, sent: Sent, fights: Fights, where: tuple[Ints, Ints], retreat: str
) -> Floats:
    """Return the chance that the battle for a zone clears it, as it stands, shape (rows,).

    ``where``: rows, and the zone of each.
    """
    rows, zones = where
    layout = muster.state.layout
    found = np.zeros(len(rows))
    for zone in np.unique(zones):
        there = zones == zone
        shape = len(muster.free), len(layout.units)
        mine = sent.force(int(zone), *shape, BY_SEA, BY_AIR)[rows[there]]
        mine[:, layout.of_role(TRANSPORT)] += 1  # one at least comes with the troops
        theirs = muster.enemy[rows[there], zone].astype(np.int64)
        theirs[:, layout.land + layout.guns] = 0
        found[there] = _chances(fights, mine, theirs, CLEARED, (retreat, 0))
    return found


def planned(
    state: State, power: int, sent: Sent, fights: Fights, retreat: str
) -> dict[int, Floats]:
    """Return the chance of each landing behind a battle at sea, both won, shape (trials,)."""
    layout, found = state.layout, {}
    for target, some in sent.behind.items():
        chance = np.zeros(len(state))
        rows = np.concatenate([part for part, _ in some])
        shape = len(state), len(layout.units)
        mine = sent.force(target, *shape, BY_LAND, BY_LANDING, BY_AIR)[rows]
        theirs = state.units[:, layout.enemies(power), target][rows].sum(axis=1, dtype=np.int64)
        income = int(layout.income[target])
        land = np.zeros(len(rows))
        landed = sent.force(target, *shape, BY_LANDING)[rows].any(axis=1)
        for some_land, way in ((landed, NEVER), (~landed, retreat)):  # AA-22
            if some_land.any():
                battles = mine[some_land], theirs[some_land]
                with within(f"{layout.powers[power]} attacks {layout.areas[target]}"):
                    land[some_land] = _chances(fights, *battles, TAKEN, (way, income))
        chance[rows] = land * sent.sea_chance(target, len(state))[rows]
        found[target] = chance
    return found


def _chances(fights: Fights, mine: Ints, theirs: Ints, code: int, how: tuple[str, int]) -> Floats:
    first, number = groups(np.hstack([mine, theirs]))
    none = (0,) * mine.shape[1]
    found = []
    for a, d in zip(mine[first].tolist(), theirs[first].tolist(), strict=True):
        fought = any(d)
        found += [fights.ends(tuple(a), tuple(d), none, none, *how).chance(code) if fought else 1.0]
    return np.array(found)[number]


def bring_ashore(
    state: State, power: int, sent: Sent, zone: int, after: tuple[Ints, Bools, Ints, Ints]
) -> None:
    """See what is left of the troops behind a battle at sea, and whether they land.

    Troops go down with their ships, infantry first (AA-14, AA-23); where the zone is not cleared
    the others stay aboard.

    Parameters
    ----------
    after : (int array, bool array, int array, int array), shapes (rows,), …, (rows, units), (rows,)
        Trials, whether the zone is cleared, attackers left, and where they are now.
    """
    rows, won, left, place = after
    layout = state.layout
    ships = np.full(len(state), NOWHERE)
    ships[rows] = left[:, layout.of_role(TRANSPORT)].sum(axis=1)
    lands, where = np.zeros(len(state), dtype=bool), np.full(len(state), NOWHERE)
    lands[rows], where[rows] = won, place
    infantry = layout.unit("inf")
    heavy = np.maximum(0, ships)
    light = heavy.copy()
    for target in sent.behind:
        landing = [part for part in sent.parts[target] if part.way == BY_LANDING]
        for part in sorted(landing, key=lambda one: one.unit == infantry):
            here = (part.by == zone) & (ships[part.rows] >= 0)
            trials, number = part.rows[here], part.number[here]
            room = heavy[trials] + (light[trials] if part.unit == infantry else 0)
            kept = np.minimum(number, room)
            if part.unit == infantry:  # into the places of infantry first
                first = np.minimum(kept, light[trials])
                light[trials] -= first
                heavy[trials] -= kept - first
            else:
                heavy[trials] -= kept
            state.ledger.lost[trials, power, part.unit] += number - kept
            _land_or_stay(state, power, part, here, kept, (lands, where))
        behind = np.concatenate([some for some, _ in sent.behind[target]])
        failed = behind[(ships[behind] >= 0) & ~lands[behind]]
        sent.failed.setdefault(target, []).append(failed)


def _land_or_stay(
    state: State,
    power: int,
    part: Part,
    here: Bools,
    kept: Ints,
    how: tuple[Bools, Ints],
) -> None:
    """Let troops go on to their target, or put them aboard where their ships are."""
    lands, where = how
    trials = part.rows[here]
    part.number[here] = np.where(lands[trials], kept, 0)
    stay = ~lands[trials]
    there, number = trials[stay], kept[stay].astype(state.units.dtype)
    state.units[there, power, where[there], part.unit] += number
