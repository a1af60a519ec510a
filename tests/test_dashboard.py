"""The dashboard: whatever is touched, what is shown is the answer to what the controls say."""

import subprocess
import sys

import pytest
from markup import parsed

ipywidgets = pytest.importorskip("ipywidgets")

from analysis import odds, should_attack  # noqa: E402
from analysis.dashboard import dashboard  # noqa: E402
from combat.errors import NotationError, UnknownUnitError  # noqa: E402
from combat.game import PLAN, ROLES  # noqa: E402
from combat.games import GAMES, parse_battle  # noqa: E402

SMALL = "aa 3 inf, 2 arm v 4 inf, 1 art"


@pytest.fixture
def panel():
    return dashboard(SMALL)


def battle_of(panel):
    return panel.advice.outcomes.battle


def is_in_step(panel):
    """Whether what is shown is the answer to what stands in the controls."""
    settings = panel.settings.values()
    asked = parse_battle(panel.game.value, panel.attacker.value, panel.defender.value, **settings)
    shown = parsed(panel.answer.value)
    fresh = should_attack(asked, aim=panel.aim.value or None, with_flips=panel.more.value)
    return (
        panel.error.value == ""
        and shown.first("p", "wo-reason").text == fresh.reason == panel.advice.reason
        and shown.first("span", "wo-battle").text == str(asked) == str(battle_of(panel))
    )


def test_it_begins_with_the_battle_that_it_is_given(panel):
    assert is_in_step(panel)
    assert (panel.game.value, panel.attacker.value) == ("axis-allies", "3 inf, 2 arm")
    assert panel.sides["attacker"].by_name["inf"].value == 3
    assert panel.sides["defender"].by_name["art"].value == 1


def test_settings_of_a_battle_are_set():
    panel = dashboard("aa 3 inf, 2 arm v 4 inf | retreat=best | worth=territory=3")
    assert panel.settings.by_name["retreat"].value == "best"
    assert panel.settings.values() == battle_of(panel).shown_settings
    assert "wo-map" in panel.answer.value
    assert is_in_step(panel)


def test_without_a_battle_it_begins_with_an_example():
    panel = dashboard()
    game = next(iter(GAMES.values()))
    assert battle_of(panel).sides == parse_battle(game.name, *game.examples[0]).sides


@pytest.mark.parametrize(
    ("number", "text"), [(4, "4 inf, 2 arm"), (0, "2 arm"), (12, "12 inf, 2 arm")]
)
def test_a_slider_changes_text_and_answer(panel, number, text):
    panel.sides["attacker"].by_name["inf"].value = number
    assert panel.attacker.value == text
    assert is_in_step(panel)
    exact = odds(f"aa {text} v 4 inf, 1 art").event("territory_taken")
    assert panel.advice["territory_taken"] == exact


def test_a_text_changes_sliders_and_answer(panel):
    panel.defender.value = "20 infantry; 1 aa"
    controls = panel.sides["defender"].by_name
    assert (controls["inf"].value, controls["aa"].value, controls["art"].value) == (20, 1, 0)
    assert controls["inf"].max >= 20
    assert is_in_step(panel)


def test_controls_stay_where_they_are_if_only_numbers_change(panel):
    before = panel.sides["attacker"].box.children
    panel.attacker.value = "5 inf, 1 ftr"
    panel.sides["defender"].by_name["inf"].value = 9
    assert panel.sides["attacker"].box.children == before


def test_each_change_is_answered_once(panel):
    seen = []
    panel.answer.observe(lambda event: seen.append(event["new"]), names="value")
    panel.sides["attacker"].by_name["inf"].value = 5
    assert len(seen) == 1
    panel.swap.click()
    assert len(seen) == 2
    panel.game.value = "washingtons-war"
    assert len(seen) == 3


def test_sliders_have_room_and_sides_are_stacked_where_there_is_none_abreast(panel):
    for role in ROLES:
        for control in panel.sides[role].by_name.values():
            wide, named = control.layout.width, control.style.description_width
            if isinstance(control, ipywidgets.IntSlider):  # beside it: the name, and the number
                assert float(wide.removesuffix("em")) - float(named.removesuffix("em")) >= 16
            assert control.layout.max_width == "100%"
    (sides, answer) = panel.widget.children[-1].children
    assert answer is panel.answer
    assert "wrap" in sides.layout.flex_flow


def test_sides_are_swapped(panel):
    panel.swap.click()
    assert (panel.attacker.value, panel.defender.value) == ("4 inf, 1 art", "3 inf, 2 arm")
    assert panel.sides["attacker"].by_name["art"].value == 1
    assert is_in_step(panel)


def test_an_aim_is_what_is_wanted(panel):
    panel.aim.value = "territory_taken >= 0.2"
    assert panel.advice.verdict == "attack"
    assert is_in_step(panel)
    panel.aim.value = "territory_taken >= 0.2 and moon >= 1"
    assert "moon" in panel.error.value
    panel.aim.value = ""
    assert is_in_step(panel)


