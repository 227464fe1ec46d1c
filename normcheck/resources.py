"""Where the data of the package lies: the rules and the templates."""

from functools import cache
from pathlib import Path


@cache
def folder(name: str) -> Path:
    """Return the folder `name` ("rules" or "templates"), in an installed wheel as in a checkout.

    A wheel carries the folders inside the package, a checkout has them beside it. Raises
    `FileNotFoundError` when neither exists, which means that the installation is damaged.
    """
    package = Path(__file__).resolve().parent
    for place in (package / name, package.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"The folder {name!r} of normcheck is missing; install normcheck again.")
