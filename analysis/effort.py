"""How much work an answer took, exact or simulated, in multiplications."""

from math import sqrt

from combat.outcomes import Outcomes

TRIAL = 1_000.0  # of a battle of a few units, simulated


def trial_effort(exact: float) -> float:
    """Return the work of one battle that is simulated, roughly, from that of an exact answer.

    An exact answer goes through every pair of what the sides can have left; a simulated battle
    goes through one after the other, as a path through a square. Measured over the games it is
    too much by up to tenfold for large battles, hardly too little.

    Examples
    --------
    >>> trial_effort(0.0), trial_effort(1e10)
    (1000.0, 101000.0)
    """
    return TRIAL + sqrt(max(0.0, exact))


def effort_of(outcomes: Outcomes) -> float:
    """Return the work that outcomes took."""
    exact = float(outcomes.model.work)
    return exact if outcomes.trials is None else outcomes.trials * trial_effort(exact)
