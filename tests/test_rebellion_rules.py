"""The rules of 1775: Rebellion one by one: worked examples, caps, natives, events, refusals.

Faces that are not verified are those of the facts page's hypothesis H0; only the red die is sure.
"""

from fractions import Fraction

import numpy as np
import pytest
from commandline import ask, ask_json
from rebellion_cases import HIT_FLEE_BLANK

from combat.engine import solve
from combat.errors import IllegalBattleError, OptionError, UnknownUnitError, WargameError
from combat.games import parse_battle
from combat.rebellion_1775.camps import rules_of
from combat.rebellion_1775.colours import NAMES, OF_SIDE, dice_of, shipped_dice
from combat.rebellion_1775.policies import Losses, Withdrawal, dice_rolled
from combat.rebellion_1775.rules import (
    AT,
    DECIDE,
    EMPTY,
    HIT,
    HOLDS_ATTACKER,
    HOLDS_DEFENDER,
    THROW,
)
from combat.rebellion_1775.throws import die_rolls, throws_of
from combat.stages.rules import FINISHED

ATTACKER, DEFENDER = 0, 1
LEAVE_ALL = {"withdraw": "always", "defender_withdraw": "always"}


def battle(text, **options):
    return parse_battle("rb", text, **options)


def chance(text, event="attacker_holds", **options):
    return solve(battle(text, **options), engine="exact").event(event).value


class Script:
    """A battle stage by stage: dice as told, choices by the policies or as told."""

    def __init__(self, text, **options):
        self.rules = rules_of(battle(text, **options))
        self.rows = self.rules.starts().states

    @property
    def stage(self):
        return int(self.rows[0, 0])

    @property
    def over(self):
        return self.stage == FINISHED

    def units(self, who):
        """Counts by colour of who is there."""
        side = self.rules.camps[who]
        found = zip(side.colours, self.rows[0, 1 + 4 * who : 5 + 4 * who].tolist(), strict=True)
        return {colour.name: n for colour, n in found if n}

    def dice(self, who):
        """How many dice each colour would throw."""
        rolls = self.rules.stages[THROW + who].rolls(self.rows)
        names = [colour.name for colour in self.rules.camps[who].colours]
        return {n: int(r.count[0]) for n, r in zip(names, rolls, strict=True) if r.count[0]}

    def throw(self, who, **shown):
        """One throw: colour to (hits, flights, blanks), all dice of the colour."""
        assert self.stage in (THROW + who, THROW + 6 + who)  # a throw, or the volley
        dice = self.dice(who)
        assert {c: sum(s) for c, s in shown.items()} == dice, "not the dice of that side"
        colours = self.rules.camps[who].colours
        results = tuple(np.array([shown.get(c.name, (0, 0, 0))]) for c in colours)
        self.rows = self._plain(self.rules.stages[self.stage].resolve(self.rows, results))
        return self

    def hit(self, who, colour=None):
        """The next hit, on that colour or by the side's policy; returns who is taken."""
        assert self.stage == HIT + who
        camp, stage = self.rules.camps[who], self.rules.stages[self.stage]
        names = [one.name for one in camp.colours]
        at = int(np.flatnonzero(stage.options(self.rows)[0])[0])
        at = at if colour is None else names.index(colour)
        self.rows = self._plain(stage.apply(self.rows, np.array([at])))
        return names[at]

    def decide(self, who, goes):
        """The next blank."""
        assert self.stage == DECIDE + who
        option = np.array([int(goes)])
        self.rows = self._plain(self.rules.stages[self.stage].apply(self.rows, option))
        return self

    def _plain(self, rows):
        """Without sums along the path, as the engines pass rows on."""
        rows = rows.copy()
        for name in self.rules.tallies:
            rows[:, AT[name]] = 0
        return rows

    @property
    def end(self):
        assert self.over
        return int(self.rows[0, AT["end"]])


# --- worked examples ----------------------------------------------------------------------------

PRINCE_TOWN = "4 continental, 1 militia v 1 regulars, 1 loyalist"
BOSTON = "2 continental, 3 militia v 2 regulars, 1 loyalist"


