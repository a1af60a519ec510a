"""What a report asked: what its answers take for granted, and how they were computed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from combat.sheets import Cell, Column, Sheet

FEW, MANY = 2, 12  # subjects that are named beside what only they take for granted; questions
LONG = 100  # letters of such a subject


class Asked(NamedTuple):
    """A question of a report: what was asked of what, how it was answered, on what it rests."""

    question: str
    about: str
    method: str
    trials: int | None
    seed: int | None
    assumes: tuple[str, ...]


@dataclass
class Ledger:
    """The questions of one report, in their order, each once."""

    asked: dict[tuple[str | int | None, ...], Asked] = field(default_factory=dict)

    def note(
        self,
        question: str,
        about: str,
        *,
        method: str,
        trials: int | None,
        seed: int | None,
        assumes: Iterable[str],
    ) -> None:
        """Note a question that was answered."""
        key = (question, about, method, trials, seed)
        before = self.asked[key].assumes if key in self.asked else ()
        lines = tuple(dict.fromkeys((*before, *assumes)))
        self.asked[key] = Asked(question, about, method, trials, seed, lines)

    @property
    def shared(self) -> tuple[str, ...]:
        """What all answers take for granted."""
        lists = [one.assumes for one in self.asked.values() if one.assumes]
        first = lists[0] if lists else ()
        return tuple(line for line in first if all(line in other for other in lists))

    @property
    def main(self) -> str:
        """What most of the questions are about, if there are several that are about it."""
        about = [one.about for one in self.asked.values()]
        most = max(about, key=about.count, default="")
        return most if about.count(most) > 1 else ""

    @property
    def special(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """What only some take for granted, and what those are about; () for most questions."""
        shared, found = set(self.shared), dict[str, dict[str, None]]()
        for one in self.asked.values():
            for line in one.assumes:
                if line not in shared:
                    found.setdefault(line, {})[one.about] = None
        groups: dict[tuple[str, ...], list[str]] = {(): []}
        for line, about in found.items():
            usual = self.main in about or len(about) > FEW
            named = () if usual else tuple(map(_cut, about))
            groups.setdefault(named, []).append(line)
        return tuple((about, tuple(lines)) for about, lines in groups.items() if lines)

    @property
    def simulated(self) -> tuple[Asked, ...]:
        """The questions that were not answered exactly."""
        return tuple(one for one in self.asked.values() if one.trials is not None)

    def sheet(self) -> Sheet:
        """Return the questions as a table; of very many how many of each there are."""
        several = len(self.asked) > MANY
        rows = self._counted() if several else self._listed()
        heads = ("question", ">answers" if several else "about", "method", ">trials", ">seed")
        columns = tuple(Column(head.lstrip(">"), head) for head in heads)
        if not self.simulated:
            return Sheet("asked", "", columns[:3], tuple(row[:3] for row in rows))
        return Sheet("asked", "", columns, rows)

    def _listed(self) -> tuple[tuple[Cell, ...], ...]:
        return tuple(
            (one.question, one.about, one.method, one.trials, _text(one.seed))
            for one in self.asked.values()
        )

    def _counted(self) -> tuple[tuple[Cell, ...], ...]:
        kinds = [
            (one.question, one.method, one.trials, _text(one.seed)) for one in self.asked.values()
        ]
        return tuple((kind[0], count, *kind[1:]) for kind, count in Counter(kinds).items())


def _text(seed: int | None) -> str | None:
    return None if seed is None else str(seed)


def _cut(text: str) -> str:
    return text if len(text) <= LONG else f"{text[: LONG - 1].rstrip()}…"
