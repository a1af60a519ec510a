"""From 'an army enters' to 'who stands where', as stages of chance and of choice.

1. Americans try to intercept, army by army, until one succeeds or no more try (WW-01).
2. If one has joined a general, one of the two leads (WW-17).
3. One CU without a general is overrun (WW-03); an army there may try to retreat (WW-02).
4. Cards: the attacker's, then the defender's (WW-05, WW-15).
5. The dice of the battle: ratings, the roll, losses (WW-06, WW-08, WW-09).

A choice with one option is passed by at once. What follows from the losses (retreat, surrender,
captures, the alliance) is read off the final rows by `combat.washingtons_war.fates`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from combat.arrays import Bools, Ints
from combat.checks import BandedDie, FirstSuccess
from combat.dice import Roll
from combat.stages.rules import FINISHED, Chance, Choice, Mask, Row, Side, Starts, States, changed
from combat.washingtons_war.battle_dice import LOSER_BANDS, BattleDice
from combat.washingtons_war.setups import TRYING as TRIES
from combat.washingtons_war.setups import Setups
from combat.washingtons_war.situation import (
    AT,
    ATTACKER_WON,
    COLUMNS,
    DEFENDER_WON,
    OVERRUN,
    RETREATED,
    UNOPPOSED,
    Situation,
)
from combat.washingtons_war.troops import CARDS

TRYING, INTERCEPTION, LEADING, RETREATING, RETREAT, ATTACKER_CARD, DEFENDER_CARD, FIGHT = range(8)
_, NEVER, BEST = range(len(TRIES))
Columns: TypeAlias = Mapping[str, "Ints | int"]


def after(rows: States, columns: Columns) -> States:
    """Return the rows with some columns set."""
    return changed(rows, {AT[name]: values for name, values in columns.items()})


def either(where: Bools, yes: Columns, no: Columns, rows: States) -> Columns:
    """Return columns that are set as in `yes` or as in `no`; what one leaves out is as it was."""
    if where.all():
        return yes
    if not where.any():
        return no
    names = {**yes, **no}
    return {
        name: np.where(where, yes.get(name, rows[:, AT[name]]), no.get(name, rows[:, AT[name]]))
        for name in names
    }


@dataclass(frozen=True, eq=False)
class Stage:
    """A stage of the battles of some setups."""

    setups: Setups

    def at(self, rows: States) -> Situation:
        """Return the rows with their setups."""
        return Situation(self.setups, rows)


class Trying(Stage):
    """Which army tries to intercept next, if any (WW-01)."""

    side = Side.DEFENDER

    def options(self, rows: States) -> Mask:
        """0: no more tries; k: the k-th army tries."""
        return may_try(self.at(rows))

    def apply(self, rows: States, option: Ints) -> States:
        """Let the army chosen try, or the attacker come in."""
        here = self.at(rows)
        return after(rows, either(option > 0, trying(here, option), entering(here), rows))


class Interception(Stage):
    """Dice of armies that try to intercept, each at most its agility, up to a success (WW-01).

    One army tries if one has been chosen, else all that may, in their order.
    """

    def rolls(self, rows: States) -> tuple[Roll, ...]:
        """Return one die an army."""
        here = self.at(rows)
        numbers = np.arange(1, here.setups.most_armies + 1)
        chosen = here["army"][:, None]
        trying = (chosen == 0) | (chosen == numbers)
        return (FirstSuccess(here.setups.armies[1][here.battle] * trying),)

    def resolve(self, rows: States, results: tuple[Ints, ...]) -> States:
        """Let the army in, or the next one try."""
        army, here = results[0][:, 0], self.at(rows)
        in_order = here["army"] == 0
        numbers = np.arange(here.setups.most_armies)
        there = here.setups.armies[1][here.battle] > 0
        until = there & ((army == 0)[:, None] | (numbers < army[:, None]))
        tried = np.where(in_order, (until << numbers).sum(axis=1), here["tried"])
        rows = after(rows, {"army": army, "tried": tried, "leader": (army > 0).astype(int)})
        here = self.at(rows)
        return after(rows, either(army > 0, leading(here), interceptable(here), rows))


class Leading(Stage):
    """Who leads where an army has joined a general (WW-17)."""

    side = Side.DEFENDER

    def options(self, rows: States) -> Mask:
        """0: the general in the space; 1: the one who intercepted."""
        return self.at(rows).leaders

    def apply(self, rows: States, option: Ints) -> States:
        """Send the other to the reinforcement box."""
        rows = after(rows, {"leader": option})
        return after(rows, carding(self.at(rows)))


class Retreating(Stage):
    """Whether the army in the space tries to retreat before battle (WW-02)."""

    side = Side.DEFENDER

    def options(self, rows: States) -> Mask:
        """0: it stays; 1: it tries."""
        return np.ones((len(rows), 2), np.bool_)

    def apply(self, rows: States, option: Ints) -> States:
        """Roll, or fight."""
        stays = carding(self.at(rows))
        return after(rows, either(option == 1, {"stage": RETREAT}, stays, rows))


class Retreat(Stage):
    """The die of a retreat before battle (WW-02)."""

    def rolls(self, rows: States) -> tuple[Roll, ...]:
        """Return one die."""
        return (BandedDie(self.setups.evade[self.at(rows).battle][:, None]),)

    def resolve(self, rows: States, results: tuple[Ints, ...]) -> States:
        """Let the army go: those left behind, if any, are overrun or fight."""
        gone = results[0][:, 0] == 0
        rows = after(rows, {"evaded": gone})
        here = self.at(rows)
        empty = here.defence.cu == 0
        return after(rows, either(empty, ended(RETREATED), overrun_or_cards(here), rows))


@dataclass(frozen=True, eq=False)
class Card(Stage):
    """The card of one side in step 1 of the battle (WW-05)."""

    side: Side

    def options(self, rows: States) -> Mask:
        """A place in `CARDS`."""
        here = self.at(rows)
        return here.side(self.side.value).cards[here.battle]

    def apply(self, rows: States, option: Ints) -> States:
        """Play or discard it."""
        rows = after(rows, {f"{self.side.value}_card": option})
        return after(rows, carding(self.at(rows), done=self.side))


class Fight(Stage):
    """The dice of the battle (WW-06, WW-08, WW-09)."""

    def rolls(self, rows: States) -> tuple[Roll, ...]:
        """Return all dice as one roll."""
        here = self.at(rows)
        return (BattleDice(here.attack, here.defence, here.drm("attacker") - here.drm("defender")),)

    def resolve(self, rows: States, results: tuple[Ints, ...]) -> States:
        """Name the winner and take the losses; no side loses more than it has (WW-09)."""
        here = self.at(rows)
        won, loser, winner = results[0].T
        columns = {
            "won": np.where(won, ATTACKER_WON, DEFENDER_WON),
            "attacker_lost": np.minimum(np.where(won, winner, loser), here.attack.cu),
            "defender_lost": np.minimum(np.where(won, loser, winner), here.defence.cu),
            "stage": FINISHED,
        }
        return after(rows, columns)


def ended(end: int) -> Columns:
    """Return columns for rows that end without a battle."""
    return {"stage": FINISHED, "end": end}


def may_try(here: Situation) -> Mask:
    """Return which army may try to intercept next (WW-01), (rows, 1 + armies); 0 for none."""
    numbers = np.arange(here.setups.most_armies)
    there = here.setups.armies[1][here.battle] > 0
    untried = there & ((here["tried"][:, None] >> numbers) & 1 == 0)
    kind = here.setups.tries[here.battle][:, None]
    none = np.ones((len(here.rows), 1), np.bool_)
    return np.concatenate([none, untried & (kind != NEVER)], axis=1)


def trying(here: Situation, army: Ints) -> Columns:
    """Return columns for rows in which the army of that number, from 1, tries to intercept."""
    tried = here["tried"] | (1 << np.maximum(army - 1, 0))
    return {"tried": tried, "army": army, "stage": INTERCEPTION}


def interceptable(here: Situation) -> Columns:
    """Return columns for rows in which nobody has intercepted yet (WW-16)."""
    if not here.setups.most_armies:
        return entering(here)
    trying = np.logical_or.reduce(may_try(here)[:, 1:], axis=1)
    best = here.setups.tries[here.battle] == BEST
    next_try = {"stage": np.where(best, TRYING, INTERCEPTION)}
    return either(trying, next_try, entering(here), here.rows)


def leading(here: Situation) -> Columns:
    """Return columns for rows in which an army has intercepted: battle at once (WW-01, WW-17)."""
    if not here.two_generals.any():
        return carding(here)
    leaders = here.leaders
    chosen = here.two_generals & leaders.all(axis=1)
    leader = np.where(here.two_generals, np.argmax(leaders, axis=1), here["leader"])
    led = Situation(here.setups, after(here.rows, {"leader": leader}))
    onward = {"leader": leader, **carding(led)}
    return either(chosen, {"stage": LEADING}, onward, here.rows)


def entering(here: Situation) -> Columns:
    """Return columns after the last try to intercept: overrun, retreat before battle, battle."""
    army = (here.defence.agility > 0) & (here.defence.cu > 0)
    evade, kind = here.setups.evade[here.battle], here.setups.retreat[here.battle]
    may_go = army & (evade > 0) & (kind != NEVER)
    empty = here.defence.cu == 0
    onward = overrun_or_cards(here)
    if may_go.any():
        going = {"stage": np.where(kind == BEST, RETREATING, RETREAT)}
        onward = either(may_go, going, onward, here.rows)
    return either(empty, ended(UNOPPOSED), onward, here.rows)


def overrun_or_cards(here: Situation) -> Columns:
    """Return columns for rows at step 1 of the battle, or overrun (WW-03)."""
    return either(here.overruns, ended(OVERRUN), carding(here), here.rows)


def carding(here: Situation, done: Side | None = None) -> Columns:
    """Return columns at the next card to be chosen; a card that is no choice is played at once.

    A general who is betrayed by the attacker's card leaves before the defender's (WW-15).

    Parameters
    ----------
    here : Situation
    done : Side, optional
        The side that has chosen; the attacker comes first.
    """
    stage: Ints = np.full(len(here.rows), FIGHT)
    columns: dict[str, Ints | int] = {}
    for number, side in ((DEFENDER_CARD, Side.DEFENDER), (ATTACKER_CARD, Side.ATTACKER)):
        if done is Side.DEFENDER or done is side:
            continue
        open_, only = here.side(side.value).cards_open
        stage = np.where(open_[here.battle], number, stage)
        columns[f"{side.value}_card"] = only[here.battle]
    columns["stage"] = stage
    if not here.setups.treacherous:
        return columns
    there = Situation(here.setups, after(here.rows, columns))
    betrayed = there.removed("defender") & there.overruns
    overrun: Columns = {**columns, "defender_card": 0, **ended(OVERRUN)}
    return either(betrayed, overrun, columns, here.rows)


@dataclass(frozen=True, eq=False)
class WarRules:
    """The rules for the battles of some setups.

    Parameters
    ----------
    setups : Setups
    """

    setups: Setups

    columns = COLUMNS
    tallies: tuple[str, ...] = ()

    @cached_property
    def stages(self) -> tuple[Chance | Choice, ...]:
        """The stages, in order."""
        setups = self.setups
        return (
            *(Trying(setups), Interception(setups), Leading(setups), Retreating(setups)),
            *(Retreat(setups), Card(setups, Side.ATTACKER), Card(setups, Side.DEFENDER)),
            Fight(setups),
        )

    @cached_property
    def bounds(self) -> Row:
        """Largest value of each column."""
        armies, most_lost = self.setups.most_armies, len(LOSER_BANDS)
        highest = {
            "battle": max(len(self.setups) - 1, 0),
            "tried": (1 << armies) - 1,
            "army": armies,
            "leader": int(armies > 0),
            "evaded": int((self.setups.evade > 0).any()),
            "attacker_card": len(CARDS) - 1,
            "defender_card": len(CARDS) - 1,
            "won": DEFENDER_WON,
            "attacker_lost": most_lost,
            "defender_lost": most_lost,
            "end": UNOPPOSED,
        }
        return np.array([0, *(highest[name] for name in COLUMNS[1:])])

    def rank(self, states: States) -> Ints:
        """Stages still to come; a try to intercept may be followed by another."""
        stage, tried = states[:, AT["stage"]], states[:, AT["tried"]]
        armies = self.setups.most_armies
        left = armies - sum((tried >> number) & 1 for number in range(armies))
        early = FIGHT + 2 * left + stage
        return np.where(stage <= INTERCEPTION, early, FIGHT - stage)

    def starts(self) -> Starts:
        """Return the first row of each battle."""
        rows = np.zeros((len(self.setups), len(COLUMNS)), np.int64, order="F")
        rows[:, AT["battle"]] = np.arange(len(rows))
        return Starts(after(rows, interceptable(Situation(self.setups, rows))))
