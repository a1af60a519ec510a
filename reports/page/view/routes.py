"""The pages that people see, and the pieces that the script puts into them."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from analysis.html import STYLE
from reports.page.crew.crew import crew_of
from reports.page.refusals import RefusalError
from reports.page.view import sheet
from reports.page.view.state import QUICK

SEE_OTHER = 303
PATIENCE = 4.0  # seconds that a page waits for more than the verdict
CACHED = {"cache-control": "public, max-age=31536000, immutable"}  # its address changes with it
FRESH = {"cache-control": "no-store"}

router = APIRouter(include_in_schema=False)


@router.get("/")
async def page(request: Request) -> Response:
    """Return the page with the answer to what its address asks."""
    pairs = request.query_params.multi_items()
    try:
        made = await _page(pairs, request)
    except RefusalError as refusal:
        html = sheet.refused(str(refusal), f"/?{request.url.query}")
        return HTMLResponse(html, refusal.status, headers=FRESH)
    if made.moved:
        return RedirectResponse(made.moved, SEE_OTHER, headers=FRESH)
    return HTMLResponse(made.html, headers=FRESH)


async def _page(pairs: list[tuple[str, str]], request: Request) -> sheet.Sheet:
    """Have a page made; the verdict alone where there is no time for what would flip it."""
    crew = crew_of(request)
    try:
        return await asyncio.wait_for(crew.run(sheet.page, pairs, request=request), PATIENCE)
    except (RefusalError, TimeoutError):
        return await crew.run(sheet.page, [*pairs, (QUICK, "yes")], request=request)


@router.get("/answer")
async def pieces(request: Request) -> Response:
    """Return the pieces of the page that change with what is asked."""
    pairs = request.query_params.multi_items()
    made = await crew_of(request).run(sheet.pieces, pairs, request=request)
    return HTMLResponse(made.html, headers=FRESH)


@router.get("/fragments.css")
async def style() -> Response:
    """Return the stylesheet of the pieces."""
    return FileResponse(STYLE, media_type="text/css", headers=CACHED)
