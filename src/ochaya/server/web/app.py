"""The application: routes, error answers and the gate around them, put together for one House."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from ochaya import __version__
from ochaya.server.house.house import House
from ochaya.server.logs import log_failure
from ochaya.server.metrics import metrics
from ochaya.server.protocol.forms import Refusal
from ochaya.server.refusal import Elsewhere, LeaseLost, Refused
from ochaya.server.settings import Settings
from ochaya.server.sockets.relay import Exchange
from ochaya.server.sockets.visit import welcome_socket
from ochaya.server.study.archive import Archive
from ochaya.server.table.outbox import to_plain
from ochaya.server.web.forward import AWAY, Forwarding
from ochaya.server.web.health import health_routes
from ochaya.server.web.minds import mind_routes
from ochaya.server.web.routes import house_routes, link_routes, replay_routes, table_routes
from ochaya.server.web.security import MAX_BODY, Gate
from ochaya.server.web.static import Site, site_routes

KEYS = {400: "malformed", 404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "malformed"}
"""What errors of the framework are called; their own texts are not sent."""


def _refused(request: Request[Any, Any, Any], refused: Refused) -> Response[Refusal]:
    if isinstance(refused, Elsewhere | LeaseLost):  # nothing has happened yet: web/forward.py tries where the table is
        cast(Any, request.scope)["state"][AWAY] = refused
    metrics.refusals.add()
    told = Refusal(key=refused.key, details=refused.details)
    return Response(told, status_code=refused.status, media_type="application/json")


def _framework(_: Request[Any, Any, Any], wrong: HTTPException) -> Response[Refusal]:
    metrics.refusals.add()
    key = KEYS.get(wrong.status_code, "failed" if wrong.status_code >= 500 else "malformed")
    return Response(Refusal(key=key, details={}), status_code=wrong.status_code, media_type="application/json")


def _unreadable(_: Request[Any, Any, Any], wrong: Exception) -> Response[Refusal]:
    """Refuse a body that is no text, or JSON deeper than anybody needs: only reading one raises these."""
    return _refused(_, Refused("malformed"))


def _failed(_: Request[Any, Any, Any], wrong: Exception) -> Response[Refusal]:
    metrics.failures.add()
    log_failure("request.failed", wrong)
    return Response(Refusal(key="failed", details={}), status_code=500, media_type="application/json")


def make_app(settings: Settings) -> Gate:
    """Make the application."""
    house = House(settings)
    archive = Archive(house)
    cluster = house.cluster
    exchange = Exchange(house, cluster) if cluster else None

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        house.in_background(archive.keep_all())
        try:
            yield
        finally:
            await house.close()

    routes: list[Any] = [
        *house_routes(house), *table_routes(house), *link_routes(house), *replay_routes(house, archive),
        *mind_routes(house), *health_routes(house, exchange), *site_routes(Site()),
    ]
    inner = Litestar(
        routes, lifespan=[lifespan], request_max_body_size=MAX_BODY, logging_config=None,
        type_encoders={object: to_plain},
        exception_handlers={
            Refused: _refused, HTTPException: _framework, UnicodeDecodeError: _unreadable, RecursionError: _unreadable,
            Exception: _failed,
        },
        openapi_config=OpenAPIConfig(
            title="Ochaya", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()],
            description="The HTTP part of the protocol; the socket part is in docs/protocol.md.",
        ),
    )
    app = Forwarding(inner, house, cluster, MAX_BODY) if cluster else inner
    return Gate(cast(ASGIApp, app), functools.partial(welcome_socket, house, exchange), house)
