"""Nothing about another seat's hidden things leaves the server: every byte of every socket and answer is explained.

Two ways here; a third, two histories that nobody can tell apart, is in test_twins.py. From outside: whole matches over
real sockets are recorded raw; afterwards each message is decoded strictly (an unknown field fails) and every part about
the game is compared with what a Seen of that viewer gives, worked out apart from the server from the finished record;
what is left is public. From inside: the truth under a table is exchanged for another world the viewer cannot tell
apart, and every message to that viewer stays the same, byte by byte.
"""

from __future__ import annotations

import asyncio
import base64
import json
import random
import secrets
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ochaya.client import Client, ServerSaysNo, Table
from ochaya.core import dealing
from ochaya.core.game import OVER
from ochaya.core.history import History
from ochaya.core.record import copied
from ochaya.core.record_text import read_match
from ochaya.core.rng import new_rng
from ochaya.core.secrecy import EVERYONE, NOBODY, seen, seen_action, unveiled
from ochaya.games import game as find_game
from ochaya.server.match.match import Match
from ochaya.server.match.offers import Offers
from ochaya.server.protocol import messages, shapes
from ochaya.server.study.hints import hint
from ochaya.server.table.actions import describe, legal_groups
from ochaya.server.table.connection import Connection
from ochaya.server.table.outbox import Outbox, Picture, encode, look
from ochaya.server.table.room import NO_REVIEW
from ochaya.server.table.sitting import Seat
from tests.loops import run_apart
from tests.server.deals import faults_of
from tests.server.running import Running, in_every_game, in_loop, play_random
from tests.server.twins import Paper

pytestmark = pytest.mark.xdist_group("server")


class Tap:
    """Keeps every raw message a table's socket receives."""

    def __init__(self, table: Table) -> None:
        self.raw: list[bytes] = []
        socket, receive = table.socket, table.socket.recv

        async def recv() -> Any:
            data = await receive()
            self.raw.append(data.encode() if isinstance(data, str) else data)
            return data

        socket.recv = recv  # type: ignore[method-assign, assignment]


def strict(data: bytes) -> Any:
    """Decode a message and encode it again: a field the protocol does not name would be lost, and noticed."""
    message = messages.read_server.decode(data)
    assert json.loads(encode(message)) == json.loads(data)
    return message


def plain(value: Any) -> Any:
    return json.loads(encode(value))


class Truth:
    """A finished match, worked out again from its record: what each viewer may know at each length."""

    def __init__(self, record: History) -> None:
        self.game, self.record = record.game, record
        self.blocks = [record.game.start(record.options)]
        for step in record.steps:
            block = copied(self.blocks[-1])
            self.game.apply(block[0], step.action)
            self.blocks.append(block)
        self.told: dict[int, Any] = {}

    def view(self, length: int, viewer: int) -> Any:
        return plain(self.game.view(seen(self.game, self.blocks[length], viewer)))

    def legal(self, length: int, viewer: int) -> Any:
        if int(self.game.actor(self.blocks[length][0])) != viewer:
            return None
        known = seen(self.game, self.blocks[length], viewer)
        return plain(legal_groups(self.game, self.game.legal_ids(known.record)))

    def step(self, number: int, viewer: int) -> Any:
        before, action = self.blocks[number], self.record.steps[number].action
        known = seen_action(self.game, before[0], action, viewer)
        events = self.game.events(
            seen(self.game, before, viewer), known, seen(self.game, self.blocks[number + 1], viewer))
        return plain({
            "action": describe(self.game, known), "events": [{"kind": e.kind, "data": dict(e.data)} for e in events]})


PUBLIC = {"type", "version", "since", "clocks", "offers", "you", "table", "chat", "spectators", "review"}
"""Parts of a moment that are not about the game's hidden things; `table` is checked apart."""


def check_message(truth: Truth, data: bytes, viewer: int, names: list[str]) -> None:
    """Explain every part of one message to one viewer."""
    strict(data)
    message = json.loads(data)
    if message["type"] in ("room", "saved", "pong", "chat"):
        return
    assert message["type"] in ("table", "update"), message
    assert set(message) <= PUBLIC | {"view", "legal", "steps"}
    if message["view"] is None:
        assert message["legal"] is None
        assert message["steps"] == []
        return
    length = message["version"]  # without entries about the table, the version is the number of steps
    over = length == len(truth.record.steps)
    viewer = message["you"]["seat"] if message["you"]["seat"] is not None else NOBODY
    assert message["view"] == truth.view(length, viewer)
    assert message["legal"] == (None if over else truth.legal(length, viewer))
    first = message["since"] if message["type"] == "update" else max(0, length - 300)
    assert [step["step"] for step in message["steps"]] == list(range(first, length))
    for step in message["steps"]:
        assert {"action": step["action"], "events": step["events"]} == truth.step(step["step"], viewer)
    if message["table"]:
        assert (message["table"]["key"] is not None) == over
        assert (message["table"]["result"] is not None) == over
        assert [seat["name"] for seat in message["table"]["seats"]] == names