@pytest.mark.rule("RB-01", "RB-02", "RB-03", "RB-05", "RB-08", "RB-09")
def test_prince_town_roll_by_roll():
    """A hit and a blank that stays; a blue unit given up keeps three dice; 2 hits, a flight."""
    fought = Script(PRINCE_TOWN, defender_withdraw="best")
    assert fought.stage == THROW + DEFENDER  # the defenders roll first
    assert fought.dice(ATTACKER) == {"continental": 2, "militia": 1}
    fought.throw(DEFENDER, regulars=(0, 0, 1), loyalist=(1, 0, 0))
    assert fought.hit(ATTACKER) == "continental"  # the default keeps the most dice
    assert fought.units(ATTACKER) == {"continental": 3, "militia": 1}
    fought.decide(DEFENDER, goes=False)
    assert fought.stage == THROW + ATTACKER
    assert fought.dice(ATTACKER) == {"continental": 2, "militia": 1}  # still three
    fought.throw(ATTACKER, continental=(2, 0, 0), militia=(0, 1, 0))
    fought.hit(DEFENDER)
    fought.hit(DEFENDER)
    assert fought.over
    assert fought.end == HOLDS_ATTACKER
    assert fought.units(ATTACKER) == {"continental": 3}
    assert fought.units(DEFENDER) == {}


@pytest.mark.rule("RB-03", "RB-08", "RB-09")
def test_the_other_choice_in_prince_town_would_cost_a_die():
    fought = Script(PRINCE_TOWN)
    fought.throw(DEFENDER, regulars=(1, 0, 0), loyalist=(0, 0, 1))
    fought.hit(ATTACKER, "militia")
    assert fought.dice(ATTACKER) == {"continental": 2}


@pytest.mark.rule("RB-01", "RB-02", "RB-03", "RB-04", "RB-05", "RB-06", "RB-09")
@pytest.mark.parametrize(
    ("defenders", "shown", "left"),
    [
        (
            "2 regulars, 1 loyalist",
            {"regulars": (1, 0, 1), "loyalist": (1, 0, 0)},
            {"regulars": 1, "loyalist": 1},
        ),
        ("1 regulars, 2 loyalist", {"regulars": (0, 0, 1), "loyalist": (2, 0, 0)}, {"loyalist": 2}),
    ],
)
def test_boston_roll_by_roll(defenders, shown, left):
    """2 hits, and a blank on a red die that goes; five dice: 3 hits and 2 flights; one hit lost."""
    attackers = "3 continental, 4 militia"  # so many that five dice are left after two hits
    fought = Script(f"{attackers} v {defenders}", defender_withdraw="best")
    fought.throw(DEFENDER, **shown)
    assert {fought.hit(ATTACKER), fought.hit(ATTACKER)} == {"continental", "militia"}
    fought.decide(DEFENDER, goes=True)  # to Rhode Island
    assert fought.units(DEFENDER) == left
    assert fought.dice(ATTACKER) == {"continental": 2, "militia": 3}
    fought.throw(ATTACKER, continental=(1, 1, 0), militia=(2, 1, 0))
    fought.hit(DEFENDER)
    fought.hit(DEFENDER)  # the third is lost
    assert fought.over
    assert fought.end == HOLDS_ATTACKER
    assert fought.units(ATTACKER) == {"continental": 1, "militia": 2}


def rolled(units, hits, fled, blank):
    """Chance of these totals of a throw under H0, from the library's throws."""
    dice = {c.name: c for c in shipped_dice().colours}
    throws = throws_of([*units.values()], [dice[c] for c in units], blanks=True)
    wanted = hits, fled, blank
    return sum(t.chance for t in throws if (t.hits, sum(t.fled), sum(t.blank)) == wanted)


@pytest.mark.rule("RB-02", "RB-09")
@pytest.mark.parametrize(
    ("units", "result", "expected"),
    [
        ({"regulars": 1, "loyalist": 1}, (1, 0, 1), Fraction(1, 3)),
        ({"continental": 4, "militia": 1}, (2, 1, 0), Fraction(5, 36)),
        ({"regulars": 2, "loyalist": 1}, (2, 0, 1), Fraction(1, 4)),
        ({"regulars": 1, "loyalist": 2}, (2, 0, 1), Fraction(1, 6)),
        ({"continental": 2, "militia": 3}, (3, 2, 0), Fraction(23, 486)),
    ],
)
def test_chances_of_the_worked_rolls(units, result, expected):
    assert rolled(units, *result) == pytest.approx(float(expected), abs=1e-15)


