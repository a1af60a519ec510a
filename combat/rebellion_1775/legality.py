"""What is no battle of 1775: Rebellion, each with its rule."""

from combat.battle import Battle
from combat.errors import IllegalBattleError, OptionError
from combat.force import Force
from combat.game import ROLES
from combat.rebellion_1775.colours import AMERICAN, BRITISH, NATIVES, OF_SIDE, dice_of
from combat.rebellion_1775.policies import BEST, NEVER
from combat.rebellion_1775.pursuit import check_pursuit
from combat.rebellion_1775.sides import owner_of, sides_of


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
    for role in ROLES:
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
    check_pursuit(battle)
    _check_goal(battle)
    _check_end(battle)


MILITIA, BRITISH_MILITIA = "militia", "loyalist"


def _named_militia(attacker: Force, defender: Force) -> str:
    """Return what a British militia is called, where militia was named against Americans."""
    american = owner_of(attacker) == AMERICAN
    only = any({name for name, _ in force} <= {MILITIA, NATIVES} for force in (attacker, defender))
    return f"; British militia is called {BRITISH_MILITIA}" if american and only else ""


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
            f"both sides are {owners_of[0]}: allies do not fight one another (RB-01)"
            + _named_militia(attacker, defender),
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
    of_map = ("colony_held", "colonies")  # best play looks at the battle, not at the map
    known = (*(e.name for e in battle.events), *(q.name for q in battle.quantities))
    names = tuple(name for name in known if name not in of_map)
    if battle["goal"] is not None and battle["goal"] not in names:
        raise OptionError(
            f"goal={battle['goal']!r} is not possible; it is one of {', '.join(names)}",
            given=battle["goal"],
            allowed=names,
        )


def _check_end(battle: Battle) -> None:
    """Refuse dice with which a battle need not end: nobody left hits or flees (RB-01)."""
    idle = [_idle(battle, role) for role in ROLES]
    if not all(idle):
        return  # one side's units hit or flee, whoever is left
    colour = idle[1][0]
    raise OptionError(
        f"the dice of {idle[0][0]} and {colour} are blank: a battle of these two does not end; give"
        f" one of them a hit or a flight with faces.{colour}=1/0/5",
        given="/".join(map(str, dice_of(battle.settings)[colour].faces)),
    )


def _idle(battle: Battle, role: str) -> list[str]:
    """Return colours of a side that neither hit nor flee; Patriots may come in (RB-10)."""
    at = ROLES.index(role)
    force, side = (
        (battle.attacker, battle.defender)[at],
        sides_of(battle.attacker, battle.defender)[at],
    )
    there = {name for name, n in force if n and name != NATIVES}
    if battle["turned"] and side == AMERICAN:
        there.add(MILITIA)
    dice = dice_of(battle.settings)
    return [name for name in OF_SIDE[side] if name in there and not sum(dice[name].faces[:2])]


def has_best(battle: Battle) -> bool:
    """Whether somebody has a choice that is to be the best one."""
    keys = ("losses", "defender_losses", "withdraw", "defender_withdraw")
    return any(battle[key].kind == BEST for key in keys)


def needs_stages(battle: Battle) -> bool:
    """Whether the battle is more than two tables: best play, Betsy Ross, or late decisions."""
    return has_best(battle) or bool(battle["turned"]) or battle["late"] == "yes"
