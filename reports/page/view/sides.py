"""The two sides as the page shows them: what can be touched, and how many there are."""

from dataclasses import dataclass

from combat.battle import parse_settings
from combat.errors import WargameError
from combat.game import ROLES
from combat.taps import Tap
from reports.page.view.state import State
from reports.page.view.touches import readable


@dataclass(frozen=True)
class Side:
    """A side and its taps.

    Parameters
    ----------
    role : str
    text : str
        As it was written.
    taps : tuple of Tap
    read : bool
        Whether its text could be read; else nothing can be touched until it is put right.
    """

    role: str
    text: str
    taps: tuple[Tap, ...]
    read: bool = True


def sides_of(state: State) -> tuple[Side, ...]:
    """Return both sides of a battle; none of a game whose sides have no taps."""
    if state.game.taps is None:
        return ()
    settings = parse_settings(state.game, readable(state))
    found = []
    for role in ROLES:
        text = state.side(role)
        try:
            found.append(Side(role, text, state.game.taps.offered(text, role, settings)))
        except WargameError:
            nobody = state.game.taps.offered("", role, settings)
            found.append(Side(role, text, nobody, read=False))
    return tuple(found)
