"""The API: each verb of the command line that needs no file, answered as `--format json` does."""

import tomllib
from collections import Counter
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import Annotated, Any, NamedTuple, get_origin

from fastapi import APIRouter, Body, Query, Request
from starlette.responses import Response

from combat.errors import OptionError
from reports.page.api import inputs, map_questions, questions
from reports.page.crew.crew import crew_of

router = APIRouter(prefix="/api")


class Verb(NamedTuple):
    """A verb: what it takes, who answers it, and what the answer is."""

    name: str
    takes: type[inputs.Asked]
    answers: Callable[[questions.Options], str]
    about: str

    @property
    def options(self) -> tuple[str, ...]:
        """The names of its options."""
        fields = self.takes.model_fields
        return tuple(field.alias or name for name, field in fields.items())

    @property
    def lists(self) -> tuple[str, ...]:
        """Those that can stand several times in an address."""
        fields = self.takes.model_fields
        return tuple(
            field.alias or name
            for name, field in fields.items()
            if get_origin(field.annotation) is list
        )


VERBS = (
    Verb("games", inputs.Games, questions.games, "What is covered, and what is not."),
    Verb("odds", inputs.Odds, questions.odds, "How a battle can end, with which chances."),
    Verb(
        "should-attack",
        inputs.ShouldAttack,
        questions.should_attack,
        "ATTACK, HOLD or TOO CLOSE, why, and what would flip it.",
    ),
    Verb("size", inputs.Size, questions.size, "The cheapest force for a chance, or for a budget."),
    Verb(
        "sensitivity",
        inputs.Sensitivity,
        questions.sensitivity,
        "What matters: each single change of a battle, ranked by what it does.",
    ),
    Verb("compare", inputs.Compare, questions.compare, "Plans for the same target, side by side."),
    Verb("deck", inputs.Deck, questions.deck, "When and how likely the cards of a deck come."),
    Verb("campaign", inputs.Campaign, questions.campaign, "Battles in a row, or a turn's attacks."),
    Verb("map", inputs.Map, map_questions.map_, "What the set-up says, with changes."),
    Verb("targets", inputs.Targets, map_questions.targets, "What a power can attack this turn."),
    Verb("fronts", inputs.Fronts, map_questions.fronts, "The best split over several targets."),
    Verb("hold", inputs.Hold, map_questions.hold, "Whether a place can be taken and held."),
    Verb("dead-zones", inputs.DeadZones, map_questions.dead_zones, "Where neither side can stay."),
    Verb("buy", inputs.Buy, map_questions.buy, "What to buy to hold a place."),
    Verb("raids", inputs.Raids, map_questions.raids, "When bombing raids pay."),
    Verb("rounds", inputs.Rounds, map_questions.rounds, "Rounds of the war, simulated."),
)

EXAMPLES = tomllib.loads(resources.files(__package__).joinpath("examples.toml").read_text("utf-8"))
REFUSED: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "model": inputs.Error}
    for status, text in (
        (403, "Another site may not ask here."),
        (405, "Not with this method."),
        (408, "The request did not arrive in time."),
        (413, "The body is too long."),
        (414, "The address is too long."),
        (421, "The page is not asked for by this name."),
        (422, "The question cannot be answered as it was put."),
        (431, "The head is too long."),
        (500, "A fault of the program."),
        (503, "Busy, or more than one answer may take."),
    )
}


async def answered(verb: Verb, asked: inputs.Asked, request: Request) -> Response:
    """Have a question answered by the crew."""
    text = await crew_of(request).run(verb.answers, inputs.plain(asked), request=request)
    return Response(text, media_type="application/json")


def _by_address(verb: Verb) -> Callable[..., Awaitable[Response]]:
    async def ask(request: Request, asked: Any) -> Response:  # noqa: ANN401
        given = Counter(name for name, _ in request.query_params.multi_items())
        for name, times in given.items():
            if times > 1 and name not in verb.lists:
                raise OptionError(f"{name} stands {times} times; give it once", given=name)
        return await answered(verb, asked, request)

    ask.__annotations__["asked"] = Annotated[verb.takes, Query()]
    return ask


def _by_body(verb: Verb) -> Callable[..., Awaitable[Response]]:
    async def ask(request: Request, asked: Any) -> Response:  # noqa: ANN401
        return await answered(verb, asked, request)

    ask.__annotations__["asked"] = Annotated[verb.takes, Body(examples=[EXAMPLES[verb.name]])]
    return ask


for _verb in VERBS:
    for _make, _method in ((_by_address, "GET"), (_by_body, "POST")):
        router.add_api_route(
            f"/{_verb.name}",
            _make(_verb),
            methods=[_method],
            name=f"{_method.lower()} {_verb.name}",
            operation_id=f"{_method.lower()}_{_verb.name.replace('-', '_')}",
            summary=_verb.about,
            response_class=Response,
            responses={
                200: {"description": _verb.about, "content": {"application/json": {"schema": {}}}},
                **REFUSED,
            },
        )


@router.get("/limits", responses={s: REFUSED[s] for s in REFUSED if s not in (422, 503)})
async def limits(request: Request) -> dict[str, Any]:
    """What one request may take."""
    found: dict[str, Any] = request.app.state.limits.document()
    return found
