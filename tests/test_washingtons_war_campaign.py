"""Campaign cards of Washington's War (WW-22) against chains over the oracle, in fractions.

The chain here knows nothing of the library: it walks through every way that a card can go, one
outcome of the oracle after another, and asks the rules what each leaves for the next battle.
"""

import json
import random
from collections import defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest
import washingtons_war_oracle as oracle
from commandline import ask, ask_json, is_plain_refusal
from washingtons_war_cases import drawn, text_of
from washingtons_war_oracle import General, Interceptor, Side

from analysis.advice import should_attack
from analysis.campaign import campaign
from analysis.campaign.orders import orders
from analysis.campaign.plan import parse_plan
from analysis.campaign.sums import joint_ends
from analysis.campaign.totals import (
    ever_events,
    final_events,
    final_quantities,
    stage_events,
)
from combat.games import parse_battle

BRITISH, AMERICAN = "british", "american"
ALLIANCE = 9  # WW-34
ENEMY = "enemy_"
SIDES = ("attacker", "defender")
QUANTITIES = ("attacker_cu_lost", "defender_cu_lost", "alliance_steps", "swing", "net_value")
WORTHS = {"cu": 1, "general": 2, "washington": 10, "regulars": 3, "alliance": 1, "congress": 2}
NOTHING = {"colony": 0, "discard": 0, "battle_card": 0}


# --- plans, as text and for the chain -----------------------------------------------------------


@dataclass(frozen=True)
class Left:
    """What an earlier stage left of a side; `only` an army, with `plus` joining it."""

    stage: int
    side: str
    plus: Side | None = None
    only: str = ""

    def text(self, names):
        parts = {"left": names[self.stage], "side": self.side}
        if self.only:
            parts["only"] = self.only
        if self.plus is not None:
            _, cu, *words = text_of(replace(self.plus, cu=self.plus.cu or 1)).split(", ")
            parts["plus"] = ", ".join([cu] * (self.plus.cu > 0) + words)
        return toml(parts)


@dataclass(frozen=True)
class Stage:
    """A stage: its battle, and the sides that come from an earlier one instead.

    `when`: (stage, event, wanted), all of which must hold.
    """

    battle: oracle.Battle
    attacker: Left | None = None
    defender: Left | None = None
    when: tuple = ()
    enemy: bool = False
    name: str = ""


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


def plan_text(stages, **usual):
    """The plan's file; the key `track` and the like are those of all stages."""
    names = [stage.name or f"s{number}" for number, stage in enumerate(stages)]
    lines = ['game = "ww"', *(f"{key} = {toml(value)}" for key, value in usual.items())]
    for name, stage in zip(names, stages, strict=True):
        battle = stage.battle
        section = {"name": toml(name)}
        for side in SIDES:
            given = getattr(stage, side)
            section[side] = (
                toml(text_of(getattr(battle, side))) if given is None else given.text(names)
            )
        if stage.when:
            asked = (
                f"{'' if yes else 'not '}{names[of]}: {event}" for of, event, yes in stage.when
            )
            section["when"] = toml(" and ".join(asked))
        if stage.enemy and stage.attacker is None and stage.defender is None:
            section["enemy"] = "true"
        if "track" not in usual:
            section["alliance"] = toml(battle.alliance)
        if battle.evade:
            section["evade"] = str(battle.evade)
        if battle.congress:
            section["congress"] = "true"
        if battle.interceptors:
            armies = (f"{a.name} {a.battle}/{a.agility}:{a.cu} cu" for a in battle.interceptors)
            section["intercept"] = toml(", ".join(one.strip() for one in armies))
            section["leader"] = toml(battle.leader.replace("best", "rating"))
        section["pc"] = toml(battle.pc)
        lines += ["[[stage]]", *(f"{key} = {value}" for key, value in section.items())]
    return "\n".join(lines)


# --- the chain over the oracle ------------------------------------------------------------------

chances = cache(oracle.outcomes)


@dataclass(frozen=True)
class Now:
    """How the card has gone so far: `ends` has a stage's (battle, outcome), or None."""

    ends: tuple = ()
    regulars_lost: bool = False
    steps: int = 0
    absent: frozenset = frozenset()
    tried: frozenset = frozenset()


def leader_of(battle, interceptor):
    """Who leads the defence, and who is in the reinforcement box for it (WW-17)."""
    here = battle.defender.general
    if not interceptor:
        return here, None
    army = battle.interceptors[interceptor - 1]
    comes = General(army.battle, army.agility, army.name)
    if here is None:
        return comes, None
    better = (comes.battle, comes.agility) > (here.battle, here.agility)
    wins = {"best": better, "present": False, "interceptor": True}[battle.leader]
    if comes.name == "Washington" or (wins and here.name != "Washington"):
        return comes, here
    return here, comes


def left_of(end, side):
    """What an outcome leaves of a side, or None."""
    battle, outcome = end
    general = battle.attacker.general
    if side == "defender":
        general, _ = leader_of(battle, outcome.interceptor)
    fate = getattr(outcome, f"{side}_general")
    general = general if fate in ("there", "evaded") else None
    cu = getattr(outcome, f"{side}_cu_left")
    nation = getattr(battle, side).nation
    return Side(nation, cu, general) if cu or general else None


def joined(side, plus):
    if plus is None:
        return side
    return replace(plus, cu=side.cu + plus.cu, general=plus.general or side.general)


def battle_now(stage, now, track):
    """The stage's battle as it stands now, None if it is not fought."""
    for of, event, wanted in stage.when:
        if now.ends[of] is None or (event in events_of(*now.ends[of])) != wanted:
            return None
    battle = stage.battle
    for side in SIDES:
        asked = getattr(stage, side)
        if asked is not None:
            end = now.ends[asked.stage]
            found = None if end is None else left_of(end, asked.side)
            if found is None or (asked.only == "army" and not (found.cu and found.general)):
                return None
            battle = replace(battle, **{side: joined(found, asked.plus)})
    if named(battle.attacker.general) in now.absent:
        return None
    defender = battle.defender
    if named(defender.general) in now.absent:
        defender = replace(defender, general=None)
    sides = [battle.attacker, defender]
    if now.regulars_lost:  # at once, also for the later battles of a campaign (WW-12)
        sides = [replace(side, regulars=False) for side in sides]
    out = now.absent | now.tried  # an army tries once a card (WW-01)
    armies = tuple(army for army in battle.interceptors if army.name not in out)
    evade = battle.evade
    if defender.general is None or defender.general.name in now.tried:
        evade = 0  # after a try, whether it has succeeded or not, no retreat before battle (WW-01)
    made = track is not None and track + now.steps >= ALLIANCE
    alliance = "after" if made else battle.alliance
    return replace(
        battle,
        attacker=sides[0],
        defender=sides[1],
        interceptors=armies,
        evade=evade,
        alliance=alliance,
    )


def named(general):
    return general.name if general and general.name else None


def after(now, battle, outcome):
    """How the card has gone after an outcome."""
    leader, boxed = leader_of(battle, outcome.interceptor)
    gone = {named(boxed)}
    if outcome.attacker_general in ("captured", "removed"):
        gone.add(named(battle.attacker.general))
    if outcome.defender_general in ("captured", "removed"):
        gone.add(named(leader))
    played = "treason" in (battle.attacker.card, battle.defender.card)
    if played and (outcome.end.endswith("_wins") or "removed" in outcome.defender_general):
        gone.add("Arnold")  # wherever he is (WW-15)
    number = outcome.interceptor or len(battle.interceptors)
    tried = [army.name for army in battle.interceptors[:number] if army.name]
    return Now(
        (*now.ends, (battle, outcome)),
        now.regulars_lost or outcome.regulars_lost,
        now.steps + outcome.alliance_steps,
        now.absent | (gone - {None}),
        now.tried | {*tried},
    )


