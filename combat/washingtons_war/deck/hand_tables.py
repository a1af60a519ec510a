"""Tables about one hand: its cards, its OPS points, who plays last, whom it activates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from combat.decks.answer import ALL, CHANCES, MATRIX, PMF, DeckTable, pmf_of
from combat.washingtons_war.deck.cards import BATTLE, CAMPAIGN, EVENT, HAND, OPS, PLAYERS, Card
from combat.washingtons_war.deck.draws import Counts
from combat.washingtons_war.deck.hands import Compositions, Hands
from combat.washingtons_war.deck.last_word import LastWord, plays_last
from combat.washingtons_war.deck.queue import RATINGS, plays_needed
from combat.washingtons_war.generals import AMERICAN, BRITISH

Sort = Callable[[Card], bool]
VALUES = (1, 2, 3)


def hand_tables(hands: Hands, word: LastWord) -> Iterator[DeckTable]:
    """Yield all tables about a hand."""
    points = hands.holding(tuple(_worth(value) for value in VALUES))
    yield _numbers("hand", "cards that a hand holds", hands, KINDS_HELD, "cards")
    yield _points(points)
    yield _numbers("own_events", "events that a hand holds", hands, EVENTS_HELD, "cards")
    yield _last(word, claimed(hands))
    yield _queue(points)


def claimed(hands: Hands) -> float:
    """Return the chance that a hand holds a campaign card, by which the British may begin."""
    return 1.0 - hands.holding((_campaign,)).get((0,), 0.0)


def _campaign(card: Card) -> bool:
    return card.kind == CAMPAIGN


def _worth(value: int) -> Sort:
    return lambda card: card.ops == value


def _battle(side: str) -> Sort:
    return lambda card: card.kind == BATTLE and card.playable(side)


def _own(side: str) -> Sort:
    """Events that the side may play as such; campaign cards are anybody's."""
    return lambda card: card.kind in (EVENT, CAMPAIGN) and card.playable(side)


def _alien(side: str) -> Sort:
    """Events that the side can only discard."""
    return lambda card: card.kind != OPS and not card.playable(side)


KINDS_HELD: Mapping[str, Sort] = {
    "campaign cards": _campaign,
    "OPS cards": lambda card: card.kind == OPS,
    **{f"OPS cards of {value}": _worth(value) for value in VALUES},
    "battle cards": lambda card: card.kind == BATTLE,
    **{f"{side.capitalize()} battle cards": _battle(side) for side in PLAYERS},
    "must be played": lambda card: card.must_be_played,
}
EVENTS_HELD: Mapping[str, Sort] = {
    **{f"{side.capitalize()}, to be played": _own(side) for side in PLAYERS},
    **{f"{side.capitalize()}, the enemy's": _alien(side) for side in PLAYERS},
}


def _numbers(
    name: str, title: str, hands: Hands, sorts: Mapping[str, Sort], axis: str
) -> DeckTable:
    data = {
        group: pmf_of({held: chance for (held,), chance in hands.holding((of,)).items()})
        for group, of in sorts.items()
    }
    return DeckTable(name, title, PMF, data, axis)


def _points(compositions: Compositions) -> DeckTable:
    """Return the chance of at least so many OPS points."""
    found: dict[int, float] = {}
    for held, chance in compositions.items():
        points = sum(value * number for value, number in zip(VALUES, held, strict=True))
        found[points] = found.get(points, 0.0) + chance
    most = max(found)
    row = {
        str(least): sum(chance for points, chance in found.items() if points >= least)
        for least in range(1, most + 1)
    }
    title = "chance that a hand has at least so many OPS points"
    return DeckTable("ops_points", title, CHANCES, {ALL: row}, "OPS points")


def _last(word: LastWord, claim: float) -> DeckTable:
    """Return who plays the last card, by the cards that each side plays (WW-39)."""
    cases = {
        "as many cards": (HAND, HAND),
        "the British one fewer": (HAND, HAND - 1),
        "the Americans one fewer": (HAND - 1, HAND),
    }
    data = {
        case: {
            side: sum(
                chance * (plays_last(*cards, beginner) == side)
                for beginner, chance in word.beginners(claim).items()
            )
            for side in (AMERICAN, BRITISH)
        }
        for case, cards in cases.items()
    }
    return DeckTable("plays_last", "who plays the last card of a turn", MATRIX, data, "side")


def _queue(compositions: Compositions) -> DeckTable:
    """Return the chance that a general can be activated by the n-th play (WW-35)."""
    most = max(RATINGS)
    data = {
        f"strategy rating {rating}": {
            str(plays): sum(
                chance
                for held, chance in compositions.items()
                if (plays_needed(_values(held), rating) or most + 1) <= plays
            )
            for plays in range(1, most + 1)
        }
        for rating in RATINGS
    }
    title = "chance that a hand can activate a general, with at most so many plays"
    return DeckTable("ops_queue", title, CHANCES, data, "plays")


def _values(held: Counts) -> list[int]:
    return [value for value, number in zip(VALUES, held, strict=True) for _ in range(number)]
