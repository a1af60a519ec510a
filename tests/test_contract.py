"""What every game in `GAMES` owes the rest of the product."""

import copy
import pickle
from collections import Counter
from dataclasses import astuple
from pathlib import Path

import numpy as np
import pytest

from combat.battle import Battle
from combat.changes import Change
from combat.engine import solve
from combat.errors import IllegalBattleError, NotationError, OptionError, UnknownUnitError
from combat.force import Force
from combat.game import ATTACKER, DEFENDER, NEITHER
from combat.games import GAMES, find_game

TRIALS, SEED = 3_000, 90_210

# cli.md: events (True: exactly one of these happens) and quantities by game
NAMES = {
    "axis-allies": (
        {
            "territory_taken": True,
            "cleared_not_taken": True,
            "both_gone": True,
            "defender_holds": True,
            "attacker_retreated": True,
            "stand_off": True,
            "round_limit": True,
            "all_bombers_lost": False,
            "complex_out": False,
        },
        ("attacker_ipc_lost", "defender_ipc_lost", "damage", "swing", "net_value", "rounds"),
    ),
    "washingtons-war": (
        {
            "attacker_wins": True,
            "defender_wins": True,
            "retreated_before_battle": True,
            "overrun": True,
            "intercepted": False,
            "attacker_surrenders": False,
            "defender_surrenders": False,
            "attacker_general_captured": False,
            "defender_general_captured": False,
            "regulars_lost": False,
            "unopposed": False,  # from here on more than cli.md names
            "washington_captured": False,
            "congress_dispersed": False,
            "army_retreated_before_battle": False,
            "attacker_stands": False,
            "alliance_made": False,
        },
        ("attacker_cu_lost", "defender_cu_lost", "alliance_steps", "swing", "net_value"),
    ),
    "rebellion-1775": (
        {
            **{"attacker_holds": True, "defender_holds": True, "area_empty": True},
            "colony_held": False,
        },
        (
            *("attacker_lost", "attacker_fled", "attacker_withdrawn"),
            *("defender_lost", "defender_fled", "defender_withdrawn", "rolls", "swing"),
            *("colonies", "net_value"),
        ),
    ),
    "napoleonics": (
        {
            **{"target_eliminated": True, "target_retreats": True},
            **{"target_retires": True, "target_stands": True},
            "battle_back": False,
            "attacker_eliminated": False,
            "attacker_retreats": False,
            "target_leader_lost": False,
            "attacker_leader_lost": False,
            "ground_taken": False,
            "bonus_melee": False,  # from here on more than cli.md names
            "bonus_target_eliminated": False,
        },
        (
            *("target_blocks_lost", "attacker_blocks_lost", "bonus_blocks_lost"),
            *("banners_for", "banners_against", "banner_swing", "net_value"),
        ),
    ),
}
ALIASES = {
    "axis-allies": ("aa",),
    "washingtons-war": ("ww",),
    "rebellion-1775": ("rb", "1775"),
    "napoleonics": ("ccn",),
    "musket-skirmish": ("mt",),
}
# settings that are tried on each example, and on it together with each other
SETTINGS = {
    "axis-allies": (
        {},
        {"retreat": "after 2"},
        {"retreat": "at 3 or air-only", "losses": "arm inf; keep 1 land"},
        {"retreat": "best", "worth": "territory=4, inf=3.5"},
        {"rounds": "2", "dice": "low-luck"},
        {"edition": "second", "values": "arm=6.25", "choose_losses": "attacker"},
        {"defender_losses": "ftr inf", "losses": "cheapest"},
    ),
    "washingtons-war": (
        {},
        {"alliance": "after", "pc": "american"},
        {"track": "6", "pc": "british"},
        {"worth": "cu=1.5, general=4, colony=-2, battle_card=0.25"},
    ),
    "rebellion-1775": (
        {},
        {"withdraw": "outnumbered", "defender_withdraw": "save-last", "losses": "keep-best"},
        {"way_out": "no", "defender_withdraw": "always", "volley": "attacker"},
        {"withdraw": "at 2", "late": "yes", "faces.regulars": "2/1/3", "turned": "2"},
        {"worth": "lost=1.5, fled=.25, withdrawn=0.1, area=-3", "defender_way_out": "no"},
    ),
    "napoleonics": (
        {},
        {"follow": "best", "terrain_dice": "worst", "first_strike_back": "no"},
        {"square_strikes": "back", "hand": "5", "squares": "1", "goal": "banner_swing"},
        {"worth": "banner=2.5, block=.5, leader=1, ground=-0.25", "follow": "stay"},
    ),
}
# settings that name a file: tried by tests of their own
FILES = {"units", "roster", "dice", "nations", "terrain"}
WITH_ROUNDS = {"axis-allies"}
MAP = Path(__file__).parent.parent / "docs" / "examples" / "maps" / "washingtons_war_map.toml"
AREAS = MAP.parent / "rebellion_map.toml"

