"""What the page refuses: files, questions without measure, requests that are none."""

import json

import pytest
from page import Page

from combat.games import GAMES, decks
from reports.page.app import PageSettings
from reports.page.door.guard import HEADERS
from reports.page.limits import LIMITS, Limits

AA = "3 inf, 2 arm v 4 inf, 1 art"
NAMES = [
    *("/etc/passwd", "../../../../../../etc/passwd", "..\\..\\etc\\passwd", "//etc/passwd"),
    *("/dev/stdin", "/dev/fd/0", "/dev/zero", "/proc/self/environ", "/proc/self/mem"),
    *("file:///etc/passwd", "~/.bashrc", "C:\\Windows\\win.ini", "\\\\server\\share\\x.toml"),
    *(".", "./pyproject.toml", "pyproject.toml", "%2e%2e/etc/passwd", "nul", "no-such-file.toml"),
]
FILES = [(game.name, setting.key) for game in GAMES.values() for setting in game.settings]
OPENED = [(game, key) for game, key in FILES if GAMES[game].setting(key).file]
CLOSED = "files cannot be read here"


@pytest.fixture(scope="module")
def page():
    with Page() as page:
        yield page


def is_refused(answer, status, kind):
    """Whether an answer is the error object, on one plain line, and says no more."""
    found = answer.json()
    assert set(found) == {"error", "kind", "given", "allowed"}
    assert (answer.status_code, found["kind"]) == (status, kind), found
    assert found["error"]
    assert found["error"].isprintable()
    assert "Traceback" not in answer.text
    return found


def battle_of(game):
    return " v ".join(GAMES[game].examples[0])


def test_some_settings_name_files():
    assert len(OPENED) >= 7
    assert {game for game, _ in OPENED} == set(GAMES)


