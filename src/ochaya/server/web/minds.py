"""The games' modules for browsers: what there is, and the files, cached for ever: names tell contents."""

from __future__ import annotations

import asyncio
import functools
import gzip
import json
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import Parameter

from ochaya.server.house.house import House
from ochaya.server.protocol.forms import MindShown
from ochaya.server.protocol.shapes import Action
from ochaya.server.refusal import Refused
from ochaya.server.table.actions import describe
from ochaya.wasm import shelf

ADDRESS = "/mind/"
KINDS = {"wasm": "application/wasm", "weights": "application/octet-stream"}
MOST_ACTIONS = 64
Ask = Request[Any, Any, State]


@functools.lru_cache(maxsize=16)
def file_of(game: str, digest: str, ending: str) -> tuple[bytes, bytes]:
    """Give a file of a game's module, plain and compressed."""
    folder = shelf.folder_of(game)
    if folder is None or ending not in KINDS or digest != shelf.digest(game):
        raise Refused("not-found")
    try:
        body = (folder / f"{shelf.name_of(game)}.{ending}").read_bytes()
    except FileNotFoundError:
        raise Refused("not-found") from None
    return body, gzip.compress(body, 9, mtime=0)


def mind_routes(house: House) -> list[object]:
    """Give the routes about thinking on a guest's own device."""

    @get("/api/games/{game:str}/mind", summary="A game's module for the browser, if it is built")
    async def show_mind(game: str) -> MindShown:
        name = house.game(game).name
        folder = shelf.folder_of(name)
        if folder is None:
            return MindShown(about=None, module=None, weights=None)
        about = json.loads((folder / f"{shelf.name_of(name)}.json").read_text())
        weights = about["weights"] and f"{ADDRESS}{about['weights']}"
        return MindShown(about=about, module=f"{ADDRESS}{about['module']}", weights=weights)

    @get("/api/games/{game:str}/actions", summary="Actions by their numbers")
    async def actions(
        game: str, ids: Annotated[str, Parameter(max_length=600, pattern=r"^\d+(,\d+)*$")]
    ) -> list[Action]:
        found, numbers = house.game(game), [int(number) for number in ids.split(",")]
        if len(numbers) > MOST_ACTIONS or max(numbers) >= found.max_actions:
            raise Refused("malformed")
        return [describe(found, number) for number in numbers]

    @get(ADDRESS + "{name:str}", include_in_schema=False)
    async def file(request: Ask, name: str) -> Response[bytes]:
        stem, _, ending = name.partition(".")
        game, _, digest = stem.rpartition("-")
        house.game(game)
        body, squeezed = await asyncio.to_thread(file_of, game, digest, ending)
        headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["content-encoding"] = squeezed, "gzip"
        return Response(body, media_type=KINDS[ending], headers=headers)

    return [show_mind, actions, file]
