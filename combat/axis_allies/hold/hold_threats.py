"""What enemy powers can throw at a place, each in its turn (AA-20, AA-28, AA-40)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from combat.axis_allies.attack.attack import Chance, attack, values_of_texts
from combat.axis_allies.attack.operation import Operation, added, operation, parted
from combat.axis_allies.game import AXIS_ALLIES
from combat.axis_allies.hold.after_attack import for_turn
from combat.axis_allies.hold.garrison import Weighted
from combat.axis_allies.hold.hold_chain import Threat
from combat.axis_allies.hold.worth_of import TURNS, worth_of
from combat.axis_allies.map.position import NOTHING, Position
from combat.axis_allies.reach.reach import AIR, Arrival, Party, reach
from combat.battle import Battle
from combat.force import Force

KEPT = ("units", "values", "dice")  # settings that an enemy's attack shares with one's own


@dataclass(frozen=True)
class Thrown:
    """An enemy power's threat, the party that it comes from, and the trials of a simulation."""

    threat: Threat
    party: Party
    trials: int | None = None

    @property
    def power(self) -> str:
        """The enemy power."""
        return self.threat.power


def enemies_before(position: Position, power: str) -> tuple[str, ...]:
    """Return the enemies of a power that move before its next turn, in turn order (AA-40).

    Examples
    --------
    >>> from combat.axis_allies.map.position_file import starting_position
    >>> enemies_before(starting_position(), "Germany")
    ('United Kingdom', 'United States', 'Soviet Union')
    """
    board = position.board
    return tuple(one for one in board.following(power) if not board.allied(one, power))


def fewest(*trials: int | None) -> int | None:
    """Return the fewest trials of several answers, None if all are exact.

    Examples
    --------
    >>> fewest(None, 500, 200), fewest(None)
    (200, None)
    """
    return min((number for number in trials if number is not None), default=None)


def split_notes(found: Iterable[Thrown]) -> tuple[str, ...]:
    """Say for which garrison enemies who fight at sea first split their aircraft (AA-20)."""
    names = ", ".join(one.power for one in found if len(one.threat.attackers) > 1)
    if not names:
        return ()
    return (
        f"{names}: aircraft are split between sea and land for the garrison at your turn's end",
    )


def thrown(
    position: Position,
    power: str,
    place: str,
    *,
    garrison: Force,
    turns: int = TURNS,
    settings: Mapping[str, str] | None = None,
    overrides: Mapping[str, float] | None = None,
    rng: Chance = None,
) -> tuple[Thrown, ...]:
    """Return what each enemy can throw at a place, in turn order, those who cannot left out.

    Each is taken to move from the position as it is, none of the powers between having changed it.

    Parameters
    ----------
    position : Position
        When the turn of `power` is over, with `garrison` in the place.
    power, place : str
    garrison : Force
        The likeliest: an enemy who has to fight at sea first splits his aircraft for it.
    turns : int
        Incomes that the worth of the place to an enemy counts.
    settings : mapping of str to str, optional
        Of which unit table, values and dice are the enemies' too.
    overrides : mapping of str to float, optional
        See `worth_of`.
    rng : Generator, int or None
        For battles at sea that are too large for an exact answer.
    """
    texts = {key: text for key, text in (settings or {}).items() if key in KEPT}
    found = []
    for enemy in enemies_before(position, power):
        now = for_turn(position, enemy)
        worth = worth_of(now, power=enemy, territory=place, turns=turns, overrides=overrides).total
        one = threat_of(now, enemy, place, garrison=garrison, settings=texts, worth=worth, rng=rng)
        found += [] if one is None else [one]
    return tuple(found)


def threat_of(
    position: Position,
    enemy: str,
    place: str,
    *,
    garrison: Force,
    settings: Mapping[str, str],
    worth: float = 0.0,
    rng: Chance = None,
) -> Thrown | None:
    """Return what a power can throw at a place in its turn, None if nothing.

    See `thrown`; ``worth``: of the place to it.
    """
    options = [
        _thrown(position, enemy, party, settings, worth, rng)
        for party in _parties(position, enemy, place)
    ]
    return max(options, key=lambda one: _taken(one.threat, garrison)) if options else None


def _parties(position: Position, enemy: str, place: str) -> Iterator[Party]:
    """Yield the most that can come: without a battle at sea, and with one if one could be won."""
    found = reach(position, enemy, place)
    if found.most.arrivals:
        yield found.most
    if found.contested:
        cleared = reach(position, enemy, place, cleared=found.contested).most
        if cleared.arrivals and cleared != found.most:
            yield cleared


def _taken(threat: Threat, garrison: Force) -> float:
    return threat.strike((garrison,)).ends({garrison: 1.0}).taken


def _thrown(
    position: Position,
    enemy: str,
    party: Party,
    texts: Mapping[str, str],
    worth: float,
    rng: Chance,
) -> Thrown:
    plan = operation(position, enemy, party)
    landed = added(
        position.table, *(one.safe for one in plan.landings), *(one.own for one in plan.landings)
    )
    whole = added(position.table, plan.overland, landed, plan.aircraft)
    bombard = added(position.table, *(one.bombard for one in plan.landings))
    attackers: Weighted = {whole: 1.0}
    at_sea, trials = 0.0, None
    if plan.contested:
        attackers, at_sea, trials = _ashore(position, enemy, party, plan, texts, rng)
    values = values_of_texts(position, texts, at_sea=False)
    template = Battle(AXIS_ALLIES, whole or plan.overland, NOTHING, values)
    threat = Threat(enemy, template, attackers, bombard, landed.total, worth, at_sea)
    return Thrown(threat, party, trials)


def _ashore(
    position: Position,
    enemy: str,
    party: Party,
    plan: Operation,
    texts: Mapping[str, str],
    rng: Chance,
) -> tuple[Weighted, float, int | None]:
    """Return who fights on land after a battle at sea, weighted, its mean swing, and the trials.

    The aircraft are split as is best against what stands there; then the place is looked at as if
    nobody stood in it, so that who comes ashore is who takes it. If nobody does, and nobody comes
    overland, the aircraft stay away: they could not take it (AA-07).
    """
    fought = attack(position, enemy, party, settings=texts, rng=rng)
    at_sea = {
        zone: parted(position.table, battle.attacker, "air")[0]
        for zone, battle in fought.sea_battles
    }
    over = plan.aircraft
    going = [one for one in party.arrivals if not _flies_there(one, party)]
    for zone in plan.contested:
        more = {n: k - zone.aircraft[n] for n, k in at_sea.get(zone.zone, NOTHING)}
        going += [
            Arrival(zone.zone, name, n, AIR, (zone.zone,)) for name, n in more.items() if n > 0
        ]
        over = added(position.table, [(n, over[n] - max(0, more.get(n, 0))) for n, _ in over])
    empty = position
    for one in position.enemies(party.target, enemy):
        empty = empty.with_force(party.target, one, NOTHING)
    ashore = attack(empty, enemy, replace(party, arrivals=tuple(going)), settings=texts, rng=rng)
    found: dict[Force, float] = {}
    for end in ashore.ends:
        land, _ = parted(position.table, end.attackers, "land")
        force = added(position.table, land, over) if land else NOTHING
        found[force] = found.get(force, 0.0) + end.chance
    return found, sum(end.chance * end.swing for end in ashore.ends), ashore.trials


def _flies_there(one: Arrival, party: Party) -> bool:
    return one.way == AIR and one.path[-1] == party.target
