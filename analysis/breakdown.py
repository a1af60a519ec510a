"""What each modifier of a battle is worth, in chance: the sum of both sides, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from analysis.answers import odds
from combat.battle import Battle
from combat.changes import Change, Modifier
from combat.errors import OptionError
from combat.game import ATTACKER, DEFENDER, Event
from combat.outcomes import Outcomes

if TYPE_CHECKING:
    import pandas as pd

SIDES = (ATTACKER, DEFENDER)
COLUMNS = ("side", "modifier", "rule", "low", "high", "there", "change", "per", "event", "worth")


class Weighed(NamedTuple):
    """A line of a side's sum, the event in words, and what the line is worth in its chance.

    ``worth`` is NaN where nothing can be changed, or the rules do not allow the changed battle.
    """

    line: Modifier
    event: str
    worth: float


def weighed(outcomes: Outcomes, event: str | None = None) -> tuple[Weighed, ...]:
    """Return the lines of both sums, each with its worth; see `modifier_frame`.

    Raises
    ------
    OptionError
        For a game without such sums, or an event that the battle does not have.
    """
    battle = outcomes.battle
    lines = modifiers_of(battle)
    usual = battle.game.weighed or battle.game.main_event
    asked = battle.event(event or usual(battle))
    known = outcomes if outcomes.exact else odds(battle, engine="exact")
    now = known.event(asked.name).value
    return tuple(Weighed(line, asked.text, _worth(battle, line, asked, now)) for line in lines)


def sums(lines: Sequence[Modifier]) -> dict[str, tuple[int, int]]:
    """Return the least and the most that each side adds to its die."""
    found = {}
    for side in SIDES:
        bounds = [(line.low, line.high) for line in lines if line.there and line.side == side]
        found[side] = sum(low for low, _ in bounds), sum(high for _, high in bounds)
    return found


def modifier_frame(outcomes: Outcomes, event: str | None = None) -> pd.DataFrame:
    """Lines of both sums and their worth: side, modifier, rule, low, high, there, change, … worth.

    ``worth`` is the chance of the event with the line less the chance without it, or what one more
    of it adds (then ``per`` says one of what); it is positive where the line helps the side that
    has it. It is NaN where nothing can be changed, or the rules do not allow the battle that is so
    changed. Best play, if there is any, answers the change, for the goal that it has in the
    outcomes: the worth is the change of the chance that they show. All chances are exact, whatever
    the outcomes are.

    Parameters
    ----------
    outcomes : Outcomes
    event : str, optional
        The one that the game weighs modifiers in if none. Of an event that is good for neither side
        the worth is what the line adds to its chance.

    Returns
    -------
    DataFrame
        ``event`` in words, the same in all rows; ``low`` and ``high``, the least and the most that
        the line adds to the die; ``there``, whether it counts or only could be had; ``change`` that
        the worth is of, in words, empty for none.

    Raises
    ------
    OptionError
        For a game without such sums, or an event that the battle does not have.

    Examples
    --------
    >>> from analysis.answers import odds
    >>> frame = modifier_frame(odds("ww british, 3 cu, gen 1/1 v american, 3 cu, gen 1/1, militia"))
    >>> frame.loc[frame["modifier"] == "militia", "worth"].round(3).tolist()
    [0.153]
    """
    import pandas as pd

    rows = [
        (
            *(one.line.side, one.line.name, one.line.rule, one.line.low, one.line.high),
            one.line.there,
            one.line.change.text() if one.line.change else "",
            *(one.line.per, one.event, one.worth),
        )
        for one in weighed(outcomes, event)
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype({"worth": float})


def sum_frame(outcomes: Outcomes) -> pd.DataFrame:
    """Sums of the modifiers that count, and their bounds: side, low, high.

    Raises
    ------
    OptionError
        For a game without such sums.
    """
    import pandas as pd

    rows = [(side, *bounds) for side, bounds in sums(modifiers_of(outcomes.battle)).items()]
    return pd.DataFrame(rows, columns=["side", "low", "high"])


def modifiers_of(battle: Battle) -> tuple[Modifier, ...]:
    """Return the lines of both sides.

    Raises
    ------
    OptionError
        For a game without them.
    """
    if battle.game.modifiers is None:
        raise OptionError(f"{battle.game.title} has no modifiers to add up")
    return battle.game.modifiers(battle)


def _worth(battle: Battle, line: Modifier, event: Event, now: float) -> float:
    """What a line is worth to the side that has it, in chance."""
    change = line.change
    other = None if change is None else battle.game.changed(battle, change, 1)
    if change is None or other is None:
        return float("nan")
    then = odds(other, engine="exact").event(event.name).value
    gained = then - now if _brings(change, line) else now - then
    against = event.side in SIDES and event.side != line.side
    return 0.0 if gained == 0 else -gained if against else gained


def _brings(change: Change, line: Modifier) -> bool:
    """Whether it is the changed battle that has the line, or more of it."""
    return change.step > 0 if change.step else not line.there
