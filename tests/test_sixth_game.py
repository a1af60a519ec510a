"""A sixth game takes one folder and one line, and all questions know it.

A copy of the packages gets the folder `toy_game/storm` and one line in the list of games. All that
is asked there is asked of a fresh interpreter; the numbers expected are worked out below, in
fractions, from the rules as they are told.
"""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAST_LINE = '            "combat.napoleonics.game:NAPOLEONICS",\n'
LINE = '            "combat.storm.game:STORM",\n'
TABLES = """
NAMES["storm"] = (
    {"taken": True, "thrown_back": True, "fell_back": True},
    ("attacker_lost", "defender_lost", "swing", "net_value", "rounds"),
)
ALIASES["storm"] = ("st",)
SETTINGS["storm"] = ({}, {"back": "1"}, {"back": "3"})
WITH_ROUNDS.add("storm")

CASES = ["""
FOUGHT = """
FIGHTING["storm"] = {"foot"}
BY_COUNT.add("storm")
"""
LOG = """battle,attacker_left,defender_left
5 foot v 3 foot,2 foot,none
4 foot v 2 foot | back=1,1 foot,2 foot
3 foot v 3 foot,none,3 foot
"""
PLAN = """game = "storm"
[[stage]]
name = "first wave"
attacker = "3 foot"
defender = "3 foot"

[[stage]]
name = "second wave"
attacker = "4 foot"
defender = { left = "first wave", side = "defender" }
"""
QUESTIONS = {
    "odds": ("odds", "storm", "4 foot v 2 foot | back=1"),
    "simulated": ("odds", "st", "4 foot v 2 foot", "--trials", "20000", "--seed", "7"),
    "advice": ("should-attack", "st", "4 foot", "2 foot"),
    "counter": ("should-attack", "st", "4 foot", "2 foot", "--counter", "3 foot"),
    "size": ("size", "st", "2 foot v 3 foot", "--chance", "0.9"),
    "sensitivity": ("sensitivity", "st", "4 foot v 2 foot"),
    "compare": ("compare", "st", "4 foot v 2 foot", "5 foot v 3 foot | back=1"),
    "luck": ("luck", "st", "log.csv"),
    "campaign": ("campaign", "plan.toml"),
    "games": ("games", "st"),
}
SWEEP = (
    *("sweep", "st", "4 foot v 2 foot", "--vary", "attacker.foot=2..5", "--vary", "back=0,1"),
    *("--format", "csv"),
)
BAD = {
    "3 boats v 2 foot": "error: unknown unit 'boats': units are foot\n",
    "2 foot v 3 foot | back=2": (
        "error: 2 foot that fall back at 2 never attack (ST-03):"
        " write a smaller back, or more foot\n"
    ),
}
WON = Fraction(15, 36)  # rolls of two dice in which the attacker's is the higher


@cache
def ends(attackers, defenders, back=0):
    """Chance of each (attackers left, defenders left), from the rules."""
    found = {}
    rounds = ((WON, attackers, defenders - 1), (1 - WON, attackers - 1, defenders))
    for chance, a, d in rounds:
        later = ends(a, d, back) if a > back and d else {(a, d): Fraction(1)}
        for end, share in later.items():
            found[end] = found.get(end, 0) + chance * share
    return found


def taken(attackers, defenders, back=0):
    """Chance that no defender is left."""
    return sum(p for (_, d), p in ends(attackers, defenders, back).items() if not d)


def net_value(attackers, defenders):
    """Mean of what both sides lose, and 3 for the bridge."""
    return sum(
        p * (defenders - d - (attackers - a) + 3 * (not d))
        for (a, d), p in ends(attackers, defenders).items()
    )


