"""Sweeps: the odds of a grid of battles, as one tidy frame, on as many processes as there are.

`axes` reads what is varied, `grid` makes the cells of it, `cells` answers them, `dispatch` has them
answered by workers (`crews`), `journal` keeps what is answered on disk, `frame` makes the frame.
"""

from analysis.sweep.sweeping import sweep

__all__ = ["sweep"]
