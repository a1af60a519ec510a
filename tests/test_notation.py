"""What people type and paste, read right or refused; never half read."""

import string
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from combat.battle import Battle
from combat.errors import IllegalBattleError, NotationError, UnknownUnitError, WargameError
from combat.force import Force
from combat.games import find_game, parse_battle
from combat.notation import Vocabulary, read_units, split_versus

AA = find_game("aa")
# a vocabulary of no game: names that begin alike, of several words, and with an x in front
HOUSE = Vocabulary(
    ("gun", "aa-gun", "line", "light-line", "xline", "vet"),
    {"cannon": "gun", "anti-air-gun": "aa-gun", "veteran": "vet", "guard": "light-line"},
)


INF = Force.of({"inf": 1})
DEFAULTS = Battle(AA, INF, INF).settings


def read(text):
    """The units of a text in the game's spellings."""
    return dict(AA.parse_side(text, "attacker", DEFAULTS))


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    ("text", "inf", "arm"),
    [
        ("3 inf, 2 arm", 3, 2),
        ("3 inf,2 arm", 3, 2),
        ("3 inf 2 arm", 3, 2),
        ("3inf 2arm", 3, 2),
        ("3inf2arm", 3, 2),
        ("3 inf + 2 arm", 3, 2),
        ("3inf+2arm", 3, 2),
        ("3 inf\n2 arm\n", 3, 2),
        ("3 inf\r\n2 arm", 3, 2),
        ("\t3\tinf\t 2\tarm", 3, 2),
        ("3 inf,, 2 arm,", 3, 2),
        ("3\u00a0inf, 2\u00a0arm", 3, 2),
        ("3x inf, 2x arm", 3, 2),
        ("3 x inf 2 x arm", 3, 2),
        ("3×inf 2×arm", 3, 2),
        ("inf, 2 arm", 1, 2),
        ("3 inf, arm", 3, 1),
        ("inf inf inf arm", 3, 1),
        ("arm, 5 inf", 5, 1),
        ("2 arm, 3 inf", 3, 2),
        ("1 inf, 2 arm, 2 inf", 3, 2),
        ("0 arm, 4 inf", 4, 0),
        ("0 inf, 0 arm, arm", 0, 1),
        ("INF, 2 ARM", 1, 2),
        ("3 Infantry, 2 Tanks", 3, 2),
        ("3 infs 2 arms", 3, 2),
        ("3 infantries, 2 armours", 3, 2),
        ("3 inf., 2 arm.", 3, 2),
        ("03 inf, 002 arm", 3, 2),
    ],
)
def test_pasted_forces_are_read(text, inf, arm):
    assert read(text) == {k: n for k, n in (("inf", inf), ("arm", arm)) if n}


SPELLINGS = {  # cli.md: units and short names
    "inf": ("infantry", "inf", "Infantry"),
    "art": ("artillery", "art"),
    "arm": ("arm", "tank", "tanks"),
    "ftr": ("fighter", "fighters", "ftr", "fig", "figs"),
    "bmr": ("bomber", "bombers", "bmr", "bom"),
    "aa": ("aa", "aagun", "AA gun", "AA guns", "AA-gun"),
    "bb": ("battleship", "battleships", "bb", "bat"),
    "cv": ("carrier", "carriers", "cv", "acc"),
    "ca": ("cruiser", "cruisers", "ca", "cru"),
    "dd": ("destroyer", "destroyers", "dd", "des"),
    "ss": ("submarine", "submarines", "ss", "sub", "subs"),
    "tr": ("transport", "transports", "tr", "tra"),
    "damaged-bb": ("damaged-bb", "damaged bb", "Damaged-BB"),
}


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    ("unit", "spelling"), [(u, s) for u, spellings in SPELLINGS.items() for s in spellings]
)
def test_abbreviations_of_the_contract(unit, spelling):
    assert read(f"7 {spelling}") == {unit: 7}
    assert read(f"{spelling.upper()} + 2 {spelling}, 0 inf") == {unit: 3}


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    "text",
    [
        *("-3 inf", "- 3 inf", "−3 inf", "3 inf, -2 arm", "-0 inf"),
        *("1/2 inf", "2.5 inf", ".5 inf", "1.0 inf", "1,5 inf", "½ inf", "3½ inf"),
        *("1,000 inf", "1.000 inf", "1 000 inf", "1'000 inf", "1_000 inf", "1e2 inf", "1E2 inf"),
        *("3", "3 inf 2", "3 inf, 2,", "inf 3", "3 2 inf", "3, 2 inf", "3x", "3x 2 inf", "x"),
        *(
            "IIXT",
            "3 foo",
            "3 inf foo",
            "foo 3 inf",
            "3 inf, 2 arm, and",
            "3inf 1arm v",
            "0x10 inf",
        ),
        *("٣ inf", "３ inf", "² inf", "Ⅲ inf", "3² inf", "三 inf"),
        *("😀", "3 inf 😀", "3 😀 inf", "3 inf\x00", "\x00", "3\x00inf", "3 inf\x07", "3 in\x1bf"),
        *(
            "3 inf\u200b",
            "3 ınf",
            "3 İnf",
            "3 іnf",
            "3 inf!",
            "3 (inf)",
            "3 inf = 2 arm",
            "3 inf|arm",
        ),
        *("inf-arm", "inf/arm", "infarm", "inf_arm", "in f", "3 in", "nan inf", "None", "inf: 3"),
        "9" * 5_000 + " inf",
    ],
)
def test_what_cannot_be_read_is_refused(text):
    with pytest.raises(WargameError) as caught:
        read(text)
    assert isinstance(caught.value, NotationError | UnknownUnitError)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 400


