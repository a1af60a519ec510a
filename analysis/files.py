"""Plan files as text and as TOML."""

import tomllib
from pathlib import Path
from typing import Any

from combat.errors import NotationError, OptionError

TURN_SECTIONS = ("target", "attacker", "race")


def text_of(file: Path) -> str:
    """Return the text of a plan file.

    Raises
    ------
    OptionError
        If it cannot be read.
    """
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise OptionError(f"{str(file)!r} is not a text in UTF-8", given=str(file)) from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        raise OptionError(f"cannot read {str(file)!r}: {reason}", given=str(file)) from None


def contents_of(text: str, what: str = "plan") -> dict[str, Any]:
    """Return the contents of a plan, or of another file of the user's.

    Raises
    ------
    NotationError
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"the {what} is not TOML: {error}", given=None) from None


def is_turn(text: str) -> bool:
    """Whether a plan is the attacks of a turn, or a race, and not battles in a row.

    Raises
    ------
    NotationError
    """
    data = contents_of(text)
    return "stage" not in data and any(section in data for section in TURN_SECTIONS)
