"""A turn of Commands & Colors: Napoleonics once more: slow, one attack after another (CC-40).

The library is tested against this file, so it imports nothing of the library. ``Turn(plan).solve``
tries, adaptively, every order of the attackers and whom each attacks, which guns join, every
reaction of the target's owner and every bonus melee. Every chance is a ``Fraction``.

Of equals the law of the first is returned; ``unique`` tells whether the others have the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from napoleonics_turn_combats import THERE, Branch, Branches, Combats, Stand, Stands, added
from race_oracle import race

AIMS = ("net_value", "banner_swing", "last_banner", "race")
NEXT = Fraction(1, 10**7)  # net value beside another aim: it decides between equals
Law = dict[tuple[int, int, tuple[str, ...]], Fraction]  # of banners from now on, and of the ends


class Answer(NamedTuple):
    """What a turn is worth for its aim, and the joint distribution under the best play."""

    value: Fraction
    law: Law
    unique: bool

    @property
    def banners(self) -> dict[tuple[int, int], Fraction]:
        """The joint distribution of banners for and against."""
        return added((key[:2], chance) for key, chance in self.law.items())

    def ends(self, target: int) -> dict[str, Fraction]:
        """How a target ends: gone, away or there."""
        return added((key[2][target], chance) for key, chance in self.law.items())


class Turn(Combats):
    """A plan's turn."""

    def solve(self, aim: str = "net_value") -> Answer:
        """Return the best that the attackers can do for an aim."""
        return _Search(self, aim).answer


class _Search:
    """The recursion for one aim."""

    def __init__(self, turn: Turn, aim: str) -> None:
        self.turn, self.aim, self.known = turn, aim, {}
        self.counts = aim in ("last_banner", "race")
        self.win = {}
        if aim == "race":
            plan = turn.plan
            own = turn.solve("net_value").banners if plan.own is None else plan.own
            self.win = race(plan.to_win, own, plan.enemy)
        everybody = frozenset(range(len(turn.plan.attackers)))
        self.answer = self.best(everybody, turn.start, (0, 0))

    def over(self, score: tuple[int, int]) -> bool:
        needs = self.turn.plan.needs
        return self.counts and (score[0] >= needs[0] or score[1] >= needs[1])

    def end(self, score: tuple[int, int]) -> Fraction:
        """What the turn is worth at its end."""
        plan = self.turn.plan
        won = self.counts and score[0] >= plan.needs[0]
        if won or self.aim != "race" or self.over(score):
            return Fraction(won)
        place = plan.score[0] + score[0], plan.score[1] + score[1]
        return self.win[*place, 1][0]  # the enemy's turn is next

    def reward(self, branch: Branch, chance: Fraction, net: Fraction) -> Fraction:
        if self.aim == "net_value":
            return net
        swing = chance * (branch.gained - branch.lost)
        return NEXT * net + (swing if self.aim == "banner_swing" else 0)

    def best(self, able: frozenset[int], stands: Stands, score: tuple[int, int]) -> Answer:
        key = able, stands, score
        if key not in self.known:
            self.known[key] = _picked(list(self._options(*key)), max)
        return self.known[key]

    def _options(self, able, stands, score) -> Iterator[Answer]:
        ends = tuple(THERE if isinstance(stand, Stand) else stand for stand in stands)
        yield Answer(self.end(score), {(0, 0, ends): Fraction(1)}, unique=True)
        if self.over(score):
            return
        for at in sorted(able):
            for reach in self.turn.plan.attackers[at].reaches:
                if not isinstance(stands[reach.target], Stand):
                    continue
                for guns in self.turn.joining(at, reach.target):
                    if able.issuperset(guns):
                        yield from self._fought(able, stands, score, at, reach, guns)

    def _fought(self, able, stands, score, at, reach, guns) -> Iterator[Answer]:
        rest = able - {at, *guns}
        replies = self.turn.attack(at, guns, reach, stands[reach.target])

        def following(after: Stands, banners: tuple[int, int], branch: Branch) -> Answer:
            options = [self.best(rest, after, banners)]
            if branch.victory and not self.over(banners):
                options += self._bonuses(rest, after, banners, at, reach, branch.victory)
            return _picked(options, max)

        yield from self._worst(stands, score, reach.target, replies, following)

    def _bonuses(self, rest, stands, score, at, reach, victory) -> Iterator[Answer]:
        for target, hex_ in reach.then:
            stand = stands[target]
            if not isinstance(stand, Stand) or stand.place:
                continue
            replies = self.turn.bonus(at, victory, hex_, target, stand)
            yield from self._worst(
                *(stands, score, target, replies),
                lambda after, banners, _: self.best(rest, after, banners),
            )

    def _worst(
        self,
        stands: Stands,
        score: tuple[int, int],
        target: int,
        replies: Mapping[str, Branches],
        following: Callable[[Stands, tuple[int, int], Branch], Answer],
    ) -> Iterator[Answer]:
        """Yield the worst that the target's owner can do, if there is a combat at all."""
        found = []
        for branches in replies.values():
            value, law, unique = Fraction(0), defaultdict(Fraction), True
            for branch, (chance, net) in branches.items():
                after = (*stands[:target], branch.stand, *stands[target + 1 :])
                banners = (0, 0)
                if self.counts:
                    banners = score[0] + branch.gained, score[1] + branch.lost
                then = following(after, banners, branch)
                value += self.reward(branch, chance, net) + chance * then.value
                unique = unique and then.unique
                for (gained, lost, ends), of_then in then.law.items():
                    law[gained + branch.gained, lost + branch.lost, ends] += chance * of_then
            found.append(Answer(value, dict(law), unique))
        if found:
            yield _picked(found, min)


def _picked(options: Sequence[Answer], choose: Callable) -> Answer:
    """Return the first of the best, or of the worst."""
    value = choose(option.value for option in options)
    equal = [option for option in options if option.value == value]
    same = all(one.unique and one.law == equal[0].law for one in equal)
    return Answer(value, equal[0].law, same)
