"""A force: how many of which units, as a value with a text form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from combat.errors import IllegalBattleError
from combat.notation import Vocabulary, read_units


@dataclass(frozen=True)
class Force:
    """Units and their counts; equal forces print the same and the print reads back.

    Parameters
    ----------
    units : tuple of (str, int)
        Unit names with positive counts, in the order in which they print.

    Examples
    --------
    >>> force = Force.parse("3 inf, 2 arm")
    >>> force["inf"], force["ftr"], force.total
    (3, 0, 5)
    >>> Force.parse(str(force)) == force
    True
    """

    units: tuple[tuple[str, int], ...] = ()

    @classmethod
    def parse(cls, text: str, vocabulary: Vocabulary | None = None) -> "Force":
        """Read a force; with a vocabulary, in any of a game's spellings (see `read_units`)."""
        return cls(tuple(read_units(text, vocabulary).items()))

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> "Force":
        """Make a force of counts by unit; units with a count of 0 drop out."""
        return cls(tuple((unit, n) for unit, n in counts.items() if n))

    def __post_init__(self) -> None:
        for unit, n in self.units:
            if n != int(n) or n < 1:
                raise IllegalBattleError(
                    f"a force cannot have {n} {unit}; counts are whole numbers from 1",
                    given=f"{n} {unit}",
                )
        if len(dict(self.units)) != len(self.units):
            raise IllegalBattleError(f"a unit is twice in the force {self}; add its counts up")
        object.__setattr__(self, "units", tuple((unit, int(n)) for unit, n in self.units))

    def __str__(self) -> str:
        return ", ".join(f"{n} {unit}" for unit, n in self.units)

    def __getitem__(self, unit: str) -> int:
        return dict(self.units).get(unit, 0)

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self.units)

    def __bool__(self) -> bool:
        return bool(self.units)

    @property
    def total(self) -> int:
        """Number of units."""
        return sum(n for _, n in self.units)

    def changed(self, unit: str, by: int, *, order: tuple[str, ...] = ()) -> "Force":
        """Return this force with `by` more (fewer) of a unit, in the order given.

        Raises
        ------
        IllegalBattleError
            If fewer than 0 would be left.
        """
        counts = dict(self.units)
        counts[unit] = counts.get(unit, 0) + by
        if counts[unit] < 0:
            raise IllegalBattleError(f"{self} has no {-by} {unit} to take away")
        return Force.of({name: counts.get(name, 0) for name in order or counts})
