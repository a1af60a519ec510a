"""What every deck in `decks` owes the rest of the product."""

import tomllib
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom

from combat.battle import parse_settings
from combat.decks.answer import CHANCES, COMPUTED, KINDS, MATRIX, NUMBERS, PMF
from combat.decks.how import MOST_TRIALS, How
from combat.errors import OptionError
from combat.games import GAMES, decks, find_deck, find_entry, find_game

TRIALS, SEED = 60_000, 17_750_419
BEYOND = 5.7e-7  # chance to be five standard errors off, with some thousands of comparisons
FEWEST = 2_500  # comparisons over all cases
EXAMPLES = Path(__file__).parents[1] / "docs" / "examples" / "decks"
OWN = {
    "washingtons-war": "washingtons_war.toml",
    "rebellion-1775": "rebellion.toml",
    "napoleonics": "napoleonics.toml",
    "musket-skirmish": "musket_skirmish.toml",
}
# tables that the command line's contract names
NAMES = {
    "washingtons-war": {"war_ends": PMF},
    "rebellion-1775": {"truce_turn": PMF, "last_round": PMF},
    "napoleonics": {"orders": CHANCES},
    "musket-skirmish": {"actions": PMF, "never_reached": CHANCES, "before": MATRIX},
}
SETTINGS = {
    "washingtons-war": (
        {"reshuffle": "every-turn", "wins": "0.5, 1", "regulars": "0.2", "washington": "0.1"},
        {"reshuffle": "none", "last": "latest"},
        {"last": "earliest", "new_decks": "1776", "hand": "new-deck"},
    ),
    "rebellion-1775": (
        {"truce": "forced", "events": "none"},
        {"truce": "random", "scenario": "quebec"},
        {"truce.british": "forced", "scenario": "introductory"},
    ),
    "napoleonics": (
        {"hand": "6", "units": "4/5/3", "card": "Bayonet Charge", "first": "enemy"},
        {"squares": "2", "tactics": "8/4/2/3", "enemy_hand": "3"},
        {"scout": "choose", "turns": "4"},
    ),
    "musket-skirmish": (
        {"without": "French militia"},
        {"morale": "British", "ask": "British regulars fires before French indians 3"},
        {"ask": "British rangers 2 before French indians 3"},
    ),
}
# settings with which there is nothing exact
SIMULATED = {
    "washingtons-war": ({"last": "holder"}, {"redraws": "0.5"}),
    "rebellion-1775": (),
    "napoleonics": (),
    "musket-skirmish": (),
}
CASES = [
    pytest.param(name, settings, own, id=f"{name} {settings or ''}{' own' if own else ''}")
    for name in decks()
    for settings, own in ((({}), False), (({}), True), *((s, False) for s in SETTINGS[name]))
]
over_decks = pytest.mark.parametrize("deck", decks().values(), ids=decks())
compared = []


def contents(name):
    return tomllib.loads((EXAMPLES / OWN[name]).read_text("utf-8"))


def data_of(name, own):
    return contents(name) if own else None


def chance_tables(answer):
    return {table.name: table for table in answer.tables if table.kind != NUMBERS}


def share_asked(exact, name, column):
    """Share of the runs that come so far that a chance is asked about."""
    if name != "end_next_round":
        return 1.0
    last = exact.table("last_round").data["game"]
    return sum(chance for value, chance in last.items() if int(value) >= int(column))


def test_every_deck_is_tried():
    assert set(SETTINGS) == set(SIMULATED) == set(OWN) == set(NAMES) == set(decks())


@over_decks
def test_names_of_decks(deck):
    assert deck is decks()[deck.name]
    for name in (deck.name, deck.name.upper(), *deck.aliases):
        assert find_deck(name) is deck
        assert find_entry(name).deck is deck
    assert len(set(deck.aliases)) == len(deck.aliases)
    others = {n for d in decks().values() if d is not deck for n in (d.name, *d.aliases)}
    assert not others & {deck.name, *deck.aliases}