# battles of another kind, whose settings go with them alone
OTHERS = {
    "axis-allies": (
        ("2 ss, 1 dd, 2 ftr", "1 ss, 1 ca, 1 tr", {"attacker_submerge": "always"}),
        (
            *("1 ss, 2 ca, 1 tr", "2 ss, 1 bb"),
            {"defender_submerge": "always", "retreat": "after 2", "cargo": "tr: 2 inf"},
        ),
        (
            *("2 dd, 1 cv, 2 ftr", "1 dd, 1 cv, 2 ftr, 1 tr"),
            {"landing_places": "1", "defender_cargo": "tr: 1 inf, 1 arm", "retreat": "best"},
        ),
        (
            *("2 inf, 1 art, 1 ftr", "2 inf, 1 arm, 1 aa"),
            {"losses": "best", "defender_losses": "best", "goal": "territory_taken"},
        ),
        (
            *("3 inf, 1 arm, 1 ftr", "2 inf, 1 art, 1 aa"),
            {"landing": "2 inf", "bombard": "1 bb, 2 ca", "retreat": "after 1"},
        ),
        ("1 bb, 1 tr", "1 ss, 2 tr", {"fight": "ignore", "cargo": "tr: 1 inf, 1 art"}),
        ("2 bmr", "1 aa", {"raid": "5"}),
        ("3 bmr", "none", {"raid": "4", "dice": "low-luck"}),
        (
            *("2 ftr, 2 bmr", "2 ftr, 1 aa"),
            {"raid": "7", "damage": "3", "escorts": "yes", "losses": "bmr ftr; keep 1 bmr"},
        ),
        ("3 bmr", "3 ftr", {"raid": "10", "interceptors": "best", "worth": "bmr=15"}),
        (
            *("1 ftr, 2 bmr", "3 ftr, 2 aa"),
            {"raid": "2", "escorts": "yes", "interceptors": "2", "edition": "second"},
        ),
    ),
    "washingtons-war": (
        (
            *("british, 3 cu, gen 3/2, discard", "american, 2 cu, battle-card"),
            {"map": str(MAP), "space": "Charleston", "origin": "Eutaw Springs"},
        ),
        (
            *("british, 5 cu, gen 4/1, regulars", "american, 2 cu, gen 3/2, militia"),
            {"intercept": "4/3:4 cu, Arnold 5/2:7 cu", "leader": "present", "pc": "american"},
        ),
        (
            *(
                "british, 3 cu, gen 5/2, may battle-card, may discard",
                "american, 0 cu, cut-off, militia",
            ),
            {"intercept": "Washington:4 cu, 2/1:2 cu", "tries": "best", "congress": "yes"},
        ),
        (
            *("british, 4 cu, Burgoyne, may treason", "american, 1 cu, Arnold 5/2, may discard"),
            {
                "intercept": "3/3:2 cu, Gates 2/2:1 cu",
                "leader": "best",
                "goal": "attacker_cu_lost",
                "evade": "yes",
                "retreat": "best",
            },
        ),
        (
            *("british, 5 cu, gen 3/1, treason, drm -1", "american, 1 cu, Arnold 5/2"),
            {"evade": "2", "alliance": "after"},
        ),
        ("british, 4 cu, gen 4/2", "american, 7 cu, Greene 5/3, battle-card", {"evade": "yes"}),
        ("british, 5 cu, gen 6/3", "american, 6 cu, gen 2/3", {"evade": "4", "congress": "yes"}),
        ("british, 2 cu, gen 1/1, navy", "american, 0 cu, Washington", {"track": "8"}),
        (
            *("british, 3 cu, gen 2/2, regulars", "none"),
            {"move": "naval", "card": "minor", "landing_party": "yes"},
        ),
        ("british, 5 cu, gen 4/1", "none", {"intercept": "3/2:4 cu", "tries": "never"}),
        (
            *("american, 1 cu, Arnold 5/2, may discard", "british, 4 cu, gen 3/2, may treason"),
            {"goal": "alliance_steps", "pc": "british", "worth": "regulars=0"},
        ),
        (
            *("french, 4 cu, Rochambeau 3/2, militia", "british, 6 cu, cut-off, navy, regulars"),
            {"worth": "alliance=2.5"},
        ),
        (
            *("american, 2 cu, 2 french cu, gen 4/1, battle-card", "british, 0 cu, gen 5/1"),
            {"pc": "british"},
        ),
    ),
    "rebellion-1775": (
        (
            *("american", "british"),
            {
                **{"map": str(AREAS), "area": "Prince Town", "defender_withdraw": "always"},
                **{"to": "north-west of Hartford", "defender_to": "north-west of Hartford"},
                "seaborne": "attacker",
                "pursuit": "north-west of Hartford: 2",
            },
        ),
        (
            *("2 regulars, 1 loyalist", "1 continental, 2 militia"),
            {
                **{"losses": "best", "withdraw": "best", "worth": "area=2, fled=0.75"},
                **{"defender_losses": "best", "defender_withdraw": "best", "goal": "net_value"},
            },
        ),
        (
            *("2 loyalist, 1 hessian", "2 militia, 1 french"),
            {"losses": "best", "defender_withdraw": "best", "turned": "1", "late": "yes"},
        ),
        (
            *("1 regulars, 2 natives", "1 continental, 1 french"),
            {"defender_losses": "best", "goal": "defender_fled", "volley": "defender"},
        ),
        (
            *("2 militia, 1 continental, 1 french", "2 regulars, 1 hessian"),
            {"losses": "keep-own continental", "defender_losses": "hessian regulars"},
        ),
        (
            *("3 loyalist, 1 regulars", "4 militia"),
            {"faces.loyalist": "1/2/3", "faces.militia": "0/6/0", "turned": "3"},
        ),
        (
            *("1 hessian, 1 natives", "1 continental, 2 french"),
            {
                **{"faces.hessian": "3/0/3", "faces.natives": "2/2/2", "withdraw": "always"},
                **{"faces.continental": "2/1/3", "faces.french": "4/2/0", "volley": "attacker"},
            },
        ),
        ("2 natives", "1 regulars, 1 loyalist", {}),
        ("1 militia", "1 natives", {"withdraw": "always"}),
    ),
    "napoleonics": (
        (
            *("French light 3, moved", "British line 4 leader on forest, room 1"),
            {"combat": "ranged", "range": "2"},
        ),
        ("British rifle light 3", "French cuirassier 4", {"combat": "ranged", "range": "3"}),
        (
            *("French light lancer 4 leader, card +1", "INF 2, may first-strike, may square"),
            {
                **{"bonus": "British foot artillery 3 leader on hill", "bonus_hex": "clear"},
                **{"follow": "best", "goal": "net_value"},
            },
        ),
        ("French line 4, with foot artillery 3 at 2", "CAV 3, retire", {"follow": "stay"}),
        ("British line 3", "LEADER on hill, room 0, edge", {}),
        ("INF 3 leader, dice 3/3/1, impassable", "Austrian line 5, first-strike, support", {}),
        (
            *("CAV 4 leader, edge", "INF 1, dice 0, room 0"),
            {"bonus": "Spanish militia 4, may square, room 2", "squares": "0", "hand": "3"},
        ),
        ("Russian cossack 2 on forest", "Portuguese militia 4 on orchard, ignore 1", {}),
        ("French old guard 4, bayonet-charge, moved 2", "ART 3 on fieldworks, cannot-retreat", {}),
    ),
}

