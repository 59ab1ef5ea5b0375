"""The HTTP part: schemathesis asks everything the schema allows and more; headers, origins, cookies and rates."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ochaya.client import Client, ServerSaysNo
from tests.server.running import Running, in_loop

pytestmark = pytest.mark.xdist_group("server")


def request(
    server: Running, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Make one plain request, without a client's manners."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as line:
        line.request(method, path, body, headers or {})
        with line.getresponse() as answer:
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_schemathesis_finds_no_crash_and_no_answer_outside_the_schema(server: Running) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}/api/schema/openapi.json")
    asked = 0
    for operation in schema.get_all_operations():
        case_of: Any = operation.ok()  # type: ignore[union-attr]

        @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @_given(case_of)
        def ask(case: Any) -> None:
            nonlocal asked
            answer = case.call(base_url=server.address, headers={"x-ochaya": "1"}, timeout=20)
            assert answer.status_code < 500 or answer.json() == {"key": "not-stored", "details": {}}
            if answer.status_code >= 400:
                assert set(answer.json()) == {"key", "details"}
            assert b"Traceback" not in answer.content
            asked += 1

        ask()
    assert asked > 60
    assert server.is_alive()


def _given(operation: Any) -> Callable[[Callable[[Any], None]], Callable[[], None]]:
    from hypothesis import given

    return given(case=operation.as_strategy())


def test_every_answer_carries_the_strict_headers(server: Running) -> None:
    for path in ("/", "/api/house", "/api/nothing", "/table/abc", "/health", "/assets/none.js",
                 "/api/schema/openapi.json"):
        status, headers, body = request(server, "GET", path)
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
        if path.startswith("/api/"):
            assert headers["cache-control"] == "no-store"
        if path in ("/api/nothing", "/assets/none.js"):
            assert (status, json.loads(body)) == (404, {"key": "not-found", "details": {}})


def test_the_cookie_is_signed_http_only_and_same_site(server: Running) -> None:
    _, headers, _ = request(server, "GET", "/api/me")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    value = cookie.split(";")[0]
    _, headers, _ = request(server, "GET", "/api/me", headers={"cookie": value})
    assert "set-cookie" not in headers
    _, headers, _ = request(server, "GET", "/api/me", headers={"cookie": value[:-2] + "xx"})
    assert "set-cookie" in headers, "a forged cookie is a newcomer's"


def test_other_sites_can_change_nothing(server: Running) -> None:
    body = json.dumps({"game": "hanamikoji"})
    own = {"x-ochaya": "1", "content-type": "application/json"}
    cases = [
        ({"content-type": "application/json"}, 403), ({"content-type": "text/plain"}, 403),
        ({**own, "origin": "https://evil.example"}, 403), ({**own, "origin": "null"}, 403),
        (own, 201), ({**own, "origin": server.address}, 201),
    ]
    for headers, expected in cases:
        status, _, told = request(server, "POST", "/api/play", body, headers)
        assert status == expected, told
    status, headers, _ = request(server, "OPTIONS", "/api/play", headers={
        "origin": "https://evil.example", "access-control-request-method": "POST",
        "access-control-request-headers": "x-ochaya"})
    assert not any(name.startswith("access-control") for name in headers)


def test_bodies_are_bounded_and_wrong_ones_are_called_malformed(server: Running) -> None:
    own = {"x-ochaya": "1", "content-type": "application/json"}
    assert request(server, "POST", "/api/play", "x" * 100_000, own)[0] == 413
    for body in ("", "{", "[]", "null", '{"game": 1}', '{"game": "hanamikoji", "extra": 1}', '{"options": {}}'):
        status, _, told = request(server, "POST", "/api/play", body, own)
        assert (status, json.loads(told)) == (400, {"key": "malformed", "details": {}})
    assert request(server, "DELETE", "/api/play", None, own)[0] == 405
    assert request(server, "GET", "/api/tables/..%2f..%2fsecret")[0] == 404


@in_loop
async def test_names_are_cleaned(server: Running) -> None:
    async with server.client() as client:
        assert (await client.get("/api/me"))["is_new"]
        assert (await client.put("/api/me", {"name": "  <i>Zoë</i>\u202e\u0000  B "}))["name"] == "<i>Zoë</i> B"
        for bad in ("", "   ", "\u202e", "x" * 200):
            with pytest.raises(ServerSaysNo, match=r"bad-name|malformed"):
                await client.put("/api/me", {"name": bad})


@in_loop
async def test_too_fast_is_refused_by_guest_and_by_address(start: Callable[..., Running]) -> None:
    server = start(limits=True)
    async with server.client() as client:
        keys = []
        for _ in range(30):
            try:
                await client.play_now("_template")
            except ServerSaysNo as refused:
                keys.append((refused.key, refused.status))
        assert set(keys) == {("too-fast", 429)}
        assert len(keys) < 20, "the first ones were laid"
        laid = (await client.get("/api/tables"))["mine"][0]["id"]
        async with client.sit(laid) as table:
            for _ in range(90):
                await table.send({"type": "ping"})
            answers = [await table.until("pong", "error") for _ in range(90)]
            assert {answer["type"] for answer in answers} == {"pong", "error"}
            assert {answer.get("key") for answer in answers} == {None, "too-fast"}
            await asyncio.sleep(4)  # the bucket of messages fills faster than that of whole tables
            for _ in range(55):
                await table.send({"type": "sync"})
            told = [await table.until("table", "error") for _ in range(55)]
            assert sum(answer["type"] == "error" for answer in told) >= 5
    strangers = 0
    for _ in range(150):
        try:
            await Client(server.address).get("/api/me")
        except ServerSaysNo as refused:
            strangers += refused.key == "too-fast"
    assert strangers > 10, "new guests from one address are bounded"
    async with connect(f"ws://127.0.0.1:{server.port}/api/tables/{laid}/socket") as socket:
        assert json.loads(await socket.recv())["key"] == "too-fast", "and so are their sockets"
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4029


def test_metrics_and_health_tell_nothing_about_single_matches(server: Running) -> None:
    _, _, health = request(server, "GET", "/health")
    assert json.loads(health)["is_well"]
    _, headers, text = request(server, "GET", "/metrics")
    assert headers["content-type"].startswith("text/plain")
    assert b"ochaya_actions_total" in text
    for line in text.decode().splitlines():
        assert line.startswith("#") or len(line.split()) == 2
