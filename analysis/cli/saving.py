"""Writing a picture to a file, whole or not at all."""

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from combat.errors import OptionError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def save(figure: "Figure", file: Path) -> None:
    """Write a picture to a file, whole or not at all.

    Raises
    ------
    OptionError
        If it cannot be written there.
    """
    try:
        handle, half = tempfile.mkstemp(suffix=file.suffix, dir=file.parent)
    except OSError as error:
        reason = error.strerror
        raise OptionError(f"cannot write {str(file)!r}: {reason}", given=str(file)) from None
    os.close(handle)
    try:
        figure.savefig(half, dpi=150)
        os.chmod(half, 0o644)
        os.replace(half, file)
    finally:
        if os.path.exists(half):
            os.unlink(half)
