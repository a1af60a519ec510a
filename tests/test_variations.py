"""Every single change of a battle: legal or none, told in its text, once each, and undone."""

import random
from dataclasses import replace
from pathlib import Path

import napoleonics_cases
import pytest
import rebellion_cases
import washingtons_war_cases

from combat.battle import Battle
from combat.changes import Change, other_values
from combat.game import ATTACKER, DEFENDER, NEITHER
from combat.games import GAMES, parse_battle

SIDES = (ATTACKER, DEFENDER)
MORE = [
    ("aa", "5 inf, 2 art, 2 arm, 1 ftr v 6 inf, 1 art, 1 aa | losses=inf arm art; keep 1 land"),
    ("aa", "2 ftr v 2 inf | retreat=best | edition=second | dice=low-luck"),
    ("aa", "2 ss, 1 dd, 2 ftr, 1 cv v 1 bb, 1 dd, 2 tr | rounds=3"),
    ("aa", "3 dd, 1 tr v 2 ss, 1 tr | cargo=tr: 2 inf | landing_places=1"),
    ("aa", "3 inf, 1 art, 1 arm v 3 inf | landing=2 inf, 1 art | bombard=1 bb"),
    ("aa", "2 inf, 1 art v 3 inf, 1 ftr | landing=2 inf, 1 art"),
    ("aa", "2 bmr, 1 ftr v 3 ftr, 1 aa | raid=10 | escorts=yes | interceptors=3 | damage=2"),
    ("aa", "1 bmr v none | raid=1"),
    ("ww", "british, 4 cu, gen 4/1, regulars, may treason v american, 2 cu, gen 3/3 | evade=2"),
    ("ww", "british, 5 cu, Burgoyne v 1 cu, 2 french cu, gen 3/2 | intercept=4/3:4 cu | track=3"),
    ("ww", "british, 3 cu, gen 2/1, battle-card, drm +1 v american, 1 cu | congress=yes"),
    ("ww", "british, 2 cu, gen 3/3 v none | intercept=5/2:3 cu, 1/1:9 cu | tries=best"),
    ("rb", "2 regulars, 2 loyalist v 4 militia, 1 natives | withdraw=at 2 | turned=2"),
    ("rb", "1 continental v 1 hessian | faces.hessian=1/1/4 | defender_way_out=no"),
    (
        "rb",
        "2 french, 2 natives v 3 natives, 1 regulars | losses=keep-own french | volley=attacker",
    ),
    ("ccn", "French light 3, moved v Austrian line 5, room 1 | combat=ranged"),
    ("ccn", "British heavy cavalry 3, moved v French line 4 on hill, may square | squares=1"),
    ("ccn", "French line 4 leader, elan, with artillery 3 at 2 v CAV 3, retire, ignore 1"),
    ("ccn", "French heavy cavalry 4, edge v INF 4, square | bonus=British light 2 on hill"),
    ("ccn", "French line 4, dice 3 on hill v LEADER on hill, impassable"),
]
BATTLES = [(name, " v ".join(sides)) for name, game in GAMES.items() for sides in game.examples]
BATTLES += [
    (game, text.replace("1 cu, 2 french", "american, 1 cu, 2 french")) for game, text in MORE
]
MAPS = Path(__file__).parents[1] / "docs" / "examples" / "maps"
BATTLES += [
    (
        "ww",
        "british, 5 cu, Burgoyne, discard v american, Gates 2/2"
        f" | map={MAPS / 'saratoga.toml'} | space=Saratoga | origin=Ticonderoga",
    ),
    (
        "rb",
        f"american v british | map={MAPS / 'rebellion_map.toml'} | area=Boston"
        " | defender_to=Newport",
    ),
]
over_battles = pytest.mark.parametrize(("game", "text"), BATTLES)


def changes_of(battle):
    """Each change, and the battle after it or None."""
    return [(one, battle.game.changed(battle, one, 1)) for one in battle.game.variations(battle)]


def settings_of(battle):
    return {s.key: s.shows(battle[s.key]) for s in battle.game.settings}


