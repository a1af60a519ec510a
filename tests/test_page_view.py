"""What the page shows and understands, without a browser: addresses, pasted texts, taps, fields."""

import dataclasses
import random
import re
from dataclasses import replace
from html import escape, unescape
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

import pytest
from commandline import ask_json
from page import Page

from combat.battle import Battle
from combat.games import GAMES, Entry, decks, entries, find_entry
from reports.page.refusals import RefusalError
from reports.page.view import routes as view
from reports.page.view import sheet
from reports.page.view.answers import answer_to, battle_of
from reports.page.view.fields import option_fields
from reports.page.view.pasted import read_pasted
from reports.page.view.sides import sides_of
from reports.page.view.state import NAMED, State, changed_settings, read_state
from reports.page.view.touches import after_touches

AA_BATTLE = "3 inf, 2 arm v 4 inf, 1 art"
ALIASES = {"aa", "ww", "rb", "1775", "ccn"}
EXAMPLES = [
    (game.aliases[0], f"{attacker} v {defender}")
    for game in GAMES.values()
    for attacker, defender in game.examples
]
VALUES = {  # of settings whose values cannot be guessed
    **{"values": "ftr=12", "worth": "{worth}", "rounds": "3", "landing": "1 inf"},
    **{"bombard": "1 bb", "cargo": "tr: 1 inf", "defender_cargo": "tr: 1 inf", "raid": "10"},
    **{"landing_places": "2", "damage": "3", "intercept": "4/3:4 cu", "evade": "4", "track": "3"},
    **{"turned": "2", "range": "3", "bonus": "British light 3", "bonus_hex": "hill", "hand": "4"},
    **{"squares": "1", "losses": "{last}", "new_decks": "1776", "cards": "Major Campaign"},
    **{"wins": "0.5, 1", "regulars": "0.2", "washington": "0.1", "redraws": "0.3", "lead": "0.4"},
    **{"table": "british: 1", "enemy_hand": "4", "turns": "7", "card": "Bayonet Charge"},
    **{"units": "4/5/3", "tactics": "8/4/2/3", "without": "French militia", "morale": "British"},
    **{"ask": "British regulars 2 before French indians 3", "watch": "British regulars"},
    **{"moves": "0.5", "plans": "British own"},
}
WORTHS = {"axis-allies": "territory=8", "washingtons-war": "cu=2", "rebellion-1775": "lost=2"}


class Tags(HTMLParser):
    """All tags of a page, with their attributes."""

    def __init__(self, html):
        super().__init__()
        self.all = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.all.append((tag, dict(attributes)))

    def of(self, *tags):
        return [attributes for tag, attributes in self.all if tag in tags]


def pairs_of(address):
    return parse_qsl(urlsplit(address).query, keep_blank_values=True)


def state_of(address):
    pairs = pairs_of(address)
    return after_touches(read_state(pairs), pairs)


# addresses


def another_value(known, setting):
    """A text that a setting can have, other than what it usually is."""
    if setting.key.startswith("faces."):
        return "2/2/2"
    usual = "" if setting.default is None else setting.shows(setting.default)
    for text in (*setting.choices, *setting.offered):
        if text not in ("", usual):
            return text
    worth = WORTHS.get(known.name, "block=2")
    return VALUES[setting.key].format(worth=worth, last=setting.offered[-1:])


EVERY_SETTING = [
    pytest.param(known, kind, setting, id=f"{known.aliases[0]}-{kind}-{setting.key}")
    for kind, games in (("battle", GAMES.values()), ("deck", decks().values()))
    for known in games
    for setting in known.settings
    if not setting.file and setting.needs not in ("map", "plan")
]


@pytest.mark.fault("B42")
@pytest.mark.parametrize(("known", "kind", "setting"), EVERY_SETTING)
def test_a_shared_address_keeps_every_option(known, kind, setting):
    text = another_value(known, setting)
    address = f"/?game={known.aliases[0]}&about={kind}&{setting.key}={text.replace(' ', '+')}"
    state = state_of(address)
    assert changed_settings(state.asked_of, state.settings) == {setting.key: text}
    again = state_of(state.address)
    assert again.settings == {setting.key: text}
    assert (again.kind, again.address) == (kind, state.address)
    values = {}
    for one in known.settings:
        given = again.settings.get(one.key)
        values[one.key] = one.default if given is None else one.parse(given, values)
    assert values[setting.key] != setting.default  # it does say something


