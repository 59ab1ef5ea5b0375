"""The review of a finished match: what each decision was worth, thought about in the bot workers, then kept.

Each decision is weighed from what its player could know at that moment, so that nobody is blamed for hidden cards.
"""

from __future__ import annotations

import asyncio
import itertools
import math
from contextlib import suppress

import msgspec

from ochaya.server.logs import log_failure
from ochaya.server.match.match import Match
from ochaya.server.metrics import metrics
from ochaya.server.minds.thinking import REVIEW_SECONDS, Thought, Weighing
from ochaya.server.minds.turns import Rank
from ochaya.server.protocol import messages
from ochaya.server.protocol.shapes import Review, ReviewMove, Weighed
from ochaya.server.refusal import Refused
from ochaya.server.table.actions import describe
from ochaya.server.table.outbox import encode, look
from ochaya.server.table.room import NO_REVIEW, Room

BEST = 3
MOST = 1000
"""Decisions that are weighed, the last of a match that would not end."""
AT_ONCE = 2
"""Decisions of one match that are thought about at the same time."""
KNOWN = 8
"""Tries from which an action is judged by themselves."""


async def show_review(room: Room) -> Review:
    """Give the review as far as it is: from memory, or as it was kept; finished matches only."""
    if room.match.result is None:
        raise Refused("not-over")
    if room.review is NO_REVIEW:
        kept = await room.store.review(room.id)
        if kept and room.review is NO_REVIEW:  # nobody has begun one meanwhile
            # kept by an older server, or damaged: it can be asked for anew
            with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
                room.review = msgspec.json.decode(kept, type=Review)
    return room.review


async def ask_review(room: Room, guest: str) -> Review:
    """Give the review, or begin it for this guest; finished matches only."""
    shown = await show_review(room)
    room = room.house.held(room)  # the last may have left it while its review was looked for
    if shown.state in ("none", "failed"):
        if room.house.thinking.is_busy(Rank.REVIEW, guest):
            raise Refused("busy")
        room.review = Review(state="working", progress=0.0, moves=[])
        room.house.in_background(_work(room, guest))
    return room.review


async def _work(room: Room, guest: str) -> None:
    """Weigh every decision, telling each as soon as it is done."""
    match = room.match
    decisions = [number for number in range(match.length) if match.actors[number] >= 0][-MOST:]
    after = dict(itertools.pairwise(decisions))
    before = {later: earlier for earlier, later in after.items()}
    moves: dict[int, ReviewMove] = {}
    weighed: set[int] = set()
    rough: dict[int, Weighing] = {}
    limit = asyncio.Semaphore(AT_ONCE)

    async def weigh(number: int) -> None:
        async with limit:
            seen = look(match, match.block_at(number), match.actors[number])
            weighing = await room.house.thinking.weigh(seen, REVIEW_SECONDS, Rank.REVIEW, guest)
        weighed.add(number)
        fresh = [review_move(match, number, weighing, moves.get(after.get(number, -1)))] if weighing.thoughts else []
        if fresh and known(match, number, weighing) is None:
            rough[number] = weighing
        moves.update({move.step: move for move in fresh})
        earlier = before.get(number, -1)
        if fresh and earlier in rough:
            fresh.append(review_move(match, earlier, rough.pop(earlier), fresh[0]))
            moves[earlier] = fresh[-1]
        progress = round(len(weighed) / len(decisions), 3)
        room.review = Review(state="working", progress=progress, moves=[moves[one] for one in sorted(moves)])
        news = Review(state="working", progress=progress, moves=fresh)
        room.outbox.say(messages.Reviewed(review=news))

    try:
        async with asyncio.TaskGroup() as group:
            for number in decisions:
                group.create_task(weigh(number))
        review = Review(state="done", progress=1.0, moves=[moves[number] for number in sorted(moves)])
        await room.store.keep_review(room.id, encode(review), room.fence)
        room.review = review
    except asyncio.CancelledError:
        raise
    except Exception as wrong:
        metrics.failures.add()
        log_failure("review.failed", wrong)
        room.review = Review(state="failed", progress=0.0, moves=[])
    room.outbox.say(messages.Reviewed(review=room.review))
    room.house.let_go(room)


def chances(match: Match, actor: int, best: float, shares: tuple[float, ...]) -> list[float]:
    """Give each seat's chance with the best action, judged from what the actor knew; the sides' chances make one.

    Between two sides the other has what is left; among more, what is left is shared as the search found it.
    """
    teams = match.teams() or list(range(match.seats))
    found = {team: max(shares[seat], 0.0) for seat, team in enumerate(teams) if seat < len(shares)}
    others = {team: found.get(team, 0.0) for team in set(teams) if team != teams[actor]}
    total, left = sum(others.values()), max(0.0, 1.0 - best)
    each = {team: left * share / total if total else left / len(others) for team, share in others.items()}
    return [round(best if team == teams[actor] else each[team], 4) for team in teams]


def known(match: Match, number: int, weighing: Weighing) -> Thought | None:
    """Give what was thought of the action that was taken, if it was tried often enough to be judged by that."""
    action = match.actions[number]
    return next((one for one in weighing.thoughts if one.action == action and one.visits >= KNOWN), None)


def review_move(match: Match, number: int, weighing: Weighing, after: ReviewMove | None) -> ReviewMove:
    """Judge one decision by what a bot thought of it and its alternatives.

    An action the bot would hardly look at (Ingenious has thousands of placements) is judged by the chances that were
    left at the decision after it. Either is known only roughly, so only what is given away beyond two standard errors
    counts.
    """
    actor, action, thoughts = match.actors[number], match.actions[number], weighing.thoughts
    best = max(thoughts, key=lambda thought: thought.visits).win
    thought = known(match, number, weighing)
    if thought is not None:
        left, visits = thought.win, thought.visits
    elif after is not None:
        left, visits = after.chances[actor], after.best[0].visits
    else:
        left, visits = best, 1
    loss = max(0.0, best - left - 1.0 / math.sqrt(max(1, visits)))
    return ReviewMove(
        step=number, actor=actor, action=describe(match.game, action), win=round(best, 4),
        win_after=round(best - loss, 4), loss=round(loss, 4),
        best=[
            Weighed(action=describe(match.game, one.action), win=round(one.win, 4), visits=one.visits)
            for one in sorted(thoughts, key=lambda one: -one.visits)[:BEST]
        ],
        chances=chances(match, actor, best, weighing.shares),
    )
