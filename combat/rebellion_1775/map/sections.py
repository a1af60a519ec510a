"""The sections of a map file, and the names of colonies in it."""

from combat.rebellion_1775.map.board import COLONIES

KEYS = {
    "area": ("name", "colony", "city"),
    "link": ("areas",),
    "water": ("name", "areas"),
    "position": ("british_flags", "american_flags", "fled", "reserves"),
    "units": ("area", "units", "british", "american"),
}
LABELS = ("name", "area")  # what an entry is called by


def colony_of(name: str) -> str:
    """Return the colony's name for a name or a code in any case, or what was given.

    Examples
    --------
    >>> colony_of("ma"), colony_of("rhode island"), colony_of("Ohio")
    ('Massachusetts', 'Rhode Island', 'Ohio')
    """
    known = {code.casefold(): title for code, title in COLONIES.items()}
    known |= {title.casefold(): title for title in COLONIES.values()}
    return known.get(name.casefold(), name)
