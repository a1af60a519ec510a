"""Writing to the terminal, whatever it can show."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

PLAIN = str.maketrans(
    {"±": "+/-", "−": "-", "…": "...", "–": "-", "’": "'", "×": "x", "≥": ">=", "≤": "<=", "│": "|"}
)


def put(text: str, *, error: bool = False) -> None:
    """Write a line to stdout (or stderr), in plain characters where others cannot be shown."""
    stream = sys.stderr if error else sys.stdout
    encoding = stream.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        plain = text.translate(PLAIN)
        text = plain.encode(encoding, "replace").decode(encoding)
    stream.write(text + "\n")


def render(*parts: "RenderableType") -> None:
    """Write tables and marked-up lines to stdout; colour only on a terminal that has it."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=False, emoji=False)
    if not console.is_terminal:
        console.width = max(console.width, 100)
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    put("\n".join(lines))