def test_no_setting_has_a_name_that_means_something_else_in_an_address():
    known = {s.key for one in (*GAMES.values(), *decks().values()) for s in one.settings}
    assert not known & set(NAMED)


@pytest.mark.parametrize(("game", "battle"), EXAMPLES)
def test_an_address_says_the_same_again(game, battle):
    state = state_of(f"/?game={game}&battle={battle.replace(' ', '+')}")
    assert state.battle == battle
    assert state_of(state.address) == read_state(pairs_of(state.address))
    assert state_of(state.address).address == state.address


def test_options_are_taken_as_the_api_takes_them_and_by_their_names():
    by_set = state_of("/?game=aa&battle=3+inf+v+2+inf&set=retreat%3Dbest")
    by_name = state_of("/?game=aa&battle=3+inf+v+2+inf&retreat=best")
    assert by_set.settings == by_name.settings == {"retreat": "best"}
    assert by_set.address == by_name.address


def test_what_is_as_usual_is_not_in_the_address():
    state = state_of("/?game=aa&battle=3+inf+v+2+inf&retreat=never&dice=standard&losses=default")
    assert state.address == "/?game=aa&battle=3+inf+v+2+inf"


# pasted texts


@pytest.mark.parametrize(
    ("text", "game", "attacker", "defender"),
    [
        ("3 inf v 4 inf", "", "3 inf", "4 inf"),
        ("aa 3 inf vs. 4 inf", "aa", "3 inf", "4 inf"),
        ("aa: 3 inf versus 4 inf", "aa", "3 inf", "4 inf"),
        ("AA\n3 inf\n2 arm\nv\n4 inf", "aa", "3 inf, 2 arm", "4 inf"),
        ("1775\n3 continental\nv\n2 regulars", "1775", "3 continental", "2 regulars"),
        ("Attacker: 3 inf, 2 arm\nDefender: 4 inf", "", "3 inf, 2 arm", "4 inf"),
        ("- 3 inf\n- 2 arm\nagainst\n- 4 inf", "", "3 inf, 2 arm", "4 inf"),
        ("3 inf,\n2 arm v\n4 inf,\n1 art", "", "3 inf, 2 arm", "4 inf, 1 art"),
        ("10 infantry into 4 infantry?", "", "10 infantry", "4 infantry"),
        ("1 bomber attacks a battleship?", "", "1 bomber", "battleship"),
        ("1 inf + 1 tank against 3 inf and an AA gun?", "", "1 inf + 1 tank", "3 inf, AA gun"),
        ("3 inf", "", "3 inf", ""),
        ("v 3 inf", "", "", "3 inf"),
        ("aa v 3 inf", "", "aa", "3 inf"),  # here it is the AA gun
        ("aa, 3 inf v 2 inf", "", "aa, 3 inf", "2 inf"),
        ("", "", "", ""),
    ],
)
def test_what_people_paste(text, game, attacker, defender):
    found = read_pasted(text, ALIASES)
    assert (found.game, found.attacker, found.defender) == (game, attacker, defender)


def test_a_general_may_be_called_as_a_game_is():
    state = state_of("/?game=ww&battle=Washington+6/3+4+cu+v+british,+3+cu")
    assert state.attacker == "Washington 6/3 4 cu"
    assert answer_to(state).wrong == ""


def test_another_games_battle_leaves_this_games_options_behind():
    state = state_of("/?game=aa&retreat=best&aim=swing+%3E+0&battle=rb+3+militia+v+2+regulars")
    assert (state.entry.name, state.settings, state.aim) == ("rebellion-1775", {}, "")


# taps


def tapped(address, *touches):
    pairs = [*pairs_of(address), *(("tap", touch) for touch in touches)]
    return after_touches(read_state(pairs), pairs)


@pytest.mark.fault("B43")
def test_one_touch_is_one_unit():
    state = tapped("/?game=aa&battle=3+inf+v+2+inf", *["attacker~inf~+1"] * 4, "defender~arm~+1")
    assert state.battle == "7 inf v 2 inf, 1 arm"


