"""Plans: battles in a row against sums by hand, the oracle's chains and the plain questions."""

import contextlib
import json
from pathlib import Path

import numpy as np
import oracle
import pytest
from commandline import ask, ask_json, is_plain_refusal
from hypothesis import given
from hypothesis import strategies as st

import analysis.campaign.answer
import combat.chain
from analysis.answers import odds
from analysis.campaign import campaign
from analysis.campaign.plan import parse_plan
from analysis.campaign.totals import final_events, final_quantities, stage_events, stage_quantities
from analysis.sequels import waves
from combat.chain import chained
from combat.engine import solve
from combat.errors import WargameError
from combat.games import GAMES, find_game, parse_battle

EXAMPLES = sorted((Path(__file__).parent.parent / "docs" / "examples").glob("*.toml"))
AA = find_game("aa")


def plan_of(*stages, **usual):
    """A plan from sections given as keywords; dicts are what is left of a stage."""
    lines = ['game = "aa"', *(f"{key} = {toml(value)}" for key, value in usual.items())]
    for number, stage in enumerate(stages, start=1):
        lines += [
            "[[stage]]",
            *(f"{k} = {toml(v)}" for k, v in ({"name": f"s{number}"} | stage).items()),
        ]
    return parse_plan("\n".join(lines))


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + " }"
    return json.dumps(value)


def left(stage, side, **more):
    return {"left": stage, "side": side, **more}


def ends(outcomes):
    """(attacker left, defender left, event, chance) of each final state."""
    for row in range(len(outcomes)):
        yield (*AA.end_text(outcomes, row), float(outcomes.chance[row]))


def of(text, event):
    return solve(parse_battle("aa", text)).event(event).value


# --- the chain ---------------------------------------------------------------------------------


def test_an_event_counts_where_the_row_ends():
    """Two fighters clear the field again and again, and never take it: one end, not two."""
    chain = waves(odds("aa 2 ftr v 1 inf"), "1 ftr")
    cleared = 0.0
    for _, defender, _, chance in ends(odds("aa 2 ftr v 1 inf")):
        cleared += chance * of(f"1 ftr v {defender or 'none'}", "cleared_not_taken")
    assert chain.event("cleared_not_taken").value == pytest.approx(cleared, abs=1e-14)
    names = [event.name for event in AA.events if event.partition]
    assert sum(chain.event(name).value for name in names) == pytest.approx(1.0, abs=1e-14)


def test_a_row_may_end_early():
    first = solve(parse_battle("aa", "1 arm v 1 inf"))
    chain = chained(first, lambda *_: None, lambda *_: None, solver=solve)
    assert [stage.reached for stage in chain.stages] == [1.0, 0.0, 0.0]
    assert chain.event("territory_taken").value == first.event("territory_taken").value
    assert chain.quantity("swing").sd == pytest.approx(first.quantity("swing").sd, abs=1e-12)


# --- waves -------------------------------------------------------------------------------------

PUBLISHED = [
    (
        "8 inf, 1 art",
        [("5 inf, 2 art, 1 ftr", ""), ("4 inf, 2 art, 1 ftr", "")],
        0.8864606726235524,
    ),
    (
        "9 inf, 1 art, 1 ftr",
        [("6 inf, 2 art, 2 ftr", ""), ("4 inf, 2 art", "2 inf"), ("3 inf, 1 art, 1 bmr", "1 inf")],
        0.5880175359881399,
    ),
]


def waves_plan(defender, forces):
    first, *rest = forces
    stages = [{"attacker": first[0], "defender": defender}]
    for number, (force, plus) in enumerate(rest, start=1):
        more = {"plus": plus} if plus else {}
        stages.append({"attacker": force, "defender": left(f"s{number}", "defender", **more)})
    return plan_of(*stages)


