"""What a side can be given or loses by a tap."""

from collections.abc import Mapping
from typing import Any

from combat.force import Force
from combat.rebellion_1775.colours import (
    AMERICAN,
    BRITISH,
    NAMES,
    NATIVES,
    OF_SIDE,
    VOCABULARY,
    dice_of,
)
from combat.taps import ForceTaps, Tap


def _units(_side: str, force: Force, settings: Mapping[str, Any]) -> tuple[Tap, ...]:
    """Return the colours of the side that the force shows it to be; all where it shows none."""
    own = [
        names
        for names in (OF_SIDE[BRITISH], OF_SIDE[AMERICAN])
        if any(force[name] for name in names if name != NATIVES)
    ]
    dice = dice_of(settings)
    names = own[0] if len(own) == 1 else NAMES
    return tuple(Tap(name, dice[name].title, 0, dice[name].units) for name in names)


TAPS = ForceTaps(lambda _: VOCABULARY, _units)
