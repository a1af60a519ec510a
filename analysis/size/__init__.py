"""How much is enough: the cheapest force for a chance, the best one for a budget.

`base` is what there is, `units_text` what may be added, `wanted` the event; `candidates` makes
forces by rising cost, `force_odds` answers them, `search` goes through them, `answer` says what
came of it.
"""

from analysis.size.answer import Purchase, Size, size

__all__ = ["Purchase", "Size", "size"]
