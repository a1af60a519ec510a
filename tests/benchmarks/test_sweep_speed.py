"""How long a sweep of 2,000 mid-size battles takes alone, and on two processes.

Both are timed in turns within one run, as machines are noisy; the ratio is in ``extra_info`` and
is printed (``-s``). Starting the processes is part of it. Nothing here asserts a time.
"""

import os
import statistics
import time

import pytest

from analysis.sweep import sweep

SIDES = "aa 8 inf, 3 art, 4 arm, 2 ftr, 1 bmr v 9 inf, 2 art, 3 arm, 2 ftr, 1 aa"
VARY = ["attacker.inf=4..13", "attacker.arm=2..6", "defender.inf=5..14", "defender.art=1..4"]
CELLS = 2_000  # of 14 to 25 units a side
TURNS = 3


def timed(**options):
    started = time.perf_counter()
    frame = sweep(SIDES, VARY, **options)
    seconds = time.perf_counter() - started
    assert len(frame) == CELLS
    assert frame["method"].eq("exact").all()
    return seconds


def test_two_processes_against_one(benchmark):
    if (os.cpu_count() or 1) < 2:
        pytest.skip("one core")
    alone, shared = [], []

    def turn():
        alone.append(timed())
        shared.append(timed(workers=2))

    benchmark.pedantic(turn, rounds=TURNS)
    ratios = [one / two for one, two in zip(alone, shared, strict=True)]
    benchmark.extra_info.update(
        alone=[round(one, 2) for one in alone],
        two_processes=[round(two, 2) for two in shared],
        speed_up=[round(ratio, 2) for ratio in ratios],
        load=os.getloadavg(),
    )
    print(
        f"\nalone {min(alone):.2f} s, two processes {min(shared):.2f} s;"
        f" speed-up {statistics.median(ratios):.2f} (median of {TURNS}), best {max(ratios):.2f}"
    )
    assert len(ratios) == TURNS
