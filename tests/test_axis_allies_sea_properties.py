"""Relations that hold for any sea battle and any landing, on small forces that hypothesis picks."""

import numpy as np
import pytest
from commandline import ask, is_plain_refusal
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from combat.battle import Battle
from combat.engine import solve
from combat.force import Force
from combat.games import find_game

AA = find_game("aa")
SIDES = ("attacker", "defender")
SHIPS = ("ss", "dd", "ca", "cv", "bb", "tr")
FLEET = (*SHIPS, "ftr", "bmr")
ARMY = ("inf", "art", "arm", "ftr", "bmr")
COST = {"ss": 6, "dd": 8, "ca": 12, "cv": 14, "bb": 20, "tr": 7, "ftr": 10, "bmr": 12}
COST |= {"inf": 3, "art": 4, "arm": 5, "aa": 6}
CLEARED = ("territory_taken", "cleared_not_taken")
TINY = 1e-12


def forces(names, total=5):
    """One to `total` units, as counts in the order of `names`."""
    units = st.lists(st.sampled_from(names), min_size=1, max_size=total)
    return units.map(lambda drawn: {n: drawn.count(n) for n in names if n in drawn})


def text(counts):
    return ", ".join(f"{n} {unit}" for unit, n in counts.items())


def battle_of(attacker, defender, options=None):
    return Battle.parse(AA, text(attacker), text(defender), **(options or {}))


def at_sea(*sides):
    return any(unit in SHIPS for side in sides for unit in side)


def chance(battle, *events):
    outcomes = solve(battle, engine="exact")
    return sum(outcomes.event(name).value for name in events)


def fewer(counts, least, share):
    """Some of the land units, those that land: at least one."""
    land = [u for u in ("inf", "art", "arm") for _ in range(counts.get(u, 0))]
    landed = land[: max(least, round(share * len(land)))]
    return {u: landed.count(u) for u in dict.fromkeys(landed)}


fleets = forces((*FLEET, "damaged-bb"))
sea_options = st.fixed_dictionaries(
    {},
    optional={
        "dice": st.sampled_from(("standard", "low-luck")),
        "retreat": st.sampled_from(("after 1", "after 2", "at 2", "air-only", "at 1 or after 3")),
        "losses": st.sampled_from(("cheapest", "tr bb dd; keep 1 dd", "ftr ca; keep 1 air")),
        "defender_losses": st.sampled_from(("cheapest", "ca dd; keep 1 ss", "ftr bb cv")),
        "attacker_submerge": st.sampled_from(("never", "always")),
        "defender_submerge": st.sampled_from(("never", "always")),
        "rounds": st.sampled_from(("1", "2", "4")),
        "choose_losses": st.just("attacker"),
        "edition": st.just("second"),
    },
)
land_options = st.fixed_dictionaries(
    {},
    optional={
        "dice": st.sampled_from(("standard", "low-luck")),
        "retreat": st.sampled_from(("after 1", "after 2", "at 2", "air-only", "best")),
        "losses": st.sampled_from(("cheapest", "arm inf; keep 1 land", "ftr inf")),
        "bombard": st.sampled_from(("1 bb", "2 ca", "1 bb, 3 ca")),
        "rounds": st.sampled_from(("1", "2", "4")),
    },
)


@st.composite
def sea_battles(draw):
    attacker, defender = draw(fleets), draw(fleets)
    assume(at_sea(attacker, defender))
    return battle_of(attacker, defender, draw(sea_options))


@st.composite
def landings(draw):
    attacker = draw(forces(ARMY).filter(lambda c: set(c) & {"inf", "art", "arm"}))
    defender = draw(forces((*ARMY, "aa")))
    options = draw(land_options)
    landing = fewer(attacker, 1, draw(st.floats(0, 1)))
    if landing == attacker or ("rounds" in options and options.get("retreat") == "best"):
        options.pop("retreat", None)
    return battle_of(attacker, defender, options | {"landing": text(landing)})


battles = st.one_of(sea_battles(), landings())
FIXED = (
    battle_of({"ss": 1}, {"tr": 1}),
    battle_of({"tr": 1}, {"tr": 1}),
    battle_of({"ftr": 1}, {"ss": 1, "tr": 1}, {"defender_submerge": "always"}),
    battle_of({"inf": 1, "ftr": 1}, {"aa": 1}, {"landing": "1 inf", "bombard": "1 bb"}),
)


