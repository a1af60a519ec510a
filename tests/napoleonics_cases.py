"""Battles of Commands & Colors: Napoleonics for tests: drawn at random, and as the oracle takes."""

from dataclasses import replace

import napoleonics_oracle as oracle
import napoleonics_oracle_dice as tables

from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.games import GAMES
from combat.napoleonics.model import fates_of
from combat.napoleonics.situation import COLUMNS

GAME = GAMES["napoleonics"]
TYPES = [(nation, name) for nation, rows in tables.NATIONS.items() for name in rows]
GUNS = [one for one in TYPES if tables.NATIONS[one[0]][one[1]]["class"] == "artillery"]
LANDS = list(tables.TERRAIN)
SAME = ("leader", "blocks", "moved", "card", "cards", "support", "ignore", "room", "edge")
SAME += ("impassable",)


# --- a battle as the oracle takes it --------------------------------------------------------------


def unit_of(side, reaction=None):
    """The oracle's unit of a side; `reaction` in place of what it does when it is attacked."""
    more = {key: getattr(side, key) for key in SAME} | {"hex": side.hex.name}
    del more["blocks"]
    if side.dice:
        more["dice"] = side.dice
    more["reaction"] = side.reaction if reaction is None else reaction
    more["artillery"] = tuple(gun_of(gun, side.cards) for gun in side.guns)
    if side.alone:
        return oracle.lone_leader(**{k: v for k, v in more.items() if k != "leader"})
    if side.kind.plain:
        return oracle.plain(side.kind.name, side.blocks, **more)
    return oracle.unit(side.kind.nation, side.kind.name, side.blocks, **more)


def gun_of(gun, cards):
    """The oracle's unit of artillery that joins: it has the attacker's cards of this turn."""
    more = {"hex": gun.hex.name, "moved": gun.moved, "distance": gun.distance}
    more |= {"card": gun.card, "cards": cards}
    if gun.kind.plain:
        return oracle.plain("ART", gun.blocks, **more)
    return oracle.unit(gun.kind.nation, gun.kind.name, gun.blocks, **more)


def asked(battle, reaction=None, bonus_reaction=None, follow=None):
    """What the oracle is asked; the choices in place of the battle's own."""
    in_square = battle.attacker.reaction == "square"
    bonus = battle["bonus"]
    return {
        "attacker": replace(unit_of(battle.attacker, "stand"), square=in_square),
        "defender": unit_of(battle.defender, reaction),
        "combat": battle["combat"],
        "distance": battle["range"] or 2,
        "bonus": None if bonus is None else unit_of(bonus, bonus_reaction),
        "bonus_hex": battle["bonus_hex"] and battle["bonus_hex"].name,
        "square_strikes": battle["square_strikes"],
        "first_strike_back": battle["first_strike_back"] == "yes",
        "terrain_dice": battle["terrain_dice"],
        "follow": battle["follow"] if follow is None else follow,
    }


def oracle_joint(battle, **choices):
    """The oracle's joint distribution of a battle."""
    return oracle.combat(**asked(battle, **choices))


# --- outcomes in the oracle's words ---------------------------------------------------------------


def joint(outcomes):
    """Chance of each final state in the oracle's words."""
    fates = fates_of(outcomes)
    column = {name: outcomes.column(name).tolist() for name in COLUMNS.names}
    flags = {
        "retired": fates.retires.tolist(),
        "ground": fates.ground_taken.tolist(),
        "bonus_fought": fates.bonus.tolist(),
    }
    found = {}
    for row, chance in enumerate(outcomes.chance.tolist()):
        key = oracle.Result(
            *(column[f"{who}_lost"][row] for who in ("attacker", "defender")),
            *(column[f"{who}_hexes"][row] for who in ("attacker", "defender")),
            *(column[f"{who}_leader"][row] for who in ("attacker", "defender")),
            back=column["back"][row] == 1,
            bonus_lost=column["bonus_lost"][row],
            bonus_hexes=column["bonus_hexes"][row],
            bonus_leader=column["bonus_leader"][row],
            **{name: there[row] for name, there in flags.items()},
        )
        found[key] = found.get(key, 0.0) + chance
    return found


def difference(ours, theirs):
    """The largest difference of any final state's chance."""
    return max(abs(ours.get(key, 0.0) - float(theirs.get(key, 0))) for key in {*ours, *theirs})


def values_of(question, result):
    """Events of one result, as 0 and 1, and its quantities, by name."""
    attacker, defender, bonus = (question[key] for key in ("attacker", "defender", "bonus"))
    alone = defender.kind == "leader"
    gone, away = result.defender_lost == defender.blocks, result.defender_hexes > 0
    values = {
        "target_eliminated": gone,
        "target_retreats": away,
        "target_retires": result.retired,
        "target_stands": not (gone or away or result.retired),
        "battle_back": result.back,
        "attacker_eliminated": result.attacker_lost == attacker.blocks,
        "attacker_retreats": result.attacker_hexes > 0,
        "target_leader_lost": result.defender_leader == 1 or (alone and gone),
        "attacker_leader_lost": result.attacker_leader == 1,
        "ground_taken": result.ground,
        "target_blocks_lost": 0 if alone else result.defender_lost,
        "attacker_blocks_lost": result.attacker_lost,
        "banners_for": oracle.banners_for(result, defender, bonus),
        "banners_against": oracle.banners_against(result, attacker),
    }
    if bonus is not None:
        third = bonus.blocks == result.bonus_lost and result.bonus_fought
        values |= {"bonus_melee": result.bonus_fought, "bonus_target_eliminated": third}
        values["bonus_blocks_lost"] = 0 if bonus.kind == "leader" else result.bonus_lost
    values["banner_swing"] = values["banners_for"] - values["banners_against"]
    return values


