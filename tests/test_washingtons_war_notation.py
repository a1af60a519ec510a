"""Sides and settings of Washington's War as people type them, and as they are printed."""

import string
from dataclasses import replace

import pytest
from commandline import ask
from hypothesis import assume, example, given
from hypothesis import strategies as st

from combat.battle import Battle
from combat.engine import solve
from combat.errors import (
    NotationError,
    OptionError,
    UnknownUnitError,
    WargameError,
)
from combat.game import ATTACKER, DEFENDER
from combat.games import GAMES, parse_battle
from combat.washingtons_war.generals import General, shipped_roster
from combat.washingtons_war.settings import WORTHS
from combat.washingtons_war.troops import CARDS, MODIFIERS, Troops

GAME = GAMES["washingtons-war"]
DEFAULTS = {setting.key: setting.default for setting in GAME.settings}
LONE = "american, 2 cu"


def side(text, which=ATTACKER, **settings):
    return GAME.parse_side(text, which, DEFAULTS | settings)


def battle(attacker, defender=LONE, **options):
    return parse_battle("ww", attacker, defender, **options)


# --- round trips ------------------------------------------------------------------------------

WORDS = {"v", "vs", "versus", "against", "may"}  # no names: they would mean something else
NAMES = st.one_of(
    st.just("gen"),
    st.sampled_from(shipped_roster().names),
    st.text(string.ascii_letters, min_size=1, max_size=9)
    .map(str.capitalize)
    .filter(lambda name: name.lower() not in WORDS | {"gen", "general"}),
)
GENERALS = st.builds(General, st.integers(1, 6), st.integers(1, 3), NAMES)
KNOWN = st.sampled_from(
    [shipped_roster().find(name).general() for name in ("Burgoyne", "Washington")]
)


def in_order(words, order):
    return tuple(word for word in order if word in words)


@st.composite
def troops(draw):
    cu = draw(st.integers(0, 99))
    return Troops(
        nation=draw(st.sampled_from(["british", "american", "french"])),
        cu=cu,
        french=draw(st.sampled_from([0, 0, draw(st.integers(0, cu))])),
        general=draw(st.one_of(st.none(), GENERALS, KNOWN)),
        modifiers=in_order(draw(st.sets(st.sampled_from(MODIFIERS))), MODIFIERS),
        card=draw(st.sampled_from(CARDS)),
        held=in_order(draw(st.sets(st.sampled_from(CARDS[1:]))), CARDS),
        drm=draw(st.integers(-20, 20)),
        cut_off=draw(st.booleans()),
    )


@given(one=troops().filter(bool), which=st.sampled_from([ATTACKER, DEFENDER]))
@example(one=Troops("british", cut_off=True), which=DEFENDER)
@example(one=Troops("american", 3, 3, General(1, 3, "Rochambeau"), drm=-20), which=DEFENDER)
@example(one=Troops("french", 1, 0, None, ("regulars",)), which=ATTACKER)
@example(one=Troops("british", 3, 0, General(2, 1, "Cu")), which=ATTACKER)
def test_what_is_printed_reads_back(one, which):
    text = str(one)
    assert side(text, which) == one
    assert str(side(text, which)) == text
    assert side(text.upper().replace(", ", "  "), which) == one  # whatever the case and the gaps
    assert side(text.replace(", ", ","), which) == one


OWN = {True: ["regulars", "navy", "militia"], False: ["militia"]}  # British or not
HELD = {True: CARDS[1:], False: ("discard", "battle-card")}


