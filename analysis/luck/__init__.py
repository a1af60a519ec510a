"""How lucky somebody was: a log of battles against all ways in which they could have gone.

`log` reads the file, `columns` its head, `result` finds what the result of a line can be; `fought`
has the luck of one battle, `answer` that of all, with `run` battle by battle, `extremes` and
`events`; `combat.convolution` adds battles up.
"""

from analysis.luck.answer import Luck, luck, luck_frame, luck_rows

__all__ = ["Luck", "luck", "luck_frame", "luck_rows"]
