"""What to buy to hold a place, against a trial of every purchase, slow and by the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product

import oracle
import pytest
from commandline import ask, ask_json

from combat.axis_allies.economy.capture import captured
from combat.axis_allies.economy.money import bought, mobilised
from combat.axis_allies.hold.after_attack import for_turn
from combat.axis_allies.hold.hold import hold, holding
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.reach.reach import reach
from combat.axis_allies.spending.buy import buy
from combat.axis_allies.spending.buy_moves import moves_in
from combat.axis_allies.spending.buy_search import Bought, Search
from combat.axis_allies.spending.buy_supply import (
    Added,
    garrison_of,
    supply_of,
)
from combat.errors import IllegalBattleError, OptionError, WargameError
from combat.force import Force

SU, GE, UK, JP, US = (
    "Soviet Union",
    "Germany",
    "United Kingdom",
    "Japan",
    "United States",
)
EAST, PRICE = "Eastern Europe", {"inf": 3, "art": 4, "arm": 5, "ftr": 10, "bmr": 12, "aa": 6}
Counts = dict[str, int]


def force(text: str) -> Force:
    return Force.parse(text)


def board(**changes: object) -> Position:
    """Germany to move, and nobody anywhere but where it is said below."""
    empty = replace(starting_position(), turn=GE, units={}, complexes={"Germany": 0})
    return replace(empty, **changes)  # type: ignore[arg-type]


def scene(
    place: str = "1 inf", near: str = "", british: str = "2 inf", soviet: str = "1 inf, 1 arm"
) -> Position:
    """The British from the Balkans first, the Soviets from Karelia then, at Eastern Europe."""
    position = board().with_owner("Balkans", UK)
    for where, power, text in (
        (EAST, GE, place),
        ("Germany", GE, near),
        ("Balkans", UK, british),
        ("Karelia S.S.R.", SU, soviet),
    ):
        position = position.with_force(where, power, force(text))
    return position


# --- the oracle: waves of battles, and every purchase one by one ----------------------------------


@cache
def battle(
    attacker: tuple[tuple[str, int], ...], defender: tuple[tuple[str, int], ...]
) -> dict[oracle.Force, float]:
    """Chance of what is left of the defender where the place is held."""
    fighting = [name for name, _ in defender if name != "aa"]
    foot = any(name in ("inf", "art", "arm") for name, _ in attacker)
    if not attacker:
        return {tuple(defender): 1.0}
    if not fighting and "aa" not in dict(defender):
        return {} if foot else {tuple(defender): 1.0}
    result = oracle.land(dict(attacker), dict(defender), number=float)
    left: dict[oracle.Force, float] = {}
    for (_, mine, end), chance in result.final.items():
        if end != "territory_taken":
            left[mine] = left.get(mine, 0.0) + float(chance)
    return left


def holds(garrison: Mapping[str, int], waves: list[str]) -> float:
    """Chance that a garrison is there after waves that attack with all they have."""
    states: dict[oracle.Force, float] = {tuple((n, k) for n, k in garrison.items() if k): 1.0}
    for text in waves:
        after: dict[oracle.Force, float] = {}
        for left, chance in states.items():
            for then, part in battle(tuple(force(text)), left).items():
                after[then] = after.get(then, 0.0) + chance * part
        states = after
    return sum(states.values())


def every(budget: int, most: int) -> Iterator[Counts]:
    """Yield all purchases of land units, aircraft and a gun."""
    for row in product(range(most + 1), repeat=5):
        for gun in (0, 1):
            counts = dict(zip(PRICE, (*row, gun), strict=True))
            if sum(row) + gun <= most and price(counts) <= budget:
                yield counts


def price(counts: Mapping[str, int]) -> int:
    return sum(PRICE[name] * n for name, n in counts.items())


def plus(there: str, more: Mapping[str, int]) -> Counts:
    counts = dict(force(there))
    return {name: counts.get(name, 0) + more.get(name, 0) for name in PRICE}


def table(found: Bought) -> list[tuple[int, float]]:
    return [(one.added.cost, one.chance) for one in found.frontier]


def frontier(rows: list[tuple[int, float]]) -> list[tuple[int, float]]:
    kept: list[tuple[int, float]] = []
    for cost, chance in sorted(rows, key=lambda row: (row[0], -row[1])):
        if not kept or chance > kept[-1][1] + 1e-12:
            kept.append((cost, chance))
    return kept


def same(found: list[tuple[int, float]], want: list[tuple[int, float]]) -> None:
    assert [cost for cost, _ in found] == [cost for cost, _ in want]
    assert [p for _, p in found] == pytest.approx([p for _, p in want], abs=1e-10)


# --- new units in the place -----------------------------------------------------------------------


@pytest.mark.rule("AA-28", "AA-43")
@pytest.mark.parametrize(
    ("damage", "cash", "there"), [(0, 17, "1 inf"), (2, 14, "1 arm, 1 aa"), (4, 12, "1 inf")]
)
def test_new_units_are_the_cheapest_of_all_that_could_be_bought(
    damage: int, cash: int, there: str
) -> None:
    """With damage a unit more than the room costs its repair, damage above the income first."""
    position = scene(there).with_complex(EAST, damage).with_cash(GE, cash)
    income = position.board.areas[EAST].income
    assert income == 3
    rows = []
    for counts in every(cash, income):
        if counts["aa"] and "aa" in there:
            continue
        number = sum(counts.values())
        room = max(0, income - damage)
        repair = damage - (income - number) if number > room else 0
        cost = price(counts) + repair
        if cost <= cash:
            rows.append((cost, holds(plus(there, counts), ["2 inf", "1 inf, 1 arm"])))
    want = frontier(rows)
    found = Search(supply_of(position, GE, EAST, moving=False), cash, None, True).find()
    same(table(found), want)
    assert found.complete
    assert found.before == pytest.approx(want[0][1])
    for cost, chance in want[1:]:
        answer = Search(supply_of(position, GE, EAST, moving=False), cash, chance - 1e-6).find()
        assert answer.answer is not None
        assert answer.proven
        assert (answer.answer.added.cost, answer.answer.chance) == (cost, pytest.approx(chance))
        assert answer.answer.added.moved == ()
        same(table(answer), [row for row in want if row[0] <= cost])


@pytest.mark.rule("AA-43")
def test_what_is_not_to_be_had_is_said_and_proven() -> None:
    position = scene("1 inf").with_complex(EAST).with_cash(GE, 9)
    found = Search(supply_of(position, GE, EAST, moving=False), 9, 0.999).find()
    assert found.answer is None
    assert found.proven
    assert found.best.chance == found.frontier[-1].chance < 0.999


# --- units that move in ---------------------------------------------------------------------------


@pytest.mark.rule("AA-28", "AA-43", "AA-47")
def test_units_that_move_in_are_bought_anew_where_there_is_room() -> None:
    """Eastern Europe has no complex; of 3 infantry, 1 artillery, 1 tank in Germany one stays."""
    near = "3 inf, 1 art, 1 arm"
    position = scene("1 inf", near).with_complex("Germany", 7).with_cash(GE, 20)
    position = position.with_force("Southern Europe", GE, force("1 arm, 1 ftr, 1 aa"))
    # of Southern Europe's tank and fighter the cheaper one stays; its gun is too far away
    found = Search(supply_of(position, GE, EAST, moving=True), 20, None, True).find()
    assert dict(supply_of(position, GE, EAST, moving=True).able) == {
        "inf": 2,
        "art": 1,
        "arm": 1,
        "ftr": 1,
    }
    rows = []
    for inf, art, arm, ftr in product(range(3), range(2), range(2), range(2)):
        counts = {"inf": inf, "art": art, "arm": arm, "ftr": ftr}
        if sum(counts.values()) <= 10 - 7 and price(counts) <= 20:
            rows.append((price(counts), holds(plus("1 inf", counts), ["2 inf", "1 inf, 1 arm"])))
    same(table(found), frontier(rows))


@pytest.mark.rule("AA-43")
def test_how_an_addition_is_made() -> None:
    """New units first, as far as the place has room; the others from the nearest, each replaced."""
    near = scene("1 inf", "4 inf").with_complex(EAST, 1).with_complex("Germany", 8)
    near = near.with_complex("Southern Europe").with_cash(GE, 40)
    supply = supply_of(near, GE, EAST, moving=True)
    assert (supply.room, supply.damage, dict(supply.able)) == (2, 1, {"inf": 3})
    added = supply.added(force("5 inf"))
    assert added.new == force("2 inf")
    assert [(one.place, one.unit, one.number) for one in added.moved] == [("Germany", "inf", 3)]
    assert added.replaced == (("Germany", force("2 inf")), ("Southern Europe", force("1 inf")))
    assert (added.cost, added.repair) == (15, 0)
    assert supply.allows(force("5 inf"))
    # a tank can only be new; three of them need a repair
    assert supply.added(force("3 arm")).purchase(EAST).repairs == ((EAST, 1),)
    assert supply.cost(force("3 arm")) == 16
    assert not supply.allows(force("4 arm"))
    # replacements need room too: 2 here, 2 in Germany, none elsewhere
    tight = near.with_complex("Southern Europe", 6)
    assert not supply_of(tight, GE, EAST, moving=True).allows(force("5 inf"))
    assert supply_of(tight, GE, EAST, moving=True).allows(force("4 inf"))


@pytest.mark.rule("AA-40", "AA-43")
@pytest.mark.parametrize("text", ["5 inf", "2 inf, 2 arm", "1 inf, 1 aa", "3 arm"])
def test_an_answer_can_be_played(text: str) -> None:
    """Bought and mobilised by the rules of the turn, it costs and places what it says."""
    near = scene("1 inf", "4 inf").with_complex(EAST, 1).with_complex("Germany", 8)
    near = near.with_complex("Southern Europe").with_cash(GE, 40)
    added: Added = supply_of(near, GE, EAST, moving=True).added(force(text))
    purchase = added.purchase(EAST)
    paid = bought(near, GE, purchase)
    assert paid.cash[GE] == 40 - added.cost
    for one in added.moved:
        there = paid.force(one.place, GE).changed(one.unit, -one.number)
        paid = paid.with_force(one.place, GE, there)
        here = paid.force(EAST, GE).changed(one.unit, one.number, order=paid.table.names)
        paid = paid.with_force(EAST, GE, here)
    where = {EAST: added.new, **dict(added.replaced)}
    after = mobilised(paid, GE, where, purchase=purchase, start=near)
    assert after.cash[GE] == 40 - added.cost  # nothing is refunded
    assert {n: k for n, k in plus("1 inf", dict(force(text))).items() if k} == dict(
        after.force(EAST, GE)
    )


@pytest.mark.rule("AA-47")
def test_one_stays_wherever_all_could_leave() -> None:
    position = scene("1 inf", "2 inf, 1 aa")
    assert [(m.place, m.unit, m.number) for m in moves_in(position, GE, EAST).direct] == [
        ("Germany", "inf", 1),
        ("Germany", "aa", 1),
    ]
    # an ally's unit that stays is enough
    guarded = position.with_force("Germany", JP, force("1 inf"))
    assert moves_in(guarded, GE, EAST).able() == {"inf": 2, "aa": 1}
    assert not moves_in(board().with_force(EAST, GE, force("1 inf")), GE, EAST)


@pytest.mark.rule("AA-29")
def test_transports_bring_what_they_can_carry() -> None:
    """Two ships: two units each, one of them infantry; of what stands in Britain one stays."""
    position = replace(board(), turn=UK).with_owner("Norway", UK).with_complex("United Kingdom")
    position = position.with_force("Norway", UK, force("1 inf"))
    position = position.with_force("United Kingdom", UK, force("2 inf, 1 art, 2 arm, 1 ftr"))
    position = position.with_force("sz 3", UK, force("1 tr, 1 art"))
    position = position.with_force("sz 2", UK, force("1 tr"))
    moves = moves_in(position, UK, "Norway", ships=True)
    assert moves.able() == {"inf": 1, "art": 2, "arm": 2, "ftr": 1}  # each by itself
    for inf, art, arm in product(range(2), range(3), range(3)):
        # the artillery aboard lands or not; of what is neither, one finds room, in the other ship
        possible = any(art - here in (0, 1) and arm + art - here <= 1 for here in (0, 1))
        counts = {"inf": inf, "art": art, "arm": arm}
        plan = moves.plan(Force.of(counts))
        assert (plan is not None) == possible, counts
        if plan is not None:
            for unit, number in counts.items():
                assert sum(one.number for one in plan if one.unit == unit) == number
    assert moves_in(position, UK, "Norway").able() == {"ftr": 1}
    found = buy(position.with_cash(UK, 30), power=UK, place="Norway", chance=None, budget=9)
    assert found.more["purchase"] is None
    assert "on transports" in " ".join(found.assumes)


@pytest.mark.rule("AA-03", "AA-43")
def test_a_second_gun_is_not_bought() -> None:
    bare = scene("1 inf").with_complex(EAST).with_cash(GE, 12)
    guns = {one["aa"] for one in supply_of(bare, GE, EAST, moving=False).forces(12)}
    assert guns == {0, 1}
    guarded = bare.with_force(EAST, JP, force("1 aa"))
    assert {one["aa"] for one in supply_of(guarded, GE, EAST, moving=False).forces(12)} == {0}


@pytest.mark.rule("AA-20", "AA-28")
def test_each_garrison_meets_what_an_enemy_throws_at_it() -> None:
    """The Japanese have to fight at sea first, and split their aircraft for what was bought."""
    position = replace(starting_position(), turn=UK).with_complex("India").with_cash(UK, 13)
    assert reach(for_turn(position, JP), JP, "India").contested
    supply = supply_of(position, UK, "India", moving=False)
    found = Search(supply, 13, None, True).find()
    assert found.complete
    for one in found.frontier:
        more = dict(position.force("India", UK))
        for name, number in one.added.force:
            more[name] = more.get(name, 0) + number
        there = position.with_force("India", UK, Force.of(more))
        assert one.chance == pytest.approx(
            holding(there, power=UK, target="India").always.chance, abs=1e-12
        )
    assert len(found.frontier) > 3
    said = "Japan: aircraft are split between sea and land for the garrison at your turn's end"
    for answer in (
        buy(position, power=UK, place="India", chance=0.3, moves="no"),
        hold(position, power=UK, target="India"),
    ):
        assert said in answer.assumes
    calm = buy(replace(position, turn=GE), power=GE, place="Western Europe", chance=0.5)
    assert not any("aircraft are split" in one for one in calm.assumes)


def landing(position: Position, fighters: int) -> Position:
    """An infantry in India, a destroyer before it; the Japanese have one loaded transport."""
    position = replace(position, turn=UK, units={}, complexes={"United Kingdom": 0, "India": 0})
    for where, power, text in (
        ("India", UK, "1 inf"),
        ("sz 35", UK, "1 dd"),
        ("sz 36", JP, "1 tr, 1 inf, 1 art"),
        ("French Indochina", JP, f"{fighters} ftr"),
    ):
        position = position.with_force(where, power, force(text))
    return position


def sinks(fighters: int) -> float:
    """Chance that fighters (3) sink a destroyer (2) before it has shot them all down."""
    if not fighters:
        return 0.0
    hit, shot = 1 - 0.5**fighters, 2 / 6
    # either a hit now, or none: then with one fighter less, or all over again
    return (hit + (1 - hit) * shot * sinks(fighters - 1)) / (1 - (1 - hit) * (1 - shot))


def lost(garrison: Mapping[str, int], fighters: int) -> tuple[float, int]:
    """Chance that the best split takes the place, and how many it sends to sea (AA-20)."""
    splits = []
    for at_sea in range(1, fighters + 1):
        ashore = {"inf": 1, "art": 1, "ftr": fighters - at_sea}
        text = ", ".join(f"{n} {name}" for name, n in ashore.items() if n)
        splits.append((sinks(at_sea) * (1 - holds(garrison, [text])), at_sea))
    return max(splits)


@pytest.mark.rule("AA-20", "AA-28", "AA-43")
@pytest.mark.parametrize("fighters", [2, 3, 4])
def test_an_enemy_knows_what_was_bought_when_he_splits_his_aircraft(fighters: int) -> None:
    position = landing(starting_position(), fighters).with_cash(UK, 13)
    rows = [(price(c), 1 - lost(plus("1 inf", c), fighters)[0]) for c in every(13, 3)]
    found = Search(supply_of(position, UK, "India", moving=False), 13, None, True).find()
    same(table(found), frontier(rows))
    # the best split is not the same for all of them
    splits = {lost(plus("1 inf", c), fighters)[1] for c in every(13, 3)}
    assert len(splits) > 1


@pytest.mark.rule("AA-42", "AA-44")
def test_the_worth_of_a_capital_falls_with_the_cash_and_grows_with_a_gun() -> None:
    """What is paid is no longer there to be captured; a gun that is bought is."""
    position = replace(board(), complexes={"Germany": 0}).with_cash(GE, 30)
    position = position.with_force("Germany", GE, force("1 inf")).with_owner(EAST, SU)
    position = position.with_force(EAST, SU, force("3 inf, 2 art"))
    supply = supply_of(position, GE, "Germany", moving=False)
    search = Search(supply, 30, None, True, "if it pays")
    worths = {}
    for text in ("", "1 inf", "1 aa", "2 inf, 1 aa"):
        (enemy,) = search._enemies(supply.added(Force.parse(text) if text else Force()))
        worths[text] = enemy.threat.worth
    # the swing of an IPC that changes hands is 2; that of a gun is 2 x 6
    assert worths["1 inf"] == worths[""] - 2 * 3
    assert worths["1 aa"] == worths[""] - 2 * 6 + 2 * 6
    assert worths["2 inf, 1 aa"] == worths[""] - 2 * 12 + 2 * 6
    for one in search.find().frontier:
        text = str(one.added.force) if one.added.force else ""
        held = holding(position, power=GE, target="Germany", mobilise=text).paying.chance
        assert one.chance == pytest.approx(held, abs=1e-12)


@pytest.mark.rule("AA-43")
def test_what_moves_in_is_not_bought_anew_in_the_place_itself() -> None:
    """It would stand there besides; artillery, which is not bought for a place, moves in alone."""
    near = scene("1 inf", "1 inf, 2 art").with_complex(EAST).with_complex("Germany", 9)
    near = near.with_cash(GE, 40)
    supply = supply_of(near, GE, EAST, moving=True)
    assert supply.able["art"] == 2
    assert supply.allows(force("1 art"))  # the one place that is free in Germany
    assert not supply.allows(force("2 art"))
    assert dict(supply.added(force("3 inf, 1 art")).replaced) == {"Germany": force("1 art")}
    for more in supply.forces(20):
        added = supply.added(more)
        assert supply.after(added).force(EAST, GE) == garrison_of(near, GE, EAST, more)
        assert supply.after(added).cash[GE] == 40 - added.cost


# --- the question ---------------------------------------------------------------------------------


@pytest.mark.rule("AA-28", "AA-40", "AA-43")
def test_the_question_prefers_new_units_and_says_what_it_did() -> None:
    position = scene("1 inf", "3 inf, 1 arm").with_complex(EAST).with_cash(GE, 30)
    waves = ["2 inf", "1 inf, 1 arm"]
    low = holds(plus("1 inf", {"inf": 2}), waves)
    answer = buy(position, power="germany", place="eastern europe", chance=low - 1e-6)
    assert answer.more["purchase"] == "2 inf"
    assert answer.more["cost"] == 6
    assert answer.more["chance"] == pytest.approx(low)
    assert answer.more["proven"] is True
    assert answer.lines[1].startswith("the cheapest: mobilise 2 inf in Eastern Europe: 6 IPC")
    assert answer.lines[-1].endswith("no cheaper new units there are enough")
    assert "nobody moves in" in answer.assumes
    # more than three new infantry are needed: some move in, unless that is not wanted
    high = holds(plus("1 inf", {"inf": 5}), waves)
    cheapest = min(
        price({"inf": i, "arm": a})
        for i, a in product(range(6), range(5))
        if i + a - min(i, 2) - min(a, 1) <= 3
        and holds(plus("1 inf", {"inf": i, "arm": a}), waves) >= high - 1e-9
    )
    answer = buy(position, power="Germany", place=EAST, chance=high - 1e-9)
    assert answer.more["cost"] == cheapest
    assert "move in" in answer.lines[0]
    alone = buy(position, power="Germany", place=EAST, chance=high - 1e-9, moves="no")
    assert alone.more["purchase"] is None or "move in" not in alone.lines[0]


@pytest.mark.rule("AA-28")
def test_what_is_held_already_needs_no_purchase() -> None:
    position = scene("9 inf").with_complex(EAST)
    answer = buy(position, power=GE, place=EAST, chance=0.9)
    assert answer.more["purchase"] == "nothing"
    assert answer.more["before"] == pytest.approx(holds({"inf": 9}, ["2 inf", "1 inf, 1 arm"]))
    assert answer.lines[0].startswith("nothing need be bought: Eastern Europe is held at")


@pytest.mark.rule("AA-40", "AA-43")
def test_the_best_for_a_budget() -> None:
    position = scene("1 inf").with_complex(EAST, 1).with_cash(GE, 30)
    answer = buy(position, power=GE, place=EAST, chance=None, budget=10)
    rows = [
        (price(c), holds(plus("1 inf", c), ["2 inf", "1 inf, 1 arm"])) for c in every(10, 2)
    ] + [
        (price(c) + 1, holds(plus("1 inf", c), ["2 inf", "1 inf, 1 arm"]))
        for c in every(9, 3)
        if sum(c.values()) == 3
    ]
    best = max(chance for _, chance in rows)
    cells = answer.sheet("answer")
    assert cells.column("cost") == (min(c for c, p in rows if p > best - 1e-12),)
    assert answer.sheet("frontier").rows[-1][1] == cells.column("cost")[0]
    assert answer.more["purchase"] is None  # no chance was asked for


@pytest.mark.rule("AA-28", "AA-40")
def test_the_issues_question_at_the_set_up() -> None:
    """Western Europe has no complex: what moves in is bought anew in Germany, Southern Europe."""
    start = replace(starting_position(), turn=GE)
    answer = buy(start, power="Germany", place="Western Europe", chance=0.9)
    assert answer.more["purchase"] == "3 inf"
    assert answer.more["cost"] == 9
    assert answer.more["proven"] is True
    enemies = dict(
        zip(
            answer.sheet("enemies").column("power"),
            answer.sheet("enemies").column("force"),
            strict=True,
        )
    )
    british, soviet = str(enemies[UK]), str(enemies[SU])
    bombard = {"ca": 1, "bb": 1}
    garrison = {"inf": 5, "arm": 2, "ftr": 1, "aa": 1}
    landing = {n: k for n, k in dict(force(british)).items() if n in ("inf", "art", "arm")}
    first = oracle.land(
        dict(force(british)), garrison, landing=landing, bombard=bombard, number=float
    )
    held = 0.0
    for chance, _, left in oracle.next_wave(first, {}):
        counts = {n: k for n, k in left.items() if k}
        held += float(chance) * holds(counts, [soviet])
    assert answer.more["chance"] == pytest.approx(held, abs=1e-9)


def test_nothing_is_bought_where_it_does_not_help() -> None:
    safe = replace(board(), complexes={EAST: 0}).with_force(EAST, GE, force("1 inf"))
    answer = buy(safe, power=GE, place=EAST, chance=None, budget=10)
    assert answer.lines[0] == "nothing that could be added helps: it is held for certain"
    alone = buy(replace(safe, complexes={}), power=GE, place=EAST, chance=None, budget=10)
    assert alone.lines[0] == "nothing can be added: it is held for certain"


def question(**options: object) -> list[str]:
    asked = {"power": "Germany", "place": "Germany", **options}
    return [part for key, value in asked.items() for part in (f"--{key}", str(value))]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"place": "Russia"}, "is Soviet Union's"),
        ({"place": "sz 5"}, "sea zone"),
        ({"place": "Atlantis"}, "not known"),
        ({"chance": "1"}, "between 0 and 1"),
        ({"chance": "much"}, "not a number"),
        ({"budget": 41}, "Germany has 40, and there are no loans"),
        ({"moves": "perhaps"}, "perhaps"),
        ({"enemies": "never"}, "never"),
    ],
)
def test_wrong_questions_are_told_plainly(options: dict[str, object], words: str) -> None:
    answer = ask("buy", "aa", *question(**options))
    assert answer.code == 2
    assert words in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.rule("AA-42")
def test_without_a_capital_nothing_can_be_bought() -> None:
    lost = captured(starting_position(), GE, "Russia", force("1 inf"))
    with pytest.raises(IllegalBattleError, match="lost its capital") as error:
        buy(lost, power=SU, place="Caucasus", chance=0.9)
    assert error.value.rule == "AA-42"
    assert isinstance(error.value, WargameError)


def test_a_chance_out_of_range_and_a_place_at_sea() -> None:
    with pytest.raises(OptionError, match="between 0 and 1"):
        buy(starting_position(), power=GE, place="Germany", chance=0.0)
    with pytest.raises(OptionError, match="sea zone"):
        buy(starting_position(), power=GE, place="sz 5", chance=0.5)


def test_the_verb_answers_in_json_and_in_words() -> None:
    data = ask_json("buy", "aa", *question(place="Western Europe", chance="90 %"))
    assert (data["purchase"], data["cost"], data["proven"]) == ("3 inf", 9, True)
    answer = ask("buy", "aa", *question(place="Western Europe", budget=6))
    assert answer.code == 0
    assert "the best: move in 2 inf from Germany" in answer.out


@pytest.mark.rule("AA-28")
def test_what_all_that_can_move_in_does_without_a_purchase_is_said() -> None:
    position = scene("1 inf", "3 inf, 1 arm").with_cash(GE, 9)
    moved = holds(plus("1 inf", {"inf": 3, "arm": 1}), ["2 inf", "1 inf, 1 arm"])
    enough = buy(position, place="eastern europe", chance=moved - 1e-6)
    assert enough.more["all_moved_in"] == pytest.approx(moved, abs=1e-12)
    assert enough.lines[0].startswith("no purchase is needed if all that can moves in: Eastern")
    assert enough.lines[0].endswith(f"at {100 * moved:.1f} %; see hold --reinforce everything")
    short = buy(position, place="eastern europe", chance=moved + 1e-6)
    assert short.more["purchase"] is None
    assert "is enough by itself to hold Eastern Europe" in short.lines[0]
    said = f"without a purchase, with all that can move in: {100 * moved:.1f} %; see hold"
    assert [line.startswith(said) for line in short.lines].count(True) == 1
    paid = buy(position, place="eastern europe", chance=None, budget=9)
    assert any(line.startswith(said) for line in paid.lines[1:])


@pytest.mark.rule("AA-28")
@pytest.mark.parametrize("enemies", ["always", "if it pays"])
def test_buying_and_holding_agree_on_what_all_that_can_move_in_does(enemies: str) -> None:
    """India at the set-up: no purchase is enough, and none is needed."""
    start = starting_position()
    answer = buy(start, power=UK, place="India", chance=0.8, enemies=enemies)
    every = holding(start, power=UK, target="India", reinforce="everything")
    stays = holding(start, power=UK, target="India")
    name = "always" if enemies == "always" else "paying"
    assert answer.more["before"] == pytest.approx(getattr(stays, name).chance, abs=1e-12)
    assert answer.more["all_moved_in"] == pytest.approx(getattr(every, name).chance, abs=1e-12)
    assert answer.more["purchase"] is None
    assert answer.lines[0].startswith("no purchase is needed if all that can moves in: India")
    assert answer.lines[1].startswith("no purchase for 30 IPC is enough by itself")


def test_nothing_is_said_of_moves_where_nobody_can_move_in() -> None:
    answer = buy(scene("1 inf", "").with_cash(GE, 9), place=EAST, chance=0.99)
    assert answer.more["all_moved_in"] is None
    assert not [line for line in answer.lines if "move" in line]
