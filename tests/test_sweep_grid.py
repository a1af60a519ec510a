"""What a sweep varies: how it is written, which cells that makes, what is refused and why."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.sweep import sweep
from analysis.sweep.axes import MOST_CELLS, NUMBER, SETTING, SIDE, Axis
from analysis.sweep.cells import answer_one
from analysis.sweep.grid import Grid
from combat.battle import Battle
from combat.errors import NotationError, OptionError, WargameError
from combat.games import GAMES, find_game, parse_battle

AA = find_game("aa")
BASE = parse_battle("aa", "5 inf, 2 arm v 4 inf, 1 art")


@pytest.mark.parametrize(
    ("text", "key", "kind", "values"),
    [
        ("attacker.inf=1..4", "attacker.inf", NUMBER, (1, 2, 3, 4)),
        ("attacker.inf=1..20..5", "attacker.inf", NUMBER, (1, 6, 11, 16)),
        ("defender.damaged-bb=2", "defender.damaged-bb", NUMBER, (2,)),
        (" Attacker . inf = 1, 5 ,2 ", "attacker.inf", NUMBER, (1, 5, 2)),
        ("attacker.inf=1..3,7,10..30..10", "attacker.inf", NUMBER, (1, 2, 3, 7, 10, 20, 30)),
        ("attacker.drm=-2..1", "attacker.drm", NUMBER, (-2, -1, 0, 1)),
        ("attacker.drm=−1;3", "attacker.drm", NUMBER, (-1, 3)),
        ("attacker=3 inf; 4 inf, 1 art", "attacker", SIDE, ("3 inf", "4 inf, 1 art")),
        ("defender=2 inf, 1 aa", "defender", SIDE, ("2 inf, 1 aa",)),
        ("retreat=never,best", "retreat", SETTING, ("never", "best")),
        ("defender-losses=cheapest,best", "defender_losses", SETTING, ("cheapest", "best")),
        ("losses=inf, arm; arm, inf", "losses", SETTING, ("inf, arm", "arm, inf")),
        (
            'losses="inf arm; keep 1 land";cheapest',
            "losses",
            SETTING,
            ("inf arm; keep 1 land", "cheapest"),
        ),
        ('worth="inf=3, arm=5",', None, None, None),
        ('worth="territory=8, inf=3"', "worth", SETTING, ("territory=8, inf=3",)),
        ("rounds=1..3", "rounds", SETTING, (1, 2, 3)),
        ('rounds=""; 2', "rounds", SETTING, ("", "2")),
    ],
)
def test_ways_to_write_what_is_varied(text, key, kind, values):
    if key is None:
        with pytest.raises(NotationError):
            Axis.parse(AA, text)
        return
    axis = Axis.parse(AA, text)
    assert (axis.key, axis.kind, axis.values) == (key, kind, values)


@given(
    st.one_of(
        st.tuples(
            st.just(NUMBER), st.lists(st.integers(-999_999, 999_999), min_size=1, unique=True)
        ),
        st.tuples(
            st.sampled_from((SIDE, SETTING)),
            st.lists(
                st.text(st.sampled_from('ab1 .,;"=-'), max_size=8).map(str.strip),
                min_size=1,
                unique=True,
            ),
        ),
    )
)
def test_the_text_of_an_axis_reads_back(drawn):
    kind, values = drawn
    key = {NUMBER: "attacker.inf", SIDE: "defender", SETTING: "retreat"}[kind]
    axis = Axis.of(key, kind, values)
    assert Axis.parse(AA, str(axis)) == axis
    assert Axis.given(AA, key, values) == axis


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ([], "say what"),
        (["attacker.inf"], "cannot read what to vary"),
        (["=1..3"], "cannot read what to vary"),
        (["attacker.=1"], "does not say what"),
        (["attacker.infx=1..3"], "did you mean inf"),
        (["attacker.inf=3..1"], "no range"),
        (["attacker.inf=1..3..0"], "no range"),
        (["attacker.inf=1.5"], "no whole number"),
        (["attacker.inf=1,,2"], "empty value"),
        (["attacker.inf="], "empty value"),
        (["attacker.inf=1000000"], "up to 999,999"),
        (["attacker.inf=" + "9" * 5_000], "no whole number"),
        (["attacker.inf=1,2,1..3"], "takes '1' twice"),
        (["attacker.inf=1", "attacker.inf=2"], "varied twice"),
        (["attacker.inf=1", "attacker.infantry=2"], "are the same"),
        (["attacker.inf=1..999", "defender.inf=1..999", "rounds=1,2"], "limit of 1,000,000"),
        (["attacker.inf=0..999999", "attacker.arm=1,2"], "2,000,000 cells"),
        (["foo=1"], "nothing called 'foo'"),
        (["retreat=never,bset"], "retreat=bset"),
        (['retreat="never'], "opens a quotation"),
        (["defender=2 inf; 3 blimps"], "unknown unit"),
        (["units=no_such_file.toml"], "cannot read"),
    ],
)
def test_what_cannot_be_varied_is_refused_in_one_plain_line(vary, words):
    with pytest.raises(WargameError) as refused:
        Grid.of(BASE, vary)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_as_many_cells_as_the_limit_are_possible():
    grid = Grid.of(BASE, ["attacker.inf=0..999", "defender.inf=0..999"])
    assert len(grid) == MOST_CELLS == 1_000_000
    assert grid.values(999_999) == (999, 999)
    assert grid.values(2_003) == (2, 3)


def test_cells_are_the_product_in_the_order_given():
    grid = Grid.of(BASE, {"retreat": ["never", "best"], "attacker.inf": (1, 2, 3), "rounds": "1,2"})
    expected = list(itertools.product(("never", "best"), (1, 2, 3), (1, 2)))
    assert [grid.values(cell) for cell in range(len(grid))] == expected


def battles_of(grid, how):
    """The battle of each cell as text, or why there is none."""
    return [answer_one(task, how) for task in grid.tasks(range(len(grid)))]


@pytest.fixture(scope="module")
def how():
    from analysis.sweep.cells import How

    return How("auto", None, None, 1)


def test_each_cell_is_the_battle_that_its_values_say(how):
    grid = Grid.of(
        BASE, ["attacker.inf=0,3", "retreat=never,after 2", "defender=2 inf;1 ftr, 1 inf"]
    )
    assert [row.battle for row in battles_of(grid, how)] == [
        "2 arm v 2 inf",
        "2 arm v 1 inf, 1 ftr",
        "2 arm v 2 inf | retreat=after 2",
        "2 arm v 1 inf, 1 ftr | retreat=after 2",
        "3 inf, 2 arm v 2 inf",
        "3 inf, 2 arm v 1 inf, 1 ftr",
        "3 inf, 2 arm v 2 inf | retreat=after 2",
        "3 inf, 2 arm v 1 inf, 1 ftr | retreat=after 2",
    ]


def test_numbers_replace_those_of_a_side_that_is_varied_as_well(how):
    grid = Grid.of(BASE, ["attacker.inf=7", "attacker=1 inf;2 inf, 1 art"])
    texts = [row.battle for row in battles_of(grid, how)]
    assert texts == ["7 inf v 4 inf, 1 art", "7 inf, 1 art v 4 inf, 1 art"]


def test_units_stand_in_the_order_in_which_a_force_is_read(how):
    """A unit that was not there is not put last: the battle is the one that its text names."""
    grid = Grid.of(parse_battle("aa", "2 arm v 4 inf"), ["attacker.inf=3"])
    (row,) = battles_of(grid, how)
    assert row.battle == "3 inf, 2 arm v 4 inf"


def test_a_cell_that_the_rules_do_not_allow_says_so(how):
    grid = Grid.of(parse_battle("aa", "2 inf v 4 inf"), ["attacker.inf=0,1,1001"])
    none, one, many = battles_of(grid, how)
    assert (none.reason, none.battle) == (
        "the rules allow no attacker.inf=0 in 2 inf v 4 inf",
        None,
    )
    assert (one.reason, one.battle) == (None, "1 inf v 4 inf")
    assert "attacker.inf=1001" in many.reason
    assert none.events == many.events == {}


def test_a_value_that_only_some_cells_allow_is_no_mistake(tmp_path):
    """A unit that only a unit table of the user's knows is refused where it is not used only."""
    table = tmp_path / "units.toml"
    numbers = 'title = "mech"\ndomain = "land"\ncost = 4\nattack = 1\ndefence = 2\n'
    table.write_text(f"[units.mech]\n{numbers}", "utf-8")
    frame = sweep("aa 2 inf v 2 inf", {"units": ["", str(table)], "attacker": ["1 inf", "1 mech"]})
    assert frame["reason"].isna().tolist() == [True, False, True, True]


