"""What advises on a command line reads otherwise on the page."""

import re
import string
import tomllib

import pytest

from normcheck.errors import UnreadableInput, WrongUsage
from normcheck.event import Source
from normcheck.named import titles_named
from normcheck.read.document import say as said
from normcheck.read.refusal import refusal
from normcheck.resources import folder
from normcheck.shown import PAGE, TERMINAL, otherwise, shown_on
from normcheck.wording import say

WORDS = folder("rules") / "en"
COMMAND_LINE = re.compile(r"--[a-z]|\bnormcheck [a-z]|\bthe command \w+")
# Files whose sentences reach the page, and of these the ones that only a command line can call forth.
ON_PAGE = ("refusals*.toml", "notices*.toml", "inputs.toml", "verdict.toml", "pages.toml")
NEVER = {
    ("refusals", "no_ratings_titles"),
    ("refusals", "no_ratings_alone"),
    ("refusals", "ratings_not_kept"),
}


def flat(table, *path):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, *path, key)
        else:
            yield (*path, key), value


def load(name):
    return tomllib.loads((WORDS / name).read_text("utf-8"))


def sentences():
    """Every sentence that can reach the page, by file and keys; all refusals are one file."""
    for pattern in ON_PAGE:
        for path in sorted(WORDS.glob(pattern)):
            file = "refusals" if path.stem.startswith("refusals") else path.stem
            yield from (((file, *keys), text) for keys, text in flat(load(path.name)))


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


OTHERWISE = dict(flat(load("on_page.toml")))


@pytest.mark.parametrize("keys", OTHERWISE, ids=".".join)
def test_a_sentence_of_the_page_stands_for_another_with_the_same_values(keys):
    file, *rest = keys
    where = dict(sentences()) if file == "refusals" else dict(flat(load(f"{file}.toml"), file))
    assert keys in where
    assert fields(OTHERWISE[keys]) <= fields(where[keys])
    assert not COMMAND_LINE.search(OTHERWISE[keys])
    assert rest


def test_no_sentence_of_the_page_speaks_of_a_command_line():
    left = [key for key, text in sentences() if COMMAND_LINE.search(text) and key not in OTHERWISE]
    assert set(left) == NEVER


def test_the_place_decides_and_is_left_again():
    keys = ("verdict", "warnings", "sex_unknown")
    assert "--title" in say(*keys)
    with shown_on(PAGE):
        assert say(*keys) == OTHERWISE[keys]
        assert say("verdict", "units", "games") == "games"
        with shown_on(TERMINAL):
            assert "--title" in say(*keys)
        with pytest.raises(ZeroDivisionError), shown_on(TERMINAL):
            raise ZeroDivisionError
        assert otherwise(*keys)
    assert otherwise(*keys) is None


def test_refusals_of_every_kind_follow_the_place():
    def told():
        with pytest.raises(WrongUsage) as error:
            titles_named(("FM",))
        found = refusal("fide_rating_list", Source("list.xml"))
        assert isinstance(found, UnreadableInput)
        return str(error.value), str(found), said("answers_as_sheet", where="x", key="players")

    assert all(COMMAND_LINE.search(text) for text in told())
    with shown_on(PAGE):
        assert not any(COMMAND_LINE.search(text) for text in told())
        assert told()[1].startswith("list.xml: this is a FIDE rating list")
