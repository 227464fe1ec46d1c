"""What a clause asks, title by title, for people who want to read it up; the wording is the edition's."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

from normcheck.clauses import Clause
from normcheck.errors import WrongUsage
from normcheck.regulation import Edition, Title
from normcheck.wording import say

# The clauses whose numbers stand with the titles.
_PER_TITLE: dict[str, Callable[[Title], str]] = {
    "required_titles": lambda title: ", ".join(title.required),
    "floor": lambda title: str(title.floor),
    "performance": lambda title: str(title.performance),
    "average": lambda title: str(title.average),
    "peak_rating": lambda title: str(title.peak),
    "peak_unpublished": lambda title: str(title.peak),
}


@dataclass(frozen=True, slots=True)
class Row:
    """What a clause asks for one title: a rating, or titles of opponents; `article` as for this title."""

    title: str
    article: str
    what: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """One clause ready to print; `rows` is empty where the clause is the same for every title.

    `source` is the link to the text, `see` has further links; `certainty` says how sure
    the text is, empty if it was read.
    """

    key: str
    article: str
    heading: str
    edition: str
    asks: str
    rows: tuple[Row, ...]
    misread: str
    source: str
    see: tuple[str, ...]
    certainty: str


def certainty(clause: Clause) -> str:
    """How sure requirement and article number are, in words; "" if the text was read."""
    parts = [] if clause.certainty == "text" else [say("verdict", "certainty", clause.certainty)]
    if clause.article_certainty != "text":
        how = say("verdict", "certainty", clause.article_certainty)
        parts.append(say("verdict", "certainty", "article_number", how=how))
    return "; ".join(parts)


def _plain(article: str) -> str:
    return article.replace(".", "").lower()


def _articles(edition: Edition, key: str) -> list[str]:
    """All article numbers a clause has in an edition, its own first."""
    own = edition.clause(key).article
    return list(dict.fromkeys([own, *(edition.article(key, title) for title in edition.titles)]))


def find(edition: Edition, word: str) -> list[str]:
    """The keys of the clauses meant by a key or an article, in the order of the articles.

    Dots and capitals do not matter, and an article stands for all its paragraphs. If there is none,
    `WrongUsage` names near ones.
    """
    key = word.strip().lower().replace(" ", "_").replace("-", "_")
    if key in edition.clause_keys():
        return [key]
    wanted = _plain(word.strip())
    found = [
        key
        for key in edition.clause_keys()
        if wanted[:1].isdigit() and any(_plain(a).startswith(wanted) for a in _articles(edition, key))
    ]
    if not found:
        raise WrongUsage(_not_found(edition, word))
    return found


def _not_found(edition: Edition, word: str) -> str:
    keys = list(edition.clause_keys())
    articles = {article for key in keys for article in _articles(edition, key)}
    near = get_close_matches(word.strip().lower(), [*keys, *sorted(articles)], n=5, cutoff=0.5)
    hint = f"near: {', '.join(near)}" if near else f"give an article or a key, like {keys[-1]}"
    return f"There is no clause {word!r} in {edition.id}; {hint}."


def _rows(edition: Edition, key: str) -> tuple[Row, ...]:
    what = _PER_TITLE.get(key)
    if what is None:
        return ()
    return tuple(Row(name, edition.article(key, name), what(title)) for name, title in edition.titles.items())


def lines(edition: Edition, key: str) -> Explanation:
    """The explanation of a clause as it stands after all dated changes of the edition."""
    clause = edition.clause(key).on(date.max)
    return Explanation(
        key=key,
        article=clause.article,
        heading=clause.heading,
        edition=edition.title,
        asks=clause.asks,
        rows=_rows(edition, key),
        misread=clause.misread,
        source=clause.source,
        see=clause.see,
        certainty=certainty(clause),
    )