@in_every_game
@in_loop
async def test_every_byte_to_seats_and_spectators_is_explained(server: Running, name: str, setup: str) -> None:
    game = find_game(name)
    options = game.complete(game.setups[setup])
    seats, rng = game.seats(options), random.Random(setup + name)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(server.client(f"P{n}")) for n in range(seats)]
        choices = [{"kind": "me"}, *({"kind": "open"} for _ in range(seats - 1))]
        laid = await people[0].new_table(name, choices, options=dict(options))
        table_id, links = laid["id"], await people[0].links(laid["id"])
        for person in people[1:]:
            await person.post(f"/api/links/{links['invite']}")
        tables = [await stack.enter_async_context(person.sit(table_id)) for person in people]
        watcher = await stack.enter_async_context(Client(server.address).sit(table_id, link=links["watch"]))
        taps = [Tap(table) for table in [*tables, watcher]]
        for table in [*tables, watcher]:
            await table.ask({"type": "sync"}, "table")

        async def play(table: Table) -> None:
            while not await table.wait_for_turn():
                if rng.random() < 0.1:
                    await table.ask({"type": "sync"}, "table")
                await table.act(rng.choice(table.legal))

        async def watch() -> None:
            while not watcher.is_over:
                await watcher.hear()

        refusals = await closed_book(people[0], table_id)
        await asyncio.gather(*(play(table) for table in tables), watch())
        assert refusals == {"not-over"}, "nothing of an unfinished match can be replayed, verified or reviewed"
        truth = Truth(read_match(await people[0].get(f"/api/tables/{table_id}/record"), find_game))
        names = [f"P{n}" for n in range(seats)]
        for seat, tap in enumerate(taps):
            assert len(tap.raw) > 2
            for data in tap.raw:
                check_message(truth, data, seat if seat < seats else NOBODY, names)
        for seat, table in zip([*range(seats), NOBODY], [*tables, watcher], strict=True):
            check_client(truth, table, seat)
    await check_open_book(truth, Client(server.address), table_id)


def check_client(truth: Truth, table: Table, viewer: int) -> None:
    """The client library knows what its seat may know, and holds nothing else."""
    assert table.view == truth.view(len(truth.record.steps), viewer)
    assert table.legal == []
    for step in table.steps:
        assert {"action": step["action"], "events": step["events"]} == truth.step(step["step"], viewer)
    assert {message["type"] for message in table.heard} <= {"room", "saved"}
    assert set(vars(table)) == {"socket", "refs", "version", "view", "legal", "table", "you", "steps", "heard"}


async def check_open_book(truth: Truth, stranger: Client, table_id: str) -> None:
    """After the end anybody with the table's address may know everything, and it is the truth."""
    game, steps = truth.game, truth.record.steps
    replay = await stranger.get(f"/api/tables/{table_id}/replay")
    assert [step["action"] for step in replay["steps"]] == [plain(describe(game, step.action)) for step in steps]
    open_blocks = [unveiled(game, block) for block in truth.blocks]
    for number, step in enumerate(replay["steps"]):
        events = game.events(open_blocks[number], steps[number].action, open_blocks[number + 1])
        assert step["events"] == plain([{"kind": one.kind, "data": dict(one.data)} for one in events])
    views: list[Any] = []
    while len(views) <= len(steps):
        path = f"/api/tables/{table_id}/replay/views?first={len(views)}&count=64"
        views += (await stranger.get(path))["views"]
    assert views == [plain(game.view(block)) for block in open_blocks]
    deal = await stranger.get(f"/api/tables/{table_id}/deal")
    assert faults_of(deal) == []
    assert deal["commitment"] == truth.record.commitment
    await check_moments(truth, stranger, table_id)
    await check_review(truth, stranger, table_id)


