"""What the columns of a log of battles are."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from combat.errors import NotationError, OptionError
from combat.game import ROLES, Game
from combat.notation import shown

BATTLE, SIDE, END = "battle", "side", "end"
LEFT = {"attacker_left": "attacker", "defender_left": "defender"}
NOTES = ("date", "who", "note")
SET = "set."  # before a setting's name that a quantity has too


@dataclass(frozen=True)
class Columns:
    """The columns of a log.

    Attributes
    ----------
    names : tuple of str
        As the head has them, in its order; '' for a column without a name.
    sides : tuple of str
        Those of the battle: ``battle``, or ``attacker`` and ``defender``.
    settings : mapping of str to str
        Columns that set something, with what they set.
    results, notes : tuple of str
        Columns that say what happened, and those that are passed through.
    """

    names: tuple[str, ...]
    sides: tuple[str, ...]
    settings: Mapping[str, str]
    results: tuple[str, ...]
    notes: tuple[str, ...]


def read_head(game: Game, cells: Sequence[str]) -> Columns:
    """Read the names of a log's columns.

    Raises
    ------
    NotationError, OptionError
        For a name that is not known or there twice, or where the battle or the result has none.
    """
    names = tuple(cell.strip().lower().replace(" ", "_").replace("-", "_") for cell in cells)
    while names and not names[-1]:
        names = names[:-1]
    numbers = tuple(q.name for q in game.quantities if q.of is not None)
    may = (END, *LEFT, *numbers)
    settings = {name: key for name in names if (key := _set(game, name, may)) is not None}
    for name in names:
        _check(game, name, names, known=(BATTLE, *ROLES, SIDE, *NOTES, *may, *settings))
    results = tuple(name for name in names if name in may)
    if not results:
        raise NotationError(
            f"no column says what happened; name one or more of {', '.join(may)}", allowed=may
        )
    return Columns(
        names, _sides(names), settings, results, tuple(name for name in NOTES if name in names)
    )


def _set(game: Game, name: str, results: Sequence[str]) -> str | None:
    """Return the setting that a column sets, or None; what is a quantity too is no setting."""
    key = name.removeprefix(SET)
    is_number = name == key and (name in results or game.quantity(name) is not None)
    return key if game.setting(key) is not None and not is_number else None


def _check(game: Game, name: str, names: Sequence[str], *, known: Sequence[str]) -> None:
    if names.count(name) > 1 and name:
        raise NotationError(f"two columns are called {shown(name)}; leave one out", given=name)
    if name in known:
        return
    if game.quantity(name) is not None:
        there = tuple(q.name for q in game.quantities if q.of is not None)
        also = f" (the setting is {SET}{name})" if game.setting(name) is not None else ""
        raise OptionError(
            f"column {shown(name)}: the end of a battle does not show it; it shows"
            f" {', '.join(there)}{also}",
            given=name,
            allowed=there,
        )
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise OptionError(
        f"no column is called {shown(name)}: {hint}columns are {', '.join(dict.fromkeys(known))},"
        " and the game's settings",
        given=name,
        allowed=tuple(dict.fromkeys(known)),
    )


def _sides(names: Sequence[str]) -> tuple[str, ...]:
    both = [role for role in ROLES if role in names]
    if BATTLE in names and both:
        raise NotationError(
            f"battle and {both[0]} both say who fights; leave one of them out", given=both[0]
        )
    if BATTLE in names:
        return (BATTLE,)
    if len(both) < len(ROLES):
        raise NotationError(
            "no column says who fights; name battle, or attacker and defender",
            allowed=(BATTLE, *ROLES),
        )
    return ROLES
