"""Turns of Commands & Colors: Napoleonics for tests: made by hand, and as text."""

import json
from fractions import Fraction

from napoleonics_oracle import lone_leader, plain, unit
from napoleonics_turn_combats import Attacker, Plan, Reach, Target

SCORE = {
    "to_win": 3,
    "score": (1, 2),
    "enemy": {(0, 0): Fraction(1, 2), (1, 0): Fraction(3, 10), (0, 1): Fraction(1, 5)},
}

# --- a plan file --------------------------------------------------------------------------------

HILL = 'unit = "INF 2 on hill"\n'
AT = 'at = [{ target = "hill", range = 1 }]\n'
THEN = 'then = [{ target = "guns" }]'
PLAN = f"""game = "ccn"
[[target]]
name = "hill"
{HILL}[[target]]
name = "guns"
unit = "ART 1"
[[attacker]]
name = "line"
unit = "INF 3"
{AT}[[attacker]]
name = "horse"
unit = "CAV 3"
at = [{{ target = "hill", range = 1, {THEN} }}]
"""
RACE = """game = "ccn"
to_win = 3
score = [1, 2]
[race]
own = [[0.5], [0.5]]
enemy = [[0.5, 0.125], [0.375, 0]]
"""


def written(tmp_path, text):
    """The name of a file with that text."""
    file = tmp_path / "turn.toml"
    file.write_text(text, "utf-8")
    return str(file)


# --- as text --------------------------------------------------------------------------------------


def text_of(one, may=()):
    """A unit of the oracle as people type it."""
    if one.kind == "leader":
        words = ["LEADER"]
    else:
        words = [f"{one.nation} {one.type} {one.blocks}".strip() + " leader" * one.leader]
    if one.hex != "clear":
        words[0] += f" on {one.hex}"
    if one.dice is not None:
        words.append("dice " + "/".join(map(str, (*one.dice, *[0] * 9)[: one.blocks])))
    words += [f"moved {one.moved}"] * (one.moved > 0) + [f"card +{one.card}"] * (one.card > 0)
    words += one.cards
    words += ["support"] * one.support + [f"ignore {one.ignore}"] * (one.ignore > 0)
    words += [f"room {one.room}"] * (one.room is not None)
    words += ["edge"] * one.edge + ["impassable"] * one.impassable
    words += ["square"] * one.square + [f"may {word}" for word in may]
    return ", ".join(words)


def toml(value):
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    return repr(float(value)) if isinstance(value, Fraction) else json.dumps(value)


def plan_text(plan, aim="net_value", **more):
    """A plan file."""
    top = {"game": "napoleonics", "aim": aim, **plan.rules, **more}
    if plan.worth:
        top["worth"] = ", ".join(f"{key}={float(value)}" for key, value in plan.worth.items())
    if plan.to_win:
        top |= {"to_win": plan.to_win, "score": plan.score}
    sections = []
    if plan.enemy or plan.own:
        tables_of = {"enemy": plan.enemy, "own": plan.own}
        sections.append(("[race]", {key: table(of) for key, of in tables_of.items() if of}))
    for one in plan.targets:
        row = {"name": one.name, "unit": text_of(one.unit, one.may)}
        sections.append(
            ("[[target]]", row | ({"behind": one.behind} if one.behind != "clear" else {}))
        )
    for one in plan.attackers:
        row = {"name": one.name, "unit": text_of(one.unit)}
        row["at"] = [_reach_row(plan, reach) for reach in one.reaches]
        sections.append(("[[attacker]]", row))
    lines = [f"{key} = {toml(value)}" for key, value in top.items()]
    for head, row in sections:
        lines += [head, *(f"{key} = {toml(value)}" for key, value in row.items())]
    return "\n".join(lines) + "\n"


def table(chances):
    """Chances by points as rows: points for down, against across."""
    rows, columns = (max(key[at] for key in chances) + 1 for at in (0, 1))
    return [
        [chances.get((row, column), Fraction(0)) for column in range(columns)]
        for row in range(rows)
    ]


def _reach_row(plan, reach):
    row = {"target": plan.targets[reach.target].name, "range": reach.near}
    row |= {"retreated": reach.far} if reach.far else {}
    then = [{"target": plan.targets[to].name, "hex": hex_} for to, hex_ in reach.then]
    return row | ({"then": then} if then else {})


# --- made by hand ---------------------------------------------------------------------------------


def targets(*units):
    """Targets: (unit, the hex behind, what it may do)."""
    return tuple(Target(f"t{number}", *one) for number, one in enumerate(units))


def attackers(*units):
    """Attackers: a unit and its reaches, (target, near, far, then) each."""
    named = enumerate(units)
    return tuple(
        Attacker(f"a{number}", one, tuple(Reach(*r) for r in at)) for number, (one, *at) in named
    )


