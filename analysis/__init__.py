"""Questions about battles: odds, verdicts, tables and charts.

The names below are loaded when they are first used, so that a plain question at the command line
does not pay for what it does not need.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analysis.advice import Advice, should_attack
    from analysis.answers import odds
    from analysis.sequels import waves

_HOMES = {"Advice": "advice", "odds": "answers", "should_attack": "advice", "waves": "sequels"}

__all__ = ["Advice", "odds", "should_attack", "waves"]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"analysis.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'analysis' has no attribute {name!r}")
