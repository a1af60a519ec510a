"""Edits of what stands in one place: units, the owner, the complex and its damage."""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from combat.axis_allies.map.position import Position
from combat.axis_allies.map.stacks import COMPLEX, NONE, read_stack, stack_vocabulary
from combat.errors import IllegalBattleError, NotationError, OptionError
from combat.force import Force
from combat.notation import shown

_DAMAGE = re.compile(r"damage\s+([0-9]{1,9})", re.IGNORECASE)
_EMPTIED = re.compile(rf"(?:(?P<power>.*?)\s+)??{NONE}\b[\s,;]*(?P<rest>.*)", re.I | re.DOTALL)
_NOTHING = re.compile(r"(?:\D*\s)?(?:0|nothing|nobody|no units|empty|clear)", re.IGNORECASE)
_SIGN = r"[+−]|(?<!\w)-"
_SIGNED = re.compile(rf"(?P<words>[^+−\d]*?)\s*(?P<signed>(?:{_SIGN}).*)", re.DOTALL)
_CHANGE = re.compile(rf"({_SIGN})((?:(?!{_SIGN}).)*)", re.DOTALL)


@dataclass(frozen=True)
class Said:
    """What an edit of a place says.

    Parameters
    ----------
    power : str
        Whose units; '' if it does not say.
    units : str
        What is there now, '' if it does not say, or if it says what changes.
    changes : tuple of (str, str)
        '+' or '-', and units so many more or fewer.
    """

    power: str
    units: str = ""
    changes: tuple[tuple[str, str], ...] = ()


def stack_edit(position: Position, place: str, text: str) -> Position:
    """Return a position with what an edit says of a place.

    Parameters
    ----------
    position : Position
    place : str
        Its full name.
    text : str
        What stands behind the colon; see `combat.axis_allies.map.edits`.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError, IllegalBattleError
    """
    damage = _DAMAGE.fullmatch(text)
    if damage is not None:
        return _damaged(position, place, int(damage[1]))
    if re.search(r"\bdamage\b", text, re.IGNORECASE):
        raise NotationError(
            f"{shown(text)} is not the damage of a complex; write it by itself, as in '{place}:"
            " damage 3', a whole number from 0",
            given=text,
            allowed=("damage N",),
        )
    said = parted(position, text)
    if said.changes:
        power = whose(position, place, said.power)
        for sign, units in said.changes:
            position = _changed(position, place, power, said.power, sign, units)
        return position
    if said.units.casefold() == NONE:
        return _cleared(position, place, said.power)
    if not said.units:
        return _owned(position, place, said.power)
    return _replaced(position, place, said)


def parted(position: Position, text: str) -> Said:
    """Part an edit into power, signs and units.

    Raises
    ------
    NotationError, OptionError
    """
    signed = _SIGNED.fullmatch(text)
    if signed is not None:
        words, changes = signed["words"].strip(), tuple(_changes(text, signed["signed"]))
        return Said(position.board.power(words) if words else "", changes=changes)
    words, rest = _words(text)
    if _NOTHING.fullmatch(text):
        raise NotationError(f"{shown(text)} is not read; write 'none' for no units", given=text)
    if not words or _is_unit(position, words):
        return Said("", text)
    emptied = _EMPTIED.fullmatch(text)
    if emptied is not None:
        if emptied["rest"]:
            raise NotationError(
                f"nothing may stand behind 'none', but there is {shown(emptied['rest'])}; leave"
                " one of them out",
                given=text,
            )
        power = emptied["power"]
        return Said(position.board.power(power) if power else "", NONE)
    if _is_meant_as_unit(position, words):
        return Said("", text)
    return Said(position.board.power(words), rest)


def _changes(text: str, signed: str) -> Iterator[tuple[str, str]]:
    """Yield signs and units: a sign holds until the next one."""
    found = [(sign, units.strip(" \t\n,;&")) for sign, units in _CHANGE.findall(signed)]
    if not found[-1][1]:
        raise (
            NotationError(
                f"nothing stands behind the {found[-1][0]}; write it as '+ 2 inf'", given=text
            )
            if len(found) == 1
            else _unread(text)
        )
    for sign, units in found:
        if not units or units.casefold() == NONE:
            raise _unread(text)
        yield sign.replace("−", "-"), units


def _unread(text: str) -> NotationError:
    return NotationError(
        f"{shown(text)} is not read: units stand behind one sign, as in '+ 2 inf' or '- 2 inf,"
        " + 1 arm'",
        given=text,
    )


def _words(text: str) -> tuple[str, str]:
    """Part what stands before the first number from the rest."""
    at = re.search(r"\d", text)
    return (text, "") if at is None else (text[: at.start()].strip(), text[at.start() :].strip())


