"""How a place is held without a purchase, by all that can move in (AA-28, AA-47)."""

from dataclasses import dataclass

from combat.axis_allies.hold.hold import holding
from combat.axis_allies.hold.hold_chain import ALWAYS
from combat.axis_allies.map.position import Position
from combat.errors import TooLargeError
from combat.estimate import Estimate

SEED = 1  # of battles at sea that are too large for an exact answer
HOW = "see hold --reinforce everything"


@dataclass(frozen=True)
class Unpaid:
    """The chance to hold a place with all that can move in, and nothing bought.

    Parameters
    ----------
    chance : float or None
        None if there is too much for an answer.
    trials : int, optional
        Fewest of a battle that was simulated; None if it is exact.
    """

    chance: float | None
    trials: int | None = None

    def text(self) -> str:
        """Return the chance in words.

        Examples
        --------
        >>> Unpaid(0.975).text()
        '97.5 %'
        """
        return Estimate.of_chance(self.chance or 0.0, self.trials).as_percent()

    def line(self, place: str, wanted: float | None) -> str:
        """Return what an answer says of it.

        Examples
        --------
        >>> Unpaid(0.975).line("India", 0.8)
        'no purchase is needed if all that can moves in: India is then held at 97.5 %; see hold
        --reinforce everything'
        >>> Unpaid(0.975).line("India", 0.99)
        'without a purchase, with all that can move in: 97.5 %; see hold --reinforce everything'
        """
        if self.chance is None:
            return "all that can move in is too much for an answer here; see hold --reinforce UNITS"
        if self.is_enough(wanted):
            text = self.text()
            how = f"{place} is then held {'for certain' if text == 'certain' else f'at {text}'}"
            return f"no purchase is needed if all that can moves in: {how}; {HOW}"
        return f"without a purchase, with all that can move in: {self.text()}; {HOW}"

    def is_enough(self, wanted: float | None) -> bool:
        """Whether it has the chance that is asked for."""
        return wanted is not None and self.chance is not None and self.chance >= wanted


def unpaid(position: Position, power: str, place: str, enemies: str = ALWAYS) -> Unpaid | None:
    """Return how a place is held with all that can move in at once, None if nothing can.

    The same chain of attacks as that of `hold`, from the position after the moves: units that leave
    a place may open a way for tanks, or bare a zone.

    Parameters
    ----------
    position : Position
    power, place : str
    enemies : {'always', 'if it pays'}
    """
    try:
        found = holding(position, power=power, target=place, reinforce="everything", rng=SEED)
    except TooLargeError:
        return Unpaid(None)
    if not found.reinforced:
        return None
    stand = found.always if enemies == ALWAYS else found.paying
    return Unpaid(stand.chance, found.trials)