@pytest.mark.rule("AA-28")
@pytest.mark.parametrize(("defender", "forces", "taken"), PUBLISHED)
def test_waves_as_published(defender, forces, taken):
    found = campaign(waves_plan(defender, forces))
    assert found.method == "exact"
    assert final_events(found)["territory_taken"].value == pytest.approx(taken, abs=1e-9)
    assert sum(e.value for e in final_events(found).values()) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.rule("AA-28")
def test_waves_are_those_of_the_plain_question():
    plan = waves_plan("4 inf, 1 aa", [("2 inf, 1 ftr", ""), ("1 inf, 1 arm", ""), ("2 arm", "")])
    found, chain = (
        campaign(plan),
        waves(odds("aa 2 inf, 1 ftr v 4 inf, 1 aa"), "1 inf, 1 arm", "2 arm"),
    )
    for stage, other in zip(found.chain.stages, chain.stages, strict=True):
        assert stage.reached == pytest.approx(other.reached, abs=1e-14)
    for name, estimate in final_events(found).items():
        assert estimate.value == pytest.approx(chain.event(name).value, abs=1e-14)
    for name in ("attacker_ipc_lost", "defender_ipc_lost", "swing"):
        total = final_quantities(found)[name]
        assert total.value == pytest.approx(chain.quantity(name).value, abs=1e-12)
        assert total.sd == pytest.approx(chain.quantity(name).sd, abs=1e-10)


@pytest.mark.rule("AA-28")
def test_waves_are_those_of_the_oracle():
    first = oracle.land({"inf": 2, "ftr": 1}, {"inf": 3, "aa": 1})
    second = oracle.land_from(oracle.next_wave(first, {"inf": 1, "arm": 1}, {"art": 1}))
    third = oracle.land_from(oracle.next_wave(second, {"arm": 2, "ftr": 1}))
    plan = waves_plan(
        "3 inf, 1 aa", [("2 inf, 1 ftr", ""), ("1 inf, 1 arm", "1 art"), ("2 arm, 1 ftr", "")]
    )
    found = campaign(plan)
    for number, result in enumerate((first, second, third)):
        events = stage_events(found, number)
        reached = found.chain.stages[number].reached
        assert reached == pytest.approx(float(sum(result.final.values())), abs=1e-13)
        for name, estimate in events.items():
            assert reached * estimate.value == pytest.approx(float(result.event(name)), abs=1e-12)
    taken = sum(float(r.event("territory_taken")) for r in (first, second, third))
    assert final_events(found)["territory_taken"].value == pytest.approx(taken, abs=1e-12)


# --- the contract's example, and take and hold -------------------------------------------------

CONTRACT = next(file for file in EXAMPLES if file.stem == "two_powers_and_a_counter_attack")


@pytest.mark.rule("AA-28", "AA-44")
def test_the_plan_of_the_contract_by_hand():
    """Every end of Germany's attack, with the battle that it leads to, added up."""
    found = ask_json("campaign", str(CONTRACT))
    first = solve(
        parse_battle(
            "aa", "10 inf, 4 art, 6 arm, 3 ftr v 12 inf, 2 art, 3 arm, 2 ftr, 1 aa", retreat="best"
        )
    )
    taken = japan = lost = swing = 0.0
    for attacker, defender, end, chance in ends(first):
        if end == "territory_taken":
            land = ", ".join(
                u for u in attacker.split(", ") if u.split()[1] in ("inf", "art", "arm")
            )
            counter = solve(parse_battle("aa", f"6 inf, 2 art, 3 arm v {land}, 1 aa"))
            taken += chance
            lost += chance * counter.event("territory_taken").value
            swing -= chance * counter.quantity("swing").value
        else:
            second = solve(parse_battle("aa", f"4 inf, 3 ftr, 1 bmr v {defender or 'none'}"))
            japan += chance * second.event("territory_taken").value
            swing += chance * second.quantity("swing").value
    names = [stage["name"] for stage in found["stages"]]
    assert names == ["Germany attacks", "Japan attacks", "counter-attack"]
    germany, japans, counters = found["stages"]
    assert germany["reached"] == 1.0
    assert japans["reached"] == pytest.approx(1.0 - taken, abs=1e-12)
    assert counters["reached"] == pytest.approx(taken, abs=1e-12)
    assert germany["events"]["territory_taken"]["value"] == pytest.approx(taken, abs=1e-12)
    given = japans["events"]["territory_taken"]["value"]
    assert given * japans["reached"] == pytest.approx(japan, abs=1e-12)
    final = found["final"]["events"]
    assert final["territory_taken"]["value"] == pytest.approx(taken - lost + japan, abs=1e-12)
    assert final["enemy_territory_taken"]["value"] == pytest.approx(lost, abs=1e-12)
    assert sum(event["value"] for event in final.values()) == pytest.approx(1.0, abs=1e-12)
    total = first.quantity("swing").value + swing
    assert found["final"]["quantities"]["swing"]["value"] == pytest.approx(total, abs=1e-10)
    assert (found["method"], found["trials"], found["seed"], found["dropped"]) == (
        "exact",
        None,
        None,
        0.0,
    )


