"""The settings of an activation deck, and how they are read."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from combat.errors import NotationError, OptionError
from combat.game import Setting
from combat.musket_skirmish.planning import OWN, POLICIES, RANDOM
from combat.notation import plain_number, shown
from combat.setting_values import whole_number

USUAL_TURNS = 6
MOST_TURNS = 50
FIRES = "fires"
_ASK = re.compile(
    r"\s*(?P<mine>\S.*?)\s+(?P<number>[0-9]{1,2}|fires)\s+before\s+(?P<theirs>\S.*?)\s+"
    r"(?P<other>[0-9]{1,2})\s*",
    re.IGNORECASE | re.ASCII,
)


class Question(NamedTuple):
    """'Does this type's n-th card come before that one's k-th?', or does it fire again before.

    ``number``: 0 for 'fires again', from its first card in a turn on.
    """

    mine: str
    number: int
    theirs: str
    other: int

    def __str__(self) -> str:
        does = str(self.number) if self.number else FIRES
        return f"{self.mine} {does} before {self.theirs} {self.other}"


def _names(text: str, _: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _ask(text: str, _: Mapping[str, Any]) -> Question | None:
    if not text.strip():
        return None
    found = _ASK.fullmatch(text)
    if found is None:
        raise NotationError(
            f"cannot read {shown(text)}; write it as 'British regulars 2 before French indians 3'"
            " (cards within a turn) or 'British regulars fires before French indians 3'",
            given=text,
            allowed=("TYPE N before TYPE N", "TYPE fires before TYPE N"),
        )
    number = 0 if found["number"].lower() == FIRES else int(found["number"])
    if not int(found["other"]) or (number == 0 and found["number"].lower() != FIRES):
        raise OptionError(f"cards are counted from 1 in {shown(text)}", given=text)
    return Question(found["mine"].strip(), number, found["theirs"].strip(), int(found["other"]))


def _moves(text: str, _: Mapping[str, Any]) -> float:
    if not re.fullmatch(r"[01]?(?:\.[0-9]{1,6})?", text.strip()) or not text.strip(" ."):
        raise OptionError(f"moves={text!r} is not a chance from 0 to 1", given=text)
    value = float(text)
    if value > 1:
        raise OptionError(f"moves={text!r} is not a chance from 0 to 1", given=text)
    return value


def _plans(text: str, _: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    found = []
    for part in _names(text, {}):
        side, _blank, policy = part.rpartition(" ")
        if policy not in POLICIES or not side:
            raise OptionError(
                f"plans: {shown(part)} is not SIDE POLICY, as 'British own'; policies are"
                f" {', '.join(f'{name} ({what})' for name, what in POLICIES.items())}",
                given=part,
                allowed=tuple(POLICIES),
            )
        found.append((side.strip(), policy))
    if len({side for side, _ in found}) < len(found):
        raise OptionError(f"plans: a side is there twice in {shown(text)}", given=text)
    return tuple(found)


def policies_of(settings: Mapping[str, Any], sides: tuple[str, ...]) -> dict[str, str]:
    """Return each side's policy in planning: own cards first if nobody says.

    Raises
    ------
    OptionError
    """
    for side, _ in settings["plans"]:
        if side not in sides:
            raise OptionError(
                f"plans: {shown(side)} is no side; sides are {', '.join(sides)}",
                given=side,
                allowed=sides,
            )
    return dict.fromkeys(sides, OWN) | dict(settings["plans"])


SETTINGS = (
    Setting("without", "types that are wiped out: 'French militia, …'", (), _names, ", ".join),
    Setting("morale", "sides whose morale card has come into the deck", (), _names, ", ".join),
    Setting(
        "ask",
        "'British regulars 2 before French indians 3': cards within a turn; or 'British regulars"
        " fires before French indians 3': from a volley on its first card, over turns",
        None,
        _ask,
        lambda question: "" if question is None else str(question),
    ),
    Setting("watch", "in vigilance: types on watch; all if nobody says", (), _names, ", ".join),
    Setting(
        "moves",
        "in vigilance: chance that an enemy activation moves in sight",
        1.0,
        _moves,
        plain_number,
    ),
    whole_number(
        "turns", f"in vigilance: turns looked at, {USUAL_TURNS} if not said", 1, MOST_TURNS
    ),
    Setting(
        "plans",
        f"in planning: how each side plays its hand, 'British own, French {RANDOM}';"
        f" {', '.join(POLICIES)}",
        (),
        _plans,
        lambda plans: ", ".join(f"{side} {policy}" for side, policy in plans),
    ),
)
