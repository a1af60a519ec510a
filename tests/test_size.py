"""How much is enough, against trying everything by the oracles."""

from fractions import Fraction

import napoleonics_cases
import oracle
import pytest
import rebellion_oracle
import washingtons_war_cases
import washingtons_war_oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from rebellion_cases import Case
from size_oracle import best, cheapest, everything, frontier

from analysis.answers import odds
from analysis.size import size
from analysis.size.base import base_of, read_base
from analysis.size.candidates import Growing, candidates, levels
from analysis.size.document import proof
from analysis.size.frames import frontier_frame, tried_frame
from analysis.size.wanted import wanted_event
from combat import engine
from combat.changes import Change
from combat.errors import IllegalBattleError, NotationError, OptionError, UnknownUnitError
from combat.game import Game
from combat.games import GAMES, parse_battle

EXACT = 1e-11
ANY = 99
LAND = {"inf": ("3", ANY), "art": ("4", ANY), "arm": ("5", ANY), "ftr": ("10", ANY)}
LAND |= {"bmr": ("12", ANY)}
SHIPS = {"cv": ("14", ANY), "ftr": ("10", ANY), "bmr": ("12", ANY), "ss": ("6", ANY)}
SHIPS |= {"dd": ("8", ANY), "ca": ("12", ANY), "bb": ("20", ANY)}


def together(*forces):
    """Forces as counts, added up."""
    found = {}
    for one in forces:
        for name, n in one.items():
            found[name] = found.get(name, 0) + n
    return found


def text(force):
    return ", ".join(f"{n} {name}" for name, n in force.items()) or "none"


def chance_on_land(attacker, defender, event="territory_taken", side="attacker", **options):
    """The oracle's chance of an event if a side has so much more."""

    def chance(added):
        forces = {"attacker": attacker, "defender": defender}
        forces[side] = together(forces[side], added)
        if not forces["attacker"]:
            return None
        negated = event.startswith("not ")
        found = oracle.land(forces["attacker"], forces["defender"], **options)
        value = found.event(event.removeprefix("not "))
        return 1 - value if negated else value

    return chance


def agrees(found, ways, wanted=None):
    """Check an answer up to a budget against all the ways within it."""
    assert found.proven
    assert found.method == "exact"
    right = best(ways) if wanted is None else cheapest(ways, wanted)
    if not right:
        assert found.answer is None
        assert (found.force, found.cost, found.chance, found.ties) == (None, None, None, ())
        right = best(ways)
        assert found.best.cost == pytest.approx(float(right[0].cost))
        assert found.best.chance.value == pytest.approx(float(right[0].chance), abs=EXACT)
    else:
        chances = {way.added: float(way.chance) for way in right}
        assert found.cost == pytest.approx(float(right[0].cost))
        assert found.answer.added in chances
        assert found.chance.value == pytest.approx(max(chances.values()), abs=EXACT)
        assert (found.chance.low, found.chance.high) == (found.chance.value,) * 2
        tied = found.ties or (found.answer,)
        assert tied[0] is found.answer
        assert len(tied) == len(right)
        for one in tied:
            assert one.chance.value == pytest.approx(chances[one.added], abs=EXACT)
        values = [round(one.chance.value, 11) for one in tied]
        assert values == sorted(values, reverse=True)
    has_frontier(found, ways)


def has_frontier(found, ways):
    """Check the frontier of an answer against the one of all the ways."""
    right = frontier(ways)
    assert [one.cost for one in found.frontier] == pytest.approx([float(cost) for cost, _ in right])
    chances = [float(chance) for _, chance in right]
    assert [one.chance.value for one in found.frontier] == pytest.approx(chances, abs=EXACT)


# --- Axis & Allies --------------------------------------------------------------------------------

