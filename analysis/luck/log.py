"""Reading a log of battles that were fought, and what happened in each: a CSV file."""

import csv
import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from analysis.files import text_of
from analysis.luck.columns import LEFT, Columns, read_head
from combat.battle import Battle
from combat.errors import NotationError, OptionError, within
from combat.game import ATTACKER, ROLES, Game
from combat.games import find_game
from combat.notation import shown

NOTHING = ("none", "nothing", "0", "-", "–", "—")
UNKNOWN = "?"
CSV_FAULTS = {  # Python's words for them, and ours
    "field larger than field limit": "a cell of over 131,072 characters; is a quote missing?",
    "unexpected end of data": "a text in quotes has no end; put a quote behind it",
}
SEPARATORS = (",", ";", "\t")
Result = tuple[tuple[str, str], ...]  # column and text, what is left as '' where it is nothing


@dataclass(frozen=True)
class Logged:
    """A battle of a log.

    Attributes
    ----------
    battle : Battle
    result : tuple of (str, str)
        What happened: a column's name (``end``, ``attacker_left``, ``defender_left`` or a
        quantity's) and what it says.
    side : str
        Whose luck it is: ``attacker`` or ``defender``.
    line : int
        Where it is in the file; 0 if nowhere.
    notes : mapping of str to str
        Columns that are passed through: ``date``, ``who``, ``note``.
    """

    battle: Battle
    result: Result
    side: str = ATTACKER
    line: int = 0
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def where(self) -> str:
        """The line, as errors name it."""
        return f"line {self.line}" if self.line else "the log"

    @property
    def text(self) -> str:
        """What happened, in words."""
        told = dict(self.result)
        left = [told.pop(name, UNKNOWN) or "none" for name in LEFT]
        parts = [told.pop("end")] if "end" in told else []
        parts += [f"{left[0]} v {left[1]}"] if left != [UNKNOWN, UNKNOWN] else []
        return ", ".join([*parts, *(f"{name} {value}" for name, value in told.items())])


def read_log(
    file: Path,
    *,
    game: Game | str,
    side: str | None = None,
    options: Mapping[str, str] | None = None,
) -> tuple[Logged, ...]:
    """Read a log file; see `parse_log`.

    Raises
    ------
    WargameError
        Of the first line that cannot be read, with its number and column.
    """
    return parse_log(text_of(file), game=game, side=side, options=options, name=str(file))


def parse_log(
    text: str,
    *,
    game: Game | str,
    side: str | None = None,
    options: Mapping[str, str] | None = None,
    name: str = "the log",
) -> tuple[Logged, ...]:
    r"""Read a log of battles from the text of a CSV file.

    Columns: ``battle`` ('A v D', settings behind bars), or ``attacker`` and ``defender``, and any
    setting; the result by any of ``end`` (an event's name), ``attacker_left``, ``defender_left``
    (what is left; 'none' for nothing, or empty if the other side's is not, '?' if nobody knows) and
    quantities of the final state; ``side`` (whose luck it is); ``date``, ``who`` and ``note`` are
    passed through. Cells are parted by commas, semicolons or tabs; empty lines and those that begin
    with # are passed over.

    Parameters
    ----------
    text : str
    game : Game or str
    side : str, optional
        Whose luck it is in every battle; the column's, or the attacker's, if none.
    options : mapping of str to str, optional
        Settings of all battles.
    name : str
        What errors call the log.

    Examples
    --------
    >>> log = parse_log('battle,end\n"3 inf, 1 arm v 2 inf",territory_taken\n', game="aa")
    >>> str(log[0].battle), log[0].text, log[0].line
    ('3 inf, 1 arm v 2 inf', 'territory_taken', 2)
    """
    game = find_game(game) if isinstance(game, str) else game
    forced = None if side is None else _side(side, "--side")
    rows = _Rows(text)
    head = next(rows, None)
    if head is None:
        raise NotationError(
            f"{shown(name)} is empty; its first line names the columns, such as"
            " battle,attacker_left,defender_left",
            given=name,
        )
    with within(head[0]):
        columns = read_head(game, head[1])
    reader = _Reader(game, columns, forced, options or {}, comma=rows.separator != ",")
    log = tuple(reader.logged(number, where, cells) for number, where, cells in rows.numbered())
    if not log:
        raise NotationError(
            f"{shown(name)} holds no battle, only the names of columns; write one a line",
            given=name,
        )
    return log


def _side(text: str, what: str) -> str:
    if text.strip().lower() not in ROLES:
        raise OptionError(
            f"{what} {shown(text)} is not known; it is {' or '.join(ROLES)}",
            given=text,
            allowed=ROLES,
        )
    return text.strip().lower()