@pytest.mark.parametrize(("game", "key"), OPENED)
def test_no_setting_reads_a_file(page, game, key, tmp_path):
    there = tmp_path / "there.toml"
    there.write_text('secret = "swordfish"\n', "utf-8")
    for name in (*NAMES, str(there), str(tmp_path / "missing.toml"), str(tmp_path)):
        for text in (f"{battle_of(game)} | {key}={name}", battle_of(game)):
            asked = {"game": game, "battle": text}
            asked |= {} if "|" in text else {"set": [f"{key}={name}"]}
            found = is_refused(page.post("/api/odds", json=asked), 422, "option")
            assert CLOSED in found["error"]
            assert found["given"] == name
            assert "swordfish" not in found["error"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_there_cannot_be_found_out(page, game, tmp_path):
    """A file that is there, one that is not and a folder are refused in the same words."""
    key = next(key for name, key in OPENED if name == game)
    (tmp_path / "a.toml").write_text("", "utf-8")
    (tmp_path / "b.toml").mkdir()
    told = set()
    for name in ("a.toml", "b.toml", "c.toml"):
        path = str(tmp_path / name)
        asked = {"game": game, "battle": battle_of(game), "set": [f"{key}={path}"]}
        told.add(page.post("/api/odds", json=asked).text.replace(path, ""))
    assert len(told) == 1


@pytest.mark.parametrize(("game", "key"), FILES)
def test_no_other_setting_takes_a_name_for_a_file(page, game, key):
    for name in NAMES[:7]:
        asked = {"game": game, "battle": battle_of(game), "set": [f"{key}={name}"]}
        answer = page.post("/api/odds", json=asked)
        assert answer.status_code == 422
        assert "root:" not in answer.text


@pytest.mark.parametrize("game", decks())
def test_no_setting_of_a_deck_takes_a_name_for_a_file(page, game):
    for setting in decks()[game].settings:
        asked = {"game": game, "set": [f"{setting.key}=/etc/passwd"]}
        answer = page.post("/api/deck", json=asked)
        assert answer.status_code == 422
        assert "root:" not in answer.text


@pytest.mark.parametrize(("game", "key"), OPENED)
@pytest.mark.parametrize("name", ["/etc/passwd", "/dev/stdin", "../x.toml"])
def test_no_plan_names_a_file(page, game, key, name):
    attacker, defender = GAMES[game].examples[0]
    stage = f'[[stage]]\nname = "a"\nattacker = "{attacker}"\ndefender = "{defender}"\n'
    turn = f'[[target]]\nname = "a"\nunit = "{defender}"\n[[attacker]]\nunit = "{attacker}"\n'
    plans = [
        f'game = "{game}"\n{key} = "{name}"\n{stage}',
        f'game = "{game}"\n{stage}{key} = "{name}"',
    ]
    plans += [f'game = "{game}"\n{key} = "{name}"\n{turn}'] if GAMES[game].turn else []
    for plan in plans:
        answer = page.post("/api/campaign", json={"plan": plan})
        found = is_refused(answer, 422, answer.json()["kind"])
        assert CLOSED in found["error"] or GAMES[game].sequels is None


@pytest.mark.parametrize("verb", ["deck", "campaign"])
def test_a_plan_is_a_text_and_no_name(page, verb, tmp_path):
    file = tmp_path / "there.toml"
    file.write_text('game = "aa"\n', "utf-8")
    asked = {"plan": str(file)} if verb == "campaign" else {"game": "mt", "deck": str(file)}
    assert "TOML" in is_refused(page.post(f"/api/{verb}", json=asked), 422, "notation")["error"]


LARGE = {
    "count": {"battle": f"{10**9} inf v 1 inf"},
    "long count": {"battle": f"{'9' * 1_900} inf v 1 inf"},
    "many units": {"battle": "500 inf, 501 arm v 1 inf"},
    "best play": {"battle": "250 inf, 250 arm, 250 ftr v 500 inf", "retreat": "best"},
    "exact": {"battle": "250 inf, 250 arm, 250 ftr v 400 inf, 400 ftr", "engine": "exact"},
    "rounds": {"battle": AA, "set": ["rounds=1000000000"]},
    "trials": {"battle": AA, "trials": LIMITS.trials + 1},
    "precision": {"battle": AA, "precision": 1e-9, "engine": "simulate"},
    "no precision": {"battle": AA, "precision": 0},
    "seed": {"battle": AA, "trials": 9, "seed": 2**63},
    "text": {"battle": "1 inf, " * LIMITS.text_characters},
    "settings": {"battle": AA, "set": ["dice=standard"] * (LIMITS.settings + 1)},
    "bars": {"battle": AA + " | dice=standard" * 100},
    "brackets": {"battle": AA, "losses": "(" * LIMITS.text_characters},
    "sides": {"battle": " v " * 600},
    "NUL": {"battle": "3 inf\x00 v 2 inf"},
    "digits of others": {"battle": "٣ inf v ２ inf"},
    "backwards": {"battle": "3 \u202einf v 2 inf"},
    "escape": {"battle": "3 \x1b[2Jinf v 2 inf"},
}


@pytest.mark.parametrize("name", LARGE)
def test_questions_without_measure_are_refused_at_once(page, name):
    asked = {"game": "aa"} | LARGE[name]
    answer = page.post("/api/odds", json=asked)
    is_refused(answer, 422, answer.json()["kind"])
    assert answer.json()["kind"] in ("notation", "unknown-unit", "illegal-battle", "option")


def test_numbers_that_are_none(page):
    for text in ("NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, '"x"', "[]", "{}", "true"):
        for key in ("precision", "trials", "seed"):
            body = f'{{"game": "aa", "battle": "{AA}", "engine": "simulate", "{key}": {text}}}'
            answer = page.post("/api/odds", content=body, headers=JSON)
            assert answer.status_code == 422, (key, text[:20], answer.text)
            is_refused(answer, 422, "option")


JSON = {"content-type": "application/json"}
BODIES = {
    "nothing": "",
    "no JSON": "{",
    "a list": "[]",
    "a number": "3",
    "null": "null",
    "deep": "[" * 60_000,
    "deep keys": '{"game":' * 5_000 + "1" + "}" * 5_000,
    "not UTF-8": b'{"game": "\xff"}',
    "NUL": "\0",
    "another option": json.dumps({"game": "aa", "battle": AA, "plot": "x.png"}),
    "a file": json.dumps({"game": "aa", "battle": AA, "batch": "/etc/passwd"}),
    "dunder": json.dumps({"game": "aa", "battle": AA, "__class__": "x"}),
    "a list for a text": json.dumps({"game": "aa", "battle": [AA]}),
    "a text for a list": json.dumps({"game": "aa", "battle": AA, "set": "x=1"}),
}


@pytest.mark.parametrize("name", BODIES)
def test_bodies_of_another_shape_are_told_in_one_line(page, name):
    answer = page.post("/api/odds", content=BODIES[name], headers=JSON)
    is_refused(answer, 422, "option")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "x", ""])
def test_a_body_is_json_or_nothing(page, kind):
    """A form of another page could send all but JSON without being asked for leave."""
    body = json.dumps({"game": "aa", "battle": AA})
    answer = page.post("/api/odds", content=body, headers={"content-type": kind})
    is_refused(answer, 422, "option")


WORDS = {
    "trials=1.5": "trials is to be a whole number, not '1.5'",
    "trials=1.0": "trials is to be a whole number, not '1.0'",
    "seed=1e3": "seed is to be a whole number, not '1e3'",
    "trials=1000001": "trials is to be at most 1,000,000, not '1000001'",
    "precision=x": "precision is to be a number, not 'x'",
    "set=a&set=b&engine=auto&engine=exact": "engine stands 2 times; give it once",
    "worht=inf=3": "option 'worht' is not known; did you mean 'worth'? (known: game, set, ",
    "=x": "option '' is not known",
}


