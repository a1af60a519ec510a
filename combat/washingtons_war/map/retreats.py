"""Where beaten troops may go, and whether anywhere at all (WW-11, WW-25, WW-50, WW-55).

The position is the one before the attack, without what the attacker has overrun on its way; the
origin is the last space that the attacker left.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from combat.errors import IllegalBattleError
from combat.findings import Finding, first_fault
from combat.washingtons_war.generals import AMERICAN, BRITISH
from combat.washingtons_war.map.board import FORTIFIED
from combat.washingtons_war.map.position import Position, enemy

ARMY, LONE_GENERAL, LEADERLESS = "army", "general", "leaderless"


@dataclass(frozen=True)
class Retreats:
    """Where troops may retreat.

    Parameters
    ----------
    land, sea : tuple of str
        Spaces open to them; by sea for British defenders only.
    refused : mapping of str to Finding
        Why other adjacent spaces are not; '' stands for the retreat by sea as a whole.
    """

    land: tuple[str, ...]
    sea: tuple[str, ...] = ()
    refused: Mapping[str, Finding] = field(default_factory=dict, hash=False)

    def __bool__(self) -> bool:
        return bool(self.land or self.sea)


def attacker_retreats(
    position: Position, space: str, side: str, origin: str, general: str | None = None
) -> Retreats:
    """Return where a beaten attacker goes: its origin, or nowhere (WW-11, WW-50).

    Parameters
    ----------
    space : str
        Of the battle.
    side : str
        The attacker's.
    general : str, optional
        Who leads the beaten, '' for nobody; if not given, he who has come along this link.
    """
    check_attack(position, space, origin)
    checks = [_clear_of_enemies(position, side, origin)]
    if general is not None:
        checks.append(_passable(position, space, origin, general))
    fault = first_fault(*checks)
    return Retreats((origin,)) if fault is None else Retreats((), refused={origin: fault})


def defender_retreats(
    position: Position,
    space: str,
    side: str,
    origin: str,
    general: str | None = None,
    *,
    left: str = ARMY,
) -> Retreats:
    """Return where a beaten defender may go, by land and by sea (WW-11, WW-25, WW-55).

    Parameters
    ----------
    space : str
        Of the battle.
    side : str
        The defender's.
    origin : str
        Whence the attack came; the defender never goes there.
    general : str, optional
        Who leads the beaten, '' for nobody; if not given, the general in the space.
    left : {'army', 'general', 'leaderless'}
        A general left without CUs does not capture another, so that an enemy general bars his
        way (WW-19, WW-25).
    """
    check_attack(position, space, origin)
    led = position.general(space, side) if general is None else general
    land, refused = [], {}
    for other in position.board.linked(space):
        fault = first_fault(
            Finding(other != origin, f"the attack came from {other}", "WW-11"),
            _passable(position, space, other, led),
            _clear_of_enemies(position, side, other),
            _clear_of_generals(position, side, other, left),
        )
        if fault is None:
            land.append(other)
        else:
            refused[other] = fault
    sea = _goals(position, space, origin, left) if side == BRITISH else ()
    sails = may_sail(position, space)
    if side == BRITISH and not sails:
        return Retreats(tuple(land), (), refused | {"": sails})
    if side == BRITISH and not sea:
        refused[""] = Finding(False, "no other port is open to a retreat by sea", "WW-11")
    return Retreats(tuple(land), sea, refused)


def may_sail(position: Position, space: str) -> Finding:
    """Tell whether beaten British defenders may leave a space by sea (WW-11, WW-54)."""
    port = position.board.space(space)
    if not port.is_port:
        return Finding(False, f"{space} is no port", "WW-11")
    if position.is_blockaded(space):
        return Finding(False, f"{space} lies in the blockaded zone {port.zone!r}", "WW-54")
    if port.port == FORTIFIED and position.pc(space) != BRITISH:
        return Finding(False, f"{space} is a fortified port without a British PC", "WW-11")
    return Finding(True, f"{space} may be left by sea", "WW-11")


def cut_off(
    position: Position,
    space: str,
    side: str,
    origin: str,
    *,
    attacking: bool,
    general: str | None = None,
    left: str = ARMY,
) -> Finding:
    """Tell whether beaten troops have nowhere to go and surrender (WW-11, WW-50).

    Parameters are those of `attacker_retreats` and `defender_retreats`; ``attacking`` says which
    of them the troops are.
    """
    if attacking:
        ways = attacker_retreats(position, space, side, origin, general)
    else:
        ways = defender_retreats(position, space, side, origin, general, left=left)
    rule = "WW-50" if attacking else "WW-11"
    if ways:
        words = [f"to {', '.join(ways.land)}"] if ways.land else []
        words += [f"by sea to {', '.join(ways.sea)}"] if ways.sea else []
        return Finding(False, f"may retreat {' or '.join(words)}", rule)
    return Finding(True, "; ".join(fault.reason for fault in ways.refused.values()), rule)


def retreat_before_battle(
    position: Position,
    space: str,
    origin: str,
    *,
    tried: Collection[str] = (),
    intercepted: bool = False,
) -> Finding:
    """Tell whether the American army in a space may try to retreat before battle (WW-02).

    Parameters
    ----------
    tried : collection of str
        Generals who tried to intercept on this British strategy card (WW-01).
    intercepted : bool
        Whether an army has come to the space by interception: then nobody there may.
    """
    if intercepted:
        return Finding(False, f"after the interception nobody in {space} may", "WW-01")
    general = position.general(space, AMERICAN)
    if not position.army(space, AMERICAN):
        return Finding(False, f"no American army is in {space}", "WW-02")
    if general in tried:
        return Finding(False, f"{general} tried to intercept on this strategy card", "WW-01")
    stuck = cut_off(position, space, AMERICAN, origin, attacking=False)
    if stuck:
        return Finding(False, f"no space to go to: {stuck.reason}", "WW-02")
    return Finding(True, f"{general} {stuck.reason}", "WW-02")


def check_attack(position: Position, space: str, origin: str) -> None:
    """Refuse an attack that does not come from an adjacent space (WW-04).

    Raises
    ------
    IllegalBattleError
    """
    near = position.board.linked(space)
    if position.board.space(origin).name not in near:
        raise IllegalBattleError(
            f"no link joins {origin} and {space}; attacks on {space} come from"
            f" {', '.join(near) or 'nowhere'}",
            rule="WW-04",
            given=origin,
            allowed=near,
        )


def _passable(position: Position, space: str, other: str, general: str) -> Finding:
    link = position.board.link(space, other)
    if link is not None and link.carries(general):
        return Finding(True, f"{other} is adjacent", "WW-25")
    only = link.only if link is not None else "nobody"
    return Finding(False, f"{space} - {other} is for {only} alone", "WW-25")


def _clear_of_enemies(position: Position, side: str, space: str) -> Finding:
    foe = enemy(side)
    if position.cus(space, foe):
        return Finding(False, f"{space} has enemy CUs", "WW-11")
    if position.pc(space) == foe:
        return Finding(False, f"{space} has an enemy PC", "WW-11")
    return Finding(True, f"{space} has neither enemy CU nor enemy PC", "WW-11")


def _clear_of_generals(position: Position, side: str, space: str, left: str) -> Finding:
    foe = position.general(space, enemy(side))
    bars = bool(foe) and left == LONE_GENERAL
    reason = f"{foe} is in {space}, where a general alone cannot stop" if bars else "nobody bars it"
    return Finding(not bars, reason, "WW-25")


def _goals(position: Position, space: str, origin: str, left: str) -> tuple[str, ...]:
    """Return the ports that a retreat by sea may end in; fortified ones as 9.62 has it (WW-55)."""
    return tuple(
        port
        for port in position.board.ports
        if port not in (space, origin)
        and not position.is_blockaded(port)
        and _clear_of_enemies(position, BRITISH, port)
        and _clear_of_generals(position, BRITISH, port, left)
    )
