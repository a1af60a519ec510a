"""Sides and settings of Commands & Colors: Napoleonics as people type them, and as they print."""

from dataclasses import replace

import pytest
from commandline import ask
from hypothesis import assume, example, given
from hypothesis import strategies as st

from combat.battle import Battle
from combat.errors import IllegalBattleError, NotationError, UnknownUnitError
from combat.game import ATTACKER, DEFENDER
from combat.games import GAMES
from combat.napoleonics.terrain import shipped_terrains
from combat.napoleonics.unit import CARDS, OPEN, Gun, Unit, lone_leader
from combat.napoleonics.units import PLAIN, shipped_nations
from combat.napoleonics.vocabulary import REACTING

GAME = GAMES["napoleonics"]
DEFAULTS = {setting.key: setting.default for setting in GAME.settings}
NATIONS, LANDS = shipped_nations(), shipped_terrains().terrains
KINDS = [*NATIONS.units.values(), *PLAIN.values()]
GUNS = [kind for kind in KINDS if kind.arm == "artillery"]


def side(text, which=ATTACKER, **settings):
    return GAME.parse_side(text, which, DEFAULTS | settings)


# --- round trips ------------------------------------------------------------------------------


def in_order(order):
    return st.sets(st.sampled_from(order)).map(lambda words: tuple(w for w in order if w in words))


@st.composite
def guns(draw, kind):
    """Artillery that joins; 'ART' is of no nation only beside a unit of none."""
    gun = draw(st.sampled_from([one for one in GUNS if one.nation or kind.plain]))
    return Gun(
        gun,
        draw(st.integers(1, gun.blocks)),
        draw(st.integers(1, 5)),
        draw(st.sampled_from(list(LANDS.values()))),
        draw(st.integers(0, 4)),
        draw(st.integers(0, 9)),
    )


@st.composite
def units(draw):
    kind = draw(st.sampled_from(KINDS))
    blocks = draw(st.integers(1, kind.blocks))
    dice = st.tuples(*[st.integers(0, 16)] * blocks)
    return Unit(
        kind,
        blocks,
        leader=draw(st.booleans()),
        hex=draw(st.sampled_from(list(LANDS.values()))),
        moved=draw(st.integers(0, 4)),
        dice=draw(st.one_of(st.just(()), dice)),
        card=draw(st.integers(0, 9)),
        cards=draw(in_order(CARDS)),
        support=draw(st.booleans()),
        ignore=draw(st.integers(0, 9)),
        room=draw(st.one_of(st.none(), st.integers(0, 12))),
        edge=draw(st.booleans()),
        impassable=draw(st.booleans()),
        reaction=draw(st.sampled_from(["stand", *REACTING])),
        may=draw(in_order(REACTING)),
        guns=draw(st.lists(guns(kind), max_size=4).map(tuple)),
    )


@given(one=units(), which=st.sampled_from([ATTACKER, DEFENDER]))
@example(one=lone_leader(), which=DEFENDER)
@example(one=replace(lone_leader(), room=0, edge=True, hex=LANDS["walled garden"]), which=DEFENDER)
@example(one=Unit(PLAIN["ART"], 8, dice=(0,) * 8, may=("square", "retire")), which=ATTACKER)
@pytest.mark.fault("B42")
def test_what_is_printed_reads_back(one, which):
    text = str(one)
    assert side(text, which) == one
    assert str(side(text, which)) == text
    assert side(text.upper().replace(", ", " ,  "), which) == one  # whatever the case and the gaps
    assert side(text.replace(", ", ","), which) == one


@given(
    sides=st.tuples(units(), units()),
    settings=st.fixed_dictionaries(
        {},
        optional={
            "follow": st.sampled_from(["take", "stay", "best"]),
            "square_strikes": st.sampled_from(["first", "back"]),
            "hand": st.integers(3, 12),
            "squares": st.integers(0, 3),
            "goal": st.sampled_from(["banner_swing", "target_eliminated"]),
            "worth": st.sampled_from([(("leader", 0.25),), (("banner", 3.0), ("ground", -1e-06))]),
        },
    ),
)
@pytest.mark.fault("B42")
def test_a_legal_battle_reads_back(sides, settings):
    """Two units with what the rules let either side say; what they forbid is left out first."""
    elan = tuple(card for card in sides[0].cards if card == "elan")
    plain = {"may": (), "moved": 0, "guns": (), "edge": False}
    first = replace(sides[0], reaction="stand", cards=elan, **plain)
    reaction = sides[1].reaction if sides[1].reaction == "first-strike" else "stand"
    second = replace(sides[1], reaction=reaction, card=0, cards=(), **plain)
    try:
        fought = Battle(GAME, first, second, settings)
    except IllegalBattleError:
        assume(False)
    assert Battle.parse(GAME, str(fought)) == fought
    assert Battle.parse(GAME, f"{first} VS. {second}").attacker == first


