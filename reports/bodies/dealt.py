"""What the report of a deck says of its charts."""

from typing import TYPE_CHECKING

from analysis.frame_sheet import number_in
from reports.showing.wording import percent

if TYPE_CHECKING:
    import pandas as pd

SAME = 1e-9
FEW = 3  # bars and curves that are named


def bars_text(bars: "pd.DataFrame") -> str:
    """Say the likeliest part of each of the first bars, from rows group, value, chance."""
    axis = str(bars.attrs.get("axis", ""))
    parts = []
    for group, rows in list(bars.groupby("group", sort=False))[:FEW]:
        top = rows.nlargest(1, "chance").iloc[0]
        name = f"‘{group!s}’, " if group else ""
        parts.append(f"{name}{axis} {top['value']} ({percent(number_in(top))})")
    more = "; and so on" if bars["group"].nunique() > FEW else ""
    return (
        f"The widest part of {'each' if len(parts) > 1 else 'the'} bar: {'; '.join(parts)}{more}."
    )


def curves_text(lines: "pd.DataFrame") -> str:
    """Say where the first curves begin and end, from rows battle, number, chance."""
    parts = []
    for name, rows in list(lines.groupby("battle", sort=False))[:FEW]:
        there = rows.dropna(subset="chance")
        ends = [
            f"{percent(number_in(row))} at {row['number']}"
            for _, row in (*there.head(1).iterrows(), *there.tail(1).iterrows())
        ]
        parts.append(f"‘{name!s}’ goes from {' to '.join(ends)}")
    more = lines["battle"].nunique() > FEW
    text = f"{'; '.join(parts)}{'; and so on' if more else ''}."
    return f"Read up from a number to its chance: {text}"


def pairs_text(pairs: "pd.DataFrame") -> str:
    """Say the greatest and the least chance of a map of pairs, from rows row, column, chance."""
    there = pairs.dropna(subset="chance")
    most, least = there.nlargest(1, "chance").iloc[0], there.nsmallest(1, "chance").iloc[0]
    texts = [f"‘{one['row']}’, {one['column']}: {percent(number_in(one))}" for one in (most, least)]
    alike = int((there["chance"] > float(most["chance"]) - SAME).sum()) - 1
    ties = f" ({alike} more are alike)" if alike else ""
    return f"Take a row and read across. The greatest is {texts[0]}{ties}; the least {texts[1]}."


TEXTS = (bars_text, curves_text, pairs_text)
