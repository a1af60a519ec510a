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
