"""Small changes of a battle, and the sums that its modifiers come to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from combat.errors import WargameError

if TYPE_CHECKING:
    from combat.battle import Battle


@dataclass(frozen=True)
class Change:
    """A small change of a battle, for 'what flips it' and 'what matters'.

    Parameters
    ----------
    side : str
        Whose side is changed.
    what : str
        The unit that is added or taken, or the setting that is changed.
    step : int
        +1 or −1 for a unit, 0 for a setting.
    cost : float
        What one step costs, for ranking; a setting costs nothing.
    value : str
        The setting's new value, as text; empty if the setting is left out.
    plural : str
        What several of it are called, if not as one is.
    reply : bool
        Whether the side itself would decide on it, and so only if it is the better for it.
    """

    side: str
    what: str
    step: int
    cost: float
    value: str = ""
    plural: str = ""
    reply: bool = False

    def text(self, times: int = 1) -> str:
        """Return the change in words, such as '+2 inf'."""
        if self.step == 0:
            return f"{self.what} = {self.value}" if self.value else f"{self.what} left out"
        what = self.plural if self.plural and times > 1 else self.what
        return f"{'+' if self.step > 0 else '-'}{times} {what}"


@dataclass(frozen=True)
class Addition:
    """What a side can be given, for 'how much is enough'.

    Parameters
    ----------
    what : str
        As in a `Change` of that side.
    cost : float
        What one of it costs.
    most : int
        How many of it there can be at most, one after another; 0 for no limit of its own.
    after : tuple of str
        Of one of these there must have been one added before; of nothing if empty.
    """

    what: str
    cost: float
    most: int = 0
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Modifier:
    """A line of what a side adds to its die.

    Parameters
    ----------
    side, name, rule : str
        Whose, which, and by which rule.
    low, high : int
        The least and the most that it may be.
    change : Change, optional
        What takes it away, adds one to it, or brings it if it is not there: for what it is worth.
    there : bool
        Whether it counts, or only could be had.
    per : str
        What `change` adds one of, if it adds one; empty if it takes the line away or brings it.
    """

    side: str
    name: str
    rule: str
    low: int
    high: int
    change: Change | None = None
    there: bool = True
    per: str = ""


def other_values(battle: "Battle", side: str, key: str, values: Iterable[str]) -> Iterator[Change]:
    """Yield a change for each other value of a setting, as it prints; once for values that are one.

    What the setting cannot take is left out.
    """
    setting = battle.game.setting(key)
    assert setting is not None
    seen = [battle[key]]
    for text in values:
        try:
            value = setting.parse(text, battle.settings)
        except WargameError:
            continue
        if value not in seen:
            seen.append(value)
            yield Change(side, key, 0, 0.0, setting.shows(value) or text)
