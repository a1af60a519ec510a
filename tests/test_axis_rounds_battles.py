"""Battles of simulated rounds: their chances are the odds of the same battle, worked by hand."""

import pytest
from axis_rounds_played import only, played, within_4_se

from analysis.answers import odds
from combat.axis_allies.attack.attack import attack
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import parse_position, starting_position
from combat.axis_allies.reach.reach import Arrival, Party
from combat.axis_allies.rounds.state import State
from combat.force import Force
from combat.games import parse_battle


@pytest.mark.rule("AA-40")
@pytest.mark.parametrize(
    ("power", "target", "battle", "lines"),
    [
        (
            "Soviet Union",
            "West Russia",  # from Karelia, Archangel, Russia and the Caucasus, with both fighters
            "12 inf, 2 art, 4 arm, 2 ftr v 3 inf, 1 art, 1 arm",
            'attack = ["West Russia >= 0.5 send all"]\ngarrison = []',
        ),
        (
            "Germany",
            # from West Russia, and the Ukraine's tank over it; fighters two areas away in Norway,
            # Eastern Europe and the Ukraine; three away in the Balkans, Germany and (over
            # zone 5) Western Europe, which land in West Russia
            "Archangel",
            "3 inf, 1 art, 2 arm, 6 ftr, 1 bmr v 3 inf, 1 arm",
            'attack = ["Archangel >= 0.5 send all"]\ngarrison = []',
        ),
    ],
)
def test_a_targets_share_is_the_odds_of_the_battle(power, target, battle, lines):
    start = starting_position()
    trials = 4000
    found, _ = played(start, only(power, lines, start), trials=trials)
    ((key, attacks),) = found.attacks.items()
    assert found.layout.areas[key[2]] == target
    assert attacks.made == trials
    chance = attacks.chance / attacks.made
    exact = odds(parse_battle("aa", battle)).event("territory_taken").value
    assert chance == pytest.approx(exact, abs=1e-12)
    assert within_4_se(attacks.won, trials, chance)
    held = found.owners[:, 0, found.layout.at[target]] == found.layout.power(power)
    assert held.sum() == attacks.won


@pytest.mark.rule("AA-40", "AA-03")
def test_a_plan_with_one_attack_is_the_maps_own_attack():
    start = edited(starting_position(), "Ukraine: 2 inf, 1 ftr, 1 aa")
    lines = 'attack = ["Ukraine >= 0 send all"]\ngarrison = []'
    found, _ = played(start, only("Soviet Union", lines, start), trials=3000)
    ((_, attacks),) = found.attacks.items()
    arrivals = tuple(
        Arrival(place, unit, number, way, (place, "Ukraine S.S.R."))
        for place, unit, number, way in (
            ("Caucasus", "inf", 3, "land"),
            ("Caucasus", "art", 1, "land"),
            ("Caucasus", "arm", 1, "land"),
            ("Russia", "arm", 2, "land"),  # over the Caucasus
            ("Russia", "ftr", 1, "air"),
            ("Karelia S.S.R.", "ftr", 1, "air"),
        )
    )
    exact = attack(start, "Soviet Union", Party("Ukraine S.S.R.", arrivals)).taken.value
    assert attacks.chance / attacks.made == pytest.approx(exact, abs=1e-12)
    assert within_4_se(attacks.won, attacks.made, exact)


def test_enough_is_the_cheapest_force_with_the_chance_and_all_is_all():
    # 2 infantry are taken by 4 of 8 infantry with a chance of 0.6
    start = edited(starting_position(), "Belorussia: 2 inf", "Karelia: 8 inf", "Archangel: none")
    lines = 'attack = ["Belorussia >= {}"]\ngarrison = ["Russia 9"]'
    forces = [f"{i} inf, {f} ftr" for i in range(1, 9) for f in range(3)]
    for wanted in (0.5, 0.75, 0.9):
        plan = only("Soviet Union", lines.format(wanted), start)
        found, _ = played(start, plan, trials=3)
        best = min(
            (3 * int(force[0]) + 10 * int(force[7]), force)
            for force in forces
            if odds(parse_battle("aa", f"{force} v 2 inf")).event("territory_taken").value >= wanted
        )
        ((_, attacks),) = found.attacks.items()
        exact = odds(parse_battle("aa", f"{best[1]} v 2 inf")).event("territory_taken").value
        assert attacks.chance / attacks.made == pytest.approx(exact, abs=1e-12)


def test_nobody_attacks_below_the_wanted_chance():
    start = starting_position()
    plan = only("Soviet Union", 'attack = ["Germany >= 0.1", "Ukraine >= 0.999"]', start)
    found, state = played(start, plan, trials=20)
    assert not found.attacks
    assert (state.units == State.of(start, 20).units).all()


