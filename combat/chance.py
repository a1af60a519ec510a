"""Where random numbers come from."""

from __future__ import annotations

import numpy as np


def normalise_rng(rng: np.random.Generator | int | None) -> np.random.Generator:
    """Return a generator, from one, from a seed, or (None) from fresh entropy.

    Examples
    --------
    >>> int(normalise_rng(7).integers(100)) == int(normalise_rng(7).integers(100))
    True
    """
    return np.random.default_rng(rng)
