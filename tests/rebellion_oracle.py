"""A battle of 1775: Rebellion once more: slow, scalar, and written from the rules alone.

The library is tested against this file, so it imports nothing of the library. Every chance is a
``Fraction``, and the loop of two throws that change nothing is solved, not cut off.

    rolls(units, faces)              every roll of one side and its chance (RB-02)
    branches(battle, state, roll)    what the choices after one roll can lead to (RB-03 to RB-07)
    outcomes(battle)                 who is left in the area, and who holds it
    means(battle), second_moments(battle)      units by role, colour and fate
    throws(battle)                   mean and second moment of the number of throws
    best(battle, value)              the value when both sides choose best (RB-08)

Choices beyond the rules page:

* The hits of a roll come before its flights, and the battle is looked at only after both. So a
  Patriot who comes in for a Loyalist (Betsy Ross) is not hit by the same roll, and stands even if
  the last American was hit by it.
* Natives who change sides are 'joined' on the side that they join. At most one side has natives
  once they have met, so both sides never have natives only. If nobody is left for them to join
  they are independent (RB-07): nobody holds the area, the end is 'area_empty', and they are
  survivors of the side that they fought for.
* RB-50's switch needs an enemy who is all gone: natives who change sides end the battle at once.
* A Patriot who is hit goes back to the reserve (RB-03), so Betsy Ross may bring him in again.
  With ``turned=0`` the card is not played.
* Natives who meet do so before John Butler's volley (RB-07: before any dice).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

BRITISH = ("regulars", "loyalist", "hessian", "natives")
AMERICAN = ("continental", "militia", "french", "natives")
TABLE = ("regulars", "loyalist", "hessian", "continental", "militia", "french", "natives")
COLOURS = {"british": BRITISH, "american": AMERICAN}
MOST_DICE = {
    "regulars": 2,
    "loyalist": 3,
    "hessian": 2,
    "continental": 2,
    "militia": 3,
    "french": 2,
    "natives": 2,
}
ROLES = ("attacker", "defender")
OTHER = {"attacker": "defender", "defender": "attacker"}
FATES = ("lost", "fled", "withdrawn", "joined")

Faces = tuple[int, int, int]  # hit, flee, blank
Counts = dict[str, int]  # units by colour, no zeros
Units = tuple[tuple[str, int], ...]  # the same, sorted
Roll = tuple[tuple[str, int, int, int], ...]  # colour, hits, flights, blanks
Fate = tuple[str, str, str]  # role, colour, fate
Outcome = tuple[Units, Units, str]  # attacker's survivors, defender's, end


@dataclass(frozen=True)
class Battle:
    """Two sides in one area, their dice and what they choose."""

    attacker: Units
    defender: Units
    attacker_side: str  # 'british' or 'american'
    faces: Mapping[str, Faces]
    loses: Mapping[str, Callable[[Counts, Counts], str]]  # by role, once a hit (RB-03)
    withdraws: Mapping[str, Callable[[str, Counts, Counts], bool]]  # once a blank (RB-05)
    may_leave: Mapping[str, bool]  # by role: is there anywhere to go? (RB-05)
    leaves_when_over: bool = False  # RB-50's switch
    free_volley: str = ""  # the role with John Butler (RB-10)
    turned: int = 0  # Patriots in the reserve for Betsy Ross (RB-10); 0: not played


class State(NamedTuple):
    """Between two throws; over if there is an end."""

    attacker: Units
    defender: Units
    thrower: str  # the role that throws next, '' when over
    reserve: int  # Patriots for Betsy Ross
    end: str = ""


Result = tuple[State, Counter[Fate]]  # the state that follows and what happened to whom


# --- policies, for the callers


def in_order(*colours: str) -> Callable[[Counts, Counts], str]:
    """Lose the first of these colours that is there."""

    def loses(own: Counts, _enemy: Counts) -> str:
        return next(colour for colour in colours if colour in own)

    return loses


def keep_dice(*colours: str) -> Callable[[Counts, Counts], str]:
    """Lose a unit that costs no die if there is one; ties by the order of the colours."""

    def loses(own: Counts, _enemy: Counts) -> str:
        present = [colour for colour in colours if colour in own]
        spare = [colour for colour in present if own[colour] > MOST_DICE[colour]]
        return (spare or present)[0]

    return loses


def stay(_colour: str, _own: Counts, _enemy: Counts) -> bool:
    """Never withdraw."""
    return False


def leave(_colour: str, _own: Counts, _enemy: Counts) -> bool:
    """Withdraw on every blank."""
    return True


# --- the dice


def dice(units: Units) -> Counts:
    """Return the dice of each colour: its units, at most the dice that it owns (RB-02)."""
    return {colour: min(count, MOST_DICE[colour]) for colour, count in units}


def rolls(units: Units, faces: Mapping[str, Faces]) -> Iterator[tuple[Roll, Fraction]]:
    """Throw all dice of one side at once, colours in any order (RB-01, RB-02)."""
    by_colour = [
        [(colour, *result, chance) for result, chance in _throw(number, tuple(faces[colour]))]
        for colour, number in dice(units).items()
    ]
    for each in product(*by_colour):
        chance = Fraction(1)
        for *_, of_colour in each:
            chance *= of_colour
        yield tuple(of_colour[:4] for of_colour in each), chance


@cache
def _throw(number: int, faces: Faces) -> tuple[tuple[tuple[int, int, int], Fraction], ...]:
    """Throw so many dice of one colour, one after another: counts of hits, flights, blanks."""
    chances: defaultdict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for shown in product(("hit", "flee", "blank"), repeat=number):
        chance = Fraction(1)
        for name in shown:
            chance *= Fraction(faces[("hit", "flee", "blank").index(name)], 6)
        chances[shown.count("hit"), shown.count("flee"), shown.count("blank")] += chance
    return tuple((result, chance) for result, chance in chances.items() if chance)


# --- one roll


def branches(
    battle: Battle, state: State, roll: Roll, open_roles: Iterable[str] = ()
) -> list[list[Result]]:
    """Apply one roll: by choice of the side that is hit, then by choice of the roller.

    A role that is not open does as its policies say and so has one choice only.
    """
    role, enemy = state.thrower, OTHER[state.thrower]
    found = []
    before = {"attacker": dict(state.attacker), "defender": dict(state.defender)}
    hits = sum(hits for _, hits, _, _ in roll)
    for after_hits in _hit(battle, enemy, before[enemy], before[role], hits, enemy in open_roles):
        sides = {role: dict(before[role]), enemy: after_hits}
        happened: Counter[Fate] = Counter()
        reserve = state.reserve
        for colour in before[enemy]:
            lost = before[enemy][colour] - after_hits.get(colour, 0)
            happened[enemy, colour, "lost"] += lost
            if colour == "militia" and battle.turned:
                reserve += lost  # RB-03: to the own reserve
        for colour, _, flights, _ in roll:
            for _ in range(flights):  # RB-04
                _take(sides[role], colour)
                happened[role, colour, "fled"] += 1
                if colour == "loyalist" and reserve > 0:  # RB-10, Betsy Ross
                    reserve -= 1
                    sides[enemy]["militia"] = sides[enemy].get("militia", 0) + 1
                    happened[enemy, "militia", "joined"] += 1
        found.append(_decisions(battle, role, sides, reserve, roll, happened, open_roles))
    return found


def _hit(
    battle: Battle, role: str, own: Counts, enemy: Counts, hits: int, is_open: bool
) -> list[Counts]:
    """Return what may be left of a side: it picks a unit for each hit (RB-03)."""
    if hits == 0 or not own:  # hits beyond the last unit are lost
        return [dict(own)]
    picks = sorted(own) if is_open else [battle.loses[role](dict(own), dict(enemy))]
    found: list[Counts] = []
    for colour in picks:
        left = dict(own)
        _take(left, colour)
        for end in _hit(battle, role, left, enemy, hits - 1, is_open):
            if end not in found:
                found.append(end)
    return found


def _decisions(
    battle: Battle,
    role: str,
    sides: Mapping[str, Counts],
    reserve: int,
    roll: Roll,
    happened: Counter[Fate],
    open_roles: Iterable[str],
) -> list[Result]:
    """Decide the blanks, only after all hits and flights (RB-05, RB-06)."""
    enemy = OTHER[role]
    by_colour = {colour: number for colour, _, _, number in roll}
    blanks = [colour for colour in TABLE for _ in range(by_colour.get(colour, 0))]
    if not battle.may_leave[role]:
        blanks = []
    found = []
    for left in _leave(battle, role, sides[role], sides[enemy], blanks, role in open_roles):
        withdrawn = Counter(happened)
        for colour, number in sides[role].items():
            withdrawn[role, colour, "withdrawn"] += number - left.get(colour, 0)
        found.append(_settled({role: left, enemy: sides[enemy]}, enemy, reserve, withdrawn))
    return found


def _leave(
    battle: Battle, role: str, own: Counts, enemy: Counts, blanks: list[str], is_open: bool
) -> list[Counts]:
    """Return what may stay of the roller; no more decisions once the battle is over."""
    over = not _people(own) or not _people(enemy)
    if not enemy and _people(own) and battle.leaves_when_over:  # RB-50
        over = False
    if over or not blanks:
        return [dict(own)]
    colour = blanks[0]
    if is_open:
        answers = [False, True]
    else:
        answers = [bool(battle.withdraws[role](colour, dict(own), dict(enemy)))]
    found: list[Counts] = []
    for goes in answers:
        left = dict(own)
        if goes:
            _take(left, colour)
        for end in _leave(battle, role, left, enemy, blanks[1:], is_open):
            if end not in found:
                found.append(end)
    return found


def _settled(
    sides: Mapping[str, Counts], thrower: str, reserve: int, happened: Counter[Fate]
) -> Result:
    """Look whether the battle is over (RB-01, RB-07)."""
    left = {role: dict(sides[role]) for role in ROLES}
    happened = Counter(happened)
    end = ""
    for role in ROLES:
        enemy = OTHER[role]
        if _people(left[role]) or not _people(left[enemy]):
            continue
        end = f"{enemy}_holds"
        if left[role]:  # natives only: they join the side that is left
            number = left[role].pop("natives")
            left[enemy]["natives"] = left[enemy].get("natives", 0) + number
            happened[enemy, "natives", "joined"] += number
    if not end and not _people(left["attacker"]):  # so the defender has none either
        end = "area_empty"  # or natives alone, who are independent
    state = State(
        tuple(sorted(left["attacker"].items())),
        tuple(sorted(left["defender"].items())),
        "" if end else thrower,
        reserve,
        end,
    )
    return state, Counter({fate: number for fate, number in happened.items() if number})


def _people(own: Counts) -> bool:
    """Tell whether there is anybody but natives."""
    return any(colour != "natives" for colour in own)


def _take(own: Counts, colour: str) -> None:
    """Take one unit away."""
    if own.get(colour, 0) < 1:
        raise ValueError(f"no {colour} left to take")
    own[colour] -= 1
    if own[colour] == 0:
        del own[colour]


# --- the battle


def _beginning(
    battle: Battle, open_roles: Iterable[str] = ()
) -> Iterator[tuple[Fraction, list[Result]]]:
    """Let the natives meet (RB-07), then John Butler's volley (RB-10): results to choose from."""
    _check(battle)
    sides = {"attacker": dict(battle.attacker), "defender": dict(battle.defender)}
    happened: Counter[Fate] = Counter()
    while all("natives" in sides[role] for role in ROLES):
        for role in ROLES:
            _take(sides[role], "natives")
            happened[role, "natives", "fled"] += 1
    state, happened = _settled(sides, "defender", battle.turned, happened)
    if state.end or not battle.free_volley:
        yield Fraction(1), [(state, happened)]
        return
    role, enemy = battle.free_volley, OTHER[battle.free_volley]
    for roll, chance in rolls(getattr(state, role), battle.faces):
        hits = sum(hits for _, hits, _, _ in roll)  # only hits count
        results = []
        for left in _hit(battle, enemy, sides[enemy], sides[role], hits, enemy in open_roles):
            fates = Counter(happened)
            for colour, number in sides[enemy].items():
                fates[enemy, colour, "lost"] += number - left.get(colour, 0)
            reserve = battle.turned
            if battle.turned:
                reserve += fates[enemy, "militia", "lost"]
            results.append(_settled({role: sides[role], enemy: left}, "defender", reserve, fates))
        yield chance, results


