"""Washington's War as the rest of the product sees it."""

from collections.abc import Callable
from dataclasses import replace

from combat.arrays import Bools, Floats
from combat.battle import Battle
from combat.changes import Change
from combat.errors import OptionError, WargameError
from combat.game import ATTACKER, DEFENDER, NEITHER, Event, Game, Quantity, Report
from combat.outcomes import Outcomes
from combat.sequels import Sequels
from combat.thumbs import contests_in
from combat.washingtons_war.additions import additions
from combat.washingtons_war.assumptions import assumes
from combat.washingtons_war.carried import Carried
from combat.washingtons_war.changes import CU, RATING, changed, modifiers, neighbours
from combat.washingtons_war.ends import end_text, path
from combat.washingtons_war.family import family
from combat.washingtons_war.followers import GROUPS, counter_attack, joined, left
from combat.washingtons_war.generals import RATINGS
from combat.washingtons_war.left_text import read_left
from combat.washingtons_war.legality import check, defender_may_be_overrun, with_washington
from combat.washingtons_war.measures import EVENTS, QUANTITIES, net_value
from combat.washingtons_war.model import WarModel, fates_of
from combat.washingtons_war.settings import SETTINGS, congress_of, worths_of
from combat.washingtons_war.taps import TAPS
from combat.washingtons_war.troops import MOST_CU, Troops
from combat.washingtons_war.troops_text import MOST_DRM, parse_side
from combat.washingtons_war.variations import variations


def read_report(file: str) -> Report:
    """Return what a map file says; the map's rules are loaded when they are first asked for."""
    from combat.washingtons_war.map.report import map_report

    return map_report(file)


def weighed(battle: Battle) -> str:
    """Return the event that shows what a modifier is worth: who wins, if there is a battle."""
    overrun = defender_may_be_overrun(battle)
    return "defender_wins" if overrun or battle["evade"] else "attacker_wins"


def _with_congress(battle: Battle) -> bool:
    return congress_of(battle.settings)


def _tracked(battle: Battle) -> bool:
    return battle["track"] is not None


TEXTS: dict[str, tuple[str, str, bool, Callable[[Battle], bool]]] = {
    "attacker_wins": ("attacker wins", ATTACKER, True, lambda _: True),
    "defender_wins": ("defender wins", DEFENDER, True, lambda _: True),
    "retreated_before_battle": ("retreated before battle", NEITHER, True, lambda _: True),
    "overrun": ("overrun", ATTACKER, True, lambda _: True),
    "intercepted": ("intercepted", DEFENDER, False, lambda _: True),
    "attacker_surrenders": ("attacker surrenders", DEFENDER, False, lambda _: True),
    "defender_surrenders": ("defender surrenders", ATTACKER, False, lambda _: True),
    "attacker_general_captured": ("attacker's general captured", DEFENDER, False, lambda _: True),
    "defender_general_captured": ("defender's general captured", ATTACKER, False, lambda _: True),
    "regulars_lost": ("regulars' advantage lost", NEITHER, False, lambda _: True),
    "unopposed": ("nobody there to fight", ATTACKER, False, lambda b: not b.defender.cu),
    "washington_captured": ("Washington captured", NEITHER, False, with_washington),
    "army_retreated_before_battle": (
        "the army retreated before battle",
        DEFENDER,
        False,
        lambda battle: bool(battle["evade"]),
    ),
    "congress_dispersed": (
        "Congress dispersed",
        ATTACKER,
        False,
        _with_congress,
    ),
    "attacker_stands": ("attacker's army in the space", ATTACKER, False, lambda _: True),
    "alliance_made": (
        "alliance with France made",
        NEITHER,
        False,
        _tracked,
    ),
}
UNITS = {
    "attacker_cu_lost": ("attacker's loss", "defender_cu_lost"),
    "defender_cu_lost": ("defender's loss", "attacker_cu_lost"),
    "swing": ("swing (defender's loss − attacker's)", "-swing"),
}


