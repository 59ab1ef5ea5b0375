"""Whatever is done to a server, nobody at another table waits for it longer than a fifth of a second.

A bystander in a process of their own (bystander.py) asks all the while: for an answer over the socket, for an action to
be stored, for a page. In `make test` each attack lasts a moment, and what is judged is the processor time that the
server spent between question and answer, which no busy machine can lengthen; `make test-deep` attacks longer and harder
and judges the wall's clock too.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ochaya.client import Client, ServerSaysNo, Table, expand
from tests.server.attacks.bystander import spent_by
from tests.server.attacks.test_damage import BAD, damage
from tests.server.attacks.test_lines import BEGUN, PIECE, PING, PONG, open_socket
from tests.server.attacks.test_requests import send_many
from tests.server.running import ROOT, Running, hear_until, in_loop, play_random

pytestmark = [
    pytest.mark.xdist_group("server"),
    pytest.mark.skipif(sys.platform != "linux", reason="other addresses of loopback, other processes' clocks"),
]

LONGEST = 0.2
BOTS_LONGEST = 3.0
TINY, LARGE = "_template", "ingenious"


class Watched:
    """A server with a bystander."""

    def __init__(self, process: subprocess.Popen[str], *, has_bots: bool) -> None:
        self.process, self.has_bots = process, has_bots

    async def waits(self) -> list[tuple[str, float, float]]:
        """Give what the bystander has waited since last asked."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        told = json.loads(await asyncio.to_thread(self.process.stdout.readline))
        assert told["failed"] is None, told["failed"]
        return [tuple(one) for one in told["waits"]]

    async def is_asking(self) -> None:
        """Wait until the bystander plays."""
        asked: set[str] = set()
        while not asked >= ({"act", "bot"} if self.has_bots else {"act"}):
            asked |= {kind for kind, _, _ in await self.waits()}
            await asyncio.sleep(0.1)


@contextmanager
def watched(server: Running, *, has_bots: bool = False) -> Iterator[Watched]:
    """Let a bystander ask while something goes on."""
    words = [sys.executable, "-m", "tests.server.attacks.bystander", str(server.port), str(server.pid), str(has_bots)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            yield Watched(process, has_bots=has_bots)
        finally:
            process.kill()


# -- the attacks: each of one address, within what the server allows, for some seconds --------------------------------


def said(message: dict[str, Any]) -> bytes:
    """Give a message as a frame."""
    text = json.dumps(message).encode()
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text


async def guests_of(server: Running, count: int) -> list[Client]:
    """Come in as so many guests."""
    guests = [server.client() for _ in range(count)]
    await asyncio.gather(*(guest.get("/api/me") for guest in guests))
    return guests


BOTH: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "me"}]


async def lay(host: Client, game: str, seats: list[dict[str, Any]] = BOTH, **more: Any) -> str:
    """Lay a table, as soon as the address may again: an attack before this one may have used up what it may lay."""
    while True:
        try:
            return str((await host.new_table(game, seats, **more))["id"])
        except ServerSaysNo as no:
            if no.key != "too-fast":
                raise
            await asyncio.sleep(0.5)


async def public_table(server: Running, game: str) -> tuple[Client, str]:
    """Lay a table that everybody may watch, both sides one's own."""
    host = (await guests_of(server, 1))[0]
    return host, await lay(host, game, is_public=True)


def send_unread(server: Running, places: list[tuple[str, Client]], frames: list[bytes], seconds: float) -> None:
    """Send the same again and again over many lines, never reading; a line that is cut is opened anew."""
    lines: dict[int, socket.socket] = {}
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for number, (table, guest) in enumerate(places):
            with suppress(OSError, AssertionError):
                if number not in lines:
                    lines[number] = open_socket(server, table, f"ochaya={guest.cookie}")
                    lines[number].sendall(said({"type": "hello"}))
                    lines[number].setblocking(False)
                try:
                    lines[number].send(frames[number % len(frames)])
                except BlockingIOError:
                    pass
                except OSError:
                    lines.pop(number).close()
        time.sleep(0.02)
    for line in lines.values():
        line.close()


