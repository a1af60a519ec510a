"""What the product knows of a deck: everything that `analysis` may ask for, in one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from combat.battle import parse_settings
from combat.decks.answer import DeckAnswer
from combat.decks.how import How
from combat.game import Setting


@dataclass(frozen=True, eq=False)
class DeckGame:
    """A game's deck in `combat.games.decks`.

    Parameters
    ----------
    name : str
    aliases : tuple of str
        Other names that the command line understands.
    title, edition : str
    covers : str
        One line: what is covered, and what is not.
    settings : tuple of Setting
    ask : callable
        ``(contents of a deck file or None for the usual deck, settings, how)`` to the answer. It
        raises a `WargameError` that names the entry at fault.
    battles : bool
        Whether the game has battles too.
    example : str
        Options that show something, for the help: '--set truce=asap'.
    timeline, curves, pairs : str
        Tables that are worth drawing: a distribution as bars, chances over a number as curves, and
        chances by row and column as a map; '' for none.
    """

    name: str
    aliases: tuple[str, ...]
    title: str
    edition: str
    covers: str
    settings: tuple[Setting, ...]
    ask: Callable[[Mapping[str, Any] | None, Mapping[str, Any], How], DeckAnswer]
    battles: bool = True
    example: str = ""
    timeline: str = ""
    curves: str = ""
    pairs: str = ""

    def answer(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        how: How | None = None,
        **options: object,
    ) -> DeckAnswer:
        """Answer for a deck; settings by key, as text or as what prints as it.

        Raises
        ------
        WargameError
        """
        texts = {key: str(value) for key, value in options.items()}
        settings = parse_settings(self, texts)
        return self.ask(data, settings, how or How())
