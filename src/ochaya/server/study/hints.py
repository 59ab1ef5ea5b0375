"""A hint on request, in friendly matches: marked in the log first, then thought about from what the seat may know."""

from __future__ import annotations

import asyncio

from ochaya.core.secrecy import Seen
from ochaya.server import moments
from ochaya.server.logs import log_failure
from ochaya.server.metrics import metrics
from ochaya.server.minds.thinking import HINT_SECONDS
from ochaya.server.minds.turns import Rank
from ochaya.server.protocol import messages
from ochaya.server.protocol.shapes import Weighed
from ochaya.server.refusal import Refused
from ochaya.server.table.actions import describe
from ochaya.server.table.connection import Connection
from ochaya.server.table.outbox import as_text, look
from ochaya.server.table.room import Room

BEST = 3


async def hint(room: Room, connection: Connection, seat: int, message: messages.Hint) -> None:
    """Enter the hint in the log and let a bot think, here or on the device; the answer comes when it is ready."""
    match = room.match
    if room.status != "playing":
        raise Refused("over" if room.status == "over" else "not-begun")
    if not room.facts.is_friendly:
        raise Refused("not-friendly")
    if match.actor != seat:
        raise Refused("not-your-turn")
    if message.version != match.version:
        raise Refused("stale", version=match.version)
    if (not message.own and room.house.thinking.is_busy(Rank.HINT, connection.guest)) or match.is_long:
        raise Refused("busy")
    await room.commit(match.note("hint", seat, moments.now()))
    seen = look(match, match.block, seat)
    if message.own:
        given = messages.Hinted(ref=message.ref, version=match.version, best=[], seen=as_text(seen))
        room.outbox.hinted(connection, seat, given)
        return
    room.house.in_background(_think(room, connection, seen, message.ref, match.version))


async def _think(room: Room, connection: Connection, seen: Seen, ref: int | None, version: int) -> None:
    """Weigh the actions and tell the one who asked."""
    try:
        weighing = await room.house.thinking.weigh(seen, HINT_SECONDS, Rank.HINT, connection.guest)
        best = [
            Weighed(action=describe(room.match.game, one.action), win=round(one.win, 4), visits=one.visits)
            for one in weighing.thoughts[:BEST]
        ]
        room.outbox.hinted(connection, seen.seat, messages.Hinted(ref=ref, version=version, best=best))
    except asyncio.CancelledError:
        raise
    except Exception as wrong:
        metrics.failures.add()
        log_failure("hint.failed", wrong)
        room.outbox.answer(connection, messages.Wrong(ref=ref, key="failed", details={}))
