"""Markdown as HTML: no HTML of its own, no pictures from elsewhere."""

import re
from functools import cache
from typing import TYPE_CHECKING

UNIT = re.compile(r"(?<=\d) %")

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
    return _glued(str(reader().renderInline(text))) if text else ""


def block_html(text: str) -> str:
    """Return a text in Markdown as HTML."""
    return _glued(str(reader().render(text)))


def _glued(html: str) -> str:
    """Keep numbers on one line with the signs of per cent behind them."""
    return UNIT.sub("\N{NO-BREAK SPACE}%", html)
