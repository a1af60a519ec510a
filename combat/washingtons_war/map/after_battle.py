"""Where everybody stands after a battle: what a later activation of a card finds (WW-11, WW-22)."""

from collections.abc import Mapping
from dataclasses import replace

from combat.battle import Battle
from combat.washingtons_war.fates import Fates
from combat.washingtons_war.generals import AMERICAN, BRITISH, General
from combat.washingtons_war.map.position import EMPTY, Position, Units
from combat.washingtons_war.map.retreats import defender_retreats

Side = tuple[str, str, General | None]  # role, player, who leads


def position_after(
    position: Position, battle: Battle, fates: Fates, leaders: Mapping[str, General | None]
) -> Position:
    """Return the position after one final state of a battle on the map.

    Who wins stands in the space; a beaten attacker is back where he came from, beaten defenders and
    an army that retreated before battle in the first space that is open to them, by land if there
    is one.

    Parameters
    ----------
    position : Position
        Before the battle.
    battle : Battle
    fates : Fates
        Of one final state.
    leaders : mapping of str to General or None
        Who leads each side.
    """
    space, origin = battle["space"], battle["origin"]
    attacker = BRITISH if battle.attacker.is_british else AMERICAN
    defender = AMERICAN if battle.attacker.is_british else BRITISH
    refuge = _refuge(position, space, origin, defender)
    after = _less(position, origin, attacker, battle.attacker.cu, leaders["attacker"])
    after = _without_armies(after, battle, fates)
    after = _emptied(after, space, defender)
    beaten = fates.here["won"][0] == 2
    stands, mine = fates.attacker, origin if beaten else space
    after = _more(after, mine, attacker, int(stands.left[0]), _there(fates, "attacker", leaders))
    theirs, cu = fates.defender, int(fates.defender.left[0])
    general = _there(fates, "defender", leaders)
    if beaten:
        away = int(fates.here.evaded[0])
        after = _more(after, space, defender, cu - away, None if theirs.away[0] else general)
        if away and refuge:
            after = _more(after, refuge, defender, away, general)
    elif refuge:
        after = _more(after, refuge, defender, cu, general)
    return after


def _refuge(position: Position, space: str, origin: str, defender: str) -> str:
    """Return the first space that beaten defenders may go to, empty if there is none."""
    found = defender_retreats(position, space, defender, origin)
    return next(iter((*found.land, *found.sea)), "")


def _there(fates: Fates, side: str, leaders: Mapping[str, General | None]) -> General | None:
    """Return who leads a side, if he is still there."""
    fate = fates.side(side)
    gone = fate.captured[0] or fate.removed[0] or not fate.led[0]
    return None if gone else leaders[side]


def _without_armies(position: Position, battle: Battle, fates: Fates) -> Position:
    """Take the army that has intercepted from where it stood."""
    army = int(fates.here["army"][0])
    if not army:
        return position
    joined = battle["intercept"][army - 1]
    where = [s for s, units in position.units.items() if units.general == joined.general.name]
    if not where:
        return position
    return _less(position, where[0], AMERICAN, joined.joining, joined.general)


def _set(position: Position, space: str, units: Units) -> Position:
    there = {**position.units, space: units}
    return replace(position, units={s: u for s, u in there.items() if u != EMPTY})


def _emptied(position: Position, space: str, side: str) -> Position:
    """Take all of a side from a space."""
    units = position.at(space)
    general = "" if position.general(space, side) else units.general
    if side == BRITISH:
        return _set(position, space, replace(units, british=0, general=general))
    return _set(position, space, replace(units, american=0, french=0, general=general))


def _less(position: Position, space: str, side: str, cu: int, general: General | None) -> Position:
    """Take CUs and a general from a space; no more than are there."""
    units = position.at(space)
    name = "" if general is not None and units.general == general.name else units.general
    if side == BRITISH:
        return _set(
            position, space, replace(units, british=max(0, units.british - cu), general=name)
        )
    own = min(cu, units.american)
    french = max(0, units.french - (cu - own))
    return _set(
        position, space, replace(units, american=units.american - own, french=french, general=name)
    )


def _more(position: Position, space: str, side: str, cu: int, general: General | None) -> Position:
    """Put CUs and a general into a space; he takes the place of one who is there."""
    if not cu and general is None:
        return position
    units = position.at(space)
    name = units.general
    if general is not None and _known(general.name):
        name = general.name
    if side == BRITISH:
        return _set(position, space, replace(units, british=units.british + cu, general=name))
    return _set(position, space, replace(units, american=units.american + cu, general=name))


def _known(name: str) -> bool:
    """Whether the map can name him."""
    from combat.washingtons_war.map.position import nation_of

    return bool(nation_of(name))