def _event(name: str) -> Callable[[Outcomes], Bools]:
    return lambda outcomes: EVENTS[name](fates_of(outcomes))


def _quantity(name: str) -> Callable[[Outcomes], Floats]:
    return lambda outcomes: QUANTITIES[name](fates_of(outcomes))


def _net_value(outcomes: Outcomes) -> Floats:
    return net_value(fates_of(outcomes), worths_of(outcomes.battle.settings))


NUMBERS: dict[str, tuple[int, int, Callable[[Troops], int]]] = {  # least, most, what there is
    CU: (1, MOST_CU, lambda troops: troops.cu),
    "drm": (-MOST_DRM, MOST_DRM, lambda troops: troops.drm),
    RATING: (*RATINGS["battle"], lambda troops: troops.general.battle if troops.general else 0),
    "agility": (*RATINGS["agility"], lambda _: 0),
}


def varied(battle: Battle, side: str, what: str, number: int) -> Battle | None:
    """Return the battle in which a number of a side's is so, or None if that cannot be.

    Raises
    ------
    OptionError
        If `what` is none of `NUMBERS`.
    """
    name = what.strip().lower().replace("-", " ")
    if name not in NUMBERS:
        raise OptionError(
            f"no number of a side is called {what!r}; they are {', '.join(NUMBERS)}",
            given=what,
            allowed=tuple(NUMBERS),
        )
    least, most, of = NUMBERS[name]
    sides = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
    troops = sides[side]
    if not troops or not least <= number <= most:
        return None
    if name != "agility":
        more = number - of(troops)
        return changed(battle, Change(side, name, 1 if more > 0 else -1, 0.0), abs(more))
    if troops.general is None:
        return None
    general = replace(troops.general, agility=number, known=False)
    sides[side] = replace(troops, general=general)
    try:
        return battle.with_sides(sides[ATTACKER], sides[DEFENDER])
    except WargameError:
        return None


WASHINGTONS_WAR = Game(
    name="washingtons-war",
    aliases=("ww", "washington", "washingtonswar"),
    title="Washington's War",
    edition="2010",
    covers=(
        "battles with interception, retreat before battle, overruns and battle cards; campaign"
        " cards as plans; control and isolation on a map of your own"
    ),
    parse_side=parse_side,
    check=check,
    model=WarModel,
    settings=SETTINGS,
    events=tuple(
        Event(name, text, side, _event(name), partition, applies)
        for name, (text, side, partition, applies) in TEXTS.items()
    ),
    quantities=(
        *(
            Quantity(name, text, "CU", _quantity(name), turned=turned)
            for name, (text, turned) in list(UNITS.items())[:2]
        ),
        Quantity("alliance_steps", "steps of the alliance track", "", _quantity("alliance_steps")),
        Quantity("swing", UNITS["swing"][0], "CU", _quantity("swing"), turned="-swing"),
        Quantity("net_value", "net value", "CU", _net_value, turned="-net_value"),
    ),
    default_aim=lambda _: "defender_wins <= 0.4 and net_value >= 0",
    end_text=end_text,
    read_left=read_left,
    assumes=assumes,
    neighbours=neighbours,
    changed=changed,
    main_event=lambda _: "attacker_wins",
    swing="swing",
    value="net_value",
    followers={"counter": counter_attack},
    sequels=Sequels(GROUPS, Troops(), left, joined, one_place=False, carried=Carried()),
    modifiers=modifiers,
    weighed=weighed,
    path=path,
    varied=varied,
    variations=variations,
    additions=additions,
    cost_unit="points",
    kept="CUs",
    family=family,
    goal="goal",
    taps=TAPS,
    map_report=read_report,
    thumbs=contests_in(__name__),
    examples=(
        (
            "british, 5 cu, Burgoyne, regulars, discard, cut-off",
            "american, 5 cu, gen 2/2, militia, battle-card",
        ),
        ("american, 4 cu, Washington, winter", "british, 3 cu, gen 3/1, regulars, navy"),
        ("british, 4 cu, gen 4/1, regulars", "american, 2 cu"),
    ),
)