def events_of(battle, outcome, track=None):
    """Names of the events that happen in an outcome."""
    found = {"attacker_wins" if outcome.end == "unopposed" else outcome.end}
    lost = [outcome.attacker_general == "captured", outcome.defender_general == "captured"]
    leader, _ = leader_of(battle, outcome.interceptor)
    taken = [
        g for g, is_taken in zip((battle.attacker.general, leader), lost, strict=True) if is_taken
    ]
    happened = {
        "unopposed": outcome.end == "unopposed",
        "intercepted": outcome.interceptor > 0,
        "attacker_surrenders": outcome.attacker_surrendered,
        "defender_surrenders": outcome.defender_surrendered,
        "attacker_general_captured": lost[0],
        "defender_general_captured": lost[1],
        "regulars_lost": outcome.regulars_lost,
        "congress_dispersed": outcome.congress_dispersed,
        "army_retreated_before_battle": outcome.evaded_cu > 0,
        "washington_captured": "Washington" in [g.name for g in taken],
        "attacker_stands": stands(outcome),
        "alliance_made": track is not None and track + outcome.alliance_steps >= ALLIANCE,
    }
    return found | {name for name, so in happened.items() if so}


def stands(outcome):
    """Whether the attacker's army is in the space at the end."""
    led = outcome.attacker_general == "there"
    return outcome.end != "defender_wins" and led and outcome.attacker_cu_left > 0


def numbers_of(battle, outcome, worths):
    """The quantities of an outcome, as its attacker sees them."""
    british = 1 if battle.attacker.nation == BRITISH else -1
    events = events_of(battle, outcome)
    swing = outcome.defender_cu_lost - outcome.attacker_cu_lost
    captured = ("defender_general_captured" in events) - ("attacker_general_captured" in events)
    value = worths["cu"] * swing + worths["general"] * captured
    value -= british * worths["regulars"] * outcome.regulars_lost
    value -= british * worths["alliance"] * outcome.alliance_steps
    value += british * worths["congress"] * outcome.congress_dispersed
    value += british * worths["washington"] * ("washington_captured" in events)
    value += worths["colony"] * stands(outcome)
    if outcome.end.endswith("_wins"):  # cards are used in battles alone (WW-05)
        for side, sign in ((battle.attacker, -1), (battle.defender, 1)):
            value += sign * worths.get(side.card.replace("-", "_"), 0)
    return {
        "attacker_cu_lost": outcome.attacker_cu_lost,
        "defender_cu_lost": outcome.defender_cu_lost,
        "alliance_steps": outcome.alliance_steps,
        "swing": swing,
        "net_value": value,
    }


def turned(numbers):
    """The same as the other side sees it."""
    return {
        "attacker_cu_lost": numbers["defender_cu_lost"],
        "defender_cu_lost": numbers["attacker_cu_lost"],
        "alliance_steps": numbers["alliance_steps"],
        "swing": -numbers["swing"],
        "net_value": -numbers["net_value"],
    }


@dataclass
class Chain:
    """All that a plan comes to, in fractions."""

    reached: list
    events: list
    joint: dict = field(default_factory=lambda: defaultdict(Fraction))
    ever: dict = field(default_factory=lambda: defaultdict(Fraction))
    totals: dict = field(default_factory=lambda: defaultdict(lambda: defaultdict(Fraction)))
    ways: list = field(default_factory=list)


def walked(stages, *, track=None, worths=None):
    """Every way through a plan, added up."""
    worths = WORTHS | NOTHING | (worths or {})
    found = Chain([Fraction(0)] * len(stages), [defaultdict(Fraction) for _ in stages])
    ways = {Now(): Fraction(1)}
    for number, stage in enumerate(stages):
        onward = defaultdict(Fraction)
        for now, chance in ways.items():
            battle = battle_now(stage, now, track)
            if battle is None:
                onward[replace(now, ends=(*now.ends, None))] += chance
                continue
            found.reached[number] += chance
            for outcome, share in chances(battle).items():
                onward[after(now, battle, outcome)] += chance * share
        ways = onward
    for now, chance in ways.items():
        add(found, stages, now, chance, track, worths)
    found.ways = list(ways.items())
    assert sum(found.joint.values()) == 1
    return found


def add(found, stages, now, chance, track, worths):
    """Add one way to what the plan comes to."""
    happened, total, ends, at = set(), dict.fromkeys(QUANTITIES, Fraction(0)), [], track
    for number, (stage, end) in enumerate(zip(stages, now.ends, strict=True)):
        ends.append(None)
        if end is None:
            continue
        tracked = None if at is None or at >= ALLIANCE else at
        events = events_of(*end, tracked)
        ends[-1] = next(e for e in events if e in ENDS)
        for event in events:
            found.events[number][event] += chance
        happened |= {ENEMY * stage.enemy + event for event in events}
        numbers = numbers_of(*end, worths)
        for name, value in (turned(numbers) if stage.enemy else numbers).items():
            total[name] += value
        at = None if at is None else at + end[1].alliance_steps
    found.joint[tuple(ends)] += chance
    for event in happened:
        found.ever[event] += chance
    for name, value in total.items():
        found.totals[name][Fraction(value)] += chance


ENDS = ("attacker_wins", "defender_wins", "retreated_before_battle", "overrun")


def moments(spread):
    mean = sum(value * chance for value, chance in spread.items())
    variance = sum(chance * (value - mean) ** 2 for value, chance in spread.items())
    return float(mean), float(variance) ** 0.5


def near(number):
    return pytest.approx(float(number), abs=1e-12)


def assert_as_walked(stages, *, track=None, worths=None, **usual):
    """Compare a plan's campaign with the chain over the oracle, and return the chain."""
    if track is not None:
        usual["track"] = track
    if worths:
        usual["worth"] = ", ".join(f"{key}={float(value)}" for key, value in worths.items())
    plan = parse_plan(plan_text(stages, **usual))
    found, chain = campaign(plan), walked(stages, track=track, worths=worths)
    assert found.method == "exact"
    assert [stage.turned for stage in plan.stages] == [stage.enemy for stage in stages]
    for number, reached in enumerate(chain.reached):
        assert found.chain.stages[number].reached == near(reached)
        ours, theirs = stage_events(found, number), chain.events[number]
        assert {name for name, chance in theirs.items() if chance} <= set(ours)
        for name, estimate in ours.items():
            assert estimate.value * float(reached) == near(theirs[name]), (number, name)
    assert joint_as_dict(found) == {ends: near(chance) for ends, chance in chain.joint.items()}
    assert final_events(found) == ever_events(found)
    ours = {name: estimate.value for name, estimate in ever_events(found).items()}
    assert set(chain.ever) <= set(ours)
    assert ours == {name: near(chain.ever.get(name, 0)) for name in ours}
    for name in QUANTITIES:
        total = final_quantities(found)[name]
        assert (total.value, total.sd) == pytest.approx(moments(chain.totals[name]), abs=1e-12), (
            name
        )
    return chain


def joint_as_dict(found):
    rows = [(ends, estimate.value) for ends, estimate in joint_ends(found)]
    assert [chance for _, chance in rows] == sorted((c for _, c in rows), reverse=True)
    return dict(rows)


def british(cu, general=None, **more):
    return Side(BRITISH, cu, general, **more)


def american(cu, general=None, **more):
    return Side(AMERICAN, cu, general, **more)


BURGOYNE, HOWE, CLINTON = General(2, 1, "Burgoyne"), General(3, 2, "Howe"), General(5, 1, "Clinton")
GATES, GREENE, LEE = General(3, 2, "Gates"), General(4, 3, "Greene"), General(2, 1, "Lee")
WASHINGTON, ARNOLD = General(6, 3, "Washington"), General(5, 2, "Arnold")


def army(general, cu):
    return Interceptor(general.battle, general.agility, cu, general.name)


def fight(attacker, defender, *armies, **more):
    more = {"pc": AMERICAN} | more if armies else more
    return oracle.Battle(attacker, defender, interceptors=armies, **more)


def fate(now, number):
    """(battle, outcome) of a stage on a way."""
    return now.ends[number]


def share(chain, test):
    """Chance of the ways that pass a test."""
    return sum((chance for now, chance in chain.ways if test(now)), Fraction(0))


# --- what activations hand on -------------------------------------------------------------------

SARATOGA = fight(
    british(5, BURGOYNE, regulars=True, card="discard", cut_off=True),
    american(4, GATES, militia=True, card="battle-card"),
)


