"""The truce clock: its numbers counted once more over all orders of a deck."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from article_tables import number, says, table_of, text_of
from commandline import ask_json

BRITISH, AMERICAN = ("british", "loyalist"), ("continental", "patriot")
FIRST_END, LAST = 3, 8
CARDS, MOVEMENT, EVENTS = 12, 7, 4
POLICIES = ("asap", "random", "forced")
LEADS = {
    "falling": (0.7, 0.7, 0.7, 0.6, 0.5, 0.4, 0.3, 0.3),
    "rising, then falling": (0.5, 0.55, 0.6, 0.65, 0.6, 0.5, 0.4, 0.3),
    "behind and falling": (0.45, 0.45, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2),
}


@pytest.fixture(scope="module")
def text():
    return text_of("rebellion-1775")


def decks():
    """All orders of a deck by kind, but those that begin with three events: they are redrawn."""
    for truce in range(CARDS):
        for events in combinations([n for n in range(CARDS) if n != truce], EVENTS):
            if not {0, 1, 2} <= set(events):
                yield "".join(
                    "T" if n == truce else "E" if n in events else "M" for n in range(CARDS)
                )


DECKS = tuple(decks())


def truce_turns(chance):
    """In which turn the truce is played, events being played as soon as held."""
    found = Counter()
    for deck in DECKS:
        hand, rest, left = list(deck[:3]), list(deck[3:]), Fraction(1, len(DECKS))
        for turn in range(1, LAST + 1):
            hand = [card for card in hand if card != "E"]
            others = hand.count("M")
            if "T" in hand:
                now = Fraction(1) if not others else chance(others, turn)
                found[turn] += left * now
                left *= 1 - now
            if not left or not others:
                break
            hand.remove("M")
            hand, rest = hand + rest[: 3 - len(hand)], rest[3 - len(hand) :]
    assert sum(found.values()) == 1
    return found


def asap(_others, _turn):
    return Fraction(1)


def alike(others, _turn):
    return Fraction(1, others + 1)


def forced(_others, _turn):
    return Fraction(0)


def from_round(first):
    return lambda _others, turn: Fraction(turn >= first)


CAME = {"asap": truce_turns(asap), "random": truce_turns(alike), "forced": truce_turns(forced)}


def pair(one, other):
    """When the later of two truces is on the table."""
    found = Counter()
    for (a, p), (b, q) in product(one.items(), other.items()):
        found[max(a, b)] += p * q
    return found


def last_rounds(ours, theirs):
    """The last round of a war between two pairs of truces."""
    found = Counter()
    for (a, p), (b, q) in product(ours.items(), theirs.items()):
        found[max(FIRST_END, min(a, b))] += p * q
    return found


def mean(chances):
    return float(sum(n * p for n, p in chances.items()))


HURRY, HOLD = pair(CAME["asap"], CAME["asap"]), pair(CAME["forced"], CAME["forced"])


def test_the_turns_of_the_truces(text):
    rows = table_of(text, "The turn in which a faction plays its truce")
    for row, policy in zip(rows, POLICIES, strict=True):
        for turn in range(1, LAST + 1):
            assert number(row[str(turn)]) == pytest.approx(float(CAME[policy][turn]), abs=6e-4)
    assert CAME["forced"][1] == Fraction(1, 36)
    assert set(CAME["random"].values()) == {Fraction(1, 8)}
    assert CAME["asap"][1] == Fraction(55, 216)  # one of three cards of twelve, but all events


def test_the_last_rounds(text):
    rows = table_of(text, "The last round, on average")
    for row, ours in zip(rows, POLICIES, strict=True):
        cells = list(row.values())[1:]
        for cell, theirs in zip(cells, POLICIES, strict=True):
            wanted = mean(
                last_rounds(pair(CAME[ours], CAME[ours]), pair(CAME[theirs], CAME[theirs]))
            )
            assert number(cell) == pytest.approx(wanted, abs=0.006)
    mixed, both = mean(last_rounds(HURRY, HOLD)), mean(last_rounds(HURRY, HURRY))
    assert says(text, f"after round {mixed:.1f} on average", f"it is round {both:.1f}")
    assert says(text, f"wins {mixed - both:.1f} rounds")


def test_the_war_is_over_by(text):
    wars = (last_rounds(HURRY, HURRY), last_rounds(HURRY, HOLD), last_rounds(HOLD, HOLD))
    for row in table_of(text, "The war is over by the end of each round"):
        cells = list(row.values())
        for cell, war in zip(cells[1:], wars, strict=True):
            by = sum(p for n, p in war.items() if n <= int(cells[0]))
            assert number(cell) == pytest.approx(float(by), abs=6e-4)


def test_one_faction_alone(text):
    alone = last_rounds(pair(CAME["asap"], CAME["forced"]), HOLD)
    assert says(
        text, f"hurries alone, its partner and the enemy holding on, {100 * float(alone[8]):.1f} %"
    )


def test_a_truce_in_the_hand_is_as_quick(text):
    rows = table_of(text, "A side wants the end from a round on")
    for row in rows:
        first = int(row["from round"])
        late = truce_turns(from_round(first))
        kept = last_rounds(pair(late, late), HOLD)
        laid = last_rounds(pair(late, CAME["asap"]), HOLD)
        before, early = (sum(p for n, p in war.items() if n < first) for war in (kept, laid))
        assert before + kept[first] == early + laid[first]  # to the last digit
        assert number(row["over in it"]) == pytest.approx(
            float(kept[first] / (1 - before)), abs=6e-4
        )
        assert number(row["over before"]) == pytest.approx(float(before), abs=6e-4)
        assert number(row["before, one laid early"]) == pytest.approx(float(early), abs=6e-4)


def test_from_the_best_round_on_is_as_good_as_best_play(text):
    note = next(line for line in text.splitlines() if line.startswith("*'From then on'"))
    for row in table_of(text, "Ahead at the end, by when truces"):
        lead = LEADS[row["lead"]]
        assert f"{row['lead']} {', '.join(map(str, lead))}" in note
        first = int(row["best round"])
        assert lead[first - 1] == max(lead[FIRST_END - 1 :])
        late = truce_turns(from_round(first))
        war = last_rounds(pair(late, late), HOLD)
        ahead = float(sum(p * Fraction(lead[n - 1]) for n, p in war.items()))
        text_of_lead = ", ".join(map(str, lead))
        best = ask_json("deck", "rb", "--set", "truce=best", "--set", f"lead={text_of_lead}")
        own = best["tables"]["ahead_at_end"]["british"]
        assert own["as set"] == pytest.approx(ahead, abs=1e-9)
        assert number(row["best play"]) == number(row["from then on"])
        assert number(row["best play"]) == pytest.approx(ahead, abs=6e-4)
        for head, key in {"at once": "asap", "when ahead": "ahead"}.items():
            assert number(row[head]) == pytest.approx(own[key], abs=6e-4)


@pytest.mark.parametrize("seed", range(4))
def test_so_it_is_for_any_lead_with_one_top(seed):
    """The claim is made of all of them; three are shown."""
    rng = np.random.default_rng(seed)
    top = int(rng.integers(FIRST_END, LAST))
    steps = np.sort(rng.integers(20, 80, size=LAST))
    rise, fall = steps[: top - 1], steps[top - 1 :][::-1]
    lead = [int(step) / 100 for step in (*rise, *fall)]
    assert lead[top - 1] == max(lead)
    late = truce_turns(from_round(top))
    war = last_rounds(pair(late, late), HOLD)
    ahead = float(sum(p * Fraction(lead[n - 1]) for n, p in war.items()))
    sides = [
        f"truce.{name}={how}"
        for side, how in ((BRITISH, "best"), (AMERICAN, "forced"))
        for name in side
    ]
    options = [
        word for text in (*sides, f"lead={', '.join(map(str, lead))}") for word in ("--set", text)
    ]
    own = ask_json("deck", "rb", *options)["tables"]["ahead_at_end"]["british"]
    assert own["as set"] == pytest.approx(ahead, abs=1e-9)


def test_kept_events_turn_the_clock(text):
    rows = table_of(text, "Events at once, or kept in hand")
    asked = [(truce, events) for truce in ("asap", "forced") for events in ("all", "none")]
    for row, (truce, events) in zip(rows, asked, strict=True):
        answer = ask_json("deck", "rb", "--set", f"truce={truce}", "--set", f"events={events}")
        last = answer["tables"]["last_round"]
        assert number(row["last round"]) == pytest.approx(
            sum(int(n) * p for n, p in last.items()), abs=0.006
        )
    means = [number(row["last round"]) for row in rows]
    assert means[0] < means[1]
    assert means[2] > means[3]


def test_reading_the_table(text):
    for row in table_of(text, "The next round is the last, if the enemy hurries"):
        played = int(row["after round"])
        seen = {n: p for n, p in CAME["asap"].items() if n > played}
        left = {n: p / sum(seen.values()) for n, p in seen.items()}
        out = {n: p for n, p in CAME["forced"].items() if n > played}
        kept = {n: p / sum(out.values()) for n, p in out.items()}
        ours = pair(kept, kept)
        for head, theirs in (
            ("none of his truces out", pair(left, left)),
            ("one of them out", Counter(left)),
        ):
            now = last_rounds(theirs, ours)[max(FIRST_END, played + 1)]
            assert number(row[head]) == pytest.approx(float(now), abs=6e-4)
