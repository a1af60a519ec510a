"""Sweeps on disk: CSV with its description beside it, or Parquet with it inside."""

import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.sweep.axes import Axis
from analysis.writing import UnwritableError, checked_file, write_whole
from combat.errors import OptionError
from combat.games import find_game

if TYPE_CHECKING:
    import pandas as pd

CSV, PARQUET = ".csv", ".parquet"
SUFFIXES = (PARQUET, CSV)
LONGEST_HEAD = 100_000  # bytes of the first line of a CSV file
KEY = b"wargame-odds"  # of the description, in a Parquet file's schema


def checked_out(file: Path | str) -> Path:
    """Refuse a file that cannot be written, before anything is computed.

    Raises
    ------
    OptionError
    """
    path = checked_file("--out", Path(file), SUFFIXES)
    if path.suffix.lower() == PARQUET:
        _pyarrow()
    return path


def check_replaced(file: Path) -> bool:
    """Return whether there is a sweep's result that will be replaced; refuse to replace more.

    A sweep can be asked for again; somebody's own file of that name cannot.

    Raises
    ------
    OptionError
        If the file, or the one of its description, has something else in it.
    """
    try:
        if beside(file).exists() and file.suffix.lower() == CSV:
            _check_ours(beside(file), _is_description(beside(file)))
        if not file.exists() or not file.stat().st_size:
            return False
        _check_ours(file, _is_result(file))
    except OSError as error:
        raise UnwritableError(file, error) from None
    return True


def _check_ours(file: Path, ours: bool) -> None:
    if not ours:
        raise OptionError(
            f"{str(file)!r} is there and is no result of a sweep; give another --out, or --restart"
            " to replace it",
            given=str(file),
            allowed=("--restart",),
        )


def _is_result(file: Path) -> bool:
    if file.suffix.lower() == CSV:
        with file.open("rb") as stream:
            head = stream.readline(LONGEST_HEAD).rstrip(b"\r\n").split(b",")
        return (head[0], head[-1]) == (b"cell", b"reason")
    arrow, parquet = _pyarrow()
    try:
        return KEY in (parquet.read_schema(file).metadata or {})
    except arrow.ArrowInvalid:
        return False


def _is_description(file: Path) -> bool:
    try:
        found = json.loads(file.read_bytes() or b"{}")
    except ValueError:
        return False
    return found == {} or (isinstance(found, dict) and {"vary", "battle"} <= found.keys())


def write(frame: "pd.DataFrame", file: Path) -> None:
    """Write a sweep's frame, whole or not at all.

    CSV has no place for what was asked: that is written beside it, to ``FILE.csv.json``.

    Raises
    ------
    UnwritableError
        If that is not possible; nothing half-written is left.
    """
    about = json.dumps(frame.attrs, indent=1, allow_nan=False)
    if file.suffix.lower() == PARQUET:
        write_whole({file: lambda half: _write_parquet(frame, about, half)})
        return
    write_whole(
        {
            beside(file): lambda half: half.write_text(about + "\n", "utf-8"),
            file: lambda half: frame.to_csv(half, index=False, lineterminator="\n"),
        }
    )


def read(file: Path | str) -> "pd.DataFrame":
    """Return the frame of a sweep that was written to a file, ``attrs`` and all.

    Raises
    ------
    OptionError
        If the file is no sweep, or the extra that reads it is not installed.
    """
    import pandas as pd

    path = checked_out(file)
    try:
        if path.suffix.lower() == PARQUET:
            return _read_parquet(path)
        about = json.loads(beside(path).read_text("utf-8"))
        texts = pd.read_csv(path, dtype="str", keep_default_na=False, na_values=[""])
        frame = _typed(texts, about)
    except OSError as error:
        raise OptionError(f"cannot read {str(file)!r}: {error.strerror}", given=str(file)) from None
    except (ValueError, KeyError):
        raise OptionError(f"{str(file)!r} is no sweep", given=str(file)) from None
    frame.attrs.update(about)
    return frame


def _typed(texts: "pd.DataFrame", about: Mapping[str, Any]) -> "pd.DataFrame":
    """Give each column of a CSV file its type; numbers are read to the last digit."""
    game = find_game(about["game"])
    kinds: dict[Any, Any] = dict.fromkeys(texts.columns, "float64")
    kinds |= dict.fromkeys(("battle", "method", "reason"), "str")
    kinds |= {"cell": "int64", "trials": "Int64", "seed": "Int64"}
    for axis in (Axis.parse(game, text) for text in about["vary"]):
        kinds[axis.key] = "int64" if axis.numeric else "str"
        texts[axis.key] = texts[axis.key].fillna("")
    return texts.astype(kinds)


def beside(file: Path) -> Path:
    """Return where the description of a CSV file is."""
    return file.with_name(f"{file.name}.json")


def _write_parquet(frame: "pd.DataFrame", about: str, file: Path) -> None:
    arrow, parquet = _pyarrow()
    plain = frame.copy(deep=False)
    plain.attrs = {}  # they go under a key of their own
    table = arrow.Table.from_pandas(plain, preserve_index=False)
    known: Mapping[bytes, bytes] = table.schema.metadata or {}
    parquet.write_table(table.replace_schema_metadata({**known, KEY: about.encode()}), file)


def _read_parquet(file: Path) -> "pd.DataFrame":
    _, parquet = _pyarrow()
    table = parquet.read_table(file)
    frame: pd.DataFrame = table.to_pandas()
    frame.attrs.update(json.loads(table.schema.metadata[KEY]))
    return frame


def _pyarrow() -> tuple[Any, Any]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise OptionError(
            "Parquet needs the extra 'parquet': pip install 'wargame-odds[parquet]'; or write .csv",
            given=PARQUET,
            allowed=(CSV,),
        ) from None
