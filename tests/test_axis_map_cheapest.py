"""The search for the cheapest force against every party that may go, one by one."""

import random
from dataclasses import replace
from itertools import product

import oracle
import pytest

from combat.axis_allies.attack.attack import attack
from combat.axis_allies.attack.cheapest import Search
from combat.axis_allies.attack.levy import Levy
from combat.axis_allies.attack.prospects import prospects
from combat.axis_allies.attack.trimmed import cost_sent, trimmed
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.parties import BOMBARD, LAND, LANDING, SEA, Party
from combat.axis_allies.reach.reach import fits, reach, reaches
from combat.force import Force

UK = "United Kingdom"
MOST_PARTIES = 3_000
MANY = (0, 4, 14, 17, 22, 35, 44, 56, 64, 67, 80)  # with many parties, but not too many
SIXTH = 1 / 6


def drawn(seed: int):
    """A few British units around the North Sea, and Germans to attack."""
    rng = random.Random(seed)
    position = replace(starting_position(), units={})

    def put(place, power, **most):
        nonlocal position
        counts = {unit: rng.randint(0, n) for unit, n in most.items()}
        if any(counts.values()):
            position = position.with_force(place, power, Force.of(counts))

    put(UK, UK, inf=3, art=1, arm=2, ftr=1, bmr=1)
    for zone in ("sz 6", "sz 7", "sz 3", "sz 2", "sz 8"):
        put(zone, UK, ca=rng.randint(0, 1), bb=rng.randint(0, 1), tr=rng.randint(0, 1))
    if rng.random() < 0.5:
        put("Karelia S.S.R.", UK, inf=2, arm=1)
    for place in ("Norway", "Western Europe"):
        put(place, "Germany", inf=3, art=1, ftr=rng.randint(0, 1), aa=rng.randint(0, 1))
    return position


def every_party(position, one):
    """All parties that may go, each with every ship that can then bombard: cost and chance."""
    going = [a for a in one.arrivals if a.way not in (BOMBARD, SEA)]
    if not 0 < _size(going) <= MOST_PARTIES:
        return None
    known, found = {}, []
    for counts in product(*(range(a.number + 1) for a in going)):
        chosen = tuple(replace(a, number=n) for a, n in zip(going, counts, strict=True) if n)
        zones = {a.zone for a in chosen if a.way == LANDING}
        ships = {}
        for a in one.arrivals:
            if a.way == BOMBARD and a.zone in zones:
                ships.setdefault((a.place, a.unit), a)
        party = Party(one.target, (*chosen, *ships.values()))
        if chosen and fits(position, UK, (party,)):
            key = (
                party.force(position, "land", LANDING, "air"),
                party.force(position, LANDING).total,
                party.force(position, BOMBARD),
            )
            if key not in known:
                known[key] = attack(position, UK, party).taken.value
            found.append((cost_sent(position, party), known[key]))
    return found


def _size(going):
    size = 1
    for one in going:
        size *= one.number + 1
    return size


@pytest.mark.rule("AA-21")
@pytest.mark.parametrize("seed", MANY)
def test_no_party_that_may_go_is_cheaper_and_none_as_cheap_is_better(seed):
    position, most = drawn(seed), 0
    for place, one in reaches(position, UK).items():
        parties = every_party(position, one)
        if parties is None or place not in ("Norway", "Western Europe"):
            continue
        most = max(most, len(parties))
        for wanted in (0.5, 0.75, 0.9):
            found = Search(Levy(position, one), {}).find(wanted)
            good = [(cost, -chance) for cost, chance in parties if chance >= wanted - 1e-12]
            assert found.proven
            assert (found.attack is None) == (not good)
            if good:
                cost, chance = min(good)
                assert found.cost == cost
                assert found.attack.taken.value == pytest.approx(-chance, abs=1e-9)
    assert most >= 20


@pytest.mark.parametrize("retreat", ["at 2", "after 2", "air-only"])
def test_with_a_retreat_it_is_still_that_of_brute_force(retreat):
    """Overland only, by the rules' own count: 3 inf, 1 art, 2 ftr or fewer v 1 inf, 1 art."""
    position = replace(starting_position(), units={})
    for place, power, text in (
        ("Belorussia", "Germany", "3 inf, 1 art"),
        ("Norway", "Germany", "2 ftr"),
        ("Karelia S.S.R.", "Soviet Union", "1 inf, 1 art"),
    ):
        position = position.with_force(place, power, Force.parse(text))
    good = []
    for inf, art, ftr in product(range(4), range(2), range(3)):
        if not inf + art:
            continue
        force = {"inf": inf, "art": art, "ftr": ftr}
        battle = oracle.land(force, {"inf": 1, "art": 1}, retreat=retreat, number=float)
        chance = battle.event("territory_taken")
        if chance >= 0.5:
            good.append((3 * inf + 4 * art + 10 * ftr, -chance))
    levy = Levy(position, reach(position, "Germany", "Karelia S.S.R."))
    found = Search(levy, {"retreat": retreat}).find(0.5)
    assert found.proven
    assert (found.attack is None) == (not good)
    if good:
        assert (found.cost, found.attack.taken.value) == pytest.approx(
            (min(good)[0], -min(good)[1]), abs=1e-9
        )


