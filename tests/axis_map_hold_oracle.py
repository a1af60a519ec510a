"""Attacks on a garrison one after the other, counted out in fractions from the rules alone.

Slow and obvious: every round's dice are multiplied out, every garrison is gone through by itself.
Shares no code with `combat`. A force is a dict of counts; AA guns are 'aa'.
"""

from fractions import Fraction
from functools import cache
from itertools import product

ATTACK = {"inf": 1, "art": 2, "arm": 3, "ftr": 3, "bmr": 4, "bb": 4, "ca": 3}
DEFENCE = {"inf": 2, "art": 2, "arm": 3, "ftr": 4, "bmr": 1}
COST = {"inf": 3, "art": 4, "arm": 5, "ftr": 10, "bmr": 12}
LAND = ("inf", "art", "arm")
AIR = ("ftr", "bmr")
FIRST_LOST = {"attacker": (*LAND, "ftr", "bmr"), "defender": (*LAND, "bmr", "ftr")}


def key(force):
    return tuple(sorted((name, n) for name, n in force.items() if n))


def hits(values):
    """Chances of 0, 1, … hits of dice that hit on these values or less."""
    found = [Fraction(1)]
    for value in values:
        hit = Fraction(value, 6)
        longer = [Fraction(0)] * (len(found) + 1)
        for number, chance in enumerate(found):
            longer[number] += chance * (1 - hit)
            longer[number + 1] += chance * hit
        found = longer
    return found


def attack_values(force):
    supported = min(force.get("inf", 0), force.get("art", 0))
    values = [1 + (at < supported) for at in range(force.get("inf", 0))]
    return values + [ATTACK[name] for name, n in force.items() if name != "inf" for _ in range(n)]


def defence_values(force):
    return [DEFENCE[name] for name, n in force.items() if name != "aa" for _ in range(n)]


def without(force, number, side, only=FIRST_LOST["attacker"]):
    left = dict(force)
    for _ in range(number):
        victim = next((n for n in FIRST_LOST[side] if n in only and left.get(n)), None)
        if victim is None:
            break
        left[victim] -= 1
    return {name: n for name, n in left.items() if n}


def fights(force):
    return any(n and name != "aa" for name, n in force.items())


def after_fire(force, guns):
    """What AA fire leaves: each kind of aircraft is rolled for by itself (AA-03)."""
    if not guns:
        return {key(force): Fraction(1)}
    found = {}
    kinds = [name for name in AIR if force.get(name)]
    tables = [hits([1] * force[name]) for name in kinds]
    for lost in product(*(range(force[name] + 1) for name in kinds)):
        chance = Fraction(1)
        left = dict(force)
        for name, number, table in zip(kinds, lost, tables, strict=True):
            chance *= table[number]
            left[name] -= number
        found[key(left)] = found.get(key(left), 0) + chance
    return found


def one_round(attackers, defenders, spared):
    """Chances of (attackers, defenders) after a round; `spared` are those who can still be hit."""
    found = {}
    mine = hits(attack_values(attackers))
    theirs = hits(defence_values(defenders))
    for a, p in enumerate(mine):
        for d, q in enumerate(theirs):
            left = key(without(attackers, d, "attacker")), key(without(spared, a, "defender"))
            found[left] = found.get(left, 0) + p * q
    return found


@cache
def fought(attackers, defenders):
    """Ends of a battle to the end, as {(attackers, defenders): chance}."""
    mine, theirs = dict(attackers), dict(defenders)
    if not fights(mine) or not fights(theirs):
        return {(attackers, defenders): Fraction(1)}
    after = one_round(mine, theirs, theirs)
    nothing = after.pop((attackers, defenders), Fraction(0))
    found = {}
    for pair, chance in after.items():
        for end, more in fought(*pair).items():
            found[end] = found.get(end, 0) + chance * more / (1 - nothing)
    return found


def ends(attackers, garrison, bombard=(), landed=0):
    """Ends of one power's attack on one garrison."""
    if not fights(garrison):  # somebody walks in, or nobody comes
        return {(key(attackers), key(garrison)): Fraction(1)}
    found = {}
    ships = sorted((ATTACK[ship] for ship in bombard), reverse=True)[:landed]
    for shot, p in after_fire(attackers, garrison.get("aa", 0)).items():
        pairs = {(shot, key(garrison)): p}
        if ships and shot:
            pairs = {}
            for victims, q in enumerate(hits(ships)):
                spared = without(garrison, victims, "defender", LAND)
                for pair, r in one_round(dict(shot), garrison, spared).items():
                    pairs[pair] = pairs.get(pair, 0) + p * q * r
        for pair, chance in pairs.items():
            for end, more in fought(*pair).items():
                found[end] = found.get(end, 0) + chance * more
    return found


def value(force):
    return sum(COST[name] * n for name, n in force.items() if name != "aa")


def is_taken(attackers, defenders):
    return any(dict(attackers).get(name) for name in LAND) and not fights(dict(defenders))


def net(threat, garrison):
    """Mean of what an enemy wins by an attack on one garrison."""
    total = Fraction(0)
    for attackers, arrives in threat["attackers"]:
        for (mine, theirs), chance in _of(threat, attackers, garrison).items():
            swing = value(garrison) - value(dict(theirs)) - value(attackers) + value(dict(mine))
            won = swing + threat["worth"] * is_taken(mine, theirs)
            total += arrives * chance * won
    return total


def _of(threat, attackers, garrison):
    return ends(attackers, garrison, threat.get("bombard", ()), threat.get("landed", 0))


def attacks(threat, garrison, *, pays):
    """Whether an enemy attacks: for a positive mean, or whenever somebody can take the place."""
    if pays:
        return net(threat, garrison) > 0
    return any(attackers.get(name) for attackers, _ in threat["attackers"] for name in LAND)


def chance_to_hold(threats, garrison, *, pays):
    """Chance that one garrison holds against one power after the other."""
    if not threats:
        return Fraction(1)
    first, *rest = threats
    if not attacks(first, garrison, pays=pays):
        return chance_to_hold(rest, garrison, pays=pays)
    total = Fraction(0)
    for attackers, arrives in first["attackers"]:
        for (mine, theirs), chance in _of(first, attackers, garrison).items():
            if not is_taken(mine, theirs):
                total += arrives * chance * chance_to_hold(rest, dict(theirs), pays=pays)
    return total


def stands(threats, garrisons, *, pays):
    """For each power: chances to attack, to take, that it is held; both sides' mean losses."""
    found, states, held = [], {key(g): Fraction(p) for g, p in garrisons}, Fraction(1)
    for threat in threats:
        attacked = taken = mine_lost = theirs_lost = Fraction(0)
        left = {}
        for garrison, p in states.items():
            force = dict(garrison)
            if not attacks(threat, force, pays=pays):
                left[garrison] = left.get(garrison, 0) + p
                continue
            attacked += p
            for attackers, arrives in threat["attackers"]:
                for (mine, theirs), chance in _of(threat, attackers, force).items():
                    weight = p * arrives * chance
                    mine_lost += weight * (value(attackers) - value(dict(mine)))
                    theirs_lost += weight * (value(force) - value(dict(theirs)))
                    if is_taken(mine, theirs):
                        taken += weight
                    else:
                        left[theirs] = left.get(theirs, 0) + weight
        held -= taken
        found.append((attacked, taken, held, mine_lost, theirs_lost))
        states = left
    return found
