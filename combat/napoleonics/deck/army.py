"""An army by class, as far as tactic cards ask: who is next to the enemy, and leaders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from combat.errors import OptionError
from combat.napoleonics.deck.card import AWAY, CLASSES, HORSE, LEADERS, NEXT
from combat.napoleonics.units import ARTILLERY, CAVALRY, INFANTRY
from combat.notation import Vocabulary, read_units

KINDS = (INFANTRY, CAVALRY, ARTILLERY, HORSE)
ADJACENT = "adjacent"
_NAMES = {name.replace(" ", "-"): name for name in KINDS}
_SHORT = {
    INFANTRY: ("inf", "foot"),
    CAVALRY: ("cav",),
    ARTILLERY: ("art", "foot artillery", "guns"),
    HORSE: ("horse art", "horse guns"),
}
VOCABULARY = Vocabulary(
    (*_NAMES, *(f"{ADJACENT}-{name}" for name in _NAMES), LEADERS),
    {
        **{short: name for name, kind in _NAMES.items() for short in _SHORT[kind]},
        **{
            f"{ADJACENT} {short}": f"{ADJACENT}-{name}"
            for name, kind in _NAMES.items()
            for short in _SHORT[kind]
        },
        "leader": LEADERS,
        "general": LEADERS,
        "generals": LEADERS,
    },
)
_SLASHES = re.compile(r"\s*(\d{1,3})\s*/\s*(\d{1,3})\s*/\s*(\d{1,3})\s*/\s*(\d{1,3})\s*")


@dataclass(frozen=True)
class Army:
    """Units and leaders by class.

    Parameters
    ----------
    away, near : tuple of int, 4
        Infantry, cavalry, foot artillery and horse artillery, away from the enemy and next to him.
    leaders : int

    Examples
    --------
    >>> army = parse_army("6 infantry, 2 adjacent infantry, 1 horse artillery, 3 leaders")
    >>> army.of(("infantry",)), army.of(("artillery",)), army.of(), army.total
    (8, 1, 12, 12)
    >>> army.of(("infantry", "artillery"), "away from the enemy")
    7
    """

    away: tuple[int, int, int, int]
    near: tuple[int, int, int, int] = (0, 0, 0, 0)
    leaders: int = 0

    def of(self, classes: Sequence[str] = (), where: str = "") -> int:
        """Return how many there are of some classes, of any if none is named.

        Parameters
        ----------
        classes : sequence of str
            Of `CLASSES`; artillery is foot and horse.
        where : str
            Next to the enemy or away from him; anywhere if it is neither. Leaders are counted
            wherever they are: they do not fight (CC-30).
        """
        named = set(classes or CLASSES)
        if ARTILLERY in named:
            named.add(HORSE)
        found = self.leaders if LEADERS in named else 0
        for kind, away, near in zip(KINDS, self.away, self.near, strict=True):
            if kind in named:
                found += (where != NEXT) * away + (where != AWAY) * near
        return found

    @property
    def total(self) -> int:
        """All units and leaders."""
        return self.of()

    def __str__(self) -> str:
        named = [
            *zip(self.away, KINDS, strict=True),
            *(
                (number, f"{ADJACENT} {kind}")
                for number, kind in zip(self.near, KINDS, strict=True)
            ),
            (self.leaders, LEADERS),
        ]
        return ", ".join(f"{number} {name}" for number, name in named if number)


def parse_army(text: str) -> Army:
    """Read an army: '8 infantry, 2 cavalry, 3 leaders', or infantry/cavalry/artillery/leaders.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError

    Examples
    --------
    >>> parse_army("8/4/2/3") == parse_army("8 inf, 4 cav, 2 art, 3 leaders")
    True
    """
    short = _SLASHES.fullmatch(text)
    if short is not None:
        infantry, cavalry, artillery, leaders = map(int, short.groups())
        return Army((infantry, cavalry, artillery, 0), leaders=leaders)
    if not re.search(r"[^\W\d_]", text):
        raise OptionError(
            f"tactics={text!r} cannot be read; it is INFANTRY/CAVALRY/ARTILLERY/LEADERS, as in"
            " '8/4/2/3', or '8 infantry, 2 adjacent infantry, 1 horse artillery, 3 leaders'",
            given=text,
            allowed=("8/4/2/3",),
        )
    counts = read_units(text, VOCABULARY)
    away = tuple(counts.get(name, 0) for name in _NAMES)
    near = tuple(counts.get(f"{ADJACENT}-{name}", 0) for name in _NAMES)
    return Army(_four(away), _four(near), counts.get(LEADERS, 0))


def _four(numbers: Sequence[int]) -> tuple[int, int, int, int]:
    infantry, cavalry, artillery, horse = numbers
    return infantry, cavalry, artillery, horse
