"""Landings in simulated rounds: what transports carry, bombardment, battles at sea before them."""

import numpy as np
import pytest

from analysis.answers import odds
from combat.axis_allies.attack.attack import attack
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import Arrival, Party
from combat.axis_allies.rounds.plan import read_plan
from combat.axis_allies.rounds.simulate import simulate
from combat.axis_allies.rounds.state import State
from combat.games import parse_battle

POWERS = ("Soviet Union", "Germany", "United Kingdom", "Japan", "United States")
QUIET = 'attack = "none"\nmoves = []\nbuy = "nothing"\ngarrison = []\n'


def played(position, power, attacks, *, trials=3000, seed=5, more=""):
    sections = dict.fromkeys(POWERS, QUIET)
    sections[power] = QUIET.replace('attack = "none"', f"attack = {attacks}") + more
    text = "".join(f'[power."{name}"]\n{lines}' for name, lines in sections.items())
    ends = []
    found = simulate(
        position, read_plan(text, position), trials=trials, rng=seed, watch=ends.append
    )
    return found, ends[0]


def by_target(found):
    return {found.layout.areas[key[2]]: one for key, one in found.attacks.items()}


def within_4_se(hits, trials, chance):
    return abs(hits / trials - chance) <= 4.0 * np.sqrt(chance * (1.0 - chance) / trials)


def conserved(position, found, state):
    before = State.of(position, len(state)).units.sum(axis=2)
    guns = np.zeros_like(found.ledger.lost)
    guns[:, :, found.layout.unit("aa")] = found.ledger.guns
    after = state.units.sum(axis=2) + found.ledger.lost
    return bool((before + found.ledger.mobilised + guns == after).all())


@pytest.mark.rule("AA-20", "AA-21")
def test_a_landing_with_bombardment_is_the_odds_of_that_battle():
    # an infantry and a tank go aboard in zone 10 and land from zone 12, two zones on; the cruiser
    # goes along and fires
    start = edited(starting_position(), "Algeria: 1 inf", "Eastern United States: 1 inf, 1 arm")
    start = edited(start, "sz 10: 1 tr, 1 ca", "sz 8: none", "turn: US")
    found, state = played(start, "United States", '["Algeria >= 0 send all"]')
    (attacks,) = by_target(found).values()
    battle = parse_battle("aa", "1 inf, 1 arm v 1 inf", landing="1 inf, 1 arm", bombard="1 ca")
    exact = odds(battle).event("territory_taken").value
    assert attacks.chance / attacks.made == pytest.approx(exact, abs=1e-12)
    assert within_4_se(attacks.won, attacks.made, exact)
    assert conserved(start, found, state)
    ships = state.units[:, found.layout.power("United States"), found.layout.at["sz 12"]]
    assert (ships[:, [found.layout.unit("tr"), found.layout.unit("ca")]] == 1).all()


@pytest.mark.rule("AA-29")
def test_a_transport_carries_one_unit_and_an_infantry_more():
    start = edited(starting_position(), "Norway: none", "sz 5: none", "turn: UK")
    start = edited(start, "United Kingdom: 1 inf, 3 arm", "sz 6: United Kingdom 2 tr")
    start = edited(start, "sz 2: none", "sz 1: none", "sz 8: none")
    found, state = played(start, "United Kingdom", '["Norway send all"]', trials=3)
    layout = found.layout
    there = state.units[:, layout.power("United Kingdom"), layout.at["Norway"]]
    assert (there[:, layout.unit("arm")] == 2).all()
    assert (there[:, layout.unit("inf")] == 1).all()
    assert (state.owners[:, layout.at["Norway"]] == layout.power("United Kingdom")).all()
    assert conserved(start, found, state)


@pytest.mark.rule("AA-20", "AA-23")
def test_a_landing_behind_a_battle_at_sea_is_the_maps_own_attack():
    start = edited(starting_position(), "sz 14: 1 bb, 1 tr", "sz 15: 1 dd", "Trans-Jordan: 1 inf")
    start = edited(start, "Southern Europe: 1 inf, 1 arm", "turn: Germany", "Anglo Egypt: none")
    start = edited(start, "Libya: none", "Algeria: none", "Balkans: none", "sz 13: none")
    found, state = played(
        start, "Germany", '["sz 15 >= 0 send all", "Trans-Jordan >= 0.1"]', trials=5000
    )
    layout = found.layout
    attacks = by_target(found)
    landing, sea = attacks["Trans-Jordan"], attacks["sz 15"]
    assert landing.made == sea.made == 5000
    assert conserved(start, found, state)
    germany = layout.power("Germany")
    taken = state.owners[:, layout.at["Trans-Jordan"]] == germany
    assert taken.sum() == landing.won
    assert within_4_se(landing.won, landing.made, landing.chance / landing.made)