@over_decks
def test_a_deck_without_battles_says_so(deck):
    if deck.battles:
        assert find_game(deck.name) is GAMES[deck.name]
        assert find_entry(deck.name).game is GAMES[deck.name]
    else:
        with pytest.raises(OptionError, match="ask 'wargame-odds deck") as refused:
            find_game(deck.name)
        assert refused.value.allowed == ("deck",)
        assert find_entry(deck.name).game is None


@over_decks
def test_it_says_what_it_covers_and_what_not(deck):
    assert len(deck.covers) > 40
    assert "\n" not in deck.covers
    assert any(word in deck.covers for word in ("not ", "not:", "no "))
    assert deck.title
    assert deck.edition


@over_decks
def test_defaults_of_settings_are_what_no_settings_are(deck):
    keys = [setting.key for setting in deck.settings]
    assert len(set(keys)) == len(keys)
    assert all(setting.help for setting in deck.settings)
    known = {setting.key: setting for setting in deck.settings}
    parsed = parse_settings(deck, {})
    assert set(parsed) <= set(known)
    for key, setting in known.items():
        assert parsed.get(key, setting.default) == setting.default
        if setting.default is not None and setting.shows(setting.default):
            again = parse_settings(deck, {key: setting.shows(setting.default)})
            assert again.get(key, setting.default) == setting.default


@over_decks
def test_an_unknown_setting_is_refused(deck):
    with pytest.raises(OptionError) as refused:
        deck.answer(glory="3")
    assert refused.value.given == "glory"
    assert refused.value.allowed == tuple(setting.key for setting in deck.settings)


@over_decks
def test_the_tables_that_are_drawn_are_there_and_of_the_kind(deck):
    answer = deck.answer()
    kinds = {"timeline": (PMF,), "curves": (PMF, CHANCES), "pairs": (MATRIX, CHANCES)}
    for panel, allowed in kinds.items():
        name = getattr(deck, panel)
        if name:
            assert answer.table(name).kind in allowed


def check_tables(answer):
    names = [table.name for table in answer.tables]
    assert len(set(names)) == len(names)
    assert len({table.title for table in answer.tables}) == len(names)
    for name, kind in NAMES[answer.game].items():
        assert answer.table(name).kind == kind
    for table in answer.tables:
        assert table.kind in KINDS
        assert table.name.isidentifier()
        assert table.title
        assert table.data
        for group, row in table.data.items():
            assert type(group) is str
            assert all(type(key) is str for key in row), table.name
            assert all(isinstance(number, float) for number in row.values()), table.name
            assert all(np.isfinite(number) for number in row.values()), table.name
            if table.kind != NUMBERS:
                assert all(0.0 <= chance <= 1.0 for chance in row.values()), table.name
            if table.kind == PMF:
                assert sum(row.values()) <= 1.0 + 1e-9, (table.name, group)


@pytest.mark.parametrize(("name", "settings", "own"), CASES)
def test_exact_and_simulated_agree(name, settings, own):
    """Each chance of both: no further off than chance explains, by its exact distribution."""
    deck, data = decks()[name], data_of(name, own)
    exact = deck.answer(data, how=How("exact"), **settings)
    found = deck.answer(data, how=How("simulate", TRIALS, SEED), **settings)
    assert (exact.method, exact.trials, exact.seed) == ("exact", None, None)
    assert (found.method, found.trials, found.seed) == ("simulated", TRIALS, SEED)
    assert exact.precision == 0.0
    assert 0.0 < found.precision < 0.02
    check_tables(exact)
    check_tables(found)
    assert set(exact.assumes) & set(found.assumes)
    tables, sampled = chance_tables(exact), chance_tables(found)
    shared = set(tables) & set(sampled)
    assert set(NAMES[name]) <= shared
    for table in shared:
        assert exact.runs(tables[table]) is None
        runs = found.runs(sampled[table])
        for group in {**tables[table].data, **sampled[table].data}:
            mine, theirs = (t[table].data.get(group, {}) for t in (tables, sampled))
            for key in {**mine, **theirs}:
                where, chance, share = (table, group, key), mine.get(key, 0.0), theirs.get(key, 0.0)
                if runs is None:
                    assert share == pytest.approx(chance, abs=1e-12), where
                    continue
                asked = round(runs * share_asked(exact, table, key))
                if asked < 20:
                    continue
                count = share * asked
                fewer = binom.cdf(np.ceil(count), asked, chance)
                more = binom.sf(np.floor(count) - 1, asked, chance)
                assert min(fewer, more) > BEYOND / 2, (*where, chance, share)
                compared.append(where)


