"""What single changes of a battle do to a number: each with its battle, its size and its side."""

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, NamedTuple

from analysis.advice import ATTACK, HOLD, judged, verdict_of
from analysis.aim import Aim
from analysis.answers import odds
from analysis.sensitivity.measure import OTHER, Measure
from combat.battle import Battle
from combat.changes import Change
from combat.engine import EXACT_WORK
from combat.errors import WargameError
from combat.estimate import Estimate
from combat.game import ATTACKER, DEFENDER, NEITHER
from combat.outcomes import Outcomes

Progress = Callable[[int, int], None]  # how many are done, of how many
WORK = 4e10  # multiplications, about ten seconds
MOST_SIMULATED = 10_000_000  # battles of all changes together
TRIALS = 20_000  # of each battle that is simulated, if nothing is said
SIDES = (ATTACKER, DEFENDER, NEITHER)
SAME = 1e-12
PLACES = 12  # effects that differ in later ones are the same: rounding


class Difference(NamedTuple):
    """One number less another, with its 95 % interval; both its bounds are it where exact."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, now: Estimate, then: Estimate) -> "Difference":
        """Return `then` less `now`.

        The interval is that of two independent samples, each with its own interval (the method of
        variance estimates recovery): battles with one seed soon draw apart, and what they still
        share makes the difference more certain, not less. Exact numbers have none, but for mass
        that was dropped, which counts in full.

        Examples
        --------
        >>> Difference.of(Estimate.of_exact(0.5), Estimate.of_exact(0.25))
        Difference(value=-0.25, low=-0.25, high=-0.25)
        """
        value = then.value - now.value
        if now.exact and then.exact:
            low, high = then.low - now.high, then.high - now.low
            same = low == high and not round(value, PLACES)  # but for rounding
            return cls(0.0, 0.0, 0.0) if same else cls(value, low, high)
        below = hypot(then.value - then.low, now.high - now.value)
        above = hypot(then.high - then.value, now.value - now.low)
        return cls(value, value - below, value + above)

    @property
    def clear(self) -> bool:
        """Whether it is certain, or at 95 %, on one side of nothing."""
        return self.low > 0.0 or self.high < 0.0


@dataclass(frozen=True, eq=False)
class Effect:
    """A change and what it does.

    Attributes
    ----------
    side : str
        Whose change it is; ``neither`` for what is not a side's, such as an edition.
    text : str
        The change in words.
    what : str
        What is changed: changes of one side with the same are one line of a chart.
    step : int
        +1 or −1; 0 for a setting.
    cost : float
        As the game counts what flips a verdict; settings cost nothing.
    battle : Battle
        After the change.
    value : Estimate
        The number after it.
    effect : Difference
        By how much that is more than now.
    helps : str
        Whom that helps: ``attacker``, ``defender``, or ``neither`` where it is unclear, nothing, or
        nobody's gain.
    verdict : str
        After the change.
    aimed : float
        The first number of the aim after the change.
    """

    side: str
    text: str
    what: str
    step: int
    cost: float
    battle: Battle
    value: Estimate
    effect: Difference
    helps: str
    verdict: str
    aimed: float

    @property
    def turns(self) -> bool:
        """Whether its verdict is a definite one, and the one that such a change pushes to.

        A unit more for the defender that only makes the prey fatter is no advice to attack.
        """
        if not self.step:
            return self.verdict in (ATTACK, HOLD)
        better = (self.step > 0) == (self.side == ATTACKER)
        return self.verdict == (ATTACK if better else HOLD)

    def __repr__(self) -> str:
        return f"<Effect of {self.side} {self.text}: {self.effect.value:+.4g}>"


class Candidate(NamedTuple):
    """A changed battle that is to be asked about."""

    side: str
    text: str
    what: str
    step: int
    cost: float
    battle: Battle


def candidates(battle: Battle) -> list[Candidate]:
    """Return each single change of a battle that the rules allow, and the battle after it."""
    game = battle.game
    found = []
    for change in (game.variations or game.neighbours)(battle):
        other = game.changed(battle, change, 1)
        if other is not None:
            found.append(_candidate(change, other))
    return found


def _candidate(change: Change, battle: Battle) -> Candidate:
    text = change.text()
    what = change.what if change.step else text
    return Candidate(change.side, text, what, change.step, change.cost, battle)


class Asker:
    """Asks about changed battles one after another, while there is time.

    Not all from one solve, as `Game.family` could for units of one side: a graph of armies with a
    type more or fewer each is larger than all of theirs together, and verdicts ask for means too.
    """

    def __init__(
        self,
        outcomes: Outcomes,
        measure: Measure,
        aim: Aim,
        *,
        goal: str,
        how: dict[str, Any],
    ) -> None:
        now = measure.of(outcomes)
        assert now is not None
        self.now, self.measure, self.aim, self.goal, self.how = now, measure, aim, goal, how
        self.ends = measure.ends(outcomes)
        self.work, self.simulated = 0.0, 0
        self.left_out: list[Candidate] = []
        self.impossible: list[Candidate] = []

    def ask(self, asked: Sequence[Candidate], progress: Progress | None = None) -> list[Effect]:
        """Return the effect of each; the dearest, for which there is no time, are `left_out`."""
        found = []
        for done, candidate in enumerate(sorted(asked, key=self._work), start=1):
            found.append(self._one(candidate))
            if progress is not None:
                progress(done, len(asked))
        return [effect for effect in found if effect is not None]

    def _one(self, candidate: Candidate) -> Effect | None:
        """Ask about one battle, if there is time and it can be asked about."""
        battle = self._aimed(candidate.battle)
        trials = trials_of(battle.game.model(battle).work, self.how)
        work = self._work(candidate)
        too_long = self.work + work > WORK or self.simulated + (trials or 0) > MOST_SIMULATED
        if too_long:
            self.left_out.append(candidate)
            return None
        try:
            outcomes = odds(battle, **{**self.how, "trials": trials})
            results = judged(self.aim, outcomes, None)
        except WargameError:  # a battle too large, or one that lacks what the aim is about
            self.impossible.append(candidate)
            return None
        self.work += work
        self.simulated += outcomes.trials or 0
        value = self.measure.of(outcomes)
        if value is None:
            self.impossible.append(candidate)
            return None
        effect = Difference.of(self.now, value)
        helps = self._helps(effect, outcomes)
        verdict = verdict_of(results)
        return Effect(*candidate, value, effect, helps, verdict, results[0].estimate.value)

    def _work(self, candidate: Candidate) -> float:
        """Return the multiplications that it takes; simulated, those to know best play."""
        model = candidate.battle.game.model(candidate.battle)
        if trials_of(model.work, self.how) or self.how["precision"]:
            return float(model.best_work)
        return float(max(model.work, model.best_work))

    def _aimed(self, battle: Battle) -> Battle:
        """Let best play that a change brings be for the aim, if one was given."""
        key = battle.game.goal
        if not (self.goal and key) or key in battle.shown_settings:
            return battle
        if battle.game.model(battle).best_work > 0.0:
            with contextlib.suppress(WargameError):  # an aim that best play cannot be for
                return battle.with_options(**{key: self.goal})
        return battle

    def _helps(self, effect: Difference, outcomes: Outcomes) -> str:
        """Return whom a change helps.

        Nobody clearly where the event makes room for another end that is as good for its side and
        could not come before, such as a battle won for an overrun.
        """
        if not effect.clear:
            return NEITHER
        ends = self.measure.ends(outcomes)
        more = sum(ends.values()) - sum(self.ends.values())
        others = (ends.keys() ^ self.ends.keys()) - {self.measure.name}
        if others and effect.value * more <= SAME:
            return NEITHER
        return self.measure.side if effect.value > 0 else OTHER[self.measure.side]


def trials_of(work: float, how: dict[str, Any]) -> int | None:
    """Return how many battles to simulate: those asked for; few if it is too large to be exact."""
    given: int | None = how["trials"]
    if given is not None or how["precision"] is not None or how["engine"] == "exact":
        return given
    return TRIALS if how["engine"] == "simulate" or work > EXACT_WORK else None


def ranked(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Return effects, the greatest first.

    Of equal ones (to 12 decimals) the cheapest first, then the attacker's before the defender's
    before what is neither's, then by their text.
    """
    return tuple(
        sorted(
            effects,
            key=lambda one: (
                -round(abs(one.effect.value), PLACES),
                one.cost,
                SIDES.index(one.side),
                one.text,
            ),
        )
    )
