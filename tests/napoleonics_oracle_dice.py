"""Dice of Commands & Colors: Napoleonics for the oracle: units, how many dice, what they show.

See ``napoleonics_oracle``. Every die is rolled as its six faces, every chance is a ``Fraction``.

    unit(nation, type, blocks, ...), plain(kind, blocks, ...), lone_leader(...)     make a ``Unit``
    dice(striker, target, ...)          how many dice a strike has, combined arms included
    rolled(striker, target, ...)        what they show: hits and flags
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

TABLES = Path(__file__).parents[1] / "combat" / "napoleonics"
NATIONS = tomllib.loads((TABLES / "nations.toml").read_text(encoding="utf-8"))
TERRAIN = tomllib.loads((TABLES / "terrain.toml").read_text(encoding="utf-8"))
TERRAIN |= {other: land for land in list(TERRAIN.values()) for other in land.get("also", ())}
FACES = ("infantry", "infantry", "cavalry", "artillery", "flag", "sabre")  # CC-01
CLASSES = ("infantry", "cavalry", "artillery")
REACTIONS = ("stand", "first-strike", "square", "retire")
CARDS = ("bombard", "cavalry-charge", "bayonet-charge", "elan", "fire-and-hold", "leadership")
CARDS += ("cold-steel", "force-march")


@dataclass(frozen=True)
class Unit:
    """A unit and all that bears on it in one combat."""

    row: Mapping[str, object]  # a row of the nations' table
    blocks: int
    leader: bool = False
    hex: str = "clear"
    moved: int = 0  # hexes, attacker only
    dice: tuple[int, ...] | None = None  # by blocks lost, instead of the row
    card: int = 0  # dice from cards, attacker only
    cards: tuple[str, ...] = ()  # named cards, attacker only
    support: bool = False
    ignore: int = 0  # more flags ignored
    room: int | None = None  # hexes it can retreat; None: any number
    edge: bool = False
    impassable: bool = False
    artillery: tuple[Unit, ...] = ()  # combined arms, attacker only
    distance: int = 1  # of such an artillery unit from the target
    reaction: str = "stand"  # defender only
    square: bool = False  # stands in square
    nation: str = ""
    type: str = ""

    def __post_init__(self) -> None:
        if self.room is None and (self.edge or self.impassable):  # CC-30: it cannot go further
            object.__setattr__(self, "room", 0)

    @property
    def kind(self) -> str:
        return self.row["class"]

    @property
    def in_square(self) -> bool:
        return self.square or self.reaction == "square"


# --- making units


def unit(nation: str, type: str, blocks: int | None = None, **options) -> Unit:
    """A unit of the nations' table, at full strength if no blocks are given."""
    row = NATIONS[nation][type]
    return _made(row, blocks or row["blocks"], {"nation": nation, "type": type} | options)


def plain(kind: str, blocks: int, *, guard: bool = False, **options) -> Unit:
    """INF, CAV or ART without a nation: a die a block, no marks."""
    name = {"INF": "infantry", "CAV": "cavalry", "ART": "artillery"}[kind]
    row = {"class": name, "guard": guard, "melee": list(range(blocks, 0, -1))}
    if kind == "ART":
        row |= {"kind": "foot", "moves": 0}
    return _made(row, blocks, {"type": kind} | options)


def lone_leader(**options) -> Unit:
    """A leader without a unit (CC-30)."""
    return _made({"class": "leader"}, 1, options)


def _made(row: Mapping[str, object], blocks: int, options: dict) -> Unit:
    if isinstance(options.get("dice"), int):  # one fewer for each block lost
        options = options | {"dice": tuple(range(options["dice"], 0, -1))}
    return Unit(row, blocks, **options)


# --- how many dice


