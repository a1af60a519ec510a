"""Every fault as the one error object, with the status of HTTP that fits it."""

import json
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from analysis.document import error_document
from combat.errors import OptionError, WargameError
from combat.notation import shown
from reports.page.refusals import FAULT, REQUEST, ClientLeftError, RefusalError

LEFT = 499  # of a request whose client has left: nobody reads it


def plain_errors(app: FastAPI) -> None:
    """Have an application answer faults with the error object."""
    for kind, answer in ANSWERS.items():
        app.add_exception_handler(kind, answer)


def error_response(status: int, document: dict[str, Any]) -> Response:
    """Return an error object as an answer."""
    return Response(json.dumps(document) + "\n", status, media_type="application/json")


async def _wargame(_: Request, error: Exception) -> Response:
    assert isinstance(error, WargameError)
    return error_response(422, error_document(error))


async def _refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusalError)
    return error_response(error.status, error.document())


async def _left(_: Request, __: Exception) -> Response:
    return Response(status_code=LEFT)


async def _shape(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_response(422, error_document(plain_shape(error)))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: f"there is no page {shown(request.url.path)}", 405: "not with this method"}
    text = words.get(error.status_code, str(error.detail))
    refusal = RefusalError(text, status=error.status_code, kind=REQUEST)
    return error_response(error.status_code, refusal.document())


async def _fault(_: Request, error: Exception) -> Response:
    text = f"a fault of the program, please report it: {type(error).__name__}"
    return error_response(500, RefusalError(text, status=500, kind=FAULT).document())


def plain_shape(error: RequestValidationError) -> OptionError:
    """Put what is wrong with the shape of a question into our words."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "the body"
    given = first.get("input")
    context = first.get("ctx") or {}
    text = given if isinstance(given, str | int | float) else None
    behind = "" if text is None else f", not {shown(str(text))}"
    kind = first["type"]
    if kind == "missing":
        return OptionError(f"{where} is missing", given=where)
    if kind == "extra_forbidden":
        return OptionError(f"no such option: {shown(where)}", given=where)
    if kind in ("string_too_long", "too_long"):
        most = context["max_length"]
        what = "characters" if kind == "string_too_long" else "entries"
        return OptionError(
            f"{where} has more than {most:,} {what}", given=where, allowed=(f"{most:,} {what}",)
        )
    what = str(first["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
    return OptionError(
        f"{where} is to be {what}{behind}",
        given=None if text is None else str(text),
        allowed=(what,),
    )


ANSWERS = {
    WargameError: _wargame,
    RefusalError: _refusal,
    ClientLeftError: _left,
    RequestValidationError: _shape,
    HTTPException: _http,
    Exception: _fault,
}
