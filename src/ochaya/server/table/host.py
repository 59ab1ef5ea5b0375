"""What a table needs of the house it stands in, and no more; the house itself is a level above (house/house.py)."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from ochaya.core.game import Game
from ochaya.server.limits import Limits
from ochaya.server.match.promises import Deal, Promises
from ochaya.server.minds.thinking import Thinking
from ochaya.server.protocol.shapes import ClockRule, Preparing
from ochaya.server.settings import Settings
from ochaya.server.store.database import Store
from ochaya.server.table.sitting import Seat

if TYPE_CHECKING:
    from ochaya.server.table.room import Room


class Host(Protocol):
    """The house as its tables know it."""

    settings: Settings
    store: Store
    thinking: Thinking
    limits: Limits
    promises: Promises
    ended: asyncio.Queue[str]
    """Tables whose match has ended, to be kept as they are shown."""

    def in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let something run by itself until it is done or the house closes."""

    def preparing(self, room: Room) -> Preparing | None:
        """Say what a table still waits for, the first time its game is played on this machine."""

    async def whole_room(self, table_id: str) -> Room:
        """Give a table whose log has been played again; raises Refused."""

    async def reread(self, room: Room) -> None:
        """Make a table's match again from the database."""

    def let_go(self, room: Room) -> None:
        """Drop a finished table from memory once nobody is there."""

    def held(self, room: Room) -> Room:
        """Give the room that stands for its table: this one again, unless it was let go and another has come."""

    async def lay(
        self, game: Game, options: dict[str, str], seats: list[Seat], deal: Deal, *, clock: ClockRule, is_public: bool,
        is_friendly: bool,
    ) -> Room:
        """Lay another table."""
