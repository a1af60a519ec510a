"""Montgomery in a battle on a map: where the winners go on to, and how many (RB-10)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from combat.battle import Battle
from combat.errors import IllegalBattleError, OptionError
from combat.rebellion_1775.colours import AMERICAN
from combat.rebellion_1775.ground import place_of, read_area
from combat.rebellion_1775.map.pursuit import LEADER, check_goal
from combat.rebellion_1775.sides import sides_of


@dataclass(frozen=True)
class Pursuit:
    """Where winners go on to; all of them, or at most so many."""

    area: str
    most: int | None = None

    def __str__(self) -> str:
        """Return the text form."""
        return self.area if self.most is None else f"{self.area}: {self.most}"


def read_pursuit(text: str, settings: Mapping[str, Any]) -> Pursuit | None:
    """Read ``AREA`` or ``AREA: N``.

    Raises
    ------
    OptionError
    """
    if not text.strip():
        return None
    found = re.fullmatch(r"(.*?)(?:\s*:\s*([0-9]{1,3}))?", text.strip(), re.DOTALL)
    assert found is not None
    most = None if found[2] is None else int(found[2])
    if most == 0:
        raise OptionError(
            f"pursuit={text!r} sends nobody on; name one unit or more, or leave it out",
            given=text,
        )
    return Pursuit(read_area(found[1], settings), most)


def check_pursuit(battle: Battle) -> None:
    """Refuse a pursuit that cannot be: it is a Continental's event (RB-10).

    Raises
    ------
    IllegalBattleError
    """
    pursuit = battle["pursuit"]
    if pursuit is None:
        return
    if sides_of(battle.attacker, battle.defender)[0] != AMERICAN or not battle.attacker[LEADER]:
        raise IllegalBattleError(
            f"only an attacker with a {LEADER} goes on after a battle (RB-10): leave pursuit out",
            rule="RB-10",
            given=str(pursuit),
        )
    position, area = place_of(battle.settings)
    check_goal(position, area, pursuit.area)
