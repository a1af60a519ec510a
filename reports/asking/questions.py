"""The questions that a report asks; each answer is noted, with what it rests on."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.answers import odds
from combat.battle import Battle
from combat.errors import OptionError
from combat.games import find_deck, find_game
from reports.asking.noted import Noted

if TYPE_CHECKING:
    import pandas as pd

    from analysis.advice import Advice
    from analysis.campaign import Campaign
    from analysis.compare import Comparison
    from analysis.sensitivity import Sensitivity
    from analysis.size import Size
    from analysis.turn import Turn
    from combat.decks.answer import DeckAnswer
    from combat.outcomes import Outcomes
    from combat.sheets import Sheets


class Asking(Noted):
    """The questions that a report can ask, each by a method; settings of a game by their keys.

    ``engine``, ``trials``, ``precision`` and ``seed`` are as everywhere. A question that was asked
    before is not computed again.
    """

    def odds(self, game: str, battle: Battle | str, **settings: Any) -> "Outcomes":  # noqa: ANN401
        """How a battle can end."""
        how, read = self._read(game, battle, settings)
        return self._asked("odds", read, how, lambda: odds(read, **how))

    def advice(
        self,
        game: str,
        battle: Battle | str,
        *,
        aim: str | None = None,
        counter: str | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> "Advice":
        """Whether to attack."""
        from analysis.advice import should_attack

        how, read = self._read(game, battle, settings)
        asked = how | {"aim": aim, "counter": counter}
        return self._asked("should-attack", read, asked, lambda: should_attack(read, **asked))

    def size(
        self,
        game: str,
        battle: Battle | str,
        *,
        chance: float | None = None,
        for_: str = "attacker",
        event: str | None = None,
        budget: float | None = None,
        units: str | None = None,
        most: int | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> "Size":
        """How much is enough for a chance, or what a budget buys; a side may be 'none'."""
        from analysis.size import size
        from analysis.size.base import read_base

        how = self._how(settings)
        base = (
            self.battle(game, battle, **settings)
            if isinstance(battle, Battle)
            else read_base(find_game(game), str(battle), side=for_, **settings)
        )
        asked = how | {"chance": chance, "event": event, "budget": budget, "units": units}
        if most is not None:
            asked["most"] = most
        return self._asked(
            "size", base, asked | {"side": for_}, lambda: size(base, side=for_, **asked)
        )

    def sensitivity(
        self,
        game: str,
        battle: Battle | str,
        *,
        event: str | None = None,
        aim: str | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> "Sensitivity":
        """What matters, each single change ranked by its effect."""
        from analysis.sensitivity import sensitivity

        how, read = self._read(game, battle, settings)
        asked = how | {"event": event, "aim": aim}
        return self._asked("sensitivity", read, asked, lambda: sensitivity(read, **asked))

    def compare(
        self,
        game: str,
        *battles: Battle | str,
        side: str = "attacker",
        event: str | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> "Comparison":
        """Plans side by side; the settings are those of all."""
        from analysis.compare import compare

        how = self._how(settings)
        read = tuple(self.battle(game, battle, **settings) for battle in battles)
        asked = how | {"side": side, "event": event}
        return self._asked("compare", read, asked, lambda: compare(read, **asked))

    def sweep(
        self,
        game: str,
        battle: Battle | str,
        *,
        vary: Mapping[str, Any] | Sequence[str],
        **settings: Any,  # noqa: ANN401
    ) -> "pd.DataFrame":
        """The odds of a grid of battles, one row a cell."""
        from analysis.sweep import sweep

        how, read = self._read(game, battle, settings)
        about = f"{read}, varied: {'; '.join(_varied(vary))}"
        return self._asked("sweep", about, how, lambda: sweep(read, vary, **how))

    def heat(
        self,
        game: str,
        battle: Battle | str,
        attacker: str,
        defender: str,
        *,
        attackers: Sequence[int],
        defenders: Sequence[int],
        event: str | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> "pd.DataFrame":
        """The exact chance for so many of something of each side: attackers, defenders, chance."""
        from analysis.frames import heat_frame

        read = self.battle(game, battle, **settings)
        asked: dict[str, Any] = {"attackers": attackers, "defenders": defenders, "event": event}
        about = f"{read}, {attacker} against {defender}"
        found: pd.DataFrame = self._asked(
            "heat",
            about,
            asked | {"game": game},
            lambda: heat_frame(read, attacker, defender, **asked),
        )
        self._note_exact("heat", about, read.game.assumes(read))
        return found

    def curves(
        self,
        game: str,
        battles: Mapping[str, Battle | str],
        what: str,
        *,
        numbers: Sequence[int],
        side: str = "attacker",
        event: str | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> "pd.DataFrame":
        """The chance for each number of something, a line a battle: battle, number, chance."""
        from analysis.curves import curve_frame

        read = {name: self.battle(game, one, **settings) for name, one in battles.items()}
        asked: dict[str, Any] = {"numbers": numbers, "side": side, "event": event}
        about = f"{what} in {'; '.join(map(str, read.values()))}"
        found: pd.DataFrame = self._asked(
            "curves", about, asked | {"game": game}, lambda: curve_frame(read, what, **asked)
        )
        for one in read.values():
            self._note_exact("curves", about, one.game.assumes(one))
        return found

    def campaign(self, plan: str | Path, **options: Any) -> "Campaign | Turn":  # noqa: ANN401
        """A plan, as text or as a file: battles in a row, or the attacks of a turn."""
        from analysis.campaign import campaign
        from analysis.campaign.plan import parse_plan
        from analysis.files import is_turn, text_of
        from analysis.turn import parse_turn

        how = self._how(options)
        if options:
            raise OptionError(f"a plan takes no {', '.join(options)}: write it in the plan")
        text = text_of(plan) if isinstance(plan, Path) else str(plan)
        if is_turn(text):
            return self._asked("campaign", text, {}, lambda: parse_turn(text))
        return self._asked("campaign", text, how, lambda: campaign(parse_plan(text), **how))

    def deck(
        self,
        game: str,
        *,
        text: str | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> "DeckAnswer":
        """When, in which order and how likely cards come; ``text``: of a deck file."""
        from analysis.files import contents_of
        from combat.decks.how import How

        how = self._how(settings)
        data = None if text is None else contents_of(str(text), "deck")
        asked = How(how["engine"], how["trials"], how["rng"])
        found = find_deck(game)
        return self._asked(
            *("deck", _told((), settings), how | settings | {"text": text, "deck": found.name}),
            lambda: found.answer(data, how=asked, **settings),
        )

    def ask(
        self,
        game: str,
        question: str,
        *,
        position: str | Path = "",
        edits: Sequence[str] = (),
        **options: Any,  # noqa: ANN401
    ) -> "Sheets":
        """A question about the map: at a position's file, or the set-up, with edits."""
        from analysis.cli.theatre import theatre_of

        theatre = theatre_of(game)
        if question not in theatre.questions:
            known = tuple(theatre.questions)
            raise OptionError(
                f"nobody can ask {question!r} of the map; questions are {', '.join(known)}",
                given=question,
                allowed=known,
            )
        given = dict(options)
        if "seed" in given:
            given["rng"] = given.pop("seed")
        placed = theatre.read(str(position), list(edits))
        key = given | {"position": str(position), "edits": tuple(edits), "game": game}
        return self._asked(
            question,
            _told(edits, options),
            key,
            lambda: self._of_map(theatre.questions[question], placed, given),
        )

    def _of_map(
        self,
        question: Callable[..., "Sheets"],
        placed: Any,  # noqa: ANN401
        given: dict[str, Any],
    ) -> "Sheets":
        """Ask with the report's seed, if the question is one that may be simulated."""
        if "rng" not in given:
            try:
                return question(placed, **given, rng=self.seed)
            except TypeError as error:
                if "'rng'" not in str(error):
                    raise
        return question(placed, **given)

    def thumbs(self, game: str, **options: Any) -> Any:  # noqa: ANN401
        """How often the rules of thumb that players use are wrong."""
        from analysis.thumbs import measured

        return self._asked(
            *("thumbs", "the rules of thumb", options | {"game": game}),
            lambda: measured(find_game(game), **options),
        )


def _told(edits: Sequence[str], options: Mapping[str, Any]) -> str:
    """Return what is asked of the map besides what an answer's title says: what was changed."""
    given = [f"{key} {value}" for key, value in options.items() if key not in ("seed", "rng")]
    return "; ".join([*edits, *given])


def _varied(vary: Mapping[str, Any] | Sequence[str]) -> list[str]:
    if isinstance(vary, Mapping):
        return [f"{key} {', '.join(map(str, values))}" for key, values in vary.items()]
    return list(vary)
