"""What taking a territory is worth: by hand, from the set-up and a small board."""

import pytest
from axis_map_small import small

from combat.axis_allies.hold.hold_chain import Blow, Stand
from combat.axis_allies.hold.worth_of import gains, worth_of
from combat.axis_allies.map.position_file import starting_position
from combat.errors import IllegalBattleError, OptionError

UNITS = {
    "Home": {"Germany": "3 inf"},
    "East": {"Soviet Union": "2 inf, 2 aa"},
    "Middle": {"Soviet Union": "1 inf"},
}


def lines(worth):
    return {line.what: (line.gain, line.loss) for line in worth.lines}


@pytest.mark.rule("AA-40")
def test_income_moves_from_the_loser_to_the_captor():
    worth = worth_of(small(UNITS), power="Germany", territory="Middle", turns=2)
    assert lines(worth) == {
        "Germany collects 3 IPC a turn more, 2 turns": (6.0, 0.0),
        "Soviet Union collects 3 IPC a turn less, 2 turns": (0.0, 6.0),
    }
    assert worth.total == 12.0


@pytest.mark.rule("AA-40")
def test_incomes_count_as_far_as_it_is_held():
    """Held with 1/2 after the Soviet turn and until the next own one.

    Germany collects 3 at once, then 3/2, then 3/4. The Soviet Union misses its 3 in half of the
    cases of each round: 3/2, 3/4, 3/8.
    """
    held = {"United Kingdom": 1.0, "Soviet Union": 0.5, "Germany": 0.5}
    worth = worth_of(small(UNITS), power="Germany", territory="Middle", turns=3, held=held)
    (mine, theirs) = worth.lines
    assert (mine.gain, mine.loss) == (5.25, 0.0)
    assert (theirs.gain, theirs.loss) == (0.0, 2.625)
    assert mine.what == "Germany collects 3 IPC a turn more, 1.75 of 3 turns"


@pytest.mark.rule("AA-42")
def test_a_capital_brings_the_cash_and_stops_all_income():
    """Soviet cash 7; of its income of 7, Germany gains East's 4 a turn, and it loses all 7."""
    worth = worth_of(small(UNITS), power="Germany", territory="East", turns=1)
    assert lines(worth) == {
        "Germany collects 4 IPC a turn more, 1 turn": (4.0, 0.0),
        "Soviet Union collects 7 IPC a turn less, 1 turn": (0.0, 7.0),
        "Soviet Union's cash in hand, with its capital": (7.0, 7.0),
        "2 AA gun captured": (12.0, 12.0),
    }


@pytest.mark.rule("AA-42")
def test_the_captor_keeps_the_cash_even_without_a_capital_but_collects_nothing():
    owners = {"Home": "Soviet Union"}
    worth = worth_of(small(UNITS, owners=owners), power="Germany", territory="East", turns=1)
    found = lines(worth)
    assert found["Soviet Union's cash in hand, with its capital"] == (7.0, 7.0)
    assert not any(what.startswith("Germany collects") for what in found)
    # it had 4 + 3 + 5
    assert found["Soviet Union collects 12 IPC a turn less, 1 turn"] == (0.0, 12.0)


@pytest.mark.rule("AA-44")
def test_guns_and_the_complex_count_as_far_as_they_are_held():
    held = {"United Kingdom": 0.5, "Soviet Union": 0.5, "Germany": 0.5}
    position = small(UNITS, complexes={"East": 3})
    found = lines(worth_of(position, power="Germany", territory="East", held=held))
    assert found["2 AA gun captured"] == (6.0, 6.0)
    assert found["the industrial complex"] == (6.0, 6.0)  # (15 - 3) / 2


