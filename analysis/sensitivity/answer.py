"""What matters: each single change of a battle, ranked by its effect on a chance or a mean."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.advice import Advice, one_seed, should_attack
from analysis.aim import Aim
from analysis.answers import read_battle
from analysis.doubts import is_doubt
from analysis.flips import Flip
from analysis.sensitivity.effects import (
    Asker,
    Candidate,
    Effect,
    Progress,
    candidates,
    ranked,
    trials_of,
)
from analysis.sensitivity.measure import Measure, measured
from analysis.variants import variants_of
from combat.battle import Battle
from combat.display import Displayed
from combat.estimate import Estimate
from combat.game import NEITHER
from combat.outcomes import Outcomes

FEW = 6  # changes that are named
MOST_VARIANTS = 2  # of several things at once: of more only the least and the greatest


@dataclass(frozen=True, eq=False)
class Sensitivity(Displayed):
    """What each single change of a battle does, and what turns its verdict over.

    Attributes
    ----------
    advice : Advice
        The battle as it is, judged by the aim: its outcomes, its verdict, what flips it.
    measure : Measure
        The event or the quantity that changes are ranked by.
    now : Estimate
        Its number as the battle is.
    effects : tuple of Effect
        The greatest first; of equal ones the cheapest, then the attacker's.
    left_out : tuple of str
        Changes for which there was no time, with their side.
    impossible : tuple of str
        Changes that the rules allow but that cannot be answered, such as best play of too many.
    """

    advice: Advice
    measure: Measure
    now: Estimate
    effects: tuple[Effect, ...]
    left_out: tuple[str, ...] = ()
    impossible: tuple[str, ...] = ()

    @property
    def outcomes(self) -> Outcomes:
        """How the battle can end as it is."""
        return self.advice.outcomes

    @property
    def battle(self) -> Battle:
        """The battle as it is."""
        return self.outcomes.battle

    @property
    def aim(self) -> Aim:
        """What the verdict is judged by."""
        return self.advice.aim

    @property
    def verdict(self) -> str:
        """The verdict as the battle is."""
        return self.advice.verdict

    @property
    def flips(self) -> tuple[Flip, ...]:
        """The smallest changes that turn the verdict over, cheapest first.

        Those of `should_attack`, which may take several units, and the single changes that cost
        something.
        """
        single = [self._flip(one) for one in self.effects if one.cost and self._turns(one)]
        known = {(flip.side, flip.change): flip for flip in (*single, *self.advice.flips)}
        return tuple(sorted(known.values(), key=lambda flip: flip.cost))

    @property
    def free_flips(self) -> tuple[Flip, ...]:
        """The changes that cost nothing, such as policies, and turn the verdict over."""
        return tuple(self._flip(one) for one in self.effects if not one.cost and self._turns(one))

    def _turns(self, one: Effect) -> bool:
        return one.turns and one.verdict != self.verdict

    def _flip(self, one: Effect) -> Flip:
        now = self.advice.results[0].estimate.value
        return Flip(one.side, one.text, self.verdict, one.verdict, now, one.aimed, one.cost)

    @property
    def flip(self) -> Flip | None:
        """The smallest change that turns the verdict over, if one was found."""
        return self.flips[0] if self.flips else None

    @property
    def threshold(self) -> float | None:
        """The number that the aim wants of what is measured, if it is about it."""
        clauses = self.aim.clauses
        return next((c.number for c in clauses if c.name == self.measure.name), None)

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the answer takes for granted."""
        lines = [*self.advice.assumes, "one thing is changed at a time, all else stays as it is"]
        lines += self._brought()
        if self.left_out:
            lines.append(f"no time for {len(self.left_out)}: {_listed(self.left_out)}")
        if self.impossible:
            lines.append(f"cannot be answered: {_listed(self.impossible)}")
        if not all(effect.value.exact for effect in self.effects):
            lines.append(
                "the interval of a simulated difference is that of two independent samples"
            )
        return tuple(lines)

    def _brought(self) -> list[str]:
        """Say what changes bring that the battle as it is does not take for granted.

        What best play is best for, what is meant by the event, and which data are not verified.
        """
        brought = self._new_lines()
        new = dict.fromkeys(line for _, lines in brought for line in lines)
        best = [line for line in new if "best play" in line or "best for" in line]
        event = f"'{self.measure.text}'" if self.measure.is_event else None
        told = [line for line in new if event and line.startswith(event)]
        return [
            *([f"with a change to what is best: {', '.join(best)}"] if best else []),
            *told,
            *_unsure([one for one, lines in brought if any(map(is_doubt, lines))]),
        ]

    def _new_lines(self) -> list[tuple[Effect, list[str]]]:
        """Return what each change takes for granted that the battle as it is does not."""
        assumes = self.battle.game.assumes
        known = set(assumes(self.battle))
        return [
            (one, [line for line in assumes(one.battle) if line not in known])
            for one in self.effects
        ]

    def of(self, side: str, text: str) -> Effect:
        """Return the effect of a side's change, by its text.

        Raises
        ------
        KeyError
            If there is no such change.
        """
        for effect in self.effects:
            if (effect.side, effect.text) == (side, text):
                return effect
        raise KeyError(f"no change {text!r} of {side} in {self!r}")

    def __len__(self) -> int:
        return len(self.effects)

    def __repr__(self) -> str:
        now = self.measure.shown(self.now)
        return f"<Sensitivity of {self.measure.name} ({now}) to {len(self)} changes>"