@st.composite
def legal_sides(draw, british, attacking):
    """A side of a battle that the rules allow, but for militia on both and the same name."""

    def own(general):
        listed = shipped_roster().find(general.name)
        return listed is None or (listed.side == "british") == british

    generals = GENERALS.filter(own)
    card = draw(st.sampled_from(["none", "none", *HELD[british]]))
    held = in_order(draw(st.sets(st.sampled_from(HELD[british]))), CARDS)
    return Troops(
        nation="british" if british else draw(st.sampled_from(["american", "french"])),
        cu=draw(st.integers(1, 5 if attacking else 99)),
        general=draw(generals if attacking else st.one_of(st.none(), generals)),
        modifiers=in_order(draw(st.sets(st.sampled_from(OWN[british]))), MODIFIERS),
        card=card,
        held=held if card == "none" else (),  # at most one card (WW-05)
        drm=draw(st.integers(-20, 20)),
        cut_off=draw(st.booleans()),
    )


@given(
    sides=st.booleans().flatmap(
        lambda british: st.tuples(legal_sides(british, True), legal_sides(not british, False))
    ),
    settings=st.fixed_dictionaries(
        {},
        optional={
            "pc": st.sampled_from(["none", "american", "british"]),
            "track": st.integers(0, 8),
            "worth": st.sampled_from([(("general", 0.25),), (("cu", -3.0), ("discard", 1e-06))]),
            "goal": st.sampled_from(["swing", "attacker_stands"]),
        },
    ),
)
@pytest.mark.fault("B42")
def test_a_legal_battle_reads_back(sides, settings):
    first, second = sides
    if "militia" in first.modifiers:
        second = replace(second, modifiers=tuple(w for w in second.modifiers if w != "militia"))
    names = [one.general.name for one in (first, second) if one.general]
    assume(len(set(names)) == len(names) or names[0] == "gen")
    fought = Battle(GAME, first, second, settings)
    assert Battle.parse(GAME, str(fought)) == fought
    assert Battle.parse(GAME, f"{first} VS. {second}").attacker == first


def test_units_may_come_without_a_count_and_add_up():
    assert side("british, cu, 3 cu, gen 4/2", ATTACKER) == side("british, 4 cu, gen 4/2", ATTACKER)
    twice = side("american, 2 french cu, 1 cu, 1 french cu", DEFENDER)
    assert (twice.cu, twice.french) == (4, 3)


def test_a_title_before_a_name_is_understood():
    assert side("british, 5 cu, General Howe 4/2", ATTACKER).general == General(4, 2, "Howe")


def test_nobody_is_none():
    assert side("none", DEFENDER) == side(" NONE ", DEFENDER) == Troops()
    assert str(Troops()) == "none"
    assert not Troops()
    with pytest.raises(WargameError):
        side("none", ATTACKER)
    assert str(battle("british, 3 cu, gen 2/1", "none")).endswith(" v none")


SPELLINGS = {
    "british, 5 cu, Burgoyne, regulars, discard, cut-off": (
        "British 5cu Burgoyne Regulars DISCARD cut off",
        "regular; 5 CUs; burgoyne & cutoff, discarded, british",
        "5 combat units, Burgoyne, regulars, cut-off, discard",
        "brits\n5 cu\nBURGOYNE\nregulars\ndiscard\ncut-off",
    ),
    "american, 4 cu, gen 4/2, drm +1, battle-card": (
        "americans, 4 cu, gen 4/2, battle card, drm +1",
        "american 4 cu general 4/2 DRM 1 battlecard",
        "AMERICAN, 4 american cu, gen 4 / 2, drm + 1, Battle-Card",
    ),
    "british, 2 cu, navy, militia": (
        "british, 2 cu, royal navy, militia",
        "british 2cu navy militia",
    ),
    "american, 1 cu, Arnold 5/2, winter, intercepted, drm -2": (
        "american, 1 cu, arnold 5/2, winter offensive, interception, drm −2",
        "american intercepted winter drm-2 1 cu ARNOLD 5/2",
    ),
    "american, 2 cu, 3 french cu, gen 1/1": ("american, 3 french cu, 2 cu, gen 1/1",),
    "french, 3 cu, Rochambeau 3/2": ("rochambeau 3/2, 3 cus, french",),
    "american, 3 cu, may discard, may battle-card": (
        "american, 3 cu, may battle card, may discard",
        "american 3 cu may discard, MAY battlecard",
    ),
    "american, Washington": ("Washington", "american, washington, 0 cu"),
}


