"""Vigilance and planning (MT-09, MT-10): by hand, by scripted turns, and by the oracle."""

from fractions import Fraction
from math import sqrt

import musket_oracle as oracle
import numpy as np
import pytest
from musket_oracle import PACKS, Kind, Pack

from combat.decks.how import How
from combat.errors import WargameError
from combat.musket_skirmish.cards import read_deck
from combat.musket_skirmish.entry import DECK
from combat.musket_skirmish.planning import HOLD, OWN, POLICIES, RANDOM, RUSH, planned
from combat.musket_skirmish.sample import Turns
from combat.musket_skirmish.vigilance import watched

TRIALS = 8_000
ERRORS = 4
DUEL = Pack((Kind("A", "foot", 1, 1), Kind("B", "foot", 1, 1)))


def asked(pack, variants, trials=TRIALS, **options):
    data = pack.file()
    data["variant"] = [*data["variant"], *variants]
    return DECK.answer(data, how=How(trials=trials, rng=23), **options)


def agree(found, exact, trials=TRIALS):
    error = sqrt(max(0.0, exact * (1 - exact)) / trials)
    assert abs(found - exact) <= ERRORS * error + 1 / trials


# --- vigilance


def volleys(pack, **options):
    return asked(pack, ["vigilance"], **options).table("vigilance").data


def scripted(pack, *orders):
    """Return the volleys of the first type in turns that come as written, one after the other."""
    script = iter(orders)

    def make(of, runs, _):
        kinds = np.tile(np.array(next(script)), (runs, 1))
        return Turns(of, kinds, np.ones(kinds.shape, np.bool_))

    name = pack.kinds[0].name
    rng, turns = np.random.default_rng(0), len(orders)
    found = watched(
        read_deck(pack.file()), (name,), turns=turns, moves=1.0, make=make, runs=3, rng=rng
    )
    on_watch, as_usual = set(found[name].on_watch.tolist()), set(found[name].as_usual.tolist())
    assert len(on_watch) == len(as_usual) == 1  # all runs are alike
    return on_watch.pop(), as_usual.pop()


@pytest.mark.rule("MT-09")
@pytest.mark.parametrize(
    ("orders", "on_watch", "as_usual"),
    [
        (["MEE"], 1, 1),  # a marker, one shot at the first who moves; it goes
        (["EEM"], 0, 1),  # nobody moves after it
        (["EEM", "EEM"], 1, 1),  # the marker stays until it is used; then it reloads
        (["EEM", "EEM", "EEM"], 1, 2),  # and takes another marker in the third turn
        (["EEM", "EEM", "EEM", "EEM"], 2, 2),
        (["MEE", "MEE", "MEE"], 2, 2),  # marker and shot, reload, marker and shot
        (["EME", "EME", "EME"], 2, 2),
    ],
)
def test_a_scripted_turn(orders, on_watch, as_usual):
    pack = Pack((Kind("A", "foot", 1, 1), Kind("B", "foot", 2, 1)))
    written = [["ME".index(letter) for letter in order] for order in orders]
    assert scripted(pack, *written) == (on_watch, as_usual)


@pytest.mark.rule("MT-09")
def test_two_actions_shoot_and_reload_on_its_cards_but_take_one_marker():
    pack = Pack((Kind("A", "foot", 2, 2), Kind("B", "foot", 1, 1)))
    assert scripted(pack, [0, 0, 1]) == (1, 2)
    assert scripted(pack, [0, 1, 0], [0, 0, 1]) == (2, 4)


@pytest.mark.rule("MT-09")
def test_own_units_events_and_officers_do_not_draw_fire():
    pack = Pack(
        (Kind("A", "foot", 1, 1), Kind("A", "horse", 1, 1), Kind("B", "foot", 1, 1)), 1, 1, ("B",)
    )
    # kinds 3, 4 and 5 are the event, the officers' and the morale card
    assert scripted(pack, [2, 0, 1, 3, 4, 5]) == (0, 1)
    assert scripted(pack, [0, 1, 3, 4, 5, 2]) == (1, 1)


@pytest.mark.rule("MT-09")
def test_nobody_moves():
    rows = volleys(PACKS["end of turn"], moves=0)
    assert all(row["on watch"] == 0 for row in rows.values())
    assert all(row["firing on its cards"] > 0 for row in rows.values())


