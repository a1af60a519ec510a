"""What can be asked: the options of the command line's verbs, by the same names."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from reports.page.limits import LIMITS

Text = Annotated[str, Field(max_length=LIMITS.text_characters)]
Settings = Annotated[list[Text], Field(max_length=LIMITS.settings)]


class Question(BaseModel):
    """What all questions have."""

    model_config = ConfigDict(extra="forbid", populate_by_name=False)

    game: Text = Field(description="Name or alias of the game, as /api/games lists them.")


class Computed(BaseModel):
    """How to compute."""

    engine: Text = Field("auto", description="auto, exact or simulate.")
    trials: int | None = Field(None, description="Simulate so many battles.")
    precision: float | None = Field(None, description="Simulate to a 95 % interval of that.")
    seed: int | None = Field(None, description="Seed of a simulation.")


class Fought(Computed):
    """The settings of a battle."""

    set: Settings = Field([], description="Settings of the game, each KEY=VALUE.")
    losses: Text | None = Field(None, description="The attacker's order of losses.")
    defender_losses: Text | None = Field(None, description="The defender's order of losses.")
    retreat: Text | None = Field(None, description="When to retreat.")
    worth: Text | None = Field(None, description="What things are worth: 'territory=8'.")


class Odds(Fought, Question):
    """A battle: `battle` is 'ATTACKER v DEFENDER', or the two stand apart."""

    battle: Text | None = Field(None, description="'ATTACKER v DEFENDER'.")
    attacker: Text | None = None
    defender: Text | None = None


class ShouldAttack(Odds):
    """A battle, and what is wanted."""

    aim: Text | None = Field(None, description="'territory_taken >= 0.75 and net_value > 0'.")
    counter: Text | None = Field(None, description="With what the enemy is likely to strike back.")


def plain(question: Question) -> dict[str, Any]:
    """Return a question as plain data, by the names of the command line."""
    return question.model_dump(by_alias=True)
