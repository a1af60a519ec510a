"""The pages that people see."""

from fastapi import APIRouter
from starlette.responses import PlainTextResponse

router = APIRouter(include_in_schema=False)


@router.get("/")
async def front() -> PlainTextResponse:
    """Return the front page."""
    return PlainTextResponse("wargame-odds: the API is at /api/openapi.json\n")
