"""What a power can attack in its turn: odds with everything, and the cheapest force (AA-28)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from combat.axis_allies.attack.attack import Attack, Chance, attack
from combat.axis_allies.attack.cheapest import ALIKE, Cheapest, Search
from combat.axis_allies.attack.levy import Levy
from combat.axis_allies.attack.sea_first import Memo
from combat.axis_allies.attack.trimmed import trimmed
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.parties import Arrival, Party, Reach
from combat.axis_allies.reach.reach import fits, reach, reaches
from combat.errors import IllegalBattleError, OptionError, TooLargeError
from combat.force import Force

CHANCES = (0.75, 0.9)


@dataclass(frozen=True, eq=False)
class Target:
    """A place that a power can attack.

    Attributes
    ----------
    place : str
    owner : str
        Who holds the territory; in a zone, the powers that have ships there.
    income : int
        IPC; 0 for zones.
    city : str
        Its victory city, '' if it has none (AA-41).
    capital : bool
    cash : int
        What is taken with a capital (AA-42).
    defenders : Force
        All enemies there.
    reach : Reach
    attack : Attack
        With everything that can go at once, if nothing else is attacked.
    cheapest : tuple of Cheapest
        For each wanted chance.
    """

    place: str
    owner: str
    income: int
    city: str
    capital: bool
    cash: int
    defenders: Force
    reach: Reach
    attack: Attack
    cheapest: tuple[Cheapest, ...]

    @property
    def at_sea(self) -> bool:
        """Whether it is a zone."""
        return self.attack.position.board.areas[self.place].sea

    @property
    def undefended(self) -> bool:
        """Whether a land unit that gets there takes it without a round (AA-09)."""
        table = self.attack.position.table
        return not self.at_sea and all(table[name].domain == "gun" for name, _ in self.defenders)

    @property
    def walk_in(self) -> bool:
        """Whether it is undefended, and a land unit gets there without a battle at sea."""
        return self.undefended and any(
            one.zone not in self.reach.contested for one in self._land_units
        )

    @property
    def only_aircraft(self) -> bool:
        """Whether nothing gets there that could take the territory (AA-07)."""
        return not self.at_sea and not self._land_units

    @cached_property
    def _land_units(self) -> tuple[Arrival, ...]:
        table = self.attack.position.table
        return tuple(a for a in self.reach.arrivals if table[a.unit].domain == "land")

    @cached_property
    def prize(self) -> float:
        """IPC that a sure win would bring: the units there, the income, a capital's cash."""
        table = self.attack.position.table
        units = sum(table[name].cost * n for name, n in self.defenders)
        return float(units + self.income + self.cash)


def prospects(
    position: Position,
    power: str,
    *,
    target: Iterable[str] = (),
    chances: Sequence[float] = CHANCES,
    settings: Mapping[str, str] | None = None,
    new_carriers: Sequence[str] = (),
    rng: Chance = None,
    left_out: dict[str, str] | None = None,
) -> tuple[Target, ...]:
    """Return the targets of a power, the most to win first.

    The order is by chance with everything times the prize, then by chance, then the board's.

    Parameters
    ----------
    position : Position
    power : str
    target : iterable of str
        Only these, by any name that the board knows; all if empty.
    chances : sequence of float
        For which the cheapest force is looked for, in (0, 1].
    settings : mapping of str to str, optional
        Of the battles, as text.
    new_carriers : sequence of str
        As in `reaches`.
    rng : Generator, int or None
        For battles that are too large for an exact answer.
    left_out : dict, optional
        Is given the places whose battles are too large for any answer, and why. Without it, and
        for a place that `target` names, that is an error.

    Raises
    ------
    IllegalBattleError, TooLargeError
        For a battle with more states than the limits.
    OptionError
        For a name that the board does not have, a place that is no target, or a chance that cannot
        be.
    """
    for chance in chances:
        if not 0.0 < chance <= 1.0:
            raise OptionError(
                f"a chance of {chance:g} is not possible; name one above 0 and at most 1, such"
                " as 0.75",
                given=f"{chance:g}",
                allowed=("above 0", "at most 1"),
            )
    names = tuple(dict.fromkeys(position.board.place(name) for name in target))
    carriers = tuple(new_carriers)
    texts = dict(settings or {})
    found = []
    for one in _reached(position, power, names, carriers):
        parties = _parties(position, one, carriers)
        if parties:
            try:
                found.append(_target(position, one, parties, chances, texts, carriers, rng))
            except (IllegalBattleError, TooLargeError) as error:
                error.args = (f"{one.target}: {error}",)
                if names or left_out is None:
                    raise
                left_out[one.target] = str(error)
        elif names:
            raise OptionError(_no_target(position, power, one.target), given=one.target)
    return tuple(sorted(found, key=_first))