@pytest.mark.rule("WW-12", "WW-22")
def test_the_regulars_advantage_is_lost_for_the_whole_card():
    stages = (
        Stage(SARATOGA),
        Stage(fight(british(4, HOWE, regulars=True, navy=True), american(4, GREENE), evade=3)),
        Stage(fight(british(5, CLINTON, regulars=True, drm=-2), american(6, LEE, card="discard"))),
    )
    chain = assert_as_walked(stages)
    lost_in = [share(chain, lambda now, at=at: fate(now, at)[1].regulars_lost) for at in range(3)]
    assert all(lost_in)  # in each of the three, though never in two
    assert sum(lost_in) == chain.ever["regulars_lost"] < 1
    first = share(chain, lambda now: not fate(now, 1)[0].attacker.regulars)
    assert first == lost_in[0]  # Howe fights without them as often as Burgoyne has lost them


@pytest.mark.rule("WW-12", "WW-22")
def test_the_americans_rob_the_defending_british_of_the_advantage():
    stages = (
        Stage(
            fight(
                american(5, GREENE, militia=True),
                british(4, HOWE, regulars=True, navy=True, card="discard"),
                pc=BRITISH,
            )
        ),
        Stage(
            fight(american(3, GATES, card="battle-card"), british(5, regulars=True), pc=AMERICAN)
        ),
        Stage(fight(american(4, WASHINGTON, winter=True), british(3, CLINTON, regulars=True))),
    )
    chain = assert_as_walked(
        stages, worths={"colony": Fraction(1, 2), "battle_card": Fraction(1, 4)}
    )
    assert 0 < share(chain, lambda now: not fate(now, 2)[0].defender.regulars) < 1


@pytest.mark.rule("WW-12", "WW-34")
@pytest.mark.parametrize("track", [0, 5, 6, 7, 8])
def test_with_the_alliance_made_the_regulars_are_no_steps_any_more(track):
    """Beaten twice: from 6 the first with regulars or both make the alliance; +2 only before."""
    open_way = replace(SARATOGA, attacker=replace(SARATOGA.attacker, cut_off=False))
    stages = (
        Stage(open_way),
        Stage(fight(british(3, HOWE, regulars=True, cut_off=True), american(4, LEE))),
        Stage(
            fight(british(3, CLINTON, regulars=True, navy=True), american(5, GREENE), pc=AMERICAN)
        ),
    )
    chain = assert_as_walked(stages, track=track)
    late = share(chain, lambda now: fate(now, 1)[0].alliance == "after")
    assert (late > 0) == (track >= 6)
    without = share(
        chain,
        lambda now: fate(now, 1)[1].regulars_lost and fate(now, 1)[1].alliance_steps == 1,
    )
    assert (without > 0) == (track == 8)  # made, and yet the regulars still there to be lost


@pytest.mark.rule("WW-20", "WW-34")
def test_a_captured_washington_sets_the_track_back():
    """From 8: beaten by him alone it is 9; with him captured first it never is."""
    stages = (
        Stage(fight(british(4, CLINTON), american(3, WASHINGTON, cut_off=True), pc=BRITISH)),
        Stage(SARATOGA),
        Stage(fight(british(4, HOWE, regulars=True), american(4, WASHINGTON), evade=2)),
    )
    chain = assert_as_walked(stages, track=8)
    taken = share(chain, lambda now: "Washington" in now.absent)
    assert 0 < taken < 1
    assert (
        share(chain, lambda now: fate(now, 2)[0].defender.general is None)
        == chain.events[0]["washington_captured"]
    )


@pytest.mark.rule("WW-20", "WW-22")
def test_a_captured_general_neither_attacks_nor_defends_nor_intercepts():
    """Gates is captured or not; then he would intercept, defend, and strike back."""
    stages = (
        Stage(fight(british(5, HOWE, navy=True), american(3, GATES, cut_off=True))),
        Stage(
            fight(
                british(4, CLINTON),
                american(2, LEE),
                *(army(GREENE, 2), army(GATES, 3)),
                leader="present",
            )
        ),
        Stage(fight(british(3, BURGOYNE, militia=True), american(4, GATES), evade=2)),
    )
    chain = assert_as_walked(stages, worths={"general": 3})
    taken = chain.events[0]["defender_general_captured"]
    without = share(chain, lambda now: len(fate(now, 1)[0].interceptors) == 1)
    assert 0 < taken == without < 1
    evading = share(chain, lambda now: fate(now, 2)[0].evade > 0)
    assert evading == (1 - taken) / 2  # not where he has failed, nor where he is boxed for Lee

    back = fight(american(4, GATES), british(3, BURGOYNE, regulars=True))
    stages = (stages[0], Stage(back, enemy=True), Stage(fight(british(3, CLINTON), american(2))))
    chain = assert_as_walked(stages)
    assert chain.reached == [1, 1 - taken, 1]


@pytest.mark.rule("WW-10", "WW-20", "WW-22")
def test_an_attacker_who_is_captured_is_gone_as_well():
    """Burgoyne surrenders, or is caught alone in the enemy's space, and defends no more."""
    stages = (
        Stage(fight(british(1, BURGOYNE, drm=4, cut_off=True), american(2, GATES), pc=AMERICAN)),
        Stage(fight(american(5, GREENE), british(4, BURGOYNE, navy=True)), enemy=True),
        Stage(fight(american(3, LEE), british(0, BURGOYNE)), enemy=True),
    )
    chain = assert_as_walked(stages)
    caught = chain.events[0]["attacker_general_captured"]
    assert caught > chain.events[0]["attacker_surrenders"] > 0  # alone, too
    assert share(chain, lambda now: fate(now, 1)[0].defender.general is None) == caught


# --- interception and retreat over a whole card ---------------------------------------------------


@pytest.mark.rule("WW-01", "WW-17")
def test_an_army_tries_to_intercept_once_a_card():
    """Lee has not tried where Greene came first; who comes is boxed, as Gates leads."""
    here = american(2, General(6, 3, "Gates"))
    stages = (
        Stage(fight(british(5, HOWE), here, army(GREENE, 2), army(LEE, 6), leader="present")),
        Stage(
            fight(
                british(4, BURGOYNE),
                american(3, General(4, 1, "Lincoln")),
                *(army(LEE, 4), army(GREENE, 3)),
                leader="present",
            )
        ),
        Stage(fight(british(5, CLINTON), american(4, LEE, card="discard"), evade=4)),
    )
    chain = assert_as_walked(stages)
    armies = defaultdict(Fraction)
    for now, chance in chain.ways:
        armies[tuple(one.name for one in fate(now, 1)[0].interceptors)] += chance
    assert armies == {("Lee",): Fraction(1, 2), (): Fraction(1, 2)}  # Greene's agility is 3
    first = lambda now: fate(now, 0)[1].interceptor == 1  # noqa: E731
    assert not share(chain, lambda now: not first(now) and fate(now, 2)[0].evade)
    failed_later = lambda now: first(now) and fate(now, 1)[1].interceptor == 0  # noqa: E731
    assert not share(chain, lambda now: failed_later(now) and fate(now, 2)[0].evade)


@pytest.mark.rule("WW-01", "WW-02")
def test_who_has_failed_to_intercept_may_not_retreat():
    """Lee, second to try, has tried in half of the ways; Greene's retreats have no limit."""
    here = american(2, General(6, 3, "Gates"))
    first = fight(british(5, HOWE), here, army(GREENE, 2), army(LEE, 6), leader="present")
    stages = (
        Stage(first),
        Stage(fight(british(4, BURGOYNE), american(3, LEE), evade=4)),
        Stage(fight(british(3, CLINTON), american(5, LEE, militia=True), evade=1)),
    )
    chain = assert_as_walked(stages)
    slipped = [chain.events[at]["retreated_before_battle"] for at in (1, 2)]
    assert slipped == [Fraction(1, 2) * Fraction(4, 6), Fraction(1, 2) * Fraction(1, 6)]
    both = sum(c for ends, c in chain.joint.items() if ends[1] == ends[2] == ENDS[2])
    assert both == Fraction(1, 2) * Fraction(4, 36)


