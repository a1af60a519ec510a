"""Reading what the options say."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.writing import checked_file
from combat.battle import Battle
from combat.errors import NotationError, OptionError
from combat.game import Game, Setting

PLOTS = (".png", ".svg")


class Format(enum.Enum):
    """How an answer is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"

    @classmethod
    def read(cls, text: str) -> "Format":
        """Read the format's name."""
        names = tuple(form.value for form in cls)
        if text.lower() not in names:
            raise OptionError(
                f"--format {text!r} is not known; it is {', '.join(names)}",
                given=text,
                allowed=names,
            )
        return cls(text.lower())


@dataclass(frozen=True)
class Asked:
    """How an answer is to be computed."""

    engine: str
    trials: int | None
    precision: float | None
    seed: int | None

    def __post_init__(self) -> None:
        if self.seed is not None and not 0 <= self.seed < 2**63:
            raise OptionError(
                f"the seed {self.seed} is not possible; it is a whole number from 0 to 2^63 - 1",
                given=str(self.seed),
                allowed=("whole numbers from 0 to 2^63 - 1",),
            )

    @property
    def keywords(self) -> dict[str, Any]:
        """The keywords that the questions take."""
        return {
            "engine": self.engine,
            "trials": self.trials,
            "precision": self.precision,
            "rng": self.seed,
        }


def option_texts(
    settings: Sequence[str], named: Mapping[str, str | None], known: Sequence[Setting]
) -> dict[str, str]:
    """Return the game's settings that were given, by key.

    Parameters
    ----------
    settings : sequence of str
        Values of ``--set``.
    named : mapping of str to str or None
        Settings that have an option of their own.
    known : sequence of Setting
        What can be set.
    """
    texts: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or not key:
            raise OptionError(
                f"--set {setting!r} is not KEY=VALUE; write it as --set {_example(known, key)}",
                given=setting,
                allowed=("KEY=VALUE",),
            )
        _put(texts, key, value.strip())
    for key, text in named.items():
        if text is not None:
            _put(texts, key, text)
    return texts


def _example(known: Sequence[Setting], key: str) -> str:
    """Return a setting as it is written: the one of that name, or the first."""
    there = [setting for setting in known if setting.default not in (None, "", ())]
    named = next((setting for setting in known if setting.key == key), None)
    if named is not None and named not in there:
        return f"{key}=VALUE"
    chosen = next((one for one in (named, *there) if one is not None), None)
    return "KEY=VALUE" if chosen is None else f"{chosen.key}={chosen.shows(chosen.default)}"


def _put(texts: dict[str, str], key: str, value: str) -> None:
    if key in texts:
        raise OptionError(f"{key} is set twice; set it once", given=key)
    texts[key] = value


def battle_of(
    game: Game, attacker: str | None, defender: str | None, texts: dict[str, str]
) -> Battle:
    """Read the battle of the arguments.

    Raises
    ------
    OptionError
        For an argument that looks like an option that does not exist.
    NotationError, UnknownUnitError, IllegalBattleError
    """
    if not attacker:
        raise NotationError(
            "no battle: give ATTACKER and DEFENDER, or one text such as"
            f" {' v '.join(game.examples[0])!r}",
            given=attacker or "",
            allowed=("ATTACKER DEFENDER", "'ATTACKER v DEFENDER'"),
        )
    for text in (attacker, defender or ""):
        if text.startswith("--"):
            word = text.split("=")[0]
            raise OptionError(f"no such option: {word} (see --help)", given=word)
    return Battle.parse(game, attacker, defender, **texts)


def checked_plot(path: Path | None) -> Path | None:
    """Refuse a picture's file that cannot be written, before anything is computed."""
    return None if path is None else checked_file("--plot", path, PLOTS)
