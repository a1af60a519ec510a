"""One combat of Commands & Colors: Napoleonics once more: slow, scalar, from the rules alone.

The library is tested against this file, so it imports nothing of the library; it reads the two
data tables only. Every chance is a ``Fraction``. Units and dice: ``napoleonics_oracle_dice``.

    combat(attacker, defender, ...)     the joint distribution of one combat, as ``Result``
    dice(striker, target, ...)          how many dice a strike has, combined arms included
    banners_for(...), banners_against(...)      of one result

Choices beyond the rules page:

* Dice given by hand (``dice``) stand for the row and the unit's own bonus; range, moves, square,
  card and terrain still hold. A plain infantry unit that has moved loses no dice.
* Leadership's die stays when the leader falls: it was given when the attack was announced.
* Artillery in combined arms strikes as in ranged combat from two hexes on (terrain and cards), as
  in melee when adjacent; against a square or a retiring unit its number of dice is unchanged.
* A retiring unit has hexes 0, ``retired`` if it survives. The hexes of a unit that is gone are 0,
  also if it went some before it was. ``back`` is the main target's, not the bonus target's.
* A lone leader has one block: lost is ``defender_lost`` 1, ``defender_leader`` 0. Terrain lets
  him ignore flags if it does so for every class. With no room he leaves the map if on its edge
  (``defender_leader`` 3), else he is lost.
* The bonus melee is not fought if the attacker has no dice in it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from napoleonics_oracle_dice import (
    CARDS,
    REACTIONS,
    TERRAIN,
    Unit,
    dice,
    flags_ignored,
    gun_dice,
    lone_leader,
    own_dice,
    plain,
    rolled,
    unit,
)

__all__ = [
    "Result",
    "Unit",
    "banners_against",
    "banners_for",
    "combat",
    "dice",
    "lone_leader",
    "plain",
    "unit",
]


class Result(NamedTuple):
    """How it ended; leaders: 0 with his unit or none, 1 lost, 2 alone, 3 left the map."""

    attacker_lost: int
    defender_lost: int
    attacker_hexes: int = 0
    defender_hexes: int = 0
    attacker_leader: int = 0
    defender_leader: int = 0
    retired: bool = False
    back: bool = False
    ground: bool = False
    bonus_fought: bool = False
    bonus_lost: int = 0
    bonus_hexes: int = 0
    bonus_leader: int = 0


class Now(NamedTuple):
    """A unit during the combat."""

    blocks: int
    led: bool  # its leader is still with it
    checked: bool = False  # he has been checked in this combat
    fate: int = 0  # of the leader, as in Result
    hexes: int = 0

    @property
    def away(self) -> int:
        """Hexes that it has gone, 0 if there is nothing left to be anywhere."""
        return self.hexes if self.blocks else 0


def resolved(target: Unit, now: Now, hits: int, flags: int, striker: Unit) -> dict[Now, Fraction]:
    """Take blocks off, check the leader, then retreat (CC-03, CC-04, CC-30)."""
    total: defaultdict[Now, Fraction] = defaultdict(Fraction)
    for after, chance in _lose(target, now, min(hits, now.blocks)).items():
        flags_left = flags - flags_ignored(target, after.led, striker)
        if after.blocks == 0 or flags_left <= 0:
            total[after] += chance
            continue
        first, further = target.row.get("retreat", (1, 1))
        hexes = first + (flags_left - 1) * further
        room = 0 if target.in_square else hexes if target.room is None else target.room
        gone = after._replace(hexes=min(hexes, room))
        short = hexes - gone.hexes
        if short and target.kind == "leader" and target.edge:  # the last of them off the map
            total[gone._replace(fate=3, hexes=hexes)] += chance
            continue
        for end, of_end in _lose(target, gone, min(short, gone.blocks)).items():
            total[end] += chance * of_end
    return dict(total)


def _lose(target: Unit, now: Now, lost: int) -> dict[Now, Fraction]:
    """Take so many blocks off, with the leader check: once a combat (CC-30)."""
    if lost == 0:
        return {now: Fraction(1)}
    left = now._replace(blocks=now.blocks - lost)
    if not now.led:
        return {left: Fraction(1)}
    survives = left._replace(checked=True)
    if left.blocks == 0:  # he is alone now
        fate = 3 if target.edge else 1 if target.impassable else 2
        survives = survives._replace(led=False, fate=fate)
    if now.checked:
        return {survives: Fraction(1)}
    hit = Fraction(1, 36) if left.blocks else Fraction(1, 6)
    dead = left._replace(checked=True, led=False, fate=1)
    total: defaultdict[Now, Fraction] = defaultdict(Fraction)
    total[dead] += hit
    total[survives] += 1 - hit  # perhaps lost as well: nowhere to go
    return dict(total)


def left_hex(now: Now) -> bool:
    """Tell whether a unit is no longer in its hex."""
    return now.blocks == 0 or now.hexes > 0


# --- the combat


@dataclass(frozen=True)
class Rules:
    """The settings of ``combat``."""

    combat: str
    distance: int
    square_strikes: str
    first_strike_back: bool
    terrain_dice: str

    def number(self, striker: Unit, now: Now, target: Unit, role: str) -> tuple[int, int]:
        """Count the dice, the unit's own and the artillery's."""
        at = self.combat, self.distance
        own = own_dice(striker, target, *at, role, now.blocks, self.terrain_dice)
        return own, gun_dice(striker, target, role, self.terrain_dice)

    def strike(
        self, striker: Unit, now: Now, target: Unit, target_now: Now, role: str
    ) -> dict[Now, Fraction]:
        """Roll one strike and apply it to its target; no dice change nothing."""
        own, guns = self.number(striker, now, target, role)
        total: defaultdict[Now, Fraction] = defaultdict(Fraction)
        for (hits, flags), chance in rolled(striker, target, own, guns, self.combat, role).items():
            for end, of_end in resolved(target, target_now, hits, flags, striker).items():
                total[end] += chance * of_end
        return dict(total)


def fight(
    attacker: Unit, now: Now, defender: Unit, role: str, rules: Rules
) -> dict[tuple[Now, Now, bool], Fraction]:
    """Fight one attack with first strike and battle back (CC-21, CC-22): both, any dice back?"""
    fresh = Now(defender.blocks, defender.leader)
    melee = rules.combat == "melee"
    square_first = melee and attacker.kind == "cavalry" and defender.in_square
    square_first = square_first and rules.square_strikes == "first"
    before = {now: Fraction(1)}
    if defender.reaction == "first-strike" or square_first:
        before = rules.strike(defender, fresh, attacker, now, "first")
    total: defaultdict[tuple[Now, Now, bool], Fraction] = defaultdict(Fraction)
    for own, chance in before.items():
        if left_hex(own) or sum(rules.number(attacker, own, defender, role)) == 0:
            total[own, fresh, False] += chance
            continue
        for enemy, of_enemy in rules.strike(attacker, own, defender, fresh, role).items():
            backs = melee and not left_hex(enemy) and defender.reaction != "retire"
            backs = backs and not square_first
            if defender.reaction == "first-strike":
                backs = backs and rules.first_strike_back
            if not backs or sum(rules.number(defender, enemy, attacker, "back")) == 0:
                total[own, enemy, False] += chance * of_enemy
                continue
            for end, of_end in rules.strike(defender, enemy, attacker, own, "back").items():
                total[end, enemy, True] += chance * of_enemy * of_end
    return dict(total)


def combat(
    attacker: Unit,
    defender: Unit,
    *,
    combat: str = "melee",
    distance: int = 2,
    bonus: Unit | None = None,
    bonus_hex: str | None = None,
    square_strikes: str = "first",
    first_strike_back: bool = True,
    terrain_dice: str = "sum",
    follow: str = "take",
) -> dict[Result, Fraction]:
    """Return the joint distribution of one combat, follow-on included (CC-21 to CC-23)."""
    rules = Rules(combat, distance, square_strikes, first_strike_back, terrain_dice)
    forward = replace(attacker, hex=defender.hex if bonus_hex is None else bonus_hex)
    _check(attacker, defender, rules, bonus, forward.hex)
    start = Now(attacker.blocks, attacker.leader)
    if sum(rules.number(attacker, start, defender, "attack")) == 0:
        raise ValueError("no dice, no combat")
    advances = combat == "melee" and attacker.kind in ("infantry", "cavalry")
    advances = advances and not attacker.in_square and follow == "take"
    total: defaultdict[Result, Fraction] = defaultdict(Fraction)
    for (own, enemy, back), chance in fight(attacker, start, defender, "attack", rules).items():
        retires = defender.reaction == "retire"
        # the attacker may himself be gone: then the target has not been attacked
        ground = advances and not left_hex(own) and (left_hex(enemy) or retires)
        first = Result(
            attacker.blocks - own.blocks,
            defender.blocks - enemy.blocks,
            own.away,
            enemy.away,
            own.fate,
            enemy.fate,
            retires and enemy.blocks > 0,
            back,
            ground,
        )
        again = own._replace(checked=False)  # a new combat
        if not (ground and bonus) or sum(rules.number(forward, again, bonus, "bonus")) == 0:
            total[first] += chance
            continue
        for (end, other, _), of_end in fight(forward, again, bonus, "bonus", rules).items():
            result = first._replace(
                attacker_lost=attacker.blocks - end.blocks,
                attacker_hexes=end.away,
                attacker_leader=end.fate,
                bonus_fought=True,
                bonus_lost=bonus.blocks - other.blocks,
                bonus_hexes=other.away,
                bonus_leader=other.fate,
            )
            total[result] += chance * of_end
    return dict(total)


def banners_for(result: Result, defender: Unit, bonus: Unit | None = None) -> int:
    """Count the attacker's banners: units gone, leaders lost (CC-03, CC-31)."""
    number = _banner(defender, result.defender_lost, result.defender_leader)
    if bonus is not None and result.bonus_fought:
        number += _banner(bonus, result.bonus_lost, result.bonus_leader)
    return number


