"""What a power does in a round, as values that a user can change; each has a text form."""

import json
import re
from dataclasses import dataclass

from combat.attrition.retreat import Retreat
from combat.axis_allies.map.board import Board
from combat.axis_allies.units import WHOLE, UnitTable
from combat.errors import NotationError, OptionError
from combat.notation import Vocabulary, read_units, shown

USUAL_CHANCE = 0.75
ENOUGH, ALL = "enough", "all"
BEST = "best"
MOST = 999  # units of a kind in one line of a purchase, and units kept in a place
NEVER = Retreat()
_AIM = re.compile(
    r"(?P<what>.*?)(?:\s*(?:>=|≥|at)\s*(?P<number>[0-9.]+)\s*(?P<percent>%?))?"
    r"(?:[\s,]+send\s+(?P<send>\w+))?",
    re.IGNORECASE,
)
_UNREAD = re.compile(r"[<>=≥≤%]|\b(?:at|send)\b", re.IGNORECASE)  # no place has these in its name
_MOVE = re.compile(r"(?P<start>.+?)\s*(?:->|→)\s*(?P<end>.+?)(?:\s+keep\s+(?P<keep>[0-9]+))?")


@dataclass(frozen=True)
class Aim:
    """An attack that is made if the units free for it give at least a chance.

    Parameters
    ----------
    place : str
        An area, or '' for all targets in reach, that of the highest worth first.
    chance : float
        To take the territory, or to clear the zone.
    send : {'enough', 'all'}
        The cheapest units that do, or all.

    Examples
    --------
    >>> from combat.axis_allies.map.board import shipped_board
    >>> str(Aim.parse("karelia >= 80 % send all", shipped_board())), str(Aim())
    ('Karelia S.S.R. >= 0.8 send all', 'best >= 0.75')
    """

    place: str = ""
    chance: float = USUAL_CHANCE
    send: str = ENOUGH

    @classmethod
    def parse(cls, text: str, board: Board) -> "Aim":
        """Read an aim.

        Raises
        ------
        NotationError, OptionError
        """
        found = _AIM.fullmatch(text.strip())
        if found is None or not found["what"].strip():
            raise NotationError(
                f"cannot read the attack {shown(text)}; write it as 'Karelia >= 0.75', or 'best'",
                given=text,
            )
        send = (found["send"] or ENOUGH).lower()
        if send not in (ENOUGH, ALL):
            raise OptionError(
                f"'send {send}' is not known; it is 'send enough' or 'send all'",
                given=send,
                allowed=(ENOUGH, ALL),
            )
        what = found["what"].strip()
        if _UNREAD.search(what):
            raise NotationError(
                f"cannot read the chance in {shown(text)}; write the attack as 'Karelia >= 0.75'"
                " or 'Karelia >= 0.75 send all', with a chance from 0 to 1",
                given=text,
            )
        place = "" if what.lower() == BEST else board.place(what)
        return cls(place, _chance(found["number"], found["percent"], text), send)

    def __str__(self) -> str:
        send = "" if self.send == ENOUGH else f" send {self.send}"
        return f"{self.place or BEST} >= {self.chance:g}{send}"


def _chance(number: str | None, percent: str | None, text: str) -> float:
    if number is None:
        return USUAL_CHANCE
    try:
        chance = float(number) / (100.0 if percent else 1.0)
    except ValueError:
        chance = -1.0
    if not 0.0 <= chance <= 1.0:
        raise OptionError(
            f"the chance in {shown(text)} is not possible; it is from 0 to 1, as in '>= 0.75'",
            given=text,
            allowed=("0 to 1",),
        )
    return chance


@dataclass(frozen=True)
class Garrison:
    """Land units that stay where they are, infantry first.

    Examples
    --------
    >>> from combat.axis_allies.map.board import shipped_board
    >>> str(Garrison.parse("western europe 2", shipped_board()))
    'Western Europe 2'
    """

    place: str
    units: int

    @classmethod
    def parse(cls, text: str, board: Board) -> "Garrison":
        """Read a garrison.

        Raises
        ------
        NotationError, OptionError
        """
        found = re.fullmatch(r"(.+?)\s+([0-9]{1,3})", text.strip())
        if found is None:
            raise NotationError(
                f"cannot read the garrison {shown(text)}; write it as 'Western Europe 2'",
                given=text,
            )
        return cls(_territory(found[1], board), int(found[2]))

    def __str__(self) -> str:
        return f"{self.place} {self.units}"


def _territory(text: str, board: Board) -> str:
    place = board.place(text)
    if board.areas[place].sea:
        raise OptionError(f"{place} is a sea zone; name a territory", given=text)
    return place