def _is_unit(position: Position, words: str) -> bool:
    """Whether units may begin with these words: 'inf, arm' is one of each."""
    first = re.split(r"[,;&]", words)[0].strip()
    return stack_vocabulary(position.edition).find(first) is not None


def _is_meant_as_unit(position: Position, words: str) -> bool:
    """Whether words that are no power are spelt like a unit, and like no power."""
    board = position.board
    powers = [name.casefold() for name in (*board.order, *board.sides)]
    try:
        board.power(words)
    except OptionError:
        like_a_power = difflib.get_close_matches(words.casefold(), powers, n=1, cutoff=0.6)
        near = stack_vocabulary(position.edition).nearest(words)
        return near is not None and not like_a_power
    return False


def whose(position: Position, place: str, said: str) -> str:
    """Return the power that an edit of a place is about.

    Raises
    ------
    OptionError
        At sea, where no owner says it.
    """
    there = position.units.get(place, {})
    if said:
        return said
    if len(there) == 1:
        return next(iter(there))
    if not position.board.areas[place].sea:
        return position.owners[place]
    who = f"{' and '.join(there)} are" if there else "nobody is"
    raise OptionError(
        f"{who} in {place}; name the power, as in '{place}: {position.board.order[1]} 1 ss'",
        given=place,
        allowed=tuple(there) or position.board.order,
    )


def _replaced(position: Position, place: str, said: Said) -> Position:
    power, stack = whose(position, place, said.power), read_stack(said.units, position.edition)
    if said.power:
        position = entered(position, place, power, stack.force)
    if stack.has_complex:
        _check_holder(position, place, said.power)
        if place not in position.complexes:
            position = position.with_complex(place)
    return position.with_force(place, power, stack.force)


def entered(position: Position, place: str, power: str, force: Force) -> Position:
    """Return the position once a power's units are to stand in a place.

    Land units take a territory of the other side, and all that its powers had there is gone.
    """
    lands = any(position.table[unit].domain == "land" for unit, _ in force)
    if not lands or position.board.areas[place].sea or position.friendly(place, power):
        return position
    position = position.with_owner(place, power)
    for enemy in position.enemies(place, power):
        position = position.with_force(place, enemy, Force())
    return position


def _check_holder(position: Position, place: str, said: str) -> None:
    """Refuse a complex of a power that does not hold the territory, if one is named.

    Raises
    ------
    IllegalBattleError
    """
    holder = position.owners.get(place, said)
    if said not in ("", holder):
        raise IllegalBattleError(
            f"the complex of {place} is {holder}'s, who holds it, not {said}'s; name {holder}, or"
            " no power",
            rule="AA-43",
            given=said,
            allowed=(holder,),
        )


def _changed(
    position: Position, place: str, power: str, named: str, sign: str, units: str
) -> Position:
    """Return the position with units more or fewer."""
    stack, more = read_stack(units, position.edition), sign == "+"
    if stack.has_complex:
        _check_holder(position, place, named)
        if more and place in position.complexes:
            raise IllegalBattleError(
                f"{place} has an industrial complex; there cannot be two", rule="AA-43", given="ic"
            )
        position = position.with_complex(place) if more else _razed(position, place)
    there = position.force(place, power)
    counts = {name: there[name] for name in position.table.names}
    for unit, number in stack.force:
        counts[unit] += number if more else -number
        if counts[unit] < 0:
            raise OptionError(
                f"{power} has {there or 'nothing'} in {place}, so {number} {unit} cannot be taken"
                " away",
                given=f"{number} {unit}",
                allowed=(f"0 to {there[unit]}",),
            )
    return position.with_force(place, power, Force.of(counts))


def _cleared(position: Position, place: str, power: str) -> Position:
    powers = (power,) if power else tuple(position.units.get(place, {}))
    for one in powers:
        position = position.with_force(place, one, Force())
    return position


def _owned(position: Position, place: str, power: str) -> Position:
    if position.board.areas[place].sea:
        raise OptionError(
            f"nobody holds {place}, a sea zone; name units as well, as in '{place}: {power} 1 ss'",
            given=power,
        )
    return position.with_owner(place, power)


def _damaged(position: Position, place: str, damage: int) -> Position:
    if place not in position.complexes:
        raise IllegalBattleError(
            f"{place} has no industrial complex that could be damaged",
            rule="AA-25",
            given=place,
            allowed=position.complexes,
        )
    return position.with_complex(place, damage)


def _razed(position: Position, place: str) -> Position:
    if place not in position.complexes:
        raise OptionError(f"{place} has no industrial complex to take away", given=COMPLEX)
    left = {name: damage for name, damage in position.complexes.items() if name != place}
    return replace(position, complexes=left)