@pytest.mark.fault("B44")
@pytest.mark.parametrize("text", ["", " ", "\n\t", ",", "+", ", ,+", "0 inf", "0 inf, 0x arm"])
def test_an_empty_side_is_refused(text):
    for asked in ((text, "2 inf"), ("2 inf", text)):
        with pytest.raises(WargameError):
            Battle.parse(AA, *asked)


@pytest.mark.parametrize("text", ["aa + gun", "battle; ship", "anti & aircraft", "damaged+bb"])
def test_what_parts_the_units_also_parts_names(text):
    """A sign that parts units is no space within a name: 'gun' alone is no unit."""
    with pytest.raises(UnknownUnitError):
        read(f"inf, {text}")


@pytest.mark.fault("B32")
def test_names_that_begin_alike():
    counts = read_units("2 light line, line, 3 aa guns, 4 guns + anti air gun + 2 guards", HOUSE)
    assert counts == {"gun": 4, "aa-gun": 4, "line": 1, "light-line": 4}


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("2 xline", {"xline": 2}),
        ("2xline", {"line": 2}),
        ("2 x line", {"line": 2}),
        ("2x xline", {"xline": 2}),
        ("xline, 3 lines", {"line": 3, "xline": 1}),
    ],
)
def test_a_name_keeps_its_x(text, counts):
    """'2 xline' is two of the unit 'xline', if there is one; never two of 'line'."""
    assert read_units(text, HOUSE) == counts


def test_a_name_with_an_x_is_named_whole_in_the_error():
    with pytest.raises(UnknownUnitError) as caught:
        read("3 inf, 2 xyz")
    assert caught.value.given == "xyz"


@pytest.mark.parametrize("word", ["undamaged battleship", "bombarding", "undamaged"])
def test_what_is_not_like_any_unit_has_no_nearest(word):
    """A remedy that is far off, or the opposite, is worse than none."""
    with pytest.raises(UnknownUnitError) as caught:
        read(f"2 art, {word}")
    assert caught.value.meant is None
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize(("word", "number"), [("three", "3"), ("Two", "2"), ("twelve", "12")])
def test_a_number_in_words_is_told_as_one(word, number):
    with pytest.raises(UnknownUnitError) as caught:
        read(f"{word} inf")
    assert (caught.value.given, caught.value.meant) == (word, number)
    assert f"did you mean {number}?" in str(caught.value)


@pytest.mark.parametrize(
    ("word", "nearest"),
    [("infanty", "inf"), ("tnak", "arm"), ("figther", "ftr"), ("bombr", "bmr"), ("subs.x", "ss")],
)
def test_an_unknown_unit_names_the_nearest_and_the_list(word, nearest):
    with pytest.raises(UnknownUnitError) as caught:
        read(f"2 art, 3 {word}")
    error = caught.value
    assert (error.kind, error.given) == ("unknown-unit", word)
    assert f"did you mean {nearest}?" in str(error)
    assert set(error.allowed) == set(SPELLINGS)
    assert all(name in str(error) for name in error.allowed)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("3 inf, -2 arm", 7),
        ("3 inf, 2.5 arm", 7),
        ("3 inf ? arm", 6),
        ("inf, arm 4", 9),
        ("3 4 inf", 0),
        ("art 3 inf, 1001 arm", 11),
        ("art, 600 inf, 3 arm, 500 inf", 21),
    ],
)
def test_errors_say_where(text, at):
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.position == at


