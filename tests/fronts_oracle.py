"""Splits over fronts by trying all of them, the battles from the oracle of battles.

Nothing of the library is imported; forces are dicts of counts, chances fractions.
"""

from fractions import Fraction
from itertools import product

import oracle


def outcome(attackers, defenders, *, worth=0, **options):
    """Chance to take the territory, and the mean net value; nothing sent does nothing."""
    sent = {name: n for name, n in attackers.items() if n}
    if not sent:
        return Fraction(0), Fraction(0)
    result = oracle.land(sent, defenders, **options)
    chance = result.event("territory_taken")
    return chance, result.mean_loss("defender") - result.mean_loss("attacker") + worth * chance


def splits(groups, fronts):
    """All ways to part groups (unit, number, fronts that it gets to) over fronts and home."""
    ways = []
    for unit, number, gets_to in groups:
        ways.append(
            [
                (unit, counts)
                for counts in product(
                    *(range(number + 1) if f in gets_to else (0,) for f in range(fronts))
                )
                if sum(counts) <= number
            ]
        )
    yield from product(*ways)


def best(groups, fronts, aim):
    """The best score of all splits; fronts are (defenders, worth, least chance)."""
    known, found = {}, []
    for split in splits(groups, len(fronts)):
        results = []
        for at, (defenders, worth, least) in enumerate(fronts):
            force = {}
            for unit, counts in split:
                force[unit] = force.get(unit, 0) + counts[at]
            key = (at, *sorted(force.items()))
            if key not in known:
                known[key] = outcome(force, defenders, worth=worth)
            if known[key][0] < least:
                break
            results.append(known[key])
        else:
            chances = [chance for chance, _ in results]
            total = Fraction(1)
            for chance in chances:
                total *= chance
            score = {"net": sum(net for _, net in results), "all": total, "least": min(chances)}
            found.append(score[aim])
    return sorted(found, reverse=True)


SURFACE = ("dd", "ca", "cv", "bb")  # the warships that keep a landing away


def cost(units):
    """What units are worth, damaged ones as whole ones."""
    return sum(oracle.TABLE_2009[oracle.plain(name)].cost * n for name, n in units)


def after_sea(fleet, foes, loads, over, defenders, *, worth=0):
    """Chance and mean net value of a landing that a battle at sea comes first of.

    ``fleet``: ships and aircraft without transports; ``loads``: a dict for each transport;
    ``over``: who comes to the territory whatever happens at sea.
    """
    loads = sorted(loads, key=lambda load: cost(load.items()))
    start = {**fleet, "tr": len(loads)}
    chance = net = Fraction(0)
    for (mine, theirs, _), p in oracle.sea(start, foes).final.items():
        left = {oracle.plain(name): n for name, n in mine}
        sunk = len(loads) - left.get("tr", 0)
        won = not any(oracle.plain(name) in SURFACE for name, _ in theirs)
        own = cost(start.items()) - cost(mine) + sum(cost(one.items()) for one in loads[:sunk])
        net += p * (cost(foes.items()) - cost(theirs) - own)
        force = dict(over)
        for load in loads[sunk:] if won else []:
            for name, n in load.items():
                force[name] = force.get(name, 0) + n
        lands = any(name in ("inf", "art", "arm") for name, n in force.items() if n)
        options = {} if lands else {"retreat": "after 1"}
        taken, swing = outcome(force, defenders, worth=worth, **options)
        chance, net = chance + p * taken, net + p * swing
    return chance, net


def at_sea(fleet, foes):
    """Chance to clear a zone, and the mean net value; nothing sent does nothing."""
    sent = {name: n for name, n in fleet.items() if n}
    if not sent:
        return Fraction(0), Fraction(0)
    result = oracle.sea(sent, foes)
    net = result.mean_loss("defender") - result.mean_loss("attacker")
    return result.event("cleared_not_taken"), net


def counted(units):
    """Units one by one as counts."""
    return {name: units.count(name) for name in sorted(set(units))}


def best_landing(units, shore, other, aim):
    """The best score of a landing behind a battle at sea and of a zone that is a front of its own.

    ``units``: (type, roles it can have) one by one, of 'land', 'sea' (before the landing), 'cargo'
    (of one transport) and 'other'; ``shore``: (foes at sea, defenders, worth); ``other``: foes.
    """
    known, scores = {}, []
    for roles in product(*(("home", *roles) for _, roles in units)):
        there = {
            role: counted([name for (name, _), r in zip(units, roles, strict=True) if r == role])
            for role in ("land", "sea", "cargo", "other")
        }
        cargo = there["cargo"]
        fits = sum(cargo.values()) <= 2 and sum(n for u, n in cargo.items() if u != "inf") <= 1
        if not fits or bool(cargo) != bool(there["sea"]):
            continue  # nobody lands without a fleet, and no fleet sails for nothing
        key = tuple(tuple(there[role].items()) for role in ("land", "sea", "cargo"))
        if key not in known:
            foes, defenders, worth = shore
            known[key] = (
                after_sea(there["sea"], foes, [cargo], there["land"], defenders, worth=worth)
                if cargo
                else outcome(there["land"], defenders, worth=worth)
            )
        apart = tuple(there["other"].items())
        if apart not in known:
            known[apart] = at_sea(there["other"], other)
        (one, net), (two, swing) = known[key], known[apart]
        scores.append({"net": net + swing, "all": one * two, "least": min(one, two)}[aim])
    return max(scores)
