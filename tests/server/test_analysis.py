"""A finished match for a device that thinks itself: any moment, what might have been, and the game's module."""

from __future__ import annotations

import asyncio
import base64
import random
import urllib.error
import urllib.request

import pytest

from ochaya.client import Client, ServerSaysNo
from ochaya.games import game as find_game
from ochaya.wasm.build import build
from ochaya.wasm.shelf import built_folder, folder_of, name_of
from tests.server.running import Running, in_loop, play_random

pytestmark = pytest.mark.xdist_group("server")
GAME = "_template"


async def finished(server: Running, client: Client) -> str:
    laid = await client.play_now(GAME)
    async with client.sit(laid["id"]) as table:
        await play_random(table, random.Random(3))
    return str(laid["id"])


@in_loop
async def test_the_same_actions_lead_where_the_match_went_and_others_elsewhere(server: Running) -> None:
    async with server.client() as client:
        table = f"/api/tables/{await finished(server, client)}"
        steps = (await client.get(f"{table}/replay"))["steps"]
        views = (await client.get(f"{table}/replay/views?count=64"))["views"]
        first = next(step["step"] for step in steps if step["actor"] != "chance")
        here = await client.get(f"{table}/moment?step={first}")
        assert here["view"] == views[first]
        assert here["actions"] == []
        again = await client.get(f"{table}/moment?step={first}&actions={steps[first]['action']['id']}")
        length = len(again["actions"])
        assert again["actions"] == [step["action"]["id"] for step in steps[first : first + length]]
        assert again["view"] == views[first + length]
        assert [one["events"] for one in again["steps"]] == [one["events"] for one in steps[first : first + length]]
        end = await client.get(f"{table}/moment?step={len(steps)}")
        assert end["view"]["actor"] == "over"
        assert end["legal"] == []


@in_loop
async def test_what_cannot_be_is_refused(server: Running) -> None:
    async with server.client() as client:
        table = f"/api/tables/{await finished(server, client)}"
        for path, key in {
            "moment?step=0&actions=999999": "illegal-action", "moment?step=9999&actions=1": "illegal-action",
            "moment?step=0&seat=9": "malformed", "moment?step=0&actions=x": "malformed", "moment": "malformed",
            "moment?step=0&actions=" + ",".join(["1"] * 300): "malformed",
        }.items():
            with pytest.raises(ServerSaysNo) as refused:
                await client.get(f"{table}/{path}")
            assert refused.value.key == key
        with pytest.raises(ServerSaysNo):
            await client.get(f"/api/games/{GAME}/actions?ids=123456789")
        assert (await client.get(f"/api/games/{GAME}/actions?ids=0"))[0]["id"] == 0


@in_loop
async def test_nothing_of_a_match_that_goes_on_is_told(server: Running) -> None:
    async with server.client("Ann") as ann, server.client("Eve") as eve:
        playing = (await ann.play_now(GAME))["id"]
        waiting = (await ann.new_table(GAME, [{"kind": "me"}, {"kind": "open"}]))["id"]
        for table in (playing, waiting):
            for page in (
                "moment?step=0", "moment?step=0&seat=0", "moment?step=0&actions=0", "moment?step=99999", "decisions",
                "decisions?first=99999", "replay", "replay/views", "replay/views?first=64&count=64", "record", "deal",
                "review",
            ):
                for person in (ann, eve):
                    with pytest.raises(ServerSaysNo, match="not-over"):
                        await person.get(f"/api/tables/{table}/{page}")


@in_loop
async def test_only_modules_lie_where_modules_are(server: Running) -> None:
    if folder_of(GAME) is None:
        build(GAME, built_folder())
    name = name_of(GAME)
    for path in (
        f"../{name}.wasm", f"..%2fwasm%2f{name}.wasm", f"%2e%2e/{name}.wasm", f"{name}.json", f"{name}.py", f"{name}",
        f"{name}.wasm.wasm", f"{name}.wasm%00", f"{name}.wasm/", f"/{name}.wasm", f"{name.upper()}.wasm", "-.wasm",
        ".wasm", f"..%5c{name}.wasm", f"{name}.wasm/../../../etc/passwd", "x" * 5000 + ".wasm", f"{GAME}-.wasm",
        "%ff-%fe.wasm",
    ):
        status, _, _ = await asyncio.to_thread(fetched, f"{server.address}/mind/{path}")
        assert status in ((200, 404) if path == f"{name}.wasm/" else (400, 404)), path


def counted(server: Running, name: str) -> float:
    with urllib.request.urlopen(f"{server.address}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return float(next(line for line in lines if line.startswith(f"ochaya_{name} ")).split()[1])


@in_loop
async def test_a_device_that_thinks_itself_costs_no_thought_and_is_marked_all_the_same(server: Running) -> None:
    async with server.client() as client:
        laid = await client.play_now(GAME)
        async with client.sit(laid["id"]) as table:
            await table.wait_for_turn()
            before = await asyncio.to_thread(counted, server, "weighings_total")
            told = await table.ask({"type": "hint", "version": table.version, "own": True}, "hinted")
            assert told["best"] == []
            assert len(base64.b64decode(told["seen"])) == find_game(GAME).state.dtype.itemsize
            assert await asyncio.to_thread(counted, server, "weighings_total") == before
            await table.ask({"type": "hint", "version": told["version"]}, "hinted")
            assert await asyncio.to_thread(counted, server, "weighings_total") == before + 1
            await play_random(table, random.Random(4))
        replay = await client.get(f"/api/tables/{laid['id']}/replay")
        assert sum(step["hinted"] for step in replay["steps"]) == 1


def fetched(address: str) -> tuple[int, dict[str, str], bytes]:
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as wrong:
        return wrong.code, {}, b""


@in_loop
async def test_a_module_is_served_for_ever_under_the_name_of_its_sources_alone(server: Running) -> None:
    if folder_of(GAME) is None:
        build(GAME, built_folder())
    async with server.client() as client:
        shown = await client.get(f"/api/games/{GAME}/mind")
    assert shown["about"]["game"] == GAME
    _, headers, body = await asyncio.to_thread(fetched, server.address + shown["module"])
    assert headers["content-type"] == "application/wasm"
    assert "immutable" in headers["cache-control"]
    assert body.startswith(b"\0asm")
    for wrong in (f"{GAME}-0123456789abcdef.wasm", f"{name_of(GAME)}.json", f"{name_of(GAME)}.weights", "x-y.wasm"):
        assert (await asyncio.to_thread(fetched, f"{server.address}/mind/{wrong}"))[0] == 404
