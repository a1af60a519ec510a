"""Rounds of the war, simulated: all trials of a chunk play each turn together (AA-40, AA-41)."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from combat.arrays import Bools, Floats, Ints
from combat.axis_allies.map.position import Position
from combat.axis_allies.rounds.choice import Choices
from combat.axis_allies.rounds.fights import Fights
from combat.axis_allies.rounds.layout import Layout
from combat.axis_allies.rounds.plan import Plan
from combat.axis_allies.rounds.resolving import Fought
from combat.axis_allies.rounds.state import Ledger, State
from combat.axis_allies.rounds.turn import play_turn
from combat.chance import seeded

CHUNK = 5_000  # trials that are played together: some 100 MB
Progress = Callable[[int, int], None]


@dataclass(eq=False)
class Attacks:
    """What became of the attacks on a target in a power's turn.

    Attributes
    ----------
    made, won : int
        Trials in which it was made, and in which it won.
    chance, squares : float
        Sums over trials of its chance when it was made, and of the square of it.
    """

    made: int = 0
    won: int = 0
    chance: float = 0.0
    squares: float = 0.0


@dataclass(eq=False)
class Rounds:
    """What the trials came to; rounds count from the first that was played.

    Attributes
    ----------
    start : Position
    plan : Plan
    trials : int
    seed : int or None
    income, cash, worth : int array, shape (trials, rounds, powers)
        IPC collected, in hand and of units at each round's end.
    owners : int array, shape (trials, rounds, territories)
    cities : int array, shape (trials, rounds, sides)
    winner : int array, shape (trials, rounds)
        Side that has won by then, -1 for none.
    attacks : dict of (int, int, int) to Attacks
        By round, power and target.
    ledger : Ledger
        Of the whole time.
    """

    start: Position
    plan: Plan
    layout: Layout
    trials: int
    seed: int | None
    income: Ints
    cash: Ints
    worth: Ints
    owners: Ints
    cities: Ints
    winner: Ints
    ledger: Ledger
    attacks: dict[tuple[int, int, int], Attacks] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.income.shape[1]


def simulate(
    position: Position,
    plan: Plan,
    *,
    rounds: int = 1,
    trials: int = 10_000,
    rng: np.random.Generator | int | None = None,
    chunk: int = CHUNK,
    progress: Progress | None = None,
    watch: Callable[[State], None] | None = None,
) -> Rounds:
    """Play rounds of the war from a position, so many times.

    Parameters
    ----------
    position : Position
        Its turn is the first that is played.
    plan : Plan
    rounds : int
        The first is the position's round, from its turn on.
    trials : int
    rng : numpy.random.Generator or int, optional
        The result depends on it and on the trials only, not on `chunk`.
    chunk : int
        Trials that are played together.
    progress : callable, optional
        Called with how many turns of trials are played, of how many.
    watch : callable, optional
        Called with the state of each chunk at its end.
    """
    generator, seed = seeded(rng)
    powers = len(position.board.order)
    streams = generator.spawn(rounds * powers)
    result = _empty(position, plan, trials, rounds, seed)
    choices = Choices(Fights(result.layout, position.edition))
    for first in range(0, trials, chunk):
        part = slice(first, min(trials, first + chunk))
        state = State.of(position, part.stop - part.start)
        for turn in range(rounds * powers):
            uniform = streams[turn].random((len(state), len(state.layout.areas)))
            if turn >= position.board.order.index(position.turn):
                _turn(state, result, part, divmod(turn, powers), choices, uniform)
            if turn % powers == powers - 1:
                _round_ends(state, result, part, turn // powers)
            if progress is not None:
                progress(
                    rounds * powers * part.start + (turn + 1) * len(state), rounds * powers * trials
                )
        result.ledger.put(_mask(trials, part), state.ledger)
        if watch is not None:
            watch(state)
    return result


def _turn(
    state: State,
    result: Rounds,
    part: slice,
    turn: tuple[int, int],
    choices: Choices,
    uniform: Floats,
) -> None:
    """Play a turn in the trials in which nobody has won."""
    number, power = turn
    policy = result.plan[result.layout.powers[power]]
    going = state.winner < 0
    if going.all():
        fought, income = play_turn(state, power, policy, choices, uniform)
        result.income[part, number, power] = income
    elif going.any():
        some = state.rows(going)
        fought, income = play_turn(some, power, policy, choices, uniform[going])
        state.put(going, some)
        result.income[part.start + np.flatnonzero(going), number, power] = income
    else:
        fought = []
    _count(result, number, power, fought)


def _count(result: Rounds, number: int, power: int, fought: list[Fought]) -> None:
    for one in fought:
        attacks = result.attacks.setdefault((number, power, one.target), Attacks())
        attacks.made += len(one.rows)
        attacks.won += int(one.won.sum())
        attacks.chance += float(one.chance.sum())
        attacks.squares += float((one.chance**2).sum())


def _round_ends(state: State, result: Rounds, part: slice, number: int) -> None:
    """Check for a victory, and note how things stand (AA-41)."""
    for side in range(len(result.start.board.sides)):
        cities = state.cities(side)
        result.cities[part, number, side] = cities
        state.winner[(state.winner < 0) & (cities >= result.start.victory)] = side
    result.winner[part, number] = state.winner
    result.cash[part, number] = state.cash
    result.worth[part, number] = state.worth()
    result.owners[part, number] = state.owners


def _mask(trials: int, part: slice) -> Bools:
    mask = np.zeros(trials, dtype=bool)
    mask[part] = True
    return mask


def _empty(position: Position, plan: Plan, trials: int, rounds: int, seed: int | None) -> Rounds:
    layout = Layout(position.board, position.table, position.strait_open)
    powers, sides = len(layout.powers), len(position.board.sides)
    shape = trials, rounds, powers
    return Rounds(
        position,
        plan,
        layout,
        trials,
        seed,
        income=np.zeros(shape, dtype=np.int64),
        cash=np.zeros(shape, dtype=np.int64),
        worth=np.zeros(shape, dtype=np.int64),
        owners=np.zeros((trials, rounds, len(layout.territories)), dtype=np.int8),
        cities=np.zeros((trials, rounds, sides), dtype=np.int64),
        winner=np.full((trials, rounds), -1, dtype=np.int8),
        ledger=Ledger.empty(trials, powers, len(layout.units)),
    )
