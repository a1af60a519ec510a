"""A combat from 'announced' to 'battled back', as stages of chance and of choice.

1. The defender reacts: First Strike, square, retire and reform (CC-21).
2. First Strike, or the square's die, comes before the attack.
3. The attack: hits, leader check, flags (CC-02 to CC-04, CC-30).
4. The winner takes the ground or not; cavalry breaks through to a bonus melee (CC-23).
5. A defender who still stands in its hex battles back (CC-22).
6. The bonus melee goes the same way: reaction, first strike, attack, battle back.

A choice with one option is passed by at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Ints
from combat.dice import Roll
from combat.napoleonics.resolution import struck
from combat.napoleonics.setups import BONUS, LEFT_MAP, TAKE, Setups
from combat.napoleonics.situation import ATTACKER, COLUMNS, DEFENDER, THIRD, Situation
from combat.napoleonics.strike_dice import LeaderCheck, StrikeDice
from combat.napoleonics.unit import ANY_ROOM, REACTIONS
from combat.napoleonics.units import MOST_BLOCKS
from combat.stages.columns import Values, ended
from combat.stages.rules import Chance, Choice, Mask, Row, Side, Starts, States

REACT, FIRST, ATTACK, FOLLOW, BACK, BONUS_REACT, BONUS_FIRST, BONUS_ATTACK, BONUS_BACK = range(9)


@dataclass(frozen=True, eq=False)
class Stage:
    """A stage of the combats of some setups; ``bonus``: of the bonus melee."""

    setups: Setups
    bonus: bool = False

    def at(self, rows: States) -> Situation:
        """Return the rows with their setups."""
        return Situation(self.setups, rows)

    @property
    def foe(self) -> str:
        """Whom the attacker strikes."""
        return THIRD if self.bonus else DEFENDER


class Reacting(Stage):
    """What the defender does when he is attacked in melee (CC-21)."""

    side = Side.DEFENDER

    def options(self, rows: States) -> Mask:
        """A place in `REACTIONS`."""
        here = self.at(rows)
        return here.melee(bonus=self.bonus).options[here.battle]

    def apply(self, rows: States, option: Ints) -> States:
        """Strike first, or be attacked."""
        name = "bonus_reaction" if self.bonus else "reaction"
        rows = COLUMNS.set(rows, {name: option})
        return COLUMNS.set(rows, opening(self.at(rows), bonus=self.bonus))


@dataclass(frozen=True, eq=False)
class Striking(Stage):
    """Dice of one unit at another: hits, leader check, flags (CC-02 to CC-04, CC-30)."""

    kind: str = "attack"

    @property
    def striker(self) -> str:
        """Who strikes."""
        return ATTACKER if self.kind == "attack" else self.foe

    @property
    def struck(self) -> str:
        """Who is struck."""
        return self.foe if self.kind == "attack" else ATTACKER

    def rolls(self, rows: States) -> tuple[Roll, ...]:
        """Return the battle dice and those of a leader check, if one may be due."""
        here = self.at(rows)
        battle, reaction = here.battle, here.reaction(bonus=self.bonus)
        strikes = getattr(here.melee(bonus=self.bonus), self.kind)
        dice = StrikeDice(
            strikes.dice[battle, reaction, here[f"{self.striker}_lost"]],
            strikes.hit[battle, reaction],
            strikes.guns[battle, reaction],
            strikes.gun_hit[battle, reaction],
            strikes.flags[battle, reaction],
            strikes.rerolls[battle, reaction],
        )
        return dice, LeaderCheck(self._check_due(here))

    def _check_due(self, here: Situation) -> Bools:
        """Return where a leader would be checked: once a combat (CC-30)."""
        led = here.led(self.struck, bonus=self.bonus)
        return led & (here["checked"] == 0) if self.struck == ATTACKER else led

    def resolve(self, rows: States, results: tuple[Ints, ...]) -> States:
        """Take blocks off, check the leader, retreat; then what comes next."""
        here = self.at(rows)
        strikes = getattr(here.melee(bonus=self.bonus), self.kind)
        hits = np.maximum(results[0][:, 0] - strikes.spared[here.battle], 0)
        due = self._check_due(here)
        columns = struck(
            here, self.struck, hits, results[0][:, 1], results[1][:, 0], due, self.bonus
        )
        if self.kind == "back":
            columns["bonus_back" if self.bonus else "back"] = 1
        rows = COLUMNS.set(rows, columns)
        here = self.at(rows)
        if self.kind == "attack":
            return COLUMNS.set(rows, after_attack(here, bonus=self.bonus))
        if self.kind == "back":
            return COLUMNS.set(rows, over())
        beaten = here.gone(ATTACKER) | here.away(ATTACKER)
        onward = attacking(here, bonus=self.bonus)
        return COLUMNS.branch(rows, beaten, over(), onward)


class Following(Stage):
    """Whether the winner stays, takes the ground, or fights on with cavalry (CC-23)."""

    side = Side.ATTACKER

    def options(self, rows: States) -> Mask:
        """`STAY`, `TAKE` or `BONUS`."""
        return follow_options(self.at(rows))

    def apply(self, rows: States, option: Ints) -> States:
        """Stop here, or begin the bonus melee."""
        return COLUMNS.set(rows, following(self.at(rows), option))


def over() -> Values:
    """Return values for a combat that is over; which checks were made does not matter any more."""
    return {**ended(), "checked": 0}


def opening(here: Situation, *, bonus: bool) -> Values:
    """Return values after the reaction: a strike before the attack, or the attack."""
    melee, reaction = here.melee(bonus=bonus), here.reaction(bonus=bonus)
    first = melee.strikes_first[here.battle, reaction]
    first = first & (here.dice(melee.first, THIRD if bonus else DEFENDER, bonus=bonus) > 0)
    stage: Values = {"stage": BONUS_FIRST if bonus else FIRST}
    return COLUMNS.either(first, stage, attacking(here, bonus=bonus), here.rows)


def attacking(here: Situation, *, bonus: bool) -> Values:
    """Return values for an attack with what is left; without dice there is none (CC-13)."""
    able = here.dice(here.melee(bonus=bonus).attack, ATTACKER, bonus=bonus) > 0
    stage: Values = {"stage": BONUS_ATTACK if bonus else ATTACK}
    return COLUMNS.either(able, stage, over(), here.rows)


def after_attack(here: Situation, *, bonus: bool) -> Values:
    """Return values after the attack: a victory to follow up, a battle back, or the end."""
    foe = THIRD if bonus else DEFENDER
    won = here.gone(foe) | here.away(foe)
    if not bonus:
        won = won | here.retired
    melee, reaction = here.melee(bonus=bonus), here.reaction(bonus=bonus)
    comes = ~won & melee.comes_back[here.battle, reaction]
    comes = comes & (here.dice(melee.back, foe, bonus=bonus) > 0)
    back: Values = {"stage": BONUS_BACK if bonus else BACK}
    onward = COLUMNS.either(comes, back, over(), here.rows)
    if bonus or not won.any():
        return onward
    return COLUMNS.either(won, winning(here), onward, here.rows)


def winning(here: Situation) -> Values:
    """Return values for a victory: a choice, or the only thing to do (CC-23)."""
    options = follow_options(here)
    chosen = options.sum(axis=1) > 1
    only = following(here, np.argmax(options, axis=1))
    return COLUMNS.either(chosen, {"stage": FOLLOW}, only, here.rows)


def follow_options(here: Situation) -> Mask:
    """Return which of `STAY`, `TAKE` and `BONUS` the winner may do; without dice no bonus melee."""
    options = here.setups.follows[here.battle]
    if not options[:, BONUS].any():
        return options
    melee = here.setups.bonus
    lost = here[f"{ATTACKER}_lost"]
    dice = melee.attack.dice[here.battle, :, lost] * melee.options[here.battle]
    able = (dice > 0).any(axis=1)
    found = options.copy()
    found[:, TAKE] |= options[:, BONUS] & ~able
    found[:, BONUS] &= able
    return found


def following(here: Situation, option: Ints) -> Values:
    """Return values after the choice of what follows; a bonus melee is a new combat."""
    ends: Values = {**over(), "follow": option}
    fights = option == BONUS
    if not fights.any():
        return ends
    melee = here.setups.bonus
    options = melee.options[here.battle]
    only = np.argmax(options, axis=1)
    rows = COLUMNS.set(here.rows, {"bonus_reaction": only, "checked": 0, "follow": option})
    begun = {"bonus_reaction": only, "checked": 0, "follow": option}
    at_once = {**begun, **opening(Situation(here.setups, rows), bonus=True)}
    choosing = {**begun, "bonus_reaction": 0, "stage": BONUS_REACT}
    starts = COLUMNS.either(options.sum(axis=1) > 1, choosing, at_once, here.rows)
    return COLUMNS.either(fights, starts, ends, here.rows)


@dataclass(frozen=True, eq=False)
class CombatRules:
    """The rules for the combats of some setups.

    Parameters
    ----------
    setups : Setups
    """

    setups: Setups

    columns = COLUMNS.names
    tallies: tuple[str, ...] = ()

    @cached_property
    def stages(self) -> tuple[Chance | Choice, ...]:
        """The stages, in order."""
        setups = self.setups

        def strike(kind: str, *, bonus: bool = False) -> Striking:
            return Striking(setups, bonus, kind)

        return (
            *(Reacting(setups), strike("first"), strike("attack"), Following(setups)),
            *(strike("back"), Reacting(setups, bonus=True), strike("first", bonus=True)),
            *(strike("attack", bonus=True), strike("back", bonus=True)),
        )

    @cached_property
    def bounds(self) -> Row:
        """Largest value of each column."""
        highest: Mapping[str, int] = {
            "battle": max(len(self.setups) - 1, 0),
            **{name: len(REACTIONS) - 1 for name in ("reaction", "bonus_reaction")},
            **{f"{who}_lost": MOST_BLOCKS for who in (ATTACKER, DEFENDER, THIRD)},
            **{f"{who}_hexes": ANY_ROOM for who in (ATTACKER, DEFENDER, THIRD)},
            **{f"{who}_leader": LEFT_MAP for who in (ATTACKER, DEFENDER, THIRD)},
            **{"checked": 1, "back": 1, "bonus_back": 1, "follow": BONUS, "stage": BONUS_BACK},
        }
        return np.array([highest[name] for name in self.columns])

    def rank(self, states: States) -> Ints:
        """Return what is still to come: every stage leads to a later one."""
        return len(self.stages) - states[:, 0]

    def starts(self) -> Starts:
        """Return the first row of every combat."""
        rows = np.zeros((len(self.setups), len(self.columns)), np.int64)
        rows = COLUMNS.set(rows, {"battle": np.arange(len(rows))})
        options = self.setups.main.options
        only = np.argmax(options, axis=1)
        chosen = COLUMNS.set(rows, {"reaction": only})
        at_once = {"reaction": only, **opening(Situation(self.setups, chosen), bonus=False)}
        open_ = options.sum(axis=1) > 1
        return Starts(COLUMNS.branch(rows, open_, {"stage": REACT}, at_once))
