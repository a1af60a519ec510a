"""Tidy frames of an answer: one row an observation, ready for pandas and for the charts."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analysis.answers import read_battle
from analysis.document import outcome_rows
from analysis.family import crossed_chances
from combat.arrays import Ints
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.errors import OptionError
from combat.game import ATTACKER, DEFENDER, NEITHER
from combat.outcomes import Outcomes

STILL_FIGHTING = "still fighting"


def outcome_frame(outcomes: Outcomes) -> pd.DataFrame:
    """Events that partition how a battle ends: event, side, value, low, high; may be none."""
    rows = [
        (event.name, event.text, event.side, *_three(outcomes, event.name))
        for event in outcomes.battle.events
        if event.partition
    ]
    frame = pd.DataFrame(rows, columns=["name", "event", "side", "value", "low", "high"])
    frame = frame[frame["value"] > 0].reset_index(drop=True)
    frame.attrs |= {"bounds": "value", "formats": {"value": "percent"}}
    return frame


def quantity_frame(outcomes: Outcomes) -> pd.DataFrame:
    """Quantities: name, quantity, unit, value, sd, low, high."""
    rows = []
    for quantity in outcomes.battle.quantities:
        if quantity.shown(outcomes.battle):
            e = outcomes.quantity(quantity.name)
            rows.append((quantity.name, quantity.text, quantity.unit, e.value, e.sd, e.low, e.high))
    columns = ["name", "quantity", "unit", "value", "sd", "low", "high"]
    frame = pd.DataFrame(rows, columns=columns)
    frame.attrs["bounds"] = "value"
    return frame


def final_frame(outcomes: Outcomes) -> pd.DataFrame:
    """Final states, likeliest first: attacker, defender, end, chance."""
    return pd.DataFrame(outcome_rows(outcomes, len(outcomes)))


def swing_frame(outcomes: Outcomes, quantity: str | None = None) -> pd.DataFrame:
    """Distribution of the swing (or another quantity of the final state): swing, chance.

    ``attrs`` have what it is in words (``what``), and its ``unit``.

    Raises
    ------
    OptionError
        For a quantity that the final state does not show.
    """
    one = outcomes.battle.quantity(quantity or outcomes.battle.game.swing)
    values, chances = outcomes.distribution(outcomes.values(one.name))
    frame = pd.DataFrame({"swing": values, "chance": chances})
    frame.attrs |= {"what": one.text, "unit": one.unit}
    return frame


def survivors_frame(outcomes: Outcomes) -> pd.DataFrame:
    """Chance to have at least k units left: side, k, chance, low, high.

    ``attrs["unit"]`` is what the game counts of a side: units, blocks, ….
    """
    rows = []
    for side in (ATTACKER, DEFENDER):
        left = units_left(outcomes, side)
        for k in range(int(left.max(initial=0)) + 1):
            estimate = outcomes.chance_of(left >= k)
            rows.append((side, k, min(estimate.value, 1.0), estimate.low, min(estimate.high, 1.0)))
    frame = pd.DataFrame(rows, columns=["side", "k", "chance", "low", "high"])
    frame.attrs |= {"bounds": "chance", "unit": outcomes.battle.game.kept}
    return frame


def units_left(outcomes: Outcomes, side: str) -> Ints:
    """Units of a side in each final state, shape (states,)."""
    columns = [c for c in outcomes.columns if c.startswith(f"{side}.")]
    total = np.zeros(len(outcomes), dtype=np.int64)
    for column in columns:
        total += outcomes.column(column)
    return total


def rounds_frame(outcomes: Outcomes, *, until: float = 0.001) -> pd.DataFrame:
    """Battle round by round: round, event, side, chance to have ended so by then.

    Parameters
    ----------
    outcomes : Outcomes
    until : float
        The frame ends with the round after which at most this chance is still fighting.

    Raises
    ------
    OptionError
        If the battle is too large for the exact engine, which makes the frame, or if it is not
        fought in rounds to one of several ends.
    """
    model = outcomes.model
    events = [e for e in outcomes.battle.events if e.partition]
    if not events:
        raise OptionError("this battle is not fought round by round to one of several ends")
    if model.work > EXACT_WORK:
        raise OptionError("this battle is too large to be followed round by round")
    ended = model.timeline()
    if ended is None:
        raise OptionError("this battle is not fought in rounds")
    fighting = np.maximum(0.0, 1.0 - ended.sum(axis=1))
    last = int(np.argmax(fighting <= until)) if (fighting <= until).any() else len(ended) - 1
    rows = [
        (number, event.text, event.side, float(ended[number, column]))
        for number in range(last + 1)
        for column, event in enumerate(events)
        if ended[-1, column] > 0
    ]
    still = [(n, STILL_FIGHTING, NEITHER, float(fighting[n])) for n in range(last + 1)]
    return pd.DataFrame(rows + still, columns=["round", "event", "side", "chance"])


def retreat_frame(outcomes: Outcomes) -> pd.DataFrame | None:
    """Best retreat by units left: attackers, defenders, decision, gain; None without one."""
    found = outcomes.model.policy_map()
    if found is None or not len(found.going):
        return None
    return pd.DataFrame(
        {
            "attackers": found.attackers,
            "defenders": found.defenders,
            "decision": np.where(found.going, "go on", "retreat"),
            "gain": found.gain,
        }
    )


def heat_frame(
    battle: Battle | str,
    attacker: str,
    defender: str,
    *,
    attackers: Sequence[int],
    defenders: Sequence[int],
    event: str | None = None,
) -> pd.DataFrame:
    """Chance of an event for so many of something of each side: attackers, defenders, chance.

    Parameters
    ----------
    battle : Battle or str
        What else there is on both sides, and the settings.
    attacker, defender : str
        What is varied: a unit, or another number of a side that the game knows.
    attackers, defenders : sequence of int
        Those numbers; they replace the ones of the battle. Where the rules do not allow the
        battle, the chance is NaN.
    event : str, optional
        The main event of the battle if none; the chart takes its words from ``frame.attrs``.

    Raises
    ------
    OptionError
        For something that is not varied in the game, for an event that the battle does not have,
        or if the rules allow none of the battles.

    Examples
    --------
    >>> heat_frame("aa 1 inf v 1 inf", "inf", "inf", attackers=[1, 2], defenders=[1]).round(3)
       attackers  defenders  chance
    0          1          1   0.250
    1          2          1   0.677
    """
    battle = read_battle(battle)
    name = event or battle.main_event
    text = battle.event(name).text
    varied = battle.game.varied
    if varied is None:
        raise OptionError(f"{battle.game.title} has no numbers of a side to vary")
    varied(battle, DEFENDER, defender, 1)  # refuses a name even if no cell comes to it
    mine = [varied(battle, ATTACKER, attacker, n) for n in attackers]
    theirs = [varied(battle, DEFENDER, defender, m) for m in defenders]
    cells = crossed_chances(mine, theirs, name)
    rows = [
        (n, m, float(cells[row, column]))
        for row, n in enumerate(attackers)
        for column, m in enumerate(defenders)
    ]
    frame = pd.DataFrame(rows, columns=["attackers", "defenders", "chance"])
    if frame["chance"].isna().all():
        raise OptionError(f"the rules allow none of the battles of {attacker!r} and {defender!r}")
    frame.attrs["event"] = text
    frame.attrs["attackers"] = f"Attacker’s {attacker}"
    frame.attrs["defenders"] = f"Defender’s {defender}"
    return frame


def _three(outcomes: Outcomes, name: str) -> tuple[float, float, float]:
    estimate = outcomes.event(name)
    return estimate.value, estimate.low, estimate.high
