"""Attacks on the map: each a battle of the game, or a battle at sea and a landing after it."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import oracle
import pytest

from analysis.answers import odds
from combat.axis_allies.attack.attack import attack, battle_of
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.parties import Arrival, Party
from combat.errors import IllegalBattleError, OptionError, UnknownUnitError
from combat.force import Force
from combat.games import parse_battle

GE, SU, UK, JP, US = "Germany", "Soviet Union", "United Kingdom", "Japan", "United States"


def board(**stacks: str):
    """The board with these stacks only: ``sz_5__Germany="1 dd"``; owners as at the start."""
    position = replace(starting_position(), units={})
    for key, text in stacks.items():
        place, power = (part.replace("_", " ") for part in key.split("__"))
        position = position.with_force(
            position.board.place(place), position.board.power(power), Force.parse(text)
        )
    return position


def land(units: str, target: str, place: str = "Germany") -> tuple[Arrival, ...]:
    return tuple(Arrival(place, u, n, "land", (place, target)) for u, n in Force.parse(units))


def air(units: str, target: str, place: str = "Germany") -> tuple[Arrival, ...]:
    return tuple(Arrival(place, u, n, "air", (place, target)) for u, n in Force.parse(units))


def landing(units: str, target: str, zone: str, ship: str, place: str = "") -> tuple[Arrival, ...]:
    aboard = place or ship
    path = (aboard, *dict.fromkeys((ship, zone)), target) if place else (ship, zone, target)
    return tuple(Arrival(aboard, u, n, "landing", path, ship=ship) for u, n in Force.parse(units))


def ships(units: str, zone: str, way: str = "sea", place: str = "sz 6") -> tuple[Arrival, ...]:
    return tuple(Arrival(place, u, n, way, (place, zone)) for u, n in Force.parse(units))


def ends_of_text(text: str, **options: str):
    """What the question about one battle says: end, both sides left, to the chance."""
    outcomes = odds(parse_battle("aa", text, **options))
    end_text = outcomes.battle.game.end_text
    found = defaultdict(float)
    for row in range(len(outcomes)):
        left, still, event = end_text(outcomes, row)
        found[event, left, still] += float(outcomes.chance[row])
    return dict(found)


def ends_of_attack(found):
    chances = defaultdict(float)
    for end in found.ends:
        chances[end.event, str(end.attackers), str(end.defenders)] += end.chance
    return dict(chances)


EQUAL = {
    "overland and air, a gun": (
        GE,
        board(Karelia__Soviet_Union="3 inf, 1 ftr, 1 aa"),
        (*land("4 inf, 1 arm", "Karelia S.S.R."), *air("1 ftr, 1 bmr", "Karelia S.S.R.")),
        "4 inf, 1 arm, 1 ftr, 1 bmr v 3 inf, 1 ftr, 1 aa",
        {},
    ),
    "a zone": (
        GE,
        board(sz_13__UK="1 ca, 1 dd", sz_13__US="1 tr"),
        (*ships("1 bb, 1 ss", "sz 13", place="sz 14"), *air("2 ftr", "sz 13")),
        "2 ftr, 1 ss, 1 bb v 1 dd, 1 ca, 1 tr",
        {},
    ),
    "a landing that ships support": (
        UK,
        board(Norway__Germany="3 inf", sz_6__UK="1 bb, 1 ca, 2 tr"),
        (
            *landing("2 inf, 1 arm", "Norway", "sz 6", "sz 6", "United Kingdom"),
            *ships("1 bb, 1 ca", "sz 6", "bombard"),
            *air("1 ftr", "Norway", "United Kingdom"),
        ),
        "2 inf, 1 arm, 1 ftr v 3 inf",
        {"landing": "2 inf, 1 arm", "bombard": "1 bb, 1 ca"},
    ),
    "settings": (
        GE,
        board(Karelia__Soviet_Union="2 inf, 1 art"),
        (*land("4 inf", "Karelia S.S.R."), *air("2 ftr", "Karelia S.S.R.")),
        "4 inf, 2 ftr v 2 inf, 1 art",
        {"losses": "inf arm ftr; keep 1 land", "retreat": "at 2", "dice": "low-luck"},
    ),
    "a landing, and who came overland may retreat": (
        UK,
        board(Norway__Germany="3 inf, 1 art", sz_6__UK="1 tr"),
        (
            *landing("2 inf", "Norway", "sz 6", "sz 6", "United Kingdom"),
            *land("1 inf, 1 arm", "Norway", "Karelia S.S.R."),
        ),
        "3 inf, 1 arm v 3 inf, 1 art",
        {"retreat": "after 1", "landing": "2 inf"},
    ),
}
ON_MAP = ("landing", "bombard")


@pytest.mark.parametrize("name", EQUAL)
def test_an_attack_without_a_battle_at_sea_first_equals_the_odds_of_its_text(name):
    power, position, arrivals, text, options = EQUAL[name]
    target = arrivals[0].path[-1]
    settings = {key: value for key, value in options.items() if key not in ON_MAP}
    found = attack(position, power, Party(target, arrivals), settings=settings)
    assert found.method == "exact"
    assert found.battle.sides == text
    expected = ends_of_text(text, **options)
    assert ends_of_attack(found) == expected  # to the last bit
    battle = parse_battle("aa", text, **options)
    assert found.swing.value == pytest.approx(odds(battle).quantity("swing").value, abs=1e-12)
    assert found.swing.sd == pytest.approx(odds(battle).quantity("swing").sd, abs=1e-9)


@pytest.mark.rule("AA-28")
def test_all_enemies_in_the_target_defend_together_and_allies_take_no_part():
    position = board(
        Karelia__Soviet_Union="2 inf, 1 aa", Karelia__UK="1 ftr", Karelia__US="1 inf, 1 aa"
    )
    found = attack(position, GE, Party("Karelia S.S.R.", land("2 arm", "Karelia S.S.R.")))
    assert str(found.battle.defender) == "3 inf, 1 ftr, 2 aa"
    shared = board(sz_14__UK="1 dd", sz_14__Japan="1 bb", sz_14__Germany="1 ss")
    mine = (Arrival("sz 14", "ss", 1, "sea", ("sz 14",)),)
    assert str(battle_of(shared, GE, Party("sz 14", mine))) == "1 ss v 1 dd"


@pytest.mark.rule("AA-09")
def test_a_land_unit_walks_in_and_guns_shoot_at_aircraft_all_the_same():
    position = board(Karelia__Soviet_Union="1 aa")
    walk = attack(position, GE, Party("Karelia S.S.R.", land("2 inf", "Karelia S.S.R.")))
    assert walk.battle is None
    assert ends_of_attack(walk) == {("territory_taken", "2 inf", ""): 1.0}
    arrivals = (*land("1 inf", "Karelia S.S.R."), *air("2 ftr", "Karelia S.S.R."))
    shot = attack(position, GE, Party("Karelia S.S.R.", arrivals))
    sixth = Fraction(1, 6)
    assert ends_of_attack(shot) == pytest.approx(
        {
            ("territory_taken", "1 inf, 2 ftr", ""): float((1 - sixth) ** 2),
            ("territory_taken", "1 inf, 1 ftr", ""): float(2 * sixth * (1 - sixth)),
            ("territory_taken", "1 inf", ""): float(sixth**2),
        }
    )
    flight = attack(position, GE, Party("Karelia S.S.R.", air("1 bmr", "Karelia S.S.R.")))
    assert flight.taken.value == 0.0
    assert flight.chance("both_gone") == pytest.approx(1 / 6)
    empty = board()
    over = attack(empty, GE, Party("Karelia S.S.R.", air("1 bmr", "Karelia S.S.R.")))
    assert over.chance("cleared_not_taken") == 1.0


@pytest.mark.rule("AA-21")
@pytest.mark.parametrize("more", ["", ", 1 ca", ", 2 bb"])
def test_at_most_as_many_ships_bombard_as_units_land_the_strongest_first(more):
    """One infantry lands at one infantry behind a battleship; more ships do not matter.

    Hit (4 in 6): the victim fires in round 1 (2 in 6) and leaves. Not hit (2 in 6): a duel of 1
    against 2, won with (1/6 · 4/6) / (1 - 5/6 · 4/6) = 1/4.
    """
    position = board(Norway__Germany="1 inf", sz_6__UK="1 tr")
    arrivals = (
        *landing("1 inf", "Norway", "sz 6", "sz 6", "United Kingdom"),
        *ships(f"1 bb{more}".replace("1 bb, 2 bb", "3 bb"), "sz 6", "bombard"),
    )
    found = attack(position, UK, Party("Norway", arrivals))
    expected = Fraction(4, 6) * Fraction(4, 6) + Fraction(2, 6) * Fraction(1, 4)
    assert found.taken.value == pytest.approx(float(expected))
    assert expected == Fraction(19, 36)


@pytest.mark.rule("AA-15", "AA-20", "AA-21")
def test_submarines_are_passed_by_unless_ships_are_sent_against_them():
    position = board(Norway__Germany="1 inf", sz_6__Germany="1 ss", sz_6__UK="1 tr, 1 bb, 1 dd")
    lands = landing("1 inf", "Norway", "sz 6", "sz 6", "United Kingdom")
    passed = attack(position, UK, Party("Norway", (*lands, *ships("1 bb", "sz 6", "bombard"))))
    assert passed.sea_battles == ()
    assert passed.taken.value == pytest.approx(19 / 36)
    fought = attack(
        position,
        UK,
        Party("Norway", (*lands, *ships("1 bb", "sz 6", "bombard"), *ships("1 dd", "sz 6"))),
    )
    assert [zone for zone, _ in fought.sea_battles] == ["sz 6"]
    assert "bombard" not in fought.battle.shown_settings
    assert fought.taken.value < 0.26  # at best the duel without a battleship, 1 in 4


@pytest.mark.rule("AA-20", "AA-23", "AA-24")
def test_a_battle_at_sea_and_the_landing_after_it_by_hand():
    """A destroyer and a transport with an infantry against a destroyer, then an infantry.

    Each destroyer hits with 2 in 6. The zone is won if the enemy's is hit, be mine hit in the same
    round or not: (1/3) / (1 - 4/9) = 3/5. Lone transports are shot at until they are gone. Then a
    duel of 1 against 2: taken 1/4, both gone 1/8 of the rest that is decided.
    """
    position = board(Norway__Germany="1 inf", sz_6__Germany="1 dd", sz_6__UK="1 tr")
    arrivals = (
        *landing("1 inf", "Norway", "sz 6", "sz 6", "United Kingdom"),
        *ships("1 dd", "sz 6", place="sz 7"),
        *ships("1 bb", "sz 6", "bombard", place="sz 7"),
    )
    with_bb = attack(position, UK, Party("Norway", arrivals))
    assert "1 bb" in str(with_bb.sea_battles[0][1].attacker)  # every ship there fights, none fires
    found = attack(position, UK, Party("Norway", arrivals[:2]))
    won = Fraction(1, 3) / (1 - Fraction(4, 9))
    taken, gone = Fraction(1, 4), Fraction(1, 6) * Fraction(2, 6) / Fraction(4, 9)
    assert found.taken.value == pytest.approx(float(won * taken))
    assert found.chance("both_gone") == pytest.approx(float(won * gone))
    lost = 1 - won + won * (1 - taken - gone)
    assert found.chance("defender_holds") == pytest.approx(float(lost))
    nobody = [e for e in found.ends if e.event == "defender_holds" and not e.fleets[0].attackers]
    assert sum(e.chance for e in nobody) == pytest.approx(float(1 - won))
    assert all(str(e.defenders) == "1 inf" for e in nobody)
    mine_lost = {e.swing for e in nobody}  # destroyer, transport and infantry: 8 + 7 + 3
    assert mine_lost == {-18.0}


def after_sea(fleet, foes, cargo, over, defenders, **options):
    """The chance to take the territory, from the rules: a battle at sea, then the landing.

    ``cargo``: loads by transport; ``over``: who comes without a ship.
    """
    worth = {name: unit.cost for name, unit in oracle.TABLE_2009.items()}
    loads = sorted(cargo, key=lambda load: sum(worth[u] * n for u, n in load.items()))
    total = Fraction(0)
    battle = oracle.sea({**fleet, "tr": len(loads)}, foes)
    for (mine, theirs, _), chance in battle.final.items():
        won = not any(u in ("dd", "ca", "cv", "bb") for u, _ in theirs)
        saved = loads[len(loads) - dict(mine).get("tr", 0) :] if won else []
        force = defaultdict(int, over)
        for load in saved:
            for unit, n in load.items():
                force[unit] += n
        if any(force.values()):
            total += chance * oracle.land(dict(force), defenders, **options).event(
                "territory_taken"
            )
    return total


@pytest.mark.rule("AA-14", "AA-20", "AA-23")
def test_the_least_valuable_cargo_goes_down_and_overland_units_fight_on():
    """Against the rules' own count, transports lost one by one, both sides uneven."""
    foes, defenders = {"dd": 2, "ss": 1}, {"inf": 2, "art": 1}
    position = board(
        Norway__Germany="2 inf, 1 art", sz_6__Germany="2 dd, 1 ss", sz_6__UK="2 tr", sz_7__UK="1 dd"
    )
    arrivals = (
        *landing("2 inf, 1 arm", "Norway", "sz 6", "sz 6", "United Kingdom"),
        *ships("1 dd, 1 ca", "sz 6", place="sz 7"),
        *land("1 inf, 1 arm", "Norway", "Karelia S.S.R."),
    )
    found = attack(position, UK, Party("Norway", arrivals))
    cargo = [{"inf": 1, "arm": 1}, {"inf": 1}]
    over = {"inf": 1, "arm": 1}
    expected = after_sea({"dd": 1, "ca": 1}, foes, cargo, over, defenders)
    assert found.taken.value == pytest.approx(float(expected), abs=1e-12)
    assert sum(end.chance for end in found.ends) == pytest.approx(1.0)


