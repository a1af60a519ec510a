"""How battles of a game follow one another in a plan."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from combat.outcomes import Outcomes


class Remains(NamedTuple):
    """What a battle leaves of a side, for a battle that follows.

    ``units``: a side's value, false if nobody is left; ``settings``: what the battle that they
    fight next must have, values by key; ``barred``: settings that it then cannot have, with the
    rule and the reason.
    """

    units: Any
    settings: tuple[tuple[str, Any], ...] = ()
    barred: tuple[tuple[str, str, str], ...] = ()


class Carried(Protocol):
    """What a plan's battles hand on to all later ones, such as who is out of the game; a value."""

    def applied(
        self,
        attacker: Any,  # noqa: ANN401
        defender: Any,  # noqa: ANN401
        settings: Mapping[str, Any],
        *,
        turned: bool = False,
    ) -> tuple[Any, Any, dict[str, Any]] | None:
        """Return sides and settings of a battle as they stand now, None if it cannot be fought.

        ``turned``: whether the attacker is of the side that the plan's first attacker fights.
        """

    def after(self, outcomes: "Outcomes", row: int) -> "Carried":
        """Return what is carried on from a final state."""

    def __hash__(self) -> int:
        """Hash by value."""


@dataclass(frozen=True)
class Sequels:
    """How battles of a game follow one another in a plan.

    Parameters
    ----------
    groups : tuple of str
        Groups of units that can be asked for alone.
    nobody : object
        A side's value without anybody in it.
    left : callable
        ``(outcomes, row, side, group, next_side)`` to the `Remains` of a side in a final state, of
        a group only if one is named, as ``next_side`` of a later battle; None if there is nobody
        left to fight, or nothing to fight for.
    joined : callable
        ``(units, more, settings)`` to both together, more text that is read with the settings.
    one_place : bool
        Whether a plan's battles are fought for the same thing, of which the last has its say.
    place : str
        What that is.
    carried : Carried, optional
        What a plan's battles hand on to all later ones besides, before the first of them.
    """

    groups: tuple[str, ...]
    nobody: Any
    left: "Callable[[Outcomes, int, str, str, str], Remains | None]"
    joined: Callable[[Any, str, Mapping[str, Any]], Any]
    one_place: bool = True
    place: str = "the place"
    carried: "Carried | None" = None
