"""Attacks on single lines: floods of pings, requests that never end, other spellings and names. All on loopback."""

from __future__ import annotations

import base64
import os
import socket
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.running import Running, in_loop

PING = b"\x89\x80\x00\x00\x00\x00"  # masked, empty
PONG = b"\x8a\x80\x00\x00\x00\x00"
BEGUN = b"\x01\x80\x00\x00\x00\x00"  # the first piece of a text message
PIECE = b"\x00\x80\x00\x00\x00\x00"  # a further piece, not the last


def memory_of(server: Running) -> float:
    """Give the server's resident megabytes."""
    return int(Path(f"/proc/{server.pid}/status").read_text().split("VmRSS:")[1].split()[0]) / 1024


def open_socket(server: Running, table: str, cookie: str = "", room: int = 0) -> socket.socket:
    """Do the handshake of a table's socket by hand; `room`: how many bytes may wait on our side until we read."""
    line = socket.socket()
    if room:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    line.settimeout(10)
    line.connect(("127.0.0.1", server.port))
    key = base64.b64encode(os.urandom(16)).decode()
    words = [
        f"GET /api/tables/{table}/socket HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Upgrade: websocket",
        "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}",
    ]
    line.sendall(("\r\n".join(words) + "\r\n\r\n").encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):  # and not a byte more: the first message may follow at once
        answer += line.recv(1)
    assert b" 101 " in answer
    return line


def flood(line: socket.socket, begin: bytes, frame: bytes, *, seconds: float, is_reading: bool) -> bool:
    """Send the same frame again and again for so long; gives whether the line was cut."""
    line.setblocking(False)
    data, until = begin + frame * 10_000, time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            sent = line.send(data)
            data = data[sent:] or frame * 10_000
        except BlockingIOError:
            time.sleep(0.005)
        except OSError:
            return True
        if is_reading:
            with suppress(BlockingIOError):
                try:
                    if line.recv(65536) == b"":
                        return True
                except OSError as gone:
                    if not isinstance(gone, BlockingIOError):
                        return True
    return False


@pytest.mark.parametrize(("begin", "frame"), [(b"", PING), (b"", PONG), (BEGUN, PIECE)], ids=["ping", "pong", "pieces"])
@pytest.mark.parametrize("is_reading", [False, True], ids=["never reading", "reading"])
@in_loop
async def test_a_flood_of_small_frames_is_cut_off_and_costs_no_memory(
    server: Running, begin: bytes, frame: bytes, is_reading: bool
) -> None:
    async with server.client() as client:
        table = (await client.play_now("_template"))["id"]
        before = memory_of(server)
        with closing(open_socket(server, table, f"ochaya={client.cookie}")) as line:
            assert flood(line, begin, frame, seconds=3, is_reading=is_reading)
        assert memory_of(server) < before + 20
        begun = time.monotonic()
        await client.get("/api/me")
        assert time.monotonic() - begun < 1


@in_loop
async def test_an_ordinary_ping_is_answered(server: Running) -> None:
    async with server.client() as client:
        table = (await client.play_now("_template"))["id"]
        with closing(open_socket(server, table, f"ochaya={client.cookie}")) as line:
            line.sendall(PING)
            assert line.recv(100) == b"\x8a\x00"


@in_loop
async def test_a_message_that_grows_when_unpacked_is_cut_off(server: Running) -> None:
    async with server.client() as client:
        table = (await client.play_now("_template"))["id"]
        before = memory_of(server)
        where = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        async with connect(where, compression="deflate", close_timeout=2) as line:
            with suppress(ConnectionClosed):
                await line.send(" " * 50_000_000)
            with pytest.raises(ConnectionClosed) as closed:
                await line.recv()
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        assert memory_of(server) < before + 20


def test_requests_that_never_end_are_cut_off_and_others_come_in(start: Callable[..., Running]) -> None:
    server = start(limits=True, request_seconds=3.0)
    parts = [b"GET /api/house HTTP/1.1\r\nHost: 127.0.0.1\r\nx: ", b"",
             b"POST /api/play HTTP/1.1\r\nHost: 127.0.0.1\r\nx-ochaya: 1\r\nContent-Length: 100\r\n\r\n{"]
    lines = []
    for number in range(600):
        line = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        line.sendall(parts[number % 3])
        lines.append(line)
    begun = time.monotonic()
    server.wait_until_well()
    assert time.monotonic() - begun < 2
    assert len(server.log.read_text()) < 20_000
    time.sleep(3.5)
    for line in lines:
        with closing(line), suppress(ConnectionError):
            line.settimeout(20)
            line.recv(4096)  # the end, or an answer to what cannot become a request
    assert server.is_alive()


def ask(server: Running, path: str, method: str = "GET", host: str = "127.0.0.1") -> tuple[int, dict[str, str], bytes]:
    """Send a request exactly as written."""
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=10)) as line:
        line.sendall(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while piece := line.recv(65536):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    return int(first.split()[1]), dict(one.lower().split(": ", 1) for one in rest), body


@pytest.mark.parametrize("path", [
    "//api/me", "/api//me", "/./api/me", "/x/../api/me", "/%2e/api/me", "/%2fapi/me", "/api/%2e%2e/api/me", "///",
    "/\\api/me", "/api%5cme", "/api/me%00",
])
def test_other_spellings_of_an_address_are_refused(server: Running, path: str) -> None:
    status, headers, _ = ask(server, path)
    assert status == 404
    assert headers["x-content-type-options"] == "nosniff"


def test_head_answers_like_get_without_a_body(server: Running) -> None:
    for path in ("/api/house", "/", "/health"):
        status, headers, body = ask(server, path, "HEAD")
        assert (status, body) == (200, b"")
        assert int(headers["content-length"]) > 0


def test_only_names_of_this_house_are_answered(start: Callable[..., Running]) -> None:
    server = start(names=["tea.example.org"])
    for host in ("127.0.0.1", "localhost:8000", "[::1]:8000", "192.168.1.7", "tea.example.org", "TEA.example.org:80"):
        assert ask(server, "/api/house", host=host)[0] == 200
    for host in ("evil.example", "tea.example.org.evil.example", "127.0.0.1.evil.example", "", "["):
        assert ask(server, "/api/house", host=host)[0] == 421