# --- dice ---------------------------------------------------------------------------------------


@pytest.mark.rule("RB-02")
def test_dice_are_capped_by_colour():
    most = {"regulars": 2, "loyalist": 3, "hessian": 2, "continental": 2, "militia": 3}
    most |= {"french": 2, "natives": 2}
    dice = shipped_dice()
    assert {name: dice[name].dice for name in NAMES} == most
    assert sum(most.values()) == 16
    units = {"regulars": 35, "loyalist": 45, "hessian": 12, "continental": 40, "militia": 45}
    assert {name: dice[name].units for name in NAMES} == units | {"french": 10, "natives": 18}
    for name, cap in most.items():
        assert [dice_rolled([n], [dice[name]]) for n in range(6)] == [min(n, cap) for n in range(6)]
    british = [dice[name] for name in OF_SIDE["british"]]
    assert dice_rolled((2, 2, 0, 0), british) == 4  # R-A2
    assert dice_rolled((5, 0, 0, 0), british) == 2


@pytest.mark.rule("RB-02")
def test_all_colours_throw_together_and_none_above_its_dice():
    fought = Script("5 regulars, 4 loyalist, 3 hessian, 3 natives v 1 militia")
    fought.throw(DEFENDER, militia=(0, 0, 1))
    dice = {"regulars": 2, "loyalist": 3, "hessian": 2, "natives": 2}
    assert fought.dice(ATTACKER) == dice


@pytest.mark.rule("RB-02", "RB-03")
def test_two_dice_do_not_hit_three():
    """With dice that only hit, five regulars take two of three at a throw, then the third."""
    sure = {"faces.regulars": "6/0/0", "faces.militia": "6/0/0"}
    found = solve(battle("5 regulars v 3 militia", **sure), engine="exact")
    # 3 hits: two regulars left; 2 hits: one militia left; 1 hit; the last falls
    assert found.event("attacker_holds").value == 1.0
    assert found.quantity("attacker_lost").value == pytest.approx(4)
    assert found.quantity("rolls").value == pytest.approx(4)


@pytest.mark.rule("RB-52")
def test_each_colour_has_faces_of_its_own():
    dice = shipped_dice()
    assert {name: dice[name].faces for name in NAMES} == HIT_FLEE_BLANK
    assert [name for name in NAMES if dice[name].verified] == ["regulars"]
    for colour in dice.colours:
        assert colour.faces in colour.plausible or colour.verified
        assert all(sum(faces) == 6 for faces in (colour.faces, *colour.plausible))
    alike = [name for name in NAMES if dice[name].faces == (3, 1, 2)]
    assert alike == ["hessian", "continental", "french"]  # suspect, so none is called verified
    for name in NAMES:
        sides = (f"2 {name}", "1 militia" if name in OF_SIDE["british"] else "1 loyalist")
        fought = parse_battle("rb", *sides)
        guessed = [line for line in fought.game.assumes(fought) if "unverified dice" in line]
        marked = any(f" {name} " in line for line in guessed)
        assert marked == (name != "regulars")
        own = parse_battle("rb", *sides, **{f"faces.{name}": "3/2/1"})
        assert not any(f"the die of {name}" in line for line in own.game.assumes(own))
        assert dice_of(own.settings)[name].faces == (3, 2, 1)
        before, after = (solve(one).event("attacker_holds").value for one in (fought, own))
        assert before != pytest.approx(after, abs=1e-6) or name == "natives"


# --- whole battles ------------------------------------------------------------------------------

MATCHES = ("1v1", "2v2", "3v3", "3v1", "1v3", "5v2", "2v5")
WHOLE = {
    ("continental", "regulars"): (0.3, 0.225241, 0.261176, 0.902336, 0.005579, 0.854159, 0.007361),
    ("regulars", "continental"): (0.4, 0.42631, 0.52655, 0.977686, 0.060035, 0.971386, 0.070975),
    ("militia", "loyalist"): (0.5, 0.5, 0.5, 0.875, 0.125, 0.890625, 0.109375),
    ("regulars", "militia"): (0.6, 0.71068, 0.757074, 0.993388, 0.188013, 0.995861, 0.256391),
    ("militia", "regulars"): (0.2, 0.108694, 0.107514, 0.735405, 0.001653, 0.631574, 0.001062),
}
MIRROR = (0.333333, 0.276190, 0.352163, 0.972789, 0.006803, 0.953430, 0.011920)


