"""Rules of thumb measured against exact odds."""

from dataclasses import dataclass
from functools import lru_cache

from analysis.thumbs.fit import fitted
from analysis.thumbs.sample import CLOSE, FITTED, MEASURED, Sample
from analysis.thumbs.verdict import Judged, verdict
from combat.display import Displayed
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.game import Game
from combat.games import find_game
from combat.thumbs import EVEN, Contest, Thumb

BATTLES, SEED = 500, 1775
MOST_BATTLES = 20_000
MOST_LOOKED_AT = 20  # battles asked whether their data are verified


@dataclass(frozen=True, eq=False)
class MeasuredContest:
    """A kind of battle and how its rules of thumb have done.

    Parameters
    ----------
    contest : Contest
    sample : Sample
        The battles over which they are measured.
    rules : tuple of Judged
        Those that players use, then those that were fitted on other battles.
    tried : int
        How many rules were tried in fitting.
    seed : int
        With which the battles were drawn.
    """

    contest: Contest
    sample: Sample
    rules: tuple[Judged, ...]
    tried: int
    seed: int

    @property
    def title(self) -> str:
        """What kind of battle, in the plural."""
        return self.contest.title

    @property
    def event(self) -> str:
        """What the rules are about, in words."""
        return self.contest.event

    @property
    def drawn(self) -> str:
        """How the battles are drawn, in words."""
        return self.contest.drawn

    @property
    def battles(self) -> int:
        """Over how many battles the rules are measured; they are fitted over as many others."""
        return len(self.sample.battles)

    def best(self, wanted: float = EVEN, *, known: bool = False) -> Judged | None:
        """Return the rule that is least often wrong about a chance, or None if none is about it.

        ``known``: only of those that players use. Of equals the first.
        """
        about = [
            (one.wrong.value, place)
            for place, rule in enumerate(self.rules)
            if (one := rule.verdict(wanted)) and (rule.known or not known)
        ]
        return self.rules[min(about)[1]] if about else None

    def as_good(self, rule: Judged, wanted: float = EVEN) -> tuple[Judged, ...]:
        """Return the others that players use of which the battles cannot tell that they are worse.

        How much more often one is wrong than `rule`, over the same battles, may be nothing by its
        95 % interval.
        """
        mine = self.sample.wrong(rule.rule, wanted).astype(float)
        others = []
        for other in self.rules:
            if other is rule or not other.known or other.verdict(wanted) is None:
                continue
            more = self.sample.wrong(other.rule, wanted) - mine
            if Estimate.of_mean(float(more.mean()), float(more.std()), len(more)).low <= 0.0:
                others.append(other)
        return tuple(others)

    def surest(self, wanted: float = EVEN) -> Judged | None:
        """Return the rule of players that is least often wrong in close battles, or None."""
        about = [
            (one.close.value, place)
            for place, rule in enumerate(self.rules)
            if rule.known and (one := rule.verdict(wanted)) and one.close_battles
        ]
        return self.rules[min(about)[1]] if about else None

    @property
    def unverified(self) -> bool:
        """Whether some of these battles rest on data of which others are plausible too."""
        return any(
            battle.game.variants is not None and len(battle.game.variants(battle)) > 0
            for battle in self.sample.battles[:MOST_LOOKED_AT]
        )

    def closest(self) -> Judged | None:
        """Return the rule whose chance is least far off on average, or None if none gives one."""
        giving = [rule for rule in self.rules if rule.error is not None]
        return min(giving, key=lambda rule: rule.error.value if rule.error else 1.0, default=None)

    def rule(self, name: str) -> Judged:
        """Return the rule of that name.

        Raises
        ------
        OptionError
        """
        names = tuple(one.rule.name for one in self.rules)
        if name not in names:
            raise OptionError(
                f"no rule of thumb for {self.contest.title} is called {name!r}; they are"
                f" {', '.join(names)}",
                given=name,
                allowed=names,
            )
        return self.rules[names.index(name)]


