"""What a battle costs the two sides, as a histogram."""

import numpy as np

from analysis.colours import ATTACKER, DEFENDER, NEITHER
from analysis.histogram import THIN, Histogram, histogram, ticks
from analysis.html.markup import Html, tag
from analysis.html.svg import LEFT, RIGHT, SMALL, block, key, line, picture, words
from analysis.numbers import plainly_signed, signed
from combat.game import Quantity
from combat.outcomes import Outcomes

TALL, HEAD, FOOT = 130.0, 22.0, 34.0  # pixels: the bars, the mean's line above, the numbers below


def swing_bars(outcomes: Outcomes, quantity: str | None = None) -> Html:
    """Return the distribution of the swing, or another quantity of the final state.

    What is above zero is blue, good for the attacker; below it is orange, zero grey. Classes:
    ``wo-swing`` (the figure), ``wo-histogram`` (the picture), and those of the key.

    Raises
    ------
    OptionError
        For a quantity that the battle does not have or the final state does not show.
    """
    game = outcomes.battle.game
    what = outcomes.battle.quantity(quantity or game.swing)
    each = outcomes.values(what.name)
    bars = histogram(*outcomes.distribution(each))
    plot = _Plot(bars, what.unit)
    texts = [outcomes.chance_of(rows).as_percent() for rows in (each < 0, each == 0, each > 0)]
    mean = outcomes.mean(each)
    names = _names(what, swing=what.name == game.swing)
    ends = f"from {plainly_signed(bars.low)} to {plainly_signed(bars.high)} {what.unit}"
    parts = [f"{name}: {text}" for name, text in zip(names, texts, strict=True)]
    says = f"Histogram of the {what.text} {ends}, mean {mean.as_number()}; {'; '.join(parts)}"
    drawn = picture(*plot.drawn(), height=HEAD + TALL + FOOT, says=says, class_="wo-histogram")
    per = f", a bar is {bars.size:g} {what.unit}" if bars.merged else ""
    unit = f" in {what.unit}" if what.unit else ""
    all_rows = zip((DEFENDER, NEITHER, ATTACKER), texts, names, strict=True)
    rows = [(colour, f"{text}:", name) for colour, text, name in all_rows if text != "impossible"]
    return tag("figure", drawn, key(*rows, caption=f"{what.text}{unit}{per}"), class_="wo-swing")


def _names(what: Quantity, *, swing: bool) -> tuple[str, str, str]:
    if swing:
        return "the attacker comes off worse", "even", "the defender comes off worse"
    name = what.text.split(" (")[0]
    return f"{name} below zero", f"{name} zero", f"{name} above zero"


class _Plot:
    """Bars, axis and marks, placed."""

    def __init__(self, bars: Histogram, unit: str) -> None:
        self.bars, self.unit = bars, unit
        margin = 0.6 * float(bars.width.max())
        self.low, self.high = bars.low - margin, bars.high + margin
        self.top = float(bars.chance.max())

    def x(self, value: float) -> float:
        """Return where a value is, in per cent."""
        return LEFT + (RIGHT - LEFT) * (value - self.low) / (self.high - self.low)

    def y(self, chance: float) -> float:
        """Return where a chance is, in pixels."""
        return HEAD + TALL * (1 - chance / self.top)

    def drawn(self) -> list[Html]:
        """Return everything, what lies behind first."""
        return [*self._chances(), *self._bars(), *self._values(), *self._marks()]

    def _bars(self) -> list[Html]:
        found = []
        share = 1.0 if self.bars.merged else THIN
        rows = zip(self.bars.centre, self.bars.width, self.bars.chance, strict=True)
        for centre, width, chance in rows:
            left = max(self.low, float(centre) - share * width / 2)
            right = min(self.high, float(centre) + share * width / 2)
            if right <= left:  # in a tail that is left out
                continue
            fill = (NEITHER, ATTACKER, DEFENDER)[int(np.sign(centre))]
            across = self.x(left), self.x(right) - self.x(left)
            digits = 3 if chance > 0.99 else 2  # no 1e+02
            says = f"{self._range(float(centre), float(width))}: {100 * chance:.{digits}g} %"
            y = self.y(float(chance))
            found.append(block(across[0], y, across[1], HEAD + TALL - y, fill=fill, says=says))
        return found

    def _range(self, centre: float, width: float) -> str:
        unit = f" {self.unit}" if self.unit else ""
        if not self.bars.merged or centre == 0:
            return f"{plainly_signed(centre)}{unit}"
        ends = sorted((centre - width / 2, centre + width / 2), key=abs)
        return f"{plainly_signed(ends[0])} to {plainly_signed(ends[1])}{unit}"

    def _chances(self) -> list[Html]:
        found = []
        for chance in ticks(0.0, self.top, most=4)[1:]:
            y = self.y(chance)
            found.append(line(x=(LEFT, RIGHT), y=(y, y), width=0.3))
            text = f"{100 * chance:.6g} %"
            found.append(words(text, x=LEFT - 1, y=y + 4, anchor="end", size=SMALL))
        return found

    def _values(self) -> list[Html]:
        floor = HEAD + TALL
        found = [line(x=(LEFT, RIGHT), y=(floor, floor))]
        for value in ticks(self.bars.low, self.bars.high, most=7):
            x = self.x(value)
            found.append(line(x=(x, x), y=(floor, floor + 4)))
            found.append(words(plainly_signed(value), x=x, y=floor + 17, size=SMALL))
        middle = (LEFT + RIGHT) / 2
        return [*found, words(self.unit, x=middle, y=floor + FOOT - 3, size=SMALL)]

    def _marks(self) -> list[Html]:
        """Mark zero, and the mean with its number."""
        zero, mean = self.x(0.0), self.x(self.bars.mean)
        ends = HEAD - 2, HEAD + TALL
        anchor = "start" if mean < 30 else "end" if mean > 75 else "middle"
        unit = f" {self.unit}" if self.unit else ""
        text = f"mean {signed(self.bars.mean, 1)}{unit}"
        return [
            line(x=(zero, zero), y=ends),
            line(x=(mean, mean), y=ends, width=1.5, dashes="5 3"),
            words(text, x=mean, y=HEAD - 9, anchor=anchor, size=SMALL),
        ]