@pytest.mark.rule("WW-01", "WW-22")
def test_armies_that_try_in_another_order_than_they_are_named():
    """The second army is the better one and tries first; if it comes, the first has not tried."""
    stages = (
        Stage(fight(british(4, HOWE), american(1), army(LEE, 1), army(GREENE, 5))),
        Stage(fight(british(3, CLINTON), american(2), army(GREENE, 4), army(LEE, 2))),
    )
    text = plan_text(stages).replace('name = "s0"', 'name = "s0"\ntries = "best"')
    plan = parse_plan(text.replace('"s0"\n', '"s0"\ngoal = "defender_wins"\n', 1))
    found = campaign(plan).chain.stages[1]
    may_try = defaultdict(float)
    for chance, outcomes in found.fought:
        armies = tuple(one.general.name for one in outcomes.battle["intercept"])
        may_try[armies] += chance
    assert may_try == {("Lee",): near(Fraction(1, 2)), (): near(Fraction(1, 2))}


@pytest.mark.rule("WW-01", "WW-02")
def test_who_has_intercepted_may_not_retreat_before_a_later_battle_either():
    """The rulebook (7.8.E): whether the try has succeeded or not."""
    stages = (
        Stage(fight(british(5, HOWE), american(0), army(GREENE, 2))),
        Stage(
            fight(british(4, BURGOYNE), american(3, GREENE), evade=5),
            when=((0, "intercepted", True),),
        ),
    )
    chain = walked(stages)
    assert chain.reached[1] > 0
    assert chain.events[1]["retreated_before_battle"] == 0
    assert_as_walked(stages)


@pytest.mark.rule("WW-17", "WW-22")
@pytest.mark.parametrize("leader", ["best", "present", "interceptor"])
def test_a_boxed_general_is_out_of_the_card(leader):
    """Gates 3/2 is joined by Lee 2/1 or Greene 4/3; the one who is boxed defends no more."""
    stages = (
        Stage(
            fight(
                british(5, HOWE), american(2, GATES), army(LEE, 2), army(GREENE, 3), leader=leader
            )
        ),
        Stage(fight(british(4, BURGOYNE, navy=True), american(3, GATES, militia=True), evade=3)),
        Stage(fight(american(2, LEE), british(3, CLINTON, regulars=True)), enemy=True),
    )
    chain = assert_as_walked(stages)
    lee, greene = Fraction(1, 6), Fraction(5, 6) * Fraction(1, 2)
    boxed = {"best": greene, "present": 0, "interceptor": lee + greene}[leader]
    assert share(chain, lambda now: fate(now, 1)[0].defender.general is None) == boxed
    assert 1 - chain.reached[2] == (0 if leader == "interceptor" else lee)


@pytest.mark.rule("WW-17")
def test_washington_is_never_boxed():
    stages = (
        Stage(
            fight(
                british(5, HOWE),
                american(2, WASHINGTON),
                army(GREENE, 4),
                leader="interceptor",
            )
        ),
        Stage(fight(british(4, CLINTON), american(3, GREENE, card="discard"))),
        Stage(fight(british(3, BURGOYNE), american(1, WASHINGTON), pc=BRITISH)),
    )
    chain = assert_as_walked(stages)
    assert share(chain, lambda now: fate(now, 1)[0].defender.general is None) == Fraction(1, 2)
    assert share(chain, lambda now: fate(now, 2)[0].defender.general is None) == 0


@pytest.mark.rule("WW-15", "WW-22")
def test_arnold_is_gone_wherever_he_is_once_treason_was_played():
    """Gates may slip away before any card is played; Arnold is elsewhere."""
    stages = (
        Stage(fight(british(5, BURGOYNE, card="treason"), american(3, GATES), evade=2)),
        Stage(fight(british(4, HOWE), american(2), army(ARNOLD, 4), army(LEE, 1))),
        Stage(fight(british(3, CLINTON), american(3, ARNOLD, militia=True))),
    )
    chain = assert_as_walked(stages)
    played = Fraction(2, 3)  # the retreat fails on 3-6
    assert share(chain, lambda now: len(fate(now, 1)[0].interceptors) == 1) == played
    assert chain.events[1]["intercepted"] == Fraction(1, 3) * (
        1 - Fraction(4, 6) * Fraction(5, 6)
    ) + played * Fraction(1, 6)


@pytest.mark.rule("WW-15", "WW-22")
def test_arnold_does_not_attack_once_he_is_betrayed():
    """He is betrayed by a defender, and by an attacker who overruns what he leaves behind."""
    british_plays = fight(american(4, GATES), british(3, HOWE, card="treason", navy=True))
    first = (Stage(british_plays), Stage(fight(american(5, ARNOLD), british(2, CLINTON))))
    chain = assert_as_walked(first)
    assert chain.reached == [1, 0]
    left_alone = fight(british(4, CLINTON, card="treason"), american(1, ARNOLD), evade=2)
    chain = assert_as_walked(
        (Stage(left_alone), Stage(fight(american(5, ARNOLD), british(2, HOWE)), enemy=True))
    )
    assert chain.reached == [1, Fraction(1, 3)]
    assert chain.events[0]["overrun"] == Fraction(2, 3)


# --- who is left ---------------------------------------------------------------------------------


@pytest.mark.rule("WW-11", "WW-22")
def test_what_is_left_is_fought_again_with_what_joins_it():
    """All that Gates has left, with militia and two CUs more; then it strikes back."""
    stages = (
        Stage(
            fight(
                british(5, HOWE, regulars=True),
                american(4, GATES, card="discard", militia=True),
            )
        ),
        Stage(
            fight(british(4, CLINTON, regulars=True), american(0)),
            defender=Left(0, "defender", american(2, militia=True, card="battle-card")),
            when=((0, "attacker_wins", True),),
        ),
        Stage(
            fight(american(1, LEE), british(0)),
            attacker=Left(0, "defender", american(0, drm=2), only="army"),
            defender=Left(0, "attacker", british(1, regulars=True, navy=True)),
            when=((0, "defender_wins", True),),
            enemy=True,
        ),
    )
    chain = assert_as_walked(stages)
    assert chain.reached[1:] == [chain.events[0][end] for end in ENDS[:2]]
    counts = {fate(now, 1)[0].defender.cu for now, _ in chain.ways if fate(now, 1)}
    assert counts == {3, 4, 5}
    assert {fate(now, 2)[0].defender.regulars for now, _ in chain.ways if fate(now, 2)} == {
        False,
        True,
    }


@pytest.mark.rule("WW-02", "WW-17", "WW-22")
def test_what_is_left_of_those_who_joined_or_slipped_away():
    """Greene joins, or Gates slips away with five of six: both are found again, without a card."""
    stages = (
        Stage(
            fight(
                british(4, BURGOYNE, card="discard"),
                american(6, GATES, card="discard"),
                army(GREENE, 3),
                evade=3,
            )
        ),
        Stage(
            fight(british(5, HOWE, navy=True), american(0), pc=AMERICAN),
            defender=Left(0, "defender", american(0, drm=-2)),
        ),
        Stage(
            fight(british(3, CLINTON), american(0)),
            defender=Left(1, "defender", american(1, LEE)),
            when=((0, "defender_wins", False), (1, "attacker_wins", True)),
        ),
    )
    chain = assert_as_walked(stages)
    leaders = {fate(now, 1)[0].defender.general.name for now, _ in chain.ways if fate(now, 1)}
    assert leaders == {"Gates", "Greene"}
    assert {fate(now, 2)[0].defender.general for now, _ in chain.ways if fate(now, 2)} == {LEE}


@pytest.mark.rule("WW-22")
def test_a_general_alone_is_left_and_no_army():
    """The one CU of Lee falls for certain: who asks for an army finds none, else him."""
    first = Stage(fight(british(4, HOWE, drm=9), american(1, LEE)))
    second = fight(british(3, CLINTON), american(0))
    for only, reached in (("army", 0), ("", 1)):
        stages = (first, Stage(second, defender=Left(0, "defender", only=only)))
        chain = assert_as_walked(stages)
        assert chain.reached == [1, reached]
        assert (
            chain.events[1]["unopposed"] == chain.events[1]["defender_general_captured"] == reached
        )


