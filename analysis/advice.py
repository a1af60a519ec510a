"""Should I attack? A verdict against a stated aim, with its reason and what would flip it."""

import contextlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.aim import CLOSE, MET, MISSED, Aim, Clause, Result
from analysis.answers import odds, read_battle
from analysis.effort import effort_of
from analysis.flips import Flip, Flips, Judged, flips
from analysis.sequels import Answers, countered
from analysis.variants import Variant, variant_verdicts, verdict_text
from combat.arrays import Floats
from combat.battle import Battle
from combat.chain import Chain
from combat.chance import seeded
from combat.display import Displayed
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.notation import plain_number
from combat.outcomes import Outcomes

ATTACK, HOLD, TOO_CLOSE = "attack", "hold", "too_close"


@dataclass(frozen=True, eq=False)
class Advice(Displayed):
    """A verdict and all that it rests on.

    Attributes
    ----------
    verdict : {'attack', 'hold', 'too_close'}
    aim : Aim
        What was wanted.
    reason : str
        One sentence with the numbers that decide.
    flips : tuple of Flip
        The smallest changes that turn the verdict over, cheapest first.
    all_tried : bool
        Whether there was time to try every change for them.
    outcomes : Outcomes
    results : list of Result
        Each condition of the aim, its number, and whether it is met.
    counter : Chain, optional
        The enemy's counter-attack, if it was asked about, and with what.
    variants : tuple of Variant
        The verdict under other plausible data, where the game's own are not all verified.
    """

    verdict: str
    aim: Aim
    reason: str
    flips: tuple[Flip, ...]
    all_tried: bool
    outcomes: Outcomes
    results: list[Result]
    counter: Chain | None = None
    counter_force: str | None = None
    variants: tuple[Variant, ...] = ()

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the answer takes for granted."""
        battle = self.outcomes.battle
        lines = [f"aim: {self.aim}", *battle.game.assumes(battle)]
        if self.counter_force is not None:
            lines.append(f"the enemy strikes back with {self.counter_force} where that pays him")
        if not self.all_tried:
            lines.append("for what flips it there was time for the cheapest changes only")
        return tuple(lines)

    def __getitem__(self, name: str) -> Estimate:
        """Return the number of the aim's condition on that event or quantity."""
        for result in self.results:
            if result.clause.name == name:
                return result.estimate
        raise KeyError(f"the aim {self.aim} says nothing of {name!r}")

    def __repr__(self) -> str:
        return f"<Advice {self.verdict}: {self.reason}>"

    def __str__(self) -> str:
        return self.reason


def should_attack(
    battle: Battle | str,
    *,
    aim: str | None = None,
    counter: str | None = None,
    engine: str = "auto",
    trials: int | None = None,
    precision: float | None = None,
    rng: np.random.Generator | int | None = None,
    with_flips: bool = True,
) -> Advice:
    """Whether to attack.

    Parameters
    ----------
    battle : Battle or str
        As for `odds`.
    aim : str, optional
        Conditions such as ``"territory_taken >= 0.75 and net_value > 0"``; a game's own if none.
        Where both sides play their best, it is for the first condition, unless the battle names
        another goal.
    counter : str, optional
        The force with which the enemy is likely to strike back at what you have taken. Then
        taking counts only if it is held, and net values include the counter-attack.
    engine, trials, precision, rng
        As in `combat.engine.solve`.
    with_flips : bool
        Whether to look for the smallest changes that flip the verdict.

    Raises
    ------
    NotationError, UnknownUnitError, OptionError, IllegalBattleError

    Examples
    --------
    >>> advice = should_attack("aa 3 arm v 4 inf")
    >>> advice.verdict
    'hold'
    """
    battle = read_battle(battle)
    game = battle.game
    chosen = Aim.parse(game.default_aim(battle) if aim is None else aim, battle)
    open_choice = game.model(battle).best_work > 0.0
    if aim is not None and game.goal and open_choice and game.goal not in battle.shown_settings:
        with contextlib.suppress(OptionError):  # an aim that best play cannot be for
            battle = battle.with_options(**{game.goal: chosen.clauses[0].name})
    seed = one_seed(rng)

    how: dict[str, Any] = {"engine": engine, "trials": trials, "precision": precision, "rng": seed}

    def question(asked: Battle) -> tuple[list[Result], Outcomes, Chain | None, float]:
        outcomes = odds(asked, **how)
        answers = Answers(how)
        chain = None if counter is None else countered(outcomes, counter, answers=answers)
        return judged(chosen, outcomes, chain), outcomes, chain, effort_of(outcomes) + answers.work

    def judge(asked: Battle) -> Judged:
        found, fought, _, work = question(asked)
        sampled = fought.trials is not None
        return Judged(verdict_of(found), found[0].estimate.value, work, sampled)

    results, outcomes, chain, work = question(battle)
    verdict = verdict_of(results)
    now = Judged(verdict, results[0].estimate.value, work, outcomes.trials is not None)
    found = flips(battle, now, judge) if with_flips else Flips((), complete=True)
    reason = reason_of(verdict, results, battle, counter)
    others = variant_verdicts(battle, judge, each=work) if with_flips else ()
    if others:
        holds = verdict_text(verdict, others, game.variant_name)
        reason += f" {holds[0].upper()}{holds[1:]}."
    return Advice(verdict, chosen, reason, *found, outcomes, results, chain, counter, others)