def dice(
    striker: Unit,
    target: Unit,
    *,
    combat: str = "melee",
    distance: int = 2,
    role: str = "attack",
    blocks: int | None = None,
    terrain_dice: str = "sum",
) -> int:
    """Return the dice of a strike: 'attack', 'bonus', 'first' strike or battle 'back'."""
    own = own_dice(striker, target, combat, distance, role, blocks, terrain_dice)
    return own + gun_dice(striker, target, role, terrain_dice)


def own_dice(striker, target, combat, distance, role, blocks, terrain_dice) -> int:
    """Return the striker's own dice, not below 0 (CC-11 to CC-13, CC-20, CC-25)."""
    blocks = striker.blocks if blocks is None else blocks
    attacks = role in ("attack", "bonus")
    moved = striker.moved if attacks else 0
    if blocks < 1 or not may_strike(striker, blocks, combat, distance, moved):
        return 0
    against_square = striker.kind == "cavalry" and target.in_square
    if striker.in_square or against_square:
        number = 1
    else:
        number = strength(striker, blocks, target, combat, distance, moved)
        if attacks:
            number += card_dice(striker, target, combat, role)
    return max(0, number + terrain_change(striker, target, combat, terrain_dice))


def gun_dice(striker: Unit, target: Unit, role: str = "attack", terrain_dice: str = "sum") -> int:
    """Return what artillery adds to an attack: each unit's dice by range (CC-24)."""
    number = 0
    for gun in striker.artillery if role == "attack" else ():
        combat = "melee" if gun.distance == 1 else "ranged"
        number += own_dice(gun, target, combat, gun.distance, role, None, terrain_dice)
    return number


def may_strike(striker: Unit, blocks: int, combat: str, distance: int, moved: int) -> bool:
    """Tell whether the unit may battle at this range after such a move (CC-10 to CC-12, CC-20)."""
    row = striker.row
    if striker.kind == "leader" or moved > most_moved(striker):
        return False
    if moved and row.get("kind") == "horse" and blocks == 1:
        return False
    if combat == "melee":
        return True
    reach = {"infantry": row.get("range", 2), "cavalry": 0, "artillery": 5}[striker.kind]
    if row.get("kind") == "horse":
        reach = 3 if moved else 4
    return 2 <= distance <= reach


def most_moved(unit: Unit) -> int:
    """Return the hexes after which a unit may still battle, cards included (CC-42)."""
    row, most = unit.row, unit.row.get("moves", unit.moved)
    fast = row.get("light") or row.get("guard") or unit.leader or unit.type == "grenadier"
    marches = "bayonet-charge" in unit.cards or ("force-march" in unit.cards and fast)
    if unit.kind == "infantry" and marches and not row.get("slow"):
        return max(most, 2)
    if "cavalry-charge" in unit.cards and unit.kind == "cavalry":
        return max(most, 3)
    return most


def strength(striker, blocks, target, combat, distance, moved) -> int:
    """Return the dice of the row, or those given by hand (CC-11, CC-12, CC-20)."""
    row = striker.row
    if striker.dice is not None:
        lost = striker.blocks - blocks
        return striker.dice[lost] if lost < len(striker.dice) else 0
    if combat == "ranged" and "fire" in row:
        return row["fire"][0 if blocks >= 2 else 1][distance - 2]
    standing = row["melee"] if combat == "melee" else row.get("ranged", row["melee"])
    table = row.get("melee_moved" if combat == "melee" else "ranged_moved", standing)
    table = table if moved else standing
    number = table[len(table) - blocks]
    if combat == "melee" and target.kind == "infantry":
        number += row.get("against_infantry", 0)
    return number


