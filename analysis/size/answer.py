"""How much is enough: the cheapest force for a chance, or the best one for a budget."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.size.base import Base, base_of, force_of
from analysis.size.candidates import Candidate
from analysis.size.force_odds import How
from analysis.size.search import MOST_AT_ONCE, Answered, Progress, answer
from analysis.size.units_text import with_units
from analysis.size.wanted import Wanted, wanted_event
from combat.battle import Battle
from combat.chance import seeded
from combat.changes import Addition
from combat.display import Displayed
from combat.engine import checked
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.notation import plain_number

PLACES = 12  # of a chance; what differs less is rounding
SAME = 10.0**-PLACES


@dataclass(frozen=True, eq=False)
class Purchase:
    """A force that a side could have.

    Attributes
    ----------
    battle : Battle
        As it would be.
    force : str
        All that the side would have.
    added : tuple of (str, int)
        What it was given, and how many of it.
    cost : float
        Of what it was given.
    chance : Estimate
        Of the event wanted.
    """

    battle: Battle
    force: str
    added: tuple[tuple[str, int], ...]
    cost: float
    chance: Estimate

    @property
    def additions(self) -> str:
        """What it was given, as text; empty if nothing."""
        return ", ".join(f"{number} {what}" for what, number in self.added)


@dataclass(frozen=True, eq=False)
class Size(Displayed):
    """The answer to 'how much is enough'.

    Attributes
    ----------
    base : Base
        What there is, and what the side can be given.
    wanted : Wanted
        The event, or that it does not happen.
    at_least, budget : float or None
        The chance wanted, and what may be spent.
    answer : Purchase or None
        The cheapest force with that chance; without a chance wanted, the best within the budget.
        None if none of those tried will do.
    best : Purchase
        The best of all that were tried, at its least cost.
    ties : tuple of Purchase
        All that do it at the same cost, best chance first, the answer among them; without a chance
        wanted, all of the same chance and cost. Empty if the answer stands alone.
    proven : bool
        Whether nothing cheaper can do it (without a chance wanted: nothing within the budget can do
        better; without an answer: nothing at all can do it). All that is cheaper was computed
        exactly: a unit more may well lower a chance, so nothing is left out on the strength of
        another one's chance.
    frontier : tuple of Purchase
        By rising cost the best chance that it buys, as far as that rises: up to the budget, or to
        the cost of the answer.
    tried : tuple of Purchase
        All, by rising cost.
    notes : tuple of str
        What limits the answer.
    method : str
        ``exact`` or ``simulated``.
    trials, seed : int or None
    """

    base: Base
    wanted: Wanted
    at_least: float | None
    budget: float | None
    answer: Purchase | None
    best: Purchase
    ties: tuple[Purchase, ...]
    proven: bool
    frontier: tuple[Purchase, ...]
    tried: tuple[Purchase, ...]
    notes: tuple[str, ...]
    method: str
    trials: int | None
    seed: int | None

    @property
    def side(self) -> str:
        """Who is given more."""
        return self.base.side

    @property
    def event(self) -> str:
        """Name of the event wanted."""
        return str(self.wanted)

    @property
    def force(self) -> str | None:
        """The whole force of the answer."""
        return None if self.answer is None else self.answer.force

    @property
    def additions(self) -> str | None:
        """What it was given; empty if there was enough."""
        return None if self.answer is None else self.answer.additions

    @property
    def cost(self) -> float | None:
        """Cost of what it was given."""
        return None if self.answer is None else self.answer.cost

    @property
    def chance(self) -> Estimate | None:
        """The chance of the event with it."""
        return None if self.answer is None else self.answer.chance

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the answer takes for granted."""
        battle = (self.answer or self.best).battle
        costs = map(_offer, self.base.additions)
        unit = self.base.game.cost_unit
        return (*battle.game.assumes(battle), f"what can be added, in {unit}: {', '.join(costs)}")

    def __repr__(self) -> str:
        if self.answer is None:
            return f"<Size: no force tried for {self.base} has the chance wanted>"
        spent = self.base.price(self.answer.cost)
        return f"<Size: {self.force} for {spent}: {self.answer.chance.as_percent()}>"