def test_the_spread_of_a_whole_plan_from_all_its_ways():
    """Three stages, the third about the first: each way through with its chance and its swing."""
    plan = plan_of(
        {"attacker": "2 inf, 1 arm", "defender": "2 inf, 1 aa"},
        {"attacker": "1 inf, 1 ftr", "defender": left("s1", "defender")},
        {
            "when": "s1: territory_taken",
            "attacker": "2 inf",
            "defender": left("s1", "attacker"),
        },
    )
    ways = []
    first = solve(parse_battle("aa", "2 inf, 1 arm v 2 inf, 1 aa"))
    swings = first.values("swing")
    for row, (attacker, defender, end, chance) in enumerate(ends(first)):
        taken = end == "territory_taken"
        text = f"2 inf v {attacker}, 1 aa" if taken else f"1 inf, 1 ftr v {defender}"
        next_one = solve(parse_battle("aa", text))
        for more, part in zip(next_one.values("swing"), next_one.chance, strict=True):
            ways.append((chance * part, swings[row] + (-more if taken else more)))
    chances, values = np.array(ways).T
    mean = chances @ values
    found = final_quantities(campaign(plan))["swing"]
    assert found.value == pytest.approx(mean, abs=1e-12)
    assert found.sd == pytest.approx(np.sqrt(chances @ (values - mean) ** 2), abs=1e-10)


def test_losses_are_those_of_sides_not_of_attackers():
    plan = plan_of(
        {"attacker": "3 inf, 1 arm", "defender": "2 inf"},
        {"attacker": "2 inf, 1 ftr", "defender": left("s1", "attacker"), "when": "territory_taken"},
    )
    found = campaign(plan)
    assert [stage.turned for stage in plan.stages] == [False, True]
    reached = found.chain.stages[1].reached
    first, second, final = (
        *(stage_quantities(found, number) for number in (0, 1)),
        final_quantities(found),
    )
    for name, other in (
        ("attacker_ipc_lost", "defender_ipc_lost"),
        ("defender_ipc_lost", "attacker_ipc_lost"),
    ):
        total = first[name].value + reached * second[other].value
        assert final[name].value == pytest.approx(total, abs=1e-12)
    assert final["rounds"].value == pytest.approx(
        first["rounds"].value + reached * second["rounds"].value, abs=1e-12
    )
    assert np.isnan(final["rounds"].sd)


def test_a_failed_counter_attack_leaves_the_territory_where_it_was():
    plan = plan_of(
        {"attacker": "1 inf", "defender": "none"},
        {"attacker": "1 ftr", "defender": left("s1", "attacker")},
        {"attacker": "1 inf, 1 ftr", "defender": left("s2", "attacker"), "when": "territory_taken"},
    )
    found = campaign(plan)
    assert found.chain.stages[2].reached == 0.0  # a fighter takes nothing
    assert final_events(found)["territory_taken"].value == pytest.approx(1.0, abs=1e-12)


