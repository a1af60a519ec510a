"""The verb `luck` and its logs from outside: what is read, shown and refused."""

import contextlib
import csv
import io
import json
import math
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from commandline import ask, ask_json, is_plain_refusal
from hypothesis import given
from hypothesis import strategies as st

from analysis.answers import odds
from analysis.luck.log import Logged, parse_log
from analysis.luck.parts import MOST_ROWS
from combat import __version__
from combat.errors import WargameError
from combat.games import find_game, parse_battle

EXAMPLE = str(Path(__file__).parents[1] / "docs" / "examples" / "luck_log.csv")
HEAD = "battle,attacker_left,defender_left\n"
TANK = "1 arm v 1 inf,1 arm,none\n"
WON = HEAD + TANK


@pytest.fixture
def log(tmp_path):
    """Write a log and return its name."""

    def write(text, name="log.csv"):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return str(file)

    return write


def read(text, game="aa", **more):
    return parse_log(text, game=game, **more)


def refusal(text, game="aa", **more):
    with pytest.raises(WargameError) as caught:
        read(text, game, **more)
    return str(caught.value)


# --- what is printed ------------------------------------------------------------------------------


def test_the_json():
    document = ask_json("luck", "aa", EXAMPLE)
    assert set(document) == {
        *("schema", "version", "game", "method", "trials", "seed", "quantity", "unit", "total"),
        *("summary", "events", "luckiest", "unluckiest", "battles", "assumes"),
    }
    assert (document["schema"], document["version"]) == (1, __version__)
    assert (document["game"], document["method"]) == ("axis-allies", "exact")
    assert (document["trials"], document["seed"]) == (None, None)
    assert (document["quantity"], document["unit"]) == ("swing", "IPC")
    total, battles = document["total"], document["battles"]
    assert total["battles"] == len(battles) == 8
    assert total["swing"] == sum(one["swing"] for one in battles)
    assert total["expected"] == pytest.approx(sum(one["expected"] for one in battles))
    assert total["sd"] == pytest.approx(math.sqrt(sum(one["sd"] ** 2 for one in battles)))
    assert total["z"] == pytest.approx((total["swing"] - total["expected"]) / total["sd"])
    parts = [total[name]["value"] for name in ("worse", "equal", "better")]
    assert sum(parts) == pytest.approx(1.0, abs=1e-12)
    assert total["percentile"]["value"] == pytest.approx(parts[0] + parts[1] / 2)
    assert total["percentile"]["low"] == total["percentile"]["high"]
    assert battles[-1]["cumulative_percentile"] == pytest.approx(total["percentile"]["value"])
    assert {one["side"] for one in battles} == {"attacker", "defender"}
    assert battles[0]["note"] == "Karelia"
    assert all(type(line) is str for line in document["summary"] + document["assumes"])


def test_the_example_is_possible_battle_by_battle():
    """Each swing of the example from the price list, by hand, from the side that asks."""
    swings = [one["swing"] for one in ask_json("luck", "aa", EXAMPLE)["battles"]]
    assert swings == [
        4 * 3 + 4 - (3 * 3 + 5),
        3 * 3 + 5 - 3 * 3,
        3 * 3 - (2 * 3 + 5 + 2 * 10 + 12),
        20 + 8 + 7 - 6,
        -(3 * 3 - (5 * 3 + 2 * 4 + 5)),
        -5,
        5 * 3 + 4 - 4 * 3,
        -(2 * 3 - 1 * 3),
    ]


def test_the_csv_is_the_frame():
    rows = list(csv.DictReader(io.StringIO(ask("luck", "aa", EXAMPLE, "--format", "csv").out)))
    battles = ask_json("luck", "aa", EXAMPLE)["battles"]
    assert len(rows) == len(battles)
    for row, battle in zip(rows, battles, strict=True):
        assert row == {name: str(value) for name, value in battle.items()}