@dataclass(frozen=True)
class Move:
    """Land units that stand idle go one step towards a place, but for those that are kept.

    Examples
    --------
    >>> from combat.axis_allies.map.board import shipped_board
    >>> str(Move.parse("germany -> eastern europe keep 2", shipped_board()))
    'Germany -> Eastern Europe keep 2'
    """

    start: str
    end: str
    keep: int = 0

    @classmethod
    def parse(cls, text: str, board: Board) -> "Move":
        """Read a move.

        Raises
        ------
        NotationError, OptionError
        """
        found = _MOVE.fullmatch(text.strip())
        if found is None:
            raise NotationError(
                f"cannot read the move {shown(text)}; write it as 'Germany -> Eastern Europe', or"
                " 'Germany -> Eastern Europe keep 2'",
                given=text,
            )
        start, end = (_territory(found[key], board) for key in ("start", "end"))
        if start == end:
            raise OptionError(f"{start} -> {end} is no move; name another place", given=text)
        keep = int(found["keep"] or 0)
        if keep > MOST:
            raise OptionError(f"'keep {keep}' is too many; up to {MOST}", given=text)
        return cls(start, end, keep)

    def __str__(self) -> str:
        return f"{self.start} -> {self.end}" + (f" keep {self.keep}" if self.keep else "")


@dataclass(frozen=True)
class Buying:
    """What is bought, first things first, as far as cash and room go.

    Parameters
    ----------
    lines : tuple of (int or None, str)
        How many of a unit; None: as many as can be had.

    Examples
    --------
    >>> from combat.axis_allies.units import unit_table
    >>> buying = Buying.parse("3 inf, 1 tank, then inf", unit_table())
    >>> str(buying), str(Buying.parse("nothing", unit_table()))
    ('3 inf, 1 arm, then inf', 'nothing')
    """

    lines: tuple[tuple[int | None, str], ...] = ()

    @classmethod
    def parse(cls, text: str, table: UnitTable) -> "Buying":
        """Read a list of purchases; ``then inf`` buys of it what the cash allows.

        Raises
        ------
        NotationError, UnknownUnitError
        """
        if text.strip().lower() in ("", "nothing", "none"):
            return cls()
        names = tuple(name for name in table.names if name not in WHOLE)
        known = Vocabulary(names, {a: n for a, n in table.vocabulary.aliases.items() if n in names})
        lines: list[tuple[int | None, str]] = []
        for part in filter(None, (one.strip() for one in re.split(r"[,;]", text))):
            rest = re.sub(r"^then\s+", "", part, flags=re.IGNORECASE)
            lines += [_line(rest, known, whole=rest != part)]
        return cls(tuple(lines))

    def __str__(self) -> str:
        parts = [f"then {unit}" if n is None else f"{n} {unit}" for n, unit in self.lines]
        return ", ".join(parts) or "nothing"


def _line(text: str, known: Vocabulary, *, whole: bool) -> tuple[int | None, str]:
    units = list(read_units(text, known).items())
    if len(units) != 1 or (whole and units[0][1] != 1) or units[0][1] > MOST:
        raise NotationError(
            f"cannot read the purchase {shown(text)}; write '3 inf, 1 arm, then inf'", given=text
        )
    unit, number = units[0]
    return (None if whole else number), unit


@dataclass(frozen=True)
class Policy:
    """What a power does in each of its turns.

    Parameters
    ----------
    attack : tuple of Aim
        In order: units that one attack takes are not there for the next.
    retreat : Retreat
    garrison : tuple of Garrison
        Land units that attack nothing and stay.
    moves : tuple of Move
        Of land units that have not fought; all others stay where they are.
    buy : Buying
    place : tuple of str
        Where new units go: complexes in order, and zones for ships; those that are not named come
        after, the richest first.
    repair : bool
        Whether damage is repaired before anything is bought.
    """

    attack: tuple[Aim, ...] = ()
    retreat: Retreat = NEVER
    garrison: tuple[Garrison, ...] = ()
    moves: tuple[Move, ...] = ()
    buy: Buying = Buying()
    place: tuple[str, ...] = ()
    repair: bool = True

    def __str__(self) -> str:
        """Return the lines of a plan file."""
        rows = {
            "attack": [str(aim) for aim in self.attack],
            "retreat": str(self.retreat),
            "garrison": [str(one) for one in self.garrison],
            "moves": [str(move) for move in self.moves],
            "buy": str(self.buy),
            "place": list(self.place),
            "repair": "all" if self.repair else "none",
        }
        texts = {key: json.dumps(one, ensure_ascii=False) for key, one in rows.items()}
        return "\n".join(f"{key} = {text}" for key, text in texts.items())
