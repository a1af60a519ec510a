"""The other answers as HTML: the same lines and tables as on the terminal."""

from typing import TYPE_CHECKING

from analysis.html.battle import assumes
from analysis.html.markup import Html, joined, laid_out

if TYPE_CHECKING:
    from analysis.campaign import Campaign
    from analysis.compare import Comparison
    from analysis.luck import Luck
    from analysis.sensitivity import Sensitivity
    from analysis.size import Size
    from analysis.thumbs import Measured
    from analysis.turn import Turn
    from combat.decks.answer import DeckAnswer


def size(found: "Size") -> Html:
    """Return the answer to 'how much is enough?'."""
    from analysis.size.parts import size_parts

    return joined(laid_out(size_parts(found)), assumes(found.assumes))


def comparison(found: "Comparison") -> Html:
    """Return plans side by side."""
    from analysis.compare.parts import assumed, comparison_parts

    return joined(laid_out(comparison_parts(found)), assumes(assumed(found)))


def sensitivity(found: "Sensitivity") -> Html:
    """Return the answer to 'what matters?'."""
    from analysis.sensitivity.parts import sensitivity_parts

    return joined(laid_out(sensitivity_parts(found)), assumes(found.assumes))


def luck(found: "Luck") -> Html:
    """Return how lucky somebody was."""
    from analysis.luck.parts import luck_parts
    from analysis.luck.words import assumed_by_all

    return joined(laid_out(luck_parts(found)), assumes(assumed_by_all(found)))


def campaign(found: "Campaign") -> Html:
    """Return a plan of battles in a row."""
    from analysis.campaign.document import assumed
    from analysis.campaign.parts import campaign_parts

    return joined(laid_out(campaign_parts(found)), assumes(assumed(found)))


def turn(found: "Turn") -> Html:
    """Return the attacks of a turn, or a race."""
    from analysis.turn_parts import turn_parts

    return joined(laid_out(turn_parts(found)), assumes(found.answer.assumes))


def thumbs(found: "Measured") -> Html:
    """Return how often rules of thumb are wrong."""
    from analysis.thumbs.parts import thumbs_parts

    return laid_out(thumbs_parts(found))


def deck(answer: "DeckAnswer") -> Html:
    """Return when, in which order and how likely cards come."""
    from analysis.deck.parts import deck_parts

    return joined(laid_out(deck_parts(answer)), assumes(answer.assumes))
