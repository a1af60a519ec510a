"""The page's API: it answers what the command line prints, byte by byte."""

import json
import shlex
from pathlib import Path

import pytest
from commandline import ask
from page import Page

from combat.games import GAMES, decks, entries
from reports.page.api.routes import VERBS

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
TEXTS = {file.stem: file.read_text("utf-8") for file in sorted(EXAMPLES.glob("*.toml"))}
MAPS = [name for name, text in TEXTS.items() if "\nmap = " in text]  # plans that name a file
PLANS = [name for name in TEXTS if name not in MAPS]
BATTLES = [(game.name, *sides) for game in GAMES.values() for sides in game.examples]


@pytest.fixture(scope="module")
def page():
    with Page() as page:
        yield page


def printed(*arguments):
    """What the command line prints."""
    return ask(*arguments, "--format", "json").out


def is_the_same(page, verb, asked, *arguments):
    """Whether the API answers by address and by body what the command line prints."""
    wanted = printed(verb, *arguments)
    by_address = page.get(f"/api/{verb}", asked)
    by_body = page.post(f"/api/{verb}", json=asked)
    assert by_address.headers["content-type"] == "application/json"
    assert (by_address.text, by_body.text) == (wanted, wanted)
    refused = "error" in json.loads(wanted)
    assert (by_address.status_code, by_body.status_code) == ((422, 422) if refused else (200, 200))
    return not refused


@pytest.mark.parametrize(("game", "attacker", "defender"), BATTLES)
def test_odds_of_every_example(page, game, attacker, defender):
    asked = {"game": game, "attacker": attacker, "defender": defender}
    assert is_the_same(page, "odds", asked, game, attacker, defender)


@pytest.mark.parametrize("game", GAMES)
def test_a_verdict_of_every_game(page, game):
    attacker, defender = GAMES[game].examples[0]
    asked = {"game": game, "battle": f"{attacker} v {defender}"}
    assert is_the_same(page, "should-attack", asked, game, f"{attacker} v {defender}")


@pytest.mark.parametrize("game", GAMES)
def test_what_matters_in_every_game(page, game):
    attacker, defender = GAMES[game].examples[0]
    asked = {"game": game, "attacker": attacker, "defender": defender, "engine": "exact"}
    arguments = (game, attacker, defender, "--engine", "exact")
    assert is_the_same(page, "sensitivity", asked, *arguments)


@pytest.mark.parametrize("game", decks())
def test_every_deck(page, game):
    trials = {"trials": 500, "seed": 3}
    assert is_the_same(
        page, "deck", {"game": game} | trials, game, "--trials", "500", "--seed", "3"
    )


@pytest.mark.parametrize("game", [None, *(entry.name for entry in entries())])
def test_what_is_covered(page, game):
    assert is_the_same(page, "games", {"game": game} if game else {}, *([game] if game else []))


@pytest.mark.parametrize("plan", PLANS)
def test_every_plan_of_the_docs(page, plan):
    """By a body: a plan may be longer than an address."""
    answer = page.post("/api/campaign", json={"plan": TEXTS[plan]})
    assert answer.text == printed("campaign", str(EXAMPLES / f"{plan}.toml"))
    assert (answer.status_code, "final" in answer.json()) == (200, True)


@pytest.mark.parametrize("plan", MAPS)
def test_a_plan_that_names_a_file_is_refused(page, plan):
    answer = page.post("/api/campaign", json={"plan": TEXTS[plan]})
    assert answer.status_code == 422
    assert "files cannot be read here" in answer.json()["error"]


