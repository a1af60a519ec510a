"""Where a battle goes next: from the tries to intercept to the dice (WW-16).

Each function reads many battles at once and returns the columns that change.
"""

from __future__ import annotations

import numpy as np

from combat.arrays import Ints
from combat.stages.columns import Values
from combat.stages.rules import FINISHED, Mask, Side
from combat.washingtons_war.setups import TRYING as TRIES
from combat.washingtons_war.situation import COLUMNS, OVERRUN, UNOPPOSED, Situation

TRYING, INTERCEPTION, LEADING, RETREATING, RETREAT, ATTACKER_CARD, DEFENDER_CARD, FIGHT = range(8)
_, NEVER, BEST = range(len(TRIES))


def ended(end: int) -> Values:
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


def trying(here: Situation, army: Ints) -> Values:
    """Return columns for rows in which the army of that number, from 1, tries to intercept."""
    tried = here["tried"] | (1 << np.maximum(army - 1, 0))
    return {"tried": tried, "army": army, "stage": INTERCEPTION}


def interceptable(here: Situation) -> Values:
    """Return columns for rows in which nobody has intercepted yet (WW-16)."""
    if not here.setups.most_armies:
        return entering(here)
    trying = np.logical_or.reduce(may_try(here)[:, 1:], axis=1)
    best = here.setups.tries[here.battle] == BEST
    next_try = {"stage": np.where(best, TRYING, INTERCEPTION)}
    return COLUMNS.either(trying, next_try, entering(here), here.rows)


def leading(here: Situation) -> Values:
    """Return columns for rows in which an army has intercepted: battle at once (WW-01, WW-17)."""
    if not here.two_generals.any():
        return carding(here)
    leaders = here.leaders
    chosen = here.two_generals & leaders.all(axis=1)
    leader = np.where(here.two_generals, np.argmax(leaders, axis=1), here["leader"])
    led = Situation(here.setups, COLUMNS.set(here.rows, {"leader": leader}))
    onward = {"leader": leader, **carding(led)}
    return COLUMNS.either(chosen, {"stage": LEADING}, onward, here.rows)


def entering(here: Situation) -> Values:
    """Return columns after the last try to intercept: overrun, retreat before battle, battle."""
    army = (here.defence.agility > 0) & (here.defence.cu > 0)
    evade, kind = here.setups.evade[here.battle], here.setups.retreat[here.battle]
    may_go = army & (evade > 0) & (kind != NEVER)
    empty = here.defence.cu == 0
    onward = overrun_or_cards(here)
    if may_go.any():
        going = {"stage": np.where(kind == BEST, RETREATING, RETREAT)}
        onward = COLUMNS.either(may_go, going, onward, here.rows)
    return COLUMNS.either(empty, ended(UNOPPOSED), onward, here.rows)


def overrun_or_cards(here: Situation) -> Values:
    """Return columns for rows at step 1 of the battle, or overrun (WW-03)."""
    return COLUMNS.either(here.overruns, ended(OVERRUN), carding(here), here.rows)


def carding(here: Situation, done: Side | None = None) -> Values:
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
    there = Situation(here.setups, COLUMNS.set(here.rows, columns))
    betrayed = there.removed("defender") & there.overruns
    overrun: Values = {**columns, "defender_card": 0, **ended(OVERRUN)}
    return COLUMNS.either(betrayed, overrun, columns, here.rows)
