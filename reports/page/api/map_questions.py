"""Questions about a game's map as workers answer them: at the set-up, with changes."""

from typing import Any

from analysis.cli.buy import wanted_of
from analysis.cli.options import Asked
from analysis.cli.size import number_of
from analysis.cli.theatre import position_of
from analysis.sheets import sheets_document
from reports.page.api.questions import Options, settings, text

SPECIAL = ("game", "edit", "set", "losses", "defender_losses", "retreat", "worth", "seed")


def targets(asked: Options) -> str:
    """Answer `targets`."""
    chances = tuple(number_of("--chance", one) for one in asked["chance"])
    return _asked(
        "targets",
        asked,
        power=asked["power"],
        target=tuple(asked["target"]),
        settings=settings(asked),
        new_carriers=tuple(asked["new_carrier"]),
        rng=Asked("auto", None, None, asked["seed"]).seed,
        **({"chances": chances} if chances else {}),
    )


def hold(asked: Options) -> str:
    """Answer `hold`."""
    texts = settings(asked)
    worth = texts.pop("worth", "")
    rest = _rest(asked)
    return _asked("hold", asked, worth=worth, settings=texts, rng=asked["seed"], **rest)


def dead_zones(asked: Options) -> str:
    """Answer `dead-zones`."""
    chance = number_of("--chance", asked["chance"])
    places = tuple(asked["place"])
    power, seed = asked["power"], asked["seed"]
    return _asked("dead-zones", asked, power=power, places=places, chance=chance, rng=seed)


def fronts(asked: Options) -> str:
    """Answer `fronts`."""
    return _asked(
        "fronts",
        asked,
        settings=settings(asked),
        power=asked["power"],
        targets=tuple(asked["target"]),
        aim=asked["aim"],
        keep=tuple(asked["keep"]),
    )


def buy(asked: Options) -> str:
    """Answer `buy`."""
    chance = wanted_of(asked["chance"], asked["budget"])
    return _asked("buy", asked, **(_rest(asked) | {"chance": chance}))


def raids(asked: Options) -> str:
    """Answer `raids`."""
    return _asked("raids", asked, **_rest(asked))


def rounds(asked: Options) -> str:
    """Answer `rounds`, after the usual plan."""
    return _asked(
        "rounds", asked, rounds=asked["rounds"], trials=asked["trials"], rng=asked["seed"]
    )


def map_(asked: Options) -> str:
    """Answer `map`: what the position says."""
    theatre, position = position_of(asked["game"], None, asked["edit"])
    return text(sheets_document(theatre.report(position, tuple(asked["place"]))))


def _rest(asked: Options) -> dict[str, Any]:
    """Return the options that have no other name than the question's own."""
    return {name: value for name, value in asked.items() if name not in SPECIAL}


def _asked(question: str, asked: Options, **options: Any) -> str:  # noqa: ANN401
    theatre, position = position_of(asked["game"], None, asked["edit"])
    return text(sheets_document(theatre.questions[question](position, **options)))
