"""The settings of a strategy deck, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from combat.errors import OptionError
from combat.game import Setting
from combat.notation import plain_number, shown
from combat.setting_values import one_of, yes_or_no
from combat.washingtons_war.deck.cards import YEARS, Card, Deck
from combat.washingtons_war.deck.course import RESHUFFLES, Course
from combat.washingtons_war.deck.hands import ERAS
from combat.washingtons_war.deck.last_word import EARLY, LATE, ORDERS, POLICIES, LastWord
from combat.washingtons_war.deck.problem import Problem
from combat.washingtons_war.deck.track import Rates

MOST_WINS = 20.0
USUAL = Rates()
_DOTS = ("…", "...")
Numbers = tuple[float, ...]


def _by_year(key: str, most: float) -> Callable[[str, Mapping[str, Any]], Numbers]:
    """Return what reads numbers by year, '0.5, 1, 1, …'; the last one stands for all later years.

    ``most``: the largest that a number can be.
    """

    def parse(text: str, _: Mapping[str, Any]) -> Numbers:
        parts = [part.strip() for part in text.split(",")]
        if len(parts) > 1 and parts[-1] in _DOTS:
            parts.pop()
        if len(parts) > len(YEARS):
            raise OptionError(
                f"{key}: {len(parts)} numbers, but the game has {len(YEARS)} years, {YEARS[0]} to"
                f" {YEARS[-1]}",
                given=text,
                allowed=(f"up to {len(YEARS)} numbers",),
            )
        return tuple(_number(key, part, most) for part in parts)

    return parse


def _number(key: str, part: str, most: float) -> float:
    limits = f"a number from 0 to {plain_number(most)}"
    if not re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{0,6})?|\.[0-9]{1,6}", part) or float(part) > most:
        raise OptionError(
            f"{key}: {shown(part)} is not {limits}, as in {key}={plain_number(most / 2)}",
            given=part,
            allowed=(limits,),
        )
    return float(part)


def _shown(numbers: Numbers) -> str:
    return ", ".join(map(plain_number, numbers))


def _chance(text: str, _: Mapping[str, Any]) -> float:
    return _number("redraws", text.strip(), 1.0)


def _years(text: str, _: Mapping[str, Any]) -> tuple[int, ...]:
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if not re.fullmatch(r"[0-9]{4}", part) or int(part) not in YEARS[1:]:
            raise OptionError(
                f"new_decks: {shown(part)} is no year from {YEARS[1]} to {YEARS[-1]}",
                given=part,
                allowed=tuple(map(str, YEARS[1:])),
            )
        found.append(int(part))
    return tuple(sorted(set(found)))


def _cards(text: str, _: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(part for part in (part.strip() for part in re.split("[,;]", text)) if part)


def problem_of(deck: Deck, settings: Mapping[str, Any]) -> Problem:
    """Return what is asked of a deck, by the settings.

    Raises
    ------
    OptionError
        For a card that the deck does not have.
    """
    named = tuple(deck.named(name) for name in settings["cards"])
    return Problem(
        deck=deck,
        course=Course(settings["reshuffle"], frozenset(settings["new_decks"])),
        word=LastWord(
            settings["last"],
            settings["british_wants"],
            settings["american_wants"],
            settings["order"],
        ),
        rates=Rates(settings["wins"], settings["regulars"], settings["washington"]),
        asked=tuple(dict.fromkeys((*filter(_always_asked, deck.cards), *named))),
        redraws=settings["redraws"],
        alliance_renews=settings["alliance_deck"],
        era=settings["hand"],
    )


def _always_asked(card: Card) -> bool:
    """Whether tables list the card unasked: must-play cards, and those that join in 1776."""
    return card.must_be_played or card.from_1776


SETTINGS = (
    one_of(
        "reshuffle",
        RESHUFFLES,
        "when a new deck is made: runs-out (the rule), every-turn, or none",
    ),
    Setting(
        "new_decks",
        "years before whose deal a new deck is made besides, as a card played in the year before"
        " orders it, or the alliance: '1776, 1779'",
        (),
        _years,
        lambda years: ", ".join(map(str, years)),
    ),
    yes_or_no("alliance_deck", "whether the alliance, as the track has it, makes a new deck too"),
    one_of(
        "last",
        POLICIES,
        "the war-ends card of a turn that is played last: random, earliest, latest, or holder (each"
        " side plays its own as is best for its wish)",
    ),
    one_of("british_wants", (EARLY, LATE), "with last=holder: the end that the British wish"),
    one_of("american_wants", (LATE, EARLY), "with last=holder: the end that the Americans wish"),
    one_of(
        "order",
        ORDERS,
        "who begins: claim (the British if they hold a campaign card, else the Americans), british,"
        " american, random",
    ),
    Setting(
        "cards", "cards to ask about, by name: 'Major Campaign, Tarleton'", (), _cards, "; ".join
    ),
    Setting(
        "wins",
        "mean American battle wins by year, the last for all later years: '0.5, 1, 1.5'",
        USUAL.wins,
        _by_year("wins", MOST_WINS),
        _shown,
    ),
    Setting(
        "regulars",
        "chance by year that the British lose the regulars' advantage in a battle",
        USUAL.regulars,
        _by_year("regulars", 1.0),
        _shown,
    ),
    Setting(
        "washington",
        "chance by year that Washington is captured",
        USUAL.washington,
        _by_year("washington", 1.0),
        _shown,
    ),
    Setting(
        "redraws",
        "chance that a battle card in the hand of its side is played, and a card drawn for it",
        0.0,
        _chance,
        plain_number,
    ),
    one_of(
        "hand",
        ERAS,
        "what a hand is dealt from: 1776 (then, and until a new deck is made), 1775, new-deck (all"
        " cards)",
    ),
)
