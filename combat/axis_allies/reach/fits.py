"""Whether several parties can all go in one turn (AA-20, AA-24, AA-29, AA-46)."""

from collections.abc import Iterator, Sequence

from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.deck_plan import Wing, all_land
from combat.axis_allies.reach.loading import loads_fit
from combat.axis_allies.reach.muster import Muster
from combat.axis_allies.reach.parties import AIR, BOMBARD, LAND, LANDING, SEA, Arrival, Party
from combat.findings import Finding, first_fault

RULES = {LAND: "AA-47", SEA: "AA-15", AIR: "AA-46", LANDING: "AA-29", BOMBARD: "AA-21"}
GOOD = Finding(True, "all can go", "AA-24")


def fits(
    position: Position, power: str, parties: Sequence[Party], *, new_carriers: Sequence[str] = ()
) -> Finding:
    """Return whether several parties can all go in one turn, and why not.

    Every unit goes once; each arrival is one that `reach` knows; every transport lands on one
    territory from one zone, with no more than it holds; ships bombard from a zone that their party
    lands from; each aircraft has a place to come down, if all dice of the attacks hit and those of
    the defence miss (the zones that the parties attack are clear then). How many ships bombard is
    not looked at.

    Parameters
    ----------
    position : Position
        At the start of the power's turn.
    power : str
    parties : sequence of Party
    new_carriers : sequence of str
        Zones of carriers that are mobilised this turn.

    Raises
    ------
    OptionError
        For a zone where no carrier can be mobilised.
    """
    cleared = tuple(sorted(set(_cleared(position, parties))))
    muster = Muster.of(position, power, new_carriers, cleared)
    found = first_fault(
        *_once(position, power, parties),
        *_known(muster, parties),
        *_loaded(muster, parties),
        *_down(muster, parties),
    )
    return GOOD if found is None else found


def _cleared(position: Position, parties: Sequence[Party]) -> Iterator[str]:
    """Go through the zones where parties fight."""
    for party in parties:
        for one in party.arrivals:
            if one.way in (SEA, AIR) and position.board.areas[one.path[-1]].sea:
                yield one.path[-1]


def _once(position: Position, power: str, parties: Sequence[Party]) -> Iterator[Finding]:
    counts: dict[tuple[str, str], int] = {}
    for party in parties:
        for one in party.arrivals:
            key = (one.place, one.unit)
            counts[key] = counts.get(key, 0) + one.number
    for (place, unit), n in counts.items():
        there = position.force(place, power)[unit]
        if n > there:
            yield Finding(False, f"{n} {unit} go from {place}, where {there} stand", "AA-24")


def _known(muster: Muster, parties: Sequence[Party]) -> Iterator[Finding]:
    """Look every arrival up among those that can get to the target."""
    for party in parties:
        if party.target not in muster.targets:
            yield Finding(False, f"{party.target} is no target: no enemy holds it", "AA-15")
            continue
        able = {_key(a): a.number for a in muster.reach(party.target).arrivals}
        zones = {one.zone for one in party.arrivals if one.way == LANDING}
        for one in party.arrivals:
            if one.way == AIR:
                continue  # with all other aircraft: `_down`
            if one.number > able.get(_key(one), 0):
                reason = f"{one.number} {one.unit} from {one.place} cannot get to {one.path[-1]}"
                yield Finding(False, f"{reason} by {one.way}", RULES[one.way])
            elif one.way == BOMBARD and one.zone not in zones:
                yield Finding(False, f"nobody lands from {one.zone}", RULES[BOMBARD])
            elif one.way == LANDING and not _cleared_by(muster, party, one.zone):
                yield Finding(False, f"nobody fights for {one.zone} before the landing", "AA-20")


def _cleared_by(muster: Muster, party: Party, zone: str) -> bool:
    """Whether a zone is calm, or somebody of the parties fights there; aircraft may turn aside."""
    aircraft = any(one.way == AIR for one in party.arrivals)
    return zone not in muster.lanes.hostile or zone in muster.decks.cleared or aircraft


def _key(one: Arrival) -> tuple[str, str, str, str, str]:
    return one.place, one.unit, one.way, one.ship, one.zone or one.path[-1]


def _loaded(muster: Muster, parties: Sequence[Party]) -> Iterator[Finding]:
    landings = [(p.target, one) for p in parties for one in p.arrivals if one.way == LANDING]
    zone = loads_fit(muster.lifts, landings)
    if zone:
        yield Finding(False, f"the transports of {zone} cannot carry all that", RULES[LANDING])


def _down(muster: Muster, parties: Sequence[Party]) -> Iterator[Finding]:
    """See that all aircraft come down, carriers of the parties being where they fight."""
    carriers = muster.lanes.position.table.of_role("carrier")
    arrivals = [one for party in parties for one in party.arrivals]
    wings = [Wing(a.place, a.unit, a.number, a.path[-1]) for a in arrivals if a.way == AIR]
    bound = [
        (a.place, a.unit, a.path[-1])
        for a in arrivals
        if a.way == SEA and a.unit in carriers
        for _ in range(a.number)
    ]
    lost = all_land(muster.decks, wings, bound)
    if lost:
        yield Finding(False, f"{lost} would have nowhere to land", RULES[AIR])
