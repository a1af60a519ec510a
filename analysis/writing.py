"""Writing files whole or not at all, whatever the disk says to it."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from combat.errors import OptionError


class UnwritableError(OptionError):
    """A file that cannot be written: no room, no permission, no such name.

    Parameters
    ----------
    file : Path
    error : OSError
        What the system says.
    hint : str
        What is to be done.
    """

    def __init__(self, file: Path, error: OSError, hint: str = "give another file") -> None:
        reason = error.strerror or str(error) or type(error).__name__
        super().__init__(f"cannot write {str(file)!r}: {reason}; {hint}", given=str(file))
        self.file, self.error = file, error


def checked_file(option: str, file: Path, endings: Sequence[str]) -> Path:
    """Refuse a file that cannot be written, before anything is computed.

    Parameters
    ----------
    option : str
        Which names it.
    endings : sequence of str
        In which its name may end.

    Raises
    ------
    OptionError
    """
    given, among = str(file), " or ".join(endings)
    if file == Path() or not given.strip():  # what an empty name is read as
        raise OptionError(
            f"{option} names no file: its name is empty; give one that ends in {among}",
            given=given,
            allowed=endings,
        )
    if given.lower() in endings:
        raise OptionError(
            f"{option} {given!r} is an ending without a name; write it as {option} answer{given}",
            given=given,
        )
    if file.suffix.lower() not in endings:
        raise OptionError(
            f"{option} {given!r} is not possible; its name ends in {among}",
            given=given,
            allowed=endings,
        )
    try:
        is_folder, is_placed = file.is_dir(), file.parent.is_dir()
    except OSError as error:  # too long a name, or a folder that may not be looked into
        raise UnwritableError(file, error) from None
    if "\0" in given or is_folder:
        raise OptionError(
            f"{option} {given!r} is not possible; it is no name for a file", given=given
        )
    if not is_placed:
        raise OptionError(
            f"{option} {given!r}: there is no folder {str(file.parent)!r}", given=given
        )
    return file


def write_whole(writers: Mapping[Path, Callable[[Path], Any]]) -> None:
    """Write files, each whole or not at all, and none if one of them cannot be written.

    Parameters
    ----------
    writers : mapping of Path to callable
        What writes a file's content to the path that it is told; files that are there are replaced,
        in the order given.

    Raises
    ------
    UnwritableError
        If one cannot be written; nothing half-written is left.
    """
    halves: dict[Path, Path] = {}
    file = Path()
    try:
        for file, write in writers.items():
            halves[file] = _half_of(file)
            write(halves[file])
            _settle(halves[file])
        for file, half in halves.items():
            os.replace(half, file)
    except OSError as error:
        raise UnwritableError(file, error) from None
    finally:
        for half in halves.values():
            with contextlib.suppress(OSError):
                half.unlink(missing_ok=True)


def _half_of(file: Path) -> Path:
    """Make an empty file beside another, to be written first."""
    handle, half = tempfile.mkstemp(suffix=file.suffix, dir=file.parent)
    os.close(handle)
    return Path(half)


def _settle(half: Path) -> None:
    """Have the disk take a file now: some say only then that they are full."""
    with half.open("r+b") as stream:
        os.fsync(stream.fileno())
    half.chmod(0o644)