ON_LAND = [
    # attacker, defender, settings, event, side, offers, budget
    ({"inf": 1}, {"inf": 2}, "", "territory_taken", "attacker", LAND, "14"),
    ({}, {"inf": 1, "art": 1}, "", "territory_taken", "attacker", LAND, "13"),
    ({"arm": 1}, {"inf": 1, "aa": 1}, "", "territory_taken", "attacker", LAND, "13"),
    ({"inf": 2, "arm": 1}, {"inf": 1}, "", "defender_holds", "defender", LAND, "10"),
    ({"inf": 3}, {"inf": 1}, "retreat=at 1", "not territory_taken", "defender", LAND, "9"),
    ({"inf": 1}, {"inf": 2}, "", "cleared_not_taken", "attacker", LAND, "20"),
    ({"inf": 2}, {"inf": 2}, "losses=arm inf", "territory_taken", "attacker", LAND, "10"),
]


@pytest.mark.parametrize(
    ("attacker", "defender", "setting", "event", "side", "offers", "budget"),
    ON_LAND,
    ids=lambda value: text(value)[:20] if isinstance(value, dict) else str(value),
)
def test_axis_allies_against_everything(attacker, defender, setting, event, side, offers, budget):
    key, _, value = setting.partition("=")
    if side == "defender":
        offers = offers | {"aa": ("6", 1)}
    ways = everything(
        *(offers, budget),
        chance_on_land(attacker, defender, event, side, **({key: value} if key else {})),
    )
    battle = f"aa {text(attacker)} v {text(defender)}{f' | {setting}' if setting else ''}"
    asked = {"side": side, "event": event, "budget": float(budget)}
    agrees(size(battle, **asked), ways)
    for wanted in ("1/10", "1/2", "4/5", "19/20"):
        agrees(size(battle, chance=float(Fraction(wanted)), **asked), ways, Fraction(wanted))


def test_without_a_budget_the_cheapest_is_the_same():
    ways = everything(LAND, "16", chance_on_land({"inf": 1}, {"inf": 2, "art": 1}))
    for wanted in (Fraction(1, 3), Fraction(3, 5)):
        right = cheapest(ways, wanted)
        found = size("aa 1 inf v 2 inf, 1 art", chance=float(wanted))
        assert found.proven
        assert found.cost == float(right[0].cost)
        assert {one.added for one in (found.answer, *found.ties)} == {way.added for way in right}
        within = [way for way in ways if way.cost <= right[0].cost]
        has_frontier(found, within)
        assert len(found.tried) == len(within)


FORCES = st.fixed_dictionaries({name: st.integers(0, 2) for name in ("inf", "art", "arm")})


@settings(max_examples=25)
@given(
    attacker=FORCES,
    defender=st.fixed_dictionaries({"inf": st.integers(0, 2), "ftr": st.integers(0, 1)}),
    side=st.sampled_from(["attacker", "defender"]),
    wanted=st.integers(1, 20),
    budget=st.integers(0, 11),
    retreat=st.sampled_from(["never", "at 1", "after 1"]),
)
def test_proven_is_proven(attacker, defender, side, wanted, budget, retreat):
    attacker = {name: n for name, n in attacker.items() if n}
    defender = {name: n for name, n in defender.items() if n}
    if not attacker or not defender:
        return
    offers = {name: LAND[name] for name in ("inf", "arm", "ftr")}
    event = {"attacker": "territory_taken", "defender": "not territory_taken"}[side]
    ways = everything(
        *(offers, str(budget)), chance_on_land(attacker, defender, event, side, retreat=retreat)
    )
    found = size(
        f"aa {text(attacker)} v {text(defender)} | retreat={retreat}",
        side=side,
        event=event,
        chance=wanted / 20,
        budget=budget,
        units="inf, arm, ftr",
    )
    agrees(found, ways, Fraction(wanted, 20))


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_at_sea_against_everything(side):
    attacker, defender = {"ss": 1, "dd": 1}, {"dd": 1, "tr": 1}
    event = {"attacker": "cleared_not_taken", "defender": "defender_holds"}[side]

    def chance(added):
        forces = {"attacker": attacker, "defender": defender}
        forces[side] = together(forces[side], added)
        decks = 2 * added.get("cv", 0)
        aircraft = added.get("ftr", 0), added.get("bmr", 0)
        if side == "defender" and (aircraft[1] or aircraft[0] > decks):
            return None  # nowhere to land, and bombers land on no ship (AA-53)
        return oracle.sea(*forces.values()).event(event)

    ways = everything(SHIPS, "20", chance)
    battle = f"aa {text(attacker)} v {text(defender)}"
    agrees(size(battle, side=side, event=event, budget=20), ways)
    found = size(battle, side=side, event=event, budget=20, chance=0.7)
    agrees(found, ways, Fraction(7, 10))


