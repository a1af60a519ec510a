"""Answers that show themselves in a notebook, as whoever knows how to show them says."""

from collections.abc import Callable

_how: Callable[["Displayed"], str | None] | None = None


class Displayed:
    """An answer that notebooks show as HTML.

    Answers are made here and in `analysis`, HTML is written in `analysis.html`, and nothing here
    may import that: so `analysis`, once it is imported, says how answers are shown, with a function
    that loads what it takes only when the first of them is. Before that, and in a plain
    interpreter, an answer shows its `repr`.
    """

    def _repr_html_(self) -> str | None:
        return None if _how is None else _how(self)


def displayed_by(how: Callable[[Displayed], str | None]) -> None:
    """Say how answers become HTML; None for those that it does not know."""
    global _how
    _how = how
