"""Edits of positions, each case worked out by hand from the set-up's cards."""

import pytest
from axis_positions import positions, tried
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.axis_allies.map.differences import differences
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import (
    parse_position,
    position_text,
    starting_position,
)
from combat.errors import (
    IllegalBattleError,
    NotationError,
    OptionError,
    UnknownUnitError,
    WargameError,
)

START = starting_position()
SU, GE, UK, JP, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
KARELIA = "Karelia S.S.R."  # Soviet Union: 3 inf, 1 ftr


def there(place, *edits):
    """What stands in a place after edits of the set-up, power by power, as text."""
    found = edited(START, *edits)
    return {power: str(force) for power, force in found.units.get(place, {}).items()}


UNITS = [  # place, edits, what stands there then
    (KARELIA, ["Karelia: 5 inf, 1 arm"], {SU: "5 inf, 1 arm"}),
    (KARELIA, ["karelia:5inf 1 tank"], {SU: "5 inf, 1 arm"}),
    (KARELIA, ["Leningrad: inf, arm"], {SU: "1 inf, 1 arm"}),
    (KARELIA, ["Karelia: + 2 inf"], {SU: "5 inf, 1 ftr"}),
    (KARELIA, ["Karelia: +2 inf, 1 art"], {SU: "5 inf, 1 art, 1 ftr"}),
    (KARELIA, ["Karelia: - 1 inf"], {SU: "2 inf, 1 ftr"}),
    (KARELIA, ["Karelia: -3 inf, 1 ftr"], {}),
    (KARELIA, ["Karelia: − 1 ftr"], {SU: "3 inf"}),  # a typeset minus
    (KARELIA, ["Karelia: + ftr"], {SU: "3 inf, 2 ftr"}),
    (KARELIA, ["Karelia: none"], {}),
    (KARELIA, ["Karelia: Germany 5 inf"], {GE: "5 inf"}),
    (KARELIA, ["Karelia: UK 1 ftr"], {SU: "3 inf, 1 ftr", UK: "1 ftr"}),
    (KARELIA, ["Karelia: UK 1 ftr", "Karelia: 2 inf"], {SU: "2 inf", UK: "1 ftr"}),  # the owner's
    (
        KARELIA,
        ["Karelia: UK 1 ftr", "Karelia: uk + 1 bmr"],
        {SU: "3 inf, 1 ftr", UK: "1 ftr, 1 bmr"},
    ),
    (KARELIA, ["Karelia: UK 1 ftr", "Karelia: Russians none"], {UK: "1 ftr"}),
    (KARELIA, ["Karelia: UK 2 inf", "Karelia: SU none", "Karelia: 4 inf"], {UK: "4 inf"}),
    (KARELIA, ["Karelia: none", "Karelia: 4 inf"], {SU: "4 inf"}),
    ("sz 5", ["sz 5: Germany 2 ss, 1 dd"], {GE: "2 ss, 1 dd"}),
    ("sz 5", ["5: 3 ss"], {GE: "3 ss"}),
    ("sz 5", ["sz 5: UK 1 bb"], {GE: "2 ss, 1 dd, 1 tr", UK: "1 bb"}),  # both can be there
    ("sz 5", ["sea zone 5: + 2 inf"], {GE: "2 inf, 2 ss, 1 dd, 1 tr"}),
    ("sz 5", ["sz 5: none"], {}),
    ("sz 5", ["sz-5: Germany 1 ss"], {GE: "1 ss"}),
    (KARELIA, ["Karelia: none,"], {}),
    (KARELIA, ["Karelia: Germany 3 inf, 1 ic"], {GE: "3 inf"}),  # who takes it can build it
    ("Germany", ["Germany: 30 inf"], {GE: "30 inf"}),
    ("Germany", ["Germany: 10 inf, 1 ic"], {GE: "10 inf"}),
    ("sz 9", ["sz 9: us 1 tr", "sz 9: + 1 dd"], {US: "1 dd, 1 tr"}),
    ("Germany", ["Germany: 1 inf"], {GE: "1 inf"}),
    ("Germany", ["Germany: + 1 inf"], {GE: "4 inf, 2 arm, 1 ftr, 1 bmr, 1 aa"}),
    ("Kenya", ["Kenya: 2 inf"], {UK: "2 inf"}),
    # a sign holds until the next one
    ("sz 5", ["sz 5: Germany - 1 ss, + 1 dd"], {GE: "1 ss, 2 dd, 1 tr"}),
    ("sz 5", ["sz 5: + 1 ss, 1 dd - 1 tr"], {GE: "3 ss, 2 dd"}),
    (KARELIA, ["Karelia: - 1 inf + 1 ftr"], {SU: "2 inf, 2 ftr"}),
    (KARELIA, ["Karelia: -1 inf -1 ftr, +2 arm, 1 art; - 1 art"], {SU: "2 inf, 2 arm"}),
    (KARELIA, ["Karelia: + 1 arm − 3 inf"], {SU: "1 arm, 1 ftr"}),
]