@pytest.mark.rule("AA-44", "AA-03")
def test_what_a_taken_territory_leaves():
    first = solve(parse_battle("aa", "2 arm, 1 ftr v 1 inf, 1 aa"))
    row = max(
        (r for r in range(len(first)) if AA.end_text(first, r)[2] == "territory_taken"),
        key=lambda r: first.chance[r],
    )
    find = AA.sequels.left

    def units(*asked):
        return str(find(first, row, *asked).units)

    assert units("attacker", "", "defender") == "2 arm, 1 aa"  # no aircraft; the gun is captured
    assert units("attacker", "land", "defender") == "2 arm"
    assert units("attacker", "garrison", "defender") == "2 arm, 1 aa"
    assert units("attacker", "", "attacker") == "2 arm, 1 ftr"  # guns never attack
    assert find(first, row, "defender", "", "defender") is None


def test_a_stage_that_was_not_fought_leads_nowhere():
    """Neither 'event' nor 'not event' holds of it, and nobody is left of it."""
    sure = {"attacker": "1 inf", "defender": "none"}
    passed = {"attacker": "1 inf", "defender": "1 inf", "when": "not territory_taken"}
    for third in (
        {"attacker": "1 inf", "defender": "none", "when": "not territory_taken"},
        {"attacker": "1 inf", "defender": "none", "when": "territory_taken"},
        {"attacker": "1 inf", "defender": left("s2", "defender", plus="1 inf")},
    ):
        found = campaign(plan_of(sure, passed, third))
        assert [stage.reached for stage in found.chain.stages] == [1.0, 0.0, 0.0]
        assert (stage_events(found, 1), stage_quantities(found, 2)) == ({}, {})


def test_conditions_are_joined():
    stages = (
        {"name": "a: 1 and not", "attacker": "1 arm", "defender": "1 inf"},
        {"name": "b", "attacker": "1 inf", "defender": "1 inf"},
        {
            "attacker": "1 inf",
            "defender": "none",
            "when": "not a: 1 and not: both_gone and a: 1 and not: not territory_taken"
            " and not defender_holds",
        },
    )
    found = campaign(plan_of(*stages))
    first, second = odds("aa 1 arm v 1 inf"), odds("aa 1 inf v 1 inf")
    chance = first.event("defender_holds").value * (1 - second.event("defender_holds").value)
    assert found.chain.stages[2].reached == pytest.approx(chance, abs=1e-14)


# --- from the sea to the beach -----------------------------------------------------------------

SEA = {
    "name": "sea",
    "attacker": "1 ca, 1 dd, 3 tr",
    "defender": "1 dd, 3 ss",
    "defender_losses": "dd ss",  # then the submarines dive, and transports may outlive their escort
    "defender_submerge": "always",
    "cargo": "tr: inf, arm; tr: 2 inf; tr: inf, art",
    "retreat": "after 3",
}
SIDE = ("attacker", "defender")
ASHORE = {"3": "3 inf, 1 art, 1 arm, 1 inf", "2": "1 inf, 1 art, 1 inf, 1 arm", "1": "1 inf, 1 arm"}