@pytest.mark.parametrize(
    ("text", "printed"),
    [(text, printed) for printed, texts in SPELLINGS.items() for text in (printed, *texts)],
)
def test_spellings(text, printed):
    assert str(side(text, DEFENDER)) == printed


def test_a_general_whose_side_is_known_says_whose_the_troops_are():
    assert side("5 cu, Burgoyne").nation == "british"
    assert side("3 cu, Washington").nation == "american"
    assert side("3 cu, Rochambeau 2/2").nation == "french"
    assert side("3 cu, Howe 3/1").nation == "british"


@pytest.mark.rule("WW-02")
def test_washington_and_greene_evade_with_two_more_whatever_their_ratings():
    for text, evades in (
        ("Washington", 2),
        ("Washington 4/1", 2),
        ("Greene 1/1", 2),
        ("Lee 2/2", 0),
    ):
        assert side(f"american, 2 cu, {text}").general.evades == evades


@pytest.mark.rule("WW-02")
@pytest.mark.parametrize(
    ("general", "roll"), [("Washington", 5), ("Greene 4/2", 4), ("gen 4/2", 2), ("Lee 1/1", 1)]
)
def test_evade_yes_is_the_generals_own_roll(general, roll):
    """'yes' and the number are the same battle in all but its text."""
    sides = ("british, 3 cu, gen 3/1", f"american, 3 cu, {general}")
    own, number = battle(*sides, evade="yes"), battle(*sides, evade=str(roll))
    assert solve(own).chance.tolist() == solve(number).chance.tolist()
    assert f"on a roll of at most {roll} (WW-02)" in " ".join(GAME.assumes(own))
    assert str(own).endswith("| evade=yes")
    assert Battle.parse(GAME, str(own)) == own


