"""Whether a place is held until the next turn, taken first or as it is (AA-28, AA-40, AA-44)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from combat.axis_allies.attack.attack import TAKEN, Attack, Chance
from combat.axis_allies.attack.operation import added
from combat.axis_allies.economy.money import bought, mobilised, read_purchase
from combat.axis_allies.game import AXIS_ALLIES
from combat.axis_allies.hold.after_attack import (
    Move,
    after_attack,
    garrison_after,
    likeliest_end,
    moved_in,
)
from combat.axis_allies.hold.garrison import Weighted
from combat.axis_allies.hold.hold_chain import Stand, stands
from combat.axis_allies.hold.hold_party import best_attack, reinforcing
from combat.axis_allies.hold.hold_threats import Thrown, fewest, thrown
from combat.axis_allies.hold.worth_of import TURNS, Worth, worth_of
from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.reach.reach import Arrival
from combat.battle import parse_settings
from combat.chance import seeded
from combat.errors import IllegalBattleError, OptionError
from combat.sheets import Sheets


@dataclass(frozen=True, eq=False)
class Holding:
    """Whether a power holds a place until its next turn.

    Parameters
    ----------
    position : Position
    power, place : str
    attack : Attack or None
        What takes it; None if the power's side has it already.
    garrison : mapping of Force to float
        What stands there at the turn's end, given that the power's side has it then.
    moves : tuple of Move
        Where the attack's aircraft come down.
    reinforced : tuple of Arrival
        Non-combat moves into the place.
    after : Position
        At the turn's end, if the attack has its likeliest success.
    thrown : tuple of Thrown
        What the enemies can do, in turn order.
    paying, always : Stand
        How it goes if enemies attack where it pays them, and if they always do.
    worth : Worth or None
        What it is worth to take the place and to hold it with the chance of `paying`; of a place
        that is held already, what taking it is worth to the first enemy who brings a land unit;
        None without one.
    seed : int, optional
        Of battles that were simulated.
    """

    position: Position
    power: str
    place: str
    attack: Attack | None
    garrison: Weighted
    moves: tuple[Move, ...]
    reinforced: tuple[Arrival, ...]
    after: Position
    thrown: tuple[Thrown, ...]
    paying: Stand
    always: Stand
    worth: Worth | None
    seed: int | None = None

    @property
    def trials(self) -> int | None:
        """Fewest trials of a battle that was simulated, None if all are exact."""
        own = None if self.attack is None else self.attack.trials
        return fewest(own, *(one.trials for one in self.thrown))

    @property
    def taken(self) -> float:
        """Chance that the power's side has the place at the turn's end."""
        return 1.0 if self.attack is None else self.attack.taken.value

    @property
    def net(self) -> float:
        """Mean net value in IPC: the attack's swing, the worth of taking, the enemies' attacks."""
        if self.attack is None or self.worth is None:
            return self.paying.swing
        later = self.worth.total + self.paying.swing
        return self.attack.swing.value + self.taken * later


def hold(
    position: Position,
    *,
    target: str,
    power: str | None = None,
    force: str = "",
    reinforce: str = "",
    mobilise: str = "",
    turns: int = TURNS,
    worth: str = "",
    settings: Mapping[str, str] | None = None,
    rng: Chance = None,
) -> Sheets:
    """Answer in tables whether a power takes a place and holds it: see `holding`.

    Without a name the power is the one whose turn it is.

    Raises
    ------
    OptionError, NotationError, UnknownUnitError, IllegalBattleError
    """
    from combat.axis_allies.hold.hold_sheets import hold_sheets

    return hold_sheets(
        holding(
            position,
            power=position.power(power),
            target=target,
            force=force,
            reinforce=reinforce,
            mobilise=mobilise,
            turns=turns,
            worth=worth,
            settings=settings,
            rng=rng,
        )
    )


def holding(
    position: Position,
    *,
    power: str,
    target: str,
    force: str = "",
    reinforce: str = "",
    mobilise: str = "",
    turns: int = TURNS,
    worth: str = "",
    settings: Mapping[str, str] | None = None,
    rng: Chance = None,
) -> Holding:
    """Return whether a power takes a place and holds it until its next turn.

    1. The attack takes it with all that can get there, or with ``force``; what is left of the land
       units and the captured AA guns are the garrison (AA-44).
    2. Land units and guns may move in afterwards; aircraft only where the power's side had the
       place at the turn's start (AA-44). There new units may be mobilised as well (AA-43).
    3. Then each enemy attacks in turn order (AA-28, AA-40), with the most that can get there.

    Parameters
    ----------
    position : Position
    power, target : str
        In any spelling that the board knows.
    force : str
        Units that attack; by default all that can go at once.
    reinforce : str
        ``2 inf from Germany; 1 aa from Balkans``, or ``everything``.
    mobilise : str
        What is bought and placed there.
    turns : int
        Incomes that the worth of the place counts.
    worth : str
        As in battles, ``territory=8, capital=20, victory_city=5``, in place of what is computed.
    settings : mapping of str to str, optional
        Settings of the attack, as text.
    rng : Generator, int or None
        For battles that are too large for an exact answer.

    Raises
    ------
    OptionError, NotationError, UnknownUnitError, IllegalBattleError
    """
    who, place = position.board.power(power), position.board.place(target)
    if position.board.areas[place].sea:
        raise OptionError(
            f"{place} is a sea zone, which nobody holds; name a territory", given=target
        )
    values = {key: text for key, text in (settings or {}).items() if key != "worth"}
    amounts = dict(parse_settings(AXIS_ALLIES, {"worth": worth})["worth"])
    source = rng if isinstance(rng, np.random.Generator) else seeded(rng)[1]
    fought = None
    if position.friendly(place, who):
        if force:
            raise OptionError(
                f"{place} is {position.owners[place]}'s already: {who} does not attack it; leave"
                " the force out, or move units in with 'reinforce'",
                given=force,
            )
        garrison, after, moves = _standing(position, who, place)
    else:
        fought = best_attack(position, who, place, force=force, settings=values, rng=source)
        garrison, after, moves = _taken(fought)
    new = _new(position, after, who, place, mobilise, captured=fought is not None)
    after, placed = new
    entering = reinforcing(position, who, place, reinforce, fought)
    after = moved_in(after, who, place, entering)
    more = added(position.table, placed, [(one.unit, one.number) for one in entering])
    garrison = {added(position.table, one, more): p for one, p in garrison.items()}
    likeliest = max(garrison, key=lambda one: garrison[one])
    enemies = thrown(
        after,
        who,
        place,
        garrison=likeliest,
        turns=turns,
        settings=values,
        overrides=amounts,
        rng=source,
    )
    threats = [one.threat for one in enemies]
    paying, always = stands(threats, garrison)
    valued = _worth(position, who, place, fought, enemies, paying, turns, amounts)
    return Holding(
        position,
        who,
        place,
        fought,
        garrison,
        moves,
        entering,
        after,
        enemies,
        paying,
        always,
        valued,
        source if isinstance(source, int) else None,
    )


def held_by(position: Position, power: str, paying: Stand) -> dict[str, float]:
    """Return the chance that a place is held at the end of each power's coming turn."""
    found, now = {}, 1.0
    blows = {blow.power: blow.held for blow in paying.blows}
    for one in position.board.following(power):
        now = blows.get(one, now)
        found[one] = now
    return {**found, power: now}


