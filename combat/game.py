"""What the product knows of a game: everything that `analysis` may ask for, in one value.

`analysis`, the command line, charts and reports name no game; they read a `Game`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

if TYPE_CHECKING:
    from combat.arrays import Bools, Floats, Ints
    from combat.battle import Battle
    from combat.outcomes import Outcomes

ATTACKER, DEFENDER, NEITHER = "attacker", "defender", "neither"


@dataclass(frozen=True)
class Setting:
    """An option of a game's battles.

    Parameters
    ----------
    key : str
    help : str
        One line for the command line's help.
    default : object
        Value where the user says nothing.
    parse : callable
        ``(text, values of the settings declared before)`` to the value; or a `WargameError`.
    shows : callable
        Value to the text that reads back.
    """

    key: str
    help: str
    default: Any
    parse: Callable[[str, Mapping[str, Any]], Any]
    shows: Callable[[Any], str] = str


@dataclass(frozen=True)
class Event:
    """A named event of a battle.

    Parameters
    ----------
    name, text : str
        Name in code and files, and in words.
    side : str
        Whom it favours: ``attacker``, ``defender`` or ``neither``.
    of : callable
        From outcomes to a bool array over their rows.
    partition : bool
        Whether it is one of those events of which exactly one happens.
    applies : callable
        Battle to whether the event can be asked about there.
    words : callable, optional
        Battle to (text, side), where these depend on the kind of battle.
    """

    name: str
    text: str
    side: str
    of: "Callable[[Outcomes], Bools]"
    partition: bool = True
    applies: "Callable[[Battle], bool]" = lambda _: True
    words: "Callable[[Battle], tuple[str, str]] | None" = None

    def worded(self, battle: "Battle") -> "Event":
        """Return the event in the words that fit the battle."""
        if self.words is None:
            return self
        text, side = self.words(battle)
        return replace(self, text=text, side=side)


@dataclass(frozen=True)
class Quantity:
    """A named number of a battle.

    Parameters
    ----------
    name, text, unit : str
    of : callable or None
        From outcomes to a float array over their rows; None for a sum along the path, whose
        moments the engine carries (``outcomes.tallies``).
    shown, applies : callable
        Battle to whether a plain answer lists it, and to whether it can be asked about there.
    turned : str
        The quantity that takes its place if the sides are seen the other way round, with '-' before
        it if it then counts the other way; itself if empty.
    """

    name: str
    text: str
    unit: str
    of: "Callable[[Outcomes], Floats] | None"
    shown: "Callable[[Battle], bool]" = lambda _: True
    applies: "Callable[[Battle], bool]" = lambda _: True
    turned: str = ""


@dataclass(frozen=True)
class Change:
    """A small change of a battle, for 'what flips it' and 'what matters'.

    Parameters
    ----------
    side : str
        Whose side is changed.
    what : str
        The unit that is added or taken, or the setting that is changed.
    step : int
        +1 or −1 for a unit, 0 for a setting.
    cost : float
        What one step costs, for ranking; a setting costs nothing.
    value : str
        The setting's new value, as text.
    """

    side: str
    what: str
    step: int
    cost: float
    value: str = ""

    def text(self, times: int = 1) -> str:
        """Return the change in words, such as '+2 inf'."""
        if self.step == 0:
            return f"{self.what} = {self.value}"
        return f"{'+' if self.step > 0 else '-'}{times} {self.what}"


@dataclass(frozen=True)
class Modifier:
    """A line of what a side adds to its die.

    Parameters
    ----------
    side, name, rule : str
        Whose, which, and by which rule.
    low, high : int
        The least and the most that it may be.
    change : Change, optional
        What takes it away, adds one to it, or brings it if it is not there: for what it is worth.
    there : bool
        Whether it counts, or only could be had.
    per : str
        What `change` adds one of, if it adds one; empty if it takes the line away or brings it.
    """

    side: str
    name: str
    rule: str
    low: int
    high: int
    change: Change | None = None
    there: bool = True
    per: str = ""


class Remains(NamedTuple):
    """What a battle leaves of a side, for a battle that follows.

    ``units``: a side's value, false if nobody is left; ``settings``: what the battle that they
    fight next must have, values by key; ``barred``: settings that it then cannot have, with the
    rule and the reason.
    """

    units: Any
    settings: tuple[tuple[str, Any], ...] = ()
    barred: tuple[tuple[str, str, str], ...] = ()


class Carried(Protocol):
    """What a plan's battles hand on to all later ones, such as who is out of the game; a value."""

    def applied(self, battle: "Battle") -> "Battle | None":
        """Return a battle as it stands now, or None if its attacker cannot fight it."""

    def after(self, outcomes: "Outcomes", row: int) -> "Carried":
        """Return what is carried on from a final state."""

    def __hash__(self) -> int:
        """Hash by value."""


@dataclass(frozen=True)
class Sequels:
    """How battles of a game follow one another in a plan.

    Parameters
    ----------
    groups : tuple of str
        Groups of units that can be asked for alone.
    nobody : object
        A side's value without anybody in it.
    left : callable
        ``(outcomes, row, side, group, next_side)`` to the `Remains` of a side in a final state, of
        a group only if one is named, as ``next_side`` of a later battle; None if there is nobody
        left to fight, or nothing to fight for.
    joined : callable
        ``(units, more, settings)`` to both together, more text that is read with the settings.
    one_place : bool
        Whether a plan's battles are fought for the same thing, of which the last has its say.
    carried : Carried, optional
        What a plan's battles hand on to all later ones besides, before the first of them.
    """

    groups: tuple[str, ...]
    nobody: Any
    left: "Callable[[Outcomes, int, str, str, str], Remains | None]"
    joined: Callable[[Any, str, Mapping[str, Any]], Any]
    one_place: bool = True
    carried: "Carried | None" = None