class _Rows:
    """The rows of a CSV text, each with where it stands; remarks and empty lines are left out."""

    def __init__(self, text: str) -> None:
        self.lines = iter(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        self.number = self.first = 0
        self.between = True  # rows: a quoted text may go on over several lines
        self.separator = ""
        self.reader: Iterator[list[str]] | None = None

    def __iter__(self) -> Iterator[tuple[str, list[str]]]:
        return self

    def __next__(self) -> tuple[str, list[str]]:
        self.between = True
        if self.reader is None:
            self.reader = self._opened()
        try:
            cells = next(self.reader)
        except csv.Error as error:
            fault = CSV_FAULTS.get(str(error).split(" (")[0], str(error))
            raise NotationError(f"line {self.first}: cannot read it: {fault}") from None
        return f"line {self.first}", [" ".join(cell.split()) for cell in cells]

    def numbered(self) -> Iterator[tuple[int, str, list[str]]]:
        """Yield each row that says anything, with its line as a number and in words."""
        for where, cells in self:
            if any(cells):
                yield self.first, where, cells

    def _opened(self) -> Iterator[list[str]]:
        head = next(self._lines(), "")
        if head.lower().startswith("sep="):  # a spreadsheet's own remark
            self.between = True
            head = next(self._lines(), "")
        self.separator = max(SEPARATORS, key=head.count)
        yield from self._cells([head] if head else [])
        yield from self._cells(self._lines())

    def _cells(self, lines: Iterable[str]) -> Iterator[list[str]]:
        return csv.reader(lines, delimiter=self.separator, strict=True, skipinitialspace=True)

    def _lines(self) -> Iterator[str]:
        for line in self.lines:
            self.number += 1
            if self.between and (not line.strip() or line.lstrip().startswith("#")):
                continue
            if self.between:
                self.first, self.between = self.number, False
            yield line + "\n"


class _Reader:
    """Reads the rows of a log under its head; equal battles are read once."""

    def __init__(
        self,
        game: Game,
        columns: Columns,
        side: str | None,
        options: Mapping[str, str],
        *,
        comma: bool,
    ) -> None:
        self.game, self.columns, self.side, self.options = game, columns, side, options
        self.comma = comma  # in numbers, where it does not part cells
        self.known: dict[tuple[str, ...], Battle] = {}

    def logged(self, number: int, where: str, cells: list[str]) -> Logged:
        """Read one row."""
        names = self.columns.names
        if any(cells[len(names) :]):
            raise NotationError(
                f"{where}: {len(cells)} cells, and the head names {len(names)} columns; put a text"
                ' that has commas in quotes, as "3 inf, 2 arm v 4 inf"',
                given=cells[len(names)],
            )
        for name in names[len(cells) :]:
            if name in LEFT:
                raise NotationError(
                    f"{where}: the row ends before column {name}; fill it, with 'none' if nothing"
                    " is left",
                    given="",
                )
        row = dict(zip(names, cells + [""] * (len(names) - len(cells)), strict=False))
        side = self.side
        if side is None:
            side = _side(row.get("side") or ATTACKER, f"{where}, column side:")
        notes = {name: _printable(row[name]) for name in self.columns.notes}
        return Logged(self._battle(where, row), self._result(where, row), side, number, notes)

    def _battle(self, where: str, row: Mapping[str, str]) -> Battle:
        sides = self.columns.sides
        key = tuple(row[name] for name in (*sides, *self.columns.settings))
        if key not in self.known:
            with within(f"{where}, column{'s' * (len(sides) > 1)} {' and '.join(sides)}"):
                self.known[key] = self._parsed(row, sides)
        return self.known[key]

    def _parsed(self, row: Mapping[str, str], sides: Sequence[str]) -> Battle:
        for name in sides:
            if not row[name]:
                raise NotationError(
                    f"{name} is empty; write it as {self._example(name)!r}", given=""
                )
        texts = dict(self.options)
        for name, setting in self.columns.settings.items():
            if row[name] and setting in texts:
                raise OptionError(f"{setting} is set twice; set it once", given=setting)
            if row[name]:
                texts[setting] = row[name]
        return Battle.parse(self.game, *(row[name] for name in sides), **texts)

    def _example(self, name: str) -> str:
        sides = dict(zip(ROLES, self.game.examples[0], strict=True))
        return sides.get(name, " v ".join(sides.values()))

    def _result(self, where: str, row: Mapping[str, str]) -> Result:
        columns = [name for name in self.columns.results if name not in LEFT]
        told = [(name, self._told(where, name, row[name])) for name in columns if row[name]]
        left = {name: row[name] for name in LEFT if name in row}
        if any(left.values()):
            told += [(n, _nothing(text)) for n, text in left.items() if text != UNKNOWN]
        if not told:
            none = " (write 'none' where nothing is left)" if left else ""
            raise NotationError(
                f"{where}: nothing says what happened; fill {' or '.join(self.columns.results)}"
                f"{none}",
                given="",
                allowed=self.columns.results,
            )
        return tuple(told)

    def _told(self, where: str, name: str, text: str) -> str:
        """Return an event as the game names it, or a number."""
        if name == "end":
            return _event(self.game, text, f"{where}, column end")
        plain = text.replace("−", "-")
        plain = plain.replace(",", ".") if self.comma else plain
        try:
            number = float(plain)
        except ValueError:
            number = float("nan")
        if not abs(number) < 1e12:
            raise NotationError(
                f"{where}, column {name}: {shown(text)} is not a number", given=text
            )
        return f"{number:.12g}"


def _printable(text: str) -> str:
    """Return a remark without characters that would move a terminal's cursor."""
    return "".join(c if c.isprintable() else "?" for c in text)


def _nothing(text: str) -> str:
    return "" if text.lower() in NOTHING else text


def _event(game: Game, text: str, where: str) -> str:
    names = tuple(event.name for event in game.events)
    wanted = text.lower().replace(" ", "_").replace("-", "_")
    if wanted in names:
        return wanted
    words = next((e.name for e in game.events if e.text.lower() == text.lower()), None)
    if words is not None:
        return words
    near = difflib.get_close_matches(wanted, names, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise OptionError(
        f"{where}: no event is called {shown(text)}: {hint}events are {', '.join(names)}",
        given=text,
        allowed=names,
    )
