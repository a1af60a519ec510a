"""Reading a side as people type it: 'French line 4 leader on hill, moved, card +1'."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from combat.errors import NotationError, UnknownUnitError
from combat.napoleonics.gun_text import find_gun, read_gun
from combat.napoleonics.terrain import terrains_of
from combat.napoleonics.terrain_text import read_terrain
from combat.napoleonics.unit import CARDS, MOST_GUNS, Unit, falling, lone_leader
from combat.napoleonics.units import MOST_DICE, PLAIN, nations_of
from combat.napoleonics.vocabulary import (
    CLASSES,
    REACTING,
    SAID,
    find_nation,
    find_unit,
    unknown_word,
)
from combat.notation import shown
from combat.words import LONGEST, Word, Words

MOST_CARD, MOST_ROOM, MOST_MOVED = 9, 12, 4
FORM = "'French line 4', 'British light 4 leader on hill', 'INF 4' or 'LEADER'"


def parse_side(text: str, side: str, settings: Mapping[str, Any]) -> Unit:
    """Read a side: one unit, or a leader alone.

    Raises
    ------
    NotationError
        A text that cannot be read, or says something twice.
    UnknownUnitError
        A word that means nothing.
    """
    return parse_unit(text, settings, f"the {side}'s side")


def parse_unit(text: str, settings: Mapping[str, Any], what: str) -> Unit:
    """Read a unit; `what` it is called in an error."""
    return _Reader(text, settings, what).read()


class _Reader:
    """A text, read left to right into a unit."""

    def __init__(self, text: str, settings: Mapping[str, Any], what: str) -> None:
        self.text, self.what = text, what
        self.nations, self.terrains = nations_of(settings), terrains_of(settings)
        self.words = Words(text, FORM)
        self.nation = ""
        self.unit: Unit | None = None
        self.said: dict[str, Any] = {}

    def read(self) -> Unit:
        words = self.words
        while not words.done:
            if words.comma:
                words.at += 1
            elif words.number_next:
                raise self._stray(words.here)
            elif not self._saying() and not self._naming():
                named = self.unit is not None
                raise unknown_word(
                    words.here.text, self.text, self.nations, self.nation, named=named
                )
        if self.unit is None:
            raise self._no_unit()
        return self._finished(self.unit)

    def _finished(self, unit: Unit) -> Unit:
        dice = self.said.pop("dice", None)
        if dice is not None:
            self.said["dice"] = self._by_loss(dice, unit.blocks)
        cards = tuple(card for card in CARDS if card in self.said.get("cards", ()))
        may = tuple(word for word in REACTING if word in self.said.get("may", ()))
        hex_ = self.said.get("hex", self.terrains.clear)
        return replace(unit, **{**self.said, "hex": hex_, "cards": cards, "may": may})

    def _by_loss(self, dice: tuple[int, ...], blocks: int) -> tuple[int, ...]:
        """Return dice by blocks lost, one number for each block."""
        if len(dice) == 1:
            return falling(dice[0], blocks)
        if len(dice) > blocks:
            raise NotationError(
                f"dice {'/'.join(map(str, dice))} in {shown(self.text)} are for {len(dice)} blocks,"
                f" but the unit has {blocks}; give one number for each block it has",
                given="/".join(map(str, dice)),
            )
        return dice + (0,) * (blocks - len(dice))

    # words that say something

    def _saying(self) -> bool:
        """Take a phrase of `SAID`, the longest there is."""
        words = self.words
        for length in range(LONGEST, 0, -1):
            said = SAID.get(words.phrase(length))
            alone = said == "leader" and self.unit is None and not self.nation
            joins = said != "with" or find_gun(words, self.nations, self.nation, skip=length)
            if said == "with" and not joins and words.phrase(1, length):
                raise self._no_gun(words.phrase(1, length))
            if said is None or alone or not joins:
                continue
            word = words.here
            words.at += length
            self._take(said, word)
            return True
        return False

    def _take(self, said: str, word: Word) -> None:
        words = self.words
        if said == "with":
            self._gun()
        elif said == "on":
            words.once("the terrain", word)
            self.said["hex"] = read_terrain(words, self.terrains)
        elif said == "dice":
            words.once("dice", word)
            self.said["dice"] = self._dice(word)
        elif said in ("card", "ignore", "room"):
            words.once(said, word)
            low, high = (0, MOST_ROOM) if said == "room" else (1, MOST_CARD)
            self.said[said] = words.number(said, low, high)
        elif said == "moved":
            words.once(said, word)
            self.said[said] = words.number(said, 1, MOST_MOVED) if words.number_next else 1
        elif said == "cannot-retreat":
            words.once("room", word)
            self.said["room"] = 0
        elif said in CARDS:
            words.once(said, word)
            self.said["cards"] = (*self.said.get("cards", ()), said)
        elif said in REACTING:
            words.once("a reaction (first-strike, square or retire)", word)
            self.said["reaction"] = said
        elif said == "may":
            self._may(word)
        else:
            words.once(said, word)
            self.said[said] = True

    def _may(self, word: Word) -> None:
        for length in range(LONGEST, 0, -1):
            said = SAID.get(self.words.phrase(length))
            if said in REACTING:
                self.words.once(f"may {said}", word)
                self.said["may"] = (*self.said.get("may", ()), said)
                self.words.at += length
                return
        listed = tuple(f"may {one}" for one in REACTING)
        raise UnknownUnitError(
            f"'may' in {shown(self.text)} names no reaction; it is {', '.join(listed)}",
            given=word.text,
            allowed=listed,
        )

    def _gun(self) -> None:
        gun = read_gun(self.words, self.nations, self.terrains, self.nation)
        self.said["guns"] = (*self.said.get("guns", ()), gun)
        if len(self.said["guns"]) > MOST_GUNS:
            raise NotationError(
                f"more than {MOST_GUNS} artillery units join in {shown(self.text)}; name at most"
                f" {MOST_GUNS}",
                given=self.text,
            )

    def _dice(self, word: Word) -> tuple[int, ...]:
        text = self.words.here.text if self.words.number_next else ""
        parts = text.split("/")
        if not all(re.fullmatch(r"[0-9]{1,2}", p) and int(p) <= MOST_DICE for p in parts):
            given = f"dice {text}".strip()
            raise NotationError(
                f"{given} in {shown(self.text)} is not a number from 0 to {MOST_DICE}, or such"
                " numbers by blocks lost, as 'dice 5' or 'dice 5/4/4/2'",
                position=word.start,
                given=text or word.text,
                allowed=("dice 5", "dice 5/4/4/2"),
            )
        self.words.at += 1
        return tuple(map(int, parts))

    # the unit

    def _naming(self) -> bool:
        """Take the nation, or the unit and its blocks."""
        words, word = self.words, self.words.here
        if self.unit is not None:
            return self._second(word)
        if self.nation:
            return self._of_nation(word)
        nation = find_nation(self.nations, word.text)
        if nation:
            self.nation = nation
            words.at += 1
            return True
        phrase = words.phrase(1)
        if phrase in CLASSES:
            words.at += 1
            self._unit(Unit(PLAIN[CLASSES[phrase]], 0), word)
            return True
        if phrase in ("leader", "ldr"):
            words.at += 1
            self.unit = lone_leader()
            return True
        return False

    def _second(self, word: Word) -> bool:
        """Refuse a second unit; anything else is no name."""
        phrase = self.words.phrase(1)
        other = find_nation(self.nations, word.text) or CLASSES.get(phrase)
        whose = self.nation and find_unit(self.words, self.nations, self.nation)
        if not other and not whose:
            return False
        joins = find_gun(self.words, self.nations, self.nation)
        how = f"; artillery that joins is 'with {self._ahead(joins[1])}'" if joins else ""
        raise NotationError(
            f"a second unit in {shown(self.text)}; a side is one unit: a combat is one unit"
            f" against one (CC-10){how}",
            position=word.start,
            given=word.text,
        )

    def _of_nation(self, word: Word) -> bool:
        found = find_unit(self.words, self.nations, self.nation)
        if found is None:
            return False
        kind, length = found
        self.words.at += length
        self._unit(Unit(kind, kind.blocks), word)
        return True

    def _unit(self, unit: Unit, word: Word) -> None:
        most, blocks = unit.kind.blocks, unit.blocks
        if self.words.number_next:
            blocks = self.words.number(unit.kind.title, 1, most, "blocks")
            if self.words.phrase(1) in ("block", "blocks"):
                self.words.at += 1
        elif not blocks:
            raise NotationError(
                f"{unit.kind.title} in {shown(self.text)} lacks its blocks; write"
                f" '{unit.kind.title} 4'",
                position=word.start,
                given=word.text,
                allowed=(f"{unit.kind.title} 1 to {most}",),
            )
        self.unit = replace(unit, blocks=blocks)

    # what is wrong

    def _stray(self, word: Word) -> NotationError:
        number = shown(word.text, 24)[1:-1]
        return NotationError(
            f"the number {number} in {shown(self.text)} belongs to nothing; blocks follow the"
            f" unit, as in '{self._put_right(number) or 'French line 4'}'",
            position=word.start,
            given=word.text,
            allowed=("NATION UNIT BLOCKS",),
        )

    def _put_right(self, number: str) -> str:
        """Return the unit behind a number as it is written before it; empty if there is none."""
        words = self.words
        if self.unit is not None:
            return ""
        other = None if self.nation else find_nation(self.nations, words.phrase(1, 1))
        before, nation = 1 + (other is not None), other or self.nation
        if nation:
            found = find_unit(words, self.nations, nation, before)
            return f"{found[0].title} {number}" if found else ""
        name = CLASSES.get(words.phrase(1, 1))
        return f"{name} {number}" if name else ""

    def _ahead(self, length: int) -> str:
        """Return the next words and a number behind them, as they are written."""
        words = self.words.words[self.words.at : self.words.at + length + 1]
        return " ".join(word.text for word in words[: length + words[-1].text.isdigit()])

    def _no_gun(self, word: str) -> UnknownUnitError:
        whose = self.nations.of(self.nation).values() if self.nation else (PLAIN["ART"],)
        guns = tuple(unit.name for unit in whose if unit.is_gun)
        how = (
            f"write {', '.join(guns)}" if guns else "name a nation: 'with French foot artillery 3'"
        )
        return UnknownUnitError(
            f"{shown(word)} behind 'with' in {shown(self.text)} is no artillery"
            f"{f' of the {self.nation}' if self.nation else ''}; {how}",
            given=word,
            allowed=guns,
        )

    def _no_unit(self) -> NotationError:
        units = tuple(self.nations.of(self.nation)) if self.nation else ()
        listed = units or (*self.nations.names, *PLAIN, "LEADER")
        how = (
            f"units of the {self.nation} are {', '.join(units)}" if units else f"write it as {FORM}"
        )
        return NotationError(
            f"{self.what} {shown(self.text)} names no unit; {how}", given=self.text, allowed=listed
        )
