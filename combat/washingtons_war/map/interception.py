"""Which American armies may try to intercept a British army (WW-01)."""

from collections.abc import Collection
from dataclasses import dataclass

from combat.findings import Finding
from combat.washingtons_war.generals import AMERICAN, BRITISH
from combat.washingtons_war.map.position import Position
from combat.washingtons_war.troops import MOST_MOVED


@dataclass(frozen=True)
class Interceptor:
    """An American general next to the space, and whether he may try.

    ``cus`` go with him, at most 5; ``staying`` are left where he is.
    """

    general: str
    space: str
    verdict: Finding
    cus: int = 0
    staying: int = 0

    def __bool__(self) -> bool:
        return self.verdict.holds


def may_be_intercepted(
    position: Position, space: str, *, cus: int = 1, naval: bool = False
) -> Finding:
    """Tell whether a British move into a space may be intercepted at all (WW-01).

    Parameters
    ----------
    position : Position
        Before the move.
    space : str
        Which the British enter.
    cus : int
        CUs that enter with the general.
    naval : bool
        Whether they come by sea.
    """
    if naval:
        return Finding(False, "naval moves are not intercepted", "WW-01")
    if not cus:
        return Finding(False, "a general without CUs is not intercepted", "WW-01")
    if position.pc(space) != AMERICAN:
        return Finding(False, f"{space} has no American PC", "WW-01")
    if position.cus(space, BRITISH):
        return Finding(False, f"British CUs were in {space} before", "WW-01")
    return Finding(True, f"{space} has an American PC and had no British CU", "WW-01")


def interceptors(
    position: Position,
    space: str,
    *,
    cus: int = 1,
    naval: bool = False,
    tried: Collection[str] = (),
) -> tuple[Interceptor, ...]:
    """Return the American generals next to a space that the British enter (WW-01).

    Parameters
    ----------
    tried : collection of str
        Generals whose army has tried on this British strategy card already.

    Other parameters are those of `may_be_intercepted`.
    """
    move = may_be_intercepted(position, space, cus=cus, naval=naval)
    found = []
    for where in position.board.linked(space):
        general = position.general(where, AMERICAN)
        if general:
            verdict = move if not move else _judged(position, space, where, tried)
            there = position.cus(where, AMERICAN)
            going = min(there, MOST_MOVED)
            found.append(Interceptor(general, where, verdict, going, there - going))
    return tuple(found)


def _judged(position: Position, space: str, where: str, tried: Collection[str]) -> Finding:
    general = position.general(where, AMERICAN)
    if not position.army(where, AMERICAN):
        return Finding(False, f"{general} in {where} is without CUs", "WW-01")
    link = position.board.link(where, space)
    if link is not None and not link.carries(general):
        return Finding(False, f"{where} - {space} is for {link.only} alone", "WW-25")
    if general in tried:
        return Finding(False, f"{general} has tried on this strategy card", "WW-01")
    return Finding(True, f"{general} is in {where}, next to {space}", "WW-01")