def test_more_shows_what_flips_it(panel):
    assert "what would flip it" not in panel.answer.value
    panel.more.value = True
    flips = parsed(panel.answer.value)
    heads = [head.text for head in flips.all("th")]
    assert "what would flip it" in heads
    assert is_in_step(panel)
    assert panel.advice.flips == should_attack(SMALL).flips
    panel.more.value = False
    assert "what would flip it" not in panel.answer.value


def test_what_cannot_be_read_is_one_line_and_the_answer_stays(panel):
    before = panel.answer.value
    panel.attacker.value = "3 <b>inff"
    line = parsed(panel.error.value)
    assert line.first("span").attributes["role"] == "alert"
    assert "<b>" not in panel.error.value
    assert "\n" not in line.text
    assert panel.answer.value == before
    with pytest.raises((UnknownUnitError, NotationError)) as refused:
        parse_battle("aa", "3 <b>inff", "4 inf, 1 art")
    assert line.text == str(refused.value)
    panel.attacker.value = "3 inf"
    assert is_in_step(panel)


def test_a_battle_that_the_rules_forbid_is_one_line(panel):
    panel.sides["attacker"].by_name["ss"].value = 1
    assert "ss" in parsed(panel.error.value).text
    assert panel.attacker.value == "3 inf, 2 arm, 1 ss"  # the slider stays where it was moved to
    panel.sides["attacker"].by_name["ss"].value = 0
    assert is_in_step(panel)


def test_a_bad_setting_is_one_line(panel):
    panel.settings.by_name["retreat"].value = "whenever"
    assert "whenever" in panel.error.value
    panel.settings.by_name["retreat"].value = "after 1"
    assert battle_of(panel).shown_settings == {"retreat": "after 1"}
    assert is_in_step(panel)


def test_a_setting_that_needs_another_is_seen_with_it(panel):
    needy = {
        setting.key: setting.needs
        for setting in battle_of(panel).game.settings
        if setting.needs and setting.needs != PLAN
    }
    assert needy
    for key in needy:
        assert panel.settings.by_name[key].layout.display == "none"
    panel.settings.by_name["raid"].value = "ic"
    for key, needed in needy.items():
        hidden = panel.settings.by_name[key].layout.display == "none"
        assert hidden == (needed != "raid")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_controls(panel, name):
    panel.game.value = name
    game = GAMES[name]
    assert is_in_step(panel)
    assert battle_of(panel).game is game
    known = {one.key for one in game.settings if not one.file and one.needs != PLAN}
    assert set(panel.settings.by_name) == known
    for role in ROLES:
        text = getattr(panel, role).value
        taps = game.taps.offered(text, role, battle_of(panel).settings)
        assert [tap.what for tap in taps] == list(panel.sides[role].by_name)


@pytest.mark.parametrize("name", GAMES)
def test_every_control_of_a_game_can_be_moved(name):
    """Moved one step, it changes its side, or is refused in a line and nothing breaks."""
    battle = parse_battle(name, *GAMES[name].examples[0])
    moved = 0
    for role in ROLES:
        for what in list(dashboard(battle).sides[role].by_name):
            panel = dashboard(battle)
            control = panel.sides[role].by_name[what]
            if isinstance(control, ipywidgets.Dropdown):
                others = [value for _, value in control.options if value != control.value]
                control.value = others[0]
            elif isinstance(control, ipywidgets.Checkbox):
                control.value = not control.value
            else:
                control.value += 1 if control.value < control.max else -1
            if panel.error.value:
                assert "\n" not in panel.error.value
            else:
                assert is_in_step(panel)
                moved += 1
    assert moved > 4


def test_a_new_game_forgets_the_old_ones_aim(panel):
    panel.aim.value = "territory_taken >= 0.2"
    panel.game.value = "washingtons-war"
    assert panel.aim.value == ""
    assert is_in_step(panel)


def test_it_names_its_battle_where_widgets_cannot_be_shown(panel):
    data = panel._repr_mimebundle_()
    data = data[0] if isinstance(data, tuple) else data
    assert data["text/plain"] == f"<Dashboard: {battle_of(panel)}>"
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == panel.widget.model_id
    assert parsed(data["text/html"]).first("span", "wo-battle").text == str(battle_of(panel))
    panel.attacker.value = "9 inf"
    later = panel._repr_mimebundle_()
    for bundle in (data, later):
        still = parsed(bundle["text/html"])
        assert "once this cell is run" in still.first("p", "wo-method").text
        assert list(still.all("img"))
        assert not list(still.all("svg"))
    assert parsed(later["text/html"]).first("span", "wo-battle").text == str(battle_of(panel))


def test_a_battle_that_cannot_be_read_is_refused():
    with pytest.raises(UnknownUnitError):
        dashboard("aa 3 inff v 2 inf")


def test_without_the_extra_a_line_says_how_to_get_it():
    program = (
        "import sys\nsys.modules['ipywidgets'] = None\n"
        "from analysis.dashboard import dashboard\nfrom combat.errors import OptionError\n"
        "try:\n    dashboard()\nexcept OptionError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (
        "the dashboard needs the extra 'notebooks': pip install 'wargame-odds[notebooks]'\n",
        "",
    )


def test_asking_for_a_dashboard_loads_widgets_and_importing_does_not():
    program = "import analysis.dashboard, sys; print('ipywidgets' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")
