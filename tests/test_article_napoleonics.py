"""Line, square or retire: the article's numbers by the oracle, which knows the rules alone."""

from fractions import Fraction

import pytest
from article_tables import number, says, table_of, text_of
from napoleonics_oracle import banners_against, banners_for, combat, plain, unit
from napoleonics_turn_combats import Attacker, Plan, Reach, Target
from napoleonics_turn_oracle import Turn

RIDERS = {
    1: ("British", "light cavalry", 1),
    2: ("British", "light cavalry", 2),
    3: ("British", "light cavalry", 3),
    4: ("British", "heavy cavalry", 3),
    5: ("French", "heavy cavalry", 4),
}
KINDS = {"French line": 4, "British line": 4, "Spanish line": 4, "French grenadier": 4}
KINDS |= {"Russian line": 3, "British light": 5}


@pytest.fixture(scope="module")
def text():
    return text_of("napoleonics")


def rider(dice):
    return unit(*RIDERS[dice], moved=1)


def net(attacker, defender):
    """The net value of a melee: blocks, and four for a banner."""
    found = combat(attacker, defender)
    return sum(
        chance
        * (
            result.defender_lost
            - result.attacker_lost
            + 4 * (banners_for(result, defender) - banners_against(result, attacker))
        )
        for result, chance in found.items()
    )


def gone(attacker, defender):
    return sum(
        chance
        for result, chance in combat(attacker, defender).items()
        if result.defender_lost == defender.blocks
    )


def close(cell, wanted):
    assert number(cell) == pytest.approx(float(wanted), abs=0.006)


def test_what_a_square_saves_by_dice_and_blocks(text):
    for row in table_of(text, "Blocks that a square saves"):
        attacker = rider(int(row["its dice"]))
        for blocks, head in {4: "infantry of 4", 3: "of 3", 2: "of 2", 1: "of 1"}.items():
            line = net(attacker, plain("INF", blocks))
            close(row[head], line - net(attacker, plain("INF", blocks, square=True)))


def test_how_often_the_infantry_is_lost(text):
    for row in table_of(text, "Heavy cavalry of three, four dice"):
        blocks = int(row["blocks"])
        for square, head in {False: "lost in line", True: "lost in square"}.items():
            wanted = gone(rider(4), plain("INF", blocks, square=square))
            assert number(row[head]) == pytest.approx(float(wanted), abs=6e-4)


def test_rules_of_thumb_for_infantry(text):
    rules = {
        "always stay in line": lambda _dice, _blocks: False,
        "square against three dice or more": lambda dice, _blocks: dice >= 3,
        "always form square": lambda _dice, _blocks: True,
        "square unless you have two blocks more than it has dice": (
            lambda dice, blocks: blocks < dice + 2
        ),
    }
    saved = []
    for kind, most in KINDS.items():
        nation, name = kind.split(maxsplit=1)
        for blocks in range(1, most + 1):
            for leader in (False, True):
                for dice in RIDERS:
                    one = {"leader": leader}
                    line = net(rider(dice), unit(nation, name, blocks, **one))
                    square = net(rider(dice), unit(nation, name, blocks, square=True, **one))
                    saved.append((dice, blocks, line - square))
    rows = {row["rule"]: row for row in table_of(text, "Rules of thumb for infantry")}
    assert set(rows) == set(rules)
    for name, squares in rules.items():
        wrong = [abs(worth) for dice, n, worth in saved if squares(dice, n) != (worth > 0)]
        assert rows[name]["wrong"] == f"{len(wrong)} of {len(saved)}"
        close(rows[name]["costs, blocks"], sum(wrong) / len(saved))


def test_other_battalions_and_places(text):
    line = ("French", "line", 4)
    where = {
        "line of 4 in the open": unit(*line),
        "with a leader": unit(*line, leader=True),
        "with support": unit(*line, support=True),
        "on a hill": unit(*line, hex="hill"),
        "in a forest": unit(*line, hex="forest"),
        "French grenadiers": unit("French", "grenadier", 4),
        "Russian line of 3": unit("Russian", "line", 3),
    }
    rows = {row["the infantry"]: row for row in table_of(text, "Heavy cavalry of three against")}
    assert set(where) < set(rows)
    for name, defender in where.items():
        close(rows[name]["in line"], net(rider(4), defender))
        assert number(rows[name]["lost in line"]) == pytest.approx(
            float(gone(rider(4), defender)), abs=6e-4
        )


def test_in_terrain_the_square_alone_strikes(text):
    # a die of the square: cavalry and sabres hit, once each of six, and that is all
    rows = {row["the infantry"]: row for row in table_of(text, "Heavy cavalry of three against")}
    assert number(rows["on a hill"]["best"]) == pytest.approx(-2 / 6, abs=0.006)


