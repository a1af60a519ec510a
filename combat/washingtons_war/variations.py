"""Every single change of a battle: CUs, ratings, modifiers, cards, interception, the alliance."""

from collections.abc import Iterator
from dataclasses import replace

from combat.battle import Battle
from combat.changes import Change, other_values
from combat.game import ATTACKER, DEFENDER, NEITHER
from combat.washingtons_war.changes import (
    AGILITY,
    CARD,
    COSTS,
    CU,
    FRENCH_CU,
    GENERAL,
    MAY,
    MIDDLING,
    RATING,
    rated,
)
from combat.washingtons_war.settings import (
    AFTER,
    ALWAYS,
    BEFORE,
    BEST,
    INTERCEPTOR,
    NEVER,
    PC_WORDS,
    PRESENT,
    Interceptor,
    pc_of,
)
from combat.washingtons_war.settings import RATING as BETTER
from combat.washingtons_war.troops import (
    CARDS,
    CUT_OFF,
    DISCARD,
    MODIFIERS,
    MOST_CU,
    NONE,
    TREASON,
    Troops,
)

MOST_TRACK, MOST_ROLL = 8, 6
LANDED = ("militia", "navy", "regulars")  # as the map has them, if there is one


def variations(battle: Battle) -> Iterator[Change]:
    """Yield every single change that makes sense of a battle."""
    for side, troops in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        if troops:
            yield from _numbers(side, troops)
            yield from _words(battle, side, troops)
            yield from _cards(side, troops)
    yield from _before_battle(battle)
    yield from _interceptions(battle)
    yield from _around(battle)


def _both(side: str, what: str, cost: float) -> Iterator[Change]:
    """Yield one more of something and one fewer."""
    yield Change(side, what, 1, cost)
    yield Change(side, what, -1, cost)


def _numbers(side: str, troops: Troops) -> Iterator[Change]:
    """Yield CUs, ratings of the general and anything else by one more and one fewer."""
    yield from _both(side, CU, COSTS[CU])
    if troops.is_american and troops.french:
        yield from _both(side, FRENCH_CU, COSTS[CU])
    if troops.general is not None:
        yield from _both(side, RATING, COSTS[RATING])
        yield from _both(side, AGILITY, COSTS[RATING])
    if side == DEFENDER and troops.cu:
        other = NONE if troops.general is not None else str(MIDDLING)
        yield Change(side, GENERAL, 0, COSTS[RATING], other)
    yield from _both(side, "drm", COSTS["drm"])


def _words(battle: Battle, side: str, troops: Troops) -> Iterator[Change]:
    """Yield each modifier put in or taken out; on a map some are as they lie there."""
    by_map = battle["map"] is not None
    for word in MODIFIERS:
        if not (by_map and word in LANDED):
            yield Change(side, word, -1 if word in troops.modifiers else 1, COSTS[word])
    if not by_map:
        yield Change(side, CUT_OFF, -1 if troops.cut_off else 1, COSTS[CUT_OFF])


def _cards(side: str, troops: Troops) -> Iterator[Change]:
    """Yield each card played, given up or exchanged for another, and those held likewise."""
    possible = [card for card in CARDS[1:] if card != TREASON or troops.is_british]
    if troops.held:
        for card in possible:
            yield Change(side, MAY + card, -1 if card in troops.held else 1, COSTS[card])
    elif troops.card == NONE:
        for card in possible:
            yield Change(side, card, 1, COSTS[card])
            yield Change(side, MAY + card, 1, COSTS[card])
    else:
        yield Change(side, troops.card, -1, COSTS[troops.card])
        for card in possible:
            if card != troops.card:
                yield Change(side, CARD, 0, COSTS[DISCARD], card)


def _before_battle(battle: Battle) -> Iterator[Change]:
    """Yield another chance of a retreat before battle, and another will to try it (WW-02)."""
    if battle.defender.is_army and battle.defender.is_american:
        on = battle["evade"]
        near = (on + 1, on - 1) if isinstance(on, int) and on else ()
        rolls = ("no", "yes", *(str(n) for n in near if 1 <= n <= MOST_ROLL))
        yield from other_values(battle, DEFENDER, "evade", rolls)
    if battle["evade"]:
        yield from other_values(battle, DEFENDER, "retreat", (ALWAYS, NEVER, BEST))


def _interceptions(battle: Battle) -> Iterator[Change]:
    """Yield armies more and fewer that may intercept, their numbers, and what they do (WW-01)."""
    armies: tuple[Interceptor, ...] = battle["intercept"]
    texts = [_without(armies, place) for place in range(len(armies))]
    texts += [
        _joined(armies, place, other)
        for place, army in enumerate(armies)
        for other in _others(army)
    ]
    if battle.attacker.is_british:
        texts.append(", ".join(map(str, (*armies, Interceptor(MIDDLING, 3)))))
    yield from other_values(battle, DEFENDER, "intercept", texts)
    if armies:
        yield from other_values(battle, DEFENDER, "tries", (ALWAYS, NEVER, BEST))
        leaders = (BETTER, PRESENT, INTERCEPTOR, BEST)
        if battle.defender.general is not None:
            yield from other_values(battle, DEFENDER, "leader", leaders)


def _without(armies: tuple[Interceptor, ...], place: int) -> str:
    return ", ".join(str(army) for at, army in enumerate(armies) if at != place) or NONE


def _joined(armies: tuple[Interceptor, ...], place: int, other: Interceptor) -> str:
    return ", ".join(str(other if at == place else army) for at, army in enumerate(armies))


def _others(army: Interceptor) -> Iterator[Interceptor]:
    """Yield an army with one CU more or fewer, or one rating of its general so."""
    for step in (1, -1):
        if 1 <= army.cu + step <= MOST_CU:
            yield replace(army, cu=army.cu + step)
        for key in ("battle", "agility"):
            general = rated(army.general, key, step)
            if general is not None:
                yield replace(army, general=general)


def _around(battle: Battle) -> Iterator[Change]:
    """Yield another alliance, another step of its track, another marker, Congress there or not."""
    yield from other_values(battle, NEITHER, "alliance", (BEFORE, AFTER))
    track = battle["track"]
    if track is not None:
        steps = (str(n) for n in (track + 1, track - 1) if 0 <= n <= MOST_TRACK)
        yield from other_values(battle, NEITHER, "track", steps)
    if battle["map"] is None:
        markers = (word for word in PC_WORDS if word != pc_of(battle.settings))
        yield from other_values(battle, NEITHER, "pc", markers)
        yield from other_values(battle, NEITHER, "congress", ("yes", "no"))
