"""The outermost layer: headers on every answer, refusal of what comes from other sites, the guest's cookie, rates.

One ASGI layer around the application, so that nothing gets past it, static files and errors included.
"""

from __future__ import annotations

import time
from typing import Any, cast
from urllib.parse import urlsplit

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ochaya.server.forms import Refusal
from ochaya.server.house import House
from ochaya.server.metrics import metrics
from ochaya.server.outbox import encode
from ochaya.server.refusal import Refused

CONTENT_POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
    "media-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'",
))
HEADERS = [
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # addresses of tables and links are secrets
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
HARMLESS = ("GET", "HEAD", "OPTIONS")
OWN_HEADER = b"x-ochaya"
MAX_BODY = 16 * 1024


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    """Give a request's headers."""
    return dict(scope["headers"])


def address_of(scope: Scope) -> str:
    """Give the network address a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "-"


def is_own_origin(headers: dict[bytes, bytes]) -> bool:
    """Say whether a request comes from our own pages; programs that are no browsers send no origin."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin.decode("ascii")).netloc.lower() == headers.get(b"host", b"").decode("ascii").lower()
    except (UnicodeDecodeError, ValueError):
        return False


class Gate:
    """The layer itself."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp, house: House) -> None:
        self.app, self.sockets, self.house = app, sockets, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        kind = str(scope["type"])
        if kind == "http":
            await self._http(cast(HTTPScope, scope), receive, send)
        elif kind == "websocket":
            await self.sockets(scope, receive, send)  # has checks of its own
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        headers, path = headers_of(scope), scope["path"]
        guests, fresh = self.house.guests, None
        if path.startswith("/api/"):
            guest = guests.read_header(headers.get(b"cookie", b"").decode("latin-1"))
            if guest is None:
                guest = fresh = guests.new()
            cast(Any, scope).setdefault("state", {})["guest"] = guest

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(HEADERS)
                if path.startswith("/api/"):
                    own.append((b"cache-control", b"no-store"))
                if fresh and message["status"] < 400:
                    is_secure = scope["scheme"] == "https"
                    own.append((b"set-cookie", guests.set_cookie(fresh, is_secure=is_secure).encode()))
                names = {name for name, _ in own} - {b"set-cookie"}
                kept = [(name, value) for name, value in message.get("headers", []) if name.lower() not in names]
                message["headers"] = [*kept, *own]
            await send(message)

        try:
            self._check(scope, headers, fresh is not None)
        except Refused as refused:
            await refuse(send_with_headers, refused)
            return
        await self.app(scope, receive, send_with_headers)

    def _check(self, scope: HTTPScope, headers: dict[bytes, bytes], is_fresh: bool) -> None:
        """Refuse what is too fast, too large or comes from another site."""
        if scope["path"].startswith("/api/"):
            limits, address = self.house.limits, address_of(scope)
            limits.check("address", address)
            if is_fresh:
                limits.check("guest-address", address)
            else:
                limits.check("request", cast(Any, scope)["state"]["guest"])
        if scope["method"] in HARMLESS:
            return
        if OWN_HEADER not in headers or not is_own_origin(headers):
            raise Refused("wrong-origin")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > MAX_BODY:
            raise Refused("too-large")


async def refuse(send: Send, refused: Refused) -> None:
    """Answer with a refusal."""
    metrics.refusals.add()
    body = encode(Refusal(key=refused.key, details=refused.details))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()),
               (b"date", time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime()).encode())]
    start: Any = {"type": "http.response.start", "status": refused.status, "headers": headers}
    end: Any = {"type": "http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(end)
