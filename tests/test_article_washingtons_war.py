"""When to spend a battle card: the numbers of the article from two dice, counted by hand."""

from fractions import Fraction
from itertools import product

import pytest
from article_tables import number, says, table_of, text_of
from washingtons_war_oracle import Battle, General, Side, outcomes

FACES = range(1, 7)
DIFFERENCES = range(-6, 7)
STAKE = Fraction(10, 3)  # loser 5/3, winner 1/2, both sides' losses, and a step of the alliance
PRICES = [Fraction(n, 4) for n in (1, 2, 3, 4)]


@pytest.fixture(scope="module")
def text():
    return text_of("washingtons-war")


def wins(difference):
    """The attacker's chance: a die each, ties are his."""
    pairs = list(product(FACES, FACES))
    return Fraction(sum(mine + difference >= his for mine, his in pairs), len(pairs))


def answered(difference, price):
    """What the attacker has once the defender has answered, or not, as is best for him."""
    return min(wins(difference) * STAKE, wins(difference - 2) * STAKE + price)


def gain(difference, price):
    """What the attacker's card brings him over keeping it, if both hold one."""
    return answered(difference + 2, price) - price - answered(difference, price)


def shown(cell):
    return float(cell.split()[0].replace("−", "-").replace("+", ""))


def test_the_chance_at_each_difference_and_what_pips_change(text):
    rows = table_of(text, "The attacker's chance, and what pips change")
    assert [shown(row["difference"]) for row in rows] == list(DIFFERENCES)
    for row, d in zip(rows, DIFFERENCES, strict=True):
        assert number(row["attacker wins"]) == pytest.approx(float(wins(d)), abs=6e-4)
        changes = {"+1 for him": 1, "+2 for him": 2, "+2 for the defender": -2}
        for head, pips in changes.items():
            wanted = 100 * (wins(d + pips) - wins(d))
            assert shown(row[head]) == pytest.approx(float(wanted), abs=0.06), (d, head)


def test_the_difference_is_all_that_varies_in_the_armies_of_the_tables():
    army = General(battle=6, agility=2)
    for d in (-3, 0, 2):
        battle = Battle(Side("british", 3, army, drm=d), Side("american", 3, army))
        won = sum(chance for end, chance in outcomes(battle).items() if end.end == "attacker_wins")
        assert won == wins(d)


def span(places):
    sign = {place: f"{place}".replace("-", "−") for place in places}
    return f"{sign[places[0]]} to {sign[places[-1]]}" if places else "nowhere"


def test_where_a_card_gains_something_at_each_price(text):
    rows = table_of(text, "Differences at which playing gains something")
    assert [Fraction(row["price, CU"]) for row in rows] == PRICES
    for row, price in zip(rows, PRICES, strict=True):
        alone = [d for d in DIFFERENCES if (wins(d + 2) - wins(d)) * STAKE > price]
        both = [d for d in DIFFERENCES if gain(d, price) > 0]
        assert row["he has none"] == span(alone)
        assert row["he holds one"] == span(both)
        most = max(0, *(gain(d, price) for d in DIFFERENCES))
        assert number(row["gain, CU"]) == pytest.approx(float(most), abs=0.006)


def test_what_playing_gains_if_one_hand_of_three_holds_a_card(text):
    rows = table_of(text, "What playing the card gains")
    price = Fraction(1, 2)
    for row, d in zip(rows, DIFFERENCES, strict=True):
        alone = (wins(d + 2) - wins(d)) * STAKE - price
        wanted = {"he has no card": alone, "he holds one": gain(d, price)}
        wanted["one in three"] = (2 * alone + gain(d, price)) / 3
        for head, value in wanted.items():
            share = 100 * float(value / STAKE)
            assert shown(row[head]) == pytest.approx(share, abs=0.06), (d, head)


def test_habits_cost_what_they_cost(text):
    habits = {
        "play it in any battle": lambda _d, _price: True,
        "play it when you are behind": lambda d, _price: d < 0,
        "play it within one of level": lambda d, _price: -1 <= d <= 1,
        "play it where two pips alone are worth the price": (
            lambda d, price: (wins(d + 2) - wins(d)) * STAKE > price
        ),
    }
    rows = {row["rule"]: row for row in table_of(text, "Against an enemy who holds a card")}
    assert set(rows) == set(habits)
    cases = list(product(DIFFERENCES, PRICES))
    for name, plays in habits.items():
        missed = [
            max(gain(d, price), 0) - (gain(d, price) if plays(d, price) else 0)
            for d, price in cases
        ]
        wrong = sum(one > 0 for one in missed)
        assert rows[name]["wrong"] == f"{wrong} of {len(cases)}"
        cost = float(sum(missed)) / len(cases)
        assert number(rows[name]["costs, CU"]) == pytest.approx(cost, abs=0.006)


def test_what_is_at_stake_from_the_loss_dice(text):
    loser, winner = Fraction(5, 3), {2: Fraction(1, 2), 3: Fraction(2, 3)}
    regulars = Fraction(1, 6) * (3 + 2)  # three CUs lost: the advantage, and two steps
    ordinary = 2 * (loser - winner[2]) + 1
    wanted = {
        "British attack, both can retreat": ordinary,
        "the same, regulars' advantage not lost yet": ordinary + regulars,
        "the same, Congress in the space": ordinary + regulars + 2,
        "American army of 5 cut off": ordinary + regulars - loser + 5 + 2,
        "British army of 5 cut off": ordinary - loser + 5 + 2 + 3 + 2,
        # five CUs, a general, ten more for Washington, three steps back; he costs the winner more
        "Washington cut off": ordinary
        + regulars
        - loser
        + 5
        + 2
        + 10
        + 3
        - (winner[3] - winner[2]),
    }
    rows = table_of(text, "Between won and lost, in CUs")
    assert {row["battle"] for row in rows} == set(wanted)
    for row in rows:
        stake = wanted[row["battle"]]
        assert number(row["stake"]) == pytest.approx(float(stake), abs=0.006), row["battle"]
        best = max(wins(d + 2) - wins(d) for d in DIFFERENCES)
        card = float(stake * best)
        assert number(row["card"]) == pytest.approx(card, abs=0.006)
        pip = float(stake * max(wins(d + 1) - wins(d) for d in DIFFERENCES))
        assert number(row["discard"]) == pytest.approx(pip, abs=0.006)


def test_what_winner_and_loser_lose(text):
    rows = table_of(text, "CUs lost when the attacker wins")
    for row, faces in zip(rows, (1, 2, 3, 4), strict=True):
        assert number(row["winner loses"]) == pytest.approx(faces / 6, abs=0.006)
        assert number(row["loser loses"]) == pytest.approx(5 / 3, abs=0.006)


def test_the_claim_has_these_numbers(text):
    assert says(text, "one or two behind: by 30.6 points")
    assert says(
        text, "worth 3.3 CU between won and lost", "brings 1.0 CU in it at most", "2.9 CU", "4.2 CU"
    )


def test_two_behind_against_a_holder_a_card_gains_something_where_it_is_cheap(text):
    half, dear = Fraction(1, 2), Fraction(3, 4)
    alone = (wins(0) - wins(-2)) - half / STAKE
    gained = f"gains {100 * float(gain(-2, half) / STAKE):.1f} points"
    assert says(text, gained, f"in place of {100 * float(alone):.1f} points")
    assert gain(-2, dear) == 0
    assert says(text, "If it is worth three quarters, it gains nothing there")