def test_a_fleets_fighters_come_with_their_decks():
    """AA-53: two fighters land on a carrier, so the carrier is added first."""

    def chance(added):
        if added.get("ftr", 0) > 2 * added.get("cv", 0):
            return None
        return oracle.sea({"dd": 2, "ss": 1}, together({"dd": 1}, added)).event("defender_holds")

    ways = everything({"cv": ("14", ANY), "ftr": ("10", ANY)}, "34", chance)
    assert {("cv", 1), ("ftr", 2)} in [set(way.added) for way in ways]
    asked = {"side": "defender", "budget": 34, "units": "ftr, cv"}
    agrees(size("aa 1 ss, 2 dd v 1 dd", **asked), ways)


def test_one_gun_is_enough():
    """AA-03: however many guns there are, each aircraft is shot at once."""
    offered = {
        one.what: one.most for one in base_of("aa 1 ftr, 1 inf v 1 inf", "defender").additions
    }
    assert offered["aa"] == 1
    there = base_of("aa 1 ftr, 1 inf v 1 inf, 1 aa", "defender").additions
    assert "aa" not in {one.what for one in there}
    second = base_of("aa 1 ftr, 1 inf v 1 inf, 1 aa | edition=second", "defender").additions
    assert {one.what: one.most for one in second}[
        "aa"
    ] == 0  # of the second edition, three shots a gun


def test_values_of_the_user_are_honoured():
    plain = size("aa 1 inf v 2 inf", chance=0.6)
    dear = size("aa 1 inf v 2 inf | values=art=9", chance=0.6)
    assert plain.additions == "1 inf, 1 art"
    assert plain.cost == 7
    assert dear.additions == "1 inf, 1 arm"
    assert dear.cost == 8


def test_a_landing_lands_what_is_added():
    """All land units land before, so all do after, and the ship bombards for them (AA-21)."""
    found = size("aa 2 inf v 2 inf | landing=2 inf | bombard=1 bb", budget=8)
    assert found.answer.battle["landing"] == found.answer.battle.attacker
    chance = oracle.land(
        dict(found.answer.battle.attacker),
        {"inf": 2},
        landing=dict(found.answer.battle.attacker),
        bombard={"bb": 1},
    ).event("territory_taken")
    assert found.chance.value == pytest.approx(float(chance), abs=EXACT)


# --- the other games ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "event"),
    [("attacker", "attacker_holds"), ("defender", "defender_holds"), ("attacker", "area_empty")],
)
def test_rebellion_against_everything(side, event):
    attacker, defender = {"continental": 1, "militia": 1}, {"regulars": 2}
    names = {
        "attacker": ("continental", "militia", "french", "natives"),
        "defender": ("regulars", "loyalist", "hessian", "natives"),
    }[side]

    def chance(added):
        forces = {"attacker": attacker, "defender": defender}
        forces[side] = together(forces[side], added)
        if sum("natives" in force for force in forces.values()) > 1:
            return None
        case = Case("american", forces["attacker"], forces["defender"])
        found = rebellion_oracle.outcomes(case.asked())
        return sum((p for key, p in found.items() if key[2] == event), start=Fraction(0))

    ways = everything(dict.fromkeys(names, ("1", ANY)), "2", chance)
    battle = f"rb {text(attacker)} v {text(defender)}"
    agrees(size(battle, side=side, event=event, budget=2), ways)
    agrees(size(battle, side=side, event=event, budget=2, chance=0.5), ways, Fraction(1, 2))


