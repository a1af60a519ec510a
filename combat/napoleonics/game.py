"""Commands & Colors: Napoleonics as the rest of the product sees it."""

from collections.abc import Callable, Mapping
from typing import Any

from combat.arrays import Bools, Floats
from combat.battle import Battle
from combat.game import ATTACKER, DEFENDER, NEITHER, Event, Game, Quantity
from combat.napoleonics.additions import additions
from combat.napoleonics.assumptions import assumes
from combat.napoleonics.changes import changed, modifiers, neighbours, variants, varied
from combat.napoleonics.ends import end_text, path
from combat.napoleonics.family import family
from combat.napoleonics.fates import EVENTS, QUANTITIES, net_value
from combat.napoleonics.followers import GROUPS, joined, left
from combat.napoleonics.left_text import read_left
from combat.napoleonics.legality import check
from combat.napoleonics.model import CombatModel, fates_of
from combat.napoleonics.settings import SETTINGS, worths_of
from combat.napoleonics.strength import MELEE
from combat.napoleonics.taps import TAPS
from combat.napoleonics.unit import RETIRE
from combat.napoleonics.unit_text import parse_side
from combat.napoleonics.variations import variations
from combat.outcomes import Outcomes
from combat.sequels import Sequels
from combat.thumbs import contests_in
from combat.turns import TurnAnswer


def _melee(battle: Battle) -> bool:
    return bool(battle["combat"] == MELEE)


def _may_retire(battle: Battle) -> bool:
    return RETIRE in battle.defender.reactions


def _with_bonus(battle: Battle) -> bool:
    return battle["bonus"] is not None


def _always(_: Battle) -> bool:
    return True


TEXTS: dict[str, tuple[str, str, bool, Callable[[Battle], bool]]] = {
    "target_eliminated": ("target eliminated", ATTACKER, True, _always),
    "target_retreats": ("target retreats", ATTACKER, True, _always),
    "target_retires": ("target retires and reforms", NEITHER, True, _may_retire),
    "target_stands": ("target stands", DEFENDER, True, _always),
    "battle_back": ("target battles back", DEFENDER, False, _always),
    "attacker_eliminated": ("attacker eliminated", DEFENDER, False, _always),
    "attacker_retreats": ("attacker retreats", DEFENDER, False, _always),
    "target_leader_lost": ("target's leader lost", ATTACKER, False, _always),
    "attacker_leader_lost": ("attacker's leader lost", DEFENDER, False, _always),
    "ground_taken": ("ground taken", ATTACKER, False, _always),
    "bonus_melee": ("bonus melee", ATTACKER, False, _with_bonus),
    "bonus_target_eliminated": ("bonus melee's target eliminated", ATTACKER, False, _with_bonus),
}
NUMBERS: dict[str, tuple[str, str, Callable[[Battle], bool], str]] = {
    "target_blocks_lost": ("target's loss", "blocks", _always, "attacker_blocks_lost"),
    "attacker_blocks_lost": ("attacker's loss", "blocks", _always, "target_blocks_lost"),
    "bonus_blocks_lost": ("bonus melee's target's loss", "blocks", _with_bonus, ""),
    "banners_for": ("banners for the attacker", "", _always, "banners_against"),
    "banners_against": ("banners for the defender", "", _always, "banners_for"),
    "banner_swing": (
        "swing (attacker's banners − defender's)",
        "banners",
        _always,
        "-banner_swing",
    ),
}


def _event(name: str) -> Callable[[Outcomes], Bools]:
    return lambda outcomes: EVENTS[name](fates_of(outcomes))


def _quantity(name: str) -> Callable[[Outcomes], Floats]:
    return lambda outcomes: QUANTITIES[name](fates_of(outcomes))


def _net_value(outcomes: Outcomes) -> Floats:
    return net_value(fates_of(outcomes), worths_of(outcomes.battle.settings))


def read_turn(data: Mapping[str, Any], game: Game) -> TurnAnswer:
    """Return what a turn's attacks lead to; its rules are loaded when they are first asked for."""
    from combat.napoleonics.turn.answer import turn_answer

    return turn_answer(data, game)


def default_aim(_: Battle) -> str:
    """Return the aim of an attack if the player names none."""
    return "net_value > 0"


NAPOLEONICS = Game(
    name="napoleonics",
    aliases=("ccn", "napoleonic"),
    title="Commands & Colors: Napoleonics",
    edition="2010",
    covers=(
        "ranged combat and melee with First Strike, square, retire and reform, leaders, combined"
        " arms, battle back and bonus melee; a turn's attacks and the race for banners as plans"
    ),
    parse_side=parse_side,
    check=check,
    model=CombatModel,
    settings=SETTINGS,
    events=tuple(
        Event(name, text, side, _event(name), partition, applies)
        for name, (text, side, partition, applies) in TEXTS.items()
    ),
    quantities=(
        *(
            Quantity(name, text, unit, _quantity(name), shown, turned=turned)
            for name, (text, unit, shown, turned) in NUMBERS.items()
        ),
        Quantity("net_value", "net value", "blocks", _net_value, turned="-net_value"),
    ),
    default_aim=default_aim,
    end_text=end_text,
    read_left=read_left,
    assumes=assumes,
    neighbours=neighbours,
    changed=changed,
    main_event=lambda _: "target_eliminated",
    swing="banner_swing",
    value="net_value",
    followers={},
    sequels=Sequels(GROUPS, None, left, joined, one_place=False),
    modifiers=modifiers,
    modifier_head="dice",
    path=path,
    varied=varied,
    variations=variations,
    additions=additions,
    cost_unit="blocks",
    kept="blocks",
    family=family,
    variants=variants,
    variant_name="sources",
    goal="goal",
    taps=TAPS,
    turn=read_turn,
    thumbs=contests_in(__name__),
    examples=(
        ("French line 4", "British light 4 leader on hill"),
        ("British heavy cavalry 3, moved", "French line 4, may square"),
        ("French foot artillery 3", "British rifle light 3"),
    ),
)
