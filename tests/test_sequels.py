"""Counter-attacks and waves, multiplied out by hand from battles that are solved one by one."""

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from joint import joint

from analysis.advice import should_attack
from analysis.answers import odds
from analysis.sequels import waves
from combat.force import Force

COSTS = {"inf": 3, "art": 4, "arm": 5, "ftr": 10, "bmr": 12}
TAKEN = "territory_taken"
TABLE = "[units.inf]\nattack = 2\ncost = 5\n[units.elite]\n" + (
    "domain = 'land'\ncost = 7\nattack = 4\ndefence = 3\nhits = 2\n"
)


class Case(NamedTuple):
    """A battle, what may follow, and what it all costs."""

    battle: str
    then: tuple = ()
    firsts: str = ""  # settings of the first battle alone
    kept: str = ""  # settings of all battles
    values: dict | None = None  # of units, other than their costs
    worths: dict | None = None  # in the net value, other than their values
    territory: float = 0.0


@cache
def solved(text):
    """The final states of a battle: {(attacker left, defender left, end): chance}."""
    return joint(odds(f"aa {text}"))


def priced(force, prices):
    """Price of the units in a text; guns that are never lost have no part in it."""
    return sum(n * prices.get(unit, 0) for unit, n in (Force.parse(force) if force else ()))


def taken(battle):
    return sum(chance for (_, _, end), chance in solved(battle).items() if end == TAKEN)


def split(battle):
    return tuple(side.replace("none", "").strip() for side in battle.split(" v "))


def worth(battle, left, case):
    """Net value and swing of a final state: the defender's losses less the attacker's."""
    found, values = [], COSTS | (case.values or {})
    for prices in (values | (case.worths or {}), values):
        start = [priced(side, prices) for side in split(battle)]
        mine, his = (was - priced(now, prices) for was, now in zip(start, left[:2], strict=True))
        found.append(his - mine)
    return np.array([found[0] + case.territory * (left[2] == TAKEN), found[1]])


def added(*forces):
    """Texts of forces as one force."""
    counts = {}
    for unit, n in (pair for force in forces if force for pair in Force.parse(force)):
        counts[unit] = counts.get(unit, 0) + n
    return ", ".join(f"{n} {unit}" for unit, n in sorted(counts.items()))


def moments(rows):
    """Mean and standard deviation of [(chance, value)]."""
    mean = sum(chance * value for chance, value in rows)
    return mean, sum(chance * (value - mean) ** 2 for chance, value in rows) ** 0.5


def of_unit(force, *units):
    return ", ".join(f"{n} {unit}" for unit, n in Force.parse(force) if unit in units)


# --- the enemy strikes back --------------------------------------------------------------------


class Struck(NamedTuple):
    """A counter-attack by hand."""

    net_value: tuple  # mean and spread
    swing: tuple
    kept: float  # chance that the territory is taken and not lost again
    comes: float  # chance that the enemy comes
    gains: list  # his mean net value at each garrison


def struck(case, *, air=False, guns=True, settings=None):
    """Every final state of the first battle, and every one of the counter-attack on it."""
    (enemy,), later = case.then, case.kept if settings is None else settings
    flak = of_unit(split(case.battle)[1], "aa")
    rows, held, comes, gains = [], 0.0, 0.0, []
    for left, chance in solved(case.battle + case.firsts + case.kept).items():
        value = worth(case.battle, left, case)
        if left[2] != TAKEN:
            rows.append((chance, value))
            continue
        garrison = of_unit(left[0], "inf", "art", "arm", "elite", *(("ftr", "bmr") * air))
        then = f"{enemy} v {added(garrison, flak * guns)}"
        ends = solved(then + later)
        gains.append(sum(c * worth(then, end, case)[0] for end, c in ends.items()))
        if gains[-1] <= 0:
            rows.append((chance, value))
            held += chance
            continue
        comes += chance
        rows += [(chance * c, value - worth(then, end, case)) for end, c in ends.items()]
        held += chance * sum(c for end, c in ends.items() if end[2] != TAKEN)
    net_value, swing = (moments([(c, v[at]) for c, v in rows]) for at in (0, 1))
    return Struck(net_value, swing, held, comes, gains)


