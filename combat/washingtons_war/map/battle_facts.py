"""What the map says of one battle: retreats, militia, navy, interceptions (WW-01 to WW-11)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from combat.errors import IllegalBattleError
from combat.findings import Finding
from combat.washingtons_war.generals import AMERICAN, BRITISH
from combat.washingtons_war.map.control import militia, navy
from combat.washingtons_war.map.interception import Interceptor, interceptors
from combat.washingtons_war.map.position import Position, enemy
from combat.washingtons_war.map.retreats import check_attack, cut_off, retreat_before_battle


@dataclass(frozen=True)
class BattleFacts:
    """What the map says of a battle.

    Parameters
    ----------
    attacker_cut_off, defender_cut_off : bool
        Whether the side surrenders if it is beaten (WW-11).
    militia : str
        Whom they help: 'british', 'american' or 'none' (WW-07).
    navy : bool
        Whether it helps the British (WW-07).
    pc : str
        Whose PC lies in the space: 'none', 'british' or 'american'.
    congress : bool
        Whether the Congress is there (WW-21).
    interceptors : tuple of str
        American generals whose army may try to intercept (WW-01).
    not_intercepting : mapping of str to str
        The other American generals next to the space, and why not.
    defender_may_retreat_before_battle : bool
        (WW-02)
    reasons : mapping of str to Finding
        Why ``attacker_cut_off``, ``defender_cut_off``, ``navy`` and
        ``defender_may_retreat_before_battle`` are as they are.
    """

    attacker_cut_off: bool
    defender_cut_off: bool
    militia: str
    navy: bool
    pc: str
    congress: bool
    interceptors: tuple[str, ...]
    not_intercepting: Mapping[str, str] = field(hash=False)
    defender_may_retreat_before_battle: bool
    reasons: Mapping[str, Finding] = field(hash=False)


def battle_at(
    position: Position,
    space: str,
    origin: str,
    attacker_side: str,
    *,
    interceptor: str = "",
    tried: Collection[str] = (),
) -> BattleFacts:
    """Return what the map says of a battle (WW-01, WW-02, WW-07, WW-11, WW-50).

    Parameters
    ----------
    position : Position
        Before the attack, without what was overrun on the way.
    space : str
        Of the battle.
    origin : str
        The last space that the attacker left, next to it.
    attacker_side : {'british', 'american'}
    interceptor : str
        The American general who has intercepted the attacker, if one has.
    tried : collection of str
        American generals who have tried to intercept on this strategy card.

    Raises
    ------
    IllegalBattleError
        An attack from a space that is not adjacent, or an interception that is not legal.
    """
    defender_side = enemy(attacker_side)
    check_attack(position, space, origin)
    near = _near(position, space, attacker_side, tried)
    _check_interceptor(near, space, interceptor)
    reasons = {
        "attacker_cut_off": cut_off(position, space, attacker_side, origin, attacking=True),
        "defender_cut_off": cut_off(
            position, space, defender_side, origin, attacking=False, general=interceptor or None
        ),
        "navy": navy(position, space),
        "defender_may_retreat_before_battle": (
            retreat_before_battle(
                position, space, origin, tried=tried, intercepted=bool(interceptor)
            )
            if attacker_side == BRITISH
            else Finding(False, "only Americans retreat before battle", "WW-02")
        ),
    }
    return BattleFacts(
        attacker_cut_off=reasons["attacker_cut_off"].holds,
        defender_cut_off=reasons["defender_cut_off"].holds,
        militia=militia(position, space),
        navy=reasons["navy"].holds,
        pc=position.pc(space),
        congress=position.congress == space,
        interceptors=tuple(one.general for one in near if one),
        not_intercepting={one.general: str(one.verdict) for one in near if not one},
        defender_may_retreat_before_battle=reasons["defender_may_retreat_before_battle"].holds,
        reasons=reasons,
    )


def _near(
    position: Position, space: str, attacker_side: str, tried: Collection[str]
) -> tuple[Interceptor, ...]:
    """Return the American generals next to the space; none if Americans attack (WW-01)."""
    if attacker_side == AMERICAN:
        return ()
    return interceptors(position, space, tried=tried)


def _check_interceptor(near: Collection[Interceptor], space: str, name: str) -> None:
    if not name:
        return
    legal = tuple(one.general for one in near if one)
    if name not in legal:
        reasons = [str(one.verdict) for one in near if one.general == name]
        why = reasons[0] if reasons else f"he leads no army next to {space}"
        raise IllegalBattleError(
            f"{name} cannot have intercepted in {space}: {why}; armies that may:"
            f" {', '.join(legal) or 'none'}",
            rule="WW-01",
            given=name,
            allowed=legal,
        )