@over_battles
def test_each_makes_a_legal_battle_or_none(game, text):
    """What it makes is checked as a battle that is typed: its text reads back as the same."""
    battle = parse_battle(game, text)
    made = [other for _, other in changes_of(battle) if other is not None]
    assert len(made) > 5
    for other in made:
        assert isinstance(other, Battle)
        assert other != battle
        read = parse_battle(game, str(other))
        assert read == other, str(other)


@over_battles
def test_none_comes_twice(game, text):
    battle = parse_battle(game, text)
    found = changes_of(battle)
    told = [(one.side, one.text()) for one, _ in found]
    assert len(set(told)) == len(told)
    made = [str(other) for _, other in found if other is not None]
    assert len(set(made)) == len(made)
    assert str(battle) not in made


@over_battles
def test_one_more_and_one_fewer_is_nothing(game, text):
    battle = parse_battle(game, text)
    steps = [(one, other) for one, other in changes_of(battle) if one.step > 0 and other]
    assert steps
    for one, other in steps:
        back = battle.game.changed(other, replace(one, step=-1), 1)
        assert back == battle, one


@over_battles
def test_the_text_says_what_changed(game, text):
    """A setting that is named has the value that is told, and is the only one changed; a side's
    change changes that side alone."""
    battle = parse_battle(game, text)
    before = settings_of(battle)
    for one, other in changes_of(battle):
        if other is None:
            continue
        assert one.what in one.text()
        assert one.cost >= 0.0
        assert one.side in (*SIDES, NEITHER)
        after = settings_of(other)
        differ = {key for key in before if before[key] != after[key]}
        sides = {side for side in SIDES if str(getattr(battle, side)) != str(getattr(other, side))}
        if one.step:
            assert one.text() == f"{'+' if one.step > 0 else '-'}1 {one.what}"
            assert sides == {one.side}
            assert differ <= {"landing"}  # who is not there does not land
        elif one.what in before:
            assert (differ, sides) == ({one.what}, set())
            told = f"{one.what} left out"
            if one.value:
                told = f"{one.what} = {after[one.what] or 'none'}"
            assert one.text() == told
        else:
            assert one.text() == f"{one.what} = {one.value}"
            assert (differ, sides) == (set(), {one.side})


@over_battles
def test_what_flips_a_verdict_is_among_them(game, text):
    battle = parse_battle(game, text)
    told = {(one.side, one.text()) for one, other in changes_of(battle) if other is not None}
    tried = {
        (one.side, one.text())
        for one in battle.game.neighbours(battle)
        if battle.game.changed(battle, one, 1) is not None
    }
    assert tried <= told


@pytest.mark.parametrize(("game", "text"), [b for b in BATTLES if b[0] in ("axis-allies", "aa")])
def test_a_unit_more_is_one_in_the_count(game, text):
    battle = parse_battle(game, text)
    for one, other in changes_of(battle):
        if one.step and other is not None:
            now, then = (dict(getattr(b, one.side)) for b in (battle, other))
            counts = {name: then.get(name, 0) - now.get(name, 0) for name in {*now, *then}}
            assert {name: n for name, n in counts.items() if n} == {one.what: one.step}


DRAWN = {
    "ww": lambda rng: washingtons_war_cases.battle_of(washingtons_war_cases.drawn(rng)),
    "rb": lambda rng: rebellion_cases.drawn(rng).battle(),
    "ccn": napoleonics_cases.drawn,
}


@pytest.mark.parametrize("game", DRAWN)
def test_all_of_it_holds_of_battles_drawn_at_random(game):
    rng = random.Random(1775)
    for _ in range(25):
        battle = DRAWN[game](rng)
        made = {}
        for one, other in changes_of(battle):
            if other is None:
                continue
            assert other != battle, one
            assert made.setdefault(str(other), one) is one
            assert parse_battle(game, str(other)) == other
            general_alone = one.what == "cu" and getattr(battle, one.side).cu == 0
            if one.step > 0 and not general_alone:  # of an army of one CU none is taken
                assert battle.game.changed(other, replace(one, step=-1), 1) == battle, one
        assert len(made) > 5


