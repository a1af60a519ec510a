"""Units lost, fled and withdrawn colour by colour: means, spreads, distributions."""

import numpy as np

from combat.arrays import Floats
from combat.battle import Battle
from combat.game import ROLES, Report
from combat.outcomes import Outcomes, Tally
from combat.rebellion_1775.camps import names_of, rules_of
from combat.rebellion_1775.colours import NATIVES, OF_SIDE
from combat.rebellion_1775.exchange import FATES
from combat.rebellion_1775.model import RebellionModel
from combat.rebellion_1775.moments import spread, with_met
from combat.stages.exact import distribution

MOST_PAIRS = 1_500  # of nodes, for which an answer shows the fates of each colour unasked
Key = tuple[str, str, str]  # role, colour, fate


def colour_fates(battle: Battle) -> dict[Key, Tally]:
    """Return mean and spread of each colour's units by fate, exactly.

    Examples
    --------
    >>> from combat.games import parse_battle
    >>> found = colour_fates(parse_battle("rb", "1 regulars v 1 militia"))
    >>> round(found["defender", "militia", "fled"].mean, 3)
    0.4
    """
    model = RebellionModel(battle)
    rules = rules_of(battle, by_colour=True)
    final = distribution(rules, rules.starts(), model.policies)
    found = {}
    for role, side in zip(ROLES, names_of(battle), strict=True):
        for at, colour in enumerate(OF_SIDE[side]):
            for fate in FATES:
                mean, second = (float(m.sum()) for m in final.moments(f"{role}.{at}_{fate}"))
                met = model.met if colour == NATIVES else 0
                found[role, colour, fate] = with_met(fate, spread(mean, second), met)
    return found


def fate_chances(battle: Battle, role: str, colour: str, fate: str) -> Floats:
    """Return the chance of 0, 1, 2, … units of a colour with that fate, exactly.

    Parameters
    ----------
    battle : Battle
    role : {'attacker', 'defender'}
    colour : str
    fate : {'lost', 'fled', 'withdrawn'}
    """
    side = names_of(battle)[ROLES.index(role)]
    at = OF_SIDE[side].index(colour)
    name = f"{role}.{at}_{fate}"
    force = battle.attacker if role == "attacker" else battle.defender
    other = battle.defender if role == "attacker" else battle.attacker
    most = force[colour] + (other["loyalist"] if battle["turned"] else 0)  # who may come in (RB-10)
    rules = rules_of(battle, by_colour=True)
    policies = RebellionModel(battle).policies
    final = distribution(rules, rules.starts(), policies, track={name: most})
    chances = np.bincount(final[name], final.mass, minlength=most + 1)
    return np.asarray(chances, dtype=np.float64)


def details(outcomes: Outcomes) -> Report | None:
    """Return the fates of each colour as a table, where that takes no time."""
    battle = outcomes.battle
    if RebellionModel(battle).pairs > MOST_PAIRS:
        return None
    fates = colour_fates(battle)
    rows = []
    for role, side, force in zip(
        ROLES, names_of(battle), (battle.attacker, battle.defender), strict=True
    ):
        for colour in OF_SIDE[side]:
            cells = [fates[role, colour, fate] for fate in FATES]
            if force[colour] or any(one.mean for one in cells):
                shown = [f"{number:.2f}" for one in cells for number in (one.mean, one.sd)]
                rows.append((role, colour, str(force[colour]), *shown))
    heads = ("side", "colour", "units", *(f"{fate}{sd}" for fate in FATES for sd in ("", " sd")))
    return Report("units by colour", {"colours": (heads, tuple(rows))})
