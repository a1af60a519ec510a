"""The frames of each kind of answer, by name; each is made when it is asked for."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

from analysis import frames
from analysis.breakdown import modifier_frame, sum_frame
from analysis.flow import flow_frame
from analysis.frame_sheet import PERCENT, PLAIN, POINTS, with_bounds
from analysis.variants import variant_chances
from combat.estimate import Estimate

if TYPE_CHECKING:
    from analysis.advice import Advice
    from analysis.campaign import Campaign
    from analysis.compare.answer import Comparison
    from analysis.sensitivity import Sensitivity
    from analysis.size import Size
    from combat.decks.answer import DeckAnswer
    from combat.outcomes import Outcomes
    from combat.sheets import Sheets

Maker = Callable[..., "pd.DataFrame | None"]
CHANCE = {"chance": PERCENT}
COST = {"cost": PLAIN}


def _written(make: Maker, formats: Mapping[str, str], *, bounds: str = "", **heads: str) -> Maker:
    """Return what makes a frame that says how its columns are written."""

    def made(**options: Any) -> "pd.DataFrame | None":  # noqa: ANN401
        found = make(**options)
        if found is not None:
            known = {"formats": dict(formats), "heads": heads, "bounds": bounds}
            found.attrs |= {key: value for key, value in known.items() if value}
        return found

    return made


def of_outcomes(answer: "Outcomes") -> dict[str, Maker]:
    """Return the frames of how a battle can end; each quantity is the name of its distribution."""
    swings: dict[str, Maker] = {
        quantity.name: _written(partial(_swing, answer, quantity.name), CHANCE)
        for quantity in answer.battle.quantities
        if quantity.of is not None
    }
    return swings | {
        "outcomes": _written(
            partial(frames.outcome_frame, answer),
            {"value": PERCENT},
            bounds="value",
            event="how it ends",
            side="good for",
            value="chance",
        ),
        "quantities": _written(partial(_quantities, answer), {"sd": "number"}, value="mean"),
        "ends": _written(partial(_ends, answer), CHANCE),
        "finals": _written(partial(_finals, answer), CHANCE),
        "swing": _written(partial(_swing, answer), {"swing": PLAIN} | CHANCE),
        "survivors": _written(partial(frames.survivors_frame, answer), CHANCE, bounds="chance"),
        "rounds": _written(partial(frames.rounds_frame, answer), CHANCE),
        "retreat": partial(frames.retreat_frame, answer),
        "modifiers": _written(partial(modifier_frame, answer), {"worth": POINTS}),
        "sums": partial(sum_frame, answer),
        "flow": _written(partial(flow_frame, answer), CHANCE | {"share": PERCENT}, bounds="chance"),
        "variants": _written(partial(_variants, answer), CHANCE),
    }


def _swing(answer: "Outcomes", quantity: str | None = None) -> pd.DataFrame:
    return with_bounds(frames.swing_frame(answer, quantity), answer.trials)


def _finals(answer: "Outcomes") -> pd.DataFrame:
    return with_bounds(frames.final_frame(answer), answer.trials)


def _quantities(answer: "Outcomes") -> pd.DataFrame:
    """Return the quantities with their unit beside each, as people read them."""
    found = frames.quantity_frame(answer)
    found.attrs["bounds"] = "value"
    return found


def _ends(answer: "Outcomes", most: int = 5) -> pd.DataFrame:
    """Return the likeliest final states in words: end, attacker, defender, chance."""
    found = frames.final_frame(answer)
    words = {event.name: event.text for event in answer.battle.events}
    found = found[found["end"] != "rest"].head(most)
    one = [Estimate.of_chance(chance, answer.trials) for chance in found["chance"]]
    return pd.DataFrame(
        {
            "end": [words.get(end, end) for end in found["end"]],
            "attacker left": [text or "–" for text in found["attacker"]],
            "defender left": [text or "–" for text in found["defender"]],
            "chance": found["chance"].to_numpy(),
            "chance_low": [estimate.low for estimate in one],
            "chance_high": [estimate.high for estimate in one],
        }
    )


def _variants(answer: "Outcomes") -> pd.DataFrame:
    rows = [(one.text, one.value) for one in variant_chances(answer)]
    return pd.DataFrame(rows, columns=["with", "chance"])


def of_advice(answer: "Advice") -> dict[str, Maker]:
    """Return the frames of a verdict: those of its outcomes, and what flips it."""
    return of_outcomes(answer.outcomes) | {
        "flips": _written(
            partial(_flips, answer.flips), {"then": PERCENT} | COST, side="who", cost="costs"
        ),
        "verdicts": partial(_verdicts, answer),
    }


def _flips(flips: Any) -> pd.DataFrame:  # noqa: ANN401
    rows = [(one.side, one.change, one.after.replace("_", " "), one.cost) for one in flips]
    return pd.DataFrame(rows, columns=["side", "change", "verdict then", "cost"])


def _verdicts(answer: "Advice") -> pd.DataFrame:
    """Return the verdict under other plausible data: with, chance, verdict."""
    rows = [(one.text, one.value, one.verdict.replace("_", " ")) for one in answer.variants]
    return pd.DataFrame(rows, columns=["with", "value", "verdict"])


def of_size(answer: "Size") -> dict[str, Maker]:
    """Return the frames of how much is enough."""
    from analysis.size.frames import frontier_frame, tried_frame

    ways = CHANCE | COST
    return {
        "frontier": _written(partial(frontier_frame, answer), ways, bounds="chance"),
        "tried": _written(partial(tried_frame, answer), ways, bounds="chance"),
    }


def of_sensitivity(answer: "Sensitivity") -> dict[str, Maker]:
    """Return the frames of what matters: those of the verdict, and of each change."""
    from analysis.sensitivity.frames import sensitivity_frame

    chance = {"value": PERCENT, "effect": POINTS}
    ways = (
        chance
        if answer.measure.is_event
        else dict.fromkeys(chance, answer.measure.unit or "number")
    )
    flips = partial(_flips, (*answer.flips, *answer.free_flips))
    return of_advice(answer.advice) | {
        "effects": _written(
            partial(sensitivity_frame, answer), ways | COST, bounds="value", value="then"
        ),
        "flips": _written(flips, COST, cost="costs"),
    }


def of_comparison(answer: "Comparison") -> dict[str, Maker]:
    """Return the frames of plans side by side; 'plan 1' and so on are the outcomes of each."""
    from analysis.compare.frames import better_frame, plan_frame

    chances = {event.name: PERCENT for one in answer.outcomes for event in one.battle.events}
    pairs = {"better": PERCENT, "equal": PERCENT}
    return {
        "plans": _written(partial(plan_frame, answer), chances | CHANCE | COST, bounds="chance"),
        "better": _written(partial(better_frame, answer), pairs, bounds="better"),
    }


def of_campaign(answer: "Campaign") -> dict[str, Maker]:
    """Return the frames of a plan."""
    from analysis.campaign.frames import decision_frame, joint_frame, plan_swing_frame
    from analysis.campaign.picture import plan_flow

    def swing(quantity: str | None = None) -> pd.DataFrame:
        return with_bounds(plan_swing_frame(answer, quantity), answer.chain.trials)

    ways = {"swing": PLAIN} | CHANCE
    return {
        "swing": _written(swing, ways),
        "value": _written(partial(swing, answer.plan.game.value), ways),
        "joint": _written(partial(joint_frame, answer), CHANCE, bounds="chance"),
        "decisions": _written(partial(decision_frame, answer), CHANCE),
        "flow": _written(partial(plan_flow, answer), CHANCE | {"share": PERCENT}, bounds="chance"),
    }


def of_turn(answer: Any) -> dict[str, Maker]:  # noqa: ANN401
    """Return the frames of a turn's attacks: its tables."""
    return {name: partial(_turn, table) for name, table in answer.answer.tables.items()}


