"""What an answer about the decks takes for granted."""

from __future__ import annotations

from collections.abc import Iterator

from combat.rebellion_1775.deck.best_play import BestPlay
from combat.rebellion_1775.deck.factions import FACTIONS
from combat.rebellion_1775.deck.policies import AHEAD, WORDS
from combat.rebellion_1775.deck.situation import Situation


def assumes(asked: Situation, solution: BestPlay | None, trials: int | None) -> Iterator[str]:
    """Yield what is taken for granted, decks that are not verified among it."""
    yield from _decks(asked)
    yield (
        "a turn: one movement card, the truce being one, then the hand is filled to three; a hand"
        " without a movement card is shuffled back and drawn anew; discards do not return (RB-20)"
    )
    yield (
        "events are played as soon as they are held"
        if asked.events
        else "events are kept in hand, unless a hand without a movement card is shuffled back"
    )
    yield from _end(asked)
    yield from _policies(asked, solution)
    if any(deck.turns < asked.scenario.last_round for deck in asked.decks.values()):
        yield "a faction whose movement cards are all played has turns without one"
    if asked.rounds:
        yield ("event_by_round and no_movement are of a whole game, whatever lies on the table")
    if trials is not None:
        yield (
            "chances of a round if the game gets there rest on the games that do, so that later"
            " ones are less precise"
        )
        if asked.rounds:
            yield "games begin with the cards that the table leaves, drawn with their exact chances"


def _decks(asked: Situation) -> Iterator[str]:
    parts = []
    for name in FACTIONS:
        deck = asked.decks[name]
        truce = f"{deck.truce} truce, " if deck.truce else ""
        parts.append(f"{name} {deck.movement} movement, {truce}{deck.event} events")
    alike = {part.partition(" ")[2] for part in parts}
    told = f"each faction {alike.pop()}" if len(alike) == 1 else "; ".join(parts)
    source = "the user's file" if asked.scenario.own else "the rules"
    yield f"decks, by {source} ({asked.scenario.title}): {told}"
    notes: dict[str, list[str]] = {}
    for name in FACTIONS:
        if asked.decks[name].note:
            notes.setdefault(asked.decks[name].note, []).append(name)
    for note, names in notes.items():
        yield f"not verified, {', '.join(names)} deck: {note}"


def _end(asked: Situation) -> Iterator[str]:
    scenario = asked.scenario
    if any(deck.truce for deck in asked.decks.values()):
        yield (
            f"the game ends after the first round from round {scenario.check_from} on at whose end"
            " all truces of at least one side are on the table; the round is played out (RB-22)"
        )
    if scenario.rounds is not None:
        yield f"the game ends after round {scenario.rounds} in any case"


def _policies(asked: Situation, solution: BestPlay | None) -> Iterator[str]:
    kinds: dict[str, list[str]] = {}
    for name in FACTIONS:
        if asked.decks[name].truce and name not in asked.out:
            kinds.setdefault(asked.truces[name].kind, []).append(name)
    for kind, names in kinds.items():
        who = "each faction" if len(names) == len(FACTIONS) else ", ".join(names)
        yield f"{who}: {WORDS[kind]}"
    if asked.lead.chances:
        yield (
            f"chance of the British side to have more colonies, by round: {asked.lead}; the last"
            " holds on. A draw counts half to each side, and truces do not change the chance"
        )
    elif solution is not None or AHEAD in kinds:
        yield (
            "lead is not given: either side is as likely ahead at the end of every round, so that"
            " it does not matter when truces come; a tie keeps the truce"
        )
    if solution is not None:
        yield from _best_play()
    elif kinds:
        yield "truce_turn goes on as if the game did, past its end"


def _best_play() -> Iterator[str]:
    yield (
        "best play knows both hands of its side, which of its factions moves first in a round and"
        " the truces on the table as the round began, with their rounds; the enemy's cards are to"
        " it as likely as that makes them (RB-30)"
    )
    yield "truces that come after the end is settled are not counted"
