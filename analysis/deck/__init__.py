"""When, in which order and how likely cards come, as frames and documents."""

from analysis.deck.answer import (
    ask_deck,
    cumulative_frame,
    deck_document,
    deck_frame,
    order_frame,
    timeline_frame,
)

__all__ = [
    "ask_deck",
    "cumulative_frame",
    "deck_document",
    "deck_frame",
    "order_frame",
    "timeline_frame",
]
