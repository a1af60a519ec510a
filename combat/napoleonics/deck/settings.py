"""The settings of the deck, and how they are read."""

from __future__ import annotations

from combat.game import Setting
from combat.napoleonics.deck.army import parse_army
from combat.napoleonics.deck.placed import parse_placed
from combat.napoleonics.deck.question import USUAL_HAND, USUAL_TURNS
from combat.napoleonics.settings import MOST_HAND, MOST_SQUARES
from combat.setting_values import one_of, whole_number

MOST_TURNS = 60

SETTINGS = (
    whole_number("hand", f"command cards in your hand, {USUAL_HAND} if not said", 1, MOST_HAND),
    whole_number(
        "enemy_hand", f"command cards in the enemy's hand, {USUAL_HAND} if not said", 0, MOST_HAND
    ),
    whole_number(
        "squares",
        "your units that stand in square: each takes a card of your hand by chance",
        0,
        MOST_SQUARES,
    ),
    whole_number(
        "turns", f"your turns to look ahead for a card, {USUAL_TURNS} if not said", 1, MOST_TURNS
    ),
    Setting(
        "card",
        "a tactic card to tell more of, such as Bayonet Charge",
        "",
        lambda text, _: text.strip(),
    ),
    Setting(
        "units",
        "your units and lone leaders on the left, in the centre and on the right, and on the dotted"
        " lines: '4/5/3' or '4/5/3, 1 left-centre'; enough everywhere if not said",
        None,
        lambda text, _: parse_placed(text) if text.strip() else None,
        lambda placed: "" if placed is None else str(placed),
    ),
    Setting(
        "tactics",
        "your infantry/cavalry/artillery/leaders, so that tactic cards count: '8/4/2/3' or"
        " '6 infantry, 2 adjacent infantry, 1 horse artillery, 3 leaders' (adjacent to the enemy)",
        None,
        lambda text, _: parse_army(text) if text.strip() else None,
        lambda army: "" if army is None else str(army),
    ),
    one_of(
        "scout",
        ("plain", "choose"),
        "your Scouts, when you look for a card: plain, one card drawn in their place; choose, each"
        " is played at once and the card kept if it is one of the two",
    ),
    one_of("first", ("own", "enemy"), "whose turn comes first: own or enemy"),
)
