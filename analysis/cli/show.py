"""Showing answers: tables for people, JSON and CSV for programs."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analysis.advice import Advice
from analysis.cli.options import Format
from analysis.cli.saving import save
from analysis.cli.tables import assumptions, csv_text, laid_out
from analysis.cli.terminal import put, render
from analysis.document import advice_document, odds_document, policy_lines
from analysis.parts import BLANK, Line, Part
from analysis.tables import (
    detail_tables,
    end_table,
    event_table,
    flip_table,
    method_text,
    quantity_table,
    sum_table,
)
from analysis.variants import range_text, variant_chances
from combat.estimate import Estimate
from combat.outcomes import Outcomes

if TYPE_CHECKING:
    from rich.console import RenderableType

COLOURS = {"attack": "bold green", "hold": "bold red", "too_close": "bold yellow"}


def odds(outcomes: Outcomes, form: Format) -> None:
    """Show the odds of a battle."""
    if form is Format.JSON:
        put(json.dumps(odds_document(outcomes), allow_nan=False))
    elif form is Format.CSV:
        put(csv_text(_odds_rows(outcomes)))
    else:
        render(
            _title(outcomes),
            *_odds_tables(outcomes),
            *assumptions(outcomes.battle.game.assumes(outcomes.battle)),
        )


def advice(given: Advice, form: Format) -> None:
    """Show a verdict."""
    if form is Format.JSON:
        put(json.dumps(advice_document(given), allow_nan=False))
        return
    if form is Format.CSV:
        put(csv_text([*_advice_rows(given), *_odds_rows(given.outcomes)]))
        return
    from rich.text import Text

    verdict = Text(given.verdict.replace("_", " ").upper(), style=COLOURS[given.verdict])
    render(
        verdict.append(f"  {given.outcomes.battle}", style="not bold default"),
        Text(method_text(given.outcomes), style="dim"),
        Text(given.reason),
        "",
        *_flip_table(given),
        *_odds_tables(given.outcomes, also=[r.clause.name for r in given.results]),
        *assumptions(given.assumes),
    )


def batch(answers: Iterable[Outcomes], form: Format) -> None:
    """Show the odds of many battles, one a row; no answer is kept longer than its row takes."""
    if form is Format.JSON:
        put(json.dumps({"schema": 1, "battles": [odds_document(a) for a in answers]}))
        return
    rows = [_batch_row(a) for a in answers]
    known = list(dict.fromkeys(name for row in rows for name in row.chances))
    if form is Format.CSV:
        swing = next((r.quantity for r in rows), "swing")
        head = ("battle", "method", "trials", "seed", *known, swing)
        lines = [
            (*r.run, *(_value(r.chances.get(n)) for n in known), _value(r.swing)) for r in rows
        ]
        put(csv_text([head, *lines], head=False))
        return
    from rich.text import Text

    for r in rows:
        chances = [
            f"{n.replace('_', ' ')} {e.as_percent()}" for n, e in r.chances.items() if e.value
        ]
        numbers = "; ".join([*chances, f"{r.quantity.replace('_', ' ')} {r.swing.as_number()}"])
        render(Text(r.run[0], style="bold"), Text(f"  {_run_text(r.run)}: {numbers}"))


def _run_text(run: tuple[str, str, str, str]) -> str:
    _, method, trials, seed = run
    return method if not trials else f"{method}, {int(trials):,} battles, seed {seed}"


class _BatchRow(NamedTuple):
    run: tuple[str, str, str, str]  # battle, method, trials, seed
    chances: dict[str, Estimate]
    quantity: str  # name of the swing
    swing: Estimate


def _batch_row(outcomes: Outcomes) -> _BatchRow:
    battle = outcomes.battle
    trials, seed = (
        "" if number is None else str(number) for number in (outcomes.trials, outcomes.seed)
    )
    return _BatchRow(
        (str(battle), outcomes.method, trials, seed),
        {event.name: outcomes.event(event.name) for event in battle.events},
        battle.game.swing,
        outcomes.quantity(battle.game.swing),
    )


def _value(estimate: Estimate | None) -> str:
    return "" if estimate is None else repr(estimate.value)


def plot(outcomes: Outcomes, file: Path) -> None:
    """Draw the answer to a file."""
    from analysis.picture import picture

    save(picture(outcomes), file)


def _title(outcomes: Outcomes) -> "RenderableType":
    from rich.text import Text

    battle = outcomes.battle
    title = Text(f"{battle.game.title}: {battle}", style="bold")
    return title.append(f"\n{method_text(outcomes)}", style="not bold dim")


def _odds_tables(outcomes: Outcomes, also: Sequence[str] = ()) -> "list[RenderableType]":
    sums, others = sum_table(outcomes), variant_chances(outcomes)
    lines = policy_lines(outcomes)
    lines = (*lines, *((range_text(outcomes.battle, others),) if others else ()))
    tables = [event_table(outcomes), quantity_table(outcomes, also=also), end_table(outcomes)]
    tables += [*detail_tables(outcomes), *([sums] if sums else [])]
    parts: list[Part] = [part for table in tables for part in (table, BLANK)]
    return laid_out(*parts, *map(Line, lines), *([BLANK] if lines else []))


def _flip_table(given: Advice) -> "list[RenderableType]":
    return laid_out(flip_table(given), BLANK) if given.flips else []


def _advice_rows(given: Advice) -> list[tuple[str, ...]]:
    """Tidy rows of a verdict: texts stand in `name`, the aim's numbers have their bounds."""
    texts = {"verdict": given.verdict, "aim": str(given.aim), "reason": given.reason}
    rows: list[tuple[str, ...]] = [(kind, text, "", "", "", "") for kind, text in texts.items()]
    for result in given.results:
        number = result.estimate
        bounds = (str(number.value), str(number.low), str(number.high), str(number.sd))
        rows.append(("aim clause", str(result.clause), *bounds))
    rows += [("flip", f"{f.side} {f.change}: {f.after}", "", "", "", "") for f in given.flips]
    return rows


def _odds_rows(outcomes: Outcomes) -> list[tuple[str, ...]]:
    """Tidy rows: kind, name, value, low, high, sd."""
    document = odds_document(outcomes)
    rows: list[tuple[str, ...]] = [
        ("run", key, str(document[key]), "", "", "")
        for key in ("method", "trials", "seed")
        if document[key] is not None
    ]
    for kind in ("events", "quantities"):
        for name, number in document[kind].items():
            values = (number["value"], number["low"], number["high"], number.get("sd", ""))
            rows.append((kind[:-1].replace("quantitie", "quantity"), name, *map(str, values)))
    return rows
