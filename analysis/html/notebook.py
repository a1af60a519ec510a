"""Answers as notebooks show them: the pieces of HTML with the stylesheet that they need."""

from collections.abc import Callable
from typing import Any

from analysis import html
from analysis.html.markup import Html, styled
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
