"""The page as an application: the API, the pages, the crew behind them and the door before."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from combat import __version__
from reports.page.api import routes as api
from reports.page.crew.crew import Crew
from reports.page.door.guard import Guard
from reports.page.errors import plain_errors
from reports.page.limits import LIMITS, Limits
from reports.page.view import routes as view

STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True)
class PageSettings:
    """How the page is served.

    Attributes
    ----------
    workers : int, optional
        Questions that are worked at together; as many as there are processors, at least two.
    local : bool
        Whether it is this machine's alone: then only loopback names lead to it.
    limits : Limits
    """

    workers: int | None = None
    local: bool = True
    limits: Limits = LIMITS


def create_app(settings: PageSettings | None = None) -> FastAPI:
    """Return the page as an ASGI application; its crew works while its lifespan lasts."""
    chosen = settings or PageSettings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with Crew(chosen.workers, chosen.limits) as crew:
            app.state.crew = crew
            yield

    app = FastAPI(
        title="wargame-odds",
        version=__version__,
        summary="Battle odds for historical board games, and 'should I attack?'.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # they load scripts from elsewhere
        redoc_url=None,
    )
    app.state.limits = chosen.limits
    plain_errors(app)
    app.include_router(api.router)
    app.include_router(view.router)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
    app.add_middleware(Guard, limits=chosen.limits, local=chosen.local)
    return app
