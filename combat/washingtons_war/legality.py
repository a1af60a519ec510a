"""What is no battle of Washington's War, each with its rule."""

from combat.battle import Battle
from combat.errors import IllegalBattleError, OptionError
from combat.washingtons_war.generals import ANONYMOUS, BRITISH, NATIONS, WASHINGTON, roster_of
from combat.washingtons_war.ground import check_ground
from combat.washingtons_war.settings import BEST, goal_of, pc_of
from combat.washingtons_war.troops import BATTLE_CARD, MOST_MOVED, NONE, TREASON, Troops

BRITISH_ONLY = {"regulars": "WW-07", "navy": "WW-07"}


def check(battle: Battle) -> None:
    """Refuse a battle that the rules do not allow.

    Raises
    ------
    IllegalBattleError
    """
    attacker, defender = battle.attacker, battle.defender
    _check_attacker(attacker)
    for side, troops in (("attacker", attacker), ("defender", defender)):
        _check_troops(side, troops)
    if defender and attacker.is_british == defender.is_british:
        _refuse("WW-18", "both sides are the same player's; one is british", str(defender), NATIONS)
    if {"militia"} <= set(attacker.modifiers) & set(defender.modifiers):
        _refuse("WW-07", "militia help one side at most: who has more PCs in the colony", "militia")
    if "intercepted" in attacker.modifiers:
        _refuse("WW-07", "the bonus of an interception is the defender's", "intercepted")
    if "winter" in defender.modifiers:
        _refuse("WW-07", "the winter offensive is an attack", "winter")
    _check_names(battle)
    _check_goal(battle)
    _check_interception(battle)
    _check_retreat(battle)
    _check_space(battle)
    check_ground(battle.settings, british_attack=attacker.is_british)


def _check_goal(battle: Battle) -> None:
    """Refuse a goal that this battle does not have."""
    names = (*(q.name for q in battle.quantities), *(e.name for e in battle.events))
    if goal_of(battle.settings) not in names:
        raise OptionError(
            f"goal={goal_of(battle.settings)!r} is not possible in this battle; it is one of"
            f" {', '.join(names)}",
            given=goal_of(battle.settings),
            allowed=names,
        )


def _check_names(battle: Battle) -> None:
    """Refuse a general on the wrong side, or in two places."""
    roster = roster_of(battle.settings)
    british = battle.attacker.is_british
    placed = [
        (troops.general, troops.is_british)
        for troops in (battle.attacker, battle.defender)
        if troops.general
    ]
    placed += [(army.general, not british) for army in battle["intercept"]]
    for general, on_british_side in placed:
        listed = roster.find(general.name)
        if listed is not None and (listed.side == BRITISH) != on_british_side:
            _refuse(
                "WW-18",
                f"{general.name} is {listed.side}: he cannot lead the other side; name another, or"
                " 'gen BATTLE/AGILITY'",
                general.name,
                ("gen 4/2",),
            )
    names = [general.name for general, _ in placed if general.name != ANONYMOUS]
    for name in names:
        if names.count(name) > 1:
            intercepts = name in [army.general.name for army in battle["intercept"]]
            rule = "WW-01" if intercepts else "WW-18"
            _refuse(rule, f"{name} cannot be in two places of one battle", name)


def _refuse(rule: str, why: str, given: str, allowed: tuple[str, ...] = ()) -> None:
    raise IllegalBattleError(f"{why} ({rule})", rule=rule, given=given, allowed=allowed)


def _check_attacker(troops: Troops) -> None:
    if troops.general is None:
        _refuse(
            "WW-18",
            "an attacker has exactly one general: add a name, or 'gen BATTLE/AGILITY'",
            str(troops),
            ("gen 4/2",),
        )
    if not 1 <= troops.cu <= MOST_MOVED:
        _refuse(
            "WW-18",
            f"an attacker has 1 to {MOST_MOVED} CUs, not {troops.cu}",
            f"{troops.cu} cu",
            (f"1 to {MOST_MOVED}",),
        )


def _check_troops(side: str, troops: Troops) -> None:
    for word, rule in BRITISH_ONLY.items():
        if word in troops.modifiers and not troops.is_british:
            _refuse(
                rule, f"{word} is for the British only: take {word} out of the {side}'s side", word
            )
    if "intercepted" in troops.modifiers and not troops.is_army:
        _refuse("WW-01", "only an army intercepts: a general with at least one CU", "intercepted")
    for word in ("intercepted", "winter"):
        if word in troops.modifiers and not troops.is_american:
            _refuse("WW-07", f"{word} is American: take it out of the {side}'s side", word)
    if troops.french and troops.is_british:
        _refuse("WW-13", "French CUs fight on the American side", f"{troops.french} french cu")
    if TREASON in (troops.card, *troops.held) and not troops.is_british:
        _refuse("WW-15", "treason is a British card; the Americans may discard it", TREASON)
    if troops.card != NONE and troops.held:
        _refuse(
            "WW-05",
            f"at most one card a battle: {troops.card} is played, so nothing else may be",
            f"may {troops.held[0]}",
        )
    led = troops.general and troops.general.name not in (WASHINGTON, ANONYMOUS)
    if "winter" in troops.modifiers and (troops.general is None or led):
        _refuse(
            "WW-07",
            "the winter offensive is led by Washington: 'Washington BATTLE/AGILITY'",
            str(troops.general or troops),
            ("Washington 6/3",),
        )


