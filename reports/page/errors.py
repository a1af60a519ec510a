"""Every fault as the one error object, with the status of HTTP that fits it."""

import json
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from analysis.document import error_document
from combat.entries import unknown
from combat.errors import OptionError, WargameError
from combat.notation import shown
from combat.toml_text import plain_text, toml_text
from reports.page.api.routes import VERBS
from reports.page.limits import LIMITS
from reports.page.refusals import FAULT, REQUEST, ClientLeftError, RefusalError

LEFT = 499  # of a request whose client has left: nobody reads it


def plain_errors(app: FastAPI) -> None:
    """Have an application answer faults with the error object."""
    for kind, answer in ANSWERS.items():
        app.add_exception_handler(kind, answer)


def error_response(
    status: int, document: dict[str, Any], headers: dict[str, str] | None = None
) -> Response:
    """Return an error object as an answer."""
    text = json.dumps(document) + "\n"
    return Response(text, status, headers, media_type="application/json")


async def _wargame(_: Request, error: Exception) -> Response:
    assert isinstance(error, WargameError)
    return error_response(422, error_document(error))


async def _refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusalError)
    return error_response(error.status, error.document())


async def _left(_: Request, __: Exception) -> Response:
    return Response(status_code=LEFT)


async def _shape(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    name = request.url.path.rpartition("/")[2]
    options = next((verb.options for verb in VERBS if verb.name == name), ())
    return error_response(422, error_document(plain_shape(error, options)))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:
        return error_response(422, error_document(OptionError(NO_BODY, given="the body")))
    allowed = _methods(error) if error.status_code == 405 else ()
    words = {
        404: f"there is no page {shown(request.url.path)}",
        405: f"{shown(request.url.path)} is asked with {' or '.join(allowed)}",
    }
    text = words.get(error.status_code, str(error.detail))
    refusal = RefusalError(text, status=error.status_code, kind=REQUEST, allowed=allowed)
    headers = {"allow": ", ".join(allowed)} if allowed else None
    return error_response(error.status_code, refusal.document(), headers)


def _methods(error: HTTPException) -> tuple[str, ...]:
    """Return with which methods a page can be asked; its head alone wherever it can be read."""
    told = (error.headers or {}).get("Allow", "GET")
    methods = {method.strip() for method in told.split(",")}
    return tuple(sorted(methods | ({"HEAD"} if "GET" in methods else set())))


async def _fault(_: Request, error: Exception) -> Response:
    text = f"a fault of the program, please report it: {type(error).__name__}"
    return error_response(500, RefusalError(text, status=500, kind=FAULT).document())


def plain_shape(error: RequestValidationError, options: Sequence[str] = ()) -> OptionError:
    """Put what is wrong with the shape of a question into our words.

    Parameters
    ----------
    error : RequestValidationError
    options : sequence of str
        What can be asked, for an option that is not known.
    """
    faults = error.errors()  # an option that is not known may be a missing one, misspelt
    first = next((one for one in faults if one["type"] == "extra_forbidden"), faults[0])
    kind, context, given = first["type"], first.get("ctx") or {}, first.get("input")
    where = ".".join(str(part) for part in first["loc"][1:])
    if kind == "too_many":
        few = f"{LIMITS.options} options, and as many entries of one"
        return OptionError(f"a question has at most {few}", given="the body", allowed=(few,))
    if kind in ("json_invalid", "model_attributes_type") or len(first["loc"]) < 2:
        return OptionError(NO_BODY, given="the body", allowed=("a JSON object",))
    if kind == "missing":
        return OptionError(f"{where} is missing", given=where)
    if kind == "extra_forbidden":
        return unknown("option", where, options)
    if kind in ("string_too_long", "too_long"):
        what = "characters" if kind == "string_too_long" else "entries"
        most = f"{context['max_length']:,} {what}"
        return OptionError(f"{where} has more than {most}", given=where, allowed=(most,))
    what = WANTED.get(kind) or next(
        (f"{words} {context[key]:,}" for key, words in BOUNDS.items() if key in context),
        "something else",
    )
    text = plain_text(given)
    return OptionError(
        f"{where} is to be {what}, not {toml_text(given)}", given=text, allowed=(what,)
    )


NO_BODY = "the body is no JSON object in UTF-8 (with the content-type application/json)"
WANTED = {
    **dict.fromkeys(("int_type", "int_parsing", "int_parsing_size"), "a whole number"),
    **dict.fromkeys(("int_from_float", "finite_number"), "a whole number"),
    **dict.fromkeys(("float_type", "float_parsing", "value_error"), "a number"),
    **dict.fromkeys(("string_type", "string_unicode"), "a text"),
    "list_type": "a list of texts",
    "deep_keys": f"a text in which no key has more than {LIMITS.key_parts} parts",
}
BOUNDS = {"ge": "at least", "le": "at most", "lt": "less than"}
ANSWERS = {
    WargameError: _wargame,
    RefusalError: _refusal,
    ClientLeftError: _left,
    RequestValidationError: _shape,
    HTTPException: _http,
    Exception: _fault,
}
