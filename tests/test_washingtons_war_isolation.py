"""Isolated PC markers (WW-23) and the political phase (WW-28), against examples and by brute force.

The rulebook's pictures are made into maps of a few spaces with the same letters.
"""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.errors import OptionError
from combat.washingtons_war.map.board import Board, Link, Space
from combat.washingtons_war.map.isolation import anchor_of, isolated, isolation, why_anchor
from combat.washingtons_war.map.political_phase import (
    Placed,
    markers_of_armies,
    political_phase,
    return_congress,
    spaces_for_congress,
)
from combat.washingtons_war.map.position import EMPTY, Position, Units

A, B = "american", "british"
HOWE, GREENE = Units(general="Howe"), Units(general="Greene")
ONE_BRITISH, ONE_AMERICAN = Units(british=1), Units(american=1)
ROCHAMBEAU, ONE_FRENCH = Units(general="Rochambeau"), Units(french=1)


def chain(text, ports="", pcs=None, units=None, **rest):
    """A position on spaces of one letter: 'A-B-C B-D' joins them; ``pcs`` 'ab..' in their order."""
    names = sorted({c for c in text if c.isalpha()})
    spaces = tuple(Space(n, "RI", "port" if n in ports else "no") for n in names)
    pairs = [(row[i], row[i + 2]) for row in text.split() for i in range(0, len(row) - 2, 2)]
    lying = {n: {"a": A, "b": B}[c] for n, c in zip(names, pcs or "", strict=False) if c != "."}
    france = any(u.french or u.general == "Rochambeau" for u in (units or {}).values())
    return Position(
        Board(spaces, tuple(Link(*pair) for pair in pairs)),
        lying,
        units or {},
        **({"france": france} | rest),
    )


# --- the American pictures (10.3): A and B American, next to C in a row


@pytest.mark.rule("WW-23")
def test_american_picture_1_newport_uncontrolled():
    free = chain("A-B-C", pcs="aa.")
    assert isolated(free, A) == ()
    found = anchor_of(free, A, "A")
    assert found.chain == ("A", "B", "C")
    assert found.space == "C"
    assert found.why == "an uncontrolled space without British CU"
    occupied = replace(free, units={"C": ONE_BRITISH})
    assert isolated(occupied, A) == ("A", "B")
    assert anchor_of(occupied, A, "B") is None
    assert isolated(replace(free, units={"C": HOWE}), A) == ()


@pytest.mark.rule("WW-23")
@pytest.mark.parametrize("at_c", [".", "a", "b"])
def test_american_picture_2_the_congress_in_newport(at_c):
    held = chain("A-B-C", pcs="aa" + at_c, units={"C": ONE_BRITISH}, congress="C")
    assert isolated(held, A) == ()
    assert anchor_of(held, A, "A").why == "the Congress"
    assert isolated(replace(held, congress=""), A) == (
        ("A", "B", "C") if at_c == "a" else ("A", "B")
    )


@pytest.mark.rule("WW-23")
@pytest.mark.parametrize(
    ("at_a", "why"),
    [
        (ONE_AMERICAN, "an American-controlled space with an American or French CU"),
        (ONE_FRENCH, "an American-controlled space with an American or French CU"),
        (GREENE, "an American-controlled space with an American or French general"),
        (ROCHAMBEAU, "an American-controlled space with an American or French general"),
    ],
)
def test_american_picture_3_three_markers_and_a_unit(at_a, why):
    held = chain("A-B-C", pcs="aaa", units={"A": at_a})
    assert isolated(held, A) == ()
    assert (anchor_of(held, A, "C").chain, anchor_of(held, A, "C").why) == (("C", "B", "A"), why)
    assert isolated(replace(held, units={}), A) == ("A", "B", "C")
    under_the_enemy = replace(held, units={"A": at_a, "C": ONE_BRITISH})
    assert isolated(under_the_enemy, A) == ()


@pytest.mark.rule("WW-23")
@pytest.mark.parametrize("in_between", [ONE_BRITISH, HOWE, Units(british=3, general="Howe")])
def test_american_chains_run_under_british_units(in_between):
    held = chain("A-B-C", pcs="aaa", units={"A": ONE_AMERICAN, "B": in_between})
    assert isolated(held, A) == ()
    assert anchor_of(held, A, "C").chain == ("C", "B", "A")


