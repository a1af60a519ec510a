"""What a position cannot be: each fault of it is one plain error with its rule."""

from collections.abc import Mapping

from combat.axis_allies.cargo import DECK
from combat.axis_allies.map.board import STANDARD_VICTORY, TOTAL_VICTORY
from combat.axis_allies.map.position import Position
from combat.axis_allies.units import EDITIONS
from combat.entries import unknown
from combat.errors import IllegalBattleError, OptionError
from combat.force import Force
from combat.notation import MOST_UNITS
from combat.toml_text import toml_key, toml_quoted

MOST_CASH, MOST_ROUND = 9_999, 999
VICTORIES = (STANDARD_VICTORY, TOTAL_VICTORY)
WORST_DAMAGE = 2  # times a territory's income (AA-25)
AN_INFANTRY_MORE = 2  # land units aboard a transport at most, one of them an infantry


def check_position(position: Position, *, of_file: bool = False) -> None:
    """Refuse a position that the rules do not allow at the start of a turn.

    Parameters
    ----------
    position : Position
    of_file : bool
        Whether errors say what to write in a position file, and not as an edit.

    Raises
    ------
    IllegalBattleError
        Its ``rule`` is the id of the rule.
    OptionError
        For numbers and names that cannot be: cash, round, victory cities, the edition.
    """
    _check_names(position)
    _check_numbers(position)
    for place, there in position.units.items():
        for power, force in there.items():
            for unit, number in force:
                if number > MOST_UNITS:
                    raise IllegalBattleError(
                        f"{place}: {power} has {number:,} {unit}; the limit is {MOST_UNITS:,}",
                        given=f"{number} {unit}",
                        allowed=(f"0 to {MOST_UNITS}",),
                    )
        if position.board.areas[place].sea:
            _check_zone(position, place)
        else:
            _check_territory(position, place, there, of_file=of_file)
    for place, damage in position.complexes.items():
        _check_complex(position, place, damage)


def _check_names(position: Position) -> None:
    """Refuse names that a board does not have: of a position that was made in Python."""
    board = position.board
    for places, known in (
        (position.owners, board.territories),
        (position.complexes, board.areas),
        (position.units, board.areas),
    ):
        for place in places:
            if place not in known:
                raise unknown("place", place, known)
    for place in board.territories:
        if place not in position.owners:
            raise OptionError(f"{place}: nobody holds it; name the power that does", given=place)
    powers = {*position.owners.values(), *position.cash, position.turn}
    for power in (*powers, *(power for there in position.units.values() for power in there)):
        if power not in board.order:
            raise unknown("power", power, board.order)


def _check_numbers(position: Position) -> None:
    numbers = [(f"cash of {p}", cash, MOST_CASH, 0) for p, cash in position.cash.items()]
    for what, number, most, least in (*numbers, ("round", position.round, MOST_ROUND, 1)):
        if not least <= number <= most:
            raise OptionError(
                f"{what}: {number} is not a whole number from {least} to {most}",
                given=str(number),
                allowed=(f"{least} to {most}",),
            )
    if position.victory not in VICTORIES:
        raise OptionError(
            f"victory: {position.victory} is not possible; {VICTORIES[0]} (standard) or"
            f" {VICTORIES[1]} (total) victory cities win",
            given=str(position.victory),
            allowed=map(str, VICTORIES),
        )
    if position.edition not in EDITIONS:
        raise OptionError(
            f"edition {position.edition!r} is not known; editions are {', '.join(EDITIONS)}",
            given=position.edition,
            allowed=EDITIONS,
        )


def _check_territory(
    position: Position, place: str, there: Mapping[str, Force], *, of_file: bool
) -> None:
    owner, ships = position.owners[place], position.table.of_domain("sea")
    for power, force in there.items():
        afloat = Force.of({unit: n for unit, n in force if unit in ships})
        if afloat:
            raise IllegalBattleError(
                f"{place}: {power} has {afloat} on land; ships stand in sea zones",
                rule="AA-20",
                given=str(afloat),
            )
        if not position.board.allied(owner, power):
            raise IllegalBattleError(
                f"{place}: {power} has {force} in a territory that {owner} holds, its enemy;"
                f" {_ways_out(place, power, of_file=of_file)}",
                rule="AA-07",
                given=f"{power} {force}",
                allowed=position.board.sides[position.board.side(owner)],
            )


def _ways_out(place: str, power: str, *, of_file: bool) -> str:
    """Return what to write where units stand in an enemy's territory."""
    give, take = f"'{place}: {power}'", f"'{place}: {power} none'"
    if of_file:
        name, key = toml_key(power), toml_key(place)
        give = f"[owners] {name} = [{toml_quoted(place)}]"
        take = f'[units.{name}] {key} = "none"'
    return f"give the territory to {power} ({give}), or take the units away ({take})"


def _check_zone(position: Position, zone: str) -> None:
    """Refuse what nothing of its side carries there."""
    table, board = position.table, position.board
    for side, powers in board.sides.items():
        force = position.total(position.forces(zone, powers))
        land = [(u, n) for u, n in force if table[u].domain in ("land", "gun", "casualty gun")]
        air = {unit: n for unit, n in force if table[unit].domain == "air"}
        fighters = sum(air.pop(name, 0) for name in table.of_role("fighter"))
        if air:
            raise IllegalBattleError(
                f"{zone}: {Force.of(air)} cannot stay at sea; carriers take fighters only",
                rule="AA-46",
                given=str(Force.of(air)),
            )
        carriers = sum(force[name] for name in table.of_role("carrier"))
        if fighters > DECK * carriers:
            raise IllegalBattleError(
                f"{zone}: {fighters} ftr of the {side}, but their {carriers} cv there have room for"
                f" {DECK * carriers}: two a carrier",
                rule="AA-46",
                given=f"{fighters} ftr",
                allowed=(f"0 to {DECK * carriers}",),
            )
        ships = sum(force[name] for name in table.of_role("transport"))
        aboard = sum(n for _, n in land)
        others = sum(n for unit, n in land if not table[unit].supported)
        if aboard > AN_INFANTRY_MORE * ships or others > ships:
            raise IllegalBattleError(
                f"{zone}: {Force(tuple(land))} of the {side} at sea, but their {ships} tr there"
                " have no room: a transport takes one land unit and an infantry more",
                rule="AA-14",
                given=str(Force(tuple(land))),
            )


def _check_complex(position: Position, place: str, damage: int) -> None:
    income = position.board.areas[place].income
    if position.board.areas[place].sea or income < 1:
        raise IllegalBattleError(
            f"{place}: an industrial complex stands in a territory with an income of 1 IPC or more",
            rule="AA-43",
            given="1 ic",
        )
    most = WORST_DAMAGE * income
    if not 0 <= damage <= most:
        raise IllegalBattleError(
            f"{place}: a damage of {damage} is not possible; it is 0 to {most}, twice the income",
            rule="AA-25",
            given=str(damage),
            allowed=(f"0 to {most}",),
        )
