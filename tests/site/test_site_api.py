import json

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from served import EXAMPLES

NOT_PROMISED = [positive_data_acceptance]  # any bytes fit the description of a file, but few are a tournament


@pytest.fixture(scope="session")
def description(url):
    return schemathesis.openapi.from_url(f"{url}openapi.json")


def test_whatever_is_sent_is_answered_as_the_description_says(description):
    seen = set()

    @settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=description["/api/check"]["POST"].as_strategy())
    def check(case):
        response = case.call(timeout=60)
        case.validate_response(response, excluded_checks=NOT_PROMISED)
        seen.add(response.status_code)

    check()
    assert seen & {400, 422}


def test_a_real_event_is_answered_as_the_description_says(description):
    operation = description["/api/check"]["POST"]
    content = (EXAMPLES / "lakeside_open.trf").read_bytes()
    case = operation.Case(body={"file": [content]}, media_type="multipart/form-data")
    response = case.call(timeout=60)
    case.validate_response(response)
    assert json.loads(response.content)["event"]["name"] == "Lakeside Open 2025"
