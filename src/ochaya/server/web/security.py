"""The outermost layer: headers on every answer, refusal of what comes from other sites, the guest's cookie, rates.

One ASGI layer around the application, so that nothing gets past it, static files and errors included.
"""

from __future__ import annotations

import time
from typing import Any, cast

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ochaya.server.house.house import House
from ochaya.server.logs import new_request_id, request_id
from ochaya.server.metrics import metrics
from ochaya.server.protocol.forms import Refusal
from ochaya.server.protocol.messages import MAY_NOT
from ochaya.server.refusal import Refused
from ochaya.server.slices import asking
from ochaya.server.sockets.caller import address_of, headers_of, is_own_name, is_own_origin, own_names
from ochaya.server.table.outbox import encode
from ochaya.server.traces import span

CONTENT_POLICY = "; ".join((
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data:",
    "font-src 'self'", "media-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
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


class Gate:
    """The layer itself."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp, house: House) -> None:
        self.app, self.sockets, self.house = app, sockets, house
        self.names = own_names(house.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        kind = str(scope["type"])
        if kind == "http":
            await self._http(cast(HTTPScope, scope), receive, send)
        elif kind == "websocket":
            if is_own_name(headers_of(scope), self.names):
                await self.sockets(scope, receive, send)  # has checks of its own
            else:
                await receive()
                await send(cast(Any, {"type": "websocket.close", "code": MAY_NOT, "reason": ""}))
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        headers, path = headers_of(scope), scope["path"]
        request_id.set(new_request_id())
        if scope["method"] == "HEAD":
            scope["method"], send = "GET", without_body(send)
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
        try:
            with span(f"{scope['method']} request"):
                await self.app(scope, receive, send_with_headers)
        except Refused as refused:  # its table cannot be found: nothing has been answered yet
            await refuse(send_with_headers, refused)

    def _check(self, scope: HTTPScope, headers: dict[bytes, bytes], is_fresh: bool) -> None:
        """Refuse what is too fast, too large, comes from another site or is meant for another house."""
        if not is_own_name(headers, self.names):
            raise Refused("wrong-host")
        if not is_plain(scope["path"]):
            raise Refused("not-found")
        if scope["path"].startswith("/api/"):
            limits, address = self.house.limits, address_of(scope)
            asking.set(address)
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


def is_plain(path: str) -> bool:
    """Say whether an address is written in the one way we know: what is spelt `//api` must not pass by as a page."""
    parts = path.split("/")[1:]
    return path.startswith("/") and not ({".", ".."} & {*parts}) and "" not in parts[:-1] and not any(
        character in path for character in "\\\0"
    )


def without_body(send: Send) -> Send:
    """Answer a HEAD request: what GET would say, without its body."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return send_head


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
