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

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Ints
from combat.checks import BandedDie, FirstSuccess
from combat.dice import Roll
from combat.stages.rules import FINISHED, Chance, Choice, Mask, Row, Side, Starts, States
from combat.washingtons_war.battle_dice import LOSER_BANDS, BattleDice
from combat.washingtons_war.setups import Setups
from combat.washingtons_war.situation import (
    ATTACKER_WON,
    COLUMNS,
    DEFENDER_WON,
    RETREATED,
    UNOPPOSED,
    Situation,
)
from combat.washingtons_war.transitions import (
    FIGHT,
    INTERCEPTION,
    RETREAT,
    carding,
    ended,
    entering,
    interceptable,
    leading,
    may_try,
    overrun_or_cards,
    trying,
)
from combat.washingtons_war.troops import CARDS


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
        return COLUMNS.branch(rows, option > 0, trying(here, option), entering(here))


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
        rows = COLUMNS.set(rows, {"army": army, "tried": tried, "leader": (army > 0).astype(int)})
        here = self.at(rows)
        return COLUMNS.branch(rows, army > 0, leading(here), interceptable(here))


class Leading(Stage):
    """Who leads where an army has joined a general (WW-17)."""

    side = Side.DEFENDER

    def options(self, rows: States) -> Mask:
        """0: the general in the space; 1: the one who intercepted."""
        return self.at(rows).leaders

    def apply(self, rows: States, option: Ints) -> States:
        """Send the other to the reinforcement box."""
        rows = COLUMNS.set(rows, {"leader": option})
        return COLUMNS.set(rows, carding(self.at(rows)))


class Retreating(Stage):
    """Whether the army in the space tries to retreat before battle (WW-02)."""

    side = Side.DEFENDER

    def options(self, rows: States) -> Mask:
        """0: it stays; 1: it tries."""
        return np.ones((len(rows), 2), np.bool_)

    def apply(self, rows: States, option: Ints) -> States:
        """Roll, or fight."""
        stays = carding(self.at(rows))
        return COLUMNS.branch(rows, option == 1, {"stage": RETREAT}, stays)


class Retreat(Stage):
    """The die of a retreat before battle (WW-02)."""

    def rolls(self, rows: States) -> tuple[Roll, ...]:
        """Return one die."""
        return (BandedDie(self.setups.evade[self.at(rows).battle][:, None]),)

    def resolve(self, rows: States, results: tuple[Ints, ...]) -> States:
        """Let the army go: those left behind, if any, are overrun or fight."""
        gone = results[0][:, 0] == 0
        rows = COLUMNS.set(rows, {"evaded": gone})
        here = self.at(rows)
        empty = here.defence.cu == 0
        return COLUMNS.branch(rows, empty, ended(RETREATED), overrun_or_cards(here))


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
        rows = COLUMNS.set(rows, {f"{self.side.value}_card": option})
        return COLUMNS.set(rows, carding(self.at(rows), done=self.side))


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
        return COLUMNS.set(rows, columns)


@dataclass(frozen=True, eq=False)
class WarRules:
    """The rules for the battles of some setups.

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
        return np.array([0, *(highest[name] for name in COLUMNS.names[1:])])

    def rank(self, states: States) -> Ints:
        """Stages still to come; a try to intercept may be followed by another."""
        stage, tried = COLUMNS.of(states, "stage"), COLUMNS.of(states, "tried")
        armies = self.setups.most_armies
        left = armies - sum((tried >> number) & 1 for number in range(armies))
        early = FIGHT + 2 * left + stage
        return np.where(stage <= INTERCEPTION, early, FIGHT - stage)

    def starts(self) -> Starts:
        """Return the first row of each battle."""
        rows = np.zeros((len(self.setups), len(COLUMNS.names)), np.int64, order="F")
        rows[:, COLUMNS.at["battle"]] = np.arange(len(rows))
        return Starts(COLUMNS.set(rows, interceptable(Situation(self.setups, rows))))
