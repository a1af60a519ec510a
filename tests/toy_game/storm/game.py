"""The entry of storming a bridge: all that is known of the game elsewhere."""

from combat.force import Force
from combat.game import Event, Game, Quantity, Setting
from combat.sequels import Sequels
from combat.storm import sides
from combat.storm.model import StormModel

BRIDGE = 3.0
EVENTS = (
    Event("taken", "bridge taken", "attacker", lambda o: o.column("defender.foot") == 0),
    Event("thrown_back", "thrown back", "defender", lambda o: o.column("attacker.foot") == 0),
    Event("fell_back", "fell back", "defender", lambda o: o.states.all(axis=1)),
)


def lost(outcomes, side):
    """Return the men that a side has lost, in each final state."""
    return (getattr(outcomes.battle, side).total - outcomes.column(f"{side}.foot")).astype(float)


def swing(outcomes):
    """Return the defender's loss less the attacker's, in each final state."""
    return lost(outcomes, "defender") - lost(outcomes, "attacker")


def net_value(outcomes):
    """Return the swing and what the bridge is worth, in each final state."""
    return swing(outcomes) + BRIDGE * EVENTS[0].of(outcomes)


def end_text(outcomes, row):
    """Return what is left of both sides, as text that reads back, and how it ended."""
    texts = map(str, sides.men_left(outcomes, row))
    return *texts, next(event.name for event in EVENTS if event.of(outcomes)[row])


STORM = Game(
    name="storm",
    aliases=("st",),
    title="Storming a bridge",
    edition="example",
    covers="one bridge; not yet: a second one",
    parse_side=sides.parse_side,
    check=sides.check,
    model=StormModel,
    settings=(Setting("back", "fall back at so many men", 0, sides.parse_back),),
    events=EVENTS,
    quantities=(
        Quantity("attacker_lost", "attacker's loss", "foot", lambda o: lost(o, "attacker")),
        Quantity("defender_lost", "defender's loss", "foot", lambda o: lost(o, "defender")),
        Quantity("swing", "swing", "foot", swing),
        Quantity("net_value", "net value", "foot", net_value),
        Quantity("rounds", "rounds", "", None),
    ),
    default_aim=lambda battle: "taken >= 0.6",
    end_text=end_text,
    assumes=lambda battle: (
        "rules: ST-01 to ST-03",
        f"the attacker falls back when {battle['back']} are left (0: never)",
        f"the bridge is worth {BRIDGE} foot in net value",
    ),
    neighbours=sides.neighbours,
    variations=sides.variations,
    changed=sides.after_change,
    varied=sides.varied,
    additions=sides.additions,
    cost_unit="points",
    taps=sides.TAPS,
    swing="swing",
    value="net_value",
    main_event=lambda battle: "taken",
    followers={"counter": sides.counter_attack},
    sequels=Sequels((), Force(), sides.left, sides.joined, place="the bridge"),
    examples=(("5 foot", "3 foot"), ("4 foot", "2 foot")),
)