@pytest.mark.rule("RB-01", "RB-02", "RB-03", "RB-04")
@pytest.mark.fault("B20")
@pytest.mark.parametrize("pair", WHOLE)
def test_whole_battles_of_the_facts_page(pair):
    for match, expected in zip(MATCHES, WHOLE[pair], strict=True):
        n, m = match.split("v")
        found = solve(battle(f"{n} {pair[0]} v {m} {pair[1]}"), engine="exact")
        assert found.event("attacker_holds").value == pytest.approx(expected, abs=6e-7), match
        assert found.event("area_empty").value == 0.0  # nobody withdraws


@pytest.mark.rule("RB-01", "RB-02", "RB-03")
def test_red_against_red_of_the_facts_page():
    """The verified die on both sides: two dice of 3/0/3 each, worn by Continentals here."""
    for match, expected in zip(MATCHES, MIRROR, strict=True):
        n, m = match.split("v")
        text = f"{n} regulars v {m} continental"
        assert chance(text, **{"faces.continental": "3/0/3"}) == pytest.approx(expected, abs=6e-7)


@pytest.mark.rule("RB-01", "RB-04")
def test_one_against_one_by_hand():
    """Blue defends: hit 1/2, flight 1/6, blank 1/3; then red hits with 1/2: x = 1/6 + (1 + x)/6."""
    found = solve(battle("1 regulars v 1 continental"), engine="exact")
    assert found.event("attacker_holds").value == pytest.approx(2 / 5, abs=1e-14)
    # throws: t = 1 + 1/3 (1 + t/2), so 8/5
    assert found.quantity("rolls").value == pytest.approx(8 / 5, abs=1e-14)
    assert found.quantity("defender_fled").value == pytest.approx(1 / 5, abs=1e-14)
    assert found.quantity("defender_lost").value == pytest.approx(1 / 5, abs=1e-14)


@pytest.mark.rule("RB-01")
def test_a_battle_that_need_not_end_is_refused():
    with pytest.raises(OptionError, match="does not end"):
        battle("1 regulars v 1 militia", **{"faces.regulars": "0/0/6", "faces.militia": "0/0/6"})


# --- hits and flights ---------------------------------------------------------------------------


@pytest.mark.rule("RB-03")
def test_the_side_that_is_hit_decides_also_over_allies_and_natives():
    fought = Script("1 continental, 1 french, 1 natives v 2 regulars", losses="best")
    fought.throw(DEFENDER, regulars=(2, 0, 0))
    options = fought.rules.stages[HIT + ATTACKER].options(fought.rows)[0]
    assert options.tolist() == [True, False, True, True]
    assert fought.rules.stages[HIT + ATTACKER].side.value == "attacker"
    assert fought.hit(ATTACKER, "natives") == "natives"
    assert fought.hit(ATTACKER, "french") == "french"
    assert fought.units(ATTACKER) == {"continental": 1}


@pytest.mark.rule("RB-03")
@pytest.mark.parametrize(
    ("policy", "units", "taken"),
    [
        ("keep-dice", (4, 5, 0, 0), "loyalist"),  # equal surplus: the fewest hit faces
        ("keep-dice", (3, 5, 0, 0), "loyalist"),  # the largest surplus
        ("keep-dice", (2, 1, 0, 0), "loyalist"),  # no surplus: the fewest hit faces
        ("keep-dice", (2, 0, 1, 0), "regulars"),  # as good: the most units
        ("keep-dice", (1, 0, 1, 0), "regulars"),  # as many: the table
        ("keep-dice", (1, 2, 0, 2), "loyalist"),
        ("keep-best", (6, 1, 0, 0), "loyalist"),
        ("keep-best", (6, 0, 2, 0), "regulars"),
        ("keep-own loyalist", (1, 5, 1, 0), "regulars"),
        ("keep-own regulars", (1, 1, 0, 0), "loyalist"),
        ("keep-own regulars", (2, 0, 0, 0), "regulars"),
        ("hessian regulars", (5, 5, 1, 0), "hessian"),
        ("hessian regulars", (1, 5, 0, 0), "regulars"),
        ("hessian", (3, 4, 0, 0), "loyalist"),  # the others as in keep-dice
    ],
)
def test_loss_policies(policy, units, taken):
    colours = [shipped_dice()[name] for name in OF_SIDE["british"]]
    assert colours[Losses.parse(policy).takes(units, colours)].name == taken


