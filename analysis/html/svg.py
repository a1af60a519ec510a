"""Pictures that are as wide as the page: lengths across in per cent, so text keeps its size.

They have presentation attributes only, no style, no script and nothing that needs a name in the
page; text is drawn in the page's own colour, so it is read on a dark page as on a light one.
"""

from analysis.colours import ink_on
from analysis.html.markup import Html, Value, tag

SIZE = 13  # points of text in pictures
SMALL = 11
LEFT, RIGHT = 11.0, 98.0  # per cent: where a plot with numbers beside it begins and ends


def picture(*content: Html, height: float, says: str, class_: str) -> Html:
    """Return a picture.

    Parameters
    ----------
    *content : Html
    height : float
        Pixels.
    says : str
        The text alternative: what there is to see in it.
    class_ : str
    """
    size: dict[str, Value] = {"width": "100%", "height": height}
    return tag("svg", *content, role="img", aria_label=says, class_=class_, **size)


def block(
    left: float, top: float, width: float, height: float, *, fill: str, says: str = ""
) -> Html:
    """Return a rectangle, left and width in per cent; what it says is shown if one points at it."""
    title = [tag("title", says)] if says else []
    across: dict[str, Value] = {"x": _percent(left), "width": _percent(width)}
    return tag("rect", *title, y=top, height=height, fill=fill, **across)


def words(
    text: str,
    *,
    x: float,
    y: float,
    anchor: str = "middle",
    size: int = SIZE,
    on: str = "",
    bold: bool = False,
) -> Html:
    """Return a line of text, x in per cent, y of its base; on a colour, or on the page if none."""
    fill = ink_on(on) if on else "currentColor"
    look: dict[str, Value] = {"text_anchor": anchor, "font_size": size, "fill": fill}
    return tag("text", text, x=_percent(x), y=y, font_weight="bold" if bold else None, **look)


def line(
    *, x: tuple[float, float], y: tuple[float, float], width: float = 1.0, dashes: str | None = None
) -> Html:
    """Return a line in the page's colour, x in per cent."""
    ends: dict[str, Value] = {"x1": _percent(x[0]), "x2": _percent(x[1]), "y1": y[0], "y2": y[1]}
    look: dict[str, Value] = {"stroke": "currentColor", "stroke_width": width}
    return tag("line", stroke_dasharray=dashes, **ends, **look)


def key(*rows: tuple[str, str, str], caption: str = "") -> Html:
    """Return the key of a picture: of each colour a row with a number, '' for none, and words."""
    lines = [tag("div", caption, class_="wo-caption")] if caption else []
    for colour, number, text in rows:
        square = tag("rect", width=12, height=12, fill=colour)
        swatch = tag("svg", square, width=12, height=12, class_="wo-swatch", aria_hidden="true")
        shown = (tag("span", number, class_="wo-number"), " ") if number else ()
        lines.append(tag("div", swatch, " ", *shown, text, class_="wo-key-row"))
    return tag("figcaption", *lines, class_="wo-key")


def _percent(number: float) -> str:
    return f"{number:.2f}%"
