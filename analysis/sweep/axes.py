"""What a sweep varies: a number of a side, a whole side, or a setting; each with its values."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from combat.errors import NotationError, OptionError
from combat.game import ROLES, Game
from combat.notation import shown

NUMBER, SIDE, SETTING = "number", "side", "setting"
MOST_CELLS = 1_000_000
LARGEST = 999_999  # of a number: far beyond what any side can have
FORMS = ("attacker.UNIT=1..10", "attacker.UNIT=1,2,5", "attacker=FORCE; FORCE", "SETTING=A,B")

_RANGE = re.compile(r"([-−]?\d{1,9})\s*\.\.\s*([-−]?\d{1,9})(?:\s*\.\.\s*(\d{1,9}))?", re.ASCII)
_WHOLE = re.compile(r"[-−]?\d{1,9}", re.ASCII)

Value = int | str


@dataclass(frozen=True)
class Axis:
    """One thing that is varied, and the values it takes.

    Parameters
    ----------
    key : str
        ``attacker.inf``, ``defender`` or the key of a setting: its column in the frame.
    kind : {'number', 'side', 'setting'}
    values : tuple of int or str
        All of one type; each once.

    Examples
    --------
    >>> from combat.games import find_game
    >>> axis = Axis.parse(find_game("aa"), "attacker.inf=1..3,7")
    >>> axis.values, str(axis)
    ((1, 2, 3, 7), 'attacker.inf=1,2,3,7')
    """

    key: str
    kind: str
    values: tuple[Value, ...]

    @classmethod
    def parse(cls, game: Game, text: str) -> "Axis":
        """Read ``KEY=VALUES``.

        Numbers are parted by commas, ``1..10`` is a range and ``1..20..5`` one with a step. Whole
        sides are parted by semicolons. Values of a setting are parted by semicolons if there are
        any, else by commas; ``"quoted"`` ones may hold both.

        Raises
        ------
        NotationError, OptionError
        """
        key, equals, values = text.partition("=")
        if not equals or not key.strip():
            raise NotationError(
                f"cannot read what to vary in {shown(text)}; write {' or '.join(FORMS)}",
                given=text,
                allowed=FORMS,
            )
        key, kind = _kind(game, key)
        return cls.of(key, kind, _read(key, kind, values))

    @classmethod
    def given(cls, game: Game, key: str, values: Iterable[object] | str) -> "Axis":
        """Make an axis of values: a text as in `parse`, or whole numbers, or texts.

        Raises
        ------
        NotationError, OptionError
        """
        if isinstance(values, str):
            return cls.parse(game, f"{key}={values}")
        key, kind = _kind(game, key)
        found = list(values)
        if kind == NUMBER:
            return cls.of(key, kind, [_number(key, str(value)) for value in found])
        return cls.of(key, kind, [str(value).strip() for value in found])

    @classmethod
    def of(cls, key: str, kind: str, values: Sequence[Value]) -> "Axis":
        """Make an axis; values of a setting that are all whole numbers become numbers.

        Raises
        ------
        OptionError
            For no values, or for one that is there twice.
        """
        if not values:
            raise OptionError(f"{key} has no values to take", given=key, allowed=FORMS)
        texts = [str(value) for value in values]
        if kind == SETTING and all(re.fullmatch(r"0|-?[1-9]\d{0,5}", text) for text in texts):
            values = [int(text) for text in texts]
        seen: set[str] = set()
        for text in texts:
            if text in seen:
                raise OptionError(f"{key} takes {shown(text)} twice; name it once", given=text)
            seen.add(text)
        return cls(key, kind, tuple(values))

    @property
    def side(self) -> str:
        """Whose number it is, or which side."""
        return self.key.partition(".")[0]

    @property
    def what(self) -> str:
        """Of what there is a number."""
        return self.key.partition(".")[2]

    @property
    def numeric(self) -> bool:
        """Whether its values are numbers."""
        return isinstance(self.values[0], int)

    def __str__(self) -> str:
        """Return the text that reads back."""
        if self.kind == NUMBER:
            return f"{self.key}={_shortest([int(value) for value in self.values])}"
        return f"{self.key}={';'.join(_quoted(str(value)) for value in self.values)}"


def _kind(game: Game, key: str) -> tuple[str, str]:
    """Return an axis's key as the frame has it, and what it is."""
    side, dot, what = key.strip().partition(".")
    side = side.strip().lower()
    if side in ROLES and dot:
        if game.varied is None:
            raise OptionError(f"{game.title} has no numbers of a side to vary", given=key)
        if not what.strip():
            raise OptionError(f"{key.strip()!r} does not say what of the {side} to vary", given=key)
        return f"{side}.{' '.join(what.split())}", NUMBER
    if side in ROLES:
        return side, SIDE
    setting = key.strip().lower().replace("-", "_")
    if game.setting(setting) is None:
        keys = (*(f"{role}.UNIT" for role in ROLES), *ROLES, *(s.key for s in game.settings))
        raise OptionError(
            f"{game.name} has nothing called {shown(key.strip())} to vary;"
            f" there are {', '.join(keys)}",
            given=key.strip(),
            allowed=keys,
        )
    return setting, SETTING


