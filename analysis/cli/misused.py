"""Faults that the argument parser finds, in our words."""

import difflib
import re
from collections.abc import Sequence

import click

from analysis.cli.commands import app
from combat.errors import OptionError
from combat.notation import shown

# type of an option: what it is to be, and one such if the option has none by default
NUMBERS = {"integer": ("a whole number", "3"), "float": ("a number", "2.5")}
_NO_NUMBER = re.compile(
    r"(['\"])(?P<given>.*)\1 is not a valid (?P<kind>integer|float)\.?", re.DOTALL
)


def plain(error: click.ClickException, arguments: Sequence[str]) -> OptionError:
    """Put a fault that the argument parser found into our words.

    Parameters
    ----------
    error : click.ClickException
    arguments : sequence of str
        All that were given.
    """
    message = " ".join(error.format_message().split())
    misspelt = _misspelt(error, arguments)
    if misspelt is not None:
        return misspelt
    if isinstance(error, click.BadParameter) and error.param is not None:
        told = _missing(error) if isinstance(error, click.MissingParameter) else _no_number(error)
        if told is not None:
            return told
    if isinstance(error, click.BadOptionUsage) and "requires an argument" in message:
        return _nothing_behind(error.option_name, arguments)
    surplus = re.search(r"unexpected extra arguments? \((.*)\)", message)
    if surplus and isinstance(error, click.UsageError):
        return OptionError(
            f"{shown(surplus[1])} is more than can stand there; usage: wargame-odds"
            f" {_usage(error)} (a text with spaces stands in quotes)",
            given=surplus[1],
        )
    unknown = re.match(r"No such command '(.*?)'(?:\.|$)", message)
    if unknown:
        verbs = tuple(app.commands)
        near = difflib.get_close_matches(unknown[1], verbs, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        return OptionError(
            f"no such verb: {shown(unknown[1])}; {hint}verbs are {', '.join(verbs)}",
            given=unknown[1],
            allowed=verbs,
        )
    option = re.search(r"'(--?[\w-]+)'|: (--?[\w-]+)", message)
    given = (option[1] or option[2]) if option else None
    return OptionError(message.rstrip(".") + " (see --help)", given=given)


def _missing(error: click.BadParameter) -> OptionError:
    assert error.param is not None
    name = _name(error.param)
    return OptionError(f"{name} is missing; usage: wargame-odds {_usage(error)}")


def _no_number(error: click.BadParameter) -> OptionError | None:
    said = _NO_NUMBER.search(error.message)
    if said is None or error.param is None:
        return None
    what, example = NUMBERS[said["kind"]]
    usual = error.param.default
    if error.param.metavar == "P":  # a chance, or a precision
        example = "0.01"
    elif type(usual) in (int, float):
        example = str(usual)
    name = _name(error.param)
    return OptionError(
        f"{name} {shown(said['given'])} is not {what}; write it as {name} {example}",
        given=said["given"],
        allowed=(what,),
    )


def _nothing_behind(name: str, arguments: Sequence[str]) -> OptionError:
    verb = app.commands.get(arguments[0])
    options = [] if verb is None else [one for one in verb.params if name in one.opts]
    behind = next((one.metavar for one in options if isinstance(one, click.Option)), None)
    return OptionError(
        f"nothing stands behind {name}; write it as {name} {behind or 'VALUE'}", given=name
    )


def _name(parameter: click.Parameter) -> str:
    """Return what a user calls it: '--power', or 'LOG'."""
    if isinstance(parameter, click.Option):
        return next((name for name in parameter.opts if name.startswith("--")), parameter.opts[0])
    return (parameter.name or "").upper()


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


def _usage(error: click.UsageError) -> str:
    """Return a verb, its arguments as its help has them, and the options that it needs."""
    context = error.ctx
    if context is None:
        return "VERB GAME ATTACKER DEFENDER"
    verb = context.command
    arguments = [p for p in verb.params if isinstance(p, click.Argument)]
    names = [one.make_metavar(context) for one in arguments]
    names = ["PLAN.toml" if name == "PLAN" else name for name in names]
    needed = [p for p in verb.params if isinstance(p, click.Option) and p.required]
    names += [f"{_name(one)} {one.metavar or one.make_metavar(context)}" for one in needed]
    return " ".join([verb.name or "VERB", *names])
