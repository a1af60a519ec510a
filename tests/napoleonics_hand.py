"""Combats of Commands & Colors: Napoleonics by hand: fractions that a test can be read against."""

from fractions import Fraction
from math import factorial

import pytest

from combat.engine import solve
from combat.errors import IllegalBattleError
from combat.games import parse_battle

HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
ON_INFANTRY, ON_OTHERS = 3, 2  # faces of six that hit in melee: the symbol and the sabres


def fought(attacker, defender=None, **options):
    """The exact outcomes of a combat."""
    return solve(parse_battle("ccn", attacker, defender, **options), engine="exact")


def event(name, attacker, defender=None, **options):
    return fought(attacker, defender, **options).event(name).value


def mean(name, attacker, defender=None, **options):
    return fought(attacker, defender, **options).quantity(name).value


def is_about(number):
    return pytest.approx(float(number), abs=1e-13)


def refusal(attacker, defender=None, **options):
    """The rule by which a combat is refused, and what is said of it."""
    with pytest.raises(IllegalBattleError) as caught:
        parse_battle("ccn", attacker, defender, **options)
    assert f"({caught.value.rule})" in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value.rule, str(caught.value)


# --- dice -----------------------------------------------------------------------------------------


def strike(dice, hit=ON_INFANTRY):
    """{(hits, flags): chance} of so many dice that hit on so many faces."""
    law = {}
    for hits in range(dice + 1):
        for flags in range(dice + 1 - hits):
            rest = dice - hits - flags
            ways = factorial(dice) // (factorial(hits) * factorial(flags) * factorial(rest))
            law[hits, flags] = Fraction(ways * hit**hits * (5 - hit) ** rest, 6**dice)
    return law


def at_least(hits, dice, hit=ON_INFANTRY):
    """Chance of so many hits, or more."""
    return sum(chance for (n, _), chance in strike(dice, hit).items() if n >= hits)


def loss(dice, blocks, hit=ON_INFANTRY):
    """Mean blocks that so many dice take by hits."""
    return sum(chance * min(hits, blocks) for (hits, _), chance in strike(dice, hit).items())


def retreats(dice, blocks, ignored=0, hit=ON_INFANTRY):
    """Chance that a unit survives so many dice and goes back."""
    law = strike(dice, hit).items()
    return sum(chance for (hits, flags), chance in law if hits < blocks and flags > ignored)


def stands(dice, blocks, ignored=0, hit=ON_INFANTRY):
    """{blocks left: chance} of a unit that is still in its hex."""
    left = {}
    for (hits, flags), chance in strike(dice, hit).items():
        if hits < blocks and flags <= ignored:
            left[blocks - hits] = left.get(blocks - hits, 0) + chance
    return left


def back(dice, blocks, ignored, strength, own, hit=ON_INFANTRY, hit_back=ON_INFANTRY):
    """Mean blocks that the attacker loses to the battle back.

    ``strength``: the target's blocks to its dice; ``own``: the attacker's blocks.
    """
    left = stands(dice, blocks, ignored, hit).items()
    return sum(chance * loss(strength(there), own, hit_back) for there, chance in left)


def dice_in_melee(attacker, terrain="clear", **options):
    """Dice of an attack on infantry of eight blocks: two for each block lost in the mean."""
    number = 2 * mean("target_blocks_lost", attacker, f"INF 8 on {terrain}", **options)
    assert number == pytest.approx(round(number), abs=1e-12)
    return round(number)


def dice_in_fire(attacker, terrain="clear", distance=2):
    """Dice of fire at infantry of eight blocks: three for each block lost in the mean."""
    options = {"combat": "ranged", "range": str(distance)}
    number = 3 * mean("target_blocks_lost", attacker, f"INF 8 on {terrain}", **options)
    assert number == pytest.approx(round(number), abs=1e-12)
    return round(number)
