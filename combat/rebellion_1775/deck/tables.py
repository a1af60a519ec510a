"""The tables of an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combat.decks.answer import ALL, CHANCES, MATRIX, PMF, DeckTable, pmf_of
from combat.rebellion_1775.deck.advice import choices
from combat.rebellion_1775.deck.best_play import BestPlay
from combat.rebellion_1775.deck.factions import AMERICAN, BRITISH, FACTIONS
from combat.rebellion_1775.deck.situation import Situation
from combat.rebellion_1775.deck.timing import ENDERS, Timing

AS_SET = "as set"
ROUND, OWN_TURN = "round", "own turn"


def tables(
    asked: Situation, timing: Timing, solution: BestPlay | None, trials: int | None = None
) -> Iterator[DeckTable]:
    """Yield the tables that every answer has.

    ``solution``: how those play who play best, if anybody does; ``trials``: of a simulation.
    """
    until = "; the rest: not before the end is settled" if solution else ""
    yield DeckTable(
        "truce_turn",
        f"when a faction plays its truce{until}",
        PMF,
        {name: _numbered(timing.truces[name]) for name in FACTIONS},
        OWN_TURN,
    )
    last = pmf_of(dict(enumerate(timing.last.tolist(), start=1)))
    yield DeckTable("last_round", "the game's last round", PMF, {ALL: last}, ROUND)
    ends = {str(number): chance for number, chance in timing.next_ends(asked.rounds).items()}
    title = "chance that the end comes with a round, if the game gets there"
    there = {str(n): round(c * (trials or 0)) for n, c in timing.reached(asked.rounds).items()}
    yield DeckTable("end_next_round", title, CHANCES, {ALL: ends}, ROUND, behind={ALL: there})
    settled = {
        who: pmf_of(dict(enumerate(row.tolist(), start=1)))
        for who, row in zip(ENDERS, timing.enders, strict=True)
        if row.any()
    }
    yield DeckTable("ended_by", "what settles the last round", MATRIX, settled, "last round")
    title = "who has which turns of a round and the next"
    yield DeckTable("turn_order", title, CHANCES, timing.order, "turns")
    yield from _hands(timing)


def _hands(timing: Timing) -> Iterator[DeckTable]:
    hands = timing.hands
    held = {}
    for name in hands.given:
        held[f"{name}: a given event"] = _numbered(hands.given[name])
        held[f"{name}: any event"] = _numbered(hands.some[name])
    if held:
        title = "chance to have held an event by a round"
        yield DeckTable("event_by_round", title, CHANCES, held, ROUND)
    bare = {name: _numbered(row) for name, row in hands.bare.items()}
    title = "chance that the hand for a turn, as drawn, has no movement card"
    yield DeckTable("no_movement", title, CHANCES, bare, OWN_TURN)


def value_tables(
    asked: Situation, timing: Timing, solution: BestPlay | None, *, exact: bool
) -> Iterator[DeckTable]:
    """Yield what the policies are worth, where a lead or best play is asked about.

    What other policies would be worth is computed, so that a simulated answer leaves it out.
    """
    if not asked.lead.chances and solution is None:
        return
    british = timing.ahead(asked.lead)
    rows = {BRITISH: {AS_SET: british}, AMERICAN: {AS_SET: 1.0 - british}}
    if solution is not None and exact:
        for side in asked.best_sides:
            rows[side] |= solution.alternatives[side]
    title = "chance to be ahead at the end, as set and with another truce of those who play best"
    yield DeckTable("ahead_at_end", title, CHANCES, rows, "truce")
    if solution is not None and exact:
        found = {
            f"{name}, {which}": {str(number): chance for number, chance in row.items()}
            for (name, which), row in choices(solution).items()
        }
        title = "chance that best play plays the truce, where it may choose"
        yield DeckTable("best_choice", title, CHANCES, found, ROUND)


def _numbered(chances: Sequence[float]) -> dict[str, float]:
    """Return chances by turn as chances by text, turns from 1, those of no chance among them."""
    return {str(number): float(chance) for number, chance in enumerate(chances, start=1)}
