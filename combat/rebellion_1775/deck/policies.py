"""When a faction plays its truce, if it has another movement card in hand as well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from combat.arrays import Floats, Ints
from combat.errors import OptionError
from combat.notation import plain_number
from combat.rebellion_1775.deck.factions import BRITISH, FACTIONS, side_of
from combat.rebellion_1775.deck.scenario import MOST_ROUNDS

ASAP, AHEAD, FORCED, RANDOM, BEST = "asap", "ahead", "forced", "random", "best"
NAMED = (ASAP, AHEAD, FORCED, RANDOM)
POLICIES = (*NAMED, BEST)
WORDS = {
    ASAP: "plays the truce as soon as it is held",
    AHEAD: "plays the truce as soon as it is held in rounds at whose end its side is likelier ahead"
    " than behind, and keeps it in others",
    FORCED: "keeps the truce until it is the only movement card in hand",
    RANDOM: "plays any movement card in hand alike, the truce among them",
    BEST: "plays the truce when that is best for its side's chance to be ahead at the end",
}


@dataclass(frozen=True)
class Lead:
    """The chance that the British side has more colonies at the end of each round (RB-24).

    Parameters
    ----------
    chances : tuple of float
        By round from the first; the last one holds for all later rounds. Empty: 1/2 throughout.
    """

    chances: tuple[float, ...] = ()

    def at(self, number: int) -> float:
        """Return the chance at the end of a round."""
        return self.chances[min(number, len(self.chances)) - 1] if self.chances else 0.5

    def of(self, side: str, number: int) -> float:
        """Return a side's chance to be ahead at the end of a round; a draw is half to each."""
        return self.at(number) if side == BRITISH else 1.0 - self.at(number)

    def __str__(self) -> str:
        return ", ".join(map(plain_number, self.chances))


@dataclass(frozen=True)
class Truce:
    """How a faction plays its truce.

    Parameters
    ----------
    kind : str
        One of `POLICIES`.
    side : str
    lead : Lead
    """

    kind: str
    side: str
    lead: Lead

    def chance(self, movement: Ints | int, number: int) -> Floats:
        """Return the chance to play the truce, which is held, in a round, shaped like ``movement``.

        Parameters
        ----------
        movement : array of int
            Other movement cards in hand; without one the truce has to be played (RB-20).
        number : int
            The round. Best play is not known here, and keeps the truce.
        """
        others = np.asarray(movement)
        if self.kind == RANDOM:
            return 1.0 / (others + 1.0)
        ahead = self.kind == AHEAD and self.lead.of(self.side, number) > 0.5
        return np.where(others == 0, 1.0, float(self.kind == ASAP or ahead))


def truces_of(settings: Mapping[str, Any]) -> dict[str, Truce]:
    """Return how each faction plays its truce, by faction."""
    return {
        name: Truce(settings[f"truce.{name}"] or settings["truce"], side_of(name), settings["lead"])
        for name in FACTIONS
    }


def read_lead(text: str, _: Mapping[str, Any]) -> Lead:
    """Read ``0.5, 0.55, 0.6``.

    Raises
    ------
    OptionError
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    chances = []
    for part in parts:
        try:
            chance = float(part)
        except ValueError:
            chance = -1.0
        if not 0.0 <= chance <= 1.0:
            raise OptionError(
                f"lead: {part!r} is no chance from 0 to 1; give the chance that the British side"
                " has more colonies at the end of round 1, 2, …, as in 0.5, 0.55",
                given=part,
                allowed=("0 to 1",),
            )
        chances.append(chance)
    if len(chances) > MOST_ROUNDS:
        raise OptionError(f"lead: {len(chances)} rounds are too many", given=text)
    return Lead(tuple(chances))