def _turn(table: Any) -> pd.DataFrame:  # noqa: ANN401
    from combat.turns import Number

    rows = [[one.value if isinstance(one, Number) else one for one in row] for row in table.rows]
    return pd.DataFrame(rows, columns=list(table.names))


def of_deck(answer: "DeckAnswer") -> dict[str, Maker]:
    """Return the frames of a deck: each table, and as what a chart takes with ``form``.

    ``form``: 'curves', 'timeline' or 'order'.
    """
    return {table.name: partial(_deck, answer, table.name) for table in answer.tables}


def _deck(answer: "DeckAnswer", name: str, form: str = "") -> pd.DataFrame:
    from analysis import deck

    makes = {
        "": deck.deck_frame,
        "curves": deck.cumulative_frame,
        "timeline": deck.timeline_frame,
        "order": deck.order_frame,
    }
    found, table = makes[form](answer, name), answer.table(name)
    if form:
        found = with_bounds(found, answer.runs(table))
    if table.chances:
        found.attrs |= {"formats": {"number": PERCENT} if not form else CHANCE, "bounds": "number"}
    return found


def of_sheets(answer: "Sheets") -> dict[str, Maker]:
    """Return the frames of an answer in tables, and those that charts take of it."""
    from analysis import fronts, hold, rounds_of_war
    from analysis.sheets import sheet_frame

    found: dict[str, Maker] = {
        sheet.name: partial(sheet_frame, answer, sheet.name) for sheet in answer.sheets
    }
    derived: dict[str, tuple[Callable[..., pd.DataFrame], str]] = {
        "together_values": (fronts.together_frame, "distribution"),
        "two_chances": (fronts.two_chances_frame, "fronts"),
        "held": (hold.held_frame, "garrisons"),
        "garrison_sizes": (hold.garrison_frame, "garrisons"),
        "income": (rounds_of_war.income_frame, "powers"),
        "holders": (rounds_of_war.holders_frame, "territories"),
        "cities": (rounds_of_war.cities_frame, "city_counts"),
    }
    return found | {
        name: partial(make, answer) for name, (make, sheet) in derived.items() if sheet in found
    }


def of_thumbs(answer: Any) -> dict[str, Maker]:  # noqa: ANN401
    """Return the frames of rules of thumb, measured."""
    from analysis.thumbs import misses_frame, points_frame, thumbs_frame

    shares = ("wrong", "wrong_close", "wanted_wrong")
    return {
        "thumbs": _written(partial(thumbs_frame, answer), dict.fromkeys(shares, PERCENT)),
        "misses": _written(partial(misses_frame, answer), CHANCE),
        "points": _written(partial(points_frame, answer), CHANCE),
    }


MAKERS: dict[str, Callable[[Any], dict[str, Maker]]] = {  # by the name of the answer's class
    "Outcomes": of_outcomes,
    "Advice": of_advice,
    "Size": of_size,
    "Sensitivity": of_sensitivity,
    "Comparison": of_comparison,
    "Campaign": of_campaign,
    "Turn": of_turn,
    "DeckAnswer": of_deck,
    "Sheets": of_sheets,
    "Measured": of_thumbs,
}