SPELLINGS = {
    "French line 4": ("french lines 4", "French line infantry 4", "FRENCH LINE INF 4 blocks"),
    "French line 3 leader on hill": (
        "French line 3 on hill with leader",
        "French line 3, on the hill, led",
        "french line 3 with a leader on a hill",
        "French line 3 ldr in a hill",
    ),
    "British rifle light 3": ("British rifles 3", "British riflemen 3", "british rifle 3"),
    "British guard grenadier 5": (
        "British guard 5",
        "British guards 5",
        "British guard grenadiers",
    ),
    "French foot artillery 3": ("French artillery 3", "French guns 3", "French foot art 3"),
    "British light cavalry 2": ("British light cav 2", "british light-cavalry 2"),
    "Russian cossack 2": ("Russian cossacks", "russian Cossack cavalry 2"),
    "INF 4": ("inf 4", "infantry 4", "INF 4 blocks"),
    "CAV 3, may square, may retire": (
        "cavalry 3 may retire may square",
        "cav 3, MAY RETIRE, may square",
    ),
    "ART 2 on town": ("art 2 in a tower", "artillery 2 on windmill", "ART 2 on village"),
    "LEADER on church": ("leader on walled farm", "LDR in a church"),
    "INF 4, moved, card +1, elan": ("INF 4 elan card 1 moved", "inf 4, card + 1, moved 1, ELAN"),
    "CAV 4, cavalry-charge": ("CAV 4, Cavalry Charge",),
    "INF 4, cold-steel": ("INF 4 give them the cold steel", "INF 4, cold steel"),
    "INF 4, force-march": ("INF 4 forced march", "INF 4, Force March"),
    "INF 4, room 0": ("INF 4 cannot-retreat", "INF 4, cannot retreat", "INF 4 no retreat"),
    "INF 4, support, ignore 2, edge": ("INF 4 edge ignores 2 supported",),
    "CAV 3, first-strike": ("CAV 3 first strike",),
    "INF 3, square": ("INF 3 in square",),
    "CAV 3, retire": ("CAV 3 retires", "CAV 3, retire and reform"),
    "INF 4, dice 5": ("INF 4 dice 5/4/3/2", "INF 4, dice 5"),
    "INF 4, dice 5/4/0/0": ("INF 4, dice 5/4", "inf 4 dice 5/4/0"),
    "French line 4, with French foot artillery 3 at 2": (
        "French line 4 with artillery",
        "French line 4, with foot artillery 3",
        "French line 4 with guns 3 at 2 hexes",
    ),
    "INF 2, with ART 3 at 1 on hill, with Spanish foot artillery 1 at 5 moved 1": (
        "INF 2 with art 3 on hill at 1, with Spanish artillery 1 moved at 5 hexes",
    ),
}


@pytest.mark.parametrize(
    ("text", "printed"),
    [(text, printed) for printed, texts in SPELLINGS.items() for text in (printed, *texts)],
)
def test_spellings(text, printed):
    assert str(side(text)) == printed


def test_every_unit_and_terrain_is_found_by_its_name_and_in_the_plural():
    for (nation, name), kind in NATIONS.units.items():
        assert side(f"{nation} {name} 1") == Unit(kind, 1)
        assert side(f"{nation.upper()} {name}s") == Unit(kind, kind.blocks)
    for name, terrain in LANDS.items():
        assert side(f"INF 4 on {name}").hex == terrain
    for other, name in shipped_terrains().aliases.items():
        assert side(f"INF 4 on {other}s").hex == LANDS[name]
    assert side("INF 4").hex == OPEN == LANDS["clear"]


# --- what cannot be read ----------------------------------------------------------------------

