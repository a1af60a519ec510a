"""The race for banners from a score, for those who show it."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from typing import Any

from combat.arrays import Floats
from combat.errors import OptionError, within
from combat.estimate import Estimate
from combat.game import Game
from combat.napoleonics.turn.plan import RACE
from combat.napoleonics.turn.reading import needs_of
from combat.race import Race, checked
from combat.toml_text import plain_text, toml_text
from combat.turns import Cell, Chance, Mean, Number, TurnAnswer, TurnTable


def race_turns(data: Mapping[str, Any]) -> tuple[Floats | None, Floats | None]:
    """Return what own and enemy turns bring, as far as the file says."""
    race = data.get("race", {})
    if not isinstance(race, dict):
        given = plain_text(race)
        raise OptionError("race is a table, [race]", given=given, allowed=("[race]",))
    for key in race:
        if key not in ("own", "enemy", "moves"):
            raise OptionError(
                f"[race]: {key!r} is not known; it has own, enemy and moves",
                given=key,
                allowed=("own", "enemy", "moves"),
            )
    with within("[race]"):
        own, enemy = (checked(race[key], key) if key in race else None for key in ("own", "enemy"))
    _moves(data)
    if race and "to_win" not in data:
        raise OptionError(
            "[race] needs to_win and score",
            given="race",
            allowed=("to_win", "score"),
        )
    return own, enemy


def race_alone(
    data: Mapping[str, Any], game: Game, own: Floats | None, enemy: Floats | None
) -> TurnAnswer:
    """Return who wins the race for banners from a score."""
    for key in data:
        if key not in ("game", "race", "to_win", "score"):
            raise OptionError(
                f"{key!r} goes with [[target]]s and [[attacker]]s; a race alone has to_win, score"
                " and [race]",
                given=key,
                allowed=("to_win", "score", "race"),
            )
    needs = needs_of(data)
    if own is None or enemy is None or not needs[0]:
        raise OptionError(
            "a race needs to_win, score, and [race] with own and enemy: what turns bring",
            given="race",
            allowed=("to_win", "score", "own", "enemy"),
        )
    to_win = data["to_win"]
    race = Race(to_win, own, enemy)
    score = to_win - needs[0], to_win - needs[1]
    own_turn = _moves(data)
    return TurnAnswer(
        game.name,
        f"{game.title}: the race to {to_win} banners from {score[0]} : {score[1]}",
        RACE,
        (),
        (_win(race, score, own_turn=own_turn),),
        (_left(race, score, own_turn=own_turn),),
        {"chance to win by score": score_table(race, own_turn=own_turn)},
        (),
        race_lines(given=True),
    )


def _moves(data: Mapping[str, Any]) -> bool:
    """Return whether it is the own side's turn."""
    moves = data.get("race", {}).get("moves", "own")
    if moves not in ("own", "enemy"):
        raise OptionError(
            f"[race]: moves is own or enemy, not {toml_text(moves)}",
            given=plain_text(moves),
            allowed=("own", "enemy"),
        )
    return bool(moves == "own")


def _win(race: Race, score: tuple[int, int], *, own_turn: bool) -> Chance:
    chance = race.win(*score, own_turn=own_turn)
    return Chance("race_won", "you win the game", Estimate.of_exact(chance))


def _left(race: Race, score: tuple[int, int], *, own_turn: bool) -> Mean:
    turns = race.turns(*score, own_turn=own_turn)
    return Mean("turns_left", "turns left, of both sides", "turns", Estimate.of_exact(turns, nan))


def score_table(race: Race, *, own_turn: bool) -> TurnTable:
    """Return the chance to win from every score: own banners down, the enemy's across."""
    numbers = range(race.to)
    head = ("own banners", *(f">enemy {n}" for n in numbers))
    rows: list[tuple[Cell, ...]] = []
    for own in numbers:
        chances = [race.win(own, enemy, own_turn=own_turn) for enemy in numbers]
        rows.append((str(own), *(Number(one, f"{100 * one:.1f} %") for one in chances)))
    return TurnTable(head, tuple(rows), by_score=True)


def race_lines(*, given: bool) -> tuple[str, ...]:
    """Return what a race takes for granted; ``given``: whether own turns are the file's."""
    own = "as the file says" if given else "like this one, played for net_value"
    return (
        f"race: own later turns are {own}; the enemy's as the file says; turns alternate, each"
        " independent of the others",
    )
