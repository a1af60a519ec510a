"""A campaign as lines and tables: its stages, the decisions at them, and the whole plan."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from analysis.campaign import totals
from analysis.campaign.answer import Campaign
from analysis.campaign.decision_text import named, rule_text, told
from analysis.campaign.decisions import Choice
from analysis.campaign.document import rest_of
from analysis.campaign.holding import holding
from analysis.campaign.stages import of_enemy
from analysis.campaign.sums import QUANTILES, distributions, joint_ends
from analysis.campaign.views import ENEMY
from analysis.campaign.weighed import ALWAYS, NEVER, often
from analysis.parts import BLANK, BOLD, DIM, TITLE, Line, Part, TextTable, run_text, spread
from combat.estimate import Estimate
from combat.game import Game
from combat.notation import plain_number

LIKELIEST = 5
LEFT = " left of "  # as positions say it


def campaign_parts(found: Campaign) -> list[Part]:
    """Return a campaign, stage by stage and as a whole."""
    title = f"{found.plan.game.title}: {_number(len(found.plan.stages))}"
    how = run_text("runs", found.chain.trials, found.seed)
    parts: list[Part] = [Line(title, TITLE), Line(how, DIM), BLANK]
    if found.aim is not None:
        better = "more" if found.aim.more else "less"
        parts += [Line(f"decided for {found.aim.name}, the {better} the better"), BLANK]
    for number in range(len(found.plan.stages)):
        parts += [*_stage(found, number), BLANK]
    return [*parts, *_whole(found)]


def _stage(found: Campaign, number: int) -> list[Part]:

    planned, stage = found.plan.stages[number], found.chain.stages[number]
    chance = Estimate.of_chance(stage.reached, found.chain.trials)
    first = number == 0 and stage.reached >= 1.0
    how_often = ALWAYS if first else often(chance)
    fought = f"{how_often} fought" if how_often in (NEVER, ALWAYS) else f"fought {how_often}"
    head = f"{number + 1}. {planned.name}{of_enemy(planned)}: {fought}"
    sides = f"{planned.texts.get('attacker')} v {planned.texts.get('defender')}"
    when = planned.texts.get("when")
    lines = [sides + (f"; when {when}" if when else "")]
    lines += [f"option {one.name!r}: {one.text or 'as above'}" for one in planned.options]
    parts: list[Part] = [Line(head, BOLD), *(Line(line, DIM) for line in lines)]
    choice = next((one for one in found.choices if one.step.number == number), None)
    if choice is not None:
        parts += [*_choice(found, choice), *([BLANK] if stage.reached else [])]
    if stage.reached:
        numbers = totals.stage_events(found, number), totals.stage_quantities(found, number)
        words = {e.name: e.text for _, o in stage.fought for e in o.battle.events}
        parts.append(_table(found.plan.game, words, "if fought, it ends", *numbers))
    return parts


def _choice(found: Campaign, choice: Choice) -> list[Part]:
    """What is best where, the likeliest positions, and what choosing is worth."""
    assert found.aim is not None
    stage = choice.step.stage
    names = list(choice.always)
    parts: list[Part] = [Line(f"best: {rule_text(found, choice)}")]
    positions = told(found, choice)
    if positions:
        shared = _shared([one.text for one in positions])
        head = f"{shared.strip() or 'where'} ({found.aim.name} of the rest)"
        rows: list[tuple[str, ...]] = []
        for one in positions[:LIKELIEST]:
            row = (_worth(found, one.options.get(name)) for name in names)
            chance = Estimate.of_exact(one.chance).as_percent()
            rows.append((one.text.removesuffix(shared), chance, *row, one.chosen))
        rest = positions[LIKELIEST:]
        if rest:
            chance = Estimate.of_exact(sum(one.chance for one in rest)).as_percent()
            rows.append((f"{len(rest)} more", chance, *[""] * len(names), ""))
        heads = (head, ">chance", *(f">{name}" for name in names), "best")
        parts.append(TextTable(heads, tuple(rows)))
    by = "by the enemy's choice" if stage.turned else "by choice"
    worths = [f"{_worth(found, choice.best)} {by}"]
    worths += [f"{_worth(found, one)} always {named(name)}" for name, one in choice.always.items()]
    parts.append(Line(f"{found.aim.name} of the whole plan: {', '.join(worths)}"))
    return parts


def _shared(texts: Sequence[str]) -> str:
    """Return what all positions say at their ends of whose units they are about; may be empty."""
    ends = {text[text.index(LEFT) :] if text.count(LEFT) == 1 else "" for text in texts}
    return ends.pop() if len(ends) == 1 else ""


def _worth(found: Campaign, worth: float | None) -> str:
    if worth is None:
        return "-"
    assert found.aim is not None
    estimate = Estimate.of_exact(worth)
    if not found.aim.is_event:
        return estimate.as_number()
    return estimate.as_percent() if worth else "0 %"


def _whole(found: Campaign) -> list[Part]:

    game = found.plan.game
    assert game.sequels is not None
    events = totals.final_events(found)
    if not any(stage.reached for stage in found.chain.stages):
        events = {"nothing is fought": Estimate.of_exact(1.0)}
    words = {event.name: event.text for event in game.events}
    head = "last word" if game.sequels.one_place else "in any stage"
    parts: list[Part] = [Line("the whole plan", BOLD)]
    parts.append(_table(game, words, head, events, totals.final_quantities(found)))
    held = holding(found)
    if held is not None:
        parts += map(Line, held.lines)
    if len(found.plan.stages) > 1:
        parts += [BLANK, *_joint(found, words)]
    return [*parts, *_quantiles(found)]


def _quantiles(found: Campaign) -> list[Part]:
    """How far the sums spread from one run of the plan to the next."""
    both = distributions(found)
    if not both:
        why = "the swing of the whole plan has too many different values for its distribution"
        return [BLANK, Line(why, DIM)]
    shares = (f">{100 * share:g} %" for share in QUANTILES)
    rows = []
    for name, one in both.items():
        quantity = found.plan.game.quantity(name)
        assert quantity is not None
        above = float(one.chances[one.values > 0].sum())
        gains = often(Estimate.of_chance(above, found.chain.trials))
        ends = (plain_number(one.quantile(share)) for share in QUANTILES)
        rows.append((quantity.text, *ends, quantity.unit, gains))
    heads = ("at most this in … of the runs", *shares, "", ">above 0")
    return [BLANK, TextTable(heads, tuple(rows))]


def _joint(found: Campaign, words: Mapping[str, str]) -> list[Part]:

    ways = joint_ends(found)
    if not ways:
        return [Line("the stages can end together in too many ways to list", DIM)]
    rows: list[tuple[str, ...]] = []
    for ends, chance in ways[:LIKELIEST]:
        ended = (words[end] if end else "not fought" for end in ends)
        rows.append((*ended, chance.as_percent()))
    rest = rest_of(found, ways[LIKELIEST:])
    if rest is not None:
        blank = [""] * (len(found.plan.stages) - 1)
        rows.append((f"{len(ways) - LIKELIEST} more", *blank, rest.as_percent()))
    heads = (*(stage.name for stage in found.plan.stages), ">chance")
    return [TextTable(heads, tuple(rows))]


def _table(
    game: Game,
    words: Mapping[str, str],
    head: str,
    events: Mapping[str, Estimate],
    quantities: Mapping[str, Estimate],
) -> TextTable:

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
    rows = [
        (*(end or ("", "")), *(mean or ("", "", "", ""))) for end, mean in zip_longest(ends, means)
    ]
    return TextTable((head, ">chance", "  on average", ">mean", "", ">sd"), tuple(rows))


def _number(stages: int) -> str:
    return "a plan of one stage" if stages == 1 else f"a plan of {stages} stages"
