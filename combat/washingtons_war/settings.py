"""The settings of a battle of Washington's War, and how they are read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from combat.errors import NotationError, OptionError
from combat.game import PLAN, Setting
from combat.notation import shown
from combat.setting_values import (
    file_setting,
    goal_setting,
    one_of,
    worth_setting,
    worths_in,
    yes_or_no,
)
from combat.washingtons_war.generals import General, Roster, roster_of, user_roster
from combat.washingtons_war.ground import read_ground, read_space
from combat.washingtons_war.troops import MOST_CU, MOST_MOVED
from combat.washingtons_war.troops_text import general_of

ALWAYS, NEVER, BEST = "always", "never", "best"
RATING, PRESENT, INTERCEPTOR = "rating", "present", "interceptor"
BEFORE, AFTER = "before", "after"
AGILITY = "agility"
MOST_ARMIES = 6
ACTIVATIONS = {"major": 3, "minor": 2}  # generals that a campaign card activates (WW-22)
WORTHS = {
    "cu": ("a CU", 1.0),
    "general": ("a general captured", 2.0),
    "washington": ("Washington captured, beyond that", 10.0),
    "regulars": ("the regulars' advantage", 3.0),
    "alliance": ("a step of the alliance track", 1.0),
    "congress": ("Congress dispersed", 2.0),
    "colony": ("the attacker's army standing in the space at the end", 0.0),
    "discard": ("an event discarded", 0.0),
    "battle_card": ("a battle card played, for which a card is drawn", 0.0),
}
PC_WORDS = ("none", "american", "british")


@dataclass(frozen=True)
class Interceptor:
    """An American army that may try to intercept (WW-01).

    ``cu``: its combat units, of which at most 5 go.
    """

    general: General
    cu: int

    @property
    def joining(self) -> int:
        """CUs that join the battle."""
        return min(self.cu, MOST_MOVED)

    def __str__(self) -> str:
        rated = str(self.general)
        return f"{rated.removeprefix('gen ')}:{self.cu} cu"


def pc_of(settings: Mapping[str, Any]) -> str:
    """Whose PC marker is in the space: American if armies intercept there (WW-01), else none.

    On a map it is the marker that lies there.
    """
    if settings["map"] is not None and settings["space"]:
        return str(settings["map"].position.pc(settings["space"]))
    return settings["pc"] or ("american" if settings["intercept"] else "none")


def congress_of(settings: Mapping[str, Any]) -> bool:
    """Whether Congress is in the space of the battle, by the map if there is one."""
    if settings["map"] is not None and settings["space"]:
        return bool(settings["map"].position.congress == settings["space"])
    return bool(settings["congress"])


def worths_of(settings: Mapping[str, Any]) -> dict[str, float]:
    """Return what everything is worth, in CUs."""
    return worths_in(settings, WORTHS)


_ARMY = re.compile(
    r"\s*(?P<name>[^\W\d_]+)?\s*(?:(?P<battle>[0-9]{1,3})\s*/\s*(?P<agility>[0-9]{1,3}))?\s*:"
    r"\s*(?P<cu>-?[0-9]{1,6})\s*(?:cus?)?\s*",
    re.IGNORECASE,
)


def _intercept(text: str, settings: Mapping[str, Any]) -> tuple[Interceptor, ...]:
    if not text.strip() or text.strip().lower() == "none":
        return ()
    armies = tuple(_army(part, text, roster_of(settings)) for part in text.split(","))
    if len(armies) > MOST_ARMIES:
        raise OptionError(
            f"{len(armies)} armies may intercept: at most {MOST_ARMIES} can be asked about",
            given=text,
        )
    names = [army.general.name for army in armies if army.general.name != "gen"]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(
                f"{name} is there twice in {shown(text)}: an army tries once a card (WW-01)",
                given=name,
            )
    return armies


def _army(part: str, text: str, roster: Roster) -> Interceptor:
    found = _ARMY.fullmatch(part)
    if found is None or not (found["name"] or found["battle"]):
        raise NotationError(
            f"cannot read the army {shown(part.strip())} in {shown(text)}; write each as"
            " 'BATTLE/AGILITY: N cu', such as '4/3:4 cu', with a name in front if it has one",
            given=part,
            allowed=("4/3:4 cu", "Arnold 5/2:3 cu"),
        )
    cu = int(found["cu"])
    if not 1 <= cu <= MOST_CU:
        raise OptionError(
            f"an army that intercepts has a general and 1 to {MOST_CU} CUs (WW-01), not {cu}",
            given=found["cu"],
            allowed=(f"1 to {MOST_CU}",),
        )
    if found["battle"]:
        name = found["name"] or "gen"
        rated = {"name": name, "battle": found["battle"], "agility": found["agility"]}
        return Interceptor(general_of(rated, roster), cu)
    listed = roster.find(found["name"])
    if listed is None:
        raise NotationError(
            f"the general {shown(found['name'])} is not in the roster: write his ratings too, as"
            f" '{found['name']} 3/2:{cu} cu'",
            given=found["name"],
            allowed=roster.names,
        )
    return Interceptor(listed.general(), cu)


def _evade(text: str, _: Mapping[str, Any]) -> int | str:
    word = text.strip().lower()
    if word in ("no", "yes"):
        return AGILITY if word == "yes" else 0
    if not re.fullmatch(r"[0-6]", word):
        raise OptionError(
            f"evade={text!r} is not possible; it is the highest roll, from 1 to 6, on which the"
            " retreat before battle succeeds, or 'yes' for the general's agility (Washington and"
            " Greene with 2 more, WW-02)",
            given=text,
            allowed=("0 to 6", "no", "yes"),
        )
    return int(word)


def _track(text: str, _: Mapping[str, Any]) -> int | None:
    if not text.strip():
        return None
    if not re.fullmatch(r"[0-8]", text.strip()):
        raise OptionError(
            f"track={text!r} is not possible; where the alliance track stands is from 0 to 8, for"
            " at 9 the alliance is made",
            given=text,
            allowed=("0 to 8",),
        )
    return int(text)


def goal_of(settings: Mapping[str, Any]) -> str:
    """Return what best play is best for."""
    return settings["goal"] or "net_value"


SETTINGS = (
    file_setting(
        "roster",
        "TOML file with the generals' ratings, in place of those that are known",
        lambda file, _: user_roster(file),
    ),
    Setting(
        "map",
        "TOML file with the map and who is where; then militia, navy, retreats follow from it",
        None,
        read_ground,
        lambda ground: "" if ground is None else ground.file,
        file=True,
    ),
    Setting("space", "with a map: the space of the battle", "", read_space, needs="map"),
    Setting(
        "origin",
        "with a map: the space that the attacker comes from",
        "",
        read_space,
        needs="map",
    ),
    one_of("move", ("land", "naval"), "how the British come: land or naval"),
    Setting(
        "intercept",
        "American armies that may intercept, in the order of their tries: '4/3:4 cu, 3/2:5 cu'",
        (),
        _intercept,
        lambda armies: ", ".join(map(str, armies)) or "none",
    ),
    one_of(
        "tries",
        (ALWAYS, NEVER, BEST),
        "whether they try: always in that order, never, or as and in which order is best",
        needs="intercept",
    ),
    one_of(
        "leader",
        (RATING, PRESENT, INTERCEPTOR, BEST),
        "who leads if an army joins a general: rating (the better one), present, interceptor, best",
        needs="intercept",
    ),
    Setting(
        "evade",
        "the defender's army tries to retreat before battle: on a roll of at most N, or 'yes' for"
        " the general's agility",
        0,
        _evade,
        lambda value: "yes" if value == AGILITY else str(value),
        offered=("0", "yes", *"12345"),
    ),
    one_of(
        "retreat",
        (ALWAYS, NEVER, BEST),
        "whether it tries: always, never, or as is best",
        needs="evade",
    ),
    one_of(
        "pc", PC_WORDS, "whose PC marker is in the space: none, american, british", optional=True
    ),
    one_of("alliance", (BEFORE, AFTER), "before or after France is in the war"),
    Setting(
        "track",
        "where the alliance track stands, 0 to 8",
        None,
        _track,
        lambda at: "" if at is None else str(at),
    ),
    yes_or_no("congress", "whether Congress is in the space of the battle"),
    one_of(
        "card",
        tuple(ACTIVATIONS),
        "in a plan: the campaign card that activates, major (three generals) or minor (two)",
        needs=PLAN,
    ),
    yes_or_no(
        "landing_party", "in a plan: whether an activation goes to a landing party", needs=PLAN
    ),
    goal_setting("net_value", ("net_value", "attacker_wins")),
    worth_setting(WORTHS, "CUs"),
)
