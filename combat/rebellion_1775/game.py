"""1775: Rebellion as the rest of the product sees it."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from combat.arrays import Bools, Floats
from combat.battle import Battle
from combat.force import Force
from combat.game import ATTACKER, DEFENDER, NEITHER, Event, Game, Quantity, Report
from combat.outcomes import Outcomes
from combat.rebellion_1775 import ends
from combat.rebellion_1775.additions import additions
from combat.rebellion_1775.assumptions import assumes
from combat.rebellion_1775.best_size import model_of
from combat.rebellion_1775.changes import changed, neighbours, variants, varied
from combat.rebellion_1775.colours import NAMES, VOCABULARY
from combat.rebellion_1775.fates import details
from combat.rebellion_1775.goals import EVENTS
from combat.rebellion_1775.legality import check
from combat.rebellion_1775.settings import SETTINGS
from combat.rebellion_1775.sides import parse_side
from combat.rebellion_1775.taps import TAPS
from combat.rebellion_1775.turn import Turn, colonies_gained, colony_held
from combat.rebellion_1775.variations import variations
from combat.sequels import Remains, Sequels
from combat.thumbs import contests_in

TEXTS = {
    "attacker_holds": ("attacker holds the area", ATTACKER),
    "defender_holds": ("defender holds the area", DEFENDER),
    "area_empty": ("nobody's units hold the area", NEITHER),
}
FATES = ("lost", "fled", "withdrawn")


def _event(name: str) -> Event:
    text, side = TEXTS[name]
    return Event(name, text, side, partial(ends.ended, code=EVENTS[name]))


def _quantities() -> tuple[Quantity, ...]:
    found = []
    for role, other in ((ATTACKER, DEFENDER), (DEFENDER, ATTACKER)):
        for fate in FATES:
            text = f"{role}'s units {fate}"
            found.append(Quantity(f"{role}_{fate}", text, "", None, turned=f"{other}_{fate}"))
    return (
        *found,
        Quantity("rolls", "throws of a side", "", None),
        Quantity(
            "swing",
            "swing (units the defender has fewer − attacker)",
            "units",
            ends.swing,
            turned="-swing",
        ),
        Quantity(
            "colonies",
            "colonies gained on the enemy",
            "",
            _colonies,
            applies=on_map,
            turned="-colonies",
        ),
        Quantity(
            "net_value",
            "net value",
            "",
            None,
            shown=lambda battle: bool(battle["worth"]),
            turned="-net_value",
        ),
    )


def left(outcomes: Outcomes, row: int, side: str, group: str, next_side: str) -> Remains | None:
    """Return what a final state leaves of a side in the area."""
    del group, next_side
    force = ends.left_of(outcomes, row, side)
    return Remains(force) if force else None


def joined(units: Force, more: str, settings: Mapping[str, Any]) -> Force:
    """Return units and more of them, read from a text, as one force."""
    del settings
    counts = dict(units)
    for name, n in Force.parse(more, VOCABULARY):
        counts[name] = counts.get(name, 0) + n
    return Force.of({name: counts[name] for name in NAMES if name in counts})


def read_report(file: str) -> Report:
    """Return what a map file says; the map's rules are loaded when they are first asked for."""
    from combat.rebellion_1775.map.report import map_report

    return map_report(file)


def on_map(battle: Battle) -> bool:
    """Whether the battle is fought on a map."""
    return battle["map"] is not None


def _colony_held(outcomes: Outcomes) -> Bools:
    return np.array([colony_held(outcomes, row) for row in range(len(outcomes))], dtype=np.bool_)


def _colonies(outcomes: Outcomes) -> Floats:
    return np.array([colonies_gained(outcomes, row) for row in range(len(outcomes))], dtype=float)


def default_aim(_: Battle) -> str:
    """Return the aim of an attack if the player names none."""
    return "attacker_holds >= 0.6"


REBELLION = Game(
    name="rebellion-1775",
    aliases=("rb", "1775", "rebellion"),
    title="1775: Rebellion",
    edition="2013",
    covers=(
        "battles with hits, flights and withdrawals, natives, event cards, best play; control and"
        " reinforcements on a map of your own"
    ),
    parse_side=parse_side,
    check=check,
    model=model_of,
    settings=SETTINGS,
    events=(
        *map(_event, TEXTS),
        Event(
            "colony_held",
            "attacker's side controls the colony",
            ATTACKER,
            _colony_held,
            partition=False,
            applies=on_map,
        ),
    ),
    quantities=_quantities(),
    default_aim=default_aim,
    end_text=ends.end_text,
    assumes=assumes,
    neighbours=neighbours,
    changed=changed,
    varied=varied,
    variations=variations,
    additions=additions,
    cost_unit="units",
    variants=variants,
    variant_name="plausible dice",
    main_event=lambda _: "attacker_holds",
    swing="swing",
    value="net_value",
    followers={},
    sequels=Sequels((), Force(), left, joined, one_place=False, carried=Turn()),
    map_report=read_report,
    goal="goal",
    taps=TAPS,
    details=details,
    thumbs=contests_in(__name__),
    examples=(
        ("3 continental, 2 militia", "2 regulars, 1 loyalist"),
        ("4 continental, 1 militia", "1 regulars, 1 loyalist"),
        ("2 regulars, 2 loyalist, 1 hessian", "3 militia, 1 french, 1 natives"),
    ),
)