# --- nothing is missing ------------------------------------------------------------------------


def told(game, text, side=None):
    """What is possible, as texts."""
    battle = parse_battle(game, text)
    return {
        one.text()
        for one, other in changes_of(battle)
        if other is not None and side in (None, one.side)
    }


def more(*names):
    return {f"+1 {name}" for name in names}


def fewer(*names):
    return {f"-1 {name}" for name in names}


def test_axis_and_allies_on_land():
    text = "3 inf, 2 arm, 1 ftr v 4 inf, 1 art"
    assert told("aa", text, ATTACKER) >= {
        *more("inf", "art", "arm", "ftr", "bmr"),
        *fewer("inf", "arm", "ftr"),
        *(f"retreat = {when}" for when in ("best", "air-only", "after 1", "after 2", "after 3")),
        *("retreat = at 1", "retreat = at 3", "losses = inf arm ftr; keep 1 land"),
    }
    assert told("aa", text, DEFENDER) >= {
        *more("inf", "art", "arm", "ftr", "bmr", "aa"),
        *fewer("inf", "art"),
        "choose_losses = attacker",
    }
    assert told("aa", text, NEITHER) == {"dice = low-luck", "edition = second"}
    assert "retreat = air-only" not in told("aa", "3 inf v 2 inf")
    assert not any(one.startswith("losses") for one in told("aa", "3 inf v 2 inf"))


def test_an_order_of_loss_that_comes_to_the_same_is_none():
    """Of three types in the default's order, whatever it is called."""
    text = "3 inf, 2 arm, 1 ftr v 4 inf | losses=inf arm ftr"
    found = told("aa", text, ATTACKER)
    assert not {"losses = default", "losses = cheapest"} & found
    assert "losses = inf arm ftr; keep 1 land" in found
    other = told("aa", text.replace("inf arm ftr", "arm inf ftr"), ATTACKER)
    assert "losses = default" in other
    assert "losses = cheapest" not in other  # as the default


def test_axis_and_allies_at_sea():
    text = "2 ss, 1 dd v 1 ss, 2 tr"
    ships = ("ss", "dd", "ca", "cv", "bb", "tr")
    assert told("aa", text, ATTACKER) >= {
        *more(*ships, "ftr", "bmr"),
        *fewer("ss", "dd"),
        *(f"attacker_submerge = {will}" for will in ("always", "best")),
    }
    assert told("aa", text, DEFENDER) >= {*more(*ships), "defender_submerge = always"}
    assert "+1 ftr" not in told("aa", text, DEFENDER)  # no deck (AA-53)
    assert "fight = ignore" in told("aa", text, ATTACKER)
    assert "fight = ignore" not in told("aa", "2 ss, 1 dd v 1 ss, 1 dd")


def test_axis_and_allies_landing_and_raid():
    landing = told("aa", "3 inf, 1 art v 3 inf | landing=2 inf, 1 art | bombard=1 bb", ATTACKER)
    assert landing >= {
        *("landing = 3 inf, 1 art", "landing = 1 inf, 1 art", "landing = 2 inf"),
        *("bombard = 1 ca, 1 bb", "bombard = 2 bb", "bombard = none"),
    }
    raid = told("aa", "2 bmr, 1 ftr v 2 ftr, 1 aa | raid=10 | escorts=yes | damage=3")
    assert raid >= {
        *more("bmr", "ftr", "aa"),
        *fewer("bmr", "ftr", "aa"),
        *(f"interceptors = {n}" for n in ("best", "0", "1")),
        *("damage = 2", "damage = 4", "raid = 9", "raid = 11", "edition = second"),
    }
    assert "interceptors = 2" not in raid  # all of two rise already
    assert not any(one.startswith(("retreat", "landing", "dice")) for one in raid)


