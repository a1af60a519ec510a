"""What can be wrong with a question, as kinds of ``ValueError``.

Each error is one plain line that names what was given, what is allowed and the likely fix.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar

LONGEST_WORD, LONGEST_TEXT = 200, 2_000  # characters that an error shows of what was given


def shortened(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text with its long words cut, and, if it is then still long, its middle.

    Examples
    --------
    >>> text = shortened("unknown unit " + 300 * "x" + ": units are inf, arm")
    >>> len(text), text[-28:]
    (232, 'xxxxxxx…: units are inf, arm')
    """

    def cut(word: re.Match[str]) -> str:
        end = re.search(r"['\"]?[^\w'\"]{0,3}$", word[0])
        behind = end[0] if end else ""
        return word[0][: LONGEST_WORD - 1 - len(behind)] + "…" + behind

    text = re.sub(rf"\S{{{LONGEST_WORD + 1},}}", cut, text)
    if len(text) <= longest:
        return text
    return f"{text[: longest // 2]}…{text[len(text) - longest // 2 + 1 :]}"


class WargameError(ValueError):
    """A question that cannot be answered as it was put.

    Parameters
    ----------
    message : str
        One line for the person who asked.
    given : str, optional
        The part of the input that is at fault.
    allowed : iterable of str, optional
        What could stand there instead.
    meant : str, optional
        Which of it was likely meant.
    """

    kind: ClassVar[str] = "option"

    def __init__(
        self,
        message: str,
        *,
        given: str | None = None,
        allowed: Iterable[str] = (),
        meant: str | None = None,
    ) -> None:
        super().__init__(message)
        self.meant = meant
        self.given = None if given is None else shortened(given, LONGEST_WORD)
        self.allowed = tuple(shortened(one, LONGEST_WORD) for one in allowed)

    def __str__(self) -> str:
        return shortened(super().__str__())


class NotationError(WargameError):
    """A text that cannot be read; ``position`` is where (0 = first character)."""

    kind = "notation"

    def __init__(
        self,
        message: str,
        *,
        position: int = 0,
        given: str | None = None,
        allowed: Iterable[str] = (),
    ) -> None:
        super().__init__(message, given=given, allowed=allowed)
        self.position = position


class UnknownUnitError(WargameError):
    """A unit that the game does not have."""

    kind = "unknown-unit"


class IllegalBattleError(WargameError):
    """A battle that the rules do not allow; ``rule`` is the id of the rule that says so."""

    kind = "illegal-battle"

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        given: str | None = None,
        allowed: Iterable[str] = (),
    ) -> None:
        super().__init__(message, given=given, allowed=allowed)
        self.rule = rule


class EndlessError(WargameError):
    """Play from which no end can be reached, under the policies as they are."""

    kind = "illegal-battle"


class TooLargeError(WargameError):
    """A question with more states than the stated limit."""


class OptionError(WargameError):
    """A setting, policy or option with a value that it cannot have."""

    kind = "option"


@contextmanager
def within(place: str) -> Iterator[None]:
    """Name the place in a file where a question is at fault."""
    try:
        yield
    except WargameError as error:
        error.args = (f"{place}: {error}",)
        raise
