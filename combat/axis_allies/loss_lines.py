"""Best losses in words: what they gain, and whom they take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from combat.attrition.free_board import ALIKE
from combat.attrition.free_side import FreeSide
from combat.attrition.loss_order import LossOrder
from combat.axis_allies.goals import attacker_wants_more, goal_of
from combat.axis_allies.losses import cheapest_first, default_order, free_sides
from combat.axis_allies.settings import table_of
from combat.axis_allies.stopping import Stopping, stopping_map
from combat.force import Force
from combat.game import ATTACKER, DEFENDER, ROLES, PolicyMap

if TYPE_CHECKING:
    from combat.arrays import Floats, Ints
    from combat.attrition.free_forward import Departures
    from combat.axis_allies.best_losses import BestLossesModel
    from combat.axis_allies.best_orders import BestOrdersModel, Pair
    from combat.axis_allies.land import Army
    from combat.axis_allies.model import LandModel
    from combat.battle import Battle

Other = tuple[str, LossOrder, float]  # what an order is called, it, and what it is worth
SHOWN_HITS = 4
RARE = 5e-4  # a share of hits that 0.1 % would not show


def losses_map(model: BestLossesModel) -> PolicyMap:
    """Return best losses, solved as a game, in words."""
    battle = model.battle
    value = model.solution.worth
    lines = [_aim_line(battle)]

    def worth_with(who: int, order: LossOrder) -> float:
        orders = list(model.fixed)
        orders[who] = order
        return replace(model, orders=(orders[0], orders[1])).solution.worth

    for who, role in _choosers(battle):
        others = _other_orders(model, who, role, worth_with)
        lines.append(_gain_line(battle, role, "the best losses", value, others))
        if role == ATTACKER:
            lines += _kept_line(model, others[0][2])
    fights = model.duel.fightable[_start(model)]
    if fights:
        lines += [_first_line(model, who, role) for who, role in _choosers(battle)]
    if fights and model.duel.horizon is None:
        mass = model.odds.fought
        for (who, role), found in _departed(model, mass):
            lines.append(_departure_line(role, _army(model, who), found))
    if not battle["retreat"].best:
        return _in_words(lines)
    without = replace(model, may_stop=False).solution.worth
    return _with_retreat(model, lines, (model.solution.gain, value, without))


def orders_map(model: BestOrdersModel) -> PolicyMap:
    """Return the best of all orders in words."""
    from combat.axis_allies.best_orders import orders_worth

    battle, found = model.battle, model.found
    lines = [_aim_line(battle), _orders_line(model)]
    if not found.settled:
        lines.append(
            "no two orders that are the best replies to one another came up; these came last"
        )

    def worth_with(who: int, order: LossOrder) -> float:
        orders = list(found.orders)
        orders[who] = order
        pair: Pair = (orders[0], orders[1])
        return orders_worth(battle, pair)

    for who, role in _choosers(battle):
        others = _other_orders(model, who, role, worth_with)
        lines.append(_gain_line(battle, role, f"'{found.orders[who]}'", found.worth, others))
    if not battle["retreat"].best:
        return _in_words(lines)
    best = model.best
    return _with_retreat(model, lines, (best.gain, best.value, best.unaided))


def _choosers(battle: Battle) -> list[tuple[int, str]]:
    """Return the sides with best losses: number and name."""
    return [(who, ROLES[who]) for who, free in enumerate(free_sides(battle)) if free]


def _aim_line(battle: Battle) -> str:
    more = attacker_wants_more(battle)
    high, low = (ATTACKER, DEFENDER) if more else (DEFENDER, ATTACKER)
    goal = goal_of(battle)
    if battle["choose_losses"] == "attacker":
        way = "high" if more else "low"
        return f"best losses: the attacker, who names those of both, wants {goal} {way}"
    return f"best losses: the {high} wants {goal} high, the {low} wants it low"


def _other_orders(
    model: LandModel, who: int, role: str, worth_with: Callable[[int, LossOrder], float]
) -> list[Other]:
    """Return cheapest-first, and the usual order where that is another one of the types there."""
    battle = model.battle
    there = (model.made[1], model.made[2])[who].names
    found: list[Other] = []
    for name, whole in (
        ("cheapest-first", cheapest_first(battle, role)),
        ("the usual", LossOrder(default_order(battle, role))),
    ):
        order = LossOrder(tuple(unit for unit in whole.order if unit in there))
        if all(order != before for _, before, _ in found):
            found.append((name, order, worth_with(who, order)))
    return found


def _gain_line(battle: Battle, role: str, what: str, value: float, others: Sequence[Other]) -> str:
    goal = goal_of(battle)
    (name, order, worth), *usual = others
    named = f"{name}, '{order}'," if order.order else name  # of guns alone nobody is lost
    line = (
        f"{role}: with {what} {goal} is {_shown(battle, value)};"
        f" with {named} it is {_shown(battle, worth)}"
    )
    return line + "".join(f", with {name} '{one}' {_shown(battle, w)}" for name, one, w in usual)


def _kept_line(model: BestLossesModel, cheapest: float) -> list[str]:
    """Say what the usual order is worth with the last land unit kept, if that is a better one."""
    army = model.made[1]
    domains = {table_of(model.battle.settings)[name].domain for name in army.names}
    if not {"land", "air"} <= domains:
        return []
    order = LossOrder(army.names, ((1, "land"),))
    worth = replace(model, orders=(order, model.fixed[1])).solution.worth
    if worth <= cheapest + ALIKE:
        return []
    return [f"attacker: with '{order}' it is {_shown(model.battle, worth)}"]


def _shown(battle: Battle, worth: float) -> str:
    """Return what the attacker wants more of as the goal, in words."""
    value = worth if attacker_wants_more(battle) else -worth
    event = any(event.name == goal_of(battle) for event in battle.events)
    return f"{100 * value + 0.0:.2f} %" if event else f"{value + 0.0:+.2f}"


def _orders_line(model: BestOrdersModel) -> str:
    orders = [f"{role} '{model.found.orders[who]}'" for who, role in _choosers(model.battle)]
    return (
        "too large to solve as a game: the best of all fixed orders of the types there:"
        f" {', '.join(orders)}"
    )


def _army(model: BestLossesModel, who: int) -> Army:
    return (model.made[1], model.made[2])[who]


def _start(model: BestLossesModel) -> tuple[int, int]:
    """Return the nodes of both sides with everything there."""
    _, attacker, defender = model.made
    battle = model.battle
    return attacker.node(dict(battle.attacker)), defender.node(dict(battle.defender))


def _first_line(model: BestLossesModel, who: int, role: str) -> str:
    """Say whom a side gives up in the first round, with everything there."""
    army, plan = _army(model, who), model.solution.plan(0)
    start = _start(model)
    whole = start[who]
    side = army.graph
    assert isinstance(side, FreeSide)
    most = min(_army(model, 1 - who).graph.most_hits, int(side.rank[whole]))
    if who:
        left = [int(plan.target[start[0], whole, hits]) for hits in range(1, most + 1)]
    else:
        every = range(1, most + 1)
        left = [_followed(side, plan.option, (whole, hits, start[1])) for hits in every]
    usual = side.next(most)[whole, 1:].tolist()
    head = f"{role}, with everything there"
    if model.duel.horizon is not None:
        head += " in round 1"
    order = " ".join(army.names)
    if left == usual:
        return f"{head}: losses as in '{order}', however many hits"
    parts = [_lost(army, whole, left, hits) for hits in range(1, min(most, SHOWN_HITS) + 1)]
    first = next(hits for hits in range(1, most + 1) if left[hits - 1] != usual[hits - 1])
    if first > SHOWN_HITS:  # the first that is not as usual
        parts += ["…"] * (first > SHOWN_HITS + 1) + [_lost(army, whole, left, first)]
    shown = max(first, SHOWN_HITS)
    parts += ["…"] * (most > shown)
    return f"{head}: {'; '.join(parts)} ({_until(first)} '{order}')"


def _until(first: int) -> str:
    return "not as in" if first == 1 else f"up to {first - 1} as in"


def _lost(army: Army, whole: int, left: Sequence[int], hits: int) -> str:
    """Say whom so many hits take."""
    force = _force(army, army.units[whole] - army.units[left[hits - 1]])
    return f"{hits} hit{'s' if hits > 1 else ' takes'} {force or 'no unit'}"


def _followed(side: FreeSide, option: Ints, decision: tuple[int, int, int]) -> int:
    """Return where the attacker's losses lead, hit by hit."""
    node, hits, against = decision
    for due in range(hits, 0, -1):
        node = int(side.options[node, option[node, due, against]])
    return node


