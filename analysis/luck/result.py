"""Which final states of a battle fit what a log says happened."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from analysis.luck.columns import END, LEFT
from analysis.luck.log import Logged
from combat.arrays import Bools, Floats
from combat.errors import IllegalBattleError, OptionError, WargameError, within
from combat.notation import plain_number, shown
from combat.outcomes import Outcomes

MOST_SHOWN = 12  # possible results that an error names
NEAR = 1e-6  # as far as a number in a log may be off


class Ends:
    """The final states of a battle as a log can name them.

    Parameters
    ----------
    outcomes : Outcomes
    """

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes
        self.battle = outcomes.battle

    @cached_property
    def texts(self) -> dict[str, list[str]]:
        """What is left of each side in each final state, by the log's columns."""
        game, outcomes = self.battle.game, self.outcomes
        ends = [game.end_text(outcomes, row)[:2] for row in range(len(outcomes))]
        return {name: [end[side] for end in ends] for side, name in enumerate(LEFT)}

    def fitting(self, logged: Logged) -> Bools:
        """Return which final states fit what happened, shape (states,).

        Raises
        ------
        IllegalBattleError
            If none does; it says what was possible.
        OptionError
            If a number or an event is asked for that the battle does not have, or if no simulated
            battle went so.
        WargameError
            If a text of what is left cannot be read.
        """
        rows = self.outcomes.chance > 0.0
        told: list[str] = []
        for name, text in logged.result:
            with within(f"{logged.where}, column {name}"):
                fit = self._of(name, text)
                if not (fit & rows).any():
                    raise self._impossible(name, text, rows, told)
                rows = rows & fit
            told.append(f"{name} {text or 'none'}")
        return rows

    def _of(self, name: str, text: str) -> Bools:
        if name == END:
            return self.outcomes.rows(text)
        if name in LEFT:
            return self._left(name, text)
        values = self.outcomes.values(name)
        number = float(text)
        return np.abs(values - number) <= NEAR * max(1.0, abs(number))

    def _left(self, name: str, text: str) -> Bools:
        """Which final states leave a side what a player's text says, however he puts it."""
        texts, wanted = self.texts[name], _folded(text)
        rows = np.array([_folded(one) == wanted for one in texts], dtype=np.bool_)
        if rows.any():
            return rows
        meant = set(self._readings(text, LEFT[name]))
        return np.array([one in meant for one in texts], dtype=np.bool_)

    def _readings(self, text: str, side: str) -> tuple[str, ...]:
        game = self.battle.game
        if game.read_left is not None:
            return game.read_left(text, side, self.battle)
        return (str(game.parse_side(text, side, self.battle.settings)) if text else "",)

    def _impossible(self, name: str, text: str, rows: Bools, told: Sequence[str]) -> WargameError:
        """Say that nothing ends so, and what could be: of all, or of what the line says else."""
        could = tuple(self._possible(name, rows))
        more = ", …" if len(could) > MOST_SHOWN else ""
        listed = ", ".join(could[:MOST_SHOWN]) + more
        what = f"{shown(text or 'none')}"
        beside = f" together with {' and '.join(told)}" if told else ""
        if self.outcomes.trials is not None:
            return OptionError(
                f"{what}{beside} came in none of {self.outcomes.trials:,} simulated battles; if it"
                f" can be, simulate more (--trials). What came: {listed}",
                given=text,
                allowed=could[:MOST_SHOWN],
            )
        return IllegalBattleError(
            f"{what}{beside} cannot come of {self.battle.sides}; what can: {listed};"
            " if it did, a setting of the battle is missing",
            given=text,
            allowed=could[:MOST_SHOWN],
        )

    def _possible(self, name: str, rows: Bools) -> Iterable[str]:
        """What a column could say in these final states, likeliest first."""
        chance = np.where(rows, self.outcomes.chance, 0.0)
        if name == END:
            events = [
                (e.name, float(chance[e.of(self.outcomes)].sum())) for e in self.battle.events
            ]
            return [n for n, mass in sorted(events, key=lambda one: -one[1]) if mass > 0]
        texts = self.texts[name] if name in LEFT else self._numbers(self.outcomes.values(name))
        sums: dict[str, float] = {}
        for text, mass in zip(texts, chance.tolist(), strict=True):
            if mass > 0:
                sums[text or "none"] = sums.get(text or "none", 0.0) + mass
        order = sorted(sums, key=lambda one: -sums[one])
        return [shown(text) for text in order] if name in LEFT else order

    def _numbers(self, values: Floats) -> list[str]:
        return [plain_number(round(float(value), 9)) for value in values]


def _folded(text: str) -> tuple[str, ...]:
    """What a text names, in no order."""
    parts = text.casefold().replace(";", ",").replace("+", ",").split(",")
    return tuple(sorted(" ".join(part.split()) for part in parts if part.strip()))