def test_touches_build_a_battle_out_of_nothing_in_every_game():
    """Each game's taps alone come to a battle that the rules allow."""
    built = {
        "aa": ["attacker~inf~+1", "defender~inf~+1"],
        "ww": ["attacker~cu~+1", "attacker~general~Burgoyne", "defender~cu~+1"],
        "rb": ["attacker~militia~+1", "defender~regulars~+1"],
        "ccn": ["attacker~blocks~+1", "defender~blocks~+1", "defender~leader~1"],
    }
    assert set(built) == {game.aliases[0] for game in GAMES.values()}
    for game, touches in built.items():
        state = tapped(f"/?game={game}", *touches)
        assert answer_to(state).wrong == ""
        assert answer_to(state).verdict


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.aliases[0])
def test_every_tap_of_the_examples_says_what_it_did(game):
    """A touch changes just that, or is refused in a plain line; touched back, all is as before."""
    usual = {setting.key: setting.default for setting in game.settings}
    attacker, defender = game.examples[0]
    for side, text in (("attacker", attacker), ("defender", defender)):
        before = {tap.what: tap for tap in game.taps.offered(text, side, usual)}
        for what, tap in before.items():
            if tap.kind == "choice":
                values = [one for one in tap.choices if one != tap.now][:6]
            else:
                values = [n for n in (tap.now + 1, tap.now - 1) if tap.least <= n <= tap.most]
            for value in values:
                changed = game.taps.tapped(text, side, what=what, value=value, settings=usual)
                after = {one.what: one for one in game.taps.offered(changed, side, usual)}
                assert what not in after or after[what].now == value, (what, value, changed)
                if what in after and tap.kind != "choice":
                    back = game.taps.tapped(changed, side, what=what, value=tap.now, settings=usual)
                    read = [game.parse_side(one, side, usual) for one in (back, text)]
                    assert read[0] == read[1]


@pytest.mark.fault("B35", "B46")
def test_swapping_takes_along_what_each_side_is_told():
    state = tapped("/?game=rb&battle=3+militia+v+2+regulars&withdraw=at+1&way_out=no", "swap")
    assert state.battle == "2 regulars v 3 militia"
    assert state.settings == {"defender_withdraw": "at 1", "defender_way_out": "no"}
    assert tapped(state.address, "swap").settings == {"withdraw": "at 1", "way_out": "no"}


def test_swapping_twice_changes_nothing():
    """The counter-attack is the other side's: it goes away with it, and comes back."""
    address = "/?game=aa&battle=3+inf+v+4+inf&aim=territory_taken+%3E%3D+0.6&counter=2+arm"
    address += "&retreat=best&seed=3"
    once = tapped(address, "swap")
    assert once.counter == ""
    assert "other_counter=2+arm" in once.address
    assert (
        'name="other_counter" form="ask" value="2 arm"' in sheet.page(pairs_of(once.address)).html
    )
    assert tapped(once.address, "swap") == replace(state_of(address), typed=once.battle)


def test_clearing_leaves_nothing():
    address = "/?game=aa&battle=3+inf+v+4+inf&aim=territory_taken+%3E%3D+0.6&counter=2+arm"
    address += "&retreat=best&other_counter=1+inf&seed=3&trials=100&engine=simulate&worth=inf=4"
    assert tapped(address, "clear").address == "/?game=aa"


def test_what_is_covered_follows_the_game_that_is_pasted():
    html = sheet.pieces(pairs_of("/?game=aa&battle=ww+british,+2+cu+v+american,+1+cu")).html
    about = re.search(r'<p id="about">(.*?)</p>', html, re.DOTALL)[1]
    assert find_entry("ww").covers in unescape(about)


@pytest.mark.parametrize(
    "text",
    [
        '"3 inf, 2 arm" "4 inf, 1 art"',
        "'3 inf, 2 arm'  '4 inf, 1 art'",
        "“3 inf, 2 arm” “4 inf, 1 art”",
        '"3 inf, 2 arm" v "4 inf, 1 art"',
        "„3 inf, 2 arm“ against „4 inf, 1 art“",
        "“3 inf, 2 arm v 4 inf, 1 art”",
        "3 inf, 2 arm -> 4 inf, 1 art",
        "3 inf, 2 arm → 4 inf, 1 art",
        "3 inf, 2 arm=>4 inf, 1 art",
        "3 inf, 2 arm v4 inf, 1 art",
        "3inf 2arm v4inf, 1 art",
        "3 inf, 2 arm vs4 inf, 1 art",
        "3 inf, 2 arm vs.4 inf, 1 art",
        "http://127.0.0.1:8000/?game=aa&battle=3+inf%2C+2+arm+v+4+inf%2C+1+art",
        "127.0.0.1:8000/?game=aa&battle=3+inf,+2+arm+v+4+inf,+1+art",
        "localhost/?battle=3+inf,+2+arm+v+4+inf,+1+art&game=aa",
        " https://table.local/?game=aa&battle=3+inf,+2+arm+v+4+inf,+1+art\n",
    ],
)
def test_a_battle_is_read_however_it_is_parted(text):
    named = text if "game=aa" in text else f"aa {text}"
    state = read_state([("game", "rb"), ("battle", named)])
    assert battle_of(state).sides == AA_BATTLE


