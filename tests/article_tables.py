"""Reading the tables and the prose of a built report, as a reader does."""

import re
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "reports" / "examples"


def text_of(name: str) -> str:
    """The built report of that name, as Markdown."""
    return (EXAMPLES / f"{name}.md").read_text(encoding="utf-8")


def table_of(text: str, title: str) -> list[dict[str, str]]:
    """The table beneath a bold title, a row a dict by the heads."""
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"**{title}"))
    first = next(n for n in range(at, len(lines)) if lines[n].startswith("|"))
    rows = []
    for line in lines[first:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("\\", "") for cell in line.strip("|").split("|")])
    heads = rows[0]
    assert len(heads) == len(set(heads)), heads
    return [dict(zip(heads, row, strict=True)) for row in rows[2:]]


def number(cell: str) -> float:
    """A mean or a chance as it is printed, chances from 0 to 1."""
    words = {"certain": 1.0, "impossible": 0.0}
    if cell in words:
        return words[cell]
    found = re.match(r"(< |> |100 − )?([−\d.,e-]+)(?= |$)", cell)
    assert found, cell
    value = float(found[2].replace("−", "-").replace(",", ""))
    value = 100 - value if found[1] == "100 − " else value
    return value / 100 if "%" in cell else value


def says(text: str, *pieces: str) -> bool:
    """Whether the prose has all these, in this order, in one line."""
    pattern = ".*".join(re.escape(piece) for piece in pieces)
    return any(re.search(pattern, line) for line in text.replace("\\", "").splitlines())
