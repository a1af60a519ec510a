"""The battles of Axis & Allies once more: slow, scalar, and written from the rules alone.

The library is tested against this file, so it imports nothing of the library. Chances are
``Fraction`` (exact), or ``float`` with ``number=float`` for bigger battles.

    land(attacker, defender, ...)   a land battle or an amphibious assault   -> Result
    sea(attacker, defender, ...)    a sea battle                             -> Result
    land_from(starts, ...), sea_from(starts, ...)   starts = [(chance, attacker, defender), ...]
    next_wave(result, attacker, reinforcement)      the starts of the next wave (AA-28)
    raid(bombers, income, ...)      a strategic bombing raid                 -> Raid

Forces are dicts of counts: inf art arm ftr bmr aa ss dd ca cv bb tr, and damaged-bb. Options:

    losses, defender_losses   types, first lost first ("inf art arm ftr bmr" or a list); types
                              left out follow in the default's order
    keep, defender_keep       "1 land" or "2 arm": the last of them go after all else
    retreat                   "never", "after 2", "at 3", "air-only", "best"
    rounds                    stop after so many rounds
    landing, bombard          which of the attackers landed; the ships that bombard
    attacker_submerge, defender_submerge    "never", "always"
    values, worth             what "best" plays for: the units' values, the territory's worth
    table, dice, number       TABLE_2009 or SECOND_EDITION, "standard" or "low-luck", Fraction

``Result.final`` is the joint distribution of (attacker left, defender left, end), each force a
tuple of (unit, count): ``force(inf=2, arm=1)`` makes one. Units that retreated or submerged and
ships that were damaged are among those left, whole; an AA gun that was not lost stays with the
defender, whoever owns it now. ``Result.raw`` has the marks: landed- away- damaged- submerged-.
``event(name)``, ``lost`` (joint distribution of the IPC lost), ``mean_loss(side)``,
``mean_rounds`` and ``rounds_second_moment`` are read from it.

Choices where the rules are silent: an overland unit outlives a landed one of its type; the
strongest ships bombard when not all may; when nobody can hit any more the stand-off comes before
any retreat, and at the start before round 1; transports alone, and whoever submerges at once, cost
one round; aircraft all shot down by a lone gun are both_gone; with low luck each kind of hits
(AA-50) is added by itself and bombardment stays dice; a gun of the second edition shoots at
fighters first and is lost first. Not here: cargo (AA-14; give the ship its cargo's cost), allied
aircraft (AA-12), landing places (AA-53), losses that the attacker or the best player chooses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeVar

Number = Fraction | float
Force = tuple[tuple[str, int], ...]
Key = TypeVar("Key")
Chances = dict[Key, Number]


class Unit(NamedTuple):
    """A row of the table of units; hits 0: never a casualty; shots 0: once at each aircraft."""

    cost: int
    attack: int
    defence: int
    domain: str  # land, air, sea, gun
    role: str = ""  # what the special rules call it
    hits: int = 1
    shots: int = 0


TABLE_2009 = {
    "inf": Unit(3, 1, 2, "land", "infantry"),
    "art": Unit(4, 2, 2, "land", "artillery"),
    "arm": Unit(5, 3, 3, "land"),
    "ftr": Unit(10, 3, 4, "air"),
    "bmr": Unit(12, 4, 1, "air"),
    "aa": Unit(6, 0, 0, "gun", hits=0),
    "ss": Unit(6, 2, 1, "sea", "submarine"),
    "dd": Unit(8, 2, 2, "sea", "destroyer"),
    "ca": Unit(12, 3, 3, "sea"),
    "cv": Unit(14, 1, 2, "sea"),
    "bb": Unit(20, 4, 4, "sea", hits=2),
    "tr": Unit(7, 0, 0, "sea", "transport"),
}

#: AA-55: another edition is another table.
SECOND_EDITION = {
    **TABLE_2009,
    "arm": Unit(6, 3, 3, "land"),
    "aa": Unit(5, 0, 0, "gun", hits=1, shots=3),
}

#: Loss orders unless others are given. A gun that cannot be lost is never asked.
LAND_LOSSES = ("inf art arm ftr bmr", "aa inf art arm bmr ftr")
SEA_LOSSES = ("ss dd ftr ca cv bmr bb tr", "ss dd cv ca ftr bmr bb tr")

ENDS = (
    "territory_taken",
    "cleared_not_taken",
    "both_gone",
    "defender_holds",
    "attacker_retreated",
    "stand_off",
    "round_limit",
)
MARKS = ("landed-", "away-", "damaged-", "submerged-")


class State(NamedTuple):
    """A battle at a round's end, or fresh: before round 1, with the victims of bombardment."""

    attacker: Force
    defender: Force
    rounds: int = 0  # counted only if somebody asks
    fresh: bool = False
    victims: Force = ()