def _check_interception(battle: Battle) -> None:
    armies = battle["intercept"]
    if not armies:
        if battle["tries"] != "always":
            raise OptionError(
                "tries is about armies that may intercept: name them with intercept=…, or leave"
                " tries out",
                given=battle["tries"],
                allowed=("intercept=4/3:4 cu",),
            )
        return
    if not battle.attacker.is_british:
        _refuse("WW-01", "only Americans intercept, and only the British", str(battle.attacker))
    if battle["move"] == "naval":
        _refuse("WW-01", "a naval move cannot be intercepted", "naval")
    if pc_of(battle.settings) != "american":
        _refuse(
            "WW-01",
            "armies intercept into a space with an American PC only: pc=american",
            str(battle["pc"]),
            ("american",),
        )
    if "intercepted" in battle.defender.modifiers:
        _refuse(
            "WW-01",
            "the defender has intercepted already: the first success ends all tries",
            "intercepted",
        )


def _check_retreat(battle: Battle) -> None:
    defender = battle.defender
    if not battle["evade"]:
        if battle["retreat"] != "always":
            raise OptionError(
                "retreat is about a retreat before battle: allow one with evade=N, or evade=yes,"
                " or leave retreat out",
                given=battle["retreat"],
                allowed=("evade=3", "evade=yes"),
            )
        return
    if not defender:
        _refuse("WW-02", "nobody is there to retreat before battle", "evade")
    if not defender.is_american:
        _refuse("WW-02", "only Americans retreat before battle", f"evade={battle['evade']}")
    if not defender.is_army:
        _refuse(
            "WW-02",
            "only an army retreats before battle: a general with at least one CU",
            str(defender),
        )
    if defender.cut_off:
        _refuse("WW-02", "without a space to go to there is no retreat before battle", "cut-off")
    if "intercepted" in defender.modifiers:
        _refuse("WW-01", "after an interception nobody retreats before battle", "intercepted")


def _check_space(battle: Battle) -> None:
    if battle["leader"] != "rating" and not battle["intercept"]:
        raise OptionError(
            "leader is about an army that joins a general by interception: name it with"
            " intercept=…, or leave leader out",
            given=battle["leader"],
            allowed=("intercept=4/3:4 cu",),
        )
    if battle["move"] == "naval":
        if not battle.attacker.is_british:
            _refuse("WW-26", "naval moves are British", "naval")
        if battle.defender.cu or battle.defender.general or pc_of(battle.settings) == "american":
            _refuse(
                "WW-26",
                "a naval move goes to a port without American CU or PC and starts no battle",
                "naval",
            )
    if battle["congress"] and (battle["pc"] == "british" or not battle.attacker.is_british):
        _refuse("WW-28", "Congress is in no space with a British PC or piece", "congress")
    if battle["map"] is not None:
        for key in ("pc", "congress"):
            if battle[key]:
                raise OptionError(
                    f"{key} comes from the map: leave {key} out, or change the map",
                    given=key,
                    allowed=("map=FILE",),
                )
    if battle["track"] is not None and battle["alliance"] == "after":
        raise OptionError(
            "track is where the alliance track stands before France is in the war: leave it out, or"
            " alliance=after",
            given=str(battle["track"]),
            allowed=("alliance=before",),
        )


def has_choice(battle: Battle) -> bool:
    """Whether somebody has a choice that is to be the best one."""
    held = battle.attacker.held or battle.defender.held
    best = BEST in (battle["tries"], battle["retreat"], battle["leader"])
    return bool(held) or best


def winter_warning(battle: Battle) -> str | None:
    """Return what is odd about a winter offensive with a battle card (WW-53)."""
    cards = [(t.card, *t.held) for t in (battle.attacker, battle.defender)]
    played = any(card in (BATTLE_CARD, TREASON) for side in cards for card in side)
    held = battle.attacker.held or battle.defender.held
    if "winter" in battle.attacker.modifiers and held:
        return (
            "warning: the winter offensive counts only where no card held is left in a hand, and"
            " none is drawn anew, after step 1 (WW-53)"
        )
    if "winter" in battle.attacker.modifiers and played:
        return (
            "warning: a winter offensive is led by the last card of both players, and a battle card"
            " leaves a replacement to be drawn, so they do not go together (WW-53)"
        )
    return None


def with_washington(battle: Battle) -> bool:
    """Whether Washington may be in the battle."""
    generals = [t.general for t in (battle.attacker, battle.defender) if t.general]
    generals += [army.general for army in battle["intercept"]]
    return any(general.name == WASHINGTON for general in generals)


def defender_may_be_overrun(battle: Battle) -> bool:
    """Whether one CU stands there without a general, or nobody (WW-03)."""
    defender: Troops = battle.defender
    return defender.cu <= 1 and defender.general is None and not battle["intercept"]