def _first(one: Target) -> tuple[float, float]:
    chance = one.attack.taken.value
    return -chance * one.prize, -chance


def _reached(
    position: Position, power: str, names: Sequence[str], carriers: tuple[str, ...]
) -> list[Reach]:
    if not names:
        return list(reaches(position, power, new_carriers=carriers).values())
    found = []
    for name in names:
        one = reach(position, power, name, new_carriers=carriers)
        if not one.arrivals:
            raise OptionError(_no_target(position, power, name), given=name)
        found.append(one)
    return found


def _no_target(position: Position, power: str, name: str) -> str:
    if position.board.areas[name].sea:
        if not position.enemies(name, power):
            return f"{name} is no target: no enemy of {power} has a ship there"
    elif position.friendly(name, power):
        return f"{name} is no target of {power}: {position.owners[name]} holds it"
    return f"{name} is out of reach: {power} has nothing that can attack it this turn"


def _target(
    position: Position,
    one: Reach,
    parties: Sequence[Party],
    chances: Sequence[float],
    settings: Mapping[str, str],
    carriers: tuple[str, ...],
    rng: Chance,
) -> Target:
    area, power = position.board.areas[one.target], one.power
    foes = position.enemies(one.target, power)
    owner = ", ".join(foes) if area.sea else position.owners[one.target]
    memo = Memo()
    fought = [
        attack(position, power, party, settings=settings, rng=rng, memo=memo) for party in parties
    ]
    best = max(fought, key=lambda a: a.taken.value)
    search = Search(Levy(position, one, carriers), settings, rng)
    return Target(
        one.target,
        owner,
        area.income,
        area.city,
        area.capital,
        position.cash.get(owner, 0) if area.capital and area.owner == owner else 0,
        position.total(foes),
        one,
        best,
        tuple(_cheapest(search, best, wanted, memo) for wanted in chances),
    )


def _parties(position: Position, one: Reach, carriers: tuple[str, ...]) -> list[Party]:
    """Return the largest parties: without a battle at sea, after one, after all that it takes."""
    zones = [(), *((zone,) for zone in one.contested)]
    zones += [one.contested] if len(one.contested) > 1 else []
    found = []
    for cleared in zones:
        there = one
        if cleared:
            there = reach(position, one.power, one.target, new_carriers=carriers, cleared=cleared)
        party = there.most
        fights = party.arrivals and party not in found
        if fights and fits(position, one.power, (party,), new_carriers=carriers):
            found.append(party)
    return found


def _cheapest(search: Search, best: Attack, wanted: float, memo: Memo) -> Cheapest:
    """Search without a battle at sea, and trim the largest party where that begins with one."""
    if best.trials is not None:  # a battle of that size by itself takes seconds
        return Cheapest(wanted, None, 0.0, False)
    found = search.find(wanted)
    levy = search.levy
    contested = any(a.zone in levy.reach.contested for a in levy.reach.arrivals)
    found = replace(found, proven=found.proven and not contested)
    sea_first = bool(best.sea_battles)
    if best.taken.value < wanted - ALIKE or (found.attack is not None and not sea_first):
        return found
    other = trimmed(
        best,
        wanted,
        settings=search.settings,
        new_carriers=levy.new_carriers,
        rng=search.rng,
        memo=memo,
    )
    return other if found.attack is None or other.cost < found.cost else found