def one_seed(rng: np.random.Generator | int | None) -> int:
    """Return a seed for all the simulations of one answer, so that it can be had again."""
    if not isinstance(rng, np.random.Generator | None):
        return seeded(rng)[1] or 0
    generator = np.random.default_rng() if rng is None else rng
    return int(generator.integers(2**32))


def judged(aim: Aim, outcomes: Outcomes, chain: Chain | None) -> list[Result]:
    """Judge each clause, after the counter-attack if there is one."""
    if chain is None:
        return aim.judge(outcomes)
    estimates = [(clause, after_counter(clause, outcomes, chain)) for clause in aim.clauses]
    return [Result(clause, estimate, clause.judge(estimate)) for clause, estimate in estimates]


def after_counter(clause: Clause, outcomes: Outcomes, chain: Chain) -> Estimate:
    """Return a clause's number once the enemy has struck back.

    The event that the counter-attack answers counts only if the counter-attack does not succeed;
    what the battle cost and was worth loses what the enemy gains. Everything else is as before.
    """
    game = outcomes.battle.game
    answered = outcomes.battle.main_event
    if clause.name == answered:

        def kept(stage: int, fought: Outcomes, before: Floats) -> Floats:
            there = fought.rows(answered) == (stage == 0)  # won, and then not lost to the enemy
            return (fought.chance * there)[:, None] * before

        still = float(chain.carried(np.ones(1), kept)[0])
        return Estimate.of_chance(still, chain.trials)
    if clause.name in (game.swing, game.value):
        return chain.quantity(clause.name, signs=(1.0, -1.0))
    return clause.estimate(outcomes)


def verdict_of(results: list[Result]) -> str:
    """Attack if all is met, hold if anything is clearly missed, else too close."""
    states = {state for _, _, state in results}
    if MISSED in states:
        return HOLD
    return TOO_CLOSE if CLOSE in states else ATTACK


def reason_of(
    verdict: str,
    results: list[Result],
    battle: Battle,
    counter: str | None,
) -> str:
    """One sentence: the verdict and the numbers that it turns on."""
    deciding = {ATTACK: MET, HOLD: MISSED, TOO_CLOSE: CLOSE}[verdict]
    texts = {
        state: [_phrase(r, battle, countered=bool(counter)) for r in results if r.state == state]
        for state in (MET, CLOSE, MISSED)
    }
    answered = all(_is_answered(result.clause, battle) for result in results)
    after = f" after a counter-attack by {counter}," if counter and answered else ""
    head = {ATTACK: "Attack", HOLD: "Hold", TOO_CLOSE: "Too close to call"}[verdict]
    sentence = f"{head}:{after} {' and '.join(texts[deciding])}"
    if verdict != ATTACK and texts[MET]:
        sentence += f", although {' and '.join(texts[MET])}"
    if verdict == HOLD and texts[CLOSE]:
        sentence += f", and too close to call: {' and '.join(texts[CLOSE])}"
    return sentence + "."


def _is_answered(clause: Clause, battle: Battle) -> bool:
    """Whether a counter-attack changes what the clause is about."""
    return clause.name in (battle.main_event, battle.game.swing, battle.game.value)


def _phrase(result: Result, battle: Battle, *, countered: bool) -> str:
    """Put one clause's number in words."""
    clause, estimate, _ = result
    when = ""
    if countered and not _is_answered(clause, battle):
        when = " before the counter-attack"
    wanted = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}[clause.sign]
    game = battle.game
    if clause.is_event:
        event = battle.event(clause.name)
        held = " and not lost again" if countered and event.name == battle.main_event else ""
        chance, what = estimate.as_percent(), f"'{event.text}'{held or when}"
        sure = chance in ("impossible", "certain")
        return (
            f"{what if sure else f'the chance of {what}'} is {chance}"
            f" ({wanted} {plain_number(round(100 * clause.number, 10))} % wanted)"
        )
    quantity = battle.quantity(clause.name)
    unit = f" {quantity.unit}" if quantity.unit else ""
    sign = "+" if estimate.value > 0 and clause.name in (game.swing, game.value) else ""
    return (
        f"the expected {quantity.text.split(' (')[0]}{when} is {sign}{estimate.as_number(unit)}"
        f" ({wanted} {plain_number(clause.number)} wanted)"
    )
