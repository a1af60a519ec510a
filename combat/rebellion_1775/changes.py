"""The changes that 'what flips it' may try, and the plausible dice."""

from collections.abc import Iterator
from itertools import product

from combat.battle import Battle
from combat.changes import Change
from combat.errors import WargameError
from combat.game import ATTACKER, DEFENDER
from combat.rebellion_1775.camps import names_of
from combat.rebellion_1775.colours import NAMES, OF_SIDE, dice_of
from combat.rebellion_1775.policies import BEST, NEVER

MOST_VARIANTS = 36


def neighbours(battle: Battle) -> Iterator[Change]:
    """Yield the changes by one unit that either side could make."""
    for side, owner, force in (
        (ATTACKER, names_of(battle)[0], battle.attacker),
        (DEFENDER, names_of(battle)[1], battle.defender),
    ):
        for name in OF_SIDE[owner]:
            if force[name]:
                yield Change(side, name, 1, 1.0)
                if force.total > 1:
                    yield Change(side, name, -1, 1.0)
        key = "withdraw" if side == ATTACKER else "defender_withdraw"
        if side == ATTACKER and battle[key].kind not in (NEVER, BEST):
            yield Change(side, key, 0, 0.0, NEVER)


def changed(battle: Battle, change: Change, times: int) -> Battle | None:
    """Return the battle after a change made so many times, or None if that cannot be."""
    try:
        if change.step == 0:
            return battle.with_options(**{change.what: change.value})
        sides = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
        force = sides[change.side].changed(change.what, change.step * times, order=NAMES)
        if not force:
            return None
        sides[change.side] = force
        found = battle.with_sides(sides[ATTACKER], sides[DEFENDER])
        return found if names_of(found) == names_of(battle) else None
    except WargameError:
        return None


def varied(battle: Battle, side: str, what: str, number: int) -> Battle | None:
    """Return the battle with so many of a colour on a side, or None if that cannot be."""
    force = battle.attacker if side == ATTACKER else battle.defender
    change = Change(side, what, 1, 1.0)
    step = number - force[what]
    if step == 0:
        return battle
    return changed(battle, Change(side, change.what, 1 if step > 0 else -1, 1.0), abs(step))


def variants(battle: Battle) -> tuple[tuple[str, Battle], ...]:
    """Return the battle under all plausible dice of the colours whose dice are not verified.

    Each with the settings that make it so; nothing if all dice are verified, or there are more than
    `MOST_VARIANTS` combinations.
    """
    dice = dice_of(battle.settings)
    present = [name for name in NAMES if battle.attacker[name] or battle.defender[name]]
    open_ = [dice[name] for name in present if not dice[name].verified]
    if not open_ or len(list(product(*(c.plausible for c in open_)))) > MOST_VARIANTS:
        return ()
    found = []
    for faces in product(*(colour.plausible for colour in open_)):
        pairs = [
            (f"faces.{colour.name}", "/".join(map(str, one)), one != colour.faces)
            for colour, one in zip(open_, faces, strict=True)
        ]
        words = ", ".join(f"{key.removeprefix('faces.')} {text}" for key, text, _ in pairs)
        others = {key: text for key, text, is_other in pairs if is_other}
        found.append((words, battle.with_options(**others)))
    return tuple(found)