def test_the_page_says_what_short_names_stand_for():
    answer = answer_to(state_of("/?game=aa&battle=3+inf,+2+arm+v+4+inf,+1+aa"))
    rests = str(dict(answer.parts)["What it rests on"])
    assert "Names: inf is infantry, arm is tank, aa is AA gun." in rests
    assert "fighter" not in rests.partition("Names:")[2]


def test_a_link_that_is_pasted_brings_all_its_options():
    address = (
        "/?game=ww&battle=british,+2+cu+v+american,+1+cu&alliance=after&aim=attacker_wins+%3E+0.5"
    )
    state = read_state(
        [("game", "aa"), ("battle", f"http://192.0.2.7:8000{address}"), ("aim", "x")]
    )
    assert state == state_of(address)


@pytest.mark.parametrize("text", ["asdf", "3 inf, 2 fooo", "/tmp/x", "v asdf", "3 inf 2 v"])
def test_a_side_that_cannot_be_read_is_told_before_the_other_is_there(text):
    answer = answer_to(read_state([("game", "aa"), ("battle", text)]))
    assert answer.wrong.startswith(("unknown unit", "cannot read", "the number"))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.aliases[0])
def test_one_side_alone_is_no_fault(game):
    for attacker, defender in game.examples:
        for text in (attacker, f"{attacker} v", f"v {defender}"):
            assert answer_to(read_state([("game", game.name), ("battle", text)])).wrong == ""


@pytest.mark.fault("B44")
@pytest.mark.parametrize("game", [entry.aliases[0] for entry in entries() if entry.game])
def test_no_battle_no_numbers(game):
    html = sheet.page([("game", game)]).html
    assert "No battle yet" in html
    assert "wo-" not in html.replace("/fragments.css", "")
    assert not re.search(r"\d %", html)


def test_a_choice_counts_only_for_the_text_that_it_stood_beside():
    pick = "pick=attacker~general~Burgoyne"
    battle = "british,+4+cu+v+american,+3+cu"
    chosen = state_of(f"/?game=ww&battle={battle}&was={battle}&{pick}")
    assert chosen.attacker == "british, 4 cu, Burgoyne"
    typed = state_of(f"/?game=ww&battle=british,+2+cu+v+american,+3+cu&was={battle}&{pick}")
    assert typed.attacker == "british, 2 cu"


def test_a_form_without_script_is_moved_to_the_short_address():
    moved = sheet.page(pairs_of("/?game=aa&battle=3+inf+v+2+inf&aim=&retreat=&was=3+inf+v+2+inf"))
    assert moved.moved == "/?game=aa&battle=3+inf+v+2+inf"
    assert sheet.page(pairs_of(moved.moved)).moved == ""


# what is wrong


@pytest.mark.fault("B32")
def test_what_is_wrong_is_a_line_with_its_remedy():
    answer = answer_to(state_of("/?game=aa&battle=5+infantri+v+4+inf"))
    assert answer.wrong.startswith("unknown unit 'infantri': did you mean inf?")
    assert [fix.command for fix in answer.fixes] == ["fix~infantri~inf"]
    assert (answer.verdict, answer.picture, answer.parts) == (None, None, ())


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("game=chess", "no game is called 'chess'"),
        ("game=aa&battle=3+inf+v+2+inf+v+1+inf", "more than one 'v'"),
        ("game=aa&battle=1000000000+inf+v+1+inf", "1000000000"),
        ("game=aa&battle=3+inf+v+2+inf&nonsense=1", "no setting 'nonsense'"),
        ("game=aa&battle=3+inf+v+2+inf&trials=1e9", "trials='1e9'"),
        ("game=aa&battle=3+inf+v+2+inf&trials=99999999", "more than the limit"),
        ("game=aa&battle=3+inf+v+2+inf&aim=glory", "glory"),
        ("game=aa&battle=3+inf+v+2+inf&tap=attacker~horse~%2B1", "horse"),
        ("game=aa&battle=3+inf+v+2+inf&tap=nobody", "cannot read the touch"),
        (f"game=aa&battle={3000 * 'x'}", "characters"),
        ("game=mt&without=nobody", "nobody"),
    ],
)
def test_bad_addresses_are_a_page_that_says_so(query, says):
    html = sheet.page(pairs_of(f"/?{query}")).html
    assert html.count('class="wrong"') == 1
    line = html.split('<p class="wrong">')[1].split("</p>")[0]
    assert says in line.replace("&#39;", "'")
    assert "wo-verdict" not in html


