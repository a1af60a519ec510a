"""A plan as it is asked about: its battles in a row, in every order, or the attacks of a turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analysis.campaign.answer import Campaign
from analysis.campaign.answer import campaign as ask_campaign
from analysis.campaign.document import campaign_document, orders_document
from analysis.campaign.orders import Order, orders
from analysis.campaign.plan import parse_plan
from analysis.campaign.stages import Plan
from analysis.campaign.steps import Watched
from analysis.files import is_turn
from analysis.turn import Turn, parse_turn
from analysis.turn_document import turn_document
from combat.errors import OptionError

AS_WRITTEN, BEST = "as-written", "best"


@dataclass(frozen=True)
class Orders:
    """A plan in every order of its stages.

    Parameters
    ----------
    plan : Plan
    ranked : sequence of Order
        The best first.
    name : str
        What they are ranked by.
    """

    plan: Plan
    ranked: Sequence[Order]
    name: str


def ask_plan(
    text: str,
    *,
    order: str | None = None,
    by: str | None = None,
    watched: Watched = iter,
    **how: Any,  # noqa: ANN401
) -> Campaign | Orders | Turn:
    """Answer for a plan, given as the text of its file.

    Parameters
    ----------
    text : str
    order : {'as-written', 'best'}, optional
    by : str, optional
        What orders are ranked by, and decisions made for.
    watched : callable, optional
        Passes stages on as they are worked at.
    **how
        ``engine``, ``trials``, ``precision`` and ``rng``.

    Raises
    ------
    WargameError
        In one line that names the entry or the option at fault.
    """
    best = _wants_best(order)
    if is_turn(text):
        _check_turn({**how, "order": order, "by": by})
        return parse_turn(text)
    plan = parse_plan(text)
    if by is not None and not best and not plan.is_decided:
        raise OptionError(
            "--by says what orders are ranked by: add --order best",
            given=by,
            allowed=(AS_WRITTEN, BEST),
        )
    if best:
        return Orders(plan, orders(plan, by=by, **how), by or plan.aim or plan.game.value)
    return ask_campaign(replace(plan, aim=by or plan.aim), watched=watched, **how)


def plan_document(found: Campaign | Orders | Turn) -> dict[str, Any]:
    """Return what a plan leads to as plain data, whichever it is."""
    if isinstance(found, Turn):
        return turn_document(found)
    if isinstance(found, Orders):
        return orders_document(found.ranked, found.name)
    return campaign_document(found)


def _wants_best(order: str | None) -> bool:
    """Whether all orders are to be tried."""
    allowed = (AS_WRITTEN, BEST)
    if order not in (None, *allowed):
        raise OptionError(
            f"--order {order!r} is not known; it is {' or '.join(allowed)}",
            given=order,
            allowed=allowed,
        )
    return order == BEST


def _check_turn(options: Mapping[str, Any]) -> None:
    """Refuse what a turn of attacks takes no notice of."""
    names = {"trials": "trials", "precision": "precision", "rng": "seed"}
    names |= {"order": "order", "by": "by"}
    given = [name for key, name in names.items() if options.get(key) is not None]
    if options.get("engine") not in (None, "auto", "exact"):
        given.append("engine")
    if given:
        raise OptionError(
            f"--{given[0]} is for battles in a row; a turn of attacks is solved exactly, in the"
            f" best order: leave --{given[0]} out",
            given=given[0],
        )
