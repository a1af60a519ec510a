"""'How much is enough' as lines and tables."""

from analysis.parts import BLANK, DIM, TITLE, Line, Part, TextTable, run_text
from analysis.size.answer import Purchase, Size
from analysis.size.document import chance_text, proof, sentence
from combat.notation import plain_number

MOST_TIES, MOST_STEPS = 8, 30  # that a table shows


def size_parts(found: Size) -> list[Part]:
    """Return the answer, what ties with it, and the best force for each cost."""
    parts: list[Part] = [Line(f"{found.base.game.title}: {found.base}", TITLE)]
    parts += [Line(_method(found), DIM), Line(sentence(found)), Line(proof(found), DIM), BLANK]
    if found.ties:
        parts += [_table(found, "as good, at the same cost", found.ties, MOST_TIES), BLANK]
    parts += [_table(found, "the best for its cost", found.frontier, MOST_STEPS), BLANK]
    return [*parts, *(Line(f"note: {note}") for note in found.notes)]


def _method(found: Size) -> str:
    trials = None if found.method == "exact" else found.trials or 0
    how, comma, interval = run_text("battles", trials, found.seed).rpartition(", ±")
    return f"{how} for each force{comma}{interval}" if comma else interval


def _table(found: Size, head: str, purchases: tuple[Purchase, ...], most: int) -> TextTable:
    """Return purchases as a table; of too many those around the answer."""
    added = () if found.base.from_nothing else ("added",)
    kept = purchases[_window(found, purchases, most)]
    rows = [
        (
            one.force,
            *([one.additions or "-"] * len(added)),
            plain_number(one.cost),
            chance_text(one.chance),
        )
        for one in kept
    ]
    if len(kept) < len(purchases):
        rows.append((f"({len(purchases) - len(kept)} more)", *[""] * (2 + len(added))))
    return TextTable((head, *added, f">{found.base.game.cost_unit}", ">chance"), tuple(rows))


def _window(found: Size, purchases: tuple[Purchase, ...], most: int) -> slice:
    """Return which of too many purchases to show: those before the answer, and some behind it."""
    middle = next((at for at, one in enumerate(purchases) if one is found.answer), 0)
    end = max(most, min(len(purchases), middle + most // 3))
    return slice(max(0, end - most), end)