def card_dice(striker: Unit, target: Unit, combat: str, role: str) -> int:
    """Return the dice that cards add to an attack or bonus melee (CC-13)."""
    guard = bool(striker.row.get("guard", False))
    still = striker.moved == 0
    town = TERRAIN[striker.hex].get("town") or TERRAIN[target.hex].get("town")
    number = striker.card
    for card in striker.cards:
        if card == "bombard" and striker.kind == "artillery" and still:
            number += 3 if guard else 2
        if card == "cavalry-charge" and striker.kind == "cavalry" and not town:
            number += 2 if guard else 1
        if card == "bayonet-charge" and striker.kind == "infantry" and combat == "melee":
            number += 1 if guard else 0
        if card == "elan":
            number += 1
        if card == "fire-and-hold" and combat == "ranged" and still:
            number += 1
        if card == "leadership" and striker.leader:
            number += 1
        if card == "cold-steel" and combat == "melee" and role == "attack" and still:
            number += 1
    return number


def terrain_change(striker: Unit, target: Unit, combat: str, terrain_dice: str = "sum") -> int:
    """Return what terrain takes away, 0 or less (CC-13; C-TER-1)."""
    column = CLASSES.index(striker.kind)
    here, there = TERRAIN[striker.hex], TERRAIN[target.hex]
    if here.get("hill") and there.get("hill"):
        return -1 if striker.kind == "infantry" and combat == "ranged" else 0
    into = there.get("into", (0, 0, 0))[column]
    out = here.get("out", (0, 0, 0))[column]
    if there.get("melee_only") and combat == "ranged":
        into = 0
    if striker.row.get("no_forest_loss") and combat == "melee":
        into = 0 if target.hex == "forest" else into
        out = 0 if striker.hex == "forest" else out
    return into + out if terrain_dice == "sum" else min(into, out)


# --- the dice are rolled


Law = dict[tuple[int, int], Fraction]  # of (hits, flags)


def die(hitting: tuple[str, ...], flags: bool = True, rerolls: bool = False) -> Law:
    """Roll one die; a lancer's flag is rolled again once (CC-01)."""
    law: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for first in FACES:
        for second in FACES:
            face = second if rerolls and first == "flag" else first
            law[int(face in hitting), int(flags and face == "flag")] += Fraction(1, 36)
    return dict(law)


@cache
def thrown(pools: tuple[tuple[int, tuple[str, ...], bool, bool], ...]) -> Law:
    """Roll pools of dice, one die after another: (number, hitting, flags, rerolls) each."""
    law = {(0, 0): Fraction(1)}
    for number, *kind in pools:
        for _ in range(number):
            following: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
            for (hits, flags), chance in law.items():
                for (hit, flag), of_die in die(*kind).items():
                    following[hits + hit, flags + flag] += chance * of_die
            law = dict(following)
    return law


def rolled(striker: Unit, target: Unit, own: int, guns: int, combat: str, role: str) -> Law:
    """Roll a strike: the chance of (hits, flags) (CC-02; retire: C-CAV-1)."""
    retires = target.reaction == "retire" and role == "attack"
    sabres = () if combat == "ranged" or retires else ("sabre",)
    own_sabres = () if striker.row.get("no_sabres") and target.kind != "leader" else sabres
    rerolls = bool(striker.row.get("rerolls_flags")) and role != "back"
    rerolls = rerolls and not target.row.get("ignores_fire_hit")
    own_pool = own, (target.kind, *own_sabres), not retires, rerolls
    law = thrown((own_pool, (guns, (target.kind, *sabres), not retires, False)))
    if combat == "ranged" and striker.kind == "infantry" and target.row.get("ignores_fire_hit"):
        fewer: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (hits, flags), chance in law.items():
            fewer[max(0, hits - 1), flags] += chance
        law = dict(fewer)
    return law


def flags_ignored(target: Unit, led: bool, striker: Unit) -> int:
    """Return how many flags the unit ignores (CC-04, CC-30; square: C-SQR-2)."""
    if target.kind == "cavalry" and striker.in_square:
        return 0
    of_terrain = TERRAIN[target.hex].get("flags", (0, 0, 0))
    number = target.row.get("flags_ignored", 0) + target.ignore + int(led)
    leader = target.kind == "leader"
    number += min(of_terrain) if leader else of_terrain[CLASSES.index(target.kind)]
    return number + int(target.support and not target.in_square)
