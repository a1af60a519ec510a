"""The question `fronts`: the best split of a turn's units over several targets (AA-24)."""

from collections.abc import Mapping, Sequence

from combat.axis_allies.fronts.from_map import Turn
from combat.axis_allies.fronts.frontier import frontier
from combat.axis_allies.fronts.plan import EXACT, planned
from combat.axis_allies.fronts.problem import AIMS, NET
from combat.axis_allies.fronts.result import result
from combat.axis_allies.fronts.results import Together, one_more
from combat.axis_allies.fronts.sheets import Answer, lines, sheets
from combat.axis_allies.fronts.splits import MOST_STEPS
from combat.axis_allies.fronts.wanted import read_fronts, read_kept
from combat.axis_allies.losses import LAND_ORDER, SEA_ORDER
from combat.axis_allies.map.position import Position
from combat.entries import one_of
from combat.sheets import Sheets


def fronts(
    position: Position,
    *,
    power: str | None = None,
    targets: Sequence[str] = (),
    aim: str = NET,
    keep: Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
    most: float = MOST_STEPS,
) -> Sheets:
    """Find the best split of the units that can get to more than one of several targets.

    Parameters
    ----------
    position : Position
    power : str, optional
        Whose turn; that of the position, if not given.
    targets : sequence of str
        Fronts as text: ``Karelia``, ``Karelia >= 0.75``, ``Egypt worth 9``.
    aim : {'net', 'all', 'least'}
        What is wanted: the most net value, whoever does not add to it staying at home; the best
        chance that every front succeeds; the best smallest chance. The chances that fronts must
        have come first under each.
    keep : sequence of str
        Who stays at home: ``Germany: 2 inf``.
    settings : mapping of str to str, optional
        Settings of all battles as text, ``worth`` among them.
    most : float, optional
        Work up to which the split is exact; beyond it a search with a bound.

    Returns
    -------
    Sheets
        Tables ``fronts``, ``units``, ``together``, ``quantiles``, ``one_more``, ``runners_up``,
        ``frontier`` (of two fronts) and ``distribution``; ``more`` has the score with its bound,
        and as ``two_chances`` all points of the frontier.

    Raises
    ------
    OptionError, NotationError, UnknownUnitError
    """
    aim = aim.casefold()
    one_of("aim", aim, tuple(AIMS))
    who = position.turn if power is None else position.board.power(power)
    texts = dict(settings or {})
    turn = Turn(
        position, who, read_fronts(position, who, targets), read_kept(position, who, keep), texts
    )
    plan = planned(turn, aim=aim, most=most)
    turn = plan.turn  # with the zones that landings fight for first
    results = tuple(result(turn, plan.best, at) for at in range(len(turn.wanted)))
    answer = Answer(plan, Together(results), one_more(turn, results))
    trials = [one.trials for one in results if one.trials is not None]
    return Sheets(
        "axis-allies",
        "fronts",
        f"{who} on {len(turn.wanted)} front{'s' * (len(turn.wanted) > 1)}: {AIMS[aim]}",
        lines(answer),
        sheets(answer),
        (*_assumes(turn), *position.notes),
        plan.method if plan.method == EXACT else "search",
        min(trials, default=None),
        None,
        {
            "power": who,
            "aim": aim,
            "score": plan.best.split.score,
            "bound": plan.bound,
            "gap": plan.gap,
            "splits": plan.splits,
            "unfit": plan.skipped,
            "income": answer.together.income(turn).value,
            "two_chances": frontier(plan) if len(results) == 2 and plan.tables else (),
        },
    )


def _assumes(turn: Turn) -> tuple[str, ...]:
    said = {key.replace("-", "_"): text for key, text in turn.settings.items() if text}
    usual = f"{' '.join(LAND_ORDER['attacker'])} on land, {' '.join(SEA_ORDER['attacker'])} at sea"
    worth = said.pop("worth", "")
    return (
        f"rules: {turn.position.table.title}",
        f"the attacker loses {said.pop('losses', '') or usual}",
        f"retreat: {said.pop('retreat', 'never')}",
        *(f"{key}: {text}" for key, text in said.items()),
        "net value: what the enemy loses less what you lose, in IPC, and what taking is worth: what"
        " the side collects more in one turn (AA-45), a capital's cash in hand (AA-42)"
        + (f"; as said: {worth}" if worth else ""),
        "what comes after is not looked at: counter-attacks, garrisons ('hold' does)",
        "equal units are exchanged freely; which of them go is chosen so that all can",
    )