# --- everything is there once ------------------------------------------------------------------


@pytest.mark.rule("AA-13", "AA-16", "AA-17", "AA-22")
@pytest.mark.fault("B06", "B16", "B20", "B47")
@settings(max_examples=80)
@given(battle=battles)
@example(battle=FIXED[0])
@example(battle=FIXED[1])
@example(battle=FIXED[2])
@example(battle=FIXED[3])
def test_mass_is_one_and_units_are_left_or_lost(battle):
    outcomes = solve(battle, engine="exact")
    assert outcomes.chance.sum() == pytest.approx(1.0, abs=TINY)
    assert outcomes.chance.min() > 0.0
    events = [e for e in battle.events if e.partition]
    assert sum(outcomes.event(e.name).value for e in events) == pytest.approx(1.0, abs=TINY)
    starts = {"attacker": battle.attacker, "defender": battle.defender}
    prices = COST | ({"arm": 6} if battle["edition"] == "second" else {})
    means = dict.fromkeys(starts, 0.0)
    for row in range(len(outcomes)):
        *texts, end = AA.end_text(outcomes, row)
        for left_text, (side, start) in zip(texts, starts.items(), strict=True):
            left = Force.parse(left_text)
            for unit in COST:
                had = start[unit] + (start["damaged-bb"] if unit == "bb" else 0)
                assert 0 <= left[unit] <= had
                if unit != "aa":  # a gun goes with the territory
                    means[side] += outcomes.chance[row] * prices[unit] * (had - left[unit])
        if end in CLEARED:
            assert texts[0]
            assert not [u for u, _ in Force.parse(texts[1]) if u != "aa"]
        elif end == "defender_holds":
            assert texts[1]
        elif end in ("stand_off", "round_limit", "attacker_retreated"):
            assert texts[0]
    if "aa" not in battle.defender and battle["edition"] != "second":
        for side, mean in means.items():
            assert outcomes.quantity(f"{side}_ipc_lost").value == pytest.approx(mean, abs=1e-9)
    assert len({tuple(state) for state in outcomes.states.tolist()}) == len(outcomes)


@pytest.mark.fault("B15")
@settings(max_examples=25)
@given(battle=battles)
@example(battle=FIXED[1])
def test_rounds_are_those_of_the_timeline(battle):
    """The mean of rounds is the sum over r of the chance that round r + 1 is begun."""
    outcomes = solve(battle, engine="exact")
    timeline = outcomes.model.timeline()
    assert (np.diff(timeline, axis=0) >= -TINY).all()
    fighting = 1.0 - timeline.sum(axis=1)
    ends = [outcomes.event(e.name).value for e in battle.events if e.partition]
    assert timeline[-1] == pytest.approx(ends, abs=1e-5)
    assert outcomes.quantity("rounds").value == pytest.approx(fighting.sum(), abs=1e-3)


@pytest.mark.fault("B42")
@settings(max_examples=40)
@given(battle=battles)
def test_a_battles_text_reads_back(battle):
    again = Battle.parse(AA, str(battle))
    assert again == battle
    assert dict(again.settings) == dict(battle.settings)


# --- simulation --------------------------------------------------------------------------------


@pytest.mark.fault("B36", "B43", "B45")
@settings(max_examples=20)
@given(battle=battles, trials=st.integers(1, 2_000), seed=st.integers(0, 2**63 - 1))
def test_a_simulation_depends_on_seed_and_trials_only(battle, trials, seed):
    def run():
        outcomes = solve(Battle.parse(AA, str(battle)), trials=trials, rng=seed)
        assert (outcomes.trials, outcomes.seed) == (trials, seed)
        return outcomes.states.tolist(), outcomes.chance.tolist(), outcomes.quantity("rounds")

    first = run()
    np.random.default_rng(seed).random(7)
    assert run() == first
    counts = np.array(first[1]) * trials
    assert counts == pytest.approx(np.round(counts), abs=1e-6)
    assert counts.sum() == pytest.approx(trials)


