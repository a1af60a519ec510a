"""What the report of a plan says of it, and which charts it shows."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from combat.estimate import Estimate
from combat.game import ATTACKER
from combat.sheets import Sheet
from reports.answers.parts import tables_of
from reports.showing.wording import number, percent, share

if TYPE_CHECKING:
    import pandas as pd

    from analysis.campaign import Campaign
    from analysis.turn import Turn
    from combat.chain import Stage
    from combat.outcomes import Outcomes

NOT_FOUGHT = "not fought"


class Picture(NamedTuple):
    """A chart of a turn, and what to see in it."""

    kind: str
    frame: "pd.DataFrame"
    title: str
    see: str
    options: dict[str, Any]
    figures: Sheet | None = None  # instead of the frame's own


def plan_verdict(found: "Campaign") -> Iterator[str]:
    """Say what a plan comes to: how it ends, what it costs, who holds the place."""
    from analysis.campaign.decision_text import rule_text
    from analysis.campaign.holding import holding
    from analysis.campaign.sums import joint_ends
    from analysis.campaign.totals import final_events, final_quantities

    game = found.plan.game
    assert game.sequels is not None
    words = {event.name: event.text for event in game.events}
    events = {name: one for name, one in final_events(found).items() if one.value > 0}
    if not game.sequels.one_place and joint_ends(found):
        _, chance = joint_ends(found)[0]
        yield f"The likeliest way: {way_text(found)}; {percent(chance)} of all runs."
    elif events:
        name = max(events, key=lambda name: events[name].value)
        text = words.get(name.removeprefix("enemy_"), name)
        whose = "the enemy" if name.startswith("enemy_") else "the side that attacks first"
        told = "The last word is most often" if game.sequels.one_place else "In one battle or more"
        yield f"{told}, for {whose}, ‘{text}’, in {percent(events[name])} of all runs."
    held = holding(found)
    if held is not None:
        yield from (f"{line[0].upper()}{line[1:]}." for line in held.lines)
    yield from (
        f"At {choice.step.stage.name}: {rule_text(found, choice)}." for choice in found.choices
    )
    means = []
    for name, mean in final_quantities(found).items():
        quantity = game.quantity(name)
        if quantity is not None and name in (game.swing, game.value):
            means.append(f"{quantity.text.split(' (')[0]} {number(mean, quantity.unit)}")
    if means:
        yield f"Over the whole plan, on average: {', '.join(means)}."


def way_text(found: "Campaign") -> str:
    """Return the likeliest way through a plan in words."""
    from analysis.campaign.sums import joint_ends

    ends, _ = joint_ends(found)[0]
    parts = zip(found.plan.stages, found.chain.stages, ends, strict=True)
    return "; ".join(f"{one.name}: {_ended(stage, end)}" for one, stage, end in parts)


def _ended(stage: "Stage", end: str | None) -> str:
    """Return how a stage ended, in the words of the battle that is fought there."""
    if end is None:
        return NOT_FOUGHT
    return next(fight.battle.event(end).text for _, fight in stage.fought if _can(fight, end))


def _can(fight: "Outcomes", end: str) -> bool:
    return any(event.name == end for event in fight.battle.events)


def above_text(swing: "pd.DataFrame") -> str:
    """Say how often a sum is above 0 and below it."""
    trials = swing.attrs.get("trials")
    sums = (
        float(swing.loc[side, "chance"].sum()) for side in (swing["swing"] > 0, swing["swing"] < 0)
    )
    return " and ".join(_runs(Estimate.of_chance(chance, trials)) for chance in sums)


def _runs(chance: Estimate) -> str:
    return share(chance).replace("battles", "runs").replace("battle", "run")


def turn_headline(turn: "Turn") -> str:
    """Return the answer of a turn in a sentence: what was wanted of it, or who wins the race."""
    if turn.aim:
        return turn.reason
    first = turn.answer.events[0]
    return f"The chance that {first.text} is {percent(first.estimate)}."


def turn_pictures(turn: "Turn") -> Iterator[Picture]:
    """Return the charts of a turn: what it brings, how each target ends; of a race the scores."""
    from analysis.campaign.picture import WHOSE, banner_frame, score_frame, target_frames

    answer = turn.answer
    scores = [table for table in answer.tables.values() if table.by_score]
    if scores:
        frame = score_frame(scores[0])
        best = frame.nlargest(1, "chance").iloc[0]
        see = (
            f"Up is more of your own points, right more of the enemy's; at {best['attackers']:g} :"
            f" {best['defenders']:g} the chance is {percent(float(best['chance']))}, the best here."
        )
        labels = {"xlabel": "Enemy points", "ylabel": "Own points", "label": "Chance to win"}
        figures = tables_of(turn)[scores[0].names[0]]
        yield Picture("heat", frame, "The chance to win by score", see, labels, figures)
        return
    if "banners" in answer.more:
        frame = banner_frame(turn)
        top = frame.nlargest(1, "chance").iloc[0]
        see = (
            f"Most often the turn brings {top['swing']:+g}, in {percent(float(top['chance']))};"
            " left of 0 the enemy wins more than you."
        )
        yield Picture("swing", frame, "What the turn brings", see, {})
    if "targets" in answer.tables:
        for name, frame in target_frames(answer.tables["targets"]).items():
            own = frame.loc[frame["side"] == ATTACKER, "value"].sum()
            see = f"It is gone at the turn's end in {percent(float(own))}: the blue part."
            yield Picture("outcome", frame, f"Target: {name}", see, {"names": WHOSE})


TEXTS = (plan_verdict, way_text, above_text, turn_headline, turn_pictures)
