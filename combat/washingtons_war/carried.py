"""What a campaign card's activations hand on to one another (WW-22).

The regulars' advantage, the alliance track, the generals who are captured, gone or boxed, the
armies that have tried to intercept and the generals who have been activated are one value, which
each battle is read with and each final state changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from combat.battle import Battle
from combat.errors import IllegalBattleError
from combat.outcomes import Outcomes
from combat.washingtons_war.ends import general_of, row_fates
from combat.washingtons_war.fates import ALLIANCE, Fates
from combat.washingtons_war.generals import ANONYMOUS, ARNOLD, General
from combat.washingtons_war.settings import ACTIVATIONS, AFTER
from combat.washingtons_war.troops import Troops


@dataclass(frozen=True)
class Carried:
    """What has changed since the card was played.

    Attributes
    ----------
    regulars_lost : bool
        Whether the British have lost the regulars' advantage (WW-12).
    steps : int
        Steps of the alliance track so far.
    absent : frozenset of str
        Generals who are captured, out of the game or in the reinforcement box.
    tried : frozenset of str
        Generals whose armies have tried to intercept: once a card, and then no retreat before
        battle (WW-01).
    activated : tuple of str
        Generals activated so far, in order; none twice (WW-22).
    """

    regulars_lost: bool = False
    steps: int = 0
    absent: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    activated: tuple[str, ...] = ()

    def applied(self, battle: Battle) -> Battle | None:
        """Return a later battle as it stands now; None if its attacker cannot fight it.

        Raises
        ------
        IllegalBattleError
            For a general activated twice, or more activations than the card has (WW-22).
        """
        attacker = battle.attacker
        if attacker.general.name in self.absent:
            return None
        self._check(battle)
        return Battle(
            battle.game,
            self._troops(attacker),
            self._troops(battle.defender),
            dict(battle.settings) | self._settings(battle),
        )

    def _check(self, battle: Battle) -> None:
        name, card = battle.attacker.general.name, battle["card"]
        if name in self.activated and name != ANONYMOUS:
            raise IllegalBattleError(
                f"{name} is activated twice: no general moves twice on a campaign card (WW-22)",
                rule="WW-22",
                given=name,
            )
        most = ACTIVATIONS[card] - bool(battle["landing_party"])
        if len(self.activated) >= most:
            party = ", one of them used for the landing party" if battle["landing_party"] else ""
            raise IllegalBattleError(
                f"a {card} campaign card activates {ACTIVATIONS[card]} generals at most{party}"
                " (WW-22)",
                rule="WW-22",
                given=str(battle.attacker),
                allowed=tuple(ACTIVATIONS),
            )

    def _troops(self, troops: Troops) -> Troops:
        general = troops.general
        if general is not None and general.name in self.absent:
            troops = replace(troops, general=None)
        if self.regulars_lost:
            kept = tuple(word for word in troops.modifiers if word != "regulars")
            troops = replace(troops, modifiers=kept)
        return troops

    def _settings(self, battle: Battle) -> dict[str, object]:
        found: dict[str, object] = {}
        out = self.absent | self.tried
        armies = tuple(army for army in battle["intercept"] if army.general.name not in out)
        if armies != battle["intercept"]:
            found |= {"intercept": armies}
            found |= {} if armies else {"tries": "always", "leader": "rating", "pc": "american"}
        general: General | None = battle.defender.general
        if battle["evade"] and general is not None and general.name in out:
            found |= {"evade": 0, "retreat": "always"}
        if battle["track"] is not None:
            track = max(0, battle["track"] + self.steps)
            made = track >= ALLIANCE
            found |= {"alliance": AFTER, "track": None} if made else {"track": track}
        return found

    def after(self, outcomes: Outcomes, row: int) -> Carried:
        """Return what is carried on from a final state of a battle."""
        battle, fates = outcomes.battle, row_fates(outcomes, row)
        return Carried(
            self.regulars_lost or bool(fates.regulars_lost[0]),
            self.steps + int(fates.alliance_steps[0]),
            self.absent | _absent(outcomes, fates),
            self.tried | _tried(battle, fates),
            (*self.activated, battle.attacker.general.name),
        )


def _absent(outcomes: Outcomes, fates: Fates) -> frozenset[str]:
    """Return the generals who are captured, gone by treason or boxed in a final state."""
    found = set()
    for side in ("attacker", "defender"):
        fate, general = fates.side(side), general_of(outcomes, fates, side)
        if general is not None and (fate.captured[0] or fate.removed[0]):
            found.add(general.name)
    if fates.here.treason[0]:
        found.add(ARNOLD)
    if fates.here.two_generals[0]:
        generals = (
            outcomes.battle.defender.general,
            outcomes.battle["intercept"][int(fates.here["army"][0]) - 1].general,
        )
        found.add(generals[0 if fates.here.led_by_army[0] else 1].name)
    return frozenset(found - {ANONYMOUS})


def _tried(battle: Battle, fates: Fates) -> frozenset[str]:
    """Return the generals whose armies have tried to intercept in a final state (WW-01)."""
    tried = int(fates.here["tried"][0])
    names = [army.general.name for n, army in enumerate(battle["intercept"]) if tried >> n & 1]
    return frozenset(names) - {ANONYMOUS}
