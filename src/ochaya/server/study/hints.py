"""A hint on request, in friendly matches: marked in the log first, then thought about from what the seat may know."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ochaya.core.secrecy import Seen
from ochaya.server import protocol
from ochaya.server.actions import describe
from ochaya.server.connection import Connection
from ochaya.server.logs import log_failure
from ochaya.server.metrics import metrics
from ochaya.server.outbox import look
from ochaya.server.refusal import Refused
from ochaya.server.shapes import Weighed
from ochaya.server.thinking import HINT_SECONDS

if TYPE_CHECKING:
    from ochaya.server.room import Room

BEST = 3


async def hint(room: Room, connection: Connection, seat: int, message: protocol.Hint) -> None:
    """Enter the hint in the log and let a bot think; the answer comes when it is ready."""
    match = room.match
    if room.status != "playing":
        raise Refused("over" if room.status == "over" else "not-begun")
    if not room.facts.is_friendly:
        raise Refused("not-friendly")
    if match.actor != seat:
        raise Refused("not-your-turn")
    if message.version != match.version:
        raise Refused("stale", version=match.version)
    if room.house.thinking.is_busy or match.is_long:
        raise Refused("busy")
    await room.commit(match.note("hint", seat, time.time()))
    seen = look(match, match.block, seat)
    room.house.in_background(_think(room, connection, seen, message.ref, match.version))


async def _think(room: Room, connection: Connection, seen: Seen, ref: int | None, version: int) -> None:
    """Weigh the actions and tell the one who asked."""
    try:
        thoughts = await room.house.thinking.weigh(seen, HINT_SECONDS)
        best = [
            Weighed(action=describe(room.match.game, one.action), win=round(one.win, 4), visits=one.visits)
            for one in thoughts[:BEST]
        ]
        room.outbox.hinted(connection, seen.seat, protocol.Hinted(ref=ref, version=version, best=best))
    except asyncio.CancelledError:
        raise
    except Exception as wrong:
        metrics.failures.add()
        log_failure("hint.failed", wrong)
        room.outbox.answer(connection, protocol.Wrong(ref=ref, key="failed", details={}))
