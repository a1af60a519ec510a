"""Numbers as texts, where their sign matters."""


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
