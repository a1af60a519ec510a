"""Battles of Washington's War for tests: as text, and as the oracle takes them."""

import random

import washingtons_war_oracle as oracle

from combat.battle import Battle
from combat.games import GAMES
from combat.washingtons_war.ends import event_of
from combat.washingtons_war.model import fates_of

GAME = GAMES["washingtons-war"]
WORDS = ("regulars", "navy", "militia", "winter", "intercepted")
NAMES = ("", "", "", "Washington", "Arnold", "Gates")


def text_of(side):
    """The text of an oracle's side."""
    if not side.cu and side.general is None:
        return "none"
    parts = [side.nation, f"{side.cu} cu"]
    if side.general:
        parts.append(f"{side.general.name or 'gen'} {side.general.battle}/{side.general.agility}")
    parts += [word for word in WORDS if getattr(side, word)]
    if side.drm:
        parts.append(f"drm {side.drm:+d}")
    if side.card != "none":
        parts.append(side.card)
    if side.cut_off:
        parts.append("cut-off")
    return ", ".join(parts)


def battle_of(asked):
    """The battle of an oracle's battle."""
    options = {"evade": asked.evade, "alliance": asked.alliance}
    if asked.congress:
        options["congress"] = "yes"
    if asked.interceptors:
        options["intercept"] = ", ".join(
            f"{army.name or ''} {army.battle}/{army.agility}:{army.cu} cu".strip()
            for army in asked.interceptors
        )
        options["leader"] = asked.leader.replace("best", "rating")
    else:
        options["pc"] = asked.pc
    return Battle.parse(GAME, text_of(asked.attacker), text_of(asked.defender), **options)


def joint(outcomes):
    """Chance of each final state in the oracle's words."""
    fates = fates_of(outcomes)
    found = {}
    for row, chance in enumerate(outcomes.chance.tolist()):
        one = outcomes.model.fates(outcomes.states[row : row + 1])
        end = event_of(one)
        if fates.here["end"][row] == 3:
            end = "unopposed"
        key = oracle.Outcome(
            end=end,
            interceptor=int(one.here["army"][0]),
            evaded_cu=int(one.here.evaded[0]),
            attacker_cu_left=int(one.attacker.left[0]),
            attacker_cu_lost=int(one.attacker.lost[0]),
            defender_cu_left=int(one.defender.left[0]),
            defender_cu_lost=int(one.defender.lost[0]),
            attacker_surrendered=bool(one.attacker.surrenders[0]),
            defender_surrendered=bool(one.defender.surrenders[0]),
            attacker_general=general_word(one.attacker),
            defender_general=general_word(one.defender),
            regulars_lost=bool(one.regulars_lost[0]),
            alliance_steps=int(one.alliance_steps[0]),
            congress_dispersed=bool(one.congress_dispersed[0]),
        )
        found[key] = found.get(key, 0.0) + chance
    return found


def general_word(fate):
    if fate.removed[0]:
        return "removed"
    if not fate.led[0]:
        return "none"
    if fate.captured[0]:
        return "captured"
    return "evaded" if fate.away[0] else "there"


def difference(outcomes, asked):
    """The largest difference of any final state's chance from the oracle's."""
    ours, theirs = joint(outcomes), oracle.outcomes(asked)
    return max(abs(ours.get(key, 0.0) - float(theirs.get(key, 0))) for key in {*ours, *theirs})


def drawn(rng: random.Random):
    """A legal battle, drawn at random: asymmetric, with every modifier now and then."""
    british = rng.random() < 0.7
    names = rng.sample(["Washington", "Arnold", "Gates", "Greene"], 4)
    general = oracle.General(rng.randint(1, 6), rng.randint(1, 3), "" if british else names.pop())
    card = rng.choice(["none", "none", "discard", "battle-card"] + ["treason"] * british)
    attacker = oracle.Side(
        nation="british" if british else "american",
        cu=rng.randint(1, 5),
        general=general,
        regulars=british and rng.random() < 0.6,
        navy=british and rng.random() < 0.3,
        militia=rng.random() < 0.2,
        winter=general.name == "Washington" and rng.random() < 0.4,
        drm=rng.choice([0, 0, 0, 1, -2]),
        card=card,
        cut_off=rng.random() < 0.3,
    )
    armies = ()
    if british and rng.random() < 0.5:
        armies = tuple(
            oracle.Interceptor(rng.randint(1, 6), rng.randint(1, 3), rng.randint(1, 7), name)
            for name in [names.pop() for _ in range(rng.randint(1, 2))]
        )
    cu = rng.choice([0, 1, 1, 2, 3, 4, 5, 6, 7])
    led = rng.random() < 0.6
    other = oracle.General(rng.randint(1, 6), rng.randint(1, 3), names.pop() if british else "")
    if not cu and not led:
        defender = oracle.Side(nation="american" if british else "british", cu=0, general=None)
    else:
        defender = oracle.Side(
            nation="american" if british else "british",
            cu=cu,
            general=other if led else None,
            regulars=not british and rng.random() < 0.6,
            navy=not british and rng.random() < 0.3,
            militia=not attacker.militia and rng.random() < 0.3,
            intercepted=british and not armies and cu > 0 and led and rng.random() < 0.2,
            drm=rng.choice([0, 0, 0, 2, -1]),
            card=rng.choice(["none", "discard", "battle-card"] + ["treason"] * (not british)),
            cut_off=rng.random() < 0.3,
        )
    goes = british and cu and led and not defender.cut_off and not defender.intercepted
    return oracle.Battle(
        attacker,
        defender,
        interceptors=armies,
        evade=rng.randint(1, 5) if goes and rng.random() < 0.6 else 0,
        leader=rng.choice(["best", "present", "interceptor"]) if armies else "best",
        pc="american" if armies else rng.choice(["none", "british", "american"]),
        alliance=rng.choice(["before", "after"]),
        congress=british and rng.random() < 0.2 and bool(armies),
    )
