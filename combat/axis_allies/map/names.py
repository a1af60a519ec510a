"""Names of places and powers as people write them, and which one a misspelt name means."""

import difflib
import re
from collections import Counter
from collections.abc import Mapping

POWER_NAMES = {
    "Soviet Union": ("su", "ussr", "soviet", "soviets", "russia", "russian", "russians", "ru"),
    "Germany": ("ge", "ger", "german", "germans", "de"),
    "United Kingdom": ("uk", "gb", "british", "britain", "great britain", "english", "england"),
    "Japan": ("jp", "ja", "jap", "jpn", "japanese"),
    "United States": ("us", "usa", "american", "americans", "america"),
}
PLACE_NAMES = {
    "Anglo Egypt": ("egypt", "aes", "anglo egypt sudan", "anglo-egypt"),
    "Eastern United States": ("eus", "east us", "eastern us"),
    "Western United States": ("wus", "west us", "western us"),
    "Central United States": ("cus", "central us"),
    "Philippine Islands": ("philipine islands", "philippines", "phi"),
    "French Indochina": ("indochina", "fic"),
    "Soviet Far East": ("sfe",),
    "Evenki National Okrug": ("evenki", "eno"),
    "United Kingdom": ("uk", "britain", "england"),
    "Union of South Africa": ("south africa",),
    "Trans-Jordan": ("transjordan", "trj"),
    "Western Europe": ("weu",),
    "Eastern Europe": ("eeu",),
    "Southern Europe": ("seu",),
    "French Equatorial Africa": ("fea",),
    "French West Africa": ("fwa",),
    "Italian East Africa": ("iea",),
    "Hawaiian Islands": ("hawaii", "pearl harbor", "pearl harbour"),
}
NEAR = 0.75  # of difflib's ratio: 'Kareila' is Karelia, 'Finland' is not Greenland
LONGEST = 60  # letters of a text that are looked at
SHORTEST = 4  # letters of a first word that names a place


def folded(text: str) -> str:
    """Return a name in small letters, spaces for points, hyphens and low lines.

    Examples
    --------
    >>> folded("Karelia_S.S.R."), folded("Trans-Jordan")
    ('karelia s s r', 'trans jordan')
    """
    return re.sub(r"[\s._-]+", " ", text.casefold()).strip()


def meant(text: str, known: Mapping[str, str]) -> str:
    """Return the place that a text most likely means, '' if it is like none.

    Parameters
    ----------
    text : str
    known : mapping of str to str
        Each name, folded, short names and cities as well, to the place that it names.

    Examples
    --------
    >>> places = {"karelia s s r": "Karelia S.S.R.", "west russia": "West Russia"}
    >>> meant("Kareila", places), meant("W Russia", places), meant("Finland", places)
    ('Karelia S.S.R.', 'West Russia', '')
    """
    wanted = folded(text)[:LONGEST]
    words = wanted.split()
    shortened = {
        place
        for name, place in known.items()
        if len(words) > 1 and any(_begins(words, name.split()[at:]) for at in range(2))
    }
    if len(shortened) == 1:
        return shortened.pop()
    first = Counter(name.split()[0] for name in known)
    names = dict(known)
    for name, place in known.items():
        word = name.split()[0]
        if first[word] == 1 and len(word) >= SHORTEST:
            names.setdefault(word, place)
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=NEAR)
    return names[near[0]] if near else ""


def _begins(words: list[str], name: list[str]) -> bool:
    """Whether each word begins a word of a name, in order: 'w europe' is 'western europe'."""
    return len(words) == len(name) and all(
        full.startswith(word) for word, full in zip(words, name, strict=True)
    )
