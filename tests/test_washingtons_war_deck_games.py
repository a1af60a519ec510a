"""Many games of the strategy deck at once: cards kept, redraws, the alliance's deck, any deck."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combat.decks.how import How
from combat.washingtons_war.deck.cards import Card, Deck
from combat.washingtons_war.deck.chain import years
from combat.washingtons_war.deck.course import Course, shares
from combat.washingtons_war.deck.games import Games
from combat.washingtons_war.deck.last_word import LastWord
from combat.washingtons_war.deck.problem import Problem
from combat.washingtons_war.deck.table import ASIDE, DISCARDS, GONE, Table
from combat.washingtons_war.deck.table import DECK as DRAW_DECK
from combat.washingtons_war.deck.tally import Tally
from combat.washingtons_war.deck.timing import computed, sampled, why_not_exact
from combat.washingtons_war.deck.track import Rates
from combat.washingtons_war.deck.track_sample import Tracks
from combat.washingtons_war.deck.war_ends import WarEnds

A, B = "american", "british"


def counted(problem, trials, seed=2):
    return Tally.of(problem, How(trials=trials, rng=seed).chunks()[0])


def small_deck(draw):
    """A deck with a few cards that do something, and others."""
    flags = st.booleans()
    cards = [
        Card(f"end {year}", must_be_played=True, year=year)
        for year in draw(st.lists(st.integers(1775, 1779), max_size=3, unique=True))
    ]
    for number in range(draw(st.integers(0, 2))):
        removed, reshuffle, later = draw(flags), draw(flags), draw(flags)
        side = draw(st.sampled_from([A, B, "both"]))
        track = draw(st.integers(-2, 5))
        cards.append(
            Card(
                f"event {number}",
                side=side,
                removed_after_play=removed,
                reshuffle=reshuffle,
                from_1776=later,
                track=track,
            )
        )
    cards.append(
        Card("battle", draw(st.integers(1, 4)), "battle", side=draw(st.sampled_from([A, B])))
    )
    cards.append(Card("blank", draw(st.integers(8, 20)), "ops", ops=2))
    return Deck(tuple(cards))


DECKS = st.composite(small_deck)()
COURSES = st.builds(
    Course,
    st.sampled_from(["runs-out", "every-turn", "none"]),
    st.frozensets(st.sampled_from([1776, 1778]), max_size=1),
    st.integers(1, 3),
    st.just(range(1775, 1780)),
)
HELD = st.sampled_from(["random", "earliest", "latest"])


@pytest.mark.rule("WW-30", "WW-32", "WW-33")
@given(DECKS, COURSES, HELD, st.sampled_from([0.0, 0.6]))
def test_no_card_is_lost_or_made(deck, course, last, redraws):
    problem = Problem(deck, course, LastWord(last), redraws=redraws)
    games = Games(problem, 40, np.random.default_rng(1))
    for year, _ in zip(course.years, games.years(), strict=True):
        cards = games.table.cards()
        there = deck.size - (games.table.later if year < course.joins else 0)
        assert (cards == there).all()
        assert (games.table.held == 0).all()
        where = games.table.where
        assert (np.count_nonzero(where == DRAW_DECK, axis=0) <= games.table.left).all()
        assert (np.count_nonzero(where == DISCARDS, axis=0) <= games.table.discards).all()
        assert year < course.joins or not (where == ASIDE).any()
        if course.renews and not redraws:
            full = games.table.left + games.table.discards >= 2 * course.hand
            assert full.all()


@pytest.mark.rule("WW-31", "WW-32", "WW-33")
@settings(max_examples=25)
@given(DECKS, COURSES, HELD)
def test_any_deck_is_timed_alike_computed_and_counted(deck, course, last):
    problem = Problem(deck, course, LastWord(last), Rates((1.5,), (0.1,), (0.1,)), deck.cards)
    assume(why_not_exact(problem) == "")
    exact, trials = computed(problem), 4_000
    count = sampled(counted(problem, trials))
    for name in ("ended", "made", "dealt"):
        one, other = getattr(exact, name), getattr(count, name)
        assert ((one >= 0.0) & (one <= 1.0)).all()
        error = np.sqrt(np.maximum(one * (1 - one), 1 / trials) / trials)
        assert (np.abs(one - other) <= 5 * error).all()  # over thousands of numbers
    assert exact.ended.sum() == pytest.approx(1.0)
    for rising in (exact.made, exact.dealt):
        assert (np.diff(rising, axis=0) >= -1e-12).all()
    either, *sides = (exact.dealt[..., at] for at in range(3))
    assert (either >= np.maximum(*sides) - 1e-12).all()
    assert (either <= sum(sides) + 1e-12).all()


@pytest.mark.rule("WW-05", "WW-38")
def test_a_must_play_card_drawn_for_a_battle_card_is_played_at_once():
    # three cards, one to each side: the American's battle card draws the third. The war goes on
    # past 1775 only if the card with a year is left and the battle card is British-held: 1 of 6
    end = Card("end", must_be_played=True, year=1775)
    deck = Deck((end, Card("battle", kind="battle", side=A), Card("blank", kind="ops", ops=1)))
    course = Course("none", hand=1, years=range(1775, 1777), joins=1779)
    trials = 20_000
    tally = counted(Problem(deck, course, redraws=1.0, asked=(end,)), trials)
    assert tally.ended[0] / trials == pytest.approx(5 / 6, abs=4 * (5 / 36 / trials) ** 0.5)
    assert tally.dealt[0, 0, 0] == tally.ended[0]
    usual = counted(Problem(deck, course, asked=(end,)), trials)
    assert usual.ended[0] / trials == pytest.approx(2 / 3, abs=4 * (2 / 9 / trials) ** 0.5)


@pytest.mark.rule("WW-05", "WW-32")
def test_a_battle_card_played_brings_a_card_and_may_leave_the_game():
    # of six cards one to each side; a battle card in the American hand brings the third, and if
    # that is one too, the fourth: 1/3 + 1/6 * 2/5 + 1/6 * 2/5 * 1/4
    mark, battle = Card("mark"), Card("battle", 2, "battle", side=A, removed_after_play=True)
    deck = Deck((mark, battle, Card("blank", 3, "ops", ops=1)))
    course = Course(hand=1, years=range(1775, 1776))
    problem, trials = Problem(deck, course, redraws=1.0, asked=(mark, battle)), 40_000
    tally = counted(problem, trials)
    assert tally.dealt[0, 0, 0] / trials == pytest.approx(5 / 12, abs=4 * (1 / 4 / trials) ** 0.5)
    games = Games(problem, 200, np.random.default_rng(4))
    (year,) = games.years()
    rows = [at for at, card in enumerate(games.marked) if card == battle]
    gone = (games.table.where[rows] == GONE).any(axis=0)
    assert (gone == year.dealt[1, 0]).all()  # the American's: played, and gone; else discarded
    assert 0 < gone.sum() < 200


@pytest.mark.rule("WW-32", "WW-31")
def test_the_alliance_makes_a_new_deck_before_the_next_deal():
    sure = Rates((20.0,), (0.0,), (0.0,))  # made in 1775 for certain, or as good as
    end = [Card(f"end {year}", must_be_played=True, year=year) for year in (1776, 1778)]
    deck = Deck((*end, Card("blank", 18, "ops", ops=1)))
    course = Course(hand=3, years=range(1775, 1780))
    word, trials = LastWord("latest"), 40_000
    made = counted(Problem(deck, course, word, sure, tuple(end), alliance_renews=True), trials)
    assert made.made[0] > 0.99 * trials
    renewed = Course(new_decks=frozenset({1776}), hand=3, years=range(1775, 1780))
    for how, alike in ((renewed, True), (course, False)):
        found = computed(Problem(deck, how, word, sure, tuple(end)))
        error = 4 * np.sqrt(found.dealt * (1 - found.dealt) / trials) + 2e-4
        assert (np.abs(made.dealt / trials - found.dealt) <= error).all() is np.bool_(alike)


@pytest.mark.rule("WW-34", "WW-12", "WW-20")
def test_nothing_moves_the_track_once_france_is_in():
    tracks = Tracks(Rates((20.0, 0.0), (0.0,), (0.0, 1.0)), 50, np.random.default_rng(5))
    none, back = np.zeros(50, np.int64), np.full(50, 5, np.int64)
    assert tracks.move(0, none, none, np.zeros(50, bool)).all()
    assert not tracks.move(1, back, none, np.ones(50, bool)).any()
    assert (tracks.at == 9).all()
    assert not tracks.captured.any()
    assert not tracks.lost.any()
    slow = Tracks(Rates((0.0,), (0.0,), (1.0, 0.0)), 50, np.random.default_rng(5))
    slow.move(0, back, none + 4, np.ones(50, bool))
    assert (slow.at == 6).all()  # captured and back at 0, then 2 for the regulars and 4
    slow.move(1, none + 1, none, np.ones(50, bool))
    assert (slow.at == 5).all()  # the regulars' advantage is lost once


@pytest.mark.rule("WW-39")
@pytest.mark.parametrize(("campaigns", "beginner"), [(0, A), (40, B)])
def test_a_claim_gives_the_first_play_and_so_the_last_word_away(campaigns, beginner):
    ends = [
        Card(f"end {year}", must_be_played=True, year=year) for year in (1775, 1776, 1777, 1778)
    ]
    others = Card("other", 40, "campaign") if campaigns else Card("other", 40, "ops", ops=1)
    deck = Deck((*ends, others))
    course = Course("every-turn")
    trials = 40_000
    tally = counted(Problem(deck, course, LastWord("holder")), trials)
    word = LastWord("holder", order=beginner)
    found = years(WarEnds(deck, course, word), deck, course)
    for turn, end in enumerate(found.values()):
        error = 4 * (end.ended * (1 - end.ended) / trials) ** 0.5 + 1e-9
        assert abs(tally.ended[turn] / trials - end.ended) <= error


@pytest.mark.rule("WW-30", "WW-32")
def test_a_deal_goes_on_from_a_new_deck_the_american_first():
    # five cards, one left for 1776: it is the American's, the British get one of the four discards
    mark = Card("mark")
    deck = Deck((mark, Card("blank", 4, "ops", ops=1)))
    course = Course(hand=2, years=range(1775, 1777), joins=1779)
    found = computed(Problem(deck, course, asked=(mark,)))
    np.testing.assert_allclose(found.dealt[0, 0], [4 / 5, 2 / 5, 2 / 5])
    # left over with 1/5, it is the American's; else, if the British had it, he gets one card of
    # the four discards
    np.testing.assert_allclose(found.dealt[1, 0, 1], 2 / 5 + 1 / 5 + 2 / 5 * (1 / 4))
    table = Table(deck, course, (mark,), games=1000, rng=np.random.default_rng(1))
    two = np.full(1000, 2, np.int64)
    table.deal(two, two)
    table.discard(np.zeros(1000, np.int64))
    assert (table.left == 1).all()
    assert shares(1, 2, 2) == (1, 0)


@pytest.mark.rule("WW-29", "WW-33")
def test_an_end_in_an_earlier_year_ends_the_war_in_the_end_phase():
    deck = Deck((Card("end", must_be_played=True, year=1775), Card("blank", 3, "ops", ops=1)))
    found = computed(Problem(deck, Course("none", hand=1, years=range(1775, 1778), joins=1779)))
    np.testing.assert_allclose(found.ended, [1 / 2, 1 / 2, 0.0])


@pytest.mark.rule("WW-33")
def test_the_active_card_is_pushed_onto_the_discards():
    # two cards with years and one blank, dealt anew each year: the later card pushes the earlier
    # one, which comes again; an active card itself never does
    ends = tuple(Card(f"end {year}", must_be_played=True, year=year) for year in (1777, 1778))
    deck = Deck((*ends, Card("blank", 2, "ops", ops=1)))
    course = Course("every-turn", hand=1, years=range(1775, 1778), joins=1779)
    games = Games(Problem(deck, course, LastWord("latest")), 500, np.random.default_rng(3))
    before = games.active.copy()
    for _ in games.years():
        kept = (before >= 0) & (games.active == before)
        assert kept.any() or (before < 0).all()
        active = np.array(
            [games.table.where[games.ends[at], n] for n, at in enumerate(games.active)]
        )
        assert (active[games.active >= 0] == 2).all()
        before = games.active.copy()
    assert {0, 1} <= set(before)