@pytest.mark.rule("RB-03", "RB-06")
def test_hits_beyond_the_last_unit_are_lost():
    fought = Script("3 militia v 1 regulars")
    fought.throw(DEFENDER, regulars=(0, 0, 1))
    fought.throw(ATTACKER, militia=(3, 0, 0))
    fought.hit(DEFENDER)
    assert fought.over
    lost = solve(battle("3 militia v 1 regulars"), engine="exact").quantity("defender_lost")
    assert lost.value < 1.0


@pytest.mark.rule("RB-04", "RB-06")
def test_who_flees_is_not_asked_and_decisions_come_last():
    fought = Script("2 loyalist, 1 regulars v 3 militia", **LEAVE_ALL)
    fought.throw(DEFENDER, militia=(1, 1, 1))
    assert fought.stage == HIT + ATTACKER  # flights are done, decisions wait for the hits
    assert fought.units(DEFENDER) == {"militia": 2}
    fought.hit(ATTACKER, "regulars")
    assert fought.stage == DECIDE + DEFENDER
    fought.decide(DEFENDER, goes=True)
    assert fought.units(DEFENDER) == {"militia": 1}
    assert fought.units(ATTACKER) == {"loyalist": 2}


@pytest.mark.rule("RB-06")
def test_both_sides_never_vanish_in_one_roll():
    """Without natives and late decisions the area is never empty, whoever flees and leaves."""
    for text in ("2 loyalist v 2 militia", "3 militia, 1 french v 2 hessian, 1 loyalist"):
        assert chance(text, "area_empty", **LEAVE_ALL) == 0.0


# --- decisions ----------------------------------------------------------------------------------


@pytest.mark.rule("RB-05")
def test_a_withdrawal_changes_who_holds():
    """1/6 + 1/3 · 1/2 if the red unit leaves on its blank; 2/5 if it never does."""
    text = "1 regulars v 1 continental"
    assert chance(text, withdraw="always") == pytest.approx(1 / 3, abs=1e-14)
    found = solve(battle(text, withdraw="always"), engine="exact")
    assert found.quantity("attacker_withdrawn").value == pytest.approx(1 / 6, abs=1e-14)
    assert found.event("area_empty").value == 0.0
    fought = Script(text, withdraw="always")
    fought.throw(DEFENDER, continental=(0, 0, 1)).throw(ATTACKER, regulars=(0, 0, 1))
    assert fought.decide(ATTACKER, goes=True).end == HOLDS_DEFENDER


@pytest.mark.rule("RB-05")
def test_without_a_way_out_nobody_leaves():
    text = "2 loyalist, 1 regulars v 2 continental, 1 militia"
    for prefix in ("", "defender_"):
        never = solve(battle(text), engine="exact")
        shut = solve(battle(text, **{f"{prefix}way_out": "no"}), engine="exact")
        assert np.array_equal(never.chance, shut.chance)
        with pytest.raises(IllegalBattleError, match="RB-05") as caught:
            battle(text, **{f"{prefix}way_out": "no", f"{prefix}withdraw": "at 1"})
        assert caught.value.rule == "RB-05"


@pytest.mark.rule("RB-05")
@pytest.mark.parametrize(
    ("policy", "units", "enemy", "goes"),
    [
        ("never", (1, 0, 0, 0), 5, False),
        ("always", (4, 0, 0, 0), 1, True),
        ("outnumbered", (4, 0, 0, 0), 3, True),  # dice count, not units: two against three
        ("outnumbered", (2, 1, 0, 0), 3, False),
        ("save-last", (2, 0, 0, 0), 3, False),
        ("save-last", (0, 1, 0, 0), 3, True),
        ("at 2", (1, 2, 0, 0), 3, False),
        ("at 2", (1, 1, 0, 0), 3, True),
    ],
)
def test_withdrawal_policies(policy, units, enemy, goes):
    colours = [shipped_dice()[name] for name in OF_SIDE["british"]]
    assert Withdrawal.parse(policy).goes(units, colours, enemy) == goes


