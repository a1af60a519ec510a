"""Command cards: what each orders, how many there are, and what that rests on."""

from __future__ import annotations

from dataclasses import dataclass, field

from combat.napoleonics.units import ARTILLERY, CAVALRY, INFANTRY

SECTIONS = LEFT, CENTRE, RIGHT = ("left", "centre", "right")
SECTION, TACTIC = "section", "tactic"
COMMAND, ALL, DICE = "command", "all", "dice"
HORSE, LEADERS = "horse artillery", "leaders"
CLASSES = (INFANTRY, CAVALRY, ARTILLERY, HORSE, LEADERS)
"""Of what a tactic card may order; artillery is foot and horse."""
WHERES = ONE_SECTION, NEXT, AWAY = ("one section", "next to the enemy", "away from the enemy")
CONFIDENCES = SURE, SINGLE, MEMORY = ("two sources", "single source", "from memory")


@dataclass(frozen=True)
class SectionOrders:
    """What a section card orders.

    Parameters
    ----------
    numbers : tuple of int or str, 3
        Units or leaders on the left, in the centre and on the right; ``command`` for as many as
        cards are held.
    """

    numbers: tuple[int | str, int | str, int | str]

    def at(self, command: int) -> tuple[int, int, int]:
        """Return the orders by section with so many cards held, the played one included (CC-41).

        Examples
        --------
        >>> SectionOrders((2, 0, "command")).at(4)
        (2, 0, 4)
        """
        left, centre, right = (command if isinstance(n, str) else n for n in self.numbers)
        return left, centre, right

    @property
    def by_command(self) -> bool:
        """Whether the card orders as many as cards are held."""
        return COMMAND in self.numbers


@dataclass(frozen=True)
class TacticOrders:
    """What a tactic card orders.

    Parameters
    ----------
    number : int or str
        So many, ``all``, or ``dice``: a die for each card held.
    of : tuple of str
        Of `CLASSES`; empty for any.
    where : str
        Of `WHERES`; empty for anywhere.
    otherwise : int
        Units of any class that it orders instead, if it orders fewer.
    """

    number: int | str
    of: tuple[str, ...] = ()
    where: str = ""
    otherwise: int = 0


@dataclass(frozen=True)
class Card:
    """One kind of command card.

    Parameters
    ----------
    name : str
    count : int
        How many are in the deck.
    orders : SectionOrders or TacticOrders
    section : str
        Of `SECTIONS`, where the same card is there for each section; else empty.
    draws : int
        Cards drawn in its place, of which one is kept.
    says : str
        What it orders, in words.
    confidence : str
        Of `CONFIDENCES`; empty where nothing is said.
    source : tuple of str
    """

    name: str
    count: int
    orders: SectionOrders | TacticOrders
    section: str = ""
    draws: int = 1
    says: str = field(default="", compare=False)
    confidence: str = field(default="", compare=False)
    source: tuple[str, ...] = field(default=(), compare=False)

    @property
    def title(self) -> str:
        """Name with the section, if there is one for each."""
        return f"{self.name} {self.section}".rstrip()

    @property
    def tactic(self) -> bool:
        """Whether it is a tactic card."""
        return isinstance(self.orders, TacticOrders)

    @property
    def by_command(self) -> bool:
        """Whether it is a section card that orders as many as cards are held (CC-41)."""
        return isinstance(self.orders, SectionOrders) and self.orders.by_command


@dataclass(frozen=True)
class CommandDeck:
    """All kinds of command cards, in the order of their table.

    Parameters
    ----------
    cards : tuple of Card
    shipped : bool
        Whether it is the game's own deck.
    """

    cards: tuple[Card, ...]
    shipped: bool = False

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards there are of each kind."""
        return tuple(card.count for card in self.cards)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.counts)

    @property
    def tactics(self) -> tuple[Card, ...]:
        """The tactic cards."""
        return tuple(card for card in self.cards if card.tactic)

    @property
    def tactic_size(self) -> int:
        """How many tactic cards there are."""
        return sum(card.count for card in self.tactics)
