"""Plans for one battle side by side."""

from analysis.compare.answer import Comparison, compare

__all__ = ["Comparison", "compare"]