class End(NamedTuple):
    """A battle that is over."""

    attacker: Force
    defender: Force
    end: str


# --- forces ---------------------------------------------------------------------------------


def plain(name: str) -> str:
    """The unit's type without the marks on it."""
    for mark in MARKS:
        name = name.removeprefix(mark)
    return name


def as_force(counts: Mapping[str, int]) -> Force:
    return tuple(sorted((name, n) for name, n in counts.items() if n))


def force(**counts: int) -> Force:
    return as_force(counts)


def whole(units: Force) -> Force:
    """AA-05, AA-28: after the battle ships are whole, submarines up again."""
    counts: dict[str, int] = defaultdict(int)
    for name, n in units:
        counts[plain(name)] += n
    return as_force(counts)


def moved(units: Force, name: str, to: str | None, n: int = 1) -> Force:
    """The force with n units called otherwise, or gone."""
    counts = defaultdict(int, units)
    counts[name] -= n
    if to is not None:
        counts[to] += n
    return as_force(counts)


def here(units: Force) -> Iterator[tuple[str, int]]:
    """Those that take part: not retreated, not submerged."""
    return ((name, n) for name, n in units if not name.startswith(("away-", "submerged-")))


# --- dice -----------------------------------------------------------------------------------


def sum_of_dice(dice: Iterable[Chances[int]], number: Callable[..., Number]) -> Chances[int]:
    """The distribution of the sum, one die after the other."""
    total: Chances[int] = {0: number(1)}
    for die in dice:
        longer: Chances[int] = defaultdict(number)
        for so_far, p in total.items():
            for face, q in die.items():
                longer[so_far + face] += p * q
        total = dict(longer)
    return total


def hits_of(values: Sequence[int], dice: str, number: Callable[..., Number]) -> Chances[int]:
    """AA-01: a die of d6 hits if it is at most the value. AA-56: low luck."""
    sure = 0
    if dice == "low-luck":
        sure, rest = divmod(sum(values), 6)
        values = [rest]
    chances = [number(min(value, 6)) / 6 for value in values if value > 0]
    rolled = sum_of_dice(({1: p, 0: 1 - p} for p in chances), number)
    return {sure + hits: p for hits, p in rolled.items() if p}


# --- a battle -------------------------------------------------------------------------------