@pytest.mark.rule("WW-02", "WW-22")
def test_what_is_left_retreats_before_battle_where_it_still_has_a_general():
    stages = (
        Stage(fight(british(5, HOWE, card="treason"), american(4, ARNOLD), evade=2)),
        Stage(fight(british(4, CLINTON), american(0), evade=4), defender=Left(0, "defender")),
    )
    chain = walked(stages)
    assert {fate(now, 1)[0].evade for now, _ in chain.ways if fate(now, 1)} == {0, 4}
    assert_as_walked(stages)


# --- plans at random ------------------------------------------------------------------------------


def drawn_plan(rng, number):
    """A plan of a card's battles, with generals who turn up again and again, as the rules allow."""
    stages, seen, met, treason, attackers = [], set(), set(), False, set()
    while len(stages) < number:
        battle = drawn(rng)
        name = named(battle.attacker.general)
        if name in attackers and name:
            continue
        defender = battle.defender
        there = {named(battle.attacker.general), *(one.name for one in battle.interceptors)}
        again = sorted(met - there)
        if defender.general and defender.nation == AMERICAN and again:
            general = replace(defender.general, name=rng.choice(again))
            battle = replace(battle, defender=replace(defender, general=general))
            defender = battle.defender
        if defender.intercepted or named(defender.general) in seen:
            defender = replace(defender, intercepted=False)
            battle = replace(battle, defender=defender, evade=0)
        cards = {side: getattr(battle, side) for side in SIDES}
        if treason:  # out of the game (WW-15)
            plain = {s: replace(t, card="none") for s, t in cards.items() if t.card == "treason"}
            battle = replace(battle, **plain)
        treason = treason or any(troops.card == "treason" for troops in cards.values())
        attackers.add(name)
        met |= {*there, named(battle.defender.general)} - {None, ""}
        seen |= {one.name for one in battle.interceptors}
        enemy = bool(stages) and battle.attacker.nation != stages[0].battle.attacker.nation
        when = ()
        if stages and rng.random() < 0.3:
            asked = rng.choice(("attacker_wins", "intercepted", "regulars_lost", "overrun"))
            when = ((rng.randrange(len(stages)), asked, rng.random() < 0.4),)
        stages.append(Stage(battle, enemy=enemy, when=when))
    return stages


@pytest.mark.rule("WW-12", "WW-15", "WW-17", "WW-20", "WW-22")
@pytest.mark.parametrize("seed", range(40))
def test_plans_at_random(seed):
    rng = random.Random(4_000 + seed)
    stages = drawn_plan(rng, 2 + (seed % 3 == 0))
    track = rng.choice([None, rng.randint(0, 8), rng.randint(5, 8)])
    if track is not None:
        stages = [replace(s, battle=replace(s.battle, alliance="before")) for s in stages]
    worths = {"colony": Fraction(rng.randint(-3, 3), 4), "discard": Fraction(1, 4)}
    assert_as_walked(stages, track=track, worths=worths)


def test_the_plans_at_random_are_all_kinds():
    """The generator draws what the rules above are about, so that the test above can fail."""
    seen = set()
    for seed in range(40):
        rng = random.Random(4_000 + seed)
        stages = drawn_plan(rng, 2 + (seed % 3 == 0))
        for now, _ in walked(stages).ways:
            seen |= {"enemy" for stage in stages if stage.enemy}
            for stage, end in zip(stages, now.ends, strict=True):
                if end is None:
                    seen.add("not fought, and asks nothing" if not stage.when else "asks")
                    continue
                battle = end[0]
                if stage.battle.defender.general and not battle.defender.general:
                    seen.add("no general")
                if len(battle.interceptors) < len(stage.battle.interceptors):
                    seen.add("no interception")
                if stage.battle.attacker.regulars and not battle.attacker.regulars:
                    seen.add("no regulars")
    assert seen == {
        *("enemy", "asks", "not fought, and asks nothing"),
        *("no general", "no interception", "no regulars"),
    }


# --- what a card does not allow -------------------------------------------------------------------


def written(tmp_path, text):
    file = tmp_path / "plan.toml"
    file.write_text(text)
    return str(file)


def refused(tmp_path, stages, **usual):
    """The error of a plan at the command line, as a line and as JSON."""
    file = written(tmp_path, plan_text(stages, **usual))
    answer = ask("campaign", file)
    assert is_plain_refusal(answer)
    found = ask("campaign", file, "--format", "json")
    assert found.code == 2
    assert found.json["error"] in answer.err
    return found.json


def easy(attacker, *, when=(), enemy=False):
    """A battle of three CUs against two."""
    if attacker is not None and attacker.name in ("Gates", "Greene", "Lee"):
        return Stage(fight(american(3, attacker), british(2)), when=when, enemy=enemy)
    return Stage(fight(british(3, attacker), american(2)), when=when, enemy=enemy)


ANYBODY = General(3, 2)


@pytest.mark.rule("WW-22")
def test_no_general_is_activated_twice(tmp_path):
    error = refused(tmp_path, (easy(HOWE), easy(CLINTON), easy(replace(HOWE, name="howe"))))
    assert error["kind"] == "illegal-battle"
    assert error["given"] == "Howe"
    assert error["error"].startswith("stage 3: Howe is activated twice")


@pytest.mark.rule("WW-22")
def test_a_general_may_be_activated_in_ways_that_exclude_each_other(tmp_path):
    won = (0, "attacker_wins", True)
    lost = (0, "attacker_wins", False)
    stages = (easy(CLINTON), easy(HOWE, when=(won,)), easy(HOWE, when=(lost,)))
    chain = assert_as_walked(stages, card="minor")
    assert chain.reached[1] + chain.reached[2] == 1
    both = (easy(CLINTON), easy(HOWE, when=(won,)), easy(HOWE, when=((1, "attacker_wins", False),)))
    assert refused(tmp_path, both)["error"].startswith("stage 3: Howe is activated twice")


@pytest.mark.rule("WW-22")
@pytest.mark.parametrize(
    ("card", "party", "most"),
    [("major", "no", 3), ("major", "yes", 2), ("minor", "no", 2), ("minor", "yes", 1)],
)
def test_a_card_activates_so_many_generals(tmp_path, card, party, most):
    stages = (*map(easy, (HOWE, ANYBODY, CLINTON, ANYBODY)),)
    usual = {"card": card, "landing_party": party}
    found = campaign(parse_plan(plan_text(stages[:most], **usual)))
    assert [stage.reached for stage in found.chain.stages] == [near(1)] * most
    for more in range(most + 1, 5):
        error = refused(tmp_path, stages[:more], **usual)
        assert error["kind"] == "illegal-battle"
        assert error["error"].startswith(f"stage {most + 1}: a {card} campaign card")
        assert f"activates {most + (party == 'yes')} generals" in error["error"]
        assert ("landing party" in error["error"]) == (party == "yes")


@pytest.mark.rule("WW-22")
def test_what_is_not_fought_is_no_activation(tmp_path):
    """Two of four battles in every way; a third in some ways is one too many."""
    won = (0, "attacker_wins", True)
    lost = (0, "attacker_wins", False)
    three = (easy(HOWE), easy(CLINTON, when=(won,)), easy(BURGOYNE, when=(lost,)))
    assert_as_walked(three, card="minor")
    four = (*three, easy(ANYBODY, when=((2, "attacker_wins", True),)))
    assert refused(tmp_path, four, card="minor")["error"].startswith("stage 4: a minor campaign")
    assert_as_walked(four, card="major")


@pytest.mark.rule("WW-22")
def test_no_cu_attacks_twice(tmp_path):
    again = Stage(
        fight(british(1, ANYBODY), american(2)), attacker=Left(0, "attacker", british(1, CLINTON))
    )
    error = refused(tmp_path, (easy(HOWE), again))
    assert error["kind"] == "illegal-battle"
    assert error["error"].startswith("stage 1: no general and no CU is activated twice")


@pytest.mark.rule("WW-22")
def test_the_settings_of_a_card_are_words(tmp_path):
    stages = (easy(HOWE),)
    for key, value in (("card", "middling"), ("landing_party", "perhaps")):
        answer = ask("campaign", written(tmp_path, plan_text(stages, **{key: value})))
        assert is_plain_refusal(answer)
        assert key in answer.err


