"""A request about a table that another server has: the whole request is passed to it, and its answer given as it is.

Nothing has happened yet when a table turns out to be elsewhere, so a request may be tried again for as long as nobody
has answered it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ochaya.server.bus.bus import NoAnswer, Nobody
from ochaya.server.bus.forms import Reply, Request, encode, read_reply, read_request, server_subject
from ochaya.server.house.cluster import Cluster
from ochaya.server.house.house import House
from ochaya.server.logs import request_id
from ochaya.server.metrics import metrics
from ochaya.server.refusal import Elsewhere, Refused
from ochaya.server.slices import asking
from ochaya.server.sockets.caller import address_of, headers_of
from ochaya.server.traces import here, span

if TYPE_CHECKING:
    from nats.aio.msg import Msg

TRIES, WAIT_SECONDS = 20, 0.15
"""How often, and after how long each, a table that has just moved is looked for again."""
ANSWER_SECONDS = 15.0
AWAY = "elsewhere"
"""Where the application says, in the state of a request, that its table is not here."""
KEPT_HEADERS = (b"content-type", b"content-encoding", b"content-disposition", b"vary")


class Body:
    """A request's body, which can be read again."""

    def __init__(self, receive: Receive) -> None:
        self.receive, self.messages, self.at = receive, list[Any](), 0

    async def read(self) -> Any:
        """Give the next part, as an application wants it."""
        if self.at == len(self.messages):
            self.messages.append(await self.receive())
        self.at += 1
        return self.messages[self.at - 1]

    async def whole(self, most: int) -> bytes:
        """Give all of it; raises Refused where it is too large."""
        self.at, data = 0, b""
        while (part := await self.read())["type"] == "http.request":
            data += part.get("body", b"")
            if len(data) > most:
                raise Refused("too-large")
            if not part.get("more_body"):
                break
        return data


class Forwarding:
    """Runs requests here, or where their table is."""

    def __init__(self, app: ASGIApp, house: House, cluster: Cluster, most_body: int) -> None:
        self.app, self.house, self.cluster, self.most_body = app, house, cluster, most_body
        cluster.on_request = self._asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; raises Refused if its table cannot be found."""
        if str(scope["type"]) == "http":
            await self._answer(cast(HTTPScope, scope), receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        body, state = Body(receive), cast(Any, scope).setdefault("state", {})

        async def send_unless_away(message: Message) -> None:
            if AWAY not in state:
                await send(message)

        for _ in range(TRIES):
            body.at = 0
            await self.app(scope, cast(Receive, body.read), send_unless_away)
            away: Refused | None = state.pop(AWAY, None)
            if away is None:
                return
            if isinstance(away, Elsewhere):
                reply = await self._ask(away.server, scope, await body.whole(self.most_body))
                if reply is not None and not reply.is_moved:
                    await _pass_on(send, reply)
                    return
            await asyncio.sleep(WAIT_SECONDS)
        raise Refused("busy")

    async def _ask(self, server: str, scope: HTTPScope, body: bytes) -> Reply | None:
        """Pass a request on; None if that server is gone. Raises Refused if it does not answer."""
        asked = Request(
            scope["method"], scope["path"], scope["query_string"], body,
            headers_of(scope).get(b"accept-encoding", b""), cast(Any, scope)["state"]["guest"], address_of(scope),
            request_id.get(), here(),
        )
        metrics.forwarded.add()
        try:
            subject = server_subject(server, "http")
            return read_reply(await self.cluster.bus.ask(subject, encode(asked), ANSWER_SECONDS))
        except Nobody:
            self.cluster.suspect(server)
            return None
        except NoAnswer:
            raise Refused("busy") from None

    async def _asked(self, message: Msg) -> None:
        """Answer a request that another server has passed on."""
        asked = read_request(message.data)
        request_id.set(asked.request)
        asking.set(asked.address)
        with span("forwarded", asked.trace):
            reply = Reply(503, [], b"", is_moved=True) if self.house.is_stopping else await self._run(asked)
        await message.respond(encode(reply))

    async def _run(self, asked: Request) -> Reply:
        """Run a request as if it had come here; its guest and rates were looked at where it came in."""
        scope: Any = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": asked.method, "scheme": "http",
            "path": asked.path, "raw_path": asked.path.encode(), "query_string": asked.query, "root_path": "",
            "headers": [(b"content-type", b"application/json"), (b"accept-encoding", asked.encodings),
                        (b"content-length", str(len(asked.body)).encode())],
            "client": (asked.address, 0), "server": None, "state": {"guest": asked.guest}, "extensions": {},
        }
        parts = iter([{"type": "http.request", "body": asked.body, "more_body": False}])
        answer: dict[str, Any] = {"status": 500, "headers": [], "body": b""}

        async def receive() -> Any:
            return next(parts, {"type": "http.disconnect"})

        async def send(told: Any) -> None:
            if told["type"] == "http.response.start":
                answer["status"] = told["status"]
                answer["headers"] = [(name, value) for name, value in told["headers"] if name.lower() in KEPT_HEADERS]
            else:
                answer["body"] += told.get("body", b"")

        await self.app(scope, receive, send)
        return Reply(answer["status"], answer["headers"], answer["body"], is_moved=AWAY in scope["state"])


async def _pass_on(send: Send, reply: Reply) -> None:
    length = (b"content-length", str(len(reply.body)).encode())
    start: Any = {"type": "http.response.start", "status": reply.status, "headers": [*reply.headers, length]}
    end: Any = {"type": "http.response.body", "body": reply.body, "more_body": False}
    await send(start)
    await send(end)
