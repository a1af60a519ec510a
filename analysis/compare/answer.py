"""Plans for the same target, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from analysis.answers import odds, read_battle
from analysis.size.base import check_side, force_of
from analysis.size.wanted import Wanted, fitting, wanted_event
from combat.battle import Battle
from combat.chance import seeded
from combat.display import Displayed
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.force import Force
from combat.game import ATTACKER, Game
from combat.outcomes import Outcomes

SAME = 1e-12  # exact chances closer than this are the same: rounding
VALUE = 1e-9  # values closer than this are the same


class Better(NamedTuple):
    """How often one plan does better than another, or as well, each fought by itself."""

    plan: int
    other: int
    better: Estimate
    equal: Estimate


@dataclass(frozen=True, eq=False)
class Comparison(Displayed):
    """Plans side by side.

    Attributes
    ----------
    side : str
        Whose plans they are.
    outcomes : tuple of Outcomes
        How each can end.
    wanted : tuple of Wanted
        The event by which they are judged, in each battle.
    costs : tuple of float or None
        What the side's whole force costs in each, where the game has costs of all that is in it.
    """

    side: str
    outcomes: tuple[Outcomes, ...]
    wanted: tuple[Wanted, ...]
    costs: tuple[float | None, ...]

    @property
    def game(self) -> Game:
        """The game."""
        return self.outcomes[0].battle.game

    @property
    def names(self) -> tuple[str, ...]:
        """The plans as texts."""
        return tuple(str(one.battle) for one in self.outcomes)

    @property
    def event(self) -> str:
        """Name of the event by which they are judged."""
        return str(self.wanted[0])

    @property
    def texts(self) -> tuple[str, ...]:
        """The event in the words of each battle, which at sea are not those on land."""
        return tuple(one.text for one in self.wanted)

    @cached_property
    def chances(self) -> tuple[Estimate, ...]:
        """Chance of the event in each."""
        pairs = zip(self.outcomes, self.wanted, strict=True)
        return tuple(wanted.estimate(outcomes) for outcomes, wanted in pairs)

    @property
    def best(self) -> tuple[int, ...]:
        """Numbers of the plans that nothing beats: of simulated ones all that might be the best."""
        highest = max(self.chances, key=lambda one: one.value)
        enough = highest.low if not highest.exact else highest.value - SAME
        return tuple(at for at, one in enumerate(self.chances) if one.high >= enough)

    @property
    def measure(self) -> str:
        """The quantity in which one plan does better than another.

        What the battle was worth in all, where each plan says what things are worth, else the
        swing.
        """
        value = self.game.quantity(self.game.value)
        assert value is not None
        weighed = all(value.shown(one.battle) for one in self.outcomes)
        return value.name if weighed and value.of is not None else self.game.swing

    @cached_property
    def better(self) -> tuple[Better, ...]:
        """How often each plan does better than each other, in `measure`."""
        count = range(len(self.outcomes))
        return tuple(self._better(a, b) for a in count for b in count if a != b)

    def _better(self, plan: int, other: int) -> Better:
        mine, theirs = self.outcomes[plan], self.outcomes[other]
        sign = 1.0 if self.side == ATTACKER else -1.0
        better, equal = more_often(mine, theirs, self.measure, sign=sign)
        # of n and m battles the share of pairs varies no more than a share of the fewer of them
        known = [n for n in (mine.trials, theirs.trials) if n is not None]
        trials = min(known) if known else None
        return Better(
            plan, other, Estimate.of_chance(better, trials), Estimate.of_chance(equal, trials)
        )

    def __repr__(self) -> str:
        chances = ", ".join(one.as_percent() for one in self.chances)
        return f"<Comparison of {len(self.outcomes)} plans by {self.event}: {chances}>"


def compare(
    battles: Sequence[Battle | str],
    *,
    side: str = "attacker",
    event: str | None = None,
    engine: str = "auto",
    trials: int | None = None,
    precision: float | None = None,
    rng: np.random.Generator | int | None = None,
) -> Comparison:
    """Put plans side by side.

    Parameters
    ----------
    battles : sequence of Battle or str
        Two or more of one game, as for `odds`, each under its own settings.
    side : {'attacker', 'defender'}
        Whose plans they are.
    event : str, optional
        By what they are judged: what the side wants, see `analysis.wanted.wanted_event`.
    engine, trials, precision, rng
        As in `combat.engine.solve`; all that are simulated have the same seed.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError, IllegalBattleError

    Examples
    --------
    >>> found = compare(["aa 1 arm v 1 inf", "aa 2 inf v 1 inf"])
    >>> found.costs, [one.as_percent() for one in found.chances], found.best
    ((5.0, 6.0), ['50.0 %', '67.7 %'], (1,))
    """
    side = check_side(side)
    read = [read_battle(battle) for battle in battles]
    if len(read) < 2:
        raise OptionError(
            "one plan has nothing to be compared with; give two battles or more",
            given=str(read[0]) if read else "",
            allowed=("two or more",),
        )
    _check(read)
    wanted = tuple(wanted_event(battle, side, event) for battle in read)
    _check_wanted(read, wanted, side)
    seed = seeded(rng)[1] if not isinstance(rng, np.random.Generator) else int(rng.integers(2**32))
    return Comparison(
        side,
        tuple(
            odds(battle, engine=engine, trials=trials, precision=precision, rng=seed)
            for battle in read
        ),
        wanted,
        tuple(force_cost(battle, side) for battle in read),
    )


def _check(battles: Sequence[Battle]) -> None:
    """Refuse plans of several games, or the same one twice."""
    names: dict[str, int] = {}
    for number, battle in enumerate(battles, 1):
        if battle.game is not battles[0].game:
            raise OptionError(
                f"plan {number} is of {battle.game.name}, the first of {battles[0].game.name};"
                " compare plans of one game",
                given=battle.game.name,
                allowed=(battles[0].game.name,),
            )
        before = names.setdefault(str(battle), number)
        if before != number:
            raise OptionError(
                f"plans {before} and {number} are the same: {battle}; leave one out",
                given=str(battle),
            )


def _check_wanted(battles: Sequence[Battle], wanted: Sequence[Wanted], side: str) -> None:
    """Refuse plans that would be judged by several events, none of them named.

    A chance of the one says nothing about a chance of the other.
    """
    for number, (battle, one) in enumerate(zip(battles, wanted, strict=True), 1):
        if str(one) != str(wanted[0]):
            both = [name for name in fitting(battles[0], side) if name in fitting(battle, side)]
            advice = f"name one of both with --event: {', '.join(both)}"
            raise OptionError(
                f"plan 1 is about {str(wanted[0])!r}, plan {number} about {str(one)!r};"
                f" {advice if both else 'they have none in common, so ask odds about each'}",
                given=str(one),
                allowed=tuple(both),
            )


def force_cost(battle: Battle, side: str) -> float | None:
    """Return what a side's whole force costs; None if the game does not say it of all its units.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> force_cost(parse_battle("aa", "2 inf, 1 arm v 1 inf"), "attacker")
    11.0
    """
    force = force_of(battle, side)
    if not isinstance(force, Force):
        return None
    additions = battle.game.additions(battle, side) if battle.game.additions else ()
    costs = {one.what: one.cost for one in additions}
    steps = (change for change in battle.game.neighbours(battle) if change.step)
    costs = {change.what: change.cost for change in steps if change.side == side} | costs
    if any(name not in costs for name, _ in force):
        return None
    return sum((n * costs[name] for name, n in force), start=0.0)


def more_often(
    mine: Outcomes, theirs: Outcomes, quantity: str, *, sign: float = 1.0
) -> tuple[float, float]:
    """Return how often a quantity is better in one battle than in another, and how often equal.

    Parameters
    ----------
    mine, theirs : Outcomes
        Fought independently.
    quantity : str
        One that the final states show.
    sign : float
        1 if more is better, -1 if less is.
    """
    values, chance = mine.distribution(np.round(sign * mine.values(quantity), 9))
    others, weights = theirs.distribution(np.round(sign * theirs.values(quantity), 9))
    below = np.concatenate([[0.0], np.cumsum(weights)])
    worse = below[np.searchsorted(others, values - VALUE / 2, side="left")]
    not_better = below[np.searchsorted(others, values + VALUE / 2, side="right")]
    return float(chance @ worse), float(chance @ (not_better - worse))
