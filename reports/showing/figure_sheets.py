"""What a chart shows as a table, and in words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from analysis.frame_sheet import MINUS, PERCENT, PLAIN, frame_sheet, with_bounds
from analysis.numbers import signed
from combat.notation import plain_number
from combat.sheets import Column, Share, Sheet
from reports.showing.tables import cell_text
from reports.showing.wording import words

if TYPE_CHECKING:
    import pandas as pd

SEEN = 5e-4  # a chance of a long distribution below this is outside the view
FEW = 6  # rows that a picture in words names
LONG = 12  # rows of a distribution of which the rare ones are put together


class Crossed(NamedTuple):
    """A frame of rows by two names, shown as a table of both: names of rows, columns and values.

    ``head``: of the rows' names, in which ``{unit}`` is what the frame counts.
    """

    rows: str
    columns: str
    values: str
    head: str


CROSSED = {
    "survivors": Crossed("k", "side", "chance", "at least so many {unit} left"),
    "rounds": Crossed("round", "event", "chance", "by the end of round"),
    "heat": Crossed("attackers", "defenders", "chance", "attacker \\ defender"),
    "retreat": Crossed("attackers", "defenders", "decision", "attackers left \\ defenders left"),
    "curves": Crossed("number", "battle", "chance", "number"),
    "order": Crossed("row", "column", "chance", ""),
    "timeline": Crossed("group", "value", "chance", ""),
}
SHOWN: Mapping[str, Mapping[str, str]] = {
    "outcome": {"event": "how it ends", "side": "good for", "value": "chance"},
    "swing": {"swing": "swing", "chance": "chance"},
    "frontier": {"cost": "cost", "force": "the best force for it", "chance": "chance"},
    "tornado": {
        **{"side": "side", "change": "change", "value": "then", "effect": "effect"},
        "verdict": "verdict",
    },
    "worth": {"side": "side", "modifier": "modifier", "change": "change", "worth": "worth"},
    "flow": {"depth": "stage", "source": "after", "target": "what happens", "chance": "chance"},
    "together": {"swing": "net value", "succeed": "fronts that succeed", "chance": "chance"},
}
WAYS: Mapping[str, Mapping[str, str]] = {
    "outcome": {"value": PERCENT},
    "swing": {"swing": PLAIN},
    "together": {"swing": PLAIN},
    "frontier": {"cost": PLAIN},
    "worth": {"worth": "points"},
}


def figures_of(
    kind: str,
    frame: "pd.DataFrame",
    *,
    title: str = "",
    columns: Mapping[str, str] | None = None,
    formats: Mapping[str, str] | None = None,
    most: int | None = None,
) -> Sheet:
    """Return what a chart of that kind draws of a frame, as a table.

    Parameters
    ----------
    columns, formats
        As in `analysis.frame_sheet.frame_sheet`, instead of those that are usual for the kind.
    most
        Lines that the chart draws at most, if it is told.
    """
    ways = dict(WAYS.get(kind, {})) | dict(formats or {})
    if kind == "survivors":  # at least none is certain
        frame = frame[frame["k"] > 0]
    if kind == "flow":
        frame = _with_ways(frame)
    if kind == "tornado":
        frame = _drawn(frame, most)
    if kind == "retreat" and "gain" in frame:
        pairs = zip(frame["decision"], frame["gain"], strict=True)
        gains = [f"{decision} ({signed(gain, 1)})" for decision, gain in pairs]
        frame = frame.assign(decision=gains)
    if columns is None and kind in CROSSED and len(frame):
        return _crossed(frame, CROSSED[kind], title)
    usual = dict(SHOWN.get(kind, {}))
    if kind == "swing":
        usual["swing"] = _what(frame)
        frame = _without_rare(frame) if len(frame) > LONG else frame
    shown = columns or {name: head for name, head in usual.items() if name in frame.columns}
    return frame_sheet(frame, title=title, columns=shown or None, formats=ways)


def _what(frame: "pd.DataFrame") -> str:
    """Return what a distribution is of, with its unit."""
    parts = (str(frame.attrs.get(key) or "") for key in ("what", "unit"))
    return ", ".join(filter(None, parts)) or "swing"


def _drawn(frame: "pd.DataFrame", most: int | None) -> "pd.DataFrame":
    """Return the changes that a tornado shows, several on one line, in their order."""
    from analysis.charts.tornado import lines_of

    lines = lines_of(frame) if most is None else lines_of(frame, most)
    shown = {place for line in lines for place in line.index}
    found = frame[frame.index.isin(shown)]
    return found.assign(verdict=found["verdict"].str.replace("_", " "))


def _with_ways(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a flow whose sources are the whole way from the beginning: the last step is no name.

    Several nodes of a stage may read the same and have the same source in words.
    """
    ways: dict[int, str] = {}
    before = []
    rows = zip(frame["parent"], frame["node"], frame["source"], frame["target"], strict=True)
    for parent, node, source, target in rows:
        way = ways.get(parent, "")
        before.append(way or source)
        ways[node] = f"{way} → {target}" if way else target
    return frame.assign(source=before)


