"""The page in a real browser: typing, tapping, sharing, by thumb, by keyboard, without script."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from browsers import QUICK, Server, Visit, chromium
from commandline import ask_json

from combat.games import entries

PHONE = {"width": 360, "height": 740}
AA = "/?game=aa"
BATTLE = "5 inf, 2 art, 2 arm, 1 ftr v 6 inf, 1 art, 1 aa"
EVERY_GAME = [(entry.aliases[0], entry.game is not None) for entry in entries()]
FITTING = 44  # pixels that a thumb hits


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def server(browser):  # noqa: ARG001 - not without a browser
    with Server() as started:
        yield started


@pytest.fixture
def visiting(browser, server):
    """Opens pages, each like a person who was never there; at the end all must have been well."""
    opened = []

    def visit(address="/", **options):
        one = Visit(browser, server, **options)
        opened.append(one)
        one.page.goto(address)
        return one.page

    yield visit
    for one in opened:
        one.check()
        one.context.close()


def expect(page, selector, text):
    """Wait until something says that."""
    page.wait_for_function(
        "([at, text]) => document.querySelector(at)?.textContent.includes(text)",
        arg=[selector, text],
    )


def settled(page, battle):
    """Wait until the answer to a battle is there, and in the address."""
    page.wait_for_function(
        "battle => new URLSearchParams(location.search).get('battle') === battle", arg=battle
    )
    page.wait_for_function("() => document.getElementById('head').ariaBusy !== 'true'")


def until(page, happens):
    """Wait until something happens that the page itself does not know of."""
    for _ in range(QUICK // 20):
        if happens():
            return
        page.wait_for_timeout(20)
    pytest.fail("it did not happen")


def box(page):
    return page.locator("#battle")


def count(page, side, unit):
    return page.locator(f'[data-tap="{side}~{unit}"]')


def more(page, side, unit):
    return count(page, side, unit).locator(".more")


def options_open(page):
    page.locator("#options").evaluate("one => { one.open = true }")


# typing


def test_typing_a_battle_answers_it_as_the_command_line_does(visiting):
    page = visiting(AA)
    box(page).press_sequentially("3 inf, 2 arm v 4 inf, 1 art", delay=5)
    settled(page, "3 inf, 2 arm v 4 inf, 1 art")
    told = ask_json("should-attack", "aa", "3 inf, 2 arm v 4 inf, 1 art")
    expect(page, "#head .wo-word", told["verdict"].upper())
    expect(page, "#head .wo-reason", told["reason"])
    taken = 100 * told["events"]["territory_taken"]["value"]
    assert f"{taken:.1f} %" in page.locator("#head .wo-bar").text_content()
    assert page.locator("#rest .wo-histogram").count() == 1
    assert box(page).input_value() == "3 inf, 2 arm v 4 inf, 1 art"


def test_an_answer_that_comes_too_late_is_not_shown(visiting):
    page = visiting(AA)
    held = []
    page.route("**/answer?*3+inf*", lambda route: held.append(route))
    box(page).fill("3 inf v 1 inf")
    until(page, lambda: held)
    box(page).fill("9 inf v 1 inf")
    settled(page, "9 inf v 1 inf")
    expect(page, "#head .wo-battle", "9 inf v 1 inf")
    assert held[0].request.failure is not None  # given up by the page itself


def test_the_verdict_does_not_wait_for_what_would_flip_it(visiting):
    page = visiting(AA)
    held = []
    page.route(
        "**/answer?*",
        lambda one: one.continue_() if "quick" in one.request.url else held.append(one),
    )
    box(page).fill("3 inf, 2 arm v 4 inf, 1 art")
    expect(page, "#head .wo-word", "HOLD")
    assert page.locator("#rest .wait").count() == 1
    until(page, lambda: held)
    held[0].continue_()
    expect(page, "#rest .part", "verdict then")
    assert page.locator("#rest .wait").count() == 0


def test_a_pasted_battle_of_several_lines_with_the_game_in_front(visiting):
    page = visiting(AA)
    box(page).fill("ccn\nFrench line 4\nvs\nBritish light 4, leader on hill")
    expect(page, "#tabs [aria-current]", "Commands & Colors: Napoleonics")
    expect(page, "#head .wo-battle", "French line 4 v British light 4 leader on hill")
    assert count(page, "defender", "leader").get_attribute("aria-pressed") == "true"
    assert page.locator("#fields [name=combat]").count() == 1


def test_settings_behind_a_bar_become_options(visiting):
    page = visiting(AA)
    box(page).fill("5 inf, 2 arm v 4 inf, 1 arm | retreat=best | worth=territory=8")
    expect(page, "#said", "retreat: best")
    expect(page, "#rest", "When to go on")
    assert page.locator("#fields [name=retreat]").input_value() == "best"
    assert page.locator("#rest .wo-map").count() == 1
    options_open(page)
    page.locator("#fields [name=retreat]").fill("after 1")  # the field counts from now on
    expect(page, "#said", "retreat: after 1")
    assert box(page).input_value() == "5 inf, 2 arm v 4 inf, 1 arm"
    assert "worth=territory" in page.url


# tapping


def test_each_tap_adds_one_unit_however_fast_they_come(visiting):
    page = visiting(AA)
    for _ in range(5):
        more(page, "attacker", "inf").click(no_wait_after=True)
    assert count(page, "attacker", "inf").get_attribute("data-now") == "5"
    more(page, "attacker", "arm").click()
    expect(page, "#head", "Who defends?")
    more(page, "defender", "inf").click()
    more(page, "defender", "inf").click()
    settled(page, "5 inf, 1 arm v 2 inf")
    assert box(page).input_value() == "5 inf, 1 arm v 2 inf"
    expect(page, "#head .wo-battle", "5 inf, 1 arm v 2 inf")


def test_taps_while_an_answer_is_under_way_are_not_lost(visiting):
    page = visiting(f"{AA}&battle=1+inf+v+1+inf")
    with page.expect_request("**/answer?*"):
        more(page, "attacker", "inf").click()
    for _ in range(3):
        more(page, "attacker", "inf").click()
    settled(page, "5 inf v 1 inf")
    assert count(page, "attacker", "inf").get_attribute("data-now") == "5"


def test_taking_units_stops_at_none(visiting):
    page = visiting(f"{AA}&battle=2+inf,+1+arm+v+1+inf")
    less = count(page, "attacker", "inf").locator(".less")
    less.click()
    less.click()
    settled(page, "1 arm v 1 inf")
    assert less.is_disabled()


def test_a_tap_goes_by_what_was_typed(visiting):
    page = visiting(AA)
    box(page).fill("3 infantry, two v 2 inf")
    expect(page, "#message", "unknown unit 'two'")
    box(page).fill("3 infantry and a tank against 2 inf?")
    settled(page, "3 infantry, tank v 2 inf")
    assert box(page).input_value() == "3 infantry and a tank against 2 inf?"
    more(page, "attacker", "inf").click()
    settled(page, "4 inf, 1 arm v 2 inf")


def test_switches_and_choices(visiting):
    page = visiting("/?game=ww&battle=british,+4+cu+v+american,+3+cu")
    count(page, "attacker", "regulars").click()
    settled(page, "british, 4 cu, regulars v american, 3 cu")
    count(page, "attacker", "general").select_option(label="Burgoyne")
    settled(page, "british, 4 cu, Burgoyne, regulars v american, 3 cu")
    count(page, "attacker", "regulars").click()
    settled(page, "british, 4 cu, Burgoyne v american, 3 cu")


def test_swapping_turns_the_sides_and_what_each_is_told(visiting):
    page = visiting(f"{AA}&battle=3+inf,+2+arm+v+4+inf&losses=arm+inf&defender_losses=cheapest")
    page.get_by_role("button", name="Swap sides").click()
    settled(page, "4 inf v 3 inf, 2 arm")
    assert box(page).input_value() == "4 inf v 3 inf, 2 arm"
    assert "defender_losses=arm+inf" in page.url
    assert "&losses=cheapest" in page.url
    page.go_back()
    settled(page, "3 inf, 2 arm v 4 inf")
    expect(page, "#head .wo-battle", "3 inf, 2 arm v 4 inf")


def test_clearing_leaves_no_battle_and_no_numbers(visiting):
    page = visiting(f"{AA}&battle=3+inf+v+2+inf&retreat=best")
    page.get_by_role("button", name="Clear").click()
    expect(page, "#head", "No battle yet")
    assert page.url.endswith("/?game=aa")
    assert box(page).input_value() == ""
    assert page.locator("#rest").inner_text().strip() == ""
    assert count(page, "attacker", "inf").get_attribute("data-now") == "0"


# sharing, history


def test_a_link_gives_somebody_else_the_battle_with_every_option(visiting):
    page = visiting(f"{AA}&battle=5+inf,+2+arm+v+4+inf,+1+arm")
    options_open(page)
    page.locator("#fields details > summary").click()
    said = {
        **{"retreat": "after 2", "losses": "arm inf", "worth": "territory=8"},
        **{"aim": "territory_taken >= 0.5", "counter": "3 inf", "defender_losses": "cheapest"},
        **{"values": "arm=6", "rounds": "3", "trials": "2000", "seed": "7"},
    }
    for key, text in said.items():
        page.locator(f"#fields [name={key}]").fill(text)
    for key, text in {"dice": "low-luck", "choose_losses": "attacker"}.items():
        page.locator(f"#fields [name={key}]").select_option(text)
        said[key] = text
    for key in said:
        page.wait_for_function(
            "([key, text]) => new URLSearchParams(location.search).get(key) === text",
            arg=[key, said[key]],
        )
    expect(page, "#head .wo-battle", "retreat=after 2")
    page.wait_for_function("() => document.getElementById('head').ariaBusy !== 'true'")
    link = page.locator("#share").get_attribute("href")
    other = visiting(link)
    assert other.locator("#head").inner_text() == page.locator("#head").inner_text()
    assert "simulated, 2,000 battles" in other.locator("#rest").inner_text()
    for key, text in said.items():
        assert other.locator(f"#fields [name={key}]").input_value() == text


def test_the_link_is_copied(visiting):
    page = visiting(f"{AA}&battle=3+inf+v+2+inf", permissions=["clipboard-read", "clipboard-write"])
    page.locator("#share").click()
    expect(page, "#told", "Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_battles_are_remembered_opened_again_and_forgotten(visiting):
    page = visiting(f"{AA}&battle=3+inf+v+2+inf&retreat=best")
    box(page).fill("4 inf v 2 inf")
    settled(page, "4 inf v 2 inf")
    page.locator("#history summary").click()
    expect(page, "#history", "4 inf v 2 inf")
    page.reload()
    page.locator("#history summary").click()
    assert "retreat best" in page.locator("#history").inner_text()
    page.goto("/?game=ww")
    page.locator("#history summary").click()
    page.locator("#history a").first.click()
    settled(page, "4 inf v 2 inf")
    page.locator("#history summary").click()
    page.get_by_role("button", name="Forget them").click()
    page.wait_for_function("() => document.getElementById('history').hidden")
    page.reload()
    assert page.locator("#history a").count() <= 1  # that which is open


FOREIGN = ["{", "{}", '"x"', "3", "null", "[null]", "[{}]", '[{"address": 5}]', "[[]]"]
FOREIGN += ['[{"address": "javascript:alert(1)", "title": "x"}]', '[{"address": "/?game=aa"}]']


@pytest.mark.parametrize("stored", FOREIGN)
def test_what_is_no_battle_is_not_remembered(visiting, stored):
    """Another program's entry, or an older page's, is in nobody's way, and goes away."""
    page = visiting(AA)
    page.evaluate("text => localStorage.setItem('wargame-odds battles', text)", stored)
    page.goto(f"{AA}&battle=3+inf+v+2+inf")
    page.wait_for_function("() => document.querySelectorAll('#history a').length === 1")
    (kept,) = page.evaluate("JSON.parse(localStorage.getItem('wargame-odds battles'))")
    assert kept["address"] == "/?game=aa&battle=3+inf+v+2+inf"
    assert not page.locator("#rest .wait").count()