CASES = [
    pytest.param(name, *case, id=f"{name}: {' v '.join(case[:2])} {case[2]}")
    for name, game in GAMES.items()
    for case in (
        *((*sides, options) for sides in game.examples for options in SETTINGS.get(name, ({},))),
        *OTHERS.get(name, ()),
    )
]
over_battles = pytest.mark.parametrize(("name", "attacker", "defender", "options"), CASES)
over_games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def battle_of(name, attacker, defender, options):
    return Battle.parse(GAMES[name], attacker, defender, **options)


def both(battle):
    """The exact and the simulated outcomes."""
    return solve(battle, engine="exact"), solve(battle, trials=TRIALS, rng=SEED)


def partition(battle):
    """Events of which exactly one happens; in some battles there are none."""
    return [e for e in battle.events if e.partition]


# --- names -------------------------------------------------------------------------------------


@over_games
@pytest.mark.fault("B47")
def test_events_and_quantities_are_those_of_the_contract(game):
    events, quantities = NAMES[game.name]
    assert {e.name: e.partition for e in game.events} == events
    assert tuple(q.name for q in game.quantities) == quantities
    assert {e.side for e in game.events} <= {ATTACKER, DEFENDER, NEITHER}


@over_games
def test_quantities_turn_to_and_fro(game):
    """Seen from the other side, and again, a quantity is itself."""
    for quantity in game.quantities:
        other = game.quantity(quantity.turned.lstrip("-")) if quantity.turned else quantity
        back = other.turned.lstrip("-") or other.name
        assert back == quantity.name
        assert quantity.turned.startswith("-") == other.turned.startswith("-")
        assert quantity.unit == other.unit


@over_games
def test_a_game_is_found_by_all_its_names(game):
    assert set(ALIASES[game.name]) <= set(game.aliases)
    for alias in (game.name, game.name.upper(), *game.aliases):
        assert find_game(alias) is game
    assert game.title
    assert game.covers
    assert game.examples
    assert game.swing in NAMES[game.name][1]
    assert set(SETTINGS) >= {game.name}