def sensitivity(
    battle: Battle | str,
    event: str | None = None,
    *,
    aim: str | None = None,
    engine: str = "auto",
    trials: int | None = None,
    precision: float | None = None,
    rng: np.random.Generator | int | None = None,
    progress: Progress | None = None,
) -> Sensitivity:
    """Rank each single change of a battle by what it does.

    One unit (CU, block) more and one fewer of each type that a side can have, each modifier, card,
    terrain, policy and ruling otherwise, other editions and plausible data: all that the game's
    `variations` name. Each is made alone.

    Parameters
    ----------
    battle : Battle or str
        As for `odds`.
    event : str, optional
        The event whose chance, or the quantity whose mean, is looked at; the main event of the
        battle if none.
    aim : str, optional
        What verdicts are judged by, as in `should_attack`; a game's own if none.
    engine, trials, precision, rng
        As in `combat.engine.solve`. Changes that are simulated all have the same seed, and
        `analysis.effects.TRIALS` battles if nothing is said.
    progress : callable, optional
        Is told after each change how many are asked about, of how many.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError, IllegalBattleError

    Examples
    --------
    >>> found = sensitivity("aa 1 arm v 1 inf")
    >>> found.of("defender", "-1 inf").value.as_percent()
    'certain'
    >>> round(found.of("defender", "-1 inf").effect.value, 12)
    0.5
    """
    battle = read_battle(battle)
    measure = measured(battle, event)
    how: dict[str, Any] = {"engine": engine, "trials": trials, "precision": precision}
    how["rng"] = one_seed(rng)
    base_trials = trials_of(battle.game.model(battle).work, how)
    advice = should_attack(battle, aim=aim, **{**how, "trials": base_trials})
    base = advice.outcomes.battle
    goal = advice.aim.clauses[0].name if aim is not None else ""
    asker = Asker(advice.outcomes, measure, advice.aim, goal=goal, how=how)
    asked = candidates(base)
    effects = asker.ask(asked, progress)
    effects += _few(asker.ask(_data(base, asked)))
    return Sensitivity(
        advice,
        measure,
        asker.now,
        ranked(effects),
        tuple(f"{one.side} {one.text}" for one in asker.left_out),
        tuple(f"{one.side} {one.text}" for one in asker.impossible),
    )


def _data(battle: Battle, asked: list[Candidate]) -> list[Candidate]:
    """Return the battle under other plausible data, where that is no single change already."""
    known = [battle, *(one.battle for one in asked)]
    name = battle.game.variant_name
    return [
        Candidate(NEITHER, f"{name}: {text}", f"{name}: {text}", 0, 0.0, other)
        for text, other in variants_of(battle)
        if other not in known
    ]


def _few(effects: list[Effect]) -> list[Effect]:
    """Keep the least and the greatest of many: they bound what all the data together can do."""
    if len(effects) <= MOST_VARIANTS:
        return effects
    by_value = sorted(effects, key=lambda one: one.value.value)
    return [by_value[0], by_value[-1]]


def _unsure(some: list[Effect]) -> list[str]:
    """Name changes that rest on data of their own which are not verified."""
    if not some:
        return []
    texts = [one.text if one.side == NEITHER else f"{one.side} {one.text}" for one in some[:FEW]]
    more = f" and {len(some) - FEW} more" if len(some) > FEW else ""
    return [
        "these changes rest on data that are not verified, as 'odds' of each says:"
        f" {'; '.join(texts)}{more}"
    ]


def _listed(texts: tuple[str, ...]) -> str:
    return "; ".join(texts)
