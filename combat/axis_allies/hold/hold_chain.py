"""Enemy powers attack a place one after the other: who takes it, what is left (AA-28, AA-40)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from combat.axis_allies.hold.garrison import Strike, Weighted
from combat.axis_allies.map.position import NOTHING
from combat.battle import Battle
from combat.errors import OptionError
from combat.force import Force

ALWAYS, IF_IT_PAYS = "always", "if it pays"
POLICIES = (ALWAYS, IF_IT_PAYS)
NEVER_PAYS = 1e-9  # IPC of mean net value that are rounding


@dataclass(frozen=True)
class Threat:
    """What an enemy power can throw at a place in its turn.

    Parameters
    ----------
    power : str
    battle : Battle
        Settings of its attack.
    attackers : mapping of Force to float
        What fights on land, with its chance: after a battle at sea it is not sure who lands.
    bombard : Force
    landed : int
        Land units that land at most.
    worth : float
        What taking the place is worth to it, in IPC.
    at_sea : float
        Mean of what its battles at sea cost the other side more than itself, in IPC.
    """

    power: str
    battle: Battle
    attackers: Weighted
    bombard: Force = NOTHING
    landed: int = 0
    worth: float = 0.0
    at_sea: float = 0.0

    def strike(self, garrisons: Sequence[Force]) -> Strike:
        """Return its attack on these garrisons."""
        return Strike(
            self.battle,
            self.attackers,
            garrisons=garrisons,
            bombard=self.bombard,
            landed=self.landed,
        )


@dataclass(frozen=True)
class Blow:
    """An enemy power's turn.

    Parameters
    ----------
    power : str
    attacked, taken, held : float
        Chance that it attacks, that it takes the place, that the place is still held when its turn
        is over; of all cases in which it was held to begin with.
    attacker_lost, defender_lost : float
        Mean losses in IPC, over the same cases, at the place itself.
    at_sea : float
        Mean of what its battles at sea before a landing cost it more than the other side.
    """

    power: str
    attacked: float
    taken: float
    held: float
    attacker_lost: float
    defender_lost: float
    at_sea: float = 0.0

    @property
    def swing(self) -> float:
        """Mean of what the enemy loses more than the garrison, battles at sea included."""
        return self.attacker_lost - self.defender_lost + self.at_sea


@dataclass(frozen=True)
class Stand:
    """How a garrison fares until its power's next turn.

    Parameters
    ----------
    policy : str
        When an enemy attacks: one of `POLICIES`.
    blows : tuple of Blow
        In turn order.
    left : mapping of Force to float
        What stands there in the end, where the place is held.
    by_garrison : mapping of Force to float
        Chance to hold it by what stands there at first.
    """

    policy: str
    blows: tuple[Blow, ...]
    left: Weighted
    by_garrison: Mapping[Force, float]

    @property
    def chance(self) -> float:
        """Chance to hold the place until the next turn."""
        return self.blows[-1].held if self.blows else 1.0

    @property
    def swing(self) -> float:
        """Mean of what the enemies lose more than the garrison, in IPC."""
        return sum(blow.swing for blow in self.blows)


def stand(threats: Sequence[Threat], garrison: Weighted, *, policy: str = IF_IT_PAYS) -> Stand:
    """Return how a weighted garrison stands against one attack after the other.

    An attack goes on until one side is gone. What survives an attack faces the next power; what one
    power takes is lost, whoever moves after it. ``always``: every power attacks that brings a land
    unit, so that it can take the place (AA-07); ``if it pays``: it knows the garrison, and attacks
    if its mean net value, the worth of the place included, is positive.

    Parameters
    ----------
    threats : sequence of Threat
        In turn order.
    garrison : mapping of Force to float
        What stands there, with its chance; the sum is 1.
    policy : str

    Raises
    ------
    OptionError
        For an unknown policy.
    """
    check_policy(policy)
    return _stand(threats, _strikes(threats, tuple(garrison)), garrison, policy)


def chances(
    threats: Sequence[Threat], garrisons: Sequence[Force], *, policy: str = IF_IT_PAYS
) -> Mapping[Force, float]:
    """Return the chance to hold a place with each of some garrisons: `stand`'s, and no more.

    Raises
    ------
    OptionError
        For an unknown policy.
    """
    check_policy(policy)
    strikes = _strikes(threats, tuple(garrisons))
    return _backwards(strikes, _targets(threats, strikes, policy), tuple(garrisons))


def stands(threats: Sequence[Threat], garrison: Weighted) -> tuple[Stand, Stand]:
    """Return how a garrison stands if enemies attack where it pays, and if they always attack.

    As `stand` twice, with each battle prepared once.
    """
    strikes = _strikes(threats, tuple(garrison))
    paying = _stand(threats, strikes, garrison, IF_IT_PAYS)
    return paying, _stand(threats, strikes, garrison, ALWAYS)


def _stand(
    threats: Sequence[Threat], strikes: Sequence[Strike], garrison: Weighted, policy: str
) -> Stand:
    targets = _targets(threats, strikes, policy)
    left, held, blows = dict(garrison), 1.0, []
    for threat, strike, those in zip(threats, strikes, targets, strict=True):
        met = {force: chance for force, chance in left.items() if force in those}
        end = strike.ends(met)
        left = {force: chance for force, chance in left.items() if force not in met}
        for force, chance in end.left.items():
            left[force] = left.get(force, 0.0) + chance
        held = max(0.0, held - end.taken)
        attacked = min(1.0, sum(met.values()))
        losses = end.attacker_lost, end.defender_lost, -attacked * threat.at_sea
        blows.append(Blow(threat.power, attacked, end.taken, held, *losses))
    known = _backwards(strikes, targets, tuple(garrison))
    return Stand(policy, tuple(blows), left, known)


def check_policy(policy: str) -> None:
    """Refuse an unknown policy.

    Raises
    ------
    OptionError
    """
    if policy not in POLICIES:
        raise OptionError(
            f"enemies attack {policy!r} is not known; it is {' or '.join(map(repr, POLICIES))}",
            given=policy,
            allowed=POLICIES,
        )


def _strikes(threats: Sequence[Threat], garrison: tuple[Force, ...]) -> list[Strike]:
    """Return attacks that can meet whatever is left by those before them."""
    space, before = garrison, 0
    while len(space) > before:
        before = len(space)
        for threat in threats:
            space = threat.strike(space).space
    return [threat.strike(space) for threat in threats]


def _targets(
    threats: Sequence[Threat], strikes: Sequence[Strike], policy: str
) -> list[frozenset[Force]]:
    return [_attacked(one, two, policy) for one, two in zip(threats, strikes, strict=True)]


def _attacked(threat: Threat, strike: Strike, policy: str) -> frozenset[Force]:
    """Return the garrisons that a power attacks."""
    if policy == ALWAYS:
        return frozenset(strike.space if strike.on_foot else ())
    nets = strike.net(threat.worth)
    return frozenset(force for force, net in nets.items() if net + threat.at_sea > NEVER_PAYS)


def _backwards(
    strikes: Sequence[Strike], targets: Sequence[frozenset[Force]], garrison: tuple[Force, ...]
) -> Mapping[Force, float]:
    """Return the chance to hold by garrison, from the last attack back to the first."""
    space = strikes[0].space if strikes else garrison
    value = dict.fromkeys(space, 1.0)
    for strike, those in zip(reversed(strikes), reversed(targets), strict=True):
        after = strike.holds(value)
        value = {force: after[force] if force in those else value[force] for force in space}
    return value