def test_names_are_not_shared():
    names = [name for game in GAMES.values() for name in (game.name, *game.aliases)]
    assert len(names) == len(set(names))


@over_games
@pytest.mark.fault("B42")
def test_a_game_pickles_by_name(game):
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game
    assert len(pickle.dumps(game)) < 200


SETTING_CASES = [
    pytest.param(game, setting, id=f"{name} {setting.key}")
    for name, game in GAMES.items()
    for setting in game.settings
]


@pytest.mark.fault("B42")
@pytest.mark.parametrize(("game", "setting"), SETTING_CASES)
def test_a_settings_default_reads_back(game, setting):
    defaults = {s.key: s.default for s in game.settings}
    assert setting.help
    assert "\n" not in setting.help
    if setting.default is not None:  # None: nothing is said, and there is nothing to show
        text = setting.shows(setting.default)
        assert setting.parse(text, defaults) == setting.default


@over_games
def test_every_setting_is_tried(game):
    """A setting that no case of this file sets would never be seen to be lost."""
    others = [options for _, _, options in OTHERS.get(game.name, ())]
    tried = {key for options in (*SETTINGS[game.name], *others) for key in options}
    assert tried | FILES >= {s.key for s in game.settings}


# --- battles -----------------------------------------------------------------------------------


@over_battles
@pytest.mark.fault("B42")
def test_a_battle_keeps_everything(name, attacker, defender, options):
    battle = battle_of(name, attacker, defender, options)
    assert Battle.parse(battle.game, str(battle)) == battle
    for again in (pickle.loads(pickle.dumps(battle)), copy.deepcopy(battle), copy.copy(battle)):
        assert again == battle
        assert dict(again.settings) == dict(battle.settings)
    assert set(battle.shown_settings) <= set(options)
    assert {k for k, text in options.items() if k not in battle.shown_settings} == set()


@over_battles
@pytest.mark.fault("B20", "B47", "B27")
def test_all_mass_is_there_once(name, attacker, defender, options):
    battle = battle_of(name, attacker, defender, options)
    for outcomes in both(battle):
        assert outcomes.chance.sum() == pytest.approx(1.0, abs=1e-12)
        assert (outcomes.chance > 0).all()
        assert outcomes.dropped == 0.0
        shares = partition(battle)
        if shares:
            ends = np.stack([e.of(outcomes) for e in shares])
            assert (ends.sum(axis=0) == 1).all()  # in every final state exactly one of them
            total = sum(outcomes.event(e.name).value for e in shares)
            assert total == pytest.approx(1.0, abs=1e-12)
        estimates = [outcomes.event(e.name) for e in battle.events]
        assert estimates
        for e in estimates:
            assert 0.0 <= e.low <= e.value <= e.high <= 1.0
            assert e.exact == (e.low == e.high) == outcomes.exact
    assert len({tuple(s) for s in both(battle)[0].states.tolist()}) == len(both(battle)[0])


def there(battle):
    """Units of each side by name, at the start and from all who may join."""
    if battle.game.name == "rebellion-1775":
        forces = (battle.attacker, battle.defender)
        natives = sum(force["natives"] for force in forces)  # RB-07: they may join
        loyal = [force["loyalist"] for force in forces]  # RB-10: Patriots may come for them
        turned = loyal[::-1] if battle["turned"] else (0, 0)
        return tuple(
            {**dict(force), "natives": natives, "militia": force["militia"] + more}
            for force, more in zip(forces, turned, strict=True)
        )
    if isinstance(battle.attacker, Force):
        return dict(battle.attacker), dict(battle.defender)
    if battle.game.name == "napoleonics":
        return tuple(blocks_of(side) for side in (battle.attacker, battle.defender))
    joining = [min(army.cu, 5) for army in battle["intercept"]]  # WW-01: at most 5 go
    armies = [army.general for army in battle["intercept"]]
    sides = []
    for troops, more, generals in (
        (battle.attacker, 0, []),
        (battle.defender, max(joining, default=0), armies),
    ):
        led = [general for general in (troops.general, *generals) if general]
        sides.append({"cu": troops.cu + more} | {str(general): 1 for general in led})
    return tuple(sides)


def blocks_of(side):
    """Blocks and leaders of a side of Napoleonics; a leader alone is no block."""
    return {"blocks": 0 if side.alone else side.blocks, "leader": side.leader or side.alone}


def left(battle, text):
    """Units by name that the text of a final state says are left."""
    if battle.game.name == "napoleonics":
        found = battle.game.parse_side(text, ATTACKER, battle.settings) if text else None
        return {what: n for what, n in blocks_of(found).items() if n} if found else {}
    if isinstance(battle.attacker, Force):
        return dict(Force.parse(text))
    parts = [part for part in text.split(", ") if part]
    pairs = [("cu", int(p.removesuffix(" cu"))) if p.endswith(" cu") else (p, 1) for p in parts]
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


