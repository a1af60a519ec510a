"""The same rules on sampled results: many runs at once, finished ones set aside.

Runs are cut into chunks of fixed size, each with a generator spawned from the one given, so that
the result depends on seed and trials only, however the chunks are worked off.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from combat.arrays import Floats, Ints
from combat.chance import seeded
from combat.errors import EndlessError
from combat.stages.final import Final
from combat.stages.keys import number, summed
from combat.stages.layout import Layout, present, taken
from combat.stages.rules import Policies, Rules, Starts, States

CHUNK = 65_536
"""Runs in a chunk: part of what a seed stands for."""
STEPS = 100_000
"""Steps of a run before it is called endless."""


def simulate(
    rules: Rules,
    starts: Starts,
    policies: Policies,
    *,
    trials: int,
    rng: np.random.Generator | int | None = None,
    track: Mapping[str, int] | None = None,
    chunk: int = CHUNK,
) -> Final:
    """Return the simulated distribution of finished rows.

    Parameters
    ----------
    rules, starts, policies, track
        As for `combat.stages.exact.distribution`.
    trials : int
        Runs of each case.
    rng : Generator, int or None
        Source of chance.
    chunk : int
        Runs at a time; another chunk is another sample.

    Raises
    ------
    EndlessError
        If a run takes more than `STEPS` steps.
    """
    if trials < 1:
        raise ValueError(f"trials must be at least 1, not {trials}")
    cases, case = number(starts.case)
    starts = Starts(starts.states, starts.weights, case)
    layout = Layout(rules, track=track or {}, cases=max(len(cases), 1))
    runs = len(cases) * trials
    firsts = range(0, runs, chunk)
    parts = [(cases[:0], np.zeros((0, 1 + 2 * len(layout.sums))))]
    children = seeded(rng)[0].spawn(len(firsts))
    for first, child in zip(firsts, children, strict=True):
        run = np.arange(first, min(first + chunk, runs)) // trials
        parts.append(_chunk(layout, starts, policies, run, child))
    keys, weights = _merged(
        np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
    )
    states, local = layout.radix.decode(keys)
    scale = starts.totals()[local] / trials
    return Final.of(layout, (states, cases[local]), weights * scale[:, None], trials)


def _chunk(
    layout: Layout, starts: Starts, policies: Policies, case: Ints, rng: np.random.Generator
) -> tuple[Ints, Floats]:
    """Play one run for each entry of `case`; return finished keys with summed weights."""
    rows = layout.plain(starts.states[_begin(starts, case, rng)])
    states, gains = _play(layout, rows, policies, rng)
    weights = np.concatenate([np.ones((len(case), 1)), gains, gains**2], axis=1)
    return _merged(layout.radix.encode(states, case), weights)


def _merged(keys: Ints, weights: Floats) -> tuple[Ints, Floats]:
    distinct, place = number(keys)
    return distinct, summed(place, weights, len(distinct))


def _begin(starts: Starts, case: Ints, rng: np.random.Generator) -> Ints:
    """Return the row of `starts` that each run begins with, by weight."""
    totals = starts.totals()
    if not (totals > 0).all():
        raise ValueError(f"case {int(np.argmin(totals > 0))} has no weight to start from")
    order = np.argsort(starts.case, kind="stable")
    share = starts.weights[order] / totals[starts.case[order]]
    ends = np.cumsum(np.bincount(starts.case))
    within = _sums_by_case(share, ends)
    drawn = case + rng.random(len(case))
    at = np.searchsorted(starts.case[order] + within, drawn, side="right")
    return order[np.minimum(at, ends[case] - 1)]


def _sums_by_case(share: Floats, ends: Ints) -> Floats:
    """Return running sums that begin anew with each case."""
    running = np.cumsum(share)
    before = np.concatenate([[0.0], running[ends[:-1] - 1]])
    sizes = np.diff(np.concatenate([[0], ends]))
    return np.asarray(running - np.repeat(before, sizes))


def _play(
    layout: Layout, states: States, policies: Policies, rng: np.random.Generator
) -> tuple[States, Floats]:
    """Play rows to the end; return them and the sums of tallies, (rows, sums)."""
    final, sums = states.copy(), np.zeros((len(states), len(layout.sums)))
    alive = np.flatnonzero(states[:, 0] >= 0)
    states = states[alive]
    for _ in range(STEPS):
        if not len(alive):
            return final, sums
        states, gains = _step(layout, states, policies, rng)
        sums[alive] += gains
        done = states[:, 0] < 0
        final[alive[done]] = states[done]
        states, alive = states[~done], alive[~done]
    raise EndlessError(f"no end after {STEPS:,} steps, in state {layout.describe(states[0])}")


def _step(
    layout: Layout, states: States, policies: Policies, rng: np.random.Generator
) -> tuple[States, Ints]:
    """Take every row one step on; return rows and what they add to the sums."""
    after = np.empty_like(states)
    gains = np.zeros((len(states), len(layout.sums)), np.int64)
    for at, rows in present(states[:, 0]):
        here = taken(states, rows)
        if at in layout.chances:
            results = tuple(roll.sample(rng) for roll in layout.chances[at].rolls(here))
            after[rows], gains[rows] = layout.resolve(layout.chances[at], here, results)
        else:
            option = layout.decide(layout.choices[at], here, policies)
            after[rows], gains[rows] = layout.apply(layout.choices[at], here, option)
    return after, gains
