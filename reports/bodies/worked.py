"""What the report of a battle asks and says beyond its verdict, where its game has it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.advice import Advice
from analysis.document import policy_lines
from analysis.frame_sheet import MINUS
from analysis.frames import retreat_frame, units_left
from analysis.size.base import read_base
from analysis.variants import range_text, variant_chances
from combat.battle import Battle
from combat.engine import EXACT_WORK
from combat.errors import WargameError
from combat.estimate import Estimate
from combat.game import ATTACKER, ROLES
from combat.notation import plain_number
from combat.outcomes import Outcomes
from combat.taps import names_text
from reports.asking.questions import Asking
from reports.showing.wording import briefly, number, share

if TYPE_CHECKING:
    import pandas as pd

    from analysis.size import Size

WANTED = (0.75, 0.9)  # chances that a force is sized for
MOST = 1_500  # forces that are tried where the attacker has nothing yet
POLICY, BEST = "retreat", "best"  # the setting that a policy of stopping is, and its best value
PLACES = 900  # of a map that a table still shows; beyond it there is the policy in words
SIGNS = {">=": "of at least", ">": "above", "<=": "of at most", "<": "below"}
OVER = 0.95  # a battle is over when so many are


@dataclass(frozen=True)
class Enough:
    """How much is enough for a chance."""

    size: "Size"
    chance: float

    @property
    def wanted_text(self) -> str:
        """The chance in words."""
        return f"{plain_number(100 * self.chance)} %"

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        from analysis.size.document import sentence

        return sentence(self.size)

    @property
    def proof(self) -> str:
        """How sure it is."""
        from analysis.size.document import proof

        return proof(self.size)


def how_much(asking: Asking, advice: Advice) -> tuple[Enough, ...]:
    """Return what the attacker needs for `WANTED`; nothing where the game has no costs.

    Beside what he has, or if that is enough already, from nothing.
    """
    battle = advice.outcomes.battle
    if battle.game.additions is None:
        return ()
    first = advice.aim.clauses[0]
    event: dict[str, Any] = {}
    if first.is_event:
        event["event"] = first.name if first.sign.startswith(">") else f"not {first.name}"
    try:
        found = _sizes(asking, battle, **event)
    except WargameError:
        return ()
    if all(one.size.answer is None and one.size.best.chance.value == 0 for one in found):
        return ()
    if all(one.size.answer is not None and not one.size.answer.added for one in found):
        try:
            bare = f"none v {battle.defender}"
            texts = {key: text for key, text in battle.shown_settings.items() if key != "losses"}
            read_base(battle.game, bare, side=ATTACKER, **texts)
            return _sizes(asking, bare, game=battle.game.name, most=MOST, **event, **texts)
        except WargameError:
            return found
    return found


def _sizes(
    asking: Asking, battle: Battle | str, *, game: str = "", most: int = 0, **settings: str
) -> tuple[Enough, ...]:
    name = game or (battle.game.name if isinstance(battle, Battle) else "")
    asked: dict[str, Any] = settings | ({"most": most} if most else {})
    return tuple(Enough(asking.size(name, battle, chance=one, **asked), one) for one in WANTED)


@dataclass(frozen=True)
class Policy:
    """The best policy of a battle: what it says, line by line, and as a map where it is one."""

    text: str
    lines: tuple[str, ...]
    frame: "pd.DataFrame | None"
    see: str


def best_policy(asking: Asking, outcomes: Outcomes) -> Policy | None:
    """Return the best policy and what it is worth; None where the battle leaves nothing to decide.

    A battle whose policy is the best already has its own; of one in which the attacker never stops
    it is asked what stopping would be worth.
    """
    lines = policy_lines(outcomes)
    if lines:
        return Policy("Both sides play as is best for them:", lines, *_map(outcomes))
    battle = outcomes.battle
    setting = battle.game.setting(POLICY)
    if setting is None:
        return None
    try:
        other = battle.with_options(**{POLICY: BEST})
        if battle.game.model(other).best_work > EXACT_WORK:
            return None
        best = asking.odds(battle.game.name, other)
    except WargameError:
        return None
    lines = policy_lines(best)
    now = outcomes if outcomes.exact else asking.odds(battle.game.name, battle)
    return Policy(_gain(now, best), lines, *_map(best)) if lines else None


def _gain(outcomes: Outcomes, best: Outcomes) -> str:
    """Say what the best policy of stopping changes."""
    battle = outcomes.battle
    event, value = battle.event(battle.main_event), battle.quantity(battle.game.value)
    then, now = (briefly(one.event(event.name)) for one in (best, outcomes))
    parts = [f"‘{event.text}’ is {then}, not {now}"] if then != now else []
    then, now = (number(one.quantity(value.name), value.unit) for one in (best, outcomes))
    if then != now:
        parts.append(f"the mean {value.text.split(' (')[0]} is {then}, not {now}")
    if not parts:
        return "Stopping early brings nothing that these numbers would show."
    return f"If the attacker stops where that is best, {', and '.join(parts)}."


def _map(outcomes: Outcomes) -> "tuple[pd.DataFrame | None, str]":
    """Return the policy as a map of what both sides have left, and what to see in it."""
    frame = retreat_frame(outcomes)
    if frame is None or len(frame) > PLACES or frame["decision"].nunique() < 2:
        return None, ""
    stops, kept = int((frame["decision"] == "retreat").sum()), outcomes.battle.game.kept
    return frame, (
        f"Find how many {kept} are left on both sides: where it is orange, stop; numbers are what"
        f" going on is worth there. The attacker stops in {stops} of {len(frame)} places."
    )


def cost_measure(outcomes: Outcomes) -> str:
    """Return the quantity that says best what the battle costs: the swing, if it varies."""
    game = outcomes.battle.game
    shown = [one.name for one in outcomes.battle.quantities if one.of is not None]
    for name in (game.swing, game.value):
        if name in shown and len(outcomes.distribution(outcomes.values(name))[0]) > 1:
            return name
    return game.swing


def lever(advice: Advice) -> str:
    """Return what changes are ranked by: what the aim is about first."""
    return advice.aim.clauses[0].name


def aim_text(advice: Advice) -> str:
    """Return what is wanted, in words."""
    battle = advice.outcomes.battle
    parts = []
    for clause in advice.aim.clauses:
        sign = SIGNS[clause.sign]
        if clause.is_event:
            text = f"‘{battle.event(clause.name).text}’"
            parts.append(f"{text} {sign} {plain_number(round(100 * clause.number, 10))} %")
        else:
            one = battle.quantity(clause.name)
            wanted = f"{plain_number(clause.number)} {one.unit}".strip().replace("-", MINUS)
            parts.append(f"a {one.text.split(' (')[0]} {sign} {wanted} on average")
    return ", and ".join(parts)


def counter_text(advice: Advice) -> str:
    """Say what is of the attack alone, and how often the enemy's counter-attack comes and succeeds.

    Empty without one.
    """
    if advice.counter is None:
        return ""
    stage, battle = advice.counter.stages[1], advice.outcomes.battle
    comes = share(Estimate.of_chance(stage.reached, stage.trials))
    event = battle.event(battle.main_event)
    return (
        "The verdict above counts the counter-attack; from here on all is of the attack alone. The"
        f" enemy strikes back in {comes}, and it ends with ‘{event.text}’, for him, in"
        f" {share(stage.event(event.name))}."
    )


def unturned_text(advice: Advice) -> str:
    """Say that no small change of forces turns the verdict over; nothing where none can be made."""
    battle = advice.outcomes.battle
    if next(iter(battle.game.neighbours(battle)), None) is None:
        return "No small changes of forces are known of this game: what would flip it is not told."
    rest = "" if advice.all_tried else ", as far as there was time to look"
    return f"No small change of forces would flip it{rest}."


def settings_text(battle: Battle) -> str:
    """Return the settings that differ from their defaults, in words."""
    parts = [f"{key.replace('_', ' ')} {text}" for key, text in battle.shown_settings.items()]
    return f"Settings: {'; '.join(parts)}"


def possible(outcomes: Outcomes) -> int:
    """Return how many events have any chance."""
    return sum(outcomes.event(event.name).value > 0 for event in outcomes.battle.events)


def survivors_text(outcomes: Outcomes) -> str:
    """Say what is left of each side on average, and how often nothing."""
    parts, kept = [], outcomes.battle.game.kept
    for side in ROLES:
        left = units_left(outcomes, side)
        mean, gone = outcomes.mean(left.astype(float)), outcomes.chance_of(left == 0)
        gone_words = {"no battle": "always some", "every battle": "never any"}
        none = gone_words.get(share(gone), f"none in {share(gone)}")
        alike = not mean.exact and mean.margin == 0.0
        how = (
            f"{mean.value:.2f} {kept} in every trial"
            if alike
            else f"{number(mean, kept)} on average"
        )
        parts.append(f"the {side} keeps {how}, {none}")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def rounds_text(rounds: "pd.DataFrame") -> str:
    """Say when most battles are over, from the frame of the rounds."""
    from analysis.frames import STILL_FIGHTING

    still = rounds[rounds["event"] == STILL_FIGHTING].set_index("round")["chance"]
    over = still[still <= 1.0 - OVER]
    last = int(over.index[0]) if len(over) else int(still.index[-1])
    rest = Estimate.of_exact(float(still.loc[last]))
    names = f"{last} round{'s' * (last != 1)}"
    told = share(rest)
    return f"After {names} {told} {'is' if told.endswith('battle') else 'are'} still going on."


def variants_text(advice: Advice) -> str:
    """Say how far the chance of the main event goes over plausible data."""
    return range_text(advice.outcomes.battle, variant_chances(advice.outcomes))


TEXTS = (
    *(aim_text, cost_measure, counter_text, lever, names_text, possible),
    *(settings_text, survivors_text, rounds_text, unturned_text, variants_text),
)