def test_whatever_is_typed_stays_text():
    evil = "<script>alert(1)</script>\"'><img src=x>"
    for key in ("battle", "game", "aim", "retreat", "tap", evil):
        pairs = [("battle", "3 inf v 2 inf"), (key, evil)]
        tags = Tags(sheet.page(pairs).html)
        assert not tags.of("img")
        assert [one.get("src", "") for one in tags.of("script")] != []
        assert all(one["src"].startswith("/static/") for one in tags.of("script"))


SNIPPETS = (
    *("3", "inf", "arm", "v", "vs", "aa", "ww", "ccn:", "british", "5 cu", "Burgoyne", "|", "="),
    *("retreat=best", "French line 4", "leader", "on hill", ",", "\n", "none", "~", "+1", "<b>"),
    *("", "regulars", "Attacker:", "deck", "-3", "99999999999", "\x00", "v v", "always", "best"),
)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_asked_there_is_a_page_and_never_a_fault(seed):
    rng = random.Random(seed)
    names = [entry.aliases[0] for entry in entries()]
    known = [s.key for one in (*GAMES.values(), *decks().values()) for s in one.settings]
    whats = ("inf", "cu", "blocks", "general", "unit", "nation", "leader", "side", "", "~")
    values = ("+1", "-1", "1", "0", "", "99999", "French", "LEADER", "any nation", "Washington")
    for _ in range(75):
        game, battle = rng.choice([*EXAMPLES, *((name, "") for name in names)])
        pairs = [("quick", "yes"), ("game", game), ("battle", battle)]
        for _ in range(rng.randrange(4)):
            said = " ".join(rng.choice(SNIPPETS) for _ in range(rng.randrange(5)))
            pairs.append((rng.choice([*NAMED, *known, "zz"]), said))
            touch = (rng.choice(("attacker", "defender")), rng.choice(whats), rng.choice(values))
            pairs.append(("tap", "~".join(touch)))
        assert '<div id="news"' in sheet.pieces(rng.sample(pairs, len(pairs))).html


def test_a_battle_too_large_for_an_exact_answer_is_simulated_as_long_as_people_wait():
    battle = "20+continental,+20+militia,+10+french+v+20+regulars,+10+loyalist,+10+hessian"
    answer = answer_to(state_of(f"/?game=rb&battle={battle}"), quick=True)
    assert "simulated, 10,000 battles" in dict(answer.parts)["What it rests on"]
    assert "±" in answer.verdict
    more = answer_to(state_of(f"/?game=rb&battle={battle}&trials=500"), quick=True)
    assert "simulated, 500 battles" in dict(more.parts)["What it rests on"]


def test_a_game_whose_sides_have_no_taps_has_a_page_too():
    game = dataclasses.replace(GAMES["axis-allies"], taps=None)
    state = State(Entry(game, None), "battle", "3 inf", "2 inf")
    assert sides_of(state) == ()
    assert "HOLD" in answer_to(state).verdict


# the page as HTML


