"""The review of a finished match: what each decision was worth, thought about in the bot workers, then kept.

Each decision is weighed from what its player could know at that moment, so that nobody is blamed for hidden cards.
"""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING

import msgspec

from ochaya.server import protocol
from ochaya.server.actions import describe
from ochaya.server.logs import log_failure
from ochaya.server.match import Match
from ochaya.server.metrics import metrics
from ochaya.server.outbox import encode, look
from ochaya.server.refusal import Refused
from ochaya.server.shapes import Review, ReviewMove, Weighed
from ochaya.server.thinking import REVIEW_SECONDS, Thought

if TYPE_CHECKING:
    from ochaya.server.room import Room

NO_REVIEW = Review(state="none", progress=0.0, moves=[])
BEST = 3
AT_ONCE = 2
"""Decisions of one match that are thought about at the same time."""


async def show_review(room: Room) -> Review:
    """Give the review as far as it is: from memory, or as it was kept; finished matches only."""
    if room.match.result is None:
        raise Refused("not-over")
    if room.review is NO_REVIEW:
        kept = await room.store.review(room.id)
        if kept and room.review is NO_REVIEW:  # nobody has begun one meanwhile
            room.review = msgspec.json.decode(kept, type=Review)
    return room.review


async def ask_review(room: Room) -> Review:
    """Give the review, or begin it; finished matches only."""
    if (await show_review(room)).state in ("none", "failed"):
        if room.house.thinking.is_busy:
            raise Refused("busy")
        room.review = Review(state="working", progress=0.0, moves=[])
        room.house.in_background(_work(room))
    return room.review


async def _work(room: Room) -> None:
    """Weigh every decision, telling how far it is."""
    match = room.match
    decisions = [number for number in range(match.length) if match.actors[number] >= 0]
    moves: dict[int, ReviewMove] = {}
    limit = asyncio.Semaphore(AT_ONCE)

    async def weigh(number: int) -> None:
        async with limit:
            seen = look(match, match.block_at(number), match.actors[number])
            thoughts = await room.house.thinking.weigh(seen, REVIEW_SECONDS)
        if thoughts:
            moves[number] = review_move(match, number, thoughts)
        told(len(moves) / len(decisions))

    def told(progress: float) -> None:
        room.review = Review(state="working", progress=round(progress, 3), moves=[])
        room.outbox.say(protocol.Reviewed(review=room.review))

    try:
        async with asyncio.TaskGroup() as group:
            for number in decisions:
                group.create_task(weigh(number))
        review = Review(state="done", progress=1.0, moves=[moves[number] for number in sorted(moves)])
        await room.store.keep_review(room.id, encode(review))
        room.review = review
    except asyncio.CancelledError:
        raise
    except Exception as wrong:
        metrics.failures.add()
        log_failure("review.failed", wrong)
        room.review = Review(state="failed", progress=0.0, moves=[])
    room.outbox.say(protocol.Reviewed(review=room.review))
    room.house.let_go(room)


def review_move(match: Match, number: int, thoughts: list[Thought]) -> ReviewMove:
    """Judge one decision by what a bot thought of it and its alternatives.

    An action seldom tried is known only roughly, so only what it gives away beyond two standard errors counts.
    """
    actor, action = match.actors[number], match.actions[number]
    best = max(thoughts, key=lambda thought: thought.visits).win
    taken = next((thought for thought in thoughts if thought.action == action), None)
    loss = max(0.0, best - taken.win - 1.0 / math.sqrt(max(1, taken.visits))) if taken else 0.0
    chances: list[float | None] = [None] * match.seats
    teams = match.teams() or list(range(match.seats))
    for seat, team in enumerate(teams):
        if team == teams[actor]:
            chances[seat] = round(best, 4)
        elif match.sides() == 2:
            chances[seat] = round(1.0 - best, 4)
    return ReviewMove(
        step=number, actor=actor, action=describe(match.game, action), win=round(best, 4),
        win_after=round(best - loss, 4), loss=round(loss, 4),
        best=[
            Weighed(action=describe(match.game, one.action), win=round(one.win, 4), visits=one.visits)
            for one in sorted(thoughts, key=lambda one: -one.visits)[:BEST]
        ],
        chances=chances,
    )
