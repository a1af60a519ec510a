"""Sides, policies, dice and settings of 1775: Rebellion as people type them, and as printed."""

import pytest
from commandline import ask, ask_json
from hypothesis import given
from hypothesis import strategies as st

from combat.battle import Battle
from combat.engine import solve
from combat.errors import NotationError, OptionError, UnknownUnitError, WargameError
from combat.force import Force
from combat.game import ATTACKER
from combat.games import GAMES, parse_battle
from combat.rebellion_1775.colours import ALIASES, NAMES, OF_SIDE, dice_of, shipped_dice
from combat.rebellion_1775.policies import Losses, Withdrawal
from combat.rebellion_1775.settings import WORTHS

GAME = GAMES["rebellion-1775"]
DEFAULTS = {setting.key: setting.default for setting in GAME.settings}
BRITISH, AMERICAN = OF_SIDE["british"], OF_SIDE["american"]


def side(text):
    return GAME.parse_side(text, ATTACKER, DEFAULTS)


def battle(attacker="2 regulars, 1 loyalist", defender="1 continental, 2 militia", **options):
    return parse_battle("rb", attacker, defender, **options)


# --- sides ------------------------------------------------------------------------------------


@pytest.mark.fault("B33")
@pytest.mark.parametrize("spelling", ALIASES)
def test_every_spelling_of_a_colour(spelling):
    wanted = Force.of({ALIASES[spelling]: 2})
    for text in (f"2 {spelling}", f"2 {spelling.upper()}", f"{spelling} + 1 {spelling}"):
        assert side(text) == wanted
    assert side(f"2x {spelling.replace(' ', '-')}") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("3 Continentals, 2 Militia", {"continental": 3, "militia": 2}),
        ("3continental 2militia", {"continental": 3, "militia": 2}),
        ("militia, 2 blue; 1 patriot", {"continental": 2, "militia": 2}),
        ("2 British Regulars + 1 Loyalist Militia & hessian", {"regulars": 2, "loyalist": 1}),
        ("0 hessian, 2 redcoats", {"regulars": 2}),
        ("Native Americans, 1 french regulars", {"french": 1, "natives": 1}),
        ("1 natives, 1 regulars", {"regulars": 1, "natives": 1}),  # in the table's order
    ],
)
def test_sides_as_typed(text, wanted):
    wanted |= {"hessian": 1} if "& hessian" in text else {}
    assert side(text) == Force.of(wanted)
    assert str(side(text)) == ", ".join(f"{n} {name}" for name, n in wanted.items())


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("2 regulers", UnknownUnitError, "did you mean regulars"),
        ("3 inf", UnknownUnitError, "units are regulars"),
        ("-1 regulars", NotationError, "whole number"),
        ("1.5 regulars", NotationError, "whole number"),
        ("2", NotationError, "no unit behind it"),
        ("0 regulars", NotationError, "no units"),
        ("", NotationError, "no units"),
        ("2 hessian, 1 militia", UnknownUnitError, "the British militia is loyalist"),
    ],
)
def test_sides_that_cannot_be_read(text, error, words):
    with pytest.raises(error, match=words):
        side(text)


def forces(names, *, most=9):
    counts = st.dictionaries(st.sampled_from(names), st.integers(1, most), min_size=1)
    return counts.filter(lambda found: set(found) - {"natives"}).map(
        lambda found: Force.of({name: found[name] for name in NAMES if name in found})
    )


def losses(names):
    named = st.lists(st.sampled_from(names), min_size=1, unique=True).map(tuple)
    plain = st.sampled_from(["keep-dice", "keep-best", "best"]).map(Losses)
    return st.one_of(
        plain,
        st.builds(Losses, st.just("keep-own"), named),
        st.builds(Losses, st.just("order"), named),
    )


WITHDRAWALS = st.one_of(
    st.sampled_from(["never", "always", "outnumbered", "save-last", "best"]).map(Withdrawal),
    st.integers(0, 999).map(lambda n: Withdrawal("at", n)),
)
FACES = st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda two: 0 < sum(two) <= 6)


@pytest.mark.fault("B42")
@given(data=st.data(), british=st.booleans())
def test_a_legal_battle_reads_back(data, british):
    sides = (BRITISH, AMERICAN) if british else (AMERICAN, BRITISH)
    first, second = (data.draw(forces(names)) for names in sides)
    faces = data.draw(st.dictionaries(st.sampled_from(NAMES), FACES))
    settings = {f"faces.{name}": (hit, flee, 6 - hit - flee) for name, (hit, flee) in faces.items()}
    for prefix, names in (("", sides[0]), ("defender_", sides[1])):
        settings[f"{prefix}losses"] = data.draw(losses(names))
        if data.draw(st.booleans()):
            settings[f"{prefix}withdraw"] = data.draw(WITHDRAWALS)
        else:
            settings[f"{prefix}way_out"] = data.draw(st.sampled_from(["yes", "no"]))
    settings["late"] = data.draw(st.sampled_from(["yes", "no"]))
    settings["volley"] = data.draw(st.sampled_from(["none", "attacker", "defender"]))
    if first["loyalist"] or second["loyalist"]:
        settings["turned"] = data.draw(st.integers(0, 45))
    settings["goal"] = data.draw(st.sampled_from([None, "swing", "area_empty", "attacker_fled"]))
    values = st.sampled_from([0.0, 1.0, -2.5, 0.000001, 123456.0])
    worth = data.draw(st.dictionaries(st.sampled_from([*WORTHS]), values))
    settings["worth"] = tuple((key, worth[key]) for key in WORTHS if key in worth)
    fought = Battle(GAME, first, second, settings)
    assert Battle.parse(GAME, str(fought)) == fought
    assert Battle.parse(GAME, f"{first} VS. {second}".upper()).attacker == first


