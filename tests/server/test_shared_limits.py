"""Rates and sockets counted over several servers: what one counts, the others hear of once."""

from __future__ import annotations

import asyncio

import pytest

from ochaya.server.limits import MOST_SOCKETS_PER_GUEST, RATES, Limits
from ochaya.server.minds.turns import Rank, Turns
from ochaya.server.refusal import Refused
from tests.server.running import in_loop


def two() -> tuple[Limits, Limits]:
    pair = Limits(), Limits()
    for one in pair:
        one.take_news()  # from now on there are others
    return pair


def test_what_was_spent_at_one_server_is_gone_at_the_other() -> None:
    here, there = two()
    for _ in range(int(RATES["chat"].burst)):
        here.check("chat", "ann")
    spent, sockets = here.take_news()
    assert (spent, sockets) == ([("chat", "ann", int(RATES["chat"].burst))], {})
    assert here.take_news() == ([], {}), "told once"
    there.hear_news("here", spent, sockets)
    with pytest.raises(Refused, match="too-fast"):
        there.check("chat", "ann")
    there.check("chat", "bob")


def test_nobody_owes_more_than_a_burst() -> None:
    _, there = two()
    there.hear_news("here", [("chat", "ann", 1000), ("no such rate", "ann", 3)], {})
    assert there.buckets["chat", "ann"].left == -RATES["chat"].burst


def test_sockets_are_counted_at_all_servers_until_one_is_gone() -> None:
    here, there = two()
    for _ in range(MOST_SOCKETS_PER_GUEST):
        here.enter("ann", "1.2.3.4")
    there.hear_news("here", *here.take_news())
    with pytest.raises(Refused, match="too-fast"):
        there.enter("ann", "5.6.7.8")
    here.leave("ann", "1.2.3.4")
    there.hear_news("here", *here.take_news())
    there.enter("ann", "5.6.7.8")
    there.elsewhere.pop("here")
    for _ in range(MOST_SOCKETS_PER_GUEST - 1):
        there.enter("ann", "5.6.7.8")


def test_a_server_alone_keeps_no_news() -> None:
    alone = Limits()
    alone.check("chat", "ann")
    alone.enter("ann", "1.2.3.4")
    assert alone.spent is None
    assert alone.changed == set()


@in_loop
async def test_more_places_to_think_at_call_those_who_wait() -> None:
    turns, taken = Turns(1), 0

    async def think() -> None:
        nonlocal taken
        async with turns.take(Rank.MOVE, "ann"):
            taken += 1
            await asyncio.sleep(60)

    thoughts = [asyncio.create_task(think()) for _ in range(3)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert taken == 1
    turns.set_places(3)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert taken == 3
    for thought in thoughts:
        thought.cancel()
    await asyncio.gather(*thoughts, return_exceptions=True)
