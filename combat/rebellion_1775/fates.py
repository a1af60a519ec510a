"""Units lost, fled and withdrawn colour by colour: means, spreads, distributions."""

import math

import numpy as np

from combat.arrays import Floats
from combat.battle import Battle
from combat.game import Report
from combat.outcomes import Outcomes, Tally
from combat.rebellion_1775.camps import names_of, rules_of
from combat.rebellion_1775.colours import OF_SIDE
from combat.rebellion_1775.exchange import FATES
from combat.rebellion_1775.model import RebellionModel
from combat.stages.exact import distribution

MOST_PAIRS = 1_500  # of nodes, for which an answer shows the fates of each colour unasked
ROLES = ("attacker", "defender")
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
                spread = math.sqrt(max(0.0, second - mean**2))
                found[role, colour, fate] = Tally(mean, spread)
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
    most = force[colour] + battle["turned"]
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
    for role, force in zip(ROLES, (battle.attacker, battle.defender), strict=True):
        for colour, n in force:
            cells = [fates[role, colour, fate] for fate in FATES]
            shown = [f"{one.mean:.2f} ± {one.sd:.2f}" for one in cells]
            rows.append((role, f"{n} {colour}", *shown))
    heads = ("", "units (mean ± sd)", *FATES)
    return Report("units by colour", {"colours": (heads, tuple(rows))})
