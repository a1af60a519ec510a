"""Best submerging and best retreat at sea against a value iteration over the oracle's rounds."""

import oracle
import pytest

from combat.engine import solve
from combat.games import parse_battle

Force = oracle.Force
COSTS = {name: unit.cost for name, unit in oracle.TABLE_2009.items()}


class Play:
    """Both sides choose how many submarines submerge each round; one may also break off."""

    def __init__(self, diving: tuple[str, str], *, retreat: bool) -> None:
        self.diving = diving
        self.retreat = retreat
        self.battle = oracle.Battle(
            at_sea=True,
            table=oracle.TABLE_2009,
            losses=tuple(oracle.full_order(None, o, oracle.TABLE_2009) for o in oracle.SEA_LOSSES),
            keep=("", ""),
            retreat="never",
            rounds=None,
            bombard=(),
            submerge=("never", "never"),
            values=COSTS,
            worth=0,
            dice="standard",
            number=float,
        )
        self.values: dict[tuple[Force, Force], float] = {}

    def worth(self, attacker: Force, defender: Force) -> float:
        """What is left of the attacker less what is left of the defender."""
        left, against = (
            sum(COSTS[oracle.plain(n)] * c for n, c in force) for force in (attacker, defender)
        )
        return left - against

    def over(self, attacker: Force, defender: Force) -> bool:
        return self.battle.ending(oracle.State(attacker, defender)) is not None

    def dives(self, side: int, own: Force, other: Force) -> list[Force]:
        """AA-11: any number of submarines, unless a destroyer is against it."""
        number = dict(own).get("ss", 0)
        if not number or self.battle.has(other, "destroyer"):
            return [own]
        choices = {"never": [0], "always": [number], "best": range(number + 1)}
        return [
            oracle.moved(own, "ss", "submerged-ss", n) if n else own
            for n in choices[self.diving[side]]
        ]

    def rounds(self, attacker: Force, defender: Force) -> tuple[tuple[Force, Force, float], ...]:
        return tuple((a, d, p) for (a, d), p in self.battle.play(attacker, defender, ()).items())

    def begun(self, attacker: Force, defender: Force) -> float:
        """The value of a round that begins here, by the values of states as they are so far."""
        following = self.rounds(attacker, defender)
        if {(a, d) for a, d, _ in following} == {(attacker, defender)}:
            return self.worth(attacker, defender)
        return sum(p * self.value(a, d) for a, d, p in following)

    def value(self, attacker: Force, defender: Force) -> float:
        if self.over(attacker, defender) or not attacker or not defender:
            return self.worth(attacker, defender)
        return self.values.setdefault((attacker, defender), 0.0)

    def improved(self, attacker: Force, defender: Force, *, start: bool = False) -> float:
        """The attacker chooses first, for the most, then the defender, for the least."""
        going = max(
            min(self.begun(a, d) for d in self.dives(1, defender, attacker))
            for a in self.dives(0, attacker, defender)
        )
        if self.retreat and not start:
            return max(going, self.worth(attacker, defender))
        return going

    def solved(self, attacker: Force, defender: Force) -> float:
        """Iterate until nothing moves any more."""
        start = self.improved(attacker, defender, start=True)
        for _ in range(4_000):
            moved = 0.0
            for state in list(self.values):
                stuck = all(
                    self.rounds(a, d) and {(x, y) for x, y, _ in self.rounds(a, d)} == {(a, d)}
                    for a, d in [state]
                )
                new = self.worth(*state) if stuck else self.improved(*state)
                moved = max(moved, abs(new - self.values[state]))
                self.values[state] = new
            if moved < 1e-13:
                break
        start = self.improved(attacker, defender, start=True)
        return start - self.worth(attacker, defender)


FLEETS = [
    ("2 ss, 1 ca", "1 ss, 1 ftr"),
    ("1 ss, 1 ca", "2 ss, 1 ca"),
    ("2 ca, 1 ftr", "2 ss"),
    ("1 ss, 1 bb", "2 ss, 1 ca"),
    ("1 ss, 1 dd, 1 ftr", "2 ss, 1 ca"),
    ("2 ss, 1 ftr", "1 ca, 1 ss, 1 tr"),
]
WAYS = [
    ("best", "never", False),
    ("never", "best", False),
    ("best", "best", False),
    ("always", "best", False),
    ("best", "best", True),
    ("never", "never", True),
]


@pytest.mark.rule("AA-11", "AA-58", "AA-08")
@pytest.mark.parametrize(("attacker", "defender"), FLEETS)
@pytest.mark.parametrize(("mine", "yours", "retreat"), WAYS)
def test_best_play_is_the_value_of_the_game(attacker, defender, mine, yours, retreat):
    battle = parse_battle(
        "aa",
        attacker,
        defender,
        attacker_submerge=mine,
        defender_submerge=yours,
        retreat="best" if retreat else "never",
    )
    outcomes = solve(battle)
    forces = [oracle.as_force(dict(force)) for force in (battle.attacker, battle.defender)]
    value = Play((mine, yours), retreat=retreat).solved(*forces)
    assert outcomes.model.best[1] == pytest.approx(value, abs=1e-9)
    assert outcomes.quantity("net_value").value == pytest.approx(value, abs=1e-9)


@pytest.mark.rule("AA-11")
@pytest.mark.parametrize(("attacker", "defender"), FLEETS)
def test_best_is_no_worse_than_any_habit(attacker, defender):
    def value(mine: str, yours: str) -> float:
        battle = parse_battle(
            "aa", attacker, defender, attacker_submerge=mine, defender_submerge=yours
        )
        return solve(battle).quantity("net_value").value

    for habit in ("never", "always"):
        for other in ("never", "always", "best"):
            assert value("best", other) >= value(habit, other) - 1e-9
            assert value(other, "best") <= value(other, habit) + 1e-9