@pytest.mark.fault("B19")
@settings(max_examples=20)
@given(battle=battles)
def test_intervals_hold_the_exact_chance(battle):
    exact, sampled = solve(battle, engine="exact"), solve(battle, trials=10_000, rng=4_242)
    for event in battle.events:
        p = exact.event(event.name).value
        allowed = 5.0 * (max(0.0, p * (1 - p)) / 10_000) ** 0.5 + 1e-12
        assert abs(sampled.event(event.name).value - p) <= allowed
    possible = {tuple(state) for state in exact.states.tolist()}
    assert {tuple(state) for state in sampled.states.tolist()} <= possible


# --- more is never worse -----------------------------------------------------------------------


def more(counts, unit):
    return counts | {unit: counts.get(unit, 0) + 1}


@pytest.mark.rule("AA-10", "AA-12")
@settings(max_examples=50)
@given(attacker=forces(FLEET), defender=forces(FLEET), unit=st.sampled_from(("dd", "ftr")))
@example(attacker={"ftr": 2}, defender={"ss": 1}, unit="dd")
def test_one_more_destroyer_or_fighter_never_clears_less(attacker, defender, unit):
    """He is lost after those that were there, so after k hits he has what they had and more.

    A destroyer more keeps the others' strikes, and takes the enemy's away.
    """
    order = " ".join(u for u in ("ss", "ca", "cv", "bmr", "bb") if u != unit)
    spare = "ftr" if unit == "dd" else "dd"
    order = f"{spare} {order} {unit}"
    assume(at_sea(attacker, defender))
    less, larger = (
        chance(battle_of(a, defender, {"losses": order}), *CLEARED)
        for a in (attacker, more(attacker, unit))
    )
    assert larger >= less - TINY


@pytest.mark.rule("AA-21")
@settings(max_examples=25)
@given(
    attacker=forces(("inf", "art", "arm", "ftr")).filter(lambda c: set(c) - {"ftr"}),
    defender=forces(ARMY),
    share=st.floats(0, 1),
)
def test_more_bombardment_never_takes_less(attacker, defender, share):
    landing = text(fewer(attacker, 1, share))
    taken = [
        chance(battle_of(attacker, defender, {"landing": landing} | bombard), "territory_taken")
        for bombard in ({}, {"bombard": "1 ca"}, {"bombard": "1 ca, 2 bb"})
    ]
    assert taken == sorted(taken) or max(np.diff(taken[::-1])) <= TINY


@pytest.mark.rule("AA-22")
@settings(max_examples=25)
@given(attacker=forces(ARMY).filter(lambda c: set(c) & {"inf", "arm"}), defender=forces(ARMY))
def test_a_landing_without_ships_and_retreat_is_the_land_battle(attacker, defender):
    """The engine in phases and the one of land battles give the same answer."""
    landing = {"landing": text(fewer(attacker, 1, 0.5))}
    land, landed = (solve(battle_of(attacker, defender, o)) for o in ({}, landing))
    for event in land.battle.events:
        value = land.event(event.name).value
        assert landed.event(event.name).value == pytest.approx(value, abs=TINY)
    for name in ("attacker_ipc_lost", "defender_ipc_lost", "rounds"):
        first, second = land.quantity(name), landed.quantity(name)
        assert second.value == pytest.approx(first.value, abs=1e-10)
        assert second.sd == pytest.approx(first.sd, abs=1e-6)


@pytest.mark.rule("AA-08", "AA-22", "AA-30")
@settings(max_examples=15)
@given(attacker=fleets, defender=fleets)
def test_best_retreat_at_sea_is_never_beaten(attacker, defender):
    assume(at_sea(attacker, defender))

    def net(retreat):
        outcomes = solve(battle_of(attacker, defender, {"retreat": retreat}))
        return outcomes.quantity("net_value").value

    best = net("best")
    for retreat in ("never", "air-only", "after 1", "after 2", "at 1", "at 2", "at 3"):
        assert best >= net(retreat) - 1e-10, retreat


@pytest.mark.rule("AA-20")
def test_changes_of_a_sea_battle_are_sea_battles():
    """Each change by one unit can be made, and every kind of ship is among them."""
    battle = battle_of({"ss": 2, "dd": 1}, {"ss": 1, "ca": 1, "tr": 1})
    changes = list(AA.neighbours(battle))
    assert all(AA.changed(battle, change, 1) is not None for change in changes)
    more = {side: {c.what for c in changes if c.side == side and c.step == 1} for side in SIDES}
    assert more["attacker"] >= {*SHIPS, "ftr"}
    assert more["defender"] == set(SHIPS)  # a defending fighter needs a deck
    decked = battle_of({"dd": 1}, {"cv": 1, "ftr": 1})
    changes = list(AA.neighbours(decked))
    assert "ftr" in {c.what for c in changes if c.side == "defender" and c.step == 1}


