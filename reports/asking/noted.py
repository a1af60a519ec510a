"""How a report asks: once, with a seed of its own, and noting what an answer rests on."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from combat.battle import Battle
from combat.games import parse_battle
from reports.asking.ledger import Ledger

SEED = 1775  # of what is simulated, if nothing is said: building a report again gives the same
COMPUTING = ("engine", "trials", "precision")


class Noted:
    """What all questions of a report have in common.

    Parameters
    ----------
    ledger : Ledger
        Where answers are noted.
    seed : int
        Of simulations that name none.
    """

    def __init__(self, ledger: Ledger, *, seed: int = SEED) -> None:
        self.ledger, self.seed = ledger, seed
        self._known: dict[tuple[Any, ...], Any] = {}

    def battle(self, game: str, battle: Battle | str, **settings: Any) -> Battle:  # noqa: ANN401
        """Read a battle."""
        if isinstance(battle, Battle):
            return battle.with_options(**{key: str(text) for key, text in settings.items()})
        return parse_battle(game, str(battle), **settings)

    def _read(
        self, game: str, battle: Battle | str, settings: dict[str, Any]
    ) -> tuple[dict[str, Any], Battle]:
        how = self._how(settings)
        return how, self.battle(game, battle, **settings)

    def _how(self, options: dict[str, Any]) -> dict[str, Any]:
        """Take out of the options how to compute."""
        how = {key: options.pop(key, None) for key in COMPUTING}
        how["engine"] = how["engine"] or "auto"
        how["rng"] = options.pop("seed", self.seed)
        return how

    def _asked(
        self,
        question: str,
        about: Any,  # noqa: ANN401
        how: Mapping[str, Any],
        answer: Callable[[], Any],
    ) -> Any:  # noqa: ANN401
        """Answer a question, once, and note it."""
        key = (question, repr(about), repr(sorted(how.items())))
        if key not in self._known:
            from reports.asking.noting import note

            self._known[key] = answer()
            note(self.ledger, question, self._known[key], about=about)
        return self._known[key]

    def _note_exact(self, question: str, about: str, assumes: Sequence[str]) -> None:
        self.ledger.note(question, about, method="exact", trials=None, seed=None, assumes=assumes)
