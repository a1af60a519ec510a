"""From arguments to an exit code: every fault becomes one plain line."""

import contextlib
import difflib
import errno
import json
import os
import re
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
        return _refused(_plain(error, arguments), as_json=as_json)
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


def _plain(error: click.ClickException, arguments: Sequence[str]) -> OptionError:
    """Put a fault that the argument parser found into our words."""
    message = " ".join(error.format_message().split())
    misspelt = _misspelt(error, arguments)
    if misspelt is not None:
        return misspelt
    if isinstance(error, click.MissingParameter) and error.param is not None:
        name = (error.param.name or "").upper()
        message = f"{name} is missing; usage: wargame-odds {_usage(error)}"
    unknown = re.match(r"No such command '(.*)'", message)
    if unknown:
        verbs = tuple(app.commands)
        return OptionError(
            f"no such verb: {unknown[1]!r}; verbs are {', '.join(verbs)}",
            given=unknown[1],
            allowed=verbs,
        )
    option = re.search(r"'(--?[\w-]+)'|: (--?[\w-]+)", message)
    given = (option[1] or option[2]) if option else None
    hint = "" if "usage" in message else " (see --help)"
    return OptionError(message.rstrip(".") + hint, given=given)


def _misspelt(error: click.ClickException, arguments: Sequence[str]) -> OptionError | None:
    """Return the fault that an option is none, if what stands behind it was one argument too many.

    What is no option is read as a force, so that '-3 inf' is told as the bad count that it is.
    """
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None or isinstance(context.command, click.Group):
        return None
    known = [name for one in context.command.params for name in (*one.opts, *one.secondary_opts)]
    known = [name for name in (*known, "--help") if name.startswith("--")]
    for argument in arguments:
        word = argument.split("=")[0]
        if re.fullmatch(r"--[A-Za-z][\w-]*", word) and word not in known:
            near = difflib.get_close_matches(word, known, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            return OptionError(
                f"no such option: {word}; {hint}options are {', '.join(known)}",
                given=word,
                allowed=tuple(known),
            )
    return None


def _usage(error: click.MissingParameter) -> str:
    """Return a verb and its arguments, as its help has them."""
    context = error.ctx
    if context is None:
        return "VERB GAME ATTACKER DEFENDER"
    verb = context.command
    names = [p.make_metavar(context) for p in verb.params if isinstance(p, click.Argument)]
    names = ["PLAN.toml" if name == "PLAN" else name for name in names]
    return " ".join([verb.name or "VERB", *names])


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