HAND_MADE = {
    "guns join or fire alone": Plan(
        targets((unit("French", "light", 3, leader=True, hex="hill"), "clear")),
        attackers(
            (unit("British", "foot artillery", 2), (0, 3, 4)),
            (unit("British", "line", 3, moved=1), (0, 1, 2)),
            (unit("British", "light", 2), (0, 1)),
        ),
        **SCORE,
    ),
    "two guns, one of them in melee": Plan(
        targets((plain("INF", 3), "forest")),
        attackers(
            (plain("ART", 2, card=1), (0, 1, 2)),
            (unit("French", "horse artillery", 3, moved=1), (0, 2, 3)),
            (plain("INF", 2), (0, 1, 1)),
        ),
        **SCORE,
    ),
    "a square": Plan(
        targets((unit("French", "line", 3), "clear", ("square",)), (plain("INF", 1), "town")),
        attackers(
            (unit("British", "heavy cavalry", 3, moved=2), (0, 1, 1), (1, 1)),
            (unit("British", "line", 2), (0, 1, 2)),
            (unit("British", "foot artillery", 3), (0, 4, 5)),
        ),
        **SCORE,
    ),
    "a square that leaves no die": Plan(
        targets((plain("INF", 2, hex="hill"), "hill", ("square",))),
        attackers((plain("CAV", 3), (0, 1, 1)), (plain("CAV", 2, leader=True, room=0), (0, 1, 1))),
        **SCORE,
    ),
    "a square that stands": Plan(
        targets((plain("INF", 2, square=True, leader=True), "clear"), (plain("ART", 1), "clear")),
        attackers(
            (plain("CAV", 2), (0, 1), (1, 1)),
            (plain("INF", 2, leader=True), (0, 2)),
            (plain("INF", 3), (0, 1), (1, 2)),
        ),
        rules={"square_strikes": "back"},
        **SCORE,
    ),
    "cavalry retires": Plan(
        targets((unit("French", "light cavalry", 2, leader=True), "clear", ("retire",))),
        attackers(
            (unit("British", "line", 4), (0, 1, 2)),
            (unit("British", "rifle light", 2), (0, 2, 3)),
            (unit("British", "light cavalry", 2, cards=("cavalry-charge",)), (0, 1, 1)),
        ),
        **SCORE,
    ),
    "room for two to retire to": Plan(
        targets(
            (plain("CAV", 2, room=2), "clear", ("retire",)),
            (plain("CAV", 1, room=1), "clear", ("retire",)),
        ),
        attackers((plain("INF", 2), (0, 1, 1), (1, 1)), (plain("INF", 3), (0, 1, 1), (1, 1, 1))),
        **SCORE,
    ),
    "a bonus melee": Plan(
        targets(
            (plain("INF", 1), "clear"),
            (plain("INF", 2, leader=True, hex="forest"), "clear", ("square",)),
        ),
        attackers(
            (plain("CAV", 3, leader=True, cards=("cold-steel",)), (0, 1, 0, ((1, "hill"),))),
            (plain("INF", 2), (0, 1), (1, 1, 1)),
        ),
        **SCORE,
    ),
    "a bonus melee either way": Plan(
        targets((plain("INF", 2), "clear", ("square",)), (unit("French", "militia", 1), "clear")),
        attackers(
            (
                unit(
                    "British",
                    "light cavalry",
                    3,
                    leader=True,
                    cards=("leadership",),
                    dice=(4, 3, 2),
                ),
                (0, 1, 1, ((1, "clear"),)),
                (1, 1, 1, ((0, "hill"),)),
            ),
            (plain("ART", 3), (0, 2), (1, 2)),
        ),
        **SCORE,
    ),
    "bonus melees from two hexes": Plan(
        targets(
            (plain("INF", 1), "clear"),
            (plain("INF", 1), "clear"),
            (plain("INF", 2, leader=True), "clear"),
        ),
        attackers((plain("CAV", 2), (0, 1, 0, ((2, "hill"),)), (1, 1, 0, ((2, "clear"),)))),
        **SCORE,
    ),
    "a bonus melee at this one, not at that": Plan(
        targets(
            (unit("French", "old guard", 2, hex="castle"), "clear"),
            (plain("INF", 1), "clear"),
            (plain("INF", 1), "clear"),
        ),
        attackers((plain("CAV", 3), (0, 1, 0, ((1, "clear"),)), (2, 1, 0, ((0, "clear"),)))),
        **SCORE,
    ),
    "little room": Plan(
        targets(
            (plain("INF", 2, room=1, leader=True, edge=True), "hill"),
            (unit("Spanish", "line", 2), "clear"),
        ),
        attackers(
            (unit("French", "old guard", 2, room=0, impassable=True), (0, 1, 1), (1, 1, 2)),
            (plain("INF", 3, leader=True, support=True), (0, 1, 1), (1, 2, 2)),
        ),
        **SCORE,
    ),
    "a leader alone": Plan(
        targets(
            (lone_leader(room=1), "clear"), (plain("INF", 1, leader=True, impassable=True), "clear")
        ),
        attackers(
            (plain("INF", 2), (0, 1, 1), (1, 1, 1)),
            (plain("CAV", 2, ignore=1), (0, 1, 1), (1, 1, 1)),
        ),
        worth={"leader": Fraction(3, 2), "ground": Fraction(1, 4)},
        **SCORE,
    ),
    "dice by hand": Plan(
        targets(
            (plain("INF", 3, dice=(3, 1)), "clear"),
            (unit("Russian", "cossack", 2, dice=(2, 2)), "forest"),
        ),
        attackers(
            (plain("INF", 3, dice=(5, 2, 2), leader=True), (0, 1, 1), (1, 1)),
            (plain("INF", 2, dice=(1, 0)), (0, 1, 1), (1, 1, 1)),
        ),
        worth={"banner": Fraction(1), "block": Fraction(2)},
        **SCORE,
    ),
    "an attack that is not worth it": Plan(
        targets((unit("French", "old guard", 4, leader=True, hex="castle"), "clear")),
        attackers((plain("INF", 1, leader=True), (0, 1)), (plain("INF", 2), (0, 2))),
        **SCORE,
    ),
    "the worse of two hexes": Plan(
        targets((plain("INF", 2, hex="forest"), "hill", ("square",))),
        attackers(
            (plain("CAV", 4, hex="hill"), (0, 1, 1)), (plain("ART", 2, hex="hill"), (0, 2, 3))
        ),
        rules={"terrain_dice": "worst"},
        **SCORE,
    ),
}
