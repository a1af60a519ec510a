"""A dashboard for notebooks: type two sides, move sliders, see verdict and pictures at once."""

from typing import TYPE_CHECKING

from combat.battle import Battle
from combat.errors import OptionError

if TYPE_CHECKING:
    from analysis.dashboard.panel import Dashboard

__all__ = ["dashboard"]


def dashboard(battle: Battle | str | None = None, *, aim: str = "") -> "Dashboard":
    """Return a dashboard, which a notebook shows.

    Every control is there for code as well: ``panel.attacker.value = "4 inf"`` does what typing it
    does, and ``panel.advice`` is the verdict that is shown.

    Parameters
    ----------
    battle : Battle or str, optional
        What it begins with, as for `analysis.odds`; an example of the first game if none.
    aim : str
        As for `analysis.should_attack`.

    Raises
    ------
    OptionError
        Without the extra 'notebooks'.
    WargameError
        For a battle that cannot be read.

    Examples
    --------
    >>> panel = dashboard("aa 3 arm v 2 inf")
    >>> panel.advice.verdict
    'attack'
    >>> panel.defender.value = "4 inf"
    >>> panel.advice.verdict
    'hold'
    """
    try:
        from analysis.dashboard.panel import Dashboard
    except ModuleNotFoundError as error:
        if error.name != "ipywidgets":
            raise
        raise OptionError(
            "the dashboard needs the extra 'notebooks': pip install 'wargame-odds[notebooks]'"
        ) from None
    from analysis.answers import read_battle

    return Dashboard(None if battle is None else read_battle(battle), aim=aim)