def events_of(battle, theirs):
    """Chances of events and means of quantities, added up from the oracle's results."""
    question, totals = asked(battle, follow="take"), {}
    for result, chance in theirs.items():
        for name, value in values_of(question, result).items():
            totals[name] = totals.get(name, 0) + chance * value
    return totals


# --- drawn at random ------------------------------------------------------------------------------


def drawn(rng):
    """A legal battle, drawn at random: asymmetric, with every word now and then."""
    while True:
        ranged = rng.random() < 0.25
        attacker, arm = _attacker(rng, ranged)
        defender = _defender(rng, ranged=ranged)
        options = _settings(rng, ranged)
        if not ranged and arm == "cavalry" and rng.random() < 0.6:
            options["bonus"] = _defender(rng, ranged=False)
            if rng.random() < 0.4:
                options["bonus_hex"] = rng.choice(LANDS)
        try:
            return Battle.parse(GAME, attacker, defender, **options)
        except IllegalBattleError:
            continue


def _settings(rng, ranged):
    options = {
        "square_strikes": rng.choice(["first", "back"]),
        "first_strike_back": rng.choice(["yes", "no"]),
        "terrain_dice": rng.choice(["sum", "worst"]),
        "follow": rng.choice(["take", "take", "stay"]),
    }
    if ranged:
        options["combat"] = "ranged"
        if rng.random() < 0.5:
            options["range"] = str(rng.randint(2, 5))
    return {key: value for key, value in options.items() if rng.random() < 0.7 or key == "combat"}


def _who(rng):
    """A unit: its nation and name, its class, its blocks."""
    if rng.random() < 0.12:
        kind = rng.choice(["INF", "CAV", "ART"])
        arm = {"INF": "infantry", "CAV": "cavalry", "ART": "artillery"}[kind]
        return kind, arm, rng.randint(1, 5)
    nation, name = rng.choice(TYPES)
    row = tables.NATIONS[nation][name]
    blocks = rng.choice([row["blocks"], rng.randint(1, row["blocks"])])
    return f"{nation} {name}", row["class"], blocks


def _common(rng, blocks):
    """What can be said of either side."""
    words = []
    if rng.random() < 0.45:
        words.append("leader")
    if rng.random() < 0.5:
        words.append(f"on {rng.choice(LANDS)}")
    if rng.random() < 0.2:
        words.append("support")
    if rng.random() < 0.2:
        words.append(f"ignore {rng.randint(1, 2)}")
    if rng.random() < 0.4:
        words.append(f"room {rng.choice([0, 0, 1, 2, 3])}")
    if rng.random() < 0.4:
        words.append(rng.choice(["edge", "impassable"]))
        if not any(word.startswith("room") for word in words) and rng.random() < 0.8:
            words.append(f"room {rng.randint(1, 6)}")
    if rng.random() < 0.15:
        dice = [rng.randint(0, 5) for _ in range(rng.randint(1, blocks))]
        words.append("dice " + "/".join(map(str, dice)))
    return words


def _attacker(rng, ranged):
    name, arm, blocks = _who(rng)
    words = [f"{name} {blocks}", *_common(rng, blocks)]
    if rng.random() < 0.3:
        words.append(f"moved {rng.randint(1, 3)}")
    if rng.random() < 0.25:
        words.append(f"card +{rng.randint(1, 2)}")
    if rng.random() < 0.3:
        words.append(rng.choice(tables.CARDS))
    if arm == "infantry" and rng.random() < 0.08:
        words.append("square")
    if not ranged and arm in ("infantry", "cavalry") and rng.random() < 0.3:
        words += [_gun(rng, plain=name.isupper()) for _ in range(rng.randint(1, 2))]
    return ", ".join(words), arm


def _gun(rng, *, plain):
    name = "ART" if plain and rng.random() < 0.5 else " ".join(rng.choice(GUNS))
    text = f"with {name} {rng.randint(1, 3)} at {rng.randint(1, 5)}"
    if rng.random() < 0.4:
        text += f" on {rng.choice(LANDS)}"
    text += f" card {rng.randint(1, 2)}" * (rng.random() < 0.3)
    return text + " moved" * (rng.random() < 0.3)


def _defender(rng, ranged):
    if not ranged and rng.random() < 0.08:
        said = [word for word in _common(rng, 1) if word[:4] not in ("lead", "dice")]
        return ", ".join(["LEADER", *said])
    name, _, blocks = _who(rng)
    words = [f"{name} {blocks}", *_common(rng, blocks)]
    if rng.random() < 0.5:
        words.append(rng.choice(["square"] if ranged else ["first-strike", "square", "retire"]))
    return ", ".join(words)
