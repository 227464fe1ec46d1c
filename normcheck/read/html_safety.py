"""Pages from strangers: parsed without the network and without entities of their own, within bounds."""

from threading import Thread

from lxml import etree, html

from normcheck.event import Source
from normcheck.read.refusal import refusal

MOST_SECONDS = 20.0  # the largest real page takes a hundredth of one


def parse_page(text: str, source: Source) -> html.HtmlElement:
    """The root of a page, without scripts and styles.

    The parser cannot be interrupted and takes a time that grows with the square of the attributes of one element; so
    it works in a thread that is given up after `MOST_SECONDS`. Raises `UnreadableInput` then, and for what is no page.
    """
    roots: list[html.HtmlElement] = []
    worker = Thread(target=_parse, args=(text, roots), daemon=True)
    worker.start()
    worker.join(MOST_SECONDS)
    if worker.is_alive():
        raise refusal("page_too_complex", source)
    if not roots:
        raise refusal("page_damaged", source)
    etree.strip_elements(roots[0], "script", "style", with_tail=False)
    return roots[0]


def _parse(text: str, roots: list[html.HtmlElement]) -> None:
    """Put the root into the list; what cannot be parsed leaves it empty."""
    parser = html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=False)
    try:
        roots.append(html.document_fromstring(text.encode("utf-8", "replace"), parser=parser))
    except (etree.LxmlError, ValueError, AssertionError):
        return
