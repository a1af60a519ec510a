"""Battles of 1775: Rebellion for tests: as text with settings, and as the oracle takes them."""

from dataclasses import dataclass, field

import numpy as np
import rebellion_oracle as oracle

from combat.games import parse_battle

HIT_FLEE_BLANK = {
    "regulars": (3, 0, 3),
    "loyalist": (2, 2, 2),
    "hessian": (3, 1, 2),
    "continental": (3, 1, 2),
    "militia": (2, 2, 2),
    "french": (3, 1, 2),
    "natives": (2, 1, 3),
}
SUMS = tuple(
    (role, fate) for role in oracle.ROLES for fate in ("lost", "fled", "withdrawn")
)  # and throws, the seventh
ENDS = {1: "attacker_holds", 2: "defender_holds", 3: "area_empty"}
NEVER = "never"


@dataclass(frozen=True)
class Case:
    """One battle: who attacks, counts by colour, and what differs from the defaults."""

    attacks: str  # 'british' or 'american'
    attacker: dict[str, int]
    defender: dict[str, int]
    faces: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    losses: tuple[str, str] = ("keep-dice", "keep-dice")
    withdraw: tuple[str, str] = (NEVER, NEVER)
    way_out: tuple[str, str] = ("yes", "yes")
    late: str = "no"
    volley: str = "none"
    turned: int = 0

    @property
    def options(self):
        keys = ("losses", "withdraw", "way_out")
        found = {}
        for prefix, at in (("", 0), ("defender_", 1)):
            found |= {prefix + key: getattr(self, key)[at] for key in keys}
        found |= {"late": self.late, "volley": self.volley, "turned": self.turned}
        return found | {f"faces.{k}": "/".join(map(str, v)) for k, v in self.faces.items()}

    @property
    def sides(self):
        return ", ".join(text(self.attacker)), ", ".join(text(self.defender))

    def battle(self, **more):
        return parse_battle("rb", *self.sides, **self.options | more)

    def asked(self):
        """The oracle's battle, its policies written anew from their descriptions."""
        faces = HIT_FLEE_BLANK | self.faces
        volley = "" if self.volley == "none" else self.volley
        return oracle.Battle(
            attacker=tuple(sorted(self.attacker.items())),
            defender=tuple(sorted(self.defender.items())),
            attacker_side=self.attacks,
            faces=faces,
            loses={r: losing(t, faces) for r, t in zip(oracle.ROLES, self.losses, strict=True)},
            withdraws={r: leaving(t) for r, t in zip(oracle.ROLES, self.withdraw, strict=True)},
            may_leave={r: t == "yes" for r, t in zip(oracle.ROLES, self.way_out, strict=True)},
            leaves_when_over=self.late == "yes",
            free_volley=volley,
            turned=self.turned,
        )


def text(counts):
    """The parts of a side's text."""
    return [f"{n} {colour}" for colour, n in counts.items()]


def losing(policy, faces):
    """Who takes a hit: cli.md, and the help of the settings."""
    kind, *words = policy.split()
    named = [kind, *words] if kind in oracle.TABLE else words

    def keep_dice(own, colour):
        surplus = own[colour] - oracle.MOST_DICE[colour]
        place = oracle.TABLE.index(colour)
        if surplus > 0:
            return (0, -surplus, faces[colour][0], -own[colour], place)
        return (1, 0, faces[colour][0], -own[colour], place)

    def keep_best(own, colour):
        return (faces[colour][0], -own[colour], oracle.TABLE.index(colour))

    def key(own, colour):
        if kind == "keep-best":
            return keep_best(own, colour)
        if kind == "keep-own":
            return (colour in named, *keep_dice(own, colour))
        place = named.index(colour) if colour in named else len(named)
        return (place, *keep_dice(own, colour))

    return lambda own, _enemy: min(own, key=lambda colour: key(own, colour))


def leaving(policy):
    """Whether a unit leaves on a blank."""
    kind, *number = policy.split()

    def goes(_colour, own, enemy):
        units = sum(own.values())
        if kind == "outnumbered":
            mine, theirs = (sum(oracle.dice(tuple(one.items())).values()) for one in (own, enemy))
            return theirs > mine
        if kind == "save-last":
            return units == 1 and bool(enemy)  # the last unit, if an enemy is left
        if kind == "at":
            return units <= int(number[0])
        return kind == "always"

    return goes


def key_of(outcomes, row):
    """A final state in the oracle's words."""
    sides = {"attacker": [], "defender": []}
    for column, n in zip(outcomes.columns, outcomes.states[row].tolist(), strict=True):
        role, _, colour = column.partition(".")
        if colour and n:
            sides[role].append((colour, n))
    end = ENDS[int(outcomes.column("end")[row])]
    return tuple(sorted(sides["attacker"])), tuple(sorted(sides["defender"])), end


