"""Tables of a campaign: its stages, the decisions at them, and the whole plan."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from analysis.cli.show import LIKELIEST
from analysis.cli.tables import new_table, spread
from combat.estimate import Estimate
from combat.game import Game
from combat.notation import plain_number

LEFT = " left of "  # as positions say it

if TYPE_CHECKING:
    from rich.console import RenderableType

    from analysis.campaign import Campaign
    from analysis.campaign.decisions import Choice


def campaign_tables(found: "Campaign") -> "list[RenderableType]":
    """Return the tables of a campaign."""
    from rich.text import Text

    title = Text(f"{found.plan.game.title}: {_number(len(found.plan.stages))}", style="bold")
    parts: list[RenderableType] = [title.append(f"\n{_method(found)}", style="not bold dim"), ""]
    if found.aim is not None:
        better = "more" if found.aim.more else "less"
        parts += [Text(f"decided for {found.aim.name}, the {better} the better"), ""]
    for number in range(len(found.plan.stages)):
        parts += [*_stage(found, number), ""]
    return [*parts, *_whole(found)]


def _stage(found: "Campaign", number: int) -> "list[RenderableType]":
    from rich.text import Text

    from analysis.campaign import totals
    from analysis.campaign.stages import of_enemy
    from analysis.campaign.weighed import NEVER, often

    planned, stage = found.plan.stages[number], found.chain.stages[number]
    chance = Estimate.of_chance(stage.reached, found.chain.trials)
    certain = number == 0 and stage.reached >= 1.0
    how_often = "certain" if certain else often(chance)
    fought = f"{NEVER} fought" if how_often == NEVER else f"fought {how_often}"
    head = f"{number + 1}. {planned.name}{of_enemy(planned)}: {fought}"
    sides = f"{planned.texts.get('attacker')} v {planned.texts.get('defender')}"
    when = planned.texts.get("when")
    lines = [sides + (f"; when {when}" if when else "")]
    lines += [f"option {one.name!r}: {one.text or 'as above'}" for one in planned.options]
    parts: list[RenderableType] = [Text(head, style="bold"), Text("\n".join(lines), style="dim")]
    choice = next((one for one in found.choices if one.step.number == number), None)
    if choice is not None:
        parts += [*_choice(found, choice), *([""] if stage.reached else [])]
    if stage.reached:
        numbers = totals.stage_events(found, number), totals.stage_quantities(found, number)
        words = {e.name: e.text for _, o in stage.fought for e in o.battle.events}
        parts.append(_table(found.plan.game, words, "if fought, it ends", *numbers))
    return parts


def _choice(found: "Campaign", choice: "Choice") -> "list[RenderableType]":
    """What is best where, the likeliest positions, and what choosing is worth."""
    from rich.text import Text

    from analysis.campaign.decision_text import named, rule_text, told

    assert found.aim is not None
    stage = choice.step.stage
    names = list(choice.always)
    parts: list[RenderableType] = [Text(f"best: {rule_text(found, choice)}")]
    positions = told(found, choice)
    if positions:
        shared = _shared([one.text for one in positions])
        head = f"{shared.strip() or 'where'} ({found.aim.name} of the rest)"
        table = new_table(head, ">chance", *(f">{name}" for name in names), "best")
        for one in positions[:LIKELIEST]:
            row = (_worth(found, one.options.get(name)) for name in names)
            chance = Estimate.of_exact(one.chance).as_percent()
            table.add_row(one.text.removesuffix(shared), chance, *row, one.chosen)
        rest = positions[LIKELIEST:]
        if rest:
            chance = Estimate.of_exact(sum(one.chance for one in rest)).as_percent()
            table.add_row(f"{len(rest)} more", chance, *[""] * len(names), "")
        parts.append(table)
    by = "by the enemy's choice" if stage.turned else "by choice"
    worths = [f"{_worth(found, choice.best)} {by}"]
    worths += [f"{_worth(found, one)} always {named(name)}" for name, one in choice.always.items()]
    parts.append(Text(f"{found.aim.name} of the whole plan: {', '.join(worths)}"))
    return parts


def _shared(texts: Sequence[str]) -> str:
    """Return what all positions say at their ends of whose units they are about; may be empty."""
    ends = {text[text.index(LEFT) :] if text.count(LEFT) == 1 else "" for text in texts}
    return ends.pop() if len(ends) == 1 else ""


def _worth(found: "Campaign", worth: float | None) -> str:
    if worth is None:
        return "-"
    assert found.aim is not None
    estimate = Estimate.of_exact(worth)
    if not found.aim.is_event:
        return estimate.as_number()
    return estimate.as_percent() if worth else "0 %"


def _whole(found: "Campaign") -> "list[RenderableType]":
    from rich.text import Text

    from analysis.campaign import totals
    from analysis.campaign.holding import holding

    game = found.plan.game
    assert game.sequels is not None
    events = totals.final_events(found)
    if not any(stage.reached for stage in found.chain.stages):
        events = {"nothing is fought": Estimate.of_exact(1.0)}
    words = {event.name: event.text for event in game.events}
    head = "last word" if game.sequels.one_place else "in any stage"
    parts: list[RenderableType] = [Text("the whole plan", style="bold")]
    parts.append(_table(game, words, head, events, totals.final_quantities(found)))
    held = holding(found)
    if held is not None:
        parts += [Text(line) for line in held.lines]
    if len(found.plan.stages) > 1:
        parts += ["", *_joint(found, words)]
    return [*parts, *_quantiles(found)]


def _quantiles(found: "Campaign") -> "list[RenderableType]":
    """How far the sums spread from one run of the plan to the next."""
    from rich.text import Text

    from analysis.campaign.sums import QUANTILES, distributions
    from analysis.campaign.weighed import often

    both = distributions(found)
    if not both:
        why = "the swing of the whole plan has too many different values for its distribution"
        return ["", Text(why, style="dim")]
    heads = (f">{100 * share:g} %" for share in QUANTILES)
    table = new_table("at most this in … of the runs", *heads, "", ">above 0")
    for name, one in both.items():
        quantity = found.plan.game.quantity(name)
        assert quantity is not None
        above = float(one.chances[one.values > 0].sum())
        gains = often(Estimate.of_chance(above, found.chain.trials))
        ends = (plain_number(one.quantile(share)) for share in QUANTILES)
        table.add_row(quantity.text, *ends, quantity.unit, gains)
    return ["", table]


def _joint(found: "Campaign", words: Mapping[str, str]) -> "list[RenderableType]":
    from rich.text import Text

    from analysis.campaign.document import rest_of
    from analysis.campaign.sums import joint_ends

    ways = joint_ends(found)
    if not ways:
        return [Text("the stages can end together in too many ways to list", style="dim")]
    table = new_table(*(stage.name for stage in found.plan.stages), ">chance")
    for ends, chance in ways[:LIKELIEST]:
        table.add_row(*(words[end] if end else "not fought" for end in ends), chance.as_percent())
    rest = rest_of(found, ways[LIKELIEST:])
    if rest is not None:
        blank = [""] * (len(found.plan.stages) - 1)
        table.add_row(f"{len(ways) - LIKELIEST} more", *blank, rest.as_percent())
    return [table]


def _table(
    game: Game,
    words: Mapping[str, str],
    head: str,
    events: Mapping[str, Estimate],
    quantities: Mapping[str, Estimate],
) -> "RenderableType":
    from analysis.campaign.views import ENEMY

    table = new_table(head, ">chance", "  on average", ">mean", "", ">sd")
    ends = []
    for name, estimate in events.items():
        text = words.get(name.removeprefix(ENEMY), name)
        who = "enemy: " if name.startswith(ENEMY) else ""
        if estimate.value > 0:
            ends.append((who + text, estimate.as_percent()))
    means = []
    for name, estimate in quantities.items():
        quantity = game.quantity(name)
        assert quantity is not None
        means.append((f"  {quantity.text}", estimate.as_number(), quantity.unit, spread(estimate)))
    for end, mean in zip_longest(ends, means):
        table.add_row(*(end or ("", "")), *(mean or ("", "", "", "")))
    return table


def _number(stages: int) -> str:
    return "a plan of one stage" if stages == 1 else f"a plan of {stages} stages"


def _method(found: "Campaign") -> str:
    if found.chain.trials is None:
        return "exact"
    seed = f", seed {found.seed}" if found.seed is not None else ""
    return f"simulated, {found.chain.trials:,} runs{seed}, ± is the 95 % interval"