@pytest.mark.rule("MT-09")
def test_in_a_turn_of_two_cards_the_shot_is_a_half():
    """The marker is taken before the enemy moves or after; in one turn it is used if before."""
    row = volleys(DUEL, moves=1, turns=1)["A foot"]
    agree(row["on watch"], 1 / 2)
    assert row["firing on its cards"] == 1.0
    agree(volleys(DUEL, moves=0.3, turns=1)["A foot"]["on watch"], 0.3 / 2)


@pytest.mark.rule("MT-09")
@pytest.mark.parametrize("name", ["end of turn", "three sides"])
@pytest.mark.parametrize("moves", ["1", "0.25"])
def test_volleys_on_watch_as_in_the_oracle(name, moves):
    pack, turns = PACKS[name], 3
    table = asked(pack, ["vigilance"], moves=moves, turns=turns).table("vigilance")
    assert sorted(table.data) == pack.names
    for type_, row in table.data.items():
        mean = oracle.volleys_on_watch(pack, type_, turns, Fraction(moves)) / turns
        spread = table.sds[type_]["on watch"]
        assert spread < 1  # of one volley for a card at most, in the mean of some turns
        assert abs(row["on watch"] - float(mean)) <= ERRORS * spread / sqrt(TRIALS)


@pytest.mark.rule("MT-09")
def test_only_those_on_watch_are_told():
    assert list(volleys(PACKS["end of turn"], watch="French militia")) == ["French militia"]
    told = asked(PACKS["end of turn"], ["vigilance"], trials=10).assumes
    assert any("the chance that one does is 1" in line for line in told)


@pytest.mark.rule("MT-09")
def test_a_deck_of_one_type_has_nobody_to_watch():
    answer = asked(Pack((Kind("A", "foot", 3, 1),), events=1), ["vigilance"])
    assert answer.table("vigilance").data["A foot"]["on watch"] == 0.0
    assert answer.table("never_reached").data == {"A foot": {"": 0.0}}
    assert answer.table("first_to_act").data == {"A foot": {"": 1.0}}


# --- planning


def plans(policy, other=None):
    return {"plans": f"British {policy}, French {other or policy}"}


@pytest.mark.rule("MT-10")
@pytest.mark.parametrize("name", ["plain", "end of turn", "elite of both"])
def test_hands_played_at_random_are_the_shuffled_deck(name):
    pack = PACKS[name]
    exact = DECK.answer(pack.file())
    found = asked(pack, ["planning"], **plans(RANDOM))
    for table in exact.tables:
        if not table.chances or table.name in ("if_wiped_out", "dry_spell"):
            continue
        for group, row in table.data.items():
            for value, chance in row.items():
                agree(found.table(table.name).data[group].get(value, 0.0), min(chance, 1.0))


def rank(pack, side, order):
    """Return how soon a side plays each card: what stands last in `order` is played first."""

    def of(label):
        if label[0] != "card":
            return 10 * order.index("event")
        kind = pack.kinds[label[1]]
        if kind.side == side:
            return 10 * order.index("own") + kind.actions
        return 10 * order.index("enemy") - kind.actions  # the least helpful to him first

    return of


ORDERS = {
    OWN: ("enemy", "event", "own"),
    HOLD: ("event", "enemy", "own"),
    RUSH: ("enemy", "own", "event"),
}


@pytest.mark.rule("MT-10", "MT-08")
@pytest.mark.parametrize("stop", [None, 2])
@pytest.mark.parametrize("mine", ORDERS)
@pytest.mark.parametrize("theirs", [OWN, RUSH])
def test_hands_against_the_oracle(mine, theirs, stop):
    """Two cards of two actions and one of one against three, and two events."""
    kinds = Kind("British", "regulars", 2, 2), Kind("British", "militia", 1, 1)
    pack = Pack((*kinds, Kind("French", "indians", 3, 1)), events=2, stop=stop)
    order = {
        "British": rank(pack, "British", ORDERS[mine]),
        "French": rank(pack, "French", ORDERS[theirs]),
    }
    turns = oracle.planned(pack, order)
    found = asked(pack, ["planning"], **plans(mine, theirs))
    for name in pack.names:
        own = pack.own(name)
        never = sum(chance for turn, chance in turns.items() if not own & set(turn))
        agree(found.table("never_reached").data[name][""], float(never))
        for place in range(1, 9):
            here = sum(c for turn, c in turns.items() if oracle.place(turn, own) == place)
            agree(found.table("first_place").data[name].get(str(place), 0.0), float(here))
    for length in range(1, 9):
        here = sum(chance for turn, chance in turns.items() if len(turn) == length)
        agree(found.table("turn_length").data["game"].get(str(length), 0.0), float(here))