@over_battles
@pytest.mark.rule("AA-16", "WW-09", "RB-03", "RB-04", "RB-05", "CC-03")
@pytest.mark.fault("B06", "B16")
def test_units_are_left_or_lost_and_never_grow(name, attacker, defender, options):
    battle = battle_of(name, attacker, defender, options)
    for outcomes in both(battle):
        for row in range(len(outcomes)):
            texts = battle.game.end_text(outcomes, row)
            for text, start in zip(texts, there(battle), strict=False):
                assert all(0 < n <= start[unit] for unit, n in left(battle, text).items()), texts
            assert texts[2] in {e.name for e in partition(battle)} or not partition(battle)


@pytest.mark.rule("WW-01", "WW-02", "WW-09", "WW-11")
@pytest.mark.fault("B06")
@pytest.mark.parametrize(
    ("name", "attacker", "defender", "options"),
    [case for case in CASES if case.values[0] == "washingtons-war"],
)
def test_combat_units_are_left_or_lost(name, attacker, defender, options):
    """Left and lost are together those there and those who joined, side by side."""
    battle = battle_of(name, attacker, defender, options)
    armies = np.array([0, *(min(army.cu, 5) for army in battle["intercept"])])
    for outcomes in both(battle):
        joined = {ATTACKER: 0, DEFENDER: armies[outcomes.column("army")]}
        for side, start in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
            remain, lost = outcomes.column(f"{side}.cu"), outcomes.values(f"{side}_cu_lost")
            assert (remain >= 0).all()
            assert (lost >= 0).all()
            assert (remain + lost == start.cu + joined[side]).all()
            texts = [battle.game.end_text(outcomes, row) for row in range(len(outcomes))]
            shown = [left(battle, text[side == DEFENDER]).get("cu", 0) for text in texts]
            assert shown == remain.tolist()


@pytest.mark.rule("CC-03", "CC-30")
@pytest.mark.fault("B06")
@pytest.mark.parametrize(
    ("name", "attacker", "defender", "options"),
    [case for case in CASES if case.values[0] == "napoleonics"],
)
def test_blocks_are_left_or_lost(name, attacker, defender, options):
    """Left and lost are together what was there, side by side; banners are of what is gone."""
    battle = battle_of(name, attacker, defender, options)
    units = {"attacker": battle.attacker, "target": battle.defender, "bonus": battle["bonus"]}
    for outcomes in both(battle):
        texts = [battle.game.end_text(outcomes, row) for row in range(len(outcomes))]
        for who, unit in units.items():
            if unit is None or unit.alone:
                continue
            remain = outcomes.column(f"{'defender' if who == 'target' else who}.blocks")
            lost = outcomes.values(f"{who}_blocks_lost")
            assert (remain >= 0).all()
            assert (lost >= 0).all()
            assert (remain + lost == unit.blocks).all()
            if who != "bonus":
                shown = [left(battle, text[who == "target"]).get("blocks", 0) for text in texts]
                assert shown == remain.tolist()
        swing = outcomes.values("banners_for") - outcomes.values("banners_against")
        assert (outcomes.values("banner_swing") == swing).all()


REBELLION_CASES = [case for case in CASES if case.values[0] == "rebellion-1775"]


@pytest.mark.rule("RB-03", "RB-04", "RB-05", "RB-06", "RB-07")
@pytest.mark.fault("B06", "B16")
@pytest.mark.parametrize(("name", "attacker", "defender", "options"), REBELLION_CASES)
def test_every_unit_of_a_side_is_somewhere(name, attacker, defender, options):
    """In the mean: there and joined is left, lost, fled and withdrawn; and so is the swing."""
    battle = battle_of(name, attacker, defender, options)
    for outcomes in both(battle):
        forces = {ATTACKER: battle.attacker, DEFENDER: battle.defender}
        remain, missing = dict.fromkeys(forces, 0.0), dict.fromkeys(forces, 0.0)
        joined = dict.fromkeys(forces, 0.0)
        for row, chance in enumerate(outcomes.chance.tolist()):
            *texts, _ = battle.game.end_text(outcomes, row)
            there = dict(zip(forces, map(Force.parse, texts), strict=True))
            for role in forces:
                remain[role] += chance * there[role].total
                enemy = DEFENDER if role == ATTACKER else ATTACKER
                if forces[enemy]["natives"] and not forces[role]["natives"]:
                    joined[role] += chance * there[role]["natives"]  # RB-07
        for role in forces:
            for fate in ("lost", "fled", "withdrawn"):
                missing[role] += outcomes.quantity(f"{role}_{fate}").value
        away = {role: joined[DEFENDER if role == ATTACKER else ATTACKER] for role in forces}
        if not battle["turned"]:  # RB-10 brings Patriots in
            for role, force in forces.items():
                gone = force.total + joined[role] - remain[role] - away[role]
                assert missing[role] == pytest.approx(gone, abs=1e-9)
        fewer = {role: force.total - remain[role] for role, force in forces.items()}
        swing = fewer[DEFENDER] - fewer[ATTACKER]
        assert outcomes.quantity("swing").value == pytest.approx(swing, abs=1e-9)


