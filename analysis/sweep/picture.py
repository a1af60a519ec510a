"""One picture of a sweep: a heat map of two numbers, lines over one, or its choices in rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from analysis.sweep.axes import NUMBER, Axis
from combat.errors import OptionError
from combat.games import find_game

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_MAPS, MOST_LINES, MOST_ROWS = 6, 7, 40
MAP, LINES = (4.9, 4.0), (6.4, 4.2)  # inches
TITLE = 11.0  # points


class Shape(NamedTuple):
    """What of a sweep is drawn how: numbers along the axes, everything else side by side."""

    numbers: tuple[Axis, ...]  # none to two
    others: tuple[Axis, ...]

    @property
    def combinations(self) -> int:
        """How many maps, lines or rows there are."""
        number = 1
        for axis in self.others:
            number *= len(axis.values)
        return number


def shape_of(axes: Iterable[Axis]) -> Shape:
    """Return how a sweep is drawn.

    Raises
    ------
    OptionError
        If it is too much for one picture.
    """
    varied = [axis for axis in axes if len(axis.values) > 1]
    numbers = tuple(islice((axis for axis in varied if axis.numeric), 2))
    shape = Shape(numbers, tuple(axis for axis in varied if axis not in numbers))
    most, what = ((MOST_ROWS, "rows"), (MOST_LINES, "lines"), (MOST_MAPS, "maps"))[len(numbers)]
    if shape.combinations > most:
        raise OptionError(
            f"a picture of this sweep would have {shape.combinations:,} {what}, more than the"
            f" {most} that can be told apart; vary less besides"
            f" {' and '.join(axis.key for axis in numbers) or 'the first'}, or draw a part of it",
            given=str(shape.combinations),
            allowed=(f"up to {most}",),
        )
    return shape


def sweep_picture(frame: pd.DataFrame, event: str) -> Figure:
    """Draw the chance of an event all over a sweep.

    Parameters
    ----------
    frame : DataFrame
        As `sweep` returns it.
    event : str

    Raises
    ------
    OptionError
        If the sweep is too much for one picture, or no cell of it has the event.
    """
    from matplotlib.figure import Figure

    check_event(frame, event)
    game = find_game(frame.attrs["game"])
    shape = shape_of(Axis.parse(game, text) for text in frame.attrs["vary"])
    parts = [(name, part) for name, part in _parts(frame, shape) if part[event].notna().any()]
    maps = len(parts) if len(shape.numbers) == 2 else 1
    columns = 2 if maps > 1 else 1
    rows = -(-maps // columns)
    wide, tall = MAP if len(shape.numbers) == 2 else LINES
    if not shape.numbers:
        tall = 1.6 + 0.3 * len(parts)
    figure = Figure(figsize=(wide * columns, tall * rows + 0.3), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.1, h_pad=0.1)  # type: ignore[union-attr, call-arg]
    _title(figure, frame, wide * columns)
    spots = figure.subplots(rows, columns, squeeze=False).ravel()
    _draw(list(spots[:maps]), frame, event, shape, parts)
    for spot in spots[maps:]:
        spot.set_axis_off()
    return figure


def check_event(frame: pd.DataFrame, event: str) -> None:
    """Refuse an event that happens in no cell.

    Raises
    ------
    OptionError
    """
    known = tuple(frame.attrs["events"])
    if event not in known:
        raise OptionError(
            f"no battle of the sweep has the event {event!r}; they have {', '.join(known)}",
            given=event,
            allowed=known,
        )


def _title(figure: Figure, frame: pd.DataFrame, wide: float) -> None:
    from analysis.charts.text import wrapped

    title = wrapped(f"{frame.attrs['battle']}, varied", room=72 * wide - 24, size=1.17 * TITLE)
    figure.suptitle("\n".join(title), fontsize=TITLE, x=0.01, ha="left", fontweight="bold")


def _parts(frame: pd.DataFrame, shape: Shape) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield what is drawn as one map, line or row, and what to call it."""
    for values in product(*(axis.values for axis in shape.others)):
        part = frame
        for axis, value in zip(shape.others, values, strict=True):
            part = part[part[axis.key] == value]
        pairs = zip(shape.others, values, strict=True)
        yield ", ".join(f"{axis.key}={value}" for axis, value in pairs), part


def _label(axis: Axis) -> str:
    if axis.kind != NUMBER:
        return axis.key.replace("_", " ").capitalize()
    return f"{axis.side.capitalize()}’s {axis.what}"


def _draw(
    spots: Sequence[Axes],
    frame: pd.DataFrame,
    event: str,
    shape: Shape,
    parts: Sequence[tuple[str, pd.DataFrame]],
) -> None:
    if len(shape.numbers) == 2:
        for spot, (name, part) in zip(spots, parts, strict=True):
            _map(spot, part, event, shape.numbers, name)
        return
    import pandas as pd

    from analysis.charts.intervals import bands_chart, choices_chart

    numbers = {"chance": event, "low": f"{event}_low", "high": f"{event}_high"}
    rows = pd.concat(
        part.assign(**{to: part[column] for to, column in numbers.items()}, battle=name)
        for name, part in parts
    )
    rows.attrs = {"event": frame.attrs["events"][event]}
    if shape.numbers:
        (axis,) = shape.numbers
        rows = rows.assign(number=rows[axis.key], battle=rows["battle"].replace("", "chance"))
        bands_chart(rows, ax=spots[0], xlabel=_label(axis))
    else:
        choices_chart(rows.assign(choice=rows["battle"]).dropna(subset="chance"), ax=spots[0])


def _map(spot: Axes, part: pd.DataFrame, event: str, numbers: tuple[Axis, ...], title: str) -> None:
    """Draw one map; the attacker's number goes upwards."""
    from analysis.charts import heat_chart

    up, along = numbers if numbers[0].side != "defender" else reversed(numbers)
    cells = part.assign(attackers=part[up.key], defenders=part[along.key], chance=part[event])
    cells.attrs = {
        "event": part.attrs["events"][event],
        "attackers": _label(up),
        "defenders": _label(along),
    }
    heat_chart(cells, ax=spot, title=title)
