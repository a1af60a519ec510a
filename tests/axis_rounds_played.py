"""Plans of one power that does something, played many times, for tests of simulated rounds."""

import numpy as np

from combat.axis_allies.rounds.plan import read_plan
from combat.axis_allies.rounds.simulate import simulate

QUIET = "".join(
    f'[power."{power}"]\nattack = "none"\nmoves = []\nbuy = "nothing"\n'
    for power in ("Soviet Union", "Germany", "United Kingdom", "Japan", "United States")
)


def only(power, lines, position):
    """A plan in which one power does something, and all others nothing."""
    head = f'[power."{power}"]\n'
    start = QUIET.index(head)
    end = QUIET.find("[power", start + 1)
    section = QUIET[start : end if end > 0 else None]
    keys = {line.split(" = ")[0] for line in lines.splitlines()}
    kept = [line for line in section.splitlines() if line.split(" = ")[0] not in keys]
    text = QUIET.replace(section, "\n".join([*kept, lines]) + "\n")
    return read_plan(text, position)


def played(position, plan, *, trials=200, rounds=1, seed=2):
    ends = []
    found = simulate(position, plan, trials=trials, rounds=rounds, rng=seed, watch=ends.append)
    return found, ends[0]


def within_4_se(hits, trials, chance):
    return abs(hits / trials - chance) <= 4.0 * np.sqrt(chance * (1.0 - chance) / trials)