@pytest.mark.parametrize("query", WORDS)
def test_what_is_wrong_with_an_option_is_said_in_our_words(page, query):
    answer = page.get(f"/api/odds?game=aa&battle=3+inf+v+2+inf&{query}")
    assert is_refused(answer, 422, "option")["error"].startswith(WORDS[query])


def test_addresses_and_bodies_are_bounded(page):
    long = "x" * LIMITS.body_bytes
    is_refused(page.get("/api/odds", {"battle": long[: LIMITS.address_bytes]}), 414, "limit")
    is_refused(page.get("/" + long[: LIMITS.address_bytes]), 414, "limit")
    for path in ("/", "/answer"):
        asked = {"game": "aa", "battle": "3 inf " * 3_000}
        found = is_refused(page.get(path, asked), 414, "limit")
        assert "a battle or another text may have 2,000 characters" in found["error"]
    is_refused(page.post("/api/odds", content=long + "x", headers=JSON), 413, "limit")
    for length in (str(10**30), "-1", "x"):
        headers = JSON | {"content-length": length}
        is_refused(page.post("/api/odds", content="{}", headers=headers), 413, "limit")

    async def parts():
        for _ in range(50):
            yield b"x" * 10_000

    is_refused(page.post("/api/odds", content=parts(), headers=JSON), 413, "limit")


def test_very_many_options_are_not_looked_at_one_by_one(page):
    keys = {f"{number:x}": 1 for number in range(5_000)}
    for asked in (keys, {"game": "aa", "battle": AA, "set": [1] * 5_000}):
        found = is_refused(page.post("/api/odds", json=asked), 422, "option")
        assert found["error"] == "a question has at most 100 options, and as many entries of one"
    is_refused(page.get("/api/odds?" + "&" * 300), 414, "limit")
    is_refused(page.get("/?" + "set=&" * 300), 414, "limit")


@pytest.mark.parametrize("form", ["x{} = 1", "x = {{y{} = 1}}", "[x{}]", "x{} = 1 # a", "[[x{}]]"])
def test_keys_of_very_many_parts_are_not_read(page, form):
    for verb, key, asked in (("campaign", "plan", {}), ("deck", "deck", {"game": "mt"})):
        text = form.format(".a" * 15_000)
        found = is_refused(page.post(f"/api/{verb}", json=asked | {key: text}), 422, "option")
        assert f"{key} is to be a text in which no key has more than 100 parts" in found["error"]
    rest = ", ".join(["0.5"] * 300)
    stage = '[[stage]]\nname = "a"\nattacker = "3 inf"\ndefender = "2 inf"\n'
    fine = f'game = "aa"\n# numbers: {rest}\n{stage}'
    assert page.post("/api/campaign", json={"plan": fine}).status_code == 200


def test_a_plan_may_be_longer_than_a_text_but_not_without_end(page):
    stage = '[[stage]]\nname = "a"\nattacker = "3 inf"\ndefender = "2 inf"\n'
    plan = f'game = "aa"\n# {"x" * 20_000}\n{stage}'
    assert page.post("/api/campaign", json={"plan": plan}).status_code == 200
    answer = page.post("/api/campaign", json={"plan": plan + "# " * LIMITS.body_bytes})
    is_refused(answer, 413, "limit")
    answer = page.post("/api/campaign", json={"plan": plan + "# " * 10_000})
    assert "more than 32,000" in is_refused(answer, 422, "option")["error"]


def test_what_takes_too_long_is_refused_whatever_it_is():
    """A plan of hundreds of battles, a sum of a million games, keys as deep as a body is long."""
    stages = "".join(
        f'[[stage]]\nname = "s{n}"\nattacker = "30 inf, 25 arm"\n'
        f'defender = {{ left = "s{n - 1}", side = "defender", plus = "30 inf" }}\n'
        for n in range(1, 200)
    )
    first = '[[stage]]\nname = "s0"\nattacker = "30 inf, 5 arm"\ndefender = "30 inf"\n'
    slow = {
        "/api/campaign": {"plan": f'game = "aa"\n{first}{stages}'},
        "/api/rounds": {"game": "aa", "trials": LIMITS.trials},
        "/api/targets": {"game": "aa", "power": "Germany", "edit": ["Germany: 900 inf, 900 ftr"]},
        "/api/odds": {"game": "aa", "battle": "60 inf v 50 inf", "precision": 1e-4},
    }
    limits = Limits(answer_seconds=0.5, quick_seconds=0.1)
    with Page(PageSettings(workers=2, limits=limits)) as page:
        for path, asked in slow.items():
            found = is_refused(page.post(path, json=asked), 503, "limit")
            assert "longer than the 0.5 s" in found["error"]
        answer = page.get("/api/odds", {"game": "aa", "battle": AA})
        assert answer.status_code == 200