@pytest.mark.parametrize(("place", "edits", "found"), UNITS, ids=[" | ".join(u[1]) for u in UNITS])
def test_an_edit_says_what_stands_in_a_place(place, edits, found):
    assert there(place, *edits) == found


def test_an_edit_of_a_place_leaves_all_else_as_it_is():
    found = edited(START, "Karelia: 5 inf")
    assert found.owners == START.owners
    assert {p: u for p, u in found.units.items() if p != KARELIA} == {
        place: units for place, units in START.units.items() if place != KARELIA
    }
    assert (found.cash, found.complexes) == (START.cash, START.complexes)
    assert found.notes == START.notes


def test_land_units_of_the_other_side_take_the_territory():
    found = edited(START, "Karelia: Germany 1 arm")
    assert found.owners[KARELIA] == GE
    assert (found.income(GE), found.income(SU)) == (42, 22)
    assert found.cash == START.cash
    friend = edited(START, "Karelia: UK 1 arm")  # an ally's do not
    assert friend.owners[KARELIA] == SU


def test_a_territory_can_change_hands_alone():
    found = edited(START, "Kenya: japan")
    assert found.owners["Kenya"] == JP
    assert edited(START, "Karelia: none", "Karelia: Germany").owners[KARELIA] == GE
    assert edited(START, "Karelia: Germany", "Karelia: none").owners[KARELIA] == GE  # checked last


def test_germany_is_a_power_only_before_a_sum_in_ipc():
    found = edited(START, "Germany: 25 IPC", "Germany: 2 inf", "Japan: + 5 ipc", "UK: - 30 IPC")
    assert found.cash == {SU: 24, GE: 25, UK: 0, JP: 35, US: 42}
    assert str(found.force("Germany", GE)) == "2 inf"
    assert edited(START, "Russia: 3 IPC").cash[SU] == 3
    assert edited(START, "Russia: 3 inf").cash == START.cash


def test_complexes_and_their_damage():
    found = edited(START, "Norway: + 1 ic", "Norway: damage 2", "Germany: damage 20")
    assert found.complexes == {**START.complexes, "Norway": 2, "Germany": 20}
    assert found.units == START.units
    assert edited(found, "Norway: 1 inf, 1 factory").complexes["Norway"] == 2  # it is there already
    assert edited(found, "Norway: 1 inf").complexes["Norway"] == 2
    assert "Norway" not in edited(found, "Norway: - 1 ic").complexes
    assert edited(found, "Germany: damage 0").complexes["Germany"] == 0


def test_the_turn_and_the_rules_of_the_game():
    found = edited(
        START, "turn: Japan", "round: 2", "strait: Closed", "victory: 12", "edition: second"
    )
    assert (found.turn, found.round, found.victory, found.edition) == (JP, 2, 12, "second")
    assert not found.strait_open
    assert found.table["arm"].cost == 6
    assert edited(found, "strait: open").strait_open


def test_links():
    found = edited(START, "link: central us, Western Canada", "unlink: sz 59, Formosa")
    pair = frozenset(("Central United States", "Western Canada"))
    assert found.board.links - START.board.links == {pair}
    assert START.board.links - found.board.links == {frozenset(("sz 59", "Formosa"))}


