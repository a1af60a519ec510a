"""What of a sweep is answered, on disk: nothing of it is computed again after an interruption.

A journal is a file of lines. Each line is a checksum and a text, packed; the first says which sweep
it is of, each other one holds the rows of a chunk. The checksum of a row's line covers the first
line too, so that no line of another sweep is taken for one of this. A line that is torn or damaged
is as good as not there: its cells are answered again.
"""

import contextlib
import hashlib
import io
import json
import os
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from analysis.sweep.cells import Row
from analysis.writing import UnwritableError, write_whole
from combat.errors import OptionError

FORMAT = 1
SUFFIX = ".part"
_LINE = re.compile(rb"[0-9a-f]{0,31}|[0-9a-f]{32}( [A-Za-z0-9+/=]*)?\n?")

Description = Mapping[str, Any]
"""What is asked, as plain data."""


class Journal:
    """The journal of a sweep, open for more; one process at a time has it.

    Parameters
    ----------
    file : Path
        Where the sweep's result is to go; the journal stands beside it.
    asked : mapping
        What the sweep is, but for its seed.
    seed : int, optional
        The seed asked for; the one of the journal, or else a fresh one, if none is.
    fresh : int
        That fresh seed.
    restart : bool
        Whether to throw away what is there.
    put : callable
        Takes the rows that are there; a cell may come again.

    Attributes
    ----------
    seed : int

    Raises
    ------
    OptionError
        If the journal is of another sweep, is no journal, is in use, or cannot be written.
    """

    def __init__(
        self,
        file: Path,
        asked: Description,
        *,
        seed: int | None,
        fresh: int,
        restart: bool,
        put: Callable[[Sequence[Row]], None],
    ) -> None:
        self.file = journal_of(file)
        try:
            if restart or not self.file.exists() or is_blank(self.file):
                self._begin(asked, fresh if seed is None else seed)
            # unbuffered: what a full disk did not take is not tried again when it is closed
            self._stream = self.file.open("r+b", buffering=0)
            _locked(self._stream, self.file)
            with self._closed_on_failure():
                self._read(asked, seed, put)
        except OSError as error:
            raise UnwritableError(self.file, error, "give another --out") from None

    @contextlib.contextmanager
    def _closed_on_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._stream.close()
            raise

    def _begin(self, asked: Description, seed: int) -> None:
        """Write the first line, whole or not at all."""
        if self.file.exists():
            with self.file.open("r+b") as stream:
                _locked(stream, self.file)  # not under another's hands
        text = json.dumps({"format": FORMAT, "seed": seed, "asked": dict(asked)}, sort_keys=True)
        write_whole({self.file: lambda half: half.write_bytes(_line(text, b""))})

    def _read(
        self, asked: Description, seed: int | None, put: Callable[[Sequence[Row]], None]
    ) -> None:
        """Take what is whole, and cut off a line that was not written to its end."""
        self._whole = 0  # bytes, up to the end of the last line that is whole
        reader = io.BufferedReader(self._stream)
        for number, line in enumerate(reader):
            if not line.endswith(b"\n"):
                break
            self._whole += len(line)
            if number == 0:
                self._head = line
                self.seed = self._checked_head(line, asked, seed)
            else:
                put(_rows(line, self._head))
        reader.detach()
        if not self._whole:
            raise _no_journal(self.file)
        self._stream.truncate(self._whole)

    def _checked_head(self, line: bytes, asked: Description, seed: int | None) -> int:
        text = _text(line, b"")
        if text is None:
            raise _no_journal(self.file)
        head = json.loads(text)
        if head.get("format") != FORMAT:
            raise _no_journal(self.file)
        now = json.loads(json.dumps(dict(asked)))  # as it would be read
        for key in now:
            if head["asked"].get(key) != now[key]:
                raise _another(self.file, key, head["asked"].get(key), now[key])
        if seed is not None and head["seed"] != seed:
            raise _another(self.file, "seed", head["seed"], seed)
        return int(head["seed"])

    def keep(self, rows: Sequence[Row]) -> None:
        """Write rows, so that they are there whatever happens next.

        Raises
        ------
        UnwritableError
            If that is not possible; what was there before is there still.
        """
        line = _line(json.dumps(rows), self._head)
        try:
            self._stream.seek(self._whole)
            left = memoryview(line)
            while left:
                left = left[self._stream.write(left) :]
            os.fsync(self._stream.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):  # a torn line would be passed over as well
                self._stream.truncate(self._whole)
            raise UnwritableError(self.file, error) from None
        self._whole += len(line)

    def close(self) -> None:
        """Leave it as it is."""
        with contextlib.suppress(OSError):
            self._stream.close()

    def remove(self) -> None:
        """Take it away: the result is written."""
        self.close()
        with contextlib.suppress(OSError):  # it holds what the result holds
            self.file.unlink(missing_ok=True)


