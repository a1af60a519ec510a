"""Settings of Commands & Colors: Napoleonics, tables of one's own, and what an answer rests on."""

import pytest
from commandline import ask

from combat.battle import Battle
from combat.engine import solve
from combat.errors import NotationError, OptionError, UnknownUnitError, WargameError
from combat.games import GAMES, parse_battle
from combat.napoleonics.settings import WORTHS

GAME = GAMES["napoleonics"]
SIDES = ("INF 4", "INF 4")


def battle(attacker="INF 4", defender="INF 4", **options):
    return parse_battle("ccn", attacker, defender, **options)


def chances(one):
    return solve(one, engine="exact").chance.tolist()


def mean(name, attacker, defender, **options):
    return solve(battle(attacker, defender, **options), engine="exact").quantity(name).value


# --- settings ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "text", "given", "kind"),
    [
        ("combat", "siege", "siege", OptionError),
        ("range", "1", "1", OptionError),
        ("range", "6", "6", OptionError),
        ("range", "2.5", "2.5", OptionError),
        ("square_strikes", "last", "last", OptionError),
        ("first_strike_back", "maybe", "maybe", OptionError),
        ("terrain_dice", "both", "both", OptionError),
        ("follow", "run", "run", OptionError),
        ("hand", "13", "13", OptionError),
        ("hand", "-1", "-1", OptionError),
        ("squares", "5", "5", OptionError),
        ("goal", "net value > 3", "net value > 3", OptionError),
        ("worth", "glory=3", "glory", OptionError),
        ("worth", "banner=x", "banner=x", OptionError),
        ("worth", "banner=1, banner=2", "banner", OptionError),
        ("bonus", "INF", "INF", NotationError),
        ("bonus", "Frnch line 4", "Frnch", UnknownUnitError),
        ("bonus_hex", "hil", "hil", UnknownUnitError),
    ],
)
@pytest.mark.fault("B32")
def test_settings_that_cannot_be(key, text, given, kind):
    with pytest.raises(kind) as caught:
        battle("CAV 4", **{key: text})
    assert type(caught.value) is kind
    assert caught.value.given == given
    answer = ask("odds", "ccn", "CAV 4", "INF 4", "--set", f"{key}={text}")
    assert (answer.code, answer.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("key", "text", "printed"),
    [
        ("bonus", "british LINE 3 on the hill, may square", "British line 3 on hill, may square"),
        ("bonus_hex", " Frozen  RIVER ", "frozen lake"),
        ("worth", " leader = 2 ,Banner=.5", "banner=0.5, leader=2"),
        ("hand", " 3 ", "3"),
        ("follow", "BEST", "best"),
    ],
)
@pytest.mark.fault("B42")
def test_settings_as_they_are_typed_and_as_they_print(key, text, printed):
    one = battle("CAV 4", **({"bonus": "INF 3"} | {key: text}))
    assert one.shown_settings[key] == printed
    assert Battle.parse(GAME, str(one)) == one


@pytest.mark.parametrize("key", WORTHS)
def test_every_worth_counts(key):
    """Doubled, each changes the net value of this combat, and by as much again."""
    sides = ("INF 4 leader", "INF 2 leader, room 1")
    zero, one, two = (mean("net_value", *sides, worth=f"{key}={n}") for n in (0, 1, 2))
    assert two - one == pytest.approx(one - zero, abs=1e-12)
    assert abs(one - zero) > 1e-3


# --- units of one's own -----------------------------------------------------------------------

HUNTERS = (
    '[Swedish.jaeger]\nclass = "infantry"\nblocks = 3\nmelee = [3, 2, 1]\nranged = [4, 3, 2]\n'
)
HUNTERS += "range = 3\n"
GUN = '[Swedish."field gun"]\nclass = "artillery"\nkind = "foot"\nblocks = 2\nmelee = [3, 2]\n'
GUN += "fire = [[3, 2, 1, 0], [1, 1, 0, 0]]\n"
HORSE = '[Swedish.dragoon]\nclass = "cavalry"\nblocks = 2\nmelee = [3, 2]\n'
LINE = '[French.line]\nclass = "infantry"\nblocks = 6\nmelee = [7, 6, 5, 3, 2, 1]\n'
LINE += "ranged = [6, 5, 4, 3, 2, 1]\nrange = 2\nretreat = [1, 3]\n"