@pytest.mark.rule("AA-20")
@pytest.mark.parametrize(
    ("escort", "foes", "defenders", "at_sea"),
    [("bb", "1 dd", "2 inf", 0), ("dd", "1 dd", "2 inf", 1), ("dd", "2 ca", "1 inf", 2)],
)
def test_aircraft_are_split_between_sea_and_land_for_the_best(escort, foes, defenders, at_sea):
    position = board(
        Norway__Germany=defenders,
        sz_6__Germany=foes,
        sz_6__UK="1 tr",
        sz_7__UK=f"1 {escort}",
        United_Kingdom__UK="2 ftr",
    )
    arrivals = (
        *landing("1 inf, 1 arm", "Norway", "sz 6", "sz 6", "United Kingdom"),
        *ships(f"1 {escort}", "sz 6", place="sz 7"),
        *air("2 ftr", "Norway", "United Kingdom"),
    )
    found = attack(position, UK, Party("Norway", arrivals))
    chances = [
        after_sea(
            {escort: 1, "ftr": sent},
            dict(Force.parse(foes)),
            [{"inf": 1, "arm": 1}],
            {"ftr": 2 - sent},
            dict(Force.parse(defenders)),
        )
        for sent in (0, 1, 2)
    ]
    assert found.taken.value == pytest.approx(float(max(chances)), abs=1e-12)
    assert chances.index(max(chances)) == at_sea
    assert found.sea_battles[0][1].attacker["ftr"] == at_sea
    assert any("at sea in sz 6" in note for note in found.notes)
    sent = (*arrivals[:-1], *air("1 ftr", "Norway", "United Kingdom"))
    sent += (Arrival("United Kingdom", "ftr", 1, "air", ("United Kingdom", "sz 6")),)
    told = attack(position, UK, Party("Norway", sent))  # as the party says, nothing is tried
    assert told.taken.value == pytest.approx(float(chances[1]), abs=1e-12)