@dataclass(eq=False)
class Battle:
    """The rules and both sides' orders; its methods follow the sequence of a battle."""

    at_sea: bool
    table: Mapping[str, Unit]
    losses: tuple[list[str], list[str]]  # attacker's, defender's
    keep: tuple[str, str]
    retreat: str
    rounds: int | None
    bombard: Force
    submerge: tuple[str, str]
    values: Mapping[str, Number]
    worth: Number
    dice: str
    number: Callable[..., Number]

    def __post_init__(self) -> None:
        # Memoise; a battle is dropped with its tables.
        for method in ("loss_queue", "after_hit", "after_hits", "volley", "play", "value"):
            setattr(self, method, cache(getattr(self, method)))

    def unit(self, name: str) -> Unit:
        return self.table[plain(name)]

    def has(self, units: Force, role: str) -> bool:
        return any(self.unit(name).role == role for name, _ in here(units))

    # Who may still do what.

    def can_fight(self, units: Force) -> bool:
        """AA-06, AA-09: guns and transports are no combat units, submerged ones take no part."""
        return any(
            self.unit(name).domain != "gun" and self.unit(name).role != "transport"
            for name, _ in here(units)
        )

    def attack_dice(self, units: Force) -> list[tuple[str, int]]:
        """AA-01, AA-02: the attack value of each unit; artillery lifts infantry, one for one."""
        support = sum(n for name, n in here(units) if self.unit(name).role == "artillery")
        dice = []
        for name, n in here(units):
            for _ in range(n):
                value = self.unit(name).attack
                if self.unit(name).role == "infantry" and support > 0:
                    support -= 1
                    value += 1
                dice.append((name, value))
        return dice

    def defence_dice(self, units: Force) -> list[tuple[str, int]]:
        """AA-01: the defence value of each unit."""
        return [(name, self.unit(name).defence) for name, n in here(units) for _ in range(n)]

    # Losses.

    def loss_queue(self, units: Force, side: int) -> tuple[str, ...]:
        """AA-04: every unit in the order of loss; the kept ones, then transports, come last."""
        queue = [
            name
            for kind in self.losses[side]
            for name in ("landed-" + kind, kind, "damaged-" + kind)
            for _ in range(dict(units).get(name, 0))
        ]
        count, _, what = self.keep[side].partition(" ")
        wanted = [
            i for i, name in enumerate(queue) if what in (plain(name), self.unit(name).domain)
        ]
        kept = wanted[-int(count) :] if count and int(count) else []
        rest = [name for i, name in enumerate(queue) if i not in kept]
        queue = rest + [queue[i] for i in kept]
        return tuple(sorted(queue, key=lambda name: self.unit(name).role == "transport"))

    def may_take(self, name: str, kind: str, sees_submarines: bool) -> bool:
        """AA-12: submarines do not hit aircraft, nor aircraft submarines unless they see them."""
        unit = self.unit(name)
        if unit.hits == 0:
            return False  # AA-03: a gun of 2009 is never a casualty
        if kind == "submarine":
            return unit.domain != "air"
        if kind == "air":
            return unit.role != "submarine" or sees_submarines
        if kind == "bombardment":
            return unit.domain in ("land", "gun")  # AA-51
        return True

    def after_hit(self, units: Force, side: int, kind: str, sees: bool) -> Force:
        """AA-50: a hit takes the first that it may take; it is lost if nothing can take it."""
        queue = [n for n in self.loss_queue(units, side) if self.may_take(n, kind, sees)]
        for name in queue:
            if self.unit(name).hits == 2 and not name.startswith("damaged-"):
                return moved(units, name, "damaged-" + plain(name))  # AA-05: first of all
        return moved(units, queue[0], None) if queue else units

    def after_hits(self, units: Force, side: int, kind: str, sees: bool, hits: int) -> Force:
        if hits == 0:
            return units
        fewer = self.after_hits(units, side, kind, sees, hits - 1)
        return self.after_hit(fewer, side, kind, sees)

    # Before round 1.

    def gun_fire(self, attacker: Force, defender: Force) -> Chances[Force]:
        """AA-03: one die for each aircraft, each type apart; AA-55: a gun's shots are limited."""
        guns = [(self.unit(name), n) for name, n in defender if self.unit(name).domain == "gun"]
        left = {attacker: self.number(1)}
        if not guns or self.at_sea:
            return left
        limited = all(gun.shots for gun, _ in guns)
        shots = sum(gun.shots * n for gun, n in guns)
        for kind in self.table:
            planes = dict(attacker).get(kind, 0)
            if self.table[kind].domain != "air" or planes == 0:
                continue
            aimed = min(planes, shots) if limited else planes
            shots -= aimed
            fewer: Chances[Force] = defaultdict(self.number)
            for hits, p in hits_of([1] * aimed, "standard", self.number).items():
                for units, q in left.items():
                    fewer[moved(units, kind, None, hits)] += p * q
            left = dict(fewer)
        return left

    def bombardment(self, attacker: Force, defender: Force) -> Chances[tuple[Force, Force]]:
        """AA-21: no more ships than land units that land; the victims still fire in round 1."""
        landed = sum(
            n
            for name, n in attacker
            if name.startswith("landed-") and self.unit(name).domain == "land"
        )
        ships = sorted((value for _, value in self.attack_dice(self.bombard)), reverse=True)
        chances: Chances[tuple[Force, Force]] = defaultdict(self.number)
        for hits, p in hits_of(ships[:landed], "standard", self.number).items():
            left = self.after_hits(defender, 1, "bombardment", False, hits)
            victims = as_force({name: n - dict(left).get(name, 0) for name, n in defender})
            chances[left, victims] += p
        return dict(chances)

    def opening(self, attacker: Force, defender: Force) -> Chances[State]:
        """Guns, then ships."""
        chances: Chances[State] = defaultdict(self.number)
        for flying, p in self.gun_fire(attacker, defender).items():
            for (left, victims), q in self.bombardment(attacker, defender).items():
                chances[State(flying, left, fresh=True, victims=victims)] += p * q
        return dict(chances)

    # A round.

    def submerged(self, units: Force, enemies: Force, side: int) -> Force:
        """AA-11: each for itself, before any die, but not under an enemy destroyer."""
        if self.submerge[side] == "never" or self.has(enemies, "destroyer"):
            return units
        for name, n in tuple(here(units)):
            if self.unit(name).role == "submarine":
                units = moved(units, name, "submerged-" + name, n)
        return units

    def kind_of_hit(self, name: str) -> str:
        if not self.at_sea:
            return "other"
        if self.unit(name).role == "submarine":
            return "submarine"
        return "air" if self.unit(name).domain == "air" else "other"

    def volley(
        self, dice: tuple[tuple[str, int], ...], targets: Force, side: int, sees: bool
    ) -> Chances[Force]:
        """AA-50: the targets left: submarines' hits, aircraft's, the rest."""
        aircraft = any(self.unit(name).domain == "air" for name, _ in here(targets))
        kinds = ["submarine", "air", "other"] if aircraft else ["air", "submarine", "other"]
        left = {targets: self.number(1)}
        for kind in kinds:
            values = [value for name, value in dice if self.kind_of_hit(name) == kind]
            fewer: Chances[Force] = defaultdict(self.number)
            for hits, p in hits_of(values, self.dice, self.number).items():
                for units, q in left.items():
                    fewer[self.after_hits(units, side, kind, sees, hits)] += p * q
            left = dict(fewer)
        return left

    def play(
        self, attacker: Force, defender: Force, victims: Force
    ) -> Chances[tuple[Force, Force]]:
        """One round, from submerging to the end of defenceless transports."""
        # AA-54: a destroyer counts for the whole round in which it is hit.
        hunters = self.has(attacker, "destroyer"), self.has(defender, "destroyer")
        attacker, defender = (
            self.submerged(attacker, defender, 0),
            self.submerged(defender, attacker, 1),
        )
        # AA-10: surprise strikes, each side for itself, if the other has no destroyer.
        first = (
            self.strikers(self.attack_dice(attacker), hunters[1]),
            self.strikers(self.defence_dice(defender), hunters[0]),
        )
        chances: Chances[tuple[Force, Force]] = defaultdict(self.number)
        for struck_defender, p in self.volley(first[0], defender, 1, hunters[0]).items():
            for struck_attacker, q in self.volley(first[1], attacker, 0, hunters[1]).items():
                # AA-01: then all the others at once; AA-21: victims of bombardment as well.
                second = (
                    self.others(self.attack_dice(struck_attacker), first[0]),
                    self.others(self.defence_dice(struck_defender), first[1])
                    + tuple(self.defence_dice(victims)),
                )
                for d, r in self.volley(second[0], struck_defender, 1, hunters[0]).items():
                    for a, s in self.volley(second[1], struck_attacker, 0, hunters[1]).items():
                        chances[a, self.without_transports(a, d)] += p * q * r * s
        return dict(chances)

    def strikers(
        self, dice: list[tuple[str, int]], enemy_destroyer: bool
    ) -> tuple[tuple[str, int], ...]:
        if enemy_destroyer:
            return ()
        return tuple(die for die in dice if self.unit(die[0]).role == "submarine")

    def others(
        self, dice: list[tuple[str, int]], struck: tuple[tuple[str, int], ...]
    ) -> tuple[tuple[str, int], ...]:
        """AA-10: who struck does not fire again."""
        return tuple(die for die in dice if not struck or self.unit(die[0]).role != "submarine")

    def without_transports(self, attacker: Force, defender: Force) -> Force:
        """AA-13: alone, or with submerged submarines, they are lost at the round's end."""
        if self.can_fight(attacker) and not self.can_fight(defender):
            return tuple(pair for pair in defender if self.unit(pair[0]).role != "transport")
        return defender

    # A round's end.

    def ending(self, state: State) -> str | None:
        """AA-06, AA-07, AA-09: how the battle stands, None if it goes on."""
        if state.victims:
            return None  # AA-21: round 1 is fought even if they were the last
        if self.at_sea:
            return self.sea_ending(state)
        attackers = tuple(here(state.attacker))
        if self.can_fight(state.defender):
            return None if attackers else "defender_holds"
        if not attackers:
            return "both_gone"
        land = any(self.unit(name).domain == "land" for name, _ in attackers)
        return "territory_taken" if land else "cleared_not_taken"

    def sea_ending(self, state: State) -> str | None:
        """AA-06, AA-13, AA-52."""
        attacker, defender, fresh = state.attacker, state.defender, state.fresh
        if not attacker or not defender:
            if attacker:
                return "cleared_not_taken"
            return "defender_holds" if defender else "both_gone"
        if self.can_fight(attacker):
            transports = self.has(defender, "transport")
            goes_on = self.can_fight(defender) or (fresh and transports)
        else:
            goes_on = self.can_fight(defender) and self.has(attacker, "transport")
        return None if goes_on else "stand_off"

    def leavers(self, attacker: Force) -> Force:
        """AA-22: landed units stay."""
        return tuple(p for p in here(attacker) if not p[0].startswith("landed-"))

    def withdrawn(self, state: State) -> State | End:
        """AA-08, AA-22: all leave together; the landed ones fight on."""
        attacker = state.attacker
        if self.leavers(attacker) == tuple(here(attacker)):
            return End(attacker, state.defender, "attacker_retreated")
        for name, n in self.leavers(attacker):
            attacker = moved(attacker, name, "away-" + name, n)
        return state._replace(attacker=attacker)

    def retreats(self, state: State) -> bool:
        """AA-06, AA-08: at a round's end, if the policy says so."""
        if state.fresh or self.retreat == "never" or not self.leavers(state.attacker):
            return False
        if not self.can_fight(state.attacker):
            return True  # AA-52: transports only
        if self.retreat == "best":
            leave = self.value(self.withdrawn(state))
            return leave > self.value_of_going_on(state) + self.number(1) / 10**12
        units = tuple(here(state.attacker))
        if self.retreat == "air-only":
            return all(self.unit(name).domain == "air" for name, _ in units)
        word, n = self.retreat.split()
        left = state.rounds >= int(n), sum(count for _, count in units) <= int(n)
        return left[("after", "at").index(word)]

    def going_on(self, state: State) -> Chances[State | End]:
        """The states after another round, with this one among them if nobody hits."""
        if self.rounds is not None and state.rounds >= self.rounds:
            return {End(state.attacker, state.defender, "round_limit"): self.number(1)}
        last = self.rounds or 0  # no need to count further
        if self.rounds is None and self.retreat.startswith("after"):
            last = int(self.retreat.removeprefix("after "))
        chances: Chances[State | End] = {}
        for (a, d), p in self.play(state.attacker, state.defender, state.victims).items():
            chances[State(a, d, min(state.rounds + 1, last))] = p
        return chances

    def after(self, state: State) -> tuple[int, Chances[State | End]]:
        """How many rounds are played from here at once, 0 or 1, and what follows."""
        certain = self.number(1)
        end = self.ending(state)
        if end is None:
            same = {(state.attacker, state.defender)}
            if set(self.play(state.attacker, state.defender, state.victims)) == same:
                end = None if state.victims else "stand_off"  # AA-52: nobody able to hit
        if end is not None:
            return 0, {End(state.attacker, state.defender, end): certain}
        if self.retreats(state):
            return 0, {self.withdrawn(state): certain}
        following = self.going_on(state)
        return int(any(isinstance(s, State) for s in following)), following

    # The best retreat: optimal stopping.

    def worth_left(self, units: Force) -> Number:
        return sum((self.values[plain(name)] * n for name, n in units), self.number(0))

    def value(self, state: State | End) -> Number:
        """AA-30: what is left of the attacker less what is left of the defender, and the prize."""
        if isinstance(state, End):
            prize = self.worth if state.end == "territory_taken" else 0
            return self.worth_left(state.attacker) - self.worth_left(state.defender) + prize
        _, following = self.after(state)
        return self.solved(state, following)

    def value_of_going_on(self, state: State) -> Number:
        return self.solved(state, self.going_on(state))

    def solved(self, state: State, following: Chances[State | End]) -> Number:
        """x = a + p x, so x = a / (1 - p)."""
        stay = following.get(state, self.number(0))
        a = sum((p * self.value(s) for s, p in following.items() if s != state), self.number(0))
        return a / (1 - stay)

    # From the start to all ends.

    def layer(self, state: State) -> tuple[bool, int, int]:
        """Rises with what may still happen: every step but 'nobody hits' leads lower."""
        weight = 0
        for name, n in state.attacker + state.defender:
            hits = 1 if name.startswith("damaged-") else self.unit(name).hits
            weight += n * (2 * hits - name.startswith(("away-", "submerged-")))
        return state.fresh, -state.rounds, weight

    def fought(self, attacker: Force, defender: Force) -> dict[End, list[Number]]:
        """For each end its chance, and with it the first two moments of rounds."""
        waiting: dict[tuple[bool, int, int], dict[State, list[Number]]] = defaultdict(dict)
        ends: dict[End, list[Number]] = {}

        def arrive(state: State | End, p: Number, moments: Sequence[Number]) -> None:
            place = ends if isinstance(state, End) else waiting[self.layer(state)]
            old = place.get(state, [self.number(0)] * 3)
            place[state] = [x + p * m for x, m in zip(old, moments, strict=True)]

        one, zero = self.number(1), self.number(0)
        for state, p in self.opening(attacker, defender).items():
            arrive(state, p, [one, zero, zero])
        while waiting:
            for state, (mass, first, second) in waiting.pop(max(waiting)).items():
                played, following = self.after(state)
                stay = following.get(state, zero)
                # Rounds until something happens: k with chance stay^(k-1) (1 - stay).
                mean = played / (1 - stay)
                square = played * (1 + stay) / (1 - stay) ** 2
                moments = (
                    mass,
                    first + mass * mean,
                    second + 2 * first * mean + mass * square,
                )
                for nxt, p in following.items():
                    if nxt != state:
                        arrive(nxt, p / (1 - stay), moments)
        return ends