@pytest.mark.rule("WW-22")
def test_the_enemys_reply_is_no_activation():
    reply = Stage(fight(american(4, GREENE), british(0)), defender=Left(0, "attacker"), enemy=True)
    stages = (easy(HOWE), easy(CLINTON), reply)
    campaign(parse_plan(plan_text(stages, card="minor")))


@pytest.mark.rule("WW-22")
def test_landing_parties_are_british(tmp_path):
    assert refused(tmp_path, (easy(GATES),), landing_party="yes")["kind"] == "illegal-battle"


@pytest.mark.rule("WW-22")
def test_a_plan_is_of_one_card(tmp_path):
    text = plan_text((easy(HOWE), easy(CLINTON), easy(BURGOYNE))).replace(
        'name = "s1"', 'name = "s1"\ncard = "minor"'
    )
    assert ask("campaign", written(tmp_path, text)).code == 2


@pytest.mark.rule("WW-15")
def test_treason_is_out_of_the_game_once_it_was_played(tmp_path):
    stages = (
        Stage(fight(british(4, HOWE, card="treason"), american(3))),
        Stage(fight(british(4, CLINTON, card="treason"), american(3))),
    )
    assert refused(tmp_path, stages)["kind"] == "illegal-battle"


# --- in which order -------------------------------------------------------------------------------

NAMES = ("Saratoga", "New Jersey", "the South")
CARD = (
    Stage(
        replace(SARATOGA, defender=replace(SARATOGA.defender, cu=5)),
        name=NAMES[0],
    ),
    Stage(
        fight(british(5, HOWE, regulars=True, navy=True), american(3, GREENE), army(LEE, 3)),
        name=NAMES[1],
    ),
    Stage(
        fight(british(4, CLINTON, regulars=True), american(4, LEE, card="discard"), evade=1),
        when=((1, "attacker_wins", True),),
        name=NAMES[2],
    ),
)


def moved(stages, order):
    """The stages written in another order; what they ask is asked of the same ones."""
    place = {old: new for new, old in enumerate(order)}
    found = []
    for number in order:
        stage = stages[number]
        sides = {
            side: replace(getattr(stage, side), stage=place[getattr(stage, side).stage])
            for side in SIDES
            if getattr(stage, side) is not None
        }
        when = tuple((place[of], event, yes) for of, event, yes in stage.when)
        found.append(replace(stage, when=when, **sides))
    return tuple(found)


def in_order(stages):
    """The orders in which a stage comes after those that it asks about."""
    asked = [
        {of for of, *_ in stage.when}
        | {getattr(stage, side).stage for side in SIDES if getattr(stage, side) is not None}
        for stage in stages
    ]
    for order in permutations(range(len(stages))):
        if all(order.index(of) < order.index(n) for n in order for of in asked[n]):
            yield order


@pytest.mark.rule("WW-22")
@pytest.mark.parametrize("by", [None, "alliance_steps", "attacker_wins", "alliance_made"])
def test_the_value_of_an_order_is_that_of_the_plan_written_so(by):
    plan = parse_plan(plan_text(CARD, track=6))
    ranked = orders(plan, by=by)
    expected = {}
    for order in in_order(CARD):
        stages = moved(CARD, order)
        chain = assert_as_walked(stages, track=6)
        name = by or "net_value"
        value = moments(chain.totals[name])[0] if name in QUANTITIES else chain.ever[name]
        expected[tuple(NAMES[number] for number in order)] = float(value)
    assert len(expected) == 3
    assert {one.names: one.value.value for one in ranked} == {
        names: near(value) for names, value in expected.items()
    }
    values = [round(one.value.value, 12) for one in ranked]
    assert values == sorted(values, reverse=True)
    assert values[0] == near(max(expected.values()))
    if by != "alliance_made":  # the order matters
        assert values[0] > values[-1] + 1e-3
    assert [stage.name for stage in ranked[0].found.plan.stages] == list(ranked[0].names)


@pytest.mark.rule("WW-22")
def test_what_is_left_of_a_stage_comes_after_it():
    """A row of three in which the first leaves its defenders, and one that asks nothing."""
    stages = (
        Stage(fight(british(4, HOWE), american(4, GATES)), name="first"),
        Stage(
            fight(british(5, CLINTON, regulars=True), american(0)),
            defender=Left(0, "defender"),
            name="again",
        ),
        Stage(SARATOGA, name="apart"),
    )
    ranked = orders(parse_plan(plan_text(stages)), by="defender_cu_lost")
    found = {one.names: one.value.value for one in ranked}
    assert set(found) == {
        ("first", "again", "apart"),
        ("first", "apart", "again"),
        ("apart", "first", "again"),
    }
    for order in in_order(stages):
        names = tuple(stages[number].name for number in order)
        chain = walked(moved(stages, order))
        assert found[names] == near(moments(chain.totals["defender_cu_lost"])[0])


@pytest.mark.rule("WW-20", "WW-22")
def test_orders_that_the_rules_do_not_allow_are_left_out():
    """Howe may not be activated twice; once he is captured he does not attack at all."""
    text = """
    game = "ww"
    [[stage]]
    name = "first"
    attacker = "british, 3 cu, Howe 3/1"
    defender = "american, 2 cu"
    [[stage]]
    name = "reply"
    attacker = "american, 5 cu, gen 6/3, drm +12"
    defender = { left = "first", side = "attacker", plus = "cut-off" }
    [[stage]]
    name = "again"
    attacker = "british, 4 cu, Howe 3/1"
    defender = "american, 3 cu"
    """
    ranked = orders(parse_plan(text.replace("3/1", "6/1, drm +12", 1)))
    assert [one.names for one in ranked] == [("first", "reply", "again")]
    assert ranked[0].found.chain.stages[2].reached == 0.0


def test_the_best_order_at_the_command_line(tmp_path):
    file = written(tmp_path, plan_text(CARD, track=6))
    for by in ("alliance_made", "attacker_cu_lost"):
        ranked = orders(parse_plan(plan_text(CARD, track=6)), by=by)
        found = ask_json("campaign", file, "--order", "best", "--by", by)
        assert found["orders_by"] == by
        assert [tuple(one["stages"]) for one in found["orders"]] == [one.names for one in ranked]
        assert [one["value"]["value"] for one in found["orders"]] == [o.value.value for o in ranked]
        best = written(
            tmp_path, plan_text(moved(CARD, [NAMES.index(n) for n in ranked[0].names]), track=6)
        )
        plain = ask_json("campaign", best)
        assert {key: found[key] for key in plain} == plain  # the best one in full
        file = written(tmp_path, plan_text(CARD, track=6))
        csv = ask("campaign", file, "--order", "best", "--by", by, "--format", "csv")
        rows = [line.split(",") for line in csv.out.splitlines()]
        assert rows[0] == ["order", by, "low", "high"]
        assert [(row[0], float(row[1])) for row in rows[1:]] == [
            (" > ".join(one.names), one.value.value) for one in ranked
        ]
    table = ask("campaign", file, "--order", "best").out
    assert table.count("(as written)") == 1
    assert table.index("order, best first") < table.index("1. ")
    assert ask_json("campaign", file, "--order", "best")["orders_by"] == "net_value"
    as_written = ask_json("campaign", file, "--order", "as-written")
    assert as_written == ask_json("campaign", file)
    assert "orders" not in as_written


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--order", "best", "--by", "glory"), "glory"),
        (("--order", "best", "--by", "enemy_attacker_wins"), "enemy_attacker_wins"),
        (("--order", "worst"), "worst"),
        (("--by", "net_value"), "--order best"),
        (("--order", "as-written", "--by", "net_value"), "--order best"),
    ],
)
def test_orders_that_cannot_be_asked_for(tmp_path, options, word):
    file = written(tmp_path, plan_text(CARD, track=6))
    answer = ask("campaign", file, *options)
    assert is_plain_refusal(answer)
    assert word in answer.err
    assert ask("campaign", file, *options, "--format", "json").json["kind"] == "option"


