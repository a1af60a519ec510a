"""Reading a text of words, numbers and commas, phrase by phrase, left to right."""

import re
from typing import NamedTuple

from combat.errors import NotationError
from combat.notation import shown

LONGEST = 5  # words of a phrase
COMMA = ","
_TOKEN = re.compile(
    r"(?P<gap>\s+)|(?P<stop>[,;&]|\+(?!\s*\d))"
    r"|(?P<number>[-−+]?\s*\d+(?:[./]\d+)*)"
    r"|(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*\.?)|(?P<other>.)",
    re.DOTALL,
)


class Word(NamedTuple):
    """A word, a number or a comma of a text, and where it stands."""

    text: str
    start: int


def folded(text: str) -> str:
    """Return a phrase as it is looked up: lower case, hyphens as blanks.

    Examples
    --------
    >>> folded("First-Strike")
    'first strike'
    """
    return re.sub(r"[-\s]+", " ", text.casefold()).strip()


class Words:
    """A text and how far it has been read.

    Parameters
    ----------
    text : str
    form : str
        How such a text is written, for errors.

    Raises
    ------
    NotationError
        For a character that is in no word and no number.

    Examples
    --------
    >>> words = Words("French line 4, dice 5", "'French line 4'")
    >>> words.take(2), words.number("line", 1, 4)
    ('french line', 4)
    """

    def __init__(self, text: str, form: str) -> None:
        self.text, self.form = text, form
        self.words = [word for token in _TOKEN.finditer(text) for word in self._word(token)]
        self.at = 0
        self._seen: set[str] = set()

    def _word(self, token: re.Match[str]) -> list[Word]:
        kind = token.lastgroup
        if kind == "gap":
            return []
        if kind == "other":
            raise NotationError(
                f"cannot read {token.group()!r} at position {token.start() + 1} of"
                f" {shown(self.text)}; write it as {self.form}",
                position=token.start(),
                given=token.group(),
            )
        text = COMMA if kind == "stop" else token.group().rstrip(".")
        return [Word(text, token.start())]

    @property
    def done(self) -> bool:
        """Whether all has been read."""
        return self.at >= len(self.words)

    @property
    def here(self) -> Word:
        """The word that comes next; the last one if all has been read."""
        return self.words[min(self.at, len(self.words) - 1)]

    @property
    def comma(self) -> bool:
        """Whether a comma comes next."""
        return not self.done and self.here.text == COMMA

    @property
    def number_next(self) -> bool:
        """Whether a number comes next."""
        return not self.done and self.here.text[-1].isdigit()

    def phrase(self, length: int, skip: int = 0) -> str:
        """Return the next words, folded, as one phrase; empty if a comma or the end is in it."""
        words = self.words[self.at + skip : self.at + skip + length]
        if len(words) < length or any(word.text == COMMA for word in words):
            return ""
        return folded(" ".join(word.text for word in words))

    def take(self, length: int) -> str:
        """Return the next words as `phrase` does, and go on behind them."""
        phrase = self.phrase(length)
        self.at += length
        return phrase

    def number(self, name: str, low: int, high: int, unit: str = "") -> int:
        """Read a whole number within limits.

        Parameters
        ----------
        name : str
            What it is the number of.
        low, high : int
        unit : str
            What it counts, for errors.

        Raises
        ------
        NotationError
        """
        example = f"'{name} {max(low, 1)}'"
        if not self.number_next:
            before = self.words[self.at - 1] if self.at else Word("", 0)
            raise NotationError(
                f"{name} in {shown(self.text)} lacks its number; write it as {example}",
                position=before.start,
                given=before.text,
                allowed=(example,),
            )
        word = self.here
        text = re.sub(r"\s", "", word.text).replace("−", "-").removeprefix("+")
        if not re.fullmatch(r"[0-9]{1,4}", text) or not low <= int(text) <= high:
            what = f"whole number of {unit}" if unit else "whole number"
            raise NotationError(
                f"{name} {shown(word.text, 24)[1:-1]} in {shown(self.text)} is not a {what} from"
                f" {low} to {high}",
                position=word.start,
                given=word.text,
                allowed=(f"{low} to {high}",),
            )
        self.at += 1
        return int(text)

    def once(self, what: str, word: Word) -> None:
        """Note that something has been said.

        Raises
        ------
        NotationError
            If it has been said before.
        """
        if what in self._seen:
            raise NotationError(
                f"{what} is there twice in {shown(self.text)}; say it once",
                position=word.start,
                given=word.text,
            )
        self._seen.add(what)
