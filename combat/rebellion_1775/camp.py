"""One side of a battle: its colours, its dice and its policies."""

from __future__ import annotations

from dataclasses import dataclass

from combat.rebellion_1775.colours import NATIVES, Colour
from combat.rebellion_1775.policies import Losses, Withdrawal
from combat.rebellion_1775.throws import Counts


@dataclass(frozen=True)
class Camp:
    """One side's colours and policies.

    ``leaves``: whether there is anywhere to go.
    """

    start: Counts
    colours: tuple[Colour, ...]
    losses: Losses
    withdrawal: Withdrawal
    leaves: bool

    @property
    def has_natives(self) -> bool:
        """Whether natives are among the colours."""
        return self.colours[-1].name == NATIVES
