"""What is sent to a front, and the battle that comes of it."""

from dataclasses import dataclass, field

from combat.attrition.retreat import Retreat
from combat.battle import Battle
from combat.force import Force


@dataclass(frozen=True)
class Sent:
    """Units that go to one front together.

    Parameters
    ----------
    force : Force
        All that fight there, whatever a battle at sea before it leaves.
    landed : Force
        Those of them that land from transports (AA-20).
    bombard : Force
        Ships that fire once before (AA-21).
    fleet : Force
        Ships and aircraft that fight for a zone first (AA-20), transports not among them.
    loads : tuple of Force
        What lands after that from the power's own transports, a load each.
    safe : Force
        The same from an ally's, which take no part in the battle at sea (AA-29).
    """

    force: Force
    landed: Force = field(default_factory=Force)
    bombard: Force = field(default_factory=Force)
    fleet: Force = field(default_factory=Force)
    loads: tuple[Force, ...] = ()
    safe: Force = field(default_factory=Force)

    @property
    def cargo(self) -> Force:
        """All that is to land after a battle at sea."""
        counts: dict[str, int] = {}
        for load in (*self.loads, self.safe):
            for name, n in load:
                counts[name] = counts.get(name, 0) + n
        return Force.of(counts)

    @property
    def anybody(self) -> bool:
        """Whether anybody goes."""
        return bool(self.force or self.loads or self.safe or self.fleet)

    def battle(self, front: Battle) -> Battle:
        """Return the battle of this force at a front.

        Who lands is named only where that matters: ships bombard, or others may leave. If all land
        nobody may (AA-22).
        """
        values = dict(front.settings)
        if self.landed == self.force:
            values["retreat"] = Retreat()
        if self.bombard or (self.landed and not values["retreat"].never):
            values |= {"landing": self.landed, "bombard": self.bombard}
        return Battle(front.game, self.force, front.defender, values)
