"""Every single change of a battle: units, orders of loss, retreats, settings, editions, dice."""

from collections.abc import Iterator

from combat.attrition.loss_order import LossOrder
from combat.axis_allies import raid_battle
from combat.axis_allies.losses import at_sea, default_order, loss_order
from combat.axis_allies.raid_rules import FIGHTER, damage_limit, is_raid
from combat.axis_allies.raid_settings import ALL, BEST
from combat.axis_allies.settings import CHOOSERS, DICE, FIGHTING, SUBMERGING, table_of, values_of
from combat.axis_allies.units import EDITIONS, WHOLE
from combat.battle import Battle
from combat.changes import Change, other_values
from combat.errors import WargameError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER, NEITHER

LOSSES = {ATTACKER: "losses", DEFENDER: "defender_losses"}
SUBMERGE = {ATTACKER: "attacker_submerge", DEFENDER: "defender_submerge"}
CARGO = {ATTACKER: "cargo", DEFENDER: "defender_cargo"}
ROUNDS_TRIED = (1, 2, 3)  # after which the attacker might leave


def variations(battle: Battle) -> Iterator[Change]:
    """Yield every single change that makes sense of a battle."""
    yield from _units(battle)
    if is_raid(battle):
        yield from _of_raid(battle)
    else:
        yield from _retreats(battle)
        yield from _landing(battle)
        yield from other_values(battle, DEFENDER, "choose_losses", CHOOSERS)
        if at_sea(battle):
            yield from _of_sea(battle)
        yield from other_values(battle, NEITHER, "dice", DICE)
    for side in (ATTACKER, DEFENDER):
        if not is_raid(battle) or side == ATTACKER:
            yield from _losses(battle, side)
    yield from other_values(battle, NEITHER, "edition", EDITIONS)
    yield from other_values(battle, NEITHER, "units", ("",))


def _units(battle: Battle) -> Iterator[Change]:
    """Yield one unit more and one fewer of each type that a side can have there."""
    values = values_of(battle.settings)
    for side, force in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        for name in _names(battle, side):
            value = values[name]
            if name not in WHOLE or force[name] or force[WHOLE[name]]:
                yield Change(side, name, 1, value)
            if force[name]:
                yield Change(side, name, -1, value)


def _names(battle: Battle, side: str) -> tuple[str, ...]:
    table = table_of(battle.settings)
    if is_raid(battle):
        return raid_battle.units_of(battle, side)
    if at_sea(battle):
        return table.of_domain("sea", "air")
    guns = ("gun", "casualty gun") if side == DEFENDER else ()
    return table.of_domain("land", "air", *guns)


def _losses(battle: Battle, side: str) -> Iterator[Change]:
    """Yield other orders of loss: the usual, the cheapest first, the best, a land unit kept.

    An order that comes to the one there is for the types that are there is none.
    """
    key = LOSSES[side]
    force = battle.attacker if side == ATTACKER else battle.defender
    if len(force.units) < 2:
        return
    seen = [_order(battle, side)]
    texts = ["default", "cheapest", "best", *_kept(battle, side, force)]
    for change in other_values(battle, side, key, texts):
        try:
            found = _order(battle.with_options(**{key: change.value}), side)
        except WargameError:  # such as 'best' where it is not solved for
            continue
        if found not in seen:
            seen.append(found)
            yield change


def _order(battle: Battle, side: str) -> tuple[object, ...]:
    """Return in which order the types that are there are lost, and what is kept."""
    chosen = battle[LOSSES[side]]
    if chosen == "best":
        return (chosen,)
    force = battle.attacker if side == ATTACKER else battle.defender
    whole = loss_order(battle, side)
    there = tuple(name for name in whole.order if force[name])
    return there, whole.keep, whole.while_there


def _kept(battle: Battle, side: str, force: Force) -> Iterator[str]:
    """Yield the usual order with a land unit kept to the last, where that says anything."""
    table = table_of(battle.settings)
    domains = {table[name].domain for name, _ in force}
    if {"land", "air"} <= domains and not at_sea(battle):
        names = tuple(name for name in default_order(battle, side) if force[name])
        yield str(LossOrder(names, ((1, "land"),)))


def _retreats(battle: Battle) -> Iterator[Change]:
    """Yield other policies of retreat, and other limits of rounds."""
    total = battle.attacker.total
    at = dict.fromkeys(f"at {n}" for n in (total // 4, total // 2) if n)
    after = (f"after {n}" for n in ROUNDS_TRIED)
    table = table_of(battle.settings)
    flying = sum(n for name, n in battle.attacker if table[name].domain == "air")
    with_others = ("air-only",) if 0 < flying < total else ()
    policies = ("never", "best", *with_others, *after, *at)
    yield from other_values(battle, ATTACKER, "retreat", policies)
    if battle["rounds"] is not None:
        nearby = (str(battle["rounds"] + step) for step in (1, -1))
        yield from other_values(battle, NEITHER, "rounds", nearby)


def _landing(battle: Battle) -> Iterator[Change]:
    """Yield one unit more and one fewer of each type that lands, and of each ship that fires."""
    if not battle["landing"]:
        return
    table = table_of(battle.settings)
    ships = tuple(name for name in table.of_role("bombards") if name not in WHOLE)
    for key, names in (("landing", table.of_domain("land")), ("bombard", ships)):
        force: Force = battle[key]
        for name in names:
            for step in (1, -1):
                if force[name] + step >= 0:
                    other = force.changed(name, step, order=table.names)
                    yield from other_values(battle, ATTACKER, key, (str(other) or "none",))


def _of_sea(battle: Battle) -> Iterator[Change]:
    """Yield what submarines, fighters without a deck, cargo and the attacker's will can change."""
    table = table_of(battle.settings)
    forces = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
    for side, force in forces.items():
        if any(force[name] for name in table.of_role("submarine")):
            yield from other_values(battle, side, SUBMERGE[side], SUBMERGING)
        yield from other_values(battle, side, CARGO[side], ("none",))
    if all(name in table.harmless for name, _ in battle.defender):
        yield from other_values(battle, ATTACKER, "fight", FIGHTING)
    places = battle["landing_places"]
    if any(force[name] for force in forces.values() for name in table.of_role("fighter")):
        nearby = ("0",) if places is None else (str(places + 1), str(max(0, places - 1)))
        yield from other_values(battle, NEITHER, "landing_places", nearby)


def _of_raid(battle: Battle) -> Iterator[Change]:
    """Yield what a raid's settings can change: interceptors, escorts, the complex."""
    fighters, risen = battle.defender[FIGHTER], battle["interceptors"]
    if fighters:
        every = () if risen == fighters else (ALL,)  # all of three are three
        numbers = (*every, BEST, *map(str, range(fighters)))
        yield from other_values(battle, DEFENDER, "interceptors", numbers)
    yield from other_values(battle, NEITHER, "escorts", ("yes", "no"))
    damage, income = battle["damage"], battle["raid"]
    damages = (str(n) for n in (damage + 1, damage - 1) if 0 <= n <= damage_limit(battle))
    yield from other_values(battle, NEITHER, "damage", damages)
    yield from other_values(battle, NEITHER, "raid", (str(income + 1), str(max(1, income - 1))))