# --- what cannot be read ----------------------------------------------------------------------


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    ("text", "kind", "given", "words"),
    [
        ("british, 5 cu, regulers", UnknownUnitError, "regulers", "did you mean regulars?"),
        ("british, 5 cu, Burgoine", UnknownUnitError, "Burgoine", "did you mean Burgoyne?"),
        ("british, 5 cu, militias", UnknownUnitError, "militias", "did you mean militia?"),
        ("british, 5 cu, xqz", UnknownUnitError, "xqz", "unknown word 'xqz': a side is"),
        ("british, 5 inf", NotationError, "5", "at position 10"),
        ("british, 5", NotationError, "5", "at position 10"),
        ("british, 3 2 cu", NotationError, "3", "at position 10"),
        ("british, 5 cu, gen 4", UnknownUnitError, "gen", ""),
        ("british, 5 cu, gen 4/2/1", NotationError, "/", "at position 23"),
        ("british, 5 cu, gen 4/2.5", UnknownUnitError, "gen", ""),
        ("british, 5 cu, gen 7/2", NotationError, "7", "battle rating 7 of gen is not from 1 to 6"),
        ("british, 5 cu, gen 0/2", NotationError, "0", "battle rating"),
        ("british, 5 cu, gen 4/4", NotationError, "4", "agility rating 4 of gen"),
        ("british, 5 cu, gen 4/0", NotationError, "0", "agility rating"),
        ("british, 5 cu, gen -1/2", NotationError, "-1", "battle rating"),
        ("british, -1 cu, gen 4/2", NotationError, "-1", "whole number of CUs"),
        ("british, −1 cu, gen 4/2", NotationError, "−1", "whole number of CUs"),
        ("british, 1.5 cu, gen 4/2", NotationError, "1.5", "whole number of CUs"),
        ("british, 100 cu, gen 4/2", NotationError, "100", "from 0 to 99"),
        ("british, 9999999999 cu, gen 4/2", NotationError, "9999999999", "from 0 to 99"),
        ("british, 98 cu, 2 cu, gen 4/2", NotationError, "100", "more than the limit of 99"),
        ("american", NotationError, "american", "has no CUs"),
        ("british, 5 cu, gen 4/2, Burgoyne", NotationError, "Burgoyne", "a general is there twice"),
        ("british, 5 cu, regulars, regular", NotationError, "regular", "regulars is there twice"),
        ("british, american, 5 cu", NotationError, "american", "the nation is there twice"),
        ("british, 5 cu, drm +1, drm +1", NotationError, "drm +1", "drm is there twice"),
        ("british, 5 cu, treason, discard", NotationError, "discard", "WW-05"),
        ("british, 5 cu, cut-off, cut off", NotationError, "cut off", "cut-off is there twice"),
        (
            "british, may discard, may discard",
            NotationError,
            "discard",
            "may discard is there twice",
        ),
        ("british, 5 cu, drm +21", NotationError, "+21", "from -20 to +20"),
        ("british, 5 cu, may militia", UnknownUnitError, "militia", "names no card"),
        ("5 cu, gen 4/2", NotationError, "5 cu, gen 4/2", "does not say whose it is"),
        ("5 cu, Smith 4/2", NotationError, "5 cu, Smith 4/2", "does not say whose it is"),
        ("", NotationError, "", "side is empty"),
        (" , ; ", NotationError, " , ; ", "side is empty"),
        ("british, 5 cu?", NotationError, "?", "at position 14"),
        ("british, 5 cu, Howe", OptionError, "Howe", "'Howe BATTLE/AGILITY'"),
        (
            "british, 5 cu, Cornwallis",
            OptionError,
            "Cornwallis",
            "the agility rating of Cornwallis is",
        ),
        (
            "american, 5 cu, greene",
            OptionError,
            "Greene",
            "the battle rating of Greene is not known",
        ),
        ("american, 5 cu, Gates", OptionError, "Gates", "battle and agility rating of Gates are"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_is_at_fault(text, kind, given, words):
    with pytest.raises(kind) as caught:
        side(text)
    assert type(caught.value) is kind
    assert caught.value.given == given
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    answer = ask("odds", "ww", text, LONE, "--format", "json")
    assert (answer.code, answer.json["kind"], answer.json["given"]) == (2, kind.kind, given)


def test_what_is_allowed_is_said():
    with pytest.raises(UnknownUnitError) as caught:
        side("british, 5 cu, qqqq")
    assert {"british", "regulars", "battle-card", "cut-off", "Burgoyne"} <= set(
        caught.value.allowed
    )
    with pytest.raises(UnknownUnitError) as caught:
        side("british, 5 cu, may qqqq")
    assert caught.value.allowed == ("may discard", "may battle-card", "may treason")
    with pytest.raises(OptionError) as caught:
        side("british, 5 cu, Howe")
    assert caught.value.allowed == ("Howe BATTLE/AGILITY",)


# --- ratings that are not verified, rosters ---------------------------------------------------


def unverified(one):
    return [line for line in GAME.assumes(one) if "unverified" in line]


def test_unverified_ratings_are_named():
    (line,) = unverified(battle("american, 3 cu, Washington", "british, 3 cu"))
    assert "Washington with battle 6 and agility 3 (from memory)" in line
    (line,) = unverified(battle("british, 3 cu, gen 2/1", "none", intercept="Washington:3 cu"))
    assert "Washington" in line
    assert not unverified(battle("british, 5 cu, Burgoyne", "american, 4 cu, gen 2/2"))
    assert not unverified(battle("american, 3 cu, Washington 6/3", "british, 3 cu"))
    assert "from memory" in ask("odds", "ww", "american, 3 cu, Washington", "british, 3 cu").out


@pytest.fixture
def write(tmp_path):
    def written(text, name="roster.toml"):
        file = tmp_path / name
        file.write_text(text)
        return str(file)

    return written


HOWE = '[[general]]\nname = "howe"\nside = "british"\nbattle = 3\nagility = 1\n'


def test_a_roster_adds_generals_and_replaces_ratings(write):
    file = write(
        HOWE
        + '[[general]]\nname = "Smith"\nside = "french"\nbattle = 1\nagility = 3\nevades = 1\n'
        + '[[general]]\nname = "Washington"\nside = "american"\nstrategy = 3\n'
        + 'battle = { value = 5, confidence = "rules", source = "the counter" }\n'
    )
    one = battle("5 cu, Howe, regulars", "3 cu, Smith", roster=file)
    assert (one.attacker.nation, one.defender.nation) == ("british", "french")
    assert one.attacker.general == General(3, 1, "Howe")
    assert (one.defender.general, one.defender.general.evades) == (General(1, 3, "Smith"), 1)
    assert str(one) == f"british, 5 cu, Howe, regulars v french, 3 cu, Smith | roster={file}"
    assert Battle.parse(GAME, str(one)) == one
    assert not unverified(one)
    plain = battle("british, 5 cu, gen 3/1, regulars", "french, 3 cu, gen 1/3")
    assert solve(one).chance.tolist() == solve(plain).chance.tolist()

    washington = battle("3 cu, Washington", "british, 2 cu", roster=file)
    assert washington.attacker.general == General(5, 3, "Washington")
    assert washington.attacker.general.evades == 2
    (line,) = unverified(washington)
    assert "Washington with agility 3 (from memory)" in line
    assert shipped_roster().find("Washington").general().battle == 6  # a user's file is his own


def test_a_roster_may_complete_a_general_and_serves_interceptors(write):
    file = write('[[general]]\nname = "Greene"\nside = "american"\nbattle = 4\n')
    one = battle("british, 5 cu, gen 3/1", "none", roster=file, intercept="Greene:4 cu")
    (army,) = one["intercept"]
    assert army.general == General(4, 3, "Greene")
    assert solve(one).event("intercepted").value == pytest.approx(1 / 2)
    (line,) = unverified(one)
    assert "Greene with agility 3" in line


@pytest.mark.fault("B38")
def test_a_roster_that_is_edited_is_read_again(write):
    found = []
    for battle_rating in (1, 6):
        file = write(HOWE.replace("battle = 3", f"battle = {battle_rating}"))
        one = battle("british, 5 cu, Howe", "american, 5 cu", roster=file)
        found.append(solve(one).event("attacker_wins").value)
    assert found[0] < found[1]


@pytest.mark.fault("B27", "B32")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("general = 3", "no [[general]] section"),
        ("", "no [[general]] section"),
        ("general = []", "no [[general]] section"),
        ("general = [3]", "is no [[general]] section"),
        ("[[general]\nname = 1", "is not TOML"),
        (HOWE + "rank = 3\n", "unknown field 'rank'"),
        (HOWE.replace('"howe"', "3"), "name is one word of letters"),
        (HOWE.replace('"howe"', '"Sir Howe"'), "name is one word of letters"),
        ('[[general]]\nside = "british"\n', "name is one word of letters"),
        (HOWE.replace("british", "spanish"), "side is british or american or french"),
        ('[[general]]\nname = "Howe"\n', "side is british or american or french"),
        (HOWE + HOWE.replace("howe", "Howe"), "Howe is there twice"),
        (HOWE.replace("battle = 3", "battle = 7"), "battle = 7 is not a whole number from 1 to 6"),
        (HOWE.replace("battle = 3", "battle = 0"), "from 1 to 6"),
        (HOWE.replace("agility = 1", "agility = 4"), "from 1 to 3"),
        (HOWE.replace("battle = 3", "battle = 3.0"), "not a whole number"),
        (HOWE.replace("battle = 3", "battle = true"), "not a whole number"),
        (HOWE.replace("battle = 3", 'battle = "3"'), "not a whole number"),
        (
            HOWE.replace("battle = 3", "battle = { confidence = 1 }"),
            "battle is missing; it is a whole number",
        ),
        (HOWE + "evades = 3\n", "from 0 to 2"),
        (HOWE + "strategy = 0\n", "from 1 to 3"),
    ],
)
def test_a_roster_with_a_fault_is_refused(write, text, words):
    file = write(text)
    with pytest.raises(OptionError) as caught:
        battle("british, 5 cu, gen 3/1", roster=file)
    assert words in str(caught.value)
    assert file in str(caught.value)
    answer = ask("odds", "ww", "british, 5 cu, gen 3/1", LONE, "--set", f"roster={file}")
    assert (answer.code, answer.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("file", ["none-there.toml", "/", "a|b.toml", "\x00", "x" * 5_000])
def test_a_roster_that_cannot_be_read_is_refused(file):
    with pytest.raises(OptionError):
        battle("british, 5 cu, gen 3/1", roster=file)


def test_an_empty_roster_is_the_usual_one(write):
    assert battle("british, 5 cu, Burgoyne", roster="") == battle("british, 5 cu, Burgoyne")
    with pytest.raises(OptionError, match="cannot stand in a battle's text"):
        battle("british, 5 cu, Burgoyne", roster=write(HOWE, "a|b.toml"))


# --- settings ---------------------------------------------------------------------------------


@pytest.mark.rule("WW-01")
@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("4/3:4 cu, 3/2:5 cu", "4/3:4 cu, 3/2:5 cu"),
        ("4/3:4", "4/3:4 cu"),
        (" gen 4 / 3 : 12 CUs ,arnold 5/2:1", "4/3:12 cu, Arnold 5/2:1 cu"),
        ("Washington:3 cu, Rochambeau 3/2:2 cu", "Washington:3 cu, Rochambeau 3/2:2 cu"),
        ("general 4/3:4 cu, 4/3:4 cu", "4/3:4 cu, 4/3:4 cu"),
        ("Smith 1/1:99 cu", "Smith 1/1:99 cu"),
    ],
)
def test_armies_that_may_intercept(text, printed):
    one = battle("british, 5 cu, gen 3/1", intercept=text)
    assert one.shown_settings == {"intercept": printed}
    assert Battle.parse(GAME, str(one)) == one


