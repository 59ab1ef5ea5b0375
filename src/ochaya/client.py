"""Play a seat over the network from Python: for bots as clients, scripts and tests.

    async with Client("http://127.0.0.1:8000", name="My bot") as client:
        table_id = (await client.play_now("hanamikoji"))["id"]
        async with client.sit(table_id) as table:
            while not await table.wait_for_turn():
                await table.act(table.legal[0])

A client is one guest with one cookie. It knows what the server tells it and nothing else; it holds no rules.
"""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = Any
COOKIE = "ochaya"


class ServerSaysNo(Exception):
    """The server refused: `key` and `details` as in docs/protocol.md."""

    def __init__(self, key: str, details: dict[str, Json] | None = None, status: int = 0) -> None:
        super().__init__(key)
        self.key, self.details, self.status = key, details or {}, status


class Client:
    """One guest of one server."""

    def __init__(self, address: str, name: str | None = None, cookie: str | None = None) -> None:
        self.address = urlsplit(address)
        self.name = name
        self.cookie = cookie
        """The guest's identity: keep it to come back to one's seats."""

    async def __aenter__(self) -> Self:
        if self.name:
            await self.put("/api/me", {"name": self.name})
        else:
            await self.get("/api/me")
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    # -- HTTP --------------------------------------------------------------------------------------------------------

    async def get(self, path: str) -> Json:
        """Ask for something."""
        return await asyncio.to_thread(self._request, "GET", path, None)

    async def post(self, path: str, body: Json = None) -> Json:
        """Do something."""
        return await asyncio.to_thread(self._request, "POST", path, {} if body is None else body)

    async def put(self, path: str, body: Json) -> Json:
        """Change something."""
        return await asyncio.to_thread(self._request, "PUT", path, body)

    def _request(self, method: str, path: str, body: Json) -> Json:
        assert self.address.hostname
        kind = http.client.HTTPSConnection if self.address.scheme == "https" else http.client.HTTPConnection
        line = kind(self.address.hostname, self.address.port, timeout=30)
        headers = {"x-ochaya": "1", "content-type": "application/json"}
        if self.cookie:
            headers["cookie"] = f"{COOKIE}={self.cookie}"
        try:
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            data = answer.read()
        finally:
            line.close()
        fresh = (answer.getheader("set-cookie") or "").split(";")[0]
        if fresh.startswith(f"{COOKIE}="):
            self.cookie = fresh[len(COOKIE) + 1 :]
        if "json" not in (answer.getheader("content-type") or ""):
            return data.decode()
        told: Json = json.loads(data) if data else None
        if answer.status >= 400:
            raise ServerSaysNo(told["key"], told["details"], answer.status)
        return told

    async def play_now(self, game: str, level: str = "adept", **options: str) -> Json:
        """Lay a table against bots and begin."""
        return await self.post("/api/play", {"game": game, "level": level, "options": options})

    async def new_table(self, game: str, seats: list[dict[str, Json]], **more: Json) -> Json:
        """Lay a table; seats are {"kind": "me"}, {"kind": "open"} or {"kind": "bot", "level": …}."""
        return await self.post("/api/tables", {"game": game, "seats": seats, **more})

    async def join(self, table_id: str, link: str | None = None, seat: int | None = None) -> Json:
        """Sit down at a table."""
        return await self.post(f"/api/tables/{table_id}/join", {"link": link, "seat": seat})

    async def links(self, table_id: str) -> Json:
        """Give the invitation and the watching link of one's own table."""
        return await self.get(f"/api/tables/{table_id}/links")

    @asynccontextmanager
    async def sit(self, table_id: str, *, link: str | None = None, seat: int | None = None) -> AsyncIterator[Table]:
        """Open the socket at a table and say hello; with a watching link, watch."""
        scheme = "wss" if self.address.scheme == "https" else "ws"
        where = f"{scheme}://{self.address.netloc}/api/tables/{table_id}/socket"
        headers = {"cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        async with connect(
            where, additional_headers=headers, compression=None, max_size=2**24, open_timeout=40, close_timeout=2
        ) as socket:
            table = Table(socket)
            await table.hello(link, seat)
            yield table


class Table:
    """One socket at one table; follows the match and keeps the last known moment."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.refs = itertools.count(1)
        self.version = -1
        self.view: Json = None
        self.legal: list[dict[str, Json]] = []
        """The actions open to this seat now; empty when it is not its turn."""
        self.table: Json = None
        self.you: Json = None
        self.steps: list[Json] = []
        """Everything told so far, oldest first."""
        self.heard: list[Json] = []
        """Messages other than those about the moment, oldest first, until somebody takes them."""

    async def hello(self, link: str | None = None, seat: int | None = None) -> None:
        """Say hello; the server answers with everything."""
        with suppress(ConnectionClosed):  # refused at the door: why has been said already
            await self.send({"type": "hello", "link": link, "seat": seat})
        await self.until("table")

    async def send(self, message: dict[str, Json]) -> int:
        """Send any message of the protocol; gives the number its answer will carry."""
        ref = next(self.refs)
        await self.socket.send(json.dumps({"ref": ref, **message}))
        return ref

    async def hear(self) -> Json:
        """Wait for the next message and take it in."""
        message = json.loads(await self.socket.recv())
        kind = message["type"]
        if kind in ("table", "update"):
            if kind == "update" and message["since"] != self.version:
                await self.send({"type": "sync"})
                return message
            self.version, self.view, self.you = message["version"], message["view"], message["you"]
            self.legal = expand(message["legal"])
            self.table = message["table"] or self.table
            self.steps = message["steps"] if kind == "table" else self.steps + message["steps"]
        elif kind == "room":
            news = {name: message[name] for name in ("seats", "next_table", "preparing")}
            self.you, self.table = message["you"], {**self.table, **news}
            self.heard.append(message)
        else:
            self.heard.append(message)
        return message

    async def until(self, *kinds: str, ref: int | None = None) -> Json:
        """Hear until a message of one of these kinds comes; an error to `ref` is raised."""
        while True:
            message = await self.hear()
            if message["type"] == "error" and ("error" not in kinds or (ref is not None and message["ref"] == ref)):
                raise ServerSaysNo(message["key"], message["details"])
            if message["type"] in kinds and (ref is None or message.get("ref", ref) == ref):
                return message

    async def ask(self, message: dict[str, Json], *answers: str) -> Json:
        """Send a message and wait for its answer (`saved` unless told); raises ServerSaysNo."""
        ref = await self.send(message)
        return await self.until(*(answers or ("saved",)), ref=ref)

    async def act(self, action: dict[str, Json] | int) -> None:
        """Do an action, given as from `legal` or by id; returns once the server has it."""
        chosen = action["id"] if isinstance(action, dict) else action
        saved = await self.ask({"type": "act", "version": self.version, "action": chosen})
        while self.version < saved["version"]:
            await self.hear()

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.table and self.table["status"] == "over")

    async def wait_for_turn(self) -> bool:
        """Wait until there is something to choose; gives True when the match is over instead."""
        while not self.legal and not self.is_over:
            await self.hear()
        return self.is_over

    async def close(self) -> None:
        """Leave the table's socket (not the seat)."""
        try:
            await self.socket.close()
        except ConnectionClosed:
            return


def expand(groups: list[Json] | None) -> list[dict[str, Json]]:
    """Turn the compact legal list into actions."""
    return [
        {"id": action, "kind": group["kind"], **{
            name: column["values"][row if column["at"] is None else column["at"][row]]
            for name, column in group["fields"].items()
        }}
        for group in groups or []
        for row, action in enumerate(itertools.accumulate(group["ids"]))
    ]