def test_the_limit_of_units():
    assert read("1000 inf") == {"inf": 1000}
    for text in ("1001 inf", "500 inf, 501 inf", "1000000 inf", "1" + "0" * 300 + " inf"):
        with pytest.raises(NotationError):
            read(text)
    parse_battle("aa", "600 inf, 400 arm v 1 inf")
    with pytest.raises(IllegalBattleError):
        parse_battle("aa", "600 inf, 401 arm v 1 inf")


@pytest.mark.fault("B21")
@pytest.mark.parametrize(
    "text",
    [
        "0 inf " * 30_000,
        "inf arm foo " * 30_000,
        "z" * 1_000_000,
        "z" * 999 + " " + "tank " * 30_000,
    ],
    ids=["many zeros", "many words", "one long word", "long word, many units"],
)
def test_long_texts_are_answered_at_once(text):
    began = time.process_time()  # of the processor: others on the machine do not count
    with pytest.raises(WargameError) as caught:
        Battle.parse(AA, "1 inf", text)
    assert time.process_time() - began < 1.0
    assert len(str(caught.value)) < 500


# --- two sides in one text ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["v", "vs", "v.", "vs.", "versus", "V", "VS", "Vs.", "Versus", "\nv\n", "\tvs\t"]
)
def test_all_words_for_versus(word):
    battle = Battle.parse(AA, f"3 inf, 2 arm {word} 4 inf, 1 art")
    assert battle == Battle.parse(AA, "3 inf, 2 arm", "4 inf, 1 art")


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    "text",
    [
        *("3 inf", "", "3 inf 2 arm", "v", "3 inf v", "v 3 inf", "3inf 1arm v", " v 2 inf"),
        *("3 inf v 2 inf v 1 inf", "3 inf vs v 2 inf", "3 inf v vs 2 inf", "3 inf va 2 inf"),
        *("3 inf - 2 inf", "3 inf v 0 inf", "0 inf v 2 inf", "3 infv 2 inf", "v v"),
    ],
)
def test_what_is_not_two_sides_is_refused(text):
    with pytest.raises(WargameError):
        Battle.parse(AA, text)


@pytest.mark.parametrize(
    ("text", "at"), [("2 inf v 3 inf vs 1 arm", 14), ("2 inf, 3 inf", 12), ("v 3 inf", 0)]
)
def test_errors_of_two_sides_say_where(text, at):
    with pytest.raises(NotationError) as caught:
        split_versus(text)
    assert caught.value.position == at


# --- round trips -------------------------------------------------------------------------------

LAND = ("inf", "art", "arm", "ftr", "bmr")


def forces(names, most=9, at_least=1):
    counts = st.tuples(*(st.integers(0, most) for _ in names))
    return counts.filter(lambda c: sum(c) >= at_least).map(
        lambda c: Force.of(dict(zip(names, c, strict=True)))
    )


@pytest.mark.fault("B42")
@given(force=forces(tuple(SPELLINGS), most=1000))
def test_a_force_reads_back(force):
    vocabulary = Vocabulary(tuple(read_order()))
    assert Force.parse(str(force), vocabulary) == Force.of(
        {name: force[name] for name in vocabulary.names}
    )
    assert Force.parse(str(force)) == force
    assert dict(force) == read(str(force))


def read_order():
    """All names in the order in which the game prints them."""
    return read(", ".join(SPELLINGS))


@given(force=forces(("gun", "aa-gun", "line", "light-line", "xline", "vet")))
@example(force=Force.of({"xline": 2, "vet": 1}))
def test_a_force_of_a_house_vocabulary_reads_back(force):
    assert Force.parse(str(force), HOUSE) == force


@given(data=st.data(), force=forces(LAND, most=40))
def test_layout_and_spelling_do_not_matter(data, force):
    """Counts before or glued, any order, units in pieces, any case: the same force."""
    pieces = []
    for unit, count in force:
        cut = data.draw(st.integers(0, count))
        spellings = st.sampled_from(SPELLINGS[unit])
        for part in (cut, count - cut):
            name = data.draw(spellings)
            name = data.draw(st.sampled_from((name, name.upper(), name.title())))
            glue = data.draw(st.sampled_from(("", " ", "x ", " x ")))
            pieces.append(name if part == 1 and data.draw(st.booleans()) else f"{part}{glue}{name}")
    pieces = data.draw(st.permutations(pieces))
    gaps = [data.draw(st.sampled_from((", ", " ", " + ", "\n", ","))) for _ in pieces]
    assert read("".join(p + g for p, g in zip(pieces, gaps, strict=True))) == dict(force)


