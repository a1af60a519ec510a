"""The changes that 'what flips it' and 'what each modifier is worth' may try."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from combat.battle import Battle
from combat.changes import Change, Modifier
from combat.errors import WargameError
from combat.game import ATTACKER, DEFENDER
from combat.washingtons_war.generals import ARNOLD, RATINGS, General
from combat.washingtons_war.setups import FIXED
from combat.washingtons_war.troops import (
    BATTLE_CARD,
    CARDS,
    CUT_OFF,
    DISCARD,
    MODIFIERS,
    MOST_MOVED,
    NONE,
    TREASON,
    Troops,
)

MIDDLING = General(3, 2)  # for an army that has none
CARD_DRMS = {DISCARD: 1, BATTLE_CARD: 2, TREASON: 2}
CU, RATING, HELD = "cu", "battle rating", "held cards"
AGILITY, FRENCH_CU, GENERAL, CARD = "agility rating", "french cu", "general", "card played"
MAY = "may "  # before a card that is held, to be played or not
COSTS = {  # what one more is worth, in CUs, for the order in which changes are shown
    CU: 1.0,
    DISCARD: 0.4,
    BATTLE_CARD: 0.6,
    TREASON: 0.8,
    RATING: 1.5,
    CUT_OFF: 0.7,
    "militia": 0.9,
    "regulars": 3.0,
    "navy": 3.0,
    "winter": 3.0,
    "intercepted": 3.0,
    "drm": 1.0,
}
RULES = {CU: "WW-07", RATING: "WW-06", DISCARD: "WW-05", BATTLE_CARD: "WW-05", TREASON: "WW-15"}


def neighbours(battle: Battle) -> Iterator[Change]:
    """Yield the changes by one that either side could make or hope for."""
    by_map = battle["map"] is not None  # then militia and ways out are as the map has them
    for side, troops in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        if not troops:
            continue
        yield Change(side, CU, 1, COSTS[CU])
        if troops.cu > 1:
            yield Change(side, CU, -1, COSTS[CU])
        if troops.card == NONE and not troops.held:
            yield Change(side, DISCARD, 1, COSTS[DISCARD])
            if "winter" not in battle.attacker.modifiers:  # not with a battle card (WW-53)
                yield Change(side, BATTLE_CARD, 1, COSTS[BATTLE_CARD])
        elif troops.card != NONE:
            yield Change(side, troops.card, -1, COSTS[troops.card])
        for word in ("militia", "regulars"):
            if word in troops.modifiers and not by_map:
                yield Change(side, word, -1, COSTS[word])
        if troops.cut_off and not by_map:  # a way out helps who is cut off
            yield Change(side, CUT_OFF, -1, COSTS[CUT_OFF])
    if battle["evade"] and battle["retreat"] != "never":
        yield Change(DEFENDER, "retreat", 0, 0.0, "never")


def changed(battle: Battle, change: Change, times: int) -> Battle | None:
    """Return the battle after a change made so many times, or None if that cannot be."""
    try:
        sides = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
        if change.step == 0 and change.what not in (GENERAL, CARD):
            return battle.with_options(**{change.what: change.value})
        troops = _changed(sides[change.side], change, times)
        if troops is None:
            return None
        sides[change.side] = troops or Troops()
        return battle.with_sides(sides[ATTACKER], sides[DEFENDER])
    except WargameError:
        return None


def _changed(troops: Troops, change: Change, times: int) -> Troops | None:
    more = change.step * times
    if change.what == CU:
        cu = troops.cu + more
        return replace(troops, cu=cu) if cu >= max(1, troops.french) else None
    if change.what == FRENCH_CU:
        french = troops.french + more
        return replace(troops, cu=troops.cu + more, french=french) if french >= 0 else None
    if change.what in (RATING, AGILITY):
        general = rated(troops.general, change.what.split()[0], more)
        return None if general is None else replace(troops, general=general)
    if change.what == "drm":
        return replace(troops, drm=troops.drm + more)
    if times > 1:
        return None
    return replace(troops, **_switched(troops, change))


def rated(general: General | None, key: str, more: int) -> General | None:
    """Return a general with one rating changed by so much, or None if it cannot be."""
    low, high = RATINGS[key]
    if general is None or not low <= getattr(general, key) + more <= high:
        return None
    numbers: dict[str, Any] = {key: getattr(general, key) + more}
    return replace(general, known=False, **numbers)


def _switched(troops: Troops, change: Change) -> dict[str, Any]:
    """Return the fields of a word that is put in or taken out."""
    word, there = change.what, change.step > 0
    if word == GENERAL:
        return {"general": None if change.value == NONE else MIDDLING}
    if word == CARD:
        return {"card": change.value}
    if word.startswith(MAY):
        card = {word.removeprefix(MAY)}
        held = set(troops.held) | card if there else set(troops.held) - card
        return {"held": tuple(one for one in CARDS if one in held)}
    if word == HELD:
        return {"held": ()}
    if word == CUT_OFF:
        return {"cut_off": there}
    if word in CARD_DRMS:
        return {"card": word if there else NONE}
    rest = {one for one in troops.modifiers if one != word} | ({word} if there else set())
    return {"modifiers": tuple(one for one in MODIFIERS if one in rest)}


def modifiers(battle: Battle) -> tuple[Modifier, ...]:
    """Return the sum of both sides line by line in the order of the rulebook's table (WW-07).

    Lines that are not there but could be (a card) come with what they would add. Those who may
    join by interception are counted from nothing to the strongest of them.
    """
    sides = ((ATTACKER, battle.attacker), (DEFENDER, battle.defender))
    return tuple(line for side, troops in sides for line in _lines(battle, side, troops))


def _rating(battle: Battle, side: str, troops: Troops) -> Iterator[Modifier]:
    """Yield the rating of who may lead a side, with the CUs that there may be (WW-06)."""
    led = [(troops.general, troops.cu)] if troops.general else []
    if side == DEFENDER:
        for army in battle["intercept"]:
            cu = troops.cu + army.joining
            led += [(army.general, cu)] + ([(troops.general, cu)] if troops.general else [])
    british = {card for t in (battle.attacker, battle.defender) for card in (t.card, *t.held)}
    betrayed = TREASON in british
    led = [one for one in led if not (betrayed and one[0].name == ARNOLD)]
    if not led:
        return
    low = min(min(general.battle // 2, cu) for general, cu in led)
    high = max(min(general.battle, cu) for general, cu in led)
    if side == DEFENDER and battle["intercept"] and not troops.general:
        low = 0
    names = dict.fromkeys(general.name for general, _ in led)
    alone = len(names) == 1 and troops.general is not None
    change = Change(side, RATING, 1, 1.0) if alone else None
    name = f"rating of {' or '.join(names)}"
    yield Modifier(side, name, "WW-06", low, high, change, per="point" if alone else "")


def _lines(battle: Battle, side: str, troops: Troops) -> Iterator[Modifier]:
    if troops.cu:
        step = -1 if side == ATTACKER and troops.cu == MOST_MOVED else 1  # a sixth cannot move
        change = Change(side, CU, step, 1.0)
        yield Modifier(side, "CUs", "WW-07", troops.cu, troops.cu, change, per="CU")
    yield from _rating(battle, side, troops)
    for word, value in FIXED.items():
        if word in troops.modifiers:
            yield Modifier(side, word, "WW-07", value, value, Change(side, word, -1, 1.0))
    if troops.card != NONE:
        value = CARD_DRMS[troops.card]
        without = Change(side, troops.card, -1, 1.0)
        yield Modifier(side, troops.card, RULES[troops.card], value, value, without)
    elif troops.held:
        most = max(CARD_DRMS[card] for card in troops.held)
        name = f"may {' or '.join(troops.held)}"
        yield Modifier(side, name, "WW-05", 0, most, Change(side, HELD, -1, 1.0))
    elif troops or battle["intercept"]:
        winter = "winter" in battle.attacker.modifiers
        for card in (DISCARD,) if winter else (BATTLE_CARD, DISCARD):
            with_it = Change(side, card, 1, 1.0)
            value = CARD_DRMS[card]
            yield Modifier(side, card, RULES[card], value, value, with_it, there=False)
    if troops.drm:
        step = 1 if troops.drm < 0 else -1
        change = Change(side, "drm", step, 1.0)
        yield Modifier(side, "drm", "", troops.drm, troops.drm, change, per="point")
    if side == DEFENDER and battle["intercept"]:
        most = max(army.joining for army in battle["intercept"])
        yield Modifier(side, "CUs of an army that intercepts", "WW-01", 0, most)
        yield Modifier(side, "interception", "WW-07", 0, 1)