def test_rebellion_has_only_so_many_units():
    found = size("rb 9 french, 1 militia v 1 loyalist", budget=3, units="french", chance=0.99)
    assert max(dict(one.added).get("french", 0) for one in found.tried) == 1  # of 10


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_washingtons_war_against_everything(side):
    cu = {"attacker": 3, "defender": 2}
    event = f"{side}_wins"

    def chance(added):
        if "discard" in added and "battle-card" in added:
            return None  # at most one card (WW-05)
        card = next((name for name in ("discard", "battle-card") if name in added), "none")
        more = added.get("cu", 0)
        sides = {
            who: washingtons_war_oracle.Side(
                nation={"attacker": "british", "defender": "american"}[who],
                cu=cu[who] + (more if who == side else 0),
                general=washingtons_war_oracle.General(*numbers),
                regulars=who == "attacker",
                card=card if who == side else "none",
            )
            for who, numbers in (("attacker", (4, 2)), ("defender", (3, 1)))
        }
        asked = washingtons_war_oracle.Battle(sides["attacker"], sides["defender"])
        found = washingtons_war_oracle.outcomes(asked)
        return sum((p for key, p in found.items() if key.end == event), start=Fraction(0))

    most = 2 if side == "attacker" else ANY  # an attacker has five CUs at most (WW-18)
    offers = {"cu": ("1", most), "discard": ("1", 1), "battle-card": ("1", 1)}
    ways = everything(offers, "4", chance)
    battle = "ww british, 3 cu, gen 4/2, regulars v american, 2 cu, gen 3/1"
    agrees(size(battle, side=side, budget=4), ways)
    for wanted in (Fraction(1, 2), Fraction(9, 10)):
        agrees(size(battle, side=side, budget=4, chance=float(wanted)), ways, wanted)


def test_washingtons_war_cards_only():
    """The best use of a card: what `units` leaves to be had is all that is tried."""
    found = size(
        "ww british, 3 cu, gen 4/2 v american, 2 cu, gen 3/1",
        budget=1,
        units="discard, battle-card",
    )
    assert [one.additions for one in found.tried] == ["", "1 discard", "1 battle-card"]
    assert found.additions == "1 battle-card"
    assert washingtons_war_cases.GAME is found.base.game


@pytest.mark.parametrize(
    ("side", "event"),
    [
        ("attacker", "target_eliminated"),
        ("defender", "target_stands"),
        ("attacker", "ground_taken"),
    ],
)
def test_napoleonics_against_everything(side, event):
    def chance(added):
        """Blocks, leader, support, a card's dice and artillery, put into the battle's text."""
        plain = {"attacker": ["French line", 3], "defender": ["British light", 3]}
        plain[side][1] += added.get("block", 0)
        texts = {who: f"{name} {blocks}" for who, (name, blocks) in plain.items()}
        for word in ("leader", "support"):
            texts[side] += f" {word}" if word in added else ""
        if "card die" in added:
            texts[side] += f" card +{added['card die']}"
        texts[side] += ", with foot artillery 3 at 2" * added.get("artillery", 0)
        battle = parse_battle("ccn", texts["attacker"], texts["defender"])
        theirs = napoleonics_cases.oracle_joint(battle)
        return napoleonics_cases.events_of(battle, theirs)[event]

    full = {"attacker": 4, "defender": 5}[side]
    offers = {"block": ("1", full - 3), "leader": ("0.6", 1), "support": ("0.4", 1)}
    if side == "attacker":
        offers |= {"card die": ("0.8", 1), "artillery": ("1.5", 4)}
    ways = everything(offers, "3.1", chance)
    battle = "ccn French line 3 v British light 3"
    agrees(size(battle, side=side, event=event, budget=3.1), ways)
    agrees(size(battle, side=side, event=event, budget=3.1, chance=0.3), ways, Fraction(3, 10))
    agrees(size(battle, side=side, event=event, budget=3.1, chance=0.75), ways, Fraction(3, 4))


# --- what is wanted, what may be spent ------------------------------------------------------------


def test_what_is_there_may_be_enough():
    found = size("aa 3 arm v 1 inf", chance=0.9)
    right = oracle.land({"arm": 3}, {"inf": 1}).event("territory_taken")
    assert (found.force, found.additions, found.cost) == ("3 arm", "", 0)
    assert found.chance.value == pytest.approx(float(right), abs=EXACT)
    assert (found.proven, len(found.tried)) == (True, 1)
    assert [one.cost for one in found.frontier] == [0]


