"""How strong the land units of a party are: what `most` means by the largest party (AA-02)."""

from collections.abc import Mapping
from dataclasses import dataclass

from combat.axis_allies.units import UnitTable

Worth = tuple[int, int]  # attack value, IPC
SUPPORTS, SUPPORTED = "supports", "supported"


@dataclass(frozen=True)
class Strength:
    """Attack value in a first round, artillery's support counted (AA-02), then IPC.

    Parameters
    ----------
    table : UnitTable
    overland : mapping of str to int
        Units that come in any case.
    """

    table: UnitTable
    overland: Mapping[str, int]

    def worth(self, landed: Mapping[str, int]) -> Worth:
        """Return what the units are worth together with those that come overland."""
        attack, cost = self._plain(landed)
        return attack + min(self._count(landed, SUPPORTS), self._count(landed, SUPPORTED)), cost

    def bound(self, landed: Mapping[str, int], by: str) -> Worth:
        """Return as much or more: as if every unit of one kind, `by`, gave or had support."""
        attack, cost = self._plain(landed)
        return attack + self._count(landed, by), cost

    def order(self, unit: str, by: str) -> Worth:
        """Return what one unit more adds to `bound`."""
        row = self.table[unit]
        return row.attack + int(getattr(row, by)), row.cost

    def _plain(self, landed: Mapping[str, int]) -> Worth:
        rows = self.table
        parts = (*self.overland.items(), *landed.items())
        return sum(rows[u].attack * n for u, n in parts), sum(rows[u].cost * n for u, n in parts)

    def _count(self, landed: Mapping[str, int], by: str) -> int:
        parts = (*self.overland.items(), *landed.items())
        return sum(n for unit, n in parts if getattr(self.table[unit], by))
