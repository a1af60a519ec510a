"""The cells of a sweep: every combination of what is varied, in the order given."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice, product
from pathlib import Path
from typing import Any, NamedTuple

from analysis.sweep.axes import NUMBER, SETTING, SIDE, Axis, Value, check_size
from analysis.sweep.cells import Task
from combat.battle import Battle, parse_settings
from combat.errors import IllegalBattleError, OptionError, WargameError
from combat.game import ATTACKER, DEFENDER
from combat.notation import shown

TRIED = 10_000  # combinations that are looked through for one in which a value can be read
PROBES = (1, 2, 3, 4)  # numbers by which two names are found to be of the same thing


class Base(NamedTuple):
    """A battle before its numbers are set, or why there is none."""

    battle: Battle | None
    reason: str
    readable: bool  # whether at least every word of it was understood


@dataclass(frozen=True)
class Grid:
    """A battle, and what of it is varied.

    Parameters
    ----------
    battle : Battle
        What is not varied.
    axes : tuple of Axis
        Cells are numbered from 0 as in a nested loop over them: the last one runs fastest.

    Raises
    ------
    OptionError, NotationError, UnknownUnitError
        For axes that cannot be, or a value that cannot be read.
    """

    battle: Battle
    axes: tuple[Axis, ...]

    def __post_init__(self) -> None:
        check_size(self.axes)
        self._check_set()
        object.__setattr__(self, "_base", lru_cache(maxsize=4096)(self._read_base))
        self._check_texts()
        self._check_names()

    @classmethod
    def of(cls, battle: Battle, vary: Mapping[str, Any] | Iterable[str]) -> "Grid":
        """Read what is varied: a mapping of keys to values, or texts ``KEY=VALUES``."""
        game = battle.game
        if isinstance(vary, Mapping):
            return cls(battle, tuple(Axis.given(game, key, some) for key, some in vary.items()))
        texts = [vary] if isinstance(vary, str) else list(vary)
        return cls(battle, tuple(Axis.parse(game, text) for text in texts))

    def __len__(self) -> int:
        return check_size(self.axes)

    def values(self, cell: int) -> tuple[Value, ...]:
        """Return the value that each axis has in a cell."""
        found: list[Value] = []
        for axis in reversed(self.axes):
            cell, place = divmod(cell, len(axis.values))
            found.append(axis.values[place])
        return tuple(reversed(found))

    def tasks(self, cells: Iterable[int]) -> list[Task]:
        """Return what a worker is to do for some cells."""
        return [self._task(cell) for cell in cells]

    def _task(self, cell: int) -> Task:
        values = self.values(cell)
        picked = list(zip(self.axes, values, strict=True))
        base: Base = self._base_of(tuple(str(v) for axis, v in picked if axis.kind != NUMBER))
        numbers = [(axis.side, axis.what, int(v)) for axis, v in picked if axis.kind == NUMBER]
        return Task(cell, base.battle, tuple(numbers), base.reason)

    def _base_of(self, texts: tuple[str, ...]) -> Base:
        return self._base(texts)  # type: ignore[attr-defined]

    @property
    def _text_axes(self) -> tuple[Axis, ...]:
        return tuple(axis for axis in self.axes if axis.kind != NUMBER)

    def _bases(self, fixed: Mapping[str, str]) -> Iterator[Base]:
        """Yield what the varied sides and settings make, some of them held at one value."""
        choices = [
            (fixed[axis.key],) if axis.key in fixed else tuple(map(str, axis.values))
            for axis in self._text_axes
        ]
        yield from (self._base_of(texts) for texts in islice(product(*choices), TRIED))

    def _read_base(self, texts: tuple[str, ...]) -> Base:
        """Read the battle with these texts for what is varied, everything else as it was.

        Settings are read anew in the game's order, and the sides under them: what one of them
        means may rest on another.
        """
        battle, given = self.battle, list(zip(self._text_axes, texts, strict=True))
        if not given:
            return Base(battle, "", readable=True)
        options = {axis.key: text for axis, text in given if axis.kind == SETTING}
        sides = {ATTACKER: str(battle.attacker), DEFENDER: str(battle.defender or "none")}
        sides |= {axis.key: text for axis, text in given if axis.kind == SIDE}
        try:
            settings: Mapping[str, Any] = battle.settings
            if options:
                settings = parse_settings(battle.game, battle.shown_settings | options)
            attacker, defender = (
                battle.game.parse_side(sides[side], side, settings) for side in (ATTACKER, DEFENDER)
            )
            return Base(Battle(battle.game, attacker, defender, settings), "", readable=True)
        except IllegalBattleError as error:
            return Base(None, str(error), readable=True)
        except WargameError as error:
            return Base(None, str(error), readable=False)

    def _check_set(self) -> None:
        """Refuse a setting that is varied and set: either could be meant."""
        set_already = self.battle.shown_settings
        for axis in self.axes:
            if axis.kind == SETTING and axis.key in set_already:
                raise set_twice(axis, set_already[axis.key])

    def _check_texts(self) -> None:
        """Refuse a value that can be read in no cell: it is mistyped, not against the rules."""
        for axis in self._text_axes:
            for value in axis.values:
                found = None
                for base in self._bases({axis.key: str(value)}):
                    found = base
                    if base.readable:
                        break
                if found is not None and not found.readable:
                    raise OptionError(f"{axis.key}={value}: {found.reason}", given=str(value))

    def _check_names(self) -> None:
        """Refuse a name of a number that is none in any cell, and two names of one number."""
        numbers = [axis for axis in self.axes if axis.kind == NUMBER]
        for axis in numbers:
            error = None
            for battle in self._some_battles():
                error = _refusal(battle, axis)
                if error is None:
                    break
            if error is not None:
                raise error
        for one, other in combinations(numbers, 2):
            both = (b for b in self._some_battles() if not (_refusal(b, one) or _refusal(b, other)))
            if one.side == other.side and any(_same(b, one, other) for b in islice(both, 1)):
                raise OptionError(
                    f"{one.key} and {other.key} are the same; vary it once", given=other.key
                )

    def _some_battles(self) -> Iterator[Battle]:
        yield self.battle
        yield from (base.battle for base in self._bases({}) if base.battle is not None)

    def described(self) -> dict[str, Any]:
        """Return what is asked, as plain data: what tells this grid from any other."""
        return {
            "game": self.battle.game.name,
            "battle": str(self.battle),
            "vary": [str(axis) for axis in self.axes],
            "files": self._files(),
        }

    def _files(self) -> dict[str, str]:
        """Return a digest of each file that a setting names; the text only holds its name."""
        battles = [self.battle]
        if any(axis.kind == SETTING for axis in self.axes):
            battles += list(islice(self._some_battles(), TRIED))
        names = {
            name
            for battle in battles
            for value in battle.settings.values()
            if isinstance(name := getattr(value, "file", None), str) and name
        }
        return {name: _digest(name) for name in sorted(names)}


def set_twice(axis: Axis, text: str) -> OptionError:
    """Return the refusal of a setting that is varied, and set to a text as well."""
    return OptionError(
        f"{axis.key} is set to {shown(text)} and varied as well; leave one of them out",
        given=axis.key,
        allowed=(str(axis),),
    )


def _refusal(battle: Battle, axis: Axis) -> WargameError | None:
    """Return why a battle has no such number, if it has none."""
    assert battle.game.varied is not None
    try:
        battle.game.varied(battle, axis.side, axis.what, int(axis.values[0]))
    except WargameError as error:
        message = f"{axis.key}: {error}"
        return OptionError(message, given=error.given or axis.what, allowed=error.allowed)
    return None


def _same(battle: Battle, one: Axis, other: Axis) -> bool:
    """Whether two names are of the same number: setting either makes the same battle."""
    varied = battle.game.varied
    assert varied is not None
    pairs = [tuple(varied(battle, a.side, a.what, n) for a in (one, other)) for n in PROBES]
    texts = [(str(a), str(b)) for a, b in pairs if a is not None and b is not None]
    return len({a for a, _ in texts}) > 1 and all(a == b for a, b in texts)


def _digest(file: str) -> str:
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return ""
