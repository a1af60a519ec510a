"""What follows a battle: the enemy's counter-attack, and the attacks of other powers."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from analysis.answers import odds
from analysis.effort import effort_of
from combat.battle import Battle
from combat.chain import Chain, chained
from combat.errors import OptionError
from combat.outcomes import Outcomes


class Answers:
    """Battles that were answered, so that none is answered twice.

    Parameters
    ----------
    how : mapping
        Keywords of `odds`.
    """

    def __init__(self, how: Mapping[str, Any]) -> None:
        self._how = dict(how)
        self._found: dict[str, Outcomes] = {}
        self.work = 0.0

    def __call__(self, battle: Battle) -> Outcomes:
        """Return the battle's outcomes."""
        key = str(battle)
        if key not in self._found:
            self._found[key] = odds(battle, **self._how)
            self.work += effort_of(self._found[key])
        return self._found[key]


def countered(outcomes: Outcomes, text: str, *, answers: Answers | None = None) -> Chain:
    """Let the enemy strike back at what each final state leaves, where that pays him.

    He attacks only if the mean of the game's value, seen from his side, is above 0.

    Parameters
    ----------
    outcomes : Outcomes
    text : str
        His force.
    answers : Answers, optional
        How the battles that follow are answered.

    Raises
    ------
    OptionError
        If the game has no counter-attacks.
    """
    game = outcomes.battle.game
    follow = game.followers.get("counter")
    if follow is None:
        raise OptionError(f"{game.name} has no counter-attacks", given=text)
    answer = answers or Answers({})

    def onward(first: Outcomes, row: int) -> Battle | None:
        battle = follow(first, row, text)
        pays = battle is not None and answer(battle).quantity(game.value).value > 0.0
        return battle if pays else None

    return chained(outcomes, onward, solver=answer)


def waves(first: Outcomes, *forces: str | tuple[str, str], **how: Any) -> Chain:  # noqa: ANN401
    """Let the next powers attack in turn what is left to defend.

    Parameters
    ----------
    first : Outcomes
        Of the first power's attack.
    *forces : str or (str, str)
        The forces of the powers that follow, each with what is added to the defence before it,
        if anything is.
    **how
        Keywords of `odds`: how the battles that follow are answered.

    Raises
    ------
    OptionError
        If the game has no waves.

    Examples
    --------
    >>> chain = waves(odds("aa 1 arm v 1 inf"), "1 inf")
    >>> chain.event("territory_taken").as_percent()
    '81.2 %'
    """
    game = first.battle.game
    follow = game.followers.get("wave")
    if follow is None:
        raise OptionError(f"{game.name} has no attacks in waves")
    pairs = [(force, "") if isinstance(force, str) else force for force in forces]
    onwards = [partial(follow, text=text, plus=plus) for text, plus in pairs]
    return chained(first, *onwards, solver=partial(odds, **how))
