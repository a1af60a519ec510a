"""Command cards: the deck, orders by section, command and squares, what tactic cards order."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from combat.napoleonics.deck.army import parse_army
from combat.napoleonics.deck.card import SECTIONS, TacticOrders
from combat.napoleonics.deck.card_file import shipped_deck
from combat.napoleonics.deck.entry import DECK
from combat.napoleonics.deck.ladder import Ladder
from combat.napoleonics.deck.order_dice import dice_orders
from combat.napoleonics.deck.orders import tactic_orders
from combat.napoleonics.deck.placed import Placed

NEAR = pytest.approx


def of(answer, name):
    return answer.table(name).data


def at_least_one(marked, cards, deck=70):
    return 1 - comb(deck - marked, cards) / comb(deck, cards)


# --- the deck


@pytest.mark.rule("CC-40")
def test_the_deck_has_70_cards_48_of_sections_and_22_of_tactics():
    deck = shipped_deck()
    assert (deck.size, deck.size - deck.tactic_size, deck.tactic_size) == (70, 48, 22)
    counts = {card.title: card.count for card in deck.cards}
    for name, by_section in (
        ("Scout", (2, 2, 2)),
        ("Probe", (4, 6, 4)),
        ("Attack", (4, 6, 4)),
        ("Assault", (2, 2, 2)),
    ):
        assert tuple(counts[f"{name} {section}"] for section in SECTIONS) == by_section
    for name in ("Recon in Force", "Coordinated Advance", "Flank Attack", "Forward"):
        assert counts[name] == 2
    assert {card.name: card.count for card in deck.tactics if card.count != 2} == {
        "Cavalry Charge": 3,
        "Elan": 1,
        "Give Them the Cold Steel": 1,
        "La Grande Manoeuvre": 1,
        "Rally": 1,
        "Short Supply": 1,
    }
    assert len(deck.tactics) == 13


@pytest.mark.rule("CC-40")
def test_what_section_cards_order():
    orders = {card.title: card.orders.at(4) for card in shipped_deck().cards if not card.tactic}
    assert orders["Scout left"] == (1, 0, 0)
    assert orders["Probe centre"] == (0, 2, 0)
    assert orders["Attack right"] == (0, 0, 3)
    assert orders["Assault left"] == (4, 0, 0)
    assert orders["Recon in Force"] == (1, 1, 1)
    assert orders["Coordinated Advance"] == (1, 2, 1)
    assert orders["Flank Attack"] == (2, 0, 2)
    assert orders["Forward"] == (2, 2, 2)


def test_what_rests_on_how_many_sources():
    sure = {card.name for card in shipped_deck().cards if card.confidence == "two sources"}
    assert sure == {"Scout", "Probe", "Attack", "Assault"}
    assert all(card.source and card.says for card in shipped_deck().cards)
    told = [line for line in DECK.answer().assumes if line.startswith("single source")]
    assert told == [
        "single source: the counts of Recon in Force, Coordinated Advance, Flank Attack, Forward,"
        " all tactic cards, and what they order; a deck file replaces them"
    ]


# --- hands of the game's own deck


FLANK = {1: 18, 2: 12, 3: 4}  # section cards for at least so many there, without the two Assaults
MIDDLE = {1: 20, 2: 16, 3: 6}


@pytest.mark.rule("CC-40", "CC-41")
@pytest.mark.parametrize("hand", [1, 4, 5, 6])
def test_orders_by_section_are_hypergeometric(hand):
    """Cards are counted by hand in the list; an Assault orders as many as the command."""
    orders = of(DECK.answer(hand=hand), "orders")
    for section, cards in (("left", FLANK), ("centre", MIDDLE), ("right", FLANK)):
        assert list(orders[section]) == [str(k) for k in range(1, max(4, hand) + 1)]
        for text, chance in orders[section].items():
            marked = cards.get(int(text), 0) + 2 * (hand >= int(text))
            assert chance == NEAR(at_least_one(marked, hand), abs=1e-12)


@pytest.mark.rule("CC-41")
def test_command_falls_with_every_square_and_so_does_the_hand():
    orders = of(DECK.answer(hand=6, squares=2), "orders")
    assert orders["left"]["3"] == NEAR(at_least_one(6, 4))
    assert orders["left"]["4"] == NEAR(at_least_one(2, 4))
    assert "5" not in orders["left"]
    command = DECK.answer(hand=6).table("command").plain()
    assert list(command) == ["0", "1", "2", "3", "4"]
    for squares in range(5):
        held = 6 - squares
        chance = at_least_one(6, held)
        assert command[str(squares)]["pmf"] == NEAR({"0": 1 - chance, str(held): chance})
        assert command[str(squares)]["mean"] == NEAR(held * chance)
    assault = of(DECK.answer(hand=6, units="2/9/5"), "assault_orders")
    assert assault["0"] == {"left": 2, "centre": 6, "right": 5, "in all": 6}
    assert assault["3"] == {"left": 2, "centre": 3, "right": 3, "in all": 3}


@pytest.mark.rule("CC-41")
def test_a_square_card_does_not_count_but_the_played_one_does():
    """Three cards held: the Assault itself, and two others."""
    numbers = of(DECK.answer(hand=4, squares=1), "assault_orders")["1"]
    assert numbers["left"] == 3


@pytest.mark.rule("CC-41")
def test_surplus_orders_lapse():
    orders = of(DECK.answer(units="2/0/1"), "orders")
    assert orders["left"]["2"] == NEAR(at_least_one(14, 5))
    assert orders["left"]["3"] == 0
    assert set(orders["centre"].values()) == {0.0}
    assert orders["right"]["1"] == NEAR(at_least_one(20, 5))
    assert orders["right"]["2"] == 0


@pytest.mark.rule("CC-41")
def test_a_unit_on_a_dotted_line_is_in_both_sections():
    orders = of(DECK.answer(units="2/0/1, 1 left-centre"), "orders")
    assert orders["left"]["3"] == NEAR(at_least_one(6, 5))
    assert orders["centre"]["1"] == NEAR(at_least_one(22, 5))
    assert orders["centre"]["2"] == 0
    assert orders["right"]["2"] == 0


@pytest.mark.rule("CC-40")
def test_hands_that_order_nobody():
    """Without units in the centre and on the left, only cards for the right order someone."""
    hand = 5
    idle = DECK.answer(units="0/0/3").table("no_orders").plain()
    assert idle["section cards"] == NEAR(comb(50, hand) / comb(70, hand))
    # Counter-attack, First Strike, Rally, Short Supply, and Cold Steel if nobody is near
    assert idle["all cards"] == NEAR(comb(50 - 22 + 7, hand) / comb(70, hand))
    everywhere = DECK.answer().table("no_orders").plain()
    assert everywhere["section cards"] == NEAR(comb(22, hand) / comb(70, hand))
    assert everywhere["all cards"] == NEAR(comb(7, hand) / comb(70, hand))
    near = DECK.answer(tactics="3 infantry, 1 adjacent cavalry").table("no_orders").plain()
    assert near["all cards"] == NEAR(comb(6, hand) / comb(70, hand))
    nobody = DECK.answer(units="0/0/0").table("no_orders").plain()
    assert nobody == {"section cards": 1.0, "all cards": 1.0}


@pytest.mark.rule("CC-40")
def test_more_cards_are_better_cards():
    chances = [of(DECK.answer(hand=hand), "orders") for hand in range(1, 13)]
    means = [of(DECK.answer(hand=hand), "best_orders") for hand in range(1, 13)]
    for section in SECTIONS:
        for number in "1234":
            row = [one[section][number] for one in chances]
            assert row == sorted(row)
            assert len(set(row)) > 8
        best = [one[section]["best card"] for one in means]
        assert best == sorted(best)
        for one in chances:
            falling = list(one[section].values())
            assert falling == sorted(falling, reverse=True)


# --- tactic cards


def tactic(name):
    orders = next(card.orders for card in shipped_deck().tactics if card.name == name)
    assert isinstance(orders, TacticOrders)
    return orders


@pytest.mark.rule("CC-40", "CC-41")
@pytest.mark.parametrize(
    ("name", "army", "orders"),
    [
        ("Bayonet Charge", "8/4/2/3", 4),
        ("Bayonet Charge", "3 infantry, 9 cavalry", 3),
        ("Bayonet Charge", "9 cavalry", 1),
        ("Bombard", "2 artillery, 1 horse artillery", 3),
        ("Bombard", "8 infantry", 1),
        ("Cavalry Charge", "2 cavalry, 3 artillery, 1 adjacent horse artillery", 3),
        ("Cavalry Charge", "3 leaders", 1),
        ("Counter-attack", "8/4/2/3", 0),
        ("Fire and Hold", "2 infantry, 3 adjacent infantry, 1 horse artillery", 3),
        ("Fire and Hold", "3 adjacent infantry", 1),
        ("Force March", "7 infantry, 2 adjacent infantry, 3 cavalry", 6),  # of 4/6/3
        ("Force March", "5 infantry", 5),
        ("Give Them the Cold Steel", "5 infantry, 2 adjacent infantry, 1 adjacent artillery", 3),
        ("Give Them the Cold Steel", "5 infantry, 2 leaders", 0),
        ("La Grande Manoeuvre", "1 infantry, 2 leaders", 3),
        ("La Grande Manoeuvre", "8/4/2/3", 4),
        ("Leadership", "8/4/2/3", 3),
        ("Leadership", "8 infantry", 1),
        ("Short Supply", "8/4/2/3", 0),
    ],
)
def test_what_tactic_cards_order(name, army, orders):
    assert tactic_orders(tactic(name), parse_army(army), Placed(4, 6, 3), 5) == {orders: 1.0}


@pytest.mark.rule("CC-01", "CC-41")
@pytest.mark.parametrize(
    "army", ["8/4/2/3", "1/1/0/1", "2 infantry", "1 horse artillery, 1 leader"]
)
def test_dice_of_the_command_are_thrown_face_by_face(army):
    """Against all 6ⁿ throws: two faces of infantry, one each of cavalry, guns, flag, sabres."""
    troops = parse_army(army)
    units = {"I": troops.of(("infantry",)), "C": troops.of(("cavalry",))}
    units["A"] = troops.of(("artillery",))
    for dice in (1, 2, 4):
        found = {}
        for faces in product("IICAFS", repeat=dice):
            ordered = sum(min(faces.count(face), units[face]) for face in units)
            ordered += min(faces.count("F"), troops.total - ordered)
            found[ordered] = found.get(ordered, 0) + Fraction(1, 6**dice)
        assert dice_orders(dice, troops) == NEAR({k: float(v) for k, v in found.items()})


@pytest.mark.rule("CC-40")
def test_dice_are_compared_by_their_mean_and_what_is_sure_goes_first():
    ladder = Ladder.of(({2: 1.0}, {1: 0.4, 3: 0.6}, {0: 0.5, 4: 0.5}, {3: 1.0}))
    assert ladder.of_kind.tolist() == [1, 2, 0, 3]
    best = ladder.best((1, 1, 1, 1), 2)
    assert best == NEAR([0, 1 / 6, 2 / 6, 3 / 6])
    assert ladder.orders(best) == NEAR({0: 0, 1: 0.8 / 6, 2: 1 / 6, 3: 4.2 / 6, 4: 0})