@pytest.mark.rule("AA-28")
def test_several_powers_defend_together_and_lose_in_turn_order():
    start = edited(starting_position(), "Ukraine: 2 inf")
    start = start.with_force("Ukraine S.S.R.", "Japan", Force.of({"inf": 2, "ftr": 1}))
    lines = 'attack = ["Ukraine >= 0 send all"]\ngarrison = []'
    found, state = played(start, only("Soviet Union", lines, start), trials=4000)
    ((_, attacks),) = found.attacks.items()
    exact = odds(parse_battle("aa", "3 inf, 1 art, 3 arm, 2 ftr v 4 inf, 1 ftr"))
    chance = exact.event("territory_taken").value
    assert attacks.chance / attacks.made == pytest.approx(chance, abs=1e-12)
    layout = found.layout
    there = state.units[:, :, layout.at["Ukraine S.S.R."], layout.unit("inf")]
    german, japanese = there[:, layout.power("Germany")], there[:, layout.power("Japan")]
    assert ((german == 0) | (japanese == 2)).all(), "Germany moves first, and loses first"
    assert (japanese > 0).any()


@pytest.mark.rule("AA-09", "AA-44")
def test_an_empty_territory_is_taken_by_one_unit_and_guns_change_hands():
    start = edited(starting_position(), "Ukraine: 2 aa")
    plan = only("Soviet Union", 'attack = ["Ukraine"]', start)
    found, state = played(start, plan, trials=5)
    layout = found.layout
    there = state.units[:, layout.power("Soviet Union"), layout.at["Ukraine S.S.R."]]
    assert (there[:, layout.unit("inf")] == 1).all()
    assert (there[:, layout.unit("aa")] == 2).all()
    assert there.sum() == 15
    assert (found.ledger.guns[:, layout.power("Soviet Union")] == 2).all()
    assert (found.ledger.lost == 0).all()


@pytest.mark.rule("AA-47")
def test_a_tank_takes_an_empty_territory_on_its_way():
    start = edited(starting_position(), "West Russia: none", "Ukraine: none", "Archangel: 1 arm")
    lines = 'attack = ["Ukraine"]\ngarrison = ["Russia 9", "Caucasus 9"]'  # 2 away over one area
    found, state = played(start, only("Soviet Union", lines, start), trials=4)
    layout = found.layout
    soviet = layout.power("Soviet Union")
    assert (state.owners[:, layout.at["West Russia"]] == soviet).all()
    assert (state.owners[:, layout.at["Ukraine S.S.R."]] == soviet).all()
    assert (state.units[:, soviet, layout.at["Ukraine S.S.R."], layout.unit("arm")] == 1).all()
    assert (found.income[:, 0, soviet] == 24 + 2 + 3).all()


@pytest.mark.rule("AA-08")
@pytest.mark.parametrize("retreat", ["never", "at 2", "after 1", "after 2", "best", "air-only"])
@pytest.mark.parametrize("target", ["sz 15", "Karelia"])
def test_nobody_attacks_below_the_wanted_chance_whatever_the_retreat(target, retreat):
    start = edited(starting_position(), "sz 14: 2 bb, 1 dd, 2 ss", "sz 15: 2 dd, 1 ca")
    for wanted in (0.6, 0.9):
        for send in ("enough", "all"):
            attacks = f'attack = ["{target} >= {wanted} send {send}"]\nretreat = "{retreat}"'
            found, state = played(start, only("Germany", attacks, start), trials=400)
            for one in found.attacks.values():
                assert one.chance / one.made >= wanted - 1e-9
                assert within_4_se(one.won, one.made, one.chance / one.made)
            if retreat == "never":
                assert found.attacks
            assert (state.units >= 0).all()


@pytest.mark.rule("AA-08")
def test_who_retreats_goes_back_to_where_somebody_came_from():
    start = edited(starting_position(), "Karelia: 6 inf", "Belorussia: 3 inf, 2 arm", "sz 5: none")
    lines = 'attack = ["Karelia >= 0 send all"]\nretreat = "after 1"\ngarrison = ["Norway 9"]'
    found, state = played(start, only("Germany", lines, start), trials=500)
    layout = found.layout
    germany = state.units[:, layout.power("Germany")]
    there = layout.at["Karelia S.S.R."]
    held = state.owners[:, there] == layout.power("Soviet Union")
    assert held.any()
    assert not germany[held][:, there].any(), "nobody stays where they retreat from"
    # land units came from Eastern Europe first, in the board's order
    back = germany[held][:, layout.at["Eastern Europe"]][:, layout.land].sum(axis=1)
    assert (back > 0).mean() > 0.9
    before = State.of(start, 500).units.sum(axis=2)
    assert (before == state.units.sum(axis=2) + found.ledger.lost).all()


