"""What a sweep's table and picture show: the events and the means that matter in its cells."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from analysis.sweep.frame import varied_keys
from combat.battle import Battle
from combat.errors import OptionError
from combat.game import Game
from combat.games import find_game

if TYPE_CHECKING:
    import pandas as pd

MOST_READ = 1_000  # battles


def sampled_battles(frame: "pd.DataFrame") -> Iterator[Battle]:
    """Yield one answered battle of each value that is varied, `MOST_READ` at most.

    Parameters
    ----------
    frame : DataFrame
        As `sweep` returns it.
    """
    game = find_game(frame.attrs["game"])
    there = frame[frame["reason"].isna()]
    firsts = [there.drop_duplicates(key)["battle"] for key in varied_keys(frame)]
    texts = list(dict.fromkeys(text for column in firsts for text in column))[:MOST_READ]
    yield from (Battle.parse(game, text) for text in texts)


def main_events(frame: "pd.DataFrame") -> tuple[str, ...]:
    """Return the main events of a sweep's cells, each once; the commonest first.

    Parameters
    ----------
    frame : DataFrame
        As `sweep` returns it.

    Examples
    --------
    >>> from analysis.sweep import sweep
    >>> main_events(sweep("aa 2 bmr v 1 aa", {"raid": ["1", "2"]}))
    ('all_bombers_lost',)
    """
    found = Counter(battle.main_event for battle in sampled_battles(frame))
    return tuple(name for name, _ in found.most_common() if name in frame.attrs["events"])


def main_means(frame: "pd.DataFrame") -> tuple[str, ...]:
    """Return the quantities that a short answer shows: the swing, and where there is one the value.

    Parameters
    ----------
    frame : DataFrame
        As `sweep` returns it.
    """
    game = find_game(frame.attrs["game"])
    names = dict.fromkeys((game.swing, game.value))
    return tuple(name for name in names if name in frame.attrs["quantities"])


def check_known(game: Game, name: str, *, drawn: bool) -> str:
    """Return the name of an event or quantity as the game has it.

    Parameters
    ----------
    game : Game
    name : str
    drawn : bool
        Whether it is for a picture as well, which shows chances, thus an event.

    Raises
    ------
    OptionError
        If the game has neither, or for a picture of a quantity.
    """
    name = name.strip().replace("-", "_")
    events = tuple(event.name for event in game.events)
    quantities = tuple(quantity.name for quantity in game.quantities)
    if name in quantities and drawn:
        raise OptionError(
            f"{name} is a mean, and a picture of a sweep shows the chance of an event; leave"
            f" --plot out, or name an event: {', '.join(events)}",
            given=name,
            allowed=events,
        )
    if name not in events + quantities:
        raise _nothing(f"{game.name} has no event {name!r}", name, events, quantities)
    return name


def check_there(frame: "pd.DataFrame", name: str) -> None:
    """Refuse an event, or a quantity, that no cell of a sweep has.

    Raises
    ------
    OptionError
    """
    events, quantities = (tuple(frame.attrs[kind]) for kind in ("events", "quantities"))
    if name not in events + quantities:
        what = f"no battle of the sweep has the event {name!r}"
        raise _nothing(what, name, events, quantities)


def _nothing(
    what: str, given: str, events: Iterable[str], quantities: Iterable[str]
) -> OptionError:
    return OptionError(
        f"{what}; there are {', '.join(events)}, and as means {', '.join(quantities)}",
        given=given,
        allowed=(*events, *quantities),
    )
