"""What the product knows of a game: everything that `analysis` may ask for, in one value.

`analysis`, the command line, charts and reports name no game; they read a `Game`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from combat.changes import Addition, Change, Modifier
from combat.sequels import Sequels

if TYPE_CHECKING:
    from combat.arrays import Bools, Floats, Ints
    from combat.battle import Battle
    from combat.outcomes import Outcomes
    from combat.sheets import Theatre
    from combat.taps import Taps
    from combat.thumbs import Contest
    from combat.turns import TurnAnswer

ATTACKER, DEFENDER, NEITHER = "attacker", "defender", "neither"
ROLES = (ATTACKER, DEFENDER)
PLAN = "plan"


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
    choices : tuple of str
        All its values, where it is one of a few words.
    offered : tuple of str
        Values worth offering, where it is open.
    needs : str
        The setting that has to be other than it usually is for this one to change anything; `PLAN`
        if only a plan has a use for it.
    file : bool
        Whether it names a file of the user's.
    """

    key: str
    help: str
    default: Any
    parse: Callable[[str, Mapping[str, Any]], Any]
    shows: Callable[[Any], str] = str
    choices: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    needs: str = ""
    file: bool = False


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
    modifier_head : str
        What the modifiers do.
    weighed : callable, optional
        Battle to the event in whose chance modifiers are weighed; the main event if none.
    read_left : callable, optional
        ``(text, side, battle)`` to the texts of `end_text` that a player's text of what is left, ''
        for nothing, can mean; without it, what `parse_side` makes of it.
    path : callable, optional
        ``(outcomes, row)`` to the stages that led to a final state, in words, in their order.
    varied : callable, optional
        ``(battle, side, what, number)`` to the battle in which the side has so many of that, None
        if that cannot be; an `OptionError` for what is no unit or other number of a side.
    goal : str
        The setting that says what best play is best for; none if empty.
    variants : callable, optional
        Battle to the same battle under other plausible data, each with what it rests on in words.
    variant_name : str
        What those data are, in the plural.
    details : callable, optional
        Outcomes to more of what they say, computed exactly, as tables; None where there is no more.
    map_report : callable, optional
        The name of a map file to what it says.
    turn : callable, optional
        ``(plan file's contents, the game)`` to what a turn's attacks lead to.
    additions : callable, optional
        ``(battle, side)`` to what the side can be given, with what it costs.
    cost_unit : str
        What additions cost.
    kept : str
        What is counted of a side that is left, in the plural.
    family : callable, optional
        ``(battle, attackers, defenders, event)`` to the exact chance of the event in each pair of
        these sides under the battle's settings, from one solve, shape (attackers, defenders), NaN
        where the rules do not allow the battle; None where it takes a solve for each.
    taps : Taps, optional
        What a touch changes about a side.
    theatre : callable, optional
        Its map: positions, and what can be asked about them; loaded when it is asked for.
    variations : callable, optional
        Battle to every single change of it, for 'what matters'; `neighbours` if none.
    thumbs : callable, optional
        Its rules of thumb, by kind of battle, and over which battles they are measured; loaded when
        they are asked for.
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
    modifier_head: str = "added to the die"
    weighed: "Callable[[Battle], str] | None" = None
    read_left: "Callable[[str, str, Battle], tuple[str, ...]] | None" = None
    path: "Callable[[Outcomes, int], tuple[str, ...]] | None" = None
    varied: "Callable[[Battle, str, str, int], Battle | None] | None" = None
    goal: str = ""
    variants: "Callable[[Battle], tuple[tuple[str, Battle], ...]] | None" = None
    variant_name: str = "plausible data"
    details: "Callable[[Outcomes], Report | None] | None" = None
    map_report: "Callable[[str], Report] | None" = None
    turn: "Callable[[Mapping[str, Any], Game], TurnAnswer] | None" = None
    additions: "Callable[[Battle, str], tuple[Addition, ...]] | None" = None
    cost_unit: str = ""
    kept: str = "units"
    family: "Callable[[Battle, Sequence[Any], Sequence[Any], str], Floats | None] | None" = None
    variations: "Callable[[Battle], Iterable[Change]] | None" = None
    taps: "Taps | None" = None
    theatre: "Callable[[], Theatre] | None" = None
    thumbs: "Callable[[Game], tuple[Contest, ...]] | None" = None
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