# --- whatever is typed -------------------------------------------------------------------------

WORDS = st.sampled_from(
    (
        *("0", "1", "2", "3", "-1", "1.5", "99", "1000001", "½", "NaN", "v", "|", "=", ",", ";"),
        *("ss", "dd", "ca", "cru", "cv", "acc", "bb", "bat", "damaged-bb", "damaged bb", "tr"),
        *("subs", "transports", "carrier", "ftr", "bmr", "inf", "aa", "none", "foo", ":", "keep"),
        *("always", "never", "best", "ignore", "while", "landing", "bombard", "tr:", "cv: 2 ftr"),
        *("\n", "\x00", "\x1b[31m", "😀", "\ud800", "'", '"', "\\", "{}", "%s"),
    )
)
TEXTS = st.one_of(
    st.text(max_size=20),
    st.lists(WORDS, max_size=8).map(" ".join),
    st.lists(WORDS, max_size=6).map(", ".join),
)


def small(given_text):
    """Without numbers that make a battle long."""
    digits = "".join(c if c.isdigit() else " " for c in given_text).split()
    return all(len(d) < 2 or len(d) > 5 for d in digits)


def check(*arguments):
    answer = ask(*arguments)
    assert answer.code in (0, 2), answer
    if answer.code == 2:
        assert is_plain_refusal(answer), answer
        assert answer.out == "" or "--format" in arguments
    else:
        assert (answer.err, bool(answer.out)) == ("", True)


@settings(max_examples=50)
@given(
    attacker=st.one_of(TEXTS, st.just("2 ss, 1 dd, 1 ftr")).filter(small),
    defender=st.one_of(TEXTS, st.just("1 bb, 1 ss, 2 tr")).filter(small),
)
@example(attacker="1 damaged-bb", defender="2 damaged bb")
@example(attacker="1 ss", defender="none")
@example(attacker="1 dd", defender="2 inf")
@example(attacker="2 tr", defender="1 aa")
def test_any_two_fleets(attacker, defender):
    check("odds", "aa", "--", attacker, defender)


VALID = {
    "landing": ("1 inf", "1 inf, 1 arm", "2 inf, 1 arm, 1 ftr"),
    "bombard": ("1 bb", "2 ca, 1 bb", "1 dd"),
    "attacker_submerge": ("always", "best", "sometimes"),
    "defender_submerge": ("always", "best", ""),
    "landing_places": ("0", "3", "-1"),
    "cargo": ("tr: 2 inf", "tr: 2 inf; tr: 1 inf, 1 arm", "cv: 2 ftr", "tr 2 inf"),
    "defender_cargo": ("tr: 2 inf", "tr: 3 arm"),
    "fight": ("ignore", "yes"),
    "losses": ("dd ftr ca; keep 1 dd while ss", "ss; keep 2 dd while", "keep 1 bb while foo"),
}


@settings(max_examples=70)
@given(
    key=st.sampled_from(tuple(VALID)),
    sides=st.sampled_from(
        ("2 ss, 1 dd, 1 tr v 1 ss, 1 dd, 1 tr", "2 inf, 1 arm, 1 ftr v 2 inf, 1 aa", "1 tr v 1 tr")
    ),
    data=st.data(),
)
def test_any_setting_of_the_sea(key, sides, data):
    value = data.draw(st.one_of(st.sampled_from(VALID[key]), TEXTS.filter(small)))
    check("odds", "aa", sides, "--set", f"{key}={value}")


@settings(max_examples=12)
@given(battle=battles, verb=st.sampled_from(("odds", "should-attack")))
@example(battle=FIXED[0], verb="should-attack")
@example(battle=FIXED[1], verb="should-attack")
@example(battle=FIXED[2], verb="should-attack")
@example(battle=FIXED[3], verb="should-attack")
def test_every_verb_answers_any_battle(battle, verb):
    answer = ask(verb, "aa", str(battle), "--format", "json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.json["game"] == "axis-allies"
