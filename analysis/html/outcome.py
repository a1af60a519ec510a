"""How a battle ends, as one bar."""

from typing import NamedTuple

from analysis.colours import shades
from analysis.html.markup import Html, tag
from analysis.html.svg import block, key, picture, words
from combat.estimate import Estimate
from combat.game import ATTACKER, DEFENDER, NEITHER, Event
from combat.outcomes import Outcomes

BAR, HEAD = 34.0, 20.0  # pixels: the bar, and the line above it
SURE = {"impossible": "0 %", "certain": "100 %"}  # beside the name of a side
WIDE = 0.16  # of the bar: room for a number on the smallest phone


class Piece(NamedTuple):
    """An outcome in the bar: which, its chance, its colour and where it begins."""

    event: Event
    chance: Estimate
    colour: str
    left: float


def outcome_bar(outcomes: Outcomes) -> Html | None:
    """Return the bar of how a battle ends, the attacker's outcomes on the left, with its key.

    Whom an outcome is good for is said in words too: the bar's colours are not needed to read it.
    Classes: ``wo-outcomes`` (the figure), ``wo-bar`` (the picture), ``wo-key``, ``wo-key-row``,
    ``wo-swatch``, ``wo-number``, ``wo-caption``.

    Returns
    -------
    Html or None
        None where no events share out how the battle ends.
    """
    pieces = _pieces(outcomes)
    if not pieces:
        return None
    content = [*_heads(outcomes, pieces)]
    for one in pieces:
        wide, number = one.chance.value, short(one.chance)
        says = f"{one.event.text}: {one.chance.as_percent()}"
        content.append(
            block(100 * one.left, HEAD, 100 * wide, BAR, fill=one.colour, says=says),
        )
        if wide >= WIDE:
            middle = 100 * (one.left + wide / 2)
            content.append(words(number, x=middle, y=HEAD + BAR / 2 + 5, on=one.colour))
    how = "exact" if outcomes.exact else "± is the 95 % interval"
    bar = picture(*content, height=HEAD + BAR, says=_says(pieces), class_="wo-bar")
    rows = [(one.colour, one.chance.as_percent(), _named(one.event)) for one in pieces]
    return tag(
        "figure", bar, key(*rows, caption=f"chance of each outcome ({how})"), class_="wo-outcomes"
    )


def short(chance: Estimate) -> str:
    """Return a chance in per cent without how rare it is, nor its margin."""
    text = chance.as_percent().partition(" (")[0]
    number, _, margin = text.partition(" ±")
    return f"{number} %" if margin else text


def _pieces(outcomes: Outcomes) -> list[Piece]:
    """The attacker's outcomes first, the defender's last, each with its colour and its place."""
    found = [
        (event, outcomes.event(event.name)) for event in outcomes.battle.events if event.partition
    ]
    pieces: list[Piece] = []
    left = 0.0
    for side in (ATTACKER, NEITHER, DEFENDER):
        own = [(event, chance) for event, chance in found if event.side == side and chance.value]
        colours = shades(side, len(own))
        if side == DEFENDER:  # its strongest shade at the far right, as the attacker's at the left
            colours.reverse()
        for (event, chance), colour in zip(own, colours, strict=True):
            pieces.append(Piece(event, chance, colour, left))
            left += chance.value
    return pieces


def _heads(outcomes: Outcomes, pieces: list[Piece]) -> list[Html]:
    """Each side's share above its end of the bar."""
    heads = []
    for side, x, anchor in ((ATTACKER, 0.0, "start"), (DEFENDER, 100.0, "end")):
        share = sum(one.chance.value for one in pieces if one.event.side == side)
        estimate = Estimate.of_chance(share, outcomes.trials, dropped=outcomes.dropped)
        number = SURE.get(short(estimate), short(estimate))
        heads.append(
            words(f"{side.capitalize()} {number}", x=x, y=HEAD - 6, anchor=anchor, bold=True)
        )
    return heads


def _named(event: Event) -> str:
    whom = f"good for the {event.side}" if event.side != NEITHER else "good for neither"
    return f"{event.text} ({whom})"


def _says(pieces: list[Piece]) -> str:
    chances = "; ".join(f"{one.event.text} {one.chance.as_percent()}" for one in pieces)
    return f"How the battle ends: {chances}"
