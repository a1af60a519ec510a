"""Free choice of losses on land, straight from the rules: a slow minimax in fractions.

Each round the attacker rolls, the defender names his losses, the defender rolls, and the attacker
names his (AA-04); all fire with what was there at the round's start (AA-01). A state is the units
of both sides; every set of losses of the right size is tried. Nothing is shared with the program.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

Units = tuple[tuple[str, int], ...]  # of a side, none of them 0

ATTACK = {"inf": 1, "art": 2, "arm": 3, "ftr": 3, "bmr": 4}
DEFENCE = {"inf": 2, "art": 2, "arm": 3, "ftr": 4, "bmr": 1, "aa": 0}
COST = {"inf": 3, "art": 4, "arm": 5, "ftr": 10, "bmr": 12, "aa": 5}
LAND = ("inf", "art", "arm")
AIR = ("ftr", "bmr")
GUN = "aa"  # a casualty in the second edition only; it never fires in a round
Ending = tuple[str, Units, Units]  # of what kind, and who is left


def side(**counts: int) -> Units:
    """Return a side's units."""
    return tuple(sorted((name, n) for name, n in counts.items() if n))


def number(units: Units, names: tuple[str, ...] = (*LAND, *AIR, GUN)) -> int:
    return sum(n for name, n in units if name in names)


def hits(values: list[int], low_luck: bool) -> dict[int, Fraction]:
    """Chance of each number of hits of dice with these values."""
    if low_luck:
        whole, rest = divmod(sum(values), 6)
        chances = {whole: Fraction(6 - rest, 6), whole + 1: Fraction(rest, 6)}
        return {n: chance for n, chance in chances.items() if chance}
    found = {0: Fraction(1)}
    for value in values:
        after: dict[int, Fraction] = {}
        for n, chance in found.items():
            after[n + 1] = after.get(n + 1, Fraction(0)) + chance * Fraction(value, 6)
            after[n] = after.get(n, Fraction(0)) + chance * Fraction(6 - value, 6)
        found = after
    return {n: chance for n, chance in found.items() if chance}


def attack_dice(units: Units) -> list[int]:
    """Dice of the attacker: each artillery raises one infantry (AA-02)."""
    have = dict(units)
    raised = min(have.get("inf", 0), have.get("art", 0))
    plain = [ATTACK[name] for name, n in units for _ in range(n) if name != "inf"]
    return plain + [2] * raised + [1] * (have.get("inf", 0) - raised)


def defence_dice(units: Units) -> list[int]:
    return [DEFENCE[name] for name, n in units for _ in range(n)]


def every_loss(units: Units, lost: int) -> Iterator[Units]:
    """Yield what can be left after so many losses."""
    lost = min(lost, number(units))
    for left in product(*(range(n + 1) for _, n in units)):
        if sum(left) == number(units) - lost:
            yield tuple((name, n) for (name, _), n in zip(units, left, strict=True) if n)


def ordered_loss(units: Units, lost: int, order: tuple[str, ...]) -> Iterator[Units]:
    """Yield what is left if the order is followed."""
    have = dict(units)
    for name in order:
        taken = min(lost, have.get(name, 0))
        have[name] = have.get(name, 0) - taken
        lost -= taken
    yield side(**have)


