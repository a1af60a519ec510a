"""The final states of a battle in words, and the way that led to each."""

from combat.outcomes import Outcomes
from combat.washingtons_war.fates import Fate, Fates
from combat.washingtons_war.generals import General
from combat.washingtons_war.model import WarModel
from combat.washingtons_war.situation import FOUGHT, OVERRUN, RETREATED
from combat.washingtons_war.troops import CARDS

PARTITION = ("attacker_wins", "defender_wins", "retreated_before_battle", "overrun")


def end_text(outcomes: Outcomes, row: int) -> tuple[str, str, str]:
    """Return what is left of both sides in a final state, and its event."""
    fates = row_fates(outcomes, row)
    texts = [left_text(fates, side, general_of(outcomes, fates, side)) for side in SIDES]
    return texts[0], texts[1], event_of(fates)


SIDES = ("attacker", "defender")


def row_fates(outcomes: Outcomes, row: int) -> Fates:
    """Return what one final state means."""
    model: WarModel = outcomes.model
    return model.fates(outcomes.states[row : row + 1])


def general_of(outcomes: Outcomes, fates: Fates, side: str) -> General | None:
    """Return who leads a side in a final state: the general there or one who has intercepted."""
    battle = outcomes.battle
    if side == "attacker":
        general: General | None = battle.attacker.general
        return general
    if fates.here.led_by_army[0]:
        leader: General = battle["intercept"][int(fates.here["army"][0]) - 1].general
        return leader
    here: General | None = battle.defender.general
    return here


def left_text(fates: Fates, side: str, general: General | None) -> str:
    """Return what is left of a side: CUs, and the general if he is still there."""
    fate: Fate = fates.side(side)
    parts = [f"{int(fate.left[0])} cu"] if fate.left[0] else []
    gone = fate.captured[0] or fate.removed[0]
    if general is not None and fate.led[0] and not gone:
        parts.append(str(general))
    return ", ".join(parts)


def event_of(fates: Fates) -> str:
    """Return the event of the partition that a final state is."""
    end = fates.here["end"][0]
    if end in (RETREATED, OVERRUN):
        return "retreated_before_battle" if end == RETREATED else "overrun"
    return "attacker_wins" if fates.attacker_wins[0] else "defender_wins"


def path(outcomes: Outcomes, row: int) -> tuple[str, ...]:
    """Return the stages that led to a final state, in words, in their order."""
    return tuple(_path(outcomes, row_fates(outcomes, row)))


def _path(outcomes: Outcomes, fates: Fates) -> list[str]:
    here, battle = fates.here, outcomes.battle
    steps = []
    if battle["intercept"]:
        army = int(here["army"][0])
        who = str(battle["intercept"][army - 1].general) if army else ""
        steps.append(f"{who} intercepts" if army else "not intercepted")
    if battle["evade"] and not here.joined[0]:
        steps.append("army retreats" if here.gone[0] else "army stays")
    end = here["end"][0]
    if end != FOUGHT:
        steps.append({RETREATED: "space empty", OVERRUN: "overrun"}.get(int(end), "unopposed"))
        return steps
    for side, troops in zip(SIDES, (battle.attacker, battle.defender), strict=True):
        if troops.held:
            steps.append(
                f"{side}: {CARDS[int(here[f'{side}_card'][0])].replace('none', 'no card')}"
            )
    winner, loser = ("attacker", "defender") if fates.attacker_wins[0] else SIDES[::-1]
    steps.append(f"{winner} wins")
    fallen = int(here[f"{loser}_lost"][0])
    steps.append(f"{loser} loses {fallen}")
    beaten = fates.side(loser)
    away = int(here.evaded[0]) if loser == "defender" else 0
    led = beaten.led[0] and not beaten.removed[0] and not beaten.away[0]
    if beaten.surrenders[0]:
        steps.append(f"{loser} surrenders")
    elif beaten.left[0] > away or led:
        steps.append(f"{loser} retreats")
    else:
        steps.append(f"{loser} is gone")
    return steps