def _force(army: Army, counts: Sequence[int]) -> Force:
    return Force.of(dict(zip(army.names, map(int, counts), strict=True)))


def _departed(
    model: BestLossesModel, fought: Floats
) -> Iterator[tuple[tuple[int, str], Departures]]:
    found = model.engine.departures(fought)
    for who, role in _choosers(model.battle):
        yield (who, role), found[who]


def _departure_line(role: str, army: Army, found: Departures) -> str:
    """Say how often, and with whom, the losses differ from the usual order."""
    order = " ".join(army.names)
    hits = float(found.hits[0])
    taken, spared = (
        _by_type(army, counts / hits if hits else counts) for counts in (found.taken, found.spared)
    )
    if not taken:
        return f"{role}: hardly ever other losses than those of '{order}'"
    share = sum(share for _, share in taken)
    return (
        f"{role}: {100 * (1 - share):.1f} % of the hits take whom '{order}' says; the others take"
        f" {_list(taken)} and spare {_list(spared)}"
    )


def _by_type(army: Army, shares: Floats) -> list[tuple[str, float]]:
    """Return the shares of hits by type, the largest first, without those that do not show."""
    by_type = shares @ army.segments.owners
    found = [(name, float(by_type[at])) for at, name in enumerate(army.names)]
    return sorted((pair for pair in found if pair[1] >= RARE), key=lambda pair: -pair[1])


def _list(shares: Sequence[tuple[str, float]]) -> str:
    return " and ".join(f"{name} ({100 * share:.1f} %)" for name, share in shares)


def _in_words(lines: Sequence[str]) -> PolicyMap:
    nowhere = np.zeros(0, dtype=np.int64)
    return PolicyMap(nowhere, nowhere, nowhere > 0, nowhere.astype(float), tuple(lines))


def _with_retreat(
    model: LandModel, lines: Sequence[str], found: tuple[Floats, float, float]
) -> PolicyMap:
    """Add the best retreat to what is said of losses."""
    _, attacker, defender = model.made
    duel = model.duel
    gain, value, without = found
    best = Stopping(
        attacker.units.sum(axis=1),
        defender.units.sum(axis=1),
        model.odds.fought + model.odds.halted,
        duel.fightable,
        duel.going(1),
        gain,
        value,
        without,
        duel.horizon is not None,
    )
    stopping = stopping_map(best)
    battle = model.battle
    worth = (
        f"with the option to retreat {goal_of(battle)} is {_shown(battle, value)};"
        f" without it {_shown(battle, without)}"
    )
    return stopping._replace(lines=(*lines, stopping.lines[0], worth))
