"""The decisions of a plan in words: the positions, and a rule that says what is best where."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from analysis.campaign.answer import Campaign
from analysis.campaign.decisions import Choice, Position
from analysis.campaign.stages import FIGHT, PASS, Ended, Plan
from analysis.campaign.steps import Fact
from combat.outcomes import Outcomes

ALIKE = 1e-9  # options whose worth differs by no more are worth the same
MOST_PIECES = 4  # ranges of a number that a rule may have


class Told(NamedTuple):
    """A position in words; what is equal in words and decided alike is one."""

    text: str
    options: dict[str, float]
    chosen: str
    chance: float


class _Number(NamedTuple):
    """A number that a position shows: the values, and how a range of them reads."""

    values: list[int]
    words: Callable[[str], str]


def told(found: Campaign, choice: Choice) -> list[Told]:
    """Return where a stage is decided, and how, the likeliest first."""
    texts = _texts(found.plan, choice)
    merged: dict[tuple[str, str], Told] = {}
    for text, position in zip(texts, choice.positions, strict=True):
        key = text, position.chosen
        before = merged.get(key)
        chance = position.chance + (before.chance if before else 0.0)
        options = dict(position.options)
        if before:
            share = position.chance / chance
            options = {
                name: (1.0 - share) * before.options.get(name, worth) + share * worth
                for name, worth in options.items()
            }
        merged[key] = Told(text, options, position.chosen, chance)
    return sorted(merged.values(), key=lambda one: -one.chance)


def rule_text(found: Campaign, choice: Choice) -> str:
    """Return what is best where in a sentence, which holds for every position that can come."""
    chosen = [position.chosen for position in choice.positions]
    if not chosen:
        return "there is never anything to choose"
    if len(set(chosen)) == 1:
        always = "" if len(chosen) == 1 else " in every position that can come"
        return f"{named(chosen[0])}{always}"
    rules = [
        pieces
        for number in _numbers(found.plan, choice)
        if (pieces := _pieces(number, chosen)) is not None
    ]
    if rules:
        return min(rules, key=len)[-1]
    return "what is best depends on more than one number: see the positions"


def named(option: str) -> str:
    """Return an option as a sentence shows it."""
    return option if option in (FIGHT, PASS) else repr(option)


def _texts(plan: Plan, choice: Choice) -> list[str]:
    """Return what tells each position from the others; its battle where nothing else does."""
    columns = list(_columns(plan, choice).values())
    for more in _battle_columns(choice.positions):
        if not _are_mixed(columns, choice.positions):
            break
        if len(set(more)) > 1:
            columns.append(more)
    if not columns:
        return [_first(position).battle.sides for position in choice.positions]
    return [", ".join(filter(None, parts)) for parts in zip(*columns, strict=True)]


def _columns(plan: Plan, choice: Choice) -> dict[Fact | None, list[str]]:
    """Return what is known in each position, by fact (None: what is said of the aim), in words.

    Only what differs, and matters.
    """
    step = choice.step
    found: dict[Fact | None, list[str]] = {
        fact: [_fact_text(plan, fact, step.facts_of(p.memory)[fact]) for p in choice.positions]
        for fact in step.known
    }
    assert step.tracker is not None
    found[None] = [step.tracker.text(position.memory.said) for position in choice.positions]
    found = {fact: texts for fact, texts in found.items() if len(set(texts)) > 1}
    mixed = _are_mixed(list(found.values()), choice.positions)
    for fact in reversed(list(found)):
        rest = [texts for other, texts in found.items() if other != fact]
        if rest and not mixed and not _are_mixed(rest, choice.positions):
            del found[fact]
    return found


def _are_mixed(columns: Sequence[Sequence[str]], positions: Sequence[Position]) -> bool:
    """Whether positions look alike that are not worth the same."""
    known: dict[tuple[str, ...], Position] = {}
    for number, position in enumerate(positions):
        like = known.setdefault(tuple(column[number] for column in columns), position)
        if like.chosen != position.chosen or like.options.keys() != position.options.keys():
            return True
        if any(abs(like.options[name] - worth) > ALIKE for name, worth in position.options.items()):
            return True
    return False


def _battle_columns(positions: Sequence[Position]) -> Iterator[list[str]]:
    """Yield what tells the first battles that can be fought there apart: a setting, a side."""
    battles = [_first(position).battle for position in positions]
    settings = [battle.shown_settings for battle in battles]
    for key in dict.fromkeys(key for one in settings for key in one):
        yield [f"{key}={one[key]}" if key in one else f"no {key}" for one in settings]
    yield [str(battle.attacker) for battle in battles]
    yield [str(battle.defender) for battle in battles]
    yield [str(battle) for battle in battles]


def _first(position: Position) -> Outcomes:
    """Return what the first option that is fought leads to."""
    return next(outcomes for outcomes in position.battles.values() if outcomes is not None)


def _fact_text(plan: Plan, fact: Fact, value: Any) -> str:  # noqa: ANN401
    """Return a fact in words; empty where the stage that it is about was not fought."""
    if isinstance(fact, Ended):
        event = plan.game.event(fact.event)
        assert event is not None
        if value is None:
            return f"{plan.stages[fact.stage].name!r} not fought"
        return f"{plan.stages[fact.stage].name!r}: {'' if value else 'not '}{event.text}"
    units = str(value.units) if value is not None and value.units else "nobody"
    return f"{units} {_of(plan, fact)}"


def _of(plan: Plan, fact: Any) -> str:  # noqa: ANN401
    return f"left of {plan.stages[fact.stage].name!r}, {fact.side}"


def _numbers(plan: Plan, choice: Choice) -> list[_Number]:
    """Return the numbers that a rule may be about: units left, how a stage ended, what is said."""
    step = choice.step
    found = []
    columns = _columns(plan, choice)
    for fact in columns:
        if fact is None:
            continue
        values = [step.facts_of(position.memory)[fact] for position in choice.positions]
        if isinstance(fact, Ended):
            if len({_fact_text(plan, fact, value) for value in values}) == 2:
                first = values[0]
                texts = [_fact_text(plan, fact, v) for v in (first, _other(values, first))]
                found.append(_yes_or_no([value is first for value in values], texts))
            continue
        counts = [_counts(str(value.units)) if value is not None else Counter() for value in values]
        units = list(dict.fromkeys(unit for count in counts for unit in count))
        of = _of(plan, fact)
        if len(units) > 1:
            total = [sum(count.values()) for count in counts]
            found.append(_Number(total, partial(_left, "units", of)))
        for unit in units:
            own = [count[unit] for count in counts]
            found.append(_Number(own, partial(_left, unit, of)))
    said = columns.get(None, [])
    if len(set(said)) == 2:
        texts = [text or "not so yet" for text in (said[0], _other(said, said[0]))]
        found.append(_yes_or_no([text == said[0] for text in said], texts))
    return found


def _left(unit: str, of: str, many: str) -> str:
    """Return in words that so many units are left.

    Examples
    --------
    >>> _left("units", "left of 'raid', attacker", "at most 0")
    "no units are left of 'raid', attacker"
    """
    many = "no" if many == "at most 0" else many
    if re.search(r"\b1$", many):
        return f"{many} {unit.removesuffix('s')} is {of}"
    return f"{many} {unit} are {of}"


def _other(values: Sequence[Any], first: Any) -> Any:  # noqa: ANN401
    return next(value for value in values if value != first)


def _yes_or_no(yes: Sequence[bool], texts: Sequence[str]) -> _Number:
    """Return two states as a number: 'at most 0' is the second text, 'at least 1' the first."""
    return _Number([int(one) for one in yes], lambda many: texts["most" in many])


def _counts(text: str) -> Counter[str]:
    """Return the units of a side's text, whose counts come first."""
    parts = [re.fullmatch(r"(\d+) (.+)", part.strip()) for part in text.split(",")]
    return Counter({part[2]: int(part[1]) for part in parts if part})