@pytest.mark.rule("AA-20", "AA-23", "AA-14")
@pytest.mark.parametrize(("end", "landed"), [("after 3", {"3"}), ("never", {"1", "2", "3"})])
def test_sea_and_landing_by_hand(end, landed):
    """Final states of the sea battle: cargo lost cheapest first, landings that do not come."""
    beach = {
        "attacker": left("sea", "attacker", only="cargo", plus="1 inf, 1 ftr"),
        "defender": "2 inf, 1 art",
        "retreat": "after 2",
    }
    zone = SEA | {"retreat": end}
    found = campaign(plan_of(zone, beach))
    options = {key: value for key, value in zone.items() if key not in ("name", *SIDE)}
    sea = solve(parse_battle("aa", SEA["attacker"], SEA["defender"], **options))
    taken = reached = 0.0
    seen = set()
    for attacker, defender, end, chance in ends(sea):
        transports = next((u.split()[0] for u in attacker.split(", ") if u.endswith("tr")), "0")
        lands = end != "attacker_retreated" and "dd" not in defender
        cargo = ASHORE.get(transports, "") if lands else ""
        seen.add((transports, lands))
        reached += chance
        options = {"retreat": "after 2"} | ({"landing": cargo} if cargo else {})
        text = f"1 inf, 1 ftr, {cargo} v 2 inf, 1 art"
        taken += chance * solve(parse_battle("aa", text, **options)).event("territory_taken").value
    assert {lands for _, lands in seen} == {True, False}
    assert {number for number, lands in seen if lands} == landed
    assert found.chain.stages[1].reached == pytest.approx(reached, abs=1e-12) == 1.0
    assert stage_events(found, 1)["territory_taken"].value == pytest.approx(taken, abs=1e-12)


@pytest.mark.rule("AA-23")
def test_with_nobody_ashore_or_overland_it_is_over():
    beach = {"attacker": left("sea", "attacker", only="cargo"), "defender": "2 inf"}
    found = campaign(plan_of(SEA, beach))
    sea = found.chain.stages[0].fought[0][1]
    lands = sum(
        chance
        for attacker, defender, end, chance in ends(sea)
        if "tr" in attacker and "dd" not in defender and end != "attacker_retreated"
    )
    assert 0.0 < lands < 1.0
    assert found.chain.stages[1].reached == pytest.approx(lands, abs=1e-12)


@pytest.mark.rule("AA-15", "AA-20", "AA-21")
@pytest.mark.parametrize(("defender", "more"), [("none", {}), ("2 ss, 1 tr", {"fight": "ignore"})])
def test_without_a_battle_at_sea_everything_lands_and_ships_bombard(defender, more):
    sea = SEA | {"attacker": "1 bb, 3 tr", "defender": defender, "retreat": "never"} | more
    beach = {
        "attacker": left("sea", "attacker", only="cargo", plus="1 ftr"),
        "defender": "4 inf",
        "bombard": "1 bb",
    }
    found = campaign(plan_of(sea, beach))
    text = f"{ASHORE['3']}, 1 ftr v 4 inf"
    alone = solve(parse_battle("aa", text, landing=ASHORE["3"], bombard="1 bb"))
    assert stage_events(found, 0)[("cleared_not_taken" if not more else "stand_off")].value == 1.0
    assert stage_quantities(found, 0)["rounds"].value == 0.0
    assert found.chain.stages[1].reached == 1.0
    for name in ("territory_taken", "defender_holds"):
        assert stage_events(found, 1)[name].value == pytest.approx(
            alone.event(name).value, abs=1e-14
        )


@pytest.mark.rule("AA-21")
@pytest.mark.parametrize("defender", ["1 dd", "1 ss", "1 tr"])
def test_no_ship_bombards_after_a_battle_at_sea(defender):
    sea = SEA | {"attacker": "1 bb, 3 tr", "defender": defender, "retreat": "never"}
    beach = {
        "attacker": left("sea", "attacker", only="cargo"),
        "defender": "4 inf",
        "bombard": "1 bb",
    }
    with pytest.raises(WargameError, match=r"stage 2: .*AA-21") as refused:
        campaign(plan_of(sea, beach))
    assert (refused.value.kind, refused.value.rule) == ("illegal-battle", "AA-21")


@pytest.mark.rule("AA-15")
def test_surface_warships_are_not_passed_by():
    with pytest.raises(WargameError, match=r"stage 1: .*AA-15"):
        plan_of(SEA | {"fight": "ignore"})