def test_a_file_that_a_setting_names_is_told_by_what_it_holds(tmp_path):
    table = tmp_path / "units.toml"
    table.write_text("[units.inf]\ncost = 4\n", "utf-8")
    grid = Grid.of(parse_battle("aa", f"2 inf v 2 inf | units={table}"), ["attacker.inf=1,2"])
    before = grid.described()["files"]
    assert list(before) == [str(table)]
    table.write_text("[units.inf]\ncost = 5\n", "utf-8")
    assert grid.described()["files"] != before


NUMBERS = {
    "axis-allies": "inf",
    "washingtons-war": "cu",
    "rebellion-1775": None,
    "napoleonics": "dice",
}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_numbers_of_every_game_can_be_varied(game, how):
    battle = Battle.parse(game, *game.examples[0])
    what = NUMBERS[game.name] or str(battle.attacker).split(", ")[0].split(" ", 1)[1]
    rows = battles_of(Grid.of(battle, [f"attacker.{what}=1..5"]), how)
    texts = [row.battle for row in rows if row.battle]
    assert len(set(texts)) == len(texts) >= 4
    for row in rows:
        assert (row.battle is None) == (row.reason is not None)
        if row.battle:
            assert str(Battle.parse(game, row.battle)) == row.battle


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_column_of_a_frame_is_called_like_a_setting(game):
    """A setting that is varied has a column of its name."""
    columns = {"cell", "battle", "method", "trials", "seed", "dropped", "reason", "attacker"}
    columns |= {e.name + end for e in game.events for end in ("", "_low", "_high")}
    means = ("_mean", "_sd", "_low", "_high")
    columns |= {q.name + end for q in game.quantities for end in means}
    assert len(columns) == 8 + 3 * len(game.events) + 4 * len(game.quantities)
    assert not columns & {setting.key for setting in game.settings}


KEYS = st.sampled_from(
    ("attacker.inf", "defender.arm", "attacker", "defender", "retreat", "losses", "rounds", "raid")
) | st.text(max_size=10)
VALUES = st.lists(
    st.sampled_from(
        ("1", "2", "1..3", "0", "-1", "1..9..4", "never", "best", "3 inf", "1 ftr, 1 aa")
    )
    | st.text(max_size=12),
    max_size=4,
)


@given(st.lists(st.tuples(KEYS, VALUES, st.sampled_from(",;")), max_size=2))
def test_whatever_is_written_is_answered_or_refused(drawn):
    vary = [f"{key}={separator.join(values)}" for key, values, separator in drawn]
    try:
        frame = sweep("aa 1 inf v 1 inf", vary, trials=1, rng=1)
    except WargameError:
        return
    assert len(frame) >= 1
    assert frame["reason"].isna().any()


def test_nothing_at_all_that_is_possible_is_an_error():
    with pytest.raises(OptionError, match=r"no battle of the sweep .* first of 2: the rules allow"):
        sweep("aa 1 inf v 1 inf", ["attacker.inf=0,2000"])
