"""Results as plain values for JSON: tuples with names become objects, exact fractions decimal numbers."""

from datetime import date
from fractions import Fraction

_PLACES = 6


def plain(value: object) -> object:
    """The value in lists, dictionaries, numbers and text; fractions and floats rounded to six places."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else round(float(value), _PLACES)
    if isinstance(value, float):
        return round(value, _PLACES)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return fields(value)
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value


def fields(value: tuple[object, ...]) -> dict[str, object]:
    """A tuple with names as an object."""
    names: tuple[str, ...] = getattr(value, "_fields", ())
    return {name: plain(one) for name, one in zip(names, value, strict=True)}
