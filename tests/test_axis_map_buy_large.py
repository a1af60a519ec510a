"""Purchases for stacks as large as those of a game's middle: answered in parts, and soon."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import process_time

import pytest

from combat.axis_allies.hold.hold import holding
from combat.axis_allies.hold.hold_chain import ALWAYS, IF_IT_PAYS, Threat
from combat.axis_allies.map.edits import edited
from combat.axis_allies.map.position_file import starting_position
from combat.axis_allies.spending import buy_search
from combat.axis_allies.spending.buy_search import Bought, Search
from combat.axis_allies.spending.buy_supply import supply_of
from combat.errors import TooLargeError
from combat.force import Force

START = edited(
    replace(starting_position(), turn="Germany", units={}, complexes={"Germany": 0}),
    "Germany: 1 inf",
    "Western Europe: UK 2 inf, 1 arm",
    "Eastern Europe: USSR 2 inf, 1 arm",
)
STACKED = edited(  # 20 against 39: the garrisons of all purchases at once are too large
    starting_position(),
    "Ukraine: 10 inf, 4 art, 6 arm, 2 ftr",
    "West Russia: none",
    "Balkans: 6 inf, 4 arm, 3 ftr",
    "Germany: 6 inf, 4 arm, 2 ftr, 2 bmr",
    "Caucasus: 8 inf, 2 art, 2 arm, 1 aa, 2 ftr",
    "Russia: 10 inf, 3 art, 4 arm, 2 ftr",
)
SU = "Soviet Union"


def search(policy: str = ALWAYS) -> Search:
    return Search(supply_of(START, "Germany", "Germany", moving=False), 24, None, True, policy)


def table(found: Bought) -> list[tuple[str, int, float]]:
    return [(str(one.added.force), one.added.cost, one.chance) for one in found.frontier]


def limit(monkeypatch: pytest.MonkeyPatch, *, together: int = 99, units: int = 99) -> None:
    """Let battles with more garrisons at once, or with a larger one, be too large."""
    solved = buy_search.chances

    def chances(
        threats: Sequence[Threat], garrisons: Sequence[Force], *, policy: str
    ) -> Mapping[Force, float]:
        if len(garrisons) > together or max(one.total for one in garrisons) > units:
            raise TooLargeError("too large")
        return solved(threats, garrisons, policy=policy)

    monkeypatch.setattr(buy_search, "chances", chances)


@pytest.mark.parametrize("policy", [ALWAYS, IF_IT_PAYS])
def test_what_is_too_large_at_once_is_answered_in_parts(
    monkeypatch: pytest.MonkeyPatch, policy: str
) -> None:
    whole = search(policy).find()
    assert len(whole.frontier) > 3
    limit(monkeypatch, together=3)
    parted = search(policy).find()
    assert [row[:2] for row in table(parted)] == [row[:2] for row in table(whole)]
    assert [row[2] for row in table(parted)] == pytest.approx([r[2] for r in table(whole)])
    assert (parted.tried, parted.complete) == (whole.tried, True)


def test_a_search_ends_where_a_garrison_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """And says that it has not tried all; what costs less is answered in any case."""
    whole = search().find()
    limit(monkeypatch, units=0)
    with pytest.raises(TooLargeError):  # already with nothing added
        search().find()
    monkeypatch.undo()
    monkeypatch.setattr(buy_search, "BATCHES", (1, 1))
    limit(monkeypatch, units=5)
    ended = search().find()
    assert not ended.complete
    assert 1 < ended.tried < whole.tried
    for found, wanted in zip(table(ended), table(whole), strict=False):
        assert found[:2] == wanted[:2]
        assert found[2] == pytest.approx(wanted[2], rel=1e-12)


@pytest.mark.parametrize("policy", [ALWAYS, IF_IT_PAYS])
def test_ordinary_large_stacks_are_answered(policy: str) -> None:
    """Each of the best purchases is as likely to hold as `hold` says of the place with it."""
    before = process_time()
    supply = supply_of(STACKED, SU, "Caucasus", moving=False)
    found = Search(supply, 12, None, True, policy).find()
    assert process_time() - before < 6
    assert found.complete
    assert found.best.chance > found.before
    held = holding(
        STACKED, power=SU, target="Caucasus", mobilise=str(found.best.added.force), rng=1
    )
    stand = held.always if policy == ALWAYS else held.paying
    assert found.best.chance == pytest.approx(stand.chance, rel=1e-6)