def test_the_table_says_the_one_number():
    answer = ask("luck", "aa", EXAMPLE)
    total = ask_json("luck", "aa", EXAMPLE)["total"]
    assert (answer.code, answer.err) == (0, "")
    text = " ".join(answer.out.split())
    assert "luck in 8 battles exact" in text
    percent = f"{100 * total['percentile']['value']:.1f} %"
    assert f"you are at the percentile {percent}." in text
    assert f"{100 * total['worse']['value']:.1f} % are worse for you" in text
    assert f"between {total['low']:+.0f} and {total['high']:+.0f} IPC".replace("-", "−") in text
    assert "50 % on average" in text


def test_what_a_log_notes_is_shown_as_it_is(log):
    """Brackets are marks of the library that prints tables, and here are none."""
    file = log("date,who,battle,end\n[/b],[red]=Ann[/],1 arm v 1 inf,both_gone\n")
    answer = ask("luck", "aa", file)
    assert (answer.code, answer.err) == (0, "")
    assert "[/b]" in answer.out
    assert "[red]=Ann[/]" in answer.out


def test_a_single_battle(log):
    answer = ask("luck", "aa", log(WON))
    assert "luck in a battle" in answer.out
    assert "50.0 % are worse for you, none better and 50.0 % equal" in " ".join(answer.out.split())


def test_of_many_battles_the_table_shows_both_ends(log):
    file = log(HEAD + TANK * (MOST_ROWS + 1) + "1 arm v 1 inf,none,1 inf\n")
    answer = ask("luck", "aa", file)
    assert answer.code == 0
    assert "the 10 worst and the 10 best for their odds" in answer.out
    assert answer.out.count("1 arm v 1 inf") == 20
    assert len(ask_json("luck", "aa", file)["battles"]) == MOST_ROWS + 2


def test_a_simulated_answer_says_so_and_can_be_had_again(log):
    file = log(WON + "2 inf v 1 inf,2 inf,none\n")
    how = ("--trials", "5000", "--seed", "4")
    first, again = (ask_json("luck", "aa", file, *how) for _ in range(2))
    assert first == again
    assert (first["method"], first["trials"], first["seed"]) == ("simulated", 5000, 4)
    percentile = first["total"]["percentile"]
    exact = ask_json("luck", "aa", file)["total"]["percentile"]["value"]
    assert percentile["low"] <= exact <= percentile["high"]
    text = ask("luck", "aa", file, *how).out
    assert "2 of 2 battles simulated, seed 4" in text
    assert "±" in text
    assert "2 of 2 battles are simulated" in " ".join(text.split())


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_a_picture(log, tmp_path, suffix):
    file = tmp_path / f"luck{suffix}"
    assert ask("luck", "aa", log(WON), "--plot", str(file)).code == 0
    if suffix == ".svg":
        assert ET.parse(file).getroot().tag.endswith("svg")
    else:
        assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("game", ["aa", "ww", "rb", "ccn"])
def test_a_log_of_each_game(game, log):
    """Written from the texts that `odds` shows, with the settings behind bars."""
    name, lines = find_game(game).name, io.StringIO()
    writer = csv.writer(lines)
    writer.writerow(["battle", "attacker_left", "defender_left", "end"])
    for sides in find_game(game).examples:
        battle = parse_battle(game, *sides)
        shown = ask_json("odds", game, *sides)["outcomes"][0]
        writer.writerow([str(battle), shown["attacker"], shown["defender"], shown["end"]])
    document = ask_json("luck", game, log(lines.getvalue()))
    assert document["game"] == name
    assert len(document["battles"]) == 3
    assert document["events"][0]["battles"] == 3


# --- sides, settings, events ----------------------------------------------------------------------


def test_whose_luck_it_is(log):
    file = log(HEAD.replace("\n", ",side\n") + "1 arm v 1 inf,1 arm,none,Defender\n" + TANK)
    swings = [one["swing"] for one in ask_json("luck", "aa", file)["battles"]]
    assert swings == [-3.0, 3.0]
    forced = ask_json("luck", "aa", file, "--side", "defender")["battles"]
    assert [(one["side"], one["swing"]) for one in forced] == [("defender", -3.0)] * 2


