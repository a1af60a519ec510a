"""What can be asked: the options of the command line's verbs, by the same names."""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from reports.page.limits import LIMITS

Text = Annotated[str, Field(max_length=LIMITS.text_characters)]
Texts = Annotated[list[Text], Field(max_length=LIMITS.settings)]


def _shallow(text: str) -> str:
    """Refuse keys of very many parts, which take a gigabyte to be read: 'a.a.a.a = 1'."""
    if any(part.count(".") > LIMITS.key_parts for part in re.split(r"[=,{}\[\]\n]", text)):
        raise PydanticCustomError("deep_keys", "too many parts of a key")
    return text


Plan = Annotated[str, Field(max_length=LIMITS.plan_characters), AfterValidator(_shallow)]


def _no_flag(value: object) -> object:
    """Refuse true and false, which would be taken for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("true and false are no numbers")
    return value


def _no_fraction(value: object) -> object:
    """Refuse texts such as '1.0', which would be taken for 1, as the command line does."""
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            raise PydanticCustomError("int_parsing", "no whole number") from None
    return _no_flag(value)


# too small a number is refused by who is asked, as on the command line
Number = Annotated[float, BeforeValidator(_no_flag)]
Seed = Annotated[int, BeforeValidator(_no_fraction)]
Trials = Annotated[int, BeforeValidator(_no_fraction), Field(le=LIMITS.trials)]
Whole = Annotated[int, BeforeValidator(_no_fraction), Field(le=LIMITS.whole)]


class Asked(BaseModel):
    """Whatever is asked: an option that is not known is an error."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _few(cls, given: object) -> object:
        """Refuse very many options, or entries of one: each would be an error of its own."""
        if isinstance(given, dict):
            longest = max((len(one) for one in given.values() if isinstance(one, list)), default=0)
            if len(given) > LIMITS.options or longest > LIMITS.options:
                raise PydanticCustomError("too_many", "too many options")
        return given


class OfGame(Asked):
    """What is asked of a game."""

    game: Text = Field(description="Name or alias of the game.")


class Computed(Asked):
    """How to compute."""

    engine: Text = Field("auto", description="auto, exact or simulate.")
    trials: Trials | None = Field(None, description="Simulate so many battles.")
    precision: Number | None = Field(None, description="Simulate to a 95 % interval of that.")
    seed: Seed | None = Field(None, description="Seed of a simulation.")


class Set(Asked):
    """Settings of a battle."""

    set: Texts = Field([], description="Settings of the game, each KEY=VALUE.")
    losses: Text | None = Field(None, description="The attacker's order of losses.")
    defender_losses: Text | None = Field(None, description="The defender's order of losses.")
    retreat: Text | None = Field(None, description="When to retreat.")
    worth: Text | None = Field(None, description="What things are worth: 'territory=8'.")


class Odds(Computed, Set, OfGame):
    """A battle: in one text, or its sides apart."""

    battle: Text | None = Field(
        None,
        description="ATTACKER v DEFENDER; settings may follow, as in '| retreat=best'.",
    )
    attacker: Text | None = Field(None, description="One side, if they stand apart.")
    defender: Text | None = Field(None, description="The other.")


class ShouldAttack(Odds):
    """A battle, and what is wanted of it."""

    aim: Text | None = Field(None, description="'territory_taken >= 0.75 and net_value > 0'.")
    counter: Text | None = Field(None, description="With what the enemy is likely to strike back.")


class Size(Odds):
    """A battle in which one side is to be made strong enough; that may be 'none'."""

    side: Text = Field("attacker", alias="for", description="attacker or defender.")
    event: Text | None = Field(None, description="What that side wants, or 'not EVENT'.")
    chance: Text | None = Field(None, description="Chance wanted of it: 0.9.")
    budget: Text | None = Field(None, description="What may be spent at most.")
    units: Text | None = Field(None, description="What can be added: 'inf, arm=5, ftr max 2'.")


class Sensitivity(Odds):
    """A battle, and what its changes are ranked by."""

    event: Text | None = Field(None, description="The event or quantity to rank by.")
    aim: Text | None = Field(None, description="What is wanted, for the verdicts.")


class Compare(Computed, Set, OfGame):
    """Plans for the same target."""

    battle: Annotated[list[Text], Field(max_length=LIMITS.plans)] = Field(
        description="ATTACKER v DEFENDER, each with settings of its own behind bars.",
    )
    side: Text = Field("attacker", alias="for", description="attacker or defender.")
    event: Text | None = Field(None, description="What that side wants, or 'not EVENT'.")