def test_a_budget_of_nothing_buys_nothing():
    found = size("aa 1 inf v 1 inf", budget=0)
    assert (found.additions, found.cost, found.proven) == ("", 0, True)
    assert [one.force for one in found.tried] == ["1 inf"]
    with pytest.raises(OptionError, match="nothing can be had for 2 IPC; the cheapest costs 3"):
        size("aa none v 1 inf", budget=2)


def test_a_budget_is_spent_to_the_last():
    """A force that costs just the budget is within it, also in fractions of a cost."""
    assert max(one.cost for one in size("aa 1 inf v 1 inf", budget=9).tried) == 9
    found = size("ccn French line 3 v British light 3", budget=1.8)
    assert max(one.cost for one in found.tried) == 1.8
    assert ("block", "card die") in {tuple(k for k, _ in one.added) for one in found.tried}


def test_out_of_reach_is_said():
    found = size("aa 1 inf v 4 inf", chance=0.9, budget=6)
    assert (found.answer, found.force, found.proven) == (None, None, True)
    ways = everything(LAND, "6", chance_on_land({"inf": 1}, {"inf": 4}))
    assert found.best.chance.value == pytest.approx(float(best(ways)[0].chance), abs=EXACT)
    assert found.best.additions == text(dict(best(ways)[0].added))


def test_what_never_happens_ends_at_the_limit():
    found = size("aa 1 inf v 9 inf", event="stand_off", chance=0.5, most=300)
    assert (found.answer, found.proven) == (None, False)
    assert "the limit is 300 forces" in found.notes[0]
    cost = float(found.notes[0].split("less than ")[1].split(" IPC")[0])
    assert sum(one.cost < cost for one in found.tried) <= 300
    assert sum(one.cost >= cost for one in found.tried) <= 3_000


def test_nearly_certain_counts_as_certain():
    """Rounding cannot tell 1 − 1e-12 from 1, and the answer says so."""
    found = size("aa 1 inf v 1 inf", chance=1.0)
    assert 1 - 1e-12 <= found.chance.value < 1
    assert all(one.chance.value < 1 - 1e-12 for one in found.tried if one.cost < found.cost)
    assert "1e-12" in found.notes[0]


def test_certainty_where_there_is_any():
    found = size("ww british, 4 cu, gen 4/2 v american, 1 cu", event="overrun", chance=1.0)
    assert (found.cost, found.chance.value, found.proven) == (0, 1.0, True)


def test_all_that_there_is_may_be_too_little():
    """Proven although nothing is enough: what can be added is used up."""
    battle, units = "ccn French line 3 v British light 4", "leader, support, card die, 2 artillery"
    found = size(battle, chance=0.99, units=units)
    assert (found.answer, found.proven, found.notes) == (None, True, ())
    assert found.best.chance.value == max(one.chance.value for one in found.tried)
    whole = "(1 leader, 1 support, 1 card die, 2 artillery)"
    assert proof(found).startswith(f"proven: all that can be added {whole}, {len(found.tried)} ")
    found = size(battle, chance=0.99, budget=2, units=units)
    assert (found.answer, found.proven) == (None, True)
    assert proof(found).startswith("proven: all within the budget, ")


def test_a_limit_in_the_middle_of_a_cost_leaves_that_cost_out():
    """All of a cost are tried or none: else the best of that cost would not be known."""
    found = size("aa 1 inf v 1 inf", budget=20, most=17)
    cost = float(found.notes[0].split("less than ")[1].split(" IPC")[0])
    below = [one.battle.attacker for one in found.tried if one.cost < cost]
    right = [one for level in levels(base_of("aa 1 inf v 1 inf", "attacker"), 20) for one in level]
    assert below == [one.battle.attacker for one in right if one.cost < cost]
    assert len(below) <= 17 < sum(one.cost <= cost for one in right)