def land(*stages):
    """A plan of Axis & Allies from (name, attacker, defender or text of one)."""
    lines = ['game = "aa"']
    for name, attacker, defender, *when in stages:
        defender = defender if defender.startswith("{") else toml(defender)
        lines += ["[[stage]]", f"name = {toml(name)}", f"attacker = {toml(attacker)}"]
        lines += [f"defender = {defender}", *(f"when = {toml(one)}" for one in when)]
    return "\n".join(lines)


LAND = {
    "a": ("a", "2 inf, 1 ftr", "2 inf"),
    "b": ("b", "1 arm, 1 ftr", "{ left = 'a', side = 'defender', plus = '1 inf' }"),
    "c": ("c", "3 ftr", "1 inf, 1 arm"),
    "d": ("d", "1 inf, 1 arm", "{ left = 'c', side = 'defender' }", "not c: territory_taken"),
}


@pytest.mark.parametrize("by", ["territory_taken", "defender_holds", "swing"])
def test_the_orders_of_a_plan_of_axis_and_allies(by):
    allowed = [
        order
        for order in permutations("abcd")
        if order.index("a") < order.index("b") and order.index("c") < order.index("d")
    ]
    expected = {}
    for order in allowed:
        one = campaign(parse_plan(land(*(LAND[name] for name in order))))
        expected[order] = {**final_events(one), **final_quantities(one)}[by].value
    ranked = orders(parse_plan(land(*LAND.values())), by=by)
    assert {one.names: one.value.value for one in ranked} == {
        order: near(value) for order, value in expected.items()
    }
    assert len(ranked) == 6
    best = min if by == "defender_holds" else max  # what is the defender's is to be rare
    assert ranked[0].value.value == near(best(expected.values()))
    if by == "defender_holds":  # the last word; the others do not ask for the order
        assert ranked[0].value.value < ranked[-1].value.value - 1e-3


def test_six_stages_have_orders_and_seven_are_too_many(tmp_path):
    row = [("s0", "1 inf", "1 inf")]
    for number in range(1, 7):
        defender = f"{{ left = 's{number - 1}', side = 'defender', plus = '1 inf' }}"
        row.append((f"s{number}", "1 inf", defender))
    six = written(tmp_path, land(*row[:6]))
    found = ask_json("campaign", six, "--order", "best", "--by", "swing")
    assert [one["stages"] for one in found["orders"]] == [[f"s{n}" for n in range(6)]]
    seven = written(tmp_path, land(*row))
    answer = ask("campaign", seven, "--order", "best", "--by", "swing")
    assert is_plain_refusal(answer)
    assert "at most 6" in answer.err
    assert ask("campaign", seven).code == 0


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_a_plan_of_which_no_order_is_allowed_is_refused(tmp_path, form):
    file = written(tmp_path, plan_text((easy(HOWE), easy(HOWE))))
    answer = ask("campaign", file, "--order", "best", "--format", form)
    assert answer.code == 2
    assert "twice" in answer.out + answer.err


def test_orders_by_rounds_are_json(tmp_path):
    file = written(tmp_path, land(("a", "2 inf", "1 inf"), ("b", "1 arm", "1 inf")))
    assert ask("campaign", file, "--order", "best", "--by", "rounds", "--format", "json").code == 0


def test_orders_by_what_cannot_happen_in_some_of_them(tmp_path):
    """Greene attacks, unless he is captured before: then he never does, a chance of 0."""
    alone = fight(british(3, HOWE), american(0, GREENE))
    stages = (easy(CLINTON), easy(GREENE, enemy=True), Stage(alone))
    chain = walked(stages)
    file = written(tmp_path, plan_text(stages))
    found = ask_json("campaign", file, "--order", "best", "--by", "enemy_attacker_wins")
    assert found["orders"][0]["value"]["value"] == 0.0  # the enemy's victories are to be rare
    assert found["orders"][-1]["value"]["value"] == near(chain.ever["enemy_attacker_wins"])


@pytest.mark.rule("WW-22")
def test_seven_stages_of_which_three_are_fought(tmp_path):
    """Six replies to how the first ends, of which two come at most."""
    stages = (
        easy(HOWE),
        *(easy(ANYBODY, when=((0, end, True),)) for end in ENDS),
        *(easy(ANYBODY, when=((at, "attacker_wins", True),)) for at in (1, 2)),
    )
    assert ask("campaign", written(tmp_path, plan_text(stages))).code == 0


# --- the enemy strikes back -----------------------------------------------------------------------


@dataclass(frozen=True)
class Strike:
    """A battle and what the enemy has to strike back with."""

    battle: oracle.Battle
    force: Side
    track: int | None = None
    worths: dict = field(default_factory=dict, hash=False)

    def asked(self):
        """The question's battle, as text with its settings."""
        text = plan_text(
            (Stage(self.battle),), **({} if self.track is None else {"track": self.track})
        )
        settings = [line for line in text.splitlines() if "=" in line]
        skip = ("game", "name", "attacker", "defender")
        pairs = [line.split(" = ") for line in settings if not line.startswith(skip)]
        options = {key: json.loads(value) for key, value in pairs}
        options["congress"] = "yes" if options.get("congress") else "no"
        if self.worths:
            options["worth"] = ", ".join(f"{k}={float(v)}" for k, v in self.worths.items())
        return parse_battle(
            "ww", f"{text_of(self.battle.attacker)} v {text_of(self.battle.defender)}", **options
        )


def struck(strike):
    """(comes, held, rows of (chance, swing, net value), the enemy's gains) by the oracle."""
    worths = WORTHS | NOTHING | strike.worths
    battle, comes, held, rows, gains = strike.battle, Fraction(0), Fraction(0), [], []
    for outcome, chance in chances(battle).items():
        first = numbers_of(battle, outcome, worths)
        won = "attacker_wins" in events_of(battle, outcome)
        reply = None
        if stands(outcome):
            attacker = battle.attacker
            there = Side(attacker.nation, outcome.attacker_cu_left, attacker.general)
            there = replace(there, regulars=attacker.regulars and not outcome.regulars_lost)
            force, made = strike.force, strike.track is not None
            made = made and strike.track + outcome.alliance_steps >= ALLIANCE
            if outcome.regulars_lost:
                force = replace(force, regulars=False)
            alliance = "after" if made else battle.alliance
            reply = oracle.Battle(force, there, alliance=alliance)
            ends = chances(reply)
            gain = sum(c * numbers_of(reply, end, worths)["net_value"] for end, c in ends.items())
            gains.append(gain)
            reply = reply if gain > 0 else None
        if reply is None:
            rows.append((chance, first["swing"], first["net_value"]))
            held += chance * won
            continue
        comes += chance
        for end, share in ends.items():
            second = numbers_of(reply, end, worths)
            values = (first[key] - second[key] for key in ("swing", "net_value"))
            rows.append((chance * share, *values))
            held += chance * share * (won and "attacker_wins" not in events_of(reply, end))
    return comes, held, rows, gains


STRIKES = {
    "british": Strike(
        fight(british(5, HOWE, regulars=True, card="discard"), american(3, GATES, militia=True)),
        american(3, GREENE),
    ),
    "regulars lost as they win": Strike(
        fight(american(5, GATES), british(4, BURGOYNE, regulars=True, navy=True)),
        british(4, HOWE, navy=True),
        worths={"cu": Fraction(3, 2), "colony": Fraction(1, 2)},
    ),
    "alliance": Strike(
        fight(american(4, GATES), british(3, HOWE)),
        british(5, CLINTON, regulars=True),
        track=8,
        worths={"alliance": 2},
    ),
    "no alliance": Strike(
        fight(american(4, GATES), british(3, HOWE)),
        british(5, CLINTON, regulars=True),
        track=7,
        worths={"alliance": 2},
    ),
    "alone": Strike(
        fight(british(1, CLINTON, drm=3), american(2, GATES)), american(4, General(5, 2))
    ),
}


def assert_struck(strike):
    comes, held, rows, _ = struck(strike)
    aim = "attacker_wins >= 0.1 and net_value > -90 and swing > -90"
    advice = should_attack(strike.asked(), aim=aim, counter=text_of(strike.force), with_flips=False)
    assert advice.counter.stages[1].reached == near(comes)
    assert advice["attacker_wins"].value == near(held)
    for at, name in ((1, "swing"), (2, "net_value")):
        spread = defaultdict(Fraction)
        for row in rows:
            spread[Fraction(row[at])] += row[0]
        found = advice[name]
        assert (found.value, found.sd) == pytest.approx(moments(spread), abs=1e-12)
    return advice