# --- results --------------------------------------------------------------------------------


@dataclass
class Result:
    """All ends of a battle with their chances."""

    raw: dict[tuple[Force, Force, str], list[Number]] = field(default_factory=dict)
    lost: Chances[tuple[int, int]] = field(default_factory=dict)
    table: Mapping[str, Unit] = field(default_factory=dict)

    @property
    def final(self) -> Chances[tuple[Force, Force, str]]:
        chances: Chances[tuple[Force, Force, str]] = defaultdict(int)
        for (attacker, defender, end), (p, _, _) in self.raw.items():
            chances[whole(attacker), whole(defender), end] += p
        return dict(chances)

    def event(self, name: str) -> Number:
        if name not in ENDS:
            raise ValueError(name)
        return sum(p for (_, _, end), (p, _, _) in self.raw.items() if end == name)

    @property
    def mass(self) -> Number:
        return sum(p for p, _, _ in self.raw.values())

    def mean_loss(self, side: str) -> Number:
        """Mean IPC lost by "attacker" or "defender"."""
        i = ("attacker", "defender").index(side)
        return sum(p * both[i] for both, p in self.lost.items())

    def mean_swing(self, worth: Number = 0) -> Number:
        """The defender's loss less the attacker's, and the territory's worth if it is taken."""
        swing = sum(p * (defender - attacker) for (attacker, defender), p in self.lost.items())
        return swing + worth * self.event("territory_taken")

    @property
    def mean_rounds(self) -> Number:
        return sum(first for _, first, _ in self.raw.values())

    @property
    def rounds_second_moment(self) -> Number:
        return sum(second for _, _, second in self.raw.values())

    def add(self, weight: Number, start: tuple[Force, Force], ends: dict[End, list]) -> None:
        """Take in the ends of the battle from one start."""
        for end, moments in ends.items():
            old = self.raw.get(tuple(end), [0, 0, 0])
            self.raw[tuple(end)] = [x + weight * m for x, m in zip(old, moments, strict=True)]
            lost = tuple(
                self.cost(before) - self.cost(left)
                for before, left in zip(start, end[:2], strict=True)
            )
            self.lost[lost] = self.lost.get(lost, 0) + weight * moments[0]

    def cost(self, units: Force) -> int:
        return sum(self.table[plain(name)].cost * n for name, n in units)


