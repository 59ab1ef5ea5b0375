"""How long things are kept. What is cleared away, and when:

| what                                                              | after                                |
| ----------------------------------------------------------------- | ------------------------------------ |
| tables left before they began                                     | an hour                              |
| tables that wait for somebody who never came                      | 7 days                               |
| matches in which nobody has acted                                 | 90 days (no clock is slower than 30) |
| finished matches, with chat, review and replay                    | a year (`--keep-days`)               |
| links that carry seats                                            | a day; used ones 30 days             |
| names of guests who sit nowhere                                   | 400 days (their cookie lasts a year) |
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ochaya.server import moments
from ochaya.server.logs import log
from ochaya.server.refusal import Refused

if TYPE_CHECKING:
    from ochaya.server.house.house import House

HOUR = 3600.0
DAY = 24 * HOUR
SWEEP_SECONDS = HOUR
FIRST_SECONDS = 60.0
"""When we first look after a start: there is more urgent work at first."""
BATCH = 100
"""Tables cleared away in one transaction."""


async def clear_away(house: House) -> None:
    """Clear away what is too old, again and again."""
    await asyncio.sleep(FIRST_SECONDS)
    while True:
        try:
            await sweep(house)
        except Refused:
            log("keeping.failed")  # the next time, then
        await asyncio.sleep(SWEEP_SECONDS)


async def sweep(house: House) -> None:
    """Clear away what is too old, a few tables at a time; where somebody is, nothing is touched."""
    now, store = moments.now(), house.store
    ages = {"closed": HOUR, "open": 7 * DAY, "playing": 90 * DAY, "over": house.settings.keep_days * DAY}
    cleared = 0
    for status, age in ages.items():
        old = await store.old_tables(status, now - age)
        theirs = await house.cluster.others(old) if house.cluster else {}
        gone = [
            table_id for table_id in old
            if table_id not in theirs and not (table_id in house.rooms and house.rooms[table_id].connections)
        ]
        for at in range(0, len(gone), BATCH):
            batch = gone[at : at + BATCH]
            for table_id in batch:
                room = house.rooms.pop(table_id, None)
                if room:
                    room.is_closed = True
                    room.stop()
            await store.clear_tables(batch)
            cleared += len(batch)
            await asyncio.sleep(0.05)
    await store.clear_others(carries_before=now - DAY, used_before=now - 30 * DAY, guests_before=now - 400 * DAY)
    if house.cluster:
        await house.cluster.leases.forget()
    if cleared:
        log("keeping.cleared", tables=cleared)
