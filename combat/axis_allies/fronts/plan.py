"""The split that goes: the best one whose parties can all go at once, and those behind it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import comb, prod

from combat.axis_allies.fronts.best import best_splits, tables_of
from combat.axis_allies.fronts.bounds import alone_bound, everything_bound, price_bound
from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.pairs import Pairs
from combat.axis_allies.fronts.parties import parties_of
from combat.axis_allies.fronts.problem import LEAST, Problem, Split
from combat.axis_allies.fronts.refused import Refused, best_alone, impossible
from combat.axis_allies.fronts.search import searched
from combat.axis_allies.fronts.splits import MOST_STEPS
from combat.axis_allies.fronts.tables import Table
from combat.axis_allies.reach.fits import fits
from combat.axis_allies.reach.reach import Party
from combat.errors import OptionError, TooLargeError

EXACT, SEARCH = "exact", "search"
MOST_TRIED = 400  # splits whose parties are looked at
RUNNERS = 5


@dataclass(frozen=True)
class Chosen:
    """A split and the parties that go; None to a front that nobody goes to."""

    split: Split
    parties: tuple[Party | None, ...]


@dataclass(frozen=True, eq=False)
class Plan:
    """The best split of a turn.

    Parameters
    ----------
    turn : Turn
    aim : str
    best : Chosen
    runners : tuple of Chosen
        The next best ones.
    method : str
        'exact': no split is better; 'search': none is better than `bound`.
    bound : float
        What no split exceeds; the score of the best one if that is exact.
    splits : int
        How many there are, room on transports and decks not looked at.
    skipped : int
        Better ones whose parties cannot all go at once: transports, or places to land.
    tables : tuple of Table
        What each front does with each choice; () after a search without them.
    zones : int
        How many choices of zones that landings fight for first were tried.
    """

    turn: Turn
    aim: str
    best: Chosen
    runners: tuple[Chosen, ...]
    method: str
    bound: float
    splits: int
    skipped: int
    tables: tuple[Table, ...] = ()
    zones: int = 1

    @property
    def gap(self) -> float:
        """What the best split could be better at most."""
        return max(0.0, self.bound - self.best.split.score)


def number_of_splits(problem: Problem) -> int:
    """Return in how many ways the groups can be split over the fronts and home.

    Examples
    --------
    >>> from combat.axis_allies.fronts.problem import Group, Way
    >>> number_of_splits(Problem((), (Group("inf", 2, (Way(0, "land"), Way(1, "land"))),)))
    6
    """
    ways = [len(group.ways) for group in problem.groups]
    for group in problem.groups:
        if group.part_of is not None:
            ways[group.part_of] += 1
    return prod(
        comb(group.number + n, n)
        for group, n in zip(problem.groups, ways, strict=True)
        if group.part_of is None
    )


def planned(turn: Turn, *, aim: str, most: float = MOST_STEPS) -> Plan:
    """Find the best split of a turn that can go.

    Parameters
    ----------
    turn : Turn
    aim : str
        'net', 'all' or 'least'.
    most : float, optional
        Work up to which the answer is exact, see `combat.axis_allies.fronts.splits.steps`.

    Raises
    ------
    OptionError
        If no split keeps to the limits.
    """
    found: list[Plan] = []
    refused: list[Refused] = []
    fault: OptionError | None = None
    for variant in turn.variants:
        try:
            one = _planned(variant, aim, most)
        except OptionError as error:  # nothing gets to a front
            fault = fault or error
            continue
        if isinstance(one, Refused):
            refused.append(one)
        else:
            found.append(one)
    if not found:
        if refused or fault is None:
            raise impossible(refused)
        raise fault
    best = max(found, key=lambda plan: plan.best.split.score)
    if len(found) == 1:
        return best
    splits, bound = sum(plan.splits for plan in found), max(plan.bound for plan in found)
    method = EXACT if all(plan.method == EXACT for plan in found) else SEARCH
    return replace(best, splits=splits, bound=bound, method=method, zones=len(found))


def _planned(turn: Turn, aim: str, most: float) -> Plan | Refused:
    """Find the best split of a turn in which each front has its zone."""
    problem, pairs = turn.problem, Pairs(turn.problem, aim)
    tables: tuple[Table, ...] = ()
    try:
        tables = tuple(tables_of(problem))
        found = _that_can_go(turn, best_splits(problem, aim=aim, tables=tables, most=most))
        method, bound = EXACT, None
    except TooLargeError:
        found = _that_can_go(turn, iter(searched(problem, aim=aim, pairs=pairs)))
        method, bound = SEARCH, _bound(pairs, tables)
    chosen, skipped, fault = found
    if not chosen:
        alone = tuple(best_alone(pairs, tables, front) for front in range(len(problem.fronts)))
        return Refused(turn, method == EXACT, skipped, fault, alone)
    best, *runners = chosen
    return Plan(
        turn,
        aim,
        best,
        tuple(runners),
        method,
        best.split.score if bound is None else bound,
        number_of_splits(problem),
        skipped,
        tables,
    )


def _that_can_go(turn: Turn, splits: Iterator[Split]) -> tuple[list[Chosen], int, str]:
    """Return the first splits that can go, how many before the first cannot, and why the last."""
    found: list[Chosen] = []
    skipped, fault = 0, "not all find room on the transports"
    for split in islice(splits, MOST_TRIED):
        parties = parties_of(turn, split.cells)
        going = [party for party in parties or () if party is not None]
        finding = fits(turn.position, turn.power, going) if parties is not None else None
        if parties is not None and finding:
            found.append(Chosen(split, parties))
            if len(found) > RUNNERS:
                break
        elif not found:
            skipped += 1
            fault = fault if finding is None else str(finding)
    return found, skipped, fault


def _bound(pairs: Pairs, tables: tuple[Table, ...]) -> float:
    problem, aim = pairs.problem, pairs.aim
    bounds = [everything_bound(problem, aim=aim)]
    alone = [pairs.alone(front) for front in range(len(problem.fronts))]
    known = [one for one in alone if one is not None]
    if len(known) == len(alone):
        bounds.append(alone_bound(problem, known, aim=aim))
    if tables and aim != LEAST:
        bounds.append(price_bound(problem, tables, aim=aim))
    return min(bounds)