@dataclass(frozen=True, eq=False)
class Measured(Displayed):
    """How a game's rules of thumb have done.

    Parameters
    ----------
    game : Game
    contests : tuple of MeasuredContest
        By kind of battle.
    battles, seed : int
        How many battles of each kind were drawn, once to fit and once to measure, and the seed.
    """

    game: Game
    contests: tuple[MeasuredContest, ...]
    battles: int
    seed: int

    @property
    def close(self) -> float:
        """How far from the chance in question a battle may be to count as close."""
        return CLOSE

    def contest(self, name: str) -> MeasuredContest:
        """Return what there is of a kind of battle.

        Raises
        ------
        OptionError
        """
        names = tuple(one.contest.name for one in self.contests)
        if name not in names:
            raise OptionError(
                f"{self.game.name} has no rules of thumb for {name!r}; it has some for"
                f" {', '.join(names)}",
                given=name,
                allowed=names,
            )
        return self.contests[names.index(name)]


def measured(game: Game | str, *, battles: int = BATTLES, seed: int = SEED) -> Measured:
    """Measure a game's rules of thumb against exact odds.

    For each kind of battle two sets of battles are drawn and solved exactly: the best rule of a
    stated family is found on the one, and all rules are measured on the other.

    Parameters
    ----------
    game : Game or str
    battles : int
        How many of each kind in each of the two sets.
    seed : int

    Returns
    -------
    Measured
        The same for the same seed.

    Raises
    ------
    OptionError
        For a game without rules of thumb, or a number of battles that cannot be.

    Examples
    --------
    >>> contest = measured("ww", battles=200).contest("battles")
    >>> contest.rule("count CUs").verdict(0.5).wrong.as_percent()
    '16.5 ±5.1 %'
    >>> contest.best(known=True).rule.name
    'whole sum'
    """
    if isinstance(game, str):
        game = find_game(game)
    if not 1 <= battles <= MOST_BATTLES:
        raise OptionError(
            f"rules of thumb are measured over 1 to {MOST_BATTLES} battles, not {battles}",
            given=str(battles),
            allowed=(f"1 to {MOST_BATTLES}",),
        )
    if seed < 0:
        raise OptionError(
            f"a seed is 0 or more, not {seed}", given=str(seed), allowed=("0 or more",)
        )
    return _measured(game, battles, seed)


@lru_cache(maxsize=8)
def _measured(game: Game, battles: int, seed: int) -> Measured:
    if game.thumbs is None:
        raise OptionError(f"{game.title} has no rules of thumb that could be measured")
    contests = tuple(_contest(one, battles, seed) for one in game.thumbs(game))
    return Measured(game, contests, battles, seed)


def _contest(contest: Contest, battles: int, seed: int) -> MeasuredContest:
    found = fitted(Sample.drawn(contest, battles, seed=seed, stream=FITTED))
    sample = Sample.drawn(contest, battles, seed=seed, stream=MEASURED)
    chosen = {rule.name: purposes for rule, purposes in found.items()}
    names = {rule.name for rule in contest.known}
    rules = (*contest.known, *(rule for rule in found if rule.name not in names))
    known = {rule.name: rule in contest.known for rule in rules}
    judged = tuple(
        _judged(sample, rule, rules, fitted=chosen.get(rule.name, ()), known=known[rule.name])
        for rule in rules
    )
    return MeasuredContest(contest, sample, judged, len(contest.candidates()), seed)


def _judged(
    sample: Sample, rule: Thumb, rules: tuple[Thumb, ...], *, fitted: tuple[str, ...], known: bool
) -> Judged:
    verdicts = []
    for wanted in rule.wanted:
        able = [sample.wrong(other, wanted) for other in rules if wanted in other.wanted]
        best = min(able, key=lambda wrong: wrong.sum())
        verdicts.append(verdict(sample, rule, wanted, best=best))
    error = None
    if rule.chance is not None:
        off = sample.off(rule)
        error = Estimate.of_mean(float(off.mean()), float(off.std()), len(off))
    return Judged(rule, fitted, known, tuple(verdicts), error)
