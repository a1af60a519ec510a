"""Rounds of the war, asked from outside: a position and a plan to an answer in tables."""

import numpy as np

from combat.axis_allies.map.position import Position
from combat.axis_allies.rounds.plan import Plan, load_plan, usual_plan
from combat.axis_allies.rounds.simulate import Progress, Rounds, simulate
from combat.axis_allies.rounds.tables import (
    attacks_sheet,
    balance_sheet,
    cities_sheet,
    counts_sheet,
    policies_sheet,
    powers_sheet,
    territories_sheet,
)
from combat.errors import OptionError
from combat.sheets import Amount, Share, Sheets

USUAL_TRIALS = 10_000
MOST_ROUNDS, MOST_TRIALS = 20, 1_000_000


def rounds(
    position: Position,
    *,
    plan: Plan | str | None = None,
    rounds: int = 1,
    trials: int | None = None,
    rng: np.random.Generator | int | None = None,
    progress: Progress | None = None,
) -> Sheets:
    """Simulate rounds of the war from a position, every power after its plan.

    Parameters
    ----------
    position : Position
        Its turn is the first that is played; its round is played to the end.
    plan : Plan or str, optional
        A plan, or the name of a plan file; without it every power attacks what it has a chance of
        0.75 for.
    rounds : int
        1 to 20.
    trials : int, optional
        10,000 if not given.
    rng : numpy.random.Generator or int, optional
    progress : callable, optional
        Called with how much is done, of how much.

    Returns
    -------
    Sheets
        Tables ``powers``, ``attacks``, ``territories``, ``cities``, ``city_counts``, ``balance``,
        ``policies``.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError
        A plan that cannot be read, or a number of rounds or trials that is not possible.
    """
    number = USUAL_TRIALS if trials is None else trials
    _check("rounds", rounds, MOST_ROUNDS)
    _check("trials", number, MOST_TRIALS)
    chosen = load_plan(plan, position) if isinstance(plan, str) else plan
    chosen = usual_plan(position) if chosen is None else chosen
    found = simulate(position, chosen, rounds=rounds, trials=number, rng=rng, progress=progress)
    return rounds_answer(found)


def rounds_answer(found: Rounds) -> Sheets:
    """Return what a simulation found as an answer in tables."""
    start = found.start
    last = start.round + found.rounds - 1
    played = f"round {start.round}" if last == start.round else f"rounds {start.round} to {last}"
    return Sheets(
        "axis-allies",
        "rounds",
        f"{played} of the war, {start.turn} first",
        _lines(found, last),
        (
            powers_sheet(found),
            attacks_sheet(found),
            territories_sheet(found),
            cities_sheet(found),
            balance_sheet(found),
            counts_sheet(found),
            policies_sheet(found),
        ),
        _assumes(found),
        "simulated",
        found.trials,
        found.seed,
        {"plan": str(found.plan), "victory": start.victory},
    )


def _lines(found: Rounds, last: int) -> tuple[str, ...]:
    """Put the end of the last round in words."""
    cities = cities_sheet(found)
    rows = cities.rows[-len(found.start.board.sides) :]
    held = []
    for row in rows:
        amount = row[2]
        assert isinstance(amount, Amount)
        held.append(f"{row[1]} {amount.estimate.value:.1f}")
    won = [
        f"the war is won by the {row[1]}: {row[5].estimate.as_percent()}"
        for row in rows
        if isinstance(row[5], Share) and row[5].estimate.value > 0.0
    ]
    nobody = f"nobody has the {found.start.victory} that win in any trial"
    ended = "; ".join(won) if won else nobody
    line = f"victory cities after round {last}: {', '.join(held)}; {ended}"
    return (*_won_already(found.start), line)


def _won_already(start: Position) -> tuple[str, ...]:
    """Say which sides have the victory cities that win before anybody moves."""
    board = start.board
    numbers = {
        side: sum(start.owners[place] in powers for place in board.cities)
        for side, powers in board.sides.items()
    }
    return tuple(
        f"the {side} hold {number} victory cities at the start, and {start.victory} win: this war"
        " is over before the first die"
        for side, number in numbers.items()
        if number >= start.victory
    )


def _assumes(found: Rounds) -> tuple[str, ...]:
    return (
        "a plan is followed blindly: nobody looks at what the others may do next",
        "a wanted chance is that of the battle itself, known before the dice of the turn; of a"
        " landing behind a battle at sea, that of both, and some ways to part the units between the"
        " two are tried, not all; ships that bombard come on top of it, and those that are in an"
        " attacked zone already, but for carriers and transports",
        "targets are ranked by income, 10 IPC for a victory city, a capital's cash, and the IPC of"
        " what stands there",
        "carriers stay where they are, so that their fighters come back to them; other ships move"
        " to attack, bombard or land troops only, and may stay beside enemy warships",
        "aircraft land where they took off if they can, else in the nearest friendly territory",
        "attackers retreat to the first place that they came from; with landed troops nobody does,"
        " but where a landing failed at sea the others break off after a round",
        "of several defending powers the losses are taken in turn order (AA-28)",
        "no bombing raids, no new complexes, no moves of AA guns, no transports of allies, nobody"
        " submerges",
        *_named_only(found),
        *found.start.notes,
    )


def _named_only(found: Rounds) -> tuple[str, ...]:
    """Say whose plan has no 'best', and so no attacks but those that it names."""
    policies = found.plan.policies.items()
    some = [power for power, policy in policies if all(aim.place for aim in policy.attack)]
    if not some:
        return ()
    return (
        f"only the attacks that the plan names are made by: {', '.join(some)} (all others too with"
        " 'best' in the list)",
    )


def _check(name: str, number: int, most: int) -> None:
    if isinstance(number, bool) or not 1 <= number <= most:
        raise OptionError(
            f"{name} {number} is not possible; it is a whole number from 1 to {most:,}",
            given=str(number),
            allowed=(f"1 to {most}",),
        )
