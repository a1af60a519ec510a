"""Pieces of HTML in a real browser: on a phone, in the dark and printed."""

import pytest
from browsers import chromium

from analysis import html, should_attack
from combat.games import GAMES, parse_battle

BATTLES = [
    *(parse_battle(name, *sides) for name, game in GAMES.items() for sides in game.examples[:2]),
    parse_battle("aa", "12 inf, 4 arm v 12 inf, 2 art | retreat=best"),
    parse_battle("aa", "30 inf, 10 arm v 30 inf, 6 art | retreat=best"),
]
PHONE = {"width": 360, "height": 740}
CONTENT_POLICY = "default-src 'none'; style-src 'nonce-x'"  # what a strict page lets stand
COVERED = """() => [...document.querySelectorAll('svg[role=img]')].flatMap(picture => {
    const box = picture.getBoundingClientRect();
    const out = one => one.left < box.left - 1 || one.right > box.right + 1;
    return [...picture.querySelectorAll('text')]
        .filter(text => out(text.getBoundingClientRect()))
        .map(text => `${text.textContent} in ${picture.getAttribute('class')}`);
})"""
OVERLAPPING = """() => [...document.querySelectorAll('svg[role=img]')].flatMap(picture => {
    const boxes = [...picture.querySelectorAll('text')].map(text => [text.textContent,
        text.getBoundingClientRect()]);
    return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 3 && b.top < a.bottom - 3)
        .map(([other]) => `${one} over ${other} in ${picture.getAttribute('class')}`));
})"""


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


def page_of(*pieces):
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>pieces</title>"
        "<meta name='viewport' content='width=device-width'>"
        f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_POLICY}">'
        "<style nonce='x'>:root { color-scheme: light dark } body { font-family: sans-serif }"
        f"{html.STYLE.read_text('utf-8')}</style></head><body>{''.join(pieces)}</body></html>"
    )


@pytest.fixture(scope="module")
def everything():
    return page_of(*(html.advice(should_attack(battle, with_flips=False)) for battle in BATTLES))


def opened(browser, text, **options):
    page = browser.new_context(viewport=PHONE, **options).new_page()
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.set_content(text)
    return page, said


def test_a_phone_does_not_scroll_sideways_and_nothing_is_cut(browser, everything):
    page, said = opened(browser, everything)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.locator("svg[role=img]").count() >= 2 * len(BATTLES)
    assert page.evaluate(COVERED) == []
    assert said == []  # a strict policy has nothing to refuse


def test_text_of_pictures_does_not_run_together_on_a_phone(browser, everything):
    page, _ = opened(browser, everything)
    assert page.evaluate(OVERLAPPING) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_drawn_in_the_pages_colour(browser, everything, scheme):
    page, _ = opened(browser, everything, color_scheme=scheme)
    body = page.evaluate("getComputedStyle(document.body).color")
    assert body == {"light": "rgb(0, 0, 0)", "dark": "rgb(255, 255, 255)"}[scheme]
    beside = page.locator("svg.wo-histogram text").first
    assert beside.evaluate("one => getComputedStyle(one).fill") == body


def test_what_is_assumed_is_printed(browser, everything):
    page, _ = opened(browser, everything)
    line = page.locator("details.wo-assumes li").first
    assert not line.is_visible()
    page.emulate_media(media="print")
    assert line.evaluate("one => one.getBoundingClientRect().height") > 5


def test_pictures_are_images_with_words(browser, everything):
    page, _ = opened(browser, everything)
    for picture in page.get_by_role("img").all():
        assert len(picture.get_attribute("aria-label")) > 20