@pytest.mark.rule("AA-45")
def test_liberation_gives_the_income_back_to_the_ally():
    position = small(
        {"Middle": {"Germany": "1 inf"}, "Isle": {"United Kingdom": "1 inf"}},
        owners={"Middle": "Germany"},
    )
    worth = worth_of(position, power="United Kingdom", territory="Middle", turns=1)
    assert lines(worth) == {
        "Soviet Union collects 3 IPC a turn more, 1 turn": (3.0, 0.0),
        "Germany collects 3 IPC a turn less, 1 turn": (0.0, 3.0),
    }
    lost = small({}, owners={"Middle": "Germany", "East": "Germany"})
    own = worth_of(lost, power="United Kingdom", territory="Middle", turns=1)
    assert "United Kingdom collects 3 IPC a turn more, 1 turn" in lines(own)


@pytest.mark.rule("AA-42", "AA-45")
def test_a_capital_freed_lets_its_power_collect_again():
    position = small({}, owners={"East": "Germany"})
    found = lines(worth_of(position, power="United Kingdom", territory="East", turns=1))
    assert found["Soviet Union collects 7 IPC a turn more, 1 turn"] == (7.0, 0.0)
    assert found["Germany collects 4 IPC a turn less, 1 turn"] == (0.0, 4.0)


@pytest.mark.rule("AA-41")
def test_victory_cities_before_and_after():
    start = starting_position()
    karelia = worth_of(start, power="Germany", territory="Karelia S.S.R.")
    assert (karelia.cities, karelia.victory) == ((6, 7), 9)
    egypt = worth_of(start, power="Germany", territory="Anglo Egypt")
    assert egypt.cities == (6, 6)
    priced = worth_of(
        start, power="Germany", territory="Karelia S.S.R.", overrides={"victory_city": 5.0}
    )
    assert priced.total == karelia.total + 5.0


@pytest.mark.rule("AA-40", "AA-42", "AA-45")
def test_who_collects_more_when_a_territory_is_taken():
    start, uk, su = starting_position(), "United Kingdom", "Soviet Union"
    assert gains(start, power="Germany", territory="Karelia S.S.R.") == {"Germany": 2}
    # without Berlin Germany collects nothing; freeing it brings all 40, Berlin's 10 among them
    lost = start.with_owner("Germany", uk)
    assert gains(lost, power="Germany", territory="Karelia S.S.R.") == {}
    assert gains(lost, power="Germany", territory="Germany") == {"Germany": 40}
    # what is liberated is its owner's, and its captor's only while the capital is lost
    taken = start.with_owner("Caucasus", "Germany")
    assert gains(taken, power=uk, territory="Caucasus") == {su: 4}
    without = taken.with_owner("Russia", "Germany")
    assert gains(without, power=uk, territory="Caucasus") == {uk: 4}
    held = without.with_owner("Caucasus", uk)
    assert gains(held, power="United States", territory="Russia") == {su: 24, uk: -4}


def test_what_is_given_replaces_what_is_computed():
    worth = worth_of(
        small(UNITS),
        power="Germany",
        territory="East",
        overrides={"territory": 8.0, "capital": 20.0},
    )
    found = lines(worth)
    assert found["the territory, as given"] == (8.0, 0.0)
    assert found["Soviet Union's capital, as given"] == (20.0, 0.0)
    assert worth.total == 8.0 + 20.0 + 24.0  # and the guns


def test_what_cannot_be_counted_is_refused():
    for turns in (0, 51):
        with pytest.raises(OptionError, match="1 to 50"):
            worth_of(small(UNITS), power="Germany", territory="Middle", turns=turns)
    with pytest.raises(IllegalBattleError, match="already"):
        worth_of(small(UNITS), power="Germany", territory="Home")


def test_held_follows_the_turn_order():
    from combat.axis_allies.hold.hold import held_by

    blow = Blow("Soviet Union", 1.0, 0.25, 0.75, 0.0, 0.0)
    stand = Stand("always", (blow,), {}, {})
    assert held_by(small(UNITS), "Germany", stand) == {
        "United Kingdom": 1.0,
        "Soviet Union": 0.75,
        "Germany": 0.75,
    }