# --- simulated ---------------------------------------------------------------------------------

PLAN = (
    {
        "attacker": "3 inf, 1 art, 1 ftr",
        "defender": "3 inf, 1 aa",
    },
    {
        "attacker": "2 inf, 1 bmr",
        "defender": left("s1", "defender", plus="1 inf"),
    },
    {
        "attacker": "2 inf, 2 arm",
        "defender": left("s1", "attacker"),
        "when": "s1: territory_taken",
    },
)


def test_exact_and_simulated_agree():
    plan = plan_of(*PLAN)
    exact, sampled = campaign(plan), campaign(plan, trials=40_000, rng=7)
    assert (sampled.method, sampled.chain.trials, sampled.seed) == ("simulated", 40_000, 7)
    pairs = [(final_events(exact), final_events(sampled))]
    pairs += [(final_quantities(exact), final_quantities(sampled))]
    for number in range(3):
        pairs.append((stage_events(exact, number), stage_events(sampled, number)))
        pairs.append((stage_quantities(exact, number), stage_quantities(sampled, number)))
    for one, other in pairs:
        assert one.keys() == other.keys()
        for name, estimate in other.items():
            assert not estimate.exact
            assert abs(estimate.value - one[name].value) <= 4 * estimate.stderr + 1e-12, name
    swing = final_quantities(exact)["swing"], final_quantities(sampled)["swing"]
    assert swing[0].sd == pytest.approx(swing[1].sd, rel=0.03)


def test_seed_and_trials_give_the_same_campaign():
    plan = plan_of(*PLAN)
    values = [
        final_events(campaign(plan, trials=5_000, rng=seed))["territory_taken"].value
        for seed in (3, 3, 4)
    ]
    assert values[0] == values[1] != values[2]


@pytest.mark.parametrize(
    ("module", "name", "limit"),
    [(combat.chain, "MOST_BRANCHES", 4), (analysis.campaign.answer, "EXACT_WORK", 9.0)],
)
def test_too_large_a_plan_is_simulated_and_says_so(monkeypatch, module, name, limit):
    monkeypatch.setattr(module, name, limit)
    monkeypatch.setattr(analysis.campaign.answer, "FEW_TRIALS", 4)
    plan = plan_of(*PLAN)
    found = campaign(plan, rng=1)
    assert found.method == "simulated"
    assert "too large for an exact answer" in found.notes
    with pytest.raises(WargameError, match="more than"):
        campaign(plan, engine="exact")


def test_precision_is_kept():
    found = campaign(plan_of(*PLAN), precision=0.01, rng=1)
    assert all(e.margin <= 0.0101 for e in final_events(found).values())


# --- files and the command line ----------------------------------------------------------------


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_the_examples_run(file):
    found = ask_json("campaign", str(file))
    assert found["method"] == "exact"
    game = GAMES[found["game"]]
    if "best_for" in found:  # the attacks of a turn, or a race: tests of their own
        assert all(0.0 <= stage["reached"] <= 1.0 for stage in found["stages"])
        assert found["final"]["events"]
        return
    shares = {event.name for event in game.events if event.partition}
    if game.sequels.one_place:
        words = found["final"]["events"].values()
    else:
        words = [row["chance"] for row in found["final"]["joint"]]
    assert sum(word["value"] for word in words) == pytest.approx(1.0, abs=1e-9)
    for stage in found["stages"]:
        assert set(stage) >= {"name", "reached", "events", "quantities"}
        assert 0.0 < stage["reached"] <= 1.0
        ends = [e["value"] for name, e in stage["events"].items() if name in shares]
        assert sum(ends) == pytest.approx(1.0, abs=1e-9)
    table = ask("campaign", str(file))
    assert (table.code, table.err) == (0, "")
    assert all(stage["name"] in table.out for stage in found["stages"])
    assert "the whole plan" in table.out
    csv = ask("campaign", str(file), "--format", "csv")
    assert csv.out.startswith("stage,kind,name,value,low,high,sd\n")


