"""Moves on the map: by land, up to the battle they lead to, and by sea (WW-04, WW-26).

The position is the one before the move, and a path names every space from the first to the last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from combat.errors import OptionError
from combat.findings import Finding, first_fault
from combat.washingtons_war.generals import AMERICAN, BRITISH, WASHINGTON
from combat.washingtons_war.map.board import FORTIFIED
from combat.washingtons_war.map.position import NONE, Position, enemy, side_of
from combat.washingtons_war.troops import MOST_MOVED

OVERRUNNERS = (4, 5)  # CUs that overrun a lone one
GLOVER = 6


@dataclass(frozen=True)
class Move:
    """Whether a move is legal, and what it does on its way.

    Parameters
    ----------
    verdict : Finding
        Whether it is legal; if not, the other fields tell what went before the fault.
    cost, limit : int
        Spaces that it counts, and that it may count.
    battle : str
        The space in which it ends with a battle, or ''.
    origin : str
        The last space that it left, to which a beaten attacker goes back (WW-50).
    overruns, captured : tuple of str
        Spaces in which one CU is overrun (WW-03), and generals taken on the way (WW-20).
    disperses : bool
        Whether it disperses the Congress on its way, without a battle (WW-21).
    to_box : tuple of str
        Generals of whom one goes to the reinforcement box if they meet at its end; never
        Washington (WW-17).
    """

    verdict: Finding
    cost: int = 0
    limit: int = 0
    battle: str = ""
    origin: str = ""
    overruns: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    disperses: bool = False
    to_box: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.verdict.holds


def allowance(side: str, *, fights: bool, glover: bool = False) -> int:
    """Return how many spaces a general may move (WW-04).

    Examples
    --------
    >>> allowance("british", fights=True), allowance("american", fights=False)
    (4, 5)
    >>> allowance("american", fights=True), allowance("american", fights=True, glover=True)
    (4, 6)
    """
    if enemy(side) == BRITISH and glover:
        return GLOVER
    return 4 if side == BRITISH or fights else 5


def meeting(position: Position, side: str, space: str, cus: int) -> str:
    """Return what a force meets in a space: 'battle', 'overrun' or '' (WW-03, WW-04).

    Interceptions and retreats before battle come first and are not looked at.
    """
    there = position.cus(space, enemy(side))
    if not there:
        return ""
    lone = there == 1 and not position.general(space, enemy(side))
    return "overrun" if lone and cus in OVERRUNNERS else "battle"


def may_enter(position: Position, general: str, space: str, cus: int, *, stops: bool) -> Finding:
    """Tell whether a general with some CUs, or alone, may enter a space (WW-04)."""
    foe = enemy(side_of(general))
    if cus:
        return Finding(True, f"an army may enter {space}", "WW-04")
    if position.cus(space, foe):
        return Finding(False, f"{general} is without CUs and {space} has enemy CUs", "WW-04")
    if position.pc(space) == foe:
        return Finding(False, f"{general} is without CUs and {space} has an enemy PC", "WW-04")
    if stops and position.general(space, foe):
        return Finding(
            False,
            f"{general} is without CUs and may pass {position.general(space, foe)} in {space},"
            " but not stop there",
            "WW-04",
        )
    return Finding(True, f"{general} may enter {space} without CUs", "WW-04")


def check_move(
    position: Position, path: Sequence[str], cus: int | Sequence[int] = 0, *, glover: bool = False
) -> Move:
    """Check a move by land (WW-04), and tell what it meets.

    Parameters
    ----------
    position : Position
        Before the move.
    path : sequence of str
        The space of the general, and every space that he enters.
    cus : int or sequence of int
        CUs that go with him: on the whole way, or along each link of the path.
    glover : bool
        Whether John Glover's card activates him: 6 spaces, battle or not.

    Raises
    ------
    OptionError
        No general in the first space, a path of one space, or a number that does not fit.
    """
    general, side = _mover(position, path)
    numbers = (cus,) * (len(path) - 1) if isinstance(cus, int) else tuple(cus)
    if len(numbers) != len(path) - 1 or any(number < 0 for number in numbers):
        raise OptionError(
            f"cus = {cus} does not fit: give one number, or one for each of the"
            f" {len(path) - 1} links of the path",
            given=str(cus),
        )
    move = Move(Finding(True, "legal", "WW-04"), origin=path[0])
    stock: dict[str, int] = {}
    brought = 0
    for at, (here, there) in enumerate(pairwise(path)):
        taken = numbers[at]
        at_hand = brought + stock.get(here, position.cus(here, side))
        fault = first_fault(
            _check_link(position, general, here, there),
            _check_cus(here, taken, at_hand, move),
            may_enter(position, general, there, taken, stops=at == len(numbers) - 1),
        )
        if fault is not None:
            return replace(move, verdict=fault)
        stock[here], brought = at_hand - taken, taken
        move = _entered(position, move, side, (here, there), taken)
    return _at_the_end(position, move, general, path[-1], glover=glover)


def naval_move(position: Position, origin: str, goal: str, cus: int = 0) -> Move:
    """Check a British move by sea, which takes the whole activation (WW-26, WW-54, WW-55)."""
    general, side = _mover(position, (origin, goal))
    move = Move(Finding(True, "legal", "WW-26"), origin=origin)
    if side != BRITISH:
        why = f"{general} is no British general; only they go by sea"
        return replace(move, verdict=Finding(False, why, "WW-26"))
    if origin == goal:
        return replace(move, verdict=Finding(False, "it ends where it begins", "WW-26"))
    fault = first_fault(
        _check_cus(origin, cus, position.cus(origin, side), move),
        open_to_ships(position, origin),
        open_to_ships(position, goal),
        may_enter(position, general, goal, cus, stops=True),
    )
    if fault is not None:
        return replace(move, verdict=fault)
    entered = _entered(position, move, side, (origin, goal), cus)
    return replace(entered, cost=0, to_box=_met(position, general, goal))


def open_to_ships(position: Position, space: str) -> Finding:
    """Tell whether a British naval move may begin or end in a space (WW-26, WW-54, WW-55)."""
    port = position.board.space(space)
    if not port.is_port:
        return Finding(False, f"{space} is no port", "WW-26")
    if position.is_blockaded(space):
        return Finding(False, f"{space} lies in the blockaded zone {port.zone!r}", "WW-54")
    if position.cus(space, AMERICAN):
        return Finding(False, f"{space} has American or French CUs", "WW-26")
    if position.pc(space) == AMERICAN:
        return Finding(False, f"{space} has an American PC", "WW-26")
    if port.port == FORTIFIED and position.pc(space) != BRITISH:
        return Finding(False, f"{space} is a fortified port without a British PC", "WW-55")
    return Finding(True, f"{space} is open to British ships", "WW-26")


def _mover(position: Position, path: Sequence[str]) -> tuple[str, str]:
    if len(path) < 2:
        raise OptionError("a move needs a space to start from and one to go to", given=str(path))
    general = position.at(path[0]).general
    if not general:
        raise OptionError(
            f"no general is in {path[0]}; CUs move with a general only (WW-04)", given=path[0]
        )
    return general, side_of(general)


def _check_link(position: Position, general: str, here: str, there: str) -> Finding:
    link = position.board.link(here, there)
    if link is None:
        return Finding(False, f"no link joins {here} and {there}", "WW-04")
    if not link.carries(general):
        return Finding(False, f"{here} - {there} is for {link.only} alone, not {general}", "WW-04")
    return Finding(True, f"{here} and {there} are adjacent", "WW-04")


def _check_cus(here: str, taken: int, at_hand: int, move: Move) -> Finding:
    if move.battle:
        return Finding(False, f"the move ends in {move.battle}, among enemy CUs", "WW-04")
    if taken > MOST_MOVED:
        return Finding(False, f"{taken} CUs leave {here}; at most {MOST_MOVED} may", "WW-04")
    if taken > at_hand:
        return Finding(False, f"{taken} CUs leave {here}, where there are {at_hand}", "WW-04")
    return Finding(True, f"{taken} CUs leave {here}", "WW-04")


def _entered(position: Position, move: Move, side: str, step: tuple[str, str], cus: int) -> Move:
    """Add to a move what entering a space does."""
    here, there = step
    link = position.board.link(here, there)
    met = NONE if there in move.overruns else meeting(position, side, there, cus)
    foe = position.general(there, enemy(side))
    takes = bool(cus and foe and met == "" and foe not in move.captured)
    finds_congress = side == BRITISH and cus > 0 and position.congress == there
    return replace(
        move,
        cost=move.cost + (link.cost if link else 0),
        battle=there if met == "battle" else "",
        origin=here,
        overruns=(*move.overruns, there) if met == "overrun" else move.overruns,
        captured=(*move.captured, foe) if takes else move.captured,
        disperses=move.disperses or (finds_congress and met != "battle"),
    )


def _at_the_end(position: Position, move: Move, general: str, end: str, *, glover: bool) -> Move:
    side = side_of(general)
    fights = bool(move.battle or move.overruns)
    limit = allowance(side, fights=fights, glover=glover)
    move = replace(move, limit=limit, to_box=_met(position, general, end))
    if glover and side == BRITISH:
        why = f"{general} is British; John Glover activates an American"
        return replace(move, verdict=Finding(False, why, "WW-04"))
    if move.cost > limit:
        why = f"it counts {move.cost} spaces; {general} has {limit}"
        if side == AMERICAN and fights and not glover:
            why += " as it comes to a battle or overrun"
        return replace(move, verdict=Finding(False, why, "WW-04"))
    return move


def _met(position: Position, general: str, end: str) -> tuple[str, ...]:
    """Return the generals of whom one leaves for the box, if two of a side meet (WW-17)."""
    other = position.general(end, side_of(general))
    if not other or other == general:
        return ()
    return tuple(name for name in (general, other) if name != WASHINGTON)