@pytest.mark.rule("WW-23")
def test_units_on_no_american_space_anchor_nothing():
    """An American CU in an uncontrolled space is not needed; in a British one it does not help."""
    assert isolated(chain("A-B", pcs="ab", units={"B": ONE_AMERICAN}), A) == ("A",)
    assert isolated(chain("A-B", pcs="a.", units={"B": ONE_AMERICAN}), A) == ()


# --- the British pictures


@pytest.mark.rule("WW-23")
def test_british_picture_1_hartford_uncontrolled_next_to_a_port():
    """A, a port, next to Hartford, B."""
    free = chain("A-B", ports="A", pcs="b.")
    assert isolated(free, B) == ()
    assert isolated(replace(free, pcs={"A": B, "B": A}), B) == ()
    assert anchor_of(free, B, "A").why == "a British-controlled port"
    assert anchor_of(free, B, "A").chain == ("A",)
    inland = chain("A-B", pcs="b.")
    found = anchor_of(inland, B, "A")
    assert found.why == "a space of nobody's without American or French troops or generals"
    assert found.chain == ("A", "B")
    for unit in (ONE_AMERICAN, ONE_FRENCH, GREENE, ROCHAMBEAU):
        spoilt = chain("A-B", pcs="b.", units={"B": unit})
        assert isolated(spoilt, B) == ("A",)
        assert isolated(chain("A-B", ports="A", pcs="b.", units={"B": unit}), B) == ()


@pytest.mark.rule("WW-23")
def test_british_picture_2_a_unit_among_american_markers():
    held = chain("A-B A-C A-D", pcs="baaa", units={"A": ONE_BRITISH})
    assert isolated(held, B) == ()
    assert anchor_of(held, B, "A").why == "a British-controlled space with a British CU"
    assert isolated(replace(held, units={}), B) == ("A",)
    assert isolated(replace(held, units={"A": HOWE}), B) == ("A",)


@pytest.mark.rule("WW-23")
def test_a_blockaded_port_anchors_the_british():
    board = Board((Space("A", "RI", "port", "Sound"), Space("B", "RI")), (Link("A", "B"),))
    held = Position(
        board, {"A": B, "B": B}, {"A": GREENE}, blockaded=frozenset({"Sound"}), france=True
    )
    assert isolated(held, B) == ()
    assert anchor_of(held, B, "B").chain == ("B", "A")


@pytest.mark.rule("WW-23")
def test_an_american_port_anchors_nobody():
    assert isolated(chain("A-B", ports="B", pcs="ba"), B) == ("A",)


# --- both


@pytest.mark.rule("WW-23")
def test_american_removals_save_british_markers():
    """B's American marker, shut in by A and C, goes first; A is then next to a free space."""
    before = chain("A-B-C", pcs="bab", units={"C": ONE_BRITISH})
    assert isolated(before, B) == ("A",)
    done = isolation(before)
    assert (done.american, done.british, done.saved) == (("B",), (), ("A",))
    assert done.kept["A"].chain == ("A", "B")
    assert set(done.kept) == {"A", "C"}
    assert done.after.pcs == {"A": B, "C": B}
    assert done.unlinked == ()


@pytest.mark.rule("WW-23")
def test_british_removals_save_no_american_markers():
    """Each shuts in the other; the Americans are looked at first."""
    before = chain("A-B", pcs="ab")
    done = isolation(before)
    assert (done.american, done.british, done.saved) == (("A",), (), ("B",))
    assert done.after.pcs == {"B": B}


@pytest.mark.rule("WW-23")
def test_isolated_markers_go_together():
    """Removed one by one, A's gap would save B."""
    done = isolation(chain("A-B-C", pcs="aab"))
    assert done.american == ("A", "B")


@pytest.mark.rule("WW-23", "WW-25")
def test_chains_run_over_wilderness_but_not_over_arnolds_link():
    board = Board(
        (Space("Falmouth", "MA"), Space("Quebec", "Canada", "fortified")),
        (Link("Falmouth", "Quebec", "wilderness", "Arnold"),),
    )
    closed = Position(board, {"Falmouth": A})
    assert isolated(closed, A) == ("Falmouth",)
    opened = Position(
        replace(board, links=(Link("Falmouth", "Quebec", "wilderness"),)), {"Falmouth": A}
    )
    assert isolated(opened, A) == ()