@pytest.mark.rule("RB-05", "RB-06")
def test_colours_decide_one_by_one():
    """Three blanks of two colours: each is asked with what is left after the one before."""
    fought = Script("2 regulars, 1 loyalist v 3 militia", withdraw="best")
    fought.throw(DEFENDER, militia=(0, 0, 3))
    fought.throw(ATTACKER, regulars=(0, 0, 2), loyalist=(0, 0, 1))
    fought.decide(ATTACKER, goes=True).decide(ATTACKER, goes=False)
    assert fought.units(ATTACKER) == {"regulars": 1, "loyalist": 1}
    fought.decide(ATTACKER, goes=True)
    assert fought.units(ATTACKER) == {"regulars": 1}
    assert fought.stage == THROW + DEFENDER


@pytest.mark.rule("RB-05", "RB-06")
def test_the_last_unit_may_leave_too():
    fought = Script("1 militia, 1 french v 2 regulars", withdraw="best")
    fought.throw(DEFENDER, regulars=(0, 0, 2))
    fought.throw(ATTACKER, militia=(0, 1, 0), french=(0, 0, 1))
    fought.decide(ATTACKER, goes=True)
    assert fought.over
    assert fought.end == HOLDS_DEFENDER


@pytest.mark.rule("RB-50")
def test_a_decision_with_the_last_hit_is_over_or_not():
    """A switch: natives hit the last enemy and the red unit may leave them behind, or not."""
    text = "2 regulars v 1 continental"
    for late, asked in (("no", False), ("yes", True)):
        fought = Script(text, withdraw="always", late=late)
        fought.throw(DEFENDER, continental=(0, 0, 1))
        fought.throw(ATTACKER, regulars=(1, 0, 1))
        fought.hit(DEFENDER)
        assert fought.over != asked
        if asked:
            fought.decide(ATTACKER, goes=True)
        assert fought.end == HOLDS_ATTACKER
        assert fought.units(ATTACKER) == {"regulars": 1 if asked else 2}
    assert battle(text)["late"] == "no"
    late = battle(text, late="yes")
    assert any("RB-50" in line for line in late.game.assumes(late))


@pytest.mark.rule("RB-50", "RB-07")
def test_an_area_is_left_empty_by_a_late_decision_alone():
    """Natives hit the last enemy, the red unit leaves: natives alone are independent."""
    text, options = "1 regulars, 1 natives v 1 continental", {"withdraw": "always"}
    assert chance(text, "area_empty", **options) == 0.0
    fought = Script(text, late="yes", **options)
    fought.throw(DEFENDER, continental=(0, 0, 1))
    fought.throw(ATTACKER, regulars=(0, 0, 1), natives=(1, 0, 0))
    fought.hit(DEFENDER)
    fought.decide(ATTACKER, goes=True)
    assert fought.end == EMPTY
    assert fought.units(ATTACKER) == {"natives": 1}
    # by hand: 1/3 · 1/2 · 1/3 at the first throw of the attacker
    assert chance(text, "area_empty", late="yes", **options) >= 1 / 18


# --- natives ------------------------------------------------------------------------------------


@pytest.mark.rule("RB-07")
def test_natives_of_both_sides_leave_before_any_dice():
    fought = Script("1 regulars, 3 natives v 1 militia, 2 natives")
    assert fought.units(ATTACKER) == {"regulars": 1, "natives": 1}
    assert fought.units(DEFENDER) == {"militia": 1}
    plain = solve(battle("1 regulars, 1 natives v 1 militia"), engine="exact")
    cancelled = solve(battle("1 regulars, 3 natives v 1 militia, 2 natives"), engine="exact")
    assert np.array_equal(plain.chance, cancelled.chance)
    assert np.array_equal(plain.states, cancelled.states)


@pytest.mark.rule("RB-07")
def test_a_side_of_natives_only_joins_the_other():
    fought = Script("2 militia v 1 regulars, 2 natives")
    fought.throw(DEFENDER, regulars=(0, 0, 1), natives=(0, 0, 2))
    fought.throw(ATTACKER, militia=(1, 0, 1))
    fought.hit(DEFENDER, "regulars")
    assert fought.over
    assert fought.end == HOLDS_ATTACKER
    assert fought.units(ATTACKER) == {"militia": 2, "natives": 2}
    assert fought.units(DEFENDER) == {}


