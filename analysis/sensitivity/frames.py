"""What matters, as a tidy frame."""

import pandas as pd

from analysis.sensitivity.answer import Sensitivity
from analysis.sensitivity.document import effect_rows

COLUMNS = (
    *("side", "change", "what", "step", "value", "low", "high"),
    *("effect", "effect_low", "effect_high", "helps", "cost", "verdict", "exact"),
)


def sensitivity_frame(found: Sensitivity) -> pd.DataFrame:
    """Return what each change does: side, change, what, step, value, low, …, verdict, exact.

    Returns
    -------
    DataFrame
        One row a change, the greatest effect first. ``value`` with its bounds is the number after
        the change, ``effect`` how much that is more than now; both in chance, or in the quantity's
        unit. ``helps``: attacker, defender, neither. ``attrs``: ``event`` (in words), ``name``,
        ``unit`` (empty for a chance), ``is_event``, ``now``, ``verdict``, ``threshold`` (what the
        aim wants of it, or None).

    Examples
    --------
    >>> from analysis.sensitivity.answer import sensitivity
    >>> frame = sensitivity_frame(sensitivity("aa 1 arm v 1 inf"))
    >>> frame[["side", "change", "effect", "helps"]].head(2).round(3)
           side  change  effect     helps
    0  defender  -1 inf   0.500  attacker
    1  defender  +1 ftr  -0.475  defender
    """
    frame = pd.DataFrame(effect_rows(found), columns=list(COLUMNS))
    frame.attrs |= {
        "event": found.measure.text,
        "name": found.measure.name,
        "unit": found.measure.unit,
        "is_event": found.measure.is_event,
        "now": found.now.value,
        "verdict": found.verdict,
        "threshold": found.threshold,
    }
    return frame
