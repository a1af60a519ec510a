"""Positions that the rules allow, drawn at random for the tests."""

from hypothesis import strategies as st

from combat.axis_allies.map.board import shipped_board
from combat.axis_allies.map.position import Position
from combat.errors import WargameError
from combat.force import Force

BOARD = shipped_board()
SIDES = {
    "Soviet Union": "Allies",
    "Germany": "Axis",
    "United Kingdom": "Allies",
    "Japan": "Axis",
    "United States": "Allies",
}
POWERS = tuple(SIDES)
ASHORE = ("inf", "art", "arm", "ftr", "bmr", "aa")
SHIPS = ("ss", "dd", "ca", "cv", "bb", "tr")
ORDER = (*ASHORE, *SHIPS)  # of the unit table


def force_of(counts):
    return Force(tuple((unit, counts[unit]) for unit in ORDER if counts.get(unit)))


def stacks(units, most=6):
    return st.dictionaries(st.sampled_from(units), st.integers(1, most), max_size=3)


@st.composite
def fleets(draw):
    """Ships, and aboard of them no more than they carry."""
    counts = draw(stacks(SHIPS, 3))
    ships, decks = counts.get("tr", 0), 2 * counts.get("cv", 0)
    others = draw(st.integers(0, ships))
    counts[draw(st.sampled_from(["art", "arm", "aa"]))] = others
    counts["inf"] = draw(st.integers(0, 2 * ships - others))
    counts["ftr"] = draw(st.integers(0, decks))
    return counts


@st.composite
def links(draw):
    """The board, with a few links more and a few fewer."""
    areas = st.sampled_from(sorted(BOARD.areas))
    pairs = {frozenset(pair) for pair in draw(st.lists(st.tuples(areas, areas), max_size=3))}
    add = {pair for pair in pairs if len(pair) == 2} - BOARD.links
    known = sorted(BOARD.links, key=sorted)
    remove = set(draw(st.lists(st.sampled_from(known), max_size=3)))
    return BOARD.relinked(add, remove)


@st.composite
def positions(draw):
    """A position with anything in it that a file can say."""
    board = draw(links())
    owners = {name: board.areas[name].owner for name in board.territories}
    names = st.sampled_from(board.territories)
    owners |= draw(st.dictionaries(names, st.sampled_from(POWERS), max_size=5))
    units = {}
    for place in draw(st.lists(st.sampled_from(sorted(board.areas)), max_size=8, unique=True)):
        sea = board.areas[place].sea
        there = POWERS if sea else [p for p in POWERS if SIDES[p] == SIDES[owners[place]]]
        for power in draw(st.lists(st.sampled_from(there), max_size=2, unique=True)):
            force = force_of(draw(fleets() if sea else stacks(ASHORE)))
            if force:
                units.setdefault(place, {})[power] = force
    worth = [name for name in board.territories if board.areas[name].income]
    complexes = {
        place: draw(st.integers(0, 2 * board.areas[place].income))
        for place in draw(st.lists(st.sampled_from(worth), max_size=4, unique=True))
    }
    return Position(
        board,
        owners,
        units,
        complexes,
        {power: draw(st.integers(0, 9_999)) for power in POWERS},
        draw(st.sampled_from(POWERS)),
        draw(st.integers(1, 999)),
        draw(st.sampled_from(["2009", "second"])),
        draw(st.booleans()),
        draw(st.sampled_from([9, 12])),
        notes=draw(st.sampled_from([(), ('a note with “quotes” and \\ and "',), ("one", "two")])),
    )


def tried(ask):
    """What comes of it: a position, or the plain error that says why there is none."""
    try:
        return ask()
    except WargameError as error:
        return error
