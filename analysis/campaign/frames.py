"""Tidy frames of a campaign: one row an observation, ready for pandas and for the charts."""

import pandas as pd

from analysis.campaign.answer import Campaign
from analysis.campaign.decision_text import told
from analysis.campaign.sums import MOST_SUMS, distribution, joint_ends
from combat.errors import OptionError


def plan_swing_frame(found: Campaign, quantity: str | None = None) -> pd.DataFrame:
    """Distribution of the whole plan's swing (or another quantity): swing, chance.

    ``attrs`` have what it is in words (``what``), and its ``unit``. Seen from the side
    of the plan's first attacker.

    Raises
    ------
    OptionError
        For a quantity that the game does not have or final states do not show, or whose sum has too
        many values.
    """
    game = found.plan.game
    name = quantity or game.swing
    known = [one.name for one in game.quantities if one.of is not None]
    one = game.quantity(name)
    if one is None or one.of is None:
        raise OptionError(
            f"final states do not show {name!r}; they show {', '.join(known)}",
            given=name,
            allowed=known,
        )
    sums = distribution(found, one)
    if sums is None:
        raise OptionError(
            f"the sum of {name!r} over the plan has too many different values: more than"
            f" {MOST_SUMS:,}, or too many for the ways that the plan can go"
        )
    frame = pd.DataFrame({"swing": sums.values, "chance": sums.chances})
    frame.attrs |= {"what": one.text, "unit": one.unit}
    return frame


def joint_frame(found: Campaign) -> pd.DataFrame:
    """How all stages end together, likeliest first: a column a stage; chance, low, high.

    A stage that is not fought has None. Empty if there are too many ways.
    """
    names = [stage.name for stage in found.plan.stages]
    rows = [(*ends, one.value, one.low, one.high) for ends, one in joint_ends(found)]
    return pd.DataFrame(rows, columns=[*names, "chance", "low", "high"])


def decision_frame(found: Campaign) -> pd.DataFrame:
    """Options where a plan is decided: stage, position, chance, option, value, chosen.

    One row an option. ``chance`` is to come to the position under the best decisions, ``value``
    what the rest of the plan is then worth, counted as the plan's aim counts.
    """
    rows = [
        (choice.step.stage.name, one.text, one.chance, option, worth, option == one.chosen)
        for choice in found.choices
        for one in told(found, choice)
        for option, worth in one.options.items()
    ]
    columns = ["stage", "position", "chance", "option", "value", "chosen"]
    return pd.DataFrame(rows, columns=columns)
