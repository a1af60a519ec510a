"""What a side can be given or loses by a tap."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from combat.game import ATTACKER
from combat.taps import NOBODY, Tap, chosen, counted, found_tap
from combat.washingtons_war.generals import (
    AMERICAN,
    BRITISH,
    NATIONS,
    RATINGS,
    Roster,
    roster_of,
)
from combat.washingtons_war.troops import (
    CARDS,
    CUT_OFF,
    MODIFIERS,
    MOST_CU,
    MOST_MOVED,
    Troops,
)
from combat.washingtons_war.troops_text import parse_side

NATION, CU, GENERAL, CARD = "side", "cu", "general", "card"
MAY = "may "
WORDS = {"navy": "royal navy", "winter": "winter offensive"}


class TroopsTaps:
    """The combat units, the general, the modifiers and the cards of a side."""

    def offered(self, text: str, side: str, settings: Mapping[str, Any]) -> tuple[Tap, ...]:
        """Return what can be tapped, most used first."""
        troops = _troops(text, side, settings)
        most = MOST_MOVED if side == ATTACKER else MOST_CU
        return (
            Tap(CU, "combat units", troops.cu, max(most, troops.cu), least=troops.french),
            Tap(NATION, "whose side", troops.nation, choices=NATIONS),
            _general_tap(troops, roster_of(settings)),
            Tap(CARD, "card played", troops.card, choices=CARDS),
            *(Tap(one, WORDS.get(one, one), int(one in troops.modifiers), 1) for one in MODIFIERS),
            *(Tap(MAY + one, MAY + one, int(one in troops.held), 1) for one in CARDS[1:]),
            Tap(CUT_OFF, "nowhere to retreat", int(troops.cut_off), 1),
        )

    def tapped(
        self, text: str, side: str, *, what: str, value: int | str, settings: Mapping[str, Any]
    ) -> str:
        """Return the side with that put in, taken out or chosen."""
        troops = _troops(text, side, settings)
        tap = found_tap(self.offered(text, side, settings), what)
        if tap.kind == "choice":
            return _choose(troops, side, what, chosen(tap, value), settings)
        there = counted(tap, value)
        if what == CU:
            troops = replace(troops, cu=there)
        elif what in MODIFIERS:
            troops = replace(troops, modifiers=_put(troops.modifiers, what, there, MODIFIERS))
        elif what == CUT_OFF:
            troops = replace(troops, cut_off=bool(there))
        else:
            held = _put(troops.held, what.removeprefix(MAY), there, CARDS)
            troops = replace(troops, held=held)
        return _text(troops)


def _troops(text: str, side: str, settings: Mapping[str, Any]) -> Troops:
    """Read a side; nobody yet is the British attacker, or the American defender."""
    if text.strip().lower() in NOBODY:
        return Troops(BRITISH if side == ATTACKER else AMERICAN)
    troops: Troops = parse_side(text, side, settings)
    return troops


def _text(troops: Troops) -> str:
    return str(troops) if troops else f"{troops.nation}, 0 cu"


def _general_tap(troops: Troops, roster: Roster) -> Tap:
    """Return the choice of a general: those whose ratings are known, and any ratings."""
    own = BRITISH if troops.is_british else AMERICAN
    known = [one.name for one in roster.generals.values() if one.side == own and not one.missing]
    now = str(troops.general) if troops.general else ""
    ratings = product(*(range(low, high + 1) for low, high in _ratings()))
    rated = [f"gen {battle}/{agility}" for battle, agility in ratings]
    choices = dict.fromkeys(["", *known, *rated, now])
    return Tap(GENERAL, "general (battle/agility)", now, choices=tuple(choices))


def _ratings() -> tuple[tuple[int, int], ...]:
    return tuple(RATINGS[key] for key in ("battle", "agility"))


def _choose(troops: Troops, side: str, what: str, value: str, settings: Mapping[str, Any]) -> str:
    """Return the side with another general, card or nation; a nation's own general stays there."""
    if what == CARD:
        return _text(replace(troops, card=value))
    if what == NATION:
        return _text(replace(troops, nation=value, general=None, french=0))
    bare = replace(troops, general=None)
    if not value:
        return _text(bare)
    general = parse_side(f"{troops.nation}, 1 cu, {value}", side, settings).general
    return _text(replace(bare, general=general))


def _put(words: tuple[str, ...], word: str, there: int, order: tuple[str, ...]) -> tuple[str, ...]:
    kept = {*words, word} if there else {*words} - {word}
    return tuple(one for one in order if one in kept)


TAPS = TroopsTaps()
