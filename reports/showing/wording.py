"""How a report writes numbers and texts: the filters of its templates, and what is escaped."""

import math
import re
from collections.abc import Iterable

from markupsafe import Markup

from analysis.frame_sheet import MINUS
from analysis.numbers import points_text
from combat.estimate import Estimate
from combat.notation import plain_number

MARKS = r"[\\`*\[\]<|~]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)"
TINY = 1e-4  # a chance this near to 0 or 1 would be printed as one in many
INLINE = re.compile(MARKS)
HYPHEN = re.compile(r"(?<![\w.,%)])-(?=\d)")
SPECIAL = re.compile(rf"{MARKS}|^(?:[#+=>-]|\d+[.)])(?=\s|$)")


def escaped(text: str) -> Markup:
    r"""Return a text as Markdown that shows it as it is: one line, nothing in it a mark.

    Examples
    --------
    >>> print(escaped("2*3 <b> [x](y) snake_case _x_"))
    2\*3 \<b> \[x\](y) snake_case \_x\_
    >>> print(escaped("# no head"))
    \# no head
    """
    return Markup(SPECIAL.sub(_marked, " ".join(text.split())))


def in_cell(text: str) -> Markup:
    """Return a text as Markdown for a table's cell, where nothing begins a line."""
    return Markup(INLINE.sub(_marked, " ".join(text.split())))


def _marked(found: re.Match[str]) -> str:
    mark = found[0]
    return mark[:-1] + "\\" + mark[-1] if mark[0].isdigit() else "\\" + mark


def marked(text: str) -> Markup:
    """Return a text as Markdown: what a template made of its own words already is."""
    return text if isinstance(text, Markup) else escaped(text)


def finalized(value: object) -> object:
    """Return what an expression of a template writes: its text, with nothing in it a mark.

    Raises
    ------
    TypeError
        For nothing at all, which is no text for anybody to read.
    """
    if isinstance(value, Markup):
        return value
    if value is None:
        raise TypeError("an expression of the template is None: there is nothing to write")
    return escaped(plain_number(value) if isinstance(value, float) else str(value))


def percent(chance: Estimate | float) -> str:
    """Return a chance in percent, as precise as it is known; a plain number is exact.

    Examples
    --------
    >>> percent(0.954), percent(1.0), percent(Estimate.of_proportion(480, 1000))
    ('95.4 %', 'certain', '48.0 ±3.1 %')
    """
    return _estimate(chance).as_percent()


def share(chance: Estimate | float) -> str:
    """Return a chance as a share of all battles.

    Examples
    --------
    >>> share(0.25), share(0.0), share(1.0)
    ('25.0 % of battles', 'no battle', 'every battle')
    """
    text = briefly(chance)
    return {"impossible": "no battle", "certain": "every battle"}.get(text, f"{text} of battles")


def briefly(chance: Estimate | float) -> str:
    """Return a chance in percent; one that is next to none, or to certain, is told as such.

    Examples
    --------
    >>> [briefly(chance) for chance in (1e-6, 1 / 1296, 1 - 1e-9, 1.0)]
    ['< 0.01 %', '0.08 %', '> 99.99 %', 'certain']
    """
    known = _estimate(chance)
    text = known.as_percent()
    if not known.exact or text in ("impossible", "certain"):
        return text
    if known.value < TINY:
        return "< 0.01 %"
    return "> 99.99 %" if known.value > 1.0 - TINY else text.partition(" (")[0]


def number(mean: Estimate | float, unit: str = "", *, places: int | None = None) -> str:
    """Return a mean or another number, as precise as it is known, with its unit.

    Whole numbers are counts; ``places`` rounds an exact number to so many decimals.

    Examples
    --------
    >>> number(3.14159, "IPC"), number(12_000), number(2.0, places=0)
    ('3.14 IPC', '12,000', '2')
    """
    behind = f" {unit}" if unit else ""
    if isinstance(mean, int) and not isinstance(mean, bool):
        return f"{mean:,}{behind}".replace("-", MINUS)
    estimate = _estimate(mean)
    if places is None or not estimate.exact:
        return estimate.as_number(behind).replace("-", MINUS)
    return f"{round(estimate.value, places) + 0.0:,.{places}f}{behind}".replace("-", MINUS)


def points(difference: Estimate | float, *, signed: bool = False) -> str:
    """Return a difference of chances in percentage points.

    Examples
    --------
    >>> points(0.0831), points(-0.0831, signed=True), points(0.2, signed=True)
    ('8.3 points', '−8.3 points', '+20.0 points')
    """
    return points_text(_estimate(difference), sign=signed)


def words(name: str) -> str:
    """Return a name of code or files as words.

    Examples
    --------
    >>> words("territory_taken"), words("dead-zones")
    ('territory taken', 'dead zones')
    """
    return name.replace("_", " ").replace("-", " ")


def listed(parts: Iterable[object], last: str = "and") -> str:
    """Return several as one text.

    Examples
    --------
    >>> listed("abc"), listed(["a", "b"], "or"), listed("a")
    ('a, b and c', 'a or b', 'a')
    """
    texts = [str(part) for part in parts]
    return f" {last} ".join([part for part in (", ".join(texts[:-1]), *texts[-1:]) if part])


def capitalised(text: str) -> str:
    """Return a text with a capital at its beginning, the rest as it is.

    Examples
    --------
    >>> capitalised("twice units plus AA guns")
    'Twice units plus AA guns'
    """
    return text[:1].upper() + text[1:]


def minus(text: str) -> str:
    """Return a text of numbers with the minus sign that tables have.

    Examples
    --------
    >>> minus("a swing of -2.20 CU (-1 to 3), a 75-80 % chance")
    'a swing of −2.20 CU (−1 to 3), a 75-80 % chance'
    """
    return HYPHEN.sub(MINUS, text)


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning and a full stop at its end.

    Examples
    --------
    >>> sentence("now the chance is 50 %")
    'Now the chance is 50 %.'
    """
    text = capitalised(text)
    return text if text.endswith((".", "!", "?", ".’", "?’")) else f"{text}."


def _estimate(value: Estimate | float) -> Estimate:
    if isinstance(value, Estimate):
        return value
    if not math.isfinite(value):
        raise ValueError(f"{value} is no number to write")
    return Estimate.of_exact(float(value))
