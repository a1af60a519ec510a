"""Whether to attack, and with what: the cheapest units that give the wanted chance."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from combat.arrays import Floats, Ints
from combat.attrition.retreat import Retreat
from combat.axis_allies.ends import ENDS
from combat.axis_allies.family import family
from combat.axis_allies.rounds.fights import CLEARED, NEVER, TAKEN, Fights, groups
from combat.axis_allies.rounds.policies import ALL, Aim

SLACK = 1e-9  # a chance that is what was wanted but for rounding will do
MOST_FORCES = 60_000  # different forces that are looked through for the cheapest
AT_ONCE = 400  # forces, and armies of defenders, in one solve
FIRST = 50  # forces that are looked at first: the cheapest, which often do
ARMIES = 24

Row = tuple[int, ...]


@dataclass(eq=False)
class Choices:
    """What is sent against whom, decided once for each different case.

    Parameters
    ----------
    fights : Fights
    """

    fights: Fights
    made: dict[tuple[object, ...], Row | None] = field(default_factory=dict, repr=False)

    def choose(
        self, able: Ints, against: Ints, aim: Aim, *, sea: bool, retreat: str, income: int
    ) -> Ints:
        """Return what is sent in each row, shape (rows, units); nothing where nobody attacks.

        Parameters
        ----------
        able : int array, shape (rows, units)
            What is free to go.
        against : int array, shape (rows, units)
        aim : Aim
        sea : bool
            Whether a zone is attacked.
        retreat : str
        income : int
            Of the territory.
        """
        sent = np.zeros_like(able)
        takers = self.fights.layout.raiders + self.fights.layout.air
        some = able[:, takers if sea else self.fights.layout.land].any(axis=1)
        rows = np.flatnonzero(some)
        if not len(rows):
            return sent
        width = able.shape[1]
        first, number = groups(np.hstack([able[rows], against[rows]]))
        cases = [
            (tuple(case[:width]), tuple(case[width:]))
            for case in np.hstack([able[rows[first]], against[rows[first]]]).tolist()
        ]
        how = (aim.chance, aim.send, sea, retreat, income)
        self._decide([case for case in cases if (*case, *how) not in self.made], aim, how)
        found = np.array(
            [self.made[(*case, *how)] or (0,) * width for case in cases], dtype=able.dtype
        )
        sent[rows] = found[number]
        return sent

    def _decide(self, cases: Sequence[tuple[Row, Row]], aim: Aim, how: tuple[object, ...]) -> None:
        """Decide cases that are new: whether all that is there is enough, then how little is."""
        _, _, sea, retreat, income = how
        scene = _Scene(self.fights, bool(sea), str(retreat), int(str(income)))
        counted = Retreat.parse(scene.retreat)
        if scene.sea and (counted.best or counted.after is not None):  # no solve for many fleets
            self._decide(cases, aim, (*how[:3], NEVER, income))
            for case in cases:
                chosen = self.made[(*case, *how[:3], NEVER, income)]
                self.made[(*case, *how)] = scene.confirmed(case, chosen, aim.chance)
            return
        fought = [case for case in cases if scene.fought(case[1])]
        for mine, theirs in set(cases) - set(fought):  # nobody to fight (AA-09)
            self.made[mine, theirs, *how] = mine if aim.send == ALL else scene.one(mine)
        worth_it = []
        for some in _by_armies(fought):
            everything = scene.chances(list({m for m, _ in some}), list({t for _, t in some}))
            for mine, theirs in some:
                enough = everything[mine, theirs] >= aim.chance - SLACK
                self.made[mine, theirs, *how] = mine if enough else None
                worth_it += [(mine, theirs)] if enough and aim.send != ALL else []
        for some in _by_armies(worth_it):
            for case, least in scene.cheapest(some, aim.chance).items():
                self.made[(*case, *how)] = least


def _by_armies(cases: Sequence[tuple[Row, Row]]) -> list[list[tuple[Row, Row]]]:
    """Part cases so that few enough different defenders are in each part."""
    armies = sorted({theirs for _, theirs in cases})
    part = {theirs: at // ARMIES for at, theirs in enumerate(armies)}
    parts: dict[int, list[tuple[Row, Row]]] = {}
    for case in cases:
        parts.setdefault(part[case[1]], []).append(case)
    return list(parts.values())


@dataclass(frozen=True)
class _Scene:
    """Battles of one kind: at sea or on land, with a retreat."""

    fights: Fights
    sea: bool
    retreat: str
    income: int

    def fought(self, theirs: Row) -> bool:
        """Whether defenders are there that fight: not guns alone (AA-09)."""
        layout = self.fights.layout
        fighting = layout.ships + layout.air if self.sea else layout.land + layout.air
        return any(theirs[n] for n in fighting)

    def one(self, mine: Row) -> Row:
        """Return the cheapest unit that takes an empty territory."""
        layout = self.fights.layout
        least = min((n for n in layout.land if mine[n]), key=lambda n: (layout.costs[n], n))
        return tuple(int(n == least) for n in range(len(mine)))

    def confirmed(self, case: tuple[Row, Row], chosen: Row | None, wanted: float) -> Row | None:
        """Return what was chosen as if nobody retreats, or all, if it has the chance as it is."""
        for mine in () if chosen is None else (chosen, case[0]):
            if self.single(mine, case[1]) >= wanted - SLACK:
                return mine
        return None

    def single(self, mine: Row, theirs: Row) -> float:
        """Return the chance to win of one battle."""
        none: Row = (0,) * len(mine)
        ends = self.fights.ends(mine, theirs, none, none, self.retreat, self.income)
        return ends.chance(CLEARED if self.sea else TAKEN)

    def chances(
        self, attackers: Sequence[Row], defenders: Sequence[Row]
    ) -> dict[tuple[Row, Row], float]:
        """Return the chance of each pair, from as few solves as can be."""
        found: dict[tuple[Row, Row], float] = {}
        for start in range(0, len(attackers), AT_ONCE):
            some = sorted(attackers)[start : start + AT_ONCE]
            table = self.table(some, defenders)
            for mine, row in zip(some, table.tolist(), strict=True):
                found |= {(mine, t): c for t, c in zip(defenders, row, strict=True)}
        return found

    def table(self, attackers: Sequence[Row], defenders: Sequence[Row]) -> Floats:
        """Return the chance to win of each pair, shape (attackers, defenders)."""
        code = CLEARED if self.sea else TAKEN
        sample = self.fights.battle(attackers[0], defenders[0], self.retreat, income=self.income)
        solved = family(
            sample,
            [self.fights.force(row) for row in attackers],
            [self.fights.force(row) for row in defenders],
            ENDS[code],
        )
        if solved is not None and not np.isnan(solved).any():
            return solved
        if len(attackers) == len(defenders) == 1:
            return np.array([[self.single(attackers[0], defenders[0])]])
        if len(attackers) >= len(defenders):  # too much for one solve
            half = len(attackers) // 2
            parts = attackers[:half], attackers[half:]
            return np.vstack([self.table(part, defenders) for part in parts])
        half = len(defenders) // 2
        return np.hstack(
            [self.table(attackers, part) for part in (defenders[:half], defenders[half:])]
        )

    def cheapest(
        self, cases: Sequence[tuple[Row, Row]], wanted: float
    ) -> dict[tuple[Row, Row], Row]:
        """Return the cheapest part of each force that has the wanted chance; all of it has."""
        open_cases = list(dict.fromkeys(cases))
        found = {case: case[0] for case in open_cases}
        forces = self._forces(np.array([mine for mine, _ in open_cases]).max(axis=0))
        end, more = 0, FIRST
        while open_cases and end < len(forces):
            some = forces[end : end + more]
            end, more = end + more, min(AT_ONCE, 2 * more)
            armies = sorted({theirs for _, theirs in open_cases})
            enough = self.table([tuple(f) for f in some.tolist()], armies) >= wanted - SLACK
            left = []
            for case in open_cases:
                fits = (some <= np.array(case[0])).all(axis=1) & enough[:, armies.index(case[1])]
                if fits.any():
                    found[case] = tuple(some[fits.argmax()].tolist())
                else:
                    left.append(case)
            open_cases = left
        return found

    def _forces(self, most: Ints) -> Ints:
        """Return the forces within a limit, the cheapest first, shape (forces, units)."""
        layout = self.fights.layout
        if np.prod(most + 1.0) > MOST_FORCES:
            return np.zeros((0, len(most)), dtype=np.int64)
        forces = np.array(list(product(*(range(int(n) + 1) for n in most))))
        takers = layout.raiders + layout.air if self.sea else layout.land
        forces = forces[forces[:, takers].any(axis=1)]
        # of equal costs the one with fewer aircraft: they are of more use elsewhere
        order = np.lexsort((forces[:, layout.air].sum(axis=1), forces @ layout.costs))
        found: Ints = forces[order]
        return found
