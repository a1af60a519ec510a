"""The numbers of a campaign: of each stage given that it is fought, and of the whole plan."""

import math
from dataclasses import replace

import numpy as np

from analysis.campaign.answer import Campaign
from analysis.campaign.views import ENEMY, has, shares, shows, values, view
from analysis.campaign.views import words as words_of
from analysis.campaign.weighed import lists, weighed
from combat.arrays import Floats
from combat.chain import Stage
from combat.estimate import Estimate
from combat.game import Quantity
from combat.outcomes import Outcomes


def stage_events(found: Campaign, number: int) -> dict[str, Estimate]:
    """Chances of a stage's events, given that it is fought; empty if it never is."""
    stage = found.chain.stages[number]
    reached = stage.reached
    chances: dict[str, float] = {}
    for chance, outcomes in stage.fought:
        for event in outcomes.battle.events:
            more = chance * outcomes.event(event.name).value
            chances[event.name] = chances.get(event.name, 0.0) + more
    return {
        name: _chance(found, chance / reached, _runs(stage), reached)
        for name, chance in chances.items()
    }


def stage_quantities(found: Campaign, number: int) -> dict[str, Estimate]:
    """Means and spreads of a stage's quantities, given that it is fought; empty if it never is."""
    stage = found.chain.stages[number]
    return {
        quantity.name: _stage_quantity(stage, quantity)
        for quantity in found.plan.game.quantities
        if any(shows(outcomes, quantity) for _, outcomes in stage.fought)
    }


def _stage_quantity(stage: Stage, quantity: Quantity) -> Estimate:
    """Mix the battles that may be fought at a stage."""
    mean = second = 0.0
    for chance, outcomes in stage.fought:
        if has(outcomes, quantity.name):
            one = outcomes.quantity(quantity.name)
            mean += chance / stage.reached * one.value
            second += chance / stage.reached * (one.sd**2 + one.value**2)
    sd = math.sqrt(max(0.0, second - mean**2))
    return Estimate.of_mean(mean, sd, _runs(stage))


def _runs(stage: Stage) -> int | None:
    """Simulated runs that come to a stage, if it is simulated."""
    return None if stage.trials is None else max(1, round(stage.trials * stage.reached))


def final_events(found: Campaign) -> dict[str, Estimate]:
    """Chances of what the whole plan comes to.

    Where all battles are for one place that is the plan's last word on it (`last_words`), where
    each is for a place of its own it is what happens at least once (`ever_events`).
    """
    sequels = found.plan.game.sequels
    assert sequels is not None
    return last_words(found) if sequels.one_place else ever_events(found)


def final_number(found: Campaign, name: str) -> Estimate:
    """Chance of an event, or mean of a quantity, of the whole plan; 0 for one that never comes."""
    quantity = found.plan.game.quantity(name)
    if quantity is not None:
        return _total(found, quantity)
    return final_events(found).get(name) or _chance(found, 0.0, found.chain.trials)


def ever_events(found: Campaign) -> dict[str, Estimate]:
    """Chances that an event happens at least once, with 'enemy_' where the enemy attacks."""
    stages = found.plan.stages
    names = list(
        dict.fromkeys(
            (ENEMY if stages[number].turned else "") + event.name
            for number in range(len(stages))
            for _, outcomes in weighed(found, number)
            for event in outcomes.battle.events
        )
    )

    def happened(stage: int, outcomes: Outcomes, before: Floats) -> Floats:
        after = outcomes.chance[:, None] * before
        prefix = ENEMY if stages[stage].turned else ""
        for event in outcomes.battle.events:
            place = names.index(prefix + event.name) + 1
            rows = event.of(outcomes)
            after[rows, place] = outcomes.chance[rows] * before[0]
        return after

    chances = found.chain.carried(np.append(1.0, np.zeros(len(names))), happened)[1:]
    return {
        name: _chance(found, float(chance), found.chain.trials)
        for name, chance in zip(names, chances, strict=True)
    }


def last_words(found: Campaign) -> dict[str, Estimate]:
    """Chances of the last word that the plan has on what is fought for.

    The last word is the last stage in which the game's first event came true, by which what is
    fought for changes hands; if it never did, the last stage that was fought. Each word is the
    event of that stage, with 'enemy_' before it where the other side attacked. Events that do not
    share out how a battle ends have no part in it.
    """
    game, stages = found.plan.game, found.plan.stages
    known = shares(game.events)
    words = [(turned, event.name) for turned in (False, True) for event in known]
    lasting = np.array([name == known[0].name for _, name in words])

    def spoken(stage: int, outcomes: Outcomes, before: Floats) -> Floats:
        word = words_of(outcomes, known) + len(known) * stages[stage].turned
        if not len(outcomes) or word.min() < 0:
            return np.outer(outcomes.chance, before)
        loose = before[:-1] * ~lasting
        after = np.repeat((before - np.append(loose, before[-1]))[None, :], len(outcomes), axis=0)
        moved = np.where(lasting[word], before.sum(), loose.sum() + before[-1])
        after[lasting[word]] = 0.0
        after[np.arange(len(outcomes)), word] += moved
        return after * outcomes.chance[:, None]

    start = np.append(np.zeros(len(words)), 1.0)  # the last place: nothing is said yet
    chances = found.chain.carried(start, spoken)
    applies = {
        (stages[number].turned, event.name)
        for number in range(len(stages))
        for _, outcomes in weighed(found, number)
        for event in outcomes.battle.events
    }
    return {
        (ENEMY if word[0] else "") + word[1]: _chance(found, float(chance), found.chain.trials)
        for word, chance in zip(words, chances, strict=False)
        if word in applies
    }


def final_quantities(found: Campaign) -> dict[str, Estimate]:
    """Means and spreads of the quantities summed up over all stages.

    They are seen from the side of the plan's first attacker: where the other side attacks, its
    losses count as the defender's. The spread of a sum along the path, such as rounds, is not a
    number, as final states do not show it; but where it is 0 for certain.
    """
    return {
        quantity.name: _total(found, quantity)
        for quantity in found.plan.game.quantities
        if lists(found, quantity)
    }


def _total(found: Campaign, quantity: Quantity) -> Estimate:
    turned = [stage.turned for stage in found.plan.stages]
    if quantity.of is not None:
        return found.chain.total(
            lambda stage, outcomes: values(outcomes, quantity, turned=turned[stage])
        )
    mean = spread = 0.0
    views = [view(quantity, turned=one) for one in turned]
    for stage, (name, sign) in zip(found.chain.stages, views, strict=True):
        for chance, outcomes in stage.fought:
            if has(outcomes, name):
                one = outcomes.quantity(name)
                mean += sign * chance * one.value
                spread += math.sqrt(chance * (one.sd**2 + one.value**2))
    total = Estimate.of_mean(mean, spread, found.chain.trials)
    return replace(total, sd=math.nan) if spread else total


def _chance(found: Campaign, chance: float, trials: int | None, reached: float = 1.0) -> Estimate:
    return Estimate.of_chance(chance, trials, dropped=found.chain.dropped / reached)