def _pieces(number: _Number, chosen: Sequence[str]) -> list[str] | None:
    """Return a rule by ranges of one number, its whole sentence last; None if there is none."""
    best: dict[int, str] = {}
    for value, pick in zip(number.values, chosen, strict=True):
        if best.setdefault(value, pick) != pick:
            return None
    ranges: list[tuple[int, int, str]] = []
    for value in sorted(best):
        if ranges and ranges[-1][2] == best[value]:
            ranges[-1] = (ranges[-1][0], value, best[value])
        else:
            ranges.append((value, value, best[value]))
    if len(ranges) > MOST_PIECES:
        return None
    parts = []
    for at, (low, high, pick) in enumerate(ranges):
        many = f"at most {high}" if at == 0 else f"at least {low}"
        if 0 < at < len(ranges) - 1:
            many = f"{low} to {high}" if low < high else f"{low}"
        parts.append(f"{named(pick)} where {number.words(many)}")
    picks = [pick for _, _, pick in ranges]
    once = [at for at, pick in enumerate(picks) if picks.count(pick) == 1]
    if len(set(picks)) == 2 and once:
        first = next((at for at in once if picks[at] != PASS), once[0])
        rest = next(pick for pick in picks if pick != picks[first])
        return [*parts, f"{parts[first]}; {named(rest)} otherwise"]
    for at, (low, high, pick) in enumerate(ranges[1:], start=1):
        many = f"at {low} to {high}" if low < high else f"at {low}"
        parts[at] = f"{named(pick)} {many if at < len(ranges) - 1 else f'from {low} on'}"
    return [*parts, "; ".join(parts)]
