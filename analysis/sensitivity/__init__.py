"""What matters: every single change of a battle, ranked by what it does to one number.

`measure` is that number, `effects` what a change does to it, `answer` the ranking.
"""

from analysis.sensitivity.answer import Sensitivity, sensitivity

__all__ = ["Sensitivity", "sensitivity"]
