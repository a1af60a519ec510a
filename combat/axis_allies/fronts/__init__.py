"""Several fronts in one turn: which units go where.

`swings` answers all sub-forces of a front from one solve; `splits` finds the best split of the
units that can reach more than one front, exactly; `search` where there are too many splits for
that, with a bound from `bounds`; `answer` is what the chosen split does.
"""