@pytest.mark.rule("RB-07", "RB-12")
@pytest.mark.parametrize(
    ("text", "end", "left"),
    [
        ("2 militia v 2 natives", "attacker_holds", "2 militia, 2 natives"),
        # one of each side flees, two join
        ("3 natives v 1 loyalist, 1 natives", "defender_holds", "1 loyalist, 2 natives"),
        ("1 hessian, 1 natives v 2 natives", "attacker_holds", "1 hessian, 1 natives"),
    ],
)
def test_natives_alone_join_at_once_without_a_battle(text, end, left):
    found = solve(battle(text), engine="exact")
    assert found.event(end).value == 1.0
    assert found.quantity("rolls").value == 0.0
    assert left in found.battle.game.end_text(found, 0)


@pytest.mark.rule("RB-07")
def test_natives_fight_for_either_side():
    for text in ("1 militia, 1 natives v 2 regulars", "2 regulars v 1 militia, 1 natives"):
        helped, alone = chance(text), chance(text.replace(", 1 natives", ""))
        assert (helped > alone) == text.startswith("1 militia")


# --- events -------------------------------------------------------------------------------------


@pytest.mark.rule("RB-10", "RB-11")
def test_john_butler_rolls_once_before_the_battle():
    """1/2 + 1/2 · 2/5 for the attacker's red unit; 1/2 · 2/5 against the blue one."""
    text = "1 regulars v 1 continental"
    assert chance(text, volley="attacker") == pytest.approx(0.7, abs=1e-14)
    assert chance(text, volley="defender") == pytest.approx(0.2, abs=1e-14)
    rolls = solve(battle(text, volley="attacker"), engine="exact").quantity("rolls")
    assert rolls.value == pytest.approx(0.8, abs=1e-14)  # the volley is none


@pytest.mark.rule("RB-02", "RB-10")
def test_only_hits_of_john_butler_count_and_the_dice_are_the_normal_ones():
    fought = Script("4 loyalist, 1 regulars v 2 militia", volley="attacker", **LEAVE_ALL)
    assert fought.dice(ATTACKER) == {"loyalist": 3, "regulars": 1}
    fought.throw(ATTACKER, loyalist=(1, 2, 0), regulars=(0, 0, 1))
    fought.hit(DEFENDER)
    assert fought.stage == THROW + DEFENDER  # who begins, as ever
    assert fought.units(ATTACKER) == {"loyalist": 4, "regulars": 1}
    assert fought.units(DEFENDER) == {"militia": 1}


@pytest.mark.rule("RB-10")
def test_john_butler_may_end_the_battle_and_comes_after_the_natives():
    sure = {"faces.natives": "6/0/0", "volley": "defender"}
    text = "1 militia, 1 natives v 1 regulars, 1 natives"  # they meet before any dice
    assert chance(text, **sure) < 1 / 2
    assert chance("1 militia v 1 regulars, 1 natives", **sure) == 0.0
    assert chance("1 militia v 1 natives", volley="attacker") == 1.0


@pytest.mark.rule("RB-10")
def test_betsy_ross_by_hand():
    """Two of three Loyalists flee with 2/9; a sure flight: 1/3 each of hit, flight and blank."""
    flights = sum(c for _, fled, _, c in die_rolls(3, (2, 2, 2)) if fled == 2)
    assert flights == pytest.approx(2 / 9, abs=1e-15)
    fought = Script("2 militia v 3 loyalist", turned=5)
    fought.throw(DEFENDER, loyalist=(0, 2, 1))
    assert fought.units(ATTACKER) == {"militia": 4}
    assert fought.units(DEFENDER) == {"loyalist": 1}
    options = {"turned": 1, "faces.loyalist": "0/6/0"}
    found = solve(battle("1 loyalist v 1 militia", **options), engine="exact")
    ends = {found.battle.game.end_text(found, row): found.chance[row] for row in range(len(found))}
    assert ends == pytest.approx(
        {
            ("", "1 militia", "defender_holds"): 1 / 3,
            ("", "2 militia", "defender_holds"): 1 / 3,
            ("1 loyalist", "", "attacker_holds"): 1 / 3,
        }
    )


