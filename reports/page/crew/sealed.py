"""A process that answers strangers: it reads no file but its program, writes none, calls nobody."""

import os
import sys
from pathlib import Path
from typing import Any

from reports.page.limits import Limits

REFUSED = (  # events that the interpreter tells of, by the beginning of their names
    *("os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.fork", "os.startfile"),
    *("subprocess.", "socket.", "pty.", "ftplib.", "smtplib.", "urllib.", "webbrowser."),
    *("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.kill", "shutil.", "tempfile."),
)
PACKAGES = ("combat", "analysis", "reports")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def bound(limits: Limits) -> None:
    """Bound what this process may take, where the system knows such bounds."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    bounds = {"RLIMIT_FSIZE": 0, "RLIMIT_CORE": 0, "RLIMIT_DATA": limits.memory_bytes}
    if sys.platform == "darwin":
        bounds.pop("RLIMIT_DATA")  # refused there
    for name, most in bounds.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            _, hard = resource.getrlimit(kind)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (most, most))


def seal() -> None:
    """Refuse from now on, for good, files outside of the program, other processes and networks.

    The second lock behind `combat.files.no_files`: what a question should never come to.
    """
    sys.dont_write_bytecode = True
    roots = tuple(_folders())

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(path, int):
                return
            name = os.path.realpath(os.fsdecode(path))
            if (isinstance(flags, int) and flags & WRITING) or not name.startswith(roots):
                raise PermissionError("files cannot be opened here")
        elif event.startswith(REFUSED):
            raise PermissionError(f"{event} is not possible here")

    sys.addaudithook(watch)


def _folders() -> list[str]:
    """Return where the program itself lies, each with a separator at its end."""
    import numpy
    import scipy

    import combat

    ours = Path(combat.__file__ or "").parents[1]
    libraries = [Path(one.__file__ or "").parents[1] for one in (numpy, scipy)]
    found = {os.path.realpath(sys.prefix), os.path.realpath(sys.base_prefix)}
    found |= {os.path.realpath(path) for path in libraries}
    found |= {os.path.realpath(ours / name) for name in PACKAGES}
    return [os.path.join(path, "") for path in found]
