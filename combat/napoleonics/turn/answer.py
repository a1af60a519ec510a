"""What a turn's attacks lead to, for those who show it: numbers, tables, the plan in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import nan, sqrt
from typing import Any

import numpy as np

from combat.arrays import Floats
from combat.estimate import Estimate
from combat.game import Game
from combat.napoleonics.assumptions import combat_lines, worth_line
from combat.napoleonics.turn.actions import replies
from combat.napoleonics.turn.best import Turn
from combat.napoleonics.turn.forward import Fought
from combat.napoleonics.turn.kernels import MEASURES
from combat.napoleonics.turn.plan import LAST_BANNER, NET_VALUE, RACE
from combat.napoleonics.turn.race_answer import race_alone, race_lines, race_turns
from combat.napoleonics.turn.reading import read_turn
from combat.napoleonics.turn.wording import RARE, first_attacks, plan_lines
from combat.turns import Cell, Chance, Mean, Number, TurnAnswer, TurnStage, TurnTable


def turn_answer(data: Mapping[str, Any], game: Game) -> TurnAnswer:
    """Return what a plan file's turn, its race, or both, lead to.

    Raises
    ------
    WargameError
    """
    own, enemy = race_turns(data)
    if "target" not in data and "attacker" not in data:
        return race_alone(data, game, own, enemy)
    plan = read_turn(data, game)
    turn = Turn(plan, enemy, own)
    return TurnAnswer(
        game.name,
        f"{game.title}: a turn of {len(plan.attackers)} attackers on {len(plan.targets)} targets",
        plan.aim,
        tuple(_stages(turn)),
        tuple(_events(turn)),
        tuple(_quantities(turn)),
        dict(_tables(turn)),
        plan_lines(turn),
        _assumes(turn),
        _more(turn),
    )


def _events(turn: Turn) -> Iterator[Chance]:
    """Yield the chances of the whole turn."""
    needs, table = turn.plan.needs, turn.table
    gained, lost = np.indices(table.shape)
    if needs[0]:
        won = gained >= needs[0]
        yield Chance("last_banner", "the last banner is won", _exact(table[won].sum()))
        beaten = (lost >= needs[1]) & ~won
        yield Chance(
            "enemy_last_banner", "the enemy wins his last banner", _exact(table[beaten].sum())
        )
    yield Chance("banner_won", "a banner or more is won", _exact(table[gained > 0].sum()))
    yield Chance("banner_lost", "a banner or more is lost", _exact(table[lost > 0].sum()))
    if _in_race(turn):
        yield Chance("race_won", "you win the game in the end", _exact(_race_value(turn)))


def _race_value(turn: Turn) -> float:
    """Return the chance to win the game if this turn is played for its aim."""
    race, needs = turn.race, turn.plan.needs
    total = 0.0
    for (gained, lost), chance in np.ndenumerate(turn.table):
        if gained >= needs[0]:
            total += chance
        elif lost < needs[1]:
            score = race.to - needs[0] + gained, race.to - needs[1] + lost
            total += chance * race.win(*score, own_turn=False)
    return total


def _quantities(turn: Turn) -> Iterator[Mean]:
    """Yield the means of the whole turn."""
    table = turn.table
    gained, lost = np.indices(table.shape)
    for name, text, values in (
        ("banners_for", "banners won", gained),
        ("banners_against", "banners lost", lost),
        ("banner_swing", "swing (won − lost)", gained - lost),
    ):
        yield Mean(name, text, "banners", _spread(table, values))
    fought = turn.forward.fought
    for name, text in (
        ("target_blocks_lost", "blocks that the targets lose"),
        ("attacker_blocks_lost", "blocks that the attackers lose"),
    ):
        total = sum(float(one.total[MEASURES.index(name)]) for one in fought)
        yield Mean(name, text, "blocks", _mean(total))
    yield Mean("net_value", "net value", "blocks", _mean(turn.net_value))


def _exact(value: float) -> Estimate:
    return Estimate.of_exact(min(1.0, float(value)))


def _spread(table: Floats, values: Any) -> Estimate:  # noqa: ANN401
    mean = float((table * values).sum())
    variance = float((table * (values - mean) ** 2).sum())
    return Estimate.of_exact(mean, sqrt(max(0.0, variance)))


def _stages(turn: Turn) -> Iterator[TurnStage]:
    """Yield what each attacker does."""
    for attacker, fought in zip(turn.plan.attackers, turn.forward.fought, strict=True):
        yield TurnStage(
            attacker.name,
            str(attacker.unit),
            min(1.0, fought.reached),
            tuple(_stage_events(turn, fought)),
            tuple(_stage_quantities(fought)),
        )


def _stage_events(turn: Turn, fought: Fought) -> Iterator[Chance]:
    """Yield what the attacks that a unit takes part in come to, its bonus melees with them."""
    if not fought.reached:
        return
    gone = float(fought.part[MEASURES.index("eliminated")]) + fought.later
    back = float(fought.part[MEASURES.index("battle_back")])
    yield Chance("target_eliminated", "a target eliminated", _exact(gone / fought.reached))
    yield Chance("battle_back", "battled back", _exact(back / fought.reached))
    if fought.bonus > 0:
        yield Chance("bonus_melee", "a bonus melee", _exact(fought.bonus / fought.reached))
    yield Chance("joins", "joins another's attack", _exact(fought.joined / fought.reached))
    for target, chance in sorted(fought.targets.items(), key=lambda one: -one[1]):
        name = turn.plan.targets[target].name
        yield Chance(f"at: {name}", f"at {name}", _exact(chance / fought.reached))


def _stage_quantities(fought: Fought) -> Iterator[Mean]:
    if not fought.reached:
        return
    for at, (name, text) in enumerate(
        (("banners_for", "banners won"), ("banners_against", "banners lost"))
    ):
        yield Mean(name, text, "banners", _mean(fought.banners[at] / fought.reached))
    for name in ("target_blocks_lost", "attacker_blocks_lost"):
        mean = float(fought.total[MEASURES.index(name)]) / fought.reached
        yield Mean(name, name.replace("_", " "), "blocks", _mean(mean))


def _mean(value: float) -> Estimate:
    """Return a mean whose spread is not computed."""
    return Estimate.of_exact(value, nan)


def _tables(turn: Turn) -> Iterator[tuple[str, TurnTable]]:
    in_percent = turn.plan.aim in (LAST_BANNER, RACE)
    firsts = [
        (text, Number(value, f"{100 * value:.1f} %") if in_percent else _signed(value))
        for text, value in first_attacks(turn)
    ]
    head: tuple[str, ...] = (f"how to begin, for {turn.plan.aim}", ">worth")
    yield "how to begin", TurnTable(head, tuple(firsts))
    head = ("target at the end", ">gone", ">out of reach", ">there")
    yield "targets", TurnTable(head, tuple(_targets(turn)))
    head = ("one die more for", ">net value", *((">game won",) if _in_race(turn) else ()))
    yield "a die more", TurnTable(head, tuple(_dice(turn)))


def _signed(value: float) -> Number:
    return Number(value, f"{value:+.2f}")


def _points(value: float) -> Number:
    return Number(value, f"{100 * value:+.1f} points")


def _chance(value: float) -> Number:
    value = min(1.0, value)
    return Number(value, Estimate.of_exact(value).as_percent())


def _targets(turn: Turn) -> Iterator[tuple[Cell, ...]]:
    final = turn.forward.final
    for at, states in enumerate(turn.states):
        column = final.states[:, at]
        shares = [
            float(final.mass[rows].sum())
            for rows in (column == states.gone, column == states.away, column < states.away)
        ]
        yield states.target.name, *map(_chance, shares)


def _in_race(turn: Turn) -> bool:
    """Whether the file says what the whole game is about."""
    return turn.enemy is not None and turn.plan.needs[0] > 0


def _dice(turn: Turn) -> Iterator[tuple[Cell, ...]]:
    """Yield what a die more is worth, for each attacker and for all; and in the whole game."""
    usual, everybody = turn.usual, tuple(range(len(turn.plan.attackers)))
    blank = (None,) * _in_race(turn)
    for at in everybody:
        gain = usual.with_dice(at).value - usual.value
        yield turn.plan.attackers[at].name, _signed(gain), *blank
    more = turn.with_dice(*everybody)
    whole = _signed(usual.with_dice(*everybody).value - usual.value)
    if not _in_race(turn):
        yield "all of them", whole
        return
    won, later = _race_value(turn), turn.race.own
    once = _race_value(replace(more, own=later)) - won
    yield "all of them", whole, _points(once)
    if turn.own is None:
        always = _race_value(more) - won
        yield "all of them, in every turn", None, _points(always)


def _assumes(turn: Turn) -> tuple[str, ...]:
    plan = turn.plan
    lines = [
        "rules: Commands & Colors: Napoleonics, 2010 edition",
        f"best for {plan.aim}, the owner of the targets against it; both know all",
        "all moves are made before the first combat; each unit fights once (CC-40)",
    ]
    if plan.aim == NET_VALUE:
        lines.append("an attack is made only where it is worth more than nothing")
    lines += [
        worth_line(plan.settings),
        f"ways rarer than {100 * RARE:g} % in all are left out of what is told",
    ]
    lines += list(dict.fromkeys(_combat_lines(turn)))
    if turn.enemy is not None:
        lines += race_lines(given=turn.own is not None)
    if plan.aim in (LAST_BANNER, RACE):
        lines.append(
            "if one combat brings both sides their last banner, the attacker's counts first"
        )
    return tuple(lines)


def _combat_lines(turn: Turn) -> Iterator[str]:
    """Yield what each attack takes for granted, once."""
    for action in turn.kernels[0]:
        states = turn.states[action.target]
        for battle in replies(turn.plan, action, states, states.states[0]).values():
            yield from combat_lines(battle)


def _more(turn: Turn) -> dict[str, Any]:
    return {
        "first": [{"attack": text, "worth": value} for text, value in first_attacks(turn)],
        "banners": [
            {"for": int(gained), "against": int(lost), "chance": float(chance)}
            for (gained, lost), chance in np.ndenumerate(turn.table)
            if chance
        ],
    }