@dataclass
class Oracle:
    """A battle on land.

    ``worth``: of an ending to the attacker, who wants more of it. ``orders``: of attacker and
    defender; None where the losses are free. ``retreat``: ``never``, ``best``, or a number of
    attackers at which they leave. ``air_only``: they leave when only aircraft are left.
    ``rounds``: the battle stops after them; ``after``: the attacker leaves after them.
    """

    worth: Callable[[Ending], Fraction]
    orders: tuple[tuple[str, ...] | None, tuple[str, ...] | None] = (None, None)
    retreat: str | int = "never"
    air_only: bool = False
    rounds: int | None = None
    after: int | None = None
    low_luck: bool = False
    foe_chooses: bool = False
    known: dict[tuple[Units, Units, int | None], Fraction] = field(default_factory=dict)

    def losses(self, who: int, units: Units, lost: int) -> list[Units]:
        order = self.orders[who]
        if order is None:
            return list(every_loss(units, lost))
        return list(ordered_loss(units, lost, order))

    def ended(self, a: Units, d: Units) -> str | None:
        """Return how a battle ends by itself with these left (AA-06, AA-07)."""
        fighting = number(d, LAND + AIR)
        if fighting and a:
            return None
        if fighting:
            return "defender_holds"
        if not a:
            return "both_gone"
        return "territory_taken" if number(a, LAND) else "cleared_not_taken"

    def limit(self) -> int | None:
        limits = [n for n in (self.rounds, self.after) if n is not None]
        return min(limits) if limits else None

    def start(self, attacker: Units, defender: Units, guns: int = 0) -> Fraction:
        """Return the value of a battle; each aircraft is shot at by AA guns first (AA-03)."""
        total = Fraction(0)
        have = dict(attacker)
        aircraft = [name for name in AIR if have.get(name) and guns]
        for shot in product(*(range(have[name] + 1) for name in aircraft)):
            chance = Fraction(1)
            for name, lost in zip(aircraft, shot, strict=True):
                chance *= hits([1] * have[name], low_luck=False)[lost]
            left = dict(attacker) | {
                name: have[name] - lost for name, lost in zip(aircraft, shot, strict=True)
            }
            total += chance * self.first(side(**left), defender)
        return total

    def second_edition(self, attacker: Units, defender: Units) -> Fraction:
        """Return the value where guns shoot thrice at most, and the owner picks whom they hit."""
        have = dict(attacker)
        flying = [name for name in AIR if have.get(name)]
        shots = min(3 * dict(defender).get(GUN, 0), number(attacker, AIR))
        total = Fraction(0)
        for lost, chance in hits([1] * shots, low_luck=False).items():
            ways = [
                dict(zip(flying, left, strict=True))
                for left in product(*(range(have[name] + 1) for name in flying))
                if sum(left) == number(attacker, AIR) - lost
            ]
            total += chance * max(self.first(side(**(have | way)), defender) for way in ways)
        return total

    def first(self, a: Units, d: Units) -> Fraction:
        ending = self.ended(a, d)
        return self.worth((ending, a, d)) if ending else self.fought(a, d, self.limit())

    def at_end(self, a: Units, d: Units, left: int | None) -> Fraction | None:
        """Return the value at a round's end, or None where another round must be fought."""
        ending = self.ended(a, d)
        if ending:
            return self.worth((ending, a, d))
        gone = isinstance(self.retreat, int) and number(a) <= self.retreat
        if gone or (self.air_only and not number(a, LAND)):
            return self.worth(("attacker_retreated", a, d))
        if left == 0:
            leaves = self.after is not None and self.after == self.limit()
            return self.worth(("attacker_retreated" if leaves else "round_limit", a, d))
        return None

    def later(self, a: Units, d: Units, left: int | None) -> Fraction:
        """Return the value at a round's end."""
        found = self.at_end(a, d, left)
        if found is not None:
            return found
        going = self.fought(a, d, left)
        if self.retreat == "best":
            return max(going, self.worth(("attacker_retreated", a, d)))
        return going

    def fought(self, a: Units, d: Units, left: int | None) -> Fraction:
        """Return the value of a round and what follows, with so many rounds left."""
        if (a, d, left) not in self.known:
            self.known[a, d, left] = self._fought(a, d, left)
        return self.known[a, d, left]

    def _fought(self, a: Units, d: Units, left: int | None) -> Fraction:
        ours = hits(attack_dice(a), self.low_luck)
        theirs = hits(defence_dice(d), self.low_luck)
        less = None if left is None else left - 1
        total = Fraction(0)
        still = ours.get(0, Fraction(0)) * theirs.get(0, Fraction(0))
        for h, chance in ours.items():
            picks = [
                sum(
                    back * max(self.later(a2, d2, less) for a2 in self.losses(0, a, k))
                    for k, back in theirs.items()
                    if h or k
                )
                for d2 in self.losses(1, d, h)
            ]
            total += chance * (max(picks) if self.foe_chooses else min(picks))
        if left is not None:
            return total + still * self.later(a, d, less)
        stop = self.at_end(a, d, None)
        if stop is None:
            going = total / (1 - still)
            out = self.worth(("attacker_retreated", a, d))
            if self.retreat != "best" or going >= out:
                return going
            stop = out
        return total + still * stop


def net_value(attacker: Units, defender: Units, territory: int = 0) -> Callable[[Ending], Fraction]:
    """Defender's loss less attacker's, and the territory if it is taken."""

    def left(units: Units) -> int:
        return sum(COST[name] * n for name, n in units)

    def worth(ending: Ending) -> Fraction:
        kind, a, d = ending
        swing = left(defender) - left(d) - left(attacker) + left(a)
        return Fraction(swing + territory * (kind == "territory_taken"))

    return worth


def chance_of(event: str, sign: int = 1) -> Callable[[Ending], Fraction]:
    """One where the battle ends so."""
    return lambda ending: Fraction(sign * (ending[0] == event))