@pytest.mark.rule("MT-10")
def test_who_begins_is_drawn_and_each_plays_his_own():
    """With hands full of both sides' cards, he who begins acts first."""
    pack = Pack((Kind("British", "foot", 1, 1), Kind("French", "foot", 1, 1)))
    first = asked(pack, ["planning"], **plans(OWN)).table("first_to_act").data
    agree(first["British foot"][""], 1 / 2)
    # a hand of one card each: it is played whichever side it activates, by either who begins
    assert first["British foot"][""] + first["French foot"][""] == pytest.approx(1)


@pytest.mark.rule("MT-10")
def test_all_cards_are_played_in_any_deck():
    for events, count in ((0, 1), (1, 1), (2, 2), (0, 9), (20, 1)):
        pack = Pack((Kind("A", "foot", count, 1), Kind("B", "foot", 1, 2)), events, 1, ("A",))
        deck = read_deck(pack.file())
        for policy in POLICIES:
            play = {"A": policy, "B": RUSH}
            turns = planned(deck, play, 50, np.random.default_rng(2))
            assert (np.sort(turns.kinds, axis=1) == np.sort(turns.kinds[0])).all()
            assert np.bincount(turns.kinds[0]).tolist() == [count, 1, events, 1, 1]
            assert turns.comes.all()


@pytest.mark.rule("MT-10", "MT-08")
def test_events_count_when_they_are_played():
    """Those who hold events lengthen the turn, those who rush them shorten it."""
    pack = PACKS["end of turn"]
    tables = {p: asked(pack, ["planning"], **plans(p)).table("turn_length") for p in POLICIES}
    means = {
        policy: sum(int(n) * chance for n, chance in table.data["game"].items())
        for policy, table in tables.items()
    }
    assert means[RUSH] < means[RANDOM] < means[HOLD]


@pytest.mark.rule("MT-10")
def test_what_the_way_to_play_a_hand_changes():
    pack = PACKS["end of turn"]
    answer = asked(pack, ["planning"], **plans(OWN, RANDOM))
    rows = answer.table("holding").data
    assert list(rows) == list(POLICIES)
    first = answer.table("first_to_act").data["British regulars"][""]
    assert rows[OWN]["British acts first"] == pytest.approx(first)
    # all play at random: as in the plain deck
    exact = DECK.answer(pack.file())
    chance = exact.table("first_to_act").data["British regulars"][""]
    agree(rows[RANDOM]["British acts first"], chance)
    assert rows[OWN]["British acts first"] > chance
    agree(rows[RANDOM]["British regulars never acts"], 1 / 10)
    assert "if_wiped_out" not in [table.name for table in answer.tables]
    told = "planning: hands of 3, who begins is drawn, played so: British own, French random"
    assert any(line.startswith(told) for line in answer.assumes)


@pytest.mark.rule("MT-04", "MT-10")
def test_officers_cards_come_as_they_are_played():
    """Who rushes events ends the turn before the officers' card comes."""
    pack = PACKS["end of turn"]._replace(officers=1, morale=())
    came = {
        policy: asked(pack, ["planning"], **plans(policy)).table("officers_card").data
        for policy in (RANDOM, RUSH)
    }
    agree(came[RANDOM]["French militia"]["actions"], 3 / 4)
    assert came[RUSH]["French militia"]["actions"] < 0.6


@pytest.mark.rule("MT-09", "MT-10")
@pytest.mark.parametrize("variant", ["planning", "vigilance"])
def test_no_exact_answer_to_variants_that_are_played(variant):
    data = PACKS["plain"].file(variant=[variant])
    with pytest.raises(WargameError, match=f"no exact answer: {variant} depends on"):
        DECK.answer(data, how=How(engine="exact"))