@pytest.mark.rule("AA-23")
def test_aircraft_alone_leave_after_the_one_round_that_they_must_fight():
    position = board(
        Norway__Germany="2 inf", sz_6__Germany="1 bb", sz_6__UK="1 tr", sz_7__UK="1 dd"
    )
    arrivals = (
        *landing("1 inf", "Norway", "sz 6", "sz 6", "United Kingdom"),
        *ships("1 dd", "sz 6", place="sz 7"),
        *air("1 ftr", "Norway", "Karelia S.S.R."),
    )
    found = attack(position, UK, Party("Norway", arrivals))
    sunk = [e for e in found.ends if "tr" not in dict(e.fleets[0].attackers)]
    chance = sum(e.chance for e in sunk)
    round_one = oracle.land({"ftr": 1}, {"inf": 2}, retreat="after 1").final
    for (mine, theirs, end), share in round_one.items():
        same = [
            e
            for e in sunk
            if (e.event, dict(e.attackers), dict(e.defenders)) == (end, dict(mine), dict(theirs))
        ]
        assert sum(e.chance for e in same) == pytest.approx(float(share) * chance)
    stubborn = attack(position, UK, Party("Norway", arrivals), settings={"retreat": "never"})
    assert stubborn.chance("attacker_retreated") == 0.0


