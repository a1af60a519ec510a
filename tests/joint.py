"""Comparing the library's outcomes with the oracle's, state by state."""

from collections import defaultdict

import oracle

from combat.force import Force
from combat.outcomes import Outcomes

Joint = dict[tuple[str, str, str], float]


def joint(outcomes: Outcomes) -> Joint:
    """Chance of (attacker left, defender left, end)."""
    found: Joint = defaultdict(float)
    for row in range(len(outcomes)):
        attacker, defender, end = outcomes.battle.game.end_text(outcomes, row)
        found[_sorted(attacker), _sorted(defender), end] += float(outcomes.chance[row])
    return dict(found)


def oracle_joint(result: oracle.Result) -> Joint:
    """The same of the oracle; a gun goes with the territory."""
    found: Joint = defaultdict(float)
    for (attacker, defender, end), chance in result.final.items():
        left = [(n, c) for n, c in defender if not (n == "aa" and end == "territory_taken")]
        found[_text(attacker), _text(left), end] += float(chance)
    return dict(found)


def difference(first: Joint, second: Joint) -> float:
    """The largest difference of any state's chance."""
    return max(abs(first.get(key, 0.0) - second.get(key, 0.0)) for key in first | second)


def counts(force: Force) -> dict[str, int]:
    return dict(force)


def _sorted(text: str) -> str:
    return _text(Force.parse(text))


def _text(force: "Force | list[tuple[str, int]] | oracle.Force") -> str:
    return ", ".join(f"{n} {unit}" for unit, n in sorted(force) if n)
