"""Rules of thumb: what players reckon in the head, and the battles over which that is measured."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from combat.game import Game

if TYPE_CHECKING:
    from combat.arrays import Bools, Floats
    from combat.battle import Battle

Numbers = tuple[float, float]
EVEN = 0.5
SURE_ENOUGH = 0.75  # the chance that many players want before they attack


@dataclass(frozen=True)
class Thumb:
    """A rule of thumb: two numbers, and whether the attacker's is enough.

    Parameters
    ----------
    name, words : str
        What it is called, and how it is done at the table.
    numbers : callable
        Battle to the attacker's number and the defender's.
    source : str
        Who says so; empty if nobody is known to.
    about : float
        The attacker's chance that it is about: it says yes where it takes the chance to be above
        this.
    times, more : float
        What it demands: more than so many times the defender's number, and so much more.
    enough : bool
        Whether just that is enough.
    chance : callable, optional
        From both numbers to the attacker's chance, for a rule that gives one; arrays of one shape.

    Examples
    --------
    >>> rule = Thumb("two more", "Count them.", lambda battle: (3.0, 1.0), more=2.0)
    >>> mine, theirs = np.array([2.0, 3.0, 4.0]), np.array([1.0, 1.0, 1.0])
    >>> rule.above(mine, theirs).tolist()
    [False, False, True]
    """

    name: str
    words: str
    numbers: "Callable[[Battle], Numbers]"
    source: str = ""
    about: float = EVEN
    times: float = 1.0
    more: float = 0.0
    enough: bool = False
    chance: "Callable[[Floats, Floats], Floats] | None" = None

    def above(self, mine: "Floats", theirs: "Floats", *, wanted: float | None = None) -> "Bools":
        """Return whether the attacker's chance is above what is wanted, by these numbers.

        Parameters
        ----------
        mine, theirs : float array
            The attacker's numbers and the defender's.
        wanted : float, optional
            The chance that the rule is about if none; another one only if it gives a chance.
        """
        if self.chance is not None:
            return self.chance(mine, theirs) > (self.about if wanted is None else wanted)
        assert wanted in (None, self.about)
        demanded = self.demanded(theirs)
        return mine >= demanded if self.enough else mine > demanded

    def demanded(self, theirs: "Floats") -> "Floats":
        """Return the attacker's number that the rule demands against the defender's."""
        return self.times * theirs + self.more

    @property
    def wanted(self) -> tuple[float, ...]:
        """The chances that it can be asked about."""
        return (self.about,) if self.chance is None else (EVEN, SURE_ENOUGH)


@dataclass(frozen=True)
class Contest:
    """A kind of battle, its rules of thumb, and how its battles are drawn.

    Parameters
    ----------
    name, title : str
        Name in code and files, and in words, in the plural.
    event : str
        In words, what the rules are about.
    events : tuple of str
        The game's events that are that, of which no two can happen at once.
    drawn : str
        How the battles are drawn, in words.
    draw : callable
        ``(random generator, how many)`` to that many battles.
    known : tuple of Thumb
        Rules that players use, or would think of first.
    forms : str
        Among which rules the best is looked for, in words.
    candidates : callable
        Those rules, the simplest first.
    exact : callable, optional
        Battles to the exact chances of that, shape (battles,), all at once; without it the events
        are solved for one battle after another.
    """

    name: str
    title: str
    event: str
    events: tuple[str, ...]
    drawn: str
    draw: "Callable[[np.random.Generator, int], list[Battle]]"
    known: tuple[Thumb, ...]
    forms: str
    candidates: Callable[[], tuple[Thumb, ...]]
    exact: "Callable[[Sequence[Battle]], Floats] | None" = None


def contests_in(module: str) -> Callable[[Game], tuple[Contest, ...]]:
    """Return what gives a game's contests: ``contests(game)`` of the module ``thumbs`` beside one.

    It is loaded when it is first asked for; a battle does not wait for it.
    """
    package = module.rpartition(".")[0]

    def contests(game: Game) -> tuple[Contest, ...]:
        found: tuple[Contest, ...] = import_module(f"{package}.thumbs").contests(game)
        return found

    return contests


def sized(rng: np.random.Generator, most: int, *, attackers: int | None = None) -> tuple[int, int]:
    """Draw how many units attack and defend: defenders up to `most`, attackers half to double.

    Parameters
    ----------
    rng : Generator
    most : int
    attackers : int, optional
        The most of them; no limit if none.
    """
    defending = int(rng.integers(1, most + 1))
    highest = min(2 * defending, attackers or 2 * defending)
    return int(rng.integers(-(-defending // 2), highest + 1)), defending


def mixed(rng: np.random.Generator, count: int, shares: dict[str, float]) -> dict[str, int]:
    """Draw so many units, each of a type with its share; types that none is of are left out."""
    drawn = rng.multinomial(count, list(shares.values()))
    return {name: int(n) for name, n in zip(shares, drawn, strict=True) if n}
