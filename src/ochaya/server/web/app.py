"""The application: routes, error answers and the gate around them, put together for one House."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from ochaya import __version__
from ochaya.server.forms import Refusal
from ochaya.server.health import health_routes
from ochaya.server.house import House
from ochaya.server.logs import log_failure
from ochaya.server.metrics import metrics
from ochaya.server.outbox import to_plain
from ochaya.server.refusal import Refused
from ochaya.server.routes import house_routes, link_routes, replay_routes, table_routes
from ochaya.server.security import MAX_BODY, Gate
from ochaya.server.settings import Settings
from ochaya.server.sockets import welcome_socket
from ochaya.server.static import Site, site_routes

KEYS = {400: "malformed", 404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "malformed"}
"""What errors of the framework are called; their own texts are not sent."""


def _refused(_: Request[Any, Any, Any], refused: Refused) -> Response[Refusal]:
    metrics.refusals.add()
    told = Refusal(key=refused.key, details=refused.details)
    return Response(told, status_code=refused.status, media_type="application/json")


def _framework(_: Request[Any, Any, Any], wrong: HTTPException) -> Response[Refusal]:
    metrics.refusals.add()
    key = KEYS.get(wrong.status_code, "failed" if wrong.status_code >= 500 else "malformed")
    return Response(Refusal(key=key, details={}), status_code=wrong.status_code, media_type="application/json")


def _failed(_: Request[Any, Any, Any], wrong: Exception) -> Response[Refusal]:
    metrics.failures.add()
    log_failure("request.failed", wrong)
    return Response(Refusal(key="failed", details={}), status_code=500, media_type="application/json")


def make_app(settings: Settings) -> ASGIApp:
    """Make the application."""
    house = House(settings)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    routes: list[Any] = [
        *house_routes(house), *table_routes(house), *link_routes(house), *replay_routes(house), *health_routes(house),
        *site_routes(Site()),
    ]
    inner = Litestar(
        routes, lifespan=[lifespan], request_max_body_size=MAX_BODY, logging_config=None,
        type_encoders={object: to_plain},
        exception_handlers={Refused: _refused, HTTPException: _framework, Exception: _failed},
        openapi_config=OpenAPIConfig(
            title="Ochaya", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()],
            description="The HTTP part of the protocol; the socket part is in docs/protocol.md.",
        ),
    )
    return Gate(inner, functools.partial(welcome_socket, house), house)
