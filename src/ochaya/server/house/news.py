"""What all servers of a house tell each other once a second: what was counted against rates, who has how many sockets,
whose name has changed, which tables were taken over."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ochaya.server.bus.bus import Bus
from ochaya.server.bus.forms import ALL, News, encode, read_news

if TYPE_CHECKING:
    from nats.aio.msg import Msg

    from ochaya.server.house.house import House
    from ochaya.server.store.leases import Fence

TELL_SECONDS = 1.0
FORGET_SECONDS = 10.0
"""After so long without a word of a server its sockets do not count any more."""


class Gossip:
    """Tells the others, and hears them."""

    def __init__(self, bus: Bus, me: str, house: House) -> None:
        self.bus, self.me, self.house = bus, me, house
        self.heard_at: dict[str, float] = {}

    async def open(self) -> None:
        """Begin to listen."""
        self.house.limits.take_news()  # from now on there are others to be told
        self.house.guests.tell = self.tell_renamed
        await self.bus.listen(ALL, self._heard)

    async def tell_all(self) -> None:
        """Tell again and again what is new here."""
        while True:
            await asyncio.sleep(TELL_SECONDS)
            spent, sockets = self.house.limits.take_news()
            await self._tell(News(self.me, spent, sockets))
            now = time.monotonic()
            for server in [one for one, at in self.heard_at.items() if now - at > FORGET_SECONDS]:
                del self.heard_at[server]
                self.house.limits.elsewhere.pop(server, None)

    async def tell_renamed(self, guest: str) -> None:
        """Tell that a guest has another name now."""
        await self._tell(News(self.me, renamed=[guest]))

    async def tell_taken(self, fence: Fence) -> None:
        """Tell who had a table before that it is ours now."""
        await self._tell(News(self.me, taken=[(fence.table_id, fence.number)]))

    async def _tell(self, news: News) -> None:
        await self.bus.tell(ALL, encode(news))

    async def _heard(self, message: Msg) -> None:
        news = read_news(message.data)
        if news.server == self.me:
            return
        self.heard_at[news.server] = time.monotonic()
        self.house.limits.hear_news(news.server, news.spent, news.sockets)
        for guest in news.renamed:
            self.house.guests.names.pop(guest, None)
        for table_id, fence in news.taken:
            room = self.house.rooms.get(table_id)
            if room and room.fence and room.fence.number < fence:
                self.house.drop(room)

    def forget(self) -> None:
        """The bus was lost for a while: names may have changed."""
        self.house.guests.names.clear()