MOVES = [  # edits, what stands in some places then
    (
        ["Russia -> Karelia: 2 inf, 1 arm"],
        {"Russia": {SU: "1 inf, 1 art, 1 arm, 1 ftr, 1 aa"}, KARELIA: {SU: "5 inf, 1 arm, 1 ftr"}},
    ),
    (["sz 5→6: Germany 1 ss, 1 tr"], {"sz 5": {GE: "1 ss, 1 dd"}, "sz 6": {GE: "1 ss, 1 tr"}}),
    (["Norway => Germany: 1 ftr"], {"Norway": {GE: "3 inf"}}),
    (  # from where two powers stand; back again
        ["Karelia: UK 2 inf", "Karelia -> Russia: UK 1 inf", "Russia --> Karelia: UK 1 inf"],
        {KARELIA: {SU: "3 inf, 1 ftr", UK: "2 inf"}},
    ),
    (["Karelia -> Russia: 3 inf, 1 ftr"], {KARELIA: {}}),
    (["Karelia > Russia: all"], {KARELIA: {}}),
    (
        ["sz 5: UK 1 bb", "sz 5 - > sz 6: Germany everything"],
        {"sz 5": {UK: "1 bb"}, "sz 6": {GE: "2 ss, 1 dd, 1 tr"}},
    ),
]


@pytest.mark.parametrize(("edits", "places"), MOVES, ids=[" | ".join(m[0]) for m in MOVES])
def test_units_move_and_are_counted_once(edits, places):
    assert {place: there(place, *edits) for place in places} == places
    placed = [edit for edit in edits if not any(arrow in edit for arrow in ">→")]
    before, after = edited(START, *placed), edited(START, *edits)
    for position in (before, after):
        assert position.owners == START.owners
    counted = [
        {
            power: sum(row[power].total for row in position.units.values() if power in row)
            for power in position.board.order
        }
        for position in (before, after)
    ]
    assert counted[0] == counted[1]


def test_land_units_that_move_take_a_territory_of_the_other_side():
    found = edited(START, "West Russia: none", "Russia -> West Russia: 2 inf")
    assert found.owners["West Russia"] == SU
    assert str(found.force("West Russia", SU)) == "2 inf"
    assert str(found.force("Russia", SU)) == "1 inf, 1 art, 2 arm, 1 ftr, 1 aa"
    taken = edited(START, "Ukraine -> Caucasus: Germany 1 arm")  # guns and all are gone
    assert taken.units["Caucasus"] == {GE: taken.force("Caucasus", GE)}
    assert str(taken.force("Caucasus", GE)) == "1 arm"
    friend = edited(START, "Egypt -> Caucasus: 1 arm")
    assert friend.owners["Caucasus"] == SU


