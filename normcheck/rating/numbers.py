"""How the numbers of ratings are written."""

from fractions import Fraction
from math import floor

from normcheck.wording import say


def signed(value: Fraction | float) -> str:
    """A change with its sign and one decimal, two where they are needed: +1.4, -0.35, 0.0."""
    text = decimal(value)
    return f"+{text}" if value > 0 and text.strip("0.") else text


def decimal(value: Fraction | float) -> str:
    """A number with one decimal, or two where they are needed, one half away from zero."""
    exact = Fraction(value)
    hundredths = int(abs(exact) * 100 + Fraction(1, 2))
    return _written(-hundredths if exact < 0 else hundredths)


def reached(value: Fraction | float) -> str:
    """A live rating with one or two decimals, never more than it is: 2499.996 is 2499.99."""
    return _written(floor(Fraction(value) * 100))


def _written(hundredths: int) -> str:
    whole, rest = divmod(abs(hundredths), 100)
    decimals = f"{rest:02d}" if rest % 10 else str(rest // 10)
    return f"{'-' if hundredths < 0 else ''}{whole}.{decimals}"


def share(value: Fraction | float) -> str:
    """An expected score with two decimals."""
    return f"{float(value):.2f}"


def whole(value: float | None, places: int = 0) -> str:
    """A rounded number, or that it is not known."""
    return say("rating", "values", "missing") if value is None else f"{value:.{places}f}"
