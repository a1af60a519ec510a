"""Where reports are rendered: the templates, and what stands in the context of each of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from analysis.frame_sheet import frame_sheet, number_in
from combat import __version__
from combat.errors import WargameError
from combat.games import find_entry
from combat.sheets import Sheet
from reports.answers.frames import frame, rows
from reports.answers.parts import parts_of, tables_of, written
from reports.answers.sheets import sheet, sheets
from reports.asking.ledger import Ledger
from reports.asking.noted import SEED
from reports.asking.questions import Asking
from reports.bodies import dealt, planned, worked
from reports.showing.blocks import Blocks
from reports.showing.figure_sheets import figures_of
from reports.showing.figures import chart_named, figure_of
from reports.showing.tables import Table
from reports.showing.wording import (
    briefly,
    capitalised,
    finalized,
    listed,
    marked,
    minus,
    number,
    percent,
    points,
    sentence,
    share,
    words,
)

if TYPE_CHECKING:
    import pandas as pd
    from jinja2 import Environment

FILTERS = (
    *(briefly, capitalised, minus, percent, share),
    *(number, points, words, listed, sentence),
)
FOLDERS = ("templates", "articles")


class ClaimError(WargameError):
    """A claim of a report that its numbers do not bear out: its words are to be written anew."""

    kind = "claim"


@cache
def environment() -> "Environment":
    """Return the templates: a sandbox in which what is not there is an error, not nothing."""
    from jinja2 import ChoiceLoader, PackageLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    found = SandboxedEnvironment(
        loader=ChoiceLoader([PackageLoader("reports", folder) for folder in FOLDERS]),
        undefined=StrictUndefined,
        autoescape=True,  # so that what is Markdown already is told from a text
        finalize=finalized,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"],
    )
    found.filters.update({one.__name__: one for one in FILTERS})
    return found


class Desk:
    """One report in the making: what it asks, shows, claims.

    Parameters
    ----------
    seed : int
        Of simulations that name none.
    """

    def __init__(self, *, seed: int = SEED) -> None:
        self.ledger, self.blocks = Ledger(), Blocks()
        self.asking = Asking(self.ledger, seed=seed)

    def rendered(self, template: str, **given: Any) -> str:  # noqa: ANN401
        """Return a template's Markdown, with marks for its tables and figures.

        Raises
        ------
        WargameError
            For a question that cannot be answered; `ClaimError` for a claim that does not hold.
        """
        return environment().get_template(template).render(self.context | given)

    @property
    def context(self) -> dict[str, Any]:
        """What every template has."""
        asking = self.asking
        questions = (
            *(asking.battle, asking.odds, asking.advice, asking.size, asking.sensitivity),
            *(asking.compare, asking.sweep, asking.heat, asking.curves, asking.campaign),
            *(asking.deck, asking.ask, asking.thumbs),
        )
        showing = (self.table, self.chart, self.body, self.say, holds, possibly)
        return {
            **{one.__name__: one for one in (*questions, *showing, frame, rows, sheet)},
            "frame_if": frame_if,
            "number_in": number_in,
            "chart_exists": chart_named,
            "sheets_of": sheets,
            "how_much": partial(worked.how_much, asking),
            "best_policy": partial(worked.best_policy, asking),
            **{one.__name__: one for one in (*worked.TEXTS, *planned.TEXTS, *dealt.TEXTS)},
            "entry_of": find_entry,
            "ledger": self.ledger,
            "version": __version__,
        }

    def table(
        self,
        source: "pd.DataFrame | Sheet",
        *,
        title: str = "",
        columns: Mapping[str, str] | Sequence[str] | None = None,
        formats: Mapping[str, str] | None = None,
        note: str = "",
        most: int = 0,
    ) -> Markup:
        """Show a frame or a sheet as a table; see `analysis.frame_sheet`."""
        if not isinstance(source, Sheet):
            found = frame_sheet(source, title=title, columns=columns, formats=formats, most=most)
        else:
            found = Sheet(
                *(source.name, title or source.title, source.columns, source.rows),
                most or source.most,
            )
        return self.blocks.put(Table(found, note))

    def chart(
        self,
        kind: str,
        source: "pd.DataFrame",
        *,
        title: str = "",
        see: str = "",
        alt: str = "",
        columns: Mapping[str, str] | None = None,
        formats: Mapping[str, str] | None = None,
        figures: "Sheet | pd.DataFrame | None" = None,
        **options: Any,  # noqa: ANN401
    ) -> Markup:
        """Show a frame as a chart, its figures as a table; see `reports.showing.figures`.

        ``figures``: what the table shows instead of the chart's frame.
        """
        if isinstance(figures, Sheet):
            told = figures
        else:
            shown = source if figures is None else figures
            of = kind if figures is None else ""
            most = options.get("most")
            told = figures_of(of, shown, columns=columns, formats=formats, most=most)
        return self.blocks.put(
            figure_of(kind, source, title=title, see=see, alt=alt, figures=told, **options)
        )

    def say(
        self,
        answer: Any,  # noqa: ANN401
        *,
        level: int = 3,
        only: str = "",
        without: Sequence[str] = (),
    ) -> Markup:
        """Show what an answer says of itself; ``only``: one of its tables, by its first head.

        ``without``: lines and tables that are told already; see `reports.answers.parts.written`.
        """
        if only:
            known = tables_of(answer)
            return self.table(known[only]) if only in known else Markup()
        return Markup(written(parts_of(answer), self.table, level=level, without=without))

    def body(self, name: str, **given: Any) -> Markup:  # noqa: ANN401
        """Render a part that several reports have: 'battle', 'deck', 'plan', 'turn', …."""
        text = self.rendered(f"{name}_body.md.j2", **given)
        return Markup(f"\n\n{text.strip()}\n\n")


def possibly(question: Callable[..., Any], *given: Any, **options: Any) -> Any:  # noqa: ANN401
    """Return the answer to a question; None where the game cannot answer it."""
    try:
        return question(*given, **options)
    except WargameError:
        return None


def frame_if(answer: Any, name: str) -> "pd.DataFrame | None":  # noqa: ANN401
    """Return a frame of an answer; None where there is none, or nothing in it."""
    found: pd.DataFrame | None = possibly(frame, answer, name)
    return None if found is None or found.empty else found


def holds(condition: object, claim: str) -> Markup:
    """Return nothing for a claim that holds.

    Raises
    ------
    ClaimError
        If it does not: then the words around it say what is not so.
    """
    if not bool(condition):
        raise ClaimError(
            f"the report's claim does not hold any more: {claim}; its words are to be written anew",
            given=str(marked(claim)),
        )
    return Markup()