@pytest.mark.rule("AA-20", "AA-23")
def test_ships_and_troops_alone_are_the_maps_own_attack():
    start = edited(starting_position(), "sz 14: 1 bb, 1 tr", "sz 15: 2 dd", "Trans-Jordan: 1 inf")
    start = edited(start, "Southern Europe: 1 inf, 1 arm", "turn: Germany", "Anglo Egypt: none")
    for place in ("Ukraine", "Balkans", "Eastern Europe", "Germany", "Western Europe", "Norway"):
        start = edited(start, f"{place}: 1 inf")
    for place in ("Libya", "Algeria", "sz 13", "sz 5", "sz 8", "Germany"):
        start = edited(start, f"{place}: none")
    found, state = played(
        start, "Germany", '["sz 15 >= 0 send all", "Trans-Jordan >= 0.05 send all"]', trials=5000
    )
    landing = by_target(found)["Trans-Jordan"]
    way = ("Southern Europe", "sz 14", "sz 15", "Trans-Jordan")
    party = Party(
        "Trans-Jordan",
        (
            Arrival("Southern Europe", "inf", 1, "landing", way, "sz 14"),
            Arrival("Southern Europe", "arm", 1, "landing", way, "sz 14"),
            Arrival("sz 14", "bb", 1, "sea", ("sz 14", "sz 15")),
        ),
    )
    exact = attack(start, "Germany", party).taken.value
    assert landing.chance / landing.made == pytest.approx(exact, abs=1e-9)
    assert within_4_se(landing.won, landing.made, exact)
    assert conserved(start, found, state)
    layout = found.layout
    germany = layout.power("Germany")
    lost = found.ledger.lost[:, germany]
    # who goes down takes the troops along; nothing is left aboard
    sunk = lost[:, layout.unit("tr")] == 1
    assert (lost[sunk][:, layout.unit("arm")] == 1).all()
    afloat = state.units[:, germany, len(layout.territories) :][..., layout.land]
    assert not afloat.any()


EGYPT = edited(starting_position(), "turn: Germany")


@pytest.mark.rule("AA-20", "AA-24")
@pytest.mark.parametrize("attacks", ['["Egypt >= 0.6"]', '["best >= 0.75"]'])
def test_an_attack_brings_the_battle_at_sea_that_it_needs(attacks):
    """Egypt from the set-up: a destroyer in zone 15 stands between the transport and the shore."""
    found, state = played(EGYPT, "Germany", attacks)
    sea, landing = by_target(found)["sz 15"], by_target(found)["Anglo Egypt"]
    assert landing.made == sea.made == 3000
    wanted = float(attacks.split(">= ")[1][:-2].strip('"'))
    assert landing.chance / landing.made >= wanted - 1e-9
    assert within_4_se(landing.won, landing.made, landing.chance / landing.made)
    layout = found.layout
    taken = state.owners[:, layout.at["Anglo Egypt"]] == layout.power("Germany")
    assert taken.sum() == landing.won
    assert conserved(EGYPT, found, state)


@pytest.mark.rule("AA-20")
def test_an_attack_that_names_its_zone_first_is_as_good():
    alone, _ = played(EGYPT, "Germany", '["Egypt >= 0.6"]')
    apart, _ = played(EGYPT, "Germany", '["sz 15 >= 0.6", "Egypt >= 0.6"]')
    one, other = by_target(alone)["Anglo Egypt"], by_target(apart)["Anglo Egypt"]
    assert one.made == other.made == 3000
    assert one.chance / one.made >= 0.6
    assert other.chance / other.made >= 0.6


@pytest.mark.rule("AA-20")
def test_what_was_called_back_from_a_zone_stays_as_if_never_sent():
    """Both together never have 99.9 %: nothing moves, and other attacks have all units."""
    found, state = played(EGYPT, "Germany", '["Egypt >= 0.999"]', trials=50)
    assert not found.attacks
    assert (state.units == State.of(EGYPT, 50).units).all()
    before, _ = played(EGYPT, "Germany", '["Egypt >= 0.999", "sz 15 >= 0.9"]', trials=50)
    alone, _ = played(EGYPT, "Germany", '["sz 15 >= 0.9"]', trials=50)
    assert vars(by_target(before)["sz 15"]) == vars(by_target(alone)["sz 15"])


@pytest.mark.rule("AA-20")
def test_an_own_battle_at_sea_is_the_maps_own_attack():
    start = edited(starting_position(), "sz 14: 1 bb, 1 tr", "sz 15: 2 dd", "Trans-Jordan: 1 inf")
    start = edited(start, "Southern Europe: 1 inf, 1 arm", "turn: Germany", "Anglo Egypt: none")
    for place in ("Ukraine", "Balkans", "Eastern Europe", "Germany", "Western Europe", "Norway"):
        start = edited(start, f"{place}: 1 inf")
    for place in ("Libya", "Algeria", "sz 13", "sz 5", "sz 8", "Germany"):
        start = edited(start, f"{place}: none")
    found, state = played(start, "Germany", '["Trans-Jordan >= 0.05 send all"]', trials=5000)
    way = ("Southern Europe", "sz 14", "sz 15", "Trans-Jordan")
    party = Party(
        "Trans-Jordan",
        (
            Arrival("Southern Europe", "inf", 1, "landing", way, "sz 14"),
            Arrival("Southern Europe", "arm", 1, "landing", way, "sz 14"),
            Arrival("sz 14", "bb", 1, "sea", ("sz 14", "sz 15")),
        ),
    )
    exact = attack(start, "Germany", party).taken.value
    landing = by_target(found)["Trans-Jordan"]
    assert landing.chance / landing.made == pytest.approx(exact, abs=1e-9)
    assert within_4_se(landing.won, landing.made, exact)
    assert conserved(start, found, state)
