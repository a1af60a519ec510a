"""What stands in one place, as people write it: units, and an industrial complex with them."""

import re
from functools import cache
from typing import NamedTuple

from combat.axis_allies.units import WHOLE, unit_table
from combat.errors import IllegalBattleError, NotationError
from combat.force import Force
from combat.notation import Vocabulary, read_units

COMPLEX = "ic"
NONE = "none"
_NO_UNIT = re.compile(r"(?<![\w.,/])0+\s*[x×*]?\s*([^\W\d_]+(?:[\s-]complex)?)")
_SPELLINGS = ("industrial-complex", "complex", "factory", "industry", "fac")


class Stack(NamedTuple):
    """Units of a power in a place, and whether an industrial complex is named with them."""

    force: Force
    has_complex: bool


@cache
def stack_vocabulary(edition: str) -> Vocabulary:
    """Return the names of an edition's units, and of the complex."""
    table = unit_table(edition)
    aliases = dict(table.vocabulary.aliases) | dict.fromkeys(_SPELLINGS, COMPLEX)
    return Vocabulary((*table.names, COMPLEX), aliases)


def read_stack(text: str, edition: str = "2009") -> Stack:
    """Read what stands in a place; 'none' is nothing.

    Raises
    ------
    NotationError, UnknownUnitError
    IllegalBattleError
        For two complexes in a place (AA-43), and for ships that begin a turn damaged (AA-05).

    Examples
    --------
    >>> read_stack("3 infantry, 1 tank, 1 factory")
    Stack(force=Force(units=(('inf', 3), ('arm', 1))), has_complex=True)
    """
    if text.strip().casefold() == NONE:
        return Stack(Force(), has_complex=False)
    if not text.strip():
        raise NotationError(f"nothing is written there; write {NONE!r} for no units", given=text)
    vocabulary = stack_vocabulary(edition)
    counts = dict(read_units(text, vocabulary))
    if any(vocabulary.find(name) == COMPLEX for name in _NO_UNIT.findall(text)):
        raise NotationError(
            f"0 {COMPLEX} does not take a complex away; leave it out, or use the edit"
            f" 'PLACE: - 1 {COMPLEX}'",
            given=f"0 {COMPLEX}",
            allowed=(f"- 1 {COMPLEX}",),
        )
    complexes = counts.pop(COMPLEX, 0)
    if complexes > 1:
        raise IllegalBattleError(
            f"{complexes} ic are not possible: a territory has one industrial complex at most",
            rule="AA-43",
            given=f"{complexes} ic",
            allowed=("0", "1"),
        )
    for damaged, whole in WHOLE.items():
        if damaged in counts:
            raise IllegalBattleError(
                f"{counts[damaged]} {damaged} are not possible in a position: a damaged ship is"
                f" whole again after its battle; write {counts[damaged]} {whole}",
                rule="AA-05",
                given=damaged,
                allowed=(whole,),
            )
    return Stack(Force.of(counts), bool(complexes))


def stack_text(force: Force, *, has_complex: bool) -> str:
    """Return what stands in a place as text that reads back.

    Examples
    --------
    >>> stack_text(Force.parse("3 inf"), has_complex=True)
    '3 inf, 1 ic'
    """
    parts = [*([str(force)] if force else []), *([f"1 {COMPLEX}"] if has_complex else [])]
    return ", ".join(parts) or NONE
