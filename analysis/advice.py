"""Should I attack? A verdict against a stated aim, with its reason and what would flip it."""

from dataclasses import dataclass
from html import escape

import numpy as np

from analysis.aim import CLOSE, MET, MISSED, Aim, Clause
from analysis.flips import Flip, Judged, flips
from analysis.odds import odds, read_battle
from combat.battle import Battle
from combat.chain import Chain, chained
from combat.errors import OptionError
from combat.estimate import Estimate
from combat.outcomes import Outcomes

ATTACK, HOLD, TOO_CLOSE = "attack", "hold", "too_close"
EVENT_WEIGHT = 20.0  # a point of chance against an IPC, to find which clause is furthest off

Judgement = list[tuple[Clause, Estimate, str]]  # clause, its number, met, missed or close


@dataclass(frozen=True, eq=False)
class Advice:
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
    outcomes : Outcomes
    results : list of (Clause, Estimate, str)
        Each condition of the aim, its number, and whether it is met.
    counter : Chain, optional
        The enemy's counter-attack, if it was asked about, and with what.
    """

    verdict: str
    aim: Aim
    reason: str
    flips: tuple[Flip, ...]
    outcomes: Outcomes
    results: Judgement
    counter: Chain | None = None
    counter_force: str | None = None

    @property
    def assumes(self) -> tuple[str, ...]:
        """What the answer takes for granted."""
        battle = self.outcomes.battle
        return battle.game.assumes(battle)

    def __str__(self) -> str:
        return self.reason

    def _repr_html_(self) -> str:
        colour = {ATTACK: "#007a5e", HOLD: "#b03a00", TOO_CLOSE: "#666666"}[self.verdict]
        flips = "".join(
            f"<li>{escape(f.side)} {escape(f.change)}: {escape(f.after)}</li>" for f in self.flips
        )
        title = self.verdict.replace("_", " ").upper()
        return (
            f"<p><strong style='color:{colour}'>{title}</strong> "
            f"{escape(str(self.outcomes.battle))}</p><p>{escape(self.reason)}</p>"
            + (f"<p>It would flip with</p><ul>{flips}</ul>" if flips else "")
        )


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
    chosen = Aim.parse(aim or game.default_aim(battle), game)
    seed = rng if not isinstance(rng, np.random.Generator) else int(rng.integers(2**31))

    def question(asked: Battle) -> tuple[Judgement, Outcomes, Chain | None]:
        outcomes = odds(asked, engine=engine, trials=trials, precision=precision, rng=seed)
        chain = None if counter is None else countered(outcomes, counter)
        return judged(chosen, outcomes, chain), outcomes, chain

    def judge(asked: Battle) -> Judged:
        results, _, _ = question(asked)
        return Judged(verdict_of(results), results[0][1].value, _slack(results))

    results, outcomes, chain = question(battle)
    verdict = verdict_of(results)
    now = Judged(verdict, results[0][1].value, _slack(results))
    found = flips(battle, now, judge) if with_flips else ()
    reason = reason_of(verdict, results, battle, counter)
    return Advice(verdict, chosen, reason, found, outcomes, results, chain, counter)


def countered(outcomes: Outcomes, text: str) -> Chain:
    """Let the enemy strike back at what each final state leaves.

    Raises
    ------
    OptionError
        If the game has no counter-attacks.
    """
    game = outcomes.battle.game
    follow = game.followers.get("counter")
    if follow is None:
        raise OptionError(f"{game.name} has no counter-attacks", given=text)
    return chained(outcomes, lambda first, row: follow(first, row, text), solver=odds)


def judged(aim: Aim, outcomes: Outcomes, chain: Chain | None) -> Judgement:
    """Judge each clause, after the counter-attack if there is one."""
    if chain is None:
        return aim.judge(outcomes)
    estimates = [(clause, after_counter(clause, outcomes, chain)) for clause in aim.clauses]
    return [(clause, estimate, clause.judge(estimate)) for clause, estimate in estimates]


def after_counter(clause: Clause, outcomes: Outcomes, chain: Chain) -> Estimate:
    """Return a clause's number once the enemy has struck back.

    The event that the counter-attack answers counts only if the counter-attack does not succeed;
    net values lose what the enemy gains by it. Everything else is as before.
    """
    game = outcomes.battle.game
    if clause.is_event:
        answered = game.events[0].name
        if clause.name != answered:
            return clause.estimate(outcomes)
        return lost_again(outcomes.event(answered), chain.stages[1].event(answered))
    quantity = game.quantity(clause.name)
    if quantity is None or quantity.of is None or clause.name not in (game.swing, "net_value"):
        return clause.estimate(outcomes)
    value = quantity.of
    return chain.total(lambda stage, fought: value(fought) if stage == 0 else -value(fought))


def lost_again(taken: Estimate, retaken: Estimate) -> Estimate:
    """Chance that what was taken is not taken back, where the second follows from the first."""
    kept = taken.value - retaken.value
    if taken.exact:
        return Estimate.of_exact(kept)
    return Estimate.of_mean(kept, taken.sd, round((taken.sd / taken.stderr) ** 2))


def verdict_of(results: Judgement) -> str:
    """Attack if all is met, hold if anything is clearly missed, else too close."""
    states = {state for _, _, state in results}
    if MISSED in states:
        return HOLD
    return TOO_CLOSE if CLOSE in states else ATTACK


def reason_of(
    verdict: str,
    results: Judgement,
    battle: Battle,
    counter: str | None,
) -> str:
    """One sentence: the verdict and the numbers that it turns on."""
    deciding = {ATTACK: MET, HOLD: MISSED, TOO_CLOSE: CLOSE}[verdict]
    texts = {
        state: [_phrase(c, e, battle) for c, e, s in results if s == state]
        for state in (MET, CLOSE, MISSED)
    }
    after = f" after a counter-attack by {counter}" if counter else ""
    head = {ATTACK: "Attack", HOLD: "Hold", TOO_CLOSE: "Too close to call"}[verdict]
    sentence = f"{head}:{after} {' and '.join(texts[deciding])}"
    if verdict != ATTACK and texts[MET]:
        sentence += f", although {' and '.join(texts[MET])}"
    if verdict == HOLD and texts[CLOSE]:
        sentence += f", and {' and '.join(texts[CLOSE])} is too close to call"
    return sentence + "."


def _phrase(clause: Clause, estimate: Estimate, battle: Battle) -> str:
    """Put one clause's number in words."""
    wanted = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}[clause.sign]
    if clause.is_event:
        event = battle.game.event(clause.name)
        assert event is not None
        return (
            f"the chance of '{event.text}' is {estimate.as_percent()}"
            f" ({wanted} {100 * clause.number:g} % wanted)"
        )
    quantity = battle.game.quantity(clause.name)
    assert quantity is not None
    unit = f" {quantity.unit}" if quantity.unit else ""
    number = estimate.as_number()
    sign = "+" if estimate.value > 0 and clause.name in (battle.game.swing, "net_value") else ""
    return (
        f"the expected {quantity.text.split(' (')[0]} is {sign}{number}{unit}"
        f" ({wanted} {clause.number:g} wanted)"
    )


def _slack(results: Judgement) -> float:
    """By how much the clause that is furthest off is met; its rise speaks for attacking."""
    return min(
        (estimate.value - clause.number)
        * (1.0 if clause.sign.startswith(">") else -1.0)
        * (EVENT_WEIGHT if clause.is_event else 1.0)
        for clause, estimate, _ in results
    )