def _read(key: str, kind: str, text: str) -> list[Value]:
    if kind == NUMBER:
        parts = [part for part, _ in _parts(key, text.replace(";", ","), ",")]
        return [number for part in parts for number in _numbers(key, part)]
    apart = any(mark == ";" for mark, inside in _marks(text) if not inside)
    parts_of = _parts(key, text, ";" if apart or kind == SIDE else ",")
    values: list[Value] = []
    for part, quoted in parts_of:
        is_range = kind == SETTING and not quoted and _RANGE.fullmatch(part)
        values += [str(n) for n in _numbers(key, part)] if is_range else [part]
    return values


def _marks(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each character and whether it stands within quotes; a quote itself does."""
    inside = False
    for mark in text:
        if mark == '"':
            inside = not inside
            yield mark, True
        else:
            yield mark, inside


def _parts(key: str, text: str, separator: str) -> list[tuple[str, bool]]:
    """Part values at the separators outside quotes: (value, whether it was quoted)."""
    if text.count('"') % 2:
        raise NotationError(f"{key}={shown(text)} opens a quotation that it does not close")
    parts = [""]
    for mark, inside in _marks(text):
        if mark == separator and not inside:
            parts.append("")
        else:
            parts[-1] += mark
    found = [_unquoted(part.strip()) for part in parts]
    if any(not value and not quoted for value, quoted in found):
        raise NotationError(
            f"{key}={shown(text)} has an empty value; write {key}=A{separator}B, without a"
            f" {separator!r} too many",
            given=text,
            allowed=FORMS,
        )
    if len(found) > MOST_CELLS:
        raise _too_many(len(found))
    return found


def _unquoted(part: str) -> tuple[str, bool]:
    if len(part) >= 2 and part[0] == part[-1] == '"':
        return part[1:-1].replace('""', '"').strip(), True
    return part, False


def _quoted(text: str) -> str:
    if text and not set(text) & set(';,"') and not _RANGE.fullmatch(text):
        return text
    return '"' + text.replace('"', '""') + '"'


def _numbers(key: str, part: str) -> Sequence[int]:
    """Read a number, or a range with both its ends."""
    found = _RANGE.fullmatch(part)
    if not found:
        return [_number(key, part)]
    first, last = (_number(key, end) for end in (found[1], found[2]))
    step = int(found[3] or 1)
    if step < 1 or last < first:
        raise NotationError(
            f"{key}={shown(part)} is no range; write FIRST..LAST or FIRST..LAST..STEP, from the"
            " smaller number to the larger, the step from 1",
            given=part,
            allowed=("1..10", "1..20..5"),
        )
    numbers = range(first, last + 1, step)
    if len(numbers) > MOST_CELLS:
        raise _too_many(len(numbers))
    return numbers


def _number(key: str, text: str) -> int:
    text = text.strip().replace("−", "-")
    if not _WHOLE.fullmatch(text) or abs(int(text)) > LARGEST:
        raise NotationError(
            f"{key}={shown(text)} is no whole number up to {LARGEST:,}; write"
            f" {key}=1,2,5 or {key}=1..10",
            given=text,
            allowed=("1..10", "1,2,5"),
        )
    return int(text)


def _shortest(numbers: Sequence[int]) -> str:
    """Return numbers as a range where they are one."""
    step = numbers[1] - numbers[0] if len(numbers) > 2 else 0
    if step > 0 and list(numbers) == list(range(numbers[0], numbers[-1] + 1, step)):
        return f"{numbers[0]}..{numbers[-1]}" + (f"..{step}" if step > 1 else "")
    return ",".join(map(str, numbers))


def _too_many(number: int) -> OptionError:
    return OptionError(
        f"{number:,} cells are more than the limit of {MOST_CELLS:,}; vary less, or in larger"
        " steps, or in several sweeps",
        given=str(number),
        allowed=(f"up to {MOST_CELLS}",),
    )


def check_size(axes: Sequence[Axis]) -> int:
    """Return how many cells axes make.

    Raises
    ------
    OptionError
        For none, more than `MOST_CELLS`, or one key twice.
    """
    if not axes:
        raise OptionError(
            f"a sweep varies something: say what, as {' or '.join(FORMS)}", allowed=FORMS
        )
    keys = [axis.key for axis in axes]
    for key in keys:
        if keys.count(key) > 1:
            raise OptionError(f"{key} is varied twice; give its values together", given=key)
    number = 1
    for axis in axes:
        number *= len(axis.values)
    if number > MOST_CELLS:
        raise _too_many(number)
    return number
