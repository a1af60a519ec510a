"""How the packages hang together: who imports whom, what is loaded when, how long files are."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("combat", "analysis", "reports")  # each may import itself and those before it
CORE_PACKAGES = {"attrition", "decks", "stages"}  # of combat; all others are games
UNLISTED_GAMES: set[str] = set()  # being written: not in combat/games.py yet
FILES = sorted(f for package in PACKAGES for f in (ROOT / package).rglob("*.py"))
MOST_LINES = 330
JUNK_DRAWERS = {"utils", "util", "helpers", "helper", "misc", "common", "tools", "stuff"}


def name_of(file):
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(file):
    """All modules that a file imports, at its top or within functions, as full names."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def second_of(module):
    """The part of a name after `combat`, or None."""
    first, second = (*module.split("."), "", "")[:2]
    return second if first == "combat" and second else None


LIST = (ROOT / "combat" / "games.py").read_text("utf-8")
LISTED_GAMES = set(re.findall(r'^ +"combat\.(\w+)\.[\w.]+:[A-Z_]+",$', LIST, re.MULTILINE))
GAME_PACKAGES = LISTED_GAMES | UNLISTED_GAMES


def game_of(module):
    """The game that a module belongs to, or None."""
    second = second_of(module)
    return second if second in GAME_PACKAGES else None


def wrongly_known(name, modules):
    """Those of the modules that a module of that name is not to import: games, and engines."""
    own = game_of(name)
    for module in modules:
        another_game = game_of(module) not in (None, own) and name != "combat.games"
        inside = second_of(name) in GAME_PACKAGES | CORE_PACKAGES
        the_list = inside and second_of(module) == "games"
        upwards = second_of(name) == "stages" and second_of(module) == "attrition"
        if another_game or the_list or upwards:
            yield module


over_files = pytest.mark.parametrize("file", FILES, ids=map(name_of, FILES))


def test_there_is_something_to_look_at():
    assert len(FILES) > 40
    assert {"axis_allies", "musket_skirmish"} <= GAME_PACKAGES
    assert "combat.battle" in set(imports(ROOT / "analysis" / "advice.py"))


@over_files
def test_dependencies_point_one_way(file):
    """reports → analysis → combat."""
    package = name_of(file).split(".")[0]
    above = PACKAGES[PACKAGES.index(package) + 1 :]
    for module in imports(file):
        assert module.split(".")[0] not in (*above, "tests")


@over_files
def test_combat_needs_numpy_and_scipy_only(file):
    if name_of(file).split(".")[0] == "combat":
        # threadpoolctl sets how many threads numpy uses; it is loaded for large battles only
        ours = {"combat", "numpy", "scipy", "threadpoolctl", *sys.stdlib_module_names}
        assert {module.split(".")[0] for module in imports(file)} <= ours


def test_every_package_is_a_game_in_the_list_or_core():
    packages = {file.parent.name for file in (ROOT / "combat").glob("*/__init__.py")}
    assert packages - UNLISTED_GAMES == CORE_PACKAGES | LISTED_GAMES
    assert packages >= CORE_PACKAGES
    assert not LISTED_GAMES & UNLISTED_GAMES


@over_files
def test_games_import_the_core_and_no_other_game(file):
    """Only `combat/games.py` names the games; a game knows itself and the core.

    Of the core, `combat/stages` is for all games and does not know `combat/attrition`.
    """
    assert not list(wrongly_known(name_of(file), imports(file)))


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("combat.battle", "combat.axis_allies.land"),
        ("combat.stages.rules", "combat.axis_allies.land"),
        ("combat.attrition.duel", "combat.washingtons_war.cards"),
        ("analysis.advice", "combat.axis_allies"),
        ("combat.axis_allies.land", "combat.washingtons_war.cards"),
        ("combat.washingtons_war.cards", "combat.axis_allies.land"),
        ("combat.axis_allies.land", "combat.games"),
        ("combat.attrition.duel", "combat.games"),
        ("combat.stages.exact", "combat.attrition.duel"),
        ("combat.decks.urns", "combat.musket_skirmish.entry"),
        ("combat.decks.answer", "combat.games"),
        ("combat.napoleonics.deck.entry", "combat.washingtons_war.deck.entry"),
        ("combat.musket_skirmish.entry", "combat.games"),
        ("analysis.deck", "combat.rebellion_1775.deck.entry"),
    ],
)
def test_the_rule_can_be_broken(name, module):
    assert list(wrongly_known(name, [module])) == [module]


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("combat.games", "combat.axis_allies.game"),
        ("combat.axis_allies.land", "combat.axis_allies.units"),
        ("combat.axis_allies.land", "combat.attrition.duel"),
        ("combat.washingtons_war.cards", "combat.stages.rules"),
        ("combat.attrition.duel_rules", "combat.stages.rules"),
        ("analysis.campaign.plan", "combat.games"),
        ("combat.musket_skirmish.entry", "combat.decks.game"),
        ("combat.napoleonics.deck.entry", "combat.napoleonics.game"),
        ("analysis.deck", "combat.decks.answer"),
    ],
)
def test_the_rule_allows_what_it_should(name, module):
    assert not list(wrongly_known(name, [module]))


