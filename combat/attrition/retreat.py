"""When an attacker breaks off a battle of attrition."""

import re
from dataclasses import dataclass

import numpy as np

from combat.arrays import Bools, Ints
from combat.errors import OptionError
from combat.notation import MOST_UNITS, shown

FORMS = ("never", "after N", "at N", "air-only", "best")
MOST_ROUNDS = 10_000


@dataclass(frozen=True)
class Retreat:
    """Conditions, any of which makes the attacker break off at a round's end.

    Parameters
    ----------
    after : int, optional
        So many rounds have been fought.
    at : int, optional
        At most so many attackers are left.
    air_only : bool
        Only aircraft are left.
    best : bool
        Going on is worth less than breaking off; computed by backwards induction.

    Examples
    --------
    >>> str(Retreat.parse("at 3 or air-only"))
    'at 3 or air-only'
    """

    after: int | None = None
    at: int | None = None
    air_only: bool = False
    best: bool = False

    @classmethod
    def parse(cls, text: str) -> "Retreat":
        """Read ``never``, ``after 2``, ``at 3``, ``air-only``, ``best`` or some joined by 'or'.

        Raises
        ------
        OptionError
        """
        values: dict[str, int] = {}
        for part in re.split(r"\s+or\s+", text.strip().lower()):
            word = re.sub(r"\s+", " ", part.strip()).replace("_", "-")
            after = re.fullmatch(r"after ([0-9]{1,6})(?: rounds?)?", word)
            at = re.fullmatch(r"at ([0-9]{1,6})(?: units?)?(?: left)?", word)
            if after:  # of several the one that comes first
                number = _number("after", int(after[1]))
                values["after"] = min(number, values.get("after", number))
            elif at:
                number = _number("at", int(at[1]))
                values["at"] = max(number, values.get("at", number))
            elif word in ("air-only", "air only"):
                values["air_only"] = True
            elif word == "best":
                values["best"] = True
            elif word != "never":
                raise OptionError(
                    f"the retreat {shown(text)} is not known; it is {', '.join(FORMS)},"
                    " or some joined by 'or'",
                    given=text,
                    allowed=FORMS,
                )
        retreat = cls(**values)  # type: ignore[arg-type]
        if retreat.best and retreat != cls(best=True, after=retreat.after):
            raise OptionError(
                "'best' already breaks off where it pays; join it with 'after N' only",
                given=text,
                allowed=FORMS,
            )
        return retreat

    def stops(self, left: Ints, aircraft: Ints) -> Bools:
        """Where the attacker breaks off whatever the round, by node.

        Parameters
        ----------
        left, aircraft : int array, shape (nodes,)
            Attackers in the battle, and aircraft among them.
        """
        stop = np.zeros(len(left), dtype=bool)
        if self.at is not None:
            stop |= left <= self.at
        if self.air_only:
            stop |= (aircraft > 0) & (aircraft == left)
        return stop

    @property
    def never(self) -> bool:
        """Whether the attacker fights to the end."""
        return self == Retreat()

    def __str__(self) -> str:
        parts = [
            f"after {self.after}" if self.after is not None else "",
            f"at {self.at}" if self.at is not None else "",
            "air-only" if self.air_only else "",
            "best" if self.best else "",
        ]
        return " or ".join(filter(None, parts)) or "never"


def _number(word: str, number: int) -> int:
    if word == "after" and not 1 <= number <= MOST_ROUNDS:
        raise OptionError(
            f"'after {number}' is not possible: the first retreat is after round 1"
            f" (1 to {MOST_ROUNDS:,}); to stay at home, do not attack",
            given=f"after {number}",
            allowed=(f"after 1 to {MOST_ROUNDS}",),
        )
    if word == "at" and not 1 <= number <= MOST_UNITS:
        raise OptionError(
            f"'at {number}' is not possible: with nobody left nobody retreats"
            f" (1 to {MOST_UNITS:,})",
            given=f"at {number}",
            allowed=(f"at 1 to {MOST_UNITS}",),
        )
    return number
