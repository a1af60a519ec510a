"""Writing a picture to a file, whole or not at all."""

from pathlib import Path
from typing import TYPE_CHECKING

from analysis.writing import write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def save(figure: "Figure", file: Path) -> None:
    """Write a picture to a file, whole or not at all.

    Raises
    ------
    OptionError
        If it cannot be written there; nothing half-written is left.
    """
    write_whole({file: lambda half: figure.savefig(half, dpi=150)})
