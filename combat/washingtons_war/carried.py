"""What a campaign card's activations hand on to one another (WW-22).

The regulars' advantage, the alliance track, the generals who are captured, gone or boxed, the
armies that have tried to intercept, the cards that are out of the game and the generals who have
been activated are one value, which each battle is read with and each final state changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from combat.errors import IllegalBattleError
from combat.outcomes import Outcomes
from combat.washingtons_war.ends import general_of, row_fates
from combat.washingtons_war.fates import ALLIANCE, Fates
from combat.washingtons_war.generals import ANONYMOUS, ARNOLD
from combat.washingtons_war.ground import barred
from combat.washingtons_war.map.after_battle import position_after
from combat.washingtons_war.map.position import Position
from combat.washingtons_war.settings import ACTIVATIONS, AFTER
from combat.washingtons_war.troops import MOST_MOVED, TREASON, Troops


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
        Generals whose armies have tried to intercept: once a card, and then, whether they have
        succeeded or not, no retreat before battle (WW-01).
    treason : bool
        Whether the treason card is out of the game (WW-15).
    congress_gone : bool
        Whether Congress is dispersed (WW-21).
    card : str
        The campaign card; empty before the first activation.
    british : bool
        Whether it is the British player's.
    activated : tuple of str
        His generals activated so far, in order; none twice (WW-22).
    position : Position or None
        Who stands where by now, if the battles are fought on a map.
    """

    regulars_lost: bool = False
    steps: int = 0
    absent: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    treason: bool = False
    congress_gone: bool = False
    card: str = ""
    british: bool = False
    activated: tuple[str, ...] = ()
    position: Position | None = None

    def applied(
        self,
        attacker: Troops,
        defender: Troops,
        settings: Mapping[str, Any],
        *,
        turned: bool = False,
    ) -> tuple[Troops, Troops, dict[str, Any]] | None:
        """Return sides and settings of a later battle as they stand now.

        None if its attacker cannot fight it: captured, or what is left has no general.

        Raises
        ------
        IllegalBattleError
            For a general activated twice, or more activations than the card has (WW-22), or a
            treason card that is out of the game (WW-15).
        """
        if attacker.general is None or attacker.general.name in self.absent or not attacker.cu:
            return None
        if self.card and (attacker.is_british == self.british) == turned:
            _refuse(
                "a card is one player's: mark a battle in which the other one attacks with"
                " enemy = true",
                str(attacker),
            )
        if not turned:
            self._check(attacker, settings)
        attacker = replace(attacker, cu=min(attacker.cu, MOST_MOVED))
        attacker = replace(attacker, french=min(attacker.french, attacker.cu))
        sides = self._troops(attacker), self._troops(defender)
        now = dict(settings) | self._settings(sides[1], settings)
        if self.position is not None and settings["map"] is not None:
            now["map"] = replace(settings["map"], position=self.position)
            sides = barred(sides[0], now, attacks=True), barred(sides[1], now, attacks=False)
        return *sides, now

    def _check(self, attacker: Troops, settings: Mapping[str, Any]) -> None:
        assert attacker.general is not None
        name, card, party = attacker.general.name, settings["card"], settings["landing_party"]
        if name in self.activated and name != ANONYMOUS:
            _refuse(f"{name} is activated twice: no general moves twice on a campaign card", name)
        if self.card not in ("", card):
            _refuse(f"the activations of one card are of a {self.card} and a {card} campaign", card)
        if party and not attacker.is_british:
            _refuse("only the British have a landing party", "landing_party")
        if len(self.activated) >= ACTIVATIONS[card] - bool(party):
            but = ", one of them used for the landing party" if party else ""
            most = ACTIVATIONS[card]
            _refuse(f"a {card} campaign card activates {most} generals at most{but}", str(attacker))

    def _troops(self, troops: Troops) -> Troops:
        general = troops.general
        if general is not None and general.name in self.absent:
            troops = replace(troops, general=None)
        if self.regulars_lost:
            kept = tuple(word for word in troops.modifiers if word != "regulars")
            troops = replace(troops, modifiers=kept)
        if self.treason and troops.card == TREASON:
            raise IllegalBattleError(
                "the treason card is out of the game once it has been played (WW-15)",
                rule="WW-15",
                given=TREASON,
            )
        if self.treason:
            held = tuple(card for card in troops.held if card != TREASON)
            troops = replace(troops, held=held)
        return troops

    def _settings(self, defender: Troops, settings: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        out = self.absent | self.tried
        armies = tuple(army for army in settings["intercept"] if army.general.name not in out)
        if armies != settings["intercept"]:
            found |= {"intercept": armies}
            on_map = settings["map"] is not None
            pc = {} if on_map else {"pc": "american"}  # the marker stays, whoever may intercept
            found |= {} if armies else {"tries": "always", "leader": "rating", **pc}
        general = defender.general
        stays = general is None or not defender.cu or general.name in self.tried
        if settings["evade"] and stays:
            found |= {"evade": 0, "retreat": "always"}
        if self.congress_gone:
            found |= {"congress": False}
        if settings["track"] is not None:
            track = max(0, settings["track"] + self.steps)
            made = track >= ALLIANCE
            found |= {"alliance": AFTER, "track": None} if made else {"track": track}
        return found

    def after(self, outcomes: Outcomes, row: int) -> Carried:
        """Return what is carried on from a final state of a battle."""
        battle, fates = outcomes.battle, row_fates(outcomes, row)
        attacker: Troops = battle.attacker
        british = self.british if self.card else attacker.is_british
        name = () if attacker.is_british != british else (general_name(attacker),)
        return Carried(
            self.regulars_lost or bool(fates.regulars_lost[0]),
            self.steps + int(fates.alliance_steps[0]),
            self.absent | _absent(outcomes, fates),
            self.tried | _tried(outcomes, fates),
            self.treason or bool(fates.here.treason[0]),
            self.congress_gone or bool(fates.congress_dispersed[0]),
            self.card or battle["card"],
            british,
            (*self.activated, *name),
            self._moved(outcomes, fates),
        )

    def _moved(self, outcomes: Outcomes, fates: Fates) -> Position | None:
        """Return who stands where after a battle on a map."""
        battle = outcomes.battle
        if battle["map"] is None or not battle["space"] or battle["move"] == "naval":
            return self.position
        leaders = {role: general_of(outcomes, fates, role) for role in ("attacker", "defender")}
        return position_after(battle["map"].position, battle, fates, leaders)


def general_name(troops: Troops) -> str:
    """Return the name of a side's general."""
    return troops.general.name if troops.general else ""


def _refuse(why: str, given: str) -> None:
    raise IllegalBattleError(
        f"{why} (WW-22)", rule="WW-22", given=given, allowed=tuple(ACTIVATIONS)
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


def _tried(outcomes: Outcomes, fates: Fates) -> frozenset[str]:
    """Return the generals whose armies have tried to intercept in a final state (WW-01)."""
    tried = int(fates.here["tried"][0])
    armies = outcomes.battle["intercept"]
    names = [army.general.name for number, army in enumerate(armies) if tried >> number & 1]
    return frozenset(names) - {ANONYMOUS}