def test_washingtons_war():
    text = "british, 4 cu, gen 4/2, regulars, discard v american, 3 cu, gen 3/2, militia"
    assert told("ww", text, ATTACKER) == {
        *more("cu", "battle rating", "agility rating", "drm", "navy", "cut-off"),
        *fewer("cu", "battle rating", "agility rating", "drm", "regulars", "discard"),
        *("card played = battle-card", "card played = treason"),
    }
    assert told("ww", text, DEFENDER) == {
        *more("cu", "battle rating", "agility rating", "drm", "intercepted", "cut-off"),
        *more("discard", "battle-card", "may discard", "may battle-card"),
        *fewer("cu", "battle rating", "agility rating", "drm", "militia"),
        *("general = none", "evade = yes", "intercept = 3/2:3 cu"),
    }
    assert told("ww", text, NEITHER) == {
        *("alliance = after", "pc = american", "pc = british", "congress = yes"),
    }


def test_washingtons_war_before_the_battle():
    text = "british, 4 cu, gen 4/2 v american, 3 cu, gen 3/2"
    armies = told("ww", f"{text} | intercept=4/3:4 cu, 1/1:1 cu | evade=3", DEFENDER)
    assert armies >= {
        *(f"evade = {on}" for on in ("0", "yes", "2", "4")),
        *("retreat = never", "retreat = best", "tries = never", "tries = best"),
        *("intercept = 4/3:4 cu", "intercept = 1/1:1 cu"),
        *(
            f"intercept = {army}, 1/1:1 cu"
            for army in ("4/3:5 cu", "4/3:3 cu", "5/3:4 cu", "3/3:4 cu", "4/2:4 cu")
        ),
        *(f"intercept = 4/3:4 cu, {army}" for army in ("1/1:2 cu", "2/1:1 cu", "1/2:1 cu")),
        *(f"leader = {who}" for who in ("present", "interceptor", "best")),
    }


def made(game, text, side, change):
    """The side after a change, as text."""
    battle = parse_battle(game, text)
    (found,) = [
        other for one, other in changes_of(battle) if (one.side, one.text()) == (side, change)
    ]
    return str(getattr(found, side))


def test_words_of_a_side_are_put_in_and_taken_out():
    text = "british, 4 cu, Burgoyne v american, 1 cu, 2 french cu, gen 3/2, may discard"
    defender = "american, 1 cu, {} french cu, gen 3/2, may discard"
    for change, french in (("+1 french cu", 3), ("-1 french cu", 1)):
        assert made("ww", text, DEFENDER, change) == defender.format(french)
    assert made("ww", text, DEFENDER, "+1 cu").startswith("american, 2 cu, 2 french cu")
    assert (
        made("ww", text, DEFENDER, "general = none") == "american, 1 cu, 2 french cu, may discard"
    )
    assert made("ww", text, DEFENDER, "-1 may discard") == "american, 1 cu, 2 french cu, gen 3/2"
    both = made("ww", text, DEFENDER, "+1 may battle-card")
    assert both.endswith("may discard, may battle-card")
    assert made("ww", text, ATTACKER, "+1 agility rating") == "british, 4 cu, Burgoyne 2/2"
    assert made("ww", text, ATTACKER, "+1 battle-card") == "british, 4 cu, Burgoyne, battle-card"


def test_another_unit_has_as_many_blocks_as_it_can():
    text = "French line 2 leader on hill v British light 5, room 1"
    assert made("ccn", text, ATTACKER, "unit = French light") == "French light 2 leader on hill"
    assert made("ccn", text, DEFENDER, "unit = British line") == "British line 4, room 1"
    assert made("ccn", text, DEFENDER, "room = any") == "British light 5"
    joined = made("ccn", text, ATTACKER, "+1 artillery")
    assert joined == "French line 2 leader on hill, with French foot artillery 3 at 2"
    assert made("ccn", text, ATTACKER, "hex = clear") == "French line 2 leader"
    assert made("ccn", "INF 4 v CAV 3", ATTACKER, "unit = CAV") == "CAV 4"