def test_settings_of_the_log_and_of_the_command_line(log):
    """A tank more than is there stays behind when the attacker stops at two."""
    columns = log(
        "attacker,defender,retreat,attacker_left,defender_left\n"
        '"3 inf, 1 arm",3 inf,at 2,"1 inf, 1 arm","1 inf"\n'
    )
    bars = log(
        'battle,attacker_left,defender_left\n"3 inf, 1 arm v 3 inf | retreat=at 2",'
        '"1 inf, 1 arm","1 inf"\n',
        "bars.csv",
    )
    plain = log(
        'battle,attacker_left,defender_left\n"3 inf, 1 arm v 3 inf","1 inf, 1 arm","1 inf"\n',
        "plain.csv",
    )
    first = ask_json("luck", "aa", columns)["battles"]
    assert first == ask_json("luck", "aa", bars)["battles"]
    assert first == ask_json("luck", "aa", plain, "--retreat", "at 2")["battles"]
    assert first == ask_json("luck", "aa", plain, "--set", "retreat=at 2")["battles"]
    assert is_plain_refusal(ask("luck", "aa", plain))  # without it they fight on
    for file in (columns, bars):
        answer = ask("luck", "aa", file, "--retreat", "never")
        assert is_plain_refusal(answer)
        assert "retreat is set twice" in answer.err


def test_the_event_that_is_counted(log):
    document = ask_json("luck", "aa", log(WON), "--event", "both_gone")
    (event,) = document["events"]
    assert (event["name"], event["came"]) == ("both_gone", 0.0)
    assert event["expected"] == pytest.approx(0.25)
    answer = ask("luck", "aa", log(WON), "--event", "overrun")
    assert is_plain_refusal(answer)


def test_a_setting_that_is_a_quantity_too(log):
    """Of a raid: damage done is the result, damage there before the setting."""
    head = "attacker,defender,raid,set.damage,damage\n"
    file = log(head + "1 bmr,1 aa,10,15,5\n")
    (one,) = ask_json("luck", "aa", file)["battles"]
    assert "damage=15" in one["battle"]
    assert one["result"] == "damage 5"
    answer = ask("luck", "aa", log(head + "1 bmr,1 aa,10,15,6\n"))
    assert is_plain_refusal(answer)
    assert "'6' cannot come of" in answer.err


# --- how a log may be written ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        WON.replace("\n", "\r\n"),
        WON.replace("\n", "\r"),
        WON.rstrip("\n"),
        "\ufeff" + WON,
        WON.replace(",", ";"),
        WON.replace(",", "\t"),
        "sep=;\n" + WON.replace(",", ";"),
        '# a remark, with "a quote\n\n' + WON,
        HEAD + '#1 arm v 1 inf,"2 arm\n,,\n\n' + TANK + '  # "\n',
        HEAD.replace("\n", ",,\n") + TANK.replace("\n", ",,\n"),
        "Battle, Attacker Left, DEFENDER-LEFT\n 1 arm v 1 inf , 1 arm , none \n",
        HEAD + '"1 arm\nv 1 inf",1 arm,none\n',
        HEAD + "1 tank vs. 1 infantry,Tank,\n",
        HEAD + "1 arm v 1 inf,1 arm,-\n",
        "attacker,defender,attacker_left\n1 arm,1 inf,1 arm\n",
        "battle,end\n1 arm v 1 inf,Territory taken\n",
        "battle,end\n1 arm v 1 inf,territory-taken\n",
        "battle,swing\n1 arm v 1 inf,+3\n",
        "battle;swing\n1 arm v 1 inf;3,0\n",
        "battle,attacker_ipc_lost,defender_ipc_lost\n1 arm v 1 inf,0,3\n",
    ],
)
def test_other_ways_to_write_the_same_log(text, log):
    document = ask_json("luck", "aa", log(text))
    (one,) = document["battles"]
    assert (one["battle"], one["swing"]) == ("1 arm v 1 inf", 3.0)
    assert one["percentile"] == pytest.approx(0.75)