def test_a_link_may_be_pasted(visiting):
    page = visiting("/?game=rb")
    box(page).fill("http://192.0.2.7:8000/?game=aa&battle=3+inf+v+2+inf&retreat=best")
    settled(page, "3 inf v 2 inf")
    expect(page, "#tabs [aria-current]", "Axis & Allies")
    expect(page, "#about", "Axis & Allies")
    assert box(page).input_value() == "3 inf v 2 inf"
    box(page).press("End")
    box(page).type(", 1 art")  # and goes on as if it had been typed
    settled(page, "3 inf v 2 inf, 1 art")
    box(page).fill("ww british, 2 cu")
    expect(page, "#about", "Washington's War")
    assert page.title() == "Washington's War – wargame-odds"


# what is wrong


def test_an_unknown_unit_is_said_in_a_line_and_put_right_by_a_tap(visiting):
    page = visiting(AA)
    box(page).fill("5 infantri, 2 arm v 4 inf")
    expect(page, "#message", "unknown unit 'infantri': did you mean inf?")
    assert page.locator("#message").get_attribute("aria-live") == "polite"
    assert page.locator("#head").inner_text().strip() == ""
    page.get_by_role("button", name="infantri → inf").click()
    settled(page, "5 inf, 2 arm v 4 inf")
    expect(page, "#head .wo-battle", "5 inf, 2 arm v 4 inf")
    assert page.locator("#message").inner_text().strip() == ""