class Report(NamedTuple):
    """Tables of texts: what a file of a game, such as a map, says.

    ``tables``: by name, the heads of the columns and the rows; ``lines``: what else is to be said.
    """

    title: str
    tables: Mapping[str, tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]]
    lines: tuple[str, ...] = ()


class PolicyMap(NamedTuple):
    """A stopping policy by the number of units left; each an array of one shape.

    ``attackers``, ``defenders``: units left; ``going``: whether to go on there; ``gain``: by how
    much going on is better; ``lines``: the policy in words, all there is if it is not of stopping.
    """

    attackers: "Ints"
    defenders: "Ints"
    going: "Bools"
    gain: "Floats"
    lines: tuple[str, ...]


class Model(Protocol):
    """A battle made ready for the engines."""

    @property
    def work(self) -> float:
        """Multiplications that an exact answer takes, roughly."""

    @property
    def best_work(self) -> float:
        """Multiplications that it takes to know best play, before anything is simulated."""

    def exact(self) -> "Outcomes":
        """Compute the outcomes."""

    def timeline(self) -> "Floats | None":
        """Chance by round to have ended in each event of the partition; None without rounds."""

    def policy_map(self) -> "PolicyMap | None":
        """Where a best policy goes on and where it stops, if the battle has one."""

    def simulate(self, trials: int, rng: np.random.Generator, seed: int | None) -> "Outcomes":
        """Sample the outcomes."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game's entry in `combat.games.GAMES`.

    Parameters
    ----------
    name, title, edition : str
    aliases : tuple of str
        Other names that the command line understands.
    parse_side : callable
        ``(text, side, settings)`` to a side's value, whose ``str`` reads back.
    check : callable
        Raises `IllegalBattleError` for a battle that the rules do not allow.
    model : callable
        Battle, optionally weighted starts, to a `Model`.
    settings, events, quantities : tuple
    default_aim : callable
        Battle to the text of the aim that `should_attack` uses if the user has none.
    end_text : callable
        ``(outcomes, row)`` to (attacker's text, defender's text, event name) of a final state.
    assumes : callable
        Battle to what an answer about it takes for granted.
    neighbours : callable
        Battle to the changes that 'what flips it' may try.
    changed : callable
        ``(battle, change, times)`` to the changed battle, or None where that is not possible.
    followers : mapping of str to callable
        What can follow a battle: ``(outcomes, row, text)`` to the battle that the side given as
        text fights from that final state, or None if there is none.
    main_event : callable
        Battle to the name of the event that matters most there.
    swing, value : str
        The quantities that say what a battle cost both sides, and what it was worth in all.
    sequels : Sequels, optional
        How its battles follow one another in a plan; None if they do not.
    modifiers : callable, optional
        Battle to the sum of its modifiers, line by line.
    path : callable, optional
        ``(outcomes, row)`` to the stages that led to a final state, in words, in their order.
    varied : callable, optional
        ``(battle, side, what, number)`` to the battle in which the side has so many of that, None
        if that cannot be; an `OptionError` for what is no unit or other number of a side.
    goal : str
        The setting that says what best play is best for; none if empty.
    map_report : callable, optional
        The name of a map file to what it says.
    examples : tuple of (str, str)
        Battles, attacker and defender, that documentation and tests use.
    covers : str
        One line: what is covered, and what is not.
    """

    name: str
    aliases: tuple[str, ...]
    title: str
    edition: str
    covers: str
    parse_side: Callable[[str, str, Mapping[str, Any]], Any]
    check: "Callable[[Battle], None]"
    model: "Callable[..., Model]"
    settings: tuple[Setting, ...]
    events: tuple[Event, ...]
    quantities: tuple[Quantity, ...]
    default_aim: "Callable[[Battle], str]"
    end_text: "Callable[[Outcomes, int], tuple[str, str, str]]"
    assumes: "Callable[[Battle], tuple[str, ...]]"
    neighbours: "Callable[[Battle], Iterable[Change]]"
    changed: "Callable[[Battle, Change, int], Battle | None]"
    main_event: "Callable[[Battle], str]"
    swing: str
    value: str
    followers: "Mapping[str, Callable[..., Battle | None]]"
    sequels: Sequels | None = None
    modifiers: "Callable[[Battle], tuple[Modifier, ...]] | None" = None
    path: "Callable[[Outcomes, int], tuple[str, ...]] | None" = None
    varied: "Callable[[Battle, str, str, int], Battle | None] | None" = None
    goal: str = ""
    map_report: "Callable[[str], Report] | None" = None
    examples: tuple[tuple[str, str], ...] = ()

    def setting(self, key: str) -> Setting | None:
        """Return the setting of that key, or None."""
        return next((s for s in self.settings if s.key == key), None)

    def event(self, name: str) -> Event | None:
        """Return the event of that name, or None."""
        return next((e for e in self.events if e.name == name), None)

    def quantity(self, name: str) -> Quantity | None:
        """Return the quantity of that name, or None."""
        return next((q for q in self.quantities if q.name == name), None)

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """Pickle by name, so that battles travel to other processes as values."""
        from combat.games import find_game

        return find_game, (self.name,)
