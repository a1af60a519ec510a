"""Conditions of a plan's stages: events of earlier stages that must have come true, or not."""

import re
from collections.abc import Sequence

from analysis.campaign.stages import Ended
from combat.errors import NotationError, OptionError
from combat.game import Game
from combat.notation import shown


def earlier_stage(name: str, earlier: list[str], later: Sequence[str] = ()) -> int:
    """Return the number of an earlier stage.

    Raises
    ------
    OptionError
        If there is none of that name.
    """
    if name in earlier:
        return earlier.index(name)
    fault = "comes no earlier than this one" if name in later else "is no stage"
    known = (
        f"earlier stages are {', '.join(map(repr, earlier))}" if earlier else "this is the first"
    )
    raise OptionError(f"{shown(name)} {fault}; {known}", given=name, allowed=earlier)


def conditions(text: str, game: Game, earlier: list[str]) -> tuple[tuple[Ended, bool], ...]:
    """Read ``territory_taken and not NAME: EVENT``; a name is that of any earlier stage.

    Raises
    ------
    WargameError
    """
    rest, found = text.strip(), []
    if rest and not earlier:
        raise OptionError("the first stage has none before it; leave 'when' out", given=text)
    events = tuple(event.name for event in game.events)
    while rest:
        wanted, rest = _not(rest)
        stage, rest = _named(rest, earlier)
        denied, rest = _not(rest)
        word = re.match(r"([A-Za-z_][A-Za-z_0-9]*)\s*(?:$|and\s+(?=\S))", rest)
        if word is None:
            before, colon, _ = rest.partition(":")
            if colon:
                earlier_stage(before.strip(), earlier)
            raise NotationError(
                f"cannot read {shown(rest)} in {shown(text)}; write it as 'EVENT', 'not EVENT' or"
                " 'STAGE: EVENT', joined with 'and'",
                given=rest,
                allowed=events,
            )
        if word[1] not in events:
            raise OptionError(
                f"{game.name} has no event {word[1]!r}; events are {', '.join(events)}",
                given=word[1],
                allowed=events,
            )
        found.append((Ended(stage, word[1]), wanted == denied))
        rest = rest[word.end() :]
    return tuple(found)


def _not(text: str) -> tuple[bool, str]:
    """Return False and the rest if a text begins with 'not', True and the text if it does not."""
    found = re.match(r"not\s+", text)
    return (False, text[found.end() :]) if found else (True, text)


def _named(text: str, earlier: list[str]) -> tuple[int, str]:
    """Return the stage that a text begins with, the one before if none, and the rest."""
    for name in sorted(earlier, key=len, reverse=True):
        found = re.match(rf"{re.escape(name)}\s*:\s*", text)
        if found:
            return earlier.index(name), text[found.end() :]
    return len(earlier) - 1, text
