"""What is said where no split is found: that there is none only if that is proven."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from combat.axis_allies.fronts.best import WITHIN
from combat.axis_allies.fronts.bounds import most_alone
from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.pairs import Pairs
from combat.axis_allies.fronts.tables import Table
from combat.errors import OptionError


class Alone(NamedTuple):
    """The best chance of a front by itself; ``exact``, or a bound on it."""

    chance: float
    exact: bool

    def __str__(self) -> str:
        return f"{100.0 * self.chance:.1f} %{'' if self.exact else ' (a bound)'}"


@dataclass(frozen=True, eq=False)
class Refused:
    """A turn for which no split that can go was found.

    Parameters
    ----------
    turn : Turn
    exact : bool
        Whether all splits were looked at.
    skipped : int
        Splits that keep to the limits, but cannot go.
    fault : str
        Why the last of them cannot.
    alone : tuple of Alone
        By front.
    """

    turn: Turn
    exact: bool
    skipped: int
    fault: str
    alone: tuple[Alone, ...]

    @property
    def hopeless(self) -> bool:
        """Whether a front cannot have its chance even by itself."""
        rows = zip(self.turn.problem.fronts, self.alone, strict=True)
        return any(one.chance < front.least - WITHIN or not one.chance for front, one in rows)


def best_alone(pairs: Pairs, tables: Sequence[Table], front: int) -> Alone:
    """Return the best chance of a front by itself: of all who can get there, the best choice.

    A bound, if there are too many choices.
    """
    one = tables[front] if tables else pairs.alone(front)
    if one is None:
        return Alone(most_alone(pairs.problem, front), exact=False)
    return Alone(float(one.known.chance[one.known.may].max(initial=0.0)), exact=True)


def impossible(refused: Sequence[Refused]) -> OptionError:
    """Return what is said of a turn, of each choice of zones that landings fight for first."""
    for one in refused:
        if one.skipped:
            text = (
                "the only split cannot go"
                if one.skipped == 1
                else f"not any of the best {one.skipped} splits can go"
            )
            return OptionError(
                f"{text}: {one.fault}; keep some units at home, or name fewer fronts",
                given="fronts",
            )
    fronts = refused[0].turn.problem.fronts
    best = [
        max(rows, key=lambda one: one.chance)
        for rows in zip(*(one.alone for one in refused), strict=True)
    ]
    alone = ", ".join(f"{front.target} {one}" for front, one in zip(fronts, best, strict=True))
    limits = any(front.least for front in fronts)
    wanted = "the chance that it must have" if limits else "a chance"
    if all(one.exact or one.hopeless for one in refused):
        first = f"no split gives every front {wanted}"
    else:
        first = (
            "no such split was found by the search, though there may be one that gives every front"
            f" {wanted}"
        )
    return OptionError(
        f"{first}; alone, with everything that gets there, each has at most: {alone};"
        f" {'lower a chance, or ' * limits}name fewer fronts",
        given="fronts",
    )
