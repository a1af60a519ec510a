"""How often a rule of thumb is wrong, how far, and where it is at its worst."""

from dataclasses import dataclass

import numpy as np

from analysis.thumbs.sample import Sample
from combat.arrays import Bools
from combat.battle import Battle
from combat.estimate import Estimate
from combat.thumbs import Thumb


@dataclass(frozen=True)
class Miss:
    """A battle that a rule gets wrong.

    Parameters
    ----------
    battle : Battle
    attacks : bool
        Whether the rule puts the attacker's chance above what is wanted.
    chance : float
        The exact one.
    """

    battle: Battle
    attacks: bool
    chance: float


@dataclass(frozen=True)
class Verdict:
    """How often a rule is wrong about whether a chance is above what is wanted.

    Parameters
    ----------
    wanted : float
    wrong : Estimate
        Share of the battles in which it is wrong, with Wilson's interval.
    bold, timid : float
        Shares in which it promises too much, and too little; together `wrong`.
    close : Estimate
        The share among the battles whose chance is close to what is wanted; 0 if there are none.
    close_battles : int
    behind : Estimate
        How much more often it is wrong than the rule least often wrong, over the same battles.
    worst : Miss or None
        The battle in which it is wrong by the most; None if it never is.
    """

    wanted: float
    wrong: Estimate
    bold: float
    timid: float
    close: Estimate
    close_battles: int
    behind: Estimate
    worst: Miss | None

    @property
    def best(self) -> bool:
        """Whether no rule that was measured is wrong less often."""
        return self.behind.value == 0.0


@dataclass(frozen=True)
class Judged:
    """A rule of thumb and what came of it.

    Parameters
    ----------
    rule : Thumb
    fitted : tuple of str
        What it was found to be best for on the other set of battles, in words; empty for a rule
        that is only measured.
    known : bool
        Whether players use it, or would think of it first.
    verdicts : tuple of Verdict
        One for each chance that it can be asked about.
    error : Estimate or None
        How far its chances are off on average; None if it gives none.
    """

    rule: Thumb
    fitted: tuple[str, ...]
    known: bool
    verdicts: tuple[Verdict, ...]
    error: Estimate | None

    def verdict(self, wanted: float) -> Verdict | None:
        """Return what there is about a chance, or None."""
        return next((one for one in self.verdicts if one.wanted == wanted), None)


def verdict(sample: Sample, rule: Thumb, wanted: float, *, best: Bools) -> Verdict:
    """Judge a rule over battles.

    Parameters
    ----------
    sample : Sample
    rule : Thumb
    wanted : float
        The chance in question.
    best : bool array, shape (battles,)
        Where the rule least often wrong about it is wrong.
    """
    wrong, close = sample.wrong(rule, wanted), sample.close(wanted)
    says = sample.says(rule, wanted)
    count, near = len(wrong), int(close.sum())
    more = wrong.astype(float) - best
    return Verdict(
        wanted,
        Estimate.of_proportion(int(wrong.sum()), count),
        float((wrong & says).mean()),
        float((wrong & ~says).mean()),
        Estimate.of_proportion(int((wrong & close).sum()), near)
        if near
        else Estimate.of_exact(0.0),
        near,
        Estimate.of_mean(float(more.mean()), float(more.std()), count),
        _worst(sample, wrong, says, wanted),
    )


def _worst(sample: Sample, wrong: Bools, says: Bools, wanted: float) -> Miss | None:
    if not wrong.any():
        return None
    at = int(np.argmax(np.where(wrong, np.abs(sample.chances - wanted), -1.0)))
    return Miss(sample.battles[at], bool(says[at]), float(sample.chances[at]))
