"""Reading what players write down of what a battle has left."""

from combat.axis_allies.followers import parse_side
from combat.axis_allies.settings import table_of
from combat.axis_allies.units import WHOLE
from combat.battle import Battle
from combat.force import Force
from combat.game import DEFENDER


def read_left(text: str, side: str, battle: Battle) -> tuple[str, ...]:
    """Return the texts of `end_text` that a text of what is left can mean.

    Damaged ships are whole again once the battle is over (AA-28). Guns that are no casualties may
    be left out: nobody writes down what cannot be lost (AA-03).

    Parameters
    ----------
    text : str
        Empty for nothing.

    Raises
    ------
    NotationError, UnknownUnitError

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> battle = parse_battle("aa", "3 inf, 1 arm v 2 inf, 1 aa")
    >>> read_left("tank, 2 infantry", "attacker", battle), read_left("inf", "defender", battle)
    (('2 inf, 1 arm',), ('1 inf', '1 inf, 1 aa'))
    """
    table = table_of(battle.settings)
    units: dict[str, int] = {}
    for name, n in parse_side(text, side, battle.settings) if text else ():
        units[WHOLE.get(name, name)] = units.get(WHOLE.get(name, name), 0) + n
    guns = {n: c for n, c in battle.defender if side == DEFENDER and table[n].domain == "gun"}
    readings = (units, guns | units)
    return tuple(
        dict.fromkeys(str(Force.of({n: r.get(n, 0) for n in table.names})) for r in readings)
    )
