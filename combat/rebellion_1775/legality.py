"""What is no battle of 1775: Rebellion, each with its rule."""

from combat.battle import Battle
from combat.errors import IllegalBattleError, OptionError
from combat.rebellion_1775.colours import BRITISH, NATIVES, OF_SIDE, dice_of
from combat.rebellion_1775.policies import BEST, NEVER
from combat.rebellion_1775.sides import counts_of, owner_of, sides_of


def check(battle: Battle) -> None:
    """Refuse a battle that the rules do not allow.

    Raises
    ------
    IllegalBattleError, OptionError
    """
    _check_sides(battle)
    dice = dice_of(battle.settings)
    for force in (battle.attacker, battle.defender):
        for name, n in force:
            if n > dice[name].units:
                raise IllegalBattleError(
                    f"there are {dice[name].units} {name} in the game, not {n} (RB-02)",
                    rule="RB-02",
                    given=f"{n} {name}",
                    allowed=(f"0 to {dice[name].units}",),
                )
    for role in ("attacker", "defender"):
        prefix = "" if role == "attacker" else "defender_"
        withdraw = battle[f"{prefix}withdraw"]
        if battle[f"{prefix}way_out"] == "no" and withdraw.kind != NEVER:
            raise IllegalBattleError(
                f"the {role} has no area to withdraw to, so nobody withdraws (RB-05): leave"
                f" {prefix}withdraw out",
                rule="RB-05",
                given=str(withdraw),
                allowed=(NEVER,),
            )
    _check_losses(battle)
    if battle["turned"] and BRITISH_MILITIA not in _names(battle):
        raise IllegalBattleError(
            "Betsy Ross turns Loyalists that flee, and there are none (RB-10): leave turned out",
            rule="RB-10",
            given=str(battle["turned"]),
        )
    _check_goal(battle)
    _check_end(battle)


BRITISH_MILITIA = "loyalist"


def _names(battle: Battle) -> set[str]:
    return {name for force in (battle.attacker, battle.defender) for name, _ in force}


def _check_sides(battle: Battle) -> None:
    attacker, defender = battle.attacker, battle.defender
    for role, force in (("attacker", attacker), ("defender", defender)):
        owners = {
            side
            for side, names in OF_SIDE.items()
            if any(force[name] for name in names if name != NATIVES)
        }
        if len(owners) > 1:
            raise IllegalBattleError(
                f"the {role}'s {force} are of both sides; British are {_list(BRITISH)},"
                f" Americans {_list('american')} (RB-01)",
                rule="RB-01",
                given=str(force),
            )
    owners_of = (owner_of(attacker), owner_of(defender))
    if None not in owners_of and owners_of[0] == owners_of[1]:
        raise IllegalBattleError(
            f"both sides are {owners_of[0]}: allies do not fight one another (RB-01)",
            rule="RB-01",
            given=str(defender),
        )
    if owners_of == (None, None):
        raise IllegalBattleError(
            "natives alone do not fight one another (RB-07): name units of a faction",
            rule="RB-07",
            given=str(attacker),
        )


def _list(side: str) -> str:
    return ", ".join(name for name in OF_SIDE[side])


def _check_losses(battle: Battle) -> None:
    sides = sides_of(battle.attacker, battle.defender)
    for key, side in zip(("losses", "defender_losses"), sides, strict=True):
        for name in battle[key].colours:
            if name not in OF_SIDE[side]:
                raise OptionError(
                    f"{key}: {name} are not {side}; its colours are {_list(side)}",
                    given=name,
                    allowed=OF_SIDE[side],
                )


def _check_goal(battle: Battle) -> None:
    names = (*(e.name for e in battle.events), *(q.name for q in battle.quantities))
    if battle["goal"] is not None and battle["goal"] not in names:
        raise OptionError(
            f"goal={battle['goal']!r} is not possible; it is one of {', '.join(names)}",
            given=battle["goal"],
            allowed=names,
        )


def _check_end(battle: Battle) -> None:
    """Refuse dice with which no battle ends: nobody hits and nobody flees (RB-01)."""
    dice = dice_of(battle.settings)
    sides = sides_of(battle.attacker, battle.defender)
    for force, side in zip((battle.attacker, battle.defender), sides, strict=True):
        for colour, n in zip(OF_SIDE[side], counts_of(force, side), strict=True):
            hit, flee, _ = dice[colour].faces
            if n and not hit and not flee:
                raise OptionError(
                    f"the die of {colour} is blank: a battle need not end; give it a hit or a"
                    f" flight with faces.{colour}=1/0/5",
                    given="/".join(map(str, dice[colour].faces)),
                )


def has_best(battle: Battle) -> bool:
    """Whether somebody has a choice that is to be the best one."""
    keys = ("losses", "defender_losses", "withdraw", "defender_withdraw")
    return any(battle[key].kind == BEST for key in keys)


def needs_stages(battle: Battle) -> bool:
    """Whether the battle is more than two tables: best play, Betsy Ross, or late decisions."""
    return has_best(battle) or bool(battle["turned"]) or battle["late"] == "yes"
