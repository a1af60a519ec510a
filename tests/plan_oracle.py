"""Plans of land battles played out in fractions, under every policy: slow, and written for itself.

A plan is a list of stages, each a dict: ``name``; ``attacker`` and ``defender``, which are counts,
or ``{"left": stage, "side": …, "plus": counts}``; ``when`` (an event of the stage before, or 'not'
it); ``decide``, ``enemy``; ``option``, a list of ``{"name", …}`` with counts for attacker or
defender, or ``retreat``. `plan_text` writes the product's plan file, `Tree` plays it out.
"""

import json
from fractions import Fraction
from functools import cache
from itertools import product

import oracle

COSTS = {"inf": 3, "art": 4, "arm": 5, "ftr": 10}
LAND = ("inf", "art", "arm")
PASS, TAKEN = "pass", "territory_taken"


def text(side):
    if "left" not in side:
        return json.dumps(", ".join(f"{n} {unit}" for unit, n in side.items()) or "none")
    more = {key: value for key, value in side.items() if key != "plus"}
    if "plus" in side:
        more["plus"] = ", ".join(f"{n} {unit}" for unit, n in side["plus"].items())
    return "{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in more.items()) + " }"


def lines(section):
    for key, value in section.items():
        if key in ("attacker", "defender"):
            yield f"{key} = {text(value)}"
        elif key != "option":
            yield f"{key} = {json.dumps(value)}"
    for option in section.get("option", ()):
        yield "[[stage.option]]"
        yield from lines(option)


def plan_text(stages, **usual):
    head = ['game = "aa"', *(f"{key} = {json.dumps(value)}" for key, value in usual.items())]
    return "\n".join([*head, *(line for one in stages for line in ("[[stage]]", *lines(one)))])


@cache
def fought(attacker, defender, retreat):
    """((attacker left, defender left, end), chance) of a battle; forces as tuples."""
    result = oracle.land(dict(attacker), dict(defender), retreat=retreat)
    return tuple(result.final.items())


def cost(units):
    return sum(COSTS[unit] * n for unit, n in units)


def key(counts):
    return tuple(sorted((unit, n) for unit, n in counts.items() if n))


class Tree:
    """All ways that a plan can go under all decisions; a way is a tuple of stage records.

    A record: None if the stage could not be fought, PASS if it was left out, else
    (attackers before, defenders before, attackers left, defenders left, end, option).
    """

    def __init__(self, stages, aim, worth=0):
        self.stages, self.aim, self.worth = stages, aim, worth
        self.nodes = {}  # way before a decision: its options
        self.explore(())

    def options(self, way):
        """What can be done at the next stage: {name: the battle}, and whether one may pass."""
        stage = self.stages[len(way)]
        if not self.comes(stage, way):
            return {}
        ways = stage.get("option") or [{"name": "fight"}]
        found = {}
        for option in ways:
            now = {**stage, **option}
            attacker = self.side(now["attacker"], way, "attacker")
            defender = self.side(now["defender"], way, "defender")
            if attacker and defender is not None:
                found[option["name"]] = (key(attacker), key(defender), now.get("retreat", "never"))
        if found and stage.get("decide"):
            found[PASS] = None
        return found

    def comes(self, stage, way):
        if not stage.get("when"):
            return True
        before = way[-1]
        wanted = not stage["when"].startswith("not ")
        if before is None:
            return False
        if before == PASS:
            return not wanted  # nothing has come true there
        return (before[4] == stage["when"].removeprefix("not ")) == wanted

    def side(self, given, way, role):
        if "left" not in given:
            return given
        number = [stage["name"] for stage in self.stages].index(given["left"])
        record = way[number]
        if record is None:
            return None
        side = given["side"]
        if record == PASS:
            if side != role:
                return None
            units = self.side(self.stages[number][side], way[:number], side)
            if units is None:
                return None
        else:
            taken = record[4] == TAKEN
            if side == "defender" and taken:
                return None
            units = dict(record[2 if side == "attacker" else 3])
            if side == "attacker" and role == "defender":
                if taken:
                    units = {unit: n for unit, n in units.items() if unit in LAND}
                if not units:
                    return None
        units = dict(units)
        for unit, n in given.get("plus", {}).items():
            units[unit] = units.get(unit, 0) + n
        return units

    def follows(self, battle, name):
        """Yield (record, chance) of what an option leads to."""
        if battle is None:
            yield PASS, Fraction(1)
            return
        attacker, defender, retreat = battle
        for (left, rest, end), chance in fought(attacker, defender, retreat):
            yield (attacker, defender, left, rest, end, name), chance

    def explore(self, way):
        if len(way) == len(self.stages):
            return
        options = self.options(way)
        if len(options) > 1:
            self.nodes[way] = tuple(options)
        if not options:
            self.explore((*way, None))
        for name, battle in options.items():
            for record, _ in self.follows(battle, name):
                self.explore((*way, record))

    def value(self, policy, way=()):
        """What the plan is worth under a policy, from a way on."""
        if len(way) == len(self.stages):
            return self.worth_of(way)
        options = self.options(way)
        if not options:
            return self.value(policy, (*way, None))
        name = policy[way] if way in policy else next(iter(options))
        return sum(
            chance * self.value(policy, (*way, record))
            for record, chance in self.follows(options[name], name)
        )

    def worth_of(self, way):
        name = self.aim.removeprefix("-")
        if name in ("swing", "net_value"):
            total = Fraction(0)
            for stage, record in zip(self.stages, way, strict=True):
                if record is None or record == PASS:
                    continue
                before, enemy, left, rest, end, _ = record
                swing = cost(enemy) - cost(rest) - cost(before) + cost(left)
                swing += self.worth * (end == TAKEN) * (name == "net_value")
                total += -swing if stage.get("enemy") else swing
            return total
        return Fraction(self.last_word(way) == name)

    def last_word(self, way):
        """The last stage that took the territory, else the last one fought."""
        spoken = [
            ("enemy_" * bool(stage.get("enemy")) + record[4], record[4])
            for stage, record in zip(self.stages, way, strict=True)
            if record is not None and record != PASS
        ]
        lasting = [word for word, end in spoken if end == TAKEN]
        return (lasting or [word for word, _ in spoken] or [None])[-1]

    def best(self):
        """The most that own policies can secure against every policy of the enemy."""
        more = not self.aim.startswith("-")
        if self.aim.removeprefix("-").removeprefix("enemy_") in AGAINST:
            more = not more
        if self.aim.removeprefix("-").startswith("enemy_"):
            more = not more
        own, enemy = [], []
        for way in self.nodes:
            (enemy if self.stages[len(way)].get("enemy") else own).append(way)
        most, least = (max, min) if more else (min, max)
        return most(
            least(self.value({**mine, **his}) for his in self.policies(enemy))
            for mine in self.policies(own)
        )

    def policies(self, ways):
        for picks in product(*(self.nodes[way] for way in ways)):
            yield dict(zip(ways, picks, strict=True))

    def ways(self, way=(), chance=Fraction(1)):
        """Yield (way, chance) of all ways that a plan without decisions can go."""
        if len(way) == len(self.stages):
            yield way, chance
            return
        options = self.options(way)
        assert len(options) < 2
        if not options:
            yield from self.ways((*way, None), chance)
        for name, battle in options.items():
            for record, share in self.follows(battle, name):
                yield from self.ways((*way, record), chance * share)

    @property
    def size(self):
        number = 1
        for options in self.nodes.values():
            number *= len(options)
        return number


AGAINST = ("both_gone", "defender_holds", "attacker_retreated")


def left(stage, side, **more):
    return {"left": stage, "side": side, **more}