class Deck(Computed, OfGame):
    """A game's deck: the usual one, or one that is given."""

    game: Text = Field(description="Name or alias of the game.")
    deck: Plan | None = Field(None, description="A deck file's text (TOML).")
    set: Texts = Field([], description="Settings of the deck, each KEY=VALUE.")


class Campaign(Computed):
    """A plan of battles in a row, or the attacks of a turn."""

    plan: Plan = Field(
        description="A plan file's text (TOML).",
    )
    order: Text | None = Field(None, description="as-written or best.")
    by: Text | None = Field(None, description="What orders are ranked by.")


class Games(Asked):
    """All games, or one of them."""

    game: Text | None = Field(None, description="Name or alias; all games without it.")


class OnMap(OfGame):
    """A position: the set-up with changes."""

    edit: Annotated[list[Text], Field(max_length=LIMITS.edits)] = Field(
        [], description="Changes of the set-up: 'Karelia: 5 inf, 1 arm'."
    )
    power: Text | None = Field(None, description="Whose turn; the position's if left out.")


class Map(OfGame):
    """A position, and which places to show."""

    edit: Annotated[list[Text], Field(max_length=LIMITS.edits)] = Field(
        [], description="Changes of the set-up: 'Karelia: 5 inf, 1 arm'."
    )
    place: Texts = Field([], description="Only these places.")


class Seeded(Asked):
    """The seed of battles that are simulated."""

    seed: Seed | None = Field(None, description="Seed of battles that are simulated.")


class Targets(Seeded, Set, OnMap):
    """What a power can attack."""

    target: Texts = Field([], description="Only these places.")
    chance: Texts = Field([], description="Find the cheapest force for it; 0.75 and 0.9.")
    new_carrier: Texts = Field([], description="Where a carrier is mobilised this turn.")


class Hold(Seeded, Set, OnMap):
    """Whether a place can be taken and held."""

    target: Text = Field(description="The territory.")
    force: Text = Field("", alias="with", description="Attackers; all that can go.")
    reinforce: Text = Field("", description="Non-combat moves: '2 inf from Germany'.")
    mobilise: Text = Field("", description="Bought and placed there: '3 inf'.")
    turns: Whole = Field(3, description="Incomes that the worth of the place counts.")


class DeadZones(Seeded, OnMap):
    """Where neither side can stay."""

    place: Texts = Field([], description="These places; or the front.")
    chance: Text = Field("0.5", description="Both chances are over it.")


class Fronts(Set, OnMap):
    """A split of a turn's units over several targets."""

    target: Texts = Field([], description="A front: 'Karelia >= 0.75', 'Egypt worth 9'.")
    aim: Text = Field("net", description="net, all or least.")
    keep: Texts = Field([], description="Stay: 'Germany: 2 inf'.")


class Buy(OnMap):
    """What to buy to hold a place."""

    place: Text = Field(description="Territory to be held.")
    chance: Text | None = Field(None, description="Chance to hold it: 0.9.")
    budget: Whole | None = Field(None, description="The best for so much is told as well.")
    moves: Text = Field("auto", description="auto, yes or no: whether units move in from near.")
    enemies: Text = Field("always", description="When an enemy attacks: always, or 'if it pays'.")


class Raids(OnMap):
    """When bombing raids pay."""

    target: Text = Field(description="Territory of an enemy's complex.")
    bombers: Whole | None = Field(None, description="All that the power has, if not given.")
    turns: Whole = Field(4, description="Turns looked ahead.")
    repair: Text = Field("all", description="all, needed or none.")
    need: Whole | None = Field(None, description="Units that the owner places there a turn.")
    slot: Number | None = Field(None, description="Harm of a unit that is not placed.")
    elsewhere: Number | None = Field(None, description="What a bomber does without a raid.")


class Rounds(Seeded, OfGame):
    """Rounds of the war, played many times after a plan."""

    edit: Annotated[list[Text], Field(max_length=LIMITS.edits)] = Field(
        [], description="Changes of the set-up: 'Karelia: 5 inf, 1 arm'."
    )
    rounds: Whole = Field(1, description="How many.")
    trials: Trials | None = Field(None, description="How often they are played.")


def plain(asked: Asked) -> dict[str, Any]:
    """Return what was asked as plain data; names that Python has taken have others there."""
    return asked.model_dump()


class Error(BaseModel):
    """Why there is no answer."""

    error: str = Field(description="One plain line: what was given, what is allowed, the fix.")
    kind: str = Field(
        description="notation, unknown-unit, illegal-battle or option: the question is at fault;"
        " limit, busy, request or fault: see /api/limits."
    )
    given: str | None
    allowed: list[str]
