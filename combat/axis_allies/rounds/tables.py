"""What simulated rounds came to, as tables: money, territories, cities, attacks."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from combat.arrays import Ints
from combat.axis_allies.rounds.simulate import Attacks, Rounds
from combat.estimate import Estimate
from combat.sheets import Amount, Cell, Column, Share, Sheet

TAIL = 0.05  # of the trials are below the low quantile, and as many above the high one
SHOWN = 25  # rows that people are shown
ROUNDING = 1e-12  # of squares of chances


def powers_sheet(found: Rounds) -> Sheet:
    """Return income, cash and worth of units of each power by round."""
    rows: list[tuple[Cell, ...]] = []
    for number in range(found.rounds):
        for at, power in enumerate(found.layout.powers):
            income = found.income[:, number, at]
            low, middle, high = _quantiles(income)
            rows.append(
                (
                    found.start.round + number,
                    power,
                    mean(income),
                    low,
                    middle,
                    high,
                    mean(found.cash[:, number, at]),
                    mean(found.worth[:, number, at]),
                )
            )
    columns = (
        Column("round", ">round"),
        Column("power", "power"),
        Column("income", ">collected"),
        Column("least", ">from"),
        Column("median", ">median"),
        Column("most", ">to"),
        Column("cash", ">cash in hand"),
        Column("units", ">IPC of units"),
    )
    title = "powers by round, in IPC ('from' and 'to': of the middle nine trials of ten)"
    return Sheet("powers", title, columns, tuple(rows))


def balance_sheet(found: Rounds) -> Sheet:
    """Return what came in and went out of each power's money and units over all rounds."""
    ledger, costs = found.ledger, found.layout.costs
    rows: list[tuple[Cell, ...]] = []
    for at, power in enumerate(found.layout.powers):
        flows = (
            ledger.collected[:, at],
            ledger.plunder[:, at],
            ledger.spent[:, at] - ledger.refunded[:, at],
            ledger.mobilised[:, at] @ costs,
            ledger.lost[:, at] @ costs,
        )
        rows.append((power, *(mean(flow) for flow in flows)))
    columns = (
        Column("power", "power"),
        Column("collected", ">collected"),
        Column("plunder", ">cash of capitals"),
        Column("spent", ">spent"),
        Column("mobilised", ">units mobilised"),
        Column("lost", ">units lost"),
    )
    return Sheet("balance", "over all rounds, in IPC", columns, tuple(rows))


def territories_sheet(found: Rounds) -> Sheet:
    """Return who holds each territory at each round's end, of those that change hands.

    Those that change hands most come first, and of each the likeliest holder.
    """
    powers = found.layout.powers
    rows: list[tuple[Cell, ...]] = []
    for number in range(found.rounds):
        some: list[tuple[int, int, tuple[Cell, ...]]] = []
        for at, name in enumerate(found.layout.territories):
            counts = np.bincount(found.owners[:, number, at], minlength=len(powers))
            before = found.start.owners[name]
            changed = found.trials - int(counts[powers.index(before)])
            for holder in np.flatnonzero(counts) if changed else ():
                share = _share(int(counts[holder]), found.trials)
                income = int(found.layout.income[at])
                row = (found.start.round + number, name, income, before, powers[holder], share)
                some.append((changed, int(counts[holder]), row))
        some.sort(key=lambda one: (-one[0], one[2][1], -one[1]))
        rows += [row for _, _, row in some]
    columns = (
        Column("round", ">round"),
        Column("territory", "territory"),
        Column("income", ">IPC"),
        Column("before", "held at first by"),
        Column("holder", "held then by"),
        Column("chance", ">chance"),
    )
    title = "territories that change hands, at each round's end"
    return Sheet("territories", title, columns, tuple(rows), most=SHOWN)


def cities_sheet(found: Rounds) -> Sheet:
    """Return the victory cities of each side by round, and the chance that it has won (AA-41)."""
    rows: list[tuple[Cell, ...]] = []
    for number in range(found.rounds):
        for at, side in enumerate(found.start.board.sides):
            cities = found.cities[:, number, at]
            won = int((found.winner[:, number] == at).sum())
            low, _, high = _quantiles(cities)
            number_of = found.start.round + number
            share = _share(won, found.trials)
            rows.append((number_of, side, mean(cities), low, high, share))
    columns = (
        Column("round", ">round"),
        Column("side", "side"),
        Column("cities", ">victory cities"),
        Column("least", ">from"),
        Column("most", ">to"),
        Column("won", f">has won ({found.start.victory})"),
    )
    return Sheet("cities", "victory cities, at each round's end", columns, tuple(rows))