@pytest.mark.rule("AA-29")
def test_an_allied_transport_takes_no_part_at_sea_and_its_cargo_lands_if_the_zone_is_won():
    position = board(
        Norway__Germany="1 inf", sz_6__Germany="1 dd", sz_6__US="1 tr", sz_6__UK="1 inf"
    )
    arrivals = (
        *landing("1 inf", "Norway", "sz 6", "sz 6"),
        *ships("1 dd", "sz 6", place="sz 7"),
    )
    found = attack(position, UK, Party("Norway", arrivals))
    assert str(found.sea_battles[0][1]) == "1 dd v 1 dd"
    # both sunk in one round clears the zone, too: 3/5 as with a transport of its own
    assert found.taken.value == pytest.approx(3 / 5 / 4)
    mine_lost = {e.swing for e in found.ends if str(e.fleets[0].defenders) == "1 dd"}
    assert mine_lost == {-8.0}  # the transport and its cargo are safe


def test_two_contested_zones_are_fought_for_apart():
    """Either landing can fail by itself: 3/5 each, so 9/25 for both."""
    position = board(
        Norway__Germany="1 inf",
        sz_6__Germany="1 dd",
        sz_6__UK="1 tr",
        sz_3__Germany="1 dd",
        sz_3__UK="1 tr",
    )
    arrivals = (
        *landing("1 inf", "Norway", "sz 6", "sz 6", "United Kingdom"),
        *landing("1 inf", "Norway", "sz 3", "sz 3", "United Kingdom"),
        *ships("1 dd", "sz 6", place="sz 7"),
        *ships("1 dd", "sz 3", place="sz 2"),
    )
    found = attack(position, UK, Party("Norway", arrivals))
    one = oracle.land({"inf": 1}, {"inf": 1}).event("territory_taken")
    two = oracle.land({"inf": 2}, {"inf": 1}).event("territory_taken")
    won = Fraction(3, 5)
    expected = won**2 * two + 2 * won * (1 - won) * one
    assert found.taken.value == pytest.approx(float(expected))