@given(text=st.text(string.ascii_letters + string.digits + " ,+x.-", max_size=30))
def test_nothing_is_skipped(text):
    """What is read accounts for every digit of the text; else it is refused."""
    try:
        counts = read(text)
    except WargameError:
        return
    digits = sum(int(number) for number in _numbers(text))
    bare = sum(counts.values()) - digits
    assert 0 <= bare <= len(text)


def _numbers(text):
    return "".join(c if c in string.digits else " " for c in text).split()


def orders(names, groups=("land", "air")):
    """Texts of orders of loss of some types."""
    order = st.permutations(names).flatmap(
        lambda p: st.integers(1, len(p)).map(lambda n: " ".join(p[:n]))
    )
    keep = st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from((*names, *groups))), max_size=2
    ).map(lambda kept: "".join(f"; keep {n} {what}" for n, what in kept))
    return st.one_of(st.just("cheapest"), st.builds("{}{}".format, order, keep))


def amounts(keys):
    number = st.one_of(
        st.integers(0, 9_999_999).map(str),
        st.decimals(0, 99_999, places=3, allow_nan=False).map("{:f}".format),
    )
    pairs = st.tuples(st.sampled_from(keys), number)
    return st.lists(pairs, min_size=1, max_size=3, unique_by=lambda pair: pair[0]).map(
        lambda pairs: ", ".join(f"{key}={n}" for key, n in pairs)
    )


SETTINGS = {
    "edition": st.sampled_from(("2009", "second")),
    "dice": st.sampled_from(("standard", "low-luck")),
    "choose_losses": st.sampled_from(("owner", "attacker")),
    "values": amounts(LAND),
    "worth": amounts((*LAND, "territory", "capital", "victory_city")),
    "losses": orders(LAND),
    "defender_losses": orders(LAND),
    "rounds": st.integers(1, 10_000).map(str),
    "retreat": st.sampled_from(
        ("never", "after 2", "at 3", "air-only", "best", "after 3 or at 2 or air-only")
    ),
}


@pytest.mark.fault("B42")
@given(
    attacker=forces(LAND),
    defender=forces((*LAND, "aa")),
    options=st.fixed_dictionaries({}, optional=SETTINGS),
)
@example(attacker=INF, defender=INF, options={"worth": "territory=1234567"})
@example(attacker=INF, defender=INF, options={"values": "inf=3.1415926"})
def test_a_battle_reads_back_with_all_its_settings(attacker, defender, options):
    battle = Battle.parse(AA, str(attacker), str(defender), **options)
    again = Battle.parse(AA, str(battle))
    assert again == battle
    assert dict(again.settings) == dict(battle.settings)
    assert str(again) == str(battle)
    assert Battle.parse(AA, battle.sides, **battle.shown_settings) == battle


RAID = {
    "raid": st.integers(10, 1_000).map(str),
    "damage": st.integers(0, 20).map(str),
    "escorts": st.sampled_from(("no", "yes", " YES")),
    "interceptors": st.sampled_from(("0", "1", "2", "all", "best", "Best ")),
    **{key: SETTINGS[key] for key in ("edition", "dice", "values", "losses")},
}


@pytest.mark.fault("B42")
@given(
    bombers=st.integers(1, 1_000),
    options=st.fixed_dictionaries(
        {"raid": RAID["raid"], "escorts": st.sampled_from(("yes", " YES"))},
        optional={k: v for k, v in RAID.items() if k not in ("raid", "escorts")},
    ),
)
def test_a_raid_reads_back_with_all_its_settings(bombers, options):
    battle = Battle.parse(AA, f"{bombers} bmr", "2 ftr, 1 aa", **options)
    assert Battle.parse(AA, str(battle)) == battle
    assert Battle.parse(AA, battle.sides, **battle.shown_settings) == battle


SEA = {
    "attacker_submerge": st.sampled_from(("never", "always")),
    "defender_submerge": st.sampled_from(("never", "Always")),
    "landing_places": st.integers(0, 9_999).map(str),
    "cargo": st.sampled_from(("tr: 2 inf", "tr: inf, arm; cv: 2 ftr", "tr: art; tr: 2 infantry")),
    "defender_cargo": st.sampled_from(("tr: 1 aa", "cv: ftr; tr: arm")),
}
LANDING = {
    "landing": st.sampled_from(("2 inf", "inf, art", "1 arm")),
    "bombard": st.sampled_from(("1 bb, 2 ca", "cruiser")),
}


