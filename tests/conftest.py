"""Tests never see the rating lists of the person who runs them."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _no_lists_of_the_user(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NORMCHECK_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


@pytest.fixture
def update_golden(request):
    return request.config.getoption("--update-golden")