@pytest.mark.rule("WW-01")
@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    ("text", "kind", "given"),
    [
        ("4/3", NotationError, "4/3"),
        (":4 cu", NotationError, ":4 cu"),
        ("4/3:4 cu,", NotationError, ""),
        ("4/3:4 inf", NotationError, "4/3:4 inf"),
        ("4:4 cu", NotationError, "4:4 cu"),
        ("4/3:4 cu; 3/2:5 cu", NotationError, "4/3:4 cu; 3/2:5 cu"),
        ("7/1:3 cu", NotationError, "7"),
        ("0/1:3 cu", NotationError, "0"),
        ("4/4:3 cu", NotationError, "4"),
        ("4/3:0 cu", OptionError, "0"),
        ("4/3:-1 cu", OptionError, "-1"),
        ("4/3:100 cu", OptionError, "100"),
        ("Smith:3 cu", NotationError, "Smith"),
        ("gen:3 cu", NotationError, "gen"),
        ("Gates:3 cu", OptionError, "Gates"),
        ("Arnold 5/2:3 cu, Arnold 5/2:2 cu", OptionError, "Arnold"),
        (", ".join(["4/3:1 cu"] * 7), OptionError, ", ".join(["4/3:1 cu"] * 7)),
    ],
)
def test_armies_that_cannot_be_read(text, kind, given):
    with pytest.raises(kind) as caught:
        battle("british, 5 cu, gen 3/1", intercept=text)
    assert type(caught.value) is kind
    assert caught.value.given == given


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("general=3", "general=3"),
        (" congress = -1.5 ,CU=.25", "cu=0.25, congress=-1.5"),
        ("battle-card=1, discard=0.5", "discard=0.5, battle_card=1"),
        ("battle card=2.", "battle_card=2"),
        ("washington=999999", "washington=999999"),
    ],
)
def test_worths(text, printed):
    one = battle("british, 5 cu, gen 3/1", worth=text)
    assert one.shown_settings == {"worth": printed}
    assert Battle.parse(GAME, str(one)) == one


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("glory=3", "glory"),
        ("general=3, general=4", "general"),
        ("general=", "general="),
        ("general", "general"),
        ("general=x", "general=x"),
        ("general=1e3", "general=1e3"),
        ("general=nan", "general=nan"),
        ("general=--1", "general=--1"),
        ("general=1000000", "general=1000000"),
        ("=3", ""),
    ],
)
def test_worths_that_cannot_be_read(text, given):
    with pytest.raises(OptionError) as caught:
        battle("british, 5 cu, gen 3/1", worth=text)
    assert caught.value.given == given


