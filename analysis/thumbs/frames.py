"""Tidy frames of rules of thumb: how they did, where they failed, and every battle."""

import numpy as np
import pandas as pd

from analysis.thumbs.answer import Measured
from analysis.thumbs.verdict import Judged, Verdict

TINY = 1e-12  # in place of a sum of nothing


def thumbs_frame(answer: Measured) -> pd.DataFrame:
    """Return how often each rule is wrong, one row a rule and chance that it is asked about.

    Parameters
    ----------
    answer : Measured

    Returns
    -------
    DataFrame
        ``contest``, ``rule``, ``words`` (how it is done), ``source``, ``known`` (players use it),
        ``fitted`` (what it was found best for on other battles), ``wanted`` (the chance in
        question: 0.5 for the favourite), ``battles``; ``wrong``, ``wrong_low``, ``wrong_high``;
        ``bold``, ``timid`` (wrong by promising too much, too little); ``close_battles`` and
        ``wrong_close`` with its interval, among them (NaN if there are none); ``behind`` with its
        interval (more often wrong than the best); ``error`` with its interval (how far its chance
        is off); ``best``.
    """
    rows = [
        {"contest": one.contest.name} | _row(judged, verdict, answer.battles)
        for one in answer.contests
        for judged in one.rules
        for verdict in judged.verdicts
    ]
    return pd.DataFrame(rows)


def _row(judged: Judged, verdict: Verdict, battles: int) -> dict[str, object]:
    row: dict[str, object] = {
        "rule": judged.rule.name,
        "words": judged.rule.words,
        "source": judged.rule.source,
        "known": judged.known,
        "fitted": " and ".join(judged.fitted),
        "wanted": verdict.wanted,
        "battles": battles,
    }
    estimates = {"wrong": verdict.wrong, "wrong_close": verdict.close, "behind": verdict.behind}
    for name, estimate in estimates.items():
        row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    row |= {"bold": verdict.bold, "timid": verdict.timid, "close_battles": verdict.close_battles}
    error, none = judged.error, float("nan")
    if not verdict.close_battles:
        row |= dict.fromkeys(("wrong_close", "wrong_close_low", "wrong_close_high"), none)
    row["error"] = none if error is None else error.value
    row["error_low"] = none if error is None else error.low
    row["error_high"] = none if error is None else error.high
    return row | {"best": verdict.best}


def misses_frame(answer: Measured) -> pd.DataFrame:
    """Return the worst miss of each rule that has one.

    Returns
    -------
    DataFrame
        ``contest``, ``rule``, ``wanted``, ``battle``, ``says`` (``above`` or ``below`` what is
        wanted), ``chance``.
    """
    columns = ["contest", "rule", "wanted", "battle", "says", "chance"]
    rows = []
    for one in answer.contests:
        for judged in one.rules:
            for verdict in judged.verdicts:
                miss = verdict.worst
                if miss is not None:
                    says = "above" if miss.attacks else "below"
                    about = one.contest.name, judged.rule.name, verdict.wanted
                    rows.append((*about, str(miss.battle), says, miss.chance))
    return pd.DataFrame(rows, columns=columns)


def points_frame(
    answer: Measured, rule: str, *, contest: str = "", wanted: float | None = None
) -> pd.DataFrame:
    """Return every battle with what a rule says of it, for `thumbs_chart`.

    Parameters
    ----------
    answer : Measured
    rule : str
        Name of the rule.
    contest : str, optional
        The kind of battle; the first if none.
    wanted : float, optional
        The chance in question; the first that the rule can be asked about if none.

    Returns
    -------
    DataFrame
        ``battle``, ``mine`` (the attacker's number), ``demanded`` (what he would have to have),
        ``share`` (his number of both together: above one half it is enough),
        ``given`` (the chance by the rule, NaN if it gives none), ``chance`` (exact), ``above``
        (whether the rule says so), ``right``; in ``attrs`` ``rule``, ``event`` and ``wanted``.

    Raises
    ------
    OptionError
        For an unknown kind of battle or rule.
    """
    one = answer.contest(contest) if contest else answer.contests[0]
    judged = one.rule(rule)
    about = judged.rule.wanted[0] if wanted is None else wanted
    sample, thumb = one.sample, judged.rule
    mine, theirs = sample.numbers(thumb)
    demanded = thumb.demanded(theirs)
    both = np.maximum([mine, demanded], 0.0)
    total = both.sum(axis=0)
    frame = pd.DataFrame(
        {
            "battle": [str(battle) for battle in sample.battles],
            "mine": mine,
            "demanded": demanded,
            "share": np.where(total > 0, both[0] / np.maximum(total, TINY), 0.5),
            "given": float("nan") if thumb.chance is None else sample.given(thumb),
            "chance": sample.chances,
            "above": sample.says(thumb, about),
            "right": ~sample.wrong(thumb, about),
        }
    )
    frame.attrs |= {"rule": rule, "event": one.contest.event, "wanted": about}
    return frame


def drawn_frame(answer: Measured) -> pd.DataFrame:
    """Return over which battles the rules are measured, one row a kind of battle.

    Returns
    -------
    DataFrame
        ``contest``, ``title``, ``event`` (in words), ``drawn`` (how, in words), ``battles`` (in
        each of two sets: one to fit, one to measure), ``seed``, ``favoured`` (share in which the
        attacker's chance is above one half), ``forms`` (among which rules the best was looked for),
        ``tried`` (how many).
    """
    rows = [
        {
            "contest": one.contest.name,
            "title": one.contest.title,
            "event": one.contest.event,
            "drawn": one.contest.drawn,
            "battles": answer.battles,
            "seed": answer.seed,
            "favoured": float((one.sample.chances > 0.5).mean()),
            "forms": one.contest.forms,
            "tried": one.tried,
        }
        for one in answer.contests
    ]
    return pd.DataFrame(rows)
