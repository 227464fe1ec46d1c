"""Federation codes: which of them FIDE knows."""

import tomllib
from functools import cache

from normcheck.resources import folder


@cache
def federation_codes() -> frozenset[str]:
    """All codes that are kept as they stand, FID and NON included; from ``federations.toml``."""
    table = tomllib.loads((folder("rules") / "federations.toml").read_text("utf-8"))
    return frozenset(" ".join(table[key] for key in ("codes", "former", "special")).split())


def known_federation(text: str) -> str:
    """The code behind `text` in capitals, or "" if it is blank, a club code or unknown."""
    code = text.strip().upper()
    return code if code in federation_codes() else ""
