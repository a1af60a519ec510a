"""Raids over several turns against an own chain of exact fractions, written from the rules."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from time import process_time

import numpy as np
import pytest
from commandline import ask

from combat.axis_allies.economy.capture import captured
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position import Position
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.spending.raid_series import Owner, Site, raid_series
from combat.axis_allies.spending.raids import owner_of, raids, site_of
from combat.errors import OptionError
from combat.force import Force
from combat.sheets import Amount, Share

SIXTH = Fraction(1, 6)
BOMBER = 12  # IPC
Chain = dict[tuple[int, int], Fraction]  # (bombers, damage): chance
Sends = Callable[[int, int, int], int]  # turn, bombers, damage: how many fly


@cache
def raid(bombers: int, damage: int, *, gun: bool, income: int) -> Chain:
    """Chance of (bombers left, damage after): one die of AA fire, then one of bombs, for each."""
    if not bombers:
        return {(0, damage): Fraction(1)}
    found: Chain = defaultdict(Fraction)
    for (left, after), chance in raid(bombers - 1, damage, gun=gun, income=income).items():
        shot = SIXTH if gun else Fraction(0)
        found[left, after] += chance * shot
        for die in range(1, 7):  # bombs add up, and what is above the limit is ignored
            found[left + 1, min(2 * income, after + die)] += chance * (1 - shot) * SIXTH
    return dict(found)


def series(
    income: int, start: int, owner: Owner, sends: Sends, *, gun: bool, bombers: int, turns: int
) -> tuple[list[dict[str, Fraction]], Chain]:
    """Means of each turn, and the chain at the end."""
    chain: Chain = {(bombers, start): Fraction(1)}
    told, quiet = [], start
    for turn in range(turns):
        # what the same turn comes to without any raid is not the raids' work
        points = repaired(owner, quiet, income)
        quiet -= points
        anyway = points + Fraction(owner.slot) * short(owner, quiet, income)
        means: dict[str, Fraction] = defaultdict(Fraction)
        after: Chain = defaultdict(Fraction)
        for (b, d), chance in chain.items():
            flying = sends(turn, b, d)
            means["sent"] += chance * flying
            for (left, hit), part in raid(flying, d, gun=gun, income=income).items():
                p = chance * part
                means["lost"] += p * (flying - left)
                means["damage"] += p * (hit - d)
                points = repaired(owner, hit, income)
                means["repaired"] += p * points
                means["unplaced"] += p * short(owner, hit - points, income)
                means["standing"] += p * (hit - points)
                after[b - flying + left, hit - points] += p
        harm = means["repaired"] + Fraction(owner.slot) * means["unplaced"]
        means["anyway"] = anyway
        means["balance"] = harm - anyway - BOMBER * means["lost"]
        told.append(dict(means))
        chain = dict(after)
    return told, chain


def repaired(owner: Owner, damage: int, income: int) -> int:
    """Count the points one by one."""
    points = 0
    while points < min(damage, owner.funds):
        left = damage - points
        enough = {"all": left == 0, "none": True, "needed": max(0, income - left) >= owner.need}
        if enough[owner.repair]:
            break
        points += 1
    return points


def all_fly(_turn: int, bombers: int, _damage: int) -> int:
    return bombers


def short(owner: Owner, damage: int, income: int) -> int:
    places = sum(1 for place in range(income) if place >= damage)
    return sum(1 for unit in range(owner.need) if places <= unit < income)


# income, damage at the start, AA guns, bombers, turns, owner
CASES = [
    (4, 0, 1, 2, 4, Owner("all", 4, 24, 3.0)),
    (4, 3, 1, 3, 3, Owner("needed", 2, 24, 3.0)),
    (2, 0, 2, 3, 3, Owner("none", 2, 24, 5.0)),
    (10, 5, 0, 2, 3, Owner("needed", 7, 4, 3.0)),
    (3, 6, 1, 1, 5, Owner("all", 3, 2, 4.0)),
    (1, 0, 1, 4, 2, Owner("needed", 1, 0, 3.0)),
    (4, 8, 1, 2, 2, Owner("needed", 0, 24, 3.0)),
    (4, 8, 1, 2, 3, Owner("none", 4, 24, 3.0)),
    (4, 7, 0, 2, 3, Owner("needed", 3, 2, 3.0)),
]


@pytest.mark.rule("AA-25", "AA-43")
@pytest.mark.parametrize(("income", "start", "guns", "bombers", "turns", "owner"), CASES)
def test_every_mean_and_chance_is_the_oracles(
    income: int, start: int, guns: int, bombers: int, turns: int, owner: Owner
) -> None:
    site = Site(income, Force.of({"aa": guns}), start)
    found = raid_series(site, owner, bombers=bombers, turns=turns, price=BOMBER)
    told, chain = series(income, start, owner, all_fly, gun=guns > 0, bombers=bombers, turns=turns)
    for turn, means in zip(found.turns, told, strict=True):
        for name, mean in means.items():
            assert getattr(turn, name) == pytest.approx(float(mean), abs=1e-12)
    for number in range(bombers + 1):
        want = sum((p for (b, _), p in chain.items() if b == number), Fraction(0))
        assert found.left[number] == pytest.approx(float(want), abs=1e-12)
    assert found.balance == pytest.approx(float(sum(m["balance"] for m in told)), abs=1e-10)


@pytest.mark.rule("AA-25")
def test_one_bomber_by_hand() -> None:
    # 5/6 come through, 3.5 on average, against a sixth of 12 IPC: 11/12 IPC a raid
    found = raid_series(
        Site(10, Force.of({"aa": 1})), Owner("all", 10, 40, 3.0), bombers=1, turns=1, price=12.0
    )
    assert found.balance == pytest.approx(11 / 12)
    # an income of 1: no more than 2 points whatever falls (1 of 6 does one)
    capped = raid_series(
        Site(1, Force.of({"aa": 1})), Owner("all", 1, 40, 3.0), bombers=1, turns=1, price=12.0
    )
    assert capped.balance == pytest.approx(5 / 6 * (1 + 5 * 2) / 6 - 2)


@pytest.mark.rule("AA-25", "AA-43")
@pytest.mark.parametrize(
    ("damage", "options", "balance"),
    [
        # at the limit of 8 no bomb does anything: a sixth of 12 IPC is lost, whoever pays for the 8
        (8, {}, -2.0),
        (8, {"repair": "none", "need": 4}, -2.0),
        # 4 points more at most: 1, 2, 3 or 4 (three faces) with 5 of 6
        (4, {}, 5 / 6 * (1 + 2 + 3 + 4 * 3) / 6 - 2),
        # nobody is to be placed there: nothing is repaired, and nothing is harm
        (8, {"repair": "needed", "need": 0}, -2.0),
        (0, {"repair": "needed", "need": 0}, -2.0),
    ],
)
def test_damage_from_before_is_not_the_raids_work(
    damage: int, options: dict[str, object], balance: float
) -> None:
    position = start().with_complex("Caucasus", damage)
    answer = raids(
        position,
        power="Germany",
        target="Caucasus",
        bombers=1,
        turns=1,
        **options,  # type: ignore[arg-type]
    )
    assert answer.more["balance"] == pytest.approx(balance)
    assert answer.more["break_even"] == pytest.approx(balance)
    assert answer.lines[0].startswith(
        "the raids pay" if balance > 0 else "the raids do not pay: -2.00 IPC"
    )
    old = damage if options.get("repair") is None else 4 * 3 if options.get("need") else 0
    said = f"without any raid, {old:.2f} IPC, is not the raids' work"
    assert any(said in one for one in answer.assumes) == (old > 0)


@pytest.mark.rule("AA-25")
def test_a_raid_that_changes_nothing_wins_and_loses_nothing() -> None:
    position = start().with_complex("Caucasus", 8).with_force("Caucasus", "Soviet Union", Force())
    answer = raids(position, power="Germany", target="Caucasus", bombers=1, turns=2)
    # no gun; turn 1: at the limit; he repairs; turn 2: 3.5 on average
    assert answer.more["balance"] == pytest.approx(3.5)
    answer = raids(position, power="Germany", target="Caucasus", bombers=1, turns=1)
    assert answer.lines == (
        "the raids do not pay: +0.00 IPC on average, the owner's harm less the bombers lost",
        "a raid neither wins nor loses: any good use of a bomber is better",
    )


@pytest.mark.rule("AA-25", "AA-43")
@pytest.mark.parametrize(("income", "start", "guns", "bombers", "turns", "owner"), CASES)
@pytest.mark.parametrize("elsewhere", [Fraction(0), Fraction(1, 2), Fraction(3)])
def test_the_best_number_to_send_is_the_best_of_all_plans(
    income: int,
    start: int,
    guns: int,
    bombers: int,
    turns: int,
    owner: Owner,
    elsewhere: Fraction,
) -> None:
    @cache
    def best(turn: int, b: int, d: int) -> Fraction:
        if turn == turns:
            return Fraction(0)
        return max(value(turn, b, d, flying) for flying in range(b + 1))

    def value(turn: int, b: int, d: int, flying: int) -> Fraction:
        total = elsewhere * (b - flying)
        for (left, hit), chance in raid(flying, d, gun=guns > 0, income=income).items():
            points = repaired(owner, hit, income)
            harm = points + Fraction(owner.slot) * short(owner, hit - points, income)
            ahead = best(turn + 1, b - flying + left, hit - points)
            total += chance * (harm - BOMBER * (flying - left) + ahead)
        return total

    site = Site(income, Force.of({"aa": guns}), start)
    found = raid_series(
        site, owner, bombers=bombers, turns=turns, price=BOMBER, elsewhere=float(elsewhere)
    )
    told, _ = series(
        income,
        start,
        owner,
        lambda turn, b, d: int(found.sends[turn, b, d]),
        gun=guns > 0,
        bombers=bombers,
        turns=turns,
    )
    for turn in range(turns):
        for b in range(bombers + 1):
            for d in range(2 * income + 1):
                chosen = int(found.sends[turn, b, d])
                assert value(turn, b, d, chosen) == best(turn, b, d)
                # of equal numbers the fewest
                assert all(value(turn, b, d, n) < best(turn, b, d) for n in range(chosen))
    assert found.balance == pytest.approx(float(sum(m["balance"] for m in told)), abs=1e-10)


@pytest.mark.rule("AA-25", "AA-43")
def test_all_fly_without_a_figure_for_elsewhere() -> None:
    found = raid_series(
        Site(3, Force.of({"aa": 1})), Owner("all", 3, 9, 3.0), bombers=2, turns=2, price=12.0
    )
    assert found.sends.shape == (2, 3, 7)
    assert (found.sends == np.arange(3)[None, :, None]).all()


def start() -> Position:
    return starting_position()


@pytest.mark.rule("AA-42", "AA-43")
def test_what_the_owner_needs_follows_from_his_income() -> None:
    # the Soviet Union: 24 IPC are 8 infantry, all of them placed in Russia (8)
    assert owner_of(start(), "Caucasus", repair="needed") == Owner("needed", 0, 24, 3.0)
    # 4 places less in Russia: 4 in Caucasus
    hit = start().with_complex("Russia", 4)
    assert owner_of(hit, "Caucasus") == Owner("all", 4, 24, 3.0)
    # Germany: 13 infantry, 6 in Southern Europe
    assert owner_of(start(), "Germany").need == 7
    assert owner_of(start(), "Germany", need=30, slot=2.5) == Owner("all", 10, 40, 2.5)
    lost = captured(start(), "Germany", "Russia", Force.of({"inf": 1}))
    assert owner_of(lost, "Caucasus") == Owner("all", 0, 0, 3.0)  # no purchases, no repairs


@pytest.mark.rule("AA-25")
def test_the_site_is_an_enemys_complex_with_its_guns_and_damage() -> None:
    position = start().with_complex("Caucasus", 3)
    position = position.with_force("Caucasus", "United Kingdom", Force.of({"aa": 1, "inf": 1}))
    assert site_of(position, "Germany", "Caucasus") == Site(4, Force.of({"aa": 2}), 3, "2009")
    with pytest.raises(OptionError, match="Norway has no complex"):
        site_of(start(), "United States", "Norway")
    with pytest.raises(OptionError, match="Japan has no complex of an enemy of Germany"):
        site_of(start(), "Germany", "Japan")


@pytest.mark.rule("AA-25", "AA-43")
def test_the_answer_in_tables_adds_up() -> None:
    answer = raids(start(), power="germany", target="Caucasus", bombers=2, turns=4)
    totals = [
        cell.estimate.value
        for cell in answer.sheet("turns").column("total")
        if isinstance(cell, Amount)
    ]
    told, chain = series(4, 0, Owner("all", 0, 24, 3.0), all_fly, gun=True, bombers=2, turns=4)
    assert totals == pytest.approx(np.cumsum([float(m["balance"]) for m in told]))
    left = [
        cell.estimate.value
        for cell in answer.sheet("left").column("chance")
        if isinstance(cell, Share)
    ]
    assert left[0] == pytest.approx(float(sum(p for (b, _), p in chain.items() if b == 2)))
    assert sum(left) == pytest.approx(1.0)
    sent = sum(float(m["sent"]) for m in told)
    assert answer.more["break_even"] == pytest.approx(totals[-1] / sent)
    balances = [
        c.estimate.value for c in answer.sheet("bombers").column("balance") if isinstance(c, Amount)
    ]
    alone, _ = series(4, 0, Owner("all", 0, 24, 3.0), all_fly, gun=True, bombers=1, turns=4)
    assert balances == pytest.approx([float(sum(m["balance"] for m in alone)), totals[-1]])
    assert answer.lines[0].startswith("the raids pay: +4.73 IPC")


def test_raids_that_are_worth_nothing_stay_at_home() -> None:
    answer = raids(start(), power="Germany", target="Caucasus", repair="none", elsewhere=0.0)
    assert answer.lines == ("stay at home: no raid is worth more than 0 IPC a bomber and turn",)
    assert answer.more["break_even"] is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"target": "Norway"}, "no complex of an enemy"),
        ({"bombers": 0}, "0 bombers are not computed"),
        ({"bombers": 21}, "name how many fly, 1 to 20"),
        ({"turns": 0}, "0 turns are not computed"),
        ({"repair": "half"}, "half"),
        ({"need": -1}, "need = -1"),
        ({"elsewhere": -0.5}, "elsewhere = -0.5"),
        ({"power": "Italy"}, "not known"),
    ],
)
def test_wrong_questions_are_told_plainly(options: dict[str, object], words: str) -> None:
    asked: dict[str, object] = {"power": "Germany", "target": "Caucasus", **options}
    with pytest.raises(OptionError, match=words):
        raids(start(), **asked)  # type: ignore[arg-type]
    flags = [part for key, value in asked.items() for part in (f"--{key}", str(value))]
    answer = ask("raids", "aa", *flags)
    assert answer.code == 2
    assert words in answer.err


@pytest.mark.rule("AA-25", "AA-46")
def test_a_figure_for_elsewhere_is_held_against_the_raids() -> None:
    # one raid against an AA gun is worth 11/12 IPC as long as the limit does not bind
    asked = {"power": "United States", "target": "Germany", "bombers": 1, "turns": 1}
    below = raids(start(), **asked, elsewhere=0.9)  # type: ignore[arg-type]
    assert "against 0.9 IPC a turn elsewhere, 1 of 1 bomber should raid in the first turn" in (
        below.lines
    )
    above = raids(start(), **asked, elsewhere=0.92)  # type: ignore[arg-type]
    assert above.lines[0].startswith("stay at home")
    assert any(one.startswith("0 of United States's bombers can fly") for one in below.assumes)
    near = raids(start(), power="Germany", target="Caucasus")
    assert any(one.startswith("1 of Germany's bombers can fly there") for one in near.assumes)


def test_no_bombers_to_raid_with() -> None:
    with pytest.raises(OptionError, match="Soviet Union has no bomber"):
        raids(start(), power="Soviet Union", target="Germany")


def test_the_verb_shows_the_answer() -> None:
    answer = ask("raids", "aa", "--power", "Germany", "--target", "Caucasus", "--bombers", "2")
    assert answer.code == 0
    assert "the raids pay: +4.73 IPC on average" in answer.out


@pytest.mark.parametrize("name", ["need", "slot", "elsewhere"])
@pytest.mark.parametrize("value", [-1, 10_000, 10**20, float("nan"), float("inf")])
def test_the_limits_of_a_number_are_named(name, value):
    with pytest.raises(OptionError, match=rf"{name} = .* not possible; .* from 0 to 9,999$"):
        raids(starting_position(), power="Germany", target="Caucasus", **{name: value})
    most = raids(starting_position(), power="Germany", target="Caucasus", turns=1, **{name: 9_999})
    assert most.question == "raids"


def test_many_bombers_over_many_turns_are_answered_soon():
    before = process_time()
    raids(
        starting_position(),
        **{"power": "Germany", "target": "Moscow", "bombers": 20, "turns": 50, "elsewhere": 0.5},
    )
    assert process_time() - before < 3  # 0.9 s; each state by itself took 5.6


def test_more_bombers_than_can_be_computed_are_told_how_to_be_fewer():
    many = edited(starting_position(), "Germany: 21 bmr")
    with pytest.raises(OptionError, match=r"21 bombers are not .* 1 to 20 \(--bombers\)"):
        raids(many, power="Germany", target="Caucasus")
    assert raids(many, power="Germany", target="Caucasus", bombers=2, turns=1)
