"""Reading forces as people type and paste them.

``3 inf, 2 arm``, ``3inf 2arm``, ``3 Infantry + 2 tanks`` and ``3x inf; 2x arm`` are the same force.
A text is read left to right into (count, unit) pairs; whatever cannot be read is an error that
says where, never skipped.
"""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from combat.errors import NotationError, UnknownUnitError

LONGEST_NAME = 4  # words in one unit name, as in 'anti aircraft gun'
LONG = 7  # letters of a word of which more has to be alike before it is taken for misspelt
MOST_UNITS = 1_000  # of one type, and of one side: beyond it nobody plays, and answers take hours

_TOKEN = re.compile(
    r"(?P<gap>[\s,;+&]+)"
    r"|(?P<number>[-−]?\d+(?:[./]\d+)*(?:[eE]\d+\b)?)(?:[x×*](?=[^\W\d_])|\s*[x×*](?=\s))?"
    r"|(?P<word>[^\W\d_](?:[^\W\d_]|[-'’/.](?=[^\W\d_]))*\.?)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_VERSUS = re.compile(
    r"(?:^|(?<=[\s\d]))(?:(?:v|vs|versus|against)\.?(?=\s|$)|vs?\.?(?=\d))", re.IGNORECASE
)
_NUMBERS = {
    **{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7},
    **{"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12},
}


@dataclass(frozen=True)
class Vocabulary:
    """The unit names that a game understands.

    Parameters
    ----------
    names : sequence of str
        Canonical short names, in the order in which forces are printed.
    aliases : mapping of str to str
        Other spellings, lower case, of several words if need be, to canonical names.
    """

    names: tuple[str, ...]
    aliases: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)

    def __post_init__(self) -> None:
        folded = {_folded(alias): name for alias, name in self.aliases.items()}
        object.__setattr__(self, "aliases", folded)

    def find(self, word: str) -> str | None:
        """Return the canonical name that `word` stands for, or None."""
        key = _folded(word)
        for form in (key, *_singulars(key)):
            if form in self.names:
                return form
            if form in self.aliases:
                return self.aliases[form]
        return None

    def nearest(self, word: str) -> str | None:
        """Return the canonical name spelt most like `word`, or None if nothing is near."""
        known = {name: name for name in self.names} | dict(self.aliases)
        key = _folded(word)
        alike = 0.6 if len(key) < LONG else 0.75
        near = difflib.get_close_matches(key, list(known), n=1, cutoff=alike)
        opposite = bool(near) and key.removeprefix("un") == near[0]
        return known[near[0]] if near and not opposite else None


def split_versus(text: str, example: str = "3 inf, 2 arm v 4 inf") -> tuple[str, str]:
    """Part one text in two at its 'v', 'vs' or 'versus'; `example` shows how, if there is none.

    Raises
    ------
    NotationError
        If there is not exactly one, or one of the sides is empty.

    Examples
    --------
    >>> split_versus("3 inf, 2 arm vs. 4 inf")
    ('3 inf, 2 arm', '4 inf')
    """
    found = list(_VERSUS.finditer(text))
    if len(found) != 1:
        problem = "no 'v' between the two sides" if not found else "more than one 'v'"
        raise NotationError(
            f"{problem} in {shown(text)}; write it as {example!r}",
            position=found[1].start() if found else len(text),
            given=text,
            allowed=("ATTACKER v DEFENDER",),
        )
    left, right = text[: found[0].start()].strip(), text[found[0].end() :].strip()
    for name, side in (("attacker", left), ("defender", right)):
        if not side:
            raise NotationError(
                f"the {name}'s side of {shown(text)} is empty; name at least one unit",
                position=found[0].start(),
                given=text,
            )
    return left, right


def around_versus(text: str) -> tuple[str, ...]:
    """Return the texts before, between and behind the 'v's of a text, finished or not.

    Examples
    --------
    >>> around_versus("3 inf v"), around_versus("3 inf")
    (('3 inf', ''), ('3 inf',))
    """
    return tuple(part.strip() for part in _VERSUS.split(text))


def is_whole(text: str) -> bool:
    """Whether a text holds two sides, parted by a 'v'."""
    return _VERSUS.search(text) is not None