async def slow_readers(server: Running, seconds: float, strength: int) -> None:
    """Ask for everything at a table with much to tell, and read nothing of it."""
    host, table = await public_table(server, LARGE)
    places = [(table, guest) for guest in (host, *await guests_of(server, 4 * strength))] * 5
    await asyncio.to_thread(send_unread, server, places, [said({"type": "sync"})], seconds)


async def floods_of_pings(server: Running, seconds: float, strength: int) -> None:
    """Send signals and pieces of messages by the ten thousand."""
    host, table = await public_table(server, TINY)
    frames = [PING * 10_000, PONG * 10_000, BEGUN + PIECE * 10_000]
    await asyncio.to_thread(send_unread, server, [(table, host)] * 6 * strength, frames, seconds)


async def slow_senders(server: Running, seconds: float, strength: int) -> None:
    """Begin requests by the hundred and send the rest byte by byte."""
    def drip() -> None:
        begun = b"POST /api/play HTTP/1.1\r\nHost: 127.0.0.1\r\nx-ochaya: 1\r\nContent-Length: 9000\r\n\r\n"
        lines: list[socket.socket] = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            while len(lines) < 75 * strength:
                lines.append(socket.create_connection(("127.0.0.1", server.port), timeout=10))
                lines[-1].sendall(begun[: random.randrange(len(begun)) + 1])
            for line in lines[:]:
                try:
                    line.send(b"x")
                except OSError:
                    lines.remove(line)
                    line.close()
            time.sleep(0.1)
        for line in lines:
            line.close()

    await asyncio.to_thread(drip)


async def spectators_by_the_hundred(server: Running, seconds: float, strength: int) -> None:
    """Fill a table with spectators while it is played as fast as it may be."""
    host, table = await public_table(server, "hanamikoji")
    guests = await guests_of(server, 12)
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(host.sit(table, seat=seat)) for seat in (0, 1)]
        spent = spent_by(server.pid)
        for guest in guests:
            crowd = await asyncio.gather(*(stack.enter_async_context(guest.sit(table)) for _ in range(23)))
            for one in crowd:
                stack.callback(one.socket.transport.abort)
        spent = spent_by(server.pid) - spent
        assert spent < 3, f"{spent:.1f} s for 276 spectators; it was 5 s and grew with their square"
        async with asyncio.timeout(20):
            await hear_until(seats[0], lambda: any(one.get("spectators") == 276 for one in seats[0].heard))
        with suppress(TimeoutError, ServerSaysNo):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(play_random(seat, random.Random(3)) for seat in seats))


