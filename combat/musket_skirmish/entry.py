"""The activation deck as the rest of the product sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from combat.arrays import Ints
from combat.decks.answer import CHANCES, EXACT, NUMBERS, SIMULATED, DeckAnswer, DeckTable
from combat.decks.game import DeckGame
from combat.decks.how import How
from combat.errors import OptionError
from combat.musket_skirmish.asked import asked, sentence
from combat.musket_skirmish.cards import PLANNING, VIGILANCE, Deck, contents
from combat.musket_skirmish.planning import HAND, PLAYERS, POLICIES, RANDOM, planned
from combat.musket_skirmish.sample import MOST_PLANNED, MOST_WAITS, Maker, Tally, Turns, tallied
from combat.musket_skirmish.settings import SETTINGS, USUAL_TURNS, Question, policies_of
from combat.musket_skirmish.tables import exact_tables, kills_of, sampled_tables
from combat.musket_skirmish.vigilance import watched
from combat.notation import plain_number

TITLE = "Musket skirmish"
ON_WATCH, AS_USUAL = "on watch", "firing on its cards"
SIMULATED_BECAUSE = {
    PLANNING: "planning depends on hidden hands and how they are played",
    VIGILANCE: "vigilance depends on who moves when",
}


def ask(data: Mapping[str, Any] | None, settings: Mapping[str, Any], how: How) -> DeckAnswer:
    """Answer for an activation deck.

    Raises
    ------
    WargameError
    """
    deck = _deck(data, settings)
    why = next((SIMULATED_BECAUSE[v] for v in SIMULATED_BECAUSE if v in deck.variants), "")
    policies = policies_of(settings, deck.sides)
    cards = f"{deck.size} card{'s' * (deck.size > 1)}"
    title = f"{TITLE}: a deck of {cards}, {', '.join(deck.variants) or 'plain'}"
    question: Question | None = settings["ask"]
    answers = (asked(deck, question),) if question else ()
    lines = (*map(sentence, answers), *_handed(deck))
    if not how.simulates(why):
        tables = (*answers, *exact_tables(deck))
        assumes = tuple(_assumes(data, deck, settings))
        return DeckAnswer("musket-skirmish", title, EXACT, tables, lines, assumes)
    make: Maker = Turns.shuffled
    followed = MOST_WAITS
    if PLANNING in deck.variants:
        make, followed = _planner(policies), MOST_PLANNED
    tally, seed = tallied(deck, how, make, followed=followed)
    if seed is not None:
        how = replace(how, rng=seed)
    found = [*answers, *sampled_tables(deck, tally)]
    if VIGILANCE in deck.variants:
        found.append(_vigilance(deck, settings, how, make))
    if PLANNING in deck.variants:
        found.append(_holding(deck, policies, how, tally))
    return DeckAnswer(
        "musket-skirmish",
        title,
        SIMULATED,
        tuple(found),
        lines,
        (*_assumes(data, deck, settings), *_fewer(tally)),
        tally.runs,
        seed,
    )


def _deck(data: Mapping[str, Any] | None, settings: Mapping[str, Any]) -> Deck:
    deck = contents(data)
    for side in settings["morale"]:
        if side not in deck.sides:
            raise OptionError(
                f"morale: {side!r} is no side; sides are {', '.join(deck.sides)}",
                given=side,
                allowed=deck.sides,
            )
    morale = tuple(dict.fromkeys((*deck.morale, *settings["morale"])))
    deck = replace(deck, morale=morale)
    if settings["without"]:
        deck = deck.without(settings["without"])
    for name in settings["watch"]:
        deck.check_name(name)
    if PLANNING in deck.variants and len(deck.sides) != PLAYERS:
        raise OptionError(
            f"planning is for two players, not for {len(deck.sides)} sides",
            given=", ".join(deck.sides),
        )
    return deck


def _handed(deck: Deck) -> Iterator[str]:
    """Yield to whom the officers' card is best handed, by what a volley kills (MT-04)."""
    armed = {name: kills_of(deck.of(name)[0]) for name in deck.names}
    if not deck.officers:
        return
    for side in deck.sides:
        mine = {name: armed[name] for name in deck.names if deck.side_of(name) == side}
        best = max(mine.values())
        who = [name for name, kills in mine.items() if kills == best]
        if best and len(who) < len(mine):
            yield (
                f"the officers' card of the {side} kills most in the hands of {' or '.join(who)}:"
                f" {plain_number(round(best, 2))} a volley (single source)"
            )


