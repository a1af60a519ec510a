"""How lucky somebody was, as lines and tables."""

from collections.abc import Sequence

from analysis.luck.answer import Luck, luck_rows
from analysis.luck.events import EventCount
from analysis.luck.words import amount, sentences
from analysis.parts import BLANK, BOLD, DIM, TITLE, Line, Part, TextTable

MOST_ROWS = 60  # battles of a table; of more, those at both ends are shown
ENDS = 10
NOTES = ("date", "who")  # of the log, that a table has room for


def luck_parts(found: Luck, *, hint: str = "") -> list[Part]:
    """Return the battles, their sums, the events that were counted, and what it comes to.

    The hint says where all battles are to be had, should there be too many for a table.
    """
    number = len(found.fought)
    battles = "a battle" if number == 1 else f"{number:,} battles"
    parts: list[Part] = [Line(f"{found.game.title}: luck in {battles}", TITLE)]
    parts += [Line(_method(found), DIM), BLANK, *_battles(found, hint)]
    parts += [_total(found), BLANK, _events(found), BLANK]
    honest, *more = sentences(found)
    return [*parts, Line(honest, BOLD), *map(Line, more)]


def _method(found: Luck) -> str:
    simulated = len(found.simulated)
    if not simulated:
        return "exact"
    seed = f", seed {found.seed}" if found.seed is not None else ""
    return f"{simulated:,} of {len(found.fought):,} battles simulated{seed}, ± is the 95 % interval"


def _battles(found: Luck, hint: str) -> list[Part]:
    """Return the battles in their order; of very many, the worst and the best for their odds."""
    order = list(range(len(found.fought)))
    if len(order) <= MOST_ROWS:
        return [_table(found, order), BLANK]
    order.sort(key=lambda place: found.fought[place].standing.middle)
    note = f"the {ENDS} worst and the {ENDS} best for their odds{hint}"
    return [Line(note, DIM), _table(found, [*order[:ENDS], *order[-ENDS:]]), BLANK]


def _table(found: Luck, places: Sequence[int]) -> TextTable:
    told = luck_rows(found)
    there = [name for name in NOTES if any(row.get(name) for row in told)]
    both = len({row["side"] for row in told}) > 1
    rows = []
    for place in places:
        row, one = told[place], found.fought[place]
        swing = amount(one.swing) if one.pinned else f"{'/'.join(map(amount, one.span))}"
        rows.append(
            (
                str(row["number"]),
                *(row[name] for name in there),
                row["battle"],
                *[row["side"]] * both,
                row["result"],
                swing,
                amount(row["expected"]),
                one.percentile.as_percent().partition(" (")[0],
                amount(row["cumulative"] - row["cumulative_expected"]),
            )
        )
    heads = (">", *there, "battle", *["as"] * both, "what happened")
    numbers = (">swing", ">expected", ">percentile", ">luck so far")
    return TextTable((*heads, *numbers), tuple(rows))


def _total(found: Luck) -> TextTable:
    row = (
        found.unit,
        amount(found.swing),
        amount(found.expected),
        f"{found.sd:.1f}",
        f"{found.z:+.2f}".replace("-", "−") if found.sd else "",
        found.percentile.as_percent().partition(" (")[0],
    )
    return TextTable(("in all", ">swing", ">expected", ">sd", ">z", ">percentile"), (row,))


def _events(found: Luck) -> TextTable:
    rows = [
        (
            f"{one.text}, as {one.side}",
            f"{one.battles:,}",
            f"{one.came:.1f}".removesuffix(".0"),
            f"{one.expected:.1f}",
            f"{one.sd:.1f}",
            _rank(one),
        )
        for one in found.events
    ]
    heads = ("it came", ">battles", ">times", ">expected", ">sd", ">percentile")
    return TextTable(heads, tuple(rows))


def _rank(one: EventCount) -> str:
    about = "" if one.exact else "about "
    return f"{about}{100 * one.percentile:.1f} %"
