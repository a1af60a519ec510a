"""What to buy to hold a place: a question of the map in tables (AA-28, AA-40, AA-43)."""

from combat.axis_allies.economy.money import spendable
from combat.axis_allies.hold.hold_chain import ALWAYS, check_policy
from combat.axis_allies.map.position import Position
from combat.axis_allies.spending import buy_sheets
from combat.axis_allies.spending.buy_search import Bought, Search
from combat.axis_allies.spending.buy_supply import Supply, supply_of
from combat.axis_allies.spending.buy_unpaid import unpaid
from combat.entries import one_of
from combat.errors import IllegalBattleError, OptionError
from combat.sheets import Sheets

MOVES = ("auto", "yes", "no")


def buy(
    position: Position,
    *,
    place: str,
    power: str | None = None,
    chance: float | None = 0.9,
    budget: int | None = None,
    moves: str = "auto",
    enemies: str = ALWAYS,
) -> Sheets:
    """Return the cheapest purchase with which a place is held, or the best one for a budget.

    New units stand in the place if it has a complex of the power's own (AA-43). Else, or with
    `moves`, units move in from near, and the same are bought anew at the nearest complex. What all
    that can move in does without a purchase is said besides, first if that is enough.

    Parameters
    ----------
    position : Position
        At the start of the power's turn.
    place : str
    power : str, optional
        Who buys; whose turn it is, if not given.
    chance : float, optional
        To hold the place until the power's next turn.
    budget : int, optional
        IPC; all that the power has in hand if nothing is named. With one, all that can be had for
        it is tried.
    moves : {'auto', 'yes', 'no'}
        Whether units may move in; ``auto``: only if new ones in the place are not enough.
    enemies : {'always', 'if it pays'}
        When an enemy attacks.

    Raises
    ------
    OptionError
    IllegalBattleError
        A place that the power's side does not hold; a power without its capital (AA-42).
    """
    power, place = position.power(power), position.board.place(place)
    _check(position, power, place, chance, budget)
    one_of("moves", moves, MOVES)
    check_policy(enemies)
    limit = spendable(position, power) if budget is None else budget
    found, supply = _found(position, power, place, chance, limit, moves, enemies, budget)
    bare = found.answer is not None and not found.answer.added.force  # enough as it is
    moved = None if bare else unpaid(position, power, place, enemies)
    return Sheets(
        "axis-allies",
        "buy",
        buy_sheets.title(power, place, chance),
        buy_sheets.lines(found, supply, chance, moved),
        (
            buy_sheets.answer_sheet(found, supply),
            buy_sheets.frontier_sheet(found),
            buy_sheets.enemies_sheet(found),
        ),
        buy_sheets.assumes(position, supply, found, enemies),
        more=buy_sheets.document(found, supply, moved),
    )


def _found(
    position: Position,
    power: str,
    place: str,
    chance: float | None,
    limit: int,
    moves: str,
    enemies: str,
    budget: int | None,
) -> tuple[Bought, Supply]:
    """Search among new units in the place, then, if need be, with units that move in."""

    def search(*, moving: bool) -> tuple[Bought, Supply]:
        supply = supply_of(position, power, place, moving=moving)
        whole = budget is not None or chance is None
        return Search(supply, limit, chance, whole, enemies).find(), supply

    if moves != "auto":
        return search(moving=moves == "yes")
    found, supply = search(moving=False)
    enough = found.answer is not None or (chance is None and found.best.added.cost > 0)
    return (found, supply) if enough else search(moving=True)


def _check(
    position: Position, power: str, place: str, chance: float | None, budget: int | None
) -> None:
    if position.board.areas[place].sea:
        raise OptionError(
            f"{place} is a sea zone: name a territory that {power} is to hold", given=place
        )
    if not position.friendly(place, power):
        raise IllegalBattleError(
            f"{place} is {position.owners[place]}'s: name a territory of {power} or its allies",
            given=place,
            allowed=position.holdings(power),
        )
    if not position.capital_held(power):
        raise IllegalBattleError(
            f"{power} has lost its capital: until it is freed it buys nothing (AA-42)",
            rule="AA-42",
            given=power,
        )
    if chance is not None and not 0.0 < chance < 1.0:
        raise OptionError(
            f"a chance of {chance:g} cannot be asked for; give one between 0 and 1, such as 0.9",
            given=f"{chance:g}",
            allowed=("between 0 and 1",),
        )
    cash = position.cash.get(power, 0)
    if budget is not None and not 0 <= budget <= cash:
        raise OptionError(
            f"{budget} IPC cannot be spent: {power} has {cash}, and there are no loans (AA-40)",
            given=str(budget),
            allowed=(f"0 to {cash}",),
        )