@pytest.mark.fault("B42")
@given(options=st.fixed_dictionaries({}, optional=SEA))
def test_a_sea_battle_reads_back_with_all_its_settings(options):
    battle = Battle.parse(AA, "2 tr, 1 cv, 3 ss, 1 dd", "2 tr, 1 cv, 1 dd", **options)
    assert Battle.parse(AA, str(battle)) == battle
    assert Battle.parse(AA, battle.sides, **battle.shown_settings) == battle


@pytest.mark.fault("B42")
@given(
    options=st.fixed_dictionaries(
        {"landing": LANDING["landing"]}, optional={"bombard": LANDING["bombard"]}
    )
)
def test_a_landing_reads_back_with_all_its_settings(options):
    battle = Battle.parse(AA, "3 inf, 2 art, 1 arm, 1 ftr", "2 inf, 1 aa", **options)
    assert Battle.parse(AA, str(battle)) == battle
    assert Battle.parse(AA, battle.sides, **battle.shown_settings) == battle


@pytest.mark.fault("B42")
@pytest.mark.parametrize("fight", ["ignore", "Ignore", "yes"])
def test_a_zone_passed_by_reads_back(fight):
    battle = Battle.parse(AA, "1 bb, 1 tr", "2 ss", fight=fight)
    assert Battle.parse(AA, str(battle)) == battle


@pytest.mark.fault("B42")
@given(
    goal=st.sampled_from(("net_value", "swing", "Territory_taken", "attacker_ipc_lost")),
    best=st.sampled_from(("losses", "defender_losses")),
)
def test_the_goal_of_best_losses_reads_back(goal, best):
    battle = Battle.parse(AA, "3 inf, 1 ftr", "2 inf, 1 arm", goal=goal, **{best: "best"})
    assert Battle.parse(AA, str(battle)) == battle
    assert Battle.parse(AA, battle.sides, **battle.shown_settings) == battle


@pytest.mark.fault("B42")
def test_every_setting_is_in_the_round_trip():
    tried = set(SETTINGS) | set(RAID) | set(SEA) | set(LANDING) | {"units", "fight", "goal"}
    assert tried == {s.key for s in AA.settings}


@pytest.mark.parametrize(
    "path",
    ["house.toml", "two words.toml", "a=b.toml", "comma, plus+.toml", "a v b.toml", "a|b.toml"],
)
def test_a_units_file_reads_back_or_is_refused(tmp_path, path):
    file = tmp_path / path
    file.write_text("[units.inf]\nattack = 3\n")
    try:
        battle = parse_battle("aa", "2 inf v 3 art", units=str(file))
    except WargameError:
        return
    assert Battle.parse(AA, str(battle)) == battle


@pytest.mark.parametrize(
    "text",
    [
        *("2 inf v 3 inf | rounds", "2 inf v 3 inf | =3", "2 inf v 3 inf | round=3"),
        *("2 inf v 3 inf |", "2 inf | v 3 inf", "| 2 inf v 3 inf", "2 inf v 3 inf | rounds=0"),
        "2 inf v 3 inf | rounds=2 | rounds=3",
    ],
)
def test_settings_behind_bars_are_read_or_refused(text):
    with pytest.raises(WargameError):
        Battle.parse(AA, text)


# --- values made without a text ----------------------------------------------------------------


@pytest.mark.fault("B32")
@pytest.mark.parametrize("count", [0.5, 2.7, -1, -0.5])
def test_a_force_of_counts_that_are_none_is_refused(count):
    with pytest.raises(ValueError, match=r"."):
        Force.of({"inf": count, "arm": 2})


@pytest.mark.fault("B44")
@pytest.mark.parametrize(
    "units", [(("inf", 0),), (("foo", 1),), (("inf", 1), ("inf", 2)), (("inf", 1.5),)]
)
def test_an_illegal_battle_cannot_be_made(units):
    with pytest.raises(WargameError):
        Battle(AA, Force(units), INF)


@pytest.mark.fault("B42")
@pytest.mark.parametrize("settings", [{"roundz": 3}, {"rounds": 0}, {"dice": "loaded"}])
def test_settings_that_cannot_be_are_not_passed_over(settings):
    battle = parse_battle("aa", "2 inf v 3 inf")
    with pytest.raises(WargameError):
        battle.with_settings(**settings)


def test_a_battle_can_be_a_key():
    first, second = (parse_battle("aa", "2 inf v 3 arm", retreat="at 1") for _ in range(2))
    assert hash(first) == hash(second)
