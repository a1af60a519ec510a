"""The stages of a plan as steps of a chain: which battle is fought from what is remembered."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from analysis.campaign.aim import Tracker
from analysis.campaign.stages import PASS, Ended, Left, LeftOvers, Option, Plan, Planned
from combat.battle import Battle
from combat.errors import IllegalBattleError, OptionError, within
from combat.game import Game
from combat.outcomes import Outcomes
from combat.sequels import Carried, Remains

Fact = Ended | Left
Solver = Callable[[Battle, float], Outcomes]
Watched = Callable[[Sequence["Step"]], Iterable["Step"]]


class Memory(NamedTuple):
    """What is remembered on the way to a stage.

    ``carried``: by the game, from battle to battle; ``facts``: those that later stages ask for, in
    the order of `Step.known`; ``said``: what the aim needs to know of the way so far.
    """

    carried: Carried | None
    facts: tuple[Any, ...] = ()
    said: int = 0


@dataclass(frozen=True)
class Step:
    """A stage of a plan as a step of the chain.

    Parameters
    ----------
    number : int
    stage : Planned
    game : Game
    solver : callable
        ``(battle, chance to come there)`` to its outcomes.
    known : tuple of Ended or Left
        The facts that its memory holds, in their order.
    kept : tuple of Ended or Left, or None
        Those that the next one's does; None after the last stage.
    tracker : Tracker or None
        What an aim needs to know of the way so far; None if nothing is decided.
    """

    number: int
    stage: Planned
    game: Game
    solver: Solver
    known: tuple[Fact, ...]
    kept: tuple[Fact, ...] | None
    tracker: Tracker | None = None

    def fought(self, memory: Hashable, chance: float) -> Outcomes | None:
        """Return the outcomes of the battle here, or None if the stage is passed over."""
        return next(iter(self.ways(memory, chance).values()), None)

    def ways(self, memory: Hashable, chance: float = 1.0) -> dict[str, Outcomes]:
        """Return the ways in which the stage can be fought here, by name."""
        now = self.read(memory)
        facts = self.facts_of(now)
        if any(facts[fact] is not wanted for fact, wanted in self.stage.when):
            return {}
        found = {}
        for option in self.stage.ways:
            with within(self._place(option)):
                battle = self._battle(option, now.carried, facts)
                if battle is not None:
                    found[option.name] = self.solver(battle, chance)
        return found

    def memories(self, memory: Hashable, outcomes: Outcomes | None) -> Sequence[Hashable]:
        """Return the next memory after each final state; None after the last stage."""
        if self.kept is None:
            return [None] * (1 if outcomes is None else len(outcomes))
        return self.after(memory, outcomes)

    def after(
        self, memory: Hashable, outcomes: Outcomes | None, *, by_choice: bool = False
    ) -> Sequence[Memory]:
        """Return what is remembered after each final state.

        Of a stage that is not fought nothing is known; but if that is ``by_choice``, no event has
        come true there, and both sides are left as they came.
        """
        rows = 1 if outcomes is None else len(outcomes)
        now = self.read(memory)
        facts = self.facts_of(now)
        carried = [now.carried] * rows
        if now.carried is not None and outcomes is not None:
            carried = [now.carried.after(outcomes, row) for row in range(rows)]
        columns: list[Sequence[Any]] = []
        for fact in self.kept or ():
            if fact.stage < self.number:
                columns.append([facts[fact]] * rows)
            elif outcomes is None:
                columns.append([self._untouched(fact, facts) if by_choice else None])
            else:
                with within(f"stage {self.number + 1}"):
                    columns.append(fact.of(outcomes))
        said: Sequence[int] = [now.said] * rows
        if self.tracker is not None and outcomes is not None:
            said = self.tracker.said(self.number, outcomes, now.said)
        known = zip(*columns, strict=True) if columns else [()] * rows
        return [Memory(*one) for one in zip(carried, known, said, strict=True)]

    def read(self, memory: Hashable) -> Memory:
        """Return a memory; None is that of the plan's beginning."""
        if isinstance(memory, Memory):
            return memory
        assert self.game.sequels is not None
        return Memory(self.game.sequels.carried)

    def facts_of(self, memory: Memory) -> dict[Fact, Any]:
        """Return the facts that a memory holds."""
        return dict(zip(self.known, memory.facts, strict=True))

    def _place(self, option: Option) -> str:
        at = f", option {option.name!r}" if self.stage.options else ""
        return f"stage {self.number + 1}{at}"

    def _battle(
        self, option: Option, carried: Carried | None, facts: Mapping[Fact, Any]
    ) -> Battle | None:
        """Return the battle that an option leads to here, None if it cannot be fought."""
        settings = dict(option.settings)
        attacker = self._side(option.attacker, facts, settings)
        defender = self._side(option.defender, facts, settings)
        if not attacker or defender is None:
            return None
        if carried is not None:
            now = carried.applied(attacker, defender, settings, turned=self.stage.turned)
            if now is None:
                return None
            attacker, defender, settings = now
        return Battle(self.game, attacker, defender, settings)

    def _untouched(self, fact: Fact, facts: Mapping[Fact, Any]) -> Remains | bool | None:
        """Return a fact about a battle left out: no event, and all of a side, in its old role.

        A group of it, or what an attacker would defend, is there only after a battle.
        """
        if isinstance(fact, Ended):
            return False
        if fact.group or fact.role != fact.side:
            return None
        side = getattr(self.stage, fact.side)
        if not isinstance(side, LeftOvers):
            return Remains(side)
        remains: Remains | None = facts[side.left]
        if remains is None or not side.plus:
            return remains
        assert self.game.sequels is not None
        settings = dict(self.stage.settings) | dict(remains.settings)
        units = self.game.sequels.joined(remains.units, side.plus, settings)
        return remains._replace(units=units)

    def _side(
        self,
        side: Any,  # noqa: ANN401
        facts: Mapping[Fact, Any],
        settings: dict[str, Any],
    ) -> Any:  # noqa: ANN401
        """Return a side's value, None if there is nobody; put in the settings that it brings."""
        if not isinstance(side, LeftOvers):
            return side
        remains: Remains | None = facts[side.left]
        if remains is None:
            return None
        assert self.game.sequels is not None
        for key, value in remains.settings:
            self._unset(key, settings, f"it comes from {side.left.group!r}")
            settings[key] = value
        for key, rule, why in remains.barred:
            self._unset(key, settings, why, rule)
        return self.game.sequels.joined(remains.units, side.plus, settings)

    def _unset(self, key: str, settings: dict[str, Any], why: str, rule: str | None = None) -> None:
        """Refuse a setting that the plan must leave to what is left over."""
        setting = self.game.setting(key)
        assert setting is not None
        if settings[key] != setting.default:
            given = setting.shows(settings[key])
            if rule is None:
                raise OptionError(f"{key} is set twice: {why}; leave {key} out", given=given)
            raise IllegalBattleError(why, rule=rule, given=given)


def steps_of(plan: Plan, solver: Solver, tracker: Tracker | None = None) -> list[Step]:
    """Make the chain's steps, each with the facts that it and later ones need."""
    steps = []
    known: tuple[Fact, ...] = ()
    for number, stage in enumerate(plan.stages):
        asked = [fact for later in plan.stages[number + 1 :] for fact in later.facts]
        kept = tuple(dict.fromkeys(fact for fact in asked if fact.stage <= number))
        last = number + 1 == len(plan.stages)
        steps.append(Step(number, stage, plan.game, solver, known, None if last else kept, tracker))
        known = kept
    return steps


def names_of(stage: Planned) -> tuple[str, ...]:
    """Return the names of all that can be chosen at a stage."""
    return (*(option.name for option in stage.ways), *([PASS] if stage.may_pass else []))