async def floods_of_hints(server: Running, seconds: float, strength: int) -> None:
    """Ask for as many hints as anybody may, at many tables."""
    async def ask(guest: Client) -> None:
        laid = await lay(guest, TINY)
        while True:
            with suppress(ConnectionClosed):  # for too many that were refused
                async with guest.sit(laid, seat=0) as one, guest.sit(laid, seat=1) as other:
                    await keep_asking(one if one.legal else other)

    async def keep_asking(table: Table) -> None:
        while True:
            with suppress(ServerSaysNo):
                await table.ask({"type": "hint", "version": table.version}, "hinted")
            await asyncio.sleep(0.05)

    asking = [asyncio.create_task(ask(guest)) for guest in await guests_of(server, 12 * strength)]
    done, _ = await asyncio.wait(asking, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    assert not done, [task.exception() for task in done]
    for task in asking:
        task.cancel()
    await asyncio.wait(asking)


async def finished_table(server: Running, game: str = TINY) -> tuple[Client, str]:
    """Lay a table, do something and take it back, and resign: it leaves the server's memory."""
    host, table = await public_table(server, game)
    async with host.sit(table, seat=0) as one, host.sit(table, seat=1) as other:
        actor, waiting = (one, other) if one.legal else (other, one)
        await actor.act(actor.legal[0])
        with suppress(ServerSaysNo):
            await actor.ask({"type": "ask", "kind": "takeback"})
            await waiting.ask({"type": "answer", "kind": "takeback", "agree": True})
        await actor.ask({"type": "resign"})
    return host, table


async def keep_getting(client: Client, paths: list[str], seconds: float) -> None:
    """Ask for pages as fast as one may, several at a time."""
    async def ask() -> None:
        while time.monotonic() < until:
            for path in paths:
                with suppress(ServerSaysNo):
                    await client.get(path)
                await asyncio.sleep(0.05)

    until = time.monotonic() + seconds
    await asyncio.gather(*(ask() for _ in range(4)))


async def damaged_rows(server: Running, seconds: float, strength: int) -> None:
    """Ask for tables whose rows have been damaged."""
    columns = [("matches", "options"), ("entries", "action"), ("entries", "data"), ("seats", "guest")]
    paths = []
    for table_name, column in columns[: 2 * strength]:
        host, table = await finished_table(server)
        with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
            damage(database, table, table_name, column, BAD["deep JSON"])
            database.commit()
        paths += [f"/api/tables/{table}", f"/api/tables/{table}/replay"]
    await keep_getting(host, paths, seconds)


async def endless_logs(server: Running, seconds: float, strength: int) -> None:
    """Ask for a table at which the same was done and taken back thousands of times."""
    host, table = await finished_table(server, "hanamikoji")
    with closing(sqlite3.connect(server.data / "ochaya.db")) as database:
        (first, done, last), = database.execute(
            "SELECT max(version) FILTER (WHERE kind = 'step' AND actor >= 0), "
            "max(version) FILTER (WHERE kind = 'takeback'), max(version) FROM entries WHERE table_id = ?", (table,))
        database.execute(
            "WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < :times) INSERT INTO entries "
            "(table_id, version, kind, actor, action, data, at, digest) SELECT table_id, "
            ":last + 1 + (:done - :first + 1) * n + version - :first, kind, actor, action, data, at, digest "
            "FROM entries, c WHERE table_id = :id AND version BETWEEN :first AND :done",
            {"times": 3_000 * strength, "first": first, "done": done, "last": last, "id": table})
        database.commit()
    shown = await host.get(f"/api/tables/{table}")
    assert shown["version"] > 5_000 * strength
    with suppress(ConnectionClosed):
        async with host.sit(table) as seat:
            await seat.ask({"type": "sync"}, "table")
    await keep_getting(host, [f"/api/tables/{table}", f"/api/tables/{table}/replay"], seconds)


async def old_matches(server: Running, seconds: float, strength: int) -> None:
    """Ask for everything that can be asked about finished matches of every game."""
    paths = []
    for game in (LARGE, "hanamikoji", "tea_garden", "geishas_road")[: 2 * strength]:
        host = (await guests_of(server, 1))[0]
        laid = await lay(host, game, [{"kind": "me"}, {"kind": "bot", "level": "novice"}])
        async with host.sit(laid) as seat:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds / 2):
                    await play_random(seat, random.Random(5))
            if not seat.is_over:
                await seat.ask({"type": "resign"})
        pages = ("replay", "replay/views?first=3&count=40", "record", "deal")
        paths += [f"/api/tables/{laid}/{page}" for page in pages]
    await keep_getting(host, paths, seconds)


async def what_might_have_been(server: Running, seconds: float, strength: int) -> None:
    """Ask for long variations of a finished match and for what was known at its decisions, on many lines at once."""
    host, table = await finished_table(server, "tea_garden")
    moment, rng = await host.get(f"/api/tables/{table}/moment?step=100000"), random.Random(2)
    step, actions = moment["step"], list[int]()
    while len(actions) < 30 * strength and moment["legal"]:
        tried = [*actions, rng.choice(expand(moment["legal"]))["id"]]
        moment = await host.get(f"/api/tables/{table}/moment?step={step}&actions={','.join(map(str, tried))}")
        actions = moment["actions"]
    paths = [f"/api/tables/{table}/moment?step={step}&actions={','.join(map(str, actions))}",
             f"/api/tables/{table}/decisions"]

    def ask(guest: Client) -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as line:
            for number in range(100):
                line.request("GET", paths[number % 4 == 3], headers={"cookie": f"ochaya={guest.cookie}"})
                with line.getresponse() as answer:
                    answer.read()
                assert answer.status in (200, 429)
                if time.monotonic() > until:
                    return

    guests = await guests_of(server, 4)
    until = time.monotonic() + seconds
    await asyncio.gather(*(asyncio.to_thread(ask, guest) for guest in guests * (3 * strength)))