def joint(outcomes):
    """Chance of each final state in the oracle's words."""
    rows = range(len(outcomes))
    return {key_of(outcomes, row): float(outcomes.chance[row]) for row in rows}


def difference(outcomes, asked):
    """The largest difference of any final state's chance from the oracle's."""
    ours, theirs = joint(outcomes), oracle.outcomes(asked)
    return max(abs(ours.get(key, 0.0) - float(theirs.get(key, 0))) for key in {*ours, *theirs})


def moments(asked):
    """Mean and mean square of the seven sums, from the oracle's single throws.

    ``(6 + 1, 2)``: as `SUMS`, then the throws. With P the chances to go from state to state and g
    what one step adds: m = E g + P m, and s = E g² + 2 E (g m) + P s.
    """
    starts = [
        (float(chance), state, gain(happened, 0))
        for chance, ((state, happened),) in oracle._beginning(asked)
    ]
    number = {}
    waiting = [state for _, state, _ in starts if not state.end]
    steps = []
    while waiting:
        state = waiting.pop()
        if state in number:
            continue
        number[state] = len(number)
        for roll, chance in oracle.rolls(getattr(state, state.thrower), asked.faces):
            (((following, happened),),) = oracle.branches(asked, state, roll)
            steps.append((state, following, float(chance), gain(happened, 1)))
            if not following.end:
                waiting.append(following)
    size = len(number)
    onward, first, second = np.eye(size), np.zeros((size, 7)), np.zeros((size, 7))
    for state, following, chance, gains in steps:
        at = number[state]
        first[at] += chance * gains
        second[at] += chance * gains**2
        if not following.end:
            onward[at, number[following]] -= chance
    means = np.linalg.solve(onward, first)
    for state, following, chance, gains in steps:
        if not following.end:
            second[number[state]] += chance * 2 * gains * means[number[following]]
    squares = np.linalg.solve(onward, second)
    found = np.zeros((7, 2))
    for chance, state, gains in starts:
        mean, square = (0.0, 0.0)
        if not state.end:
            mean, square = means[number[state]], squares[number[state]]
        found[:, 0] += chance * (gains + mean)
        found[:, 1] += chance * (gains**2 + 2 * gains * mean + square)
    return found


def gain(happened, throws):
    """What a step adds to the seven sums."""
    sums = [sum(n for (who, _, what), n in happened.items() if (who, what) == one) for one in SUMS]
    return np.array([*sums, throws], float)


FACES = [(3, 1, 2), (2, 2, 2), (1, 2, 3), (2, 1, 3), (3, 0, 3), (4, 2, 0), (1, 0, 5)]
LOSSES = ["keep-dice", "keep-dice", "keep-best", "keep-own", "order"]
WITHDRAWALS = [NEVER, NEVER, "always", "outnumbered", "save-last", "at 1", "at 2", "at 3"]


def drawn(rng, *, most=4, events=True):
    """A battle drawn at random, of at most so many units a side, in two or three colours."""
    attacks = rng.choice(["british", "american"])
    others = "american" if attacks == "british" else "british"
    sides = [drawn_side(rng, oracle.COLOURS[side], most) for side in (attacks, others)]
    loyal = any("loyalist" in side for side in sides)
    orders = tuple(
        drawn_losses(rng, oracle.COLOURS[side]) for side in (attacks, others)
    )  # of colours that need not be there
    return Case(
        attacks,
        *sides,
        faces={colour: rng.choice(FACES) for colour in oracle.TABLE},
        losses=orders,
        withdraw=(withdraw := (rng.choice(WITHDRAWALS), rng.choice(WITHDRAWALS))),
        way_out=tuple("no" if one == NEVER and rng.random() < 0.3 else "yes" for one in withdraw),
        late=rng.choice(["no", "no", "no", "yes"]) if events else "no",
        volley=rng.choice(["none", "none", *oracle.ROLES]) if events else "none",
        turned=rng.choice([0, 1, 3]) if events and loyal else 0,
    )


def drawn_side(rng, colours, most):
    """Counts by colour; natives now and then, and not alone."""
    *people, natives = colours
    while True:
        counts = {colour: rng.choice([0, 1, 1, 2, 3]) for colour in people}
        counts[natives] = rng.choice([0, 0, 0, 1, 2])
        counts = {colour: n for colour, n in counts.items() if n}
        if len(counts) >= 2 and sum(counts.values()) <= most:
            return counts


def drawn_losses(rng, colours):
    kind = rng.choice(LOSSES)
    some = rng.sample(colours, rng.randint(1, len(colours)))
    if kind == "keep-own":
        return f"keep-own {' '.join(some)}"
    return " ".join(some) if kind == "order" else kind
