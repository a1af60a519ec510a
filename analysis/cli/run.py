"""From arguments to an exit code: every fault becomes one plain line."""

import contextlib
import errno
import json
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest

import click

from analysis.cli import (  # noqa: F401 - their verbs join the others
    buy,
    campaign,
    compare,
    deck,
    fronts,
    hold,
    luck,
    raids,
    rounds,
    sensitivity,
    size,
    sweep,
    targets,
)
from analysis.cli.commands import app
from analysis.cli.misused import plain
from analysis.cli.terminal import put
from analysis.document import error_document
from combat.errors import OptionError, WargameError

ANSWERED, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
# of stdout, as on a full disk: what is written to files says it itself
NO_ROOM = tuple(getattr(errno, name, None) for name in ("ENOSPC", "EDQUOT", "EFBIG"))


def run(arguments: Sequence[str]) -> int:
    """Run a command line.

    Returns
    -------
    int
        0 answered, 2 bad input (one plain line on stderr, with ``--format json`` the error as an
        object on stdout), 130 interrupted, 1 a fault of the program.
    """
    arguments = arguments or ["--help"]
    as_json = _wants_json(arguments)
    try:
        with _quiet_pipe():
            app.main(list(arguments), prog_name="wargame-odds", standalone_mode=False)
            sys.stdout.flush()
    except WargameError as error:
        return _refused(error, as_json=as_json)
    except click.ClickException as error:
        return _refused(plain(error, arguments), as_json=as_json)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except (KeyboardInterrupt, click.exceptions.Abort) as stop:
        put(str(stop) or "interrupted", error=True)
        return INTERRUPTED
    except MemoryError:
        scarce = OptionError("this battle needs more memory than there is; ask about fewer units")
        return _refused(scarce, as_json=as_json)
    except Exception as fault:  # the last resort: a fault of ours, still one line
        if os.environ.get("WARGAME_ODDS_DEBUG"):
            raise
        if isinstance(fault, OSError) and fault.errno in NO_ROOM:
            put(f"error: cannot write the answer: {fault.strerror}", error=True)
            return BAD_INPUT
        line = " ".join(str(fault).split())
        put(f"a fault of the program, please report it: {type(fault).__name__}: {line}", error=True)
        return FAILED
    return ANSWERED


def _refused(error: WargameError, *, as_json: bool) -> int:
    line = "".join(c if c.isprintable() else "?" for c in " ".join(str(error).split()))
    if as_json:
        with contextlib.suppress(OSError):  # stdout may be what is at fault
            put(json.dumps(error_document(error)))
    put(f"error: {line}", error=True)
    return BAD_INPUT


def _wants_json(arguments: Sequence[str]) -> bool:
    return any(
        f"{word} {follows}".lower().startswith(("--format=json ", "--format json"))
        for word, follows in zip_longest(arguments, arguments[1:], fillvalue="")
    )


@contextlib.contextmanager
def _quiet_pipe() -> Iterator[None]:
    """End quietly when the reader of stdout, such as `head`, has gone."""
    try:
        yield
    except BrokenPipeError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
