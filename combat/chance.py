"""Where random numbers come from."""

import numpy as np

from combat.errors import OptionError


def seeded(rng: np.random.Generator | int | None) -> tuple[np.random.Generator, int | None]:
    """Make a generator of `rng`, and the seed to report, if there is one.

    A missing seed is drawn, so that every simulated answer can be had again.

    Raises
    ------
    OptionError
        For a seed that is no whole number from 0.

    Examples
    --------
    >>> generator, seed = seeded(7)
    >>> seed, int(generator.integers(100)) == int(seeded(7)[0].integers(100))
    (7, True)
    """
    if isinstance(rng, np.random.Generator):
        return rng, None
    if rng is not None and (
        not isinstance(rng, int | np.integer) or isinstance(rng, bool) or rng < 0
    ):
        raise OptionError(
            f"the seed {rng!r} is not possible; it is a whole number from 0",
            given=str(rng),
            allowed=("whole numbers from 0",),
        )
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if rng is None else int(rng)
    return np.random.default_rng(seed), seed