async def check_moments(truth: Truth, stranger: Client, table_id: str) -> None:
    """What a device is given to think about is what each seat could know then, byte by byte, and the truth as such."""
    game, steps = truth.game, truth.record.steps
    seats = game.seats(truth.record.options)
    for number in range(0, len(steps), max(1, len(steps) // 4)):
        for seat in range(seats):
            moment = await stranger.get(f"/api/tables/{table_id}/moment?step={number}&seat={seat}")
            known = seen(game, truth.blocks[number], seat)
            assert base64.b64decode(moment["seen"]) == known.tobytes()
            assert base64.b64decode(moment["truth"]) == truth.blocks[number].tobytes()
            assert moment["known"] == plain(game.view(known))
    decisions = (await stranger.get(f"/api/tables/{table_id}/decisions"))["decisions"]
    taken = [number for number, step in enumerate(steps[:64]) if step.actor >= 0]
    assert [one["step"] for one in decisions] == taken
    for one in decisions:
        assert (one["seat"], one["action"]) == (steps[one["step"]].actor, steps[one["step"]].action)
        assert base64.b64decode(one["seen"]) == seen(game, truth.blocks[one["step"]], one["seat"]).tobytes()


async def check_review(truth: Truth, stranger: Client, table_id: str) -> None:
    """The review names the actions that were taken and, as better ones, only what their player could have done."""
    game, path = truth.game, f"/api/tables/{table_id}/review"
    assert await stranger.get(path) == {"state": "none", "progress": 0.0, "moves": []}
    review = await stranger.post(path)
    while review["state"] == "working":
        review = await stranger.get(path)
    assert review["state"] == "done"
    decisions = [number for number, step in enumerate(truth.record.steps) if step.actor >= 0]
    assert [move["step"] for move in review["moves"]] == decisions
    for move in review["moves"]:
        number, actor = move["step"], truth.record.steps[move["step"]].actor
        assert move["action"] == plain(describe(game, truth.record.steps[number].action))
        known = seen(game, truth.blocks[number], actor)
        assert {one["action"]["id"] for one in move["best"]} <= set(game.legal_ids(known.record))


async def closed_book(client: Client, table_id: str) -> set[str]:
    """Ask for everything that only a finished match gives; collects the refusals."""
    keys = set()
    for path in ("replay", "replay/views", "record", "deal", "review", "moment?step=0", "decisions"):
        with pytest.raises(ServerSaysNo) as refused:
            await client.get(f"/api/tables/{table_id}/{path}")
        keys.add(refused.value.key)
        assert refused.value.details == {}
    return keys


@in_loop
async def test_hot_seat_bytes_show_one_seat_at_a_time(server: Running) -> None:
    async with server.client() as client:
        laid = await client.new_table("hanamikoji", [{"kind": "me", "name": "Ala"}, {"kind": "me", "name": "Ola"}])
        async with client.sit(laid["id"]) as table:
            tap = Tap(table)
            for _ in range(12):
                if table.is_over:
                    break
                await table.ask({"type": "look", "seat": table.view["actor"]}, "table")
                await table.act(random.choice(table.legal))
                await table.ask({"type": "look", "seat": None}, "table")
            if not table.is_over:
                await table.ask({"type": "resign", "seat": 0})
        text = await client.get(f"/api/tables/{laid['id']}/record")
        truth = Truth(read_match(text, find_game))
        for data in tap.raw:
            if b'"table.resign"' not in data:
                message = json.loads(data)
                if message["type"] in ("table", "update") and message["version"] < len(truth.record.steps):
                    check_message(truth, data, NOBODY, ["Ala", "Ola"])
                    hands = [seat["hand"] for seat in message["view"]["seats"]]
                    assert sum(hand is not None for hand in hands) == (message["you"]["seat"] is not None)


@in_loop
async def test_the_log_of_the_server_holds_no_secrets(server: Running) -> None:
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(server.client("Secretive Name"))
        laid = await client.play_now("hanamikoji")
        links = await client.links(laid["id"])
        table = await stack.enter_async_context(client.sit(laid["id"]))
        await table.ask({"type": "say", "text": "a-secret-word"})
        with pytest.raises(ServerSaysNo):
            await table.ask({"type": "act", "version": table.version, "action": 12345678})
        await play_random(table, random.Random(2))
    text = server.log.read_text()
    assert client.cookie
    for secret in (client.cookie, client.cookie.split(".")[0], laid["id"], links["invite"], links["watch"],
                   "Secretive", "a-secret-word", table.table["key"], "draw:", "hand", "12345678"):
        assert secret not in text
    for line in text.splitlines():
        assert set(json.loads(line)) <= {"at", "event", "table", "game", "status", "tables", "damaged", "key", "level",
                                         "writes", "reason", "request", "server", "fence", "kind_of"}


# -- from inside: another world under the table ------------------------------------------------------------------


class FakeRoom(SimpleNamespace):
    """Anything: but unlike a SimpleNamespace it can be held weakly."""


def fake_room(match: Match, guests: list[str]) -> Any:
    """A table without a server around it."""
    seats = [Seat("person", guest, f"N{n}") for n, guest in enumerate(guests)]
    room: Any = FakeRoom(
        match=match, seats=seats, status="playing", offers=Offers(), next_table=None, chat=SimpleNamespace(lines=[]),
        connections=[], review=NO_REVIEW, is_crowded=False, may_talk=lambda connection: True,
    )
    room.clocks = lambda now: shapes.Clocks(left=[], running=None, now=0.0)
    room.can_take_back = lambda seat: False
    room.spectators = lambda: 0
    room.welcome = lambda: iter(room.connections)
    room.shown = lambda guest: None
    room.outbox = Outbox(room)
    return room


def given_to_think(room: Any, guest: str, seat: int) -> list[bytes]:
    """Give what a device that thinks itself is sent when its seat asks for a hint."""
    line = Paper()
    connection = Connection(guest, "n", line)
    connection.seat, connection.is_welcome = seat, True

    async def store(_: Any) -> None:
        pass

    room.commit, room.facts = store, SimpleNamespace(is_friendly=True)
    run_apart(hint(room, connection, seat, messages.Hint(version=room.match.version, own=True)))
    return line.said


def sent_to(room: Any, guest: str, seat: int | None) -> list[bytes]:
    """Give everything the outbox would send to one connection now, without the log."""
    line = Paper()
    connection = Connection(guest, "n", line)
    connection.seat, connection.is_welcome = seat, True
    room.outbox.table(connection, Picture(room.match, room.match.version, [room.match.block]))
    room.connections = [connection]
    room.outbox.update(room.match.version, [room.match.block], with_table=False)
    return line.said


@in_every_game
def test_another_world_under_the_table_changes_no_byte(name: str, setup: str) -> None:
    game = find_game(name)
    rng = random.Random(name + setup)
    match = Match(game, game.complete(game.setups[setup]), dealing.key_from_seed(name + setup))
    match.accept(match.begin(0.0))
    guests = [f"guest-{n}" for n in range(match.seats)]
    looked = 0
    while match.actor != OVER and looked < 40:
        for viewer in [*range(match.seats), NOBODY]:
            room = fake_room(match, guests)
            guest, seat = (guests[viewer], viewer) if viewer >= 0 else ("somebody", None)
            told = sent_to(room, guest, seat)
            given = given_to_think(room, guest, viewer) if viewer == match.actor else []
            other = seen(game, match.block, viewer).block
            game.guess(other[0], viewer, new_rng(secrets.randbits(60)))
            truth, match.block = match.block, other
            assert sent_to(room, guest, seat) == told
            if given:
                assert given_to_think(room, guest, viewer) == given
                assert json.loads(given[0])["seen"]
            # a seat that is not theirs (any more) shows what a spectator sees, whatever the connection says
            assert b'"is_watching":true' in sent_to(room, "somebody", viewer if viewer >= 0 else 0)[0]
            match.block = truth
        looked += 1
        match.accept(match.act(match.actor, rng.choice(game.legal_ids(match.block[0])), match.version, 0.0))


def test_a_connection_that_owns_nothing_gets_the_public_view_whatever_it_asks() -> None:
    game = find_game("hanamikoji")
    match = Match(game, game.complete(), dealing.key_from_seed("x"))
    match.accept(match.begin(0.0))
    room = fake_room(match, ["a", "b"])
    eve = [json.loads(data)["view"] for data in sent_to(room, "eve", match.actor)]
    public = plain(game.view(seen(game, match.block, NOBODY)))
    assert eve == [public, public]
    with pytest.raises(PermissionError):
        look(match, match.block, EVERYONE)


def test_a_bot_is_asked_with_nothing_but_its_own_seen() -> None:
    """The question that goes to a worker process has no field for more than the bytes of a Seen."""
    from ochaya.bots.questions import Question

    fields = {field.name for field in msgspec.structs.fields(Question)}
    assert fields == {"number", "game", "seat", "seen", "bot", "seconds", "iterations", "threads", "seed", "is_final"}