def test_a_simulated_plan_at_the_command_line():
    found = ask_json("campaign", str(CONTRACT), "--trials", "2000", "--seed", "5")
    assert (found["method"], found["trials"], found["seed"]) == ("simulated", 2000, 5)
    event = found["final"]["events"]["territory_taken"]
    assert event["low"] < event["value"] < event["high"]
    table = ask("campaign", str(CONTRACT), "--trials", "2000", "--seed", "5")
    assert "2,000 runs, seed 5" in table.out


HEAD = 'game = "aa"\n[[stage]]\nname = "a"\nattacker = "3 inf"\ndefender = "2 inf"\n'
NEXT = HEAD + '[[stage]]\nname = "b"\n'
FAULTS = [
    ("", "'game': it is missing", "option"),
    (
        'game = "chess"\n[[stage]]\nname="a"\nattacker="1 inf"\ndefender="1 inf"',
        "'game': no game",
        "option",
    ),
    ('game = "aa"', "'stage': it is missing", "option"),
    ('game = "aa"\nstage = 3', "'stage': write each stage as a [[stage]]", "option"),
    ('game = "aa"\nstage = []', "'stage': write each stage as a [[stage]]", "option"),
    ("game = ", "not TOML", "notation"),
    ("colour = 3\n" + HEAD, "'colour': no such key; keys are game, stage, ", "option"),
    (HEAD + "colour = 3", "stage 1, 'colour': no such key; keys are name, attacker, ", "option"),
    (HEAD + 'when = "territory_taken"', "stage 1, 'when': the first stage", "option"),
    (HEAD + "rounds = 0", "stage 1, 'rounds': rounds='0' is not possible", "option"),
    (HEAD + "rounds = [1]", "stage 1, 'rounds': it is a text or a number", "option"),
    (HEAD + 'retreat = "soon"', "stage 1, 'retreat': ", "option"),
    (HEAD + 'defender-losses = "inf"\ndefender_losses = "inf"', "set twice", "option"),
    (HEAD + 'landing = "4 inf"', "stage 1: the landing has 4 inf", "illegal-battle"),
    (HEAD.replace("3 inf", "3 imf"), "stage 1, 'attacker': unknown unit 'imf'", "unknown-unit"),
    (HEAD.replace('"2 inf"', "2"), "stage 1, 'defender': it is 2; write a text", "option"),
    (HEAD.replace("attacker", "atacker"), "stage 1, 'attacker': it is missing", "option"),
    (
        NEXT.replace('"b"', '"a"') + 'attacker = "1 inf"\ndefender = "none"',
        "stage 2, 'name': ",
        "option",
    ),
    (
        NEXT + 'attacker = "1 inf"\ndefender = { left = "c", side = "defender" }',
        "stage 2, 'defender': 'c' is no stage; earlier stages are 'a'",
        "option",
    ),
    (
        NEXT + 'attacker = "1 inf"\ndefender = { left = "b", side = "defender" }',
        "stage 2, 'defender': 'b' comes no earlier",
        "option",
    ),
    (
        NEXT + 'attacker = "1 inf"\ndefender = { left = "a", side = "both" }',
        "stage 2, 'defender': 'side' is 'both'; it is attacker or defender",
        "option",
    ),
    (
        NEXT + 'attacker = "1 inf"\ndefender = { left = "a" }',
        "stage 2, 'defender': 'side' is missing",
        "option",
    ),
    (
        NEXT + 'attacker = "1 inf"\ndefender = { left = "a", side = "defender", minus = "1 inf" }',
        "stage 2, 'defender': no such key 'minus'; keys are left, side, only, plus",
        "option",
    ),
    (
        NEXT + 'attacker = "1 inf"\ndefender = { left = "a", side = "defender", only = "horse" }',
        "stage 2, 'defender': only = 'horse' is no group",
        "option",
    ),
    (
        NEXT + 'attacker = "1 inf"\ndefender = { left = "a", side = "defender", plus = "-1 inf" }',
        "stage 2, 'defender': the count '-1'",
        "notation",
    ),
    (
        NEXT + 'attacker = { left = "a", side = "attacker", only = "cargo" }\ndefender = "1 inf"',
        "stage 1: cargo lands",
        "option",
    ),
    (
        NEXT
        + 'attacker = { left = "a", side = "attacker" }\n'
        + 'defender = { left = "a", side = "attacker" }',
        "stage 2: what is left attacks",
        "option",
    ),
    (
        NEXT + 'enemy = false\nattacker = "1 inf"\ndefender = { left = "a", side = "attacker" }',
        "stage 2, 'enemy': its attacker is of the side",
        "option",
    ),
    (
        NEXT + 'when = "taken"\nattacker = "1 inf"\ndefender = "none"',
        "stage 2, 'when': axis-allies has no event 'taken'",
        "option",
    ),
    (
        NEXT + 'when = "c: territory_taken"\nattacker = "1 inf"\ndefender = "none"',
        "stage 2, 'when': 'c' is no stage",
        "option",
    ),
    (
        NEXT + 'when = "territory_taken or both_gone"\nattacker = "1 inf"\ndefender = "none"',
        "stage 2, 'when': cannot read",
        "notation",
    ),
    (
        NEXT + 'when = "all_bombers_lost"\nattacker = "1 inf"\ndefender = "none"',
        "stage 1: this battle has no event",
        "option",
    ),
]