def test_an_option_that_does_not_fit_can_be_left_out(visiting):
    page = visiting(f"{AA}&battle=3+inf+v+2+inf&retreat=sometimes")
    assert "sometimes" in page.locator("#message .wrong").inner_text()
    page.get_by_role("link", name="leave retreat out").click()
    settled(page, "3 inf v 2 inf")
    expect(page, "#head .wo-battle", "3 inf v 2 inf")


def test_a_busy_server_is_said_in_a_line(visiting):
    page = visiting(AA, expected="status of 503")
    busy = {"error": "too many ask at once", "kind": "busy", "given": None, "allowed": []}
    answer = {"status": 503, "content_type": "application/json", "body": json.dumps(busy)}
    page.route("**/answer?*", lambda route: route.fulfill(**answer))
    box(page).fill("3 inf v 2 inf")
    expect(page, "#message", "too many ask at once")
    page.wait_for_function("() => document.getElementById('head').ariaBusy !== 'true'")


def test_markup_in_a_battle_stays_text(visiting):
    page = visiting(AA)
    box(page).fill("<img src=x onerror=alert(1)> v 2 inf")
    expect(page, "#message", "<img")
    assert page.locator("#message img").count() == 0


# phone, keyboard, no script


def small_ones(page):
    """What can be tapped and is smaller than a thumb."""
    return page.evaluate(
        """least => [...document.querySelectorAll(
            'button, a.button, nav a, select, textarea, #fields input, summary')]
          .map(one => [one.textContent.trim().slice(0, 30), one.getBoundingClientRect()])
          .filter(([, box]) => box.width > 1 && box.height > 1)
          .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
          .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)""",
        FITTING,
    )