def is_blank(file: Path) -> bool:
    """Whether a journal has nothing to lose: it is empty, or no more than (a part of) a first line.

    A first line that is whole says which sweep it is of, and is not blank.
    """
    try:
        with file.open("rb") as stream:
            first, more = stream.readline(), stream.read(1)
    except OSError:
        return False
    if more or not first.strip(b"\0"):
        return not more
    return _LINE.fullmatch(first) is not None and not (
        first.endswith(b"\n") and _text(first, b"") is not None
    )


def journal_of(file: Path) -> Path:
    """Return the name of the journal of a result."""
    return file.with_name(file.name + SUFFIX)


def _line(text: str, head: bytes) -> bytes:
    packed = b64encode(zlib.compress(text.encode()))
    return hashlib.sha256(head + packed).hexdigest()[:32].encode() + b" " + packed + b"\n"


def _text(line: bytes, head: bytes) -> str | None:
    """Return the text of a line; None if it is damaged."""
    checksum, _, packed = line.rstrip(b"\n").partition(b" ")
    if hashlib.sha256(head + packed).hexdigest()[:32].encode() != checksum:
        return None
    return zlib.decompress(b64decode(packed)).decode()


def _rows(line: bytes, head: bytes) -> list[Row]:
    text = _text(line, head)
    if text is None:
        return []
    return [_row(values) for values in json.loads(text)]


def _row(values: list[Any]) -> Row:
    row = Row(*values)
    return row._replace(
        events={name: tuple(numbers) for name, numbers in row.events.items()},
        quantities={name: tuple(numbers) for name, numbers in row.quantities.items()},
    )


def _locked(stream: IO[bytes], file: Path) -> None:
    """Take the journal for this process, where the system can do that; it ends with the stream."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        raise OptionError(
            f"another sweep is writing to {str(file)!r}; wait for it, or give another --out",
            given=str(file),
        ) from None


def _no_journal(file: Path) -> OptionError:
    return OptionError(
        f"{str(file)!r} is damaged, or no journal of a sweep; --restart throws it away and begins"
        " anew",
        given=str(file),
        allowed=("--restart",),
    )


def _another(file: Path, key: str, then: object, now: object) -> OptionError:
    return OptionError(
        f"{str(file)!r} keeps another sweep: {_differs(key, then, now)}; ask as before to go on"
        " with it, give another --out, or --restart to throw it away",
        given=str(now),
        allowed=(str(then), "--restart"),
    )


def _differs(key: str, then: object, now: object) -> str:
    """Say what another sweep was, and what this one is."""
    if key == "files":
        names = sorted({*_items(then), *_items(now)} - (_items(then) & _items(now)))
        return f"what it read from {', '.join(dict.fromkeys(name for name, _ in names))} differs"
    was, is_now = (_put_in_words(key, value) for value in (then, now))
    return f"it {was}, this one {is_now}"


def _items(digests: object) -> set[tuple[str, str]]:
    return set(digests.items()) if isinstance(digests, dict) else set()


def _put_in_words(key: str, value: object) -> str:
    text = _short(value)
    if key in ("trials", "precision") and value is None:
        return f"was asked without --{key}"
    if key == "vary":
        return f"varies {text}"
    if key == "versions":
        return f"was computed with {text}"
    return {
        "trials": f"has {text} trials a cell",
        "game": f"is of the game {text}",
        "battle": f"is of the battle {text}",
    }.get(key, f"has the {key} {text}")


def _short(value: object) -> str:
    if isinstance(value, dict):
        value = [f"{name} {version}" for name, version in value.items()]
    joined = " and ".join(map(str, value)) if isinstance(value, list) else str(value)
    text = joined if len(joined) <= 80 else joined[:79] + "…"
    return repr(text) if isinstance(value, str) else text
