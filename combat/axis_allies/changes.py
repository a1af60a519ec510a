"""What either side could change by one unit or one setting, to see what flips a verdict."""

from collections.abc import Iterator
from dataclasses import replace

from combat.attrition.loss_order import LossOrder
from combat.attrition.retreat import Retreat
from combat.axis_allies import raid_battle
from combat.axis_allies.cargo import DECK
from combat.axis_allies.losses import at_sea, free_sides, loss_order
from combat.axis_allies.raid_rules import is_raid
from combat.axis_allies.settings import table_of, values_of
from combat.axis_allies.units import WHOLE
from combat.battle import Battle
from combat.changes import Change
from combat.errors import WargameError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER


def neighbours(battle: Battle) -> Iterator[Change]:
    """Yield the changes by one unit that either side could make."""
    table = table_of(battle.settings)
    values = values_of(battle.settings)
    retreat: Retreat = battle["retreat"]
    if not retreat.best and battle["rounds"] is None:
        yield Change(ATTACKER, "retreat", 0, 0.0, "best")
    submarines = any(battle.defender[n] for n in table.of_role("submarine"))
    if at_sea(battle) and submarines and battle["defender_submerge"] == "never":
        yield Change(DEFENDER, "defender_submerge", 0, 0.0, "always")
    kept = _keeping_land(battle)
    if kept:
        yield Change(ATTACKER, "losses", 0, 0.0, kept)
    yield from raid_battle.interceptor_changes(battle)
    for side, force in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        domains = ("land", "air") if side == ATTACKER else ("land", "air", "gun", "casualty gun")
        if at_sea(battle):
            domains = ("sea", "air")
        raiding = raid_battle.units_of(battle, side) if is_raid(battle) else None
        for name in raiding or [n for n in table.of_domain(*domains) if n not in WHOLE]:
            # a second gun adds nothing where each aircraft is shot at once (AA-03)
            idle = table[name].is_gun and force[name] and table.aa_dice == "each aircraft"
            changes = [] if idle else [Change(side, name, 1, values[name])]
            if force[name]:
                changes.append(Change(side, name, -1, values[name]))
            for change in changes:
                if not at_sea(battle) or changed(battle, change, 1) is not None:
                    yield change


def changed(battle: Battle, change: Change, times: int) -> Battle | None:
    """Return the battle after a change made so many times, or None if that cannot be."""
    table = table_of(battle.settings)
    try:
        if change.step == 0:
            return battle.with_options(**{change.what: change.value})
        sides = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
        force = sides[change.side].changed(change.what, change.step * times, order=table.names)
        sides[change.side] = force
        landing = battle["landing"]
        if landing and change.side == ATTACKER:  # who is not there does not land
            fewer = _landing_of(battle, force)
            return replace(
                battle,
                attacker=force,
                settings=dict(battle.settings) | {"landing": fewer},
            )
        found = battle.with_sides(sides[ATTACKER], sides[DEFENDER])
        return found if change.side == ATTACKER or _decked(found, battle) else None
    except WargameError:
        return None


def _landing_of(battle: Battle, force: Force) -> Force:
    """Who lands of a changed force: all land units if all did before, else at most as many."""
    land = table_of(battle.settings).of_domain("land")
    landing: Force = battle["landing"]
    if all(landing[name] == n for name, n in battle.attacker if name in land):
        return Force.of({name: n for name, n in force if name in land})
    return Force.of({name: min(n, force[name]) for name, n in landing})


def _decked(battle: Battle, before: Battle) -> bool:
    """Whether a defending fleet has a deck for its aircraft, as far as it had before (AA-53)."""

    def deckless(asked: Battle) -> int:
        table = table_of(asked.settings)
        decks = DECK * sum(n for ship, n in asked.defender if table[ship].role == "carrier")
        fighters = sum(n for name, n in asked.defender if table[name].role == "fighter")
        others = sum(n for name, n in asked.defender if table[name].domain == "air") - fighters
        return max(0, fighters - decks) + others

    return not at_sea(before) or deckless(battle) <= deckless(before)


def _keeping_land(battle: Battle) -> str | None:
    """Return the attacker's order of losses with a land unit kept, if that is not so already."""
    table = table_of(battle.settings)
    if free_sides(battle)[0]:
        return None
    order = loss_order(battle, ATTACKER)
    domains = {table[name].domain for name, _ in battle.attacker}
    if order.keep or not {"land", "air"} <= domains:
        return None
    return str(LossOrder(tuple(n for n in order.order if battle.attacker[n]), ((1, "land"),)))
