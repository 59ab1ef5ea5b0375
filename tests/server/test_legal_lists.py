"""Legal lists: unfolded they say what the game says, and the largest of any game is small on the wire."""

from __future__ import annotations

import json
import random
import zlib

import pytest
from websockets.asyncio.client import ClientConnection, connect

from ochaya.client import COOKIE, Client, expand
from ochaya.core.game import CHANCE, OVER
from ochaya.games import NAMES
from ochaya.games import game as find_game
from ochaya.server.protocol.messages import read_server
from ochaya.server.sockets.deflate import WORTH_IT
from ochaya.server.table.actions import describe, legal_groups, legal_text
from ochaya.server.table.outbox import encode
from tests.server.running import Running, in_loop

pytestmark = pytest.mark.xdist_group("server")

MOST_BYTES = 16 * 1024
SETUPS = [(name, setup) for name in NAMES for setup in find_game(name).setups]


def as_sent(data: bytes) -> int:
    """Count the bytes a list takes on the wire."""
    return len(zlib.compress(data, 5)) if len(data) >= WORTH_IT else len(data)


@pytest.mark.parametrize(("name", "setup"), SETUPS)
def test_legal_lists_of_random_matches_are_complete_and_small(name: str, setup: str) -> None:
    game, rng = find_game(name), random.Random(setup)
    state = game.start(game.setups[setup])
    largest: list[int] = []
    for _ in range(400):
        actor = int(game.actor(state[0]))
        if actor == OVER:
            break
        legal = game.legal_ids(state[0])
        if actor != CHANCE and len(legal) > len(largest):
            largest = legal
        game.apply(state[0], rng.choice(legal))
    data = encode(legal_groups(game, largest))
    assert encode(legal_text(game, largest)) == encode(legal_text(game, largest)) == data
    told = expand(json.loads(data))
    assert sorted(told, key=lambda action: action["id"]) == [
        {field: value for field, value in json.loads(encode(describe(game, action))).items() if field != "notation"}
        for action in sorted(largest)
    ]
    assert as_sent(data) <= MOST_BYTES, f"{len(largest)} actions"


class Counting(ClientConnection):
    """Counts the bytes that come over the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


async def hello(client: Client, table_id: str, compression: str | None) -> tuple[str, int]:
    """Say hello; gives the answer and the bytes it took, with those of the handshake."""
    where = f"{client.address.geturl().replace('http', 'ws')}/api/tables/{table_id}/socket"
    headers = {"cookie": f"{COOKIE}={client.cookie}"}
    async with connect(
        where, additional_headers=headers, compression=compression, create_connection=Counting
    ) as socket:
        assert isinstance(socket, Counting)
        await socket.send('{"type": "hello"}')
        return str(await socket.recv()), socket.received


@in_loop
async def test_long_messages_are_compressed_where_the_client_can(server: Running) -> None:
    async with server.client() as client:
        laid = await client.post("/api/play", {"game": "ingenious", "lesson": True})
        text, bare = await hello(client, laid["id"], None)
        again, packed = await hello(client, laid["id"], "deflate")
        assert read_server.decode(text.encode()).legal == read_server.decode(again.encode()).legal
        assert bare > len(text) > WORTH_IT
        assert packed < len(text) / 3
        assert packed < MOST_BYTES