def test_a_log_knows_its_lines():
    text = "# first\n" + HEAD + "\n" + TANK + '#\n"1 inf\nv 1 inf",1 inf,none\n' + TANK
    assert [one.line for one in read(text)] == [4, 6, 8]


def test_cells_of_what_is_left_beside_another_result():
    """Both empty: they say nothing; '?' says nothing anywhere; empty beside the other: none.

    A line that is not filled in is not taken for both sides gone.
    """
    text = (
        "battle,end,attacker_left,defender_left\n"
        "3 inf v 2 inf,territory_taken,,\n"
        "3 inf v 2 inf,,,1 inf\n"
        "3 inf v 2 inf,,?,1 inf\n"
        "3 inf v 2 inf,,none,none\n"
    )
    ended, held, unsure, gone = (dict(one.result) for one in read(text))
    assert ended == {"end": "territory_taken"}
    assert held == {"attacker_left": "", "defender_left": "1 inf"}
    assert unsure == {"defender_left": "1 inf"}
    assert gone == {"attacker_left": "", "defender_left": ""}
    for cells in (",,", ",", "", ",2 inf"):
        with pytest.raises(WargameError, match=r"line 2: .*'none'"):
            read(f'battle,attacker_left,defender_left\n"3 inf v 2 inf"{cells}\n')


def test_a_minus_of_a_typesetter():
    (one,) = read("battle,swing\n1 arm v 1 inf,−5\n")
    assert one.result == (("swing", "-5"),)