async def questions_at_once(server: Running, seconds: float, strength: int) -> None:
    """Ask for everything at many tables in the same moment, again and again."""
    places = [await public_table(server, LARGE) for _ in range(12 * strength)]
    await asyncio.to_thread(
        send_unread, server, [(table, host) for host, table in places] * 2, [said({"type": "sync"}) * 20], seconds)


async def tables_at_once(server: Running, seconds: float, strength: int) -> None:
    """Lay as many tables as one may, all in the same moment."""
    def lay() -> None:
        lines = []
        body = json.dumps({"game": LARGE, "level": "adept"}).encode()
        for guest in guests:
            words = [
                "POST /api/play HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Cookie: ochaya={guest.cookie}",
                "x-ochaya: 1", "content-type: application/json", f"content-length: {len(body)}", "connection: close",
            ]
            for _ in range(15):
                lines.append(socket.create_connection(("127.0.0.1", server.port), timeout=30))
                lines[-1].sendall("\r\n".join(words).encode() + b"\r\n\r\n")
        for line in lines:
            line.sendall(body)
        for line in lines:
            assert line.recv(20).split()[1] in (b"200", b"201", b"429")
            line.close()

    guests = await guests_of(server, 2 * strength)
    await asyncio.to_thread(lay)
    await asyncio.sleep(seconds)  # the bots begin


async def players_in_a_hurry(server: Running, seconds: float, strength: int) -> None:
    """Play at many tables as fast as anybody may."""
    async def play(host: Client, table: str) -> None:
        async with host.sit(table, seat=0) as one, host.sit(table, seat=1) as other:
            while not one.is_over and not other.is_over:
                with suppress(ServerSaysNo):
                    actor = one if one.legal else other
                    await actor.act(random.choice(actor.legal))
                    await asyncio.gather(*(seat.ask({"type": "ping"}, "pong") for seat in (one, other)))

    places = [await public_table(server, "hanamikoji") for _ in range(12 * strength)]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(play(*place) for place in places))


async def races(server: Running, seconds: float, strength: int) -> None:
    """Sit down and leave, resign and ask for another, all at once."""
    async def race(ann: Client, bob: Client) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        while time.monotonic() < until:
            with suppress(ServerSaysNo, ConnectionClosed):
                laid = (await ann.new_table(TINY, seats))
                link = laid["links"]["invite"]
                await asyncio.gather(
                    bob.join(laid["id"], link), ann.post(f"/api/tables/{laid['id']}/leave"), return_exceptions=True)
                async with bob.sit(laid["id"]) as table:
                    await asyncio.gather(
                        *(table.send(one) for one in ({"type": "resign"}, {"type": "ask", "kind": "rematch"})))
                    await table.ask({"type": "ping"}, "pong")
            await asyncio.sleep(0.05)

    until = time.monotonic() + seconds
    guests = await guests_of(server, 8 * strength)
    await asyncio.gather(*(race(ann, bob) for ann, bob in zip(guests[::2], guests[1::2], strict=True)))


async def nonsense(server: Running, seconds: float, strength: int) -> None:
    """Send requests that are none."""
    _, table = await public_table(server, TINY)
    await asyncio.to_thread(send_many, server, table, int(200 * seconds * strength), 11)