COUNTERS = {
    "plain": Case("4 inf, 2 arm v 3 inf, 1 art", ("2 inf, 1 art, 1 arm",)),
    "air and guns": Case(
        "4 inf, 1 arm, 1 ftr v 3 inf, 1 aa", ("2 inf, 1 art, 1 arm, 1 ftr, 1 bmr",)
    ),
    "orders of the first": Case(
        "4 inf, 2 arm, 1 ftr v 2 inf, 2 art",
        ("2 inf, 3 arm",),
        firsts=" | losses=arm inf ftr | defender_losses=arm art inf | retreat=at 1 | rounds=4",
    ),
    "territory": Case(
        "4 inf, 2 arm v 2 inf, 1 art", ("1 inf, 1 arm",), kept=" | worth=territory=6", territory=6
    ),
    "worth": Case(
        "4 inf, 2 arm v 2 inf, 1 art",
        ("2 inf, 1 arm",),
        kept=" | worth=territory=3, inf=6, arm=1",
        worths={"inf": 6, "arm": 1},
        territory=3,
    ),
    "values": Case(
        "4 inf, 2 arm v 2 inf, 1 art",
        ("2 inf, 1 arm",),
        kept=" | values=inf=7, arm=2",
        values={"inf": 7, "arm": 2},
    ),
    "dice": Case("3 inf, 2 arm v 3 inf, 1 art", ("2 inf, 1 arm",), kept=" | dice=low-luck"),
    "edition": Case(
        "4 inf, 2 arm v 3 inf, 1 art",
        ("2 inf, 1 arm, 1 ftr",),
        kept=" | edition=second",
        values={"arm": 6},
    ),
    "units": Case(
        "3 inf, 2 elite v 3 inf, 1 art",
        ("2 inf, 1 elite",),
        kept=" | units=mine.toml",
        values={"inf": 5, "elite": 7},
    ),
}


SHORT = {"units": " | units=plain.toml"}  # what a battle can be fought with instead


@pytest.fixture
def table(tmp_path, monkeypatch):
    (tmp_path / "mine.toml").write_text(TABLE)
    (tmp_path / "plain.toml").write_text(TABLE.replace("attack", "defence", 1))
    monkeypatch.chdir(tmp_path)


def by_product(case, **how):
    battle = f"aa {case.battle}{case.firsts}{case.kept}"
    aim = "territory_taken >= 0.1 and net_value > -90 and swing > -90 and attacker_ipc_lost < 90"
    return should_attack(battle, aim=aim, counter=case.then[0], with_flips=False, **how)


@pytest.mark.rule("AA-44", "AA-30")
@pytest.mark.parametrize("name", COUNTERS)
@pytest.mark.usefixtures("table")
def test_a_counter_attack_by_hand(name):
    case = COUNTERS[name]
    advice, hand = by_product(case), struck(case)
    assert advice[TAKEN].value == pytest.approx(hand.kept, abs=1e-12)
    for number in ("net_value", "swing"):
        found = advice[number]
        assert (found.value, found.sd) == pytest.approx(getattr(hand, number), abs=1e-9)
    lost = odds(f"aa {case.battle}{case.firsts}{case.kept}").quantity("attacker_ipc_lost")
    assert advice["attacker_ipc_lost"] == lost  # of the attack alone
    assert advice.counter.stages[1].reached == pytest.approx(hand.comes, abs=1e-12)


@pytest.mark.rule("AA-44")
def test_he_comes_only_where_that_pays_him():
    """The example has garrisons of all kinds: worth it, and not quite worth it."""
    hand = struck(COUNTERS["air and guns"])
    assert any(0 < gain < 1 for gain in hand.gains)
    assert any(-1 < gain < 0 for gain in hand.gains)
    assert any(-5 < gain < -1 for gain in hand.gains)
    assert 0.1 < hand.comes < taken(COUNTERS["air and guns"].battle) - 0.05


@pytest.mark.rule("AA-44", "AA-03")
def test_captured_guns_and_missing_aircraft_show_in_the_examples():
    case = COUNTERS["air and guns"]
    hand = struck(case)
    for other in (struck(case, guns=False), struck(case, air=True)):
        assert abs(other.kept - hand.kept) > 0.01
        assert abs(other.net_value[0] - hand.net_value[0]) > 0.05


@pytest.mark.rule("AA-44")
@pytest.mark.parametrize("name", ["dice", "units"])
@pytest.mark.usefixtures("table")
def test_the_settings_of_the_examples_change_the_counter_attack(name):
    """Had it been fought without them, the chances above would be others."""
    case = COUNTERS[name]
    assert abs(struck(case).kept - struck(case, settings=SHORT.get(name, "")).kept) > 1e-3


def test_a_simulated_counter_attack_is_near_the_exact_one():
    case = COUNTERS["air and guns"]
    exact = by_product(case)
    sampled = by_product(case, trials=20_000, rng=5)
    for name in (TAKEN, "net_value", "swing"):
        assert abs(sampled[name].value - exact[name].value) < 4 * sampled[name].stderr
        assert 0 < sampled[name].stderr < 0.1
    assert sampled.counter.trials == 20_000
    assert sampled["net_value"].sd == pytest.approx(exact["net_value"].sd, rel=0.03)


# --- waves -------------------------------------------------------------------------------------