FAULTS = [  # edit, the kind of error, words
    ("Karelia", NotationError, "write a place, a colon"),
    ("", NotationError, "write a place, a colon"),
    (":", NotationError, "write a place, a colon"),
    ("Karelia:", NotationError, "write a place, a colon"),
    (": 3 inf", NotationError, "write a place, a colon"),
    ("Atlantis: 3 inf", OptionError, "place 'Atlantis' is not known"),
    ("East: 3 inf", OptionError, "East Indies, .*name one of them"),
    ("Spain: 3 inf", OptionError, "'Spain' is neutral"),
    ("Karelia: 3", NotationError, "has no unit behind it"),
    ("Karelia: 3 elephants", UnknownUnitError, "unknown unit 'elephants'"),
    ("Karelia: infatry 3", UnknownUnitError, "did you mean inf"),
    ("Karelia: Germny 3 inf", OptionError, "power 'Germny' is not known; did you mean 'Germany'"),
    ("Karelia: Italy", OptionError, "power 'Italy' is not known"),
    ("Karelia: 1001 inf", NotationError, "limit of 1,000"),
    ("Karelia: 5 inf - 2 inf", NotationError, "cannot read '-'"),
    ("Karelia: +", NotationError, "nothing stands behind the +"),
    ("Karelia: - 4 inf", OptionError, "has 3 inf, 1 ftr in Karelia S.S.R., so 4 inf cannot"),
    ("Kenya: - 1 inf", OptionError, "has nothing in Kenya"),
    ("Karelia: Germany - 1 inf", OptionError, "Germany has nothing in Karelia"),
    ("sz 9: 1 dd", OptionError, "nobody is in sz 9; name the power"),
    ("sz 5: Japan", OptionError, "nobody holds sz 5"),
    ("Norway: damage 1", IllegalBattleError, "Norway has no industrial complex"),
    ("sz 5: damage 1", IllegalBattleError, "sz 5 has no industrial complex"),
    ("Norway: - 1 ic", OptionError, "no industrial complex to take away"),
    ("Germany: + 1 ic", IllegalBattleError, "there cannot be two"),
    ("Germany: 2 ic", IllegalBattleError, "one industrial complex at most"),
    ("sz 14: 1 damaged-bb", IllegalBattleError, "write 1 bb"),
    ("Germany: damage 21", IllegalBattleError, "0 to 20, twice the income"),
    ("Karelia: Germany", IllegalBattleError, "Soviet Union has 3 inf, 1 ftr in a territory that"),
    ("Karelia: Germany 1 ftr", IllegalBattleError, "in a territory that Soviet Union holds"),
    ("Karelia: 1 tr", IllegalBattleError, "ships stand in sea zones"),
    ("sz 5: + 1 bmr", IllegalBattleError, "cannot stay at sea"),
    ("sz 5: + 1 ic", IllegalBattleError, "income of 1 IPC or more"),
    ("Iceland: 1 ic", IllegalBattleError, "income of 1 IPC or more"),
    ("Germany: - 41 IPC", OptionError, "Germany has 40 IPC; it cannot lose 41"),
    ("Germany: 10000 IPC", OptionError, "0 to 9999"),
    ("Norway: 3 IPC", OptionError, "cash is a power's, not a place's.*as in 'Germany: 25 IPC'"),
    ("sz 5: 3 IPC", OptionError, "cash is a power's, not a place's"),
    ("Atlantis: 3 IPC", OptionError, "power 'Atlantis' is not known"),
    ("Axis: 3 IPC", OptionError, "'Axis' is a side; name one of its powers: Germany, Japan"),
    ("Karelia: Axis 3 inf", OptionError, "'Axis' is a side"),
    ("Karelia: Allies", OptionError, "'Allies' is a side"),
    ("Karelia: Allies none", OptionError, "'Allies' is a side"),
    ("turn: axis", OptionError, "'axis' is a side"),
    ("Germany: 3.5 IPC", NotationError, "not a sum; write cash as 'Germany: 25 IPC'"),
    ("Germany: IPC", NotationError, "not a sum"),
    ("Germany: ipc 3", NotationError, "not a sum"),
    ("Germany: 99999999999 IPC", NotationError, "from 0 to 9,999"),
    ("Germany: 25 IPC, 3 inf", NotationError, "not a sum"),
    ("Germany: 25ipc 3 inf", NotationError, "not a sum"),
    ("Germany: damage -1", NotationError, "write it by itself, as in 'Germany: damage 3'"),
    ("Germany: damage", NotationError, "not the damage of a complex"),
    ("Germany: 3 damage", NotationError, "not the damage of a complex"),
    ("Germany: Germany damage 3", NotationError, "not the damage of a complex"),
    ("Karelia: 1 ic, damage 1", NotationError, "as in 'Karelia S.S.R.: damage 3'"),
    ("Karelia: nothing", NotationError, "write 'none' for no units"),
    ("Karelia: Germany nothing", NotationError, "write 'none' for no units"),
    ("Karelia: 0", NotationError, "write 'none' for no units"),
    ("Karelia: Germany none 3 inf", NotationError, "behind 'none', but there is '3 inf'"),
    ("Karelia: USSR none, 1 arm", NotationError, "behind 'none', but there is '1 arm'"),
    ("Karelia: none 3 inf", NotationError, "behind 'none', but there is '3 inf'"),
    ("Karelia: none Germany", NotationError, "behind 'none', but there is 'Germany'"),
    ("Karelia: none none", NotationError, "behind 'none', but there is 'none'"),
    ("Karelia: 3 inf, none", UnknownUnitError, "unknown unit 'none'"),
    ("Karelia: + none", NotationError, "units stand behind one sign"),
    ("Karelia: ++ 3 inf", NotationError, "units stand behind one sign"),
    ("Karelia: - - 2 inf", NotationError, "units stand behind one sign"),
    ("Karelia: +- 2 inf", NotationError, "units stand behind one sign"),
    (f"Karelia: {'+' * 1_000} 3 inf", NotationError, "units stand behind one sign"),
    ("Germany: 3 inf, 0 ic", NotationError, "0 ic does not take a complex away"),
    ("Germany: 0x factory, 3 inf", NotationError, "use the edit 'PLACE: - 1 ic'"),
    ("Germany: 0 industrial complex", NotationError, "0 ic does not take a complex away"),
    ("Japan: Germany - 1 ic", IllegalBattleError, "complex of Japan is Japan's"),
    ("Norway: uk + 1 ic", IllegalBattleError, "complex of Norway is Germany's"),
    ("Karelia: Germany 1 ic", IllegalBattleError, "complex of Karelia S.S.R. is Soviet Union's"),
    ("Karelia: UK 1 inf, 1 ic", IllegalBattleError, "not United Kingdom's"),  # an ally's
    ("Karelia: Germany 1 ftr, 1 ic", IllegalBattleError, "complex of Karelia S.S.R. is Soviet U"),
    ("sz -1: Germany 1 ss", OptionError, "'sz -1' is not known; sea zones are sz 1 to sz 64"),
    ("-5: Germany 1 ss", OptionError, "'-5' is not known"),
    ("sz - 5: Germany 1 ss", OptionError, "'sz - 5' is not known"),
    ("sz 99: Germany 1 ss", OptionError, "sea zones are sz 1 to sz 64"),
    ("sz: Germany 1 ss", OptionError, "sz 1, sz 2, .*sz 8, …; name one of them"),
    ("turn: Italy", OptionError, "power 'Italy' is not known"),
    ("round: two", OptionError, "round is a whole number"),
    ("round: 1000", OptionError, "1 to 999"),
    ("victory: 10", OptionError, "9 \\(standard\\)"),
    ("strait: shut", OptionError, "strait is open or closed"),
    ("edition: third", OptionError, "edition is 2009 or second"),
    ("link: Alaska, sz 63", OptionError, "linked already"),
    ("link: Alaska", NotationError, "not a pair of places"),
    ("link: Alaska, alaska", NotationError, "not a pair of places"),
    ("unlink: Alaska, Brazil", OptionError, "are not linked"),
    ("Karelia: + 1 inf, -", NotationError, "units stand behind one sign"),
    ("Karelia: + 1 inf, - none", NotationError, "units stand behind one sign"),
    ("Karelia: + 1 inf, - 1 elephant", UnknownUnitError, "unknown unit 'elephant'"),
    ("Karelia: + 1 inf, - 5 inf", OptionError, "has 4 inf, 1 ftr in Karelia S.S.R., so 5 inf"),
    ("Karelia: + 1 ftr, UK - 1 inf", UnknownUnitError, "unknown unit"),  # one power an edit
    ("Russia -> Karelia: 9 arm", OptionError, "so 9 arm cannot leave it"),
    ("Russia -> Karelia: Germany 1 inf", OptionError, "Germany has nothing in Russia"),
    ("Russia -> Karelia: Germany all", OptionError, "Germany has nothing in Russia"),
    ("Kenya -> Karelia: all", OptionError, "nobody is in Kenya"),
    ("Russia -> Karelia: Italy all", OptionError, "power 'Italy' is not known"),
    ("Kenya -> Karelia: 1 inf", OptionError, "nobody is in Kenya"),
    ("Russia -> Moscow: 1 inf", OptionError, "Russia is where they are"),
    ("Russia -> : 1 inf", NotationError, "not a move from one place"),
    ("-> Russia: 1 inf", NotationError, "not a move from one place"),
    ("Russia -> Karelia -> Norway: 1 inf", NotationError, "not a move from one place"),
    ("Russia -> Atlantis: 1 inf", OptionError, "place 'Atlantis' is not known"),
    ("Russia -> Karelia: none", NotationError, "no units that move"),
    ("Russia -> Karelia: + 1 inf", NotationError, "no units that move"),
    ("Russia -> Karelia: Soviet Union", NotationError, "no units that move"),
    ("Russia -> Karelia: 1 ic", IllegalBattleError, "complex does not move"),
    ("Russia -> Karelia: 3 elephants", UnknownUnitError, "unknown unit 'elephants'"),
    ("Russia -> Norway: 1 ftr", IllegalBattleError, "in a territory that Germany holds"),
    ("Russia -> sz 4: 1 inf", IllegalBattleError, "have no room"),
    ("sz 5 -> Norway: 1 ss", IllegalBattleError, "ships stand in sea zones"),
    ("Karelia: + 999 inf", IllegalBattleError, "the limit is 1,000"),
]