UNITS = {
    "cavalry": unit("British", "heavy cavalry", 3, moved=1),
    "infantry": unit("British", "line", 4),
    "guns": unit("British", "foot artillery", 3),
}
TURNS = {
    "cavalry alone": (("cavalry",), 0),
    "infantry alone": (("infantry",), 0),
    "guns alone": (("guns",), 0),
    "cavalry and guns": (("cavalry", "guns"), 0),
    "cavalry and infantry": (("cavalry", "infantry"), 0),
    "infantry and guns": (("infantry", "guns"), 0),
    "cavalry, infantry that reaches on": (("cavalry", "infantry"), 2),
    "cavalry, infantry and guns": (("cavalry", "infantry", "guns"), 0),
}


def worth(who, far, blocks, may=(), strength=4):
    """The worth of a turn's attack on one line, by trying everything."""
    target = Target("line", unit("French", "line", blocks), may=may)
    reach = {"cavalry": Reach(0, 1, 0), "infantry": Reach(0, 1, far), "guns": Reach(0, 2, 3)}
    units = UNITS | {"infantry": unit("British", "line", strength)}
    attackers = tuple(Attacker(name, units[name], (reach[name],)) for name in who)
    return Turn(Plan((target,), attackers)).solve()


@pytest.mark.parametrize("blocks", [4, 2])
@pytest.mark.parametrize("name", TURNS)
def test_a_turn_of_attacks(text, name, blocks):
    who, far = TURNS[name]
    row = {row["who attacks"]: row for row in table_of(text, "What a turn's attack is worth")}[name]
    can, stay = worth(who, far, blocks, ("square",)), worth(who, far, blocks)
    close(row[f"line of {blocks}"], can.value)
    close(row[f"saved, {blocks}"], stay.value - can.value)


@pytest.mark.parametrize("strength", [4, 3, 2])
def test_a_battalion_beside_the_cavalry_that_has_lost_blocks(text, strength):
    rows = {row["its blocks"]: row for row in table_of(text, "What the choice of a square saves")}
    who = ("cavalry", "infantry")
    for blocks, far, head in ((4, 0, "line of 4"), (2, 0, "of 2"), (4, 2, "line of 4, reached")):
        can = worth(who, far, blocks, ("square",), strength)
        stay = worth(who, far, blocks, (), strength)
        close(rows[str(strength)][head], stay.value - can.value)


def test_the_banner_in_a_turn(text):
    rows = {row["who attacks"]: row for row in table_of(text, "The line of four is eliminated")}
    for name in ("infantry alone", "cavalry and infantry", "infantry and guns"):
        who, far = TURNS[name]
        answer = worth(who, far, 4, ("square",))
        won = sum(chance for (mine, _), chance in answer.banners.items() if mine)
        assert number(rows[name]["banner"]) == pytest.approx(float(won), abs=6e-4)


def retired(dice, blocks):
    """What cavalry loses that retires: a hit on one face of six, and a banner with the last."""
    hit, total = Fraction(1, 6), Fraction(0)
    pmf = {0: Fraction(1)}
    for _ in range(dice):
        after = {}
        for hits, chance in pmf.items():
            for more, part in ((0, 1 - hit), (1, hit)):
                at = min(hits + more, blocks)
                after[at] = after.get(at, Fraction(0)) + chance * part
        pmf = after
    for hits, chance in pmf.items():
        total += chance * (hits + 4 * (hits == blocks))
    return total


def test_what_retiring_saves(text):
    heads = {
        "light of 1 (1 die)": ("light cavalry", 1),
        "light of 2 (2)": ("light cavalry", 2),
        "light of 3 (3)": ("light cavalry", 3),
        "heavy of 3 (4)": ("heavy cavalry", 3),
    }
    for row in table_of(text, "Blocks that retiring saves"):
        dice = int(row["infantry's dice"])
        for head, (kind, blocks) in heads.items():
            stands = net(plain("INF", dice), unit("British", kind, blocks))
            close(row[head], stands - retired(dice, blocks))


def test_the_rule_of_dice_holds_where_they_differ(text):
    assert says(
        text, "more dice: retire; fewer: stand", "is right in all 150 where the dice differ"
    )
    for dice in range(1, 6):
        for kind, bonus in (("light cavalry", 0), ("heavy cavalry", 1)):
            for blocks in (1, 2, 3):
                own = blocks + bonus
                stands = net(plain("INF", dice), unit("British", kind, blocks))
                if dice != own:
                    assert (stands > retired(dice, blocks)) == (dice > own), (dice, kind, blocks)


def test_the_claim_has_these_numbers(text):
    alone = net(rider(4), unit("French", "line", 4)) - Fraction(2, 9)
    assert says(text, f"saves a line of four {float(alone):.1f} blocks", "a line of two 4.1 blocks")
