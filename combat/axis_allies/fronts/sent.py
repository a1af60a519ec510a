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
        All that fight there.
    landed : Force
        Those of them that land from transports (AA-20).
    bombard : Force
        Ships that fire once before (AA-21).
    """

    force: Force
    landed: Force = field(default_factory=Force)
    bombard: Force = field(default_factory=Force)

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
