"""A turn of Commands & Colors: Napoleonics at the command line: answers, verdicts, refusals."""

import csv
import io
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from commandline import ask, ask_json
from napoleonics_turn_cases import PLAN, RACE, written
from race_oracle import race

from analysis.turn import parse_turn

EXAMPLE = Path(__file__).parents[1] / "docs" / "examples" / "napoleonics_turn.toml"
HOPELESS = """game = "ccn"
[[target]]
name = "castle"
unit = "French old guard 4 leader on castle"
[[attacker]]
name = "line"
unit = "INF 3 leader"
at = [{ target = "castle", range = 1 }]
"""


@cache
def example():
    """What the example comes to."""
    return ask_json("campaign", str(EXAMPLE))


def near(value):
    return pytest.approx(float(value), abs=1e-12)


# --- answers --------------------------------------------------------------------------------------

TURN_KEYS = {"schema", "version", "game", "method", "trials", "seed", "dropped", "best_for"}
TURN_KEYS |= {"stages", "final", "tables", "policy", "assumes", "first", "banners"}
TURN_KEYS |= {"verdict", "aim", "reason"}
MEANS = {"banners_for", "banners_against", "target_blocks_lost", "attacker_blocks_lost"}


def assert_numbers(part):
    for event in part["events"].values():
        assert set(event) == {"value", "low", "high"}
        assert 0.0 <= event["low"] <= event["value"] <= event["high"] <= 1.0
    for quantity in part["quantities"].values():
        assert set(quantity) == {"value", "low", "high", "sd"}
        assert quantity["low"] <= quantity["value"] <= quantity["high"]


@pytest.mark.rule("CC-40")
def test_the_json_of_the_example():
    found = example()
    assert set(found) == TURN_KEYS
    assert (found["game"], found["method"], found["best_for"]) == (
        "napoleonics",
        "exact",
        "net_value",
    )
    assert [found[key] for key in ("trials", "seed", "dropped")] == [None, None, 0.0]
    names = ["foot artillery", "light infantry", "first line", "second line", "heavy cavalry"]
    assert [stage["name"] for stage in found["stages"]] == [*names, "Portuguese line"]
    for stage in found["stages"]:
        assert set(stage) == {"name", "unit", "reached", "events", "quantities"}
        assert 0.0 < stage["reached"] <= 1.0
        assert set(stage["quantities"]) == MEANS
        assert {"target_eliminated", "battle_back", "joins"} <= set(stage["events"])
        assert_numbers(stage)
    assert_numbers(found["final"])
    events, means = found["final"]["events"], found["final"]["quantities"]
    assert list(events) == ["last_banner", "enemy_last_banner", "banner_won", "banner_lost"]
    assert set(means) == MEANS | {"banner_swing", "net_value"}
    assert found["policy"][0].startswith("begin: first line, with foot artillery, attacks light")
    assert any("CC-40" in line for line in found["assumes"])


@pytest.mark.rule("CC-40")
def test_the_examples_banners_are_one_distribution():
    found = example()
    rows = [(row["for"], row["against"], row["chance"]) for row in found["banners"]]
    assert sum(chance for *_, chance in rows) == near(1)
    events, means = found["final"]["events"], found["final"]["quantities"]
    assert events["banner_won"]["value"] == near(sum(c for won, _, c in rows if won))
    assert events["banner_lost"]["value"] == near(sum(c for _, lost, c in rows if lost))
    assert events["last_banner"]["value"] == near(sum(c for won, _, c in rows if won >= 2))
    assert means["banners_for"]["value"] == near(sum(won * c for won, _, c in rows))
    mean = sum((won - lost) * c for won, lost, c in rows)
    spread = sum((won - lost - mean) ** 2 * c for won, lost, c in rows) ** 0.5
    assert means["banner_swing"]["value"] == near(mean)
    assert means["banner_swing"]["sd"] == near(spread)
    worths = [one["worth"] for one in found["first"]]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] == near(means["net_value"]["value"])
    assert {one["attack"]: one["worth"] for one in found["first"]}["stop"] == 0.0


def test_a_spread_that_is_not_known_is_not_nought():
    means = example()["final"]["quantities"]
    for name in ("net_value", "target_blocks_lost", "attacker_blocks_lost"):
        assert means[name]["sd"] is None or means[name]["sd"] > 0.5, name


def test_marks_of_the_table_are_not_names_in_json():
    for rows in example()["tables"].values():
        assert rows
        assert not [key for row in rows for key in row if key.startswith(">")]


@pytest.mark.parametrize(
    ("want", "verdict"),
    [
        (None, "attack"),
        ("banner_won >= 0.9 and banner_lost < 0.05", "attack"),
        ("last_banner >= 0.8", "hold"),
        ("last_banner >= 0.7", "too_close"),
        ("net_value > 14 and attacker_blocks_lost <= 0.5", "hold"),
    ],
)
def test_verdicts_on_what_is_wanted(tmp_path, want, verdict):
    head = "" if want is None else f'want = "{want}"\n'
    found = ask_json("campaign", written(tmp_path, head + EXAMPLE.read_text("utf-8")))
    assert found["verdict"] == verdict
    assert found["aim"] == (want or "net_value > 0")
    words = {"too_close": "Too close to call"}.get(verdict, verdict.capitalize())
    assert found["reason"].startswith(f"{words}: ")
    assert found["reason"].count("wanted: ") == len((want or "").split(" and "))


