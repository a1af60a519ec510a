"""Numbers as texts, where their sign matters."""

from combat.estimate import Estimate


def signed(value: float, places: int = 0) -> str:
    """Return a number with its sign; one that rounds to nothing has none.

    Examples
    --------
    >>> signed(3.25, 1), signed(-0.04, 1), signed(-7)
    ('+3.2', '0.0', '−7')
    """
    if round(value, places) == 0:
        return f"{0:.{places}f}"
    return f"{value:+.{places}f}".replace("-", "\N{MINUS SIGN}")


def plainly_signed(value: float) -> str:
    """Return a number with its sign and as many decimals as it needs, three at most.

    Examples
    --------
    >>> plainly_signed(2.5), plainly_signed(-3.0)
    ('+2.5', '−3')
    """
    places = next((n for n in range(3) if abs(value - round(value, n)) < 1e-9), 3)
    return signed(value, places)


def points_text(difference: Estimate, *, sign: bool = True) -> str:
    """Return a difference of chances in percentage points, as precise as it is known.

    Examples
    --------
    >>> points_text(Estimate.of_exact(-0.0831)), points_text(Estimate.of_exact(0.2), sign=False)
    ('−8.3 points', '20.0 points')
    """
    value = 100.0 * difference.value
    margin = "" if difference.exact else f" ±{100.0 * difference.margin:.1f}"
    return f"{signed(value, 1) if sign else f'{abs(value):.1f}'}{margin} points"
