"""The question `targets`: what a power can attack this turn, and with which odds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from combat.axis_allies.attack.attack import CLEARED, Attack, Chance
from combat.axis_allies.attack.cheapest import Cheapest
from combat.axis_allies.attack.operation import TRANSPORT, added, less, operation
from combat.axis_allies.attack.prospects import CHANCES, Target, prospects
from combat.axis_allies.losses import LAND_ORDER, SEA_ORDER
from combat.axis_allies.map.position import Position
from combat.chance import seeded
from combat.force import Force
from combat.sheets import Amount, Cell, Column, Share, Sheet, Sheets

OFTEN = 0.1
KEEPING = '--losses "inf art arm ftr bmr; keep 1 land" keeps one.'
WITH_EVERYTHING = (
    "with everything that can reach it: territories taken, zones cleared; on the right, IPC of the"
    " cheapest force for a chance"
)
NOT_AT_ONCE = (
    "Each row sends everything for itself, so not all of them can be had at once: 'fronts' parts"
    " the units."
)


def targets(
    position: Position,
    *,
    power: str | None = None,
    target: str | Iterable[str] = (),
    chances: Sequence[float] = CHANCES,
    settings: Mapping[str, str] | None = None,
    new_carriers: Sequence[str] = (),
    rng: Chance = None,
) -> Sheets:
    """Say what a power can attack this turn: odds with everything, cheapest forces.

    Parameters
    ----------
    position : Position
    power : str, optional
        Whose attacks; the power whose turn it is, if not given.
    target : str or iterable of str
        Only these places.
    chances : sequence of float
        Chances for which the cheapest force is looked for.
    settings : mapping of str to str, optional
        Settings of the battles as text, such as ``{"losses": "inf art arm ftr bmr; keep 1 land"}``.
    new_carriers : sequence of str
        Zones of carriers that are mobilised this turn, on which fighters land.
    rng : Generator, int or None
        For battles that are too large for an exact answer.

    Returns
    -------
    Sheets
        Tables ``targets`` and ``forces``, the most to win first: by the chance with everything
        times the prize (IPC of the units there, income, a capital's cash).

    Raises
    ------
    OptionError, NotationError
    """
    names = (target,) if isinstance(target, str) and target else tuple(target)
    rng = seeded(None)[1] if rng is None else rng  # one for all, so that it can be had again
    who = position.turn if power is None else position.board.power(power)
    left_out: dict[str, str] = {}
    found = prospects(
        position,
        who,
        target=names,
        chances=chances,
        settings=settings,
        new_carriers=new_carriers,
        rng=rng,
        left_out=left_out,
    )
    trials = [one.attack.trials for one in found if one.attack.trials is not None]
    return Sheets(
        "axis-allies",
        "targets",
        f"What {who} can attack in round {position.round}",
        (*_lines(who, found, chances), *(f"Left out: {one}" for one in left_out.values())),
        (_targets(found, chances), _forces(found, chances)),
        (*_assumes(position, settings or {}, found), *position.notes),
        "simulated" if trials else "exact",
        min(trials, default=None),
        rng if trials and isinstance(rng, int) else None,
        {"power": who, "cheapest": [row for one in found for row in _plain(one)]},
    )


def percent(chance: float) -> str:
    """Return a wanted chance as people write it."""
    return f"{100 * chance:g} %"


def key_of(chance: float) -> str:
    """Return the name of a wanted chance in columns: ``75``, ``97.5``."""
    return f"{100 * chance:g}"


def _lines(who: str, found: Sequence[Target], chances: Sequence[float]) -> tuple[str, ...]:
    zones = sum(one.at_sea for one in found)
    parts = [
        *([_number(len(found) - zones, "territor", "y", "ies")] if zones < len(found) else []),
        *([_number(zones, "sea zone")] if zones else []),
    ]
    lines = [f"{who} can attack {' and '.join(parts) or 'nothing'}."]
    for chance in sorted(chances, reverse=True)[:1]:
        good = [one.place for one in found if one.attack.taken.value >= chance]
        listed = _listed(good).removesuffix(".")  # of 'S.S.R.'
        lines.append(f"With everything at {percent(chance)} or better: {listed}.")
    bare = [one.place for one in found if not one.only_aircraft and _is_bare(one)]
    if bare:
        lines.append(f"Often cleared with no land unit left to take it: {_listed(bare)}; {KEEPING}")
    empty = [one.place for one in found if one.walk_in]
    if empty:
        lines.append(f"Nobody defends {_listed(empty)}: a land unit walks in.")
    return (*lines, NOT_AT_ONCE) if len(found) > 1 else tuple(lines)


def _is_bare(one: Target) -> bool:
    return not one.at_sea and one.attack.chance(CLEARED) >= OFTEN


def _number(n: int, word: str, one: str = "", many: str = "s") -> str:
    return f"{n or 'no'} {word}{one if n == 1 else many}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def _targets(found: Sequence[Target], chances: Sequence[float]) -> Sheet:
    columns = (
        Column("target", "target"),
        Column("held_by", "held by"),
        Column("income", ">IPC"),
        Column("worth", "worth"),
        Column("defenders", "defended by"),
        Column("taken", ">taken"),
        Column("swing", ">swing"),
        *(Column(f"ipc_{key_of(p)}", f">{percent(p)}") for p in chances),
    )
    rows = tuple(
        (
            one.place,
            one.owner,
            None if one.at_sea else one.income,
            _worth(one),
            f"{one.defenders or 'nobody'}{' (walk in)' * one.walk_in}",
            Share(one.attack.taken),
            Amount(one.attack.swing, "IPC"),
            *(_ipc(cheap) for cheap in one.cheapest),
        )
        for one in found
    )
    return Sheet("targets", WITH_EVERYTHING, columns, rows)


def _worth(one: Target) -> str | None:
    parts = ["capital" * one.capital, one.city]
    return ", ".join(filter(None, parts)) or None


def _ipc(cheap: Cheapest) -> Cell:
    return None if cheap.attack is None else round(cheap.cost)


def _forces(found: Sequence[Target], chances: Sequence[float]) -> Sheet:
    columns = (
        Column("target", "target"),
        Column("most", "most that can reach it"),
        *(Column(f"force_{key_of(p)}", f"cheapest for {percent(p)}") for p in chances),
    )
    rows = tuple(
        (one.place, sent(one.attack), *(_cheap(one, cheap) for cheap in one.cheapest))
        for one in found
    )
    return Sheet("forces", "", columns, rows)


def _cheap(one: Target, cheap: Cheapest) -> str:
    if cheap.attack is None:
        best = one.attack.taken.as_percent().partition(" (")[0]
        if one.only_aircraft:
            return "only aircraft get there"
        if not cheap.proven:
            return f"not found: {best} with everything"
        return "no: never" if one.attack.taken.value == 0.0 else f"no: {best} at best"
    walks = "walk in: " * one.walk_in
    return f"{walks}{sent(cheap.attack)}{'' if cheap.proven else ' (perhaps less)'}"


def sent(attack: Attack) -> str:
    """Return who is sent to a target, in words.

    Units that fight there, then ships that bombard, then who fights for a zone first.
    """
    position = attack.position
    plan, table = operation(position, attack.power, attack.party), position.table
    first = [(zone, battle.attacker) for zone, battle in attack.sea_battles]
    escorts = added(table, *(one.escorts for one in plan.contested))
    escorts = added(table, escorts, *(one.aircraft for one in plan.contested))
    gone = added(table, *(force for _, force in first))
    away = {name: gone[name] - escorts[name] for name in table.of_domain("air")}
    landed = [row for one in plan.landings for row in (*one.own, *one.safe)]
    force = added(table, plan.ships, plan.overland, landed, less(table, plan.aircraft, away))
    bombard = added(table, *(one.bombard for one in plan.landings))
    parts = [str(force), f"{bombard} bombarding" if bombard else ""]
    fighting = [
        (zone, Force.of({n: c for n, c in fleet if n != TRANSPORT})) for zone, fleet in first
    ]
    parts += [f"{fleet or 'transports'} first in {zone}" for zone, fleet in fighting]
    return "; ".join(filter(None, parts))


def _plain(one: Target) -> list[dict[str, Any]]:
    return [
        {
            "target": one.place,
            "wanted": cheap.wanted,
            "force": None if cheap.attack is None else sent(cheap.attack),
            "ipc": None if cheap.attack is None else cheap.cost,
            "chance": None if cheap.attack is None else cheap.attack.taken.value,
            "proven": cheap.proven,
        }
        for cheap in one.cheapest
    ]


def _assumes(
    position: Position, settings: Mapping[str, str], found: Sequence[Target]
) -> tuple[str, ...]:
    """Return what all of it takes for granted, and what single targets do."""
    given = {key.replace("-", "_"): text for key, text in settings.items()}
    losses = given.pop("losses", "")
    usual = f"{' '.join(LAND_ORDER['attacker'])} on land, {' '.join(SEA_ORDER['attacker'])} at sea"
    lines = [
        f"rules: {position.table.title}",
        f"the attacker loses {losses or usual}",
        f"retreat: {given.pop('retreat', 'never')}",
        *(f"{key}: {text}" for key, text in given.items()),
        "IPC sent: units that fight; transports and ships that bombard are not counted",
        "cheapest: of all forces that can go; of those that cost the same, the best chance",
        "several defending powers fight as one side (AA-28, AA-12)",
    ]
    if any(not cheap.proven for one in found for cheap in one.cheapest):
        lines.append(
            "'perhaps less': after a battle at sea, or beyond what is searched, units leave the"
            " largest party one by one, which may miss a cheaper force"
        )
    notes = [f"{one.place}: {note}" for one in found for note in one.attack.notes]
    return (*lines, *notes)
