"""Turns of Commands & Colors: Napoleonics for tests, drawn at random."""

from dataclasses import replace
from fractions import Fraction

import napoleonics_oracle_dice as tables
from napoleonics_oracle import lone_leader, plain, unit
from napoleonics_turn_combats import Attacker, Plan, Reach, Target

LEAST = 3  # of ten: how often a unit has some word
FOOT = [("French", "line"), ("French", "old guard"), ("Spanish", "line"), ("Portuguese", "militia")]
FOOT += [("British", "light"), ("British", "rifle light"), ("Austrian", "line"), ("", "INF")]
HORSE = [("French", "light lancer"), ("French", "cuirassier"), ("British", "heavy cavalry")]
HORSE += [("French", "light cavalry"), ("", "CAV")]
GUNS = [("British", "foot artillery"), ("French", "horse artillery"), ("", "ART")]
LANDS = ["clear", "clear", "clear", "hill", "forest", "town", "orchard", "fieldworks"]
OPEN_LANDS = ["clear", "hill", "orchard"]  # cavalry may enter them and battle
CARDS = {
    "infantry": ("elan", "bayonet-charge", "cold-steel", "fire-and-hold"),
    "cavalry": ("elan", "cavalry-charge", "cold-steel"),
    "artillery": ("elan", "bombard", "fire-and-hold"),
}


def drawn(rng):
    """A small plan: up to three attackers and two targets, with all words now and then."""
    many = rng.choice([1, 2, 2])
    foes = tuple(_target(rng, f"t{number}") for number in range(many))
    drawn_units = [_attacker(rng, f"a{number}", foes) for number in range(rng.choice([2, 3, 3]))]
    own = _of_one_card(drawn_units)
    worth = {"leader": Fraction(rng.randint(0, 4), 2), "banner": Fraction(rng.randint(2, 8), 2)}
    worth["ground"] = Fraction(rng.randint(0, 2), 4)
    rules = {"square_strikes": rng.choice(["first", "back"])}
    rules["terrain_dice"] = rng.choice(["sum", "worst"])
    to_win = rng.randint(1, 3)
    score = rng.randrange(to_win), rng.randrange(to_win)
    later = {"enemy": _turn(rng)} | ({"own": _turn(rng)} if rng.random() < 0.5 else {})
    return Plan(foes, own, worth, rules, to_win, score, **later)


def _turn(rng):
    """What a turn brings: banners for and against."""
    shares = {key: rng.randint(0, 3) for key in ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0))}
    shares[1, 0] += 1
    return {key: Fraction(share, sum(shares.values())) for key, share in shares.items() if share}


def _now_and_then(rng, **words):
    return {key: rng.choice(values) for key, values in words.items() if rng.randrange(10) < LEAST}


def _unit(rng, kinds, most, words):
    nation, name = rng.choice(kinds)
    blocks = rng.randint(1, most)
    lands = [land for land in LANDS if tables.TERRAIN[land].get("artillery", True)]
    words |= {"hex": rng.choice(lands)} if rng.random() < 0.5 else {}
    if rng.random() < 0.3:
        words["room"] = rng.randint(0, 3)
    if rng.random() < 0.3:
        words[rng.choice(["edge", "impassable"])] = True
    return unit(nation, name, blocks, **words) if nation else plain(name, blocks, **words)


def _of_one_card(units):
    """One card is played a turn: units that are said to have another have none."""
    first = next((one.unit.cards for one in units if one.unit.cards), ())
    return tuple(
        one if one.unit.cards in ((), first) else replace(one, unit=replace(one.unit, cards=()))
        for one in units
    )


def _target(rng, name):
    words = _now_and_then(rng, leader=[True], support=[True], ignore=[1, 2])
    if rng.random() < 0.08:
        words.pop("leader", None)
        return Target(name, lone_leader(**words), rng.choice(LANDS))
    kinds = rng.choice([FOOT, FOOT, HORSE, GUNS])
    one = _unit(rng, kinds, 2, words)
    may = {"infantry": ("square",), "cavalry": ("retire",)}.get(one.kind, ())
    return Target(name, one, rng.choice(LANDS), may if rng.random() < 0.6 else ())


def _attacker(rng, name, foes):
    words = _now_and_then(rng, leader=[True], card=[1, 2], support=[True])
    kinds = rng.choice([FOOT, FOOT, HORSE, HORSE, GUNS])
    one = _unit(rng, kinds, 3, words)
    reaches = []
    for number in rng.sample(range(len(foes)), rng.randint(1, len(foes))):
        near = rng.choice([1, 1, 2, 3] if one.kind == "artillery" else [1, 1, 1, 2])
        if one.kind == "cavalry" or foes[number].unit.kind == "leader":
            near = 1  # fire that does not reach is refused
        then = ()
        if one.kind == "cavalry" and len(foes) > 1:
            then = ((1 - number, rng.choice(OPEN_LANDS)),)
        reaches.append(Reach(number, near, rng.choice([0, near, near + 1]), then))
    card = rng.choice(CARDS[one.kind])
    distances = {far for reach in reaches for far in (reach.near, reach.far) if far}
    fits = {"bayonet-charge": distances == {1}, "cold-steel": distances == {1}}
    fits["fire-and-hold"] = 1 not in distances
    more = {"cards": (card,)} if rng.random() < 0.3 and fits.get(card, True) else {}
    if one.kind != "artillery" and tables.TERRAIN[one.hex].get("entry", "all") == "all":
        more |= {"moved": 1} if rng.random() < 0.3 and "cards" not in more else {}
    if one.kind != "artillery" and rng.random() < 0.2:
        more["dice"] = tuple(rng.randint(0, 5) for _ in range(one.blocks))
    return Attacker(name, replace(one, **more), tuple(reaches))