@pytest.mark.parametrize(("game", "battle"), EXAMPLES)
def test_the_answer_is_the_command_lines(game, battle):
    told = ask_json("should-attack", game, battle)
    answer = answer_to(state_of(f"/?game={game}&battle={battle.replace(' ', '+')}"))
    assert told["verdict"].replace("_", " ").upper() in answer.verdict
    headings = dict(answer.parts)
    assert ("What would flip it" in headings) == bool(told["flips"])
    assert ("Modifiers" in headings) == bool(told.get("modifiers"))
    for line in told["assumes"]:
        assert escape(line) in headings["What it rests on"]


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.aliases[0])
def test_pages_are_well_formed_labelled_and_load_nothing_from_elsewhere(entry):
    address = f"/?game={entry.aliases[0]}"
    if entry.game:
        address += f"&battle={' v '.join(entry.game.examples[0]).replace(' ', '+')}"
    html = sheet.page(pairs_of(address)).html
    tags = Tags(html)
    ids = [one["id"] for _, one in tags.all if "id" in one]
    assert len(ids) == len(set(ids))
    labelled = {one.get("for") for one in tags.of("label")}
    for one in tags.of("input", "select", "textarea"):
        assert one.get("type") == "hidden" or one.get("aria-label") or one["id"] in labelled
        assert one.get("aria-describedby", ids[0]) in ids
    for _, one in tags.all:
        assert not {"style", "onclick", "onload"} & set(one)  # the policy forbids them
        for key in ("src", "href", "action"):
            assert one.get(key, "/").startswith(("/", "#"))
    assert not tags.of("style", "iframe", "object")
    assert [tag for tag, _ in tags.all if tag in ("h1", "main")] == ["h1", "main"]


def test_files_are_not_among_the_fields_and_others_wait_for_what_they_need():
    for game in GAMES.values():
        state = state_of(f"/?game={game.aliases[0]}")
        first, rest = option_fields(state, Battle.parse(game, *game.examples[0]))
        keys = {field.key for field in (*first, *rest)}
        files = {setting.key for setting in game.settings if setting.file}
        assert not keys & files
        assert not keys & {s.key for s in game.settings if s.needs in files}
        assert {s.key for s in game.settings if not (s.file or s.needs)} <= keys
    raid = state_of("/?game=aa&raid=10")
    assert {"damage", "escorts"} <= {field.key for field in option_fields(raid, None)[1]}


def test_choices_of_settings_are_what_they_take():
    """Each value that a select offers is understood, and no setting has others in its errors."""
    for known in (*GAMES.values(), *decks().values()):
        usual = {setting.key: setting.default for setting in known.settings}
        for setting in known.settings:
            for text in filter(None, (*setting.choices, *setting.offered)):
                value = setting.parse(text, usual)
                assert setting.parse(setting.shows(value), usual) == value


@pytest.fixture(scope="module")
def page():
    with Page() as served:
        yield served


def test_pages_and_pieces_over_http(page):
    address = "/?game=aa&battle=3+inf+v+2+inf"
    whole = page.get(address)
    assert (whole.status_code, whole.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "unsafe" not in whole.headers["content-security-policy"]
    pieces = page.get(f"/answer{address[1:]}")
    verdict = pieces.text.split('<div id="verdict"')[1].split("</section>")[0]
    assert verdict in whole.text
    touched = page.get(f"{address}&tap=attacker~inf~%2B1")
    assert (touched.status_code, touched.headers["location"]) == (
        303,
        "/?game=aa&battle=4+inf+v+2+inf",
    )
    for one in Tags(whole.text).of("link", "script"):
        found = page.get(one.get("src") or one["href"])
        assert found.status_code == 200
        assert found.text.strip()


class Pressed:
    """A crew that has time for the quickest alone, or for nothing."""

    def __init__(self, *, idle):
        self.idle = idle

    async def run(self, function, pairs, **_):
        if self.idle and ("quick", "yes") in pairs:
            return function(pairs)
        raise RefusalError("too many ask at once", status=503, kind="busy")


def test_a_page_shows_the_verdict_where_there_is_no_time_for_what_would_flip_it(page, monkeypatch):
    address = "/?game=aa&battle=3+inf,+2+arm+v+4+inf,+1+art"
    monkeypatch.setattr(view, "crew_of", lambda _: Pressed(idle=True))
    shown = page.get(address)
    assert (shown.status_code, shown.text.count('class="wait"')) == (200, 1)
    assert "HOLD" in shown.text
    monkeypatch.setattr(view, "crew_of", lambda _: Pressed(idle=False))
    refused = page.get(address)
    assert refused.status_code == 503
    assert Tags(refused.text).of("a")[0]["href"] == address


def test_a_refusal_is_a_page_that_lets_ask_again(page):
    html = sheet.refused("too many ask at once <now>", "/?game=aa&battle=3+inf+v+2+inf")
    assert "too many ask at once &lt;now&gt;" in html
    assert Tags(html).of("a")[0]["href"] == "/?game=aa&battle=3+inf+v+2+inf"
    assert page.get("/nothing").status_code == 404
