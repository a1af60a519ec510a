"""What the decisions of a plan are made for, and what its orders are ranked by."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from analysis.campaign.stages import Plan
from analysis.campaign.views import ENEMY, has, shares, values, view, words
from combat.errors import OptionError
from combat.game import DEFENDER, Event, Quantity
from combat.outcomes import Outcomes


class PlanAim(NamedTuple):
    """An event or a quantity of a whole plan that its first attacker's side wants.

    ``text``: as it was written; ``name``: with 'enemy_' where the enemy attacks; ``more``: whether
    the more of it the better; ``is_event``.
    """

    text: str
    name: str
    more: bool
    is_event: bool

    @classmethod
    def read(cls, plan: Plan, text: str = "") -> "PlanAim":
        """Read the name of an event or a quantity; the game's value if there is none.

        The more the better, but for an event that is the defender's, and for a name with '-' before
        it.

        Raises
        ------
        OptionError
            For a name that the plan does not have.
        """
        given = text or plan.aim or plan.game.value
        name = given.removeprefix("-").strip()
        game = plan.game
        events = [event.name for event in game.events]
        enemy = [ENEMY + event for event in events if any(stage.turned for stage in plan.stages)]
        names = [*events, *enemy, *(quantity.name for quantity in game.quantities)]
        if name not in names:
            raise OptionError(
                f"the plan has no event or quantity {name!r}; they are {', '.join(names)}",
                given=name,
                allowed=names,
            )
        event = game.event(name.removeprefix(ENEMY))
        against = event is not None and (event.side == DEFENDER) != name.startswith(ENEMY)
        return cls(given, name, given.startswith("-") == against, event is not None)

    @property
    def sign(self) -> float:
        """1 if more of it is better, else −1."""
        return 1.0 if self.more else -1.0

    def tracker(self, plan: Plan) -> "Tracker":
        """Return how it adds up along the plan.

        Raises
        ------
        OptionError
            For an event that has no part in the plan's last word.
        """
        turned = tuple(stage.turned for stage in plan.stages)
        quantity = plan.game.quantity(self.name)
        if quantity is not None:
            return SumOf(quantity, turned)
        event = plan.game.event(self.name.removeprefix(ENEMY))
        assert event is not None
        assert plan.game.sequels is not None
        enemy = self.name.startswith(ENEMY)
        if not plan.game.sequels.one_place:
            return EverSo(event, turned, enemy)
        known = shares(plan.game.events)
        if event not in known:
            names = tuple(one.name for one in known)
            raise OptionError(
                f"{self.name!r} has no part in the plan's last word; events are {', '.join(names)}",
                given=self.name,
                allowed=names,
            )
        return LastWord(tuple(known), known.index(event), turned, enemy)


class Tracker(Protocol):
    """How an aim adds up along a plan.

    What the way so far has to say on it is a number ("said", 0 at the beginning); besides, each
    battle adds to a sum, on which nothing that follows depends.
    """

    def gain(self, stage: int, outcomes: Outcomes) -> float:
        """Return what a battle adds to the sum on average."""

    def said(self, stage: int, outcomes: Outcomes, before: int) -> Sequence[int]:
        """Return what is said after each final state, shape (states,)."""

    def worth(self, said: int) -> float:
        """Return what the whole plan is worth by what is said at its end, its sum aside."""

    def text(self, said: int) -> str:
        """Return what is said so far in words; empty if nothing is."""


@dataclass(frozen=True)
class SumOf:
    """A quantity summed up over the stages, as the first attacker's side sees it."""

    quantity: Quantity
    turned: tuple[bool, ...]

    def gain(self, stage: int, outcomes: Outcomes) -> float:
        """Return the quantity's mean."""
        if self.quantity.of is None:
            name, sign = view(self.quantity, turned=self.turned[stage])
            return sign * outcomes.quantity(name).value if has(outcomes, name) else 0.0
        of_rows = values(outcomes, self.quantity, turned=self.turned[stage])
        return float(outcomes.chance @ of_rows)

    def said(self, _: int, outcomes: Outcomes, before: int) -> Sequence[int]:
        """Return that nothing is said."""
        return [before] * len(outcomes)

    def worth(self, _: int) -> float:
        """Return that nothing comes on top."""
        return 0.0

    def text(self, _: int) -> str:
        """Return that nothing is said."""
        return ""


@dataclass(frozen=True)
class EverSo:
    """Whether an event happens at least once: 1 as soon as it has."""

    event: Event
    turned: tuple[bool, ...]
    enemy: bool

    def gain(self, _: int, __: Outcomes) -> float:
        """Return that nothing is summed up."""
        return 0.0

    def said(self, stage: int, outcomes: Outcomes, before: int) -> Sequence[int]:
        """Return 1 where it has happened."""
        if before or self.turned[stage] != self.enemy or not self.event.applies(outcomes.battle):
            return [before] * len(outcomes)
        found: list[int] = self.event.of(outcomes).astype(int).tolist()
        return found

    def worth(self, said: int) -> float:
        """Return 1 if it has happened."""
        return float(said)

    def text(self, said: int) -> str:
        """Return whether it has happened."""
        return f"{'enemy: ' * self.enemy}{self.event.text}, so far" if said else ""


@dataclass(frozen=True)
class LastWord:
    """Whether an event is the plan's last word, as `analysis.totals.last_words` has it.

    Said is 0 at first; 1 and 2 are a word that any later one replaces, 3 and 4 one that only the
    place's changing hands does; 2 and 4 are the word wanted.
    """

    known: tuple[Event, ...]
    wanted: int
    turned: tuple[bool, ...]
    enemy: bool

    def gain(self, _: int, __: Outcomes) -> float:
        """Return that nothing is summed up."""
        return 0.0

    def said(self, stage: int, outcomes: Outcomes, before: int) -> Sequence[int]:
        """Return the word after each final state."""
        word = words(outcomes, list(self.known))
        if not len(outcomes) or word.min() < 0:
            return [before] * len(outcomes)
        own = (word == self.wanted) & (self.turned[stage] == self.enemy)
        lasting = word == 0
        after = np.where(lasting, 3, before if before > 2 else 1) + (own & (lasting | (before < 3)))
        found: list[int] = after.tolist()
        return found

    def worth(self, said: int) -> float:
        """Return 1 for the word wanted."""
        return float(said in (2, 4))

    def text(self, said: int) -> str:
        """Return whether the word wanted is the last so far."""
        if not said:
            return ""
        return f"{'' if said in (2, 4) else 'not '}{self.known[self.wanted].text}, so far"
