"""Questions about battles: odds, verdicts, tables and charts.

The names below are loaded when they are first used, so that a plain question at the command line
does not pay for what it does not need.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from combat.display import Displayed, displayed_by

if TYPE_CHECKING:
    from analysis.advice import Advice, should_attack
    from analysis.answers import odds
    from analysis.sequels import waves

_HOMES = {"Advice": "advice", "odds": "answers", "should_attack": "advice", "waves": "sequels"}

__all__ = ["Advice", "odds", "should_attack", "waves"]


def _as_html(answer: Displayed) -> str | None:
    from analysis.html.notebook import as_html

    return as_html(answer)


displayed_by(_as_html)


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"analysis.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'analysis' has no attribute {name!r}")