Counts = Mapping[str, int]
Starts = Iterable[tuple[Number, Counts, Counts]]


def full_order(order: str | Sequence[str] | None, default: str, table: Iterable[str]) -> list[str]:
    """Types left out follow in the default's order, then in the table's."""
    given = order.split() if isinstance(order, str) else list(order or ())
    return list(dict.fromkeys([*given, *default.split(), *table]))


def fought_from(
    starts: Starts,
    at_sea: bool,
    losses: str | Sequence[str] | None = None,
    defender_losses: str | Sequence[str] | None = None,
    keep: str = "",
    defender_keep: str = "",
    retreat: str = "never",
    rounds: int | None = None,
    bombard: Counts | None = None,
    attacker_submerge: str = "never",
    defender_submerge: str = "never",
    values: Mapping[str, Number] | None = None,
    worth: Number = 0,
    table: Mapping[str, Unit] = TABLE_2009,
    dice: str = "standard",
    number: Callable[..., Number] = Fraction,
) -> Result:
    defaults = SEA_LOSSES if at_sea else LAND_LOSSES
    battle = Battle(
        at_sea=at_sea,
        table=table,
        losses=(
            full_order(losses, defaults[0], table),
            full_order(defender_losses, defaults[1], table),
        ),
        keep=(keep, defender_keep),
        retreat=retreat,
        rounds=rounds,
        bombard=as_force(bombard or {}),
        submerge=(attacker_submerge, defender_submerge),
        values={**{name: unit.cost for name, unit in table.items()}, **(values or {})},
        worth=worth,
        dice=dice,
        number=number,
    )
    result = Result(table=table)
    for weight, attacker, defender in starts:
        start = as_force(attacker), as_force(defender)
        result.add(weight, start, battle.fought(*start))
    return result


