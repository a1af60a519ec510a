"""The colours of all pictures, whoever draws them: blue for the attacker, orange the defender.

Grey is good for neither. The two hues are Okabe and Ito's, told apart with every common colour
blindness; within a side the shades differ in lightness, so they survive a black-and-white printer.
Nothing here loads matplotlib: pages and notebooks draw in these colours without it.
"""

import math
from collections.abc import Sequence

INKS = ("#1A1A1A", "#F2F2F2")
RAMPS = {
    "attacker": ("#0072B2", "#56B4E9", "#B5DEF5"),
    "neither": ("#8C8C8C", "#B3B3B3", "#D0D0D0"),
    "defender": ("#D55E00", "#F0944D", "#F9CBA7"),
}
ATTACKER, NEITHER, DEFENDER = (RAMPS[side][0] for side in ("attacker", "neither", "defender"))
GO_ON, RETREAT = ATTACKER, "#F5B782"


def shades(side: str, count: int) -> list[str]:
    """Return ``count`` colours of a side's hue, from strong to light.

    Examples
    --------
    >>> shades("attacker", 2)
    ['#0072b2', '#56b4e9']
    """
    ramp = [_channels(colour) for colour in RAMPS[side]]
    last = min(count - 1, len(ramp) - 1)
    return [_mixed(ramp, last * step / max(1, count - 1)) for step in range(count)]


def ink_on(colour: str) -> str:
    """Return near-black or near-white, whichever stands out more from a colour (WCAG contrast).

    Examples
    --------
    >>> ink_on("#0072B2"), ink_on("#F9CBA7")
    ('#F2F2F2', '#1A1A1A')
    """
    ground = _luminance(colour)
    return max(INKS, key=lambda text: abs(math.log((_luminance(text) + 0.05) / (ground + 0.05))))


def _luminance(colour: str) -> float:
    """Relative luminance of WCAG 2, from 0 to 1."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in _channels(colour)
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _channels(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def _mixed(ramp: Sequence[Sequence[float]], where: float) -> str:
    """Return the colour at a place between the colours of a ramp."""
    below = min(int(where), len(ramp) - 1)
    above, share = min(below + 1, len(ramp) - 1), where - below
    pairs = zip(ramp[below], ramp[above], strict=True)
    return "#" + "".join(f"{round(255 * (a + share * (b - a))):02x}" for a, b in pairs)
