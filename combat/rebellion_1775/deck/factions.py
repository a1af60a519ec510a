"""The four factions that have a deck and a turn die, and their sides."""

from __future__ import annotations

from combat.entries import unknown

BRITISH, AMERICAN = "british", "american"
FACTIONS = ("british", "loyalist", "continental", "patriot")
SIDES = {BRITISH: ("british", "loyalist"), AMERICAN: ("continental", "patriot")}
TITLES = {BRITISH: "British", AMERICAN: "American"}
ALIASES = {
    "regulars": "british",
    "redcoats": "british",
    "red": "british",
    "loyalists": "loyalist",
    "yellow": "loyalist",
    "continentals": "continental",
    "blue": "continental",
    "patriots": "patriot",
    "militia": "patriot",
    "white": "patriot",
}


def faction_named(text: str, place: str) -> str:
    """Return the faction of that name or alias.

    Raises
    ------
    OptionError

    Examples
    --------
    >>> faction_named("Loyalists", "table")
    'loyalist'
    """
    word = text.strip().lower()
    name = ALIASES.get(word, word)
    if name not in FACTIONS:
        raise unknown("faction", text.strip(), FACTIONS, f"{place}: ")
    return name


def side_of(faction: str) -> str:
    """Return the side that a faction belongs to."""
    return next(side for side, factions in SIDES.items() if faction in factions)