def read_units(text: str, vocabulary: Vocabulary | None = None) -> dict[str, int]:
    """Read a force: unit name to count, in the vocabulary's order.

    The same unit twice adds up; a count of 0 drops out. Without a vocabulary every word is a unit
    and keeps its place.

    Raises
    ------
    NotationError
        A count that is no whole number, is negative, too large, or has no unit behind it.
    UnknownUnitError
        A word that is no unit.

    Examples
    --------
    >>> read_units("3inf 2arm, inf")
    {'inf': 4, 'arm': 2}
    """
    counts: dict[str, int] = {}
    for count, name, position in _pairs(text, vocabulary):
        counts[name] = counts.get(name, 0) + count
        if counts[name] > MOST_UNITS:
            raise NotationError(
                f"{counts[name]:,} {name} are more than the limit of {MOST_UNITS:,} units a side",
                position=position,
                given=f"{counts[name]} {name}",
                allowed=(f"0 to {MOST_UNITS}",),
            )
    names = counts if vocabulary is None else vocabulary.names
    return {name: counts[name] for name in names if counts.get(name)}


def _pairs(text: str, vocabulary: Vocabulary | None) -> Iterator[tuple[int, str, int]]:
    """Yield (count, unit, position) as they stand in the text."""
    tokens = [t for t in _TOKEN.finditer(text) if t.lastgroup != "gap"]
    at = 0
    while at < len(tokens):
        count, position = 1, tokens[at].start()
        if tokens[at].lastgroup == "number":
            count = _count(tokens[at], text)
            at += 1
            if at == len(tokens) or tokens[at].lastgroup == "number":
                raise NotationError(
                    f"the number {count} in {shown(text)} has no unit behind it;"
                    " counts come first, as in '3 inf' (and 1000, not 1,000)",
                    position=tokens[at - 1].start(),
                    given=tokens[at - 1].group(),
                )
        if tokens[at].lastgroup == "other":
            raise NotationError(
                f"cannot read {tokens[at].group()!r} at position {tokens[at].start() + 1} of"
                f" {shown(text)}; write units as '3 inf, 2 arm'",
                position=tokens[at].start(),
                given=tokens[at].group(),
            )
        name, used = _unit(tokens[at : at + LONGEST_NAME], text, vocabulary)
        at += used
        yield count, name, position


def _count(token: re.Match[str], text: str) -> int:
    number = token.group("number")
    if not re.fullmatch(r"[0-9]+", number):
        raise NotationError(
            f"the count {number!r} in {shown(text)} is not a whole number of 0 or more",
            position=token.start(),
            given=number,
            allowed=("whole numbers from 0",),
        )
    if len(number) > 12 or int(number) > MOST_UNITS:
        raise NotationError(
            f"the count {shown(number, 24)} is more than the limit of {MOST_UNITS:,} units a side",
            position=token.start(),
            given=number[:24],
            allowed=(f"0 to {MOST_UNITS}",),
        )
    return int(number)


def _unit(
    tokens: Sequence[re.Match[str]], text: str, vocabulary: Vocabulary | None
) -> tuple[str, int]:
    """Return the unit that the tokens begin with, and how many tokens its name has."""
    words: list[str] = []
    end = tokens[0].start()
    for token in tokens:
        if token.lastgroup != "word" or text[end : token.start()].strip():
            break
        words.append(token.group("word"))
        end = token.end()
    if vocabulary is None:
        return words[0], 1
    for length in range(len(words), 0, -1):
        name = vocabulary.find(" ".join(words[:length]))
        if name is not None:
            return name, length
    raise _unknown(words[0], vocabulary)


def _unknown(word: str, vocabulary: Vocabulary) -> UnknownUnitError:
    number = _NUMBERS.get(word.casefold())
    nearest = vocabulary.nearest(word) if number is None else str(number)
    hint = f"did you mean {nearest}? " if nearest else ""
    return UnknownUnitError(
        f"unknown unit {shown(word)}: {hint}units are {' '.join(vocabulary.names)}",
        given=word,
        allowed=vocabulary.names,
        meant=nearest,
    )


def plain_number(number: float) -> str:
    """Print a number in full, without an exponent, so that it reads back.

    Examples
    --------
    >>> plain_number(1234567.0), plain_number(0.000001)
    ('1234567', '0.000001')
    """
    text = format(Decimal(repr(float(number))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(text: str, longest: int = 60) -> str:
    """Quote a text for a message, shortened, without line breaks or control characters."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return repr(short)


def _folded(word: str) -> str:
    return re.sub(r"[-_\s.’']+", " ", word.casefold()).strip().replace(" ", "-")


def _singulars(word: str) -> Iterator[str]:
    for ending, single in (("ies", "y"), ("men", "man"), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word[: -len(ending)] + single