def land_from(starts: Starts, **options: object) -> Result:
    """AA-28: a land battle from a weighted mixture of starts; landed units are landed-inf, …"""
    return fought_from(starts, at_sea=False, **options)


def sea_from(starts: Starts, **options: object) -> Result:
    """A sea battle from a weighted mixture of starts."""
    return fought_from(starts, at_sea=True, **options)


def landed(attacker: Counts, landing: Counts | None) -> Counts:
    """AA-22: the attackers, those that landed marked as such."""
    units = as_force(attacker)
    for name, n in (landing or {}).items():
        units = moved(units, name, "landed-" + name, n)
    return dict(units)


def land(
    attacker: Counts, defender: Counts, *, landing: Counts | None = None, **options: object
) -> Result:
    """A land battle; with ``landing`` an amphibious assault (AA-20 to AA-23)."""
    return land_from([(1, landed(attacker, landing), defender)], **options)


def sea(attacker: Counts, defender: Counts, **options: object) -> Result:
    """A sea battle (AA-10 to AA-17)."""
    return sea_from([(1, attacker, defender)], **options)


def next_wave(
    result: Result, attacker: Counts, reinforcement: Counts | None = None
) -> list[tuple[Number, Counts, Counts]]:
    """AA-28: the survivors of a wave that did not take the territory face the next one."""
    starts = []
    for (_, defender, end), p in result.final.items():
        if end != "territory_taken":
            units = defaultdict(int, defender)
            for name, n in (reinforcement or {}).items():
                units[name] += n
            starts.append((p, attacker, dict(units)))
    return starts