@pytest.mark.rule("AA-22")
def test_who_lands_cannot_retreat_and_so_takes_it_more_often():
    """An infantry that walks in, 'after 1', has one throw; landed it fights to the end: 1 in 4."""
    position = replace(starting_position(), units={})
    for place, power, text in (
        ("Karelia S.S.R.", UK, "1 inf"),
        ("sz 4", UK, "1 tr"),
        ("Norway", "Germany", "1 inf"),
    ):
        position = position.with_force(place, power, Force.parse(text))
    once = SIXTH * 4 * SIXTH
    levy = Levy(position, reach(position, UK, "Norway"))
    walking = levy.raised({"inf": 1}).party
    assert attack(position, UK, walking, settings={"retreat": "after 1"}).taken.value == (
        pytest.approx(once)
    )
    found = Search(levy, {"retreat": "after 1"}).find(0.2)
    assert (found.cost, found.proven) == (3.0, True)
    assert [one.way for one in found.attack.party.arrivals] == [LANDING]
    assert found.attack.taken.value == pytest.approx(0.25)


def test_where_too_many_forces_would_be_solved_units_leave_the_largest_party(monkeypatch):
    position = replace(starting_position(), units={})
    for place, power, text in (
        ("Belorussia", "Germany", "5 inf, 2 art, 2 arm"),
        ("Karelia S.S.R.", "Soviet Union", "2 inf, 1 art"),
    ):
        position = position.with_force(place, power, Force.parse(text))
    (exact,) = prospects(position, "Germany", target=["Karelia"], chances=[0.8])
    monkeypatch.setattr("combat.axis_allies.attack.cheapest.MOST_WORK", 3)
    (bounded,) = prospects(position, "Germany", target=["Karelia"], chances=[0.8])
    (best,), (some,) = exact.cheapest, bounded.cheapest
    assert (best.proven, some.proven) == (True, False)
    assert some.cost >= best.cost
    assert some.attack.taken.value >= 0.8
    for arrival in some.attack.party.arrivals:
        fewer = replace(arrival, number=arrival.number - 1)
        rest = tuple(fewer if a == arrival else a for a in some.attack.party.arrivals)
        party = Party("Karelia S.S.R.", tuple(a for a in rest if a.number))
        assert attack(position, "Germany", party).taken.value < 0.8


def test_all_who_may_land_are_found_by_few_parties(monkeypatch):
    """Against every way to choose them: ways that differ in who comes overland are one."""
    position = replace(starting_position(), units={})
    for place, power, text in (
        ("Belorussia", "Germany", "2 inf, 2 arm"),
        ("Norway", "Germany", "2 inf"),
        ("Germany", "Germany", "2 inf, 1 arm"),
        ("sz 5", "Germany", "2 tr, 1 bb"),
        ("Karelia S.S.R.", "Soviet Union", "3 inf"),
    ):
        position = position.with_force(place, power, Force.parse(text))
    levy = Levy(position, reach(position, "Germany", "Karelia S.S.R."))
    wanted = {"inf": 3, "arm": 2}
    slots = [a for a in levy.slots if a.unit in wanted]
    kinds, ways = set(), 0
    for counts in product(*(range(min(a.number, wanted[a.unit]) + 1) for a in slots)):
        chosen = [replace(a, number=n) for a, n in zip(slots, counts, strict=True) if n]
        total = {unit: sum(a.number for a in chosen if a.unit == unit) for unit in wanted}
        if total != wanted:
            continue
        zones = {a.zone for a in chosen if a.way == LANDING}
        party = Party("Karelia S.S.R.", (*chosen, *levy.supporting(zones)))
        ways += 1
        if fits(position, "Germany", (party,)):
            kinds.add((party.force(position, LANDING), party.force(position, BOMBARD)))
    made = []
    counted = lambda *parts: made.append(Party(*parts)) or made[-1]  # noqa: E731
    monkeypatch.setattr("combat.axis_allies.attack.levy.Party", counted)
    found = [one.party for one in levy.landed(wanted)]
    assert len(kinds) > 1
    assert len(found) == len(kinds)
    assert {(p.force(position, LANDING), p.force(position, BOMBARD)) for p in found} == kinds
    assert len(made) < ways / 2


def test_units_alike_leave_the_largest_party_by_bisection(monkeypatch):
    """Of 16 infantry and 4 tanks the spare ones are found by a few battles, not one by one."""
    position = replace(starting_position(), units={})
    for place, power, text in (
        ("Belorussia", "Germany", "16 inf, 4 arm"),
        ("Karelia S.S.R.", "Soviet Union", "8 inf"),
    ):
        position = position.with_force(place, power, Force.parse(text))
    whole = attack(position, "Germany", reach(position, "Germany", "Karelia S.S.R.").most)
    fought = []

    def counted(*parts, **options):
        fought.append(attack(*parts, **options))
        return fought[-1]

    monkeypatch.setattr("combat.axis_allies.attack.trimmed.attack", counted)
    found = trimmed(whole, 0.9, settings={})
    assert found.attack.taken.value >= 0.9
    assert 0 < found.cost < 68
    assert len(fought) <= 8
    force = found.attack.party.force(position, LAND)
    for unit, _ in force:
        fewer = oracle_chance(force.changed(unit, -1))
        assert fewer < 0.9
    assert oracle_chance(force) == pytest.approx(found.attack.taken.value, abs=1e-9)


def oracle_chance(force):
    """Return the chance of infantry and tanks against 8 infantry, by the rules' own count."""
    return oracle.land(dict(force), {"inf": 8}, number=float).event("territory_taken")
