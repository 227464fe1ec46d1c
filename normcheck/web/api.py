"""``POST /api/check`` and its description: the document of ``check --format json`` for programs."""

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from normcheck import __version__
from normcheck.regulation import NORM_TITLES
from normcheck.report.model import Document
from normcheck.web.desk import Desk
from normcheck.web.orders import Order
from normcheck.web.pool import Refused
from normcheck.web.uploads import receive
from normcheck.wording import say

_STATUSES = ("400", "401", "403", "408", "413", "421", "422", "500", "503", "504")


async def check(desk: Desk, request: Request) -> Response:
    """Judge the files of a form and return the document."""
    try:
        return Response(await _judged(desk, request), media_type="application/json")
    except Refused as error:
        return JSONResponse({"error": str(error)}, error.status)


async def _judged(desk: Desk, request: Request) -> bytes:
    sent = await receive(request, desk.limits)
    files, answers = sent.files.get("file", []), sent.files.get("answers", [])
    unknown = ({*sent.files} - {"file", "answers"}) | ({key for key, _ in sent.fields} - {"title"})
    if unknown:
        raise Refused(say("web", "errors", "unknown_field", fields=", ".join(sorted(unknown))), 400)
    if not files or len(answers) > 1:
        raise Refused(say("web", "errors", "no_file_field" if not files else "two_answers"), 400)
    titles = tuple(title.strip().upper() for title in sent.all("title"))
    given = [*files, *answers]
    names = tuple(name for name, _ in given)
    order = Order(task="check", files=names, titles=titles, with_answers=bool(answers))
    return await desk.pool.run(order, [content for _, content in given])


async def describe(_request: Request) -> Response:
    """The OpenAPI description."""
    return JSONResponse(description())


@cache
def description() -> dict[str, Any]:
    """The OpenAPI description, with the schema of the document."""
    place = "#/components/schemas/{model}"
    schema = Document.model_json_schema(by_alias=True, mode="serialization", ref_template=place)
    schemas = {**schema.pop("$defs"), "Document": schema, "Problem": _problem()}
    answers: dict[str, Any] = {status: _answer(f"status_{status}", "Problem") for status in _STATUSES}
    operation = {
        "operationId": "check",
        "summary": say("web", "api", "summary"),
        "description": say("web", "api", "description"),
        "requestBody": {"required": True, "content": {"multipart/form-data": _form()}},
        "responses": {"200": _answer("status_200", "Document"), **answers},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "normcheck", "version": __version__, "description": say("web", "api", "about")},
        "paths": {"/api/check": {"post": operation}},
        "components": {"schemas": schemas},
    }


def _answer(key: str, schema: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    return {"description": say("web", "api", key), "content": content}


def _problem() -> dict[str, Any]:
    error = {"type": "string", "description": say("web", "api", "error")}
    return {"type": "object", "properties": {"error": error}, "required": ["error"], "additionalProperties": False}


def _form() -> dict[str, Any]:
    binary = {"type": "string", "contentMediaType": "application/octet-stream", "format": "binary"}
    fields = {
        "file": {"type": "array", "items": binary, "minItems": 1, "description": say("web", "api", "file")},
        "answers": {**binary, "description": say("web", "api", "answers")},
        "title": {
            "type": "array",
            "items": {"type": "string", "enum": list(NORM_TITLES)},
            "description": say("web", "api", "title"),
        },
    }
    return {"schema": {"type": "object", "properties": fields, "required": ["file"], "additionalProperties": False}}
