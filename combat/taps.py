"""What a side can be given, or loses, by one touch: for pages and dashboards.

A side is a text; each `Tap` says what can be changed about it, and a game's `Taps` make the text of
the changed side. So a page needs to know no game: it shows taps and sends back which was touched.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from combat.errors import IllegalBattleError, OptionError
from combat.force import Force
from combat.notation import MOST_UNITS, Vocabulary, read_units

if TYPE_CHECKING:
    from combat.battle import Battle

NOBODY = ("", "none")  # sides on which nobody stands
LONG = 3  # letters; a longer name that is a word of its text is none to explain


@dataclass(frozen=True)
class Tap:
    """Something about a side that a touch changes.

    Parameters
    ----------
    what : str
        Its name, which `Taps.tapped` understands.
    text : str
        In words.
    now : int or str
        How many there are; of a choice, which.
    most : int
        How many there can be; 1 makes it a switch.
    choices : tuple of str
        Of a choice: all that it can be; '' for none of them.
    least : int
        How many there must be.
    """

    what: str
    text: str
    now: int | str
    most: int = MOST_UNITS
    choices: tuple[str, ...] = ()
    least: int = 0

    @property
    def kind(self) -> str:
        """Whether it is a ``choice``, a ``switch`` or a ``count``."""
        if self.choices:
            return "choice"
        return "switch" if self.most == 1 else "count"


class Taps(Protocol):
    """How a game's sides are changed by touch."""

    def offered(self, text: str, side: str, settings: Mapping[str, Any]) -> tuple[Tap, ...]:
        """Return what can be changed about a side; '' is a side on which nobody stands yet.

        Raises
        ------
        WargameError
            For a text that cannot be read.
        """
        ...

    def tapped(
        self, text: str, side: str, *, what: str, value: int | str, settings: Mapping[str, Any]
    ) -> str:
        """Return the text of a side with so many of that, or that choice.

        Raises
        ------
        WargameError
            For a text that cannot be read, or what the side cannot have.
        """
        ...


@dataclass(frozen=True)
class ForceTaps:
    """Taps of a game whose sides are units with counts.

    Parameters
    ----------
    vocabulary : callable
        Settings to the units' names.
    units : callable
        ``(side, the force, settings)`` to what can be tapped, in order, as ``Tap``; their ``now``
        is filled in here.
    """

    vocabulary: Callable[[Mapping[str, Any]], Vocabulary]
    units: Callable[[str, Force, Mapping[str, Any]], tuple[Tap, ...]]

    def _force(self, text: str, settings: Mapping[str, Any]) -> Force:
        if text.strip().lower() in NOBODY:
            return Force()
        return Force.of(read_units(text, self.vocabulary(settings)))

    def offered(self, text: str, side: str, settings: Mapping[str, Any]) -> tuple[Tap, ...]:
        """Return a count for each unit, those that are there among them."""
        force = self._force(text, settings)
        return tuple(
            Tap(one.what, one.text, force[one.what], one.most)
            for one in self.units(side, force, settings)
        )

    def tapped(
        self, text: str, side: str, *, what: str, value: int | str, settings: Mapping[str, Any]
    ) -> str:
        """Return the side with so many of a unit."""
        force = self._force(text, settings)
        tap = found_tap(self.offered(text, side, settings), what)
        more = counted(tap, value) - force[what]
        return str(force.changed(what, more, order=self.vocabulary(settings).names))


def names_text(battle: "Battle") -> str:
    """Return what the short names of what is there stand for; '' if there are none to tell.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> names_text(parse_battle("aa", "3 inf v 1 arm, 1 aa"))
    'inf is infantry, arm is tank, aa is AA gun'
    """
    names: dict[str, str] = {}
    taps = battle.game.taps
    for role, side in (("attacker", battle.attacker), ("defender", battle.defender)):
        for tap in () if taps is None else taps.offered(str(side), role, battle.settings):
            told = len(tap.what) > LONG and f" {tap.what} " in f" {tap.text.lower()} "
            if tap.kind != "choice" and tap.now and not told:
                names[tap.what] = tap.text
    return ", ".join(f"{short} is {name}" for short, name in names.items())


def found_tap(taps: tuple[Tap, ...], what: str) -> Tap:
    """Return the tap of that name.

    Raises
    ------
    OptionError
    """
    tap = next((one for one in taps if one.what == what), None)
    if tap is None:
        names = tuple(one.what for one in taps)
        raise OptionError(
            f"the side has no {what!r} to change; it has {', '.join(names)}",
            given=what,
            allowed=names,
        )
    return tap


def counted(tap: Tap, value: int | str) -> int:
    """Return how many there are to be of a count or switch.

    Raises
    ------
    IllegalBattleError
        For more or fewer than there can be.
    """
    if not isinstance(value, int) or not tap.least <= value <= tap.most:
        raise IllegalBattleError(
            f"a side cannot have {value} {tap.what}; it has {tap.least} to {tap.most:,}",
            given=str(value),
            allowed=(f"{tap.least} to {tap.most}",),
        )
    return value


def chosen(tap: Tap, value: int | str) -> str:
    """Return what a choice is to be.

    Raises
    ------
    OptionError
        For what is none of its choices.
    """
    if value not in tap.choices:
        raise OptionError(
            f"{tap.what}={value!r} is not possible; it is {' or '.join(filter(None, tap.choices))}",
            given=str(value),
            allowed=tap.choices,
        )
    return str(value)
