"""The options of a game or a deck as the fields of a form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from combat.battle import Battle
from combat.game import ATTACKER, PLAN, Setting
from reports.page.view.state import AIM, COUNTER, DECK, HOW, State, changed_settings

FIRST = ("retreat", "withdraw", "losses", "worth")  # what players ask about most, where it is there
ENGINES = ("auto", "exact", "simulate")


@dataclass(frozen=True)
class Field:
    """A field of the form.

    Parameters
    ----------
    key, label, help : str
    value : str
        What it says; '' for what is usual.
    usual : str
        What it is if it says nothing.
    choices, offered : tuple of str
        All that it can be; what is worth offering.
    set : bool
        Whether it says anything.
    """

    key: str
    label: str
    help: str
    value: str
    usual: str = ""
    choices: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    set: bool = False


def option_fields(state: State, battle: Battle | None) -> tuple[list[Field], list[Field]]:
    """Return the fields that are used most, and all others.

    Settings that name a file are left out: a page reads none; and those that change nothing as long
    as another one is as usual.
    """
    changed = changed_settings(state.asked_of, state.settings)
    known = [one for one in state.asked_of.settings if _has_use(one, changed)]
    fields = [_field(one, state.settings, changed) for one in known]
    first = [one for key in FIRST for one in fields if one.key == key]
    rest = [one for one in fields if one not in first]
    if state.kind == DECK:
        return [*first, *rest], _how(state)
    return [*_wanted(state, battle), *first], [*rest, *_how(state)]


def said(fields: list[Field]) -> list[str]:
    """Return in words what the fields say, as far as it is not as usual."""
    return [f"{field.label}: {field.value}" for field in fields if field.set]


def _has_use(setting: Setting, changed: Mapping[str, str]) -> bool:
    if setting.file or setting.needs == PLAN:
        return setting.key in changed
    return not setting.needs or setting.needs in changed or setting.key in changed


def _field(setting: Setting, texts: Mapping[str, str], changed: Mapping[str, str]) -> Field:
    usual = _shown(setting.default, setting)
    return Field(
        setting.key,
        _label(setting.key),
        setting.help,
        texts.get(setting.key, ""),
        usual,
        setting.choices,
        setting.offered,
        setting.key in changed,
    )


def _shown(value: Any, setting: Setting) -> str:  # noqa: ANN401
    return "" if value is None else setting.shows(value)


def _label(key: str) -> str:
    return key.replace("_", " ").replace(".", " of ")


def _wanted(state: State, battle: Battle | None) -> list[Field]:
    """Return the aim, and the counter-attack where the game has one."""
    game = state.game
    usual = "" if battle is None else game.default_aim(battle)
    events = game.events if battle is None else battle.events
    offered = [f"{e.name} >= 0.75" for e in events if e.side == ATTACKER and e.partition]
    aims = dict.fromkeys(filter(None, [usual, *offered, f"{game.value} > 0", f"{game.swing} > 0"]))
    fields = [
        Field(
            AIM,
            "aim",
            "when to attack: an event and its chance, a number, or several joined with 'and'",
            state.aim,
            usual,
            offered=tuple(aims),
            set=bool(state.aim),
        )
    ]
    if COUNTER in game.followers:
        help_ = "with what the enemy is likely to strike back; then what you take has to be held"
        counter = state.counter
        fields.append(Field(COUNTER, "counter-attack", help_, counter, set=bool(counter)))
    return fields


def _how(state: State) -> list[Field]:
    """Return how the answer is to be computed."""
    words = {
        "engine": "exact, by simulation, or whichever fits",
        "trials": "simulate so many of them",
        "seed": "of a simulation: the same seed gives the same numbers",
    }
    usual = {"engine": ENGINES[0]}
    return [
        Field(
            key,
            key,
            words[key],
            state.how.get(key, ""),
            usual.get(key, ""),
            ENGINES if key == "engine" else (),
            set=bool(state.how.get(key)) and state.how[key] != usual.get(key),
        )
        for key in HOW
    ]