@pytest.mark.rule("AA-53")
def test_fighters_whose_carrier_sinks_land_next_to_it_or_are_lost():
    for hawaii, home in (("Hawaii: 1 inf", True), ("Hawaii: Japan 1 inf", False)):
        start = edited(starting_position(), "sz 52: 1 cv, 2 ftr", "Midway: Japan 1 inf", hawaii)
        start = edited(start, "turn: Japan", "sz 50: 2 ss, 1 bb, 1 cv, 2 ftr")
        lines = 'attack = ["sz 52 >= 0 send all"]\nretreat = "after 2"'
        found, state = played(start, only("Japan", lines, start), trials=1500)
        layout = found.layout
        us = layout.power("United States")
        fighter, zone = layout.unit("ftr"), state.units[:, us, layout.at["sz 52"]]
        sunk = zone[:, layout.unit("cv")] == 0
        lost = found.ledger.lost[:, us, fighter]
        landed = state.units[:, us, layout.at["Hawaiian Islands"], fighter]
        assert sunk.any()
        assert (zone[sunk][:, fighter] == 0).all()
        assert (zone[:, fighter] + landed + lost == 2).all()
        assert (landed[~sunk] == 0).all()
        assert (landed > 0).any() == home
        assert ((lost[sunk] < 2).any()) == home


@pytest.mark.rule("AA-53", "AA-24")
def test_fighters_whose_carrier_sinks_land_after_all_battles():
    """A submarine (2) against carrier (2) and fighter (4), which cannot hit it (AA-12): the carrier
    sinks with (1/3) / (1 - 4/9) = 3/5. Egypt falls to nine units; the fighter goes past it."""
    texts = ("sz 15: UK 1 cv, 1 ftr", "sz 14: Germany 1 ss", "Anglo Egypt: UK 1 inf")
    start = parse_position('start = "empty"\nturn = "Germany"')
    start = edited(start, *texts, "Libya: Germany 6 inf, 1 art, 2 arm")
    lines = 'attack = ["sz 15 >= 0 send all", "Egypt >= 0.1 send all"]'
    for friends in ((), ("Trans-Jordan: Germany 1 inf",)):
        where = edited(start, *friends)
        found, state = played(where, only("Germany", lines, where), trials=2000)
        layout = found.layout
        uk = state.units[:, layout.power("United Kingdom"), :, layout.unit("ftr")]
        sunk = state.units[:, layout.power("United Kingdom"), layout.at["sz 15"]]
        sunk = sunk[:, layout.unit("cv")] == 0
        assert sunk.mean() == pytest.approx(3 / 5, abs=4 * (0.24 / 2000) ** 0.5)
        taken = state.owners[:, layout.at["Anglo Egypt"]] == layout.power("Germany")
        assert taken.all()  # by nine against one infantry, whatever became of the fighter
        shore = uk[:, layout.at["Trans-Jordan"]]
        assert (shore == (sunk if not friends else 0)).all()
        assert (uk[sunk].sum(axis=1) == (0 if friends else 1)).all()
    # with land nowhere, a carrier next to it has room for one beside its own
    texts = ("Trans-Jordan: Germany 1 inf", "sz 34: US 1 cv, 1 ftr", "sz 15: UK 1 cv, 2 ftr")
    assert "sz 34" in start.board.sea_ways["sz 15"]
    where = edited(start, *texts)
    found, state = played(where, only("Germany", lines, where), trials=500)
    layout = found.layout
    uk = state.units[:, layout.power("United Kingdom")]
    sunk = uk[:, layout.at["sz 15"], layout.unit("cv")] == 0
    assert sunk.any()
    assert (uk[sunk][:, layout.at["sz 34"], layout.unit("ftr")] == 1).all()
    assert (uk[sunk][:, :, layout.unit("ftr")].sum(axis=1) == 1).all()


@pytest.mark.rule("AA-20")
def test_ships_in_an_attacked_zone_take_part_whatever_chance_is_enough():
    """One battleship would do; the other and the submarines are there, and fight as well."""
    start = parse_position('start = "empty"\nturn = "Germany"')
    start = edited(start, "sz 5: Germany 2 bb, 2 ss", "sz 5: UK 2 dd, 1 bb")
    found, _ = played(start, only("Germany", 'attack = ["sz 5 >= 0.1"]', start), trials=3000)
    ((key, attacks),) = found.attacks.items()
    assert (found.layout.areas[key[2]], attacks.made) == ("sz 5", 3000)
    exact = odds(parse_battle("aa", "2 ss, 2 bb v 2 dd, 1 bb")).event("cleared_not_taken").value
    assert attacks.chance / attacks.made == pytest.approx(exact, abs=1e-12)
    assert within_4_se(attacks.won, 3000, exact)


@pytest.mark.rule("AA-20")
def test_ships_that_were_sent_elsewhere_before_are_not_in_the_zone():
    start = parse_position('start = "empty"\nturn = "Germany"')
    start = edited(start, "sz 5: Germany 2 bb", "sz 5: UK 1 tr", "sz 6: UK 1 dd")
    lines = 'attack = ["sz 6 >= 0.1", "sz 5 >= 0.1"]'
    found, _ = played(start, only("Germany", lines, start), trials=500)
    made = {found.layout.areas[key[2]]: one for key, one in found.attacks.items()}
    alone = odds(parse_battle("aa", "1 bb v 1 dd")).event("cleared_not_taken").value
    assert made["sz 6"].chance / 500 == pytest.approx(alone, abs=1e-12)
    assert (made["sz 5"].made, made["sz 5"].won) == (500, 500)