def near(number):
    return pytest.approx(float(number), abs=1e-12)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the project with the game in it."""
    there = tmp_path_factory.mktemp("project")
    for package in ("combat", "analysis", "reports", "tests"):
        without = shutil.ignore_patterns("__pycache__", "examples", "reference", "benchmarks")
        shutil.copytree(ROOT / package, there / package, ignore=without)
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, there)
    shutil.copytree(ROOT / "tests" / "toy_game" / "storm", there / "combat" / "storm")
    replace(there / "combat" / "games.py", LAST_LINE, LAST_LINE + LINE)
    contract = there / "tests" / "test_contract.py"
    replace(contract, "\nCASES = [", TABLES)
    contract.write_text(contract.read_text("utf-8") + FOUGHT, "utf-8")
    (there / "made").mkdir()
    (there / "log.csv").write_text(LOG, "utf-8")
    (there / "plan.toml").write_text(PLAN, "utf-8")
    return there


def replace(file, old, new):
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def run(copy, *arguments):
    """Run a fresh interpreter in the copy."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False
    )


PROGRAM = """
import json, sys
sys.path.insert(0, "tests")
from commandline import ask
import combat
print(json.dumps([combat.__file__, *(ask(*one) for one in json.loads(sys.argv[1]))]))
"""


@pytest.fixture(scope="module")
def said(copy):
    """What is answered at the command line, by question: code, stdout, stderr."""
    asked = {name: (*words, "--format", "json") for name, words in QUESTIONS.items()}
    asked |= {"sweep": SWEEP} | {text: ("odds", "st", text) for text in BAD}
    asked["plain"] = QUESTIONS["odds"]
    asked["report"] = ("report", "st", "4 foot", "2 foot", "--out", "made")
    done = run(copy, "-c", PROGRAM, json.dumps(list(asked.values())))
    assert done.returncode == 0, done.stderr
    where, *answers = json.loads(done.stdout)
    assert Path(where).is_relative_to(copy)
    return dict(zip(asked, answers, strict=True))


@pytest.fixture
def answers(said):
    """The answers as objects."""
    assert [name for name in QUESTIONS if said[name][0]] == []
    return {name: json.loads(said[name][1]) for name in QUESTIONS}


def test_the_folder_and_the_line_are_all(copy):
    """Nothing else of the packages was touched."""
    changed = [
        file.relative_to(copy).as_posix()
        for package in ("combat", "analysis", "reports")
        for file in (copy / package).rglob("*.py")
        if not (ROOT / file.relative_to(copy)).exists()
        or file.read_bytes() != (ROOT / file.relative_to(copy)).read_bytes()
    ]
    names = ("__init__", "game", "model", "rules", "sides")
    assert sorted(changed) == ["combat/games.py", *(f"combat/storm/{name}.py" for name in names)]


def test_odds(answers, said):
    odds = answers["odds"]
    assert odds["events"]["taken"]["value"] == near(taken(4, 2, 1))
    shares = {(row["attacker"], row["defender"]): row["chance"] for row in odds["outcomes"]}
    texts = [f"{n} foot" if n else "" for n in range(5)]
    assert shares == {(texts[a], texts[d]): near(p) for (a, d), p in ends(4, 2, 1).items()}
    assert "Storming a bridge: 4 foot v 2 foot | back=1\nexact\n" in said["plain"][1]
    simulated = answers["simulated"]["events"]["taken"]
    assert simulated["low"] < taken(4, 2) < simulated["high"]
    assert answers["simulated"]["trials"] == 20_000


def test_should_attack(answers):
    advice, countered = answers["advice"], answers["counter"]
    assert advice["verdict"] == ("attack" if taken(4, 2) >= 0.6 else "hold")
    before = [flip["before_value"] for flip in advice["flips"]]
    assert before == [near(taken(4, 2))] * len(before)
    after = {(flip["side"], flip["change"]): flip["after_value"] for flip in advice["flips"]}
    assert after == {
        ("attacker", "-1 foot"): near(taken(3, 2)),
        ("defender", "+1 foot"): near(taken(4, 3)),
    }
    strikes = {(a, d): p for (a, d), p in ends(4, 2).items() if not d and net_value(3, a) > 0}
    lost = sum(p * taken(3, a) for (a, _), p in strikes.items())
    assert lost > 0
    assert countered["counter"]["reached"] == near(sum(strikes.values()))
    assert countered["counter"]["after"]["taken"]["value"] == near(taken(4, 2) - lost)


