"""Plan files as text and as TOML."""

import tomllib
from pathlib import Path
from typing import Any

from combat.errors import NotationError, OptionError
from combat.files import file_text
from combat.notation import shown
from combat.toml_text import NO_TOML, fault_of_toml

TURN_SECTIONS = ("target", "attacker", "race")


def text_of(file: Path) -> str:
    """Return the text of a plan file.

    Raises
    ------
    OptionError
        If it cannot be read.
    """
    try:
        return file_text(file, repr(str(file)))
    except UnicodeDecodeError:
        raise OptionError(
            f"{str(file)!r} is not a text in UTF-8; save it as one, 'UTF-8' in most editors",
            given=str(file),
        ) from None


def contents_of(text: str, what: str = "plan") -> dict[str, Any]:
    """Return the contents of a plan, or of another file of the user's.

    Raises
    ------
    NotationError
    """
    try:
        data = tomllib.loads(text)
    except NO_TOML as error:
        raise NotationError(f"the {what} is not TOML: {fault_of_toml(error)}", given=None) from None
    _check_texts(data, what)
    return data


def _check_texts(data: Any, what: str) -> None:  # noqa: ANN401
    """Refuse texts that would move a terminal's cursor.

    Raises
    ------
    NotationError
    """
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    texts = (*data, *inner) if isinstance(data, dict) else inner
    for one in texts:
        if isinstance(one, str) and not " ".join(one.split()).isprintable():
            raise NotationError(
                f"the {what} has a text with a control character: {shown(one)}; take it out",
                given=one,
            )
    for one in inner:
        _check_texts(one, what)


def is_turn(text: str) -> bool:
    """Whether a plan is the attacks of a turn, or a race, and not battles in a row.

    Raises
    ------
    NotationError
    """
    data = contents_of(text)
    return "stage" not in data and any(section in data for section in TURN_SECTIONS)
