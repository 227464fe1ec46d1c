"""One server for all tests that only ask."""

import pytest
from served import Visitor, serving


@pytest.fixture(scope="session")
def url():
    with serving() as (address, _):
        yield address


@pytest.fixture
def visitor(url):
    return Visitor(url)