def test_every_answer_has_the_headers_of_security(page):
    asked = {"game": "aa", "battle": AA}
    answers = [
        page.get("/api/odds", asked),
        page.get("/api/odds", {"game": "?"}),
        page.get("/api/limits"),
        page.get("/api/openapi.json"),
        page.get("/nowhere"),
        page.get("/"),
        page.get("/static/page.css"),
        page.get("/static/nowhere"),
        page.post("/api/odds", content="x" * (LIMITS.body_bytes + 1)),
        page.get("/", headers={"host": "elsewhere.example"}),
        page.await_(page.client.delete("/")),
    ]
    assert {answer.status_code for answer in answers} >= {200, 404, 405, 413, 421, 422}
    for answer in answers:
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; ")
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers
        kept = answer.request.url.path.startswith("/static/")
        assert answer.headers["cache-control"] == ("no-cache" if kept else "no-store")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "X"])
def test_methods_that_are_not_known(page, method):
    for path in ("/", "/api/odds", "/static/page.css"):
        answer = page.await_(page.client.request(method, path))
        found = is_refused(answer, 405, "request")
        assert found["allowed"] == ["GET", "HEAD", "POST"]
        assert answer.headers["allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize("path", ["/", "/answer", "/api/limits", "/static/page.css"])
def test_what_can_be_read_only_says_so(page, path):
    answer = page.post(path, json={})
    found = is_refused(answer, 405, "request")
    assert found["allowed"] == ["GET", "HEAD"]
    assert answer.headers["allow"] == "GET, HEAD"
    assert page.await_(page.client.head(path)).status_code == 200


OURS = ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "[::1]", "LOCALHOST:1"]
OURS += ["127.0.0.2:8000", "127.0.1.1"]  # whatever of its own it may listen at
NAMES_OF_OTHERS = ["rebound.example", "rebound.example:8000", "localhost.example", "", "127.0.0.1x"]
ADDRESSES = ["192.0.2.7:8000", "[2001:db8::7]:8000"]


def test_a_page_of_this_machine_alone_has_no_other_name(page):
    for host in OURS:
        assert page.get("/api/limits", headers={"host": host}).status_code == 200
    for host in (*NAMES_OF_OTHERS, *ADDRESSES):
        is_refused(page.get("/api/limits", headers={"host": host}), 421, "request")


def test_a_page_of_the_network_is_asked_by_addresses():
    with Page(PageSettings(workers=1, local=False)) as page:
        for host in (*OURS, *ADDRESSES):
            assert page.get("/api/limits", headers={"host": host}).status_code == 200
        for host in NAMES_OF_OTHERS:
            is_refused(page.get("/api/limits", headers={"host": host}), 421, "request")


def test_other_pages_may_link_here_but_not_ask(page):
    asked = {"game": "aa", "battle": AA}
    foreign = {"sec-fetch-site": "cross-site"}
    linked = foreign | {"sec-fetch-mode": "navigate"}
    assert page.get("/", headers=linked).status_code == 200
    for mode in ("cors", "no-cors"):
        headers = foreign | {"sec-fetch-mode": mode}
        is_refused(page.get("/api/odds", asked, headers=headers), 403, "request")
    for origin in ("https://elsewhere.example", "null", "http://localhost:9", "http://localhost"):
        answer = page.post("/api/odds", json=asked, headers={"origin": origin})
        is_refused(answer, 403, "request")
    own = {"origin": "http://localhost:8000", "sec-fetch-site": "same-origin"}
    assert page.post("/api/odds", json=asked, headers=own).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../limits.py",
        "/static/%2e%2e/limits.py",
        "/static/..%2flimits.py",
        "/static/..%5climits.py",
        "/static//etc/passwd",
        "/static/%00",
        "/static/page.css%00.js",
        "/static/",
        "/static",
        "/docs",
        "/redoc",
        "/openapi.json",
        "/api",
        "/api/",
        "/api/../limits",
        "/api/odds/x",
    ],
)
def test_there_is_nothing_else(page, path):
    answer = page.get(path)
    assert answer.status_code in (307, 404)
    assert "root:" not in answer.text
    assert "Limits" not in answer.text


def test_static_files_have_their_types_and_are_not_sent_again(page):
    for name, kind in (("page.css", "text/css"), ("page.js", "text/javascript")):
        first = page.get(f"/static/{name}")
        assert first.headers["content-type"].startswith(kind)
        again = page.get(f"/static/{name}", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