AA = "3 inf, 2 arm v 4 inf, 1 art"
SAME = {  # a command line, and what the API is asked in its place
    f'odds aa "{AA}" --retreat "after 3" --losses "arm inf" --defender-losses "art inf"'
    " --worth territory=8 --set dice=low-luck --set rounds=4": {
        "game": "aa",
        "battle": AA,
        "retreat": "after 3",
        "losses": "arm inf",
        "defender_losses": "art inf",
        "worth": "territory=8",
        "set": ["dice=low-luck", "rounds=4"],
    },
    f'odds aa "{AA}" --trials 2000 --seed 5': {
        "game": "aa",
        "battle": AA,
        "trials": 2000,
        "seed": 5,
    },
    f'odds aa "{AA}" --engine simulate --precision 0.02 --seed 5': {
        "game": "aa",
        "battle": AA,
        "engine": "simulate",
        "precision": 0.02,
        "seed": 5,
    },
    f'should-attack aa "{AA}" --aim "territory_taken >= 0.5" --counter "4 inf"': {
        "game": "aa",
        "battle": AA,
        "aim": "territory_taken >= 0.5",
        "counter": "4 inf",
    },
    'size aa "none v 4 inf, 1 art" --chance "90 %" --units "inf, arm"': {
        "game": "aa",
        "battle": "none v 4 inf, 1 art",
        "chance": "90 %",
        "units": "inf, arm",
    },
    f'size aa "{AA}" --for defender --event defender_holds --budget 12': {
        "game": "aa",
        "battle": AA,
        "for": "defender",
        "event": "defender_holds",
        "budget": "12",
    },
    f'sensitivity aa "{AA}" --event swing': {"game": "aa", "battle": AA, "event": "swing"},
    f'sensitivity aa "{AA}" --aim "territory_taken >= 0.5"': {
        "game": "aa",
        "battle": AA,
        "aim": "territory_taken >= 0.5",
    },
    'compare aa "3 arm v 2 inf" "3 arm v 2 inf | retreat=best" --for defender --set rounds=3': {
        "game": "aa",
        "battle": ["3 arm v 2 inf", "3 arm v 2 inf | retreat=best"],
        "for": "defender",
        "set": ["rounds=3"],
    },
    "deck rb --set truce=asap --set events=all --precision 0.05 --seed 1": {
        "game": "rb",
        "set": ["truce=asap", "events=all"],
        "precision": 0.05,
        "seed": 1,
    },
    'map aa --place Karelia --edit "Karelia: 5 inf, 1 arm"': {
        "game": "aa",
        "place": ["Karelia"],
        "edit": ["Karelia: 5 inf, 1 arm"],
    },
    'targets aa --power Germany --target Karelia --chance 0.8 --edit "Karelia: 5 inf"': {
        "game": "aa",
        "power": "Germany",
        "target": ["Karelia"],
        "chance": ["0.8"],
        "edit": ["Karelia: 5 inf"],
    },
    'fronts aa --power Germany --target "Karelia >= 0.75" --target Egypt --keep "Germany: 2 inf"'
    " --aim all --worth inf=4": {
        "game": "aa",
        "power": "Germany",
        "target": ["Karelia >= 0.75", "Egypt"],
        "keep": ["Germany: 2 inf"],
        "aim": "all",
        "worth": "inf=4",
    },
    'hold aa --power Germany --target Karelia --with "5 inf, 2 arm" --turns 2 --worth inf=4'
    ' --mobilise "" --reinforce everything --seed 3': {
        "game": "aa",
        "power": "Germany",
        "target": "Karelia",
        "with": "5 inf, 2 arm",
        "turns": 2,
        "worth": "inf=4",
        "reinforce": "everything",
        "seed": 3,
    },
    "dead-zones aa --power Germany --place Karelia --chance 0.4": {
        "game": "aa",
        "power": "Germany",
        "place": ["Karelia"],
        "chance": "0.4",
    },
    'buy aa --power Germany --place "Western Europe" --budget 20 --enemies "if it pays"': {
        "game": "aa",
        "power": "Germany",
        "place": "Western Europe",
        "budget": 20,
        "enemies": "if it pays",
    },
    "raids aa --power Germany --target Caucasus --bombers 2 --turns 3 --repair needed --need 2": {
        "game": "aa",
        "power": "Germany",
        "target": "Caucasus",
        "bombers": 2,
        "turns": 3,
        "repair": "needed",
        "need": 2,
    },
    "rounds aa --trials 50 --seed 2 --rounds 1": {
        "game": "aa",
        "trials": 50,
        "seed": 2,
        "rounds": 1,
    },
}


@pytest.mark.parametrize("line", SAME)
def test_options_have_the_names_and_meanings_of_the_command_line(page, line):
    verb, *arguments = shlex.split(line)
    assert is_the_same(page, verb, SAME[line], *arguments)


