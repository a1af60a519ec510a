"""What a side can be given or loses by a tap."""

from collections.abc import Mapping
from typing import Any

from combat.axis_allies.settings import table_of
from combat.axis_allies.units import WHOLE
from combat.force import Force
from combat.game import DEFENDER
from combat.notation import MOST_UNITS
from combat.taps import ForceTaps, Tap

LAND, SEA, AIR = ("land",), ("sea",), ("air",)
GUNS = ("gun", "casualty gun")


def _units(side: str, force: Force, settings: Mapping[str, Any]) -> tuple[Tap, ...]:
    """Return all units, those of the battle's kind first; guns shoot for the defender alone."""
    table = table_of(settings)
    guns = GUNS if side == DEFENDER else ()
    ships = any(force[name] for name in table.of_domain(*SEA))
    kinds = (*SEA, *AIR, *LAND, *guns) if ships else (*LAND, *AIR, *guns, *SEA)
    names = [name for kind in kinds for name in table.of_domain(kind) if name not in WHOLE]
    names += [name for name, _ in force if name not in names]
    most = 1 if table.aa_dice == "each aircraft" else MOST_UNITS
    return tuple(
        Tap(name, table[name].title, 0, most if table[name].is_gun else MOST_UNITS)
        for name in names
    )


TAPS = ForceTaps(lambda settings: table_of(settings).vocabulary, _units)
