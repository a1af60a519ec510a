"""Writing HTML that is safe by construction: whatever is not markup already is escaped."""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from analysis.parts import BOLD, DIM, TITLE, Line, Part, TextTable

Value = str | int | float
VOID = ("img",)  # elements that have no end
STYLE = Path(__file__).parent / "static" / "fragments.css"
"""The stylesheet for the classes of all pieces: a page may serve it, a notebook shows it along."""


class Html(str):
    """HTML that may stand in a page as it is: every text in it has been escaped."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return itself, for templates that would escape it."""
        return str(self)

    def _repr_html_(self) -> str:
        from analysis.html.notebook import styled  # which needs all pieces

        return styled(self)


def tag(name: str, *content: str, **attributes: Value | None) -> Html:
    """Return an element.

    Parameters
    ----------
    name : str
    *content : str
        Text, which is escaped, or `Html`.
    **attributes
        By name, '_' for '-' and one at the end left out (``class_``); None leaves it out. Numbers
        are given to two decimals.

    Examples
    --------
    >>> print(tag("p", "3 < 4", tag("b", "!"), class_="wo-note"))
    <p class="wo-note">3 &lt; 4<b>!</b></p>
    """
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_text(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID:
        return Html(f"<{name}{pairs} />")
    return Html(f"<{name}{pairs}>{joined(*content)}</{name}>")


def joined(*parts: str) -> Html:
    """Return parts one after another, texts among them escaped."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def paragraphs(texts: Iterable[str], *, class_: str) -> Html:
    """Return each text as a paragraph; nothing for none."""
    return joined(*(tag("p", text, class_=class_) for text in texts))


def table(found: TextTable) -> Html:
    """Return a table of texts in a box that scrolls by itself; nothing without rows.

    Columns whose head begins with '>' are numbers: their cells have the class ``wo-number``.
    """
    if not found.rows:
        return Html()
    kinds = ["wo-number" if head.startswith(">") else None for head in found.heads]
    heads = [
        tag("th", head.removeprefix(">"), class_=kind, scope="col")
        for head, kind in zip(found.heads, kinds, strict=True)
    ]
    rows = [
        tag("tr", *(tag("td", text, class_=kind) for text, kind in zip(row, kinds, strict=True)))
        for row in found.rows
    ]
    parts = [tag("thead", tag("tr", *heads)), tag("tbody", *rows)]
    caption = [tag("caption", found.title)] if found.title else []
    return tag("div", tag("table", *caption, *parts, class_="wo-table"), class_="wo-scroll")


def laid_out(parts: Iterable[Part]) -> Html:
    """Return the lines and tables of an answer (``wo-title``, ``wo-method``, ``wo-line``)."""
    return joined(*(_line(one) if isinstance(one, Line) else table(one) for one in parts))


def _line(part: Line) -> Html:
    if not part.text:
        return Html()
    text = tag("strong", part.text) if part.kind in (TITLE, BOLD) else part.text
    classes = {TITLE: "wo-title", DIM: "wo-method"}
    return tag("p", text, class_=classes.get(part.kind, "wo-line"))


def _text(value: Value) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