@pytest.mark.rule("RB-03", "RB-04", "RB-05", "RB-07")
@pytest.mark.fault("B06")
@pytest.mark.parametrize(("name", "attacker", "defender", "options"), REBELLION_CASES)
def test_every_colour_is_left_lost_fled_or_withdrawn(name, attacker, defender, options):
    """Colour by colour: what the stages count beside the sums of a side."""
    from combat.rebellion_1775.camps import rules_of
    from combat.stages.exact import distribution
    from combat.stages.rules import Side, View

    battle = battle_of(name, attacker, defender, options)
    rules = rules_of(battle, by_colour=True)
    if (solution := battle.game.model(battle).solution) is None:
        policies = {}
    else:  # it knows the columns without those by colour, which are the last

        def best(view, legal):
            return solution(
                View(view.names, view.states[:, : len(rules_of(battle).columns)]), legal
            )

        policies = dict.fromkeys(Side, best)
    final = distribution(rules, rules.starts(), policies)
    outcomes = solve(battle, engine="exact")
    natives = []
    for role, force in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        sums = dict.fromkeys(("lost", "fled", "withdrawn"), 0.0)
        titles = [c.removeprefix(f"{role}.") for c in outcomes.columns if c.startswith(role)]
        for at, colour in enumerate(titles):
            parts = {f: final.moments(f"{role}.{at}_{f}")[0].sum() for f in sums}
            sums = {fate: total + parts[fate] for fate, total in sums.items()}
            remain = outcomes.chance @ outcomes.column(f"{role}.{colour}")
            gone = force[colour] - remain
            if colour == "natives":
                natives.append((gone, sum(parts.values())))  # they may join the other side
            elif colour != "militia" or not battle["turned"]:  # Betsy Ross brings Patriots in
                assert sum(parts.values()) == pytest.approx(gone, abs=1e-9), colour
        for fate, total in sums.items():
            assert outcomes.quantity(f"{role}_{fate}").value == pytest.approx(total, abs=1e-9)
    missing, parts = np.sum(natives, axis=0)
    assert parts == pytest.approx(missing, abs=1e-9)


@over_battles
@pytest.mark.rule("AA-30")
def test_losses_are_what_is_missing(name, attacker, defender, options):
    """Mean losses in value, added up again from the final states as they print."""
    if name != "axis-allies":
        pytest.skip("values are Axis & Allies'")
    costs = {"inf": 3, "art": 4, "arm": 5, "ftr": 10, "bmr": 12, "aa": 0}
    costs |= {"ss": 6, "dd": 8, "ca": 12, "cv": 14, "bb": 20, "tr": 7}
    if "cargo" in options or "defender_cargo" in options:
        pytest.skip("cargo is lost with its ships: see test_axis_allies_sea_rules.py")
    if options.get("edition") == "second":
        costs["arm"] = 6
    if "values" in options:
        costs["arm"] = 6.25
    battle = battle_of(name, attacker, defender, options)
    for outcomes in both(battle):
        means = {ATTACKER: 0.0, DEFENDER: 0.0}
        for row in range(len(outcomes)):
            *texts, end = battle.game.end_text(outcomes, row)
            sides = ((ATTACKER, battle.attacker), (DEFENDER, battle.defender))
            for text, (side, start) in zip(texts, sides, strict=True):
                left = Force.parse(text)
                gone = sum(costs[u] * (n - left[u]) for u, n in start)
                if "defender.aa" in outcomes.columns and side == DEFENDER:
                    gone += 5 * (start["aa"] - outcomes.column("defender.aa")[row])
                means[side] += outcomes.chance[row] * gone
            if end == "territory_taken":
                assert not texts[1]
        for side, mean in means.items():
            assert outcomes.quantity(f"{side}_ipc_lost").value == pytest.approx(mean, abs=1e-9)
        swing = means[DEFENDER] - means[ATTACKER]
        assert outcomes.quantity("swing").value == pytest.approx(swing, abs=1e-9)


@over_battles
@pytest.mark.fault("B15")
def test_finished_battles_stay_finished(name, attacker, defender, options):
    battle = battle_of(name, attacker, defender, options)
    outcomes = solve(battle, engine="exact")
    timeline = outcomes.model.timeline()
    if name not in WITH_ROUNDS:  # nothing to stay finished through: one roll decides
        assert timeline is None
        return
    assert (np.diff(timeline, axis=0) >= -1e-15).all()
    assert (timeline >= 0.0).all()
    ends = [outcomes.event(e.name).value for e in partition(battle)]
    assert timeline[-1] == pytest.approx(ends, abs=1e-6)
    assert timeline[-1].sum() <= 1.0 + 1e-12


