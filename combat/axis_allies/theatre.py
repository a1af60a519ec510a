"""The map as the rest of the product knows it: positions, and what can be asked about them."""

from collections.abc import Callable, Sequence
from importlib import import_module

from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import position_text, read_position, starting_position
from combat.axis_allies.position_report import position_report
from combat.sheets import Sheets, Theatre

Question = Callable[..., Sheets]


def _in(module: str, name: str) -> Question:
    """Return a question of a module of this package, which is loaded when it is first asked."""

    def ask(position: Position, **options: object) -> Sheets:
        found: Question = getattr(import_module(f".{module}", __package__), name)
        return found(position, **options)

    return ask


QUESTIONS: dict[str, Question] = {  # name: where it is answered, a line each
    "buy": _in("spending.buy", "buy"),
    "dead-zones": _in("hold.dead_zones", "dead_zones"),
    "fronts": _in("fronts.answer", "fronts"),
    "hold": _in("hold.hold", "hold"),
    "raids": _in("spending.raids", "raids"),
    "rounds": _in("rounds.answer", "rounds"),
    "targets": _in("attack.targets", "targets"),
}


def read(file: str = "", edits: Sequence[str] = ()) -> Position:
    """Return the position of a file, or the set-up, with edits made in their order.

    Raises
    ------
    OptionError, NotationError, UnknownUnitError, IllegalBattleError
    """
    return edited(read_position(file) if file else starting_position(), *edits)


def theatre() -> Theatre:
    """Return the map of Axis & Allies 1942."""
    return Theatre(read, position_text, position_report, QUESTIONS)
