"""A battle as stages of chance and of choice, for best play and for event cards.

1. The side whose turn it is throws, all colours at once (RB-01, RB-02); its flights are done at
   once (RB-04), for nobody decides about them.
2. The side that is hit names who takes each hit (RB-03).
3. If both still have somebody but natives, the colours that threw blanks decide, in the order of
   the table, whether a unit leaves (RB-05, RB-06).
4. The other side throws.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.arrays import Bools, Ints
from combat.game import ROLES
from combat.rebellion_1775.camp import Camp
from combat.rebellion_1775.columns import (
    AT,
    ATTACKER,
    BLANKS,
    BY_COLOUR,
    COLOURS,
    COLUMNS,
    DECIDE,
    DEFENDER,
    EMPTY,
    HIT,
    HOLDS_ATTACKER,
    HOLDS_DEFENDER,
    NET,
    TALLIES,
    THROW,
    VOLLEY,
    fighters_of,
    set_,
    units_of,
)
from combat.rebellion_1775.policies import NEVER
from combat.rebellion_1775.stages import Decide, Hit, Throw, Volley
from combat.stages.rules import FINISHED, Chance, Choice, Row, Starts, States


@dataclass(frozen=True, eq=False)
class SkirmishRules:
    """The rules for the battle of two camps.

    Parameters
    ----------
    camps : tuple of Camp
        The attacker's and the defender's.
    late : bool
        Whether a decision may be used although the roll has removed the last enemy (RB-50).
    volley : str
        Who rolls before the battle: ``attacker``, ``defender`` or ``none``.
    turned : int
        Patriots in the reserve for Betsy Ross; 0 if she is not played.
    by_colour : bool
        Whether units lost, fled and withdrawn are counted colour by colour too.
    weights : tuple of int
        What one more of each of `TALLIES` is worth, in millionths.
    """

    camps: tuple[Camp, Camp]
    late: bool = False
    volley: str = "none"
    turned: int = 0
    by_colour: bool = False
    weights: tuple[int, ...] = (0,) * len(TALLIES)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns."""
        return (*COLUMNS, NET, *BY_COLOUR) if self.by_colour else (*COLUMNS, NET)

    @property
    def tallies(self) -> tuple[str, ...]:
        """Sums along the path: units by fate on both sides, of each colour if asked, and throws."""
        return (*TALLIES, NET, *BY_COLOUR) if self.by_colour else (*TALLIES, NET)

    @cached_property
    def stages(self) -> tuple[Chance | Choice, ...]:
        """Throws, hits, decisions and volleys, of the attacker and of the defender."""
        kinds = (Throw, Hit, Decide, Volley)
        return tuple(kind(self, who) for kind in kinds for who in (ATTACKER, DEFENDER))

    @cached_property
    def bounds(self) -> Row:
        """Largest value of each column."""
        most = dict.fromkeys(self.columns, 0)
        total = self.reserve_room
        for who, role in enumerate(ROLES):
            for at, n in enumerate(self.camps[who].start):
                most[f"{role}.{at}"] = n
            natives = self.camps[1 - who].start[-1]
            most[f"{role}.{COLOURS - 1}"] = max(self.camps[who].start[-1], natives)
        for who, role in enumerate(ROLES):
            place = self.reserved(who)
            if place is not None:
                most[f"{role}.{place}"] += total
        for at, name in enumerate(BLANKS):
            dice = [min(c.start[at] + total, c.colours[at].dice) for c in self.camps]
            most[name] = max(dice) * (self.decides(ATTACKER) or self.decides(DEFENDER))
        hits = [sum(c.dice for c in camp.colours) for camp in self.camps]
        most |= {
            "hits": max(hits),
            "incoming": 3 * bool(total),
            "reserve": total,
            "volley": 1,
            "end": EMPTY,
        }
        return np.array([most[name] for name in self.columns])

    @property
    def reserve_room(self) -> int:
        """Patriots who can ever be in the reserve: those there and those in the battle."""
        if not self.turned:
            return 0
        fighting = [camp.start[1] for camp in self.camps if camp.colours[1].name == "militia"]
        return self.turned + sum(fighting)

    def turning(self, who: int) -> int | None:
        """Return the colour of a camp that is turned when it flees."""
        loyal = self.camps[who].colours[1].name == "loyalist"
        return 1 if loyal and self.turned else None

    def reserved(self, who: int) -> int | None:
        """Return the colour of a camp that comes out of the reserve."""
        patriots = self.camps[who].colours[1].name == "militia"
        return 1 if patriots and self.turned else None

    def decides(self, who: int) -> bool:
        """Whether blanks of a camp can matter."""
        camp = self.camps[who]
        return camp.leaves and camp.withdrawal.kind != NEVER

    def counted(self, role: str, fate: str, units: Ints) -> dict[str, Ints | int]:
        """Return what a step adds to the sums of a role's colours, (rows, colours)."""
        weight = self.weights[TALLIES.index(f"{role}_{fate}")]
        found: dict[str, Ints | int] = {NET: weight * units.sum(axis=1)}
        if self.by_colour:
            for at in range(COLOURS):
                found[f"{role}.{at}_{fate}"] = units[:, at].astype(np.int64)
        return found

    def takes(self, who: int, units: Ints) -> Ints:
        """Return the colour that takes a hit under the camp's policy, (rows,)."""
        camp = self.camps[who]
        keys, place = np.unique(units, axis=0, return_inverse=True)
        taken = [camp.losses.takes(tuple(row), camp.colours) for row in keys.tolist()]
        return np.array(taken, dtype=np.int64)[place.ravel()]

    def goes(self, who: int, rows: States) -> Bools:
        """Return whether the policy lets the next unit go, (rows,)."""
        camp = self.camps[who]
        own = units_of(rows, who)
        enemy = self.dice(1 - who, units_of(rows, 1 - who))
        keys, place = np.unique(
            np.concatenate([own, enemy[:, None]], axis=1), axis=0, return_inverse=True
        )
        found = [
            camp.withdrawal.goes(tuple(row[:-1]), camp.colours, row[-1]) for row in keys.tolist()
        ]
        return np.array(found, dtype=np.bool_)[place.ravel()]

    def dice(self, who: int, units: Ints) -> Ints:
        """Return the dice of a camp, (rows,)."""
        most = np.array([colour.dice for colour in self.camps[who].colours])
        total: Ints = np.minimum(units, most).sum(axis=1)
        return total

    def hit_next(self, rows: States, who: int) -> States:
        """Return rows after a throw of `who`: the next hit, or what follows the last."""
        enemy = 1 - who
        open_ = (rows[:, AT["hits"]] > 0) & (units_of(rows, enemy).sum(axis=1) > 0)
        done = set_(rows, {"hits": 0})  # hits beyond the last unit are lost (RB-03)
        patriots = self.reserved(enemy)
        if patriots is not None:
            name = f"{('attacker', 'defender')[enemy]}.{patriots}"
            # hits come before flights: who has just been hit may come in again (RB-10)
            come = np.minimum(rows[:, AT["incoming"]], rows[:, AT["reserve"]])
            reserve = rows[:, AT["reserve"]] - come
            patriot = rows[:, AT[name]] + come
            more: dict[str, Ints | int] = {name: patriot, "reserve": reserve, "incoming": 0}
            done = set_(done, more)
        hit = set_(rows, {"stage": HIT + enemy})
        return np.where(open_[:, None], hit, self.decide_next(done, who))

    def decide_next(self, rows: States, who: int) -> States:
        """Return rows after the hits: the next decision, or the throw that follows."""
        left = rows[:, AT["blank.0"] : AT["blank.0"] + COLOURS].any(axis=1)
        over = self._over(rows)
        enemy_gone = units_of(rows, 1 - who).sum(axis=1) == 0
        late = over & enemy_gone & (fighters_of(rows, who) > 0) & self.late  # RB-50
        deciding = left & (~over | late)
        after_volley = rows[:, AT["volley"]] == 1  # then the defender begins (RB-01)
        stage = np.where(after_volley, THROW + DEFENDER, THROW + 1 - who)
        throw = set_(rows, {**dict.fromkeys(BLANKS, 0), "stage": stage, "volley": 0})
        onward = np.where(over[:, None], self.ended(rows), throw)
        return np.where(deciding[:, None], set_(rows, {"stage": DECIDE + who}), onward)

    def _over(self, rows: States) -> Bools:
        """Where a side has nobody left but natives (RB-07)."""
        return (fighters_of(rows, ATTACKER) == 0) | (fighters_of(rows, DEFENDER) == 0)

    def ended(self, rows: States) -> States:
        """Return finished rows: natives left alone join the enemy, if there is one (RB-07)."""
        blank: dict[str, Ints | int] = dict.fromkeys(
            (*BLANKS, "hits", "incoming", "reserve", "volley"), 0
        )
        columns: dict[str, Ints | int] = {**blank, "stage": FINISHED}
        natives = [units_of(rows, who)[:, -1] for who in (ATTACKER, DEFENDER)]
        fights = [fighters_of(rows, who) > 0 for who in (ATTACKER, DEFENDER)]
        for who, role in enumerate(ROLES):
            joining = np.where(fights[who], natives[1 - who], 0)
            leaving = fights[1 - who] & ~fights[who]
            kept = np.where(leaving, 0, natives[who])
            columns[f"{role}.{COLOURS - 1}"] = kept + joining
        columns["end"] = np.where(
            fights[ATTACKER], HOLDS_ATTACKER, np.where(fights[DEFENDER], HOLDS_DEFENDER, EMPTY)
        )
        return set_(rows, columns)

    def rank(self, states: States) -> Ints:
        """Units that are left; a Loyalist who may be turned counts twice."""
        total = states[:, 1 : 1 + 2 * COLOURS].sum(axis=1) + states[:, AT["incoming"]]
        for who in (ATTACKER, DEFENDER):
            at = self.turning(who)
            if at is not None:
                total = total + units_of(states, who)[:, at]
        return np.asarray(total + states[:, AT["volley"]])

    def starts(self) -> Starts:
        """Return the first row of the battle: natives who meet cancel one another (RB-07)."""
        units = [list(camp.start) for camp in self.camps]
        met = min(units[0][-1], units[1][-1])
        row = np.zeros((1, len(self.columns)), np.int64)
        for who, role in enumerate(ROLES):
            units[who][-1] -= met
            for at, n in enumerate(units[who]):
                row[:, AT[f"{role}.{at}"]] = n
        row[:, AT["reserve"]] = self.turned
        over = bool(self._over(row)[0])
        if over:
            return Starts(self.ended(row))
        first = THROW + DEFENDER
        if self.volley != "none":
            first = VOLLEY + ROLES.index(self.volley)
            row[:, AT["volley"]] = 1
        row[:, 0] = first
        return Starts(row)
