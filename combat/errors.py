"""What can be wrong with a question, as kinds of ``ValueError``.

Each error is one plain line that names what was given, what is allowed and the likely fix.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar


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
    """

    kind: ClassVar[str] = "option"

    def __init__(
        self, message: str, *, given: str | None = None, allowed: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.given = given
        self.allowed = tuple(allowed)


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