def test_a_large_battle_is_simulated_and_depends_on_the_seed_only():
    position = board(sz_6__Germany="9 ss, 9 dd, 9 cv, 18 ftr, 9 bb")
    party = Party("sz 6", ships("9 ss, 9 dd, 9 ca, 9 cv, 9 bb", "sz 6", place="sz 7"))
    one, same = (attack(position, UK, party, rng=5) for _ in range(2))
    assert one.method == "simulated"
    assert one.trials == 100_000
    assert not one.taken.exact
    assert one.taken == same.taken


@pytest.mark.parametrize(
    ("settings", "error", "word"),
    [
        ({"bombard": "1 bb"}, OptionError, "position"),
        ({"raid": "8"}, OptionError, "position"),
        ({"nonsense": "1"}, OptionError, "no setting"),
        ({"losses": "inf elephant"}, UnknownUnitError, "elephant"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, error, word):
    position = board(Karelia__Soviet_Union="1 inf")
    party = Party("Karelia S.S.R.", land("1 inf", "Karelia S.S.R."))
    with pytest.raises(error, match=word):
        attack(position, GE, party, settings=settings)


def test_settings_of_battles_at_sea_do_not_hinder_those_on_land():
    position = board(Karelia__Soviet_Union="1 inf")
    party = Party("Karelia S.S.R.", land("1 inf", "Karelia S.S.R."))
    found = attack(position, GE, party, settings={"defender_submerge": "always"})
    assert found.taken.value == pytest.approx(0.25)


def test_an_empty_party_is_no_attack():
    with pytest.raises(IllegalBattleError, match="no units"):
        attack(board(), GE, Party("Karelia S.S.R.", ()))