@pytest.mark.rule("WW-23")
def test_markers_that_a_gap_in_the_map_removes_are_named():
    board = Board((Space("Here", "RI"), Space("There", "RI")))
    done = isolation(Position(board, {"Here": A, "There": B}))
    assert (done.american, done.british, done.unlinked) == (
        ("Here",),
        ("There",),
        ("Here", "There"),
    )


# --- brute force: the definition, said again without a search


def holds(position, side, space, seen=frozenset()):
    """Whether a chain of a side leads from a space to an anchor, by walking every path."""
    pc, there = position.pc(space), position.at(space)
    american = there.american or there.french
    general = there.general
    if side == A:
        anchored = (
            (pc == "none" and not there.british)
            or position.congress == space
            or (pc == A and (american or general in ("Greene", "Rochambeau")))
        )
    else:
        anchored = (
            (pc == "none" and not american and general in ("", "Howe"))
            or (pc == B and position.board.space(space).is_port)
            or (pc == B and there.british)
        )
    if anchored:
        return True
    if pc != side:
        return False
    onward = set(position.board.neighbours(space)) - seen - {space}
    return any(holds(position, side, other, seen | {space}) for other in onward)


@st.composite
def positions(draw):
    names = "ABCDEF"
    spaces = tuple(Space(n, "RI", draw(st.sampled_from(["no", "no", "port"]))) for n in names)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=8))
    pcs = {n: draw(st.sampled_from([A, A, B, B, ""])) for n in names}
    standing = st.sampled_from([EMPTY, EMPTY, ONE_BRITISH, ONE_AMERICAN, ONE_FRENCH])
    units = {n: draw(standing) for n in names}
    for general in ("Howe", "Greene", "Rochambeau"):
        place = draw(st.sampled_from(names))
        if units[place] == EMPTY:
            units[place] = Units(general=general)
    return Position(
        Board(spaces, tuple(Link(*pair) for pair in chosen)),
        {n: side for n, side in pcs.items() if side},
        {n: there for n, there in units.items() if there != EMPTY},
        draw(st.sampled_from(["", *names])),
        france=True,
    )


@pytest.mark.rule("WW-23")
@given(positions())
def test_isolation_is_what_the_definition_says(position):
    american = {n for n, pc in position.pcs.items() if pc == A and not holds(position, A, n)}
    between = replace(position, pcs={n: pc for n, pc in position.pcs.items() if n not in american})
    british = {n for n, pc in between.pcs.items() if pc == B and not holds(between, B, n)}
    alone = {n for n, pc in position.pcs.items() if pc == B and not holds(position, B, n)}
    done = isolation(position)
    assert (set(done.american), set(done.british)) == (american, british)
    assert set(done.saved) == alone - british
    assert done.after.pcs == {n: pc for n, pc in between.pcs.items() if n not in british}
    assert set(done.kept) == set(done.after.pcs)


@pytest.mark.rule("WW-23")
@given(positions())
def test_what_keeps_a_marker_is_a_chain_of_its_side_to_an_anchor(position):
    done = isolation(position)
    for name, anchor in done.kept.items():
        side = position.pc(name)
        at = position if side == A else position.with_pcs(dict.fromkeys(done.american, "none"))
        assert anchor.chain[0] == name
        assert all(at.pc(space) == side for space in anchor.chain[:-1])
        assert all(at.board.adjacent(*pair) for pair in pairwise(anchor.chain))
        assert why_anchor(at, side, anchor.space) == anchor.why != ""


@pytest.mark.rule("WW-23")
@given(positions())
def test_it_does_not_matter_that_all_ports_are_adjacent_for_the_british(position):
    """10.11.B: a British port anchors itself, so links between all ports change nothing."""
    ports = position.board.ports
    more = [
        Link(a, b)
        for i, a in enumerate(ports)
        for b in ports[i + 1 :]
        if not position.board.adjacent(a, b)
    ]
    wider = replace(position, board=replace(position.board, links=(*position.board.links, *more)))
    assert isolated(wider, B) == isolated(position, B)


