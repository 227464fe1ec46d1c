"""XML from strangers: parsed without entities, without the network, within bounds."""

from lxml import etree

from normcheck.event import Source
from normcheck.read.refusal import refusal

_MARKS = tuple(mark.encode(code) for mark in ("<!DOCTYPE", "<!ENTITY") for code in ("utf-8", "utf-16-le", "utf-16-be"))


def refuse_entities(data: bytes, source: Source) -> None:
    """Refuse XML with a document type, the only place where entities can be defined."""
    if any(mark in data for mark in _MARKS):
        raise refusal("entities", source)


def parse_xml(data: bytes, source: Source) -> etree._Element:
    """The root of a document; entities are refused, and nothing is fetched.

    Raises `UnreadableInput` with the line for what is not well formed.
    """
    refuse_entities(data, source)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 0
        reason = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise refusal("xml_damaged", source._replace(line=line), reason=reason) from error
