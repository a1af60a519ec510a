"""What notebooks store of answers: it reads well where drawings are taken out of it."""

from base64 import b64decode

import pytest
from browsers import chromium
from markup import parsed

from analysis import html, odds, should_attack
from analysis.html.notebook import CARD, as_images

SOURCE = "data:image/svg+xml;base64,"
BATTLE = "aa 3 inf, 2 arm v 4 inf, 1 art | retreat=best"
KEPT = ("rect", "text", "line")


@pytest.fixture(scope="module")
def advice():
    return should_attack(BATTLE, with_flips=False)


def drawn_in(image):
    kind, text = image.attributes["src"][: len(SOURCE)], image.attributes["src"][len(SOURCE) :]
    assert kind == SOURCE
    return parsed(b64decode(text, validate=True).decode()).first("svg")


def test_nothing_is_drawn_in_place_and_each_picture_is_an_image(advice):
    inline = parsed(html.advice(advice))
    stored = parsed(advice._repr_html_())
    assert not list(stored.all("svg"))
    before, after = list(inline.all("svg")), list(stored.all("img"))
    assert len(before) == len(after) > 3
    for drawing, image in zip(before, after, strict=True):
        assert image.attributes["alt"] == drawing.attributes.get("aria-label", "")
        assert image.attributes["class"] == drawing.attributes["class"]
        inside = drawn_in(image)
        for kind in KEPT:
            wanted = [
                (one.attributes, "" if kind == "rect" else one.text) for one in drawing.all(kind)
            ]
            found = [(one.attributes, one.text) for one in inside.all(kind)]
            assert [one for one in found if one[0].get("fill") != CARD] == wanted


def test_texts_of_pictures_do_not_stand_among_the_others(advice):
    stored = parsed(advice._repr_html_()).first("figure", "wo-outcomes")
    assert [part.name for part in stored.parts] == ["img", "figcaption"]
    rows = [row.text for row in stored.all("div", "wo-key-row")]
    assert stored.text == "".join([stored.first("div", "wo-caption").text, *rows])


def test_what_has_no_picture_stays_as_it_is(advice):
    piece = html.quantity_table(advice.outcomes)
    assert as_images(piece) == piece
    assert str(piece) in piece._repr_html_()


def test_labels_are_escaped_once():
    piece = html.tag("svg", role="img", aria_label='a "b" & <c>', width="100%", height=20.0)
    (image,) = parsed(as_images(piece)).all("img")
    assert image.attributes["alt"] == 'a "b" & <c>'


def test_the_images_are_drawn_as_wide_as_the_page():
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 700, "height": 900})
        page.set_content(odds(BATTLE)._repr_html_())
        page.wait_for_load_state()
        sizes = page.locator("img[alt]:not([alt=''])").evaluate_all(
            "all => all.map(one => [one.complete && one.naturalHeight > 0, one.clientWidth,"
            " one.parentElement.clientWidth, one.clientHeight, Number(one.getAttribute('height'))])"
        )
    assert len(sizes) == 3
    for loaded, width, room, height, wanted in sizes:
        assert loaded
        assert (width, height) == (room, wanted)
