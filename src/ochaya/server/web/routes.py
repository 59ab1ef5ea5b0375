"""The HTTP part: thin handlers; what they do is in the file named after it."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

from litestar import Request, Response, get, post, put
from litestar.datastructures import State
from litestar.enums import MediaType
from litestar.params import Parameter

from ochaya import __version__
from ochaya.server.house import links, lists, lobby
from ochaya.server.house.house import House
from ochaya.server.house.kept import Kept
from ochaya.server.minds.thinking import LEVEL_NAMES
from ochaya.server.minds.turns import Rank, Turns
from ochaya.server.protocol import forms
from ochaya.server.protocol.shapes import Links, Review, TableShown
from ochaya.server.refusal import Refused
from ochaya.server.slices import asking
from ochaya.server.sockets.caller import address_of
from ochaya.server.study import analysis, replay
from ochaya.server.study.archive import Archive
from ochaya.server.study.review import ask_review, show_review
from ochaya.server.table.room import Room
from ochaya.server.table.sitting import seats_of

JSON = MediaType.JSON
P = ParamSpec("P")
T = TypeVar("T")
Ask = Request[Any, Any, State]
TableId = Annotated[str, Parameter(max_length=64, description="The table's id")]
Token = Annotated[str, Parameter(max_length=64, description="The secret part of a link")]


def guest_of(request: Ask) -> str:
    """Give the guest behind a request (security.py has read or made the cookie)."""
    return str(request.scope["state"]["guest"])


def house_routes(house: House) -> list[object]:
    """Give the routes about the house and its guests."""

    @get("/api/house", summary="Games, options and bot levels")
    async def show_house() -> forms.House:
        games = [
            forms.GameShown(
                name=game.name, version=game.version,
                options=[
                    forms.OptionShown(
                        name=option.name, values=list(option.values),
                        when={name: list(values) for name, values in option.when.items()},
                    )
                    for option in game.options
                ],
                setups={name: game.complete(options) for name, options in game.setups.items()},
                seats=game.seats(game.complete()), knows_draws=game.knows_draws, is_hidden=game.is_hidden,
                ready=house.readiness.preparing(game.name, with_bots=True) is None,
            )
            for game in house.offered()
        ]
        return forms.House(games=games, levels=list(LEVEL_NAMES), version=__version__)

    @post("/api/games/{game:str}/check", status_code=200, summary="What these options amount to")
    async def check(game: str, data: forms.CheckOptions) -> forms.Checked:
        return lobby.check_options(house.game(game), data.options)

    @get("/api/me", summary="Who am I")
    async def me(request: Ask) -> forms.Me:
        chosen = await house.guests.chosen_name(guest_of(request))
        name = chosen or await house.guests.name(guest_of(request))
        return forms.Me(name=name, is_new=chosen is None, promise=house.promises.new(guest_of(request)))

    @put("/api/me", summary="Choose a name")
    async def rename(request: Ask, data: forms.Rename) -> forms.Me:
        name = await house.guests.rename(guest_of(request), data.name)
        return forms.Me(name=name, is_new=False, promise=house.promises.new(guest_of(request)))

    return [show_house, check, me, rename]


def table_routes(house: House) -> list[object]:
    """Give the routes about tables being laid and joined."""

    def check_new(request: Ask) -> None:
        house.limits.check("new", guest_of(request))
        house.limits.check("new-address", address_of(request.scope))

    @post("/api/play", summary="Play now against bots: one request")
    async def play(request: Ask, data: forms.PlayNow) -> TableShown:
        check_new(request)
        return (await lobby.play_now(house, guest_of(request), data)).shown(guest_of(request))

    @get("/api/tables", summary="Open tables, my tables, my finished matches")
    async def tables(request: Ask) -> forms.Lobby:
        return await lists.lists(house, guest_of(request))

    @post("/api/tables", summary="Lay a table")
    async def lay(request: Ask, data: forms.NewTable) -> TableShown:
        check_new(request)
        if data.is_public and any(isinstance(seat, forms.SeatOpen) for seat in data.seats or [forms.SeatOpen()]):
            house.limits.check("public-address", address_of(request.scope))
        return (await lobby.new_table(house, guest_of(request), data)).shown(guest_of(request))

    @get("/api/tables/{table_id:str}", summary="What everybody may know of a table")
    async def show(request: Ask, table_id: TableId) -> TableShown:
        return (await house.find(table_id)).shown(guest_of(request))

    @post("/api/tables/{table_id:str}/join", status_code=200, summary="Sit down")
    async def join(request: Ask, table_id: TableId, data: forms.Join) -> TableShown:
        room = await house.room(table_id)
        await lobby.join(house, room, guest_of(request), data)
        return room.shown(guest_of(request))

    @post("/api/tables/{table_id:str}/leave", status_code=200, summary="Stand up before the match begins")
    async def leave(request: Ask, table_id: TableId) -> TableShown:
        room = await house.room(table_id)
        await lobby.leave(house, room, guest_of(request))
        return room.shown(guest_of(request))

    @post("/api/tables/{table_id:str}/put-away", status_code=200, summary="Leave a table out of my list")
    async def put_away(request: Ask, table_id: TableId, data: forms.PutAway) -> TableShown:
        room = await house.room(table_id)
        await lobby.put_away(house, room, guest_of(request), is_away=data.is_away)
        return room.shown(guest_of(request))

    return [play, tables, lay, show, join, leave, put_away]


def link_routes(house: House) -> list[object]:
    """Give the routes about links."""

    @get("/api/tables/{table_id:str}/links", summary="The table's links, for those who sit at it")
    async def table_links(request: Ask, table_id: TableId) -> Links:
        room = await house.room(table_id)
        if not seats_of(room.seats, guest_of(request)):
            raise Refused("not-seated")
        return Links(invite=room.facts.invite, watch=room.facts.watch)

    @post("/api/tables/{table_id:str}/carry", summary="A one-time link that carries seats to another device")
    async def carry(request: Ask, table_id: TableId, data: forms.Carry) -> forms.CarryLink:
        house.limits.check("carry", guest_of(request))
        return await links.make_carry(house, await house.room(table_id), guest_of(request), data.seats)

    @get("/api/links/{token:str}", summary="Where a link leads")
    async def show_link(request: Ask, token: Token) -> forms.LinkShown:
        house.limits.check("link", address_of(request.scope))
        return await links.show_link(house, token, guest_of(request))

    @post("/api/links/{token:str}", status_code=200, summary="Follow a link")
    async def use_link(request: Ask, token: Token, data: forms.Follow | None = None) -> forms.LinkUsed:
        house.limits.check("link", address_of(request.scope))
        return await links.use_link(house, token, guest_of(request), data.contribution if data else None)

    return [table_links, carry, show_link, use_link]


def replay_routes(house: House, archive: Archive) -> list[object]:
    """Give the routes about finished matches."""
    desk = Turns(1)

    async def study(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work something out in a thread: one thing at a time, in turn among addresses, or all else would go slowly."""
        async with desk.take(Rank.REVIEW, asking.get()):
            return await asyncio.to_thread(work, *args, **kwargs)

    async def over(table_id: str) -> tuple[Room | Kept, Room | None]:
        """Give a finished match, and as a room if its rules are here."""
        found = await house.find_whole(table_id)
        if isinstance(found, Kept):
            return found, None
        replay.require_over(found)
        return found, found

    @get("/api/tables/{table_id:str}/replay", summary="Every step of a finished match (a Replay)")
    async def show_replay(request: Ask, table_id: TableId) -> Response[bytes]:
        found, room = await over(table_id)
        return Response(await archive.replay(table_id, room, found.shown(guest_of(request))), media_type=JSON)

    @get("/api/tables/{table_id:str}/replay/views", summary="Pictures of a finished match (a Views)")
    async def views(
        request: Ask, table_id: TableId, first: Annotated[int, Parameter(ge=0, le=100_000)] = 0,
        count: Annotated[int, Parameter(ge=1, le=replay.MOST_VIEWS)] = 32,
    ) -> Response[bytes]:
        _, room = await over(table_id)
        squeezed = await archive.views(table_id, room, first, count)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(squeezed, media_type=JSON, headers={"content-encoding": "gzip", "vary": "accept-encoding"})
        return Response(await asyncio.to_thread(gzip.decompress, squeezed), media_type=JSON)

    @get("/api/tables/{table_id:str}/record", media_type=MediaType.TEXT, summary="The record of a finished match")
    async def record(request: Ask, table_id: TableId) -> Response[str]:
        found, room = await over(table_id)
        head = await archive.head(table_id, room)
        name = f'attachment; filename="{found.shown(None).game}-{table_id[:8]}.ochaya"'
        return Response(head.record, media_type=MediaType.TEXT, headers={"content-disposition": name})

    @get("/api/tables/{table_id:str}/deal", summary="All that a finished match's luck was made from (a Deal)")
    async def deal(table_id: TableId) -> Response[bytes]:
        _, room = await over(table_id)
        return Response(await archive.deal(table_id, room), media_type=JSON)

    @get("/api/tables/{table_id:str}/review", summary="The review of a finished match, as far as it is")
    async def reviewed(table_id: TableId) -> Review:
        return await show_review(await house.whole_room(table_id))

    @post("/api/tables/{table_id:str}/review", status_code=200, summary="Ask for the review of a finished match")
    async def begin_review(request: Ask, table_id: TableId) -> Review:
        house.limits.check("review", guest_of(request))
        room = await house.whole_room(table_id)
        return await room.inbox.do(lambda: ask_review(room, guest_of(request)))

    @get("/api/tables/{table_id:str}/moment", summary="A moment of a finished match, or what might have been")
    async def moment(
        table_id: TableId, step: Annotated[int, Parameter(ge=0, le=100_000)],
        actions: Annotated[str, Parameter(max_length=2000, pattern=r"^(\d+(,\d+)*)?$")] = "",
        seat: Annotated[int, Parameter(ge=0, le=16)] | None = None,
    ) -> forms.Moment:
        room = await house.whole_room(table_id)
        asked = [int(action) for action in actions.split(",") if action]
        return await study(analysis.moment_of, room, step, asked, seat)

    @get("/api/tables/{table_id:str}/decisions", summary="What was known at each decision of a finished match")
    async def decisions(
        table_id: TableId, first: Annotated[int, Parameter(ge=0, le=100_000)] = 0,
    ) -> forms.Decisions:
        room = await house.whole_room(table_id)
        return await study(analysis.decisions_of, room, first, analysis.MOST_STEPS)

    return [show_replay, views, record, deal, reviewed, begin_review, moment, decisions]