@given(
    st.lists(
        st.tuples(st.sampled_from(["1 arm v 1 inf", "3 inf, 1 arm v 2 inf"]), st.integers(0, 3)),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_what_is_written_is_read(rows, separator, quoting):
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=separator, quoting=quoting)
    writer.writerow(["battle", "attacker_left", "defender_left", "note"])
    for battle, n in rows:
        writer.writerow([battle, f"{n} inf, 1 arm", "none", f'{separator}a, b; "c"'])
    found = read(stream.getvalue())
    assert [str(one.battle) for one in found] == [battle for battle, _ in rows]
    assert [dict(one.result)["attacker_left"] for one in found] == [
        f"{n} inf, 1 arm" for _, n in rows
    ]
    equal = {id(one.battle) for one in found}
    assert len(equal) == len({battle for battle, _ in rows})  # read once


# --- what is refused ------------------------------------------------------------------------------

BAD = {
    "": "is empty; its first line names the columns",
    "\n\n# nothing\n": "is empty",
    HEAD: "holds no battle, only the names of columns",
    HEAD + "# 1 arm v 1 inf,1 arm,none\n,,\n": "holds no battle",
    "battle\n1 arm v 1 inf\n": "line 1: no column says what happened; name one or more of end,",
    "end\nboth_gone\n": "line 1: no column says who fights; name battle, or attacker and defender",
    "attacker,end\n1 arm,both_gone\n": "line 1: no column says who fights",
    "battle,attacker,end\na,b,c\n": "line 1: battle and attacker both say who fights",
    "battle,end,end\na,b,c\n": "line 1: two columns are called 'end'",
    "battle,atacker_left\na,b\n": "line 1: no column is called 'atacker_left': did you mean"
    " attacker_left?",
    "battle,,end\na,b,c\n": "line 1: no column is called ''",
    "battle,rounds\n1 arm v 1 inf,3\n": "line 1: column 'rounds': the end of a battle does not",
    HEAD + "1 arm v 1 inf,1 arm,none,more\n": "line 2: 4 cells, and the head names 3 columns",
    HEAD + "3 inf, 2 arm v 4 inf,1 arm,none\n": "line 2: 4 cells",
    WON + "1 arm w 1 inf,1 arm,none\n": "line 3, column battle: no 'v' between the two sides",
    WON + "1 arn v 1 inf,1 arm,none\n": "line 3, column battle: unknown unit 'arn'",
    WON + ",1 arm,none\n": "line 3, column battle: battle is empty; write it as '3 inf",
    WON + "1 bb v 1 inf,1 arm,none\n": "line 3, column battle: ",
    WON + "1 arm v 1 inf | retrat=never,1 arm,none\n": "line 3, column battle: axis-allies has no"
    " setting 'retrat'",
    HEAD + '1 arm v 1 inf,"1 arm,none\n': "line 2: cannot read it: a text in quotes has"
    " no end; put a quote behind it",
    "attacker,defender,end\n1 arm,,both_gone\n": "line 2, columns attacker and defender: defender"
    " is empty; write it as '4 inf, 1 art'",
    "attacker,defender,retreat,end\n1 arm,1 inf,soon,both_gone\n": "line 2, columns attacker and"
    " defender: ",
    "battle,end\n1 arm v 1 inf,\n": "line 2: nothing says what happened; fill end",
    "battle,attacker_left\n1 arm v 1 inf,?\n": "line 2: nothing says what happened",
    "battle,end\n1 arm v 1 inf,teritory_taken\n": "line 2, column end: no event is called"
    " 'teritory_taken': did you mean territory_taken?",
    "battle,swing\n1 arm v 1 inf,three\n": "line 2, column swing: 'three' is not a number",
    "battle,swing\n1 arm v 1 inf,nan\n": "line 2, column swing: 'nan' is not a number",
    "battle,swing\n1 arm v 1 inf,-inf\n": "line 2, column swing: '-inf' is not a number",
    "battle,swing\n1 arm v 1 inf,1e400\n": "line 2, column swing: '1e400' is not a number",
    "battle,side,swing\n1 arm v 1 inf,me,3\n": "line 2, column side: 'me' is not known; it is"
    " attacker or defender",
}
ANSWERS = {  # read, but not possible
    WON + "1 arm v 1 inf,2 arm,none\n": "line 3, column attacker_left: '2 arm' cannot come of"
    " 1 arm v 1 inf; what can: '1 arm', 'none'",
    WON + "1 arm v 1 inf,1 arm,1 inf\n": "line 3, column defender_left: '1 inf' together with"
    " attacker_left 1 arm cannot come of 1 arm v 1 inf; what can: 'none'",
    WON + "1 arm v 1 inf,1 arn,none\n": "line 3, column attacker_left: unknown unit 'arn'",
    WON + "1 arm v 1 inf,1.5 arm,none\n": "line 3, column attacker_left: ",
    "battle,end\n1 arm v 1 inf,attacker_retreated\n": "line 2, column end: 'attacker_retreated'"
    " cannot come of 1 arm v 1 inf; what can: territory_taken, both_gone, defender_holds",
    "battle,end\n1 arm v 1 inf,all_bombers_lost\n": "line 2, column end: this battle has no event",
    "battle,swing\n1 arm v 1 inf,4\n": "line 2, column swing: '4' cannot come of 1 arm v 1 inf;"
    " what can: 3, -",
    "battle,damage\n1 arm v 1 inf,4\n": "line 2, column damage: this battle has no quantity",
}


@pytest.mark.parametrize("text", [*BAD, *ANSWERS])
def test_a_bad_log_is_refused_in_one_line(text, log):
    expected = BAD.get(text) or ANSWERS[text]
    file = log(text)
    answer = ask("luck", "aa", file)
    assert is_plain_refusal(answer)
    assert expected in answer.err
    if text in BAD:
        assert expected in refusal(text)
    as_json = ask("luck", "aa", file, "--format", "json")
    assert as_json.code == 2
    assert set(as_json.json) == {"error", "kind", "given", "allowed"}
    assert expected in as_json.json["error"]


def test_a_quantity_that_no_final_state_shows_names_those_that_one_does():
    message = refusal("battle,attacker_fled\na,1\n", game="rb")
    assert message.endswith("the end of a battle does not show it; it shows swing, colonies")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe", "is not a text in UTF-8"),
        (b"\x00\x01\x02\x03" * 50, "line 1: "),
        (WON.encode("utf-16"), "is not a text in UTF-8"),
        (
            b"battle,end\n" + b"x" * 200_000 + b",both_gone\n",
            "line 2: cannot read it: a cell of over 131,072 characters",
        ),
        (b"\xff" * 10, "is not a text in UTF-8"),
    ],
)
def test_what_is_no_log_is_refused(content, words, log):
    answer = ask("luck", "aa", log(content))
    assert is_plain_refusal(answer)
    assert words in answer.err