@pytest.mark.parametrize(("text", "kind", "words"), FAULTS, ids=[f[0] for f in FAULTS])
def test_a_fault_of_an_edit_is_one_plain_line(text, kind, words):
    with pytest.raises(kind, match=words) as caught:
        edited(START, text)
    assert "\n" not in str(caught.value)


def test_where_two_powers_are_at_sea_the_edit_names_one():
    both = edited(START, "sz 5: uk 1 bb")
    with pytest.raises(OptionError, match="Germany and United Kingdom are in sz 5"):
        edited(both, "sz 5: + 1 dd")
    assert str(edited(both, "sz 5: uk + 1 dd").force("sz 5", UK)) == "1 dd, 1 bb"


def test_the_edit_at_fault_is_named_and_nothing_is_changed():
    with pytest.raises(WargameError, match=r"^edit 'Libya: 3 elephants': unknown unit"):
        edited(START, "Karelia: 5 inf", "Libya: 3 elephants")
    assert there(KARELIA) == {SU: "3 inf, 1 ftr"}


@given(positions(), positions())
def test_the_differences_turn_one_position_into_the_other(before, after):
    edits = differences(before, after)
    assert edited(before, *edits) == after
    assert bool(edits) == (before != after)


def test_the_differences_of_a_capture():
    after = edited(START, "Karelia: Germany 2 arm", "Germany: 0 IPC")
    assert differences(START, after) == (
        "Germany: 0 IPC",
        "Karelia S.S.R.: Germany",
        "Karelia S.S.R.: Soviet Union none",
        "Karelia S.S.R.: Germany 2 arm",
    )
    assert differences(START, START) == ()