def size(
    battle: Battle | Base | str,
    *,
    side: str = "attacker",
    event: str | None = None,
    chance: float | None = None,
    budget: float | None = None,
    units: str | None = None,
    engine: str = "auto",
    trials: int | None = None,
    precision: float | None = None,
    rng: np.random.Generator | int | None = None,
    most: int = MOST_AT_ONCE,
    progress: Progress | None = None,
) -> Size:
    """Find the cheapest force that has a chance, or the best one for a budget.

    What the side has already is given, and costs nothing.

    Parameters
    ----------
    battle : Battle, Base or str
        As for `odds`; in a text or a `Base` the side may be 'none'.
    side : {'attacker', 'defender'}
        Who is given more; a `Base` says so itself.
    event : str, optional
        What it wants, see `analysis.wanted.wanted_event`.
    chance : float, optional
        Chance wanted of it, above 0 and at most 1.
    budget : float, optional
        What may be spent. One of the two at least.
    units : str, optional
        What the side can be given, see `analysis.units_text.with_units`; all that the game has if
        none.
    engine, trials, precision, rng
        As in `combat.engine.solve`; what is simulated has the same seed for each force, and proves
        nothing.
    most : int
        Forces to try at most before only the likeliest are made larger; fewer if each takes a
        solve of its own, see `analysis.size.search`.
    progress : callable, optional
        Told how many forces were tried so far, and the cost that was come to.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError, IllegalBattleError

    Examples
    --------
    >>> found = size("aa none v 2 inf", chance=0.75)
    >>> found.force, found.cost, found.chance.as_percent(), found.proven
    ('2 inf, 1 art', 10.0, '77.8 %', True)
    >>> size("aa 1 inf v 2 inf", budget=9).additions
    '1 art, 1 arm'
    """
    _check(chance, budget)
    checked(engine, trials, precision)
    base = battle if isinstance(battle, Base) else base_of(battle, side)
    base = with_units(base, units)
    wanted = wanted_event(base.battle, base.side, event)
    seed = seeded(rng)[1] if not isinstance(rng, np.random.Generator) else int(rng.integers(2**32))
    found = answer(
        *(base, wanted),
        chance=None if chance is None else chance - SAME,
        budget=budget,
        how=How(engine, trials, precision, seed, most),
        progress=progress,
    )
    return _size(base, wanted, chance, budget, found, seed)


def _offer(one: Addition) -> str:
    """Return what can be added in words: its cost, and what limits it."""
    limits = [f"at most {one.most}"] * bool(one.most)
    limits += [f"with {' or '.join(one.after)}"] * bool(one.after)
    return f"{one.what} {plain_number(one.cost)}" + f" ({', '.join(limits)})" * bool(limits)


def _check(chance: float | None, budget: float | None) -> None:
    if chance is None and budget is None:
        raise OptionError(
            "how much for what? give the chance wanted, what may be spent, or both",
            allowed=("chance", "budget"),
        )
    if chance is not None and not 0.0 < chance <= 1.0:
        raise OptionError(
            f"a chance of {chance:g} is not possible; it is above 0 and at most 1, such as 0.9",
            given=f"{chance:g}",
            allowed=("above 0, at most 1",),
        )
    if budget is not None and not 0.0 <= budget < math.inf:
        raise OptionError(
            f"a budget of {budget:g} is not possible; it is a number from 0",
            given=f"{budget:g}",
            allowed=("from 0",),
        )


def _size(
    base: Base,
    wanted: Wanted,
    chance: float | None,
    budget: float | None,
    found: Answered,
    seed: int | None,
) -> Size:
    tried = [_purchase(base, *one) for one in zip(found.tried, found.chances, strict=True)]
    enough = _best(tried) if chance is None else [one for one in tried if _is_enough(one, chance)]
    ties = [one for one in enough if one.cost == enough[0].cost]
    ties.sort(key=_likeliest)
    if ties and budget is None:
        tried = [one for one in tried if one.cost <= ties[0].cost]
    answered = bool(ties) and chance is not None
    notes = found.notes
    if answered and ties[0].chance.exact and ties[0].chance.value < (chance or 0.0):
        notes += (f"a chance within {SAME:g} of the one wanted counts as that",)
    decisive = [one for one in tried if not answered or one.cost <= ties[0].cost]
    exact = all(one.chance.exact for one in tried)
    return Size(
        base,
        wanted,
        chance,
        budget,
        ties[0] if ties else None,
        _best(tried)[0],
        tuple(ties) if len(ties) > 1 else (),
        all(one.chance.exact for one in decisive) and _is_whole(found, ties if answered else []),
        _frontier(tried),
        tuple(tried),
        notes,
        "exact" if exact else "simulated",
        None if exact else found.trials,
        None if exact else seed,
    )


def _is_whole(found: Answered, answers: Sequence[Purchase]) -> bool:
    """Whether all was tried that is cheaper than the answer; all that there is, without one."""
    if found.whole is None:
        return True
    return bool(answers) and answers[0].cost < found.whole


def _is_enough(one: Purchase, chance: float) -> bool:
    return one.chance.value >= chance - SAME


def _likeliest(one: Purchase) -> float:
    return -round(one.chance.value, PLACES)


def _best(tried: Sequence[Purchase]) -> list[Purchase]:
    """Return those of the best chance that are cheapest, in their order."""
    most = max(one.chance.value for one in tried)
    best = [one for one in tried if _is_enough(one, most)]
    return [one for one in best if one.cost == best[0].cost]


def _purchase(base: Base, candidate: Candidate, chance: Estimate) -> Purchase:
    added = tuple(
        (one.what, n) for one, n in zip(base.additions, candidate.counts, strict=True) if n
    )
    force = str(force_of(candidate.battle, base.side))
    return Purchase(candidate.battle, force or "none", added, candidate.cost, chance)


def _frontier(tried: Sequence[Purchase]) -> tuple[Purchase, ...]:
    """Return those that are better than all that cost no more, by rising cost."""
    found: list[Purchase] = []
    for one in sorted(tried, key=lambda one: (one.cost, _likeliest(one))):
        if not found or one.chance.value > found[-1].chance.value + SAME:
            found.append(one)
    return tuple(found)