REFUSED = {
    'odds chess "1 king v 1 king"': {"game": "chess", "battle": "1 king v 1 king"},
    'odds aa "3 foo v 1 inf"': {"game": "aa", "battle": "3 foo v 1 inf"},
    'odds aa "3 inf"': {"game": "aa", "battle": "3 inf"},
    "odds aa": {"game": "aa"},
    f'odds aa "{AA}" --set x': {"game": "aa", "battle": AA, "set": ["x"]},
    f'odds aa "{AA}" --set x=1': {"game": "aa", "battle": AA, "set": ["x=1"]},
    f'odds aa "{AA}" --retreat ?': {"game": "aa", "battle": AA, "retreat": "?"},
    'odds aa "1000000000 inf v 1 inf"': {"game": "aa", "battle": "1000000000 inf v 1 inf"},
    f'odds mt "{AA}"': {"game": "mt", "battle": AA},
    f'size aa "{AA}" --chance often': {"game": "aa", "battle": AA, "chance": "often"},
    f'odds aa "{AA}" --trials 0': {"game": "aa", "battle": AA, "trials": 0},
    f'odds aa "{AA}" --trials -3': {"game": "aa", "battle": AA, "trials": -3},
    f'odds aa "{AA}" --precision 0': {"game": "aa", "battle": AA, "precision": 0},
    f'odds aa "{AA}" --seed -1': {"game": "aa", "battle": AA, "seed": -1},
    f'odds aa "{AA}" --seed {2**63}': {"game": "aa", "battle": AA, "seed": 2**63},
    "deck mt --trials 0": {"game": "mt", "trials": 0},
    "deck mt --seed -1": {"game": "mt", "seed": -1},
    "rounds aa --trials 0": {"game": "aa", "trials": 0},
    "rounds aa --rounds 0": {"game": "aa", "rounds": 0},
    "rounds aa --rounds -1": {"game": "aa", "rounds": -1},
    "rounds aa --seed -1": {"game": "aa", "seed": -1},
    "hold aa --target Ukraine --turns -1": {"game": "aa", "target": "Ukraine", "turns": -1},
    "hold aa --power Germany --target Ukraine --seed -1": {
        "game": "aa",
        "power": "Germany",
        "target": "Ukraine",
        "seed": -1,
    },
    "dead-zones aa --power Germany --seed -1": {"game": "aa", "power": "Germany", "seed": -1},
    "buy aa --power Germany --place Ukraine --budget -1": {
        "game": "aa",
        "power": "Germany",
        "place": "Ukraine",
        "budget": -1,
    },
    "raids aa --power Germany --target UK --bombers -1": {
        "game": "aa",
        "power": "Germany",
        "target": "UK",
        "bombers": -1,
    },
    "raids aa --power Germany --target UK --turns 0": {
        "game": "aa",
        "power": "Germany",
        "target": "UK",
        "turns": 0,
    },
    "raids aa --power Germany --target UK --need -1": {
        "game": "aa",
        "power": "Germany",
        "target": "UK",
        "need": -1,
    },
    "deck aa": {"game": "aa"},
    "targets ww": {"game": "ww"},
    'map aa --edit "Atlantis: 1 inf"': {"game": "aa", "edit": ["Atlantis: 1 inf"]},
}


@pytest.mark.parametrize("line", REFUSED)
def test_refusals_are_the_command_line_s_too(page, line):
    verb, *arguments = shlex.split(line)
    assert not is_the_same(page, verb, REFUSED[line], *arguments)


def test_a_plan_that_cannot_be_read_is_refused_as_the_command_line_does(page, tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text('game = "aa"\n[[stage]]\nname = 3\n', "utf-8")
    answer = page.post("/api/campaign", json={"plan": plan.read_text("utf-8")})
    assert (answer.status_code, answer.text) == (422, printed("campaign", str(plan)))


def test_a_deck_of_one_s_own(page, tmp_path):
    cards = '[[cards]]\nside = "British"\ntype = "regulars"\ncount = 2\nactions = 2\n'
    text = f"variant = []\nevents = 3\nofficers = 1\n{cards}"
    file = tmp_path / "deck.toml"
    file.write_text(text, "utf-8")
    answer = page.post("/api/deck", json={"game": "mt", "deck": text})
    assert (answer.status_code, answer.text) == (200, printed("deck", "mt", str(file)))


def test_head_tells_what_get_does_and_sends_nothing(page):
    told = page.await_(page.client.head("/api/odds", params={"game": "aa", "battle": AA}))
    got = page.get("/api/odds", {"game": "aa", "battle": AA})
    assert (told.status_code, told.content) == (200, b"")
    assert told.headers["content-length"] == str(len(got.content))


def test_the_schema_has_every_verb_with_its_options_and_an_example(page):
    schema = page.get("/api/openapi.json").json()
    assert schema["openapi"].startswith("3.")
    assert set(schema["paths"]) == {f"/api/{name}" for name in (*_names(), "limits")}
    for verb in VERBS:
        both = schema["paths"][f"/api/{verb.name}"]
        assert set(both) == {"get", "post"}
        options = {field.alias or name for name, field in verb.takes.model_fields.items()}
        assert {one["name"] for one in both["get"]["parameters"]} == options
        content = both["post"]["requestBody"]["content"]["application/json"]
        body = content["schema"]
        model = schema["components"]["schemas"][body["$ref"].rpartition("/")[2]]
        assert set(model["properties"]) == options
        assert model["additionalProperties"] is False
        (example,) = body.get("examples") or content["examples"]
        assert set(example) <= options
        assert page.post(f"/api/{verb.name}", json=example).status_code == 200
        assert {"200", "413", "422", "503"} <= set(both["post"]["responses"])


def _names():
    return [verb.name for verb in VERBS]


def test_limits_are_told(page):
    limits = page.get("/api/limits").json()
    assert limits["answer_seconds"] == page.app.state.limits.answer_seconds
    assert limits["trials"] == 1_000_000