@over_battles
@pytest.mark.fault("B36", "B43", "B45")
def test_a_seed_is_an_answer(name, attacker, defender, options):
    battle = battle_of(name, attacker, defender, options)
    first, second, other = (solve(battle, trials=TRIALS, rng=s) for s in (SEED, SEED, SEED + 1))
    assert (first.columns, first.trials, first.seed) == (second.columns, TRIALS, SEED)
    assert np.array_equal(first.states, second.states)
    assert np.array_equal(first.chance, second.chance)
    for q in battle.quantities:
        answers = [astuple(one.quantity(q.name)) for one in (first, second)]
        assert np.array_equal(*answers)
    same = np.array_equal(first.states, other.states) and np.array_equal(first.chance, other.chance)
    assert not same or first.chance.tolist() == [1.0]  # what is certain comes with any seed


@over_battles
def test_what_is_assumed_is_said(name, attacker, defender, options):
    battle = battle_of(name, attacker, defender, options)
    lines = battle.game.assumes(battle)
    assert lines
    assert all(isinstance(line, str) and line.strip() and "\n" not in line for line in lines)
    assert len(set(lines)) == len(lines)


@over_battles
def test_the_default_aim_can_be_judged(name, attacker, defender, options):
    from analysis.aim import Aim

    battle = battle_of(name, attacker, defender, options)
    aim = Aim.parse(battle.game.default_aim(battle), battle)
    assert str(aim) == battle.game.default_aim(battle)
    assert len(aim.judge(solve(battle))) == len(aim.clauses) > 0


def amounts(side):
    """How much a side has of each thing that a change may add or take, by name."""
    if isinstance(side, Force):
        return Counter(dict(side))
    if hasattr(side, "blocks"):
        numbers = {"block": side.blocks, "card die": side.card, "artillery": len(side.guns)}
        return +Counter(numbers | {what: getattr(side, what) for what in ("leader", "support")})
    words = [*side.modifiers, *(["cut-off"] if side.cut_off else [])]
    cards = [] if side.card == "none" else [side.card]
    return Counter({"cu": side.cu}) + Counter([*words, *cards])


@over_battles
def test_neighbours_are_battles_or_none(name, attacker, defender, options):
    battle = battle_of(name, attacker, defender, options)
    before = str(battle)
    seen = set()
    for change in battle.game.neighbours(battle):
        assert change.side in (ATTACKER, DEFENDER)
        assert change.cost >= 0
        assert change.text()
        assert (change.side, change.text()) not in seen
        seen.add((change.side, change.text()))
        for times in (1, 2, 7):
            changed = battle.game.changed(battle, change, times)
            if changed is None:
                continue
            assert changed != battle
            assert Battle.parse(battle.game, str(changed)) == changed
            if change.step:
                grown = amounts(getattr(changed, change.side))
                was = amounts(getattr(battle, change.side))
                assert grown[change.what] - was[change.what] == change.step * times
                assert grown.total() - was.total() == change.step * times
                other = DEFENDER if change.side == ATTACKER else ATTACKER
                assert getattr(changed, other) == getattr(battle, other)
                kept = {k: v for k, v in battle.settings.items() if k != "landing"}
                assert {k: changed[k] for k in kept} == kept  # who is not there does not land
    assert seen
    assert str(battle) == before


@over_games
def test_taking_away_what_is_not_there_gives_none(game):
    battle = Battle.parse(game, *game.examples[0])
    for side, force in ((ATTACKER, battle.attacker), (DEFENDER, battle.defender)):
        for unit, count in amounts(force).items():
            change = Change(side, unit, -1, 1.0)
            assert game.changed(battle, change, count + 1) is None


# --- units -------------------------------------------------------------------------------------


SAID = {  # what is said of a unit, where sides are units by name
    "napoleonics": (
        *("leader", "moved", "dice 6", "card +1", "elan", "bombard", "cavalry-charge"),
        *("bayonet-charge", "leadership", "cold-steel", "fire-and-hold", "force-march"),
        *("on town", "on hill", "support", "ignore 1", "room 0", "cannot-retreat", "edge"),
        *("impassable", "first-strike", "square", "retire", "may first-strike", "may square"),
        *("may retire", "with artillery 3 at 2", "with French horse artillery 2 at 1"),
    ),
}


def vocabulary(game):
    """The units that a game says it has, or what it understands of them."""
    if game.name in SAID:
        return SAID[game.name]
    defaults = {s.key: s.default for s in game.settings}
    with pytest.raises(UnknownUnitError) as caught:
        game.parse_side("qqqq", ATTACKER, defaults)
    return caught.value.allowed