@pytest.mark.parametrize("wanted", [Fraction(1, 2), Fraction(3, 4)])
def test_beyond_the_limit_the_likeliest_are_made_larger(wanted):
    """Nothing is proven then, but the chances are right, and here so is the answer."""
    ways = everything(LAND, "22", chance_on_land({"inf": 1}, {"inf": 3, "art": 1}))
    chances = {way.added: float(way.chance) for way in ways}
    found = size("aa 1 inf v 3 inf, 1 art", chance=float(wanted), most=10)
    assert (found.proven, found.method) == (False, "exact")
    assert "something cheaper may have been missed" in found.notes[1]
    assert found.cost == float(cheapest(ways, wanted)[0].cost)
    assert len(found.tried) > 10
    for one in found.tried:
        assert one.chance.value == pytest.approx(chances[one.added], abs=EXACT)
    spent = size("aa 1 inf v 3 inf, 1 art", budget=14, most=10)
    within = [way for way in ways if way.cost <= 14]
    assert (spent.proven, spent.answer.added) == (False, best(within)[0].added)


@pytest.mark.parametrize(
    "text",
    [
        "aa 1 inf v 2 inf",
        "ww british, 2 cu, gen 4/2 v american, 2 cu",
        "rb 1 militia v 1 regulars",
    ],
)
def test_growing_all_is_trying_all(text):
    """If all of each cost are kept, growing them misses none."""
    base = base_of(text, "attacker")
    right = [one for level in levels(base, 6) for one in level]
    growing = Growing(base, kept=10_000)
    found = [one for one in right if one.cost == 0]
    growing.add(found, [0.5] * len(found))
    while batch := growing.next_batch(6):
        assert all(one.cost <= 6 for one in batch)
        growing.add(batch, [0.5] * len(batch))
        found += batch
    assert {one.battle.attacker for one in found} == {one.battle.attacker for one in right}
    assert [one.cost for one in found] == sorted(one.cost for one in found)


@pytest.mark.parametrize("start", ["1 inf v 2 inf, 1 art", "none v 2 inf"])
def test_the_frontier_rises(start):
    frame = frontier_frame(size(f"aa {start}", budget=22))
    assert frame["cost"].is_monotonic_increasing
    assert frame["cost"].is_unique
    assert (frame["chance"].diff().dropna() > 0).all()


def test_frames():
    found = size("aa 1 inf v 2 inf", budget=9, chance=0.4)
    frame = tried_frame(found)
    assert list(frame) == ["force", "additions", "cost", "chance", "low", "high", "frontier"]
    assert len(frame) == len(found.tried)
    steps = frontier_frame(found)
    assert frame[frame["frontier"]]["force"].tolist() == steps["force"].tolist()
    assert steps.attrs == {"event": "territory taken", "unit": "IPC", "wanted": 0.4}


def test_simulated_answers_prove_nothing():
    asked = {"chance": 0.6, "trials": 4_000, "rng": 5}
    found = size("aa 1 inf v 2 inf", **asked)
    again = size("aa 1 inf v 2 inf", **asked)
    assert (found.proven, found.method, found.trials, found.seed) == (False, "simulated", 4_000, 5)
    assert found.chance.low < found.chance.value < found.chance.high
    assert [one.chance for one in found.tried] == [one.chance for one in again.tried]
    ways = everything(LAND, "9", chance_on_land({"inf": 1}, {"inf": 2}))
    chances = {way.added: float(way.chance) for way in ways}
    for one in found.tried:
        assert one.chance.value == pytest.approx(chances[one.added], abs=4 * (0.25 / 4_000) ** 0.5)


def test_what_is_too_large_is_simulated(monkeypatch):
    battle = "rb 2 militia v 1 regulars"
    exact = size(battle, budget=1)
    monkeypatch.setattr(engine, "EXACT_WORK", 1.0)
    monkeypatch.setattr(engine, "FIRST_TRIALS", 2_000)
    found = size(battle, budget=1, rng=3)
    assert (found.method, found.proven, found.trials) == ("simulated", False, 2_000)
    for one, right in zip(found.tried, exact.tried, strict=True):
        assert one.chance.low - 0.02 <= right.chance.value <= one.chance.high + 0.02
    with pytest.raises(OptionError, match="an exact answer would take"):
        size(battle, budget=1, engine="exact")


# --- candidates and bases -------------------------------------------------------------------------