@pytest.mark.parametrize(("text", "message", "kind"), FAULTS)
def test_faults_are_named_in_one_plain_line(tmp_path, text, message, kind):
    file = tmp_path / "plan.toml"
    file.write_text(text, "utf-8")
    answer = ask("campaign", str(file), "--format", "json")
    assert is_plain_refusal(answer), answer.err
    assert message in answer.json["error"]
    assert answer.json["kind"] == kind


@pytest.mark.parametrize("name", ["nowhere.toml", ".", "a\0b"])
def test_files_that_cannot_be_read(tmp_path, name):
    assert is_plain_refusal(ask("campaign", str(tmp_path / name)))


def test_a_plan_is_asked_for():
    answer = ask("campaign")
    assert is_plain_refusal(answer)
    assert "PLAN.toml" in answer.err


def test_a_file_that_is_no_text(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in ask("campaign", str(file)).err


KEYS = st.sampled_from(["name", "when", "attacker", "defender", "retreat", "rounds", "enemy", "x"])
SIDES = st.fixed_dictionaries(
    {},
    optional={
        "left": st.sampled_from(["s1", "s2", "", "q"]),
        "side": st.sampled_from(["attacker", "defender", "x"]),
        "only": st.sampled_from(["land", "cargo", "garrison", "air", "x"]),
        "plus": st.sampled_from(["1 inf", "1 aa", "x"]),
    },
)
TEXTS = st.sampled_from(
    ["1 inf", "1 arm, 1 ftr", "none", "1 dd", "never", "territory_taken", "s1", ""]
)
VALUES = (
    TEXTS | SIDES | st.integers(-2, 3) | st.booleans() | st.lists(st.integers(0, 1), max_size=2)
)
STAGES = st.fixed_dictionaries(
    {"attacker": TEXTS | SIDES, "defender": TEXTS | SIDES},
    optional={"when": VALUES, "rounds": VALUES},
) | st.dictionaries(KEYS, VALUES, max_size=5)


@given(stages=st.lists(STAGES, min_size=1, max_size=3))
def test_no_plan_makes_a_traceback(stages):
    with contextlib.suppress(WargameError):
        campaign(plan_of(*stages))
