"""Finished matches, nothing hidden any more: replay, pictures, the record, and what the luck was made from."""

from __future__ import annotations

import time
from typing import Literal

from ochaya.core.game import CHANCE
from ochaya.core.record_text import write_match
from ochaya.core.secrecy import EVERYONE
from ochaya.server.protocol.forms import Deal, Draw, ReplayStep, Views
from ochaya.server.refusal import Refused
from ochaya.server.table.outbox import look, told_steps
from ochaya.server.table.room import Room
from ochaya.server.table.sitting import player_names

MOST_VIEWS = 64


def require_over(room: Room) -> None:
    """Refuse everything about a match that is still going on."""
    if room.match.result is None:
        raise Refused("not-over")


def steps_of(room: Room) -> list[ReplayStep]:
    """Give every step of a finished match."""
    require_over(room)
    match = room.match
    hinted = {note.before_step for note in match.notes if note.kind == "hint"}
    return [
        ReplayStep(
            step=number, actor="chance" if match.actors[number] == CHANCE else match.actors[number],
            action=told.action or {}, events=told.events, at=round(match.times[number], 3), hinted=number in hinted,
        )
        for number, told in enumerate(told_steps(match, EVERYONE, 0)[0])
    ]


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


def deal_of(room: Room) -> Deal:
    """Give all that the luck was made from, and every draw with what could have been drawn."""
    require_over(room)
    match = room.match
    block, draws = match.block_at(0), []
    for step, (actor, action) in enumerate(zip(match.actors, match.actions, strict=True)):
        if actor == CHANCE:
            outcomes, weights = match.game.outcome_odds(block[0])
            draws.append(Draw(step=step, outcomes=[*map(int, outcomes)], weights=[*map(int, weights)], taken=action))
        match.game.apply(block[0], action)
    sent = match.luck.contributions if match.luck else ()
    seating: list[int] | Literal["laid"] | None = match.seating or ("laid" if match.luck else None)
    return Deal(
        version=2 if match.luck else 1, lesson=room.facts.is_lesson, commitment=match.commitment,
        key=match.key.hex(), contributions=[one.hex() if one else None for one in sent], seating=seating,
        draws=draws,
    )
