"""A battle as a value: two sides of a game and the settings under which they fight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from combat.errors import NotationError, OptionError
from combat.game import ATTACKER, DEFENDER, Event, Game, Quantity, Setting
from combat.notation import is_whole, shown, split_versus


@dataclass(frozen=True)
class Battle:
    """Two sides and their settings; an illegal battle cannot be made.

    Parameters
    ----------
    game : Game
    attacker, defender : side values of the game, such as `Force`
    settings : mapping of str to object
        Values of the game's settings; those not given have their defaults.

    Raises
    ------
    IllegalBattleError
        If the rules of the game do not allow it.
    """

    game: Game
    attacker: Any
    defender: Any
    settings: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        known = [s.key for s in self.game.settings]
        for key in self.settings:
            if key not in known:
                raise _no_setting(self.game, key)
        values = {s.key: self.settings.get(s.key, s.default) for s in self.game.settings}
        object.__setattr__(self, "settings", MappingProxyType(values))
        self.game.check(self)

    @classmethod
    def parse(
        cls, game: Game, attacker: str, defender: str | None = None, **options: object
    ) -> "Battle":
        """Read a battle.

        Parameters
        ----------
        game : Game
        attacker : str
            The attacker's side, or the whole battle ('3 inf v 2 inf') if there is no `defender`;
            then settings may follow behind bars, as `str` prints them.
        defender : str, optional
        **options
            Settings by key, as text or as what prints as it.

        Raises
        ------
        NotationError, UnknownUnitError, OptionError, IllegalBattleError
        """
        texts = {key: str(value) for key, value in options.items()}
        if defender is None:
            attacker, *rest = attacker.split("|")
            texts = _joined(rest, texts)
            attacker, defender = split_versus(attacker, " v ".join(game.examples[0]))
        elif is_whole(attacker):
            raise NotationError(
                f"{shown(attacker)} is a whole battle already; leave the second side"
                f" {shown(defender)} out",
                given=defender,
            )
        settings = parse_settings(game, texts)
        return cls(
            game,
            _attacker(game, attacker, settings),
            game.parse_side(defender, DEFENDER, settings),
            settings,
        )

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - a setting may be of any type
        return self.settings[key]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that can happen in this battle."""
        return tuple(e.worded(self) for e in self.game.events if e.applies(self))

    @property
    def main_event(self) -> str:
        """Name of the event that matters most."""
        return self.game.main_event(self)

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities that this battle has."""
        return tuple(quantity for quantity in self.game.quantities if quantity.applies(self))

    def event(self, name: str) -> Event:
        """Return the event of that name.

        Raises
        ------
        OptionError
            If the battle has no such event.
        """
        return _named("event", name, self.events)

    def quantity(self, name: str) -> Quantity:
        """Return the quantity of that name.

        Raises
        ------
        OptionError
            If the battle has no such quantity.
        """
        return _named("quantity", name, self.quantities)

    @property
    def sides(self) -> str:
        """The two sides as one text, 'ATTACKER v DEFENDER'."""
        return f"{self.attacker} v {self.defender or 'none'}"

    @property
    def shown_settings(self) -> dict[str, str]:
        """Settings that differ from their defaults, as text."""
        return {s.key: s.shows(self[s.key]) for s in self.game.settings if self[s.key] != s.default}

    def __str__(self) -> str:
        return " | ".join([self.sides, *(f"{k}={v}" for k, v in self.shown_settings.items())])

    def __repr__(self) -> str:
        return f"<Battle {self.game.name}: {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Battle, (self.game, self.attacker, self.defender, dict(self.settings))

    def with_sides(self, attacker: Any, defender: Any) -> "Battle":  # noqa: ANN401
        """Return the battle of other sides under the same settings."""
        return replace(self, attacker=attacker, defender=defender)

    def with_settings(self, **values: Any) -> "Battle":  # noqa: ANN401
        """Return the same battle with other values of some settings.

        Raises
        ------
        OptionError
            For a setting that the game does not have, or a value that its text would not give.
        """
        for key, value in values.items():
            setting = self.game.setting(key)
            if setting is None:
                raise _no_setting(self.game, key)
            setting.parse(setting.shows(value), self.settings)
        return replace(self, settings=dict(self.settings) | values)

    def with_options(self, **texts: str) -> "Battle":
        """Return the same battle with some settings read from texts.

        Raises
        ------
        NotationError, UnknownUnitError, OptionError, IllegalBattleError
        """
        return replace(self, settings=parse_settings(self.game, texts, self.settings))


def _attacker(game: Game, text: str, settings: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Read the attacker's side; somebody has to attack."""
    if text.strip().lower() == "none":
        raise NotationError(
            f"the attacker has no units; name at least one, as in {game.examples[0][0]!r}",
            given=text,
        )
    return game.parse_side(text, ATTACKER, settings)


class HasSettings(Protocol):
    """A game, or its deck."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Its settings."""
        ...


def parse_settings(
    game: HasSettings, options: Mapping[str, str], base: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Read a game's settings from texts; those without a text are as in `base`, or default.

    Raises
    ------
    OptionError
        A key that the game does not have, or a value that the setting cannot take.
    """
    keys = tuple(s.key for s in game.settings)
    for key in options:
        if key.replace("-", "_") not in keys:
            raise _no_setting(game, key)
    texts = {key.replace("-", "_"): text for key, text in options.items()}
    values: dict[str, Any] = {}
    for setting in game.settings:
        text = texts.get(setting.key)
        if text is not None:
            values[setting.key] = setting.parse(text, values)
        else:
            values[setting.key] = (base or {}).get(setting.key, setting.default)
    return values


Named = TypeVar("Named", Event, Quantity)


def _named(what: str, name: str, known: tuple[Named, ...]) -> Named:
    for one in known:
        if one.name == name:
            return one
    names = tuple(one.name for one in known)
    plural = {"event": "events", "quantity": "quantities"}[what]
    raise OptionError(
        f"this battle has no {what} {name!r}; {plural} are {', '.join(names)}",
        given=name,
        allowed=names,
    )


def _no_setting(game: HasSettings, key: str) -> OptionError:
    keys = tuple(s.key for s in game.settings)
    return OptionError(
        f"{game.name} has no setting {key!r}; settings are {', '.join(keys)}",
        given=key,
        allowed=keys,
    )


def _joined(parts: Sequence[str], options: Mapping[str, str]) -> dict[str, str]:
    """Join the settings behind the bars with those given apart; none may come twice."""
    joined = dict(options)
    for key, value in map(_option, parts):
        if key in joined:
            raise OptionError(f"{key} is set twice; set it once", given=key)
        joined[key] = value
    return joined


def _option(part: str) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    if not equals or not key.strip():
        raise NotationError(
            f"cannot read {part.strip()!r}; settings behind a bar are KEY=VALUE", given=part
        )
    return key.strip().lower().replace("-", "_"), value.strip()
