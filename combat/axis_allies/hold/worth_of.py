"""What taking a territory is worth, in IPC: income, a capital's cash, guns, complex (AA-30)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from combat.axis_allies.economy.capture import captured, captured_guns
from combat.axis_allies.economy.purchase import COMPLEX_COST
from combat.axis_allies.map.position import NOTHING, Position
from combat.errors import OptionError

TURNS, MOST_TURNS = 3, 50


@dataclass(frozen=True)
class WorthLine:
    """One thing that a capture moves.

    Parameters
    ----------
    what : str
        In words.
    gain, loss : float
        Mean IPC that the captor's side gets, and that the other side loses.
    """

    what: str
    gain: float
    loss: float

    @property
    def swing(self) -> float:
        """Both added up, as a battle's swing adds them up."""
        return self.gain + self.loss


@dataclass(frozen=True)
class Worth:
    """What taking a territory is worth to a power.

    Parameters
    ----------
    power, territory : str
    turns : int
        Incomes counted.
    lines : tuple of WorthLine
    cities : (int, int)
        Victory cities of its side before and after (AA-41).
    victory : int
        How many of them win.
    """

    power: str
    territory: str
    turns: int
    lines: tuple[WorthLine, ...]
    cities: tuple[int, int]
    victory: int

    @property
    def total(self) -> float:
        """All of it, in IPC of swing."""
        return sum(line.swing for line in self.lines)


def worth_of(
    position: Position,
    *,
    power: str,
    territory: str,
    turns: int = TURNS,
    held: Mapping[str, float] | None = None,
    overrides: Mapping[str, float] | None = None,
) -> Worth:
    """Return what it is worth that a power takes a territory in this turn.

    1. Income moves at once (AA-40). Every power collects at its turn's end: the captor in this
       very turn, so even if the territory is lost again before its next one.
    2. A capital brings its power's cash in hand, and stops all of its income (AA-42).
    3. Captured AA guns and a complex (AA-44) count what they cost, less the complex's damage, as
       far as they are still held at the power's next turn.

    Parameters
    ----------
    position : Position
        In which an enemy holds the territory.
    power, territory : str
    turns : int
        Incomes of each power to count, from 1.
    held : mapping of str to float, optional
        Power to the chance that the territory is still held at the end of its coming turn; that of
        `power` is the chance to hold it until its next turn. Later rounds are taken to go like
        this one. Without it the territory is taken to be held all the time.
    overrides : mapping of str to float, optional
        ``territory``: in place of all incomes; ``capital``: of the cash; ``victory_city``: what a
        victory city is worth, which otherwise counts nothing.

    Raises
    ------
    OptionError
        For turns that cannot be counted.
    IllegalBattleError
        If the territory is no enemy's.

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> worth = worth_of(
    ...     starting_position(), power="Germany", territory="Karelia S.S.R.", turns=2
    ... )
    >>> worth.total, worth.cities
    (8.0, (6, 7))
    """
    if not 1 <= turns <= MOST_TURNS:
        raise OptionError(
            f"{turns} turns cannot be counted; give a whole number from 1 to {MOST_TURNS}",
            given=str(turns),
            allowed=(f"1 to {MOST_TURNS}",),
        )
    after = captured(position, power, territory, NOTHING)
    values = overrides or {}
    side = position.board.side(power)
    before, now = (len(one.cities(side)) for one in (position, after))
    lines = [
        *_incomes(position, after, power, turns, held, values),
        *_cash(position, after, power, values),
        *_goods(position, power, territory, held),
    ]
    if "victory_city" in values and now > before:
        lines.append(WorthLine("its victory city, as given", values["victory_city"], 0.0))
    return Worth(power, territory, turns, tuple(lines), (before, now), position.victory)


def gains(position: Position, *, power: str, territory: str) -> dict[str, int]:
    """Return what each power of the captor's side collects a turn more if a territory is taken.

    Nothing while its capital is in enemy hands (AA-42); what is liberated is its owner's (AA-45).

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> lost = starting_position().with_owner("Caucasus", "Germany")
    >>> gains(lost, power="United Kingdom", territory="Caucasus")
    {'Soviet Union': 4}
    """
    after = captured(position, power, territory, NOTHING)
    allies = (one for one in position.board.order if position.board.allied(one, power))
    more = {one: after.income(one) - position.income(one) for one in allies}
    return {one: change for one, change in more.items() if change}


def _incomes(
    position: Position,
    after: Position,
    power: str,
    turns: int,
    held: Mapping[str, float] | None,
    values: Mapping[str, float],
) -> Iterator[WorthLine]:
    if "territory" in values:
        yield WorthLine("the territory, as given", values["territory"], 0.0)
        return
    for one in (power, *position.board.following(power)):
        change = after.income(one) - position.income(one)
        if not change:
            continue
        number = _times(power, one, turns, held)
        often = f"{turns} turn{'s' * (turns != 1)}"
        shown = often if number == turns else f"{number:.2f} of {often}"
        if change > 0:
            text = f"{one} collects {change} IPC a turn more, {shown}"
        else:
            text = f"{one} collects {-change} IPC a turn less, {shown}"
        ours = position.board.allied(one, power)
        amount = change * number
        yield WorthLine(text, amount if ours else 0.0, 0.0 if ours else -amount)


def _times(power: str, collector: str, turns: int, held: Mapping[str, float] | None) -> float:
    """Mean number of incomes that a power collects while the territory is held."""
    if held is None:
        return float(turns)
    first = 1.0 if collector == power else held.get(collector, 1.0)
    return sum(first * held[power] ** later for later in range(turns))


def _cash(
    position: Position, after: Position, power: str, values: Mapping[str, float]
) -> Iterator[WorthLine]:
    """A capital's cash in hand, which nobody gives back (AA-42)."""
    for one in position.board.enemies(power):
        capital = position.capital_held(one) and not after.capital_held(one)
        lost = position.cash.get(one, 0) - after.cash.get(one, 0)
        if capital and "capital" in values:
            yield WorthLine(f"{one}'s capital, as given", values["capital"], 0.0)
        elif lost:
            yield WorthLine(f"{one}'s cash in hand, with its capital", float(lost), float(lost))


def _goods(
    position: Position, power: str, territory: str, held: Mapping[str, float] | None
) -> Iterator[WorthLine]:
    """AA guns and a complex, at what they cost (AA-44)."""
    kept = 1.0 if held is None else held[power]
    guns = captured_guns(position, power, territory)
    for name, number in guns:
        worth = kept * number * position.table[name].cost
        yield WorthLine(f"{number} {position.table[name].title} captured", worth, worth)
    if territory in position.complexes:
        worth = kept * max(0, COMPLEX_COST - position.complexes[territory])
        yield WorthLine("the industrial complex", worth, worth)