def _without_rare(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Put the rare values of a long distribution together in a last row."""
    rare = frame["chance"] < SEEN
    if rare.sum() < 2:
        return frame
    values = frame.loc[~rare, "swing"].astype(float).round(9)
    texts = [plain_number(value).replace("-", MINUS) for value in values]
    chances = [*frame.loc[~rare, "chance"], float(frame.loc[rare, "chance"].sum())]
    found = type(frame)({"swing": [*texts, "any other"], "chance": chances})
    return with_bounds(found, frame.attrs.get("trials"))


def _crossed(frame: "pd.DataFrame", of: Crossed, title: str) -> Sheet:
    rows = list(dict.fromkeys(frame[of.rows]))
    columns = list(dict.fromkeys(frame[of.columns]))
    if of.columns == "defenders":
        rows, columns = sorted(rows), sorted(columns)
    long = frame_sheet(frame, columns=[of.rows, of.columns, of.values])
    cells = {
        (row, column): cells[2]
        for row, column, cells in zip(frame[of.rows], frame[of.columns], long.rows, strict=True)
    }
    right = "" if of.values == "decision" else ">"
    corner = of.head.format(unit=frame.attrs.get("unit", "units")) or _corner(frame)
    heads = [Column("row", corner), *_heads(columns, right)]
    table = tuple((_name(row), *(cells.get((row, column)) for column in columns)) for row in rows)
    return Sheet("figures", title, tuple(heads), table)


def _corner(frame: "pd.DataFrame") -> str:
    """Return what rows and columns are, as far as the frame says it."""
    across = str(frame.attrs.get("axis") or frame.attrs.get("column") or "").lower()
    row = str(frame.attrs.get("row") or "")
    return f"{row} \\ {across}" if row and across else across


def _heads(columns: list[object], right: str) -> list[Column]:
    return [Column(str(column), right + (_name(column) or "chance")) for column in columns]


def _name(name: object) -> str:
    return plain_number(name) if isinstance(name, float) else str(name)


def told(kind: str, title: str, figures: Sheet) -> str:
    """Return a picture in words, from its figures: its likeliest parts, or its first rows."""
    rows = figures.rows
    if len(rows) > FEW and figures.columns[-1].key == "chance":
        rows = tuple(sorted(rows, key=_rank)[:FEW])
    parts = []
    for row in rows[:FEW]:
        texts = [cell_text(cell) for cell in row]
        parts.append(", ".join(text for text in texts if text))
    more = len(figures.rows) - len(parts)
    heads = ", ".join(column.head.lstrip(">") for column in figures.columns)
    last = f"; and {more} more rows, in the table below" if more else ""
    name = f"{title}. " if title else ""
    return f"{name}Chart ({words(kind)}) of {heads}: {'; '.join(parts)}{last}."


def _rank(row: tuple[object, ...]) -> float:
    last = row[-1]
    return -last.estimate.value if isinstance(last, Share) else 0.0
