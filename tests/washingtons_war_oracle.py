"""A battle of Washington's War once more: slow, scalar, and written from the rules alone.

The library is tested against this file, so it imports nothing of the library. Every die is rolled
as its six faces and every chance is a ``Fraction``.

    outcomes(battle)                     the joint distribution of how the move into the space ends
    actual_rating(general, cu, face)     the actual battle rating (WW-06)
    modifier(side, face)                 all that is added to a side's roll (WW-07)

What the caller must settle, as no map is known here: whether an interception is allowed (WW-01),
where the bonuses hold (WW-07: ports, colonies, the last card) and where a beaten side may go
(WW-11, WW-25). What is plainly against the rules is a ``ValueError``.

Choices beyond the rules page: an attacker without a general is fought out like a defender without
one; Arnold removed by treason out of an attack, or after he had slipped away from the rest of his
CUs, is 'removed' too (6.33: wherever he is).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

FACES = (1, 2, 3, 4, 5, 6)
LOSER_LOSES = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}  # WW-09
CARDS = {"none": 0, "discard": 1, "battle-card": 2, "treason": 2}  # WW-05, WW-15
MOVES = 5  # CUs that intercept or retreat before battle with a general (WW-01, WW-02)


@dataclass(frozen=True)
class General:
    """A general; 'Washington' and 'Arnold' have rules of their own (WW-15, WW-17, WW-20)."""

    battle: int
    agility: int
    name: str = ""


@dataclass(frozen=True)
class Side:
    """What one side has in the space, and the bonuses it may count (WW-07)."""

    nation: str  # 'british' or 'american' (the French count as american, WW-18)
    cu: int
    general: General | None
    regulars: bool = False  # the British regulars' advantage is still held
    navy: bool = False  # Royal Navy support
    militia: bool = False
    winter: bool = False  # American winter offensive
    intercepted: bool = False  # the +1 of an interception that has already happened
    drm: int = 0  # anything else
    card: str = "none"  # 'none', 'discard', 'battle-card', 'treason' (British)
    cut_off: bool = False  # nowhere to retreat: surrenders if beaten (WW-11)


@dataclass(frozen=True)
class Interceptor:
    """An American army next to the space that tries to intercept (WW-01)."""

    battle: int
    agility: int
    cu: int
    name: str = ""


@dataclass(frozen=True)
class Battle:
    """An army about to enter a space (WW-16)."""

    attacker: Side
    defender: Side  # perhaps an empty space, or a general alone
    interceptors: tuple[Interceptor, ...] = ()  # they try in this order
    evade: int = 0  # retreat before battle succeeds on this or less; 0: no try (WW-02)
    leader: str = "best"  # 'best', 'present' or 'interceptor' (WW-17)
    pc: str = "none"  # the marker in the space: 'none', 'british', 'american' (WW-10)
    alliance: str = "before"  # or 'after': France is in
    congress: bool = False  # Congress is in the space (WW-21)


class Outcome(NamedTuple):
    """How it ended; ``defender_general`` is the one who led (or would have led) the defence."""

    end: str
    interceptor: int
    evaded_cu: int
    attacker_cu_left: int
    attacker_cu_lost: int
    defender_cu_left: int
    defender_cu_lost: int
    attacker_surrendered: bool
    defender_surrendered: bool
    attacker_general: str
    defender_general: str
    regulars_lost: bool
    alliance_steps: int
    congress_dispersed: bool


Chances = dict[Outcome, Fraction]


def outcomes(battle: Battle) -> Chances:
    """Return the chance of every outcome: interception first, then the space itself (WW-16)."""
    _check(battle)
    chances: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    free = Fraction(1)  # nobody has stopped the British so far (WW-01: the first success ends it)
    for number, army in enumerate(battle.interceptors, start=1):
        success = Fraction(sum(1 for face in FACES if face <= army.agility), 6)
        for outcome, chance in _fight(battle, _joined(battle, army), interceptor=number):
            chances[outcome] += free * success * chance
        free *= 1 - success
    for outcome, chance in _enter(battle):
        chances[outcome] += free * chance
    return {outcome: chance for outcome, chance in chances.items() if chance}


def actual_rating(general: General | None, cu: int, face: int) -> int:
    """Return half the rating on 1-3, all of it on 4-6, at most the CUs there (WW-06)."""
    if general is None:
        return 0
    rating = general.battle // 2 if face <= 3 else general.battle
    return min(rating, cu)


def modifier(side: Side, face: int) -> int:
    """Return the DRM of a side whose general rolled ``face`` for his rating (WW-07)."""
    total = side.cu + actual_rating(side.general, side.cu, face)
    if side.regulars:
        total += 1
    if side.navy:
        total += 1
    if side.militia:
        total += 1
    if side.winter:
        total += 2
    if side.intercepted:
        total += 1
    return total + CARDS[side.card] + side.drm


def _check(battle: Battle) -> None:
    """Refuse what cannot be."""
    attacker, defender = battle.attacker, battle.defender
    if {attacker.nation, defender.nation} != {"british", "american"}:
        raise ValueError("one side is british, the other american")
    if attacker.cu < 1:
        raise ValueError("only an army attacks (7.4.A)")
    if defender.cu < 0 or any(army.cu < 1 for army in battle.interceptors):
        raise ValueError("an army has at least one CU")
    for side in (attacker, defender):
        if side.card not in CARDS:
            raise ValueError(f"no such card: {side.card}")
        if side.nation == "american" and (side.card == "treason" or side.regulars or side.navy):
            raise ValueError("treason, regulars and the Royal Navy are British (WW-07, WW-15)")
    if attacker.militia and defender.militia:
        raise ValueError("only one side has more PC markers (WW-07)")
    if defender.winter or (attacker.winter and attacker.nation == "british"):
        raise ValueError("the winter offensive is an American attack (WW-07)")
    stopped = bool(battle.interceptors) or battle.evade > 0 or defender.intercepted
    if attacker.intercepted or (stopped and defender.nation == "british"):
        raise ValueError("only Americans intercept or retreat before battle (WW-01, WW-02)")
    if defender.intercepted and (battle.interceptors or battle.evade > 0):
        raise ValueError("after an interception no more tries and no retreat (WW-01)")
    if defender.intercepted and (defender.general is None or defender.cu < 1):
        raise ValueError("an army intercepted, so an army is there (WW-01)")
    if battle.evade > 0 and defender.cut_off:
        raise ValueError("no legal space to retreat to before battle (WW-02)")
    if battle.evade > 0 and (defender.general is None or defender.cu < 1):
        raise ValueError("only an army retreats before battle (WW-02)")
    if (
        battle.leader not in ("best", "present", "interceptor")
        or battle.pc not in ("none", "british", "american")
        or battle.alliance not in ("before", "after")
    ):
        raise ValueError("unknown leader, pc or alliance")


def _joined(battle: Battle, army: Interceptor) -> Side:
    """Return the defence after this army has joined it with at most 5 CUs (WW-01, WW-17)."""
    present = battle.defender.general
    newcomer = General(army.battle, army.agility, army.name)
    newcomer_is_better = (newcomer.battle, newcomer.agility) > (
        (0, 0) if present is None else (present.battle, present.agility)
    )
    if present is None or newcomer.name == "Washington":
        leads = newcomer
    elif present.name == "Washington" or battle.leader == "present":
        leads = present
    elif battle.leader == "interceptor" or newcomer_is_better:
        leads = newcomer
    else:
        leads = present
    cu = battle.defender.cu + min(army.cu, MOVES)
    return replace(battle.defender, cu=cu, general=leads, intercepted=True)


def _enter(battle: Battle) -> Iterator[tuple[Outcome, Fraction]]:
    """Enter the space with nobody intercepting: nobody there, overrun, retreat, battle (WW-16)."""
    defender = battle.defender
    if defender.cu == 0:
        captured = "captured" if defender.general is not None else "none"  # WW-20
        yield _without_dice(battle, "unopposed", defender_general=captured), Fraction(1)
        return
    if _overruns(battle.attacker, defender):
        yield _without_dice(battle, "overrun", defender_cu_lost=1), Fraction(1)
        return
    slips = Fraction(sum(1 for face in FACES if face <= battle.evade), 6)
    for outcome, chance in _fight(battle, defender):
        yield outcome, (1 - slips) * chance
    if not slips:
        return
    leave = min(defender.cu, MOVES)  # WW-02
    stay = replace(defender, cu=defender.cu - leave, general=None)
    if stay.cu == 0:
        outcome = _without_dice(
            battle, "retreated_before_battle", evaded_cu=leave, defender_general="evaded"
        )
        yield outcome, slips
    elif _overruns(battle.attacker, stay):  # WW-02, WW-03
        outcome = _without_dice(
            battle, "overrun", evaded_cu=leave, defender_cu_lost=1, defender_general="evaded"
        )
        yield outcome, slips
    else:
        for outcome, chance in _fight(battle, stay, evaded_cu=leave, evaded=defender.general):
            yield outcome, slips * chance


def _overruns(attacker: Side, defender: Side) -> bool:
    """Tell whether 4-5 CUs meet exactly one CU without a general (WW-03)."""
    return attacker.cu in (4, 5) and defender.cu == 1 and defender.general is None


def _without_dice(
    battle: Battle,
    end: str,
    interceptor: int = 0,
    evaded_cu: int = 0,
    defender_cu_lost: int = 0,
    defender_general: str = "none",
) -> Outcome:
    """Return an end without a battle: no step 7, so neither +1 nor the regulars (WW-03)."""
    captured = [battle.defender.general] if defender_general == "captured" else []
    return Outcome(
        end=end,
        interceptor=interceptor,
        evaded_cu=evaded_cu,
        attacker_cu_left=battle.attacker.cu,
        attacker_cu_lost=0,
        defender_cu_left=evaded_cu,
        defender_cu_lost=defender_cu_lost,
        attacker_surrendered=False,
        defender_surrendered=False,
        attacker_general="none" if battle.attacker.general is None else "there",
        defender_general=defender_general,
        regulars_lost=False,
        alliance_steps=_washington_steps(battle, captured),
        congress_dispersed=_disperses(battle),  # the army is in, and no American CU (WW-21)
    )


def _fight(
    battle: Battle,
    defender: Side,
    interceptor: int = 0,
    evaded_cu: int = 0,
    evaded: General | None = None,
) -> Iterator[tuple[Outcome, Fraction]]:
    """Fight the seven steps [9.2] against those who stand in the space."""
    attacker = battle.attacker
    attacker_general = "none" if attacker.general is None else "there"
    defender_general = "none" if defender.general is None else "there"
    if evaded is not None:
        defender_general = "evaded"

    # Step 1: cards. Treason takes Arnold away at once, which may leave an overrun (WW-15).
    if "treason" in (attacker.card, defender.card):
        if attacker.nation == "american" and _is_arnold(attacker.general):
            attacker = replace(attacker, general=None)
            attacker_general = "removed"
        if defender.nation == "american" and _is_arnold(defender.general):
            defender = replace(defender, general=None)
            defender_general = "removed"
        if _is_arnold(evaded):
            defender_general = "removed"
        if attacker.nation == "british" and _overruns(attacker, defender):
            outcome = _without_dice(
                battle,
                "overrun",
                interceptor=interceptor,
                evaded_cu=evaded_cu,
                defender_cu_lost=1,
                defender_general=defender_general,
            )
            yield outcome, Fraction(1)
            return

    # Steps 2 to 4: both ratings, both DRMs, both rolls; ties are the attacker's (WW-06 to WW-08).
    wins = 0
    for rating, other_rating, roll, other_roll in product(FACES, repeat=4):
        total = roll + modifier(attacker, rating)
        other_total = other_roll + modifier(defender, other_rating)
        if total >= other_total:
            wins += 1

    for attacker_wins, ways in ((True, wins), (False, 6**4 - wins)):
        winner, loser = (attacker, defender) if attacker_wins else (defender, attacker)
        agility = 0 if loser.general is None else loser.general.agility
        for loser_face, winner_face in product(FACES, repeat=2):
            # Step 5: losses, at most what there is (WW-09).
            loser_lost = min(LOSER_LOSES[loser_face], loser.cu)
            winner_lost = min(1 if winner_face <= 1 + agility else 0, winner.cu)
            captured = []
            # A winner without CUs under an enemy marker is captured (WW-10).
            winner_captured = (
                winner.general is not None
                and winner_lost == winner.cu
                and battle.pc == loser.nation
            )
            if winner_captured:
                captured.append(winner.general)
            # Step 6: whoever is left of the beaten and has no way out surrenders (WW-11, WW-19).
            something_left = loser_lost < loser.cu or loser.general is not None
            surrendered = loser.cut_off and something_left
            loser_captured = surrendered and loser.general is not None
            if surrendered:
                loser_lost = loser.cu
            if loser_captured:
                captured.append(loser.general)
            # Step 7: the alliance and the regulars (WW-12).
            british, british_lost = (
                (winner, winner_lost) if winner.nation == "british" else (loser, loser_lost)
            )
            regulars_lost = british.regulars and british_lost >= 3
            steps = _washington_steps(battle, captured)
            if winner.nation == "american":
                steps += 1
            if regulars_lost and battle.alliance == "before":
                steps += 2

            attacker_lost = winner_lost if attacker_wins else loser_lost
            defender_lost = loser_lost if attacker_wins else winner_lost
            attacker_captured = winner_captured if attacker_wins else loser_captured
            defender_captured = loser_captured if attacker_wins else winner_captured
            outcome = Outcome(
                end="attacker_wins" if attacker_wins else "defender_wins",
                interceptor=interceptor,
                evaded_cu=evaded_cu,
                attacker_cu_left=attacker.cu - attacker_lost,
                attacker_cu_lost=attacker_lost,
                defender_cu_left=defender.cu - defender_lost + evaded_cu,
                defender_cu_lost=defender_lost,
                attacker_surrendered=surrendered and not attacker_wins,
                defender_surrendered=surrendered and attacker_wins,
                attacker_general="captured" if attacker_captured else attacker_general,
                defender_general="captured" if defender_captured else defender_general,
                regulars_lost=regulars_lost,
                alliance_steps=steps,
                congress_dispersed=attacker_wins and _disperses(battle),
            )
            yield outcome, Fraction(ways, 6**6)


def _is_arnold(general: General | None) -> bool:
    return general is not None and general.name == "Arnold"


def _washington_steps(battle: Battle, captured: list[General | None]) -> int:
    """Return the -3 of a captured Washington while France is out (WW-20)."""
    taken = any(general is not None and general.name == "Washington" for general in captured)
    return -3 if taken and battle.alliance == "before" else 0


def _disperses(battle: Battle) -> bool:
    """Tell whether the British, now masters of the space, find Congress there (WW-21)."""
    return battle.congress and battle.attacker.nation == "british"
