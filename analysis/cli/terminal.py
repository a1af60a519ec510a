"""Writing to the terminal, whatever it can show."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import RenderableType

One = TypeVar("One")

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
    text = captured.get().replace("\u00a0", " ")  # blanks that kept words together
    lines = [line.rstrip() for line in text.splitlines()]
    put("\n".join(lines))


def tracked(some: Sequence[One], what: str) -> Iterator[One]:
    """Yield them one by one, with progress on stderr where that is a terminal."""
    if not sys.stderr.isatty():
        yield from some
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(some, description=what, console=Console(stderr=True), transient=True)


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show on a terminal's stderr how many are done, of how many; None where there is none."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
