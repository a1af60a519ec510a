"""The tables of an activation deck, from the exact numbers or from a sample of turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations

from combat.arrays import Ints
from combat.decks.answer import (
    CHANCES,
    COMPUTED,
    MATRIX,
    NUMBERS,
    PMF,
    DeckTable,
    Numbers,
    mean_of,
    pmf_of,
    sd_of,
)
from combat.musket_skirmish import turn, waits
from combat.musket_skirmish.cards import PLANNING, Cards, Deck
from combat.musket_skirmish.sample import Tally

DRY = (1, 2, 3, 4)  # turns in a row without a card
LATER = "later"  # a wait longer than the table is
LONGEST = 24  # cards of a wait that are told apart
ACTIONS_A_VOLLEY = 2  # fire and reload (MT-03)


def exact_tables(deck: Deck) -> Iterator[DeckTable]:
    """Yield what is computed."""
    names = deck.names
    yield _actions({name: turn.actions(deck, name) for name in names})
    never = {name: turn.never_reached(deck, name) for name in names}
    yield _never(never)
    yield _before(deck, {pair: turn.before(deck, *pair) for pair in permutations(names, 2)})
    yield _first({name: turn.first_to_act(deck, name) for name in names})
    yield _place({name: turn.first_place(deck, name) for name in names})
    yield _length(turn.length(deck))
    yield _twice({name: turn.twice_in_a_row(deck, name) for name in names})
    volleys = {name: waits.cards_between_volleys(deck, name) for name in names}
    firing = {name: cards for name, cards in volleys.items() if cards}
    yield _enemy_wait({n: waits.enemy_wait(deck, n, cards) for n, cards in firing.items()})
    yield _card_wait({n: waits.card_wait(deck, n, cards) for n, cards in firing.items()})
    yield _dry(never)
    came = mean_of(turn.reached(deck, deck.officers))
    yield from more_tables(deck, {name: mean_of(turn.actions(deck, name)) for name in names}, came)
    if len(names) > 1:
        yield _wiped_out(deck)


def sampled_tables(deck: Deck, tally: Tally) -> Iterator[DeckTable]:
    """Yield the same from a sample of turns."""
    runs = float(tally.runs)
    names = deck.names
    yield _actions({name: _shares(tally.actions[name], runs) for name in names})
    never = {name: tally.never[name] / runs for name in names}
    yield _never(never)
    yield _before(deck, {pair: number / runs for pair, number in tally.before.items()})
    yield _first({name: tally.first[name] / runs for name in names})
    places = {name: _shares(tally.first_place[name], runs) for name in names}
    yield _place({name: {at: c for at, c in row.items() if at} for name, row in places.items()})
    yield _length(_shares(tally.length, runs))
    yield _twice({name: tally.twice[name] / runs for name in names})
    for make, found in ((_enemy_wait, tally.enemy_wait), (_card_wait, tally.card_wait)):
        waited = {n: {k: v / tally.waited for k, v in row.items()} for n, row in found.items()}
        yield replace(make(waited), runs=tally.waited)
    yield _dry(never)
    actions = {name: _shares(tally.actions[name], runs) for name in names}
    means = {name: mean_of(row) for name, row in actions.items()}
    sds = {name: sd_of(row) for name, row in actions.items()}
    spread = deck.officers / 2  # at most, of a number from 0 to all of them
    for table, of in zip(
        more_tables(deck, means, tally.officers / runs),
        more_tables(deck, sds, spread),
        strict=True,
    ):
        yield replace(table, sds=_without(of.data, "a volley kills"))
    if len(names) > 1 and PLANNING not in deck.variants:  # who acts first is planned there
        yield _wiped_out(deck)


def _shares(counts: Ints, runs: float) -> dict[int, float]:
    return {value: number / runs for value, number in enumerate(counts.tolist()) if number}


def _without(rows: Mapping[str, Numbers], known: str) -> dict[str, dict[str, float]]:
    """Return numbers without those of that name, which no simulation makes unsure."""
    return {
        group: {name: number for name, number in row.items() if name != known}
        for group, row in rows.items()
    }


def _actions(found: Mapping[str, Mapping[int, float]]) -> DeckTable:
    data = {name: pmf_of(row) for name, row in found.items()}
    return DeckTable("actions", "actions in a turn", PMF, data, "actions", mean=True)


def _never(found: Mapping[str, float]) -> DeckTable:
    data = {name: {"": chance} for name, chance in found.items()}
    return DeckTable("never_reached", "no card of its own comes in a turn", CHANCES, data)


def _before(deck: Deck, found: Mapping[tuple[str, str], float]) -> DeckTable:
    data = {
        name: {other: found[name, other] for other in deck.names if other != name}
        for name in deck.names
    }
    title = "the one to the left acts, and the one above has not acted before it"
    return DeckTable("before", title, MATRIX, data, "before")


def _first(found: Mapping[str, float]) -> DeckTable:
    data = {name: {"": chance} for name, chance in found.items()}
    return DeckTable("first_to_act", "its card is the first activation of the turn", CHANCES, data)


def _place(found: Mapping[str, Mapping[int, float]]) -> DeckTable:
    data = {name: pmf_of(row) for name, row in found.items()}
    return DeckTable("first_place", "place in the turn of its first action", PMF, data, "card")


def _length(found: Mapping[int, float]) -> DeckTable:
    data = {"game": pmf_of(found)}
    return DeckTable("turn_length", "cards turned up in a turn", PMF, data, "cards")


def _twice(found: Mapping[str, float]) -> DeckTable:
    data = {name: {"": chance} for name, chance in found.items()}
    title = "acts twice with no enemy activation between"
    return DeckTable("twice_in_a_row", title, CHANCES, data)


def _enemy_wait(found: Mapping[str, Mapping[int, float]]) -> DeckTable:
    data = {name: _cut(row) for name, row in found.items()}
    title = "enemy activations from a volley on its first card until it fires again"
    return DeckTable("enemy_wait", title, PMF, data, "enemy activations")


def _card_wait(found: Mapping[str, Mapping[int, float]]) -> DeckTable:
    data = {name: _cut(row) for name, row in found.items()}
    title = "cards turned up from that volley until it fires again"
    return DeckTable("card_wait", title, PMF, data, "cards")


def _cut(chances: Mapping[int, float]) -> dict[str, float]:
    """Return a wait's chances, the long ones as one."""
    found = pmf_of({value: c for value, c in chances.items() if value <= LONGEST})
    later = sum(chance for value, chance in chances.items() if value > LONGEST)
    return found | ({LATER: later} if later > 0 else {})


