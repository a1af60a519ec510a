"""Tables and figures in a report: while the text is Markdown, a mark stands for each of them."""

import re
import secrets
from collections.abc import Callable
from typing import Protocol

from markupsafe import Markup


class Block(Protocol):
    """A part of a report that is shown in a way of its own."""

    def html(self, number: int) -> str:
        """Return it as HTML; the number is that of no other part of the report."""

    def markdown(self) -> str:
        """Return it as Markdown."""


class Blocks:
    """The blocks of one report, in the order in which they were asked for.

    Their marks cannot be forged by a text of the user's: each report has another secret in them.
    """

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._secret = secrets.token_hex(8)

    def put(self, block: Block) -> Markup:
        """Keep a block; returns the mark that stands for it, a paragraph of its own."""
        self._blocks.append(block)
        return Markup(f"\n\n{self._secret}-{len(self._blocks)}-\n\n")

    def in_markdown(self, text: str) -> str:
        """Return a report's text with the blocks in place of their marks, as Markdown."""
        return self._filled(text, lambda number: self._blocks[number - 1].markdown(), "{}")

    def in_html(self, text: str) -> str:
        """Return a report's text, made HTML, with the blocks in place of their marks."""
        return self._filled(text, lambda number: self._blocks[number - 1].html(number), "<p>{}</p>")

    def _filled(self, text: str, shown: Callable[[int], str], mark: str) -> str:
        pattern = re.escape(mark).replace(r"\{\}", rf"{self._secret}-(\d+)-")
        filled = re.sub(pattern, lambda found: shown(int(found[1])), text)
        if self._secret in filled:
            raise ValueError("a table or a chart stands within a line: give it a line of its own")
        return filled