def test_each_force_is_tried_once_and_the_cheapest_way():
    seen = set()
    for one in candidates(base_of("ww british, 3 cu, gen 4/2 v american, 2 cu", "attacker")):
        assert one.battle.attacker not in seen
        seen.add(one.battle.attacker)
        assert one.cost == sum(one.counts)
    assert len(seen) == 9  # 3 to 5 CUs, with no card, a discard or a battle card


def test_the_base_may_be_nothing():
    base = read_base(GAMES["axis-allies"], "none", "1 bb, 1 dd", side="attacker")
    assert (base.from_nothing, base.sides) == (True, "none v 1 dd, 1 bb")
    first = [next(iter(level)) for level in levels(base, 8)]
    assert [(one.cost, str(one.battle.attacker)) for one in first] == [(6, "1 ss"), (8, "1 dd")]
    assert base_of("aa none v none", "attacker").sides == "none v none"
    defended = base_of("aa 2 inf v none", "defender")  # which the rules allow
    assert (defended.from_nothing, defended.sides) == (False, "2 inf v none")


def test_of_nothing_only_so_many_units_can_be_had():
    base = base_of("rb none v 2 regulars", "attacker")
    assert {one.what: one.most for one in base.additions} == {
        "continental": 40,
        "militia": 45,
        "french": 10,
        "natives": 18,
    }


@pytest.mark.parametrize(
    ("battle", "error", "words"),
    [
        ("aa none v 4 infx", UnknownUnitError, "infx"),
        ("aa none", NotationError, "no 'v'"),
        ("ww none v american, 2 cu", OptionError, "cannot be made up from nothing"),
        ("aa 2 bmr v none | raid=10", OptionError, "nothing that the attacker could be given"),
        ("aa 1 aa v 1 inf", IllegalBattleError, "AA-03"),
        ("nowhere 1 inf v 1 inf", OptionError, "no game is called"),
        ("mt 1 regular v 1 regular", OptionError, "deck"),
    ],
)
def test_a_wrong_base_is_refused(battle, error, words):
    with pytest.raises(error, match=words):
        size(battle, budget=10)


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        ({}, OptionError, "give the chance wanted, what may be spent, or both"),
        ({"chance": 0.0}, OptionError, "above 0 and at most 1"),
        ({"chance": 1.5}, OptionError, "above 0 and at most 1"),
        ({"chance": float("nan")}, OptionError, "above 0 and at most 1"),
        ({"budget": -1}, OptionError, "a number from 0"),
        ({"budget": float("inf")}, OptionError, "a number from 0"),
        ({"budget": 9, "side": "neither"}, OptionError, "attacker or defender"),
        ({"budget": 9, "event": "victory"}, OptionError, "no event 'victory'"),
        ({"budget": 9, "event": "defender_holds"}, OptionError, "not defender_holds"),
        ({"budget": 9, "event": "not territory_taken"}, OptionError, "territory_taken"),
        ({"budget": 9, "units": ""}, NotationError, "no units are named"),
        ({"budget": 9, "units": "=3"}, NotationError, "cannot read '=3'"),
        ({"budget": 9, "units": "inf=0"}, OptionError, "inf costs nothing"),
        ({"budget": 9, "units": "inf=-1"}, NotationError, "cannot read 'inf=-1'"),
        ({"budget": 9, "units": "inf=x"}, NotationError, "cannot read 'inf=x'"),
        ({"budget": 9, "units": "inf max 0"}, OptionError, "leave inf out"),
        ({"budget": 9, "units": "3 inf max 2"}, NotationError, "says twice"),
        ({"budget": 9, "units": "inf, infantry"}, OptionError, "named twice"),
        ({"budget": 9, "units": "cavalry"}, UnknownUnitError, "inf, art, arm, ftr, bmr"),
        ({"budget": 9, "units": "dd"}, UnknownUnitError, "inf, art, arm, ftr, bmr"),
        ({"budget": 9, "engine": "magic"}, OptionError, "magic"),
    ],
)
def test_wrong_questions_are_refused(asked, error, words):
    with pytest.raises(error, match=words):
        size("aa 1 inf v 1 inf", **asked)