def _planner(policies: Mapping[str, str]) -> Maker:
    def make(of: Deck, runs: int, rng: Any) -> Turns:  # noqa: ANN401
        return planned(of, policies, runs, rng)

    return make


def _vigilance(deck: Deck, settings: Mapping[str, Any], how: How, make: Maker) -> DeckTable:
    """Return the volleys of each type on watch, and as usual (MT-09)."""
    turns = settings["turns"] or USUAL_TURNS
    names = settings["watch"] or deck.names
    chunks, _, _ = how.chunks()
    rows: dict[str, dict[str, list[Ints]]] = {n: {ON_WATCH: [], AS_USUAL: []} for n in names}
    runs = 0
    for size, rng in chunks:
        if runs >= MOST_PLANNED:
            break
        runs += size
        found = watched(
            deck, names, turns=turns, moves=settings["moves"], make=make, runs=size, rng=rng
        )
        for name, volleys in found.items():
            rows[name][ON_WATCH].append(volleys.on_watch)
            rows[name][AS_USUAL].append(volleys.as_usual)
    a_turn = {
        name: {way: np.concatenate(found) / turns for way, found in row.items()}
        for name, row in rows.items()
    }
    return DeckTable(
        "vigilance",
        f"volleys a turn, over {turns} turns",
        NUMBERS,
        {name: {w: float(v.mean()) for w, v in row.items()} for name, row in a_turn.items()},
        "",
        "a turn",
        runs=runs,
        sds={name: {w: float(v.std()) for w, v in row.items()} for name, row in a_turn.items()},
    )


def _holding(deck: Deck, policies: Mapping[str, str], how: How, tally: Tally) -> DeckTable:
    """Return the chance of each side to act first, by how it plays its hand (MT-10)."""
    side = deck.sides[0]
    rows = {}
    for policy in POLICIES:
        mine = {**policies, side: policy}
        found = tally
        if mine != dict(policies):
            fewer = replace(how, trials=min(tally.runs, MOST_PLANNED))
            found = tallied(deck, fewer, _planner(mine), followed=0)[0]
        first = sum(found.first[name] for name in deck.names if deck.side_of(name) == side)
        rows[policy] = {
            f"{side} acts first": first / found.runs,
            **{
                f"{name} never acts": found.never[name] / found.runs
                for name in deck.names
                if deck.side_of(name) == side
            },
        }
    title = f"what the way {side} plays its hand changes ({RANDOM}: nothing is planned)"
    return DeckTable("holding", title, CHANCES, rows, runs=min(tally.runs, MOST_PLANNED))


def _fewer(tally: Tally) -> Iterator[str]:
    """Yield which numbers rest on fewer runs, if any do."""
    if tally.waited < tally.runs:
        yield f"waits rest on {tally.waited:,} of the runs"


def _assumes(
    data: Mapping[str, Any] | None, deck: Deck, settings: Mapping[str, Any]
) -> Iterator[str]:
    if data is None:
        yield (
            "an example deck: that British regulars have two cards of two actions is of the rules,"
            " all other numbers of cards are from memory; give a deck file of your own"
        )
    if deck.stops:
        yield f"the turn ends with event card {deck.stop} of {deck.events} (MT-08)"
    yield "a type may hold its fire for a card: waits are from a volley on its first card (MT-03)"
    if deck.officers:
        yield (
            "elite types act with one action on each officers' card, other types only if an officer"
            " hands his to them (MT-04); volleys are counted on own cards"
        )
    if any(cards.models for cards in deck.cards):
        yield (
            "single source: rolls to hit and to kill; every volley is fired by all models, without"
            " modifiers and without losses"
        )
    if VIGILANCE in deck.variants:
        yield (
            "vigilance: on its card a type on watch takes a marker if it is loaded, else it"
            " reloads; it shoots after the first enemy activation that moves in sight (MT-09);"
            f" the chance that one does is {plain_number(settings['moves'])}"
        )
    if PLANNING in deck.variants:
        plans = ", ".join(f"{s} {p}" for s, p in policies_of(settings, deck.sides).items())
        yield f"planning: hands of {HAND}, who begins is drawn, played so: {plans} (MT-10)"


DECK = DeckGame(
    name="musket-skirmish",
    aliases=("mt", "muskets"),
    title=TITLE,
    edition="first edition",
    covers=(
        "the activation deck, plain, with the end of turn at an event, vigilance and planning; no"
        " battles: shooting is a small model from single-source values"
    ),
    settings=SETTINGS,
    ask=ask,
    battles=False,
    example="--set ask='British regulars fires before French indians 3'",
    timeline="actions",
    curves="first_place",
    pairs="before",
)
