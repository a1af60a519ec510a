"""Every single change of a battle: colours, who is hit, who withdraws, events, plausible dice."""

from collections.abc import Iterator

from combat.battle import Battle
from combat.changes import Change, other_values
from combat.force import Force
from combat.game import ATTACKER, DEFENDER, NEITHER
from combat.rebellion_1775.camps import has_way_out, names_of
from combat.rebellion_1775.colours import NAMES, OF_SIDE, dice_of
from combat.rebellion_1775.policies import (
    ALWAYS,
    AT,
    BEST,
    KEEP_BEST,
    KEEP_DICE,
    KEEP_OWN,
    NEVER,
    OUTNUMBERED,
    SAVE_LAST,
)
from combat.rebellion_1775.settings import ROLES

UNIT = 1.0  # what one more is worth, in units
MOST_TURNED = 45
LOYALIST = "loyalist"


def variations(battle: Battle) -> Iterator[Change]:
    """Yield every single change that makes sense of a battle."""
    sides = ((ATTACKER, battle.attacker), (DEFENDER, battle.defender))
    for (side, force), owner in zip(sides, names_of(battle), strict=True):
        yield from _units(side, force, owner)
        yield from _policies(battle, side, force)
    yield from _events(battle)
    yield from _dice(battle)


def _units(side: str, force: Force, owner: str) -> Iterator[Change]:
    """Yield one unit more and one fewer of each colour of a side, natives among them."""
    for name in OF_SIDE[owner]:
        yield Change(side, name, 1, UNIT)
        if force[name]:
            yield Change(side, name, -1, UNIT)


def _policies(battle: Battle, side: str, force: Force) -> Iterator[Change]:
    """Yield other ways to choose who is hit, if there is a choice, and who withdraws."""
    prefix = "" if side == ATTACKER else "defender_"
    colours = [name for name, _ in force]
    if len(colours) > 1:
        own = (f"{KEEP_OWN} {name}" for name in colours)
        losses = (KEEP_DICE, KEEP_BEST, *own, BEST)
        yield from other_values(battle, side, f"{prefix}losses", losses)
    if has_way_out(battle, side):
        at = (f"{AT} {n}" for n in dict.fromkeys((2, force.total // 2)) if n > 1)
        withdrawals = (NEVER, ALWAYS, OUTNUMBERED, SAVE_LAST, *at, BEST)
        yield from other_values(battle, side, f"{prefix}withdraw", withdrawals)


def _events(battle: Battle) -> Iterator[Change]:
    """Yield the events of a battle, and the ruling on late decisions where somebody decides."""
    yield from other_values(battle, NEITHER, "volley", ROLES)
    loyalists = battle.attacker[LOYALIST] + battle.defender[LOYALIST]
    turned = battle["turned"]
    if loyalists:
        numbers = (turned + 1, turned - 1, 0) if turned else (loyalists,)
        possible = (str(n) for n in numbers if 0 <= n <= MOST_TURNED)
        yield from other_values(battle, NEITHER, "turned", possible)
    if any(battle[key].kind != NEVER for key in ("withdraw", "defender_withdraw")):
        yield from other_values(battle, NEITHER, "late", ("no", "yes"))


def _dice(battle: Battle) -> Iterator[Change]:
    """Yield the other plausible dice of each colour there whose dice are not verified."""
    dice = dice_of(battle.settings)
    for name in NAMES:
        if (battle.attacker[name] or battle.defender[name]) and not dice[name].verified:
            others = ("/".join(map(str, faces)) for faces in dice[name].plausible)
            for change in other_values(battle, NEITHER, f"faces.{name}", others):
                if change.value != "/".join(map(str, dice[name].faces)):
                    yield change
    yield from other_values(battle, NEITHER, "dice", ("",))
