"""What a side has in a battle, as a value with a text form."""

from dataclasses import dataclass

from combat.washingtons_war.generals import BRITISH, General

MODIFIERS = ("regulars", "navy", "militia", "winter", "intercepted")
NONE, DISCARD, BATTLE_CARD, TREASON = "none", "discard", "battle-card", "treason"
CARDS = (NONE, DISCARD, BATTLE_CARD, TREASON)
CUT_OFF = "cut-off"
MOST_CU = 99
MOST_MOVED = 5  # CUs that go with a general (WW-04)


@dataclass(frozen=True)
class Troops:
    """What a side has in the space of the battle, and what helps or hinders it.

    Parameters
    ----------
    nation : str
        ``british``, ``american`` or ``french``, who fight on the American side (WW-13); empty for
        nobody at all.
    cu : int
        Combat units, French ones among them.
    french : int
        How many of them are French, on the American side.
    general : General, optional
        Who leads.
    modifiers : tuple of str
        Of `MODIFIERS` (WW-07), in that order.
    card : str
        Of `CARDS`: what is played or discarded in step 1 (WW-05).
    held : tuple of str
        Cards that may be played or not, as is best (WW-05).
    drm : int
        Anything else.
    cut_off : bool
        Whether this side has nowhere to retreat (WW-11).
    """

    nation: str = ""
    cu: int = 0
    french: int = 0
    general: General | None = None
    modifiers: tuple[str, ...] = ()
    card: str = NONE
    held: tuple[str, ...] = ()
    drm: int = 0
    cut_off: bool = False

    @property
    def is_british(self) -> bool:
        """Whether the British player's side."""
        return self.nation == BRITISH

    @property
    def is_american(self) -> bool:
        """Whether the American player's side, French troops among them."""
        return self.nation not in (BRITISH, "")

    @property
    def is_army(self) -> bool:
        """Whether a general with at least one CU."""
        return self.general is not None and self.cu > 0

    def __bool__(self) -> bool:
        helped = bool(self.modifiers or self.held or self.drm or self.cut_off)
        return bool(self.cu or self.general or helped) or self.card != NONE

    def __str__(self) -> str:
        if not self:
            return NONE
        own = self.cu - self.french
        parts = [self.nation]
        if own or not (self.french or self.general):
            parts.append(f"{own} cu")
        if self.french:
            parts.append(f"{self.french} french cu")
        if self.general:
            parts.append(str(self.general))
        parts += [word for word in MODIFIERS if word in self.modifiers]
        if self.drm:
            parts.append(f"drm {self.drm:+d}")
        if self.card != NONE:
            parts.append(self.card)
        parts += [f"may {card}" for card in CARDS if card in self.held]
        if self.cut_off:
            parts.append(CUT_OFF)
        return ", ".join(parts)
