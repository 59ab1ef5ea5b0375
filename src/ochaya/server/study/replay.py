"""Finished matches, nothing hidden any more: replay, pictures, the record, and whether the deal was fair."""

from __future__ import annotations

import time

from ochaya.core.game import CHANCE
from ochaya.core.record_text import write_match
from ochaya.core.secrecy import EVERYONE
from ochaya.server.forms import Replay, ReplayStep, Verified, Views
from ochaya.server.outbox import look, told_steps
from ochaya.server.refusal import Refused
from ochaya.server.room import Room
from ochaya.server.sitting import player_names

MOST_VIEWS = 64


def require_over(room: Room) -> None:
    """Refuse everything about a match that is still going on."""
    if room.match.result is None:
        raise Refused("not-over")


def replay_of(room: Room, guest: str) -> Replay:
    """Give every step of a finished match."""
    require_over(room)
    match = room.match
    hinted = {note.before_step for note in match.notes if note.kind == "hint"}
    steps = [
        ReplayStep(
            step=number, actor="chance" if match.actors[number] == CHANCE else match.actors[number],
            action=told.action or {}, events=told.events, at=round(match.times[number], 3), hinted=number in hinted,
        )
        for number, told in enumerate(told_steps(match, EVERYONE, 0)[0])
    ]
    return Replay(table=room.shown(guest), steps=steps, length=match.length)


def views_of(room: Room, first: int, count: int) -> Views:
    """Give consecutive pictures of a finished match; picture n stands before step n."""
    require_over(room)
    match = room.match
    first = max(0, min(first, match.length))
    last = min(match.length, first + min(count, MOST_VIEWS) - 1)
    block = match.block_at(first)
    views = [match.game.view(look(match, block, EVERYONE))]
    for number in range(first, last):
        match.game.apply(block[0], match.actions[number])
        views.append(match.game.view(look(match, block, EVERYONE)))
    return Views(first=first, views=views)


def record_of(room: Room) -> str:
    """Give the record that `ochaya replay` and `ochaya verify` read."""
    require_over(room)
    log = room.match.history(player_names(room.seats))
    result = room.match.result
    assert result is not None
    log.tags["date"] = time.strftime("%Y-%m-%d", time.gmtime(room.facts.made_at))
    if result.reason != "played":
        log.tags["ended"] = result.reason if result.seat is None else f"{result.reason} seat{result.seat}"
        log.tags["shares"] = " ".join(f"{share:g}" for share in result.shares)
    hints = [str(note.before_step) for note in room.match.notes if note.kind == "hint"]
    if hints:
        log.tags["hints"] = " ".join(hints)
    return write_match(log, secret_key=True)


def verify(room: Room) -> Verified:
    """Check that every chance outcome follows from the key that the commitment fixed."""
    require_over(room)
    match = room.match
    log = match.history(player_names(room.seats))
    differing = log.differing_outcome(match.key)
    return Verified(
        is_fair=differing is None, commitment=match.commitment, key=match.key.hex(), outcomes=match.chances,
        wrong=[] if differing is None else [differing[0]],
    )
