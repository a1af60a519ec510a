"""The API: each verb of the command line that has no file, answered as `--format json` does."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from reports.page import questions
from reports.page.crew import crew_of
from reports.page.inputs import Odds, Question, ShouldAttack, plain

router = APIRouter(prefix="/api")


async def answered(function: Callable[..., str], question: Question, request: Request) -> Response:
    """Have a question answered by the crew."""
    text = await crew_of(request).run(function, plain(question), request=request)
    return Response(text, media_type="application/json")


@router.get("/odds")
async def get_odds(request: Request, asked: Annotated[Odds, Query()]) -> Response:
    """How a battle can end, and with which chances."""
    return await answered(questions.odds, asked, request)


@router.post("/odds")
async def post_odds(request: Request, asked: Odds) -> Response:
    """How a battle can end, and with which chances."""
    return await answered(questions.odds, asked, request)


@router.get("/should-attack")
async def get_should_attack(request: Request, asked: Annotated[ShouldAttack, Query()]) -> Response:
    """ATTACK, HOLD or TOO CLOSE, why, and what would flip it."""
    return await answered(questions.should_attack, asked, request)


@router.post("/should-attack")
async def post_should_attack(request: Request, asked: ShouldAttack) -> Response:
    """ATTACK, HOLD or TOO CLOSE, why, and what would flip it."""
    return await answered(questions.should_attack, asked, request)
