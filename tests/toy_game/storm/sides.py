"""The sides of a battle for the bridge: read, changed, and what is left of them."""

from combat.battle import Battle
from combat.changes import Addition, Change
from combat.errors import IllegalBattleError, NotationError, OptionError, WargameError
from combat.force import Force
from combat.notation import Vocabulary, shown
from combat.sequels import Remains
from combat.taps import ForceTaps, Tap

FOOT = Vocabulary(("foot",), {"men": "foot", "man": "foot", "soldier": "foot"})


def parse_side(text, side, settings):
    """Read a side, such as '3 foot'."""
    force = Force.parse(text, FOOT)
    if not force:
        raise NotationError(f"the {side} has nobody: {shown(text)}; write '3 foot'", given=text)
    return force


def parse_back(text, settings):
    """Read the setting `back`."""
    if not text.isdecimal():
        raise OptionError(
            f"back={shown(text)} is not possible; it is a whole number from 0, such as 2",
            given=text,
            allowed=("0 and more",),
        )
    return int(text)


def check(battle):
    """Refuse an attacker who would fall back before he has begun."""
    if battle["back"] >= battle.attacker.total:
        raise IllegalBattleError(
            f"{battle.attacker} that fall back at {battle['back']} never attack (ST-03):"
            " write a smaller back, or more foot",
            rule="ST-03",
            given=str(battle["back"]),
        )


def neighbours(battle):
    """Yield what could flip the verdict: a man more or less."""
    for side in ("attacker", "defender"):
        for step in (1, -1):
            yield Change(side, "foot", step, 1.0)


def variations(battle):
    """Yield every single change, for 'what matters': of men, and of where to fall back."""
    yield from neighbours(battle)
    for back in range(battle.attacker.total):
        if back != battle["back"]:
            yield Change("attacker", "back", 0, 0.0, str(back))


def with_men(battle, side, men):
    """Return the battle in which a side has these men, or None if it cannot be fought."""
    both = {"attacker": battle.attacker, "defender": battle.defender, side: men}
    try:
        return battle.with_sides(**both) if men else None
    except WargameError:
        return None


def after_change(battle, change, times):
    """Return the changed battle, or None if it cannot be fought."""
    try:
        if change.step == 0:
            return battle.with_options(**{change.what: change.value})
        men = getattr(battle, change.side).changed(change.what, change.step * times)
    except WargameError:
        return None
    return with_men(battle, change.side, men)


def varied(battle, side, what, number):
    """Return the battle in which a side has so many men, or None if it cannot be fought."""
    if what != "foot":
        raise OptionError(
            f"{side}.{what} is no number of a side; write {side}.foot",
            given=what,
            allowed=("foot",),
        )
    return with_men(battle, side, Force.of({"foot": number}))


def additions(battle, side):
    """Return what a side can be given, and what it costs."""
    return (Addition("foot", 1.0),)


def units(side, force, settings):
    """Return what a touch on the page changes about a side."""
    return (Tap("foot", "foot", 0),)


TAPS = ForceTaps(lambda settings: FOOT, units)


def men_left(outcomes, row):
    """Return the men of both sides in a final state."""
    return [Force.of({"foot": int(count)}) for count in outcomes.states[row]]


def left(outcomes, row, side, group, next_side):
    """Return what a battle leaves of a side for the next one; None if nobody."""
    men = men_left(outcomes, row)[side == "defender"]
    return Remains(men) if men else None


def joined(men, more, settings):
    """Return men and more of them, who come to help."""
    return Force.of({"foot": men.total + Force.parse(more, FOOT).total})


def counter_attack(outcomes, row, text):
    """Return the enemy's attack on those who have taken the bridge, or None."""
    attacker, defender = men_left(outcomes, row)
    if defender:
        return None
    return Battle(outcomes.battle.game, parse_side(text, "attacker", {}), attacker, {})