REFUSED = [
    ("Frnch line 4", UnknownUnitError, "Frnch", "did you mean French?"),
    ("French lne 4", UnknownUnitError, "lne", "did you mean line?"),
    ("French guard 4", UnknownUnitError, "guard", "units of the French are line, "),
    ("line 4", UnknownUnitError, "line", "'French line 4'"),
    ("xqz 4", UnknownUnitError, "xqz", "a side begins with French, British"),
    ("French line 4 leadr", UnknownUnitError, "leadr", "did you mean leader?"),
    ("French line 4, on hil", UnknownUnitError, "hil", "did you mean hill?"),
    ("French line 4, on river", UnknownUnitError, "river", "it is impassable"),
    ("French line 4, on", UnknownUnitError, "on", "terrain is clear, bridge"),
    ("French line 4, may", UnknownUnitError, "may", "names no reaction; it is may first-strike"),
    ("French line 4, may hill", UnknownUnitError, "may", "names no reaction"),
    ("French", NotationError, "French", "names no unit; units of the French are line"),
    ("", NotationError, "", "names no unit; write it as 'French line 4'"),
    (", ;", NotationError, ", ;", "names no unit"),
    ("with artillery 3 at 2", NotationError, "with artillery 3 at 2", "names no unit"),
    ("4 French line", NotationError, "4", "blocks follow the unit, as in 'French line 4'"),
    ("French 4", NotationError, "4", "belongs to nothing"),
    ("LEADER 1", NotationError, "1", "belongs to nothing"),
    ("INF", NotationError, "INF", "lacks its blocks; write 'INF 4'"),
    ("INF 9", NotationError, "9", "blocks from 1 to 8"),
    ("French line 5", NotationError, "5", "not a whole number of blocks from 1 to 4"),
    ("French line 0", NotationError, "0", "from 1 to 4"),
    ("French line -1", NotationError, "-1", "from 1 to 4"),
    ("French line −1", NotationError, "−1", "from 1 to 4"),
    ("French line 1.5", NotationError, "1.5", "not a whole number"),
    ("French line 4, British line 4", NotationError, "British", "a side is one unit"),
    ("French line 4, INF 3", NotationError, "INF", "a second unit in"),
    ("INF 4?", NotationError, "?", "at position 6"),
    ("INF 4, moved 0", NotationError, "0", "from 1 to 4"),
    ("INF 4, moved 5", NotationError, "5", "from 1 to 4"),
    ("INF 4, card", NotationError, "card", "lacks its number; write it as 'card 1'"),
    ("INF 4, card 0", NotationError, "0", "from 1 to 9"),
    ("INF 4, card -1", NotationError, "-1", "from 1 to 9"),
    ("INF 4, card +10", NotationError, "+10", "from 1 to 9"),
    ("INF 4, ignore 10", NotationError, "10", "from 1 to 9"),
    ("INF 4, room 13", NotationError, "13", "from 0 to 12"),
    ("INF 4, dice 17", NotationError, "17", "from 0 to 16"),
    ("INF 4, dice -1", NotationError, "-1", "from 0 to 16"),
    ("INF 4, dice", NotationError, "dice", "as 'dice 5' or 'dice 5/4/4/2'"),
    ("INF 3, dice 5/4/3/2", NotationError, "5/4/3/2", "are for 4 blocks, but the unit has 3"),
    ("INF 4, leader, leader", NotationError, "leader", "leader is there twice"),
    ("INF 4 on hill on town", NotationError, "on", "the terrain is there twice"),
    ("INF 4, card 1, card 1", NotationError, "card", "card is there twice"),
    ("INF 4, elan, elan", NotationError, "elan", "elan is there twice"),
    ("INF 4, room 2, cannot-retreat", NotationError, "cannot-retreat", "room is there twice"),
    ("INF 4, may square, may square", NotationError, "may", "may square is there twice"),
    ("INF 4, square, retire", NotationError, "retire", "a reaction"),
    ("French line 4, with artillery 4", NotationError, "4", "blocks from 1 to 3"),
    ("French line 4, with artillery 3 at 6", NotationError, "6", "hexes from 1 to 5"),
    ("French line 4, with artillery 3 at", NotationError, "at", "lacks its number"),
    ("INF 4" + ", with ART 2" * 5, NotationError, "INF 4" + ", with ART 2" * 5, "at most 4"),
]


@pytest.mark.fault("B32")
@pytest.mark.parametrize(("text", "kind", "given", "words"), REFUSED)
def test_what_cannot_be_read_is_refused_with_what_is_at_fault(text, kind, given, words):
    with pytest.raises(kind) as caught:
        side(text)
    assert type(caught.value) is kind
    assert caught.value.given == given
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "  " not in str(caught.value)
    answer = ask("odds", "ccn", text, "INF 4", "--format", "json")
    assert (answer.code, answer.json["kind"], answer.json["given"]) == (2, kind.kind, given)
    plain = ask("odds", "ccn", text, "INF 4")
    assert (plain.code, plain.out, plain.err.count("\n")) == (2, "", 1)


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    "text", ["INF 4, with cannon 3", "French line 4, with line 3", "Hanoverian line 4, with guns"]
)
def test_what_is_no_artillery_is_refused_by_its_name(text):
    """'with' itself is understood: the word behind it is at fault."""
    with pytest.raises((UnknownUnitError, NotationError)) as caught:
        side(text)
    assert caught.value.given != "with"
    assert "did you mean with?" not in str(caught.value)