@pytest.fixture
def write(tmp_path):
    def written(text, name="table.toml"):
        file = tmp_path / name
        file.write_text(text)
        return str(file)

    return written


@pytest.mark.fault("B42")
def test_units_of_a_file_are_added_and_replace(write):
    file = write(HUNTERS + GUN + HORSE + "no_sabres = true\n" + LINE)
    fire = {"combat": "ranged", "nations": file}
    assert mean("target_blocks_lost", "Swedish jaegers", "INF 8", range="3", **fire) == (
        pytest.approx(4 / 3)
    )
    gun = mean("target_blocks_lost", "Swedish field gun 1, dice 3", "INF 8", **fire)
    assert gun == pytest.approx(3 / 3)
    for text, dice in (("Swedish field gun", 3), ("swedish Field guns 1", 2)):
        assert mean("target_blocks_lost", text, "INF 8", nations=file) == pytest.approx(dice / 2)
    joined = "Swedish jaeger 2, with field gun 2 at 3"
    assert mean("target_blocks_lost", joined, "INF 8", nations=file) == pytest.approx((2 + 2) / 2)
    assert mean("target_blocks_lost", "Swedish dragoon 2", "CAV 8", nations=file) == (
        pytest.approx(3 / 6)
    )
    for blocks, dice in ((6, 7), (3, 3)):
        lost = mean("target_blocks_lost", f"French line {blocks}", "INF 8", nations=file)
        assert lost == pytest.approx(dice / 2)  # no more against infantry
    one = battle("French light 4", "French line, room 2", nations=file)
    assert (one.attacker.kind.melee, one.defender.blocks) == ((4, 3, 2, 1), 6)
    assert str(one) == f"French light 4 v French line 6, room 2 | nations={file}"
    assert Battle.parse(GAME, str(one)) == one
    assert battle("French line").attacker.blocks == 4  # a user's file is his own


@pytest.mark.fault("B38")
def test_a_file_that_is_edited_is_read_again(write):
    found = []
    for dice in (1, 5):
        file = write(HORSE.replace("[3, 2]", f"[{dice}, 1]"))
        found.append(mean("target_blocks_lost", "Swedish dragoon 2", "INF 8", nations=file))
    assert found == pytest.approx([0.5, 2.5])


@pytest.mark.parametrize("name", ["French.Line", "french.line", "FRENCH.line"])
def test_names_of_a_file_are_the_shipped_ones_in_any_case(write, name):
    """A unit that could not be named, or a nation that hides the shipped one, is no help."""
    file = write(LINE.replace("French.line", name))
    assert battle("French line 6", nations=file).attacker.kind.melee[0] == 7
    assert battle("French light 4", nations=file).attacker.kind.name == "light"


