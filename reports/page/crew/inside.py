"""What a worker process does: one job after another, bounded and sealed."""

import importlib
import pickle
import signal
from collections.abc import Callable
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from combat.errors import OptionError, WargameError
from combat.files import no_files
from reports.page.crew.sealed import bound, seal
from reports.page.limits import Limits

GRACE = 5.0  # seconds after which a worker that nobody stopped, as its server died, ends by itself
PREPARED = (  # what answers need, loaded once and shared by all workers
    *("analysis.advice", "analysis.document", "analysis.campaign.plan", "analysis.deck"),
    *("analysis.campaign.answer", "analysis.compare.answer", "analysis.sensitivity.answer"),
    *("analysis.size.answer", "analysis.size.document", "analysis.turn_document"),
    *("analysis.campaign.asked", "analysis.cli.deck", "analysis.cli.size"),
    *(
        "combat.games",
        "combat.threads",
        "reports.page.api.questions",
        "reports.page.api.map_questions",
    ),
)


READY = b"ready"


class Done(NamedTuple):
    """What came of a job: a value, or the error of the question; ``short``: of memory."""

    value: Any = None
    error: WargameError | None = None
    fault: str = ""
    short: bool = False


@cache
def prepare() -> None:
    """Load what answers need, and what the first of them would load; once, before forking."""
    for name in PREPARED:
        importlib.import_module(name)
    from analysis.answers import odds
    from combat.games import GAMES, decks, parse_battle
    from combat.threads import SMALL, single_thread
    from reports.page.view.sheet import load_templates

    load_templates()
    decks()
    with single_thread(2 * SMALL):  # looks, once, for the algebra's libraries, in a system file
        pass
    for game in GAMES.values():
        odds(parse_battle(game.name, *game.examples[0]))
        if game.theatre is not None:
            game.theatre().read("", ())


def serve_jobs(jobs: "Connection[Any, Any]", limits: Limits) -> None:
    """Do jobs until there are no more: pickled (function, arguments, keywords) to a `Done`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's to handle; it stops its workers
    prepare()
    bound(limits)
    seal()
    alarm = getattr(signal, "alarm", lambda _: 0)
    with no_files():
        jobs.send_bytes(READY)
        while True:
            try:
                job = jobs.recv_bytes()
            except (EOFError, OSError):
                return
            alarm(int(limits.answer_seconds + GRACE))
            done = pickle.dumps(_done(job))
            alarm(0)
            try:
                jobs.send_bytes(done)
            except OSError:
                return


def _done(job: bytes) -> Done:
    try:
        function, arguments, keywords = pickle.loads(job)
        return Done(_call(function, arguments, keywords))
    except WargameError as error:
        return Done(error=error)
    except MemoryError:
        return Done(short=True)
    except RecursionError:
        deep = OptionError("this is nested too deeply to be read; write it flatter")
        return Done(error=deep)
    except Exception as fault:
        return Done(fault=f"{type(fault).__name__}: {' '.join(str(fault).split())[:500]}")


def _call(
    function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> Any:  # noqa: ANN401
    return function(*arguments, **keywords)
