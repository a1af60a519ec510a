"""Markdown as HTML: no HTML of its own, no pictures from elsewhere."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


@cache
def reader() -> "MarkdownIt":
    """Return what reads Markdown; tags in it are text, and a picture is not loaded."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def inline_html(text: str) -> str:
    """Return a line of Markdown as HTML.

    Examples
    --------
    >>> inline_html("**1** <b>")
    '<strong>1</strong> &lt;b&gt;'
    """
    return str(reader().renderInline(text)) if text else ""


def block_html(text: str) -> str:
    """Return a text in Markdown as HTML."""
    return str(reader().render(text))