FIGHTING = {
    "axis-allies": {"inf", "art", "arm", "ftr", "bmr"},
    "washingtons-war": {
        *("regulars", "navy", "militia", "winter", "intercepted"),
        *("discard", "battle-card", "treason", "cut-off"),
    },
    "rebellion-1775": {
        *("regulars", "loyalist", "hessian", "continental", "militia", "french", "natives"),
    },
    "napoleonics": {
        *("leader", "dice 6", "card +1", "elan", "bombard", "cold-steel"),
        *("on town", "on hill", "support", "ignore 1", "room 0", "cannot-retreat", "impassable"),
        *("first-strike", "square", "may first-strike", "may square", "with artillery 3 at 2"),
    },
}
BY_COUNT = {"axis-allies", "rebellion-1775"}  # a side is units and their counts


def toggled(game, side, unit):
    """A side with two more of a unit; with a word more, or without it if it is there."""
    if game.name in BY_COUNT:
        return f"{side}, 2 {unit}"
    return side.replace(f", {unit}", "") if f", {unit}" in side else f"{side}, {unit}"


@over_games
@pytest.mark.fault("B33")
def test_every_unit_fights_or_is_refused_by_a_rule(game):
    """No unit or word is understood and then counts for nothing: each changes some odds."""
    fought, refused = set(), []
    for attacker, defender in game.examples:
        plain = solve(Battle.parse(game, attacker, defender))
        before = [plain.event(e.name).value for e in plain.battle.events]
        for unit in vocabulary(game):
            changed = (toggled(game, attacker, unit), toggled(game, defender, unit))
            for sides in ((changed[0], defender), (attacker, changed[1])):
                try:
                    battle = Battle.parse(game, *sides)
                except IllegalBattleError:  # by a rule: which, other tests say
                    continue
                except (NotationError, OptionError, UnknownUnitError) as error:
                    refused.append(str(error))
                    continue
                after = [solve(battle).event(e.name).value for e in plain.battle.events]
                if after != pytest.approx(before, abs=1e-9):
                    fought.add(unit)
    assert fought >= FIGHTING[game.name]
    # a second card, nation or general, a general who is not rated, the other side's militia
    reasons = (" twice in ", " not known: write ", "the British militia is loyalist")
    assert all(any(reason in text for reason in reasons) for text in refused)


AA_DEFENCES = {"inf": 2, "art": 2, "arm": 3, "ftr": 4, "bmr": 1}
AA_ATTACKS = {"inf": 1, "art": 2, "arm": 3, "ftr": 3, "bmr": 4}


@pytest.mark.rule("AA-01")
@pytest.mark.fault("B33", "B04")
@pytest.mark.parametrize("defender", AA_DEFENCES)
@pytest.mark.parametrize("attacker", AA_ATTACKS)
def test_every_pair_of_land_units(attacker, defender):
    """One against one, with hit chances p and q: p(1−q), q(1−p) and pq of 1−(1−p)(1−q)."""
    p, q = AA_ATTACKS[attacker] / 6, AA_DEFENCES[defender] / 6
    ends = 1 - (1 - p) * (1 - q)
    outcomes = solve(Battle.parse(GAMES["axis-allies"], f"1 {attacker}", f"1 {defender}"))
    won = "cleared_not_taken" if attacker in ("ftr", "bmr") else "territory_taken"
    expected = {won: p * (1 - q), "defender_holds": q * (1 - p), "both_gone": p * q}
    for event in outcomes.battle.events:
        chance = outcomes.event(event.name).value
        assert chance == pytest.approx(expected.get(event.name, 0.0) / ends, abs=1e-14)
    assert outcomes.quantity("rounds").value == pytest.approx(1 / ends, abs=1e-12)


@pytest.mark.rule("AA-55")
def test_a_second_gun_counts_where_the_edition_says_so():
    """In the second edition each gun has three dice and takes a hit, so it is a change to try."""
    battle = Battle.parse(GAMES["axis-allies"], "4 ftr, 1 inf", "2 inf, 1 aa", edition="second")
    more = [c for c in battle.game.neighbours(battle) if (c.what, c.step) == ("aa", 1)]
    assert more
    changed = battle.game.changed(battle, more[0], 1)
    first, second = (solve(b).event("territory_taken").value for b in (battle, changed))
    assert second < first - 1e-3


@pytest.mark.fault("B38")
def test_a_units_file_that_is_edited_is_read_again(tmp_path):
    file = tmp_path / "house.toml"
    odds = []
    for attack in (1, 5):
        file.write_text(f"[units.inf]\nattack = {attack}\n")
        battle = Battle.parse(GAMES["axis-allies"], "2 inf", "2 inf", units=str(file))
        odds.append(solve(battle).event("territory_taken").value)
    assert odds[0] < odds[1]