# --- policies -----------------------------------------------------------------------------------


@pytest.mark.rule("RB-03", "RB-08")
@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("keep-dice", "keep-dice"),
        ("KEEP DICE", "keep-dice"),
        ("keep best", "keep-best"),
        ("Best", "best"),
        ("keep own continentals", "keep-own continental"),
        ("keep-own blue, white", "keep-own continental militia"),
        ("militia, continental", "militia continental"),
        ("Patriots; French", "militia french"),
        ("natives", "natives"),
    ],
)
def test_losses_read_and_print(text, printed):
    assert str(Losses.parse(text)) == printed
    assert Losses.parse(printed) == Losses.parse(text)
    assert Losses.parse(printed.upper()) == Losses.parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("keep-dice militia", "stands alone"),
        ("best continental", "stands alone"),
        ("keep-own", "names no colour"),
        ("militia white", "twice"),
        ("keep-own foo", "unknown unit"),
        ("militai", "did you mean militia"),
    ],
)
def test_losses_that_cannot_be(text, words):
    with pytest.raises(WargameError, match=words):
        Losses.parse(text)
    answer = ask("odds", "rb", "2 militia v 2 regulars", "--losses", text)
    assert answer.code == 2
    assert answer.err.count("\n") == 1


@pytest.mark.rule("RB-05")
@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("never", "never"),
        ("ALWAYS", "always"),
        ("save last", "save-last"),
        ("outnumbered", "outnumbered"),
        ("at 2", "at 2"),
        ("at-12", "at 12"),
        (" best ", "best"),
    ],
)
def test_withdrawals_read_and_print(text, printed):
    assert str(Withdrawal.parse(text)) == printed
    assert Withdrawal.parse(printed) == Withdrawal.parse(text)


@pytest.mark.parametrize("text", ["", "at", "at two", "at -1", "at 1.5", "sometimes", "never 2"])
def test_withdrawals_that_cannot_be(text):
    with pytest.raises(OptionError, match="withdraw="):
        Withdrawal.parse(text)


def test_policies_are_the_shared_options_too():
    text = "2 continental, 1 militia v 2 regulars, 1 loyalist"
    words = ("--losses", "militia", "--defender-losses", "keep-own regulars")
    found = ask_json("odds", "rb", text, *words, "--set", "withdraw=at 1")
    settings = ("losses=militia", "defender_losses=keep-own regulars", "withdraw=at 1")
    again = ask_json("odds", "rb", text, *(w for one in settings for w in ("--set", one)))
    assert found == again
    said = "; ".join(found["assumes"])
    assert "hit by militia" in said
    assert "hit by keep-own regulars" in said
    assert "withdraws: at 1" in said


# --- dice ---------------------------------------------------------------------------------------


@pytest.mark.rule("RB-02", "RB-52")
@pytest.mark.parametrize("name", NAMES)
def test_faces_of_a_colour(name):
    fought = battle(**{f"faces.{name}": " 1 / 4 / 1 "})
    assert dice_of(fought.settings)[name].faces == (1, 4, 1)
    assert fought.shown_settings == {f"faces.{name}": "1/4/1"}
    others = [other for other in NAMES if other != name]
    for other in others:
        assert dice_of(fought.settings)[other] == shipped_dice()[other]


@pytest.mark.rule("RB-52")
@pytest.mark.parametrize("text", ["3/1", "3/1/3", "3/1/2/0", "7/-1/0", "a/b/c", "3-1-2", "3/1/x"])
def test_faces_that_are_no_die(text):
    with pytest.raises(OptionError, match=r"faces\.militia"):
        battle(**{"faces.militia": text})
    answer = ask("odds", "rb", "1 regulars v 1 militia", "--set", f"faces.militia={text}")
    assert answer.code == 2


GOOD = """
[militia]
faces = [1, 2, 3]
source = "my own box"

[loyalist]
dice = 1
confidence = "verified"
"""


