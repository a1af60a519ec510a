"""The oracle of Commands & Colors: Napoleonics against every way in which the dice can fall."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import pytest
from napoleonics_oracle import combat, plain, unit
from napoleonics_oracle_dice import FACES


def shown(number, hitting):
    """(hits, flags) of every way in which so many dice can fall."""
    for faces in product(FACES, repeat=number):
        yield sum(face in hitting for face in faces), faces.count("flag")


def checked(states, lost):
    """The leader's dice one by one: (blocks, hexes, leader, checked) with their chances."""
    for (blocks, hexes, leader, before), p in states:
        if not lost or leader != "with" or before:
            alone = leader == "with" and lost and not blocks
            yield (blocks, hexes, "alone" if alone else leader, before), p
            continue
        for pair in product(FACES, repeat=2):
            needed = pair if blocks else pair[:1]
            fate = "lost" if set(needed) == {"sabre"} else "with" if blocks else "alone"
            yield (blocks, hexes, fate, True), p * Fraction(1, 36)


def hit(state, hits, flags, *, ignored, room, retreat):
    """What hits and flags make of (blocks, hexes, leader, checked)."""
    blocks, hexes, leader, before = state
    lost = min(hits, blocks)
    for (left, _, fate, done), p in checked([((blocks - lost, hexes, leader, before), 1)], lost):
        heeded = flags - ignored - (fate == "with")
        if not left or heeded <= 0:
            yield (left, 0, fate, done), p
            continue
        far = retreat[0] + (heeded - 1) * retreat[1]
        gone = min(far - min(far, room), left)
        yield from checked([((left - gone, min(far, room), fate, done), p)], gone)


def every_way(attacker, defender):
    """(attacker lost, defender lost, both hexes, both leaders, back) of a melee; units as dicts."""
    results = defaultdict(Fraction)

    def ends(mine, theirs, *, back):
        sides = ((attacker, mine), (defender, theirs))
        lost = tuple(side["blocks"] - state[0] for side, state in sides)
        hexes = tuple(state[1] if state[0] else 0 for _, state in sides)
        return (*lost, *hexes, mine[2], theirs[2], back)

    def start(side):
        return side["blocks"], 0, "with" if side["leader"] else "none", False

    def struck(side, state, by, number):
        ways = Counter(shown(number, (side["face"], *by["sabre"])))
        for (hits, flags), times in ways.items():
            for after, p in hit(state, hits, flags, **side["flags"]):
                yield after, p * Fraction(times, 6**number)

    for theirs, p in struck(defender, start(defender), attacker, attacker["dice"]):
        number = theirs[0] + defender["more"]
        if not theirs[0] or theirs[1] or not number:
            results[ends(start(attacker), theirs, back=False)] += p
            continue
        for mine, q in struck(attacker, start(attacker), defender, number):
            results[ends(mine, theirs, back=True)] += p * q
    return dict(results)


def side(blocks, *, leader=False, room=9, ignored=0, retreat=(1, 1), dice=0, more=0, sabre=True):
    flags = {"ignored": ignored, "room": room, "retreat": retreat}
    sabres = ("sabre",) if sabre else ()
    return {
        **{"blocks": blocks, "leader": leader, "flags": flags, "dice": dice, "more": more},
        **{"face": "infantry", "sabre": sabres},
    }


BY_HAND = {
    "both led, neither can go back": (
        (plain("INF", 3, leader=True, room=0), plain("INF", 2, leader=True, room=0)),
        (side(3, leader=True, room=0, dice=3), side(2, leader=True, room=0)),
    ),
    "room for one, and support": (
        (plain("INF", 2, leader=True, room=1), plain("INF", 3, support=True)),
        (side(2, leader=True, room=1, dice=2), side(3, ignored=1)),
    ),
    "militia against Prussians": (
        (
            unit("Portuguese", "militia", 3, leader=True, room=2),
            unit("Prussian", "line", 2, leader=True, room=2),
        ),
        (
            side(3, leader=True, room=2, retreat=(3, 3), dice=3, sabre=False),
            side(2, leader=True, room=2, retreat=(1, 2), more=1),
        ),
    ),
    "grenadiers against the Spanish": (
        (unit("French", "grenadier", 2, room=1), unit("Spanish", "line", 2, room=3)),
        (side(2, room=1, ignored=1, dice=3), side(2, room=3, retreat=(2, 2))),
    ),
}
LEADERS = {"none": 0, "with": 0, "lost": 1, "alone": 2}


@pytest.mark.rule("CC-02", "CC-03", "CC-04", "CC-22", "CC-30")
@pytest.mark.fault("B39", "B40")
@pytest.mark.parametrize("name", BY_HAND)
def test_whole_melees_are_every_way_the_dice_can_fall(name):
    units, sides = BY_HAND[name]
    found = {
        (*result[:4], result.attacker_leader, result.defender_leader, result.back): p
        for result, p in combat(*units).items()
    }
    expected = defaultdict(Fraction)
    for (*numbers, mine, theirs, back), p in every_way(*sides).items():
        expected[(*numbers, LEADERS[mine], LEADERS[theirs], back)] += p
    assert found == expected