def words_of_games():
    """What would give a game away in code that is meant to know none."""
    from combat.games import entries

    words = set(GAME_PACKAGES)
    for game in entries():
        title = game.title.rstrip("0123456789 ")
        words |= {game.name, game.name.replace("-", "_"), game.name.replace("-", ""), title}
    return {word.lower() for word in words}


def without_docstrings(file):
    """A file's code and the texts in it, without docstrings: examples there may name a game."""
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body
            if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
                node.body = body[1:] or [ast.Pass()]
    return ast.unparse(tree).lower()


@over_files
def test_analysis_and_the_core_name_no_game(file):
    name = name_of(file)
    if name != "combat.games" and game_of(name) is None:
        code = without_docstrings(file)
        assert not [word for word in words_of_games() if word in code]


@over_files
def test_files_are_short_and_named_by_what_they_hold(file):
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert file.stem not in JUNK_DRAWERS
    assert ast.get_docstring(ast.parse(file.read_text("utf-8")))


def loaded_after(program):
    """Modules in memory once a fresh interpreter has run a program."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys; print(' '.join(sys.modules))"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return set(done.stdout.splitlines()[-1].split())


HEAVY = {
    "pydantic",
    "pandas",
    "matplotlib",
    "scipy.stats",
    "scipy.linalg",
    "scipy.sparse",
    "scipy.optimize",
}


@pytest.mark.parametrize(
    "program",
    [
        "import combat",
        "import analysis",
        "from reports.cli.run import run; run(['odds', 'aa', '3 inf, 2 arm v 4 inf, 1 art'])",
        "from reports.cli.run import run; run(['should-attack', 'aa', '3 arm v 2 inf'])",
        "from reports.cli.run import run; run(['odds', 'aa', '3 arm v 2 inf', '--trials', '9'])",
        "from reports.cli.run import run; run(['deck', 'mt'])",
        "from reports.cli.run import run; run(['deck', 'rb', '--trials', '99'])",
        "from reports.cli.run import run; run(['deck', 'ww'])",
        "from reports.cli.run import run; run(['deck', 'ccn'])",
    ],
)
def test_a_plain_question_loads_nothing_heavy(program):
    assert not HEAVY & loaded_after(program)


@pytest.mark.parametrize("question", [["odds", "aa", "3 arm v 2 inf"], ["deck", "mt"]])
def test_json_needs_no_tables(question):
    program = f"from reports.cli.run import run; run({[*question, '--format', 'json']})"
    assert "rich" not in loaded_after(program)


@pytest.mark.parametrize(
    ("question", "there"),
    [(["odds", "aa", "3 arm v 2 inf"], False), (["deck", "mt"], True)],
)
def test_a_battle_does_not_wait_for_decks(question, there):
    program = f"from reports.cli.run import run; run({[*question, '--format', 'json']})"
    entries = {name for name in map(name_of, FILES) if name.endswith(("deck.entry", "ish.entry"))}
    assert len(entries) == 4
    assert entries & loaded_after(program) == (entries if there else set())


def test_a_picture_does():
    """The test above would see it: charts load what they need when they are asked for."""
    assert "matplotlib" in loaded_after("import analysis.charts")
