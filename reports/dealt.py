"""What the report of a deck says of its charts."""

from typing import TYPE_CHECKING

from reports.wording import percent

if TYPE_CHECKING:
    import pandas as pd

FEW = 3  # bars and curves that are named


def bars_text(bars: "pd.DataFrame") -> str:
    """Say the likeliest part of each of the first bars, from rows group, value, chance."""
    axis = str(bars.attrs.get("axis", ""))
    parts = []
    for group, rows in list(bars.groupby("group", sort=False))[:FEW]:
        top = rows.nlargest(1, "chance").iloc[0]
        name = f"‘{group}’ it is" if group else "it is"
        parts.append(f"{name} {axis} {top['value']}, {percent(float(top['chance']))}")
    more = bars["group"].nunique() > FEW
    return f"The widest parts: of {'; of '.join(parts)}{'; and so on' if more else ''}.".replace(
        "parts: of it", "part of the bar: it"
    )


def curves_text(lines: "pd.DataFrame") -> str:
    """Say where the first curves begin and end, from rows battle, number, chance."""
    parts = []
    for name, rows in list(lines.groupby("battle", sort=False))[:FEW]:
        there = rows.dropna(subset="chance")
        ends = [
            f"{percent(float(row['chance']))} at {row['number']}"
            for _, row in (*there.head(1).iterrows(), *there.tail(1).iterrows())
        ]
        parts.append(f"‘{name}’ goes from {' to '.join(ends)}")
    more = lines["battle"].nunique() > FEW
    text = f"{'; '.join(parts)}{'; and so on' if more else ''}."
    return f"Where a curve is steep, it comes most often: {text}"


def pairs_text(pairs: "pd.DataFrame") -> str:
    """Say the greatest and the least chance of a map of pairs, from rows row, column, chance."""
    there = pairs.dropna(subset="chance")
    most, least = there.nlargest(1, "chance").iloc[0], there.nsmallest(1, "chance").iloc[0]
    texts = [
        f"‘{one['row']}’, {one['column']}: {percent(float(one['chance']))}" for one in (most, least)
    ]
    return f"Take a row and read across. The greatest of all is {texts[0]}; the least {texts[1]}."


TEXTS = (bars_text, curves_text, pairs_text)