WRONG_UNITS = [
    ("", "has no unit: write [French.line]"),
    ("x = 3", "x: is no nation; write [French.line]"),
    ("[French]\nline = 3", "French line: is no unit"),
    ("[[French.line]]\nblocks = 3", "French line: is no unit"),
    ('["New Zealand".line]\nblocks = 3', "New Zealand: is no nation"),
    ('[French."line 2"]\nblocks = 3', "French line 2: is no unit"),
    ("[French", "is not TOML"),
    (HUNTERS + "rank = 3\n", "field 'rank' is not one of"),
    (HUNTERS.replace("infantry", "foot"), "class 'foot' is not one of infantry, cavalry"),
    (HUNTERS.replace('class = "infantry"\n', ""), "class is missing; it is one of"),
    (HUNTERS.replace("blocks = 3", "blocks = 9"), "blocks = 9 is not a whole number from 1 to 8"),
    (HUNTERS.replace("blocks = 3", "blocks = true"), "blocks = true is not a whole number"),
    (HUNTERS.replace("blocks = 3", 'blocks = "3"'), "blocks = '3' is not a whole number"),
    (HUNTERS.replace("blocks = 3", "blocks = 4"), "melee = [3, 2, 1] is not a list of 4"),
    (HUNTERS.replace("[3, 2, 1]", "[3, 2, 17]"), "whole numbers from 0 to 16"),
    (HUNTERS.replace("[3, 2, 1]", "[3, 2, -1]"), "whole numbers from 0 to 16"),
    (HUNTERS.replace("[3, 2, 1]", "[3, 2, 1.0]"), "is not a list of 3 whole numbers"),
    (HUNTERS.replace("[3, 2, 1]", "3"), "melee = 3 is not a list of 3 whole numbers"),
    (HUNTERS.replace("range = 3", "range = 1"), "range = 1 is not a whole number from 2 to 5"),
    (HUNTERS.replace("range = 3", ""), "range is missing; it is a whole number"),
    (HUNTERS.replace("ranged = [4, 3, 2]\n", ""), "ranged is missing; it is a list"),
    (HUNTERS + "ranged_moved = [1]\n", "ranged_moved = [1] is not a list of 3"),
    (HUNTERS + "moves = 5\n", "moves = 5 is not a whole number from 0 to 4"),
    (HUNTERS + "flags_ignored = 6\n", "flags_ignored = 6 is not a whole number from 0 to 5"),
    (HUNTERS + "against_infantry = 4\n", "is not a whole number from 0 to 3"),
    (HUNTERS + "retreat = [1]\n", "retreat = [1] is not a list of 2 whole numbers"),
    (HUNTERS + 'no_sabres = "yes"\n', "no_sabres is true or false, not 'yes'"),
    (HUNTERS + 'single_source = ["glory"]\n', "'glory' is not one of"),
    (HUNTERS + "single_source = 3\n", "single_source"),
    (HUNTERS + 'single_source = "melee"\n', "single_source"),
    (HUNTERS + "other = 3\n", "other"),
    (HUNTERS + "other = [1]\n", "other"),
    (HUNTERS + "other = { glory = [1, 2, 3] }\n", "glory"),
    (HUNTERS + "other = { blocks = [1, 2, 3] }\n", "blocks"),
    (HUNTERS + "other = { melee = [1, 2] }\n", "melee = [1, 2] is not a list of 3"),
    (HUNTERS + 'kind = "foot"\n', "kind"),
    (HUNTERS + "fire = [[1, 1, 1, 1], [1, 1, 1, 1]]\n", "fire"),
    (HORSE + "range = 2\n", "cavalry has no ranged row"),
    (GUN + "ranged = [3, 2]\n", "artillery has no ranged row; artillery has fire"),
    (GUN.replace('kind = "foot"\n', ""), "kind is missing; it is one of foot, horse"),
    (GUN.replace('"foot"', '"rocket"'), "kind 'rocket' is not one of foot, horse"),
    (GUN.replace("[[3, 2, 1, 0], [1, 1, 0, 0]]", "[[3, 2, 1, 0]]"), "is not 2 lists of 4"),
    (GUN.replace("[1, 1, 0, 0]", "[1, 1]"), "is not a list of 4 whole numbers"),
]


@pytest.mark.fault("B27", "B32")
@pytest.mark.parametrize(("text", "words"), WRONG_UNITS)
def test_a_table_of_units_with_a_fault_is_refused(write, text, words):
    file = write(text)
    answer = ask("odds", "ccn", "INF 4", "INF 4", "--set", f"nations={file}")
    assert (answer.code, answer.err.count("\n")) == (2, 1), answer
    assert words in answer.err
    assert file in answer.err
    with pytest.raises(OptionError):
        battle(nations=file)


def test_guns_that_never_fire_are_no_fault_of_the_program(write):
    file = write(GUN.replace("[[3, 2, 1, 0], [1, 1, 0, 0]]", "[[0, 0, 0, 0], [0, 0, 0, 0]]"))
    sides = ("Swedish field gun 2", "INF 8")
    assert mean("target_blocks_lost", *sides, nations=file) == pytest.approx(3 / 2)
    with pytest.raises(WargameError):
        battle(*sides, nations=file, combat="ranged")