@pytest.mark.rule("WW-12", "WW-22")
@pytest.mark.parametrize("name", STRIKES)
def test_the_enemy_strikes_back(name):
    assert_struck(STRIKES[name])


@pytest.mark.rule("WW-12")
def test_the_enemy_comes_only_where_that_pays_him():
    """Against four of Howe's CUs, but not against all five."""
    found = {name: struck(strike) for name, strike in STRIKES.items()}
    gains = [gain for _, _, _, more in found.values() for gain in more]
    assert any(-1 < gain < 0 for gain in gains)
    assert any(0 < gain < 1 for gain in gains)
    comes, _, _, more = found["british"]
    assert min(more) < 0 < max(more)
    won = sum(c for o, c in chances(STRIKES["british"].battle).items() if stands(o))
    assert 0 < comes < won


def test_the_counter_attack_at_the_command_line():
    battle = "british, 5 cu, Howe 3/2, regulars v american, 3 cu, Gates 3/2"
    counter = "american, 4 cu, gen 5/2"
    found = ask_json(
        *("should-attack", "ww", battle, "--counter", counter),
        *("--aim", "attacker_wins >= 0.5 and net_value >= 0"),
    )
    strike = Strike(
        fight(british(5, HOWE, regulars=True), american(3, GATES)), american(4, General(5, 2))
    )
    comes, held, rows, _ = struck(strike)
    assert found["counter"]["attacker"] == counter
    assert found["counter"]["reached"] == near(comes)
    after_it = found["counter"]["after"]
    assert after_it["attacker_wins"]["value"] == near(held)
    assert after_it["net_value"]["value"] == near(sum(row[0] * row[2] for row in rows))


@pytest.mark.rule("WW-02")
def test_a_counter_attack_where_the_army_slipped_away():
    assert_struck(
        Strike(
            fight(british(5, HOWE, regulars=True), american(3, GREENE), evade=4),
            american(5, General(5, 2)),
        )
    )


@pytest.mark.rule("WW-12")
def test_the_british_strike_back_without_the_regulars_they_have_lost():
    assert_struck(
        Strike(
            fight(american(5, GATES), british(4, BURGOYNE, regulars=True)),
            british(5, General(4, 1), regulars=True),
        )
    )


@pytest.mark.rule("WW-20")
def test_a_captured_general_does_not_strike_back():
    battle = parse_battle("ww", "british, 5 cu, Howe 3/2 v american, 3 cu, Gates 4/3, cut-off")
    advice = should_attack(battle, counter="american, 5 cu, Gates 4/3", with_flips=False)
    assert advice.counter.stages[1].reached == 0.0


# --- simulated ------------------------------------------------------------------------------------

TRIALS, SEED = 40_000, 1_777
SIMULATED = {
    "card": (CARD, 6),
    "left": (
        (
            Stage(fight(british(5, HOWE, regulars=True), american(4, GATES, militia=True))),
            Stage(
                fight(british(4, CLINTON, regulars=True), american(0)),
                defender=Left(0, "defender", american(2, card="discard")),
            ),
            Stage(
                fight(american(3, GREENE), british(0)),
                defender=Left(0, "attacker", british(0, regulars=True)),
                enemy=True,
            ),
        ),
        None,
    ),
    "boxed": (
        (
            Stage(
                fight(british(5, HOWE), american(2, GATES), army(LEE, 2), army(GREENE, 3)),
            ),
            Stage(fight(british(4, BURGOYNE), american(3, GATES), army(GREENE, 4))),
        ),
        7,
    ),
}


@pytest.mark.rule("WW-22")
@pytest.mark.parametrize("name", SIMULATED)
def test_a_simulated_card_is_within_four_standard_errors(name):
    stages, track = SIMULATED[name]
    plan = parse_plan(plan_text(stages, **({} if track is None else {"track": track})))
    exact, sampled = campaign(plan), campaign(plan, trials=TRIALS, rng=SEED)
    assert (exact.method, sampled.method) == ("exact", "simulated")
    assert sampled.chain.trials == pytest.approx(TRIALS, rel=0.2)
    pairs = [(ever_events(one), final_quantities(one)) for one in (exact, sampled)]
    for ours, theirs in zip(*pairs, strict=True):
        for key, estimate in theirs.items():
            chance = ours[key].value
            spread = ours[key].sd or max(0.0, chance * (1 - chance)) ** 0.5
            error = spread / TRIALS**0.5
            assert abs(estimate.value - ours[key].value) <= 4 * error + 1e-12, key
    for number, stage in enumerate(exact.chain.stages):
        seen = sampled.chain.stages[number]
        spread = (stage.reached * (1 - stage.reached)) ** 0.5
        assert abs(seen.reached - stage.reached) <= 4 * spread / TRIALS**0.5 + 1e-12
    joint = joint_as_dict(sampled)
    for ends, chance in joint_as_dict(exact).items():
        error = (chance * (1 - chance) / TRIALS) ** 0.5
        assert abs(joint.get(ends, 0.0) - chance) <= 4 * error + 1e-12, ends


def test_a_simulated_card_at_the_command_line(tmp_path):
    file = written(tmp_path, plan_text(CARD, track=6))
    asked = ("campaign", file, "--trials", "5000", "--seed", "9")
    found = ask_json(*asked)
    assert (found["method"], found["seed"]) == ("simulated", 9)
    assert found == ask_json(*asked)
    exact = ask_json("campaign", file)["final"]
    for name, event in found["final"]["events"].items():
        chance = exact["events"][name]["value"]
        error = (chance * (1 - chance) / 5_000) ** 0.5
        assert abs(event["value"] - chance) <= 4 * error + 1e-12
    best = ask_json(*asked, "--order", "best", "--by", "alliance_made")
    assert {tuple(one["stages"]) for one in best["orders"]} == {
        tuple(NAMES[number] for number in order) for order in in_order(CARD)
    }


@pytest.mark.rule("WW-11", "WW-22", "WW-25")
def test_armies_stand_where_earlier_activations_have_brought_them(tmp_path):
    """Washington's only way out is taken first, or not: the order of the two decides the game."""
    spaces = {"Trenton": "NJ", "Monmouth": "NJ", "Morristown": "NJ", "New York": "NY"}
    board = "".join(f'[[space]]\nname = "{n}"\ncolony = "{c}"\n' for n, c in spaces.items())
    board += '[[link]]\nspaces = ["Morristown", "Trenton", "Monmouth", "New York"]\n'
    board += '[position]\ncongress = "dispersed"\n'
    units = {"New York": ("Howe", "british", 5), "Morristown": ("Clinton", "british", 4)}
    units["Trenton"] = ("Washington", "american", 4)
    for space, (general, nation, cu) in units.items():
        board += f'[[units]]\nspace = "{space}"\ngeneral = "{general}"\n{nation} = {cu}\n'
    (tmp_path / "map.toml").write_text(board, "utf-8")
    plan = f'game = "ww"\nmap = "{tmp_path / "map.toml"}"\n'
    for name, general, origin, space, defender in (
        ("block", "Howe 3/2", "New York", "Monmouth", "none"),
        ("strike", "Clinton 4/1", "Morristown", "Trenton", "american, Washington"),
    ):
        plan += f'[[stage]]\nname = "{name}"\nattacker = "british, {general}"\n'
        plan += f'defender = "{defender}"\nspace = "{space}"\norigin = "{origin}"\n'
    ranked = orders(parse_plan(plan))
    assert [one.names for one in ranked] == [("block", "strike"), ("strike", "block")]
    first, second = (final_events(one.found) for one in ranked)
    won = first["attacker_wins"].value
    assert won == near(1)  # the empty space counts as won
    beaten = ranked[0].found.chain.stages[1].event("attacker_wins").value
    assert 0.1 < beaten < 0.9
    assert first["washington_captured"].value == near(beaten)  # cut off: he surrenders if beaten
    assert second["washington_captured"].value == 0.0