# --- raids ----------------------------------------------------------------------------------


@dataclass
class Raid:
    """final: chances of (bombers left, escorts left, interceptors left, points of damage)."""

    final: Chances[tuple[int, int, int, int]]
    income: int
    damage_before: int

    @property
    def all_bombers_lost(self) -> Number:
        return sum(p for (bombers, _, _, _), p in self.final.items() if bombers == 0)

    @property
    def complex_out(self) -> Number:
        """AA-43: nothing can be mobilised there until it is repaired."""
        needed = self.income - self.damage_before
        return sum(p for (_, _, _, damage), p in self.final.items() if damage >= needed)

    def mean(self, what: str) -> Number:
        i = ("bombers", "escorts", "interceptors", "damage").index(what)
        return sum(p * left[i] for left, p in self.final.items())


def raid(
    bombers: int,
    income: int,
    *,
    damage: int = 0,
    gun: bool = True,
    escorts: int = 0,
    interceptors: int = 0,
    escorts_first: bool = True,
    number: Callable[..., Number] = Fraction,
) -> Raid:
    """AA-25, AA-26: the gun, one round against interceptors, then the bombs."""
    final: Chances[tuple[int, int, int, int]] = defaultdict(number)
    gun_die = 1 if gun else 0

    def hits(dice: int, value: int) -> Chances[int]:
        return hits_of([value] * dice, "standard", number)

    for shot_b, p in hits(bombers, gun_die).items():  # AA-03: rolled apart
        for shot_e, q in hits(escorts, gun_die).items():
            flying = bombers - shot_b, escorts - shot_e
            # AA-26: escorts at 1, interceptors at 2, bombers at 0, all at once.
            for hit_i, r in hits(flying[1] if interceptors else 0, 1).items():
                for hit_a, s in hits(interceptors, 2).items():
                    b, e = flying
                    if escorts_first:
                        e, b = max(0, e - hit_a), b - min(b, max(0, hit_a - e))
                    else:
                        b, e = max(0, b - hit_a), e - min(e, max(0, hit_a - b))
                    i = max(0, interceptors - hit_i)
                    die = {face: number(1) / 6 for face in range(1, 7)}
                    for points, t in sum_of_dice([die] * b, number).items():
                        # AA-25: all damage together at most twice the income.
                        added = min(points, 2 * income - damage)
                        final[b, e, i, added] += p * q * r * s * t
    return Raid(dict(final), income, damage)
