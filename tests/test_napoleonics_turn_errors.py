"""Turns of Commands & Colors: Napoleonics that are refused, each in one plain line."""

import pytest
from commandline import ask, is_plain_refusal
from napoleonics_turn_cases import AT, HILL, PLAN, RACE, THEN, written

MORE_ATTACKERS = "".join(f'[[attacker]]\nname = "x{n}"\nunit = "INF 1"\n{AT}' for n in range(7))
MORE_TARGETS = "".join(f'[[target]]\nname = "x{n}"\n{HILL}' for n in range(3))
LARGE = (
    PLAN.replace('"ART 1"', '"INF 2 on hill"') + MORE_TARGETS[: len(MORE_TARGETS) // 3 * 2]
).replace("INF 2 on hill", "INF 5 leader, may square") + MORE_ATTACKERS[
    : len(MORE_ATTACKERS) // 7 * 6
]


def reach(text):
    """The plan with another reach of the line's."""
    return PLAN.replace(AT, f"at = [{{ {text} }}]\n")


def then(text):
    """The plan with another bonus melee of the cavalry's."""
    return PLAN.replace(THEN, f"then = [{{ {text} }}]")


def target(text):
    """The plan with another first target."""
    return PLAN.replace(HILL, text + "\n")


def later(text):
    """The plan with a race."""
    return f"{PLAN}[race]\n{text}\n"


WRONG = {  # (the plan, what its refusal says)
    "a key of the plan": ("aims = 3\n" + PLAN, "did you mean 'aim'"),
    "a setting of one combat": ('follow = "best"\n' + PLAN, "'follow' is not known"),
    "an aim": ('aim = "win"\n' + PLAN, "aim is net_value or banner_swing or last_banner or race"),
    "an aim that is no text": ("aim = 3\n" + PLAN, "aim is net_value or"),
    "the last banner, no score": ('aim = "last_banner"\n' + PLAN, "give to_win and score"),
    "a race, no score": ('aim = "race"\n' + later("enemy = [[0.5], [0.5]]"), "to_win and score"),
    "a race, no enemy": ('aim = "race"\nto_win = 3\n' + PLAN, "[race] enemy"),
    "to win nothing": ("to_win = 0\n" + PLAN, "from 1 to 20"),
    "to win too much": ("to_win = 21\n" + PLAN, "from 1 to 20"),
    "to win true": ("to_win = true\n" + PLAN, "from 1 to 20"),
    "a score without an end": ("score = [0, 0]\n" + PLAN, "to_win"),
    "a score that has won": ("to_win = 3\nscore = [3, 0]\n" + PLAN, "below to_win = 3"),
    "half a score": ("to_win = 3\nscore = [1]\n" + PLAN, "two whole numbers"),
    "a score as text": ('to_win = 3\nscore = "1:2"\n' + PLAN, "two whole numbers"),
    "worths": ('worth = "gold=3"\n' + PLAN, "unknown key 'gold'"),
    "a rule": ('terrain_dice = "most"\n' + PLAN, "terrain_dice is sum or worst"),
    "a file": ('nations = "/nowhere.toml"\n' + PLAN, "cannot read the nations file"),
    "a hand": ("hand = 99\n" + PLAN, "from 0 to 12"),
    "what is wanted": ('want = "gold > 3"\n' + PLAN, "no event or quantity 'gold'"),
    "wanted, no text": ("want = 3\n" + PLAN, "want is a text"),
    "wanted, half": ('want = "net_value >"\n' + PLAN, "cannot read 'net_value >'"),
    "no game": (PLAN.replace('game = "ccn"\n', ""), "no game is called ''"),
    "another game": (PLAN.replace('"ccn"', '"aa"'), "axis-allies has no turns of attacks"),
    "no TOML": (PLAN + "[[[\n", "the plan is not TOML"),
    # targets
    "one table of targets": (
        'game = "ccn"\n[target]\nname = "a"\nunit = "INF 1"\n',
        "write each as a [[target]] of its own",
    ),
    "no target": (PLAN[:13] + PLAN[PLAN.index("[[attacker]]") :], "0 targets: a turn has 1 to 4"),
    "five targets": (PLAN + MORE_TARGETS, "5 targets: a turn has 1 to 4"),
    "a target's key": (target(HILL + 'hex = "hill"'), "[[target]] 1 ('hill'): key 'hex'"),
    "a target without a unit": (target(""), "[[target]] 1 ('hill'): unit is missing"),
    "a unit as number": (target("unit = 4"), "unit is a text in quotes, not 4"),
    "a unit without blocks": (target('unit = "INF x"'), "[[target]] 1 ('hill'): INF in 'INF x'"),
    "behind": (target(HILL + 'behind = "sea"'), "[[target]] 1 ('hill'): unknown terrain 'sea'"),
    "behind as number": (target(HILL + "behind = 3"), "behind is a text in quotes, not 3"),
    "no name": (PLAN.replace('name = "hill"\n', ""), "[[target]] 1: name is missing"),
    "an empty name": (PLAN.replace('name = "hill"', 'name = " "'), "the name is empty"),
    "a name twice": (PLAN.replace('name = "guns"', 'name = "hill"'), "'hill' is there twice"),
    "First Strike": (target('unit = "INF 2, first-strike"'), "First Strike is one card"),
    "maybe First Strike": (target('unit = "INF 2, may first-strike"'), "First Strike is one card"),
    # attackers
    "no attacker": (PLAN[: PLAN.index("[[attacker]]")], "0 attackers: a turn has 1 to 8"),
    "nine attackers": (PLAN + MORE_ATTACKERS, "9 attackers: a turn has 1 to 8"),
    "an attacker twice": (PLAN.replace('"horse"', '"line"'), "'line' is there twice"),
    "guns in the text": (PLAN.replace('"INF 3"', '"INF 3, with ART 3"'), "an attacker of its own"),
    "nobody to attack": (PLAN.replace(AT, ""), "[[attacker]] 1 ('line'): at is a list of tables"),
    "at nobody": (PLAN.replace(AT, "at = []\n"), "at is a list of tables"),
    "at a number": (PLAN.replace(AT, "at = [1]\n"), "at is a list of tables"),
    "at a name": (PLAN.replace(AT, 'at = "hill"\n'), "at is a list of tables"),
    "a reach's key": (reach('target = "hill", distance = 1'), "at: key 'distance' is not known"),
    "no range": (reach('target = "hill"'), "at: range is missing; it is the hexes to the target"),
    "a range below": (reach('target = "hill", range = -1'), "range = -1 is not the hexes"),
    "a range beyond": (reach('target = "hill", range = 10'), "range = 10 is not the hexes"),
    "a range that is true": (reach('target = "hill", range = true'), "range = true is not"),
    "a range as text": (reach('target = "hill", range = "1"'), "range = '1' is not the hexes"),
    "a hex and a half": (reach('target = "hill", range = 1, retreated = 1.5'), "retreated = 1.5"),
    "an unknown target": (reach('target = "hil", range = 1'), "did you mean 'hill'"),
    "no target named": (reach("range = 1"), "[[attacker]] 1 ('line'): at: target is missing"),
    "a target twice": (
        reach('target = "hill", range = 1 }, { target = "hill", range = 2'),
        "a target is there twice",
    ),
    "infantry goes on": (reach(f'target = "hill", range = 1, {THEN}'), "only cavalry goes on"),
    "then the same": (then('target = "hill"'), "at another target than the one just beaten"),
    "then from a town": (then('target = "guns", hex = "town"'), "not from town"),
    "then from the sea": (then('target = "guns", hex = "sea"'), "unknown terrain 'sea'"),
    "then an unknown": (then('target = "gins"'), "did you mean 'guns'"),
    "then a key": (then('target = "guns", range = 1'), "at: then: key 'range' is not known"),
    "then a number": (PLAN.replace(THEN, "then = 1"), "then is a list of tables"),
    # what the rules never allow
    "beyond its range": (
        reach('target = "hill", range = 3'),
        "[[attacker]] 1 ('line'): at 'hill': INF fires at 2 hexes, not 3 (CC-10)",
    ),
    "far beyond its range": (
        PLAN.replace('"INF 3"', '"ART 3"').replace("range = 1 }]\n[[", "range = 9 }]\n[["),
        "[[attacker]] 1 ('line'): at 'hill': ART fires at",
    ),
    "cavalry fires": (
        PLAN.replace('range = 1, then = [{ target = "guns" }]', "range = 2"),
        "[[attacker]] 2 ('horse'): at 'hill': CAV cannot fire",
    ),
    "fire at a leader": (
        target('unit = "LEADER"').replace("range = 1 }]\n[[", "range = 2 }]\n[["),
        "[[attacker]] 1 ('line'): at 'hill': a leader alone cannot be fired at",
    ),
    "too small a hand": (
        "hand = 1\n" + target('unit = "INF 2, may square"'),
        "[[target]] 1 ('hill'): with 1 command cards in hand no square is formed",
    ),
    "in square, too small a hand": (
        "hand = 1\n" + target('unit = "INF 2, square"'),
        "[[target]] 1 ('hill'): with 1 command cards in hand no square is formed",
    ),
    "a fifth square": (
        "squares = 4\n" + target('unit = "INF 2, may square"'),
        "[[target]] 1 ('hill'): 4 squares stand already",
    ),
    # what is missing, and words of TOML
    "no to_win": ("score = [0, 0]\n" + PLAN, "to_win is missing; it is a whole number"),
    "a to_win that is true": ("to_win = true\n" + PLAN, "to_win = true is not"),
    "a score that is true": ("to_win = 3\nscore = [true, 0]\n" + PLAN, "score = [true, 0] is not"),
    "an aim that is true": ("aim = true\n" + PLAN, "not true"),
    "a hand that is true": ("hand = true\n" + PLAN, "hand='true'"),
    "a name that is true": (PLAN.replace('"hill"\nunit', "true\nunit"), "in quotes, not true"),
    "wanted, true": ("want = true\n" + PLAN, "not true"),
    "a game that is true": (PLAN.replace('"ccn"', "true"), "no game is called 'true'"),
    "who moves, true": (RACE + "moves = true\n", "moves is own or enemy, not true"),
    # the race
    "a race's key": (later("ours = [[1]]"), "[race]: 'ours' is not known"),
    "a race that is none": ("race = 3\n" + PLAN, "race is a table"),
    "no table": (later("own = 3"), "own is a table of chances"),
    "a row only": (later("own = [0.5, 0.5]"), "own is a table of chances"),
    "ragged rows": (later("own = [[0.5, 0.2], [0.3]]"), "own is a table of chances"),
    "chances below 0": (later("own = [[1.5, -0.5]]"), "own is a table of chances"),
    "chances that are none": (later("own = [[nan]]"), "own is a table of chances"),
    "chances beyond 1": (later("enemy = [[0.5, 0.2]]"), "they sum to 0.7"),
    "a race for an aim": ('aim = "race"\n' + RACE, "'aim' goes with [[target]]s"),
    "a race without own turns": (RACE.replace("own =", "#"), "own and enemy"),
    "a race without an end": (RACE.replace("to_win = 3\nscore = [1, 2]\n", ""), "needs to_win"),
    "who moves": (RACE + 'moves = "me"\n', "moves is own or enemy, not 'me'"),
    "who moves, a number": (RACE + "moves = 3\n", "moves is own or enemy, not 3"),
    "nobody ever wins": (
        'game = "ccn"\nto_win = 2\n[race]\nown = [[1]]\nenemy = [[1.0, 0]]\n',
        "nobody wins",
    ),
    "too large": (LARGE, "more than the limit"),
}


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("name", WRONG)
def test_wrong_plans_are_refused_in_one_plain_line(tmp_path, name):
    text, said = WRONG[name]
    answer = ask("campaign", written(tmp_path, text))
    assert is_plain_refusal(answer), answer
    assert said in answer.err


SILENT = {  # what could never be meant, and would be an answer to another question
    "a target that has moved": target('unit = "INF 1, moved"'),
    "a target with a card": target('unit = "INF 1, card +1"'),
    "cavalry in square": target('unit = "CAV 1, square"'),
    "an edge and nowhere to go": target('unit = "INF 1 leader, edge, impassable"'),
    "a leader with dice": target('unit = "LEADER, dice 3"'),
    "a leader attacks": PLAN.replace('"INF 3"', '"LEADER"'),
    "an attacker reacts": PLAN.replace('"INF 3"', '"INF 3, may square"'),
    "who moves in a turn": "to_win = 3\n" + later('enemy = [[0.5], [0.5]]\nmoves = "me"'),
    "chances as text": RACE.replace("[[0.5], [0.5]]", '[["0.5"], ["0.5"]]'),
    "a race without a score": later("enemy = [[0.5], [0.5]]"),
    "wanted of a race": 'want = "gold > 3"\n' + RACE,
}


@pytest.mark.rule("CC-40")
@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_passed_over_in_silence(tmp_path, name):
    assert is_plain_refusal(ask("campaign", written(tmp_path, SILENT[name])))


@pytest.mark.rule("CC-10")
def test_a_target_may_be_out_of_reach_once_it_has_retreated(tmp_path):
    answer = ask("campaign", written(tmp_path, reach('target = "hill", range = 2, retreated = 3')))
    assert (answer.code, answer.err) == (0, "")


@pytest.mark.rule("CC-26")
def test_a_hand_is_of_no_matter_where_no_cavalry_comes(tmp_path):
    text = "hand = 1\n" + target('unit = "INF 2, may square"')
    answer = ask("campaign", written(tmp_path, text[: text.rindex("[[attacker]]")]))
    assert (answer.code, answer.err) == (0, "")


@pytest.mark.rule("CC-14", "CC-21")
def test_cavalry_that_retires_can_be_fired_at(tmp_path):
    """It retires from infantry alone; fire is never answered."""
    plan = 'game = "ccn"\n[[target]]\nname = "it"\nunit = "CAV 1, retire"\n'
    plan += '[[attacker]]\nname = "guns"\nunit = "ART 3"\nat = [{ target = "it", range = 3 }]\n'
    answer = ask("campaign", written(tmp_path, plan))
    assert is_plain_refusal(answer) or "guns fires at it" in answer.out


@pytest.mark.parametrize(
    "given",
    [
        ("--trials", "500"),
        ("--seed", "1"),
        ("--precision", "0.01"),
        ("--engine", "simulate"),
        ("--order", "best"),
        ("--order", "best", "--by", "net_value"),
    ],
)
def test_options_of_battles_in_a_row_are_refused(tmp_path, given):
    answer = ask("campaign", written(tmp_path, PLAN), *given)
    assert is_plain_refusal(answer)
    assert given[0].lstrip("-") in answer.err


def test_errors_are_json_too(tmp_path):
    answer = ask("campaign", written(tmp_path, then('target = "gins"')), "--format", "json")
    assert answer.code == 2
    assert answer.json["kind"] == "option"
    assert (answer.json["given"], answer.json["allowed"]) == ("gins", ["hill", "guns"])