def _standing(
    position: Position, power: str, place: str
) -> tuple[Weighted, Position, tuple[Move, ...]]:
    force = position.total(position.friends(place, power))
    return {force: 1.0}, position, ()


def _taken(fought: Attack) -> tuple[Weighted, Position, tuple[Move, ...]]:
    if fought.chance(TAKEN) <= 0.0:
        battle = fought.battle
        force = battle.attacker if battle is not None else NOTHING
        table = fought.position.table
        if battle is not None and any(table[name].domain == "land" for name, _ in force):
            raise IllegalBattleError(
                f"{force} has no chance to take {fought.party.target} from {battle.defender}, or"
                " one too small to be counted; send more",
                given=str(force),
            )
        raise IllegalBattleError(
            f"{force or 'that force'} cannot take {fought.party.target}: it takes an infantry,"
            " artillery or tank that survives (AA-07); send one",
            rule="AA-07",
            given=str(force),
        )
    return (garrison_after(fought), *after_attack(fought, likeliest_end(fought)))


def _new(
    start: Position, after: Position, power: str, place: str, mobilise: str, *, captured: bool
) -> tuple[Position, Sequence[tuple[str, int]]]:
    """Return the position with new units in the place, and these."""
    if not mobilise.strip():
        return after, ()
    purchase = read_purchase(mobilise, start)
    bought(start, power, purchase)  # refuses what there is no cash for
    paid = bought(after, power, purchase) if not captured else after
    placed = mobilised(paid, power, {place: purchase.units}, purchase=purchase, start=start)
    return placed, tuple(purchase.units)


def _worth(
    position: Position,
    power: str,
    place: str,
    fought: Attack | None,
    enemies: Sequence[Thrown],
    paying: Stand,
    turns: int,
    amounts: Mapping[str, float],
) -> Worth | None:
    if fought is None:
        table = position.table
        able = [
            one.power
            for one in enemies
            if any(
                table[unit].domain == "land" for force in one.threat.attackers for unit, _ in force
            )
        ]  # aircraft and ships alone take nothing (AA-07)
        if not able:
            return None
        return worth_of(position, power=able[0], territory=place, turns=turns, overrides=amounts)
    return worth_of(
        position,
        power=power,
        territory=place,
        turns=turns,
        held=held_by(position, power, paying),
        overrides=amounts,
    )