def test_size(answers):
    enough = next(n for n in range(2, 99) if taken(n, 3) >= 0.9)
    size = answers["size"]
    assert (size["force"], size["cost"], size["proven"]) == (f"{enough} foot", enough - 2.0, True)
    tried = {row["force"]: row["chance"] for row in size["frontier"]}
    assert tried == {f"{n} foot": near(taken(n, 3)) for n in range(2, enough + 1)}


def test_sensitivity(answers):
    rows = {(row["side"], row["change"]): row for row in answers["sensitivity"]["changes"]}
    assert rows["defender", "+1 foot"]["value"] == near(taken(4, 3))
    assert rows["attacker", "back = 2"]["value"] == near(taken(4, 2, 2))
    assert len(rows) == 4 + 3


def test_compare(answers):
    first, second = answers["compare"]["plans"]
    assert first["events"]["taken"]["value"] == near(taken(4, 2))
    assert second["events"]["taken"]["value"] == near(taken(5, 3, 1))


def test_sweep(said):
    code, out, _ = said["sweep"]
    assert code == 0
    cells = {
        (int(row["attacker.foot"]), int(row["back"])): float(row["taken"])
        for row in csv.DictReader(io.StringIO(out))
    }
    assert cells == {
        (men, back): near(taken(men, 2, back)) for men in range(2, 6) for back in (0, 1)
    }


def test_luck(answers):
    """The swing that was to be expected in all three battles."""
    expected = sum(
        p * ((defenders - d) - (attackers - a))
        for attackers, defenders, back in ((5, 3, 0), (4, 2, 1), (3, 3, 0))
        for (a, d), p in ends(attackers, defenders, back).items()
    )
    assert answers["luck"]["total"]["expected"] == near(expected)


def test_campaign(answers):
    """Whoever is left of the defenders after the first wave meets the second."""
    held = sum(p * (1 - taken(4, d)) for (_, d), p in ends(3, 3).items() if d)
    assert answers["campaign"]["holding"]["defender"]["value"] == near(held)


def test_what_is_covered(answers):
    assert answers["games"]["title"] == "Storming a bridge"


@pytest.mark.parametrize("text", BAD)
def test_bad_input_is_refused_in_one_line(said, text):
    assert said[text] == [2, "", BAD[text]]


def test_the_contract_and_the_rules_of_imports_hold(copy):
    """Those checks of all games and files that are about this one, and no fewer than there are."""
    checks = ("tests/test_contract.py", "tests/test_imports.py", "-k", "storm")
    done = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *checks)
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 60


def test_report(copy, said):
    code, _, err = said["report"]
    assert code == 0, err
    texts = {file.suffix: file.read_text("utf-8") for file in (copy / "made").iterdir()}
    assert set(texts) == {".html", ".md"}
    for text in texts.values():
        assert "Storming a bridge" in text
        assert f"{100 * float(taken(4, 2)):.1f} %" in text


PAGE = """
import json, sys
sys.path.insert(0, "tests")
from page import Page

asked = {"game": "st", "battle": "4 foot v 2 foot | back=1"}
with Page() as page:
    answers = [page.get(path, params=asked) for path in ("/api/odds", "/")]
print(json.dumps([[one.status_code, one.text] for one in answers]))
"""


def test_the_page_and_its_api(copy, said):
    pytest.importorskip("fastapi", reason="the page needs: pip install 'wargame-odds[web]'")
    done = run(copy, "-c", PAGE)
    assert done.returncode == 0, done.stderr
    (status, answer), (shown, page) = json.loads(done.stdout)
    assert (status, shown) == (200, 200)
    assert json.loads(answer) == json.loads(said["odds"][1])
    assert "Storming a bridge" in page
    assert f"{100 * float(taken(4, 2, 1)):.1f} %" in page
