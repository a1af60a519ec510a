"""How each kind of answer was computed, and what it takes for granted."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from combat.outcomes import EXACT
from reports.asking.ledger import Ledger

MANY = 300  # characters of a question's text


class Run(NamedTuple):
    """How an answer was computed, and on what it rests."""

    method: str
    trials: int | None
    seed: int | None
    assumes: Sequence[str]


def note(ledger: Ledger, question: str, answer: Any, *, about: Any) -> None:  # noqa: ANN401
    """Note an answer; those whose kind says nothing of it are left to the question."""
    run = run_of(answer)
    if run is None:
        return
    text = _about(answer, about)
    ledger.note(
        question, text, method=run.method, trials=run.trials, seed=run.seed, assumes=run.assumes
    )


def run_of(answer: Any) -> Run | None:  # noqa: ANN401
    """Return how an answer was computed, whatever kind it is; None if it does not say it."""
    for kind in type(answer).__mro__:
        if kind.__name__ in RUNS:
            return RUNS[kind.__name__](answer)
    return None


def _of_outcomes(answer: Any) -> Run:  # noqa: ANN401
    assumes = answer.battle.game.assumes(answer.battle)
    return Run(answer.method, answer.trials, answer.seed, assumes)


def _of_verdict(answer: Any) -> Run:  # noqa: ANN401
    return _of_outcomes(answer.outcomes)._replace(assumes=answer.assumes)


def _of_itself(answer: Any) -> Run:  # noqa: ANN401
    return Run(answer.method, answer.trials, answer.seed, answer.assumes)


def _of_comparison(answer: Any) -> Run:  # noqa: ANN401
    from analysis.compare.parts import assumed

    runs = [_of_outcomes(one) for one in answer.outcomes]
    sampled = next((run for run in runs if run.trials is not None), runs[0])
    return sampled._replace(assumes=assumed(answer))


def _of_campaign(answer: Any) -> Run:  # noqa: ANN401
    from analysis.campaign.document import assumed

    return Run(answer.method, answer.chain.trials, answer.seed, assumed(answer))


def _of_turn(answer: Any) -> Run:  # noqa: ANN401
    return Run(EXACT, None, None, answer.answer.assumes)


def _of_sweep(answer: Any) -> Run | None:  # noqa: ANN401
    if "vary" not in answer.attrs:
        return None
    from analysis.sweep.assumed import assumed

    methods = [str(method) for method in answer["method"].dropna().unique()]
    trials = answer["trials"].dropna()
    most = None if trials.empty else int(trials.max())
    seed = None if most is None else answer.attrs.get("seed")
    return Run(" and ".join(methods), most, seed, assumed(answer))


def _of_thumbs(answer: Any) -> Run:  # noqa: ANN401
    drawn = [f"{one.title} are drawn: {one.drawn}" for one in answer.contests]
    return Run("exact, over battles drawn", answer.battles, answer.seed, drawn)


RUNS: dict[str, Callable[[Any], Run | None]] = {  # by the name of the answer's class
    "Outcomes": _of_outcomes,
    "Advice": _of_verdict,
    "Sensitivity": _of_verdict,
    "Size": _of_itself,
    "DeckAnswer": _of_itself,
    "Sheets": _of_itself,
    "Comparison": _of_comparison,
    "Campaign": _of_campaign,
    "Turn": _of_turn,
    "DataFrame": _of_sweep,
    "Measured": _of_thumbs,
}


def _about(answer: Any, about: Any) -> str:  # noqa: ANN401
    """Return what a question was about, in a line."""
    if hasattr(answer, "plan"):
        text = "a plan: " + ", then ".join(stage.name for stage in answer.plan.stages)
    elif hasattr(answer, "answer") and hasattr(answer.answer, "title"):  # of a turn
        text = answer.answer.title
    elif hasattr(answer, "title"):
        text = f"{answer.title} ({about})" if about else answer.title
    elif isinstance(about, tuple):
        text = "; ".join(map(str, about))
    else:
        text = str(about)
    return text if len(text) <= MANY else f"{text[: MANY - 1]}…"
