"""The battles that a plan's answer is about, those included that its decisions leave out."""

from analysis.campaign.answer import Campaign
from analysis.campaign.views import shows
from combat.estimate import Estimate
from combat.game import Quantity
from combat.outcomes import Outcomes

NEVER, ALWAYS = "never", "always"


def weighed(found: Campaign, number: int) -> tuple[tuple[float, Outcomes], ...]:
    """Return the battles of a stage, each with the chance to come there.

    They are those that may be fought; where it is best to fight none, those that could have been.
    """
    fought = found.chain.stages[number].fought
    if fought:
        return fought
    return tuple(
        (position.chance, outcomes)
        for choice in found.choices
        if choice.step.number == number
        for position in choice.positions
        for outcomes in position.battles.values()
        if outcomes is not None
    )


def lists(found: Campaign, quantity: Quantity) -> bool:
    """Whether an answer about a plan lists a quantity: a battle does; the swing where none is."""
    known = [o for number in range(len(found.plan.stages)) for _, o in weighed(found, number)]
    if not known:
        return quantity.name == found.plan.game.swing
    return any(shows(outcomes, quantity) for outcomes in known)


def often(chance: Estimate) -> str:
    """Return how often something comes along a plan, in percent; 'never', 'always' where exact.

    What a decision or a condition keeps from coming is not called impossible.

    Examples
    --------
    >>> [often(Estimate.of_exact(chance)) for chance in (0.0, 0.5, 1.0)]
    ['never', '50.0 %', 'always']
    """
    text = chance.as_percent()
    return {"impossible": NEVER, "certain": ALWAYS}.get(text, text)
