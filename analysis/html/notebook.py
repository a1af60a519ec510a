"""Answers as notebooks show them: the pieces of HTML with the stylesheet that they need.

Until it is run, a notebook from elsewhere is not trusted, and what it has stored is cleaned: of
drawings there only the texts are left, all in a row. Images stay, so pictures are images here.
"""

import re
from base64 import b64encode
from collections.abc import Callable
from html import unescape
from typing import Any

from analysis import html
from analysis.html.markup import STYLE, Html, joined, tag
from combat.display import Displayed

ANSWERS: dict[str, Callable[[Any], Html]] = {
    "Advice": html.advice,
    "Campaign": html.campaign,
    "Comparison": html.comparison,
    "DeckAnswer": html.deck,
    "Luck": html.luck,
    "Measured": html.thumbs,
    "Outcomes": html.odds,
    "Sensitivity": html.sensitivity,
    "Sheets": html.sheets,
    "Size": html.size,
    "Turn": html.turn,
}
DRAWN = re.compile(r"<svg ([^>]*)>(.*?)</svg>", re.DOTALL)  # none of ours is within another
NAMED = re.compile(r'([\w-]+)="([^"]*)"')
POINTED_AT = re.compile(r"<title>.*?</title>", re.DOTALL)  # nobody can, in an image
CARD, INK, MARGIN = "#ffffff", "#222222", 6  # an image does not know the page's colours


def as_html(answer: Displayed) -> str | None:
    """Return an answer as a notebook shows it; None for one that shows its `repr`.

    Examples
    --------
    >>> from analysis import odds
    >>> "territory taken" in odds("aa 3 arm v 2 inf")._repr_html_()
    True
    """
    write = ANSWERS.get(type(answer).__name__)
    return None if write is None else styled(write(answer))


def styled(*pieces: Html) -> Html:
    """Return pieces with their stylesheet in front of them and their pictures as images."""
    style = tag("style", Html(STYLE.read_text("utf-8")))
    return tag("div", style, as_images(joined(*pieces)), class_="wo-answer")


def as_images(pieces: Html) -> Html:
    """Return pieces with an image in the place of each drawing, its label the image's ``alt``."""
    return Html(DRAWN.sub(lambda found: _image(*found.groups()), pieces))


def _image(attributes: str, content: str) -> Html:
    named = {key: unescape(value) for key, value in NAMED.findall(attributes)}
    label, class_ = named.get("aria-label", ""), named.get("class")
    width, height = named["width"], float(named["height"])
    inside = Html(POINTED_AT.sub("", content))
    if label:  # not the colours of a key
        height += 2 * MARGIN
        inside = _on_card(inside, height=height)
    space: dict[str, str] = {"xmlns": "http://www.w3.org/2000/svg", "font_family": "sans-serif"}
    drawn = tag("svg", inside, color=INK, width=width, height=height, **space)
    source = f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
    return tag("img", alt=label, class_=class_, width=width, height=height, src=source)


def _on_card(content: Html, *, height: float) -> Html:
    """Return a drawing on a light ground, for pages that may be dark."""
    card = tag("rect", width="100%", height="100%", fill=CARD)
    inner = tag("svg", content, x="1.5%", y=MARGIN, width="97%", height=height - 2 * MARGIN)
    return joined(card, inner)
