"""The HTTP part: thin handlers; what they do is in the file named after it."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post, put
from litestar.datastructures import State
from litestar.enums import MediaType
from litestar.params import Parameter

from ochaya import __version__
from ochaya.server import forms, links, lobby, replay
from ochaya.server.house import House
from ochaya.server.refusal import Refused
from ochaya.server.review import ask_review, show_review
from ochaya.server.security import address_of
from ochaya.server.shapes import Review, TableShown
from ochaya.server.sitting import seats_of
from ochaya.server.thinking import LEVEL_NAMES

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
        return forms.Me(name=chosen or await house.guests.name(guest_of(request)), is_new=chosen is None)

    @put("/api/me", summary="Choose a name")
    async def rename(request: Ask, data: forms.Rename) -> forms.Me:
        return forms.Me(name=await house.guests.rename(guest_of(request), data.name), is_new=False)

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
    async def lists(request: Ask) -> forms.Lobby:
        return await lobby.lists(house, guest_of(request))

    @post("/api/tables", summary="Lay a table")
    async def lay(request: Ask, data: forms.NewTable) -> TableShown:
        check_new(request)
        return (await lobby.new_table(house, guest_of(request), data)).shown(guest_of(request))

    @get("/api/tables/{table_id:str}", summary="What everybody may know of a table")
    async def show(request: Ask, table_id: TableId) -> TableShown:
        return (await house.room(table_id)).shown(guest_of(request))

    @post("/api/tables/{table_id:str}/join", status_code=200, summary="Sit down")
    async def join(request: Ask, table_id: TableId, data: forms.Join) -> TableShown:
        room = await house.room(table_id)
        await lobby.join(house, room, guest_of(request), data.seat, data.link)
        return room.shown(guest_of(request))

    @post("/api/tables/{table_id:str}/leave", status_code=200, summary="Stand up before the match begins")
    async def leave(request: Ask, table_id: TableId) -> TableShown:
        room = await house.room(table_id)
        await lobby.leave(house, room, guest_of(request))
        return room.shown(guest_of(request))

    return [play, lists, lay, show, join, leave]


def link_routes(house: House) -> list[object]:
    """Give the routes about links."""

    @get("/api/tables/{table_id:str}/links", summary="The table's links, for those who sit at it")
    async def table_links(request: Ask, table_id: TableId) -> forms.Links:
        room = await house.room(table_id)
        if not seats_of(room.seats, guest_of(request)):
            raise Refused("not-seated")
        return forms.Links(invite=room.facts.invite, watch=room.facts.watch)

    @post("/api/tables/{table_id:str}/carry", summary="A one-time link that carries seats to another device")
    async def carry(request: Ask, table_id: TableId, data: forms.Carry) -> forms.CarryLink:
        return await links.make_carry(house, await house.room(table_id), guest_of(request), data.seats)

    @get("/api/links/{token:str}", summary="Where a link leads")
    async def show_link(request: Ask, token: Token) -> forms.LinkShown:
        house.limits.check("link", address_of(request.scope))
        return await links.show_link(house, token, guest_of(request))

    @post("/api/links/{token:str}", status_code=200, summary="Follow a link")
    async def use_link(request: Ask, token: Token) -> forms.LinkUsed:
        house.limits.check("link", address_of(request.scope))
        return await links.use_link(house, token, guest_of(request))

    return [table_links, carry, show_link, use_link]


def replay_routes(house: House) -> list[object]:
    """Give the routes about finished matches."""

    @get("/api/tables/{table_id:str}/replay", summary="Every step of a finished match")
    async def show_replay(request: Ask, table_id: TableId) -> forms.Replay:
        return replay.replay_of(await house.room(table_id), guest_of(request))

    @get("/api/tables/{table_id:str}/replay/views", summary="Pictures of a finished match")
    async def views(
        table_id: TableId, first: Annotated[int, Parameter(ge=0, le=100_000)] = 0,
        count: Annotated[int, Parameter(ge=1, le=replay.MOST_VIEWS)] = 32,
    ) -> forms.Views:
        return replay.views_of(await house.room(table_id), first, count)

    @get("/api/tables/{table_id:str}/record", media_type=MediaType.TEXT, summary="The record of a finished match")
    async def record(table_id: TableId) -> Response[str]:
        room = await house.room(table_id)
        text = replay.record_of(room)
        name = f'attachment; filename="{room.match.game.name}-{room.id[:8]}.ochaya"'
        return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": name})

    @get("/api/tables/{table_id:str}/verify", summary="Whether the deal was fair")
    async def verified(table_id: TableId) -> forms.Verified:
        return replay.verify(await house.room(table_id))

    @get("/api/tables/{table_id:str}/review", summary="The review of a finished match, as far as it is")
    async def reviewed(table_id: TableId) -> Review:
        return await show_review(await house.room(table_id))

    @post("/api/tables/{table_id:str}/review", status_code=200, summary="Ask for the review of a finished match")
    async def begin_review(request: Ask, table_id: TableId) -> Review:
        house.limits.check("review", guest_of(request))
        room = await house.room(table_id)
        return await room.inbox.do(lambda: ask_review(room))

    return [show_replay, views, record, verified, reviewed, begin_review]