@pytest.mark.rule("CC-40")
def test_nobody_fights_where_nothing_is_worth_it(tmp_path):
    file = written(tmp_path, HOPELESS)
    found = ask_json("campaign", file)
    assert (found["verdict"], found["policy"]) == ("hold", ["stop: no attack is worth it"])
    assert [stage["reached"] for stage in found["stages"]] == [0.0]
    assert found["first"][0] == {"attack": "stop", "worth": 0.0}
    assert found["first"][1]["worth"] < 0
    assert found["banners"] == [{"for": 0, "against": 0, "chance": 1.0}]
    shown = ask("campaign", file).out
    assert "Hold: " in shown
    assert "never" in shown


def test_csv_has_the_numbers_of_json():
    found = example()
    text = ask("campaign", str(EXAMPLE), "--format", "csv").out
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["stage", "kind", "name", "value", "low", "high", "sd"]
    assert rows[:3] == [
        ["", "run", "method", "exact", "", "", ""],
        ["", "verdict", "attack", "", "", "", ""],
        ["", "aim", "net_value > 0", "", "", "", ""],
    ]
    by_key = {tuple(row[:3]): row[3:] for row in rows[3:]}
    wanted = 0
    for prefix, part in [("final ", found["final"]), *(("", one) for one in found["stages"])]:
        stage = part.get("name", "")
        for kind in ("event", "quantity"):
            for name, one in part["events" if kind == "event" else "quantities"].items():
                wanted += 1
                assert float(by_key[stage, prefix + kind, name][0]) == one["value"]
        if stage:
            assert float(by_key[stage, "reached", ""][0]) == part["reached"]
    tables = 0
    for name, table in found["tables"].items():
        for row in table:
            what, *numbers = row.items()
            for head, value in numbers:
                key = f"{what[1]}, {head}" if len(numbers) > 1 else what[1]
                assert isinstance(value, float)
                assert float(by_key["", name, key][0]) == value
                tables += 1
    assert tables == len(found["first"]) + 3 * 3 + 7
    assert len(by_key) == wanted + len(found["stages"]) + tables


def test_what_people_see():
    shown = ask("campaign", str(EXAMPLE))
    assert (shown.code, shown.err) == (0, "")
    for text in (
        "a turn of 6 attackers on 3 targets",
        "Attack: the expected net value is 14.09 blocks (wanted: > 0).",
        "the last banner is won",
        "target at the end",
        "one die more for",
        "assumes: ",
    ):
        assert text in shown.out, text


# --- the race -------------------------------------------------------------------------------------


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("mover", [0, 1])
def test_a_race_alone_is_the_oracles(tmp_path, mover):
    own = {(0, 0): Fraction(1, 2), (1, 0): Fraction(1, 2)}
    enemy = {(0, 0): Fraction(1, 2), (0, 1): Fraction(1, 8), (1, 0): Fraction(3, 8)}
    moves = 'moves = "enemy"\n' * mover
    found = ask_json("campaign", written(tmp_path, RACE + moves))
    win, left = race(3, own, enemy)[1, 2, mover]
    assert found["final"]["events"]["race_won"]["value"] == near(win)
    assert found["final"]["quantities"]["turns_left"]["value"] == near(left)
    assert (found["stages"], found["policy"]) == ([], [])
    assert "verdict" not in found
    rows = found["tables"]["chance to win by score"]
    by_score = race(3, own, enemy)
    text = ask("campaign", written(tmp_path, RACE + moves)).out
    lines = [line.split("  ") for line in text.splitlines()]
    printed = {int(line[0]): line for line in lines if line[0].isdigit()}
    csv_text = ask("campaign", written(tmp_path, RACE + moves), "--format", "csv").out
    in_csv = {row[2]: row[3] for row in csv.reader(io.StringIO(csv_text))}
    assert list(rows) == ["0", "1", "2"]
    for own_points, row in rows.items():
        assert list(row) == ["0", "1", "2"]
        for enemy_points, value in row.items():
            chance = float(by_score[int(own_points), int(enemy_points), mover][0])
            assert value == near(chance)
            assert float(in_csv[f"own banners {own_points}, enemy {enemy_points}"]) == value
            assert f"{100 * chance:.1f} %" in [one.strip() for one in printed[int(own_points)]]


@pytest.mark.rule("CC-40")
def test_a_turn_in_a_race_says_how_often_the_game_is_won(tmp_path):
    """Also where the turn is played for something else."""
    chances = {}
    for aim in ("race", "net_value"):
        top = f'aim = "{aim}"\nto_win = 3\nscore = [1, 2]\n'
        later = "[race]\nenemy = [[0.5, 0.125], [0.375, 0]]\n"
        file = written(tmp_path, top + PLAN + later)
        found = ask_json("campaign", file)
        chances[aim] = found["final"]["events"]["race_won"]["value"]
        assert found["final"]["events"]["last_banner"]["value"] < chances[aim] < 1.0
        die = found["tables"]["a die more"][-1]
        assert next(iter(die.values())) == "all of them, in every turn"
        worths = [row["worth"] for row in found["tables"]["how to begin"]]
        assert worths == [one["worth"] for one in found["first"]]
        begin = ask("campaign", file).out.split("how to begin, ")[1].split("\n\n")[0]
        assert ("%" in begin) == (aim == "race")
        assert die["net value"] is None
        assert isinstance(die["game won"], float)
    assert chances["race"] >= chances["net_value"] - 1e-12


def test_python_has_the_same_turn():
    turn = parse_turn('want = "banner_won > 0.5"\n' + PLAN)
    assert (turn.verdict, turn.answer.aim) == ("attack", "net_value")
    assert [stage.name for stage in turn.answer.stages] == ["line", "horse"]
