"""What an answer about a battle takes for granted."""

from collections.abc import Iterator

from combat.battle import Battle
from combat.notation import plain_number
from combat.rebellion_1775.best_size import too_large
from combat.rebellion_1775.camps import has_way_out, names_of
from combat.rebellion_1775.colours import NAMES, dice_of
from combat.rebellion_1775.goals import goal_of
from combat.rebellion_1775.legality import has_best
from combat.rebellion_1775.policies import NEVER
from combat.rebellion_1775.settings import WORTHS, worths_of


def assumes(battle: Battle) -> tuple[str, ...]:
    """Return what an answer takes for granted, dice that are not verified among it."""
    return tuple(_lines(battle))


def _lines(battle: Battle) -> Iterator[str]:
    yield "rules: 1775: Rebellion; the defender throws first (RB-01)"
    dice = dice_of(battle.settings)
    guessed = [
        f"{name} {'/'.join(map(str, dice[name].faces))} ({dice[name].confidence})"
        for name in NAMES
        if (battle.attacker[name] or battle.defender[name]) and not dice[name].verified
    ]
    if guessed:
        yield (
            f"unverified dice, hit/flee/blank: {', '.join(guessed)}; faces.COLOUR=H/F/B replaces"
            " one"
        )
    for role, prefix in (("attacker", ""), ("defender", "defender_")):
        side = names_of(battle)[0 if role == "attacker" else 1]
        yield f"the {role} is {side}: hit by {battle[f'{prefix}losses']}"
        if not has_way_out(battle, role):
            yield f"the {role} has no area to withdraw to (RB-05)"
        else:
            kind = battle[f"{prefix}withdraw"]
            what = "withdraws nobody" if kind.kind == NEVER else f"withdraws: {kind}"
            yield f"the {role} {what}"
    if battle["volley"] != "none":
        yield (
            f"John Butler: the {battle['volley']} rolls once before the battle, hits only, and it"
            " is not counted as a throw (RB-10)"
        )
    if battle["pursuit"] is not None:
        most = battle["pursuit"].most
        who = "all winners" if most is None else f"at most {most} winners, Continentals first,"
        yield (
            f"Montgomery: if the attacker holds the area with a Continental, {who} go on to"
            f" {battle['pursuit'].area}, and the position is that after it (RB-10)"
        )
    if battle["turned"]:
        yield (
            f"Betsy Ross: {battle['turned']} Patriots in the reserve, who take the places of"
            " Loyalists that flee (RB-10)"
        )
    if battle["late"] == "yes":
        yield "a decision may be used although the roll has removed the last enemy (RB-50)"
    if battle.attacker["natives"] or battle.defender["natives"]:
        yield "natives left alone join the enemy: they are among his units left, not lost (RB-07)"
    if has_best(battle):
        yield f"best play of both sides for the goal {goal_of(battle)}"
        if too_large(battle):
            yield "too large to solve for: the best of the named policies and all orders of colours"
    worths = worths_of(battle.settings)
    yield "worth: " + ", ".join(
        f"{WORTHS[key][0]} {plain_number(value)}" for key, value in worths.items() if value
    )
