"""Reading files of the user's: bounded, and never waiting for what nobody writes."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from combat.errors import OptionError

MOST_BYTES = 64_000_000  # of any file that people write
DEVICES = "/dev/"  # what is asked for by such a name may be a pipe: a shell's <(…), /dev/stdin

_closed = False  # of the whole process


@contextmanager
def no_files() -> Iterator[None]:
    """Refuse every file of the user's, in this process, until the end of the block.

    For programs that answer people who do not sit at this machine: a setting names a file here.

    Examples
    --------
    >>> with no_files():
    ...     file_text("/dev/stdin", "the plan")
    Traceback (most recent call last):
    combat.errors.OptionError: cannot read the plan: files cannot be read here; leave it out, or
    ask with the command line
    """
    global _closed
    before, _closed = _closed, True
    try:
        yield
    finally:
        _closed = before


def check_open(name: str, what: str) -> None:
    """Refuse a file where files are closed, before anything is found out about it.

    Raises
    ------
    OptionError
    """
    if _closed:
        raise OptionError(
            f"cannot read {what}: files cannot be read here; leave it out, or ask with the command"
            " line",
            given=name,
        )


def file_bytes(file: str | Path, what: str, *, most: int = MOST_BYTES) -> bytes:
    """Return what a file holds.

    Parameters
    ----------
    file : str or Path
    what : str
        What an error calls it: "the plan 'a.toml'".
    most : int
        Bytes that it may have.

    Raises
    ------
    OptionError
        If it cannot be read, is a named pipe (on which a program waits until somebody writes to
        it), is too large, or files are closed here (`no_files`).
    """
    name = str(file)
    check_open(name, what)
    try:
        if stat.S_ISFIFO(Path(file).stat().st_mode) and not name.startswith(DEVICES):
            raise OptionError(
                f"cannot read {what}: it is a named pipe; write it to a file and give that",
                given=name,
            )
        with Path(file).open("rb") as stream:
            data = stream.read(most + 1)
    except OptionError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        if name in ("", "."):  # what an empty name is read as
            reason = "it is a folder, or its name is empty"
        elif isinstance(error, FileNotFoundError) and not Path(file).is_absolute():
            reason = f"{reason}; such a name is read from the folder that you are in"
        raise OptionError(f"cannot read {what}: {reason}", given=name) from None
    if len(data) > most:
        raise OptionError(f"{what} is larger than {most:,} bytes", given=name)
    return data


def file_text(file: str | Path, what: str, *, most: int = MOST_BYTES) -> str:
    r"""Return the text of a file in UTF-8, with or without a mark, its lines ended by ``\n``.

    Raises
    ------
    OptionError
        As `file_bytes`.
    UnicodeDecodeError
    """
    text = file_bytes(file, what, most=most).decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")
