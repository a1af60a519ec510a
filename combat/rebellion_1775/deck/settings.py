"""The settings of the decks, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from combat.errors import OptionError
from combat.game import Setting
from combat.notation import shown
from combat.rebellion_1775.deck.factions import FACTIONS, faction_named
from combat.rebellion_1775.deck.policies import POLICIES, Lead, read_lead
from combat.rebellion_1775.deck.scenario import MOST_ROUNDS, SCENARIOS
from combat.setting_values import one_of, whole_number

Table = tuple[tuple[str, int], ...]
"""Factions whose truce is on the table, each with the round in which it was played."""
EXAMPLE = "british: 1, patriot: 4"


def _read_table(text: str, _: Mapping[str, Any]) -> Table:
    found: dict[str, int] = {}
    for part in filter(str.strip, text.split(",")):
        name, _colon, number = part.partition(":")
        faction = faction_named(name, "table")
        word = number.strip()
        if not re.fullmatch(r"[0-9]{1,2}", word) or not 1 <= int(word) <= MOST_ROUNDS:
            raise OptionError(
                f"table: {shown(part.strip())} lacks the round of the truce; write {EXAMPLE!r}",
                given=part.strip(),
                allowed=(EXAMPLE,),
            )
        if faction in found:
            raise OptionError(f"table: {faction} is there twice; name it once", given=faction)
        found[faction] = int(word)
    return tuple((name, found[name]) for name in FACTIONS if name in found)


SETTINGS = (
    one_of("scenario", SCENARIOS),
    one_of("truce", POLICIES, f"when a faction plays its truce: {', '.join(POLICIES)}"),
    *(
        one_of(f"truce.{name}", POLICIES, f"the same for the {name} faction alone", optional=True)
        for name in FACTIONS
    ),
    one_of("events", ("all", "none"), "event cards: all are played as soon as held, or none"),
    Setting(
        "lead",
        "the chance that the British side has more colonies at the end of round 1, 2, …, as in"
        " '0.5, 0.55, 0.6'; the last one holds on. Truces by ahead and best go by it",
        Lead(),
        read_lead,
    ),
    Setting(
        "table",
        f"truces on the table, each with its round: '{EXAMPLE}'",
        (),
        _read_table,
        lambda table: ", ".join(f"{name}: {number}" for name, number in table),
    ),
    whole_number("rounds", "how many rounds have been played", 0, MOST_ROUNDS),
)