def test_units_are_read_as_people_write_them():
    base = size("aa 1 inf v 1 inf", budget=0, units="4 Infantry; tanks = 5.5 , fighters max 2").base
    assert [(one.what, one.cost, one.most) for one in base.additions] == [
        ("inf", 3.0, 4),
        ("arm", 5.5, 0),
        ("ftr", 10.0, 2),
    ]
    short = size("ccn French line 3 v British light 3", budget=0, units="blocks, card die=0.5").base
    assert [(one.what, one.cost, one.most) for one in short.additions] == [
        ("block", 1.0, 1),
        ("card die", 0.5, 1),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_wanted_event_a_side(name):
    game: Game = GAMES[name]
    for pair in game.examples:
        battle = parse_battle(name, *pair)
        for side in ("attacker", "defender"):
            wanted = wanted_event(battle, side)
            assert wanted.event.side == side
            assert wanted.event.partition
            assert wanted_event(battle, side, str(wanted)) == wanted
            enemy = {"attacker": "defender", "defender": "attacker"}[side]
            not_theirs = f"not {wanted_event(battle, enemy)}"
            as_written = not_theirs.replace("_", " ").title()
            assert str(wanted_event(battle, side, as_written)) == not_theirs
            assert str(wanted_event(battle, side, not_theirs)) == not_theirs


def test_the_events_wanted_if_nothing_is_said():
    said = {
        (name, side): str(wanted_event(parse_battle(name, *GAMES[name].examples[0]), side))
        for name in GAMES
        for side in ("attacker", "defender")
    }
    assert said == {
        ("axis-allies", "attacker"): "territory_taken",
        ("axis-allies", "defender"): "defender_holds",
        ("washingtons-war", "attacker"): "attacker_wins",
        ("washingtons-war", "defender"): "defender_wins",
        ("rebellion-1775", "attacker"): "attacker_holds",
        ("rebellion-1775", "defender"): "defender_holds",
        ("napoleonics", "attacker"): "target_eliminated",
        ("napoleonics", "defender"): "target_stands",
    }


@pytest.mark.parametrize("name", GAMES)
def test_each_addition_can_be_made(name):
    """Over all games: names are distinct, costs positive, and the battle is the larger one."""
    game: Game = GAMES[name]
    made = 0
    for pair in game.examples:
        battle = parse_battle(name, *pair)
        for side in ("attacker", "defender"):
            offered = game.additions(battle, side)
            assert len({one.what for one in offered}) == len(offered)
            made += len(offered)
            for one in offered:
                larger = game.changed(battle, Change(side, one.what, 1, one.cost), 1)
                assert one.cost > 0
                assert str(larger) != str(battle)
                same = {"attacker": "defender", "defender": "attacker"}[side]
                assert getattr(larger, same) == getattr(battle, same)
    assert made > 3


@pytest.mark.parametrize(
    ("battle", "asked"),
    [
        ("aa 2 inf, 1 ftr v 2 inf, 1 aa | retreat=best | worth=territory=6", {}),
        ("aa 2 inf, 1 ftr v 2 inf | rounds=2", {"event": "round_limit"}),
        ("aa 2 inf, 1 ftr v 2 inf | edition=second", {"side": "defender"}),
        ("aa 2 inf, 1 arm v 3 inf | landing=2 inf", {}),
        ("aa 2 ss, 1 dd v 1 dd | attacker_submerge=always", {"side": "defender"}),
        ("ww british, 3 cu, gen 4/2, may battle-card v american, 4 cu, gen 3/2", {}),
        ("ww british, 3 cu, gen 4/2 v american, 4 cu, gen 3/2 | evade=3", {"side": "defender"}),
        ("ccn British heavy cavalry 2 v French line 4, may square", {}),
        ("ccn French foot artillery 2 v British light 4 | combat=ranged | range=3", {}),
    ],
)
def test_answers_at_once_are_those_one_by_one(battle, asked):
    budget = 11 if battle.startswith("aa") else 3
    found = size(battle, budget=budget, **asked)
    assert len(found.tried) > 2
    for one in found.tried:
        right = found.wanted.estimate(odds(one.battle, engine="exact"))
        assert one.chance.value == pytest.approx(right.value, abs=EXACT)