def value_of(one):
    return solve(one).quantity("net_value").value


@pytest.mark.parametrize("key", WORTHS)
def test_every_worth_counts(key):
    """Doubled, each changes the net value of one of these battles, and by that only."""
    changed = False
    for sides, options in (
        (("british, 4 cu, gen 3/1, regulars, discard, cut-off", "american, 4 cu, gen 4/2"), {}),
        (("british, 4 cu, gen 3/1, battle-card", "american, 2 cu, Washington, cut-off"), {}),
        (("british, 4 cu, gen 3/1", "american, 4 cu"), {"congress": "yes"}),
    ):
        zero, one, two = (
            value_of(battle(*sides, worth=f"{key}={n}", **options)) for n in (0, 1, 2)
        )
        assert two - one == pytest.approx(one - zero, abs=1e-12)
        changed |= abs(one - zero) > 1e-3
    assert changed


@pytest.mark.parametrize(
    ("key", "text", "given"),
    [
        ("evade", "7", "7"),
        ("evade", "-1", "-1"),
        ("evade", "1.5", "1.5"),
        ("evade", "maybe", "maybe"),
        ("evade", "", ""),
        ("track", "9", "9"),
        ("track", "-1", "-1"),
        ("track", "x", "x"),
        ("congress", "maybe", "maybe"),
        ("alliance", "during", "during"),
        ("pc", "french", "french"),
        ("move", "sea", "sea"),
        ("tries", "sometimes", "sometimes"),
        ("retreat", "after 2", "after 2"),
        ("leader", "Washington", "Washington"),
        ("goal", "glory", "glory"),
        ("goal", "", ""),
        ("goal", "net value > 3", "net value > 3"),
    ],
)
@pytest.mark.fault("B32")
def test_settings_that_cannot_be(key, text, given):
    with pytest.raises(OptionError) as caught:
        battle("british, 5 cu, gen 3/1", "american, 3 cu, gen 2/2", **{key: text})
    assert caught.value.given == given


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("alliance", " After ", "after"),
        ("pc", "AMERICAN", "american"),
        ("congress", "YES", True),
        ("track", " 3 ", 3),
        ("evade", "No", 0),
        ("goal", "Attacker-Wins", "attacker_wins"),
    ],
)
def test_settings_in_any_case(key, text, value):
    assert battle("british, 5 cu, gen 3/1", "american, 3 cu, gen 2/2", **{key: text})[key] == value


def test_armies_bring_an_american_pc_with_them():
    """Armies intercept into a space with an American PC only, so it need not be said (WW-01)."""
    one = battle("british, 5 cu, gen 3/1", "none", intercept="4/3:4 cu")
    assert "an American PC in the space (WW-10)" in GAME.assumes(one)
    assert "pc" not in one.shown_settings
    said = battle("british, 5 cu, gen 3/1", "none", intercept="4/3:4 cu", pc="american")
    assert solve(said).chance.tolist() == solve(one).chance.tolist()