def test_a_log_that_is_not_there_or_is_a_folder(tmp_path):
    for name in (tmp_path, tmp_path / "no.csv", "bad\0name"):
        answer = ask("luck", "aa", str(name))
        assert is_plain_refusal(answer)
        assert "cannot read" in answer.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("aa",), "LOG is missing; usage: wargame-odds luck GAME LOG.csv"),
        (("chess", EXAMPLE), "no game is called 'chess'"),
        (("mt", EXAMPLE), "has no battles, only a deck"),
        (("aa", EXAMPLE, "--side", "me"), "--side 'me' is not known"),
        (("aa", EXAMPLE, "--engine", "magic"), "engine 'magic' is not known"),
        (("aa", EXAMPLE, "--trials", "0"), "0 trials are not possible"),
        (("aa", EXAMPLE, "--seed", "-1"), "the seed -1 is not possible"),
        (("aa", EXAMPLE, "--format", "xml"), "--format 'xml' is not known"),
        (("aa", EXAMPLE, "--plot", "luck.pdf"), "its name ends in .png or .svg"),
        (("aa", EXAMPLE, "--set", "speed=3"), "has no setting 'speed'"),
        (("ww", EXAMPLE), "line 3, column battle: "),
    ],
)
def test_bad_arguments(arguments, words):
    answer = ask("luck", *arguments)
    assert is_plain_refusal(answer)
    assert words in answer.err


@given(st.text(alphabet="battle,end;\n\"#'|=v 13infarmx\t−é\0", max_size=120))
def test_no_text_makes_a_traceback(text):
    for whole in (text, HEAD + text):
        found = ()
        with contextlib.suppress(WargameError):
            found = read(whole)
        assert all(isinstance(one, Logged) for one in found)


# --- long logs ------------------------------------------------------------------------------------


def test_a_hundred_thousand_lines_are_read_once_each_and_solved_once(log, monkeypatch):
    from analysis.luck import answer as module

    solved = []
    true = module.solve

    def counted(battle, **how):
        solved.append(str(battle))
        return true(battle, **how)

    monkeypatch.setattr(module, "solve", counted)
    lines = [TANK, "1 arm v 1 inf,none,1 inf\n", "1 arm v 1 inf,none,none\n"]
    file = log(HEAD + "".join(lines[0] * 2 + lines[1] + lines[2] for _ in range(25_000)))
    answer = ask("luck", "aa", file, "--format", "json")
    assert (answer.code, answer.err) == (0, "")
    total = json.loads(answer.out)["total"]
    assert solved == ["1 arm v 1 inf"]
    assert total["battles"] == 100_000
    # as often as is to be expected: −1/4 a battle, the middle of the distribution
    assert total["swing"] == -25_000.0
    assert total["expected"] == pytest.approx(-25_000.0)
    assert total["percentile"]["value"] == pytest.approx(0.5, abs=0.002)
    variance = odds("aa 1 arm v 1 inf").quantity("swing").sd ** 2
    assert total["sd"] == pytest.approx(math.sqrt(100_000 * variance))


def test_the_verb_loads_nothing_heavy_unless_it_draws():
    program = f"from reports.cli.run import run; run(['luck', 'aa', {EXAMPLE!r}])"
    heavy = {"pandas", "matplotlib", "pydantic", "scipy.stats", "scipy.signal"}
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys; print(' '.join(sys.modules))"],
        capture_output=True,
        text=True,
        cwd=Path(EXAMPLE).parents[2],
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "analysis.luck" in loaded
    assert not heavy & loaded
