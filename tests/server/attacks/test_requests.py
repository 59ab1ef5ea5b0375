"""Nonsense over HTTP by the thousand: every answer is a refusal or harmless, none is a failure of ours.

`make test` sends two thousand requests, `make test-deep` half a million (as many go over sockets, test_fuzz.py).
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from tests.server.attacks.test_lines import memory_of
from tests.server.running import Running, in_loop
from tests.server.test_fuzz import VALUES

pytestmark = pytest.mark.xdist_group("server")

ROUTES = [
    ("GET", "/api/house"), ("POST", "/api/games/hanamikoji/check"), ("GET", "/api/me"), ("PUT", "/api/me"),
    ("GET", "/api/tables"), ("GET", "/api/tables/{id}"), ("POST", "/api/tables/{id}/join"),
    ("POST", "/api/tables/{id}/leave"), ("POST", "/api/tables/{id}/put-away"), ("GET", "/api/tables/{id}/links"),
    ("POST", "/api/tables/{id}/carry"), ("GET", "/api/links/{id}"), ("POST", "/api/links/{id}"),
    ("GET", "/api/tables/{id}/replay"), ("GET", "/api/tables/{id}/replay/views"), ("GET", "/api/tables/{id}/record"),
    ("GET", "/api/tables/{id}/deal"), ("GET", "/api/tables/{id}/review"), ("POST", "/api/tables/{id}/review"),
    ("GET", "/health"), ("GET", "/metrics"), ("GET", "/"), ("GET", "/assets/x.js"), ("POST", "/api/play"),
    ("GET", "/api/tables/{id}/moment"), ("GET", "/api/tables/{id}/decisions"), ("GET", "/api/games/{id}/mind"),
    ("GET", "/api/games/hanamikoji/actions"), ("GET", "/api/games/{id}/actions"), ("GET", "/mind/{id}"),
    ("POST", "/api/tables"), ("OPTIONS", "/api/tables"), ("DELETE", "/api/tables/{id}"), ("PATCH", "/api/me"),
]
BODIES: list[Any] = [
    {"name": "Eve"}, {"options": {"rounds": "3"}}, {"game": "nothing"}, {"game": "hanamikoji", "level": "none"},
    {"seat": 0, "link": "x" * 22}, {"seats": [0, 1]}, {"is_away": True}, {"game": "hanamikoji", "seats": []}, [], None,
]
LAYS = {"/api/play", "/api/tables"}
"""Routes that would lay tables, if they were asked properly."""


def nonsense(rng: random.Random, table: str) -> tuple[str, str, bytes, dict[str, str]]:
    """Make one request that is wrong somewhere, or harmless."""
    method, path = rng.choice(ROUTES)
    ids = [table, "x", "%ff%fe", "A" * 22, "A" * 64, "A" * 500, "..%2f..", "%00", "\u2028".encode().hex(), "-", "null",
           "hanamikoji", "hanamikoji-.wasm", "_template-..%2f.json", "-.wasm"]
    path = path.replace("{id}", rng.choice(ids))
    if rng.random() < 0.3:
        queries = ["first=-1", "first=1e9", "count=0", "count=%ff", "first=&count=", "x" * 900, "%", "a=b&a=c",
                   "step=0", "step=-1", "step=0&actions=" + "9," * 300 + "9", "step=0&actions=%d9%a3", "step=0&seat=-1",
                   "step=99999&seat=16", "step=1e3", "first=100001", "ids=", "ids=" + "9" * 500, "ids=0,0,-1",
                   "ids=1,,2"]
        path += "?" + rng.choice(queries)
    body = rng.choice(BODIES)
    if isinstance(body, dict) and rng.random() < 0.7:
        body = body | {rng.choice([*body, "extra", "__proto__"]): rng.choice(VALUES)}
    data = json.dumps(body).encode()
    how = rng.randrange(6)
    if how == 0:
        data = rng.randbytes(rng.randrange(300))
    elif how == 1:
        data = data[: rng.randrange(len(data))]
    elif how == 2:
        data = b"[" * rng.randrange(16_000)
    if path in LAYS and method == "POST":
        data = data[:-1] + b",]"  # would lay a table
    headers = {"x-ochaya": "1", "content-type": "application/json"}
    headers |= rng.choice([
        {}, {"cookie": "ochaya=" + "x" * rng.randrange(400)}, {"content-type": "text/plain"}, {"origin": "http://evil"},
        {"content-type": "application/x-www-form-urlencoded"}, {"content-type": "multipart/form-data; boundary=x"},
        {"accept-encoding": "gzip, \xff"}, {"content-type": "\xff\xfe"}, {"x-forwarded-for": "1.2.3.4"},
        {"cookie": "ochaya=\"\\"}, {"host": "evil.example"}, {"range": "bytes=0-0,-1"}, {"expect": "nothing"},
    ])
    return method, path, b"" if method == "GET" else data, headers


def send_many(server: Running, table: str, count: int, seed: int) -> dict[int, int]:
    """Send so many requests over one line after the other; gives how often each status came."""
    rng, statuses = random.Random(seed), dict[int, int]()
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as line:
        for _ in range(count):
            method, path, data, headers = nonsense(rng, table)
            try:
                line.request(method, path, data or None, headers)
                with line.getresponse() as answer:
                    text = answer.read()
                    statuses[answer.status] = statuses.get(answer.status, 0) + 1
                    assert answer.status < 500, (method, path, data[:80], headers, text[:200])
            except (ConnectionError, http.client.HTTPException):
                line.close()  # the server has hung up on nonsense: that is an answer too
                statuses[0] = statuses.get(0, 0) + 1
    return statuses


async def attack(server: Running, count: int, seed: int) -> None:
    async with server.client("Ann") as ann:
        table = (await ann.play_now("_template"))["id"]
        async with ann.sit(table) as sitting:
            await sitting.wait_for_turn()  # the bot may have begun
        before, shown = memory_of(server), await ann.get(f"/api/tables/{table}")
        statuses = await asyncio.to_thread(send_many, server, table, count, seed)
        assert await ann.get(f"/api/tables/{table}") == shown, "no change of state"
        assert memory_of(server) < before + 40
        assert statuses.get(0, 0) < count / 4
        assert {400, 404, 405} <= set(statuses)


@in_loop
async def test_two_thousand_bad_requests_change_nothing(start: Callable[..., Running]) -> None:
    server = start(away=1e6)  # nobody becomes late meanwhile
    await attack(server, 2_000, 7)
    assert '"kind": ' not in server.log.read_text()


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100))
@in_loop
async def test_half_a_million_bad_requests_change_nothing(start: Callable[..., Running], seed: int) -> None:
    server = start(away=1e6)  # nobody becomes late meanwhile
    await attack(server, 5_000, seed)
    assert '"kind": ' not in server.log.read_text()