def test_what_is_allowed_is_said():
    with pytest.raises(UnknownUnitError) as caught:
        side("qqqq")
    assert caught.value.allowed == (*NATIONS.names, "INF", "CAV", "ART", "LEADER")
    with pytest.raises(UnknownUnitError) as caught:
        side("British qqqq 3")
    assert {"line", "rifle light", "guard heavy cavalry"} <= set(caught.value.allowed)
    with pytest.raises(UnknownUnitError) as caught:
        side("INF 4 on qqqq")
    assert caught.value.allowed == tuple(LANDS)
    with pytest.raises(UnknownUnitError) as caught:
        side("INF 4, may qqqq")
    assert caught.value.allowed == ("may first-strike", "may square", "may retire")


# --- terrain as people name it ------------------------------------------------------------------

PLACES = {
    "in the forest": "forest",
    "in forest": "forest",
    "in a forest": "forest",
    "in the woods": "forest",
    "In The Forest": "forest",
    "in town": "town",
    "in the village": "town",
    "inside a walled farm": "church",
    "on the hill": "hill",
    "on a hill": "hill",
    "upon the hill": "hill",
    "on top of the hill": "hill",
    "behind fieldworks": "fieldworks",
    "behind the fieldworks": "fieldworks",
    "in an orchard": "orchard",
    "in the fordable river": "fordable river",
    "within the walled garden": "walled garden",
    "in the open": "clear",
    "on clear": "clear",
}


@pytest.mark.parametrize("words", PLACES)
def test_terrain_as_people_name_it(words):
    name = PLACES[words]
    for text in (f"French line 4 {words}", f"French line 3, {words}, support", f"INF 2 {words}"):
        assert side(text).hex.name == side(text, DEFENDER).hex.name == name
    if LANDS[name].artillery:
        gun = side(f"French line 4, with foot artillery 3 at 2 {words}, card +1").guns[0]
        assert (gun.hex.name, gun.distance) == (name, 2)
    setting = GAME.setting("bonus_hex")
    for text in (words, name, f"the {name}", f"a {name}"):
        assert setting.parse(text, DEFAULTS).name == name


@pytest.mark.parametrize("text", ["in square", "in a square", "in the square"])
def test_in_square_is_no_terrain(text):
    assert side(f"INF 3, {text}", DEFENDER).reaction == "square"


@pytest.mark.parametrize("text", ["in the sea", "behind", "on the river", "in a hurry"])
def test_terrain_that_there_is_not(text):
    with pytest.raises(UnknownUnitError):
        side(f"French line 4 {text}")


def test_a_plan_names_terrain_alike():
    from analysis.turn import parse_turn

    plan = """game = "ccn"
[[target]]
name = "it"
unit = "INF 2 in the forest"
behind = "BEHIND"
[[attacker]]
name = "horse"
unit = "CAV 3"
at = [{ target = "it", range = 1, retreated = 1 }]
"""
    found = [
        parse_turn(plan.replace("BEHIND", where)).answer.quantities[-1].estimate.value
        for where in ("hill", "on the hill", "a hill")
    ]
    assert found[0] == found[1] == found[2]


# --- hints --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("4 INF", "'INF 4'"),
        ("3 cavalry", "'CAV 3'"),
        ("4 French line", "'French line 4'"),
        ("French 4 light", "'French light 4'"),
        ("4", "'French line 4'"),
        ("French line 4 3", "'French line 4'"),
    ],
)
def test_a_number_before_its_unit_is_put_right(text, hint):
    with pytest.raises(NotationError, match=f"as in {hint}$"):
        side(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("French line 4, with foot artillery 3, foot artillery 2", "with foot artillery 2"),
        ("French line 4, French horse artillery 3", "with French horse artillery 3"),
        ("INF 4, ART 3", "with ART 3"),
        ("INF 4, ART", "with ART"),
    ],
)
def test_a_second_unit_that_could_join(text, hint):
    with pytest.raises(NotationError, match=f"a second unit .*joins is '{hint}'$"):
        side(text)
    with pytest.raises(NotationError, match=r"against one \(CC-10\)$"):
        side("INF 4, CAV 3")