@pytest.mark.rule("RB-10")
def test_betsy_ross_turns_no_more_than_the_reserve_and_no_other_colour():
    fought = Script("1 militia v 3 loyalist, 1 hessian", turned=1)
    fought.throw(DEFENDER, loyalist=(0, 2, 1), hessian=(0, 1, 0))
    assert fought.units(ATTACKER) == {"militia": 2}
    patriots = Script("1 continental v 2 loyalist", turned=3)  # also where none fight
    patriots.throw(DEFENDER, loyalist=(0, 1, 1))
    assert patriots.units(ATTACKER) == {"continental": 1, "militia": 1}


@pytest.mark.rule("RB-10")
def test_betsy_ross_needs_loyalists():
    with pytest.raises(IllegalBattleError, match="RB-10") as caught:
        battle("2 militia v 2 regulars", turned=2)
    assert caught.value.rule == "RB-10"


@pytest.mark.rule("RB-04", "RB-51")
def test_fled_allies_are_told_apart_from_the_factions_units():
    """They come back at another time than the factions', so they are counted by colour."""
    from combat.stages.exact import distribution

    rules = rules_of(battle("2 hessian, 1 loyalist v 2 militia"), by_colour=True)
    final = distribution(rules, rules.starts(), {})
    fled = [final.moments(f"attacker.{at}_fled")[0].sum() for at in range(4)]
    assert fled[0] == fled[3] == 0.0
    assert fled[1] > 0.0
    assert fled[2] > 0.0
    total = final.moments("attacker_fled")[0].sum()
    assert sum(fled) == pytest.approx(total, abs=1e-14)


# --- what is no battle --------------------------------------------------------------------------

ILLEGAL = {
    "1 regulars, 1 continental v 2 militia": "RB-01",
    "2 continental v 1 french, 1 militia": "RB-01",
    "2 regulars v 1 loyalist": "RB-01",
    "2 natives v 2 natives": "RB-07",
    "36 regulars v 1 militia": "RB-02",
    "1 regulars v 46 militia": "RB-02",
    "13 hessian v 1 militia": "RB-02",
    "1 regulars v 11 french": "RB-02",
    "1 regulars, 19 natives v 1 militia": "RB-02",
    "41 continental v 1 loyalist": "RB-02",
}


@pytest.mark.rule("RB-01", "RB-02", "RB-07")
@pytest.mark.parametrize("text", ILLEGAL)
def test_illegal_battles_name_their_rule(text):
    with pytest.raises(IllegalBattleError, match=ILLEGAL[text]) as caught:
        battle(text)
    assert caught.value.rule == ILLEGAL[text]
    answer = ask("odds", "rb", text, "--format", "json")
    assert answer.code == 2
    assert answer.json["kind"] == "illegal-battle"
    assert answer.err.count("\n") == 1


@pytest.mark.rule("RB-01")
@pytest.mark.parametrize(
    "text", ["3 continental v 2 regulars, 1 militia", "1 hessian, militia v 1 french"]
)
def test_a_bare_militia_on_the_british_side_names_the_loyalists(text):
    with pytest.raises(UnknownUnitError, match="loyalist"):
        battle(text)
    answer = ask("odds", "rb", text, "--format", "json")
    assert answer.code == 2
    assert answer.json["kind"] == "unknown-unit"
    assert "loyalist" in answer.json["allowed"]
    assert "loyalist" in answer.err


@pytest.mark.parametrize(
    "text", ["none v 2 regulars", "2 regulars v none", "0 regulars v 1 militia"]
)
def test_nobody_is_no_side(text):
    with pytest.raises(WargameError):
        battle(text)
    assert ask("odds", "rb", text).code == 2


@pytest.mark.rule("RB-03")
def test_losses_name_colours_of_their_side():
    with pytest.raises(OptionError, match="not british"):
        battle("2 regulars v 2 militia", losses="militia regulars")
    with pytest.raises(OptionError, match="not american"):
        battle("2 regulars v 2 militia", defender_losses="keep-own hessian")


def test_goal_and_aim_are_names():
    with pytest.raises(OptionError, match="goal"):
        battle("2 regulars v 2 militia", goal="territory_taken")
    found = ask_json("should-attack", "rb", "5 regulars v 1 militia")
    assert found["verdict"] == "attack"
    assert found["aim"] == "attacker_holds >= 0.6"
