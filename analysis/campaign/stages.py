"""A plan of battles in a row, as a value: its stages, and what they ask of one another."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from combat.game import ATTACKER, DEFENDER, Game
from combat.outcomes import Outcomes

FIGHT, PASS = "fight", "pass"  # what is chosen where a stage has no options of its own


@dataclass(frozen=True)
class Ended:
    """Whether an earlier stage ended so: a fact that a later stage asks for."""

    stage: int
    event: str

    def of(self, outcomes: Outcomes) -> Sequence[Hashable]:
        """Return the fact for each final state."""
        found: list[Hashable] = outcomes.rows(self.event).tolist()
        return found


@dataclass(frozen=True)
class Left:
    """What an earlier stage left of a side: a fact that a later stage asks for.

    Parameters
    ----------
    stage : int
    side : str
    group : str
        One of the game's groups of units; all of the side if empty.
    role : str
        The side that they are in the later stage.
    """

    stage: int
    side: str
    group: str
    role: str

    def of(self, outcomes: Outcomes) -> Sequence[Hashable]:
        """Return the fact for each final state."""
        sequels = outcomes.battle.game.sequels
        assert sequels is not None
        return [
            sequels.left(outcomes, row, self.side, self.group, self.role)
            for row in range(len(outcomes))
        ]


@dataclass(frozen=True)
class LeftOvers:
    """A side that is made of what an earlier stage left, and more."""

    left: Left
    plus: str = ""


@dataclass(frozen=True)
class Option:
    """A way to fight a stage.

    Parameters
    ----------
    name : str
    attacker, defender : side values of the game, or LeftOvers
    settings : mapping of str to object
        Values of all the game's settings.
    text : str
        What it has instead of the stage's own, as it was written.
    """

    name: str
    attacker: Any
    defender: Any
    settings: Mapping[str, Any]
    text: str = ""


@dataclass(frozen=True)
class Planned:
    """A stage of a plan.

    Parameters
    ----------
    name : str
    attacker, defender : side values of the game, or LeftOvers
    settings : mapping of str to object
        Values of all the game's settings.
    when : tuple of (Ended, bool)
        Facts about earlier stages, and whether each must be or must not be.
    turned : bool
        Whether the attacker is of the side that the plan's first attacker fights.
    texts : mapping of str to str
        Conditions and sides as they were written: 'when', 'attacker', 'defender'.
    options : tuple of Option
        The ways of which its attacker chooses one; none if there is only the one above.
    may_pass : bool
        Whether its attacker may leave it out.
    """

    name: str
    attacker: Any
    defender: Any
    settings: Mapping[str, Any]
    when: tuple[tuple[Ended, bool], ...] = ()
    turned: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    may_pass: bool = False

    @property
    def ways(self) -> tuple[Option, ...]:
        """The ways to fight it."""
        return self.options or (Option(FIGHT, self.attacker, self.defender, self.settings),)

    @property
    def is_decided(self) -> bool:
        """Whether there is something to choose."""
        return self.may_pass or len(self.options) > 1

    @property
    def facts(self) -> tuple[Ended | Left, ...]:
        """What it asks of earlier stages."""
        pairs = [(self.attacker, self.defender)]
        pairs += [(option.attacker, option.defender) for option in self.options]
        sides = [side.left for pair in pairs for side in pair if isinstance(side, LeftOvers)]
        return (*(fact for fact, _ in self.when), *dict.fromkeys(sides))


@dataclass(frozen=True)
class Plan:
    """Battles in a row.

    Parameters
    ----------
    game : Game
    stages : tuple of Planned
    aim : str
        What decisions are made for, as `analysis.plan_aim.PlanAim` reads it; the game's value if
        empty.
    """

    game: Game
    stages: tuple[Planned, ...]
    aim: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether there is a decision in it."""
        return any(stage.is_decided for stage in self.stages)


def is_enemy(side: str, *, turned: bool) -> bool:
    """Whether a side of a stage is the one that the plan's first attacker fights."""
    return turned if side == ATTACKER else side == DEFENDER and not turned


def of_enemy(stage: Planned) -> str:
    """Return a note that a stage's attacker is the enemy, empty if not."""
    return ", by the enemy" if stage.turned else ""