def in_turn(case, defender=None, powers=None, settings=None):
    """All that can happen from a power's attack on: [(chance, net value and swing, last end)]."""
    powers = case.then if powers is None else powers
    if defender is None:
        first, defender = split(case.battle)
        powers, settings = ((first, ""), *powers), case.firsts + case.kept
    (force, plus), *rest = ((p, "") if isinstance(p, str) else p for p in powers)
    battle = f"{force} v {added(defender, plus) or 'none'}"
    found = []
    for left, chance in solved(battle + settings).items():
        value = worth(battle, left, case)
        then = [(1.0, np.zeros(2), left[2])]
        if rest and left[2] != TAKEN:
            then = in_turn(case, left[1], rest, case.kept)
        found += [(chance * c, value + v, end) for c, v, end in then]
    return found


WAVES = {
    "three powers": Case("2 inf, 1 arm v 4 inf, 1 art", ("1 inf, 1 arm, 1 ftr", "2 inf, 1 art")),
    "reinforced": Case(
        "2 inf, 2 ftr v 3 inf, 1 aa",
        (("2 inf, 1 arm, 1 bmr", "1 inf, 1 ftr"), "1 ftr", ("1 inf, 1 art, 1 ftr", "1 arm, 1 aa")),
    ),
    "orders of the first": Case(
        "2 inf, 1 arm, 1 ftr v 3 inf, 1 art",
        ("1 inf, 1 arm, 1 ftr",),
        firsts=" | losses=ftr arm inf | retreat=at 1 or after 2",
    ),
    "defender_losses": Case(
        "2 inf, 1 arm v 2 inf, 1 arm, 1 ftr",
        ("2 inf, 1 ftr", "1 arm"),
        kept=" | defender_losses=ftr arm inf",
    ),
    "choose_losses": Case(
        "2 inf, 1 arm v 2 inf, 1 arm, 1 ftr",
        ("2 inf, 1 ftr", "1 arm"),
        kept=" | choose_losses=attacker",
    ),
    "worth": Case(
        "2 inf, 1 arm v 3 inf, 1 art",
        ("2 inf, 1 arm",),
        kept=" | worth=territory=3, inf=6, arm=1",
        worths={"inf": 6, "arm": 1},
        territory=3,
    ),
    "values": Case(
        "2 inf, 1 arm v 3 inf, 1 art",
        (("2 inf, 1 arm", "1 arm"),),
        kept=" | values=inf=7, arm=2",
        values={"inf": 7, "arm": 2},
    ),
    "dice": Case("2 inf, 1 arm v 3 inf, 1 art", ("2 inf, 1 arm",), kept=" | dice=low-luck"),
    "edition": Case(
        "2 inf, 2 arm, 3 ftr v 5 inf, 2 aa",
        (("2 inf, 1 arm, 2 ftr", "1 inf, 1 aa"),),
        kept=" | edition=second",
        values={"arm": 6, "aa": 5},
    ),
    "units": Case(
        "2 inf, 1 elite v 3 inf, 1 elite",
        ("2 inf, 1 elite",),
        kept=" | units=mine.toml",
        values={"inf": 5, "elite": 7},
    ),
}


@pytest.mark.rule("AA-28", "AA-30")
@pytest.mark.parametrize("name", WAVES)
@pytest.mark.usefixtures("table")
def test_waves_by_hand(name):
    case = WAVES[name]
    chain = waves(odds(f"aa {case.battle}{case.firsts}{case.kept}"), *case.then)
    rows = in_turn(case)
    for event in chain.stages[0].branches[0].outcomes.battle.events:
        chance = sum(c for c, _, end in rows if end == event.name)
        assert chain.event(event.name).value == pytest.approx(chance, abs=1e-12)
    for at, quantity in enumerate(("net_value", "swing")):
        found, hand = chain.quantity(quantity), moments([(c, v[at]) for c, v, _ in rows])
        assert (found.value, found.sd) == pytest.approx(hand, abs=1e-9)


@pytest.mark.rule("AA-28")
def test_how_the_row_ends_is_how_its_last_battle_ends():
    """A first attack that fails is no failed row if the second takes the territory."""
    case = WAVES["three powers"]
    chain = waves(odds(f"aa {case.battle}"), *case.then)
    each = [stage.event("defender_holds").value for stage in chain.stages]
    assert min(each) > 0.1
    assert chain.event("defender_holds").value == pytest.approx(each[-1], abs=1e-12)
    taken = [stage.event(TAKEN).value for stage in chain.stages]
    assert chain.event(TAKEN).value == pytest.approx(sum(taken), abs=1e-12)
    sampled = waves(odds(f"aa {case.battle}", trials=900, rng=1), *case.then, trials=500, rng=2)
    later = [outcomes for stage in sampled.stages[1:] for _, outcomes in stage.fought]
    assert {(one.trials, one.seed) for one in later} == {(500, 2)}
    assert sampled.trials == min(900, *(round(500 / c) for c, _ in sampled.stages[1].fought))