WORDS = st.sampled_from(
    [
        *("Karelia", "Germany", "sz 5", "UK", "Spain", "East", "turn", "link", "round", "none"),
        *(":", ":", ":", "+", "-", "−", ",", "damage", "IPC", "ic", "inf", "arm", "tr", "bmr"),
        *("0", "1", "3", "99999999999", "½", "٣", "\x1b", "\n", "'", '"', "strait", "open"),
    ]
)


@settings(max_examples=400)
@given(st.lists(st.lists(WORDS, max_size=7).map(" ".join) | st.text(max_size=12), max_size=3))
def test_any_text_is_an_edit_or_a_plain_error(texts):
    found = tried(lambda: edited(START, *texts))
    assert isinstance(found, WargameError) or parse_position(position_text(found)) == found


def test_a_short_text_lists_territories_few_and_no_zones():
    with pytest.raises(OptionError) as caught:
        edited(START, "S: 3 inf")
    listed = str(caught.value)
    assert "Sinkiang" in listed
    assert "sz" not in listed
    assert len(listed) < 200


def test_a_complex_may_be_named_with_its_holder():
    assert edited(START, "Norway: Germany + 1 ic").complexes["Norway"] == 0
    assert "Japan" not in edited(START, "Japan: Japan - 1 ic").complexes