@pytest.mark.parametrize(("game", "has_battles"), EVERY_GAME, ids=[g for g, _ in EVERY_GAME])
def test_on_a_phone_nothing_hangs_over_and_the_verdict_is_on_the_first_screen(
    visiting, game, has_battles
):
    page = visiting(f"/?game={game}", viewport=PHONE, has_touch=True)
    if has_battles:
        page.locator(".examples a").first.tap()
        page.wait_for_selector("#head .wo-bar")
        for part in (
            "#tabs [aria-current]",
            "#battle",
            ".attacker .strip",
            ".defender .strip",
            ".wo-word",
            ".wo-bar",
        ):
            place = page.locator(part).first.bounding_box()
            assert 0 <= place["y"] < place["y"] + place["height"] <= PHONE["height"], part
    options_open(page)
    assert small_ones(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


FAINT = """() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => parts(colour).slice(0, 3)
    .map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (one) => {
    for (; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (parts(colour)[3] !== 0) return light(colour);
    }
    return 1;
  };
  const faint = [];
  for (const one of document.querySelectorAll('main *, header *, footer *')) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const shown = one.getBoundingClientRect().width > 1 && !one.closest('svg, [disabled], option');
    if (!own || !shown) continue;
    const [low, high] = [light(getComputedStyle(one).color), behind(one)].sort((a, b) => a - b);
    if ((high + 0.05) / (low + 0.05) < 4.5) faint.push(one.outerHTML.slice(0, 80));
  }
  return faint;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_dark(visiting, scheme):
    for address in (
        f"{AA}&battle=3+inf,+2+arm+v+4+inf&retreat=best",
        f"{AA}&battle=3+hors+v+1+inf",
    ):
        page = visiting(address, color_scheme=scheme)
        options_open(page)
        assert page.evaluate(FAINT) == []


def test_the_last_unit_taken_by_keyboard_leaves_the_focus_there(visiting):
    page = visiting(f"{AA}&battle=2+inf+v+2+inf,+1+arm")
    focused = "document.activeElement.value"
    page.locator('[value="attacker~inf~-1"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "attacker~inf~+1"
    page.wait_for_function(
        "() => new URLSearchParams(location.search).get('battle') === 'v 2 inf, 1 arm'"
    )
    assert page.evaluate(focused) == "attacker~inf~+1"
    page.keyboard.press("Enter")
    settled(page, "1 inf v 2 inf, 1 arm")
    assert page.evaluate(focused) == "attacker~inf~+1"


def test_what_is_written_counts_over_a_tap_that_is_not_answered(visiting):
    page = visiting(f"{AA}&battle=3+inf+v+2+inf")
    page.route("**/answer?*", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.locator('[value="attacker~inf~+1"]').click()
    box(page).fill("7 inf v 2 inf")
    settled(page, "7 inf v 2 inf")
    assert box(page).input_value() == "7 inf v 2 inf"
    page.unroute("**/answer?*")


def test_by_keyboard_alone(visiting):
    page = visiting(AA)
    focused = "document.activeElement"
    page.keyboard.press("Tab")
    assert page.evaluate(f"{focused}.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate(f"{focused}.id") == "battle"
    page.keyboard.type("3 inf v 2 inf")
    page.keyboard.press("Enter")
    settled(page, "3 inf v 2 inf")
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(f"getComputedStyle({focused}).outlineStyle") != "none"
        value = page.evaluate(f"{focused}.value")
        reached.append(value)
        if value == "defender~inf~+1":
            break
    assert {"swap", "clear", "attacker~inf~+1", "attacker~inf~-1"} <= set(reached)
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    settled(page, "3 inf v 4 inf")
    assert page.evaluate(f"{focused}.value") == "defender~inf~+1"
    names = page.evaluate(
        """[...document.querySelectorAll('button, a, select, input:not([type=hidden]), textarea')]
           .filter(one => !one.textContent.trim() && !one.ariaLabel && !one.labels?.length)
           .map(one => one.outerHTML)"""
    )
    assert names == []


def test_without_a_script_every_button_and_field_works(visiting):
    page = visiting(AA, java_script_enabled=False, viewport=PHONE)
    box(page).fill("3 inf, 2 arm\nv\n4 inf")
    page.get_by_role("button", name="Answer").first.click()
    assert page.url.endswith("/?game=aa&battle=3+inf%2C+2+arm+v+4+inf")
    first = page.locator("#head .wo-reason").inner_text()
    more(page, "attacker", "inf").click()
    assert box(page).input_value() == "4 inf, 2 arm v 4 inf"
    assert page.locator("#head .wo-reason").inner_text() != first
    page.locator("#options > summary").click()
    page.locator("#fields [name=retreat]").fill("best")
    page.locator("#fields").get_by_role("button", name="Answer").click()
    assert "retreat=best" in page.url
    assert page.locator("#rest .wo-map").count() == 1
    page.get_by_role("button", name="Swap sides").click()
    assert box(page).input_value() == "4 inf v 4 inf, 2 arm"
    page.get_by_role("button", name="Clear").click()
    assert "No battle yet" in page.locator("#head").inner_text()
    page.goto("/?game=ww&battle=british,+4+cu+v+american,+3+cu")
    count(page, "attacker", "general").select_option(label="Burgoyne")
    page.get_by_role("button", name="Answer").first.click()
    assert "4 cu, Burgoyne" in box(page).input_value()
    box(page).fill("british, 2 cu v american, 3 cu")  # by hand: the choices on the page are stale
    page.get_by_role("button", name="Answer").first.click()
    assert box(page).input_value() == "british, 2 cu v american, 3 cu"


def test_the_deck_of_a_game_is_asked_by_its_options(visiting):
    page = visiting("/?game=rb")
    options_open(page)
    page.get_by_role("link", name="Its deck").click()
    expect(page, "#head", "last round")
    page.locator("#fields [name=truce]").select_option("forced")
    page.wait_for_function("() => location.search.includes('truce=forced')")
    assert "about=deck" in page.url
    told = ask_json("deck", "rb", "--set", "truce=forced")
    expect(page, "#head", told["lines"][0])


# many at once


def asked_at_once(server, addresses):
    """The statuses and texts of addresses that are all asked at the same time."""
    with (
        httpx.Client(
            base_url=server.address,
            trust_env=False,
            timeout=60,
            limits=httpx.Limits(max_connections=len(addresses), max_keepalive_connections=0),
        ) as client,
        ThreadPoolExecutor(len(addresses)) as crowd,
    ):
        return [(a.status_code, a.text) for a in crowd.map(client.get, addresses)]


def test_two_hundred_requests_at_once_without_an_error_or_a_leak(server):
    sizes = range(1, 51)
    battle = "game=ww&battle=british,+{}+cu,+Burgoyne+v+american,+{}+cu"
    addresses = [f"/answer?quick=yes&{battle.format(3, n)}" for n in sizes]
    addresses += [f"/answer?quick=yes&game=aa&battle={n}+inf+v+{n}+inf" for n in sizes]
    addresses += [f"/?{battle.format(n % 5 + 1, 3)}" for n in sizes[::2]]
    addresses += [f"/?game=rb&battle={n}+militia" for n in sizes[::2]]
    addresses += [f"/api/odds?game=aa&battle={n}+arm+v+2+inf" for n in sizes]
    asked_at_once(server, addresses[::4])  # what is loaded and remembered the first time
    if not Path("/proc/self/fd").exists():
        pytest.skip("what a process holds open is counted in /proc")
    before = len(server.processes), server.open_files, server.memory
    answers = asked_at_once(server, addresses)
    assert len(answers) == 200
    assert {status for status, _ in answers} == {200}
    for number, (_, text) in zip(sizes, answers, strict=False):
        assert f"Burgoyne v american, {number} cu</span>" in text
    assert len(server.processes) <= before[0]
    assert server.open_files <= before[1] + 2
    assert server.memory <= before[2] + 40
