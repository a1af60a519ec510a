"""Battles of all games for tests of luck: their texts, and what the oracles say they swing.

``swings`` is, in fractions, the distribution of (event, swing) for the attacker.
"""

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

import napoleonics_cases
import oracle
import rebellion_cases
import rebellion_oracle
import washingtons_war_cases
import washingtons_war_oracle

from combat.games import parse_battle

F = Fraction


class Case(NamedTuple):
    """A battle, and the chance of each (main event happens, swing)."""

    game: str
    text: str
    ends: dict[tuple[bool, int], Fraction]

    @property
    def swings(self):
        found = defaultdict(F)
        for (_, swing), chance in self.ends.items():
            found[swing] += chance
        return dict(found)

    @property
    def event(self):
        return sum((c for (came, _), c in self.ends.items() if came), F(0))

    @property
    def name(self):
        """The event that the game's design calls the one that matters most."""
        return {
            "aa": "territory_taken",
            "ww": "attacker_wins",
            "rb": "attacker_holds",
            "ccn": "target_eliminated",
        }[self.game]


def by_hand(game, text, rows):
    return Case(game, text, {(came, swing): chance for came, swing, chance in rows})


def axis_allies(attacker, defender, **options):
    """A land battle of the oracle's, and what both lose at the price list of AA-01."""
    found = oracle.land(attacker, defender, number=F, **options)
    ends = defaultdict(F)
    price = {"inf": 3, "art": 4, "arm": 5, "ftr": 10, "bmr": 12}
    for (own, enemy, end), chance in found.final.items():
        lost = [
            sum(price[unit] * n for unit, n in before.items())
            - sum(price[unit] * n for unit, n in left)
            for before, left in ((attacker, own), (defender, enemy))
        ]
        ends[end == "territory_taken", lost[1] - lost[0]] += F(chance)
    text = " v ".join(
        ", ".join(f"{n} {unit}" for unit, n in side.items()) for side in (attacker, defender)
    )
    return Case("aa", text, dict(ends))


def washingtons_war(attacker, defender):
    asked = washingtons_war_oracle.Battle(attacker, defender)
    ends = defaultdict(F)
    for one, chance in washingtons_war_oracle.outcomes(asked).items():
        swing = one.defender_cu_lost - one.attacker_cu_lost
        ends[one.end == "attacker_wins", swing] += chance
    return Case("ww", str(washingtons_war_cases.battle_of(asked)), dict(ends))


def rebellion(attacks, attacker, defender):
    case = rebellion_cases.Case(attacks, attacker, defender)
    ends = defaultdict(F)
    for (own, enemy, end), chance in rebellion_oracle.outcomes(case.asked()).items():
        gone = [
            sum(before.values()) - sum(n for _, n in left)
            for before, left in ((attacker, own), (defender, enemy))
        ]
        ends[end == "attacker_holds", gone[1] - gone[0]] += chance
    return Case("rb", str(case.battle()), dict(ends))


def napoleonics(text):
    battle = parse_battle("ccn", text)
    question, ends = napoleonics_cases.asked(battle), defaultdict(F)
    for result, chance in napoleonics_cases.oracle_joint(battle).items():
        values = napoleonics_cases.values_of(question, result)
        ends[bool(values["target_eliminated"]), values["banner_swing"]] += chance
    return Case("ccn", text, dict(ends))


WW = washingtons_war_oracle
HAND = [
    # 1/2 to hit against 1/3: of the rounds in which anybody hits, 1/4 both, 1/2 and 1/4 one
    by_hand(
        "aa", "1 arm v 1 inf", [(True, 3, F(1, 2)), (False, -2, F(1, 4)), (False, -5, F(1, 4))]
    ),
    # 1/6 against 1/3: both 1/18, the attacker alone 2/18, the defender alone 5/18
    by_hand("aa", "1 inf v 1 inf", [(True, 3, F(1, 4)), (False, 0, F(1, 8)), (False, -3, F(5, 8))]),
]
CASES = [
    *HAND,
    axis_allies({"inf": 2, "arm": 1}, {"inf": 2}),
    axis_allies({"inf": 1, "ftr": 1}, {"inf": 1, "art": 1}),
    washingtons_war(
        WW.Side("british", 4, WW.General(4, 1), regulars=True), WW.Side("american", 2, None)
    ),
    washingtons_war(
        WW.Side("american", 3, WW.General(3, 2)), WW.Side("british", 2, WW.General(3, 1), navy=True)
    ),
    rebellion("american", {"continental": 2, "militia": 1}, {"regulars": 1, "loyalist": 1}),
    napoleonics("French line 2 v British light 2 leader on hill"),
    napoleonics("French foot artillery 3 v British light 2"),
]
IDS = [f"{case.game} {case.text}" for case in CASES]