@pytest.mark.parametrize("key", ["nations", "terrain"])
@pytest.mark.parametrize("file", ["none-there.toml", "/", "a|b.toml", "\x00", "x" * 5_000])
def test_a_file_that_cannot_be_read_is_refused(key, file):
    with pytest.raises(OptionError):
        battle(**{key: file})


# --- terrain of one's own ---------------------------------------------------------------------


@pytest.mark.fault("B42")
def test_terrain_of_a_file_is_added_and_replaces(write):
    file = write(
        '[Redoubt]\ninto = [-3, 0, 0]\nflags = [2, 0, 0]\nalso = ["great redoubt"]\n'
        "[hill]\ninto = [-2, 0, 0]\nsquare = false\n"
    )
    lost = [
        mean("target_blocks_lost", "INF 4", f"INF 8 on {name}", terrain=file)
        for name in ("redoubt", "Great Redoubt", "hill", "forest")
    ]
    assert lost == pytest.approx([0.5, 0.5, 1.0, 1.5])
    one = battle("INF 4 on hill", "INF 4 on great redoubt", terrain=file)
    assert str(one) == f"INF 4 on hill v INF 4 on redoubt | terrain={file}"
    assert Battle.parse(GAME, str(one)) == one
    with pytest.raises(WargameError, match="no square is formed on hill"):
        battle("CAV 4", "INF 4 on hill, square", terrain=file)
    assert mean("target_blocks_lost", "INF 4", "INF 8 on hill") == pytest.approx(1.5)


def test_another_name_of_shipped_terrain_can_be_terrain_of_its_own(write):
    """A village in a user's file is his village, and not the shipped town any more."""
    file = write("[village]\ninto = [-3, 0, 0]\n")
    found = mean("target_blocks_lost", "INF 4", "INF 8 on village", terrain=file)
    assert found == pytest.approx(0.5)
    town = mean("target_blocks_lost", "INF 4", "INF 8 on town", terrain=file)
    assert town == pytest.approx(1.0)


@pytest.mark.fault("B42")
def test_clear_terrain_of_a_file_is_where_units_stand(write):
    """Said or not said, it is the same hex, and a battle's text loses nothing."""
    file = write("[clear]\ninto = [-1, 0, 0]\n")
    said, unsaid = (battle("INF 4", f"INF 8{word}", terrain=file) for word in (" on clear", ""))
    assert chances(said) == chances(unsaid)
    assert Battle.parse(GAME, str(said)) == said


WRONG_TERRAIN = [
    ("", "has no terrain: write [hill]"),
    ("hill = 3", "hill: is no terrain"),
    ("[[hill]]\n", "hill: is no terrain"),
    ('["hill 2"]\n', "hill 2: is no terrain"),
    ("[hill", "is not TOML"),
    ("[hill]\ndice = 3\n", "field 'dice' is not one of into, out"),
    ("[hill]\ninto = [-10, 0, 0]\n", "into = [-10, 0, 0] is not a list of 3 whole numbers from -9"),
    ("[hill]\ninto = [0, 0]\n", "is not a list of 3"),
    ("[hill]\nout = [1.5, 0, 0]\n", "is not a list of 3"),
    ("[hill]\nflags = [-1, 0, 0]\n", "flags = [-1, 0, 0] is not a list of 3 whole numbers from 0"),
    ('[hill]\nmelee_only = "yes"\n', "melee_only is true or false, not 'yes'"),
    ("[hill]\nsquare = 1\n", "square is true or false, not 1"),
    ('[hill]\nentry = "some"\n', "entry 'some' is not one of all, light, none"),
    ('[hill]\nalso = "mound"\n', "also = 'mound' is not a list of names"),
    ("[hill]\nalso = [3]\n", "also = [3] is not a list of names"),
]


@pytest.mark.fault("B27", "B32")
@pytest.mark.parametrize(("text", "words"), WRONG_TERRAIN)
def test_a_table_of_terrain_with_a_fault_is_refused(write, text, words):
    file = write(text)
    answer = ask("odds", "ccn", "INF 4", "INF 4", "--set", f"terrain={file}")
    assert (answer.code, answer.err.count("\n")) == (2, 1), answer
    assert words in answer.err
    assert file in answer.err