def test_1775():
    text = "3 continental, 2 militia v 2 regulars, 1 loyalist"
    policies = ("always", "outnumbered", "save-last", "at 2", "best")
    assert told("rb", text, ATTACKER) == {
        *more("continental", "militia", "french", "natives"),
        *fewer("continental", "militia"),
        *(f"withdraw = {one}" for one in policies),
        *("losses = keep-best", "losses = keep-own continental", "losses = keep-own militia"),
        "losses = best",
    }
    assert told("rb", text, DEFENDER) >= {
        *more("regulars", "loyalist", "hessian", "natives"),
        *fewer("regulars", "loyalist"),
        *(f"defender_withdraw = {one}" for one in policies),
    }
    assert told("rb", text, NEITHER) == {
        *("volley = attacker", "volley = defender", "turned = 1", "faces.loyalist = 1/2/3"),
        *("faces.continental = 2/1/3", "faces.continental = 3/2/1", "faces.militia = 1/2/3"),
    }
    assert not any("losses" in one for one in told("rb", "3 militia v 2 regulars"))
    assert "late = yes" in told("rb", f"{text} | withdraw=always")


TERRAIN = (
    *("bridge", "forest", "hill", "town", "church", "castle", "walled garden", "orchard"),
    *("sand quarry", "fordable river", "marsh", "frozen lake", "fieldworks"),
    *("forest with fieldworks", "hill with fieldworks", "town with fieldworks"),
)


def test_napoleonics():
    text = "French line 3 v British light 4 leader on hill"
    attacker = told("ccn", text, ATTACKER)
    assert attacker >= {
        *(f"hex = {where}" for where in TERRAIN),
        *more("block", "leader", "support", "card die", "flag ignored", "artillery"),
        *more("bayonet-charge", "elan", "cold-steel", "force-march"),
        *("-1 block", "moved = 1", "combat = ranged", "follow = stay", "follow = best"),
        *("room = 0", "room = 1", "room = 2", "unit = French old guard"),
    }
    assert not attacker & more("bombard", "cavalry-charge", "leadership")  # not for line infantry
    assert told("ccn", text, DEFENDER) >= {
        *(f"hex = {where}" for where in ("clear", *TERRAIN) if where != "hill"),
        *more("block", "support", "flag ignored", "edge", "impassable", "may first-strike"),
        *fewer("block", "leader"),
        *("reaction = first-strike", "reaction = square", "unit = British line"),
    }


def test_napoleonics_with_cards_guns_and_cavalry():
    text = "French line 4 leader, elan, with artillery 3 at 2 v British light cavalry 3, may retire"
    attacker = told("ccn", text, ATTACKER)
    assert attacker >= {"-1 elan", "-1 artillery", "-1 leader", "card played = leadership"}
    assert told("ccn", text, DEFENDER) >= {"-1 may retire", "reaction = retire"}
    charged = told("ccn", "French cuirassier 4 v British line 4, may square")
    assert charged >= {"square_strikes = back", "reaction = square", "-1 may square"}
    fired = told("ccn", "French foot artillery 3 v INF 4 | combat=ranged | range=3")
    assert fired >= {"range = 2", "range = 4", "+1 bombard", "-1 block"}


# --- values of settings ------------------------------------------------------------------------


def test_other_values_are_once_each_and_not_the_one_there():
    battle = parse_battle("aa", "3 inf v 2 inf | retreat=at 2")
    texts = ("at 2", "best", "AT 3", "at 3", "nonsense", "after 1 rounds", "never")
    found = list(other_values(battle, ATTACKER, "retreat", texts))
    assert [one.value for one in found] == ["best", "at 3", "after 1", "never"]
    assert found[0] == Change(ATTACKER, "retreat", 0, 0.0, "best")


def test_a_file_is_left_out(tmp_path):
    file = tmp_path / "units.toml"
    file.write_text("[units.inf]\ndefence = 3\n")
    battle = parse_battle("aa", "3 inf v 2 inf", units=str(file))
    (change,) = [one for one in battle.game.variations(battle) if one.what == "units"]
    assert change.text() == "units left out"
    assert battle.game.changed(battle, change, 1) == parse_battle("aa", "3 inf v 2 inf")
