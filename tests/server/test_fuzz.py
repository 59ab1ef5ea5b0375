"""Nonsense by the thousand: no crash, no change of state, no stack trace to a client.

Most messages are near misses: a valid message with something cut, doubled, swapped or blown up. `make test` sends a few
thousand, `make test-deep` a million, over sockets and over HTTP.
"""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ochaya.client import Table
from ochaya.server.protocol import messages
from ochaya.server.sockets.visit import decode
from tests.server.attacks.test_lines import memory_of
from tests.server.running import Running, hear_until, in_loop, two_people

pytestmark = pytest.mark.xdist_group("server")

SAMPLES: list[dict[str, Any]] = [
    {"type": "act", "version": 13, "action": 20, "ref": 1}, {"type": "act", "version": 13, "action": 20, "seat": 1},
    {"type": "look", "seat": 0}, {"type": "answer", "kind": "takeback", "agree": True, "ref": 2},
    {"type": "answer", "kind": "draw", "agree": False}, {"type": "hand_over", "late": 0, "level": "adept"},
    {"type": "claim", "late": 1}, {"type": "hint", "version": 99}, {"type": "review"}, {"type": "hello", "seat": 7},
    {"type": "ask", "kind": "rematch"}, {"type": "say", "text": "x"}, {"type": "sync"}, {"type": "ping"},
    {"type": "resign", "seat": 5},
]
VALUES: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**53, -(2**70), 1.5, 1e308, "", "a" * 300, "\u0000", "ﬀ\u202e", [], {}, [[]], "act",
    {"type": "act"}, "null", "../../etc/passwd", "' OR 1=1 --", "<script>",
]
HARMLESS = {"sync", "ping", "hello", "look", "say"}
"""Valid messages of these kinds change no match; all others are sent only where they must be refused."""
ERRORS = {
    "malformed", "too-large", "stale", "illegal-action", "not-your-turn", "not-yours", "not-late", "nothing-asked",
    "not-over", "bad-text", "not-seated", "no-such-level", "not-friendly",
}


def nonsense(rng: random.Random) -> str | bytes:
    """Make one message that is wrong, or valid and harmless."""
    message = dict(rng.choice(SAMPLES))
    kind = rng.randrange(9)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(300)))
    text = json.dumps(message)
    if kind == 2:
        return text[: rng.randrange(len(text))]
    if kind == 3:
        at = rng.randrange(len(text))
        return text[:at] + chr(rng.randrange(32, 127)) + text[at + 1 :]
    if kind == 4:
        message[rng.choice(["version", "seat", "extra", "ref", "type", "action", "__proto__"])] = rng.choice(VALUES)
    elif kind == 5:
        message.pop(rng.choice(list(message)))
    elif kind == 6:
        return text * rng.randrange(2, 60)
    elif kind == 7:
        return json.dumps([message] * rng.randrange(3))
    return json.dumps(message)


def is_harmless(data: str | bytes) -> bool:
    """Say whether a message may be sent to a seat whose turn it is not: it must change nothing there."""
    try:
        message = messages.read_client.decode(data)
    except Exception:
        return True
    if isinstance(message, messages.Resign | messages.Ask):
        return False
    return not isinstance(message, messages.Say) or len(message.text) < 3


async def fuzz(server: Running, count: int, seed: int) -> set[str]:
    """Send that many messages to both players' sockets and collect the kinds of answers."""
    rng = random.Random(seed)
    keys: set[str] = set()
    async with AsyncExitStack() as stack:
        ann, bob, table_id = await two_people(server, stack, is_friendly=False)
        tables = [await stack.enter_async_context(person.sit(table_id)) for person in (ann, bob)]
        waiting, other = sorted(tables, key=lambda table: bool(table.legal))
        listening = asyncio.create_task(hear_until(other, lambda: False))
        before = waiting.version, waiting.view
        sent = 0
        while sent < count:
            batch = [data for data in (nonsense(rng) for _ in range(50)) if is_harmless(data)]
            sent += len(batch)
            await asyncio.gather(_send(waiting, batch), _drain(waiting, keys))
        listening.cancel()
        await asyncio.wait([listening])
        for table in tables:
            await table.send({"type": "sync"})
            told = await table.until("table", "error")
            while told["type"] == "error":
                told = await table.until("table", "error")
        assert waiting.version == before[0], "no state change"
        await waiting.ask({"type": "look", "seat": waiting.you["seats"][0]}, "table", "error")
    return keys


async def _send(table: Table, batch: list[str | bytes]) -> None:
    for data in batch:
        await table.socket.send(data)
    await table.socket.send('{"type":"ping","ref":77}')


async def _drain(table: Table, keys: set[str]) -> None:
    """Read until the ping that ends the batch is answered; look at every byte for a trace of our code."""
    while True:
        data = await table.socket.recv()
        assert isinstance(data, str)
        message = json.loads(data)
        for trace in ("Traceback", "File ", ".py", "Exception", "msgspec", "litestar", "site-packages"):
            assert trace not in data
        if message["type"] == "error":
            keys.add(message["key"])
        if message["type"] == "pong" and message["ref"] == 77:
            return


def check(server: Running, keys: set[str]) -> None:
    assert server.is_alive()
    assert keys <= ERRORS, keys - ERRORS
    assert {"malformed", "stale", "not-yours"} <= keys
    assert '"kind": ' not in server.log.read_text(), "a failure of our own was logged"


@in_loop
async def test_thousands_of_fuzzed_messages_change_nothing(server: Running) -> None:
    check(server, await fuzz(server, 4_000, 1))


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10))
@in_loop
async def test_half_a_million_fuzzed_messages_change_nothing_and_cost_no_memory(server: Running, seed: int) -> None:
    before = memory_of(server)
    check(server, await fuzz(server, 50_000, seed))
    assert memory_of(server) < before + 30


plain_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4), max_leaves=10,
)
tagged = st.fixed_dictionaries(
    {"type": st.sampled_from([sample["type"] for sample in SAMPLES]) | st.text(max_size=8)},
    optional=dict.fromkeys(("version", "action", "seat", "ref", "kind", "agree", "late", "text", "link"), plain_json),
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(plain_json | tagged)
def test_whatever_arrives_is_a_message_or_nothing(value: Any) -> None:
    """Reading gives a message of the protocol or nothing, never an error."""
    message = decode(json.dumps(value).encode())
    assert message is None or isinstance(message, messages.Said)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_whatever_bytes_arrive_are_a_message_or_nothing(data: bytes) -> None:
    message = decode(data)
    assert message is None or isinstance(message, messages.Said)
