"""What a sweep shows of its cells, and what is refused to be set and varied."""

import pytest
from commandline import ask, ask_json, is_plain_refusal

from analysis import odds
from analysis.sweep import sweep
from analysis.sweep.headline import main_events, main_means
from combat.errors import OptionError

INF = ("sweep", "aa", "3 inf", "3 inf")
NEVER_BEST = ("--vary", "retreat=never,best")
WORTH = ("--vary", "worth=territory=3;territory=5")
RAID = ("sweep", "aa", "2 bmr v 1 aa", "--vary", "raid=1..3")


def rows_of(answer):
    """The words of the table's rows."""
    assert answer.code == 0, answer.err
    lines = answer.out.splitlines()
    start = lines.index("") + 1
    return [line.split() for line in lines[start : lines.index("", start)]]


def test_the_event_of_the_cells_is_shown_not_that_of_the_battle():
    """Both bombers are shot down by one gun, each by a die of its own."""
    head, *rows = rows_of(ask(*RAID))
    assert head[:4] == ["raid", "all", "bombers", "lost"]
    assert [row[:3] for row in rows] == [[str(n), f"{100 / 36:.1f}", "%"] for n in (1, 2, 3)]
    frame = sweep("aa 2 bmr v 1 aa", ["raid=1..3"])
    assert main_events(frame) == ("all_bombers_lost",)
    assert main_means(frame) == ("swing", "net_value")


def test_a_picture_is_of_the_event_of_the_cells(tmp_path):
    answer = ask(*RAID, "--plot", str(tmp_path / "a.svg"))
    assert (answer.code, answer.err) == (0, "")
    assert (tmp_path / "a.svg").stat().st_size > 5_000


def test_cells_of_two_kinds_have_a_column_for_each(tmp_path):
    """Fighters take nothing; a destroyer's zone is cleared, which is the main event at sea."""
    words = ("sweep", "aa", "2 ftr v 1 inf", "--vary", "defender=1 inf;1 dd;2 dd")
    file = tmp_path / "a.png"
    answer = ask(*words, "--plot", str(file))
    head, *rows = rows_of(answer)
    assert " ".join(head).startswith("defender cleared, not taken territory taken swing")
    said = f"{file} shows cleared_not_taken; for other cells --event territory_taken matters more\n"
    assert answer.err == said
    chances = [odds(f"aa 2 ftr v {one}").event("cleared_not_taken") for one in ("1 dd", "2 dd")]
    places = [row.index("%") - 1 for row in rows[1:]]
    assert [float(row[place]) for row, place in zip(rows[1:], places, strict=True)] == [
        round(100 * chance.value, 1) for chance in chances
    ]


def test_the_value_is_shown_where_it_is_what_differs():
    answer = ask(*INF, *WORTH)
    _, *rows = rows_of(answer)
    for row, worth in zip(rows, (3, 5), strict=True):
        value = odds(f"aa 3 inf v 3 inf | worth=territory={worth}").quantity("net_value")
        assert " ".join(row).endswith(value.as_number(" IPC"))
    assert rows[0][-2:] != rows[1][-2:]
    assert "net value" in answer.out
    assert "net value" in ask(*INF, *NEVER_BEST, "--set", "worth=territory=3").out
    assert "net value" not in ask(*INF, *NEVER_BEST).out


@pytest.mark.parametrize("name", ["net_value", "net-value", "attacker_ipc_lost"])
def test_a_mean_can_be_asked_for(name):
    head, *rows = rows_of(ask(*INF, *WORTH, "--event", name))
    for row, worth in zip(rows, (3, 5), strict=True):
        outcomes = odds(f"aa 3 inf v 3 inf | worth=territory={worth}")
        mean = outcomes.quantity(name.replace("-", "_")).as_number(" IPC")
        assert row[1:3] == mean.split()
    assert "territory taken" not in " ".join(head)


def test_what_no_cell_has_is_refused_with_what_there_is(tmp_path):
    refused = ask(*INF, *NEVER_BEST, "--event", "net_value")
    assert is_plain_refusal(refused)
    assert "as means attacker_ipc_lost, defender_ipc_lost, swing, rounds" in refused.err
    refused = ask(*INF, *NEVER_BEST, "--event", "complex_out")
    assert is_plain_refusal(refused)
    assert "there are territory_taken, " in refused.err
    refused = ask(*INF, *WORTH, "--event", "net_value", "--plot", str(tmp_path / "a.png"))
    assert is_plain_refusal(refused)
    assert "net_value is a mean, and a picture of a sweep shows the chance" in refused.err


@pytest.mark.parametrize(
    "words",
    [
        (*INF, *NEVER_BEST, "--retreat", "best"),
        (*INF, *NEVER_BEST, "--retreat", "never"),  # as it is anyway
        (*INF, *NEVER_BEST, "--set", "retreat=after 1"),
        ("sweep", "aa", "3 inf v 3 inf | retreat=best", *NEVER_BEST),
        (*RAID, "--set", "raid=10"),
    ],
)
def test_what_is_set_is_not_varied_as_well(words):
    refused = ask(*words)
    assert is_plain_refusal(refused)
    assert " and varied as well; leave one of them out" in refused.err


def test_what_is_set_is_not_varied_as_well_in_code():
    with pytest.raises(OptionError, match="retreat is set to 'best' and varied as well"):
        sweep("aa 3 inf v 3 inf | retreat=best", {"retreat": ["never", "best"]})
    frame = sweep("aa 3 inf v 3 inf | retreat=best", {"rounds": ["1", "2"]})
    assert frame["battle"].str.contains("retreat=best").all()


def test_our_own_limit_is_called_ours():
    document = ask_json(
        "sweep", "aa", "1 inf, 10 arm v 1 inf", "--trials", "1",
        "--vary", "attacker.inf=0,990,991,5000",
    )  # fmt: skip
    reasons = [row["reason"] for row in document["rows"]]
    assert reasons[:2] == [None, None]
    assert reasons[2:] == [
        f"attacker.inf={inf} makes {units} units, more than the program's limit of 1,000 a side"
        for inf, units in ((991, "1,001"), (5000, "5,010"))
    ]


def test_data_that_are_not_verified_are_told_of_some_cells():
    from commandline import ask

    answer = ask("sweep", "aa", "6 inf v 5 inf", "--vary", "edition=2009,second")
    words = " ".join(answer.out.split())
    assert answer.code == 0
    assert "in some cells: unverified: tank costs 6" in words
    one = ask("sweep", "aa", "6 inf v 5 inf", "--vary", "attacker.inf=3,4")
    assert "verified" not in one.out