@pytest.mark.rule("RB-02", "RB-52")
def test_dice_of_a_file(tmp_path):
    file = tmp_path / "dice.toml"
    file.write_text(GOOD)
    fought = battle(dice=str(file))
    dice = dice_of(fought.settings)
    assert dice["militia"].faces == (1, 2, 3)
    assert dice["militia"].dice == 3  # as it was
    assert (dice["loyalist"].faces, dice["loyalist"].dice) == ((2, 2, 2), 1)
    assert dice["hessian"] == shipped_dice()["hessian"]
    assert Battle.parse(GAME, str(fought)) == fought
    (line,) = [line for line in GAME.assumes(fought) if "unverified dice" in line]
    assert "militia" not in line
    assert "loyalist" not in line
    assert " continental " in line
    same = battle(**{"faces.militia": "1/2/3"})
    one, other = (solve(each).event("attacker_holds").value for each in (fought, same))
    assert one == pytest.approx(other, abs=1e-14)  # one Loyalist: as many dice
    over = battle(dice=str(file), **{"faces.militia": "2/2/2"})  # a setting beats the file
    assert dice_of(over.settings)["militia"].faces == (2, 2, 2)


@pytest.mark.rule("RB-02")
def test_fewer_dice_of_a_file_are_fewer_dice(tmp_path):
    file = tmp_path / "dice.toml"
    file.write_text("[militia]\ndice = 1\n")
    few = solve(parse_battle("rb", "3 militia v 2 regulars", dice=str(file)))
    usual = solve(parse_battle("rb", "3 militia v 2 regulars"))
    assert few.event("attacker_holds").value < usual.event("attacker_holds").value - 0.01
    assert few.quantity("defender_lost").value < usual.quantity("defender_lost").value


@pytest.mark.fault("B38")
def test_a_file_of_dice_that_is_edited_is_read_again(tmp_path):
    file = tmp_path / "dice.toml"
    odds = []
    for hits in (1, 5):
        file.write_text(f"[militia]\nfaces = [{hits}, 0, {6 - hits}]\n")
        fought = parse_battle("rb", "2 militia v 1 regulars", dice=str(file))
        odds.append(solve(fought).event("attacker_holds").value)
    assert odds[0] < odds[1]


@pytest.mark.rule("RB-52")
@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[militia", "not TOML"),
        ("[redcoat]\nfaces = [1, 1, 4]", "is no colour"),
        ("militia = 3", "is no colour"),
        ("[militia]\nface = [1, 1, 4]", "unknown field 'face'"),
        ("[militia]\nfaces = [1, 1, 3]", "is no die"),
        ("[militia]\nfaces = [1, 5]", "is no die"),
        ("[militia]\nfaces = [-1, 3, 4]", "is no die"),
        ("[militia]\nfaces = [1.0, 1, 4]", "is not .hit, flee, blank"),
        ("[militia]\nfaces = [true, 1, 4]", "is not .hit, flee, blank"),
        ("[militia]\nfaces = 3", "is not .hit, flee, blank"),
        ("[militia]\nfaces = []", "is no die"),
        ("[militia]\ndice = 0", "from 1 to 6"),
        ("[militia]\ndice = 2.5", "from 1 to 6"),
        ("[militia]\ndice = true", "from 1 to 6"),
    ],
)
def test_files_of_dice_that_cannot_be(tmp_path, content, words):
    file = tmp_path / "dice.toml"
    file.write_text(content)
    with pytest.raises(OptionError, match=words):
        battle(dice=str(file))
    answer = ask("odds", "rb", "1 militia v 1 regulars", "--set", f"dice={file}")
    assert answer.code == 2
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("name", ["missing.toml", ".", "\x00", "a|b", "x" * 5_000])
def test_no_file_of_dice(name):
    with pytest.raises(OptionError):
        battle(dice=name)


# --- other settings -----------------------------------------------------------------------------


@pytest.mark.rule("RB-10")
@pytest.mark.parametrize("text", ["-1", "46", "1.5", "two", "100", "٣", ""])
def test_how_many_patriots(text):
    with pytest.raises(OptionError, match="turned="):
        battle(turned=text)


@pytest.mark.parametrize(
    "options",
    [
        {"late": "maybe"},
        {"volley": "british"},
        {"way_out": "sea"},
        {"defender_way_out": ""},
        {"goal": "winning"},
        {"goal": "3"},
        {"worth": "cu=3"},
        {"worth": "lost=1, lost=2"},
        {"worth": "lost=1e3"},
        {"worth": "lost"},
        {"worth": "area=nan"},
        {"retreat": "never"},
    ],
)
def test_settings_that_cannot_be(options):
    with pytest.raises(WargameError):
        battle(**options)


@pytest.mark.rule("RB-08")
def test_worth_is_what_the_net_value_is_made_of():
    worth = "lost=2, fled=0.25, withdrawn=-1, area=3"
    text = "2 militia, 1 french v 2 regulars, 1 loyalist"
    found = solve(parse_battle("rb", text, worth=worth, withdraw="at 1"), engine="exact")
    mean = {q.name: found.quantity(q.name).value for q in found.battle.quantities}
    value = sum(
        factor * (mean[f"defender_{fate}"] - mean[f"attacker_{fate}"])
        for fate, factor in {"lost": 2, "fled": 0.25, "withdrawn": -1}.items()
    )
    held = found.event("attacker_holds").value - found.event("defender_holds").value
    assert mean["net_value"] == pytest.approx(value + 3 * held, abs=1e-12)