async def jumps_of_the_clock(server: Running, seconds: float, strength: int) -> None:
    """Set the machine's clock forward and back while somebody plays against it."""
    host = (await guests_of(server, 1))[0]
    clock = {"kind": "move", "seconds": 60}
    laid = await lay(host, "hanamikoji", clock=clock)
    async with host.sit(laid, seat=0) as one, host.sit(laid, seat=1) as other:
        playing = asyncio.gather(*(play_random(seat, random.Random(1), 3 * strength) for seat in (one, other)))
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            (server.data.parent / "skew-to-be").write_text(str(random.choice([0.0, 1e6, -1e6])))
            (server.data.parent / "skew-to-be").rename(server.data.parent / "skew")  # never half written
            await asyncio.sleep(0.02)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        for seat in (one, other):
            with pytest.raises(ServerSaysNo, match="not-late"):
                await seat.ask({"type": "claim", "late": 1 - seat.you["seat"]})


Attack = Callable[[Running, float, int], Awaitable[None]]
ATTACKS: list[Attack] = [
    slow_readers, slow_senders, floods_of_pings, spectators_by_the_hundred, damaged_rows, endless_logs, old_matches,
    what_might_have_been, questions_at_once, tables_at_once, players_in_a_hurry, jumps_of_the_clock, floods_of_hints,
    races, nonsense,
]


def judge(name: str, waits: list[tuple[str, float, float]], *, by_the_wall: bool) -> None:
    """Tell the waits and hold them against what is promised."""
    own = [one for one in waits if one[0] != "bot"]
    walls, spent = sorted(wall for _, wall, _ in own), sorted(cpu for _, _, cpu in own)
    p99 = int(0.99 * (len(own) - 1))
    slowest = max(own, key=lambda one: one[2])
    print(f"{name}: {len(own)} asked; by the wall p50 {walls[len(own) // 2] * 1e3:.0f} p99 {walls[p99] * 1e3:.0f} max "
          f"{walls[-1] * 1e3:.0f} ms; the server's p50 {spent[len(own) // 2] * 1e3:.0f} p99 {spent[p99] * 1e3:.0f} max "
          f"{spent[-1] * 1e3:.0f} ms ({slowest[0]})")
    assert slowest[2] < LONGEST, f"{name}: {slowest}"
    if by_the_wall and os.getloadavg()[0] < 2 * (os.cpu_count() or 1):  # else others make everybody wait
        assert walls[p99] < LONGEST, f"{name}: {walls[-10:]}"
    bots = sorted(wall for kind, wall, _ in waits if kind == "bot")
    if bots:
        print(f"bots' answers: {', '.join(f'{wall:.2f}' for wall in bots[-20:])} s")
        assert bots[int(0.9 * (len(bots) - 1))] < BOTS_LONGEST, f"{name}: bots {bots[-10:]}"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a folder in memory: what is judged is the server, and not how busy the disk is."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as made:
        (Path(made) / "skew").write_text("0")
        yield Path(made)


@in_loop
async def test_nobody_at_another_table_waits_for_an_attack(start: Callable[..., Running], folder: Path) -> None:
    server = start(limits=True, data=folder / "data", skew=str(folder / "skew"), open_files=4096)
    with watched(server) as bystander:
        await bystander.is_asking()
        for attack in ATTACKS:
            await attack(server, 0.5, 1)
            judge(attack.__name__, await bystander.waits(), by_the_wall=False)
    assert server.is_alive()
    assert '"kind": ' not in server.log.read_text()


@pytest.mark.deep
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
@in_loop
async def test_nobody_at_another_table_waits_for_a_long_attack(
    start: Callable[..., Running], folder: Path, attack: Attack
) -> None:
    has_bots = attack is floods_of_hints
    server = start(
        limits=True, data=folder / "data", skew=str(folder / "skew"), open_files=4096, bots=int(has_bots))
    with watched(server, has_bots=has_bots) as bystander:
        await bystander.is_asking()
        await attack(server, 10.0, 3)
        judge(attack.__name__, await bystander.waits(), by_the_wall=True)
    assert server.is_alive()
    assert '"kind": ' not in server.log.read_text()
