"""What a side has to begin with, when the question is what it needs besides."""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from combat.battle import Battle
from combat.changes import Addition
from combat.errors import OptionError, WargameError
from combat.game import ATTACKER, DEFENDER, ROLES, Game
from combat.games import find_game
from combat.notation import plain_number, split_versus

NOTHING = "none"


@dataclass(frozen=True, eq=False)
class Base:
    """A battle in which one side is to be given more.

    Attributes
    ----------
    battle : Battle
        As it is; if the side has nothing, some battle in which it has one unit.
    side : str
        Who is given more.
    additions : tuple of Addition
        What the side can be given, and at which cost.
    firsts : mapping of str to Battle
        If the side has nothing and the rules do not allow that: by what it can be given first, the
        battle in which it has one of that.
    """

    battle: Battle
    side: str
    additions: tuple[Addition, ...]
    firsts: Mapping[str, Battle] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game."""
        return self.battle.game

    @property
    def from_nothing(self) -> bool:
        """Whether the side has nothing, and there is no battle before it is given something."""
        return bool(self.firsts)

    @property
    def sides(self) -> str:
        """The two sides as one text."""
        if not self.from_nothing:
            return self.battle.sides
        texts = {role: str(force_of(self.battle, role)) or NOTHING for role in ROLES}
        texts[self.side] = NOTHING
        return " v ".join(texts[role] for role in ROLES)

    def price(self, cost: float) -> str:
        """Return a cost with its unit, which is one if the cost is."""
        unit = self.game.cost_unit
        return f"{plain_number(cost)} {unit.removesuffix('s') if cost == 1.0 else unit}"

    def __str__(self) -> str:
        settings = self.battle.shown_settings.items()
        return " | ".join([self.sides, *(f"{key}={value}" for key, value in settings)])


def force_of(battle: Battle, side: str) -> Any:  # noqa: ANN401 - a game's own value
    """Return what a side has."""
    return battle.attacker if side == ATTACKER else battle.defender


def check_side(side: str) -> str:
    """Return the side if there is such a one.

    Raises
    ------
    OptionError
    """
    word = side.strip().lower()
    if word not in ROLES:
        raise OptionError(
            f"there is no side {side!r}; it is {' or '.join(ROLES)}", given=side, allowed=ROLES
        )
    return word


def base_of(battle: Battle | str, side: str) -> Base:
    """Return a battle, or one as text ('GAME ATTACKER v DEFENDER'), as the base for a side.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError, IllegalBattleError
        Also if there is nothing that the side could be given.
    """
    if isinstance(battle, Battle):
        return _whole(battle, side)
    game, _, text = battle.strip().partition(" ")
    return read_base(find_game(game), text, side=side)


def read_base(
    game: Game, attacker: str, defender: str | None = None, *, side: str, **options: object
) -> Base:
    """Read a battle as `Battle.parse` does; the side that is given more may be 'none'.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError, IllegalBattleError

    Examples
    --------
    >>> read_base(find_game("aa"), "none v 2 inf", side="attacker").sides
    'none v 2 inf'
    """
    side = check_side(side)
    if game.additions is None:
        raise OptionError(f"{game.title} has no costs to size a force by", given=game.name)
    texts = _side_texts(game, attacker, defender)
    if texts is None or texts[side].lower() != NOTHING:
        return _whole(Battle.parse(game, attacker, defender, **options), side)
    with contextlib.suppress(WargameError):  # where the rules allow that nobody is there
        return _whole(Battle.parse(game, attacker, defender, **options), side)
    return _from_nothing(game, texts, side, options)


def _side_texts(game: Game, attacker: str, defender: str | None) -> dict[str, str] | None:
    """Part the sides' texts and the settings behind bars; None if they cannot be parted."""
    bars = ""
    if defender is None:
        attacker, bar, rest = attacker.partition("|")
        bars = bar + rest
        try:
            attacker, defender = split_versus(attacker, " v ".join(game.examples[0]))
        except WargameError:
            return None
    return {ATTACKER: attacker.strip(), DEFENDER: defender.strip(), "settings": bars}


def _whole(battle: Battle, side: str) -> Base:
    assert battle.game.additions is not None
    found = battle.game.additions(battle, side)
    if not found:
        raise OptionError(
            f"in this battle there is nothing that the {side} could be given: {battle.sides}",
            given=str(battle),
        )
    return Base(battle, side, found)


def _from_nothing(
    game: Game, texts: Mapping[str, str], side: str, options: Mapping[str, Any]
) -> Base:
    """Return the base of a side that has nothing, which is no battle yet.

    What it could be given is learnt from any force that could stand there.
    """

    def battle(force: str) -> Battle:
        sides = {**texts, side: force}
        text = f"{sides[ATTACKER]} v {sides[DEFENDER]} {texts['settings']}"
        return Battle.parse(game, text, **options)

    def offered(force: str) -> dict[str, Addition]:
        assert game.additions is not None
        return {one.what: one for one in game.additions(battle(force), side)}

    names = _first_that_works(offered, _stand_ins(game, texts, side))
    firsts, additions = {}, []
    for what, one in names.items():
        with contextlib.suppress(WargameError):
            first = battle(f"1 {what}")
            left = offered(f"1 {what}").get(what)  # how many more, if it is limited
            most = 1 if left is None else left.most and left.most + 1
            after = () if left is None else left.after
            additions.append(Addition(what, one.cost, most, after))
            if not after:
                firsts[what] = first
    if not firsts:
        raise OptionError(
            f"the {side} cannot be made up from nothing in {game.title}: name what is there, such"
            f" as {game.examples[0][ROLES.index(side)]!r}",
            given=NOTHING,
            allowed=(game.examples[0][ROLES.index(side)],),
        )
    return Base(next(iter(firsts.values())), side, tuple(additions), firsts)


def _stand_ins(game: Game, texts: Mapping[str, str], side: str) -> Iterator[str]:
    """Yield forces one of which could stand on the empty side: those of examples, the enemy's."""
    for pair in game.examples:
        yield from pair
    yield texts[DEFENDER if side == ATTACKER else ATTACKER]


def _first_that_works(offered: Any, forces: Iterator[str]) -> dict[str, Addition]:  # noqa: ANN401
    fault: WargameError | None = None
    for force in forces:
        try:
            return offered(force)
        except WargameError as error:
            fault = error
    assert fault is not None
    raise fault
