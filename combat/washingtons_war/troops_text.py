"""Reading a side as people type it: 'british, 5 cu, Burgoyne, regulars, discard, cut-off'."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from combat.errors import NotationError, UnknownUnitError
from combat.notation import shown
from combat.washingtons_war.generals import (
    AMERICAN,
    ANONYMOUS,
    BRITISH,
    FRENCH,
    NATIONS,
    RATINGS,
    General,
    Roster,
    roster_of,
)
from combat.washingtons_war.ground import on_ground
from combat.washingtons_war.troops import (
    BATTLE_CARD,
    CARDS,
    CUT_OFF,
    DISCARD,
    MODIFIERS,
    MOST_CU,
    NONE,
    TREASON,
    Troops,
)

MOST_DRM = 20
WORDS = {
    **{word: word for word in MODIFIERS},
    "regular": "regulars",
    "royal navy": "navy",
    "winter offensive": "winter",
    "interception": "intercepted",
    "battle card": BATTLE_CARD,
    "battlecard": BATTLE_CARD,
    "discarded": DISCARD,
    "discard": DISCARD,
    "treason": TREASON,
    "cut off": CUT_OFF,
    "cutoff": CUT_OFF,
    "brits": BRITISH,
    "americans": AMERICAN,
    **{nation: nation for nation in NATIONS},
}
_GAP = re.compile(r"[\s,;&+]+")
_CU = re.compile(
    r"(?:(?P<count>[-−]?[0-9]+(?:\.[0-9]+)?)\s*)?(?:(?P<whose>french|american|british)\s+)?"
    r"(?:cus?|combat\s+units?)\b",
    re.IGNORECASE,
)
_DRM = re.compile(r"drm\s*(?P<number>[-−+]?\s*[0-9]+)\b", re.IGNORECASE)
_GENERAL = re.compile(
    r"(?:gen(?:eral)?\.?\s+)?(?P<name>[^\W\d_]+)\s+(?P<battle>-?[0-9]+)\s*/\s*(?P<agility>-?[0-9]+)(?![\d.])",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PHRASE = re.compile(r"[^,;&+\d]*")  # words up to the next comma, number or sign
_BLANK = re.compile(r"[-\s]+")


def parse_side(text: str, side: str, settings: Mapping[str, Any]) -> Troops:
    """Read a side's troops.

    Raises
    ------
    NotationError
        A text that cannot be read, or says something twice.
    UnknownUnitError
        A word that means nothing.
    OptionError
        A general whose ratings are not known.
    """
    if side == "defender" and text.strip().lower() == NONE:
        return Troops()
    roster = roster_of(settings)
    may_be_empty = settings["map"] is not None  # then those on the map are meant
    troops = _Reader(text, side, roster, may_be_empty=may_be_empty).read()
    found = on_ground(troops, side, settings, roster)
    return found or Troops()  # nobody, and nothing that helps who may come, is of no nation


class _Reader:
    """A text, read left to right into troops."""

    def __init__(self, text: str, side: str, roster: Roster, *, may_be_empty: bool) -> None:
        self.text, self.side, self.roster = text, side, roster
        self.may_be_empty = may_be_empty
        self.at = 0
        self.seen: set[str] = set()
        self.troops = Troops()

    def read(self) -> Troops:
        while True:
            gap = _GAP.match(self.text, self.at)
            self.at = gap.end() if gap else self.at
            if self.at == len(self.text):
                return self._finished()
            readers: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], None]], ...] = (
                (_GENERAL, self._general),  # first: a name with ratings behind it may be any word
                (_CU, self._cu),
                (_DRM, self._drm),
            )
            for pattern, reader in readers:
                found = pattern.match(self.text, self.at)
                if found:
                    reader(found)
                    self.at = found.end()
                    break
            else:
                self._word()

    def _finished(self) -> Troops:
        if not self.seen:
            raise NotationError(
                f"the {self.side}'s side is empty: {shown(self.text)}; write it as"
                " 'british, 5 cu, Burgoyne, regulars'",
                given=self.text,
            )
        troops = self.troops
        if not troops.nation:
            listed = self.roster.find(troops.general.name) if troops.general else None
            if listed is None:
                raise NotationError(
                    f"the {self.side}'s side {shown(self.text)} does not say whose it is; begin"
                    f" with {' or '.join(NATIONS)}",
                    given=self.text,
                    allowed=NATIONS,
                )
            troops = replace(troops, nation=listed.side)
        if not troops and "CUs" not in self.seen and not self.may_be_empty:
            raise NotationError(
                f"the {self.side}'s side {shown(self.text)} has no CUs: write '5 cu', or 'none' for"
                " an empty space",
                given=self.text,
                allowed=("5 cu", NONE),
            )
        return troops

    def _nation(self, nation: str, given: str) -> None:
        """Note whose side it is; it is one nation's, but that French CUs go with Americans."""
        if self.troops.nation not in ("", nation):
            raise NotationError(
                f"{shown(self.text)} is {self.troops.nation} and {nation}; a side is one player's",
                position=self.at,
                given=given,
                allowed=NATIONS,
            )
        self.troops = replace(self.troops, nation=nation)

    def _once(self, what: str, given: str) -> None:
        if what in self.seen:
            raise NotationError(
                f"{what} in {shown(self.text)}"
                if what.startswith("a second")
                else f"{what} is there twice in {shown(self.text)}; say it once",
                position=self.at,
                given=given,
            )
        self.seen.add(what)

    def _cu(self, found: re.Match[str]) -> None:
        count = found["count"] or "1"
        if not re.fullmatch(r"[0-9]{1,6}", count) or int(count) > MOST_CU:
            raise NotationError(
                f"the count {shown(count)} in {shown(self.text)} is not a whole number of CUs from"
                f" 0 to {MOST_CU}",
                position=found.start(),
                given=count,
                allowed=(f"0 to {MOST_CU}",),
            )
        whose = (found["whose"] or "").lower()
        french = whose == FRENCH
        if whose and not french:
            self._nation(whose, found.group())
        self.seen.add("CUs")
        more = int(count) if french else 0
        troops = self.troops
        self.troops = replace(troops, cu=troops.cu + int(count), french=troops.french + more)
        if self.troops.cu > MOST_CU:
            raise NotationError(
                f"{self.troops.cu} CUs in {shown(self.text)} are more than the limit of {MOST_CU}",
                position=found.start(),
                given=str(self.troops.cu),
                allowed=(f"0 to {MOST_CU}",),
            )

    def _drm(self, found: re.Match[str]) -> None:
        number = found["number"].replace(" ", "").replace("−", "-")
        self._once("drm", found.group())
        if len(number) > 4 or abs(int(number)) > MOST_DRM:
            raise NotationError(
                f"drm {shown(number, 24)} is more than anything in the game; it is from"
                f" -{MOST_DRM} to +{MOST_DRM}",
                position=found.start(),
                given=number,
                allowed=(f"-{MOST_DRM} to +{MOST_DRM}",),
            )
        self.troops = replace(self.troops, drm=int(number))

    def _general(self, found: re.Match[str]) -> None:
        self._once("a general", found.group())
        self.troops = replace(self.troops, general=general_of(found, self.roster))

    def _word(self) -> None:
        if _WORD.match(self.text, self.at) is None:
            raise NotationError(
                f"cannot read {self.text[self.at]!r} at position {self.at + 1} of"
                f" {shown(self.text)}; write a side as 'british, 5 cu, Burgoyne, regulars'",
                position=self.at,
                given=self.text[self.at],
            )
        held, words = self._may()
        for length in range(min(3, len(words)), 0, -1):
            phrase = " ".join(word.group() for word in words[:length])
            if self._meant(_BLANK.sub(" ", phrase).lower(), phrase, held=held):
                self.at = words[length - 1].end()
                return
        raise self._unknown(words[0].group() if words else "may", held=held)

    def _may(self) -> tuple[bool, list[re.Match[str]]]:
        """Return whether 'may' stands in front, and the words that follow without a comma."""
        phrase = _PHRASE.match(self.text, self.at)
        assert phrase is not None
        words = list(_WORD.finditer(self.text, self.at, phrase.end()))
        held = words[0].group().lower() == "may"
        return held, words[1:] if held else words

    def _meant(self, phrase: str, given: str, *, held: bool) -> bool:
        """Take a phrase into the troops, if it means anything."""
        word = WORDS.get(phrase)
        if held:
            if word not in CARDS[1:]:
                return False
            self._once(f"may {word}", given)
            self.troops = replace(self.troops, held=_in_order((*self.troops.held, word), CARDS))
        elif word in NATIONS:
            self._once("the nation", given)
            self._nation(str(word), given)
        elif word in MODIFIERS:
            self._once(str(word), given)
            found = _in_order((*self.troops.modifiers, str(word)), MODIFIERS)
            self.troops = replace(self.troops, modifiers=found)
        elif word in CARDS:
            self._once("a card (at most one is played or discarded in a battle, WW-05)", given)
            self.troops = replace(self.troops, card=str(word))
        elif word == CUT_OFF:
            self._once(CUT_OFF, given)
            self.troops = replace(self.troops, cut_off=True)
        else:
            listed = self.roster.find(phrase)
            if listed is None:
                return False
            self._once("a general", given)
            self.troops = replace(self.troops, general=listed.general())
        return True

    def _unknown(self, word: str, *, held: bool) -> UnknownUnitError:
        if held:
            what = f"'may {word}' in" if word != "may" else "'may' in"
            return UnknownUnitError(
                f"{what} {shown(self.text)} names no card; it is"
                f" {', '.join(f'may {card}' for card in CARDS[1:])}",
                given=word,
                allowed=tuple(f"may {card}" for card in CARDS[1:]),
            )
        if word.casefold() in ("gen", "general", "drm"):
            form = "drm +1" if word.casefold() == "drm" else "gen 4/2 (battle/agility)"
            return UnknownUnitError(
                f"{shown(word)} in {shown(self.text)} lacks its number; write it as '{form}'",
                given=word,
                allowed=(form,),
            )
        allowed = (*NATIONS, *MODIFIERS, *CARDS[1:], CUT_OFF, *self.roster.names)
        spellings = {w.casefold(): w for w in (*WORDS, *allowed)}
        near = difflib.get_close_matches(word.casefold(), list(spellings), n=1, cutoff=0.6)
        hint = f"did you mean {spellings[near[0]]}? " if near else ""
        return UnknownUnitError(
            f"unknown word {shown(word)}: {hint}a side is '5 cu', a general ('gen 4/2', or one of"
            f" {', '.join(self.roster.names)}), 'drm +1', and words out of"
            f" {', '.join((*NATIONS, *MODIFIERS, *CARDS[1:], CUT_OFF))}",
            given=word,
            allowed=allowed,
            meant=spellings[near[0]] if near else None,
        )


def _in_order(words: tuple[str, ...], order: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in order if word in words)


def general_of(found: Mapping[str, str] | re.Match[str], roster: Roster) -> General:
    """Return the general of a name and two ratings, 'NAME BATTLE/AGILITY'.

    Raises
    ------
    NotationError
    """
    values = {}
    for key in ("battle", "agility"):
        (low, high), text = RATINGS[key], found[key]
        number = int(text) if len(text) <= 4 else high + 1
        if not low <= number <= high:
            raise NotationError(
                f"the {key} rating {text[:24]} of {found['name']} is not from {low} to"
                f" {high}; write '{found['name']} BATTLE/AGILITY', such as '{found['name']} 4/2'",
                given=found[key],
                allowed=(f"{low} to {high}",),
            )
        values[key] = number
    listed = roster.find(found["name"])
    name = listed.name if listed else found["name"].lower()
    if listed is None and name not in (ANONYMOUS, "general"):
        name = found["name"].capitalize()
    return General(
        values["battle"],
        values["agility"],
        ANONYMOUS if name == "general" else name,
        listed.evades if listed else 0,
    )
