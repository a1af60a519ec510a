"""Odds and verdicts as HTML: each part by itself, and the whole answer."""

from collections.abc import Sequence

from analysis import tables
from analysis.advice import Advice
from analysis.document import policy_lines as lines_of_policy
from analysis.html.markup import Html, joined, paragraphs, table, tag
from analysis.html.outcome import outcome_bar
from analysis.html.retreat import retreat_map
from analysis.html.swing import swing_bars
from analysis.variants import range_text, variant_chances
from combat.outcomes import Outcomes


def verdict(advice: Advice) -> Html:
    """Return the verdict in a word, the battle, and the reason with the numbers that decide.

    Classes: ``wo-verdict`` with ``wo-attack``, ``wo-hold`` or ``wo-too-close``; in it
    ``wo-word``, ``wo-battle`` and ``wo-reason``.
    """
    word = tag("strong", advice.verdict.replace("_", " ").upper(), class_="wo-word")
    battle = tag("span", str(advice.outcomes.battle), class_="wo-battle")
    kind = f"wo-verdict wo-{advice.verdict.replace('_', '-')}"
    reason = tag("p", advice.reason, class_="wo-reason")
    return tag("div", tag("p", word, " ", battle), reason, class_=kind)


def battle_line(outcomes: Outcomes) -> Html:
    """Return which battle it is, and how its odds were computed (``wo-title``, ``wo-method``)."""
    battle = outcomes.battle
    title = tag("strong", f"{battle.game.title}: {battle}")
    return joined(tag("p", title, class_="wo-title"), method(outcomes))


def method(outcomes: Outcomes) -> Html:
    """Return how the odds were computed (``wo-method``)."""
    return tag("p", tables.method_text(outcomes), class_="wo-method")


def odds_table(outcomes: Outcomes) -> Html:
    """Return the events that can happen, with their chances."""
    return table(tables.event_table(outcomes))


def quantity_table(outcomes: Outcomes, *, also: Sequence[str] = ()) -> Html:
    """Return the means of the quantities that a plain answer shows, and of others by name."""
    return table(tables.quantity_table(outcomes, also=also))


def ends_table(outcomes: Outcomes, *, most: int = tables.LIKELIEST) -> Html:
    """Return the likeliest ends, with what is left of both sides."""
    return table(tables.end_table(outcomes, most=most))


def modifier_table(outcomes: Outcomes) -> Html:
    """Return the sums of both sides' modifiers; nothing for a game without them."""
    found = tables.sum_table(outcomes)
    return Html() if found is None else table(found)


def detail_tables(outcomes: Outcomes) -> Html:
    """Return what the game says besides of its outcomes, if anything."""
    return joined(*map(table, tables.detail_tables(outcomes)))


def flips_table(advice: Advice) -> Html:
    """Return the smallest changes that turn the verdict over; nothing if there are none."""
    return table(tables.flip_table(advice))


def policy_lines(outcomes: Outcomes) -> Html:
    """Return a best policy in words, if there is one (``wo-policy``)."""
    return paragraphs(lines_of_policy(outcomes), class_="wo-policy")


def variant_line(outcomes: Outcomes) -> Html:
    """Return how much the main chance varies under other plausible data (``wo-variants``)."""
    others = variant_chances(outcomes)
    lines = (range_text(outcomes.battle, others),) if others else ()
    return paragraphs(lines, class_="wo-variants")


def assumes(lines: Sequence[str]) -> Html:
    """Return what an answer takes for granted, folded (``wo-assumes``); nothing for nothing."""
    if not lines:
        return Html()
    found = [tag("li", line) for line in lines]
    return tag("details", tag("summary", "assumes"), tag("ul", *found), class_="wo-assumes")


def odds(outcomes: Outcomes) -> Html:
    """Return the whole answer to 'what are the odds?'."""
    taken = assumes(outcomes.battle.game.assumes(outcomes.battle))
    return joined(battle_line(outcomes), _body(outcomes), taken)


def advice(given: Advice) -> Html:
    """Return the whole answer to 'should I attack?'."""
    also = [result.clause.name for result in given.results]
    return joined(
        verdict(given),
        method(given.outcomes),
        flips_table(given),
        _body(given.outcomes, also=also),
        assumes(given.assumes),
    )


def _body(outcomes: Outcomes, *, also: Sequence[str] = ()) -> Html:
    """Return the pictures, each with its numbers as a table behind it, and what else there is."""
    return joined(
        *_ends(outcomes),
        swing_bars(outcomes),
        quantity_table(outcomes, also=also),
        retreat_map(outcomes) or Html(),
        policy_lines(outcomes),
        ends_table(outcomes),
        detail_tables(outcomes),
        modifier_table(outcomes),
        variant_line(outcomes),
    )


def _ends(outcomes: Outcomes) -> list[Html]:
    """Return the bar, and all events as a table where the bar's key does not have them all."""
    bar = outcome_bar(outcomes)
    if bar is None:
        return [odds_table(outcomes)]
    others = [event for event in outcomes.battle.events if not event.partition]
    return [bar, odds_table(outcomes)] if others else [bar]