def banners_against(result: Result, attacker: Unit) -> int:
    """Count the defender's banners (CC-03, CC-31)."""
    return _banner(attacker, result.attacker_lost, result.attacker_leader)


def _banner(unit: Unit, lost: int, leader: int) -> int:
    gone = lost == unit.blocks and not unit.row.get("no_banner")
    return int(gone) + int(leader == 1)


def _battles_at_once(unit: Unit) -> bool:
    """Whether a unit that has moved onto its hex may battle in the same turn (CC-13)."""
    entry = TERRAIN[unit.hex].get("entry", "all")
    return entry == "all" or (entry == "light" and bool(unit.row.get("light")))


def _check(
    attacker: Unit, defender: Unit, rules: Rules, bonus: Unit | None, bonus_hex: str
) -> None:
    """Refuse what cannot be (CC-10, CC-14, CC-21, CC-24, CC-26)."""
    melee, horse = rules.combat == "melee", attacker.kind == "cavalry"
    targets = [defender] if bonus is None else [defender, bonus]
    guns = attacker.artillery
    wrong = [
        rules.combat not in ("melee", "ranged"),
        attacker.reaction != "stand",
        not melee and any(target.kind == "leader" for target in targets),
        not melee and defender.reaction in ("first-strike", "retire"),
        bonus is not None and not (melee and horse),
        bool(guns) and not (melee and attacker.kind in ("infantry", "cavalry")),
        any(gun.kind != "artillery" for gun in guns),
        any(unit.moved and not _battles_at_once(unit) for unit in (attacker, *guns)),
        bonus is not None and TERRAIN[bonus_hex].get("entry", "all") != "all",
    ]
    for each in (attacker, *targets, *guns):
        land, most = TERRAIN[each.hex], each.row.get("blocks", each.blocks)
        wrong += [
            not 1 <= each.blocks <= most,
            each.reaction not in REACTIONS or not set(each.cards) <= set(CARDS),
            each.edge and each.impassable,
            each.kind == "artillery" and not land.get("artillery", True),
            each.in_square and not (each.kind == "infantry" and land.get("square", True)),
            each.kind == "leader" and (each is attacker or each.reaction != "stand"),
        ]
    for target in targets:
        able = target.kind == "cavalry" and attacker.kind == "infantry"
        able = able and not target.row.get("no_retire") and target.room not in (0, 1)
        wrong.append(target.reaction == "retire" and not able)
    if any(wrong):
        raise ValueError(f"cannot be: {attacker} against {targets}, {rules}")