def _dry(never: Mapping[str, float]) -> DeckTable:
    data = {name: {str(n): chance**n for n in DRY} for name, chance in never.items()}
    title = "no card of its own in so many turns in a row"
    return DeckTable("dry_spell", title, CHANCES, data, "turns")


def more_tables(deck: Deck, means: Mapping[str, float], came: float) -> Iterator[DeckTable]:
    """Yield what follows from the mean actions: volleys, casualties, the officers' card.

    ``came``: officers' cards in a turn, on average.
    """
    names = deck.names
    volleys = {name: mean / ACTIONS_A_VOLLEY for name, mean in means.items()}
    armed = {name: kills_of(deck.of(name)[0]) for name in names}
    rows = {}
    for name in names:
        rows[name] = {"volleys": volleys[name]}
        if armed[name]:
            rows[name] |= {"a volley kills": armed[name], "kills": volleys[name] * armed[name]}
    title = "a turn of firing and reloading, in the long run"
    yield DeckTable("volleys", title, NUMBERS, rows, "", "a turn")
    if deck.officers:
        yield _officers(deck, armed, came)


def kills_of(cards: Cards) -> float:
    """Return what a volley of a type kills on average, 0 if its models are not given."""
    sides = 6
    if not cards.models:
        return 0.0
    return cards.models * (sides + 1 - cards.hit) / sides * (sides + 1 - cards.kill) / sides


def _officers(deck: Deck, armed: Mapping[str, float], came: float) -> DeckTable:
    """Return what an officer's action adds to a type that it is handed to (MT-04)."""
    rows = {}
    for name in deck.names:
        row = {"actions": came, "volleys": came / ACTIONS_A_VOLLEY}
        if armed[name]:
            row["kills"] = came / ACTIONS_A_VOLLEY * armed[name]
        rows[name] = row
    title = "what the officers' card adds to a type that acts on it, or is handed the action"
    return DeckTable("officers_card", title, NUMBERS, rows, "", "a turn")


def _wiped_out(deck: Deck) -> DeckTable:
    """Return the chance of each type to act first once one is wiped out (MT-07)."""
    rows = {"nobody": {name: turn.first_to_act(deck, name) for name in deck.names}}
    for gone in deck.names:
        rest = deck.without((gone,))
        rows[gone] = {name: turn.first_to_act(rest, name) for name in rest.names}
    title = "chance to be the first to act, once the one to the left is wiped out"
    return DeckTable("if_wiped_out", title, MATRIX, rows, "first", runs=COMPUTED)
