"""Where to go on and where to retreat, as a map over what both sides have left."""

from collections.abc import Callable, Iterable, Iterator

from analysis.colours import GO_ON, RETREAT
from analysis.html.markup import Html, tag
from analysis.html.svg import LEFT, RIGHT, SMALL, block, key, picture, words
from analysis.numbers import signed
from combat.game import PolicyMap
from combat.outcomes import Outcomes

CELL, LOW_CELL, FOOT = 24.0, 12.0, 18.0  # pixels: a row, one of many, the numbers below
MOST_ROWS, MOST_WRITTEN = 16, 8  # rows of full height, and columns that have room for numbers
MOST_NAMED = 12  # numbers along an edge


def retreat_map(outcomes: Outcomes) -> Html | None:
    """Return the map of a best retreat; None if the battle has none.

    A row for each number of attackers left, the most at the top, a column for each number of
    defenders; a cell says by how much going on is better, where there is room. Cells that are never
    come to are blank. Classes: ``wo-retreat`` (the figure), ``wo-map`` (the picture), and those of
    the key.
    """
    found = None if outcomes.model is None else outcomes.model.policy_map()
    if found is None or not len(found.going):
        return None
    battle = outcomes.battle
    unit = battle.quantity(battle.game.value).unit
    plot = _Map(found, unit)
    caption = "rows: attackers left; columns: defenders left"
    if plot.written:
        caption += f"; in the cells: {unit} gained by going on over retreating"
    says = f"Map of the retreat by units left. {'; '.join(found.lines)}"
    drawn = picture(*plot.drawn(), height=plot.tall, says=says, class_="wo-map")
    rows = ((GO_ON, "", "go on"), (RETREAT, "", "retreat"))
    return tag("figure", drawn, key(*rows, caption=caption), class_="wo-retreat")


class _Map:
    """Cells and the numbers along their edges, placed."""

    def __init__(self, found: PolicyMap, unit: str) -> None:
        self.found, self.unit = found, unit
        self.attackers = int(found.attackers.min()), int(found.attackers.max())
        self.defenders = int(found.defenders.min()), int(found.defenders.max())
        self.rows = self.attackers[1] - self.attackers[0] + 1
        self.columns = self.defenders[1] - self.defenders[0] + 1
        self.cell = CELL if self.rows <= MOST_ROWS else LOW_CELL
        self.wide = (RIGHT - LEFT) / max(self.columns, 3)
        self.written = self.columns <= MOST_WRITTEN and self.cell == CELL
        self.tall = self.rows * self.cell + FOOT

    def drawn(self) -> list[Html]:
        """Return the cells and the edges."""
        names = [*self._edge(self.attackers, self._left), *self._edge(self.defenders, self._below)]
        return [*self._cells(), *names]

    def _x(self, defenders: int) -> float:
        return LEFT + self.wide * (defenders - self.defenders[0])

    def _y(self, attackers: int) -> float:
        return self.cell * (self.attackers[1] - attackers)

    def _cells(self) -> list[Html]:
        columns = (self.found.attackers, self.found.defenders, self.found.going, self.found.gain)
        cells = zip(*(column.tolist() for column in columns), strict=True)
        if self.written:
            return [part for cell in cells for part in self._cell(*cell)]
        return [self._run(*run) for run in _runs(cells)]

    def _cell(self, attackers: int, defenders: int, going: bool, gain: float) -> list[Html]:
        """Return a cell with its number."""
        x, y, wide = self._x(defenders), self._y(attackers), 0.97 * self.wide
        fill, number = GO_ON if going else RETREAT, signed(gain, 1)
        says = f"{attackers} against {defenders}: {_decision(going)} ({number} {self.unit})"
        return [
            block(x, y, wide, self.cell - 2, fill=fill, says=says),
            words(number, x=x + wide / 2, y=y + self.cell / 2 + 3, size=SMALL, on=fill),
        ]

    def _run(self, attackers: int, defenders: tuple[int, int], going: bool) -> Html:
        """Return neighbours in a row where the decision is the same, as one."""
        first, last = defenders
        against = str(first) if first == last else f"{first} to {last}"
        says = f"{attackers} against {against}: {_decision(going)}"
        wide, fill = self.wide * (last - first + 1), GO_ON if going else RETREAT
        return block(self._x(first), self._y(attackers), wide, self.cell, fill=fill, says=says)

    def _edge(self, ends: tuple[int, int], write: Callable[[int], Html]) -> list[Html]:
        step = -(-(ends[1] - ends[0] + 1) // MOST_NAMED)
        return [write(number) for number in range(ends[0], ends[1] + 1, step)]

    def _left(self, number: int) -> Html:
        base = self._y(number) + self.cell / 2 + 3
        return words(str(number), x=LEFT - 1, y=base, anchor="end", size=SMALL)

    def _below(self, number: int) -> Html:
        x = self._x(number) + self.wide / 2
        return words(str(number), x=x, y=self.tall - 4, size=SMALL)


def _decision(going: bool) -> str:
    return "go on" if going else "retreat"


def _runs(
    cells: Iterable[tuple[int, int, bool, float]],
) -> Iterator[tuple[int, tuple[int, int], bool]]:
    """Join neighbours in a row where the decision is the same."""
    run: tuple[int, tuple[int, int], bool] | None = None
    for attackers, defenders, going, _ in sorted(cells):
        if run is not None and (attackers, defenders - 1, going) == (run[0], run[1][1], run[2]):
            run = attackers, (run[1][0], defenders), going
            continue
        if run is not None:
            yield run
        run = attackers, (defenders, defenders), going
    if run is not None:
        yield run
