"""The page and its pieces as HTML: made in a worker, from an address."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from analysis.html import STYLE
from combat import __version__
from combat.errors import WargameError
from combat.games import Entry, entries
from reports.page.view.answers import Answer, answer_to, wrong
from reports.page.view.fields import Field, option_fields, said
from reports.page.view.pasted import linked
from reports.page.view.sides import sides_of
from reports.page.view.state import (
    BATTLE,
    DECK,
    KIND,
    PICK,
    QUICK,
    TAP,
    TEXT,
    WAS,
    State,
    read_state,
)
from reports.page.view.touches import BETWEEN, after_touches, commands

HERE = Path(__file__).parent
Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Sheet:
    """A page or a piece of it: its HTML, or where it is instead."""

    html: str = ""
    moved: str = ""


@cache
def environment() -> jinja2.Environment:
    """Return the templates: all that they are given is escaped."""
    loader = jinja2.FileSystemLoader(HERE / "templates")
    made = jinja2.Environment(
        loader=loader,
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"version": __version__, "between": BETWEEN, "mark": files_mark()}
    return made


@cache
def load_templates() -> None:
    """Load all templates, which the first page would wait for."""
    for name in environment().list_templates():
        environment().get_template(name)


def files_mark() -> str:
    """Return what changes when the script or a stylesheet does, for their addresses."""
    files = [*sorted((HERE.parent / "static").iterdir()), STYLE]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def page(pairs: Pairs) -> Sheet:
    """Return the whole page of an address.

    What a form without a script has sent is moved to the address that says the same in short.
    """
    state, answer = _asked(pairs, quick=_is_quick(pairs))
    if not answer.wrong and _is_of_form(pairs):
        return Sheet(moved=state.address)
    return Sheet(environment().get_template("page.html.j2").render(_shown(state, answer)))


def pieces(pairs: Pairs) -> Sheet:
    """Return what changes on the page when something else is asked."""
    state, answer = _asked(pairs, quick=_is_quick(pairs))
    link = linked(dict(pairs).get(TEXT, "")) is not None
    shown = _shown(state, answer, changed=link or bool(commands(pairs)))
    return Sheet(environment().get_template("pieces.html.j2").render(shown))


def refused(message: str, address: str) -> str:
    """Return a page that says why there is no answer, and how to ask again."""
    template = environment().get_template("refused.html.j2")
    return template.render(message=message, address=address)


def _is_quick(pairs: Pairs) -> bool:
    return any(key == QUICK for key, _ in pairs)


def _is_of_form(pairs: Pairs) -> bool:
    return any(key in (TAP, PICK, WAS) or not text for key, text in pairs)


def _asked(pairs: Pairs, *, quick: bool = False) -> tuple[State, Answer]:
    """Read what is asked and answer it; what is wrong is said beside what can be read."""
    try:
        before = read_state(pairs)
    except WargameError as error:
        typed = [(key, text) for key, text in pairs if key == "game" and _is_game(text)]
        return read_state(typed), wrong(error)
    try:
        state = after_touches(before, pairs)
    except WargameError as error:
        return before, wrong(error, before)
    return state, answer_to(state, quick=quick)


def _is_game(text: str) -> bool:
    return any(text.lower() in (entry.name, *entry.aliases) for entry in entries())


def _shown(state: State, answer: Answer, *, changed: bool = False) -> dict[str, Any]:
    """Return what the templates show."""
    first, rest = option_fields(state, answer.battle)
    return {
        "state": state,
        "answer": answer,
        "changed": changed,
        "tabs": [_tab(entry, state) for entry in entries()],
        "other_kind": _other_kind(state),
        "sides": sides_of(state) if state.kind == BATTLE else (),
        "examples": _examples(state),
        "first": first,
        "rest": rest,
        "said": _said(first, rest),
    }


def _said(first: list[Field], rest: list[Field]) -> list[str]:
    return said([*first, *rest])


def _tab(entry: Entry, state: State) -> dict[str, Any]:
    here = entry.name == state.entry.name
    return {"title": entry.title, "address": f"/?game={entry.aliases[0]}", "here": here}


def _other_kind(state: State) -> dict[str, str] | None:
    """Return the way from a game's battles to its deck, or back; None where there is one only."""
    if state.entry.game is None or state.entry.deck is None:
        return None
    alias = state.entry.aliases[0]
    if state.kind == DECK:
        return {"title": "Battles", "address": f"/?game={alias}"}
    return {"title": "Its deck", "address": f"/?game={alias}&{KIND}={DECK}"}


def _examples(state: State) -> list[dict[str, str]]:
    """Return battles to begin with."""
    if state.kind == DECK:
        return []
    found = []
    for attacker, defender in state.game.examples:
        one = State(state.entry, BATTLE, attacker, defender)
        found.append({"text": one.battle, "address": one.address})
    return found
