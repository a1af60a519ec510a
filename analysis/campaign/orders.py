"""In which order to fight the battles of a plan."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from analysis.campaign.aim import PlanAim
from analysis.campaign.answer import Campaign, campaign
from analysis.campaign.stages import Ended, LeftOvers, Plan, Planned
from analysis.campaign.totals import final_number
from combat.errors import IllegalBattleError, OptionError
from combat.estimate import Estimate

MOST_STAGES = 6  # 720 orders


@dataclass(frozen=True, eq=False)
class Order:
    """One order of a plan's stages.

    Attributes
    ----------
    names : tuple of str
    value : Estimate
        What the orders are ranked by.
    found : Campaign
        What the plan leads to in this order.
    """

    names: tuple[str, ...]
    value: Estimate
    found: Campaign


def orders(plan: Plan, *, by: str | None = None, **how: Any) -> tuple[Order, ...]:  # noqa: ANN401
    """Fight a plan in every order of its stages, and rank them; the best first, ties as written.

    A stage that asks something of another comes after it; an order that the rules do not allow is
    left out.

    Parameters
    ----------
    plan : Plan
    by : str, optional
        A quantity or an event of the whole plan, as `PlanAim` reads it; decisions are made for it
        too. The plan's own aim if none.
    **how
        Keywords of `campaign`.

    Raises
    ------
    OptionError
        For a plan of too many stages, or a name that the plan does not have.
    """
    if len(plan.stages) > MOST_STAGES:
        raise OptionError(
            f"{len(plan.stages)} stages have too many orders; at most {MOST_STAGES} can be tried",
            given=str(len(plan.stages)),
            allowed=(f"up to {MOST_STAGES}",),
        )
    plan = replace(plan, aim=by or plan.aim)
    aim = PlanAim.read(plan)
    found, refusals = [], []
    for one in _reordered(plan):
        try:
            found.append(_judged(one, aim.name, how))
        except IllegalBattleError as refusal:  # what one stage hands on may rule an order out
            refusals.append(refusal)
    if not found:
        raise refusals[0]
    return tuple(sorted(found, key=lambda order: -aim.sign * round(order.value.value, 12)))


def _judged(plan: Plan, name: str, how: Mapping[str, Any]) -> Order:
    found = campaign(plan, **how)
    names = tuple(stage.name for stage in plan.stages)
    return Order(names, final_number(found, name), found)


def _reordered(plan: Plan) -> Iterator[Plan]:
    """Yield the plan in every order in which no stage comes before one that it asks about."""
    stages = plan.stages
    for order in permutations(range(len(stages))):
        place = {stage: at for at, stage in enumerate(order)}
        asked = [(fact.stage, number) for number in order for fact in stages[number].facts]
        if all(place[before] < place[after] for before, after in asked):
            moved = tuple(_moved(stages[number], place) for number in order)
            if not moved[0].turned:
                yield replace(plan, stages=moved)


def _moved(stage: Planned, place: Mapping[int, int]) -> Planned:
    """Return a stage whose facts are about the stages in their new places."""

    def side(value: Any) -> Any:  # noqa: ANN401
        if not isinstance(value, LeftOvers):
            return value
        return replace(value, left=replace(value.left, stage=place[value.left.stage]))

    when: Sequence[tuple[Ended, bool]] = [
        (replace(fact, stage=place[fact.stage]), wanted) for fact, wanted in stage.when
    ]
    options = tuple(
        replace(option, attacker=side(option.attacker), defender=side(option.defender))
        for option in stage.options
    )
    return replace(
        stage,
        attacker=side(stage.attacker),
        defender=side(stage.defender),
        when=tuple(when),
        options=options,
    )
