"""A side as it fights: CUs and the general who leads them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from combat.arrays import Bools, Ints


class Line(NamedTuple):
    """A side as it fights, in many battles; ratings are 0 without a general.

    ``cu``: CUs; ``battle``, ``agility``: ratings; ``washington``: whether he leads; each an int or
    bool array, shape (rows,).
    """

    cu: Ints
    battle: Ints
    agility: Ints
    washington: Bools

    @property
    def whole(self) -> Ints:
        """The actual rating on a die of 4–6, never above the CUs (WW-06)."""
        return np.minimum(self.battle, self.cu)

    @property
    def halved(self) -> Ints:
        """The actual rating on a die of 1–3: half, rounded down, never above the CUs (WW-06)."""
        return np.minimum(self.battle // 2, self.cu)
