"""Charts in a report: a picture, what it says in words, what to see in it, and its figures."""

from dataclasses import dataclass
from html import escape
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from combat.errors import OptionError
from combat.sheets import Sheet
from reports.showing.drawing import svg_of
from reports.showing.figure_sheets import told
from reports.showing.markdown import inline_html
from reports.showing.tables import Table
from reports.showing.wording import marked, sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

FIGURES = "The figures"


@dataclass(frozen=True)
class Figure:
    """A chart of a report.

    Parameters
    ----------
    svg : str
        The picture.
    title, see, alt : str
        Its title, the sentence that says what to see in it, and the picture in words.
    figures : Sheet
        What is drawn, as a table.
    """

    svg: str
    title: str
    see: str
    alt: str
    figures: Sheet

    @property
    def _heading(self) -> str:
        return marked(sentence(self.title))

    def html(self, number: int) -> str:
        """Return it as HTML: its table is folded on a screen, and open on paper."""
        title = f"<strong>{inline_html(self._heading)}</strong> " if self.title else ""
        label = escape(f"{FIGURES} of {self.title or f'chart {number}'}")
        table = Table(self.figures).framed(f'aria-label="{label}"')
        return (
            f'<figure class="chart"><div class="card">{_named(self.svg, number, self.alt)}</div>'
            f"<figcaption>{title}{inline_html(marked(self.see))}</figcaption>"
            f"<details><summary>{FIGURES}</summary>"
            f"{table}</details></figure>"
        )

    def markdown(self) -> str:
        """Return what to see in it and its figures: a text has no picture."""
        title = f"**{self._heading}** " if self.title else ""
        return f"{title}{marked(self.see)}\n\n{Table(self.figures).markdown()}"


def _named(svg: str, number: int, alt: str) -> str:
    """Return a picture with its text alternative, and names that no other picture has."""
    mark = f"figure-{number}"
    for before in ('id="', 'href="#', "url(#"):
        svg = svg.replace(before, f"{before}{mark}-")
    head = f'<svg role="img" aria-labelledby="{mark}" class="picture"'
    return svg.replace("<svg", head, 1).replace(
        ">", f'><title id="{mark}">{escape(alt)}</title>', 1
    )


def chart_named(kind: str) -> "Callable[..., Any]":
    """Return the chart of that kind: 'outcome' is `outcome_chart`.

    Raises
    ------
    OptionError
        For a kind that there is not.
    """
    found = charts()
    if kind not in found:
        names = tuple(sorted(found))
        raise OptionError(
            f"no chart is called {kind!r}; charts are {', '.join(names)}", given=kind, allowed=names
        )
    return found[kind]


def charts() -> "dict[str, Callable[..., Any]]":
    """Return all functions of `analysis.charts` that draw a frame, by kind."""
    package = import_module("analysis.charts")
    found: dict[str, Callable[..., Any]] = {}
    for module in iter_modules(package.__path__):
        there = vars(import_module(f"analysis.charts.{module.name}"))
        for name, draw in there.items():
            if name.endswith("_chart") and not name.startswith("_"):
                found[name.removesuffix("_chart")] = draw
    return found


def figure_of(
    kind: str,
    frame: "pd.DataFrame",
    *,
    title: str,
    see: str,
    alt: str,
    figures: Sheet,
    **options: Any,  # noqa: ANN401
) -> Figure:
    """Draw a chart.

    Parameters
    ----------
    kind : str
        As in `chart_named`.
    frame : DataFrame
        What the chart takes.
    title, see, alt : str
        As in `Figure`; the picture is put in words from its figures if ``alt`` is empty.
    figures : Sheet
    **options
        Of the chart.

    Raises
    ------
    OptionError
        Without the sentence that says what to see.
    ValueError
        For a frame that the chart cannot draw.
    """
    if not see.strip():
        raise OptionError(
            f"the chart {title or kind!r} says nothing: give see, a sentence on what to see in it",
            given=kind,
        )
    svg = svg_of(chart_named(kind), frame, **options)
    return Figure(svg, title, see, alt or told(kind, title, figures), figures)