class _Moves:
    """What follows each state under the policies of the battle."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.known: dict[State, tuple[list[tuple[Fraction, Result]], Fraction]] = {}

    def __call__(self, state: State) -> tuple[list[tuple[Fraction, Result]], Fraction]:
        """Return the changes with their chances, and the chance that nothing changes."""
        if state not in self.known:
            unchanged = state._replace(thrower=OTHER[state.thrower])
            same = Fraction(0)
            changes: dict[tuple[State, frozenset], tuple[Fraction, Result]] = {}
            for roll, chance in rolls(getattr(state, state.thrower), self.battle.faces):
                ((result,),) = branches(self.battle, state, roll)
                if result[0] == unchanged:
                    same += chance
                    continue
                key = result[0], frozenset(result[1].items())  # the same by another roll
                before, _ = changes.get(key, (Fraction(0), result))
                changes[key] = before + chance, result
            self.known[state] = list(changes.values()), same
        return self.known[state]


def _solve(first: Fraction, stays: Fraction, second: Fraction, other_stays: Fraction) -> Fraction:
    """Solve x = first + stays * y with y = second + other_stays * x."""
    if stays * other_stays == 1:
        raise ValueError("the battle may go on for ever")
    return (first + stays * second) / (1 - stays * other_stays)


def outcomes(battle: Battle) -> dict[Outcome, Fraction]:
    """Return the chance of each set of survivors and end."""
    moves = _Moves(battle)
    known: dict[State, dict[Outcome, Fraction]] = {}

    def law(state: State) -> dict[Outcome, Fraction]:
        if state.end:
            return {(state.attacker, state.defender, state.end): Fraction(1)}
        if state not in known:
            other = state._replace(thrower=OTHER[state.thrower])
            here, there = changed(state), changed(other)
            known[state] = {
                outcome: _solve(
                    here.get(outcome, Fraction(0)),
                    moves(state)[1],
                    there.get(outcome, Fraction(0)),
                    moves(other)[1],
                )
                for outcome in here.keys() | there.keys()
            }
            if not known[state]:  # nothing ever changes
                raise ValueError("the battle may go on for ever")
        return known[state]

    def changed(state: State) -> dict[Outcome, Fraction]:
        """The outcomes after a throw that changes something."""
        total: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
        for chance, (following, _) in moves(state)[0]:
            for outcome, of_outcome in law(following).items():
                total[outcome] += chance * of_outcome
        return dict(total)

    total: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    for chance, ((state, _),) in _beginning(battle):
        for outcome, of_outcome in law(state).items():
            total[outcome] += chance * of_outcome
    return {outcome: chance for outcome, chance in total.items() if chance}


def means(battle: Battle) -> dict[Fate, Fraction]:
    """Return the mean number of units of each role, colour and fate, zeros included."""
    moves = _Moves(battle)
    return {fate: _moments(moves, fate)[0] for fate in _fates(battle)}


def second_moments(battle: Battle) -> dict[Fate, Fraction]:
    """Return the mean square of the same numbers."""
    moves = _Moves(battle)
    return {fate: _moments(moves, fate)[1] for fate in _fates(battle)}


def throws(battle: Battle) -> tuple[Fraction, Fraction]:
    """Return mean and second moment of the throws of one side; a free volley is not one."""
    return _moments(_Moves(battle), None)


def _fates(battle: Battle) -> list[Fate]:
    """Return every role with every colour of its side and every fate."""
    american_attack = battle.attacker_side == "american"
    sides = (AMERICAN, BRITISH) if american_attack else (BRITISH, AMERICAN)
    return [
        (role, colour, fate)
        for role, colours in zip(ROLES, sides, strict=True)
        for colour in colours
        for fate in FATES
    ]


def _moments(moves: _Moves, fate: Fate | None) -> tuple[Fraction, Fraction]:
    """Return mean and second moment of one fate, or of the throws, by first-step equations."""
    throw = 1 if fate is None else 0
    known: dict[State, tuple[Fraction, Fraction]] = {}

    def counted(happened: Counter[Fate]) -> int:
        return 0 if fate is None else happened[fate]

    def moments(state: State) -> tuple[Fraction, Fraction]:
        if state.end:
            return Fraction(0), Fraction(0)
        if state not in known:
            other = state._replace(thrower=OTHER[state.thrower])
            stays, other_stays = moves(state)[1], moves(other)[1]
            mean, other_mean = first(state), first(other)
            mean, other_mean = (
                _solve(mean, stays, other_mean, other_stays),
                _solve(other_mean, other_stays, mean, stays),
            )
            square = second(state) + stays * (throw + 2 * throw * other_mean)
            other_square = second(other) + other_stays * (throw + 2 * throw * mean)
            known[state] = mean, _solve(square, stays, other_square, other_stays)
        return known[state]

    def first(state: State) -> Fraction:
        """The mean, without what follows a throw that changes nothing."""
        changes, stays = moves(state)
        total = stays * throw
        for chance, (following, happened) in changes:
            total += chance * (counted(happened) + throw + moments(following)[0])
        return total

    def second(state: State) -> Fraction:
        """The mean square after throws that change something: (now + later) squared."""
        total = Fraction(0)
        for chance, (following, happened) in moves(state)[0]:
            now = counted(happened) + throw
            mean, square = moments(following)
            total += chance * (now**2 + 2 * now * mean + square)
        return total

    total, total_square = Fraction(0), Fraction(0)
    for chance, ((state, happened),) in _beginning(moves.battle):
        now = counted(happened)
        mean, square = moments(state)
        total += chance * (now + mean)
        total_square += chance * (now**2 + 2 * now * mean + square)
    return total, total_square


# --- best play (RB-08)


def best(
    battle: Battle,
    value: Callable[[str, Counts, Counts], object],
    maximiser_roles: Iterable[str] = ("attacker",),
    fixed_roles: Iterable[str] = (),
) -> Fraction:
    """Return the value at the start when each side makes its choices of RB-03 and RB-05 best.

    ``value(end, attacker's survivors, defender's survivors)`` is maximised by the roles named and
    minimised by the others; a fixed role does as the battle's policies say. The side that is hit
    knows the whole roll. Values are taken as exact fractions, also floats.
    """
    open_roles = [role for role in ROLES if role not in fixed_roles]
    known: dict[State, Fraction] = {}

    def pick(role: str, values: Iterable[Fraction]) -> Fraction:
        return max(values) if role in maximiser_roles else min(values)

    def worth(state: State) -> Fraction:
        if state.end:
            return Fraction(value(state.end, dict(state.attacker), dict(state.defender)))
        if state not in known:
            other = state._replace(thrower=OTHER[state.thrower])
            known[state], known[other] = pair(state, other)
        return known[state]

    def pair(state: State, other: State) -> tuple[Fraction, Fraction]:
        """Solve the loop: on blanks only, the roller may leave all as it is or withdraw."""
        fixed, blank, leaving, staying = thrown(state)
        other_fixed, other_blank, other_leaving, other_staying = thrown(other)
        if blank * other_blank == 1:
            raise ValueError("the battle may go on for ever")
        role, enemy = state.thrower, other.thrower
        for stays, enemy_stays in product((True, False), repeat=2):  # four plans
            if (stays and not staying) or (enemy_stays and not other_staying):
                continue
            if (not stays and not leaving) or (not enemy_stays and not other_leaving):
                continue
            first, loop = (fixed, blank) if stays else (fixed + blank * pick(role, leaving), 0)
            second, other_loop = (
                (other_fixed, other_blank)
                if enemy_stays
                else (other_fixed + other_blank * pick(enemy, other_leaving), 0)
            )
            here = _solve(first, Fraction(loop), second, Fraction(other_loop))
            there = _solve(second, Fraction(other_loop), first, Fraction(loop))
            # Is the plan the best one against these values?
            options = leaving + [there] * staying
            other_options = other_leaving + [here] * other_staying
            if (pick(role, options) == (there if stays else pick(role, leaving))) and (
                pick(enemy, other_options) == (here if enemy_stays else pick(enemy, other_leaving))
            ):
                return here, there
        raise AssertionError("one of the four plans must be best")

    def thrown(state: State) -> tuple[Fraction, Fraction, list[Fraction], bool]:
        """The worth of the other rolls, the chance of blanks only, what leaving then is worth."""
        role, enemy = state.thrower, OTHER[state.thrower]
        unchanged = state._replace(thrower=enemy)
        fixed, blank, leaving, staying = Fraction(0), Fraction(0), [], True
        for roll, chance in rolls(getattr(state, role), battle.faces):
            found = branches(battle, state, roll, open_roles)
            if all(hits == flights == 0 for _, hits, flights, _ in roll):
                blank = chance
                (results,) = found
                leaving = [worth(following) for following, _ in results if following != unchanged]
                staying = any(following == unchanged for following, _ in results)
            else:
                fixed += chance * pick(
                    enemy,
                    [
                        pick(role, [worth(following) for following, _ in results])
                        for results in found
                    ],
                )
        return fixed, blank, leaving, staying

    total = Fraction(0)
    for chance, results in _beginning(battle, open_roles):
        chooser = OTHER.get(battle.free_volley, "attacker")  # without a volley: no choice
        total += chance * pick(chooser, [worth(state) for state, _ in results])
    return total


def _check(battle: Battle) -> None:
    """Refuse what cannot be."""
    if battle.attacker_side not in COLOURS:
        raise ValueError("the attacker is british or american")
    defender_side = "american" if battle.attacker_side == "british" else "british"
    for units, side in ((battle.attacker, battle.attacker_side), (battle.defender, defender_side)):
        if not units or any(number < 1 for _, number in units):
            raise ValueError("both sides have units, and no zero counts")
        if len(dict(units)) != len(units) or not set(dict(units)) <= set(COLOURS[side]):
            raise ValueError(f"each colour once, and of the {side} side")
    needed = set(dict(battle.attacker)) | set(dict(battle.defender))
    if battle.turned:
        needed.add("militia")
    for colour in needed:
        if sum(battle.faces[colour]) != 6 or min(battle.faces[colour]) < 0:
            raise ValueError("a die has six faces")
    if battle.free_volley not in ("", *ROLES) or battle.turned < 0:
        raise ValueError("free_volley is a role or empty, turned a number of units")
