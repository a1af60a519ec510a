"""How rules of thumb have done, as lines and tables."""

from analysis.parts import BLANK, BOLD, DIM, TITLE, Line, Part, TextTable
from analysis.thumbs.answer import Measured, MeasuredContest
from analysis.thumbs.verdict import Judged, Verdict

HEADS = ("rule", ">chance", ">wrong", ">of close ones", ">its chance is off", "worst miss")


def thumbs_parts(found: Measured) -> list[Part]:
    """Return for each kind of battle what was asked and drawn, and how each rule has done."""
    parts: list[Part] = [Line(f"{found.game.title}: rules of thumb", TITLE)]
    for one in found.contests:
        parts += [*_contest(one), BLANK]
    return parts


def _contest(one: MeasuredContest) -> list[Part]:
    drawn = f"{one.battles} battles drawn with seed {one.seed} and solved exactly: {one.drawn}"
    fit = f"fitted: the best of {one.tried} rules over as many other battles: {one.contest.forms}"
    best = one.best()
    words = [] if best is None else [Line(f"wrong least, {best.rule.name}: {best.rule.words}")]
    rows = tuple(_row(judged, verdict) for judged in one.rules for verdict in judged.verdicts)
    return [
        Line(one.title, BOLD),
        Line(f"asked: whether {one.event}"),
        Line(drawn, DIM),
        Line(fit, DIM),
        *words,
        TextTable(HEADS, rows),
    ]


def _row(judged: Judged, verdict: Verdict) -> tuple[str, ...]:
    name = judged.rule.name + " (fitted)" * (not judged.known)
    off = "" if judged.error is None else f"{100 * judged.error.value:.1f} points"
    close = verdict.close.as_percent() if verdict.close_battles else ""
    miss = verdict.worst
    worst = "" if miss is None else f"{miss.battle}: {100 * miss.chance:.1f} %"
    wanted = f"{100 * verdict.wanted:g} %"
    return name, wanted, verdict.wrong.as_percent(), close, off, worst