def test_much_was_compared(request):
    """The bound above is for some thousands of chances: fewer would be too lax, more too strict."""
    asked = [item for item in request.session.items if "exact_and_simulated" in item.name]
    if len(asked) < len(CASES):
        pytest.skip("not all cases were run")
    assert FEWEST < len(compared) < 20_000


@pytest.mark.parametrize("name", decks())
def test_the_bound_would_see_a_fault(name):
    """A chance that is wrong by a point or so is found out."""
    table = next(iter(NAMES[name]))
    row = next(iter(decks()[name].answer().table(table).data.values()))
    chance = max(p for p in row.values() if p < 1.0)
    for wrong in (chance - 0.015, chance + 0.015):
        count = round(wrong * TRIALS)
        tails = (binom.cdf(count, TRIALS, chance), binom.sf(count - 1, TRIALS, chance))
        assert min(tails) < BEYOND / 2


@pytest.mark.parametrize(
    ("name", "settings"), [(name, case) for name in decks() for case in SIMULATED[name]]
)
def test_what_has_no_exact_answer_is_simulated_or_refused(name, settings):
    deck = decks()[name]
    with pytest.raises(OptionError, match="no exact answer") as refused:
        deck.answer(how=How("exact"), **settings)
    assert refused.value.allowed == ("auto", "simulate")
    answer = deck.answer(how=How("auto", 2_000, 3), **settings)
    assert answer.method == "simulated"
    check_tables(answer)


@pytest.mark.parametrize("variant", [["planning"], ["vigilance"], ["end-of-turn", "planning"]])
def test_variants_of_a_deck_file_that_are_simulated(variant):
    deck, data = decks()["musket-skirmish"], contents("musket-skirmish") | {"variant": variant}
    with pytest.raises(OptionError, match="no exact answer"):
        deck.answer(data, how=How("exact"))
    answer = deck.answer(data, how=How("auto", 2_000, 3))
    assert answer.method == "simulated"
    for table in answer.tables:
        if table.kind == PMF:
            assert all(sum(row.values()) <= 1.0 + 1e-9 for row in table.data.values())


@over_decks
def test_the_same_seed_gives_the_same_answer_and_another_does_not(deck):
    first, same = (deck.answer(how=How("auto", 3_000, 8)) for _ in range(2))
    assert first == same
    other = deck.answer(how=How("auto", 3_000, 9))
    assert [t.data for t in other.tables] != [t.data for t in first.tables]
    drawn = deck.answer(how=How("auto", 3_000))
    assert drawn.seed is not None
    assert deck.answer(how=How("auto", 3_000, drawn.seed)) == drawn
    by_generator = deck.answer(how=How("auto", 3_000, np.random.default_rng(8)))
    assert by_generator.seed is None


@over_decks
def test_any_number_of_runs_will_do(deck):
    for trials in (1, 2, 3, 17, 100):
        answer = deck.answer(how=How("auto", trials, 1))
        assert answer.trials == trials
        check_tables(answer)


@over_decks
def test_a_million_runs_are_possible(deck):
    """How long they take is for the benchmarks."""
    answer = deck.answer(how=How("simulate", 1_000_000, 1))
    assert answer.trials == 1_000_000
    assert MOST_TRIALS >= 1_000_000
    check_tables(answer)
    for table in answer.tables:
        assert table.runs in (None, COMPUTED) or 0 < table.runs <= answer.trials
