"""The attacks of a turn from a plan file, and the verdict on them."""

from dataclasses import dataclass
from pathlib import Path

from analysis.advice import ATTACK, HOLD, TOO_CLOSE, verdict_of
from analysis.aim import Aim, Result
from analysis.files import contents_of, text_of
from combat.display import Displayed
from combat.errors import OptionError, within
from combat.games import find_game
from combat.toml_text import plain_text, toml_text
from combat.turns import TurnAnswer

WANT = "net_value > 0"


@dataclass(frozen=True)
class Turn(Displayed):
    """What a turn leads to, and whether that is what was wanted.

    Parameters
    ----------
    answer : TurnAnswer
    aim : Aim or None
        What is wanted of the turn; None for a race alone.
    results : tuple of Result
        Each condition of the aim with its number.
    """

    answer: TurnAnswer
    aim: Aim | None
    results: tuple[Result, ...]

    @property
    def verdict(self) -> str:
        """``attack``, ``hold`` or ``too_close``; empty without an aim."""
        if self.aim is None:
            return ""
        return verdict_of(list(self.results))

    @property
    def reason(self) -> str:
        """The verdict with its numbers, in a sentence; empty without an aim."""
        if self.aim is None:
            return ""
        words = {ATTACK: "Attack", HOLD: "Hold", TOO_CLOSE: "Too close to call"}[self.verdict]
        parts = [
            f"{self._text(result)} (wanted: {result.clause.sign} {_wanted(result)})"
            for result in self.results
        ]
        return f"{words}: {'; '.join(parts)}."

    def _text(self, result: Result) -> str:
        clause, estimate = result.clause, result.estimate
        if clause.is_event:
            text = next(e.text for e in self.answer.events if e.name == clause.name)
            return f"the chance that {text} is {estimate.as_percent()}"
        quantity = next(q for q in self.answer.quantities if q.name == clause.name)
        return f"the expected {quantity.text} is {estimate.as_number()} {quantity.unit}".rstrip()


def _wanted(result: Result) -> str:
    number = result.clause.number
    return f"{100 * number:g} %" if result.clause.is_event else f"{number:g}"


def read_turn(file: Path) -> Turn:
    """Read a plan file and solve its turn; see `parse_turn`.

    Raises
    ------
    WargameError
        In one line that names the entry at fault.
    """
    return parse_turn(text_of(file))


def parse_turn(text: str) -> Turn:
    """Solve the turn of a plan file's text.

    Raises
    ------
    WargameError

    Examples
    --------
    >>> turn = parse_turn('''
    ... game = "ccn"
    ... want = "banner_won >= 0.05"
    ... [[target]]
    ... name = "line"
    ... unit = "INF 4"
    ... [[attacker]]
    ... name = "mine"
    ... unit = "INF 4"
    ... at = [{ target = "line", range = 1 }]
    ... ''')
    >>> turn.verdict, turn.answer.events[0].estimate.value
    ('attack', 0.0625)
    """
    data = contents_of(text)
    with within("'game'"):
        game = find_game(plain_text(data.get("game", "")))
    if game.turn is None:
        raise OptionError(f"{game.name} has no turns of attacks on targets", given=game.name)
    want = data.pop("want", None)
    if want is not None and not isinstance(want, str):
        text = f"want is a text, as {WANT!r}, not {toml_text(want)}"
        raise OptionError(text, given=plain_text(want))
    answer = game.turn(data, game)
    if not answer.stages and want is None:
        return Turn(answer, None, ())
    events = {event.name: event.estimate for event in answer.events}
    quantities = {quantity.name: quantity.estimate for quantity in answer.quantities}
    example = WANT if answer.stages else "race_won >= 0.5"
    with within("'want'"):
        aim = Aim.read(want or WANT, tuple(events), tuple(quantities), example)
    numbers = events | quantities
    results = tuple(
        Result(clause, numbers[clause.name], clause.judge(numbers[clause.name]))
        for clause in aim.clauses
    )
    return Turn(answer, aim, results)