# --- the political phase (10.2)


def colonies(*rows, **rest):
    """A position from rows of name, colony, pc and units; each space joined to the next."""
    board = Board(
        tuple(Space(name, colony) for name, colony, *_ in rows),
        tuple(Link(a[0], b[0]) for a, b in pairwise(rows)),
    )
    pcs = {name: pc for name, _, pc, _ in rows if pc}
    units = {name: there for name, _, _, there in rows if there}
    return Position(board, pcs, units, **rest)


ROWS = (
    ("Boston", "MA", A, Units(british=1)),
    ("Newport", "RI", A, None),
    ("Hartford", "CT", B, None),
    ("Quebec", "Canada", A, None),
    ("Savannah", "GA", A, HOWE),
    ("Camden", "SC", A, ONE_AMERICAN),
    ("Augusta", "GA", "", None),
)


@pytest.mark.rule("WW-28")
def test_where_a_dispersed_congress_may_return():
    """Not among British CUs or a British general, not in Canada, not without an American PC."""
    away = colonies(*ROWS)
    assert spaces_for_congress(away) == ("Newport", "Camden")
    assert return_congress(away, "Camden").congress == "Camden"
    for space in ("Boston", "Hartford", "Quebec", "Savannah", "Augusta"):
        with pytest.raises(
            OptionError, match=f"{space} is no space for the Congress.*Newport, Camden"
        ):
            return_congress(away, space)
    with pytest.raises(OptionError, match="the Congress must return"):
        return_congress(away)


@pytest.mark.rule("WW-28")
def test_the_congress_stays_dispersed_without_a_space_and_where_it_is_otherwise():
    nowhere = colonies(*ROWS[:1])
    assert return_congress(nowhere) == nowhere
    with pytest.raises(OptionError, match="none: it stays dispersed"):
        return_congress(nowhere, "Boston")
    there = colonies(*ROWS, congress="Newport")
    assert return_congress(there) == there
    with pytest.raises(OptionError, match="is in Newport and does not move"):
        return_congress(there, "Camden")


@pytest.mark.rule("WW-28")
def test_armies_place_and_flip_but_not_generals_or_cus_alone():
    standing = colonies(
        ("Boston", "MA", A, Units(british=1, general="Howe")),
        ("Newport", "RI", "", Units(french=1, general="Greene")),
        ("Hartford", "CT", "", Units(british=5)),
        ("Norfolk", "VA", "", Units(general="Clinton")),
        ("Camden", "SC", B, Units(american=1)),
        ("Augusta", "GA", B, Units(general="Gates")),
        ("Savannah", "GA", B, Units(american=2, general="Lee")),
        ("Charleston", "SC", A, Units(american=2, general="Lincoln")),
        france=True,
    )
    assert markers_of_armies(standing) == (
        Placed("Boston", B, True),
        Placed("Newport", A, False),
        Placed("Savannah", A, True),
    )


@pytest.mark.rule("WW-28")
def test_the_phase_goes_congress_armies_isolation():
    """The Congress holds B when it returns there first; the army's marker in D is not isolated."""
    position = chain(
        "A-B-C-D-E", pcs="babbb", units={"D": Units(american=1, general="Greene"), "A": ONE_BRITISH}
    )
    assert isolated(position, A) == ("B",)
    phase = political_phase(position, "B")
    assert phase.congress == "B"
    assert phase.placed == (Placed("D", A, True),)
    assert (phase.isolation.american, phase.isolation.british) == ((), ("C", "E"))
    assert phase.after.pcs == {"A": B, "B": A, "D": A}
    assert phase.after.congress == "B"
    assert phase.isolation.after == phase.after


@pytest.mark.rule("WW-28")
def test_a_space_that_an_army_takes_in_this_phase_is_too_late_for_the_congress():
    position = chain("A-B", pcs="b.", units={"A": Units(american=1, general="Greene")})
    phase = political_phase(position)
    assert (phase.congress, phase.after.congress) == ("", "")
    assert phase.after.pcs == {"A": A}
    with pytest.raises(OptionError, match="A is no space for the Congress"):
        political_phase(position, "A")
