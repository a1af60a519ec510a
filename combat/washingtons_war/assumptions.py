"""What an answer about a battle takes for granted."""

from collections.abc import Iterator

from combat.battle import Battle
from combat.notation import plain_number
from combat.washingtons_war.generals import roster_of
from combat.washingtons_war.ground import map_lines
from combat.washingtons_war.legality import (
    defender_may_be_overrun,
    has_choice,
    winter_warning,
    with_washington,
)
from combat.washingtons_war.settings import WORTHS, congress_of, goal_of, pc_of, worths_of
from combat.washingtons_war.setups import evade_of
from combat.washingtons_war.troops import BATTLE_CARD, DISCARD


def assumes(battle: Battle) -> tuple[str, ...]:
    """Return what an answer takes for granted, ratings that are not verified among it."""
    return tuple(_lines(battle))


def _lines(battle: Battle) -> Iterator[str]:
    yield "rules: Washington's War, 2010 edition"
    yield from _ratings(battle)
    warning = winter_warning(battle)
    if warning:
        yield warning
    yield from _space(battle)
    yield from map_lines(battle.settings, british_attack=battle.attacker.is_british)
    yield from _before_battle(battle)
    if battle["evade"] or defender_may_be_overrun(battle):
        yield (
            "'attacker wins' is a battle won: an overrun or a retreat before battle is none, while"
            " attacker_stands counts them too"
        )
    cards = [card for t in (battle.attacker, battle.defender) for card in (t.card, *t.held)]
    if DISCARD in cards:
        yield "a discard is any event that need not be played, own or enemy (WW-51)"
    if BATTLE_CARD in cards:
        yield "whoever plays a battle card draws a card for it; that is not counted (WW-05)"
    if battle.defender.cu > 1 and battle.defender.general is None:
        yield "beaten CUs without a general retreat, they do not surrender for lack of one (WW-52)"
    if battle.defender.french or battle.attacker.french:
        yield "French and American CUs are counted together (WW-13)"
    if has_choice(battle):
        yield f"best play of both sides, hands open, for the goal {goal_of(battle.settings)}"
    worths = worths_of(battle.settings)
    yield "worth in CUs: " + ", ".join(
        f"{WORTHS[key][0]} {plain_number(value)}"
        for key, value in worths.items()
        if value and _matters(battle, key)
    )


def _matters(battle: Battle, key: str) -> bool:
    """Whether what that key values can happen in the battle."""
    if key == "washington":
        return with_washington(battle)
    return congress_of(battle.settings) if key == "congress" else True


def _ratings(battle: Battle) -> Iterator[str]:
    """Name the ratings out of the roster that are not verified."""
    roster = roster_of(battle.settings)
    generals = [t.general for t in (battle.attacker, battle.defender) if t.general]
    for general in (*generals, *(army.general for army in battle["intercept"])):
        listed = roster.find(general.name)
        if general.known and listed is not None and listed.unverified:
            rated = " and ".join(listed.unverified)
            yield (
                f"unverified: {general.name} with {rated} (from memory); write"
                f" '{general.name} BATTLE/AGILITY' or set roster=FILE to replace it"
            )


def _space(battle: Battle) -> Iterator[str]:
    whose = {"none": "no PC marker", "american": "an American PC", "british": "a British PC"}
    yield f"{whose[pc_of(battle.settings)]} in the space (WW-10)"
    for side, troops in (("attacker", battle.attacker), ("defender", battle.defender)):
        if troops.cu or battle["intercept"]:
            where = "nowhere to retreat: it surrenders if beaten" if troops.cut_off else "a way out"
            yield f"the {side} has {where} (WW-11)"
    if battle["track"] is not None:
        yield "the alliance is made when its track comes to 9 (WW-34)"
    elif battle["alliance"] == "after":
        yield "France is in the war"


def _before_battle(battle: Battle) -> Iterator[str]:
    armies = battle["intercept"]
    if armies:
        tries = {
            "always": "in this order until one succeeds",
            "never": "but do not",
            "best": "where that is best for them, in the best order",
        }[battle["tries"]]
        yield f"may intercept: {', '.join(map(str, armies))}; they try {tries} (WW-01)"
    if battle["evade"]:
        words = {"always": "tries", "never": "does not try", "best": "tries if that is best"}
        yield (
            f"the defending army {words[battle['retreat']]} to retreat before battle, on a roll of"
            f" at most {evade_of(battle)} (WW-02)"
        )