def counts_sheet(found: Rounds) -> Sheet:
    """Return the chance of each number of victory cities of each side by round."""
    rows: list[tuple[Cell, ...]] = []
    for number in range(found.rounds):
        for at, side in enumerate(found.start.board.sides):
            for cities, times in enumerate(np.bincount(found.cities[:, number, at])):
                if times:
                    share = _share(int(times), found.trials)
                    rows.append((found.start.round + number, side, cities, share))
    columns = (
        Column("round", ">round"),
        Column("side", "side"),
        Column("cities", ">victory cities"),
        Column("chance", ">chance"),
    )
    return Sheet("city_counts", "how many victory cities", columns, tuple(rows), most=SHOWN)


def attacks_sheet(found: Rounds) -> Sheet:
    """Return each attack: how often it was made, and how often it won then.

    Those that the plan names and that were never made are there too.
    """
    all_of_them = dict.fromkeys(_named(found), Attacks()) | found.attacks
    order = sorted(all_of_them.items(), key=lambda one: (one[0][0], one[0][1], -one[1].made))
    rows: list[tuple[Cell, ...]] = []
    for (number, power, target), attacks in order:
        rows.append(
            (
                found.start.round + number,
                found.layout.powers[power],
                found.layout.areas[target],
                _share(attacks.made, found.trials),
                _share(attacks.won, attacks.made) if attacks.made else None,
                _odds(attacks) if attacks.made else None,
            )
        )
    columns = (
        Column("round", ">round"),
        Column("power", "power"),
        Column("target", "attacks"),
        Column("made", ">made"),
        Column("won", ">won, if made"),
        Column("chance", ">its chance, on average"),
    )
    return Sheet("attacks", "attacks that the plan makes", columns, tuple(rows), most=2 * SHOWN)


def _named(found: Rounds) -> Iterator[tuple[int, int, int]]:
    """Yield round, power and target of the attacks that the plan names, if it is played."""
    layout = found.layout
    for number in range(found.rounds):
        first = layout.power(found.start.turn) if number == 0 else 0
        for power, name in list(enumerate(layout.powers))[first:]:
            for aim in found.plan[name].attack:
                if aim.place:
                    yield number, power, layout.at[aim.place]


def policies_sheet(found: Rounds) -> Sheet:
    """Return what each power does, but for its garrisons and moves."""
    rows: list[tuple[Cell, ...]] = []
    for power in found.layout.powers:
        policy = found.plan[power]
        attacks = ", ".join(map(str, policy.attack)) or "nothing"
        rows.append((power, attacks, str(policy.retreat), str(policy.buy)))
    columns = (
        Column("power", "power"),
        Column("attacks", "attacks"),
        Column("retreat", "retreat"),
        Column("buys", "buys"),
    )
    return Sheet("policies", "the plan", columns, tuple(rows))


def mean(values: Ints) -> Amount:
    """Return the mean of a value over the trials; one that is the same in all has no interval."""
    low, high = int(values.min()), int(values.max())
    if low == high:
        return Amount(Estimate.of_exact(float(low)))
    return Amount(Estimate.of_mean(float(values.mean()), float(values.std()), len(values)))


def _odds(attacks: Attacks) -> Share:
    """Return the mean chance of an attack, over the trials that made it."""
    average = attacks.chance / attacks.made
    variance = attacks.squares / attacks.made - average**2
    if variance < ROUNDING:  # one and the same battle in all trials
        return Share(Estimate.of_chance(average, None))
    found = Estimate.of_mean(average, variance**0.5, attacks.made)
    return Share(replace(found, low=max(0.0, found.low), high=min(1.0, found.high)))


def _share(hits: int, trials: int) -> Share:
    return Share(Estimate.of_proportion(hits, trials))


def _quantiles(values: Ints) -> tuple[int, int, int]:
    """Return values that happened: low quantile, median, high quantile."""
    found = np.quantile(values, [TAIL, 0.5, 1.0 - TAIL], method="inverted_cdf")
    return int(found[0]), int(found[1]), int(found[2])
